//! One log from many nodes: first-level sort, k-way merge, spilling, and the file at the end.
//!
//! ```text
//!  node 1: P1 C1 P2 ..   read -> NodeSort -+
//!  node 2: P1 P3 C1 ..   read -> NodeSort -+-> Merge -> whole transactions -> collect -> write -> global binlog
//!  node 3: ..            read -> NodeSort -+   waits for every input
//! ```
//!
//! A table's rows lie on many data nodes, and every node writes a log of its own. Who wants to follow the whole table wants one
//! log, as if one server had written it: every transaction once, whole, and in an order that could have happened.
//!
//! # What a node's log says
//!
//! A transaction that touches several nodes is first prepared on each of them (a record P with its row changes in the log of
//! every one). When all are prepared it takes a **commit timestamp** from a counter of the whole cluster, and then it is committed
//! on each (a record C, which carries the timestamp). It holds the locks of its rows from before P until after C.
//!
//! Two transactions have a **hole** between them if in some log the P or the C of one lies between P and C of the other. Three
//! statements carry all the rest.
//!
//! 1. *With a hole between them, two transactions do not conflict.* At one moment both were prepared, so both held the locks of
//!    all their rows: they changed no row in common. Whichever comes first, the table is the same.
//! 2. *With a hole, the order of the commits says nothing about the order of the timestamps.* One takes 101, the other 102; the
//!    message that commits the first may reach this node later.
//! 3. *Without a hole, who is committed first has the smaller timestamp.* If C of x stands before P of y, x had its timestamp when
//!    y was not even prepared here, and y takes one only when it is prepared everywhere. (The theory says "not larger", since
//!    transactions of one group may share a timestamp. Here each takes its own.)
//!
//! So a log is sorted but for its holes, and a hole is closed by reading on. That is [`NodeSort`]: the committed transaction with
//! the smallest timestamp leaves when nothing that was prepared before its commit is open. What comes later is larger: what was
//! prepared behind its commit by statement 3, and of what was prepared before it all timestamps are known.
//!
//! # Transactions without a timestamp
//!
//! One that touches a single node is committed in one step, without asking the counter. It takes the largest commit timestamp that
//! its log has shown, with the number of the transaction that has it, and then its place among its like and its node: the four
//! parts of a [`VirtualTimestamp`]. It comes behind all that was committed before it in its log, and before all that is prepared
//! behind it, which by statement 3 has a larger commit timestamp; and no two have the same. Parts of unordered transactions
//! (prepared and committed, but without the counter) get theirs in the same way, each for itself: nothing puts them together again.
//!
//! # The merge, and why an idle node stops it
//!
//! Every sort gives an ascending sequence, and [`Merge`] makes one of all. The smallest head may pass only when every input has
//! one. Nobody can tell a node that has nothing to say from one whose record is still on its way, and that record's timestamp may
//! lie below all that waits. So one silent node stops the global binlog, though everybody else goes on committing: delay grows by a
//! second a second, and memory with the load.
//!
//! A **heartbeat** is a transaction without rows on all nodes. Its timestamp is a promise by statement 3: what that log says later
//! is larger. With an idle node, a transaction waits for the first heartbeat behind it, so from nothing to a whole period. A
//! heartbeat does not help against a transaction that stays prepared: the heartbeat is read, but the hole holds it.
//!
//! The parts of a distributed transaction have one timestamp, so they leave the last merge together, and it is whole when
//! something else follows ([`Assembler`]). [`OrderCheck`] watches all of this in every run.
//!
//! # A worked example
//!
//! 1 and 2 are distributed over both nodes, 3 and 4 are on one each. The commit of 1 reached node 1 late, so there 2 stands before
//! it; that is a hole, and 1 and 2 cannot have touched the same row.
//!
//! ```text
//!  node 1:  P1 P2 C2:102 C1:101 S4      sorted:  1 (101)   2 (102)   4 (102, behind 2)
//!  node 2:  P1 C1:101 S3 P2 C2:102      sorted:  1 (101)   3 (101, behind 1)   2 (102)
//!  global:  1   3   2                   .. and 4 waits: node 2 has nothing behind 2, until a heartbeat comes
//! ```
//!
//! ```
//! use redo_lab::global_binlog::{Assembler, Kind, LogRecord, Mark, Merge, NodeSort};
//! use redo_lab::sim::SimTime;
//!
//! let record = |node, mark, kind, transaction, commit_timestamp| {
//!     let parts = if kind == Kind::SingleShard { 1 } else { 2 };
//!     LogRecord { at: SimTime(0), node, mark, kind, transaction, part: 0, parts, commit_timestamp, chunks: 1 }
//! };
//! let p = |node, transaction| record(node, Mark::Prepare, Kind::Distributed, transaction, 0);
//! let c = |node, transaction| record(node, Mark::Commit, Kind::Distributed, transaction, 100 + transaction);
//! let s = |node, transaction| record(node, Mark::OnePhase, Kind::SingleShard, transaction, 0);
//! let logs = [vec![p(0, 1), p(0, 2), c(0, 2), c(0, 1), s(0, 4)], vec![p(1, 1), c(1, 1), s(1, 3), p(1, 2), c(1, 2)]];
//!
//! let mut merge = Merge::new(2);
//! for (node, log) in logs.iter().enumerate() {
//!     let mut sort = NodeSort::new(node as u16);
//!     for record in log {
//!         sort.read(record);
//!         while let Some(sorted) = sort.pop() {
//!             merge.push(node, sorted);
//!         }
//!     }
//! }
//! let mut assembler = Assembler::new();
//! let mut global = vec![];
//! while let Some((_, part)) = merge.pop() {
//!     global.extend(assembler.push(part));
//!     global.extend(assembler.pop());
//! }
//! assert_eq!(global.iter().map(|whole| whole.transaction).collect::<Vec<_>>(), [1, 3]);
//! // 2 has all its parts, but only what follows says so; 4 waits before the merge, which waits for node 2.
//! assert_eq!(assembler.gathering().unwrap().transaction, 2);
//! assert_eq!((merge.len(0), merge.waits_for()), (1, Some(1)));
//! // 3 came behind 1: its commit timestamp and transaction, then the first without its own, then node 2.
//! let (commit, transaction, place, node) = ("0000000000000000101", "0000000000000000001", "0000000001", "000002");
//! assert_eq!(global[1].timestamp.to_string(), [commit, transaction, place, node].concat());
//! ```

mod activity;
mod order;
mod pipeline;
mod workload;

pub use activity::Activity;
pub use order::{
    Assembler, MAX_INPUTS, Merge, NodeSet, NodeSort, OrderCheck, Prepared, Sorted, Timestamped,
    VirtualTimestamp, Whole,
};
pub use pipeline::{
    Costs, Curves, Event as PipelineEvent, Flush, LaneOf, MAX_WATCHED, MemoryCause, MemoryPlace,
    MemorySettings, Outcome, Pipeline, PipelineSettings, PipelineTotals, Stage, Swap, WatchedPart,
    WatchedTransaction, WriterSettings,
};
pub use workload::{
    BigTransaction, Changes, Kind, LogRecord, Mark, Shape, Sources, Split, SplitBy, StuckTransaction,
    Workload, WorkloadSettings, event,
};
