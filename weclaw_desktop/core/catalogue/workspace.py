"""Sentences about the user's own files: personas, skills, instruction files."""

ENTRIES: dict[str, tuple[str, str]] = {
    "workspace.persona_empty": (
        "A persona needs a name and a text. Write both, then save again.",
        "角色需要名称和内容。请填写后再保存。",
    ),
    "workspace.nothing_kept": (
        "This profile is kept in memory only, so nothing can be saved in files. Open a profile with a folder.",
        "当前配置仅保存在内存中，无法写入文件。请打开有文件夹的配置。",
    ),
    "workspace.cannot_write": (
        "{path} could not be written. Free space there or allow writing, then save again.",
        "无法写入 {path}。请腾出空间或允许写入，然后再保存。",
    ),
    # files that stand in the prompt
    "workspace.no_file": ("{path} is no file.", "{path} 不是文件。"),
    "workspace.gone": ("{path} is not there any more.", "{path} 已不存在。"),
    "workspace.unreadable": ("{path} cannot be read: {reason}.", "无法读取 {path}：{reason}。"),
    "workspace.too_large": (
        "{path} is too large for the prompt: {size:,} bytes, at most {limit:,}.",
        "{path} 太大，无法放入提示词：{size:,} 字节，上限 {limit:,}。",
    ),
    "workspace.binary": ("{path} is no text.", "{path} 不是文本文件。"),
    "workspace.link": (
        "{path} is a link that leads out of its folder, so it is not read.",
        "{path} 是指向文件夹之外的链接，因此不会读取。",
    ),
    "workspace.no_folder": (
        "There is no folder {path}. Choose one that exists.",
        "文件夹 {path} 不存在。请选择存在的文件夹。",
    ),
    # why something does not stand in the prompt, or not whole
    "workspace.off_here": ("turned off in this chat", "已在本对话中关闭"),
    "workspace.off": ("turned off in the settings", "已在设置中关闭"),
    "workspace.out_here": ("left out in this chat", "已在本对话中移出"),
    "workspace.empty": ("empty: there is nothing to send", "文件为空，没有可发送的内容"),
    "workspace.short_here": ("shortened in this chat", "已在本对话中缩短"),
    "workspace.shadowed": (
        "a skill of the same name is used instead: that of the chat's folder",
        "改用同名技能：来自本对话的文件夹",
    ),
    # skills
    "workspace.skill_no_head": (
        "It has to begin with a head of four lines: ---, name: …, description: …, and --- again.",
        "开头需要四行：---、name: …、description: …，再加一行 ---。",
    ),
    "workspace.skill_head_broken": (
        "Its head cannot be read. Between two lines of --- write name: … and description: …, one a line.",
        "文件头无法识别。请在两行 --- 之间写 name: … 和 description: …，各占一行。",
    ),
    "workspace.skill_missing": (
        "Its head lacks {what}. Add a line {what}: … between the two lines of ---.",
        "文件头缺少 {what}。请在两行 --- 之间加一行 {what}: …。",
    ),
    "workspace.skill_bad_name": (
        "“{name}” cannot be the name of a skill: at most {most} characters, without slashes, quotes and angle brackets.",
        "“{name}”不能作为技能名称：最多 {most} 个字符，不含斜杠、引号和尖括号。",
    ),
    "workspace.skill_no_body": (
        "Nothing stands under its head. Write there what the model shall do.",
        "文件头下面没有内容。请写明模型要做什么。",
    ),
    "workspace.skill_twice": (
        "Another skill is called {name} too. Give this one another name.",
        "已有另一个技能叫 {name}。请换一个名称。",
    ),
    "workspace.skill_unusable": ("SKILL.md of {id}: {reason}", "{id} 的 SKILL.md：{reason}"),
    "workspace.skill_too_long": (
        "It is longer than {most:,} characters. Put parts of it into files beside SKILL.md and name them in it.",
        "超过 {most:,} 个字符。请把部分内容放到 SKILL.md 旁边的文件里，并在其中提到它们。",
    ),
    "workspace.skill_none": (
        "There is no skill {name} in this chat. There are: {names}.",
        "本对话没有技能 {name}。现有：{names}。",
    ),
    "workspace.skill_outside": (
        "{path} does not lie in the folder of the skill {name}. Name a file that its text mentions.",
        "{path} 不在技能 {name} 的文件夹中。请使用其正文提到的文件。",
    ),
    "workspace.skill_no_file": (
        "The skill {name} has no text file {path}. It has: {names}.",
        "技能 {name} 没有文本文件 {path}。现有：{names}。",
    ),
    "workspace.skill_beside": (
        "{body}\n\nFiles beside it, to be read with path: {names}",
        "{body}\n\n旁边的文件（用 path 读取）：{names}",
    ),
    # taking skills in
    "workspace.package_unknown": (
        "{name} is neither a folder nor a zip file. Choose a folder with a SKILL.md, or a zip of one.",
        "{name} 既不是文件夹也不是 zip 文件。请选择含有 SKILL.md 的文件夹或其 zip。",
    ),
    "workspace.package_empty": (
        "There is no SKILL.md in {name}. Choose the folder that holds it.",
        "{name} 中没有 SKILL.md。请选择包含它的文件夹。",
    ),
    "workspace.package_unsafe": (
        "{name} was not unpacked: its entry {path} leads out of the folder or is a link.",
        "未解压 {name}：其中的 {path} 指向文件夹之外或是链接。",
    ),
    "workspace.package_large": (
        "{name} was not taken in: it holds more than {files:,} files or {megabytes} MB.",
        "未导入 {name}：其中超过 {files:,} 个文件或 {megabytes} MB。",
    ),
    "workspace.package_broken": (
        "{name} cannot be unpacked: it is damaged or protected by a password.",
        "无法解压 {name}：文件已损坏或有密码保护。",
    ),
}
