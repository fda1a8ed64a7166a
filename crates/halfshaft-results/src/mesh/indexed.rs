//! PNG files of at most 256 colours, with one byte for each pixel: little more than half the size of those with three.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use std::collections::BTreeMap;

/// The level of compression: twice the time of the lowest one, and two thirds of its size.
const COMPRESSION: u8 = 6;
const MAX_COLOURS: usize = 256;

/// Pixels as PNG. Beyond 256 colours the rare ones, of edges between bodies, become the most similar of the others.
pub(super) fn encoded(pixels: &[[u8; 3]], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let (colours, places) = palette(pixels);
    let indices: Vec<u8> = pixels.iter().map(|pixel| places[pixel]).collect();
    let mut bytes = vec![];
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(colours.concat());
    // Areas of one colour need no filter.
    encoder.set_filter(Filter::NoFilter);
    encoder.set_deflate_compression(DeflateCompression::Level(COMPRESSION));
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(bytes)
}

/// The most frequent colours, and the place among them of every colour that occurs.
fn palette(pixels: &[[u8; 3]]) -> (Vec<[u8; 3]>, BTreeMap<[u8; 3], u8>) {
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for pixel in pixels {
        *counts.entry(*pixel).or_default() += 1;
    }
    let mut order: Vec<[u8; 3]> = counts.keys().copied().collect();
    order.sort_by_key(|colour| std::cmp::Reverse(counts[colour]));
    let kept: Vec<[u8; 3]> = order.iter().copied().take(MAX_COLOURS).collect();
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
        let image = Pixmap::decode_png(&encoded(&pixels, 100, 10).unwrap()).unwrap();
        for (k, (pixel, given)) in image.pixels().iter().zip(&pixels).enumerate() {
            let found = [pixel.red(), pixel.green(), pixel.blue()];
            match k {
                768..812 => assert_eq!(found, colour(255), "the most similar to {given:?}"),
                _ => assert_eq!(found, *given),
            }
        }
    }
}
