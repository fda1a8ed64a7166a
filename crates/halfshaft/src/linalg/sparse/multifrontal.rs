//! Multifrontal LU of a structurally symmetric matrix with unsymmetric values, or of a saddle point.
//!
//! The elimination is arranged as a tree of dense fronts. Each front gathers the entries of its pivots and what its
//! children left, eliminates its pivots with dense kernels, and leaves a dense Schur complement to its parent. Pivots
//! are exchanged inside a front only, so that all memory is known beforehand and a factorization allocates nothing.
//! Sources: Duff & Reid 1983, *The multifrontal solution of indefinite sparse symmetric linear equations*; Liu 1992,
//! *The multifrontal method for sparse matrix solution: theory and practice*.

use std::ops::Range;

use super::kernel::{self, FrontMut, Monitor, add_block, subtract_product};
use super::ordering::Order;
use super::pattern::{Pattern, SparseMatrix};
use super::scaling::Scales;
use super::symbolic::Estimate;

/// One front: p pivots, and m rows that it leaves to its parent.
#[derive(Clone, Debug)]
struct Front {
    p: u32,
    m: u32,
    /// First pivot in the order of elimination.
    first: u32,
    /// First entries of panel and upper part among the factors.
    panel: usize,
    upper: usize,
    /// The rows that it leaves, in the order of elimination: a range of `rows`.
    rows: Range<u32>,
    /// Blocks of the matrix that are assembled into it.
    pieces: Range<u32>,
    /// Its children: a range of `children`.
    children: Range<u32>,
    /// Where its remaining rows lie in its parent.
    runs: Range<u32>,
    /// Where its Schur complement is computed, and where it is kept, on the stack.
    computed: usize,
    kept: usize,
}

/// A block of the matrix in a front.
#[derive(Clone, Copy, Debug)]
struct Piece {
    value: u32,
    /// First unknowns, for the scales.
    of_row: u32,
    of_column: u32,
    /// Place in the front.
    row: u32,
    column: u32,
    rows: u16,
    columns: u16,
}

/// Consecutive rows of a front that are consecutive in its parent.
#[derive(Clone, Copy, Debug)]
struct Run {
    from: u32,
    to: u32,
    length: u32,
}

/// The factorization of the matrices of one pattern in one order.
#[derive(Clone, Debug)]
pub(super) struct Multifrontal {
    fronts: Vec<Front>,
    rows: Vec<u32>,
    pieces: Vec<Piece>,
    children: Vec<u32>,
    runs: Vec<Run>,
    /// The unknown that is eliminated k-th.
    unknowns: Vec<u32>,
    factors: Vec<f64>,
    stack: Vec<f64>,
    /// Row exchanges inside the fronts.
    swaps: Vec<u32>,
    work: Vec<f64>,
    gathered: Vec<f64>,
    pub estimate: Estimate,
    pub monitor: Monitor,
}

impl Multifrontal {
    /// Plans the factorization of matrices of a pattern in an order, and allocates its memory.
    pub fn new(pattern: &Pattern, order: &Order) -> Self {
        Plan::new(pattern, order).run()
    }

    /// Bytes of factors, stack and indices.
    pub fn bytes(&self) -> usize {
        8 * (self.factors.len() + self.stack.len() + 2 * self.work.len())
            + size_of_val(&self.pieces[..])
            + 4 * (self.rows.len() + self.swaps.len() + self.unknowns.len())
            + size_of_val(&self.runs[..])
            + size_of_val(&self.fronts[..])
    }

    /// The unknowns in the order of elimination.
    pub fn unknowns(&self) -> &[u32] {
        &self.unknowns
    }

    /// The unknown of the smallest pivot of the last factorization.
    pub fn weakest(&self) -> usize {
        self.unknowns[self.monitor.place] as usize
    }

    /// Factorizes a matrix of the pattern, scaled. Returns the pivots' monitor.
    pub fn factorize(&mut self, matrix: &SparseMatrix, scales: &Scales) -> Monitor {
        let mut monitor = Monitor { smallest: f64::INFINITY, place: 0, replaced: 0 };
        for f in 0..self.fronts.len() {
            let front = &self.fronts[f];
            let (p, m) = (front.p as usize, front.m as usize);
            let factors = &mut self.factors[front.panel..front.upper + p * m];
            factors.fill(0.0);
            let (panel, upper) = factors.split_at_mut((p + m) * p);
            let (below, left) = self.stack.split_at_mut(front.computed);
            let left = &mut left[..m * m];
            left.fill(0.0);
            for piece in &self.pieces[front.pieces.start as usize..front.pieces.end as usize] {
                assemble(piece, matrix.values(), scales, p, m, panel, upper);
            }
            for &child in &self.children[front.children.start as usize..front.children.end as usize] {
                let child = &self.fronts[child as usize];
                let runs = &self.runs[child.runs.start as usize..child.runs.end as usize];
                let size = child.m as usize;
                let from = &below[child.kept..][..size * size];
                extend_add(from, size, runs, FrontMut { p, m, panel, upper, left });
            }
            let first = front.first as usize;
            let swaps = &mut self.swaps[first..first + p];
            kernel::eliminate(FrontMut { p, m, panel, upper, left }, swaps, first, &mut monitor);
            if front.kept != front.computed {
                self.stack.copy_within(front.computed..front.computed + m * m, front.kept);
            }
        }
        self.monitor = monitor;
        monitor
    }

    /// Solves in place with the last factorization.
    pub fn solve(&mut self, scales: &Scales, x: &mut [f64]) {
        let (work, gathered) = (&mut self.work[..], &mut self.gathered[..]);
        self.unknowns.iter().zip(work.iter_mut()).for_each(|(&u, w)| *w = x[u as usize] * scales.rows[u as usize]);
        for front in &self.fronts {
            let (p, m, first) = (front.p as usize, front.m as usize, front.first as usize);
            let panel = &self.factors[front.panel..front.upper];
            let swaps = &self.swaps[first..first + p];
            let pivots = &mut work[first..first + p];
            swaps.iter().enumerate().for_each(|(k, &s)| pivots.swap(k, s as usize));
            lower_solve(panel, p + m, pivots);
            if m > 0 {
                let below = &mut gathered[..m];
                below.fill(0.0);
                subtract_product(panel, p + m, p, &work[first..first + p], below);
                let rows = &self.rows[front.rows.start as usize..front.rows.end as usize];
                rows.iter().zip(below.iter()).for_each(|(&r, b)| work[r as usize] += b);
            }
        }
        for front in self.fronts.iter().rev() {
            let (p, m, first) = (front.p as usize, front.m as usize, front.first as usize);
            let rows = &self.rows[front.rows.start as usize..front.rows.end as usize];
            let known = &mut gathered[..m];
            known.iter_mut().zip(rows).for_each(|(k, &r)| *k = work[r as usize]);
            let pivots = &mut work[first..first + p];
            subtract_product(&self.factors[front.upper..][..p * m], p, 0, known, pivots);
            upper_solve(&self.factors[front.panel..front.upper], p + m, pivots);
        }
        self.unknowns.iter().zip(work.iter()).for_each(|(&u, w)| x[u as usize] = w * scales.columns[u as usize]);
    }
}

/// Columns that are solved between two products.
const SOLVE_PANEL: usize = 16;

/// x ← L⁻¹ x with the unit lower triangle of the first rows of a panel.
fn lower_solve(panel: &[f64], stride: usize, x: &mut [f64]) {
    let p = x.len();
    for from in (0..p).step_by(SOLVE_PANEL) {
        let to = (from + SOLVE_PANEL).min(p);
        for k in from..to {
            let factor = x[k];
            let column = &panel[k * stride..][..to];
            x[k + 1..to].iter_mut().zip(&column[k + 1..]).for_each(|(x, l)| *x -= l * factor);
        }
        let (known, rest) = x.split_at_mut(to);
        subtract_product(&panel[from * stride..], stride, to, &known[from..], rest);
    }
}

/// x ← U⁻¹ x with the upper triangle of the first rows of a panel.
fn upper_solve(panel: &[f64], stride: usize, x: &mut [f64]) {
    let mut to = x.len();
    while to > 0 {
        let from = (to - 1) / SOLVE_PANEL * SOLVE_PANEL;
        for k in (from..to).rev() {
            let column = &panel[k * stride..][..=k];
            x[k] /= column[k];
            let factor = x[k];
            x[from..k].iter_mut().zip(&column[from..k]).for_each(|(x, u)| *x -= u * factor);
        }
        let (rest, known) = x.split_at_mut(from);
        subtract_product(&panel[from * stride..], stride, 0, &known[..to - from], rest);
        to = from;
    }
}

/// Adds a scaled block of the matrix to a front.
#[inline]
fn assemble(piece: &Piece, values: &[f64], scales: &Scales, p: usize, m: usize, panel: &mut [f64], upper: &mut [f64]) {
    let (rows, columns) = (piece.rows as usize, piece.columns as usize);
    let (row, column) = (piece.row as usize, piece.column as usize);
    let values = &values[piece.value as usize..][..rows * columns];
    let of_rows = &scales.rows[piece.of_row as usize..][..rows];
    let of_columns = &scales.columns[piece.of_column as usize..][..columns];
    for (j, (values, scale)) in values.chunks_exact(rows).zip(of_columns).enumerate() {
        let target = if column < p {
            &mut panel[(column + j) * (p + m) + row..][..rows]
        } else {
            &mut upper[(column - p + j) * p + row..][..rows]
        };
        for ((t, v), s) in target.iter_mut().zip(values).zip(of_rows) {
            *t += v * s * scale;
        }
    }
}

/// Adds the Schur complement of a child to a front.
fn extend_add(from: &[f64], size: usize, runs: &[Run], front: FrontMut) {
    let FrontMut { p, m, panel, upper, left } = front;
    let inside = runs.partition_point(|run| (run.to as usize) < p);
    for run in runs {
        for k in 0..run.length as usize {
            let source = &from[(run.from as usize + k) * size..][..size];
            let column = run.to as usize + k;
            if column < p {
                let target = &mut panel[column * (p + m)..][..p + m];
                runs.iter().for_each(|rows| add_run(source, target, rows, 0));
            } else {
                let target = &mut upper[(column - p) * p..][..p];
                runs[..inside].iter().for_each(|rows| add_run(source, target, rows, 0));
                let target = &mut left[(column - p) * m..][..m];
                runs[inside..].iter().for_each(|rows| add_run(source, target, rows, p));
            }
        }
    }
}

#[inline(always)]
fn add_run(source: &[f64], target: &mut [f64], rows: &Run, skip: usize) {
    let length = rows.length as usize;
    let source = &source[rows.from as usize..][..length];
    let target = &mut target[rows.to as usize - skip..][..length];
    if length < 16 {
        target.iter_mut().zip(source).for_each(|(t, s)| *t += s);
    } else {
        add_block(source, target);
    }
}

/// The construction of a [`Multifrontal`].
struct Plan<'a> {
    pattern: &'a Pattern,
    order: &'a Order,
    /// Position of each unknown and of each node's first unknown in the order of elimination.
    position: Vec<u32>,
    /// Unknowns of the vertices before each one, in the order of elimination.
    offsets: Vec<u32>,
    /// The vertex of each node, as its position in the order.
    vertex: Vec<u32>,
    unknowns: Vec<u32>,
    /// Place of each unknown, by position, in the present front.
    local: Vec<u32>,
}

impl<'a> Plan<'a> {
    fn new(pattern: &'a Pattern, order: &'a Order) -> Self {
        let n = pattern.unknowns();
        let (mut position, mut unknowns) = (vec![0; n], Vec::with_capacity(n));
        let mut vertex = vec![0; pattern.nodes()];
        let mut offsets = vec![0_u32];
        for (k, &v) in order.fronts.order.iter().enumerate() {
            for &node in &order.members[v as usize] {
                vertex[node as usize] = k as u32;
                for unknown in pattern.start(node as usize)..pattern.start(node as usize) + pattern.size(node as usize)
                {
                    position[unknown] = unknowns.len() as u32;
                    unknowns.push(unknown as u32);
                }
            }
            offsets.push(unknowns.len() as u32);
        }
        Plan { pattern, order, position, offsets, vertex, unknowns, local: vec![0; n] }
    }

    fn run(mut self) -> Multifrontal {
        let fronts = &self.order.fronts;
        let count = fronts.left.len();
        let mut planned: Vec<Front> = Vec::with_capacity(count);
        let (mut rows, mut pieces, mut runs): (Vec<u32>, Vec<Piece>, Vec<Run>) = (Vec::new(), Vec::new(), Vec::new());
        let mut children_of: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut children = Vec::new();
        let (mut factors, mut largest) = (0, 0);
        for f in 0..count {
            let (from, to) = (self.offsets[fronts.starts[f] as usize], self.offsets[fronts.starts[f + 1] as usize]);
            let row_start = rows.len() as u32;
            for &v in &fronts.left[f] {
                rows.extend(self.offsets[v as usize]..self.offsets[v as usize + 1]);
            }
            let (p, m) = ((to - from) as usize, rows.len() - row_start as usize);
            (from..to).for_each(|k| self.local[k as usize] = k - from);
            let own = &rows[row_start as usize..];
            own.iter().enumerate().for_each(|(k, &r)| self.local[r as usize] = (p + k) as u32);
            for &child in &children_of[f] {
                let child = &mut planned[child as usize];
                child.runs =
                    self.add_runs(&rows[child.rows.start as usize..child.rows.end as usize], p as u32, &mut runs);
            }
            let first_child = children.len() as u32;
            children.extend(children_of[f].iter().copied());
            let first_piece = pieces.len() as u32;
            self.add_pieces([fronts.starts[f], fronts.starts[f + 1]], &mut pieces);
            planned.push(Front {
                p: p as u32,
                m: m as u32,
                first: from,
                panel: factors,
                upper: factors + (p + m) * p,
                rows: row_start..rows.len() as u32,
                pieces: first_piece..pieces.len() as u32,
                children: first_child..children.len() as u32,
                runs: 0..0,
                computed: 0,
                kept: 0,
            });
            factors += (p + 2 * m) * p;
            largest = largest.max(m);
            if fronts.parents[f] != u32::MAX {
                children_of[fronts.parents[f] as usize].push(f as u32);
            }
        }
        let stack = place_on_stack(&mut planned, &children);
        let n = self.unknowns.len();
        Multifrontal {
            fronts: planned,
            rows,
            pieces,
            children,
            runs,
            unknowns: self.unknowns,
            factors: vec![0.0; factors],
            stack: vec![0.0; stack],
            swaps: vec![0; n],
            work: vec![0.0; n],
            gathered: vec![0.0; largest],
            estimate: fronts.estimate,
            monitor: Monitor { smallest: f64::INFINITY, place: 0, replaced: 0 },
        }
    }

    /// Where the remaining rows of a child lie in the present front; no run crosses the end of its pivots.
    fn add_runs(&self, rows: &[u32], p: u32, runs: &mut Vec<Run>) -> Range<u32> {
        let start = runs.len();
        for (k, &row) in rows.iter().enumerate() {
            let to = self.local[row as usize];
            match runs[start..].last_mut() {
                Some(run) if run.to + run.length == to && to != p => run.length += 1,
                _ => runs.push(Run { from: k as u32, to, length: 1 }),
            }
        }
        start as u32..runs.len() as u32
    }

    /// The blocks of the matrix in the rows and columns of the front's pivots that no descendant has assembled.
    fn add_pieces(&self, [from, to]: [u32; 2], pieces: &mut Vec<Piece>) {
        let pattern = self.pattern;
        let piece = |row: usize, column: usize, value: usize| Piece {
            value: value as u32,
            of_row: pattern.start(row) as u32,
            of_column: pattern.start(column) as u32,
            row: self.local[self.position[pattern.start(row)] as usize],
            column: self.local[self.position[pattern.start(column)] as usize],
            rows: pattern.size(row) as u16,
            columns: pattern.size(column) as u16,
        };
        for v in from..to {
            for &node in &self.order.members[self.order.fronts.order[v as usize] as usize] {
                let node = node as usize;
                for (row, value) in pattern.column(node).filter(|&(row, _)| self.vertex[row] >= from) {
                    pieces.push(piece(row, node, value));
                    // Its mirror image, unless that column belongs to this front too.
                    if self.vertex[row] >= to {
                        let slot = pattern.slot(node, row).expect("the pattern is symmetric");
                        pieces.push(piece(node, row, pattern.offset(slot)));
                    }
                }
            }
        }
    }
}

/// Places the Schur complements on the stack; returns its size.
fn place_on_stack(fronts: &mut [Front], children: &[u32]) -> usize {
    let (mut top, mut size) = (0, 0);
    for f in 0..fronts.len() {
        let square = (fronts[f].m as usize).pow(2);
        let own = fronts[f].children.start as usize..fronts[f].children.end as usize;
        let bottom = children[own].first().map_or(top, |&c| fronts[c as usize].kept);
        fronts[f].computed = top;
        fronts[f].kept = bottom;
        size = size.max(top + square);
        top = bottom + square;
    }
    size
}
