//! Sections of bodies by a plane: the outline in which a surface meets the plane, and what is inside it, row by row.

use std::ops::Range;

use super::spans::first_sample;

/// A column where a row enters the section or leaves it.
struct Crossing {
    row: u32,
    column: u32,
    /// One where the row enters, minus one where it leaves.
    turn: i8,
}

/// The crossings of the rows of a picture with the outline of one body, which may have several parts, also overlapping ones.
#[derive(Default)]
pub(super) struct Outline {
    crossings: Vec<Crossing>,
}

impl Outline {
    /// Adds the side of the outline that a triangle contributes. Its corners are in pixels, counter-clockwise as seen from outside the
    /// body; distances are positive behind the plane. Triangles beside the plane contribute nothing.
    pub fn add(&mut self, corners: [[f64; 3]; 3], distances: [f64; 3], rows: usize) {
        let is_behind = distances.map(|d| d >= 0.0);
        // The surface behind the plane leaves it along one edge of the triangle and returns along another. The section closes that
        // surface, so that its outline runs the other way.
        let (mut leaves, mut returns) = (None, None);
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            match (is_behind[i], is_behind[j]) {
                (true, false) => leaves = Some(between(corners[i], corners[j], distances[i], distances[j])),
                (false, true) => returns = Some(between(corners[j], corners[i], distances[j], distances[i])),
                _ => {}
            }
        }
        let (Some(to), Some(from)) = (leaves, returns) else { return };
        // Seen from the cut-off side the section is on the left of its outline: where the outline goes down, a row enters.
        let (top, bottom, turn) = if from[1] < to[1] { (from, to, 1) } else { (to, from, -1) };
        let per_row = (bottom[0] - top[0]) / (bottom[1] - top[1]);
        for row in first_sample(top[1])..first_sample(bottom[1]).min(rows) {
            let column = first_sample(top[0] + per_row * (row as f64 + 0.5 - top[1]));
            self.crossings.push(Crossing { row: row as u32, column: column as u32, turn });
        }
    }

    /// Gives row and columns of the samples inside, and starts the next outline. Rows in which the outline is not closed are left out.
    pub fn fill(&mut self, width: usize, mut draw: impl FnMut(usize, Range<usize>)) {
        self.crossings.sort_unstable_by_key(|crossing| (crossing.row, crossing.column));
        for row in self.crossings.chunk_by(|a, b| a.row == b.row) {
            if row.iter().map(|crossing| i32::from(crossing.turn)).sum::<i32>() != 0 {
                continue;
            }
            let mut depth = 0;
            for pair in row.windows(2) {
                depth += i32::from(pair[0].turn);
                let columns = pair[0].column as usize..(pair[1].column as usize).min(width);
                if depth > 0 && !columns.is_empty() {
                    draw(row[0].row as usize, columns);
                }
            }
        }
        self.crossings.clear();
    }
}

/// The point of an edge in the plane. It goes from the end behind the plane to the one before it, in both triangles of the edge, so
/// that these find the same point to the last bit.
fn between(behind: [f64; 3], before: [f64; 3], distance_behind: f64, distance_before: f64) -> [f64; 2] {
    let share = distance_behind / (distance_behind - distance_before);
    [0, 1].map(|i| behind[i] + share * (before[i] - behind[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tetrahedron with its tip before the plane; its three sides make the section, a triangle with the corners in the middle of
    /// the edges from the tip.
    fn filled(tip: [f64; 3], base: [[f64; 3]; 3]) -> Vec<(usize, Range<usize>)> {
        let mut outline = Outline::default();
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            outline.add([base[i], base[j], tip], [1.0, 1.0, -1.0], 100);
        }
        let mut rows = vec![];
        outline.fill(100, |row, columns| rows.push((row, columns)));
        rows
    }

    #[test]
    fn the_section_of_a_tetrahedron_is_a_triangle_of_half_its_base() {
        // Rows count downwards: counter-clockwise as seen is clockwise in columns and rows.
        let rows = filled([0.0, 0.0, 2.0], [[0.0, 0.0, 0.0], [0.0, 40.0, 0.0], [40.0, 0.0, 0.0]]);
        assert_eq!(rows.len(), 20);
        for (k, (row, columns)) in rows.into_iter().enumerate() {
            // The hypotenuse is at column 20 − (row + ½), on the centre of a sample, which counts as inside or outside.
            assert_eq!((row, columns.start), (k, 0));
            assert!((columns.end as i64 - (20 - k as i64)).abs() <= 1, "{row} {columns:?}");
        }
    }

    #[test]
    fn an_open_outline_is_not_filled() {
        let mut outline = Outline::default();
        outline.add([[10.0, 0.0, 0.0], [10.0, 40.0, 0.0], [0.0, 0.0, 2.0]], [1.0, 1.0, -1.0], 100);
        outline.fill(100, |row, columns| panic!("{row} {columns:?}"));
    }
}
