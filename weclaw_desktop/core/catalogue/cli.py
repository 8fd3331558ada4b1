"""Sentences spoken by ``cli``."""

ENTRIES: dict[str, tuple[str, str]] = {}
