"""What is sent with the message but not typed: files, pictures and long pastes, each as a chip with its weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QScrollArea, QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.text import Text
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.drafts import Draft, Failed
from weclaw_desktop.ui.prompt.pin_attached import can_pin
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Badge, Button, Card, IconButton, LinkButton, row
from weclaw_desktop.ui.widgets.labels import set_property

State = Literal["reading", "ready", "failed"]
NAME = 32
"""Characters of a name that are shown where there is room."""
SHARE = 0.16
"""Share of the window's height that chips may take."""


@dataclass(slots=True, eq=False)
class Attached:
    """One thing that goes along. ``part`` is there once it was read; a paste has ``text`` instead.

    ``path`` is where it lies on the disk, "" for what has no file or was attached before a restart.
    ``tokens`` is -1 before it was weighed, ``short`` what is left of it when it is shortened. ``large``: all together
    are above the limit, and this can be shortened. ``blind``: a picture, and the model cannot see. ``why`` says why it
    cannot be read, ``left`` that a message went without it already.
    """

    name: str
    state: State = "reading"
    part: AttachmentPart | None = None
    text: str = ""
    path: str = ""
    note: Text | None = None
    why: Text | None = None
    tokens: int = -1
    short: int = -1
    large: bool = False
    shortened: bool = False
    blind: bool = False
    left: bool = False

    @property
    def error(self) -> str:
        """Why it cannot be read, in the language of the window; "" when it can."""
        return i18n.say(self.why) if self.why is not None else ""


def drafted(text: str, attached: Sequence[Attached], *, shorten: bool = False) -> Draft:
    """What is written and attached, as it is kept; what is still read is not in it."""
    read = [(one.part, one.note) for one in attached if one.part is not None]
    return Draft(
        text,
        tuple(one.text for one in attached if one.text),
        tuple(part for part, _ in read),
        tuple((part.sha256, note) for part, note in read if note is not None),
        tuple(Failed(one.name, one.why, one.path) for one in attached if one.why is not None),
        shorten,
    )


def chips_of(draft: Draft) -> list[Attached]:
    """What was attached, from what was kept."""
    notes = dict(draft.notes)
    return [
        *(Attached("", "ready", text=text) for text in draft.pastes),
        *(Attached(part.name, "ready", part, note=notes.get(part.sha256)) for part in draft.attachments),
        *(Attached(one.name, "failed", path=one.path, why=one.why) for one in draft.failed),
    ]


class Chip(Card):
    """Shows one attachment. Its body opens it; the cross takes it away, also while it is read.

    A menu, opened by the right button or the menu key, and P pin it to the prompt.
    """

    opened = Signal()
    removed = Signal()
    shorten_wanted = Signal(bool)
    pin_wanted = Signal()

    def __init__(self, attached: Attached, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.attached = attached
        self._length = NAME
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.body = Button("", "quiet", self._icon())
        self.body.clicked.connect(self.opened)
        self.weight = Badge("")
        self.choice = LinkButton("")
        self.choice.clicked.connect(lambda: self.shorten_wanted.emit(not self.attached.shortened))
        self._close = IconButton("cross")
        self._close.clicked.connect(self.removed)
        inside = self._line = row(self, gap=tokens.SPACE_XS, margins=(2, 0, 2, 0))
        for widget in (self.body, self.weight, self.choice, self._close):
            inside.addWidget(widget)
        self.refresh()

    def refresh(self) -> None:
        """Show the attachment as it is now, in the language of the window."""
        it = self.attached
        self.body.setText(self._label())
        self.body.set_icon(self._icon())
        self.body.setEnabled(it.state == "ready")
        tone = "danger" if it.state == "failed" else "warning" if (it.large and not it.shortened) or it.blind else ""
        self.weight.setText(self._weight())
        self.weight.set_tone(tone)
        self.weight.setVisible(bool(self.weight.text()))
        set_property(self, "tone", tone)
        self.choice.setVisible(it.large)
        self.choice.setText(self.tr("Send whole") if it.shortened else self.tr("Shorten"))
        self._close.set_name(self.tr("Remove {0}").format(it.name or self.tr("pasted text")))
        said = i18n.joined((self.body.text(), self.weight.text(), it.error, self._note()))
        self.setAccessibleName(said)
        self.body.setAccessibleName(said)
        self.body.setToolTip(it.error or self._note() or it.name)
        self.choice.setAccessibleName(i18n.joined((self.choice.text(), it.name), ": "))
        self.body.setAccessibleDescription(self.tr("P pins it to the prompt") if self.pinnable else "")
        self.updateGeometry()

    @property
    def pinnable(self) -> bool:
        """Whether it can stand in the prompt."""
        return self.attached.state == "ready" and can_pin(self.attached.part)

    def menu(self) -> QMenu:
        """What can be done with it."""
        menu, theme = QMenu(self), current()
        menu.addAction(theme.icon(self._icon()), self.tr("Open"), self.opened.emit).setEnabled(self.body.isEnabled())
        if self.pinnable:
            menu.addAction(theme.icon("pin"), self.tr("Pin to the prompt…") + "\tP", self.pin_wanted.emit)
        menu.addAction(theme.icon("cross"), self.tr("Remove"), self.removed.emit)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        self.menu().popup(event.globalPos())

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_P and event.modifiers() == Qt.KeyboardModifier.NoModifier and self.pinnable:
            self.pin_wanted.emit()
            return
        super().keyPressEvent(event)

    def fit(self, room: int) -> int:
        """The width in which it shows as much of its name as ``room`` allows."""
        for self._length in (NAME, 22, 14, 10):
            self.body.setText(self._label())
            self._line.activate()
            if self.sizeHint().width() <= room:
                break
        return min(room, self.sizeHint().width())

    def _icon(self) -> str:
        it = self.attached
        if it.state == "failed":
            return "alert"
        if it.part is not None and it.part.kind == "image":
            return "image"
        return "folder" if it.part is not None and it.part.media_type == "text/x-folder" else "file"

    def _label(self) -> str:
        it = self.attached
        length = self._length
        if it.text:
            start = " ".join(it.text[:120].split())[:length]
            return counted.pasted(len(it.text), start)
        if len(it.name) <= length:
            return it.name
        return f"{it.name[: length - 9]}…{it.name[-8:]}"

    def _weight(self) -> str:
        it = self.attached
        if it.state == "reading":
            return self.tr("reading…")
        if it.state == "failed":
            return self.tr("cannot be read")
        if it.blind:
            return self.tr("not for this model")
        if it.tokens < 0:
            return ""
        if it.large and it.shortened:
            return counted.tokens_at_ends(it.short)
        whole, part = counted.tokens(it.tokens), self.tr("in part")
        return whole if it.note is None or it.note.key == "reading.folder" else f"{whole} · {part}"

    def _note(self) -> str:
        return i18n.say(self.attached.note) if self.attached.note is not None else ""


class ChipStrip(QScrollArea):
    """Chips in lines that break where the width ends; hidden while there are none, scrolling when there are many."""

    opened = Signal(object)
    removed = Signal(object)
    pin_wanted = Signal(object)
    shorten_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chips: list[Chip] = []
        self._inside = QWidget()
        self.setWidget(self._inside)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips in their order."""
        return tuple(self._chips)

    def add(self, attached: Attached) -> Chip:
        """Show one more."""
        chip = Chip(attached, self._inside)
        chip.opened.connect(lambda: self.opened.emit(attached))
        chip.removed.connect(lambda: self.removed.emit(attached))
        chip.pin_wanted.connect(lambda: self.pin_wanted.emit(attached))
        chip.shorten_wanted.connect(self.shorten_wanted)
        self._chips.append(chip)
        chip.show()
        self.show()
        self.arrange()
        self.ensureWidgetVisible(chip)
        return chip

    def take(self, attached: Attached) -> None:
        """Take one away."""
        for chip in [chip for chip in self._chips if chip.attached is attached]:
            self._chips.remove(chip)
            chip.hide()
            chip.setParent(None)
            chip.deleteLater()
        self.setVisible(bool(self._chips))
        self.arrange()

    def refresh(self) -> None:
        """Show all as they are now."""
        for chip in self._chips:
            chip.refresh()
        self.arrange()
        asks = next((chip for chip in self._chips if chip.attached.large and not chip.attached.shortened), None)
        if asks is not None:
            self.ensureWidgetVisible(asks)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.arrange()

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(200), self.height())

    def arrange(self) -> None:
        """Place the chips within the width, and take as much height as they need, up to a share of the window."""
        gap, tall = current().px(tokens.SPACE_XS), current().px(tokens.CONTROL)
        room = max(current().px(80), self.viewport().width())
        across, down = 0, 0
        for chip in self._chips:
            wide = chip.fit(room)
            if across and across + wide > room:
                across, down = 0, down + tall + gap
            chip.setGeometry(across, down, wide, tall)
            across += wide + gap
        needed = down + tall
        self._inside.resize(room, needed)
        lines = max(1, int(SHARE * self.window().height() / (tall + gap)))
        height = min(needed, lines * (tall + gap))
        if self._chips and self.height() != height:
            self.setFixedHeight(height)
