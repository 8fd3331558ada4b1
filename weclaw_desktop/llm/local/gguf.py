"""Reads the header of a GGUF file: what model it is, its window and whether it brings a chat template.

Pure reading of the published format (versions 2 and 3, little endian); tensors are never touched, and arrays (the
vocabulary) are stepped over. Sizes in the file are not trusted: everything is bounded, so that a hostile or cut file
ends in ``ValueError``.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_MAGIC = b"GGUF"
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_STRING, _ARRAY = 8, 9
_MAX_FIELDS = 10_000
_MAX_KEY = 65_535
_MAX_STRING = 8_000_000  # bytes; templates are some 10 KB
_MAX_ITEMS = 4_000_000  # the largest vocabularies hold some 300,000

Scalar = int | float | bool | str


@dataclass(frozen=True, slots=True)
class Header:
    """What the header says. ``window`` in tokens (0: not told); ``template`` tells whether there is a chat template."""

    name: str
    architecture: str
    window: int
    template: bool
    fields: dict[str, Scalar]


def read_header(path: Path) -> Header:
    """Read the header of ``path``.

    Raises:
        ValueError: not a GGUF file, a version this reader does not know, or a cut one.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        fields = _fields(file)
    architecture = str(fields.get("general.architecture", ""))
    if not architecture:
        raise ValueError("the header names no architecture")
    window = fields.get(f"{architecture}.context_length", 0)
    return Header(
        name=str(fields.get("general.name", "")),
        architecture=architecture,
        window=window if isinstance(window, int) else 0,
        template=bool(fields.get("tokenizer.chat_template")),
        fields=fields,
    )


def _fields(file: BinaryIO) -> dict[str, Scalar]:
    if file.read(4) != _MAGIC:
        raise ValueError("no GGUF magic")
    version = _number(file, "I")
    if version not in (2, 3):
        raise ValueError(f"GGUF version {version}")
    _number(file, "Q")  # tensors
    count = _number(file, "Q")
    if count > _MAX_FIELDS:
        raise ValueError(f"{count} header fields")
    fields: dict[str, Scalar] = {}
    for _ in range(count):
        key = _string(file, _MAX_KEY)
        kind = _number(file, "I")
        if kind == _ARRAY:
            _skip_array(file)
        else:
            fields[key] = _value(file, kind)
    return fields


def _exactly(file: BinaryIO, count: int) -> bytes:
    data = file.read(count)
    if len(data) != count:
        raise ValueError("the file ends inside its header")
    return data


def _number(file: BinaryIO, code: str) -> int:
    return int(struct.unpack(f"<{code}", _exactly(file, struct.calcsize(f"<{code}")))[0])


def _string(file: BinaryIO, limit: int) -> str:
    length = _number(file, "Q")
    if length > limit:
        raise ValueError(f"a header string of {length} bytes")
    return _exactly(file, length).decode("utf-8", "replace")


def _value(file: BinaryIO, kind: int) -> Scalar:
    if kind == _STRING:
        return _string(file, _MAX_STRING)
    code = _SCALARS.get(kind)
    if code is None:
        raise ValueError(f"header type {kind}")
    value: Scalar = struct.unpack(f"<{code}", _exactly(file, struct.calcsize(f"<{code}")))[0]
    return value


def _skip_array(file: BinaryIO) -> None:
    kind, count = _number(file, "I"), _number(file, "Q")
    if count > _MAX_ITEMS:
        raise ValueError(f"a header array of {count} items")
    if kind == _STRING:
        for _ in range(count):
            _exactly(file, _bounded_length(file))
        return
    code = _SCALARS.get(kind)
    if code is None:
        raise ValueError(f"header array type {kind}")
    _exactly(file, count * struct.calcsize(f"<{code}"))


def _bounded_length(file: BinaryIO) -> int:
    length = _number(file, "Q")
    if length > _MAX_STRING:
        raise ValueError(f"a header string of {length} bytes")
    return length
