"""The inflation monitor: does the system prompt grow, or change, without anyone noticing?

One observation per call. The baseline is the chat's first call, or the last one the user accepted.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import cast

from weclaw_desktop.context.itemised import SINGLE
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.core.windows import Thresholds

GROWTH_TOKENS = 500
GROWTH_SHARE = 0.25
CHANGES_IN_A_ROW = 3
SAMPLES = 200
NAMED = 3
"""Skills or files that an alarm names as its cause."""
_Place = tuple[str, str]
"""A section, and the name of the skill or file in it ("" for all others)."""


@dataclass(frozen=True, slots=True)
class Inflation:
    """What was seen so far.

    ``baseline`` holds tokens per section, ``single`` those of single skills and files by section and name; ``texts``
    are hashes of what the last call's prompt consisted of, ``moved`` what of it changed last; ``samples`` are the whole
    prompt's tokens at each call.
    """

    baseline: tuple[tuple[str, int], ...] = ()
    single: tuple[tuple[_Place, int], ...] = ()
    texts: tuple[tuple[_Place, str], ...] = ()
    moved: _Place | None = None
    changes: int = 0
    samples: tuple[int, ...] = ()


def observe(
    seen: Inflation, sections: tuple[PromptSection, ...], thresholds: Thresholds
) -> tuple[Inflation, tuple[Text, ...]]:
    """Take one call's system prompt (sections with calibrated ``tokens``) and say what is alarming, if anything."""
    sizes, single, texts = _sizes(sections), _single(sections), _texts(sections)
    moved = _moved(dict(seen.texts), texts) if seen.texts else None
    now = replace(
        seen,
        baseline=seen.baseline or tuple(sizes.items()),
        single=seen.single if seen.baseline else tuple(single.items()),
        texts=tuple(texts.items()),
        moved=moved or seen.moved,
        changes=seen.changes + 1 if moved is not None else 0,
        samples=(*seen.samples, sum(sizes.values()))[-SAMPLES:],
    )
    return now, _alarms(now, sizes, single, thresholds)


def accept(seen: Inflation, sections: tuple[PromptSection, ...]) -> Inflation:
    """Take the present sizes as the new baseline: the user has seen the alarm and means it."""
    sizes, single = _sizes(sections), _single(sections)
    return replace(seen, baseline=tuple(sizes.items()), single=tuple(single.items()), changes=0)


def kept(seen: Inflation) -> dict[str, object]:
    """The baseline as a chat keeps it, so that a restart does not take what has grown for the beginning."""
    return {"sections": dict(seen.baseline), "single": [[*place, tokens] for place, tokens in seen.single]}


def restored(value: object) -> Inflation:
    """What ``kept`` made; nothing seen yet when it is not that."""
    data = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    sections, single = data.get("sections"), data.get("single")
    if not isinstance(sections, dict) or not isinstance(single, list):
        return Inflation()
    sized = cast("dict[object, object]", sections).items()
    rows = map(_row, cast("list[object]", single))
    return Inflation(
        tuple((key, tokens) for key, tokens in sized if isinstance(key, str) and isinstance(tokens, int)),
        tuple(row for row in rows if row is not None),
    )


def _row(value: object) -> tuple[_Place, int] | None:
    match value:
        case [str(key), str(name), int(tokens)]:
            return (key, name), tokens
        case _:
            return None


def _alarms(
    now: Inflation, sizes: dict[str, int], single: dict[_Place, int], thresholds: Thresholds
) -> tuple[Text, ...]:
    budgets = thresholds.budgets
    limits = {"skills": budgets.skills, "files": budgets.files}
    before = dict(now.baseline)
    alarms: list[Text] = []
    for key, tokens in sizes.items():
        growth = tokens - before.get(key, 0)
        allowed = min(GROWTH_TOKENS, GROWTH_SHARE * limits.get(key, budgets.system_prompt))
        if growth > allowed:
            section, causes = text(f"context.section.{key}"), _causes(key, dict(now.single), single)
            told = {"section": section, "growth": growth, "tokens": tokens}
            by = text("context.inflation.grew_by", **told, names=causes) if causes else None
            alarms.append(by or text("context.inflation.grew", **told))
    total = sum(sizes.values())
    if total > thresholds.threshold / 4:
        key = max(sizes, key=lambda section: sizes[section])
        largest = {"section": text(f"context.section.{key}"), "largest": sizes[key]}
        alarms.append(text("context.inflation.quarter", tokens=total, threshold=thresholds.threshold, **largest))
    if now.changes > CHANGES_IN_A_ROW:
        key, name = now.moved or ("", "")
        what: Text | str = name or text(f"context.section.{key}")
        alarms.append(text("context.inflation.changes", calls=now.changes, what=what))
    return tuple(alarms)


def _causes(key: str, before: dict[_Place, int], now: dict[_Place, int]) -> str:
    """The skills or files that grew most, with by how much; "" where a section has none."""
    grown = {name: tokens - before.get((at, name), 0) for (at, name), tokens in now.items() if at == key}
    most = sorted((name for name in grown if grown[name] > 0), key=lambda name: -grown[name])[:NAMED]
    return ", ".join(f"{name} (+{grown[name]:,})" for name in most)


def _moved(before: dict[_Place, str], now: dict[_Place, str]) -> _Place | None:
    """The first section, skill or file that is not as it was, or is not there any more; None when all are."""
    changed = (place for place in (*now, *before) if now.get(place) != before.get(place))
    return next(changed, None)


def _sizes(sections: tuple[PromptSection, ...]) -> dict[str, int]:
    """Tokens per section; the notice is not one of them, since it changes by design."""
    found: dict[str, int] = {}
    for section in sections:
        if section.key != "notice":
            found[section.key] = found.get(section.key, 0) + section.tokens
    return found


def _single(sections: tuple[PromptSection, ...]) -> dict[_Place, int]:
    """Tokens of single skills and files."""
    return {(s.key, s.name): s.tokens for s in sections if s.key in SINGLE and s.name}


def _texts(sections: tuple[PromptSection, ...]) -> dict[_Place, str]:
    """A hash of what each section, skill and file says."""
    found: dict[_Place, str] = {}
    for section in sections:
        place = (section.key, section.name)
        known = found.get(place, "") + section.text
        found[place] = hashlib.sha256(known.encode("utf-8", "replace")).hexdigest()
    return found
