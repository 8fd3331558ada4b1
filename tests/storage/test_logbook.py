"""The profile's log file: made when needed, without secrets, and never in the way."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from tests.guards.logs import ExpectLog
from weclaw_desktop.storage.logbook import CALLS, NAME, keep

KEY = "sk-abcdefghijklmnopqrstuvwx"


def test_nothing_is_written_while_all_is_well(tmp_path: Path) -> None:
    end = keep(tmp_path / "logs")
    logging.getLogger("weclaw_desktop.x").info("fine")
    end()
    end()
    assert not (tmp_path / "logs").exists()


def test_calls_are_written_as_long_as_a_log_is_kept(tmp_path: Path) -> None:
    calls = logging.getLogger(CALLS)
    calls.info("before")
    end, end_other = keep(tmp_path / "a"), keep(tmp_path / "b")
    end()
    calls.info("estimated=%d", 12)
    calls.debug("too much")
    end_other()
    calls.info("after")
    (line,) = (tmp_path / "b" / NAME).read_text(encoding="utf-8").splitlines()
    assert line.endswith("INFO weclaw_desktop.calls: estimated=12")
    assert not (tmp_path / "a").exists()


def test_the_log_stays_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weclaw_desktop.storage.logbook.LONGEST", 4_000)
    end = keep(tmp_path)
    for number in range(400):
        logging.getLogger(CALLS).info("call number %d", number)
    end()
    kept = sorted(path.name for path in tmp_path.iterdir())
    assert kept == [NAME, f"{NAME}.1", f"{NAME}.2"]
    assert all(path.stat().st_size <= 4_000 for path in tmp_path.iterdir())
    assert "call number 399" in (tmp_path / NAME).read_text(encoding="utf-8")


def test_X1_the_log_holds_the_trace_and_no_key(tmp_path: Path, expect_log: ExpectLog) -> None:
    expect_log("a reply failed")
    end = keep(tmp_path / "张伟" / "logs")
    keep(tmp_path / "张伟" / "logs")()
    try:
        raise ValueError(f"refused key {KEY}")
    except ValueError:
        logging.getLogger("weclaw_desktop.x").exception("a reply failed")
    end()
    logging.getLogger("weclaw_desktop.quiet").info("after the end")
    told = (tmp_path / "张伟" / "logs" / NAME).read_text(encoding="utf-8")
    assert told.count("a reply failed") == 1
    assert "Traceback" in told
    assert KEY not in told


def test_an_exception_nobody_caught_is_written(
    tmp_path: Path, expect_log: ExpectLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect_log("not caught")
    passed_on: list[type[BaseException]] = []

    def pass_on(kind: type[BaseException], _error: BaseException, _trace: object) -> None:
        passed_on.append(kind)

    monkeypatch.setattr(sys, "excepthook", pass_on)
    before = sys.excepthook
    end = keep(tmp_path)
    sys.excepthook(ZeroDivisionError, ZeroDivisionError("in a slot"), None)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    end()
    assert sys.excepthook is before
    assert passed_on == [ZeroDivisionError, KeyboardInterrupt]
    told = (tmp_path / NAME).read_text(encoding="utf-8")
    assert "in a slot" in told
    assert "KeyboardInterrupt" not in told


def test_a_folder_that_cannot_be_written_stops_nothing(
    tmp_path: Path, expect_log: ExpectLog, capsys: pytest.CaptureFixture[str]
) -> None:
    expect_log("lost")
    (tmp_path / "file").write_text("x")
    end = keep(tmp_path / "file")
    logging.getLogger("weclaw_desktop.x").warning("lost")
    end()
    assert "Traceback" not in capsys.readouterr().err
