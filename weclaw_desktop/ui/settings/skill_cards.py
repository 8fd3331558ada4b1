"""One card per skill: what it is for, what it costs, whether chats use it, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from weclaw_desktop.core.text import compact
from weclaw_desktop.services.skills import Listed
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Badge, Card, ElidedLabel, IconButton, Label, LinkButton, Switch, column, row

translate = QCoreApplication.translate


class SkillCard(Card):
    """Shows one skill. ``acted`` carries "edit", "remove", "all" / "none" (chats use it or not), "here" / "away"."""

    acted = Signal(str)

    def __init__(self, listed: Listed, *, on: bool, here: bool | None, parent: QWidget | None = None) -> None:
        """``on``: chats use it; ``here``: the open chat does, None without one."""
        super().__init__(parent)
        skill = self._skill = listed.skill
        self.setAccessibleName(skill.name)
        inside = column(self, gap=4, margins=(12, 8, 8, 8))
        head = row(gap=tokens.SPACE_S)
        head.addWidget(ElidedLabel(skill.name, bold=True))
        if skill.place == "chat":
            head.addWidget(Badge(translate("Skills", "of the open chat's folder"), "accent"))
        head.addStretch(1)
        usable = skill.problem is None
        if usable and skill.place == "user":
            head.addWidget(Label(translate("Skills", "in all chats"), "small", "muted"))
            head.addWidget(self._switch(on))
        inside.addLayout(head)
        if skill.problem is None:
            inside.addWidget(Label(skill.line, "small", "muted", wrap=True))
            cost = translate("Skills", "{0} tokens in each prompt, {1} when it is read")
            said = cost.format(compact(listed.line_tokens), compact(listed.body_tokens))
            inside.addWidget(Label(said, "small", wrap=True))
        else:
            inside.addWidget(Label(i18n.say(skill.problem), "small", "danger", wrap=True, selectable=True))
        foot = row(gap=tokens.SPACE_S)
        if here is not None and usable:
            self._add_here(foot, here)
        foot.addStretch(1)
        if skill.place == "user":
            self._add_acts(foot)
        inside.addLayout(foot)

    def _switch(self, on: bool) -> Switch:
        switch = Switch(translate("Skills", "Use {0} in all chats").format(self._skill.name))
        switch.setToolTip(switch.accessibleName())
        switch.setChecked(on)
        switch.toggled.connect(self._on_switched)
        return switch

    def _on_switched(self, on: bool) -> None:
        self.acted.emit("all" if on else "none")

    def _add_here(self, foot: QHBoxLayout, here: bool) -> None:
        said = (
            translate("Skills", "Turn off in the open chat")
            if here
            else translate("Skills", "Turn on in the open chat")
        )
        button = LinkButton(said)
        button.setAccessibleName(i18n.joined((said, self._skill.name), ": "))
        button.clicked.connect(lambda: self.acted.emit("away" if here else "here"))
        foot.addWidget(button)

    def _add_acts(self, foot: QHBoxLayout) -> None:
        edit = LinkButton(translate("Skills", "Edit"))
        edit.setAccessibleName(translate("Skills", "Edit {0}").format(self._skill.name))
        edit.clicked.connect(lambda: self.acted.emit("edit"))
        remove = IconButton("trash", translate("Skills", "Remove {0}").format(self._skill.name))
        remove.clicked.connect(lambda: self.acted.emit("remove"))
        foot.addWidget(edit, 0, Qt.AlignmentFlag.AlignVCenter)
        foot.addWidget(remove, 0, Qt.AlignmentFlag.AlignVCenter)
