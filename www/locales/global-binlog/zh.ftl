# 全局 binlog 实验的文字。
predict-question-global-binlog = 哪个方案的事务最快进入全局 binlog?
predict-wrong-global-binlog = 你猜的是 { $letter }。最快的是 { $least }。
predict-question-global-binlog-huge = 哪个方案最先写完这个巨大的事务?
predict-wrong-global-binlog-huge = 你猜的是 { $letter }。最先的是 { $least }。
predict-question-global-binlog-rate = 哪个方案每秒写的事务最多?
predict-wrong-global-binlog-rate = 你猜的是 { $letter }。最多的是 { $least }。
answer-global-binlog = { $least } 时 100 个事务中有 99 个在 { $least_value } 内写完;{ $most } 时在 { $most_value } 内。
answer-one-global-binlog = 100 个事务中有 99 个在 { $least_value } 内写完。
answer-global-binlog-huge = 巨大的事务在 { $least } 时最先写完,用 { $least_value };{ $most } 时用 { $most_value }。
answer-one-global-binlog-huge = 巨大的事务用 { $least_value } 写完。
answer-global-binlog-rate = { $least } 写得最多:{ $least_value };{ $most } 写 { $most_value }。
answer-one-global-binlog-rate = 写 { $least_value }。
predict-question-global-binlog-memory = 什么占的内存最多?
predict-wrong-global-binlog-memory = 你猜的是 { $letter }。占得最多的是 { $least }。
answer-global-binlog-memory = { $least } 占的内存最多:{ $least_value };{ $most } 占 { $most_value }。
answer-one-global-binlog-memory = 内存最多占 { $least_value }。
predict-question-global-binlog-consumer = 哪个方案的消费者落后全局 binlog 最少?
predict-wrong-global-binlog-consumer = 你猜的是 { $letter }。落后最少的是 { $least }。
answer-global-binlog-consumer = { $least } 的消费者落后最少:{ $least_value };{ $most } 的落后 { $most_value }。
answer-one-global-binlog-consumer = 消费者落后 { $least_value }。
bar-never = 永不
bar-out-of-memory = 内存耗尽
busy-note = 每一段是一个环节自己忙的时间比例,合起来不是一个整体。到 100 % 的环节没有余力了。
stage-link = 节点的链路
stage-sort = 节点的排序
stage-merge = 归并
stage-collect = 收集线程
stage-write = 写入者
stage-consume = 消费者
off-global-binlog-heartbeat_ms = 没有心跳
off-global-binlog-stuck_ms = 没有卡住
off-global-binlog-consumer_bytes_per_s = 消费者从不等
off-global-binlog-big_transaction_bytes = 没有巨大的
group-cluster = 集群
group-transactions = 事务
group-in-the-stream = 流中的事件
group-memory = 内存
group-order = 排序
group-global-binlog = 全局 binlog
group-prices = 代价
group-picture = 图
param-data_nodes = 数据节点
param-idle_nodes = 空闲
param-tps_per_node = 每节点的事务
param-duration_ms = 时长
param-transaction_bytes = binlog 字节
param-rows_per_statement = 每条语句的行
param-changes = 语句
param-tables = 表
param-row_event_bytes = 行事件
param-distributed_pct = 分布式
param-unordered_pct = 无序
param-nodes_per_transaction = 一个事务的节点
param-execute_us = 到准备为止
param-commit_gap_us = 从准备到提交
param-big_transaction_bytes = 巨大的事务
param-big_at_ms = 它出现于
param-big_row_bytes = 它的行
param-big_nodes = 它的节点
param-scale = 真正编码:每几个取一
param-stuck_ms = 卡住的事务
param-stuck_at_ms = 卡住于
param-memory_bytes = 内存
param-expansion_pct = 一个事件占
param-swap = 落盘
param-persist_new_threshold_pct = 增长者落盘的阈值
param-persist_all_threshold_pct = 等待者落盘的阈值
param-memory_check_ms = 每隔多久看内存
param-transaction_check_bytes = 立即检查的事务大小
param-event_check_bytes = 立即检查的事件大小
param-heartbeat_ms = 心跳间隔
param-merge_group = 一次归并的输入
param-source_queue = 节点的队列
param-group_queue = 组的队列
param-streams = 流
param-stream_by = 行的去向按
param-send_queue = 写入者的队列
param-consumer_bytes_per_s = 消费者读取
param-file_bytes = 一个文件容纳
param-buffer_bytes = 写缓冲
param-flush = 刷写
param-flush_interval_ms = 刷写间隔
param-link_latency_us = 链路时延
param-link_bytes_per_s = 链路带宽
param-sort_event_ns = 排序一个事件
param-sort_byte_ps = 排序一个字节
param-merge_part_ns = 归并一个部分
param-collectors = 收集线程
param-collect_event_ns = 收集一个事件
param-collect_byte_ps = 收集一个字节
param-write_event_ns = 写一个事件
param-write_byte_ps = 写一个字节
param-flush_us = 一次刷写用
param-spill_event_ns = 落盘一个事件
param-spill_byte_ps = 落盘一个字节
param-restore_byte_ps = 读回一个字节
param-watch_at_ms = 从何时细看
value-mixed = 混合
value-insert = 插入
value-update = 更新
value-delete = 删除
value-auto = 自动
value-force = 总是
value-off = 从不
value-table = 表
value-key = 主键
value-order_kept-1 = 顺序正确
value-every-transaction = 每个事务
value-interval = 按间隔
unit-nodes = 个节点
unit-node = 号
unit-TPS = TPS
unit-tables = 张表
unit-streams = 个流
unit-threads = 个线程
unit-transactions = 个事务
unit-events = 个事件
unit-events-per-s = 个事件/秒
unit-files-per-min = 个文件/分
unit-records = 条记录
unit-files = 个文件
unit-flushes = 次刷写
unit-holes = 个空洞
unit-heartbeats = 次心跳
unit-one-nodes = 个节点
unit-one-streams = 个流
unit-one-records = 条记录
unit-one-transactions = 个事务
unit-one-threads = 个线程
unit-one-tables = 张表
limit-spill-growing = 增长者开始落盘
limit-spill-waiting = 等待者开始落盘
chart-share = { $letter }:{ $part }占 { $share }。

metric-status = 结局
metric-eps = 写出的事件
metric-dml_eps = 写出的行事件和表映射
metric-bps = 写出的字节
metric-tps = 写出的事务
metric-fpm = 写满的文件
metric-written_at_ms = 全部写完于
metric-bottleneck = 一直忙的是
metric-order_kept = 写出的
metric-delay_ms = 延迟
metric-delay_ms-mean = 延迟,平均
metric-delay_ms-p50 = 延迟,一半不超过
metric-delay_ms-p95 = 延迟,95 % 不超过
metric-delay_ms-p99 = 延迟,99 % 不超过
metric-delay_ms-peak = 延迟,最长
metric-sort_delay_ms = 从提交到排好序,最长
metric-write_delay_ms = 从提交到写出,最长
metric-delay_pct = 延迟花在哪里
metric-delay_pct-read = 延迟:在读取、排序或落盘
metric-delay_pct-hole = 延迟:被空洞挡住
metric-delay_pct-input = 延迟:归并在等某个节点
metric-delay_pct-merge = 延迟:归并中
metric-delay_pct-collect = 延迟:组装中
metric-delay_pct-write = 延迟:在写出,或等写入者
metric-held_back_by = 被等得最久的节点
metric-held_back_ms = 归并等了它
metric-peak_memory_bytes = 内存峰值
metric-peak_memory_pct = 内存峰值,占比
metric-peak_memory_bytes-receiving = 内存峰值:正在读或未提交
metric-peak_memory_bytes-holes = 内存峰值:被空洞挡住
metric-peak_memory_bytes-queued = 内存峰值:归并之前
metric-peak_memory_bytes-sending = 内存峰值:归并与文件之间
metric-spilled_bytes = 落盘
metric-spill_from_memory_bytes = 首次落盘时的内存
metric-first_spill_at_ms = 首次落盘于
metric-out_of_memory_at_ms = 内存耗尽于
metric-memory_cause = 占得最多的是
metric-busy_pct = 各环节的忙碌
metric-busy_pct-link = 忙:链路
metric-busy_pct-sort = 忙:节点的排序
metric-busy_pct-merge = 忙:归并
metric-busy_pct-collect = 忙:收集线程
metric-busy_pct-write = 忙:写入者
metric-busy_pct-consume = 忙:消费者
metric-transactions = 事务
metric-distributed_transactions = 其中分布式
metric-single_shard_transactions = 其中单分片
metric-unordered_parts = 无序事务的部分
metric-unwritten_transactions = 已提交却从未写出
metric-heartbeats = 心跳
metric-source_bytes = 从各节点日志读到
metric-written_bytes = 全局 binlog:字节
metric-written_events = 全局 binlog:事件
metric-files = 文件
metric-flushes = 刷写次数
metric-holes = 空洞
metric-longest_hole_ms = 最长的空洞
metric-peak_unread_records = 一份日志里最多的未读记录
metric-split_transactions = 拆到多个流的事务
metric-split_pct = 拆到多个流,占比
metric-consumer_delay_ms = 消费者落后
outcome-status-written = 全部写完
outcome-status-stalled = 永远停住
outcome-status-out-of-memory = 内存耗尽
outcome-bottleneck-none = 没有
outcome-bottleneck-link = 来自节点的链路
outcome-bottleneck-sort = 节点的排序
outcome-bottleneck-merge = 归并
outcome-bottleneck-collect = 收集线程
outcome-bottleneck-write = 写入者
outcome-bottleneck-consume = 消费者
outcome-memory_cause-big-transaction = 巨大的事务
outcome-memory_cause-hole = 被空洞挡住的
outcome-memory_cause-merge-input = 在归并之前等待的
outcome-memory_cause-writer = 等待写出的
outcome-memory_cause-spread = 没有哪一个
cause-read = 在读取、排序或落盘
cause-hole = 被节点日志中的空洞挡住
cause-input = 归并在等另一个节点
cause-merge = 归并中,以及等写入者有空位
cause-collect = 在组装
cause-write = 在写出,或等写入者
delay-note = 所有已写事务的延迟,按时间花在哪里所占的比例。

activity-first-level-sort = 读取并排序
activity-spill = 落盘
activity-wait-hole = 被空洞挡住
activity-wait-room = 等队列有空位
activity-merge = 归并
activity-holds-back = 归并在等它
activity-wait-writer = 等写入者
activity-collect = 组装
activity-restore = 读回
activity-write-global-binlog = 写出
activity-flush-global-binlog = 刷写
activity-consume = 消费者读取
lane-node = 节点 { $number }
lane-group = 组 { $number }
lane-root = 根
lane-collector = 收集线程 { $number }
lane-stream = 流 { $number }
lane-consumer = 消费者 { $number }
lane-short-node = 节点 { $number }
lane-short-group = 组 { $number }
lane-short-root = 根
lane-short-collector = 收集 { $number }
lane-short-stream = 流 { $number }
lane-short-consumer = 消费 { $number }
lane-group-node = 各节点的排序
lane-group-frontier = 归并在等谁
lane-group-merge = 归并
lane-group-writer = 全局 binlog
lane-group-consumer = 消费者
series-delay = 延迟
series-memory = 内存
series-memory-receiving = 内存:正在读或未提交
series-memory-holes = 内存:被空洞挡住
series-memory-queued = 内存:归并之前
series-memory-sending = 内存:归并与文件之间
series-spilled = 落盘
series-written = 每秒写出的字节
series-eps = 每秒写出的事件
series-unread = 日志中未读的记录
series-consumer_delay = 消费者的延迟
zoom-detail = 显示细看的那一段
times-note-whole = 曲线是整个运行;着色的一段就是上面各道所显示的。
times-unrecorded = 未记录
times-outside = 各道和单个事务记录于 { $from } 到 { $to };当前时刻在此之外。
times-back = 回到那里
times-watch = 再次运行并记录 { $time } 处

order-title = 从多份日志到一份
order-note = 每行是一个节点;事务从左往右走,最老的在最前。归并取所有队列中提交时间戳最小的一个,而且只有每个队列都有东西时才能取。块上的号码只是它的名字,按开始的先后。顺序是提交时间戳的顺序:选中一块,看它自己的。指向一块,看它所属事务的其他部分在哪里。块是所记录的事务,字节是全部的。
order-variants = 方案
order-kinds = 事务的种类
order-marks = 它们在哪里
order-controls = 逐步查看排序
order-back = 回到上一次移动
order-forward = 到下一次移动
order-of = { $letter } 的排序,{ $name }
order-hint = 上下选行,左右走过其中的块,回车选中事务。
order-kind-distributed = 分布式
order-kind-single-shard = 单分片
order-kind-unordered = 无序
order-kind-heartbeat = 心跳
order-kind-big = 巨大
order-kind-stuck = 卡住
order-mark-log = 还没读
order-mark-open = 已准备未提交:空洞
order-mark-held = 已提交,被空洞挡住
order-mark-next = 所有队列中提交时间戳最小的
order-mark-way = 已归并,未写
order-mark-spilled = 已落盘
order-place-log = 在节点的日志里,还没读
order-place-open = 已准备而未提交:它挡住在它之后提交的
order-place-held = 已提交,但被空洞挡住
order-place-ready = 已排好序,但队列满了
order-place-queue = 在归并之前的队列里
order-place-gathering = 它的一些部分已通过归并
order-place-way = 已归并,还没写
order-place-written = 在全局 binlog 里
order-column-log = 日志,未读
order-column-sort = 一级排序
order-column-queue = 队列
order-column-merge = 归并
order-column-tape = 全局 binlog
order-short-log = 日志
order-short-sort = 排序
order-short-queue = 队列
order-short-merge = 归并
order-short-tape = 全局 binlog
order-node = 节点 { $number }
order-node-idle = 节点 { $number } 空闲
order-tape-empty = 画出的都还不在
order-waits = 归并在等
order-waits-short = 等待
order-block = 事务 { $transaction },{ $kind },在节点 { $node } 上的部分,{ $size }:{ $place }。
order-block-whole = 事务 { $transaction },{ $kind }:{ $place }。
order-row = 节点 { $number }:{ $log } 个未读,{ $open } 个空洞,{ $held } 个被挡在排序里,{ $queue } 个在队列里{ $waits ->
    [yes] ;归并在等它
   *[no] { "" }
  }。
order-row-tape = 全局 binlog:已写 { $written } 个,{ $way } 个在路上。
order-story-hole = 节点 { $node } 有一个空洞:事务 { $transaction } 已准备,还没提交。在它之后提交的{ $waiting }等在它后面,因为它还可能得到更小的提交时间戳。{ $waits ->
    [yes] 节点 { $node } 拿不出别的,所以归并也在等。
   *[no] { "" }
  }
order-story-big = 节点 { $node } 还在读巨大的事务 { $transaction }。归并在等它:队列里等着{ $waiting }。
order-story-idle = 归并在等节点 { $node },它没有什么可说:它的下一个事务的提交时间戳可能是最小的。其他队列里的{ $waiting }要等到它发来心跳。
order-story-behind = 归并在等节点 { $node },它的日志正在读:那里接下来的提交时间戳可能是最小的。队列里等着{ $waiting }。
order-story-empty = 归并在等节点 { $node },它没有新的提交:它的下一个事务的提交时间戳可能是最小的。其他队列里等着{ $waiting }。
order-story-writer = { $number } 个事务已通过归并,等着写出:慢的在归并之后。
order-story-next = 归并谁也不等:事务 { $transaction } 的提交时间戳最小,它先走。
order-story-reading = 队列里什么也没有画出:日志里有 { $number } 个部分还没读。
order-waiting = { $many ->
    [heartbeat] 1 个心跳
    [heartbeats] { $number } 个心跳
    [one] 1 个事务
    [one-parts] 1 个事务({ $parts } 个部分)
    [many-parts] { $number } 个事务({ $parts } 个部分)
   *[many] { $number } 个事务
  }
order-story-alone = 归并在等节点 { $node }。画出的事务都没有在队列里等。
order-undrawn = { $later ->
    [yes] 所记录的之前和之后的事务
   *[no] { $moment } 之前的事务
  }没有画出;其中 { $bytes } 在排序和队列里。
order-unwritten = 在内存里,未写:{ $bytes }
order-place-spilling = 已读到;内存越过了阈值:正在落盘
order-place-spilling-all = 已读到;和一切一样,正在落盘
order-story-quiet = 画出的都不在等待:通过归并的正在写出。
order-story-before = 所记录的事务从 { $from } 开始。
order-story-past = 所记录的事务从 { $from } 起,到 { $to } 全部在全局 binlog 里。之后的没有逐个记录。
order-memory = 内存
order-memory-limit = 共 { $limit }
order-memory-far = 条的末端是本次运行的峰值 { $peak };共有 { $limit }
order-memory-receiving = 正在读或未提交
order-memory-holes = 被空洞挡住
order-memory-queued = 归并之前
order-memory-sending = 归并与文件之间
order-memory-thresholds = 从 { $new } % 和 { $all } % 起落盘
order-detail = 选中的事务
order-transaction = 事务 { $number }
order-close = 关闭
order-about-distributed = 在几个节点上准备并提交;各部分在归并时合为一个。
order-about-single-shard = 在一个节点上一步提交:它取自己的日志里出现过的最大提交时间戳。
order-about-unordered = 在几个节点上提交,没有时间戳:各部分不合并。
order-about-heartbeat = 每个节点上都有、没有行的事务:它推动归并,自己不写出。
order-about-big = 大到读、排序、写它的时候别人都要等。
order-about-stuck = 它一直处于准备状态,挡住所在节点这期间提交的一切。
order-timestamp = 虚拟时间戳,54 位
order-timestamp-unknown = 本次运行里不知道它的虚拟时间戳。
order-digits-commit = 提交时间戳(19),单位 ns
order-digits-transaction = 事务(19),从 0 数起
order-digits-sequence = 序号(10)
order-digits-node = 节点(6)
order-times = 各部分及其时刻
order-part = 部分
order-bytes = 字节
order-time-prepared = 准备
order-time-committed = 提交
order-time-read = 读到
order-time-sorted = 排好序
order-time-merged = 归并
order-time-collected = 组装于
order-time-written = 写出于

why-out-of-memory-big-transaction = { $letters } 在 { $out_at } 时内存耗尽:{ $big } 的巨大事务占其字节数的 { $expansion },而总共只有 { $limit }。落盘可以让它通过。
why-out-of-memory-hole = { $letters } 在 { $out_at } 时内存耗尽:在一个已准备的事务之后提交的都不能离开节点的排序,堆积在那里。
why-out-of-memory-merge-input = { $letters } 在 { $out_at } 时内存耗尽:归并在等节点 { $node },其他节点送来的都堆积在它前面。
why-out-of-memory-writer = { $letters } 在 { $out_at } 时内存耗尽:事务来得比写得快,在内存里等待。
why-out-of-memory-spread = { $letters } 在 { $out_at } 时内存耗尽,没有哪一个单独占满它。
why-stalled = { $letters } 永远停住:节点 { $node } 没有什么可说,也不发心跳,所以没人知道它的下一个事务的提交时间戳不是最小的。{ $unwritten } 个已提交的事务从未写出。
why-huge-in-memory = { $letters } 把巨大的事务留在内存里:峰值 { $memory },占全部的 { $memory_pct }。提交之后 { $sorted } 排好序,{ $written } 写完:必须全部排好序,第一行才能写出。
why-huge-forced = { $letters } 不管内存是否紧张都全部落盘,共 { $spilled }。写进落盘存储的每个字节读取者都要等,所以巨大的事务用 { $sorted } 才排好序;读回由各收集线程同时进行,只有它们更慢时才看得出来。它用 { $written } 写完。
why-huge-spilled = { $letters } 从内存用到 { $spill_from } 起落盘,即全部的 { $threshold }:巨大的事务越过了阈值,所以它的 { $spilled } 全部去了磁盘。它用 { $written } 写完。
why-stuck = { $letters } 有一个事务停在准备状态 { $stuck }。它所在节点这期间提交的被挡在排序里,其他节点的被挡在归并之前:峰值 { $memory },时间越长越多。100 个中有 99 个在 { $p99 } 内写完。
why-saturated-link = { $letters } 的节点链路没有余力了:有 { $busy_link } 的时间在忙,带宽是 { $bandwidth }。延迟增长到 { $peak }。
why-saturated-sort = { $letters } 的节点排序没有余力了:有 { $busy_sort } 的时间在忙,每份日志一个线程。延迟增长到 { $peak };更多而各自更轻的节点会有帮助。
why-saturated-merge = { $letters } 的归并没有余力了:有 { $busy_merge } 的时间在忙,延迟增长到 { $peak }。
why-saturated-collect = { $letters } 的收集线程没有余力了:有 { $busy_collect } 的时间在忙,{ $collectors } 个线程组装 { $eps }。延迟增长到 { $peak };更多线程会有帮助。
why-saturated-write = { $letters } 的写入者没有余力了:有 { $busy_write } 的时间在忙,写进全局 binlog 的是 { $bps }。延迟增长到 { $peak };更多的流可以分担。
why-saturated-consume = { $letters } 的消费者没有余力了:有 { $busy_consume } 的时间在忙,读 { $consumed }。全局 binlog 本身并不因此变晚。
why-delay-idle = { $letters } 的延迟中最大的一份是在等一个没有什么可说的节点,占 { $input_pct }:一个事务平均等半个心跳间隔,间隔是 { $heartbeat }。一半在 { $p50 } 内写完,100 个中有 99 个在 { $p99 } 内。
why-delay-input = { $letters } 的延迟中最大的一份是在等别的节点,占 { $input_pct }:只有每个节点都拿出了东西,才知道最小的提交时间戳是哪个。一半在 { $p50 } 内写完,100 个中有 99 个在 { $p99 } 内。
why-delay-hole = { $letters } 的延迟中最大的一份是在空洞后面,占 { $hole_pct }:分布式事务从准备到提交平均 { $gap },这期间提交的都要等。一半在 { $p50 } 内写完,100 个中有 99 个在 { $p99 } 内。
why-delay-read = { $letters } 的延迟中最大的一份是读取、排序或落盘,占 { $read_pct }。一半在 { $p50 } 内写完,100 个中有 99 个在 { $p99 } 内。
why-delay-merge = { $letters } 的延迟中最大的一份是在归并里,以及等写入者有空位,占 { $merge_pct }。一半在 { $p50 } 内写完,100 个中有 99 个在 { $p99 } 内。
why-delay-collect = { $letters } 的延迟中最大的一份是由收集线程组装,占 { $collect_pct }。一半在 { $p50 } 内写完,100 个中有 99 个在 { $p99 } 内。
why-delay-write = { $letters } 的延迟中最大的一份是写出或等写入者,占 { $write_pct }。一半在 { $p50 } 内写完,100 个中有 99 个在 { $p99 } 内。
why-split = { $letter } 的 { $streams } 个流分担写出,而 { $split } 个事务(占 { $split_pct })被拆开:读一个流的人只看到其中一部分,任何时刻都看不到整体。
why-consumer = { $letter } 的消费者读 { $consumed }:它最多落后全局 binlog { $consumer },而后者本身并不晚。
why-so-on = { $letters } 也一样;它们的数值在表中。
why-fitted = 5 GB 用的 7 s 和 17 s 是按公布的值拟合的;一个事件占多少内存、落盘的代价是多少,是假设的。

sentence-global-binlog-one = { $subject_says ->
    [out-of-memory] 内存在 { $subject_at_ms } 后耗尽:{ $subject_cause ->
        [big-transaction] 巨大的事务占了大部分
        [hole] 大部分是被一个已准备的事务挡在排序里的
        [merge-input] 大部分在归并之前等待某个节点
        [writer] 大部分在等待写出
       *[other] 没有哪一个占大部分
      }
    [stalled] 全局 binlog 写了 { $subject_written } 个事务后停住,{ $subject_unwritten } 个永远在等节点 { $subject_held_back_by }
    [huge] 巨大的事务用 { $subject_sorted_ms } 排好序,用 { $subject_written_ms } 写完,内存最多 { $subject_memory_bytes_size }({ $subject_memory_pct } %),{ $subject_spilled_bytes_any ->
        [yes] 落盘 { $subject_spilled_bytes_size }{ $subject_spill_from_bytes_any ->
            [yes] ,从内存用到 { $subject_spill_from_bytes_size } 起
           *[no] { "" }
          }
       *[no] 没有落盘
      }
    [saturated] { $subject_bottleneck ->
        [link] 来自节点的链路
        [sort] 节点的排序
        [merge] 归并
        [collect] 收集线程
        [write] 写入者
       *[consume] 消费者
      }一直在忙:每秒写 { $subject_tps } 个事务,延迟增长到 { $subject_peak_delay_ms }
    [flows] 全局 binlog 每秒接收 { $subject_tps } 个事务,一半在 { $subject_usual_delay_ms } 内,100 个中有 99 个在 { $subject_delay_ms } 内,内存最多 { $subject_memory_bytes_size }{ $subject_spilled_bytes_any ->
        [yes] ,落盘 { $subject_spilled_bytes_size }
       *[no] { "" }
      }
   *[nothing] 各节点没有提交任何事务
  }{ $subject_split_pct_any ->
    [yes] ,{ $subject_split_pct } % 的事务被拆开
   *[no] { "" }
  }{ $subject_consumer_ms_any ->
    [yes] ,消费者最多晚 { $subject_consumer_ms } 读到
   *[no] { "" }
  }。
sentence-global-binlog-compare = { $subject_name }({ $subject_column })时{ $subject_says ->
    [out-of-memory] 内存在 { $subject_at_ms } 后耗尽:{ $subject_cause ->
        [big-transaction] 巨大的事务占了大部分
        [hole] 大部分是被一个已准备的事务挡在排序里的
        [merge-input] 大部分在归并之前等待某个节点
        [writer] 大部分在等待写出
       *[other] 没有哪一个占大部分
      }
    [stalled] 全局 binlog 写了 { $subject_written } 个事务后停住,{ $subject_unwritten } 个永远在等节点 { $subject_held_back_by }
    [huge] 巨大的事务用 { $subject_sorted_ms } 排好序,用 { $subject_written_ms } 写完,内存最多 { $subject_memory_bytes_size }({ $subject_memory_pct } %),{ $subject_spilled_bytes_any ->
        [yes] 落盘 { $subject_spilled_bytes_size }{ $subject_spill_from_bytes_any ->
            [yes] ,从内存用到 { $subject_spill_from_bytes_size } 起
           *[no] { "" }
          }
       *[no] 没有落盘
      }
    [saturated] { $subject_bottleneck ->
        [link] 来自节点的链路
        [sort] 节点的排序
        [merge] 归并
        [collect] 收集线程
        [write] 写入者
       *[consume] 消费者
      }一直在忙:每秒写 { $subject_tps } 个事务,延迟增长到 { $subject_peak_delay_ms }
    [flows] 全局 binlog 每秒接收 { $subject_tps } 个事务,一半在 { $subject_usual_delay_ms } 内,100 个中有 99 个在 { $subject_delay_ms } 内,内存最多 { $subject_memory_bytes_size }{ $subject_spilled_bytes_any ->
        [yes] ,落盘 { $subject_spilled_bytes_size }
       *[no] { "" }
      }
   *[nothing] 各节点没有提交任何事务
  }{ $subject_split_pct_any ->
    [yes] ,{ $subject_split_pct } % 的事务被拆开
   *[no] { "" }
  }{ $subject_consumer_ms_any ->
    [yes] ,消费者最多晚 { $subject_consumer_ms } 读到
   *[no] { "" }
  };{ $base_name }(A)时{ $base_says ->
    [out-of-memory] 内存在 { $base_at_ms } 后耗尽:{ $base_cause ->
        [big-transaction] 巨大的事务占了大部分
        [hole] 大部分是被一个已准备的事务挡在排序里的
        [merge-input] 大部分在归并之前等待某个节点
        [writer] 大部分在等待写出
       *[other] 没有哪一个占大部分
      }
    [stalled] 全局 binlog 写了 { $base_written } 个事务后停住,{ $base_unwritten } 个永远在等节点 { $base_held_back_by }
    [huge] 巨大的事务用 { $base_sorted_ms } 排好序,用 { $base_written_ms } 写完,内存最多 { $base_memory_bytes_size }({ $base_memory_pct } %),{ $base_spilled_bytes_any ->
        [yes] 落盘 { $base_spilled_bytes_size }{ $base_spill_from_bytes_any ->
            [yes] ,从内存用到 { $base_spill_from_bytes_size } 起
           *[no] { "" }
          }
       *[no] 没有落盘
      }
    [saturated] { $base_bottleneck ->
        [link] 来自节点的链路
        [sort] 节点的排序
        [merge] 归并
        [collect] 收集线程
        [write] 写入者
       *[consume] 消费者
      }一直在忙:每秒写 { $base_tps } 个事务,延迟增长到 { $base_peak_delay_ms }
    [flows] 全局 binlog 每秒接收 { $base_tps } 个事务,一半在 { $base_usual_delay_ms } 内,100 个中有 99 个在 { $base_delay_ms } 内,内存最多 { $base_memory_bytes_size }{ $base_spilled_bytes_any ->
        [yes] ,落盘 { $base_spilled_bytes_size }
       *[no] { "" }
      }
   *[nothing] 各节点没有提交任何事务
  }{ $base_split_pct_any ->
    [yes] ,{ $base_split_pct } % 的事务被拆开
   *[no] { "" }
  }{ $base_consumer_ms_any ->
    [yes] ,消费者最多晚 { $base_consumer_ms } 读到
   *[no] { "" }
  }。

preset-global-binlog-one-log-from-many-nodes = 四件让它变晚的事
preset-global-binlog-idle-node = 一个没有什么可说的节点
preset-global-binlog-stuck-prepared = 停在准备状态的事务
preset-global-binlog-huge-transaction-14-gb = 一个事务 5 GB,内存 14 GB
preset-global-binlog-huge-transaction-4-gb = 一个事务 5 GB,内存 4 GB
preset-global-binlog-huge-transaction-sizes = 一个事务 0.5、1、2、5 GB
preset-global-binlog-huge-transaction-full-scale = 500 MB,每个事件都编码
preset-global-binlog-load-step-by-step = 一步步加大负载
preset-global-binlog-slow-consumer = 太慢的消费者
preset-global-binlog-multi-stream = 一个流还是几个
preset-global-binlog-tpcc-import = TPC-C 导入,1:100
preset-global-binlog-tpcc-transactions = TPC-C 事务,1:100
preset-global-binlog-sysbench-import = sysbench 导入,1:100
preset-global-binlog-sysbench-write-only = sysbench oltp_write_only,几种速率
preset-sentence-one-log-from-many-nodes = 八个节点,各每秒 500 个事务。没有干扰时(A),一半的事务在 6 ms 内进入全局 binlog,其中大部分时间是在等另一个节点开口。空闲的节点(B)让它们等下一次心跳,最多约 200 ms;停在准备状态 300 ms 的事务(C)把一切挡住这么久;500 MB 的事务(D)让别人等它全部排好序并写完,1.7 s。
preset-sentence-idle-node = 只要空闲的节点还可能拿出更小的,归并就什么也不能放行。没有心跳(A)时永远等下去,什么也写不出。每 200、50 或 20 ms 一次(B、C、D)时,其他的最多大约等这么久,平均等一半。到几毫秒(E)时空洞本身也持续这么久,再短(F)就没有好处了:心跳也是事务,也会留下空洞。
preset-sentence-stuck-prepared = 第一个节点上一个已准备的事务,挡住这个节点在它之后提交的一切,也就挡住了归并:内存随它的时间成比例增长(B、C),直到它结束,然后一下子全部写出。队列像服务器那样短时(D),其他节点的日志就不读而等着:空洞本身挡住的还是一样多。
preset-sentence-huge-transaction-14-gb = 提交之后 7 s 排好序,17 s 写完,与公布的一样(都是拟合的)。它在内存里占字节数的两倍,14 GB 中的 10 GB:从不(A)和自动(B)都不落盘。总是(C)全部落盘,更慢;慢多少是假设的。
preset-sentence-huge-transaction-4-gb = 同一个事务,4 GB 内存:不落盘(A)内存耗尽。自动(B)在 85 %,即 3.4 GB 时开始落盘,已在内存里的也移走,最后 5 GB 全部落盘,与总是(C)一样。落盘的代价是假设的。
preset-sentence-huge-transaction-sizes = 排序和写出的时间与字节成比例,一个接着一个:最后一行排好序时,第一行才写出。
preset-sentence-huge-transaction-full-scale = 巨大的事务,一百个行事件真正编码一个(A),或全部编码(B):时间一样。
preset-sentence-load-step-by-step = 只要每个环节还有余力(A 到 D),延迟只增加几毫秒。每个节点每秒 10,000 个事务时(E),写入者几乎没有余力了;再高(F),负载持续多久,延迟就增长多久。
preset-sentence-slow-consumer = 消费者每秒读 6 MB(B),比写的少:全局 binlog 和以前一样新,消费者看到的却越来越晚。
preset-sentence-multi-stream = 一个写入者(A)只接得住一半负载,延迟增长。按主键分行,两个(B)接住大部分,四个(C)接住全部;但除了少数,事务都被拆开,没有读者看到完整的一个。按表(E)也几乎不少,因为事务要改几张表。
preset-sentence-tpcc-import = 每次插入 1,000 行到类似 order_line 的表,分布在八个节点上,如同 2,000 个仓库中的 20 个导入时那样,三种速率。每秒 470 MB、每分钟 54 个文件时,写入者没有余力了(C)。表和速率是假设的。
preset-sentence-tpcc-transactions = 类似 order_line 的表上许多小语句的事务,十分之一在两个节点上,如同远程仓库造成的那样,三种速率。延迟很短,负载更大也不会更长:负载低时大部分是在等另一个节点开口(80 %),负载高时空洞和写出占得一样多。表和速率是假设的。
preset-sentence-sysbench-import = 每次插入 500 行到 sysbench 的表,分布在八个节点上,四种速率:如同越来越多的线程所发送的。每秒 470 MB、每分钟 54 个文件时,写入者没有余力了(D)。速率是假设的。
preset-sentence-sysbench-write-only = 每个事务两次更新、一次删除、一次插入,一半事务在两个节点上,四种速率:直到每秒 31,500 个事务,一半在 8.1 ms 内,100 个中有 99 个在 15 ms 内。速率是假设的。

consequence-global-binlog-data_nodes = 每个节点写自己的 binlog。归并等所有节点:一个没有什么可说的会挡住其他的。
consequence-global-binlog-idle_nodes = 最后几个节点没有事务:没有心跳,归并就永远等它们。
consequence-global-binlog-tps_per_node = 每个不空闲的节点每秒开始的事务,时刻随机,不管全局 binlog 是否跟得上。
consequence-global-binlog-duration_ms = 事务开始的时段有多长。运行会继续,直到全部进入全局 binlog,只要可能。
consequence-global-binlog-transaction_bytes = 一个事务的行事件所追求的字节数;至少写一条语句。
consequence-global-binlog-rows_per_statement = 一条语句的行共用一个表映射,也尽量共用行事件:同样的字节,更少的事件。
consequence-global-binlog-changes = 更新把行带两遍。
consequence-global-binlog-table = 它的列决定行镜像有多大。
consequence-global-binlog-tables = 这样的表有几张:按表分流时由各个流分担。
consequence-global-binlog-row_event_bytes = 行事件在超过它之前结束;单独一行更大时自成一个。
consequence-global-binlog-distributed_pct = 由几个节点准备并提交、带一个提交时间戳的事务的比例。从准备到提交,它在节点的日志里就是一个空洞。
consequence-global-binlog-unordered_pct = 由几个节点提交、没有时间戳的事务的比例:各部分分别进入全局 binlog。其余是单分片的。
consequence-global-binlog-nodes_per_transaction = 共同承担一个分布式或无序事务的节点数,只要有那么多不空闲的。
consequence-global-binlog-execute_us = 从事务开始到准备(或一步提交)的平均时间。
consequence-global-binlog-commit_gap_us = 在一个节点上从准备到提交的平均时间:空洞的长度。这期间提交的都要等。
consequence-global-binlog-big_transaction_bytes = 一个插入事务,行事件有这么多字节;在它的节点上,之后提交的都要等它。0 表示没有。
consequence-global-binlog-big_at_ms = 巨大的事务何时一下子出现在节点的日志里:日志在事务提交时才显示它。
consequence-global-binlog-big_row_bytes = 它的一行有多少字节:20 万行、每行 2,500 B 就是 500 MB。
consequence-global-binlog-big_nodes = 分担巨大事务的节点数,只要有那么多不空闲的:分担之后,各部分同时读取和排序。
consequence-global-binlog-scale = 巨大事务的行事件,每这么多个真正编码一个,代表其余的。1 表示全部编码。
consequence-global-binlog-stuck_ms = 第一个节点上有一个事务停在准备状态这么久:该节点这期间提交的一切都在内存里等,其他节点的也跟着等。0 表示没有。
consequence-global-binlog-stuck_at_ms = 卡住的事务何时进入准备状态。
consequence-global-binlog-memory_bytes = 堆的老年代,从节点日志到全局 binlog 之间的所有事件都在其中。用得比这多,运行就结束:内存耗尽。
consequence-global-binlog-expansion_pct = 一个事件占的内存,是其字节数的百分之几:对象比内容大。大多少没有公布,是假设的。
consequence-global-binlog-swap = 落盘存储接收内存放不下的。写进去的每个字节读取者都要等,所以排序更久;读回由各收集线程同时进行,只有它们更慢时才看得出来。
consequence-global-binlog-persist_new_threshold_pct = 从内存的这个比例起,又加进事件的事务会落盘:它先前的和以后的所有事件。
consequence-global-binlog-persist_all_threshold_pct = 从内存的这个比例起,在排序和队列里等待的事务也落盘,最老的先落。
consequence-global-binlog-memory_check_ms = 两次之间,事件按上次看到的检查:许多小事件可能在没人看见时越过阈值。
consequence-global-binlog-transaction_check_bytes = 长到这么大的事务,之后的每个事件都会立即查看内存。
consequence-global-binlog-event_check_bytes = 这么大的事件会自己查看内存。
consequence-global-binlog-heartbeat_ms = 每个节点上都有、没有行的事务:在空闲节点后面,其他的最多等这么久,平均等一半。比空洞本来的长度还短就没有好处:心跳也是事务,自己也会留下空洞。0 表示没有。
consequence-global-binlog-merge_group = 节点比这多时,先按这么多一组归并,每组一个线程,然后再归并各组。
consequence-global-binlog-source_queue = 一个节点排好序、可以等归并的事务数;满了就不再读该节点的日志。
consequence-global-binlog-group_queue = 一组归并好、可以等最后一次归并的事务数。
consequence-global-binlog-streams = 每个流有自己的写入者和文件,所以每秒写得更多;行分到几个流的事务,不再被当作一个读到。
consequence-global-binlog-stream_by = 按主键,负载均匀,但几乎每个较大的事务都被拆开;按表,忙的表会让一个流一直忙。
consequence-global-binlog-send_queue = 最后一次归并与文件之间可以有的事务数;到了这么多,归并就等。
consequence-global-binlog-consumer_bytes_per_s = 下游消费者每秒从每个流读的字节。0 表示来多快读多快。
consequence-global-binlog-file_bytes = 文件到这么多字节就关闭,开始下一个。
consequence-global-binlog-buffer_bytes = 缓冲满了就刷写,不管别的怎么规定。
consequence-global-binlog-flush = 读者看到的是刷写过的:按间隔刷写次数少,一切都更晚。
consequence-global-binlog-flush_interval_ms = 按间隔刷写时,两次刷写之间的时间。
consequence-global-binlog-link_latency_us = 从节点的日志到读取者。假设的。
consequence-global-binlog-link_bytes_per_s = 每秒从一个节点来的字节:10 Gbit/s。假设的。
consequence-global-binlog-sort_event_ns = 每个节点一个线程读取、解析、排序它的日志:其中一个事件。假设的。
consequence-global-binlog-sort_byte_ps = 其中一个字节。拟合的:5 GB 用 7 s 排好序。
consequence-global-binlog-merge_part_ns = 归并放行事务的一个部分。假设的。
consequence-global-binlog-collectors = 组装事务并转换事件的线程。
consequence-global-binlog-collect_event_ns = 收集线程处理一个事件。假设的。
consequence-global-binlog-collect_byte_ps = 收集线程处理一个字节。假设的。
consequence-global-binlog-write_event_ns = 写入者处理一个事件。假设的。
consequence-global-binlog-write_byte_ps = 写入者处理一个字节。拟合的:5 GB 用 10 s 写出。
consequence-global-binlog-flush_us = 一次写缓冲的刷写。假设的。
consequence-global-binlog-spill_event_ns = 一个事件去落盘存储,读取者等着。落盘速度没有公布,是假设的。
consequence-global-binlog-spill_byte_ps = 一个字节去落盘存储。假设的。
consequence-global-binlog-restore_byte_ps = 收集线程读回一个落盘的字节。假设的。
consequence-global-binlog-watch_at_ms = 从何时起,图上显示单个事务和每个线程在做什么。
