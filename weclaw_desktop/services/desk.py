"""What a chat's work needs at hand: its log, active record, calibration and caches, so that a check costs O(new).

A desk is changed only on the conversation's loop. Everything that counts or compresses runs in the desk's own thread,
one job after the other, on frozen ``State`` values.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar

from weclaw_desktop.context.arranging import Arrangement, arrange, restored
from weclaw_desktop.context.encode import intake as encode_intake
from weclaw_desktop.context.engine import State, Thrash
from weclaw_desktop.context.inflation import Inflation
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.offering import NOTHING, Offering
from weclaw_desktop.context.pins import acting
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import CannotFit, InputError
from weclaw_desktop.core.messages import AttachmentPart, Log, Message, Part, TextPart
from weclaw_desktop.core.models import Calibration, ModelSpec, ToolSpec, Usage
from weclaw_desktop.core.overriding import InForce, in_force
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.ports import ChatModel, Counter, Models, PromptSource
from weclaw_desktop.core.recall import RECALL
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import BudgetItem
from weclaw_desktop.core.request import ModelRequest, PromptSection
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.skills import SKILL
from weclaw_desktop.core.stores import CallTotals, Stamp
from weclaw_desktop.core.text import Language, Text, text
from weclaw_desktop.core.windows import Thresholds
from weclaw_desktop.services.asking import asked_by
from weclaw_desktop.services.attachments import LARGEST_ATTACHMENT, for_the_blind, shortened
from weclaw_desktop.services.choosing import default_model
from weclaw_desktop.services.language import detect
from weclaw_desktop.services.summarisers import room as summariser_room
from weclaw_desktop.tools.skill import cued

P = ParamSpec("P")
T = TypeVar("T")
ROOM = "tools.room"
"""Key of ``Chat.overrides``: the room for tools that was decided on, so that a restart changes no tool list."""


class Desk:
    """The working state of one chat. Get it from ``Desks``; never keep it over a pause in the work."""

    def __init__(
        self,
        chat: Chat,
        log: Log,
        *,
        settings: Callable[[], Settings],
        models: Models,
        tools: tuple[ToolSpec, ...],
        prompts: PromptSource,
        counters: Callable[[str], Counter],
    ) -> None:
        self.chat = chat
        self.instead = ""
        """The model that answers just now instead of the chat's own, "" for that one."""
        self.log = log
        self.record: Record | None = None
        self.pins: tuple[Pin, ...] = ()
        self.calibration = Calibration()
        self.thrash = Thrash()
        self.inflation = Inflation()
        self.totals = CallTotals()
        self.draft = 0
        self._drafted: Language | None = None
        """The language of what is written but not sent: a first message decides the chat's."""
        self.updating = False
        """Whether what the model reads changed since the last request whose usage a provider reported."""
        self.asked_epoch = chat.epoch
        """``Chat.epoch`` of the request that was made last."""
        self.title_asked = False
        self.counts_kept = ""
        """Encoder whose counts of the whole log are in the database, or on their way there."""
        self.arrangement: Arrangement | None = None
        """What was decided about the tools; None before anybody asked."""
        self.stamp: Stamp = ()
        """The stored chat's when the desk was laid, or when it was last found to hold what is stored."""
        self.strangers = 0
        """The count of other programs' writes when it was laid."""
        self._computing = 0
        self._closed = False
        self._holds: tuple[Settings, Chat, str, InForce] | None = None
        self._acts: tuple[Log, tuple[Pin, ...], tuple[Pin, ...]] | None = None
        self._settings = settings
        self._models = models
        self._tools = tools
        self._lists: dict[tuple[bool, tuple[str, ...]], tuple[ToolSpec, ...]] = {}
        """Lists of tools by whether recall is among them, and by the skills that can be read."""
        self._prompts = prompts
        self._counters = counters
        self._memo = Memo()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"desk-{chat.id[:8]}")

    @property
    def model_id(self) -> str:
        """The model that answers: the chat's, else the settings' one, else "" ."""
        return self.instead or self.chat.model or self._settings().general.model

    @property
    def spec(self) -> ModelSpec:
        """What is known of the model now. Raises InputError when none is chosen or it is not known any more."""
        if self.model_id:
            return self._models.spec(self.model_id)
        found = default_model(self._models, self._settings())
        if found is None:
            raise InputError(text("services.no_model"))
        return found

    @property
    def has_model(self) -> bool:
        """Whether there is a model that could answer."""
        try:
            return bool(self.spec)
        except InputError:
            return False

    @property
    def shown_spec(self) -> ModelSpec:
        """The model, or one of guessed size for the numbers that are shown before one is chosen."""
        return self.spec if self.has_model else ModelSpec("", "")

    @property
    def language(self) -> Language:
        """The chat's language; before its first message that of the draft, the settings' one until there is any."""
        if self.chat.language in ("en", "zh"):
            return "zh" if self.chat.language == "zh" else "en"
        if self._drafted is not None:
            return self._drafted
        return "zh" if self._settings().general.language == "zh" else "en"

    @property
    def strategy(self) -> str:
        """Id of the strategy that plans next."""
        return self.context_settings.strategy

    @property
    def context_settings(self) -> ContextSettings:
        """The settings of the context manager as they hold here: with what the chat and its model have of their own."""
        return self.in_force.context

    @property
    def in_force(self) -> InForce:
        """The same with where each value comes from."""
        settings, model = self._settings(), self.shown_spec.id
        known = self._holds
        if known is None or known[0] is not settings or known[1] is not self.chat or known[2] != model:
            known = self._holds = (settings, self.chat, model, in_force(settings, model, self.chat))
        return known[3]

    @property
    def tools_on(self) -> bool:
        """Whether the model is told of tools."""
        return self._settings().chatting.tools and self.shown_spec.tools

    @property
    def tools(self) -> tuple[ToolSpec, ...]:
        """All tools of this chat.

        Recall is among them from the first request on, not from the first compression on: a list of tools that changes
        makes a provider read the whole prompt anew. The tool that reads skills is there where skills are in force.
        """
        recall = self.context_settings.recall and self.strategy != "off"
        names = tuple(section.name for section in self.system if section.key == "skills" and section.name)
        key = (recall, names)
        if key not in self._lists:
            away = {*(() if recall else (RECALL,)), *(() if names else (SKILL,))}
            kept = (tool for tool in self._tools if tool.name not in away)
            self._lists[key] = tuple(cued(tool, names) if tool.name == SKILL else tool for tool in kept)
        return self._lists[key]

    @property
    def system(self) -> tuple[PromptSection, ...]:
        """The sections of the system prompt that lie outside the engine."""
        return self._prompts.sections(self.chat, self.language, tools=self.tools_on)

    @property
    def contents(self) -> tuple[BudgetItem, ...]:
        """What people should know of the skills and files in it."""
        return self._prompts.notes(self.chat, tools=self.tools_on)

    def has_tool(self, name: str) -> bool:
        """Whether the model may call a tool of this name."""
        return self.tools_on and any(tool.name == name for tool in self.tools)

    @property
    def offering(self) -> Offering:
        """What the next request offers of the tools."""
        if not self.tools_on:
            return NOTHING
        return Offering(self.tools) if self.arrangement is None else self.arrangement.offering

    async def arrange(self) -> None:
        """Look anew at skills and files, and decide what to offer: log, model, a setting or the disk changed."""
        await self.compute(self._prompts.look, self.chat)
        if self.tools_on:
            before = self.arrangement or restored(self.tools, self.chat.overrides.get(ROOM))
            state = replace(self.state(), tools=self.tools)
            self.arrangement = await self.compute(arrange, state, before, (RECALL, SKILL))

    def room_to_keep(self) -> dict[str, object] | None:
        """The chat's overrides with what was decided about tools, None when they hold it already."""
        kept = None if self.arrangement is None else self.arrangement.kept()
        if kept is None or kept == self.chat.overrides.get(ROOM):
            return None
        return {**self.chat.overrides, ROOM: kept}

    @property
    def newest_seq(self) -> int:
        """Number of the newest message, 0 when there is none."""
        return self.log[-1].seq if self.log else 0

    @property
    def wants_title(self) -> bool:
        """Whether the first response was just given and nobody named the chat."""
        responses = sum(1 for m in self.log if m.role == "assistant" and m.state == "committed" and not m.calls)
        return (
            responses == 1
            and not self.title_asked
            and self.chat.title_by == "auto"
            and self._settings().chatting.auto_title
        )

    def thresholds(self) -> Thresholds:
        """When this chat is compressed."""
        held, calibrated = self.in_force, self.calibration.calibrated
        return thresholds_for(self.shown_spec, held.context, calibrated=calibrated, sources=held.sources)

    def counter(self) -> Counter:
        """The counter of the model's family."""
        return self._counters(self.shown_spec.encoder)

    def state(self) -> State:
        """A frozen picture of the chat for pure functions."""
        spec = self.shown_spec
        tools = self.offering.tools
        return State(
            log=self.log,
            record=self.record,
            thresholds=self.thresholds(),
            system=self.system,
            tools=tools,
            counter=self.counter(),
            calibration=self.calibration,
            language=self.language,
            settings=self.context_settings,
            price=spec.price,
            thrash=self.thrash,
            held_until=self.chat.held_until,
            draft=self.draft,
            local=spec.local,
            recall=any(tool.name == RECALL for tool in tools),
            one_liners={tool.name: tool.one_line for tool in self._tools if tool.one_line is not None},
            pins=self._acting(),
            summarizer=summariser_room(self._models, spec, self.context_settings),
            memo=self._memo,
        )

    def _acting(self) -> tuple[Pin, ...]:
        """The pins that act on the branch shown: the same value as long as neither they nor the log changed."""
        known = self._acts
        if known is None or known[0] is not self.log or known[1] is not self.pins:
            known = self._acts = (self.log, self.pins, acting(self.log, self.pins))
        return known[2]

    async def compute(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run ``work`` in the desk's thread, after what runs there already. Raises InputError when its chat is gone."""
        if self._closed:
            raise InputError(text("storage.no_chat", chat=self.chat.id))
        self._computing += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **kwargs))
        finally:
            self._computing -= 1

    @property
    def computing(self) -> bool:
        """Whether somebody waits for work in the desk's thread."""
        return self._computing > 0

    async def request(self) -> ModelRequest:
        """The next request. Raises CannotFit when it cannot be made to fit under the hard line."""
        epoch = self.chat.epoch
        request = asked_by(self.chat, await self.compute(build_request, self.state(), self.spec))
        await self.keep_prompt()
        self.asked_epoch = epoch
        if self.spec.images:
            return request
        return await self.compute(for_the_blind, request, self.counter(), self.calibration.k, self.language)

    async def keep_prompt(self) -> None:
        """What stands in the prompt now is what was sent: other versions on the disk wait for a compression."""
        await self.compute(partial(self._prompts.sent, self.chat, tools=self.tools_on))

    def open_model(self) -> ChatModel:
        """A client for the model. Raises InputError when none is chosen or known."""
        return self._models.open(self.spec.id)

    def put(self, message: Message) -> None:
        """Take a committed message into the log, in its place, instead of an older revision of it if there is one."""
        at = bisect_left(self.log, message.seq, key=lambda m: m.seq)
        after = at + 1 if at < len(self.log) and self.log[at].seq == message.seq else at
        self.log = (*self.log[:at], message, *self.log[after:])

    async def intake(self, message: Message, seq: int) -> Message:
        """The message with its count and, where needed, what views show instead of its raw text.

        ``seq`` is the number that it will have: what a view shows may cite it.
        """
        if not self.has_model:
            return message
        numbered = replace(message, seq=seq)
        return await self.compute(_intake, numbered, self.thresholds(), self.counter(), self.language)

    async def count_parts(self, parts: Sequence[Part]) -> dict[str, int]:
        """Uncalibrated tokens of a response, by encoder."""
        if not parts:
            return {}
        counter = self.counter()
        return {counter.encoder: await self.compute(counter.parts, parts)}

    async def write(
        self, value: str, attachments: Sequence[AttachmentPart], *, shorten: bool = False
    ) -> Message | None:
        """Take what is written and attached but not sent, and count it as the message that it would become.

        That message is returned, None when nothing is written: ``draft`` is its calibrated size. ``shorten``: of what
        is too large only beginning and end will be sent.
        """
        if shorten and attachments and self.has_model:
            attachments = await self._shortened(attachments, self.newest_seq + 1)
        parts = (*((TextPart(value),) if value.strip() else ()), *attachments)
        self._drafted = detect(value) if parts else None
        if not parts:
            self.draft = 0
            return None
        message = await self.intake(Message("user", parts), self.newest_seq + 1)
        counter = self.counter()
        counted = message.tokens.get(counter.encoder) or await self.compute(counter.parts, parts)
        self.draft = round(counted * self.calibration.k)
        return message

    def estimate_usage(self, request: ModelRequest, counts: Mapping[str, int]) -> Usage:
        """Usage as we count it, for providers that report none; ``counts`` are those of ``count_parts``."""
        return Usage(prompt=request.load, completion=counts.get(self.counter().encoder, 0), estimated=True)

    async def fit_attachments(
        self, attachments: Sequence[AttachmentPart], seq: int, *, shorten: bool
    ) -> tuple[AttachmentPart, ...]:
        """The attachments as they can be sent; ``seq`` is the number that their message will have.

        Raises:
            CannotFit: They are too large together and may not be shortened, or cannot.
            InputError: One is a picture, and the model cannot see.
        """
        if not self.has_model or not attachments:
            return tuple(attachments)
        if not self.spec.images and any(part.kind == "image" for part in attachments):
            raise InputError(text("services.no_vision", model=self.spec.called))
        counter, k = self.counter(), self.calibration.k
        effective = self.thresholds().effective
        fitting = await self._shortened(attachments, seq) if shorten else tuple(attachments)
        tokens = [await self.compute(counter.parts, (part,)) for part in fitting]
        if sum(tokens) * k > LARGEST_ATTACHMENT * effective:
            raise CannotFit(self._too_large(attachments, round(sum(tokens) * k), effective))
        return fitting

    async def _shortened(self, attachments: Sequence[AttachmentPart], seq: int) -> tuple[AttachmentPart, ...]:
        """The attachments with beginning and end of the largest, where all together are too large."""
        counter, k = self.counter(), self.calibration.k
        effective, whole = self.thresholds().effective, tuple(attachments)
        tokens = [await self.compute(counter.parts, (part,)) for part in whole]
        if sum(tokens) * k <= LARGEST_ATTACHMENT * effective:
            return whole
        return await self.compute(shortened, whole, tokens, int(effective / k), counter, self.language, seq)

    def _too_large(self, attachments: Sequence[AttachmentPart], tokens: int, effective: int) -> Text:
        model = self.spec.called
        if len(attachments) == 1:
            name = attachments[0].name
            return text("services.attachment_too_large", name=name, tokens=tokens, model=model, room=effective)
        count = len(attachments)
        return text("services.attachments_too_large", count=count, tokens=tokens, model=model, room=effective)

    def close(self) -> None:
        """End the desk's thread after the job it is at."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)


def _intake(message: Message, lines: Thresholds, counter: Counter, language: Language) -> Message:
    shown = message.taken(encode_intake(message, lines, counter, language), message.tokens)
    return shown.taken(shown.intake, {counter.encoder: counter.message(shown)})
