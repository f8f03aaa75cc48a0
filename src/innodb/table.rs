//! What a table is: columns, primary key, secondary indexes, and what values its rows hold.

/// The type of a column. Strings are of a one-byte character set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// `INT`: 4 bytes, big-endian, sign bit flipped so that bytes sort as numbers do.
    Int,
    /// `BIGINT`: 8 bytes, stored like [`ColumnKind::Int`].
    BigInt,
    /// `CHAR(n)`, 1 to 255: always n bytes, padded with spaces.
    Char(u16),
    /// `VARCHAR(n)`, 1 to 16,383: as many bytes as the value has, and one or two length bytes before the record.
    VarChar(u16),
    /// `DATETIME` without fractions: 5 bytes.
    DateTime,
}

impl ColumnKind {
    /// Bytes of a value when every value has the same size, else `None`.
    pub fn fixed_len(self) -> Option<u16> {
        match self {
            Self::Int => Some(4),
            Self::BigInt => Some(8),
            Self::Char(len) => Some(len),
            Self::DateTime => Some(5),
            Self::VarChar(_) => None,
        }
    }

    /// The largest number of bytes that a value can have.
    pub fn max_len(self) -> u16 {
        match self {
            Self::VarChar(len) => len,
            fixed => fixed.fixed_len().expect("every other kind is fixed"),
        }
    }

    /// Whether a key may use only the first bytes of the column.
    pub fn is_string(self) -> bool {
        matches!(self, Self::Char(_) | Self::VarChar(_))
    }
}

/// Which values a column's rows hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// 1, 2, 3 ... in row order; strings hold the number with leading zeros.
    Sequential,
    /// One of `distinct` values, all equally likely.
    Uniform {
        /// How many different values there are; at least 1.
        distinct: u64,
    },
    /// One of `distinct` values, small ones far more often: half of all rows hold one of the first `distinct / 16`.
    Skewed {
        /// How many different values there are; at least 1.
        distinct: u64,
    },
    /// The same value in every row: 0, or a string of spaces.
    Constant,
    /// `ROUND(1000000 * RAND(seed))` of the server, the `b` of the reference table `t0`.
    ServerRand,
    /// The `k` of a sysbench table: "special" distribution.
    SysbenchKey,
    /// The `c` or `pad` of a sysbench table: groups of eleven digits joined by hyphens.
    SysbenchText {
        /// How many groups: 10 for `c`, 5 for `pad`.
        groups: u8,
    },
}

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: ColumnKind,
    /// Whether NULL is allowed: costs a bit in every record.
    pub nullable: bool,
    /// Which values its rows hold.
    pub values: Values,
    /// For `VARCHAR`, the shortest and longest value in bytes.
    pub lengths: (u16, u16),
    /// Of 100 rows, how many hold NULL; 0 unless `nullable`.
    pub null_pct: u8,
}

impl Column {
    /// A column that is never NULL and whose strings have their full length.
    pub fn new(name: &str, kind: ColumnKind, values: Values) -> Self {
        let len = kind.max_len();
        Self { name: name.into(), kind, nullable: false, values, lengths: (len, len), null_pct: 0 }
    }

    /// The same column with NULL allowed (which costs a bit in every record even when no row is NULL).
    pub fn nullable(mut self) -> Self {
        self.nullable = true;
        self
    }
}

/// One column of a key, or its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyPart {
    /// Position of the column in the table.
    pub column: usize,
    /// How many leading bytes the key uses; `None` for the whole column.
    pub prefix: Option<u16>,
}

/// A secondary index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexDefinition {
    /// Its name.
    pub name: String,
    /// Its key, in order; not empty.
    pub parts: Vec<KeyPart>,
}

/// A table's definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its columns, in order.
    pub columns: Vec<Column>,
    /// Positions of the primary key's columns, in order; empty for a table without one, whose rows then carry a hidden row id.
    pub primary_key: Vec<usize>,
    /// Secondary indexes that it has before any statement: they take pages of its file.
    pub existing: Vec<IndexDefinition>,
}

impl Table {
    /// `t0(a INT PRIMARY KEY, b INT)` of the reference: `b` is the server's `RAND` of the experiment's seed.
    pub fn t0() -> Self {
        let a = Column::new("a", ColumnKind::Int, Values::Sequential);
        let b = Column::new("b", ColumnKind::Int, Values::ServerRand).nullable();
        Self { name: "t0".into(), columns: vec![a, b], primary_key: vec![0], existing: Vec::new() }
    }

    /// sysbench's `sbtest1(id, k, c, pad)` with its index on `k`.
    pub fn sbtest1() -> Self {
        let columns = vec![
            Column::new("id", ColumnKind::Int, Values::Sequential),
            Column::new("k", ColumnKind::Int, Values::SysbenchKey),
            Column::new("c", ColumnKind::Char(120), Values::SysbenchText { groups: 10 }),
            Column::new("pad", ColumnKind::Char(60), Values::SysbenchText { groups: 5 }),
        ];
        let k = IndexDefinition { name: "k".into(), parts: vec![KeyPart { column: 1, prefix: None }] };
        Self { name: "sbtest1".into(), columns, primary_key: vec![0], existing: vec![k] }
    }

    /// The table of the report MDEV-19747: a `BIGINT` key and seven `CHAR(255)` columns of spaces.
    pub fn mdev_19747() -> Self {
        let mut columns = vec![Column::new("a", ColumnKind::BigInt, Values::Sequential)];
        for name in ["b", "c", "d", "e", "f", "g", "h"] {
            columns.push(Column::new(name, ColumnKind::Char(255), Values::Constant));
        }
        Self { name: "mdev-19747".into(), columns, primary_key: vec![0], existing: Vec::new() }
    }

    /// The same table without its primary key.
    pub fn without_primary_key(&self) -> Self {
        Self { primary_key: Vec::new(), ..self.clone() }
    }
}
