"""Sentences spoken by the Lab."""

ENTRIES: dict[str, tuple[str, str]] = {
    "lab.died": ("The process that played it ended unexpectedly.", "运行它的进程意外结束。"),
    "lab.nothing": (
        "{name} holds no answer of a model, so there is nothing to play.",
        "{name} 中没有模型的回答，无可重放。",
    ),
    "lab.unknown_strategy": (
        "There is no strategy “{name}”. Known: {known}.",
        "没有名为“{name}”的策略。可用：{known}。",
    ),
    "lab.title": ("Lab", "实验室"),
    "lab.heading": (
        "{name} · {messages:,} messages · {tokens:,} tokens",
        "{name} · {messages:,} 条消息 · {tokens:,} 词元",
    ),
    "lab.col.strategy": ("Strategy", "策略"),
    "lab.col.peak": ("Peak tokens", "峰值词元"),
    "lab.col.sent": ("Sent in all", "发送总量"),
    "lab.col.cost": ("Cost", "费用"),
    "lab.col.cache": ("Cache kept", "缓存保留"),
    "lab.col.facts": ("Facts kept", "事实保留"),
    "lab.col.newest": ("Newest turns", "仅最新轮次"),
    "lab.col.found": ("Found again", "可找回"),
    "lab.col.rules": ("Rules kept", "规则保留"),
    "lab.col.valid": ("Valid", "有效"),
    "lab.col.passes": ("Passes", "压缩次数"),
    "lab.col.time": ("Time", "用时"),
    "lab.help.strategy": ("Who decides what the model sees.", "由谁决定模型看到什么。"),
    "lab.help.peak": ("The largest request, in tokens.", "最大一次请求的词元数。"),
    "lab.help.sent": ("The tokens of all requests together.", "全部请求的词元总数。"),
    "lab.help.cost": (
        "All requests, the answers and the summaries at the model's price, with its price for cached tokens.",
        "按模型价格计算的全部请求、回答与摘要费用，缓存词元按缓存价计。",
    ),
    "lab.help.cost_unknown": (
        "No price is known. In tokens of uncached input: read from cache .1, written to it 1.25, output 5.",
        "价格未知。以未缓存输入词元计：读缓存 0.1、写缓存 1.25、输出 5。",
    ),
    "lab.help.cache": (
        "The share of all sent tokens that repeat the request before, so that a prefix cache holds them.",
        "发送词元中与上一次请求开头相同、可由前缀缓存命中的比例。",
    ),
    "lab.help.facts": (
        "Of the names that an answer uses from earlier on, and of the values of tool results, what the requests hold.",
        "回答中用到的早先名称，以及工具结果中的数值，请求中仍保留的比例。",
    ),
    "lab.help.newest": (
        "The reference point: what the newest messages hold that fit into the same tokens, whatever a strategy does.",
        "参照点：在相同词元数下只保留最新消息时能保留的比例，与策略无关。",
    ),
    "lab.help.found": (
        "Names that the request holds, or that recall finds again among its first five hits.",
        "请求中仍有，或能在 recall 前五条结果中找回的名称比例。",
    ),
    "lab.help.rules": (
        "Your standing rules that every request looked at holds word for word. Cancelled ones that came back are told.",
        "所检查的每次请求中逐字保留的长期规则。已取消却又出现的规则会注明。",
    ),
    "lab.help.valid": (
        "Whether every request could be made and OpenAI's and Anthropic's interfaces would take it.",
        "每次请求都能构造，且 OpenAI 与 Anthropic 的接口都会接受。",
    ),
    "lab.help.passes": ("How often the chat was compressed.", "压缩的次数。"),
    "lab.help.time": ("What the context engine needed for the whole session.", "上下文引擎处理整段会话的用时。"),
    "lab.cell.rules_revived": ("{kept} / {all}, {revived} back", "{kept} / {all}，{revived} 条复现"),
    "lab.cell.faults": ("✗ {count}", "✗ {count}"),
    "lab.cell.seconds": ("{seconds:.1f} s", "{seconds:.1f} 秒"),
    "lab.profile.economy": ("Economy", "节省"),
    "lab.profile.balanced": ("Balanced", "均衡"),
    "lab.profile.long": ("Long memory", "长记忆"),
    "lab.window": ("window {window}", "窗口 {window}"),
    "lab.own_window": ("the model's window", "模型窗口"),
    "lab.summary.none": ("no summaries", "无摘要"),
    "lab.summary.scripted": ("scripted summaries", "脚本摘要"),
    "lab.summary.model": ("summaries by {name}", "摘要模型 {name}"),
    "lab.plot.calls": ("Tokens sent, call by call", "每次调用发送的词元"),
    "lab.plot.facts": ("Facts kept against tokens sent", "事实保留与发送词元"),
    "lab.plot.call": ("call", "调用"),
    "lab.plot.tokens": ("tokens", "词元"),
    "lab.plot.mean": ("mean tokens of a call", "每次调用平均词元"),
    "lab.plot.kept": ("facts kept", "事实保留"),
    "lab.plot.hollow": ("hollow: newest turns at equal tokens", "空心：相同词元数下仅最新轮次"),
    "lab.plot.threshold": ("threshold {tokens:,}", "阈值 {tokens:,}"),
    "lab.plot.calls_told": (
        "{name}: {calls} calls, {mean:,} tokens on average, {peak:,} at most.",
        "{name}：{calls} 次调用，平均 {mean:,} 词元，最多 {peak:,}。",
    ),
    "lab.plot.facts_told": (
        "{name}: {facts} of facts at {mean:,} tokens; newest turns {newest}.",
        "{name}：{mean:,} 词元时保留 {facts} 的事实；仅最新轮次 {newest}。",
    ),
    "lab.winner": (
        "{name} is best here: it keeps {facts} of facts at {tokens} tokens a call, the newest turns alone {newest}.",
        "此处最佳为{name}：每次调用 {tokens} 词元，保留 {facts} 的事实；仅最新轮次为 {newest}。",
    ),
    "lab.no_winner": (
        "Nothing could be compared: no answer uses an exact name or value from earlier on.",
        "无法比较：没有回答用到早先的确切名称或数值。",
    ),
    "lab.none_played": (
        "No strategy could be played: each row says why.",
        "没有策略能够运行：原因见各行。",
    ),
    "lab.none_valid": (
        "No row is best: each had a request that breaks a rule.",
        "没有最佳的一行：每一行都有不合规则的请求。",
    ),
    "lab.choice": (
        "Of the valid rows that lose fewest rules, the cheapest among those within two points of most facts.",
        "在有效且丢失规则最少的各行中，取事实保留与最高者相差两个百分点以内的最便宜一行。",
    ),
    "lab.failed": ("Not played: {reason}", "未能运行：{reason}"),
    "lab.not_written": ("{path} cannot be written: {reason}.", "无法写入 {path}：{reason}。"),
    "lab.report.about": (
        "One transcript, played as if live with every strategy: each answer's request was built, measured and asked "
        "what it still holds.",
        "同一段对话按每种策略如实重放：逐一构造每次回答的请求，并检查其中仍保留什么。",
    ),
    "lab.report.columns": ("What the columns mean", "各列含义"),
    "lab.report.written": ("Report: {path}", "报告：{path}"),
    "lab.progress": ("{done} of {of} done · {percent} %", "已完成 {done}/{of} · {percent} %"),
}
