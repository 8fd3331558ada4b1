"""The settings window: a list of pages that can be searched, and the page chosen. Never modal.

Where there is no room for both, the list is a drawer under a button over the page.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QStackedWidget, QWidget
from typing_extensions import override

from weclaw_desktop.core.events import SettingsSaved
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import words
from weclaw_desktop.ui.settings.advising import Advising
from weclaw_desktop.ui.settings.compare_page import ComparePage
from weclaw_desktop.ui.settings.context_page import ContextPage
from weclaw_desktop.ui.settings.page import Page
from weclaw_desktop.ui.settings.pages import Pages
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Button, Drawer, IconButton, Label, column, row

SIDE = 200
"""Width of the list in pixels at 100 %."""
BESIDE = 600
"""Window width in pixels at 100 % from which the list stands beside the page."""

PAUSE_MS = 150
"""Milliseconds without a letter after which the page that is found is shown."""


class SettingsWindow(QWidget):
    """Made once, shown and hidden; a page is made when it is first looked at.

    ``show_page`` takes a page's name: general, models, context, tools and so on.
    """

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._conductor = conductor
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.nothing = Label("", "small", "muted", wrap=True)
        self.nothing.hide()
        self._stack = QStackedWidget()
        self.pages = Pages(conductor, Advising(conductor, self), self._on_made)
        self.buttons: dict[str, Button] = {}
        self._lay_out()
        self.search.textChanged.connect(self._on_search)
        self.search.returnPressed.connect(self._show_found)
        self._finding = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._finding.timeout.connect(self._show_found)
        conductor.bridge.settings_saved.connect(self._on_saved)
        conductor.models_changed.connect(self._on_models)
        conductor.chat_opened.connect(self._on_models)
        conductor.chat_changed.connect(self._on_models)
        self.resize(current().px(1_000), current().px(720))
        self.setMinimumSize(640, 420)
        self.retranslate()
        self.show_page("general")

    def _lay_out(self) -> None:
        self._side = side = QWidget()
        side.setObjectName("panel")
        side.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        side.setFixedWidth(current().px(SIDE))
        listed = column(side, gap=6, margins=(12, 12, 12, 12))
        listed.addWidget(self.search)
        listed.addWidget(self.nothing)
        for name in self.pages:
            button = Button("", "row")
            button.setCheckable(True)
            button.clicked.connect(lambda _checked=False, name=name: self._on_page(name))
            self.buttons[name] = button
            listed.addWidget(button)
        listed.addStretch(1)
        self._layout = layout = row(self, gap=0)
        self.list_button = IconButton("sidebar")
        self.list_button.clicked.connect(self._on_list)
        self._over = QWidget()
        over = row(self._over, margins=(12, 8, 12, 0))
        over.addWidget(self.list_button)
        over.addStretch(1)
        right = column(gap=0)
        right.addWidget(self._over)
        right.addWidget(self._stack, 1)
        layout.addWidget(side)
        layout.addLayout(right, 1)
        self._drawer = Drawer(self, "left")
        self._arrange()

    def _arrange(self) -> None:
        """The list beside the page, or in a drawer."""
        width, beside = current().px(SIDE), self.width() >= current().px(BESIDE)
        self._over.setVisible(not beside)
        if not beside and self._side.parent() is self:
            self._layout.removeWidget(self._side)
            self._drawer.take(self._side, width)
        elif beside and self._side.parent() is not self:
            self._drawer.give_back()
            self._layout.insertWidget(0, self._side)
            self._side.show()
        self._side.setFixedWidth(width)

    def _on_list(self) -> None:
        self._drawer.open()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_page(self, name: str) -> None:
        self.show_page(name)
        self._drawer.close_drawer()

    @property
    def page(self) -> str:
        """The page shown."""
        return next(name for name, page in self.pages.made.items() if page is self._stack.currentWidget())

    def show_page(self, name: str) -> None:
        """Show a page; an unknown name changes nothing. ``page/item`` opens one item of it: a provider's key."""
        name, _, item = name.partition("/")
        if name not in self.pages:
            return
        self._stack.setCurrentWidget(self.pages[name])
        for known, button in self.buttons.items():
            button.setChecked(known == name)
        if item:
            self.pages[name].show_item(item)
        if self.isVisible():
            self.pages[name].shown()

    def refresh(self) -> None:
        """Show the settings in force on all pages that were made."""
        for page in self.pages.made.values():
            page.refresh()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setWindowTitle(self.tr("Settings"))
        self.search.setPlaceholderText(self.tr("Search settings…"))
        self.search.setAccessibleName(self.tr("Search settings"))
        self.list_button.set_name(self.tr("All settings"))
        self.nothing.setText(self.tr("Nothing found."))
        for name, button in self.buttons.items():
            button.setText(words.page(name).replace("&", "&&"))
            button.setAccessibleName(words.page(name))
        for page in self.pages.made.values():
            page.retranslate()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_side"):
            self._arrange()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.pages[self.page].shown()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    def _on_search(self, text: str) -> None:
        found = self.pages.found(text.strip().lower())
        for name, button in self.buttons.items():
            button.setVisible(name in found)
        self.nothing.setVisible(not found)
        self._finding.start()

    def _show_found(self) -> None:
        """Go to the first page found, once no letter follows: making a page takes longer than typing one."""
        self._finding.stop()
        query = self.search.text().strip().lower()
        found = self.pages.found(query)
        if not query or not found:
            return
        if self.page not in found:
            self.show_page(found[0])
        field = self.pages[self.page].field_for(query)
        if field is not None:
            self.pages[self.page].ensureWidgetVisible(field)

    def _on_made(self, page: Page) -> None:
        """A page was looked at for the first time: it says what the others say."""
        if isinstance(page, ContextPage):
            page.advice.compare_wanted.connect(lambda: self.show_page("compare"))
            page.advice.lab_wanted.connect(self._conductor.lab_wanted)
        elif isinstance(page, ComparePage):
            page.lab_wanted.connect(self._conductor.lab_wanted)
        self._stack.addWidget(page)
        page.retranslate()
        page.refresh()

    def _on_saved(self, event: SettingsSaved) -> None:
        del event
        self.refresh()

    def _on_models(self) -> None:
        for name in {"models", "context", "compare"} & self.pages.made.keys():
            self.pages[name].refresh()
