# ページの日本語テキスト。数値は言語に合わせて表記済み。

nav-lab = 実験
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
help-keys = キーボード
help-tab = Tab ですべてに移動でき、Enter とスペースで押せます。
help-chart = グラフ、ページ図、一覧、バイトでは矢印キーがカーソルを動かし、その場所が読み上げられます。
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
