"""Pieces: pairs of rows, and the whole text of capped results."""

from __future__ import annotations

import json

import pytest

from tests.context.counting import ByteCounter
from tests.context.logs import call, numbered
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.encode import intake
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.context.units import Cut
from weclaw_desktop.core.messages import Message, assistant, tool, user
from weclaw_desktop.core.text import Language

ASKED = call("c", "lookup", '{"id": "B7"}')

MORE = {f"field_{n}": f"a value of some length {n}" for n in range(4)}


def cut_of(text: str, language: Language = "en", name: str = "lookup") -> Cut:
    row = numbered([user("a"), tool("c", name, text)])[1]
    made = intake(row, thresholds(8_192), ByteCounter(), language)
    return EngineCache().pieces(Message(row.role, row.parts, id="x", seq=2, intake=made), ASKED, ByteCounter())


def test_a_row_of_pairs_becomes_its_pairs_under_one_header() -> None:
    owner = {"name": "Ada", "phone": "555-0199", "city": "Bergen, old town", **MORE}
    found = cut_of(json.dumps({"id": "B7", "owner": owner}))
    own = found.units[found.asked :]
    texts = [unit.text for unit in own]
    assert "phone: 555-0199" in texts
    assert "city: Bergen, old town" in texts
    phone = next(unit for unit in own if unit.text.startswith("phone"))
    city = next(unit for unit in own if unit.text.startswith("city"))
    assert "phone=555-0199" in phone.facts.pairs
    assert found.text([phone.order, city.order]) == "B7 owner: phone: 555-0199; city: Bergen, old town"
    assert [unit.order for unit in found.units] == list(range(len(found.units)))


def test_what_names_a_thing_stands_in_front_of_its_pairs_unless_the_call_names_it() -> None:
    card = {"brand": "visa", "last_four": "9725", "id": "card_98"}
    found = cut_of(json.dumps(card))
    last = next(unit for unit in found.units if unit.text == "last_four: 9725")
    assert found.text([last.order]) == "id: card_98; last_four: 9725"
    assert "card_98" in last.facts.strong
    named = cut_of(json.dumps(card | {"id": "B7"}))
    last = next(unit for unit in named.units if unit.text == "last_four: 9725")
    assert named.text([last.order]) == "last_four: 9725"


def test_pairs_without_a_header_stand_alone() -> None:
    found = cut_of(json.dumps({"LAS": "Las Vegas", "SEA": "Seattle"}))
    own = [unit.order for unit in found.units[found.asked :]]
    assert found.text(own) == "LAS: Las Vegas; SEA: Seattle"


def test_what_has_no_pairs_is_left_as_it_was_cut() -> None:
    row = numbered([user("a"), tool("c", "lookup", "Berth 7 is free.\nBerth 8 is not.")])[1]
    cache = EngineCache()
    assert cache.pieces(row, None, ByteCounter()) is cache.cut(row, None, ByteCounter())
    assert cache.pieces(row, None, ByteCounter()) is cache.pieces(row, None, ByteCounter())
    assert cut_of(json.dumps([{"id": "b1", "depth": 4}, {"id": "b2", "depth": 5}])).groups


@pytest.mark.parametrize("language", ["en", "zh"])
def test_of_a_capped_result_the_middle_is_there_too(language: Language) -> None:
    word = "berth" if language == "en" else "泊位"
    text = "\n".join(f"{n}: {word} is as free as ever" if n != 300 else "300: TK_ISO" for n in range(600))
    found = cut_of(text, language)
    assert any("TK_ISO" in unit.text for unit in found.units)


def test_of_a_capped_page_the_middle_is_readable() -> None:
    body = "".join(
        f"<p>Berth {n} of the old harbour is free.</p>" if n != 300 else "<p>MARK_300</p>" for n in range(600)
    )
    found = cut_of(f"<!doctype html><html><body>{body}</body></html>", name="fetch")
    told = next(unit.text for unit in found.units if "MARK_300" in unit.text)
    assert "<p>" not in told


def test_a_committed_result_is_cut_into_pieces_before_a_pass_asks() -> None:
    row = numbered([user("a"), tool("c", "lookup", json.dumps({"LAS": "Las Vegas", "SEA": "Seattle"}))])[1]
    cache, counter = EngineCache(), ByteCounter()
    cache.warm(row, ASKED, counter)
    asked = counter.calls
    assert cache.pieces(row, ASKED, counter).units
    assert counter.calls == asked
    cache.warm(user("b"), None, counter)
    cache.warm(assistant("c"), None, counter)
