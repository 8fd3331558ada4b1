"""Which models are on this computer, and where.

Fetched models are files ``<name>.gguf`` in one folder of the user's cache, shared by all profiles. Models that people
have elsewhere are listed by reference: such a file is never moved, written or deleted. The folder is given by the
caller. One small JSON file beside the models remembers what was verified and what is listed.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.llm.local import gguf
from weclaw_desktop.llm.local.errors import PROVIDER, NotInstalled
from weclaw_desktop.llm.local.weights import CATALOGUE, Weights

_INDEX = "models.json"
_BLOCK = 8 * 1024 * 1024
_DEFAULT_N_CTX = 8_192
_ABLE = 600_000_000
"""Bytes from which a model is taken to be able to choose a tool: a file of a billion parameters in four bits."""


@dataclass(frozen=True, slots=True)
class Installed:
    """A model on this computer. ``size`` in bytes, windows in tokens.

    ``label`` is the honest name that pickers show. ``referenced`` files belong to the user. ``verified`` means that the
    sha256 matched and the file is unchanged since (always False for referenced files: nothing is declared for them).
    ``tools`` says whether it is offered tools.
    """

    name: str
    title: str
    label: str | Text
    path: Path
    size: int
    window: int
    n_ctx: int
    referenced: bool
    verified: bool
    tools: bool = False

    def spec(self, n_ctx: int = 0) -> ModelSpec:
        """The model as the rest of the app knows it, served with ``n_ctx`` tokens (0: the default)."""
        served = n_ctx or self.n_ctx
        return ModelSpec(
            provider=PROVIDER, name=self.name, window=served, window_source="server", max_output=served,
            output_source="server", tools=self.tools, local=True, label=self.label, written_calls=True,
            tools_note=None if self.tools else text("local.no_tools", model=self.name),
        )  # fmt: skip


class Store:
    """The models folder. Every method touches the disk: call it from a worker thread when the window is open."""

    def __init__(self, root: Path, catalogue: tuple[Weights, ...] = CATALOGUE) -> None:
        self.root = root
        self.catalogue = catalogue

    def installed(self) -> list[Installed]:
        """All models here: fetched ones first, then the user's own files that still exist."""
        fetched = [found for weights in self.catalogue if (found := self._fetched(weights)) is not None]
        return fetched + [found for name in self._references() if (found := self._referenced(name)) is not None]

    def get(self, name: str) -> Installed:
        """The model called ``name`` (with or without ``local/``).

        Raises:
            NotInstalled: it is not here, or the user's file has gone.
        """
        bare = name.removeprefix("local/")
        weights = self.weights(bare)
        found = self._fetched(weights) if weights else self._referenced(bare)
        if found is not None:
            return found
        gone = self._references().get(bare)
        if gone is not None:
            said = text("local.file_gone", model=bare, path=gone)
        else:
            said = text("local.not_installed", model=bare)
        raise NotInstalled(said, provider=PROVIDER, model=bare)

    def weights(self, name: str) -> Weights | None:
        """The fetchable model called ``name``, or None."""
        bare = name.removeprefix("local/")
        return next((weights for weights in self.catalogue if weights.name == bare), None)

    def target(self, weights: Weights) -> Path:
        """Where the finished file of ``weights`` belongs."""
        return self.root / f"{weights.name}.gguf"

    def partial(self, weights: Weights) -> Path:
        """The file that a download fills; it survives a stop so that the next one goes on."""
        return self.root / f"{weights.name}.gguf.partial"

    def free(self) -> int:
        """Free bytes on the disk of the folder (made if missing)."""
        self.root.mkdir(parents=True, exist_ok=True)
        return shutil.disk_usage(self.root).free

    def adopt(self, weights: Weights) -> Installed:
        """Take the verified partial file of ``weights`` as the finished one."""
        self.partial(weights).replace(self.target(weights))
        self._remember(weights)
        return self.get(weights.name)

    def verify(self, name: str, on_bytes: Callable[[int], None] | None = None) -> bool:
        """Hash a fetched model again; ``on_bytes`` hears how many bytes were read so far. False: it is damaged.

        A referenced file has no declared checksum: its header is read instead.
        """
        installed = self.get(name)
        weights = self.weights(installed.name)
        if weights is None:
            return _header(installed.path) is not None
        same = sha256_of(installed.path, on_bytes=on_bytes) == weights.sha256
        if same:
            self._remember(weights)
        else:
            self._forget(weights.name)
        return same

    def remove(self, name: str) -> bool:
        """Delete a fetched model with its partial download, or drop a reference. False: there was nothing."""
        bare = name.removeprefix("local/")
        weights = self.weights(bare)
        if weights is None:
            data = self._load()
            known = data["files"].pop(bare, None) is not None
            if known:
                self._save(data)
            return known
        files = [path for path in (self.target(weights), self.partial(weights)) if path.exists()]
        for path in files:
            path.unlink()
        self._forget(weights.name)
        return bool(files)

    def register(self, path: Path) -> Installed:
        """List the user's own ``.gguf`` file. Registering it again gives the same entry.

        Raises:
            InputError: the file is no GGUF model that can be read.
        """
        path = path.expanduser().absolute()
        header = _header(path)
        if header is None:
            raise InputError(text("local.not_gguf", path=str(path)))
        data = self._load()
        name = next((known for known, place in data["files"].items() if place == str(path)), None)
        if name is None:
            name = self._free_name(path.stem, data["files"])
            data["files"][name] = str(path)
            self._save(data)
        return self._describe(name, path, header)

    def _free_name(self, stem: str, taken: dict[str, str]) -> str:
        base = re.sub(r"[^\w.\-]+", "-", stem).strip("-.").lower() or "model"
        name, number = base, 2
        while name in taken or self.weights(name) is not None:
            name, number = f"{base}-{number}", number + 1
        return name

    def _fetched(self, weights: Weights) -> Installed | None:
        path = self.target(weights)
        try:
            stat = path.stat()
        except OSError:
            return None
        if stat.st_size != weights.size:
            return None
        verified = self._load()["verified"].get(weights.name) == f"{stat.st_size}:{stat.st_mtime_ns}"
        return Installed(
            name=weights.name, title=weights.title, label=weights.label, path=path, size=stat.st_size,
            window=weights.window, n_ctx=weights.n_ctx, referenced=False, verified=verified, tools=weights.tools,
        )  # fmt: skip

    def _referenced(self, name: str) -> Installed | None:
        place = self._references().get(name)
        header = None if place is None else _header(Path(place))
        return None if place is None or header is None else self._describe(name, Path(place), header)

    @staticmethod
    def _describe(name: str, path: Path, header: gguf.Header) -> Installed:
        n_ctx = min(header.window or _DEFAULT_N_CTX, _DEFAULT_N_CTX)
        size = path.stat().st_size
        return Installed(
            name=name, title=header.name or path.stem, label=header.name or path.stem, path=path,
            size=size, window=header.window, n_ctx=n_ctx, referenced=True, verified=False, tools=size >= _ABLE,
        )  # fmt: skip

    def _references(self) -> dict[str, str]:
        return self._load()["files"]

    def _remember(self, weights: Weights) -> None:
        stat = self.target(weights).stat()
        data = self._load()
        data["verified"][weights.name] = f"{stat.st_size}:{stat.st_mtime_ns}"
        self._save(data)

    def _forget(self, name: str) -> None:
        data = self._load()
        if data["verified"].pop(name, None) is not None:
            self._save(data)

    def _load(self) -> dict[str, dict[str, str]]:
        """The index; an absent or unreadable one is empty (files count, the index only remembers)."""
        try:
            raw: object = json.loads((self.root / _INDEX).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            raw = {}
        return {"verified": _strings(raw, "verified"), "files": _strings(raw, "files")}

    def _save(self, data: dict[str, dict[str, str]]) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=self.root, prefix=".models-", suffix=".json")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, indent=1)
        Path(temporary).replace(self.root / _INDEX)


def sha256_of(path: Path, start: int = 0, size: int = -1, on_bytes: Callable[[int], None] | None = None) -> str:
    """sha256 of ``size`` bytes of ``path`` from ``start`` (-1: to the end), as hex."""
    digest, read = hashlib.sha256(), 0
    with path.open("rb") as file:
        file.seek(start)
        while block := file.read(_BLOCK if size < 0 else min(_BLOCK, size - read)):
            digest.update(block)
            read += len(block)
            if on_bytes is not None:
                on_bytes(read)
    return digest.hexdigest()


def _header(path: Path) -> gguf.Header | None:
    try:
        return gguf.read_header(path)
    except (OSError, ValueError):
        return None


def _strings(raw: object, key: str) -> dict[str, str]:
    section = cast("dict[str, object]", raw).get(key) if isinstance(raw, dict) else None
    if not isinstance(section, dict):
        return {}
    items = cast("dict[object, object]", section).items()
    return {str(name): value for name, value in items if isinstance(value, str)}
