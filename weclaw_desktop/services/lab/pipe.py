"""Messages between the Lab and its worker processes: pickled values, each behind its length in eight bytes.

Both ends are this program: nothing that another program wrote is ever unpickled here.
"""

from __future__ import annotations

import pickle
from typing import BinaryIO

_LENGTH = 8


def put(stream: BinaryIO, value: object) -> None:
    """Send one value. Raises OSError when the other end is gone."""
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(_LENGTH, "little") + data)
    stream.flush()


def get(stream: BinaryIO) -> object:
    """Wait for the next value. Raises EOFError when the other end is gone."""
    head = stream.read(_LENGTH)
    size = int.from_bytes(head, "little")
    data = stream.read(size) if len(head) == _LENGTH else b""
    if len(head) < _LENGTH or len(data) < size:
        raise EOFError
    return pickle.loads(data)  # from our own child or parent, over a pipe that nobody else has
