"""The profile's memory: SQLite database, settings file, key store. Takes and returns core values only."""
