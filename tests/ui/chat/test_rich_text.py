"""Rich text with formulas: their room, their colour, and their source when copied."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from weclaw_desktop.ui.chat import formula_images
from weclaw_desktop.ui.chat.formula_images import AT_ONCE, images, measure
from weclaw_desktop.ui.chat.rich_document import LIST_INDENT
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.chat.segments import TextSegment, segments
from weclaw_desktop.ui.theme import current


def rich(qtbot: QtBot, source: str, width: int = 600) -> RichText:
    made = RichText("".join(made.html for made in segments(source) if isinstance(made, TextSegment)))
    qtbot.addWidget(made)
    made.resize(width, made.fit(width))
    return made


def painted(qtbot: QtBot, piece: RichText) -> QImage:
    """The piece with its formulas drawn."""
    piece.show()
    piece.grab()
    images().pool.waitForDone(5_000)
    qtbot.waitUntil(lambda: not piece.grab().isNull() and not piece._document.missing)
    return piece.grab().toImage()


def colours(image: QImage) -> set[str]:
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def bars(piece: RichText, role: str = "strong_border") -> list[int]:
    """Where the bars of quotes begin, in pixels from the left."""
    image, ink = piece.grab().toImage(), current().colour(role).name()
    tall = Counter(
        x for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y).name() == ink
    )
    inked = [x for x in sorted(tall) if tall[x] >= 12]
    return [x for x in inked if x - 1 not in inked]


@pytest.mark.parametrize("width", range(190, 420, 7))
def test_lines_of_mixed_scripts_break_where_both_allow_it(qtbot: QtBot, width: int) -> None:
    """No line begins with a closing sign or ends with an opening one, and no word that fits is broken."""
    text = (
        "我们在（GitHub Actions）里运行 WeClaw Desktop 的测试，包括 Windows、macOS 和 Linux；“引号”与《书名》，"
        "价格为 $1,250.00。结束！真的？是的……好吧，full-width「全角」。"
    )
    piece = rich(qtbot, text, width)
    block = piece._document.begin()
    layout = block.layout()
    starts = [layout.lineAt(number).textStart() for number in range(layout.lineCount())]
    lines = [block.text()[a:b].strip() for a, b in pairwise([*starts, len(block.text())])]
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for before, after in pairwise(lines):
        assert after[0] not in "，。；、）》」”！？…", lines
        assert before[-1] not in "（《「“", lines
        whole = text[text.index(before) + len(before) :][:1] == after[0]
        letters = before[-1].isascii() and before[-1].isalnum() and after[0].isascii() and after[0].isalnum()
        assert not (whole and letters), lines


def test_a_formula_is_copied_as_its_source(qtbot: QtBot) -> None:
    piece = rich(qtbot, "so $x^2$ and $\\frac{a}{b}$.\n\n$$\ny\n$$\n\nend")
    assert piece.text() == "so $x^2$ and $\\frac{a}{b}$.\n$$y$$\nend"
    second = piece._document.toPlainText().index("and")
    piece.select(second, piece.length())
    assert piece.selected_text() == "and $\\frac{a}{b}$.\n$$y$$\nend"
    piece.select(0, 4)
    assert piece.selected_text() == "so $x^2$"


def test_what_cannot_be_drawn_is_shown_as_its_source(qtbot: QtBot) -> None:
    piece = rich(qtbot, "a $\\frac{a}{$ b $\\nonsense$ c")
    assert piece.text() == "a $\\frac{a}{$ b $\\nonsense$ c"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_formula_has_the_colour_of_the_theme(qtbot: QtBot, theme: str) -> None:
    current().apply(theme, 100)  # type: ignore[arg-type]  # a theme's name
    piece = rich(qtbot, "$\\rule{2em}{1em}$")
    assert current().palette.text in colours(painted(qtbot, piece))


def test_a_formula_grows_with_the_zoom_and_is_drawn_anew(qtbot: QtBot) -> None:
    piece = rich(qtbot, "$$\\frac{a}{b}$$")
    small = piece.content_height()
    current().apply("light", 200)
    piece._restyle()
    piece.fit(600)
    assert piece.content_height() > 1.8 * small
    assert current().palette.text in colours(painted(qtbot, piece))


def test_a_formula_wider_than_the_text_is_made_smaller_and_comes_back(qtbot: QtBot) -> None:
    piece = rich(qtbot, "so $" + "+".join(f"a_{{{n}}}" for n in range(20)) + "$", 300)
    assert piece._document.idealWidth() <= 300
    piece.fit(2_000)
    assert piece._document.idealWidth() > 600


def test_lines_with_and_without_formulas_have_one_distance(qtbot: QtBot) -> None:
    assert rich(qtbot, "x").content_height() + formula_images.overhang() == rich(qtbot, "$x$").content_height()


def test_a_long_formula_is_set_in_the_background(qtbot: QtBot) -> None:
    tex = "+".join(f"b_{{{n}}}" for n in range(AT_ONCE // 4))
    piece = rich(qtbot, f"$${tex}$$")
    assert piece.text() == f"$${tex}$$", "its source, until its size is known"
    with qtbot.waitSignal(piece.resized):
        images().pool.waitForDone(5_000)
    assert piece.text() == f"$${tex}$$"
    assert piece._sources


def test_a_formula_is_one_word_for_a_double_click(qtbot: QtBot) -> None:
    piece = rich(qtbot, "$xyz$ tail")
    piece.select(*piece.word_at(QPoint(6, 12)))
    assert piece.selected_text() == "$xyz$"


def test_R4_no_other_picture_is_drawn(qtbot: QtBot) -> None:
    piece = rich(qtbot, "$x$")
    piece.set_html(piece.html + '<p><img src="file:///etc/hostname" width="300" height="300"/></p>')
    assert piece.fit(600) < 100, "not even room is made for it"
    painted(qtbot, piece)


def test_measuring_knows_depth_and_limits() -> None:
    shallow, deep = measure("x", False, 0), measure("\\frac{a}{b}", False, 0)
    assert shallow is not None
    assert deep is not None
    assert (shallow.centred, deep.centred) == (False, True)
    assert measure("\\rule{9999em}{1em}", True, 0) is None


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize(
    ("source", "lists"),
    [
        ("> quote", 0),
        ("- one\n\n  > quote", 1),
        ("- one\n  - two\n    - three\n\n      > quote", 3),
        ("1. one\n\n   ```\n   code\n   ```\n\n   > quote behind code", 1),
        ("- one\n  - two\n\n    ```\n    code\n    ```\n\n    > quote behind code", 2),
    ],
)
def test_a_quote_stands_where_the_words_of_its_item_stand(qtbot: QtBot, source: str, lists: int, zoom: int) -> None:
    current().apply("light", zoom)
    assert bars(rich(qtbot, source)) == [lists * current().px(LIST_INDENT)]


def test_lists_around_a_quote_do_not_move_the_quote_inside_it(qtbot: QtBot) -> None:
    alone = bars(rich(qtbot, "> said\n> > in it"))
    in_lists = bars(rich(qtbot, "- one\n  - two\n    > said\n    > > in it"))
    assert [x - 2 * current().px(LIST_INDENT) for x in in_lists] == alone


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize(
    ("source", "lists"), [("> **اقتباس** in two scripts", 0), ("- عنصر\n  > اقتباس", 1), ("> [!NOTE]\n> تنبيه", 0)]
)
def test_the_bar_of_a_quote_stands_where_its_lines_begin(qtbot: QtBot, source: str, lists: int, zoom: int) -> None:
    current().apply("light", zoom)
    role = "link" if "NOTE" in source else "strong_border"
    bar = bars(rich(qtbot, source), role)[-1]  # letters of the alert's word have strokes, too
    assert bar == 600 - 3 - lists * current().px(LIST_INDENT)


def test_a_quote_inside_another_has_its_own_direction(qtbot: QtBot) -> None:
    assert bars(rich(qtbot, "> اقتباس\n> > quote")) == [0, 597]
    outer, inner = bars(rich(qtbot, "> quote\n> > اقتباس"))
    assert (outer, inner) == (0, 597)


def test_the_word_of_an_alert_stands_where_its_lines_begin(qtbot: QtBot) -> None:
    piece = rich(qtbot, "> [!NOTE]\n> تنبيه")
    assert piece.text().split() == ["Note", "تنبيه"]
    first = piece._document.find("Note").block()
    assert first.textDirection() == Qt.LayoutDirection.RightToLeft
