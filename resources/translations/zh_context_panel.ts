<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>BudgetSection</name>
    <message>
        <source>System-prompt budget</source>
        <translation>系统提示词预算</translation>
    </message>
    <message>
        <source>Show or hide the budgets</source>
        <translation>显示或隐藏各项预算</translation>
    </message>
    <message>
        <source>Trim</source>
        <translation>调整</translation>
    </message>
    <message>
        <source>Trim the system prompt</source>
        <translation>调整系统提示词</translation>
    </message>
    <message>
        <source>Growth of the system prompt</source>
        <translation>系统提示词的增长</translation>
    </message>
    <message>
        <source>Use now</source>
        <translation>立即使用</translation>
    </message>
    <message>
        <source>Use the changed files now</source>
        <translation>立即使用已更改的文件</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Why the budgets are as large as they are</source>
        <translation>预算为什么是这个大小</translation>
    </message>
    <message>
        <source>It is meant to be so</source>
        <translation>这是有意的</translation>
    </message>
    <message>
        <source>Accept the size of the system prompt</source>
        <translation>接受系统提示词的大小</translation>
    </message>
</context>
<context>
    <name>ContextPanel</name>
    <message>
        <source>tokens in the next request</source>
        <translation>词元，下次请求</translation>
    </message>
    <message>
        <source>updating, not yet confirmed</source>
        <translation>更新中，待确认</translation>
    </message>
    <message>
        <source>estimated, not yet confirmed</source>
        <translation>估算，待确认</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>已核实</translation>
    </message>
    <message>
        <source>measured, ±{0} %</source>
        <translation>已核实，±{0} %</translation>
    </message>
    <message>
        <source>Oldest turns slide out at {0} of {1} usable</source>
        <translation>到 {0} 时移出最早的对话，可用 {1}</translation>
    </message>
    <message>
        <source>Off; shortened only at {0} of {1} usable</source>
        <translation>已关闭；到 {0} 才缩短，可用 {1}</translation>
    </message>
    <message>
        <source>Leaves oldest turns out at {0} of {1} usable</source>
        <translation>到 {0} 时省略最早的对话，可用 {1}</translation>
    </message>
    <message>
        <source>Compresses at {0} of {1} usable</source>
        <translation>到 {0} 时压缩，可用 {1}</translation>
    </message>
    <message>
        <source>shortens</source>
        <translation>缩短</translation>
    </message>
    <message>
        <source>compresses</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>{0} % of the threshold</source>
        <translation>已达压缩阈值的 {0} %</translation>
    </message>
    <message>
        <source>{0} % of the hard line: shortened before it is sent</source>
        <translation>已达硬上限的 {0} %：发送前会缩短</translation>
    </message>
    <message>
        <source>{0} % of the threshold and over the hard line: shortened before it is sent</source>
        <translation>已达压缩阈值的 {0} %，超过硬上限：发送前会缩短</translation>
    </message>
    <message>
        <source>{0}, capped</source>
        <translation>{0}，已封顶</translation>
    </message>
    <message>
        <source>window {0} (guessed)</source>
        <translation>窗口 {0}（猜测）</translation>
    </message>
    <message>
        <source>window {0}</source>
        <translation>窗口 {0}</translation>
    </message>
    <message>
        <source>Hard line {0}: must be shortened before the next call</source>
        <translation>硬上限 {0}：下次调用前必须缩短</translation>
    </message>
    <message>
        <source>Soft line {0}: a summary is prepared in the background from here on</source>
        <translation>预备线 {0}：从此处起在后台准备摘要</translation>
    </message>
    <message>
        <source>no cost · reads {0}, writes {1} tokens/s</source>
        <translation>无费用 · 读 {0}、写 {1} 词元/秒</translation>
    </message>
    <message>
        <source>no cost</source>
        <translation>无费用</translation>
    </message>
    <message>
        <source>{0} of {1} (wants {2})</source>
        <translation>{0} / {1}（需 {2}）</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} / {1}</translation>
    </message>
    <message>
        <source>{0} of {1} (full size {2})</source>
        <translation>{0} / {1}（满额 {2}）</translation>
    </message>
    <message>
        <source>{0} {1} of {2} (wants {3})</source>
        <translation>{0} {1} / {2}（需 {3}）</translation>
    </message>
    <message>
        <source>{0} over budget, {1} of {2}</source>
        <translation>{0}超预算 {1} / {2}</translation>
    </message>
    <message>
        <source>{0} {1} of {2}</source>
        <translation>{0} {1} / {2}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>System prompt over {0} calls: {1} tokens now, {2}{3} since the first</source>
        <translation>系统提示词 {0} 次调用：现为 {1} 词元，较首次 {2}{3}</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} 秒</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Tokens of the next request before and after it, who wrote what stands for the older messages, and what that took.</source>
        <translation>压缩前后下次请求的词元、由谁写出代替较早消息的内容，以及为此花费的时间和费用。</translation>
    </message>
    <message>
        <source>Pins and rules take {0}, and there is room for {1}. Nothing is dropped: unpin or shorten one.</source>
        <translation>固定内容与规则占 {0}，共有 {1} 的空间。不会丢弃任何内容：请取消或缩短其中一条。</translation>
    </message>
    <message>
        <source>you</source>
        <translation>你</translation>
    </message>
    <message>
        <source>assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>tool result</source>
        <translation>工具结果</translation>
    </message>
    <message>
        <source>written by you</source>
        <translation>你写下的</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Keep as a rule</source>
        <translation>保留为规则</translation>
    </message>
    <message>
        <source>Not a rule</source>
        <translation>不是规则</translation>
    </message>
    <message>
        <source>ended by: {0}</source>
        <translation>已结束：{0}</translation>
    </message>
    <message>
        <source>not a rule, you said</source>
        <translation>你说这不是规则</translation>
    </message>
    <message>
        <source>rule, confirmed</source>
        <translation>规则，已确认</translation>
    </message>
    <message>
        <source>rule, found in your words</source>
        <translation>规则，从你的话中找到</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}，{1}</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Again…</source>
        <translation>再次压缩…</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Use again</source>
        <translation>重新使用</translation>
    </message>
    <message>
        <source>{0} · {1} %</source>
        <translation>{0} · {1} %</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>系统提示词</translation>
    </message>
    <message>
        <source>{0} changed on the disk; in force at the next compression.</source>
        <translation>{0} 在磁盘上有变化；下次压缩时生效。</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 等另外 {1} 个</translation>
    </message>
    <message>
        <source>The system prompt may take a quarter of the threshold, at most 40,000: {0} / 4 = {1}, so {2}.</source>
        <translation>系统提示词最多占压缩阈值的四分之一，且不超过 40,000：{0} / 4 = {1}，即 {2}。</translation>
    </message>
    <message>
        <source>You set the budget of the system prompt in the settings: {0}.</source>
        <translation>系统提示词的预算由你在设置中指定：{0}。</translation>
    </message>
    <message>
        <source>Of this skills have {0} and files {1}; a part may use what others leave free. Over {2} files are shortened first (the oldest before others), then skills to name and line, then optional sections; persona, safety and your instructions never.</source>
        <translation>其中技能 {0}，文件 {1}；一部分可以使用其他部分空出的额度。超过 {2} 时先缩短文件（最旧的优先），再把技能缩为名称和一行说明，然后省略可选部分；角色、安全和你的指令不会被裁剪。</translation>
    </message>
    <message>
        <source>{0}, read</source>
        <translation>{0}（已读取）</translation>
    </message>
    <message>
        <source>What is said about them</source>
        <translation>前置说明</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>已清空</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>its text in the messages; one line after the next compression</source>
        <translation>正文在消息中；下次压缩后只留一行</translation>
    </message>
    <message>
        <source>only name and line: its text does not fit the budget</source>
        <translation>仅名称和一行说明：正文超出预算</translation>
    </message>
    <message>
        <source>shortened to fit: files go first, the oldest before others</source>
        <translation>为符合预算已缩短：先缩短文件，最旧的优先</translation>
    </message>
    <message>
        <source>partly shortened to fit the budget</source>
        <translation>为符合预算已部分缩短</translation>
    </message>
    <message>
        <source>left out to fit the budget</source>
        <translation>为符合预算已省略</translation>
    </message>
    <message>
        <source>Turn off here</source>
        <translation>在此关闭</translation>
    </message>
    <message>
        <source>Turn on here</source>
        <translation>在此开启</translation>
    </message>
    <message>
        <source>Leave out here</source>
        <translation>在此移出</translation>
    </message>
    <message>
        <source>Shorten</source>
        <translation>缩短</translation>
    </message>
    <message>
        <source>Show whole</source>
        <translation>恢复全文</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>Use now</source>
        <translation>立即使用</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Safety</source>
        <translation>安全</translation>
    </message>
    <message>
        <source>Your instructions</source>
        <translation>你的指令</translation>
    </message>
    <message>
        <source>Tool guidance</source>
        <translation>工具说明</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Notice</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Tool schemas</source>
        <translation>工具定义</translation>
    </message>
    <message>
        <source>Recent turns</source>
        <translation>近期对话</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>附件</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>Persona, safety, your instructions and tool guidance; always sent first.</source>
        <translation>角色、安全、你的指令和工具说明；始终最先发送。</translation>
    </message>
    <message>
        <source>Names and one line of each skill; bodies are read when needed.</source>
        <translation>每项技能的名称和一行说明；需要时才读取正文。</translation>
    </message>
    <message>
        <source>Instruction files that stand in the system prompt.</source>
        <translation>写入系统提示词的指令文件。</translation>
    </message>
    <message>
        <source>What was remembered from other chats.</source>
        <translation>从其他对话记住的内容。</translation>
    </message>
    <message>
        <source>What the model is told about text it does not see.</source>
        <translation>告知模型哪些内容未显示。</translation>
    </message>
    <message>
        <source>Descriptions of the tools the model may call.</source>
        <translation>模型可调用的工具的说明。</translation>
    </message>
    <message>
        <source>The newest messages, word for word.</source>
        <translation>最新的消息，逐字发送。</translation>
    </message>
    <message>
        <source>Images and files attached to messages.</source>
        <translation>消息所附的图片和文件。</translation>
    </message>
    <message>
        <source>What you are writing now, estimated.</source>
        <translation>你正在写的内容，估算。</translation>
    </message>
    <message>
        <source>Small tier</source>
        <translation>小档</translation>
    </message>
    <message>
        <source>Medium tier</source>
        <translation>中档</translation>
    </message>
    <message>
        <source>Large tier</source>
        <translation>大档</translation>
    </message>
    <message>
        <source>Fixed share</source>
        <translation>固定比例</translation>
    </message>
    <message>
        <source>Classic formula</source>
        <translation>经典公式</translation>
    </message>
    <message>
        <source>Economy</source>
        <translation>节省</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>Long memory</source>
        <translation>长记忆</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>What the system prompt takes in the next request, of what it may take here.</source>
        <translation>系统提示词在下次请求中所占的词元，以及此处允许的数量。</translation>
    </message>
    <message>
        <source>What skills take with their lines and the texts that were read, of their part of the budget.</source>
        <translation>技能（名称行与已读取的正文）所占的词元，以及分给技能的预算。</translation>
    </message>
    <message>
        <source>What instruction files and files that you pinned take, of their part of the budget.</source>
        <translation>说明文件和你固定的文件所占的词元，以及分给文件的预算。</translation>
    </message>
    <message>
        <source>within budget</source>
        <translation>在预算内</translation>
    </message>
    <message>
        <source>above 80 % of the budget</source>
        <translation>超过预算的 80 %</translation>
    </message>
    <message>
        <source>over budget</source>
        <translation>超出预算</translation>
    </message>
    <message>
        <source>Nothing sent yet</source>
        <translation>尚未发送</translation>
    </message>
    <message>
        <source>Choose a model to start</source>
        <translation>请选择模型</translation>
    </message>
    <message>
        <source>Preparing in background</source>
        <translation>后台压缩中</translation>
    </message>
    <message>
        <source>Ready; applied with your next message</source>
        <translation>已备好，下条消息时生效</translation>
    </message>
    <message>
        <source>Shortening before sending, ≤ 20 s</source>
        <translation>发送前压缩中，≤ 20 秒</translation>
    </message>
    <message>
        <source>Automatic compression paused</source>
        <translation>自动压缩已暂停</translation>
    </message>
    <message>
        <source>Compression undone; full history until the limit</source>
        <translation>已撤销压缩，到上限前保留全文</translation>
    </message>
    <message>
        <source>System prompt, tools and the newest turn fill the room</source>
        <translation>系统提示词、工具与最新一轮已占满空间</translation>
    </message>
    <message>
        <source>Model too small to compress; oldest turns slide out</source>
        <translation>窗口太小，无法压缩；最早的对话将移出</translation>
    </message>
    <message>
        <source>Summary by code</source>
        <translation>程序提取的摘要</translation>
    </message>
    <message>
        <source>Disk full: nothing new is saved</source>
        <translation>磁盘已满：新内容无法保存</translation>
    </message>
    <message>
        <source>Compress again</source>
        <translation>重新压缩</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>立即恢复</translation>
    </message>
    <message>
        <source>Compress now</source>
        <translation>立即压缩</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Use quick version</source>
        <translation>用快速版本</translation>
    </message>
    <message>
        <source>See</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Trim</source>
        <translation>调整</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Apply now</source>
        <translation>立即应用</translation>
    </message>
    <message>
        <source>Apply and send</source>
        <translation>压缩并发送</translation>
    </message>
    <message>
        <source>Shorten more gently</source>
        <translation>仅作必要缩短</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>summary edited by you</source>
        <translation>摘要由你编辑</translation>
    </message>
    <message>
        <source>summary by {0}</source>
        <translation>摘要由 {0} 撰写</translation>
    </message>
    <message>
        <source>facts by code, summary by {0}</source>
        <translation>事实由程序提取，摘要由 {0} 生成</translation>
    </message>
    <message>
        <source>by code, tool results shortened</source>
        <translation>程序处理，工具结果已缩短</translation>
    </message>
    <message>
        <source>by code, no model</source>
        <translation>程序提取，未用模型</translation>
    </message>
    <message>
        <source>Frame lines</source>
        <translation>说明行</translation>
    </message>
    <message>
        <source>Beginning</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>Pins</source>
        <translation>固定内容</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
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
        <source>Lines that tell the model to read what follows as reference.</source>
        <translation>告诉模型以下内容仅作参考的说明行。</translation>
    </message>
    <message>
        <source>How the chat began, in short.</source>
        <translation>对话的开头，简要说明。</translation>
    </message>
    <message>
        <source>What you pinned, word for word.</source>
        <translation>你固定的内容，逐字保留。</translation>
    </message>
    <message>
        <source>Rules that you set, word for word.</source>
        <translation>你定下的规则，逐字保留。</translation>
    </message>
    <message>
        <source>Requests, values and files that code took from older messages.</source>
        <translation>由程序从较早消息中提取的请求、数值和文件。</translation>
    </message>
    <message>
        <source>What a model wrote in place of older messages.</source>
        <translation>模型为较早消息写的摘要。</translation>
    </message>
    <message>
        <source>Passages of older messages that code chose for their facts.</source>
        <translation>由程序选出的、含有关键事实的较早消息片段。</translation>
    </message>
    <message>
        <source>facts by code, summary by a model</source>
        <translation>事实由程序提取，摘要由模型生成</translation>
    </message>
    <message>
        <source>by code, the model failed</source>
        <translation>程序提取，模型失败</translation>
    </message>
    <message>
        <source>oldest turns slid out</source>
        <translation>最早的对话已移出</translation>
    </message>
    <message>
        <source>oldest turns left out</source>
        <translation>最早的对话已省略</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>replaced by a newer one</source>
        <translation>已被更新的记录取代</translation>
    </message>
    <message>
        <source>dropped, the chat changed</source>
        <translation>已丢弃，对话有变化</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>已备好</translation>
    </message>
    <message>
        <source>Context panel</source>
        <translation>上下文面板</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在统计…</translation>
    </message>
    <message>
        <source>Show what is in it: {0}</source>
        <translation>显示其中的内容：{0}</translation>
    </message>
    <message>
        <source>All skills…</source>
        <translation>全部技能…</translation>
    </message>
    <message>
        <source>Pin a file…</source>
        <translation>固定文件…</translation>
    </message>
    <message>
        <source>Pin a file to the prompt</source>
        <translation>将文件固定到提示词</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>换文件夹…</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Folder of this chat…</source>
        <translation>本对话的文件夹…</translation>
    </message>
    <message>
        <source>No folder</source>
        <translation>不用文件夹</translation>
    </message>
    <message>
        <source>Work in no folder</source>
        <translation>不使用文件夹</translation>
    </message>
    <message>
        <source>Folder of this chat: {0}</source>
        <translation>本对话的文件夹：{0}</translation>
    </message>
    <message>
        <source>The request changed since the provider&apos;s last report; the next answer confirms it.</source>
        <translation>服务商上次报告之后，请求已改变；下一次回答会确认。</translation>
    </message>
    <message>
        <source>Counted here by the model&apos;s own table; the provider has not confirmed it yet.</source>
        <translation>按该模型的词表在本地计数；服务商尚未确认。</translation>
    </message>
    <message>
        <source>The provider&apos;s own reports stand behind the count.</source>
        <translation>计数以服务商的报告为依据。</translation>
    </message>
    <message>
        <source>The provider&apos;s own reports stand behind the count; the last was {0} % off.</source>
        <translation>计数以服务商的报告为依据；上次误差 {0} %。</translation>
    </message>
    <message>
        <source>What the model takes in; set by you.</source>
        <translation>模型可接收的量；由你设置。</translation>
    </message>
    <message>
        <source>What the model takes in; learnt from an error of the provider.</source>
        <translation>模型可接收的量；从服务商的报错中得知。</translation>
    </message>
    <message>
        <source>What the model takes in; reported by the provider.</source>
        <translation>模型可接收的量；由服务商报告。</translation>
    </message>
    <message>
        <source>What the model takes in; from the built-in table.</source>
        <translation>模型可接收的量；来自内置表。</translation>
    </message>
    <message>
        <source>What the model takes in is not known; this is a cautious guess.</source>
        <translation>模型可接收的量未知；此为谨慎猜测。</translation>
    </message>
    <message>
        <source>Nothing happens here by itself: only the hard line acts.</source>
        <translation>此处不会自动处理，只有硬上限起作用。</translation>
    </message>
    <message>
        <source>From here on a summary is prepared in the background.</source>
        <translation>从这里开始在后台准备摘要。</translation>
    </message>
    <message>
        <source>From here on compression is applied, at the next safe moment.</source>
        <translation>从这里开始，在下一个安全时机应用压缩。</translation>
    </message>
    <message>
        <source>Nothing happens here: the oldest turns are left out without a summary.</source>
        <translation>此处无动作：最早的轮次会直接省略，不做摘要。</translation>
    </message>
    <message>
        <source>From here on the oldest turns are left out.</source>
        <translation>从这里开始省略最早的轮次。</translation>
    </message>
    <message>
        <source>Above this a request is shortened before it is sent, whatever else is set.</source>
        <translation>超过它的请求在发送前必须缩短，与其他设置无关。</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>Kept free for the answer.</source>
        <translation>为回答留出的空间。</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>What is left for the prompt: the window without reserve and margin.</source>
        <translation>留给提示词的部分：窗口减去预留和余量。</translation>
    </message>
    <message>
        <source>Soft line</source>
        <translation>预备线</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>压缩阈值</translation>
    </message>
    <message>
        <source>Hard line</source>
        <translation>硬上限</translation>
    </message>
    <message>
        <source>All calls of this chat so far: answers, titles and summaries.</source>
        <translation>此对话至今的全部调用：回答、标题和摘要。</translation>
    </message>
    <message>
        <source>Answers, titles and summaries of this chat so far, but for calls without a price in this currency: {0}.</source>
        <translation>此对话至今的回答、标题和摘要，不含没有此货币价格的调用：{0} 次。</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>此对话</translation>
    </message>
    <message>
        <source>{0} tokens at the price of prompts, {1} of them expected from cache; the answer comes on top, and its reserve is no cost.</source>
        <translation>{0} 词元按提示词价格计，其中 {1} 预计读自缓存；回答另计，为其预留的空间不花钱。</translation>
    </message>
    <message>
        <source>Tokens that {0} calls would have sent more without the compressions in force; what was taken back counts for nothing.</source>
        <translation>若没有生效中的压缩，{0} 次调用会多发送的词元；已撤销的不计。</translation>
    </message>
    <message>
        <source>Next send</source>
        <translation>下次发送</translation>
    </message>
    <message>
        <source>Kept free, because no count is exact: {0}.</source>
        <translation>留出的空间，因为计数无法完全精确：{0}。</translation>
    </message>
    <message>
        <source>Share of all tokens sent in this chat that the provider read from its cache.</source>
        <translation>此对话发送的全部词元中，服务商读自缓存的比例。</translation>
    </message>
    <message>
        <source>From cache</source>
        <translation>读自缓存</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已节省</translation>
    </message>
    <message>
        <source>What the calls for summaries took: {0} tokens in and out.</source>
        <translation>摘要调用用去的词元：输入输出共 {0}。</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>摘要花费</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>另有 {0} 项</translation>
    </message>
    <message>
        <source>Tokens of it in the next request, and of how many where it is not whole.</source>
        <translation>它在下次请求中的词元；不完整时另列全文的数量。</translation>
    </message>
</context>
<context>
    <name>NoticesSection</name>
    <message>
        <source>Notices the model sees</source>
        <translation>模型看到的通知</translation>
    </message>
    <message>
        <source>Tell the model of this chat what it does not see</source>
        <translation>告知本对话的模型它看不到什么</translation>
    </message>
    <message>
        <source>Off in this chat: the model is not told that anything is left out.</source>
        <translation>本对话中已关闭：不会告知模型有内容被省略。</translation>
    </message>
    <message>
        <source>Hide what was told before</source>
        <translation>隐藏之前的通知</translation>
    </message>
    <message>
        <source>History: {0}</source>
        <translation>历史：{0} 条</translation>
    </message>
    <message>
        <source>{0}, then taken back</source>
        <translation>{0}，之后已撤销</translation>
    </message>
    <message>
        <source>{0}, now switched off</source>
        <translation>{0}，现已关闭</translation>
    </message>
    <message>
        <source>since {0}</source>
        <translation>自 {0} 起</translation>
    </message>
</context>
<context>
    <name>OwnSection</name>
    <message>
        <source>Context of this chat…</source>
        <translation>本对话的上下文…</translation>
    </message>
    <message>
        <source>This chat has its own: {0}</source>
        <translation>本对话的专属设置：{0}</translation>
    </message>
    <message>
        <source>This model has its own: {0}</source>
        <translation>此模型的专属设置：{0}</translation>
    </message>
</context>
<context>
    <name>PinnedSection</name>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Pin words of your own</source>
        <translation>固定自己写的内容</translation>
    </message>
    <message>
        <source>What pins and rules take in every request, of the quarter of the threshold that they may take.</source>
        <translation>固定内容与规则在每次请求中所占的词元，以及允许的数量（阈值的四分之一）。</translation>
    </message>
    <message>
        <source>Show {0} more</source>
        <translation>再显示 {0} 条</translation>
    </message>
    <message>
        <source>Hide what ended</source>
        <translation>隐藏已结束的</translation>
    </message>
    <message>
        <source>Ended: {0}</source>
        <translation>已结束 {0} 条</translation>
    </message>
</context>
<context>
    <name>RecordList</name>
    <message>
        <source>Compressions</source>
        <translation>压缩记录</translation>
    </message>
    <message>
        <source>Show {0} older</source>
        <translation>显示更早的 {0} 条</translation>
    </message>
</context>
<context>
    <name>UsageSection</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Why it compresses there</source>
        <translation>为何在此处压缩</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Set the window of this model</source>
        <translation>设置此模型的窗口</translation>
    </message>
    <message>
        <source>Compress now</source>
        <translation>立即压缩</translation>
    </message>
    <message>
        <source>X-ray</source>
        <translation>透视</translation>
    </message>
    <message>
        <source>X-ray: what will be sent next, part by part</source>
        <translation>透视：逐项查看下次将发送的内容</translation>
    </message>
    <message>
        <source>Share of the usable window</source>
        <translation>占可用窗口的比例</translation>
    </message>
</context>
</TS>
