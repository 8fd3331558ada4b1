"""What leaves the app carries no secret, and text without one is left alone."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.core.redact import MASK, redact, suspicious

SECRET = "Zx9-kit"
KEY = "sk-" + "a1B2" * 8


@pytest.mark.parametrize(
    "line",
    [
        f"密码：{SECRET}",
        f"口令是 {SECRET}，请保管",
        f"API 密钥: {SECRET}",
        f"password={SECRET} see https://example.com/login",
        f"https://example.com/reset password={SECRET}",
        f'{{"password": "{SECRET}", "user": "ann"}}',
        f"'client_secret': '{SECRET}'",
        f"DB_PASSWORD={SECRET}",
        f"OPENAI_API_KEY={SECRET}",
        f"api-key: {SECRET}",
        f"the password is {SECRET}.",
        f"passphrase => {SECRET}",
        f"token={SECRET}",
        f"https://ann:{SECRET}@example.com/path",
        f"postgresql://ann:{SECRET}@db.example.com:5432/x",
        f"redis://:{SECRET}@localhost:6379",
        f"ann:{SECRET}@db.example.com",
        f"https://example.com/a?x=1&access_token={SECRET}&y=2",
        f"https://example.com/a?key={SECRET}#top",
        f"wss://example.com/?sig={SECRET}",
    ],
)
def test_X3_announced_secrets_are_masked(line: str) -> None:
    found = redact(line)
    assert SECRET not in found
    assert MASK in found
    assert redact(found) == found


@pytest.mark.parametrize(
    "secret",
    [
        KEY,
        "sk-ant-" + "x9" * 20,
        "sk-proj-" + "x9_" * 20,
        "sk_live_" + "4eC39Hq" * 3,
        "ghp_" + "A1b2" * 9,
        "github_pat_" + "A1b2" * 9,
        "glpat-" + "A1b2" * 5,
        "xoxb-" + "1234567890-" * 3 + "abc",
        "hf_" + "A1b2" * 8,
        "AIza" + "A1b2" * 9,
        "AKIA" + "ABCD1234" * 2,
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk",
    ],
)
def test_X3_keys_are_masked_wherever_they_stand(secret: str) -> None:
    assert redact(f"前文 {secret} after") in (f"前文 {MASK} after", f"前文 {MASK}")


def test_X3_bearer_headers_keep_their_scheme() -> None:
    assert redact("Authorization: Bearer abcdef123456") == f"Authorization: Bearer {MASK}"
    assert redact("authorization: basic dXNlcjpwYXNz") == f"authorization: basic {MASK}"


def test_what_announces_the_secret_stays_readable() -> None:
    assert redact(f'"password": "{SECRET}",') == f'"password": "{MASK}",'
    assert redact(f"密码：{SECRET}。") == f"密码：{MASK}。"
    assert redact(f"https://ann:{SECRET}@example.com/x") == f"https://{MASK}@example.com/x"


@pytest.mark.parametrize(
    "line",
    [
        "max_tokens=4096, tokens: 500, token: 12",
        "The password is required.",
        "密码：忘记了，怎么办",
        "password: null, api_key = None",
        "mailto:ann@example.com and ann@example.com",
        "git@github.com:owner/name.git",
        "npm:react@18.2.0",
        "https://example.com:8080/a?page=2&sort=key",
        "at 12:30@home we met",
        "task-list sk-short risk-assessment-of-everything",
        "a key point: secretary, keyboard",
        "if token == '--' and pwd == home:",
        "Basic understanding and bearer instruments",
        "",
    ],
)
def test_text_without_secrets_is_left_alone(line: str) -> None:
    assert redact(line) == line


def test_known_secrets_are_masked_in_any_place() -> None:
    assert redact("it was correct horse battery", known=["correct horse"]) == f"it was {MASK} battery"
    assert redact("abc", known=["abc"]) == "abc"


@pytest.mark.parametrize(
    "unit", ["a", "password ", "x:", "https://", "eyJaaaaaaaaaaaa.", "a1_", "?key", "密码 ", "-----BEGIN "]
)
def test_time_is_linear_in_the_length(unit: str) -> None:
    text = unit * (300_000 // len(unit))
    start = time.perf_counter()
    redact(text)
    assert time.perf_counter() - start < 3.0


@given(st.text(max_size=200))
def test_any_text_is_taken(value: str) -> None:
    once = redact(value)
    assert redact(once) == once


ANNOUNCING = ("passwd", "PassPhrase", "secret_access_key", "api-key", "access_token", "credentials", "Authorization")
WORDS = (
    *(*ANNOUNCING, "bearer", "Basic", "密码", "令牌", "是", "为", "：", ":", "=", "=>", "is", "to", " ", "\t", "\r\n"),
    *('"', "?key=", ";token=", "https://", "ann:", "@example.com", "忘记了", "tokens", "12", "null", "basic words"),
    *(SECRET, KEY, "ghp_" + "A1b2" * 9, "AKIA" + "ABCD1234" * 2, "xoxb-1234567890", "dXNlcjpwYXNz"),
)
EVERYTHING = f"sk-1 AKIA password:\nhttps://@ Bearer {KEY} &key=1\n\n\n"


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map("".join))
def test_X3_the_first_look_misses_nothing(text: str) -> None:
    """Behind a text that makes every expression search, the same is found; a longer text is as suspicious."""
    assert redact(EVERYTHING + text) == redact(EVERYTHING) + redact(text)
    assert redact(text, addresses=False) == text or suspicious(f"of\n{text}\nso")
