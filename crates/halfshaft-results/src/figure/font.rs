//! Letters as outlines, from a font of the machine.

use std::path::{Path, PathBuf};

/// Fonts that have the letters of units and numbers, the best first.
const NAMES: [&str; 9] = [
    "DejaVuSans.ttf",
    "NotoSans-Regular.ttf",
    "LiberationSans-Regular.ttf",
    "OpenSans-Regular.ttf",
    "Ubuntu-R.ttf",
    "segoeui.ttf",
    "arial.ttf",
    "Arial.ttf",
    "FreeSans.ttf",
];
/// How deep folders of fonts are looked into.
const DEPTH: usize = 4;

/// A font file.
pub struct Font(Vec<u8>);

impl Font {
    /// Reads a font.
    pub fn read(path: &Path) -> Option<Self> {
        let bytes = std::fs::read(path).ok()?;
        ttf_parser::Face::parse(&bytes, 0).ok()?;
        Some(Font(bytes))
    }

    /// A font of this machine.
    pub fn of_this_machine() -> Option<Self> {
        let home = std::env::var_os("HOME").map(PathBuf::from);
        let own = home
            .iter()
            .flat_map(|home| [home.join(".local/share/fonts"), home.join(".fonts"), home.join("Library/Fonts")]);
        let common = [
            "/usr/share/fonts",
            "/usr/local/share/fonts",
            "/System/Library/Fonts",
            "/Library/Fonts",
            "C:/Windows/Fonts",
        ];
        let mut found = vec![];
        own.chain(common.map(PathBuf::from)).for_each(|folder| search(&folder, DEPTH, &mut found));
        let rank = |path: &PathBuf| NAMES.iter().position(|name| path.file_name().is_some_and(|file| file == *name));
        found.sort_by_key(rank);
        found.iter().find_map(|path| Font::read(path))
    }

    pub(super) fn face(&self) -> Option<ttf_parser::Face<'_>> {
        ttf_parser::Face::parse(&self.0, 0).ok()
    }
}

/// The known fonts in a folder.
fn search(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && depth > 0 {
            search(&path, depth - 1, found);
        } else if NAMES.iter().any(|name| path.file_name().is_some_and(|file| file == *name)) {
            found.push(path);
        }
    }
}
