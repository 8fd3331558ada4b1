"""The environment that litellm must find before it is imported.

It reads these variables while it is imported and never again: without the first two it fetches a price list from the
network with retries, without the third a hundred equal chunks in a row (a table of zeros) end a stream with an error.
"""

from __future__ import annotations

from collections.abc import MutableMapping

VARIABLES = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_OFFLINE_MODE": "true",
    "REPEATED_STREAMING_CHUNK_LIMIT": "1000000000",
}


def prepare_environment(environ: MutableMapping[str, str]) -> None:
    """Set what litellm needs. ``app`` and ``cli`` call this first thing, with the process's own environment."""
    environ.update(VARIABLES)
