"""What a file is."""

from __future__ import annotations

import pytest

from weclaw_desktop.workspace.reading.kinds import Kind, kind_of, media_type


@pytest.mark.parametrize(
    ("name", "head", "kind"),
    [
        ("a.txt", b"%PDF-1.7", "pdf"),
        ("a", b"\x89PNG\r\n\x1a\n", "picture"),
        ("a.webp", b"RIFF\0\0\0\0WEBPVP8 ", "picture"),
        ("notes.txt", b"BM is a word", "text"),
        ("a.bmp", b"BM6\0", "picture"),
        ("a.DOCX", b"PK\x03\x04", "office"),
        ("a.doc", b"\xd0\xcf\x11\xe0", "office"),
        ("a.odt", b"PK\x03\x04", "opendocument"),
        ("a.zip", b"PK\x03\x04", "other"),
        ("Makefile", b"all:", "text"),
        ("a.rs", b"fn main", "text"),
    ],
)
def test_first_bytes_win_over_names(name: str, head: bytes, kind: Kind) -> None:
    assert kind_of(name, head) == kind


def test_media_types() -> None:
    assert media_type("a.pdf") == "application/pdf"
    assert media_type("a.md") == "text/markdown"
    assert media_type("Makefile") == "text/plain"
