"""Sheets over the window: what a compression changes, before it is applied or after, and its summary to edit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QPlainTextEdit,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from weclaw_desktop.context.blocks import summary_words
from weclaw_desktop.core.changes import Changes
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.records import Record
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.compressions import changes_model as model
from weclaw_desktop.ui.compressions.changes_model import RiskRow, Which
from weclaw_desktop.ui.compressions.comparison import Comparison
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, Check, Label, LinkButton, PillButton, Sheet, column, row

translate = QCoreApplication.translate
SHOWN = 60
"""Messages whose facts at risk are shown; the rest is counted."""
_WIDTH = 860
_TEXT = 100_000


@dataclass(frozen=True, slots=True)
class Step:
    """A neighbour in the list of compressions: what its button says, and what shows it."""

    label: str
    show: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Told:
    """What the sheet tells and offers.

    ``notes`` stand above everything. ``answers`` are (name, label, look) of the buttons, the last with the focus.
    ``pin`` keeps a message word for word, ``jump`` shows it in the chat; None where that makes no sense.
    """

    title: str
    changes: Changes
    log: Log
    notes: Sequence[str] = ()
    answers: Sequence[tuple[str, str, str]] = ()
    steps: Sequence[Step] = ()
    pin: Callable[[str], object] | None = None
    jump: Callable[[str], object] | None = None
    facts_first: bool = False
    extra: Sequence[tuple[str, Callable[[], object]]] = field(default_factory=tuple)


class ChangesSheet(Sheet):
    """Pages behind pills: the messages before and after, facts at risk, what code keeps, the summary, passages."""

    def __init__(self, window: QWidget, told: Told) -> None:
        super().__init__(window, told.title, width=_WIDTH)
        self._told = told
        self.pages: dict[str, QWidget] = {}
        self.pills: dict[str, PillButton] = {}
        self._steps: list[QWidget] = []
        self._answers: list[QWidget] = []
        record = told.changes.after
        said = (*told.notes, *(model.facts(record) if record is not None else ()), model.kept(told.changes))
        self.body.addWidget(Label("\u2002".join(filter(None, said)), "small", "muted", wrap=True, selectable=True))
        self._stack, self._tabs = QStackedWidget(), Flow(gap=tokens.SPACE_S)
        self._group = QButtonGroup(self)
        self.body.addLayout(self._tabs)
        self._stack.setMinimumHeight(_tall(window, 360, 360))
        self.body.addWidget(self._stack, 1)
        self._fill(record)
        if told.steps or told.extra:
            self._links()
        for name, label, look in told.answers:
            self._answers.append(self.add_button(name, label, look))  # pyright: ignore[reportArgumentType] -- one of the looks
        first = "risks" if told.facts_first and "risks" in self.pills else next(iter(self.pills), "")
        if first:
            self.show_page(first)

    @override
    def open(self) -> None:
        """Show it; Tab goes through it as one reads: what is chosen by, what is shown, links, buttons."""
        super().open()
        ordered: list[QWidget] = [*self.pills.values(), *self._in_every_page(), *self._steps]
        ordered += self._answers
        for first, second in pairwise(ordered):
            QWidget.setTabOrder(first, second)

    def _in_every_page(self) -> list[QWidget]:
        """What Tab stops at, of all pages."""
        found = [widget for page in self.pages.values() for widget in (page, *page.findChildren(QWidget))]
        return [widget for widget in found if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]

    def show_page(self, key: str) -> None:
        """Show one of the pages."""
        self.pills[key].setChecked(True)
        self._stack.setCurrentWidget(self.pages[key])

    def _fill(self, record: Record | None) -> None:
        told = self._told
        if any(model.counted(told.changes).values()):
            title = translate("ContextPanel", "Messages ({0})").format(model.counted(told.changes)["all"])
            self._page("messages", title, MessagesPage(told.changes, told.log))
        rows = model.risks(told.changes, told.log)
        if rows:
            title = translate("ContextPanel", "Not read any more ({0})").format(f"{told.changes.lost:,}")
            self._page("risks", title, _risks(rows, told))
        if told.changes.added:
            said = "\n".join(told.changes.added)
            title = translate("ContextPanel", "Only in the summary ({0})").format(len(told.changes.added))
            self._page("added", title, _area(said, editable=False, name=title))
        for part in model.parts(record) if record is not None else ():
            self._page(part.key, part.title, _area(part.text, editable=False, name=part.title))
        if told.changes.removed:
            title = translate("ContextPanel", "Taken out by the check ({0})").format(len(told.changes.removed))
            note = translate(
                "ContextPanel", "The model's summary said these too; the chat does not bear them out, so they are not "
                "sent:",
            )  # fmt: skip
            text = "\n".join((note, "", *(f"· {sentence}" for sentence in told.changes.removed)))
            self._page("removed", title, _area(text, editable=False, name=title))

    def _page(self, key: str, title: str, page: QWidget) -> None:
        self.pages[key] = page
        self._stack.addWidget(page)
        pill = self.pills[key] = PillButton(title, checkable=True)
        pill.clicked.connect(lambda: self._stack.setCurrentWidget(page))
        self._group.addButton(pill)
        self._tabs.addWidget(pill)

    def _links(self) -> None:
        links = row(gap=tokens.SPACE_S)
        for step in self._told.steps:
            self._link(links, step.label, step.show)
        links.addStretch(1)
        for label, act in self._told.extra:
            self._link(links, label, act)
        self.body.addLayout(links)

    def _link(self, into: QBoxLayout, label: str, act: Callable[[], object]) -> None:
        link = LinkButton(label)

        def go() -> None:
            self.answer("")
            act()

        link.clicked.connect(go)
        into.addWidget(link)
        self._steps.append(link)


class MessagesPage(QWidget):
    """The comparison with its filters."""

    def __init__(self, changes: Changes, log: Log, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._changes, self._log = changes, log
        self._which: Which = "all"
        layout = column(self, gap=tokens.SPACE_S)
        head = Flow(gap=tokens.SPACE_S)
        group = QButtonGroup(self)
        counts = model.counted(changes)
        self.filters: dict[str, PillButton] = {}
        labels: tuple[tuple[Which, str], ...] = (
            ("all", translate("ContextPanel", "All")),
            ("shortened", translate("ContextPanel", "Shortened ({0})").format(counts["shortened"])),
            ("gone", translate("ContextPanel", "In summary and facts ({0})").format(counts["gone"])),
            ("block", translate("ContextPanel", "What stands for them")),
        )
        for which, label in labels:
            if which != "all" and not counts[which]:
                continue
            pill = self.filters[which] = PillButton(label, checkable=True)
            pill.setChecked(which == "all")
            pill.clicked.connect(partial(self._on_filter, which))
            group.addButton(pill)
            head.addWidget(pill)
        self.whole = Check()
        self.whole.setText(translate("ContextPanel", "Whole texts"))
        self.whole.toggled.connect(self._tell)
        head.addWidget(self.whole)
        layout.addLayout(head)
        self.text = Comparison(translate("ContextPanel", "Messages before and after"))
        layout.addWidget(self.text, 1)
        self._tell()

    def show_only(self, which: Which) -> None:
        """Show the messages of one filter."""
        self._which = which
        self._tell()

    def _on_filter(self, which: Which, _checked: bool = False) -> None:
        self.show_only(which)

    def _tell(self) -> None:
        lines = model.lines(self._changes, self._log, self._which, whole=self.whole.isChecked())
        self.text.show_lines(lines, translate("ContextPanel", "… and more; choose a filter to see the rest."))


def edit_narrative(
    window: QWidget, record: Record, save: Callable[[str], object], *, written: str = "", refused: str = ""
) -> Sheet:
    """Open the summary for editing; ``save`` gets the new text, which makes a new record.

    What was ``written`` and could not be taken stands there again, under why it was ``refused``.
    """
    sheet = Sheet(window, translate("ContextPanel", "Edit the summary"), width=720)
    note = translate(
        "ContextPanel", "The model reads this in place of the older messages, exactly as you write it. Undo brings the "
        "present text back.",
    )  # fmt: skip
    sheet.body.addWidget(Label(note, "small", "muted", wrap=True))
    narrative = summary_words(record.block.narrative) if record.block is not None else ""
    if refused:
        sheet.body.addWidget(Label(refused, "small", "warning", wrap=True, selectable=True))
    area = _area(written or narrative, editable=True, name=translate("ContextPanel", "Summary"))
    area.setMinimumHeight(_tall(window, 320, 300))
    sheet.body.addWidget(area)
    sheet.add_button("", translate("ContextPanel", "Cancel"))
    button = sheet.add_button("save", translate("ContextPanel", "Save"), "primary")

    def changed() -> None:
        text = area.toPlainText().strip()
        button.setEnabled(bool(text) and text != narrative.strip())

    def closed(answer: str) -> None:
        text = area.toPlainText().strip()
        if answer == "save" and text:
            save(text)

    changed()
    area.textChanged.connect(changed)
    sheet.closed.connect(closed)
    sheet.open()
    area.setFocus(Qt.FocusReason.PopupFocusReason)
    return sheet


def _tall(window: QWidget, most: int, beside: int) -> int:
    """Pixels for what can be scrolled; ``most`` and what is needed ``beside`` it are lengths at 100 %."""
    theme = current()
    return min(theme.px(most), max(theme.px(140), window.height() - theme.px(beside)))


def _risks(rows: Sequence[RiskRow], told: Told) -> QWidget:
    scroll, content = QScrollArea(), QWidget()
    content.setObjectName("content")
    layout = column(content, gap=tokens.SPACE_S, margins=(0, 0, 8, 0))
    note = translate(
        "ContextPanel", "Said before and in no part of the request after it. They stay in the chat, and the model can "
        "find them again with recall; pin a message to keep it word for word.",
    )  # fmt: skip
    layout.addWidget(Label(note, "small", "muted", wrap=True))
    for item in rows[:SHOWN]:
        layout.addWidget(_risk(item, told))
    hidden = told.changes.lost - sum(len(item.facts) for item in rows[:SHOWN])
    if hidden > 0:
        layout.addWidget(Label(translate("ContextPanel", "and {0} more").format(f"{hidden:,}"), "small", "muted"))
    layout.addStretch(1)
    scroll.setWidget(content)
    scroll.setWidgetResizable(True)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setAccessibleName(translate("ContextPanel", "Facts that are not read any more"))
    return scroll


def _risk(item: RiskRow, told: Told) -> QWidget:
    card = Card()
    layout: QVBoxLayout = column(card, gap=2, margins=(10, 6, 10, 6))
    head = row(gap=tokens.SPACE_S)
    head.addWidget(Label(item.head, "small", bold=True))
    head.addStretch(1)
    if item.source and told.jump is not None:
        link = LinkButton(
            translate("ContextPanel", "Show"), name=i18n.joined((translate("ContextPanel", "Show"), item.head), ": ")
        )
        link.clicked.connect(lambda: told.jump(item.source) if told.jump is not None else None)
        head.addWidget(link)
    if item.source and told.pin is not None:
        link = LinkButton(
            translate("ContextPanel", "Pin"), name=i18n.joined((translate("ContextPanel", "Pin"), item.head), ": ")
        )
        link.setEnabled(not item.pinned)

        def keep() -> None:
            link.setEnabled(False)
            link.setText(translate("ContextPanel", "Pinned"))
            if told.pin is not None:
                told.pin(item.source)

        link.clicked.connect(keep)
        head.addWidget(link)
    layout.addLayout(head)
    layout.addWidget(Label(" · ".join(item.facts), "small", wrap=True, selectable=True))
    if item.excerpt:
        layout.addWidget(Label(item.excerpt, "small", "muted", wrap=True))
    return card


def _area(text: str, *, editable: bool, name: str) -> QPlainTextEdit:
    area = QPlainTextEdit()
    area.setPlainText(text if editable else text[:_TEXT])  # what is saved again must be whole
    area.setReadOnly(not editable)
    area.setTabChangesFocus(True)
    area.setAccessibleName(name)
    return area
