//! What one line of a dump is.

use super::ProblemKind;

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line<'text> {
    /// A transaction of a server with a logical clock.
    Clock(Clock),
    /// A transaction of MariaDB.
    Mariadb(MariadbGtid),
    /// The line tells of a transaction, but cannot be used.
    Wrong(ProblemKind),
    /// A binlog file begins or ends.
    FileBoundary,
    /// An event with a statement, which follows.
    Query { thread: Option<u32> },
    /// Any other event or position.
    OtherEvent,
    /// A row follows: the table as printed.
    Row { table: &'text str },
    /// An image of the row follows: the row as it was, or as it becomes.
    Image { new: bool },
    /// A column of the image.
    Column { number: &'text str, value: &'text str },
    /// The transaction is one of several statements or rows.
    Begin,
    /// A block of base64 text begins, which lasts until the line that ends it.
    Base64,
    /// The block ends.
    Base64End,
    /// A comment, a setting, an empty line.
    Nothing,
    /// Text, perhaps of a statement.
    Text(&'text str),
}

/// What a server with a logical clock says of a transaction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Clock {
    pub last_committed: u64,
    pub sequence_number: u64,
    pub started_s: Option<u32>,
    /// 0 if it is not there, as the other two.
    pub committed_us: u64,
    pub bytes: u64,
}

/// What MariaDB says of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MariadbGtid {
    pub sequence: u64,
    pub domain: u32,
    /// The group that it was committed with, if it had company.
    pub commit_id: Option<u64>,
    pub ddl: bool,
    pub started_s: Option<u32>,
}

impl<'text> Line<'text> {
    /// Says what a line is, without its end of line.
    pub(super) fn of(line: &'text str) -> Self {
        let line = line.trim_end();
        if let Some(rest) = line.strip_prefix("###") {
            return row_line(rest);
        }
        if let Some((started_s, event)) = event_header(line) {
            return event_line(event, started_s);
        }
        if line.starts_with("#Q>") || line.starts_with("# ") || is_setting(line) {
            return Line::Nothing;
        }
        if line.starts_with('#') {
            return clock(line, None).unwrap_or(Line::Nothing);
        }
        if line.starts_with("BINLOG '") {
            return Line::Base64;
        }
        if line.starts_with("'/*!*/") {
            return Line::Base64End;
        }
        if line.starts_with("BEGIN") || line.starts_with("START TRANSACTION") {
            return Line::Begin;
        }
        clock(line, None).unwrap_or(Line::Text(line))
    }
}

/// A line behind its three number signs.
fn row_line(rest: &str) -> Line<'_> {
    let rest = rest.trim_start();
    let verbs = ["INSERT INTO ", "UPDATE ", "DELETE FROM "];
    if let Some(table) = verbs.iter().find_map(|verb| rest.strip_prefix(verb)) {
        return Line::Row { table: table.trim() };
    }
    match rest {
        "WHERE" => return Line::Image { new: false },
        "SET" => return Line::Image { new: true },
        _ => {}
    }
    let column = rest.strip_prefix('@').and_then(|column| column.split_once('='));
    match column {
        Some((number, value)) => Line::Column { number, value: without_type(value) },
        None => Line::Nothing,
    }
}

/// A value without the comment on its type that `-vv` adds.
fn without_type(value: &str) -> &str {
    if !value.ends_with("*/") {
        return value;
    }
    value.rfind(" /* ").map_or(value, |at| &value[..at])
}

/// Splits an event's header, `#240101 10:00:00 server id 1  end_log_pos 236 CRC32 0x5b1ad5a1`, from the event.
fn event_header(line: &str) -> Option<(Option<u32>, &str)> {
    let at = line.find("server id ")?;
    let rest = &line[at..];
    let mark = "end_log_pos ";
    let event =
        rest[rest.find(mark)? + mark.len()..].trim_start_matches(|digit: char| digit.is_ascii_digit());
    let event = event.trim_start();
    let event = match event.strip_prefix("CRC32 ") {
        Some(checksum) => checksum.trim_start_matches(|digit: char| digit.is_ascii_alphanumeric()),
        None => event,
    };
    // The header may stand behind a file's name, as search tools print it.
    let stamp = line[..at].rfind('#')?;
    Some((time_stamp(&line[stamp + 1..at]), event.trim_start()))
}

/// What the event behind a header says.
fn event_line(event: &str, started_s: Option<u32>) -> Line<'_> {
    if let Some(line) = clock(event, started_s) {
        return line;
    }
    if event.starts_with("GTID [") {
        return Line::Wrong(ProblemKind::NotTracked);
    }
    if let Some(gtid) = event.strip_prefix("GTID ") {
        return mariadb_gtid(gtid, started_s).map_or(Line::Wrong(ProblemKind::Gtid), Line::Mariadb);
    }
    if event.starts_with("Rotate to ") || event.starts_with("Start: binlog") {
        return Line::FileBoundary;
    }
    if event.starts_with("Query") {
        return Line::Query {
            thread: number_of(event, "thread_id").and_then(|thread| u32::try_from(thread?).ok()),
        };
    }
    Line::OtherEvent
}

/// The numbers of a logical clock, if the text has one of them.
fn clock<'text>(text: &str, started_s: Option<u32>) -> Option<Line<'text>> {
    let numbers = (number_of(text, "last_committed"), number_of(text, "sequence_number"));
    let (last_committed, sequence_number) = match numbers {
        (None, None) => return None,
        (Some(_), None) => return Some(Line::Wrong(ProblemKind::NoSequenceNumber)),
        (None, Some(_)) => return Some(Line::Wrong(ProblemKind::NoLastCommitted)),
        (Some(Some(last_committed)), Some(Some(sequence_number))) => (last_committed, sequence_number),
        _ => return Some(Line::Wrong(ProblemKind::NotANumber)),
    };
    if sequence_number == 0 && last_committed == 0 {
        return Some(Line::Wrong(ProblemKind::NotTracked));
    }
    if last_committed >= sequence_number {
        return Some(Line::Wrong(ProblemKind::DependsOnLater));
    }
    let optional = |name| number_of(text, name).flatten().unwrap_or(0);
    let committed_us = match optional("original_committed_timestamp") {
        0 => optional("immediate_commit_timestamp"),
        original => original,
    };
    let bytes = optional("transaction_length");
    Some(Line::Clock(Clock { last_committed, sequence_number, started_s, committed_us, bytes }))
}

/// The number behind `name=`: none if the name is not there, none within if no number below 2^63 follows.
fn number_of(text: &str, name: &str) -> Option<Option<u64>> {
    let mut rest = text;
    loop {
        let at = rest.find(name)?;
        let starts = !rest[..at].ends_with(|before: char| before.is_ascii_alphanumeric() || before == '_');
        rest = &rest[at + name.len()..];
        if let (true, Some(value)) = (starts, rest.trim_start().strip_prefix('=')) {
            let value = value.trim_start();
            let end = value.find(|character: char| !character.is_ascii_digit()).unwrap_or(value.len());
            let follows = value[end..].chars().next();
            let ends =
                follows.is_none_or(|next| next.is_whitespace() || matches!(next, ',' | ';' | '|' | ')'));
            let number = value[..end].parse().ok().filter(|&number: &u64| number < 1 << 63);
            return Some(if ends { number } else { None });
        }
    }
}

/// `0-1-5 cid=123 trans`, behind the word GTID.
fn mariadb_gtid(text: &str, started_s: Option<u32>) -> Option<MariadbGtid> {
    let mut words = text.split_whitespace();
    let mut gtid = words.next()?.split('-');
    let domain = gtid.next()?.parse().ok()?;
    let _server: u32 = gtid.next()?.parse().ok()?;
    let sequence = gtid.next()?.parse().ok()?;
    if gtid.next().is_some() {
        return None;
    }
    let (mut commit_id, mut ddl) = (None, false);
    for word in words {
        if let Some(id) = word.strip_prefix("cid=") {
            commit_id = Some(id.parse().ok()?);
        }
        ddl |= word == "ddl";
    }
    Some(MariadbGtid { sequence, domain, commit_id, ddl, started_s })
}

/// The seconds since 1970 of `240101 10:00:00`; the hour may be padded with a space.
fn time_stamp(text: &str) -> Option<u32> {
    let (date, time) = text.trim().split_once(' ')?;
    if date.len() != 6 || !date.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = |from: usize| date[from..from + 2].parse::<u32>().ok();
    let (year, month, day) = (part(0)?, part(2)?, part(4)?);
    let mut clock = time.trim().split(':').map(|part| part.parse::<u32>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let valid =
        (1..=12).contains(&month) && (1..=31).contains(&day) && hour < 24 && minute < 60 && second < 61;
    if !valid || clock.next().is_some() {
        return None;
    }
    let year = if year < 70 { 2000 + year } else { 1900 + year };
    Some(days_since_1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second)
}

/// Days from 1970 to a day of the Gregorian calendar. Counted from March, so that the leap day comes last.
fn days_since_1970(year: u32, month: u32, day: u32) -> u32 {
    let (year, month) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let leap_days = year / 4 - year / 100 + year / 400;
    year * 365 + leap_days + (month * 153 + 2) / 5 + day - 1 - 719_468
}

/// Whether a line sets something, ends something, or is empty.
fn is_setting(line: &str) -> bool {
    const BEGINNINGS: [&str; 10] = [
        "/*!",
        "/*M!",
        "SET ",
        "DELIMITER",
        "COMMIT",
        "ROLLBACK",
        "use ",
        "--",
        "mysqlbinlog: ",
        "mariadb-binlog: ",
    ];
    line.trim().is_empty() || BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_stamps_are_seconds_since_1970() {
        assert_eq!(time_stamp("240101 10:00:00 "), Some(1_704_103_200));
        assert_eq!(time_stamp("240229  9:05:07"), Some(1_709_197_507));
        assert_eq!(time_stamp("700101  0:00:00"), Some(0));
        for wrong in
            ["241301 10:00:00", "240101", "240101 25:00:00", "24010 10:00:00", "24010\u{e9} 10:00:00"]
        {
            assert_eq!(time_stamp(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_value_loses_the_comment_on_its_type_but_not_its_own_text() {
        assert_eq!(without_type("5 /* INT meta=0 nullable=0 is_null=0 */"), "5");
        assert_eq!(without_type("'a /* b' /* VARSTRING(20) meta=20 nullable=1 is_null=0 */"), "'a /* b'");
        assert_eq!(without_type("'a'"), "'a'");
    }

    #[test]
    fn a_number_is_found_by_its_whole_name() {
        assert_eq!(number_of("x_last_committed=1 last_committed=22,", "last_committed"), Some(Some(22)));
        assert_eq!(number_of("last_committed = 7", "last_committed"), Some(Some(7)));
        assert_eq!(number_of("last_committed=7x", "last_committed"), Some(None));
        assert_eq!(number_of("last_committed=-1", "last_committed"), Some(None));
        assert_eq!(number_of("last_committed=9223372036854775808", "last_committed"), Some(None));
        assert_eq!(number_of("last_committed 7", "last_committed"), None);
    }
}
