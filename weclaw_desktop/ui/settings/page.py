"""A page of the settings: a title, groups of fields, and a scroll bar when it is long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import words
from weclaw_desktop.ui.settings.fields import Field
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Label, SectionTitle, column, row

F = TypeVar("F", bound=Field)
GAP = 14
WIDTH = 760
"""Widest line of a page that is still comfortable to read."""


class Page(QScrollArea):
    """Subclasses fill ``body`` and override ``refresh`` and ``retranslate`` (calling these)."""

    name = ""
    shows: ClassVar[tuple[str, ...]] = ()
    """Settings that the page has fields for: the search knows them before there is a page."""

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.conductor = conductor
        self.fields: list[Field] = []
        self._headings: list[tuple[Label, Callable[[], str]]] = []
        content = QWidget()
        content.setObjectName("content")
        outer = column(content, margins=(24, 20, 24, 24))
        self._inner = inner = QWidget()
        inner.setMaximumWidth(current().px(WIDTH))
        self.body: QVBoxLayout = column(inner, gap=GAP)
        self._title = Label("", "title", bold=True)
        self.head = QWidget()
        self.head_layout = column(self.head, gap=tokens.SPACE_XS)
        self.head_layout.addWidget(self._title)
        self.body.addWidget(self.head)
        across = row()  # a row knows the widest its widget may be when it asks for the height at a width
        across.addWidget(inner, 1_000)
        across.addStretch(1)
        outer.addLayout(across)
        outer.addStretch(1)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def add_heading(self, said: Callable[[], str]) -> SectionTitle:
        """A small bold line over what follows."""
        heading = SectionTitle()
        heading.setContentsMargins(0, current().px(tokens.SPACE_M), 0, 0)
        self._headings.append((heading, said))
        self.body.addWidget(heading)
        return heading

    def add_field(self, field: F) -> F:
        """A bound field under what is there."""
        self.fields.append(field)
        self.body.addWidget(field)
        return field

    @classmethod
    def known_terms(cls, conductor: Conductor) -> str:
        """What the search finds the page by, also when nobody has looked at it yet."""
        del conductor
        return " ".join((words.page(cls.name), *map(words.terms, cls.shows)))

    def terms(self) -> str:
        """The same, with what is known since the page was made."""
        return self.known_terms(self.conductor)

    def field_for(self, query: str) -> Field | None:
        """The first field that the query names."""
        return next((field for field in self.fields if query in field.terms().lower()), None)

    def show_item(self, name: str) -> None:
        """Open one item of the page, where it has some."""

    def refresh(self) -> None:
        """Show the settings in force."""
        for field in self.fields:
            field.refresh(self.conductor.settings)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._title.setText(words.page(self.name))
        self.setAccessibleName(words.page(self.name))
        for heading, said in self._headings:
            heading.setText(said())
        for field in self.fields:
            field.retranslate()

    def shown(self) -> None:
        """The user came to the page: look anew at what lies outside the settings."""

    @override
    def sizeHint(self) -> QSize:
        """Not that of what is in it: the stack asks all pages, and the window has a size of its own."""
        return self.minimumSizeHint()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.refresh()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_inner"):
            self._inner.setMaximumWidth(current().px(WIDTH))


def told(error: KnownError) -> str:
    """An error as people read it, with the provider's own words behind it."""
    said = i18n.say(error.text)
    return f"{said}\n{error.detail[:300]}" if error.detail else said


def rows(widgets: Sequence[QWidget], *, gap: int = tokens.SPACE_M) -> QWidget:
    """Widgets one under the other."""
    made = QWidget()
    layout = column(made, gap=gap)
    for widget in widgets:
        layout.addWidget(widget)
    return made
