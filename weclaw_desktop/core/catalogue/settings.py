"""Sentences spoken by ``settings``."""

ENTRIES: dict[str, tuple[str, str]] = {}
