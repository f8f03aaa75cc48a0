//! No group commit: servers before it held one lock from the first fsync of a commit to the last.
//!
//! However many clients there are, at most one transaction is committed every fsync: 1,000 a second with an fsync of 1 ms, half
//! of that if redo log and binlog are both synced.

use super::{Moment, Policy, Wait};
use crate::group_commit::source::SourceSettings;

#[derive(Debug)]
pub(super) struct Single;

impl Policy for Single {
    fn wait(&self, _settings: &SourceSettings, _moment: Moment) -> Option<Wait> {
        None
    }

    fn commits_one_by_one(&self) -> bool {
        true
    }
}
