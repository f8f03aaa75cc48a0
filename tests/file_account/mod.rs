//! The account of a file's pages, read from its bytes: extent descriptors, their lists, and segments.

use std::collections::{BTreeMap, BTreeSet};

const NONE: u64 = 0xFFFF_FFFF;

/// A file's bytes.
pub struct File<'a> {
    bytes: &'a [u8],
    page_size: usize,
    extent: usize,
}

/// One segment.
#[derive(Debug, Default)]
pub struct Segment {
    /// Pages that it took and uses.
    pub pages: BTreeSet<u64>,
}

/// What the account says.
pub struct Account {
    /// Segments by page and offset of their inodes.
    pub segments: BTreeMap<(u64, u64), Segment>,
    /// Pages that are free, or not described yet.
    pub free: BTreeSet<u64>,
}

impl<'a> File<'a> {
    pub fn new(bytes: &'a [u8], page_size: usize) -> Self {
        let extent = if page_size < 16_384 { (1 << 20) / page_size } else { 64 };
        Self { bytes, page_size, extent }
    }

    pub fn page(&self, page_no: u64) -> &'a [u8] {
        &self.bytes[page_no as usize * self.page_size..][..self.page_size]
    }

    pub fn pages(&self) -> u64 {
        (self.bytes.len() / self.page_size) as u64
    }

    pub fn number(&self, page_no: u64, offset: usize, len: usize) -> u64 {
        self.page(page_no)[offset..offset + len].iter().fold(0, |value, &byte| value << 8 | u64::from(byte))
    }

    /// Bytes of an extent descriptor.
    fn descriptor_bytes(&self) -> usize {
        24 + self.extent / 4
    }

    /// Page and offset of the descriptor of an extent.
    fn descriptor(&self, extent_no: usize) -> (u64, usize) {
        let first = extent_no * self.extent;
        let place = first % self.page_size / self.extent;
        ((first / self.page_size * self.page_size) as u64, 150 + place * self.descriptor_bytes())
    }

    /// Pages of an extent that are in use.
    fn used(&self, extent_no: usize) -> BTreeSet<u64> {
        let (page_no, offset) = self.descriptor(extent_no);
        let is_free =
            |index: usize| self.page(page_no)[offset + 24 + index / 4] >> (2 * (index % 4)) & 1 == 1;
        let first = (extent_no * self.extent) as u64;
        (0..self.extent).filter(|&index| !is_free(index)).map(|index| first + index as u64).collect()
    }

    /// The nodes of a list, its length and its backward links checked.
    fn list(&self, page_no: u64, offset: usize) -> Vec<(u64, usize)> {
        let address =
            |page_no, offset| (self.number(page_no, offset, 4), self.number(page_no, offset + 4, 2) as usize);
        let mut nodes = Vec::new();
        let mut before = (NONE, 0);
        let mut at = address(page_no, offset + 4);
        while at.0 != NONE {
            assert_eq!(address(at.0, at.1), before, "backward link of the node at {at:?}");
            nodes.push(at);
            assert!(nodes.len() as u64 <= self.pages(), "the list at {page_no}, {offset} has a loop");
            (before, at) = (at, address(at.0, at.1 + 6));
        }
        assert_eq!(address(page_no, offset + 10), before, "last node of the list at {page_no}, {offset}");
        assert_eq!(
            self.number(page_no, offset, 4),
            nodes.len() as u64,
            "length of the list at {page_no}, {offset}"
        );
        nodes
    }

    /// The extents on a list of descriptors.
    fn extents(&self, page_no: u64, offset: usize) -> Vec<usize> {
        let extent_of = |(page_no, offset): (u64, usize)| {
            page_no as usize / self.extent + (offset - 8 - 150) / self.descriptor_bytes()
        };
        self.list(page_no, offset).into_iter().map(extent_of).collect()
    }

    /// Reads and checks the whole account.
    pub fn account(&self) -> Account {
        assert_eq!(self.number(0, 46, 4), self.pages(), "size in the space header");
        let described = self.number(0, 50, 4) as usize / self.extent;
        let mut free: BTreeSet<u64> = ((described * self.extent) as u64..self.pages()).collect();
        let mut listed = BTreeSet::new();
        let mut note = |extents: &[usize], state: u64, owner: Option<u64>| {
            for &extent_no in extents {
                assert!(listed.insert(extent_no), "extent {extent_no} is on two lists");
                let (page_no, offset) = self.descriptor(extent_no);
                assert_eq!(self.number(page_no, offset + 20, 4), state, "state of extent {extent_no}");
                if let Some(owner) = owner {
                    assert_eq!(self.number(page_no, offset, 8), owner, "owner of extent {extent_no}");
                }
                let used = self.used(extent_no);
                let first = (extent_no * self.extent) as u64;
                free.extend((first..first + self.extent as u64).filter(|page_no| !used.contains(page_no)));
            }
        };
        let [unused, some_used, all_used] = [62, 78, 94].map(|offset| self.extents(0, offset));
        for (extents, state) in [(&unused, 1), (&some_used, 2), (&all_used, 3)] {
            note(extents, state, None);
        }
        let used_of =
            |extents: &[usize]| extents.iter().flat_map(|&extent_no| self.used(extent_no)).collect();
        let (none, some, all): (BTreeSet<u64>, BTreeSet<u64>, BTreeSet<u64>) =
            (used_of(&unused), used_of(&some_used), used_of(&all_used));
        assert!(none.is_empty());
        assert_eq!(self.number(0, 58, 4), some.len() as u64, "used pages of fragment extents");
        assert_eq!(all.len(), all_used.len() * self.extent, "extents said to be full");

        let mut fragments: BTreeSet<u64> = some.union(&all).copied().collect();
        let mut segments = BTreeMap::new();
        for (page_no, offset) in self.inodes() {
            let id = self.number(page_no, offset, 8);
            assert_eq!(self.number(page_no, offset + 60, 4), 97_937_874, "mark of segment {id}");
            let [untouched, not_full, full] = [12, 28, 44].map(|list| self.extents(page_no, offset + list));
            for extents in [&untouched, &not_full, &full] {
                note(extents, 4, Some(id));
            }
            let (partly, wholly): (BTreeSet<u64>, BTreeSet<u64>) = (used_of(&not_full), used_of(&full));
            assert_eq!(self.number(page_no, offset + 8, 4), partly.len() as u64, "pages of segment {id}");
            assert_eq!(wholly.len(), full.len() * self.extent, "full extents of segment {id}");
            let slots = (0..self.extent / 2).map(|slot| self.number(page_no, offset + 64 + 4 * slot, 4));
            let own: BTreeSet<u64> = slots.filter(|&fragment| fragment != NONE).collect();
            for fragment in &own {
                assert!(fragments.remove(fragment), "fragment {fragment} of segment {id} is not its own");
            }
            let pages = own.into_iter().chain(partly).chain(wholly).collect();
            segments.insert((page_no, offset as u64), Segment { pages });
        }
        assert_eq!(listed.len(), described, "every described extent is on a list");
        // What nobody owns keeps the books: space header, descriptors, change-buffer bitmaps, inodes.
        for page_no in fragments {
            assert!([8, 9, 5, 3].contains(&self.number(page_no, 24, 2)), "page {page_no} belongs to nobody");
        }
        Account { segments, free }
    }

    /// Page and offset of every inode in use.
    fn inodes(&self) -> Vec<(u64, usize)> {
        let bytes = 64 + 4 * (self.extent / 2);
        let places = (self.page_size - 60) / bytes;
        let in_use = |page_no: u64| -> Vec<(u64, usize)> {
            let all = (0..places).map(|place| (page_no, 50 + place * bytes));
            all.filter(|&(page_no, offset)| self.number(page_no, offset, 8) != 0).collect()
        };
        let mut inodes = Vec::new();
        for (list, full) in [(118, true), (134, false)] {
            for (page_no, offset) in self.list(0, list) {
                assert_eq!((offset, self.number(page_no, 24, 2)), (38, 3), "inode page {page_no}");
                let found = in_use(page_no);
                assert_eq!(found.len() == places, full, "{} inodes on page {page_no}", found.len());
                inodes.extend(found);
            }
        }
        let mut ids: Vec<u64> =
            inodes.iter().map(|&(page_no, offset)| self.number(page_no, offset, 8)).collect();
        ids.sort_unstable();
        assert_eq!(ids, (1..self.number(0, 110, 8)).collect::<Vec<_>>(), "numbers of segments");
        inodes
    }
}
