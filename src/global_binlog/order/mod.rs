//! Order: what comes first in the global binlog, and who has to wait for whom.

mod timestamp;

pub use timestamp::VirtualTimestamp;
