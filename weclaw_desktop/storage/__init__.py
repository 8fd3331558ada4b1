"""Keeps chats, settings and keys: the only place that knows the database and the key store."""
