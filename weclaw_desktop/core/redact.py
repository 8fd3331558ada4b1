"""Masks keys, passwords and tokens in text that leaves its place: logs, crash reports, errors, summaries, facts.

Pure and linear in the length of the text (repetitions are bounded or possessive), because whole tool results pass here;
long text is done in stretches, so that the interpreter is not held. It prefers to mask a harmless word after
"password:" over letting a real one through. What it cannot know is a secret that looks like any other word and is not
announced; secrets known to the app can be given as ``known``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from weclaw_desktop.core.stretches import SIZE, stretches

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
_NEW = r"(?![\"']?(?:\[redacted\]|•••))"
"""What was masked before stays as it is."""
_GAP = r"[ \t]{0,3}(?:\r?\n[ \t]{0,3})?"
"""Between a word and what it announces: spaces, and at most one line end."""
_QUERY = "access_token|api_?key|auth|code|key|password|pwd|secret|sig|signature|token"
_MIXED = r"(?=\S{0,60}[\d_!@#$%^&*-][^\s.])"
"""Prose ("the password is required") has no digit or sign in the next word."""
_LATIN = r"(?=[^\s，。；、]{0,60}[A-Za-z0-9])"
"""Chinese prose after the word ("密码：忘记了") has no Latin letter or digit."""

_PEM = re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,6}-----[\s\S]*?(?:-----END [A-Z ]{0,36}-----|\Z)")
_CODE = r"[A-Za-z0-9._~+/=-]{8,}+"
_UNLIKE_A_WORD = r"(?=[A-Za-z._~+/=-]{0,400}(?:\d|[a-z][A-Z]))"
"""Prose ("basic understanding") has neither a digit nor a capital inside the next word."""

_WHOLE = re.compile(
    "|".join(
        (
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
            rf"(?P<header>\b(?i:authorization)[\"']?{_GAP}[:=]{_GAP}[\"']?(?i:bearer|basic)[ \t]{{1,3}}){_CODE}",
            rf"(?P<scheme>\b(?:[Bb]earer|[Bb]asic)[ \t]{{1,3}}){_UNLIKE_A_WORD}{_CODE}",
            rf"(?P<query>[?&;](?i:{_QUERY})=){_NEW}[^&#\s\"'<>]{{1,2000}}+",
            rf"(?P<name>(?i:{_NAMES})[\"']?{_GAP}(?:=>|=(?!=)|:|：){_GAP}){_NEW}{_NOT_SECRET}{_VALUE}",
            rf"(?P<told>(?i:{_NAMES})[ \t]{{1,3}}(?i:is|was|to)(?=\s){_GAP}){_NEW}{_MIXED}[^\s,;]{{4,200}}+",
            rf"(?P<chinese>(?:{_CHINESE}){_GAP}(?:[:：=]|是|为){_GAP}){_NEW}{_LATIN}{_VALUE}",
        )
    )
)
"""Secrets that stand after a word that announces them; the word stays."""

_USER = re.compile(r"(?P<scheme>\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://)[^\s/@:]{0,100}+:[^\s/@]{1,300}+@")
_BARE_USER = re.compile(
    r"(?<![\w.+/:-])(?!mailto:|npm:)[\w.+-]{1,64}:[^\s@/:,;\"']{3,128}@(?=[A-Za-z][\w-]{0,62}(?:\.[\w-]{1,62}|:\d{2,5}))"
)


_MARKS = ("AIza", "AKIA", "ASIA", "AGPA", "AIDA", "AROA", "eyJ")
_MAKERS = ("hf", "gsk", "r8", "nvapi", "pplx", "xai", "tvly")
_MARKS_ = ("k_live_", "k_test_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", *(f"{m}_" for m in _MAKERS))
_DASHED = ("sk-", "glpat-", "xox", *(f"{m}-" for m in _MAKERS))
"""Every secret of ``_WHOLE`` holds one of these: the second kind has an underscore, the third a dash."""
_HINTS = ("passw", "passphrase", "passcode", "pwd", "secret", "key", "token", "credential", "authorization")
"""Every English word that announces a secret holds one of these, in lower case."""
_NAMED = re.compile(
    r"(?:password|passwd|passphrase|passcode|pwd|secret(?:[_-]?(?:access[_-]?)?key)?|api[_-]?key|access[_-]?key"
    r"|private[_-]?key|token(?!s)|credentials?|authorization)[\"']?\s{0,8}(?:[=:：]|(?:is|was|to)\s)"
)
_SCHEME = re.compile(rf"[Bb](?:earer|asic)[ \t]{{1,3}}{_UNLIKE_A_WORD}{_CODE}")
_QUERIED = re.compile(rf"[?&;](?:{_QUERY})=", re.IGNORECASE)
_CHINESE_NAMED = re.compile(rf"(?:{_CHINESE})\s{{0,8}}(?:[:：=]|是|为)")
"""Beginnings of what ``_AFTER`` finds. All begin so that a search skips from one first letter to the next, which
``_AFTER`` cannot: it takes twenty times as long."""
_OPEN = re.compile(
    rf"(?:(?i:{_NAMES})[\"']?|{_CHINESE})\s{{0,9}}(?:[:：=]|=>|(?i:is|was|to)|是|为)?\s{{0,9}}[\"'“]?\Z|"
    r"(?i:bearer|basic)\s{0,9}\Z"
)
"""The end of a text after which a value would be masked."""
_OPEN_CHARS = 60


def redact(value: str, known: Iterable[str] = (), *, mask: str = MASK, addresses: bool = True) -> str:
    """``value`` with every secret replaced by ``mask``; applying it twice changes nothing more.

    Args:
        value: Any text.
        known: Secrets that the app knows; masked wherever they stand.
        mask: ``MASK``, or another that stays as it is when it is met again ("•••").
        addresses: Whether ``name:word@host`` without a scheme is taken for a login. In prose and tables it may be an
            address behind a label.
    """
    for secret in known:
        if len(secret) >= SHORTEST_KNOWN:
            value = value.replace(secret, mask)
    if "PRIVATE KEY" in value:
        value = _PEM.sub(mask, value)
    if len(value) <= SIZE:
        return _masked(value, mask, addresses)
    return "".join([_masked(stretch, mask, addresses) for stretch in _closed(value)])


def _closed(text: str) -> Iterator[str]:
    """Stretches of ``text`` none of which ends between a word and the value that it announces."""
    held = ""
    for stretch in stretches(text, ("\n", "。")):
        held += stretch
        if not _OPEN.search(held[-_OPEN_CHARS:]):
            yield held
            held = ""
    if held:
        yield held


def suspicious(text: str) -> bool:
    """Whether ``redact`` may find something in ``text``, or in a part of it, besides ``name:word@host``."""
    return "PRIVATE KEY" in text or _marked(text) or _has_user(text) or _announces(text)


def _marked(text: str) -> bool:
    held = text.__contains__  # a generator takes three times as long, and most text has none
    return (
        any(map(held, _MARKS)) or ("_" in text and any(map(held, _MARKS_))) or ("-" in text and any(map(held, _DASHED)))
    )


def _has_user(text: str) -> bool:
    return "@" in text and "://" in text


def _announces(text: str) -> bool:
    """Whether a word stands in ``text`` that may announce a secret, with what connects the two."""
    lowered = text.lower()
    return bool(
        (any(map(lowered.__contains__, _HINTS)) and _NAMED.search(lowered))
        or (("bearer" in lowered or "basic" in lowered) and _SCHEME.search(text))
        or ("=" in text and _QUERIED.search(text))
        or (not text.isascii() and _CHINESE_NAMED.search(text))
    )


def _masked(text: str, mask: str, addresses: bool) -> str:
    if _marked(text):
        text = _WHOLE.sub(mask, text)
    if _has_user(text):
        text = _USER.sub(rf"\g<scheme>{mask}@", text)
    if _announces(text):

        def keep_announcement(match: re.Match[str]) -> str:
            announcement = match[match.lastgroup or 0]
            rest = match[0][len(announcement) :]
            quote = rest[0] if rest[0] in "\"'" else ""
            return f"{announcement}{quote}{mask}{quote}"

        text = _AFTER.sub(keep_announcement, text)
    return _BARE_USER.sub(f"{mask}@", text) if addresses and "@" in text else text
