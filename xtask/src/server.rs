//! A small static server for the built site: the playground at `/`, the book at `/book/`.

use std::fs::File;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

use crate::{command, project};

/// Requests are answered side by side: a page asks for several files at once.
const THREADS: usize = 4;

/// Serves until the process is ended. Listens on this machine only.
pub fn serve(port: u16, open: bool) -> Result<()> {
    let server = Server::http(("127.0.0.1", port)).map_err(|error| match port {
        0 => anyhow!("cannot listen: {error}"),
        _ => anyhow!("cannot listen on port {port}: {error}; choose another with --port"),
    })?;
    let Some(address) = server.server_addr().to_ip() else { bail!("the server has no address") };
    let playground = format!("http://127.0.0.1:{}/", address.port());
    println!("\n  playground  {playground}\n  book        {playground}book/\n\nCtrl+C ends it.");
    if open {
        open_browser(&playground);
    }
    let server = Arc::new(server);
    let threads: Vec<_> = (0..THREADS)
        .map(|_| {
            let server = Arc::clone(&server);
            std::thread::spawn(move || server.incoming_requests().for_each(answer))
        })
        .collect();
    for thread in threads {
        thread.join().map_err(|_| anyhow!("a thread of the server ended unexpectedly"))?;
    }
    Ok(())
}

/// Answers one request. A visitor who went away is no error.
fn answer(request: Request) {
    if !matches!(request.method(), Method::Get | Method::Head) {
        request.respond(Response::empty(StatusCode(405))).ok();
        return;
    }
    let url = request.url().to_owned();
    match locate(&url) {
        Located::File(file) => match File::open(&file) {
            Ok(content) => {
                let response = Response::from_file(content)
                    .with_header(header("Content-Type", content_type(&file)))
                    .with_header(header("Cache-Control", "no-cache"));
                request.respond(response).ok();
            }
            Err(_) => not_found(request),
        },
        Located::Folder(address) => {
            request.respond(Response::empty(StatusCode(301)).with_header(header("Location", &address))).ok();
        }
        Located::Nothing => not_found(request),
    }
}

/// Says that there is nothing here.
fn not_found(request: Request) {
    let text = Response::from_string("Not found\n").with_status_code(404);
    request.respond(text.with_header(header("Content-Type", "text/plain; charset=utf-8"))).ok();
}

/// What an address stands for.
#[derive(Debug, PartialEq, Eq)]
enum Located {
    /// A file.
    File(PathBuf),
    /// A folder whose address lacks its slash: with this address, relative links work.
    Folder(String),
    /// Nothing that is served.
    Nothing,
}

/// Finds the file for an address such as `/book/index.html?print#top`.
fn locate(url: &str) -> Located {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let (folder, inside) = match path.strip_prefix("/book") {
        Some("") => return Located::Folder("/book/".to_owned()),
        Some(rest) if rest.starts_with('/') => ("book/output", rest),
        _ => ("www/dist", path),
    };
    let Some(relative) = decoded(inside.trim_start_matches('/')).map(PathBuf::from) else {
        return Located::Nothing;
    };
    // Nothing outside of the folder: an address is made of plain names only.
    if relative.components().any(|part| !matches!(part, Component::Normal(_))) {
        return Located::Nothing;
    }
    let file = project::path(folder).join(relative);
    match (file.is_dir(), path.ends_with('/')) {
        (false, _) => Located::File(file),
        (true, true) => Located::File(file.join("index.html")),
        (true, false) => Located::Folder(format!("{path}/")),
    }
}

/// Undoes percent encoding. `None` when the result is not text.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        let code =
            after.get(..2).and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &after[2..];
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8(bytes).ok()
}

/// The media type of a file, by its name. Browsers insist on the right one for scripts and WebAssembly.
fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "ftl" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// A header whose name and value are known to be well-formed.
fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("header names and values of this server are plain ASCII")
}

/// Opens a browser window where the desktop offers a way. Its absence is no error: the address has been printed.
fn open_browser(url: &str) {
    let opener = ["xdg-open", "open"].iter().find_map(|name| command::find(name));
    let desktop = cfg!(target_os = "macos")
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if let (Some(opener), true) = (opener, desktop) {
        let mut command = command::program(opener);
        command.arg(url).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        command.spawn().ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_files_of_the_site_only() {
        assert_eq!(locate("/redo-lab.js?v=1"), Located::File(project::path("www/dist/redo-lab.js")));
        assert_eq!(locate("/book/a%20b.html#top"), Located::File(project::path("book/output/a b.html")));
        assert_eq!(locate("/book"), Located::Folder("/book/".to_owned()));
        for outside in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/book/..%2f..%2fCargo.toml", "/%ff"] {
            assert_eq!(locate(outside), Located::Nothing, "{outside}");
        }
    }

    #[test]
    fn scripts_and_modules_have_the_types_that_browsers_demand() {
        assert_eq!(content_type(Path::new("a/redo-lab.js")), "text/javascript; charset=utf-8");
        assert_eq!(content_type(Path::new("redo_lab_bg-0123.wasm")), "application/wasm");
    }
}
