//! MySQL: a delay in the SYNC stage.
//!
//! `binlog_group_commit_sync_delay` says how long the leader of the SYNC stage waits before it syncs;
//! `binlog_group_commit_sync_no_delay_count` how many transactions in its queue end the wait early. The count means nothing
//! without a delay, and 0 means that none is enough. `sync_binlog`: with 0 or 1 every group waits; with N > 1 only every Nth
//! group is synced, and only that one waits.
//!
//! | delay | count | in the queue | the leader |
//! |---|---|---|---|
//! | 0 | 10 | 1 | syncs at once |
//! | 1 ms | 0 | any | waits 1 ms |
//! | 1 ms | 10 | 3, and 7 more within 0.4 ms | waits 0.4 ms |

use super::{Moment, Policy, Wait};
use crate::group_commit::source::SourceSettings;

#[derive(Debug)]
pub(super) struct Mysql;

impl Policy for Mysql {
    fn writes_in_flush_stage(&self) -> bool {
        true
    }

    fn wait(&self, settings: &SourceSettings, moment: Moment) -> Option<Wait> {
        let waits = settings.delay_ns > 0 && (moment.sync_is_due || settings.sync_every == 0);
        waits.then_some(Wait { delay_ns: settings.delay_ns, count: settings.no_delay_count })
    }
}
