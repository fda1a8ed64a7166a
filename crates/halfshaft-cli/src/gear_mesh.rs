//! `halfshaft gear mesh`: the mesh of one wheel of a gear pair as a file.

use crate::exit::Exit;
use crate::gear_arguments::{Element, GearMesh};
use crate::output;
use halfshaft::gear::{SectorDivisions, Tooth, WheelMesh};
use halfshaft::tooth_contact::ContactFault;
use halfshaft_model::{GearWheels, gear_wheels, meshes, read_with};
use halfshaft_results::atomic::write_bytes;
use halfshaft_run::{FileAccess, InvalidInput, open};
use std::io::Result;
use std::path::Path;

pub(crate) fn mesh(options: &GearMesh, file_access: &FileAccess) -> Result<Exit> {
    let meshed = wheels(&options.model, &options.overrides, options.pair.as_deref(), file_access)
        .and_then(|wheels| meshed(options, &wheels));
    let (text, counts) = match meshed {
        Ok(meshed) => meshed,
        Err(invalid) => return output::report_invalid(&options.model.to_string_lossy(), &invalid, false),
    };
    if let Err(error) = write_bytes(&options.out, text.as_bytes()) {
        return output::report_unwritable(&options.model.to_string_lossy(), &error, false);
    }
    output::print_line(&format!("{}: {} nodes, {} elements", options.out.display(), counts[0], counts[1]))?;
    Ok(Exit::Done)
}

/// The wheels of a gear pair of a model file.
pub(crate) fn wheels(
    model: &Path,
    overrides: &[(String, String)],
    pair: Option<&str>,
    file_access: &FileAccess,
) -> std::result::Result<GearWheels, InvalidInput> {
    let source = open(model)?;
    let model = read_with(&source, overrides, &file_access.disk(&[model]))?;
    gear_wheels(&model, pair).map_err(|diagnostic| InvalidInput::from(*diagnostic))
}

/// The text of the mesh file, and the numbers of nodes and elements.
fn meshed(options: &GearMesh, wheels: &GearWheels) -> std::result::Result<(String, [usize; 2]), InvalidInput> {
    let k = options.wheel as usize - 1;
    let fault = |fault: ContactFault| InvalidInput::from(*wheels.error(&fault));
    let tooth = Tooth::new(wheels.pair.drawings[k]).map_err(|own| fault(ContactFault::Tooth(k, own)))?;
    let mesh = WheelMesh {
        tooth: &tooth,
        body: wheels.pair.bodies[k],
        modification: wheels.pair.modifications[k],
        divisions: SectorDivisions::of_fineness(options.fineness as usize),
        quadratic: matches!(options.element, Element::Hex20),
    };
    let mesh = mesh.whole().map_err(|own| fault(ContactFault::Mesh(k, own)))?;
    let cells = mesh.blocks.iter().map(|block| block.count()).sum();
    Ok((meshes::write_gmsh(&mesh), [mesh.positions.len(), cells]))
}
