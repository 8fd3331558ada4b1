"""The command line, run in this process as the script runs it."""

from __future__ import annotations

import io
import itertools
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import IO, Any

import keyring
import keyring.backends.fail
import pytest

from tests.guards.logs import ExpectLog
from tests.servers.openai_stub import OpenAIStub, answer, status
from tests.workspace.reading import made
from weclaw_desktop.cli import main
from weclaw_desktop.storage.backups import backup

EXPECTED = {8_192: 5_184, 32_768: 21_012, 131_072: 72_033, 200_000: 105_808}


class Ran:
    """How a command ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        """The one document on standard output."""
        return json.loads(self.out)


class Line:
    """Runs commands on one profile."""

    def __init__(self, profile: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.profile = profile
        self._capsys = capsys
        self._patch = monkeypatch

    def __call__(self, *arguments: str, stdin: str = "") -> Ran:
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        self._capsys.readouterr()
        try:
            code = main(["--profile-dir", str(self.profile), *arguments])
        except SystemExit as ended:
            code = int(ended.code or 0)
        captured = self._capsys.readouterr()
        return Ran(code, captured.out, captured.err)


@pytest.fixture
def line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(tmp_path / "张伟" / "数据 夹", capsys, monkeypatch)


@pytest.mark.parametrize(("window", "threshold"), EXPECTED.items())
def test_W1_threshold_prints_the_engines_numbers(line: Line, window: int, threshold: int) -> None:
    found = line("threshold", "--window", str(window), "--json").json
    assert found["threshold"] == threshold
    assert set(found) >= {
        "window", "usable", "effective", "threshold", "soft", "hard", "tier", "mode", "profile", "capped", "reasons",
        "budgets",
    }  # fmt: skip
    assert set(found["budgets"]) == {"system_prompt", "skills", "files", "tail", "narrative", "tool_result"}
    assert all(set(reason) == {"code", "text"} for reason in found["reasons"])
    assert found["soft"] < found["threshold"] <= found["hard"] < found["window"]


def test_W4_threshold_knows_the_share_of_a_strategy(line: Line) -> None:
    found = line("threshold", "--window", "131072", "--strategy", "pipeline", "--json").json
    assert found["threshold"] == round(0.5 * found["effective"])
    assert any(reason["code"] == "strategy_ratio" for reason in found["reasons"])
    ran = line("threshold", "--window", "131072", "--strategy", "magic")
    assert ran.code == 1
    assert "pipeline" in ran.err


def test_W8_the_first_line_says_when_the_strategy_really_acts(line: Line) -> None:
    off = line("threshold", "--window", "131072", "--strategy", "off").out
    assert off.startswith("does nothing until 103,101 tokens")
    truncate = line("threshold", "--window", "131072", "--strategy", "truncate").out
    assert "above 100 messages" in truncate.splitlines()[0]


def test_U2_threshold_prints_one_figure_for_what_is_usable(line: Line) -> None:
    out = line("threshold", "--window", "32768").out
    assert "28,016" in out
    assert "28,017" not in out
    assert "− margin 656" in out, "32,768 − 4,096 − 656 = 28,016"


def test_W7_threshold_says_only_what_is_true_of_a_window_too_small_to_compress(line: Line) -> None:
    out = line("threshold", "--window", "3000").out
    first = out.splitlines()[0]
    assert first.startswith("too small to compress for: the oldest turns slide out from 1,290 tokens on")
    assert "compresses at" not in out
    assert "summary" not in out
    assert "word for word" not in out
    assert "soft line" not in out
    assert line("threshold", "--window", "3000", "--json").json["mode"] == "sliding"
    chinese = line("threshold", "--window", "3000", "--language", "zh").out
    assert "档位 小" in chinese
    assert "_" not in chinese, "no names of programs"


def test_W8_a_cap_that_no_setting_takes_is_no_option_either(line: Line) -> None:
    ran = line("threshold", "--window", "8192", "--cap", "10")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.strip() == "--cap does not take this value: it takes 1,000 to 2,200,000 tokens, or 0 for none."


def test_threshold_takes_every_option(line: Line) -> None:
    ran = line(
        "threshold", "--window", "400000", "--max-input", "272000", "--max-output", "128000", "--profile", "long",
        "--price-step", "200000", "--ratio", ".5", "--cap", "90000", "--reasoning", "--uncalibrated", "--json",
    )  # fmt: skip
    assert ran.code == 0
    assert ran.json["threshold"] == 90_000
    assert ran.json["capped"] is True
    classic = line("threshold", "--window", "32768", "--formula", "classic", "--json").json
    assert classic["formula"] == "classic"
    assert "200,000" in line("threshold", "--window", "200000").out


def test_W4_threshold_of_a_model_follows_the_profiles_settings(line: Line) -> None:
    before = line("threshold", "--model", "openai/gpt-4o", "--json").json
    assert before["window"] == 128_000
    assert line("settings", "set", "context.profile", "economy").code == 0
    after = line("threshold", "--model", "openai/gpt-4o", "--json").json
    assert after["profile"] == "economy"
    assert after["threshold"] < before["threshold"]


@pytest.mark.parametrize(
    "wrong",
    [
        ["nonsense"],
        ["threshold"],
        ["threshold", "--window", "0"],
        ["threshold", "--window", "8192", "--ratio", "3"],
        ["chats"],
        ["settings", "set", "general.model"],
        ["--screenshot", "a.png"],
        ["--quit-after", "-1"],
        ["--size", "big"],
    ],
)
def test_wrong_usage_ends_with_2(line: Line, wrong: list[str]) -> None:
    ran = line(*wrong)
    assert ran.code == 2
    assert "usage:" in ran.err


def test_settings_round_trip(line: Line) -> None:
    assert line("settings", "set", "context.cap", "20000", "--json").json == {"key": "context.cap", "value": 20_000}
    assert line("settings", "get", "context.cap").out == "20000\n"
    assert line("settings", "set", "context.background", "off").code == 0
    everything = line("settings", "get", "--json").json
    assert everything["context.background"] is False
    assert everything["context.cap"] == 20_000
    assert everything["general.language"] == "system"


@pytest.mark.parametrize(
    "wrong",
    [
        ("general.nothing", "1"),
        ("context.cap", "much"),
        ("context.strategy", "magic"),
        ("general.language", "fr"),
        ("usage.day_tokens", "10"),
        ("usage.day_cost", "0.001"),
        ("context.message_cap", "1"),
        ("general.model", "nowhere/nothing"),
        ("context.summary_model", "nothing-like-it"),
    ],
)
def test_a_setting_that_cannot_be_is_a_known_failure(line: Line, wrong: tuple[str, str]) -> None:
    ran = line("settings", "set", *wrong, "--json")
    assert ran.code == 1
    assert len(ran.err.strip().splitlines()) == 1
    assert set(ran.json) == {"error"}


def provider(line: Line, stub: OpenAIStub, key: str = "sk-test-0123456789") -> None:
    """Set up the stub as a provider with a key."""
    ran = line(
        "providers", "add", "stub", "--base-url", stub.base_url, "--models", "stub-model", "--key-stdin",
        stdin=f"{key}\n",
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert key not in ran.out + ran.err


def test_X1_a_key_goes_to_the_key_store_and_nowhere_else(line: Line) -> None:
    with OpenAIStub() as stub:
        provider(line, stub, "sk-secret-4711")
        assert line("providers", "list", "--json").json[0]["key"] is True
        assert line("providers", "test", "stub", "--json").json["models"] == ["stub/stub-model"]
        for path in line.profile.rglob("*"):
            assert not path.is_file() or b"sk-secret-4711" not in path.read_bytes(), path
        assert line("providers", "remove", "stub").code == 0
        assert line("providers", "list", "--json").json == []
        assert line("providers", "remove", "stub").code == 1


def test_X2_without_a_key_store_the_command_line_names_the_next_step(line: Line) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())
    ran = line("providers", "add", "openai", "--key-stdin", stdin="sk-secret-4711\n")
    assert (ran.code, ran.out) == (1, "")
    assert "--vault" in ran.err
    assert "OPENAI_API_KEY" in ran.err
    assert line("providers", "list", "--json").json == []


def test_chat_streams_an_answer_and_goes_on_with_it(line: Line) -> None:
    with OpenAIStub() as stub:
        provider(line, stub)
        stub.enqueue(answer("Grüße aus 北京"), answer("again"))
        first = line("chat", "hello", "--model", "stub/stub-model")
        assert (first.code, first.out) == (0, "Grüße aus 北京\n")
        chat = first.err.splitlines()[0]
        second = line("chat", "-", "--chat", chat, "--json", stdin="from a pipe")
        assert second.code == 0
        assert second.json["chat"] == chat
        assert second.json["text"] == "again"
        assert second.json["model"] == "stub/stub-model"
        assert second.json["usage"]["prompt"] > 0
        assert [m["content"] for m in stub.chats[1].json["messages"] if m["role"] == "user"] == ["hello", "from a pipe"]
        listed = line("chats", "list", "--json").json
        assert [(row["id"], row["title"]) for row in listed] == [(chat, "hello")]
        report = line("context", chat, "--json").json
        assert report["load"] > 0
        assert report["thresholds"]["threshold"] > 0
        assert report["next_send"] == {"tokens": report["load"], "cached": 0, "amount": None, "currency": ""}
        told = line("context", chat).out
        for said in ("next request", "for the answer", "hard line", "were read from cache"):
            assert said in told
        seen = line("context", chat, "--xray", "--json").json
        assert sum(part["tokens"] for part in seen["parts"]) == seen["load"] == report["load"]
        again = {"role": "assistant", "content": "again"}
        assert seen["request"]["messages"][1:] == [*stub.chats[1].json["messages"][1:], again]
        told = line("context", chat, "--xray").out
        assert "verbatim    m1 You – It is recent enough to be sent word for word." in told
        assert f"{report['load']:,} tokens in" in told


def test_a_chat_works_in_a_folder(line: Line, tmp_path: Path) -> None:
    place = tmp_path / "project"
    place.mkdir()
    (place / "AGENTS.md").write_text("Use tabs.")
    with OpenAIStub() as stub:
        provider(line, stub)
        stub.enqueue(answer("Yes."), answer("Yes."))
        chat = line("chat", "Hi.", "--model", "stub/stub-model", "--folder", str(place)).err.splitlines()[0]
        line("chat", "More.", "--chat", chat)
        for asked in stub.chats:
            assert '<file path="AGENTS.md">\nUse tabs.\n</file>' in asked.json["messages"][0]["content"]
        wrong = line("chat", "Hi.", "--model", "stub/stub-model", "--folder", str(tmp_path / "missing"))
        assert (wrong.code, len(stub.chats)) == (1, 2)
        assert "There is no folder" in wrong.err


def test_context_tells_what_each_skill_costs(line: Line) -> None:
    place = line.profile / "skills" / "pdf"
    place.mkdir(parents=True)
    (place / "SKILL.md").write_text("---\nname: pdf\ndescription: fills forms\n---\nFill every field.")
    with OpenAIStub() as stub:
        provider(line, stub)
        stub.enqueue(answer("Yes."))
        chat = line("chat", "Hello.", "--model", "stub/stub-model").err.splitlines()[0]
        assert "- pdf: fills forms" in stub.chats[0].json["messages"][0]["content"]
        assert "skill" in [tool["function"]["name"] for tool in stub.chats[0].json["tools"]]
        budgets = {row["key"]: row for row in line("context", chat, "--json").json["budgets"]}
        items = budgets["skills"]["items"]
        assert [(item["name"], item["state"], item["tokens"] > 0) for item in items if item["name"]] == [
            ("pdf", "whole", True)
        ]
        assert sum(item["wanted"] for item in items) == budgets["skills"]["used"]
        told = line("context", chat).out
        assert "    pdf: " in told
        for section in budgets["total"]["items"]:
            name = {"tools": "tool guidance"}.get(section["section"], section["section"])
            assert f"    {name}: {section['tokens']:,}\n" in told


def test_U2_the_numbers_that_context_prints_add_up(line: Line, tmp_path: Path) -> None:
    place = line.profile / "skills" / "pdf"
    place.mkdir(parents=True)
    (place / "SKILL.md").write_text("---\nname: pdf\ndescription: fills forms\n---\nFill every field.")
    (tmp_path / "AGENTS.md").write_text("Use tabs. " * 40)
    ran = line("chat", "hello " * 900, "--folder", str(tmp_path), "--demo", "--json")
    out = line("context", ran.json["chat"]).out.splitlines()
    number = re.compile(r": ([\d,]+)")

    def figure(said: str) -> int:
        found = number.search(said)
        return int(found[1].replace(",", "")) if found else 0

    load = int(out[0].split()[2].replace(",", ""))
    heads = [at for at, said in enumerate(out) if re.search(r": [\d,]+ of [\d,]+$", said)]
    first = next(at for at, said in enumerate(out) if said.startswith("  system prompt: "))
    assert sum(map(figure, out[first : heads[0]])) == load > 1_000
    for at in heads:
        items = itertools.takewhile(lambda said: said.startswith("    "), out[at + 1 :])
        assert sum(map(figure, items)) == figure(out[at]), out[at]


def test_context_tells_what_is_kept_word_for_word(line: Line) -> None:
    with OpenAIStub() as stub:
        provider(line, stub)
        stub.enqueue(answer("Yes."))
        first = line("chat", "Always answer in one sentence.", "--model", "stub/stub-model")
        chat = first.err.splitlines()[0]
        kept = line("context", chat, "--json").json["pins"]
        assert [(rule["text"], rule["state"]) for rule in kept["rules"]] == [
            ("Always answer in one sentence.", "found")
        ]
        assert 0 < kept["tokens"] < kept["room"]
        assert "compresses at " in line("context", chat).out
        assert line("settings", "set", "context.strategy", "off", "--chat", chat).code == 0
        told = line("context", chat)
        assert "does nothing until " in told.out
        assert "compresses at " not in told.out
        assert "pins: 0, rules in force: 1" in line("context", chat).out


def test_W8_settings_of_a_chat_and_of_a_model_are_set_read_and_taken_back(line: Line) -> None:
    with OpenAIStub() as stub:
        provider(line, stub)
        stub.enqueue(answer("Yes."))
        model = "stub/stub-model"
        chat = line("chat", "hello", "--model", model).err.splitlines()[0]
        ran = line("settings", "set", "context.cap", "6000", "--model", model, "--json")
        assert ran.json == {"key": "context.cap", "value": 6_000, "source": "model"}
        told = line("threshold", "--model", model, "--json").json
        assert (
            "set for this model" in " ".join(reason["text"] for reason in told["reasons"]) or told["threshold"] < 6_000
        )
        assert line("settings", "set", "context.cap", "2000", "--chat", chat).out == (
            "context.cap = 2000 (set for this chat)\n"
        )
        report = line("context", chat, "--json").json
        assert report["thresholds"]["threshold"] == 2_000
        assert report["own"] == [{"name": "cap", "value": 2_000, "source": "chat"}]
        got = line("settings", "get", "--chat", chat, "--json").json
        assert {"key": "context.cap", "value": 2_000, "source": "chat"} in got
        assert line("settings", "get", "context.recent_n", "--model", model).out == (
            "context.recent_n = 20 (from the settings)\n"
        )
        back = line("settings", "set", "context.cap", "default", "--chat", chat, "--json").json
        assert back == {"key": "context.cap", "value": 6_000, "source": "model"}
        line("settings", "set", "context.strategy", "truncate", "--model", model)
        line("settings", "set", "context.summary_model", model, "--chat", chat)
        assert line("context", chat, "--json").json["strategy"] == "truncate"
        for key, value, whose, said in (
            ("context.recent_n", "101", ("--chat", chat), "1 to 100"),
            ("context.sp_scale", "full", ("--chat", chat), "cannot be set for one chat"),
            ("context.tell_model", "off", ("--model", model), "cannot be set for one model"),
            ("general.zoom", "5", ("--chat", chat), "no setting named"),
            ("context.strategy", "magic", ("--chat", chat), "magic"),
            ("context.cap", "5000", ("--chat", "nowhere"), "nowhere"),
            ("context.cap", "5000", ("--model", "nobody/none"), "nobody"),
        ):
            failed = line("settings", "set", key, value, *whose)
            assert (failed.code, failed.out) == (1, "")
            assert said in failed.err


def test_chat_sends_files_and_says_what_it_cannot_read(line: Line, tmp_path: Path) -> None:
    paper = made.put(tmp_path, "报告.docx", made.docx("Net profit", "净利润 1,250"))
    with OpenAIStub() as stub:
        provider(line, stub)
        stub.enqueue(answer("read"))
        ran = line("chat", "sum up", "--model", "stub/stub-model", "--attach", str(paper))
        assert (ran.code, ran.out) == (0, "read\n")
        content = stub.chats[0].json["messages"][-1]["content"]
        assert content.startswith("sum up")
        assert "[报告.docx]\nNet profit\n\n净利润 1,250" in content
        before = len(stub.chats)
        locked = made.put(tmp_path, "locked.pdf", made.LOCKED_PDF)
        ran = line("chat", "x", "--model", "stub/stub-model", "--attach", str(locked))
        assert ran.code == 1
        assert ran.err == "locked.pdf is protected by a password. Save it without one and attach it again.\n"
        long = made.put(tmp_path, "long.txt", "many words " * 9_000)
        assert "Send it shortened" in line("chat", "x", "--model", "stub/stub-model", "--attach", str(long)).err
        assert len(stub.chats) == before
        stub.enqueue(answer("short"))
        assert line("chat", "", "--model", "stub/stub-model", "--attach", str(long), "--shorten").out == "short\n"


def test_chat_fails_in_one_line(line: Line) -> None:
    with OpenAIStub() as stub:
        provider(line, stub)
        stub.enqueue(status(401, "bad key"))
        ran = line("chat", "hello", "--model", "stub/stub-model", "--json")
        assert ran.code == 1
        assert ran.json["state"] == "failed"
        assert ran.json["error"]
        assert len(ran.err.strip().splitlines()) == 2  # the chat's id and the failure


def test_chat_without_a_model_says_what_to_do(line: Line) -> None:
    ran = line("chat", "hello")
    assert ran.code == 1
    assert "Choose a model" in ran.err
    assert "`providers add openai --key-stdin`" in ran.err
    assert "models install" in line("models", "test", "magic").err


def test_X2_a_missing_key_names_the_command_and_the_variable(line: Line) -> None:
    for command in (["models", "test", "openai/gpt-4o"], ["chat", "hello", "--model", "openai/gpt-4o"]):
        for language in ("en", "zh"):
            ran = line(*command, "--language", language)
            assert ran.code == 1
            told = ran.err.strip().splitlines()[-1]
            assert "`providers add NAME --key-stdin`" in told
            assert "`--vault`" in told
            assert "OPENAI_API_KEY" in told


def test_chat_refuses_unknown_things_before_sending(line: Line) -> None:
    assert line("chat", "hello", "--demo", "--allow", "erase_disk").code == 1
    assert line("chat", "hello", "--demo", "--chat", "no-such-chat").code == 1
    assert line("chat", "hello", "--demo", "--strategy", "magic").code == 1
    assert line("chat", "  ", "--demo").code == 1


def test_M1_nobody_to_ask_means_no_and_allow_means_yes(line: Line, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("the code is 4711")
    call = ("read_file", json.dumps({"path": str(tmp_path / "note.txt")}))
    with OpenAIStub() as stub:
        provider(line, stub)
        for options, seen in (([], "did not allow"), (["--allow", "read_file"], "4711")):
            stub.enqueue(answer("", call), answer("ok"))
            ran = line("chat", "read it", "--model", "stub/stub-model", *options)
            assert ran.code == 0, ran.err
            results = [m["content"] for m in stub.chats[-1].json["messages"] if m["role"] == "tool"]
            assert seen in results[-1]


def test_the_demo_answers_without_a_key(line: Line) -> None:
    ran = line("--demo", "chat", "hello", "--json")
    assert ran.code == 0
    assert "scripted model" in ran.json["text"]
    assert "演示" in line("chat", "你好", "--demo").out


def test_recall_finds_what_was_said_in_one_chat_or_all(line: Line) -> None:
    chat = line("chat", "The key lies under the 蓝色花盆; password: hunter22secret", "--demo", "--json").json["chat"]
    found = line("recall", "花盆", "--json").json
    assert [set(hit) >= {"id", "chat", "when", "role", "text", "score"} for hit in found] == [True] * len(found)
    assert (found[0]["id"], found[0]["chat"], found[0]["role"]) == ("m1", chat, "user")
    assert found[0]["when"].endswith("+00:00")
    assert "hunter22secret" not in str(found)
    assert "m1" in line("recall", "key", "--chat", chat).out
    assert [hit["id"] for hit in line("recall", "m1-m2", "--chat", chat, "--json").json] == ["m1", "m2"]
    assert line("recall", '"((( NEAR *', "--json").json == []
    assert "Nothing matches" in line("recall", "zeppelin", "--limit", "3").out
    assert line("recall", "key", "--chat", "none").code == 1
    assert line("recall").code == 2
    empty = line("recall", " ")
    assert (empty.code, empty.out) == (2, "")
    assert "Say what to look for" in empty.err


def test_replay_prints_the_documented_keys(line: Line, tmp_path: Path) -> None:
    file = tmp_path / "talk.json"
    talk = [
        {"role": role, "content": f"{role} {n} " + "words and words " * 120}
        for n in range(30)
        for role in ("user", "assistant")
    ]
    file.write_text(json.dumps(talk))
    ran = line("replay", str(file), "--window", "8192", "--json")
    assert ran.code == 0, ran.err
    assert set(ran.json) >= {"calls", "compactions", "final_request", "notices", "totals"}
    assert all(call["tokens"] <= call["hard"] for call in ran.json["calls"])
    assert line("replay", str(tmp_path / "none.json")).code == 1
    assert line("replay", str(file), "--strategy", "magic").code == 1


FAILING = [
    ["replay", "none.json"],
    ["replay", "folder"],
    ["replay", "secret.json"],
    ["replay", "empty.json"],
    ["replay", "broken.json"],
    ["replay", "words.txt"],
    ["replay", "numbers.json"],
    ["replay", "talk.json", "--strategy", "magic"],
    ["replay", "talk.json", "--model", "magic"],
    ["replay", "talk.json", "--summarizer", "magic"],
    ["lab", "none.json"],
    ["lab", "folder"],
    ["lab", "secret.json"],
    ["lab", "empty.json"],
    ["lab", "broken.json"],
    ["lab", "talk.json", "--strategy", "magic"],
    ["lab", "talk.json", "--report", "none/out.html"],
    ["context", "none"],
    ["chat", "你好", "--chat", "none"],
    ["chat", "你好", "--model", "magic"],
    ["chat", "你好", "--strategy", "magic"],
    ["chat", "你好", "--attach", "none.pdf"],
    ["chat", "你好", "--folder", "none"],
    ["chat", "你好", "--allow", "magic"],
    ["chats", "delete", "none"],
    ["chats", "delete", "--for-good", "none"],
    ["chats", "restore", "none"],
    ["settings", "get", "none"],
    ["settings", "set", "none", "1"],
    ["settings", "set", "context.cap", "10"],
    ["settings", "set", "context.cap", "many"],
    ["settings", "set", "context.strategy", "magic"],
    ["settings", "set", "general.model", "magic"],
    ["settings", "set", "network.proxy_url", "magic"],
    ["settings", "get", "context.cap", "--chat", "none"],
    ["settings", "set", "general.model", "x", "--model", "openai/gpt-4o"],
    ["providers", "add", "openai", "--key-stdin"],
    ["providers", "add", "magic"],
    ["providers", "add", "magic", "--kind", "magic"],
    ["providers", "add", "magic", "--kind", "openai", "--base-url", "magic"],
    ["providers", "remove", "magic"],
    ["providers", "test", "magic"],
    ["models", "install", "magic"],
    ["models", "install", "none.gguf"],
    ["models", "remove", "magic"],
    ["models", "test", "magic"],
    ["models", "test", "openai/gpt-4o"],
    ["threshold", "--model", "magic"],
    ["threshold", "--window", "8192", "--strategy", "magic"],
    ["recall", " "],
    ["recall", "x", "--chat", "none"],
]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of files that cannot be read, and one that can, as the current one."""
    place = tmp_path / "files"
    (place / "folder").mkdir(parents=True)
    for name, held in {
        "empty.json": " \n",
        "broken.json": '{"messages": [',
        "words.txt": "hello",
        "numbers.json": "[1, 2]",
        "secret.json": "{}",
        "talk.json": '[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]',
    }.items():
        (place / name).write_text(held)
    monkeypatch.chdir(place)
    opened = Path.read_text

    def refused(path: Path, *arguments: Any, **named: Any) -> str:
        if path.name == "secret.json":
            raise PermissionError(13, "Permission denied")  # who tests as root is refused nothing
        return opened(path, *arguments, **named)

    monkeypatch.setattr(Path, "read_text", refused)
    return place


def test_every_failure_is_one_sentence_in_chinese_to_its_end(line: Line, files: Path) -> None:
    english = re.compile(r"[A-Za-z]{2,} [a-z]{2,}")
    said: dict[str, str] = {}
    for command in FAILING:
        ran = line(*command, "--language", "zh")
        assert ran.code in (1, 2), command
        assert ran.out == "" or "--report" in command, command
        told = ran.err.strip()
        assert told.count("\n") == 0, (command, told)
        assert re.search("[一-鿿]", told), (command, told)
        words = re.sub(r"`[^`]*`|weclaw-desktop( [a-z]+)+", "", told.replace(str(files), ""))
        assert not english.search(words), (command, told)
        said[" ".join(command)] = told
    assert said["replay folder"] == "无法读取 folder：这是文件夹，不是文件。"
    assert said["replay none.json"] == said["lab none.json"] == "无法读取 none.json：没有这个文件或文件夹。"
    assert said["lab secret.json"] == "无法读取 secret.json：没有访问权限。"
    assert said["replay empty.json"] == said["lab empty.json"] == "empty.json 是空文件。"


def test_lab_compares_strategies_and_writes_a_report(line: Line, tmp_path: Path) -> None:
    file, report = tmp_path / "talk.json", tmp_path / "out.html"
    talk = [
        {"role": role, "content": f"{role} says item_{n} of {n * 37}. " + "words and words " * 60}
        for n in range(20)
        for role in ("user", "assistant")
    ]
    file.write_text(json.dumps(talk))
    ran = line("lab", str(file), "--window", "8192,16384", "--strategy", "adaptive,off", "--report", str(report))
    assert ran.code == 0, ran.err
    assert "Adaptive · window 8.2K" in ran.out
    assert 'id="lab"' in report.read_text(encoding="utf-8")
    ran = line("lab", str(file), str(file), "--strategy", "off", "--profile", "economy", "--json")
    assert [len(one["rows"]) for one in ran.json["transcripts"]] == [1, 1]
    assert ran.json["transcripts"][0]["rows"][0]["valid"] is True
    nowhere = str(tmp_path / "a" / "b")
    for wrong in (["none.json"], [str(file), "--strategy", "magic"], [str(file), "--report", nowhere]):
        failed = line("lab", *wrong)
        assert failed.code == 1
        assert len(failed.err.strip().splitlines()) == 1
    assert line("lab", str(file), "--profile", "huge").code == 2


def test_doctor_looks_at_everything(line: Line) -> None:
    ran = line("doctor", "--json")
    codes = {check["code"] for check in ran.json["checks"]}
    assert codes >= {"python", "qt", "fonts", "keys", "database", "disk", "servers", "models", "proxy"}
    assert ran.code == (0 if ran.json["ok"] else 1)
    assert line("doctor", "--has-model").code == 1


def test_doctor_fails_on_a_damaged_database(line: Line) -> None:
    assert line("chats", "list").code == 0
    (line.profile / "weclaw.db").write_bytes(b"not a database at all" * 100)
    ran = line("doctor")
    assert ran.code == 1
    assert "FAIL" in ran.out
    refused = line("chats", "list")
    assert refused.code == 1
    assert refused.err.count("\n") == 1
    assert "doctor --repair restore" in refused.err
    assert (line.profile / "weclaw.db").read_bytes().startswith(b"not a database")


def test_D4_doctor_repairs_a_damaged_database_and_keeps_the_file(line: Line) -> None:
    assert line("chats", "list").code == 0
    database = line.profile / "weclaw.db"
    backup(database, line.profile / "backups", label="daily")
    assert {"code": "backups", "state": "ok"}.items() <= line("doctor", "--json").json["checks"][-5].items()
    for way, told in (("restore", "weclaw.db is sound"), ("anew", "is a new profile")):
        database.write_bytes(b"not a database at all" * 100)
        ran = line("doctor", "--repair", way)
        assert "old file is kept as weclaw.db.aside-" in ran.err
        assert told in ran.out
    assert len(list(line.profile.glob("weclaw.db.aside-*"))) == 2
    assert line("doctor", "--repair", "wish").code == 2


def test_I3_doctor_names_the_remedy_for_fcitx(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_IM_MODULE", "fcitx")
    ran = line("doctor")
    assert "QT_IM_MODULE=ibus" in ran.out


def test_models_are_listed_and_unknown_ones_named(line: Line, tmp_path: Path) -> None:
    offered = [row for row in line("models", "list", "--json").json if not row["installed"]]
    assert "local/smollm2-135m" in [row["id"] for row in offered]
    assert "smollm2-135m" in line("models", "install", "gpt-9").err
    (tmp_path / "a.gguf").write_bytes(b"no model")
    assert line("models", "install", str(tmp_path / "a.gguf")).code == 1
    assert line("models", "remove", "smollm2-135m").code == 1


def test_sentences_come_in_chinese(line: Line) -> None:
    assert "词元时压缩" in line("threshold", "--window", "8192", "--language", "zh").out
    assert line("settings", "set", "general.language", "zh").code == 0
    assert "词元时压缩" in line("threshold", "--window", "8192").out


def test_neither_qt_nor_litellm_is_loaded(tmp_path: Path) -> None:
    script = (
        "import sys; from weclaw_desktop.cli import main;"
        "code = main(['chat', 'hi', '--demo']) or main(['doctor', '--json']) or 0;"
        "bad = [m for m in sys.modules if m.split('.')[0] in ('PySide6', 'qasync', 'litellm')];"
        "print('LOADED', bad)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=Path(__file__).parent.parent, timeout=60
    )
    assert "LOADED []" in done.stdout, done.stderr


def test_a_full_disk_behind_standard_output_is_one_sentence(tmp_path: Path) -> None:
    full = Path("/dev/full")
    if not full.exists():
        full = tmp_path / "out"  # elsewhere only the exit code can be looked at
    with full.open("w") as out:
        ran = _script(tmp_path, "threshold", "--window", "8192", stdout=out)
    if full.name == "full":
        assert ran.returncode == 1
        assert ran.stderr.startswith("Standard output could not be written")
    assert len(ran.stderr.splitlines()) <= 1


def test_R3_an_answer_whose_reader_is_gone_is_saved_all_the_same(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as gone:
        ran = _script(tmp_path, "chat", "hello", "--demo", stdout=gone)
    chat = ran.stderr.split()
    assert len(chat) == 1, ran.stderr
    with closing(sqlite3.connect(tmp_path / "profile" / "weclaw.db")) as database:
        rows = database.execute("select role, state from messages order by seq").fetchall()
    assert rows == [("user", "committed"), ("assistant", "committed")]


def test_a_bug_is_a_sentence_for_people_and_a_trace_for_the_log(
    line: Line, monkeypatch: pytest.MonkeyPatch, expect_log: ExpectLog
) -> None:
    expect_log("a bug")

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("inside")

    monkeypatch.setattr("weclaw_desktop.commands.threshold.thresholds", broken)
    ran = line("threshold", "--window", "8192", "--json")
    assert ran.code == 1
    assert len(ran.err.splitlines()) == 1
    assert "ZeroDivisionError" in ran.json["error"]
    assert "inside" in (line.profile / "logs" / "weclaw.log").read_text("utf-8")


def test_an_empty_message_makes_no_chat(line: Line) -> None:
    ran = line("chat", "  ", "--demo", "--json")
    assert (ran.code, ran.err.strip()) == (1, "Write a message first.")
    assert line("chats", "list", "--json").json == []


def test_chats_are_deleted_restored_and_erased(line: Line) -> None:
    chats = [line("chat", f"Hello {n}", "--demo", "--json").json["chat"] for n in range(2)]
    assert line("chats", "delete", *chats, "--json").json == {"deleted": 2}
    assert line("chats", "list", "--json").json == []
    assert {chat["id"] for chat in line("chats", "list", "--trash", "--json").json} == set(chats)
    assert line("chats", "restore", chats[0]).out.strip() == "Chats restored: 1."
    assert [chat["id"] for chat in line("chats", "list", "--json").json] == chats[:1]
    assert line("chats", "list", "--archived", "--json").json == []
    assert line("chats", "delete", "--for-good", *chats, "--json").json == {"erased": 1}
    refused = line("chats", "delete", "nowhere")
    assert (refused.code, len(refused.err.splitlines())) == (1, 1)
    assert line("chats", "list", "--archived", "--trash").code == 2


def test_U6_the_thirty_days_of_the_trash_hold_for_who_only_uses_the_command_line(line: Line) -> None:
    old, kept = (
        line("chat", f"the code is {word}", "--demo", "--json").json["chat"] for word in ("zebrafinch", "quokka")
    )
    assert line("chats", "delete", old, kept).code == 0
    file = line.profile / "weclaw.db"
    with closing(sqlite3.connect(file)) as database:
        past = 31 * 86_400_000
        database.execute("UPDATE chats SET deleted_ms = deleted_ms - ? WHERE id = ?", (past, old))
        database.commit()
    assert [chat["id"] for chat in line("chats", "list", "--trash", "--json").json] == [kept]
    said = rows(file)
    assert "zebrafinch" not in said
    assert "quokka" in said
    assert line("chats", "restore", old).code == 1
    assert line("chats", "delete", "--for-good", kept).code == 0
    assert "quokka" not in rows(file)
    left = [path for path in line.profile.rglob("*") if path.is_file() and b"quokka" in path.read_bytes()]
    assert left == [], "no file of the profile holds it any more"


def rows(file: Path) -> str:
    """Every value of every table."""
    with closing(sqlite3.connect(file)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(str(row) for name in names for row in database.execute(f'SELECT * FROM "{name}"'))


def test_nothing_is_sent_in_a_chat_that_lies_in_the_trash(line: Line) -> None:
    chat = line("chat", "Hello", "--demo", "--json").json["chat"]
    line("chats", "delete", chat)
    refused = line("chat", "Still there?", "--chat", chat, "--demo")
    assert (refused.code, refused.out) == (1, "")
    assert refused.err.splitlines()[-1] == "This chat is in the trash. Restore it first."
    line("chats", "restore", chat)
    assert line("chat", "Still there?", "--chat", chat, "--demo").code == 0


def test_who_wants_to_be_asked_is_told_of_a_compression_that_had_to_be(line: Line) -> None:
    assert line("settings", "set", "context.ask_before", "on").code == 0
    chat, told = [], ""
    for number in range(8):
        ran = line(
            "chat", "-", "--demo", "--json", *chat, stdin=f"Parcel {number}. " + "Crate and pallet, plank. " * 260
        )
        assert ran.code == 0, ran.err
        chat, told = ["--chat", ran.json["chat"]], told + ran.err
    assert "Compressed before sending, without asking" in told


def test_a_demo_leaves_the_profiles_model_alone(line: Line) -> None:
    line("settings", "set", "general.model", "openai/gpt-5")
    assert line("chat", "hello", "--demo", "--json").json["model"] == "demo/scripted"
    assert line("settings", "get", "general.model", "--json").json["value"] == "openai/gpt-5"


@pytest.mark.parametrize("name", ["", "a/b", "a b"])
def test_a_provider_whose_models_could_not_be_named_is_refused(line: Line, name: str) -> None:
    ran = line("providers", "add", name, "--base-url", "http://127.0.0.1:9/v1", "--json")
    assert ran.code == 1
    assert "my-server" in ran.err
    assert line("providers", "list", "--json").json == []


def test_a_passphrase_without_a_terminal_is_one_sentence(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_question: str) -> str:
        raise EOFError

    monkeypatch.setattr("getpass.getpass", nobody)
    address = ("--base-url", "http://127.0.0.1:9/v1")
    ran = line("providers", "add", "stub", *address, "--key-stdin", "--vault", stdin="sk-0123456789\n")
    assert ran.code == 1
    assert "no terminal" in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not (line.profile / "keys.vault").exists()


def test_D7_settings_that_cannot_be_used_are_told_and_kept_once(line: Line) -> None:
    line.profile.mkdir(parents=True)
    (line.profile / "settings.json").write_text('{"context": {"cap": "x", "profile": "long"}}')
    for _ in range(2):
        ran = line("settings", "get", "context.profile", "--json")
        assert (ran.code, ran.json["value"]) == (0, "long")
        assert "context.cap" in ran.err
    assert [kept.name for kept in line.profile.glob("settings.json.damaged-*")] == ["settings.json.damaged-1"]
    (line.profile / "settings.json").write_text("{broken")
    assert "settings.json.damaged-2" in line("settings", "get", "context.profile").err
    assert line("settings", "get", "context.profile").err == ""


def _script(profile: Path, *arguments: str, stdout: IO[str] | int) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "weclaw_desktop", "--profile-dir", str(profile / "profile"), *arguments]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, check=False, timeout=60)
