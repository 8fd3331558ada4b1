"""The page of skills and pinned files: use, write, take in, remove; each with what it costs."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QPlainTextEdit, QVBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.prompt_choices import choices
from weclaw_desktop.services.skills import Listed
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.settings.page import Page, told
from weclaw_desktop.ui.settings.pinned_files import PinnedFiles
from weclaw_desktop.ui.settings.skill_cards import SkillCard
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Label, clear_layout, column, row
from weclaw_desktop.ui.widgets.sheet import ask
from weclaw_desktop.workspace.instructions import abbreviated
from weclaw_desktop.workspace.skill_package import Brought
from weclaw_desktop.workspace.skills import written

translate = QCoreApplication.translate


class SkillsPage(Page):
    """The list, or the editor over one ``SKILL.md``."""

    name = "skills"

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self._listed: list[Listed] = []
        self._editing: str | None = None
        self._undo: Callable[[], Coroutine[Any, Any, object]] | None = None
        self._about = Label("", "small", "muted", wrap=True)
        self.head_layout.addWidget(self._about)
        self.problem = Label("", "small", "danger", wrap=True, selectable=True)
        self.problem.hide()
        self.body.addWidget(self.problem)
        self._list, self._editor = QWidget(), QWidget()
        self._fill_list(column(self._list, gap=tokens.SPACE_M))
        self._fill_editor(column(self._editor, gap=tokens.SPACE_S))
        self._editor.hide()
        self.body.addWidget(self._list)
        self.body.addWidget(self._editor)
        self.add_heading(lambda: translate("Skills", "Files in every prompt"))
        self.files = PinnedFiles(conductor)
        self.files.unpinned.connect(self._on_unpinned)
        self.body.addWidget(self.files)
        conductor.chat_opened.connect(self._on_chat)
        conductor.chat_changed.connect(self._on_chat)

    def _fill_list(self, inside: QVBoxLayout) -> None:
        self.new = Button("", "secondary", "plus")
        self.folder_in, self.zip_in = Button("", "secondary", "folder"), Button("", "secondary", "import")
        self.folder = Button("", "link")
        self.new.clicked.connect(self._on_new)
        self.folder_in.clicked.connect(lambda: self._choose(QFileDialog.FileMode.Directory))
        self.zip_in.clicked.connect(lambda: self._choose(QFileDialog.FileMode.ExistingFile))
        self.folder.clicked.connect(self._on_folder)
        line = Flow(gap=tokens.SPACE_S)
        for button in (self.new, self.folder_in, self.zip_in, self.folder):
            line.addWidget(button)
        inside.addLayout(line)
        self._undo_line = QWidget()
        undo = row(self._undo_line, gap=tokens.SPACE_S)
        self._undone = Label("", "small", wrap=True)
        self.undo = Button("", "link")
        self.undo.clicked.connect(self._on_undo)
        undo.addWidget(self._undone)
        undo.addWidget(self.undo)
        undo.addStretch(1)
        self._undo_line.hide()
        inside.addWidget(self._undo_line)
        self._none = Label("", "small", "muted", wrap=True)
        inside.addWidget(self._none)
        self.cards: QVBoxLayout = column(gap=tokens.SPACE_S)
        inside.addLayout(self.cards)

    def _fill_editor(self, inside: QVBoxLayout) -> None:
        self._editor_title = Label("", bold=True)
        self.text = QPlainTextEdit()
        self.text.setFont(current().font("body", mono=True))
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(current().px(300))
        self.cancel, self.save = Button("", "secondary"), Button("", "primary")
        self.cancel.clicked.connect(lambda: self._show_editor(None))
        self.save.clicked.connect(self._on_save)
        inside.addWidget(self._editor_title)
        inside.addWidget(self.text)
        line = row(gap=tokens.SPACE_S)
        line.addStretch(1)
        line.addWidget(self.cancel)
        line.addWidget(self.save)
        inside.addLayout(line)

    @override
    def shown(self) -> None:
        self.reload()

    def reload(self) -> None:
        """Read skills and files anew."""
        self.conductor.start(self._reload(), "read skills")

    async def _reload(self) -> None:
        self._listed = await self.conductor.bench.skills.listed(self.conductor.workdir)
        clear_layout(self.cards)
        settings, chat = self.conductor.settings, self.conductor.chat
        decided = choices(chat.overrides) if chat is not None else self.conductor.chosen.prompt
        for listed in self._listed:
            skill = listed.skill
            on = skill.place == "chat" or skill.name not in settings.skills_off
            card = SkillCard(listed, on=on, here=decided.skills.get(skill.name, on))
            card.acted.connect(partial(self._on_act, listed))
            self.cards.addWidget(card)
        self._none.setVisible(not self._listed)
        self.folder.setMinimumHeight(self.new.sizeHint().height())  # it stands in the middle of the line of buttons
        self.files.show_paths(settings.prompt_files)
        self.folder.setEnabled(self.conductor.bench.skills.folder is not None)

    @override
    @classmethod
    def known_terms(cls, conductor: Conductor) -> str:
        return f"{super().known_terms(conductor)} SKILL.md AGENTS.md"

    @override
    def terms(self) -> str:
        return " ".join((super().terms(), *(listed.skill.name for listed in self._listed)))

    @override
    def refresh(self) -> None:
        super().refresh()
        if self.isVisible():
            self.reload()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self._about.setText(
            translate(
                "Skills",
                "A skill tells the model how to do a certain task. Its name and one line stand in the prompt; the "
                "model reads its text when it needs it. Each is a folder with a SKILL.md.",
            )
        )
        self._none.setText(translate("Skills", "No skills yet. Write one, or take in a folder or a zip file."))
        self.new.setText(translate("Skills", "New"))
        self.folder_in.setText(translate("Skills", "From a folder…"))
        self.zip_in.setText(translate("Skills", "From a zip file…"))
        self.folder.setText(translate("Skills", "Open the folder"))
        self.undo.setText(translate("Skills", "Undo"))
        self.cancel.setText(translate("Skills", "Cancel"))
        self.save.setText(translate("Skills", "Save"))
        self.text.setAccessibleName(translate("Skills", "SKILL.md"))
        self.files.retranslate()
        self._title_editor()
        if self.isVisible():
            self.reload()

    def _title_editor(self) -> None:
        new = translate("Skills", "New skill")
        self._editor_title.setText(
            translate("Skills", "SKILL.md of {0}").format(self._editing) if self._editing else new
        )

    def _show_editor(self, skill_id: str | None, content: str = "") -> None:
        """Show the editor over a skill ("" for a new one); None shows the list."""
        self._editing = skill_id
        self._editor.setVisible(skill_id is not None)
        self._list.setVisible(skill_id is None)
        self.problem.hide()
        if skill_id is not None:
            self._title_editor()
            self.text.setPlainText(content)
            self.text.setFocus()

    def _on_new(self) -> None:
        name, line = translate("Skills", "my-skill"), translate("Skills", "What it is for, in one line")
        self._show_editor("", written(name, line, translate("Skills", "What the model shall do, step by step.")))

    def _on_save(self) -> None:
        self._run(self._save(self._editing or "", self.text.toPlainText()), "save a skill")

    async def _save(self, skill_id: str, content: str) -> None:
        await self.conductor.bench.skills.save(skill_id, content)
        self._show_editor(None)
        await self._in_force()

    def _on_act(self, listed: Listed, act: str) -> None:
        skill = listed.skill
        if act == "edit":
            self._show_editor(skill.id, listed.written)
        elif act == "remove":
            self._run(self._remove(skill.id, skill.name), "remove a skill")
        elif act in ("all", "none"):
            self._run(self._use(skill.name, act == "all"), "use a skill")
        else:
            self._run(self._here(skill.name, act == "here"), "use a skill in a chat")

    async def _use(self, name: str, on: bool) -> None:
        await self.conductor.bench.settings.use_skill(name, on)

    async def _here(self, name: str, on: bool) -> None:
        conductor = self.conductor
        if conductor.chat is None:
            chosen = conductor.chosen
            conductor.choose(replace(chosen, prompt=chosen.prompt.skill(name, on)))
        else:
            await conductor.bench.prompts.use_skill(conductor.chat.id, name, on)

    async def _remove(self, skill_id: str, name: str) -> None:
        skills = self.conductor.bench.skills
        trashed = await skills.remove(skill_id)
        self._offer(translate("Skills", "{0} was removed.").format(name), lambda: skills.put_back(trashed, skill_id))
        await self._in_force()

    def _choose(self, mode: QFileDialog.FileMode) -> None:
        dialog = QFileDialog(self.window(), self.zip_in.text())
        dialog.setFileMode(mode)
        if mode is QFileDialog.FileMode.Directory:
            dialog.setWindowTitle(self.folder_in.text())
        else:
            dialog.setNameFilter(translate("Skills", "Zip files (*.zip)"))
        dialog.setModal(False)
        dialog.fileSelected.connect(self._on_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()

    def _on_chosen(self, path: str) -> None:
        self.bring(Path(path))

    def bring(self, source: Path) -> None:
        """Take skills in from a folder or a zip file; asks when a name is taken."""
        self._run(self._bring(source), "take skills in")

    async def _bring(self, source: Path) -> None:
        skills = self.conductor.bench.skills
        brought = await skills.bring(source)
        if brought.clashing:
            names = ", ".join(brought.clashing)
            answer = await ask(
                self.window(),
                translate("Skills", "You have {0} already").format(names),
                translate("Skills", "Replace puts your own into the trash; you can undo that."),
                (
                    ("", translate("Skills", "Cancel"), "secondary"),
                    ("replace", translate("Skills", "Replace"), "secondary"),
                    ("both", translate("Skills", "Keep both"), "primary"),
                ),
            )
            if answer not in ("replace", "both"):
                return
            brought = await skills.bring(source, "replace" if answer == "replace" else "both")
        self._told(brought)
        await self._in_force()

    def _told(self, brought: Brought) -> None:
        said = translate("Skills", "Taken in: {0}.").format(", ".join(brought.ids))
        self._offer(said, lambda: self.conductor.bench.skills.take_back(brought))

    def _on_unpinned(self, path: str) -> None:
        said = translate("Skills", "{0} does not stand in every prompt any more.").format(abbreviated(Path(path)))
        self._offer(said, lambda: self.conductor.bench.settings.pin_file(path, True))

    def _offer(self, said: str, undo: Callable[[], Coroutine[Any, Any, object]]) -> None:
        self._undo = undo
        self._undone.setText(said)
        self._undo_line.show()

    def _on_undo(self) -> None:
        undo, self._undo = self._undo, None
        self._undo_line.hide()
        if undo is not None:
            self._run(self._taken_back(undo()), "undo")

    async def _taken_back(self, work: Coroutine[Any, Any, object]) -> None:
        await work
        await self._in_force()

    async def _in_force(self) -> None:
        """What the user does here is a word for the open chat as well: it does not wait for a compression."""
        if self.conductor.chat_id:
            await self.conductor.bench.prompts.use_now(self.conductor.chat_id)

    def _run(self, work: Coroutine[Any, Any, object], name: str) -> None:
        self.conductor.start(self._guarded(work), name)

    async def _guarded(self, work: Coroutine[Any, Any, object]) -> None:
        self.problem.hide()
        try:
            await work
        except KnownError as error:
            self.problem.setText(told(error))
            self.problem.show()
            self.ensureWidgetVisible(self.problem)
            return
        await self._reload()

    def _on_folder(self) -> None:
        folder = self.conductor.bench.skills.folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _on_chat(self) -> None:
        if self.isVisible():
            self.reload()
