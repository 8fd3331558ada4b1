"""Masks keys, passwords and tokens in text that leaves its place: logs, crash reports, errors, summariser input.

Pure and linear in the length of the text (repetitions are bounded or possessive), because whole tool results pass here.
It prefers to mask a harmless word after "password:" over letting a real one through. What it cannot know is a secret
that looks like any other word and is not announced; secrets known to the app can be given as ``known``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MASK = "[redacted]"
SHORTEST_KNOWN = 4
"""Known secrets with fewer characters are not searched for: they would mask parts of ordinary words."""

_NAMES = (
    r"pass(?:word|wd|phrase|code)|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|api[_-]?key|apikey|access[_-]?key|private[_-]?key"
    r"|(?:access|auth|refresh|bearer|session|id)[_-]?token|(?<![a-z])token(?!s)|credentials?"
)
_CHINESE = r"密码|口令|密钥|秘钥|令牌|私钥|通行证码|验证码|访问码"
_VALUE = r"(?:\"[^\"\n]{1,400}+\"|'[^'\n]{1,400}+'|[^\s\"'`,;，；。、<>(){}（）】\]]{1,400}+)"
_NOT_SECRET = r"(?!\"?'?(?i:\d{1,9}|null|none|true|false|undefined|\*+)\"?'?(?:[\s,;，；。)}\]]|$))"
_NEW = r"(?![\"']?\[redacted\])"
"""What was masked before stays as it is."""
_QUERY = "access_token|api_?key|auth|code|key|password|pwd|secret|sig|signature|token"
_MIXED = r"(?=\S{0,60}[\d_!@#$%^&*-][^\s.])"
"""Prose ("the password is required") has no digit or sign in the next word."""
_LATIN = r"(?=[^\s，。；、]{0,60}[A-Za-z0-9])"
"""Chinese prose after the word ("密码：忘记了") has no Latin letter or digit."""

_WHOLE = re.compile(
    "|".join(
        (
            r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,6}-----[\s\S]*?(?:-----END [A-Z ]{0,36}-----|\Z)",
            r"\bsk-[A-Za-z0-9_-]{16,}+",
            r"\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}+",
            r"\bgh[pousr]_[A-Za-z0-9]{20,}+",
            r"\bgithub_pat_[A-Za-z0-9_]{20,}+",
            r"\bglpat-[A-Za-z0-9_-]{16,}+",
            r"\bxox[abeoprs]-[A-Za-z0-9-]{10,}+",
            r"\b(?:hf|gsk|r8|nvapi|pplx|xai|tvly)[_-][A-Za-z0-9_-]{16,}+",
            r"\bAIza[A-Za-z0-9_-]{30,}+",
            r"\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}\b",
            r"\beyJ[A-Za-z0-9_-]{10,}+\.[A-Za-z0-9_-]{10,}+\.[A-Za-z0-9_-]{5,}+",
        )
    )
)
"""Things that are secret wherever they stand."""

_AFTER = re.compile(
    "|".join(
        (
            r"(?P<scheme>\b(?:[Bb]earer|[Bb]asic)[ \t]{1,3})[A-Za-z0-9._~+/=-]{8,}+",
            rf"(?P<query>[?&;](?i:{_QUERY})=){_NEW}[^&#\s\"'<>]{{1,2000}}+",
            rf"(?P<name>(?i:{_NAMES})[\"']?[ \t]{{0,3}}(?:=|:|：|=>)[ \t]{{0,3}}){_NEW}{_NOT_SECRET}{_VALUE}",
            rf"(?P<told>(?i:{_NAMES})[ \t]{{1,3}}(?i:is|was|to)[ \t]{{1,3}}){_NEW}{_MIXED}[^\s,;]{{4,200}}+",
            rf"(?P<chinese>(?:{_CHINESE})[ \t]{{0,3}}(?:[:：=]|是|为)[ \t]{{0,3}}){_NEW}{_LATIN}{_VALUE}",
        )
    )
)
"""Secrets that stand after a word that announces them; the word stays."""

_USER = re.compile(r"(?P<scheme>\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://)[^\s/@:]{0,100}+:[^\s/@]{1,300}+@")
_BARE_USER = re.compile(
    r"(?<![\w.+/:-])(?!mailto:|npm:)[\w.+-]{1,64}:[^\s@/:,;\"']{3,128}@(?=[A-Za-z][\w-]{0,62}(?:\.[\w-]{1,62}|:\d{2,5}))"
)


def redact(value: str, known: Iterable[str] = ()) -> str:
    """``value`` with every secret replaced by ``MASK``; applying it twice changes nothing more."""
    for secret in known:
        if len(secret) >= SHORTEST_KNOWN:
            value = value.replace(secret, MASK)
    value = _WHOLE.sub(MASK, value)
    value = _USER.sub(rf"\g<scheme>{MASK}@", value)
    value = _AFTER.sub(_keep_announcement, value)
    return _BARE_USER.sub(f"{MASK}@", value)


def _keep_announcement(match: re.Match[str]) -> str:
    announcement = match[match.lastgroup or 0]
    rest = match[0][len(announcement) :]
    quote = rest[0] if rest[0] in "\"'" else ""
    return f"{announcement}{quote}{MASK}{quote}"
