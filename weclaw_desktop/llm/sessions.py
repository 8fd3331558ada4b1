"""The HTTP client that all providers share, with the user's proxy, which never catches loopback.

It lives on the provider loop and is made anew when the proxy setting changes.
"""

from __future__ import annotations

from typing import Any

import httpx

from weclaw_desktop.core.errors import Unreachable
from weclaw_desktop.core.redact import redact
from weclaw_desktop.core.settings import Network
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.tap import on_response

CONNECT_S = 15.0
"""Seconds a connection may take; the time limit of the answer itself is the caller's."""

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def http_client(network: Network) -> httpx.AsyncClient:
    """A client for any address. Raises Unreachable, which no retry mends, for a proxy that cannot be used."""
    proxy = network.proxy_url.strip() if network.proxy == "custom" else ""
    try:
        return httpx.AsyncClient(
            proxy=proxy or None,
            trust_env=network.proxy == "system",
            mounts={f"all://{host}": None for host in _LOOPBACK},
            timeout=httpx.Timeout(None, connect=CONNECT_S),
            follow_redirects=True,
            event_hooks={"response": [on_response]},
        )
    except (ValueError, ImportError, httpx.InvalidURL) as error:
        where = text("llm.proxy_own" if proxy else "llm.proxy_of_system")
        failure = Unreachable(text("llm.proxy_unusable", where=where), redact(str(error)))
        failure.retryable = False
        raise failure from None  # the cause holds the address, perhaps with a password


class Sessions:
    """Gives litellm its HTTP client; use on the provider loop only."""

    def __init__(self) -> None:
        self._key: tuple[str, str] | None = None
        self._client: httpx.AsyncClient | None = None
        self._handler: Any = None

    def for_litellm(self, library: Any, network: Network) -> Any:
        """Set the client up for OpenAI-shaped routes and return the handler that other routes take."""
        key = (network.proxy, network.proxy_url)
        if self._client is None or key != self._key:
            client = http_client(network)
            self._key, self._client = key, client
            library.in_memory_llm_clients_cache.flush_cache()
            library.aclient_session = client
            from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler

            handler = AsyncHTTPHandler()
            handler.client = client
            self._handler = handler
        return self._handler

    async def close(self) -> None:
        """Close all connections."""
        client, self._client, self._key = self._client, None, None
        if client is not None:
            await client.aclose()
