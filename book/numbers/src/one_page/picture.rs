//! Pictures of one page.

use std::fmt::Write;

use redo_lab::innodb::{page, u16_at};
use redo_lab::redo::Purpose;

use super::OnePage;
use crate::markdown::{file, grouped};

/// Width of the drawing. Narrow, so that its text stays readable on a telephone.
const WIDTH: u32 = 340;

/// The parts of an index page, from its first byte to its last, with this page's own numbers.
pub fn page_layout(of: &OnePage) -> String {
    let size = of.page.len();
    let heap_top = usize::from(u16_at(&of.page, page::PAGE_HEAP_TOP));
    let slots = usize::from(u16_at(&of.page, page::PAGE_N_DIR_SLOTS));
    let directory = page::slot_position(size, slots - 1);
    let trailer = size - page::FIL_TRAILER_BYTES;
    let segments = page::PAGE_BTR_SEG_TOP + 10;
    // First byte, height in the drawing, class, title, explanation.
    let parts = [
        (0, 34, "header", "file header", "page number, neighbours, LSN".to_owned()),
        (page::FIL_PAGE_DATA, 34, "header", "page header", "counts, level, which index".to_owned()),
        (segments, 34, "header", "infimum, supremum", "the two ends of the list of entries".to_owned()),
        (
            page::HEAP_START,
            96,
            "record",
            "entries",
            format!(
                "{} of {} bytes, each linked to the next",
                grouped(of.entries()),
                of.origins[1] - of.origins[0]
            ),
        ),
        (heap_top, 34, "free", "free", format!("{} bytes", directory - heap_top)),
        (
            directory,
            40,
            "directory",
            "directory",
            format!("{} slots, for searching by halves", grouped(slots as u64)),
        ),
        (trailer, 34, "header", "trailer", "checksum".to_owned()),
    ];
    let height: u32 = parts.iter().map(|part| part.1).sum();
    let mut svg = format!(
        "<figure class=\"page-layout\">\n<svg viewBox=\"0 0 {WIDTH} {}\" role=\"img\" aria-label=\"The parts of page {} by their first byte\">\n",
        height + 16,
        of.page_no
    );
    let mut y = 1;
    for (first, part_height, class, title, meaning) in &parts {
        writeln!(
            svg,
            "<rect class=\"part {class}\" x=\"52\" y=\"{y}\" width=\"{}\" height=\"{part_height}\"/>\
             <text class=\"offset\" x=\"46\" y=\"{}\">{}</text>\
             <text class=\"title\" x=\"62\" y=\"{}\">{title}</text>\
             <text class=\"meaning\" x=\"62\" y=\"{}\">{meaning}</text>",
            WIDTH - 53,
            y + 10,
            grouped(*first as u64),
            y + part_height / 2 - 3,
            y + part_height / 2 + 11,
        )
        .expect("text takes text");
        y += part_height;
    }
    writeln!(svg, "<text class=\"offset\" x=\"46\" y=\"{}\">{}</text>", y + 10, grouped(size as u64))
        .expect("text takes text");
    svg.push_str("</svg>\n");
    write!(
        svg,
        "<figcaption>Page {}, the first leaf of the new index. Numbers at the left are positions of first bytes; heights are not to scale.</figcaption>\n</figure>",
        of.page_no
    )
    .expect("text takes text");
    file(&svg)
}

/// One bar an encoding: the redo bytes of the page, split by what they are for.
pub fn bars(of: &OnePage) -> String {
    let most = of.logs.iter().map(|log| log.bytes).max().unwrap_or(1).max(1);
    let mut html = String::from("<figure class=\"redo-bars\">\n");
    let mut used = Vec::new();
    for log in &of.logs {
        write!(
            html,
            "<div class=\"bar-label\"><span>{}</span><span>{} bytes</span></div>\n<div class=\"bar\" aria-hidden=\"true\">",
            log.encoding.replace('-', " "),
            grouped(log.bytes)
        )
        .expect("text takes text");
        for (purpose, bytes) in log.purpose_bytes() {
            let name = purpose.name();
            // Hundredths of a percent, so that the text is the same on every machine.
            let width = bytes * 10_000 / most;
            write!(
                html,
                "<span class=\"{name}\" style=\"width:{}.{:02}%\"></span>",
                width / 100,
                width % 100
            )
            .expect("text takes text");
            used.push(purpose);
        }
        html.push_str("</div>\n");
    }
    html.push_str("<div class=\"bar-legend\">");
    for purpose in Purpose::ALL.into_iter().filter(|purpose| used.contains(purpose)) {
        write!(html, "<span><i class=\"{}\"></i>{}</span>", purpose.name(), words(purpose))
            .expect("text takes text");
    }
    write!(
        html,
        "</div>\n<figcaption>Redo of page {} alone, by what the bytes are for.</figcaption>\n</figure>",
        of.page_no
    )
    .expect("text takes text");
    file(&html)
}

/// A purpose in words.
fn words(purpose: Purpose) -> String {
    match purpose {
        Purpose::Record => "entries".into(),
        Purpose::NextPointer => "links between entries".into(),
        Purpose::Framing => "ends, checksums, block headers".into(),
        other => other.name().replace('-', " "),
    }
}
