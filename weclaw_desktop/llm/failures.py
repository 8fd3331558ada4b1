"""Turns whatever a call raises into one of ``core.errors``: what happened, and what to do next.

litellm's own mapping cannot be relied upon: a refused connection and a missing key arrive as its
InternalServerError, 413 as a plain APIError, a cut stream as MidStreamFallbackError, several overflow texts as
BadRequestError. So status, text and the chain of causes are read here; nothing of litellm is imported.
"""

from __future__ import annotations

import email.utils
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import cast

from weclaw_desktop.core.errors import (
    BadKey,
    BadRequest,
    BodyTooLarge,
    ContextOverflow,
    ModelError,
    ModelGone,
    OutputLimit,
    PaymentRequired,
    RateLimited,
    ServerFault,
    StreamBroken,
    TimedOut,
    Unreachable,
)
from weclaw_desktop.core.redact import redact
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.llm.limits import Limit, limit_in

_NOISE = re.compile(
    r"\w+Exception - |"
    r"(?:litellm\.)?\w+(?:Error|Exception): |(?:\n|^)(?:Traceback \(most|This looks like a bug in).*",
    re.DOTALL,
)
"""What litellm puts before and after the provider's words."""

DETAIL = 600
"""Characters kept of the provider's own words."""

_CONNECT = re.compile(
    r"ConnectError|ConnectTimeout|ConnectionRefused|ClientConnectorError|ProxyError|gaierror|SSLError|SSLCertVerification"
)
_TIMEOUT = re.compile(r"Timeout")
_CUT = re.compile(
    r"RemoteProtocolError|ReadError|IncompleteRead|ConnectionReset|ServerDisconnected|MidStream|ClientPayloadError"
)
_GARBAGE = re.compile(r"JSONDecodeError|UnicodeDecodeError|ValidationError")
_NO_CREDIT = re.compile(
    r"insufficient[_ ](?:quota|balance|credit)|exceeded your current quota|credit balance is too low|arrearage|"
    r"余额不足|欠费|account.{0,20}(?:overdue|suspended)|billing",
    re.IGNORECASE,
)
_BAD_KEY = re.compile(
    r"(?:invalid|incorrect|wrong|expired|missing).{0,20}(?:api[ _-]?key|authentication|credential|token)|"
    r"api key not valid|invalid_api_key|(?:密钥|令牌|身份验证).{0,12}(?:无效|错误|过期|失败)",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model[^.]{0,80}(?:not (?:found|exist|supported|available)|does not exist|unknown)|unknown model|model_not_found|"
    r"no such model|模型.{0,20}不存在",
    re.IGNORECASE,
)
_BUSY = re.compile(r"overloaded|rate.?limit|too many requests|限流|频率|速率|并发", re.IGNORECASE)
_FILTERED = re.compile(
    r"content[_ ](?:filter|policy|management)|data_inspection_failed|inappropriate content|sensitive|敏感|不安全",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Call:
    """What is known of the call that failed. ``timeout_s`` in seconds; ``began``: output had already come.

    ``provider_label`` and ``model_label`` are what people call them, where that is not how settings do.
    """

    provider: str
    model: str
    address: str = ""
    loopback: bool = False
    region: str | Text = ""
    other_regions: tuple[str | Text, ...] = ()
    timeout_s: int = 0
    began: bool = False
    secrets: tuple[str | None, ...] = ()
    provider_label: str | Text = ""
    model_label: str | Text = ""

    @property
    def provider_called(self) -> str | Text:
        """The provider in a sentence."""
        return self.provider_label or self.provider

    @property
    def model_called(self) -> str | Text:
        """The model in a sentence."""
        return self.model_label or self.model


def classify(error: BaseException, call: Call, *, now: float = 0.0) -> ModelError:
    """The known error for ``error``.

    Args:
        error: Raised by litellm, an SDK, httpx or our own code.
        call: What was tried.
        now: Unix time in seconds, for a Retry-After that is a date.
    """
    if isinstance(error, ModelError):
        return error
    said = _words(error)
    status = _status(error)
    chain = " ".join(type(cause).__name__ for cause in _causes(error))
    return with_details(_judge(status, said, chain, call), call, said, status, _retry_after(error, said, now))


def classify_status(status: int, body: str, call: Call, headers: Mapping[str, str] | None = None) -> ModelError:
    """The known error for an HTTP answer that was read without a library (or an error object inside a stream)."""
    wait = _seconds((headers or {}).get("retry-after"), 0.0) or _told(body)
    return with_details(_judge(status, body, "", call), call, body, status, wait)


def with_details(error: ModelError, call: Call, said: str, status: int, retry_after: float | None = None) -> ModelError:
    """Fill in what every ModelError carries."""
    error.detail = redact(said, [secret for secret in call.secrets if secret])[:DETAIL]
    error.provider, error.model, error.status = call.provider, call.model, status
    if isinstance(error, RateLimited | ServerFault):
        error.retry_after = retry_after
        if isinstance(error, RateLimited) and retry_after is not None:
            error.text = text("llm.rate_limited_for", provider=call.provider_called, seconds=max(1, round(retry_after)))
            error.args = RateLimited(error.text).args
    return error


def _judge(status: int, said: str, chain: str, call: Call) -> ModelError:
    """Which error it is, by status first, by words and causes where the status lies."""
    if call.began:
        return _half_way(status, said, chain, call)
    limit = limit_in(said) if status in (0, 400, 413, 422, 429, 500) or "ContextWindow" in chain else None
    if "ContextWindow" in chain and limit is None:
        limit = Limit("window")
    if limit is not None and not (status == 429 and _BUSY.search(said)):
        return _too_long(limit, call)
    answered = "HTTPStatusError" in chain  # then a status means what it says, even inside MidStreamFallbackError
    connection = None if answered else _connection(said, chain, call)
    if connection is not None:
        return connection
    if status in (401, 403) or (status in (400, 500, 0) and _BAD_KEY.search(said)):
        return _refused_key(status, said, call)
    if status == 402 or _NO_CREDIT.search(said):
        return PaymentRequired(_say("llm.payment", call))
    return _by_status(status, said, chain, call)


def _by_status(status: int, said: str, chain: str, call: Call) -> ModelError:
    if status == 404 or (status == 400 and _NO_MODEL.search(said)):
        return ModelGone(_say("llm.model_gone", call))
    if status == 413:
        return BodyTooLarge(_say("llm.body_too_large", call))
    if status == 429:
        return RateLimited(_say("llm.rate_limited", call))
    if status in (529, 503) or status >= 500:
        return ServerFault(_say("llm.server_fault", call))
    if status >= 400:
        return BadRequest(_say("llm.filtered" if _FILTERED.search(said) else "llm.bad_request", call))
    return ServerFault(_say("llm.failed", call))


def _half_way(status: int, said: str, chain: str, call: Call) -> ModelError:
    """Output had begun: nothing is retried, and most causes come to the same for the reader."""
    if _TIMEOUT.search(chain) or status == 408:
        return TimedOut(text("llm.timed_out", provider=call.provider_called, seconds=call.timeout_s))
    if status == 429:
        return RateLimited(_say("llm.rate_limited", call))
    if _FILTERED.search(said) and not _CUT.search(chain):
        return BadRequest(_say("llm.filtered", call))
    return StreamBroken(_say("llm.stream_broken", call))


def _connection(said: str, chain: str, call: Call) -> ModelError | None:
    if _GARBAGE.search(chain):
        return StreamBroken(_say("llm.garbage", call))
    if _CONNECT.search(chain) or re.search(r"[Cc]onnection (?:error|refused)|getaddrinfo failed", said):
        if _CUT.search(chain) and not _CONNECT.search(chain):
            return StreamBroken(_say("llm.stream_broken", call))
        key = "llm.unreachable_local" if call.loopback else "llm.unreachable"
        return Unreachable(text(key, provider=call.provider_called, address=call.address))
    if _TIMEOUT.search(chain) or "TimeoutError" in chain:
        return TimedOut(text("llm.timed_out", provider=call.provider_called, seconds=call.timeout_s))
    if _CUT.search(chain):
        return StreamBroken(_say("llm.stream_broken", call))
    return None


def _refused_key(status: int, said: str, call: Call) -> ModelError:
    if _NO_CREDIT.search(said):
        return PaymentRequired(_say("llm.payment", call))
    if status == 403 and not _BAD_KEY.search(said):
        return BadKey(_say("llm.forbidden", call))
    if call.other_regions:
        others = reduce(lambda some, more: text("llm.and", some=some, more=more), call.other_regions)
        return BadKey(text("llm.bad_key_region", provider=call.provider_called, region=call.region, others=others))
    return BadKey(_say("llm.bad_key", call))


def _too_long(limit: Limit, call: Call) -> ModelError:
    if limit.kind == "output":
        if limit.tokens:
            said = text("llm.output_limit_known", model=call.model_called, limit=limit.tokens)
        else:
            said = _say("llm.output_limit", call)
        return OutputLimit(said, limit=limit.tokens)
    if limit.tokens:
        said = text("llm.overflow_limit", model=call.model_called, limit=limit.tokens)
    else:
        said = _say("llm.overflow", call)
    return ContextOverflow(said, limit=limit.tokens, kind=limit.kind)


def _say(key: str, call: Call) -> Text:
    return text(key, provider=call.provider_called, model=call.model_called)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, what it wraps and what it was raised from, each once."""
    seen: set[int] = set()
    waiting: list[object] = [error]
    while waiting:
        cause = waiting.pop(0)
        if not isinstance(cause, BaseException) or id(cause) in seen:
            continue
        seen.add(id(cause))
        yield cause
        waiting += [cause.__cause__, cause.__context__, getattr(cause, "original_exception", None)]


def _status(error: BaseException) -> int:
    """The HTTP status of the provider's answer; 0 when there was none (litellm then invents 500 or 408)."""
    for cause in _causes(error):
        answer = getattr(cause, "response", None)
        status = getattr(answer, "status_code", None)
        if isinstance(status, int) and status >= 400 and getattr(cause, "status_code", status) == status:
            return status
    status = getattr(error, "status_code", 0)
    return int(status) if isinstance(status, int | str) and str(status).isdigit() else 0


def _words(error: BaseException) -> str:
    """Everything that was said: messages of the chain, and the body of the answer, which may hold codes and limits."""
    words: list[str] = [_NOISE.sub("", str(error)).strip()]
    for cause in _causes(error):
        body = getattr(cause, "body", None)
        if isinstance(body, dict | list):
            words.append(json.dumps(body, ensure_ascii=False, default=str))
        elif isinstance(body, str):
            words.append(body)
    return " ".join(dict.fromkeys(word for word in words if word))


def _retry_after(error: BaseException, said: str, now: float) -> float | None:
    for cause in _causes(error):
        headers = getattr(getattr(cause, "response", None), "headers", None) or getattr(
            cause, "litellm_response_headers", None
        )
        if isinstance(headers, Mapping):
            seconds = _seconds(cast("Mapping[str, str]", headers).get("retry-after"), now)
            if seconds is not None:
                return seconds
    return _told(said)


def _seconds(value: str | None, now: float) -> float | None:
    """Retry-After in seconds: a number, or an HTTP date against ``now``."""
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, email.utils.parsedate_to_datetime(value).timestamp() - now)
    except ValueError:
        return None


def _told(said: str) -> float | None:
    """A wait that is only told in words ("try again in 20s", Gemini's retryDelay)."""
    match = re.search(
        r"(?:try again in|retry ?(?:delay|after|in))\D{0,8}(\d+(?:\.\d+)?)\s*(ms|s|m)?", said, re.IGNORECASE
    )
    if match is None:
        return None
    unit = {"ms": 0.001, "m": 60.0}.get(match[2] or "s", 1.0)
    return float(match[1]) * unit
