"""Decides what the model sees: pure functions over a log, without clock, files or network."""
