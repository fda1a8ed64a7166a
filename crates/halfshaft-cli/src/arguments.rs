//! What can stand on the command line.

use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

const FIRST_STEPS: &str = "First steps:
  halfshaft demo                          a torque-sensing differential in its four modes
  halfshaft new model.toml                a model to change; --kind train or wheels for others
  halfshaft run model.toml                its results and its report, in runs/model
  halfshaft view runs/model               its motion in the browser";

/// Simulates mechanical transmissions.
#[derive(Parser)]
#[command(name = "halfshaft", version, arg_required_else_help = true, after_help = FIRST_STEPS)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub reach: Reach,
}

/// Which files a model may name.
#[derive(Args)]
pub(crate) struct Reach {
    /// The folder within which the files that a model names must lie [default: the working directory, or the model's own]
    #[arg(long, global = true, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// Let a model name files anywhere
    #[arg(long, global = true)]
    pub allow_outside: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Perform a model's analysis and keep its results
    Run(Run),
    /// Go on with a run that was interrupted or killed
    Resume(Resume),
    /// Read a model, build its system and assemble it, without simulating
    Check(Check),
    /// Compute natural frequencies, damping and shapes about a model's initial state
    Modes(Modes),
    /// Run every model file found and test its expectations
    Verify(Verify),
    /// Run a model with many values of its parameters
    #[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
    Sweep(Sweep),
    /// Find the values of parameters with which measures become what they should be
    Fit(FitOptions),
    /// Write the report of a run, a sweep or a fit, as HTML
    Report(Report),
    /// Draw channels of a run, as SVG or PNG
    Plot(Plot),
    /// Track the orders of channels through a run: waterfall and order cuts, as SVG and CSV
    Orders(Orders),
    /// Look at a run or a model in three dimensions
    View(View),
    /// Write a starter model with every section explained
    New(New),
    /// Run an example that comes with the program
    Demo(Demo),
    /// Geometry, contact ratios and mesh stiffness of two wheels
    Gear(Gear),
    /// Print the JSON schema of the model file
    Schema,
    /// Print the reference page of the model file, in Markdown
    Reference,
}

impl Command {
    /// The model or folder of a command that prints one JSON object; none where it does not.
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
    /// The folder for the results [default: runs/<name of the model file>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Print one JSON object instead of tables
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
    /// Keep the channels as comma-separated values too
    #[arg(long)]
    pub csv: bool,
    /// Keep every Newton iteration too, in trace.csv: residual, contraction, worst unknown, age of the Jacobian
    #[arg(long)]
    pub trace: bool,
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
    /// How many models run at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Print one JSON object instead of lines
    #[arg(long)]
    pub json: bool,
    /// Write a page of all expectations, as docs/validation.md
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Sweep {
    #[command(subcommand)]
    pub part: Option<SweepPart>,
    #[command(flatten)]
    pub of: Option<PlanOf>,
    #[command(flatten)]
    pub how: How,
}

/// The same in pieces, for job arrays.
#[derive(Subcommand)]
pub(crate) enum SweepPart {
    /// Choose the cases and write the plan, without running anything
    Plan(SweepPlan),
    /// Run the cases of a plan, or some of them; those that have ended are skipped
    Run(SweepRun),
    /// Make one table of the cases that have ended
    Collect(Collect),
}

/// What a study is about.
#[derive(Args)]
pub(crate) struct PlanOf {
    /// The model file
    pub model: PathBuf,
    /// What varies, as `--vary "length=100 mm:200 mm:11"` or `--vary "teeth=17,19,23"`
    #[arg(long, value_name = "NAME=A:B:N|LIST", value_parser = assignment, required = true)]
    pub vary: Vec<(String, String)>,
    /// How cases are chosen: all combinations, values taken together, Latin hypercube or random
    #[arg(long, value_enum, default_value = "grid")]
    pub plan: Design,
    /// How many cases a Latin hypercube or a random plan has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub cases: Option<u32>,
    /// Where random numbers come from; the plan keeps it
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Override a parameter, or a key of the solver or the analysis, in all cases
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// The folder for the study [default: runs/<name of the model file>-sweep]
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
pub(crate) struct How {
    /// How many cases run at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Keep the channels and the report of each case too
    #[arg(long)]
    pub keep: bool,
    /// Run cases again that have failed
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
    pub of: PlanOf,
    /// Print one JSON object instead of a table
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub(crate) struct SweepRun {
    /// The plan, or the folder it is in
    pub plan: PathBuf,
    /// One case only, counted from 1
    #[arg(long, value_name = "I", conflicts_with_all = ["shard", "shards"])]
    pub case: Option<usize>,
    /// Every N-th case only, from the I-th on, counted from 1
    #[arg(long, value_name = "I/N", value_parser = shard, conflicts_with = "shards")]
    pub shard: Option<(usize, usize)>,
    /// Every N-th case only; which ones, the job array's index in the environment says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..).map(|n| n as usize))]
    pub shards: Option<usize>,
    #[command(flatten)]
    pub how: How,
}

#[derive(Args)]
pub(crate) struct Collect {
    /// The plan, or the folder it is in
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
    /// What is sought, and in which range, as `--vary "friction=0.05:0.3"`
    #[arg(long, value_name = "NAME=A:B", value_parser = assignment, required = true)]
    pub vary: Vec<(String, String)>,
    /// What a measure should be, as `--to "period=2.01 s"` or `--to "period=2.01 s ± 0.01 s"`; with several models of
    /// which more than one has the measure, `--to "model:period=2.01 s"`
    #[arg(long, value_name = "MEASURE=VALUE[±σ]", value_parser = assignment, required = true)]
    pub to: Vec<(String, String)>,
    /// Override a parameter, or a key of the solver or the analysis, in all cases
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = assignment)]
    pub overrides: Vec<(String, String)>,
    /// How many searches, from different starting points
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub starts: u16,
    /// Where the starting points come from
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Points of the curve of the sum of squares along each parameter [default: 11 for one parameter, else none]
    #[arg(long, value_name = "N")]
    pub curve: Option<u16>,
    /// Part of a range over which derivatives are taken
    #[arg(long, value_name = "PART", default_value_t = 5e-3, value_parser = part)]
    pub difference: f64,
    /// How many cases run at the same time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// The folder for the results [default: runs/<name of the first model file>-fit]
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
    /// Where to write it [default: report.html in the folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Plot {
    /// The folder of the run, as `runs/pendulum`
    #[arg(value_name = "RUN")]
    pub folder: PathBuf,
    /// Channels, as `pivot.angle`; `*` stands for any letters. Without any, their names are listed
    #[arg(value_name = "CHANNEL")]
    pub channels: Vec<String>,
    /// The file to write, `.svg` or `.png`; as SVG to standard output where it is left out
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The channel along x; the time where it is left out
    #[arg(long, value_name = "CHANNEL")]
    pub x: Option<String>,
    /// A unit to show values in, as `deg`; may be repeated, each is for the channels of its quantity
    #[arg(long = "unit", value_name = "UNIT")]
    pub units: Vec<String>,
    /// From and to, as `0.1:0.5`, in seconds or with units
    #[arg(long, value_name = "FROM:TO")]
    pub over: Option<String>,
    /// The axes that are logarithmic
    #[arg(long, value_parser = ["x", "y", "both"])]
    pub log: Option<String>,
    /// What it shows
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
    /// The angle of the shaft whose turns count, as `crank.angle`
    #[arg(long, value_name = "CHANNEL")]
    pub reference: String,
    /// An order to cut out; may be repeated
    #[arg(long = "order", value_name = "N", required = true, value_parser = positive)]
    pub orders: Vec<f64>,
    /// Turns of a block
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub turns: u32,
    /// The highest order of the waterfall [default: twice the highest one cut out]
    #[arg(long, value_name = "N", value_parser = positive)]
    pub highest: Option<f64>,
    /// The folder for the files [default: the run's own]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// A number above zero.
fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number <= 1e4 => Ok(number),
        _ => Err("a number above zero".into()),
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
    /// The port to listen on; any free one where it is left out
    #[arg(long, default_value_t = 0)]
    pub port: u16,
    /// Write a file instead: `.html` for one page without a network, `.glb` for glTF, `.pvd` with `.vtu` for ParaView
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Frames of the motion that an exported file holds at most
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u32).range(2..=20_000).map(|n| n as usize))]
    pub frames: usize,
}

#[derive(Args)]
pub(crate) struct New {
    /// The model file to write; one that exists is never overwritten
    pub file: PathBuf,
    /// What it is about
    #[arg(long, value_enum, default_value_t = Starter::Pendulum)]
    pub kind: Starter,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Starter {
    /// A rod on a hinge
    Pendulum,
    /// A torsional drive train: engine, clutch, gear, half shafts
    Train,
    /// Two wheels with teeth in their bearings
    Wheels,
}

#[derive(Args)]
pub(crate) struct Demo {
    /// The folder for the results [default: runs/<name of the example>]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Gear {
    /// Numbers of teeth; the second wheel is the ring of an internal pair
    #[arg(long, num_args = 2, value_names = ["A", "B"], required = true)]
    pub teeth: Vec<String>,
    /// Normal module, as "2.2 mm"
    #[arg(long, allow_hyphen_values = true)]
    pub module: String,
    /// Normal pressure angle
    #[arg(long, default_value = "20 deg")]
    pub pressure_angle: String,
    /// Helix angle at the reference cylinder
    #[arg(long, default_value = "0 deg", allow_hyphen_values = true)]
    pub helix_angle: String,
    /// Profile shift coefficients
    #[arg(long, num_args = 2, value_names = ["A", "B"], allow_negative_numbers = true)]
    pub shift: Vec<String>,
    /// Diameters of the tips
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub tip_diameter: Vec<String>,
    /// Distance of the axes [default: the one without play]
    #[arg(long)]
    pub centre_distance: Option<String>,
    /// Common face width
    #[arg(long)]
    pub face_width: Option<String>,
    /// The second wheel has its teeth inside
    #[arg(long)]
    pub internal: bool,
    /// Young's modulus of the teeth
    #[arg(long, default_value = "206 GPa")]
    pub young: String,
    /// Print one JSON object in SI units instead of a table
    #[arg(long)]
    pub json: bool,
}

/// `NAME=VALUE`; the value may hold further equals signs.
fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.into(), value.into())),
        _ => Err("write NAME=VALUE".into()),
    }
}

/// A number between 0 and 0.1, without 0.
fn part(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| 0.0 < *number && *number <= 0.1);
    number.ok_or_else(|| "write a number above 0, and not above 0.1".into())
}

/// `I/N`, both from 1.
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
    fn an_assignment_splits_at_its_first_equals_sign() {
        assert_eq!(assignment("a = = 2 * b"), Ok(("a".into(), "= 2 * b".into())));
        assert_eq!(assignment("lead=240 mm"), Ok(("lead".into(), "240 mm".into())));
        assert!(assignment("lead").is_err() && assignment("=3").is_err() && assignment("lead=").is_err());
    }

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
