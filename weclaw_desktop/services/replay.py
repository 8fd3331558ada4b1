"""Plays a transcript as if it happened live and tells what every call would have sent.

The same strategies, passes, gate and hard line as in a chat, without storage and without a network. Work that is
started after a message is ready at the next call; its time is measured.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from weclaw_desktop.context.arranging import Arrangement, arrange, sizes
from weclaw_desktop.context.engine import Moment, State
from weclaw_desktop.context.fit import fit
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import is_ask
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.messages import Log, Message, ToolCallPart
from weclaw_desktop.core.models import Calibration, ModelSpec, ToolSpec
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest, PromptSection
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.core.text import Language, Text
from weclaw_desktop.core.windows import Profile, Thresholds
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.rehearsal import Rehearsal, Summarise, scripted_as
from weclaw_desktop.services.sequence import Sequence, repeats
from weclaw_desktop.services.takes import Takes
from weclaw_desktop.services.transcripts import Transcript
from weclaw_desktop.services.wire import prefix_tokens, segments, to_openai

_START_MS = 1_700_000_000_000
_STEP_MS = 30_000
_CJK_SHARE = 0.15


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """How to play. ``model`` brings its window, encoder and price; ``window`` in tokens beats it (0: not given).

    ``summarizer`` is "none", "scripted" or "scripted:KIND", or a name whose ``summarise`` asks a model (prompt, limit
    in tokens → reply). ``settings`` are the context settings apart from strategy and profile.
    """

    strategy: str = "adaptive"
    window: int = 0
    profile: Profile = "balanced"
    model: ModelSpec | None = None
    summarizer: str = "none"
    summarise: Summarise | None = None
    settings: ContextSettings = field(default_factory=ContextSettings)
    language: Language | None = None

    def spec(self) -> ModelSpec:
        """The model to count and compute for."""
        base = self.model or ModelSpec("replay", "replay")
        return replace(base, window=self.window, window_source="override") if self.window else base


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the replay, in tokens. ``event`` is what happened to the context since the call before."""

    index: int
    tokens: int
    shared_prefix_tokens: int
    tier: str
    threshold: int
    hard: int
    event: str | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What an observer of a replay is shown: one request in full, and the chat's state that it was built from.

    ``call`` is None for the request that would follow the last message.
    """

    request: ModelRequest
    state: State
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class Compaction:
    """One record that was applied before call ``at_call``."""

    at_call: int
    method: str
    tokens_before: int
    tokens_after: int
    ms: float


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """Everything that was measured. ``withdrawn`` of ``tools`` tools were not on offer in the call that had fewest."""

    calls: tuple[Call, ...]
    compactions: tuple[Compaction, ...]
    final_request: tuple[dict[str, object], ...]
    notices: tuple[str, ...]
    engine_ms: float
    thresholds: Thresholds
    records: tuple[Record, ...] = ()
    skipped: tuple[Text, ...] = ()
    tools: int = 0
    withdrawn: int = 0

    def to_json(self) -> dict[str, object]:
        """The one document that ``replay --json`` prints."""
        return {
            "calls": [_plain(call) for call in self.calls],
            "compactions": [_plain(compaction) for compaction in self.compactions],
            "final_request": list(self.final_request),
            "notices": list(self.notices),
            "totals": {
                "calls": len(self.calls),
                "tokens_sent": sum(call.tokens for call in self.calls),
                "cached_tokens": sum(call.shared_prefix_tokens for call in self.calls),
                "peak_tokens": max((call.tokens for call in self.calls), default=0),
                "compactions": len(self.compactions),
                "engine_ms": round(self.engine_ms, 3),
            },
            "skipped": list(self.skipped),
            "tools": {"given": self.tools, "withdrawn": self.withdrawn},
        }


def _plain(value: Call | Compaction) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def replay(
    transcript: Transcript,
    options: ReplayOptions | None = None,
    progress: Callable[[int, int], None] | None = None,
    observe: Callable[[Seen], None] | None = None,
    takes: Takes | None = None,
) -> ReplayResult:
    """Play ``transcript``; ``progress`` hears (messages played, all messages), ``observe`` sees every request.

    The observer's time is not counted to ``engine_ms``. ``takes`` is shared by replays of the same transcript in the
    same language, so that each message is taken in once.

    Raises:
        CannotFit: A request cannot be brought under the hard line.
        InputError: The strategy is unknown.
    """
    stage = _Stage(transcript, options or ReplayOptions(), observe, takes or Takes())
    started = time.perf_counter()
    for number, message in enumerate(transcript.messages):
        stage.play(message)
        if progress is not None:
            progress(number + 1, len(transcript.messages))
    final = stage.request()
    engine_s = time.perf_counter() - started - stage.watched_s
    stage.show(final)
    return ReplayResult(
        tuple(stage.calls),
        tuple(stage.compactions),
        to_openai(final),
        tuple(stage.notices),
        engine_s * 1_000,
        stage.state.thresholds,
        tuple(stage.records),
        transcript.skipped,
        len(transcript.tools),
        stage.withdrawn,
    )


def language_of(transcript: Transcript) -> Language:
    """Chinese when the user's words hold a fair share of Chinese characters, else English."""
    said = "".join(message.text[:2_000] for message in transcript.messages if message.role == "user")[:200_000]
    chinese = sum("\u4e00" <= character <= "\u9fff" for character in said)
    return "zh" if chinese > _CJK_SHARE * max(1, len(said)) else "en"


class _Stage:
    """The chat while it is being played."""

    def __init__(
        self,
        transcript: Transcript,
        options: ReplayOptions,
        observe: Callable[[Seen], None] | None,
        takes: Takes,
    ) -> None:
        spec = options.spec()
        settings = options.settings.model_copy(update={"strategy": options.strategy, "profile": options.profile})
        lines = thresholds_for(spec, settings, strategy=options.strategy, profile=options.profile, calibrated=True)
        system = next((m.text for m in transcript.messages if m.role == "system" and m.text.strip()), "")
        counter: Counter = counter_for(spec.encoder)
        self.spec = spec
        self.state = State(
            log=(),
            record=None,
            thresholds=lines,
            system=(PromptSection("persona", system),) if system else (),
            tools=transcript.tools,
            counter=counter,
            calibration=Calibration(1.0, 1, 0.0),
            language=options.language or language_of(transcript),
            settings=settings,
            price=spec.price,
            summarizer=0 if options.summarizer == "none" else spec.max_input or spec.window,
            memo=Memo(),
        )
        summarise = options.summarise or scripted_as(options.summarizer)
        self._rehearsal = Rehearsal(strategy(options.strategy), summarise)
        self._name = hashlib.sha256(repr(transcript.messages[:3]).encode("utf-8", "replace")).hexdigest()[:12]
        self._log: list[Message] = []
        self._open: dict[str, ToolCallPart] = {}
        self._asked = False
        self._requests = Sequence()
        self._last: ModelRequest | None = None
        self._tools = transcript.tools
        self._arranged: Arrangement | None = None
        self._observe, self._takes = observe, takes
        self.state.memo.slot("engine", lambda: takes.cache)
        self.watched_s = 0.0
        self.withdrawn = 0
        self.calls: list[Call] = []
        self.compactions: list[Compaction] = []
        self.records: list[Record] = []
        self.notices: list[str] = []
        self._arrange(())

    def play(self, message: Message) -> None:
        """One message of the transcript: before an assistant's, the call that led to it."""
        if message.role == "system":
            return
        if message.role == "assistant":
            if self._asked and self._log[-1].role in ("user", "tool"):
                self._call({call.name for call in message.calls})
            self._append(message)
            self._rehearsal.consider(self.state, Moment.AFTER_RESPONSE)
            return
        self._append(message)
        if message.role == "tool":
            self._rehearsal.consider(self.state, Moment.AFTER_APPEND)

    def request(self, called: Collection[str] = ()) -> ModelRequest:
        """The request that would follow now, with everything due applied and the hard line kept.

        ``called`` are the tools that the answer calls: a model can call only what it was offered.
        """
        self._arrange(called)
        self._apply_due()
        return self._requests.build(self.state, self.spec)

    def _arrange(self, called: Collection[str]) -> None:
        """Offer as many tools as fit, those that are called for certain."""
        self._arranged = arrange(self._with_tools(self._tools), self._arranged, called)
        self.state = self._with_tools(self._arranged.offering.tools)
        self.withdrawn = max(self.withdrawn, len(self._arranged.offering.withdrawn))

    def _with_tools(self, tools: tuple[ToolSpec, ...]) -> State:
        return self.state if self.state.tools is tools else replace(self.state, tools=tools)

    def _call(self, called: Collection[str]) -> None:
        request = self.request(called)
        lines = self.state.thresholds
        shared = self._shared(request)
        event = self._rehearsal.take_event()
        index = len(self.calls)
        self.calls.append(Call(index, request.load, shared, lines.tier, lines.threshold, lines.hard, event))
        self._last = request
        notice = next((s.text for s in request.system if s.key == "notice"), "")
        if notice and (not self.notices or self.notices[-1] != notice):
            self.notices.append(notice)
        self.show(request, self.calls[-1])

    def _shared(self, request: ModelRequest) -> int:
        """Tokens of the common prefix with the request before."""
        last = self._last
        if last is None:
            return 0
        if (request.tools, request.system) == (last.tools, last.system) and repeats(request.messages, last.messages):
            return last.load
        size = sizes(self.state)
        return prefix_tokens(segments(last, size), segments(request, size), last, self.state.counter)

    def show(self, request: ModelRequest, call: Call | None = None) -> None:
        """Let the observer look at a request."""
        if self._observe is not None:
            started = time.perf_counter()
            self._observe(Seen(request, self.state, call))
            self.watched_s += time.perf_counter() - started

    def _apply_due(self) -> None:
        record, ms = self._rehearsal.before_request(self.state)
        if record is not None:
            self._took(record, ms)
        if measure(self.state).total > self.state.thresholds.hard:
            started = time.perf_counter()
            fitted = fit(self.state, strategy=self.state.settings.strategy)
            if fitted is not None:
                self._rehearsal.fitted()
                self._took(fitted, (time.perf_counter() - started) * 1_000)

    def _took(self, record: Record, ms: float) -> None:
        self.state = replace(self.state, record=record)
        self.records.append(record)
        at = len(self.calls)
        self.compactions.append(Compaction(at, record.method, record.tokens_before, record.tokens_after, round(ms, 3)))

    def _append(self, message: Message) -> None:
        """Give the message what storage and intake would: id, number, time, shown text, count, units."""
        state = self.state
        seq = len(self._log) + 1
        result = message.result
        call = None if result is None else self._open.pop(result.call_id, None)
        row = self._takes.known(seq, state.thresholds, state.counter)
        if row is None:
            row = replace(
                message, id=f"{self._name}-{seq}", chat_id=self._name, seq=seq, created_ms=_START_MS + seq * _STEP_MS
            )
            row = self._takes.row(row, call, state.thresholds, state.counter, state.language)
        self._open.update({part.id: part for part in row.calls})
        self._log.append(row)
        self._asked = self._asked or is_ask(row)
        log: Log = tuple(self._log)
        self.state = replace(state, log=log)
