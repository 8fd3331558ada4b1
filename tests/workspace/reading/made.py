"""Small files of other programs, written by hand: what a reader meets, without the programs."""

from __future__ import annotations

import base64
import io
import zipfile
import zlib
from pathlib import Path
from xml.sax.saxutils import escape

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
MAIN = "application/vnd.openxmlformats-officedocument"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

LOCKED_PDF = zlib.decompress(
    base64.b64decode(
        "eNqNUctu2zAQvPMr9uJjQy7fBAQfmsRA0RYxnLSXIAc+XRWGFMgykPQne+gftD9SWmkTIe6hAhYQZ2eGy53F+mL1Bs8EWfz89f0HQWDQh6+k"
        "aQhdD306xDxAE5xUyUarcUmWS5K7dOTwGffm8T4DXftt3hN63h+6EZDQ923awy3IStzA3UwqTqTnfvS7fkuePODovZkJ5D/vInST9/1hiFVRO5"
        "VOP+bU+rf9Q72WnbGpkD3V3dF8yHW01+5q5v4ZeLUFQeiH3G3HL4DcViFI7qTThrvaXrW7se6FXo++S35IhF5BY4Tk2XuLlqPkvAgTUAlvhEMu"
        "jBdoslHWBS6itZExG1wtw5JUMQUMdfhP0CRvsoxahZKVkCk5r1AkH7UoIhV03IYis8ryaOYlaslYPetSimfI7DyghyEXwkAT9vyBVkooKPCMYX"
        "381OleMOVOMER7imlzgnGNL9g4+HaXh2mv1+23XEehm74fQUwB0Hdd6QH//F/UyJrsdI5WeGdjkDo4wYXjOrrAjPQqi+X/UGrQl10cHu9HUH+T"
        "3o9+GKeFSKPJYnF5tSK/Aby4wpg="
    )
)
"""A page that a password protects."""


def pdf(*pages: str) -> bytes:
    """A PDF whose pages say something; an empty page says nothing."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    kids: list[str] = []
    for said in pages:
        page = len(objects) + 1
        kids.append(f"{page} 0 R")
        lines = "".join(f"({line}) Tj 0 -14 Td " for line in said.split("\n"))
        stream = f"BT /F1 12 Tf 50 700 Td {lines}ET" if said else ""
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {page + 1} 0 R "
            "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    out, places = b"%PDF-1.4\n", list[int]()
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    end = (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Root 1 0 R /Size {len(objects) + 1} >>\n"
    )
    return out + f"{end}startxref\n{len(out)}\n%%EOF".encode()


def packed(files: dict[str, str]) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _relations(*targets: tuple[str, str]) -> str:
    rows = "".join(
        f'<Relationship Id="rId{n}" Type="{R}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, 1)
    )
    return f'{HEAD}<Relationships xmlns="{RELS}">{rows}</Relationships>'


def _types(*parts: tuple[str, str]) -> str:
    rows = "".join(f'<Override PartName="{name}" ContentType="{MAIN}.{kind}+xml"/>' for name, kind in parts)
    return (
        f'{HEAD}<Types xmlns="{TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        f'relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>{rows}</Types>'
    )


def docx(*paragraphs: str, table: tuple[tuple[str, ...], ...] = ()) -> bytes:
    """A Word document of paragraphs and a table."""
    body = "".join(f"<w:p><w:r><w:t>{escape(said)}</w:t></w:r></w:p>" for said in paragraphs)
    for row in table:
        cells = "".join(f"<w:tc><w:p><w:r><w:t>{escape(cell)}</w:t></w:r></w:p></w:tc>" for cell in row)
        body += f"<w:tr>{cells}</w:tr>" if row is not table[0] else f"<w:tbl><w:tr>{cells}</w:tr>"
    body += "</w:tbl>" if table else ""
    return packed(
        {
            "[Content_Types].xml": _types(("/word/document.xml", "wordprocessingml.document.main")),
            "_rels/.rels": _relations(("officeDocument", "word/document.xml")),
            "word/document.xml": f'{HEAD}<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>',
        }
    )


def xlsx(name: str, *rows: tuple[str | float, ...]) -> bytes:
    """A workbook of one sheet."""
    lines = ""
    for number, row in enumerate(rows, 1):
        cells = "".join(
            f'<c r="{chr(65 + at)}{number}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
            if isinstance(value, str)
            else f'<c r="{chr(65 + at)}{number}"><v>{value}</v></c>'
            for at, value in enumerate(row)
        )
        lines += f'<row r="{number}">{cells}</row>'
    return packed(
        {
            "[Content_Types].xml": _types(
                ("/xl/workbook.xml", "spreadsheetml.sheet.main"),
                ("/xl/worksheets/sheet1.xml", "spreadsheetml.worksheet"),
            ),
            "_rels/.rels": _relations(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'{HEAD}<workbook xmlns="{S}" xmlns:r="{R}"><sheets><sheet name="{name}" sheetId="1" '
            'r:id="rId1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": _relations(("worksheet", "worksheets/sheet1.xml")),
            "xl/worksheets/sheet1.xml": f'{HEAD}<worksheet xmlns="{S}"><sheetData>{lines}</sheetData></worksheet>',
        }
    )


def pptx(*slides: str) -> bytes:
    """A presentation with one text on each slide."""
    files = {
        "_rels/.rels": _relations(("officeDocument", "ppt/presentation.xml")),
        "ppt/_rels/presentation.xml.rels": _relations(
            *(("slide", f"slides/slide{n}.xml") for n in range(1, len(slides) + 1))
        ),
        "ppt/presentation.xml": f'{HEAD}<p:presentation xmlns:p="{P}" xmlns:r="{R}"><p:sldIdLst>'
        + "".join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in range(1, len(slides) + 1))
        + "</p:sldIdLst></p:presentation>",
    }
    for number, said in enumerate(slides, 1):
        files[f"ppt/slides/slide{number}.xml"] = (
            f'{HEAD}<p:sld xmlns:p="{P}" xmlns:a="{A}"><p:cSld><p:spTree><p:sp><p:nvSpPr><p:cNvPr id="2" name="T"/>'
            "<p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>"
            f"{escape(said)}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
        )
    parts = (("/ppt/presentation.xml", "presentationml.presentation.main"),)
    slide_parts = tuple((f"/ppt/slides/slide{n}.xml", "presentationml.slide") for n in range(1, len(slides) + 1))
    return packed({"[Content_Types].xml": _types(*parts, *slide_parts), **files})


OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"


def odt(*paragraphs: str, locked: bool = False) -> bytes:
    """An OpenDocument text."""
    body = "".join(f"<text:p>{escape(said)}</text:p>" for said in paragraphs)
    return _odf("text", f"<office:text>{body}</office:text>", locked)


def ods(name: str, *rows: tuple[str, ...]) -> bytes:
    """An OpenDocument sheet."""
    lines = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
            for cell in row
        )
        + "</table:table-row>"
        for row in rows
    )
    sheet = f'<office:spreadsheet><table:table table:name="{name}">{lines}</table:table></office:spreadsheet>'
    return _odf("spreadsheet", sheet, locked=False)


def _odf(kind: str, body: str, locked: bool) -> bytes:
    media = f"application/vnd.oasis.opendocument.{kind}"
    secret = "<manifest:encryption-data/>" if locked else ""
    space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    opening = f'xmlns:office="{OFFICE}" xmlns:text="{TEXT}" xmlns:table="{TABLE}" office:version="1.2"'
    return packed(
        {
            "mimetype": media,
            "META-INF/manifest.xml": f'{HEAD}<manifest:manifest xmlns:manifest="{space}"><manifest:file-entry '
            f'manifest:full-path="/" manifest:media-type="{media}"/><manifest:file-entry '
            'manifest:full-path="content.xml" '
            f'manifest:media-type="text/xml">{secret}</manifest:file-entry></manifest:manifest>',
            "content.xml": f"{HEAD}<office:document-content {opening}><office:body>{body}</office:body>"
            "</office:document-content>",
            "styles.xml": f"{HEAD}<office:document-styles {opening}><office:styles/></office:document-styles>",
            "meta.xml": f"{HEAD}<office:document-meta {opening}><office:meta/></office:document-meta>",
            "settings.xml": f"{HEAD}<office:document-settings {opening}><office:settings/></office:document-settings>",
        }
    )


def put(folder: Path, name: str, data: bytes | str) -> Path:
    """Write a file, with the folders above it."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path
