"""The system prompt's budgets: one line while all is well, three bars otherwise, and how it grew."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui.context_panel.panel_model import BudgetView, PanelView
from weclaw_desktop.ui.context_panel.sparkline import Sparkline
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Bar, IconButton, Label, LinkButton, SectionTitle, column, row

_ROLES = {"green": "success", "amber": "warning", "red": "danger"}


class StateMark(QWidget):
    """A budget's state as a shape: a tick (green), a triangle (amber), a filled square with a bar (red)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = "green"
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_state(self, state: str, spoken: str) -> None:
        """Show ``state``; ``spoken`` is read aloud."""
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


class _BudgetRow:
    """Label, bar, numbers and mark of one budget, placed in a grid."""

    def __init__(self, grid: QGridLayout, line: int) -> None:
        self.label, self.bar = Label("", "small"), Bar(height=7)
        self.numbers, self.mark = Label("", "small", "muted"), StateMark()
        self.numbers.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.widgets: tuple[QWidget, ...] = (self.label, self.bar, self.numbers, self.mark)
        for place, widget in enumerate(self.widgets):
            grid.addWidget(widget, line, place)

    def show_view(self, view: BudgetView) -> None:
        self.label.setText(view.label)
        self.bar.set_segments(((view.share, _ROLES[view.state]),))
        self.bar.setAccessibleName(view.spoken)
        self.bar.setToolTip(view.spoken)
        self.numbers.setText(view.numbers)
        self.mark.set_state(view.state, view.spoken)


class BudgetSection(QWidget):
    """Folded while green unless the user opened it; never folded while amber or red."""

    trim_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._all_green = True
        self._title = SectionTitle(gives=True)
        self._mark, self._line = StateMark(), Label("", "small", "muted", gives=True)
        self.fold = IconButton("chevron-right")
        self.fold.setCheckable(True)
        self.fold.setProperty("look", "fold")
        self.fold.toggled.connect(self._refold)
        head = row(gap=6)
        head.addWidget(self._title, 1)
        head.addWidget(self._line)
        head.addWidget(self._mark)
        head.addWidget(self.fold)
        self._body = QWidget()
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(current().px(tokens.SPACE_S))
        self._grid.setVerticalSpacing(current().px(6))
        self._grid.setColumnStretch(1, 1)
        self.rows = [_BudgetRow(self._grid, line) for line in range(3)]
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
        layout.addWidget(self._body)
        layout.addWidget(self._over_row)
        layout.addWidget(self.spark)
        layout.addWidget(self.alarms)

    @property
    def folded(self) -> bool:
        """Whether only the one line shows."""
        return self._all_green and not self.fold.isChecked()

    def show_view(self, view: PanelView) -> None:
        """Another report's budgets."""
        self.setVisible(bool(view.budgets))
        self._all_green = view.budgets_folded
        for line, widget in enumerate(self.rows):
            for cell in widget.widgets:
                cell.setVisible(line < len(view.budgets))
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
        self._refold()

    def retranslate(self) -> None:
        """Words that do not depend on a report."""
        self._title.setText(self.tr("System-prompt budget"))
        self.fold.set_name(self.tr("Show or hide the budgets"))
        self.trim.setText(self.tr("Trim"))
        self.trim.setAccessibleName(self.tr("Trim the system prompt"))
        self.spark.setAccessibleName(self.tr("Growth of the system prompt"))

    def _refold(self) -> None:
        folded = self.folded
        self.fold.setVisible(self._all_green)
        self.fold.set_icon("chevron-right" if folded else "chevron-down")
        self._body.setVisible(not folded)
        self._line.setVisible(folded)
        self._mark.setVisible(folded)
        alarmed = not self.alarms.isHidden()
        self.spark.setVisible(len(self.spark.samples) > 1 and (not folded or alarmed))
