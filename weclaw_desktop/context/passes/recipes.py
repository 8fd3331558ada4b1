"""One line for an old tool result: what was asked, and what came of it, for the tools people's agents use.

Each recipe is a row of data: the names under which a tool is known, which arguments say what was asked, and how its
outcome is read. Tools that are not listed, MCP's included, get the generic line. Other tools bring a ``OneLiner``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.statements import clip, error_line
from weclaw_desktop.context.units import brief_arguments, read_arguments
from weclaw_desktop.core.messages import ToolCallPart, ToolResultPart
from weclaw_desktop.core.text import Language, Text, render, text

LINE_CHARS = 200
"""Longest line, in characters."""
ASKED_CHARS = 60
"""Longest quotation of what was asked, in characters."""

SHORT_LINES = 6
"""Of an output of at most so many lines the first is quoted."""

_EXIT = re.compile(
    r"(?:exit(?:ed with)? ?(?:code|status)?|return(?:ed)? ?code|\"?exit_code\"?)\s*[:=]?\s*(-?\d+)", re.IGNORECASE
)
_STATUS = re.compile(r"\b(?:HTTP/[\d.]+\s+|status(?:_code)?\"?\s*[:=]\s*)(\d{3})\b", re.IGNORECASE)
_TESTS = re.compile(r"\b\d+ (?:passed|failed|errors?|skipped)\b(?:, \d+ \w+)*", re.IGNORECASE)
_RAISED = re.compile(r"(?:[A-Za-z_]\w*\.)*\w*(?:Error|Exception)\b: |(?:fatal|error|panic)(?:\[\w+\])?: ")
_END_CHARS = 2_000
"""How much of an output's end is searched for what it failed with, in characters."""
_PREFIX = re.compile(
    r"^(?:mcp__?)?(?:[a-z0-9_-]+?__)+|^mcp[.:/](?:[a-z0-9_-]+[.:/])*|^(?:functions?|tools?|default_api)[.:]",
    re.IGNORECASE,
)

Outcome = Callable[[str], Text]


def _lines(output: str) -> Text:
    return text("engine.outcome.lines", n=len(output.splitlines()))


def _lines_said(output: str) -> Text:
    """How many lines, and of a short output what its first says."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    if not 0 < len(lines) <= SHORT_LINES:
        return _lines(output)
    return text("engine.outcome.lines_said", n=len(output.splitlines()), line=clip(redact(lines[0]), 50))


def _matches(output: str) -> Text:
    value = _parsed(output)
    if isinstance(value, list):
        return text("engine.outcome.matches", n=len(cast("list[object]", value)))
    count = sum(1 for line in output.splitlines() if line.strip())
    return text(
        "engine.outcome.matches", n=0 if re.match(r"\s*no (?:matches|results|files)", output, re.IGNORECASE) else count
    )


def _items(output: str) -> Text:
    value = _parsed(output)
    if isinstance(value, list):
        return text("engine.outcome.items", n=len(cast("list[object]", value)))
    if isinstance(value, dict):
        lists = [
            cast("list[object]", item) for item in cast("dict[str, object]", value).values() if isinstance(item, list)
        ]
        if lists:
            return text("engine.outcome.items", n=sum(map(len, lists)))
        return text("engine.outcome.fields", n=len(cast("dict[str, object]", value)))
    return _lines(output)


def _exit(output: str) -> Text:
    tests = _TESTS.search(output)
    if tests:
        return text("engine.outcome.said", line=clip(tests.group(), 60))
    code = _EXIT.search(output)
    if code:
        return text("engine.outcome.exit", code=code.group(1), n=len(output.splitlines()))
    raised = [line for line in output[-_END_CHARS:].splitlines() if _RAISED.match(line)]
    if raised:
        return text("engine.outcome.lines_said", n=len(output.splitlines()), line=clip(redact(raised[-1]), 80))
    return _lines_said(output)


def _status(output: str) -> Text:
    status = _STATUS.search(output[:2_000])
    size = len(output)
    return (
        text("engine.outcome.status", code=status.group(1), n=size) if status else text("engine.outcome.chars", n=size)
    )


def _chars(output: str) -> Text:
    return text("engine.outcome.chars", n=len(output))


def _said(output: str) -> Text:
    first = next((line for line in output.splitlines() if line.strip()), "")
    return text("engine.outcome.said", line=clip(redact(first), 70))


def _parsed(output: str) -> object:
    if output.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return cast("object", json.loads(output))
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one kind of tool is told: catalogue key of the verb, argument keys in order of telling, outcome reader."""

    verb: str
    asked: tuple[str, ...]
    outcome: Outcome


_PATHS = ("path", "file_path", "filepath", "file", "filename", "uri", "notebook_path", "target_file", "relative_path")
_FOLDERS = ("path", "directory", "dir", "folder", "relative_workspace_path", "root")
_QUERIES = (
    "query",
    "pattern",
    "q",
    "search",
    "regex",
    "keyword",
    "keywords",
    "search_term",
    "text",
    "path",
    "glob",
    "include",
)
_COMMANDS = ("command", "cmd", "script", "code", "input", "args")

TABLE: tuple[tuple[str, Recipe], ...] = (
    (
        "read_file read cat view open open_file view_file read_text_file get_file_contents fs_read",
        Recipe("read", _PATHS, _lines),
    ),
    ("read_many_files read_multiple_files read_files", Recipe("read", ("paths", *_PATHS), _lines)),
    ("list_directory list_dir ls list_folder list_files directory_tree dir tree", Recipe("list", _FOLDERS, _lines)),
    ("glob find_files find find_path file_search search_files find_by_name", Recipe("find", _QUERIES, _matches)),
    (
        "grep search ripgrep rg grep_search search_file search_dir search_code content_search",
        Recipe("grep", _QUERIES, _matches),
    ),
    ("codebase_search semantic_search code_search", Recipe("grep", _QUERIES, _matches)),
    (
        "web_search google_search search_web bing_search brave_web_search tavily_search duckduckgo",
        Recipe("web_search", _QUERIES, _items),
    ),
    ("write_file write create_file save_file create put_file fs_write", Recipe("write", _PATHS, _said)),
    (
        "edit edit_file str_replace replace str_replace_editor search_replace insert multi_edit multiedit",
        Recipe("edit", _PATHS, _said),
    ),
    ("apply_patch patch apply_diff git_apply", Recipe("patch", (*_PATHS, "patch", "diff", "input"), _said)),
    ("delete_file remove_file rm unlink", Recipe("delete", _PATHS, _said)),
    (
        "move_file rename_file copy_file mv cp",
        Recipe("move", ("source", "src", "from", *_PATHS, "destination", "dst", "to"), _said),
    ),
    (
        "bash shell run run_command execute_command terminal run_terminal_cmd exec execute cmd powershell sh",
        Recipe("shell", _COMMANDS, _exit),
    ),
    (
        "python run_python execute_python python_repl code_interpreter ipython run_code execute_code",
        Recipe("python", _COMMANDS, _exit),
    ),
    ("node run_javascript javascript execute_javascript", Recipe("javascript", _COMMANDS, _exit)),
    ("run_tests pytest test run_test unittest", Recipe("test", ("path", "target", *_COMMANDS), _exit)),
    (
        "git git_log git_show git_commit git_branch git_checkout",
        Recipe("git", (*_COMMANDS, "message", "branch", "revision"), _exit),
    ),
    ("git_diff diff git_status", Recipe("diff", (*_PATHS, "target", "revision"), _lines)),
    (
        "http_request fetch http_get curl get request web_fetch fetch_url url_fetch",
        Recipe("http", ("method", "url", "uri"), _status),
    ),
    ("http_post post", Recipe("http", ("url", "uri"), _status)),
    (
        "browser browser_navigate navigate goto open_url visit browse read_page browser_open",
        Recipe("browse", ("url", "uri", "action"), _chars),
    ),
    (
        "browser_click click browser_type type browser_action",
        Recipe("browse", ("action", "selector", "element", "text"), _said),
    ),
    ("screenshot browser_screenshot take_screenshot", Recipe("screenshot", ("url", "name"), _chars)),
    (
        "sql query run_query execute_sql sql_query db_query database_query sqlite postgres_query read_query",
        Recipe("sql", ("sql", "query", "statement"), _items),
    ),
    (
        "describe_table list_tables schema get_schema table_info",
        Recipe("schema", ("table", "table_name", "name"), _items),
    ),
    (
        "recall memory_search search_memory retrieve knowledge_search retrieval rag_search file_citation",
        Recipe("recall", ("query", "id", "span"), _items),
    ),
    (
        "remember save_memory memory_write create_memory add_memory",
        Recipe("remember", ("text", "content", "fact", "key"), _said),
    ),
    ("calculator calculate math eval calc", Recipe("calculate", ("expression", "formula", "input"), _said)),
    ("current_time get_time time now get_current_time", Recipe("time", ("timezone", "zone"), _said)),
    ("weather get_weather", Recipe("weather", ("city", "location", "place", "date"), _said)),
    ("think thought reflect sequential_thinking", Recipe("think", ("thought", "text"), _said)),
    ("todo_write update_plan todo write_todos task_list todowrite", Recipe("plan", ("plan", "todos", "items"), _items)),
    ("task agent dispatch_agent subagent delegate", Recipe("delegate", ("description", "task", "prompt"), _said)),
    ("skill load_skill use_skill", Recipe("skill", ("name", "skill"), _chars)),
    ("docker docker_run docker_exec kubectl", Recipe("shell", _COMMANDS, _exit)),
    ("lint format typecheck build compile make cargo npm", Recipe("build", (*_COMMANDS, "target", "path"), _exit)),
    (
        "calendar list_events get_events search_events create_event update_event add_event find_free_time",
        Recipe("calendar", ("title", "summary", "query", "start", "date", "time_min", "end", "id"), _items),
    ),
    (
        "search_email search_emails list_emails read_email get_email search_messages list_messages read_mail inbox",
        Recipe("mail", ("query", "q", "from", "subject", "id", "message_id", "folder"), _items),
    ),
    (
        "maps directions geocode search_places find_place places route",
        Recipe("place", ("query", "address", "origin", "destination", "place", "location"), _items),
    ),
    ("translate translation", Recipe("translate", ("text", "target"), _said)),
    ("send_email email send_message send_mail", Recipe("send", ("to", "recipient", "subject"), _said)),
    ("ask_user ask_human ask_followup_question clarify", Recipe("ask", ("question", "text"), _said)),
    ("finish submit attempt_completion complete done", Recipe("finish", ("result", "message", "answer"), _said)),
)
RECIPES: Mapping[str, Recipe] = {name: recipe for names, recipe in TABLE for name in names.split()}


def plain_name(name: str) -> str:
    """A tool's own name, without the prefixes of servers and gateways, in lower case."""
    return _PREFIX.sub("", name.strip()).replace("-", "_").casefold()


def line(call: ToolCallPart | None, result: ToolResultPart, language: Language, *, asked: bool = True) -> str:
    """One line of at most ``LINE_CHARS`` characters for an old result, in the chat's language. Never raises.

    ``asked`` False leaves out what was asked, for a line that stands right behind its call.
    """
    name = (call.name if call is not None else "") or result.name
    recipe = RECIPES.get(plain_name(name))
    arguments = "{}" if call is None else call.arguments
    if recipe is None:
        what = text("engine.tool.any", name=name or "tool", asked=brief_arguments(arguments, ASKED_CHARS))
        outcome = _items(result.text)
    else:
        what = text(f"engine.tool.{recipe.verb}", asked=_asked(arguments, recipe.asked))
        outcome = recipe.outcome(result.text)
    if result.is_error or result.text[:6].casefold() in ("error:", "error "):
        outcome = text("engine.outcome.failed", line=clip(error_line(result.text), 80))
    front = f"{render(what, language)} " if asked else ""
    return clip(f"{front}→ {render(outcome, language)}", LINE_CHARS)


def _asked(arguments: str, keys: tuple[str, ...]) -> str:
    given = read_arguments(arguments)
    picked = dict.fromkeys(key for key in keys if isinstance(given.get(key), (str, int, float, list)))
    told = [given[key] for key in picked][:2]
    if not told:
        return brief_arguments(arguments, ASKED_CHARS)
    texts = [", ".join(map(str, cast("list[object]", item))) if isinstance(item, list) else str(item) for item in told]
    return clip(redact(" · ".join(texts)), ASKED_CHARS)
