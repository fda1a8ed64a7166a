//! Which files models may read: `--root DIR` and `--allow-outside`.

use crate::arguments::FileAccess;
use halfshaft_model::source::Disk;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static FILE_ACCESS: OnceLock<FileAccess> = OnceLock::new();

/// Stores the options of the command line, once.
pub(crate) fn set(file_access: FileAccess) {
    let _ = FILE_ACCESS.set(file_access);
}

/// The files that these models may read.
pub(crate) fn disk(models: &[impl AsRef<Path>]) -> Disk {
    let models: Vec<PathBuf> = models.iter().map(|model| model.as_ref().to_owned()).collect();
    match FILE_ACCESS.get() {
        Some(FileAccess { allow_outside: true, .. }) => Disk::anywhere(),
        Some(FileAccess { root, .. }) => Disk::within(root.as_deref(), &models),
        None => Disk::within(None, &models),
    }
}
