"""Plays one variant of an experiment after another and measures each, without processes or tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.errors import WeClawError
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.core.text import Language, render
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.lab.experiment import UNKNOWN, Experiment
from weclaw_desktop.services.lab.figures import Row, Variant
from weclaw_desktop.services.lab.probes import Told, prepare
from weclaw_desktop.services.lab.watch import Watch
from weclaw_desktop.services.recall_page import HITS, Hidden, Reader
from weclaw_desktop.services.rehearsal import Summarise, scripted_as
from weclaw_desktop.services.replay import Call, ReplayOptions, language_of, replay
from weclaw_desktop.services.takes import Takes
from weclaw_desktop.storage.finding import Index


class Trials:
    """The variants of one experiment. What they have in common is made once."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        transcript = experiment.transcript
        self._rows = tuple(message for message in transcript.messages if message.role != "system")
        system = next((m.text for m in transcript.messages if m.role == "system" and m.text.strip()), "")
        self._counter = counter_for((experiment.model or ModelSpec("lab", "lab")).encoder)
        self._probes = prepare(self._rows, self._counter, system)
        self._language: Language = experiment.language or language_of(transcript)
        self._takes = Takes(ahead=False)
        self._index: Index | None = None
        self._reader = Reader()
        self._told = Told(self._probes.texts)

    @property
    def size(self) -> tuple[int, int]:
        """Messages of the transcript without system rows, and their tokens."""
        return len(self._rows), sum(self._probes.sizes)

    def run(
        self,
        variant: Variant,
        progress: Callable[[int, int], None] | None = None,
        summarise: Summarise | None = None,
    ) -> Row:
        """The figures of ``variant``; one that cannot be played says why. ``summarise`` asks the model it names."""
        bill = _Bill(self._price(), self._counter.text, summarise or scripted_as(variant.summarizer))
        options = self._options(variant, bill)
        try:
            spec = options.spec()
            lines = thresholds_for(
                spec, options.settings, strategy=variant.strategy, profile=variant.profile, calibrated=True
            )
            row = Row(variant, spec.window, lines.threshold, lines.hard)
            watch = Watch(self._probes, lines.threshold, self._find, self._reader, self._told)
            result = replay(self._experiment.transcript, options, progress, watch.see, self._takes)
        except WeClawError as error:
            return Row(variant, window=variant.window, failure=render(error.text, self._experiment.told_in))
        kept, rules = watch.rules()
        sent = sum(call.tokens for call in result.calls)
        cached = sum(call.shared_prefix_tokens for call in result.calls)
        return replace(
            row,
            calls=len(result.calls),
            peak=max((call.tokens for call in result.calls), default=0),
            sent=sent,
            cost=self._cost(result.calls) + bill.cost if result.calls else None,
            summary_cost=bill.cost,
            currency=bill.price.currency,
            cache_kept=cached / sent if sent else None,
            needed=watch.needed,
            values=watch.values,
            found_again=watch.found_again(),
            rules_kept=kept,
            rules=rules,
            revived=watch.revived,
            faults=tuple(watch.faults),
            passes=len(result.compactions),
            ms=round(result.engine_ms, 1),
            tokens=tuple(call.tokens for call in result.calls),
        )

    def close(self) -> None:
        """Let go of the index."""
        if self._index is not None:
            self._index.close()
            self._index = None

    def _options(self, variant: Variant, bill: _Bill) -> ReplayOptions:
        return ReplayOptions(
            strategy=variant.strategy,
            window=variant.window,
            profile=variant.profile,
            model=self._experiment.model,
            summarizer=variant.summarizer,
            summarise=bill.ask if bill.asks else None,
            settings=self._experiment.settings,
            language=self._language,
        )

    def _price(self) -> Price:
        known = self._experiment.model.price if self._experiment.model is not None else None
        return self._experiment.price or known or UNKNOWN

    def _cost(self, calls: Sequence[Call]) -> float:
        """Of all prompts and of what was answered, the same answers whatever the strategy."""
        price = self._price()
        answered = sum(
            size for message, size in zip(self._rows, self._probes.sizes, strict=True) if message.role == "assistant"
        )
        return sum(prompt_cost(price, c.tokens, c.shared_prefix_tokens) for c in calls) + answered * price.output / 1e6

    def _find(self, words: str, where: Hidden, room: int) -> Sequence[Hit]:
        """Recall among what came before, on one index for all variants: what is hidden has the numbers of the log."""
        if self._index is None:
            self._index = Index.of(self._rows)
        return self._index.search(words, HITS, before=where.before, also=where.also, room=room)


@dataclass(slots=True)
class _Bill:
    """Asks for summaries and adds up what they cost."""

    price: Price
    size: Callable[[str], int]
    asks: Summarise | None
    cost: float = 0.0

    def ask(self, prompt: Prompt, limit: int) -> str:
        assert self.asks is not None  # given to a replay only then
        said = self.asks(prompt, limit)
        read = self.size(prompt.system) + self.size(prompt.user)
        self.cost += prompt_cost(self.price, read, 0) + self.size(said) * self.price.output / 1e6
        return said


def prompt_cost(price: Price, tokens: int, cached: int) -> float:
    """Money for one prompt, ``cached`` of its tokens read from the cache and the others written to it."""
    base = price.input
    if price.step and tokens > price.step and price.step_input is not None:
        base = price.step_input
    scale = base / price.input if price.input else 1.0
    read = price.cache_read * scale if price.cache_read is not None else base
    write = price.cache_write * scale if price.cache_write is not None else base
    return (cached * read + max(0, tokens - cached) * write) / 1e6
