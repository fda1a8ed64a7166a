//! A checksum inside a Parquet file.
//!
//! Sixteen hexadecimal digits in the metadata hold the CRC-32 of all bytes of the file, with these digits taken as zeros.
//! Any flipped bit is detected, any Parquet reader still opens the file, and there is no second file that could get out of
//! sync.

use std::io::{self, Read, Seek, SeekFrom, Write};

/// The key in the file's metadata.
pub(crate) const KEY: &str = "halfshaft.checksum";
/// Placeholder of the digits until they are known.
pub(crate) const BLANK: &str = "0000000000000000";
/// Length of the footer and the magic `PAR1`, at the end of each file.
const TAIL: u64 = 8;

/// The result of a checksum test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seal {
    /// The contents match.
    Good,
    /// The contents do not match.
    Broken,
    /// The file has no checksum, like those of other programs and of earlier versions.
    Absent,
}

/// Writes the checksum into a file whose metadata contain [`BLANK`] under [`KEY`]; `sum` is the CRC-32 of the file so far.
pub(crate) fn seal(file: &mut (impl Read + Write + Seek), sum: u32) -> io::Result<()> {
    let Some(place) = find(file)? else {
        return Err(io::Error::other("the file has no placeholder for the checksum"));
    };
    let digits = format!("{:016x}", u64::from(sum));
    file.seek(SeekFrom::Start(place))?;
    file.write_all(digits.as_bytes())
}

/// Compares a file with its checksum.
pub(crate) fn verify(file: &mut (impl Read + Seek)) -> io::Result<Seal> {
    let Some(place) = find(file)? else { return Ok(Seal::Absent) };
    let expected = format!("{:016x}", sum(file, place)?);
    let mut digits = [0; BLANK.len()];
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(&mut digits)?;
    Ok(if digits == expected.as_bytes() { Seal::Good } else { Seal::Broken })
}

/// The position of the digits: after the last occurrence of the key in the footer, a field header and their length.
fn find(file: &mut (impl Read + Seek)) -> io::Result<Option<u64>> {
    let size = file.seek(SeekFrom::End(0))?;
    if size < TAIL {
        return Ok(None);
    }
    let mut tail = [0; 4];
    file.seek(SeekFrom::Start(size - TAIL))?;
    file.read_exact(&mut tail)?;
    // A damaged length may point anywhere; the file then counts as one without a checksum.
    let Some(start) = (size - TAIL).checked_sub(u32::from_le_bytes(tail).into()) else { return Ok(None) };
    file.seek(SeekFrom::Start(start))?;
    let mut footer = Vec::new();
    file.take(size - TAIL - start).read_to_end(&mut footer)?;
    let key = footer.windows(KEY.len()).rposition(|window| window == KEY.as_bytes());
    let digits = key.map(|key| key + KEY.len() + 2).filter(|digits| digits + BLANK.len() <= footer.len());
    Ok(digits.map(|digits| start + digits as u64))
}

/// CRC-32 of the whole file, with the digits at `place` taken as zeros.
fn sum(file: &mut (impl Read + Seek), place: u64) -> io::Result<u64> {
    file.rewind()?;
    let mut hash = crc32fast::Hasher::new();
    let mut buffer = vec![0; 1 << 16];
    let mut at = 0;
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(hash.finalize().into());
        }
        for (digit, position) in (place..place + BLANK.len() as u64).enumerate() {
            if (at..at + read as u64).contains(&position) {
                buffer[(position - at) as usize] = BLANK.as_bytes()[digit];
            }
        }
        hash.update(&buffer[..read]);
        at += read as u64;
    }
}
