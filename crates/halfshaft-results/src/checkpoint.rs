//! The checkpoint file, from which a run can be resumed.
//!
//! A magic number, a fingerprint of the rest, then header and state in the compact and exact postcard format. The state
//! belongs to the engine and is opaque here.

use crate::atomic;
use crate::error::Error;
use crate::recipe::fingerprint;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::Path;

/// The file in a run's folder.
pub const CHECKPOINT_FILE: &str = "checkpoint.bin";

/// Magic number of a checkpoint; its last byte is the version of the format.
const HEAD: [u8; 8] = *b"hs chk\x00\x02";

/// The part of a checkpoint that is not opaque.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The fingerprint of the recipe and the model's text.
    pub fingerprint: u64,
    /// Wall time so far, in seconds.
    pub wall_s: f64,
}

/// Replaces the checkpoint of a run's folder.
pub fn write<T: Serialize>(folder: &Path, header: &Header, state: &T) -> Result<(), Error> {
    let path = folder.join(CHECKPOINT_FILE);
    let body = postcard::to_stdvec(&(header, state)).map_err(|e| Error::file(&path, "write", e))?;
    atomic::write(&path, |file| {
        file.write_all(&HEAD)?;
        file.write_all(&fingerprint(body.iter().copied()).to_le_bytes())?;
        file.write_all(&body)
    })
}

/// Reads the checkpoint of a run's folder; `None` if there is none.
pub fn read<T: DeserializeOwned>(folder: &Path) -> Result<Option<(Header, T)>, Error> {
    let path = folder.join(CHECKPOINT_FILE);
    let bytes = match fs::read(&path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|e| Error::file(&path, "read", e))?,
    };
    let body = bytes.strip_prefix(&HEAD).and_then(|rest| {
        let (print, body) = rest.split_first_chunk::<8>()?;
        (u64::from_le_bytes(*print) == fingerprint(body.iter().copied())).then_some(body)
    });
    match body.map(postcard::take_from_bytes) {
        Some(Ok((found, []))) => Ok(Some(found)),
        _ => Err(Error::file(&path, "read", "it is damaged, or was written by another version of halfshaft")),
    }
}

/// Returns whether a run's folder contains a checkpoint.
pub fn is_in(folder: &Path) -> bool {
    folder.join(CHECKPOINT_FILE).is_file()
}

/// Removes the checkpoint of a run's folder, if there is one.
pub fn remove(folder: &Path) -> Result<(), Error> {
    atomic::remove(&folder.join(CHECKPOINT_FILE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_checkpoint_reads_back_with_every_bit_and_a_damaged_one_is_refused() {
        let scratch = Scratch::new("checkpoint");
        let folder = scratch.path();
        assert!(read::<Vec<f64>>(folder).unwrap().is_none());
        let header = Header { fingerprint: u64::MAX, wall_s: 0.1 };
        let state = vec![1.0 / 3.0, -0.0, f64::MIN_POSITIVE / 2.0, f64::INFINITY];
        write(folder, &header, &state).unwrap();
        let (again, read_back) = read::<Vec<f64>>(folder).unwrap().unwrap();
        assert_eq!(again, header);
        assert!(read_back.iter().zip(&state).all(|(a, b)| a.to_bits() == b.to_bits()) && read_back.len() == 4);

        let path = folder.join(CHECKPOINT_FILE);
        let good = fs::read(&path).unwrap();
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 4;
            fs::write(&path, &bad).unwrap();
            assert!(read::<Vec<f64>>(folder).is_err(), "byte {place}");
            fs::write(&path, &good[..place]).unwrap();
            assert!(read::<Vec<f64>>(folder).is_err(), "{place} bytes");
        }
        remove(folder).unwrap();
        remove(folder).unwrap();
        assert!(read::<Vec<f64>>(folder).unwrap().is_none());
    }
}
