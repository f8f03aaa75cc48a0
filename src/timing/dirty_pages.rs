//! Dirty pages in the order of their oldest change: the flush list.

use std::collections::VecDeque;

/// Whose pages: a tree of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    /// The statement.
    pub statement: u32,
    /// The tree in it.
    pub tree: u32,
}

/// Pages that became dirty together.
#[derive(Debug, Clone, Copy)]
struct Batch {
    lsn: u64,
    pages: u64,
    owner: Option<Owner>,
}

/// The flush list, and the pages that are being written at the moment.
#[derive(Debug, Clone, Default)]
pub struct DirtyPages {
    list: VecDeque<Batch>,
    listed_pages: u64,
    writing: Vec<Writing>,
    next_ticket: u64,
}

/// Pages on their way to the disk; the checkpoint may not pass them.
#[derive(Debug, Clone, Copy)]
struct Writing {
    ticket: u64,
    lsn: u64,
    pages: u64,
}

/// Pages taken from the list to be written; give it to [`DirtyPages::written`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taken {
    /// Pages.
    pub pages: u64,
    ticket: u64,
}

impl DirtyPages {
    /// A list with `pages` pages of other tables whose changes are spread evenly over the log from LSN 0 to `lsn`.
    pub fn with_older(pages: u64, lsn: u64) -> Self {
        let mut dirty = Self::default();
        let batches = pages.min(256);
        for index in 0..batches {
            let lsn = (u128::from(lsn) * u128::from(index) / u128::from(batches)) as u64;
            dirty.push(lsn, super::part(pages, index, batches), None);
        }
        dirty
    }

    /// `pages` pages are dirty since `lsn`; LSNs do not go back.
    pub fn add(&mut self, lsn: u64, pages: u64, owner: Owner) {
        self.push(lsn, pages, Some(owner));
    }

    fn push(&mut self, lsn: u64, pages: u64, owner: Option<Owner>) {
        if pages == 0 {
            return;
        }
        self.listed_pages += pages;
        self.list.push_back(Batch { lsn, pages, owner });
    }

    /// Takes about `pages` of the oldest pages to write them; nothing if there are none.
    pub fn take_oldest(&mut self, pages: u64) -> Option<Taken> {
        let first = self.list.front()?;
        let lsn = first.lsn;
        let mut taken = 0;
        while let Some(batch) = self.list.front_mut() {
            let part = batch.pages.min(pages - taken);
            batch.pages -= part;
            taken += part;
            if batch.pages > 0 {
                break;
            }
            self.list.pop_front();
            if taken == pages {
                break;
            }
        }
        self.listed_pages -= taken;
        Some(self.start_writing(lsn, taken))
    }

    /// Takes all pages of one tree out of the list, to be written round by round.
    pub fn take_tree(&mut self, owner: Owner) -> Option<Taken> {
        let is_owned = |batch: &&Batch| batch.owner == Some(owner);
        let lsn = self.list.iter().find(is_owned)?.lsn;
        let pages = self.list.iter().filter(is_owned).map(|batch| batch.pages).sum();
        self.list.retain(|batch| batch.owner != Some(owner));
        self.listed_pages -= pages;
        Some(self.start_writing(lsn, pages))
    }

    fn start_writing(&mut self, lsn: u64, pages: u64) -> Taken {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        self.writing.push(Writing { ticket, lsn, pages });
        Taken { pages, ticket }
    }

    /// `pages` of what was taken are in the data files.
    pub fn written(&mut self, taken: Taken, pages: u64) {
        if let Some(writing) = self.writing.iter_mut().find(|writing| writing.ticket == taken.ticket) {
            writing.pages = writing.pages.saturating_sub(pages);
        }
        self.writing.retain(|writing| writing.pages > 0);
    }

    /// The oldest change that is not yet in the data files; nothing if all are.
    pub fn oldest_lsn(&self) -> Option<u64> {
        let listed = self.list.front().map(|batch| batch.lsn);
        listed.into_iter().chain(self.writing.iter().map(|writing| writing.lsn)).min()
    }

    /// Pages in the list.
    pub fn listed_pages(&self) -> u64 {
        self.listed_pages
    }

    /// Dirty pages: those in the list and those that are being written.
    pub fn pages(&self) -> u64 {
        self.listed_pages + self.writing.iter().map(|writing| writing.pages).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checkpoint_waits_for_the_oldest_page_on_its_way() {
        let owner = Owner { statement: 0, tree: 0 };
        let mut dirty = DirtyPages::with_older(10, 100);
        dirty.add(100, 5, owner);
        assert_eq!((dirty.pages(), dirty.oldest_lsn()), (15, Some(0)));
        let oldest = dirty.take_oldest(3).unwrap();
        let tree = dirty.take_tree(owner).unwrap();
        assert_eq!((oldest.pages, tree.pages, dirty.listed_pages()), (3, 5, 7));
        assert_eq!((dirty.pages(), dirty.oldest_lsn()), (15, Some(0)));
        dirty.written(oldest, 3);
        assert_eq!((dirty.pages(), dirty.oldest_lsn()), (12, Some(30)));
        let rest = dirty.take_oldest(100).unwrap();
        dirty.written(rest, 7);
        assert_eq!((dirty.pages(), dirty.oldest_lsn()), (5, Some(100)));
        dirty.written(tree, 4);
        assert_eq!(dirty.oldest_lsn(), Some(100));
        dirty.written(tree, 1);
        assert_eq!(dirty.oldest_lsn(), None);
    }
}
