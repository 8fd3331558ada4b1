"""The seven dimensions × strategies: a grade in words and filled dots, on a ground that is the darker the better.

Each cell is a button: hovering or choosing it explains what runs here and what the project it comes from does.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.core.text import text
from weclaw_desktop.services.advisor.comparison import DIMENSIONS, STRATEGIES, Cell, cell, grade
from weclaw_desktop.services.lab.table import strategy_title
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.settings.words import translate
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label

WIDTH, HEIGHT = 82, 44
"""Pixels of a cell at 100 %."""
_SHADES = (0, 34, 78, 130)
"""How much accent lies in the ground of a grade, of 255."""


class HeatCell(QAbstractButton):
    """One strategy in one dimension."""

    def __init__(self, about: Cell, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.about = about
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def explain(self) -> str:
        """Both columns in words."""
        about = self.about
        said = [translate("Advisor", "Here ({0}): {1}").format(i18n.say(grade(about.grade)), i18n.say(about.here))]
        if about.upstream is not None and about.there is not None:
            origin = i18n.say(text(f"advisor.origin.{about.strategy}"))
            said.append(f"{origin} ({i18n.say(grade(about.upstream))}): {i18n.say(about.there)}")
        return "\n".join(said)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        dimension = i18n.say(text(f"advisor.dim.{self.about.dimension}"))
        name = strategy_title(self.about.strategy, i18n.language())
        self.setAccessibleName(i18n.joined((i18n.joined((name, dimension)), i18n.say(grade(self.about.grade))), ": "))
        self.setAccessibleDescription(self.explain())
        self.setToolTip(self.explain())
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(WIDTH), current().px(HEIGHT))

    @override
    def minimumSizeHint(self) -> QSize:
        """Wide enough for the dots with any word behind them, so that all cells say as much."""
        metrics = QFontMetrics(current().font("small"))
        words = (i18n.say(grade(value)) for value in range(4))
        wide = max(metrics.horizontalAdvance(f"●●● · {word}") for word in words) + current().px(tokens.SPACE_M)
        return QSize(wide, current().px(HEIGHT))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, about = current(), self.about
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            ground = QColor(theme.colour("accent"))
            ground.setAlpha(_SHADES[about.grade] // 2)
            box = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
            painter.setBrush(ground)
            chosen = self.isChecked() or self.hasFocus()
            painter.setPen(theme.colour("accent" if chosen else "border"))
            radius = theme.px(tokens.RADIUS_S)
            painter.drawRoundedRect(box, radius, radius)
            if chosen:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius)
            painter.setPen(theme.colour("text"))
            painter.setFont(theme.font("small", bold=True))
            half = self.rect().adjusted(0, 2, 0, -self.height() // 2)
            dots = "●" * about.grade + "○" * (3 - about.grade)
            painter.drawText(half, Qt.AlignmentFlag.AlignCenter, i18n.say(grade(about.grade)))
            painter.setPen(theme.colour("muted"))
            painter.setFont(theme.font("small"))
            below = self.rect().adjusted(0, self.height() // 2 - 2, 0, -2)
            there = "" if about.upstream is None else " · " + i18n.say(grade(about.upstream))
            painter.drawText(below, Qt.AlignmentFlag.AlignCenter, dots + there)


class HeatTable(QWidget):
    """``chosen`` gives the explanation of the cell that was chosen or entered."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(2)
        self.heads = [Label("", "small", bold=True, wrap=True) for _ in STRATEGIES]
        self.sides = [Label("", "small", wrap=True) for _ in DIMENSIONS]
        self.cells: dict[tuple[str, str], HeatCell] = {}
        group = QButtonGroup(self)
        for column, head in enumerate(self.heads, start=1):
            head.setAlignment(Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(head, 0, column)
            grid.setColumnStretch(column, 1)
        for row, (dimension, side) in enumerate(zip(DIMENSIONS, self.sides, strict=True), start=1):
            side.setMinimumWidth(current().px(96))
            grid.addWidget(side, row, 0)
            for column, strategy in enumerate(STRATEGIES, start=1):
                made = HeatCell(cell(strategy, dimension))
                group.addButton(made)
                made.clicked.connect(lambda _=False, made=made: self._on_chosen(made))
                self.cells[strategy, dimension] = made
                grid.addWidget(made, row, column)
        grid.setColumnStretch(0, 1)

    def _on_chosen(self, made: HeatCell) -> None:
        about = made.about
        title = strategy_title(about.strategy, i18n.language())
        self.chosen.emit(f"{title} – {i18n.say(text(f'advisor.dim.{about.dimension}'))}", made.explain())

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setAccessibleName(translate("Advisor", "Strategies by dimension"))
        for head, strategy in zip(self.heads, STRATEGIES, strict=True):
            head.setText(strategy_title(strategy, i18n.language()))
            head.setToolTip(i18n.say(text(f"advisor.origin.{strategy}")))
        for side, dimension in zip(self.sides, DIMENSIONS, strict=True):
            side.setText(i18n.say(text(f"advisor.dim.{dimension}")))
        for made in self.cells.values():
            made.retranslate()
