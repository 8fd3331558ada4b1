"""A card in a corner of the window that says what happened elsewhere, and goes by itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, ElidedLabel, IconButton, Label, LinkButton, column, row

SHOWN_MS = 8_000


class Toast(Card):
    """Lies in the upper right corner of ``window``; the next message takes the place of the one before."""

    acted = Signal(str)
    """The user wants to see it; carries the key that it was told with."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, look="accent")
        self._window, self._key = window, ""
        self._title = ElidedLabel("", "body", bold=True)
        self._label = Label("", "small", wrap=True)
        self._show = LinkButton("")
        self._cross = IconButton("cross")
        layout = row(self, gap=tokens.SPACE_S, margins=(12, 8, 8, 8))
        words = column(gap=tokens.SPACE_XS)
        words.addWidget(self._title)
        words.addWidget(self._label)
        layout.addLayout(words, 1)
        layout.addWidget(self._show, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self._cross, 0, Qt.AlignmentFlag.AlignTop)
        self._show.clicked.connect(self._on_show)
        self._cross.clicked.connect(self.hide)
        self._until = QTimer(self)
        self._until.setSingleShot(True)
        self._until.setInterval(SHOWN_MS)
        self._until.timeout.connect(self.hide)
        window.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """What is said: title and words."""
        return i18n.joined((self._title.text(), self._label.text()), ": ")

    def tell(self, title: str, words: str, key: str) -> None:
        """Say something; ``key`` is what ``acted`` carries."""
        self._key = key
        self._title.setText(title)
        self._label.setText(words)
        self._show.setText(self.tr("Show"))
        self._show.setAccessibleName(self.tr("Show: {0}").format(title))
        self._cross.set_name(self.tr("Close"))
        self.setAccessibleName(self.text)
        self.show()
        self._place()
        self.raise_()
        self._until.start()

    def done(self, key: str) -> None:
        """What was told is seen by now."""
        if key == self._key:
            self.hide()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    @override
    def hideEvent(self, event: QEvent) -> None:  # pyright: ignore[reportIncompatibleMethodOverride] -- Qt's hide event is one
        self._until.stop()

    def _on_show(self) -> None:
        self.hide()
        self.acted.emit(self._key)

    def _place(self) -> None:
        theme, window = current(), self._window
        width = min(theme.px(360), window.width() - theme.px(2 * tokens.SPACE_L))
        layout = self.layout()
        tall = layout.totalHeightForWidth(width) if layout is not None else self.sizeHint().height()
        left, top = window.width() - width - theme.px(tokens.SPACE_L), theme.px(tokens.HEADER + tokens.SPACE_S)
        self.setGeometry(left, top, width, tall)
