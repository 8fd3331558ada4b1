"""What each strategy keeps of long sessions, and at what price.

    python -m tests.benchmarks.retention [--data DIR] [--sessions …] [--strategies …] [--window N] [--profile P]
                                         [--json OUT] [--losses N]
                                         [--curve | --newest N | --passes-only | --picture OUT.png]

Every session is played as if live, without a model; before each answer the request that would be sent is measured.
Without ``--data`` the sessions are made up. README.md in this folder says what the columns mean; ``probes`` and
``scores`` define them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.benchmarks import picture, sessions
from tests.benchmarks.scores import SHARES, Meter, Probes, Score, newest_only, prepare
from tests.benchmarks.shortening import Shortening
from weclaw_desktop.context import gate
from weclaw_desktop.context.strategies import names
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.errors import CannotFit
from weclaw_desktop.core.models import ModelSpec, ToolSpec
from weclaw_desktop.core.windows import Thresholds
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services import replay as player
from weclaw_desktop.services.replay import ReplayOptions, replay
from weclaw_desktop.services.transcripts import read

COUNTER = counter_for(ModelSpec("replay", "replay").encoder)
WINDOWS = (16_384, 24_576, 32_768, 49_152, 65_536)
"""Windows of the picture."""
LANDINGS = (0.55, 0.60, 0.65, 0.70, 0.75, 0.80)
"""Shares of T that a pass lands at, for ``--curve``."""
HEAD = (
    "session   strategy   mean/peak tokens  needed own/newest gain  far               kv                kv+key"
    "            slots             rules/said/revived recall  faults passes breaks gap/T  cost  s   pass ms"
)


@dataclass(frozen=True, slots=True)
class Way:
    """How to play."""

    strategy: str
    window: int
    profile: Any

    def options(self) -> ReplayOptions:
        """For ``replay``."""
        return ReplayOptions(strategy=self.strategy, window=self.window, profile=self.profile)

    def lines(self) -> Thresholds:
        """The thresholds of a replay played this way."""
        made = self.options()
        return thresholds_for(made.spec(), made.settings, strategy=self.strategy, profile=self.profile, calibrated=True)


def size(message: sessions.Json) -> int:
    """Tokens of one message in OpenAI's shape, as it was said."""
    return COUNTER.parts(read(json.dumps([message]))[0].messages[0].parts)


def probes_of(session: sessions.Session) -> Probes:
    """Everything that is asked of a session."""
    tools = [ToolSpec(t["function"]["name"], "", t["function"]["parameters"]) for t in session.tools]
    fixed = (COUNTER.text(session.system) if session.system else 0) + COUNTER.tools(tools)
    return prepare(session, [size(message) for message in session.messages], fixed)


def runs_of(name: str, data: Path | None) -> list[Probes]:
    """The runs that make up a session."""
    found = sessions.made_up(name, size) if data is None else sessions.from_folder(data, name, size)
    return [probes_of(session) for session in found]


def measure(runs: Sequence[Probes], way: Way, *, names_only: bool = False) -> Score:
    """One strategy on one session; ``names_only``: of all shares only *needed*, fast. Raises CannotFit."""
    total = Score()
    for probes in runs:
        meter = Meter(probes, way.lines().threshold, names_only=names_only)
        transcript = read(probes.session.document(), probes.session.name)[0]
        total.join(meter.finish(replay(transcript, way.options(), observe=meter.see)))
    return total


def shortened(runs: Sequence[Probes], way: Way) -> tuple[float, float]:
    """Intake and passes alone: percent of tokens cut, percent of needed names kept."""
    watchers = [Shortening(probes) for probes in runs]
    for probes, watcher in zip(runs, watchers, strict=True):
        transcript = read(probes.session.document(), probes.session.name)[0]
        replay(transcript, way.options(), observe=watcher.see)
    kept, count = sum(w.kept for w in watchers), sum(w.count for w in watchers)
    return 100 * sum(w.cut for w in watchers) / len(watchers), 100 * kept / max(1, count)


def row(name: str, strategy: str, score: Score) -> str:
    """One line of the table."""
    cells = [f"{name:9} {strategy:9} {score.tokens / max(1, score.calls):7,.0f}/{score.peak:6,}"]
    for share in SHARES[:5]:
        pair, gain = score.shares[share].percent(), score.shares[share].gain()
        told = "" if gain is None else f"{gain:+.2f}"
        cells.append(f"{'–':^15}" if pair is None else f"{pair[0]:4.1f}/{pair[1]:4.1f} {told:>5}")
    rules, said, found = (share.percent() for share in (score.rules, score.said, score.recalled))
    cells.append(f"{_first(rules)}/{_first(said)}/{score.revived:<4} {_first(found)}")
    cells.append(
        f"{len(score.faults):4} {score.passes:4} {score.breaks:4} {score.closest:5.2f} {score.cost_ratio():5.2f}"
    )
    slowest = max(score.pass_ms, default=0.0)
    cells.append(f"{score.engine_ms / 1_000:4.1f} {slowest:5.0f}")
    return "  ".join(cells)


def _first(pair: tuple[float, float] | None) -> str:
    return f"{'–':>4}" if pair is None else f"{pair[0]:4.0f}"


def as_json(score: Score) -> dict[str, Any]:
    """All figures of one strategy on one session."""
    shares = {name: share for name, share in score.shares.items() if share.count}
    shares |= {"rules": score.rules, "said": score.said, "recall": score.recalled, "plain": score.plain}
    return {
        "shares": {
            name: {"own": pair[0], "newest": pair[1], "gain": share.gain(), "probes": share.count}
            for name, share in shares.items()
            if (pair := share.percent()) is not None
        },
        "revived": score.revived,
        "faults": score.faults[:50],
        "calls": score.calls,
        "tokens_mean": score.tokens / max(1, score.calls),
        "tokens_peak": score.peak,
        "threshold": score.threshold,
        "passes": score.passes,
        "breaks": score.breaks,
        "closest_passes": score.closest,
        "cost": score.cost,
        "cost_of_fixed_policies": score.fixed_costs,
        "cost_ratio": score.cost_ratio(),
        "engine_ms": score.engine_ms,
        "pass_ms": score.pass_ms,
    }


def told_losses(score: Score, most: int) -> Iterator[str]:
    """The first lost probes of each kind, with where they were last said."""
    left: dict[str, int] = {}
    for loss in score.losses:
        kind = loss.what if loss.what.startswith("needed") else loss.what.partition(" ")[0]
        left[kind] = left.get(kind, 0) + 1
        if left[kind] <= most:
            where = f"said {loss.said:5} used {loss.use:5} ({loss.distance:6} tokens)"
            yield f"   {loss.what[:28]:28} {loss.name[:44]:44} {where} | {loss.text}"
    if most:
        yield f"   lost: {left}"


@contextmanager
def landing(share: float) -> Iterator[None]:
    """Passes that land at ``share`` of T, and a gate that lets them through."""
    given, limit = player.thresholds_for, gate.LANDING

    def changed(*values: Any, **named: Any) -> Thresholds:
        made = given(*values, **named)
        return replace(made, budgets=replace(made.budgets, landing=int(share * made.threshold)))

    player.thresholds_for, gate.LANDING = changed, max(limit, share + 0.05)
    try:
        yield
    finally:
        player.thresholds_for, gate.LANDING = given, limit


def curve(name: str, runs: Sequence[Probes], way: Way) -> None:
    """Print what a lower or a higher landing keeps and costs."""
    for share in LANDINGS:
        with landing(share):
            print(f"{share:.2f} T  {row(name, way.strategy, measure(runs, way))}", flush=True)


def draw(path: Path, name: str, runs: Sequence[Probes], strategies: Sequence[str], profile: str) -> None:
    """Needed names kept against tokens per call, over several windows."""
    lines: list[picture.Line] = []
    newest: list[tuple[float, float]] = []
    for strategy in strategies:
        points: list[tuple[float, float]] = []
        for window in WINDOWS:
            try:
                score = measure(runs, Way(strategy, window, profile), names_only=True)
            except CannotFit:
                continue
            own, beside = score.shares["needed"].percent() or (0.0, 0.0)
            points.append((score.tokens / max(1, score.calls), own))
            if strategy == strategies[0]:
                newest.append((points[-1][0], beside))
        lines.append(picture.Line(strategy, tuple(points)))
    lines.append(picture.Line("newest messages", tuple(newest)))
    picture.save(path, f"Names needed later that a request still holds ({name} session)", lines)


def machine() -> str:
    """Date, commit and machine of a measurement."""
    root = Path(__file__).parent
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=root, capture_output=True, text=True, check=False
    ).stdout.strip()
    return f"{time.strftime('%Y-%m-%d')}, commit {commit or '–'}, {platform.machine()}, {os.cpu_count()} cores"


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description="What each strategy keeps of long sessions, and at what price.")
    parser.add_argument("--data", type=Path, help="folder with transcripts (default: made-up ones)")
    parser.add_argument("--sessions", nargs="+", choices=sessions.NAMES, default=list(sessions.NAMES))
    parser.add_argument("--strategies", nargs="+", choices=names(), default=list(names()))
    parser.add_argument("--window", type=int, default=32_768)
    parser.add_argument("--profile", default="balanced", choices=("economy", "balanced", "long"))
    parser.add_argument("--json", type=Path, help="write all figures there")
    parser.add_argument(
        "--picture", type=Path, help="only: draw names kept against tokens (.png or .svg), first session"
    )
    parser.add_argument("--losses", type=int, default=0, help="name so many lost probes of each kind")
    parser.add_argument("--curve", action="store_true", help="vary where passes land, for the first strategy")
    parser.add_argument("--newest", type=int, default=0, help="only: what the newest messages in so many tokens hold")
    parser.add_argument("--passes-only", action="store_true", help="only: intake encoding and passes alone")
    return parser.parse_args()


def main() -> int:
    """Measure, print a table; 0 whatever the figures are."""
    given = arguments()
    source = "made-up sessions" if given.data is None else "transcripts"
    print(f"{machine()}; {source}, window {given.window:,}, {given.profile}, no model")
    found: dict[str, dict[str, Any]] = {}
    if not (given.newest or given.passes_only or given.picture):
        print(HEAD)
    for name in given.sessions:
        runs = runs_of(name, given.data)
        first = Way(given.strategies[0], given.window, given.profile)
        if given.newest:
            shares = [newest_only(probes, given.newest, first.lines().threshold) for probes in runs]
            for other in shares[1:]:
                for key, share in shares[0].items():
                    share.join(other[key])
            told = {k: f"{pair[0]:.0f}" for k, s in shares[0].items() if (pair := s.percent()) is not None}
            print(f"{name:9} {told}  probes { {k: int(s.count) for k, s in shares[0].items() if s.count} }")
        elif given.passes_only:
            cut, kept = shortened(runs, first)
            print(f"{name:9} intake and passes alone: {cut:.1f} % of tokens cut, {kept:.1f} % of needed names kept")
        elif given.curve:
            curve(name, runs, first)
        elif given.picture:
            draw(given.picture, name, runs, given.strategies, given.profile)
            break
        else:
            found[name] = table(name, runs, given)
    if given.json:
        document = {"measured": machine(), "window": given.window, "profile": given.profile, "sessions": found}
        given.json.write_text(json.dumps(document, ensure_ascii=False, indent=1), encoding="utf-8")
    return 0


def table(name: str, runs: Sequence[Probes], given: argparse.Namespace) -> dict[str, Any]:
    """Print the lines of one session and give its figures."""
    figures: dict[str, Any] = {"tokens": [probes.talk.starts[-1] for probes in runs]}
    for strategy in given.strategies:
        try:
            score = measure(runs, Way(strategy, given.window, given.profile))
        except CannotFit as error:
            print(f"{name:9} {strategy:9} {error}")
            figures[strategy] = {"failed": str(error)}
            continue
        print(row(name, strategy, score), flush=True)
        for fault in score.faults[:3]:
            print(f"   {fault}")
        for line in told_losses(score, given.losses):
            print(line)
        figures[strategy] = as_json(score)
    return figures


if __name__ == "__main__":
    sys.exit(main())
