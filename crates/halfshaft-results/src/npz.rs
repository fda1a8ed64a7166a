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

    /// Appends the `.npy` file.
    fn append_npy(&self, bytes: &mut Vec<u8>) {
        let extents: String = self.shape.iter().map(|n| format!("{n}, ")).collect();
        let mut header = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': ({}), }}", extents.trim_end());
        // The header with its ten bytes of preamble is a multiple of 64, and ends in a line break.
        while !(header.len() + 11).is_multiple_of(64) {
            header.push(' ');
        }
        header.push('\n');
        bytes.extend(b"\x93NUMPY\x01\x00");
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        let start = bytes.len();
        bytes.resize(start + 8 * self.values.len(), 0);
        bytes[start..].as_chunks_mut::<8>().0.iter_mut().zip(&self.values).for_each(|(to, x)| *to = x.to_le_bytes());
    }
}

/// The bytes of an archive.
pub fn archive(header: &str, arrays: &[Array]) -> Vec<u8> {
    let numbers: usize = arrays.iter().map(|array| array.values.len()).sum();
    let mut bytes = Vec::with_capacity(8 * numbers + 1024 * (arrays.len() + 1) + header.len());
    let mut directory = Vec::new();
    append(&mut bytes, &mut directory, "header.json", |bytes| bytes.extend(header.as_bytes()));
    for array in arrays {
        append(&mut bytes, &mut directory, &format!("{}.npy", array.name), |bytes| array.append_npy(bytes));
    }
    let (start, count) = (bytes.len() as u32, arrays.len() as u16 + 1);
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\x00\x00\x00\x00");
    [count, count].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    [directory.len() as u32, start].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
    bytes.extend([0, 0]);
    bytes
}

/// Appends a member to an archive and to its directory.
fn append(bytes: &mut Vec<u8>, directory: &mut Vec<u8>, name: &str, contents: impl FnOnce(&mut Vec<u8>)) {
    let offset = bytes.len();
    // The fields are known once the contents are.
    bytes.extend(b"PK\x03\x04");
    bytes.extend([0; 26]);
    bytes.extend(name.as_bytes());
    let start = bytes.len();
    contents(bytes);
    let mut fields = Vec::new();
    // Version 2.0, no flags, stored, 1 January 1980.
    [20_u16, 0, 0, 0, 0x21].iter().for_each(|x| fields.extend(x.to_le_bytes()));
    let size = (bytes.len() - start) as u32;
    [crc32fast::hash(&bytes[start..]), size, size].iter().for_each(|x| fields.extend(x.to_le_bytes()));
    [name.len() as u16, 0].iter().for_each(|x| fields.extend(x.to_le_bytes()));
    bytes[offset + 4..offset + 30].copy_from_slice(&fields);
    directory.extend(b"PK\x01\x02\x14\x00");
    directory.extend(&fields);
    // No comment, disk 0, no attributes.
    directory.extend([0; 10]);
    directory.extend((offset as u32).to_le_bytes());
    directory.extend(name.as_bytes());
}

/// Writes an archive.
pub fn write(path: &Path, header: &str, arrays: &[Array]) -> Result<(), Error> {
    atomic::write_bytes(path, &archive(header, arrays))
}

/// Reads an archive: its header and its arrays. An error says what is wrong with it.
pub fn read(bytes: &[u8]) -> Result<(String, Vec<Array>), String> {
    let (header, arrays) = read_arrays(bytes)?;
    Ok((header.ok_or("it has no header.json")?, arrays))
}

/// Reads an archive that may have no header, as NumPy writes it: arrays of doubles, single numbers or whole numbers.
pub fn read_arrays(bytes: &[u8]) -> Result<(Option<String>, Vec<Array>), String> {
    let (mut header, mut arrays, mut at) = (None, Vec::new(), 0);
    if bytes.get(..4) != Some(b"PK\x03\x04") {
        return Err("it is not an NPZ archive".into());
    }
    while bytes.get(at..at + 4) == Some(b"PK\x03\x04") {
        let member = Member::at(bytes, at)?;
        if crc32fast::hash(member.contents) != member.checksum {
            return Err(format!("the checksum of {} does not match: it is damaged", member.name));
        }
        match member.name.strip_suffix(".npy") {
            Some(name) if arrays.iter().any(|array: &Array| array.name == name) => {
                return Err(format!("it has two arrays {name}"));
            }
            Some(name) => arrays.push(array(name, member.contents)?),
            None if member.name == "header.json" => {
                header = Some(String::from_utf8_lossy(member.contents).into_owned());
            }
            None => {}
        }
        at = member.end;
    }
    // The directory lists all members: a file that was cut between two of them lacks it.
    let complete =
        bytes.get(at..at + 4) == Some(b"PK\x01\x02") && bytes.windows(4).rev().any(|four| four == b"PK\x05\x06");
    if complete { Ok((header, arrays)) } else { Err("it is incomplete: its directory is missing".into()) }
}

/// A stored member of an archive.
struct Member<'a> {
    name: String,
    contents: &'a [u8],
    checksum: u32,
    /// Where the next one begins.
    end: usize,
}

impl<'a> Member<'a> {
    fn at(bytes: &'a [u8], at: usize) -> Result<Self, String> {
        let number = |offset: usize, size: usize| {
            let field =
                offset.checked_add(size).and_then(|end| bytes.get(offset..end)).ok_or("it ends inside a member")?;
            Ok::<u64, &str>(field.iter().rev().fold(0, |sum, b| sum << 8 | u64::from(*b)))
        };
        if number(at + 8, 2)? != 0 || number(at + 6, 2)? & 8 != 0 {
            return Err("its members are compressed; write it with `numpy.savez`".into());
        }
        let (checksum, name, extra) = (number(at + 14, 4)?, number(at + 26, 2)? as usize, number(at + 28, 2)? as usize);
        let (name_at, extra_at) = (at + 30, at + 30 + name);
        let mut size = number(at + 18, 4)?;
        // Sizes of 64 bits are in an extra field, which NumPy always writes: kind 1, its length, size, stored size.
        if size == u64::from(u32::MAX) {
            size = match (number(extra_at, 2)?, number(extra_at + 2, 2)?) {
                (1, 16..) if extra >= 20 => number(extra_at + 12, 8)?,
                _ => return Err("the size of a member is missing".into()),
            };
        }
        let start = extra_at + extra;
        let end = usize::try_from(size).ok().and_then(|size| start.checked_add(size)).ok_or("a member is too large")?;
        let name = bytes.get(name_at..extra_at).ok_or("it ends inside a name")?;
        let contents = bytes.get(start..end).ok_or("it ends inside a member")?;
        Ok(Member { name: String::from_utf8_lossy(name).into_owned(), contents, checksum: checksum as u32, end })
    }
}

/// One `.npy` file of little-endian numbers.
fn array(name: &str, bytes: &[u8]) -> Result<Array, String> {
    let wrong = |what: &str| format!("array {name} {what}");
    if bytes.get(..7) != Some(b"\x93NUMPY\x01") || bytes.len() < 10 {
        return Err(wrong("is not a .npy file of version 1"));
    }
    let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = bytes.get(10..end).map(String::from_utf8_lossy).ok_or_else(|| wrong("ends inside its header"))?;
    let shape = header.split("'shape': (").nth(1).and_then(|rest| rest.split(')').next());
    let shape = shape.ok_or_else(|| wrong("has no shape"))?;
    let extents = shape.split(',').map(str::trim).filter(|extent| !extent.is_empty()).map(str::parse);
    let shape: Vec<usize> = extents.collect::<Result<_, _>>().map_err(|_| wrong("has no shape"))?;
    let kind = ["<f8", "<f4", "<i8", "<i4"].into_iter().find(|kind| header.contains(&format!("'{kind}'")));
    let kind = kind.ok_or_else(|| wrong("is not of little-endian numbers of 32 or 64 bits"))?;
    let width = if kind.ends_with('8') { 8 } else { 4 };
    if !(bytes.len() - end).is_multiple_of(width) {
        return Err(wrong("has another number of values than its shape says"));
    }
    let number = |b: &[u8]| {
        let raw = b.iter().rev().fold(0_u64, |sum, b| sum << 8 | u64::from(*b));
        match kind {
            "<f8" => f64::from_bits(raw),
            "<f4" => f64::from(f32::from_bits(raw as u32)),
            "<i8" => raw as i64 as f64,
            _ => f64::from(raw as u32 as i32),
        }
    };
    let values: Vec<f64> = bytes[end..].chunks_exact(width).map(number).collect();
    let count = shape.iter().try_fold(1_usize, |product, n| product.checked_mul(*n));
    if count != Some(values.len()) {
        return Err(wrong("has another number of values than its shape says"));
    }
    let by_columns = header.contains("'fortran_order': True");
    match shape[..] {
        [rows, columns] if by_columns => {
            let values = (0..rows * columns).map(|k| values[k % columns * rows + k / columns]).collect();
            Ok(Array { name: name.into(), shape, values })
        }
        _ if by_columns && shape.len() > 1 => Err(wrong("is in the order of Fortran")),
        _ => Ok(Array { name: name.into(), shape, values }),
    }
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
        assert_eq!(read(&flipped), Err("the checksum of mass.npy does not match: it is damaged".into()));
        assert!(read(&bytes[..bytes.len() / 2]).is_err());
        assert_eq!(read(b"no archive"), Err("it is not an NPZ archive".into()));
    }

    /// As `numpy.savez` writes a 2 × 2 array of whole numbers in the order of Fortran: sizes of 64 bits in an extra field.
    #[test]
    fn arrays_of_numpy_are_read() {
        let header = "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 2), }\n";
        let mut contents = b"\x93NUMPY\x01\x00".to_vec();
        contents.extend((header.len() as u16).to_le_bytes());
        contents.extend(header.as_bytes());
        [1_i32, -3, 2, 4].iter().for_each(|x| contents.extend(x.to_le_bytes()));
        let mut bytes = b"PK\x03\x04\x2d\x00\x00\x00\x00\x00\x00\x00\x21\x00".to_vec();
        bytes.extend(crc32fast::hash(&contents).to_le_bytes());
        bytes.extend([0xff; 8]);
        bytes.extend([5, 0, 20, 0]);
        bytes.extend(b"a.npy\x01\x00\x10\x00");
        [contents.len() as u64, contents.len() as u64].iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes.extend(&contents);
        bytes.extend(b"PK\x01\x02 directory PK\x05\x06");
        let found = read_arrays(&bytes).map(|(_, arrays)| arrays);
        assert_eq!(found, Ok(vec![Array::new("a", &[2, 2], vec![1.0, 2.0, -3.0, 4.0])]));
    }

    #[test]
    fn no_damage_of_one_byte_is_read_as_other_numbers() {
        let arrays = [Array::new("mass", &[3], vec![1.0, 2.0, 3.0])];
        let bytes = archive("{}", &arrays);
        (0..bytes.len()).for_each(|end| assert!(read(&bytes[..end]).is_err() || end > bytes.len() - 22, "{end}"));
        for k in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[k / 8] ^= 1 << (k % 8);
            if let Ok((_, found)) = read(&flipped) {
                assert!(found.iter().all(|array| array.values == arrays[0].values), "bit {k}");
            }
        }
    }
}
