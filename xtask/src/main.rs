//! The project's only build driver.
fn main() {}
