//! The solver of the iterations: the static block LU, ordered anew when its pivots fail, and behind it sparse LU with
//! pivoting by entries.

use super::block::{BlockMatrix, BlockPattern};
use super::block_lu::BlockLu;
use super::lu::{Lu, Singular};

/// Factorizes and solves with the matrices of one pattern.
pub struct Solver {
    method: Method,
    /// Unknowns of motion, which stand before the multipliers.
    motions: usize,
    /// Whether the block order was found sound for no matrix so far; then it is not tried again.
    orderless: bool,
}

enum Method {
    Nothing,
    Blocks(Box<BlockLu>),
    Entries(Box<Lu>),
}

impl Solver {
    /// A solver that has seen no matrix yet; its unknowns from `motions` on are multipliers.
    pub fn new(motions: usize) -> Self {
        Solver { method: Method::Nothing, motions, orderless: false }
    }

    /// Factorizes a matrix of the pattern, which must always be the same.
    pub fn factorize(&mut self, matrix: &BlockMatrix, pattern: &BlockPattern) -> Result<(), Singular> {
        if let Method::Blocks(lu) = &mut self.method
            && lu.factorize(matrix).is_ok()
        {
            return Ok(());
        }
        if !self.orderless
            && let Some(mut lu) = BlockLu::new(matrix, pattern, self.motions)
            && lu.factorize(matrix).is_ok()
        {
            self.method = Method::Blocks(Box::new(lu));
            return Ok(());
        }
        self.orderless = true;
        if !matches!(self.method, Method::Entries(_)) {
            self.method = Method::Entries(Box::new(Lu::new(pattern)?));
        }
        let Method::Entries(lu) = &mut self.method else { unreachable!("set above") };
        lu.factorize(matrix, pattern)
    }

    /// Solves in place with the last factorization, for up to two right sides at once; an error where a number is not
    /// finite.
    pub fn solve<const K: usize>(&mut self, mut sides: [&mut [f64]; K]) -> Result<(), Singular> {
        const { assert!(K <= 2, "the block LU has room for two right sides") };
        match &mut self.method {
            Method::Nothing => panic!("a matrix is factorized before it is solved with"),
            Method::Blocks(lu) => lu.solve(sides.each_mut().map(|side| &mut **side)),
            Method::Entries(lu) => sides.iter_mut().try_for_each(|side| lu.solve(side))?,
        }
        let finite = sides.iter().all(|side| side.iter().all(|x| x.is_finite()));
        if finite { Ok(()) } else { Err(Singular) }
    }
}
