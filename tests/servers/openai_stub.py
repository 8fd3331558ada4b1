"""A scripted OpenAI-compatible server on loopback: real HTTP on a free port, every bad day on demand.

::

    with OpenAIStub() as stub:
        stub.enqueue(rate_limited(0.2), answer("hello"))
        ...                                   # talk to stub.base_url
        assert stub.requests[0].json["model"] == "stub-model"

Each chat request takes the next script of the queue, ``stub.default`` when it is empty. ``stub.routes`` answers other
paths with JSON or a script. Every request is remembered, with whether the client closed the socket before the end.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any, Self, cast

STATUS = {
    200: "OK",
    400: "Bad Request",
    401: "Unauthorized",
    402: "Payment Required",
    403: "Forbidden",
    404: "Not Found",
    413: "Payload Too Large",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
    529: "Overloaded",
}

OVERFLOWS: dict[str, tuple[int, dict[str, Any], int]] = {
    "openai": (
        400,
        {
            "error": {
                "message": "This model's maximum context length is 128000 tokens. However, your messages resulted in "
                "130512 tokens. Please reduce the length of the messages.",
                "type": "invalid_request_error",
                "param": "messages",
                "code": "context_length_exceeded",
            }
        },
        128_000,
    ),
    "openai-responses": (
        400,
        {
            "error": {
                "message": "Your input exceeds the context window of this model. Please adjust your input and try "
                "again.",
                "type": "invalid_request_error",
                "code": "context_length_exceeded",
            }
        },
        0,
    ),
    "anthropic": (
        400,
        {
            "type": "error",
            "error": {
                "type": "invalid_request_error",
                "message": "prompt is too long: 212113 tokens > 200000 maximum",
            },
        },
        200_000,
    ),
    "gemini": (
        400,
        {
            "error": {
                "code": 400,
                "message": "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
                "status": "INVALID_ARGUMENT",
            }
        },
        1_048_576,
    ),
    "dashscope": (
        400,
        {
            "error": {
                "message": "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
                "type": "invalid_request_error",
                "code": "invalid_parameter_error",
            }
        },
        129_024,
    ),
    "moonshot": (
        400,
        {
            "error": {
                "message": "Invalid request: Your request exceeded model token limit: 262144",
                "type": "invalid_request_error",
            }
        },
        262_144,
    ),
    "zhipu": (400, {"error": {"code": "1261", "message": "Prompt exceeds max length"}}, 0),
    "zhipu-chinese": (400, {"error": {"code": "1261", "message": "Prompt 超长"}}, 0),
    "deepseek": (
        400,
        {
            "error": {
                "message": "This model's maximum context length is 65536 tokens. However, you requested 70001 tokens "
                "(66001 in the messages, 4000 in the completion). Please reduce the length of the messages or "
                "completion.",
                "type": "invalid_request_error",
                "param": None,
                "code": "invalid_request_error",
            }
        },
        65_536,
    ),
    "llama.cpp": (
        400,
        {
            "error": {
                "code": 400,
                "message": "the request exceeds the available context size, try increasing it",
                "type": "exceed_context_size_error",
                "n_prompt_tokens": 9_000,
                "n_ctx": 4_096,
            }
        },
        4_096,
    ),
    "vllm": (
        400,
        {
            "object": "error",
            "message": "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context "
            "length is 8192 tokens and your request has 6000 input tokens (4096 > 8192 - 6000).",
            "type": "BadRequestError",
            "code": 400,
        },
        8_192,
    ),
    "volcengine": (
        400,
        {
            "error": {
                "code": "InvalidParameter",
                "message": "Input length 140000 exceeds the maximum length 131072",
                "type": "BadRequest",
            }
        },
        131_072,
    ),
    "minimax": (
        400,
        {"base_resp": {"status_code": 1039, "status_msg": "invalid params, context window exceeds limit (2013)"}},
        0,
    ),
    "siliconflow": (
        400,
        {
            "code": 20015,
            "message": "length of prompt_tokens (40000) must be less than max_seq_len (32768).",
            "data": None,
        },
        32_768,
    ),
    "hunyuan": (
        400,
        {
            "error": {
                "message": "输入内容过长，超出模型最大上下文长度限制",
                "type": "invalid_request_error",
                "code": "400",
            }
        },
        0,
    ),
    "openrouter": (
        400,
        {
            "error": {
                "message": "This endpoint's maximum context length is 163840 tokens. However, you requested about "
                "200123 tokens (200123 of text input). Please reduce the length of either one.",
                "code": 400,
            }
        },
        163_840,
    ),
    "lmstudio": (
        400,
        {
            "error": "Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded "
            "with context length of only 4096 tokens, which is not enough."
        },
        4_096,
    ),
    "ollama": (400, {"error": {"message": "prompt too long; exceeded max context length by 512 tokens"}}, 0),
}
"""Provider → (status, body, limit in tokens it tells, 0 when it tells none)."""


@dataclass
class Request:
    """One request as it arrived. ``closed`` is set when the client hung up before the answer was complete."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    closed: threading.Event = field(default_factory=threading.Event)
    answered: threading.Event = field(default_factory=threading.Event)

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


class Exchange:
    """A request being answered."""

    def __init__(self, request: Request, writer: asyncio.StreamWriter) -> None:
        self.request = request
        self._writer = writer

    async def respond(self, status: int, body: object, headers: dict[str, str] | None = None) -> None:
        """Answer with one JSON document (or raw bytes)."""
        content = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
        await self._head(
            status, {"content-type": "application/json", "content-length": str(len(content)), **(headers or {})}
        )
        self._writer.write(content)
        await self._writer.drain()

    async def open_stream(self) -> None:
        """Begin an event stream."""
        await self._head(200, {"content-type": "text/event-stream", "transfer-encoding": "chunked"})

    async def event(self, data: object) -> None:
        """Send one server-sent event."""
        text = data if isinstance(data, str) else json.dumps(data, ensure_ascii=False)
        await self.raw(f"data: {text}\n\n".encode())

    async def raw(self, content: bytes) -> None:
        """Send one HTTP chunk."""
        self._writer.write(b"%x\r\n%s\r\n" % (len(content), content))
        await self._writer.drain()

    async def close_stream(self) -> None:
        """End the event stream properly."""
        await self.event("[DONE]")
        await self.end()

    async def end(self) -> None:
        """End the body."""
        self._writer.write(b"0\r\n\r\n")
        await self._writer.drain()

    def drop(self) -> None:
        """Cut the connection."""
        self._writer.transport.abort()

    async def _head(self, status: int, headers: dict[str, str]) -> None:
        lines = [f"HTTP/1.1 {status} {STATUS.get(status, 'Status')}", *(f"{k}: {v}" for k, v in headers.items())]
        self._writer.write(("\r\n".join([*lines, "connection: close"]) + "\r\n\r\n").encode())
        await self._writer.drain()


Script = Callable[[Exchange], Awaitable[None]]


def delta(**fields: object) -> dict[str, object]:
    """One streamed chunk whose delta holds ``fields``."""
    return {
        "id": "chatcmpl-stub",
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": "stub-model",
        "choices": [{"index": 0, "delta": fields, "finish_reason": None}],
    }


def answer(
    text: str = "hello",
    *calls: tuple[str, str],
    reasoning: str = "",
    prompt_tokens: int = 11,
    completion_tokens: int = 7,
    usage: dict[str, object] | None = None,
    finish: str = "",
    size: int = 4,
    rate: float = 0.0,
    first_after: float = 0.0,
) -> Script:
    """A whole answer: thinking, text, calls ``(name, raw arguments)`` in fragments, usage at the end.

    ``rate`` is in chunks per second, 0 for no pauses; ``size`` characters make a chunk.
    """

    async def play(exchange: Exchange) -> None:
        if first_after:
            await asyncio.sleep(first_after)
        pieces = [delta(reasoning_content=p) for p in split(reasoning, size)]
        pieces += [delta(content=p) for p in split(text, size)]
        for index, (name, arguments) in enumerate(calls):
            head = {
                "index": index,
                "id": f"call_{index}",
                "type": "function",
                "function": {"name": name, "arguments": ""},
            }
            pieces.append(delta(tool_calls=[head]))
            pieces += [
                delta(tool_calls=[{"index": index, "function": {"arguments": p}}]) for p in split(arguments, size)
            ]
        if not exchange.request.json.get("stream"):
            await exchange.respond(200, whole(text, usage or tokens(prompt_tokens, completion_tokens)))
            return
        await exchange.open_stream()
        await exchange.event(delta(role="assistant", content=""))
        await paced(exchange, pieces, rate)
        last = delta()
        last["choices"] = [{"index": 0, "delta": {}, "finish_reason": finish or ("tool_calls" if calls else "stop")}]
        await exchange.event(last)
        await exchange.event({**delta(), "choices": [], "usage": usage or tokens(prompt_tokens, completion_tokens)})
        await exchange.close_stream()

    return play


def words(count: int = 20_000, rate: float = 0.0) -> Script:
    """``count`` one-word chunks at ``rate`` a second."""
    return answer("".join("word " for _ in range(count)), size=5, rate=rate, completion_tokens=count)


def whole(text: str, usage: dict[str, object]) -> dict[str, object]:
    """An answer that is not streamed."""
    return {
        "id": "chatcmpl-stub",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "stub-model",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": usage,
    }


def tokens(prompt: int, completion: int, cached: int = 0) -> dict[str, object]:
    """Usage as OpenAI reports it, cached tokens inside the prompt's."""
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached},
    }


def status(code: int, message: str = "no", *, headers: dict[str, str] | None = None, kind: str = "error") -> Script:
    """An HTTP error with OpenAI's error object."""

    async def play(exchange: Exchange) -> None:
        await exchange.respond(code, {"error": {"message": message, "type": kind, "code": kind}}, headers)

    return play


def rate_limited(after: float | None = None, *, as_date: bool = False) -> Script:
    """429, with Retry-After in seconds, as an HTTP date, or without."""

    async def play(exchange: Exchange) -> None:
        import time

        headers: dict[str, str] = {}
        if after is not None:
            headers["retry-after"] = formatdate(time.time() + after, usegmt=True) if as_date else f"{after:g}"
        await status(429, "Rate limit reached", headers=headers, kind="rate_limit_exceeded")(exchange)

    return play


def overflow(provider: str) -> Script:
    """The provider's own words for a prompt that is too long."""
    code, body, _ = OVERFLOWS[provider]

    async def play(exchange: Exchange) -> None:
        await exchange.respond(code, body)

    return play


def cut(text: str = "half of the ans", *, rate: float = 0.0) -> Script:
    """Part of an answer, then the connection drops."""

    async def play(exchange: Exchange) -> None:
        await exchange.open_stream()
        await paced(exchange, [delta(content=p) for p in split(text, 4)], rate)
        await asyncio.sleep(0.05)
        exchange.drop()

    return play


def garbage(text: str = "") -> Script:
    """An event stream whose lines are not JSON, after ``text``."""

    async def play(exchange: Exchange) -> None:
        await exchange.open_stream()
        for piece in split(text, 4):
            await exchange.event(delta(content=piece))
        await exchange.event("{not json at all")
        await exchange.event("<html>gateway</html>")
        await exchange.close_stream()

    return play


def page(code: int = 200) -> Script:
    """A web page where an answer should be (wrong address, captive portal)."""

    async def play(exchange: Exchange) -> None:
        await exchange.respond(code, b"<html><body>Welcome</body></html>", {"content-type": "text/html"})

    return play


def hang(text: str = "") -> Script:
    """``text`` and then nothing until somebody hangs up; without text not even a status line."""

    async def play(exchange: Exchange) -> None:
        if text:
            await exchange.open_stream()
            for piece in split(text, 4):
                await exchange.event(delta(content=piece))
        await asyncio.Event().wait()

    return play


def events(*data: object) -> Script:
    """An event stream of exactly these."""

    async def play(exchange: Exchange) -> None:
        await exchange.open_stream()
        for item in data:
            await exchange.event(item)
        await exchange.close_stream()

    return play


def named_events(*data: dict[str, Any]) -> Script:
    """An event stream in Anthropic's manner: each object under its own type, no end mark."""

    async def play(exchange: Exchange) -> None:
        await exchange.open_stream()
        for item in data:
            await exchange.raw(f"event: {item['type']}\ndata: {json.dumps(item, ensure_ascii=False)}\n\n".encode())
        await exchange.end()

    return play


def split(text: str, size: int) -> list[str]:
    """``text`` in pieces of ``size`` characters."""
    return [text[at : at + size] for at in range(0, len(text), size)]


async def paced(exchange: Exchange, pieces: Sequence[object], rate: float) -> None:
    """Send pieces at ``rate`` per second, in bursts of 10 ms."""
    loop = asyncio.get_running_loop()
    started = loop.time()
    for index, piece in enumerate(pieces):
        if rate and (wait := started + index / rate - loop.time()) > 0.01:
            await asyncio.sleep(wait)
        await exchange.event(piece)


def refused_address() -> str:
    """A base URL on which nobody listens."""
    with socket.socket() as plug:
        plug.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{plug.getsockname()[1]}/v1"


class OpenAIStub:
    """The server, in a thread of its own while the ``with`` block runs."""

    def __init__(self, models: Sequence[str] = ("stub-model",), *, key: str = "") -> None:
        self.models: list[dict[str, object]] = [{"id": name, "object": "model", "owned_by": "stub"} for name in models]
        self.key = key
        self.default: Script = answer()
        self.requests: list[Request] = []
        self.routes: dict[str, object] = {}
        self.port = 0
        self._queue: deque[Script] = deque()
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="openai-stub", daemon=True)

    @property
    def root(self) -> str:
        """The server's address without path."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def base_url(self) -> str:
        """The address that clients are given."""
        return f"{self.root}/v1"

    @property
    def chats(self) -> list[Request]:
        """Requests for an answer, without model lists and other paths."""
        return [request for request in self.requests if request.path.endswith("/chat/completions")]

    def enqueue(self, *scripts: Script) -> None:
        """Play these for the next requests, one each."""
        self._queue.extend(scripts)

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        assert self._loop is not None
        assert self._stop is not None
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        connections: set[asyncio.Task[None]] = set()

        def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.create_task(self._connection(reader, writer))
            connections.add(task)
            task.add_done_callback(connections.discard)

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in tuple(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await _read(reader)
            if request is not None:
                self.requests.append(request)
                await self._answer(request, reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _answer(self, request: Request, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        play = asyncio.create_task(self._script(request)(Exchange(request, writer)))
        hung_up = asyncio.create_task(reader.read(1))
        try:
            await asyncio.wait({play, hung_up}, return_when=asyncio.FIRST_COMPLETED)
            if play.done() and play.exception() is None:
                request.answered.set()
            else:
                request.closed.set()
        finally:
            for task in (play, hung_up):
                task.cancel()
            await asyncio.gather(play, hung_up, return_exceptions=True)

    def _script(self, request: Request) -> Script:
        path = request.path.partition("?")[0]
        if path in self.routes:
            found = self.routes[path]
            return cast("Script", found) if callable(found) else lambda exchange: exchange.respond(200, found)
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            return status(401, f"Incorrect API key provided: {request.headers.get('authorization', '')}")
        if path.endswith("/models"):
            return lambda exchange: exchange.respond(200, {"object": "list", "data": self.models})
        if not path.endswith("/chat/completions"):
            return status(404, "no such path")
        if self._queue:
            return self._queue.popleft()
        return self.default


async def _read(reader: asyncio.StreamReader) -> Request | None:
    head = await reader.readuntil(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ", 2)
    headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines if line)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Request(method, path, headers, body)
