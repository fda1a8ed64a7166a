//! `ARCHITECTURE.md` says what is so: it names every module, its paths exist, and modules use each other only as its
//! tables allow, without circles.

mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use sources::{Crate, cycles, paths, tokens, without_tests};

const CRATES: [&str; 7] = [
    "halfshaft",
    "halfshaft-results",
    "halfshaft-model",
    "halfshaft-run",
    "halfshaft-viewer",
    "halfshaft-python",
    "halfshaft-cli",
];

/// The only crate that may print and change what belongs to the process.
const COMMAND_LINE: &str = "halfshaft-cli";
/// The crates that run models, which have no static variables either: two runs in one process share nothing.
const WITHOUT_STATICS: [&str; 3] = ["halfshaft", "halfshaft-run", "halfshaft-viewer"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

fn sources_of(name: &str) -> PathBuf {
    root().join("crates").join(name).join("src")
}

/// What stands between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The cells of each row of a table that begins with a path.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| line.trim().trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// The modules of a crate in the order of its table, each with its cells.
fn modules_on_page(page: &str, name: &str) -> Vec<(String, Vec<String>)> {
    let folder = format!("`crates/{name}/src/");
    let of_crate = rows(page).into_iter().filter_map(|cells| {
        let module = cells[0].strip_prefix(&folder)?.trim_matches('`');
        let module = module.strip_suffix(".rs").unwrap_or(module).to_string();
        (!module.contains('/')).then(|| (module, cells.iter().map(|cell| cell.to_string()).collect()))
    });
    of_crate.collect()
}

#[test]
fn every_path_on_the_page_exists() {
    let page = page();
    let rows = rows(&page).into_iter().map(|cells| cells[0].trim_matches('`').to_string());
    let paths = quoted(&page).filter(|text| text.contains('/')).map(str::to_string);
    for path in paths.chain(rows) {
        assert!(root().join(&path).exists(), "ARCHITECTURE.md names {path}, which does not exist");
    }
}

#[test]
fn every_module_is_on_the_page_once_with_a_line() {
    let page = page();
    for name in CRATES {
        let on_page = modules_on_page(&page, name);
        let named: BTreeSet<&String> = on_page.iter().map(|(module, _)| module).collect();
        assert_eq!(named.len(), on_page.len(), "{name}: a module stands twice in ARCHITECTURE.md");
        let found = Crate::read(&sources_of(name));
        let modules: BTreeSet<&String> = found.modules.iter().filter_map(|module| module.first()).collect();
        assert!(modules.len() > 2, "the modules of {name} were not found");
        let missing: Vec<_> = modules.difference(&named).collect();
        assert!(missing.is_empty(), "ARCHITECTURE.md does not name {missing:?} of {name}");
        for (module, cells) in &on_page {
            assert!(cells.get(1).is_some_and(|line| line.len() > 10), "{name}: nothing is said of {module}");
        }
    }
}

#[test]
fn crates_depend_on_each_other_as_the_page_says() {
    let page = page();
    for cells in rows(&page).into_iter().filter(|cells| cells[0].starts_with("`crates/") && cells.len() == 3) {
        let path = cells[0].trim_matches('`');
        let Ok(manifest) = std::fs::read_to_string(root().join(path).join("Cargo.toml")) else { continue };
        let allowed: Vec<&str> = cells[2].split(',').map(str::trim).collect();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default().split("\n[").next().unwrap();
        for line in dependencies.lines().filter(|line| line.starts_with("halfshaft")) {
            let used = line.split(['.', ' ', '=']).next().unwrap();
            assert!(allowed.contains(&used), "{path} uses {used}");
        }
    }
}

#[test]
fn modules_use_each_other_as_the_page_says() {
    let page = page();
    let mut broken = Vec::new();
    for name in CRATES {
        let on_page = modules_on_page(&page, name);
        let place: BTreeMap<&str, usize> = on_page.iter().enumerate().map(|(i, (m, _))| (m.as_str(), i)).collect();
        for (user, used) in Crate::read(&sources_of(name)).uses_between_children(&[]) {
            // The third column says what a module may use; where there is none, that is what stands above it.
            let cells = &on_page[place[user.as_str()]].1;
            let allowed: Option<Vec<&str>> = cells.get(2).map(|list| list.split(',').map(str::trim).collect());
            for other in &used {
                let may = match &allowed {
                    Some(allowed) => allowed.contains(&other.as_str()),
                    None => place[other.as_str()] < place[user.as_str()],
                };
                if !may {
                    broken.push(format!("{name}: {user} uses {other}"));
                }
            }
        }
    }
    assert!(broken.is_empty(), "against ARCHITECTURE.md:\n{}", broken.join("\n"));
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let mut found = BTreeSet::new();
    for name in CRATES {
        let read = Crate::read(&sources_of(name));
        for folder in &read.modules {
            let place = [&[name.to_string()], &folder[..]].concat().join("/");
            found.extend(cycles(&read.uses_between_children(folder)).into_iter().map(|cycle| (place.clone(), cycle)));
        }
    }
    assert!(found.is_empty(), "modules use each other in a circle: {found:#?}");
}

/// What prints, ends the process, handles signals or changes its environment, as tokens of the source.
const PROCESS_WIDE: [&[&str]; 12] = [
    &["print", "!"],
    &["println", "!"],
    &["eprint", "!"],
    &["eprintln", "!"],
    &["dbg", "!"],
    &["stdout"],
    &["stderr"],
    &["exit", "("],
    &["ctrlc"],
    &["is_terminal"],
    &["set_var"],
    &["set_current_dir"],
];

/// The process-wide things that a source uses, static variables among them, those for tests left out.
fn process_wide(text: &str) -> Vec<String> {
    let tokens = without_tests(&tokens(text));
    let is =
        |at: usize, what: &[&str]| what.iter().enumerate().all(|(k, w)| tokens.get(at + k).is_some_and(|t| t == w));
    // A lifetime is a quote and its name; a static variable has its name behind the word.
    let is_static = |at: usize| tokens[at] == "static" && (at == 0 || tokens[at - 1] != "'");
    let found = (0..tokens.len()).filter(|&at| is_static(at) || PROCESS_WIDE.iter().any(|what| is(at, what)));
    found.map(|at| tokens[at].clone()).collect()
}

#[test]
fn only_the_command_line_prints_and_has_process_wide_state() {
    for name in CRATES.into_iter().filter(|name| *name != COMMAND_LINE) {
        for file in Crate::read(&sources_of(name)).files {
            let mut found = process_wide(&std::fs::read_to_string(&file).unwrap());
            found.retain(|what| what != "static" || WITHOUT_STATICS.contains(&name));
            assert!(found.is_empty(), "{} uses {found:?}", file.display());
        }
    }
}

#[test]
fn process_wide_state_is_found_in_code_and_not_in_comments_tests_and_lifetimes() {
    let clean = "// println!\nfn f(x: &'static str) { \"stderr\" } #[cfg(test)] mod tests { fn g() { println!() } }";
    assert_eq!(process_wide(clean), Vec::<String>::new());
    let text = "static A: u8 = 0; fn f() { eprintln!(); std::process::exit(1); std::io::stdout() }";
    assert_eq!(process_wide(text), ["static", "eprintln", "exit", "stdout"]);
}

#[test]
fn paths_are_found_behind_one_name_and_in_braces() {
    let text = "use crate::math::Vec3; use crate::{linalg::{lu, self as l}, system}; fn f() { super::g(crate::h::X) }";
    let found = paths(&tokens(text)).0;
    let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
    let expected =
        ["crate::math::Vec3", "crate::linalg::lu", "crate::linalg", "crate::system", "super::g", "crate::h::X"];
    assert_eq!(found, expected);
    assert_eq!(paths(&tokens("pub use a::{B, c::D};")).1, [vec!["a", "B"], vec!["a", "c", "D"]]);
    assert_eq!(paths(&tokens("pub(crate) fn f(self) {} pub(in crate::a) fn g() {}")).0, Vec::<Vec<String>>::new());
}

#[test]
fn a_file_is_read_on_behind_its_tests() {
    let text =
        "use a::b; #[cfg(test)] mod tests { fn f() { \"}\"; '}'; } } #[cfg(test)] use x::y; // crate::z\nmod late;";
    assert_eq!(without_tests(&tokens(text)).join(" "), "use a :: b ; mod late ;");
}

#[test]
fn a_circle_is_found_and_a_tree_is_not_one() {
    let graph = |edges: &[(&str, &[&str])]| -> BTreeMap<String, BTreeSet<String>> {
        edges.iter().map(|(a, b)| (a.to_string(), b.iter().map(|b| b.to_string()).collect())).collect()
    };
    assert!(cycles(&graph(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])).is_empty());
    assert_eq!(cycles(&graph(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"]), ("d", &["a"])])), [["b", "c"]]);
}
