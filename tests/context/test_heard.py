"""What a chat said is read once, message by message, and is the same as if it were read at once."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.context.logs import broken_logs, numbered, step
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.heard import Heard, heard
from weclaw_desktop.context.rules import Remark, remarks, rules
from weclaw_desktop.context.statements import Statements, statements
from weclaw_desktop.core.messages import Log, Message, assistant, user


class Counting(EngineCache):
    """A cache that notes whose statements and remarks were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.user_remarks: list[str] = []

    def statements(self, message: Message) -> Statements:
        self.asked.append(message.id)
        return super().statements(message)

    def remarks(self, message: Message) -> tuple[Remark, ...]:
        self.user_remarks.append(message.id)
        return super().remarks(message)


def told(found: Heard, end: int) -> object:
    return found.rules(), found.known(end), found.asks(end)


def test_only_what_is_new_is_read() -> None:
    log = numbered([user("Always be brief."), *step("c", "ok"), assistant("Done."), user("Next?"), assistant("Yes.")])
    cache = Counting()
    first = heard(log[:4], cache)
    assert cache.asked == [message.id for message in log[:4]]
    assert cache.user_remarks == [log[0].id], "others make no rules"
    assert heard(log, cache) is first
    assert cache.asked == [message.id for message in log]
    heard(tuple(replace(message) for message in log), cache)
    assert len(cache.asked) == len(log), "equal revisions"
    heard((*log, assistant("Whi", id="id7", state="generating")), cache)
    assert len(cache.asked) == len(log), "what is being written is not read"
    heard((replace(log[0], excluded=True), *log[1:]), cache)
    assert cache.asked[len(log) :] == [message.id for message in log[1:]]


def test_rules_are_judged_again_only_after_a_remark() -> None:
    log = numbered([user("Always be brief."), assistant("ok"), user("Thanks."), user("Forget that rule.")])
    cache = EngineCache()
    before = heard(log[:2], cache).rules()
    assert heard(log[:3], cache).rules() is before
    assert [rule.live for rule in before] == [True]
    assert [rule.live for rule in heard(log, cache).rules()] == [False]


def test_an_ask_ends_with_its_answer_or_the_next_message() -> None:
    log = numbered(
        [
            user("Find room."),
            *step("c", "none"),
            user("Find table."),
            assistant("Here."),
            user("Thanks!"),
            user("Is it?"),
        ]
    )
    found = heard(log, EngineCache())
    ended, pending = found.asks(len(log))
    assert [(ask.said, ask.done) for ask in ended] == [("Find room.", False), ("Find table.", True)]
    assert pending is not None
    assert pending.said == "Is it?"
    assert found.asks(4)[1] is not None, "not answered in log[:4]"
    assert found.asks(4)[0][0].said == "Find room."
    assert found.asks(6) == (ended, None), "thanks ask for nothing"
    assert found.asks(0) == ([], None)


def asks_of(log: Log, end: int) -> tuple[list[tuple[int, bool]], int | None]:
    """The asks by a plain walk over the log."""
    found: list[tuple[int, bool]] = []
    pending: int | None = None
    for message in log[:end]:
        if message.excluded:
            continue
        if message.role == "user":
            if pending is not None:
                found.append((pending, False))
            pending = message.seq if statements(message).ask else None
        answers = message.role == "assistant" and message.state == "committed" and not message.calls
        if pending is not None and answers and message.text.strip():
            found.append((pending, True))
            pending = None
    return found, pending


@given(broken_logs(), broken_logs(), st.integers(0, 30), st.integers(0, 30))
def test_what_was_read_before_changes_nothing(one: Log, other: Log, upto: int, end: int) -> None:
    other = tuple(replace(message, id=f"other {message.id}") for message in other)
    cache = EngineCache()
    for log in (one[:upto], one, one[:2] + other[2:], other):
        end = min(end, len(log))
        while log and log[-1].state == "generating":
            log = log[:-1]
        found = heard(log, cache)
        assert told(found, end) == told(heard(log, EngineCache()), end)
        assert found.rules() == rules(log, [remarks(message) for message in log])
        plain = [(m, statements(m)) for m in log[:end] if not m.excluded and statements(m)]
        assert [said for _, said in found.known(end)] == [said for _, said in plain]
        ended, pending = found.asks(end)
        assert ([(ask.seq, ask.done) for ask in ended], pending and pending.seq) == asks_of(log, end)
