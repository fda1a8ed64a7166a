//! Which files models may read.

use halfshaft_model::source::Disk;
use std::path::{Path, PathBuf};

/// Which files models may read. The default is the working directory and the folders of the models.
#[derive(Clone, Debug, Default)]
pub struct FileAccess {
    /// The folder that must contain all files that a model refers to, instead of the default.
    pub root: Option<PathBuf>,
    /// Whether models may read files anywhere.
    pub allow_outside: bool,
}

impl FileAccess {
    /// The files that these models may read.
    pub fn disk(&self, models: &[impl AsRef<Path>]) -> Disk {
        let models: Vec<PathBuf> = models.iter().map(|model| model.as_ref().to_owned()).collect();
        match self.allow_outside {
            true => Disk::anywhere(),
            false => Disk::within(self.root.as_deref(), &models),
        }
    }
}
