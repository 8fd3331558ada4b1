"""Sentences spoken by ``workspace.reading``: why a file gives nothing, and what of one was left out."""

ENTRIES: dict[str, tuple[str, str]] = {
    "reading.encrypted": (
        "{name} is protected by a password. Save it without one and attach it again.",
        "{name} 受密码保护。请另存为无密码的文件后重新添加。",
    ),
    "reading.broken": ("{name} is damaged and cannot be read.", "{name} 已损坏，无法读取。"),
    "reading.scanned": (
        "{name} holds pictures of pages and no text. Attach the pages as pictures for a model that sees.",
        "{name} 只含页面图像，没有文字。可将页面作为图片添加，由支持图片的模型阅读。",
    ),
    "reading.empty": ("{name} is empty.", "{name} 是空文件。"),
    "reading.folder_empty": (
        "{name} holds no text that could be attached; hidden and ignored files are left out.",
        "{name} 中没有可添加的文本；隐藏和被忽略的文件不包括在内。",
    ),
    "reading.unsupported": (
        "{name} is of a kind that cannot be read. Text, PDF, Office, OpenDocument and pictures can.",
        "无法读取 {name} 这种文件。可添加文本、PDF、Office、OpenDocument 文档和图片。",
    ),
    "reading.too_large": ("{name} is too large to be read.", "{name} 太大，无法读取。"),
    "reading.too_slow": ("Reading {name} took too long and was ended.", "读取 {name} 用时过长，已停止。"),
    "reading.no_file": ("{name} is not there any more or cannot be opened.", "{name} 已不存在或无法打开。"),
    "reading.denied": ("This account may not read {name}.", "当前账户无权读取 {name}。"),
    "reading.special": ("{name} is a device, not a file.", "{name} 是设备，不是文件。"),
    "reading.picture_broken": (
        "{name} is damaged or no picture that can be read (PNG, JPEG, WebP, GIF, BMP, TIFF).",
        "{name} 已损坏，或不是可读取的图片（PNG、JPEG、WebP、GIF、BMP、TIFF）。",
    ),
    "reading.picture_too_large": ("{name} has more pixels than can be read.", "{name} 的像素过多，无法读取。"),
    "reading.stopped": ("Reading {name} was stopped.", "已停止读取 {name}。"),
    "reading.pages": (
        "only the first {read:,} of {count:,} pages",
        "仅前 {read:,} 页（共 {count:,} 页）",
    ),
    "reading.clipped": (
        "only the first {characters:,} of {of:,} characters",
        "仅前 {characters:,} 个字符（共 {of:,} 个）",
    ),
    "reading.folder": ("{files:,} files", "{files:,} 个文件"),
    "reading.folder_left": (
        "{files:,} files; {left:,} left out ({reasons})",
        "{files:,} 个文件；未包括 {left:,} 项（{reasons}）",
    ),
    "reading.left.both": ("{first}, {second}", "{first}，{second}"),
    "reading.left.ignored": ("{count:,} ignored", "{count:,} 项被忽略"),
    "reading.left.secret": ("{count:,} that may hold secrets", "{count:,} 项可能含密钥"),
    "reading.left.large": ("{count:,} too large", "{count:,} 项过大"),
    "reading.left.no_text": ("{count:,} without text", "{count:,} 项非文本"),
    "reading.left.unreadable": ("{count:,} that could not be opened", "{count:,} 项无法打开"),
    "reading.left.full": ("{count:,} beyond the limit", "{count:,} 项超出上限"),
}
