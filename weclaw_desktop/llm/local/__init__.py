"""The embedded model: its files on disk and the child process that serves it."""
