//! The same block in every format, and what is wrong in a file.

use super::*;
use halfshaft::mesh::structured::block;
use proptest::prelude::*;

/// Two hexahedra in a row as a file, with the order of the middle nodes of a format.
fn two(middles: bool) -> Mesh {
    let mesh = block([2.0, 1.0, 1.0], [2, 1, 1]);
    if middles { mesh.with_middles() } else { mesh }
}

fn nodes_of(mesh: &Mesh, cell: usize, edges: &[[usize; 2]]) -> Vec<u32> {
    let own = mesh.blocks[0].nodes_of(cell);
    let kind = mesh.blocks[0].cell;
    let mut nodes = own[..8].to_vec();
    if kind == Cell::Hex20 {
        for [a, b] in edges {
            let place = kind.edges().iter().position(|[c, d]| (a, b) == (c, d) || (a, b) == (d, c)).unwrap();
            nodes.push(own[8 + place]);
        }
    }
    nodes.iter().map(|node| node + 1).collect()
}

fn joined(numbers: &[u32], by: &str) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(by)
}

const GMSH_EDGES: [[usize; 2]; 12] =
    [[0, 1], [0, 3], [0, 4], [1, 2], [1, 5], [2, 3], [2, 6], [3, 7], [4, 5], [4, 7], [5, 6], [6, 7]];
const NASTRAN_EDGES: [[usize; 2]; 12] =
    [[0, 1], [1, 2], [2, 3], [3, 0], [0, 4], [1, 5], [2, 6], [3, 7], [4, 5], [5, 6], [6, 7], [7, 4]];

fn gmsh_2(mesh: &Mesh) -> String {
    let mut text =
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 7 \"left end\"\n$EndPhysicalNames\n".to_string();
    text += &format!("$Nodes\n{}\n", mesh.positions.len());
    for (k, x) in mesh.positions.iter().enumerate() {
        text += &format!("{} {:?} {:?} {:?}\n", k + 1, x[0], x[1], x[2]);
    }
    let kind = if mesh.blocks[0].cell == Cell::Hex8 { 5 } else { 17 };
    text += "$EndNodes\n$Elements\n3\n1 3 2 7 1 1 4 10 7\n";
    for cell in 0..2 {
        text += &format!("{} {kind} 2 0 1 {}\n", cell + 2, joined(&nodes_of(mesh, cell, &GMSH_EDGES), " "));
    }
    text + "$EndElements\n"
}

fn gmsh_4(mesh: &Mesh) -> String {
    let mut text =
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n2 7 \"left end\"\n$EndPhysicalNames\n".to_string();
    text += "$Entities\n0 0 1 1\n5 0 0 0 0 1 1 1 7 0\n1 0 0 0 2 1 1 0 1 5\n$EndEntities\n";
    let count = mesh.positions.len();
    text += &format!("$Nodes\n1 {count} 1 {count}\n3 1 0 {count}\n");
    (1..=count).for_each(|k| text += &format!("{k}\n"));
    for x in &mesh.positions {
        text += &format!("{:?} {:?} {:?}\n", x[0], x[1], x[2]);
    }
    let kind = if mesh.blocks[0].cell == Cell::Hex8 { 5 } else { 17 };
    text += &format!("$EndNodes\n$Elements\n2 3 1 3\n2 5 3 1\n1 1 4 10 7\n3 1 {kind} 2\n");
    for cell in 0..2 {
        text += &format!("{} {}\n", cell + 2, joined(&nodes_of(mesh, cell, &GMSH_EDGES), " "));
    }
    text + "$EndElements\n"
}

fn abaqus(mesh: &Mesh) -> String {
    let mut text = "** a block\n*HEADING\nblock\n*NODE, NSET=NALL\n".to_string();
    for (k, x) in mesh.positions.iter().enumerate() {
        text += &format!("{}, {:?}, {:?}, {:?}\n", k + 1, x[0], x[1], x[2]);
    }
    let kind = if mesh.blocks[0].cell == Cell::Hex8 { "C3D8" } else { "C3D20R" };
    text += &format!("*Element, type={kind}, elset=EALL\n");
    for cell in 0..2 {
        let nodes = nodes_of(mesh, cell, mesh.blocks[0].cell.edges());
        let (first, rest) = nodes.split_at(nodes.len() / 2);
        text += &format!("{}, {},\n{}\n", cell + 1, joined(first, ", "), joined(rest, ", "));
    }
    text + "*ELSET, ELSET=first\n1\n*SURFACE, NAME=left end\nfirst, S6\n*NSET, NSET=ends, GENERATE\n1, 12, 1\n*BOUNDARY\nends, 1, 3\n"
}

fn nastran(mesh: &Mesh) -> String {
    let mut text = "SOL 103\nBEGIN BULK\n$ a block\n".to_string();
    for (k, x) in mesh.positions.iter().enumerate() {
        // In small fields, the first also with an exponent without a letter.
        let first = if x[0] == 0.5 { "5.-1".to_string() } else { format!("{}", x[0]) };
        text += &format!("{:8}{:8}{:8}{:>8}{:>8}{:>8}\n", "GRID", k + 1, "", first, x[1], x[2]);
    }
    for cell in 0..2 {
        let nodes = nodes_of(mesh, cell, &NASTRAN_EDGES);
        text += &format!(
            "CHEXA,{},1,{},+\n+,{}",
            cell + 1,
            joined(&nodes[..6], ","),
            joined(&nodes[6..nodes.len().min(14)], ",")
        );
        if nodes.len() > 14 {
            text += &format!(",+\n+,{}", joined(&nodes[14..], ","));
        }
        text += "\n";
    }
    text + "ENDDATA\n"
}

#[test]
fn every_format_gives_the_same_mesh() {
    for middles in [false, true] {
        let expected = two(middles);
        for (name, text) in [
            ("a.msh", gmsh_2(&expected)),
            ("a.msh", gmsh_4(&expected)),
            ("a.inp", abaqus(&expected)),
            ("a.bdf", nastran(&expected)),
        ] {
            let found = read(name, &text).unwrap_or_else(|error| panic!("{name}: {error:?}\n{text}")).mesh;
            assert_eq!(found.blocks, expected.blocks, "{name}");
            for (a, b) in found.positions.iter().zip(&expected.positions) {
                assert!((*a - *b).norm() < 1e-7, "{name}: small fields have seven digits");
            }
            if name != "a.bdf" {
                let (_, faces) = found.surfaces.iter().find(|(name, _)| name == "left end").expect("the surface");
                let nodes = found.nodes_on(faces);
                assert!(nodes.len() >= 4 && nodes.iter().all(|&k| found.positions[k as usize][0] == -1.0), "{name}");
            }
        }
    }
}

#[test]
fn faults_are_reported_with_their_line() {
    let good = abaqus(&two(false));
    let fault = |name: &str, text: &str| read(name, text).expect_err("a fault");
    let missing = good.replacen("*Element", "*NODE\n99, 0, 0, 0\n99, 1, 0, 0\n*Element", 1);
    assert_eq!(fault("a.inp", &missing), error(19, "node 99 is defined twice"));
    let swapped = good.replacen("1, 1, 2, 5, 4,\n7, 8, 11, 10", "1, 7, 8, 11, 10,\n1, 2, 5, 4", 1);
    assert_ne!(swapped, good);
    assert_eq!(fault("a.inp", &swapped), error(18, "element 1 is inverted or has no volume"));
    assert_eq!(fault("a.inp", &good.replacen("C3D8,", "C3D4,", 1)).line, 17);
    assert_eq!(fault("a.msh", &gmsh_2(&two(false)).replacen("2.2 0", "2.2 1", 1)).line, 2);
    let unknown = gmsh_2(&two(false)).replacen("2 5 2 0 1 1 2", "2 5 2 0 1 99 2", 1);
    assert!(fault("a.msh", &unknown).message.contains("node 99"));
    assert!(fault("a.bdf", "GRID,1,,x,0,0\n").message.contains("not a number"));
    assert_eq!(fault("a.stl", "").line, 0);
    for cut in 0..good.len() {
        // No panic on any truncated file.
        drop(read("a.inp", &good[..cut]));
        let gmsh = gmsh_4(&two(false));
        drop(read("a.msh", &gmsh[..cut.min(gmsh.len())]));
        let nastran = nastran(&two(false));
        drop(read("a.bdf", &nastran[..cut.min(nastran.len())]));
    }
}

#[test]
fn what_would_give_another_mesh_is_refused() {
    let fault = |name: &str, text: &str| read(name, text).expect_err("a fault");
    let abaqus = abaqus(&two(false));
    for (line, message) in [
        ("*INCLUDE, INPUT=nodes.inp\n", "*INCLUDE refers to another file"),
        ("*NODE, INPUT=nodes.txt\n", "*NODE refers to another file"),
        ("*NODE, SYSTEM=C\n", "other coordinates"),
        ("*SYSTEM\n", "other coordinates"),
    ] {
        let found = fault("a.inp", &format!("{line}{abaqus}"));
        assert!(found.line == 1 && found.message.contains(message), "{line}: {found:?}");
    }
    let nastran = nastran(&two(false)).replacen("$ a block", "GRDSET,,7", 1);
    assert_eq!(fault("a.bdf", &nastran).line, 3);
    let text = nastran.replacen("GRDSET,,7", "INCLUDE 'more.bdf'", 1);
    assert!(fault("a.bdf", &text).message.contains("another file"));
}

#[test]
fn sets_of_sets_do_not_grow_without_bounds() {
    let sets = format!("*NSET, NSET=a\n1\n{}*ELSET, ELSET=b\n1\n{}", "a,a,a,a\n".repeat(20), "b,b,b,b\n".repeat(20));
    let found = read("a.inp", &format!("{}{sets}", abaqus(&two(false)))).expect_err("too many entries");
    assert!(found.message.contains("entries"), "{found:?}");
    let many = "*NSET, NSET=c, GENERATE\n".to_owned() + &"1,2000000,1\n".repeat(100_000);
    assert!(read("a.inp", &many).expect_err("too many entries").message.contains("entries"));
}

#[test]
fn groups_without_names_are_called_by_their_numbers_and_tabs_fill_columns() {
    for text in [gmsh_2(&two(false)), gmsh_4(&two(false))] {
        let text = format!("\u{feff}{text}").replace("$PhysicalNames\n1\n2 7 \"left end\"\n$EndPhysicalNames\n", "");
        let mesh = read("a.msh", &text).expect("a mesh").mesh;
        assert_eq!(mesh.surfaces.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["7"]);
    }
    let text = nastran(&two(false));
    let tabs = |line: &str| match line.strip_prefix("GRID") {
        Some(rest) => format!("GRID\t{}\t\t{}\n", rest[4..12].trim(), &rest[20..]),
        None => format!("{line}\n"),
    };
    let tabbed: String = text.lines().map(tabs).collect();
    assert_eq!(read("a.bdf", &tabbed).expect("a mesh").mesh.positions, two(false).positions);
}

/// Pieces that an editor, a broken disk or another program leaves in a mesh file.
fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-+.,*$ 0-9eEdD\n]{0,12}",
        "\\PC{0,6}",
        prop::sample::select(vec![
            "\u{feff}",
            "°",
            "\r\n",
            "\t",
            "nan",
            "inf",
            "1e308",
            "-1",
            "0",
            "18446744073709551615",
            "99999999999999999999999",
            "\n*NSET, NSET=ends\nends, ends\n",
            "\n*ELSET, ELSET=first\nfirst, first\n",
            "\n*NSET, NSET=ends, GENERATE\n0, 18446744073709551615, 1\n",
            "\n*SURFACE, NAME=left end\nfirst, S0\n",
            "\n*ELEMENT, TYPE=S4, ELSET=first\n9, 1, 2, 3, 4\n",
            "\n$Elements\n18446744073709551615\n",
            "\n$Nodes\n4 4 1 4\n",
            "$EndNodes",
            "\nCTETRA*\n*",
            "\nGRID*   1\n",
            "ENDDATA",
        ])
        .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any damage to a good file of any format gives a mesh whose numbers fit together, or an error at a line of the file.
    #[test]
    fn any_damage_is_read_or_refused(
        format in 0..8_usize,
        damages in prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, piece()), 1..4),
    ) {
        let mesh = two(format >= 4);
        let (name, mut text) = match format % 4 {
            0 => ("a.msh", gmsh_2(&mesh)),
            1 => ("a.msh", gmsh_4(&mesh)),
            2 => ("a.inp", abaqus(&mesh)),
            _ => ("a.bdf", nastran(&mesh)),
        };
        for (at, length, piece) in damages {
            let start = text.floor_char_boundary(at.index(text.len() + 1));
            let end = text.floor_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, &piece);
        }
        match read(name, &text) {
            Ok(MeshFile { mesh, numbers, .. }) => {
                prop_assert_eq!(numbers.len(), mesh.positions.len());
                let count = mesh.positions.len() as u32;
                prop_assert!(mesh.blocks.iter().all(|block| block.nodes.iter().all(|node| *node < count)));
                prop_assert!(mesh.node_sets.iter().all(|(_, set)| set.iter().all(|node| *node < count)));
                for (_, faces) in &mesh.surfaces {
                    prop_assert!(mesh.nodes_on(faces).iter().all(|node| *node < count));
                }
            }
            Err(fault) => prop_assert!(fault.line <= text.lines().count() && !fault.message.is_empty()),
        }
    }
}
