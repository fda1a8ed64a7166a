//! Which modules a crate has, and which of them use which, read from the sources.
//!
//! Paths are read that begin with `crate`, `super` or `self`, in `use` declarations and anywhere else; those that go
//! through a re-export lead to the module it names. Comments, texts and what is compiled for tests only are left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module by the names that lead to it from the crate; the crate itself has none.
pub type Module = Vec<String>;

/// The modules of a crate and the paths in each.
pub struct Crate {
    pub modules: BTreeSet<Module>,
    /// Their files.
    pub files: Vec<PathBuf>,
    paths: BTreeMap<Module, Vec<Vec<String>>>,
    reexports: BTreeMap<(Module, String), Module>,
}

impl Crate {
    /// Reads all modules in a folder of sources.
    pub fn read(src: &Path) -> Self {
        let (modules, files, paths, reexports) = Default::default();
        let mut found = Crate { modules, files, paths, reexports };
        found.module(vec![], &src.join("lib.rs"), src);
        found
    }

    /// Reads a module from its file; its children stand in a folder.
    fn module(&mut self, module: Module, file: &Path, folder: &Path) {
        let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let tokens = without_tests(&tokens(&text));
        let (paths, exported) = paths(&tokens);
        let absolute = |path: &[String]| absolute(&module, path);
        for path in exported {
            let name = path.last().cloned().unwrap_or_default();
            self.reexports.insert((module.clone(), name), absolute(&path));
        }
        self.paths.insert(module.clone(), paths.iter().map(|path| absolute(path)).collect());
        for name in children(&tokens) {
            let [inner, plain] = [folder.join(&name), folder.join(format!("{name}.rs"))];
            let child = [&module[..], &[name]].concat();
            let file = if plain.exists() { plain } else { inner.join("mod.rs") };
            self.module(child, &file, &inner);
        }
        self.modules.insert(module);
        self.files.push(file.to_owned());
    }

    /// The module that a path leads to.
    fn leads_to(&self, path: &[String], depth: usize) -> Module {
        let length = (0..=path.len()).rev().find(|&n| self.modules.contains(&path[..n])).unwrap_or(0);
        let (module, rest) = path.split_at(length);
        let exported = rest.first().and_then(|name| self.reexports.get(&(module.to_vec(), name.clone())));
        match exported {
            Some(target) if depth < 8 => self.leads_to(&[target, &rest[1..]].concat(), depth + 1),
            _ => module.to_vec(),
        }
    }

    /// The children of a module, each with the other children that it uses, itself or inside.
    pub fn uses_between_children(&self, of: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let child = |module: &[String]| module.strip_prefix(of).and_then(|rest| rest.first().cloned());
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, paths) in &self.paths {
            let Some(user) = child(module) else { continue };
            let used = paths.iter().filter_map(|path| child(&self.leads_to(path, 0))).filter(|used| *used != user);
            uses.entry(user.clone()).or_default().extend(used);
        }
        uses
    }
}

/// The groups of modules that use each other in a circle.
pub fn cycles(uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reached = |from: &String| {
        let mut met = BTreeSet::new();
        let mut next: Vec<&String> = uses[from].iter().collect();
        while let Some(module) = next.pop() {
            if met.insert(module.clone()) {
                next.extend(uses.get(module).into_iter().flatten());
            }
        }
        met
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = uses.keys().map(|module| (module, reached(module))).collect();
    let group = |module: &String| -> Vec<String> {
        reached[module].iter().filter(|other| reached.get(other).is_some_and(|r| r.contains(module))).cloned().collect()
    };
    let groups: BTreeSet<Vec<String>> = uses.keys().map(group).filter(|group| !group.is_empty()).collect();
    groups.into_iter().collect()
}

/// A path from the crate, from one as a module writes it.
fn absolute(module: &[String], path: &[String]) -> Module {
    let (mut at, mut rest) = (module.to_vec(), path);
    while let Some((first, others)) = rest.split_first() {
        match first.as_str() {
            "crate" => at.clear(),
            "super" => drop(at.pop()),
            "self" => {}
            _ => break,
        }
        rest = others;
    }
    [&at[..], rest].concat()
}

/// Names and signs, without comments and without what stands in quotes.
pub fn tokens(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let starts = |at: usize, with: &str| with.chars().enumerate().all(|(k, c)| letters.get(at + k) == Some(&c));
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let raw = letters[at..].iter().skip(1).take_while(|c| **c == '#').count();
        if starts(at, "//") {
            at += letters[at..].iter().take_while(|c| **c != '\n').count();
        } else if starts(at, "/*") {
            at += 2;
            while at < letters.len() && !starts(at, "*/") {
                at += 1;
            }
            at += 2;
        } else if letters[at] == 'r' && letters.get(at + 1 + raw) == Some(&'"') {
            let end = format!("\"{}", "#".repeat(raw));
            at += raw + 2;
            while at < letters.len() && !starts(at, &end) {
                at += 1;
            }
            at += end.len();
        } else if letters[at] == '"' {
            at += 1;
            while at < letters.len() && letters[at] != '"' {
                at += if letters[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if starts(at, "'\\") {
            at += 3 + letters[at + 3..].iter().take_while(|c| **c != '\'').count();
            at += 1;
        } else if letters[at] == '\'' && letters.get(at + 2) == Some(&'\'') {
            at += 3;
        } else if is_name(letters[at]) {
            let name: String = letters[at..].iter().take_while(|c| is_name(**c)).collect();
            at += name.chars().count();
            tokens.push(name);
        } else {
            let double = starts(at, "::");
            if !letters[at].is_whitespace() {
                tokens.push(if double { "::".into() } else { letters[at].to_string() });
            }
            at += if double { 2 } else { 1 };
        }
    }
    tokens
}

fn matches(tokens: &[String], expected: &[&str]) -> bool {
    tokens.len() >= expected.len() && tokens.iter().zip(expected).all(|(token, expected)| token == expected)
}

/// The tokens without the items behind `#[cfg(test)]`.
pub fn without_tests(tokens: &[String]) -> Vec<String> {
    const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if !matches(&tokens[at..], &TEST) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        // An item ends with its body, or where it has none with a semicolon.
        let mut depth = 0;
        at += TEST.len();
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token.as_str() {
                "{" | "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "}" => {
                    depth -= 1;
                    if depth == 0 && tokens.get(at).is_none_or(|next| next != ";") {
                        break;
                    }
                }
                ";" if depth == 0 => break,
                _ => {}
            }
        }
    }
    kept
}

/// The modules that a file declares, each in a file of its own.
fn children(tokens: &[String]) -> Vec<String> {
    let declared = tokens.windows(3).filter(|three| three[0] == "mod" && three[2] == ";");
    declared.map(|three| three[1].clone()).collect()
}

/// All paths from `crate`, `super` or `self`, and those that are re-exported.
pub fn paths(tokens: &[String]) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let (mut all, mut exported) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
        // `pub use` with or without a restriction in parentheses.
        let declared = before == "use";
        let public = declared && (at > 1 && ["pub", ")"].contains(&tokens[at - 2].as_str()));
        let restriction = before == "in" && at > 1 && tokens[at - 2] == "(";
        let rooted = ["crate", "super", "self"].contains(&tokens[at].as_str()) && before != "::" && !restriction;
        let rooted = rooted && tokens.get(at + 1).is_some_and(|next| next == "::");
        if !rooted && !public {
            at += 1;
            continue;
        }
        let mut found = Vec::new();
        let end = tree(tokens, at, &mut Vec::new(), &mut found);
        if public {
            exported.extend(found.iter().cloned());
        }
        if rooted {
            all.extend(found);
        }
        at = end.max(at + 1);
    }
    (all, exported)
}

/// Reads a path with its braces from a place on; gives the place behind it.
fn tree(tokens: &[String], mut at: usize, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) -> usize {
    let length = before.len();
    loop {
        match tokens.get(at).map(String::as_str) {
            Some("{") => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token != "}") {
                    at = tree(tokens, at, before, found);
                    // `as` and another name, then a comma.
                    while tokens.get(at).is_some_and(|token| token != "}" && token != ",") {
                        at += 1;
                    }
                    at += usize::from(tokens.get(at).is_some_and(|token| token == ","));
                }
                before.truncate(length);
                return at + 1;
            }
            Some(name) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => before.push(name.to_string()),
            _ => break,
        }
        at += 1;
        if tokens.get(at).is_none_or(|token| token != "::") {
            break;
        }
        at += 1;
    }
    // `self` in braces is what stands before them.
    if before.len() > 1 && before.last().is_some_and(|last| last == "self") {
        before.pop();
    }
    found.push(before.clone());
    before.truncate(length);
    at
}
