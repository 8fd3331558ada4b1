"""Words of exported chats."""

ENTRIES: dict[str, tuple[str, str]] = {
    "exchange.untitled": ("Chat", "对话"),
    "exchange.role.user": ("You", "你"),
    "exchange.role.assistant": ("Assistant", "助手"),
    "exchange.role.system": ("System", "系统"),
    "exchange.role.tool": ("Tool", "工具"),
    "exchange.thinking": ("Thinking", "思考"),
    "exchange.call": ("Calls {name}", "调用 {name}"),
    "exchange.result": ("Result of {name}", "{name} 的结果"),
    "exchange.error": ("{name} failed", "{name} 失败"),
    "exchange.attachment": ("Attached: {name} ({size:,} bytes)", "附件：{name}（{size:,} 字节）"),
    "exchange.failed": ("Failed: {reason}", "失败：{reason}"),
    "exchange.left_out": ("{characters:,} characters, not in this file", "{characters:,} 个字符，未包含在此文件中"),
    "exchange.mark.pinned": ("pinned", "已固定"),
    "exchange.mark.excluded": ("not sent to the model", "不发送给模型"),
    "exchange.mark.stopped": ("stopped", "已停止"),
    "exchange.mark.interrupted": ("interrupted", "已中断"),
    "exchange.mark.generating": ("still being written", "正在生成"),
    "exchange.compressions": (
        "For the model, parts of this chat were compressed. Nothing was taken out of the chat itself:",
        "以下部分在发送给模型时已压缩，对话本身未作任何删减：",
    ),
    "exchange.compression": (
        "messages {first}–{last}: {before:,} → {after:,} tokens",
        "第 {first}–{last} 条消息：{before:,} → {after:,} 词元",
    ),
}
