"""The inflation monitor: does the system prompt grow, or change, without anyone noticing?

One observation per call. The baseline is the chat's first call, or the last one the user accepted.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.core.windows import Thresholds

GROWTH_TOKENS = 500
GROWTH_SHARE = 0.25
CHANGES_IN_A_ROW = 3
SAMPLES = 200


@dataclass(frozen=True, slots=True)
class Inflation:
    """What was seen so far. ``baseline`` holds tokens per section, ``samples`` the whole prompt's at each call."""

    baseline: tuple[tuple[str, int], ...] = ()
    digest: str = ""
    changes: int = 0
    samples: tuple[int, ...] = ()


def observe(
    seen: Inflation, sections: tuple[PromptSection, ...], thresholds: Thresholds
) -> tuple[Inflation, tuple[Text, ...]]:
    """Take one call's system prompt (sections with calibrated ``tokens``) and say what is alarming, if anything."""
    sizes = _sizes(sections)
    digest = hashlib.sha256("\0".join(s.text for s in sections).encode("utf-8", "replace")).hexdigest()
    changed = bool(seen.digest) and seen.digest != digest
    now = replace(
        seen,
        baseline=seen.baseline or tuple(sizes.items()),
        digest=digest,
        changes=seen.changes + 1 if changed else 0,
        samples=(*seen.samples, sum(sizes.values()))[-SAMPLES:],
    )
    return now, _alarms(now, sizes, thresholds)


def accept(seen: Inflation, sections: tuple[PromptSection, ...]) -> Inflation:
    """Take the present sizes as the new baseline: the user has seen the alarm and means it."""
    return replace(seen, baseline=tuple(_sizes(sections).items()), changes=0)


def _alarms(now: Inflation, sizes: dict[str, int], thresholds: Thresholds) -> tuple[Text, ...]:
    budgets = thresholds.budgets
    limits = {"skills": budgets.skills, "files": budgets.files}
    before = dict(now.baseline)
    alarms: list[Text] = []
    for key, tokens in sizes.items():
        growth = tokens - before.get(key, 0)
        allowed = min(GROWTH_TOKENS, GROWTH_SHARE * limits.get(key, budgets.system_prompt))
        if growth > allowed:
            section = text(f"context.section.{key}")
            alarms.append(text("context.inflation.grew", section=section, growth=growth, tokens=tokens))
    total = sum(sizes.values())
    if total > thresholds.threshold / 4:
        alarms.append(text("context.inflation.quarter", tokens=total, threshold=thresholds.threshold))
    if now.changes > CHANGES_IN_A_ROW:
        alarms.append(text("context.inflation.changes", calls=now.changes))
    return tuple(alarms)


def _sizes(sections: tuple[PromptSection, ...]) -> dict[str, int]:
    """Tokens per section; the notice is not one of them, since it changes by design."""
    found: dict[str, int] = {}
    for section in sections:
        if section.key != "notice":
            found[section.key] = found.get(section.key, 0) + section.tokens
    return found
