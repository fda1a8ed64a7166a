//! PNG files of at most 256 colours, with one byte for each pixel: little more than half the size of those with three.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::{BitDepth, ColorType, Encoder};
use std::collections::BTreeMap;
use std::io::Write;

const MAX_COLOURS: usize = 256;

/// How much of a picture its file keeps.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Detail {
    /// As many colours as there can be, and the level of compression that takes twice the time of the lowest one and two thirds of its size.
    All,
    /// The colours of most pixels, a quarter of the others, and the highest compression: a quarter smaller than the other.
    Small,
}

/// The part of the pixels, without those of the most frequent colour, which is the paper, that keep their colour in a small file.
const KEPT: f64 = 0.98;

/// Pixels as PNG. The rare colours that are not kept, of edges between bodies, become the most similar of the others.
pub(super) fn encoded(
    pixels: &[[u8; 3]],
    [width, height]: [u32; 2],
    detail: Detail,
) -> Result<Vec<u8>, png::EncodingError> {
    let (colours, places) = palette(pixels, detail);
    let mut indices = Vec::with_capacity(pixels.len());
    runs(pixels).for_each(|(colour, length)| indices.resize(indices.len() + length, places[&colour]));
    let mut bytes = vec![];
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours.concat());
    encoder.write_header()?.write_chunk(png::chunk::IDAT, &deflated(&indices, width as usize, detail)?)?;
    Ok(bytes)
}

/// Rows of indices, compressed all at once, which takes half the time of one row after the other. Areas of one colour need no
/// filter.
fn deflated(indices: &[u8], width: usize, detail: Detail) -> std::io::Result<Vec<u8>> {
    const NO_FILTER: u8 = 0;
    let mut rows = Vec::with_capacity(indices.len() + indices.len() / width.max(1));
    for row in indices.chunks_exact(width.max(1)) {
        rows.push(NO_FILTER);
        rows.extend(row);
    }
    let level = Compression::new(if detail == Detail::All { 6 } else { 9 });
    let mut encoder = ZlibEncoder::new(vec![], level);
    encoder.write_all(&rows)?;
    encoder.finish()
}

/// Colours and lengths of stretches of one colour: most pixels are equal to the one before, and each look-up takes time.
fn runs(pixels: &[[u8; 3]]) -> impl Iterator<Item = ([u8; 3], usize)> {
    pixels.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
}

/// The most frequent colours, and the place among them of every colour that occurs.
fn palette(pixels: &[[u8; 3]], detail: Detail) -> (Vec<[u8; 3]>, BTreeMap<[u8; 3], u8>) {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    runs(pixels).for_each(|(colour, length)| *counts.entry(colour).or_default() += length);
    let mut order: Vec<[u8; 3]> = counts.keys().copied().collect();
    order.sort_by_key(|colour| std::cmp::Reverse(counts[colour]));
    let paper = order.first().map_or(0, |colour| counts[colour]);
    let most = match detail {
        Detail::All => pixels.len(),
        Detail::Small => paper + (KEPT * (pixels.len() - paper) as f64).ceil() as usize,
    };
    let mut sum = 0;
    let kept = order.iter().copied().take(MAX_COLOURS).take_while(|colour| {
        let is_kept = sum < most;
        sum += counts[colour];
        is_kept
    });
    let kept: Vec<[u8; 3]> = kept.collect();
    let distance = |a: [u8; 3], b: [u8; 3]| a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum::<u32>();
    let nearest = |colour: [u8; 3]| (0..kept.len()).min_by_key(|&k| distance(kept[k], colour)).unwrap_or(0) as u8;
    let places = order.iter().map(|colour| (*colour, nearest(*colour))).collect();
    (kept, places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::Pixmap;

    #[test]
    fn few_colours_are_kept_and_rare_ones_become_similar() {
        // 300 greys of red and green, the last of which are rare.
        let colour = |k: usize| [(k / 2) as u8, (k.div_ceil(2)) as u8, 0];
        let mut pixels: Vec<[u8; 3]> = (0..256).flat_map(|k| [colour(k); 3]).collect();
        pixels.extend((256..300).map(colour));
        pixels.resize(1000, colour(0));
        let image = Pixmap::decode_png(&encoded(&pixels, [100, 10], Detail::All).unwrap()).unwrap();
        for (k, (pixel, given)) in image.pixels().iter().zip(&pixels).enumerate() {
            let found = [pixel.red(), pixel.green(), pixel.blue()];
            match k {
                768..812 => assert_eq!(found, colour(255), "the most similar to {given:?}"),
                _ => assert_eq!(found, *given),
            }
        }
    }

    #[test]
    fn a_small_file_keeps_the_colours_of_most_pixels() {
        // 500 of the paper; of the other 500 pixels a colour of at most 10 is not kept.
        for (rare, kept) in [(10, 0), (11, 11)] {
            let stretches = [([255; 3], 500), ([200, 0, 0], 300), ([0, 0, 200], 200 - rare), ([0, 0, 100], rare)];
            let pixels: Vec<[u8; 3]> = stretches.iter().flat_map(|(colour, count)| vec![*colour; *count]).collect();
            let file = encoded(&pixels, [100, 10], Detail::Small).unwrap();
            let image = Pixmap::decode_png(&file).unwrap();
            assert_eq!(image.pixels().iter().filter(|pixel| pixel.blue() == 100).count(), kept);
            assert_eq!(image.pixels().iter().filter(|pixel| pixel.blue() == 200).count(), 200 - kept);
        }
    }
}
