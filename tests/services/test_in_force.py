"""Which version of a skill or file is in force while the disk changes."""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.core.text import text
from weclaw_desktop.services.in_force import Found, Held, Kept, read_kept, settle, to_keep

PDF = Held("skills", "pdf", "pdf", "Fill fields.", "fills forms", 5)
RULES = Held("files", "/p/AGENTS.md", "AGENTS.md", "Use tabs.", changed_ms=5)
OUT = text("workspace.out_here")


def found(held: Held, **fields: object) -> Found:
    made = Found(held.section, held.source, held.name, held)
    return replace(made, **fields)  # type: ignore[arg-type] -- names are checked by the dataclass


def kept(*held: Held) -> Kept:
    return Kept("/p", held, frozenset(h.key for h in held))


def test_a_chat_that_sent_nothing_takes_everything_as_it_is() -> None:
    settled = settle([found(PDF), found(RULES)], None, lines_only=True)
    assert settled.held == (PDF, RULES)
    assert settled.notes == ()
    assert not settled.waits


def test_P7_what_changes_on_the_disk_waits_and_says_so() -> None:
    """(fault P7) The head stays byte for byte the same."""
    newer = replace(RULES, text="Use spaces.", changed_ms=9)
    other = replace(RULES, source="/p/CLAUDE.md", name="CLAUDE.md")
    settled = settle([found(newer), found(other)], kept(RULES, PDF), lines_only=True)
    assert settled.held == (RULES, PDF)
    assert [(note.name, note.change, note.state) for note in settled.notes] == [
        ("AGENTS.md", "changed", "whole"),
        ("CLAUDE.md", "new", "out"),
        ("pdf", "gone", "whole"),
    ]
    assert settled.waits
    assert settle([found(newer), found(other)], None, lines_only=True).held == (newer, other)


def test_a_file_without_a_text_is_empty_or_unreadable_and_only_one_that_is_away_is_gone() -> None:
    said = {None: "empty", "workspace.gone": "gone", "workspace.binary": "unreadable"}
    for problem, change in said.items():
        told = None if problem is None else text(problem, path="AGENTS.md")
        settled = settle([replace(found(RULES), held=None, problem=told)], kept(RULES), lines_only=True)
        assert settled.held == (RULES,), "its text of before stays in force"
        assert [(note.change, note.note) for note in settled.notes] == [(change, told)]
    new = settle([replace(found(RULES), held=None)], kept(), lines_only=True)
    assert [(note.state, note.change, note.note) for note in new.notes] == [("out", "", text("workspace.empty"))]


def test_another_time_or_a_skill_s_other_text_changes_nothing_where_only_its_line_stands() -> None:
    touched, reworded = replace(RULES, changed_ms=9), replace(PDF, text="Fill all fields.", changed_ms=9)
    settled = settle([found(reworded), found(touched)], kept(PDF, RULES), lines_only=True)
    assert settled.held == (reworded, RULES)
    assert settled.notes == ()
    in_full = settle([found(reworded)], kept(PDF), lines_only=False)
    assert in_full.held == (PDF,)
    assert in_full.notes[0].change == "changed"
    line = settle([found(replace(PDF, line="fills all forms"))], kept(PDF), lines_only=True)
    assert line.held == (PDF,)


def test_what_the_user_decides_counts_at_once() -> None:
    assert settle([found(RULES, out=OUT)], kept(RULES), lines_only=True).held == ()
    asked = settle([found(PDF, decided=True)], kept(RULES), lines_only=True)
    assert PDF in asked.held
    back = settle([found(RULES)], Kept("/p", (), frozenset({RULES.key})), lines_only=True)
    assert back.held == (RULES,)
    unpinned = settle([], kept(replace(RULES, pinned=True)), lines_only=True)
    assert unpinned.held == ()


def test_a_file_that_cannot_be_read_any_more_stays_as_it_was_with_the_reason() -> None:
    problem = text("workspace.binary", path="/p/AGENTS.md")
    broken = replace(found(RULES), held=None, problem=problem)
    settled = settle([broken], kept(RULES), lines_only=True)
    assert settled.held == (RULES,)
    assert (settled.notes[0].change, settled.notes[0].note) == ("unreadable", problem)
    fresh = settle([broken], None, lines_only=True)
    assert fresh.held == ()
    assert (fresh.notes[0].state, fresh.notes[0].note) == ("out", problem)


def test_a_shortened_file_says_who_shortened_it() -> None:
    settled = settle([found(RULES, short=True)], None, lines_only=True)
    assert settled.short == {RULES.key}
    assert settled.notes[0].state == "shortened"


def test_what_was_sent_is_remembered_without_what_waits() -> None:
    waiting = found(replace(RULES, source="/p/CLAUDE.md", name="CLAUDE.md"))
    seen = [found(RULES), found(PDF, out=OUT), waiting]
    settled = settle(seen, kept(RULES), lines_only=True)
    remembered = to_keep(seen, settled, "/p")
    assert remembered.held == (RULES,)
    assert remembered.known == {RULES.key, PDF.key}
    assert settle(seen, remembered, lines_only=True).notes == settled.notes


def test_what_is_kept_in_a_file_reads_again() -> None:
    remembered = kept(replace(RULES, text="使用制表符\n"), PDF)
    assert read_kept(remembered.to_json()) == remembered
    for odd in ("", "[]", "{}", '{"workdir": "", "held": [{"x": 1}], "known": []}', '{"held": 3, "known": 1}'):
        assert read_kept(odd) is None
