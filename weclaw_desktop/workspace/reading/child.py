"""The reading process: ``python -m weclaw_desktop.workspace.reading.child KIND PATH CHARACTERS``.

Prints one JSON object: ``{"text", "note"}`` or ``{"error": code}``. It takes little memory and yields to every other
program; whoever started it ends it when it takes too long.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from weclaw_desktop.workspace.reading.found import Extracted, Unreadable

MEMORY = 2_500_000_000
"""Bytes of address space that reading may take, where the system can hold it to that."""


def main() -> None:
    """Read what the arguments name."""
    kind, path, most = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    _modest()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints is no answer
    try:
        found = _reader(kind)(path, most)
        answer = {"text": found.text, "note": None if found.note is None else found.note.to_json()}
    except Unreadable as error:
        answer = {"error": error.code}
    except MemoryError:
        answer = {"error": "too_large"}
    except OSError:
        answer = {"error": "no_file"}
    with out:
        out.write(json.dumps(answer).encode())


def _reader(kind: str) -> Callable[[Path, int], Extracted]:
    if kind == "folder":
        from weclaw_desktop.workspace.reading.folders import folder

        return folder
    from weclaw_desktop.workspace.reading import documents

    return {"pdf": documents.pdf, "office": documents.office, "opendocument": documents.opendocument}[kind]


def _modest() -> None:
    if sys.platform == "win32":
        return
    os.nice(10)
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
    if sys.platform == "linux":  # macOS knows the limit but maps far more than it uses
        resource.setrlimit(resource.RLIMIT_AS, (limit, most))


if __name__ == "__main__":
    main()
