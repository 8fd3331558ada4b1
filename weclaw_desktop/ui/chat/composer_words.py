"""What is said when the words in the field are more than one message carries whole, and the choice between two ways."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Label, LinkButton, column, row
from weclaw_desktop.ui.widgets.labels import set_property


class WordsChoice(QWidget):
    """Hidden while the words fit.

    ``attach_wanted``: they shall go along as a file; ``changed``: there is more or less to decide, or it was decided;
    ``chosen``: the user decided.
    """

    attach_wanted = Signal()
    changed = Signal()
    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens, self._limit = 0, 0
        self.shortened = False
        self.said = Label("", "small", "danger", wrap=True)
        self.attach = LinkButton("")
        self.ends = LinkButton("")
        self.attach.clicked.connect(self.attach_wanted)
        self.ends.clicked.connect(self._on_ends)
        inside = column(self, gap=tokens.SPACE_XS)
        inside.addWidget(self.said)
        line = row(gap=tokens.SPACE_M)
        line.addWidget(self.attach)
        line.addWidget(self.ends)
        line.addStretch(1)
        inside.addLayout(line)
        self.hide()

    @property
    def undecided(self) -> bool:
        """Whether there is a choice that was not made: until then nothing is sent."""
        return self._tokens > self._limit and not self.shortened

    def show_size(self, tokens: int, limit: int) -> None:
        """The words have so many tokens, and ``limit`` go as they are written; (0, 0): there is nothing to choose."""
        self._tokens, self._limit = tokens, limit
        self.shortened = self.shortened and tokens > limit
        self.retranslate()
        self.setVisible(tokens > limit)
        self.changed.emit()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        whole, limit = compact(self._tokens), compact(self._limit)
        if self.shortened:
            said = self.tr("Of about {0} tokens the beginning and the end are sent; the model can look up the rest.").format(whole)  # fmt: skip  # noqa: E501 - lupdate reads whole strings only
        else:
            said = self.tr("This message has about {0} tokens of its own words, and up to {1} are sent as they are. Attach them as a file to send all of them, or send the beginning and the end.").format(whole, limit)  # fmt: skip  # noqa: E501 - lupdate reads whole strings only
        self.said.setText(said)
        set_property(self.said, "tone", "muted" if self.shortened else "danger")
        self.attach.setText(self.tr("Attach as a file"))
        self.ends.setText(self.tr("Do not shorten") if self.shortened else self.tr("Send beginning and end"))

    def _on_ends(self) -> None:
        self.shortened = not self.shortened
        self.retranslate()
        self.changed.emit()
        self.chosen.emit()
