"""Sentences spoken by ``services``."""

ENTRIES: dict[str, tuple[str, str]] = {}
