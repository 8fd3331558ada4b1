"""How long a summariser may take, and which one is left alone for a while after it failed (DESIGN §7.8)."""

from __future__ import annotations

import time
from collections.abc import Callable

from weclaw_desktop.core.errors import BadKey, MissingKey, ModelError, ModelGone, PaymentRequired
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import Text, text

LIMIT_S = 30.0
"""Seconds a provider may take for one summary."""
REST_S = 30.0
"""Seconds a busy provider is left alone when it does not say how long."""
REFUSED_REST_S = 600.0
"""Seconds a provider is left alone that wants a key or money: only the user can mend that."""
LOCAL_SPEEDS = (44.0, 8.0)
"""Tokens read and written per second by a small model on two cores, until they are measured."""


class Patience:
    """Remembers which providers rest. One per workshop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}
        self._why: dict[str, Text] = {}
        self.speeds: Callable[[str], tuple[float, float] | None] = lambda _model: None
        """Measured reading and writing speeds of a local model in tokens per second; set by the workshop."""

    def resting(self, spec: ModelSpec) -> Text | None:
        """Why the model's provider is left alone now, None when it may be asked."""
        left = self._until.get(spec.provider, 0.0) - self._clock()
        if left <= 0:
            return None
        reason = self._why[spec.provider]
        return text("services.summary_resting", model=spec.title, reason=reason, seconds=max(1, round(left)))

    def failed(self, spec: ModelSpec, error: ModelError) -> None:
        """A call failed: leave the provider alone as long as it asks, or as long as its kind of failure lasts."""
        if isinstance(error, (BadKey, MissingKey, PaymentRequired, ModelGone)):
            rest = REFUSED_REST_S
        elif error.retryable:
            rest = error.retry_after if error.retry_after is not None else REST_S
        else:
            return
        self._until[spec.provider] = self._clock() + rest
        self._why[spec.provider] = error.text

    def forgive(self) -> None:
        """Ask everybody again: the user changed a key or a setting."""
        self._until.clear()

    def limit_s(self, spec: ModelSpec, request: ModelRequest) -> float:
        """Seconds the call may take: for a local model twice what its speed lets expect."""
        if not spec.local:
            return LIMIT_S
        read, write = self.speeds(spec.id) or LOCAL_SPEEDS
        return max(LIMIT_S, 2 * (request.load / read + (request.max_output or 500) / write))
