"""Reads text aloud through the system's own speech command, where there is one; at most one text at a time.

Linux: spd-say, else espeak-ng or espeak. macOS: say. Windows: PowerShell with System.Speech. The text goes through
standard input, so that no word of it is ever read as an option.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.text import Language, text

LONGEST = 20_000
"""Characters that are read; nobody listens to more."""
_WINDOWS = (
    "Add-Type -AssemblyName System.Speech; [Console]::InputEncoding = [Text.Encoding]::UTF8; "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)
_CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_SIGNS = re.compile(r"^[-=: |]{3,}$|^[ \t]*(?:#{1,6}|>|[-*+]|\d+\.)[ \t]+|[*_`~|]+", re.MULTILINE)


class CannotSpeak(KnownError):
    """This system has no speech command, or it failed at once."""


class Speech:
    """Starts and stops reading. ``find`` and ``platform`` are replaceable for other systems."""

    def __init__(self, find: Callable[[str], str | None] = shutil.which, platform: str = sys.platform) -> None:
        self._find = find
        self._platform = platform
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def possible(self) -> bool:
        """Whether there is a command."""
        return self.command("en") is not None

    @property
    def speaking(self) -> bool:
        """Whether something is being read."""
        return self._process is not None and self._process.poll() is None

    def command(self, language: Language) -> Sequence[str] | None:
        """The command line that reads standard input, None where there is none."""
        if self._platform == "darwin":
            return ("say", "-f", "-") if self._find("say") else None
        if self._platform == "win32":
            shell = self._find("powershell") or self._find("pwsh")
            return (shell, "-NoProfile", "-Command", _WINDOWS) if shell else None
        if self._find("spd-say"):
            return ("spd-say", "--pipe-mode", "--wait", "--language", language)
        espeak = self._find("espeak-ng") or self._find("espeak")
        voice = "cmn" if language == "zh" and espeak and espeak.endswith("-ng") else language
        return (espeak, "--stdin", "-v", voice) if espeak else None

    async def read(self, words: str, language: Language) -> None:
        """Read aloud until the end or ``stop``; what was read before is stopped. Raises CannotSpeak."""
        self.stop()
        command = self.command(language)
        if command is None:
            raise CannotSpeak(text("services.no_speech"))
        said = spoken(words)[:LONGEST]
        quiet = subprocess.DEVNULL
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet)  # noqa: ASYNC220 - takes 2 ms, and must not be lost to a cancel
        except OSError as error:
            raise CannotSpeak(text("services.no_speech"), str(error)) from error
        self._process = process
        reading = asyncio.get_running_loop().run_in_executor(None, process.communicate, said.encode())
        try:
            await asyncio.shield(reading)
        finally:
            if process.poll() is None:
                process.terminate()

    def stop(self) -> None:
        """Be silent."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()


def spoken(markdown: str) -> str:
    """What of an answer is read: words, without code blocks, addresses and signs of Markdown."""
    words = _LINK.sub(r"\1", _CODE.sub("", markdown))
    return re.sub(r"\n{3,}", "\n\n", _SIGNS.sub("", words)).strip()
