//! The page that the build script made of `viewer/`.

/// Script and style.
pub(crate) struct Page {
    pub script: &'static str,
    pub style: &'static str,
}

const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer.js"));
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer.css"));
/// Why there is no page; empty where there is one.
const MISSING: &str = include_str!(concat!(env!("OUT_DIR"), "/viewer-missing.txt"));

/// The page, or why this build has none.
pub(crate) fn embedded() -> Result<Page, String> {
    if MISSING.is_empty() {
        return Ok(Page { script: SCRIPT, style: STYLE });
    }
    Err(format!(
        "this halfshaft was built without its viewer: {}.\nInstall Node.js 20 or newer with npm and build again; \
         `halfshaft report` and `halfshaft plot` work without it, and so do exports to .glb and .pvd.",
        MISSING.trim()
    ))
}
