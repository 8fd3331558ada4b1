"""Intake: what views show of a message, decided once when it is committed.

Stored with the message revision, so that it never breaks a cached prefix later. "Capped" is state, never a mark that is
searched for in content.
"""

from __future__ import annotations

import re

from weclaw_desktop.context.encoders import encode
from weclaw_desktop.context.encoders.web import PAGE, is_page, page_text
from weclaw_desktop.context.excerpt import head_tail
from weclaw_desktop.context.passes.recipes import RECIPES, plain_name
from weclaw_desktop.core.messages import Intake, Message
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language, render, text
from weclaw_desktop.core.windows import Thresholds

_PAGES = frozenset(("http", "browse", "web_search"))
_FETCHING = re.compile(r"fetch|web|http|browse|page|url|scrape|crawl", re.IGNORECASE)
USER_EDGE_SHARE = 6
"""First and last .05 E of a user text above .30 E are shown: a sixth of its limit each."""


def intake(message: Message, thresholds: Thresholds, counter: Counter, language: Language) -> Intake | None:
    """What the view shows of ``message`` instead of its raw text; None when it shows the raw text.

    A page that was fetched becomes readable text with a line that names its source; since tags are gone, it counts as
    shortened. Tool results are encoded and capped at ``budgets.tool_result`` tokens (head 60 %, tail 40 %); user texts
    above ``budgets.user_text`` are shown with their first and last .05 E. ``message.seq`` is the artifact's id and must
    be set.
    """
    if message.role == "user":
        return _user(message, thresholds.budgets.user_text, counter, language)
    result = message.result
    if result is None:
        return None
    page = is_page(result.text) and _fetched(result.name)
    said = page_text(result.text) if page else result.text
    shown, names = encode(said, language, count=counter.text)
    if page:
        shown = f"{render(text('context.encode.page', artifact=message.artifact), language)}\n{shown}"
        names = (PAGE, *names)
    cap = thresholds.budgets.tool_result
    large = exceeds(shown, cap, counter)
    capped = large or page
    if large:
        shown = head_tail(shown, cap, counter, language, message.artifact)
    if not names and not capped:
        return None
    return Intake(shown, capped, names)


def _fetched(name: str) -> bool:
    """Whether a tool's result is a page somebody reads, not a file somebody edits."""
    recipe = RECIPES.get(plain_name(name))
    if recipe is not None:
        return recipe.verb in _PAGES
    return bool(_FETCHING.search(name))


def exceeds(value: str, tokens: int, counter: Counter) -> bool:
    """Whether ``value`` has more than ``tokens`` tokens; short texts are not counted, since a token has a byte."""
    return len(value) * 4 > tokens and counter.text(value) > tokens


def _user(message: Message, limit: int, counter: Counter, language: Language) -> Intake | None:
    said = message.text
    if not exceeds(said, limit, counter):
        return None
    room = 2 * (limit // USER_EDGE_SHARE)
    return Intake(head_tail(said, room, counter, language, message.artifact, head_share=0.5, user=True), True)
