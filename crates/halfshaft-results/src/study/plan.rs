//! The plan of a study: which values its cases have.

use crate::atomic;
use crate::error::Error;
use crate::recipe::fingerprint;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file in a study's folder.
pub const PLAN_FILE: &str = "plan.json";

/// How the values of the cases were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Design {
    /// Every value of each parameter with every value of the others.
    Grid,
    /// The first values together, the second values together …
    List,
    /// Latin hypercube: each parameter's range in as many equal parts as there are cases, and each part used once.
    Lhs,
    /// Independent and uniform.
    Random,
}

/// A model, and the values of its parameters case by case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The version of halfshaft that made it.
    pub halfshaft: String,
    /// The model file, as it was named.
    pub model: String,
    /// How the cases were chosen.
    pub design: Design,
    /// What the random numbers came from, where there are any.
    pub seed: Option<u64>,
    /// Overrides that all cases share, as pairs of name and value.
    pub overrides: Vec<(String, String)>,
    /// What varies.
    pub parameters: Vec<String>,
    /// The values of each case, one for each parameter, as they would stand behind `--set NAME=`.
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

    /// A number that differs where anything differs that the results of a case depend on.
    pub fn fingerprint_of(&self, case: usize) -> String {
        of_case(&self.halfshaft, &self.model, &self.text, &self.files, &self.overrides_of(case))
    }

    /// An error where `folder` holds something that is not a study; touches nothing.
    pub fn check(folder: &Path) -> Result<(), Error> {
        if Plan::is_in(folder) {
            return Ok(());
        }
        empty_or_absent(folder)
    }

    /// Whether a folder holds a plan, or began to.
    fn is_in(folder: &Path) -> bool {
        let plan = folder.join(PLAN_FILE);
        match fs::read_to_string(&plan) {
            Ok(text) => serde_json::from_str::<Plan>(&text).is_ok(),
            Err(_) => atomic::temporary_name(&plan).is_file(),
        }
    }

    /// Writes it into the folder of a study, in the place of an earlier plan; cases that both have keep their results.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        Plan::check(folder)?;
        fs::create_dir_all(folder).map_err(|e| Error::system(folder, "create", &e))?;
        let text = serde_json::to_string_pretty(self).expect("text is always valid JSON");
        atomic::write(&folder.join(PLAN_FILE), |file| writeln!(file, "{text}"))
    }

    /// Reads the plan of a study, given its folder or the plan itself, and gives the folder too.
    pub fn read(path: &Path) -> Result<(PathBuf, Self), Error> {
        let folder = if path.is_file() { path.parent().unwrap_or(Path::new("")) } else { path };
        let file = if path.is_file() { path.to_owned() } else { path.join(PLAN_FILE) };
        let failed = |reason: String| Error::file(&file, "read", reason);
        let text = fs::read_to_string(&file).map_err(|e| failed(e.to_string()))?;
        let plan: Plan = serde_json::from_str(&text).map_err(|e| failed(e.to_string()))?;
        if plan.cases.iter().any(|case| case.len() != plan.parameters.len()) {
            return Err(failed("a case has not one value for each parameter".into()));
        }
        Ok((folder.to_owned(), plan))
    }
}

/// A word that differs where anything differs that a case depends on: the version, the model with its files, the values.
pub fn of_case(
    halfshaft: &str,
    model: &str,
    text: &str,
    files: &[(String, String)],
    overrides: &[(String, String)],
) -> String {
    let text = serde_json::to_string(&(halfshaft, model, text, files, overrides)).expect("text is always valid JSON");
    format!("{:016x}", fingerprint(text.bytes()))
}

/// An error where a folder holds anything.
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
