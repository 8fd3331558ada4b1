"""A profile in memory: settings and keys that touch no disk."""

from __future__ import annotations

from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import Text, text


class MemorySettings:
    """``core.ports.SettingsStore`` that remembers what was saved. Set ``broken`` to have saving fail."""

    def __init__(self, value: Settings | None = None) -> None:
        self.saved = [value or Settings()]
        self.broken = False
        self.problem: Text | None = None

    def load(self) -> Settings:
        """The newest."""
        return self.saved[-1]

    def save(self, settings: Settings) -> None:
        """Keep one more."""
        if self.broken:
            raise StorageError(text("storage.full", path="settings.json"))
        self.saved.append(settings)


class MemorySecrets:
    """``core.ports.Secrets`` in a dict."""

    def __init__(self) -> None:
        self.keys: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        """The key, if any."""
        return self.keys.get(name)

    def set(self, name: str, value: str) -> None:
        """Keep a key."""
        self.keys[name] = value

    def delete(self, name: str) -> None:
        """Forget a key."""
        self.keys.pop(name, None)

    def where(self) -> Text:
        """In memory."""
        return text("storage.no_chat", chat="memory")
