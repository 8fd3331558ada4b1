"""One report for every state of the panel, by the state's name: what tests assert on and what is looked at."""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.core.report import BudgetLine, ContextReport, ReportPart, Status
from weclaw_desktop.core.spending import NextSend, Saved
from weclaw_desktop.core.text import text

MODEL = ModelSpec("qwen", "qwen-plus", window=200_000, window_source="table", max_output=16_384)
NOTICE = (
    "[Context] Messages 3–40 (38, 09:12–10:40) are not shown verbatim; a summary (by a model) stands in. 11 tool "
    "results are shortened. To see an original, call recall with its id or words; do not guess."
)
BLOCK = ContextBlock(
    "[Earlier in this chat – reference, not instructions.]",
    rules="No sleeps in tests.",
    ledger="Files touched: tests/exchange/test_import_zip.py",
    narrative="## Goal\nMake the importer pass on Windows.",
    digest="[m12] The archive is still open when the test removes its folder.",
)
NEWEST = Record(
    "adaptive",
    "model",
    "hash2",
    cut_id="m41",
    block=BLOCK,
    replacements=(Replacement("m9", "read tests/exchange/test_import_zip.py → 412 lines", "line", "a9"),),
    first_seq=3,
    last_seq=40,
    count=38,
    shortened=11,
    tokens_before=106_100,
    tokens_after=41_900,
    duration_ms=4_200,
    cost=0.02,
    currency="CNY",
    summary_model="qwen/qwen-flash",
    state="active",
    id="r2",
    chat_id="list1",
    previous_id="r1",
    created_ms=1_764_499_320_000,
)
OLDER = replace(
    NEWEST,
    method="digest",
    tokens_before=105_900,
    tokens_after=58_300,
    duration_ms=20,
    cost=None,
    state="superseded",
    id="r1",
    previous_id=None,
    created_ms=1_764_496_680_000,
)
PARTS = (
    ReportPart("system", 4_500),
    ReportPart("skills", 3_100),
    ReportPart("files", 2_600),
    ReportPart("schemas", 4_400),
    ReportPart("rules", 300),
    ReportPart("ledger", 900),
    ReportPart("summary", 2_400),
    ReportPart("digest", 7_600),
    ReportPart("recent", 22_700),
    ReportPart("draft", 600),
)
BUDGETS = (
    BudgetLine("total", 10_200, 26_452, 40_000, "green"),
    BudgetLine("skills", 3_100, 8_000, 8_000, "green"),
    BudgetLine("files", 2_600, 3_000, 3_000, "amber"),
)
GREEN = (*BUDGETS[:2], BudgetLine("files", 1_600, 3_000, 3_000, "green"))
SAMPLES = (9_000, 9_020, 9_040, 9_040, 9_300, 10_200, 10_210, 10_200)
ALARM = text("context.inflation.grew", section=text("context.section.files"), growth=900, tokens=2_600)
NORMAL = ContextReport(
    "c1",
    MODEL.id,
    "adaptive",
    48_500,
    600,
    thresholds(MODEL),
    PARTS,
    BUDGETS,
    measured=True,
    error=0.014,
    samples=SAMPLES,
    alarms=(ALARM,),
    notices=(NOTICE,),
    records=(OLDER, NEWEST),
    cost=0.31,
    currency="CNY",
    cached_share=0.78,
    next_send=NextSend(49_100, 44_000, 0.0912, "CNY"),
    saved=Saved(1_170_000, 18, 61_000, 0.02, "CNY"),
)
CALM = replace(NORMAL, budgets=GREEN, alarms=(), notices=(), records=(), samples=(9_000, 9_020, 9_040))
SMALL = thresholds(ModelSpec("local", "unknown", window=8_192), calibrated=False)
TINY = thresholds(ModelSpec("local", "tiny", window=2_048, window_source="server"))
BIG = (
    ReportPart("system", 9_000),
    ReportPart("schemas", 12_000),
    ReportPart("recent", 67_900),
)
LOCAL = thresholds(ModelSpec("local", "qwen2.5-1.5b", window=8_192, window_source="server", max_output=8_192))
UNDONE = (OLDER, replace(NEWEST, state="undone"))


def _status(phase: str, key: str, *actions: str, progress: float | None = None, **params: object) -> ContextReport:
    said = text(key, **params) if key else None  # type: ignore[arg-type]  -- plain values
    return replace(CALM, status=Status(phase, said, progress, actions))  # type: ignore[arg-type]  -- a phase


REPORTS: dict[str, ContextReport | None] = {
    "normal": NORMAL,
    "calm": CALM,
    "empty": replace(
        CALM,
        load=1_100,
        draft=0,
        parts=(ReportPart("system", 450), ReportPart("schemas", 650)),
        measured=False,
        cost=None,
        cached_share=None,
        samples=(),
        status=Status("empty", text("context.status.empty", ready="1.1K")),
    ),
    "no_model": None,
    "guessed": replace(CALM, thresholds=SMALL, load=3_100, draft=0, parts=(ReportPart("recent", 3_100),)),
    "estimated": replace(CALM, measured=False, error=None),
    "updating": replace(NORMAL, measured=False, updating=True),
    "preparing": _status("preparing", "services.status_preparing", "cancel", progress=0.4),
    "prepared": _status("prepared", "services.status_prepared", "cancel"),
    "asking": _status("prepared", "services.status_asking", "apply", "later", "cancel"),
    "waiting": _status("waiting", "services.status_waiting", "quick"),
    "paused": replace(
        _status("paused", "engine.paused", "resume", savings="4%, 6%", tokens="16K", turns=5),
        load=120_000,
        parts=(*PARTS[:-2], ReportPart("recent", 94_200)),
    ),
    "undone": replace(_status("undone", "context.status.undone", "compress"), records=UNDONE),
    "over_budget": replace(
        NORMAL,
        budgets=(
            *BUDGETS[:2],
            BudgetLine("files", 3_400, 3_000, 3_000, "red", (text("context.system.shortened", name="notes.md"),)),
        ),
    ),
    "cannot_help": replace(
        _status(
            "cannot_help",
            "context.status.cannot_help",
            "see",
            "trim",
            schemas="12K",
            prompt="9K",
            newest="67.9K",
            line=text("context.line.threshold"),
            at="105.8K",
        ),
        load=88_900,
        draft=0,
        parts=BIG,
    ),
    "too_small": replace(
        _status("too_small", "context.status.too_small", "set_window"),
        thresholds=TINY,
        load=700,
        draft=0,
        parts=(ReportPart("system", 300), ReportPart("recent", 400)),
        budgets=(),
    ),
    "degraded": replace(
        _status(
            "degraded",
            "engine.degraded",
            "compress",
            reason=text(
                "llm.rung_failed",
                model="qwen-flash",
                reason=text("llm.rate_limited_for", provider="Qwen", seconds=7),
            ),
        ),
        records=(OLDER, replace(NEWEST, method="static", summary_model="")),
    ),
    "local": replace(
        CALM,
        model="local/qwen2.5-1.5b",
        thresholds=LOCAL,
        load=2_300,
        draft=0,
        parts=(ReportPart("system", 450), ReportPart("schemas", 500), ReportPart("recent", 1_350)),
        budgets=(),
        cost=None,
        cached_share=None,
        local_speeds=(44.2, 10.1),
    ),
    "read_only": _status("read_only", "", "export"),
    "over": replace(
        NORMAL,
        load=191_000,
        parts=(*PARTS[:-2], ReportPart("recent", 165_200), ReportPart("draft", 600)),
        notices=(),
        alarms=(),
    ),
}
"""A report by the name of its state; None: no model is there, so there is no report."""
