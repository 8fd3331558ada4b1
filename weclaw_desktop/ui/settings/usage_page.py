"""What was used: tokens and money by day, model and chat, a file of it, and the day's budget."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFileDialog,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QToolTip,
    QWidget,
)
from typing_extensions import override

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.settings import LEAST_DAY_TOKENS
from weclaw_desktop.core.usage import GROUPINGS, Grouping, Used
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.settings.fields import NumberField
from weclaw_desktop.ui.settings.money_field import MoneyField
from weclaw_desktop.ui.settings.page import Page, told
from weclaw_desktop.ui.settings.usage_model import Bar, UsageView, translate, view
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Label, PillButton, row

SPANS = (7, 30, 90, 0)
"""Days that can be chosen; 0: everything."""
TALLEST = 14
"""Lines of the table that are shown without scrolling in it."""


class UsagePage(Page):
    """Reads the book anew whenever it is shown."""

    name = "usage"
    shows = ("usage.day_tokens", "usage.day_cost")

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self.by: Grouping = "day"
        self.days = 30
        self._rows: Sequence[Used] = ()
        self._titles: dict[str, str] = {}
        choices = Flow(gap=tokens.SPACE_S)
        self.spans = self._pills(choices, [(str(days), days) for days in SPANS])
        self.body.addLayout(choices)
        groups = Flow(gap=tokens.SPACE_S)
        self.groups = self._pills(groups, [(by, by) for by in GROUPINGS])
        self.body.addLayout(groups)
        self.summary = Label("", wrap=True, selectable=True)
        self.body.addWidget(self.summary)
        self.chart = DayChart()
        self.body.addWidget(self.chart)
        self.table = QTableWidget(0, 6)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        self.table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.body.addWidget(self.table)
        self.more = Label("", "small", "muted")
        self.body.addWidget(self.more)
        line = row(gap=tokens.SPACE_S)
        self.export = Button("", "secondary")
        self.export.clicked.connect(self._choose_file)
        self.said = Label("", "small", "muted", wrap=True)
        line.addWidget(self.export)
        line.addWidget(self.said, 1)
        self.body.addLayout(line)
        self.add_heading(lambda: translate("Usage", "Budget of a day"))
        self.add_field(NumberField(conductor, "usage.day_tokens", least=LEAST_DAY_TOKENS, step=100_000))
        self.add_field(MoneyField(conductor, "usage.day_cost"))

    def _pills(self, into: Flow, choices: Sequence[tuple[str, object]]) -> dict[object, PillButton]:
        group = QButtonGroup(self)
        found: dict[object, PillButton] = {}
        for _, value in choices:
            pill = found[value] = PillButton("", checkable=True)
            pill.setChecked(value in (self.by, self.days))
            pill.clicked.connect(lambda _checked=False, value=value: self._on_choice(value))
            group.addButton(pill)
            into.addWidget(pill)
        return found

    @override
    def retranslate(self) -> None:
        super().retranslate()
        for days, pill in self.spans.items():
            pill.setText(_span(cast("int", days)))
        for by, pill in self.groups.items():
            pill.setText(_grouped(cast("Grouping", by)))
        self.export.setText(translate("Usage", "Save as CSV…"))
        self.table.setAccessibleName(translate("Usage", "Usage"))
        self._tell()

    @override
    def shown(self) -> None:
        self.read()

    def read(self) -> None:
        """Read the book for the days chosen."""
        self.conductor.start(self._read(), "read usage")

    async def _read(self) -> None:
        book = self.conductor.bench.usage
        self._rows = await book.rows(self.days)
        self._titles = dict(await book.titles())
        self._tell()

    def _on_choice(self, value: object) -> None:
        if isinstance(value, int):
            self.days = value
            self.read()
        else:
            self.by = cast("Grouping", value)
            self._tell()

    def _tell(self) -> None:
        found = view(self._rows, self.by, self._titles, date.today(), self.days)  # noqa: DTZ011 - people's own day
        self.summary.setText(found.summary)
        self.chart.show_bars(found.bars, found.first, found.last)
        self.chart.setVisible(len(found.bars) > 1)
        self._fill(found)
        self.more.setText(found.more)
        self.more.setVisible(bool(found.more))
        self.export.setEnabled(bool(found.rows))

    def _fill(self, found: UsageView) -> None:
        self.table.setVisible(bool(found.rows))
        self.table.setHorizontalHeaderLabels(list(found.head))
        self.table.verticalHeader().setDefaultSectionSize(current().px(tokens.CONTROL))
        self.table.setRowCount(len(found.rows))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for at, cells in enumerate(found.rows):
            for column, cell in enumerate(cells):
                item = QTableWidgetItem(cell)
                if column:
                    item.setTextAlignment(right)
                self.table.setItem(at, column, item)
        self._spread()
        for column in range(6):
            head = self.table.horizontalHeaderItem(column)
            if head is not None:
                head.setTextAlignment(right if column else Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def _spread(self) -> None:
        """Numbers apart from one another, the name has the rest; as high as its lines, up to ``TALLEST`` of them."""
        header, gap = self.table.horizontalHeader(), current().px(tokens.SPACE_L)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, self.table.columnCount()):
            wide = max(self.table.sizeHintForColumn(column), header.sectionSizeHint(column))
            self.table.setColumnWidth(column, wide + gap)
        lines = sum(self.table.rowHeight(at) for at in range(min(TALLEST, self.table.rowCount())))
        self.table.setFixedHeight(header.sizeHint().height() + lines + current().px(tokens.SPACE_XS))

    def _choose_file(self) -> None:
        dialog = QFileDialog(self.window(), translate("Usage", "Save usage"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(translate("Usage", "Tables (*.csv)"))
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(f"{translate('Usage', 'Usage')} {date.today().isoformat()}.csv")  # noqa: DTZ011 - as above
        dialog.fileSelected.connect(self._on_file)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def _on_file(self, name: str) -> None:
        self.conductor.start(self.save(Path(name)), "save usage")

    async def save(self, path: Path) -> None:
        """Write the table of the days chosen, and say what came of it."""
        try:
            await self.conductor.bench.usage.save(path, self.days)
        except KnownError as error:
            self.said.setText(told(error))
        else:
            self.said.setText(translate("Usage", "Saved as {0}").format(path.name))


class DayChart(QWidget):
    """One bar a day; the day under the mouse is told."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: tuple[Bar, ...] = ()
        self._ends = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_bars(self, bars: tuple[Bar, ...], first: str, last: str) -> None:
        """Show these days, from ``first`` to ``last``."""
        self.bars, self._ends = bars, (first, last)
        self.setAccessibleName(translate("Usage", "Tokens by day"))
        self.setAccessibleDescription(i18n.joined((bar.told for bar in bars if bar.share), "; ")[:2_000])
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(300), current().px(96))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            bar = self.at(event.pos())
            QToolTip.showText(event.globalPos(), bar.told if bar is not None else "", self)
            return True
        return super().event(event)

    def at(self, point: QPoint) -> Bar | None:
        """The day at a point."""
        if not self.bars or not 0 <= point.x() < self.width():
            return None
        return self.bars[point.x() * len(self.bars) // self.width()]

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        foot = theme.px(18)
        with QPainter(self) as painter:
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("muted"))
            base = QRectF(0, self.height() - foot, self.width(), foot)
            sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
            for side, words in zip(sides, self._ends, strict=True):
                painter.drawText(base, side | Qt.AlignmentFlag.AlignBottom, words)
            painter.setPen(Qt.PenStyle.NoPen)
            step = self.width() / max(1, len(self.bars))
            room = self.height() - foot - theme.px(4)
            gap = min(theme.px(2), step * 0.2)
            for at, bar in enumerate(self.bars):
                height = max(theme.px(1), bar.share * room)
                painter.setBrush(theme.colour("accent" if bar.share else "track"))
                painter.drawRect(QRectF(at * step, self.height() - foot - height, step - gap, height))


def _span(days: int) -> str:
    return translate("Usage", "{0} days").format(days) if days else translate("Usage", "Everything")


def _grouped(by: Grouping) -> str:
    return {
        "day": translate("Usage", "By day"),
        "model": translate("Usage", "By model"),
        "chat": translate("Usage", "By chat"),
    }[by]
