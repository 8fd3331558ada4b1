"""The seven dimensions on which strategies are compared, with grades for here and for where they come from."""

from __future__ import annotations

from dataclasses import dataclass

from weclaw_desktop.core.text import Text, text

DIMENSIONS = ("trigger", "pairs", "results", "failure", "thrash", "prompt", "memory")
STRATEGIES = ("adaptive", "pipeline", "layered", "truncate", "off")
GRADES = ("none", "weak", "fair", "strong")
_HERE = {
    "trigger": (3, 2, 2, 2, 1),
    "pairs": (3, 3, 3, 3, 3),
    "results": (3, 2, 2, 1, 1),
    "failure": (3, 3, 2, 3, 3),
    "thrash": (3, 3, 2, 2, 2),
    "prompt": (3, 3, 3, 3, 3),
    "memory": (1, 1, 3, 1, 1),
}
_UPSTREAM = {
    "trigger": (3, 2, 2, 1),
    "pairs": (2, 1, 1, 0),
    "results": (2, 2, 2, 0),
    "failure": (3, 2, 1, 2),
    "thrash": (2, 2, 1, 0),
    "prompt": (3, 0, 0, 0),
    "memory": (0, 0, 3, 0),
}
_SHARED = ("pairs", "prompt")
"""Dimensions in which all strategies do the same here."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One strategy in one dimension. Grades are 0…3; ``upstream`` is None where there is no project behind it."""

    strategy: str
    dimension: str
    grade: int
    here: Text
    upstream: int | None
    there: Text | None


def cell(strategy: str, dimension: str) -> Cell:
    """What a built-in strategy does in a dimension, here and where it comes from."""
    place = STRATEGIES.index(strategy)
    about = dimension if dimension in _SHARED else f"{dimension}.{strategy}"
    known = place < len(_UPSTREAM[dimension])
    return Cell(
        strategy,
        dimension,
        _HERE[dimension][place],
        text(f"advisor.here.{about}"),
        _UPSTREAM[dimension][place] if known else None,
        text(f"advisor.there.{dimension}.{strategy}") if known else None,
    )


def grade(value: int) -> Text:
    """The word for a grade."""
    return text(f"advisor.grade.{GRADES[value]}")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of what a strategy sends: its share of the bar, the colour of that part in the meter, and its name."""

    share: float
    role: str
    name: Text


def diagram(strategy: str) -> tuple[Part, ...]:
    """What stands in a request right after a strategy acted on a long chat, first part first."""
    parts: dict[str, tuple[tuple[float, str, str], ...]] = {
        "adaptive": (
            (0.1, "system", "prompt"), (0.1, "rules", "facts"), (0.35, "summary", "digest"),
            (0.1, "notice", "summary"), (0.35, "recent", "tail"),
        ),
        "pipeline": (
            (0.12, "system", "prompt"), (0.25, "notice", "summary"),
            (0.2, "schemas", "lines"), (0.43, "recent", "tail"),
        ),
        "layered": (
            (0.12, "system", "prompt"), (0.22, "memory", "note"), (0.2, "schemas", "heads"), (0.46, "recent", "last"),
        ),
        "truncate": ((0.14, "system", "prompt"), (0.86, "recent", "newest")),
        "off": ((0.08, "system", "prompt"), (0.92, "recent", "all")),
    }  # fmt: skip
    return tuple(Part(share, role, text(f"advisor.part.{name}")) for share, role, name in parts[strategy])


def acts(strategy: str) -> Text:
    """When a strategy acts, in a few words under its diagram."""
    return text(f"advisor.acts.{strategy}")
