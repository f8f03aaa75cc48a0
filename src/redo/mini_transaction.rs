//! A mini-transaction: changes to pages, made and logged together.

use crate::base::{Lsn, PageNo};
use crate::innodb::allocation::PageWriter;
use crate::innodb::{Page, Tablespace, page};
use crate::redo::{BulkPage, Encoding, LogWriter, MtrBuffer, Purpose, Statistics};

/// A server's log in one encoding: where mini-transactions are written and counted.
pub struct RedoLog {
    encoding: &'static dyn Encoding,
    buffer: MtrBuffer,
    writer: LogWriter,
    mini_transactions: u64,
    /// Declared by the mini-transaction in `buffer`.
    main_page: Option<PageNo>,
    trace: Option<Trace>,
    /// Memory for the list of a mini-transaction's pages, kept from one to the next.
    touched: Vec<PageNo>,
}

/// What is kept for an inspector: it does not follow from the log's bytes.
#[derive(Default)]
struct Trace {
    purposes: Vec<u8>,
    main_pages: Vec<Option<PageNo>>,
}

impl RedoLog {
    /// An empty log of tablespace `space_id`, `after_bytes` of other records after the log's first possible byte.
    pub fn new(encoding: &'static dyn Encoding, space_id: u32, after_bytes: u64) -> Self {
        Self {
            encoding,
            buffer: MtrBuffer::new(space_id),
            writer: LogWriter::new(encoding.framing(), after_bytes),
            mini_transactions: 0,
            main_page: None,
            trace: None,
            touched: Vec::new(),
        }
    }

    /// Keeps the purpose of every record and the main page of every mini-transaction, in order, for an inspector.
    pub fn keep_purposes(&mut self) {
        self.trace = Some(Trace::default());
    }

    /// Purposes of all records in order; empty unless kept.
    pub fn purposes(&self) -> &[u8] {
        self.trace.as_ref().map_or(&[], |trace| &trace.purposes)
    }

    /// The page that each mini-transaction is about, if it said so ([`MiniTransaction::set_main_page`]), in order; empty
    /// unless kept.
    pub fn main_pages(&self) -> &[Option<PageNo>] {
        self.trace.as_ref().map_or(&[], |trace| &trace.main_pages)
    }

    /// The encoding.
    pub fn encoding(&self) -> &'static dyn Encoding {
        self.encoding
    }

    /// The file that is written.
    pub fn writer(&mut self) -> &mut LogWriter {
        &mut self.writer
    }

    /// LSN at which the next record will stand.
    pub fn lsn(&self) -> Lsn {
        self.writer.lsn()
    }

    /// LSN of the first record.
    pub fn start_lsn(&self) -> Lsn {
        self.writer.start_lsn()
    }

    /// Bytes of mini-transactions, without what log blocks add.
    pub fn payload_bytes(&self) -> u64 {
        self.writer.payload_bytes()
    }

    /// Records and bytes so far.
    pub fn statistics(&self) -> &Statistics {
        &self.buffer.statistics
    }

    /// Index entries that replaying the log inserts one by one.
    pub fn entries(&self) -> u64 {
        self.buffer.entries
    }

    /// Mini-transactions so far.
    pub fn mini_transactions(&self) -> u64 {
        self.mini_transactions
    }

    fn commit(&mut self) -> Lsn {
        let main_page = self.main_page.take();
        if self.buffer.records == 0 {
            return self.writer.lsn();
        }
        self.encoding.end(&mut self.buffer);
        let lsn = self.writer.append(&self.buffer.bytes);
        self.mini_transactions += 1;
        if let Some(trace) = &mut self.trace {
            trace.purposes.extend_from_slice(&self.buffer.purposes);
            trace.main_pages.push(main_page);
        }
        self.buffer.clear();
        lsn
    }

    /// Logs a finished bulk-built page as one mini-transaction and stamps the page.
    pub fn commit_bulk_page(&mut self, bulk: &mut BulkPage<'_>) {
        if self.encoding.logs_bulk_pages() {
            self.encoding.bulk_page(&mut self.buffer, bulk);
        }
        self.main_page = Some(bulk.page_no);
        let lsn = self.commit();
        page::set_lsn(bulk.page, lsn);
    }
}

/// One mini-transaction on a tablespace. Dropped without [`MiniTransaction::commit`], its changes stay unlogged: always
/// commit.
pub struct MiniTransaction<'a> {
    space: &'a mut Tablespace,
    log: &'a mut RedoLog,
    touched: Vec<PageNo>,
}

impl<'a> MiniTransaction<'a> {
    /// Begins a mini-transaction whose records are for `purpose` until that is changed.
    pub fn begin(space: &'a mut Tablespace, log: &'a mut RedoLog, purpose: Purpose) -> Self {
        log.buffer.purpose = purpose;
        let touched = std::mem::take(&mut log.touched);
        Self { space, log, touched }
    }

    /// Says what the following records are for.
    pub fn set_purpose(&mut self, purpose: Purpose) {
        self.log.buffer.purpose = purpose;
    }

    /// Says which page the mini-transaction is about, where that is not the one with most of its bytes: an allocation
    /// changes the account of pages only, but is about the page that it gives.
    pub fn set_main_page(&mut self, page_no: PageNo) {
        self.log.main_page = Some(page_no);
    }

    /// Logs the mini-transaction and stamps its pages; returns the LSN after it.
    pub fn commit(mut self) -> Lsn {
        let lsn = self.log.commit();
        for page_no in self.touched.drain(..) {
            if let Some(page) = self.space.get_mut(page_no) {
                page::set_lsn(page, lsn);
            }
        }
        self.log.touched = self.touched;
        lsn
    }

    /// Runs `encode` on the encoding with the page as it is, then `change` on the page.
    pub fn change(
        &mut self,
        page_no: PageNo,
        encode: impl FnOnce(&'static dyn Encoding, &mut MtrBuffer, &[u8]),
        change: impl FnOnce(&mut [u8]),
    ) {
        let before = self.space.get(page_no).expect("a changed page is present");
        encode(self.log.encoding, &mut self.log.buffer, before);
        change(self.touch(page_no));
    }

    /// Runs `edit`, which changes a page and logs what it changes.
    pub fn edit<R>(
        &mut self,
        page_no: PageNo,
        edit: impl FnOnce(&'static dyn Encoding, &mut MtrBuffer, &mut [u8]) -> R,
    ) -> R {
        if !self.touched.contains(&page_no) {
            self.touched.push(page_no);
        }
        let page = self.space.get_mut(page_no).expect("a changed page is present");
        edit(self.log.encoding, &mut self.log.buffer, page)
    }

    /// Logs that an unlogged index is complete.
    pub fn index_loaded(&mut self, layout: &crate::innodb::IndexLayout, root_page_no: PageNo) {
        self.log.encoding.index_loaded(&mut self.log.buffer, layout, root_page_no);
    }

    /// Puts a page in place that was logged by other means.
    pub fn put(&mut self, page_no: PageNo, page: Page) {
        self.space.put(page_no, page);
    }

    fn touch(&mut self, page_no: PageNo) -> &mut [u8] {
        if !self.touched.contains(&page_no) {
            self.touched.push(page_no);
        }
        self.space.get_mut(page_no).expect("a changed page is present")
    }
}

impl PageWriter for MiniTransaction<'_> {
    fn page(&self, page_no: PageNo) -> &[u8] {
        self.space.get(page_no).expect("bookkeeping pages exist")
    }

    fn write(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]) {
        let before = self.page(page_no);
        if before[offset..offset + bytes.len()] == *bytes {
            return;
        }
        self.change(
            page_no,
            |encoding, out, before| encoding.write(out, page_no, before, offset, bytes, false),
            |page| page[offset..offset + bytes.len()].copy_from_slice(bytes),
        );
    }

    fn write_whole(&mut self, page_no: PageNo, offset: usize, bytes: &[u8]) {
        self.change(
            page_no,
            |encoding, out, before| encoding.write(out, page_no, before, offset, bytes, true),
            |page| page[offset..offset + bytes.len()].copy_from_slice(bytes),
        );
    }

    fn fill(&mut self, page_no: PageNo, offset: usize, len: usize, byte: u8) {
        self.change(
            page_no,
            |encoding, out, _| encoding.fill(out, page_no, offset, len, byte),
            |page| page[offset..offset + len].fill(byte),
        );
    }

    fn init_page(&mut self, page_no: PageNo) {
        self.log.encoding.init_page(&mut self.log.buffer, page_no);
        self.space.init(page_no);
        self.touch(page_no);
    }

    fn create_index_page(&mut self, page_no: PageNo) {
        self.log.encoding.create_index_page(&mut self.log.buffer, page_no);
        page::create_index(self.touch(page_no));
    }

    fn free_page(&mut self, page_no: PageNo) {
        self.log.encoding.free_page(&mut self.log.buffer, page_no);
    }
}
