"""Loads litellm once, off the window's thread, and quiet.

The import takes seconds, so it happens in a thread after the window shows (``Catalog.preload``) or with the first
call, whichever comes first. Nothing else in the program imports litellm.
"""

from __future__ import annotations

import gc
import importlib
import logging
import os
import sys
import threading
from typing import Any

from weclaw_desktop.core.errors import ServerFault
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.environment import VARIABLES, prepare_environment

_LOCK = threading.Lock()


def litellm() -> Any:
    """The library, set up. Blocks for seconds the first time: call it in a thread.

    Raises:
        ServerFault: It is not installed or broken.
    """
    with _LOCK:
        loaded = sys.modules.get("litellm")
        if loaded is not None and getattr(loaded, "_weclaw_ready", False):
            return loaded
        return _load()


def loaded() -> bool:
    """Whether the library is there already, so that a call need not wait for it."""
    return getattr(sys.modules.get("litellm"), "_weclaw_ready", False)


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
        return importlib.import_module("litellm")
    except ImportError as error:
        raise ServerFault(text("llm.library_missing"), str(error)) from error
    finally:
        gc.freeze()
        if collecting:
            gc.enable()
