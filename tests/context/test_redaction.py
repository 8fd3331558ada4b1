"""Secrets never travel on; ordinary words and ids do."""

from __future__ import annotations

import pytest

from weclaw_desktop.context.redaction import redact
from weclaw_desktop.core.stretches import SIZE


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("密码：Zx9-kit", "Zx9-kit"),
        ("open https://x.example/?password=hunter2&x=1", "hunter2"),
        ("git clone https://bob:s3cr3t@host.example/repo.git", "s3cr3t"),
        ("url https://host.example/?token=abcDEF123 ok", "abcDEF123"),
        ("my password is tr0ub4dor&3", "tr0ub4dor"),
        ("Authorization: Bearer abcdef0123456789abcdef", "abcdef0123456789abcdef"),
        ("key sk-abcdefghijklmnopqrstuv", "sk-abcdefghijklmnopqrstuv"),
        ('{"api_key": "0123456789abcdef"}', "0123456789abcdef"),
        ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "MIIE"),
        ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "ghp_abc"),
    ],
)
def test_X3_secrets_are_masked(text: str, secret: str) -> None:
    assert secret in text
    masked = redact(text)
    assert secret not in masked
    assert "•••" in masked
    assert redact(masked) == masked


@pytest.mark.parametrize(
    "text",
    [
        "The password is wrong, try again.",
        "Basic understanding of passwords is enough.",
        "Use at most 400 tokens; the token limit holds.",
        "See https://example.org/keys and reservation EHGLP3.",
        "Nothing here.",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [("token:", "abcDEF123456"), ("my password is", "tr0ub4dor&3"), ("密码：", "Zx9-kit"), ("token", "= abcDEF123456")],
)
def test_X3_secrets_are_masked_wherever_a_long_text_is_divided(before: str, after: str) -> None:
    """A long text is masked in stretches; none of them ends between a key and its value."""
    ordinary = "an ordinary line\n"
    text = ordinary * (SIZE // len(ordinary)) + f"{before}\n{after}\n" + ordinary * 2_000
    for shift in range(len(ordinary) * 2):
        assert after.removeprefix("= ") not in redact("x" * shift + text)


def test_X3_a_long_text_that_ends_with_a_key_stays_whole() -> None:
    """What is held back at a border comes at the end."""
    text = "an ordinary line\n" * 2_000 + "token:\n"
    assert redact(text) == text
