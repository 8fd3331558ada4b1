"""The profile's ``settings.json``: written whole or not at all, never silently lost.

Keys that this version does not know (a newer version's) are carried over at every level. A file that cannot be read, or
holds a value that cannot be used, is kept beside as ``settings.json.damaged-N`` and the loss is told.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.storage.failures import translate

Raw = dict[str, Any]


class SettingsFile:
    """Implements ``core.ports.SettingsStore``. Blocking, a few milliseconds."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.problem: Text | None = None
        """What the last ``load`` could not use, for the user; None when all was well."""

    def load(self) -> Settings:
        """The settings; defaults where the file says nothing. Raises StorageError when the file cannot be read."""
        self.problem = None
        raw = self._read()
        if raw is None:
            return Settings()
        settings, dropped = _validated(raw)
        if dropped:
            kept = self._keep_damaged(move=False)
            self.problem = text("storage.settings_values", keys=", ".join(dropped), kept=kept.name)
        return settings

    def save(self, settings: Settings) -> None:
        """Write atomically: after a crash the file is the old or the new one. Raises StorageError."""
        raw = self._read() or {}
        content = _encoded(_merged(settings, raw))
        partial = self._path.with_name(f"{self._path.name}.new-{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with partial.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self._path)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise translate(error, str(self._path)) from error

    def _read(self) -> Raw | None:
        """The file's object; None when there is no file, or one that is not a JSON object, which is moved aside."""
        try:
            content = self._path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise translate(error, str(self._path)) from error
        try:
            raw: object = json.loads(content.decode("utf-8-sig"))
        except ValueError:
            raw = None
        if isinstance(raw, dict):
            return cast("Raw", raw)
        kept = self._keep_damaged(move=True)
        self.problem = text("storage.settings_damaged", path=str(self._path), kept=kept.name)
        return None

    def _keep_damaged(self, *, move: bool) -> Path:
        number = 1
        try:
            content = self._path.read_bytes()
            while (kept := self._path.with_name(f"{self._path.name}.damaged-{number}")).exists():
                if not move and kept.read_bytes() == content:
                    return kept  # read once more before anything was saved
                number += 1
            if move:
                self._path.rename(kept)
            else:
                kept.write_bytes(content)
        except OSError as error:
            raise translate(error, str(self._path)) from error
        return kept


def _validated(raw: Raw) -> tuple[Settings, list[str]]:
    """The settings and the names of values that had to be dropped for them."""
    data: Raw = json.loads(json.dumps(raw))
    dropped: list[str] = []
    while True:
        try:
            return Settings.model_validate(data), dropped
        except ValidationError as error:
            place = error.errors()[0]["loc"]
            dropped.append(_drop(data, place))


def _drop(data: Raw, place: tuple[int | str, ...]) -> str:
    """Take the value at ``place``, or the innermost container of it that exists, out of ``data``; returns its name.

    A list loses its whole entry: half a provider is of no use.
    """
    holder, depth = data, 0
    while depth < len(place) - 1:
        inner = holder[str(place[depth])]
        if isinstance(inner, list) and isinstance(index := place[depth + 1], int):
            del inner[index]
            return ".".join(map(str, place))
        if not isinstance(inner, dict) or place[depth + 1] not in inner:
            break
        holder, depth = cast("Raw", inner), depth + 1
    del holder[str(place[depth])]
    return ".".join(map(str, place[: depth + 1]))


def _merged(value: Any, old: Any) -> Any:
    """``value`` as JSON: what differs from the default or was written before, and what only the file knows."""
    if isinstance(value, BaseModel):
        before: Mapping[str, Any] = cast("Raw", old) if isinstance(old, dict) else {}
        known = type(value).model_fields
        found = {name: item for name, item in before.items() if name not in known}
        for name, info in known.items():
            item = getattr(value, name)
            if name in before or info.is_required() or item != info.get_default(call_default_factory=True):
                found[name] = _merged(item, before.get(name))
        return found
    if isinstance(value, dict):
        entries = cast("Raw", old) if isinstance(old, dict) else {}
        return {name: _merged(item, entries.get(name)) for name, item in cast("Raw", value).items()}
    if isinstance(value, tuple):
        entries = [cast("Raw", item) for item in cast("list[Any]", old or []) if isinstance(item, dict)]
        named = {entry.get("name"): entry for entry in entries}
        return [_merged(item, named.get(getattr(item, "name", None))) for item in cast("tuple[Any, ...]", value)]
    return value


def _encoded(data: Raw) -> bytes:
    try:
        return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()
    except UnicodeEncodeError:  # a lone surrogate
        return (json.dumps(data, indent=2) + "\n").encode()
