"""Compare strategies: the heat table, a picture of each, the four questions, and what is recommended for this chat."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget
from typing_extensions import override

from weclaw_desktop.core.text import compact, text
from weclaw_desktop.services.advisor.advice import answers_for
from weclaw_desktop.services.advisor.classic import lines
from weclaw_desktop.services.advisor.comparison import STRATEGIES
from weclaw_desktop.services.advisor.decision import BUDGETS, LATENCIES, Answers, decide
from weclaw_desktop.services.lab.table import strategy_title
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.advice_card import AdviceCard
from weclaw_desktop.ui.settings.advising import Advising
from weclaw_desktop.ui.settings.heat_table import HeatTable
from weclaw_desktop.ui.settings.page import Page
from weclaw_desktop.ui.settings.strategy_diagram import StrategyDiagram
from weclaw_desktop.ui.settings.words import translate
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Card, ChoiceBox, Label, column, row

WINDOWS = (8_192, 32_768, 65_536, 128_000, 131_072, 200_000, 1_000_000)


class ComparePage(Page):
    """Its parts are made when it is first shown. ``lab_wanted`` asks for the Lab."""

    name = "compare"
    lab_wanted = Signal()

    def __init__(self, conductor: Conductor, advising: Advising, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self.advising = advising
        self._made = False

    @override
    def shown(self) -> None:
        if not self._made:
            self._make()
            self.retranslate()
            self.refresh()
        self.advising.look()

    def _make(self) -> None:
        self._made = True
        self.card = AdviceCard(self.conductor, self.advising, whole=True)
        self.card.lab_wanted.connect(self.lab_wanted)
        self.body.addWidget(self.card)
        self.add_heading(lambda: translate("Advisor", "The seven dimensions"))
        self.intro = Label("", "small", "muted", wrap=True)
        self.body.addWidget(self.intro)
        self.table = HeatTable()
        self._across = QScrollArea()
        self._across.setWidget(self.table)
        self._across.setWidgetResizable(True)
        self._across.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._across.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.body.addWidget(self._across)
        self.explained = Card(look="large")
        inside = column(self.explained, gap=tokens.SPACE_XS, margins=(14, 10, 14, 10))
        self.about, self.told = Label("", bold=True, wrap=True), Label("", "small", wrap=True, selectable=True)
        inside.addWidget(self.about)
        inside.addWidget(self.told)
        self.body.addWidget(self.explained)
        self.table.chosen.connect(self._on_cell)
        self.add_heading(lambda: translate("Advisor", "What a request holds after each of them acted"))
        self.diagrams = [StrategyDiagram(strategy) for strategy in STRATEGIES]
        for diagram in self.diagrams:
            self.body.addWidget(diagram)
        self._make_questions()
        self._make_classic()
        self.add_heading(lambda: translate("Advisor", "Why layered memory with a vector database is not the default"))
        self.vectors = Label("", "small", "muted", wrap=True, selectable=True)
        self.body.addWidget(self.vectors)

    def _make_questions(self) -> None:
        self.add_heading(lambda: translate("Advisor", "Four questions"))
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(current().px(tokens.SPACE_L))
        self.asked = [Label("", wrap=True) for _ in range(4)]
        self.boxes = [ChoiceBox() for _ in range(4)]
        for line, (label, box) in enumerate(zip(self.asked, self.boxes, strict=True)):
            grid.addWidget(label, line, 0)
            grid.addWidget(box, line, 1)
            label.setBuddy(box)
            box.activated.connect(self._on_answer)
        grid.setColumnStretch(0, 1)
        self.body.addWidget(holder)
        self.answer = Label("", bold=True, wrap=True, selectable=True)
        self.why = Label("", "small", "muted", wrap=True)
        self.take = Button("", "secondary", "check")
        self.take.clicked.connect(lambda: self.conductor.choose_strategy(decide(self._answers()).strategy))
        line = row(gap=tokens.SPACE_S)
        line.addWidget(self.answer, 1)
        line.addWidget(self.take)
        self.body.addLayout(line)
        self.body.addWidget(self.why)

    def _make_classic(self) -> None:
        self.add_heading(lambda: translate("Advisor", "The classic formula: the larger of 32K and 60 % of the window"))
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        self.classic_heads = [Label("", "small", "muted") for _ in range(4)]
        for column_, label in enumerate(self.classic_heads):
            grid.addWidget(label, 0, column_)
            grid.setColumnStretch(column_, 1)
        for number, line in enumerate(lines(), start=1):
            cells = (compact(line.window), f"{line.classic:,}", f"{line.left:,}", f"{line.tiers:,}")
            for column_, said in enumerate(cells):
                label = Label(said, "small", bold=not column_)
                label.setAlignment(_RIGHT if column_ else Qt.AlignmentFlag.AlignLeft)
                grid.addWidget(label, number, column_)
        for label in self.classic_heads[1:]:
            label.setAlignment(_RIGHT)
        self.body.addWidget(holder)
        self.classic_told = Label("", "small", "muted", wrap=True, selectable=True)
        self.body.addWidget(self.classic_told)

    def _fit_table(self) -> None:
        """As high as the table, with room for a scroll bar where it is wider than the page."""
        bar = self._across.horizontalScrollBar()
        wide = self.table.minimumSizeHint().width() > self._across.viewport().width()
        self._across.setFixedHeight(self.table.sizeHint().height() + (bar.sizeHint().height() + 2 if wide else 2))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._made:
            self._fit_table()

    @override
    def refresh(self) -> None:
        super().refresh()
        if not self._made:
            return
        if self.isVisible():
            self.advising.look()
        self.card.refresh()
        self._fill_answers()
        self._fit_table()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        if not self._made:
            return
        self.intro.setText(
            translate(
                "Advisor",
                "The word and the dots are what runs here; the word behind them is the project it comes from. "
                "Choose a cell to read both.",
            )
        )
        self.table.retranslate()
        for diagram in self.diagrams:
            diagram.retranslate()
        questions = (
            translate("Advisor", "Must other chats be recalled?"),
            translate("Advisor", "How large is the model's window?"),
            translate("Advisor", "How long may a reply be held up now and then?"),
            translate("Advisor", "How much may it cost?"),
        )
        for label, box, said in zip(self.asked, self.boxes, questions, strict=True):
            label.setText(said)
            box.setAccessibleName(said)
        self._name_answers()
        heads = (
            translate("Advisor", "Window"),
            translate("Advisor", "Classic asks for"),
            translate("Advisor", "leaves"),
            translate("Advisor", "Tiers compress at"),
        )
        for label, said in zip(self.classic_heads, heads, strict=True):
            label.setText(said)
        self.classic_told.setText(
            translate(
                "Advisor",
                "It asks for 32K at every window up to 53K, so it never fires below 32K and leaves 768 tokens at "
                "32,768, less than one answer. At 1M it waits for 600K and at 2M for 1.2M tokens, long after models "
                "read worse and every request costs. Tiers take a smaller share of larger windows and stop at a cap.",
            )
        )
        self.vectors.setText(
            translate(
                "Advisor",
                "A vector database answers what resembles a question, not what is exact: order numbers, paths and "
                "dates look alike to it. It needs a model for embeddings, an index per chat that must follow every "
                "edit, and a summary before anything can be recalled. Words and pairs of Chinese characters found 88 % "
                "of the evidence where the usual word index found 1 %. So recall by words works everywhere, and notes "
                "across chats are a choice.",
            )
        )
        self._on_cell("", "")
        self.card.refresh()

    def _name_answers(self) -> None:
        choices = (
            [(False, translate("Advisor", "No")), (True, translate("Advisor", "Yes"))],
            [(window, compact(window)) for window in WINDOWS],
            list(
                zip(
                    LATENCIES,
                    (
                        translate("Advisor", "Not at all (low)"),
                        translate("Advisor", "A little (medium)"),
                        translate("Advisor", "As long as it takes (high)"),
                    ),
                    strict=True,
                )
            ),
            list(
                zip(
                    BUDGETS,
                    (
                        translate("Advisor", "As little as possible (tight)"),
                        translate("Advisor", "Moderate"),
                        translate("Advisor", "It does not matter (flexible)"),
                    ),
                    strict=True,
                )
            ),
        )
        for box, offered in zip(self.boxes, choices, strict=True):
            box.clear()
            for value, said in offered:
                box.addItem(said, value)
        self._fill_answers()

    def _fill_answers(self) -> None:
        """Show the answers in force: the user's, else those that model and chat give."""
        given = self.advising.answers or answers_for(self.advising.situation)
        window = min(WINDOWS, key=lambda known: abs(known - given.window))
        for box, value in zip(self.boxes, (given.recall, window, given.latency, given.cost), strict=True):
            box.setCurrentIndex(max(0, box.findData(value)))
        self._tell()

    def _answers(self) -> Answers:
        recall, window, latency, cost = (box.currentData() for box in self.boxes)
        return Answers(bool(recall), int(window), latency, cost)

    def _on_answer(self) -> None:
        self.advising.choose(self._answers())
        self._tell()

    def _tell(self) -> None:
        found = decide(self._answers())
        name = strategy_title(found.strategy, i18n.language())
        self.answer.setText(name)
        self.why.setText(i18n.say(found.why))
        self.take.setText(translate("Advisor", "Use {0}").format(name))
        self.take.setEnabled(self.conductor.strategy != found.strategy)

    def _on_cell(self, title: str, told: str) -> None:
        self.explained.setVisible(bool(title))
        self.about.setText(title)
        self.told.setText(told)

    @override
    @classmethod
    def known_terms(cls, conductor: Conductor) -> str:
        return " ".join(
            (super().known_terms(conductor), *(i18n.say(text(f"advisor.dim.{name}")) for name in ("trigger", "memory")))
        )


_RIGHT = Qt.AlignmentFlag.AlignRight
