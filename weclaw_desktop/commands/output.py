"""Printing: UTF-8 everywhere, one JSON document where it is asked for, one clear line for a failure."""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TextIO, cast

from weclaw_desktop.core.errors import WeClawError
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import Language, Text, render, text


def use_utf8() -> None:
    """Make standard streams speak UTF-8 (Windows pipes do not) and never fail on a character."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            cast("object", stream.reconfigure(encoding="utf-8", errors="replace"))  # type: ignore[union-attr] -- TextIOWrapper has it, TextIO does not say so
    if hasattr(sys.stdin, "reconfigure"):
        cast("object", sys.stdin.reconfigure(encoding="utf-8", errors="replace"))  # type: ignore[union-attr] -- as above


@dataclass(slots=True)
class Output:
    """Where a command prints. With ``json`` set, text for people goes nowhere and ``document`` is printed once."""

    json: bool = False
    language: Language = "en"
    out: TextIO = field(default_factory=lambda: sys.stdout)
    err: TextIO = field(default_factory=lambda: sys.stderr)
    printed: bool = False
    lost: OSError | None = None
    """Why standard output takes nothing more (closed pipe, full disk). The work goes on: an answer is still saved."""

    def say(self, value: Text | str, language: Language | None = None) -> str:
        """``value`` as people of this output read it."""
        return value if isinstance(value, str) else render(value, language or self.language)

    def line(self, value: Text | str = "") -> None:
        """One line for people."""
        if not self.json:
            self._print(self.say(value) + "\n")

    def piece(self, value: str) -> None:
        """Part of a line, at once: a streamed answer."""
        if not self.json:
            self._print(value)

    def note(self, value: Text | str) -> None:
        """A line beside the output proper (standard error), also with ``json``."""
        with suppress(OSError):  # whoever reads standard error is gone; there is nobody left to tell
            print(_clean(self.say(value)), file=self.err, flush=True)

    def document(self, value: object) -> None:
        """The one JSON document; a no-op without ``json``. Texts are rendered in the output's language."""
        if self.json and not self.printed:
            from weclaw_desktop.core.report import to_json  # brings all data models, which the window loads later

            self.printed = True
            self._print(json.dumps(to_json(value, self.language), ensure_ascii=False, indent=2) + "\n")

    def failure(self, error: WeClawError) -> None:
        """A failure: one line on standard error, and an ``error`` document where JSON was asked for."""
        told = " ".join(render(with_remedy(error.text), self.language).split())
        self.document({"error": told})
        self.note(told)

    def ended(self, code: int) -> int:
        """The exit code in the end: 1 when part of the output was lost, told unless the reader just went away."""
        if self.lost is None:
            return code
        if not isinstance(self.lost, BrokenPipeError):
            self.note(text("cli.output_lost", reason=why(self.lost)))
        return 1

    def _print(self, value: str) -> None:
        if self.lost is not None:
            return
        try:
            print(_clean(value), end="", file=self.out, flush=True)
        except OSError as error:
            self.lost = error
            _silence(self.out)


_REMEDIES = {
    "llm.missing_key": "cli.remedy.key",
    "services.no_model": "cli.remedy.model",
    "llm.no_models": "cli.remedy.model",
}
"""Sentences that send people to the window's settings, and what does the same here."""


def with_remedy(told: Text) -> Text:
    """What went wrong, with the command that mends it where the sentence names only the window's way."""
    how = _REMEDIES.get(told.key)
    return told if how is None else text("cli.with_repair", told=told, how=text(how))


def _silence(stream: TextIO) -> None:
    """Let what is still in the stream's buffer go nowhere, else the flush at exit complains again."""
    with suppress(OSError, ValueError):  # ValueError: a stream without a file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def _clean(value: str) -> str:
    """``value`` without halves of characters, which no stream can write."""
    return value.encode("utf-8", "replace").decode("utf-8")
