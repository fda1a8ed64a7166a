//! The shape of the sources: names that were retired stay away, functions and files stay short.

use std::path::{Path, PathBuf};

/// Names that were replaced by terms of the art (`docs/glossary.md`), with what replaced them.
const RETIRED: &[(&str, &str)] = &[
    // Inaccurate: see linalg/symmetric_eigen.rs.
    ("self_adjoint_eigen", "symmetric_eigen"),
    ("Wear", "JacobianPolicy"),
    ("worn", "is_stale"),
    ("Past", "Predictor"),
    ("Carried", "CorotatedFactorization"),
    ("quicken", "apply_velocity_correction"),
    ("draw_back", "backtrack"),
    ("MAX_RETREATS", "MAX_BACKTRACKS"),
    ("close_gaps", "project_predicted_positions"),
    ("outlive", "filter_unresolved_transients"),
    ("begin_anew", "restart_after_event"),
    ("to_corner", "step_to_time_event"),
    ("EXITS", "EVENT_FUNCTIONS"),
    ("exit_values", "event_function_values"),
    ("Land", "EventHandling::Located"),
    ("Notice", "EventHandling::Deferred"),
    ("RUBS", "FORCES_DEPEND_ON_REACTIONS"),
    ("rubs", "forces_depend_on_reactions"),
    ("instead", "inactive_constraint_row"),
    ("admits", "is_feasible"),
    ("REFUSES", "HAS_INFEASIBLE_STATES"),
    ("Refusal", "Infeasibility"),
    ("coarseness", "step_size_ratio"),
    ("RESOLVES", "LIMITS_STEP_SIZE"),
    ("resort", "fall_back"),
    ("LONGEST_EXILE", "MAX_BACK_OFF"),
    ("rest_point", "nodal_points"),
    ("NOTHING", "a tolerance that says of what"),
    ("LIGHT", "a tolerance that says of what"),
    ("CLOSE", "a tolerance that says of what"),
    ("AT_REST", "a tolerance that says of what"),
    ("REPEATED", "RANK_TOLERANCE"),
    ("soften", "regularize_constraints"),
    ("Wiring", "Connectivity"),
    ("extinguishes", "annihilates_high_frequencies"),
    ("BY_HAND", "HAS_ANALYTIC_TANGENT"),
    ("Course", "Integration"),
    ("LinearLaw", "SpringLaw"),
];

/// Lines of a function and of a file, at most, without a reason beside it.
const MAX_FUNCTION: usize = 80;
const MAX_FILE: usize = 600;
/// The comment that gives the reason, above a function or at the head of a file.
const REASON: &str = "// Long: ";

fn sources() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut open: Vec<PathBuf> = std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()).collect();
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    assert!(files.len() > 100, "the sources are elsewhere");
    files
}

/// The identifiers of a line of code: without comments and without what is quoted.
fn identifiers(line: &str) -> Vec<&str> {
    let code = line.split("//").next().unwrap_or_default();
    let outside_quotes = code.split('"').step_by(2);
    let words = outside_quotes.flat_map(|piece| piece.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.filter(|word| !word.is_empty()).collect()
}

#[test]
fn retired_names_are_gone() {
    let mut found = Vec::new();
    for path in sources().iter().filter(|path| !path.ends_with("tests/shape.rs")) {
        let text = std::fs::read_to_string(path).unwrap();
        for (number, line) in text.lines().enumerate() {
            for word in identifiers(line) {
                if let Some((old, new)) = RETIRED.iter().find(|(old, _)| *old == word) {
                    found.push(format!("{}:{}: {old} is now {new}", path.display(), number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn scripts_of_the_viewer_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../viewer/src");
    let scripts = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let lines = |path: &PathBuf| std::fs::read_to_string(path).unwrap().lines().count();
    let long: Vec<PathBuf> = scripts
        .filter(|path| path.extension().is_some_and(|extension| extension == "js"))
        .filter(|path| lines(path) > MAX_FILE)
        .collect();
    assert!(long.is_empty(), "more than {MAX_FILE} lines: {long:?}");
}

#[test]
fn functions_and_files_are_short_or_say_why_not() {
    let mut long = Vec::new();
    for path in sources().iter().filter(|path| path.components().any(|part| part.as_os_str() == "src")) {
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() > MAX_FILE && !lines.iter().take(40).any(|line| line.starts_with(REASON)) {
            long.push(format!("{}: {} lines", path.display(), lines.len()));
        }
        for (first, name, length) in functions(&lines) {
            let reason = lines[..first].iter().rev().take_while(|line| !line.trim().is_empty());
            if length > MAX_FUNCTION && !reason.into_iter().any(|line| line.trim_start().starts_with(REASON)) {
                long.push(format!("{}:{}: {name}, {length} lines", path.display(), first + 1));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// The functions of a file as rustfmt lays them out: first line, name and number of lines.
fn functions<'a>(lines: &[&'a str]) -> Vec<(usize, &'a str, usize)> {
    let mut found = Vec::new();
    for (first, line) in lines.iter().enumerate() {
        let (indent, code) = line.split_at(line.len() - line.trim_start().len());
        let Some((before, after)) = code.split_once("fn ") else { continue };
        if !before
            .split(' ')
            .all(|word| ["", "pub", "const", "unsafe", "async"].contains(&word) || word.starts_with("pub("))
        {
            continue;
        }
        let name = after.split(['(', '<']).next().unwrap_or_default();
        let closing = format!("{indent}}}");
        let last = match line.ends_with('{') || !line.trim_end().ends_with(['}', ';']) {
            true => lines[first..]
                .iter()
                .position(|line| *line == closing || line.ends_with(';') && line.starts_with(&format!("{indent})"))),
            false => Some(0),
        };
        found.push((first, name, last.unwrap_or(0) + 1));
    }
    found
}

#[test]
fn the_length_of_functions_is_counted() {
    let text = "fn short() {}\n\nimpl A {\n    pub(crate) const fn long(\n        a: f64,\n    ) -> f64 {\n        a\n    }\n\n    fn declared(&self);\n}";
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(functions(&lines), [(0, "short", 1), (3, "long", 5), (9, "declared", 1)]);
}
