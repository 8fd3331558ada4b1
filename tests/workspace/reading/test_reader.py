"""Reading from start to end: the process of its own, its limits, and what people are told."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest
from PIL import Image

from tests.workspace.reading import made
from weclaw_desktop.core.errors import Cancelled, InputError
from weclaw_desktop.core.text import render
from weclaw_desktop.workspace.reading.found import Extracted, Picture
from weclaw_desktop.workspace.reading.reader import Reading


def test_text_is_read_here_and_now(tmp_path: Path) -> None:
    path = made.put(tmp_path, "笔记.md", "# 题目\r\n内容".encode("gb18030"))
    found = Reading(path).run()
    assert isinstance(found.content, Extracted)
    assert (found.name, found.media_type, found.content.text) == ("笔记.md", "text/markdown", "# 题目\n内容")
    assert found.data == path.read_bytes()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.pdf", made.pdf("The words")),
        ("a.docx", made.docx("The words")),
        ("a.xlsx", made.xlsx("S", ("The words",))),
        ("a.pptx", made.pptx("The words")),
        ("a.odt", made.odt("The words")),
    ],
)
def test_documents_are_read_by_a_process_of_their_own(tmp_path: Path, name: str, data: bytes) -> None:
    found = Reading(made.put(tmp_path, name, data)).run()
    assert isinstance(found.content, Extracted)
    assert "The words" in found.content.text
    assert found.size == len(data)


def test_a_folder_is_read_too(tmp_path: Path) -> None:
    made.put(tmp_path, "p/a.txt", "in it")
    found = Reading(tmp_path / "p").run()
    assert isinstance(found.content, Extracted)
    assert "=== a.txt ===\nin it" in found.content.text
    assert found.data is None


def test_a_picture_is_fitted(tmp_path: Path) -> None:
    Image.new("RGB", (900, 300)).save(tmp_path / "a.png")
    found = Reading(tmp_path / "a.png", longest=450).run()
    assert isinstance(found.content, Picture)
    assert (found.content.width, found.content.height) == (450, 150)


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("locked.pdf", made.LOCKED_PDF, "password"),
        ("broken.docx", b"PK\x03\x04", "damaged"),
        ("song.mp3", b"ID3", "kind that cannot be read"),
        ("noise.dat", bytes(range(256)) * 9, "kind that cannot be read"),
        ("empty.txt", b"", "empty"),
        ("blank.txt", b" \n ", "empty"),
        ("bad.png", b"\x89PNG\r\n\x1a\n", "no picture"),
    ],
)
def test_what_cannot_be_read_ends_in_one_sentence(tmp_path: Path, name: str, data: bytes, says: str) -> None:
    with pytest.raises(InputError) as caught:
        Reading(made.put(tmp_path, name, data)).run()
    english, chinese = render(caught.value.text), render(caught.value.text, "zh")
    assert says in english
    assert name in english
    assert name in chinese
    assert chinese != english


def test_a_missing_file_a_pipe_and_a_forbidden_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not there any more"):
        Reading(tmp_path / "gone.txt").run()
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="device"):
        Reading(tmp_path / "pipe").run()


def test_reading_ends_in_time(tmp_path: Path) -> None:
    path = made.put(tmp_path, "a.pdf", made.pdf("x"))
    with pytest.raises(InputError, match="took too long"):
        Reading(path, time_s=0.001).run()


def test_stop_ends_the_process_at_once(tmp_path: Path) -> None:
    for number in range(1_500):
        made.put(tmp_path, f"p/{number}.txt", "words " * 2_000)
    reading = Reading(tmp_path / "p")
    timer = threading.Timer(0.1, reading.stop)
    timer.start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        reading.run()
    assert time.monotonic() - began < 2
    timer.join()


def test_X1_the_reading_process_gets_no_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No key reaches a child process: it gets what it is given, not what this process has."""
    seen: list[dict[str, str]] = []
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-somebody")
    import subprocess

    start = subprocess.Popen

    def watched(*args: object, **kwargs: object) -> subprocess.Popen[bytes]:
        seen.append(dict(kwargs["env"]))  # type: ignore[call-overload] -- what Popen takes
        return start(*args, **kwargs)  # type: ignore[call-overload] -- as above

    monkeypatch.setattr("weclaw_desktop.workspace.reading.reader.subprocess.Popen", watched)
    Reading(made.put(tmp_path, "a.odt", made.odt("words"))).run()
    assert seen
    assert "sk-of-somebody" not in str(seen)
