//! Wheels by their drawings: the form of their teeth, their bodies, meshes and masses from the values of keys.

use halfshaft::gear::{
    DEDENDUM, Modification, SectorDivisions, Tooth, ToothFault, Web, WheelBody, WheelDrawing, WheelFault, WheelMesh,
};
use halfshaft::mesh::Mesh;

use crate::model::{Solid, Values};

/// Cells of the sector whose volume gives the mass: the error is below 1e-5.
const FINENESS_OF_MASS: usize = 3;

/// What is wrong with a wheel, and what would be right.
pub(crate) type WheelProblem = (String, String);

/// What to do about teeth that cannot be made.
pub(crate) fn tooth_help(fault: &ToothFault) -> &'static str {
    match fault {
        ToothFault::NoHeight => "check the tip and root diameters; those of a ring are the other way round",
        ToothFault::BelowBase(_) => "give a larger tip diameter, or a larger pressure angle",
        ToothFault::Pointed(_) => "give a smaller tip diameter, or a smaller profile shift",
        ToothFault::NoSpace => "give a larger root diameter, or a smaller profile shift",
        ToothFault::NoFlank => "give a larger tip diameter, or a smaller root diameter",
    }
}

/// What to do about a wheel without a mesh.
pub(crate) fn wheel_help(fault: &WheelFault) -> &'static str {
    match fault {
        WheelFault::Bore(_) => "give a smaller `bore_radius`; of a ring a larger one",
        WheelFault::Web(_) => "check `rim_radius`, `hub_radius` and `bore_radius`",
        WheelFault::Thickness => "check the thickness of the web and the length of the hub",
        WheelFault::Distorted => "check the diameters, the profile shift and `rack_tip_radius`",
    }
}

/// The drawing of a wheel.
fn drawing(values: &Values) -> WheelDrawing {
    let (module, helix_angle) = (values.number("module"), values.number("helix_angle"));
    let (internal, shift) = (values.switch("internal"), values.number("shift"));
    let teeth = values.count("teeth") as usize;
    let side = if internal { -1.0 } else { 1.0 };
    let reference = 0.5 * teeth as f64 * module / helix_angle.cos();
    let radius = |key: &str, height: f64| {
        values.optional_number(key).map_or(reference + module * (side * height + shift), |diameter| 0.5 * diameter)
    };
    WheelDrawing {
        teeth,
        internal,
        module,
        pressure_angle: values.number("pressure_angle"),
        helix_angle,
        shift,
        tip_radius: radius("tip_diameter", 1.0),
        root_radius: radius("root_diameter", -DEDENDUM),
        edge_radius: values.number("rack_tip_radius"),
        thinning: values.number("thinning"),
    }
}

/// The body of a wheel.
pub(crate) fn body(values: &Values) -> WheelBody {
    let web = values.optional_group("web").map(|web| Web {
        rim_radius: web.number("rim_radius"),
        hub_radius: web.number("hub_radius"),
        thickness: web.number("thickness"),
        hub_length: web.number("hub_length"),
    });
    WheelBody { face_width: values.number("face_width"), bore_radius: values.number("bore_radius"), web }
}

fn tooth(values: &Values) -> Result<Tooth, WheelProblem> {
    Tooth::new(drawing(values)).map_err(|fault| (fault.to_string(), tooth_help(&fault).to_owned()))
}

fn wheel_problem(fault: WheelFault) -> WheelProblem {
    (fault.to_string(), wheel_help(&fault).to_owned())
}

/// Numbers of zones along the profile and across the face of each flank of a superelement, if it has any.
pub(crate) fn flank_zones(superelement: &Values) -> Option<[usize; 2]> {
    let list = superelement.has("flank_zones").then(|| superelement.get("flank_zones"))??;
    <[u64; 2]>::try_from(list.as_counts()).ok().map(|counts| counts.map(|count| count as usize))
}

/// The divisions of a mesh: those of its fineness, and at least one cell for each zone of the flanks.
fn divisions(values: &Values, zones: [usize; 2]) -> SectorDivisions {
    let d = SectorDivisions::of_fineness(values.count("fineness") as usize);
    SectorDivisions { flank: d.flank.max(zones[0]), axial: d.axial.max(zones[1]), ..d }
}

/// About how many cells the mesh of a wheel has, with zones along the profile and across the face of its flanks.
pub(crate) fn cells(values: &Values, zones: [usize; 2]) -> usize {
    let d = divisions(values, zones);
    let depth = if values.optional_group("web").is_some() { d.rim + d.web + d.hub } else { d.rim };
    let section = d.across * d.flank.saturating_add(d.fillet) + (d.across + 2 * d.root) * depth;
    (values.count("teeth") as usize).saturating_mul(section).saturating_mul(d.axial)
}

/// The teeth of a wheel, what is taken off their flanks, and their width.
pub(crate) fn teeth(values: &Values) -> Result<(Tooth, Modification, f64), WheelProblem> {
    Ok((tooth(values)?, modification(values), values.number("face_width")))
}

fn modification(values: &Values) -> Modification {
    let number = |key: &str| values.number(key);
    Modification {
        tip_relief: number("tip_relief"),
        tip_relief_length: number("tip_relief_length"),
        root_relief: number("root_relief"),
        root_relief_length: number("root_relief_length"),
        crowning: number("crowning"),
        lead: number("lead_deviation"),
        pitch: number("pitch_deviation"),
    }
}

/// The mesh of a wheel.
pub(crate) fn mesh(values: &Values, zones: [usize; 2], quadratic: bool) -> Result<Mesh, WheelProblem> {
    let (tooth, modification) = (tooth(values)?, modification(values));
    let divisions = divisions(values, zones);
    WheelMesh { tooth: &tooth, body: body(values), modification, divisions, quadratic }.whole().map_err(wheel_problem)
}

/// A wheel as a shape with its volume and inertia.
pub(crate) fn solid(values: &Values) -> Result<Solid, WheelProblem> {
    let (tooth, modification) = (tooth(values)?, modification(values));
    let (body, divisions) = (body(values), SectorDivisions::of_fineness(FINENESS_OF_MASS));
    let wheel = WheelMesh { tooth: &tooth, body, modification, divisions, quadratic: true };
    let [volume, polar, axial] = wheel.moments().map_err(wheel_problem)?;
    let WheelDrawing { root_radius, internal, .. } = tooth.drawing;
    Ok(Solid::Wheel {
        radii: if internal { [root_radius, body.bore_radius] } else { [body.bore_radius, root_radius] },
        length: body.face_width,
        axis: values.axis("axis"),
        volume,
        along: polar / volume,
        across: (0.5 * polar + axial) / volume,
    })
}
