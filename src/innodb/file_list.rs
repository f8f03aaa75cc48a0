//! Doubly linked lists whose nodes lie on pages: of extent descriptors, and of inode pages.
//!
//! A base holds the list's length (4 bytes) and the addresses of its first and last node (6 bytes each); a node holds the
//! addresses of the one before and the one after. An address is a page number and an offset.

use crate::base::PageNo;
use crate::innodb::page_writer::PageWriter;
use crate::innodb::{put_u16, u16_at, u32_at};

/// Where a list node or base lies: page and offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) page_no: PageNo,
    pub(super) offset: usize,
}

const NULL_ADDRESS: Address = Address { page_no: crate::innodb::NO_PAGE, offset: 0 };

fn address_bytes(address: Address) -> [u8; 6] {
    let mut bytes = [0; 6];
    bytes[..4].copy_from_slice(&address.page_no.to_be_bytes());
    put_u16(&mut bytes, 4, address.offset as u16);
    bytes
}

fn read_address(writer: &dyn PageWriter, at: Address) -> Address {
    let page = writer.page(at.page_no);
    Address { page_no: u32_at(page, at.offset), offset: usize::from(u16_at(page, at.offset + 4)) }
}

fn write_address(writer: &mut dyn PageWriter, at: Address, value: Address) {
    writer.write(at.page_no, at.offset, &address_bytes(value));
}

/// Makes the list at `base` empty.
pub(super) fn init_list(writer: &mut dyn PageWriter, base: Address) {
    writer.write(base.page_no, base.offset, &0_u32.to_be_bytes());
    write_address(writer, plus(base, 4), NULL_ADDRESS);
    write_address(writer, plus(base, 10), NULL_ADDRESS);
}

/// The place `bytes` further on the same page.
pub(super) fn plus(address: Address, bytes: usize) -> Address {
    Address { offset: address.offset + bytes, ..address }
}

/// The first node of the list at `base`.
pub(super) fn first(writer: &dyn PageWriter, base: Address) -> Option<Address> {
    let address = read_address(writer, plus(base, 4));
    (address != NULL_ADDRESS).then_some(address)
}

fn change_length(writer: &mut dyn PageWriter, base: Address, change: i64) {
    let length = i64::from(u32_at(writer.page(base.page_no), base.offset)) + change;
    writer.write(base.page_no, base.offset, &(length as u32).to_be_bytes());
}

/// Puts `node` at the end of the list at `base`.
pub(super) fn append(writer: &mut dyn PageWriter, base: Address, node: Address) {
    let last = read_address(writer, plus(base, 10));
    write_address(writer, node, last);
    write_address(writer, plus(node, 6), NULL_ADDRESS);
    let link = if last == NULL_ADDRESS { plus(base, 4) } else { plus(last, 6) };
    write_address(writer, link, node);
    write_address(writer, plus(base, 10), node);
    change_length(writer, base, 1);
}

/// Takes `node` out of the list at `base`.
pub(super) fn remove(writer: &mut dyn PageWriter, base: Address, node: Address) {
    let previous = read_address(writer, node);
    let next = read_address(writer, plus(node, 6));
    let before = if previous == NULL_ADDRESS { plus(base, 4) } else { plus(previous, 6) };
    let after = if next == NULL_ADDRESS { plus(base, 10) } else { next };
    write_address(writer, before, next);
    write_address(writer, after, previous);
    change_length(writer, base, -1);
}
