//! Dumps of binlogs: what is read, what is named as wrong, and what the dependencies hold.

use proptest::prelude::*;
use redo_lab::group_commit::{
    BinlogText, DumpPrices, DumpWorkload, HashedKeys, Kind, MAX_LABELLED_ROWS, MAX_LISTED_PROBLEMS,
    ProblemKind, Tracking, TrackingSettings, Workload, WriteSetKind,
};
use redo_lab::sim::{MICROSECOND, SECOND, SimTime};

/// Two binlog files in the form of MySQL 8.0, with rows (`-vv`), a rotation and a DDL.
const MYSQL: &str = include_str!("binlog_text/mysql.txt");
/// Two binlog files as MariaDB 10.11 printed them: groups of four, single transactions, DDLs.
const MARIADB: &str = include_str!("binlog_text/mariadb.txt");

fn write_sets(tracking: Tracking) -> TrackingSettings {
    TrackingSettings { tracking, ..Default::default() }
}

fn parents(dump: &BinlogText) -> Vec<u64> {
    dump.transactions().iter().map(|transaction| transaction.last_committed).collect()
}

fn problems(dump: &BinlogText) -> Vec<(u64, ProblemKind)> {
    dump.problems().iter().map(|problem| (problem.line, problem.kind)).collect()
}

#[test]
fn a_mysql_dump_gives_dependencies_times_rows_and_sessions() {
    let dump = BinlogText::parse(MYSQL);
    assert_eq!(problems(&dump), []);
    assert_eq!((dump.transactions().len(), dump.files(), dump.lines()), (12, 2, 353));
    // The second file's transactions 1 to 4 depend on the whole first file.
    assert_eq!(parents(&dump), [0, 0, 2, 3, 3, 5, 6, 6, 8, 8, 10, 11]);
    let [first, .., ddl, last] = dump.transactions() else { panic!() };
    assert_eq!((first.session, first.bytes, first.committed_us), (8, 290, 1_704_103_200_001_500));
    assert_eq!(first.started_s, Some(1_704_106_800), "an hour ahead: the dump was printed in Paris");
    assert_eq!((ddl.kind, ddl.write_set, ddl.printed_sequence), (Kind::Ddl, WriteSetKind::Ddl, 3));
    assert_eq!((last.kind, last.write_set, last.file), (Kind::Rows, WriteSetKind::Usable, 2));
    assert_eq!(dump.row_labels(3, 10), ["shop/account:11", "shop/account:11"], "old and new image");
    assert_eq!(dump.keys_of(0)[0], dump.keys_of(3)[0]);
    assert_ne!(dump.keys_of(0)[0], dump.keys_of(1)[0]);
}

#[test]
fn the_schedule_of_a_dump_says_how_parallel_it_is_and_what_write_sets_would_add() {
    let dump = BinlogText::parse(MYSQL);
    let printed = dump.schedule(&[3]);
    // Five steps of the first file, then {9, 10} {11} {12}.
    assert_eq!(printed.widths().hundredths, [200, 100, 200, 100, 200, 200, 100, 100]);
    assert_eq!((printed.critical_path(), printed.best_speed_up(), printed.widest()), (8, 150, 2));
    let (tracked, totals) = dump.tracked_schedule(write_sets(Tracking::WriteSet), &[3]);
    assert_eq!(tracked.widths().hundredths, [300, 400, 100, 200, 100, 100]);
    assert_eq!((tracked.critical_path(), tracked.best_speed_up()), (6, 200));
    let steps: Vec<_> = [1, 2, 3, 4].map(|workers| tracked.steps(workers).unwrap()).into();
    assert_eq!(steps, [12, 7, 6, 6]);
    let speed_ups = [(1, 100), (2, 171), (3, 200), (4, 200), (8, 200)];
    assert_eq!(tracked.speed_ups()[..5], speed_ups);
    assert_eq!(tracked.speed_ups().last(), Some(&(256, 200)));
    assert_eq!((totals.clears(), totals.fallbacks(), totals.lowered), (1, 1, 6));
    let (by_session, _) = dump.tracked_schedule(write_sets(Tracking::WriteSetSession), &[]);
    assert_eq!(by_session.widths().hundredths, [300, 300, 200, 200, 100, 100], "three sessions");
    let (by_order, _) = dump.tracked_schedule(write_sets(Tracking::CommitOrder), &[]);
    assert_eq!(by_order.critical_path(), 8);
    assert_eq!(dump.with_write_set(), 11);
}

#[test]
fn a_mariadb_dump_gives_groups_by_their_commit_id() {
    let dump = BinlogText::parse(MARIADB);
    assert_eq!(problems(&dump), []);
    let transactions = dump.transactions();
    assert_eq!((transactions.len(), dump.files()), (19, 2));
    // Three DDLs and an INSERT one by one, three groups of four, an INSERT; then the second file.
    assert_eq!(parents(&dump), [0, 1, 2, 3, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 16, 17, 18]);
    let groups: Vec<u64> = transactions.iter().map(|transaction| transaction.group).collect();
    assert_eq!(groups, [1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8, 9, 10]);
    let ddls: Vec<u64> =
        transactions.iter().filter(|one| one.kind == Kind::Ddl).map(|one| one.printed_sequence).collect();
    assert_eq!(ddls, [1, 2, 3, 19]);
    assert_eq!(dump.row_labels(3, 10), ["shop/t:1", "shop/t:2", "shop/t:3", "shop/t:4"]);
    // All updates of one row, one after another: write sets keep the three groups, and free the last two INSERTs and DELETEs.
    let (tracked, _) = dump.tracked_schedule(write_sets(Tracking::WriteSet), &[]);
    assert_eq!(dump.schedule(&[]).critical_path(), 10);
    assert_eq!(tracked.critical_path(), 9, "the row of the other table joins a group");
}

#[test]
fn plain_lines_are_enough_and_files_are_told_by_the_number_1() {
    let dump = BinlogText::parse(
        "last_committed=0 sequence_number=1\n\
         sequence_number=2\tlast_committed=1\n\
         \n\
         # a remark\n\
         binlog.000002:#240101 10:00:00 server id 1  end_log_pos 9 \tAnonymous_GTID\tlast_committed=0\tsequence_number=1\n\
         7:  last_committed = 0, sequence_number = 2\n",
    );
    assert_eq!(problems(&dump), []);
    assert_eq!(parents(&dump), [0, 1, 2, 2]);
    assert_eq!(dump.files(), 2);
    assert_eq!(dump.with_write_set(), 0);
    assert_eq!(dump.transactions()[2].started_s, Some(1_704_103_200));
}

#[test]
fn numbers_with_gaps_depend_on_the_newest_transaction_that_is_there() {
    let dump = BinlogText::parse(
        "last_committed=997 sequence_number=1000\n\
         last_committed=1000 sequence_number=1003\n\
         last_committed=1002 sequence_number=1004\n\
         last_committed=1003 sequence_number=1010\n",
    );
    assert_eq!(parents(&dump), [0, 1, 1, 2]);
}

#[test]
fn wrong_lines_are_named_with_their_number_and_the_rest_is_used() {
    use ProblemKind::{
        DependsOnLater, DoesNotRise, Gtid, NoLastCommitted, NoSequenceNumber, NotANumber, NotTracked,
        NotUnderstood,
    };
    let lines = [
        ("last_committed=0 sequence_number=1", None),
        ("hello", Some(NotUnderstood)),
        ("last_committed=1", Some(NoSequenceNumber)),
        ("last_comitted=1 sequence_number=2", Some(NoLastCommitted)),
        ("last_committed=x sequence_number=2", Some(NotANumber)),
        ("last_committed=-1 sequence_number=2", Some(NotANumber)),
        ("last_committed=1 sequence_number=99999999999999999999", Some(NotANumber)),
        ("last_committed=2 sequence_number=2", Some(DependsOnLater)),
        ("last_committed=0 sequence_number=0", Some(NotTracked)),
        ("last_committed=1 sequence_number=3", None),
        ("last_committed=1 sequence_number=3", Some(DoesNotRise)),
        ("#240101 10:00:00 server id 1  end_log_pos 9 CRC32 0x1 \tGTID 0-x-5 trans", Some(Gtid)),
        ("#240101 10:00:00 server id 1  end_log_pos 9 CRC32 0x1 \tGTID 0-1-5 cid=z trans", Some(Gtid)),
        ("#140101 10:00:00 server id 1  end_log_pos 9 CRC32 0x1 \tGTID [commit=yes]", Some(NotTracked)),
        ("last_committed=3 sequence_number=4", None),
    ];
    let text: Vec<&str> = lines.iter().map(|line| line.0).collect();
    let dump = BinlogText::parse(&text.join("\r\n"));
    let expected: Vec<(u64, ProblemKind)> =
        lines.iter().zip(1..).filter_map(|(line, number)| line.1.map(|kind| (number, kind))).collect();
    assert_eq!(problems(&dump), expected);
    assert_eq!(dump.problem_count(), 12);
    assert_eq!(parents(&dump), [0, 1, 2]);
    assert_eq!(dump.problems()[0].to_string().split(':').next(), Some("line 2"));
}

#[test]
fn rows_behind_a_wrong_line_do_not_go_to_the_transaction_before() {
    let text =
        MYSQL.replacen("last_committed=2\tsequence_number=3", "last_committed=2\tsequence_number=?", 1);
    let (broken, whole) = (BinlogText::parse(&text), BinlogText::parse(MYSQL));
    assert_eq!(broken.problem_count(), 1);
    assert_eq!(broken.transactions().len(), 11);
    assert_eq!(broken.keys_of(1), whole.keys_of(1));
    assert_eq!(broken.keys_of(2), whole.keys_of(3), "the next one keeps its own");
    assert_eq!(
        parents(&broken)[2..5],
        [2, 2, 4],
        "who depended on the lost one depends on the one before it"
    );
}

#[test]
fn an_image_of_changed_columns_only_and_rows_without_keys_are_seen_as_such() {
    let rows = |rows: &str| {
        let dump = BinlogText::parse(&format!("last_committed=0 sequence_number=1\nBEGIN\n{rows}"));
        (dump.keys_of(0).len(), dump.transactions()[0].write_set)
    };
    let update = "### UPDATE `a`.`t`\n### WHERE\n###   @1=5\n### SET\n###   @3='x'\n";
    assert_eq!(rows(update), (1, WriteSetKind::Usable), "the third column is no key");
    let delete = "### DELETE FROM `a`.`t`\n### WHERE\n###   @1=NULL\n###   @2=7\n";
    assert_eq!(rows(delete), (0, WriteSetKind::Keyless));
    assert_eq!(rows(&format!("{update}{delete}")), (1, WriteSetKind::Keyless));
    assert_eq!(rows(""), (0, WriteSetKind::Ddl), "no rows, no write set");
}

#[test]
fn the_workload_of_a_dump_has_its_times_rows_and_dependencies() {
    let prices =
        DumpPrices { apply_cpu_ns: 400, apply_wait_ns: 100, work_ns: 300, bytes: 55, ..Default::default() };
    let dump = DumpWorkload::new(BinlogText::parse(MYSQL), prices);
    let entries: Vec<_> = (0..dump.count()).map(|id| dump.entry(id)).collect();
    assert!(entries.iter().zip(1..).all(|(entry, sequence)| entry.sequence_number == sequence));
    assert_eq!(entries[0].started, SimTime(0), "the zone is taken off");
    assert_eq!(entries[0].committed, SimTime(1_500 * MICROSECOND));
    assert_eq!(entries[8].started, SimTime(SECOND));
    assert_eq!(entries[8].committed, SimTime(SECOND + 100 * MICROSECOND));
    assert_eq!((entries[0].apply_cpu_ns, entries[0].apply_wait_ns, entries[0].bytes), (400, 100, 290));
    assert!(entries.is_sorted_by_key(|entry| entry.committed));
    assert!(entries.iter().all(|entry| entry.started <= entry.committed));
    let workload = Workload::from(dump);
    let mut keys = Vec::new();
    workload.lock_keys(0, &mut keys);
    assert_eq!(keys.len(), 1, "old and new image are one row");
    assert_eq!(workload.session(1), Some(9));
    assert_eq!(workload.write_set(10, HashedKeys::All, &mut keys), WriteSetKind::Ddl);

    let mariadb = DumpWorkload::new(BinlogText::parse(MARIADB), prices);
    assert_eq!(mariadb.entry(0).committed, SimTime(0), "whole seconds only");
    assert_eq!(mariadb.entry(0).bytes, 55);
}

#[test]
fn only_the_first_wrong_lines_and_row_texts_are_kept() {
    let mut text = "what is this\n".repeat(1_000);
    text += "last_committed=0 sequence_number=1\n### INSERT INTO `a`.`t`\n";
    for row in 0..10_000 {
        text += &format!("### SET\n###   @1={row}\n");
    }
    let dump = BinlogText::parse(&text);
    assert_eq!((dump.problems().len(), dump.problem_count()), (MAX_LISTED_PROBLEMS, 1_000));
    assert_eq!(dump.keys_of(0).len(), 10_000);
    assert_eq!(dump.row_labels(0, usize::MAX).len(), MAX_LABELLED_ROWS);
}

/// Lines that a dump may have, whole, mixed up or damaged.
fn any_line() -> impl Strategy<Value = String> {
    let lines: Vec<&'static str> = MYSQL.lines().chain(MARIADB.lines()).collect();
    let known = proptest::sample::select(lines);
    let cut = (known.clone(), any::<proptest::sample::Index>(), any::<proptest::sample::Index>());
    prop_oneof![
        8 => known.prop_map(str::to_owned),
        2 => (0_u64..9, 0_u64..9).prop_map(|(parent, own)| format!("last_committed={parent} sequence_number={own}")),
        1 => (any::<u64>(), any::<u64>()).prop_map(|(parent, own)| {
            format!("#691231 23:59:59 server id 1 end_log_pos 9 GTID last_committed={parent} sequence_number={own} \
                     original_committed_timestamp={} transaction_length={parent}", parent ^ own)
        }),
        2 => cut.prop_map(|(line, from, to)| {
            let (from, to) = (from.index(line.len() + 1), to.index(line.len() + 1));
            format!("{}{}", &line[..from.min(to)], &line[from.max(to)..])
        }),
        1 => ".*",
    ]
}

/// Lines of a text that ends them with a line feed, a carriage return, or both.
fn lines_of(text: &str) -> u64 {
    text.replace("\r\n", "\n").replace('\r', "\n").lines().count() as u64
}

fn check_invariants(dump: &BinlogText, lines: u64) -> Result<(), TestCaseError> {
    prop_assert_eq!(dump.lines(), lines);
    prop_assert!(dump.problems().len() <= MAX_LISTED_PROBLEMS);
    prop_assert!(dump.problems().iter().all(|problem| (1..=lines).contains(&problem.line)));
    let mut keys = 0;
    for (index, transaction) in dump.transactions().iter().enumerate() {
        prop_assert!(transaction.last_committed <= index as u64);
        prop_assert!(u64::from(transaction.line) <= lines);
        keys += dump.keys_of(index).len();
        dump.row_labels(index, 3);
    }
    prop_assert!(keys as u64 <= lines);
    let printed = dump.schedule(&[5]);
    let (tracked, _) = dump.tracked_schedule(write_sets(Tracking::WriteSet), &[5]);
    prop_assert!(tracked.steps(5) <= printed.steps(5));
    let workload = DumpWorkload::new(dump.clone(), DumpPrices::default());
    let committed: Vec<SimTime> = (0..workload.count()).map(|id| workload.entry(id).committed).collect();
    prop_assert!(committed.is_sorted());
    Ok(())
}

proptest! {
    #[test]
    fn lines_in_any_order_whole_or_damaged_are_read_or_named(lines in proptest::collection::vec(any_line(), 0..200)) {
        let text = lines.join("\n");
        check_invariants(&BinlogText::parse(&text), lines_of(&text))?;
    }

    #[test]
    fn any_bytes_are_read_without_harm(bytes in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let text = String::from_utf8_lossy(&bytes);
        check_invariants(&BinlogText::parse(&text), lines_of(&text))?;
    }

    #[test]
    fn printed_dependencies_are_read_back(parents in proptest::collection::vec(any::<u64>(), 0..100)) {
        let parents: Vec<u64> = parents.iter().zip(1..).map(|(parent, sequence)| parent % sequence).collect();
        let line = |(parent, sequence): (&u64, u64)| {
            format!("#240101 10:00:00 server id 1  end_log_pos 9 CRC32 0x1 \tGTID\tlast_committed={parent}\tsequence_number={sequence}\trbr_only=yes\n")
        };
        let text: String = parents.iter().zip(1..).map(line).collect();
        let dump = BinlogText::parse(&text);
        prop_assert_eq!(dump.problem_count(), 0);
        prop_assert_eq!(self::parents(&dump), parents);
    }
}
