"""Full-width letters, digits and signs as their plain ones, place for place.

Chinese and Japanese input methods write "５００元" and "ＨＡＴ１５６"; a value is the same in either width. Punctuation
keeps its width, since it is what sentences are cut at.
"""

from __future__ import annotations

import re

_SIGNS = "#$%+-./@_"
_PLAIN = [chr(code) for code in range(0x21, 0x7F) if chr(code).isalnum() or chr(code) in _SIGNS]
_TABLE = {ord(plain) + 0xFEE0: plain for plain in _PLAIN}
_WIDE = re.compile(f"[{''.join(map(chr, _TABLE))}]")


def narrow(text: str) -> str:
    """``text`` with plain letters and digits; every character keeps its place."""
    return text if text.isascii() or _WIDE.search(text) is None else text.translate(_TABLE)
