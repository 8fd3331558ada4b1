"""Ids and spans as stubs, ledger lines and people write them."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.recall import Reference, reference, references


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("m12", Reference("message", 12, 12)),
        (" [M12] ", Reference("message", 12, 12)),
        ("12", Reference("message", 12, 12)),
        ("a7", Reference("artifact", 7, 7)),
        ("c12_1", Reference("call", 12, 12, 1)),
        ("c12", Reference("call", 12, 12, 0)),
        ("m10-m20", Reference("span", 10, 20)),
        ("m20–10", Reference("span", 10, 20)),
        ("10 至 20", Reference("span", 10, 20)),
        ("m10..m20", Reference("span", 10, 20)),
    ],
)
def test_ids_and_spans(written: str, meant: Reference) -> None:
    assert reference(written, bare=True) == meant


@pytest.mark.parametrize("written", ["12", "10-20", "2024-05"])
def test_numbers_among_words_are_no_ids(written: str) -> None:
    assert reference(written) is None
    assert reference("m10-m20") == Reference("span", 10, 20)


@pytest.mark.parametrize("written", ["", "m", "m12_1", "message twelve", "2024-05-17", "HAT212", "m12 m13"])
def test_anything_else_is_words(written: str) -> None:
    assert reference(written) is None


def test_a_list_names_many_and_words_among_ids_are_words() -> None:
    three, four = Reference("message", 3, 3), Reference("message", 4, 4)
    for written in ("m3,m4", "[m3, m4]", "m3 m4", "m3、m4", "m3; m4", "m3 and m4", "[m3], [m4]", "m3, m4,"):
        assert references(written) == (three, four)
    assert references("m1 - m3") == (Reference("span", 1, 3),)
    assert references("a2, m1-m3") == (Reference("artifact", 2, 2), Reference("span", 1, 3))
    assert references("3, 4", bare=True) == (three, four)
    assert references("3, 4") == references("m3 or the key") == references("") == ()
