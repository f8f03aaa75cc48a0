//! Crash recovery: what a server finds on its disks after a crash, and how redo makes it whole again.
//!
//! A change is made in memory, its redo goes to the log, and the page goes to its file at leisure. So a crash finds three
//! things: a log that ends somewhere, data pages of different ages, and perhaps one page of which only a part was written.
//!
//! - The **checkpoint** says from where the log is needed: every change before it is in the data files. It is the oldest
//!   modification of a page that still waits to be flushed, or the end of the log.
//! - Each page carries the LSN of its newest change. A record that is not newer than the page that it names is left out.
//! - A **torn** page has a wrong checksum. It comes back from the doublewrite buffer, or because the log replaces it whole;
//!   if neither is the case, the table is lost.
//! - The log ends where no whole mini-transaction follows.
//!
//! *Worked example.* The checkpoint is at LSN 1,000. Page 7 was changed by mini-transactions that end at 1,040, 1,090 and
//! 1,200; it was flushed after the second. Page 8 was created at 1,150 and never flushed. The log ends at 1,180, in the
//! middle of the third change to page 7. Recovery reads 180 bytes, leaves out both changes of page 7 because the page says
//! 1,090, makes page 8 anew without reading it, and drops what follows 1,150.
//!
//! | type | is |
//! |---|---|
//! | [`Storage`] | what is durable, one [`Write`] after the other |
//! | [`FlushList`] | dirty pages in the order of their oldest modification |
//! | [`PageCleaner`] | writes the log, flushes pages, moves the checkpoint |
//! | [`Recovery`] | what a server does with a [`Storage`] after a crash |
//!
//! Records are applied by the code that a replica uses ([`Encoding::apply`](crate::redo::Encoding::apply)).

mod flush_list;
mod page_cleaner;
mod replay;
mod storage;

pub use flush_list::FlushList;
pub use page_cleaner::{CleanerRule, PageCleaner};
pub use replay::{Recovery, RecoveryCounts};
pub use storage::{Storage, Write, unsealed};
