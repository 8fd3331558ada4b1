"""Text of PDF, Office and OpenDocument files. Runs in the reading process only (``child``)."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from weclaw_desktop.core.text import text
from weclaw_desktop.workspace.reading.found import Extracted, Unreadable, clipped

_BOX = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of the container of old Office files, and of encrypted new ones."""
_LOCKED = "EncryptedPackage".encode("utf-16-le")
_ZIP_GROWS = 400
"""Times that a packed document may grow when it is unpacked; more is a trap."""
_ZIP_MOST = 1_000_000_000
_ODF_FAILS = (ValueError, KeyError, TypeError, AttributeError, SyntaxError, zipfile.BadZipFile, OSError)
"""What the library lets out of a damaged file; XML errors are syntax errors."""


def pdf(path: Path, most: int) -> Extracted:
    """Text of a PDF, page by page under "[page n]". Raises Unreadable."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise Unreadable("encrypted" if "password" in str(error).lower() else "broken") from error
    pages: list[str] = []
    room, count = most, len(document)
    for number in range(count):
        said = _page(document, number)
        if said:
            pages.append(f"[page {number + 1}]\n{said}")
            room -= len(said)
        if room <= 0:
            return Extracted("\n\n".join(pages), text("reading.pages", read=number + 1, count=count))
    if not pages:
        raise Unreadable("scanned" if count else "empty")
    return Extracted("\n\n".join(pages))


def _page(document: Any, number: int) -> str:
    """One page; words that were parted at the end of a line are whole again."""
    page = document[number]
    found = page.get_textpage()
    said = cast("str", found.get_text_range())
    found.close()
    page.close()
    said = said.replace("\r\n", "\n").replace("\r", "\n").replace("\ufffe\n", "").replace("\ufffe", "")
    return "\n".join(line.rstrip() for line in said.split("\n")).strip()


def office(path: Path, most: int) -> Extracted:
    """Markdown of a Word, Excel or PowerPoint file, old or new. Raises Unreadable."""
    import office_oxide

    _refuse_locked(path)
    try:
        said = office_oxide.to_markdown(str(path))
    except (office_oxide.OfficeOxideError, OSError, ValueError) as error:
        raise Unreadable("broken") from error
    return _whole(said, most)


def opendocument(path: Path, most: int) -> Extracted:
    """Markdown of an OpenDocument text, sheet or presentation. Raises Unreadable."""
    import odfdo

    _refuse_locked(path)
    try:
        document: Any = odfdo.Document(str(path))
        sheet = document.get_type().startswith("spreadsheet")
        said = "\n\n".join(_tables(document.body)) if sheet else cast("str", document.to_markdown())
    except NotImplementedError:
        said = odfdo.Document(str(path)).get_formatted_text()
    except _ODF_FAILS as error:
        raise Unreadable("broken") from error
    return _whole(said, most)


def _tables(body: Any) -> Iterator[str]:
    for table in body.tables:
        rows = [[_cell(value) for value in values] for values in table.iter_values()]
        while rows and not any(rows[-1]):
            rows.pop()
        if not rows:
            continue
        lines = [f"| {' | '.join(row)} |" for row in rows]
        lines.insert(1, "|" + " --- |" * len(rows[0]))
        yield f"## {table.name}\n\n" + "\n".join(lines)


def _cell(value: object) -> str:
    return "" if value is None else str(value).replace("|", "\\|").replace("\n", " ")


def _whole(said: str, most: int) -> Extracted:
    said = said.strip()
    if not said:
        raise Unreadable("empty")
    kept, cut = clipped(said, most)
    return Extracted(kept, text("reading.clipped", characters=len(kept), of=len(said)) if cut else None)


def _refuse_locked(path: Path) -> None:
    """Tell what a password protects from what is damaged, and refuse what would grow without end."""
    with path.open("rb") as file:
        head = file.read(8)
        if head == _BOX:
            file.seek(0)
            if _LOCKED in file.read():
                raise Unreadable("encrypted")
            return
    if not head.startswith(b"PK"):
        raise Unreadable("broken")
    try:
        with zipfile.ZipFile(path) as packed:
            inside = packed.infolist()
            unpacked, size = sum(item.file_size for item in inside), max(1, path.stat().st_size)
            if unpacked > _ZIP_MOST or unpacked > max(50_000_000, size * _ZIP_GROWS):
                raise Unreadable("too_large")
            manifest = next((item for item in inside if item.filename == "META-INF/manifest.xml"), None)
            if manifest is not None and b"encryption-data" in packed.read(manifest):
                raise Unreadable("encrypted")
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError) as error:
        raise Unreadable("broken") from error
