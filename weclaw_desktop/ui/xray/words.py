"""The X-ray's words for what core names by key."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from weclaw_desktop.core.xray import XrayState

translate = QCoreApplication.translate


def state(key: XrayState) -> str:
    """How a part stands in the request."""
    return {
        "verbatim": translate("Xray", "Verbatim"),
        "shortened": translate("Xray", "Shortened"),
        "summarised": translate("Xray", "Summarised"),
        "left_out": translate("Xray", "Left out"),
        "pinned": translate("Xray", "Pinned"),
    }[key]


def results(count: int, of: int) -> str:
    """How many of an answer's tool results do not stand as they are."""
    return translate("Xray", "{0} of {1} tool results:").format(count, of)


def fold(kind: str, count: int, first: int, last: int) -> str:
    """What stands for several lines."""
    if kind == "tools":
        return translate("Xray", "{0} tools").format(count)
    if not first:
        return translate("Xray", "{0} parts are not sent").format(count)
    return translate("Xray", "{0} messages are not sent as they are (m{1}–m{2})").format(count, first, last)
