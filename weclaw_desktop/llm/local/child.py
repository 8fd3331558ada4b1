"""The model's own process: llama.cpp's OpenAI-compatible server on loopback, and nothing else.

Started by ``server.Child`` as ``python -m weclaw_desktop.llm.local.child``. One line of JSON on stdin says what to
serve and carries the key, so that neither shows in the process list or the environment. Events go to stdout, one JSON
object a line: ``{"event": "loading", "done", "total"}``, ``{"event": "ready", "url"}``,
``{"event": "failed", "kind": "runtime" | "processor" | "damaged" | "memory" | "start", "detail"}``.

The process ends with its parent: stdin is held open by the parent and its end is the signal on every system; Linux
kills it also while the library is loading the model, when no Python code can run.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any, TextIO, cast

from weclaw_desktop.llm.local import hardware

_PR_SET_PDEATHSIG = 1
_BLOCK = 16 * 1024 * 1024
_LOG_LEVEL = 3  # llama.cpp's "info": timings and sizes, no text of any conversation


def main() -> None:
    """Serve until stdin ends."""
    events = _claim_stdout()
    order = cast("dict[str, Any]", json.loads(sys.stdin.buffer.readline()))
    _die_with(int(order["parent"]))
    watcher = threading.Thread(target=_end_with_stdin, name="parent", daemon=True)
    watcher.start()
    failure = _serve(order, events)
    if failure is not None:
        _tell(events, {"event": "failed", "kind": failure[0], "detail": failure[1]})
        os._exit(1)
    watcher.join()


def _serve(order: dict[str, Any], events: TextIO) -> tuple[str, str] | None:
    """Load and serve; the failure as (kind, detail), or None when it serves."""
    if hardware.lacks_avx2():
        return "processor", "no AVX2"
    try:
        library: Any = importlib.import_module("xllamacpp")
    except ImportError as error:
        return "runtime", str(error)
    path = Path(order["model"])
    try:
        _read_ahead(path, events)
        server = library.Server(_parameters(library, order))
    except OSError as error:
        return "damaged", str(error)
    except MemoryError as error:
        return "memory", str(error)
    except RuntimeError as error:
        # The library's own words are on stderr, which is the log; the parent reads its tail.
        return "damaged", str(error)
    _SERVING.append(server)
    _tell(events, {"event": "ready", "url": str(server.listening_address)})
    return None


_SERVING: list[object] = []  # keeps the server object, which stops serving when collected


def _parameters(library: Any, order: dict[str, Any]) -> Any:
    """llama.cpp's settings. Small batches: progress is told and a stop is heard once per batch (about 1.3 s)."""
    parameters = library.CommonParams()
    parameters.model.path = str(order["model"])
    parameters.model_alias = {str(order["name"])}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.api_keys = [str(order["key"])]
    # No web page may call: the only origin let in is one that serves nothing here.
    parameters.cors_origins = "http://127.0.0.1"
    parameters.cors_credentials = False
    parameters.ui = False
    parameters.offline = True
    parameters.n_ctx = int(order["n_ctx"])
    parameters.n_parallel = 1
    parameters.n_batch = parameters.n_ubatch = int(order["batch"])
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = int(order["threads"])
    parameters.cache_ram_mib = int(order["cache_mib"])
    parameters.verbosity = _LOG_LEVEL
    return parameters


def _read_ahead(path: Path, events: TextIO) -> None:
    """Read the file once, so that loading has a progress to show; the library then maps it from the system's cache.

    Skipped when the file would not stay there.
    """
    total = path.stat().st_size
    if total > hardware.free_memory() // 2:
        return
    done, buffer = 0, bytearray(_BLOCK)
    with path.open("rb", buffering=0) as file:
        while count := file.readinto(buffer):
            done += count
            _tell(events, {"event": "loading", "done": done, "total": total})


def _claim_stdout() -> TextIO:
    """Keep stdout for events: whatever the library prints there goes to the log instead."""
    private = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(private, "w", encoding="utf-8")


def _tell(events: TextIO, event: dict[str, object]) -> None:
    try:
        events.write(json.dumps(event) + "\n")
        events.flush()
    except OSError:
        os._exit(0)  # nobody listens any more


def _die_with(parent: int) -> None:
    """Linux: be killed when the thread that started this process ends; too late to ask when it already has."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


def _end_with_stdin() -> None:
    while sys.stdin.buffer.read(1024):
        continue
    os._exit(0)


if __name__ == "__main__":
    main()
