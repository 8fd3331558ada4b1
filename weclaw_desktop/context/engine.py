"""The contract every compression strategy fulfils: trigger, plan, (a service runs the model), apply.

``plan`` and ``apply`` are pure. So a preview is a plan without its application, the background job needs one hash
check, and a strategy needs no model to be tested. PluggableEngine's ``ContextEngine`` is this base class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum

from weclaw_desktop.context.memo import Memo
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.models import Calibration, Price, ToolSpec
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.ports import Counter, OneLiner
from weclaw_desktop.core.records import Method, Record, Replacement
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.core.text import Language, Text
from weclaw_desktop.core.windows import Thresholds


class Need(Enum):
    """How urgent a compression is: not at all, prepare, apply when it is safe, or before the next call at any rate."""

    NONE = 0
    PREPARE = 1
    SOFT = 2
    HARD = 3


class Moment(Enum):
    """When a strategy is asked: each asks at moments of its own."""

    AFTER_RESPONSE = "after_response"
    AFTER_APPEND = "after_append"
    BUILDING = "building"
    MANUAL = "manual"


@dataclass(frozen=True, slots=True)
class Thrash:
    """Anti-thrash memory of one chat. Loads are calibrated tokens; ``turns`` counts user turns since.

    ``paused_at`` is the load at which automatic passes were paused (None: armed), ``paused_turn`` the number of user
    turns then. ``recent_ms`` are the times of model-made passes in the last ten minutes; ``last_savings`` the shares
    the last passes saved; ``last_after`` the load the last pass landed on; ``close`` how many passes in a row came with
    less than .15 T of new tokens.
    """

    strikes: float = 0.0
    paused_at: int | None = None
    paused_turn: int = 0
    last_savings: tuple[float, ...] = ()
    recent_ms: tuple[int, ...] = ()
    last_after: int = 0
    close: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Everything a strategy may look at.

    ``system`` holds the untrimmed sections without the notice; ``draft`` is in tokens. ``held_until`` is the load above
    which automatic passes may run again after an undo (0: not held). ``summarizer`` is the usable window in tokens of
    the model that will be asked for a narrative, 0 when none will be. ``pins`` are those that act on this log.
    ``upto`` is the id of the last message that the user asked to have compressed ("": the strategy chooses). ``memo``
    is the chat's cache: whoever keeps one per chat and hands it in again pays only for what is new.
    """

    log: Log
    record: Record | None
    thresholds: Thresholds
    system: tuple[PromptSection, ...]
    tools: tuple[ToolSpec, ...]
    counter: Counter
    calibration: Calibration
    language: Language
    settings: ContextSettings
    price: Price | None = None
    thrash: Thrash = Thrash()
    held_until: int = 0
    draft: int = 0
    local: bool = False
    recall: bool = False
    one_liners: dict[str, OneLiner] = field(default_factory=dict[str, OneLiner], compare=False, hash=False)
    summarizer: int = 0
    pins: tuple[Pin, ...] = ()
    upto: str = ""
    memo: Memo = field(default_factory=Memo, compare=False, hash=False)


@dataclass(frozen=True, slots=True)
class NarrativeJob:
    """What to ask of a model: the previous narrative, and the span in chunks that each fit the summariser's window.

    The service fills the prompt of ``context.narrative`` per chunk, each updating the last result. ``max_tokens``
    limits the narrative; ``upto_id`` is the last message it covers.
    """

    previous: str
    first_id: str
    upto_id: str
    max_tokens: int
    language: Language
    focus: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a pass would do. ``job`` None means that no model is needed; ``estimate`` is the load it would land on."""

    strategy: str
    need: Need
    method: Method
    prefix_hash: str
    cut_id: str | None
    tokens_before: int
    estimate: int
    job: NarrativeJob | None = None
    replacements: tuple[Replacement, ...] = ()


@dataclass(frozen=True, slots=True)
class Narrative:
    """A model's verified summary, or why there is none (``failure``). ``model`` names who wrote it.

    ``removed`` are sentences that verification took out.
    """

    text: str = ""
    model: str = ""
    upto_id: str = ""
    failure: Text | None = None
    cost: float | None = None
    currency: str = ""
    removed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """The gate let a plan or its result go: why, and whether that is a strike against the strategy."""

    reason: Text
    strike: bool = False


class ContextEngine(ABC):
    """One strategy. Stateless: all memory is in ``State``."""

    id: str = ""

    @abstractmethod
    def moments(self) -> frozenset[Moment]:
        """When this strategy wants to be asked."""

    @abstractmethod
    def trigger(self, state: State, moment: Moment) -> Need:
        """How urgent a pass is. O(1) beyond measuring the load, which is O(new messages)."""

    @abstractmethod
    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        """What a pass would do now. Pure."""

    @abstractmethod
    def apply(self, state: State, plan: Plan, narrative: Narrative | None) -> Record | Refused:
        """The record that makes it so, computed on the log as it is now. Pure.

        ``narrative`` None means that none was wanted or it is not ready: the digest or static rung stands alone.
        """
