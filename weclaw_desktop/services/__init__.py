"""Conducts a conversation from prompt to saved reply, asynchronous and without a window."""
