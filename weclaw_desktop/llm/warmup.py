"""Makes litellm's first call before the user does, against a server of our own on loopback.

The first call imports and compiles what the import left out (221 ms in one piece); the second costs 51 ms.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from weclaw_desktop.core.settings import Network
from weclaw_desktop.llm import library
from weclaw_desktop.llm.sessions import Sessions

_CHUNKS: tuple[dict[str, Any], ...] = (
    {"choices": [{"index": 0, "delta": {"role": "assistant", "content": "ready"}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
    {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}},
)


async def warm_up(sessions: Sessions, network: Network) -> None:
    """Load the library and stream one answer from ourselves; run on the provider loop. Raises ServerFault."""
    lib = await library.soon()
    server = await asyncio.start_server(_answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        sessions.for_litellm(lib, network)
        with suppress(Exception):  # a failed rehearsal costs some milliseconds later, nothing else
            await _rehearse(lib, f"http://127.0.0.1:{port}/v1")


async def _rehearse(lib: Any, address: str) -> None:
    stream = await lib.acompletion(
        model="openai/rehearsal",
        messages=[{"role": "user", "content": "ready?"}],
        api_base=address,
        api_key="none",
        stream=True,
        stream_options={"include_usage": True},
        max_retries=0,
        timeout=5,
    )
    try:
        async for _ in stream:
            pass
    finally:
        await stream.aclose()


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError, asyncio.IncompleteReadError):
        await reader.readuntil(b"\r\n\r\n")
        head = {"id": "r", "object": "chat.completion.chunk", "created": 0, "model": "rehearsal"}
        body = "".join(f"data: {json.dumps({**head, **chunk})}\n\n" for chunk in _CHUNKS) + "data: [DONE]\n\n"
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n" + body.encode())
        await writer.drain()
        writer.close()
