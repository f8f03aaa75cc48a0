//! A set of nodes in one word.

/// Nodes 0 to 63, each in it or not.
///
/// ```
/// use redo_lab::global_binlog::NodeSet;
///
/// let mut nodes = NodeSet::default();
/// assert!(nodes.insert(5) && nodes.insert(2) && !nodes.insert(5));
/// assert_eq!(nodes.iter().collect::<Vec<_>>(), [2, 5]);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NodeSet(u64);

impl NodeSet {
    /// The set of one node, 0 to 63.
    pub fn of(node: u16) -> Self {
        Self(1 << node)
    }

    /// Puts a node, 0 to 63, in; whether it was not there before.
    pub fn insert(&mut self, node: u16) -> bool {
        let is_new = !self.contains(node);
        self.0 |= 1 << node;
        is_new
    }

    /// Whether a node, 0 to 63, is in it.
    pub fn contains(self, node: u16) -> bool {
        self.0 & 1 << node != 0
    }

    /// How many there are.
    pub fn len(self) -> u16 {
        self.0.count_ones() as u16
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The nodes, ascending.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let node = (rest != 0).then(|| rest.trailing_zeros() as u16)?;
            rest &= rest - 1;
            Some(node)
        })
    }
}
