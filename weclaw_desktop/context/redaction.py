"""How secrets look in what a summary, a ledger or a summariser carries further than the user meant (fault X3).

``core.redact`` finds them; here they become a mask that costs one token and reads as a gap in any language.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from weclaw_desktop.core import redact as secrets

MASK = "•••"


def redact(text: str) -> str:
    """``text`` with secrets replaced by ``•••``; the words around them stay. Applying it twice changes nothing."""
    return secrets.redact(text, mask=MASK, addresses=False) if _suspicious(text) else text


def redacted(texts: Sequence[str], whole: str = "") -> Sequence[str]:
    """Each of ``texts`` without secrets. One look at all of them together says mostly that there are none.

    ``whole`` is the text that they are parts of, if any: intake asks for it three times in a row.
    """
    return [redact(text) for text in texts] if _suspicious(whole or "\n".join(texts)) else texts


_suspicious = lru_cache(maxsize=4)(secrets.suspicious)
