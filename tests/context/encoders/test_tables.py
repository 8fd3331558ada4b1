"""Tables for people's eyes: every cell stays."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.encoders.tables import padded, separated

MARKDOWN = """Before
| name    | price |  note   |
|---------|------:|:-------:|
| apple   |  1.10 | a \\| b  |
| pear    |     2 |         |
After"""
MYSQL = """+----+-------+
| id | name  |
+----+-------+
|  1 | Ann   |
|  2 | Bo    |
+----+-------+
2 rows in set"""
PSQL = """ id | name
----+------
  1 | Ann
  2 | Bo
(2 rows)"""
BOX = """┌────┬───────┐
│ id │ name  │
├────┼───────┤
│ 1  │ Ann   │
└────┴───────┘"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (MARKDOWN, "Before\n|name|price|note|\n|-|-:|:-:|\n|apple|1.10|a \\| b|\n|pear|2||\nAfter"),
        (MYSQL, "|id|name|\n|-|-|\n|1|Ann|\n|2|Bo|\n2 rows in set"),
        (PSQL, "id|name\n-|-\n1|Ann\n2|Bo\n(2 rows)"),
        (BOX, "|id|name|\n|-|-|\n|1|Ann|"),
    ],
)
def test_padding_and_borders_go(text: str, expected: str) -> None:
    assert padded(text, "en") == expected


@pytest.mark.parametrize(
    "text",
    [
        "no table at all",
        "a | b\nc | d",
        "Title\n-----\ntext | more",
        "+---+\n| a |\n+---+\n| b |\n+---+\n| c |\n+---+",
        "+---+\n| a |\n+---+\n| b |",
        "+---+\n| a |",
    ],
)
def test_other_texts_stay(text: str) -> None:
    found = padded(text, "en")
    assert found is None or found == text


cell = st.text(alphabet="ab1 é中.", max_size=5).map(str.strip)


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.lists(cell, min_size=n, max_size=n), min_size=2, max_size=5)))
def test_every_cell_is_read_back(rows: list[list[str]]) -> None:
    lines = ["| " + " | ".join(f"{cell:8}" for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + "----------|" * len(rows[0]))
    found = padded("\n".join(lines), "en")
    assert found is not None
    read = [line[1:-1].split("|") for line in found.split("\n")]
    assert [read[0], *read[2:]] == rows


def test_csv_loses_needless_quotes_and_columns_that_never_change() -> None:
    text = 'name,currency,price\n"Ann","EUR","1.10"\n"Bo, jr","EUR","2"\n"Cy","EUR","3"\n'
    assert separated(text, "en") == '[the same in every row: currency=EUR]\nname,price\nAnn,1.10\n"Bo, jr",2\nCy,3'
    assert separated("a\tb\n1\t2\n3\t4\n5\t6", "en") == "a\tb\n1\t2\n3\t4\n5\t6"
    assert separated("a;b;c\n1;1;1\n1;1;1\n1;1;1", "en") == "a;b;c\n1;1;1\n1;1;1\n1;1;1"


@pytest.mark.parametrize(
    "text",
    [
        "One, two, three\nfour, five, six\nseven, eight, nine\nten, eleven, twelve",
        "a,b,c\n1,2,3\n4,5\n6,7,8",
        "a,b,c\n1,2,3",
        "1,2,3\n4,5,6\n7,8,9\n1,2,3",
        "a,a,c\n4,5,6\n7,8,9\n1,2,3",
        'a,b,c\n"4"x,5,6\n7,8,9\n1,2,3',
        "a,b,c\nx, y,6\n7,8,9\n1,2,3",
    ],
)
def test_what_is_no_csv_stays(text: str) -> None:
    assert separated(text, "en") is None


@given(st.lists(st.lists(st.text(alphabet='ab,"1\n', max_size=5), min_size=3, max_size=3), min_size=3, max_size=6))
def test_csv_reads_back(rows: list[list[str]]) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([["first", "second", "third"], *rows])
    found = separated(out.getvalue(), "en")
    assert found is not None
    shared: dict[str, str] = {}
    if found.startswith("["):
        told = found[len("[the same in every row: ") :]
        shared = {name: rows[0][place] for place, name in enumerate(("first", "second", "third")) if f"{name}=" in told}
        found = found[found.index("]\n", sum(map(len, shared.values())) + 24) + 2 :]
    header, *read = list(csv.reader(io.StringIO(found)))
    back = [{**dict(zip(header, row, strict=True)), **shared} for row in read if row]
    assert back == [dict(zip(("first", "second", "third"), row, strict=True)) for row in rows]
