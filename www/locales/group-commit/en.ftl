# Texts of the lab on group commit, and of views that only it has so far.
predict-question-group-commit = Whose source will commit the most transactions a second?
predict-wrong-group-commit = You guessed { $letter }. The most had { $least }.
predict-question-group-commit-lag = On which variant will the replica lag least?
predict-wrong-group-commit-lag = You guessed { $letter }. The least lag had { $least }.
predict-question-group-commit-limit = Which replica will follow the most transactions a second?
predict-wrong-group-commit-limit = You guessed { $letter }. The most had { $least }.
predict-question-group-commit-steps = Which variant will take the fewest steps?
predict-wrong-group-commit-steps = You guessed { $letter }. The fewest steps had { $least }.
answer-group-commit = { $least } commits most, { $least_value }; { $most } commits { $most_value }.
answer-one-group-commit = The source commits { $least_value }.
answer-group-commit-lag = The replica lags least under { $least }, { $least_value } at most; under { $most } it lags { $most_value }.
answer-one-group-commit-lag = The replica lags { $least_value } at most.
answer-group-commit-limit = The replica follows most under { $least }, { $least_value }; under { $most } it follows { $most_value }.
answer-one-group-commit-limit = The replica follows up to { $least_value }.
answer-group-commit-steps = { $least } takes the fewest steps, { $least_value }; { $most } takes { $most_value }.
answer-one-group-commit-steps = The workers take { $least_value }.
group-clients = Clients
group-commit = Commit
group-dependencies = Dependencies
group-rows = Rows
group-in-the-stream = In the stream
group-replica-s-commit = Replica’s commit
group-link = Link
group-goal = Goal
group-your-own-workload = Your own workload
param-clients = clients
param-arrival = arrival
param-arrival_tps = arrivals
param-think_us = thinking
param-group-commit-work_us = work
param-work_distribution = spread of the work
param-statement_cpu_us = processor time of a statement
param-source_cpu_us = processor time on the source
param-source_cores = cores of the source
param-duration_s = duration
param-transactions = transactions at most
param-server = server
param-group-commit-fsync_us = fsync
param-fsync_spread_pct = spread of fsyncs
param-binlog_write_us = write into the binlog
param-fsyncs_per_group = fsyncs a group
param-sync_every = sync the binlog every
param-sync_delay_us = delay
param-no_delay_count = delay ends at
param-delay_overhead_us = oversleeping
param-commit_siblings = siblings
param-tracking = dependency tracking
param-history_size = history
param-writeset_keys = keys in a write set
param-rows_per_transaction = rows a transaction
param-keys = rows in all tables
param-key_distribution = which rows
param-hot_keys = hot rows
param-transaction_bytes = binlog bytes
param-tables = tables
param-schemas = schemas
param-unique_keys = unique keys
param-parent_keys = parents
param-keyless_pct = without a key
param-ddl_ms = a DDL of
param-ddl_at_ms = DDL at
param-big_rows = a transaction of
param-big_at_ms = large one at
param-replica_workers = workers
param-parallel_mode = parallel by
param-preserve_commit_order = commit order kept
param-apply_cpu_us = processor time on the replica
param-apply_wait_us = other time on the replica
param-apply_distribution = spread of the times of applying
param-transaction_retries = retries
param-replica_start = replica starts
param-replica_crash_at_ms = replica crashes at
param-replica_fsync_us = fsync of the replica
param-replica_fsyncs_per_group = fsyncs a group of the replica
param-replica_sync_delay_us = delay of the replica
param-replica_no_delay_count = delay of the replica ends at
param-hand_over_us = hand-over
param-link_bytes_per_s = bandwidth of the link
param-link_latency_us = latency of the link
param-servers = servers
param-goal = goal
param-watch_at_ms = watch from
param-own_transactions = transactions
param-own_binlog = binlog
value-closed = closed loop
value-open = open
value-exponential = exponential
value-constant = constant
value-mysql = MySQL
value-mariadb = MariaDB
value-postgresql = PostgreSQL
value-single = no group commit
value-commit-order = COMMIT_ORDER
value-writeset = WRITESET
value-writeset-session = WRITESET_SESSION
value-all = all unique keys
value-primary-only = primary key only
value-uniform = uniform
value-special = special
value-hot = hot rows
value-logical-clock = logical clock
value-schema = schema
value-conservative = conservative
value-optimistic = optimistic
value-with-source = with the source
value-after-source = after the source
value-run = one run
value-max-tps-without-lag = most TPS without lag
unit-x = ×
unit-TPS = TPS
unit-clients = clients
unit-transactions = transactions
unit-groups = groups
unit-fsyncs = fsyncs
unit-steps = steps
unit-step = step
unit-workers = workers
unit-retries = retries
unit-waits = waits
unit-times = times
unit-events = events
unit-hundredths = × one worker
phase-commit = committing
phase-catch-up = the replica catches up
phase-trial = trial { $number }

metric-max_tps = most without lag
metric-clients_at_max = clients at that
metric-arrival_tps_at_max = arrivals at that
metric-source_tps = source: throughput
metric-transactions = transactions
metric-commit_latency_us = commit latency
metric-commit_latency_us-mean = commit latency, mean
metric-commit_latency_us-p50 = commit latency, half within
metric-commit_latency_us-p95 = commit latency, 95 % within
metric-commit_latency_us-p99 = commit latency, 99 % within
metric-group_size = group size, mean
metric-group_size-mean = group size, mean
metric-group_size-p50 = group size, half up to
metric-group_size-p95 = group size, 95 % up to
metric-group_size-max = group size, largest
metric-groups = groups
metric-groups_closed = groups closed
metric-groups_closed-delay = groups closed: delay over
metric-groups_closed-count = groups closed: enough had come
metric-groups_closed-row-lock = groups closed: a row lock was waited for
metric-groups_closed-no-wait = groups closed: nobody waited
metric-redo_fsyncs = fsyncs of the redo log
metric-binlog_fsyncs = fsyncs of the binlog
metric-fsyncs_per_transaction = fsyncs a transaction
metric-row_lock_waits = waits for rows
metric-source_cpu_pct = source: processor load
metric-replica_tps = replica: throughput
metric-replica_group_size = replica: group size
metric-replica_fsyncs = replica: fsyncs
metric-retries = replica: retries
metric-replica_cpu_pct = replica: processor load
metric-replica_wait_pct = replica: what is waited for
metric-replica_wait_pct-dependency = replica: waiting for a dependency
metric-replica_wait_pct-worker = replica: waiting for a worker
metric-replica_wait_pct-core = replica: waiting for a core
metric-replica_wait_pct-row-lock = replica: waiting for a row
metric-replica_wait_pct-commit-order = replica: waiting for its turn to commit
metric-replica_wait_pct-fsync = replica: waiting for an fsync
metric-peak_lag_ms-replica-2 = peak lag of the second replica
metric-final_lag_ms = lag when the clients end
metric-lag_grows = lag keeps growing
metric-peak_seconds_behind_source_s = peak of Seconds_Behind_Source
metric-drained_at_ms = everything applied at
metric-parallel_steps = steps on the workers
metric-critical_path = longest chain
metric-parallelism = best possible speed-up
metric-parallel_steps-writeset = steps on the workers, with write sets
metric-critical_path-writeset = longest chain, with write sets
metric-parallelism-writeset = best possible speed-up, with write sets
metric-writeset_history_clears = write set history cleared
metric-writeset_fallbacks = write set not usable
metric-committed_beyond_gap = committed beyond a gap
metric-gaps_after_crash = gaps after the crash
metric-low_water_mark = low-water mark
metric-wrong_results = wrong results
outcome-lag_grows-yes = yes
outcome-lag_grows-no = no
waits-note = Shares of all the time that transactions wait on the replica, by what they wait for.
chart-share = { $letter }: { $share } for { $part }.

activity-execute = execute
activity-retry = apply again
activity-fsync-redo = fsync of the redo log
activity-fsync-binlog = fsync of the binlog
activity-delay = delay
activity-wait-row-lock = wait for a row
activity-wait-flush = wait for the flush
activity-wait-sync = wait for the sync
activity-wait-dependency = wait for a dependency
activity-wait-worker = wait for a worker
activity-wait-core = wait for a core
activity-wait-commit-order = wait for the turn to commit
lane-client = client { $number }
lane-redo-fsync = redo fsync
lane-binlog = binlog
lane-coordinator = coordinator
lane-worker = worker { $number }
lane-short-client = client { $number }
lane-short-redo-fsync = redo
lane-short-binlog = binlog
lane-short-coordinator = coord.
lane-short-worker = worker { $number }
lane-group-source = Source
lane-group-binlog = Binlog
lane-group-replica-2 = Second replica
series-seconds_behind_source = Seconds_Behind_Source
series-seconds_behind_source-replica-2 = Seconds_Behind_Source of the second replica
series-replica_tps-replica-2 = Second replica: transactions a second
series-lag-replica-2 = Lag of the second replica
series-source_tps = Source: transactions a second
series-replica_tps = Replica: transactions a second
zoom-detail = Show the stretch that was recorded in detail
times-note-whole = The curves show the whole run; the shaded stretch is what the lanes show.
times-unrecorded = not recorded
times-outside = Lanes and single transactions were recorded from { $from } to { $to }; the moment is outside.
times-back = Back to them
times-watch = Run again and record at { $time }

spreads-title = Not over time
spreads-title-group-commit = Groups and parallelism
series-group_size = Group sizes
series-width = Width of the steps
series-speed_up = Speed-up by workers
series-speed_up-writeset = Speed-up by workers, with write sets
series-width-writeset = Width of the steps, with write sets
series-search = Search for the limit
axis-group_size = transactions in a group
axis-width = step
axis-speed_up = workers
axis-search = clients
spread-note-group_size = How many groups of the source had how many transactions. A client has one transaction in a group at most.
spread-note-width = If every transaction took one step and workers were without limit: how many run side by side.
spread-note-speed_up = How much sooner so many workers are done than one, if every transaction takes one step.
spread-note-speed_up-writeset = The same with the dependencies that write sets would give.
spread-note-width-writeset = The same with the dependencies that write sets would give.
missed-search = lag too long, or growing
spread-note-search = What the source commits with so many clients, as far as the search went.
cursor-group_size = { $letter }: { $y } { $count ->
    [one] group
   *[other] groups
  } of { $x }.
cursor-width = { $letter }, step { $x }: { $y } side by side.
column-cursor = { $letter }, { $axis } { $x }: { $value }.
column-most = up to { $value }
column-mean = mean { $value }
columns-hint = Left and right walk the columns, up and down the variants.
curves-hint = Left and right walk the points; the values are read aloud.
table-cut = The first { $count } of { $total }; the JSON of the report holds all.

graph-title = Which transaction waits for which
graph-note-steps = Each row is a transaction, in the order of the binlog. A line leads to it from the newest one that must have ended before it may start on the replica: all up to that one must have. Its column is its step, its colour what held it up longest; bands are groups.
graph-note-time = Each row is the life of a transaction: its statements on the source, its commit there, its wait for the replica, its work there, and its wait to commit. Choose one to see what it waits for.
graph-of = Transactions of { $letter }, { $name }
graph-hint = Up and down choose a transaction, left and right move the moment, Enter goes to where the chosen one is applied.
graph-by = Placed by
graph-by-steps = steps
graph-by-time = time
graph-variants = Variants
graph-causes = Held up longest by
graph-stretches = Parts of a life
stretch-execute = statements on the source
stretch-commit = commit on the source
stretch-apply = applied
graph-statuses = Where a transaction stands
graph-controls = Step through the transactions
graph-back = Step back to the last change
graph-forward = Step forward to the next change
graph-earlier = Earlier transactions
graph-later = Later transactions
graph-page = { $first } to { $last } of { $total }
graph-to-moment = To the moment
graph-group = group
graph-row = Transaction { $sequence }, after { $last }, group { $group }: { $status }. Held up by: { $cause }.
graph-row-free = Transaction { $sequence }, after none, group { $group }: { $status }. Held up by: { $cause }.
graph-tally = { $count } { $status }
graph-choose = Choose a transaction to see all that is known of it.
graph-detail = The chosen transaction
status-before = not begun
status-executing = on the source
status-committing = committing on the source
status-waiting = waiting
status-applying = being applied
status-ordering = waiting to commit
status-done = done
cause-nothing = nothing
cause-dependency = a dependency
cause-worker = no free worker
cause-core = no free core
cause-commit-order = the turn to commit
cause-fsync = an fsync
cause-row-lock = a row
detail-waits = Transaction { $sequence } may start on the replica once all up to { $last } have ended.
detail-free = Transaction { $sequence } waits for no other.
detail-cause-nothing = Nothing held it up.
detail-cause-dependency = It was held up longest by what it depends on.
detail-cause-worker = It was held up longest because every worker was taken.
detail-cause-core = It was held up longest because every core was taken.
detail-cause-commit-order = It was held up longest by its turn to commit.
detail-cause-fsync = It was held up longest by the fsync.
detail-cause-row-lock = It was held up longest by a row of another transaction.
detail-group = binlog group
detail-session = session
detail-step = step
detail-worker = worker
detail-retries = times applied again
detail-started = first statement
detail-prepared = asks to commit
detail-committed = committed on the source
detail-apply_from = applied from
detail-apply_to = applied until
detail-replica_committed = committed on the replica
detail-rows = rows
detail-rows-unknown = not known

notes = Notes on the input
notes-more = { $count } more
line-n = Line { $line }
own-workload = Your own workload: paste a binlog, or list transactions
long-example = Example
long-clear = Clear
long-size = { $count ->
    [one] 1 line, { $size }
   *[other] { $number } lines, { $size }
  }
lines-count = { $count ->
    [one] 1 line
   *[other] { $number } lines
  }
transactions-count = { $count ->
    [one] 1 transaction
   *[other] { $number } transactions
  }
transactions-none = No transactions of your own: the lab draws them from its seed.
transaction-n = transaction { $number }
transaction-add = Add a transaction
transaction-remove = Remove transaction { $number }
transaction-at_us = at µs
transaction-session = session
transaction-work_us = work µs
transaction-apply_us = apply µs
transaction-rows = rows
transaction-ddl = DDL
file-open = Open a file…
file-cut = The file is longer: its first { $size } are taken, in whole lines.
list-slip = This is not a list in JSON: { $message }

why-keeps-up = { $letters } { $count ->
    [one] keeps
   *[other] keep
  } up: the replica of { $letter } commits { $replica_tps } and is never more than { $lag } behind.{ $side ->
    [yes] { " " }Side by side, its transactions could be { $parallelism } times as fast as one after another.
   *[no] { "" }
  }
why-catches-up = { $letters } { $count ->
    [one] is
   *[other] are
  } late for a while, and { $count ->
    [one] catches
   *[other] catch
  } up: the replica of { $letter } is { $lag } behind at most.
why-crashed = The replica of { $letters } crashes at { $crash }, { $lag } behind: everything up to transaction { $mark } is there.
why-ddl = A DDL begins on the replica of { $letters } only when it has ended on the source, and nothing passes it: a DDL of { $ddl } leaves { $letter } { $lag } behind, and everything is applied at { $drained }.
why-big = One transaction of { $big } rows takes as long on the replica of { $letters } as it took on the source, and those behind it wait: { $letter } is { $lag } behind at most.
why-serial = { $letter } applies with one thread: { $replica_tps }, one transaction after another, while the source commits { $tps }. The lag grows to { $lag }.
why-behind-link = { $letter } falls behind by { $lag }: the link takes { $bandwidth }, which is less than the binlog grows. Seconds_Behind_Source sees only what has arrived.
why-behind-dependency = { $mode ->
    [backlog] { $letter } works its backlog off with { $replica_tps }
   *[behind] { $letter } falls behind by { $lag }
  }: of the time that transactions wait on its replica, { $dependency } go to one that they depend on. { $side ->
    [yes] { $tracking } lets them be { $parallelism } times as fast as one after another, at best.
   *[no] They are one chain: no two of them may run side by side.
  }
why-behind-worker = { $mode ->
    [backlog] { $letter } works its backlog off with { $replica_tps }
   *[behind] { $letter } falls behind by { $lag }
  }: of the time that transactions wait on its replica, { $worker } go to { $workers_count ->
    [one] its one worker
   *[other] a free one of its { $workers } workers
  }. Dependencies would let them be { $parallelism } times as fast as one after another: more workers help.
why-behind-core = { $mode ->
    [backlog] { $letter } works its backlog off with { $replica_tps }
   *[behind] { $letter } falls behind by { $lag }
  }: of the time that transactions wait on its replica, { $core } go to one of { $cores } cores. More workers do not help there.
why-behind-row-lock = { $mode ->
    [backlog] { $letter } works its backlog off with { $replica_tps }
   *[behind] { $letter } falls behind by { $lag }
  }: of the time that transactions wait on its replica, { $row } go to a row that another one holds.
why-behind-commit-order = { $mode ->
    [backlog] { $letter } works its backlog off with { $replica_tps }
   *[behind] { $letter } falls behind by { $lag }
  }: of the time that transactions wait on its replica, { $order } go to their turn to commit. The longest one holds up all that come after it.
why-behind-fsync = { $mode ->
    [backlog] { $letter } works its backlog off with { $replica_tps }
   *[behind] { $letter } falls behind by { $lag }
  }: of the time that transactions wait on its replica, { $sync } go to an fsync, and only { $replica_group } share one. More workers would bring more of them together.
why-behind-fsync-few = { $mode ->
    [backlog] { $letter } works its backlog off with { $replica_tps }
   *[behind] { $letter } falls behind by { $lag }
  }: { $tracking } lets { $parallelism } transactions run side by side on average, too few for { $workers } workers. Of the time that they wait, { $sync } go to an fsync, which { $replica_group } of them share.
why-own-binlog = The listing of { $letters } holds { $transactions } transactions. Its longest chain is { $path }: at best they are { $parallelism } times as fast as one after another; { $workers_count ->
    [one] one worker takes
   *[other] { $workers } workers take
  } { $steps } steps.
why-own-list = The longest chain of the transactions under { $letters } is { $path }: at best they are { $parallelism } times as fast as one after another; { $workers_count ->
    [one] one worker takes
   *[other] { $workers } workers take
  } { $steps_count ->
    [one] one step
   *[other] { $steps } steps
  }.
why-max-tps = The replica of { $letter } follows up to { $max }, reached with { $clients_at_max } clients; above, its lag passes { $limit } or keeps growing.
why-groups = Under { $letter } a group has { $group } transactions, which share what the disk does; under { $base_letter } it has { $base_group }. The source commits { $tps } and { $base_tps }, and a commit takes { $p50 } and { $base_p50 }.
why-delay-too-long = { $letter } waits longer than that: everybody was back before, and { $group } transactions in a group instead of { $base_group } do not make up for it: { $tps } instead of { $base_tps }.
why-retries = On the replica of { $letter }, { $retries } times a transaction was rolled back, since an earlier one needed a row that it held, and was applied again.
why-wrong-results = { $letter } gives a wrong result: { $wrong_count ->
    [one] one transaction
   *[other] { $wrong } transactions
  } ran beside one that changes the same index entry, since their write sets leave it out.
why-gaps = After its crash the replica of { $letter } lacks { $gaps_count ->
    [one] one transaction
   *[other] { $gaps } transactions
  } although later ones are there: everything is there only up to { $mark }.
why-chain = The second replica of { $letter } follows the binlog of the first, whose groups have { $replica_group } transactions: it lags up to { $lag2 }, the first { $lag }.
why-delay-costs = The delay of { $letter } costs throughput: there are { $group } transactions in a group instead of { $base_group }, but a commit takes { $p50 } instead of { $base_p50 }, and { $clients } clients that wait longer send less: { $tps } instead of { $base_tps }.
why-delay-gains = The delay of { $letter } gains throughput: clients that come back while the leader waits join its group, so that one fsync of { $fsync } serves { $group } transactions instead of { $base_group }: { $tps } instead of { $base_tps }.
why-delay-even = The delay of { $letter } changes little on the source: { $tps } instead of { $base_tps }, with { $group } transactions in a group instead of { $base_group }.
why-delay-alone = A single client has nobody to wait for: { $letter } pays the whole delay of { $delay } for every transaction, { $tps } instead of { $base_tps }.
why-seconds-behind = Seconds_Behind_Source is the age of the statement that is being applied, in whole seconds: it does not see what the link has not delivered, and it is 0 when there is nothing to apply.
