"""What was measured of one variant: one row of the Lab's table, and which row wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from weclaw_desktop.core.windows import Profile

CLOSE = 0.02
"""Shares of facts that lie no further apart count as equal: then the cheaper one wins."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to play a transcript. ``window`` in tokens, 0 for the model's own; ``summarizer`` as for a replay."""

    strategy: str
    window: int = 0
    profile: Profile = "balanced"
    summarizer: str = "none"


@dataclass(frozen=True, slots=True)
class Kept:
    """Of ``asked`` questions how many the requests answer, and how many the newest messages at equal tokens do."""

    held: int = 0
    newest: int = 0
    asked: int = 0

    @property
    def share(self) -> float | None:
        """0…1, None without a question."""
        return self.held / self.asked if self.asked else None

    @property
    def newest_share(self) -> float | None:
        """0…1 of the newest messages that fit into as many tokens."""
        return self.newest / self.asked if self.asked else None


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one variant. Tokens are calibrated as in a chat without usage; ``cost`` is None without a call.

    ``facts`` is the mean of ``needed`` and ``values``, as far as there are questions of the kind. ``found_again`` is
    the share of needed names that the request holds or that recall gives among its first five hits. ``cache_kept`` is
    the share of sent tokens that a prefix cache holds. ``tokens`` are of each call. ``failure`` is one line when the
    transcript could not be played this way; then nothing else is known.
    """

    variant: Variant
    window: int = 0
    threshold: int = 0
    hard: int = 0
    calls: int = 0
    peak: int = 0
    sent: int = 0
    cost: float | None = None
    summary_cost: float = 0.0
    currency: str = ""
    cache_kept: float | None = None
    needed: Kept = Kept()
    values: Kept = Kept()
    found_again: float | None = None
    rules_kept: int = 0
    rules: int = 0
    revived: int = 0
    faults: tuple[str, ...] = ()
    passes: int = 0
    ms: float = 0.0
    tokens: tuple[int, ...] = ()
    failure: str = ""

    @property
    def mean(self) -> float:
        """Tokens of a call."""
        return self.sent / self.calls if self.calls else 0.0

    @property
    def facts(self) -> float | None:
        """0…1: what the requests keep of names and values."""
        return _mean(self.needed.share, self.values.share)

    @property
    def newest(self) -> float | None:
        """0…1: the same for the newest messages at equal tokens."""
        return _mean(self.needed.newest_share, self.values.newest_share)

    @property
    def valid(self) -> bool:
        """Whether every request could be made, and none would be refused."""
        return not self.failure and not self.faults

    def to_json(self) -> dict[str, object]:
        """The row as ``lab --json`` and the report hold it."""
        shown = asdict(self)
        variant = shown.pop("variant")
        derived = {"mean": round(self.mean), "facts": self.facts, "newest": self.newest, "valid": self.valid}
        return {**variant, **shown, **derived}


def _mean(*shares: float | None) -> float | None:
    given = [share for share in shares if share is not None]
    return sum(given) / len(given) if given else None


SAME_COST = 1.05
"""Costs within this factor of the lowest are about the same."""


def winner(rows: Sequence[Row]) -> int | None:
    """The row to apply: of the valid ones that lose fewest rules, the cheapest among those that keep most facts.

    Of rows that cost about the same the first one, so that a chat in which nothing happened keeps the default. None
    when no row was played, or there was nothing to ask.
    """
    played = [n for n, row in enumerate(rows) if row.valid and row.facts is not None and row.calls]
    if not played:
        return None
    lost = {n: rows[n].rules - rows[n].rules_kept + rows[n].revived for n in played}
    kind = [n for n in played if lost[n] == min(lost.values())]
    most = max(rows[n].facts or 0.0 for n in kind)
    best = [n for n in kind if (rows[n].facts or 0.0) >= most - CLOSE]
    cheapest = min(rows[n].cost or 0.0 for n in best)
    return next(n for n in best if (rows[n].cost or 0.0) <= SAME_COST * cheapest)
