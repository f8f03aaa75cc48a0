//! A log that is cut off or damaged gives an error with an LSN, and never a wrong page.

use std::collections::BTreeMap;

use proptest::prelude::*;
use redo_lab::base::{EngineError, Lsn, PageNo, random};
use redo_lab::innodb::{Tablespace, checksum};
use redo_lab::lab::redo_volume::RedoVolumeParams;
use redo_lab::lab::redo_volume::plan::StatementPlan;
use redo_lab::lab::redo_volume::primary::Primary;
use redo_lab::redo::{self, Encoding, LogReader};
use redo_lab::replica::Replica;
use redo_lab::{experiment, lab};
use serde_json::{Value, json};

/// A statement's log, and the primary's pages at many LSNs on the way.
struct Recorded {
    plan: StatementPlan,
    start_lsn: Lsn,
    log: Vec<u8>,
    /// Every version of every page that was seen, by page and LSN.
    versions: BTreeMap<(PageNo, Lsn), Vec<u8>>,
    last: Tablespace,
}

/// Runs a statement one row at a time and keeps every page version that stands between two steps.
fn record(params: &Value, encoding: &str, compression: &str) -> Recorded {
    let mut params = params.clone();
    params["encoding"] = json!(encoding);
    params["compression"] = json!(compression);
    let document = json!({ "lab": "redo-volume", "params": params });
    let experiment = lab::complete(&experiment::parse_text(&document.to_string()).unwrap()).unwrap();
    let params = RedoVolumeParams::new(&experiment.params).unwrap();
    let plan = StatementPlan::new(&params, 1, false).unwrap();
    let (mut primary, older) = Primary::new(&plan);
    let mut versions = BTreeMap::new();
    let mut note = |space: &Tablespace| {
        for (page_no, page) in space.iter() {
            versions.entry((page_no, lsn_of(page))).or_insert_with(|| page.to_vec());
        }
    };
    older.iter().for_each(|older| note(older));
    note(&primary.space);
    loop {
        let done = primary.step(1).done;
        note(&primary.space);
        if done {
            break;
        }
    }
    let mut log = Vec::new();
    primary.log.writer().finish_into(&mut log);
    let start_lsn = primary.log.start_lsn();
    Recorded { plan, start_lsn, log, versions, last: primary.space }
}

fn lsn_of(page: &[u8]) -> Lsn {
    u64::from_be_bytes(page[16..24].try_into().unwrap())
}

impl Recorded {
    fn replica(&self) -> Replica {
        let (_, older) = Primary::new(&self.plan);
        let empty = Tablespace::new(self.plan.numbers.space_id, self.plan.page_size);
        Replica::new(self.plan.encoding, self.start_lsn, empty, older)
    }

    /// LSNs at which a mini-transaction ends, the log's start included.
    fn ends(&self) -> Vec<Lsn> {
        let mut reader = LogReader::new(self.plan.encoding, self.start_lsn);
        reader.push(&self.log).unwrap();
        let mut ends = vec![self.start_lsn];
        while let Some(mtr) = reader.next_mtr().unwrap() {
            ends.push(mtr.end_lsn);
        }
        ends
    }

    /// The replica's pages are the primary's as of `lsn`. Returns how many of them no step of the primary showed: they
    /// changed again within the same step.
    fn check_prefix(&self, replica: &Replica, lsn: Lsn) -> usize {
        let mut unseen = 0;
        for (page_no, page) in replica.space().iter() {
            let page_lsn = lsn_of(page);
            assert!(page_lsn <= lsn, "page {page_no} has LSN {page_lsn} beyond {lsn}");
            match self.versions.get(&(page_no, page_lsn)) {
                Some(version) => assert!(version == page, "page {page_no} differs as of LSN {lsn}"),
                None => unseen += 1,
            }
        }
        // What the primary finished before must be there.
        let logs_all = self.plan.encoding.logs_bulk_pages();
        for (page_no, page) in self.last.iter().filter(|(_, page)| lsn_of(page) <= lsn && logs_all) {
            assert!(replica.page(page_no) == Some(page), "page {page_no} is not there as of LSN {lsn}");
        }
        unseen
    }
}

/// Every encoding with a compression that it has.
fn encodings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let plain = redo::encodings().iter().map(|encoding| (encoding.name(), "none"));
    plain.chain([("page-image", "lz4")])
}

/// A few pages on two levels, so that the log has all kinds of mini-transactions.
fn small_statements() -> [Value; 3] {
    let columns = json!([{ "name": "a", "type": "INT" },
        { "name": "b", "type": "VARCHAR(300)", "nullable": true, "null_pct": 20, "max_length": 140 }]);
    [
        json!({ "rows": 330, "page_size": 4096, "ddl": "add-index" }),
        json!({ "table": { "columns": columns, "primary_key": ["a"] }, "rows": 60, "page_size": 4096,
            "ddl": "rebuild", "fill_factor": 60 }),
        json!({ "rows": 150, "page_size": 4096, "ddl": "insert", "insert_order": "random" }),
    ]
}

#[test]
fn a_log_cut_anywhere_is_whole_up_to_its_last_mini_transaction() {
    for params in small_statements() {
        for (encoding, compression) in encodings() {
            let recorded = record(&params, encoding, compression);
            let ends = recorded.ends();
            let mut replica = recorded.replica();
            let (mut boundaries, mut unseen, mut checked) = (0, 0, ends[0]);
            for (position, byte) in recorded.log.iter().enumerate() {
                // What was cut off before this byte is what the replica has seen now.
                match replica.finish() {
                    Ok(()) => boundaries += 1,
                    Err(EngineError::LogTruncated { lsn }) => assert_eq!(lsn, replica.lsn()),
                    Err(error) => panic!("{encoding}, cut at byte {position}: {error}"),
                }
                if replica.lsn() != checked {
                    checked = replica.lsn();
                    unseen += recorded.check_prefix(&replica, checked);
                }
                assert!(ends.binary_search(&replica.lsn()).is_ok(), "{encoding}: LSN {}", replica.lsn());
                replica.replay(std::slice::from_ref(byte)).unwrap();
            }
            replica.finish().unwrap();
            assert_eq!(Some(&replica.lsn()), ends.last());
            recorded.check_prefix(&replica, replica.lsn());
            if recorded.plan.encoding.framing() == redo::Framing::Checksummed {
                assert_eq!(boundaries, ends.len() - 1, "every cut between two mini-transactions is a state");
            }
            // A page may change twice within one step of the primary; most do not.
            assert!(unseen <= 3 * ends.len(), "{encoding}: {unseen} of {} states unseen", ends.len());
        }
    }
}

#[test]
fn a_cut_log_read_at_once_gives_the_same_lsn() {
    for (encoding, compression) in encodings() {
        let recorded = record(&small_statements()[0], encoding, compression);
        for turn in 0..40 {
            let cut = random::below(random::at(9, turn), recorded.log.len() as u64) as usize;
            let (mut at_once, mut in_bytes) = (recorded.replica(), recorded.replica());
            at_once.replay(&recorded.log[..cut]).unwrap();
            recorded.log[..cut].chunks(7).for_each(|bytes| in_bytes.replay(bytes).unwrap());
            assert_eq!(at_once.lsn(), in_bytes.lsn());
            assert_eq!(at_once.finish(), in_bytes.finish());
            recorded.check_prefix(&at_once, at_once.lsn());
        }
    }
}

/// Replays a damaged log to its end or its first error.
fn replay_all(replica: &mut Replica, log: &[u8]) -> Result<(), EngineError> {
    replica.replay(log)?;
    replica.finish()
}

#[test]
fn a_damaged_byte_is_found_or_changes_nothing() {
    for params in small_statements() {
        for (encoding, compression) in encodings() {
            let recorded = record(&params, encoding, compression);
            let mut whole = recorded.replica();
            replay_all(&mut whole, &recorded.log).unwrap();
            let every = recorded.log.len().div_ceil(2_500);
            for position in (0..recorded.log.len()).step_by(every) {
                let mut log = recorded.log.clone();
                let noise = random::at(position as u64, 5);
                log[position] ^= match noise & 1 {
                    0 => 1 << (noise >> 8 & 7),
                    _ => (noise >> 8) as u8 | 1,
                };
                check_damaged(&recorded, &whole, &log, &format!("{encoding}, byte {position}"));
            }
        }
    }
}

/// The outcome of replaying a damaged log must be an error that names an LSN of the log, or the same pages.
fn check_damaged(recorded: &Recorded, whole: &Replica, log: &[u8], what: &str) {
    let mut replica = recorded.replica();
    match replay_all(&mut replica, log) {
        Ok(()) => assert_same_pages(&replica, whole, what),
        Err(
            EngineError::LogTruncated { lsn }
            | EngineError::LogDamaged { lsn, .. }
            | EngineError::PageMissing { lsn, .. },
        ) => {
            assert!((recorded.start_lsn..=whole.lsn()).contains(&lsn), "{what}: LSN {lsn}");
            assert!(replica.lsn() <= whole.lsn(), "{what}");
            // Nothing that stands in the log from the damage on has been applied.
            recorded.check_prefix(&replica, replica.lsn());
        }
        Err(error) => panic!("{what}: {error}"),
    }
}

fn assert_same_pages(replica: &Replica, whole: &Replica, what: &str) {
    let pages = |replica: &Replica| {
        replica.space().iter().map(|(page_no, page)| (page_no, page.to_vec())).collect::<Vec<_>>()
    };
    assert!(pages(replica) == pages(whole), "{what}: other pages, and no error");
}

#[test]
fn blocks_in_the_wrong_order_are_found() {
    let recorded = record(&small_statements()[0], "list-copy", "none");
    let blocks: Vec<&[u8]> = recorded.log.chunks(512).collect();
    assert!(blocks.len() > 4);
    let orders: [&[usize]; 3] = [&[0, 2], &[0, 1, 1], &[1]];
    for order in orders {
        let log: Vec<u8> = order.iter().flat_map(|&index| blocks[index]).copied().collect();
        let outcome = replay_all(&mut recorded.replica(), &log);
        assert!(matches!(outcome, Err(EngineError::LogDamaged { .. })), "{order:?}: {outcome:?}");
    }
}

#[test]
fn a_replica_without_the_older_file_says_which_page_it_lacks() {
    for encoding in redo::encodings() {
        let recorded = record(&small_statements()[0], encoding.name(), "none");
        let empty = Tablespace::new(recorded.plan.numbers.space_id, recorded.plan.page_size);
        let mut replica = Replica::new(recorded.plan.encoding, recorded.start_lsn, empty, None);
        let outcome = replica.replay(&recorded.log);
        let lsn = recorded.start_lsn;
        assert!(
            matches!(outcome, Err(EngineError::PageMissing { lsn: at, .. }) if at == lsn),
            "{}: {outcome:?}",
            encoding.name()
        );
    }
}

/// A mini-transaction of the physical encoding with these records and the right checksum.
fn sealed(records: &[u8]) -> Vec<u8> {
    let mut bytes = records.to_vec();
    bytes.push(1);
    bytes.extend_from_slice(&checksum::crc32c(records).to_be_bytes());
    bytes
}

fn physical() -> &'static dyn Encoding {
    redo::encoding("physical").unwrap()
}

/// Records that look real: type, a small length, pages that exist, small offsets.
fn record_bytes() -> impl Strategy<Value = Vec<u8>> {
    let first = prop_oneof![any::<u8>(), (2..6_u8, 1..16_u8).prop_map(|(kind, len)| kind << 4 | len)];
    (first, 0..2_u8, prop::collection::vec(any::<u8>(), 0..20)).prop_map(|(first, page_no, mut rest)| {
        let mut bytes = vec![first, 5, page_no];
        bytes.append(&mut rest);
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn physical_records_that_nobody_wrote_never_panic(
        records in prop::collection::vec(record_bytes(), 1..6),
    ) {
        let mut older = Tablespace::new(5, 4_096);
        older.init(0);
        older.init(1);
        let lsn = physical().framing().first_lsn();
        let log = sealed(&records.concat());
        let older = std::rc::Rc::new(older);
        let mut replica = Replica::new(physical(), lsn, Tablespace::new(5, 4_096), Some(older));
        if let Err(EngineError::LogDamaged { lsn: at, .. } | EngineError::PageMissing { lsn: at, .. }) = replica.replay(&log) {
            prop_assert_eq!(at, lsn);
        }
        let _ = physical().decode(&log, 5);
    }
}
