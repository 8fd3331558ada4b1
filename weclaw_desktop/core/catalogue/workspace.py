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
}
