"""Labels and helps of every setting (``settings.{key}``, ``settings.{key}.help``) and what is said of bad values."""

_LABELS: dict[str, tuple[str, str, str, str]] = {
    # key: label (en), label (zh), help (en), help (zh)
    "general.language": (
        "Language",
        "语言",
        "Language of the window and of everything the app says.",
        "界面以及程序提示所用的语言。",
    ),
    "general.model": (
        "Model for new chats",
        "新对话的模型",
        "Written provider/name. Empty: the first usable model.",
        "写作 服务商/名称。留空则用第一个可用模型。",
    ),
    "general.send_with": (
        "Send with",
        "发送方式",
        "The key that sends a message. Never while an input method composes.",
        "发送消息的按键。输入法组字时不会发送。",
    ),
    "appearance.theme": ("Theme", "主题", "Light, dark, or as the system has it.", "浅色、深色或跟随系统。"),
    "appearance.zoom": ("Zoom", "缩放", "Size of text and controls in percent.", "文字与控件的大小（百分比）。"),
    "appearance.context_panel": (
        "Show the context panel",
        "显示上下文面板",
        "What the model sees, where the lines are, and what was compressed.",
        "显示模型看到的内容、各条阈值线以及压缩记录。",
    ),
    "appearance.sidebar": ("Show the chat list", "显示对话列表", "The list of chats on the left.", "左侧的对话列表。"),
    "appearance.reduced_motion": (
        "Less motion",
        "减少动效",
        "No moving or fading parts.",
        "不使用移动和淡入淡出效果。",
    ),
    "context.strategy": (
        "Strategy",
        "策略",
        "How older messages are handled when a chat grows: adaptive, pipeline, layered, truncate or off.",
        "对话变长时如何处理较早的消息：自适应、流水线、分层记忆、截断或关闭。",
    ),
    "context.profile": (
        "Profile",
        "档案",
        "Economy compresses early, Long memory late. Balanced suits most people.",
        "节省档较早压缩，长记忆档较晚压缩。均衡档适合大多数人。",
    ),
    "context.ratio": (
        "Fixed share of the window",
        "固定窗口比例",
        "Replaces the tiers by one share of the effective window, .20 to .85. 0: tiers.",
        "用有效窗口的固定比例（0.20–0.85）代替档位。0 表示使用档位。",
    ),
    "context.cap": (
        "Cap in tokens",
        "封顶（词元）",
        "Compress at this size at the latest, in place of the profile's cap. 0: the profile's.",
        "最迟在此大小压缩，代替档案自带的封顶。0 表示用档案的封顶。",
    ),
    "context.formula": (
        "Threshold formula of Truncate",
        "截断策略的阈值公式",
        "Tiers, or WeClaw's classic max(32K, .6 × window), kept under the hard line.",
        "档位，或 WeClaw 经典公式 max(32K, 0.6 × 窗口)，始终低于硬上限。",
    ),
    "context.message_cap": (
        "Message cap of Truncate",
        "截断策略的消息上限",
        "At most this many messages are sent, cut in batches of 20. 0: no cap.",
        "最多发送这么多条消息，每批裁掉 20 条。0 表示不限。",
    ),
    "context.recent_n": (
        "Recent messages of Layered memory",
        "分层记忆保留的最近消息",
        "This many newest messages stay as they are, widened to whole turns.",
        "保留最近这么多条消息原文，并扩展到完整的轮次。",
    ),
    "context.old_max_bytes": (
        "Longest old tool result of Layered memory",
        "分层记忆的旧工具结果上限",
        "Older results with more bytes show their head and an id.",
        "超过此字节数的旧结果只显示开头和编号。",
    ),
    "context.background": (
        "Prepare in the background",
        "后台预备",
        "Write summaries ahead from the soft line on, so that no message has to wait.",
        "从预备线起提前生成摘要，让发送无需等待。",
    ),
    "context.summary_model": (
        "Summary model",
        "摘要模型",
        "Who writes summaries, written provider/name. Empty: the chat's own model. none: by code, no text is sent for it.",
        "由谁撰写摘要，写作 服务商/名称。留空则用对话自己的模型；none 则由程序提取，不会为此发送任何内容。",
    ),
    "context.summarise_local": (
        "Let a model on this computer write summaries",
        "允许本机模型撰写摘要",
        "Slow without a graphics card: a summary makes answers wait.",
        "没有显卡时较慢：生成摘要会让回答等待。",
    ),
    "context.tell_model": (
        "Tell the model what it does not see",
        "告知模型未显示的内容",
        "A short notice at the end of the system prompt, only while something is left out.",
        "仅在有内容未显示时，于系统提示词末尾附上简短通知。",
    ),
    "context.recall": (
        "Let the model look up older messages",
        "允许模型找回较早的消息",
        "Gives the model the recall tool for this chat.",
        "为模型提供本对话的 recall 工具。",
    ),
    "context.ask_before": (
        "Ask before compressing",
        "压缩前询问",
        "Below the hard line an unanswered question never delays a message.",
        "未到硬上限时，未回答的询问不会耽误发送。",
    ),
    "context.pause_useless": (
        "Pause when compressing does not help",
        "压缩无效时暂停",
        "Two passes that save little pause automatic compression for a while, visibly.",
        "连续两次收效甚微时暂停自动压缩一段时间，并明示。",
    ),
    "context.sp_scale": (
        "System prompt budget",
        "系统提示词预算",
        "Scaled to the model, the full 40K · 8K · 3K, or your own numbers.",
        "按模型缩放、完整的 40K · 8K · 3K，或自定义。",
    ),
    "context.sp_total": (
        "System prompt",
        "系统提示词",
        "Budget in tokens of the whole system prompt, when custom.",
        "自定义时整个系统提示词的预算（词元）。",
    ),
    "context.sp_skills": ("Skills", "技能", "Budget in tokens of skills, when custom.", "自定义时技能的预算（词元）。"),
    "context.sp_files": (
        "Instruction files",
        "指令文件",
        "Budget in tokens of instruction files, when custom.",
        "自定义时指令文件的预算（词元）。",
    ),
    "chatting.persona": (
        "Persona",
        "人设",
        "Who the assistant is. Empty: the shipped one.",
        "助手是谁。留空则用自带的人设。",
    ),
    "chatting.instructions": (
        "Your instructions",
        "你的指令",
        "Stand in every request and are never cut.",
        "出现在每次请求中，绝不裁剪。",
    ),
    "chatting.tools": (
        "Tools",
        "工具",
        "Let models call tools; each call asks you until you allow it.",
        "允许模型调用工具；未获允许前每次都会询问你。",
    ),
    "chatting.auto_title": (
        "Name chats automatically",
        "自动命名对话",
        "A short title after the first answer.",
        "在第一次回答后生成简短标题。",
    ),
    "network.proxy": (
        "Proxy",
        "代理",
        "As the system has it, none, or an address of your own. This computer is never proxied.",
        "跟随系统、不使用或自定义地址。访问本机从不经过代理。",
    ),
    "network.proxy_url": (
        "Proxy address",
        "代理地址",
        "For example http://127.0.0.1:7890.",
        "例如 http://127.0.0.1:7890。",
    ),
    "network.timeout_s": (
        "Time limit in seconds",
        "超时（秒）",
        "How long to wait for the first sign of an answer.",
        "等待首个响应的最长时间。",
    ),
    "network.retries": (
        "Retries",
        "重试次数",
        "How often a failed call is tried again before anything was output.",
        "在尚无输出时，失败的调用最多重试几次。",
    ),
}

ENTRIES: dict[str, tuple[str, str]] = {
    **{f"settings.{key}": (row[0], row[1]) for key, row in _LABELS.items()},
    **{f"settings.{key}.help": (row[2], row[3]) for key, row in _LABELS.items()},
    "settings.proxy_address": (
        "A proxy is an address such as http://127.0.0.1:7890.",
        "代理须为 http://127.0.0.1:7890 这样的地址。",
    ),
    "settings.unknown_key": (
        "There is no setting named {key}. List them with: weclaw-desktop settings get",
        "没有名为 {key} 的设置。可用 weclaw-desktop settings get 列出全部。",
    ),
    "settings.bad_value": (
        "{key} does not take this value: {reason}.",
        "{key} 不接受该值：{reason}。",
    ),
}
