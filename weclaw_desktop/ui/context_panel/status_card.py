"""What the context manager is doing or why it does not: one sentence, its progress, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QWidget

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.context_panel.status_view import StatusView
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label, LinkButton, clear_layout, column, row
from weclaw_desktop.ui.widgets.labels import set_property

_ICONS = {"accent": "info", "success": "check", "warning": "alert", "danger": "alert"}
_SEVERITIES = {"accent": "info", "success": "success", "warning": "warning", "danger": "error"}


class StatusCard(QFrame):
    """Hidden while there is nothing to say; ``acted`` carries an action's name."""

    acted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.view = StatusView()
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.sentence = Label("", "small", wrap=True, selectable=True)
        self.sentence.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bar = QProgressBar()
        self.bar.setRange(0, 100)
        self.bar.setTextVisible(False)
        self.bar.hide()
        self._actions = Flow(gap=tokens.SPACE_S, outdent=3)
        self._layout = layout = row(self, gap=tokens.SPACE_S)
        layout.addWidget(self._icon)
        inner = column(gap=tokens.SPACE_XS)
        inner.addWidget(self.sentence)
        inner.addWidget(self.bar)
        inner.addLayout(self._actions)
        layout.addLayout(inner, 1)
        self.hide()

    def show_view(self, view: StatusView) -> None:
        """Show another state; buttons are made anew only when they change."""
        before, self.view = self.view, view
        self.setVisible(bool(view.sentence))
        if not view.sentence:
            return
        set_property(self, "severity", _SEVERITIES.get(view.tone, "plain"))
        self.sentence.setText(view.sentence)
        self.setAccessibleName(view.sentence)
        self._icon.setVisible(view.tone in _ICONS)
        edge = current().px(tokens.SPACE_S) if view.tone else 0
        self._layout.setContentsMargins(edge, edge, edge, edge)
        self.tint()
        moving = view.progress is not None and view.progress < 1
        self.bar.setVisible(moving)
        if moving and view.progress is not None:
            self.bar.setValue(round(100 * view.progress))
            self.bar.setAccessibleName(view.sentence)
        if before.actions != view.actions:
            self._show_actions(view)

    def tint(self) -> None:
        """The icon in the colours in force."""
        if self.view.tone in _ICONS:
            icon = current().icon(_ICONS[self.view.tone], self.view.tone)
            self._icon.setPixmap(icon.pixmap(current().icon_size()))

    def press(self, name: str) -> None:
        """Do as if the action's button was pressed."""
        self.acted.emit(name)

    def _show_actions(self, view: StatusView) -> None:
        clear_layout(self._actions)
        for name, label in view.actions:
            button = LinkButton(label, name=i18n.joined((label, view.sentence), ": "))
            button.setObjectName(f"status-{name}")
            button.clicked.connect(lambda _checked=False, name=name: self.press(name))
            self._actions.addWidget(button)
