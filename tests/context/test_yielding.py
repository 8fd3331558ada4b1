"""What stands for older messages, smaller: what goes first, and what is left standing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from weclaw_desktop.context.yielding import bare, cleared, yielded
from weclaw_desktop.core.records import ContextBlock

DIGEST = """Passages of older messages (excerpts in order; m = message, a = tool result):
[m1 user] first words
and their second line
[a2 read_file] values
[m3 assistant] newest passage
Also spoken of, by message:
[m1] alpha, beta"""
NARRATIVE = """Summary by a model:
## Goal
- go to Oslo
## Done
- booked
- paid
- told"""
LEDGER = """Open requests:
- [m1] go
Files touched:
- a.txt (read, m2)
- b.txt (read, m2)"""
RULES = "Rules set by the user, newest first (verbatim; the newer one wins):\n- [m1] Never fly."
BLOCK = ContextBlock("frame", RULES, LEDGER, NARRATIVE, DIGEST, "lead")
COUNTER = ByteCounter()


def shorter(tokens: int, block: ContextBlock = BLOCK) -> ContextBlock:
    """``block`` by ``tokens`` smaller, not all of it gone."""
    made = yielded(block, tokens, COUNTER)
    assert made is not None
    return made


def test_the_oldest_passages_go_first_whole_with_all_their_lines() -> None:
    made = shorter(1)
    assert made.digest.splitlines()[1:] == DIGEST.splitlines()[3:]
    assert (made.rules, made.ledger, made.narrative, made.lead) == (RULES, LEDGER, NARRATIVE, "lead")


def test_a_title_goes_with_the_last_that_stood_under_it() -> None:
    passages = COUNTER.text("\n".join(DIGEST.splitlines()[1:5]))
    assert shorter(passages - 1).digest == "\n".join(DIGEST.splitlines()[5:])
    assert shorter(COUNTER.text(DIGEST) - 1).digest == ""


def test_then_the_narrative_loses_the_end_of_its_longest_section() -> None:
    whole = COUNTER.text(DIGEST)
    made = shorter(whole + 1)
    assert (made.digest, made.narrative) == ("", NARRATIVE.removesuffix("\n- told"))
    both = shorter(whole + COUNTER.text("- told") + 1)
    assert both.narrative == "Summary by a model:\n## Goal\n- go to Oslo\n## Done\n- booked"
    one = shorter(whole + COUNTER.text("- told") + COUNTER.text("- paid") + 1)
    assert one.narrative == "Summary by a model:\n## Goal\n- go to Oslo"


def test_then_the_facts_that_matter_least_and_what_opens_the_block_last() -> None:
    before = COUNTER.text(DIGEST) + COUNTER.text(NARRATIVE)
    made = shorter(before + 1)
    assert (made.digest, made.narrative) == ("", "")
    assert made.ledger == LEDGER.removesuffix("\n- b.txt (read, m2)")
    assert made.lead == "lead"
    last = shorter(before + COUNTER.text(LEDGER) + 1)
    assert (last.ledger, last.lead) == ("", "")


def test_K10_rules_and_pins_never_yield() -> None:
    least = shorter(1_000_000)
    assert least == bare(BLOCK) == ContextBlock("frame", RULES)
    assert yielded(least, 5, COUNTER) is least


def test_K11_what_quotes_a_rule_taken_back_since_goes_and_the_rest_stays() -> None:
    rule = "From now on quote every price in EUR."
    said = f"Said, the newest first:\n- [m9] Also: {rule}"
    block = ContextBlock("frame", RULES, LEDGER, f"## Done\n- Booked.\n- {rule}", f"[m9] user: {rule}", said)
    made = cleared(block, (rule, "Never say never."))
    assert rule not in made.text
    assert (made.rules, made.ledger) == (RULES, LEDGER)
    assert made.narrative == "## Done\n- Booked."
    assert made.digest == ""
    assert cleared(block, ()) is block
    assert cleared(made, (rule,)) is made


def test_without_rules_nothing_is_left_in_the_end() -> None:
    block = ContextBlock("frame", digest=DIGEST)
    assert yielded(block, 1_000_000, COUNTER) is None
    assert bare(block) is None


def test_lines_without_marks_go_one_by_one() -> None:
    own = ContextBlock("frame", narrative="My own words.\n\nIn lines.")
    assert shorter(1, own).narrative == "My own words."


_LINES = st.lists(
    st.sampled_from([*DIGEST.splitlines(), *NARRATIVE.splitlines(), *LEDGER.splitlines(), "", "plain"]), max_size=14
).map("\n".join)


@given(digest=_LINES, narrative=_LINES, ledger=_LINES, rules=st.sampled_from(("", RULES)), tokens=st.integers(1, 400))
def test_what_is_left_is_a_smaller_part_of_what_was_there_in_its_order(
    digest: str, narrative: str, ledger: str, rules: str, tokens: int
) -> None:
    block = ContextBlock("frame", rules, ledger, narrative, digest)
    made = yielded(block, tokens, COUNTER)
    if made is None or made is block:
        assert made is not None or not rules
        assert made is None or not (digest or narrative or ledger)
        return
    assert made.rules == rules
    for old, new in ((digest, made.digest), (narrative, made.narrative), (ledger, made.ledger)):
        lines = iter(old.split("\n"))
        assert all(line in lines for line in new.split("\n") if line)
    less = COUNTER.text(block.text) - COUNTER.text(made.text)
    assert less >= 0
    if tokens > COUNTER.text(block.text):
        assert made == bare(block)
