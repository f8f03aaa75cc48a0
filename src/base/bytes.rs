//! Copying a handful of bytes.
//!
//! The engine moves millions of pieces of 5 to 30 bytes. In WebAssembly a copy of unknown length is an instruction that
//! leaves the compiled code, and costs more than the bytes do. These functions copy with loads and stores of fixed sizes:
//! a piece of 11 bytes is its first eight and its last eight, which overlap.

/// Appends bytes; quick for up to 63 of them.
#[inline]
pub fn push_short(out: &mut Vec<u8>, bytes: &[u8]) {
    match bytes.len() {
        0 => {}
        1..=3 => {
            out.push(bytes[0]);
            if let Some(&second) = bytes.get(1) {
                out.push(second);
            }
            if let Some(&third) = bytes.get(2) {
                out.push(third);
            }
        }
        4..=7 => push_overlapping::<4>(out, bytes),
        8..=15 => push_overlapping::<8>(out, bytes),
        16..=31 => push_overlapping::<16>(out, bytes),
        32..=63 => push_overlapping::<32>(out, bytes),
        _ => out.extend_from_slice(bytes),
    }
}

/// Appends `N` to `2 * N` bytes.
#[inline]
fn push_overlapping<const N: usize>(out: &mut Vec<u8>, bytes: &[u8]) {
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        let end = out.len() + bytes.len();
        out.extend_from_slice(head);
        out.truncate(end - N);
        out.extend_from_slice(tail);
    }
}

/// Copies `from` to the start of `to`, which is at least as long; quick for up to 63 bytes.
#[inline]
pub fn copy_short(to: &mut [u8], from: &[u8]) {
    let to = &mut to[..from.len()];
    match from.len() {
        0..=3 => to.iter_mut().zip(from).take(3).for_each(|(to, from)| *to = *from),
        4..=7 => copy_overlapping::<4>(to, from),
        8..=15 => copy_overlapping::<8>(to, from),
        16..=31 => copy_overlapping::<16>(to, from),
        32..=63 => copy_overlapping::<32>(to, from),
        _ => to.copy_from_slice(from),
    }
}

/// Copies `N` to `2 * N` bytes between slices of one length.
#[inline]
fn copy_overlapping<const N: usize>(to: &mut [u8], from: &[u8]) {
    if let (Some(head), Some(tail)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) {
        if let Some(place) = to.first_chunk_mut::<N>() {
            *place = *head;
        }
        if let Some(place) = to.last_chunk_mut::<N>() {
            *place = *tail;
        }
    }
}

/// Copies `len` bytes within `bytes` from `source` to `target`, which may overlap; quick for up to 15 of them.
///
/// Panics if either reaches beyond the end.
#[inline]
pub fn move_short(bytes: &mut [u8], source: usize, target: usize, len: usize) {
    match len {
        1..=15 if source + 16 <= bytes.len() => {
            let mut piece = [0; 16];
            piece.copy_from_slice(&bytes[source..source + 16]);
            copy_short(&mut bytes[target..target + len], &piece[..len]);
        }
        _ => bytes.copy_within(source..source + len, target),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_copied_whole() {
        let from: Vec<u8> = (1..=100).collect();
        for len in 0..=100 {
            let mut pushed = vec![9];
            push_short(&mut pushed, &from[..len]);
            assert_eq!(pushed[1..], from[..len], "pushed {len}");
            let mut copied = vec![0; 101];
            copy_short(&mut copied, &from[..len]);
            assert_eq!((&copied[..len], copied[len]), (&from[..len], 0), "copied {len}");
        }
    }

    #[test]
    fn a_move_may_overlap() {
        for len in 0..=20 {
            for (source, target) in [(3, 5), (5, 3), (0, 30), (30, 0)] {
                let mut moved: Vec<u8> = (0..60).collect();
                let mut expected = moved.clone();
                expected.copy_within(source..source + len, target);
                move_short(&mut moved, source, target, len);
                assert_eq!(moved, expected, "{len} bytes from {source} to {target}");
            }
        }
    }
}
