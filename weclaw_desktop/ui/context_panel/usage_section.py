"""The head of the panel: how large the next request is, where the line is and why, and of what it consists."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.context_panel.context_bar import ContextBar
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.context_panel.number_grid import NumberGrid
from weclaw_desktop.ui.context_panel.number_views import NumberView
from weclaw_desktop.ui.context_panel.panel_model import PanelView
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Badge, Label, LinkButton, column, row
from weclaw_desktop.ui.widgets.labels import set_property


class UsageSection(QWidget):
    """Shows a ``PanelView``; emits what the user wants."""

    compress_wanted = Signal()
    window_wanted = Signal()
    xray_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flag = Label("", "small", "muted", gives=True)
        self._title = Label("", "body", bold=True)
        self.number = Label("", "title", bold=True)
        self._caption = Label("", "small", "muted", gives=True)
        self.compresses = Label("", "small", "muted", wrap=True)
        self.why = LinkButton()
        self.why.setCheckable(True)
        self.reasons = Label("", "small", "muted", wrap=True, selectable=True)
        self.over = Label("", "small", "danger", bold=True, wrap=True)
        self.tier, self.profile, self.window_badge = Badge(), Badge(), Badge()
        self.set_window = LinkButton()
        self.bar = ContextBar()
        self.parts, self.lines, self.costs = NumberGrid(), NumberGrid(), NumberGrid()
        self._cost = Label("", "small", "muted", wrap=True)
        self.compress, self.xray = LinkButton(), LinkButton()
        self.why.toggled.connect(self._on_why)
        self.set_window.clicked.connect(self.window_wanted)
        self.compress.clicked.connect(self.compress_wanted)
        self.xray.clicked.connect(self.xray_wanted)
        self._of_a_model: tuple[QWidget, ...] = (
            self.compresses,
            self.why,
            self.tier,
            self.profile,
            self.window_badge,
            self.bar,
        )
        self.reasons.hide()
        self._lay_out()
        self.lines.hide()

    def _lay_out(self) -> None:
        layout = column(self, gap=tokens.SPACE_XS)
        head = row()
        head.addWidget(self._title)
        self._flag.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self._flag, 1)
        layout.addLayout(head)
        big = row(gap=6)
        big.addWidget(self.number, 0, Qt.AlignmentFlag.AlignBaseline)
        big.addWidget(self._caption, 1, Qt.AlignmentFlag.AlignBaseline)
        layout.addLayout(big)
        line = row(gap=6)
        line.addWidget(self.compresses, 1)
        line.addWidget(self.why, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(line)
        layout.addWidget(self.reasons)
        layout.addWidget(self.lines)
        badges = Flow()
        for widget in (self.tier, self.profile, self.window_badge, self.set_window):
            badges.addWidget(widget)
        layout.addLayout(badges)
        layout.addWidget(self.bar)
        layout.addWidget(self.over)
        layout.addWidget(self.parts)
        layout.addSpacing(current().px(tokens.SPACE_XS))
        layout.addWidget(self.costs)
        self._foot = QWidget()
        foot = column(self._foot, gap=tokens.SPACE_XS)
        foot.addWidget(self._cost)
        links = Flow(gap=tokens.SPACE_S)
        links.addWidget(self.compress)
        links.addWidget(self.xray)
        foot.addLayout(links)
        layout.addWidget(self._foot)

    def show_view(self, view: PanelView) -> None:
        """Numbers of a new report, in place."""
        self._flag.setText(view.flag)
        big = bool(view.number)
        self.number.setText(view.number)
        self.number.setVisible(big)
        self.number.set_tone(view.number_tone)
        self._caption.setText(view.caption)
        self._caption.setVisible(big)
        self.compresses.setText(view.compresses)
        self.reasons.setText("\n".join(view.reasons))
        self.over.setText(view.over)
        self.over.setVisible(bool(view.over))
        self.tier.setText(view.tier)
        set_property(self.tier, "tone", "accent")
        self.profile.setText(view.profile)
        self.window_badge.setText(view.window)
        self.window_badge.set_tone("warning" if view.guessed else "")
        self.set_window.setVisible(view.guessed)
        self.bar.set_state(view.parts, view.mark, view.mark_label, view.mark_told, view.ticks)
        self._show_numbers(view)
        self._cost.setText(view.cost)
        self.compress.setEnabled(view.can_compress)
        self.compress.setVisible(view.status.phase != "empty")
        self._cost.setVisible(bool(view.cost))

    def show_lines(self, known: bool) -> None:
        """Hide what only a model makes meaningful: threshold, badges, bar, cost, and what can be done."""
        for widget in (*self._of_a_model, self._foot):
            widget.setVisible(known)
        self.reasons.setVisible(known and self.why.isChecked())
        self.lines.setVisible(known and self.why.isChecked())
        self.set_window.setVisible(known and self.window_badge.property("tone") == "warning")

    def retranslate(self) -> None:
        """Words that do not depend on a report."""
        self._title.setText(self.tr("Context"))
        self.why.setText(self.tr("Why?"))
        self.why.setAccessibleName(self.tr("Why it compresses there"))
        self.set_window.setText(self.tr("Set"))
        self.set_window.setAccessibleName(self.tr("Set the window of this model"))
        self.compress.setText(self.tr("Compress now"))
        self.xray.setText(self.tr("X-ray"))
        self.xray.setAccessibleName(self.tr("X-ray: what will be sent next, part by part"))
        self.bar.setAccessibleName(self.tr("Share of the usable window"))

    def _show_numbers(self, view: PanelView) -> None:
        """All numbers with their sentences; those of the lines stand under "Why?"."""
        self.parts.show_numbers([NumberView(part.label, part.tokens, part.explained, part.key) for part in view.parts])
        self.costs.show_numbers(view.costs)
        self.lines.show_numbers(view.lines, shown=self.why.isChecked())
        for widget in (self._flag, self.number, self._caption):
            if widget.toolTip() != view.count_told:
                widget.setToolTip(view.count_told)
                widget.setAccessibleDescription(view.count_told)

    def _on_why(self, shown: bool) -> None:
        self.reasons.setVisible(shown)
        self.lines.setVisible(shown)
