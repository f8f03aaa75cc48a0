//! Order: what comes first in the global binlog, and who has to wait for whom.
//!
//! Four machines without a clock. Each is told what came and says what may go; how long that takes is somebody else's matter.
//!
//! ```text
//!  records of a log -> NodeSort -> Sorted, ascending -+
//!  records of a log -> NodeSort -> Sorted, ascending -+-> Merge (of Merges) -> Sorted, ascending -> Assembler -> Whole
//!                                                                                   |                              |
//!                                                                                   +-------> OrderCheck <---------+
//! ```

mod assembler;
mod check;
mod merge;
mod node_set;
mod node_sort;
mod sorted;
mod timestamp;

pub use assembler::{Assembler, Whole};
pub use check::OrderCheck;
pub use merge::{MAX_INPUTS, Merge};
pub use node_set::NodeSet;
pub use node_sort::{NodeSort, Prepared};
pub use sorted::{Sorted, Timestamped};
pub use timestamp::VirtualTimestamp;
