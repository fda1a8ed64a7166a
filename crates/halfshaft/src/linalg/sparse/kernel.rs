//! Dense kernels of the multifrontal factorization: elimination of a panel with pivots among its first rows, and
//! products with single right-hand sides. Large products and triangular solutions are faer's.

use faer::linalg::matmul::matmul;
use faer::linalg::triangular_solve::solve_unit_lower_triangular_in_place;
use faer::{Accum, MatMut, MatRef, Par};

use super::wide::wide;

/// Panels of this many columns are eliminated column by column.
const PANEL: usize = 8;

/// What the pivots of a factorization were, on the scaled matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct Monitor {
    /// Smallest magnitude of a pivot, and its place in the elimination order.
    pub smallest: f64,
    pub place: usize,
    /// Number of pivots that were replaced.
    pub replaced: usize,
}

/// The diagonal entry is the pivot if it is at least this fraction of the largest candidate (Duff & Reid 1983).
const DIAGONAL_PREFERENCE: f64 = 0.1;
/// A pivot of the scaled matrix below this is round-off,
pub(super) const TINY: f64 = 1e-14;
/// and is replaced by this, so that iterative refinement or the caller can decide (Schenk & Gärtner 2006).
const REPLACEMENT: f64 = 1e-8;

/// A front: `panel` has p columns of p + m rows, `upper` has m columns of p rows, `left` m columns of m rows.
pub(super) struct FrontMut<'a> {
    pub p: usize,
    pub m: usize,
    pub panel: &'a mut [f64],
    pub upper: &'a mut [f64],
    pub left: &'a mut [f64],
}

/// Eliminates the pivots of a front, with row exchanges among the first p rows: P F₁₁ = L U, L₂₁ = F₂₁ U⁻¹,
/// U₁₂ = L⁻¹ P F₁₂, F₂₂ −= L₂₁ U₁₂.
pub(super) fn eliminate(front: FrontMut, swaps: &mut [u32], first: usize, monitor: &mut Monitor) {
    let FrontMut { p, m, panel, upper, left } = front;
    let rows = p + m;
    panel_lu(panel, rows, p, [0, p], swaps, first, monitor);
    if m == 0 {
        return;
    }
    for column in upper.chunks_exact_mut(p) {
        swaps.iter().enumerate().for_each(|(k, &s)| column.swap(k, s as usize));
    }
    if p <= PANEL && m <= 24 {
        small_update(panel, upper, left, p, m);
        return;
    }
    let panel = MatRef::from_column_major_slice_with_stride(panel, rows, p, rows);
    let (l11, l21) = panel.split_at_row(p);
    let mut u12 = MatMut::from_column_major_slice_mut(upper, p, m);
    solve_unit_lower_triangular_in_place(l11, u12.as_mut(), Par::Seq);
    let left = MatMut::from_column_major_slice_mut(left, m, m);
    matmul(left, Accum::Add, l21, u12.as_ref(), -1.0, Par::Seq);
}

/// Eliminates the columns `from..to` of a panel by halves.
fn panel_lu(
    panel: &mut [f64],
    rows: usize,
    p: usize,
    [from, to]: [usize; 2],
    swaps: &mut [u32],
    first: usize,
    monitor: &mut Monitor,
) {
    if to - from <= PANEL {
        return column_lu(panel, rows, p, [from, to], swaps, first, monitor);
    }
    let half = (to - from) / 2;
    let middle = from + half.next_multiple_of(PANEL).min(to - from - 1);
    panel_lu(panel, rows, p, [from, middle], swaps, first, monitor);
    let (done, open) = panel.split_at_mut(middle * rows);
    let open = &mut open[..(to - middle) * rows];
    for column in open.chunks_exact_mut(rows) {
        (from..middle).for_each(|k| column.swap(k, swaps[k] as usize));
    }
    let done = MatRef::from_column_major_slice_with_stride(done, rows, middle, rows);
    let done = done.get(from.., from..);
    let open = MatMut::from_column_major_slice_mut(open, rows, to - middle);
    let (mut top, bottom) = open.get_mut(from.., ..).split_at_row_mut(middle - from);
    let (l11, l21) = done.split_at_row(middle - from);
    solve_unit_lower_triangular_in_place(l11, top.as_mut(), Par::Seq);
    matmul(bottom, Accum::Add, l21, top.as_ref(), -1.0, Par::Seq);
    panel_lu(panel, rows, p, [middle, to], swaps, first, monitor);
    for column in panel[from * rows..middle * rows].chunks_exact_mut(rows) {
        (middle..to).for_each(|k| column.swap(k, swaps[k] as usize));
    }
}

wide!(column_lu, column_lu_avx512, column_lu_avx2, column_lu_plain, (
    panel: &mut [f64], rows: usize, p: usize, range: [usize; 2], swaps: &mut [u32], first: usize, monitor: &mut Monitor
));

#[inline(always)]
fn column_lu_plain(
    panel: &mut [f64],
    rows: usize,
    p: usize,
    [from, to]: [usize; 2],
    swaps: &mut [u32],
    first: usize,
    monitor: &mut Monitor,
) {
    for k in from..to {
        let column = &panel[k * rows..][..rows];
        let (mut best, mut size) = (k, column[k].abs());
        let largest = column[k + 1..p].iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        // A column of round-off keeps its own row: another one would lose its pivot to it.
        if size < DIAGONAL_PREFERENCE * largest && largest >= TINY {
            let place = column[k + 1..p].iter().position(|x| x.abs() == largest);
            (best, size) = (place.map_or(k, |i| k + 1 + i), largest);
        }
        swaps[k] = best as u32;
        if best != k {
            panel[from * rows..to * rows].chunks_exact_mut(rows).for_each(|column| column.swap(k, best));
        }
        let (done, open) = panel.split_at_mut((k + 1) * rows);
        let column = &mut done[k * rows..];
        if size < monitor.smallest {
            (monitor.smallest, monitor.place) = (size, first + k);
        }
        if size < TINY {
            monitor.replaced += 1;
            column[k] = if column[k] < 0.0 { -REPLACEMENT } else { REPLACEMENT };
        }
        let inverse = 1.0 / column[k];
        column[k + 1..].iter_mut().for_each(|x| *x *= inverse);
        let factors = &column[k + 1..];
        for target in open[..(to - k - 1) * rows].chunks_exact_mut(rows) {
            let x = target[k];
            target[k + 1..].iter_mut().zip(factors).for_each(|(t, l)| *t -= l * x);
        }
    }
}

wide!(small_update, small_update_avx512, small_update_avx2, small_update_plain, (
    panel: &[f64], upper: &mut [f64], left: &mut [f64], p: usize, m: usize
));

#[inline(always)]
fn small_update_plain(panel: &[f64], upper: &mut [f64], left: &mut [f64], p: usize, m: usize) {
    let rows = p + m;
    for (column, target) in upper.chunks_exact_mut(p).zip(left.chunks_exact_mut(m)) {
        for k in 0..p {
            let x = column[k];
            let l = &panel[k * rows..][..rows];
            column[k + 1..].iter_mut().zip(&l[k + 1..p]).for_each(|(c, l)| *c -= l * x);
            target.iter_mut().zip(&l[p..]).for_each(|(t, l)| *t -= l * x);
        }
    }
}

wide!(subtract_product, subtract_product_avx512, subtract_product_avx2, subtract_product_plain, (
    a: &[f64], stride: usize, skip: usize, x: &[f64], y: &mut [f64]
));

/// y −= A x, with the rows from `skip` on of a matrix whose columns are `stride` long.
#[inline(always)]
fn subtract_product_plain(a: &[f64], stride: usize, skip: usize, x: &[f64], y: &mut [f64]) {
    let n = y.len();
    let fours = x.len() / 4 * 4;
    for (block, x) in a.chunks_exact(4 * stride).zip(x.chunks_exact(4)) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| &block[k * stride + skip..][..n]);
        for i in 0..n {
            y[i] -= (a[i] * x[0] + b[i] * x[1]) + (c[i] * x[2] + d[i] * x[3]);
        }
    }
    for k in fours..x.len() {
        let a = &a[k * stride + skip..][..n];
        y.iter_mut().zip(a).for_each(|(y, a)| *y -= a * x[k]);
    }
}

wide!(add_block, add_block_avx512, add_block_avx2, add_block_plain, (from: &[f64], to: &mut [f64]));

#[inline(always)]
fn add_block_plain(from: &[f64], to: &mut [f64]) {
    to.iter_mut().zip(from).for_each(|(t, f)| *t += f);
}
