//! The page that the build script makes from `viewer/`.

use halfshaft_results::figure::escaped;

/// The page of the viewer.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Its markup, which is seen before anything else is read.
    pub shell: &'static str,
    /// A few lines that start the program once the shell has been seen.
    pub boot: &'static str,
    /// Its program.
    pub script: &'static str,
    /// Its style sheet.
    pub style: &'static str,
}

const SHELL: &str = include_str!(concat!(env!("OUT_DIR"), "/shell.html"));
const BOOT: &str = include_str!(concat!(env!("OUT_DIR"), "/boot.js"));
const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer.js"));
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer.css"));
/// Why the page is missing; empty if it is available.
const MISSING: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer-missing.txt"));

impl Page {
    /// The page that was built with this program, or why there is none.
    pub fn embedded() -> Result<Self, String> {
        unless(MISSING).map(|()| Page { shell: SHELL, boot: BOOT, script: SCRIPT, style: STYLE })
    }

    /// The document with the title of what is looked at; `head` belongs to its head, and `rest` follows the shell.
    pub fn document(&self, title: &str, head: &str, rest: &str) -> String {
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>halfshaft</title>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             {head}</head><body>\n{}{rest}</body></html>\n",
            self.shell.replace("{title}", &escaped(title))
        )
    }
}

/// An error message if something was missing at build time.
fn unless(missing: &str) -> Result<(), String> {
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!(
        "this halfshaft was built without its viewer: {}.\nInstall Node.js 20 or newer with npm and build again; \
         `halfshaft report` and `halfshaft plot` work without it, and so do exports to .glb and .pvd.",
        missing.trim()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_its_viewer_says_what_was_missing_and_what_works() {
        assert!(unless("").is_ok());
        let words = unless("Node.js was not found (no such file)").unwrap_err();
        assert!(words.contains("without its viewer: Node.js was not found") && words.contains("`halfshaft report`"));
    }
}
