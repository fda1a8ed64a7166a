//! `halfshaft demo`: models that come with the program; by default a torque-sensing differential in its four modes.

use crate::arguments::{Demo, ProgressFormat};
use crate::exit::Exit;
use crate::gallery::{self, ENTRIES, Entry};
use crate::{output, progress, run};
use halfshaft_results::report::REPORT_FILE;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::summary::Status;
use halfshaft_results::table::{Align, Table};
use halfshaft_run::{RunOutcome, Source};
use std::io::Result;
use std::path::Path;

/// A mode, with the measured torque ratio and the one computed in the source (Virlez 2014, table 5.2).
struct Mode {
    words: &'static str,
    key: &'static str,
    measured: f64,
    thesis: f64,
}

const MODES: [Mode; 4] = [
    Mode { words: "drive, bias to the rear", key: "drive_rear", measured: 4.02, thesis: 3.95 },
    Mode { words: "coast, bias to the front", key: "coast_front", measured: 1.62, thesis: 1.60 },
    Mode { words: "drive, bias to the front", key: "drive_front", measured: 1.57, thesis: 1.49 },
    Mode { words: "coast, bias to the rear", key: "coast_rear", measured: 2.82, thesis: 2.95 },
];

/// The contacts by their measures; the first planet represents all planets.
const CONTACTS: [(&str, &str); 8] = [
    ("sun-7", "sun/7"),
    ("8-10", "8/10"),
    ("internal-11", "internal/11"),
    ("coupling-11", "coupling/11"),
    ("internal-9", "internal/9"),
    ("9-housing", "9/housing"),
    ("planet-housing 1", "planets/housing"),
    ("planet-9 1", "planets/9"),
];
/// A contact force below this counts as open, in newtons.
const OPEN_FORCE: f64 = 10.0;

pub(crate) fn demo(options: &Demo) -> Result<Exit> {
    if options.list {
        return list().map(|()| Exit::Done);
    }
    let default = &ENTRIES[0];
    let entry = match &options.name {
        None => default,
        Some(name) => match gallery::find(name) {
            Some(entry) => entry,
            None => {
                let names = ENTRIES.map(|entry| entry.name).join(", ");
                output::eprint_line(&format!(
                    "error[bad-arguments]: there is no demo \"{name}\"\n  = help: it is one of {names}"
                ));
                return Ok(Exit::BadInput);
            }
        },
    };
    // The differential has been called by its patent name since the first version.
    let file = if options.name.is_none() { "torsen-c.toml".into() } else { format!("{}.toml", entry.name) };
    let folder = options.out.clone().unwrap_or_else(|| RunDirectory::default_for(Path::new(&file)));
    let source = Source::new(&file, entry.text);
    let line = progress::Line::new(ProgressFormat::Line, true);
    let outcome = run::run_and_store(&source, &entry.files, &options.overrides, &folder, run::Extras::default(), line);
    if entry.name != default.name || outcome.summary.status != Status::Done {
        run::print_outcome(&outcome, false)?;
        if outcome.summary.status == Status::Done {
            output::print(&further(entry, &outcome))?;
        }
        return Ok(outcome.summary.status.into());
    }
    print_differential(&outcome).map(|()| Exit::Done)
}

/// Every demo with its sentence and its questions.
fn list() -> Result<()> {
    let mut text = String::from("halfshaft demo NAME runs one of these models:\n");
    for entry in &ENTRIES {
        text += &format!("\n{}\n  {}\n{}", entry.name, entry.sentence, questions(entry));
    }
    output::print(&text)
}

fn questions(entry: &Entry) -> String {
    let line = |question: &gallery::Question| {
        let words = question.overrides.iter().map(|each| format!(" --set \"{each}\"")).collect::<String>();
        format!("  {}\n    halfshaft demo {}{words}\n", question.text, entry.name)
    };
    entry.questions.iter().map(line).collect()
}

/// What to try next, and at the end how to look at it.
fn further(entry: &Entry, outcome: &RunOutcome) -> String {
    let folder = outcome.folder.as_ref();
    let view = folder.map_or(String::new(), |folder| format!("view it: halfshaft view {}\n", folder.display()));
    format!("\n{}\n{}{view}", entry.sentence, questions(entry))
}

/// The four modes of the differential beside what was measured and computed elsewhere.
fn print_differential(outcome: &RunOutcome) -> Result<()> {
    let statistics = &outcome.summary.statistics;
    let mut text = format!("{}\n\n{}\n", outcome.title, table(outcome));
    text += "TDR: torque distribution ratio. Geometry calibrated: the screw lead, washer and friction radii are not published and were\n\
             fitted to the measured ratios, so the agreement shows that a plausible geometry exists but does not validate it.\n\n";
    text += &format!("{} steps over {} s in {:.1} s\n", statistics.steps, statistics.simulated_s, statistics.wall_s);
    text += &format!("\n{}\nmore models: halfshaft demo --list\n", questions(&ENTRIES[0]));
    if let Some(folder) = &outcome.folder {
        text +=
            &format!("report: {}\nview it: halfshaft view {}\n", folder.join(REPORT_FILE).display(), folder.display());
    }
    output::print(&text)
}

fn table(outcome: &RunOutcome) -> Table {
    let mut table = Table::new(&[
        ("mode", Align::Left),
        ("TDR", Align::Right),
        ("measured", Align::Right),
        ("thesis", Align::Right),
        ("error", Align::Right),
        ("active contacts", Align::Left),
        ("", Align::Left),
    ]);
    for mode in &MODES {
        // A run that ends before the mode is repeated has the first one, with thicker films.
        let measure = |after: &str| outcome.measure(&format!("tdr_{}{after}", mode.key));
        let Some(ratio) = measure("").or_else(|| measure("_first")) else { continue };
        let force = |contact: &str| outcome.measure(&format!("{contact} in {}", mode.key)).unwrap_or(0.0);
        let active: Vec<&str> =
            CONTACTS.iter().filter(|(contact, _)| force(contact) > OPEN_FORCE).map(|(_, words)| *words).collect();
        table.row(vec![
            mode.words.into(),
            format!("{ratio:.3}"),
            format!("{:.2}", mode.measured),
            format!("{:.2}", mode.thesis),
            format!("{:+.1} %", 100.0 * (ratio / mode.measured - 1.0)),
            active.join(" "),
            "geometry calibrated".into(),
        ]);
    }
    table
}
