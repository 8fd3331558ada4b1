<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Acts</name>
    <message>
        <source>“{0}” archived</source>
        <translation>“{0}”已归档</translation>
    </message>
    <message>
        <source>{0} chats archived</source>
        <translation>{0} 个对话已归档</translation>
    </message>
    <message>
        <source>“{0}” taken from the archive</source>
        <translation>“{0}”已取消归档</translation>
    </message>
    <message>
        <source>{0} chats taken from the archive</source>
        <translation>{0} 个对话已取消归档</translation>
    </message>
    <message>
        <source>“{0}” moved to {1}</source>
        <translation>“{0}”已移到“{1}”</translation>
    </message>
    <message>
        <source>{0} chats moved to {1}</source>
        <translation>{0} 个对话已移到“{1}”</translation>
    </message>
    <message>
        <source>“{0}” moved out of its folder</source>
        <translation>“{0}”已移出文件夹</translation>
    </message>
    <message>
        <source>{0} chats moved out of their folders</source>
        <translation>{0} 个对话已移出文件夹</translation>
    </message>
    <message>
        <source>“{0}” tagged {1}</source>
        <translation>已给“{0}”加上标签 {1}</translation>
    </message>
    <message>
        <source>{0} chats tagged {1}</source>
        <translation>已给 {0} 个对话加上标签 {1}</translation>
    </message>
    <message>
        <source>{1} taken from “{0}”</source>
        <translation>已从“{0}”去掉标签 {1}</translation>
    </message>
    <message>
        <source>{1} taken from {0} chats</source>
        <translation>已从 {0} 个对话去掉标签 {1}</translation>
    </message>
    <message>
        <source>“{0}” deleted</source>
        <translation>“{0}”已删除</translation>
    </message>
    <message>
        <source>{0} chats deleted</source>
        <translation>{0} 个对话已删除</translation>
    </message>
    <message>
        <source>Erase for good?</source>
        <translation>彻底删除？</translation>
    </message>
    <message>
        <source>Empty the trash?</source>
        <translation>清空回收站？</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>彻底删除</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
</context>
<context>
    <name>Attacher</name>
    <message>
        <source>Only the first {0} files were attached.</source>
        <translation>仅添加了前 {0} 个文件。</translation>
    </message>
    <message>
        <source>Pasted picture {0}</source>
        <translation>粘贴的图片 {0}</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Attach a folder</source>
        <translation>添加文件夹</translation>
    </message>
    <message>
        <source>Pasted text {0}</source>
        <translation>粘贴的文本 {0}</translation>
    </message>
    <message>
        <source>It could not be counted how large this is. Send it again to send it as it is.</source>
        <translation>无法统计其大小。再次发送即可原样发出。</translation>
    </message>
    <message>
        <source>About {0} tokens are attached, more than half of what this model reads ({1}). Shorten or remove something, or choose a larger model.</source>
        <translation>附件约 {0} 词元，超过此模型可读范围（{1}）的一半。请缩短或移除部分附件，或换用更大的模型。</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>{0} × {1} pixels, as it is sent</source>
        <translation>{0} × {1} 像素（发送时）</translation>
    </message>
    <message>
        <source>Files…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
</context>
<context>
    <name>Attention</name>
    <message>
        <source>The answer could not be finished.</source>
        <translation>回答未能完成。</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>See usage</source>
        <translation>查看用量</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Undo anyway</source>
        <translation>仍然撤销</translation>
    </message>
</context>
<context>
    <name>Chip</name>
    <message>
        <source>Send whole</source>
        <translation>完整发送</translation>
    </message>
    <message>
        <source>Shorten</source>
        <translation>缩短</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>移除 {0}</translation>
    </message>
    <message>
        <source>pasted text</source>
        <translation>粘贴的文本</translation>
    </message>
    <message>
        <source>P pins it to the prompt</source>
        <translation>按 P 固定到提示词</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Pin to the prompt…</source>
        <translation>固定到提示词…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>not for this model</source>
        <translation>此模型不支持</translation>
    </message>
    <message>
        <source>in part</source>
        <translation>部分内容</translation>
    </message>
</context>
<context>
    <name>CodeBlock</name>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Code, {0}</source>
        <translation>代码，{0}</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Save as a file</source>
        <translation>另存为文件</translation>
    </message>
    <message>
        <source>Do not break long lines</source>
        <translation>长行不换行</translation>
    </message>
    <message>
        <source>Break long lines</source>
        <translation>长行换行</translation>
    </message>
    <message>
        <source>Save code</source>
        <translation>保存代码</translation>
    </message>
    <message>
        <source>Not saved: {0}</source>
        <translation>未保存：{0}</translation>
    </message>
</context>
<context>
    <name>Commander</name>
    <message>
        <source>There is no command /{0}. /help lists them; // in front sends it as text.</source>
        <translation>没有命令 /{0}。/help 列出所有命令；在前面加 // 可作为文字发送。</translation>
    </message>
    <message>
        <source>There is nothing to compress yet.</source>
        <translation>还没有可压缩的内容。</translation>
    </message>
    <message>
        <source>Compressing…</source>
        <translation>正在压缩…</translation>
    </message>
    <message>
        <source>There is nothing to save yet.</source>
        <translation>还没有可保存的内容。</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Save this chat</source>
        <translation>保存此对话</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Saved as {0}</source>
        <translation>已保存为 {0}</translation>
    </message>
    <message>
        <source>There is nothing to pin yet.</source>
        <translation>还没有可固定的内容。</translation>
    </message>
    <message>
        <source>These words are sent with every message from now on.</source>
        <translation>从现在起，这些内容会随每条消息发送。</translation>
    </message>
    <message>
        <source>There is no such message in this chat.</source>
        <translation>此对话中没有这条消息。</translation>
    </message>
    <message>
        <source>Message m{0} is kept verbatim from now on.</source>
        <translation>消息 m{0} 从现在起逐字保留。</translation>
    </message>
    <message>
        <source>Which model? {0}</source>
        <translation>哪个模型？{0}</translation>
    </message>
    <message>
        <source>There is none yet.</source>
        <translation>还没有模型。</translation>
    </message>
    <message>
        <source>{0} answers from now on.</source>
        <translation>从现在起由 {0} 回答。</translation>
    </message>
    <message>
        <source>Which strategy? {0}</source>
        <translation>哪种策略？{0}</translation>
    </message>
    <message>
        <source>{0} compresses this chat from now on.</source>
        <translation>此对话从现在起使用“{0}”策略压缩。</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>@ attaches a file. Up brings back what you wrote. // or a space in front sends a slash as text.</source>
        <translation>@ 添加文件。向上键找回写过的内容。在前面加 // 或空格可将斜杠作为文字发送。</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Messages and models</source>
        <translation>消息与模型</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>搜索所有对话</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>在此对话中查找</translation>
    </message>
    <message>
        <source>Next chat</source>
        <translation>下一个对话</translation>
    </message>
    <message>
        <source>Previous chat</source>
        <translation>上一个对话</translation>
    </message>
    <message>
        <source>Go to chat {0}</source>
        <translation>转到第 {0} 个对话</translation>
    </message>
    <message>
        <source>Open in a new window</source>
        <translation>在新窗口中打开</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>重命名对话</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>删除对话</translation>
    </message>
    <message>
        <source>Save chat as Markdown…</source>
        <translation>将对话保存为 Markdown…</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>写消息</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加附件</translation>
    </message>
    <message>
        <source>Read the last answer aloud</source>
        <translation>朗读最后一条回答</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Who answers</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>Parameters of this chat</source>
        <translation>此对话的参数</translation>
    </message>
    <message>
        <source>Compare two models</source>
        <translation>对比两个模型</translation>
    </message>
    <message>
        <source>Show or hide chats</source>
        <translation>显示或隐藏对话列表</translation>
    </message>
    <message>
        <source>Show or hide the context panel</source>
        <translation>显示或隐藏上下文面板</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>恢复文字大小</translation>
    </message>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>Compress now</source>
        <translation>立即压缩</translation>
    </message>
    <message>
        <source>Compress with a focus…</source>
        <translation>按重点压缩…</translation>
    </message>
    <message>
        <source>Undo compression</source>
        <translation>撤销压缩</translation>
    </message>
    <message>
        <source>Folder of this chat</source>
        <translation>本对话的文件夹</translation>
    </message>
    <message>
        <source>Pin a file to the prompt</source>
        <translation>将文件固定到提示词</translation>
    </message>
    <message>
        <source>Skills and pinned files</source>
        <translation>技能与固定的文件</translation>
    </message>
    <message>
        <source>Lab: compare strategies on this chat</source>
        <translation>实验室：在此对话上比较各策略</translation>
    </message>
    <message>
        <source>X-ray: what will be sent</source>
        <translation>透视：将要发送的内容</translation>
    </message>
    <message>
        <source>Context of this chat…</source>
        <translation>本对话的上下文…</translation>
    </message>
    <message>
        <source>Pin words of your own…</source>
        <translation>固定自己写的内容…</translation>
    </message>
    <message>
        <source>Keep the rule that was found</source>
        <translation>保留找到的规则</translation>
    </message>
    <message>
        <source>Dismiss the rule that was found</source>
        <translation>忽略找到的规则</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>所有命令</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>List of keys</source>
        <translation>快捷键一览</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Change keys…</source>
        <translation>更改快捷键…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close what is open, else stop the answer</source>
        <translation>关闭已打开的面板，否则停止回答</translation>
    </message>
    <message>
        <source>While writing</source>
        <translation>书写时</translation>
    </message>
    <message>
        <source>On a message</source>
        <translation>在消息上</translation>
    </message>
    <message>
        <source>In the list of chats</source>
        <translation>在对话列表中</translation>
    </message>
    <message>
        <source>Bring back what you wrote before</source>
        <translation>取回之前写过的内容</translation>
    </message>
    <message>
        <source>Paste as plain text</source>
        <translation>粘贴为纯文本</translation>
    </message>
    <message>
        <source>Next and previous place that was found</source>
        <translation>下一处、上一处匹配</translation>
    </message>
    <message>
        <source>Make a model in the list a favourite</source>
        <translation>收藏列表中的模型</translation>
    </message>
    <message>
        <source>Go through the chats</source>
        <translation>在对话间移动</translation>
    </message>
    <message>
        <source>Open the chat and write</source>
        <translation>打开对话并开始输入</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>回车</translation>
    </message>
    <message>
        <source>Select a stretch of chats</source>
        <translation>选择一段对话</translation>
    </message>
    <message>
        <source>Select single chats</source>
        <translation>逐个选择对话</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格</translation>
    </message>
    <message>
        <source>Delete the selected chats</source>
        <translation>删除所选对话</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Select one again</source>
        <translation>恢复单选</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>想做什么？</translation>
    </message>
    <message>
        <source>[focus]</source>
        <translation>[重点]</translation>
    </message>
    <message>
        <source>Compress this chat now</source>
        <translation>立即压缩此对话</translation>
    </message>
    <message>
        <source>Begin a new chat; this one stays in the list</source>
        <translation>开始新对话；此对话留在列表中</translation>
    </message>
    <message>
        <source>Save this chat as a Markdown file</source>
        <translation>将此对话保存为 Markdown 文件</translation>
    </message>
    <message>
        <source>[m12 | words]</source>
        <translation>[m12 | 内容]</translation>
    </message>
    <message>
        <source>Keep an answer or words verbatim</source>
        <translation>逐字保留回答或一段内容</translation>
    </message>
    <message>
        <source>[name]</source>
        <translation>[名称]</translation>
    </message>
    <message>
        <source>Choose the model of this chat</source>
        <translation>选择此对话的模型</translation>
    </message>
    <message>
        <source>Choose how this chat is compressed</source>
        <translation>选择此对话的压缩策略</translation>
    </message>
    <message>
        <source>Show what the model sees</source>
        <translation>查看模型看到的内容</translation>
    </message>
    <message>
        <source>List commands and keys</source>
        <translation>列出命令和快捷键</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>模型：{0}</translation>
    </message>
    <message>
        <source>Keep this one</source>
        <translation>保留这个</translation>
    </message>
    <message>
        <source>Keep the answers of {0}</source>
        <translation>保留 {0} 的回答</translation>
    </message>
    <message>
        <source>Compare two models</source>
        <translation>对比两个模型</translation>
    </message>
    <message>
        <source>One message for both models…</source>
        <translation>发给两个模型的消息…</translation>
    </message>
    <message>
        <source>Message for both models</source>
        <translation>发给两个模型的消息</translation>
    </message>
    <message>
        <source>Send to both</source>
        <translation>发给两者</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>Completer</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Tab opens it</source>
        <translation>按 Tab 打开</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>{0} / {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>Message…  (/ for commands, @ for files)</source>
        <translation>输入消息…（/ 命令，@ 文件）</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>{0} tokens in the next request, {1} % of {2}. {3}.</source>
        <translation>下次请求 {0} 词元，为 {2} 的 {1} %。{3}。</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>添加文件</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Message…</source>
        <translation>输入消息…</translation>
    </message>
    <message>
        <source>No model is set up yet. Choose one above, or add one in Settings → Models.</source>
        <translation>还没有可用的模型。请在上方选择，或在“设置 → 模型”中添加。</translation>
    </message>
    <message>
        <source>It goes as soon as the attachments are read. Change something to keep it here.</source>
        <translation>附件读取完毕后自动发送；改动内容则留在这里。</translation>
    </message>
</context>
<context>
    <name>ContextPanel</name>
    <message>
        <source>Nothing is applied yet.</source>
        <translation>尚未生效。</translation>
    </message>
    <message>
        <source>A model&apos;s summary comes on top when you compress.</source>
        <translation>压缩时还会加上模型写的摘要。</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Compress</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Preview of the compression</source>
        <translation>压缩预览</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Compress again…</source>
        <translation>再次压缩…</translation>
    </message>
    <message>
        <source>Use this one again</source>
        <translation>重新使用这一次</translation>
    </message>
    <message>
        <source>Messages up to {0} are replaced by facts and a summary; all behind it stays.</source>
        <translation>第 {0} 条及之前的消息由事实和摘要代替，之后的全部保留。</translation>
    </message>
    <message>
        <source>Made anew from the messages, in place of the compression in force. That one stays in the list and can be brought back.</source>
        <translation>根据消息重新生成，代替当前的压缩；原来的仍在列表中，可以恢复。</translation>
    </message>
    <message>
        <source>Older messages are replaced by facts and a summary in what the model reads. Every message stays in the chat.</source>
        <translation>在模型读到的内容里，较早的消息由事实和摘要代替；对话中的消息全部保留。</translation>
    </message>
    <message>
        <source>{0} → {1} tokens, {2} % saved.</source>
        <translation>{0} → {1} 词元，节省 {2} %。</translation>
    </message>
    <message>
        <source>1 message is not sent word for word any more.</source>
        <translation>1 条消息不再逐字发送。</translation>
    </message>
    <message>
        <source>Messages {0}–{1} ({2}) are not sent word for word any more.</source>
        <translation>第 {0}–{1} 条消息（共 {2} 条）不再逐字发送。</translation>
    </message>
    <message>
        <source>Tool results that stand as one line each: {0}.</source>
        <translation>缩为一行的工具结果：{0}。</translation>
    </message>
    <message>
        <source>Repeated results that point to another one: {0}.</source>
        <translation>指向另一条的重复结果：{0}。</translation>
    </message>
    <message>
        <source>Long arguments of calls, shortened: {0}.</source>
        <translation>缩短的长调用参数：{0}。</translation>
    </message>
    <message>
        <source>Long texts that show their beginning and end: {0}.</source>
        <translation>只显示首尾的长文本：{0}。</translation>
    </message>
    <message>
        <source>Nothing is deleted: every message stays in the chat.</source>
        <translation>没有删除任何内容：所有消息仍在对话中。</translation>
    </message>
    <message>
        <source>{0} of {1} names, numbers, dates and ids are still read ({2} %).</source>
        <translation>名称、数字、日期和编号：仍能读到 {0} / {1}（{2} %）。</translation>
    </message>
    <message>
        <source>In the summary before</source>
        <translation>在之前的摘要里</translation>
    </message>
    <message>
        <source>Summary edited by you</source>
        <translation>由你编辑的摘要</translation>
    </message>
    <message>
        <source>Pins and rules</source>
        <translation>固定与规则</translation>
    </message>
    <message>
        <source>Facts by code</source>
        <translation>事实账本</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Passages</source>
        <translation>摘录</translation>
    </message>
    <message>
        <source>Beginning</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>What stands for the older messages</source>
        <translation>代替较早消息的内容</translation>
    </message>
    <message>
        <source>in summary and facts</source>
        <translation>由摘要与事实代替</translation>
    </message>
    <message>
        <source>word for word again</source>
        <translation>恢复原文</translation>
    </message>
    <message>
        <source>shortened</source>
        <translation>已缩短</translation>
    </message>
    <message>
        <source>shows more again</source>
        <translation>显示得更多</translation>
    </message>
    <message>
        <source>{0} → {1} tokens</source>
        <translation>{0} → {1} 词元</translation>
    </message>
    <message>
        <source>Message {0} unchanged</source>
        <translation>第 {0} 条未变</translation>
    </message>
    <message>
        <source>Messages {0}–{1} unchanged</source>
        <translation>第 {0}–{1} 条未变</translation>
    </message>
    <message>
        <source>Messages ({0})</source>
        <translation>消息（{0}）</translation>
    </message>
    <message>
        <source>Not read any more ({0})</source>
        <translation>不再读到（{0}）</translation>
    </message>
    <message>
        <source>Only in the summary ({0})</source>
        <translation>仅在摘要里（{0}）</translation>
    </message>
    <message>
        <source>Taken out by the check ({0})</source>
        <translation>核查时删去（{0}）</translation>
    </message>
    <message>
        <source>The model&apos;s summary said these too; the chat does not bear them out, so they are not sent:</source>
        <translation>模型的摘要里还有以下内容，但对话并不支持，因此不会发送：</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Shortened ({0})</source>
        <translation>已缩短（{0}）</translation>
    </message>
    <message>
        <source>In summary and facts ({0})</source>
        <translation>归入摘要和事实（{0}）</translation>
    </message>
    <message>
        <source>What stands for them</source>
        <translation>代替它们的内容</translation>
    </message>
    <message>
        <source>Whole texts</source>
        <translation>显示全文</translation>
    </message>
    <message>
        <source>Messages before and after</source>
        <translation>消息的前后对照</translation>
    </message>
    <message>
        <source>… and more; choose a filter to see the rest.</source>
        <translation>……还有更多；选择筛选条件查看其余部分。</translation>
    </message>
    <message>
        <source>Edit the summary</source>
        <translation>编辑摘要</translation>
    </message>
    <message>
        <source>The model reads this in place of the older messages, exactly as you write it. Undo brings the present text back.</source>
        <translation>模型会读到这段文字，用以代替较早的消息，与你写的完全一致。撤销可恢复现在的文字。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Said before and in no part of the request after it. They stay in the chat, and the model can find them again with recall; pin a message to keep it word for word.</source>
        <translation>之前说过，但压缩后的请求里没有。它们仍在对话中，模型可以用 recall 找回；固定消息可保留原文。</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另外 {0} 条</translation>
    </message>
    <message>
        <source>Facts that are not read any more</source>
        <translation>不再读到的事实</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Compress again</source>
        <translation>重新压缩</translation>
    </message>
    <message>
        <source>Compress this chat</source>
        <translation>压缩此对话</translation>
    </message>
    <message>
        <source>What matters most (optional)</source>
        <translation>重点（可选）</translation>
    </message>
    <message>
        <source>for example: booking numbers and what was refused</source>
        <translation>例如：预订编号和被拒绝的内容</translation>
    </message>
    <message>
        <source>As in the settings</source>
        <translation>与设置相同</translation>
    </message>
    <message>
        <source>None: by code only</source>
        <translation>无：仅由程序提取</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Pin words of your own</source>
        <translation>固定自己写的内容</translation>
    </message>
    <message>
        <source>Edit the pin</source>
        <translation>编辑固定内容</translation>
    </message>
    <message>
        <source>Sent word for word with every message of this chat, whatever is compressed.</source>
        <translation>无论如何压缩，都会逐字随本对话的每条消息发送。</translation>
    </message>
    <message>
        <source>Unpinned</source>
        <translation>已取消固定</translation>
    </message>
    <message>
        <source>Taken away: {0}</source>
        <translation>已移除 {0} 项</translation>
    </message>
    <message>
        <source>Not kept as a rule</source>
        <translation>不保留为规则</translation>
    </message>
</context>
<context>
    <name>Counted</name>
    <message numerus="yes">
        <source>{0} results · ↑↓ choose · Return opens · Esc closes</source>
        <translation>
            <numerusform>{0} 条结果 · ↑↓ 选择 · 回车打开 · Esc 关闭</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} chats</source>
        <translation>
            <numerusform>{0} 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Messages, compressions, attachments and notes of {0} chats are erased. There is no way back.</source>
        <translation>
            <numerusform>将彻底删除 {0} 个对话的消息、压缩记录、附件和笔记，无法恢复。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} messages deleted</source>
        <translation>
            <numerusform>已删除 {0} 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} calls</source>
        <translation>
            <numerusform>{0} 次调用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} calls counted here, because the server told nothing</source>
        <translation>
            <numerusform>{0} 次调用由本机计数，因为服务器没有给出用量</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} lines</source>
        <translation>
            <numerusform>{0} 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} times</source>
        <translation>
            <numerusform>{0} 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} messages compressed</source>
        <translation>
            <numerusform>已压缩 {0} 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} tool results shortened</source>
        <translation>
            <numerusform>已缩短 {0} 条工具结果</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} tokens</source>
        <translation>
            <numerusform>{0} 词元</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} tokens, beginning and end</source>
        <translation>
            <numerusform>{0} 词元，仅首尾</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Open the full text ({0} characters)</source>
        <translation>
            <numerusform>打开全文（{0} 个字符）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show more ({0} characters hidden)</source>
        <translation>
            <numerusform>显示更多（还有 {0} 个字符）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} more characters are not shown here.</source>
        <translation>
            <numerusform>另有 {0} 个字符未在此显示。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Pasted text, {0} characters: {1}…</source>
        <translation>
            <numerusform>粘贴的文本，{0} 个字符：{1}…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Details</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>When</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>词元</translation>
    </message>
    <message>
        <source>Characters</source>
        <translation>字符</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Message id</source>
        <translation>消息 ID</translation>
    </message>
    <message>
        <source>Tokens in</source>
        <translation>输入词元</translation>
    </message>
    <message>
        <source>{0} ({1} %)</source>
        <translation>{0}（{1} %）</translation>
    </message>
    <message>
        <source>of them cached</source>
        <translation>其中缓存</translation>
    </message>
    <message>
        <source>written to cache</source>
        <translation>写入缓存</translation>
    </message>
    <message>
        <source>Tokens out</source>
        <translation>输出词元</translation>
    </message>
    <message>
        <source>of them reasoning</source>
        <translation>其中推理</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>First token after</source>
        <translation>首个词元用时</translation>
    </message>
    <message>
        <source>Time in all</source>
        <translation>总用时</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>{0} tokens/s</source>
        <translation>{0} 词元/秒</translation>
    </message>
</context>
<context>
    <name>DetailsCard</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>DividerView</name>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Long arguments of calls shortened</source>
        <translation>已缩短较长的调用参数</translation>
    </message>
    <message>
        <source>{0} → {1} tokens</source>
        <translation>{0} → {1} 词元</translation>
    </message>
    <message>
        <source>summary edited by you</source>
        <translation>摘要由你编辑</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>Drop to attach</source>
        <translation>松开以添加</translation>
    </message>
    <message>
        <source>Pictures, PDF, Office documents, text, code and whole folders</source>
        <translation>图片、PDF、Office 文档、文本、代码和整个文件夹</translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message>
        <source>What are you working on?</source>
        <translation>今天想做点什么？</translation>
    </message>
    <message>
        <source>Set up a model…</source>
        <translation>设置模型…</translation>
    </message>
    <message>
        <source>{0} answers. What it sees, and what was shortened, is shown at the side.</source>
        <translation>由 {0} 回答。它看到了什么、缩短了什么，都显示在侧栏。</translation>
    </message>
    <message>
        <source>Choose a model to start.</source>
        <translation>请选择模型。</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>Find in this chat</source>
        <translation>在本对话中查找</translation>
    </message>
    <message>
        <source>Previous place</source>
        <translation>上一处</translation>
    </message>
    <message>
        <source>Shift+Return</source>
        <translation>Shift+回车</translation>
    </message>
    <message>
        <source>Next place</source>
        <translation>下一处</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>回车</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
</context>
<context>
    <name>Finder</name>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>favourite</source>
        <translation>收藏</translation>
    </message>
</context>
<context>
    <name>FoldLine</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Fold away: {0}</source>
        <translation>收起：{0}</translation>
    </message>
    <message>
        <source>Unfold: {0}</source>
        <translation>展开：{0}</translation>
    </message>
</context>
<context>
    <name>FullText</name>
    <message>
        <source>Copy all</source>
        <translation>全部复制</translation>
    </message>
    <message>
        <source>Save as a file</source>
        <translation>另存为文件</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Save text</source>
        <translation>保存文本</translation>
    </message>
    <message>
        <source>Not saved: {0}</source>
        <translation>未保存：{0}</translation>
    </message>
</context>
<context>
    <name>Header</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>模型：{0}</translation>
    </message>
    <message>
        <source>Compression strategy: {0}</source>
        <translation>压缩策略：{0}</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话列表</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Chat: {0}</source>
        <translation>对话：{0}</translation>
    </message>
    <message>
        <source>For this chat</source>
        <translation>仅用于此对话</translation>
    </message>
    <message>
        <source>Compress now</source>
        <translation>立即压缩</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>在新窗口中打开</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Save as Markdown…</source>
        <translation>保存为 Markdown…</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>删除对话</translation>
    </message>
    <message>
        <source>Who answers…</source>
        <translation>由谁回答…</translation>
    </message>
    <message>
        <source>Parameters…</source>
        <translation>参数…</translation>
    </message>
    <message>
        <source>Compare two models…</source>
        <translation>对比两个模型…</translation>
    </message>
    <message>
        <source>Context of this chat…</source>
        <translation>本对话的上下文…</translation>
    </message>
    <message>
        <source>Folder of this chat…</source>
        <translation>本对话的文件夹…</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>放大文字</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>缩小文字</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>恢复文字大小</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>Lab</name>
    <message>
        <source>as the model</source>
        <translation>同模型</translation>
    </message>
    <message>
        <source>Chat: this one</source>
        <translation>对话：当前</translation>
    </message>
    <message>
        <source>File: {0}</source>
        <translation>文件：{0}</translation>
    </message>
    <message>
        <source>Window {0}</source>
        <translation>窗口 {0}</translation>
    </message>
    <message>
        <source>Summaries: {0}</source>
        <translation>摘要：{0}</translation>
    </message>
    <message>
        <source>Prices: {0}</source>
        <translation>价格：{0}</translation>
    </message>
    <message>
        <source>What is played: {0}</source>
        <translation>重放内容：{0}</translation>
    </message>
    <message>
        <source>Windows: {0}</source>
        <translation>窗口：{0}</translation>
    </message>
    <message>
        <source>Profiles: {0}</source>
        <translation>方案：{0}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The open chat</source>
        <translation>当前对话</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>The model&apos;s own</source>
        <translation>模型自身</translation>
    </message>
    <message>
        <source>None: by code only</source>
        <translation>无：仅由程序提取</translation>
    </message>
    <message>
        <source>By a model, which is really asked</source>
        <translation>由模型撰写（会真正调用）</translation>
    </message>
    <message>
        <source>The chat&apos;s model</source>
        <translation>对话的模型</translation>
    </message>
</context>
<context>
    <name>LabTable</name>
    <message>
        <source>Not played: {0}</source>
        <translation>未能运行：{0}</translation>
    </message>
    <message>
        <source>Strategies compared</source>
        <translation>策略比较</translation>
    </message>
</context>
<context>
    <name>LabWindow</name>
    <message>
        <source>Drawn as soon as the first strategy was played.</source>
        <translation>第一个策略运行完毕后即绘制。</translation>
    </message>
    <message>
        <source>Open a chat with answers, or choose a file.</source>
        <translation>请打开有回答的对话，或选择文件。</translation>
    </message>
    <message>
        <source>window {0}</source>
        <translation>窗口 {0}</translation>
    </message>
    <message>
        <source>the winner</source>
        <translation>最佳策略</translation>
    </message>
    <message>
        <source>Apply {0} here</source>
        <translation>在此应用{0}</translation>
    </message>
    <message>
        <source>{0} holds in the open chat from the next request on.</source>
        <translation>从下一次请求起，当前对话使用{0}。</translation>
    </message>
    <message>
        <source>Its window stays that of its model.</source>
        <translation>窗口仍为其模型的窗口。</translation>
    </message>
    <message>
        <source>{0} of {1} done · {2} s</source>
        <translation>已完成 {0}/{1} · {2} 秒</translation>
    </message>
    <message>
        <source>Cancelled; {0} of {1} were played.</source>
        <translation>已取消；完成了 {0}/{1}。</translation>
    </message>
    <message>
        <source>Only summaries are asked of a model; the chat is played again here, {0} times.</source>
        <translation>仅摘要会请求模型；对话在本机重放 {0} 次。</translation>
    </message>
    <message>
        <source>Nothing is sent: the chat is played again on this computer, {0} times.</source>
        <translation>不会发送任何内容：对话将在本机重放 {0} 次。</translation>
    </message>
    <message>
        <source>Choose a transcript</source>
        <translation>选择对话记录</translation>
    </message>
    <message>
        <source>Messages (*.json *.jsonl)</source>
        <translation>消息文件 (*.json *.jsonl)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>全部运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>Links</name>
    <message>
        <source>Copy address</source>
        <translation>复制地址</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>在浏览器中打开</translation>
    </message>
    <message>
        <source>Open this link?</source>
        <translation>打开此链接？</translation>
    </message>
    <message>
        <source>This address is not a web page</source>
        <translation>此地址不是网页</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>This file cannot be shown here</source>
        <translation>无法在此显示该文件</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open this file?</source>
        <translation>打开此文件？</translation>
    </message>
    <message>
        <source>Show this folder?</source>
        <translation>显示此文件夹？</translation>
    </message>
    <message>
        <source>This link leads to no file</source>
        <translation>此链接没有对应的文件</translation>
    </message>
    <message>
        <source>“{0}” is a file&apos;s path, and this chat has no folder to look in: choose one in its menu.</source>
        <translation>“{0}”是文件路径，而本对话没有可查找的文件夹：请在其菜单中选择。</translation>
    </message>
    <message>
        <source>“{0}” lies outside this chat&apos;s folder, {1}, and is not opened.</source>
        <translation>“{0}”在本对话的文件夹 {1} 之外，不会打开。</translation>
    </message>
    <message>
        <source>There is no “{0}” in this chat&apos;s folder, {1}.</source>
        <translation>本对话的文件夹 {1} 中没有“{0}”。</translation>
    </message>
</context>
<context>
    <name>Message</name>
    <message>
        <source>Answer again with</source>
        <translation>换模型重新回答</translation>
    </message>
    <message>
        <source>Pin selection</source>
        <translation>固定所选内容</translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation>复制所选</translation>
    </message>
    <message>
        <source>Quote selection</source>
        <translation>引用所选</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>复制为纯文本</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>编辑并重新发送</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Bring back into context</source>
        <translation>恢复到上下文</translation>
    </message>
    <message>
        <source>Exclude from context</source>
        <translation>移出上下文</translation>
    </message>
    <message>
        <source>Compress up to here…</source>
        <translation>压缩到这里…</translation>
    </message>
    <message>
        <source>Branch into a new chat</source>
        <translation>分支到新对话</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Previous version</source>
        <translation>上一个版本</translation>
    </message>
    <message>
        <source>Next version</source>
        <translation>下一个版本</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>更多操作</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>打开设置</translation>
    </message>
</context>
<context>
    <name>MessageActs</name>
    <message>
        <source>Edit discarded</source>
        <translation>已放弃修改</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Not in context</source>
        <translation>不在上下文中</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>第 {0} 个版本，共 {1} 个</translation>
    </message>
</context>
<context>
    <name>MessageEditor</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+回车</translation>
    </message>
    <message>
        <source>Ctrl+Return sends. The old version stays as another branch.</source>
        <translation>Ctrl+回车发送。旧版本会保留为另一分支。</translation>
    </message>
    <message>
        <source>Ctrl+Return saves. The model reads the new words from now on.</source>
        <translation>Ctrl+回车保存。模型此后读到的是新内容。</translation>
    </message>
    <message>
        <source>Edit message</source>
        <translation>编辑消息</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
    <message>
        <source>Search models…</source>
        <translation>搜索模型…</translation>
    </message>
    <message>
        <source>Favourites</source>
        <translation>收藏</translation>
    </message>
    <message>
        <source>Models and keys…</source>
        <translation>模型与密钥…</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>在本机运行</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>能看图</translation>
    </message>
    <message>
        <source>uses tools</source>
        <translation>能用工具</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>会思考</translation>
    </message>
    <message>
        <source>free</source>
        <translation>免费</translation>
    </message>
    <message>
        <source>{0} per million tokens</source>
        <translation>{0} 每百万词元</translation>
    </message>
    <message>
        <source>guessed</source>
        <translation>猜测</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search all chats</source>
        <translation>搜索所有对话</translation>
    </message>
    <message>
        <source>Titles and messages, words or Chinese</source>
        <translation>标题和消息，中英文均可</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Searching messages…</source>
        <translation>正在搜索消息…</translation>
    </message>
    <message>
        <source>Nothing found. In messages, only the last word may be unfinished.</source>
        <translation>没有找到。消息中只有最后一个词可以不写完整。</translation>
    </message>
    <message>
        <source>archived · </source>
        <translation>已归档 · </translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>工具结果</translation>
    </message>
</context>
<context>
    <name>Parameters</name>
    <message>
        <source>Parameters of this chat</source>
        <translation>此对话的参数</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>0: always the likeliest word; above 1: bold</source>
        <translation>0：总取最可能的词；大于 1：更大胆</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Share of the likeliest words to choose from</source>
        <translation>只在最可能的这部分词中选择</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>In tokens; – for as long as fits</source>
        <translation>以词元计；– 表示尽可能长</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>思考</translation>
    </message>
    <message>
        <source>While some models think, temperature and top p do not count</source>
        <translation>部分模型思考时，温度和 Top p 不起作用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>As usual</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Use for this chat</source>
        <translation>用于此对话</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Little</source>
        <translation>少</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>适中</translation>
    </message>
    <message>
        <source>Much</source>
        <translation>多</translation>
    </message>
</context>
<context>
    <name>Personas</name>
    <message>
        <source>As in the settings</source>
        <translation>与设置相同</translation>
    </message>
    <message>
        <source>The assistant as you set it for all chats</source>
        <translation>你为所有对话设定的助手</translation>
    </message>
    <message>
        <source>Edit personas…</source>
        <translation>编辑角色…</translation>
    </message>
    <message>
        <source>Who answers in this chat?</source>
        <translation>此对话由谁回答？</translation>
    </message>
    <message>
        <source>Search personas…</source>
        <translation>搜索角色…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Shipped</source>
        <translation>内置</translation>
    </message>
    <message>
        <source>Your own</source>
        <translation>我的</translation>
    </message>
</context>
<context>
    <name>PinAttached</name>
    <message>
        <source>Pin “{0}” to the prompt?</source>
        <translation>将“{0}”固定到提示词？</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Every request of this chat will hold about {0} tokens more.</source>
        <translation>本对话的每次请求将增加约 {0} 词元。</translation>
    </message>
    <message>
        <source>Files of the prompt may take {0} and take {1} now.</source>
        <translation>提示词中的文件最多可占 {0}，目前占 {1}。</translation>
    </message>
    <message>
        <source>What does not fit is shortened, the oldest file first.</source>
        <translation>放不下的部分会缩短，先缩短最旧的文件。</translation>
    </message>
    <message>
        <source>When the file changes, the next compression takes the change over.</source>
        <translation>文件更改后，下次压缩时采用新内容。</translation>
    </message>
    <message>
        <source>What was read from it is kept with this chat as a text file.</source>
        <translation>从中读取的文字会作为文本文件与本对话一同保存。</translation>
    </message>
    <message>
        <source>“{0}” is pinned to the prompt</source>
        <translation>“{0}”已固定到提示词</translation>
    </message>
</context>
<context>
    <name>Preview</name>
    <message>
        <source>Put into the field</source>
        <translation>放入输入框</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>PromptActs</name>
    <message>
        <source>Skill “{0}” is off in this chat</source>
        <translation>技能“{0}”已在本对话中关闭</translation>
    </message>
    <message>
        <source>Skill “{0}” is on in this chat</source>
        <translation>技能“{0}”已在本对话中开启</translation>
    </message>
    <message>
        <source>“{0}” is pinned to the prompt</source>
        <translation>“{0}”已固定到提示词</translation>
    </message>
    <message>
        <source>“{0}” is not pinned any more</source>
        <translation>已取消固定“{0}”</translation>
    </message>
    <message>
        <source>“{0}” is left out in this chat</source>
        <translation>“{0}”已在本对话中移出</translation>
    </message>
    <message>
        <source>“{0}” stands in the prompt again</source>
        <translation>“{0}”已恢复到提示词</translation>
    </message>
    <message>
        <source>“{0}” is shortened in this chat</source>
        <translation>“{0}”已在本对话中缩短</translation>
    </message>
    <message>
        <source>“{0}” stands whole again</source>
        <translation>“{0}”已恢复全文</translation>
    </message>
    <message>
        <source>Pin a file to the prompt</source>
        <translation>将文件固定到提示词</translation>
    </message>
    <message>
        <source>Folder of this chat</source>
        <translation>本对话的文件夹</translation>
    </message>
    <message>
        <source>This chat works in {0}</source>
        <translation>本对话使用文件夹 {0}</translation>
    </message>
    <message>
        <source>This chat works in no folder</source>
        <translation>本对话不使用文件夹</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>查找位置(&amp;L)：</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>文件类型(&amp;T)：</translation>
    </message>
</context>
<context>
    <name>QueueStrip</name>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 条</translation>
    </message>
    <message>
        <source>Waits: {0}</source>
        <translation>等待发送：{0}</translation>
    </message>
    <message>
        <source>Do not send this message</source>
        <translation>不发送此消息</translation>
    </message>
</context>
<context>
    <name>ResponseView</name>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Thought for {0} s</source>
        <translation>思考了 {0} 秒</translation>
    </message>
    <message>
        <source>Thinking… {0} s</source>
        <translation>思考中… {0} 秒</translation>
    </message>
    <message>
        <source>writing… {0} s</source>
        <translation>正在写… {0} 秒</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>sent {0}, of it cached {1}</source>
        <translation>发送 {0}，其中缓存 {1}</translation>
    </message>
    <message>
        <source>received {0}, of it reasoning {1}</source>
        <translation>接收 {0}，其中思考 {1}</translation>
    </message>
    <message>
        <source>Reading {0} of {1} tokens</source>
        <translation>正在读取 {0} / {1} 词元</translation>
    </message>
    <message>
        <source>about {0} s</source>
        <translation>约 {0} 秒</translation>
    </message>
    <message>
        <source>{0} Trying again in {1} s</source>
        <translation>{0} {1} 秒后重试</translation>
    </message>
    <message>
        <source>Waiting for the first words…</source>
        <translation>等待回复…</translation>
    </message>
</context>
<context>
    <name>RichText</name>
    <message>
        <source>Note</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Tip</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Important</source>
        <translation>重要</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Caution</source>
        <translation>小心</translation>
    </message>
</context>
<context>
    <name>RuleLine</name>
    <message>
        <source>Keep as a rule? “{0}”</source>
        <translation>保留为规则？“{0}”</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>No title holds these words.</source>
        <translation>没有标题包含这些文字。</translation>
    </message>
    <message>
        <source>Your chats appear here.</source>
        <translation>你的对话会显示在这里。</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话列表</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Search all chats</source>
        <translation>搜索所有对话</translation>
    </message>
    <message>
        <source>Search titles…</source>
        <translation>搜索标题…</translation>
    </message>
    <message>
        <source>Search titles</source>
        <translation>搜索标题</translation>
    </message>
    <message>
        <source>Organise chats</source>
        <translation>整理对话</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>导入对话</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>实验室</translation>
    </message>
    <message>
        <source>Lab: every strategy on this chat, side by side</source>
        <translation>实验室：在此对话上并排比较各策略</translation>
    </message>
    <message>
        <source>Show archive</source>
        <translation>显示归档</translation>
    </message>
    <message>
        <source>Show trash</source>
        <translation>显示回收站</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>导入对话…</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>List of chats</source>
        <translation>对话列表</translation>
    </message>
    <message>
        <source>Search in messages</source>
        <translation>在消息中搜索</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>{0} d left</source>
        <translation>剩 {0} 天</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>过去 7 天</translation>
    </message>
    <message>
        <source>Older</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>unread answer</source>
        <translation>有未读回答</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete folder, keep its chats</source>
        <translation>删除文件夹，保留对话</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>清空回收站…</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>不放入文件夹</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>新建文件夹</translation>
    </message>
    <message>
        <source>New tag…</source>
        <translation>新标签…</translation>
    </message>
    <message>
        <source>Open in new window</source>
        <translation>在新窗口中打开</translation>
    </message>
    <message>
        <source>Save as Markdown…</source>
        <translation>保存为 Markdown…</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Move to folder</source>
        <translation>移到文件夹</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Mark as read</source>
        <translation>标为已读</translation>
    </message>
    <message>
        <source>Mark as unread</source>
        <translation>标为未读</translation>
    </message>
    <message>
        <source>Take from the archive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Erase for good…</source>
        <translation>彻底删除…</translation>
    </message>
    <message>
        <source>{0} selected</source>
        <translation>已选 {0} 个</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>Select none</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Only chats tagged {0}</source>
        <translation>只看带标签 {0} 的对话</translation>
    </message>
    <message>
        <source>New tag</source>
        <translation>新标签</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>One word or a few</source>
        <translation>一个或几个词</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Messages (*.json *.jsonl)</source>
        <translation>消息文件 (*.json *.jsonl)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>SourceList</name>
    <message>
        <source>Sources</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Source {0}: {1}</source>
        <translation>来源 {0}：{1}</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 个</translation>
    </message>
    <message>
        <source>Show all sources</source>
        <translation>显示全部来源</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>This profile cannot be opened</source>
        <translation>无法打开此配置</translation>
    </message>
    <message>
        <source>Restore the newest backup</source>
        <translation>恢复最新备份</translation>
    </message>
    <message>
        <source>Start with an empty history</source>
        <translation>从空白记录开始</translation>
    </message>
    <message>
        <source>Newest backup: {0}</source>
        <translation>最新备份：{0}</translation>
    </message>
    <message>
        <source>There is no backup.</source>
        <translation>没有备份。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show folder</source>
        <translation>打开所在文件夹</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>正在打开…</translation>
    </message>
</context>
<context>
    <name>StateCard</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>This question has no answer yet.</source>
        <translation>这个问题还没有得到回答。</translation>
    </message>
    <message>
        <source>The program ended before an answer arrived.</source>
        <translation>程序在收到回复之前已退出。</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>回复失败。</translation>
    </message>
    <message>
        <source>The answer was interrupted. What had arrived is kept.</source>
        <translation>回复被中断，已收到的内容已保留。</translation>
    </message>
    <message>
        <source>You stopped this answer.</source>
        <translation>你已停止本次回复。</translation>
    </message>
</context>
<context>
    <name>Tile</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Pin to the prompt…</source>
        <translation>固定到提示词…</translation>
    </message>
    <message>
        <source>P pins it to the prompt</source>
        <translation>按 P 固定到提示词</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>{0} {1}: open</source>
        <translation>{0} {1}：打开</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Show: {0}</source>
        <translation>查看：{0}</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>Hide details</source>
        <translation>收起详情</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>展开详情</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Always in this chat</source>
        <translation>本对话内始终允许</translation>
    </message>
    <message>
        <source>Always in this folder</source>
        <translation>本文件夹内始终允许</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>“Always” holds for {0} and what is in it, in this chat.</source>
        <translation>“始终允许”仅限本对话中的 {0} 及其内容。</translation>
    </message>
    <message>
        <source>(no output)</source>
        <translation>（无输出）</translation>
    </message>
    <message>
        <source>failed: {0}</source>
        <translation>失败：{0}</translation>
    </message>
    <message>
        <source>preparing…</source>
        <translation>准备中…</translation>
    </message>
    <message>
        <source>asks for permission</source>
        <translation>请求许可</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>运行中…</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>You stopped</source>
        <translation>你已停止</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Conversation</source>
        <translation>对话内容</translation>
    </message>
    <message>
        <source>Jump to latest</source>
        <translation>跳到最新</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>Show window</source>
        <translation>显示窗口</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>UndoToast</name>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Ctrl+Z</source>
        <translation>Ctrl+Z</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>UnsavedSheet</name>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>无法写入 {0}：{1}。</translation>
    </message>
    <message>
        <source>The words that you did not send are in this file instead:</source>
        <translation>未发送的内容已改存到此文件：</translation>
    </message>
    <message>
        <source>Put right what is wrong and try again, or paste them from the file later.</source>
        <translation>请排除问题后重试，或日后从该文件粘贴回来。</translation>
    </message>
    <message>
        <source>No other folder takes the words that you did not send, either.</source>
        <translation>未发送的内容也无法存入其他文件夹。</translation>
    </message>
    <message>
        <source>Put right what is wrong and try again, or paste them elsewhere before you quit.</source>
        <translation>请排除问题后重试，或在退出前将内容粘贴到别处。</translation>
    </message>
    <message>
        <source>What you wrote is in a file</source>
        <translation>你写的内容已存入一个文件</translation>
    </message>
    <message>
        <source>What you wrote cannot be saved</source>
        <translation>你写的内容无法保存</translation>
    </message>
    <message>
        <source>Copy words</source>
        <translation>复制内容</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>在文件夹中显示</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Quit and lose them</source>
        <translation>放弃内容并退出</translation>
    </message>
</context>
<context>
    <name>UserView</name>
    <message>
        <source>You: {0}</source>
        <translation>你：{0}</translation>
    </message>
</context>
<context>
    <name>WordsChoice</name>
    <message>
        <source>Of about {0} tokens the beginning and the end are sent; the model can look up the rest.</source>
        <translation>共约 {0} 词元，只发送开头和结尾；其余内容模型可以查阅。</translation>
    </message>
    <message>
        <source>This message has about {0} tokens of its own words, and up to {1} are sent as they are. Attach them as a file to send all of them, or send the beginning and the end.</source>
        <translation>这条消息的文字约有 {0} 词元，超过可原样发送的 {1}。可作为文件附上以完整发送，或只发送开头和结尾。</translation>
    </message>
    <message>
        <source>Attach as a file</source>
        <translation>作为文件附上</translation>
    </message>
    <message>
        <source>Do not shorten</source>
        <translation>不缩短</translation>
    </message>
    <message>
        <source>Send beginning and end</source>
        <translation>只发送开头和结尾</translation>
    </message>
</context>
</TS>
