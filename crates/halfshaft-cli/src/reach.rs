//! Which files models may read: `--root DIR` and `--allow-outside`.

use crate::arguments::Reach;
use halfshaft_model::source::Disk;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

static REACH: OnceLock<Reach> = OnceLock::new();

/// Stores the options of the command line, once.
pub(crate) fn set(reach: Reach) {
    let _ = REACH.set(reach);
}

/// The files that these models may read.
pub(crate) fn disk(models: &[impl AsRef<Path>]) -> Disk {
    let models: Vec<PathBuf> = models.iter().map(|model| model.as_ref().to_owned()).collect();
    match REACH.get() {
        Some(Reach { allow_outside: true, .. }) => Disk::anywhere(),
        Some(Reach { root, .. }) => Disk::within(root.as_deref(), &models),
        None => Disk::within(None, &models),
    }
}
