//! MariaDB: a wait for a count, bounded by a time.
//!
//! The leader waits until `binlog_commit_wait_count` transactions are in its queue, but no longer than `binlog_commit_wait_usec`;
//! if one of the two is 0 it does not wait. It holds the binlog's lock meanwhile. If a transaction needs a row that one in the
//! queue has locked, waiting longer would only hold that one up: the group closes at once.
//!
//! The redo log is synced before, by whoever comes first for all who wait, without regard to the binlog's groups: while a leader
//! waits several redo fsyncs pass.

use super::{Moment, Policy, Wait};
use crate::group_commit::source::SourceSettings;

#[derive(Debug)]
pub(super) struct Mariadb;

impl Policy for Mariadb {
    fn wait(&self, settings: &SourceSettings, _moment: Moment) -> Option<Wait> {
        let waits = settings.delay_ns > 0 && settings.no_delay_count > 0;
        waits.then_some(Wait { delay_ns: settings.delay_ns, count: settings.no_delay_count })
    }

    fn closes_for_row_locks(&self) -> bool {
        true
    }
}
