# 页面的中文文本。数字已按语言习惯写好。

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
bench-group-commit-note = 组提交实验:64 个客户端,跟踪写集合的源库,32 个工作线程的副本。
bench-group-commit-results = 组提交
bench-group-commit = { $count } 个事务
bench-global-binlog-note = 全局 binlog 实验:16 个节点的日志,编码、排序、合并成一份并校验。
bench-global-binlog-results = 全局 binlog
bench-global-binlog = { $count } 个 binlog 事件
help-keys = 键盘
help-tab = Tab 依次到达所有控件;Enter 和空格按下当前控件。
help-chart = 在图表、时间线、页图、列表和字节中,方向键移动光标;光标所在之处会读出来。
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

# 带时钟的实验、研究,以及这个浏览器。
nav-labs = 实验
nav-studies = 研究
skip-to-studies = 跳到研究

lab-name-redo-volume = 重做日志量
lab-name-parallel-ddl = 并行建索引
lab-name-replica-lag = 副本延迟
lab-name-crash-recovery = 崩溃恢复
lab-question-parallel-ddl = 线程更多,为什么建索引并不更快?
lab-sentence-parallel-ddl = 各线程扫描、排序、归并、装载;内存决定它们多久碰一次磁盘,而往往有一步要等其他所有步骤。请逐微秒(虚拟时间)查看每个线程在做什么。
lab-question-replica-lag = 建索引什么时候会把副本甩在后面?
lab-sentence-replica-lag = 主库用许多线程写重做日志;副本要解析它、保存它、应用它。请在建索引期间观察副本的延迟、内存、处理器和读取。
lab-question-crash-recovery = 建索引中途服务器崩溃:还剩下什么?
lab-sentence-crash-recovery = 在任意位置停下构建,撕裂一个页,中途做一次备份,然后从真实的页和真实的重做日志恢复:索引是在、被删除、还是丢失,要多久?

group-machine = 机器
group-machine-count = 机器:{ $count } 个常数
group-replica = 副本
group-network = 网络
group-crash = 崩溃
group-memory = 内存
group-buffer-pool = 缓冲池
group-threads = 线程
group-disk = 磁盘
group-backup = 备份

param-machine = 机器
param-cores = 核数
param-statements = 语句的安排
param-ddl_threads = DDL 线程数
param-buffer_bytes = 排序缓冲总量
param-read_threads = 读线程数
param-sort = 排序方式
param-redo_log_bytes = 重做日志大小
param-buffer_pool_bytes = 缓冲池
param-dirty_pct_before = 开始前的脏页
param-concurrent_ddls = 同时的语句数
param-replay = 副本如何处理页镜像
param-replica_cores = 副本的核数
param-replica_memory_bytes = 副本的内存
param-apply_threads = 应用线程数
param-cached_pct = 副本缓存的页
param-network = 网络
param-network_latency_us = 网络延迟
param-network_mb_per_s = 网络带宽
param-flush_age_pct = 加快刷盘的起点
param-memory_limit_pct = 内存上限
param-lag_limit_ms = 延迟上限
param-crash_at_pct = 崩溃位置
param-backup_at_pct = 备份位置
param-doublewrite = 双写
param-torn_write = 页写入撕裂
param-scan_row_ns = 扫描一行
param-compare_ps = 比较两个键
param-copy_ps_per_byte = 复制一字节
param-merge_row_ns = 归并一行
param-load_row_ns = 装载一行
param-encode_record_ns = 编码一条重做记录
param-checksum_ps_per_byte = 一字节的校验和
param-parse_record_ps = 解析一条重做记录
param-parse_ps_per_byte = 解析一字节重做日志
param-apply_record_ns = 应用一条重做记录
param-insert_entry_ns = 插入一个条目
param-apply_page_ns = 找到要应用的页
param-install_page_ns = 安装一个页镜像
param-disk = 磁盘
param-disk_iops = 磁盘每秒操作数
param-disk_mb_per_s = 磁盘带宽
param-disk_latency_us = 磁盘延迟
param-fsync_us = 同步到磁盘
param-disk_queue_depth = 磁盘队列深度
param-log_mb_per_s = 日志带宽
param-flush_list_visit_ns = 访问刷盘链表
param-flush_batch_pages = 每批刷盘页数

value-one = 一条语句
value-serial = 依次执行
value-concurrent = 同时执行
value-merge = 归并有序段
value-sample = 抽样键范围
value-drop = 丢弃,以后再读
value-install = 安装
value-server = 服务器
value-laptop = 笔记本
value-cloud-volume = 云盘
value-spinning-disk = 机械硬盘
value-ram-disk = 内存盘
value-this-browser = 这个浏览器
value-mysql-study = MySQL 研究
value-mysql-study-16-cores = MySQL 研究,16 核
value-polardb = PolarDB 研究
value-mdev-23720 = MDEV-23720
value-mariadb-reference = MariaDB 参照
value-nvme = NVMe
value-spinning = 机械
value-ram = 内存
value-shared-storage = 共享存储
value-local-network = 局域网
value-wide-area = 广域网
value-on = 开
value-off = 关
value-yes = 是
value-no = 否

variant-constants = { $count } 个机器常数

predict-question-parallel-ddl = 哪个方案最先完成?
predict-question-replica-lag = 哪个方案的副本延迟最小?
predict-question-crash-recovery = 崩溃后哪个方案最先恢复?
predict-wrong-parallel-ddl = 你猜的是 { $letter }。最先完成的是 { $least }。
predict-wrong-replica-lag = 你猜的是 { $letter }。延迟最小的是 { $least }。
predict-wrong-crash-recovery = 你猜的是 { $letter }。最先恢复的是 { $least }。

phase-count = 统计工作量
phase-simulate = 推进虚拟时间
phase-recover = 正在恢复
phase-load = 装载

chart-of = 显示
least = 最小

metric-duration_ms = 耗时
metric-duration_ms-scan = 有线程在扫描的时间
metric-duration_ms-sort = 有线程在排序的时间
metric-duration_ms-merge = 有线程在归并的时间
metric-duration_ms-load = 有线程在装载的时间
metric-duration_ms-flush = 刷盘的时间
metric-stall_ms = 等待日志
metric-peak_memory_bytes = 内存峰值
metric-spilled_bytes = 溢出到磁盘
metric-peak_checkpoint_age_bytes = 检查点年龄峰值
metric-pages_flushed = 刷盘的页
metric-status = 副本状态
metric-peak_lag_ms = 延迟峰值
metric-peak_memory_pct = 副本内存峰值
metric-peak_cpu_pct = 副本处理器峰值
metric-peak_read_iops = 副本读取峰值
metric-recovered = 剩下什么
metric-recovery_ms = 恢复时间
metric-recovery_ms-scan = 恢复:扫描日志
metric-recovery_ms-apply = 恢复:应用
metric-redo_scanned_bytes = 扫描的重做日志
metric-records_applied = 应用的记录
metric-pages_read = 读取的页
metric-backup_consistent = 备份一致
unit-threads = 个线程
unit-cores = 核
unit-us = µs
outcome-normal = 正常
outcome-unavailable = 不可用
outcome-yes = 是
outcome-no = 否
outcome-none = 未做
outcome-index-dropped = 索引被删除
outcome-lost = 丢失

times-title = 每一时刻各自在做什么
times-note = 由参数给出的成本得出的虚拟时间。所有方案共用一条时间轴和一个时刻。
timeline-of = { $letter } 的泳道,{ $name }
timeline-hint = 左右键沿泳道移动,上下键切换泳道。
timeline-span = { $lane }:{ $activity },从 { $from } 到 { $to },历时 { $duration }。
timeline-idle = { $lane }:空闲。
timeline-legend = 活动
idle = 空闲
series-hint = 左右键逐个采样点移动时刻,并读出数值。
limit-above = 超出刻度:{ $limit }
limit-lag = 延迟上限
limit-memory = 内存上限
limit-buffer = 请求的缓冲
limit-log = 可用日志
limit-flush = 加快刷盘
time-controls = 显示的时刻
time-scrub = 虚拟时间中的时刻
time-of = { $time } / { $end }
time-previous = 到上一个变化
time-next = 到下一个变化
zoom-in = 围绕该时刻放大
zoom-out = 缩小
zoom-whole = 显示全部时间
readout = 该时刻的读数
readout-at = 在 { $time }
times-none = 没有随时间的记录。
activity-scan = 扫描
activity-sort = 排序
activity-merge = 归并
activity-load = 装载
activity-read = 读取
activity-flush = 刷盘
activity-parse = 解析
activity-apply = 应用
activity-wait-log = 等待日志
activity-wait-disk = 等待磁盘
activity-wait-lock = 等待锁
activity-wait = 等待
lane-thread = 线程 { $number }
lane-statement = 语句 { $number }
lane-log-writer = 日志写线程 { $number }
lane-page-cleaner = 页清理线程 { $number }
lane-disk = 磁盘 { $number }
lane-parser = 解析线程 { $number }
lane-apply = 应用 { $number }
lane-group-primary = 主库
lane-group-log = 日志
lane-group-disk = 磁盘
lane-group-replica = 副本
series-lag = 延迟
series-memory = 内存
series-cpu = 处理器
series-read_iops = 每秒读取
series-redo_rate = 每秒重做日志
series-checkpoint_age = 检查点年龄

why-build-stalls = { $letter } 的 { $duration } 中有 { $stall } 在等待重做日志的空间:要先刷盘,日志才能继续。更大的日志比更多线程更有用。
why-build-flushes = { $letter } 的 { $duration } 中有 { $flush } 在刷盘:决定快慢的是磁盘,不是线程。
why-build-sampled = { $letter } 让每个线程负责自己的键范围:没有人等待唯一的装载者,{ $load } 的装载由所有线程分担。
why-build-merges = { $letter } 的内存为 { $memory },留下 { $runs } 个有序段,要归并 { $passes } 遍:每一遍都重新读写全部数据。缓冲更大,有序段更少。
why-build-loads = { $letter } 的所有线程一起扫描 { $scan }、排序 { $sort };装载要 { $load },由一个装载者建树。线程再多,这部分也不会变短。
why-replica-unavailable = { $letter } 使副本不可用:重做日志等着解析,直到延迟达到 { $lag },内存用到 { $memory }。
why-replica-unlogged = { $letter } 只发送 { $redo } 的重做日志:副本最多延迟 { $lag },但要等页刷盘后才看得到索引。
why-replica-records = { $letter } 发送 { $redo } 的重做日志,都是等着解析的小记录:光这一点就让副本最多落后 { $lag }。
why-replica-installs = { $letter } 发送 { $redo } 的页镜像,副本直接放好:每页一条记录,延迟最多 { $lag }。
why-replica-drops = { $letter } 发送 { $redo } 的页镜像,副本丢弃未缓存页的镜像,有人要时再读。延迟不超过 { $lag }。
why-crash-recovered = { $letter } 用 { $scan } 扫描 { $scanned } 的重做日志,用 { $apply } 把 { $applied } 条记录应用到 { $pages } 个页:共 { $recovery }。为此从磁盘读 { $read } 个页。
why-crash-flushed = { $letter } 在崩溃前已把页刷盘:只扫描 { $scanned } 的重做日志,{ $recovery } 后索引就在。
why-crash-dropped = 服务器崩溃时 { $letters } 尚未完成:恢复会去掉未完成的索引,构建要从头再来。
why-crash-lost = { $letters } 丢失了表:有页撕裂或缺失,而日志和双写缓冲里都没有它的副本。

measure-title = 这个浏览器
measure-note = 现在使用的常数是在某个浏览器里测得的。请测量你的浏览器:约需两秒,常数会写进实验,因此链接可以重现运行。
measure-done-note = 用引擎自己的工作和本页的时钟测得,并写进了实验,因此链接可以重现运行。
measure = 测量这个浏览器
measure-again = 重新测量
measure-running = 正在测量
measure-did = 这个浏览器的常数已写进实验。

studies-title = 研究
studies-note = 已发表的测量,以及引擎对它们给出的结果。每项研究都说明哪些常数是按哪些数值拟合的;其余都是预测。
studies-none = 此版本的引擎没有研究。
study-unknown = 没有名为“{ $name }”的研究。
study-source = 来源
study-run = 运行这项研究
study-empty = 引擎的每个数值都来自在此运行它的实验。
study-progress = 研究进度
study-done = 研究已完成。
study-lost = 引擎停止了,正在重新启动。
study-summary = { $predicted } 个预测中有 { $met } 个在要求之内;{ $fitted } 个拟合值中有 { $kept } 个。
study-col-setting = 设置
study-col-quantity = 量
study-col-published = 已发表
study-col-engine = 引擎
study-col-error = 误差
study-col-status = 状态
study-col-constant = 常数
study-col-value = 值
study-col-origin = 由来
study-col-fitted-to = 拟合于
study-col-meaning = 含义
study-status-fitted = 拟合
study-status-predicted = 预测
study-status-not-published = 未以数字发表
study-status-not-modelled = 未建模
study-status-granularity = 在发表精度之内
study-met = 符合
study-missed = 不符
study-met-within = 在 { $percent } % 之内
study-missed-within = 不在 { $percent } % 之内
study-readings = 解读
study-supports = 支持
study-contradicts = 不支持
study-constants = 常数
study-constants-note = 模型对机器的假设、每个数字的由来,以及它按哪些数值拟合。
study-origin-fitted = 拟合
study-origin-published = 已发表
study-origin-assumed = 假设
study-origin-measured = 实测
study-experiments = 实验
study-open = 在实验中打开:{ $label }
study-engine = 引擎 { $version }。
study-digest = 摘要
activity-wait-pool = 等待缓冲页
activity-stopped = 已停止
phase-sample = 统计样本
answer-parallel-ddl = { $least } 最先完成,用时 { $least_value };{ $most } 用时 { $most_value },是它的 { $ratio } 倍。
answer-replica-lag = { $least } 的副本延迟最小,最多 { $least_value };{ $most } 的延迟达 { $most_value }。
answer-crash-recovery = { $least } 最先恢复,用时 { $least_value };{ $most } 用时 { $most_value }。
answer-one-parallel-ddl = 构建用时 { $least_value }。
answer-one-replica-lag = 副本最多延迟 { $least_value }。
answer-one-crash-recovery = 恢复用时 { $least_value }。
metric-unavailable_after_ms = 多久后不可用
metric-replica_parsed_bytes = 副本:解析的重做日志
metric-replica_installed_pages = 副本:放好的页镜像
metric-events = 模拟的事件
group-threads-and-memory = 线程和内存
unit-millicores = 千分之一核

param-log_ps_per_byte = 记录一字节重做日志
param-log_buffer_bytes = 日志缓冲
param-max_dirty_pct = 脏页上限
param-replica_base_memory_bytes = 已用内存
param-parsed_redo_permille = 解析后重做日志的大小
param-release_ms = 内存多久后释放
param-network_window_bytes = 途中的重做日志上限
param-log_poll_ns = 两次读日志的间隔
param-log_poll_parse_ns = 解析时读一次日志
param-log_poll_cpu_ns = 读一次日志的处理器时间
param-backup_mb_per_s = 备份带宽
metric-statement_committed = 语句已提交
metric-identical = 页相同
metric-records_scanned = 扫描的记录
metric-records_skipped = 跳过的记录
metric-physical_writes = 物理写入
metric-entries_inserted = 插入的条目
metric-pages_recovered = 恢复的页
metric-pages_repaired = 修复的页
metric-flush_ms = 刷未记日志的页
metric-usable_redo_bytes = 可用重做日志
metric-checkpoint_age_bytes = 崩溃时的检查点年龄
metric-dirty_pages = 脏页
metric-backup_pages_wrong = 备份中错误的页
metric-backup_index_loads = 备份遇到的索引装载标记
metric-backup_log_bytes = 备份复制的日志
metric-built_rows = 实际构建的行
series-dirty_pages = 脏页
consequence-statements = 一条语句只扫描一次表,就建好它的所有索引。
consequence-ddl_threads = 它们分担排序和归并;每个索引由其中一个装载。
consequence-buffer_bytes = 由线程和索引分用:份额越大,有序段和归并遍数越少。
consequence-read_threads = 它们分担扫描,各自占缓冲的一部分。
consequence-sort = 由一个装载者处理索引的所有行,还是每个线程处理一段键。
consequence-redo_log_bytes = 写满日志的构建要等刷盘;日志更大只是等得更晚。
consequence-flush_age_pct = 检查点年龄占日志的比例达到此值时,页清理线程开始工作。
consequence-buffer_pool_bytes = 放不下的表要从磁盘读;脏页在此等待刷盘。
consequence-max_dirty_pct = 缓冲池中脏页达到这个比例之前,页清理线程不工作。
consequence-dirty_pct_before = 其他表的修改在缓冲池中留下的脏页比例,以日志容得下为限。
consequence-concurrent_ddls = 各自在一张表上建索引,同时写日志。
consequence-replay = 副本如何处理含整页的重做日志;其他日志不受影响。
consequence-replica_cores = 解析占一个核;应用占其余的核,以线程数为限。
consequence-apply_threads = 它们把重做日志应用到缓存的页,各管各的页。
consequence-cached_pct = 被修改的页中,副本内存里有、必须应用的比例。
consequence-replica_memory_bytes = 要保留的重做日志占用它。
consequence-replica_base_memory_bytes = 缓冲池以及重做日志以外的一切。
consequence-parsed_redo_permille = 1,000 字节的重做日志解析后占用的内存字节数。
consequence-release_ms = 不必保留的重做日志多久后交还内存。
consequence-network = 副本如何得到重做日志。
consequence-network_latency_us = 重做日志到达副本前的时间。
consequence-network_mb_per_s = 每秒能送到副本的重做日志。
consequence-network_window_bytes = 同时在途的重做日志。
consequence-log_poll_ns = 间隔越短,读得越多,滞后越小。
consequence-log_poll_parse_ns = 解析占用时间越多,读一次日志越久。
consequence-log_poll_cpu_ns = 即使没有新的重做日志也要付出。
consequence-memory_limit_pct = 内存用到这个比例时,副本停止服务。
consequence-lag_limit_ms = 延迟达到此值时,副本停止服务。
consequence-machine = 机器的所有常数都取它的默认值,每个都可以另设。
consequence-cores = 线程多于核数时要轮流。
consequence-scan_row_ns = 读一行并生成排序键;扫描线程分担。
consequence-compare_ps = 内存排序中,每行要比较有序段长度的对数次。
consequence-copy_ps_per_byte = 每行复制进排序缓冲一次,每遍归并两次。
consequence-merge_row_ns = 每遍归并的每一行都要付出;线程分担。
consequence-load_row_ns = 每个索引由一个装载者逐行付出,与线程数无关。
consequence-encode_record_ns = 按页写日志省下的,正是每行一条记录。
consequence-log_ps_per_byte = 把一字节重做日志复制进日志缓冲、算校验和、写出。
consequence-checksum_ps_per_byte = 每个页写出之前都要算校验和。
consequence-parse_record_ps = 副本要跟上,先得为每条记录付出这些。
consequence-parse_ps_per_byte = 扫描日志及其校验和。
consequence-apply_record_ns = 物理记录把字节放到它们的位置。
consequence-insert_entry_ns = 逻辑记录要重做一次插入。
consequence-apply_page_ns = 找到要应用的页并加闩。
consequence-install_page_ns = 把页镜像复制到位。
consequence-flush_list_visit_ns = 结束构建时,要逐个查看刷盘链表中的脏页。
consequence-flush_batch_pages = 一批刷出的页数。
consequence-log_mb_per_s = 日志设备每秒能写多少。
consequence-log_buffer_bytes = 写满时,线程要等它写出。
consequence-disk = 磁盘常数的默认值取自它。
consequence-disk_iops = 每秒能完成的操作数。
consequence-disk_mb_per_s = 每秒能读写的数据量。
consequence-disk_latency_us = 单次操作的时间。
consequence-fsync_us = 把写入落到磁盘的时间。
consequence-disk_queue_depth = 同时进行的操作数。
consequence-crash_at_pct = 语句进行到哪里时崩溃。
consequence-torn_write = 崩溃时是否有一个页只写了一半。
consequence-backup_at_pct = 语句进行到哪里时开始备份。
consequence-backup_mb_per_s = 备份复制文件的速度。
consequence-doublewrite = 页先写到磁盘上的缓冲区:撕裂的页由此修复。
study-now = 第 { $index } 个,共 { $total } 个:{ $label }
study-incomplete = 并非所有实验都已运行;缺少的数值显示为 –。
study-checks = 检查
study-unknown-yet = 尚不清楚
sentence-parallel-ddl-one = 构建用时 { $subject_ms }。最长的阶段是{ $longest_phase_name },占 { $longest_phase_percent } %{ $stall_ms_any ->
    [yes] ;其中 { $stall_ms } 在等待重做日志的空间
   *[no] { "" }
  }。
sentence-parallel-ddl-compare = { $subject_name }({ $subject_column })用时{ $relation ->
    [less] 比{ $base_name }(A)少 { $percent } %
    [more] 比{ $base_name }(A)多 { $percent } %
   *[equal] 与{ $base_name }(A)大致相同
  }:{ $subject_ms } 对 { $base_ms }。最长的阶段是{ $longest_phase_name },占 { $longest_phase_percent } %{ $stall_ms_any ->
    [yes] ;其中 { $stall_ms } 在等待重做日志的空间
   *[no] { "" }
  }。
sentence-replica-lag-one = 副本{ $subject_status ->
    [normal] 最多落后 { $subject_lag_ms },用去 { $subject_memory_pct } % 的内存
   *[unavailable] 在 { $subject_unavailable_after_ms } 后不可用,此时落后 { $subject_lag_ms },用去 { $subject_memory_pct } % 的内存
  }。
sentence-replica-lag-compare = { $subject_name }({ $subject_column })时副本{ $subject_status ->
    [normal] 最多落后 { $subject_lag_ms },用去 { $subject_memory_pct } % 的内存
   *[unavailable] 在 { $subject_unavailable_after_ms } 后不可用,落后 { $subject_lag_ms },用去 { $subject_memory_pct } % 的内存
  };{ $base_name }(A)时{ $base_status ->
    [normal] 最多落后 { $base_lag_ms },用去 { $base_memory_pct } % 的内存
   *[unavailable] 在 { $base_unavailable_after_ms } 后不可用,落后 { $base_lag_ms },用去 { $base_memory_pct } % 的内存
  }。
times-title-series = 随时间的变化
group-server = 服务器

preset-threads-1-to-16 = 线程越多越好吗?
preset-buffer-before-threads = 内存还是线程?
preset-sample-sort = 每个线程一段键
preset-three-indexes = 一条语句还是三条?
preset-tiny-log = 太小的重做日志
preset-logged-or-flushed = 不记日志更快吗?
preset-by-record-or-by-page = 按记录还是按页?
preset-one-to-eight-ddls = 能跟上多少个构建?
preset-drop-or-install = 页镜像:丢弃还是安装?
preset-far-away = 远方的副本
preset-crash-logged-build = 记日志的构建中途崩溃
preset-crash-unlogged-build = 不记日志的构建:中途与之后崩溃
preset-torn-page = 写了一半的页,有无双写
preset-backup-during-build = 建索引时做备份
preset-redo-log-2x48m = 两个 48 MB 的日志文件
preset-redo-log-rarer-stalls = 日志更大,停顿只是更少
preset-recovery-reference = MariaDB 实测过的三次恢复
metric-stalls = 停顿次数
preset-mdev-19747-force-100k = 重建,100,000 行
preset-mdev-19747-copy-100k = COPY,100,000 行
preset-mdev-19747-add-index-1m = 七个索引,一百万行
preset-mdev-19747-force-1m = 重建,一百万行
preset-mdev-19747-copy-1m = COPY,一百万行
preset-fill-factor = 页填多满
preset-page-size = 页有多大
preset-insert-order = 逐行插入的三种顺序
preset-compression = 压缩的页镜像
sentence-crash-recovery-one = 崩溃后,{ $subject_recovered ->
    [lost] 表丢失:有一页只写了一半,它的副本和日志都凑不全它
    [index-dropped] 恢复用 { $subject_recovery_ms } 读 { $subject_redo_scanned_bytes } 字节的重做日志,然后撤销尚未结束的语句,表与之前一样
   *[yes] { $subject_committed ->
        [no] 恢复用 { $subject_recovery_ms } 读 { $subject_redo_scanned_bytes } 字节的重做日志,更新 { $subject_pages } 个页,并回滚未提交的事务
       *[yes] { $subject_pages_any ->
            [no] 恢复用 { $subject_recovery_ms } 读 { $subject_redo_scanned_bytes } 字节的重做日志,发现所有页都已在磁盘上
           *[yes] 恢复用 { $subject_recovery_ms } 读 { $subject_redo_scanned_bytes } 字节的重做日志,更新 { $subject_pages } 个页:什么都没丢
          }
      }
  }{ $subject_backup ->
    [yes] ;期间所做的备份一致
    [no] ;期间所做的备份无用:缺 { $subject_backup_pages_wrong } 个页
   *[none] { "" }
  }{ $subject_stall_ms_any ->
    [yes] ;语句曾等待日志或内存的空间 { $subject_stall_ms }
   *[no] { "" }
  }。
sentence-crash-recovery-compare = { $subject_name }({ $subject_column }):{ $subject_recovered ->
    [lost] 表丢失:有一页只写了一半,它的副本和日志都凑不全它
    [index-dropped] 恢复用 { $subject_recovery_ms } 读 { $subject_redo_scanned_bytes } 字节的重做日志,然后撤销尚未结束的语句,表与之前一样
   *[yes] { $subject_committed ->
        [no] 恢复用 { $subject_recovery_ms } 读 { $subject_redo_scanned_bytes } 字节的重做日志,更新 { $subject_pages } 个页,并回滚未提交的事务
       *[yes] { $subject_pages_any ->
            [no] 恢复用 { $subject_recovery_ms } 读 { $subject_redo_scanned_bytes } 字节的重做日志,发现所有页都已在磁盘上
           *[yes] 恢复用 { $subject_recovery_ms } 读 { $subject_redo_scanned_bytes } 字节的重做日志,更新 { $subject_pages } 个页:什么都没丢
          }
      }
  }{ $subject_backup ->
    [yes] ;期间所做的备份一致
    [no] ;期间所做的备份无用:缺 { $subject_backup_pages_wrong } 个页
   *[none] { "" }
  }{ $subject_stall_ms_any ->
    [yes] ;语句曾等待日志或内存的空间 { $subject_stall_ms }
   *[no] { "" }
  }。{ $base_name }(A):{ $base_recovered ->
    [lost] 表丢失:有一页只写了一半,它的副本和日志都凑不全它
    [index-dropped] 恢复用 { $base_recovery_ms } 读 { $base_redo_scanned_bytes } 字节的重做日志,然后撤销尚未结束的语句,表与之前一样
   *[yes] { $base_committed ->
        [no] 恢复用 { $base_recovery_ms } 读 { $base_redo_scanned_bytes } 字节的重做日志,更新 { $base_pages } 个页,并回滚未提交的事务
       *[yes] { $base_pages_any ->
            [no] 恢复用 { $base_recovery_ms } 读 { $base_redo_scanned_bytes } 字节的重做日志,发现所有页都已在磁盘上
           *[yes] 恢复用 { $base_recovery_ms } 读 { $base_redo_scanned_bytes } 字节的重做日志,更新 { $base_pages } 个页:什么都没丢
          }
      }
  }{ $base_backup ->
    [yes] ;期间所做的备份一致
    [no] ;期间所做的备份无用:缺 { $base_backup_pages_wrong } 个页
   *[none] { "" }
  }{ $base_stall_ms_any ->
    [yes] ;语句曾等待日志或内存的空间 { $base_stall_ms }
   *[no] { "" }
  }。
param-work = 工作量
value-counted = 逐页计数
value-scaled = 由样本放大
param-kept_log_bytes = 用过后保留的重做日志
consequence-work = 数一百万行要几秒;取页的样本只需片刻,误差在 1 % 之内。
consequence-kept_log_bytes = 解析后的重做日志留在内存里,直到又解析并应用了这么多更新的日志。
why-crash-slowest = { $letter } 最后恢复,用时 { $recovery }:扫描 { $scanned } 的重做日志 { $scan },把 { $applied } 条记录应用到 { $pages } 个页 { $apply }。为此从磁盘读 { $read } 个页。
why-crash-quickest = { $letter } 最先恢复,用时 { $recovery }:扫描 { $scanned } 的重做日志 { $scan },把 { $applied } 条记录应用到 { $pages } 个页 { $apply }。为此从磁盘读 { $read } 个页。
outcome-recovered-yes = 所有页都恢复
outcome-recovered-lost = 表丢失
part-of-a = A 的 1/{ $part }
less-than = 不到 { $duration }
why-replica-waits = 副本的内存里放着尚未解析的重做日志,以及已解析的、回溯到主库检查点或日志保留段(取较早者)的重做日志。
lag-is-age = 延迟是等待者的年龄:日志写得更快、填满同样的内存,延迟反而更短。要比较各方案,看多久后不可用。
stays-available = 一直可用
unlimited = 不限
times-note-lanes = 比一个像素还窄的区间,在浅色底上以高度表示各自的份额。
phases-note = 多个线程的阶段在时间上重叠,相加不等于总用时。
the-crash = 崩溃
lane-short-thread = T{ $number }
lane-short-statement = S{ $number }
lane-short-page-cleaner = 清理 { $number }
lane-short-log-writer = 日志 { $number }
lane-short-parser = 解析 { $number }
lane-short-apply = 应用 { $number }
lane-short-disk = 磁盘 { $number }
attribute-unknown = 属性 { $attribute } 的值“{ $name }”无法识别。
attribute-allowed = 允许:{ $names } 之一。
attribute-damaged = 属性 { $attribute } 无法读取。
opened-instead = 下面打开的是默认实验。
study-met-word = 同一个词
study-missed-word = 不是同一个词
lab-name-group-commit = 组提交
lab-question-group-commit = 提交时等同伴能换来什么,又由谁付出代价?
lab-sentence-group-commit = 一起提交的事务共用一次 fsync,在副本上可以并行:源库怎样提交,决定副本能跟多快。逐微秒观察客户端、组和工作线程。
lab-name-global-binlog = 全局 binlog
lab-question-global-binlog = 许多节点的日志怎样变成一份,又是什么让它变晚?
lab-sentence-global-binlog = 跟随一个分布式数据库,靠的是一份有序的日志:它和最没话可说的节点一样晚,还不能排序的都留在内存里。逐微秒观察每个节点的日志、归并和内存。
