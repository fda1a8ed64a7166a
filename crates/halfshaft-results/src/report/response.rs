//! The frequency response of a model: amplitudes over frequency or speed.

use super::{Run, plotted};
use crate::error::Error;
use crate::figure::escaped;
use crate::plot::{Line, Plot, by_item};

/// Maximum size of all figures in characters; further plots are left to `halfshaft plot`.
const ROOM: usize = 1_500_000;
/// Number of items shown expanded.
const UNFOLDED: usize = 3;

/// The plots of the model file, or amplitudes and phases item by item.
pub(super) fn response(run: &Run, out: &mut String) -> Result<(), Error> {
    *out += &format!("<h2>Response over {}</h2>\n", escaped(&run.stored.axis.name));
    for plot in &run.scene.plots {
        if !plot.title.is_empty() {
            *out += &format!("<h3>{}</h3>\n", escaped(&plot.title));
        }
        plotted(out, &Plot { title: String::new(), ..plot.clone() }.figure(run.stored)?);
    }
    let begin = out.len();
    let mut left_out = vec![];
    for (i, (item, places)) in by_item(run.stored).iter().enumerate() {
        if out.len() - begin > ROOM {
            left_out.push(escaped(item));
            continue;
        }
        let open = if i < UNFOLDED && run.scene.plots.is_empty() { " open" } else { "" };
        let named = |phase: bool| {
            let names = places.iter().map(|place| run.stored.info[*place].name.as_str());
            names.filter(|name| name.ends_with("_phase") == phase).map(Line::plain).collect::<Vec<_>>()
        };
        let amplitudes = Plot { lines: named(false), log: [false, true], ..Plot::default() };
        let phases = Plot { lines: named(true), ..Plot::default() };
        *out += &format!("<details{open}><summary>{}</summary>\n", escaped(item));
        for plot in [amplitudes, phases].iter().filter(|plot| !plot.lines.is_empty()) {
            plotted(out, &plot.figure(run.stored)?);
        }
        *out += "</details>\n";
    }
    if !left_out.is_empty() {
        *out += &format!(
            "<p class=\"note\">Omitted to keep this file small: {}. <code>halfshaft plot</code> plots any channel.</p>\n",
            left_out.join(", ")
        );
    }
    Ok(())
}
