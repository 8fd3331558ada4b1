"""What is kept word for word in a chat, for people: pins with their size, rules with what became of them."""

from __future__ import annotations

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.heard import heard
from weclaw_desktop.context.ledger import pin_text
from weclaw_desktop.context.log import newest_ask
from weclaw_desktop.context.pins import confirmed, dismissed
from weclaw_desktop.context.rules import Rule
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.pins import FoundRule, KeptPin, Pin, PinBoard, PinState


def board(state: State) -> PinBoard:
    """All pins and rules of the chat, pins in the order of their messages, rules newest first."""
    seen = (state.log, state.pins, state.thresholds.budgets, state.calibration, state.counter)
    return state.memo.last("board", seen, lambda: _board(state))


def _board(state: State) -> PinBoard:
    pins = (*_messages(state), *_words(state))
    cache = state.memo.slot("engine", EngineCache)
    found = heard(state.log, cache).rules()
    ask = newest_ask(state.log)
    told = tuple(_rule(state, rule, newest=rule.place == ask) for rule in reversed(found))
    tokens = sum(pin.tokens for pin in pins) + sum(rule.tokens for rule in told if rule.acts)
    return PinBoard(pins, told, tokens, state.thresholds.budgets.rules)


def _messages(state: State) -> tuple[KeptPin, ...]:
    return tuple(
        KeptPin(pin_text(m), "", m.id, m.seq, m.role, m.created_ms, _size(state, pin_text(m)))
        for m in state.log
        if m.pinned and not m.excluded and pin_text(m).strip()
    )


def _words(state: State) -> tuple[KeptPin, ...]:
    return tuple(
        KeptPin(pin.text, pin.id, pin.source_id, pin.seq, _role(state, pin), pin.created_ms, _size(state, pin.text))
        for pin in state.pins
        if pin.kind == "pin"
    )


def _role(state: State, pin: Pin) -> str:
    source = _source(state, pin)
    return "" if source is None else source.role


def _source(state: State, pin: Pin) -> Message | None:
    return next((m for m in state.log if m.id == pin.source_id), None) if pin.source_id else None


def _rule(state: State, rule: Rule, *, newest: bool) -> FoundRule:
    message = state.log[rule.place]
    decided: PinState = "found"
    if dismissed(state.pins, rule.text, rule.seq):
        decided = "dismissed"
    elif confirmed(state.pins, rule.text):
        decided = "confirmed"
    tokens = _size(state, rule.text)
    return FoundRule(
        rule.text, message.id, rule.seq, decided, message.created_ms, rule.ended, rule.ended_seq, tokens, newest
    )


def _size(state: State, words: str) -> int:
    """Calibrated tokens; each text is counted once per chat."""
    known = state.memo.slot("pinned", dict[tuple[str, str], int])
    key = (state.counter.encoder, words)
    if key not in known:
        known[key] = state.counter.text(words)
    return round(known[key] * state.calibration.k)
