//! What is simulated, and what the run gave.

use super::metrics;
use crate::experiment::Params;
use crate::lab::parallel_ddl::buffers;
use crate::lab::timed::picture::timeline;
use crate::lab::timed::{Buffers, Finished, TimedPlan, demand, params};
use crate::lab::work::BuildWork;
use crate::lab::{VariantResult, machine};
use crate::timing::{ClusterSettings, Costs, Order, Replay, ReplicaSettings, Space};

/// The parameters of one run, as the simulation takes them.
#[derive(Debug, Clone)]
pub struct ReplicaPlan {
    costs: Costs,
    space: Space,
    buffers: Buffers,
    statements: usize,
    replica: ReplicaSettings,
}

impl ReplicaPlan {
    /// The plan of complete parameters. As many threads scan as merge and load.
    pub fn new(params: &Params) -> Self {
        let value = |name: &str| params.integer(name);
        let read_threads = value("ddl_threads") as u32;
        let replica = ReplicaSettings {
            cores: value("replica_cores") as u32,
            memory_bytes: value("replica_memory_bytes"),
            base_memory_bytes: value("replica_base_memory_bytes"),
            apply_threads: value("apply_threads") as u32,
            cached_pct: value("cached_pct"),
            replay: if params.word("replay") == "install" { Replay::Install } else { Replay::Drop },
            parsed_redo_permille: value("parsed_redo_permille"),
            kept_log_bytes: value("kept_log_bytes"),
            release_ms: value("release_ms"),
            memory_limit_pct: value("memory_limit_pct"),
            lag_limit_ms: value("lag_limit_ms"),
            log_poll_ns: value("log_poll_ns"),
            log_poll_cpu_ns: value("log_poll_cpu_ns"),
            log_poll_parse_ns: value("log_poll_parse_ns"),
            network_latency_us: value("network_latency_us"),
            network_bytes_per_s: value("network_mb_per_s") * 1_000_000,
            network_window_bytes: value("network_window_bytes"),
        };
        Self {
            costs: machine::costs(params),
            space: params::space(params),
            buffers: buffers(params, read_threads, false),
            statements: value("concurrent_ddls") as usize,
            replica,
        }
    }
}

impl TimedPlan for ReplicaPlan {
    fn settings(&self, work: &BuildWork) -> ClusterSettings {
        ClusterSettings {
            costs: self.costs,
            space: self.space,
            statements: vec![demand::statement(work, &self.buffers); self.statements],
            order: Order::SideBySide,
            replica: Some(self.replica),
        }
    }

    fn result(&self, finished: &Finished<'_>) -> VariantResult {
        let replica = finished.cluster.replica.as_ref().expect("this lab has a replica");
        let series = metrics::curves(finished, replica);
        VariantResult {
            metrics: metrics::metrics(finished, replica, &series),
            series,
            timeline: Some(timeline(finished.cluster, finished.end)),
            ..VariantResult::default()
        }
    }
}
