"""Where tools may look: resolves a path a model wrote and refuses what belongs to the app or holds secrets.

The files of the profile (settings, keys, database) and the environments that the system shows as files are never read,
whatever the user allows: a model must not be able to talk anyone into handing out keys.
"""

from __future__ import annotations

import stat
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import text

CUES = (
    r"(?<![A-Za-z0-9])(?:~|\.{1,2})?[/\\][\w~.-]|\b[A-Za-z]:[/\\]|\b[\w-]+\.(?:[A-Za-z]\w{0,4})\b"
    r"|\b(?:my|this|that|the|these|those|our|current|which|what|any|next|other) (?:\w+ ){0,2}"
    r"(?:files?|folders?|director(?:y|ies)|documents?|desktop|downloads|logs?)\b"
    r"|文件夹|目录|桌面|下载(?:里|中|文件)|(?:读|打开|查看|看看|列出|我的|这个|那个|哪些|这些|该|下一个).{0,12}(?:文件|文档|日志)"
)
"""Words by which people ask for files and folders: a path, a name with an ending, "my files", 「这个文件」."""

SYSTEM_FOLDERS = ("/proc", "/sys", "/dev")
"""Folders of files that are made by the system: environments, devices, endless streams."""

SECRET_FOLDERS = (".ssh", ".gnupg", ".aws", ".azure", ".kube", ".password-store", "keyrings")
SECRET_FILES = (".netrc", ".pgpass", ".git-credentials", ".npmrc", ".pypirc", "id_rsa", "id_ed25519", "id_ecdsa")
SECRET_ENDINGS = (".pem", ".key", ".p12", ".pfx", ".kdbx", ".keychain-db")


@dataclass(frozen=True, slots=True)
class Places:
    """``start`` is where relative paths begin; nothing below one of ``private`` is ever read."""

    start: Path
    private: Sequence[Path] = field(default_factory=tuple[Path, ...])

    def at(self, start: str) -> Places:
        """The same places with relative paths that begin in ``start``; one that is relative itself begins as before."""
        return replace(self, start=self._absolute(start))

    def shown(self, arguments: Mapping[str, object]) -> str:
        """The whole path of a call as people see it in the question whether to allow it, links as they are named.

        The disk is not touched: a network folder that hangs must not keep the question from being asked.
        """
        raw = arguments.get("path", "")
        return str(self._absolute(raw)) if isinstance(raw, str) and raw.strip() else "?"

    def _absolute(self, raw: str) -> Path:
        asked = Path(raw.strip())
        with suppress(RuntimeError):  # ~ of somebody who is not there is a name like any other
            asked = asked.expanduser()
        return asked if asked.is_absolute() else self.start / asked

    def find(self, arguments: Mapping[str, object], *, default: str = "") -> Path:
        """The path a call names, resolved through links.

        Raises:
            ToolFailed: None was given, it does not exist, or tools never read it.
        """
        raw = arguments.get("path", default)
        if not isinstance(raw, str) or not raw.strip() or "\0" in raw:
            raise ToolFailed(text("tools.no_path"))
        try:
            path = self._absolute(raw).resolve()
            self._refuse_private(path)
            path.lstat()
        except FileNotFoundError as error:
            raise ToolFailed(text("tools.not_found", path=self.shown({"path": raw}))) from error
        except (OSError, RuntimeError) as error:
            raise ToolFailed(text("tools.io", path=raw, reason=why(error))) from error
        return path

    def folder(self, arguments: Mapping[str, object], *, default: str = "") -> str:
        """The folder that a call works in: of a file the one it lies in. "" when there is none to be read."""
        try:
            path = self.find(arguments, default=default)
            return str(path if path.is_dir() else path.parent)
        except (ToolFailed, OSError):
            return ""

    def hides(self, path: Path) -> bool:
        """Whether tools never read ``path``."""
        resolved = path.resolve()
        if any(_within(resolved, place.resolve()) for place in self.private):
            return True
        if any(_within(resolved, PurePath(place)) for place in SYSTEM_FOLDERS):
            return True
        name = resolved.name.lower()
        if name in SECRET_FILES or name.endswith(SECRET_ENDINGS) or name == ".env" or name.startswith(".env."):
            return True
        return any(part.lower() in SECRET_FOLDERS for part in resolved.parts)

    def _refuse_private(self, path: Path) -> None:
        if self.hides(path):
            raise ToolFailed(text("tools.private", path=str(path)))


def ordinary(path: Path) -> bool:
    """Whether ``path`` is a regular file: no device, pipe or socket, which could block or never end."""
    return stat.S_ISREG(path.stat().st_mode)


def _within(path: Path, place: PurePath) -> bool:
    return path == place or place in path.parents
