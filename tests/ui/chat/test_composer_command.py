"""What a slash means."""

from __future__ import annotations

import pytest

from weclaw_desktop.ui.chat.composer_command import NAMES, Command, begun, file_begun, offers, read


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("/compact", Command("compact", "", True)),
        ("/compact the  contract\nand dates", Command("compact", "the  contract\nand dates", True)),
        ("/PIN m12 ", Command("pin", "m12", True)),
        ("／clear", Command("clear", "", True)),
        ("/frobnicate now", Command("frobnicate", "now", False)),
        ("//compact", "/compact"),
        (" /compact", " /compact"),
        ("/etc/hosts says what?", "/etc/hosts says what?"),
        ("/", "/"),
        ("/2 + 2", "/2 + 2"),
        ("use /compact", "use /compact"),
        ("你好 /pin", "你好 /pin"),
    ],
)
def test_commands_unknown_ones_and_text(written: str, meant: Command | str) -> None:
    assert read(written) == meant


def test_every_command_is_offered() -> None:
    assert tuple(offer.name for offer in offers()) == NAMES
    assert all(offer.does for offer in offers())


def test_where_a_name_is_begun() -> None:
    assert begun("/co", "") == "co"
    assert begun("/", "") == ""
    assert begun("/co", "mpact") is None
    assert begun("a /co", "") is None
    assert begun("/compact ", "") is None


@pytest.mark.parametrize(
    ("before", "typed"),
    [
        ("@", ""),
        ("look at @read", "read"),
        ("看看@设计", "设计"),
        ("（＠rep", "rep"),
        ("@~/My Documents/re", "~/My Documents/re"),
        ("@C:/Users/a b", "C:/Users/a b"),
        ("me@example.org", None),
        ("a@", None),
        ("@read me", None),
        ("no sign", None),
    ],
)
def test_where_a_file_is_begun(before: str, typed: str | None) -> None:
    assert file_begun(before) == typed
