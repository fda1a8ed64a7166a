//! What is needed to repeat a run, besides the copy of the model's text: the overrides and the files it uses.
//!
//! A resumed run reads its model from here, so that later changes to the original files do not matter.

use crate::atomic;
use crate::error::Error;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::Path;

/// The file in a run's folder.
pub const RECIPE_FILE: &str = "recipe.json";

/// The inputs of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipe {
    /// The version of halfshaft that started the run.
    pub halfshaft: String,
    /// The model file, as given.
    pub model: String,
    /// Overrides, as pairs of name and value.
    pub overrides: Vec<(String, String)>,
    /// The files that the model uses, as pairs of path and text.
    pub files: Vec<(String, String)>,
    /// Whether to write the channels as comma-separated values too.
    pub csv: bool,
}

impl Recipe {
    /// The recipe of a run with this version.
    pub fn new(model: &str, overrides: &[(String, String)], files: Vec<(String, String)>, csv: bool) -> Self {
        let halfshaft = env!("CARGO_PKG_VERSION").into();
        Recipe { halfshaft, model: model.into(), overrides: overrides.to_vec(), files, csv }
    }

    /// Writes it to the folder of a run.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        atomic::write(&folder.join(RECIPE_FILE), |file| writeln!(file, "{}", self.json()))
    }

    /// Reads it from the folder of a run.
    pub fn read(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(RECIPE_FILE);
        let text = fs::read_to_string(&path).map_err(|e| Error::file(&path, "read", e))?;
        serde_json::from_str(&text).map_err(|e| Error::file(&path, "read", e))
    }

    /// A hash of everything that the results depend on.
    pub fn fingerprint(&self, model_text: &str) -> u64 {
        fingerprint(self.json().bytes().chain([0]).chain(model_text.bytes()))
    }

    fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("text is always valid JSON")
    }
}

/// 64-bit FNV-1a: detects accidental changes, not malicious ones.
pub(crate) fn fingerprint(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(Fingerprint::default(), Fingerprint::with).0
}

/// The same, incrementally.
#[derive(Clone, Copy)]
pub(crate) struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Fingerprint(0xcbf2_9ce4_8422_2325)
    }
}

impl Fingerprint {
    fn with(self, byte: u8) -> Self {
        Fingerprint((self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn the_fingerprint_is_the_published_one() {
        // Fowler, Noll & Vo, test vectors of FNV-1a with 64 bits.
        assert_eq!(fingerprint("".bytes()), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint("foobar".bytes()), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_recipe_reads_back_and_every_part_of_it_counts() {
        let scratch = Scratch::new("recipe");
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        let recipe = Recipe::new("a.toml", &[pair("g", "= 2 * \"h\"")], vec![pair("b.toml", "format = 1\n")], true);
        recipe.write(scratch.path()).unwrap();
        assert_eq!(Recipe::read(scratch.path()).unwrap(), recipe);
        let other = Recipe::new("a.toml", &[pair("g", "= 2 * \"h\"")], vec![pair("b.toml", "format = 2\n")], true);
        let prints = [recipe.fingerprint("x"), recipe.fingerprint("y"), other.fingerprint("x")];
        assert!(prints[0] != prints[1] && prints[0] != prints[2]);
    }
}
