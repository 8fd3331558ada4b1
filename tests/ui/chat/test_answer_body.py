"""An answer's pieces: what they show while it grows, links to sources, nothing lost."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.fakes.bodies import ShownBody
from weclaw_desktop.ui.chat import answer_body
from weclaw_desktop.ui.chat.answer_body import SLICE
from weclaw_desktop.ui.chat.code_view import pool
from weclaw_desktop.ui.chat.pieces import CodeBlock, WideBlock
from weclaw_desktop.ui.chat.rich_text import RichText


class Shown(ShownBody):
    """A body in a window, and the links that were followed."""

    def stream(self, text: str, size: int = 7) -> None:
        """Let ``text`` grow, and wait until it is shown."""
        for start in range(0, len(text), size):
            self.body.feed(text[start : start + size])
            self.body.flush()
            self.body.fit(700, 0)
        self.body.finish()
        self.qtbot.waitUntil(lambda: self.body.resting)
        self.body.fit(700, 0)

    @property
    def text(self) -> str:
        parts: list[str] = []
        for piece in self.body.pieces:
            if isinstance(piece, CodeBlock):
                parts.append(piece.view.code)
            else:
                parts.append(piece.text() if isinstance(piece, RichText) else piece.text.text())
        return "\n".join(parts)


ANSWER = """Growth[^1] was **4 %**[2], $x^2$.

$$
\\frac{a}{b}
$$

| a | b |
|---|---|
| [2] | $y$ |

```py
x[2] = 1
```

[^1]: Only a remark.
[2] Report https://two.example/r
"""


@pytest.mark.parametrize("size", [3, 50, 10_000])
def test_streamed_and_stored_answers_look_the_same(qtbot: QtBot, size: int) -> None:
    streamed, stored = Shown(qtbot), Shown(qtbot)
    streamed.stream(ANSWER, size)
    stored.body.show_text(ANSWER)
    qtbot.waitUntil(lambda: streamed.body.resting and stored.body.resting)
    assert [type(piece) for piece in streamed.body.pieces] == [RichText, WideBlock, WideBlock, CodeBlock, RichText]
    assert streamed.text == stored.text
    assert "x[2] = 1" in streamed.text
    assert streamed.body.fit(700, 0) == stored.body.fit(700, 0)


def test_marks_lead_to_their_source(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.body.show_text(ANSWER)
    qtbot.waitUntil(lambda: shown.body.resting)
    first = shown.body.pieces[0]
    assert isinstance(first, RichText)
    assert 'href="note:2"' in first.html
    assert first.describe("note:1") == "Only a remark."
    first.link_clicked.emit("note:2")
    first.link_clicked.emit("note:1")
    first.link_clicked.emit("https://other.example")
    assert shown.followed == ["https://two.example/r", "https://other.example"], "a remark is only read"


@pytest.mark.parametrize(
    "text",
    [
        "**a** **b**",
        "<think>\n" + '<div class="x">y</div>\n' * 1_300 + "</think>\n\nanswer",
        "$$\nnever closed\n\nanswer",
        "$" * 500 + "answer",
        "[^1]: [^2]: answer",
        "> [!NOTE]\n> answer",
    ],
    ids=["two chunks", "html", "open formula", "dollars", "notes", "alert"],
)
def test_R3_no_answer_is_blank_and_its_raw_text_is_what_was_fed(qtbot: QtBot, text: str) -> None:
    shown = Shown(qtbot)
    shown.stream(text, 997)
    qtbot.waitUntil(lambda: shown.body.resting)
    assert shown.body.raw == text
    assert "answer" in shown.text or shown.text == "a b"
    assert shown.body.fit(700, 0) > 10


def test_code_in_a_list_has_its_buttons_and_stands_under_the_words_of_its_item(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.stream("1. first\n\n   ```py\n   x = 1\n   ```\n\n2. second\n\n```py\ny = 2\n```\n")
    inside, outside = (piece for piece in shown.body.pieces if isinstance(piece, CodeBlock))
    assert (inside.view.code, outside.view.code) == ("x = 1", "y = 2")
    qtbot.waitUntil(lambda: inside.body.x() >= outside.body.x() + 20)
    assert inside.tools.copy.isVisibleTo(inside)
    assert shown.text.split("\n") == ["first", "x = 1", "second", "y = 2"]


def test_R1_a_long_stored_answer_comes_in_slices(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    text = "word " * (SLICE // 2) + "\n\nthe end"
    shown.body.show_text(text)
    assert "the end" not in shown.text
    assert shown.body.raw == text
    qtbot.waitUntil(lambda: "the end" in shown.text)


def test_R1_much_that_arrived_at_once_is_shown_piece_by_piece(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_body, "BUDGET_S", 0.0)
    shown = Shown(qtbot)
    shown.body.feed("one\n\n```\ntwo\n```\n\n| a |\n|---|\n| three |\n\nfour")
    shown.body.flush()
    counts = [len(shown.body.pieces)]
    shown.body.changed.connect(lambda: counts.append(len(shown.body.pieces)))
    qtbot.waitUntil(lambda: shown.body.whole)
    assert all(after - before <= 2 for before, after in itertools.pairwise(counts)), "a piece, and the open end"
    assert "four" in shown.text, "the open end is shown when all before it is"
    shown.body.feed(" and five")
    shown.body.finish()
    qtbot.waitUntil(lambda: shown.body.resting)
    assert "four and five" in shown.text


def test_breaking_the_lines_of_code_moves_what_is_below_it(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.stream("```text\n" + "word " * 200 + "\n```\n\nbelow\n\n$$x$$\n\nend")
    code, last = shown.body.pieces[0], shown.body.pieces[-1]
    assert isinstance(code, CodeBlock)
    before = last.y()
    code.tools.wrap.click()
    shown.body.fit(700, 0)
    assert last.y() > before + 100


def test_an_open_formula_becomes_one_where_it_stands(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.body.feed("so\n\n$$\n\\frac{a}")
    shown.body.flush()
    qtbot.waitUntil(lambda: shown.body.whole)
    assert "\\frac{a}" in shown.text
    shown.body.feed("{b}\n$$\n")
    shown.body.flush()
    qtbot.waitUntil(lambda: shown.body.whole)
    assert "$$\\frac{a}{b}$$" in shown.text
    shown.body.finish()
    pool().waitForDone(1_000)


def test_what_grew_stays_when_it_is_whole_and_paragraphs_that_join_others_are_shown_by_one_piece(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    grown: list[object] = []
    for word in ("First ", "words.\n\nSecond ", "words.\n\nThird.\n\n| a | b |\n|---|---|\n| 1 ", "| 2 |\n"):
        shown.body.feed(word)
        shown.body.flush()
        qtbot.waitUntil(lambda: shown.body.whole)
        shown.body.fit(700, 0)
        grown.append(shown.body.pieces[-1])
    first, second, table, last = grown
    assert isinstance(table, WideBlock)
    assert second is not first, "it joins the first one only when it is whole"
    shown.body.feed("\nAfter.\n\n")
    shown.body.flush()
    qtbot.waitUntil(lambda: shown.body.whole)
    assert shown.body.pieces[:2] == [first, table]
    assert table is last
    assert len(shown.body.pieces) == 3
    after = shown.body.pieces[2]
    assert after is second, "it shows the next paragraph, as it is there already"
    assert after.isVisible()
    shown.body.finish()
    qtbot.waitUntil(lambda: shown.body.resting)
    assert shown.text == "First words.\nSecond words.\nThird.\n\na\nb\n1\n2\n\nAfter."
    assert shown.host.findChildren(RichText, options=Qt.FindChildOption.FindDirectChildrenOnly) == [first, second]
