"""Web pages as readable text: headings, paragraphs, lists, tables and links, without tags, scripts and styles.

This is the one encoder that drops something people wrote, so it is used for pages that were fetched and never for files
that were read, and what it makes says where the source is.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

PAGE = "html"
"""Name of the encoding that makes a page readable text."""
LEAST = 200
"""Shorter pages are left alone, in characters."""
MOST = 3_000_000
"""Longer ones too: they would take seconds to read."""
_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_SILENT = frozenset(("script", "style", "noscript", "template", "svg", "iframe", "object", "canvas"))
_BLOCK = re.compile(
    r"address|article|aside|blockquote|br|d[dlt]|div|fieldset|figcaption|figure|footer|form|h[1-6r]|header|li|main|nav|ol"
    r"|option|p|pre|section|table|title|tr|ul"
)
_BLANKS = re.compile(r"[ \t\r\f\v\xa0]+")
_LINKS_CHARS = 300


def is_page(value: str) -> bool:
    """Whether ``value`` is an HTML document: long documents and those with hardly any closed tags are not read."""
    if not LEAST <= len(value) <= MOST or _PAGE.match(value) is None:
        return False
    return value.count("<") <= 2 * value.count(">") + 20


def page_text(value: str) -> str:
    """The readable text of an HTML document; never raises."""
    reader = _Reader()
    reader.feed(value)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Collects text by lines. ``convert_charrefs`` resolves entities."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._pieces: list[str] = []
        self._silent = ""
        self._pre = 0
        self._links: list[tuple[str, int]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a block, a cell or a link."""
        if self._silent:
            return
        if tag in _SILENT:
            self._silent = tag
            return
        if _BLOCK.fullmatch(tag):
            self._pieces.append("\n")
        if tag == "pre":
            self._pre += 1
        elif tag == "a":
            self._links.append((dict(attrs).get("href") or "", len(self._pieces)))
        else:
            self._pieces.append(_mark(tag, dict(attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag without content ends at once, so that ``<script/>`` silences nothing."""
        if tag not in _SILENT:
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Close what is open."""
        if self._silent:
            self._silent = "" if tag == self._silent else self._silent
            return
        if tag == "pre":
            self._pre = max(0, self._pre - 1)
        elif tag == "a" and self._links:
            target, start = self._links.pop()
            said = "".join(self._pieces[start:]).strip()
            if said and target and target[0] != "#" and not target.startswith("javascript:") and target != said:
                self._pieces.append(f" ({target[:_LINKS_CHARS]})")
        if _BLOCK.fullmatch(tag):
            self._pieces.append("\n")

    def handle_data(self, data: str) -> None:
        """Keep what is read; blanks are one blank outside of ``pre``."""
        if not self._silent:
            self._pieces.append(data if self._pre else re.sub(r"\s+", " ", data))

    def text(self) -> str:
        """What was read, without blank lines and blanks at the edges of lines (indentation of ``pre`` stays)."""
        lines = (
            _BLANKS.sub(" ", line) if not line.startswith("  ") else line for line in "".join(self._pieces).split("\n")
        )
        told = (line.strip().removeprefix("| ") if not line.startswith("  ") else line.rstrip() for line in lines)
        return "\n".join(line for line in told if line.strip(" -#|"))


def _mark(tag: str, given: dict[str, str | None]) -> str:
    """What stands in front of a tag's text."""
    if tag in ("td", "th"):
        return " | "
    if tag[0] == "h" and tag[1:].isdigit():
        return "#" * int(tag[1:]) + " "
    said = given.get("alt") if tag == "img" else given.get("value") if tag in ("input", "button") else ""
    return f"[{said}]" if said else "- " if tag == "li" else ""
