# グループコミットの実験の文と、今のところそれだけが持つ表示の文。
predict-question-group-commit = ソースが毎秒もっとも多くのトランザクションをコミットするのは、どの案でしょう。
predict-wrong-group-commit = 予想は { $letter } でした。もっとも多かったのは { $least } です。
predict-question-group-commit-lag = レプリカの遅延がもっとも小さいのは、どの案でしょう。
predict-wrong-group-commit-lag = 予想は { $letter } でした。遅延がもっとも小さかったのは { $least } です。
predict-question-group-commit-limit = 毎秒もっとも多くについていけるのは、どのレプリカでしょう。
predict-wrong-group-commit-limit = 予想は { $letter } でした。もっとも多かったのは { $least } です。
predict-question-group-commit-steps = ステップがもっとも少ないのは、どの案でしょう。
predict-wrong-group-commit-steps = 予想は { $letter } でした。もっとも少なかったのは { $least } です。
answer-group-commit = もっとも多くコミットするのは { $least } で { $least_value }、{ $most } は { $most_value } です。
answer-one-group-commit = ソースは { $least_value } をコミットします。
answer-group-commit-lag = レプリカの遅延は { $least } で最小の最大 { $least_value }、{ $most } では { $most_value } です。
answer-one-group-commit-lag = レプリカの遅延は最大 { $least_value } です。
answer-group-commit-limit = もっとも多くについていくのは { $least } で { $least_value }、{ $most } は { $most_value } です。
answer-one-group-commit-limit = レプリカは { $least_value } までついていきます。
answer-group-commit-steps = ステップは { $least } がもっとも少なく { $least_value }、{ $most } は { $most_value } です。
answer-one-group-commit-steps = ワーカーでは { $least_value } です。
group-clients = クライアント
group-commit = コミット
group-dependencies = 依存関係
group-rows = 行
group-in-the-stream = 流れの中の出来事
group-replica-s-commit = レプリカのコミット
group-link = 回線
group-goal = 目標
group-your-own-workload = 自分の負荷
param-clients = クライアント
param-arrival = 到着
param-arrival_tps = 到着率
param-think_us = 思考時間
param-group-commit-work_us = 実行時間
param-work_distribution = 実行時間の散らばり
param-statement_cpu_us = 1 文の CPU 時間
param-source_cpu_us = ソースの CPU 時間
param-source_cores = ソースのコア数
param-duration_s = 期間
param-transactions = トランザクションの上限
param-server = サーバー
param-group-commit-fsync_us = fsync
param-fsync_spread_pct = fsync の散らばり
param-binlog_write_us = binlog への書き込み
param-fsyncs_per_group = グループあたりの fsync
param-sync_every = binlog を同期する間隔
param-sync_delay_us = 待ち
param-no_delay_count = 待ちを終える件数
param-delay_overhead_us = 寝過ごし
param-commit_siblings = 仲間の数
param-tracking = 依存関係の追跡
param-history_size = 履歴
param-writeset_keys = 書き込み集合のキー
param-rows_per_transaction = トランザクションあたりの行
param-keys = 全表の行数
param-key_distribution = どの行か
param-hot_keys = 熱い行
param-transaction_bytes = binlog のバイト数
param-tables = 表
param-schemas = スキーマ
param-unique_keys = 一意キー
param-parent_keys = 親の行
param-keyless_pct = キーなしの割合
param-ddl_ms = DDL の長さ
param-ddl_at_ms = DDL の時刻
param-big_rows = 大きなトランザクションの行
param-big_at_ms = 大きなトランザクションの時刻
param-replica_workers = ワーカー
param-parallel_mode = 並列の根拠
param-preserve_commit_order = コミット順を保つ
param-apply_cpu_us = レプリカの CPU 時間
param-apply_wait_us = レプリカのその他の時間
param-apply_distribution = 適用時間の散らばり
param-transaction_retries = 再試行
param-replica_start = レプリカの開始
param-replica_crash_at_ms = レプリカのクラッシュ
param-replica_fsync_us = レプリカの fsync
param-replica_fsyncs_per_group = レプリカのグループあたりの fsync
param-replica_sync_delay_us = レプリカの待ち
param-replica_no_delay_count = レプリカの待ちを終える件数
param-hand_over_us = 引き渡し
param-link_bytes_per_s = 回線の帯域
param-link_latency_us = 回線の遅延
param-servers = サーバー数
param-goal = 目標
param-watch_at_ms = 詳しく見る時刻
param-own_transactions = トランザクション
param-own_binlog = binlog
consequence-clients = 1 つのクライアントが 1 つのグループに持てるトランザクションは 1 つだけなので、グループはこれより大きくなりません。最大 TPS を探すときは、試すクライアント数の上限です。
consequence-arrival = 閉じたループはソースとともに遅くなります。開いた到着は遅くならず、どれだけが多すぎるかがわかります。
consequence-arrival_tps = 開いた到着のとき毎秒届くトランザクション。最大 TPS を探すときは、試す上限です。
consequence-think_us = クライアントが 2 つのトランザクションの間に休む長さ。休むとグループは小さくなります。
consequence-group-commit-work_us = トランザクションの文が CPU 時間のほかにかかる平均の時間。待ちが得になるのは、これより短くないときだけです。
consequence-work_distribution = 時間が等しいとクライアントの足並みがそろい、グループはひとりでにできます。
consequence-statement_cpu_us = ほかがコアを待つとき、クライアントがコアを占める長さ。1 文の CPU 時間です。0 はトランザクション全体。
consequence-source_cpu_us = トランザクションがソースで使う CPU 時間。コアが少ないとスループットの上限になります。
consequence-source_cores = これより多くのトランザクションが同時に CPU を要ると、残りは待ちます。
consequence-duration_s = クライアントが働く長さ。その後もレプリカは、すべて適用するまで続けられます。
consequence-transactions = 期間が終わる前にこの件数に達すると、クライアントは止まります。
consequence-server = 誰がグループを作り、いつ閉じるか。
consequence-group-commit-fsync_us = ディスクがログを永続にするまでの時間。遅いほどグループはひとりでに大きくなります。
consequence-fsync_spread_pct = ソースとレプリカの fsync が平均よりどれだけ短いか長いか。すべて等しいとコミットの各段の足並みがそろいますが、実際のディスクではそうなりません。
consequence-binlog_write_us = リーダーが binlog を同期する前に、グループの 1 件ごとに要る CPU 時間。
consequence-fsyncs_per_group = 2 は REDO ログと binlog で、サーバーがそうです。1 は教科書のモデルで、そこでは待ちが得になります。
consequence-sync_every = この数のグループごとにだけ同期し、待ちます。0 は OS 任せで、速いですが、クラッシュで同期前の分を失います。
consequence-sync_delay_us = リーダーがほかを待つ長さ。グループは大きく、レプリカはより並列になり、代償はすべてのコミットが払います。
consequence-no_delay_count = この数だけ集まると待ちは終わります。0 では終わらず、クライアントがこれより少なくても早まりません。
consequence-delay_overhead_us = 待ちが頼んだより長くなる分。実際のスリープは 60 µs ほど遅れ、10 µs の待ちでは大きな差です。
consequence-commit_siblings = PostgreSQL のリーダーは、ほかにこの数のトランザクションが動いているときだけ待ちます。
consequence-tracking = どのトランザクションを並列にできるかを、binlog がレプリカに伝えます。
consequence-history_size = 書き込み集合を調べる行数。満ちると消され、次のトランザクションは最後のものに依存します。
consequence-writeset_keys = 一意キーを省くと、独立でないトランザクションが独立に見えます。
consequence-rows_per_transaction = 行が多いほど衝突が増え、書き込み集合の履歴も早く満ちます。
consequence-keys = 行が少ないほど、2 つのトランザクションが同じ行を求めやすくなります。
consequence-key_distribution = 皆が求める行は連鎖を作り、連鎖は 1 つずつ適用されます。
consequence-hot_keys = 熱い行のとき、変更の半分を受ける行の数。
consequence-transaction_bytes = トランザクションの binlog でのバイト数。遅い回線ではレプリカの受信が遅れます。
consequence-tables = 行はこの数の表に分かれます。
consequence-schemas = 表はこの数のスキーマに分かれます。スキーマごとに並列なレプリカの並列度です。
consequence-unique_keys = 1 つごとに、行あたり 1 項目が書き込み集合に加わり、違う行を変えるトランザクションが結びつくことがあります。
consequence-parent_keys = 各トランザクションはこの数の親の行のどれかの子を挿入し、同じ親の子は連鎖になります。0 は外部キーなし。
consequence-keyless_pct = キーのない表を変えるトランザクションの割合。書き込み集合は役に立ちません。
consequence-ddl_ms = 表を変える文がソースでこの時間かかり、レプリカでももう一度かかって、レプリカはそれを待ちます。0 はなし。
consequence-ddl_at_ms = DDL がソースで始まる時刻。
consequence-big_rows = 1 つのトランザクションがこの数の行を変え、どこでもその分だけ長くかかります。レプリカでは皆が待ちます。0 はなし。
consequence-big_at_ms = 大きなトランザクションがソースで始まる時刻。
consequence-replica_workers = 依存関係とコアの許す限り並列に適用します。0 は 1 つのスレッドがすべて行います。
consequence-parallel_mode = レプリカが並列に動かすときの根拠。
consequence-preserve_commit_order = オンでは、ワーカーは前のコミットを待ち、もっとも長いトランザクションが皆を止めます。
consequence-group-commit-replica_cores = コアより多いワーカーは、ワーカーがほかの何かを待つ間だけ役に立ちます。
consequence-apply_cpu_us = 適用の CPU 時間。コア数をこれで割ったものがレプリカの上限です。
consequence-apply_wait_us = 適用の間に読み取りなどを待つ時間。ワーカーが多ければ隠せます。
consequence-apply_distribution = 時間が等しくないとコミット順は高くつきます。長いトランザクションの後ろは皆それを待ちます。
consequence-transaction_retries = 取り消されたトランザクションを試し直す回数。その後は前のものを待ちます。
consequence-replica_start = たまった分から始めるレプリカは、追いつく速さを示します。
consequence-replica_crash_at_ms = コミット順を保たないと、クラッシュで穴が残ります。後のものがコミット済みで、前のものがない状態です。0 はなし。
consequence-replica_fsync_us = レプリカのディスクがログを永続にするまでの時間。
consequence-replica_fsyncs_per_group = 2 は REDO ログとレプリカ自身の binlog、1 は REDO ログだけ、0 はなし。
consequence-replica_sync_delay_us = レプリカ自身の待ち。ワーカーはより大きなグループでコミットし、連鎖の次のレプリカが並列にできます。
consequence-replica_no_delay_count = この数だけ集まるとレプリカの待ちは終わります。0 では終わりません。
consequence-hand_over_us = 次のワーカーがコミットの番を知るまでの時間。コミット順を保つときの上限です。
consequence-link_bytes_per_s = 回線が binlog より遅いと受信が遅れ、Seconds_Behind_Source には見えません。
consequence-link_latency_us = レプリカまでの時間。遅延はこれより短くなりません。
consequence-servers = 3 は連鎖です。2 つ目のレプリカは 1 つ目の binlog に従い、並列度はそのグループから来ます。
consequence-goal = 1 回の実行、またはレプリカがついていける上限の探索。
consequence-group-commit-lag_limit_ms = 探索が許す遅延。大きいほど、ゆっくり遅れるレプリカも通ります。
consequence-watch_at_ms = ここから 400 件のトランザクションを詳しく見て、何を待ったかを記録します。
consequence-own_transactions = 乱数の代わりに 1 件ずつ与えます。誰がいつ送り、どれだけかかり、どの行を変えるか。
consequence-own_binlog = ダンプの last_committed と sequence_number の行。レプリカはこの依存関係どおりに動き、ソースはありません。
value-closed = 閉じたループ
value-open = 開いた到着
value-exponential = 指数分布
value-constant = 一定
value-mysql = MySQL
value-mariadb = MariaDB
value-postgresql = PostgreSQL
value-single = グループコミットなし
value-commit-order = COMMIT_ORDER
value-writeset = WRITESET
value-writeset-session = WRITESET_SESSION
value-all = すべての一意キー
value-primary-only = 主キーだけ
value-uniform = 一様
value-special = special
value-hot = 熱い行
value-logical-clock = 論理時計
value-schema = スキーマ
value-conservative = 保守的
value-optimistic = 楽観的
value-with-source = ソースとともに
value-after-source = ソースの後
value-run = 1 回の実行
value-max-tps-without-lag = 遅れない最大 TPS
unit-x = ×
unit-TPS = TPS
unit-clients = クライアント
unit-transactions = 件
unit-groups = グループ
unit-fsyncs = 回の fsync
unit-steps = ステップ
unit-step = ステップ
unit-workers = ワーカー
unit-retries = 回の再試行
unit-waits = 回の待ち
unit-times = 回
unit-events = 件の出来事
unit-hundredths = × 1 ワーカー
phase-commit = コミット中
phase-catch-up = レプリカが追いつき中
phase-trial = 試行 { $number }

metric-max_tps = 遅れない最大スループット
metric-clients_at_max = そのときのクライアント
metric-arrival_tps_at_max = そのときの到着率
metric-source_tps = ソース:スループット
metric-transactions = トランザクション
metric-commit_latency_us = コミット時間
metric-commit_latency_us-mean = コミット時間、平均
metric-commit_latency_us-p50 = コミット時間、半数が以内
metric-commit_latency_us-p95 = コミット時間、95 % が以内
metric-commit_latency_us-p99 = コミット時間、99 % が以内
metric-group_size = グループの大きさ、平均
metric-group_size-mean = グループの大きさ、平均
metric-group_size-p50 = グループの大きさ、半数が以下
metric-group_size-p95 = グループの大きさ、95 % が以下
metric-group_size-max = グループの大きさ、最大
metric-groups = グループ
metric-groups_closed = 閉じたグループ
metric-groups_closed-delay = 閉じたグループ:待ちが終わった
metric-groups_closed-count = 閉じたグループ:十分に集まった
metric-groups_closed-row-lock = 閉じたグループ:行ロック待ちがあった
metric-groups_closed-no-wait = 閉じたグループ:待たなかった
metric-redo_fsyncs = REDO ログの fsync
metric-binlog_fsyncs = binlog の fsync
metric-fsyncs_per_transaction = トランザクションあたりの fsync
metric-row_lock_waits = 行の待ち
metric-source_cpu_pct = ソース:CPU 負荷
metric-replica_tps = レプリカ:スループット
metric-replica_group_size = レプリカ:グループの大きさ
metric-replica_fsyncs = レプリカ:fsync
metric-retries = レプリカ:再試行
metric-replica_cpu_pct = レプリカ:CPU 負荷
metric-replica_wait_pct = レプリカ:何を待つか
metric-replica_wait_pct-dependency = レプリカ:依存先を待つ
metric-replica_wait_pct-worker = レプリカ:ワーカーを待つ
metric-replica_wait_pct-core = レプリカ:コアを待つ
metric-replica_wait_pct-row-lock = レプリカ:行を待つ
metric-replica_wait_pct-commit-order = レプリカ:コミットの番を待つ
metric-replica_wait_pct-fsync = レプリカ:fsync を待つ
metric-peak_lag_ms-replica-2 = 2 つ目のレプリカの最大遅延
metric-final_lag_ms = クライアント終了時の遅延
metric-lag_grows = 遅延が増え続ける
metric-peak_seconds_behind_source_s = Seconds_Behind_Source の最大
metric-drained_at_ms = すべて適用した時刻
metric-parallel_steps = ワーカーでのステップ数
metric-critical_path = 最長の連鎖
metric-parallelism = 可能な最大の高速化
metric-parallel_steps-writeset = 書き込み集合でのステップ数
metric-critical_path-writeset = 書き込み集合での最長の連鎖
metric-parallelism-writeset = 書き込み集合で可能な最大の高速化
metric-writeset_history_clears = 書き込み集合の履歴の消去
metric-writeset_fallbacks = 書き込み集合が使えない
metric-committed_beyond_gap = 穴より後のコミット済み
metric-gaps_after_crash = クラッシュ後の穴
metric-low_water_mark = 低水位
metric-wrong_results = 誤った結果
outcome-lag_grows-yes = はい
outcome-lag_grows-no = いいえ
waits-note = トランザクションがレプリカで待つ時間全体に占める、待つ相手ごとの割合。
chart-share = { $letter }:{ $part }が { $share }。

activity-execute = 実行
activity-retry = 再適用
activity-fsync-redo = REDO ログの fsync
activity-fsync-binlog = binlog の fsync
activity-delay = 仲間を待つ
activity-wait-row-lock = 行を待つ
activity-wait-flush = flush を待つ
activity-wait-sync = sync を待つ
activity-wait-dependency = 依存先を待つ
activity-wait-worker = ワーカーを待つ
activity-wait-core = コアを待つ
activity-wait-commit-order = コミットの番を待つ
lane-client = クライアント { $number }
lane-redo-fsync = REDO fsync
lane-binlog = binlog
lane-coordinator = コーディネーター
lane-worker = ワーカー { $number }
lane-short-client = 客 { $number }
lane-short-redo-fsync = REDO
lane-short-binlog = binlog
lane-short-coordinator = 調整
lane-short-worker = 作業 { $number }
lane-group-source = ソース
lane-group-binlog = binlog
lane-group-replica-2 = 2 つ目のレプリカ
series-seconds_behind_source = Seconds_Behind_Source
series-seconds_behind_source-replica-2 = 2 つ目のレプリカの Seconds_Behind_Source
series-replica_tps-replica-2 = 2 つ目のレプリカ:毎秒のトランザクション
series-lag-replica-2 = 2 つ目のレプリカの遅延
series-source_tps = ソース:毎秒のトランザクション
series-replica_tps = レプリカ:毎秒のトランザクション
zoom-detail = 詳しく記録した部分を表示
times-note-whole = 曲線は実行全体です。色の付いた部分が、上のレーンの範囲です。
times-unrecorded = 記録なし
times-outside = レーンと個々のトランザクションは { $from } から { $to } まで記録しました。今の時刻はその外です。
times-back = そこへ戻る
times-watch = { $time } を記録して再実行

spreads-title = 時間以外の軸
spreads-title-group-commit = グループと並列度
series-group_size = グループの大きさ
series-width = ステップの幅
series-speed_up = ワーカーによる高速化
series-speed_up-writeset = 書き込み集合でのワーカーによる高速化
series-width-writeset = 書き込み集合でのステップの幅
series-search = 上限の探索
axis-group_size = グループ内のトランザクション
axis-width = ステップ
axis-speed_up = ワーカー
axis-search = クライアント
spread-note-group_size = ソースのグループのうち、いくつが何件のトランザクションを持つか。クライアントは 1 グループに最大 1 件です。
spread-note-width = どのトランザクションも 1 ステップで、ワーカーに限りがなければ、各ステップで何件が並列か。
spread-note-speed_up = どのトランザクションも 1 ステップなら、この数のワーカーは 1 つよりどれだけ速いか。
spread-note-speed_up-writeset = 書き込み集合が与える依存関係での同じ値。
spread-note-width-writeset = 書き込み集合が与える依存関係での同じ値。
missed-search = 遅延が長すぎるか、増える
spread-note-search = このクライアント数でソースがコミットする量。探索が試したところまでです。
cursor-group_size = { $letter }:{ $x } 件のグループが { $y } 個。
cursor-width = { $letter }、ステップ { $x }:{ $y } 件が並列。
column-cursor = { $letter }、{ $axis } { $x }:{ $value }。
column-most = 最大 { $value }
column-mean = 平均 { $value }
columns-hint = 左右で柱を、上下で案をたどります。
curves-hint = 左右で点をたどり、値を読み上げます。
table-cut = { $total } 行のうち最初の { $count } 行。すべてはレポートの JSON にあります。

graph-title = どのトランザクションがどれを待つか
graph-note-steps = 1 行が 1 トランザクションで、binlog の順です。線は、レプリカで始める前に終わっていなければならない最新のものから来ます。そこまでのすべてが終わっている必要があります。列はステップ、色はもっとも長く止めたもの、帯はグループです。
graph-note-time = 1 行がトランザクションの一生です。ソースでの文、そこでのコミット、レプリカを待つ時間、そこでの適用、コミット待ち。選ぶと何を待つかが見えます。
graph-of = { $letter } のトランザクション、{ $name }
graph-hint = 上下でトランザクションを選び、左右で時刻を動かし、Enter で選んだものが適用される時刻へ移ります。
graph-by = 並べ方
graph-by-steps = ステップ
graph-by-time = 時間
graph-variants = 案
graph-causes = もっとも長く止めたもの
graph-stretches = 一生の各部分
stretch-execute = ソースでの文
stretch-commit = ソースでのコミット
stretch-apply = 適用
graph-statuses = トランザクションの状態
graph-controls = トランザクションをたどる
graph-back = 前の変化へ戻る
graph-forward = 次の変化へ進む
graph-earlier = 前のトランザクション
graph-later = 後のトランザクション
graph-page = { $total } 件中 { $first }～{ $last }
graph-to-moment = 今の時刻へ
graph-group = グループ
graph-row = トランザクション { $sequence }、{ $last } の後、グループ { $group }:{ $status }。止めたもの:{ $cause }。
graph-row-free = トランザクション { $sequence }、待つ相手なし、グループ { $group }:{ $status }。止めたもの:{ $cause }。
graph-tally = { $status } { $count } 件
graph-choose = トランザクションを選ぶと、わかっていることがすべて出ます。
graph-detail = 選んだトランザクション
status-before = 開始前
status-executing = ソースで実行中
status-committing = ソースでコミット中
status-waiting = 待ち
status-applying = 適用中
status-ordering = コミット待ち
status-done = 完了
cause-nothing = なし
cause-dependency = 依存先
cause-worker = 空きワーカーなし
cause-core = 空きコアなし
cause-commit-order = コミットの番
cause-fsync = fsync
cause-row-lock = 行
detail-waits = トランザクション { $sequence } は、{ $last } までのすべてが終わると、レプリカで始められます。
detail-free = トランザクション { $sequence } はほかを待ちません。
detail-cause-nothing = 何にも止められませんでした。
detail-cause-dependency = もっとも長く止めたのは、依存先です。
detail-cause-worker = もっとも長く止めたのは、空いたワーカーがないことです。
detail-cause-core = もっとも長く止めたのは、空いたコアがないことです。
detail-cause-commit-order = もっとも長く止めたのは、コミットの番です。
detail-cause-fsync = もっとも長く止めたのは、fsync です。
detail-cause-row-lock = もっとも長く止めたのは、ほかのトランザクションの行です。
detail-group = binlog グループ
detail-session = セッション
detail-step = ステップ
detail-worker = ワーカー
detail-retries = 再適用の回数
detail-started = 最初の文
detail-prepared = コミットの要求
detail-committed = ソースでコミット
detail-apply_from = 適用の開始
detail-apply_to = 適用の終了
detail-replica_committed = レプリカでコミット
detail-rows = 行
detail-rows-unknown = 不明

notes = 入力についての注記
notes-more = ほか { $count } 件
line-n = { $line } 行目
note-binlog-line = { $line } 行目は使えません:{ $reason }
note-binlog-no-rows = 一覧に行がないので、書き込み集合の効果はわかりません。ダンプのツールは -v で行を出します。
note-search-none = 試したどの負荷でもレプリカはついていけませんでした。数値はもっとも軽い負荷のものです。
note-search-ceiling = 試したもっとも重い負荷でもレプリカはついていけました。上限を上げれば、もっと得られるかもしれません。
own-workload = 自分の負荷:binlog を貼り付けるか、トランザクションを並べる
long-example = 例
long-clear = 消去
long-size = { $number } 行、{ $size }
lines-count = { $number } 行
transactions-count = { $number } 件のトランザクション
transactions-none = 自分のトランザクションはありません。実験が乱数の種から作ります。
transaction-n = トランザクション { $number }
transaction-add = トランザクションを追加
transaction-remove = トランザクション { $number } を削除
transaction-at_us = 時刻 µs
transaction-session = セッション
transaction-work_us = 実行 µs
transaction-apply_us = 適用 µs
transaction-rows = 行
transaction-ddl = DDL
file-open = ファイルを開く…
file-cut = ファイルが長いので、最初の { $size } を行単位で取りました。
list-slip = JSON の一覧ではありません:{ $message }

why-keeps-up = { $letters } はついていきます。{ $letter } のレプリカは { $replica_tps } をコミットし、遅れは最大 { $lag } です。{ $side ->
    [yes] 並列なら、トランザクションは 1 つずつの { $parallelism } 倍まで速くできます。
   *[no] { "" }
  }
why-catches-up = { $letters } はしばらく遅れ、追いつきます。{ $letter } のレプリカの遅れは最大 { $lag } です。
why-crashed = { $letters } のレプリカは { $crash } にクラッシュし、そのとき { $lag } 遅れていました。{ $mark } 番目のトランザクションまでそろっています。
why-ddl = DDL は、ソースで終わってから { $letters } のレプリカで始まり、何もそれを追い越せません。{ $ddl } の DDL で { $letter } は { $lag } 遅れ、すべて適用されるのは { $drained } です。
why-big = { $big } 行のトランザクション 1 件は、{ $letters } のレプリカでもソースと同じだけかかり、後のものは待ちます。{ $letter } の遅れは最大 { $lag } です。
why-serial = { $letter } は 1 つのスレッドで適用します。{ $replica_tps } を 1 件ずつ適用する間に、ソースは { $tps } をコミットします。遅延は { $lag } まで増えます。
why-behind-link = { $letter } は { $lag } 遅れます。回線は { $bandwidth } しか通さず、binlog の伸びに足りません。Seconds_Behind_Source に見えるのは届いた分だけです。
why-behind-dependency = { $mode ->
    [backlog] { $letter } はたまった分を { $replica_tps } で片づけます
   *[behind] { $letter } は { $lag } 遅れます
  }。トランザクションがレプリカで待つ時間のうち { $dependency } は、依存先を待つ時間です。{ $side ->
    [yes] { $tracking } では、最大でも 1 つずつの { $parallelism } 倍です。
   *[no] 全体が 1 本の連鎖で、2 件が並列に動くことはありません。
  }
why-behind-worker = { $mode ->
    [backlog] { $letter } はたまった分を { $replica_tps } で片づけます
   *[behind] { $letter } は { $lag } 遅れます
  }。トランザクションがレプリカで待つ時間のうち { $worker } は、{ $workers } 個のワーカーの空きを待つ時間です。依存関係は 1 つずつの { $parallelism } 倍まで許すので、ワーカーを増やすと効きます。
why-behind-core = { $mode ->
    [backlog] { $letter } はたまった分を { $replica_tps } で片づけます
   *[behind] { $letter } は { $lag } 遅れます
  }。トランザクションがレプリカで待つ時間のうち { $core } は、{ $cores } 個のコアの空きを待つ時間です。ワーカーを増やしても効きません。
why-behind-row-lock = { $mode ->
    [backlog] { $letter } はたまった分を { $replica_tps } で片づけます
   *[behind] { $letter } は { $lag } 遅れます
  }。トランザクションがレプリカで待つ時間のうち { $row } は、ほかが持つ行を待つ時間です。
why-behind-commit-order = { $mode ->
    [backlog] { $letter } はたまった分を { $replica_tps } で片づけます
   *[behind] { $letter } は { $lag } 遅れます
  }。トランザクションがレプリカで待つ時間のうち { $order } は、コミットの番を待つ時間です。もっとも長いものが、後のすべてを止めます。
why-behind-fsync = { $mode ->
    [backlog] { $letter } はたまった分を { $replica_tps } で片づけます
   *[behind] { $letter } は { $lag } 遅れます
  }。トランザクションがレプリカで待つ時間のうち { $sync } は fsync を待つ時間で、1 回を分け合うのは { $replica_group } 件だけです。ワーカーを増やすと、より多くがまとまります。
why-behind-fsync-few = { $mode ->
    [backlog] { $letter } はたまった分を { $replica_tps } で片づけます
   *[behind] { $letter } は { $lag } 遅れます
  }。{ $tracking } で並列に動けるのは平均 { $parallelism } 件で、{ $workers } 個のワーカーには少なすぎます。待つ時間のうち { $sync } は fsync で、1 回を { $replica_group } 件が分け合います。
why-own-binlog = { $letters } の一覧には { $transactions } 件のトランザクションがあります。最長の連鎖は { $path } 件で、最大でも 1 つずつの { $parallelism } 倍、{ $workers } 個のワーカーでは { $steps } ステップです。
why-own-list = { $letters } のトランザクションの最長の連鎖は { $path } 件で、最大でも 1 つずつの { $parallelism } 倍、{ $workers } 個のワーカーでは { $steps } ステップです。
why-max-tps = { $letter } のレプリカは { $max } までついていきます。{ $clients_at_max } クライアントのときです。その上では、遅延が { $limit } を超えるか、増え続けます。
why-groups = { $letter } の 1 グループは { $group } 件で、ディスクの仕事を分け合います。{ $base_letter } では { $base_group } 件です。ソースはそれぞれ { $tps } と { $base_tps } をコミットし、コミットは { $p50 } と { $base_p50 } かかります。
why-delay-too-long = { $letter } はそれより長く待ちます。皆はもう戻っていて、1 グループが { $base_group } 件でなく { $group } 件でも取り返せません。{ $base_tps } でなく { $tps } です。
why-retries = { $letter } のレプリカでは、前のものが要る行を持っていたために、{ $retries } 回トランザクションが取り消され、適用し直されました。
why-wrong-results = { $letter } は誤った結果になります。書き込み集合に入っていないために、{ $wrong } 件が、同じインデックス項目を変えるものと並列に動きました。
why-gaps = クラッシュの後、{ $letter } のレプリカには { $gaps } 件が欠け、後のものはあります。すべてそろうのは { $mark } までです。
why-chain = { $letter } の 2 つ目のレプリカは 1 つ目の binlog に従い、そこでの 1 グループは { $replica_group } 件です。遅れは最大 { $lag2 }、1 つ目は { $lag } です。
why-delay-costs = { $letter } の待ちはスループットを下げます。1 グループは { $base_group } 件でなく { $group } 件ですが、コミットは { $base_p50 } でなく { $p50 } かかり、長く待つ { $clients } クライアントの送る量は減ります。{ $base_tps } でなく { $tps } です。
why-delay-gains = { $letter } の待ちはスループットを上げます。リーダーが待つ間に戻ったクライアントがグループに加わり、{ $fsync } の fsync 1 回が { $base_group } 件でなく { $group } 件に役立ちます。{ $base_tps } でなく { $tps } です。
why-delay-even = { $letter } の待ちは、ソースではほとんど変わりません。{ $base_tps } でなく { $tps }、1 グループは { $base_group } 件でなく { $group } 件です。
why-delay-alone = 1 つのクライアントには待つ相手がいません。{ $letter } はどのトランザクションでも { $delay } の待ちをすべて払い、{ $base_tps } でなく { $tps } です。
why-seconds-behind = Seconds_Behind_Source は、適用中の文の古さを整数の秒で表したものです。回線がまだ届けていないものは見えず、適用するものがなければ 0 です。

sentence-group-commit-one = ソースは { $subject_tps } TPS を 1 グループ { $subject_group_size } 件でコミットし、コミットは { $subject_latency_us } かかり{ $subject_lag_grows ->
    [yes] 、レプリカは遅れ続けて { $subject_lag_ms } に達します
    [no] 、レプリカの遅れは最大 { $subject_lag_ms } です
   *[none] ます
  }{ $subject_wrong_results_any ->
    [yes] 。{ $subject_wrong_results } 件が同じインデックス項目を変えるものと並列に動き、結果は誤りです
   *[no] { "" }
  }。
sentence-group-commit-compare = { $subject_name }({ $subject_column })では、ソースは { $subject_tps } TPS を 1 グループ { $subject_group_size } 件でコミットし、コミットは { $subject_latency_us } かかり{ $subject_lag_grows ->
    [yes] 、レプリカは遅れ続けて { $subject_lag_ms } に達します
    [no] 、レプリカの遅れは最大 { $subject_lag_ms } です
   *[none] ます
  }{ $subject_wrong_results_any ->
    [yes] 。{ $subject_wrong_results } 件が同じインデックス項目を変えるものと並列に動き、結果は誤りです
   *[no] { "" }
  }。{ $base_name }(A)では、ソースは { $base_tps } TPS を 1 グループ { $base_group_size } 件でコミットし、コミットは { $base_latency_us } かかり{ $base_lag_grows ->
    [yes] 、レプリカは遅れ続けて { $base_lag_ms } に達します
    [no] 、レプリカの遅れは最大 { $base_lag_ms } です
   *[none] ます
  }{ $base_wrong_results_any ->
    [yes] 。{ $base_wrong_results } 件が同じインデックス項目を変えるものと並列に動き、結果は誤りです
   *[no] { "" }
  }。
sentence-group-commit-backlog-one = ソースは { $subject_tps } TPS を 1 グループ { $subject_group_size } 件でコミットし、コミットは { $subject_latency_us } かかり、その後レプリカは毎秒 { $subject_replica_tps } 件を適用します。
sentence-group-commit-backlog-compare = { $subject_name }({ $subject_column })では、ソースは { $subject_tps } TPS を 1 グループ { $subject_group_size } 件でコミットし、コミットは { $subject_latency_us } かかり、その後レプリカは毎秒 { $subject_replica_tps } 件を適用します。{ $base_name }(A)では、ソースは { $base_tps } TPS を 1 グループ { $base_group_size } 件でコミットし、コミットは { $base_latency_us } かかり、その後レプリカは毎秒 { $base_replica_tps } 件を適用します。
sentence-group-commit-list-one = ソースは { $subject_transactions } 件を 1 グループ { $subject_group_size } 件でコミットし、{ $subject_workers } 個のワーカーは { $subject_steps } ステップで適用でき、レプリカは { $subject_drained_ms } ですべてコミットします{ $subject_wrong_results_any ->
    [yes] 。{ $subject_wrong_results } 件が同じインデックス項目を変えるものと並列に動き、結果は誤りです
   *[no] { "" }
  }。
sentence-group-commit-list-compare = { $subject_name }({ $subject_column })では、ソースは { $subject_transactions } 件を 1 グループ { $subject_group_size } 件でコミットし、{ $subject_workers } 個のワーカーは { $subject_steps } ステップで適用でき、レプリカは { $subject_drained_ms } ですべてコミットします{ $subject_wrong_results_any ->
    [yes] 。{ $subject_wrong_results } 件が同じインデックス項目を変えるものと並列に動き、結果は誤りです
   *[no] { "" }
  }。{ $base_name }(A)では、ソースは { $base_transactions } 件を 1 グループ { $base_group_size } 件でコミットし、{ $base_workers } 個のワーカーは { $base_steps } ステップで適用でき、レプリカは { $base_drained_ms } ですべてコミットします{ $base_wrong_results_any ->
    [yes] 。{ $base_wrong_results } 件が同じインデックス項目を変えるものと並列に動き、結果は誤りです
   *[no] { "" }
  }。
sentence-group-commit-limit-one = レプリカは{ $subject_tps_any ->
    [no] 試したどの負荷でもついていけません
   *[yes] { $subject_tps } TPS までついていきます({ $subject_clients_any ->
        [yes] { $subject_clients } クライアント
       *[no] 毎秒 { $subject_arrivals } 件の到着
      }、1 グループ { $subject_group_size } 件)
  }。
sentence-group-commit-limit-compare = { $subject_name }({ $subject_column })では、レプリカは{ $subject_tps_any ->
    [no] 試したどの負荷でもついていけません
   *[yes] { $subject_tps } TPS までついていきます({ $subject_clients_any ->
        [yes] { $subject_clients } クライアント
       *[no] 毎秒 { $subject_arrivals } 件の到着
      }、1 グループ { $subject_group_size } 件)
  }。{ $base_name }(A)では、レプリカは{ $base_tps_any ->
    [no] 試したどの負荷でもついていけません
   *[yes] { $base_tps } TPS までついていきます({ $base_clients_any ->
        [yes] { $base_clients } クライアント
       *[no] 毎秒 { $base_arrivals } 件の到着
      }、1 グループ { $base_group_size } 件)
  }。
sentence-group-commit-replay-one = binlog には { $subject_transactions } 件あり、うち { $subject_critical_path } 件は 1 つずつしか動けません。レプリカは最大でも 1 スレッドの { $subject_parallelism } 倍で、{ $subject_workers } 個のワーカーでは { $subject_steps } ステップ{ $subject_writeset_steps_any ->
    [yes] 、書き込み集合では { $subject_writeset_steps } ステップ
   *[no] { "" }
  }です。
sentence-group-commit-replay-compare = { $subject_name }({ $subject_column })では、binlog には { $subject_transactions } 件あり、うち { $subject_critical_path } 件は 1 つずつしか動けません。レプリカは最大でも 1 スレッドの { $subject_parallelism } 倍で、{ $subject_workers } 個のワーカーでは { $subject_steps } ステップ{ $subject_writeset_steps_any ->
    [yes] 、書き込み集合では { $subject_writeset_steps } ステップ
   *[no] { "" }
  }です。{ $base_name }(A)では、binlog には { $base_transactions } 件あり、うち { $base_critical_path } 件は 1 つずつしか動けません。レプリカは最大でも 1 スレッドの { $base_parallelism } 倍で、{ $base_workers } 個のワーカーでは { $base_steps } ステップ{ $base_writeset_steps_any ->
    [yes] 、書き込み集合では { $base_writeset_steps } ステップ
   *[no] { "" }
  }です。

preset-delay-textbook = 遅いディスクでの待ち、1 グループ 1 回の fsync
preset-delay-two-fsyncs = 同じ待ち、1 グループ 2 回の fsync
preset-delay-one-client = 1 つのクライアントが待ちをすべて払う
preset-without-group-commit = グループコミットなし
preset-group-commit-servers = 同じディスクで 4 つのサーバー
preset-mariadb-5ms = 5 ms のディスクの MariaDB
preset-writeset-against-commit-order = グループでなく行で:WRITESET
preset-delay-feeds-the-replica = ソースの待ちがレプリカを助ける
preset-most-tps-without-lag = レプリカはどこまでついていけるか
preset-commit-order-kept-or-not = コミット順を保つ
preset-workers-beyond-cores = コアより多いワーカー
preset-chain-of-children = 1 つの親の子
preset-unique-key-handed-over = 持ち主の変わるアドレス
preset-eight-transactions = 8 件のトランザクション、グループと行
preset-eight-transactions-as-a-binlog = 同じ 8 件を binlog の行で
preset-ddl-in-the-stream = 流れの中の DDL
preset-huge-transaction = 1 つの巨大なトランザクション
preset-thirty-statements = 1 秒の文が 30 個
preset-throttled-receiver = binlog より遅い回線
preset-hot-rows = 熱い行
preset-chain-of-three = 3 台の連鎖
preset-history-too-small = 消される履歴
preset-tables-without-keys = キーのない表
