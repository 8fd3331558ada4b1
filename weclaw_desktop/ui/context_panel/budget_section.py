"""The system prompt's budgets: one line while all is well, three bars otherwise, and how it grew."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.core.prompt_choices import PromptChoices
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.ui.context_panel import budget_model
from weclaw_desktop.ui.context_panel.budget_feet import BudgetFeet
from weclaw_desktop.ui.context_panel.budget_items import BudgetItems
from weclaw_desktop.ui.context_panel.ends import Ends
from weclaw_desktop.ui.context_panel.panel_model import BudgetView, PanelView
from weclaw_desktop.ui.context_panel.sparkline import Sparkline
from weclaw_desktop.ui.context_panel.words import translate
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Bar, IconButton, Label, LinkButton, SectionTitle, column, row

BARS = 280
"""Pixels at 100 % of the section under which bars would leave no room for their numbers."""
_ROLES = {"green": "success", "amber": "warning", "red": "danger"}


class StateMark(QWidget):
    """A budget's state as a shape: a tick (green), a triangle (amber), a filled square with a bar (red)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = "green"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_state(self, state: str, spoken: str) -> None:
        """Show ``state``; ``spoken`` is read aloud. Equal ones are left alone."""
        if (state, spoken) == (self.state, self.accessibleName()):
            return
        self.state = state
        self.setToolTip(spoken)
        self.setAccessibleName(spoken)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(12), current().px(12))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            colour = theme.colour(_ROLES[self.state])
            if self.state == "green":
                painter.setPen(QPen(colour, theme.px(1.8)))
                middle = QPointF(box.left() + box.width() * 0.4, box.bottom() - box.height() * 0.2)
                painter.drawPolyline(
                    QPolygonF([QPointF(box.left(), box.center().y()), middle, QPointF(box.right(), box.top() + 1)])
                )
                return
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            if self.state == "amber":
                top = QPointF(box.center().x(), box.top())
                painter.drawPolygon(QPolygonF([top, box.bottomRight(), box.bottomLeft()]))
                return
            painter.drawRoundedRect(box, 2, 2)
            painter.setBrush(theme.colour("panel"))
            height = theme.px(2)
            painter.drawRect(QRectF(box.left() + 2, box.center().y() - height / 2, box.width() - 4, height))


class _Numbers(Label):
    """Stands in one line where there is room, and breaks it where there is not."""

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, self.fontMetrics().lineSpacing())


class _BudgetRow:
    """Label, bar, numbers and mark of one budget, placed in a grid, and under them what is in it when it is open."""

    def __init__(self, grid: QGridLayout, line: int, foot: QWidget) -> None:
        self.label, self.bar = Label("", "small"), Bar(height=7)
        self.bar.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # it gives way before words do
        self.numbers, self.mark = _Numbers("", "small", "muted", gives=True), StateMark()
        self.numbers.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.opens = IconButton("chevron-right")
        self.opens.setCheckable(True)
        self.opens.setProperty("look", "fold")
        self.opens.toggled.connect(self._on_opened)
        self.items, self._foot, self._there, self._with_bar = BudgetItems(), foot, True, True
        self._view: BudgetView | None = None
        self.widgets: tuple[QWidget, ...] = (self.opens, self.label, self.bar, self.numbers, self.mark)
        for place, widget in enumerate(self.widgets):
            grid.addWidget(widget, 3 * line, place)
        grid.addWidget(self.items, 3 * line + 1, 0, 1, 5)
        grid.addWidget(foot, 3 * line + 2, 0, 1, 5)
        self._on_opened(False)

    def set_there(self, there: bool) -> None:
        """Whether the report has this budget."""
        if there == self._there:
            return
        self._there = there
        for widget in self.widgets:
            widget.setVisible(there and (widget is not self.bar or self._with_bar))
        self._on_opened(self.opens.isChecked())

    def show_bar(self, shown: bool) -> None:
        """Whether there is room for the bar: numbers and mark say the same."""
        self._with_bar = shown
        self.bar.setVisible(shown and self._there)

    def _on_opened(self, opened: bool) -> None:
        self.opens.set_icon("chevron-down" if opened else "chevron-right")
        self.items.setVisible(opened and self._there)
        self._foot.setVisible(opened and self._there)

    def show_view(self, view: BudgetView) -> None:
        if view == self._view:
            return
        self._view = view
        self.opens.set_name(translate("ContextPanel", "Show what is in it: {0}").format(view.label))
        self.label.setText(view.label)
        self.bar.set_segments(((view.share, _ROLES[view.state]),))
        self.bar.setAccessibleName(view.spoken)
        self.bar.setToolTip(view.spoken)
        self.numbers.setText(view.numbers)
        for widget in (self.label, self.numbers):
            widget.setToolTip(view.explained)
            widget.setAccessibleDescription(view.explained)
        self.mark.set_state(view.state, view.spoken)


class BudgetSection(QWidget):
    """Folded while green unless the user opened it; never folded while amber or red."""

    trim_wanted = Signal()
    acted = Signal(str, object)
    """What was pressed: an act of ``budget_model`` with its ``ItemView``, or with None "pin", "folder", "no_folder",
    "skills", "use_now" and "accept"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all_green, self._icon = True, ""
        self._title = SectionTitle(gives=True)
        self._mark, self._line = StateMark(), Label("", "small", "muted")
        self.fold = IconButton("chevron-right")
        self.fold.setCheckable(True)
        self.fold.setProperty("look", "fold")
        self.fold.toggled.connect(self._refold)
        self.why = LinkButton()
        self.why.setCheckable(True)
        self.why_text = Label("", "small", "muted", wrap=True, selectable=True)
        self.why_text.hide()
        self.why.toggled.connect(self.why_text.setVisible)
        head = Ends(gap=6)
        for widget in (self._title, self._line, self.why, self._mark, self.fold):
            head.addWidget(widget)
        self._body = QWidget()
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(current().px(tokens.SPACE_S))
        self._grid.setVerticalSpacing(current().px(6))
        self._grid.setColumnStretch(2, 1)
        self.feet = BudgetFeet()
        self.rows = [_BudgetRow(self._grid, line, foot) for line, foot in enumerate(self.feet.widgets)]
        for budget in self.rows:
            budget.items.acted.connect(self.acted)
        self.feet.acted.connect(self._on_foot)
        self.waiting = Label("", "small", "warning", wrap=True)
        self.use_now = LinkButton()
        self.use_now.clicked.connect(lambda: self.acted.emit("use_now", None))
        self._waiting_row = QWidget()
        waiting = row(self._waiting_row, gap=tokens.SPACE_S)
        waiting.addWidget(self.waiting, 1)
        waiting.addWidget(self.use_now, 0, Qt.AlignmentFlag.AlignTop)
        self._waiting_row.hide()
        self.problem = Label("", "small", "danger", wrap=True)
        self.problem.hide()
        self.accept = LinkButton()
        self.accept.clicked.connect(lambda: self.acted.emit("accept", None))
        self.over = Label("", "small", "danger", wrap=True)
        self.trim = LinkButton()
        self.trim.clicked.connect(self.trim_wanted)
        self._over_row = QWidget()
        over = row(self._over_row, gap=tokens.SPACE_S)
        over.addWidget(self.over, 1)
        over.addWidget(self.trim, 0, Qt.AlignmentFlag.AlignTop)
        self.spark = Sparkline()
        self.alarms = Label("", "small", "warning", wrap=True, selectable=True)
        layout = column(self, gap=6)
        layout.addLayout(head)
        layout.addWidget(self.why_text)
        layout.addWidget(self._body)
        layout.addWidget(self.problem)
        layout.addWidget(self._waiting_row)
        layout.addWidget(self._over_row)
        layout.addWidget(self.spark)
        layout.addWidget(self.alarms)
        layout.addWidget(self.accept, 0, Qt.AlignmentFlag.AlignLeft)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        bars = event.size().width() >= current().px(BARS)
        self._grid.setColumnStretch(2, 1 if bars else 0)
        self._grid.setColumnStretch(3, 0 if bars else 1)
        for budget in self.rows:
            budget.show_bar(bars)

    @property
    def folded(self) -> bool:
        """Whether only the one line shows."""
        return self._all_green and not self.fold.isChecked()

    def show_view(self, view: PanelView) -> None:
        """Another report's budgets."""
        self.setVisible(bool(view.budgets))
        self._all_green = view.budgets_folded
        for line, widget in enumerate(self.rows):
            widget.set_there(line < len(view.budgets))
            if line < len(view.budgets):
                widget.show_view(view.budgets[line])
        if view.budgets:
            self._line.setText(view.budgets_line)
            self._mark.set_state(view.budgets[0].state, view.budgets[0].spoken)
        self.over.setText("\n".join(view.over_budget))
        red = any(line.state == "red" for line in view.budgets)
        self.over.set_tone("danger" if red else "muted")
        self._over_row.setVisible(bool(view.over_budget))
        self.spark.set_samples(view.samples, view.samples_told)
        self.alarms.setText("\n".join(f"▲ {alarm}" for alarm in view.alarms))
        self.alarms.setVisible(bool(view.alarms))
        self.accept.setVisible(bool(view.alarms))
        self._refold()

    def show_contents(self, report: ContextReport, decided: PromptChoices, folder: str) -> None:
        """What is in the budgets of a report, and what can be done about it."""
        for line, budget in zip(report.budgets, self.rows, strict=False):
            budget.items.show_items(budget_model.items(line, decided.pinned))
        told = budget_model.waits(report)
        self.waiting.setText(told)
        self._waiting_row.setVisible(bool(told))
        self.why_text.setText(budget_model.why(report))
        self.feet.show_folder(folder)

    def show_problem(self, said: str) -> None:
        """Say why something could not be done; "" takes it away."""
        self.problem.setText(said)
        self.problem.setVisible(bool(said))

    def open_all(self) -> None:
        """Show everything that costs something."""
        self.fold.setChecked(True)
        for budget in self.rows:
            budget.opens.setChecked(True)

    def retranslate(self) -> None:
        """Words that do not depend on a report."""
        self._title.setText(self.tr("System-prompt budget"))
        self.fold.set_name(self.tr("Show or hide the budgets"))
        self.trim.setText(self.tr("Trim"))
        self.trim.setAccessibleName(self.tr("Trim the system prompt"))
        self.spark.setAccessibleName(self.tr("Growth of the system prompt"))
        self.use_now.setText(self.tr("Use now"))
        self.use_now.setAccessibleName(self.tr("Use the changed files now"))
        self.why.setText(self.tr("Why?"))
        self.why.setAccessibleName(self.tr("Why the budgets are as large as they are"))
        self.accept.setText(self.tr("It is meant to be so"))
        self.accept.setAccessibleName(self.tr("Accept the size of the system prompt"))
        self.feet.retranslate()

    def _on_foot(self, name: str) -> None:
        self.acted.emit(name, None)

    def _refold(self) -> None:
        folded = self.folded
        self.fold.setVisible(self._all_green)
        icon = "chevron-right" if folded else "chevron-down"
        if icon != self._icon:
            self._icon = icon
            self.fold.set_icon(icon)
        self._body.setVisible(not folded)
        self.why.setVisible(not folded)
        self.why_text.setVisible(not folded and self.why.isChecked())
        self._line.setVisible(folded)
        self._mark.setVisible(folded)
        alarmed = not self.alarms.isHidden()
        self.spark.setVisible(len(self.spark.samples) > 1 and (not folded or alarmed))
