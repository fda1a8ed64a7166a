//! What can stand behind `halfshaft gear`.

use crate::assignment::assignment;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Gear {
    #[command(subcommand)]
    pub command: Option<GearCommand>,
    /// Numbers of teeth; the second wheel is the ring of an internal pair
    #[arg(long, num_args = 2, value_names = ["A", "B"], required = true)]
    pub teeth: Vec<String>,
    /// Normal module, as "2.2 mm"
    #[arg(long, allow_hyphen_values = true, required = true)]
    pub module: Option<String>,
    /// Normal pressure angle
    #[arg(long, default_value = "20 deg")]
    pub pressure_angle: String,
    /// Helix angle at the reference cylinder
    #[arg(long, default_value = "0 deg", allow_hyphen_values = true)]
    pub helix_angle: String,
    /// Profile shift coefficients
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_negative_numbers = true)]
    pub shift: Vec<String>,
    /// Dedendum of the basic rack over the module
    #[arg(long, default_value = "1.25")]
    pub dedendum: String,
    /// Tip diameters
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub tip_diameter: Vec<String>,
    /// Centre distance [default: the one without backlash]
    #[arg(long)]
    pub centre_distance: Option<String>,
    /// Common face width
    #[arg(long)]
    pub face_width: Option<String>,
    /// The second wheel is an internal ring gear
    #[arg(long)]
    pub internal: bool,
    /// Young's modulus of the teeth
    #[arg(long, default_value = "206 GPa")]
    pub young: String,
    /// Print one JSON object in SI units instead of a table
    #[arg(long)]
    pub json: bool,
}

#[derive(Subcommand)]
pub(crate) enum GearCommand {
    /// Mesh one wheel of a gear pair
    Mesh(GearMesh),
    /// Loaded tooth contact analysis of a gear pair over one pitch
    Ltca(Ltca),
}

/// The elements of a mesh.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Element {
    Hex8,
    Hex20,
}

#[derive(Args)]
pub(crate) struct GearMesh {
    /// Model file with a [[gear]] that has `wheels`
    pub model: PathBuf,
    /// Which wheel: 1 is A, or the pinion if A is a ring
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=2))]
    pub wheel: u64,
    /// File to write: Gmsh 2.2 text (.msh), in metres
    #[arg(long)]
    pub out: PathBuf,
    /// Elements of 8 or 20 nodes
    #[arg(long, default_value = "hex20")]
    pub element: Element,
    /// Fineness of the mesh: twice as many cells across a tooth, three times as many along a flank
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=8))]
    pub fineness: u64,
    /// Name of the gear pair, if several have `wheels`
    #[arg(long)]
    pub pair: Option<String>,
    /// Override a parameter
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
}

#[derive(Args)]
pub(crate) struct Ltca {
    /// Model file with a [[gear]] that has `wheels`
    pub model: PathBuf,
    /// Torque on wheel 1, which is A, or the pinion if A is a ring
    #[arg(long, allow_hyphen_values = true)]
    pub torque: String,
    /// Positions over one pitch
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u64).range(4..=1000))]
    pub positions: u64,
    /// Tip reliefs to compare, on both wheels
    #[arg(long, value_name = "LENGTH", num_args = 1.., value_delimiter = ',')]
    pub tip_relief: Vec<String>,
    /// Name of the gear pair, if several have `wheels`
    #[arg(long)]
    pub pair: Option<String>,
    /// Override a parameter
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// File for the mesh stiffness over a pitch, which a [[gear]] takes as `stiffness_file` (.json)
    #[arg(long, value_name = "FILE")]
    pub stiffness: Option<PathBuf>,
    /// Drawing of error and forces over the roll angle (.svg or .png)
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
