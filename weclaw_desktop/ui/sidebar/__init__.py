"""The list of chats."""
