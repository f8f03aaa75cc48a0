//! What the events of the data nodes weigh, alone and dealt out to streams.

mod global_binlog_support;

use global_binlog_support::{big, by_transaction, of_transaction, records, settings, whole};
use redo_lab::global_binlog::{
    BigTransaction, Changes, LogRecord, Mark, Shape, Split, SplitBy, WorkloadSettings,
};
use redo_lab::sim::{MILLISECOND, SECOND, SimTime};

#[test]
fn a_transaction_has_about_the_bytes_that_were_asked_for() {
    for transaction_bytes in [500, 2_000, 10_000, 1_000_000, 30_000_000] {
        let asked = WorkloadSettings {
            transaction_bytes,
            tps_per_node: 1,
            data_nodes: 2,
            duration_ns: 3 * SECOND,
            ..settings()
        };
        let (workload, records) = records(asked);
        for transaction in by_transaction(&records).keys() {
            let bytes = of_transaction(&workload, &records, *transaction).dml_bytes;
            // Half a statement, and what statements differ by.
            let allowed = 500 + transaction_bytes / 50;
            assert!(bytes.abs_diff(transaction_bytes) < allowed, "{bytes} for {transaction_bytes}");
        }
    }
}

#[test]
fn small_transactions_are_one_piece_and_larger_ones_pieces_of_about_64_kib() {
    let rows = [(2_000, 1), (1_000_000, 1), (1_000_000, 100), (3_000_000, 10_000)];
    for (transaction_bytes, rows_per_statement) in rows {
        let asked = WorkloadSettings {
            transaction_bytes,
            rows_per_statement,
            tps_per_node: 20,
            distributed_pct: 0,
            ..settings()
        };
        let (workload, records) = records(asked);
        for record in &records {
            let shapes: Vec<Shape> = (0..record.chunks).map(|k| workload.chunk(record, k)).collect();
            if transaction_bytes < 65_536 {
                assert_eq!(record.chunks, 1);
            }
            assert!(shapes.iter().all(|shape| shape.events > 0 && shape.bytes < 100_000), "{shapes:?}");
            assert!(shapes.iter().all(|shape| shape.largest_event_bytes <= 8_192));
            // The first piece has GTID and BEGIN, the last one the XID.
            let controls: Vec<u64> = shapes
                .iter()
                .map(|shape| shape.events - shape.dml_events)
                .filter(|&events| events > 0)
                .collect();
            assert_eq!(controls.iter().sum::<u64>(), 3, "{controls:?}");
        }
    }
}

#[test]
fn prepare_and_commit_hold_the_events_of_an_xa_transaction() {
    let asked = WorkloadSettings { distributed_pct: 50, transaction_bytes: 400, ..settings() };
    let (workload, records) = records(asked);
    for record in &records {
        let shape = workload.chunk(record, 0);
        let expected = match record.mark {
            // GTID, XA START, table map, rows, XA END, XA prepare.
            Mark::Prepare => (6, 2),
            // GTID, XA COMMIT.
            Mark::Commit => (2, 0),
            // GTID, BEGIN, table map, rows, XID.
            Mark::OnePhase => (5, 2),
        };
        assert_eq!((shape.events, shape.dml_events), expected);
    }
    // GTID, BEGIN, the virtual timestamp, XID.
    assert_eq!((workload.frame().events, workload.frame().dml_events), (4, 0));
}

#[test]
fn a_huge_transaction_has_the_bytes_that_were_asked_for_at_any_scale() {
    for (bytes, nodes) in [(50_000_000, 1), (50_000_000, 3), (1_000_000, 2), (100, 1)] {
        let at_scale = |scale| {
            let (workload, records) =
                records(WorkloadSettings { big: big(bytes, nodes, scale), ..settings() });
            let own: Vec<&LogRecord> =
                records.iter().filter(|record| workload.is_big(record.transaction)).collect();
            assert_eq!(own.len(), if nodes == 1 { 1 } else { 2 * usize::from(nodes) });
            assert!(
                own.iter()
                    .filter(|record| record.mark != Mark::Commit)
                    .all(|record| { record.at == SimTime(100 * MILLISECOND) && record.node < nodes })
            );
            of_transaction(&workload, &records, own[0].transaction)
        };
        let exact = at_scale(1);
        assert!(exact.dml_bytes.abs_diff(bytes) < 5_000 + bytes / 1_000, "{exact:?} for {bytes}");
        for scale in [7, 100, 1_000] {
            assert_eq!(at_scale(scale), exact, "one in {scale} is encoded");
        }
    }
}

#[test]
fn a_row_larger_than_an_event_may_be_stands_alone() {
    let row_bytes = 60_000_000;
    let big = BigTransaction { row_bytes, ..big(600_000_000, 1, 5).unwrap() };
    let (workload, records) = records(WorkloadSettings { big: Some(big), tps_per_node: 0, ..settings() });
    let shape = whole(&workload, &records[0]);
    assert_eq!((shape.dml_events, records[0].chunks), (1 + 9, 2));
    assert!(shape.largest_event_bytes >= row_bytes);
}

#[test]
fn one_stream_gets_what_the_log_has_and_several_get_it_together() {
    for (rows_per_statement, transaction_bytes) in [(1, 2_000), (50, 30_000), (2_000, 800_000)] {
        let asked = WorkloadSettings {
            rows_per_statement,
            transaction_bytes,
            big: big(5_000_000, 2, 10),
            tps_per_node: 10,
            ..settings()
        };
        let (workload, records) = records(asked);
        for record in &records {
            let own = whole(&workload, record);
            for (streams, by) in
                [(1, SplitBy::Key), (1, SplitBy::Table), (8, SplitBy::Table), (8, SplitBy::Key)]
            {
                let mut shapes = vec![Shape::default(); streams.into()];
                (0..record.chunks).for_each(|k| {
                    workload.by_stream(record, k, Split { streams, by }, &mut shapes);
                });
                let mut sum = Shape::default();
                shapes.iter().for_each(|shape| sum += *shape);
                assert_eq!((sum.events, sum.bytes), (sum.dml_events, sum.dml_bytes), "rows only");
                if (streams, by) == (8, SplitBy::Key) && rows_per_statement > 1
                    || workload.is_big(record.transaction)
                {
                    assert!((sum.events, sum.bytes) >= (own.dml_events, own.dml_bytes));
                    assert!(sum.bytes < own.dml_bytes * 13 / 10 + 1_000, "{sum:?} of {own:?}");
                } else {
                    assert_eq!((sum.events, sum.bytes), (own.dml_events, own.dml_bytes));
                }
            }
        }
    }
}

#[test]
fn streams_by_key_are_about_as_large_as_one_another() {
    let asked = WorkloadSettings { big: big(50_000_000, 1, 10), ..settings() };
    let (workload, records) = records(asked);
    for want_big in [false, true] {
        let mut shapes = [Shape::default(); 4];
        let own = records.iter().filter(|record| workload.is_big(record.transaction) == want_big);
        for record in own {
            (0..record.chunks).for_each(|k| {
                workload.by_stream(record, k, Split { streams: 4, by: SplitBy::Key }, &mut shapes);
            });
        }
        let sum: u64 = shapes.iter().map(|shape| shape.bytes).sum();
        for shape in shapes {
            assert!(shape.bytes.abs_diff(sum / 4) < sum / 40, "{shape:?} of {sum}");
        }
    }
}

#[test]
fn a_stream_has_a_statements_table_map_once() {
    let asked = WorkloadSettings {
        rows_per_statement: 2_000,
        transaction_bytes: 1,
        changes: Changes::Insert,
        distributed_pct: 0,
        tps_per_node: 10,
        ..settings()
    };
    let (workload, records) = records(asked);
    for record in &records {
        assert!(record.chunks > 1);
        let mut shapes = [Shape::default(); 8];
        let split = Split { streams: 8, by: SplitBy::Key };
        (0..record.chunks).for_each(|k| workload.by_stream(record, k, split, &mut shapes));
        // An event of some 43 rows goes to all of eight streams but for chance, so each has a table map and as many events.
        let events = whole(&workload, record).dml_events - 1;
        for shape in shapes {
            assert!(shape.events <= events + 1 && shape.events >= events - 3, "{shape:?} of {events}");
        }
    }
}
