//! A figure as PNG, identical on every machine: text is drawn with the embedded font DejaVu Sans.

use super::Figure;
use super::layout::{Anchor, DOT, LETTERS, Mark, PEN, TITLE_LETTERS, WIDTH, layout, pen};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};
use ttf_parser::{Face, OutlineBuilder};

/// Pixels of the image per pixel of the layout: sharp in print and on high-resolution screens.
const SCALE: f32 = 2.0;
const INK: &str = "#222222";

pub(super) fn draw(figure: &Figure) -> Option<Vec<u8>> {
    let (marks, height) = layout(figure);
    let mut pixels = Pixmap::new((WIDTH as f32 * SCALE) as u32, (height as f32 * SCALE).ceil() as u32)?;
    pixels.fill(Color::WHITE);
    let mut paper = Paper { pixels, face: Face::parse(dejavu::sans::regular(), 0).ok()? };
    marks.iter().for_each(|mark| paper.draw(mark));
    paper.pixels.encode_png().ok()
}

struct Paper {
    pixels: Pixmap,
    face: Face<'static>,
}

impl Paper {
    fn draw(&mut self, mark: &Mark) {
        match mark {
            // One typeface is enough; a title differs by its size.
            Mark::Title { at, words } => self.words(*at, Anchor::Start, words, TITLE_LETTERS, false),
            Mark::Words { at, anchor, words } | Mark::Tick { at, anchor, words } => {
                self.words(*at, *anchor, words, LETTERS, false)
            }
            Mark::Upright { at, words } => self.words(*at, Anchor::Middle, words, LETTERS, true),
            Mark::Grid(lines) => lines.iter().for_each(|line| self.line(line, "#e3e3e3", 1.0, &[])),
            Mark::Frame { corner: [x, y], size: [w, h], .. } => {
                self.line(&[[*x, *y], [x + w, *y], [x + w, y + h], [*x, y + h], [*x, *y]], "#999999", 1.0, &[]);
            }
            Mark::Dots { place, points } => {
                points.iter().for_each(|[x, y]| self.line(&[[*x, *y], [x + 0.01, *y]], pen(*place).0, DOT, &[]));
            }
            Mark::Curve { place, pieces, .. } => {
                let (colour, dashes) = pen(*place);
                for piece in pieces {
                    match piece[..] {
                        // A single point is drawn as a dot.
                        [[x, y]] => self.line(&[[x, y], [x + 0.1, y]], colour, PEN, &[]),
                        _ => self.line(piece, colour, PEN, dashes),
                    }
                }
            }
        }
    }

    fn line(&mut self, points: &[[f64; 2]], colour: &str, width: f64, dashes: &[f64]) {
        let mut path = PathBuilder::new();
        for (i, [x, y]) in points.iter().enumerate() {
            let (x, y) = (*x as f32, *y as f32);
            if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
        }
        let Some(path) = path.finish() else { return };
        let dash = StrokeDash::new(dashes.iter().map(|length| *length as f32).collect(), 0.0);
        let stroke = Stroke {
            width: width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        };
        let scale = Transform::from_scale(SCALE, SCALE);
        self.pixels.stroke_path(&path, &paint(colour), &stroke, scale, None);
    }

    /// Draws text with its baseline at a point.
    fn words(&mut self, [x, y]: [f64; 2], anchor: Anchor, words: &str, size: f64, upright: bool) {
        let scale = size as f32 / f32::from(self.face.units_per_em());
        let Some((path, width)) = outline(&self.face, words) else { return };
        let back = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width * scale / 2.0,
            Anchor::End => width * scale,
        };
        // Font coordinates point upward.
        let letters = Transform::from_scale(scale, -scale).post_translate(-back, 0.0);
        let letters = if upright { letters.post_rotate(-90.0) } else { letters };
        let placed = letters.post_translate(x as f32, y as f32).post_scale(SCALE, SCALE);
        self.pixels.fill_path(&path, &paint(INK), FillRule::Winding, placed, None);
    }
}

fn paint(colour: &str) -> Paint<'static> {
    let part = |i: usize| colour.get(i..i + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).unwrap_or(0);
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(part(1), part(3), part(5), 255);
    paint
}

/// The outline of a text in font units, and its width; `None` for blank text.
fn outline(face: &Face, words: &str) -> Option<(Path, f32)> {
    let mut pen = Outline { path: PathBuilder::new(), x: 0.0 };
    for letter in words.chars() {
        let Some(glyph) = face.glyph_index(letter).or_else(|| face.glyph_index('\u{fffd}')) else { continue };
        face.outline_glyph(glyph, &mut pen);
        pen.x += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
    }
    let width = pen.x;
    Some((pen.path.finish()?, width))
}

/// The outline of consecutive glyphs.
struct Outline {
    path: PathBuilder,
    x: f32,
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.move_to(self.x + x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.line_to(self.x + x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.quad_to(self.x + x1, y1, self.x + x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.cubic_to(self.x + x1, y1, self.x + x2, y2, self.x + x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Curve, Panel};
    use super::*;

    #[test]
    fn curves_have_their_colours_and_words_are_written() {
        let points = (0..=100).map(|i| f64::from(i) / 100.0).map(|x| [x, x * x]).collect();
        let panel = Panel { label: "y in m".into(), log: false, curves: vec![Curve { label: "a".into(), points }] };
        let figure =
            Figure { title: "Title".into(), x_label: "x in s".into(), panels: vec![panel], ..Figure::default() };
        let pixels = Pixmap::decode_png(&figure.png().unwrap()).unwrap();
        assert_eq!(pixels.width(), 1520);
        let count = |test: fn(u8, u8, u8) -> bool| {
            pixels.pixels().iter().filter(|p| test(p.red(), p.green(), p.blue())).count()
        };
        // A curve 3.2 pixels thick over some 1300 of them, and letters.
        assert!(count(|r, g, b| (r, g, b) == (0, 0x72, 0xb2)) > 1500);
        let dark = |r: u8, _: u8, _: u8| r == 0x22;
        assert!(count(dark) > 500, "{}", count(dark));
    }

    #[test]
    fn the_font_has_the_letters_of_units_and_symbols() {
        let face = Face::parse(dejavu::sans::regular(), 0).unwrap();
        for letter in "N·m²³⁻¹µ°ΩωφαβÄéЖ→√≤∞−×…\u{fffd}".chars() {
            assert!(face.glyph_index(letter).is_some(), "{letter}");
        }
    }
}
