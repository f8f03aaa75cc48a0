fn main() {
    let mut values = book_numbers::markdown::Values::default();
    use book_numbers::commit::*;
    let only = std::env::args().nth(1).unwrap_or_default();
    let mut files = Vec::new();
    if only.is_empty() || only == "delay" { files.extend(delay::files(&mut values)); answers::values(&mut values); }
    if only.is_empty() || only == "dep" { files.extend(dependencies::files(&mut values)); }
    if only.is_empty() || only == "rep" { files.extend(replica::files(&mut values)); }
    if only.is_empty() || only == "lag" { files.extend(lag::files(&mut values)); }
    for (name, text) in files { println!("== {name}\n{}", text.split_once("-->").unwrap().1); }
    for name in values.names() { println!("{name}: {}", values.get(name).unwrap()); }
}
