//! LU of sparse matrices of one pattern: complex ones for the response to harmonic loads, real ones if no block order
//! is well conditioned.
//!
//! The elimination order is determined once, from the values of one matrix: among the entries that are large enough in
//! their column, the pivot with the least potential fill-in (Markowitz 1957). The order is then fixed as a flat list of
//! products. A chain of n inertias has a handful of products per inertia, so a frequency costs O(n). The caller checks
//! the residual, and requests a new order when it is no longer small.

use std::collections::BTreeSet;
use std::ops::{Mul, MulAssign, SubAssign};

use faer::c64;

/// Threshold pivoting: an entry can be a pivot if it has at least this fraction of the largest in its column, both
/// scaled.
const PIVOT_THRESHOLD: f64 = 0.1;
/// Number of columns with the fewest entries that are searched for a pivot.
const MAX_PIVOT_CANDIDATES: usize = 4;
/// A column whose largest scaled entry is below this contains only round-off.
const PIVOT_TOLERANCE: f64 = 1e-14;

/// The scalar type of a matrix.
pub(crate) trait Entry:
    Copy + Mul<Output = Self> + Mul<f64, Output = Self> + MulAssign + SubAssign + Send + Sync
{
    const ZERO: Self;
    fn size(self) -> f64;
    fn inverse(self) -> Self;
}

impl Entry for c64 {
    const ZERO: Self = c64::new(0.0, 0.0);
    fn size(self) -> f64 {
        self.l1_norm()
    }
    fn inverse(self) -> Self {
        self.inv()
    }
}

impl Entry for f64 {
    const ZERO: Self = 0.0;
    fn size(self) -> f64 {
        self.abs()
    }
    fn inverse(self) -> Self {
        1.0 / self
    }
}

/// Sparsity pattern of a square matrix.
#[derive(Clone, Debug, Default)]
pub(crate) struct SparsityPattern {
    pub unknowns: usize,
    /// Row and column of each entry, without duplicates.
    pub entries: Vec<(u32, u32)>,
}

impl SparsityPattern {
    /// r ← b − A x, and the sums |A| |x| + |b| against which each entry is judged.
    pub fn residual(&self, values: &[c64], x: &[c64], b: &[c64], r: &mut [c64], sizes: &mut [f64]) {
        r.copy_from_slice(b);
        sizes.iter_mut().zip(b).for_each(|(size, b)| *size = b.l1_norm());
        for (&(row, column), value) in self.entries.iter().zip(values) {
            let product = *value * x[column as usize];
            r[row as usize] -= product;
            sizes[row as usize] += product.l1_norm();
        }
    }
}

/// The elimination of one unknown.
struct Pivot {
    row: u32,
    column: u32,
    slot: u32,
    /// Ends of its ranges of `below`, `right` and `updates`, which begin where those of the preceding pivot end.
    below: u32,
    right: u32,
    updates: u32,
}

/// A fixed order with the factors of the last matrix.
pub(crate) struct SparseLu<T = c64> {
    pivots: Vec<Pivot>,
    /// Row and slot of each entry below a pivot; column and slot of each to its right.
    below: Vec<(u32, u32)>,
    right: Vec<(u32, u32)>,
    /// target −= below · right.
    updates: Vec<(u32, u32, u32)>,
    factors: Vec<T>,
    entries: usize,
}

impl<T: Entry> SparseLu<T> {
    /// Determines the order; for a singular matrix, returns the undetermined unknown as the error.
    pub fn new(places: &SparsityPattern, values: &[T]) -> Result<Self, usize> {
        SymbolicFactorization::new(places, values).run()
    }

    /// Factorizes another matrix of the pattern in the fixed order.
    pub fn factorize(&mut self, values: &[T]) {
        self.factors[..self.entries].copy_from_slice(values);
        self.factors[self.entries..].fill(T::ZERO);
        let (mut below, mut update) = (0, 0);
        for pivot in &self.pivots {
            let inverse = self.factors[pivot.slot as usize].inverse();
            self.factors[pivot.slot as usize] = inverse;
            for &(_, slot) in &self.below[below..pivot.below as usize] {
                self.factors[slot as usize] *= inverse;
            }
            for &(target, left, right) in &self.updates[update..pivot.updates as usize] {
                let product = self.factors[left as usize] * self.factors[right as usize];
                self.factors[target as usize] -= product;
            }
            (below, update) = (pivot.below as usize, pivot.updates as usize);
        }
    }

    /// Solves with the last factors; overwrites `b`.
    pub fn solve(&self, b: &mut [T], x: &mut [T]) {
        let mut begin = 0;
        for pivot in &self.pivots {
            let own = b[pivot.row as usize];
            for &(row, slot) in &self.below[begin..pivot.below as usize] {
                b[row as usize] -= self.factors[slot as usize] * own;
            }
            begin = pivot.below as usize;
        }
        for (k, pivot) in self.pivots.iter().enumerate().rev() {
            let begin = if k == 0 { 0 } else { self.pivots[k - 1].right as usize };
            let mut own = b[pivot.row as usize];
            for &(column, slot) in &self.right[begin..pivot.right as usize] {
                own -= self.factors[slot as usize] * x[column as usize];
            }
            x[pivot.column as usize] = own * self.factors[pivot.slot as usize];
        }
    }
}

/// Symbolic factorization: the search for an order, on values scaled so that the largest of each row and column is
/// about one.
struct SymbolicFactorization<T> {
    /// The remaining columns and slots of each row, and the remaining rows and slots of each column.
    rows: Vec<Vec<(u32, u32)>>,
    columns: Vec<Vec<(u32, u32)>>,
    numbers: Vec<T>,
    entries: usize,
}

impl<T: Entry> SymbolicFactorization<T> {
    fn new(places: &SparsityPattern, values: &[T]) -> Self {
        let n = places.unknowns;
        let (mut rows, mut columns) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        let (mut of_rows, mut of_columns) = (vec![0.0_f64; n], vec![0.0_f64; n]);
        for (slot, &(row, column)) in places.entries.iter().enumerate() {
            rows[row as usize].push((column, slot as u32));
            columns[column as usize].push((row, slot as u32));
            of_rows[row as usize] = of_rows[row as usize].max(values[slot].size());
        }
        let inverse = |size: f64| if size > 0.0 { 1.0 / size } else { 1.0 };
        let mut numbers: Vec<T> = Vec::with_capacity(values.len());
        for (&(row, column), value) in places.entries.iter().zip(values) {
            let scaled = *value * inverse(of_rows[row as usize]);
            of_columns[column as usize] = of_columns[column as usize].max(scaled.size());
            numbers.push(scaled);
        }
        for (number, &(_, column)) in numbers.iter_mut().zip(&places.entries) {
            *number = *number * inverse(of_columns[column as usize]);
        }
        SymbolicFactorization { rows, columns, numbers, entries: values.len() }
    }

    fn size(&self, slot: u32) -> f64 {
        self.numbers[slot as usize].size()
    }

    /// The best pivot among the columns with the fewest entries: row, column, slot.
    fn choose(&self, queue: &BTreeSet<(usize, u32)>) -> Option<(u32, u32, u32)> {
        let mut best: Option<(usize, (u32, u32, u32))> = None;
        let mut examined = 0;
        for &(count, column) in queue {
            if examined == MAX_PIVOT_CANDIDATES && best.is_some() {
                break;
            }
            let entries = &self.columns[column as usize];
            let largest = entries.iter().fold(0.0_f64, |most, &(_, slot)| most.max(self.size(slot)));
            if largest <= PIVOT_TOLERANCE || !largest.is_finite() {
                continue;
            }
            examined += 1;
            for &(row, slot) in entries.iter().filter(|(_, slot)| self.size(*slot) >= PIVOT_THRESHOLD * largest) {
                let cost = (count - 1) * (self.rows[row as usize].len() - 1);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, (row, column, slot)));
                }
            }
        }
        best.map(|(_, place)| place)
    }

    fn run(mut self) -> Result<SparseLu<T>, usize> {
        let n = self.rows.len();
        let mut queue: BTreeSet<(usize, u32)> = (0..n).map(|j| (self.columns[j].len(), j as u32)).collect();
        let mut pivots = Vec::with_capacity(n);
        let (mut all_below, mut all_right, mut updates) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(&(_, first)) = queue.first() {
            let (row, column, slot) = self.choose(&queue).ok_or(first as usize)?;
            let below: Vec<(u32, u32)> =
                std::mem::take(&mut self.columns[column as usize]).into_iter().filter(|e| e.0 != row).collect();
            let right: Vec<(u32, u32)> =
                std::mem::take(&mut self.rows[row as usize]).into_iter().filter(|e| e.0 != column).collect();
            queue.remove(&(below.len() + 1, column));
            for &(j, _) in &right {
                queue.remove(&(self.columns[j as usize].len(), j));
                self.columns[j as usize].retain(|e| e.0 != row);
            }
            let inverse = self.numbers[slot as usize].inverse();
            for &(i, left) in &below {
                self.rows[i as usize].retain(|e| e.0 != column);
                let factor = self.numbers[left as usize] * inverse;
                for &(j, to_right) in &right {
                    let target = self.slot(i, j);
                    updates.push((target, left, to_right));
                    let product = factor * self.numbers[to_right as usize];
                    self.numbers[target as usize] -= product;
                }
            }
            for &(j, _) in &right {
                queue.insert((self.columns[j as usize].len(), j));
            }
            all_below.extend(below);
            all_right.extend(right);
            let (below, right, updates) = (all_below.len() as u32, all_right.len() as u32, updates.len() as u32);
            pivots.push(Pivot { row, column, slot, below, right, updates });
        }
        let factors = vec![T::ZERO; self.numbers.len()];
        Ok(SparseLu { pivots, below: all_below, right: all_right, updates, factors, entries: self.entries })
    }

    /// The slot of an entry; adds fill-in if it is not stored yet.
    fn slot(&mut self, row: u32, column: u32) -> u32 {
        if let Some(&(_, slot)) = self.rows[row as usize].iter().find(|e| e.0 == column) {
            return slot;
        }
        let slot = self.numbers.len() as u32;
        self.numbers.push(T::ZERO);
        self.rows[row as usize].push((column, slot));
        self.columns[column as usize].push((row, slot));
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ring of springs and masses connected by constraints with a zero diagonal.
    fn filled(n: usize, seed: f64) -> (SparsityPattern, Vec<c64>) {
        let mut wave = seed;
        let mut number = || {
            wave = (wave * 12.9898).sin() * 43758.5453;
            wave -= wave.floor();
            wave + 0.1
        };
        let mut places = SparsityPattern { unknowns: 2 * n, entries: Vec::new() };
        let mut values = Vec::new();
        for i in 0..n {
            let next = (i + 1) % n;
            let (k, c) = (number(), number());
            for (row, column, sign) in [(i, i, 2.0), (i, next, -1.0), (next, i, -1.0)] {
                places.entries.push((row as u32, column as u32));
                values.push(c64::new(sign * k, sign * c));
            }
            let a = number();
            for (row, column) in [(n + i, i), (i, n + i)] {
                places.entries.push((row as u32, column as u32));
                values.push(c64::new(a, 0.0));
            }
        }
        (places, values)
    }

    #[test]
    fn solves_what_needs_pivots_off_the_diagonal_and_keeps_the_order() {
        let (places, first) = filled(20, 0.3);
        let mut lu = SparseLu::new(&places, &first).ok().unwrap();
        for seed in [0.3, 0.7, 0.11] {
            let (_, values) = filled(20, seed);
            let b: Vec<c64> = (0..places.unknowns).map(|i| c64::new((i as f64).cos(), (i as f64).sin())).collect();
            let (mut x, mut r) = (vec![c64::new(0.0, 0.0); b.len()], b.clone());
            let mut sizes = vec![0.0; b.len()];
            lu.factorize(&values);
            lu.solve(&mut r, &mut x);
            places.residual(&values, &x, &b, &mut r, &mut sizes);
            assert!(r.iter().zip(&sizes).all(|(r, size)| r.l1_norm() < 1e-13 * size));
        }
    }

    #[test]
    fn a_chain_costs_a_few_products_for_each_unknown() {
        let products = |n: usize| {
            let mut entries = Vec::new();
            for i in 0..n as u32 {
                entries.push((i, i));
                if i > 0 {
                    entries.extend([(i, i - 1), (i - 1, i)]);
                }
            }
            let values: Vec<c64> =
                entries.iter().map(|(i, j)| c64::new(if i == j { 2.5 } else { -1.0 }, 0.1)).collect();
            SparseLu::new(&SparsityPattern { unknowns: n, entries }, &values).ok().unwrap().updates.len()
        };
        assert!(products(1000) < 2 * 1000 && products(2000) < 2 * 2000);
    }

    #[test]
    fn the_unknown_that_nothing_determines_is_named() {
        let places = SparsityPattern { unknowns: 2, entries: vec![(0, 0), (0, 1), (1, 0), (1, 1)] };
        let values = [1.0, 2.0, 2.0, 4.0].map(|x| c64::new(x, 0.0));
        assert!(SparseLu::new(&places, &values).is_err());
    }
}
