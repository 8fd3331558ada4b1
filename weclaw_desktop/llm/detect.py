"""Asks servers what they really serve: those on this computer at first start, and any provider for its model list.

Looking for servers takes 300 ms at most, touches loopback only, and sends no text of the user's.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast

import httpx

from weclaw_desktop.llm.failures import Call, classify, classify_status

ServerKind = Literal["ollama", "lmstudio", "llama-server", "vllm", "jan"]

PORTS: Mapping[int, ServerKind] = {
    11434: "ollama",
    1234: "lmstudio",
    8080: "llama-server",
    8000: "vllm",
    1337: "jan",
}
"""Where the usual servers listen. What answers decides, the port only orders the questions."""

LIMIT_S = 0.3
"""Seconds for the whole search."""

OLLAMA_WINDOW = 16_384
"""Window asked of Ollama for a model that could take more: its own default of 4,096 cuts silently, all of it may not
fit into memory. The user may set another."""

ASKED_MODELS = 30
"""Models of one Ollama that are asked for their window."""


@dataclass(frozen=True, slots=True)
class ServerModel:
    """A model as its server reports it; 0 where it does not say. Tokens."""

    name: str
    window: int = 0
    max_output: int = 0


@dataclass(frozen=True, slots=True)
class Server:
    """A server found on this computer. ``kind`` is a provider kind; ``title`` is for people."""

    kind: str
    title: str
    address: str
    models: tuple[ServerModel, ...]


async def find_servers(ports: Mapping[int, ServerKind] = PORTS, limit_s: float = LIMIT_S) -> tuple[Server, ...]:
    """The servers that answer on this computer, in the order of ``ports``."""
    async with httpx.AsyncClient(trust_env=False, timeout=limit_s) as client:

        async def look(port: int, kind: ServerKind) -> Server | None:
            try:
                async with asyncio.timeout(limit_s):
                    return await _look(client, port, kind)
            except (TimeoutError, httpx.HTTPError, ValueError):
                return None

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(look(port, kind)) for port, kind in ports.items()]
    return tuple(server for task in tasks if (server := task.result()) is not None)


async def list_models(
    client: httpx.AsyncClient, route: str, address: str, key: str | None, call: Call
) -> tuple[ServerModel, ...]:
    """A provider's own model list. Raises ModelError as for any call."""
    path, headers = _list_request(route, key)
    try:
        response = await client.get(f"{address}{path}", headers=headers, timeout=20.0)
        if response.status_code != 200:
            raise classify_status(response.status_code, response.text, call, response.headers)
        return _models(response.json())
    except (httpx.HTTPError, ValueError) as error:
        failure = classify(error, call)
    raise failure


async def ollama_models(client: httpx.AsyncClient, root: str) -> tuple[ServerModel, ...]:
    """Ollama's installed models with the window that will be asked of each."""
    tags = await _json(client, f"{root}/api/tags")
    names = [str(model["name"]) for model in _rows(tags, "models") if model.get("name")]

    async def ask(name: str) -> ServerModel:
        try:
            response = await client.post(f"{root}/api/show", json={"model": name})
            return ServerModel(name, ollama_window(_object(response.json())))
        except (httpx.HTTPError, ValueError):
            return ServerModel(name)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(ask(name)) for name in names[:ASKED_MODELS]]
    return (*(task.result() for task in tasks), *(ServerModel(name) for name in names[ASKED_MODELS:]))


def ollama_window(shown: Mapping[str, Any]) -> int:
    """The window to ask for: the model file's own ``num_ctx``, else what the model takes up to ``OLLAMA_WINDOW``."""
    own = re.search(r"num_ctx\s+(\d+)", str(shown.get("parameters", "")))
    if own is not None:
        return int(own[1])
    info = _object(shown.get("model_info"))
    lengths = [value for key, value in info.items() if key.endswith(".context_length") and isinstance(value, int)]
    return min(lengths[0], OLLAMA_WINDOW) if lengths else 0


async def _look(client: httpx.AsyncClient, port: int, kind: ServerKind) -> Server | None:
    root = f"http://127.0.0.1:{port}"
    if kind == "ollama":
        return Server("ollama", "Ollama", root, await ollama_models(client, root))
    if kind == "lmstudio":
        listed = await _json(client, f"{root}/api/v0/models")
        models = _models(listed) if _rows(listed, "data") else _models(await _json(client, f"{root}/v1/models"))
        return Server("lmstudio", "LM Studio", f"{root}/v1", models)
    listed = await _json(client, f"{root}/v1/models")
    if "data" not in listed and "models" not in listed:
        return None
    models, title = _models(listed), {"vllm": "vLLM", "jan": "Jan"}.get(kind, "llama-server")
    if kind == "llama-server":
        props = await _json(client, f"{root}/props")
        served = _whole(_object(props.get("default_generation_settings")), "n_ctx") or _whole(props, "n_ctx")
        title = title if served else "LocalAI"
        models = tuple(ServerModel(model.name, served or model.window, model.max_output) for model in models)
    return Server("compatible", title, f"{root}/v1", models)


async def _json(client: httpx.AsyncClient, address: str) -> dict[str, Any]:
    """A JSON object, empty when the path is not there. Raises httpx.HTTPError when nothing answers."""
    response = await client.get(address)
    if response.status_code != 200:
        return {}
    try:
        return _object(response.json())
    except ValueError:
        return {}


def _models(listed: object) -> tuple[ServerModel, ...]:
    """Models of a list in OpenAI's, Gemini's or Anthropic's shape."""
    raw = _object(listed)
    return tuple(_model(row) for row in _rows(raw, "data") or _rows(raw, "models") if row.get("id") or row.get("name"))


def _model(row: dict[str, Any]) -> ServerModel:
    meta, top = _object(row.get("meta")), _object(row.get("top_provider"))
    window = (
        _whole(row, "loaded_context_length", "max_model_len", "context_length", "context_window", "max_context_length")
        or _whole(row, "inputTokenLimit", "max_input_tokens")
        or _whole(meta, "n_ctx", "n_ctx_train")
    )
    name = str(row.get("id") or row.get("name")).removeprefix("models/")
    answer = _whole(top, "max_completion_tokens") or _whole(row, "outputTokenLimit", "max_output_tokens", "max_tokens")
    return ServerModel(name, window, answer)


def _list_request(route: str, key: str | None) -> tuple[str, dict[str, str]]:
    """Path and headers of the model list by litellm route."""
    if route == "anthropic":
        return "/v1/models?limit=1000", {"x-api-key": key or "", "anthropic-version": "2023-06-01"}
    if route == "gemini":
        return "/v1beta/models?pageSize=1000", {"x-goog-api-key": key or ""}
    return "/models", {"authorization": f"Bearer {key}"} if key else {}


def _object(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _rows(value: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    rows = value.get(key)
    if not isinstance(rows, list):
        return []
    return [cast("dict[str, Any]", row) for row in cast("list[object]", rows) if isinstance(row, dict)]


def _whole(value: Mapping[str, Any], *keys: str) -> int:
    return next((int(n) for key in keys if isinstance(n := value.get(key), int | float) and n > 0), 0)
