"""Servers on this computer are found fast and asked what they really serve."""

from __future__ import annotations

import time

import httpx
import pytest

from tests.servers.openai_stub import OpenAIStub, refused_address
from weclaw_desktop.core.errors import BadKey, StreamBroken, Unreachable
from weclaw_desktop.llm.detect import Server, ServerKind, ServerModel, find_servers, list_models, ollama_window
from weclaw_desktop.llm.failures import Call

CALL = Call("Prov", "")


async def found(stub: OpenAIStub, kind: ServerKind) -> Server:
    servers = await find_servers({stub.port: kind}, limit_s=2.0)
    assert len(servers) == 1
    return servers[0]


async def test_O1_ollama_tells_its_models_and_their_windows() -> None:
    with OpenAIStub() as stub:
        stub.routes["/api/tags"] = {"models": [{"name": "qwen3:8b"}, {"name": "tiny"}]}
        stub.routes["/api/show"] = {"model_info": {"qwen3.context_length": 40_960}, "parameters": ""}
        server = await found(stub, "ollama")
        assert server.kind == "ollama"
        assert server.address == stub.root
        assert server.models == (ServerModel("qwen3:8b", 16_384), ServerModel("tiny", 16_384))


@pytest.mark.parametrize(
    ("shown", "window"),
    [
        ({"parameters": "stop x\nnum_ctx                        8192", "model_info": {"a.context_length": 99}}, 8_192),
        ({"model_info": {"llama.context_length": 4_096}}, 4_096),
        ({"model_info": {"llama.context_length": 131_072}}, 16_384),
        ({}, 0),
        ({"model_info": None, "parameters": None}, 0),
    ],
)
def test_O1_the_window_asked_of_ollama(shown: dict[str, object], window: int) -> None:
    assert ollama_window(shown) == window


async def test_llama_server_tells_what_it_serves_not_what_the_model_could() -> None:
    with OpenAIStub() as stub:
        stub.models = [{"id": "m.gguf", "meta": {"n_ctx_train": 131_072}}]
        stub.routes["/props"] = {"default_generation_settings": {"n_ctx": 8_192}}
        server = await found(stub, "llama-server")
        assert (server.title, server.models) == ("llama-server", (ServerModel("m.gguf", 8_192),))
        assert server.address == stub.base_url


async def test_lm_studio_and_vllm() -> None:
    with OpenAIStub() as stub:
        stub.routes["/api/v0/models"] = {
            "data": [
                {"id": "loaded", "max_context_length": 131_072, "loaded_context_length": 4_096},
                {"id": "not loaded", "max_context_length": 32_768},
            ]
        }
        server = await found(stub, "lmstudio")
        assert server.models == (ServerModel("loaded", 4_096), ServerModel("not loaded", 32_768))
        stub.models = [{"id": "v", "max_model_len": 24_000}]
        assert (await found(stub, "vllm")).models == (ServerModel("v", 24_000),)
        assert (await found(stub, "jan")).title == "Jan"


async def test_whatever_else_listens_is_no_server() -> None:
    with OpenAIStub() as stub:
        stub.routes["/v1/models"] = b"<html>router</html>"
        assert await find_servers({stub.port: "vllm"}, limit_s=2.0) == ()
        stub.routes["/v1/models"] = {"hello": 1}
        assert await find_servers({stub.port: "jan"}, limit_s=2.0) == ()


async def test_nothing_found_costs_no_more_than_the_limit() -> None:
    port = int(refused_address().rsplit(":", 1)[1].removesuffix("/v1"))
    with OpenAIStub() as stub:
        stub.routes["/v1/models"] = {}
        started = time.perf_counter()
        assert await find_servers({port: "ollama", port + 1: "vllm"}) == ()
        assert time.perf_counter() - started < 1.0


async def test_a_silent_server_is_left_after_the_limit() -> None:
    import asyncio

    async def accept(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(1.0)
        writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    async with server:
        started = time.perf_counter()
        assert await find_servers({server.sockets[0].getsockname()[1]: "vllm"}) == ()
        assert time.perf_counter() - started < 0.9
        await asyncio.sleep(1.0)


async def test_a_providers_list_with_windows_in_every_shape() -> None:
    with OpenAIStub(key="k") as stub:
        stub.models = [
            {"id": "a/b", "context_length": 163_840, "top_provider": {"max_completion_tokens": 8_000}},
            {"id": "c"},
        ]
        async with httpx.AsyncClient(trust_env=False) as client:
            models = await list_models(client, "openai", stub.base_url, "k", CALL)
            assert models == (ServerModel("a/b", 163_840, 8_000), ServerModel("c"))
            stub.routes["/v1beta/models"] = {
                "models": [{"name": "models/g", "inputTokenLimit": 1_000, "outputTokenLimit": 10}]
            }
            assert await list_models(client, "gemini", stub.root, "k", CALL) == (ServerModel("g", 1_000, 10),)
            stub.routes["/v1/models"] = {"data": [{"id": "claude-x"}]}
            assert await list_models(client, "anthropic", stub.root, "k", CALL) == (ServerModel("claude-x"),)
            assert stub.requests[-1].headers["x-api-key"] == "k"


async def test_a_list_that_fails_says_why() -> None:
    with OpenAIStub(key="k") as stub:
        async with httpx.AsyncClient(trust_env=False) as client:
            with pytest.raises(BadKey):
                await list_models(client, "openai", stub.base_url, "other", CALL)
            stub.routes["/v1/models"] = b"<html>"
            with pytest.raises(StreamBroken):
                await list_models(client, "openai", stub.base_url, "k", CALL)
            with pytest.raises(Unreachable):
                await list_models(client, "openai", refused_address(), "k", CALL)
