"""Every failure becomes one sentence with a next step, whatever it arrives as."""

from __future__ import annotations

import json
import traceback
from typing import Any

import pytest

from tests.servers.openai_stub import OVERFLOWS
from weclaw_desktop.core import errors as e
from weclaw_desktop.core.redact import MASK, redact
from weclaw_desktop.core.text import render
from weclaw_desktop.llm.failures import Call, classify, classify_status
from weclaw_desktop.llm.limits import Limit, limit_in
from weclaw_desktop.llm.providers import called, kind_of

KEY = "sk-proj-abcdef1234567890"
CALL = Call("Qwen", "qwen-plus", "https://example", timeout_s=120, secrets=(KEY,))


class Answer:
    """Looks like an HTTP answer inside an SDK's exception."""

    def __init__(self, status: int, headers: dict[str, str] | None = None) -> None:
        self.status_code = status
        self.headers = headers or {}


class LibraryError(Exception):
    """Looks like a litellm exception."""

    def __init__(self, message: str, status: int, answer: Answer | None = None, body: object = None) -> None:
        super().__init__(message)
        self.status_code = status
        self.body = body
        if answer is not None:
            self.response = answer


def named(name: str, message: str = "") -> Exception:
    return type(name, (Exception,), {})(message)


def wrapped(outer: Exception, *inner: Exception) -> Exception:
    current = outer
    for cause in inner:
        current.__context__ = cause
        current = cause
    return outer


@pytest.mark.parametrize("provider", OVERFLOWS)
def test_L3_every_providers_overflow_text_is_recognised(provider: str) -> None:
    status, body, limit = OVERFLOWS[provider]
    found = classify(LibraryError("BadRequestError", status, body=body), CALL)
    assert isinstance(found, e.ContextOverflow)
    assert found.limit == limit
    again = classify_status(status, json.dumps(body, ensure_ascii=False), CALL)
    assert isinstance(again, e.ContextOverflow)
    assert again.limit == limit


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("max_tokens: 99999 > 64000, which is the maximum allowed number of output tokens", Limit("output", 64_000)),
        ("Range of max_tokens should be [1, 8192]", Limit("output", 8_192)),
        (
            "max_tokens is too large: 99999. This model supports at most 16384 completion tokens",
            Limit("output", 16_384),
        ),
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", Limit("output", 8_192)),
        ("input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000", Limit("window", 200_000)),
        ("输入长度 140000 超过最大长度 131072", Limit("input", 131_072)),
        ("输入超长，请缩短", Limit("window")),
        ("Input is too long for requested model.", Limit("input")),
        ("the request exceeds the available context size (4,096 tokens)", Limit("window", 4_096)),
        ("Rate limit reached for gpt-5 on tokens per min: Limit 30000, Used 29000", None),
        ("temperature must be at most 2", None),
        ("model not found", None),
    ],
)
def test_L3_limits_are_read_from_words(words: str, limit: Limit | None) -> None:
    assert limit_in(words) == limit


def test_L3_an_output_limit_is_no_overflow() -> None:
    found = classify(LibraryError("Range of max_tokens should be [1, 8192]", 400), CALL)
    assert isinstance(found, e.OutputLimit)
    assert found.limit == 8_192
    assert isinstance(classify(LibraryError("max_tokens is too large", 400), CALL), e.OutputLimit)


@pytest.mark.parametrize(
    ("status", "words", "kind"),
    [
        (401, "no", e.BadKey),
        (403, "no", e.BadKey),
        (400, "API key not valid. Please pass a valid API key.", e.BadKey),
        (402, "no", e.PaymentRequired),
        (429, "You exceeded your current quota, please check your plan and billing details", e.PaymentRequired),
        (400, "Your credit balance is too low", e.PaymentRequired),
        (403, "账户余额不足", e.PaymentRequired),
        (404, "no", e.ModelGone),
        (400, "Model Not Exist", e.ModelGone),
        (413, "no", e.BodyTooLarge),
        (429, "no", e.RateLimited),
        (500, "no", e.ServerFault),
        (503, "no", e.ServerFault),
        (529, "Overloaded", e.ServerFault),
        (400, "no", e.BadRequest),
        (422, "no", e.BadRequest),
        (400, "Output data may contain inappropriate content. data_inspection_failed", e.BadRequest),
    ],
)
def test_status_and_words_decide(status: int, words: str, kind: type[e.ModelError]) -> None:
    for found in (classify(LibraryError(words, status, Answer(status)), CALL), classify_status(status, words, CALL)):
        assert type(found) is kind
        assert found.status == status
        assert found.provider == "Qwen"
        assert len(render(found.text)) > 20
        assert render(found.text, "zh") != render(found.text)


def test_refused_connections_that_arrive_as_a_server_error() -> None:
    raised = wrapped(LibraryError("Connection error.", 500), named("APIConnectionError"), named("ConnectError"))
    assert type(classify(raised, CALL)) is e.Unreachable
    local = Call("Ollama", "m", "http://127.0.0.1:11434", loopback=True)
    assert classify(raised, local).text.key == "llm.unreachable_local"
    assert "127.0.0.1:11434" in str(classify(raised, local))


@pytest.mark.parametrize(
    ("chain", "began", "kind", "key"),
    [
        (["Timeout", "ReadTimeout"], False, e.TimedOut, "llm.timed_out"),
        (["Timeout", "ReadTimeout"], True, e.TimedOut, "llm.timed_out"),
        (["MidStreamFallbackError", "RemoteProtocolError"], True, e.StreamBroken, "llm.stream_broken"),
        (["MidStreamFallbackError", "ReadError"], False, e.StreamBroken, "llm.stream_broken"),
        (["MidStreamFallbackError", "JSONDecodeError", "APIConnectionError"], False, e.StreamBroken, "llm.garbage"),
        (["MidStreamFallbackError", "JSONDecodeError"], True, e.StreamBroken, "llm.stream_broken"),
        (["Strange"], False, e.ServerFault, "llm.failed"),
    ],
)
def test_the_chain_of_causes_decides(chain: list[str], began: bool, kind: type[e.ModelError], key: str) -> None:
    raised = wrapped(*[named(name) for name in chain])
    call = Call("Qwen", "qwen-plus", began=began, timeout_s=120)
    found = classify(raised, call)
    assert type(found) is kind
    assert found.text.key == key


@pytest.mark.parametrize(
    ("headers", "words", "wait"),
    [
        ({"retry-after": "7"}, "no", 7.0),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:09 GMT"}, "no", 9.0),
        ({"retry-after": "nonsense"}, "no", None),
        ({}, "Please try again in 20s.", 20.0),
        ({}, '{"retryDelay": "34s"}', 34.0),
        ({}, "Please try again in 350ms", 0.35),
        ({}, "no", None),
    ],
)
def test_L2_the_wish_to_wait_is_read(headers: dict[str, str], words: str, wait: float | None) -> None:
    now = 1_792_567_680.0  # 2026-10-21 07:28:00 UTC
    found = classify(LibraryError(words, 429, Answer(429, headers)), CALL, now=now)
    assert isinstance(found, e.RateLimited)
    assert found.retry_after == (None if wait is None else pytest.approx(wait))
    if wait == 7.0:
        assert "7 s" in str(found)


def test_a_401_asks_for_the_region_where_keys_differ() -> None:
    call = Call("Qwen", "qwen-plus", region="China", other_regions=("International", "US"))
    found = classify(LibraryError("no", 401, Answer(401)), call)
    assert "International, US" in str(found)
    assert "International" in render(found.text, "zh")


def test_known_errors_pass_through() -> None:
    mine = e.MissingKey(CALL_TEXT)
    assert classify(mine, CALL) is mine


CALL_TEXT = classify_status(401, "", CALL).text


def test_X1_keys_never_reach_an_error() -> None:
    raised = LibraryError(f"Incorrect API key provided: Bearer {KEY}; also ?key=AIzaSyA12345678901 http://u:pw@h/", 401)
    found: Any = classify(raised, CALL)
    shown = f"{found!r} {found} {found.detail} {found.__dict__} {''.join(traceback.format_exception(found))}"
    for secret in (KEY, "AIzaSyA12345678901", "u:pw"):
        assert secret not in shown
    assert MASK in found.detail


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer abc.def-ghi",
        "x-api-key: abcdef12345",
        '"api_key": "abcdef12345"',
        "https://h/v1?key=abcdef12345&x=1",
        "sk-abcdefghijklmnop",
        "https://user:abcdef12345@proxy:8080",
    ],
)
def test_X1_whatever_looks_like_a_key_is_hidden(text: str) -> None:
    shown = redact(text)
    assert MASK in shown
    for secret in ("abc.def-ghi", "abcdef12345", "abcdefghijklmnop"):
        assert secret not in shown


def test_X1_words_stay() -> None:
    said = "The skeleton key of task-oriented design: sketch 12 pages"
    assert redact(said) == said
    assert redact("my secret value", ["secret value"]) == f"my {MASK}"


def test_people_read_titles_and_not_ids_in_their_own_language() -> None:
    qwen = kind_of("qwen")
    call = Call(
        "work", "qwen-plus", region=qwen.regions[0].called, other_regions=tuple(r.called for r in qwen.regions[1:]),
        provider_label=called("work", qwen), model_label="Qwen Plus",
    )  # fmt: skip
    refused = classify_status(401, "no", call)
    assert (refused.provider, refused.model) == ("work", "qwen-plus")
    assert "Qwen (Model Studio)" in render(refused.text, "en")
    assert "通义千问（百炼）" in render(refused.text, "zh")
    assert "国际（新加坡）、美国（弗吉尼亚）" in render(refused.text, "zh")
    assert "Qwen Plus" in render(classify_status(404, "model not found", call).text, "en")
    assert called("my-server", kind_of("compatible")) == "my-server"
