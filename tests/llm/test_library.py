"""litellm finds the environment it needs, and nothing imports it before it is wanted."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from weclaw_desktop.core.errors import Cancelled, ServerFault
from weclaw_desktop.llm import library
from weclaw_desktop.llm.environment import VARIABLES, prepare_environment


def test_the_environment_is_set() -> None:
    environ = {"LITELLM_OFFLINE_MODE": "false", "OTHER": "1"}
    prepare_environment(environ)
    assert environ == {**VARIABLES, "OTHER": "1"}


def test_nothing_imports_litellm_before_the_first_call() -> None:
    script = (
        "import sys; import weclaw_desktop.llm.catalog, weclaw_desktop.llm.scripted, weclaw_desktop.llm.ladder;"
        "assert not {'litellm', 'openai', 'tiktoken', 'tokenizers'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


CHURN = """
import sys, threading
from weclaw_desktop.llm import library
sys.setswitchinterval(1e-6)
ended = threading.Event()
def imports():
    while not ended.is_set():
        for name in map("churn{}".format, range(50)):
            sys.modules[name] = sys
        for name in map("churn{}".format, range(50)):
            del sys.modules[name]
thread = threading.Thread(target=imports)
thread.start()
try:
    for _ in range(500):
        sys.modules["litellm.half"] = sys
        library._forget()
        assert "litellm.half" not in sys.modules
finally:
    ended.set()
    thread.join()
"""


def test_a_stopped_import_is_forgotten_while_something_else_is_imported() -> None:
    """At a quick end the thread died with a trace: names came and went while it looked through them."""
    subprocess.run([sys.executable, "-c", CHURN], check=True, timeout=60)


def test_a_vocabulary_that_nobody_reads_again_is_dropped() -> None:
    """The string it was parsed for stays, so that the library still counts for the models it belongs to."""
    lib = library.litellm()
    utils = sys.modules["litellm.utils"]
    assert utils.json_data is None
    assert len(utils.claude_json_str) > 1_000_000
    assert lib.token_counter(model="claude-2", text="One two three.") == 4


def test_a_library_without_that_vocabulary_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    library.litellm()
    utils = sys.modules["litellm.utils"]
    monkeypatch.delattr(utils, "json_data")
    library.drop_parsed_vocabulary()
    assert not hasattr(utils, "json_data")


@pytest.fixture
def slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A library in place of litellm that imports for minutes, module by module, and swallows what it can."""
    folder = tmp_path / "slow_library"
    folder.mkdir()
    begun = folder / "begun"
    (folder / "__init__.py").write_text(
        "import importlib, pathlib, time\n"
        f"pathlib.Path({str(begun)!r}).touch()\n"
        "from slow_library import whole\n"
        "for number in range(10_000):\n"
        "    time.sleep(0.01)\n"
        "    try:\n"
        "        importlib.import_module(f'slow_library.none_{number}')\n"
        "    except ImportError:\n"
        "        pass\n"
    )
    (folder / "whole.py").touch()
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(library, "_NAME", "slow_library")
    yield begun
    library.stop(library.STOP_S)


def until_there(path: Path) -> None:
    for _ in range(3_000):
        if path.exists():
            return
        time.sleep(0.01)
    raise AssertionError(f"{path} never came")


async def test_A8_an_import_ends_with_the_program_and_leaves_nothing_behind(slow: Path) -> None:
    """(fault A8): whoever ended the program in its first seconds waited for the end of an import."""
    finders = list(sys.meta_path)
    waiting = asyncio.ensure_future(library.soon())
    await asyncio.to_thread(until_there, slow)
    assert "slow_library.whole" in sys.modules or "slow_library" in sys.modules
    library.stop()
    with pytest.raises(Cancelled):
        await asyncio.wait_for(waiting, 30)
    library.stop(library.STOP_S)
    assert not [name for name in sys.modules if name.startswith("slow_library")]
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("import ")]
    assert sys.meta_path == finders


async def test_whoever_stops_waiting_leaves_the_import_to_itself(slow: Path) -> None:
    waiting = asyncio.ensure_future(library.soon())
    await asyncio.to_thread(until_there, slow)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert [thread.daemon for thread in threading.enumerate() if thread.name.startswith("import ")] == [True]


async def test_a_library_that_is_not_there_is_told_where_it_was_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_NAME", "a_library_that_nobody_wrote")
    with pytest.raises(ServerFault):
        await library.soon()


async def test_a_loaded_library_is_at_hand() -> None:
    assert await library.soon() is library.litellm()
    assert await library.soon() is library.litellm()
