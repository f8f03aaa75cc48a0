//! Who works on the source, and for how long.

use super::{microseconds, number};
use crate::experiment::{Choice, ParamValue, ParameterKind, ParameterSpec};

const GROUP: &str = "Clients";
/// The longest time of one kind in a transaction: an hour.
const MAX_WORK_US: u64 = 3_600_000_000;

/// How transactions arrive.
const ARRIVALS: [Choice; 2] = [
    Choice::new(
        "closed",
        "Closed loop",
        "Each client sends its next transaction when the last one is committed.",
    ),
    Choice::new(
        "open",
        "Open",
        "Transactions arrive at random, so many a second, whether the source keeps up or not.",
    ),
];

/// How times are spread.
pub(super) const SPREADS: [Choice; 2] = [
    Choice::new("exponential", "Exponential", "Short ones are frequent, and some take many times the mean."),
    Choice::new("constant", "Constant", "All take the same time."),
];

pub(super) fn parameters() -> Vec<ParameterSpec> {
    let mut parameters = loads();
    parameters.extend(works());
    parameters.extend(limits());
    parameters
}

fn loads() -> Vec<ParameterSpec> {
    vec![
        number(
            ("clients", "Clients"),
            GROUP,
            "Only one transaction of a client can be in a group: no group is larger than this. When goal is \
             max-tps-without-lag, the most clients that are tried.",
            (1, 4_096),
            64,
        )
        .in_sight(),
        ParameterSpec::new(
            "arrival",
            "Arrival",
            GROUP,
            "A closed loop slows down with the source; open arrival does not, and shows what is too much.",
            ParameterKind::enumeration(&ARRIVALS),
        )
        .default(ParamValue::word("closed")),
        number(
            ("arrival_tps", "Arrivals"),
            GROUP,
            "Transactions a second that arrive when arrival is open. When goal is max-tps-without-lag, the most that is tried.",
            (1, 1_000_000),
            2_000,
        )
        .unit("TPS"),
        microseconds(
            ("think_us", "Thinking"),
            GROUP,
            "How long a client pauses between two transactions; pauses make groups smaller.",
            MAX_WORK_US,
            0,
        ),
    ]
}

fn works() -> Vec<ParameterSpec> {
    vec![
        microseconds(
            ("work_us", "Work"),
            GROUP,
            "Mean time that a transaction's statements take beside processor time: a delay pays only where it is not shorter \
             than this.",
            MAX_WORK_US,
            500,
        ),
        ParameterSpec::new(
            "work_distribution",
            "Spread of the work",
            GROUP,
            "Equal work keeps clients in step, so that groups form by themselves.",
            ParameterKind::enumeration(&SPREADS),
        )
        .default(ParamValue::word("exponential")),
        microseconds(
            ("source_cpu_us", "Processor time"),
            GROUP,
            "Processor time that a transaction takes on the source: with few cores it bounds the throughput.",
            MAX_WORK_US,
            0,
        ),
        number(
            ("source_cores", "Source's cores"),
            GROUP,
            "Transactions that need the processor at once, beyond this number, wait.",
            (1, 1_024),
            64,
        ),
        microseconds(
            ("statement_cpu_us", "Of a statement"),
            GROUP,
            "How long a client keeps a core while others wait for one: the processor time of one statement. 0 is a whole \
             transaction.",
            MAX_WORK_US,
            0,
        ),
    ]
}

fn limits() -> Vec<ParameterSpec> {
    vec![
        number(
            ("duration_s", "Duration"),
            GROUP,
            "How long the clients work. The replica may go on after that until it has applied everything.",
            (1, 3_600),
            30,
        )
        .unit("s"),
        number(
            ("transactions", "Transactions at most"),
            GROUP,
            "The clients stop after so many transactions, if that is before the duration has passed.",
            (1, 5_000_000),
            1_000_000,
        ),
    ]
}
