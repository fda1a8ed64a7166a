//! The arguments of the command line.

use crate::assignment::assignment;
use crate::gear_arguments::Gear;
use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use halfshaft_run::{FileAccess, parallel};
use std::path::PathBuf;

const FIRST_STEPS: &str = "First steps:
  halfshaft demo                          a torque-sensing differential in its four modes
  halfshaft new model.toml                a starter model to edit; see --kind for others
  halfshaft run model.toml                run it; results and report go to runs/model
  halfshaft view runs/model               view the motion in the browser";

/// Simulates mechanical transmissions.
#[derive(Parser)]
#[command(name = "halfshaft", version, arg_required_else_help = true, after_help = FIRST_STEPS)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub file_access: FileArguments,
}

/// Which files a model may name.
#[derive(Args)]
pub(crate) struct FileArguments {
    /// Folder that must contain all files a model refers to [default: the working directory, or the model's folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Let a model refer to files anywhere
    #[arg(long, global = true)]
    pub allow_outside: bool,
}

/// Number of threads: as requested, by default the number of cores.
pub(crate) fn threads(requested: Option<u16>) -> usize {
    requested.map_or_else(parallel::cores, usize::from)
}

impl From<FileArguments> for FileAccess {
    fn from(FileArguments { root, allow_outside }: FileArguments) -> Self {
        FileAccess { root, allow_outside }
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run a model's analysis and store its results
    Run(Run),
    /// Continue a run that was interrupted or killed
    Resume(Resume),
    /// Read and assemble a model without simulating it
    Check(Check),
    /// Compute natural frequencies, damping ratios and mode shapes about the initial state
    Modes(Modes),
    /// Run all model files found and check their expectations
    Verify(Verify),
    /// Run a model for many values of its parameters
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Sweep(Sweep),
    /// Fit parameters so that measures match target values
    Fit(FitOptions),
    /// Write the report of a run, a sweep or a fit, as HTML
    Report(Report),
    /// Plot channels of a run, as SVG or PNG
    Plot(Plot),
    /// Order tracking of a channel: waterfall and order cuts, as SVG and CSV
    Orders(Orders),
    /// View a run or a model in 3D in the browser
    View(View),
    /// Write a starter model with every section explained
    New(New),
    /// Run the built-in example, a torque-sensing differential
    Demo(Demo),
    /// Geometry and mesh stiffness of a gear pair; meshes of its wheels; loaded tooth contact
    Gear(Gear),
    /// Nodes, elements, surfaces and sets of a mesh file of Gmsh, Abaqus, CalculiX or Nastran
    Mesh(MeshOptions),
    /// Reduce a body on a mesh to a few shapes, as a file for NumPy
    Reduce(Reduce),
    /// Curves, stiffnesses and forces of a tyre property file (.tir)
    Tyre(Tyre),
    /// Print the JSON schema of the model file
    Schema,
    /// Print the reference page of the model file, in Markdown
    Reference,
}

impl Command {
    /// The model or folder of a command that prints one JSON object; `None` without `--json`.
    pub(crate) fn json(&self) -> Option<String> {
        let (json, path) = match self {
            Command::Run(run) => (run.json, &run.model),
            Command::Resume(resume) => (resume.json, &resume.folder),
            Command::Check(check) => (check.json, &check.model),
            Command::Modes(modes) => (modes.json, &modes.model),
            Command::Verify(verify) => (verify.json, verify.paths.first()?),
            Command::Fit(fit) => (fit.json, fit.models.first()?),
            Command::Sweep(Sweep { part: None, of, how }) => (how.json, &of.as_ref()?.model),
            Command::Sweep(Sweep { part: Some(part), .. }) => match part {
                SweepPart::Plan(plan) => (plan.json, &plan.of.model),
                SweepPart::Run(run) => (run.how.json, &run.plan),
                SweepPart::Collect(collect) => (collect.json, &collect.plan),
            },
            _ => return None,
        };
        json.then(|| path.to_string_lossy().into_owned())
    }
}

#[derive(Args)]
pub(crate) struct Run {
    /// The model file
    pub model: PathBuf,
    /// Override a parameter, or a key of the solver or the analysis, as `--set "length=240 mm"`
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// Folder for the results [default: runs/<name of the model file>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
    /// Also write the channels as comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// Channels to store instead of those of [record], as `pivot.angle`; `*` matches any characters; may be repeated
    #[arg(long, value_name = "CHANNEL")]
    pub record: Vec<String>,
    /// Also write every Newton iteration to trace.csv: residual, contraction, worst unknown, age of the Jacobian
    #[arg(long)]
    pub trace: bool,
    /// How to report progress on standard error: a line on a terminal, or one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub progress: ProgressFormat,
}

/// How progress is reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProgressFormat {
    /// A line that is rewritten, on a terminal only.
    #[default]
    Line,
    /// One JSON object per line, a few times per second.
    Json,
}

#[derive(Args)]
pub(crate) struct Resume {
    /// The folder of the run, as `runs/pendulum`
    #[arg(value_name = "RUN")]
    pub folder: PathBuf,
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
    /// How to report progress on standard error: a line on a terminal, or one JSON object per line
    #[arg(long, value_enum, default_value_t)]
    pub progress: ProgressFormat,
}

#[derive(Args)]
pub(crate) struct Check {
    /// The model file
    pub model: PathBuf,
    /// Override a parameter, or a key of the solver or the analysis
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct Modes {
    /// The model file
    pub model: PathBuf,
    /// Override a parameter, or a key of the solver or the analysis
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct Verify {
    /// Model files, and folders to search for them
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Override a parameter, or a key of the solver or the analysis, in every model
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// Number of models run in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Also run the slow files of folders, which say `slow = true`
    #[arg(long)]
    pub full: bool,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
    /// Write a Markdown page of all expectations, such as docs/validation.md
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Sweep {
    #[command(subcommand)]
    pub part: Option<SweepPart>,
    #[command(flatten)]
    pub of: Option<PlanArguments>,
    #[command(flatten)]
    pub how: CaseArguments,
}

/// The parts of a sweep, for job arrays.
#[derive(Subcommand)]
pub(crate) enum SweepPart {
    /// Choose the cases and write the plan, without running anything
    Plan(SweepPlan),
    /// Run all or some cases of a plan; finished cases are skipped
    Run(SweepRun),
    /// Collect the finished cases in one table
    Collect(Collect),
}

/// What a study varies, and how its cases are chosen.
#[derive(Args)]
pub(crate) struct PlanArguments {
    /// The model file
    pub model: PathBuf,
    /// Parameter to vary, as `--vary "length=100 mm:200 mm:11"` or `--vary "teeth=17,19,23"`
    #[arg(long, value_name = "NAME=A:B:N|LIST", value_parser = assignment, required = true)]
    pub vary: Vec<(String, String)>,
    /// How cases are chosen: all combinations, values paired in order, Latin hypercube or random
    #[arg(long, value_enum, default_value = "grid")]
    pub plan: Design,
    /// Number of cases of a Latin hypercube or random plan
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub cases: Option<u32>,
    /// Seed of the random numbers; stored in the plan
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Override a parameter, or a key of the solver or the analysis, in all cases
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// Folder for the study [default: runs/<name of the model file>-sweep]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Design {
    Grid,
    List,
    Lhs,
    Random,
}

/// How cases are run.
#[derive(Args)]
pub(crate) struct CaseArguments {
    /// Number of cases run in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Also store the channels and the report of each case
    #[arg(long)]
    pub keep: bool,
    /// Repeat failed cases
    #[arg(long)]
    pub retry: bool,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Args)]
pub(crate) struct SweepPlan {
    #[command(flatten)]
    pub of: PlanArguments,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct SweepRun {
    /// The plan file or its folder
    pub plan: PathBuf,
    /// Run only this case, counted from 1
    #[arg(long, value_name = "I", conflicts_with_all = ["shard", "shards"])]
    pub case: Option<usize>,
    /// Run only every N-th case, starting with the I-th, counted from 1
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "shards")]
    pub shard: Option<(usize, usize)>,
    /// Run only every N-th case, starting with the job array index from the environment
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..).map(|n| n as usize))]
    pub shards: Option<usize>,
    #[command(flatten)]
    pub how: CaseArguments,
}

#[derive(Args)]
pub(crate) struct Collect {
    /// The plan file or its folder
    pub plan: PathBuf,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct FitOptions {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    pub models: Vec<PathBuf>,
    /// Parameter to fit and its range, as `--vary "friction=0.05:0.3"`
    #[arg(long, value_name = "NAME=A:B", value_parser = assignment, required = true)]
    pub vary: Vec<(String, String)>,
    /// Target value of a measure, as `--to "period=2.01 s"` or `--to "period=2.01 s ± 0.01 s"`; if several models have
    /// the measure, `--to "model:period=2.01 s"`
    #[arg(long, value_name = "MEASURE=VALUE[±σ]", value_parser = assignment, required = true)]
    pub to: Vec<(String, String)>,
    /// Override a parameter, or a key of the solver or the analysis, in all cases
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// Number of searches from different starting points
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub starts: u16,
    /// Seed of the starting points
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Points of the curve of the sum of squares over each parameter [default: 11 for one parameter, 0 for several]
    #[arg(long, value_name = "N")]
    pub curve: Option<u16>,
    /// Step of the finite differences, as a fraction of each range
    #[arg(long, value_name = "PART", default_value_t = 5e-3, value_parser = part)]
    pub difference: f64,
    /// Number of cases run in parallel [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Folder for the results [default: runs/<name of the first model file>-fit]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Args)]
pub(crate) struct Report {
    /// The folder of the run or study, as `runs/pendulum`
    #[arg(value_name = "RUN")]
    pub folder: PathBuf,
    /// File to write [default: report.html in the folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Plot {
    /// The folder of the run, as `runs/pendulum`
    #[arg(value_name = "RUN")]
    pub folder: PathBuf,
    /// Channels, as `pivot.angle`; `*` matches any characters. Without channels, their names are listed
    #[arg(value_name = "CHANNEL")]
    pub channels: Vec<String>,
    /// File to write, `.svg` or `.png` [default: SVG to standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Channel of the x axis [default: time]
    #[arg(long, value_name = "CHANNEL")]
    pub x: Option<String>,
    /// Unit for the channels of its quantity, as `deg`; may be repeated
    #[arg(long = "unit", value_name = "UNIT")]
    pub units: Vec<String>,
    /// Time window, as `0.1:0.5`, in seconds or with units
    #[arg(long, value_name = "FROM:TO")]
    pub over: Option<String>,
    /// Logarithmic axes
    #[arg(long, value_parser = ["x", "y", "both"])]
    pub log: Option<String>,
    /// Title of the plot
    #[arg(long, default_value = "")]
    pub title: String,
}

#[derive(Args)]
pub(crate) struct Orders {
    /// The folder of the run, as `runs/run-up`
    #[arg(value_name = "RUN")]
    pub folder: PathBuf,
    /// The channel, as `shaft.torque`
    #[arg(value_name = "CHANNEL")]
    pub channel: String,
    /// Angle of the reference shaft, as `crank.angle`
    #[arg(long, value_name = "CHANNEL")]
    pub reference: String,
    /// Order to extract; may be repeated
    #[arg(long = "order", value_name = "N", required = true, value_parser = positive)]
    pub orders: Vec<f64>,
    /// Revolutions per block
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub turns: u32,
    /// Highest order of the waterfall [default: twice the highest --order]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub highest: Option<f64>,
    /// Folder for the files [default: the folder of the run]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Parses a positive number.
fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= 1e4 => Ok(number),
        _ => Err("must be a positive number, at most 10000".into()),
    }
}

#[derive(Args)]
pub(crate) struct View {
    /// The folder of a run, or a model file
    #[arg(value_name = "RUN|MODEL")]
    pub subject: PathBuf,
    /// Another run, shown in grey beside the first
    #[arg(long, value_name = "RUN")]
    pub compare: Option<PathBuf>,
    /// Port to listen on; 0 selects a free port
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Write a file instead: `.html` for one self-contained page, `.glb` for glTF, `.pvd` with `.vtu` for ParaView
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Maximum number of frames of an exported file
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(2..=20_000).map(|n| n as usize))]
    pub frames: usize,
}

#[derive(Args)]
pub(crate) struct New {
    /// Model file to write; an existing file is never overwritten
    pub file: PathBuf,
    /// Kind of starter model
    #[arg(long, value_enum, default_value_t = Starter::Pendulum)]
    pub kind: Starter,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Starter {
    /// A rod on a hinge
    Pendulum,
    /// A torsional driveline: engine, clutch, gear stage, half shafts
    Train,
    /// A gear pair in its bearings
    Wheels,
}

#[derive(Args)]
pub(crate) struct Demo {
    /// The model, one of those that `--list` names [default: differential]
    pub name: Option<String>,
    /// List the models with what they show and questions to try
    #[arg(long)]
    pub list: bool,
    /// Override a parameter, or a key of the solver or the analysis
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// Folder for the results [default: runs/<name of the example>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Reduce {
    #[command(flatten)]
    pub of: Check,
    /// The superelement; or the solid, whose attachments are then the boundary; or the beam, whose named points are
    #[arg(long, value_name = "NAME")]
    pub body: String,
    /// Modes and static shapes of the fixed boundary, or free modes and residual shapes [default: as the model says]
    #[arg(long, value_parser = ["primal", "dual"])]
    pub basis: Option<String>,
    /// Number of elastic modes [default: as the model says]
    #[arg(long, value_name = "N")]
    pub modes: Option<usize>,
    /// Compare the reduction with its mesh: frequencies up to 1.5 times the band, static errors, effective masses
    #[arg(long)]
    pub compare: bool,
    /// Compare under tractions and a pressure on this surface or set too; may be repeated
    #[arg(long, value_name = "SURFACE", requires = "compare")]
    pub load: Vec<String>,
    /// Store shapes and stresses at all nodes, not only at those on the skin and in sets
    #[arg(long, conflicts_with = "matrices")]
    pub everywhere: bool,
    /// Write stiffness and mass matrices for other programs: of the reduced body in the motions of its frames, or of the mesh
    #[arg(long, value_parser = ["reduced", "full"])]
    pub matrices: Option<String>,
    /// The file: `arm.npz` for a model or NumPy, `arm.mtx` (Matrix Market), `arm.pch` (DMIG of Nastran)
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

#[derive(Args)]
pub(crate) struct MeshOptions {
    /// The mesh file: `.msh`, `.inp`, `.bdf`, `.nas`, `.dat` or `.fem`
    pub file: PathBuf,
    /// Print one JSON object, with the numbers of the nodes of each surface and set
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct Tyre {
    /// Tyre property file of MF 5.2 (PAC2002) or 6.1
    pub file: PathBuf,
    /// Wheel loads in N [default: half, one and one and a half times the nominal load]
    #[arg(long, num_args = 1..)]
    pub load: Vec<f64>,
    /// Camber of the curves in rad, positive with the top to the right
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    pub camber: f64,
    /// Forces at a slip ratio, slip angle [rad], camber [rad] and load [N]; may be repeated
    #[arg(long, num_args = 4, value_names = ["KAPPA", "ALPHA", "GAMMA", "FZ"], allow_negative_numbers = true)]
    pub at: Vec<f64>,
    /// Write the curves to an .svg or .png file
    #[arg(long, short)]
    pub output: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Parses a number above 0 and at most 0.1.
fn part(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| 0.0 < *number && *number <= 0.1);
    number.ok_or_else(|| "must be above 0 and at most 0.1".into())
}

/// Parses `I/N`, both counted from 1.
fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
    match parts {
        Some((i, n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err("write I/N, with I from 1 to N".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
