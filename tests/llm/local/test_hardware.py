"""What the machine offers."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from weclaw_desktop.llm.local import hardware


def test_threads_are_physical_cores_that_may_be_used() -> None:
    assert 1 <= hardware.threads() <= (psutil.cpu_count() or 1)


def test_threads_never_exceed_what_the_process_was_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psutil, "cpu_count", lambda logical=True: 64)
    monkeypatch.setattr(psutil.Process, "cpu_affinity", lambda _self: [0, 1, 2], raising=False)
    assert hardware.threads() == 3


def test_avx2_is_read_from_the_flags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardware.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(hardware.sys, "platform", "linux")
    info = tmp_path / "cpuinfo"
    info.write_text("flags\t\t: fpu avx avx2 sse\n")
    assert not hardware.lacks_avx2(info)
    info.write_text("flags\t\t: fpu avx sse\n")
    assert hardware.lacks_avx2(info)
    assert not hardware.lacks_avx2(tmp_path / "absent")
    monkeypatch.setattr(hardware.platform, "machine", lambda: "arm64")
    assert not hardware.lacks_avx2(info)
