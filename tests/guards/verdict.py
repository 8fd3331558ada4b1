"""Collects what the guards saw during one test and fails that test for it."""

from __future__ import annotations

import pytest


class Verdict:
    """The complaints about the test that runs now. While ``running`` is false the guards stay quiet."""

    def __init__(self) -> None:
        self.running = False
        self.complaints: list[str] = []

    def begin(self) -> None:
        """A test starts: forget the one before."""
        self.running = True
        self.complaints = []

    def complain(self, text: str) -> None:
        """Note one thing that the running test must not do."""
        if text not in self.complaints:
            self.complaints.append(text)

    def end(self) -> None:
        """The test and its fixtures are over.

        Raises:
            pytest.fail.Exception: There were complaints.
        """
        self.running = False
        if self.complaints:
            pytest.fail("\n".join(self.complaints), pytrace=False)


VERDICT = Verdict()
