"""What fixed policies would cost on a session: append-only, rolling mask, cap, batched mask with cap.

Costs are in tokens of uncached input: cache read .1, cache write 1.25, output 5. All of a prompt that the request
before does not share is written to the cache. Windows are no limit here: a policy that sends 160K does so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

READ, WRITE, OUTPUT = 0.1, 1.25, 5.0
MASK = 12
"""Tokens that stand for a masked tool result."""
KEEP = 10
"""Newest tool results that a rolling mask leaves."""


def cost(tokens: int, shared: int) -> float:
    """Of one prompt of ``tokens`` tokens, ``shared`` of them in the cache."""
    return READ * shared + WRITE * max(0, tokens - shared)


@dataclass
class Policy:
    """One fixed policy. ``cap`` in tokens (0: none); ``rolling``: mask at every call; ``masks``: mask at the cap."""

    name: str
    cap: int = 0
    rolling: bool = False
    masks: bool = False

    def run(self, sizes: Sequence[int], tool: Sequence[bool], fixed: int, calls: Sequence[int]) -> float:
        """The cost of the calls made after ``calls[i]`` messages of ``sizes`` tokens, beside ``fixed`` ones."""
        start = masked = 0
        before: tuple[int, int, int] | None = None
        total = 0.0
        for end in calls:
            if self.rolling:
                results = [n for n in range(end) if tool[n]]
                masked = results[-KEEP] if len(results) > KEEP else 0
            if self.cap and self._load(sizes, tool, fixed, start, masked, end) > self.cap:
                start, masked = self._shrink(sizes, tool, fixed, start, masked, end)
            load = self._load(sizes, tool, fixed, start, masked, end)
            total += cost(load, self._shared(sizes, tool, fixed, (start, masked), before))
            before = (start, masked, end)
        return total

    def _shrink(
        self, sizes: Sequence[int], tool: Sequence[bool], fixed: int, start: int, masked: int, end: int
    ) -> tuple[int, int]:
        if self.masks:
            masked = end
            while masked > start and sum(sizes[masked:end]) < 0.2 * self.cap:
                masked -= 1
            if self._load(sizes, tool, fixed, start, masked, end) <= 0.75 * self.cap:
                return start, masked
        while start < end - 1 and self._load(sizes, tool, fixed, start, masked, end) > 0.5 * self.cap:
            start += 1
        return start, masked

    def _load(self, sizes: Sequence[int], tool: Sequence[bool], fixed: int, start: int, masked: int, end: int) -> int:
        if masked <= start:
            return fixed + sum(sizes[start:end])
        old = sum(min(MASK, sizes[n]) if tool[n] else sizes[n] for n in range(start, min(masked, end)))
        return fixed + old + sum(sizes[masked:end])

    def _shared(
        self,
        sizes: Sequence[int],
        tool: Sequence[bool],
        fixed: int,
        now: tuple[int, int],
        before: tuple[int, int, int] | None,
    ) -> int:
        if before is None:
            return 0
        if before[0] != now[0]:
            return fixed
        changed = next((n for n in range(before[1], now[1]) if tool[n] and sizes[n] > MASK), before[2])
        return self._load(sizes, tool, fixed, now[0], min(before[1], changed), min(changed, before[2]))


ALL = (
    Policy("append-only"),
    Policy("rolling mask", rolling=True),
    Policy("cap 80K", cap=80_000),
    Policy("cap 160K", cap=160_000),
    Policy("mask + cap 80K", cap=80_000, masks=True),
    Policy("mask + cap 160K", cap=160_000, masks=True),
)
