"""The pages of the settings by name. Each is made when it is first looked at: all at once would hold up the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from typing_extensions import override

from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.advising import Advising
from weclaw_desktop.ui.settings.compare_page import ComparePage
from weclaw_desktop.ui.settings.context_page import ContextPage
from weclaw_desktop.ui.settings.data_page import DataPage
from weclaw_desktop.ui.settings.keys_page import KeysPage
from weclaw_desktop.ui.settings.models_page import ModelsPage
from weclaw_desktop.ui.settings.page import Page
from weclaw_desktop.ui.settings.personas_page import PersonasPage
from weclaw_desktop.ui.settings.plain_pages import AppearancePage, GeneralPage, NetworkPage
from weclaw_desktop.ui.settings.skills_page import SkillsPage
from weclaw_desktop.ui.settings.tools_page import ToolsPage
from weclaw_desktop.ui.settings.usage_page import UsagePage


class Pages(Mapping[str, Page]):
    """Looking a page up makes it and hands it to ``on_made``; names are known without."""

    def __init__(self, conductor: Conductor, advising: Advising, on_made: Callable[[Page], None]) -> None:
        self._on_made = on_made
        self._makers: dict[str, Callable[[], Page]] = {
            "general": lambda: GeneralPage(conductor),
            "models": lambda: ModelsPage(conductor),
            "personas": lambda: PersonasPage(conductor),
            "skills": lambda: SkillsPage(conductor),
            "context": lambda: ContextPage(conductor, advising),
            "compare": lambda: ComparePage(conductor, advising),
            "tools": lambda: ToolsPage(conductor),
            "appearance": lambda: AppearancePage(conductor),
            "keys": lambda: KeysPage(conductor),
            "usage": lambda: UsagePage(conductor),
            "network": lambda: NetworkPage(conductor),
            "data": lambda: DataPage(conductor),
        }
        self.made: dict[str, Page] = {}
        """Those that were looked at."""

    def make_next(self) -> None:
        """Make one that nobody looked at."""
        missing = next((name for name in self if name not in self.made), None)
        if missing is not None:
            self._make(missing)

    @override
    def __getitem__(self, name: str) -> Page:
        return self.made[name] if name in self.made else self._make(name)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    @override
    def __len__(self) -> int:
        return len(self._makers)

    @override
    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def _make(self, name: str) -> Page:
        page = self.made[name] = self._makers[name]()
        self._on_made(page)
        return page
