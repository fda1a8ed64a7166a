use super::*;

fn two_masses() -> MatrixFile {
    MatrixFile {
        nodes: vec![(3, Vec3([0.0; 3])), (7, Vec3([2.0, 0.0, 0.0]))],
        unknowns: vec![Some((3, 0)), Some((7, 0)), Some((7, 4)), None],
        stiffness: vec![(0, 0, 5.0), (1, 1, 5.0), (0, 1, -5.0), (1, 0, -5.0), (2, 2, 1.25), (3, 3, 9.0)],
        mass: vec![(0, 0, 2.0), (1, 1, 2.0), (3, 3, 1.0), (2, 2, 0.5)],
        mesh: None,
    }
}

#[test]
fn units_scale_displacements_and_not_rotations() {
    let units = MatrixUnits { length: 1e-3, mass: 1e3, time: 1.0 };
    let body = two_masses().body(units).unwrap_or_else(|wrong| panic!("{wrong}"));
    // N/mm, N mm/rad and t mm²/s² of a modal coordinate.
    let found = [body.matrices.stiffness[0].2, body.matrices.stiffness[4].2, body.matrices.mass[0].2];
    for (found, expected) in found.into_iter().zip([5e3, 1.25e-3, 2e3]) {
        assert!((found / expected - 1.0).abs() < 1e-14, "{found} instead of {expected}");
    }
    assert_eq!(body.matrices.positions[1][0], 2e-3);
    assert_eq!(body.numbers, [3, 7]);
}

#[test]
fn unknowns_of_missing_nodes_and_repeated_ones_are_refused() {
    let units = MatrixUnits { length: 1.0, mass: 1.0, time: 1.0 };
    let mut missing = two_masses();
    missing.unknowns[0] = Some((4, 0));
    assert_eq!(missing.body(units).err(), Some("node 4 has no coordinates".into()));
    let mut twice = two_masses();
    twice.unknowns[1] = Some((3, 0));
    assert_eq!(twice.body(units).err(), Some("component 1 of node 3 is two unknowns".into()));
}

#[test]
fn files_of_calculix_have_no_header_and_one_triangle() {
    let file = |path, text| TextFile { path, text };
    let k = "1 1 5.0\n1 2 -5.0D0\n2 2 5.0\n";
    let m = "1 1 2.0\n2 2 2.0\n";
    let nodes = file("n.inp", "*NODE\n3, 0, 0, 0\n7, 2, 0, 0\n");
    let read =
        |k: &'static str| read_market(file("a.sti", k), file("a.mas", m), nodes, Some(file("a.dof", "3.1\n7.1\n")));
    let found = read(k).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(found.unknowns, [Some((3, 0)), Some((7, 0))]);
    assert_eq!(found.stiffness, [(0, 0, 5.0), (0, 1, -5.0), (1, 1, 5.0), (1, 0, -5.0)]);
    let wrong = |k: &'static str| read(k).err().map(|wrong| wrong.to_string()).unwrap_or_default();
    assert_eq!(wrong("1 3 5.0"), "a.sti, line 1: \"3\" is not a row or column from 1 to 2");
    assert_eq!(wrong("1 1 x"), "a.sti, line 1: \"x\" is not a number");
    assert_eq!(wrong("1 1"), "a.sti, line 1: a line has row, column and value");
    assert_eq!(
        wrong("%%MatrixMarket matrix coordinate complex symmetric\n"),
        "a.sti, line 1: the header is not that of a real matrix: `%%MatrixMarket matrix coordinate real symmetric`"
    );
    assert_eq!(
        wrong("%%MatrixMarket matrix coordinate real symmetric\n3 3 1\n"),
        "a.sti, line 2: the matrix is 3 × 3, but there are 2 unknowns"
    );
    let dense = read("%%MatrixMarket matrix array real general\n2 2\n5\n-5\n-5\n5\n").map(|found| found.stiffness);
    assert_eq!(dense, Ok(vec![(0, 0, 5.0), (1, 0, -5.0), (0, 1, -5.0), (1, 1, 5.0)]));
}

#[test]
fn a_punch_file_in_small_fields_is_read_and_complex_matrices_are_refused() {
    let text = "GRID           3              0.      0.      0.\nGRID,7,,2.,0.,0.\nSPOINT         9\nDMIG    K              0       6       2       0\nDMIG    K              3       1               3       1     5.0               7       1    -5.0\nDMIG*   K                              7               1\n*                      7               1       5.0000+00\nDMIG    M,\n";
    let file = |text| read_dmig(TextFile { path: "a.pch", text }, None, "K", "M");
    assert!(file(text).is_err());
    let whole = text.replace("DMIG    M,\n", "DMIG    M              0       1       1       0\nDMIG    M              9       0               9       0     1.5\n");
    let found = file(&whole).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(found.unknowns, [Some((3, 0)), Some((7, 0)), None]);
    assert_eq!(found.mass, [(2, 2, 1.5)]);
    let complex = whole.replace("0       1       1       0", "0       1       3       0");
    let wrong = file(&complex).err().map(|wrong| wrong.to_string()).unwrap_or_default();
    assert_eq!(wrong, "a.pch, line 8: matrix M is complex: only real matrices (type 1 and 2) are supported");
}

const NODES: &str = "*NODE\n3, 0, 0, 0\n7, 2, 0, 0\n";

fn abaqus(k: &str, m: &str) -> Result<MatrixFile, MatrixFileError> {
    let file = |path, text| TextFile { path, text };
    read_abaqus(file("j_STIF1.mtx", k), file("j_MASS1.mtx", m), file("n.inp", NODES))
}

#[test]
fn sparse_files_of_abaqus_have_node_and_component_of_row_and_column() {
    let m = "3,1, 3,1, 2.\n7,1, 7,1, 2.D0\n";
    let found = abaqus("** stiffness\n3,1, 3,1, 5.\n7,1, 3,1, -5.\n7,1, 7,1, 5.\n", m)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(found.unknowns, [Some((3, 0)), Some((7, 0))]);
    assert_eq!(found.stiffness, [(0, 0, 5.0), (1, 0, -5.0), (1, 1, 5.0), (0, 1, -5.0)]);
    assert_eq!(found.mass, [(0, 0, 2.0), (1, 1, 2.0)]);
    let wrong = |k: &str| abaqus(k, m).err().map(|wrong| wrong.to_string()).unwrap_or_default();
    assert_eq!(wrong("3,9, 3,1, 5."), "j_STIF1.mtx, line 1: \"9\" is not a degree of freedom from 1 to 6");
    assert_eq!(
        wrong("1 1 5.0"),
        "j_STIF1.mtx, line 1: a line has row, column and value: name the file in `type = \"matrix market\"`"
    );
    assert_eq!(wrong("** nothing\n"), "j_STIF1.mtx: it has no stiffness matrix");
}

/// A substructure with a retained mode, which has an internal node without coordinates, and the same spring as two elements.
#[test]
fn user_elements_of_abaqus_are_added() {
    let both = "**\n*USER ELEMENT, NODES= 3, LINEAR\n** ELEMENT NODES\n** 3, 7,\n** 1000001\n1\n2, 1, 5\n3, 1\n*MATRIX,TYPE=STIFFNESS\n5. ,\n-5. , 5.\n0., 0., 1.25\n0., 0., 0., 9.\n*MATRIX,TYPE=MASS\n2.\n0., 2.\n0., 0., .5\n0., 0., 0., 1.\n";
    let found = abaqus(both, both).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(found.unknowns, [Some((3, 0)), Some((7, 0)), Some((7, 4)), None]);
    let dense = |entries: &Entries| {
        let mut all = [[0.0; 4]; 4];
        entries.iter().for_each(|(i, j, x)| all[*i as usize][*j as usize] += x);
        all
    };
    assert_eq!(dense(&found.stiffness), dense(&two_masses().stiffness));
    assert_eq!(dense(&found.mass), dense(&two_masses().mass));
    // The second element names its nodes in the other order.
    let element = |nodes: &str| {
        format!(
            "** ELEMENT NUMBER 1 STEP NUMBER 1\n*USER ELEMENT, NODES=2, LINEAR\n** ELEMENT NODES\n** {nodes}\n1\n*MATRIX,TYPE=STIFFNESS\n2.,\n-2., 2.\n*MATRIX,TYPE=MASS\n1., 0., 1.\n"
        )
    };
    let sum = element("3, 7") + &element("7, 3");
    let found = abaqus(&sum, &sum).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert_eq!(dense(&found.stiffness)[0][..2], [4.0, -4.0]);
    assert_eq!(dense(&found.stiffness)[1][..2], [-4.0, 4.0]);
    let short = both.replace("-5. , 5.\n", "-5. ,\n");
    assert_eq!(
        abaqus(&short, both).err().map(|wrong| wrong.to_string()).unwrap_or_default(),
        "j_STIF1.mtx, line 9: the matrix has 9 numbers instead of 10: the lower triangle of 4 unknowns of 3 nodes, which `** ELEMENT NODES` names"
    );
    for k in 0..both.len() {
        let _ = abaqus(&both[..k], both);
    }
}

#[test]
fn damaged_texts_never_panic() {
    let file = two_masses();
    let texts = write_market(&file);
    let punch = write_dmig("two masses", &file);
    for k in 0..punch.len() {
        let mut bytes = punch.clone().into_bytes();
        bytes[k] ^= 1 << (k % 7);
        if let Ok(text) = String::from_utf8(bytes) {
            let _ = read_dmig(TextFile { path: "a.pch", text: &text }, None, "KAAX", "MAAX");
        }
        let _ = read_dmig(TextFile { path: "a.pch", text: &punch[..k] }, None, "KAAX", "MAAX");
    }
    for which in 0..4 {
        for k in 0..texts[which].len() {
            let mut changed = texts.clone();
            changed[which].replace_range(k..k + 1, ["-", "9", ".", "\n"][k % 4]);
            let [a, b, c, d] = [0, 1, 2, 3].map(|i| TextFile { path: "n.csv", text: &changed[i] });
            if let Ok(found) = read_market(a, b, c, Some(d)) {
                let _ = found.body(MatrixUnits { length: 1.0, mass: 1.0, time: 1.0 });
            }
        }
    }
}
