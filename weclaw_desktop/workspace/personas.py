"""Personas: who the assistant is in a chat, each a Markdown file that people can read, edit and share.

``{{name}}`` in the text stands for something that is asked when the persona is chosen; ``{{name|usual}}`` has a usual
value. What ships lies in ``resources/personas``; a file of the same name in the profile's folder takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import Language, text
from weclaw_desktop.resource_files import resource
from weclaw_desktop.workspace.front_matter import join, one_line, split

LONGEST = 200_000
"""Characters of a file that are read."""
_VARIABLE = re.compile(r"\{\{\s*([^{}|]{1,40}?)\s*(?:\|([^{}]*))?\}\}")
_NO_NAME = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class Persona:
    """One persona. ``id`` is its file's name without the ending; ``shipped`` ones are no files of the user's."""

    id: str
    name: str
    description: str
    text: str
    shipped: bool = False

    @property
    def variables(self) -> dict[str, str]:
        """What is asked when it is chosen, in order, each with its usual value ("" for none)."""
        found: dict[str, str] = {}
        for name, usual in _VARIABLE.findall(self.text):
            found[name] = found.get(name) or usual.strip()
        return found

    def filled(self, values: Mapping[str, str]) -> str:
        """Its text with values in the place of variables; one without any value stays empty."""
        usual = self.variables
        return _VARIABLE.sub(lambda m: values.get(m.group(1), "").strip() or usual[m.group(1)], self.text).strip()


def shipped(language: Language) -> list[Persona]:
    """The personas that ship, by name."""
    folder = resource("personas", language)
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".md")), key=lambda file: file.name)
    return [_read(file.name.removesuffix(".md"), file.read_text("utf-8"), shipped=True) for file in files]


def own(folder: Path) -> list[Persona]:
    """The personas in a folder, by name; a file that cannot be read is left out."""
    found: list[Persona] = []
    for file in sorted(folder.glob("*.md"), key=lambda file: file.stem) if folder.is_dir() else ():
        try:
            written = file.read_text("utf-8", errors="replace")[:LONGEST]
        except OSError:
            continue
        persona = _read(file.stem, written)
        if persona.text:
            found.append(persona)
    return found


def save(folder: Path, persona: Persona) -> Persona:
    """Write a persona to its file; a new one (without id) gets one from its name. Raises InputError, OSError."""
    if not persona.name.strip() or not persona.text.strip():
        raise InputError(text("workspace.persona_empty"))
    stem = persona.id or _free(folder, _NO_NAME.sub("-", persona.name.strip().casefold()).strip("-") or "persona")
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / f"{stem}.md.part"
    part.write_text(join({"name": persona.name, "description": persona.description}, persona.text), "utf-8")
    part.replace(folder / f"{stem}.md")
    return Persona(stem, persona.name, persona.description, persona.text)


def delete(folder: Path, name: str) -> None:
    """Move a persona's file aside, under a name that is not read; nothing happens when there is none."""
    file = folder / f"{name}.md"
    if file.is_file():
        file.replace(folder / f"{name}.md.deleted")


def _read(stem: str, written: str, *, shipped: bool = False) -> Persona:
    facts, body = split(written)
    return Persona(stem, one_line(facts, "name") or stem, one_line(facts, "description"), body, shipped)


def _free(folder: Path, stem: str) -> str:
    number, found = 1, stem
    while (folder / f"{found}.md").exists():
        number += 1
        found = f"{stem}-{number}"
    return found
