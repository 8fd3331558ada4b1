"""Tables for people's eyes: padding and borders go, every cell stays. Columns of CSV that never change stand once."""

from __future__ import annotations

import csv
import io
import re

from weclaw_desktop.core.text import Language, render, text

LEAST_ROWS = 4
"""CSV of fewer lines is left alone."""
_RULE = re.compile(r"[-:| ]*-[-:| ]*")
_BORDER = re.compile(r"\s*(?:[+├╞┌╔╠└╚┏┗┣╭╰][-=─═━┬┴┼╪╦╩╬╤╧╥╨┳┻╋+]+[+┤╡┐╗╣┘╝┓┛┫╮╯]|-+(?:\+-+)+)\s*")
_RULED = re.compile(r"^[|+├╞╠┝┣: -]{0,9}[-═─━=]{2}[-:|+ ═─━=┼╪╬╋┤╡╣┥┫]*$", re.MULTILINE)
"""A first look: some line is the rule under a header."""
_BARS = str.maketrans("│║┃", "|||")
_CELLS = re.compile(r"(?<!\\)\|")


def padded(value: str, language: Language) -> str | None:
    """Tables with bars (Markdown, psql, mysql, box drawing): cells without padding, borders only under the header."""
    del language
    if not _RULED.search(value):
        return None
    lines = value.split("\n")
    out: list[str] = []
    place = 0
    while place < len(lines):
        stop = _table_end(lines, place)
        if stop is None:
            out.append(lines[place])
            place += 1
            continue
        out.extend(_rows(lines[place:stop]))
        place = stop
    return "\n".join(out)


def _table_end(lines: list[str], start: int) -> int | None:
    """Where the table that begins at ``start`` ends; None when none begins there."""
    framed = _BORDER.fullmatch(lines[start]) is not None
    header = start + framed
    if header + 1 >= len(lines) or not _bars(lines[header]) or (framed and start and _bars(lines[start - 1])):
        return None
    under = lines[header + 1]
    drawn = _BORDER.fullmatch(under) is not None
    if not (drawn or _RULE.fullmatch(under.strip())) or (drawn and not framed and under.strip()[0] != "-"):
        return None
    count = len(_cells(lines[header]))
    stop = header + 2
    while stop < len(lines) and _bars(lines[stop]) and len(_cells(lines[stop])) == count:
        stop += 1
    if framed:
        closed = stop < len(lines) and _BORDER.fullmatch(lines[stop]) is not None
        inner = stop + 1 < len(lines) and _bars(lines[stop + 1])
        return stop + 1 if closed and not inner else None  # borders between rows mean that cells have several lines
    return stop


def _bars(line: str) -> int:
    return line.translate(_BARS).count("|")


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELLS.split(line.translate(_BARS).strip())]


def _rows(lines: list[str]) -> list[str]:
    rows = [line for line in lines if not _BORDER.fullmatch(line)]
    out = ["|".join(_cells(line)) for line in rows]
    if len(rows) > 1 and _RULE.fullmatch(rows[1].strip()):
        out[1] = "|".join(re.sub("-+", "-", cell) for cell in _cells(rows[1]))
    else:
        edge = rows[0].translate(_BARS).strip().startswith("|")
        count = len(_cells(rows[0]))
        out.insert(1, "|" + "-|" * (count - 2) if edge else "|".join("-" * count))
    return out


def separated(value: str, language: Language) -> str | None:
    """CSV and TSV with a header: no needless quotes, and columns with the same value in every row stand once."""
    first, _, rest = value.partition("\n")
    delimiter = max("\t,;", key=first.count)
    least = 2 if delimiter == "\t" else 3
    if first.count(delimiter) + 1 < least or rest.count("\n") + 1 < LEAST_ROWS - 1:
        return None
    body = value.rstrip("\n")
    try:
        rows = list(csv.reader(io.StringIO(body), delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    header = rows[0]
    sound = len(set(header)) == len(header) and all(cell and cell == cell.strip() for cell in header)
    if not sound or any(len(row) != len(header) for row in rows) or any(_number(cell) for cell in header):
        return None
    if any(cell[:1] == " " and delimiter == "," for row in rows for cell in row):
        return None  # prose
    same = {place for place in range(len(header)) if len({row[place] for row in rows[1:]}) == 1}
    if len(same) == len(header):
        same.clear()
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    for row in rows:
        writer.writerow([cell for place, cell in enumerate(row) if place not in same])
    if not same:
        return out.getvalue().rstrip("\n")
    told = "; ".join(f"{header[place]}={rows[1][place]}" for place in sorted(same))
    return render(text("context.encode.columns", same=told), language) + "\n" + out.getvalue().rstrip("\n")


def _number(cell: str) -> bool:
    return cell.replace(".", "", 1).replace("-", "", 1).isdigit()
