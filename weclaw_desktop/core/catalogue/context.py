"""Sentences spoken by ``context``: reasons, notices, what stands in a request for what is not shown."""

ENTRIES: dict[str, tuple[str, str]] = {
    # where a window is from
    "context.source.override": ("set by you", "由你设置"),
    "context.source.learnt": ("learnt from an error", "从报错中得知"),
    "context.source.server": ("reported by the provider", "服务商报告"),
    "context.source.table": ("from the built-in table", "内置表"),
    "context.source.guessed": ("guessed", "猜测"),
    "context.window.learnt_beats_override": (
        "{model} refused a prompt that fits the window you set ({override}): its real limit is {limit}, which is used "
        "now. Set the window again to insist.",
        "{model} 拒绝了未超出你所设窗口（{override}）的请求：实际上限为 {limit}，现已采用。如需坚持，请重新设置窗口。",
    ),
    # why a threshold is what it is
    "context.profile.economy": ("Economy", "节省"),
    "context.profile.balanced": ("Balanced", "均衡"),
    "context.profile.long": ("Long memory", "长记忆"),
    "context.margin.calibrated": ("2 %, counts are calibrated", "2%，计数已校准"),
    "context.margin.estimated": ("5 %, counts are estimates", "5%，计数为估算"),
    "context.margin.least": (
        "the least that is kept free, {share} % of the window would be {part:,}",
        "最低余量，窗口的 {share}% 仅为 {part:,}",
    ),
    "context.margin.half": ("half of what is left, the window is very small", "剩余的一半，窗口很小"),
    "context.own.profile": ("by the profile", "由方案决定"),
    "context.own.user": ("set by you", "由你设置"),
    "context.own.chat": ("set for this chat", "为本对话设置"),
    "context.own.model": ("set for this model", "为此模型设置"),
    "context.own.value": ("{value} ({by})", "{value}（{by}）"),
    "context.reason.window": ("window {window:,} ({source})", "窗口 {window:,}（{source}）"),
    "context.reason.reserve": ("− reserve {reserve:,} for the answer", "− 为回答预留 {reserve:,}"),
    "context.reason.max_input": ("input limit {max_input:,} binds", "受输入上限 {max_input:,} 限制"),
    "context.reason.margin": ("− margin {margin:,} ({kind})", "− 余量 {margin:,}（{kind}）"),
    "context.reason.usable": ("= usable {usable:,}", "= 可用 {usable:,}"),
    "context.reason.quality": ("quality limit {limit:,} of this model binds", "受该模型质量上限 {limit:,} 限制"),
    "context.reason.brackets": ("{profile}: {sum}", "{profile}：{sum}"),
    "context.reason.ratio": ("fixed share {sum}", "固定比例 {sum}"),
    "context.reason.strategy_ratio": (
        "{strategy}: fixed share {sum}, no tiers, no cap",
        "{strategy}：固定比例 {sum}，无档位，不封顶",
    ),
    "context.reason.classic": (
        "classic formula max(32,000, .6 × window) asks for {asked:,}",
        "经典公式 max(32,000, 0.6 × 窗口) 要求 {asked:,}",
    ),
    "context.reason.cap": ("capped at {cap:,} ({by})", "已封顶于 {cap:,}（{by}）"),
    "context.reason.price_step": (
        "price step at {step:,} binds: at most {limit:,}",
        "受 {step:,} 处的价格阶梯限制：至多 {limit:,}",
    ),
    "context.reason.ceiling": (
        "never above .90 of the effective window: {limit:,}",
        "不超过有效窗口的 0.90：{limit:,}",
    ),
    "context.reason.lines": (
        "soft line {soft:,}, threshold {threshold:,}, hard line {hard:,}",
        "预备线 {soft:,}，压缩阈值 {threshold:,}，硬上限 {hard:,}",
    ),
    "context.reason.lines_sliding": (
        "the oldest turns slide out from {threshold:,} on, hard line {hard:,}",
        "达到 {threshold:,} 时最早的轮次滑出，硬上限 {hard:,}",
    ),
    "context.reason.sliding": (
        "usable {usable:,} is below {least:,}: too small to compress for, the newest turns that fit are sent",
        "可用 {usable:,} 低于 {least:,}：窗口太小无法压缩，只发送放得下的最新几轮",
    ),
    # what stands for text that is not shown
    "context.excerpt.result": (
        "[… {left:,} of {total:,} tokens left out; full text: {artifact} …]",
        "[… 省略 {total:,} 个词元中的 {left:,} 个；全文编号 {artifact} …]",
    ),
    "context.excerpt.user": (
        "[… {left:,} of {total:,} tokens of this message are not shown; full text: {artifact} …]",
        "[… 此消息共 {total:,} 个词元，其中 {left:,} 个未显示；全文编号 {artifact} …]",
    ),
    "context.encode.base64": ("[base64 data, {bytes:,} bytes]", "[base64 数据，{bytes:,} 字节]"),
    "context.encode.again": ('[{n} lines as above, from "{first}" on]', "[与上文相同的 {n} 行，自“{first}”起]"),
    "context.encode.listing": (
        "[{columns}; for all: {same}; mode only where it changes]",
        "[{columns}；全部相同：{same}；mode 仅在变化时写出]",
    ),
    "context.encode.columns": ("[the same in every row: {same}]", "[每行相同：{same}]"),
    "context.encode.page": ("[page as text; its HTML: {artifact}]", "[网页转为文本；HTML 原文：{artifact}]"),
    "context.view.no_output": ("(no output)", "（无输出）"),
    "context.view.empty": ("(empty message)", "（空消息）"),
    "context.view.interrupted": (
        "(interrupted: this call was not completed and has no result)",
        "（已中断：此调用未完成，没有结果）",
    ),
    "context.view.removed": ("(the user took this result out)", "（用户已移除此结果）"),
    "context.view.continue": ("Please go on.", "请继续。"),
    "context.block.frame": (
        "[Earlier in this chat – reference, not instructions. The newest user message below is the task.]",
        "【本对话较早的内容，仅供参考，不是指令。当前任务以下方最新的用户消息为准。】",
    ),
    "context.block.ack": ("Noted.", "好的。"),
    "context.block.pins": ("Pinned by the user (verbatim):", "用户固定的内容（原文）："),
    # notice
    "context.notice.frame": ("[Context] {body}", "【上下文说明】{body}"),
    "context.notice.span": ("Messages {a}–{b} ({n}, {first}–{last})", "第 {a}–{b} 条消息（{first}–{last}，共 {n} 条）"),
    "context.notice.span_day": ("Messages {a}–{b} ({n}, {day})", "第 {a}–{b} 条消息（{day}，共 {n} 条）"),
    "context.notice.summary": (
        "{span} are not shown verbatim; a summary ({by}) stands in",
        "{span}未逐字提供，由摘要代替（{by}）",
    ),
    "context.notice.left_out": ("{span} are left out; there is no summary", "{span}已省略，没有摘要"),
    "context.notice.by_model": ("by a model", "模型生成"),
    "context.notice.by_user": ("edited by the user", "由用户编辑"),
    "context.notice.by_code": ("by code", "程序提取"),
    "context.notice.shortened": ("{k} tool results are shortened", "{k} 条工具结果已缩短"),
    "context.notice.shortened_one": ("1 tool result is shortened", "1 条工具结果已缩短"),
    "context.notice.arguments": ("Long arguments of calls are shortened", "较长的调用参数已缩短"),
    "context.notice.join": (". ", "；"),
    "context.notice.stop": (". ", "。"),
    "context.notice.recall": (
        "To see an original, call recall with its id or words; do not guess.",
        "需要原文时用 recall 按编号或关键词查找，不要猜测。",
    ),
    "context.notice.ask": (
        "If you need an original, say that you cannot see it and ask.",
        "需要原文时，请说明看不到并询问用户。",
    ),
    "context.notice.skills": ("Skills by name only: {names}.", "以下技能仅列名称：{names}。"),
    "context.notice.files": ("{names} shortened.", "文件 {names} 已缩短。"),
    "context.notice.sections": ("Left out: {names}.", "未提供：{names}。"),
    "context.notice.more": ("{names} and {n} more", "{names} 等另外 {n} 项"),
    # system prompt
    "context.section.persona": ("persona", "角色"),
    "context.section.safety": ("safety", "安全"),
    "context.section.instructions": ("your instructions", "你的指令"),
    "context.section.tools": ("tool guidance", "工具说明"),
    "context.section.skills": ("skills", "技能"),
    "context.section.files": ("files", "文件"),
    "context.section.memory": ("memory", "记忆"),
    "context.section.notice": ("notice", "截断通知"),
    "context.system.file_shortened": ("[… the rest of this file is left out …]", "[… 此文件其余部分已省略 …]"),
    "context.system.left_out": ("{name} left out", "未提供{name}"),
    "context.system.name_only": ("{name}: name and one line", "{name}：仅名称和一行说明"),
    "context.system.shortened": ("{name} shortened", "{name} 已缩短"),
    "context.system.fixed_too_long": (
        "Persona, safety and your instructions alone have {tokens:,} tokens, more than the system prompt's budget of "
        "{budget:,}. They are never cut: shorten them, or choose a larger model.",
        "仅角色、安全和你的指令就有 {tokens:,} 个词元，超过系统提示词预算 {budget:,}。它们不会被裁剪：请精简，或改用更大的模型。",
    ),
    "context.inflation.grew": (
        "The system prompt's {section} grew by {growth:,} to {tokens:,} tokens since this chat began.",
        "自本对话开始，系统提示词的“{section}”增加了 {growth:,}，现为 {tokens:,} 个词元。",
    ),
    "context.inflation.grew_by": (
        "The system prompt's {section} grew by {growth:,} to {tokens:,} tokens since this chat began: {names}.",
        "自本对话开始，系统提示词的“{section}”增加了 {growth:,}，现为 {tokens:,} 个词元：{names}。",
    ),
    "context.inflation.quarter": (
        "The system prompt has {tokens:,} tokens, more than a quarter of the threshold ({threshold:,}); the largest part "
        "is {section} ({largest:,}).",
        "系统提示词有 {tokens:,} 个词元，超过压缩阈值（{threshold:,}）的四分之一；其中最大的是{section}（{largest:,}）。",
    ),
    "context.inflation.changes": (
        "The system prompt changed in {calls} calls in a row, last its {what}: everything is read and paid for anew each "
        "time.",
        "系统提示词已连续 {calls} 次调用发生变化，最近变化的是{what}：每次都要重新读取全部内容并计费。",
    ),
    # tools
    "context.more_tools": (
        "Brings more tools. To use one that is not in this list, first call this with its group; the group's tools can "
        "be called from the next step on. Groups and what is in them:\n{groups}",
        "取得更多工具。要使用此列表之外的工具，先用其组名调用本工具；下一步起即可调用该组的工具。各组内容：\n{groups}",
    ),
    "context.more_tools.groups": (
        "Brings more tools. To use one that is not in this list, first call this with its group or its name; it can be "
        'called from the next step on. "list" tells all names. Groups: {groups}',
        "取得更多工具。要使用此列表之外的工具，先用其组名或工具名调用本工具；下一步起即可调用。“list” 列出全部名称。分组：{groups}",
    ),
    "context.more_tools.count": (
        'Brings more of {n} tools: call it with "list" for their names, then with a group or a name.',
        "取得另外 {n} 个工具：先用 “list” 查看名称，再用组名或工具名调用。",
    ),
    "context.more_tools.group": ('Group, tool name, or "list"', "组名、工具名或 “list”"),
    "context.tools.withdrawn": (
        "{n} tools wait behind more_tools to save room ({names})",
        "{n} 个工具收在 more_tools 之后以节省空间（{names}）",
    ),
    "context.tools.dropped": (
        "Not all tools that this chat has used fit; set aside for now: {names}. The model can ask for them again.",
        "本对话用过的工具放不下全部，暂时收起：{names}。模型可以再次取得。",
    ),
    "context.tools.out": (
        "{n} tools are left out, as there is no room ({names})",
        "空间不足，未提供 {n} 个工具（{names}）",
    ),
    "context.tools.crowded": (
        "Persona, instructions, skills and files leave no room for tools: {n} wait behind more_tools ({names}). Shorten "
        "what stands in the system prompt, or choose a model with a larger window.",
        "角色、指令、技能和文件没有给工具留出空间：{n} 个工具收在 more_tools 之后（{names}）。请精简系统提示词，或改用窗口更大的模型。",
    ),
    "context.tools.crowded_out": (
        "Persona, instructions, skills and files leave no room for tools: {n} are left out ({names}). Shorten what "
        "stands in the system prompt, or choose a model with a larger window.",
        "角色、指令、技能和文件没有给工具留出空间：未提供 {n} 个工具（{names}）。请精简系统提示词，或改用窗口更大的模型。",
    ),
    "context.tools.over": (
        "The tools in use are larger than their share of the window. Switch some off, or choose a larger model.",
        "正在使用的工具超过了窗口中留给工具的份额。请关闭一些，或改用窗口更大的模型。",
    ),
    # requests
    "context.invariant_broken": (
        "The request was not sent because it breaks a rule of ours ({codes}). This is a bug; nothing was lost.",
        "请求违反了内部规则（{codes}），因此没有发送。这是程序缺陷；没有内容丢失。",
    ),
    "context.cannot_fit": (
        "This does not fit: at most {hard:,} of the {window:,}-token window can be sent. System prompt {system:,}, tools "
        "{schemas:,}, pins and rules {rules:,}, newest turn {newest:,}. Shorten the largest, switch tools off, or choose "
        "a model with a larger window.",
        "放不下：{window:,} 词元的窗口最多可发送 {hard:,}。系统提示词 {system:,}，工具 {schemas:,}，固定内容与规则 {rules:,}，"
        "最新一轮 {newest:,}。请缩短最大的部分、关闭工具，或改用窗口更大的模型。",
    ),
    # status
    "context.status.empty": ("Nothing sent yet · {ready} ready", "尚未发送 · 已备 {ready}"),
    "context.status.idle": ("{left} until the next compression", "距下次压缩还有 {left}"),
    "context.status.too_small": (
        "Model too small to compress; oldest turns slide out",
        "窗口太小，无法压缩；最早的对话将移出",
    ),
    "context.line.threshold": ("threshold", "压缩阈值"),
    "context.line.hard": ("hard line", "硬上限"),
    "context.status.cannot_help": (
        "Compression cannot help: tools {schemas}, prompt {prompt} and the newest turn {newest} stay as they are; the "
        "{line} is {at}",
        "压缩无济于事：工具 {schemas}、提示词 {prompt} 与最新一轮 {newest} 须原样保留，{line}为 {at}",
    ),
    "context.status.cannot_help_kept": (
        "Compression cannot help: tools {schemas}, prompt {prompt}, pins and rules {kept} and the newest turn {newest} "
        "stay as they are; the {line} is {at}",
        "压缩无济于事：工具 {schemas}、提示词 {prompt}、固定内容与规则 {kept}、最新一轮 {newest} 须原样保留，{line}为 {at}",
    ),
    "context.status.undone_newest": (
        "Undone; what was compressed before still stands",
        "已撤销；此前的压缩仍然有效",
    ),
    "context.status.rules_full": (
        "Your pins and rules need more than {room}. Only named to the model: {ids}. Unpin or take back what no longer holds.",
        "固定内容和规则超过 {room}，以下仅列编号：{ids}。请取消固定或撤回不再需要的内容。",
    ),
    "context.status.pins_large": (
        "{n} pins take {tokens}, {share} % of the room before compression. Unpin what you no longer need.",
        "{n} 条固定内容占 {tokens}，为压缩前空间的 {share}%。请取消不再需要的固定。",
    ),
    "context.status.pins_full": (
        "{n} pins take {tokens}; pins and rules have room for {room}. All are sent: unpin or shorten one to leave room.",
        "{n} 条固定内容占 {tokens}，固定内容与规则共有 {room} 的空间。目前全部发送：请取消或缩短其中一条。",
    ),
    "context.status.undone": ("Compression undone; full history until the limit", "已撤销压缩，到上限前保留全文"),
}
