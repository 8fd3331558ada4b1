"""The chat list: days, shares, dots, names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.ui.sidebar.chat_list_model import BUSY, DAY, SHARE, UNREAD, ChatListModel
from weclaw_desktop.ui.sidebar.days import day_of

NOW = datetime(2026, 3, 10, 15, 0, tzinfo=UTC)


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
    assert day_of(ms(NOW - back), NOW, pinned=False) == day
    assert day_of(ms(NOW - back), NOW, pinned=True) == "pinned"


def listed() -> ChatListModel:
    now = ms(datetime.now(UTC))
    model = ChatListModel()
    model.set_chats([Chat("a", "A", updated_ms=now), Chat("b", "", updated_ms=now - 1), Chat("p", "P", pinned=True)])
    return model


def test_pinned_come_first_and_untitled_chats_have_a_name() -> None:
    model = listed()
    shown = [str(model.index(row).data()) for row in range(model.rowCount())]
    assert shown == ["pinned", "P", "today", "A", "New chat"]
    assert model.index(0).data(DAY) == "pinned"
    assert not model.flags(model.index(0))


@pytest.mark.parametrize(("share", "told"), [(0.5, None), (0.799, None), (0.8, 0.8), (1.2, 1.2)])
def test_a_share_is_told_from_eighty_percent_on(share: float, told: float | None) -> None:
    model = listed()
    model.set_share("a", share)
    index = model.index(model.row_of("a"))
    assert index.data(SHARE) == told
    spoken = str(index.data(11))
    assert ("%" in spoken) == (told is not None)


def test_dots_for_work_and_unread_answers() -> None:
    model = listed()
    model.set_busy("a", True)
    model.set_unread("b", True)
    assert model.index(model.row_of("a")).data(BUSY) is True
    assert model.index(model.row_of("b")).data(UNREAD) is True
    model.set_busy("a", False)
    assert model.index(model.row_of("a")).data(BUSY) is False


def test_editing_a_title_is_an_intent_not_a_change() -> None:
    model = listed()
    got: list[tuple[str, str]] = []
    model.renamed.connect(lambda chat_id, title: got.append((chat_id, title)))
    index = model.index(model.row_of("a"))
    assert model.setData(index, "  New   name ")
    assert not model.setData(index, "   ")
    assert not model.setData(index, "A")
    assert got == [("a", "New name")]
    assert index.data() == "A"


def test_neighbours_go_round() -> None:
    model = listed()
    assert model.neighbour("p", 1) == "a"
    assert model.neighbour("p", -1) == "b"
    assert model.neighbour("", 1) == "p"
    assert ChatListModel().neighbour("x", 1) == ""


def test_a_deleted_chat_leaves_with_its_heading() -> None:
    model = listed()
    model.remove("p")
    assert [str(model.index(row).data()) for row in range(model.rowCount())] == ["today", "A", "New chat"]
    model.put(Chat("a", "A", deleted_ms=1))
    assert model.row_of("a") == -1
