"""Plays transcripts and has a real model's server write and tokenise every request, without an answer.

llama.cpp's server applies the model's own chat template and vocabulary, so that its count is exactly what it would
report as usage. Calls of one session are estimated as the product would: each after the reports of those before it.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import httpx

from tests.benchmarks.sessions import Dialogue, Session, joined, woven
from weclaw_desktop.core.models import Calibration, ModelSpec, Usage
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.llm.calibration import calibrate
from weclaw_desktop.llm.families import embedded_encoder
from weclaw_desktop.llm.local.model import LocalModel, Settings
from weclaw_desktop.llm.local.store import Store
from weclaw_desktop.llm.local_client import body
from weclaw_desktop.services.prompts import shipped
from weclaw_desktop.services.replay import ReplayOptions, Seen, replay
from weclaw_desktop.services.transcripts import read
from weclaw_desktop.storage.profile import cache_folder

LEAST_CALLS = 8
"""Answers that a session must have."""
WOVEN = 12
"""Dialogues of each of two files that make up a woven session, long enough to be compressed."""
Sizes = tuple[int, int, int]
"""One call in tokens: estimated, estimated without calibration, real."""


@dataclass(frozen=True, slots=True)
class Server:
    """A model's server, asked for counts only."""

    model: str
    client: httpx.Client

    def count(self, request: ModelRequest) -> int:
        """Tokens of the whole prompt that the server would read for ``request``."""
        prompt = self._post("/apply-template", {"messages": body(request)["messages"]})["prompt"]
        return len(self._post("/tokenize", {"content": prompt, "add_special": False, "parse_special": True})["tokens"])

    def _post(self, path: str, content: dict[str, Any]) -> dict[str, Any]:
        return cast("dict[str, Any]", self.client.post(path, json=content).raise_for_status().json())


@contextmanager
def served(model: str) -> Generator[Server]:
    """The installed embedded ``model`` with a window just large enough to start."""
    with tempfile.TemporaryDirectory() as folder:
        local = LocalModel(
            Store(cache_folder() / "models"),
            log=Path(folder) / "model.log",
            environment=dict(os.environ),
            settings=Settings(n_ctx=512),
        )
        try:
            endpoint = asyncio.run(local.start(model))
            headers = {"Authorization": f"Bearer {endpoint.api_key}"}
            with httpx.Client(base_url=endpoint.root, headers=headers, timeout=60, trust_env=False) as client:
                yield Server(model, client)
        finally:
            local.stop_now()


def sessions(folder: Path, server: Server, per_file: int, window: int) -> Iterator[tuple[str, list[Sizes]]]:
    """Every session of ``folder`` with the sizes of its calls: dialogues of each file, and two files woven."""
    files = {path.stem: _dialogues(path) for path in sorted(folder.glob("*.jsonl"))}
    for name, dialogues in files.items():
        for session in _chosen(name, dialogues, per_file):
            yield name, _played(session, server, window)
    names = list(files)
    for first, second in zip(names, names[len(names) // 2 :], strict=False):
        parts = woven(files[first][:WOVEN], files[second][:WOVEN])
        yield "woven", _played(joined("woven", parts), server, window)


def _chosen(name: str, dialogues: Sequence[Dialogue], count: int) -> Iterable[Session]:
    """Dialogues that are long enough, evenly spread; short ones are joined until they are."""
    long = [dialogue for dialogue in dialogues if _answers(dialogue) >= LEAST_CALLS]
    if long:
        step = max(1, len(long) // count)
        return [joined(name, [dialogue]) for dialogue in long[::step][:count]]
    size = max(1, len(dialogues) // count)
    return [joined(name, dialogues[at : at + size]) for at in range(0, len(dialogues), size)][:count]


def _answers(dialogue: Dialogue) -> int:
    return sum(message["role"] == "assistant" for message in dialogue.messages)


def _dialogues(path: Path) -> list[Dialogue]:
    lines = path.read_text(encoding="utf-8").split("\n")
    return [Dialogue(item["id"], tuple(item["messages"])) for item in map(json.loads, filter(str.strip, lines))]


def _played(session: Session, server: Server, window: int) -> list[Sizes]:
    """The sizes of the calls of one session."""
    known = Calibration()
    found: list[Sizes] = []

    def see(seen: Seen) -> None:
        nonlocal known
        if seen.call is None:
            return
        plain, real = seen.request.load, server.count(seen.request)
        found.append((round(plain * known.k), plain, real))
        known = calibrate(known, plain, Usage(prompt=real))

    session = replace(session, system=session.system or shipped("persona", "en"))  # no chat is without one
    spec = ModelSpec("local", server.model, window, "override", encoder=embedded_encoder(server.model), local=True)
    replay(read(session.document(), session.name)[0], ReplayOptions(model=spec, window=window), observe=see)
    return found
