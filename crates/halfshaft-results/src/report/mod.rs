//! `report.html`: a self-contained page about a run, without network access. Its only script reads values off plots and zooms
//! them; the page names it by its digest, so that no other can run.

mod beams;
mod channels;
mod energy;
mod head;
mod modes;
mod picture;
mod response;
mod squeezed;
pub mod study;
mod train;

use crate::atomic;
use crate::base64::encoded;
use crate::campbell::Campbell;
use crate::date;
use crate::digest::sha256;
use crate::error::Error;
use crate::figure::{Figure, escaped};
use crate::flexible;
use crate::ledger::{self, Account};
use crate::mesh::Mesh;
use crate::recipe::Recipe;
use crate::scene::{SCENE_FILE, Scene};
use crate::stored::Stored;
use crate::summary::{SUMMARY_FILE, Summary};
use crate::train::Details;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The file in a run's folder.
pub const REPORT_FILE: &str = "report.html";

/// The contents of a report.
pub(crate) struct Run<'a> {
    scene: &'a Scene,
    /// `None` if the run was killed or is still running.
    summary: Option<&'a Summary>,
    stored: &'a Stored,
    accounts: &'a [Account],
    details: Option<&'a Details>,
    campbell: Option<&'a Campbell>,
    /// The surfaces of flexible bodies.
    flexible: &'a [(String, Mesh)],
    /// When the run ended, or when it began if it has not ended.
    date: Option<String>,
    /// Values of the command line that override those of the model file.
    overrides: &'a [(String, String)],
}

/// Writes the report of the run in `folder`, by default to `report.html` there, and returns its path.
pub fn write(folder: &Path, to: Option<&Path>) -> Result<PathBuf, Error> {
    let path = to.map_or_else(|| folder.join(REPORT_FILE), Path::to_owned);
    write_from(folder, &Stored::open(folder)?, &path)?;
    Ok(path)
}

/// Writes the report of the run in `folder` from its opened channels.
pub fn write_from(folder: &Path, stored: &Stored, path: &Path) -> Result<(), Error> {
    let overrides = Recipe::read(folder).map_or(vec![], |recipe| recipe.overrides);
    let scene = Scene::read(folder)?;
    beams::write_table(folder, &scene, stored)?;
    let page = page(&Run {
        scene: &scene,
        summary: Summary::read(folder)?.as_ref(),
        stored,
        accounts: &ledger::read(folder)?,
        details: Details::read(folder)?.as_ref(),
        campbell: Campbell::read(folder)?.as_ref(),
        flexible: &flexible::surfaces(folder),
        date: written_at(folder),
        overrides: &overrides,
    })?;
    atomic::write(path, |file| file.write_all(page.as_bytes()))
}

fn page(run: &Run) -> Result<String, Error> {
    let mut body = String::new();
    head::head(run, &mut body);
    head::errors_and_warnings(run, &mut body);
    // The engineering answer first, then plots, then parameters and figures of the solver.
    head::measures(run, &mut body);
    picture::picture(run, &mut body);
    modes::modes(run, &mut body);
    train::train(run, &mut body);
    train::campbell(run, &mut body);
    body += "<div class=\"later\">\n";
    beams::diagrams(run, &mut body)?;
    // Requested plots come before the energy audit, and this before the list of all channels.
    let asked = !run.scene.plots.is_empty();
    if !asked {
        energy::audit(run, &mut body)?;
    }
    if run.stored.over_time() {
        channels::plots(run, &mut body)?;
    } else {
        response::response(run, &mut body)?;
    }
    if asked {
        energy::audit(run, &mut body)?;
    }
    head::parameters(run, &mut body);
    head::facts(run, &mut body);
    body += "</div>\n";
    Ok(document(&run.scene.title, &body))
}

/// When the summary of a run was written, or its scene if it has no summary.
fn written_at(folder: &Path) -> Option<String> {
    let modified = |file: &str| std::fs::metadata(folder.join(file)).and_then(|file| file.modified()).ok();
    date::utc(modified(SUMMARY_FILE).or_else(|| modified(SCENE_FILE))?)
}

/// Reads values off plots and zooms them.
static SCRIPT: LazyLock<String> = LazyLock::new(|| squeezed::script(include_str!("zoom.js")));
/// What the page looks like.
static STYLE: LazyLock<String> = LazyLock::new(|| squeezed::style(include_str!("style.css")));

/// A self-contained page.
fn document(title: &str, body: &str) -> String {
    let body = body.replacen(VALUES, &format!("{VALUES}{HINT}"), 1);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
         script-src 'sha256-{}'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{}\n</style>\n<noscript><style>.later{{content-visibility:visible}}</style></noscript>\n</head>\n<body>\n{body}<script>{}</script></body>\n</html>\n",
        encoded(&sha256(SCRIPT.as_bytes())),
        escaped(title),
        *STYLE,
        *SCRIPT
    )
}

/// A figure in a box of its own, in which it can be moved sideways on a narrow screen.
fn framed(out: &mut String, svg: &str) {
    *out += &format!("<div class=\"wide\">{svg}</div>\n");
}

/// A plot, and the line below it in which the script shows values.
fn plotted(out: &mut String, figure: &Figure) {
    let (svg, [width, height]) = figure.svg_in_page();
    *out += &format!("<div class=\"wide plotted\" style=\"aspect-ratio:{width}/{height}\">{svg}</div>{VALUES}</p>\n");
}

const VALUES: &str = "<p class=\"values\">";
/// Below the first plot, until there are values.
const HINT: &str = "Point at a plot for its values; drag to zoom, double-click for the whole.";

/// A table; columns whose header begins with `#` contain numbers. Cells are HTML, without the end tags that HTML does not need.
fn table(out: &mut String, headers: &[&str], rows: &[Vec<String>]) {
    let class = |i: usize| if headers[i].starts_with('#') { " class=n" } else { "" };
    *out += "<div class=\"wide\"><table class=\"stacked\"><tr>";
    for (i, header) in headers.iter().enumerate() {
        *out += &format!("<th{}>{}", class(i), escaped(header.trim_start_matches('#')));
    }
    for row in rows {
        *out += "\n<tr>";
        row.iter().enumerate().for_each(|(i, cell)| *out += &format!("<td{}>{cell}", class(i)));
    }
    *out += "</table></div>\n";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recorder;
    use crate::measure::ChannelInfo;
    use crate::scene::Source;
    use crate::scratch::Scratch;
    use crate::summary::{Closeness, Expected, ModeSummary, Named, RunError, ShapeEntry, Statistics, Status};

    const HOSTILE: &str = "<script>alert(1)</script>";

    fn run(folder: &Path, ended: bool) -> Summary {
        let channel = |name: &str, unit: &str| ChannelInfo { name: name.into(), unit: unit.into() };
        let mut info = ["angle rad", "flat N", "tiny m"]
            .map(|text| text.split_once(' ').unwrap())
            .map(|(name, unit)| channel(&format!("{HOSTILE}.{name}"), unit))
            .to_vec();
        info.extend(crate::energy::channels());
        let mut recorder = Recorder::storing(&info, &[], "m", folder).unwrap();
        for i in 0..200 {
            let t = i as f64 / 100.0;
            recorder.push(t, &[t.sin(), 3.0, 1e-20 * t.sin(), 1.0, 2.0, t, t, 1e-9]).unwrap();
        }
        recorder.sync().unwrap();
        let source = |reference: Option<&str>| Source { tolerance: "1 %".into(), reference: reference.map(Into::into) };
        let scene = Scene {
            title: HOSTILE.into(),
            model: HOSTILE.into(),
            hash: "0123456789abcdef".into(),
            sources: vec![source(Some(HOSTILE)), source(None)],
            warnings: vec![HOSTILE.into()],
            ..Scene::default()
        };
        scene.write(folder).unwrap();
        let mut summary = Summary::new(HOSTILE, Status::Done, Statistics::default());
        summary.measures = Named(vec![(HOSTILE.into(), Some(4.0)), ("other".into(), None)]);
        summary.units = Named(vec![(HOSTILE.into(), "N m".into()), ("other".into(), "s".into())]);
        let expected = |measure: &str, value, ok: bool| Expected {
            measure: measure.into(),
            value,
            expected: 4.0,
            tolerance: Closeness::Within(0.04),
            ok: Some(ok),
        };
        summary.expectations = vec![expected(HOSTILE, Some(4.0), true), expected("other", None, false)];
        if ended {
            recorder.finish().unwrap();
            summary.write(folder).unwrap();
        }
        summary
    }

    fn written(folder: &Path) -> String {
        let path = write(folder, None).unwrap();
        std::fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_report_tells_what_was_met_and_shows_every_item() {
        let scratch = Scratch::new("report");
        run(scratch.path(), true);
        let page = written(scratch.path());
        assert!(page.contains("1 of 2 expectations met"));
        assert_eq!((page.matches(">ok<").count(), page.matches(">miss<").count()), (1, 1));
        assert!(page.contains("0123456789abcdef"));
        // The energies and the item; constant channels are listed, not plotted.
        assert_eq!(page.matches("<svg").count(), 2);
        assert!(page.contains("flat = 3 N") && page.contains("tiny = 0 m"));
    }

    #[test]
    fn names_are_shown_and_not_run() {
        let scratch = Scratch::new("report-hostile");
        let mut summary = run(scratch.path(), true);
        let reason = HOSTILE.to_string();
        let name = Some(reason.clone());
        summary.fail(RunError {
            code: "chattering".into(),
            time_s: Some(1.0),
            element: name.clone(),
            reason,
            worst: name,
        });
        summary.write(scratch.path()).unwrap();
        let page = written(scratch.path());
        // The page's own script, and no other.
        assert_eq!(page.to_lowercase().matches("<script").count(), 1);
        assert!(page.contains(&format!("<script>{}</script></body>", *SCRIPT)));
        assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
        for outside in ["http://", "https://", "src=", "url(", "@import"] {
            let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").replace(SCRIPT.as_str(), "");
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn modes_are_a_table_and_a_drawing_of_each_shape() {
        let scratch = Scratch::new("report-modes");
        let mut summary = run(scratch.path(), true);
        let mode = |frequency_hz: f64| ModeSummary {
            frequency_hz,
            damped_frequency_hz: 0.99 * frequency_hz,
            damping_ratio: 0.01,
            shape: Named(vec![
                (HOSTILE.into(), ShapeEntry::Shaft(-0.5)),
                ("wheel".into(), ShapeEntry::Body(vec![0.0, 1.0, 0.0, 0.0, 0.0, 0.25])),
            ]),
        };
        summary.modes = Some(vec![mode(0.0), mode(12.5)]);
        summary.write(scratch.path()).unwrap();
        let page = written(scratch.path());
        assert!(page.contains("<h2>Modes</h2>") && page.contains("12.5") && page.contains("1 %"));
        // A bar for the shaft, and for the body one along y and one about z, in each mode.
        assert_eq!(page.matches("<rect class=\"c").count(), 6);
        assert!(page.contains(">wheel along y<") && page.contains(">wheel about z<"));
    }

    #[test]
    fn a_run_that_was_killed_has_a_report_too() {
        let scratch = Scratch::new("report-killed");
        run(scratch.path(), false);
        let page = written(scratch.path());
        assert!(page.contains("not finished") && page.contains("<svg"));
    }

    #[test]
    fn the_answer_comes_first_then_plots_then_the_solver() {
        let scratch = Scratch::new("report-order");
        run(scratch.path(), true);
        let pair = |a: &str, b: &str| (a.to_string(), b.to_string());
        Recipe::new("m", &[pair("analysis.end", "2 s")], vec![], false).write(scratch.path()).unwrap();
        let page = written(scratch.path());
        let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words}"));
        let order = ["<h2>Measures", "<h2>Energy", "<h2>Channels", "<h2>Parameters", "<h2>Solver"].map(at);
        assert!(order.is_sorted(), "{order:?}");
        assert!(page.contains("analysis.end") && page.contains(" UTC"));
        // 1e-9 J of 2 J.
        assert!(page.contains("energy balance closed"));
    }

    #[test]
    fn a_folder_without_a_run_is_an_error() {
        let scratch = Scratch::new("report-none");
        assert!(write(scratch.path(), None).is_err());
    }
}
