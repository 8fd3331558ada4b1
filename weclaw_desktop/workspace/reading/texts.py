"""Bytes of a text file as text, whatever they are encoded in.

A mark at the start or valid UTF-8 decides; what is left is guessed among the encodings that such files really have.
Where several fit equally well the order of ``_LIKELY`` decides.
"""

from __future__ import annotations

import charset_normalizer

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_LIKELY = (
    "gb18030", "cp1252", "big5", "cp932", "euc_jp", "cp949", "cp1251", "koi8_r", "cp1250", "cp1253", "cp1254", "cp1255",
    "cp1256", "utf_16_le", "utf_16_be",
)  # fmt: skip
_LOOKED_AT = 200_000
"""Bytes from which an encoding is guessed."""
_CLOSE = 0.02
"""Difference in disorder (0 to 1, the library's measure) below which two encodings fit equally well."""
_CONTROL = frozenset(map(chr, range(32))) - set("\t\n\r\f\x1b\b\0")


def decode(data: bytes) -> str | None:
    """The text of ``data`` with plain line feeds, None when it is none."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _plain(data.decode(encoding, "replace"))
    try:
        found = data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start > len(data) * 0.99 and error.start > _LOOKED_AT:
            found = data.decode("utf-8", "replace")  # a long file that was cut off in the middle of a character
        else:
            encoding = _guessed(data[:_LOOKED_AT])
            if encoding is None:
                return None
            found = data.decode(encoding, "replace")
    return None if _binary(found) else _plain(found)


def _guessed(data: bytes) -> str | None:
    odd = len(data) % 2
    candidates = [name for name in _LIKELY if not (odd and name.startswith("utf_16"))]
    matches = list(charset_normalizer.from_bytes(data, cp_isolation=candidates))
    if not matches:
        return None
    least = min(match.chaos for match in matches)
    close = [match.encoding for match in matches if match.chaos <= least + _CLOSE]
    return min(close, key=lambda name: _LIKELY.index(name) if name in _LIKELY else len(_LIKELY))


def _binary(found: str) -> bool:
    """Whether what was decoded is no text: a NUL, or more than one control character in twenty."""
    start = found[:65_536]
    if "\0" in start:
        return True
    start = start[:4_096]
    return sum(1 for character in start if character in _CONTROL) * 20 > max(20, len(start))


def _plain(found: str) -> str:
    return found.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
