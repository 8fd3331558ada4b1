"""Sentences spoken by ``storage``."""

ENTRIES: dict[str, tuple[str, str]] = {}
