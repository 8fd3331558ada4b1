"""Sentences spoken by ``context``."""

ENTRIES: dict[str, tuple[str, str]] = {}
