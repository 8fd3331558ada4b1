"""Sentences spoken by ``tools``."""

ENTRIES: dict[str, tuple[str, str]] = {}
