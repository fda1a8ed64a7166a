//! Meshes as Gmsh files: text of version 2.2, with a physical group for each surface.

use std::fmt::Write;

use halfshaft::mesh::{Cell, Mesh};

/// Gmsh's order of the middle nodes of a hexahedron, as places in ours.
const HEX20: [usize; 12] = [8, 11, 16, 9, 17, 10, 18, 19, 12, 15, 13, 14];

/// The text of a file; lengths in metres. Volumes are in the physical group "solid"; sets of single nodes are omitted.
pub fn write_gmsh(mesh: &Mesh) -> String {
    let mut text = String::from("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n");
    let volume = mesh.surfaces.len() + 1;
    let line = |text: &mut String, arguments: std::fmt::Arguments| {
        // Writing to a string cannot fail.
        let _ = text.write_fmt(arguments);
        text.push('\n');
    };
    line(&mut text, format_args!("{volume}"));
    for (k, (name, _)) in mesh.surfaces.iter().enumerate() {
        line(&mut text, format_args!("2 {} \"{name}\"", k + 1));
    }
    line(&mut text, format_args!("3 {volume} \"solid\"\n$EndPhysicalNames\n$Nodes\n{}", mesh.positions.len()));
    for (k, x) in mesh.positions.iter().enumerate() {
        line(&mut text, format_args!("{} {:.16e} {:.16e} {:.16e}", k + 1, x[0], x[1], x[2]));
    }
    let faces: usize = mesh.surfaces.iter().map(|(_, faces)| faces.len()).sum();
    let cells: usize = mesh.blocks.iter().map(|block| block.count()).sum();
    line(&mut text, format_args!("$EndNodes\n$Elements\n{}", faces + cells));
    let mut number = 0;
    let mut element = |text: &mut String, kind: u32, group: usize, nodes: &mut dyn Iterator<Item = u32>| {
        number += 1;
        let _ = write!(text, "{number} {kind} 2 {group} {group}");
        nodes.for_each(|node| {
            let _ = write!(text, " {}", node + 1);
        });
        text.push('\n');
    };
    for (k, (_, list)) in mesh.surfaces.iter().enumerate() {
        for &face in list {
            let nodes = mesh.face_nodes(face);
            let kind = match nodes.len() {
                3 => 2,
                4 => 3,
                6 => 9,
                _ => 16,
            };
            element(&mut text, kind, k + 1, &mut nodes.into_iter());
        }
    }
    for block in &mesh.blocks {
        for cell in 0..block.count() {
            let nodes = block.nodes_of(cell);
            match block.cell {
                Cell::Hex20 => {
                    let order = (0..8).chain(HEX20).map(|k| nodes[k]);
                    element(&mut text, 17, volume, &mut order.into_iter());
                }
                Cell::Hex8 => element(&mut text, 5, volume, &mut nodes.iter().copied()),
                // Wheels have hexahedra only.
                Cell::Tet10 | Cell::Wedge15 => {}
            }
        }
    }
    text.push_str("$EndElements\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use halfshaft::mesh::structured::ring;

    #[test]
    fn a_mesh_is_read_back_as_it_was_written() {
        for mesh in [ring([0.2, 0.5], 0.3, [8, 2, 1]), ring([0.2, 0.5], 0.3, [8, 2, 1]).with_middles()] {
            let read = crate::meshes::read("wheel.msh", &write_gmsh(&mesh)).unwrap().mesh;
            assert_eq!(read.positions, mesh.positions);
            assert_eq!(read.blocks, mesh.blocks);
            for (name, faces) in &mesh.surfaces {
                let (_, own) = read.surfaces.iter().find(|(own, _)| own == name).unwrap();
                assert_eq!(read.nodes_on(own), mesh.nodes_on(faces), "{name}");
            }
        }
    }
}
