"""Sentences spoken by the advisor: what strategies do here and where they come from, and what is recommended."""

ENTRIES: dict[str, tuple[str, str]] = {
    "advisor.grade.none": ("none", "无"),
    "advisor.grade.weak": ("weak", "弱"),
    "advisor.grade.fair": ("fair", "中"),
    "advisor.grade.strong": ("strong", "强"),
    "advisor.dim.trigger": ("When it acts", "触发时机"),
    "advisor.dim.pairs": ("Calls with their results", "工具调用配对保护"),
    "advisor.dim.results": ("Old tool results", "旧工具结果的处理"),
    "advisor.dim.failure": ("When a model fails", "模型失败时"),
    "advisor.dim.thrash": ("Useless repetition", "防止反复压缩"),
    "advisor.dim.prompt": ("System prompt", "系统提示词控制"),
    "advisor.dim.memory": ("Memory across chats", "跨对话记忆"),
    "advisor.origin.adaptive": ("WeClaw, new engine", "WeClaw 新引擎"),
    "advisor.origin.pipeline": ("Hermes-Agent", "Hermes-Agent"),
    "advisor.origin.layered": ("CoPaw / ReMe", "CoPaw / ReMe"),
    "advisor.origin.truncate": ("WeClaw, classic", "WeClaw 经典版"),
    "advisor.origin.off": ("no project", "无对应项目"),
    "advisor.here.pairs": (
        "Cuts only where every rule agrees, and each request is checked before it is sent.",
        "只在所有规则都允许处截断，每次请求发送前都经检查。",
    ),
    "advisor.here.prompt": (
        "Budgets for prompt, skills and files scaled to the model, and an alarm when they grow.",
        "系统提示词、技能与文件的预算随模型缩放，膨胀时报警。",
    ),
    "advisor.here.trigger.adaptive": (
        "Prepares in the background from 80 % of the threshold on and applies at a safe moment; tiers with a cap.",
        "自阈值的 80 % 起在后台准备，在安全时刻生效；分档并封顶。",
    ),
    "advisor.here.trigger.pipeline": (
        "After each response and after results, at half of the effective window; no tiers, no cap.",
        "每次回复和工具结果之后，达有效窗口一半时；不分档、不封顶。",
    ),
    "advisor.here.trigger.layered": (
        "After every message, at 80 % of the effective window; no tiers, no cap.",
        "每条消息之后，达有效窗口 80 % 时；不分档、不封顶。",
    ),
    "advisor.here.trigger.truncate": (
        "When a request is built: above 100 messages, in batches of 20, and at the threshold.",
        "构造请求时：超过 100 条消息，每批 20 条；以及达到阈值时。",
    ),
    "advisor.here.trigger.off": ("At the hard line only.", "仅在硬上限处。"),
    "advisor.here.results.adaptive": (
        "One line each, with the values that nothing else holds; the full text stays under an id.",
        "每条缩为一行，并带上别处没有的数值；全文以编号保留。",
    ),
    "advisor.here.results.pipeline": (
        "Duplicates (the last stays), one line per old result, arguments above 500 characters.",
        "去重（保留最后一份）、旧结果一行化、缩短超过 500 字符的参数。",
    ),
    "advisor.here.results.layered": (
        "Above a size and older than the newest messages: head, one line and an id.",
        "超过一定大小且早于最新消息的：保留开头、一行说明和编号。",
    ),
    "advisor.here.results.truncate": (
        "They go with their turn; recall finds them again.",
        "随所在轮次一并省略；可用 recall 找回。",
    ),
    "advisor.here.results.off": (
        "Untouched, unless a request would not fit otherwise.",
        "保持不动，除非请求放不下。",
    ),
    "advisor.here.failure.adaptive": (
        "Needs no model. A wanted one that fails leaves facts and passages by code.",
        "不依赖模型。所需模型失败时，事实与摘录仍由程序提供。",
    ),
    "advisor.here.failure.pipeline": (
        "Summary model, main model, then asks, paths and tools by code; a good summary is never lost to a failed one.",
        "摘要模型、主模型，再到程序提取的提问、路径与工具；失败不会覆盖好的摘要。",
    ),
    "advisor.here.failure.layered": (
        "Older turns are left out, and the request says which.",
        "省略较早的轮次，并在请求中说明是哪些。",
    ),
    "advisor.here.failure.truncate": ("No model is asked, so none can fail.", "不请求模型，因此不会失败。"),
    "advisor.here.failure.off": ("No model is asked; a request always fits.", "不请求模型；请求总能放下。"),
    "advisor.here.thrash.adaptive": (
        "A pass must pay; two that do not help pause it until the chat grows.",
        "压缩须有收益；两次无效即暂停，直到对话增长。",
    ),
    "advisor.here.thrash.pipeline": (
        "Two passes that save under 10 % pause it, with a way back.",
        "两次节省不足 10 % 即暂停，并可恢复。",
    ),
    "advisor.here.thrash.layered": (
        "What is covered by a note is marked and not taken again.",
        "已记入笔记的内容有标记，不再重复处理。",
    ),
    "advisor.here.thrash.truncate": (
        "Cuts in batches, so that the cached prefix breaks seldom.",
        "成批省略，少破坏前缀缓存。",
    ),
    "advisor.here.thrash.off": (
        "Aims below the line, so that the next call need not cut again.",
        "一次降到上限以下，下一次无需再截。",
    ),
    "advisor.here.memory.adaptive": ("Recall inside the chat; none across chats.", "仅在本对话内找回；不跨对话。"),
    "advisor.here.memory.pipeline": ("Recall inside the chat; none across chats.", "仅在本对话内找回；不跨对话。"),
    "advisor.here.memory.layered": (
        "Summaries become dated notes that you can read and that recall finds.",
        "摘要成为带日期的笔记，可供阅读，也可被 recall 找到。",
    ),
    "advisor.here.memory.truncate": ("Recall inside the chat; none across chats.", "仅在本对话内找回；不跨对话。"),
    "advisor.here.memory.off": ("Recall inside the chat; none across chats.", "仅在本对话内找回；不跨对话。"),
    "advisor.there.trigger.adaptive": (
        "In the background, at a threshold by tiers with a cap.",
        "后台进行，阈值分档并封顶。",
    ),
    "advisor.there.trigger.pipeline": ("After each response.", "每次回复之后。"),
    "advisor.there.trigger.layered": ("A hook after messages are added.", "消息加入后的钩子。"),
    "advisor.there.trigger.truncate": (
        "At a message cap, then at the larger of 32K and 60 % of the window.",
        "达到消息数上限，其后取 32K 与窗口 60 % 中较大者。",
    ),
    "advisor.there.pairs.adaptive": ("Calls and results are cut together.", "调用与结果一起截断。"),
    "advisor.there.pairs.pipeline": (
        "Orphans are repaired afterwards; many requests begin with an assistant message.",
        "事后修补孤立项；许多请求以助手消息开头。",
    ),
    "advisor.there.pairs.layered": ("Messages are marked one by one.", "逐条标记消息。"),
    "advisor.there.pairs.truncate": (
        "Not protected: dropping from the head can part them.",
        "无保护：从头部丢弃可能拆散配对。",
    ),
    "advisor.there.results.adaptive": (
        "The passes of the pipeline: duplicates, one line each, shorter arguments.",
        "沿用流水线：去重、一行化、缩短参数。",
    ),
    "advisor.there.results.pipeline": (
        "Duplicates by MD5, one line per tool, arguments above 500 characters.",
        "按 MD5 去重、每工具一行、缩短超过 500 字符的参数。",
    ),
    "advisor.there.results.layered": ("Old ones above a size are cut to their head.", "超过大小的旧结果只留开头。"),
    "advisor.there.results.truncate": ("Dropped with what is oldest.", "随最早的消息一起丢弃。"),
    "advisor.there.failure.adaptive": (
        "Summary model, main model, then a static text.",
        "摘要模型、主模型，再到静态文本。",
    ),
    "advisor.there.failure.pipeline": (
        "Summary model, main model, then paths and tool names.",
        "摘要模型、主模型，再到路径与工具名。",
    ),
    "advisor.there.failure.layered": ("Plain truncation.", "直接截断。"),
    "advisor.there.failure.truncate": ("No model is asked.", "不请求模型。"),
    "advisor.there.thrash.adaptive": ("A hash of the chat drops stale work.", "以对话的哈希丢弃过期工作。"),
    "advisor.there.thrash.pipeline": (
        "Two passes that save under 10 % pause it.",
        "两次节省不足 10 % 即暂停。",
    ),
    "advisor.there.thrash.layered": ("Marks on what was compressed.", "对已压缩内容作标记。"),
    "advisor.there.thrash.truncate": (
        "None: a little is dropped at every message.",
        "无：每条消息都会丢弃一点。",
    ),
    "advisor.there.prompt.adaptive": (
        "A budget for skills and files, and an alarm when it grows.",
        "技能与文件有预算，膨胀时报警。",
    ),
    "advisor.there.prompt.pipeline": ("Not limited.", "不限制。"),
    "advisor.there.prompt.layered": ("Not limited.", "不限制。"),
    "advisor.there.prompt.truncate": ("Not limited.", "不限制。"),
    "advisor.there.memory.adaptive": ("Not part of compression.", "不属于压缩。"),
    "advisor.there.memory.pipeline": ("Not part of compression.", "不属于压缩。"),
    "advisor.there.memory.layered": (
        "Working, episodic and semantic memory, with recall across chats.",
        "工作、情景与语义记忆，可跨对话找回。",
    ),
    "advisor.there.memory.truncate": ("None.", "无。"),
    "advisor.part.prompt": ("prompt", "提示词"),
    "advisor.part.facts": ("rules, facts", "规则、事实"),
    "advisor.part.digest": ("passages", "摘录"),
    "advisor.part.summary": ("summary", "摘要"),
    "advisor.part.tail": ("newest turns", "最新轮次"),
    "advisor.part.lines": ("one-line results", "一行结果"),
    "advisor.part.note": ("note", "笔记"),
    "advisor.part.heads": ("heads of results", "结果开头"),
    "advisor.part.last": ("last messages", "最后若干条"),
    "advisor.part.newest": ("newest turns, older ones dropped", "最新轮次，较早的省略"),
    "advisor.part.all": ("the whole chat", "整个对话"),
    "advisor.acts.adaptive": ("by tiers, at most 160K", "分档，至多 160K"),
    "advisor.acts.pipeline": ("at 50 % of the window", "窗口的 50 %"),
    "advisor.acts.layered": ("at 80 % of the window", "窗口的 80 %"),
    "advisor.acts.truncate": ("above 100 messages", "超过 100 条消息"),
    "advisor.acts.off": ("at the hard line", "硬上限"),
    "advisor.thumb.recall": (
        "Rule of thumb: recall across chats needs notes that outlive a chat.",
        "经验法则：跨对话找回需要长于单个对话的笔记。",
    ),
    "advisor.thumb.small": (
        "Rule of thumb: with a window below 128K and little time or money, truncation may do.",
        "经验法则：窗口小于 128K 且时间或费用紧张时，截断或许够用。",
    ),
    "advisor.thumb.summaries": (
        "Rule of thumb: who can wait and pay may have a model summarise after each response.",
        "经验法则：能等待且预算充裕时，可在每次回复后由模型摘要。",
    ),
    "advisor.thumb.background": (
        "Rule of thumb: work in the background, by code first, holds nothing up and costs nothing.",
        "经验法则：后台、以程序为先的处理不拖延也不花钱。",
    ),
    "advisor.no_chat": ("No chat is open; new chats begin with Adaptive.", "未打开对话；新对话从自适应开始。"),
    "advisor.early": (
        "The next request has {tokens} tokens, compression starts at {threshold}: nothing to measure yet, so Adaptive.",
        "下一次请求有 {tokens} 词元，{threshold} 起才压缩：尚无可测，故用自适应。",
    ),
    "advisor.not_measured": (
        "This chat is long enough to measure; until then Adaptive.",
        "此对话已足够长，可以测量；在此之前用自适应。",
    ),
    "advisor.nothing_asked": (
        "Measured on this chat: no answer uses an exact name or value from earlier on, so Adaptive.",
        "在此对话上测量：没有回答用到早先的确切名称或数值，故用自适应。",
    ),
    "advisor.measured": (
        "Measured on this chat: {name} keeps {facts} of facts at {tokens} tokens a call, {other} {kept} at {at}.",
        "在此对话上测量：{name}每次调用 {tokens} 词元，保留 {facts} 的事实；{other}在 {at} 时为 {kept}。",
    ),
    "advisor.measured_alone": (
        "Measured on this chat: {name} keeps {facts} of facts at {tokens} tokens a call, the newest turns {newest}.",
        "在此对话上测量：{name}每次调用 {tokens} 词元，保留 {facts} 的事实；仅最新轮次为 {newest}。",
    ),
    "advisor.reason.over": (
        "The next request has {tokens} tokens with system prompt and tools, above the threshold of {threshold}: "
        "strategies differ from here on.",
        "下一次请求连同系统提示词和工具共 {tokens} 词元，高于阈值 {threshold}：各策略从此有别。",
    ),
    "advisor.reason.compressed": (
        "The next request has {tokens} tokens; without compression it would have {whole}, above the threshold of "
        "{threshold}: strategies differ here.",
        "下一次请求有 {tokens} 词元；不压缩则为 {whole}，高于阈值 {threshold}：各策略在此有别。",
    ),
    "advisor.reason.under": (
        "The next request has {tokens} tokens with system prompt and tools, not above the threshold of {threshold}: "
        "nothing has to go yet.",
        "下一次请求连同系统提示词和工具共 {tokens} 词元，未超过阈值 {threshold}：尚无需省略。",
    ),
    "advisor.reason.heavy": (
        "Of its messages, {share} is tool output, where shortening results with their values pays.",
        "其消息中 {share} 是工具输出，保留数值地缩短结果很划算。",
    ),
    "advisor.reason.light": (
        "Of its messages, {share} is tool output, so most of what goes is talk.",
        "其消息中 {share} 是工具输出，因此被省略的多为对话。",
    ),
    "advisor.reason.en": ("In English: facts and rules are found by code.", "英文：事实与规则由程序识别。"),
    "advisor.reason.zh": ("In Chinese: facts and rules are found by code.", "中文：事实与规则由程序识别。"),
    "advisor.reason.window": ("The model's window is {window} tokens.", "模型窗口为 {window} 词元。"),
    "advisor.reason.local": (
        "It runs on this computer: no cost, but a summary takes the time of answers.",
        "在本机运行：无费用，但摘要会占用回答的时间。",
    ),
    "advisor.reason.cached": (
        "{price} a million tokens, {read} from the cache: a prefix that breaks seldom pays.",
        "每百万词元 {price}，缓存 {read}：少破坏前缀更划算。",
    ),
    "advisor.reason.uncached": (
        "{price} a million tokens, no cheaper from a cache: fewer tokens pay.",
        "每百万词元 {price}，缓存不更便宜：词元越少越划算。",
    ),
}
