//! Factorization of symmetric matrices, by faer's supernodal Cholesky in our order: L Lᵀ for positive definite ones, and
//! L B Lᵀ with exchanges inside supernodes for indefinite ones, whose negative pivots are counted.

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::supernodal::{
    SupernodalIntranodeLbltRef, SupernodalLltRef, SymbolicSupernodalCholesky,
    factorize_supernodal_numeric_intranode_lblt, factorize_supernodal_numeric_intranode_lblt_scratch,
    factorize_supernodal_numeric_llt, factorize_supernodal_numeric_llt_scratch,
};
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering, factorize_symbolic_cholesky,
};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMat};
use faer::{Conj, Mat, MatMut, Par, Side};

use super::error::SparseError;
use super::ordering;
use super::pattern::{Pattern, SparseMatrix};

/// The factorization of symmetric matrices of one pattern.
pub struct SymmetricFactor {
    /// The unknown that is eliminated k-th.
    order: Vec<u32>,
    /// The lower triangle of the permuted matrix, and where its values are in the blocks.
    lower: SymbolicSparseColMat<u32>,
    index: Vec<u32>,
    values: Vec<f64>,
    symbolic: SymbolicCholesky<u32>,
    factors: Vec<f64>,
    subdiagonal: Vec<f64>,
    exchanges: [Vec<u32>; 2],
    definite: bool,
    memory: MemBuffer,
    work: Mat<f64>,
}

impl SymmetricFactor {
    /// Orders a matrix, whose unknowns from `motion_unknowns` on are multipliers. Solutions have up to `width` columns.
    pub fn new(
        pattern: &Pattern,
        matrix: &SparseMatrix,
        motion_unknowns: usize,
        width: usize,
    ) -> Result<Self, SparseError> {
        let n = pattern.unknowns();
        let order = ordering::order(pattern, matrix, motion_unknowns).unknowns(pattern);
        let (upper, _) = triangle(pattern, &order, true);
        let (lower, index) = triangle(pattern, &order, false);
        let parameters = CholeskySymbolicParams {
            supernodal_flop_ratio_threshold: SupernodalThreshold::FORCE_SUPERNODAL,
            ..Default::default()
        };
        let too_large = |_| SparseError::TooLarge { unknowns: n };
        let symbolic =
            factorize_symbolic_cholesky(upper.as_ref(), Side::Upper, SymmetricOrdering::Identity, parameters)
                .map_err(too_large)?;
        let own = supernodal(&symbolic);
        let need = StackReq::any_of(&[
            factorize_supernodal_numeric_llt_scratch::<u32, f64>(own, Par::Seq, Default::default()),
            factorize_supernodal_numeric_intranode_lblt_scratch::<u32, f64>(own, Par::Seq, Default::default()),
            own.solve_in_place_scratch::<f64>(width, Par::Seq),
        ]);
        let factors = vec![0.0; own.len_val()];
        Ok(SymmetricFactor {
            order,
            lower,
            values: vec![0.0; index.len()],
            index,
            symbolic,
            factors,
            subdiagonal: vec![0.0; n],
            exchanges: [vec![0; n], vec![0; n]],
            definite: false,
            memory: MemBuffer::new(need),
            work: Mat::zeros(n, width),
        })
    }

    /// Entries of the factor.
    pub fn fill(&self) -> usize {
        self.factors.len()
    }

    /// Factorizes A − σ B as L Lᵀ; an error if it is not positive definite.
    pub fn factorize_definite(&mut self, a: &SparseMatrix, shift: f64, b: &SparseMatrix) -> Result<(), SparseError> {
        self.gather(a, shift, b);
        self.definite = true;
        let lower = SparseColMatRef::new(self.lower.as_ref(), &self.values);
        let symbolic = supernodal(&self.symbolic);
        let stack = MemStack::new(&mut self.memory);
        let outcome = factorize_supernodal_numeric_llt(
            &mut self.factors,
            lower,
            Default::default(),
            symbolic,
            Par::Seq,
            stack,
            Default::default(),
        );
        match outcome {
            Ok(_) => Ok(()),
            Err(faer::linalg::cholesky::llt::factor::LltError::NonPositivePivot { index }) => {
                let place = index.min(self.order.len() - 1);
                Err(SparseError::Singular { unknown: self.order[place] as usize })
            }
        }
    }

    /// Factorizes A − σ B as L B Lᵀ, indefinite or not. An error if a number is not finite.
    pub fn factorize(&mut self, a: &SparseMatrix, shift: f64, b: &SparseMatrix) -> Result<(), SparseError> {
        self.gather(a, shift, b);
        self.definite = false;
        let lower = SparseColMatRef::new(self.lower.as_ref(), &self.values);
        let [forward, inverse] = &mut self.exchanges;
        factorize_supernodal_numeric_intranode_lblt(
            &mut self.factors,
            &mut self.subdiagonal,
            forward,
            inverse,
            lower,
            supernodal(&self.symbolic),
            Par::Seq,
            MemStack::new(&mut self.memory),
            Default::default(),
        );
        let finite = self.diagonal().all(|d| d.is_finite());
        if finite { Ok(()) } else { Err(SparseError::NonFinite) }
    }

    fn gather(&mut self, a: &SparseMatrix, shift: f64, b: &SparseMatrix) {
        let (a, b) = (a.values(), b.values());
        for (value, &k) in self.values.iter_mut().zip(&self.index) {
            *value = a[k as usize] - shift * b[k as usize];
        }
    }

    /// The diagonal of D or B, in the order of elimination.
    fn diagonal(&self) -> impl Iterator<Item = f64> + '_ {
        let symbolic = supernodal(&self.symbolic);
        (0..symbolic.n_supernodes()).flat_map(move |s| {
            let columns = (symbolic.supernode_end()[s] - symbolic.supernode_begin()[s]) as usize;
            let first = symbolic.col_ptr_for_val()[s] as usize;
            let rows = (symbolic.col_ptr_for_val()[s + 1] as usize - first) / columns.max(1);
            (0..columns).map(move |k| self.factors[first + k * (rows + 1)])
        })
    }

    /// Number of negative eigenvalues of the last matrix (Sylvester's law of inertia). A pivot block of two has one.
    pub fn negative_pivots(&self) -> usize {
        if self.definite {
            return 0;
        }
        let diagonal: Vec<f64> = self.diagonal().collect();
        let (mut count, mut k) = (0, 0);
        while k < diagonal.len() {
            let pair = self.subdiagonal[k] != 0.0;
            count += usize::from(pair || diagonal[k] < 0.0);
            k += if pair { 2 } else { 1 };
        }
        count
    }

    /// Solves in place for several columns, with the last factorization.
    pub fn solve(&mut self, mut x: MatMut<'_, f64>) -> Result<(), SparseError> {
        let (n, width) = (self.order.len(), x.ncols());
        let at = |k: usize| if self.definite { self.order[k] } else { self.order[self.exchanges[0][k] as usize] };
        let unknowns: Vec<u32> = (0..n).map(at).collect();
        let mut work = self.work.as_mut().get_mut(.., ..width);
        for j in 0..width {
            for (k, &u) in unknowns.iter().enumerate() {
                work[(k, j)] = x[(u as usize, j)];
            }
        }
        let symbolic = supernodal(&self.symbolic);
        let stack = MemStack::new(&mut self.memory);
        if self.definite {
            let factor = SupernodalLltRef::new(symbolic, &self.factors);
            factor.solve_in_place_with_conj(Conj::No, work.as_mut(), Par::Seq, stack);
        } else {
            let [forward, inverse] = &self.exchanges;
            let exchanges = faer::perm::PermRef::new_checked(forward, inverse, n);
            let factor = SupernodalIntranodeLbltRef::new(symbolic, &self.factors, &self.subdiagonal, exchanges);
            factor.solve_in_place_no_numeric_permute_with_conj(Conj::No, work.as_mut(), Par::Seq, stack);
        }
        let mut finite = true;
        for j in 0..width {
            for (k, &u) in unknowns.iter().enumerate() {
                let value = work[(k, j)];
                finite &= value.is_finite();
                x[(u as usize, j)] = value;
            }
        }
        if finite { Ok(()) } else { Err(SparseError::NonFinite) }
    }
}

fn supernodal(symbolic: &SymbolicCholesky<u32>) -> &SymbolicSupernodalCholesky<u32> {
    match symbolic.raw() {
        SymbolicCholeskyRaw::Supernodal(symbolic) => symbolic,
        SymbolicCholeskyRaw::Simplicial(_) => unreachable!("supernodes are forced"),
    }
}

/// One triangle of the permuted matrix by columns, with the index of each value in the blocks.
fn triangle(pattern: &Pattern, order: &[u32], upper: bool) -> (SymbolicSparseColMat<u32>, Vec<u32>) {
    let n = order.len();
    let mut position = vec![0_u32; n];
    order.iter().enumerate().for_each(|(k, &u)| position[u as usize] = k as u32);
    let node_of: Vec<u32> = (0..pattern.nodes()).flat_map(|k| std::iter::repeat_n(k as u32, pattern.size(k))).collect();
    let (mut starts, mut rows, mut index) = (vec![0_u32], Vec::new(), Vec::new());
    let mut column: Vec<(u32, u32)> = Vec::new();
    for (k, &unknown) in order.iter().enumerate() {
        let node = node_of[unknown as usize] as usize;
        let j = unknown as usize - pattern.start(node);
        column.clear();
        for (row, offset) in pattern.column(node) {
            let size = pattern.size(row);
            for i in 0..size {
                let at = position[pattern.start(row) + i];
                if if upper { at as usize <= k } else { at as usize >= k } {
                    column.push((at, (offset + j * size + i) as u32));
                }
            }
        }
        column.sort_unstable();
        rows.extend(column.iter().map(|c| c.0));
        index.extend(column.iter().map(|c| c.1));
        starts.push(rows.len() as u32);
    }
    (SymbolicSparseColMat::new_checked(n, n, starts, None, rows), index)
}
