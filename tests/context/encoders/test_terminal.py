r"""What a terminal drew over itself: only progress of one thing may go."""

from __future__ import annotations

import pytest

from weclaw_desktop.context.encoders.terminal import redraws


@pytest.mark.parametrize(
    ("drawn", "shown"),
    [
        ("10%\r20%\r100%", "100%"),
        ("Getting a.bin: 1.5 MB\rGetting a.bin: 900 MB\rGetting a.bin: 1.1 GB", "Getting a.bin: 1.1 GB"),
        ("9%|▉         | 9/99 [00:01<00:10, 9.0it/s]\r99%|█████████ | 98/99 [00:10<00:00, 9.2it/s]", None),
        ("objects: 10% (1/10)\robjects: 90% (9/10), 2 KiB | 3 KiB/s", None),
        ("⠋ Installing\r⠙ Installing\r⠹ Installing", "⠹ Installing"),
        ("| Waiting\r/ Waiting\r- Waiting", "- Waiting"),
        ("Building.\rBuilding..\rBuilding...", "Building..."),
        (
            " 10 9k 10 1k 0 0 10k 0 0:00:12 0:00:01 0:00:11 100k\r100 9k 100 9k 0 0 99k 0 0:00:12 0:00:12 --:--:-- 99k",
            None,
        ),
    ],
)
def test_of_progress_the_last_state_stays(drawn: str, shown: str | None) -> None:
    assert redraws(drawn, "en") == (shown if shown is not None else drawn.split("\r")[-1])


def test_an_error_between_states_stays() -> None:
    assert redraws("10%\r20%\rerror: disk full\r60%\r70%\nend", "en") == "20%\nerror: disk full\n70%\nend"


def test_progress_that_starts_anew_is_another() -> None:
    assert redraws("10%\r100%\r5%\r50%", "en") == "100%\n50%"
    assert redraws("part 1/2\rpart 2/2\rpart 1/3", "en") == "part 2/2\npart 1/3"
    assert redraws("copy 10% (1 MB)\rcopy 20%", "en") == "copy 10% (1 MB)\ncopy 20%"
    assert redraws("a 10% (b\ra 20% 5s", "en") == "a 10% (b\na 20% 5s"


@pytest.mark.parametrize(
    "lines",
    [
        ["name,price", "Kim,12", "Lee,14", "Kim,12"],
        ["1", "12", "123"],
        ["apple", "apple pie", "apple"],
        ["08:00 free", "08:20 free", "08:40 free"],
        ["waited 3s", "waited 4s"],
        ["10% " + "word " * 90, "20% " + "word " * 90],
    ],
)
def test_lines_that_end_in_a_carriage_return_alone_are_lines(lines: list[str]) -> None:
    assert redraws("\r".join(lines) + "\r", "en") == "\n".join(lines)
    assert redraws("\r\n".join(lines), "en") == "\n".join(lines)
    assert redraws("\r\r\n".join(lines), "en") == "\n".join(lines)
