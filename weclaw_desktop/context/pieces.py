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
from weclaw_desktop.context.features import Facts, facts
from weclaw_desktop.context.units import Cut, Unit, cut
from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language

_NEXT = re.compile(r", (?=[^,:\[\]\"]{1,40}: )")
_LEAD = re.compile(r"(?:[^,:\[\]\"]{1,60}: )+?(?=[^,:]{1,40}: )")
_THING = re.compile(r"(?:^|_)(?:id|key|code)$|编号|名称$", re.IGNORECASE)
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LOOKED_AT = 2_000


def pieces(message: Message, call: ToolCallPart | None, counter: Counter, units: Cut) -> Cut:
    """``message``, a result of ``call`` cut into ``units``, with its rows of key–value pairs cut into pairs. Pure."""
    whole = _whole(message)
    found = units if whole is message else cut(whole, call, counter)
    own = found.units[found.asked :]
    shown = "" if call is None else call.arguments
    split = {unit.order: _pairs(unit, shown) for unit in own if unit.group < 0 and len(unit.facts.pairs) > 1}
    return _finer(found, split, counter) if split else found


def _whole(message: Message) -> Message:
    """A result with its whole encoded text where intake capped it; encoders speak the language of the text."""
    result, intake = message.result, message.intake
    if result is None or intake is None or not intake.capped or result.text.lstrip()[:1] in ("{", "["):
        return message
    language: Language = "zh" if _CHINESE.search(result.text, 0, _LOOKED_AT) else "en"
    said = page_text(result.text) if PAGE in intake.encodings else result.text
    return replace(message, intake=replace(intake, text=encode(said, language)[0]))


def _pairs(unit: Unit, shown: str) -> tuple[str, list[str]]:
    """What stands in front of a row of pairs, and its pairs as they are written.

    The pair that names a thing stands in front of the others, unless the call (``shown``) names it already: a value
    without its thing would be found by nobody.
    """
    lead = _LEAD.match(unit.text)
    start = lead.end() if lead else 0
    parts = _NEXT.split(unit.text[start:])
    for part in parts:
        name, _, value = part.partition(": ")
        if len(parts) > 2 and _THING.search(name) and len(value) > 1:
            if value in shown:
                break
            return f"{unit.text[:start]}{part}; ", [other for other in parts if other is not part]
    return unit.text[:start], parts


def _finer(found: Cut, split: dict[int, tuple[str, list[str]]], counter: Counter) -> Cut:
    """``found`` with the units of ``split`` as a header and its pairs."""
    units: list[Unit] = []
    groups = {header: place for place, (header, _) in enumerate(found.groups)}
    for unit in found.units:
        lead, parts = split.get(unit.order, ("", []))
        if len(parts) < 2:
            place = len(units)
            units.append(unit if unit.order == place else replace(unit, order=place))
            continue
        group = groups.setdefault(lead, len(groups))
        thing = _facts_of(lead)
        for part in parts:
            own, tokens = _facts_of(part), counter.text(part) + 1
            known = Facts(own.strong | thing.strong, own.medium | thing.medium, own.weak, own.pairs | thing.pairs)
            units.append(Unit(len(units), part, tokens, known, known.value / tokens, group))
    headers = tuple((header, counter.text(header) if header else 0) for header in groups)
    return replace(found, units=tuple(units), groups=headers)


def _facts_of(part: str) -> Facts:
    """The facts of one pair, also of one that ends a header; none of other headers."""
    name, _, value = part.removesuffix("; ").rpartition(": ")
    return facts(part, ((name.rpartition(": ")[2], value),)) if value else Facts()
