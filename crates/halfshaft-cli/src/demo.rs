//! `halfshaft demo`: a torque-sensing differential in its four modes, from model files embedded in the program.

use crate::arguments::Demo;
use crate::exit::Exit;
use crate::{output, run};
use halfshaft_results::report::REPORT_FILE;
use halfshaft_results::run_directory::RunDirectory;
use halfshaft_results::summary::Status;
use halfshaft_results::table::{Align, Table};
use halfshaft_run::{Embedded, RunOutcome, Source};
use std::io::Result;
use std::path::Path;

const NAME: &str = "torsen-c.toml";
const TEXT: &str = include_str!("../../../examples/torsen-c/vehicle-film.toml");
const FILES: Embedded = Embedded(&[
    ("film.toml", include_str!("../../../examples/torsen-c/film.toml")),
    ("core.toml", include_str!("../../../examples/torsen-c/core.toml")),
]);

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
    let folder = options.out.clone().unwrap_or_else(|| RunDirectory::default_for(Path::new(NAME)));
    let outcome = run::run_and_store(&Source::new(NAME, TEXT), &FILES, &[], &folder, run::Extras::default(), true);
    if outcome.summary.status != Status::Done {
        run::print_outcome(&outcome, false)?;
        return Ok(outcome.summary.status.into());
    }
    let statistics = &outcome.summary.statistics;
    let mut text = format!("{}\n\n{}\n", outcome.title, table(&outcome));
    text += "TDR: torque distribution ratio. Geometry calibrated: the screw lead, washer and friction radii are not published and were\n\
             fitted to the measured ratios, so the agreement shows that a plausible geometry exists but does not validate it.\n\n";
    text += &format!("{} steps over {} s in {:.1} s\n", statistics.steps, statistics.simulated_s, statistics.wall_s);
    if let Some(folder) = &outcome.folder {
        text +=
            &format!("report: {}\nview it: halfshaft view {}\n", folder.join(REPORT_FILE).display(), folder.display());
    }
    output::print(&text)?;
    Ok(Exit::Done)
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
        let Some(ratio) = outcome.measure(&format!("tdr_{}", mode.key)) else { continue };
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
