"""What is known of a model: windows, limits, prices, abilities; and what a provider reports after a call.

Every number carries its source, because people must be able to see whether it was measured, looked up or guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from weclaw_desktop.core.text import Language, Text, render

if TYPE_CHECKING:
    from weclaw_desktop.core.ports import OneLiner

WindowSource = Literal["override", "learnt", "server", "table", "guessed"]
GUESSED_WINDOW = 8_192


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts of one call as the provider reported them.

    ``prompt`` is the true size of everything sent, with cached tokens inside (dialects normalise providers that report
    them beside or apart). ``cost`` is in ``currency``, None when no price is known. ``thought_ms`` lasts from the first
    word of reasoning to the last, 0 when there was none.
    """

    prompt: int = 0
    completion: int = 0
    cached: int = 0
    cache_written: int = 0
    reasoning: int = 0
    cost: float | None = None
    currency: str = ""
    estimated: bool = False
    first_token_ms: int = 0
    total_ms: int = 0
    thought_ms: int = 0


@dataclass(frozen=True, slots=True)
class Price:
    """Money per million tokens, in the provider's own currency, with where the figure is from.

    ``step`` is the prompt size in tokens from which a dearer price holds (0: none); ``step_input`` is that input price.
    """

    currency: str
    input: float
    output: float
    cache_read: float | None = None
    cache_write: float | None = None
    step: int = 0
    step_input: float | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model as the app knows it. ``id`` is ``provider/name``.

    ``window``, ``max_input`` and ``max_output`` are in tokens (0: not known separately). ``encoder`` names the offline
    tokenizer family used to count for it. ``quality_limit`` caps the effective window for models that get worse long
    before their window ends (0: none). ``written_calls``: it ignores the tools field, so it is told of tools in words
    and its calls are read from its text. ``tools_note`` says why it gets no tools, where that is known.
    ``label`` and ``provider_label`` are the names that people see, where they differ from those in ``id``.
    """

    provider: str
    name: str
    window: int = GUESSED_WINDOW
    window_source: WindowSource = "guessed"
    max_input: int = 0
    max_output: int = 0
    output_source: WindowSource = "guessed"
    encoder: str = "o200k_base"
    quality_limit: int = 0
    price: Price | None = None
    tools: bool = True
    images: bool = False
    reasoning: bool = False
    local: bool = False
    label: str | Text = ""
    written_calls: bool = False
    tools_note: Text | None = None
    provider_label: str | Text = ""

    @property
    def id(self) -> str:
        """``provider/name``, the way people and settings name a model."""
        return f"{self.provider}/{self.name}"

    @property
    def called(self) -> str | Text:
        """The name that people see, as a parameter of a sentence."""
        return self.label or self.name

    @property
    def provider_called(self) -> str | Text:
        """The provider's name that people see, as a parameter of a sentence."""
        return self.provider_label or self.provider

    @property
    def title(self) -> str:
        """What pickers show in English; ``title_in`` knows other languages."""
        return self.title_in("en")

    def title_in(self, language: Language) -> str:
        """The name that pickers show in ``language``: labels of shipped models are Texts, all others are names."""
        if isinstance(self.label, Text):
            return render(self.label, language)
        return self.label or self.name


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as the model sees it.

    ``parameters`` is a JSON schema of an object; ``risk`` decides what is asked of the user. ``group`` names what it
    is withdrawn and brought back with when schemas are too large (a server's tools, for instance); "" groups by name.
    ``cues`` is a pattern for the words by which people ask for it, case ignored: models too small to be trusted with
    the choice may only take it where one was said; "" for any time. ``one_line`` writes the line that stands for an
    old result of the tool in a shortened view; without it the built-in sentence does.
    """

    name: str
    description: str
    parameters: dict[str, object]
    risk: Literal["low", "medium", "high"] = "medium"
    group: str = ""
    cues: str = ""
    one_line: OneLiner | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.name, self.description))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Factor k between our count and the provider's for one model (and chat).

    ``samples`` is how many valid usages it rests on; 0 means not calibrated. ``error`` is the last relative error,
    e.g. .014 for 1.4 %. ``recent`` are the newest of these usages, newest last, as (our count, the provider's), and
    ``doubted`` says that the newest report was not believed; neither is stored, and a new chat begins without them.
    """

    k: float = 1.0
    samples: int = 0
    error: float | None = None
    recent: tuple[tuple[int, int], ...] = field(default=(), compare=False, repr=False)
    doubted: bool = field(default=False, compare=False, repr=False)

    @property
    def calibrated(self) -> bool:
        """Whether at least one real usage stands behind ``k``."""
        return self.samples > 0
