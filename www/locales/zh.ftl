# 页面的中文文本。数字已按语言习惯写好。

nav-lab = 实验
nav-book = 书
nav-benchmark = 性能测试
nav-main = 主导航
skip-to-lab = 跳到实验
language = 语言
theme = 主题
theme-auto = 跟随系统
theme-light = 浅色
theme-dark = 深色
theme-contrast = 高对比度
home-intro = MySQL 和 MariaDB 的每一次页修改都先写入重做日志。建一个索引会一下子改动成百上千个页:要花多少字节,取决于改动怎样写下来。这里有一个真实的引擎,它建真实的页,写真实的重做日志,再把日志重放一遍。请自己来数。
footer-local = 一切都在本页中运行,不向任何地方发送任何内容。
footer-engine = 引擎 { $version }
footer-reproducible = 同一个实验在每个浏览器中都得到逐位相同的报告。

lab-question-redo-volume = 建一个索引,为什么会写满日志?
lab-sentence-redo-volume = 同一张表,同一条语句,同一组页,只有重做日志的写法不同。最多可以比较八个方案,并观察副本如何从各自的日志重建这些页。

loading-engine = 正在加载引擎
presets = 起点
presets-more = 更多起点…
knobs = 所有方案共用的设置
all-parameters = 全部参数
all-parameters-note = 这里的值对所有方案有效,除非某个方案另有不同。
search-parameters = 搜索参数
no-parameter-found = 没有与“{ $text }”相符的参数。
range-default = { $min } 至 { $max },默认 { $default }
default-is = 默认 { $default }
reset-value = 恢复默认
seed = 随机种子
seed-consequence = 填充表的随机数由它决定。种子相同,字节就相同。
new-seed = 换一个
group-table = 表
group-statement = 语句
group-redo-log = 重做日志
group-pages = 页

param-table = 表
preset-t0-10k = 1 万行
preset-t0-100k = 10 万行
preset-t0-1m = 100 万行
preset-t0-primary-key-100k = 建主键
preset-sbtest1-100k = sysbench,宽行
preset-mdev-19747-add-index-100k = 同时建七个索引
param-rows = 行数
param-ddl = 语句
param-index = 索引
param-insert_order = 插入顺序
param-page_size = 页大小
param-fill_factor = 填充率
param-encoding = 重做编码
param-compression = 压缩
param-sort_buffer_bytes = 排序缓冲区
consequence-table = 记录越长,它在日志中的额外开销占比越小。
consequence-rows = 行越多,填的页越多;重做日志按比例增长。
consequence-ddl = 决定建哪些树,以及批量建还是逐行建。
consequence-index = 每个索引是一棵树,有自己的页和重做日志。
consequence-insert_order = 逐行插入时,不按树的顺序到来的行会使页从中间分裂。
consequence-page_size = 页越大,页数越少;每页的固定开销只付一次。
consequence-fill_factor = 越低,给以后的行留的空间越多,现在的页也越多。
consequence-encoding = 日志怎样描述一个页:怎样做成,改了什么,或者就是整页。
consequence-compression = 只压缩页镜像;相邻的键越相似,压得越小。
consequence-sort_buffer_bytes = 缓冲区越大,要归并的有序段越少。
index-hint = 用分号分隔索引,用逗号分隔列:b;e(10)
table-own = 自定义列…
table-hint = 用 JSON 列出的表
table-slip = 这不是用 JSON 写的表:{ $message }

value-physiological = 每行一条插入
value-list-copy = 整页列表
value-physical = 物理记录
value-page-image = 页镜像
value-unlogged = 不记日志 + 刷盘
value-add-index = ADD INDEX
value-add-primary-key = ADD PRIMARY KEY
value-rebuild = 重建(FORCE)
value-copy = ALGORITHM=COPY
value-insert = 逐行 INSERT
value-bulk-insert = 向空表批量 INSERT
value-primary-key = 主键顺序
value-index = 索引顺序
value-random = 随机顺序
value-none = 无
value-lz4 = LZ4

variants = 方案
variant-n = 方案 { $letter }
variant-same = 没有不同
variant-add = 添加方案
variant-full = 最多八个方案,请先删除一个。
variant-remove = 删除方案 { $letter }
variant-duplicate = 复制方案 { $letter }
variant-left = 把方案 { $letter } 左移
variant-right = 把方案 { $letter } 右移
difference-add = 改变一项…
difference-remove = 去掉这项不同
vary-one = 只变一个参数
vary-label = 为它的每个值建一个方案
undo = 撤销
redo = 重做
undone-remove = 已删除方案 { $letter }。
did-vary = { $name }:{ $count } 个方案。
did-preset = 已打开“{ $title }”。

predict-title = 先猜一猜
predict-question = 哪个方案写的重做日志字节最少?
predict-skip = 跳过
predict-yours = 你猜的是 { $letter }
predict-right = 你猜的是 { $letter }:猜对了。
predict-wrong = 你猜的是 { $letter }。字节最少的是 { $least }。

run = 运行
run-variants = 运行 { $number } 个方案
run-again = 再次运行
cancel = 取消
running = 正在运行
phase-waiting = 等待
phase-scan = 读取表
phase-sort = 排序键
phase-merge = 归并有序段
phase-build = 建页
phase-encode = 写重做日志
phase-insert = 插入行
phase-replay = 在副本上重放
phase-compare = 比较页
phase-done = 完成
progress-of = 方案 { $letter } 的进度
state-empty = 还没有结果。选好设置,猜一猜,然后运行。
state-cancelled = 已取消。已完成的方案会保留。
state-stale = 运行之后设置有变。这些结果属于之前的设置。
state-failed = 运行失败
state-refused = 这样无法运行
error-document = { $path } 的值是 { $value }。允许:{ $allowed }。
error-path = 位置
error-value = 值
error-allowed = 允许
error-retry = 重试
engine-lost = 引擎停止了,正在重新启动。方案和结果都在。
report-done = 完成:{ $count } 个方案。
report-cancelled = 运行已取消。

link-cut = 这个链接不完整,或在途中被改动,其中的实验无法读取。
link-damaged = 这个链接中的实验无法读取。
link-version = 这个链接来自更新版本的 Redo Lab。
link-help = 请索取完整的链接。下面打开的是默认实验。
link-help-kept = 请索取完整的链接。下面的实验没有变。
link-unknown-lab = 没有名为“{ $name }”的实验。
link-unknown-preset = 没有名为“{ $name }”的起点。
dismiss = 关闭

answer = 答案

chart-title = 写入的重做日志
chart-by = 划分方式
chart-by-purpose = 用途
chart-by-type = 记录类型
chart-hint = 用方向键在条形之间移动。
chart-as-table = 以表格显示同样的数据
chart-cursor = { $letter },{ $part }:{ $bytes },共 { $total }。
ratio-of-a = { $ratio } × A

purpose-record = 记录
purpose-next-pointer = 下一条指针
purpose-directory = 页目录
purpose-header = 页头
purpose-page-image = 页镜像
purpose-allocation = 分配
purpose-undo = 回滚
purpose-dictionary = 数据字典
purpose-framing = 成帧
purpose-index-load = 索引装载标记
purpose-other = 其他

differences = 差异
differences-note = 倍数以 A 为准。相同的值用淡色。
differences-all = 显示全部指标
metric = 指标
kind-counted = 实数
kind-simulated = 模拟
kind-scaled = 推算
kind-measured = 实测
kind-counted-text = 在真实存在的字节、记录和页上数出来的。
kind-simulated-text = 按给定成本模型得到的虚拟时间。
kind-scaled-text = 由数过的样本推算得到。
kind-measured-text = 这个浏览器的实际时间。
kinds = 数字的来历

metric-redo_bytes = 写入的重做日志
metric-redo_bytes_per_row = 每行的重做日志
metric-redo_records = 重做记录
metric-mini_transactions = 小事务
metric-leaf_pages = 叶子页
metric-internal_pages = 内部页
metric-tree_height = 树高
metric-leaf_fill_pct = 叶子页填充
metric-data_bytes = 数据量
metric-undo_bytes = 回滚日志
metric-rows = 行
metric-sort_runs = 有序段
metric-merge_passes = 归并趟数
metric-replica_records_applied = 副本:应用的记录
metric-replica_entries_inserted = 副本:逐条插入的条目
metric-replica_page_reads = 副本:先要读的页
metric-replica_identical = 副本:页完全相同
metric-pages_missing_before_flush = 刷盘前副本缺少的页
metric-redo_payload_bytes = 不含日志块的重做日志
unit-rows = 行
unit-pages = 页
unit-records = 条
unit-levels = 层
unit-runs = 段
unit-passes = 趟
yes = 是
no = 否

stage-title = 从主库,经过日志,到副本
stage-note = 位置是日志中的一点(LSN),不是时间。小事务完整之后副本才应用它,所以副本落后一个。
stage-open = 选择要观察的方案
stage-load = 再建一次 { $letter },看看里面
stage-building = 正在再建一次方案 { $letter },以便看看里面
primary = 主库
log = 重做日志
replica = 副本
stage-primary-count = { $count } / { $total } 页
stage-replica-count = { $count } / { $total } 页已更新
stage-position = LSN { $lsn }
stage-mtr = 小事务 { $index } / { $total }:{ $bytes },页 { $page }
stage-mtr-nopage = 小事务 { $index } / { $total }:{ $bytes }
stage-start = 回到开头
stage-back = 后退一步
stage-play = 播放
stage-pause = 暂停
stage-step = 前进一步
stage-scrub = 日志中的位置
stage-group = 每格代表 { $count } 页
stage-flush = 这些页的内容从未经过日志:副本在索引装载标记处取得刷盘后的页。
tape-whole = 整个日志
tape-window = 当前位置附近
written = 已写
applied = 副本已应用

inspector-title = 打开一个页
inspector-note = 下面的每个字节都由引擎生成。选一个页,再看在每种编码下是哪些重做记录做成了它。
map-by = 着色
map-by-fill = 填充
map-by-level = 层
map-by-tree = 索引
map-by-redo = 重做字节
map-pages = 表空间的页
map-page = 页 { $page },{ $tree },第 { $level } 层:{ $records } 条记录,填充 { $fill }
map-space = 页 { $page }: 空间管理
map-choose = 请在图中选一个页。
map-goto = 转到页
level-leaf = 叶子
level-n = 第 { $level } 层
page-n = 页 { $page }
page-header = 页头
page-directory = 目录
page-records = 记录
page-hex = 字节
page-redo = 做成此页的重做记录
page-redo-total = 共 { $total } 条
redo-under = 编码
redo-more = 后 { $count } 条
redo-previous = 前 { $count } 条
redo-range = 第 { $from } 至 { $to } 条,共 { $total } 条
redo-none = 在这种编码下,日志中没有记录做成此页。
col-field = 字段
col-offset = 偏移
col-value = 值
col-meaning = 含义
col-slot = 槽
col-record = 记录位于
col-owned = 拥有
col-heap = 堆号
col-next = 下一条
col-fields = 字段
col-lsn = LSN
col-type = 类型
col-for = 用途
col-bytes = 字节
col-what = 作用
hex-hint = 用方向键移动;字节属于哪一部分会显示在下面。
hex-at = 偏移 { $offset }:{ $part }
hex-free = 空闲空间

why = 为什么
why-physiological = { $letter } 每行写一条插入记录:共 { $records } 条,每行 { $per_row } 字节。副本必须按顺序把它们全部再插入一遍。
why-list-copy = { $letter } 把一页的所有行写进一条记录:连同页头和分配,{ $leaves } 个叶子页用了 { $records } 条记录。每行只留一个短头,所以每行剩下 { $per_row } 字节。 副本仍要逐条插入 { $entries } 个条目。
why-row-by-row = { $letter } 逐行插入,每一行及其撤销信息都写入日志:撤销 { $undo } 字节,记录 { $record } 字节,每行 { $per_row } 字节。逐行插入时只有两种日志:物理日志,以及其余编码共用的一种。
why-physical = { $letter } 写下每一段改动的字节:记录本身 { $record } 字节,仅仅把记录串起来就要 { $next } 字节,每行 { $per_row } 字节。
why-page-image = { $letter } 把每个完成的页写一次:页镜像共 { $image } 字节。副本应用 { $applied } 条记录,不插入任何行。
why-unlogged = { $letter } 不写页的内容:只剩 { $bytes } 字节。刷盘之前有 { $missing } 个页不在任何日志中,副本和备份都看不到它们。
why-replica = 重放之后,副本的每个页都与主库的页逐字节比较过。
too-large-to-open = 这次运行太大,无法逐页查看。

share = 分享
share-link = 复制链接
share-copied = 链接已复制
share-copy-failed = 浏览器拒绝了复制。下面的链接已选中。
share-json = 下载 JSON
share-csv = 下载 CSV
share-note = 链接在 # 之后装着整个实验,没有服务器会看到它。
share-digest = 摘要:相同的运行在每个浏览器中摘要都相同

bench-title = 引擎在这个浏览器中的速度
bench-note = 每个用例运行多次,取中位数。下限包括基数排序、填页和计算 CRC-32C:不可能比它快多少。
bench-run = 开始测试
bench-case = 用例
bench-median = 中位数
bench-ratio = × 下限
bench-allowed = 至多
bench-bound = 下限
bench-rows = { $rows } 行
bench-results = 结果
bench-repeat = 第 { $index } 次,共 { $total } 次
bench-kernel-note = 离散事件内核:顾客随机来到一个窗口。下限是只为此目的编写的二叉堆和计数器。
bench-kernel-results = 内核
bench-rate = 百万事件/秒
bench-needed = 至少
bench-kernel-bound = 仅二叉堆
bench-kernel = 内核
help-keys = 键盘
help-tab = Tab 依次到达所有控件;Enter 和空格按下当前控件。
help-chart = 在图表、页图、列表和字节中,方向键移动光标;光标所在之处会读出来。
help-undo = Ctrl+Z 撤销对方案的最后一次改动,Ctrl+Shift+Z 恢复它。

# 引擎给出的句子。
sentence-redo-volume-one = { $subject_name }为 { $rows } 行写了 { $redo_bytes } 字节的重做日志(每行 { $redo_bytes_per_row } 字节),共 { $pages } 个页;副本{ $subject_work ->
    [install-pages] 安装 { $subject_work_count } 个页
    [take-flushed-pages] 取得刷盘后的 { $subject_work_count } 个页
    [insert-entries] 逐条插入 { $subject_work_count } 个条目
   *[apply-records] 应用 { $subject_work_count } 条记录
}。
sentence-redo-volume-compare = { $subject_name }({ $subject_column })写的{ $measure ->
    [redo_bytes_per_row] 每行
   *[redo_bytes] {""}
}字节{ $relation ->
    [fewer] 比{ $base_name }({ $base_column })少 { $percent } %
    [more] 比{ $base_name }({ $base_column })多 { $percent } %
    [equal] 与{ $base_name }({ $base_column })差不多
   *[from-nothing] 来自重做日志,而{ $base_name }({ $base_column })什么也不写
},副本{ $subject_work ->
    [install-pages] 安装 { $subject_work_count } 个页
    [take-flushed-pages] 取得刷盘后的 { $subject_work_count } 个页
    [insert-entries] 逐条插入 { $subject_work_count } 个条目
   *[apply-records] 应用 { $subject_work_count } 条记录
},而不是{ $base_work ->
    [install-pages] 安装 { $base_work_count } 个页
    [take-flushed-pages] 取得刷盘后的 { $base_work_count } 个页
    [insert-entries] 逐条插入 { $base_work_count } 个条目
   *[apply-records] 应用 { $base_work_count } 条记录
}。
sentence-redo-volume-compare-unlogged = { sentence-redo-volume-compare }不记日志的方案({ $unlogged_column })写 { $unlogged_redo_bytes } 字节,但在刷盘之前副本缺少其中 { $unlogged_pages_missing } 个页。
