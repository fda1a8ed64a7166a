//! Quadratic forms of many shapes with one sparse matrix, in one pass over its entries.

/// Shapes unknown by unknown, so that an entry of a matrix meets the numbers of all shapes in a row.
pub(super) struct ShapeRows {
    count: usize,
    values: Vec<f64>,
}

impl ShapeRows {
    /// Of shapes of `n` unknowns each.
    pub fn new<'a>(n: usize, shapes: impl ExactSizeIterator<Item = &'a [f64]>) -> Self {
        let count = shapes.len();
        let mut values = vec![0.0; n * count];
        for (k, shape) in shapes.enumerate() {
            shape.iter().take(n).enumerate().for_each(|(i, x)| values[i * count + k] = *x);
        }
        ShapeRows { count, values }
    }

    fn row(&self, unknown: usize) -> &[f64] {
        &self.values[unknown * self.count..][..self.count]
    }

    /// Adds x_i a x_j of each shape to its sum.
    pub fn add_product(&self, [i, j]: [usize; 2], a: f64, sums: &mut [f64]) {
        for ((sum, x), y) in sums.iter_mut().zip(self.row(i)).zip(self.row(j)) {
            *sum += x * a * y;
        }
    }

    /// Adds x_i a x_j of each shape to its sum, and |x_i a x_j| to its size.
    pub fn add_product_and_size(&self, [i, j]: [usize; 2], a: f64, sums: &mut [f64], sizes: &mut [f64]) {
        for (((sum, size), x), y) in sums.iter_mut().zip(sizes).zip(self.row(i)).zip(self.row(j)) {
            let term = x * a * y;
            *sum += term;
            *size += term.abs();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_those_of_each_shape() {
        let (a, b) = ([1.0, 2.0], [-3.0, 0.5]);
        let shapes = ShapeRows::new(2, [&a[..], &b[..]].into_iter());
        let (mut sums, mut sizes) = ([0.0; 2], [0.0; 2]);
        let entries = [([0, 0], 2.0), ([0, 1], -1.0), ([1, 0], -1.0), ([1, 1], 4.0)];
        for (place, value) in entries {
            shapes.add_product_and_size(place, value, &mut sums, &mut sizes);
        }
        // 2·1 − 2·2 + 4·4 and 2·9 + 2·1.5 + 4·0.25.
        assert_eq!((sums, sizes), ([14.0, 22.0], [22.0, 22.0]));
    }
}
