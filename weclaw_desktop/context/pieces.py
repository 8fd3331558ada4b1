"""The pieces of a result that the line standing for it chooses from: finer than the digest's units, pair by pair.

A digest gives a row its place with everything that explains it. A line stands right behind its call, so that of a row
of ten pairs the two that are new are enough: at equal length, lines hold ten points more values. Of a result that was
capped at intake the pieces are those of all its text: what stands in its middle is shown by nothing else.
"""

from __future__ import annotations

import re
from dataclasses import replace

from weclaw_desktop.context.encoders import encode
from weclaw_desktop.context.encoders.web import PAGE, page_text
from weclaw_desktop.context.features import facts
from weclaw_desktop.context.units import Cut, Unit, cut
from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language

_NEXT = re.compile(r", (?=[^,:\[\]\"]{1,40}: )")
_LEAD = re.compile(r"(?:[^,:\[\]\"]{1,60}: )+?(?=[^,:]{1,40}: )")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LOOKED_AT = 2_000


def pieces(message: Message, call: ToolCallPart | None, counter: Counter, units: Cut) -> Cut:
    """``message``, a result of ``call`` cut into ``units``, with its rows of key–value pairs cut into pairs. Pure."""
    whole = _whole(message)
    found = units if whole is message else cut(whole, call, counter)
    own = found.units[found.asked :]
    split = {unit.order: _pairs(unit) for unit in own if unit.group < 0 and len(unit.facts.pairs) > 1}
    return _finer(found, split, counter) if split else found


def _whole(message: Message) -> Message:
    """A result with its whole encoded text where intake capped it; encoders speak the language of the text."""
    result, intake = message.result, message.intake
    if result is None or intake is None or not intake.capped or result.text.lstrip()[:1] in ("{", "["):
        return message
    language: Language = "zh" if _CHINESE.search(result.text, 0, _LOOKED_AT) else "en"
    said = page_text(result.text) if PAGE in intake.encodings else result.text
    return replace(message, intake=replace(intake, text=encode(said, language)[0]))


def _pairs(unit: Unit) -> tuple[str, list[str]]:
    """What stands in front of a row of pairs, and its pairs as they are written."""
    lead = _LEAD.match(unit.text)
    start = lead.end() if lead else 0
    return unit.text[:start], _NEXT.split(unit.text[start:])


def _finer(found: Cut, split: dict[int, tuple[str, list[str]]], counter: Counter) -> Cut:
    """``found`` with the units of ``split`` as a header and its pairs."""
    units: list[Unit] = []
    groups = {header: place for place, (header, _) in enumerate(found.groups)}
    for unit in found.units:
        lead, parts = split.get(unit.order, ("", []))
        if len(parts) < 2:
            units.append(replace(unit, order=len(units)))
            continue
        group = groups.setdefault(lead, len(groups))
        for part in parts:
            name, _, value = part.partition(": ")
            known, tokens = facts(part, ((name, value),)), counter.text(part) + 1
            units.append(Unit(len(units), part, tokens, known, known.value / tokens, group))
    headers = tuple((header, counter.text(header) if header else 0) for header in groups)
    return replace(found, units=tuple(units), groups=headers)
