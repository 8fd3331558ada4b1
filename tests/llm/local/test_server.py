"""The model's process: how it starts, fails, stops, and that it never outlives the app."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from weclaw_desktop.core.errors import LocalModelError
from weclaw_desktop.core.text import render
from weclaw_desktop.llm.local import errors, hardware
from weclaw_desktop.llm.local.server import Child, Order

RUNTIME = Path(__file__).with_name("fake_runtime.py")
COMMAND = (sys.executable, "-P", str(RUNTIME))
ENVIRONMENT = {"PATH": os.environ["PATH"], "OPENAI_API_KEY": "sk-secret"}


def gone(pid: int, seconds: float = 5.0) -> bool:
    """Whether the process has ended within ``seconds`` (a zombie that nobody fetched counts as ended)."""
    try:
        process = psutil.Process(pid)
        deadline = threading.Event()
        for _ in range(int(seconds / 0.02)):
            if process.status() == psutil.STATUS_ZOMBIE:
                return True
            deadline.wait(0.02)
    except psutil.NoSuchProcess:
        return True
    return False


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Callable[..., Child]]:
    made: list[Child] = []

    def make(behaviour: str = "fine", on_change: Callable[[Child], None] = lambda _c: None, **changes: object) -> Child:
        model = tmp_path / "模型.gguf"
        model.write_text(behaviour)
        values = {
            "name": "tiny", "model": model, "n_ctx": 64, "log": tmp_path / "logs" / "model.log",
            "environment": ENVIRONMENT, "command": COMMAND,
        }  # fmt: skip
        made.append(Child(Order(**{**values, **changes}), on_change))
        made[-1].start()
        return made[-1]

    yield make
    for each in made:
        each.stop()
        each.join(10)


def test_it_serves_on_loopback_with_a_key(child: Callable[..., Child]) -> None:
    seen: list[tuple[str, float]] = []
    served = child(on_change=lambda c: seen.append((c.state, c.loaded)))
    endpoint = served.ready().result(10)
    assert endpoint.base_url.startswith("http://127.0.0.1:")
    assert endpoint.base_url.endswith("/v1")
    body = {"content": "three small words"}
    assert httpx.post(f"{endpoint.root}/tokenize", json=body, trust_env=False).status_code == 401
    headers = {"Authorization": f"Bearer {endpoint.api_key}"}
    answer = httpx.post(f"{endpoint.root}/tokenize", json=body, headers=headers, trust_env=False)
    assert len(answer.json()["tokens"]) == 3
    assert seen == [("loading", 1.0), ("ready", 1.0)]


def test_X1_key_and_secrets_are_in_no_command_line_environment_or_log(child: Callable[..., Child]) -> None:
    served = child()
    endpoint = served.ready().result(10)
    process = psutil.Process(endpoint.pid)
    assert len(endpoint.api_key) >= 32
    public = [" ".join(process.cmdline()), str(process.environ()), repr(endpoint), served.order.log.read_text()]
    for text in public:
        assert endpoint.api_key not in text
        assert "sk-secret" not in text
    assert process.environ()["OMP_WAIT_POLICY"] == "PASSIVE"
    assert "sk-secret" not in repr(served.order)


@pytest.mark.parametrize(
    ("behaviour", "kind"),
    [
        ("damaged", errors.ModelDamaged),
        ("memory", errors.OutOfMemory),
        ("illegal", errors.ProcessorTooOld),
        ("killed", errors.OutOfMemory),
        ("mute", errors.StartFailed),
    ],
)
def test_each_failure_to_start_is_one_clear_sentence(
    child: Callable[..., Child], behaviour: str, kind: type[LocalModelError]
) -> None:
    served = child(behaviour)
    with pytest.raises(kind) as caught:
        served.ready().result(10)
    served.join(5)
    assert type(caught.value) is kind
    assert caught.value.detail
    assert (served.state, served.alive, served.endpoint) == ("failed", False, None)
    assert render(caught.value.text, "zh") != str(caught.value)
    with pytest.raises(kind):
        served.ready().result(1)


def test_a_missing_library_says_what_to_install(child: Callable[..., Child]) -> None:
    with pytest.raises(errors.RuntimeMissing, match=r"weclaw-desktop\[local\]"):
        child(command=(*COMMAND, "--without-library")).ready().result(10)


def test_a_model_file_that_is_gone_is_said(child: Callable[..., Child], tmp_path: Path) -> None:
    with pytest.raises(errors.ModelDamaged):
        child(model=tmp_path / "absent.gguf").ready().result(10)


def test_a_python_that_is_gone_is_said(child: Callable[..., Child], tmp_path: Path) -> None:
    with pytest.raises(errors.StartFailed):
        child(command=(str(tmp_path / "python"),)).ready().result(10)


def test_too_little_memory_is_said_before_the_start(
    child: Callable[..., Child], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hardware, "free_memory", lambda: 1_000)
    served = child(memory=2_000)
    with pytest.raises(errors.OutOfMemory, match="Not enough free memory for tiny"):
        served.ready().result(10)
    assert served.pid == 0


def test_stop_ends_it_and_may_be_asked_twice(child: Callable[..., Child]) -> None:
    served = child()
    pid = served.ready().result(10).pid
    served.stop().result(5)
    served.stop().result(5)
    assert gone(pid, 0.1)
    assert (served.state, served.error) == ("off", None)
    with pytest.raises(errors.StartFailed, match="was stopped"):
        served.ready().result(1)


def test_stop_while_loading_does_not_wait_for_the_load(child: Callable[..., Child]) -> None:
    read = threading.Event()
    served = child("slow", on_change=lambda c: read.set() if c.loaded == 1.0 else None)
    waiting = served.ready()
    assert read.wait(10)
    pid = served.pid
    served.stop().result(5)
    assert gone(pid, 0.1)
    with pytest.raises(errors.StartFailed, match="was stopped"):
        waiting.result(1)


def test_a_crash_while_serving_is_noticed(child: Callable[..., Child]) -> None:
    ended = threading.Event()
    served = child(on_change=lambda c: ended.set() if c.state == "failed" else None)
    os.kill(served.ready().result(10).pid, signal.SIGKILL)
    assert ended.wait(5)
    assert isinstance(served.error, errors.OutOfMemory)


def test_the_next_model_starts_only_when_the_last_has_ended(child: Callable[..., Child]) -> None:
    first = child()
    pid = first.ready().result(10).pid
    second = Child(first.order, after=first)
    second.start()
    try:
        assert second.ready().result(10).pid != pid
        assert gone(pid, 0.1)
    finally:
        second.stop()
        second.join(5)


def test_a_waiter_that_gave_up_harms_no_other(child: Callable[..., Child]) -> None:
    served = child()
    impatient, patient = served.ready(), served.ready()
    impatient.cancel()
    assert patient.result(10).name == "tiny"


def test_a_long_log_makes_room_at_the_next_start(child: Callable[..., Child], tmp_path: Path) -> None:
    log = tmp_path / "logs" / "model.log"
    log.parent.mkdir()
    log.write_bytes(b"x" * 2_000_001)
    child().ready().result(10)
    assert log.stat().st_size < 1_000
    assert log.with_name("model.1.log").stat().st_size == 2_000_001


PARENT = """
import os, sys, threading
from pathlib import Path
from weclaw_desktop.llm.local.server import Child, Order
model, log, command, wait = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:6], sys.argv[6]
read = threading.Event()
child = Child(
    Order("tiny", model, 64, log, dict(os.environ), command=command),
    on_change=lambda c: read.set() if c.loaded == 1.0 else None,
)
child.start()
child.ready().result(10) if wait == "ready" else read.wait(10)
print(child.pid, flush=True)
threading.Event().wait(60)
"""


@pytest.mark.parametrize(("behaviour", "moment"), [("fine", "ready"), ("slow", "loading")])
def test_kill_9_of_the_app_ends_the_model(tmp_path: Path, behaviour: str, moment: str) -> None:
    model = tmp_path / "model.gguf"
    model.write_text(behaviour)
    command = [sys.executable, "-c", PARENT, str(model), str(tmp_path / "log"), *COMMAND, moment]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert not gone(pid, 0.1)
        parent.kill()
        parent.wait()
    assert gone(pid)


def test_the_end_of_stdin_alone_ends_the_model(tmp_path: Path) -> None:
    """What macOS and Windows rely on: this parent lives on, only the pipe ends."""
    model = tmp_path / "model.gguf"
    model.write_text("fine")
    order = {
        "name": "tiny", "model": str(model), "n_ctx": 64, "key": "k", "batch": 8, "cache_mib": 1, "threads": 1,
        "parent": os.getpid(),
    }  # fmt: skip
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(order) + "\n")
        process.stdin.flush()
        assert [json.loads(process.stdout.readline())["event"] for _ in range(2)] == ["loading", "ready"]
        process.stdin.close()
        assert process.wait(5) == 0
