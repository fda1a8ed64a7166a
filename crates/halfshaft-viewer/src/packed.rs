//! Data as short texts for a page in one file, which the browser unpacks by its own means.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use halfshaft_results::base64::encoded;
use std::io::Write;

/// Bytes of a number.
const WIDTH: usize = 4;

/// A text, deflated (RFC 1951) and base64-encoded.
pub fn text(text: &str) -> String {
    encoded(&deflated(text.as_bytes()))
}

/// Numbers of four bytes that vary smoothly from one to the `stride`-th after it: differences of their bit patterns, whose
/// bytes of the same significance stand together, deflated and base64-encoded. The first numbers stay as they are.
pub fn numbers(bytes: &[u8], stride: usize) -> String {
    assert!(bytes.len().is_multiple_of(WIDTH), "numbers of four bytes");
    let words: Vec<u32> = bytes.chunks_exact(WIDTH).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
    let before = |i: usize| i.checked_sub(stride).map_or(0, |k| words[k]);
    let steps: Vec<[u8; WIDTH]> =
        words.iter().enumerate().map(|(i, word)| word.wrapping_sub(before(i)).to_le_bytes()).collect();
    let planes: Vec<u8> = (0..WIDTH).flat_map(|k| steps.iter().map(move |step| step[k])).collect();
    encoded(&deflated(&planes))
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(vec![], Compression::default());
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("memory takes every byte")
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfshaft_results::base64::decoded;
    use std::io::Read;

    fn inflated(text: &str) -> Vec<u8> {
        let mut bytes = vec![];
        flate2::read::DeflateDecoder::new(&decoded(text).unwrap()[..]).read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn a_text_comes_back() {
        let long = "a </script> and ∅; ".repeat(100);
        assert_eq!(inflated(&text(&long)), long.as_bytes());
        assert!(text(&long).len() < long.len() / 10);
    }

    #[test]
    fn numbers_are_differences_in_planes() {
        let bytes: Vec<u8> = [1_u32, 2, 0x0101, 5, 0].iter().flat_map(|n| n.to_le_bytes()).collect();
        // 1, 2, 0x100, 3, -0x101.
        let planes = [1, 2, 0, 3, 0xff, 0, 0, 1, 0, 0xfe, 0, 0, 0, 0, 0xff, 0, 0, 0, 0, 0xff];
        assert_eq!(inflated(&numbers(&bytes, 2)), planes);
        assert_eq!(inflated(&numbers(&[], 2)), [0_u8; 0]);
    }
}
