"""Sentences of the X-ray: what the parts of a request are called, and why each stands there as it does."""

ENTRIES: dict[str, tuple[str, str]] = {
    "xray.title.named": ("{what}: {name}", "{what}：{name}"),
    "xray.title.tool": ("Tool {name}", "工具 {name}"),
    "xray.title.persona": ("Persona", "角色"),
    "xray.title.safety": ("Safety", "安全说明"),
    "xray.title.instructions": ("Your instructions", "你的个人指令"),
    "xray.title.tools": ("Tool guidance", "工具指引"),
    "xray.title.over_skills": ("About the skills", "技能说明"),
    "xray.title.over_files": ("About the files", "文件说明"),
    "xray.title.skills": ("Skill", "技能"),
    "xray.title.files": ("File", "文件"),
    "xray.title.memory": ("Memory", "记忆"),
    "xray.title.notice": ("Notice", "截断通知"),
    "xray.title.frame": ("Frame", "说明行"),
    "xray.title.lead": ("Beginning", "开头"),
    "xray.title.pins": ("Pins", "固定内容"),
    "xray.title.rules": ("Rules", "规则"),
    "xray.title.ledger": ("Facts by code", "事实账本"),
    "xray.title.summary": ("Summary", "摘要"),
    "xray.title.digest": ("Passages", "摘录"),
    "xray.title.ack": ("Acknowledgement", "应答"),
    "xray.title.draft": ("Your draft", "你的草稿"),
    "xray.title.added": ("Added line", "补充的一行"),
    "xray.title.attachment": ("Attachment {name}", "附件 {name}"),
    "xray.title.result": ("Result of {name}", "{name} 的结果"),
    "xray.title.user": ("You", "你"),
    "xray.title.assistant": ("Assistant", "助手"),
    "xray.title.tool_message": ("Tool", "工具"),
    "xray.title.system": ("System row", "系统行"),
    # what is sent
    "xray.why.tool": (
        "The model may call this tool, so its description and schema travel with every request.",
        "模型可以调用此工具，因此每次请求都附带其说明和参数结构。",
    ),
    "xray.why.section.persona": ("Who answers; it is always sent first.", "回答者的身份，总是最先发送。"),
    "xray.why.section.safety": ("Safety lines; they are never shortened.", "安全说明，从不缩短。"),
    "xray.why.section.instructions": ("Your own instructions; they are never shortened.", "你的个人指令，从不缩短。"),
    "xray.why.section.tools": ("How the model is told to use tools.", "告诉模型如何使用工具。"),
    "xray.why.section.skills": (
        "Skills by name and one line; the model reads a body when it needs it.",
        "技能只列名称和一行说明；模型需要时再读取正文。",
    ),
    "xray.why.section.files": ("An instruction file, as it stands in the prompt.", "提示词中的说明文件。"),
    "xray.why.section.over_skills": ("Stands over the skills: how they are used.", "位于技能之前，说明如何使用。"),
    "xray.why.section.over_files": ("Stands over the files: what they are.", "位于文件之前，说明它们是什么。"),
    "xray.why.section.memory": ("What was remembered from other chats.", "从其他对话中记住的内容。"),
    "xray.why.section.notice": (
        "What the model is told about what it does not see.",
        "告诉模型哪些内容它看不到。",
    ),
    "xray.why.verbatim": ("It is recent enough to be sent word for word.", "属于最近的内容，逐字发送。"),
    "xray.why.recap": (
        "Your newest request stays word for word in front of the steps that follow it.",
        "你最新的请求逐字保留在后续步骤之前。",
    ),
    "xray.why.pinned": ("You pinned it, so it stays word for word.", "你固定了它，因此逐字保留。"),
    "xray.why.encoded": (
        "The same content in fewer characters; the original is kept as {artifact}.",
        "内容相同、写法更短；原文编号 {artifact}。",
    ),
    "xray.why.draft": (
        "What you are writing now goes last; its size is an estimate.",
        "你正在写的内容排在最后；其大小为估算。",
    ),
    "xray.why.draft_long": (
        "Longer than one message may be: its beginning and end will be sent; all of it will be kept.",
        "超过单条消息的上限：将发送开头和结尾，全文会保留。",
    ),
    "xray.why.ack": ("Answers the reference block, so that roles alternate.", "回应参考块，使角色交替。"),
    "xray.why.added": (
        "Added so that the provider accepts the request; so short that the count leaves it out.",
        "为使服务商接受请求而补充；很短，计数不含它。",
    ),
    "xray.why.stub": (
        "The call before it has no result, and a request without one would be refused.",
        "前面的调用没有结果，缺少结果的请求会被拒绝。",
    ),
    "xray.why.image": ("A picture, counted by the provider's rule.", "图片，按服务商的规则计数。"),
    "xray.why.file": ("The text of the attached file.", "附件文件的文本。"),
    "xray.why.block.frame": (
        "Tells the model that what follows is reference, not instructions.",
        "告诉模型以下内容是参考，不是指令。",
    ),
    "xray.why.block.lead": ("How the chat began, in short.", "对话的开头，简要说明。"),
    "xray.why.block.pins": ("What you pinned, word for word.", "你固定的内容，逐字保留。"),
    "xray.why.block.rules": (
        "Rules that you set, word for word, the newest first.",
        "你定下的规则，逐字保留，新的在前。",
    ),
    "xray.why.block.ledger": (
        "Requests, values, files and errors that code took from older messages.",
        "由程序从较早消息中提取的请求、数值、文件和错误。",
    ),
    "xray.why.block.summary": (
        "A model's summary of older messages, checked against them by code.",
        "模型对较早消息的摘要，已由程序核对。",
    ),
    "xray.why.block.summary_edited": (
        "The summary of older messages that you edited, as you wrote it.",
        "较早消息的摘要，由你编辑，按原文保留。",
    ),
    "xray.why.block.digest": (
        "The passages of older messages that hold the most facts nobody else tells, chosen by code.",
        "由程序选出的较早消息片段，含有其他部分没有的事实最多。",
    ),
    # what is shortened
    "xray.why.repeated": (
        "It repeats another result word for word and points to that one; the original is {artifact}.",
        "与另一条结果逐字相同，指向那一条；原文编号 {artifact}。",
    ),
    "xray.why.line": (
        "An old result: one line with its outcome stands for it; the original is {artifact}.",
        "较早的结果：用一行结论代替；原文编号 {artifact}。",
    ),
    "xray.why.head_tail": (
        "Too long to stay whole: its beginning and end are sent; the original is {artifact}.",
        "过长，只发送开头和结尾；原文编号 {artifact}。",
    ),
    "xray.why.arguments": (
        "Long arguments of its calls are shortened; the original is {artifact}.",
        "其调用的长参数已缩短；原文编号 {artifact}。",
    ),
    "xray.why.capped": (
        "Longer than one message may be: its beginning and end are sent; the original is {artifact}.",
        "超过单条消息的上限，只发送开头和结尾；原文编号 {artifact}。",
    ),
    "xray.why.skill_shortened": (
        "The system prompt is over its budget: of this skill the name and one line stay.",
        "系统提示词超出预算：此技能只保留名称和一行说明。",
    ),
    "xray.why.file_shortened": (
        "The system prompt is over its budget: of this file the beginning stays.",
        "系统提示词超出预算：此文件只保留开头。",
    ),
    # what is left out
    "xray.why.by_model": (
        "Older than what is sent word for word; a model's summary, facts and passages stand for it.",
        "早于逐字发送的部分；由模型摘要、事实和摘录代替。",
    ),
    "xray.why.by_code": (
        "Older than what is sent word for word; facts and passages taken by code stand for it.",
        "早于逐字发送的部分；由程序提取的事实和摘录代替。",
    ),
    "xray.why.pinned_behind": (
        "You pinned it: it stands word for word among the pins.",
        "你固定了它：逐字列在固定内容中。",
    ),
    "xray.why.dropped": (
        "Older than what fits; nothing stands for it in the request. It stays in the chat.",
        "早于放得下的部分；请求中没有内容代替它。它仍保留在对话中。",
    ),
    "xray.why.opens": (
        "It came before your first request, so it is quoted in the reference block.",
        "它早于你的第一个请求，因此引用在参考块中。",
    ),
    "xray.why.excluded": ("You left it out of what the model reads.", "你让模型不读取它。"),
    "xray.why.growing": ("It is still being written.", "仍在生成中。"),
    "xray.why.system": (
        "A system row of an import: the system prompt stands in its place.",
        "导入的系统行：由系统提示词代替。",
    ),
    "xray.why.empty": ("It says nothing, and providers refuse empty messages.", "内容为空，服务商会拒绝空消息。"),
    "xray.why.orphan": ("A result whose call is not in the chat.", "结果所属的调用不在对话中。"),
    "xray.why.unsendable": (
        "It cannot stand there in a form that providers accept.",
        "它在该位置无法以服务商接受的形式发送。",
    ),
    "xray.why.tool_waits": (
        "Schemas have little room here: the tool waits until the model asks for it by more_tools.",
        "工具说明空间有限：此工具在模型通过 more_tools 请求后才提供。",
    ),
    "xray.why.section_left_out": (
        "The system prompt is over its budget, and this section may be left out.",
        "系统提示词超出预算，此部分可以省略。",
    ),
    # what will happen to it
    "xray.told.ready": (
        "A compression is ready and is applied before this is sent.",
        "压缩已就绪，发送前会应用。",
    ),
    "xray.told.asking": (
        "A compression is ready and waits for your word; this is sent as it stands.",
        "压缩已备好，等待你的决定；此请求会原样发送。",
    ),
    "xray.told.dropped": (
        "The oldest turns are left out before this is sent.",
        "发送前会省略最早的轮次。",
    ),
    "xray.told.summary": (
        "A summary (by code) takes the place of the oldest turns before this is sent.",
        "发送前，最早的轮次会由（程序生成的）摘要代替。",
    ),
    "xray.told.shortened": (
        "Older tool results are shortened before this is sent.",
        "发送前会缩短较早的工具结果。",
    ),
    "xray.told.asks": (
        "This is over the line at {line:,} tokens: you are asked before it is sent.",
        "已超过 {line:,} 词元的界线：发送前会询问你。",
    ),
    "xray.told.over": (
        "This is over the line at {line:,} tokens: it is shortened before it is sent.",
        "已超过 {line:,} 词元的界线：发送前会缩短。",
    ),
}
