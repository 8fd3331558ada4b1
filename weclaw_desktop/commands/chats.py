"""``chats list|delete|restore`` and ``context CHAT``: what is stored, and what a chat's next request holds."""

from __future__ import annotations

from argparse import Namespace
from datetime import datetime

from weclaw_desktop.commands.shell import Shell, workshop_of
from weclaw_desktop.commands.threshold import headline
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.report import BudgetItem, ContextReport
from weclaw_desktop.core.text import Text, compact, text

SHOWN = ("id", "title", "model", "strategy", "profile", "language", "pinned", "created_ms", "updated_ms",
         "folder", "tags", "archived", "unread")  # fmt: skip


async def list_chats(arguments: Namespace, shell: Shell) -> int:
    """Print chats, newest first. What lay in the trash for too long is erased before."""
    async with workshop_of(arguments, shell) as workshop:
        if workshop.holds_profile:
            await workshop.organiser.clear_out()
        found = await workshop.store.chats.all(
            query=arguments.query,
            limit=arguments.limit,
            trash=arguments.trash,
            archived=True if arguments.archived else None,
        )
    shell.output.document([{name: getattr(chat, name) for name in SHOWN} for chat in found])
    for chat in found:
        shell.output.line(_line(chat, shell))
    if not found:
        shell.output.line(text("cli.no_chats"))
    return 0


async def delete_chats(arguments: Namespace, shell: Shell) -> int:
    """Move chats to the trash, or erase those that are there. Raises InputError for one that there is not."""
    ids: list[str] = arguments.chat
    async with workshop_of(arguments, shell) as workshop:
        for chat_id in ids:
            await workshop.store.chats.get(chat_id)
        if arguments.for_good:
            done = await workshop.organiser.erase(ids)
        else:
            done = len(await workshop.organiser.delete(ids))
        if workshop.holds_profile:
            await workshop.organiser.clear_out()
    shell.output.document({"erased" if arguments.for_good else "deleted": done})
    shell.output.line(text("cli.chats_erased" if arguments.for_good else "cli.chats_deleted", count=done))
    return 0


async def restore_chats(arguments: Namespace, shell: Shell) -> int:
    """Take chats out of the trash. Raises InputError for one that there is not."""
    async with workshop_of(arguments, shell) as workshop:
        for chat_id in arguments.chat:
            await workshop.dialog.restore(chat_id)
    shell.output.document({"restored": len(arguments.chat)})
    shell.output.line(text("cli.chats_restored", count=len(arguments.chat)))
    return 0


ACTIONS = {"list": list_chats, "delete": delete_chats, "restore": restore_chats}


async def context(arguments: Namespace, shell: Shell) -> int:
    """Print the report that stands behind the meter. Raises InputError when there is no such chat."""
    if arguments.xray:
        from weclaw_desktop.commands import xray

        return await xray.run(arguments, shell)
    async with workshop_of(arguments, shell) as workshop:
        report = await workshop.reporter.report(arguments.chat)
        cap = (await workshop.desks.of(arguments.chat)).context_settings.message_cap
    shell.output.document(document(report))
    _print(report, shell, headline(report.thresholds, report.strategy, cap))
    return 0


def document(report: ContextReport) -> dict[str, object]:
    """The report as JSON data, with the share that people see."""
    found: dict[str, object] = {name: getattr(report, name) for name in report.__dataclass_fields__}
    found["share"] = round(report.share, 4)
    return found


def _print_item(name: str, item: BudgetItem, shell: Shell) -> None:
    """One section, skill or file: its cost, and what is to be known of it. What stands over a list has no name."""
    name = name or shell.output.say(text("cli.item.frame"))
    states = (item.state if item.state != "whole" else "", item.change)
    notes: list[Text] = [text(f"cli.item.{state}") for state in states if state]
    if item.note is not None:
        notes.append(item.note)
    chinese = shell.output.language == "zh"
    said = ("；" if chinese else "; ").join(shell.output.say(note) for note in notes)
    said = f"（{said}）" if said and chinese else f" ({said})" if said else ""
    shell.output.line(f"    {name}: {item.tokens:,}{said}")


def _line(chat: Chat, shell: Shell) -> str:
    when = datetime.fromtimestamp(chat.updated_ms / 1_000).astimezone().strftime("%Y-%m-%d %H:%M")
    title = chat.title or shell.output.say(text("services.new_chat"))
    return f"{chat.id}  {when}  {title}"


def _print(report: ContextReport, shell: Shell, acts: Text) -> None:
    output = shell.output
    output.line(text("cli.context.load", load=report.load, threshold=report.acts_at, percent=round(100 * report.share)))
    output.line(acts)
    output.line(text("cli.context.measured" if report.measured else "cli.context.estimated"))
    if report.status.text is not None:
        output.line(report.status.text)
    for part in report.parts:
        output.line(f"  {output.say(text(f'cli.part.{part.key}'))}: {part.tokens:,}")
    board = report.pins
    if board.pins or board.rules:
        acting = [rule for rule in board.rules if rule.acts]
        room = {"tokens": compact(board.tokens), "room": compact(board.room)}
        output.line(text("cli.context.pins", pins=len(board.pins), rules=len(acting), **room))
    for line in report.budgets:
        output.line(text(f"cli.budget.{line.key}", used=line.used, budget=line.budget))
        if line.asked > line.used:
            output.line(text("cli.budget.wants", wanted=line.asked))
        for told in line.trimmed:
            output.line(f"    {output.say(told)}")
        for item in line.items:
            named = shell.output.say(text(f"context.section.{item.section}")) if line.key == "total" else item.name
            _print_item(named, item, shell)
    _print_costs(report, shell)
    for record in report.records:
        change = f"{compact(record.tokens_before)} → {compact(record.tokens_after)}"
        edited = record.block is not None and record.block.edited
        mine = f" · {output.say(text('cli.context.edited'))}" if edited else ""
        output.line(f"  {record.strategy} · {record.method}{mine} · {change} · {record.state}")
    for alarm in report.alarms:
        output.line(alarm)


def _print_costs(report: ContextReport, shell: Shell) -> None:
    """Why the lines are where they are, what sending costs, and what compression saved and cost."""
    output, sent, saved = shell.output, report.next_send, report.saved
    for reason in report.thresholds.reasons:
        output.line(f"  {output.say(reason.text)}")
    if report.error is not None:
        output.line(text("cli.context.error", percent=f"{100 * abs(report.error):.1f}"))
    if report.updating:
        output.line(text("cli.context.updating"))
    if report.cost is not None:
        output.line(text("cli.context.cost", amount=f"{report.cost:.4f}", currency=report.currency))
        if report.unpriced:
            output.line(text("cli.context.unpriced", calls=report.unpriced))
    if report.cached_share is not None:
        output.line(text("cli.context.cached", percent=round(100 * report.cached_share)))
    if sent.amount is not None:
        told = text(
            "cli.context.next", amount=f"{sent.amount:.4f}", currency=sent.currency, cached=compact(sent.cached)
        )
        output.line(told)
    if saved is not None:
        output.line(text("cli.context.saved", tokens=compact(saved.tokens), calls=saved.calls))
        spent = "?" if saved.spent is None else f"{saved.spent:.4f} {saved.currency}"
        output.line(text("cli.context.spent", tokens=compact(saved.spent_tokens), spent=spent))
