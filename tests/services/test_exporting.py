"""Chats as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.bench import bench
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import render


async def test_a_chat_is_written_whole(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as b:
        chat = await b.chat()
        await b.say(chat, "你好 there")
        target = tmp_path / "chat.md"
        await b.workshop.exporting.to_markdown(chat, target, "zh")
        said = target.read_text("utf-8")
        assert "## 你 · " in said
        assert "You said: 你好 there" in said


async def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    async with bench(tmp_path / "p") as b:
        chat = await b.chat()
        with pytest.raises(InputError) as caught:
            await b.workshop.exporting.to_markdown(chat, tmp_path / "no" / "chat.md", "en")
        for language in ("en", "zh"):
            assert str(tmp_path / "no" / "chat.md") in render(caught.value.text, language)
