"""Starts, watches and ends the model's process (``child``).

One thread per child starts it, reads its events, and stays until it has ended. It must be the same thread: Linux ends
the child with the *thread* that started it. Everything else may be called from any thread or event loop; results are
``concurrent.futures.Future``, which any loop can wait for.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

import weclaw_desktop
from weclaw_desktop.core.errors import LocalModelError
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.local import hardware
from weclaw_desktop.llm.local.environment import for_server
from weclaw_desktop.llm.local.errors import PROVIDER, StartFailed, failed

State = Literal["off", "loading", "ready", "stopping", "failed"]
CHILD = (sys.executable, "-P", "-m", "weclaw_desktop.llm.local.child")
_GRACE = 2.0  # seconds between the end of stdin and killing
_LOG_LIMIT = 2_000_000  # bytes; a longer log makes room at the next start
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
_ILLEGAL_INSTRUCTION = (-4, 0xC000001D, -1073741795)  # SIGILL; STATUS_ILLEGAL_INSTRUCTION, unsigned and signed
_MEMORY_WORDS = ("failed to allocate", "unable to allocate", "out of memory", "bad_alloc", "cannot allocate memory")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model answers, OpenAI-compatible: ``base_url`` ends in ``/v1``. The key is not in the repr."""

    name: str
    base_url: str
    api_key: str = field(repr=False)
    n_ctx: int
    pid: int

    @property
    def root(self) -> str:
        """The server's address without ``/v1``, for llama.cpp's own calls."""
        return self.base_url.removesuffix("/v1")


@dataclass(frozen=True, slots=True)
class Order:
    """What a child is to serve. ``n_ctx`` and ``batch`` in tokens, ``cache_mib`` in MiB, ``threads`` 0: all cores.

    ``cache_mib`` keeps what was read for other chats, so that switching back reads nothing again. ``memory`` in bytes
    is what is needed to start at all (0: not checked). ``command`` is the Python that runs ``child``.
    """

    name: str
    model: Path
    n_ctx: int
    log: Path
    environment: Mapping[str, str] = field(repr=False)
    memory: int = 0
    threads: int = 0
    batch: int = 64
    cache_mib: int = 256
    command: Sequence[str] = CHILD


class Child:
    """One process serving one model, from start to end; never used twice."""

    def __init__(
        self,
        order: Order,
        on_change: Callable[[Child], None] = lambda _child: None,
        after: Child | None = None,
    ) -> None:
        """``on_change`` is called from the child's thread whenever ``state`` or ``loaded`` changed.

        ``after`` is the child that must have ended before this one starts: two models rarely fit in memory.
        """
        self.order = order
        self.state: State = "loading"
        self.loaded = 0.0
        self.error: LocalModelError | None = None
        self.endpoint: Endpoint | None = None
        self._on_change = on_change
        self._after = after
        self._lock = threading.Lock()
        self._waiting: list[Future[Endpoint]] = []
        self._ended: list[Future[None]] = []
        self._over = False
        self._stop = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._live, name=f"weclaw-model-{order.name}", daemon=True)

    def start(self) -> None:
        """Begin in the background; ``ready`` tells when it serves."""
        self._thread.start()

    def ready(self) -> Future[Endpoint]:
        """A future of one's own for the endpoint; it fails with a ``LocalModelError`` when the child cannot serve."""
        future: Future[Endpoint] = Future()
        with self._lock:
            if self.endpoint is not None and not self._over:
                future.set_result(self.endpoint)
            elif self._over:
                future.set_exception(self.error or self._stopped())
            else:
                self._waiting.append(future)
        return future

    def stop(self) -> Future[None]:
        """Ask the child to end; the future is done when it has. Harmless when it has ended already."""
        future: Future[None] = Future()
        with self._lock:
            self._stop.set()
            process = self._process
            if self._over or not self._thread.ident:
                future.set_result(None)
            else:
                self._ended.append(future)
        if process is not None and not self._over:
            self._set_state("stopping")
            process.kill()  # it holds nothing worth a farewell, and while loading it could not hear one
        return future

    def join(self, timeout: float | None = None) -> None:
        """Wait in a thread until the child and its watching thread have ended."""
        if self._thread.ident:
            self._thread.join(timeout)

    @property
    def alive(self) -> bool:
        """Whether it serves or may still come to serve."""
        return not self._over and not self._stop.is_set()

    @property
    def pid(self) -> int:
        """Process id, 0 before the start."""
        return 0 if self._process is None else self._process.pid

    def _live(self) -> None:
        try:
            if self._after is not None:
                self._after.stop().result()
                self._after = None
            if not self._stop.is_set():
                self._run()
        except OSError as error:
            self.error = failed("start", self.order.name, str(error))
        finally:
            self._finish()

    def _run(self) -> None:
        if self.order.memory and hardware.free_memory() < self.order.memory:
            self.error = failed("memory", self.order.name, f"{hardware.free_memory()} bytes free")
            return
        key = secrets.token_urlsafe(32)
        self.order.log.parent.mkdir(parents=True, exist_ok=True)
        if self.order.log.exists() and self.order.log.stat().st_size > _LOG_LIMIT:
            self.order.log.replace(self.order.log.with_suffix(".1" + self.order.log.suffix))
        with self.order.log.open("ab") as log:
            start = log.tell()
            process = self._launch(log.fileno())
            try:
                self._hand_over(process, key)
                self._listen(process, key)
            finally:
                code = _end(process)
        tail = _tail(self.order.log, start)
        if self.error is None and not self._stop.is_set():
            self.error = self._crashed(code, tail)
        elif self.error is not None and _mentions_memory(tail):
            self.error = failed("memory", self.order.name, tail)

    def _launch(self, log: int) -> subprocess.Popen[bytes]:
        """Its own session: Ctrl+C in a terminal must stop an answer, not the model."""
        package_root = str(Path(weclaw_desktop.__file__).resolve().parent.parent)
        process = subprocess.Popen(
            list(self.order.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            env=for_server(self.order.environment, package_root), start_new_session=True, creationflags=_NO_WINDOW,
        )  # fmt: skip
        with self._lock:
            self._process = process
            stopped = self._stop.is_set()
        if stopped:
            process.kill()
        return process

    def _hand_over(self, process: subprocess.Popen[bytes], key: str) -> None:
        order = {
            "name": self.order.name, "model": str(self.order.model), "n_ctx": self.order.n_ctx, "key": key,
            "batch": self.order.batch, "cache_mib": self.order.cache_mib, "parent": os.getpid(),
            "threads": self.order.threads or hardware.threads(),
        }  # fmt: skip
        try:
            if process.stdin is not None:
                process.stdin.write(json.dumps(order).encode() + b"\n")
                process.stdin.flush()
        except (OSError, ValueError):
            return  # it has ended already, or was stopped; its exit says why

    def _listen(self, process: subprocess.Popen[bytes], key: str) -> None:
        for line in process.stdout or ():
            try:
                event = cast("dict[str, object]", json.loads(line))
            except ValueError:
                continue
            kind = event.get("event")
            if kind == "loading":
                self.loaded = _number(event, "done") / max(1.0, _number(event, "total"))
                self._on_change(self)
            elif kind == "ready":
                self._serve(f"{event['url']}/v1", key, process.pid)
            elif kind == "failed":
                self.error = failed(str(event.get("kind")), self.order.name, str(event.get("detail")))

    def _serve(self, base_url: str, key: str, pid: int) -> None:
        endpoint = Endpoint(self.order.name, base_url, key, self.order.n_ctx, pid)
        with self._lock:
            self.endpoint = endpoint
            waiting, self._waiting = self._waiting, []
        self.loaded = 1.0
        self._set_state("ready")
        for future in waiting:
            if future.set_running_or_notify_cancel():
                future.set_result(endpoint)

    def _finish(self) -> None:
        with self._lock:
            self._over = True
            waiting, self._waiting = self._waiting, []
            ended, self._ended = self._ended, []
        self._set_state("failed" if self.error is not None and not self._stop.is_set() else "off")
        for future in waiting:
            if future.set_running_or_notify_cancel():
                future.set_exception(self.error or self._stopped())
        for over in ended:
            if over.set_running_or_notify_cancel():
                over.set_result(None)

    def _set_state(self, state: State) -> None:
        self.state = state
        self._on_change(self)

    def _stopped(self) -> LocalModelError:
        return StartFailed(text("local.stopped", model=self.order.name), provider=PROVIDER, model=self.order.name)

    def _crashed(self, code: int, tail: str) -> LocalModelError:
        """The error for a child that ended unasked and without a word."""
        if code in _ILLEGAL_INSTRUCTION:
            kind = "processor"
        elif code == -getattr(signal, "SIGKILL", 9) or _mentions_memory(tail):
            kind = "memory"  # nobody else kills it: that is the system's memory watchdog
        else:
            kind = "start"
        return failed(kind, self.order.name, tail or f"exit code {code}")


def _end(process: subprocess.Popen[bytes]) -> int:
    """Close the child's stdin, which is its sign to end, and see that it does."""
    try:
        if process.stdin is not None:
            process.stdin.close()
    except OSError:
        process.kill()  # its end of the pipe is gone already
    try:
        return process.wait(_GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
    finally:
        if process.stdout is not None:
            process.stdout.close()


def _tail(log: Path, start: int) -> str:
    """The last lines that this child wrote, at most 2,000 bytes."""
    with log.open("rb") as file:
        file.seek(max(start, log.stat().st_size - 2_000))
        return file.read().decode("utf-8", "replace").strip()


def _mentions_memory(tail: str) -> bool:
    return any(word in tail.lower() for word in _MEMORY_WORDS)


def _number(event: dict[str, object], key: str) -> float:
    value = event.get(key)
    return float(value) if isinstance(value, (int, float)) else 0.0
