//! Parameters of the lab `redo-volume`: what documents may say, and the same as plain Rust for the engine.

use crate::base::DocumentError;
use crate::experiment::{
    Choice, ColumnSpec, IndexColumn, IndexSpec, Params, TableSpec, ValueKind, index_specs,
};
use crate::innodb::{Column, ColumnKind, IndexDefinition, IndexLayout, KeyPart, Table, Values, page};
use crate::redo;

/// The most rows that are really built.
pub const MAX_ROWS: u64 = 2_000_000;

/// Page sizes in bytes.
pub const PAGE_SIZES: [u64; 5] = [4096, 8192, 16_384, 32_768, 65_536];

/// The redo encodings: name in documents, name for people, and what each writes.
pub fn encodings() -> Vec<Choice> {
    redo::encodings().iter().map(|known| Choice::new(known.name(), known.title(), known.sentence())).collect()
}

/// What statement builds the trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ddl {
    /// Adds secondary indexes to a table that is there: `ALTER TABLE ... ADD INDEX`.
    AddIndex,
    /// Rebuilds a table without a primary key into one that has it: `ALTER TABLE ... ADD PRIMARY KEY`.
    AddPrimaryKey,
    /// Rebuilds the table and its indexes in bulk: `ALTER TABLE ... FORCE`.
    Rebuild,
    /// Rebuilds the table row by row: `ALGORITHM=COPY` before it learnt to load in bulk.
    Copy,
    /// Inserts the rows one by one.
    Insert,
    /// Inserts all rows into the empty table in bulk.
    BulkInsert,
}

impl Ddl {
    /// Every value with its name in documents and for people.
    pub(super) const NAMED: [(Choice, Self); 6] = [
        (
            Choice::new(
                "add-index",
                "ADD INDEX",
                "Builds the secondary indexes of a table that is there, in bulk.",
            ),
            Self::AddIndex,
        ),
        (
            Choice::new(
                "add-primary-key",
                "ADD PRIMARY KEY",
                "Sorts the rows and builds the table anew, in bulk.",
            ),
            Self::AddPrimaryKey,
        ),
        (Choice::new("rebuild", "FORCE", "Builds the table and its indexes anew, in bulk."), Self::Rebuild),
        (
            Choice::new(
                "copy",
                "FORCE, ALGORITHM=COPY",
                "Copies the table row by row, with an undo record for each.",
            ),
            Self::Copy,
        ),
        (
            Choice::new(
                "insert",
                "INSERT",
                "Inserts the rows one by one, splitting pages, with an undo record for each.",
            ),
            Self::Insert,
        ),
        (
            Choice::new(
                "bulk-insert",
                "INSERT into an empty table",
                "Inserts all rows in one statement, in bulk, as MariaDB does from 10.6.",
            ),
            Self::BulkInsert,
        ),
    ];
}

/// In which order rows arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InsertOrder {
    /// In the order of the primary key.
    PrimaryKey,
    /// In the order of the first secondary index.
    Index,
    /// Shuffled.
    Random,
}

impl InsertOrder {
    /// Every value with its name in documents and for people.
    pub(super) const NAMED: [(Choice, Self); 3] = [
        (
            Choice::new("primary-key", "Primary key", "Rows arrive in the order of the primary key."),
            Self::PrimaryKey,
        ),
        (
            Choice::new("index", "First index", "Rows arrive in the order of the first secondary index."),
            Self::Index,
        ),
        (Choice::new("random", "Random", "Rows arrive shuffled."), Self::Random),
    ];
}

/// How page images are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// With LZ4.
    Lz4,
}

impl Compression {
    /// Every value with its name in documents and for people.
    pub(super) const NAMED: [(Choice, Self); 2] = [
        (Choice::new("none", "None", "Page images are written as they are."), Self::None),
        (
            Choice::new("lz4", "LZ4", "Page images are compressed; other encodings are not changed."),
            Self::Lz4,
        ),
    ];
}

/// The parameters of one run, as the engine takes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RedoVolumeParams {
    /// The table, with its primary key.
    pub table: Table,
    /// Its secondary indexes.
    pub indexes: Vec<IndexDefinition>,
    /// Rows, 1 to [`MAX_ROWS`].
    pub rows: u32,
    /// Page size in bytes, one of [`PAGE_SIZES`].
    pub page_size: u32,
    /// How full the bulk loader makes pages, 10 to 100 percent.
    pub fill_factor: u8,
    /// The statement.
    pub ddl: Ddl,
    /// The order in which rows arrive.
    pub insert_order: InsertOrder,
    /// Name of the redo encoding, one of [`encodings`].
    pub encoding: String,
    /// Compression of page images.
    pub compression: Compression,
    /// Memory of the sort, in bytes.
    pub sort_buffer_bytes: u32,
}

impl RedoVolumeParams {
    /// ADD INDEX on `b` of `t0` at 16 KiB pages, all else at its default.
    pub fn t0_add_index(rows: u32, encoding: &str) -> Self {
        Self {
            table: Table::t0(),
            indexes: vec![IndexDefinition {
                name: "b".into(),
                parts: vec![KeyPart { column: 1, prefix: None }],
            }],
            rows,
            page_size: 16_384,
            fill_factor: 100,
            ddl: Ddl::AddIndex,
            insert_order: InsertOrder::PrimaryKey,
            encoding: encoding.to_owned(),
            compression: Compression::None,
            sort_buffer_bytes: 1 << 20,
        }
    }

    /// Reads checked parameters.
    ///
    /// # Errors
    /// What no parameter shows alone: an index on a column that the table lacks, a statement that has nothing to build, a
    /// record that does not fit half a page. Paths start with the parameter: `index[1]`.
    pub fn new(params: &Params) -> Result<Self, DocumentError> {
        let spec = params.table("table");
        let definitions = params.words("index");
        let indexes = index_specs(definitions, &spec)?;
        let parsed = Self {
            table: engine_table(&spec),
            indexes: indexes.iter().map(|index| engine_index(index, &spec)).collect(),
            rows: params.integer("rows") as u32,
            page_size: params.integer("page_size") as u32,
            fill_factor: params.integer("fill_factor") as u8,
            ddl: named(&Ddl::NAMED, params.word("ddl")),
            insert_order: named(&InsertOrder::NAMED, params.word("insert_order")),
            encoding: params.word("encoding").to_owned(),
            compression: named(&Compression::NAMED, params.word("compression")),
            sort_buffer_bytes: params.integer("sort_buffer_bytes") as u32,
        };
        parsed.check_statement()?;
        parsed.check_records_fit(definitions)?;
        Ok(parsed)
    }

    fn check_statement(&self) -> Result<(), DocumentError> {
        match self.ddl {
            Ddl::AddIndex if self.indexes.is_empty() => {
                Err(DocumentError::new("index", "[]", "at least one index when ddl is add-index"))
            }
            Ddl::AddPrimaryKey if self.table.primary_key.is_empty() => {
                let allowed = "a statement other than add-primary-key for a table without primary_key";
                Err(DocumentError::new("ddl", "\"add-primary-key\"", allowed))
            }
            _ if self.insert_order == InsertOrder::Index && self.indexes.is_empty() => {
                let allowed = "primary-key or random when there is no index";
                Err(DocumentError::new("insert_order", "\"index\"", allowed))
            }
            _ => Ok(()),
        }
    }

    /// A record must fit half an empty page, so that every page holds two.
    fn check_records_fit(&self, definitions: &[String]) -> Result<(), DocumentError> {
        let max_bytes = page::max_record_bytes(self.page_size as usize);
        let refuse = |path: String, value: String, layout: &IndexLayout| {
            let bytes = layout.max_record_bytes().max(layout.max_node_pointer_bytes());
            let allowed = format!(
                "records of at most {max_bytes} bytes, half of a page of {} bytes; those of {} may take {bytes}",
                self.page_size, layout.name
            );
            Err(DocumentError::new(path, value, allowed))
        };
        let fits = |layout: &IndexLayout| {
            layout.max_record_bytes().max(layout.max_node_pointer_bytes()) <= max_bytes
        };
        let clustered = IndexLayout::clustered(&self.table, 1);
        if !fits(&clustered) {
            return refuse(
                "table".into(),
                format!("a row of {} columns", self.table.columns.len()),
                &clustered,
            );
        }
        for (position, definition) in self.indexes.iter().enumerate() {
            let layout = IndexLayout::secondary(&self.table, definition, 2);
            if !fits(&layout) {
                return refuse(format!("index[{position}]"), format!("{:?}", definitions[position]), &layout);
            }
        }
        Ok(())
    }
}

fn named<T: Copy>(names: &[(Choice, T)], word: &str) -> T {
    let found = names.iter().find(|(choice, _)| choice.value == word);
    found.map(|(_, value)| *value).expect("a checked word is one of its choices")
}

/// A table of a document as the engine knows it.
pub(in crate::lab) fn engine_table(spec: &TableSpec) -> Table {
    match spec.name.as_str() {
        "t0" => Table::t0(),
        "sbtest1" => Table::sbtest1(),
        "mdev-19747" => Table::mdev_19747(),
        name => Table {
            name: name.to_owned(),
            columns: spec.columns.iter().map(engine_column).collect(),
            primary_key: spec.primary_key.iter().map(|name| position(spec, name)).collect(),
            existing: Vec::new(),
        },
    }
}

fn engine_column(spec: &ColumnSpec) -> Column {
    use crate::experiment::ColumnKind as Kind;
    let kind = match spec.kind {
        Kind::Int => ColumnKind::Int,
        Kind::BigInt => ColumnKind::BigInt,
        Kind::Char(length) => ColumnKind::Char(length),
        Kind::VarChar(length) => ColumnKind::VarChar(length),
        Kind::DateTime => ColumnKind::DateTime,
    };
    let distinct = if spec.distinct == 0 { u32::MAX.into() } else { spec.distinct.into() };
    let values = match spec.values {
        ValueKind::Sequential => Values::Sequential,
        ValueKind::Skewed => Values::Skewed { distinct },
        ValueKind::Constant => Values::Constant,
        _ => Values::Uniform { distinct },
    };
    let column = Column::new(&spec.name, kind, values);
    let lengths = match kind {
        ColumnKind::VarChar(_) => (spec.min_length, spec.max_length),
        _ => column.lengths,
    };
    Column { nullable: spec.nullable, null_pct: spec.null_pct, lengths, ..column }
}

fn engine_index(spec: &IndexSpec, table: &TableSpec) -> IndexDefinition {
    let part =
        |column: &IndexColumn| KeyPart { column: position(table, &column.column), prefix: column.prefix };
    IndexDefinition { name: spec.name.clone(), parts: spec.columns.iter().map(part).collect() }
}

fn position(table: &TableSpec, name: &str) -> usize {
    table
        .columns
        .iter()
        .position(|column| column.name == name)
        .expect("checked names are columns of the table")
}
