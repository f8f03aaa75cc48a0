//! The flush list: pages in memory that are newer than those on disk, in the order of their oldest modification.
//!
//! *Worked example.* Page 9 changes at LSN 100, page 4 at 120, page 9 again at 150. The list is 9 (100), 4 (120): what keeps
//! the checkpoint back is the oldest change, not the newest. When page 9 is flushed, the checkpoint may move to 120.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::{Lsn, PageNo};

/// Dirty pages by the LSN at which the first change since their last flush starts.
#[derive(Debug, Clone, Default)]
pub struct FlushList {
    by_age: BTreeSet<(Lsn, PageNo)>,
    oldest: BTreeMap<PageNo, Lsn>,
}

impl FlushList {
    /// Notes a change of a page by a mini-transaction that starts at `lsn`.
    pub fn add(&mut self, page_no: PageNo, lsn: Lsn) {
        if let std::collections::btree_map::Entry::Vacant(place) = self.oldest.entry(page_no) {
            place.insert(lsn);
            self.by_age.insert((lsn, page_no));
        }
    }

    /// Notes that a page was flushed, or is not needed any more.
    pub fn remove(&mut self, page_no: PageNo) {
        if let Some(lsn) = self.oldest.remove(&page_no) {
            self.by_age.remove(&(lsn, page_no));
        }
    }

    /// Start of the oldest change that no flush has covered.
    pub fn oldest_modification(&self) -> Option<Lsn> {
        self.by_age.first().map(|&(lsn, _)| lsn)
    }

    /// Whether the page is dirty.
    pub fn contains(&self, page_no: PageNo) -> bool {
        self.oldest.contains_key(&page_no)
    }

    /// Dirty pages, oldest modification first.
    pub fn iter(&self) -> impl Iterator<Item = PageNo> + '_ {
        self.by_age.iter().map(|&(_, page_no)| page_no)
    }

    /// How many pages are dirty.
    pub fn len(&self) -> usize {
        self.oldest.len()
    }

    /// Whether no page is dirty.
    pub fn is_empty(&self) -> bool {
        self.oldest.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_keeps_the_place_of_its_first_change() {
        let mut list = FlushList::default();
        for (page_no, lsn) in [(9, 100), (4, 120), (9, 150)] {
            list.add(page_no, lsn);
        }
        assert_eq!(list.iter().collect::<Vec<_>>(), [9, 4]);
        list.remove(9);
        assert_eq!(list.oldest_modification(), Some(120));
        list.add(9, 160);
        assert_eq!((list.len(), list.iter().last()), (2, Some(9)));
    }
}
