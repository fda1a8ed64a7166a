//! Sparse systems of finite elements: factorizations are accurate whatever the pattern, constraints and contacts
//! included, and modes are complete.

#[path = "../examples/linalg/cases.rs"]
#[allow(dead_code)]
mod cases;
#[path = "../examples/linalg/mesh.rs"]
#[allow(dead_code)]
mod mesh;

use cases::Case;
use faer::linalg::solvers::Solve;
use faer::{Mat, Side};
use halfshaft::analysis::{initial_state, statics};
use halfshaft::elements::{Bushing, Gravity, RigidBody};
use halfshaft::laws::SpringLaw;
use halfshaft::linalg::sparse::lanczos::{SparseModes, lowest};
use halfshaft::linalg::sparse::lu::{BACKWARD_ERROR, Report, SparseLu};
use halfshaft::linalg::sparse::pattern::{MAX_UNKNOWNS, Pattern, PatternBuilder, SparseMatrix};
use halfshaft::linalg::sparse::symmetric::SymmetricFactor;
use halfshaft::linalg::sparse::{Ordering, SparseError};
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::{Frame, NodeId, Pose, SystemBuilder, Twist};
use mesh::{Mesh, STEEL};

/// Reproducible numbers between −1 and 1.
struct Random(u64);

impl Random {
    fn number(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn below(&mut self, n: usize) -> usize {
        ((self.number() + 1.0) / 2.0 * n as f64) as usize % n
    }
}

fn dense(pattern: &Pattern, matrix: &SparseMatrix) -> Mat<f64> {
    let n = pattern.unknowns();
    let mut all = Mat::zeros(n, n);
    pattern.for_each_value(|i, j, k| all[(i, j)] = matrix.values()[k]);
    all
}

/// Solves with an irregular right-hand side, and returns what the solver reports.
fn solve(case: &Case) -> (Result<Vec<f64>, SparseError>, Report) {
    let mut lu = SparseLu::new(&case.pattern, &case.matrix, case.motion_unknowns).unwrap();
    lu.factorize(&case.matrix);
    let mut x: Vec<f64> = (0..case.pattern.unknowns()).map(|i| (i as f64).cos()).collect();
    let outcome = lu.solve(&case.pattern, &case.matrix, &mut x);
    (outcome.map(|()| x), lu.report())
}

/// The factorization needs neither other pivots nor another method.
fn assert_sound(name: &str, report: &Report) {
    let Report { fallbacks, reorders, replaced, backward_errors, .. } = *report;
    assert_eq!((fallbacks, reorders, replaced), (0, 0, 0), "{name}: {report:?}");
    assert!(backward_errors[1] <= BACKWARD_ERROR, "{name}: {report:?}");
}

#[test]
fn random_patterns_and_values_are_solved_to_working_accuracy() {
    let mut random = Random(7);
    for round in 0..60 {
        let nodes = 3 + random.below(120);
        let sizes: Vec<usize> = (0..nodes).map(|_| 1 + random.below(6)).collect();
        let mut builder = PatternBuilder::new(sizes);
        for _ in 0..nodes * (1 + round % 4) {
            builder.couple(random.below(nodes), random.below(nodes));
        }
        let pattern = builder.finish().unwrap();
        let mut matrix = SparseMatrix::new(&pattern);
        matrix.values_mut().iter_mut().for_each(|x| *x = random.number());
        // A dominant diagonal keeps the reference meaningful; the scales of rows and columns differ by powers of ten.
        for node in 0..nodes {
            (0..pattern.size(node)).for_each(|i| matrix.add(&pattern, [node, i], [node, i], 6.0));
        }
        let scales: Vec<f64> = (0..pattern.unknowns()).map(|_| 10_f64.powf(4.0 * random.number())).collect();
        let values = matrix.values_mut();
        pattern.for_each_value(|i, j, k| values[k] *= scales[i] * scales[j]);
        let motion_unknowns = pattern.unknowns();
        let case = Case { name: String::new(), pattern, matrix, motion_unknowns, contacts: Vec::new() };
        let (x, report) = solve(&case);
        assert_sound("random", &report);
        let b = Mat::from_fn(motion_unknowns, 1, |i, _| (i as f64).cos());
        let reference = dense(&case.pattern, &case.matrix).partial_piv_lu().solve(&b);
        let x = x.unwrap();
        // In units of the columns; both lose digits to the condition of a random matrix.
        let largest = (0..x.len()).fold(0.0_f64, |most, i| most.max((reference[(i, 0)] * scales[i]).abs()));
        for i in 0..x.len() {
            assert!(((x[i] - reference[(i, 0)]) * scales[i]).abs() < 1e-9 * largest, "round {round}");
        }
    }
}

#[test]
fn solids_with_friction_constraints_and_frames_need_no_fallback() {
    let all = [
        cases::cube(7, false),
        cases::cube(4, true),
        cases::ring([60, 3, 2], false),
        cases::ring([24, 2, 2], true),
        cases::with_friction(cases::cube(7, false), 7, false),
        cases::stacked(6, true, 0),
        cases::stacked(7, false, 0),
        // A free body with massless frame nodes, and a lumped-mass frame without rotary inertia.
        cases::with_frames(8),
        cases::frame([3, 2, 2], 5),
    ];
    for case in all {
        let (x, report) = solve(&case);
        assert_sound(&case.name, &report);
        assert!(x.is_ok(), "{}", case.name);
        assert_eq!(report.alone, 0, "{}: every multiplier has a host", case.name);
    }
}

#[test]
fn contacts_open_and_close_with_the_order_that_was_found_closed() {
    for tied in [true, false] {
        let case = cases::stacked(7, tied, 0);
        let mut lu = SparseLu::new(&case.pattern, &case.matrix, case.motion_unknowns).unwrap();
        for every in [1, 2, 3, 5] {
            let matrix = case.open(every);
            lu.factorize(&matrix);
            let mut x: Vec<f64> = (0..case.pattern.unknowns()).map(|i| (i as f64).sin()).collect();
            lu.solve(&case.pattern, &matrix, &mut x).unwrap();
            assert_sound(&case.name, &lu.report());
        }
    }
}

#[test]
fn contacts_close_with_the_order_that_was_found_open() {
    let case = cases::stacked(6, false, 0);
    let open = case.open(1);
    let mut lu = SparseLu::new(&case.pattern, &open, case.motion_unknowns).unwrap();
    for matrix in [&open, &case.matrix, &case.open(3)] {
        lu.factorize(matrix);
        let mut x: Vec<f64> = (0..case.pattern.unknowns()).map(|i| (i as f64).sin()).collect();
        lu.solve(&case.pattern, matrix, &mut x).unwrap();
        assert_eq!(lu.report().fallbacks, 0, "{:?}", lu.report());
        assert!(lu.report().backward_errors[1] <= BACKWARD_ERROR);
    }
}

#[test]
fn a_redundant_constraint_is_named_and_a_consistent_right_hand_side_is_solved() {
    for repeated in [1, 3] {
        let case = cases::stacked(6, true, repeated);
        let n = case.pattern.unknowns();
        // Two equal rows with different right-hand sides contradict each other.
        let (x, report) = solve(&case);
        let Err(SparseError::Singular { unknown }) = x else { panic!("{x:?}") };
        // The repeated rows are the last ones; they repeat every seventh from the first.
        let first = n - repeated;
        let original = (0..repeated).any(|k| unknown == case.motion_unknowns + 7 * k);
        assert!(unknown >= first || original, "unknown {unknown} of {n}: {report:?}");
        let mut lu = SparseLu::new(&case.pattern, &case.matrix, case.motion_unknowns).unwrap();
        lu.factorize(&case.matrix);
        let mut x = vec![0.0; n];
        x[..case.motion_unknowns].iter_mut().enumerate().for_each(|(i, x)| *x = (i as f64).cos());
        let outcome = lu.solve(&case.pattern, &case.matrix, &mut x);
        assert_eq!(outcome, Ok(()), "{repeated} redundant: {:?}", lu.report());
        assert!(lu.report().replaced > 0);
        let named = lu.redundant(&case.matrix).unwrap();
        let original = (0..repeated).any(|k| named == case.motion_unknowns + 7 * k);
        assert!(named >= first || original, "unknown {named}");
    }
}

#[test]
fn a_body_that_nothing_holds_is_singular_and_a_motion_is_named() {
    let mesh = Mesh::cuboid([3, 3, 3], [0.1; 3], false);
    let (pattern, free) = mesh.pattern(&vec![false; mesh.nodes.len()]);
    let mut matrix = SparseMatrix::new(&pattern);
    mesh.assemble(&pattern, &free, STEEL, [1.0, 0.0], &mut matrix);
    let motion_unknowns = pattern.unknowns();
    let case = Case { name: String::new(), pattern, matrix, motion_unknowns, contacts: Vec::new() };
    assert!(matches!(solve(&case).0, Err(SparseError::Singular { .. })));
}

#[test]
fn what_is_not_a_number_or_too_large_is_an_error() {
    let mut case = cases::cube(2, false);
    let mut lu = SparseLu::new(&case.pattern, &case.matrix, case.motion_unknowns).unwrap();
    lu.factorize(&case.matrix);
    let mut x = vec![f64::NAN; case.pattern.unknowns()];
    assert_eq!(lu.solve(&case.pattern, &case.matrix, &mut x), Err(SparseError::NonFinite));
    case.matrix.values_mut()[5] = f64::INFINITY;
    lu.factorize(&case.matrix);
    let mut x = vec![1.0; case.pattern.unknowns()];
    assert_eq!(lu.solve(&case.pattern, &case.matrix, &mut x), Err(SparseError::NonFinite));
    assert!(SparseLu::new(&case.pattern, &case.matrix, case.motion_unknowns).is_err());
    let unknowns = MAX_UNKNOWNS + 3;
    let error = PatternBuilder::new(std::iter::repeat_n(3, unknowns / 3 + 1)).finish().unwrap_err();
    assert!(error.to_string().contains("100005"), "{error}");
}

#[test]
fn dissection_orders_cubes_and_minimum_degree_frames() {
    let ordering = |case: Case| solve(&case).1.ordering;
    assert_eq!(ordering(cases::cube(10, false)), Ordering::NestedDissection);
    assert_eq!(ordering(cases::frame([3, 3, 2], 5)), Ordering::MinimumDegree);
}

/// Stiffness and mass of a solid, held on its face x = 0 or free.
fn solid(mesh: &Mesh, held: bool) -> (Pattern, SparseMatrix, SparseMatrix) {
    let fixed: Vec<bool> = mesh.nodes.iter().map(|at| held && at[0] == 0.0).collect();
    let (pattern, free) = mesh.pattern(&fixed);
    let assembled = |weights| {
        let mut matrix = SparseMatrix::new(&pattern);
        mesh.assemble(&pattern, &free, STEEL, weights, &mut matrix);
        matrix
    };
    let (stiffness, mass) = (assembled([1.0, 0.0]), assembled([0.0, 1.0]));
    (pattern, stiffness, mass)
}

fn hertz(modes: &SparseModes) -> Vec<f64> {
    modes.values.iter().map(|value| value.max(0.0).sqrt() / std::f64::consts::TAU).collect()
}

/// Natural frequencies of boxes of steel (210 GPa, 0.3, 7800 kg/m³) on regular grids, in hertz: scikit-fem 12 with
/// consistent mass and full integration, and CalculiX 2.20, which agree within 4e-7. hex8 without bubble modes.
struct Reference {
    cells: [usize; 3],
    edges: [f64; 3],
    quadratic: bool,
    cantilever: [f64; 8],
    free: [f64; 8],
}

const REFERENCES: [Reference; 4] = [
    Reference {
        cells: [20, 2, 2],
        edges: [1.0, 0.05, 0.03],
        quadratic: false,
        cantilever: [
            36.74067437634,
            50.08312638161,
            230.0338798647,
            311.4775104193,
            644.605976713,
            713.5424831671,
            863.9020528489,
            1266.158697134,
        ],
        free: [
            232.988474303,
            315.6743702904,
            643.4365917864,
            863.8171651591,
            1265.729546805,
            1421.620233959,
            1677.811190071,
            2102.767615768,
        ],
    },
    Reference {
        cells: [20, 2, 2],
        edges: [1.0, 0.05, 0.03],
        quadratic: true,
        cantilever: [
            25.26056198173,
            42.01241427934,
            157.7181928636,
            260.352084173,
            439.0921274461,
            664.5561542825,
            716.4604792522,
            853.5341288905,
        ],
        free: [
            159.5422389668,
            264.3582458942,
            437.5571975444,
            717.4273089095,
            851.637202553,
            1322.395629823,
            1376.267424569,
            1394.888304964,
        ],
    },
    Reference {
        cells: [12, 9, 2],
        edges: [0.4, 0.3, 0.01],
        quadratic: false,
        cantilever: [
            122.0489718848,
            210.465102271,
            768.325731952,
            902.5923269869,
            1187.721606466,
            1434.370461783,
            1858.421929191,
            2183.924166199,
        ],
        free: [
            288.7331075503,
            778.6201152668,
            975.0326057418,
            1392.772933293,
            1505.983146572,
            1994.735790012,
            2184.467072715,
            2346.944205752,
        ],
    },
    Reference {
        cells: [12, 9, 2],
        edges: [0.4, 0.3, 0.01],
        quadratic: true,
        cantilever: [
            54.30195848018,
            165.148995911,
            337.0814271493,
            567.437107575,
            682.0458656486,
            958.6478142867,
            1147.026461756,
            1176.66336018,
        ],
        free: [
            277.5335601647,
            332.8809921215,
            618.1910907686,
            656.237004103,
            802.5030116137,
            972.0387645622,
            1253.463197139,
            1331.57932047,
        ],
    },
];

#[test]
fn frequencies_of_solids_agree_with_other_programs() {
    for Reference { cells, edges, quadratic, cantilever, free } in &REFERENCES {
        let mesh = Mesh::cuboid(*cells, *edges, *quadratic);
        for (held, expected) in [(true, cantilever), (false, free)] {
            let (pattern, stiffness, mass) = solid(&mesh, held);
            let rigid = if held { 0 } else { 6 };
            let modes = lowest(&pattern, &stiffness, &mass, pattern.unknowns(), rigid + 8, None).unwrap();
            let found = hertz(&modes);
            assert!(found[..rigid].iter().all(|f| *f < 1e-2), "{found:?}");
            for (found, expected) in found[rigid..].iter().zip(expected) {
                // The references come from dense pencils, which are themselves off by up to 5e-9.
                assert!((found / expected - 1.0).abs() < 1e-8, "{found} instead of {expected} Hz");
            }
        }
    }
}

#[test]
fn modes_agree_with_the_dense_solution_of_the_inverted_pencil() {
    for quadratic in [false, true] {
        let mesh = Mesh::cuboid([8, 2, 2], [1.0, 0.05, 0.03], quadratic);
        let (pattern, stiffness, mass) = solid(&mesh, true);
        let modes = lowest(&pattern, &stiffness, &mass, pattern.unknowns(), 12, None).unwrap();
        // L⁻¹ M L⁻ᵀ with K = L Lᵀ has the eigenvalues 1/λ: the lowest modes are the largest ones.
        let root = dense(&pattern, &stiffness).llt(Side::Lower).unwrap();
        let mut half = dense(&pattern, &mass);
        root.L().solve_lower_triangular_in_place(half.as_mut());
        let mut whole = half.transpose().to_owned();
        root.L().solve_lower_triangular_in_place(whole.as_mut());
        let inverse: Vec<f64> = whole.self_adjoint_eigenvalues(Side::Lower).unwrap();
        for (value, theta) in modes.values.iter().zip(inverse.iter().rev()) {
            assert!((value * theta - 1.0).abs() < 1e-9, "{value} {}", 1.0 / theta);
        }
    }
}

/// |K x − λ M x + Gᵀ μ| relative to |K x|, the largest of all modes; the shapes carry their multipliers.
fn residual(
    pattern: &Pattern,
    stiffness: &SparseMatrix,
    mass: &SparseMatrix,
    modes: &SparseModes,
    motions: usize,
) -> f64 {
    let n = pattern.unknowns();
    let mut worst = 0.0_f64;
    for (k, value) in modes.values.iter().enumerate() {
        let x = modes.vectors.col_as_slice(k);
        let (mut r, mut sizes) = (vec![0.0; n], vec![0.0; n]);
        stiffness.residual(pattern, x, &mut r, &mut sizes);
        let scaled: Vec<f64> = x.iter().map(|x| -value * x).collect();
        mass.residual(pattern, &scaled, &mut r, &mut sizes);
        let norm = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        worst = worst.max(norm(&r[..motions]) / norm(&sizes[..motions]));
    }
    worst
}

#[test]
fn double_modes_and_six_rigid_ones_are_found_for_any_shift() {
    // A beam of square section: bending modes come in pairs.
    let mesh = Mesh::cuboid([10, 2, 2], [1.0, 0.1, 0.1], false);
    let (pattern, stiffness, mass) = solid(&mesh, false);
    let unknowns = pattern.unknowns();
    let expected = lowest(&pattern, &stiffness, &mass, unknowns, 16, None).unwrap().values;
    let pairs = [6, 9].map(|k| expected[k + 1] / expected[k] - 1.0);
    assert!(pairs.iter().all(|p| p.abs() < 1e-9), "{expected:?}");
    let mut random = Random(3);
    for _ in 0..50 {
        let shift = expected[15] * (0.75 * random.number() + 0.25);
        let modes = lowest(&pattern, &stiffness, &mass, unknowns, 16, Some(shift)).unwrap();
        let scale = expected[15];
        for (value, expected) in modes.values.iter().zip(&expected) {
            assert!((value - expected).abs() < 1e-9 * scale, "shift {shift}: {:?}", modes.values);
        }
        assert!(residual(&pattern, &stiffness, &mass, &modes, unknowns) < 1e-6, "shift {shift}");
    }
}

/// Two blocks held together by multipliers, as stiffness and mass.
fn tied(cells: usize) -> (Case, SparseMatrix, SparseMatrix) {
    let case = cases::stacked(cells, true, 0);
    let mut mass = SparseMatrix::new(&case.pattern);
    // The matrix is M/(βh²) + K; the same bodies without stiffness give the mass.
    let half = cells.div_ceil(2);
    let mut first = 0;
    for edge in [0.1, 0.085] {
        let mesh = Mesh::cuboid([cells, cells, half], [edge, edge, 0.05], false);
        let numbers: Vec<usize> = (first..first + mesh.nodes.len()).collect();
        mesh.assemble(&case.pattern, &numbers, STEEL, [0.0, 1.0], &mut mass);
        first += mesh.nodes.len();
    }
    let mut stiffness = case.matrix.clone();
    let values = stiffness.values_mut();
    values.iter_mut().zip(mass.values()).for_each(|(k, m)| *k -= m / 0.25e-8);
    (case, stiffness, mass)
}

#[test]
fn constrained_bodies_have_six_rigid_modes_for_any_shift() {
    let (case, stiffness, mass) = tied(3);
    let expected = lowest(&case.pattern, &stiffness, &mass, case.motion_unknowns, 14, None).unwrap().values;
    let scale = expected[13];
    // M/(βh²) was added and subtracted: round-off of that size is left on the rigid modes.
    assert!(expected[..6].iter().all(|value| value.abs() < 1e-6 * scale), "{expected:?}");
    assert!(expected[6] > 1e-3 * scale, "{expected:?}");
    let mut random = Random(5);
    for _ in 0..50 {
        let shift = scale * (0.7 * random.number() + 0.2);
        let modes = lowest(&case.pattern, &stiffness, &mass, case.motion_unknowns, 14, Some(shift)).unwrap();
        for (value, expected) in modes.values.iter().zip(&expected) {
            assert!((value - expected).abs() < 1e-9 * scale, "shift {shift}: {:?} {expected:?}", modes.values);
        }
    }
}

#[test]
fn the_number_of_negative_pivots_is_the_number_of_modes_below_a_shift() {
    let (case, stiffness, mass) = tied(3);
    let values = lowest(&case.pattern, &stiffness, &mass, case.motion_unknowns, 12, None).unwrap().values;
    let mut factor = SymmetricFactor::new(&case.pattern, &stiffness, case.motion_unknowns).unwrap();
    let multipliers = case.pattern.unknowns() - case.motion_unknowns;
    for k in 6..11 {
        if values[k + 1] > values[k] * (1.0 + 1e-6) {
            factor.factorize(&stiffness, 0.5 * (values[k] + values[k + 1]), &mass).unwrap();
            assert_eq!(factor.negative_pivots(), multipliers + k + 1);
        }
    }
}

#[test]
fn a_definite_factorization_after_an_indefinite_one_solves_its_own_system() {
    // Pivot blocks of two of the first must not be left in the second.
    let mesh = Mesh::cuboid([4, 3, 3], [0.1; 3], false);
    let (pattern, stiffness, mass) = solid(&mesh, true);
    let values = lowest(&pattern, &stiffness, &mass, pattern.unknowns(), 40, None).unwrap().values;
    let mut factor = SymmetricFactor::new(&pattern, &stiffness, pattern.unknowns()).unwrap();
    let b: Vec<f64> = (0..pattern.unknowns()).map(|i| (i as f64).cos()).collect();
    for shift in [0.5 * (values[38] + values[39]), -values[0], 0.0] {
        factor.factorize(&stiffness, shift, &mass).unwrap();
        assert_eq!(factor.negative_pivots(), values.iter().filter(|value| **value < shift).count());
        let mut x = b.clone();
        factor.solve(&mut x).unwrap();
        let (mut r, mut sizes) = (b.clone(), vec![0.0; b.len()]);
        stiffness.residual(&pattern, &x, &mut r, &mut sizes);
        let scaled: Vec<f64> = x.iter().map(|x| -shift * x).collect();
        mass.residual(&pattern, &scaled, &mut r, &mut sizes);
        let largest = sizes.iter().fold(0.0_f64, |most, x| most.max(*x));
        assert!(r.iter().all(|r| r.abs() < 1e-11 * largest), "shift {shift}");
    }
}

#[test]
fn a_grid_of_bodies_sags_under_its_weight_as_its_columns_do() {
    // Layers of bodies on bushings; the lowest layer stands on the ground. Neighbours in a layer move alike.
    let (layers, wide, mass, k, g) = (6, 9, 2.0, 4e4, 9.81);
    let mut b = SystemBuilder::new();
    let mut nodes = Vec::new();
    for i in 0..layers * wide * wide {
        let node = b.pose_node(format!("body {i}"), Pose::IDENTITY, Twist::ZERO);
        b.add(format!("body {i}"), RigidBody { node, mass, inertia: Mat3::identity() * 0.1 });
        b.add("weight", Gravity { node, mass, field: Vec3([0.0, 0.0, -g]) });
        nodes.push(node);
    }
    let frame = |node| Frame { node, offset: Vec3::zero(), axes: Mat3::identity() };
    let mut connect = |a: NodeId, other: NodeId| {
        let springs = || std::array::from_fn(|_| SpringLaw::linear(k, 0.0));
        b.add(
            "bushing",
            Bushing { a: frame(a), b: frame(other), length: 0.0, linear: springs(), rotational: springs() },
        );
    };
    for (i, &node) in nodes.iter().enumerate() {
        let (layer, y, x) = (i / (wide * wide), i / wide % wide, i % wide);
        connect(if layer == 0 { NodeId::GROUND } else { nodes[i - wide * wide] }, node);
        if x > 0 {
            connect(nodes[i - 1], node);
        }
        if y > 0 {
            connect(nodes[i - wide], node);
        }
    }
    let system = b.finish();
    assert!(system.unknowns() > 2500);
    let (state, _) = initial_state(&system).unwrap();
    let (state, _) = statics(&system, state).unwrap();
    let mut expected = 0.0;
    for layer in 0..layers {
        expected -= (layers - layer) as f64 * mass * g / k;
        for i in layer * wide * wide..(layer + 1) * wide * wide {
            let found = state.q[7 * i + 2];
            assert!((found - expected).abs() < 1e-9, "layer {layer}: {found} instead of {expected} m");
        }
    }
}
