"""Headers of GGUF files, whole, cut and hostile."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from weclaw_desktop.llm.local.gguf import read_header


def string(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def field(key: str, kind: int, value: bytes) -> bytes:
    return string(key) + struct.pack("<I", kind) + value


def header(fields: list[bytes], version: int = 3) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", version, 0, len(fields)) + b"".join(fields)


FIELDS = [
    field("general.architecture", 8, string("qwen2")),
    field("general.name", 8, string("小模型")),
    field("qwen2.context_length", 4, struct.pack("<I", 32_768)),
    field("qwen2.rope.freq_base", 6, struct.pack("<f", 1e6)),
    field("tokenizer.ggml.tokens", 9, struct.pack("<IQ", 8, 2) + string("a") + string("b")),
    field("tokenizer.ggml.types", 9, struct.pack("<IQ", 5, 3) + struct.pack("<3i", 1, 2, 3)),
    field("tokenizer.chat_template", 8, string("{{ messages }}")),
]


def write(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("version", [2, 3])
def test_reads_what_a_model_says_of_itself(tmp_path: Path, version: int) -> None:
    found = read_header(write(tmp_path, header(FIELDS, version) + b"tensors"))
    assert (found.name, found.architecture, found.window, found.template) == ("小模型", "qwen2", 32_768, True)
    assert found.fields["qwen2.rope.freq_base"] == pytest.approx(1e6)


def test_a_model_may_lack_name_window_and_template(tmp_path: Path) -> None:
    found = read_header(write(tmp_path, header(FIELDS[:1])))
    assert (found.name, found.window, found.template) == ("", 0, False)


def test_a_file_cut_anywhere_in_its_header_is_refused(tmp_path: Path) -> None:
    whole = header(FIELDS)
    for length in range(len(whole)):
        with pytest.raises(ValueError, match=r"header|magic"):
            read_header(write(tmp_path, whole[:length]))


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 a zip file",
        header(FIELDS, version=9),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 2**60),
        header([string("x" * 70_000) + struct.pack("<I", 4) + b"\0\0\0\0"]),
        header([field("k", 8, struct.pack("<Q", 2**62))]),
        header([field("k", 9, struct.pack("<IQ", 8, 2**61))]),
        header([field("k", 9, struct.pack("<IQQ", 8, 1, 2**61))]),
        header([field("k", 9, struct.pack("<IQ", 77, 1))]),
        header([field("k", 55, b"")]),
        header([field("general.name", 8, string("no architecture"))]),
    ],
)
def test_E5_hostile_headers_end_in_a_value_error(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_header(write(tmp_path, data))
