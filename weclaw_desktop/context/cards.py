"""Writes what the digest chose: messages in the log's order, those on one thing together under its name.

A thing is named once for several answers, and again where its name would stand too far in front of a value: the reader
of an excerpt must not have to guess whose phone number it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.context.telling import Source

REACH = 150
"""A thing is named again when its name would stand more than so many characters in front of the end of an answer."""


def title(source: Source, text: str) -> str:
    """What ``text`` of ``source`` is about, where it does not say so itself."""
    return "".join(f" · {part}" for part in (source.card, source.ask) if part and part not in text)


def write(sources: Sequence[Source], picks: Sequence[tuple[int, int]], heading: str) -> str:
    """The chosen (source, unit) pairs as text; each card stands where the first message on its thing does."""
    orders: dict[int, list[int]] = {}
    for index, order in sorted(picks):
        orders.setdefault(index, []).append(order)
    cards: dict[str | int, list[int]] = {}
    for index in orders:
        cards.setdefault(sources[index].card or index, []).append(index)
    told = (_paragraph([(sources[index], orders[index]) for index in card]) for card in cards.values())
    return "\n".join((heading, *told) if heading else told)


def _paragraph(told: Sequence[tuple[Source, list[int]]]) -> str:
    said = ""
    for source, orders in told:
        text = source.cut.text(orders)
        if not said:
            said = f"[{source.cut.head}{title(source, text)}] {text}"
        else:
            near = f"{said}{text}"[-REACH - len(source.card) :]
            about = title(source, text if source.card not in near else f"{source.card}{text}")
            said = f"{said} [{source.cut.head.partition(' ')[0]}{about}] {text}"
    return said
