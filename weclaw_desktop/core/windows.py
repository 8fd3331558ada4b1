"""The numbers a request must respect, all in tokens: window, threshold, lines, budgets.

``context.threshold`` computes them; trigger, meter, settings, command line and log only ever read these values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.models import WindowSource
from weclaw_desktop.core.text import Text

Profile = Literal["economy", "balanced", "long"]
Tier = Literal["S", "M", "L"]
Formula = Literal["tiers", "classic", "ratio"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One step of how a number came about. ``code`` is stable for programs, ``text`` is for people."""

    code: str
    text: Text


@dataclass(frozen=True, slots=True)
class Budgets:
    """Token budgets that follow from a threshold.

    ``system_prompt``, ``skills`` and ``files`` limit the system prompt; ``tail`` what stays verbatim after a pass;
    ``narrative`` a model's summary; ``tool_result`` one result at intake; ``user_text`` one user message at intake;
    ``landing`` the whole load after a pass; ``fixed`` system prompt with tool schemas; ``rules`` pins with rules.
    """

    system_prompt: int
    skills: int
    files: int
    tail: int
    narrative: int
    tool_result: int
    user_text: int
    landing: int
    fixed: int
    rules: int


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When a chat is prepared (``soft``), compressed (``threshold``) and must be cut (``hard``), and why.

    Always soft < threshold <= hard < window. ``mode`` "sliding" means that the model is too small to compress for.
    """

    window: int
    window_source: WindowSource
    max_output: int
    reserve: int
    margin: int
    usable: int
    effective: int
    threshold: int
    soft: int
    hard: int
    tier: Tier
    mode: Literal["normal", "sliding"]
    profile: Profile
    formula: Formula
    capped: bool
    calibrated: bool
    reasons: tuple[Reason, ...]
    budgets: Budgets
