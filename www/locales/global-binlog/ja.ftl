# グローバル binlog の実験の文。
predict-question-global-binlog = トランザクションがもっとも早くグローバル binlog に入るのは、どの案でしょう。
predict-wrong-global-binlog = 予想は { $letter } でした。もっとも早かったのは { $least } です。
predict-question-global-binlog-huge = 巨大なトランザクションを最初に書き終えるのは、どの案でしょう。
predict-wrong-global-binlog-huge = 予想は { $letter } でした。最初だったのは { $least } です。
predict-question-global-binlog-rate = 毎秒もっとも多くのトランザクションを書くのは、どの案でしょう。
predict-wrong-global-binlog-rate = 予想は { $letter } でした。もっとも多かったのは { $least } です。
answer-global-binlog = { $least } では 100 のうち 99 のトランザクションが { $least_value } 以内に書かれ、{ $most } では { $most_value } 以内です。
answer-one-global-binlog = 100 のうち 99 のトランザクションが { $least_value } 以内に書かれます。
answer-global-binlog-huge = 巨大なトランザクションは { $least } で最初に、{ $least_value } で書き終わり、{ $most } では { $most_value } かかります。
answer-one-global-binlog-huge = 巨大なトランザクションは { $least_value } で書き終わります。
answer-global-binlog-rate = もっとも多く書くのは { $least } で { $least_value }、{ $most } は { $most_value } です。
answer-one-global-binlog-rate = { $least_value } を書きます。
predict-question-global-binlog-memory = メモリーをもっとも使うのはどれですか?
predict-wrong-global-binlog-memory = { $letter } と予想しました。もっとも使ったのは { $least } です。
answer-global-binlog-memory = メモリーをもっとも使うのは { $least } で { $least_value }、{ $most } は { $most_value } です。
answer-one-global-binlog-memory = メモリーは最大 { $least_value } です。
predict-question-global-binlog-consumer = 消費者の遅れがもっとも小さいのはどの案ですか?
predict-wrong-global-binlog-consumer = { $letter } と予想しました。もっとも小さいのは { $least } です。
answer-global-binlog-consumer = 消費者の遅れがもっとも小さいのは { $least } で { $least_value }、{ $most } は { $most_value } です。
answer-one-global-binlog-consumer = 消費者は { $least_value } 遅れます。
bar-never = 永久になし
bar-out-of-memory = メモリー不足
busy-note = それぞれは 1 つの段が忙しい時間の割合で、足しても全体にはなりません。100 % の段には余裕がありません。
stage-link = ノードからの回線
stage-sort = ノードのソート
stage-merge = マージ
stage-collect = 収集スレッド
stage-write = 書き手
stage-consume = 消費者
off-global-binlog-heartbeat_ms = ハートビートなし
off-global-binlog-stuck_ms = 動かないものなし
off-global-binlog-consumer_bytes_per_s = 消費者は待たない
off-global-binlog-big_transaction_bytes = 巨大なものなし
group-cluster = クラスター
group-transactions = トランザクション
group-in-the-stream = 流れの中の出来事
group-memory = メモリー
group-order = 順序
group-global-binlog = グローバル binlog
group-prices = 費用
group-picture = 図
param-data_nodes = データノード
param-idle_nodes = 何もしない
param-tps_per_node = ノードごとのトランザクション
param-duration_ms = 長さ
param-transaction_bytes = binlog のバイト
param-rows_per_statement = 1 文の行
param-changes = 文
param-tables = 表
param-row_event_bytes = 行イベント
param-distributed_pct = 分散
param-unordered_pct = 順序なし
param-nodes_per_transaction = 1 つのノード数
param-execute_us = 準備まで
param-commit_gap_us = 準備からコミットまで
param-big_transaction_bytes = 巨大なトランザクション
param-big_at_ms = 巨大なものの時刻
param-big_row_bytes = その行
param-big_nodes = そのノード
param-scale = 実際に符号化:いくつに 1 つ
param-stuck_ms = 動かないトランザクション
param-stuck_at_ms = 動かなくなる時刻
param-memory_bytes = メモリー
param-expansion_pct = イベントが占める大きさ
param-swap = ディスクへの退避
param-persist_new_threshold_pct = 育つものを退避するしきい値
param-persist_all_threshold_pct = 待つものを退避するしきい値
param-memory_check_ms = メモリーを見る間隔
param-transaction_check_bytes = すぐ調べるトランザクション
param-event_check_bytes = すぐ調べるイベント
param-heartbeat_ms = ハートビートの間隔
param-merge_group = 1 つのマージの入力
param-source_queue = ノードの待ち行列
param-group_queue = 組の待ち行列
param-streams = ストリーム
param-stream_by = 行の分け方
param-send_queue = 書き手の待ち行列
param-consumer_bytes_per_s = 消費者の読む速さ
param-file_bytes = 1 ファイルの大きさ
param-buffer_bytes = 書き込みバッファー
param-flush = フラッシュ
param-flush_interval_ms = フラッシュの間隔
param-link_latency_us = 回線の遅れ
param-link_bytes_per_s = 回線の帯域
param-sort_event_ns = イベントのソート
param-sort_byte_ps = 1 バイトのソート
param-merge_part_ns = 一部分のマージ
param-collectors = 収集スレッド
param-collect_event_ns = イベントの収集
param-collect_byte_ps = 1 バイトの収集
param-write_event_ns = イベントの書き込み
param-write_byte_ps = 1 バイトの書き込み
param-flush_us = フラッシュ 1 回
param-spill_event_ns = イベントの退避
param-spill_byte_ps = 1 バイトの退避
param-restore_byte_ps = 1 バイトの読み戻し
param-watch_at_ms = 詳しく見始める時刻
value-mixed = 混合
value-insert = 挿入
value-update = 更新
value-delete = 削除
value-auto = 自動
value-force = 常に
value-off = しない
value-table = 表
value-key = 主キー
value-order_kept-1 = 順序どおり
value-every-transaction = トランザクションごと
value-interval = 一定間隔
unit-nodes = ノード
unit-node = 番号
unit-TPS = TPS
unit-tables = 表
unit-streams = ストリーム
unit-threads = スレッド
unit-transactions = トランザクション
unit-events = イベント
unit-events-per-s = イベント/秒
unit-files-per-min = ファイル/分
unit-records = レコード
unit-files = ファイル
unit-flushes = フラッシュ
unit-holes = 穴
unit-heartbeats = ハートビート
unit-one-nodes = ノード
unit-one-streams = ストリーム
unit-one-records = レコード
unit-one-transactions = トランザクション
unit-one-threads = スレッド
unit-one-tables = 表
limit-spill-growing = 育つものを退避
limit-spill-waiting = 待つものを退避
chart-share = { $letter }:{ $part }が { $share }。

metric-status = 結末
metric-eps = 書いたイベント
metric-dml_eps = 書いた行イベントとテーブルマップ
metric-bps = 書いたバイト
metric-tps = 書いたトランザクション
metric-fpm = いっぱいになったファイル
metric-written_at_ms = すべて書き終わり
metric-bottleneck = ずっと忙しいもの
metric-order_kept = 書かれたもの
metric-delay_ms = 遅延
metric-delay_ms-mean = 遅延、平均
metric-delay_ms-p50 = 遅延、半分はこれ以内
metric-delay_ms-p95 = 遅延、95 % はこれ以内
metric-delay_ms-p99 = 遅延、99 % はこれ以内
metric-delay_ms-peak = 遅延、最長
metric-sort_delay_ms = コミットからソートまで、最長
metric-write_delay_ms = コミットから書き込みまで、最長
metric-delay_pct = 遅延の内訳
metric-delay_pct-read = 遅延:読み取り、ソート、または退避
metric-delay_pct-hole = 遅延:穴に止められる
metric-delay_pct-input = 遅延:マージがあるノードを待つ
metric-delay_pct-merge = 遅延:マージの中
metric-delay_pct-collect = 遅延:組み立て
metric-delay_pct-write = 遅延:書き込み、または書き手を待つ
metric-held_back_by = もっとも長く待たれたノード
metric-held_back_ms = マージがそれを待った時間
metric-peak_memory_bytes = メモリーの最大
metric-peak_memory_pct = メモリーの最大、割合
metric-peak_memory_bytes-receiving = メモリーの最大:読み取り中か未コミット
metric-peak_memory_bytes-holes = メモリーの最大:穴に止められたもの
metric-peak_memory_bytes-queued = メモリーの最大:マージの前
metric-peak_memory_bytes-sending = メモリーの最大:マージとファイルの間
metric-spilled_bytes = ディスクへ退避
metric-spill_from_memory_bytes = 最初の退避のときのメモリー
metric-first_spill_at_ms = 最初の退避
metric-out_of_memory_at_ms = メモリーが尽きた時刻
metric-memory_cause = もっとも多く占めたもの
metric-busy_pct = 段ごとの忙しさ
metric-busy_pct-link = 忙しさ:回線
metric-busy_pct-sort = 忙しさ:ノードのソート
metric-busy_pct-merge = 忙しさ:マージ
metric-busy_pct-collect = 忙しさ:収集スレッド
metric-busy_pct-write = 忙しさ:書き手
metric-busy_pct-consume = 忙しさ:消費者
metric-transactions = トランザクション
metric-distributed_transactions = うち分散
metric-single_shard_transactions = うち単一シャード
metric-unordered_parts = 順序なしのものの部分
metric-unwritten_transactions = コミットされ、書かれなかったもの
metric-heartbeats = ハートビート
metric-source_bytes = 各ノードのログから読んだバイト
metric-written_bytes = グローバル binlog:バイト
metric-written_events = グローバル binlog:イベント
metric-files = ファイル
metric-flushes = フラッシュ
metric-holes = 穴
metric-longest_hole_ms = もっとも長い穴
metric-peak_unread_records = 1 つのログの未読レコードの最大
metric-split_transactions = ストリームに分かれたもの
metric-split_pct = ストリームに分かれたもの、割合
metric-consumer_delay_ms = 消費者の遅れ
outcome-status-written = すべて書けた
outcome-status-stalled = 永久に停止
outcome-status-out-of-memory = メモリー不足
outcome-bottleneck-none = なし
outcome-bottleneck-link = ノードからの回線
outcome-bottleneck-sort = ノードのソート
outcome-bottleneck-merge = マージ
outcome-bottleneck-collect = 収集スレッド
outcome-bottleneck-write = 書き手
outcome-bottleneck-consume = 消費者
outcome-memory_cause-big-transaction = 巨大なトランザクション
outcome-memory_cause-hole = 穴に止められたもの
outcome-memory_cause-merge-input = マージの前で待つもの
outcome-memory_cause-writer = 書き込みを待つもの
outcome-memory_cause-spread = どれか 1 つではない
cause-read = 読み取り、ソート、または退避中
cause-hole = ノードのログの穴に止められる
cause-input = マージがほかのノードを待つ
cause-merge = マージと、書き手の空き待ち
cause-collect = 組み立て中
cause-write = 書き込み中、または書き手を待つ
delay-note = 書かれたすべてのトランザクションの遅延について、時間がどこで過ぎたかの割合。

activity-first-level-sort = 読み取りとソート
activity-spill = 退避
activity-wait-hole = 穴に止められる
activity-wait-room = 待ち行列の空き待ち
activity-merge = マージ
activity-holds-back = マージがこれを待つ
activity-wait-writer = 書き手を待つ
activity-collect = 組み立て
activity-restore = 読み戻し
activity-write-global-binlog = 書き込み
activity-flush-global-binlog = フラッシュ
activity-consume = 消費者が読む
lane-node = ノード { $number }
lane-group = 組 { $number }
lane-root = 根
lane-collector = 収集スレッド { $number }
lane-stream = ストリーム { $number }
lane-consumer = 消費者 { $number }
lane-short-node = ノード { $number }
lane-short-group = 組 { $number }
lane-short-root = 根
lane-short-collector = 収集 { $number }
lane-short-stream = 流れ { $number }
lane-short-consumer = 消費 { $number }
lane-group-node = 各ノードのソート
lane-group-frontier = マージが待つ相手
lane-group-merge = マージ
lane-group-writer = グローバル binlog
lane-group-consumer = 消費者
series-delay = 遅延
series-memory = メモリー
series-memory-receiving = メモリー:読み取り中か未コミット
series-memory-holes = メモリー:穴に止められたもの
series-memory-queued = メモリー:マージの前
series-memory-sending = メモリー:マージとファイルの間
series-spilled = ディスクへ退避
series-written = 毎秒書いたバイト
series-eps = 毎秒書いたイベント
series-unread = ログの未読レコード
series-consumer_delay = 消費者の遅れ
zoom-detail = 詳しく記録した区間を表示
times-note-whole = 曲線は実行全体です。色のついた区間が、レーンの示すところです。
times-unrecorded = 記録なし
times-outside = レーンと個々のトランザクションは { $from } から { $to } まで記録されています。今の時刻はその外です。
times-back = そこへ戻る
times-watch = もう一度実行して { $time } を記録

order-title = 多くのログから 1 つへ
order-note = 1 行が 1 つのノードで、トランザクションは左から右へ進み、もっとも古いものが先頭です。マージはすべての待ち行列の中でコミットタイムスタンプが最小のものを取りますが、どの待ち行列にも何かがあるときしか取れません。ブロックの番号は名前にすぎず、始まった順です。順序はコミットタイムスタンプの順で、ブロックを選ぶとその値が出ます。ブロックを指すと、同じトランザクションのほかの部分がどこにあるかがわかります。ブロックは記録されたトランザクション、バイトは全体のものです。
order-variants = 案
order-kinds = トランザクションの種類
order-marks = どこにあるか
order-controls = 順序を一歩ずつ
order-back = 前の動きへ戻る
order-forward = 次の動きへ進む
order-of = { $letter } の順序、{ $name }
order-hint = 上下で行を、左右でその中のブロックを選び、Enter でトランザクションを選びます。
order-kind-distributed = 分散
order-kind-single-shard = 単一シャード
order-kind-unordered = 順序なし
order-kind-heartbeat = ハートビート
order-kind-big = 巨大
order-kind-stuck = 動かない
order-mark-log = 未読
order-mark-open = 準備済みで未コミット:穴
order-mark-held = コミット済み、穴に止められている
order-mark-next = すべての待ち行列でコミットタイムスタンプが最小
order-mark-way = マージ済み、未書き込み
order-mark-spilled = 退避済み
order-place-log = ノードのログにあり、まだ読まれていません
order-place-open = 準備済みで未コミット。これより後にコミットされたものを止めています
order-place-held = コミット済みですが、穴に止められています
order-place-ready = ソート済みですが、待ち行列がいっぱいです
order-place-queue = マージの前の待ち行列にあります
order-place-gathering = 一部の部分がマージを通りました
order-place-way = マージ済みで、まだ書かれていません
order-place-written = グローバル binlog にあります
order-column-log = ログ、未読
order-column-sort = 第 1 段のソート
order-column-queue = 待ち行列
order-column-merge = マージ
order-column-tape = グローバル binlog
order-short-log = ログ
order-short-sort = ソート
order-short-queue = 待ち
order-short-merge = マージ
order-short-tape = グローバル binlog
order-node = ノード { $number }
order-node-idle = { $number } 何もなし
order-tape-empty = 図のものはまだなし
order-waits = マージが待つ
order-waits-short = 待つ
order-block = トランザクション { $transaction }({ $kind })のノード { $node } の部分、{ $size }:{ $place }。
order-block-whole = トランザクション { $transaction }({ $kind }):{ $place }。
order-row = ノード { $number }:未読 { $log }、穴 { $open }、ソートに止まるもの { $held }、待ち行列に { $queue }{ $waits ->
    [yes] 。マージがこれを待っています
   *[no] { "" }
  }。
order-row-tape = グローバル binlog:書き込み済み { $written }、途中 { $way }。
order-story-hole = ノード { $node } に穴があります。トランザクション { $transaction } は準備済みで、まだコミットされていません。その後にコミットされた{ $waiting }が後ろで待ちます。もっと小さいコミットタイムスタンプになるかもしれないからです。{ $waits ->
    [yes] ノード { $node } はほかに出すものがないので、マージも待ちます。
   *[no] { "" }
  }
order-story-big = ノード { $node } はまだ巨大なトランザクション { $transaction } を読んでいます。マージはそれを待ち、待ち行列には{ $waiting }が待っています。
order-story-idle = マージはノード { $node } を待っています。そこには何もありませんが、次のトランザクションのコミットタイムスタンプが最小かもしれません。ほかの待ち行列の{ $waiting }は、ハートビートが来るまで待ちます。
order-story-behind = マージは、ログを読まれている途中のノード { $node } を待っています。次に来るもののコミットタイムスタンプが最小かもしれません。待ち行列には{ $waiting }が待っています。
order-story-empty = マージはノード { $node } を待っています。そこでは新しいコミットがなく、次のトランザクションのコミットタイムスタンプが最小かもしれません。ほかの待ち行列には{ $waiting }が待っています。
order-story-writer = { $number } のトランザクションがマージを通り、書かれるのを待っています。遅いのはマージの後ろです。
order-story-next = マージは誰も待ちません。トランザクション { $transaction } のコミットタイムスタンプがいちばん小さいので、先に進みます。
order-story-reading = 待ち行列には図のものが何もありません。ログに { $number } の部分が未読で残っています。
order-waiting = { $many ->
    [heartbeat] ハートビート 1 つ
    [heartbeats] { $number } のハートビート
    [one] 1 つのトランザクション
    [one-parts] 1 つのトランザクション({ $parts } の部分)
    [many-parts] { $number } のトランザクション({ $parts } の部分)
   *[many] { $number } のトランザクション
  }
order-story-alone = マージはノード { $node } を待っています。図のトランザクションで待ち行列にいるものはありません。
order-undrawn = { $later ->
    [yes] 記録されたものより前と後のトランザクション
   *[no] { $moment } より前のトランザクション
  }は描かれていません。そのうち { $bytes } がソートと待ち行列にあります。
order-unwritten = メモリー、未書き込み:{ $bytes }
order-place-spilling = 読み取り済み。メモリーがしきい値を越えたので、退避中です
order-place-spilling-all = 読み取り済み。すべてと同じく、退避中です
order-story-quiet = 図のものは何も待っていません。マージを通ったものが書かれています。
order-story-before = 記録されたトランザクションは { $from } から始まります。
order-story-past = { $from } から記録されたトランザクションは、{ $to } にはすべてグローバル binlog にあります。その後のものは 1 つずつ記録されていません。
order-memory = メモリー
order-memory-limit = 全体 { $limit }
order-memory-far = 棒の端はこの実行の最大 { $peak }。全体は { $limit }
order-memory-receiving = 読み取り中か未コミット
order-memory-holes = 穴に止められたもの
order-memory-queued = マージの前
order-memory-sending = マージとファイルの間
order-memory-thresholds = { $new } % と { $all } % から退避
order-detail = 選んだトランザクション
order-transaction = トランザクション { $number }
order-close = 閉じる
order-about-distributed = いくつかのノードで準備されコミットされ、その部分はマージで 1 つになります。
order-about-single-shard = 1 つのノードで一度にコミットされ、そのログに現れた最大のコミットタイムスタンプを使います。
order-about-unordered = いくつかのノードでタイムスタンプなしにコミットされ、部分はまとめられません。
order-about-heartbeat = どのノードにもある、行のないトランザクション。マージを進め、書かれません。
order-about-big = 大きいので、読み、ソートし、書く間、ほかのものが待ちます。
order-about-stuck = 準備済みのまま動かず、その間にノードがコミットするすべてを止めます。
order-timestamp = 仮想タイムスタンプ、54 桁
order-timestamp-unknown = この実行では仮想タイムスタンプがわかりません。
order-digits-commit = コミットタイムスタンプ(19)、ns
order-digits-transaction = トランザクション(19)、0 から数える
order-digits-sequence = 連番(10)
order-digits-node = ノード(6)
order-times = 部分とその時刻
order-part = 部分
order-bytes = バイト
order-time-prepared = 準備
order-time-committed = コミット
order-time-read = 読み取り
order-time-sorted = ソート
order-time-merged = マージ
order-time-collected = 組み立て
order-time-written = 書き込み

why-out-of-memory-big-transaction = { $letters } は { $out_at } にメモリーが尽きます。{ $big } の巨大なトランザクションはそのバイトの { $expansion } を占め、全体は { $limit } しかありません。退避すれば通ります。
why-out-of-memory-hole = { $letters } は { $out_at } にメモリーが尽きます。準備済みのトランザクションの後にコミットされたものは、ノードのソートから出られず、そこにたまります。
why-out-of-memory-merge-input = { $letters } は { $out_at } にメモリーが尽きます。マージがノード { $node } を待ち、ほかのノードから来たものがその前にたまります。
why-out-of-memory-writer = { $letters } は { $out_at } にメモリーが尽きます。書くより速くトランザクションが来て、メモリーで待ちます。
why-out-of-memory-spread = { $letters } は { $out_at } にメモリーが尽きますが、どれか 1 つが埋めたのではありません。
why-stalled = { $letters } は永久に止まります。ノード { $node } には何もなく、ハートビートも送らないので、その次のトランザクションのコミットタイムスタンプが最小でないとは誰にもわかりません。コミットされた { $unwritten } のトランザクションは書かれません。
why-huge-in-memory = { $letters } は巨大なトランザクションをメモリーに置きます。最大で { $memory }、全体の { $memory_pct } です。コミットから { $sorted } でソートされ、{ $written } で書き終わります。すべてがソートされるまで、最初の行も書けません。
why-huge-forced = { $letters } は、メモリーが足りていてもすべて、{ $spilled } を退避します。読み手は退避先に書くどのバイトも待つので、巨大なトランザクションのソートに { $sorted } かかります。読み戻しは収集スレッドが並んで行い、それが遅いときにだけ現れます。書き終わるのは { $written } 後です。
why-huge-spilled = { $letters } はメモリーが { $spill_from } になったとき、全体の { $threshold } から退避します。巨大なトランザクションがしきい値を越えたので、その { $spilled } がすべてディスクへ行きます。{ $written } で書き終わります。
why-stuck = { $letters } では 1 つのトランザクションが { $stuck } の間、準備済みのままです。その間にそのノードがコミットするものはソートに、ほかのノードのものはマージの前に止まります。最大で { $memory }、長いほど増えます。100 のうち 99 は { $p99 } 以内に書かれます。
why-saturated-link = { $letters } では、ノードからの回線に余裕がありません。時間の { $busy_link } 忙しく、帯域は { $bandwidth } です。遅延は { $peak } まで延びます。
why-saturated-sort = { $letters } では、ノードのソートに余裕がありません。時間の { $busy_sort } 忙しく、1 つのログを 1 つのスレッドが受け持ちます。遅延は { $peak } まで延びます。ノードを増やして 1 つずつを軽くすると助けになります。
why-saturated-merge = { $letters } では、マージに余裕がありません。時間の { $busy_merge } 忙しく、遅延は { $peak } まで延びます。
why-saturated-collect = { $letters } では、収集スレッドに余裕がありません。時間の { $busy_collect } 忙しく、{ $collectors } で { $eps } を組み立てます。遅延は { $peak } まで延びます。増やすと助けになります。
why-saturated-write = { $letters } では、書き手に余裕がありません。時間の { $busy_write } 忙しく、{ $bps } がグローバル binlog に入ります。遅延は { $peak } まで延びます。ストリームを増やすと分担できます。
why-saturated-consume = { $letters } では、消費者に余裕がありません。時間の { $busy_consume } 忙しく、{ $consumed } を読みます。グローバル binlog 自体はそれで遅くなりません。
why-delay-idle = { $letters } の遅延でもっとも大きいのは何もないノードを待つ時間で、{ $input_pct } です。トランザクションは平均でハートビートの間隔 { $heartbeat } の半分を待ちます。半分が { $p50 } 以内、100 のうち 99 が { $p99 } 以内に書かれます。
why-delay-input = { $letters } の遅延でもっとも大きいのはほかのノードを待つ時間で、{ $input_pct } です。どのノードも何かを見せて初めて、最小のコミットタイムスタンプがわかります。半分が { $p50 } 以内、100 のうち 99 が { $p99 } 以内に書かれます。
why-delay-hole = { $letters } の遅延でもっとも大きいのは穴の後ろで待つ時間で、{ $hole_pct } です。分散トランザクションは準備からコミットまで平均 { $gap } かかり、その間にコミットされたものは待ちます。半分が { $p50 } 以内、100 のうち 99 が { $p99 } 以内に書かれます。
why-delay-read = { $letters } の遅延でもっとも大きいのは読み取り、ソート、または退避で、{ $read_pct } です。半分が { $p50 } 以内、100 のうち 99 が { $p99 } 以内に書かれます。
why-delay-merge = { $letters } の遅延でもっとも大きいのはマージと書き手の空き待ちで、{ $merge_pct } です。半分が { $p50 } 以内、100 のうち 99 が { $p99 } 以内に書かれます。
why-delay-collect = { $letters } の遅延でもっとも大きいのは収集スレッドによる組み立てで、{ $collect_pct } です。半分が { $p50 } 以内、100 のうち 99 が { $p99 } 以内に書かれます。
why-delay-write = { $letters } の遅延でもっとも大きいのは書き込みと書き手待ちで、{ $write_pct } です。半分が { $p50 } 以内、100 のうち 99 が { $p99 } 以内に書かれます。
why-split = { $letter } では { $streams } 本のストリームが書き込みを分担し、{ $split } のトランザクション({ $split_pct })が分かれます。1 本を読む人にはその一部しか見えず、全体が見えるときはありません。
why-consumer = { $letter } の消費者は { $consumed } で読み、グローバル binlog から最大 { $consumer } 遅れます。グローバル binlog 自体は遅れていません。
why-so-on = { $letters } も同じです。数値は表にあります。
why-fitted = 5 GB の 7 s と 17 s は公表値に合わせたものです。イベントが占めるメモリーと、退避の費用は仮定です。

sentence-global-binlog-one = { $subject_says ->
    [out-of-memory] メモリーが { $subject_at_ms } で尽きます({ $subject_cause ->
        [big-transaction] 大部分は巨大なトランザクション
        [hole] 大部分は準備済みのトランザクションに止められたもの
        [merge-input] 大部分はマージの前であるノードを待つもの
        [writer] 大部分は書き込みを待つもの
       *[other] どれか 1 つが大部分ではありません
      })
    [stalled] グローバル binlog は { $subject_written } のトランザクションの後で止まり、{ $subject_unwritten } がノード { $subject_held_back_by } を永久に待ちます
    [huge] 巨大なトランザクションは { $subject_sorted_ms } でソートされ、{ $subject_written_ms } で書き終わり、メモリーは最大 { $subject_memory_bytes_size }({ $subject_memory_pct } %)、{ $subject_spilled_bytes_any ->
        [yes] 退避は { $subject_spilled_bytes_size }{ $subject_spill_from_bytes_any ->
            [yes] (メモリー { $subject_spill_from_bytes_size } から)
           *[no] { "" }
          }です
       *[no] 退避はありません
      }
    [saturated] { $subject_bottleneck ->
        [link] ノードからの回線
        [sort] ノードのソート
        [merge] マージ
        [collect] 収集スレッド
        [write] 書き手
       *[consume] 消費者
      }がずっと忙しく、毎秒 { $subject_tps } のトランザクションが書かれ、遅延は { $subject_peak_delay_ms } まで延びます
    [flows] グローバル binlog は毎秒 { $subject_tps } のトランザクションを受け取り、半分は { $subject_usual_delay_ms } 以内、100 のうち 99 は { $subject_delay_ms } 以内で、メモリーは最大 { $subject_memory_bytes_size } です{ $subject_spilled_bytes_any ->
        [yes] (退避 { $subject_spilled_bytes_size })
       *[no] { "" }
      }
   *[nothing] ノードは何もコミットしません
  }{ $subject_split_pct_any ->
    [yes] 。トランザクションの { $subject_split_pct } % が分かれます
   *[no] { "" }
  }{ $subject_consumer_ms_any ->
    [yes] 。消費者が読むのは最大 { $subject_consumer_ms } 後です
   *[no] { "" }
  }。
sentence-global-binlog-compare = { $subject_name }({ $subject_column })では、{ $subject_says ->
    [out-of-memory] メモリーが { $subject_at_ms } で尽きます({ $subject_cause ->
        [big-transaction] 大部分は巨大なトランザクション
        [hole] 大部分は準備済みのトランザクションに止められたもの
        [merge-input] 大部分はマージの前であるノードを待つもの
        [writer] 大部分は書き込みを待つもの
       *[other] どれか 1 つが大部分ではありません
      })
    [stalled] グローバル binlog は { $subject_written } のトランザクションの後で止まり、{ $subject_unwritten } がノード { $subject_held_back_by } を永久に待ちます
    [huge] 巨大なトランザクションは { $subject_sorted_ms } でソートされ、{ $subject_written_ms } で書き終わり、メモリーは最大 { $subject_memory_bytes_size }({ $subject_memory_pct } %)、{ $subject_spilled_bytes_any ->
        [yes] 退避は { $subject_spilled_bytes_size }{ $subject_spill_from_bytes_any ->
            [yes] (メモリー { $subject_spill_from_bytes_size } から)
           *[no] { "" }
          }です
       *[no] 退避はありません
      }
    [saturated] { $subject_bottleneck ->
        [link] ノードからの回線
        [sort] ノードのソート
        [merge] マージ
        [collect] 収集スレッド
        [write] 書き手
       *[consume] 消費者
      }がずっと忙しく、毎秒 { $subject_tps } のトランザクションが書かれ、遅延は { $subject_peak_delay_ms } まで延びます
    [flows] グローバル binlog は毎秒 { $subject_tps } のトランザクションを受け取り、半分は { $subject_usual_delay_ms } 以内、100 のうち 99 は { $subject_delay_ms } 以内で、メモリーは最大 { $subject_memory_bytes_size } です{ $subject_spilled_bytes_any ->
        [yes] (退避 { $subject_spilled_bytes_size })
       *[no] { "" }
      }
   *[nothing] ノードは何もコミットしません
  }{ $subject_split_pct_any ->
    [yes] 。トランザクションの { $subject_split_pct } % が分かれます
   *[no] { "" }
  }{ $subject_consumer_ms_any ->
    [yes] 。消費者が読むのは最大 { $subject_consumer_ms } 後です
   *[no] { "" }
  }。{ $base_name }(A)では、{ $base_says ->
    [out-of-memory] メモリーが { $base_at_ms } で尽きます({ $base_cause ->
        [big-transaction] 大部分は巨大なトランザクション
        [hole] 大部分は準備済みのトランザクションに止められたもの
        [merge-input] 大部分はマージの前であるノードを待つもの
        [writer] 大部分は書き込みを待つもの
       *[other] どれか 1 つが大部分ではありません
      })
    [stalled] グローバル binlog は { $base_written } のトランザクションの後で止まり、{ $base_unwritten } がノード { $base_held_back_by } を永久に待ちます
    [huge] 巨大なトランザクションは { $base_sorted_ms } でソートされ、{ $base_written_ms } で書き終わり、メモリーは最大 { $base_memory_bytes_size }({ $base_memory_pct } %)、{ $base_spilled_bytes_any ->
        [yes] 退避は { $base_spilled_bytes_size }{ $base_spill_from_bytes_any ->
            [yes] (メモリー { $base_spill_from_bytes_size } から)
           *[no] { "" }
          }です
       *[no] 退避はありません
      }
    [saturated] { $base_bottleneck ->
        [link] ノードからの回線
        [sort] ノードのソート
        [merge] マージ
        [collect] 収集スレッド
        [write] 書き手
       *[consume] 消費者
      }がずっと忙しく、毎秒 { $base_tps } のトランザクションが書かれ、遅延は { $base_peak_delay_ms } まで延びます
    [flows] グローバル binlog は毎秒 { $base_tps } のトランザクションを受け取り、半分は { $base_usual_delay_ms } 以内、100 のうち 99 は { $base_delay_ms } 以内で、メモリーは最大 { $base_memory_bytes_size } です{ $base_spilled_bytes_any ->
        [yes] (退避 { $base_spilled_bytes_size })
       *[no] { "" }
      }
   *[nothing] ノードは何もコミットしません
  }{ $base_split_pct_any ->
    [yes] 。トランザクションの { $base_split_pct } % が分かれます
   *[no] { "" }
  }{ $base_consumer_ms_any ->
    [yes] 。消費者が読むのは最大 { $base_consumer_ms } 後です
   *[no] { "" }
  }。

preset-global-binlog-one-log-from-many-nodes = 遅くする 4 つのこと
preset-global-binlog-idle-node = 何もないノード
preset-global-binlog-stuck-prepared = 準備済みのまま動かないトランザクション
preset-global-binlog-huge-transaction-14-gb = 1 つで 5 GB、メモリー 14 GB
preset-global-binlog-huge-transaction-4-gb = 1 つで 5 GB、メモリー 4 GB
preset-global-binlog-huge-transaction-sizes = 1 つで 0.5、1、2、5 GB
preset-global-binlog-huge-transaction-full-scale = 500 MB、すべてのイベントを符号化
preset-global-binlog-load-step-by-step = 負荷を一歩ずつ
preset-global-binlog-slow-consumer = 遅すぎる消費者
preset-global-binlog-multi-stream = ストリームは 1 本か数本か
preset-global-binlog-tpcc-import = TPC-C の取り込み、1:100
preset-global-binlog-tpcc-transactions = TPC-C のトランザクション、1:100
preset-global-binlog-sysbench-import = sysbench の取り込み、1:100
preset-global-binlog-sysbench-write-only = sysbench oltp_write_only、いくつかの速さ
preset-sentence-one-log-from-many-nodes = 8 つのノード、それぞれ毎秒 500 トランザクション。何もなければ(A)半分は 6 ms 以内にグローバル binlog に入り、その時間の大半は別のノードの一言を待っています。何もしないノード(B)は次のハートビートまで最大約 200 ms 待たせ、300 ms 準備済みのまま動かないもの(C)はその間すべてを止め、500 MB のもの(D)はすべてソートされて書かれるまで、1.7 s 待たせます。
preset-sentence-idle-node = 何もしないノードがもっと小さいものを出すかもしれない間、マージは何も通せません。ハートビートなし(A)では永久に待ち、何も書かれません。200、50、20 ms ごと(B、C、D)では、ほかのものは最大でおよそその間、平均でその半分待ちます。数ミリ秒(E)では穴そのものが同じくらい続き、それより短く(F)しても得はありません。ハートビートもトランザクションで、穴を残すからです。
preset-sentence-stuck-prepared = 最初のノードの準備済みのトランザクション 1 つが、そのノードがその後にコミットするすべてを、そしてマージを止めます。終わるまでメモリーは時間に比例して増え(B、C)、終わると一気に書かれます。サーバーのように短い待ち行列(D)では、ほかのノードのログが読まれずに待ちます。穴そのものが止める量は同じです。
preset-sentence-huge-transaction-14-gb = コミットから 7 s でソートされ、17 s で書き終わります。公表値と同じです(どちらも合わせたもの)。メモリーではバイトの 2 倍、14 GB のうち 10 GB を占めるので、しない(A)も自動(B)も退避しません。常に(C)はすべて退避し、時間がかかります。どれだけかは仮定です。
preset-sentence-huge-transaction-4-gb = 同じトランザクションを 4 GB で。退避しない(A)とメモリーが尽きます。自動(B)は 85 %、3.4 GB から退避を始め、そこにあるものも移し、最後には常に(C)と同じく 5 GB すべてを退避しています。退避の費用は仮定です。
preset-sentence-huge-transaction-sizes = ソートと書き込みの時間はバイトに比例し、順に続きます。最初の行が書かれるのは、最後の行がソートされたときです。
preset-sentence-huge-transaction-full-scale = 巨大なトランザクションを、行イベント 100 に 1 つだけ実際に符号化して(A)、またはすべて符号化して(B)。時間は同じです。
preset-sentence-load-step-by-step = どの段にも余裕がある間(A から D)、遅延は数ミリ秒しか増えません。ノードごとに毎秒 10,000 トランザクション(E)では書き手の余裕がほとんどなく、それを越えると(F)、負荷が続く限り遅延が延びます。
preset-sentence-slow-consumer = 消費者が読むのは毎秒 6 MB(B)で、書かれる量より少ない。グローバル binlog の新しさは変わりませんが、消費者が見るものはどんどん遅くなります。
preset-sentence-multi-stream = 書き手 1 つ(A)は負荷の半分しか受けられず、遅延が延びます。行を主キーで分けると、2 つ(B)で大部分、4 つ(C)ですべてを受けますが、少数を除いてトランザクションは分かれ、それを 1 つとして読む人はいなくなります。表で分けても(E)ほとんど減りません。トランザクションはいくつかの表を変えるからです。
preset-sentence-tpcc-import = 2,000 倉庫のうち 20 の取り込みのように、order_line に似た表へ 1,000 行ずつの挿入を 8 つのノードに分けて、3 つの速さで。毎秒 470 MB、毎分 54 ファイルで、書き手の余裕がなくなります(C)。表と速さは仮定です。
preset-sentence-tpcc-transactions = order_line に似た表への小さな文が多いトランザクションを 3 つの速さで。遠い倉庫がそうするように、10 に 1 つは 2 ノードにまたがります。遅延は短く、負荷が増えても延びません。負荷が低いときは大半が別のノードの一言を待つ時間(80 %)、高いときは穴と書き込みの時間が同じだけあります。表と速さは仮定です。
preset-sentence-sysbench-import = sysbench の表へ 500 行ずつの挿入を 8 つのノードに分けて、4 つの速さで。スレッドを増やして送るのと同じです。毎秒 470 MB、毎分 54 ファイルで、書き手の余裕がなくなります(D)。速さは仮定です。
preset-sentence-sysbench-write-only = 1 つのトランザクションに更新 2 回、削除 1 回、挿入 1 回。半分は 2 ノードにまたがり、4 つの速さで。毎秒 31,500 トランザクションまで、半分は 8.1 ms 以内、100 のうち 99 は 15 ms 以内です。速さは仮定です。

consequence-global-binlog-data_nodes = それぞれが自分の binlog を書きます。マージはすべてを待ち、何もないノードはほかを止めます。
consequence-global-binlog-idle_nodes = 最後のいくつかのノードにはトランザクションがありません。ハートビートがなければ、マージは永久に待ちます。
consequence-global-binlog-tps_per_node = 何もしないノード以外で毎秒始まるトランザクション。時刻は偶然で、グローバル binlog がついてくるかは問いません。
consequence-global-binlog-duration_ms = トランザクションが始まる期間。できるなら、すべてがグローバル binlog に入るまで実行は続きます。
consequence-global-binlog-transaction_bytes = 1 つのトランザクションの行イベントのおよそのバイト。少なくとも 1 文は書かれます。
consequence-global-binlog-rows_per_statement = 1 文の行はテーブルマップを、入る限り行イベントも共有します。同じバイトでイベントが減ります。
consequence-global-binlog-changes = 更新は行を 2 回運びます。
consequence-global-binlog-table = その列が、行の像の大きさを決めます。
consequence-global-binlog-tables = その種の表がいくつあるか。表で分けるストリームはこれを分担します。
consequence-global-binlog-row_event_bytes = 行イベントは、これを越える前に閉じます。もっと大きい 1 行は、それだけで 1 つになります。
consequence-global-binlog-distributed_pct = いくつかのノードで準備されコミットされ、コミットタイムスタンプを 1 つ持つものの割合。準備からコミットまで、ノードのログの穴になります。
consequence-global-binlog-unordered_pct = いくつかのノードでタイムスタンプなしにコミットされるものの割合。部分は 1 つずつグローバル binlog に入ります。残りは単一シャードです。
consequence-global-binlog-nodes_per_transaction = 分散または順序なしのトランザクションを分担するノードの数。動いているノードがそれだけあれば。
consequence-global-binlog-execute_us = 始まりから、準備または一度のコミットまでの平均時間。
consequence-global-binlog-commit_gap_us = 1 つのノードで準備からコミットまでの平均時間、つまり穴の長さ。その間にコミットされたものは待ちます。
consequence-global-binlog-big_transaction_bytes = 行イベントがこれだけのバイトになる挿入のトランザクション 1 つ。そのノードで後にコミットされるものはこれを待ちます。0 はなし。
consequence-global-binlog-big_at_ms = 巨大なトランザクションがノードのログに一度に現れる時刻。ログはコミットのときに見せます。
consequence-global-binlog-big_row_bytes = その 1 行のバイト。2,500 B の 20 万行で 500 MB です。
consequence-global-binlog-big_nodes = 巨大なトランザクションを分担するノードの数。動いているノードがそれだけあれば、部分は並んで読まれソートされます。
consequence-global-binlog-scale = 巨大なトランザクションの行イベントのうち、これだけに 1 つが実際に符号化され、ほかを代表します。1 はすべて。
consequence-global-binlog-stuck_ms = 最初のノードの 1 つのトランザクションがこれだけ準備済みのままです。その間にそのノードがコミットするすべてと、ほかのノードのものが、メモリーで待ちます。0 はなし。
consequence-global-binlog-stuck_at_ms = 動かないトランザクションが準備される時刻。
consequence-global-binlog-memory_bytes = ヒープの古い世代。ノードのログからグローバル binlog までのすべてのイベントがここにあります。これを越えると実行は終わります。メモリー不足です。
consequence-global-binlog-expansion_pct = イベントが占めるメモリー、そのバイトに対する百分率。オブジェクトは中身より大きい。どれだけかは公表されておらず、仮定です。
consequence-global-binlog-swap = 退避先はメモリーに入らないものを引き受けます。読み手はそこに書くどのバイトも待つので、ソートに時間がかかります。読み戻しは収集スレッドが並んで行い、それが遅いときにだけ現れます。
consequence-global-binlog-persist_new_threshold_pct = メモリーのこの割合から、イベントが加わるトランザクションは、前のものも後のものもすべて退避されます。
consequence-global-binlog-persist_all_threshold_pct = メモリーのこの割合から、ソートや待ち行列で待つものも、古い順に退避されます。
consequence-global-binlog-memory_check_ms = その間、イベントは前に見た値で調べられます。小さいものが多いと、見られずにしきい値を越えることがあります。
consequence-global-binlog-transaction_check_bytes = これだけに育ったトランザクションは、以後のイベントごとに自分でメモリーを見ます。
consequence-global-binlog-event_check_bytes = この大きさのイベントは、自分でメモリーを見ます。
consequence-global-binlog-heartbeat_ms = どのノードにもある、行のないトランザクション。何もしないノードの後ろで、ほかは最大これだけ、平均でその半分待ちます。もともとある穴の長さより短くしても得はありません。ハートビートもトランザクションで、自分も穴を残します。0 はなし。
consequence-global-binlog-merge_group = ノードがこれより多いと、まずこの数ずつの組を、組ごとのスレッドがマージし、それから組をマージします。
consequence-global-binlog-source_queue = ソートされてマージを待てる、ノードごとのトランザクションの数。いっぱいになると、そのログは読み進められません。
consequence-global-binlog-group_queue = 組でマージされ、最後のマージを待てるトランザクションの数。
consequence-global-binlog-streams = それぞれに書き手とファイルがあり、毎秒より多く書けます。行がいくつかに分かれるトランザクションは、もう 1 つとして読まれません。
consequence-global-binlog-stream_by = 主キーなら負荷は均等ですが、大きめのトランザクションはほとんど分かれます。表なら、忙しい表が 1 本を忙しくし続けます。
consequence-global-binlog-send_queue = 最後のマージとファイルの間にいられるトランザクションの数。それだけになると、マージは待ちます。
consequence-global-binlog-consumer_bytes_per_s = 下流の消費者が各ストリームから毎秒読むバイト。0 は来るだけ読みます。
consequence-global-binlog-file_bytes = ファイルはこのバイトで閉じられ、次が始まります。
consequence-global-binlog-buffer_bytes = いっぱいのバッファーは、ほかに何と決めてあってもフラッシュされます。
consequence-global-binlog-flush = 読む人に見えるのはフラッシュされたものです。一定間隔なら回数は減り、すべてが遅くなります。
consequence-global-binlog-flush_interval_ms = 一定間隔のとき、フラッシュから次のフラッシュまで。
consequence-global-binlog-link_latency_us = ノードのログから読み手まで。仮定です。
consequence-global-binlog-link_bytes_per_s = 1 つのノードから毎秒来るバイト。10 Gbit/s。仮定です。
consequence-global-binlog-sort_event_ns = ノードごとに 1 つのスレッドがログを読み、解析し、ソートします。そのイベント 1 つ。仮定です。
consequence-global-binlog-sort_byte_ps = その 1 バイト。合わせた値で、5 GB が 7 s でソートされます。
consequence-global-binlog-merge_part_ns = マージがトランザクションの一部分を通します。仮定です。
consequence-global-binlog-collectors = トランザクションを組み立て、イベントを変換するスレッド。
consequence-global-binlog-collect_event_ns = 収集スレッドのイベント 1 つの仕事。仮定です。
consequence-global-binlog-collect_byte_ps = 収集スレッドの 1 バイトの仕事。仮定です。
consequence-global-binlog-write_event_ns = 書き手のイベント 1 つの仕事。仮定です。
consequence-global-binlog-write_byte_ps = 書き手の 1 バイトの仕事。合わせた値で、5 GB が 10 s で書かれます。
consequence-global-binlog-flush_us = 書き込みバッファーのフラッシュ 1 回。仮定です。
consequence-global-binlog-spill_event_ns = イベントが退避先へ行き、読み手は待ちます。退避の速さは公表されておらず、仮定です。
consequence-global-binlog-spill_byte_ps = 1 バイトが退避先へ行きます。仮定です。
consequence-global-binlog-restore_byte_ps = 収集スレッドが退避した 1 バイトを読み戻します。仮定です。
consequence-global-binlog-watch_at_ms = 図が個々のトランザクションと各スレッドの動きを見せ始める時刻。
