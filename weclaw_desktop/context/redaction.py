"""How secrets look in what a summary, a ledger or a summariser carries further than the user meant (fault X3).

``core.redact`` finds them; here they become a mask that costs one token and reads as a gap in any language.
"""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.core import redact as secrets

MASK = "•••"


def redact(text: str) -> str:
    """``text`` with secrets replaced by ``•••``; the words around them stay. Applying it twice changes nothing."""
    return secrets.redact(text, mask=MASK, addresses=False)


def redacted(texts: Sequence[str]) -> Sequence[str]:
    """Each of ``texts`` without secrets. One look at all of them together says mostly that there are none."""
    return [redact(text) for text in texts] if secrets.suspicious("\n".join(texts)) else texts
