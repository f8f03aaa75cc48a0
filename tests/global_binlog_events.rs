//! Binlog events: sizes that servers were seen to write, and that what is read is what was written.

use proptest::prelude::*;
use redo_lab::global_binlog::event::{
    COMMIT_TIMESTAMP_FLAG, ColumnType, Event, EventError, EventWriter, FRAME_BYTES, RowChange, Value,
    column_types, decode_images, packed_len, push_image, push_stored_image, read_event,
};
use redo_lab::innodb::{Column, ColumnKind, Table, TableRows, Values};

fn size(event: &Event) -> u64 {
    EventWriter::new(1, 0).push(event)
}

fn gtid(transaction_length: u64, commit_timestamp: Option<u64>) -> Event<'static> {
    Event::Gtid {
        number: 1,
        last_committed: 0,
        sequence_number: 1,
        commit_time_us: 1_704_103_200_001_500,
        transaction_length,
        commit_timestamp,
    }
}

/// A row event with the images of rows of `columns`.
fn images(columns: &[ColumnType], rows: &[Vec<Value>]) -> Vec<u8> {
    let mut images = Vec::new();
    rows.iter().for_each(|row| push_image(columns, row, &mut images));
    images
}

#[test]
fn events_are_as_large_as_those_that_a_server_wrote() {
    // mysqlbinlog of MySQL 8.0.35: a GTID with transaction_length=290 takes 79 bytes, `BEGIN` in a schema of four letters 75.
    assert_eq!(size(&gtid(290, None)), 79);
    assert_eq!(size(&Event::Query { schema: "shop", text: "BEGIN" }), 75);
    assert_eq!(size(&Event::Xid { number: 101 }), 31);
    // An insert of (1, 2) into test.test with two INT columns, seen in 5.7, whose row events are of the same version: 44.
    let columns = [ColumnType::Int; 2];
    let images = images(&columns, &[vec![Value::Number(1), Value::Number(2)]]);
    let rows = |images| Event::Rows {
        change: RowChange::Write,
        table: 142,
        columns: 2,
        ends_statement: true,
        images,
    };
    assert_eq!(size(&rows(&images)), 44);
    // An update has a second image, and says of both which columns they hold.
    let both = [&images[..], &images[..]].concat();
    let update = Event::Rows {
        change: RowChange::Update,
        table: 142,
        columns: 2,
        ends_statement: true,
        images: &both,
    };
    assert_eq!(size(&update), 44 + 10);
    // Its table map took 48 there; 8.0 adds three bytes that say which numbers are signed.
    let columns = vec![(ColumnType::Int, true); 2];
    assert_eq!(size(&Event::TableMap { table: 142, schema: "test", name: "test", columns }), 48 + 3);
    // That of test.test(INT, VARCHAR(200)) of four-byte characters took 58 in 8.0.2x; the number of a one-byte character set is
    // two bytes shorter.
    let columns = vec![(ColumnType::Int, true), (ColumnType::VarChar(800), true)];
    assert_eq!(size(&Event::TableMap { table: 108, schema: "test", name: "test", columns }), 58 - 2);
}

#[test]
fn a_commit_timestamp_takes_eight_bytes_and_a_flag() {
    let mut writer = EventWriter::new(1, 0);
    assert_eq!(writer.push(&gtid(290, Some(7))), 79 + 8);
    let (frame, event) = read_event(&mut writer.bytes()).unwrap();
    assert_eq!((frame.flags, event), (COMMIT_TIMESTAMP_FLAG, gtid(290, Some(7))));
}

#[test]
fn packed_numbers_take_1_3_4_or_9_bytes() {
    let limits = [(250, 1), (251, 3), (65_535, 3), (65_536, 4), (16_777_215, 4), (16_777_216, 9)];
    for (number, bytes) in limits {
        assert_eq!(packed_len(number), bytes, "{number}");
        assert_eq!(size(&gtid(number, None)), 76 + bytes as u64);
    }
}

#[test]
fn an_image_turns_numbers_round_and_leaves_out_spaces() {
    let columns = [ColumnType::Int, ColumnType::Char(10), ColumnType::VarChar(300), ColumnType::BigInt];
    let row = vec![Value::Number(-2), Value::Text(b"ab  "), Value::Text(b"c "), Value::Null];
    let expected = b"\xF8\xFE\xFF\xFF\xFF\x02ab\x02\x00c ";
    assert_eq!(images(&columns, &[row]), expected);
}

/// What a table's page holds of a row, as the values of a binlog.
fn stored_values(rows: &TableRows, row: u32) -> Vec<Option<Vec<u8>>> {
    let columns = 0..rows.table().columns.len();
    let value = |column| {
        let mut bytes = Vec::new();
        rows.append_value(row, column, &mut bytes).then_some(bytes)
    };
    columns.map(value).collect()
}

/// A table with columns of all types, some of them NULL.
fn wide_table() -> Table {
    let uniform = Values::Uniform { distinct: 1 << 40 };
    let kinds = [
        ColumnKind::Int,
        ColumnKind::BigInt,
        ColumnKind::Char(255),
        ColumnKind::Char(7),
        ColumnKind::VarChar(20),
        ColumnKind::VarChar(16_383),
        ColumnKind::DateTime,
        ColumnKind::Int,
        ColumnKind::Char(30),
    ];
    let column = |(position, kind): (usize, ColumnKind)| {
        let mut column = Column::new(&format!("c{position}"), kind, uniform.clone()).nullable();
        column.null_pct = if position == 0 { 0 } else { 20 };
        column.lengths.0 = if let ColumnKind::VarChar(_) = kind { 0 } else { column.lengths.0 };
        column
    };
    let columns = kinds.into_iter().enumerate().map(column).collect();
    Table { name: "wide".into(), columns, primary_key: vec![0], existing: Vec::new() }
}

#[test]
fn an_image_of_a_tables_row_says_what_the_page_does() {
    for table in [Table::sbtest1(), Table::t0(), Table::mdev_19747(), wide_table()] {
        let rows = TableRows::new(table.clone(), 50, 3);
        let types: Vec<ColumnType> = column_types(&table).into_iter().map(|(column, _)| column).collect();
        for row in 0..50 {
            let (mut scratch, mut image) = (Vec::new(), Vec::new());
            push_stored_image(&rows, row, &types, &mut scratch, &mut image);
            let decoded = decode_images(&types, &image).unwrap();
            assert_eq!(decoded.len(), 1);
            for ((value, stored), column) in decoded[0].iter().zip(stored_values(&rows, row)).zip(&types) {
                let as_stored = match (value, column) {
                    (Value::Null, _) => None,
                    (Value::Number(number), ColumnType::Int) => {
                        Some((*number as u32 ^ 1 << 31).to_be_bytes().to_vec())
                    }
                    (Value::Number(number), _) => Some((*number as u64 ^ 1 << 63).to_be_bytes().to_vec()),
                    (Value::DateTime(packed), _) => Some(packed.to_vec()),
                    (Value::Text(text), ColumnType::Char(len)) => {
                        let mut padded = text.to_vec();
                        padded.resize((*len).into(), b' ');
                        Some(padded)
                    }
                    (Value::Text(text), _) => Some(text.to_vec()),
                };
                assert_eq!(as_stored, stored, "{column:?} of {}", table.name);
            }
        }
    }
}

/// A value with its column's type: texts as long as this type allows.
fn value() -> impl Strategy<Value = (ColumnType, OwnedValue)> {
    let text = |most: usize| prop::collection::vec(any::<u8>(), 0..=most);
    let plain = prop_oneof![
        any::<i32>().prop_map(|number| (ColumnType::Int, OwnedValue::Number(number.into()))),
        any::<i64>().prop_map(|number| (ColumnType::BigInt, OwnedValue::Number(number))),
        text(255).prop_map(|text| (ColumnType::Char(255), OwnedValue::Text(trimmed(text)))),
        text(255).prop_map(|text| (ColumnType::VarChar(255), OwnedValue::Text(text))),
        text(600).prop_map(|text| (ColumnType::VarChar(600), OwnedValue::Text(text))),
        text(900).prop_map(|text| (ColumnType::LongText, OwnedValue::Text(text))),
        any::<[u8; 5]>().prop_map(|packed| (ColumnType::DateTime, OwnedValue::DateTime(packed))),
    ];
    (plain, 0..5_u8)
        .prop_map(|((column, value), null)| (column, if null == 0 { OwnedValue::Null } else { value }))
}

/// A CHAR's text never ends with a space.
fn trimmed(mut text: Vec<u8>) -> Vec<u8> {
    while text.last() == Some(&b' ') {
        text.pop();
    }
    text
}

#[derive(Debug, Clone)]
enum OwnedValue {
    Null,
    Number(i64),
    Text(Vec<u8>),
    DateTime([u8; 5]),
}

impl OwnedValue {
    fn borrowed(&self) -> Value<'_> {
        match self {
            OwnedValue::Null => Value::Null,
            OwnedValue::Number(number) => Value::Number(*number),
            OwnedValue::Text(text) => Value::Text(text),
            OwnedValue::DateTime(packed) => Value::DateTime(*packed),
        }
    }
}

/// The events of a transaction of one statement, all types of them.
fn events<'a>(
    (change, columns, images): (RowChange, &[ColumnType], &'a [u8]),
    text: &'a str,
    number: u64,
) -> Vec<Event<'a>> {
    let nullable = |(position, column): (usize, &ColumnType)| (*column, position % 3 == 1);
    let columns: Vec<_> = columns.iter().enumerate().map(nullable).collect();
    let (len, table) = (columns.len(), number >> 16);
    let name = &text[..text.len().min(200)];
    vec![
        gtid(number, number.is_multiple_of(2).then_some(number)),
        Event::Query { schema: name, text },
        Event::TableMap { table, schema: "test", name, columns },
        Event::RowsQuery { text },
        Event::Rows { change, table, columns: len, ends_statement: number.is_multiple_of(3), images },
        Event::XaPrepare { global: text.as_bytes(), branch: name.as_bytes() },
        Event::Xid { number },
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_read_is_what_was_written(
        rows in prop::collection::vec(prop::collection::vec(value(), 20), 1..4),
        count in 1..20_usize,
        change in 0..3_usize,
        text in "[ -~]{1,400}",
        number in any::<u64>(),
    ) {
        // All rows have the types of the first one; values of other types become NULL.
        let columns: Vec<ColumnType> = rows[0][..count].iter().map(|(column, _)| *column).collect();
        let values = |row: &Vec<(ColumnType, OwnedValue)>| -> Vec<OwnedValue> {
            let value = |((kind, value), column): (&(ColumnType, OwnedValue), &ColumnType)| {
                if kind == column { value.clone() } else { OwnedValue::Null }
            };
            row.iter().zip(&columns).map(value).collect()
        };
        let owned: Vec<Vec<OwnedValue>> = rows.iter().map(values).collect();
        let expected: Vec<Vec<Value>> =
            owned.iter().map(|row| row.iter().map(OwnedValue::borrowed).collect()).collect();
        let images = images(&columns, &expected);
        prop_assert_eq!(&decode_images(&columns, &images).unwrap(), &expected);

        let change = [RowChange::Write, RowChange::Update, RowChange::Delete][change];
        let written = events((change, &columns, &images), &text, number);
        let mut writer = EventWriter::new(9, 1_700_000_000);
        let mut position = 0;
        let mut rest_of = Vec::new();
        for event in &written {
            position += writer.push(event);
            rest_of.push(position);
        }
        let mut rest = writer.bytes();
        for (event, next) in written.iter().zip(rest_of) {
            let (frame, read) = read_event(&mut rest).unwrap();
            prop_assert_eq!(&read, event);
            prop_assert_eq!((frame.server_id, u64::from(frame.next_position)), (9, next));
        }
        prop_assert!(rest.is_empty());
    }

    #[test]
    fn a_changed_byte_or_a_missing_one_is_noticed(
        text in "[a-z]{1,100}",
        place in any::<prop::sample::Index>(),
        bit in 0..8_u8,
    ) {
        let mut writer = EventWriter::new(1, 0);
        writer.push(&Event::Query { schema: "test", text: &text });
        let mut bytes = writer.bytes().to_vec();
        let place = place.index(bytes.len());
        prop_assert_eq!(read_event(&mut &bytes[..place]), Err(EventError::Truncated));
        bytes[place] ^= 1 << bit;
        prop_assert!(read_event(&mut &bytes[..]).is_err());
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        type_code in any::<u8>(),
        content in prop::collection::vec(any::<u8>(), 0..200),
        count in 1..12_usize,
    ) {
        // An event of those bytes with the right length and checksum.
        let length = (content.len() + FRAME_BYTES) as u32;
        let mut bytes = vec![0; 19];
        bytes[4] = type_code;
        bytes[9..13].copy_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(&content);
        let checksum = redo_lab::global_binlog::event::crc32(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        let _ = read_event(&mut &bytes[..]);
        let _ = decode_images(&vec![ColumnType::VarChar(300); count], &content);
    }
}
