"""Words of a message as a quotation that can be answered."""

from __future__ import annotations

LONGEST = 20_000
"""Characters that are quoted; nobody answers more, and the field must stay quick."""


def quoted(said: str) -> str:
    """``said`` with ``>`` in front of each line, and room below for the answer; "" for nothing."""
    words = said.strip()[:LONGEST].strip()
    if not words:
        return ""
    return "\n".join(f"> {line}".rstrip() for line in words.splitlines()) + "\n\n"
