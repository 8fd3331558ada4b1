"""What an answer folds away: opened by mouse and keyboard, while it grows, found, copied whole."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import Settle
from tests.ui.fakes.bench import FakeBench
from tests.ui.fakes.bodies import ShownBody
from weclaw_desktop.core.messages import Message, TextPart
from weclaw_desktop.ui.chat.fold_line import FoldLine
from weclaw_desktop.ui.chat.pieces import CodeBlock
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.widgets import IconButton

ANSWER = """Before.

<details>
<summary>The proof, [in full](https://one.example)</summary>

A hidden sentence.

```py
secret = 1
```

<details open><summary>Inner</summary>

Deep words.

</details>

</details>

After.
"""


class Shown(ShownBody):
    """A body in a window."""

    def whole(self, text: str) -> None:
        """Show a stored answer."""
        self.body.show_text(text)
        self.qtbot.waitUntil(lambda: self.body.resting)
        self.body.fit(700, 0)

    def grow(self, text: str) -> None:
        """Let more of an answer come."""
        self.body.feed(text)
        self.body.flush()
        self.qtbot.waitUntil(lambda: self.body.whole)
        self.body.fit(700, 0)

    @property
    def lines(self) -> list[FoldLine]:
        return [piece for piece in self.body.pieces if isinstance(piece, FoldLine)]

    @property
    def seen(self) -> str:
        """What is in sight, from top to bottom."""
        told = [piece for piece in self.body.pieces if piece.isVisible()]
        assert [piece.y() for piece in told] == sorted(piece.y() for piece in told)
        return " ".join(" ".join(_said(piece).split()) for piece in told)


def _said(piece: QWidget) -> str:
    if isinstance(piece, CodeBlock):
        return piece.view.code
    text = getattr(piece, "text")  # noqa: B009 -- a method of one kind, the words of the others
    return str(text() if callable(text) else text.text())


CLOSED = "Before. The proof, in full After."
OPEN = "Before. The proof, in full A hidden sentence. secret = 1 Inner Deep words. After."


def test_what_is_folded_away_takes_no_room_and_comes_by_a_press_on_its_line(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.whole(ANSWER)
    assert shown.seen == CLOSED
    low = shown.body.fit(700, 0)
    outer = shown.lines[0]
    qtbot.mouseClick(outer.text, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    high = shown.body.fit(700, 0)
    assert shown.seen == OPEN
    assert high > low
    code = next(piece for piece in shown.body.pieces if isinstance(piece, CodeBlock))
    assert code.x() > outer.x(), "its contents stand further to the right"
    assert code.geometry().right() == outer.geometry().right()
    qtbot.mouseClick(outer, Qt.MouseButton.LeftButton, pos=QPoint(outer.width() - 3, 5))
    assert shown.body.fit(700, 0) == low
    assert shown.seen == CLOSED


def test_the_keyboard_opens_it_and_a_screen_reader_hears_what_it_does(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.whole(ANSWER)
    arrow = shown.lines[0].findChild(IconButton)
    assert arrow is not None
    assert arrow.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert arrow.accessibleName() == "Unfold: The proof, in full"
    for key, seen in ((Qt.Key.Key_Space, OPEN), (Qt.Key.Key_Return, CLOSED), (Qt.Key.Key_Space, OPEN)):
        qtbot.keyClick(arrow, key)
        shown.body.fit(700, 0)
        assert shown.seen == seen
    assert arrow.accessibleName() == "Fold away: The proof, in full"


def test_a_link_in_the_line_is_followed_and_opens_nothing(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.whole(ANSWER)
    text = shown.lines[0].text
    at = next(QPoint(x, 10) for x in range(text.width()) if text._link_at(QPoint(x, 10).toPointF()))
    qtbot.mouseClick(text, Qt.MouseButton.LeftButton, pos=at + QPoint(5, 0))
    assert shown.followed == ["https://one.example"]
    assert shown.seen == CLOSED


def test_a_press_that_selects_opens_nothing(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.whole(ANSWER)
    text = shown.lines[0].text
    qtbot.mousePress(text, Qt.MouseButton.LeftButton, pos=QPoint(5, 10))
    qtbot.mouseRelease(text, Qt.MouseButton.LeftButton, pos=QPoint(60, 10))
    assert shown.seen == CLOSED


def test_while_it_grows_it_stays_as_it_was_put(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    cut = ANSWER.index("sentence")
    shown.grow(ANSWER[: ANSWER.index("</summary>")])
    (line,) = shown.lines
    assert shown.seen.startswith("Before. The proof, ")
    shown.grow(ANSWER[ANSWER.index("</summary>") : cut])
    assert shown.lines == [line]
    assert shown.seen == CLOSED.removesuffix(" After."), "closed at first"
    line.toggle()
    shown.body.fit(700, 0)
    assert shown.seen.endswith("A hidden")
    for letter in ANSWER[cut:]:
        shown.body.feed(letter)
        shown.body.flush()
        shown.body.fit(700, 0)
    shown.body.finish()
    qtbot.waitUntil(lambda: shown.body.resting)
    shown.body.fit(700, 0)
    assert shown.lines[0] is line
    assert shown.seen == OPEN


def test_what_never_ends_is_shown_unless_somebody_closed_it(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.whole("<details><summary>A</summary>\n\nto the last word")
    assert shown.seen == "A to the last word"
    shown.body.show_text("")
    shown.grow("<details open><summary>A</summary>\n\nto the last\n\n")
    shown.lines[0].toggle()
    shown.grow("word")
    shown.body.finish()
    qtbot.waitUntil(lambda: shown.body.resting)
    shown.body.fit(700, 0)
    assert shown.seen == "A"


def test_without_a_summary_its_line_says_what_it_is(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.whole("<details>\n\nwords\n\n</details>")
    assert shown.seen == "Details"


async def answered(window: MainWindow, bench: FakeBench, settle: Settle, text: str = ANSWER) -> ResponseView:
    """An answer as a message of the open chat."""
    chat = await bench.store.chats.create()
    made = bench.store.messages.add(chat.id, Message("assistant", (TextPart(text),)))
    assert window.conductor is not None
    window.conductor.open_chat(chat.id)
    rows = window.chat.transcript.window_of_rows
    await settle(lambda: made.id in rows.views and rows.views[made.id].whole)
    view = rows.views[made.id]
    assert isinstance(view, ResponseView)
    return view


async def test_words_that_are_folded_away_are_found_and_come_in_sight(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot
) -> None:
    view = await answered(window, bench, settle)
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    bar = window._parts.searching.finding.bar  # type: ignore[union-attr]  # a window with parts
    lines = [piece for piece in view.stack() if isinstance(piece, FoldLine)]
    qtbot.keyClicks(bar.edit, "Before")
    await settle(lambda: bar.count.text() == "1 of 1")
    assert not lines[0].open, "what is found elsewhere opens nothing"
    for words in ("deep words", "secret"):
        bar.edit.setText(words)
        await settle(lambda: bar.count.text() == "1 of 1")
        await settle(lambda: lines[0].open)
        piece = next(p for p in view.selectables() if p.mark((words,)))
        await settle(lambda piece=piece: piece.isVisible())
        marks = window._parts.searching.spots.marks  # type: ignore[union-attr]  # a window with parts
        assert marks.top(view, 0) > lines[0].geometry().bottom()
        lines[0].toggle()


async def test_words_far_down_in_what_is_folded_away_are_scrolled_to(
    window: MainWindow, bench: FakeBench, settle: Settle, qtbot: QtBot
) -> None:
    filler = "\n\n".join(f"Line {n} of the proof." for n in range(150))
    text = f"<details><summary>Long</summary>\n\n{filler}\n\nthe needle\n\n{filler}\n\n</details>"
    view = await answered(window, bench, settle, text)
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    bar = window._parts.searching.finding.bar  # type: ignore[union-attr]  # a window with parts
    qtbot.keyClicks(bar.edit, "needle")
    await settle(lambda: bar.count.text() == "1 of 1")
    marks = window._parts.searching.spots.marks  # type: ignore[union-attr]  # a window with parts
    viewport = window.chat.transcript.viewport()
    await settle(lambda: view.height() > 2_000)
    at = view.mapTo(viewport, QPoint(0, marks.top(view, 0))).y()
    assert 0 < at < viewport.height()


async def test_it_is_copied_whole(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    view = await answered(window, bench, settle)
    whole = ["Before.", "The proof, in full", "A hidden sentence.", "secret = 1", "Inner", "Deep words.", "After."]
    assert view.plain_text().split("\n\n") == whole
    assert view.raw == ANSWER
    pieces, selection = view.selectables(), window.chat.transcript._selection
    selection.press(pieces[0].mapToGlobal(QPoint(0, 0)))
    selection.drag(pieces[-1].mapToGlobal(pieces[-1].rect().bottomRight()))
    selection.release()
    assert [part for part in selection.text().split("\n") if part] == whole


async def test_a_selection_never_ends_in_what_is_folded_away(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    view = await answered(window, bench, settle)
    pieces, selection = view.selectables(), window.chat.transcript._selection
    line = next(piece for piece in view.stack() if isinstance(piece, FoldLine))
    selection.press(pieces[0].mapToGlobal(QPoint(0, 0)))
    selection.drag(line.text.mapToGlobal(line.text.rect().bottomRight()))
    assert selection.text() == "Before.\n\nThe proof, in full"


async def test_an_edited_answer_folds_again_what_was_folded(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    view = await answered(window, bench, settle)
    hidden = [piece for piece in view.stack() if not piece.isVisibleTo(view)]
    assert hidden
    view.begin_edit(ANSWER)
    view.end_edit()
    assert [piece for piece in view.stack() if not piece.isVisibleTo(view)] == hidden
