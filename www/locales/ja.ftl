# ページの日本語テキスト。数値は言語に合わせて表記済み。

nav-book = ブック
nav-benchmark = ベンチマーク
nav-main = メイン
skip-to-lab = 実験へ移動
language = 言語
theme = テーマ
theme-auto = システムに合わせる
theme-light = ライト
theme-dark = ダーク
theme-contrast = 高コントラスト
home-intro = MySQL や MariaDB では、ページの変更はすべて先に REDO ログへ書かれます。インデックスを 1 つ作ると数百のページが一度に変わり、何バイトかかるかは変更の書き方で決まります。ここでは本物のエンジンが本物のページを作り、本物の REDO を書き、再生します。ご自分で数えてみてください。
footer-local = すべてこのページの中で動きます。どこにも何も送りません。
footer-engine = エンジン { $version }
footer-reproducible = 同じ実験は、どのブラウザでもビット単位で同じレポートになります。

lab-question-redo-volume = インデックス 1 つで、なぜログがいっぱいになるのか?
lab-sentence-redo-volume = 同じ表、同じ文、同じページ。違うのは REDO の書き方だけです。8 案まで比べ、レプリカがそれぞれのログからページを作り直す様子を見てください。

loading-engine = エンジンを読み込み中
presets = 出発点
presets-more = ほかの出発点…
knobs = 全案に共通の設定
all-parameters = すべてのパラメーター
all-parameters-note = ここの値は、案ごとの違いがないかぎり、すべての案に効きます。
search-parameters = パラメーターを検索
no-parameter-found = 「{ $text }」に合うパラメーターはありません。
range-default = { $min } ~ { $max }、既定 { $default }
default-is = 既定 { $default }
reset-value = 既定に戻す
seed = シード
seed-consequence = 表を埋める乱数を決めます。シードが同じならバイトも同じです。
new-seed = 新規
group-table = 表
group-statement = 文
group-redo-log = REDO ログ
group-pages = ページ

param-table = 表
preset-t0-10k = 1 万行
preset-t0-100k = 10 万行
preset-t0-1m = 100 万行
preset-t0-primary-key-100k = 主キー
preset-sbtest1-100k = sysbench、広い行
preset-mdev-19747-add-index-100k = 7 つのインデックスを同時に
param-rows = 行数
param-ddl = 文
param-index = インデックス
param-insert_order = 挿入順
param-page_size = ページサイズ
param-fill_factor = 充填率
param-encoding = REDO の符号化
param-compression = 圧縮
param-sort_buffer_bytes = ソートバッファー
consequence-table = レコードが長いほど、ログでの付加分の割合は小さくなります。
consequence-rows = 行が増えるとページも増え、REDO も比例して増えます。
consequence-ddl = どの木を作るか、一括か 1 行ずつかを決めます。
consequence-index = インデックスごとに木があり、固有のページと REDO があります。
consequence-insert_order = 1 行ずつの挿入では、木の順に来ない行がページを途中で分割します。
consequence-page_size = ページが大きいほど数は減り、ページごとの費用は 1 回で済みます。
consequence-fill_factor = 低いほど後の行のための余地が残り、いま作るページは増えます。
consequence-encoding = ログがページをどう語るか:作り方、変わった所、またはページそのもの。
consequence-compression = ページイメージだけを圧縮します。隣の鍵が似ているほど縮みます。
consequence-sort_buffer_bytes = バッファーが大きいほど、併合する整列済みの列が減ります。
index-hint = インデックスはセミコロン、列はコンマで区切ります:b; e(10)
table-own = 独自の列…
table-hint = JSON で書いた表
table-slip = JSON で書いた表になっていません: { $message }

value-physiological = 1 行 1 挿入
value-list-copy = リストコピー
value-physical = 物理レコード
value-page-image = ページイメージ
value-unlogged = 記録なし + フラッシュ
value-add-index = ADD INDEX
value-add-primary-key = ADD PRIMARY KEY
value-rebuild = 再構築 (FORCE)
value-copy = ALGORITHM=COPY
value-insert = 1 行ずつ INSERT
value-bulk-insert = 空の表へ一括 INSERT
value-primary-key = 主キー順
value-index = インデックス順
value-random = ランダム順
value-none = なし
value-lz4 = LZ4

variants = 案
variant-n = 案 { $letter }
variant-same = 違いなし
variant-add = 案を追加
variant-full = 8 案までです。先に 1 つ削除してください。
variant-remove = 案 { $letter } を削除
variant-duplicate = 案 { $letter } を複製
variant-left = 案 { $letter } を左へ
variant-right = 案 { $letter } を右へ
difference-add = 違いを加える…
difference-remove = この違いを外す
vary-one = 1 つだけ変える
vary-label = 値ごとに 1 案
undo = 元に戻す
redo = やり直す
undone-remove = 案 { $letter } を削除しました。
did-vary = { $name }:{ $count } 案。
did-preset = 「{ $title }」を開きました。

predict-title = まず予想を
predict-question = REDO のバイト数が最も少ないのはどの案でしょう?
predict-skip = とばす
predict-yours = あなたの予想:{ $letter }
predict-right = あなたの予想は { $letter }:当たりです。
predict-wrong = あなたの予想は { $letter }。最も少なかったのは { $least } です。

run = 実行
run-variants = { $number } 案を実行
run-again = もう一度実行
cancel = 中止
running = 実行中
phase-waiting = 待機中
phase-scan = 表を読み取り中
phase-sort = 鍵を整列中
phase-merge = 併合中
phase-build = ページを作成中
phase-encode = REDO を書き込み中
phase-insert = 行を挿入中
phase-replay = レプリカで再生中
phase-compare = ページを比較中
phase-done = 完了
progress-of = 案 { $letter } の進み具合
state-empty = まだ結果はありません。選び、予想し、実行してください。
state-cancelled = 中止しました。終わった案は残っています。
state-stale = 実行後に設定が変わりました。この結果は以前の設定のものです。
state-failed = 実行に失敗しました
state-refused = このままでは実行できません
error-document = { $path } は { $value } です。許される値:{ $allowed }。
error-path = 場所
error-value = 値
error-allowed = 許される値
error-retry = 再試行
engine-lost = エンジンが止まり、再起動しています。案と結果は残っています。
report-done = 完了:{ $count } 案。
report-cancelled = 実行を中止しました。

link-cut = このリンクは途中で切れたか書き換えられたため、実験を読み取れません。
link-damaged = このリンクの実験は読み取れません。
link-version = このリンクは新しい版の Redo Lab で作られました。
link-help = リンク全体をもらい直してください。下には既定の実験を開きました。
link-help-kept = リンク全体をもらい直してください。下の実験は元のままです。
link-unknown-lab = 「{ $name }」という実験はありません。
link-unknown-preset = 「{ $name }」という出発点はありません。
dismiss = 閉じる

answer = 答え

chart-title = 書かれた REDO
chart-by = 分け方
chart-by-purpose = 目的
chart-by-type = レコード型
chart-hint = 矢印キーで棒を移動します。
chart-as-table = 同じデータを表で
chart-cursor = { $letter }、{ $part }:{ $total } のうち { $bytes }。
ratio-of-a = { $ratio } × A

purpose-record = レコード
purpose-next-pointer = 次ポインター
purpose-directory = ページディレクトリ
purpose-header = ページヘッダー
purpose-page-image = ページイメージ
purpose-allocation = 割り当て
purpose-undo = UNDO
purpose-dictionary = 辞書
purpose-framing = 枠組み
purpose-index-load = インデックスロード印
purpose-other = その他

differences = 違い
differences-note = 比は A に対するものです。等しい値は淡く示します。
differences-all = すべての指標を表示
metric = 指標
kind-counted = 計数
kind-simulated = 模擬
kind-scaled = 換算
kind-measured = 計測
kind-counted-text = 実在するバイト、レコード、ページを数えた値。
kind-simulated-text = 明示した費用モデルによる仮想時間。
kind-scaled-text = 数えた標本からの外挿。
kind-measured-text = このブラウザの実時間。
kinds = 数値の由来

metric-redo_bytes = 書かれた REDO
metric-redo_bytes_per_row = 1 行あたりの REDO
metric-redo_records = REDO レコード
metric-mini_transactions = ミニトランザクション
metric-leaf_pages = リーフページ
metric-internal_pages = 内部ページ
metric-tree_height = 木の高さ
metric-leaf_fill_pct = リーフの充填
metric-data_bytes = データ量
metric-undo_bytes = UNDO
metric-rows = 行
metric-sort_runs = 整列済みの列
metric-merge_passes = 併合の回数
metric-replica_records_applied = レプリカ:適用したレコード
metric-replica_entries_inserted = レプリカ:1 件ずつ挿入したエントリ
metric-replica_page_reads = レプリカ:先に読むページ
metric-replica_identical = レプリカ:ページが一致
metric-pages_missing_before_flush = フラッシュ前にレプリカに無いページ
metric-redo_payload_bytes = ログブロックを除く REDO
unit-rows = 行
unit-pages = ページ
unit-records = 件
unit-levels = 段
unit-runs = 列
unit-passes = 回
yes = はい
no = いいえ

stage-title = プライマリからログを通ってレプリカへ
stage-note = 位置はログ内の場所 (LSN) で、時刻ではありません。レプリカはミニトランザクションが揃ってから適用するので、1 つ遅れます。
stage-open = 中を見る案を選ぶ
stage-load = { $letter } をもう一度作って中を見る
stage-building = 中を見るため案 { $letter } をもう一度作っています
primary = プライマリ
log = REDO ログ
replica = レプリカ
stage-primary-count = { $total } ページ中 { $count }
stage-replica-count = { $total } ページ中 { $count } が最新
stage-position = LSN { $lsn }
stage-mtr = ミニトランザクション { $index } / { $total }:{ $bytes }、ページ { $page }
stage-mtr-nopage = ミニトランザクション { $index } / { $total }:{ $bytes }
stage-start = 先頭へ
stage-back = 1 つ戻る
stage-play = 再生
stage-pause = 一時停止
stage-step = 1 つ進む
stage-scrub = ログ内の位置
stage-group = 1 マスは { $count } ページ
stage-flush = これらのページの中身はログを通っていません。レプリカはインデックスロード印の所で、フラッシュされたページを受け取ります。
tape-whole = ログ全体
tape-window = 位置の付近
written = 書込済み
applied = レプリカに適用済み

inspector-title = ページを開く
inspector-note = 下のバイトはすべてエンジンが作ったものです。ページを選び、符号化ごとに、どの REDO レコードがそれを作ったかを見てください。
map-by = 色分け
map-by-fill = 充填
map-by-level = 段
map-by-tree = インデックス
map-by-redo = REDO バイト
map-pages = 表領域のページ
map-page = ページ { $page }、{ $tree }、段 { $level }:{ $records } レコード、充填 { $fill }
map-space = ページ { $page }: 領域管理
map-choose = 図からページを選んでください。
map-goto = ページへ移動
level-leaf = リーフ
level-n = 段 { $level }
page-n = ページ { $page }
page-header = ヘッダー
page-directory = ディレクトリ
page-records = レコード
page-hex = バイト
page-redo = このページを作った REDO
page-redo-total = { $total } 件
redo-under = 符号化
redo-more = 次の { $count } 件
redo-previous = 前の { $count } 件
redo-range = { $total } 件中 { $from } ~ { $to }
redo-none = この符号化では、このページを作るレコードはログにありません。
col-field = 項目
col-offset = 位置
col-value = 値
col-meaning = 意味
col-slot = スロット
col-record = レコード位置
col-owned = 所有
col-heap = ヒープ番号
col-next = 次
col-fields = 項目
col-lsn = LSN
col-type = 型
col-for = 目的
col-bytes = バイト
col-what = 内容
hex-hint = 矢印キーで移動します。バイトが属する部分は下に示されます。
hex-at = 位置 { $offset }:{ $part }
hex-free = 空き領域

why = なぜ
why-physiological = { $letter } は 1 行ごとに挿入レコードを書きます:{ $records } レコード、1 行あたり { $per_row } バイト。レプリカは同じ順にすべてを挿入し直します。
why-list-copy = { $letter } は 1 ページの全行を 1 レコードに書きます:ページヘッダーと割り当てを含め、{ $leaves } リーフページに { $records } レコード。各行には短いヘッダーだけが残り、1 行あたり { $per_row } バイトです。 レプリカは { $entries } エントリを 1 件ずつ挿入します。
why-row-by-row = { $letter } は 1 行ずつ挿入し、行とその undo を毎回ログに書きます。undo { $undo } バイト、レコード { $record } バイト、1 行あたり { $per_row } バイト。1 行ずつの挿入では、ログは物理形式と、他のエンコードに共通の形式の 2 種類だけです。
why-physical = { $letter } は変わったバイト範囲をすべて書きます:レコード自体に { $record } バイト、レコードをつなぐだけで { $next } バイト、1 行あたり { $per_row } バイト。
why-page-image = { $letter } は完成したページを 1 回だけ書きます:イメージは { $image } バイト。レプリカは { $applied } レコードを適用し、行は挿入しません。
why-unlogged = { $letter } はページの中身を書きません:残るのは { $bytes } バイト。フラッシュまで { $missing } ページはどのログにもなく、レプリカにもバックアップにも見えません。
why-replica = 再生後、レプリカの全ページをプライマリとバイト単位で比べました。
too-large-to-open = この実行は大きすぎて、中を表示できません。

share = 共有
share-link = リンクをコピー
share-copied = リンクをコピーしました
share-copy-failed = ブラウザに拒否されました。下のリンクを選択してあります。
share-json = JSON をダウンロード
share-csv = CSV をダウンロード
share-note = リンクは # の後に実験全体を持つので、どのサーバーにも見えません。
share-digest = ダイジェスト:等しい実行は、どのブラウザでも等しいダイジェストになります

bench-title = このブラウザでのエンジンの速さ
bench-note = 各項目を数回実行し、中央値を採ります。下限は鍵の基数整列、ページの充填、CRC-32C の計算で、これより大きく速くはなりません。
bench-run = ベンチマークを実行
bench-case = 項目
bench-median = 中央値
bench-ratio = × 下限
bench-allowed = 上限
bench-bound = 下限
bench-rows = { $rows } 行
bench-results = 結果
bench-repeat = { $total } 回中 { $index } 回目
bench-kernel-note = 離散事象カーネル。一つの窓口に客が不規則に訪れます。下限は、この目的だけに書いた二分ヒープとカウンタです。
bench-kernel-results = カーネル
bench-rate = 百万イベント/秒
bench-needed = 下限値
bench-kernel-bound = ヒープのみ
bench-kernel = カーネル
bench-group-commit-note = グループコミットの実験。クライアント 64、書き込み集合を追跡するソース、ワーカー 32 のレプリカ。
bench-group-commit-results = グループコミット
bench-group-commit = { $count } トランザクション
bench-global-binlog-note = グローバル binlog の実験。16 ノードのログを符号化し、並べ、1 本に合わせ、検査します。
bench-global-binlog-results = グローバル binlog
bench-global-binlog = { $count } 個の binlog イベント
help-keys = キーボード
help-tab = Tab ですべてに移動でき、Enter とスペースで押せます。
help-chart = グラフ、時間図、ページ図、一覧、バイトでは矢印キーがカーソルを動かし、その場所が読み上げられます。
help-undo = Ctrl+Z で案への最後の変更を元に戻し、Ctrl+Shift+Z でやり直します。

# エンジンが与える文。
sentence-redo-volume-one = { $subject_name }は { $rows } 行に対して { $redo_bytes } バイトの REDO を書き(1 行あたり { $redo_bytes_per_row } バイト)、{ $pages } ページを作ります。レプリカは{ $subject_work ->
    [install-pages] { $subject_work_count } ページを組み込みます
    [take-flushed-pages] フラッシュされた { $subject_work_count } ページを受け取ります
    [insert-entries] { $subject_work_count } エントリを 1 件ずつ挿入します
   *[apply-records] { $subject_work_count } レコードを適用します
}。
sentence-redo-volume-compare = { $subject_name }({ $subject_column })が書く{ $measure ->
    [redo_bytes_per_row] 1 行あたりの
   *[redo_bytes] {""}
}バイトは{ $relation ->
    [fewer] { $base_name }({ $base_column })より { $percent } % 少なく
    [more] { $base_name }({ $base_column })より { $percent } % 多く
    [equal] { $base_name }({ $base_column })とほぼ同じで
   *[from-nothing] あるのに対し、{ $base_name }({ $base_column })は何も書かず
}、レプリカは{ $base_work ->
    [install-pages] { $base_work_count } ページを組み込む
    [take-flushed-pages] フラッシュされた { $base_work_count } ページを受け取る
    [insert-entries] { $base_work_count } エントリを 1 件ずつ挿入する
   *[apply-records] { $base_work_count } レコードを適用する
}代わりに{ $subject_work ->
    [install-pages] { $subject_work_count } ページを組み込みます
    [take-flushed-pages] フラッシュされた { $subject_work_count } ページを受け取ります
    [insert-entries] { $subject_work_count } エントリを 1 件ずつ挿入します
   *[apply-records] { $subject_work_count } レコードを適用します
}。
sentence-redo-volume-compare-unlogged = { sentence-redo-volume-compare }記録なしの案({ $unlogged_column })は { $unlogged_redo_bytes } バイトしか書きませんが、フラッシュまでレプリカには { $unlogged_pages_missing } ページが欠けています。

# 時計のある実験、検証、このブラウザー。
nav-labs = 実験
nav-studies = 検証
skip-to-studies = 検証へ移動

lab-name-redo-volume = REDO の量
lab-name-parallel-ddl = 並列構築
lab-name-replica-lag = レプリカ遅延
lab-name-crash-recovery = クラッシュ回復
lab-question-parallel-ddl = スレッドを増やしても、なぜインデックス構築は速くならないのか?
lab-sentence-parallel-ddl = スレッドは走査、整列、併合、ロードを行います。ディスクに触れる回数はメモリーで決まり、しばしば 1 つの段階がほかのすべてを待ちます。各スレッドの動きを仮想時間のマイクロ秒単位で見てください。
lab-question-replica-lag = インデックス構築でレプリカが遅れるのはいつか?
lab-sentence-replica-lag = プライマリーは多数のスレッドで REDO を書き、レプリカはそれを解析し、保持し、適用します。構築中の遅延、メモリー、CPU、読み取りを見てください。
lab-question-crash-recovery = 構築の途中でサーバーが落ちたら、何が残るのか?
lab-sentence-crash-recovery = 好きな所で構築を止め、ページを破り、途中でバックアップを取り、本物のページと本物の REDO から回復します。インデックスは残るか、削除されるか、失われるか。何秒かかるか。

group-machine = マシン
group-machine-count = マシン:定数 { $count } 個
group-replica = レプリカ
group-network = ネットワーク
group-crash = クラッシュ
group-memory = メモリー
group-buffer-pool = バッファープール
group-threads = スレッド
group-disk = ディスク
group-backup = バックアップ

param-machine = マシン
param-cores = コア数
param-statements = 文の並べ方
param-ddl_threads = DDL スレッド数
param-buffer_bytes = 整列バッファー合計
param-read_threads = 読み取りスレッド数
param-sort = 整列の方法
param-redo_log_bytes = REDO ログの大きさ
param-buffer_pool_bytes = バッファープール
param-dirty_pct_before = 開始前のダーティーページ
param-concurrent_ddls = 同時の文の数
param-replay = ページイメージの扱い
param-replica_cores = レプリカのコア数
param-replica_memory_bytes = レプリカのメモリー
param-apply_threads = 適用スレッド数
param-cached_pct = レプリカのキャッシュ率
param-network = ネットワーク
param-network_latency_us = ネットワーク遅延
param-network_mb_per_s = ネットワーク帯域
param-flush_age_pct = フラッシュを急ぐ境目
param-memory_limit_pct = メモリー上限
param-lag_limit_ms = 遅延上限
param-crash_at_pct = クラッシュ位置
param-backup_at_pct = バックアップ位置
param-doublewrite = ダブルライト
param-torn_write = ページ書き込みの破れ
param-scan_row_ns = 1 行の走査
param-compare_ps = キー 2 つの比較
param-copy_ps_per_byte = 1 バイトのコピー
param-merge_row_ns = 1 行の併合
param-load_row_ns = 1 行のロード
param-encode_record_ns = REDO レコードの符号化
param-checksum_ps_per_byte = 1 バイトのチェックサム
param-parse_record_ps = REDO レコードの解析
param-parse_ps_per_byte = REDO 1 バイトの解析
param-apply_record_ns = REDO レコードの適用
param-insert_entry_ns = エントリー 1 件の挿入
param-apply_page_ns = 適用先ページの検索
param-install_page_ns = ページイメージの設置
param-disk = ディスク
param-disk_iops = ディスク IOPS
param-disk_mb_per_s = ディスク帯域
param-disk_latency_us = ディスク遅延
param-fsync_us = ディスク同期
param-disk_queue_depth = ディスクキューの深さ
param-log_mb_per_s = ログ帯域
param-flush_list_visit_ns = フラッシュリスト 1 件の訪問
param-flush_batch_pages = フラッシュ 1 回のページ数

value-one = 1 文で
value-serial = 順番に
value-concurrent = 同時に
value-merge = 整列済みランの併合
value-sample = 標本によるキー範囲
value-drop = 捨てて後で読む
value-install = 設置する
value-server = サーバー
value-laptop = ノート PC
value-cloud-volume = クラウドボリューム
value-spinning-disk = 回転ディスク
value-ram-disk = RAM ディスク
value-this-browser = このブラウザー
value-mysql-study = MySQL の検証
value-mysql-study-16-cores = MySQL の検証、16 コア
value-polardb = PolarDB の検証
value-mdev-23720 = MDEV-23720
value-mariadb-reference = MariaDB の参照
value-nvme = NVMe
value-spinning = 回転
value-ram = RAM
value-shared-storage = 共有ストレージ
value-local-network = 構内網
value-wide-area = 広域網
value-on = オン
value-off = オフ
value-yes = はい
value-no = いいえ

variant-constants = マシンの定数 { $count } 個

predict-question-parallel-ddl = 最初に終わるのはどの案でしょう?
predict-question-replica-lag = レプリカの遅延が最も小さいのはどの案でしょう?
predict-question-crash-recovery = クラッシュ後に最初に戻るのはどの案でしょう?
predict-wrong-parallel-ddl = あなたの予想は { $letter }。最初に終わったのは { $least } です。
predict-wrong-replica-lag = あなたの予想は { $letter }。遅延が最小だったのは { $least } です。
predict-wrong-crash-recovery = あなたの予想は { $letter }。最初に戻ったのは { $least } です。

phase-count = 作業量を数えています
phase-simulate = 仮想時間を進めています
phase-recover = 回復しています
phase-load = ロードしています

chart-of = 表示
least = 最小

metric-duration_ms = 所要時間
metric-duration_ms-scan = 走査中の時間
metric-duration_ms-sort = 整列中の時間
metric-duration_ms-merge = 併合中の時間
metric-duration_ms-load = ロード中の時間
metric-duration_ms-flush = フラッシュ中の時間
metric-stall_ms = ログ待ち
metric-peak_memory_bytes = 最大メモリー
metric-spilled_bytes = ディスクへの退避
metric-peak_checkpoint_age_bytes = 最大チェックポイント経過量
metric-pages_flushed = フラッシュしたページ
metric-status = レプリカの状態
metric-peak_lag_ms = 最大遅延
metric-peak_memory_pct = レプリカの最大メモリー
metric-peak_cpu_pct = レプリカの最大 CPU
metric-peak_read_iops = レプリカの最大読み取り
metric-recovered = 残るもの
metric-recovery_ms = 回復時間
metric-recovery_ms-scan = 回復:ログ走査
metric-recovery_ms-apply = 回復:適用
metric-redo_scanned_bytes = 走査した REDO
metric-records_applied = 適用したレコード
metric-pages_read = 読んだページ
metric-backup_consistent = バックアップの整合
unit-threads = スレッド
unit-cores = コア
unit-us = µs
outcome-normal = 正常
outcome-unavailable = 利用不可
outcome-yes = はい
outcome-no = いいえ
outcome-none = なし
outcome-index-dropped = インデックス削除
outcome-lost = 喪失

times-title = 時間に沿った、それぞれの動き
times-note = パラメーターが示すコストから求めた仮想時間です。全案が 1 つの軸と 1 つの時点を共有します。
timeline-of = { $letter } のレーン、{ $name }
timeline-hint = 左右キーで区間を、上下キーでレーンを移動します。
timeline-span = { $lane }:{ $activity }、{ $from } から { $to } まで、{ $duration }。
timeline-idle = { $lane }:待機。
timeline-legend = 活動
idle = 待機
series-hint = 左右キーで標本ごとに時点を移し、値を読み上げます。
limit-above = 目盛りの上:{ $limit }
limit-lag = 遅延上限
limit-memory = メモリー上限
limit-buffer = 要求したバッファー
limit-log = 使えるログ
limit-flush = フラッシュを急ぐ
time-controls = 表示する時点
time-scrub = 仮想時間の時点
time-of = { $time } / { $end }
time-previous = 前の変化へ
time-next = 次の変化へ
zoom-in = 時点の周りを拡大
zoom-out = 縮小
zoom-whole = 全体を表示
readout = 時点の読み
readout-at = { $time } の時点
times-none = 時間に沿った記録はありません。
activity-scan = 走査
activity-sort = 整列
activity-merge = 併合
activity-load = ロード
activity-read = 読み取り
activity-flush = フラッシュ
activity-parse = 解析
activity-apply = 適用
activity-wait-log = ログ待ち
activity-wait-disk = ディスク待ち
activity-wait-lock = ロック待ち
activity-wait = 待ち
lane-thread = スレッド { $number }
lane-statement = 文 { $number }
lane-log-writer = ログライター { $number }
lane-page-cleaner = ページクリーナー { $number }
lane-disk = ディスク { $number }
lane-parser = パーサー { $number }
lane-apply = 適用 { $number }
lane-group-primary = プライマリー
lane-group-log = ログ
lane-group-disk = ディスク
lane-group-replica = レプリカ
series-lag = 遅延
series-memory = メモリー
series-cpu = CPU
series-read_iops = 毎秒の読み取り
series-redo_rate = 毎秒の REDO
series-checkpoint_age = チェックポイント経過量

why-build-stalls = { $letter } は { $duration } のうち { $stall } を REDO ログの空き待ちに費やします。ページをフラッシュしないとログは進めません。スレッドより大きなログが効きます。
why-build-flushes = { $letter } は { $duration } のうち { $flush } がフラッシュです。速さを決めるのはスレッドではなくディスクです。
why-build-sampled = { $letter } は各スレッドに固有のキー範囲を渡します。1 つのローダーを待つ者はなく、{ $load } のロードを全スレッドが分け合います。
why-build-merges = { $letter } は { $memory } のメモリーで { $runs } 個の整列済みランを残し、{ $passes } 回で併合します。1 回ごとにデータを読み書きし直します。大きなバッファーならランは減ります。
why-build-loads = { $letter } は全スレッドで { $scan } 走査し、{ $sort } 整列します。ロードは { $load } かかり、1 つのローダーが木を作ります。この部分はスレッドを増やしても短くなりません。
why-replica-unavailable = { $letter } ではレプリカが利用不可になります。REDO が解析待ちになり、遅延は { $lag }、メモリーは { $memory } に達します。
why-replica-unlogged = { $letter } が送る REDO は { $redo } だけです。遅延は最大 { $lag } ですが、インデックスが見えるのはページのフラッシュ後です。
why-replica-records = { $letter } は { $redo } の REDO を小さなレコードで送り、それらが解析を待ちます。それだけでレプリカは最大 { $lag } 遅れます。
why-replica-installs = { $letter } は { $redo } のページイメージを送り、レプリカはそのまま置きます。1 ページ 1 レコード、遅延は最大 { $lag } です。
why-replica-drops = { $letter } は { $redo } のページイメージを送り、レプリカはキャッシュにないページの分を捨て、求められたときに読みます。遅延は { $lag } 以下です。
why-crash-recovered = { $letter } は { $scanned } の REDO を { $scan } で走査し、{ $applied } 件のレコードを { $pages } ページに { $apply } で適用します。合計 { $recovery } です。そのためにディスクから { $read } ページを読みます。
why-crash-flushed = { $letter } はクラッシュ前にページをフラッシュ済みでした。{ $scanned } の REDO を走査し、{ $recovery } でインデックスが戻ります。
why-crash-dropped = サーバーが落ちたとき { $letters } は未完でした。回復は未完のインデックスを取り除き、構築は最初からやり直しです。
why-crash-lost = { $letters } は表を失います。破れたか欠けたページがあり、その写しがログにもダブルライトバッファーにもありません。

measure-title = このブラウザー
measure-note = 今の定数は、あるブラウザーで測ったものです。お使いのブラウザーを測ってください。2 秒ほどで、定数は実験に書き込まれ、リンクで実行を再現できます。
measure-done-note = エンジン自身の作業とこのページの時計で測り、実験に書き込みました。リンクで実行を再現できます。
measure = このブラウザーを測る
measure-again = 測り直す
measure-running = 測っています
measure-did = このブラウザーの定数を実験に書き込みました。

studies-title = 検証
studies-note = 公表された測定と、それに対するエンジンの値。どの定数をどの値に合わせたかを示します。残りはすべて予測です。
studies-none = このエンジンには検証がありません。
study-unknown = 「{ $name }」という検証はありません。
study-source = 出典
study-run = 検証を実行
study-empty = エンジンの値はすべて、ここで実験を実行して得ます。
study-progress = 検証の進み具合
study-done = 検証が終わりました。
study-lost = エンジンが止まり、再起動しています。
study-summary = { $predicted } 件の予測のうち { $met } 件が許容内、合わせた { $fitted } 件のうち { $kept } 件が許容内でした。
study-col-setting = 設定
study-col-quantity = 量
study-col-published = 公表値
study-col-engine = エンジン
study-col-error = 誤差
study-col-status = 状態
study-col-constant = 定数
study-col-value = 値
study-col-origin = 由来
study-col-fitted-to = 合わせた値
study-col-meaning = 意味
study-status-fitted = 合わせた値
study-status-predicted = 予測
study-status-not-published = 数値では非公表
study-status-not-modelled = モデル外
study-status-granularity = 公表精度の範囲
study-met = 合致
study-missed = 不一致
study-met-within = { $percent } % 以内
study-missed-within = { $percent } % を超過
study-readings = 読み取り
study-supports = 支持
study-contradicts = 不支持
study-constants = 定数
study-constants-note = モデルがマシンに仮定すること、各数値の由来、合わせた値。
study-origin-fitted = 合わせた値
study-origin-published = 公表値
study-origin-assumed = 仮定
study-origin-measured = 実測
study-experiments = 実験
study-open = 実験で開く:{ $label }
study-engine = エンジン { $version }。
study-digest = ダイジェスト
activity-wait-pool = バッファーページ待ち
activity-stopped = 停止
phase-sample = 標本を数えています
answer-parallel-ddl = 最初に終わるのは { $least } で { $least_value }。{ $most } は { $most_value } かかり、{ $ratio } 倍です。
answer-replica-lag = レプリカの遅延が最小なのは { $least } で最大 { $least_value }。{ $most } では { $most_value } 遅れます。
answer-crash-recovery = 最初に戻るのは { $least } で { $least_value }。{ $most } は { $most_value } かかります。
answer-one-parallel-ddl = 構築は { $least_value } かかります。
answer-one-replica-lag = レプリカの遅延は最大 { $least_value } です。
answer-one-crash-recovery = 回復は { $least_value } かかります。
metric-unavailable_after_ms = 利用不可になるまで
metric-replica_parsed_bytes = レプリカ:解析した REDO
metric-replica_installed_pages = レプリカ:置いたページイメージ
metric-events = 模擬したイベント
group-threads-and-memory = スレッドとメモリー
unit-millicores = 千分の 1 コア

param-log_ps_per_byte = REDO 1 バイトの記録
param-log_buffer_bytes = ログバッファー
param-max_dirty_pct = ダーティーページの上限
param-replica_base_memory_bytes = 使用済みメモリー
param-parsed_redo_permille = 解析後の REDO の大きさ
param-release_ms = メモリーが空くまで
param-network_window_bytes = 送信中の REDO の上限
param-log_poll_ns = ログ読み取りの間隔
param-log_poll_parse_ns = 解析中のログ読み取り
param-log_poll_cpu_ns = ログ読み取りの CPU 時間
param-backup_mb_per_s = バックアップ帯域
metric-statement_committed = 文のコミット
metric-identical = ページの一致
metric-records_scanned = 走査したレコード
metric-records_skipped = 飛ばしたレコード
metric-physical_writes = 物理書き込み
metric-entries_inserted = 挿入したエントリー
metric-pages_recovered = 回復したページ
metric-pages_repaired = 修復したページ
metric-flush_ms = ログのないページのフラッシュ
metric-usable_redo_bytes = 使える REDO ログ
metric-checkpoint_age_bytes = クラッシュ時のチェックポイント経過量
metric-dirty_pages = ダーティーページ
metric-backup_pages_wrong = バックアップの誤ったページ
metric-backup_index_loads = バックアップが出会ったインデックスロード印
metric-backup_log_bytes = バックアップが写したログ
metric-built_rows = 実際に作った行
series-dirty_pages = ダーティーページ
consequence-statements = 1 つの文なら、表を 1 度走査するだけで全インデックスを作れます。
consequence-ddl_threads = 整列と併合を分け合います。各インデックスをロードするのはそのうちの 1 つです。
consequence-buffer_bytes = スレッドとインデックスで分けます。取り分が大きいほどランも併合の回数も減ります。
consequence-read_threads = 走査を分け合い、それぞれバッファーの一部を持ちます。
consequence-sort = 1 つのローダーがインデックスの全行を受け持つか、各スレッドがキーの範囲を受け持つか。
consequence-redo_log_bytes = ログを満たす構築はフラッシュを待ちます。大きなログは待つのが遅くなるだけです。
consequence-flush_age_pct = チェックポイント経過量がログのこの割合になると、ページクリーナーが動き始めます。
consequence-buffer_pool_bytes = 入りきらない表はディスクから読みます。ダーティーページはここでフラッシュを待ちます。
consequence-max_dirty_pct = バッファープールのこの割合が汚れるまで、ページクリーナーは動きません。
consequence-dirty_pct_before = ほかの表の変更が残した、バッファープールの汚れの割合。ログに収まる範囲です。
consequence-concurrent_ddls = それぞれ自分の表にインデックスを作り、同時にログを書きます。
consequence-replay = ページ全体を含む REDO をレプリカがどう扱うか。ほかの REDO は変わりません。
consequence-replica_cores = 解析に 1 つ、適用に残りを、スレッドのある限り使います。
consequence-apply_threads = キャッシュにあるページに、それぞれ別のページを受け持って適用します。
consequence-cached_pct = 変更されたページのうち、レプリカがメモリーに持ち、適用が必要な割合。
consequence-replica_memory_bytes = 保持すべき REDO がここを使います。
consequence-replica_base_memory_bytes = バッファープールと、REDO 以外のすべて。
consequence-parsed_redo_permille = REDO 1,000 バイトが解析後に占めるメモリーのバイト数。
consequence-release_ms = 保持不要の REDO がメモリーを返すまでの時間。
consequence-network = レプリカが REDO を受け取る経路。
consequence-network_latency_us = REDO がレプリカに届くまでの時間。
consequence-network_mb_per_s = 毎秒レプリカに届けられる REDO。
consequence-network_window_bytes = 同時に送信中にできる REDO。
consequence-log_poll_ns = 短いほど読み取りが増え、遅れが減ります。
consequence-log_poll_parse_ns = 解析に時間を使うほど、読み取り 1 回が長くなります。
consequence-log_poll_cpu_ns = 新しい REDO がなくてもかかります。
consequence-memory_limit_pct = メモリーがこの割合に達するとレプリカは停止します。
consequence-lag_limit_ms = 遅延がこの値に達するとレプリカは停止します。
consequence-machine = マシンの全定数の既定値を決めます。1 つずつ変えられます。
consequence-cores = スレッドがコアより多いと交代で動きます。
consequence-scan_row_ns = 1 行を読み整列キーを作ります。走査スレッドが分け合います。
consequence-compare_ps = メモリー内の整列では、1 行あたりラン長の対数回の比較が要ります。
consequence-copy_ps_per_byte = 各行は整列バッファーに 1 度、併合ごとに 2 度コピーされます。
consequence-merge_row_ns = 併合ごとに全行で払います。スレッドが分け合います。
consequence-load_row_ns = インデックスごとに 1 つのローダーが全行で払います。スレッド数によりません。
consequence-encode_record_ns = ページ単位の書き方が節約するのは、行ごとのレコードです。
consequence-log_ps_per_byte = REDO 1 バイトをログバッファーに写し、チェックサムを計算し、書き出します。
consequence-checksum_ps_per_byte = ページは書き出す前に必ずチェックサムを付けます。
consequence-parse_record_ps = レプリカが追いつくには、まず全レコードでこれを払います。
consequence-parse_ps_per_byte = ログとそのチェックサムの走査。
consequence-apply_record_ns = 物理レコードはバイトを所定の位置に置きます。
consequence-insert_entry_ns = 論理レコードは挿入をやり直します。
consequence-apply_page_ns = 適用先のページを探してラッチします。
consequence-install_page_ns = ページイメージを所定の位置に写します。
consequence-flush_list_visit_ns = 構築の終わりに、フラッシュリストのページを 1 つずつ調べます。
consequence-flush_batch_pages = 1 回にフラッシュするページ数。
consequence-log_mb_per_s = ログ装置が毎秒書ける量。
consequence-log_buffer_bytes = いっぱいになると、スレッドは書き出しを待ちます。
consequence-disk = ディスクの定数の既定値を決めます。
consequence-disk_iops = 毎秒こなせる操作数。
consequence-disk_mb_per_s = 毎秒読み書きできる量。
consequence-disk_latency_us = 操作 1 回の時間。
consequence-fsync_us = 書き込みをディスクに確定する時間。
consequence-disk_queue_depth = 同時に進む操作数。
consequence-crash_at_pct = 文がどこまで進んだときに落ちるか。
consequence-torn_write = クラッシュ時に書きかけのページが 1 つあるか。
consequence-backup_at_pct = 文がどこまで進んだときにバックアップを始めるか。
consequence-backup_mb_per_s = バックアップがファイルを写す速さ。
consequence-doublewrite = ページはまずディスクのバッファーに書かれます。破れたページはそこから直ります。
study-now = { $total } 件中 { $index } 件目:{ $label }
study-incomplete = すべての実験が終わってはいません。ない値は – です。
study-checks = 確認
study-unknown-yet = まだ不明
sentence-parallel-ddl-one = 構築は { $subject_ms } かかります。最も長い段階は{ $longest_phase_name }で、全体の { $longest_phase_percent } % です{ $stall_ms_any ->
    [yes] 。うち { $stall_ms } は REDO ログの空き待ちです
   *[no] { "" }
  }。
sentence-parallel-ddl-compare = { $subject_name }({ $subject_column })は{ $base_name }(A){ $relation ->
    [less] より { $percent } % 短く
    [more] より { $percent } % 長く
   *[equal] とほぼ同じで
  }、{ $subject_ms } 対 { $base_ms } です。最も長い段階は{ $longest_phase_name }で、全体の { $longest_phase_percent } % です{ $stall_ms_any ->
    [yes] 。うち { $stall_ms } は REDO ログの空き待ちです
   *[no] { "" }
  }。
sentence-replica-lag-one = レプリカは{ $subject_status ->
    [normal] 最大 { $subject_lag_ms } 遅れ、メモリーの { $subject_memory_pct } % を使います
   *[unavailable] { $subject_unavailable_after_ms } 後に利用不可になり、{ $subject_lag_ms } 遅れ、メモリーの { $subject_memory_pct } % を使っています
  }。
sentence-replica-lag-compare = { $subject_name }({ $subject_column })ではレプリカは{ $subject_status ->
    [normal] 最大 { $subject_lag_ms } 遅れ、メモリーの { $subject_memory_pct } % を使います
   *[unavailable] { $subject_unavailable_after_ms } 後に利用不可になり、{ $subject_lag_ms } 遅れ、メモリーの { $subject_memory_pct } % を使っています
  }。{ $base_name }(A)では{ $base_status ->
    [normal] 最大 { $base_lag_ms } 遅れ、メモリーの { $base_memory_pct } % を使います
   *[unavailable] { $base_unavailable_after_ms } 後に利用不可になり、{ $base_lag_ms } 遅れ、メモリーの { $base_memory_pct } % を使っています
  }。
times-title-series = 時間に沿った変化
group-server = サーバー

preset-threads-1-to-16 = スレッドを増やすと速くなる?
preset-buffer-before-threads = メモリーか、スレッドか?
preset-sample-sort = スレッドごとにキーの範囲
preset-three-indexes = 1 文か、3 文か?
preset-tiny-log = 小さすぎる REDO ログ
preset-logged-or-flushed = ログなしのほうが速い?
preset-by-record-or-by-page = レコード単位か、ページ単位か?
preset-one-to-eight-ddls = いくつの構築まで追える?
preset-drop-or-install = ページイメージ:捨てるか、置くか?
preset-far-away = 遠くのレプリカ
preset-crash-logged-build = ログありの構築中のクラッシュ
preset-crash-unlogged-build = ログなしの構築中と構築後のクラッシュ
preset-torn-page = 半分だけ書かれたページ、ダブルライト有無
preset-backup-during-build = 構築中のバックアップ
preset-redo-log-2x48m = 48 MB のログファイル 2 つ
preset-redo-log-rarer-stalls = 大きなログは停滞をまれにするだけ
preset-recovery-reference = MariaDB で実測した 3 つの回復
metric-stalls = 停滞の回数
preset-mdev-19747-force-100k = 再構築、100,000 行
preset-mdev-19747-copy-100k = COPY、100,000 行
preset-mdev-19747-add-index-1m = インデックス 7 つ、100 万行
preset-mdev-19747-force-1m = 再構築、100 万行
preset-mdev-19747-copy-1m = COPY、100 万行
preset-fill-factor = ページの埋まり具合
preset-page-size = ページの大きさ
preset-insert-order = 行ごとの挿入、3 つの順
preset-compression = 圧縮したページイメージ
sentence-crash-recovery-one = クラッシュ後、{ $subject_recovered ->
    [lost] 表は失われます。1 ページが半分だけ書かれ、写しにもログにも全体がありません
    [index-dropped] 回復は { $subject_redo_scanned_bytes } バイトの REDO を { $subject_recovery_ms } で読み、終わっていなかった文を取り消します。表は元のままです
   *[yes] { $subject_committed ->
        [no] 回復は { $subject_redo_scanned_bytes } バイトの REDO を { $subject_recovery_ms } で読み、{ $subject_pages } ページを更新し、開いたトランザクションを戻します
       *[yes] { $subject_pages_any ->
            [no] 回復は { $subject_redo_scanned_bytes } バイトの REDO を { $subject_recovery_ms } で読み、全ページがすでにディスクにあります
           *[yes] 回復は { $subject_redo_scanned_bytes } バイトの REDO を { $subject_recovery_ms } で読み、{ $subject_pages } ページを更新します。何も失われません
          }
      }
  }{ $subject_backup ->
    [yes] 。その間のバックアップは整合しています
    [no] 。その間のバックアップは使えません。{ $subject_backup_pages_wrong } ページが足りません
   *[none] { "" }
  }{ $subject_stall_ms_any ->
    [yes] 。文はログかメモリーの空きを { $subject_stall_ms } 待ちました
   *[no] { "" }
  }。
sentence-crash-recovery-compare = { $subject_name }({ $subject_column }):{ $subject_recovered ->
    [lost] 表は失われます。1 ページが半分だけ書かれ、写しにもログにも全体がありません
    [index-dropped] 回復は { $subject_redo_scanned_bytes } バイトの REDO を { $subject_recovery_ms } で読み、終わっていなかった文を取り消します。表は元のままです
   *[yes] { $subject_committed ->
        [no] 回復は { $subject_redo_scanned_bytes } バイトの REDO を { $subject_recovery_ms } で読み、{ $subject_pages } ページを更新し、開いたトランザクションを戻します
       *[yes] { $subject_pages_any ->
            [no] 回復は { $subject_redo_scanned_bytes } バイトの REDO を { $subject_recovery_ms } で読み、全ページがすでにディスクにあります
           *[yes] 回復は { $subject_redo_scanned_bytes } バイトの REDO を { $subject_recovery_ms } で読み、{ $subject_pages } ページを更新します。何も失われません
          }
      }
  }{ $subject_backup ->
    [yes] 。その間のバックアップは整合しています
    [no] 。その間のバックアップは使えません。{ $subject_backup_pages_wrong } ページが足りません
   *[none] { "" }
  }{ $subject_stall_ms_any ->
    [yes] 。文はログかメモリーの空きを { $subject_stall_ms } 待ちました
   *[no] { "" }
  }。{ $base_name }(A):{ $base_recovered ->
    [lost] 表は失われます。1 ページが半分だけ書かれ、写しにもログにも全体がありません
    [index-dropped] 回復は { $base_redo_scanned_bytes } バイトの REDO を { $base_recovery_ms } で読み、終わっていなかった文を取り消します。表は元のままです
   *[yes] { $base_committed ->
        [no] 回復は { $base_redo_scanned_bytes } バイトの REDO を { $base_recovery_ms } で読み、{ $base_pages } ページを更新し、開いたトランザクションを戻します
       *[yes] { $base_pages_any ->
            [no] 回復は { $base_redo_scanned_bytes } バイトの REDO を { $base_recovery_ms } で読み、全ページがすでにディスクにあります
           *[yes] 回復は { $base_redo_scanned_bytes } バイトの REDO を { $base_recovery_ms } で読み、{ $base_pages } ページを更新します。何も失われません
          }
      }
  }{ $base_backup ->
    [yes] 。その間のバックアップは整合しています
    [no] 。その間のバックアップは使えません。{ $base_backup_pages_wrong } ページが足りません
   *[none] { "" }
  }{ $base_stall_ms_any ->
    [yes] 。文はログかメモリーの空きを { $base_stall_ms } 待ちました
   *[no] { "" }
  }。
param-work = 作業量
value-counted = 数える
value-scaled = 標本から広げる
param-kept_log_bytes = 使用後に残す REDO
consequence-work = 100 万行を数えるには数秒かかります。ページの標本なら一瞬で、誤差は 1 % 以内です。
consequence-kept_log_bytes = 解析した REDO は、これだけ新しいログが解析・適用されるまでメモリーに残ります。
why-crash-slowest = 最後に戻るのは { $letter } で { $recovery }:{ $scanned } の REDO の走査に { $scan }、{ $pages } ページへの { $applied } 件のレコードの適用に { $apply } かかります。そのためにディスクから { $read } ページを読みます。
why-crash-quickest = 最初に戻るのは { $letter } で { $recovery }:{ $scanned } の REDO の走査に { $scan }、{ $pages } ページへの { $applied } 件のレコードの適用に { $apply } かかります。そのためにディスクから { $read } ページを読みます。
outcome-recovered-yes = 全ページが戻った
outcome-recovered-lost = 表の喪失
part-of-a = A の 1/{ $part }
less-than = { $duration } 未満
why-replica-waits = レプリカのメモリーにあるのは、まだ解析していない REDO と、プライマリーのチェックポイントか保持区間の古い方までさかのぼる解析済みの REDO です。
lag-is-age = 遅延は待っているものの古さです。同じメモリーをより速いログが満たせば、遅延は短くなります。案を比べるには、利用不可になるまでの時間を見てください。
stays-available = 利用可能のまま
unlimited = 無制限
times-note-lanes = 1 画素より狭い区間は、薄い色の上に高さで割合を示します。
phases-note = 複数スレッドの段階は時間が重なるので、足しても所要時間になりません。
the-crash = クラッシュ
lane-short-thread = T{ $number }
lane-short-statement = S{ $number }
lane-short-page-cleaner = 清掃 { $number }
lane-short-log-writer = ログ { $number }
lane-short-parser = 解析 { $number }
lane-short-apply = 適用 { $number }
lane-short-disk = ディスク { $number }
attribute-unknown = 属性 { $attribute } の値「{ $name }」は知られていません。
attribute-allowed = 使えるのは { $names } のいずれかです。
attribute-damaged = 属性 { $attribute } を読めません。
opened-instead = 下には既定の実験を開きました。
study-met-word = 同じ語
study-missed-word = 別の語
lab-name-group-commit = グループコミット
lab-question-group-commit = コミットで仲間を待つと何が得られ、誰が払うのか。
lab-sentence-group-commit = 一緒にコミットされるトランザクションは fsync を分け合い、レプリカで並列に動けます。ソースのコミットの仕方が、レプリカの速さを決めます。クライアントとグループとワーカーを 1 マイクロ秒ごとに見てください。
lab-name-global-binlog = グローバル binlog
lab-question-global-binlog = 多くのノードのログはどう 1 つになり、何がそれを遅らせるのか。
lab-sentence-global-binlog = 分散データベースは、順序のある 1 つのログを通して追われます。それはもっとも言うことの少ないノードと同じだけ遅く、まだ並べられないものをメモリーに持ちます。各ノードのログ、マージ、メモリーを、マイクロ秒ごとに見てください。
