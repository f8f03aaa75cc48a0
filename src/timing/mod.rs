//! A primary and a replica in virtual time.

mod costs;

pub use costs::{Costs, DiskCosts, Price, log2_ceil, part, transfer_ns};
