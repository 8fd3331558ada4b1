"""Text files with a few facts at their head, between two lines of three dashes, as YAML.

Files come from anywhere: a head that cannot be read is no reason to lose the text under it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

import yaml

_HEAD = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)


def split(written: str) -> tuple[dict[str, object], str]:
    """Facts and text of a file; no facts when there is no head, or one that is not a YAML mapping."""
    found = _HEAD.match(written)
    if found is None:
        return {}, written.removeprefix("\ufeff").strip()
    try:
        facts: object = yaml.safe_load(found.group(1))
    except yaml.YAMLError:
        facts = None
    head = {str(key): value for key, value in cast("dict[object, object]", facts).items()} if _is_map(facts) else {}
    return head, written[found.end() :].strip()


def join(facts: Mapping[str, object], body: str) -> str:
    """A file of facts and text."""
    head = yaml.safe_dump(dict(facts), allow_unicode=True, sort_keys=False, width=10_000)
    return f"---\n{head}---\n\n{body.strip()}\n"


def one_line(facts: Mapping[str, object], key: str) -> str:
    """A fact as one line of text, "" when it is not there or no text."""
    value = facts.get(key)
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


def _is_map(value: object) -> bool:
    return isinstance(value, dict)
