"""What is chosen for a chat before anything was sent in it: it has no row in the store yet."""

from __future__ import annotations

from dataclasses import dataclass, field

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.parameters import Parameters
from weclaw_desktop.core.prompt_choices import NOTHING_DECIDED, PromptChoices
from weclaw_desktop.ui.ports import Bench


@dataclass(frozen=True, slots=True)
class NewChat:
    """Choices for a chat that is not stored yet; all empty for one as usual."""

    model: str = ""
    strategy: str = ""
    parameters: Parameters = field(default_factory=Parameters)
    persona: str = ""
    persona_words: str = ""
    prompt: PromptChoices = NOTHING_DECIDED
    workdir: str = ""

    async def stored(self, bench: Bench, model: str) -> Chat:
        """The chat, stored as it was chosen. ``model`` answers in it, "" for the one that the settings name."""
        chat = await bench.dialog.new_chat(model=model, strategy=self.strategy)
        if self.parameters.stored():
            await bench.dialog.choose_parameters(chat.id, self.parameters)
        if self.persona_words:
            await bench.dialog.choose_persona(chat.id, self.persona, self.persona_words)
        await bench.prompts.begin(chat.id, self.prompt, self.workdir)
        return await bench.store.chats.get(chat.id)
