//! The engine as the browser sees it: a thin shell over the library, and the only file that knows wasm-bindgen.

use wasm_bindgen::prelude::*;

/// The engine's version, as in `Cargo.toml`: `0.1.0`.
#[wasm_bindgen]
pub fn engine_version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
