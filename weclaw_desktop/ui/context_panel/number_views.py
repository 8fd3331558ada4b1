"""The numbers of the panel with a sentence each: where the lines are and why, and what the chat costs."""

from __future__ import annotations

from dataclasses import dataclass

from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.core.text import Text, compact
from weclaw_desktop.core.windows import Thresholds
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel import words
from weclaw_desktop.ui.context_panel.words import translate


@dataclass(frozen=True, slots=True)
class NumberView:
    """One number: what it is called, how it reads, a sentence about it. ``part`` names its colour, "" for none."""

    label: str
    value: str
    explained: str
    part: str = ""


def count_told(report: ContextReport) -> str:
    """How sure the numbers are, in one sentence."""
    if report.updating:
        return translate(
            "ContextPanel",
            "The request changed since the provider's last report; the next answer confirms it.",
        )
    if not report.measured:
        return translate(
            "ContextPanel", "Counted here by the model's own table; the provider has not confirmed it yet."
        )
    if report.error is None:
        return translate("ContextPanel", "The provider's own reports stand behind the count.")
    off = f"{abs(report.error) * 100:.1f}"
    return translate(
        "ContextPanel", "The provider's own reports stand behind the count; the last was {0} % off."
    ).format(off)


def lines(report: ContextReport) -> tuple[NumberView, ...]:
    """From the window down to the lines at which something happens."""
    known = report.thresholds
    late = report.acts_at == known.hard
    drops = report.strategy == "truncate" or known.mode == "sliding"
    source = {
        "override": translate("ContextPanel", "What the model takes in; set by you."),
        "learnt": translate("ContextPanel", "What the model takes in; learnt from an error of the provider."),
        "server": translate("ContextPanel", "What the model takes in; reported by the provider."),
        "table": translate("ContextPanel", "What the model takes in; from the built-in table."),
        "guessed": translate("ContextPanel", "What the model takes in is not known; this is a cautious guess."),
    }[known.window_source]
    margin = translate("ContextPanel", "Kept free, because no count is exact: {0}.").format(_margin_told(known))
    not_used = translate("ContextPanel", "Nothing happens here by itself: only the hard line acts.")
    soft = translate("ContextPanel", "From here on a summary is prepared in the background.")
    threshold = translate("ContextPanel", "From here on compression is applied, at the next safe moment.")
    if drops:
        soft = translate("ContextPanel", "Nothing happens here: the oldest turns are left out without a summary.")
        threshold = translate("ContextPanel", "From here on the oldest turns are left out.")
    hard = translate("ContextPanel", "Above this a request is shortened before it is sent, whatever else is set.")
    return tuple(
        NumberView(label, compact(tokens), explained)
        for label, tokens, explained in (
            (translate("ContextPanel", "Window"), known.window, source),
            (
                translate("ContextPanel", "Reserve"),
                known.reserve,
                translate("ContextPanel", "Kept free for the answer."),
            ),
            (translate("ContextPanel", "Margin"), known.margin, margin),
            (
                translate("ContextPanel", "Usable"),
                known.usable,
                translate("ContextPanel", "What is left for the prompt: the window without reserve and margin."),
            ),
            (translate("ContextPanel", "Soft line"), known.soft, not_used if late else soft),
            (translate("ContextPanel", "Threshold"), known.threshold, not_used if late else threshold),
            (translate("ContextPanel", "Hard line"), known.hard, hard),
        )
    )


def _margin_told(known: Thresholds) -> str:
    """What decides how large the margin is, as the reasons of the threshold say it."""
    kinds = [kind for reason in known.reasons if reason.code == "margin" for _, kind in reason.text.params]
    return "".join(i18n.say(kind) for kind in kinds if isinstance(kind, Text))


def costs(report: ContextReport) -> tuple[NumberView, ...]:
    """What the chat and the next send cost, and what compression saved; nothing is claimed that nobody reported."""
    found: list[NumberView] = []
    if report.cost is not None:
        told = translate("ContextPanel", "All calls of this chat so far: answers, titles and summaries.")
        money = words.money(report.cost, report.currency)
        if report.unpriced:
            told = translate(
                "ContextPanel",
                "Answers, titles and summaries of this chat so far, but for calls without a price in this currency: "
                "{0}.",
            ).format(report.unpriced)
            money = f"{money} +"
        found.append(NumberView(translate("ContextPanel", "This chat"), money, told))
    sent = report.next_send
    if sent.amount is not None:
        told = translate(
            "ContextPanel",
            "{0} tokens at the price of prompts, {1} of them expected from cache; the answer comes on top, and its "
            "reserve is no cost.",
        )
        money = f"~{words.money(sent.amount, sent.currency)}"
        told = told.format(compact(sent.tokens), compact(sent.cached))
        found.append(NumberView(translate("ContextPanel", "Next send"), money, told))
    if report.cached_share:
        told = translate("ContextPanel", "Share of all tokens sent in this chat that the provider read from its cache.")
        share = f"{round(100 * report.cached_share)} %"
        found.append(NumberView(translate("ContextPanel", "From cache"), share, told))
    return (*found, *_compression(report))


def _compression(report: ContextReport) -> tuple[NumberView, ...]:
    saved = report.saved
    if saved is None:
        return ()
    told = translate(
        "ContextPanel",
        "Tokens that {0} calls would have sent more without the compressions in force; what was taken back counts for "
        "nothing.",
    )
    found = [NumberView(translate("ContextPanel", "Saved"), compact(saved.tokens), told.format(saved.calls))]
    if saved.spent_tokens:
        spent = compact(saved.spent_tokens)
        value = spent if saved.spent is None else words.money(saved.spent, saved.currency)
        told = translate("ContextPanel", "What the calls for summaries took: {0} tokens in and out.").format(spent)
        found.append(NumberView(translate("ContextPanel", "Summaries"), value, told))
    return tuple(found)
