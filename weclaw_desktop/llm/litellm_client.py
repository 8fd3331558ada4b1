"""A model behind litellm: one attempt of one call, in the provider loop, told in our events and errors.

litellm's own retries, logs, price lists and guesses are off. A library's exception never leaves this file: it could
hold the key.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, cast

from weclaw_desktop.core.errors import BadKey, MissingKey, ModelError, StreamBroken
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.settings import Network
from weclaw_desktop.core.stream import Finished, ModelEvent, SourcesNamed, TextDelta, UsageReported
from weclaw_desktop.core.text import text
from weclaw_desktop.llm import library
from weclaw_desktop.llm.calibration import possible, read_usage
from weclaw_desktop.llm.chunks import ChunkReader
from weclaw_desktop.llm.client import Events, LoopThread, Patience, across, is_output, persistently
from weclaw_desktop.llm.dialects import Dialect, dialect_for
from weclaw_desktop.llm.failures import Call, classify
from weclaw_desktop.llm.local.calls_in_text import reading_calls
from weclaw_desktop.llm.local.toolchoice import response_schema, written
from weclaw_desktop.llm.providers import ProviderKind, called, cost
from weclaw_desktop.llm.sessions import Sessions
from weclaw_desktop.llm.tap import LISTENER, Heard
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.llm.wire import ReadBytes, keeps_thinking, wire_messages, wire_tools

SLOW_SERVER_S = 600
"""Seconds a server on this computer may read a prompt before its first byte."""

NO_KEY = "none"
"""Sent where a server wants none but the library insists on one."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a configured provider answers. ``default`` says that the address is the provider's own."""

    name: str
    kind: ProviderKind
    address: str
    default: bool
    region: str
    loopback: bool

    @property
    def dialect(self) -> Dialect:
        """The provider's rules."""
        return dialect_for(self.kind.dialect)


@dataclass(frozen=True, slots=True)
class Wiring:
    """What every model shares. ``key_for`` may block; it is asked once per call and the answer is not kept."""

    thread: LoopThread
    sessions: Sessions
    key_for: Callable[[str], str | None]
    network: Callable[[], Network]
    read: ReadBytes
    accepted: Callable[[str, Usage], None]


class LitellmModel:
    """``core.ports.ChatModel`` for any provider but the embedded one."""

    def __init__(self, spec: Callable[[], ModelSpec], endpoint: Endpoint, wiring: Wiring) -> None:
        self._spec = spec
        self._endpoint = endpoint
        self._wiring = wiring

    @property
    def spec(self) -> ModelSpec:
        """What is known of the model now."""
        return self._spec()

    def stream(self, request: ModelRequest) -> Events:
        """Events of one call; see the port. Titles, summaries and tests are asked once: others decide what is next."""
        once = request.purpose in ("title", "summary", "test", "warm")
        patience = Patience(retries=0 if once else self._wiring.network().retries)
        spec = self.spec
        if not (spec.local and request.tools):
            return across(self._wiring.thread, lambda: persistently(lambda: self._attempt(request), patience))
        # Local models write calls as text now and then, some always.
        names = [tool.name for tool in request.tools]
        asked = _written(request) if spec.written_calls else request
        return across(
            self._wiring.thread,
            lambda: reading_calls(persistently(lambda: self._attempt(asked), patience), names),
        )

    async def warm(self, request: ModelRequest) -> None:
        """Have a server on this computer read the prompt ahead: one token is asked for and thrown away."""
        if not self._endpoint.loopback:
            return
        with suppress(ModelError):
            async for _ in self.stream(replace(request, purpose="warm", max_output=1)):
                pass

    async def _attempt(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        spec, endpoint = self.spec, self._endpoint
        key = await asyncio.to_thread(self._wiring.key_for, endpoint.name)
        if endpoint.kind.needs_key and not key:
            raise MissingKey(
                text("llm.missing_key", provider=called(endpoint.name, endpoint.kind)), provider=endpoint.name
            )
        network = self._wiring.network()
        limit_s = (
            max(network.timeout_s, SLOW_SERVER_S) if endpoint.loopback and endpoint.kind.local else network.timeout_s
        )
        call = _call(spec, endpoint, limit_s, key, network)
        lib = await library.soon()
        reader, started, first, began = ChunkReader(), time.monotonic(), 0.0, False
        spoken: list[str] = []
        heard, stream = Heard(), cast("Any", None)
        failure: ModelError | None = None
        LISTENER.set(heard)
        try:
            handler = self._wiring.sessions.for_litellm(lib, network)
            async with asyncio.timeout(limit_s) as limit:
                stream = await lib.acompletion(**parameters(request, spec, endpoint, key, self._wiring.read, handler))
                async for chunk in stream:
                    limit.reschedule(asyncio.get_running_loop().time() + limit_s)
                    for event in reader.feed(chunk):
                        began = began or is_output(event)
                        first = first or time.monotonic()
                        spoken.append(event.text if isinstance(event, TextDelta) else "")
                        yield event
        except ModelError as known:
            failure = known
        except Exception as error:  # noqa: BLE001 - litellm raises whatever the SDKs below it raise
            failure = classify(error, replace(call, began=began), now=time.time())
        finally:
            await _close(stream)
        for event in reader.rest():
            spoken.append(event.text if isinstance(event, TextDelta) else "")
            yield event
        silent = not began and endpoint.dialect.route == "openai" and not heard.lines
        failure = _verdict(failure, call, silent=silent, keyless=not key)
        if failure is not None:
            raise failure
        if heard.sources:
            yield SourcesNamed(tuple(heard.sources.items()))
        report = heard.usage if endpoint.dialect.route == "openai" else reader.usage
        usage = _usage(report, request, spec, "".join(spoken), started, first)
        if not usage.estimated:
            self._wiring.accepted(spec.id, usage)
        yield UsageReported(usage)
        yield Finished("tool_calls" if reader.called and reader.finish == "stop" else reader.finish or "stop")


def parameters(
    request: ModelRequest,
    spec: ModelSpec,
    endpoint: Endpoint,
    key: str | None,
    read: ReadBytes = lambda _sha: None,
    handler: Any = None,
) -> dict[str, Any]:
    """Everything ``litellm.acompletion`` is called with."""
    dialect = endpoint.dialect
    found: dict[str, Any] = {
        "model": f"{dialect.route}/{spec.name}",
        "messages": wire_messages(request, dialect, provider=endpoint.name, read=read),
        "api_key": key or NO_KEY,
        "stream": True,
        "max_retries": 0,
        "num_retries": 0,
        "timeout": None,
    }
    if not endpoint.default or dialect.route in ("openai", "ollama_chat"):
        found["api_base"] = _base(endpoint, dialect)
    if dialect.route != "openai" and handler is not None:
        found["client"] = handler
    if dialect.stream_usage:
        found["stream_options"] = {"include_usage": True}
    if request.tools and spec.tools:
        found["tools"] = wire_tools(request)
    if request.max_output:
        found[dialect.output_field] = request.max_output
    found.update(_sampling(request, spec, dialect))
    if request.response_schema is not None:
        found["response_format"] = _schema(request.response_schema, dialect)
    if dialect.route == "ollama_chat":
        found["num_ctx"] = spec.window
    found.update(_thinking(request, spec, endpoint))
    return found


def _written(request: ModelRequest) -> ModelRequest:
    """The request for a model that ignores the tools field, its answer constrained to a choice."""
    tools = wire_tools(request)
    return replace(written(request, tools, "schema"), response_schema=response_schema(tools))


def _base(endpoint: Endpoint, dialect: Dialect) -> str:
    """The address as the route wants it: Ollama's own interface lies beside ``/v1``."""
    return endpoint.address.removesuffix("/v1") if dialect.route == "ollama_chat" else endpoint.address


def _sampling(request: ModelRequest, spec: ModelSpec, dialect: Dialect) -> dict[str, float]:
    """Temperature and top p, where the provider takes them: thinking models of some refuse both, Claude one of two."""
    if spec.reasoning and request.reasoning and dialect.fixed_while_thinking:
        return {}
    found = {"temperature": request.temperature, "top_p": request.top_p}
    given = {name: value for name, value in found.items() if value is not None}
    if len(given) > 1 and dialect.one_of_two:
        del given["top_p"]
    return given


def _thinking(request: ModelRequest, spec: ModelSpec, endpoint: Endpoint) -> dict[str, Any]:
    """How thinking is asked for or declined, for models that can."""
    dialect = endpoint.dialect
    if dialect.thinking == "minimax":
        return {"extra_body": {"reasoning_split": True}}
    if not spec.reasoning:
        return {}
    wanted = request.reasoning and keeps_thinking(request, dialect, endpoint.name)
    match dialect.thinking:
        case "effort":
            return {"reasoning_effort": request.effort or "medium"} if wanted else {}
        case "enable_thinking":
            return {"extra_body": {"enable_thinking": wanted}}
        case "thinking_type":
            return {"extra_body": {"thinking": {"type": "enabled" if wanted else "disabled"}}}
        case "openrouter":
            effort = {"effort": request.effort} if wanted and request.effort else {"enabled": wanted}
            return {"extra_body": {"reasoning": effort}}
        case "none":
            return {}


def _schema(schema: dict[str, object], dialect: Dialect) -> dict[str, object]:
    if dialect.schema == "json_object":
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema, "strict": True}}


def _call(spec: ModelSpec, endpoint: Endpoint, limit_s: int, key: str | None, network: Network) -> Call:
    kind = endpoint.kind
    return Call(
        provider=endpoint.name,
        provider_label=called(endpoint.name, kind),
        model=spec.name,
        model_label=spec.label,
        address=endpoint.address,
        loopback=endpoint.loopback,
        region=kind.region(endpoint.region).called if endpoint.default else "",
        other_regions=tuple(region.called for region in kind.others(endpoint.region)) if endpoint.default else (),
        timeout_s=limit_s,
        secrets=(key, network.proxy_url),
    )


def _verdict(failure: ModelError | None, call: Call, *, silent: bool, keyless: bool) -> ModelError | None:
    """What is raised in the end: a stream without a line was no answer, a key that was never sent is missing."""
    if failure is None and silent:
        return StreamBroken(
            text("llm.garbage", provider=call.provider_called), provider=call.provider, model=call.model
        )
    if isinstance(failure, BadKey) and keyless:
        said = text("llm.missing_key", provider=call.provider_called)
        return MissingKey(said, provider=call.provider, model=call.model, status=failure.status)
    return failure


def _usage(
    report: Mapping[str, object] | None,
    request: ModelRequest,
    spec: ModelSpec,
    spoken: str,
    started: float,
    first: float,
) -> Usage:
    """The provider's report with price and times; an estimate when it gave none, or one that cannot be."""
    usage = read_usage(report, request.load) if report else None
    if usage is None or not possible(usage, request.load, spec.window):
        usage = Usage(prompt=request.load, completion=counter_for(spec.encoder).text(spoken), estimated=True)
    return replace(
        usage,
        cost=cost(usage, spec.price),
        currency=spec.price.currency if spec.price else "",
        first_token_ms=round((first - started) * 1_000) if first else 0,
        total_ms=round((time.monotonic() - started) * 1_000),
    )


async def _close(stream: Any) -> None:
    """Close the socket; leaving the loop alone keeps it open."""
    close = getattr(stream, "aclose", None)
    if close is not None:
        with suppress(Exception):  # it is over either way
            await close()
