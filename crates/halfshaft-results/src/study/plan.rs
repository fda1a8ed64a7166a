//! The plan of a study: the parameter values of its cases.

use crate::atomic;
use crate::error::Error;
use crate::recipe::fingerprint;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file in a study's folder.
pub const PLAN_FILE: &str = "plan.json";

/// How the cases are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Design {
    /// All combinations.
    Grid,
    /// Values paired in order: the first of each parameter, the second …
    List,
    /// Latin hypercube: each range is divided into as many equal intervals as there are cases, each used once.
    Lhs,
    /// Independent and uniform.
    Random,
}

/// A model and the parameter values of all cases.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of halfshaft that made it.
    pub halfshaft: String,
    /// The model file, as given.
    pub model: String,
    /// How the cases are chosen.
    pub design: Design,
    /// The seed of a random plan.
    pub seed: Option<u64>,
    /// Overrides that all cases share, as pairs of name and value.
    pub overrides: Vec<(String, String)>,
    /// The varied parameters.
    pub parameters: Vec<String>,
    /// The values of each case, one for each parameter, as in `--set NAME=`.
    pub cases: Vec<Vec<String>>,
    /// The text of the model file.
    pub text: String,
    /// The files that the model uses, as pairs of path and text.
    pub files: Vec<(String, String)>,
}

impl Plan {
    /// The overrides of a case; cases are counted from 1.
    pub fn overrides_of(&self, case: usize) -> Vec<(String, String)> {
        let own = self.parameters.iter().cloned().zip(self.cases[case - 1].iter().cloned());
        self.overrides.iter().cloned().chain(own).collect()
    }

    /// A hash of everything that the results of a case depend on.
    pub fn fingerprint_of(&self, case: usize) -> String {
        case_fingerprint(&self.halfshaft, &self.model, &self.text, &self.files, &self.overrides_of(case))
    }

    /// An error if `folder` contains something other than a study; changes nothing.
    pub fn check(folder: &Path) -> Result<(), Error> {
        if Plan::is_in(folder) {
            return Ok(());
        }
        empty_or_absent(folder)
    }

    /// Returns whether a folder contains a plan, complete or not.
    fn is_in(folder: &Path) -> bool {
        let plan = folder.join(PLAN_FILE);
        match fs::read_to_string(&plan) {
            Ok(text) => serde_json::from_str::<Plan>(&text).is_ok(),
            Err(_) => atomic::temporary_name(&plan).is_file(),
        }
    }

    /// Writes it to the folder of a study, replacing an earlier plan; results of cases in both plans are preserved.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        Plan::check(folder)?;
        fs::create_dir_all(folder).map_err(|e| Error::system(folder, "create", &e))?;
        let text = serde_json::to_string_pretty(self).expect("text is always valid JSON");
        atomic::write(&folder.join(PLAN_FILE), |file| writeln!(file, "{text}"))
    }

    /// Reads the plan of a study, given its folder or the plan file; returns the folder too.
    pub fn read(path: &Path) -> Result<(PathBuf, Self), Error> {
        let folder = if path.is_file() { path.parent().unwrap_or(Path::new("")) } else { path };
        let file = if path.is_file() { path.to_owned() } else { path.join(PLAN_FILE) };
        let failed = |reason: String| Error::file(&file, "read", reason);
        let text = fs::read_to_string(&file).map_err(|e| failed(e.to_string()))?;
        let plan: Plan = serde_json::from_str(&text).map_err(|e| failed(e.to_string()))?;
        if plan.cases.iter().any(|case| case.len() != plan.parameters.len()) {
            return Err(failed("a case does not have one value for each parameter".into()));
        }
        Ok((folder.to_owned(), plan))
    }
}

/// A hash of everything that a case depends on: the version, the model with its files, the values.
pub fn case_fingerprint(
    halfshaft: &str,
    model: &str,
    text: &str,
    files: &[(String, String)],
    overrides: &[(String, String)],
) -> String {
    let text = serde_json::to_string(&(halfshaft, model, text, files, overrides)).expect("text is always valid JSON");
    format!("{:016x}", fingerprint(text.bytes()))
}

/// An error if a folder is not empty.
pub(super) fn empty_or_absent(folder: &Path) -> Result<(), Error> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Error::NotAStudy(folder.to_owned())),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(e) if e.kind() == std::io::ErrorKind::NotADirectory => Err(Error::NotAStudy(folder.to_owned())),
        Err(e) => Err(Error::file(folder, "read", e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    pub(crate) fn plan() -> Plan {
        Plan {
            halfshaft: "0".into(),
            model: "a.toml".into(),
            design: Design::Grid,
            seed: None,
            overrides: vec![("g".into(), "1".into())],
            parameters: vec!["length".into()],
            cases: vec![vec!["1 m".into()], vec!["2 m".into()]],
            text: "format = 1".into(),
            files: vec![],
        }
    }

    #[test]
    fn a_plan_reads_back_from_its_folder_and_from_its_file() {
        let scratch = Scratch::new("plan");
        plan().write(scratch.path()).unwrap();
        for path in [scratch.path().to_owned(), scratch.path().join(PLAN_FILE)] {
            assert_eq!(Plan::read(&path).unwrap(), (scratch.path().to_owned(), plan()));
        }
    }

    #[test]
    fn a_case_is_known_by_all_that_decides_it_and_not_by_its_place() {
        let other = Plan { cases: vec![vec!["2 m".into()]], ..plan() };
        assert_eq!(other.fingerprint_of(1), plan().fingerprint_of(2));
        assert_ne!(plan().fingerprint_of(1), plan().fingerprint_of(2));
        assert_ne!(Plan { text: String::new(), ..plan() }.fingerprint_of(1), plan().fingerprint_of(1));
    }

    #[test]
    fn a_folder_that_holds_something_else_is_refused() {
        let scratch = Scratch::new("plan-refused");
        fs::write(scratch.path().join("notes.txt"), "mine").unwrap();
        assert!(matches!(plan().write(scratch.path()), Err(Error::NotAStudy(_))));
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }
}
