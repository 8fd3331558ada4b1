"""Calls to llama.cpp's server, each in the event loop of its caller, never through a proxy."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any, cast

import httpx

from weclaw_desktop.core.errors import BadRequest, ContextOverflow, ModelError, ServerFault, StreamBroken
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.local.errors import PROVIDER
from weclaw_desktop.llm.local.readings import chunk_of
from weclaw_desktop.llm.local.server import Endpoint

_TIMEOUT = httpx.Timeout(10.0, read=600.0)  # seconds; a long prompt is read for minutes before the first byte
_SMALL_TIMEOUT = 30.0  # seconds


async def chunks(endpoint: Endpoint, body: Mapping[str, Any]) -> AsyncGenerator[dict[str, Any], None]:
    """The chunks of one chat completion, with progress and usage. Closing it ends the request and frees the model.

    Raises:
        ContextOverflow: with the served window as limit.
        ModelError: ServerFault, BadRequest or StreamBroken.
    """
    request = {
        **body,
        "model": endpoint.name,
        "stream": True,
        "return_progress": True,
        "cache_prompt": True,
        "stream_options": {"include_usage": True},
    }
    url = f"{endpoint.base_url}/chat/completions"
    try:
        async with (
            httpx.AsyncClient(timeout=_TIMEOUT, trust_env=False) as client,
            client.stream("POST", url, json=request, headers=_headers(endpoint)) as response,
        ):
            if response.status_code != 200:
                raise _refused(endpoint, response.status_code, await response.aread())
            async for line in response.aiter_lines():
                chunk = chunk_of(line)
                if chunk is not None:
                    yield chunk
    except httpx.HTTPError as error:
        said = text("local.answer_failed", model=endpoint.name)
        raise StreamBroken(said, str(error), provider=PROVIDER, model=endpoint.name) from error


async def ask(endpoint: Endpoint, path: str, body: Mapping[str, Any]) -> dict[str, Any] | None:
    """One of llama.cpp's small calls; None when it does not answer with an object."""
    async with httpx.AsyncClient(timeout=_SMALL_TIMEOUT, trust_env=False) as client:
        try:
            response = await client.post(f"{endpoint.root}{path}", json=body, headers=_headers(endpoint))
            found: object = response.json()
        except (httpx.HTTPError, ValueError):
            return None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else None


async def healthy(endpoint: Endpoint) -> bool:
    """Whether the server answers within two seconds."""
    async with httpx.AsyncClient(timeout=2.0, trust_env=False) as client:
        try:
            return (await client.get(f"{endpoint.root}/health")).status_code == 200
        except httpx.HTTPError:
            return False


def _headers(endpoint: Endpoint) -> dict[str, str]:
    return {"Authorization": f"Bearer {endpoint.api_key}"}


def _refused(endpoint: Endpoint, status: int, raw: bytes) -> ModelError:
    """The typed error for llama.cpp's error body."""
    try:
        body: object = json.loads(raw)
    except ValueError:
        body = {}
    outer = cast("dict[str, Any]", body) if isinstance(body, dict) else {}
    error = cast("dict[str, Any]", outer.get("error")) if isinstance(outer.get("error"), dict) else {}
    detail = str(error.get("message") or raw[:500].decode("utf-8", "replace"))
    if error.get("type") == "exceed_context_size_error":
        said = text("local.too_long", model=endpoint.name, window=endpoint.n_ctx)
        limit = endpoint.n_ctx
        return ContextOverflow(said, detail, limit=limit, provider=PROVIDER, model=endpoint.name, status=status)
    said = text("local.answer_failed", model=endpoint.name)
    cls = ServerFault if status >= 500 else BadRequest
    return cls(said, detail, provider=PROVIDER, model=endpoint.name, status=status)
