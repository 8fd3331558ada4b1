"""The window: sidebar | chat | context panel. Side panels become drawers when there is no room beside the chat.

It is shown before the profile is open, and before what it will hold is imported; ``attach`` brings it to life. The
first close is refused and announced as ``close_wanted``: whoever runs the window ends the work and then lets it go.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import WeClawError
from weclaw_desktop.services.language import detect
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.desktop.tray import Tray
from weclaw_desktop.ui.keys import KeyMap
from weclaw_desktop.ui.keys.hints import KeyHints
from weclaw_desktop.ui.start_page import StartPage
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Drawer, Line, column, row, tab_stops, top_sheet
from weclaw_desktop.ui.window_state import WindowState

if TYPE_CHECKING:
    from collections.abc import Callable

    from weclaw_desktop.core.events import SettingsSaved
    from weclaw_desktop.core.settings import Settings
    from weclaw_desktop.ui.compressions.acting import Compressing
    from weclaw_desktop.ui.conductor import Conductor
    from weclaw_desktop.ui.window_parts import WindowParts

CONTEXT_BESIDE = 1_150
"""Window width in pixels (at 100 % zoom) from which the context panel stands beside the chat."""
CHATS_BESIDE = 800


PROGRAM = "WeClaw Desktop"


class MainWindow(QWidget):
    """One window on one profile."""

    close_wanted = Signal()
    """This window shall go; the program ends with the last one."""
    quit_wanted = Signal()
    """All windows shall go."""
    retry_wanted = Signal()
    remedy_wanted = Signal(str)
    window_wanted = Signal(str)
    """A chat ("" for a new one) is wanted in a window of its own."""

    def __init__(self, state: WindowState, folder: str) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle(PROGRAM)
        self.setMinimumSize(480, 420)
        self.conductor: Conductor | None = None
        self.may_close = False
        self.first = True
        """Whether it owns the tray; others stand beside it."""
        self._ready = False
        self.settings_window: QWidget | None = None
        self.context_panel: QWidget | None = None
        self.state = state
        self._parts: WindowParts | None = None
        self.keys = KeyMap(self)
        self.tray = Tray(self)
        self.tray.show_wanted.connect(self.bring_forward)
        self.tray.quit_wanted.connect(self.quit_wanted)
        self._fixed_language = self._fixed_theme = ""
        self.start_page = StartPage(folder)
        self.start_page.quit_wanted.connect(self.close_wanted)
        self.start_page.retry_wanted.connect(self.retry_wanted)
        self.start_page.remedy_wanted.connect(self.remedy_wanted)
        self._layout = row(self, gap=0)
        self._layout.addWidget(self.start_page, 1)
        self._left, self._right = Drawer(self, "left"), Drawer(self, "right")
        self.resize(1_280, 820)
        if state.geometry:
            self.restoreGeometry(QByteArray.fromBase64(QByteArray(state.geometry.encode())))

    def fix_look(self, language: str, theme: str) -> None:
        """Language and theme given at start win over the settings while the window is open; "" gives them back."""
        self._fixed_language, self._fixed_theme = language, theme

    @property
    def fixed_look(self) -> tuple[str, str]:
        """Language and theme given at start, "" where the settings say."""
        return self._fixed_language, self._fixed_theme

    @property
    def compared(self) -> set[str]:
        """Chats that are compared before the user's eyes, in a window that was opened from here."""
        return self._asking.shown if self.conductor is not None else set()

    def attach(self, parts: WindowParts) -> None:
        """Show an open profile."""
        self.conductor, self._parts = parts.conductor, parts
        self.apply_settings()
        self.sidebar, self.header, self.chat = parts.sidebar, parts.header, parts.chat
        self.context_panel = parts.context_panel
        middle = column(gap=0)
        middle.addWidget(self.header)
        middle.addWidget(self.chat, 1)
        self._layout.removeWidget(self.start_page)
        self.start_page.hide()
        self._left_line, self._right_line = Line(vertical=True), Line(vertical=True)
        self._layout.insertWidget(0, self._left_line)
        self._layout.insertLayout(1, middle, 1)
        self._layout.insertWidget(2, self._right_line)
        self._connect(parts.conductor)
        parts.searching.bind(self.keys)
        self.chat.rule.keys = self.keys.shown
        self.tray.new_chat_wanted.connect(parts.conductor.new_chat)
        self.tray.new_chat_wanted.connect(self.bring_forward)
        self._shortcuts(parts.conductor)
        self._hint()
        self._ready = True
        self._arrange()
        self.sidebar.reload()
        parts.conductor.new_chat()
        parts.conductor.recent_files[:] = map(str, self.state.recent_files)
        if self.state.draft or self.state.other_drafts:
            others = list(map(str, self.state.other_drafts))
            parts.conductor.put_back(self.state.draft, others)
        if self.state.chat:
            parts.conductor.open_chat(self.state.chat)

    def _connect(self, conductor: Conductor) -> None:
        header, sidebar = self.header, self.sidebar
        header.sidebar_wanted.connect(self.toggle_sidebar)
        header.context_wanted.connect(self.toggle_context)
        header.settings_wanted.connect(self.open_settings)
        header.rename_wanted.connect(self._on_rename)
        header.delete_wanted.connect(self._on_delete)
        header.zoom_wanted.connect(self.zoom)
        header.window_wanted.connect(self.window_wanted)
        sidebar.export_wanted.connect(conductor.export_wanted)
        conductor.chat_opened.connect(self._entitle)
        conductor.chat_changed.connect(self._entitle)
        from weclaw_desktop.ui.lab.opening import LabOpening
        from weclaw_desktop.ui.models.asking import Asking
        from weclaw_desktop.ui.prompt.acts import PromptActs
        from weclaw_desktop.ui.prompt.noticing import Noticing
        from weclaw_desktop.ui.xray.opening import XrayOpener

        asking = self._asking = Asking(self, conductor, self.keys.share)
        self.xray = XrayOpener(conductor, self, self.keys.share)
        self.lab = LabOpening(self, conductor, self.keys.share)
        sidebar.lab_wanted.connect(self.lab.open)
        header.model_wanted.connect(asking.choose_model)
        header.persona_wanted.connect(asking.choose_persona)
        header.parameters_wanted.connect(asking.choose_parameters)
        header.compare_wanted.connect(asking.compare)
        header.own_wanted.connect(self._show_own)
        conductor.own_wanted.connect(self._show_own)
        self._prompting = PromptActs(conductor, self)
        header.folder_wanted.connect(self._prompting.ask_folder)
        self._noticing = Noticing(conductor, self)
        sidebar.settings_wanted.connect(lambda: self.open_settings(""))
        sidebar.chat_chosen.connect(self._left.close_drawer)
        sidebar.chat_chosen.connect(self.chat.composer.edit.setFocus)
        sidebar.window_wanted.connect(self.window_wanted)
        self.chat.settings_wanted.connect(self.open_settings)
        self.chat.context_wanted.connect(self._show_context)
        self.chat.desk.command_wanted.connect(self.keys.run)
        conductor.settings_wanted.connect(self.open_settings)
        conductor.lab_wanted.connect(self.lab.open)
        conductor.bridge.settings_saved.connect(self._on_settings)

    def _shortcuts(self, conductor: Conductor) -> None:
        calls: tuple[tuple[str, Callable[[], object]], ...] = (
            ("chat.new", conductor.new_chat),
            ("chat.window", lambda: self.window_wanted.emit(conductor.chat_id)),
            ("chat.next", lambda: self.sidebar.step(1)),
            ("chat.previous", lambda: self.sidebar.step(-1)),
            ("chat.rename", lambda: self._on_rename(conductor.chat_id)),
            ("chat.delete", lambda: self._on_delete(conductor.chat_id)),
            ("chat.export", lambda: conductor.export_wanted.emit(conductor.chat_id)),
            ("message.write", self.chat.composer.edit.setFocus),
            ("message.attach", self.chat.desk.attacher.choose_files),
            ("message.stop", conductor.stop),
            ("message.regenerate", conductor.retry),
            ("view.sidebar", self.toggle_sidebar),
            ("view.context", self.toggle_context),
            ("view.larger", lambda: self.zoom(10)),
            ("view.smaller", lambda: self.zoom(-10)),
            ("view.normal", lambda: self.zoom(0)),
            ("view.theme", self._other_theme),
            ("context.compress", conductor.compress_now),
            ("context.compress_with", lambda: self._compressing(conductor).ask(self)),
            ("context.undo", conductor.undo_compression),
            ("context.folder", self._prompting.ask_folder),
            ("context.pin_file", self._prompting.ask_file),
            ("context.skills", lambda: self.open_settings("skills")),
            ("context.xray", self.xray.open),
            ("context.lab", self.lab.open),
            ("context.pin_words", self._pin_words),
            ("context.own", self._show_own),
            ("context.keep_rule", self.chat.rule.keep),
            ("context.dismiss_rule", self.chat.rule.dismiss),
            ("program.settings", lambda: self.open_settings("")),
            ("program.palette", self._open_palette),
            ("program.keys", self._show_keys),
            ("program.quit", self.quit_wanted.emit),
            ("message.read_aloud", self._read_aloud),
            ("model.choose", self._asking.choose_model),
            ("model.persona", self._asking.choose_persona),
            ("model.parameters", self._asking.choose_parameters),
            ("model.compare", self._asking.compare),
        )
        for name, call in calls:
            self.keys.bind(name, call)
        QShortcut(QKeySequence("Esc"), self, activated=self._on_escape)  # pyright: ignore[reportCallIssue] -- Qt property as keyword

    def _hint(self) -> None:
        """Buttons and menus tell the keys that do the same."""
        hints, sidebar, header = KeyHints(self.keys), self.sidebar, self.header
        header.keys = self.keys.shown
        hints.tell(sidebar.new, "chat.new")
        hints.tell(sidebar.look, "chat.search")
        hints.tell(sidebar.settings, "program.settings")
        hints.tell(header.sidebar, "view.sidebar")
        hints.tell(header.context, "view.context")
        hints.tell(header.model, "model.choose")
        hints.tell(self.chat.composer.attach, "message.attach")

    def apply_settings(self) -> None:
        """Theme, zoom and language as the settings in force (or the command line) say."""
        if self.conductor is not None:
            self.apply_from(self.conductor.settings)

    def apply_from(self, settings: Settings) -> None:
        """The same from given settings, before the views are built."""
        look = settings.appearance
        theme = self._fixed_theme or look.theme
        current().apply(theme, look.zoom, reduced_motion=look.reduced_motion)  # pyright: ignore[reportArgumentType] -- one of the three
        self.keys.choose(settings.shortcuts)
        self.tray.use(self.first and settings.general.close_to_tray)
        i18n.use(self._fixed_language or settings.general.language)  # pyright: ignore[reportArgumentType] -- one of the three

    def show_failure(self, error: WeClawError, *, backup_ms: int = 0) -> None:
        """Say why the profile cannot be opened, and when the newest backup of a lost database was made."""
        self.start_page.show_failure(error, backup_ms=backup_ms)

    def bring_forward(self) -> None:
        """Show the window in front of others, wherever it was."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def toggle_sidebar(self) -> None:
        """Show or hide the chats."""
        if self._beside(CHATS_BESIDE):
            self.state.sidebar = not self.state.sidebar
            self._keep_panels()
        elif self._left.isVisible():
            self._left.close_drawer()
        else:
            self._right.close_drawer()
            self._left.open()

    def toggle_context(self) -> None:
        """Show or hide the context panel."""
        if self.context_panel is None:
            return
        if self._beside(CONTEXT_BESIDE):
            self.state.context_panel = not self.state.context_panel
            self._keep_panels()
        elif self._right.isVisible():
            self._right.close_drawer()
        else:
            self._left.close_drawer()
            self._right.open()

    def open_settings(self, page: str) -> None:
        """Show the settings window at a page ("" for where it was)."""
        if self._parts is None or self._parts.slots.settings is None:
            return
        if self.settings_window is None:
            self.settings_window = self._parts.slots.settings(self._parts.conductor)
            self.keys.share(self.settings_window)
        show_page = getattr(self.settings_window, "show_page", None)
        if page and callable(show_page):
            show_page(page)
        self.settings_window.show()
        self.settings_window.raise_()
        self.settings_window.activateWindow()

    def zoom(self, by: int) -> None:
        """Larger or smaller by ``by`` percent, 0 for normal."""
        if self.conductor is not None:
            zoom = max(50, min(200, current().zoom + by)) if by else 100
            self.conductor.start(self.conductor.bench.settings.change({"appearance.zoom": zoom}), "zoom")

    def current_state(self) -> WindowState:
        """What to store for the next start."""
        geometry = bytes(self.saveGeometry().toBase64().data()).decode()
        if self.conductor is None:  # nothing was shown yet, so all that was written before is to be found again
            return replace(self.state, geometry=geometry)
        state = WindowState(geometry, self.state.sidebar, self.state.context_panel, self.conductor.chat_id)
        state.draft, state.recent_files = self.conductor.unsent, self.conductor.recent_files
        return state

    def let_go(self) -> None:
        """Close for good."""
        self.may_close = True
        self.tray.remove()
        if self.conductor is not None:
            self._asking.close()
            self.xray.close()
            self.lab.close()
        if self.settings_window is not None:
            self.settings_window.close()
            self.settings_window.deleteLater()
            self.settings_window = None
        self.close()

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self.may_close:
            event.accept()
            return
        event.ignore()
        if self.tray.there:
            self.hide()
        else:
            self.close_wanted.emit()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._ready:
            self._arrange()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._ready:
            self._arrange()

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes as one reads: chats, header, conversation, message, context; rows are made in any order."""
        focused = self.focusWidget()
        parts = self._reachable()
        if focused is None or not any(part.isAncestorOf(focused) for part in parts):
            return super().focusNextPrevChild(next)
        stops = [stop for part in parts for stop in tab_stops(part)]
        if focused not in stops:
            return super().focusNextPrevChild(next)
        reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
        stops[(stops.index(focused) + (1 if next else -1)) % len(stops)].setFocus(reason)
        return True

    def _reachable(self) -> list[QWidget]:
        """The parts that Tab walks through: what lies in an open drawer, else all of them."""
        if not self._ready:
            return []
        for drawer in (self._left, self._right):
            if drawer.isVisible():
                return [drawer]
        found = [self.sidebar, self.header, self.chat, self.context_panel]
        return [part for part in found if part is not None]

    def _beside(self, width: int) -> bool:
        return self.width() >= current().px(width)

    def _arrange(self) -> None:
        """Put both panels beside the chat or into their drawers."""
        theme = current()
        self._place(self.sidebar, self._left, theme.px(tokens.SIDEBAR_WIDTH), CHATS_BESIDE, self.state.sidebar, 0)
        self._left_line.setVisible(self.sidebar.parent() is self and self.state.sidebar)
        panel = self.context_panel
        if panel is None:
            self._right_line.hide()
            return
        self._place(panel, self._right, theme.px(tokens.PANEL_WIDTH), CONTEXT_BESIDE, self.state.context_panel, -1)
        self._right_line.setVisible(panel.parent() is self and self.state.context_panel)

    def _place(self, panel: QWidget, drawer: Drawer, width: int, beside: int, wanted: bool, at: int) -> None:
        if self._beside(beside):
            if panel.parent() is not self:
                drawer.give_back()
                self._layout.insertWidget(at, panel)
            panel.setFixedWidth(width)
            panel.setVisible(wanted)
            return
        width = min(width, self.width() - current().px(tokens.SPACE_XL))  # a way out beside it is left to click on
        if panel.parent() is not drawer:
            self._layout.removeWidget(panel)
        drawer.take(panel, width)

    def _other_theme(self) -> None:
        """Dark instead of light, or the other way round."""
        if self.conductor is not None:
            wanted = "light" if current().palette.dark else "dark"
            self.conductor.start(self.conductor.bench.settings.change({"appearance.theme": wanted}), "theme")

    def _read_aloud(self) -> None:
        """Read the newest answer, or be silent when something is being read."""
        conductor = self.conductor
        if conductor is None:
            return
        speech = conductor.bench.speech
        if speech.speaking:
            speech.stop()
            return
        answers = [m for m in conductor.feed.rows.messages if m.role == "assistant" and m.text]
        if answers:
            conductor.start(speech.read(answers[-1].text, detect(answers[-1].text)), "read aloud")

    def _compressing(self, conductor: Conductor) -> Compressing:
        from weclaw_desktop.ui.compressions.acting import Compressing

        return Compressing(conductor, self)

    def _show_own(self) -> None:
        from weclaw_desktop.ui.settings.own_sheet import ChatContextSheet

        if self.conductor is not None and self.conductor.chat is not None:
            ChatContextSheet(self, self.conductor, self.conductor.chat).open()

    def _pin_words(self) -> None:
        from weclaw_desktop.ui.pins import PinActs

        if self.conductor is not None:
            PinActs(self.conductor, self).write(self)

    def _open_palette(self) -> None:
        from weclaw_desktop.ui.keys.palette import CommandPalette

        CommandPalette(self, self.keys).open()

    def _show_keys(self) -> None:
        from weclaw_desktop.ui.keys.key_list import KeyList

        shown = KeyList(self, self.keys)
        shown.closed.connect(self._on_keys_shown)
        shown.open()

    def _on_keys_shown(self, answer: str) -> None:
        if answer == "edit":
            self.open_settings("keys")

    def _show_chats(self) -> None:
        if self.sidebar.parent() is not self:
            self._left.open()
        elif not self.state.sidebar:
            self.toggle_sidebar()

    def _show_context(self) -> None:
        if self.context_panel is not None and not self.context_panel.isVisible():
            self.toggle_context()

    def _on_escape(self) -> None:
        sheet = top_sheet(self)
        if sheet is not None:  # whatever took the focus away from it
            sheet.answer("")
        elif self._left.isVisible() or self._right.isVisible():
            self._left.close_drawer()
            self._right.close_drawer()
        elif self._parts is not None and self._parts.searching.escape():
            return
        elif self.conductor is not None and self.conductor.running:
            self.conductor.stop()

    def _entitle(self) -> None:
        """The chat stands first, so that windows can be told apart in a task bar and by a screen reader."""
        chat = self.conductor.chat if self.conductor is not None else None
        self.setWindowTitle(f"{chat.title} – {PROGRAM}" if chat is not None and chat.title else PROGRAM)

    def _on_rename(self, chat_id: str) -> None:
        if not chat_id:
            return
        self._show_chats()
        self.sidebar.rename(chat_id)

    def _on_delete(self, chat_id: str) -> None:
        if self.conductor is not None and self.conductor.chat is not None and self.conductor.chat_id == chat_id:
            self.sidebar.delete(self.conductor.chat)

    def _keep_panels(self) -> None:
        """Show the panels as they are wanted now, and let the settings say so too."""
        self._arrange()
        if self.conductor is not None:
            kept = {"appearance.sidebar": self.state.sidebar, "appearance.context_panel": self.state.context_panel}
            self.conductor.start(self.conductor.bench.settings.change(kept), "keep panels")

    def _on_settings(self, event: SettingsSaved) -> None:
        self.apply_settings()
        if self.conductor is not None and {"appearance.sidebar", "appearance.context_panel"} & set(event.keys):
            look = self.conductor.settings.appearance
            self.state.sidebar, self.state.context_panel = look.sidebar, look.context_panel
            self._arrange()
