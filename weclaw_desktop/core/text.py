"""Every reason, error line, label and notice below the window is a ``Text``: a key with parameters, in en or zh.

Values travel untranslated, so that a stored error or reason reads right after the language changed, and so that the
window and the command line say the same sentence. Qt translations serve ``ui`` only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Language = Literal["en", "zh"]
Param = "str | int | float | Text"
_EMPTY: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence to be: ``key`` into the catalogue and its parameters (strings, numbers or further Texts)."""

    key: str
    params: tuple[tuple[str, str | int | float | Text], ...] = ()

    def to_json(self) -> dict[str, object]:
        """JSON shape ``{"key", "params"}`` for storage; ``from_json`` is its inverse."""
        return {
            "key": self.key,
            "params": {k: v.to_json() if isinstance(v, Text) else v for k, v in self.params},
        }

    @staticmethod
    def from_json(data: Mapping[str, object]) -> Text:
        """Read the shape that ``to_json`` writes; unknown shapes become their string."""
        raw = data.get("params")
        params: list[tuple[str, str | int | float | Text]] = []
        for name, value in (raw if isinstance(raw, dict) else {}).items():  # pyright: ignore[reportUnknownVariableType] -- untyped JSON
            if isinstance(value, dict):
                params.append((str(name), Text.from_json(value)))  # pyright: ignore[reportUnknownArgumentType] -- untyped JSON
            else:
                params.append((str(name), value if isinstance(value, (int, float)) else str(value)))  # pyright: ignore[reportUnknownArgumentType] -- untyped JSON
        return Text(str(data.get("key", "")), tuple(params))


def text(key: str, /, **params: str | int | float | Text) -> Text:
    """Make a ``Text``. The key must be in the catalogue (a test checks every literal key)."""
    return Text(key, tuple(params.items()))


def render(value: Text, language: Language = "en") -> str:
    """The sentence in ``language``. Placeholders use ``str.format`` syntax ({n:,} groups thousands).

    A key that the catalogue lacks (an old stored row, a plug-in) renders as the key with its parameters, never raises.
    """
    from weclaw_desktop.core.catalogue import entry

    params = {k: render(v, language) if isinstance(v, Text) else v for k, v in value.params}
    pattern = entry(value.key, language)
    if pattern is None:
        return value.key if not params else f"{value.key} ({', '.join(f'{k}={v}' for k, v in params.items())})"
    try:
        return pattern.format_map(params)
    except (KeyError, ValueError, IndexError):
        return f"{pattern} ({', '.join(f'{k}={v}' for k, v in params.items())})"


def compact(tokens: int) -> str:
    """Tokens as people read them: 640, 1.1K, 49.1K, 160K, 1.2M (K = 1,000)."""
    if tokens < 1_000:
        return str(tokens)
    if tokens < 999_950:
        value = f"{tokens / 1_000:.1f}"
        return f"{value.removesuffix('.0')}K"
    return f"{tokens / 1_000_000:.1f}".removesuffix(".0") + "M"
