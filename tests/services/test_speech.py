"""Reading aloud: what is read, by which command, and that it can be stopped. The commands are ours."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from typing_extensions import override

from weclaw_desktop.core.text import Language
from weclaw_desktop.services.speech import CannotSpeak, Speech, spoken


def having(*names: str) -> Callable[[str], str | None]:
    return lambda name: f"/bin/{name}" if name in names else None


class Python(Speech):
    """Speaks by a script of this test."""

    def __init__(self, script: str) -> None:
        super().__init__()
        self.script = script

    @override
    def command(self, language: Language) -> Sequence[str]:
        return (sys.executable, "-c", self.script, language)


@pytest.mark.parametrize(
    ("platform", "names", "language", "start"),
    [
        ("linux", ("spd-say", "espeak-ng"), "zh", ("spd-say", "--pipe-mode", "--wait", "--language", "zh")),
        ("linux", ("espeak-ng",), "zh", ("/bin/espeak-ng", "--stdin", "-v", "cmn")),
        ("linux", ("espeak",), "zh", ("/bin/espeak", "--stdin", "-v", "zh")),
        ("linux", ("espeak-ng",), "en", ("/bin/espeak-ng", "--stdin", "-v", "en")),
        ("darwin", ("say",), "en", ("say", "-f", "-")),
        ("win32", ("pwsh",), "en", ("/bin/pwsh", "-NoProfile", "-Command")),
    ],
)
def test_each_system_has_its_command(
    platform: str, names: tuple[str, ...], language: Language, start: tuple[str, ...]
) -> None:
    command = Speech(having(*names), platform).command(language)
    assert command is not None
    assert tuple(command[: len(start)]) == start


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
async def test_without_a_command_the_user_hears_why_not(platform: str) -> None:
    speech = Speech(having(), platform)
    assert not speech.possible
    with pytest.raises(CannotSpeak) as told:
        await speech.read("words", "en")
    assert told.value.text.key == "services.no_speech"


async def test_the_words_are_read_from_standard_input(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    speech = Python(f"import sys; open({str(heard)!r}, 'wb').write(sys.stdin.buffer.read())")
    await speech.read("--help **你好**, see [the docs](https://example.org)", "zh")
    assert heard.read_text("utf-8") == "--help 你好, see the docs"
    assert not speech.speaking


async def test_reading_is_stopped_by_stop_by_another_text_and_by_cancel() -> None:
    speech = Python("import sys, time; sys.stdin.read(); time.sleep(60)")
    for end in (speech.stop, lambda: None):
        reading = asyncio.get_running_loop().create_task(speech.read("a", "en"))
        async with asyncio.timeout(10):
            while not speech.speaking:  # noqa: ASYNC110 - a process has no event
                await asyncio.sleep(0.01)
            end()
            reading.cancel()
            await asyncio.wait({reading})
            while speech.speaking:  # noqa: ASYNC110 - a process has no event
                await asyncio.sleep(0.01)


async def test_another_text_takes_the_place_of_the_one_being_read() -> None:
    speech = Python("import sys, time; sys.stdin.read(); time.sleep(60)")
    loop = asyncio.get_running_loop()
    first = loop.create_task(speech.read("a", "en"))
    async with asyncio.timeout(10):
        while not speech.speaking:  # noqa: ASYNC110 - a process has no event
            await asyncio.sleep(0.01)
        second = loop.create_task(speech.read("b", "en"))
        await first
        await asyncio.sleep(0.05)
        assert speech.speaking
        speech.stop()
        await second


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("# Plan\n\n- one\n- **two**", "Plan\n\none\ntwo"),
        ("See:\n\n```python\nprint(1)\n```\n\ndone", "See:\n\ndone"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a  b \n\n 1  2"),
        ("> quoted `code`", "quoted code"),
    ],
)
def test_signs_of_markdown_and_code_are_not_read(markdown: str, said: str) -> None:
    assert spoken(markdown) == said
