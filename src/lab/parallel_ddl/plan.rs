//! What is simulated, and what the run gave.

use super::metrics;
use crate::experiment::Params;
use crate::lab::timed::picture::{series, timeline};
use crate::lab::timed::{Buffers, Finished, TimedPlan, demand, params};
use crate::lab::work::BuildWork;
use crate::lab::{VariantResult, machine};
use crate::redo;
use crate::report::NamedSeries;
use crate::sim::SECOND;
use crate::timing::{ClusterSettings, Costs, Order, Space};

/// The parameters of one run, as the simulation takes them.
#[derive(Debug, Clone)]
pub struct ParallelPlan {
    costs: Costs,
    space: Space,
    buffers: Buffers,
    order: Option<Order>,
}

impl ParallelPlan {
    /// The plan of complete parameters.
    pub fn new(params: &Params) -> Self {
        Self {
            costs: machine::costs(params),
            space: params::space(params),
            buffers: buffers(params, params.integer("read_threads") as u32, params.word("sort") == "sample"),
            order: match params.word("statements") {
                "serial" => Some(Order::Serial),
                "concurrent" => Some(Order::Locked),
                _ => None,
            },
        }
    }
}

/// How a statement sorts and loads, as parameters say.
pub fn buffers(params: &Params, read_threads: u32, sample_sort: bool) -> Buffers {
    let encoding = redo::encoding(params.word("encoding"));
    Buffers {
        read_threads,
        ddl_threads: params.integer("ddl_threads") as u32,
        buffer_bytes: params.integer("buffer_bytes"),
        sample_sort,
        pool_bytes: params.integer("buffer_pool_bytes"),
        logged: encoding.is_none_or(|encoding| encoding.logs_bulk_pages()),
    }
}

impl TimedPlan for ParallelPlan {
    fn settings(&self, work: &BuildWork) -> ClusterSettings {
        let statements = match self.order {
            Some(_) => demand::statement_a_tree(work, &self.buffers),
            None => vec![demand::statement(work, &self.buffers)],
        };
        ClusterSettings {
            costs: self.costs,
            space: self.space,
            statements,
            order: self.order.unwrap_or(Order::Serial),
            replica: None,
        }
    }

    fn result(&self, finished: &Finished<'_>) -> VariantResult {
        let curves = finished.cluster.primary.curves();
        let a_second = |sum: u64, interval_ns: u64| crate::sim::scaled_ns(sum, SECOND, interval_ns);
        let same = |value: u64, _| value;
        let series = NamedSeries(vec![
            ("redo_rate".into(), series(&curves.redo_bytes, "B/s", a_second)),
            ("checkpoint_age".into(), series(&curves.checkpoint_age_bytes, "B", same)),
            ("memory".into(), series(&curves.memory_bytes, "B", same)),
            ("dirty_pages".into(), series(&curves.dirty_pages, "pages", same)),
        ]);
        VariantResult {
            metrics: metrics::metrics(finished, &self.buffers, self.order.is_some()),
            series,
            timeline: Some(timeline(finished.cluster, finished.end)),
            ..VariantResult::default()
        }
    }
}
