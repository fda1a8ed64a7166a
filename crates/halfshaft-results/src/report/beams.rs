//! Diagrams of section forces along beams, and the table of their numbers.

use super::{Run, plotted};
use crate::atomic;
use crate::error::Error;
use crate::figure::{Curve, Figure, Panel, escaped};
use crate::scene::{BeamLine, Scene};
use crate::stored::Stored;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

/// The table in a run's folder.
pub const FILE: &str = "section-forces.csv";
/// Maximum number of beams and members that are drawn.
const MAX_DRAWN: usize = 16;
/// Number of them shown expanded.
const UNFOLDED: usize = 2;
/// A section force below this fraction of the largest one is not drawn.
const NEGLIGIBLE: f64 = 1e-9;

/// A section force: its name, its unit, and its channels at the first and the second end of an element.
struct Quantity {
    name: &'static str,
    unit: &'static str,
    channels: [&'static str; 2],
}

const fn quantity(name: &'static str, unit: &'static str, channels: [&'static str; 2]) -> Quantity {
    Quantity { name, unit, channels }
}

const QUANTITIES: [Quantity; 6] = [
    quantity("normal force", "N", ["normal_force"; 2]),
    quantity("shear force y", "N", ["shear_force_y"; 2]),
    quantity("shear force z", "N", ["shear_force_z"; 2]),
    quantity("torsional moment", "N m", ["torsional_moment"; 2]),
    quantity("bending moment y", "N m", ["bending_moment_y_a", "bending_moment_y_b"]),
    quantity("bending moment z", "N m", ["bending_moment_z_a", "bending_moment_z_b"]),
];

/// A section force over a run at one place: smallest, largest, and at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Values {
    least: f64,
    most: f64,
    last: f64,
}

/// The section forces at the ends of the elements of a line.
struct Diagram<'s> {
    line: &'s BeamLine,
    /// For each element the distances of its ends from the start of the line, and the values at them for each quantity.
    elements: Vec<([f64; 2], [[Values; 2]; 6])>,
}

impl Diagram<'_> {
    /// From the channels of a run; `None` if they were not stored.
    fn read<'s>(line: &'s BeamLine, stored: &Stored) -> Result<Option<Diagram<'s>>, Error> {
        let (mut elements, mut from) = (vec![], 0.0);
        for (name, length) in &line.elements {
            let mut values = [[Values { least: 0.0, most: 0.0, last: 0.0 }; 2]; 6];
            for (quantity, values) in QUANTITIES.iter().zip(&mut values) {
                for (channel, value) in quantity.channels.iter().zip(values) {
                    let Some(place) = stored.find(&format!("{name}.{channel}")) else { return Ok(None) };
                    let column = stored.column(place)?;
                    let Some(&last) = column.last() else { return Ok(None) };
                    let fold = |choose: fn(f64, f64) -> f64| column.iter().copied().fold(last, choose);
                    *value = Values { least: fold(f64::min), most: fold(f64::max), last };
                }
            }
            elements.push(([from, from + length], values));
            from += length;
        }
        Ok(Some(Diagram { line, elements }))
    }

    fn curve(&self, label: &str, quantity: usize, of: impl Fn(&Values) -> f64) -> Curve {
        let ends = self.elements.iter().flat_map(|(at, values)| at.iter().zip(&values[quantity]));
        Curve { label: label.into(), points: ends.map(|(at, values)| [*at, of(values)]).collect() }
    }

    /// The largest magnitude of a quantity.
    fn size(&self, quantity: usize) -> f64 {
        let all = self.elements.iter().flat_map(|(_, values)| &values[quantity]);
        all.fold(0.0, |most, values| most.max(values.most.abs()).max(values.least.abs()))
    }

    /// One panel for each section force that is not negligible beside the others of its unit.
    fn figure(&self, over_time: bool) -> Figure {
        let sizes: [f64; 6] = std::array::from_fn(|k| self.size(k));
        let largest = |unit: &str| {
            let same = QUANTITIES.iter().zip(sizes).filter(|(other, _)| other.unit == unit);
            same.fold(0.0_f64, |most, (_, size)| most.max(size))
        };
        let mut panels = vec![];
        for (k, quantity) in QUANTITIES.iter().enumerate() {
            if sizes[k] <= NEGLIGIBLE * largest(quantity.unit) {
                continue;
            }
            let mut curves = vec![self.curve("at the end", k, |values| values.last)];
            if over_time {
                curves.push(self.curve("largest", k, |values| values.most));
                curves.push(self.curve("smallest", k, |values| values.least));
            } else {
                curves[0].label = quantity.name.into();
            }
            panels.push(Panel { label: format!("{} in {}", quantity.name, quantity.unit), curves, ..Panel::default() });
        }
        Figure { x_label: "distance along the axis in m".into(), panels, ..Figure::default() }
    }
}

/// The diagrams of all beams whose section forces are stored, in `<details>`.
pub(super) fn diagrams(run: &Run, out: &mut String) -> Result<(), Error> {
    if run.scene.beams.is_empty() || !run.stored.over_time() {
        return Ok(());
    }
    let over_time = run.stored.time.len() > 1;
    let (mut body, mut drawn) = (String::new(), 0);
    for line in &run.scene.beams {
        if drawn == MAX_DRAWN {
            break;
        }
        let Some(diagram) = Diagram::read(line, run.stored)? else { continue };
        let figure = diagram.figure(over_time);
        if figure.panels.is_empty() {
            continue;
        }
        let open = if drawn < UNFOLDED { " open" } else { "" };
        body += &format!("<details{open}><summary>{}</summary>\n", escaped(&line.name));
        plotted(&mut body, &figure);
        body += "</details>\n";
        drawn += 1;
    }
    if drawn > 0 {
        *out += "<h2>Section forces along beams</h2>\n";
        *out += &body;
        *out += &format!(
            "<p class=\"soft\">In the axes of the sections, about their centroids. All numbers: {FILE}.</p>\n"
        );
    }
    Ok(())
}

/// Writes the section forces of all beams to a table in the folder of a run: at the end, and their extremes over the run.
pub(super) fn write_table(folder: &Path, scene: &Scene, stored: &Stored) -> Result<(), Error> {
    if scene.beams.is_empty() || !stored.over_time() {
        return Ok(());
    }
    let mut table = String::from("beam,element,distance [m]");
    for Quantity { name, unit, .. } in &QUANTITIES {
        let _ = write!(table, ",{name} [{unit}],{name} largest [{unit}],{name} smallest [{unit}]");
    }
    let head = table.len();
    for line in &scene.beams {
        let Some(diagram) = Diagram::read(line, stored)? else { continue };
        for ((name, _), (at, values)) in diagram.line.elements.iter().zip(&diagram.elements) {
            for end in 0..2 {
                let quoted = |text: &str| text.replace('"', "\"\"");
                let _ = write!(table, "\n\"{}\",\"{}\",{:?}", quoted(&line.name), quoted(name), at[end]);
                for Values { least, most, last } in values.iter().map(|both| both[end]) {
                    let _ = write!(table, ",{last:?},{most:?},{least:?}");
                }
            }
        }
    }
    if table.len() == head {
        return Ok(());
    }
    atomic::write(&folder.join(FILE), |file| writeln!(file, "{table}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagram_has_the_ends_of_every_element_and_omits_what_is_negligible() {
        let line = BeamLine { name: "shaft".into(), elements: vec![("shaft/element 1".into(), 0.5); 2] };
        let values = |x: f64| Values { least: -x, most: x, last: 0.5 * x };
        let mut of_element = [[values(0.0); 2]; 6];
        of_element[5] = [values(3.0), values(1.0)];
        of_element[4] = [values(1e-12); 2];
        let diagram = Diagram { line: &line, elements: vec![([0.0, 0.5], of_element), ([0.5, 1.0], of_element)] };
        let figure = diagram.figure(true);
        assert_eq!(figure.panels.len(), 1);
        assert_eq!(figure.panels[0].label, "bending moment z in N m");
        assert_eq!(figure.panels[0].curves[1].points, [[0.0, 3.0], [0.5, 1.0], [0.5, 3.0], [1.0, 1.0]]);
        assert_eq!(figure.panels[0].curves[0].points[0], [0.0, 1.5]);
    }
}
