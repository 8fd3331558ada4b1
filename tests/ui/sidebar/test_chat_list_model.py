"""The chat list: groups, shares, dots, names, drops."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QModelIndex, Qt

from weclaw_desktop.core.chats import Chat, Folder
from weclaw_desktop.ui.sidebar.chat_list_model import BUSY, HEADING, SHARE, UNREAD, ChatListModel, percent
from weclaw_desktop.ui.sidebar.days import Days
from weclaw_desktop.ui.sidebar.groups import Heading

NOW = datetime(2026, 3, 10, 15, 0, tzinfo=UTC)
SPOKEN = Qt.ItemDataRole.AccessibleTextRole


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1_000)


@pytest.mark.parametrize(
    ("back", "day"),
    [
        (timedelta(0), "today"),
        (timedelta(hours=14, minutes=59), "today"),
        (timedelta(hours=15, minutes=1), "yesterday"),
        (timedelta(days=2), "week"),
        (timedelta(days=7), "week"),
        (timedelta(days=8), "older"),
        (timedelta(hours=-3), "today"),
    ],
)
def test_days_begin_at_midnight(back: timedelta, day: str) -> None:
    assert Days(NOW).of(ms(NOW - back)) == day


def listed() -> ChatListModel:
    now = ms(datetime.now(UTC))
    model = ChatListModel()
    chats = [
        Chat("a", "A", updated_ms=now),
        Chat("b", "", updated_ms=now - 1, unread=True),
        Chat("p", "P", pinned=True, tags=("工作", "x")),
        Chat("f", "F", folder="f1", updated_ms=now),
        Chat("z", "Z", archived=True),
    ]
    model.set_all(chats, [Chat("t", "T", deleted_ms=now)], [Folder("f1", "Work"), Folder("f2", "Empty", 1)])
    return model


def shown(model: ChatListModel) -> list[str]:
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def test_pinned_come_first_then_folders_days_archive_and_trash() -> None:
    model = listed()
    assert shown(model) == ["pinned", "P", "Work", "F", "Empty", "today", "A", "New chat", "archived", "trash"]
    heading = model.index(0).data(HEADING)
    assert isinstance(heading, Heading)
    assert (heading.kind, heading.count) == ("pinned", 1)
    assert not model.flags(model.index(0)) & Qt.ItemFlag.ItemIsEnabled


def test_groups_open_and_close() -> None:
    model = listed()
    model.open_group("archived", True)
    model.open_group("trash", True)
    assert shown(model)[-4:] == ["archived", "Z", "trash", "T"]
    model.open_group("archived", False)
    model.set_folders([Folder("f1", "Work", collapsed=True)])
    assert shown(model)[2:4] == ["Work", "today"]
    assert "1" in str(model.index(2).data(SPOKEN))


def test_a_tag_shows_only_chats_that_have_it() -> None:
    model = listed()
    assert model.listing.tags() == ["x", "工作"]
    model.show_tag("工作")
    assert shown(model) == ["pinned", "P"]
    model.show_tag("")
    assert model.rowCount() == 10


@pytest.mark.parametrize(("share", "told"), [(0.5, None), (0.799, None), (0.8, 0.8), (1.2, 1.2)])
def test_a_share_is_told_from_eighty_percent_on(share: float, told: float | None) -> None:
    model = listed()
    model.set_share("a", share)
    index = model.index(model.row_of("a"))
    assert index.data(SHARE) == told
    assert ("%" in str(index.data(SPOKEN))) == (told is not None)


def test_a_share_that_reads_the_same_is_not_told_again() -> None:
    model, told = listed(), list[int]()
    model.dataChanged.connect(lambda *_: told.append(1))
    for share in (0.1, 0.2, 0.79):
        model.set_share("a", share)
    assert not told, "the list is laid out anew whenever something is told"
    for share in (0.81, 0.812, 0.92, 1.0, 1.001, 0.5):
        model.set_share("a", share)
    assert len(told) == 5


def test_dots_for_work_and_unread_answers_are_seen_and_read_aloud() -> None:
    model = listed()
    model.retranslate({"unread": "unread answer", "busy": "being answered"})
    model.set_busy("a", True)
    assert model.index(model.row_of("a")).data(BUSY) is True
    assert model.index(model.row_of("a")).data(SPOKEN) == "A, being answered"
    assert model.index(model.row_of("b")).data(UNREAD) is True
    assert model.index(model.row_of("b")).data(SPOKEN) == "New chat, unread answer"
    assert model.index(model.row_of("p")).data(SPOKEN) == "P, #工作, #x"
    model.set_busy("a", False)
    assert model.index(model.row_of("a")).data(BUSY) is False


def test_editing_a_name_is_an_intent_not_a_change() -> None:
    model = listed()
    got: list[tuple[str, str]] = []
    model.renamed.connect(lambda chat_id, title: got.append((chat_id, title)))
    model.folder_renamed.connect(lambda folder_id, name: got.append((folder_id, name)))
    index, folder = model.index(model.row_of("a")), model.index(model.row_of("folder:f1"))
    assert model.setData(index, "  New   name ")
    assert model.setData(folder, "Home")
    for nothing in ((index, "   "), (index, "A"), (folder, "Work"), (model.index(0), "x")):
        assert not model.setData(*nothing)
    assert got == [("a", "New name"), ("f1", "Home")]
    assert (index.data(), folder.data()) == ("A", "Work")


def test_neighbours_go_round_and_pass_over_what_is_put_away() -> None:
    model = listed()
    model.open_group("archived", True)
    assert model.at_hand() == ["p", "f", "a", "b"]
    assert model.neighbour("p", 1) == "f"
    assert model.neighbour("p", -1) == "b"
    assert model.neighbour("", 1) == "p"
    assert ChatListModel().neighbour("x", 1) == ""


def test_a_deleted_chat_moves_to_the_trash_and_comes_back() -> None:
    model = listed()
    model.put(Chat("p", "P", deleted_ms=5))
    assert "pinned" not in shown(model)
    heading = model.heading_at(model.row_of("trash"))
    assert heading is not None
    assert heading.count == 2
    model.put(Chat("p", "P", pinned=True))
    assert shown(model)[:2] == ["pinned", "P"]
    model.forget("p", "t")
    assert "trash" not in shown(model)


def test_a_chat_that_goes_on_moves_to_the_top() -> None:
    model = listed()
    model.touch("b", ms(datetime.now(UTC)) + 10)
    model.touch("unknown", 10)
    assert model.at_hand() == ["p", "f", "b", "a"]


def test_chats_are_dropped_on_groups() -> None:
    model = listed()
    got: list[tuple[list[str], Heading]] = []
    model.dropped.connect(lambda ids, group: got.append((ids, group)))
    data = model.mimeData([model.index(model.row_of("a")), model.index(model.row_of("b"))])
    move, folder = Qt.DropAction.MoveAction, model.index(model.row_of("folder:f2"))
    assert not model.dropMimeData(data, move, -1, 0, folder)
    assert not model.dropMimeData(data, move, -1, 0, model.index(model.row_of("f")))
    assert not model.dropMimeData(data, move, model.row_of("today") + 1, 0, QModelIndex())
    assert [(ids, group.key) for ids, group in got] == [
        (["a", "b"], "folder:f2"),
        (["a", "b"], "folder:f1"),
        (["a", "b"], "today"),
    ]
    assert model.flags(folder) & Qt.ItemFlag.ItemIsDropEnabled


def test_a_thousand_chats_are_arranged_in_milliseconds() -> None:
    now = ms(datetime.now(UTC))
    chats = [Chat(f"c{n}", f"Title {n}", updated_ms=now - n * 600_000, folder=f"f{n % 40}") for n in range(2_000)]
    model = ChatListModel()
    model.set_all(chats, (), [Folder(f"f{n}", f"F{n}", n) for n in range(20)])
    begun = datetime.now(UTC)
    for n in range(10):
        model.put(Chat(f"c{n}", "x", updated_ms=now + n))
    assert (datetime.now(UTC) - begun) / 10 < timedelta(milliseconds=40)
    assert model.rowCount() == 2_000 + 20 + 4


def test_a_share_many_times_over_is_short() -> None:
    assert [percent(share) for share in (0.8, 1.0, 1.314, 9.98, 9.99, 197.71)] == [
        "80 %", "100 %", "131 %", "998 %", ">999 %", ">999 %",
    ]  # fmt: skip
