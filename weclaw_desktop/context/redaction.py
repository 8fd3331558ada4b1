"""Masks secrets in text that a summary, a ledger or a summariser would carry further than the user meant (fault X3).

Only what looks like a credential by its key or its form is masked; ids, amounts and ordinary words stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from weclaw_desktop.core.stretches import stretches

MASK = "•••"

_KEYS = (
    r"(?P<key>\b(?:password|passwd|pwd|passphrase|secret|api[_-]?key|apikey|access[_-]?key|auth[_-]?token|access[_-]?token|"
    r"refresh[_-]?token|client[_-]?secret|private[_-]?key|token)\b[\"']?|密码|口令|密钥|令牌)"
)
_KEYED = re.compile(_KEYS + r"(?P<sep>\s*[:：=]\s*[\"'“]?)(?P<value>[^\s\"'”,;，；。&]{3,})", re.IGNORECASE)
_TOLD = re.compile(
    _KEYS + r"(?P<sep>\s*(?:is|was|是|为)\s*[\"'“]?)(?P<value>(?=[^\s]*[\d!@#$%^*_])[^\s\"'”,;，；。&]{3,})",
    re.IGNORECASE,
)
_URL_USER = re.compile(r"(?P<scheme>\b[a-z][a-z0-9+.-]*://)(?P<user>[^\s/:@]+):(?P<value>[^\s/@]+)@", re.IGNORECASE)
_BEARER = re.compile(r"(?P<key>\b(?:Bearer|Basic)\s+)(?=[A-Za-z._~+/=-]*\d)(?P<value>[A-Za-z0-9._~+/=-]{12,})")
_FORMS = re.compile(
    r"\b(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|AKIA[0-9A-Z]{16}|AIza[0-9A-Za-z_-]{30,}|"
    r"xox[abprs]-[A-Za-z0-9-]{10,}|glpat-[A-Za-z0-9_-]{16,}|hf_[A-Za-z0-9]{20,}|eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*)"
)
_PEM = re.compile(r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)", re.DOTALL)
_HINTS = re.compile(
    r"pass|pwd|secret|key|token|://|bearer|basic |sk-|gh[pousr]_|github_pat|akia|aiza|xox|glpat|hf_|eyj|"
    r"密码|口令|密钥|令牌",
    re.IGNORECASE,
)


_OPEN = re.compile(rf"(?:{_KEYS}(?:\s*(?:[:：=]|is|was|是|为))?|\bBearer|\bBasic)\s*[\"'“]?\Z", re.IGNORECASE)
"""The end of a text after which a value would be masked."""
_OPEN_CHARS = 60


def redact(text: str) -> str:
    """``text`` with secrets replaced by ``•••``; the words around them stay. Applying it twice changes nothing."""
    if "PRIVATE KEY-----" in text:
        text = _PEM.sub(MASK, text)
    return "".join([_masked(stretch) for stretch in _closed(text)])


def _closed(text: str) -> Iterator[str]:
    """Stretches of ``text`` none of which ends between a key and its value."""
    held = ""
    for stretch in stretches(text, ("\n", "。")):
        held += stretch
        if not _OPEN.search(held.rstrip()[-_OPEN_CHARS:]):
            yield held
            held = ""
    if held:
        yield held


def _masked(text: str) -> str:
    if not _HINTS.search(text):
        return text
    text = _URL_USER.sub(rf"\g<scheme>{MASK}@", text)
    text = _BEARER.sub(rf"\g<key>{MASK}", text)
    text = _FORMS.sub(MASK, text)
    text = _KEYED.sub(rf"\g<key>\g<sep>{MASK}", text)
    return _TOLD.sub(rf"\g<key>\g<sep>{MASK}", text)
