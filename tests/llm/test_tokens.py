"""Counting: every script, every hostile text, every picture, offline."""

from __future__ import annotations

import json
import random
import socket
import subprocess
import sys
import threading
import time

import pytest

from weclaw_desktop.core import messages as m
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.llm import tokens
from weclaw_desktop.llm.families import FAMILIES, embedded_encoder, encoder_for
from weclaw_desktop.llm.local.toolchoice import told
from weclaw_desktop.llm.tokens import FamilyCounter, Table, counter_for, estimate

WORDS = {
    "zh": "我们 今天 讨论 数据库 选型 的 问题 需要 考虑 性能 价格 以及 维护 成本 会议 记录 已经 发给 大家",
    "ja": "東京 の 天気 は 今日 とても 良い です プログラム を 書く テスト データ ベース 検索 します",
    "ko": "오늘 회의 에서 데이터베이스 선택 문제를 논의 했습니다 성능 가격 유지 비용 그리고 일정 확인",
    "ru": "сегодня мы обсуждали выбор базы данных производительность стоимость поддержки и сроки проекта",
    "en": "today we discussed the choice of a database its speed price upkeep and the dates of this project",
    "emoji": "😀 🎉 🚀 👩‍💻 ❤️ 🇨🇳 👍🏽 🔥 ✅ 🧪",
}


def prose(script: str, length: int = 4_000) -> str:
    """Random words of a script, joined the way it is written."""
    rng = random.Random(script)
    words = WORDS[script].split()
    glue = "" if script in ("zh", "ja", "emoji") else " "
    ends = "。\n" if script in ("zh", "ja") else ".\n"
    return "".join(rng.choice(words) + (ends if n % 12 == 11 else glue) for n in range(length))


def rows() -> str:
    rng = random.Random(1)
    return json.dumps([{"id": n, "name": f"user_{n}", "score": rng.random()} for n in range(1_500)])


def log_lines() -> str:
    rng = random.Random(2)
    return "\n".join(
        f"2026-03-{n % 28 + 1:02d}T10:{n % 60:02d}:07.{rng.randrange(1000):03d}Z WARN [worker-{n % 7}] request "
        f"{rng.getrandbits(64):016x} took {rng.randrange(9000)} ms"
        for n in range(900)
    )


def code() -> str:
    return "\n".join(
        f"def step_{n}(values: list[int]) -> int:\n    total = 0\n    for value in values:\n"
        f"        if value % {n + 2} == 0:\n            total += value\n    return total\n"
        for n in range(400)
    )


TEXTS = {**{name: prose(name) for name in WORDS}, "json": rows(), "logs": log_lines(), "code": code()}


def reference(encoder: str, text: str) -> int:
    """The vocabulary applied in one go, by the library alone."""
    folder = tokens.tokenizer_folder()
    if encoder in ("deepseek", "anthropic"):
        from tokenizers import Tokenizer

        return len(Tokenizer.from_file(str(folder / f"{encoder}_tokenizer.json")).encode(text).ids)
    import tiktoken
    from tiktoken_ext import openai_public

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", str(folder))
        return len(tiktoken.Encoding(**getattr(openai_public, encoder)()).encode_ordinary(text))


@pytest.mark.parametrize("encoder", ["o200k_base", "cl100k_base", "deepseek", "anthropic"])
def test_C1_every_script_is_within_a_tenth_of_the_models_own_encoder(encoder: str) -> None:
    counter = counter_for(encoder)
    joined = "\n".join(TEXTS.values())
    assert len(joined) > 2 * tokens.CHUNK
    assert counter.text(joined) == pytest.approx(reference(encoder, joined), rel=0.001)
    for name in ("zh", "logs"):
        assert counter.text(TEXTS[name]) == pytest.approx(reference(encoder, TEXTS[name]), rel=0.001)
    assert counter.text("hello world") == 2
    assert counter.exact


@pytest.mark.parametrize("name", TEXTS)
def test_C1_scripts_differ_as_the_vocabularies_do(name: str) -> None:
    text = TEXTS[name]
    counts = {encoder: counter_for(encoder).text(text) for encoder in ("o200k_base", "cl100k_base", "claude", "qwen")}
    assert 0.15 < counts["o200k_base"] / len(text) < 3
    assert counts["claude"] == pytest.approx(1.25 * counts["o200k_base"], rel=0.001)
    if name == "zh":
        assert counts["cl100k_base"] > 1.2 * counts["o200k_base"]


REAL = {
    "qwen": {"zh": 4_666, "ja": 5_603, "en": 4_381, "json": 62_637, "logs": 48_326, "code": 18_584},
    "smollm-embedded": {"zh": 14_794, "ja": 18_228, "en": 4_935, "json": 62_637, "logs": 49_402, "code": 18_983},
}
"""Tokens of ``TEXTS`` by the real vocabularies of Qwen2.5 and SmolLM2, counted with their weights' own files."""


@pytest.mark.parametrize(("encoder", "name"), [(encoder, name) for encoder, real in REAL.items() for name in real])
def test_C1_borrowed_tables_come_close_where_numbers_and_chinese_are_cut_otherwise(encoder: str, name: str) -> None:
    assert counter_for(encoder).text(TEXTS[name]) == pytest.approx(REAL[encoder][name], rel=0.07)


@pytest.mark.parametrize("encoder", ["qwen", "smollm-embedded"])
def test_C1_single_digits_and_nothing_are_counted_right(encoder: str) -> None:
    counter = counter_for(encoder)
    assert counter.text("1234567890") == pytest.approx(10, abs=1)
    assert counter.text("") == 0
    assert counter.text("的") >= 1


@pytest.mark.parametrize("name", TEXTS)
def test_C1_even_the_estimate_is_of_the_right_size(name: str) -> None:
    real = counter_for("o200k_base").text(TEXTS[name])
    assert 0.55 < estimate(TEXTS[name]) / real < 1.9


@pytest.mark.parametrize("encoder", FAMILIES)
def test_C2_special_tokens_are_literal_text(encoder: str) -> None:
    counter = counter_for(encoder)
    assert counter.text("<|endoftext|>") >= 5
    assert counter.text("<｜end▁of▁sentence｜>") >= 4
    assert counter.text("") == 0


@pytest.mark.parametrize("encoder", ["o200k_base", "cl100k_base", "deepseek", "anthropic"])
def test_C2_a_million_spaces_are_counted(encoder: str) -> None:
    assert 500 < counter_for(encoder).text(" " * 1_000_000) < 200_000
    assert counter_for(encoder).exact


@pytest.mark.parametrize("text", ["\0", "a\ud800b", "\udfff", "\ud83d\ude00", "\ufeff", "\u200b"])
def test_C2_broken_characters_are_counted(text: str) -> None:
    for encoder in FAMILIES:
        assert counter_for(encoder).text(text) > 0


@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_paragraphs_counted_by_themselves_are_as_many_tokens_as_the_whole(name: tokens.TableName) -> None:
    """What ends in front of a bracket is remembered, whatever stands around the ends of lines."""
    rng = random.Random(name)
    counted = tokens.table(name)
    whole = Table(lambda: counted._piece)  # pyright: ignore[reportPrivateUsage] -- the vocabulary itself
    ends = ("\n[", ".\n[", "\r\n[", " \n[", "\n\n[", "/\n[[", "\n [", "]\n[\n[", "。\n[m7 user] ")
    for script in WORDS:
        words = WORDS[script].split()
        text = ""
        while len(text) <= tokens.PARAGRAPHS:
            text += " ".join(rng.choices(words, k=24)) + rng.choice(ends)
        assert counted.count(text) == whole.count(text)


def test_a_paragraph_is_counted_once() -> None:
    asked: list[str] = []
    table = Table(lambda: lambda text: asked.append(text) or len(text), additive=True)
    block = "\n".join(f"[m{number} user] {'words ' * 20}" for number in range(40))
    table.count(block)
    assert "".join(asked) == block
    asked.clear()
    table.count(f"{block}\n[m41 user] more")
    assert len(asked) == 2, "the last one, which ends with a line now, and the new one"
    asked.clear()
    lines = "\n".join(f"[{number}] ok" for number in range(1_000))
    table.count(lines)
    assert asked == [lines], "lines of a log are counted at once"


def test_C2_a_tokenizer_that_raises_gives_a_marked_estimate() -> None:
    def explode(text: str) -> int:
        raise RuntimeError(text[:3])

    counter = FamilyCounter("o200k_base", FAMILIES["o200k_base"], Table(lambda: explode))
    assert counter.exact
    assert counter.text("eleven chars") == 4
    assert counter.text("x") == 1
    assert not counter.exact


def test_C2_a_missing_vocabulary_gives_a_marked_estimate() -> None:
    def missing() -> tokens._Encode:
        raise FileNotFoundError("o200k")

    counter = FamilyCounter("o200k_base", FAMILIES["o200k_base"], Table(missing))
    assert counter.text("数据库选型") == 4
    assert not counter.exact


def test_C2_messages_never_counted_are_counted_now() -> None:
    counter = counter_for("o200k_base")
    imported = m.user("hello world", id="a", revision=0)
    assert counter.message(imported) == 2 + tokens.MESSAGE_FRAME
    assert counter.message(m.user("hello world", tokens={"o200k_base": 99})) == 99


def test_counts_are_cached_per_id_and_revision() -> None:
    calls: list[str] = []

    def encode(text: str) -> int:
        calls.append(text)
        return len(text)

    counter = FamilyCounter("o200k_base", FAMILIES["o200k_base"], Table(lambda: encode))
    first = m.user("abc", id="a")
    assert counter.message(first) == counter.message(first) == 3 + tokens.MESSAGE_FRAME
    assert calls == ["abc"]
    assert counter.message(m.user("abcd", id="a", revision=1)) == 4 + tokens.MESSAGE_FRAME
    growing = m.assistant("ab", id="b", state="generating")
    counter.message(growing)
    assert counter.message(m.assistant("abcdef", id="b", state="generating")) == 6 + tokens.MESSAGE_FRAME


def test_the_intake_text_is_counted_instead_of_the_raw_one() -> None:
    counter = counter_for("o200k_base")
    raw = "word " * 5_000
    full = m.tool("c", "read_file", raw, id="t")
    short = m.tool("c", "read_file", raw, id="t2", intake=m.Intake("two words", capped=True))
    assert counter.message(full) > 4_000
    assert counter.message(short) < 20
    assert counter.message(m.user(raw, id="u", intake=m.Intake("two words"))) < 10


def test_threads_share_one_vocabulary() -> None:
    loads: list[int] = []

    def load() -> tokens._Encode:
        loads.append(1)
        time.sleep(0.05)
        return len

    shared = Table(load)
    threads = [threading.Thread(target=shared.count, args=("abc",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loads == [1]


def picture(width: int, height: int, size: int = 9_000_000) -> m.AttachmentPart:
    return m.AttachmentPart("image", "p.png", "image/png", size, "0" * 64, width, height)


@pytest.mark.parametrize(
    ("encoder", "expected"),
    [("o200k_base", 2 * 765), ("claude", 2 * 1_600), ("gemini", 2 * 258 * 36), ("qwen", 2 * 1_282)],
)
def test_C3_two_large_pictures_cost_what_the_provider_says(encoder: str, expected: int) -> None:
    parts = (picture(4_096, 4_096), picture(4_096, 4_096))
    assert counter_for(encoder).parts(parts) == expected + FAMILIES[encoder].frame


def test_C3_small_and_unknown_pictures() -> None:
    assert counter_for("o200k_base").parts((picture(400, 300),)) == 255 + tokens.MESSAGE_FRAME
    assert counter_for("claude").parts((picture(200, 200),)) == 54 + tokens.MESSAGE_FRAME
    assert counter_for("gemini").parts((picture(300, 200),)) == 258 + tokens.MESSAGE_FRAME
    assert counter_for("o200k_base").parts((picture(0, 0),)) == 765 + tokens.MESSAGE_FRAME


def test_C3_base64_is_never_counted_as_text() -> None:
    import base64

    blob = base64.b64encode(random.Random(3).randbytes(1_000_000)).decode()
    wrapped = base64.encodebytes(random.Random(3).randbytes(100_000)).decode()
    counter = counter_for("o200k_base")
    for text in (blob, f"data:image/png;base64,{blob}", f'{{"screenshot": "{blob}"}}', wrapped):
        assert 5 < counter.message(m.tool("c", "shot", text)) < 60


def test_C4_calls_arguments_results_and_schemas_count() -> None:
    counter = counter_for("o200k_base")
    arguments = json.dumps({"path": "a.txt", "content": "word " * 500})
    call = m.assistant("", m.ToolCallPart("c", "write_file", arguments))
    assert counter.message(call) > 500
    spec = ToolSpec("write_file", "Writes a file.", {"type": "object", "properties": {"path": {"type": "string"}}})
    assert counter.tools([spec] * 50) > 50 * 25
    assert counter.tools([]) == 0


def test_thinking_counts_only_where_it_is_sent_back() -> None:
    counter = counter_for("o200k_base")
    thought = m.ReasoningPart("word " * 100)
    assert counter.parts((thought, m.TextPart("yes"))) == 1 + tokens.MESSAGE_FRAME
    assert counter.parts((thought, m.ToolCallPart("c", "f", "{}"))) > 100


@pytest.mark.parametrize(
    ("model", "encoder"),
    [
        ("gpt-5.1", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("gpt-4o", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("claude-sonnet-4-5", "claude"),
        ("anthropic/claude-2.1", "anthropic"),
        ("gemini-2.5-pro", "gemini"),
        ("deepseek-chat", "deepseek"),
        ("deepseek-r1-distill-qwen-7b", "deepseek"),
        ("Qwen/Qwen3-32B", "qwen"),
        ("moonshotai/kimi-k2", "kimi"),
        ("glm-4.6", "glm"),
        ("llama3.1:8b", "llama"),
        ("my-finetune", "other"),
    ],
)
def test_the_family_is_read_from_the_models_name(model: str, encoder: str) -> None:
    assert encoder_for(model) == encoder


def test_C7_the_first_count_needs_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    for name in ("o200k_base", "cl100k_base", "deepseek", "anthropic"):
        counter = FamilyCounter(name, FAMILIES[name], Table(tokens.table(name)._load))
        assert counter.text("hello world") == 2
        assert counter.exact
        started = time.perf_counter()
        counter.text(TEXTS["en"])
        assert time.perf_counter() - started < 1.0


def test_C7_counting_imports_neither_litellm_nor_the_tokenizers_before_it_must() -> None:
    script = (
        "import sys; from weclaw_desktop.llm.tokens import counter_for; counter_for('o200k_base');"
        "assert not {'litellm', 'tiktoken', 'tokenizers'} & set(sys.modules);"
        "assert counter_for('o200k_base').text('hello world') == 2; assert 'litellm' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_C4_tools_told_in_words_are_counted_as_they_are_told() -> None:
    spec = ToolSpec("current_time", "Tell the time.", {"type": "object", "properties": {"zone": {"type": "string"}}})
    counter = counter_for("qwen-embedded")
    assert counter.tools((spec,)) == counter.text(told((spec,)))
    assert counter.tools(()) == 0


def test_C4_what_stands_before_the_schemas_is_counted_once() -> None:
    spec = ToolSpec("current_time", "Tell the time.", {"type": "object", "properties": {"zone": {"type": "string"}}})
    counter = counter_for("claude")
    one, two = counter.tools((spec,)), counter.tools((spec, spec))
    assert one > 346
    assert two - one == one - 346
    assert counter.tools(()) == 0


def test_C4_schemas_cost_what_the_template_makes_of_them() -> None:
    """Qwen's template writes blanks between the parts of a schema; its vocabulary makes 66 tokens of this one."""
    spec = ToolSpec(
        "read_file",
        "Read part of a text file.",
        {
            "type": "object",
            "properties": {"path": {"type": "string"}, "line": {"type": "integer"}},
            "required": ["path"],
        },
    )
    one = counter_for("qwen").tools((spec,)) - FAMILIES["qwen"].preface
    assert one == pytest.approx(66, abs=2)


@pytest.mark.parametrize(("model", "encoder"), [("smollm2-135m", "smollm-embedded"), ("tiny", "qwen-embedded")])
def test_C1_an_embedded_model_is_counted_by_its_own_family(model: str, encoder: str) -> None:
    assert embedded_encoder(model) == encoder


def test_a_text_asked_for_again_at_once_is_counted_once_and_not_kept_for_ever() -> None:
    asked: list[str] = []

    def encode(text: str) -> int:
        asked.append(text)
        return len(text)

    counter = FamilyCounter("o200k_base", FAMILIES["o200k_base"], Table(lambda: encode))
    assert [counter.text("abc"), counter.text("abc"), counter.text("")] == [3, 3, 0]
    assert asked == ["abc"]
    long = "ab " * tokens.RECENT_CHARS
    assert counter.text(long) == counter.text(long) == len(long)
    fills = "ab " * (tokens.RECENT_CHARS // 3 - tokens.RECENT_EACH)
    counter.text(fills)
    counter.text("abc")
    assert asked.count("abc") == 2
