//! The small checks that every part of a document goes through, and the words of their errors.

use serde_json::{Map, Value};

use crate::base::{DocumentError, grouped};

/// The path of `key` below `parent`; keys that are no plain words are quoted: `params["a b"]`.
pub(super) fn at_key(parent: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key.len() <= 64
        && key.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-$".contains(letter));
    match (parent, plain) {
        ("", true) => key.to_owned(),
        (_, true) => format!("{parent}.{key}"),
        (_, false) => format!("{parent}[{}]", shortened(&Value::from(key).to_string())),
    }
}

/// The path of position `index` of the list `parent`.
pub(super) fn at_index(parent: &str, index: usize) -> String {
    format!("{parent}[{index}]")
}

/// The error that `value` at `path` is not what is `allowed` there.
pub(super) fn refuse(path: &str, value: &Value, allowed: impl Into<String>) -> DocumentError {
    DocumentError::new(path, shortened(&value.to_string()), allowed)
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// `value` as an object; `what` says in words what it should describe.
pub(super) fn object<'a>(
    path: &str,
    value: &'a Value,
    what: &str,
) -> Result<&'a Map<String, Value>, DocumentError> {
    value.as_object().ok_or_else(|| refuse(path, value, format!("an object with {what}")))
}

/// Refuses keys of `object` that are not among `known`.
pub(super) fn only_keys(
    path: &str,
    object: &Map<String, Value>,
    known: &[&str],
) -> Result<(), DocumentError> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => {
            let key_text = format!("the key {}", shortened(&Value::from(key.as_str()).to_string()));
            Err(DocumentError::new(at_key(path, key), key_text, one_of("the keys", key, known)))
        }
    }
}

/// `value` as a whole number from `min` to `max`. A decimal that is whole, such as `1e5`, is one.
pub(super) fn whole(path: &str, value: &Value, min: u64, max: u64) -> Result<u64, DocumentError> {
    let allowed = || format!("a whole number from {} to {}", grouped(min), grouped(max));
    as_whole(value)
        .filter(|number| (min..=max).contains(number))
        .ok_or_else(|| refuse(path, value, allowed()))
}

/// The whole number that `value` is, if it is one that JavaScript holds exactly and not negative.
pub(super) fn as_whole(value: &Value) -> Option<u64> {
    let number = value.as_number()?;
    number.as_u64().or_else(|| {
        let float = number.as_f64()?;
        let is_exact = float.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&float);
        is_exact.then_some(float as u64)
    })
}

/// `value` as one of the words `known`.
pub(super) fn word<'a>(path: &str, value: &Value, known: &[&'a str]) -> Result<&'a str, DocumentError> {
    let text = value.as_str().unwrap_or_default();
    let found = known.iter().find(|word| **word == text);
    found.copied().ok_or_else(|| refuse(path, value, one_of("", text, known)))
}

/// `value` as true or false.
pub(super) fn truth(path: &str, value: &Value) -> Result<bool, DocumentError> {
    value.as_bool().ok_or_else(|| refuse(path, value, "true or false"))
}

/// `value` as text.
pub(super) fn text<'a>(path: &str, value: &'a Value, what: &str) -> Result<&'a str, DocumentError> {
    value.as_str().ok_or_else(|| refuse(path, value, format!("{what}, as text")))
}

/// `value` as a list.
pub(super) fn list<'a>(path: &str, value: &'a Value, what: &str) -> Result<&'a [Value], DocumentError> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| refuse(path, value, format!("a list of {what}")))
}

/// `one of the keys a, b, c; did you mean b?` for a word that is not among them.
pub(super) fn one_of(what: &str, given: &str, known: &[&str]) -> String {
    let what = if what.is_empty() { String::new() } else { format!("{what} ") };
    let listed = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let closest = known.iter().map(|word| (distance(given, word), *word)).min();
    match closest {
        // Up to a third of the letters wrong, and at least two, is a slip of the hand.
        Some((wrong, word))
            if !given.is_empty() && wrong <= (word.len() / 3).max(2) && wrong < word.len() =>
        {
            format!("one of {what}{listed}; did you mean {word}?")
        }
        _ => format!("one of {what}{listed}"),
    }
}

/// How many letters must be put in, taken out or changed to make `left` into `right` (Levenshtein), case ignored.
fn distance(left: &str, right: &str) -> usize {
    // Far longer than any known word: no slip of the hand, and not worth the time.
    if left.len() > 64 {
        return usize::MAX;
    }
    let right: Vec<char> = right.to_ascii_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, letter) in left.to_ascii_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for column in 0..right.len() {
            let changed = diagonal + usize::from(right[column] != letter);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_numbers() {
        assert_eq!(as_whole(&json!(7)), Some(7));
        assert_eq!(as_whole(&json!(1e5)), Some(100_000));
        for wrong in [json!(-1), json!(1.5), json!(1e300), json!("7"), json!(null), json!([7])] {
            assert_eq!(as_whole(&wrong), None, "{wrong}");
        }
        let error = whole("params.rows", &json!(1e12), 1, 2_000_000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "params.rows: 1000000000000.0 is not allowed: a whole number from 1 to 2,000,000"
        );
    }

    #[test]
    fn a_slip_of_the_hand_is_recognised() {
        let known = ["physiological", "list-copy", "page-image"];
        assert!(one_of("", "page_image", &known).ends_with("; did you mean page-image?"));
        assert!(one_of("", "Page-Image", &known).ends_with("; did you mean page-image?"));
        assert_eq!(one_of("", "zebra", &known), "one of physiological, list-copy, page-image");
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn paths_quote_odd_keys() {
        assert_eq!(at_key("params", "rows"), "params.rows");
        assert_eq!(at_key("", "lab"), "lab");
        assert_eq!(at_key("params", "a\nb"), r#"params["a\nb"]"#);
    }
}
