"""Takes files and pictures into the composer: reads them in the background, weighs them, shows what they hold."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QMenu

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.text import compact, text
from weclaw_desktop.services.attaching import Taken, Weighed
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.chat.composer_chips import Attached, drafted
from weclaw_desktop.ui.chat.composer_edit import LONGEST_INLINE
from weclaw_desktop.ui.chat.composer_preview import Preview, decoded
from weclaw_desktop.ui.conductor import Conductor

MOST = 50
"""Files that are taken at once; who wants more attaches their folder."""
LONG = 1_500
"""Characters in the field from which on its words are weighed."""
UNSENT = 20_000
"""Characters of words that are not sent before they were weighed."""
TYPING_S = 0.3
"""Pause in typing, in seconds, after which the words in the field are weighed."""
RECENT = 40
"""Files that are remembered, for completion."""


class Attacher(QObject):
    """Works on one composer. Reading goes on when another chat is shown: what was read waits in its chat's draft."""

    def __init__(self, conductor: Conductor, composer: Composer) -> None:
        super().__init__(composer)
        self._conductor = conductor
        self._composer = composer
        self._reading: dict[Attached, asyncio.Task[None]] = {}
        self._weighing: asyncio.Task[None] | None = None
        self._pictures = self._texts = 0
        self._weighed = Weighed()
        self._field: asyncio.Task[None] | None = None
        self._tokens = 0
        """Of the words in the field, as far as they were weighed."""
        composer.attach_wanted.connect(self._menu)
        composer.opened.connect(self._on_opened)
        composer.removed.connect(self._on_removed)
        composer.edit.files_pasted.connect(self.add)
        composer.edit.picture_pasted.connect(self.add_picture)
        composer.edit.long_pasted.connect(lambda _text="": self.weigh())
        composer.draft_changed.connect(lambda _text="": self._on_draft())
        composer.words.attach_wanted.connect(self._attach_words)
        conductor.chat_changed.connect(self.weigh)
        conductor.models_changed.connect(self.weigh)

    def add(self, paths: Sequence[Path]) -> None:
        """Attach files and folders."""
        for path in paths[:MOST]:
            attached = Attached(path.name or str(path), path=str(path))
            self._begin(attached, partial(self._conductor.bench.attaching.take, path, model=self._conductor.model))
            recent = self._conductor.recent_files
            recent[:] = [str(path), *(known for known in recent if known != str(path))][:RECENT]
        if len(paths) > MOST:
            self._composer.say(self.tr("Only the first {0} files were attached.").format(MOST))

    def add_picture(self, picture: bytes | QImage | None) -> None:
        """Attach a picture that has no file."""
        if picture is None:
            return
        self._pictures += 1
        name = self.tr("Pasted picture {0}").format(self._pictures)
        self._begin(Attached(name), partial(self._picture, picture, name))

    def choose_files(self) -> None:
        """Let the user choose files."""
        self._dialog(self.tr("Attach files"), QFileDialog.FileMode.ExistingFiles)

    def choose_folder(self) -> None:
        """Let the user choose a folder."""
        self._dialog(self.tr("Attach a folder"), QFileDialog.FileMode.Directory)

    def weigh(self) -> None:
        """Count what is attached for the model that answers now."""
        if self._weighing is not None:
            self._weighing.cancel()
            self._weighing = None
        self._on_draft()
        if any(one.state == "ready" for one in self._composer.attached):
            self._weighing = self._conductor.start(self._weigh(), "weigh attachments")
        else:
            self._composer.refresh()
            self._composer.no_problem()
            self._composer.settled()

    def _begin(self, attached: Attached, work: Callable[[], Awaitable[Taken]]) -> None:
        self._composer.add(attached)
        self._reading[attached] = self._conductor.start(self._read(attached, work), f"read {attached.name}")

    async def _picture(self, picture: bytes | QImage, name: str) -> Taken:
        data = await asyncio.to_thread(_as_png, picture) if isinstance(picture, QImage) else picture
        return await self._conductor.bench.attaching.take_picture(data, name, model=self._conductor.model)

    async def _read(self, attached: Attached, work: Callable[[], Awaitable[Taken]]) -> None:
        chat_id = self._conductor.chat_id
        try:
            taken = await work()
            attached.part, attached.note, attached.state = taken.part, taken.note, "ready"
        except KnownError as error:
            attached.state, attached.why = "failed", error.text
        except Exception as error:  # the supervisor tells it; Send must not wait for it
            attached.state, attached.why = "failed", text("services.bug", kind=type(error).__name__)
            raise
        finally:
            self._reading.pop(attached, None)
            if attached.state != "reading":
                self._took(chat_id, attached)

    def _took(self, chat_id: str, attached: Attached) -> None:
        """Show what became of a file that was read while ``chat_id`` was shown, or let it wait in that chat."""
        if attached in self._composer.attached:
            self._composer.refresh()
            self._composer.draft_changed.emit(self._composer.text)
            self.weigh()
        else:
            self._conductor.attach_to(chat_id, drafted("", (attached,)))

    async def _weigh(self) -> None:
        try:
            await self._weigh_all()
        except KnownError as error:
            self._weighing = None
            self._give_up(i18n.say(error.text))
        except Exception:  # the supervisor tells it; Send must not wait for it
            self._weighing = None
            self._give_up()
            raise

    async def _weigh_all(self) -> None:
        """Tell each what it has. Pastes are text of the message, unless they are too much for one."""
        conductor, composer = self._conductor, self._composer
        ready = [one for one in composer.attached if one.state == "ready"]
        weighed = await conductor.bench.attaching.weigh(
            [one.part or AttachmentPart("file", "", "text/plain", 0, "", text=one.text) for one in ready],
            chat=conductor.chat_id, model=conductor.model_of_its_own, strategy=conductor.chosen.strategy,
        )  # fmt: skip
        for one, tokens in zip(ready, weighed.tokens, strict=True):
            one.tokens, one.short = tokens, min(tokens, weighed.limit // 5)
            one.blind = one.part is not None and one.part.kind == "image" and not weighed.sees
        self._weighed = weighed
        await self._lighten()
        self._weighing = None
        total = sum(one.tokens for one in ready if one.part is not None)
        too_large = bool(weighed.limit) and total > weighed.limit
        files = [one for one in ready if one.part is not None and one.part.kind == "file"]
        larger = [one for one in files if one.tokens > one.short] or files
        for one in files:
            one.large = too_large and one in larger
        composer.set_shorten(composer.shorten and too_large)
        composer.say("", self._trouble(weighed, total, too_large=too_large))
        self._settle()

    def _on_draft(self) -> None:
        """What stands in the field changed: weigh it when it may be more than goes as it is."""
        composer = self._composer
        if self._field is not None:
            self._field.cancel()
            self._field = None
        long = composer.edit.document().characterCount()
        pastes = sum(len(one.text) for one in composer.attached if one.tokens < 0)
        composer.unweighed = long > UNSENT or pastes > UNSENT
        if long > LONG:
            self._field = self._conductor.start(self._weigh_field(), "weigh what is written")
        else:
            self._tokens = 0
            composer.words.show_size(0, 0)

    async def _weigh_field(self) -> None:
        try:
            await self._weigh_words()
        except KnownError as error:
            self._field = None
            self._give_up(i18n.say(error.text))
        except Exception:  # as above
            self._field = None
            self._give_up()
            raise

    async def _weigh_words(self) -> None:
        await asyncio.sleep(TYPING_S)
        conductor, written = self._conductor, self._composer.edit.toPlainText()
        weighed = await conductor.bench.attaching.weigh(
            [AttachmentPart("file", "", "text/plain", 0, "", text=written)],
            chat=conductor.chat_id, model=conductor.model_of_its_own, strategy=conductor.chosen.strategy,
        )  # fmt: skip
        self._tokens, self._weighed = weighed.tokens[0], weighed
        pastes = [one for one in self._composer.attached if one.text]
        self._field = None
        if self._weighing is None and weighed.words and pastes and self._words() > weighed.words:
            self.weigh()
            return
        self._composer.words.show_size(self._tokens, weighed.words or self._tokens)
        self._settle()

    def _words(self) -> int:
        """Tokens of the message's own words."""
        return self._tokens + sum(max(0, one.tokens) for one in self._composer.attached if one.text)

    async def _lighten(self) -> None:
        """Make files of the largest pastes until the words that are left go as they are."""
        pastes = sorted((one for one in self._composer.attached if one.text), key=lambda one: -one.tokens)
        made = False
        for one in pastes:
            if not self._weighed.words or self._words() <= self._weighed.words:
                break
            name = self._text_name()
            taken = await self._conductor.bench.attaching.take_text(one.text, name)
            one.part, one.name, one.text, made = taken.part, name, "", True
        if made:
            self._composer.draft_changed.emit(self._composer.text)

    def _attach_words(self) -> None:
        """The words in the field go along as a file."""
        written, name = self._composer.edit.toPlainText(), self._text_name()
        self._composer.edit.clear()
        self._begin(Attached(name), partial(self._conductor.bench.attaching.take_text, written, name))

    def _text_name(self) -> str:
        self._texts += 1
        return self.tr("Pasted text {0}").format(self._texts) + ".txt"

    def _settle(self) -> None:
        """Nothing is weighed any more: what waited for that goes, if it can."""
        if self._weighing is None and self._field is None:
            self._composer.unweighed = False
            self._composer.settled()

    def _give_up(self, why: str = "") -> None:
        """It could not be weighed: what waited for that stays, and Send takes it as it is."""
        if self._weighing is None and self._field is None:
            told = self.tr("It could not be counted how large this is. Send it again to send it as it is.")
            self._composer.stay(f"{told} {why}".strip())

    def _trouble(self, weighed: Weighed, total: int, *, too_large: bool) -> str:
        if any(one.blind for one in self._composer.attached):
            return i18n.say(text("services.no_vision", model=weighed.model))
        if too_large:
            return self.tr("About {0} tokens are attached, more than half of what this model reads ({1}). Shorten or remove something, or choose a larger model.").format(compact(total), compact(2 * weighed.limit))  # fmt: skip  # noqa: E501 - lupdate reads whole strings only
        return ""

    def _on_removed(self, attached: Attached) -> None:
        task = self._reading.pop(attached, None)
        if task is not None:
            task.cancel()
        self.weigh()

    def _on_opened(self, attached: Attached) -> None:
        self._conductor.start(self._open(attached), "show attachment")

    async def _open(self, attached: Attached) -> None:
        window = self._composer.window()
        part = attached.part
        if part is None:
            preview = Preview(window, self.tr("Pasted text"), "")
            preview.closed.connect(partial(self._back, attached))
            preview.show_text(attached.text, back=len(attached.text) <= LONGEST_INLINE)
            return
        note = i18n.say(attached.note) if attached.note is not None else ""
        if part.kind == "file":
            Preview(window, part.name, note).show_text(part.text, back=False)
            return
        data = await self._conductor.bench.attaching.content(part)
        size = self.tr("{0} × {1} pixels, as it is sent").format(part.width, part.height)
        preview = Preview(window, part.name, size)
        preview.show_picture(await asyncio.to_thread(decoded, data, preview.room, preview.devicePixelRatioF()))

    def _back(self, attached: Attached, answer: str) -> None:
        if answer != "text":
            return
        self._composer.remove(attached)
        self._composer.edit.insertPlainText(attached.text)

    def _menu(self) -> None:
        button = self._composer.attach
        menu = QMenu(button)
        menu.addAction(self.tr("Files…"), self.choose_files)
        menu.addAction(self.tr("Folder…"), self.choose_folder)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(button.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _on_chosen(self, names: list[str]) -> None:
        self.add([Path(name) for name in names])

    def _dialog(self, title: str, mode: QFileDialog.FileMode) -> None:
        dialog = QFileDialog(self._composer.window(), title)
        dialog.setFileMode(mode)
        dialog.setModal(False)
        dialog.filesSelected.connect(self._on_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()


def _as_png(image: QImage) -> bytes:
    """For a thread: a copy of the screen takes a while."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 80)  # pyright: ignore[reportCallIssue, reportArgumentType] -- the stub wants bytes, Qt a name
    return bytes(data.data())
