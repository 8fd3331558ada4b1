"""What is behind the numbers of an answer: its footnotes and sources, told under the pointer and opened by a press."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QToolTip, QWidget

from weclaw_desktop.ui.chat.citations import Target, chips, label_of, targets
from weclaw_desktop.ui.chat.rich_text import RichText


class AnswerSources:
    """The sources of one answer, whose whole text ``read`` returns; ``follow`` takes an address to open."""

    def __init__(self, host: QWidget, read: Callable[[], str], follow: Callable[[str], object]) -> None:
        self._host, self._read, self._follow = host, read, follow
        self._targets: dict[str, Target] | None = None
        self.listed = ""
        """Sources that came beside the text, written as a list in a text would be."""

    def forget(self) -> None:
        """The text is another one."""
        self._targets = None

    def settle(self) -> bool:
        """The text is whole now; whether it names any source."""
        self._targets = self._find()
        return bool(self._targets)

    def cite(self, text: RichText) -> bool:
        """Make links of the numbers whose sources are known; whether anything changed."""
        cited = chips(text.html, self._targets or {})
        if cited == text.html:
            return False
        text.set_html(cited)
        return True

    def describe(self, address: str) -> str:
        """What is told about a link."""
        found = self._target(address)
        return address if found is None else found.text

    def on_link(self, address: str) -> None:
        """A link was pressed: open it, or tell what the mark means where nothing can be opened."""
        found = self._target(address)
        if found is None or found.address:
            self._follow(address if found is None else found.address)
        elif found.text:
            QToolTip.showText(QCursor.pos(), found.text, self._host)

    def _target(self, address: str) -> Target | None:
        """What is behind a mark in the text, None for any other address."""
        label = label_of(address)
        if not label:
            return None
        known = self._targets if self._targets is not None else self._find()
        return known.get(label, Target(""))

    def _find(self) -> dict[str, Target]:
        """What the answer's own list of sources says of a number counts first."""
        return targets(f"{self._read()}\n\n{self.listed}")
