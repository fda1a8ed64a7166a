//! A self-contained page with scene, motion and channels, which needs no server and no network.

use crate::packed;
use crate::page::Page;
use crate::subject::{Slice, Subject};
use halfshaft_results::plot::Plot;
use serde_json::{Value, json};

/// Maximum number of points per channel; fewer for many channels, to limit the size of the file.
const POINTS: usize = 1200;
const ALL_POINTS: usize = 800_000;
const FEWEST: usize = 100;
/// Size of the frames of flexible bodies, in bytes before they are encoded.
const FLEXIBLE_BYTES: usize = 16 << 20;
/// After so many numbers there is the same quantity in the next frame of a load, which most of a motion consists of.
const LOAD: usize = 9;

/// One HTML page with the data of these subjects and at most `frames` frames of the motion of each.
pub fn offline_page(subjects: &[Subject], frames: usize) -> Result<String, String> {
    let page = Page::embedded()?;
    let Some(first) = subjects.first() else { return Err("there is no run or model to show".into()) };
    let plots = &first.scene.plots;
    let runs = subjects.iter().map(|subject| run(subject, plots, frames)).collect::<Result<Vec<_>, _>>()?;
    // Nothing in it can close its element: names are packed with everything else.
    let data = Value::Array(runs).to_string();
    let program = page.script.replace("</script", "<\\/script");
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; \
         style-src 'unsafe-inline'; img-src data: blob:\">\n<style>{}</style>\n",
        page.style
    );
    let rest = format!(
        "<script type=\"application/json\" id=\"halfshaft-data\">{data}</script>\n\
         <script type=\"text/plain\" id=\"halfshaft-program\">{program}</script>\n<script>{}</script>",
        page.boot
    );
    Ok(page.document(&first.scene.title, &head, &rest))
}

fn run(subject: &Subject, plots: &[Plot], frames: usize) -> Result<Value, String> {
    let failed = |error: halfshaft_results::Error| error.to_string();
    let points = (ALL_POINTS / subject.channels().max(1)).clamp(FEWEST, POINTS);
    let column = |place: usize, even: bool| match subject.column(place, Slice::whole(points, even)) {
        Some(column) => column.map_err(failed).map(|(times, values)| {
            let numbers = times.iter().chain(&values);
            json!(packed::numbers(&numbers.flat_map(|n| (*n as f32).to_le_bytes()).collect::<Vec<u8>>(), 1))
        }),
        None => Ok(Value::Null),
    };
    let columns = (0..subject.channels()).map(|place| column(place, false)).collect::<Result<Vec<_>, _>>()?;
    // Channels that are plotted against each other need the same rows.
    let pairs = plots.iter().filter_map(|plot| plot.x.as_ref().map(|x| (x, &plot.lines)));
    let mut even = serde_json::Map::new();
    for name in pairs.flat_map(|(x, lines)| lines.iter().chain([x])).map(|line| &line.channel) {
        if let Some(place) = subject.place(name) {
            even.insert(place.to_string(), column(place, true)?);
        }
    }
    let motion = packed::numbers(&subject.motion_bytes(frames).map_err(failed)?, LOAD);
    let (heads, bodies) = subject.flexible_frames(FLEXIBLE_BYTES).map_err(failed)?;
    let frames: Vec<String> = bodies.iter().map(|body| packed::numbers(body, 1)).collect();
    let flexible = json!({"heads": packed::numbers(&heads, 1), "frames": frames});
    let head = packed::text(&subject.head().to_string());
    Ok(json!({"head": head, "motion": motion, "columns": columns, "even": even, "flexible": flexible}))
}
