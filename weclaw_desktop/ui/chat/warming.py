"""Brings in, off the window's thread, what the first code block and the first formula need: 20–40 ms each."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRunnable
from typing_extensions import override

from weclaw_desktop.ui.chat.colouring import pool
from weclaw_desktop.ui.chat.formula_images import images
from weclaw_desktop.ui.chat.highlight import spans
from weclaw_desktop.ui.chat.typeset import typeset

CODE = '@a\nclass B:\n    """c"""\n    def d(self) -> int:\n        return 1  # e\n'
FORMULA = r"\lim_{x \to 0} \frac{a}{b} = \left(\sqrt{c}\right)"


class _Colours(QRunnable):
    @override
    def run(self) -> None:
        spans(CODE, "python")


class _Formulas(QRunnable):
    @override
    def run(self) -> None:
        typeset(FORMULA, True)


@cache
def warm() -> None:
    """Begin, once per process."""
    pool().start(_Colours())
    images().pool.start(_Formulas())
