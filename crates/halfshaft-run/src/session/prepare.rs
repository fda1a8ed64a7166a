//! From the text of a model to a system ready for analysis.

use super::item_locations::ItemLocations;
use super::response_settings::ResponseSettings;
use crate::invalid_input::InvalidInput;
use halfshaft::analysis::{Scheme, Settings, Spin, Steps};
use halfshaft::laws::ProgramFunction;
use halfshaft::math::Vec3;
use halfshaft::system::System;
use halfshaft_model::diagnostic::Diagnostic;
use halfshaft_model::source::{Open, Source};
use halfshaft_model::study::Study;
use halfshaft_model::{Analysis, Campbell, Described, Model, Output, Record, units};
use halfshaft_results::base64;
use halfshaft_results::measure::{Expectation, Measure, Unit};
use halfshaft_results::number::significant;
use halfshaft_results::scene::Scene;
use std::cell::RefCell;
use std::sync::Arc;

/// A model that passed every check.
pub struct Prepared {
    /// Its title; by default its name.
    pub title: String,
    /// What is computed.
    pub analysis: Analysis,
    /// Its system.
    pub system: Arc<System>,
    /// The settings of the time integration.
    pub settings: Settings,
    /// The measures.
    pub measures: Vec<Measure>,
    /// The expected values of measures.
    pub expectations: Vec<Expectation>,
    /// What a run stores.
    pub record: Record,
    /// The names and units of what other programs set, through the simulation handle.
    pub inputs: Vec<(String, Unit)>,
    /// What other programs read, through the simulation handle.
    pub outputs: Vec<Output>,
    /// The other files of the model, as pairs of path and text.
    pub files: Vec<(String, String)>,
    /// The geometry of the model, for the viewer.
    pub scene: Scene,
    /// Whether redundant constraints are allowed.
    pub redundancy_allowed: bool,
    /// Whether the analysis starts from static equilibrium.
    pub equilibrium: bool,
    /// The settings of a frequency response.
    pub response: Option<ResponseSettings>,
    /// The settings of a Campbell diagram.
    pub campbell: Option<Campbell>,
    /// The steady rotation of a modal or static analysis.
    pub spin: Option<Spin>,
    /// Whether the linearized system of a modal analysis is stored.
    pub matrices: bool,
    /// Number of the lowest modes of a large system.
    pub mode_count: usize,
    /// The units of the file, for messages about shafts.
    pub units: Units,
    /// Warnings about the model file.
    pub remarks: Vec<Diagnostic>,
    /// Locations of the items in the files.
    pub locations: ItemLocations,
}

/// The units in which a model gives initial speeds and angles of its shafts.
#[derive(Clone, Debug, Default)]
pub struct Units(Vec<(String, &'static str, String)>);

impl Units {
    fn of(model: &Model) -> Self {
        let each = model.items.iter().flat_map(|item| item.units.iter().map(move |given| (item, given)));
        Units(each.map(|(item, (key, unit))| (item.name.clone(), *key, unit.clone())).collect())
    }

    /// A `speed` or `angle` of a shaft as text, in the unit of the file for this shaft, or else for any other shaft.
    pub fn in_words(&self, shaft: &str, key: &str, value: f64) -> String {
        let own = self.0.iter().find(|(name, of, _)| name == shaft && *of == key);
        let unit = own.or_else(|| self.0.iter().find(|(_, of, _)| *of == key)).map(|(_, _, unit)| unit.as_str());
        let scale = unit.and_then(|unit| units::parse(&format!("1 {unit}")).ok()).map(|amount| amount.value);
        match (unit, scale) {
            (Some(unit), Some(scale)) => format!("{} {unit}", significant(value / scale, 6)),
            _ => format!("{} {}", significant(value, 6), if key == "speed" { "rad/s" } else { "rad" }),
        }
    }
}

/// Opens files and records their paths and texts.
struct FileRecorder<'a> {
    open: &'a dyn Open,
    files: RefCell<Vec<(String, String)>>,
}

impl Open for FileRecorder<'_> {
    fn open(&self, path: &str) -> Result<Source, Diagnostic> {
        let source = self.open.open(path)?;
        self.files.borrow_mut().push((path.into(), source.text.clone()));
        Ok(source)
    }

    fn open_data(&self, path: &str) -> Result<Source, Diagnostic> {
        let source = self.open.open_data(path)?;
        self.files.borrow_mut().push((path.into(), source.text.clone()));
        Ok(source)
    }

    fn function(&self, name: &str) -> Option<Arc<dyn ProgramFunction>> {
        self.open.function(name)
    }

    fn open_bytes(&self, path: &str) -> Result<Vec<u8>, Diagnostic> {
        let bytes = self.open.open_bytes(path)?;
        self.files.borrow_mut().push((path.into(), base64::encoded(&bytes)));
        Ok(bytes)
    }
}

/// A file that has been read.
pub enum Ready {
    /// A model that is ready for its analysis.
    Model(Box<Prepared>),
    /// A study of other files.
    Study(Box<Study>),
}

/// Reads a model, with the files it uses, and builds its system.
pub fn prepare(source: &Source, overrides: &[(String, String)], open: &dyn Open) -> Result<Prepared, InvalidInput> {
    let files_read = FileRecorder { open, files: RefCell::default() };
    let model = halfshaft_model::read_with(source, overrides, &files_read)?;
    Ok(prepared(model, files_read.files.into_inner()))
}

/// The same for a file that may describe a study.
pub fn prepare_any(source: &Source, overrides: &[(String, String)], open: &dyn Open) -> Result<Ready, InvalidInput> {
    let files_read = FileRecorder { open, files: RefCell::default() };
    Ok(match halfshaft_model::read_file(source, overrides, &files_read)? {
        Described::Model(model) => Ready::Model(Box::new(prepared(*model, files_read.files.into_inner()))),
        Described::Study(study) => Ready::Study(study),
    })
}

/// A model with its system, and the other files that it is made of.
fn prepared(model: Model, files: Vec<(String, String)>) -> Prepared {
    let system = model.build();
    let text = |warning: &Diagnostic| format!("{} ({}:{})", warning.message, warning.file(), warning.line());
    let warnings = model.warnings.iter().map(text).collect();
    let scene = Scene { analysis: model.analysis.name().into(), warnings, ..model.scene(&system) };
    let settings = settings(&model);
    let inputs = model.inputs().map(|(name, unit)| (name.to_owned(), unit)).collect();
    Prepared {
        title: scene.title.clone(),
        analysis: model.analysis,
        redundancy_allowed: model.solver.redundancy_allowed,
        equilibrium: match model.analysis {
            Analysis::Transient { from_equilibrium, .. }
            | Analysis::Modes { from_equilibrium }
            | Analysis::Response { from_equilibrium, .. } => from_equilibrium,
            Analysis::Statics => true,
        },
        response: ResponseSettings::of(&model),
        campbell: model.campbell.clone(),
        spin: model.spin.map(|[omega, about]| Spin { angular_velocity: Vec3(omega), about: Vec3(about) }),
        matrices: model.matrices,
        mode_count: model.mode_count,
        units: Units::of(&model),
        locations: ItemLocations::of(&model),
        remarks: model.warnings,
        system,
        settings,
        measures: model.measures,
        expectations: model.expectations,
        inputs,
        record: model.record,
        outputs: model.outputs,
        files,
        scene,
    }
}

fn settings(model: &Model) -> Settings {
    let solver = &model.solver;
    let end = match model.analysis {
        Analysis::Transient { end, .. } => end,
        Analysis::Statics | Analysis::Modes { .. } | Analysis::Response { .. } => 0.0,
    };
    let longest = solver.longest_step.unwrap_or(f64::INFINITY);
    let controlled = Steps::Controlled { tolerance: solver.tolerance, longest };
    let mut settings = Settings::new(end, solver.step.map_or(controlled, Steps::Fixed));
    (settings.force_tolerance, settings.first_step) = (solver.force_tolerance, solver.first_step);
    settings.scheme = Scheme::chung_hulbert(solver.spectral_radius);
    if let Some(tolerance) = solver.newton_tolerance {
        settings.newton_tolerance = tolerance;
    }
    settings
}
