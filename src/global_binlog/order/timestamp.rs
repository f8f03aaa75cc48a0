//! The timestamp that orders the global binlog.

use std::fmt;

/// What orders transactions of all nodes: 54 decimal digits, 19 of the commit timestamp, 19 of the transaction, 10 of the place
/// among transactions without a timestamp of their own, 6 of the node.
///
/// A distributed transaction has its own commit timestamp, its own number, place 0 and node 0 in all its parts. One without a
/// timestamp takes the largest of both that its node has seen, so that it comes directly behind what it was committed behind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VirtualTimestamp {
    /// Commit timestamp: its own, or the largest that was seen.
    pub commit_timestamp: u64,
    /// Transaction number: its own, or the largest that was seen.
    pub transaction: u64,
    /// Place among the transactions of the node that have no timestamp of their own, from 1; 0 for those that have one.
    pub sequence: u64,
    /// Node, from 1; 0 for a distributed transaction, which is of several.
    pub node: u32,
}

impl fmt::Display for VirtualTimestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Self { commit_timestamp, transaction, sequence, node } = self;
        write!(formatter, "{commit_timestamp:019}{transaction:019}{sequence:010}{node:06}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_virtual_timestamp_has_54_digits_that_sort_as_it_does() {
        let lower = VirtualTimestamp { commit_timestamp: 9, transaction: 70, sequence: 0, node: 0 };
        let upper = VirtualTimestamp { commit_timestamp: 9, transaction: 70, sequence: 1, node: 3 };
        assert_eq!(lower.to_string().len(), 54);
        assert!(lower < upper && lower.to_string() < upper.to_string());
    }
}
