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

_ADVISED = (ContextPage, ComparePage)
_KINDS: dict[str, type[Page]] = {
    kind.name: kind
    for kind in (
        *(GeneralPage, ModelsPage, PersonasPage, SkillsPage, ContextPage, ComparePage),
        *(ToolsPage, AppearancePage, KeysPage, UsagePage, NetworkPage, DataPage),
    )
}


class Pages(Mapping[str, Page]):
    """Looking a page up makes it and hands it to ``on_made``; names are known without."""

    def __init__(self, conductor: Conductor, advising: Advising, on_made: Callable[[Page], None]) -> None:
        self._conductor = conductor
        self._advising = advising
        self._on_made = on_made
        self.made: dict[str, Page] = {}
        """Those that were looked at."""

    def found(self, query: str) -> list[str]:
        """Names of the pages that say ``query`` (in lower case). No page is made for it."""
        return [name for name in self if query in self._terms(name).lower()]

    @override
    def __getitem__(self, name: str) -> Page:
        return self.made[name] if name in self.made else self._make(name)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(_KINDS)

    @override
    def __len__(self) -> int:
        return len(_KINDS)

    @override
    def __contains__(self, name: object) -> bool:
        return name in _KINDS

    def _make(self, name: str) -> Page:
        kind = _KINDS[name]
        page = kind(self._conductor, self._advising) if issubclass(kind, _ADVISED) else kind(self._conductor)
        self.made[name] = page
        self._on_made(page)
        return page

    def _terms(self, name: str) -> str:
        page = self.made.get(name)
        return _KINDS[name].known_terms(self._conductor) if page is None else page.terms()
