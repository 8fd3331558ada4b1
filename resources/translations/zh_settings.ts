<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Advisor</name>
    <message>
        <source>Recommended here: {0}</source>
        <translation>此处推荐：{0}</translation>
    </message>
    <message>
        <source>Measuring on this chat… {0} %</source>
        <translation>正在此对话上测量… {0} %</translation>
    </message>
    <message>
        <source>{0} is in use</source>
        <translation>正在使用{0}</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>使用{0}</translation>
    </message>
    <message>
        <source>Cancel the measurement</source>
        <translation>取消测量</translation>
    </message>
    <message>
        <source>Measure all strategies on this chat</source>
        <translation>在此对话上测量所有策略</translation>
    </message>
    <message>
        <source>Compare strategies</source>
        <translation>比较策略</translation>
    </message>
    <message>
        <source>Try all on this chat…</source>
        <translation>在此对话上全部试一遍…</translation>
    </message>
    <message>
        <source>The seven dimensions</source>
        <translation>七个维度</translation>
    </message>
    <message>
        <source>What a request holds after each of them acted</source>
        <translation>各策略处理后请求中的内容</translation>
    </message>
    <message>
        <source>Why layered memory with a vector database is not the default</source>
        <translation>为何默认不是带向量数据库的分层记忆</translation>
    </message>
    <message>
        <source>Four questions</source>
        <translation>四个问题</translation>
    </message>
    <message>
        <source>The classic formula: the larger of 32K and 60 % of the window</source>
        <translation>经典公式：32K 与窗口 60 % 中的较大者</translation>
    </message>
    <message>
        <source>The word and the dots are what runs here; the word behind them is the project it comes from. Choose a cell to read both.</source>
        <translation>上方的词与圆点是本程序的做法；其后的词是来源项目的做法。选择单元格可查看两者。</translation>
    </message>
    <message>
        <source>Must other chats be recalled?</source>
        <translation>需要找回其他对话的内容吗？</translation>
    </message>
    <message>
        <source>How large is the model&apos;s window?</source>
        <translation>模型窗口多大？</translation>
    </message>
    <message>
        <source>How long may a reply be held up now and then?</source>
        <translation>偶尔可以让回复等待多久？</translation>
    </message>
    <message>
        <source>How much may it cost?</source>
        <translation>费用可以多高？</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Classic asks for</source>
        <translation>经典要求</translation>
    </message>
    <message>
        <source>leaves</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Tiers compress at</source>
        <translation>分档压缩于</translation>
    </message>
    <message>
        <source>It asks for 32K at every window up to 53K, so it never fires below 32K and leaves 768 tokens at 32,768, less than one answer. At 1M it waits for 600K and at 2M for 1.2M tokens, long after models read worse and every request costs. Tiers take a smaller share of larger windows and stop at a cap.</source>
        <translation>窗口不超过 53K 时它一律要求 32K，因此窗口小于 32K 时从不触发，在 32,768 时只剩 768 词元，不够一次回答。1M 时要等到 600K，2M 时要等到 1.2M 词元，那时模型早已读得更差，每次请求也都昂贵。分档对更大的窗口取更小的比例，并且封顶。</translation>
    </message>
    <message>
        <source>A vector database answers what resembles a question, not what is exact: order numbers, paths and dates look alike to it. It needs a model for embeddings, an index per chat that must follow every edit, and a summary before anything can be recalled. Words and pairs of Chinese characters found 88 % of the evidence where the usual word index found 1 %. So recall by words works everywhere, and notes across chats are a choice.</source>
        <translation>向量数据库回答的是与问题相似的内容，而非确切的内容：订单号、路径和日期在它看来都差不多。它需要嵌入模型、随每次编辑更新的对话索引，并且要先有摘要才能找回。按词与汉字二元组检索找到 88 % 的证据，而常用的分词索引只找到 1 %。因此按词找回处处可用，跨对话笔记则由你选择。</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>Not at all (low)</source>
        <translation>完全不行（低）</translation>
    </message>
    <message>
        <source>A little (medium)</source>
        <translation>可以稍等（中）</translation>
    </message>
    <message>
        <source>As long as it takes (high)</source>
        <translation>多久都行（高）</translation>
    </message>
    <message>
        <source>As little as possible (tight)</source>
        <translation>越少越好（紧张）</translation>
    </message>
    <message>
        <source>Moderate</source>
        <translation>适中</translation>
    </message>
    <message>
        <source>It does not matter (flexible)</source>
        <translation>无所谓（充裕）</translation>
    </message>
    <message>
        <source>Here ({0}): {1}</source>
        <translation>此处（{0}）：{1}</translation>
    </message>
    <message>
        <source>Strategies by dimension</source>
        <translation>各维度的策略</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>Keys for: {0}</source>
        <translation>快捷键：{0}</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>无快捷键</translation>
    </message>
    <message>
        <source>Usual keys</source>
        <translation>默认快捷键</translation>
    </message>
    <message>
        <source>{0} is taken by: {1}. Choose other keys, or take them away there first.</source>
        <translation>{0} 已被“{1}”使用。请换一个，或先在那里移除。</translation>
    </message>
    <message>
        <source>Usual keys for all</source>
        <translation>全部恢复默认</translation>
    </message>
</context>
<context>
    <name>Own</name>
    <message>
        <source>empty: {0}, from {1}</source>
        <translation>留空：{0}（来自{1}）</translation>
    </message>
    <message>
        <source>Context of this chat</source>
        <translation>本对话的上下文</translation>
    </message>
    <message>
        <source>What is empty here is as the model or the settings have it.</source>
        <translation>留空的项目沿用模型或设置中的值。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>As usual</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Use for this chat</source>
        <translation>用于本对话</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>share of the window</source>
        <translation>窗口比例</translation>
    </message>
    <message>
        <source>cap</source>
        <translation>封顶</translation>
    </message>
    <message>
        <source>formula of Truncate</source>
        <translation>截断的公式</translation>
    </message>
    <message>
        <source>message cap of Truncate</source>
        <translation>截断的消息上限</translation>
    </message>
    <message>
        <source>recent messages of Layered memory</source>
        <translation>分层记忆保留的最近消息</translation>
    </message>
    <message>
        <source>longest old result of Layered memory</source>
        <translation>分层记忆的旧结果上限</translation>
    </message>
    <message>
        <source>summary model</source>
        <translation>摘要模型</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>this chat</source>
        <translation>本对话</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>此模型</translation>
    </message>
    <message>
        <source>the settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}：{1}</translation>
    </message>
    <message>
        <source>none, by code only</source>
        <translation>无，仅由程序提取</translation>
    </message>
    <message>
        <source>the chat&apos;s own</source>
        <translation>对话自己的模型</translation>
    </message>
</context>
<context>
    <name>Personas</name>
    <message>
        <source> (your own)</source>
        <translation>（我的）</translation>
    </message>
    <message>
        <source>A persona says who the assistant is in a chat. Write {{name}} for something that is asked when it is chosen, {{name|usual}} with a usual value. Each is a Markdown file.</source>
        <translation>角色决定助手在对话中的身份。写 {{name}} 表示选用时要填写的内容，{{name|usual}} 可带默认值。每个角色都是一个 Markdown 文件。</translation>
    </message>
    <message>
        <source>Persona</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>In one line</source>
        <translation>一句话说明</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>{0} tokens in each prompt</source>
        <translation>每次提示词占 {0} 个词元</translation>
    </message>
    <message>
        <source>Asked when it is chosen: {0}</source>
        <translation>选用时填写：{0}</translation>
    </message>
</context>
<context>
    <name>SettingsWindow</name>
    <message>
        <source>{0} for this model</source>
        <translation>此模型为 {0}</translation>
    </message>
    <message>
        <source>{0} for this model (a quarter of the threshold at most)</source>
        <translation>此模型为 {0}（至多为压缩阈值的四分之一）</translation>
    </message>
    <message>
        <source>{0} for this model (half of the total at most)</source>
        <translation>此模型为 {0}（至多为总计的一半）</translation>
    </message>
    <message>
        <source>{0} for this model (30 % of the total at most)</source>
        <translation>此模型为 {0}（至多为总计的 30 %）</translation>
    </message>
    <message>
        <source>Compression strategy</source>
        <translation>压缩策略</translation>
    </message>
    <message>
        <source>How much to remember</source>
        <translation>记住多少</translation>
    </message>
    <message>
        <source>How it works</source>
        <translation>工作方式</translation>
    </message>
    <message>
        <source>Default for new chats</source>
        <translation>新对话的默认值</translation>
    </message>
    <message>
        <source>also for this chat</source>
        <translation>同时用于本对话</translation>
    </message>
    <message>
        <source>Use the default here</source>
        <translation>改用默认值</translation>
    </message>
    <message>
        <source>Use the default in the open chat</source>
        <translation>在打开的对话中使用默认值</translation>
    </message>
    <message>
        <source>Use the default with this model</source>
        <translation>对此模型使用默认值</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Custom…</source>
        <translation>自定义…</translation>
    </message>
    <message>
        <source>The open chat has its own: {0}</source>
        <translation>当前对话单独设置为：{0}</translation>
    </message>
    <message>
        <source>{0} has its own: {1}</source>
        <translation>{0} 的专属设置：{1}</translation>
    </message>
    <message>
        <source>Choose a model to see where compression starts.</source>
        <translation>选择模型后可查看压缩从何处开始。</translation>
    </message>
    <message>
        <source>The chat&apos;s own</source>
        <translation>对话自己的模型</translation>
    </message>
    <message>
        <source>None: by code only</source>
        <translation>无：仅由程序提取</translation>
    </message>
    <message>
        <source>Profile folder</source>
        <translation>档案文件夹</translation>
    </message>
    <message>
        <source>Backups</source>
        <translation>备份</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Chats, settings and logs. Copy the folder to keep or move everything but keys.</source>
        <translation>对话、设置与日志。复制此文件夹即可备份或迁移除密钥外的全部内容。</translation>
    </message>
    <message>
        <source>Keys are never written into the folder in clear, into logs or exports.</source>
        <translation>密钥绝不会以明文写入此文件夹、日志或导出文件。</translation>
    </message>
    <message>
        <source>In memory only</source>
        <translation>仅在内存中</translation>
    </message>
    <message>
        <source>A changed database is copied once a day while the window is open.</source>
        <translation>窗口打开期间，数据库有改动时每天复制一份。</translation>
    </message>
    <message>
        <source>The newest copy is of {0}.</source>
        <translation>最新备份：{0}。</translation>
    </message>
    <message>
        <source>There is none yet.</source>
        <translation>尚无备份。</translation>
    </message>
    <message>
        <source>At the head of every request</source>
        <translation>每次请求的开头</translation>
    </message>
    <message>
        <source>First usable one</source>
        <translation>第一个可用的模型</translation>
    </message>
    <message>
        <source>With {0}, nothing happens below the hard line of {1} tokens.</source>
        <translation>使用 {0} 时，在硬上限 {1} 词元以下不做任何处理。</translation>
    </message>
    <message>
        <source>{0} is too small to compress for: the oldest turns slide out.</source>
        <translation>{0} 的窗口太小，无法压缩：最早的对话将移出。</translation>
    </message>
    <message>
        <source>With {0}, the oldest turns are left out from {1} tokens on.</source>
        <translation>使用 {0} 时，到 {1} 词元起省略最早的对话。</translation>
    </message>
    <message>
        <source>With {0}, compression starts at {1} tokens.</source>
        <translation>使用 {0} 时，到 {1} 词元开始压缩。</translation>
    </message>
    <message>
        <source>The classic formula asks for {0}; it is held at {1}, below the limit.</source>
        <translation>经典公式要求 {0}；受上限约束，实际为 {1}。</translation>
    </message>
    <message>
        <source>Classic formula: {0}.</source>
        <translation>经典公式：{0}。</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>工具</translation>
    </message>
    <message>
        <source>Always allowed</source>
        <translation>始终允许</translation>
    </message>
    <message>
        <source>Nothing yet: “Always allow” in a question about a tool adds it for that chat.</source>
        <translation>暂无：在工具询问中选择“始终允许”，即为该对话添加。</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>in “{0}”</source>
        <translation>在“{0}”中</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>恢复询问</translation>
    </message>
    <message>
        <source>Ask again before {0} in {1}</source>
        <translation>在 {1} 中使用 {0} 前恢复询问</translation>
    </message>
    <message>
        <source>low risk</source>
        <translation>低风险</translation>
    </message>
    <message>
        <source>medium risk</source>
        <translation>中风险</translation>
    </message>
    <message>
        <source>high risk: asks each time</source>
        <translation>高风险：每次询问</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Search settings…</source>
        <translation>搜索设置…</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>搜索设置</translation>
    </message>
    <message>
        <source>All settings</source>
        <translation>所有设置</translation>
    </message>
    <message>
        <source>Nothing found.</source>
        <translation>没有找到。</translation>
    </message>
    <message>
        <source>General</source>
        <translation>通用</translation>
    </message>
    <message>
        <source>Models &amp; keys</source>
        <translation>模型与密钥</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Compare strategies</source>
        <translation>比较策略</translation>
    </message>
    <message>
        <source>Tools &amp; permissions</source>
        <translation>工具与权限</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>外观</translation>
    </message>
    <message>
        <source>Personas</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Skills &amp; files</source>
        <translation>技能与文件</translation>
    </message>
    <message>
        <source>Keyboard</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
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
        <source>Tiers</source>
        <translation>档位</translation>
    </message>
    <message>
        <source>Classic</source>
        <translation>经典</translation>
    </message>
    <message>
        <source>Scaled to the model</source>
        <translation>按模型缩放</translation>
    </message>
    <message>
        <source>Full 40K · 8K · 3K</source>
        <translation>满额 40K · 8K · 3K</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>自定义</translation>
    </message>
    <message>
        <source>None</source>
        <translation>不使用</translation>
    </message>
    <message>
        <source>Works in the background. Keeps your rules word for word and most facts; a short summary for the rest. Undo at any time.</source>
        <translation>在后台工作。逐字保留你的规则和大部分事实，其余写成简短摘要。可随时撤销。</translation>
    </message>
    <message>
        <source>After each reply: shorten old tool results, then summarise. Falls back twice.</source>
        <translation>每次回复后：先缩短旧的工具结果，再生成摘要。有两级回退。</translation>
    </message>
    <message>
        <source>Shows the beginning of old tool results, then a summary for older turns; what leaves is kept as dated notes.</source>
        <translation>旧工具结果只显示开头，再用摘要代替较早的轮次；移出的内容存为带日期的笔记。</translation>
    </message>
    <message>
        <source>Leaves the oldest turns out. No model cost, no summary.</source>
        <translation>省略最早的对话。没有模型费用，也没有摘要。</translation>
    </message>
    <message>
        <source>Nothing until the hard line; only keeps a request from exceeding the window.</source>
        <translation>到硬上限前不做处理；仅避免请求超出窗口。</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Hermes style</source>
        <translation>Hermes 风格</translation>
    </message>
    <message>
        <source>CoPaw style</source>
        <translation>CoPaw 风格</translation>
    </message>
    <message>
        <source>classic</source>
        <translation>经典</translation>
    </message>
    <message>
        <source>Reads a text file of this computer, in parts when it is long.</source>
        <translation>读取本机的文本文件，较长时分段读取。</translation>
    </message>
    <message>
        <source>Lists the files of a folder on this computer.</source>
        <translation>列出本机文件夹中的文件。</translation>
    </message>
    <message>
        <source>Tells date, time, weekday and time zone.</source>
        <translation>告知日期、时间、星期与时区。</translation>
    </message>
    <message>
        <source>Looks up earlier messages of the chat, by words or by number.</source>
        <translation>按关键词或编号查找本对话中较早的消息。</translation>
    </message>
    <message>
        <source>Reads a skill, or a file beside it; only in chats that have skills.</source>
        <translation>读取技能或其旁边的文件；仅用于有技能的对话。</translation>
    </message>
    <message>
        <source>{0} download · {1} on the disk · {2} of memory while it runs</source>
        <translation>下载 {0} · 磁盘 {1} · 运行时内存 {2}</translation>
    </message>
    <message>
        <source>English</source>
        <translation>英文</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>中文</translation>
    </message>
    <message>
        <source>Not enough room on the disk: {0} must be free.</source>
        <translation>磁盘空间不足：需要 {0} 可用空间。</translation>
    </message>
    <message>
        <source>Less than {0} of memory is free now: close other programs before using it.</source>
        <translation>当前可用内存不足 {0}：使用前请关闭其他程序。</translation>
    </message>
    <message>
        <source>Checking · {0} of {1}</source>
        <translation>正在校验 · {0} / {1}</translation>
    </message>
    <message>
        <source>Fetching · {0} of {1}</source>
        <translation>正在下载 · {0} / {1}</translation>
    </message>
    <message>
        <source>{0}/s</source>
        <translation>{0}/秒</translation>
    </message>
    <message>
        <source>about {0} min left</source>
        <translation>约剩 {0} 分钟</translation>
    </message>
    <message>
        <source>about {0} s left</source>
        <translation>约剩 {0} 秒</translation>
    </message>
    <message>
        <source>Download of {0}</source>
        <translation>{0} 的下载</translation>
    </message>
    <message>
        <source>On this computer, ready to use</source>
        <translation>已在本机，可以使用</translation>
    </message>
    <message>
        <source>Part of it was fetched before; it goes on from there.</source>
        <translation>之前已下载一部分，将继续下载。</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Download {0}</source>
        <translation>下载 {0}</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the download of {0}</source>
        <translation>取消下载 {0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove {0} from this computer</source>
        <translation>从本机移除 {0}</translation>
    </message>
    <message>
        <source>Keep for this run only</source>
        <translation>仅本次运行保留</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>Keep in a protected file</source>
        <translation>保存在受保护的文件中</translation>
    </message>
    <message>
        <source>Passphrase of the file; it cannot be recovered</source>
        <translation>文件的密码短语；无法找回</translation>
    </message>
    <message>
        <source>Numbers of a model</source>
        <translation>模型参数</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>服务商</translation>
    </message>
    <message>
        <source>Servers on this computer</source>
        <translation>本机上的服务器</translation>
    </message>
    <message>
        <source>Models inside this program</source>
        <translation>程序内置模型</translation>
    </message>
    <message>
        <source>None yet. A provider needs a key of yours; text goes only to it.</source>
        <translation>暂无。服务商需要你自己的密钥；文字只发送给它。</translation>
    </message>
    <message>
        <source>Add a provider</source>
        <translation>添加服务商</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Look again for servers on this computer</source>
        <translation>重新查找本机上的服务器</translation>
    </message>
    <message>
        <source>Choose a .gguf file…</source>
        <translation>选择 .gguf 文件…</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Window in tokens</source>
        <translation>窗口（词元）</translation>
    </message>
    <message>
        <source>Remove {0}?</source>
        <translation>移除 {0}？</translation>
    </message>
    <message>
        <source>Its key is forgotten too. Chats that used it stay.</source>
        <translation>其密钥也会删除。使用过它的对话会保留。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>None found. Start Ollama, LM Studio, llama-server, vLLM or Jan, then look.</source>
        <translation>没有找到。请启动 Ollama、LM Studio、llama-server、vLLM 或 Jan，然后重新查找。</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Keep {0} for the next start</source>
        <translation>保留 {0}，下次启动可用</translation>
    </message>
    <message>
        <source>Take off the list</source>
        <translation>从列表移除</translation>
    </message>
    <message>
        <source>Take {0} off the list</source>
        <translation>将 {0} 从列表移除</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>选择模型文件</translation>
    </message>
    <message>
        <source>Longest answer in tokens</source>
        <translation>最长回答（词元）</translation>
    </message>
    <message>
        <source>Price of a million tokens read</source>
        <translation>每百万词元输入价格</translation>
    </message>
    <message>
        <source>Price of a million tokens written</source>
        <translation>每百万词元输出价格</translation>
    </message>
    <message>
        <source>Currency of these prices</source>
        <translation>价格货币</translation>
    </message>
    <message>
        <source>Take all back</source>
        <translation>全部还原</translation>
    </message>
    <message>
        <source>How chats with this model are compressed</source>
        <translation>使用此模型的对话如何压缩</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>模型：{0}</translation>
    </message>
    <message>
        <source>now {0} · {1}</source>
        <translation>现为 {0} · {1}</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Saving…</source>
        <translation>正在保存…</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>服务商</translation>
    </message>
    <message>
        <source>Provider: {0}</source>
        <translation>服务商：{0}</translation>
    </message>
    <message>
        <source>Region of your key (keys of one are refused by others)</source>
        <translation>密钥所属区域（各区域密钥不通用）</translation>
    </message>
    <message>
        <source>Key (if the server wants one)</source>
        <translation>密钥（如服务器需要）</translation>
    </message>
    <message>
        <source>New key (empty: keep the stored one)</source>
        <translation>新密钥（留空则保留原有密钥）</translation>
    </message>
    <message>
        <source>Address (base URL)</source>
        <translation>地址（base URL）</translation>
    </message>
    <message>
        <source>Name (empty: after the kind)</source>
        <translation>名称（留空则按类型命名）</translation>
    </message>
    <message>
        <source>Models, with commas (empty: what the server lists)</source>
        <translation>模型，用逗号分隔（留空则用服务器列出的）</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>获取密钥</translation>
    </message>
    <message>
        <source>Get a key at {0}</source>
        <translation>在 {0} 获取密钥</translation>
    </message>
    <message>
        <source>Save and test</source>
        <translation>保存并测试</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Saved. Asking for one word…</source>
        <translation>已保存。正在请求一个词…</translation>
    </message>
    <message>
        <source>It works: {0} answered.</source>
        <translation>可用：{0} 已回答。</translation>
    </message>
    <message>
        <source>Region: {0}</source>
        <translation>区域：{0}</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>key store locked</source>
        <translation>密钥库已锁定</translation>
    </message>
    <message>
        <source>key kept</source>
        <translation>已存密钥</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>没有密钥</translation>
    </message>
    <message>
        <source>Asking for one word…</source>
        <translation>正在请求一个词…</translation>
    </message>
</context>
<context>
    <name>Skills</name>
    <message>
        <source>of the open chat&apos;s folder</source>
        <translation>来自当前对话的文件夹</translation>
    </message>
    <message>
        <source>Use {0} in all chats</source>
        <translation>在所有对话中使用 {0}</translation>
    </message>
    <message>
        <source>{0} tokens in each prompt, {1} when it is read</source>
        <translation>每次提示词占 {0} 个词元，读取时 {1} 个</translation>
    </message>
    <message>
        <source>in all chats</source>
        <translation>所有对话</translation>
    </message>
    <message>
        <source>Turn off in the open chat</source>
        <translation>在当前对话中关闭</translation>
    </message>
    <message>
        <source>Turn on in the open chat</source>
        <translation>在当前对话中开启</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit {0}</source>
        <translation>编辑 {0}</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>移除 {0}</translation>
    </message>
    <message>
        <source>Do not pin {0} any more</source>
        <translation>不再固定 {0}</translation>
    </message>
    <message>
        <source>Files in every prompt</source>
        <translation>每次提示词中的文件</translation>
    </message>
    <message>
        <source>A skill tells the model how to do a certain task. Its name and one line stand in the prompt; the model reads its text when it needs it. Each is a folder with a SKILL.md.</source>
        <translation>技能告诉模型如何完成某类任务。提示词中只有名称和一行说明，模型需要时再读取正文。每个技能是一个含 SKILL.md 的文件夹。</translation>
    </message>
    <message>
        <source>No skills yet. Write one, or take in a folder or a zip file.</source>
        <translation>还没有技能。可以新建，或导入文件夹或 zip 文件。</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>From a folder…</source>
        <translation>从文件夹导入…</translation>
    </message>
    <message>
        <source>From a zip file…</source>
        <translation>从 zip 文件导入…</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
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
        <source>SKILL.md</source>
        <translation>SKILL.md</translation>
    </message>
    <message>
        <source>Text files of yours that stand in the prompt of every chat, as reference. Files of one chat are pinned in the context panel; AGENTS.md and the like of a chat&apos;s folder are found by themselves.</source>
        <translation>作为参考出现在每个对话提示词中的文本文件。单个对话的文件请在上下文面板中固定；对话文件夹中的 AGENTS.md 等文件会自动找到。</translation>
    </message>
    <message>
        <source>Pin a file…</source>
        <translation>固定文件…</translation>
    </message>
    <message>
        <source>New skill</source>
        <translation>新技能</translation>
    </message>
    <message>
        <source>SKILL.md of {0}</source>
        <translation>{0} 的 SKILL.md</translation>
    </message>
    <message>
        <source>my-skill</source>
        <translation>my-skill</translation>
    </message>
    <message>
        <source>What it is for, in one line</source>
        <translation>一行说明用途</translation>
    </message>
    <message>
        <source>What the model shall do, step by step.</source>
        <translation>写明模型要做什么，一步一步来。</translation>
    </message>
    <message>
        <source>{0} was removed.</source>
        <translation>已移除 {0}。</translation>
    </message>
    <message>
        <source>Zip files (*.zip)</source>
        <translation>Zip 文件 (*.zip)</translation>
    </message>
    <message>
        <source>You have {0} already</source>
        <translation>已有 {0}</translation>
    </message>
    <message>
        <source>Replace puts your own into the trash; you can undo that.</source>
        <translation>“替换”会把原有技能移到回收站，可以撤销。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Keep both</source>
        <translation>都保留</translation>
    </message>
    <message>
        <source>Taken in: {0}.</source>
        <translation>已导入：{0}。</translation>
    </message>
    <message>
        <source>{0} does not stand in every prompt any more.</source>
        <translation>{0} 不再出现在每次提示词中。</translation>
    </message>
</context>
<context>
    <name>Usage</name>
    <message>
        <source>and {0} more; the file has all of them</source>
        <translation>还有 {0} 行；文件中包含全部</translation>
    </message>
    <message>
        <source>Nothing was used in this time.</source>
        <translation>这段时间没有用量。</translation>
    </message>
    <message>
        <source>{0} tokens in, {1} out</source>
        <translation>输入 {0} 词元，输出 {1}</translation>
    </message>
    <message>
        <source>{0} % read from cache</source>
        <translation>{0} % 读自缓存</translation>
    </message>
    <message>
        <source>{0} tokens for summaries</source>
        <translation>摘要用去 {0} 词元</translation>
    </message>
    <message>
        <source>Day</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>In</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Cached</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Erased chat</source>
        <translation>已清除的对话</translation>
    </message>
    <message>
        <source>Outside chats</source>
        <translation>对话之外</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Budget of a day</source>
        <translation>每日限额</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>另存为 CSV…</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Save usage</source>
        <translation>保存用量</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Saved as {0}</source>
        <translation>已保存为 {0}</translation>
    </message>
    <message>
        <source>Tokens by day</source>
        <translation>每日词元</translation>
    </message>
    <message>
        <source>{0} days</source>
        <translation>{0} 天</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>By day</source>
        <translation>按日</translation>
    </message>
    <message>
        <source>By model</source>
        <translation>按模型</translation>
    </message>
    <message>
        <source>By chat</source>
        <translation>按对话</translation>
    </message>
</context>
</TS>
