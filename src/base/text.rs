//! Numbers as people read them.

/// A whole number with thousands separators.
///
/// ```
/// assert_eq!(redo_lab::base::grouped(2_586_035), "2,586,035");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
