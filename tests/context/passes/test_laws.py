"""What holds for every pass over any log: pure, idempotent, shrinking, and each shortened text leads back by an id."""

from __future__ import annotations

import json
import re

from hypothesis import given
from hypothesis import strategies as st

from tests.context.logs import broken_logs, call, numbered
from tests.context.passes.test_passes import span
from weclaw_desktop.context.passes import run
from weclaw_desktop.context.passes.span import shown
from weclaw_desktop.core.messages import Log, Message, assistant, tool, user

NAMES = ("read_file", "grep", "bash", "lookup", "harbour__book", "write_file")
LINE = "src/berth_{}.py:{}: depth {} m, 4.20 EUR"


@st.composite
def long_results(draw: st.DrawFn) -> str:
    size = draw(st.integers(1, 40))
    first = draw(st.integers(0, 3))
    rows = [{"id": f"berth_{first + i}", "depth": i * 7, "note": "泊位 空"} for i in range(size)]
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return json.dumps(rows, ensure_ascii=False, indent=draw(st.sampled_from((None, 2))))
    if kind == 1:
        return "\n".join(LINE.format(first + i, i, i * 3) for i in range(size))
    return "word " * size if kind == 2 else ""


@st.composite
def working_logs(draw: st.DrawFn) -> Log:
    messages: list[Message] = [user("Find berth_3.")]
    for number in range(draw(st.integers(1, 7))):
        name = draw(st.sampled_from(NAMES))
        asked = {
            "path": draw(st.sampled_from(("a.py", "文件.txt"))),
            "content": draw(st.sampled_from(("", "行\n" * 400))),
        }
        messages.append(assistant("", call(f"c{number}", name, json.dumps(asked))))
        messages.append(tool(f"c{number}", name, draw(long_results()), is_error=draw(st.booleans())))
        if draw(st.integers(0, 3)) == 0:
            messages.append(user("And now?"))
    return numbered([*messages, assistant("done"), user("go on")])


any_logs = working_logs() | broken_logs()


@given(any_logs, st.integers(0, 30), st.integers(0, 8))
def test_P9_passes_are_pure_and_a_second_run_changes_nothing(log: Log, end: int, start: int) -> None:
    place = min(end, len(log))
    first = run(span(log, place, min(start, place)))
    assert run(span(log, place, min(start, place))) == first
    again = run(span(log, place, min(start, place), previous=first.replacements))
    assert again.replacements == first.replacements
    assert (again.added, again.saved) == (0, 0)


@given(working_logs(), st.integers(2, 30))
def test_P9_what_is_in_force_keeps_its_bytes_when_the_chat_goes_on(log: Log, end: int) -> None:
    first = run(span(log[: min(end, len(log))]))
    later = run(span(log, previous=first.replacements))
    assert later.replacements[: len(first.replacements)] == first.replacements


@given(any_logs)
def test_P1_P8_every_replacement_is_shorter_and_leads_back(log: Log) -> None:
    by_id = {message.id: message for message in log}
    found = run(span(log))
    assert found.saved >= 0
    for replacement in found.replacements:
        message = by_id[replacement.message_id]
        assert replacement.artifact == message.artifact
        if replacement.call >= 0:
            assert len(replacement.text) < len(message.calls[replacement.call].arguments)
            assert isinstance(json.loads(replacement.text), dict)
            assert f"m{message.seq}⟧" in replacement.text
        else:
            result = message.result
            assert result is not None
            assert len(replacement.text.encode()) < len(shown(message, result).encode())
            assert re.match(rf"\[{message.artifact}\b", replacement.text)


@given(working_logs(), st.integers(1, 25))
def test_P2_a_stub_never_points_to_what_the_view_no_longer_has(log: Log, start: int) -> None:
    before = run(span(log)).replacements
    cut = min(start, len(log) - 1)
    shown_ids = {message.artifact for message in log[cut:]}
    for replacement in run(span(log, start=cut, previous=before)).replacements:
        if replacement.kind == "stub":
            assert (set(re.findall(r"\ba\d+\b", replacement.text)) - {replacement.artifact}) & shown_ids
