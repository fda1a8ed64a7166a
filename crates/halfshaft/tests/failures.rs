//! The page of failures is generated from the table in the code.

use halfshaft::analysis::failure::KINDS;
use std::fs;
use std::path::Path;

fn page() -> String {
    let mut page = String::from(
        "# Failures of a computation\n\n\
         <!-- Generated from the table of failures; HALFSHAFT_UPDATE=1 with the tests of halfshaft rewrites it. -->\n\n\
         The computation of a valid model can still fail. `run` then exits with status 1 and prints a line\n\
         `error[code]: at TIME: \"ELEMENT\": what happened`. `summary.json` and the output of `--json` contain the same code as\n\
         `error.code`, with `time_s`, `element`, `reason` and `worst`. Codes are stable. Results up to the failure are preserved.\n\n\
         Errors in a model file have separate codes and exit with status 2.\n",
    );
    for kind in KINDS {
        page += &format!(
            "\n## `{}`\n\n{}\n\n- **Cause.** {}\n- **What to do.** {}\n",
            kind.code, kind.meaning, kind.cause, kind.remedy
        );
    }
    page
}

#[test]
fn the_page_of_failures_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/failures.md");
    let page = page();
    if std::env::var_os("HALFSHAFT_UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == page, "docs/failures.md is not up to date: run the tests with HALFSHAFT_UPDATE=1");
}
