"""Takes every call into account: calibration of the count, cost and cache share, size of the system prompt."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Literal

from weclaw_desktop.context.inflation import kept, observe
from weclaw_desktop.context.notice_history import TOLD, told_now
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import CONFIRMED
from weclaw_desktop.core.errors import KnownError, StorageError
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.stores import CallTotals, Store
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.llm.calibration import calibrate, possible, suspicious
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.storage.logbook import CALLS

Purpose = Literal["reply", "title", "summary"]
_log = logging.getLogger(CALLS)
BASELINE = "prompt.baseline"
"""Key of ``Chat.overrides``: sizes of the system prompt that its growth is measured against."""
SAMPLES = 200
LEAST_WINDOW = 1_000
"""Tokens below which no server cuts: a smaller report is a mistake of its counting."""


class Accounting:
    """Remembers what calls cost. What it cannot save is only missing from sums, so that is told and not raised."""

    def __init__(self, store: Store, bus: Bus, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._bus = bus
        self._now_ms = now_ms
        self._told: set[tuple[str, str]] = set()
        self.alarms: dict[str, tuple[Text, ...]] = {}
        """Inflation alarms of the last call, by chat."""
        self.logged: Callable[[str, Usage], Awaitable[None]] | None = None
        """Hears of every call that was logged: its chat ("" for none) and usage."""

    async def used(self, desk: Desk, request: ModelRequest, usage: Usage, *, purpose: Purpose) -> None:
        """A call of ``desk``'s chat ended with ``usage``."""
        usage = _believed(request, usage, desk.shown_spec.window)
        if purpose == "reply":
            new: dict[str, object] = {}
            if not usage.estimated or not desk.calibration.calibrated:
                new |= _confirmed(desk)  # else the provider's report of what changed is still to come
            self._calibrate(desk, request, usage)
            begun = bool(desk.inflation.baseline)
            desk.inflation, alarms = observe(desk.inflation, request.system, desk.thresholds())
            self.alarms[desk.chat.id] = alarms
            if not begun:
                new[BASELINE] = kept(desk.inflation)
            new |= self._new_notice(desk, request)
            if new:
                await self._keep(desk, new)  # in one go: whoever pressed Stop waits for it
        before = desk.totals
        desk.totals = _added(before, request, usage, purpose)
        _note(desk, request, usage, purpose)
        try:
            if purpose == "reply" and desk.calibration.calibrated:
                await self._store.remembered.save_calibration(request.model, desk.chat.id, desk.calibration)
            await self._log(desk.chat.id, request, usage, purpose)
            if _other_currency(before, usage):
                desk.totals = await self._store.remembered.call_totals(desk.chat.id)
        except StorageError as error:
            self._bus.publish(Problem(error.text, desk.chat.id, severity="warning"))

    async def outside(self, request: ModelRequest, usage: Usage) -> None:
        """A call that belongs to no chat ended: the test of a provider, a summary in the Lab or of a replay."""
        try:
            await self._log("", request, _believed(request, usage), request.purpose)
        except StorageError as error:
            self._bus.publish(Problem(error.text, severity="warning"))

    async def _log(self, chat_id: str, request: ModelRequest, usage: Usage, purpose: str) -> None:
        system = sum(section.tokens for section in request.system)
        await self._store.remembered.log_call(chat_id, request.model, purpose, usage, system)
        if self.logged is not None:
            await self.logged(chat_id, usage)

    async def keep_baseline(self, desk: Desk) -> None:
        """Keep with the chat what its system prompt is measured against from now on."""
        await self._keep(desk, {BASELINE: kept(desk.inflation)})  # else it is measured anew after a restart

    def _new_notice(self, desk: Desk, request: ModelRequest) -> dict[str, object]:
        """What the chat keeps of what the model was told of what it does not see, when that changed."""
        notice = next((section.text for section in request.system if section.key == "notice"), "")
        record_id = "" if desk.record is None else desk.record.id
        told = told_now(desk.chat.overrides.get(TOLD), notice, record_id, self._now_ms())
        return {} if told is None else {TOLD: told}

    async def _keep(self, desk: Desk, new: dict[str, object]) -> None:
        """Keep something with the chat. Where nothing can be saved, or the chat is gone, the desk alone knows it."""
        try:
            chat = await self._store.chats.get(desk.chat.id)
            desk.chat = await self._store.chats.change(chat.id, overrides={**chat.overrides, **new})
        except KnownError:
            desk.chat = replace(desk.chat, overrides={**desk.chat.overrides, **new})

    def _calibrate(self, desk: Desk, request: ModelRequest, usage: Usage) -> None:
        counted = round(request.load / desk.calibration.k) if desk.calibration.k > 0 else request.load
        cut = suspicious(request.load, usage) and usage.prompt >= LEAST_WINDOW
        if cut and (desk.chat.id, request.model) not in self._told:
            self._told.add((desk.chat.id, request.model))
            told = text("services.prompt_cut", model=desk.shown_spec.called, sent=request.load, read=usage.prompt)
            self._bus.publish(Problem(told, desk.chat.id, action="set_window", severity="warning"))
        desk.calibration = calibrate(desk.calibration, counted, usage)


def _confirmed(desk: Desk) -> dict[str, object]:
    """A provider reported on the request that was made last: what changed since is all that it does not know.

    Returns what the chat keeps of that, if it is new.
    """
    desk.updating = desk.asked_epoch != desk.chat.epoch
    return {} if desk.chat.overrides.get(CONFIRMED) == desk.asked_epoch else {CONFIRMED: desk.asked_epoch}


def _believed(request: ModelRequest, usage: Usage, window: int = 0) -> Usage:
    """The usage, or what was sent as we count it where a model reports what cannot be."""
    return usage if possible(usage, request.load, window) else Usage(prompt=request.load, estimated=True)


def _note(desk: Desk, request: ModelRequest, usage: Usage, purpose: Purpose) -> None:
    """One line per call with the numbers that the meter shows; what was said is never in it.

    ``error`` is how far the estimate of this call was off, as a share of what the provider reported.
    """
    lines = desk.thresholds()
    reported = 0 if usage.estimated else usage.prompt
    _log.info(
        "call chat=%s model=%s purpose=%s estimated=%d reported=%s error=%s cached=%d completion=%d cost=%s k=%.4f "
        "tier=%s threshold=%d soft=%d hard=%d usable=%d window=%d (%s) system=%d messages=%d",
        desk.chat.id,
        request.model,
        purpose,
        request.load,
        reported or "none",
        f"{request.load / reported - 1:+.4f}" if reported else "unknown",
        usage.cached,
        usage.completion,
        "unknown" if usage.cost is None else f"{usage.cost:.6f} {usage.currency}",
        desk.calibration.k,
        lines.tier,
        lines.threshold,
        lines.soft,
        lines.hard,
        lines.usable,
        lines.window,
        lines.window_source,
        sum(section.tokens for section in request.system),
        len(request.messages),
    )


def _added(totals: CallTotals, request: ModelRequest, usage: Usage, purpose: Purpose) -> CallTotals:
    samples = totals.system_samples
    if purpose == "reply":
        samples = (*samples, sum(section.tokens for section in request.system))[-SAMPLES:]
    if _other_currency(totals, usage):  # one sum in two currencies is none
        totals = replace(totals, cost=None, summary_cost=None, unpriced=totals.calls)
    return replace(
        totals,
        calls=totals.calls + 1,
        prompt=totals.prompt + usage.prompt,
        completion=totals.completion + usage.completion,
        cached=totals.cached + usage.cached,
        cost=_paid(totals.cost, usage),
        currency=totals.currency if usage.cost is None else usage.currency,
        unpriced=totals.unpriced + (usage.cost is None),
        system_samples=samples,
        summary_tokens=totals.summary_tokens + (usage.prompt + usage.completion if purpose == "summary" else 0),
        summary_cost=_paid(totals.summary_cost, usage) if purpose == "summary" else totals.summary_cost,
    )


def _paid(before: float | None, usage: Usage) -> float | None:
    return before if usage.cost is None else (before or 0.0) + usage.cost


def _other_currency(totals: CallTotals, usage: Usage) -> bool:
    """Whether a call is priced in another currency than those before it."""
    return usage.cost is not None and totals.cost is not None and usage.currency != totals.currency
