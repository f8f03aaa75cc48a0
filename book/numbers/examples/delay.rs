//! Scratch.
fn main() {
    let mut values = book_numbers::markdown::Values::default();
    let files = book_numbers::commit::files(&mut values);
    for (name, text) in files {
        println!("== {name}\n{}", text.split_once("-->").map_or(text.as_str(), |x| x.1));
    }
    for name in values.names() {
        println!("{name}: {}", values.get(name).unwrap());
    }
}
