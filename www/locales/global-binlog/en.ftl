# Texts of the lab on the global binlog.
predict-question-global-binlog = Whose transactions will be in the global binlog soonest?
predict-wrong-global-binlog = You guessed { $letter }. The soonest had { $least }.
predict-question-global-binlog-huge = Where will the huge transaction be written first?
predict-wrong-global-binlog-huge = You guessed { $letter }. The first was { $least }.
predict-question-global-binlog-rate = Which variant will write the most transactions a second?
predict-wrong-global-binlog-rate = You guessed { $letter }. The most had { $least }.
answer-global-binlog = Under { $least } 99 of 100 transactions are written within { $least_value }; under { $most } within { $most_value }.
answer-one-global-binlog = 99 of 100 transactions are written within { $least_value }.
answer-global-binlog-huge = The huge transaction is written first under { $least }, after { $least_value }; under { $most } after { $most_value }.
answer-one-global-binlog-huge = The huge transaction is written after { $least_value }.
answer-global-binlog-rate = { $least } writes most, { $least_value }; { $most } writes { $most_value }.
answer-one-global-binlog-rate = { $least_value } are written.
predict-question-global-binlog-memory = What takes the most memory?
predict-wrong-global-binlog-memory = You guessed { $letter }. The most took { $least }.
answer-global-binlog-memory = { $least } takes the most memory, { $least_value }; { $most } takes { $most_value }.
answer-one-global-binlog-memory = { $least_value } of memory are taken at most.
predict-question-global-binlog-consumer = Whose consumer will be least behind the global binlog?
predict-wrong-global-binlog-consumer = You guessed { $letter }. Least behind was that of { $least }.
answer-global-binlog-consumer = The consumer of { $least } is least behind, by { $least_value }; that of { $most } by { $most_value }.
answer-one-global-binlog-consumer = The consumer is behind by { $least_value }.
bar-never = never
bar-out-of-memory = out of memory
busy-note = Each part is one stage’s own share of the time; they do not add up to a whole. A stage at 100 % has no time left.
stage-link = link from a node
stage-sort = sort of a node
stage-merge = merge
stage-collect = collectors
stage-write = writer
stage-consume = consumer
off-global-binlog-heartbeat_ms = no heartbeat
off-global-binlog-stuck_ms = nothing stuck
off-global-binlog-consumer_bytes_per_s = the consumer never waits
off-global-binlog-big_transaction_bytes = nothing huge
group-cluster = Cluster
group-transactions = Transactions
group-in-the-stream = In the stream
group-memory = Memory
group-order = Order
group-global-binlog = Global binlog
group-prices = Prices
group-picture = Picture
param-data_nodes = data nodes
param-idle_nodes = idle
param-tps_per_node = transactions a node
param-duration_ms = duration
param-transaction_bytes = binlog bytes
param-rows_per_statement = rows a statement
param-changes = statements
param-tables = tables
param-row_event_bytes = row event
param-distributed_pct = distributed
param-unordered_pct = unordered
param-nodes_per_transaction = nodes of one
param-execute_us = until prepared
param-commit_gap_us = prepared until committed
param-big_transaction_bytes = huge transaction
param-big_at_ms = huge one at
param-big_row_bytes = its rows
param-big_nodes = its nodes
param-scale = really encoded: one of
param-stuck_ms = stuck transaction for
param-stuck_at_ms = stuck one at
param-memory_bytes = memory
param-expansion_pct = an event takes
param-swap = spill to disk
param-persist_new_threshold_pct = spill what grows from
param-persist_all_threshold_pct = spill what waits from
param-memory_check_ms = memory is looked at every
param-transaction_check_bytes = at once for a transaction of
param-event_check_bytes = at once for an event of
param-heartbeat_ms = heartbeat every
param-merge_group = inputs of a merge
param-source_queue = queue of a node
param-group_queue = queue of a group
param-streams = streams
param-stream_by = rows go by
param-send_queue = queue of the writers
param-consumer_bytes_per_s = the consumer reads
param-file_bytes = a file holds
param-buffer_bytes = write buffer
param-flush = flush
param-flush_interval_ms = flush every
param-link_latency_us = latency of the link
param-link_bytes_per_s = bandwidth of the link
param-sort_event_ns = sort an event
param-sort_byte_ps = sort a byte
param-merge_part_ns = merge a part
param-collectors = collectors
param-collect_event_ns = collect an event
param-collect_byte_ps = collect a byte
param-write_event_ns = write an event
param-write_byte_ps = write a byte
param-flush_us = a flush takes
param-spill_event_ns = spill an event
param-spill_byte_ps = spill a byte
param-restore_byte_ps = restore a byte
param-watch_at_ms = watch from
value-mixed = mixed
value-insert = inserts
value-update = updates
value-delete = deletes
value-auto = automatic
value-force = always
value-off = never
value-table = table
value-key = primary key
value-order_kept-1 = in order
value-every-transaction = every transaction
value-interval = at intervals
unit-nodes = nodes
unit-node = number
unit-TPS = TPS
unit-tables = tables
unit-streams = streams
unit-threads = threads
unit-transactions = transactions
unit-events = events
unit-events-per-s = events a second
unit-files-per-min = files a minute
unit-records = records
unit-files = files
unit-flushes = flushes
unit-holes = holes
unit-heartbeats = heartbeats
unit-one-nodes = node
unit-one-streams = stream
unit-one-records = record
unit-one-transactions = transaction
unit-one-threads = thread
unit-one-tables = table
limit-spill-growing = spills what grows from
limit-spill-waiting = spills what waits from
chart-share = { $letter }: { $share } for { $part }.

metric-status = how it ended
metric-eps = events written
metric-dml_eps = row events and table maps written
metric-bps = bytes written
metric-tps = transactions written
metric-fpm = files filled
metric-written_at_ms = all written at
metric-bottleneck = busy all the time
metric-order_kept = what is written
metric-delay_ms = delay
metric-delay_ms-mean = delay, mean
metric-delay_ms-p50 = delay, half within
metric-delay_ms-p95 = delay, 95 % within
metric-delay_ms-p99 = delay, 99 % within
metric-delay_ms-peak = delay, longest
metric-sort_delay_ms = from committed until sorted, longest
metric-write_delay_ms = from committed until written, longest
metric-delay_pct = where delay passes
metric-delay_pct-read = delay: being read, sorted or spilled
metric-delay_pct-hole = delay: held by a hole
metric-delay_pct-input = delay: the merge waits for a node
metric-delay_pct-merge = delay: in the merge
metric-delay_pct-collect = delay: being put together
metric-delay_pct-write = delay: being written, or waiting for the writer
metric-held_back_by = node that was waited for longest
metric-held_back_ms = the merge waited for it
metric-peak_memory_bytes = peak memory
metric-peak_memory_pct = peak memory, share
metric-peak_memory_bytes-receiving = peak memory: being read, or not committed
metric-peak_memory_bytes-holes = peak memory: held by holes
metric-peak_memory_bytes-queued = peak memory: before the merge
metric-peak_memory_bytes-sending = peak memory: between merge and file
metric-spilled_bytes = spilled to disk
metric-spill_from_memory_bytes = memory at the first spill
metric-first_spill_at_ms = first spill at
metric-out_of_memory_at_ms = memory ran out at
metric-memory_cause = what held most of it
metric-busy_pct = busy, by stage
metric-busy_pct-link = busy: link
metric-busy_pct-sort = busy: sort of a node
metric-busy_pct-merge = busy: merge
metric-busy_pct-collect = busy: collector
metric-busy_pct-write = busy: writer
metric-busy_pct-consume = busy: consumer
metric-transactions = transactions
metric-distributed_transactions = distributed ones
metric-single_shard_transactions = single-shard ones
metric-unordered_parts = parts of unordered ones
metric-unwritten_transactions = committed, never written
metric-heartbeats = heartbeats
metric-source_bytes = read from the nodes’ logs
metric-written_bytes = global binlog: bytes
metric-written_events = global binlog: events
metric-files = files
metric-flushes = flushes
metric-holes = holes
metric-longest_hole_ms = longest hole
metric-peak_unread_records = most records unread in a log
metric-split_transactions = split over streams
metric-split_pct = split over streams, share
metric-consumer_delay_ms = the consumer is behind by
outcome-status-written = all written
outcome-status-stalled = stalled for ever
outcome-status-out-of-memory = out of memory
outcome-bottleneck-none = nothing
outcome-bottleneck-link = the link from a node
outcome-bottleneck-sort = the sort of a node
outcome-bottleneck-merge = the merge
outcome-bottleneck-collect = the collectors
outcome-bottleneck-write = the writer
outcome-bottleneck-consume = the consumer
outcome-memory_cause-big-transaction = the huge transaction
outcome-memory_cause-hole = what a hole holds
outcome-memory_cause-merge-input = what waits before the merge
outcome-memory_cause-writer = what waits for the writer
outcome-memory_cause-spread = nothing alone
cause-read = being read, sorted or spilled
cause-hole = held by a hole in the node’s log
cause-input = the merge waits for another node
cause-merge = merging, and until writers have room
cause-collect = being put together
cause-write = being written, or waiting for the writer
delay-note = Shares of the delays of all written transactions, by where the time passes.

activity-first-level-sort = read and sort
activity-spill = spill
activity-wait-hole = held by a hole
activity-wait-room = wait for room in the queue
activity-merge = merge
activity-holds-back = the merge waits for it
activity-wait-writer = wait for the writers
activity-collect = put together
activity-restore = read back
activity-write-global-binlog = write
activity-flush-global-binlog = flush
activity-consume = consumer reads
lane-node = node { $number }
lane-group = group { $number }
lane-root = root
lane-collector = collector { $number }
lane-stream = stream { $number }
lane-consumer = consumer { $number }
lane-short-node = node { $number }
lane-short-group = group { $number }
lane-short-root = root
lane-short-collector = coll. { $number }
lane-short-stream = str. { $number }
lane-short-consumer = cons. { $number }
lane-group-node = Sort of each node
lane-group-frontier = The merge waits for
lane-group-merge = Merge
lane-group-writer = Global binlog
lane-group-consumer = Consumer
series-delay = Delay
series-memory = Memory
series-memory-receiving = Memory: being read, or not committed
series-memory-holes = Memory: held by holes
series-memory-queued = Memory: before the merge
series-memory-sending = Memory: between merge and file
series-spilled = Spilled to disk
series-written = Bytes written a second
series-eps = Events written a second
series-unread = Records unread in the logs
series-consumer_delay = Delay of the consumer
zoom-detail = Show the stretch that was recorded in detail
times-note-whole = The curves show the whole run; the shaded stretch is what the lanes show.
times-unrecorded = not recorded
times-outside = Lanes and single transactions were recorded from { $from } to { $to }; the moment is outside.
times-back = Back to them
times-watch = Run again and record at { $time }

order-title = From many logs to one
order-note = Each row is a node; transactions go from left to right, the oldest in front. The merge takes the smallest commit timestamp of all queues, and it may only do so when every queue has one. The number on a block is only its name, in order of begin. The order is that of commit timestamps: choose a block to see its own. Point at a block to see where the other parts of its transaction are. Blocks are the transactions that were recorded; bytes are of all.
order-variants = Variants
order-kinds = Kinds of transactions
order-marks = Where they are
order-controls = Step through the order
order-back = Back to the last move of a transaction
order-forward = On to the next move of a transaction
order-of = Order of { $letter }, { $name }
order-hint = Up and down choose a row, left and right walk its blocks, Enter chooses a transaction.
order-kind-distributed = distributed
order-kind-single-shard = single-shard
order-kind-unordered = unordered
order-kind-heartbeat = heartbeat
order-kind-big = huge
order-kind-stuck = stuck
order-mark-log = not read yet
order-mark-open = prepared, not committed: a hole
order-mark-held = committed, held by a hole
order-mark-next = smallest commit timestamp of all queues
order-mark-way = merged, not written
order-mark-spilled = spilled
order-place-log = in the node’s log, not read yet
order-place-open = prepared and not committed: it holds back what was committed after it
order-place-held = committed, but held by a hole
order-place-ready = sorted, but the queue is full
order-place-queue = in the queue before the merge
order-place-gathering = some of its parts have passed the merge
order-place-way = merged, not written yet
order-place-written = in the global binlog
order-column-log = Log, unread
order-column-sort = First-level sort
order-column-queue = Queue
order-column-merge = Merge
order-column-tape = Global binlog
order-short-log = log
order-short-sort = sort
order-short-queue = queue
order-short-merge = merge
order-short-tape = global binlog
order-node = node { $number }
order-node-idle = node { $number }, idle
order-tape-empty = none of those drawn
order-waits = the merge waits
order-waits-short = waits
order-block = Transaction { $transaction }, { $kind }, its part on node { $node }, { $size }: { $place }.
order-block-whole = Transaction { $transaction }, { $kind }: { $place }.
order-row = Node { $number }: { $log } unread, { $open ->
    [0] no hole
    [one] one hole
   *[other] { $open } holes
  }, { $held } held in the sort, { $queue } in the queue{ $waits ->
    [yes] ; the merge waits for it
   *[no] { "" }
  }.
order-row-tape = Global binlog: { $written } written, { $way } on their way.
order-story-hole = Node { $node } has a hole: transaction { $transaction } is prepared and not committed yet. Behind it { $waiting } that { $count ->
    [one] was
   *[other] were
  } committed after it, since it may still get a smaller commit timestamp.{ $waits ->
    [yes] { " " }Node { $node } has nothing else to offer, so the merge waits too.
   *[no] { "" }
  }
order-story-big = Node { $node } still reads the huge transaction { $transaction }. The merge waits for it: in the queues { $waiting }.
order-story-idle = The merge waits for node { $node }, which has nothing to say: its next transaction could have the smallest commit timestamp. In the queues of the others { $waiting } until it sends a heartbeat.
order-story-behind = The merge waits for node { $node }, whose log is being read: what comes next from there could have the smallest commit timestamp. In the queues { $waiting }.
order-story-empty = The merge waits for node { $node }, which has committed nothing new: its next transaction could have the smallest commit timestamp. In the queues of the others { $waiting }.
order-story-writer = { $number } transactions have passed the merge and wait to be written: the slow part is behind the merge.
order-story-next = The merge waits for nobody: transaction { $transaction } has the smallest commit timestamp of all and goes first.
order-story-reading = No queue shows anything: { $count ->
    [one] one part is
   *[other] { $number } parts are
  } in the logs, not read yet.
order-waiting = { $many ->
    [heartbeat] one heartbeat waits
    [heartbeats] { $number } heartbeats wait
    [one] one transaction waits
    [one-parts] one transaction ({ $parts } parts) waits
    [many-parts] { $number } transactions ({ $parts } parts) wait
   *[many] { $number } transactions wait
  }
order-story-alone = The merge waits for node { $node }. No transaction that is drawn waits in a queue.
order-undrawn = { $later ->
    [yes] Transactions before and after those that were recorded
   *[no] Transactions from before { $moment }
  } are not drawn; { $bytes } of them are in sorts and queues.
order-unwritten = in memory, not written: { $bytes }
order-place-spilling = read; memory has passed its threshold: it is being spilled
order-place-spilling-all = read; it is being spilled, like everything
order-story-quiet = Nothing that is drawn waits: what has passed the merge is being written.
order-story-before = The transactions that were recorded begin at { $from }.
order-story-past = The transactions that were recorded, from { $from } on, are all in the global binlog at { $to }. Later ones were not recorded one by one.
order-memory = Memory
order-memory-limit = of { $limit }
order-memory-far = the bar ends at this run’s peak, { $peak }, of { $limit } that there are
order-memory-receiving = being read, or not committed
order-memory-holes = held by holes
order-memory-queued = before the merge
order-memory-sending = between merge and file
order-memory-thresholds = spills from { $new } % and { $all } %
order-detail = The chosen transaction
order-transaction = Transaction { $number }
order-close = Close
order-about-distributed = Prepared and committed on several nodes; its parts become one in the merge.
order-about-single-shard = Committed in one step on one node: it takes the largest commit timestamp that its log has shown.
order-about-unordered = Committed on several nodes without a timestamp: its parts are not put together.
order-about-heartbeat = A transaction without rows on every node: it moves the merge on, and is not written.
order-about-big = So large that the others wait while it is read, sorted and written.
order-about-stuck = It stays prepared, and keeps back all that its nodes commit meanwhile.
order-timestamp = Virtual timestamp, 54 digits
order-timestamp-unknown = Its virtual timestamp is not known in this run.
order-digits-commit = commit timestamp (19), in ns
order-digits-transaction = transaction (19), counted from 0
order-digits-sequence = sequence (10)
order-digits-node = node (6)
order-times = Its parts and their times
order-part = part
order-bytes = bytes
order-time-prepared = prepared
order-time-committed = committed
order-time-read = read
order-time-sorted = sorted
order-time-merged = merged
order-time-collected = put together at
order-time-written = written at

why-out-of-memory-big-transaction = { $letters } { $count ->
    [one] runs
   *[other] run
  } out of memory at { $out_at }: a huge transaction of { $big } takes { $expansion } of its bytes, and there are { $limit }. Spilling would let it pass.
why-out-of-memory-hole = { $letters } { $count ->
    [one] runs
   *[other] run
  } out of memory at { $out_at }: what was committed behind a prepared transaction may not leave its node’s sort, and piles up there.
why-out-of-memory-merge-input = { $letters } { $count ->
    [one] runs
   *[other] run
  } out of memory at { $out_at }: the merge waits for node { $node }, and what all others send piles up before it.
why-out-of-memory-writer = { $letters } { $count ->
    [one] runs
   *[other] run
  } out of memory at { $out_at }: transactions come faster than they are written, and wait in memory.
why-out-of-memory-spread = { $letters } { $count ->
    [one] runs
   *[other] run
  } out of memory at { $out_at }, which nothing alone fills.
why-stalled = { $letters } { $count ->
    [one] stalls
   *[other] stall
  } for ever: node { $node } has nothing to say and sends no heartbeat, so nobody knows that its next transaction does not have the smallest commit timestamp. { $unwritten } committed transactions are never written.
why-huge-in-memory = { $letters } { $count ->
    [one] keeps
   *[other] keep
  } the huge transaction in memory: { $memory } at the peak, { $memory_pct } of what there is. It is sorted { $sorted } and written { $written } after its commit: all of it must be sorted before its first row may be written.
why-huge-forced = { $letters } { $count ->
    [one] spills
   *[other] spill
  } everything, { $spilled }, whether memory is short or not. The reader waits for every byte that is written to the store, so the huge transaction is sorted only after { $sorted }; the collectors read back side by side, which shows only where they are the slower part. It is written after { $written }.
why-huge-spilled = { $letters } { $count ->
    [one] spills
   *[other] spill
  } from { $spill_from } in memory on, which is { $threshold } of it: the huge transaction has grown past the threshold, so all its { $spilled } go to disk. It is written after { $written }.
why-stuck = A transaction of { $letters } stays prepared for { $stuck }. What its node commits meanwhile is held in the sort, what the others commit before the merge: { $memory } at the peak, the more the longer. 99 of 100 are written within { $p99 }.
why-saturated-link = Under { $letters } the link from a node has no time left: it is busy for { $busy_link } of the time and carries { $bandwidth }. Delay grows to { $peak }.
why-saturated-sort = Under { $letters } the sort of a node has no time left: it is busy for { $busy_sort } of the time, one thread for each log. Delay grows to { $peak }; more nodes with less each would help.
why-saturated-merge = Under { $letters } the merge has no time left: it is busy for { $busy_merge } of the time, and delay grows to { $peak }.
why-saturated-collect = Under { $letters } the collectors have no time left: they are busy for { $busy_collect } of the time, and { $collectors } of them put { $eps } together. Delay grows to { $peak }; more of them would help.
why-saturated-write = Under { $letters } the writer has no time left: it is busy for { $busy_write } of the time, and { $bps } go into the global binlog. Delay grows to { $peak }; more streams would share the work.
why-saturated-consume = Under { $letters } the consumer has no time left: it is busy for { $busy_consume } of the time and reads { $consumed }. The global binlog itself is not late by that.
why-delay-idle = The largest share of the delay under { $letters } is waiting for a node that has nothing to say, { $input_pct }: a transaction waits on average half of the { $heartbeat } between two heartbeats. Half are written within { $p50 }, 99 of 100 within { $p99 }.
why-delay-input = The largest share of the delay under { $letters } is waiting for another node, { $input_pct }: only when every node has shown something is the smallest commit timestamp known. Half are written within { $p50 }, 99 of 100 within { $p99 }.
why-delay-hole = The largest share of the delay under { $letters } is behind holes, { $hole_pct }: a distributed transaction is prepared for { $gap } on average before it is committed, and what commits meanwhile waits. Half are written within { $p50 }, 99 of 100 within { $p99 }.
why-delay-read = The largest share of the delay under { $letters } is being read, sorted or spilled, { $read_pct }. Half are written within { $p50 }, 99 of 100 within { $p99 }.
why-delay-merge = The largest share of the delay under { $letters } is in the merge, and before writers have room, { $merge_pct }. Half are written within { $p50 }, 99 of 100 within { $p99 }.
why-delay-collect = The largest share of the delay under { $letters } is being put together by collectors, { $collect_pct }. Half are written within { $p50 }, 99 of 100 within { $p99 }.
why-delay-write = The largest share of the delay under { $letters } is being written, or waiting for the writer, { $write_pct }. Half are written within { $p50 }, 99 of 100 within { $p99 }.
why-split = { $streams } streams of { $letter } share the writing, and { $split } transactions, { $split_pct }, are split: whoever reads one stream sees a part of them, and at no moment the whole.
why-consumer = The consumer of { $letter } reads { $consumed }: it is up to { $consumer } behind the global binlog, which is not late itself.
why-so-on = The same holds for { $letters }; their numbers are in the table.
why-fitted = The 7 s and 17 s of 5 GB were fitted to the published ones; how much memory an event takes, and what spilling costs, is assumed.

consequence-global-binlog-swap = The spill store takes what memory does not hold. The reader waits for every byte that is written to it, so sorting takes longer; the collectors read back side by side, which shows only where they are the slower part.
consequence-global-binlog-heartbeat_ms = A transaction without rows on every node: behind an idle node the others wait at most so long, half of it on average. Below the time that holes last anyway it gains nothing: a heartbeat is a transaction too, and leaves holes itself. 0: none.
