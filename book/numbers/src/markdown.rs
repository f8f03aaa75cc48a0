//! Tables and values as text.

use std::fmt::Write;

/// What the first line of every generated file says.
const NOTE: &str = "<!-- Made by `cargo xtask book-numbers`: do not edit. -->\n";

/// A whole number with its thousands separated: `1,120`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `numerator / denominator`, rounded to `digits` decimals, thousands separated: `2,027.0`.
pub fn ratio(numerator: u64, denominator: u64, digits: u32) -> String {
    let power = 10_u128.pow(digits);
    let scaled =
        (u128::from(numerator) * power * 2 + u128::from(denominator)) / (2 * u128::from(denominator));
    let whole = grouped((scaled / power) as u64);
    if digits == 0 {
        return whole;
    }
    format!("{whole}.{:0width$}", scaled % power, width = digits as usize)
}

/// A difference in percent with its sign: `-0.02 %`. Of nothing it is nothing.
pub fn error_pct(value: u64, expected: u64) -> String {
    let (sign, distance) = if value < expected { ("−", expected - value) } else { ("+", value - expected) };
    let text = ratio(100 * distance, expected, 3);
    if text == "0.000" { format!("{text} %") } else { format!("{sign}{text} %") }
}

/// Bytes as hexadecimal digits in pairs.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

/// A Markdown table.
pub struct Table {
    text: String,
}

impl Table {
    /// A table with these headings. `alignment` has a letter for each column: `l` for text, `r` for numbers.
    pub fn new(headings: &[&str], alignment: &str) -> Self {
        assert_eq!(headings.len(), alignment.len(), "every column has an alignment");
        let mut table = Self { text: String::new() };
        table.row(headings);
        let rule: Vec<&str> =
            alignment.chars().map(|side| if side == 'r' { "---:" } else { "---" }).collect();
        table.row(&rule);
        table
    }

    /// Appends a row.
    pub fn row(&mut self, cells: &[impl AsRef<str>]) {
        let cells: Vec<String> = cells.iter().map(|cell| cell.as_ref().replace('|', "\\|")).collect();
        writeln!(self.text, "| {} |", cells.join(" | ")).expect("text takes text");
    }

    /// The table as the text of a generated file.
    pub fn file(&self) -> String {
        file(&self.text)
    }
}

/// A generated file with this text.
pub fn file(text: &str) -> String {
    // An empty line ends the comment, so that what follows is Markdown again.
    format!("{NOTE}\n{}\n", text.trim_end())
}

/// Numbers for the middle of a sentence, each under a name.
#[derive(Default)]
pub struct Values {
    entries: Vec<(String, String)>,
}

impl Values {
    /// Adds a value. Names are made of lower-case letters, digits and hyphens.
    ///
    /// # Panics
    /// If the name is taken by another value.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.get(&name) {
            Some(known) => assert_eq!(known, value, "two values are called {name}"),
            None => self.entries.push((name, value)),
        }
    }

    /// Adds a whole number.
    pub fn count(&mut self, name: impl Into<String>, value: u64) {
        self.set(name, grouped(value));
    }

    /// The value of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.entries.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Every name.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_str())
    }

    /// The file of anchors.
    pub fn file(&self) -> String {
        let anchor = |(name, value): &(String, String)| {
            format!("<!-- ANCHOR: {name} -->\n{value}\n<!-- ANCHOR_END: {name} -->\n")
        };
        format!("{NOTE}{}", self.entries.iter().map(anchor).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        assert_eq!([grouped(7), grouped(1_120), grouped(1_000_000)], ["7", "1,120", "1,000,000"]);
        assert_eq!(
            [ratio(100, 3, 2), ratio(5, 2, 0), ratio(202_700_532, 100_000, 1)],
            ["33.33", "3", "2,027.0"]
        );
        assert_eq!([error_pct(99, 100), error_pct(100, 100)], ["−1.000 %", "0.000 %"]);
    }
}
