use halfshaft_results::npz;

use super::*;
use crate::matrices::{self, MatrixUnits, TextFile};
use crate::source::Embedded;
use crate::text::Source;
use halfshaft_results::base64;

const ARM: &str = r#"
    format = 1
    analysis = { type = "modes" }
    [[superelement]]
    name = "arm"
    mesh = { type = "block", size = [1, 0.1, 0.08], divisions = [4, 1, 1] }
    material = "steel"
    modes = 3
    boundary = [{ name = "root", on = "x-" }, { name = "tip", on = "x+" }]
"#;

const SI: MatrixUnits = MatrixUnits { length: 1.0, mass: 1.0, time: 1.0 };

fn read(text: &str) -> Model {
    crate::read(&Source::new("arm.toml", text), &[]).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

fn model() -> Model {
    read(ARM)
}

fn reduced() -> ReducedFile {
    reduce(&model(), "arm", &Request::default()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Reads a model beside which a file is.
fn read_beside(text: &str, file: &[u8]) -> Result<Model, String> {
    let encoded = base64::encoded(file);
    let files = Embedded(&[("arm.npz", &encoded)]);
    let plain = |wrong: crate::Diagnostics| wrong.render(crate::Style::Plain);
    crate::read_with(&Source::new("user.toml", text), &[], &files).map_err(plain)
}

fn user(keys: &str) -> String {
    format!(
        "format = 1\nanalysis = {{ type = \"modes\" }}\n[[superelement]]\nname = \"arm\"\nfile = \"arm.npz\"\n{keys}\n"
    )
}

const FRAMES: &str = "boundary = [{ name = \"end\", on = \"tip\" }, { name = \"foot\", on = \"x-\" }]";

#[test]
fn a_reduced_body_is_a_file_that_is_read_as_it_was_written() {
    let everywhere = Request { everywhere: true, ..Request::default() };
    let file = reduce(&model(), "arm", &everywhere).unwrap_or_else(|wrong| panic!("{wrong}"));
    let bytes = npz::archive(&file.header, &file.arrays);
    let stored = stored_body::read(&bytes).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!((&stored.reduction.body, stored.hash), (&file.reduction.body, file.hash.clone()));
    // Three modes and six residual shapes of balanced forces on two frames.
    assert_eq!(stored.reduction.body.count(), 3 + 12);
    assert_eq!(hash(&model(), "arm", &Request::default()), Ok(file.hash.clone()));
    let other = Request { modes: Some(5), ..Request::default() };
    assert_ne!(hash(&model(), "arm", &other), Ok(file.hash.clone()));
    // An override to what the item says changes nothing.
    let same = Request { modes: Some(3), basis: Some("dual".into()), ..Request::default() };
    assert_eq!(hash(&model(), "arm", &same), Ok(file.hash));
}

/// A block with nodes inside.
const THICK: &str = r#"
    format = 1
    analysis = { type = "modes" }
    [[superelement]]
    name = "arm"
    mesh = { type = "block", size = [1, 0.1, 0.1], divisions = [4, 2, 2] }
    element = "hex8"
    material = "steel"
    modes = 3
    boundary = [{ name = "root", on = "x-" }, { name = "tip", on = "x+" }]
"#;

#[test]
fn a_file_has_the_shapes_on_the_skin_unless_they_are_wanted_everywhere() {
    let whole = Request { everywhere: true, ..Request::default() };
    let [skin, whole] = [Request::default(), whole]
        .map(|request| reduce(&read(THICK), "arm", &request).unwrap_or_else(|wrong| panic!("{wrong}")));
    assert_eq!(skin.hash, whole.hash);
    let bytes = [&skin, &whole].map(|file| npz::archive(&file.header, &file.arrays));
    assert_eq!(
        bytes.each_ref().map(|bytes| stored_body::hash_in(bytes).map(|(_, all)| all)),
        [Some(false), Some(true)]
    );
    // Five sections of nine nodes; the three inner sections have one node inside each.
    let extent =
        |file: &ReducedFile| file.arrays.iter().find(|array| array.name == "shapes").map(|array| array.shape[1]);
    assert_eq!((extent(&skin), extent(&whole)), (Some(42), Some(45)));
    let [skin, whole] = bytes.map(|bytes| stored_body::read(&bytes).unwrap_or_else(|wrong| panic!("{wrong}")));
    let [on_skin, all] = [&skin, &whole].map(|stored| stored.reduction.body.shown.clone().expect("shapes"));
    let known = on_skin.known.clone().expect("a list of nodes");
    assert!(known.len() == 42 && all.known.is_none());
    for (own, other) in on_skin.displacements.iter().zip(&all.displacements) {
        for node in 0..45 {
            let expected = if known.contains(&(node as u32)) { other[node] } else { halfshaft::math::Vec3::zero() };
            assert_eq!(own[node], expected);
        }
    }
    // What is computed with them is the same.
    assert_eq!(
        (&skin.reduction.body.frames, &skin.reduction.body.sizes),
        (&whole.reduction.body.frames, &whole.reduction.body.sizes)
    );
}

#[test]
fn a_point_inside_a_body_needs_a_file_with_the_shapes_everywhere() {
    let keys = format!("{FRAMES}\npoints = [{{ name = \"core\", position = [0, 0, 0] }}]");
    let written = |everywhere: bool| {
        let request = Request { everywhere, ..Request::default() };
        let file = reduce(&read(THICK), "arm", &request).unwrap_or_else(|wrong| panic!("{wrong}"));
        read_beside(&user(&keys), &npz::archive(&file.header, &file.arrays)).err().unwrap_or_default()
    };
    let wrong = written(false);
    assert!(
        wrong.contains("unknown-shapes") && wrong.contains("\"core\"") && wrong.contains("--everywhere"),
        "{wrong}"
    );
    assert_eq!(written(true), "");
}

#[test]
fn the_terms_of_second_order_of_a_stiffened_body_are_part_of_the_file() {
    let stiffened = read(&format!("{ARM}    geometric_stiffening = true\n"));
    let file = reduce(&stiffened, "arm", &Request::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_ne!(file.hash, reduced().hash);
    let stored = stored_body::read(&npz::archive(&file.header, &file.arrays)).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(stored.reduction.body.frames, file.reduction.body.frames);
    let n = file.reduction.body.count();
    let frames = &stored.reduction.body.frames;
    assert!(frames.iter().all(|frame| frame.second_order.len() == n * n));
    // Equal and opposite forces on the ends are tension throughout: the frames come closer by the same amount, whatever the shape.
    let closer = |k: usize| frames[1].second_order[k * n + k][0] - frames[0].second_order[k * n + k][0];
    assert!((0..3).all(|k| closer(k) > 0.0), "{:?}", [0, 1, 2].map(closer));
}

#[test]
fn a_model_takes_a_body_from_a_file_at_another_place() {
    let file = reduced();
    let bytes = npz::archive(&file.header, &file.arrays);
    let keys = format!("{FRAMES}\nposition = [0, 0, 2]\norientation = {{ axis = \"z\", angle = \"90 deg\" }}");
    let model = read_beside(&user(&keys), &bytes).unwrap_or_else(|wrong| panic!("{wrong}"));
    let item = &model.items[0];
    let solid = item.solid.as_ref().expect("a mesh");
    let Some(Ok(found)) = superelements::reduction(item, solid) else { panic!("no reduction") };
    assert_eq!(found.body.stiffness, file.reduction.body.stiffness);
    let names: Vec<&str> = found.body.frames.iter().map(|frame| frame.name.as_str()).collect();
    assert_eq!(names, ["tip", "root"]);
    // Along x before, along y now.
    let tip = found.centre + found.body.frames[0].position;
    assert!((tip - halfshaft::math::Vec3([0.0, 0.5, 2.0])).norm() < 1e-12, "{tip:?}");
    let (before, after) = (&file.reduction.body.invariants.inertia, &found.body.invariants.inertia);
    assert!((before.0[0][0] - after.0[1][1]).abs() < 1e-12 * before.0[1][1]);
    // The same frequencies when the whole model is built and held at its foot.
    model.build();
}

#[test]
fn a_file_of_another_body_is_refused_with_both_hashes() {
    let file = reduced();
    let bytes = npz::archive(&file.header, &file.arrays);
    let source = ARM.replace("name = \"arm\"", "name = \"arm\"\nfile = \"arm.npz\"");
    assert!(read_beside(&source, &bytes).is_ok());
    let changed = read_beside(&source.replace("modes = 3", "modes = 4"), &bytes).err().unwrap_or_default();
    let other = Request { modes: Some(4), ..Request::default() };
    let own = hash(&model(), "arm", &other).unwrap_or_default();
    assert!(changed.contains("other-body") && changed.contains(&file.hash) && changed.contains(&own), "{changed}");
}

#[test]
fn damaged_files_are_refused_and_never_panic() {
    let file = reduced();
    let bytes = npz::archive(&file.header, &file.arrays);
    for end in (0..bytes.len()).step_by(bytes.len() / 97) {
        let wrong = read_beside(&user(FRAMES), &bytes[..end]).err().unwrap_or_default();
        assert!(wrong.contains("bad-reduced-body") && wrong.contains("arm.npz"), "{end}: {wrong}");
    }
    for k in (0..8 * bytes.len()).step_by(8 * bytes.len() / 997) {
        let mut flipped = bytes.clone();
        flipped[k / 8] ^= 1 << (k % 8);
        let _ = stored_body::read(&flipped).map(|body| assert_eq!(body.hash, file.hash));
    }
    // Arrays that are whole and wrong: each is missing, has another shape, or a number that is not finite.
    for k in 0..file.arrays.len() {
        let name = &file.arrays[k].name;
        let mut variants = vec![file.arrays.clone(); 3];
        variants[0].remove(k);
        variants[1][k].values.push(1.0);
        variants[1][k].shape = vec![variants[1][k].values.len()];
        variants[2][k].values[0] = f64::NAN;
        for arrays in variants {
            let wrong = stored_body::read(&npz::archive(&file.header, &arrays)).err().unwrap_or_default();
            assert!(wrong.contains(name.as_str()), "{name}: {wrong}");
        }
    }
    for (key, value) in [
        ("\"format\":4", "\"format\":1"),
        ("\"kind\"", "\"kid\""),
        ("Hex20", "Hex21"),
        ("\"frames\"", "\"f\""),
        ("\"everywhere\"", "\"e\""),
    ] {
        let header = file.header.replace(key, value);
        let wrong = stored_body::read(&npz::archive(&header, &file.arrays)).err().unwrap_or_default();
        assert!(wrong.contains("header.json"), "{key}: {wrong}");
    }
}

/// The elastic frequencies of matrices: all shapes of the boundary and 30 modes.
fn frequencies(file: &MatrixFile, units: MatrixUnits) -> Vec<f64> {
    let body = file.body(units).unwrap_or_else(|wrong| panic!("{wrong}"));
    let structure = halfshaft::reduction::Structure::imported(&body.matrices).unwrap_or_else(|wrong| panic!("{wrong}"));
    let options = halfshaft::reduction::Options {
        basis: halfshaft::reduction::Basis::Dual,
        modes: 9,
        boundary: vec![],
        rotation_shapes: false,
        floating: None,
        stiffening: false,
        points: vec![],
        reference: None,
    };
    let reduced = halfshaft::reduction::reduce(&structure, &options).unwrap_or_else(|wrong| panic!("{wrong}"));
    reduced.body.frequencies()
}

fn through_market(file: &MatrixFile) -> MatrixFile {
    let texts = matrices::write_market(file);
    let [k, m, nodes, unknowns] = [0, 1, 2, 3].map(|i| TextFile { path: ["k", "m", "n.csv", "u"][i], text: &texts[i] });
    matrices::read_market(k, m, nodes, Some(unknowns)).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn through_npz(file: &MatrixFile) -> MatrixFile {
    let (header, arrays) = matrices::write_npz("arm", "", file);
    matrices::read_npz("arm.npz", &npz::archive(&header, &arrays)).unwrap_or_else(|wrong| panic!("{wrong}"))
}

fn through_dmig(file: &MatrixFile) -> MatrixFile {
    let text = matrices::write_dmig("arm", file);
    let file = TextFile { path: "arm.pch", text: &text };
    matrices::read_dmig(file, None, "KAAX", "MAAX").unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Node, degree of freedom and value of each entry of the lower triangle; a modal coordinate is one of a node without coordinates.
fn abaqus_points(file: &MatrixFile) -> Vec<(u64, u8)> {
    let point =
        |(k, unknown): (usize, &Option<(u64, u8)>)| unknown.map_or((900_000 + k as u64, 1), |(n, c)| (n, c + 1));
    file.unknowns.iter().enumerate().map(point).collect()
}

fn abaqus_nodes(file: &MatrixFile) -> String {
    file.nodes.iter().map(|(number, x)| format!("{number},{:e},{:e},{:e}\n", x[0], x[1], x[2])).collect()
}

fn from_abaqus(file: &MatrixFile, k: &str, m: &str) -> MatrixFile {
    let nodes = abaqus_nodes(file);
    let file = |path, text| TextFile { path, text };
    matrices::read_abaqus(file("k.mtx", k), file("m.mtx", m), file("n.csv", &nodes))
        .unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// As `*MATRIX OUTPUT, FORMAT=MATRIX INPUT` writes them.
fn through_abaqus(file: &MatrixFile) -> MatrixFile {
    let points = abaqus_points(file);
    let text = |entries: &[(u32, u32, f64)]| -> String {
        let lower = entries.iter().filter(|(i, j, _)| i >= j);
        lower
            .map(|&(i, j, x)| {
                let [(a, c), (b, d)] = [i, j].map(|k| points[k as usize]);
                format!("{a},{c}, {b},{d}, {x:.14e}\n")
            })
            .collect()
    };
    from_abaqus(file, &text(&file.stiffness), &text(&file.mass))
}

/// As `*SUBSTRUCTURE MATRIX OUTPUT` writes them: four numbers in a line.
fn through_substructure(file: &MatrixFile) -> MatrixFile {
    let points = abaqus_points(file);
    let n = points.len();
    let mut text = format!("**\n*USER ELEMENT, NODES= {n}, LINEAR\n** ELEMENT NODES\n");
    points.iter().for_each(|(node, _)| text += &format!("** {node},\n"));
    text += &format!("{}\n", points[0].1);
    points.iter().enumerate().skip(1).for_each(|(k, (_, c))| text += &format!("{}, {c}\n", k + 1));
    for (name, entries) in [("STIFFNESS", &file.stiffness), ("MASS", &file.mass)] {
        let mut dense = vec![0.0; n * n];
        entries.iter().for_each(|&(i, j, x)| dense[i as usize * n + j as usize] += x);
        text += &format!("*MATRIX,TYPE={name}\n");
        for i in 0..n {
            for four in dense[i * n..=i * n + i].chunks(4) {
                text += &four.iter().map(|x| format!("{x:.14e}")).collect::<Vec<_>>().join(", ");
                text += "\n";
            }
        }
    }
    from_abaqus(file, &text, &text)
}

#[test]
fn one_body_has_the_same_frequencies_through_all_files_of_matrices() {
    let reduced = reduced();
    let full = full_matrices(&model(), "arm").unwrap_or_else(|wrong| panic!("{wrong}"));
    let small = reduced_matrices("arm", &reduced.reduction).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!((small.nodes.len(), small.unknowns.len()), (2, 6 + 15));
    let of_body = reduced.reduction.body.frequencies();
    let exact = frequencies(&full, SI);
    type Through = fn(&MatrixFile) -> MatrixFile;
    let cases: [(&str, &MatrixFile, &[f64], Through, f64); 9] = [
        ("full market", &full, &exact, through_market, 1e-9),
        ("full npz", &full, &exact, through_npz, 1e-9),
        // Fields of 16 columns have eleven digits or twelve; the ratio of the highest and the lowest stiffness of the mesh is 1e5.
        ("full dmig", &full, &exact, through_dmig, 1e-7),
        ("full abaqus", &full, &exact, through_abaqus, 1e-9),
        ("reduced abaqus", &small, &of_body, through_abaqus, 1e-9),
        ("substructure of abaqus", &small, &of_body, through_substructure, 1e-9),
        ("reduced market", &small, &of_body, through_market, 1e-9),
        ("reduced npz", &small, &of_body, through_npz, 1e-9),
        ("reduced dmig", &small, &of_body, through_dmig, 1e-9),
    ];
    let mut wrong = Vec::new();
    for (name, file, expected, through, tolerance) in cases {
        let found = frequencies(&through(file), SI);
        let worst =
            found.iter().zip(expected).map(|(found, expected)| (found / expected - 1.0).abs()).fold(0.0, f64::max);
        if worst > tolerance {
            wrong.push(format!("{name}: {worst:.1e}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_body_with_one_frame_has_the_same_frequencies_through_files_of_matrices() {
    let model = read(&ARM.replace(", { name = \"tip\", on = \"x+\" }", ""));
    let reduced = reduce(&model, "arm", &Request::default()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let small = reduced_matrices("arm", &reduced.reduction).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(small.nodes.len(), 1);
    let expected = reduced.reduction.body.frequencies();
    for through in [through_market, through_npz, through_dmig] {
        let found = frequencies(&through(&small), SI);
        assert_eq!(found.len(), expected.len());
        // Three modes; the residual shapes far above them lose digits in the fields of DMIG.
        let same = |(found, expected): (&f64, &f64)| (found / expected - 1.0).abs() < 1e-9;
        assert!(found.iter().zip(&expected).take(3).all(same), "{found:?} instead of {expected:?}");
    }
}

#[test]
fn an_unknown_body_is_refused_with_the_nearest_name() {
    let wrong = reduce(&model(), "arn", &Request::default()).err().unwrap_or_default();
    assert!(wrong.contains("\"arn\"") && wrong.contains("\"arm\""), "{wrong}");
}
