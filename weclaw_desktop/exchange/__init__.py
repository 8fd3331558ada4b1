"""Chats to and from the files of other programs."""
