//! Arrays of numbers in one file that NumPy opens: an NPZ archive without pickles, with a JSON header.
//!
//! The archive is a ZIP file whose members are stored without compression: `header.json` and one `.npy` file (version 1.0) for each array, of
//! little-endian doubles in the order of C.

use std::path::Path;

use crate::atomic;
use crate::error::Error;

/// An array with its shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Array {
    /// Its name, without `.npy`.
    pub name: String,
    /// Its extents.
    pub shape: Vec<usize>,
    /// Its numbers; the last index runs fastest.
    pub values: Vec<f64>,
}

impl Array {
    /// An array; the shape must fit the numbers.
    pub fn new(name: impl Into<String>, shape: &[usize], values: Vec<f64>) -> Self {
        assert_eq!(shape.iter().product::<usize>(), values.len(), "as many numbers as the shape says");
        Array { name: name.into(), shape: shape.to_vec(), values }
    }

    fn npy(&self) -> Vec<u8> {
        let extents: String = self.shape.iter().map(|n| format!("{n}, ")).collect();
        let mut header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}", extents.trim_end());
        // The header with its ten bytes of preamble is a multiple of 64, and ends in a line break.
        while !(header.len() + 11).is_multiple_of(64) {
            header.push(' ');
        }
        header.push('\n');
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        self.values.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes
    }
}

/// The bytes of an archive.
pub fn archive(header: &str, arrays: &[Array]) -> Vec<u8> {
    let members = arrays.iter().map(|array| (format!("{}.npy", array.name), array.npy()));
    let first = std::iter::once(("header.json".to_string(), header.as_bytes().to_vec()));
    let (mut bytes, mut directory, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for (name, contents) in first.chain(members) {
        let offset = bytes.len() as u32;
        let mut fields = Vec::new();
        // Version 2.0, no flags, stored, 1 January 1980.
        [20_u16, 0, 0, 0, 0x21].iter().for_each(|x| fields.extend(x.to_le_bytes()));
        let size = contents.len() as u32;
        [crc32fast::hash(&contents), size, size].iter().for_each(|x| fields.extend(x.to_le_bytes()));
        [name.len() as u16, 0].iter().for_each(|x| fields.extend(x.to_le_bytes()));
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&fields);
        bytes.extend(name.as_bytes());
        bytes.extend(&contents);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&fields);
        // No comment, disk 0, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
        count += 1;
    }
    let start = bytes.len() as u32;
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\x00\x00\x00\x00");
    [count, count].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    [directory.len() as u32, start].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    bytes.extend([0, 0]);
    bytes
}

/// Writes an archive.
pub fn write(path: &Path, header: &str, arrays: &[Array]) -> Result<(), Error> {
    atomic::write_bytes(path, &archive(header, arrays))
}

/// Reads an archive: its header and its arrays. An error says what is wrong with it.
pub fn read(bytes: &[u8]) -> Result<(String, Vec<Array>), String> {
    let (mut header, mut arrays, mut at) = (None, Vec::new(), 0);
    while bytes.get(at..at + 4) == Some(b"PK\x03\x04") {
        let number = |offset: usize, size: usize| {
            let field = bytes.get(at + offset..at + offset + size).ok_or("it ends inside a member")?;
            Ok::<usize, &str>(field.iter().rev().fold(0, |sum, b| sum << 8 | usize::from(*b)))
        };
        if number(8, 2)? != 0 || number(6, 2)? & 8 != 0 {
            return Err("its members are compressed; write it with `numpy.savez`".into());
        }
        let (sum, size, name, extra) = (number(14, 4)?, number(18, 4)?, number(26, 2)?, number(28, 2)?);
        let start = at + 30 + name + extra;
        let name = bytes.get(at + 30..at + 30 + name).ok_or("it ends inside a name")?;
        let contents = bytes.get(start..start + size).ok_or("it ends inside a member")?;
        let name = String::from_utf8_lossy(name).into_owned();
        if crc32fast::hash(contents) as usize != sum {
            return Err(format!("the checksum of {name} does not match"));
        }
        match name.strip_suffix(".npy") {
            Some(name) => arrays.push(array(name, contents)?),
            None if name == "header.json" => header = Some(String::from_utf8_lossy(contents).into_owned()),
            None => {}
        }
        at = start + size;
    }
    Ok((header.ok_or("it has no header.json")?, arrays))
}

/// One `.npy` file of little-endian doubles.
fn array(name: &str, bytes: &[u8]) -> Result<Array, String> {
    let wrong = |what: &str| format!("array {name} {what}");
    if bytes.get(..7) != Some(b"\x93NUMPY\x01") || bytes.len() < 10 {
        return Err(wrong("is not a .npy file of version 1"));
    }
    let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = bytes.get(10..end).map(String::from_utf8_lossy).ok_or_else(|| wrong("ends inside its header"))?;
    if !header.contains("'<f8'") || header.contains("'fortran_order': True") {
        return Err(wrong("is not of little-endian doubles in the order of C"));
    }
    let shape = header.split("'shape': (").nth(1).and_then(|rest| rest.split(')').next());
    let shape = shape.ok_or_else(|| wrong("has no shape"))?;
    let extents = shape.split(',').map(str::trim).filter(|extent| !extent.is_empty()).map(str::parse);
    let shape: Vec<usize> = extents.collect::<Result<_, _>>().map_err(|_| wrong("has no shape"))?;
    let values: Vec<f64> =
        bytes[end..].chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap_or_default())).collect();
    let count = shape.iter().try_fold(1_usize, |product, n| product.checked_mul(*n));
    if count != Some(values.len()) {
        return Err(wrong("has another number of values than its shape says"));
    }
    Ok(Array { name: name.into(), shape, values })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_read_as_it_was_written() {
        let arrays =
            vec![Array::new("mass", &[2, 3], vec![1.0, -2.5, 3.0, 0.0, 1e300, 5.0]), Array::new("empty", &[0], vec![])];
        let bytes = archive("{\"format\": 1}", &arrays);
        assert_eq!(read(&bytes), Ok(("{\"format\": 1}".into(), arrays)));
    }

    #[test]
    fn damaged_archives_are_refused_with_the_reason() {
        let bytes = archive("{}", &[Array::new("mass", &[3], vec![1.0, 2.0, 3.0])]);
        let mut flipped = bytes.clone();
        let place = bytes.windows(8).position(|eight| eight == 2.0_f64.to_le_bytes()).unwrap();
        flipped[place] ^= 1;
        assert_eq!(read(&flipped), Err("the checksum of mass.npy does not match".into()));
        assert!(read(&bytes[..bytes.len() / 2]).is_err());
        assert_eq!(read(b"no archive"), Err("it has no header.json".into()));
    }
}
