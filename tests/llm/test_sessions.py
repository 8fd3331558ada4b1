"""The shared HTTP client: proxies of each kind, and what is said of one that cannot be used."""

from __future__ import annotations

import asyncio

import pytest

from weclaw_desktop.core.errors import Unreachable
from weclaw_desktop.core.settings import Network
from weclaw_desktop.core.text import render
from weclaw_desktop.llm.sessions import http_client

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"


class SocksProxy:
    """A SOCKS5 proxy (RFC 1928) on this computer that answers in the place of every host."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        methods = (await reader.readexactly(2))[1]
        await reader.readexactly(methods)
        writer.write(b"\x05\x00")
        await reader.readexactly(4)
        length = (await reader.readexactly(1))[0]
        host = (await reader.readexactly(length)).decode()
        port = int.from_bytes(await reader.readexactly(2))
        self.asked.append((host, port))
        writer.write(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        await reader.readuntil(b"\r\n\r\n")
        writer.write(ANSWER)
        await writer.drain()
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize("scheme", ["socks5", "socks5h"])
async def test_requests_go_through_a_socks_proxy(scheme: str) -> None:
    proxy = SocksProxy()
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, http_client(Network(proxy="custom", proxy_url=f"{scheme}://127.0.0.1:{port}")) as client:
        answer = await client.get("http://provider.example:8080/v1/models")
    assert answer.text == "ok"
    assert proxy.asked == [("provider.example", 8080)]


def test_a_proxy_of_another_kind_is_one_sentence_and_no_password() -> None:
    with pytest.raises(Unreachable) as told:
        http_client(Network.model_construct(proxy="custom", proxy_url="ftp://ann:Zx9-kit@nowhere:1"))
    assert "configured proxy cannot be used" in render(told.value.text)
    assert not told.value.retryable
    assert "Zx9-kit" not in told.value.detail


def test_a_system_proxy_of_another_kind_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks://127.0.0.1:1080")
    with pytest.raises(Unreachable, match="system's proxy cannot be used"):
        http_client(Network())
