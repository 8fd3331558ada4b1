"""Sentences spoken by ``services``."""

ENTRIES: dict[str, tuple[str, str]] = {
    "services.bug": (
        "Something went wrong inside the app ({kind}). Your chats are safe; please report it with the log.",
        "程序内部出错（{kind}）。对话记录没有受影响；请附上日志反馈。",
    ),
    "services.no_provider": (
        "There is no provider named {name}. `providers list` shows them.",
        "没有名为 {name} 的服务商。可用 `providers list` 查看。",
    ),
    "services.recall_nothing": (
        "Nothing in this chat matches “{asked}”. Try other words, or an id.",
        "本对话中没有与“{asked}”相符的内容。请换用其他词语或编号。",
    ),
    "services.recall_no_id": (
        "This chat has no message {asked} that may be read; the newest is m{last}.",
        "本对话中没有可读取的消息 {asked}；最新一条是 m{last}。",
    ),
    "services.note_failed": (
        "The note of this compression could not be written: {reason}.",
        "无法写入本次压缩的笔记：{reason}。",
    ),
    "services.recall_no_page": ("“{asked}” has only {pages} page(s).", "“{asked}”只有 {pages} 页。"),
    "services.recall_names": ("Also named there:", "附近还提到："),
    "services.recall_more": ("[page {page}; more: page {next}]", "[第 {page} 页；后续见第 {next} 页]"),
    "services.empty_message": ("Write a message first.", "请先输入消息。"),
    "services.no_model": (
        "Choose a model to start: add a provider's key, or install the small embedded model.",
        "请先选择模型：添加服务商密钥，或安装内置小模型。",
    ),
    "services.read_only": (
        "Nothing can be saved now, so nothing is sent: {reason}",
        "目前无法保存，因此没有发送：{reason}",
    ),
    "services.not_saved": (
        "This answer could not be saved: {reason} Copy or export it before closing.",
        "此回答无法保存：{reason} 请在关闭前复制或导出。",
    ),
    "services.nothing_to_retry": ("There is nothing to answer again.", "没有可以重新回答的内容。"),
    "services.no_speech": (
        "Nothing on this system reads text aloud. On Linux install speech-dispatcher or espeak-ng.",
        "本系统没有朗读命令。在 Linux 上请安装 speech-dispatcher 或 espeak-ng。",
    ),
    "services.busy": (
        "A reply is being written. Stop it first, then try again.",
        "正在生成回复。请先停止，再重试。",
    ),
    "services.not_editable": ("What a tool said cannot be edited.", "工具返回的内容不能编辑。"),
    "services.not_shown": (
        "This message is on another branch. Show that branch first.",
        "此消息在另一分支上。请先切换到该分支。",
    ),
    "services.branch_title": ("Branch of {title}", "{title}（分支）"),
    "services.empty_answer": (
        "The model sent an empty answer. Try again or choose another model.",
        "模型返回了空回答。请重试或更换模型。",
    ),
    "services.cut_answer": (
        "The answer reached the model's output limit and stops here. Ask it to go on.",
        "回答达到模型的输出上限，在此中断。可让它继续。",
    ),
    "services.still_too_large": (
        "{model} refuses the request as too long, even after it was shortened. Its real limit seems to be below "
        "{limit:,} tokens: set the window in the model's settings, or choose a larger model.",
        "{model} 认为请求过长，压缩后仍被拒绝。其实际上限似乎低于 {limit:,} 词元：请在模型设置中填写窗口，或换用更大的模型。",
    ),
    "services.limit_learnt": (
        "{model} takes less than was known: {limit:,} tokens. This is remembered; the request was shortened and sent again.",
        "{model} 的实际上限比已知的小：{limit:,} 词元。已记住，并在缩短后重新发送。",
    ),
    "services.limit_grown": (
        "{model} takes more than was guessed: {limit:,} tokens. This is remembered, and the request was sent again.",
        "{model} 的实际上限比猜测的大：{limit:,} 词元。已记住，并已重新发送。",
    ),
    "services.attachment_too_large": (
        "{name} has about {tokens:,} tokens, more than half of what {model} can read ({room:,}). Send it shortened, "
        "leave it out, or choose a larger model.",
        "{name} 约有 {tokens:,} 词元，超过 {model} 可读范围（{room:,}）的一半。可缩短后发送、移除，或换用更大的模型。",
    ),
    "services.attachments_too_large": (
        "The {count} attachments have about {tokens:,} tokens together, more than half of what {model} can read "
        "({room:,}). Send them shortened, leave some out, or choose a larger model.",
        "{count} 个附件共约 {tokens:,} 词元，超过 {model} 可读范围（{room:,}）的一半。可缩短后发送、移除部分，或换用更大的模型。",
    ),
    "services.step_limit": (
        "The model called tools {steps} times in a row and was stopped. Send a message to let it go on.",
        "模型已连续调用工具 {steps} 次，已停止。发送消息可让它继续。",
    ),
    "services.tool_unknown": (
        "There is no tool named {name}. Available: {names}.",
        "没有名为 {name} 的工具。可用：{names}。",
    ),
    "services.more_tools": ("Can be called from now on: {names}.", "现在可以调用：{names}。"),
    "services.more_tools_left": (
        "Not enough room for {names}. Ask for the one that is needed by its name.",
        "空间不足，无法提供 {names}。请按名称只取需要的那一个。",
    ),
    "services.more_tools_list": ("Groups and their tools:\n{groups}", "各组及其工具：\n{groups}"),
    "services.tool_arguments": (
        "The arguments of {name} are not a JSON object, so it was not run. Call it again with valid JSON.",
        "{name} 的参数不是 JSON 对象，因此没有运行。请用有效的 JSON 重新调用。",
    ),
    "services.tool_stub": (
        "The arguments of {name} hold a shortened passage ({artifact}) instead of the text itself, so it was not run. "
        "Write the text in full.",
        "{name} 的参数中包含已缩短的片段（{artifact}）而非原文，因此没有运行。请写出完整内容。",
    ),
    "services.tool_refused": (
        "The user did not allow this call of {name}. Go on without it or ask.",
        "用户没有允许调用 {name}。请换一种方式，或询问用户。",
    ),
    "services.tool_stopped": (
        "Stopped by the user before {name} finished; it may have run in part.",
        "用户在 {name} 完成前停止了它；可能已部分执行。",
    ),
    "services.tool_not_begun": (
        "Stopped by the user before {name} was started; it did not run.",
        "用户在 {name} 开始之前停止了；它没有运行。",
    ),
    "services.unknown_script": (
        "There is no scripted summariser {name}. Known: {known}.",
        "没有名为 {name} 的脚本摘要器。可用：{known}。",
    ),
    "services.not_written": ("{path} could not be written: {reason}.", "无法写入 {path}：{reason}。"),
    "services.image_unseen": (
        "[image {name}, not shown: this model cannot see pictures]",
        "[图片 {name}，未提供：此模型不支持图片]",
    ),
    "services.no_vision": (
        "{model} cannot see pictures, as far as is known. Choose another model, leave the picture out, or say in "
        "Settings > Models that it can.",
        "据目前所知，{model} 不支持图片。请换用其他模型、移除图片，或在“设置 > 模型”中注明它支持图片。",
    ),
    "services.image_left_out": (
        "[image {name}, left out: the request had too many bytes]",
        "[图片 {name}，已省略：请求的字节数过多]",
    ),
    "services.tool_timeout": (
        "{name} did not finish within {seconds} s and was ended.",
        "{name} 在 {seconds} 秒内没有完成，已终止。",
    ),
    "services.tool_broke": ("{name} failed: {reason}", "{name} 出错：{reason}"),
    "services.nothing_to_compress": (
        "Nothing is old enough to be compressed yet.",
        "目前没有足够旧的内容可以压缩。",
    ),
    "services.nothing_to_undo": ("There is no compression to undo.", "没有可以撤销的压缩。"),
    "services.usage_near_tokens": (
        "{spent:,} of today's {limit:,} tokens are used.",
        "今天已用 {spent:,} 词元，每日限额 {limit:,}。",
    ),
    "services.usage_over_tokens": (
        "Today's budget of {limit:,} tokens is used up ({spent:,}). Nothing is stopped.",
        "今天的词元限额 {limit:,} 已用完（{spent:,}）。不会停止任何调用。",
    ),
    "services.usage_near_cost": (
        "{spent:.2f} of today's {limit:.2f} {currency} are spent.",
        "今天已花费 {spent:.2f} {currency}，每日限额 {limit:.2f}。",
    ),
    "services.usage_over_cost": (
        "Today's budget of {limit:.2f} {currency} is spent ({spent:.2f}). Nothing is stopped.",
        "今天的费用限额 {limit:.2f} {currency} 已用完（{spent:.2f}）。不会停止任何调用。",
    ),
    "services.no_such_compression": ("This compression is not there any more.", "这次压缩已不存在。"),
    "services.nothing_to_redo": ("There is no compression to bring back.", "没有可以恢复的压缩。"),
    "services.undo_too_large": (
        "What the model would read then ({tokens:,} tokens) does not fit under the limit ({hard:,}). Pin what matters and "
        "compress again, choose another method, or keep the compression.",
        "届时模型要读的内容（{tokens:,} 词元）超过上限（{hard:,}）。可固定重要内容后再次压缩、换一种方式，或保留当前压缩。",
    ),
    "services.edit_too_large": (
        "With this summary the next request would have {tokens:,} tokens, which is over the limit of {hard:,}. Shorten it by "
        "about {over:,} tokens; until then the present summary stays.",
        "采用这份摘要后，下次请求将有 {tokens:,} 词元，超过上限 {hard:,}。请缩短约 {over:,} 词元；在此之前保留现有摘要。",
    ),
    "services.nothing_to_edit": (
        "Only the summary of the compression in force can be edited.",
        "只能编辑当前生效的压缩摘要。",
    ),
    "services.edit_set_aside": (
        "More of the chat fits now and is shown in full, so the summary that you edited is not in use. It is kept under "
        "Compressions, where you can restore it.",
        "现在可以完整显示更多对话内容，因此暂不使用你编辑过的摘要。它保留在“压缩记录”中，可随时恢复。",
    ),
    "services.compression_declined": (
        "The message needs a compression to be sent, and it was declined. Compress, choose a larger model, or start a "
        "new chat.",
        "发送此消息需要先压缩，但压缩已被取消。请压缩、换用更大的模型，或新建对话。",
    ),
    "services.compression_running": ("A compression is already running for this chat.", "此对话的压缩正在进行。"),
    "services.in_trash": (
        "This chat is in the trash. Restore it first.",
        "此对话在回收站中，请先恢复。",
    ),
    "services.compression_cancelled": ("The compression was cancelled.", "压缩已取消。"),
    "services.summary_gave_way": (
        "the model on this computer gave way to a conversation",
        "本机模型让位给了正在进行的对话",
    ),
    "services.summary_failed": ("the summary could not be written", "未能写出摘要"),
    "services.compression_stale": (
        "The chat changed while the compression was made, so it was dropped.",
        "压缩期间对话内容已变化，本次结果已丢弃。",
    ),
    "services.prompt_cut": (
        "{model} read only {read:,} of about {sent:,} tokens: the server cuts prompts silently. Raise its context size, "
        "or set the window in the model's settings.",
        "{model} 只读取了约 {sent:,} 词元中的 {read:,}：服务器会悄悄截断提示词。请调大其上下文长度，或在模型设置中填写窗口。",
    ),
    "services.status_preparing": ("Preparing in background", "后台压缩中"),
    "services.status_prepared": ("Ready; applied with your next message", "已备好，下条消息时生效"),
    "services.status_ready": (
        "Ready; applied when the chat reaches {threshold:,} tokens",
        "已备好，达到 {threshold:,} 词元时生效",
    ),
    "services.status_asks_at": (
        "Ready; you are asked when the chat reaches {threshold:,} tokens",
        "已备好，达到 {threshold:,} 词元时会询问你",
    ),
    "services.status_applying": ("Compressing", "压缩中"),
    "services.status_waiting": ("Shortening before sending, ≤ 20 s", "发送前压缩中，≤ 20 秒"),
    "services.status_hard": (
        "This message fits only when older ones are shortened. It waits for you.",
        "需先缩短较早的消息才能发送。正在等待你的决定。",
    ),
    "services.status_asking": (
        "A compression is ready. Apply it now, or go on without it for now.",
        "压缩已备好。可立即应用，或暂时保留全文。",
    ),
    "services.title_prompt": (
        "Give this conversation a title of at most six words in English. Answer with the title only.",
        "请用中文为这段对话起一个不超过十二个字的标题。只回答标题。",
    ),
    "services.demo_other": (
        "I am the scripted model of the demo and only know my lines. Add a provider's key or install a small model to "
        "talk to a real one.",
        "我是演示用的脚本模型，只会说准备好的台词。添加服务商密钥或安装小模型后，就能与真正的模型对话。",
    ),
    "services.notes_not_erased": (
        "The chat is erased; its notes could not be removed: {reason}.",
        "对话已彻底删除，但无法移除其笔记：{reason}。",
    ),
    "services.imported": (
        "Imported: chats {chats}, messages {messages}. Nothing was left out.",
        "已导入：对话 {chats} 个，消息 {messages} 条，没有遗漏。",
    ),
    "services.imported_without": (
        "Imported: chats {chats}, messages {messages}. Left out: {left}.",
        "已导入：对话 {chats} 个，消息 {messages} 条。未导入：{left}。",
    ),
    "services.import_and": ("{first}; {second}", "{first}；{second}"),
    "services.import_known": ("conversations that are here already ({count})", "已存在的对话（{count} 个）"),
    "services.import_instructions": ("instructions to the model ({count})", "给模型的系统指令（{count} 条）"),
    "services.import_skipped": ("entries that are no messages ({count})", "不是消息的条目（{count} 个）"),
    "services.import_format": (
        "{name} is not of a kind that can be imported. Messages as JSON or JSONL can.",
        "无法导入 {name}：目前支持 JSON 或 JSONL 格式的消息。",
    ),
    "services.import_large": (
        "{name} has {size} MB; a file of at most 256 MB can be imported.",
        "{name} 有 {size} MB；最多可导入 256 MB 的文件。",
    ),
    "services.import_encoding": (
        "{name} is not a text in UTF-8. Save it as UTF-8 and import it again.",
        "{name} 不是 UTF-8 编码的文本。请另存为 UTF-8 后再导入。",
    ),
    "services.import_unreadable": ("{name} cannot be read: {reason}.", "无法读取 {name}：{reason}。"),
    "services.new_chat": ("New chat", "新对话"),
}
