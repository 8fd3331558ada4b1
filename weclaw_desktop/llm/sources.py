"""Reads the web pages that a provider names beside an answer: Perplexity, xAI, OpenAI and those who speak like them.

``search_results`` (title and url) stands beside or instead of ``citations`` (urls) on every chunk, in the order of the
numbers in the text; ``annotations`` come with a delta or the message, one ``url_citation`` per place in the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

MARKS = (b'"citations"', b'"search_results"', b'url_citation"')
"""What a line holds that is worth reading."""
MOST = 100
"""Pages of one answer that are kept."""
_LONGEST = 2_000
"""Characters of an address; a longer one is none that people open."""


def gather(chunk: Mapping[str, Any], known: dict[str, str]) -> None:
    """Add the pages that ``chunk`` names to ``known`` (address → title), in order; titles are filled in when known."""
    for address, title in _named(chunk):
        if not address.startswith(("http://", "https://")) or len(address) > _LONGEST:
            continue
        if address in known or len(known) < MOST:
            known[address] = known.get(address, "") or " ".join(title.split())[:300]


def _named(chunk: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for address in _list(chunk, "citations"):
        if isinstance(address, str):
            yield address, ""
        elif isinstance(address, dict):
            yield _page(cast("Mapping[str, Any]", address))
    for found in _list(chunk, "search_results"):
        if isinstance(found, dict):
            yield _page(cast("Mapping[str, Any]", found))
    for choice in _list(chunk, "choices"):
        for where in ("delta", "message"):
            said = _get(choice, where)
            for note in _list(said, "annotations"):
                yield _page(_get(note, "url_citation") or note)


def _page(found: Any) -> tuple[str, str]:
    return str(_get(found, "url") or ""), str(_get(found, "title") or "")


def _get(thing: Any, name: str) -> Any:
    return cast("Mapping[str, Any]", thing).get(name) if isinstance(thing, dict) else None


def _list(thing: Any, name: str) -> list[Any]:
    found = _get(thing, name)
    return cast("list[Any]", found) if isinstance(found, list) else []
