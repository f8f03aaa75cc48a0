//! A replica with many workers: who may run beside whom, in which order they commit, and how far it is behind.

mod commits;
mod conflicts;
mod dispatch;
mod lag;
mod properties;
mod reference;
mod stream;
mod watching;
