"""Sentences spoken by ``llm``."""

ENTRIES: dict[str, tuple[str, str]] = {}
