//! Figures: curves in panels over one another, drawn as SVG or PNG.
//!
//! A figure has one x axis and a panel for each quantity. The SVG is self-contained, without scripts and style sheets; an
//! embedding page may restyle it through its classes.

mod axis;
mod campbell;
mod labels;
mod layout;
mod mass_elastic;
mod paper;
mod png;
mod simplify;
mod svg;
mod symbols;
mod train;
mod units;

pub use campbell::{campbell, waterfall};
pub use mass_elastic::{Direction, mass_elastic};
pub use train::mode_shapes;
pub use units::{prefixed, typeset};

/// A figure.
#[derive(Clone, Debug, Default)]
pub struct Figure {
    /// The title; omitted if empty.
    pub title: String,
    /// The name and unit of the x axis, as `time in s`.
    pub x_label: String,
    /// Whether the x axis is logarithmic.
    pub x_log: bool,
    /// Whether x and y have equal scales, as in a trajectory.
    pub equal: bool,
    /// Whether to draw the points of curves too, for few samples.
    pub dots: bool,
    /// The panels, from the top.
    pub panels: Vec<Panel>,
}

/// One y axis with its curves.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The name and unit of the y axis.
    pub label: String,
    /// Whether the y axis is logarithmic.
    pub log: bool,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
}

/// One line.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// Its name in the legend.
    pub label: String,
    /// The points, x first.
    pub points: Vec<[f64; 2]>,
}

impl Figure {
    /// The figure as an SVG file.
    pub fn svg(&self) -> String {
        svg::draw(self)
    }

    /// The figure as SVG in a page with the style sheet and the script of reports, and its width and height.
    pub(crate) fn svg_in_page(&self) -> (String, [f64; 2]) {
        svg::draw_in_page(self)
    }

    /// The figure as the bytes of a PNG file; `None` if the image is too large.
    pub fn png(&self) -> Option<Vec<u8>> {
        png::draw(self)
    }
}

/// Escapes text for XML and HTML, between tags and in quotes.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            // Control characters are not allowed in XML.
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                safe.push('\u{fffd}')
            }
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_can_become_markup() {
        assert_eq!(
            escaped("<script>alert('&\"')</script>\u{1}"),
            "&lt;script&gt;alert(&#39;&amp;&quot;&#39;)&lt;/script&gt;\u{fffd}"
        );
    }
}
