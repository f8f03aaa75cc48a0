//! PostgreSQL: a sleep if enough others are at work.
//!
//! There is one log, so one fsync makes a group durable. The leader sleeps `commit_delay` before it, but only if at least
//! `commit_siblings` other transactions are open then: with fewer, hardly anybody would join. Nothing ends the sleep early.

use super::{Moment, Policy, Wait};
use crate::group_commit::source::SourceSettings;

#[derive(Debug)]
pub(super) struct Postgresql;

impl Policy for Postgresql {
    fn has_flush_stage(&self, _settings: &SourceSettings) -> bool {
        false
    }

    fn wait(&self, settings: &SourceSettings, moment: Moment) -> Option<Wait> {
        let waits = settings.delay_ns > 0 && moment.sync_is_due && moment.others_active >= settings.siblings;
        waits.then_some(Wait { delay_ns: settings.delay_ns, count: 0 })
    }
}
