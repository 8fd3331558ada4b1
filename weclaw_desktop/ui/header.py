"""The line over the chat: title, model and strategy of this chat, and a menu."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QWidget
from typing_extensions import override

from weclaw_desktop.context.strategies import names
from weclaw_desktop.core.text import text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import ElidedLabel, IconButton, PillButton, row

MODEL = 0.3
"""Share of the room between the buttons that the name of the model keeps beside a long title."""


class Header(QFrame):
    """Follows the conductor's chat. Intents that need other parts of the window are signals."""

    sidebar_wanted = Signal()
    context_wanted = Signal()
    settings_wanted = Signal(str)
    rename_wanted = Signal(str)
    delete_wanted = Signal(str)
    zoom_wanted = Signal(int)
    window_wanted = Signal(str)
    model_wanted = Signal()
    persona_wanted = Signal()
    parameters_wanted = Signal()
    compare_wanted = Signal()
    own_wanted = Signal()
    folder_wanted = Signal()

    def __init__(
        self, conductor: Conductor, *, with_panel: bool, with_settings: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._conductor = conductor
        self._with_panel, self._with_settings = with_panel, with_settings
        self.keys: Callable[[str], str] = lambda _command: ""
        """The keys of a command of the window, as they are written."""
        self.sidebar = IconButton("sidebar")
        self.sidebar.clicked.connect(self.sidebar_wanted)
        self._title = ElidedLabel("", "title")
        self.model = PillButton()
        self.strategy = PillButton()
        for pill in (self.model, self.strategy):
            pill.show_arrow()
        self.model.clicked.connect(self.model_wanted)
        self.strategy.clicked.connect(lambda: self._drop(self.strategy, self._fill_strategies))
        self.context = IconButton("panel")
        self.context.setVisible(with_panel)
        self.context.clicked.connect(self.context_wanted)
        self.more = IconButton("more")
        self.more.clicked.connect(lambda: self._drop(self.more, self._fill_more))
        self._line = layout = row(self, gap=tokens.SPACE_S, margins=(12, 0, 12, 0))
        for widget in (self.sidebar, self._title, self.model, self.strategy):
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.addWidget(self.context)
        layout.addWidget(self.more)
        conductor.chat_opened.connect(self.refresh)
        conductor.chat_changed.connect(self.refresh)
        conductor.models_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the chat as it is, in the language of the window."""
        conductor, chat = self._conductor, self._conductor.chat
        self.setFixedHeight(current().px(tokens.HEADER))
        self._title.setText((chat.title if chat is not None else "") or self.tr("New chat"))
        model = conductor.model
        spec = next((spec for spec in conductor.models if spec.id == model), None)
        self.model.setText(conductor.model_title(model) or self.tr("Choose a model"))
        whole = self.model.text() if spec is None else i18n.model_title(spec)
        self.model.setAccessibleName(self.tr("Model: {0}").format(whole))
        self.model.setToolTip(f"{whole}\n{model}" if whole != self.model.text() else model)
        self.strategy.setText(strategy_name(conductor.strategy))
        self.strategy.setAccessibleName(self.tr("Compression strategy: {0}").format(self.strategy.text()))
        self.strategy.setToolTip(self.strategy.accessibleName())
        self.sidebar.set_name(self.tr("Chats"))
        self.context.set_name(self.tr("Context"))
        self.more.set_name(self.tr("More"))
        self.setAccessibleName(self.tr("Chat: {0}").format(self._title.text()))
        self.updateGeometry()
        self._fit()

    def _fit(self) -> None:
        """Where there is no room the strategy moves into the menu, then the title ends in …, then the model.

        A long name of a model gives way to a title that has no room, down to ``MODEL`` of the line.
        """
        buttons = [self.sidebar, self.more, *([self.context] if self._with_panel else [])]
        margins, gaps = self._line.contentsMargins(), self._line.spacing() * (len(buttons) + 3)
        taken = sum(button.sizeHint().width() for button in buttons) + margins.left() + margins.right() + gaps
        room, least, model = self.width() - taken, self._title.minimumSizeHint().width(), self.model.sizeHint().width()
        strategy = self.strategy.sizeHint().width()
        lack = max(0, self._title.sizeHint().width() + model + strategy - room)
        model = min(model, max(self.model.minimumSizeHint().width(), int(MODEL * room), model - lack))
        self.model.setMaximumWidth(model)
        self.strategy.setVisible(least + model + strategy <= room)
        if least + model + strategy <= room:
            room -= strategy
        self._title.setVisible(least + self.model.minimumSizeHint().width() <= room)
        self._title.setMaximumWidth(max(least, room - model))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.StyleChange):
            self.refresh()

    def _drop(self, button: QWidget, fill: Callable[[QMenu], None]) -> None:
        """Open a menu under a button."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        fill(menu)
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _fill_strategies(self, menu: QMenu) -> None:
        conductor = self._conductor
        group = QActionGroup(menu)
        menu.addSection(self.tr("For this chat"))
        for name in names():
            action = QAction(strategy_name(name), menu, checkable=True)
            action.setChecked(name == conductor.strategy)
            action.triggered.connect(lambda _=False, name=name: conductor.choose_strategy(name))
            group.addAction(action)
            menu.addAction(action)

    def _fill_more(self, menu: QMenu) -> None:
        conductor, chat, theme = self._conductor, self._conductor.chat, current()
        if chat is not None:
            chat_id = chat.id
            menu.addAction(theme.icon("compress"), self.tr("Compress now"), conductor.compress_now)
            opens = self.tr("Open in new window")
            menu.addAction(theme.icon("window"), opens, lambda: self.window_wanted.emit(chat_id))
            menu.addAction(theme.icon("edit"), self.tr("Rename"), lambda: self.rename_wanted.emit(chat_id))
            export = conductor.export_wanted.emit
            menu.addAction(theme.icon("download"), self.tr("Save as Markdown…"), lambda: export(chat_id))
            menu.addAction(theme.icon("trash"), self.tr("Delete chat"), lambda: self.delete_wanted.emit(chat_id))
            menu.addSeparator()
        if self.strategy.isHidden():
            inner = menu.addMenu(self.strategy.accessibleName())
            self._fill_strategies(inner)
        menu.addAction(theme.icon("message"), self.tr("Who answers…"), self.persona_wanted.emit)
        menu.addAction(theme.icon("settings"), self.tr("Parameters…"), self.parameters_wanted.emit)
        menu.addAction(theme.icon("panel"), self.tr("Compare two models…"), self.compare_wanted.emit)
        if chat is not None:
            menu.addAction(theme.icon("compress"), self.tr("Context of this chat…"), self.own_wanted.emit)
        folder = menu.addAction(theme.icon("folder"), self.tr("Folder of this chat…"), self.folder_wanted.emit)
        folder.setToolTip(conductor.workdir)
        menu.addSeparator()
        for says, name, step in (
            (self.tr("Larger text"), "view.larger", 10),
            (self.tr("Smaller text"), "view.smaller", -10),
            (self.tr("Normal text size"), "view.normal", 0),
        ):
            menu.addAction(f"{says}\t{self.keys(name)}", partial(self.zoom_wanted.emit, step))
        if self._with_settings:
            menu.addSeparator()
            menu.addAction(theme.icon("settings"), self.tr("Settings"), lambda: self.settings_wanted.emit(""))


def strategy_name(name: str) -> str:
    """A strategy's name for people, from the catalogue; a plug-in's id as it is."""
    said = i18n.say(text(f"engine.strategy.{name}"))
    return name if said == f"engine.strategy.{name}" else said
