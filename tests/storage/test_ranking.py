"""How candidates are ordered and which of them make a page."""

from __future__ import annotations

from weclaw_desktop.storage.ranking import PASSAGE, Candidate, cut, rank, spread
from weclaw_desktop.storage.terms import parse


def ranked(query: str, *texts: str, places: tuple[int, ...] = ()) -> list[Candidate]:
    """The texts as messages of one chat, ten apart unless ``places`` says where, ordered for ``query``."""
    wanted = parse(query)
    seqs = places or tuple(10 * (n + 1) for n in range(len(texts)))
    candidates = [Candidate(seq, "c", seq, text) for seq, text in zip(seqs, texts, strict=True)]
    return rank(candidates, wanted, dict.fromkeys(wanted.terms, 2.0))


def seqs(candidates: list[Candidate]) -> list[int]:
    return [candidate.seq for candidate in candidates]


def test_a_page_is_not_the_same_answer_five_times() -> None:
    found = ranked(
        "hotel rating airport", "hotel rating, first", "hotel rating, second", "hotel rating, third", "airport"
    )
    assert seqs(found)[-1] == 40
    assert seqs(spread(found, 2, 4)) == [30, 40]


def test_the_same_words_are_shown_once_and_the_newest_is_taken() -> None:
    found = ranked("hotel", "the hotel", "the hotel", "a hotel of mine")
    assert sorted(seqs(spread(found, 3, 4))) == [20, 30]
    assert len(spread(found, 3, 0)) == 3


def test_what_stands_beside_a_hit_is_no_hit_of_its_own() -> None:
    found = ranked("hotel", "hotel a", "hotel b", "hotel c", places=(1, 3, 9))
    assert seqs(spread(found, 3, 4)) == [9, 3]
    assert seqs(spread(found, 3, 0)) == [9, 3, 1]


def test_an_answer_is_found_by_the_words_of_its_question() -> None:
    found = ranked("rating of hotel Aurora", "hotel Aurora?", "its rating: 4.7", "some other rating", places=(1, 2, 30))
    assert seqs(found).index(2) < seqs(found).index(30)
    assert set(next(c for c in found if c.seq == 2).terms) == {"rating", "hotel", "aurora"}
    assert not ranked("hotel", "nothing here")


def test_what_is_typed_twice_counts_for_more() -> None:
    assert parse("port port 订单订单").often == {"port": 2, "订单": 2}
    assert seqs(ranked("port ship port", "a ship", "a port")) == [20, 10]
    assert seqs(ranked("ship port ship", "a ship", "a port")) == [10, 20]


def test_more_hits_than_the_pool_are_given_when_they_are_asked_for() -> None:
    found = ranked("hotel", *(f"hotel {n}" for n in range(200)))
    assert len(spread(found, 180, 4)) == 180


def test_passages_end_at_the_strongest_pause_and_make_up_the_text() -> None:
    words = "word " * 70
    texts = (
        f"{words}\n{words}{words}",
        f"{words}end. {words}{words}",
        '{"a": 1}, ' * 120,
        "一二三四五六七八九，" * 100,
        "x" * 1_000,
        words * 4,
    )
    for text in texts:
        pieces = [text[start:end] for start, end in cut(text)]
        assert "".join(pieces) == text
        assert all(0 < len(piece) <= PASSAGE for piece in pieces)
    assert text_of(texts[0], 0).endswith("\n")
    assert text_of(texts[1], 0).endswith(". ")
    assert text_of(texts[3], 0).endswith("，")


def text_of(text: str, number: int) -> str:
    """One passage."""
    start, end = cut(text)[number]
    return text[start:end]
