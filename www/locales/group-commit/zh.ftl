# 组提交实验的文本,以及目前只有它才有的视图的文本。
predict-question-group-commit = 哪个方案的源库每秒提交的事务最多?
predict-wrong-group-commit = 你猜的是 { $letter }。最多的是 { $least }。
predict-question-group-commit-lag = 哪个方案的副本延迟最小?
predict-wrong-group-commit-lag = 你猜的是 { $letter }。延迟最小的是 { $least }。
predict-question-group-commit-limit = 哪个副本跟得上的每秒事务最多?
predict-wrong-group-commit-limit = 你猜的是 { $letter }。最多的是 { $least }。
predict-question-group-commit-steps = 哪个方案用的步最少?
predict-wrong-group-commit-steps = 你猜的是 { $letter }。步最少的是 { $least }。
answer-group-commit = { $least } 提交最多,{ $least_value };{ $most } 提交 { $most_value }。
answer-one-group-commit = 源库提交 { $least_value }。
answer-group-commit-lag = { $least } 的副本延迟最小,最多 { $least_value };{ $most } 的延迟达 { $most_value }。
answer-one-group-commit-lag = 副本最多延迟 { $least_value }。
answer-group-commit-limit = { $least } 的副本跟得上最多,{ $least_value };{ $most } 的跟得上 { $most_value }。
answer-one-group-commit-limit = 副本最多跟得上 { $least_value }。
answer-group-commit-steps = { $least } 用的步最少,{ $least_value };{ $most } 用 { $most_value }。
answer-one-group-commit-steps = 工作线程用 { $least_value }。
group-clients = 客户端
group-commit = 提交
group-dependencies = 依赖
group-rows = 行
group-in-the-stream = 流中的事件
group-replica-s-commit = 副本的提交
group-link = 链路
group-goal = 目标
group-your-own-workload = 自己的负载
param-clients = 客户端
param-arrival = 到达方式
param-arrival_tps = 到达率
param-think_us = 思考时间
param-group-commit-work_us = 执行时间
param-work_distribution = 执行时间的分布
param-statement_cpu_us = 一条语句的处理器时间
param-source_cpu_us = 源库的处理器时间
param-source_cores = 源库的核数
param-duration_s = 时长
param-transactions = 最多事务数
param-server = 服务器
param-group-commit-fsync_us = fsync
param-fsync_spread_pct = fsync 时间的波动
param-binlog_write_us = 写入 binlog
param-fsyncs_per_group = 每组 fsync 次数
param-sync_every = 每几组同步 binlog
param-sync_delay_us = 等待
param-no_delay_count = 等待结束于
param-delay_overhead_us = 睡过头
param-commit_siblings = 同伴数
param-tracking = 依赖跟踪
param-history_size = 历史
param-writeset_keys = 写集合中的键
param-rows_per_transaction = 每事务行数
param-keys = 全部表的行数
param-key_distribution = 哪些行
param-hot_keys = 热行
param-transaction_bytes = binlog 字节
param-tables = 表
param-schemas = 库
param-unique_keys = 唯一键
param-parent_keys = 父行
param-keyless_pct = 无键的比例
param-ddl_ms = 一条 DDL 的时长
param-ddl_at_ms = DDL 的时刻
param-big_rows = 大事务的行数
param-big_at_ms = 大事务的时刻
param-replica_workers = 工作线程
param-parallel_mode = 并行依据
param-preserve_commit_order = 保持提交顺序
param-apply_cpu_us = 副本的处理器时间
param-apply_wait_us = 副本的其他时间
param-apply_distribution = 应用时间的分布
param-transaction_retries = 重试次数
param-replica_start = 副本开始于
param-replica_crash_at_ms = 副本崩溃于
param-replica_fsync_us = 副本的 fsync
param-replica_fsyncs_per_group = 副本每组 fsync 次数
param-replica_sync_delay_us = 副本的等待
param-replica_no_delay_count = 副本的等待结束于
param-hand_over_us = 交接
param-link_bytes_per_s = 链路带宽
param-link_latency_us = 链路时延
param-servers = 服务器数
param-goal = 目标
param-watch_at_ms = 细看自
param-own_transactions = 事务
param-own_binlog = binlog
consequence-clients = 一个客户端在一组里只能有一个事务:组不会比它更大。目标为最大 TPS 时,这是尝试的最多客户端数。
consequence-arrival = 闭环会随源库变慢;开放到达不会,因此能看出多少是太多。
consequence-arrival_tps = 开放到达时每秒到达的事务数。目标为最大 TPS 时,这是尝试的最高值。
consequence-think_us = 客户端在两个事务之间停多久;停顿使组变小。
consequence-group-commit-work_us = 事务的语句在处理器时间之外平均花多久:只有不短于它的等待才可能有收益。
consequence-work_distribution = 时间相等时客户端步调一致,组会自己形成。
consequence-statement_cpu_us = 有人在等核时,一个客户端占用一个核多久:一条语句的处理器时间。0 表示整个事务。
consequence-source_cpu_us = 一个事务在源库上用的处理器时间:核少时它限制吞吐量。
consequence-source_cores = 同时需要处理器的事务超过这个数,其余就要等。
consequence-duration_s = 客户端工作多久。之后副本可以继续,直到全部应用完。
consequence-transactions = 达到这么多事务后客户端停止,如果时长还没到。
consequence-server = 由谁来成组,组何时关闭。
consequence-group-commit-fsync_us = 磁盘让日志持久要多久:越慢,组自己就越大。
consequence-fsync_spread_pct = 源和副本的每次 fsync 比平均短或长多少。若都相等,提交的各阶段会步调一致,真实的磁盘不会这样。
consequence-binlog_write_us = 组长在同步 binlog 之前,为组里每个事务所需的处理器时间。
consequence-fsyncs_per_group = 2 是重做日志和 binlog 各一次,服务器就是这样;1 是教科书的模型,在那里等待才有收益。
consequence-sync_every = 每这么多组才同步并等待一次;0 交给操作系统:快,但崩溃会丢掉没有同步的部分。
consequence-sync_delay_us = 组长等别人多久:组更大,副本更能并行,代价由每次提交承担。
consequence-no_delay_count = 等到这么多事务就不再等;0 表示从不提前;客户端比它少时也从不提前。
consequence-delay_overhead_us = 等待比要求的多出多久:真实的睡眠大约晚 60 µs,对 10 µs 的等待很重要。
consequence-commit_siblings = PostgreSQL 的组长只在有这么多其他活动事务时才等。
consequence-tracking = binlog 告诉副本哪些事务可以并行。
consequence-history_size = 查找写集合的行数;满了就清空,随后的事务都依赖最后一个。
consequence-writeset_keys = 漏掉唯一键,会让并不独立的事务看起来独立。
consequence-rows_per_transaction = 行越多冲突越多,写集合的历史也越快填满。
consequence-keys = 行越少,两个事务越常要同一行。
consequence-key_distribution = 大家都要的行形成链:链只能一个一个地应用。
consequence-hot_keys = 有多少行承担一半的修改(哪些行为热行时)。
consequence-transaction_bytes = 一个事务在 binlog 中的字节数:链路慢时副本的接收会晚到。
consequence-tables = 行分布在这么多张表中。
consequence-schemas = 表分布在这么多个库中:按库并行的副本就有这么多并行度。
consequence-unique_keys = 每个唯一键给写集合的每行加一项,可能把改不同行的事务连在一起。
consequence-parent_keys = 每个事务插入这么多父行之一的一个子行;同一父行的子行成一条链。0 表示没有外键。
consequence-keyless_pct = 修改无键表的事务所占比例:写集合帮不了它们。
consequence-ddl_ms = 一条改表的语句在源库上花这么久,在副本上再花这么久,副本要等它。0 表示没有。
consequence-ddl_at_ms = DDL 在源库上何时开始。
consequence-big_rows = 一个事务改这么多行,处处都相应地更久:副本上大家都等它。0 表示没有。
consequence-big_at_ms = 大事务在源库上何时开始。
consequence-replica_workers = 它们在依赖和核数允许的范围内并行应用;0 表示一个线程做全部。
consequence-parallel_mode = 副本依据什么让事务并行。
consequence-preserve_commit_order = 打开时,工作线程要等前面的提交:最长的事务拖住所有人。
consequence-group-commit-replica_cores = 线程多于核数,只有在线程等别的东西时才有用。
consequence-apply_cpu_us = 应用一个事务的处理器时间:核数除以它就是副本的上限。
consequence-apply_wait_us = 应用一个事务时等待的时间,例如读盘:更多线程可以掩盖它。
consequence-apply_distribution = 时间不等时,保持提交顺序代价更大:排在长事务后面的都要等它。
consequence-transaction_retries = 被回滚的事务重试多少次,之后就等前面的事务。
consequence-replica_start = 从积压开始的副本,能看出它追得多快。
consequence-replica_crash_at_ms = 不保持提交顺序时,崩溃会留下空洞:后面的事务已提交,前面的没有。0 表示从不。
consequence-replica_fsync_us = 副本的磁盘让日志持久要多久。
consequence-replica_fsyncs_per_group = 2 是重做日志和副本自己的 binlog,1 只有重做日志,0 没有。
consequence-replica_sync_delay_us = 副本自己的等待:工作线程以更大的组提交,链上的下一个副本就能并行。
consequence-replica_no_delay_count = 等到这么多事务,副本就不再等;0 表示从不。
consequence-hand_over_us = 下一个工作线程知道轮到自己提交要多久:保持提交顺序时,这是一个上限。
consequence-link_bytes_per_s = 链路比 binlog 慢,接收就晚,而 Seconds_Behind_Source 看不到。
consequence-link_latency_us = 一条消息到副本要多久:延迟不会比它更小。
consequence-servers = 3 是一条链:第二个副本跟随第一个的 binlog,它的并行度来自那里的组。
consequence-goal = 运行一次,或者在负载上搜索副本跟得上的最大值。
consequence-group-commit-lag_limit_ms = 搜索允许的延迟:越大,落后得越慢的副本也能通过。
consequence-watch_at_ms = 从这一刻起细看:400 个事务,每个在等什么。
consequence-own_transactions = 不抽取事务,而是逐个给出:谁在何时发出,多久,改哪些行。
consequence-own_binlog = binlog 转储工具打印的、带 last_committed 和 sequence_number 的行:副本照这些依赖运行,没有源库。
value-closed = 闭环
value-open = 开放
value-exponential = 指数分布
value-constant = 恒定
value-mysql = MySQL
value-mariadb = MariaDB
value-postgresql = PostgreSQL
value-single = 无组提交
value-commit-order = COMMIT_ORDER
value-writeset = WRITESET
value-writeset-session = WRITESET_SESSION
value-all = 全部唯一键
value-primary-only = 只有主键
value-uniform = 均匀
value-special = special 分布
value-hot = 热行
value-logical-clock = 逻辑时钟
value-schema = 按库
value-conservative = 保守
value-optimistic = 乐观
value-with-source = 与源库同时
value-after-source = 源库之后
value-run = 运行一次
value-max-tps-without-lag = 不落后的最大 TPS
unit-x = ×
unit-TPS = TPS
unit-clients = 个客户端
unit-transactions = 个事务
unit-groups = 组
unit-fsyncs = 次 fsync
unit-steps = 步
unit-step = 步
unit-workers = 个线程
unit-retries = 次重试
unit-waits = 次等待
unit-times = 次
unit-events = 个事件
unit-hundredths = × 单线程
phase-commit = 正在提交
phase-catch-up = 副本在追赶
phase-trial = 第 { $number } 次尝试

metric-max_tps = 不落后的最大吞吐量
metric-clients_at_max = 此时的客户端
metric-arrival_tps_at_max = 此时的到达率
metric-source_tps = 源库:吞吐量
metric-transactions = 事务
metric-commit_latency_us = 提交时延
metric-commit_latency_us-mean = 提交时延,平均
metric-commit_latency_us-p50 = 提交时延,一半不超过
metric-commit_latency_us-p95 = 提交时延,95 % 不超过
metric-commit_latency_us-p99 = 提交时延,99 % 不超过
metric-group_size = 组的大小,平均
metric-group_size-mean = 组的大小,平均
metric-group_size-p50 = 组的大小,一半不超过
metric-group_size-p95 = 组的大小,95 % 不超过
metric-group_size-max = 组的大小,最大
metric-groups = 组数
metric-groups_closed = 关闭的组
metric-groups_closed-delay = 关闭的组:等待到时
metric-groups_closed-count = 关闭的组:来得够多
metric-groups_closed-row-lock = 关闭的组:有人在等行锁
metric-groups_closed-no-wait = 关闭的组:没有等待
metric-redo_fsyncs = 重做日志的 fsync
metric-binlog_fsyncs = binlog 的 fsync
metric-fsyncs_per_transaction = 每事务 fsync
metric-row_lock_waits = 等行的次数
metric-source_cpu_pct = 源库:处理器负载
metric-replica_tps = 副本:吞吐量
metric-replica_group_size = 副本:组的大小
metric-replica_fsyncs = 副本:fsync
metric-retries = 副本:重试
metric-replica_cpu_pct = 副本:处理器负载
metric-replica_wait_pct = 副本:在等什么
metric-replica_wait_pct-dependency = 副本:等依赖
metric-replica_wait_pct-worker = 副本:等工作线程
metric-replica_wait_pct-core = 副本:等核
metric-replica_wait_pct-row-lock = 副本:等行
metric-replica_wait_pct-commit-order = 副本:等轮到提交
metric-replica_wait_pct-fsync = 副本:等 fsync
metric-peak_lag_ms-replica-2 = 第二个副本的最大延迟
metric-final_lag_ms = 客户端结束时的延迟
metric-lag_grows = 延迟不断增长
metric-peak_seconds_behind_source_s = Seconds_Behind_Source 的峰值
metric-drained_at_ms = 全部应用完于
metric-parallel_steps = 工作线程上的步数
metric-critical_path = 最长的链
metric-parallelism = 最大可能加速
metric-parallel_steps-writeset = 用写集合时的步数
metric-critical_path-writeset = 用写集合时最长的链
metric-parallelism-writeset = 用写集合时的最大可能加速
metric-writeset_history_clears = 写集合历史的清空
metric-writeset_fallbacks = 写集合不可用
metric-committed_beyond_gap = 空洞之后已提交
metric-gaps_after_crash = 崩溃后的空洞
metric-low_water_mark = 低水位
metric-wrong_results = 错误结果
outcome-lag_grows-yes = 是
outcome-lag_grows-no = 否
waits-note = 事务在副本上等待的全部时间,按等待的对象所占的比例。
chart-share = { $letter }:{ $part }占 { $share }。

activity-execute = 执行
activity-retry = 重新应用
activity-fsync-redo = 重做日志的 fsync
activity-fsync-binlog = binlog 的 fsync
activity-delay = 等待别人
activity-wait-row-lock = 等行
activity-wait-flush = 等 flush
activity-wait-sync = 等 sync
activity-wait-dependency = 等依赖
activity-wait-worker = 等工作线程
activity-wait-core = 等核
activity-wait-commit-order = 等轮到提交
lane-client = 客户端 { $number }
lane-redo-fsync = 重做 fsync
lane-binlog = binlog
lane-coordinator = 协调线程
lane-worker = 工作线程 { $number }
lane-short-client = 客户 { $number }
lane-short-redo-fsync = 重做
lane-short-binlog = binlog
lane-short-coordinator = 协调
lane-short-worker = 线程 { $number }
lane-group-source = 源库
lane-group-binlog = binlog
lane-group-replica-2 = 第二个副本
series-seconds_behind_source = Seconds_Behind_Source
series-seconds_behind_source-replica-2 = 第二个副本的 Seconds_Behind_Source
series-replica_tps-replica-2 = 第二个副本:每秒事务
series-lag-replica-2 = 第二个副本的延迟
series-source_tps = 源库:每秒事务
series-replica_tps = 副本:每秒事务
zoom-detail = 显示细看的那一段
times-note-whole = 曲线是整个运行;着色的一段就是上面各道所显示的。
times-unrecorded = 未记录
times-outside = 各道和单个事务记录于 { $from } 到 { $to };当前时刻在此之外。
times-back = 回到那里
times-watch = 再次运行并记录 { $time } 处

spreads-title = 与时间无关
spreads-title-group-commit = 组与并行度
series-group_size = 组的大小
series-width = 每步的宽度
series-speed_up = 工作线程带来的加速
series-speed_up-writeset = 用写集合时工作线程带来的加速
series-width-writeset = 用写集合时每步的宽度
series-search = 寻找上限
axis-group_size = 一组中的事务
axis-width = 步
axis-speed_up = 工作线程
axis-search = 客户端
spread-note-group_size = 源库有多少组含有多少事务。一个客户端在一组里最多有一个事务。
spread-note-width = 如果每个事务用一步,线程不限:每步有多少并行。
spread-note-speed_up = 如果每个事务用一步:这么多线程比一个线程快多少。
spread-note-speed_up-writeset = 同上,但依赖由写集合给出。
spread-note-width-writeset = 同上,但依赖由写集合给出。
missed-search = 延迟太大或在增长
spread-note-search = 用这么多客户端时源库提交多少,搜索到哪里就画到哪里。
cursor-group_size = { $letter }:{ $x } 个事务的组有 { $y } 个。
cursor-width = { $letter },第 { $x } 步:{ $y } 个并行。
column-cursor = { $letter },{ $axis } { $x }:{ $value }。
column-most = 最高 { $value }
column-mean = 平均 { $value }
columns-hint = 左右键走过各柱,上下键走过各方案。
curves-hint = 左右键走过各点;数值会读出来。
table-cut = 共 { $total } 行,这里是前 { $count } 行;报告的 JSON 中有全部。

graph-title = 哪个事务等哪个
graph-note-steps = 每行是一个事务,按 binlog 的顺序。线从它必须等其结束的最新事务引来:直到那一个为止的都必须结束,它才能在副本上开始。所在的列是它的步,颜色是拖住它最久的东西;色带是组。
graph-note-time = 每行是一个事务的一生:在源库上的语句,在那里的提交,等副本,在副本上的应用,以及等提交。选一个就能看到它在等什么。
graph-of = { $letter } 的事务,{ $name }
graph-hint = 上下键选事务,左右键移动时刻,回车到选中者被应用的时刻。
graph-by = 排列依据
graph-by-steps = 步
graph-by-time = 时间
graph-variants = 方案
graph-causes = 拖住最久的是
graph-stretches = 一生的各段
stretch-execute = 源库上的语句
stretch-commit = 源库上的提交
stretch-apply = 应用
graph-statuses = 事务处在哪里
graph-controls = 逐步走过事务
graph-back = 退回上一个变化
graph-forward = 前进到下一个变化
graph-earlier = 更早的事务
graph-later = 更晚的事务
graph-page = 第 { $first } 到 { $last } 个,共 { $total } 个
graph-to-moment = 到当前时刻
graph-group = 组
graph-row = 事务 { $sequence },在 { $last } 之后,第 { $group } 组:{ $status }。拖住它的:{ $cause }。
graph-row-free = 事务 { $sequence },不在谁之后,第 { $group } 组:{ $status }。拖住它的:{ $cause }。
graph-tally = { $count } 个{ $status }
graph-choose = 选一个事务,查看关于它的一切。
graph-detail = 选中的事务
status-before = 还没开始
status-executing = 在源库上
status-committing = 在源库上提交
status-waiting = 在等
status-applying = 正在应用
status-ordering = 等提交
status-done = 完成
cause-nothing = 没有什么
cause-dependency = 依赖
cause-worker = 没有空闲线程
cause-core = 没有空闲的核
cause-commit-order = 还没轮到提交
cause-fsync = fsync
cause-row-lock = 行
detail-waits = 直到 { $last } 的事务全部结束后,事务 { $sequence } 才能在副本上开始。
detail-free = 事务 { $sequence } 不等任何别的事务。
detail-cause-nothing = 没有什么拖住它。
detail-cause-dependency = 拖住它最久的是它所依赖的事务。
detail-cause-worker = 拖住它最久的是所有线程都在忙。
detail-cause-core = 拖住它最久的是所有核都在忙。
detail-cause-commit-order = 拖住它最久的是还没轮到它提交。
detail-cause-fsync = 拖住它最久的是 fsync。
detail-cause-row-lock = 拖住它最久的是另一个事务的行。
detail-group = binlog 组
detail-session = 会话
detail-step = 步
detail-worker = 工作线程
detail-retries = 重新应用次数
detail-started = 第一条语句
detail-prepared = 请求提交
detail-committed = 在源库提交
detail-apply_from = 应用自
detail-apply_to = 应用到
detail-replica_committed = 在副本提交
detail-rows = 行
detail-rows-unknown = 未知

notes = 关于输入的说明
notes-more = 还有 { $count } 条
line-n = 第 { $line } 行
note-binlog-line = 第 { $line } 行不能用:{ $reason }
note-binlog-no-rows = 列表中没有行,因此不知道写集合能带来什么;转储工具加 -v 会打印行。
note-search-none = 副本在所试的任何负载下都跟不上;这里是最轻负载的数值。
note-search-ceiling = 副本在所试的最重负载下仍跟得上;更高的上限也许能得到更多。
own-workload = 自己的负载:粘贴 binlog,或列出事务
long-example = 示例
long-clear = 清空
long-size = { $number } 行,{ $size }
lines-count = { $number } 行
transactions-count = { $number } 个事务
transactions-none = 没有自己的事务:实验由种子抽取。
transaction-n = 第 { $number } 个事务
transaction-add = 添加事务
transaction-remove = 删除第 { $number } 个事务
transaction-at_us = 时刻 µs
transaction-session = 会话
transaction-work_us = 执行 µs
transaction-apply_us = 应用 µs
transaction-rows = 行
transaction-ddl = DDL
file-open = 打开文件…
file-cut = 文件更长:取了前 { $size },按整行。
list-slip = 这不是 JSON 列表:{ $message }

why-keeps-up = { $letters } 跟得上:{ $letter } 的副本提交 { $replica_tps },最多落后 { $lag }。{ $side ->
    [yes] 并行时,它的事务最多可以比逐个执行快 { $parallelism } 倍。
   *[no] { "" }
  }
why-catches-up = { $letters } 有一阵子落后,然后追上:{ $letter } 的副本最多落后 { $lag }。
why-crashed = { $letters } 的副本在 { $crash } 崩溃,当时落后 { $lag }:到第 { $mark } 个事务为止是齐全的。
why-ddl = DDL 在源库上结束后,才在 { $letters } 的副本上开始,而且谁也不能越过它:{ $ddl } 的 DDL 使 { $letter } 落后 { $lag },到 { $drained } 才全部应用完。
why-big = 一个 { $big } 行的事务在 { $letters } 的副本上要花和在源库上一样久,后面的都要等:{ $letter } 最多落后 { $lag }。
why-serial = { $letter } 用一个线程应用:{ $replica_tps },一个事务接一个,而源库提交 { $tps }。延迟增长到 { $lag }。
why-behind-link = { $letter } 落后 { $lag }:链路只有 { $bandwidth },比 binlog 增长得慢。Seconds_Behind_Source 只看得到已经到达的。
why-behind-dependency = { $mode ->
    [backlog] { $letter } 以 { $replica_tps } 消化积压
   *[behind] { $letter } 落后 { $lag }
  }:事务在副本上等待的时间里,{ $dependency } 在等它所依赖的事务。{ $side ->
    [yes] { $tracking } 最多让它们比逐个执行快 { $parallelism } 倍。
   *[no] 它们是一条链:没有两个可以并行。
  }
why-behind-worker = { $mode ->
    [backlog] { $letter } 以 { $replica_tps } 消化积压
   *[behind] { $letter } 落后 { $lag }
  }:事务在副本上等待的时间里,{ $worker } 在等 { $workers } 个线程之一空出来。依赖允许快 { $parallelism } 倍:更多线程有帮助。
why-behind-core = { $mode ->
    [backlog] { $letter } 以 { $replica_tps } 消化积压
   *[behind] { $letter } 落后 { $lag }
  }:事务在副本上等待的时间里,{ $core } 在等 { $cores } 个核之一。更多线程在这里没有帮助。
why-behind-row-lock = { $mode ->
    [backlog] { $letter } 以 { $replica_tps } 消化积压
   *[behind] { $letter } 落后 { $lag }
  }:事务在副本上等待的时间里,{ $row } 在等另一个事务持有的行。
why-behind-commit-order = { $mode ->
    [backlog] { $letter } 以 { $replica_tps } 消化积压
   *[behind] { $letter } 落后 { $lag }
  }:事务在副本上等待的时间里,{ $order } 在等轮到自己提交。最长的一个拖住后面所有的。
why-behind-fsync = { $mode ->
    [backlog] { $letter } 以 { $replica_tps } 消化积压
   *[behind] { $letter } 落后 { $lag }
  }:事务在副本上等待的时间里,{ $sync } 在等 fsync,而一次只由 { $replica_group } 个分享。更多线程会让更多事务聚到一起。
why-behind-fsync-few = { $mode ->
    [backlog] { $letter } 以 { $replica_tps } 消化积压
   *[behind] { $letter } 落后 { $lag }
  }:{ $tracking } 平均让 { $parallelism } 个事务并行,对 { $workers } 个线程来说太少。等待的时间里,{ $sync } 在等 fsync,一次由 { $replica_group } 个分享。
why-own-binlog = { $letters } 的列表有 { $transactions } 个事务。最长的链是 { $path } 个:最多比逐个执行快 { $parallelism } 倍;{ $workers } 个线程用 { $steps } 步。
why-own-list = { $letters } 的事务中最长的链是 { $path } 个:最多比逐个执行快 { $parallelism } 倍;{ $workers } 个线程用 { $steps } 步。
why-max-tps = { $letter } 的副本最多跟得上 { $max },用 { $clients_at_max } 个客户端达到;再高,延迟就超过 { $limit } 或不断增长。
why-groups = { $letter } 的一组有 { $group } 个事务,共用磁盘的工作;{ $base_letter } 的一组有 { $base_group } 个。源库分别提交 { $tps } 和 { $base_tps },一次提交花 { $p50 } 和 { $base_p50 }。
why-delay-too-long = { $letter } 等得比这更久:大家早已回来,一组有 { $group } 个而不是 { $base_group } 个事务也补不回来:{ $tps },而不是 { $base_tps }。
why-retries = 在 { $letter } 的副本上,有 { $retries } 次事务因为持有更早的事务所需要的行而被回滚,又重新应用。
why-wrong-results = { $letter } 给出错误的结果:{ $wrong } 个事务与改同一索引项的事务并行了,因为写集合里没有它。
why-gaps = 崩溃后,{ $letter } 的副本缺 { $gaps } 个事务,而更晚的却在:只有到 { $mark } 为止是齐全的。
why-chain = { $letter } 的第二个副本跟随第一个的 binlog,那里一组有 { $replica_group } 个事务:它最多落后 { $lag2 },第一个落后 { $lag }。
why-delay-costs = { $letter } 的等待降低吞吐量:一组有 { $group } 个事务,而不是 { $base_group } 个,但一次提交花 { $p50 } 而不是 { $base_p50 },{ $clients } 个等得更久的客户端发得更少:{ $tps },而不是 { $base_tps }。
why-delay-gains = { $letter } 的等待提高吞吐量:组长等待时回来的客户端加入它的组,一次 { $fsync } 的 fsync 服务 { $group } 个事务,而不是 { $base_group } 个:{ $tps },而不是 { $base_tps }。
why-delay-even = { $letter } 的等待对源库影响很小:{ $tps },而不是 { $base_tps },一组有 { $group } 个事务,而不是 { $base_group } 个。
why-delay-alone = 单个客户端没有人可等:{ $letter } 的每个事务都付出 { $delay } 的全部等待,{ $tps },而不是 { $base_tps }。
why-seconds-behind = Seconds_Behind_Source 是正在应用的语句的年龄,以整秒计:它看不到链路还没有送到的东西,没有可应用的东西时为 0。

sentence-group-commit-one = 源库提交 { $subject_tps } TPS,每组 { $subject_group_size } 个事务,一次提交 { $subject_latency_us }{ $subject_lag_grows ->
    [yes] ,副本越落越远,达到 { $subject_lag_ms }
    [no] ,副本最多落后 { $subject_lag_ms }
   *[none] { "" }
  }{ $subject_wrong_results_any ->
    [yes] ,{ $subject_wrong_results } 个事务与改同一索引项的事务并行:结果错误
   *[no] { "" }
  }。
sentence-group-commit-compare = { $subject_name }({ $subject_column })时源库提交 { $subject_tps } TPS,每组 { $subject_group_size } 个事务,一次提交 { $subject_latency_us }{ $subject_lag_grows ->
    [yes] ,副本越落越远,达到 { $subject_lag_ms }
    [no] ,副本最多落后 { $subject_lag_ms }
   *[none] { "" }
  }{ $subject_wrong_results_any ->
    [yes] ,{ $subject_wrong_results } 个事务与改同一索引项的事务并行:结果错误
   *[no] { "" }
  };{ $base_name }(A)时源库提交 { $base_tps } TPS,每组 { $base_group_size } 个事务,一次提交 { $base_latency_us }{ $base_lag_grows ->
    [yes] ,副本越落越远,达到 { $base_lag_ms }
    [no] ,副本最多落后 { $base_lag_ms }
   *[none] { "" }
  }{ $base_wrong_results_any ->
    [yes] ,{ $base_wrong_results } 个事务与改同一索引项的事务并行:结果错误
   *[no] { "" }
  }。
sentence-group-commit-backlog-one = 源库提交 { $subject_tps } TPS,每组 { $subject_group_size } 个事务,一次提交 { $subject_latency_us },副本随后每秒应用 { $subject_replica_tps } 个事务。
sentence-group-commit-backlog-compare = { $subject_name }({ $subject_column })时源库提交 { $subject_tps } TPS,每组 { $subject_group_size } 个事务,一次提交 { $subject_latency_us },副本随后每秒应用 { $subject_replica_tps } 个事务;{ $base_name }(A)时源库提交 { $base_tps } TPS,每组 { $base_group_size } 个事务,一次提交 { $base_latency_us },副本随后每秒应用 { $base_replica_tps } 个事务。
sentence-group-commit-list-one = 源库提交 { $subject_transactions } 个事务,每组 { $subject_group_size } 个,{ $subject_workers } 个线程可以用 { $subject_steps } 步应用它们,副本在 { $subject_drained_ms } 时全部提交{ $subject_wrong_results_any ->
    [yes] ,{ $subject_wrong_results } 个事务与改同一索引项的事务并行:结果错误
   *[no] { "" }
  }。
sentence-group-commit-list-compare = { $subject_name }({ $subject_column })时源库提交 { $subject_transactions } 个事务,每组 { $subject_group_size } 个,{ $subject_workers } 个线程可以用 { $subject_steps } 步应用它们,副本在 { $subject_drained_ms } 时全部提交{ $subject_wrong_results_any ->
    [yes] ,{ $subject_wrong_results } 个事务与改同一索引项的事务并行:结果错误
   *[no] { "" }
  };{ $base_name }(A)时源库提交 { $base_transactions } 个事务,每组 { $base_group_size } 个,{ $base_workers } 个线程可以用 { $base_steps } 步应用它们,副本在 { $base_drained_ms } 时全部提交{ $base_wrong_results_any ->
    [yes] ,{ $base_wrong_results } 个事务与改同一索引项的事务并行:结果错误
   *[no] { "" }
  }。
sentence-group-commit-limit-one = 副本{ $subject_tps_any ->
    [no] 在所试的任何负载下都跟不上
   *[yes] 最多跟得上 { $subject_tps } TPS({ $subject_clients_any ->
        [yes] { $subject_clients } 个客户端
       *[no] 每秒到达 { $subject_arrivals } 个
      },每组 { $subject_group_size } 个)
  }。
sentence-group-commit-limit-compare = { $subject_name }({ $subject_column })时副本{ $subject_tps_any ->
    [no] 在所试的任何负载下都跟不上
   *[yes] 最多跟得上 { $subject_tps } TPS({ $subject_clients_any ->
        [yes] { $subject_clients } 个客户端
       *[no] 每秒到达 { $subject_arrivals } 个
      },每组 { $subject_group_size } 个)
  };{ $base_name }(A)时副本{ $base_tps_any ->
    [no] 在所试的任何负载下都跟不上
   *[yes] 最多跟得上 { $base_tps } TPS({ $base_clients_any ->
        [yes] { $base_clients } 个客户端
       *[no] 每秒到达 { $base_arrivals } 个
      },每组 { $base_group_size } 个)
  }。
sentence-group-commit-replay-one = binlog 有 { $subject_transactions } 个事务,其中 { $subject_critical_path } 个必须依次执行:副本最多比单线程快 { $subject_parallelism } 倍,{ $subject_workers } 个线程用 { $subject_steps } 步{ $subject_writeset_steps_any ->
    [yes] ,用写集合则为 { $subject_writeset_steps } 步
   *[no] { "" }
  }。
sentence-group-commit-replay-compare = { $subject_name }({ $subject_column })时binlog 有 { $subject_transactions } 个事务,其中 { $subject_critical_path } 个必须依次执行:副本最多比单线程快 { $subject_parallelism } 倍,{ $subject_workers } 个线程用 { $subject_steps } 步{ $subject_writeset_steps_any ->
    [yes] ,用写集合则为 { $subject_writeset_steps } 步
   *[no] { "" }
  };{ $base_name }(A)时binlog 有 { $base_transactions } 个事务,其中 { $base_critical_path } 个必须依次执行:副本最多比单线程快 { $base_parallelism } 倍,{ $base_workers } 个线程用 { $base_steps } 步{ $base_writeset_steps_any ->
    [yes] ,用写集合则为 { $base_writeset_steps } 步
   *[no] { "" }
  }。

preset-delay-textbook = 慢盘上的等待,每组一次 fsync
preset-delay-two-fsyncs = 同样的等待,每组两次 fsync
preset-delay-one-client = 单个客户端付出全部等待
preset-without-group-commit = 没有组提交
preset-group-commit-servers = 同一块盘,四种服务器
preset-mariadb-5ms = 5 ms 磁盘上的 MariaDB
preset-writeset-against-commit-order = 看行而不看组:WRITESET
preset-delay-feeds-the-replica = 源库的等待养活副本
preset-most-tps-without-lag = 副本能跟多快?
preset-commit-order-kept-or-not = 保持提交顺序
preset-workers-beyond-cores = 线程多于核数
preset-chain-of-children = 同一父行的子行
preset-unique-key-handed-over = 换了主人的地址
preset-eight-transactions = 八个事务:按组与按行
preset-eight-transactions-as-a-binlog = 同样八个,作为 binlog 的行
preset-ddl-in-the-stream = 流中的一条 DDL
preset-huge-transaction = 一个巨大的事务
preset-thirty-statements = 三十条一秒的语句
preset-throttled-receiver = 比 binlog 慢的链路
preset-hot-rows = 热行
preset-chain-of-three = 三台服务器的链
preset-history-too-small = 被清空的历史
preset-tables-without-keys = 没有键的表
