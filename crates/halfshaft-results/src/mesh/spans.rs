//! Triangles row by row: the samples inside the edges and behind a cut.

use std::ops::Range;

/// The part of a triangle behind a cut.
pub(super) enum Kept {
    Nothing,
    All,
    /// By the distances of the corners behind the cut.
    Part([f64; 3]),
}

/// A quantity that is linear over the picture.
#[derive(Clone, Copy)]
pub(super) struct Affine {
    pub per_column: f64,
    pub per_row: f64,
    pub constant: f64,
}

impl Affine {
    /// The share of the corner opposite to an edge: zero on the edge, positive inside the triangle.
    fn across(a: [f64; 3], b: [f64; 3], area: f64) -> Self {
        let per_column = -(b[1] - a[1]) / area;
        let per_row = (b[0] - a[0]) / area;
        Affine { per_column, per_row, constant: -per_column * a[0] - per_row * a[1] }
    }

    /// Takes these values at the corners.
    pub fn interpolating(weights: &[Affine; 3], values: [f64; 3]) -> Self {
        let sum = |part: fn(&Affine) -> f64| (0..3).map(|i| part(&weights[i]) * values[i]).sum();
        Affine { per_column: sum(|w| w.per_column), per_row: sum(|w| w.per_row), constant: sum(|w| w.constant) }
    }

    pub fn value(&self, x: f64, y: f64) -> f64 {
        self.per_column * x + self.per_row * y + self.constant
    }

    /// The line on which it is zero, and its positive side.
    fn border(&self) -> Border {
        if self.per_column == 0.0 {
            return Border::Level(*self);
        }
        let [constant, per_row] = [-self.constant, -self.per_row].map(|part| part / self.per_column);
        if self.per_column > 0.0 { Border::Left { constant, per_row } } else { Border::Right { constant, per_row } }
    }
}

/// The shares of the corners of a triangle.
pub(super) fn weights(p: [[f64; 3]; 3], area: f64) -> [Affine; 3] {
    [(p[1], p[2]), (p[2], p[0]), (p[0], p[1])].map(|(a, b)| Affine::across(a, b, area))
}

/// Gives row and columns of the samples that are inside the edges of a triangle and behind the cut, if there is one.
pub(super) fn spans(
    p: [[f64; 3]; 3],
    weights: &[Affine; 3],
    kept: &Kept,
    [width, height]: [usize; 2],
    mut draw: impl FnMut(usize, Range<usize>),
) {
    let edges = weights.map(|weight| weight.border());
    let cut = match kept {
        Kept::Part(distances) => Some(Affine::interpolating(weights, *distances).border()),
        Kept::All | Kept::Nothing => None,
    };
    let columns = samples(p.map(|q| q[0]));
    let rows = samples(p.map(|q| q[1]));
    for y in rows.start..rows.end.min(height) {
        let at = y as f64 + 0.5;
        let (mut low, mut high) = (columns.start as f64, columns.end as f64);
        for border in edges.iter().chain(&cut) {
            border.narrow(at, &mut low, &mut high);
        }
        let columns = first_sample(low)..first_sample(high).min(width);
        if !columns.is_empty() {
            draw(y, columns);
        }
    }
}

/// What bounds a part of each row.
enum Border {
    /// From a column that is linear in the row.
    Left { constant: f64, per_row: f64 },
    /// Up to a column that is linear in the row.
    Right { constant: f64, per_row: f64 },
    /// The whole row, where a quantity is not negative.
    Level(Affine),
}

impl Border {
    /// Narrows a part of a row to where it is inside.
    fn narrow(&self, y: f64, low: &mut f64, high: &mut f64) {
        match self {
            Border::Left { constant, per_row } => *low = low.max(constant + per_row * y),
            Border::Right { constant, per_row } => *high = high.min(constant + per_row * y),
            Border::Level(quantity) if quantity.value(0.0, y) < 0.0 => *high = f64::NEG_INFINITY,
            Border::Level(_) => {}
        }
    }
}

/// Returns whether a triangle is too small to contain a sample.
pub(super) fn is_between_samples(p: [[f64; 3]; 3]) -> bool {
    (0..2).any(|axis| samples(p.map(|q| q[axis])).is_empty())
}

/// The samples of a row or column between the smallest and the largest of three places.
fn samples([a, b, c]: [f64; 3]) -> Range<usize> {
    first_sample(a.min(b).min(c))..first_sample(a.max(b).max(c))
}

/// The first sample whose centre is beyond a place.
pub(super) fn first_sample(place: f64) -> usize {
    // A negative place becomes zero. `ceil` is a call on machines without its own instruction, and a wider integer takes
    // more of them.
    (place + 0.5) as u32 as usize
}
