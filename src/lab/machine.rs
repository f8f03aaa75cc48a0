//! Machines as parameters: a name, and every constant that it stands for.
//!
//! `machine` chooses a column of the tables below; every constant is a parameter of its own whose default comes from there. So
//! a report shows all of them, a learner can change one, and a browser can write what it measured into the experiment: the link
//! then reproduces the run elsewhere.
//!
//! *Where the numbers come from.* `mariadb-reference` parses and applies as MariaDB 10.11 did in the measured recoveries. The
//! machines of the published studies differ from `server` in the constants that the study names as fitted: `study::fit` finds
//! them again, and a test holds both together. All else is assumed:
//! round numbers of the order of what current hardware does. Orders and shapes are what a learner should take from them; the
//! studies show how far the numbers carry.

use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec, Params};
use crate::timing::{Costs, DiskCosts};

/// The machines, in the order of the columns of [`CONSTANTS`].
const MACHINES: [Choice; 11] = [
    Choice::new("server", "Server", "16 cores and a local NVMe disk."),
    Choice::new("laptop", "Laptop", "8 cores and a small NVMe disk."),
    Choice::new("cloud-volume", "Cloud volume", "8 cores and a network volume of 6,000 operations a second."),
    Choice::new("spinning-disk", "Spinning disk", "8 cores and a disk of 200 operations a second."),
    Choice::new("ram-disk", "RAM disk", "16 cores and a disk in memory."),
    Choice::new(
        "this-browser",
        "This browser",
        "One core: what this engine itself does in a browser, measured.",
    ),
    Choice::new("mysql-study", "MySQL study", "The server of the study mysql-parallel-ddl."),
    Choice::new("mysql-study-16-cores", "MySQL study, 16 cores", "The server of that study's second table."),
    Choice::new("polardb", "PolarDB study", "The nodes of the study polardb-ddl: 16 cores, shared storage."),
    Choice::new("mdev-23720", "MDEV-23720", "The server of that report: MariaDB 10.2 on a RAM disk."),
    Choice::new(
        "mariadb-reference",
        "MariaDB reference",
        "The server of the measured recoveries: MariaDB 10.11, 2 cores.",
    ),
];

/// The disks, in the order of the columns of [`DISK_CONSTANTS`].
const DISKS: [Choice; 5] = [
    Choice::new("nvme", "NVMe", "A local solid-state disk."),
    Choice::new("cloud-volume", "Cloud volume", "A volume behind a network."),
    Choice::new("spinning", "Spinning disk", "A disk with an arm."),
    Choice::new("ram", "RAM disk", "Memory that pretends to be a disk."),
    Choice::new("shared-storage", "Shared storage", "A cluster's storage behind a fast network."),
];

/// The disk of each machine.
const DISK_OF: [&str; 11] = [
    "nvme",
    "nvme",
    "cloud-volume",
    "spinning",
    "ram",
    "nvme",
    "nvme",
    "nvme",
    "shared-storage",
    "ram",
    "nvme",
];

/// One constant: what it is and what it is on each machine.
struct Constant<const N: usize> {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    consequence: &'static str,
    range: (u64, u64),
    values: [u64; N],
}

const CONSTANTS: [Constant<11>; 19] = [
    Constant {
        name: "cores",
        title: "Processors",
        unit: "",
        consequence: "More threads than cores take turns.",
        range: (1, 256),
        values: [16, 8, 8, 8, 16, 1, 16, 16, 16, 8, 2],
    },
    Constant {
        name: "scan_row_ns",
        title: "Scan a row",
        unit: "ns",
        consequence: "Reading a row and making its sort key; scan threads share this work.",
        range: (0, 1_000_000),
        values: [150, 150, 150, 200, 150, 20, 150, 150, 150, 150, 200],
    },
    Constant {
        name: "compare_ps",
        title: "Compare two keys",
        unit: "ps",
        consequence: "Sorting in memory needs the logarithm of a run's length of them, a row.",
        range: (0, 1_000_000_000),
        values: [5_000, 5_000, 5_000, 5_000, 5_000, 2_000, 5_000, 5_000, 5_000, 5_000, 8_000],
    },
    Constant {
        name: "copy_ps_per_byte",
        title: "Copy a byte",
        unit: "ps",
        consequence: "Every row is copied into the sort buffer, and twice in a merge pass.",
        range: (0, 1_000_000),
        values: [100, 100, 100, 100, 100, 150, 100, 100, 100, 100, 150],
    },
    Constant {
        name: "merge_row_ns",
        title: "Merge a row",
        unit: "ns",
        consequence: "Paid for every row in every merge pass; threads share this work.",
        range: (0, 1_000_000),
        values: [300, 300, 300, 400, 300, 15, 927, 2_321, 300, 200, 500],
    },
    Constant {
        name: "load_row_ns",
        title: "Load a row",
        unit: "ns",
        consequence: "One loader an index pays it for every row, however many threads there are.",
        range: (0, 1_000_000),
        values: [500, 500, 500, 600, 500, 40, 3_577, 3_422, 460, 1_173, 800],
    },
    Constant {
        name: "encode_record_ns",
        title: "Encode a redo record",
        unit: "ns",
        consequence: "One record a row is what an encoding by page saves.",
        range: (0, 1_000_000),
        values: [100, 100, 100, 100, 100, 30, 100, 100, 240, 240, 100],
    },
    Constant {
        name: "log_ps_per_byte",
        title: "Log a byte",
        unit: "ps",
        consequence: "Copying a redo byte into the log buffer, its checksum, and writing it where the thread does that.",
        range: (0, 1_000_000),
        values: [500, 500, 500, 500, 500, 600, 500, 500, 500, 7_713, 500],
    },
    Constant {
        name: "checksum_ps_per_byte",
        title: "Checksum a byte",
        unit: "ps",
        consequence: "Every page gets a checksum before it is written.",
        range: (0, 1_000_000),
        values: [150, 150, 150, 150, 150, 700, 150, 150, 150, 300, 150],
    },
    Constant {
        name: "parse_record_ps",
        title: "Parse a redo record",
        unit: "ps",
        consequence: "What a replica pays for every record before it can keep up.",
        range: (0, 1_000_000_000),
        values: [
            120_000, 120_000, 120_000, 120_000, 120_000, 30_000, 120_000, 120_000, 361_485, 120_000, 119_581,
        ],
    },
    Constant {
        name: "parse_ps_per_byte",
        title: "Parse a redo byte",
        unit: "ps",
        consequence: "Scanning the log and its checksums.",
        range: (0, 1_000_000),
        values: [2_800, 2_800, 2_800, 2_800, 2_800, 2_000, 2_800, 2_800, 650, 2_800, 2_935],
    },
    Constant {
        name: "apply_record_ns",
        title: "Apply a write",
        unit: "ns",
        consequence: "A physical record puts bytes in their place.",
        range: (0, 1_000_000),
        values: [50, 50, 50, 50, 50, 30, 50, 50, 50, 50, 52],
    },
    Constant {
        name: "insert_entry_ns",
        title: "Insert an entry",
        unit: "ns",
        consequence: "A logical record repeats the insertion.",
        range: (0, 1_000_000),
        values: [400, 400, 400, 400, 400, 100, 400, 400, 400, 400, 382],
    },
    Constant {
        name: "apply_page_ns",
        title: "Visit a page",
        unit: "ns",
        consequence: "All that a page costs besides its records (finding, latching, a share of reading): one price, its split is not known.",
        range: (0, 100_000_000),
        values: [26_000, 26_000, 26_000, 26_000, 26_000, 1_000, 26_000, 26_000, 26_000, 26_000, 25_800],
    },
    Constant {
        name: "install_page_ns",
        title: "Install a page",
        unit: "ns",
        consequence: "A page image is copied into place.",
        range: (0, 100_000_000),
        values: [5_000, 5_000, 5_000, 5_000, 5_000, 2_000, 5_000, 5_000, 5_000, 5_000, 5_000],
    },
    Constant {
        name: "flush_list_visit_ns",
        title: "Pass a page of the flush list",
        unit: "ns",
        consequence: "An index that is flushed on its own walks past the dirty pages of others, once a round.",
        range: (0, 1_000_000),
        values: [100, 100, 100, 100, 100, 100, 100, 100, 100, 117, 100],
    },
    Constant {
        name: "flush_batch_pages",
        title: "Pages a flush round",
        unit: "pages",
        consequence: "Larger rounds are fewer.",
        range: (1, 1_000_000),
        values: [128, 128, 128, 64, 128, 128, 128, 128, 128, 128, 128],
    },
    Constant {
        name: "log_mb_per_s",
        title: "Log bandwidth",
        unit: "MB/s",
        consequence: "A build that logs faster waits for the log.",
        range: (1, 1_000_000),
        values: [1_000, 500, 200, 100, 4_000, 500, 1_000, 1_000, 1_500, 1_000, 500],
    },
    Constant {
        name: "log_buffer_bytes",
        title: "Log buffer",
        unit: "B",
        consequence: "How far a build runs ahead of the log device.",
        range: (65_536, 4_294_967_296),
        values: [
            16 << 20,
            16 << 20,
            16 << 20,
            16 << 20,
            16 << 20,
            16 << 20,
            16 << 20,
            16 << 20,
            64 << 20,
            16 << 20,
            16 << 20,
        ],
    },
];

const DISK_CONSTANTS: [Constant<5>; 5] = [
    Constant {
        name: "disk_iops",
        title: "Disk operations",
        unit: "/s",
        consequence: "A page read or written is one operation; neighbours are not merged into one.",
        range: (1, 100_000_000),
        values: [200_000, 6_000, 200, 25_000, 50_000],
    },
    Constant {
        name: "disk_mb_per_s",
        title: "Disk bandwidth",
        unit: "MB/s",
        consequence: "Runs that do not fit the buffer are written and read at this rate.",
        range: (1, 1_000_000),
        values: [2_500, 250, 160, 8_000, 1_500],
    },
    Constant {
        name: "disk_latency_us",
        title: "Disk latency",
        unit: "us",
        consequence: "Time until one operation is done.",
        range: (0, 1_000_000),
        values: [80, 1_000, 5_000, 1, 90],
    },
    Constant {
        name: "fsync_us",
        title: "fsync",
        unit: "us",
        consequence: "Time until what was written is durable.",
        range: (0, 1_000_000),
        values: [100, 2_000, 8_000, 1, 300],
    },
    Constant {
        name: "disk_queue_depth",
        title: "Queue depth",
        unit: "",
        consequence: "Operations whose latencies pass side by side.",
        range: (1, 65_536),
        values: [64, 32, 2, 64, 64],
    },
];

/// Names of the constants that [`costs`] reads, for labs that offer all of them.
pub fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = vec![
        ParameterSpec::new(
            "machine",
            "Machine",
            "Machine",
            "What work costs; every constant can be changed on its own.",
            ParameterKind::enumeration(&MACHINES),
        )
        .default(ParamValue::word("server")),
        ParameterSpec::new(
            "disk",
            "Disk",
            "Machine",
            "What reading, writing and making durable costs.",
            ParameterKind::enumeration(&DISKS),
        )
        .default_rule("the machine's"),
    ];
    parameters.extend(CONSTANTS.iter().map(|constant| spec(constant, "the machine's")));
    parameters.extend(DISK_CONSTANTS.iter().map(|constant| spec(constant, "the disk's")));
    parameters
}

fn spec<const N: usize>(constant: &Constant<N>, rule: &'static str) -> ParameterSpec {
    let (min, max) = constant.range;
    let kind = ParameterKind::integer(min, max, 1);
    ParameterSpec::new(constant.name, constant.title, "Machine", constant.consequence, kind)
        .unit(constant.unit)
        .default_rule(rule)
}

/// The default of one of [`parameters`]; nothing if `name` is none of them.
pub fn dependent_default(name: &str, params: &Params) -> Option<ParamValue> {
    let machine = position(&MACHINES, params.word("machine"));
    if name == "disk" {
        return Some(ParamValue::word(DISK_OF[machine]));
    }
    if let Some(constant) = CONSTANTS.iter().find(|constant| constant.name == name) {
        return Some(ParamValue::Integer(constant.values[machine]));
    }
    let constant = DISK_CONSTANTS.iter().find(|constant| constant.name == name)?;
    let disk = match params.get("disk") {
        Some(ParamValue::Word(disk)) => disk,
        _ => DISK_OF[machine],
    };
    Some(ParamValue::Integer(constant.values[position(&DISKS, disk)]))
}

fn position(choices: &[Choice], value: &str) -> usize {
    choices.iter().position(|choice| choice.value == value).expect("checked words are choices")
}

/// The machine of complete parameters.
pub fn costs(params: &Params) -> Costs {
    let value = |name: &str| params.integer(name);
    Costs {
        cores: value("cores") as u32,
        scan_row_ns: value("scan_row_ns"),
        compare_ps: value("compare_ps"),
        copy_ps_per_byte: value("copy_ps_per_byte"),
        merge_row_ns: value("merge_row_ns"),
        load_row_ns: value("load_row_ns"),
        encode_record_ns: value("encode_record_ns"),
        log_ps_per_byte: value("log_ps_per_byte"),
        checksum_ps_per_byte: value("checksum_ps_per_byte"),
        parse_record_ps: value("parse_record_ps"),
        parse_ps_per_byte: value("parse_ps_per_byte"),
        apply_record_ns: value("apply_record_ns"),
        insert_entry_ns: value("insert_entry_ns"),
        apply_page_ns: value("apply_page_ns"),
        install_page_ns: value("install_page_ns"),
        flush_list_visit_ns: value("flush_list_visit_ns"),
        flush_batch_pages: value("flush_batch_pages"),
        disk: DiskCosts {
            iops: value("disk_iops"),
            bytes_per_s: value("disk_mb_per_s") * 1_000_000,
            latency_us: value("disk_latency_us"),
            fsync_us: value("fsync_us"),
            queue_depth: value("disk_queue_depth"),
        },
        log_bytes_per_s: value("log_mb_per_s") * 1_000_000,
        log_buffer_bytes: value("log_buffer_bytes"),
    }
}
