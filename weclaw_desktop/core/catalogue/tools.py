"""Sentences spoken by ``tools``: what a call would do, and why one failed."""

ENTRIES: dict[str, tuple[str, str]] = {
    "tools.read_file": ("Read the file {path}", "读取文件 {path}"),
    "tools.read_file.part": ("Read the file {path} from line {first}", "读取文件 {path}（从第 {first} 行起）"),
    "tools.list_folder": ("List the folder {path}", "列出文件夹 {path}"),
    "tools.current_time": ("Tell the date and time of this computer", "读取本机的日期和时间"),
    "tools.current_time.zone": ("Tell the date and time in {zone}", "读取 {zone} 的日期和时间"),
    "tools.current_time.now": ("{when} {zone} ({weekday})", "{when} {zone}（{weekday}）"),
    "tools.weekday.1": ("Monday", "星期一"),
    "tools.weekday.2": ("Tuesday", "星期二"),
    "tools.weekday.3": ("Wednesday", "星期三"),
    "tools.weekday.4": ("Thursday", "星期四"),
    "tools.weekday.5": ("Friday", "星期五"),
    "tools.weekday.6": ("Saturday", "星期六"),
    "tools.weekday.7": ("Sunday", "星期日"),
    "tools.list_folder.empty": ("{path}: empty", "{path}：空文件夹"),
    "tools.list_folder.all": ("{path}:\n{entries}", "{path}：\n{entries}"),
    "tools.list_folder.some": (
        "{path}:\n{entries}\n[{shown} of {count} entries]",
        "{path}：\n{entries}\n[共 {count} 项，显示 {shown} 项]",
    ),
    "tools.lines.more": (
        "{part}\n[lines {first}-{last} of {count}; go on with offset {next}]",
        "{part}\n[第 {first}-{last} 行，共 {count} 行；继续请用 offset {next}]",
    ),
    "tools.lines.last": ("{part}\n[lines {first}-{last} of {count}]", "{part}\n[第 {first}-{last} 行，共 {count} 行]"),
    "tools.no_path": ("A path is needed.", "需要提供路径。"),
    "tools.not_found": ("{path} does not exist.", "{path} 不存在。"),
    "tools.is_folder": ("{path} is a folder; list it instead.", "{path} 是文件夹，请改用列出文件夹。"),
    "tools.is_file": ("{path} is a file; read it instead.", "{path} 是文件，请改用读取文件。"),
    "tools.special_file": ("{path} is not an ordinary file, so it is not read.", "{path} 不是普通文件，不能读取。"),
    "tools.private": (
        "{path} belongs to this app or holds secrets of this computer; tools never read it.",
        "{path} 属于本程序或包含本机机密，工具不能读取。",
    ),
    "tools.binary": (
        "{path} is not text ({size:,} bytes), so it is not read.",
        "{path} 不是文本（{size:,} 字节），不能读取。",
    ),
    "tools.too_large": (
        "{path} has {size:,} bytes; at most {limit:,} are read.",
        "{path} 有 {size:,} 字节；最多读取 {limit:,} 字节。",
    ),
    "tools.past_end": ("{path} has only {lines:,} lines.", "{path} 只有 {lines:,} 行。"),
    "tools.denied": ("The system does not allow reading {path}.", "系统不允许读取 {path}。"),
    "tools.io": ("{path} cannot be read: {reason}.", "无法读取 {path}：{reason}。"),
    "tools.slow": ("{path} did not answer within {seconds} s.", "{path} 在 {seconds} 秒内没有响应。"),
    "tools.bad_zone": (
        "{zone} is not a known time zone; write it like Asia/Shanghai.",
        "未知时区 {zone}；请写成 Asia/Shanghai 的形式。",
    ),
    "tools.bad_number": ("{name} must be a whole number of at least {least}.", "{name} 必须是不小于 {least} 的整数。"),
}
