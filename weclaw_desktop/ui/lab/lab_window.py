"""The Lab's window: the open chat or a file under all strategies, side by side, and the winner applied with one click.

It stands beside the main window and follows its open chat. A run goes on in processes of its own; closing the window or
Cancel ends them.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QProgressBar, QScrollArea, QWidget
from typing_extensions import override

from weclaw_desktop.context.strategies import names
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.overriding import in_force
from weclaw_desktop.core.text import Text, compact, text
from weclaw_desktop.services.lab.bench import Progress
from weclaw_desktop.services.lab.experiment import UNKNOWN, Experiment, variants
from weclaw_desktop.services.lab.figures import Row, Variant, winner
from weclaw_desktop.services.lab.labs import Material
from weclaw_desktop.services.lab.plots import facts_plot, tokens_plot
from weclaw_desktop.services.lab.report import HEIGHT, WIDTH, Section
from weclaw_desktop.services.lab.summaries import written_by_model
from weclaw_desktop.services.lab.table import label, verdict
from weclaw_desktop.services.summarisers import NONE
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.lab.choices import Choices
from weclaw_desktop.ui.lab.lab_table import LabTable
from weclaw_desktop.ui.lab.plot_view import PlotView, picture
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, ElidedLabel, Label, SectionTitle, column, row

BESIDE = 760
"""Width in pixels at 100 % from which the plots stand beside each other."""


class LabWindow(QWidget):
    """One per main window. ``gone`` comes when it closed."""

    gone = Signal()

    def __init__(self, conductor: Conductor) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._conductor = conductor
        self._material: Material | None = None
        self._variants: tuple[Variant, ...] = ()
        self._rows: dict[int, Row] = {}
        self._task: asyncio.Task[Any] | None = None
        self._reading: asyncio.Task[Any] | None = None
        self._picked: int | None = None
        self._problem: Text | None = None
        self._progress: Progress | None = None
        self._seconds = 0.0
        self._applied = ""
        self.title = Label("", "title", bold=True)
        self.about = ElidedLabel("", "body", "muted")
        self.choices = Choices(conductor)
        self.run, self.cancel = Button("", "primary"), Button("", "secondary", "stop")
        self.apply = Button("", "secondary", "check")
        self.report, self.save_picture = Button("", "secondary", "download"), Button("", "secondary", "image")
        self.status = Label("", "small", "muted", wrap=True)
        self.bar = QProgressBar()
        self.bar.setMaximum(1_000)
        self.bar.setTextVisible(False)
        self.verdict = Label("", bold=True, wrap=True, selectable=True)
        self.choice = Label("", "small", "muted", wrap=True)
        self.table = LabTable()
        self.calls, self.facts = PlotView(), PlotView()
        self.calls_title, self.facts_title = SectionTitle(), SectionTitle()
        self._lay_out()
        self._connect()
        self.resize(current().px(1_180), current().px(780))
        self.setMinimumSize(420, 380)
        self.retranslate()
        self.read_chat()

    def _lay_out(self) -> None:
        content = QWidget()
        content.setObjectName("content")
        inside = column(content, gap=tokens.SPACE_M, margins=(24, 16, 24, 20))
        head = row(gap=tokens.SPACE_S)
        head.addWidget(self.title)
        head.addWidget(self.about)
        head.addStretch(1)
        inside.addLayout(head)
        inside.addWidget(self.choices)
        acts = QWidget()
        flow = Flow(acts, gap=tokens.SPACE_S)
        for button in (self.run, self.cancel, self.apply, self.report, self.save_picture):
            flow.addWidget(button)
        inside.addWidget(acts)
        inside.addWidget(self.bar)
        inside.addWidget(self.status)
        inside.addWidget(self.table)
        inside.addWidget(self.verdict)
        inside.addWidget(self.choice)
        self._plots = row(gap=tokens.SPACE_L)
        for title, view in ((self.calls_title, self.calls), (self.facts_title, self.facts)):
            side = column(gap=tokens.SPACE_XS)
            side.addWidget(title)
            side.addWidget(view)
            self._plots.addLayout(side, 1)
        inside.addLayout(self._plots)
        inside.addStretch(1)
        self._scroll = QScrollArea()
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column(self, gap=0).addWidget(self._scroll)

    def _connect(self) -> None:
        conductor = self._conductor
        self.run.clicked.connect(self.start)
        self.cancel.clicked.connect(self.cancel_run)
        self.apply.clicked.connect(self.apply_choice)
        self.report.clicked.connect(self._on_report)
        self.save_picture.clicked.connect(self._on_picture)
        self.choices.changed.connect(self._forget)
        self.choices.chat_wanted.connect(self.read_chat)
        self.choices.file_wanted.connect(self._on_file)
        self.table.chosen.connect(self._on_chosen)
        conductor.chat_opened.connect(self._on_chat)
        conductor.chat_changed.connect(self._on_chat)
        conductor.models_changed.connect(self.choices.retranslate)

    @property
    def running(self) -> bool:
        """Whether something is played now."""
        return self._task is not None and not self._task.done()

    @property
    def rows(self) -> tuple[Row, ...]:
        """What was played, in the order of the table; empty until all of it was."""
        done = bool(self._variants) and len(self._rows) == len(self._variants)
        return tuple(self._rows[n] for n in range(len(self._variants))) if done else ()

    def read_chat(self) -> None:
        """Take the open chat."""
        self.choices.source = ""
        chat = self._conductor.chat
        if chat is None:
            self._take(None)
            return
        self._read(self._conductor.bench.lab.of_chat(chat.id))

    def read_file(self, path: str) -> None:
        """Take a file of messages."""
        self.choices.source = Path(path).name
        like = self._material
        self._read(self._conductor.bench.lab.of_file(Path(path), like))

    def _read(self, reading: Any) -> None:
        if self._reading is not None:
            self._reading.cancel()
        self._reading = self._conductor.start(self._material_of(reading), "read for the lab")

    async def _material_of(self, reading: Any) -> None:
        try:
            material = await reading
        except KnownError as error:
            self._take(None, error.text)
        else:
            self._take(material)

    def _take(self, material: Material | None, problem: Text | None = None) -> None:
        self._material, self._problem = material, problem
        if material is not None:
            self.choices.own_profile, self.choices.own_window = material.profile, material.window
        self._forget()

    def _forget(self) -> None:
        """What was played was something else."""
        self.stop()
        self._variants = self._planned()
        self._rows, self._progress, self._picked, self._applied = {}, None, None, ""
        self._show()

    def _planned(self) -> tuple[Variant, ...]:
        """What Run would play."""
        chosen = self.choices
        return variants(names(), chosen.windows, chosen.chosen_profiles, chosen.summarizers)

    def start(self) -> None:
        """Play everything."""
        if self._material is None or self.running:
            return
        self._forget()
        self._task = self._conductor.start(self._run(self._material), "lab")
        self._show()

    def stop(self) -> None:
        """End a run."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._progress = None

    def cancel_run(self) -> None:
        """End a run and say how far it came."""
        self.stop()
        self._show()

    async def _as_now(self, material: Material) -> Material:
        """The chat as it is now: it may have grown, or be compressed otherwise, since the window was opened."""
        if not material.chat:
            return material
        self._material = material = await self._conductor.bench.lab.of_chat(material.chat)
        self.choices.own_profile, self.choices.own_window = material.profile, material.window
        self._variants = self._planned()
        self._show()
        return material

    async def _run(self, material: Material) -> None:
        mine, loop = asyncio.current_task(), asyncio.get_running_loop()
        started = loop.time()
        try:
            material = await self._as_now(material)
        except KnownError as error:
            self._take(None, error.text)
            return
        planned = self._variants
        price = next((spec.price for spec in self._conductor.models if spec.id == self.choices.price), None)
        known = material.model.price if material.model is not None else None
        experiment = Experiment(
            material.transcript, planned, material.model, material.settings, material.language,
            price or known or UNKNOWN, i18n.language(),
        )  # fmt: skip

        def on_row(number: int, found: Row) -> None:
            if self._task is mine:
                self._rows[number] = found
                self._show()

        def on_progress(progress: Progress) -> None:
            if self._task is mine:
                self._progress, self._seconds = progress, loop.time() - started
                self._show_progress()

        try:
            await self._conductor.bench.lab.run(experiment, on_row, on_progress)
        except KnownError as error:
            self._problem = error.text
        if self._task is mine:
            self._task, self._seconds = None, loop.time() - started
            self._show()

    def apply_choice(self) -> None:
        """Let the chosen row, else the winner, hold in the open chat."""
        found = self._to_apply()
        if found is None:
            return
        conductor, variant = self._conductor, found.variant
        self._applied = self._applied_as(variant)
        if conductor.chat is None:
            conductor.choose_strategy(variant.strategy)
        else:
            conductor.choose_own(self._own(variant, conductor.chat))
        self._show()

    def _own(self, variant: Variant, chat: Chat) -> dict[str, object]:
        """What the chat needs of its own, so that it is compressed as the row was played."""
        own: dict[str, object] = {"strategy": variant.strategy}
        held = in_force(self._conductor.settings, self._conductor.model, chat).context
        if held.profile != variant.profile:
            own["profile"] = variant.profile
        if self.choices.summarizers != [NONE] and held.summary_model != variant.summarizer:
            own["summary_model"] = variant.summarizer
        return own

    def _applied_as(self, variant: Variant) -> str:
        """A variant's name without its window: that is the model's."""
        among = [replace(other, window=0) for other in self._variants]
        return label(replace(variant, window=0), among, i18n.language())

    def _to_apply(self) -> Row | None:
        rows, material = self.rows, self._material
        if material is None or material.chat not in ("", self._conductor.chat_id):
            return None  # another chat was opened while this one was played
        place = self._picked if self._picked is not None else winner(rows)
        return rows[place] if rows and place is not None and rows[place].valid else None

    def _on_chosen(self, place: int | None) -> None:
        self._picked = place
        self._show_acts()

    def _on_chat(self) -> None:
        """Another chat is open, or this one changed: a file stays, and so does what was played of the same chat."""
        chat = self._conductor.chat_id
        if not self.choices.source and (self._material is None or self._material.chat != chat) and not self.running:
            self.read_chat()
        self._show_acts()

    def _show(self) -> None:
        rows, language = self.rows, i18n.language()
        best = winner(rows) if rows else None
        self.table.show_rows(self._variants, self._rows, best, waiting=self.running)
        self.verdict.setText(verdict(rows, best, language) if rows else "")
        self.verdict.setVisible(bool(rows))
        self.choice.setText(i18n.say(text("lab.choice")))
        self.choice.setVisible(best is not None)
        known = [self._rows.get(n, Row(variant)) for n, variant in enumerate(self._variants)]
        played = any(not row.failure for row in self._rows.values())
        for view, make in ((self.calls, tokens_plot), (self.facts, facts_plot)):
            view.show_plot(
                (lambda width, height, make=make: make(known, width, height, i18n.language())) if played else None,
                self.tr("Drawn as soon as the first strategy was played."),
            )
        for part in (self.table, self.calls, self.facts, self.calls_title, self.facts_title):
            part.setVisible(self._material is not None)
        self._tell()
        self._show_acts()
        self._show_progress()
        self.choices.retranslate()

    def _tell(self) -> None:
        material = self._material
        if material is None:
            self.about.setText(self.tr("Open a chat with answers, or choose a file."))
            return
        told = text("lab.heading", name=material.name or "–", messages=material.messages, tokens=material.tokens)
        window = self.tr("window {0}").format(compact(material.window)) if material.window else ""
        self.about.setText(" · ".join(filter(None, (i18n.say(told), window))))

    def _show_acts(self) -> None:
        done, found = bool(self.rows), self._to_apply()
        self.run.setEnabled(self._material is not None and not self.running)
        self.cancel.setEnabled(self.running)
        self.apply.setEnabled(found is not None)
        name = self.tr("the winner") if found is None else self._applied_as(found.variant)
        self.apply.setText(self.tr("Apply {0} here").format(name))
        self.report.setEnabled(done)
        self.save_picture.setEnabled(done)

    def _show_progress(self) -> None:
        self.bar.setVisible(self.running)
        self.status.set_tone("danger" if self._problem is not None else "muted")
        self.status.setText(self._status())
        self.bar.setValue(round(1_000 * self._progress.share) if self._progress is not None else 0)

    def _status(self) -> str:
        if self._problem is not None:
            return i18n.say(self._problem)
        if self._applied:
            said = self.tr("{0} holds in the open chat from the next request on.").format(self._applied)
            if {variant.window for variant in self._variants} != {0}:
                said = " ".join((said, self.tr("Its window stays that of its model.")))
            return said
        done, of = len(self._rows), len(self._variants)
        if self.running or self.rows:
            return self.tr("{0} of {1} done · {2} s").format(done, of, f"{self._seconds:.1f}")
        if self._rows:
            return self.tr("Cancelled; {0} of {1} were played.").format(done, of)
        if self._material is None:
            return ""
        if any(written_by_model(variant.summarizer) for variant in self._variants):
            return self.tr("Only summaries are asked of a model; the chat is played again here, {0} times.").format(of)
        return self.tr("Nothing is sent: the chat is played again on this computer, {0} times.").format(of)

    def _on_file(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a transcript"), str(Path.home()))
        dialog.setNameFilters([self.tr("Messages (*.json *.jsonl)"), self.tr("All files (*)")])
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.read_file)
        dialog.open()

    def _on_report(self) -> None:
        self._ask_where("lab.html", self.write_report)

    def _on_picture(self) -> None:
        self._ask_where("lab.png", self.write_picture)

    def _ask_where(self, name: str, write: Any) -> None:
        dialog = QFileDialog(self, self.tr("Save"), str(Path.home()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.selectFile(name)
        dialog.fileSelected.connect(write)
        dialog.open()

    def write_report(self, path: str) -> None:
        """Write everything as one HTML file."""
        material = self._material
        if material is None or not self.rows:
            return
        section = Section(material.name, material.messages, material.tokens, self.rows)
        writing = self._conductor.bench.lab.write(Path(path), [section], i18n.language())
        self._conductor.start(writing, "write the lab's report")

    def write_picture(self, path: str) -> None:
        """Write both plots as one PNG."""
        language = i18n.language()
        plots = [make(self.rows, WIDTH * 1.4, HEIGHT, language) for make in (tokens_plot, facts_plot)]
        image = picture(plots, round(WIDTH * 1.4), round(HEIGHT))
        if not image.save(path, "PNG"):  # pyright: ignore[reportCallIssue, reportArgumentType] -- the stubs want bytes, Qt takes text
            self._problem = text("lab.not_written", path=path, reason="")
            self._show_progress()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.setWindowTitle(self.tr("Lab"))
        self.setAccessibleName(self.tr("Lab"))
        self.title.setText(self.tr("Lab"))
        self.run.setText(self.tr("Run all"))
        self.cancel.setText(self.tr("Cancel"))
        self.report.setText(self.tr("Save report…"))
        self.save_picture.setText(self.tr("Save picture…"))
        self.bar.setAccessibleName(self.tr("Progress"))
        self.calls_title.setText(i18n.say(text("lab.plot.calls")))
        self.facts_title.setText(i18n.say(text("lab.plot.facts")))
        self.table.retranslate()
        self._show()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        wide = self.width() >= current().px(BESIDE)
        self._plots.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel_run() if self.running else self.close()
            return
        super().keyPressEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.stop()
        if self._reading is not None:
            self._reading.cancel()
        self.gone.emit()
        self.deleteLater()
