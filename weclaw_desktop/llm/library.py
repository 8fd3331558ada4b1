"""Loads litellm once, off the window's thread, and quiet.

The import takes seconds, so it happens in a thread after the window shows (``Catalog.preload``) or with the first
call, whichever comes first. Nobody waits for that thread when the program ends: it is told to stop, and does at the
next module that it would import. Nothing else in the program imports litellm.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from weclaw_desktop.core.errors import Cancelled, ServerFault
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.environment import VARIABLES, prepare_environment

_LOCK = threading.Lock()
_NAME = "litellm"
STOP_S = 5.0
"""Seconds that the end of the program gives a stopped import, which needs some hundredths to notice."""


class _Stopped(BaseException):
    """Ends an import from within. No Exception, so that no library takes it for a module that is missing."""


class _Loading(MetaPathFinder):
    """One import in a thread of its own. As a finder it is asked for every module, and can refuse to go on."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.thread = threading.Thread(target=self._load, name=f"import {_NAME}", daemon=True)
        self.stopped = False
        self.found: asyncio.Future[Any] = loop.create_future()
        self._loop = loop

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """Never finds anything. Raises ``_Stopped`` in its own thread when the program ends."""
        if self.stopped and threading.current_thread() is self.thread:
            raise _Stopped
        return None

    def _load(self) -> None:
        found: Any = None
        sys.meta_path.insert(0, self)
        try:
            found = litellm()
        except _Stopped:
            _forget()
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is raised again where the library was wanted
            found = error
        finally:
            sys.meta_path.remove(self)
        with suppress(RuntimeError):  # the loop was closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._tell, found or Cancelled(text("llm.closed")))

    def _tell(self, found: Any) -> None:
        if self.found.done():
            return
        if isinstance(found, Exception):
            self.found.set_exception(found)
        else:
            self.found.set_result(found)


_LOADING: list[_Loading] = []


async def soon() -> Any:
    """The library, imported in a thread that nothing waits for at exit. Cancelling leaves the import to itself.

    Raises:
        ServerFault: It is not installed or broken.
        Cancelled: The program ends.
    """
    if loaded():
        return litellm()
    loading = _Loading(asyncio.get_running_loop())
    _LOADING[:] = [*(one for one in _LOADING if one.thread.is_alive()), loading]
    loading.thread.start()
    return await loading.found


def stop(patience_s: float = 0.0) -> None:
    """End imports that are under way, because the program ends; wait for that so many seconds."""
    for loading in _LOADING:
        loading.stopped = True
    for loading in _LOADING:
        loading.thread.join(patience_s)


def _forget() -> None:
    """What a stopped import left behind, so that another one begins anew."""
    names = list(sys.modules)  # at once: another thread may import something meanwhile
    for name in [name for name in names if name == _NAME or name.startswith(f"{_NAME}.")]:
        del sys.modules[name]


def litellm() -> Any:
    """The library, set up. Blocks for seconds the first time: call it in a thread.

    Raises:
        ServerFault: It is not installed or broken.
    """
    with _LOCK:
        loaded = sys.modules.get(_NAME)
        if loaded is not None and getattr(loaded, "_weclaw_ready", False):
            return loaded
        return _load()


def loaded() -> bool:
    """Whether the library is there already, so that a call need not wait for it."""
    return getattr(sys.modules.get(_NAME), "_weclaw_ready", False)


async def end_tasks() -> None:
    """End what the library left running on this loop; a step of closing."""
    if loaded():
        from litellm.litellm_core_utils.logging_worker import GLOBAL_LOGGING_WORKER

        await GLOBAL_LOGGING_WORKER.stop(discard_pending=True, timeout=1.0)


def _load() -> Any:
    # Whoever starts the program through app or cli has prepared the environment; a script or a test may not have.
    environment = os.environ  # noqa: TID251 - the library takes these switches from nowhere else
    if any(environment.get(name) != value for name, value in VARIABLES.items()):
        prepare_environment(environment)
    library = _import()
    library.suppress_debug_info = True
    library.set_verbose = False
    library.telemetry = False
    library.drop_params = True
    library.disable_aiohttp_transport = True
    library.num_retries = 0
    for name in ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router"):
        logger = logging.getLogger(name)
        logger.setLevel(logging.CRITICAL)
        logger.handlers.clear()
        logger.propagate = False
    drop_parsed_vocabulary()
    library._weclaw_ready = True
    return library


def drop_parsed_vocabulary() -> None:
    """Free the vocabulary of old Claude models: 15 MB, parsed only to be written into a string that stays."""
    utils = sys.modules.get("litellm.utils")
    if hasattr(utils, "json_data"):
        vars(utils)["json_data"] = None


def _import() -> Any:
    """Import without collecting garbage, and take what is there out of later collections.

    The import makes so many objects that full collections stop every thread, the window's too, for 0.2–0.4 s several
    times on a free computer and for over a second on a busy one; without them the longest stop is about 0.1 s, and the
    import is a fifth shorter. Frozen objects are not walked again, so that later collections stay short as well; the
    price is that cycles made before this point are never collected.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        return importlib.import_module(_NAME)
    except ImportError as error:
        raise ServerFault(text("llm.library_missing"), str(error)) from error
    finally:
        gc.freeze()
        if collecting:
            gc.enable()
