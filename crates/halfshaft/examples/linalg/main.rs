//! Factorizations and modes of finite element matrices, measured; `bench/linalg/run` compares them with other programs.
//!
//! ```text
//! linalg solve CASE UNKNOWNS [FOLDER]         one matrix; also written to the folder, for other programs
//! linalg modes CASE UNKNOWNS COUNT [FOLDER]   the lowest modes of a solid
//! ```
//!
//! One JSON object a line. Times are CPU seconds on one thread.

mod cases;
#[path = "../clock/mod.rs"]
mod clock;
mod mesh;
mod oracle;

use std::path::Path;

use cases::Case;
use clock::cpu_seconds;
use halfshaft::linalg::sparse::lanczos::lowest;
use halfshaft::linalg::sparse::lu::SparseLu;
use halfshaft::linalg::sparse::pattern::{Pattern, SparseMatrix};
use mesh::{Mesh, STEEL};

/// Short factorizations are repeated for this many seconds.
const LONG_ENOUGH: f64 = 0.2;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["solve", name, unknowns] => solve(name, number(unknowns), None),
        ["solve", name, unknowns, folder] => solve(name, number(unknowns), Some(Path::new(folder))),
        ["modes", name, unknowns, count] => modes(name, number(unknowns), number(count), None),
        ["modes", name, unknowns, count, folder] => {
            modes(name, number(unknowns), number(count), Some(Path::new(folder)));
        }
        _ => {
            eprintln!("usage: linalg solve CASE UNKNOWNS [FOLDER] | linalg modes CASE UNKNOWNS COUNT [FOLDER]");
            std::process::exit(2);
        }
    }
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| {
        eprintln!("{text:?} is not a number");
        std::process::exit(2)
    })
}

/// The number of cells whose count of unknowns is nearest to the wanted one.
fn cells(wanted: usize, unknowns: impl Fn(usize) -> usize) -> usize {
    (2..2000).min_by_key(|&c| unknowns(c).abs_diff(wanted)).unwrap_or(2)
}

fn case(name: &str, wanted: usize) -> Case {
    let cube8 = || cells(wanted, |c| 3 * (c + 1).pow(3));
    let cube20 = || cells(wanted, |c| 3 * ((c + 1).pow(3) + 3 * c * (c + 1).pow(2)));
    let blocks = || cells(wanted, |c| 6 * (c + 1).pow(2) * (c.div_ceil(2) + 1));
    match name {
        "cube8" => cases::cube(cube8(), false),
        "cube20" => cases::cube(cube20(), true),
        "cube8-friction" => cases::with_friction(cases::cube(cube8(), false), cube8(), false),
        "cube20-friction" => cases::with_friction(cases::cube(cube20(), true), cube20(), true),
        "ring8" => cases::ring([cells(wanted, |c| 3 * c * 20), 4, 3], false),
        "ring20" => cases::ring([cells(wanted, |c| 3 * c * 42), 2, 2], true),
        "tied" => cases::stacked(blocks(), true, 0),
        "contact" => cases::stacked(blocks(), false, 0),
        "redundant" => cases::stacked(blocks(), true, 5),
        "frames" => cases::with_frames(cube8()),
        "tubes" => cases::frame([4, 3, 2], cells(wanted, |c| 6 * (60 + 133 * (c - 1)))),
        _ => {
            eprintln!("no case {name:?}");
            std::process::exit(2)
        }
    }
}

/// Peak and present resident memory in bytes.
fn memory() -> [f64; 2] {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |key: &str| {
        let line = status.lines().find(|line| line.starts_with(key));
        let value = line.and_then(|line| line.split_whitespace().nth(1));
        value.and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0) * 1024.0
    };
    [of("VmHWM:"), of("VmRSS:")]
}

/// CPU seconds of a call, the shortest of several if it is short.
fn timed(mut f: impl FnMut()) -> f64 {
    let (start, mut best) = (cpu_seconds(), f64::INFINITY);
    while best.is_infinite() || cpu_seconds() - start < LONG_ENOUGH {
        let before = cpu_seconds();
        f();
        best = best.min(cpu_seconds() - before);
    }
    best
}

fn solve(name: &str, wanted: usize, folder: Option<&Path>) {
    let case = case(name, wanted);
    let Case { pattern, matrix, .. } = &case;
    let n = pattern.unknowns();
    let [_, resident] = memory();
    let before = cpu_seconds();
    let mut lu = SparseLu::new(pattern, matrix, case.motion_unknowns).expect("a matrix of finite numbers");
    let order = cpu_seconds() - before;
    let before = cpu_seconds();
    lu.factorize(matrix);
    let factor = cpu_seconds() - before;
    let refactor = timed(|| lu.factorize(matrix));
    let taken = memory()[0] - resident;
    // Consistent right-hand sides: zero in the rows of constraints.
    let right: Vec<f64> = (0..n).map(|i| if i < case.motion_unknowns { (i as f64).cos() } else { 0.0 }).collect();
    let mut x = right.clone();
    let outcome = lu.solve(pattern, matrix, &mut x);
    let first = lu.report();
    let solution = timed(|| {
        x.copy_from_slice(&right);
        // Measured whether it succeeds or not; the first one was checked.
        let _ = lu.solve(pattern, matrix, &mut x);
    });
    let named = lu.redundant(matrix).map_or("null".to_string(), |unknown| {
        let kind = if unknown < case.motion_unknowns { "motion" } else { "multiplier" };
        format!("\"{kind} {unknown}\"")
    });
    // Contacts that open and close again, with the same order.
    let mut open = [0.0_f64; 2];
    if !case.contacts.is_empty() && first.replaced == 0 {
        for every in [2, 3] {
            let opened = case.open(every);
            lu.factorize(&opened);
            x.copy_from_slice(&right);
            let solved = lu.solve(pattern, &opened, &mut x).is_ok();
            open[0] = open[0].max(if solved { lu.report().backward_errors[1] } else { f64::INFINITY });
        }
        open[1] = (lu.report().fallbacks - first.fallbacks) as f64;
    }
    let seconds_with_faer = if named == "null" { oracle::refactor_seconds(pattern, matrix) } else { f64::NAN };
    if let Some(folder) = folder {
        write(folder, pattern, matrix, "a");
        put(&folder.join("order.i32"), lu.elimination_order().iter().map(|&u| u as i32));
    }
    println!(
        "{{\"case\": \"{}\", \"unknowns\": {n}, \"multipliers\": {}, \"entries\": {}, \"ordering\": \"{:?}\", \
         \"order_s\": {order:.4}, \"factor_s\": {factor:.5}, \"refactor_s\": {refactor:.6}, \"solve_s\": {solution:.6}, \
         \"fill\": {:.0}, \"bytes\": {}, \"peak_bytes\": {taken:.0}, \"flops\": {:.0}, \"predicted_s\": {:.6}, \
         \"backward_error\": [{:.1e}, {:.1e}], \"replaced\": {}, \"reorders\": {}, \"fallbacks\": {}, \"solved\": {}, \
         \"named\": {named}, \"open_error\": {:.1e}, \"open_fallbacks\": {}, \"faer_lu_s\": {}}}",
        case.name,
        n - case.motion_unknowns,
        pattern.values(),
        first.ordering,
        first.estimate.fill,
        first.bytes,
        first.estimate.flops,
        first.estimate.seconds,
        first.backward_errors[0],
        first.backward_errors[1],
        first.replaced,
        first.reorders,
        first.fallbacks,
        outcome.is_ok(),
        open[0],
        open[1],
        if seconds_with_faer.is_nan() { "null".to_string() } else { format!("{seconds_with_faer:.5}") },
    );
}

fn modes(name: &str, wanted: usize, count: usize, folder: Option<&Path>) {
    let cube = cells(wanted, |c| 3 * c * (c + 1).pow(2));
    let beam = cells(wanted, |c| 3 * 13 * 13 * c);
    let slender = cells(wanted, |c| 3 * 7 * 7 * c);
    let mesh = match name {
        "cube" => Mesh::cuboid([cube; 3], [0.1; 3], false),
        "beam" => Mesh::cuboid([beam, 12, 12], [1.0, 0.3, 0.25], false),
        _ => Mesh::cuboid([slender, 6, 6], [1.0, 0.05, 0.03], false),
    };
    let fixed: Vec<bool> = mesh.nodes.iter().map(|at| at[0] == 0.0).collect();
    let (pattern, free) = mesh.pattern(&fixed);
    let mut assembled = [SparseMatrix::new(&pattern), SparseMatrix::new(&pattern)];
    mesh.assemble(&pattern, &free, STEEL, [1.0, 0.0], &mut assembled[0]);
    mesh.assemble(&pattern, &free, STEEL, [0.0, 1.0], &mut assembled[1]);
    let [stiffness, mass] = &assembled;
    let before = cpu_seconds();
    let modes = lowest(&pattern, stiffness, mass, pattern.unknowns(), count, None);
    let seconds = cpu_seconds() - before;
    let modes = match modes {
        Ok(modes) => modes,
        Err(error) => {
            println!("{{\"case\": \"{name}\", \"unknowns\": {}, \"error\": \"{error}\"}}", pattern.unknowns());
            return;
        }
    };
    if let Some(folder) = folder {
        write(folder, &pattern, stiffness, "k");
        write(folder, &pattern, mass, "m");
        put(&folder.join("values.f64"), modes.values.iter().copied());
        let all = (0..modes.values.len()).flat_map(|k| modes.vectors.col_as_slice(k).to_vec());
        put(&folder.join("vectors.f64"), all);
    }
    println!(
        "{{\"case\": \"{name}\", \"unknowns\": {}, \"modes\": {count}, \"seconds\": {seconds:.4}, \
         \"factorizations\": {}, \"basis\": {}, \"repairs\": {}}}",
        pattern.unknowns(),
        modes.effort.factorizations,
        modes.effort.basis,
        modes.effort.repairs,
    );
}

/// A number as bytes.
trait Bytes {
    fn bytes(self) -> Vec<u8>;
}

impl Bytes for f64 {
    fn bytes(self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
}

impl Bytes for i32 {
    fn bytes(self) -> Vec<u8> {
        self.to_le_bytes().to_vec()
    }
}

fn put<T: Bytes>(path: &Path, numbers: impl Iterator<Item = T>) {
    let bytes: Vec<u8> = numbers.flat_map(Bytes::bytes).collect();
    std::fs::write(path, bytes).unwrap_or_else(|error| {
        eprintln!("cannot write {}: {error}", path.display());
        std::process::exit(4)
    });
}

/// Writes a matrix by columns: `NAME.starts.i32`, `NAME.rows.i32`, `NAME.values.f64`.
fn write(folder: &Path, pattern: &Pattern, matrix: &SparseMatrix, name: &str) {
    let (starts, rows, index) = oracle::columns(pattern);
    put(&folder.join(format!("{name}.starts.i32")), starts.iter().map(|&x| x as i32));
    put(&folder.join(format!("{name}.rows.i32")), rows.iter().map(|&x| x as i32));
    put(&folder.join(format!("{name}.values.f64")), index.iter().map(|&k| matrix.values()[k as usize]));
}
