//! From JSON text to a value, refusing what a plain JSON reader lets pass: a key that stands twice in one object.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::base::DocumentError;

/// The longest document in bytes: a listing of a million bytes fits with its line ends and quotation marks escaped.
pub const MAX_DOCUMENT_BYTES: usize = 4 << 20;

/// Reads a document's text.
///
/// # Errors
/// At path `experiment`: text that is no JSON, with line and column; a repeated key; more than 4 MiB.
pub fn parse_text(text: &str) -> Result<Value, DocumentError> {
    if text.len() > MAX_DOCUMENT_BYTES {
        let size = format!("a document of {} bytes", text.len());
        return Err(DocumentError::new("experiment", size, "at most 4 MiB"));
    }
    let Unique(value) = serde_json::from_str(text).map_err(|error| {
        DocumentError::new("experiment", "this text", format!("it must be JSON ({error})"))
    })?;
    Ok(value)
}

/// A JSON value whose objects hold every key once.
struct Unique(Value);

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Unique)
    }
}

struct UniqueVisitor;

impl<'de> DeserializeSeed<'de> for UniqueVisitor {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(UniqueVisitor)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("the key {} stands twice", Value::from(key))));
            }
            let value = entries.next_value_seed(UniqueVisitor)?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::parse_text;

    #[test]
    fn every_kind_of_value_is_kept() {
        let text = r#"{"b":[1,-2,2.5,"x",true,null,{"y":{}}],"a":18446744073709551615}"#;
        assert_eq!(parse_text(text).unwrap().to_string(), text);
    }

    #[test]
    fn what_is_no_document_is_told_with_its_place() {
        let error = parse_text("{\"lab\": \"x\",\n \"lab\": \"y\"}").unwrap_err().to_string();
        assert!(error.contains(r#"the key "lab" stands twice at line 2 column 6"#), "{error}");
        let error = parse_text("{\"lab\":").unwrap_err().to_string();
        assert!(error.contains("line 1 column 7"), "{error}");
        assert!(parse_text(&"[".repeat(100_000)).is_err());
        assert!(parse_text(&" ".repeat(5 << 20)).is_err());
    }
}
