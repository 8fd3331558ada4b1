"""Pages that an answer rests on: listed below it, opened from there and from the numbers in its text."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.events import StreamDelta, StreamEnded, StreamStarted
from weclaw_desktop.core.messages import Message, SourcesPart, TextPart
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.bridge import Bridge
from weclaw_desktop.ui.chat.live import LiveChats
from weclaw_desktop.ui.chat.response_view import ResponseView
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.chat.source_list import SourceList
from weclaw_desktop.ui.chat.transcript_model import ResponseRow

PAGES = (("https://www.zoo.example/otters", "Otters & friends"), ("https://maps.example/rivers", ""))
SAID = "They swim [1] in rivers [2], not in [3]."


def cited(pages: tuple[tuple[str, str], ...] = PAGES) -> Message:
    return Message("assistant", (TextPart(SAID), SourcesPart(pages)), id="m", chat_id="c")


def shown(view: ResponseView) -> list[str]:
    listed = view.findChild(SourceList)
    assert listed is not None
    return [button.text() for button in listed.findChildren(QAbstractButton) if not button.isHidden()]


def html(view: ResponseView) -> str:
    return "".join(piece.html for piece in view.selectables() if isinstance(piece, RichText))


def test_pages_are_listed_and_open_by_number_and_by_line(qtbot: QtBot) -> None:
    view = ResponseView(ResponseRow(cited(), last=True), LiveChats(Bridge(Bus())))
    qtbot.addWidget(view)
    view.resize(700, view.fit(700))
    view.show()
    assert shown(view) == ["1  Otters && friends · zoo.example", "2  maps.example"]
    qtbot.waitUntil(lambda: "note:1" in html(view))
    assert "note:2" in html(view)
    assert "note:3" not in html(view), "nobody said what it means"
    assert view.raw == SAID, "what is copied is what was said"
    listed = view.findChild(SourceList)
    assert listed is not None
    assert next(b.accessibleName() for b in listed.findChildren(QAbstractButton)) == "Source 1: Otters & friends"
    with qtbot.waitSignal(view.link_clicked) as clicked:
        listed.findChildren(QAbstractButton)[1].click()
    assert clicked.args == ["https://maps.example/rivers"]
    with qtbot.waitSignal(view.link_clicked) as clicked:
        view._body._sources.on_link("note:1")
    assert clicked.args == ["https://www.zoo.example/otters"]
    i18n.use("zh")
    QApplication.processEvents()
    assert listed.accessibleName() == "来源"


def test_pages_come_when_the_answer_is_whole_and_many_are_folded(qtbot: QtBot) -> None:
    bus = Bus()
    bridge = Bridge(bus)
    live = LiveChats(bridge)
    row = Message("assistant", (), id="m", chat_id="c", state="generating")
    bus.publish(StreamStarted(row))
    view = ResponseView(ResponseRow(row, last=True), live)
    qtbot.addWidget(view)
    view.show()
    bus.publish(StreamDelta("c", "m", text=SAID))
    view.flush()
    assert view.findChild(SourceList) is None
    before = view.fit(700)
    done = cited(tuple((f"https://a.example/{n}", f"Page {n}") for n in range(1, 20)))
    bus.publish(StreamEnded(done))
    view.update_row(ResponseRow(done, last=True))
    assert view.fit(700) > before
    assert shown(view)[-1] == "and 13 more"
    listed = view.findChild(SourceList)
    assert listed is not None
    with qtbot.waitSignal(view.height_changed):
        listed.findChildren(QAbstractButton)[-1].click()
    assert len(shown(view)) == 19
    qtbot.waitUntil(lambda: "note:3" in html(view))
