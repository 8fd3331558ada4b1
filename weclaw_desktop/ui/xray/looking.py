"""Asks for the X-ray of what the window shows: a stored chat, or one that nothing was sent in yet, with its draft."""

from __future__ import annotations

from weclaw_desktop.core.xray import Xray
from weclaw_desktop.ui.conductor import Conductor


async def looked(conductor: Conductor) -> Xray:
    """What sending now would send."""
    xrays, written = conductor.bench.xrays, conductor.written
    if conductor.chat_id:
        return await xrays.look(conductor.chat_id, written.everything, written.attachments, shorten=written.shorten)
    return await xrays.blank(
        conductor.model_of_its_own,
        conductor.chosen.strategy,
        written.everything,
        written.attachments,
        shorten=written.shorten,
        workdir=conductor.workdir,
        decided=conductor.chosen.prompt,
    )
