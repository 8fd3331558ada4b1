"""Sentences spoken by ``storage``."""

ENTRIES: dict[str, tuple[str, str]] = {
    "storage.full": (
        "The disk that holds {path} is full. Nothing new can be saved until there is room; what was saved is safe.",
        "存放 {path} 的磁盘已满。腾出空间之前无法保存新内容；已保存的内容不受影响。",
    ),
    "storage.locked": (
        "Another program is holding the database {path}. Close it, then try again; what was saved is safe.",
        "数据库 {path} 正被其他程序占用。请关闭该程序后重试；已保存的内容不受影响。",
    ),
    "storage.damaged": (
        "The database {path} is damaged and was left as it is. Restore the newest backup or start with an empty history; the damaged file is kept either way.",
        "数据库 {path} 已损坏，文件未作任何改动。可恢复最新备份，或从空白记录开始；损坏的文件都会保留。",
    ),
    "storage.foreign": (
        "{path} is a database of another program. It was left as it is; start with another profile folder.",
        "{path} 是其他程序的数据库，文件未作任何改动。请改用其他配置文件夹启动。",
    ),
    "storage.too_new": (
        "The database {path} was written by a newer version of WeClaw Desktop. Update the app, then open it again.",
        "数据库 {path} 由更新版本的 WeClaw Desktop 写入。请更新应用后再打开。",
    ),
    "storage.gone": (
        "The database {path} is missing. Put it back, restore the newest backup, or start with an empty history.",
        "数据库 {path} 不见了。请将其放回原处、恢复最新备份，或从空白记录开始。",
    ),
    "storage.restored": (
        "The backup {copy} is in use now. What was written after it is not there.",
        "现在使用的是备份 {copy}，其后写入的内容不在其中。",
    ),
    "storage.restored_kept": (
        "The backup {copy} is in use now. What was written after it is not there; the old file is kept as {file}.",
        "现在使用的是备份 {copy}，其后写入的内容不在其中；原文件保留为 {file}。",
    ),
    "storage.anew": ("The history is empty now.", "现在是空白记录。"),
    "storage.anew_kept": (
        "The history is empty now. The old file is kept as {file}.",
        "现在是空白记录；原文件保留为 {file}。",
    ),
    "storage.no_backup": (
        "There is no sound backup in {folder}. Start with an empty history, or put a copy of the database in its place.",
        "{folder} 中没有可用的备份。请从空白记录开始，或放回数据库的副本。",
    ),
    "storage.in_use": (
        "Another window or command works on this profile. End it, then try again.",
        "另一个窗口或命令正在使用此配置。请先结束它，再重试。",
    ),
    "storage.readonly": (
        "{path} may not be written to. Check the rights of the file and its folder; until then nothing new is saved.",
        "无法写入 {path}。请检查文件及其文件夹的权限；在此之前不会保存新内容。",
    ),
    "storage.cannot_open": (
        "{path} cannot be opened. Check that the folder is there and may be written to.",
        "无法打开 {path}。请检查文件夹是否存在且可写。",
    ),
    "storage.failed": (
        "Saving to {path} failed: {reason}. Try again; if it happens twice, restart the app.",
        "保存到 {path} 失败：{reason}。请重试；若再次出现，请重启应用。",
    ),
    "storage.no_folder": (
        "The profile folder {path} cannot be made: {reason}. Choose another one.",
        "无法创建配置文件夹 {path}：{reason}。请选择其他文件夹。",
    ),
    "storage.no_writing": (
        "Nothing can be written to {path}: {reason}. Check its rights and its disk, then try again, or start with another profile folder. What is stored there was left as it is.",
        "无法写入 {path}：{reason}。请检查其权限和所在磁盘后重试，或改用其他配置文件夹启动。其中已保存的内容未作任何改动。",
    ),
    "storage.not_text": (
        "A name or id holds half a character, which cannot be stored. Type it again.",
        "名称或编号中含有不完整的字符，无法保存。请重新输入。",
    ),
    "storage.no_chat": ("There is no chat {chat}.", "没有对话 {chat}。"),
    "storage.no_message": ("There is no message {message}.", "没有消息 {message}。"),
    "storage.no_record": ("There is no compression {record} in this chat.", "此对话中没有压缩记录 {record}。"),
    "storage.no_blob": ("The attachment {name} is not stored here.", "此处没有保存附件 {name}。"),
    "storage.no_such_folder": ("There is no folder {folder}.", "没有文件夹 {folder}。"),
    "storage.nameless_folder": ("A folder needs a name.", "文件夹需要一个名称。"),
    "storage.no_field": ("A chat has no field {field} that can be set.", "对话没有可设置的字段 {field}。"),
    "storage.other_chat": (
        "Message {message} belongs to another chat than {chat}.",
        "消息 {message} 不属于对话 {chat}。",
    ),
    "storage.settings_damaged": (
        "The settings file {path} could not be read. Defaults are in use; the old file is kept as {kept}.",
        "无法读取设置文件 {path}。已使用默认设置；原文件保留为 {kept}。",
    ),
    "storage.settings_values": (
        "Values that cannot be used are back to their defaults: {keys}. The old file is kept as {kept}.",
        "以下设置的值无法使用，已恢复默认：{keys}。原文件保留为 {kept}。",
    ),
    "storage.keys_in_store": ("In the system's key store ({store})", "保存在系统密钥库中（{store}）"),
    "storage.keys_this_run": ("In memory, until the app ends", "仅保存在内存中，退出应用后失效"),
    "storage.keys_in_vault": ("In {path}, under your passphrase", "保存在 {path} 中，由你的密码短语保护"),
    "storage.keys_absent": (
        "This system has no key store. Keep keys for this run only, or in a file under a passphrase.",
        "本系统没有密钥库。可以选择仅在本次运行中保留密钥，或保存到由密码短语保护的文件。",
    ),
    "storage.keys_locked": (
        "The system's key store is locked or does not answer. Unlock it and try again, or choose another place for keys.",
        "系统密钥库已锁定或没有响应。请解锁后重试，或选择其他位置保存密钥。",
    ),
    "storage.keys_refused": (
        "The system's key store took the key but does not give it back. Choose another place for keys.",
        "系统密钥库接收了密钥但无法取回。请选择其他位置保存密钥。",
    ),
    "storage.vault_locked": (
        "Keys are in a file under a passphrase. Enter it, or keep new keys for this run only.",
        "密钥保存在由密码短语保护的文件中。请输入密码短语，或仅在本次运行中保留新密钥。",
    ),
    "storage.vault_wrong": (
        "The passphrase does not open the file of keys, or the file was changed. Nothing was deleted; try again.",
        "密码短语无法打开密钥文件，或文件已被改动。没有删除任何内容，请重试。",
    ),
    "storage.vault_damaged": (
        "The file of keys {path} is damaged and was left as it is. Put a copy in its place, or keep keys for this run.",
        "密钥文件 {path} 已损坏，未作任何改动。请用副本替换它，或仅在本次运行中保留密钥。",
    ),
    "storage.vault_failed": (
        "The file of keys {path} could not be read or written. Check the disk and the folder's rights, then try again.",
        "无法读取或写入密钥文件 {path}。请检查磁盘和文件夹权限后重试。",
    ),
    "storage.nothing_to_pin": ("There are no words to keep.", "没有可固定的内容。"),
    "storage.no_pin": ("This pin is not there any more.", "该固定内容已不存在。"),
}
