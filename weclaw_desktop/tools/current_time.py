"""The tool that tells the time: the system prompt holds no clock, for it would change at every call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.text import Text, text

SPEC = ToolSpec(
    name="current_time",
    description="Tell the current date, time, weekday and time zone.",
    parameters={
        "type": "object",
        "properties": {"zone": {"type": "string", "description": "IANA name such as Asia/Shanghai; local by default."}},
        "required": [],
    },
    risk="low",
    cues=r"\b(?:time|date|day|today|now|tonight|tomorrow|yesterday|week|weekday|month|year|o'clock|hour|ago|until|since)s?\b"
    r"|[几何]点|时间|时刻|日期|今天|今日|今晚|现在|此刻|明天|昨天|星期|周[几末]|礼拜|几月|[几多少]号|哪[天年月]|时区",
)


def _now() -> datetime:
    return datetime.now(UTC)


class CurrentTime:
    """Tells the time of this computer, or of a named zone."""

    def __init__(self, now: Callable[[], datetime] = _now) -> None:
        self._now = now

    @property
    def spec(self) -> ToolSpec:
        """Name, description, schema, risk."""
        return SPEC

    def describe(self, arguments: Mapping[str, object]) -> Text:
        """One sentence that tells the user what this call would do."""
        zone = arguments.get("zone")
        if isinstance(zone, str) and zone:
            return text("tools.current_time.zone", zone=zone)
        return text("tools.current_time")

    async def run(self, arguments: Mapping[str, object]) -> Text:
        """Date, time, offset and weekday. Raises ToolFailed for an unknown zone."""
        zone = arguments.get("zone")
        if not isinstance(zone, str) or not zone.strip() or zone.strip().lower() == "local":
            when = self._now().astimezone()
            name = when.tzname() or ""
        else:
            try:
                when = self._now().astimezone(ZoneInfo(zone.strip()))
            except (ZoneInfoNotFoundError, ValueError, OSError) as error:
                raise ToolFailed(text("tools.bad_zone", zone=zone)) from error
            name = zone.strip()
        weekday = text(f"tools.weekday.{when.isoweekday()}")
        return text("tools.current_time.now", when=when.isoformat(timespec="seconds"), zone=name, weekday=weekday)
