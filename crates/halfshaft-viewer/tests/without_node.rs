//! Where there is no Node.js the program builds all the same, without the page of its viewer.

// The build script's own code; `main` is for cargo alone.
#[allow(dead_code)]
#[path = "../build.rs"]
mod script;

use std::path::Path;

#[test]
fn without_node_the_page_is_left_empty_and_the_reason_is_kept() {
    let out = std::env::temp_dir().join(format!("halfshaft-without-node-{}", std::process::id()));
    std::fs::create_dir_all(&out).unwrap();
    let viewer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer");
    // A path with no programs at all.
    let missing = script::prepare(&viewer, &out, out.as_os_str());
    assert!(missing.starts_with("Node.js was not found"), "{missing}");
    let read = |file: &str| std::fs::read_to_string(out.join(file)).unwrap();
    assert_eq!(["shell.html", "boot.js", "viewer.js", "viewer.css"].map(read), [""; 4]);
    assert_eq!(read("viewer-missing.txt"), missing);
    // Nothing was installed or built on the way.
    assert!(!out.join("viewer").exists());
    std::fs::remove_dir_all(&out).unwrap();
}
