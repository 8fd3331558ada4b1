"""What each strategy keeps of real sessions, at what price: ``python -m tests.benchmarks.retention [--data DIR]``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from tests.benchmarks import sessions
from tests.benchmarks.scores import SHARES, Meter, Probes, Score, prepare
from weclaw_desktop.context.strategies import names
from weclaw_desktop.core.errors import CannotFit
from weclaw_desktop.core.models import ModelSpec, ToolSpec
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.replay import ReplayOptions, replay
from weclaw_desktop.services.transcripts import read

COUNTER = counter_for(ModelSpec("replay", "replay").encoder)


def size(message: sessions.Json) -> int:
    """Tokens of one message in OpenAI's shape."""
    made = read(json.dumps([message]))[0].messages[0]
    return COUNTER.parts(made.parts)


def probes_of(session: sessions.Session) -> Probes:
    tools = [ToolSpec(t["function"]["name"], "", t["function"]["parameters"]) for t in session.tools]
    fixed = COUNTER.text(session.system) * bool(session.system) + COUNTER.tools(tools)
    return prepare(session, [size(message) for message in session.messages], fixed)


def measure(probes: Probes, strategy: str, window: int, profile: str) -> Score:
    transcript = read(probes.session.document(), probes.session.name)[0]
    options = ReplayOptions(strategy=strategy, window=window, profile=profile)  # type: ignore[arg-type] -- argparse checked it
    from weclaw_desktop.context.threshold import thresholds_for

    lines = thresholds_for(
        options.spec(), options.settings, strategy=strategy, profile=options.profile, calibrated=True
    )
    meter = Meter(probes, lines.threshold)
    return meter.finish(replay(transcript, options, observe=meter.see))


def row(name: str, strategy: str, score: Score) -> str:
    cells = [f"{name:8} {strategy:9} {score.tokens / max(1, score.calls):7,.0f}/{score.peak:6,}"]
    for share in SHARES[:5]:
        pair, gain = score.shares[share].percent(), score.shares[share].gain()
        cells.append(
            "      –      "
            if pair is None
            else f"{pair[0]:3.0f}/{pair[1]:3.0f} {'' if gain is None else f'{gain:+.2f}':>5}"
        )
    rules, recalled = score.rules.percent(), score.recalled.percent()
    cells.append(f"{rules[0] if rules else 0:3.0f}-{score.revived} {recalled[0] if recalled else 0:4.0f}")
    cells.append(
        f"{len(score.faults):3} {score.passes:3} {score.breaks:3} {score.closest:4.2f} {score.cost_ratio():4.2f} {score.engine_ms / 1000:5.1f}s"
    )
    return " | ".join(cells)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--sessions", nargs="+", default=list(sessions.NAMES))
    parser.add_argument("--strategies", nargs="+", default=list(names()))
    parser.add_argument("--window", type=int, default=32_768)
    parser.add_argument("--profile", default="balanced", choices=("economy", "balanced", "long"))
    parser.add_argument("--losses", type=int, default=0)
    given = parser.parse_args()
    print(
        "session  strategy   mean/peak tok | needed own/new gain | far | kv | kv+key | slots | rules-revived recall | faults passes breaks gap/T cost time"
    )
    for name in given.sessions:
        runs = [probes_of(session) for session in sessions.from_folder(given.data, name, size)]
        for strategy in given.strategies:
            started = time.perf_counter()
            total = Score()
            try:
                for probes in runs:
                    total.join(measure(probes, strategy, given.window, given.profile))
            except CannotFit as error:
                print(f"{name:8} {strategy:9} {error}")
                continue
            print(row(name, strategy, total), f"(all {time.perf_counter() - started:.0f}s)", flush=True)
            for fault in total.faults[:5]:
                print("   ", fault)
            for loss in total.losses[: given.losses]:
                print(
                    f"   {loss.what:24} {loss.name[:40]:40} said {loss.said} used {loss.use} ({loss.distance}) | {loss.text}"
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
