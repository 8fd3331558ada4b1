"""Documents as people have them, and as strangers send them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workspace.reading import made
from weclaw_desktop.core.text import render
from weclaw_desktop.workspace.reading.documents import office, opendocument, pdf
from weclaw_desktop.workspace.reading.found import Extracted, Unreadable

MOST = 1_000_000
Read = Callable[[Path, int], Extracted]


def test_a_pdf_says_its_pages(tmp_path: Path) -> None:
    path = made.put(tmp_path, "a.pdf", made.pdf("First page\nsecond line", "", "Third"))
    found = pdf(path, MOST)
    assert found.text == "[page 1]\nFirst page\nsecond line\n\n[page 3]\nThird"
    assert found.note is None


def test_a_long_pdf_stops_at_the_limit_and_says_so(tmp_path: Path) -> None:
    path = made.put(tmp_path, "a.pdf", made.pdf(*(f"Page about number {n}" for n in range(1, 31))))
    found = pdf(path, 60)
    assert found.note is not None
    assert render(found.note) == "only the first 4 of 30 pages"
    assert "Page about number 4" in found.text
    assert "Page about number 5" not in found.text


def test_word_gives_paragraphs_and_tables_in_their_order(tmp_path: Path) -> None:
    path = made.put(tmp_path, "a.docx", made.docx("季度报告", "Two & three", table=(("name", "sum"), ("甲", "12"))))
    said = office(path, MOST).text
    assert said.index("季度报告") < said.index("Two & three") < said.index("| name | sum |") < said.index("| 甲 | 12 |")


def test_excel_gives_tables_with_the_name_of_the_sheet(tmp_path: Path) -> None:
    path = made.put(tmp_path, "a.xlsx", made.xlsx("销售", ("month", "sum"), ("Jan", 1234.5)))
    said = office(path, MOST).text
    assert "销售" in said
    assert "| Jan | 1234.5 |" in said


def test_powerpoint_gives_slides(tmp_path: Path) -> None:
    said = office(made.put(tmp_path, "a.pptx", made.pptx("Opening words", "结束语")), MOST).text
    assert said.index("Opening words") < said.index("结束语")


def test_opendocument_text_and_sheet(tmp_path: Path) -> None:
    said = opendocument(made.put(tmp_path, "a.odt", made.odt("第一段", "Second paragraph")), MOST).text
    assert said.index("第一段") < said.index("Second paragraph")
    sheet = opendocument(made.put(tmp_path, "a.ods", made.ods("S1", ("x", "a|b"), ("y", "2"))), MOST).text
    assert sheet == "## S1\n\n| x | a\\|b |\n| --- | --- |\n| y | 2 |"


def test_a_long_document_is_cut_and_says_so(tmp_path: Path) -> None:
    path = made.put(tmp_path, "a.docx", made.docx(*(f"paragraph {n}" for n in range(400))))
    found = office(path, 500)
    assert len(found.text) <= 500
    assert found.note is not None
    assert render(found.note, "zh").startswith("仅前")


@pytest.mark.parametrize(
    ("name", "data", "read", "code"),
    [
        ("locked.pdf", made.LOCKED_PDF, pdf, "encrypted"),
        (
            "locked.docx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            office,
            "encrypted",
        ),
        ("locked.odt", made.odt("secret", locked=True), opendocument, "encrypted"),
        ("broken.pdf", b"%PDF-1.7 and then nothing", pdf, "broken"),
        ("broken.docx", b"PK\x03\x04 and then nothing", office, "broken"),
        ("no.docx", b"this is no document", office, "broken"),
        ("half.xlsx", made.xlsx("a", ("x",) * 20)[:400], office, "broken"),
        ("empty.odt", made.packed({"mimetype": "application/zip"}), opendocument, "broken"),
        ("scan.pdf", made.pdf("", ""), pdf, "scanned"),
        ("blank.docx", made.docx(""), office, "empty"),
        ("bomb.docx", made.packed({"word/document.xml": " " * 120_000_000}), office, "too_large"),
    ],
)
def test_what_gives_nothing_says_why(tmp_path: Path, name: str, data: bytes, read: Read, code: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(made.put(tmp_path, name, data), MOST)
    assert caught.value.code == code
