//! Checks of the driveline as a whole: contradicting ratios, and undetermined shafts.
//!
//! Each rigid connection of shafts is a row Σ cⱼ φ̇ⱼ = 0. Rows are eliminated one by one, keeping track of the connections
//! that each combines.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostic::{Collector, Diagnostic};
use crate::kinds::SHAFTS;
use crate::model::{Item, Model, ShaftRef};

/// A coefficient after elimination counts as zero below this fraction of the largest of its row.
const ROUND_OFF: f64 = 1e-9;

/// Maximum number of connections examined, because the cost is quadratic.
const MOST: usize = 10_000;

/// Coefficients by the item indices of the shafts.
type Row = BTreeMap<usize, f64>;

/// A rigid connection of shafts.
struct Tie {
    /// The index of its item.
    place: usize,
    row: Row,
    /// Whether it is meant to fix a shaft.
    holds: bool,
}

/// A row with the connections it combines, by their item indices.
struct Combination {
    row: Row,
    ties: BTreeMap<usize, f64>,
}

impl Model {
    /// Checks the driveline as a whole.
    pub(crate) fn check_driveline(&self, out: &mut Collector) {
        let ties: Vec<Tie> =
            self.items.iter().enumerate().flat_map(|(place, item)| ties(place, item)).take(MOST + 1).collect();
        if ties.len() > MOST {
            return;
        }
        if let Some((stuck, parts)) = self.contradiction(&ties) {
            let names: Vec<String> = parts.iter().map(|&place| format!("\"{}\"", self.items[place].name)).collect();
            let last = &self.items[*parts.last().expect("a contradiction has parts")];
            let message = format!("the ratios of {} contradict each other", names.join(", "));
            let error = Diagnostic::new("contradicting-ratios", &last.source, last.span.clone(), message);
            out.push(error.label(format!("with this one, \"{}\" cannot turn", self.items[stuck].name)));
        }
        self.massless(&ties, out);
        for item in self.items.iter().filter(|item| item.kind.section == "driveline") {
            match item.type_name() {
                "clutch" => check_clutch(item, out),
                "torque" => check_harmonics(item, out),
                "engine" => check_engine(item, out),
                "cylinder" => check_cylinder(item, out),
                "planetary" if teeth(item)[0] >= teeth(item)[1] => {
                    let message = format!("the ring of \"{}\" has no more teeth than its sun", item.name);
                    let error = Diagnostic::new("out-of-range", &item.source, item.span.clone(), message);
                    out.push(error.help("give `teeth` of the sun first, then of the ring"));
                }
                "staged_spring" => {
                    let points = item.curve("torque");
                    if points.len() < 2 || points.windows(2).any(|pair| pair[0][0] >= pair[1][0]) {
                        let message =
                            format!("the stages of \"{}\" need two points or more, each further on", item.name);
                        out.push(Diagnostic::new("out-of-range", &item.source, item.span.clone(), message));
                    }
                }
                "dual_mass_flywheel" => check_flywheel(item, out),
                _ => {}
            }
        }
    }

    /// The first shaft that connections without ground prevent from turning, and those connections.
    fn contradiction(&self, ties: &[Tie]) -> Option<(usize, Vec<usize>)> {
        let held: BTreeSet<usize> = ties.iter().filter(|tie| tie.holds).map(|tie| tie.place).collect();
        let mut reduced: Vec<(usize, Combination)> = Vec::new();
        for Tie { place, row, .. } in ties {
            let mut new = Combination { row: row.clone(), ties: BTreeMap::from([(*place, 1.0)]) };
            for (pivot, old) in &reduced {
                eliminate(&mut new, *pivot, old);
            }
            let Some(pivot) = largest(&new.row) else { continue };
            for (_, old) in &mut reduced {
                eliminate(old, pivot, &new);
            }
            reduced.push((pivot, new));
            for (shaft, found) in &reduced {
                if found.row.len() == 1 && !found.ties.keys().any(|place| held.contains(place)) {
                    return Some((*shaft, found.ties.keys().copied().collect()));
                }
            }
        }
        None
    }

    /// Reports shafts without inertia that no rigid connection determines.
    fn massless(&self, ties: &[Tie], out: &mut Collector) {
        let massless =
            |place: usize| self.items[place].kind.section == SHAFTS && self.items[place].number("inertia") == 0.0;
        let mut reduced: Vec<(usize, Combination)> = Vec::new();
        for Tie { place, row, .. } in ties {
            let row: Row = row.iter().filter(|(shaft, _)| massless(**shaft)).map(|(k, c)| (*k, *c)).collect();
            let mut new = Combination { row, ties: BTreeMap::from([(*place, 1.0)]) };
            for (pivot, old) in &reduced {
                eliminate(&mut new, *pivot, old);
            }
            let Some(pivot) = largest(&new.row) else { continue };
            for (_, old) in &mut reduced {
                eliminate(old, pivot, &new);
            }
            reduced.push((pivot, new));
        }
        // A shaft with distributed inertia contributes to the shafts at its ends, and so do flywheels.
        let heavy: BTreeSet<usize> = self
            .items
            .iter()
            .filter(|item| item.kind.section == "driveline")
            .filter(|item| ["distributed_shaft", "dual_mass_flywheel"].contains(&item.type_name()))
            .flat_map(|item| item.shafts("between"))
            .filter_map(|end| if let ShaftRef::Shaft(place) = end { Some(place) } else { None })
            .collect();
        // A row with one remaining shaft determines it; all others lack a row.
        let determined = |place: usize| {
            heavy.contains(&place)
                || reduced.iter().any(|(_, found)| found.row.len() == 1 && found.row.contains_key(&place))
        };
        for (place, item) in self.items.iter().enumerate() {
            if massless(place) && !determined(place) {
                let message = format!("the rotation of \"{}\" is undetermined", item.name);
                let error = Diagnostic::new("massless-shaft", &item.source, item.span.clone(), message);
                let label = "it has no inertia, and no stage connects it to shafts that have one";
                out.push(error.label(label).help("give it an `inertia`, however small"));
            }
        }
    }
}

/// Checks a dual-mass flywheel: its stages start at the free angle and have stiffness; both flywheels have inertia.
fn check_flywheel(flywheel: &Item, out: &mut Collector) {
    let error = |message| Diagnostic::new("out-of-range", &flywheel.source, flywheel.span.clone(), message);
    let (name, stages) = (&flywheel.name, flywheel.curve("stages"));
    if stages.first().is_none_or(|first| first[0] != 0.0) {
        let message = format!("the first stage of \"{name}\" does not begin at 0");
        out.push(error(message).help("give the free play as `free_angle`"));
    }
    if stages.iter().any(|[_, stiffness]| *stiffness <= 0.0) {
        out.push(error(format!("a stage of \"{name}\" has no stiffness")));
    }
    if flywheel.list("inertias").iter().any(|inertia| inertia.as_number() <= 0.0) {
        out.push(error(format!("a flywheel of \"{name}\" has no inertia")));
    }
}

/// Checks that each harmonic of a torque has one amplitude.
fn check_harmonics(torque: &Item, out: &mut Collector) {
    for value in torque.optional_list("harmonics").unwrap_or_default() {
        let given = |key: &str| value.as_group().get(key).is_some();
        if given("amplitude") == given("amplitudes") {
            let message = format!("each harmonic of \"{}\" needs one of `amplitude`, `amplitudes`", torque.name);
            out.push(Diagnostic::new("missing-key", &torque.source, torque.span.clone(), message));
        }
    }
}

/// Checks that the curves of a map are in rising order of the throttle.
fn check_engine(engine: &Item, out: &mut Collector) {
    let positions: Vec<f64> = engine.list("map").iter().map(|value| value.as_group().number("throttle")).collect();
    if positions.windows(2).any(|pair| pair[0] >= pair[1]) {
        let message = format!("the curves of \"{}\" are not in rising order of `throttle`", engine.name);
        out.push(Diagnostic::new("not-increasing", &engine.source, engine.span.clone(), message));
    }
}

/// Checks that the rod of a piston is long enough, and that its pressure covers the whole cycle.
fn check_cylinder(cylinder: &Item, out: &mut Collector) {
    let name = &cylinder.name;
    let error = |code, message| Diagnostic::new(code, &cylinder.source, cylinder.span.clone(), message);
    if cylinder.number("rod_length") <= cylinder.number("crank_radius") {
        let message = format!("the rod of \"{name}\" is not longer than its crank");
        out.push(error("out-of-range", message).help("`rod_length` is typically three to four times `crank_radius`"));
    }
    let Some(points) = cylinder.optional_curve("pressure") else { return };
    if cylinder.get("bore").is_none() {
        out.push(error("missing-key", format!("cylinder \"{name}\" with `pressure` needs `bore`")));
    }
    let cycle = cylinder.count("strokes") as f64 * std::f64::consts::PI;
    let (first, last) = (points.first().copied().unwrap_or_default(), points.last().copied().unwrap_or_default());
    let closed = (first[1] - last[1]).abs() <= 1e-6 * first[1].abs().max(last[1].abs());
    if first[0] != 0.0 || (last[0] - cycle).abs() > 1e-9 * cycle || !closed {
        let message = format!("the pressure of \"{name}\" does not cover its cycle");
        let turns = cycle.to_degrees();
        out.push(
            error("out-of-range", message)
                .help(format!("let it extend from 0 to {turns:.0} deg with equal end values")),
        );
    }
}

/// Checks the actuation of a clutch.
fn check_clutch(clutch: &Item, out: &mut Collector) {
    let error = |code, message| Diagnostic::new(code, &clutch.source, clutch.span.clone(), message);
    let name = &clutch.name;
    match (clutch.get("torque"), clutch.get("pressure")) {
        (Some(_), Some(_)) => {
            let message = format!("clutch \"{name}\" has both `torque` and `pressure`");
            out.push(error("conflicting-keys", message).help("keep one of them"));
        }
        (None, None) => {
            let message = format!("clutch \"{name}\" has no actuation");
            out.push(error("missing-key", message).help("add `torque`, or `pressure` with `radii` and `coefficient`"));
        }
        (None, Some(_)) => {
            for key in ["radii", "coefficient"].into_iter().filter(|key| clutch.get(key).is_none()) {
                out.push(error("missing-key", format!("clutch \"{name}\" with `pressure` needs `{key}`")));
            }
            let radii = clutch.optional_list("radii").unwrap_or_default();
            if let [inner, outer] = &radii[..]
                && inner.as_number() >= outer.as_number()
            {
                let message = format!("the linings of clutch \"{name}\" have zero width");
                out.push(error("out-of-range", message).help("give `radii` as inner and outer radius"));
            }
        }
        (Some(_), None) => {}
    }
}

/// The rigid connections of an item.
fn ties(place: usize, item: &Item) -> Vec<Tie> {
    match (item.kind.section, item.type_name()) {
        ("driveline", "stage") => {
            let [a, b] = item.shafts("between");
            let ratio = item.number("ratio");
            let row = row(&[(a, 1.0), (b, -ratio), (item.shaft("carrier"), ratio - 1.0)]);
            vec![Tie { place, row, holds: a == ShaftRef::Ground || b == ShaftRef::Ground }]
        }
        ("driveline", "planetary") => {
            let [sun, ring] = teeth(item);
            let ends = ["sun", "ring", "carrier"].map(|key| item.shaft(key));
            let row = row(&[(ends[0], sun), (ends[1], ring), (ends[2], -sun - ring)]);
            // A set with one fixed shaft is a gear stage; with two fixed shafts the third is fixed too.
            let held = ends.iter().filter(|end| **end == ShaftRef::Ground).count();
            vec![Tie { place, row, holds: held > 1 }]
        }
        ("driveline", "universal_joint") => {
            let [a, b] = item.shafts("between");
            let holds = a == ShaftRef::Ground || b == ShaftRef::Ground;
            vec![Tie { place, row: row(&[(a, 1.0), (b, -1.0)]), holds }]
        }
        // It turns with its body, which is not a shaft.
        ("driveline", "shaft_on_body") => {
            vec![Tie { place, row: row(&[(item.shaft("shaft"), 1.0)]), holds: true }]
        }
        _ => Vec::new(),
    }
}

/// Teeth of sun and ring.
fn teeth(item: &Item) -> [f64; 2] {
    let list = item.list("teeth");
    [list[0].as_number(), list[1].as_number()]
}

fn row(entries: &[(ShaftRef, f64)]) -> Row {
    let mut row = Row::new();
    for (shaft, coefficient) in entries {
        if let ShaftRef::Shaft(place) = shaft {
            *row.entry(*place).or_insert(0.0) += coefficient;
        }
    }
    row.retain(|_, coefficient| *coefficient != 0.0);
    row
}

/// Eliminates the pivot from a combination.
fn eliminate(from: &mut Combination, pivot: usize, by: &Combination) {
    let Some(&own) = from.row.get(&pivot) else { return };
    let factor = own / by.row[&pivot];
    let size = from.row.values().chain(by.row.values()).fold(0.0_f64, |m, c| m.max(c.abs()));
    for (shaft, coefficient) in &by.row {
        *from.row.entry(*shaft).or_insert(0.0) -= factor * coefficient;
    }
    from.row.remove(&pivot);
    from.row.retain(|_, coefficient| coefficient.abs() > ROUND_OFF * size);
    for (tie, part) in &by.ties {
        *from.ties.entry(*tie).or_insert(0.0) -= factor * part;
    }
    from.ties.retain(|_, part| part.abs() > ROUND_OFF);
}

fn largest(row: &Row) -> Option<usize> {
    row.iter().max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs())).map(|(shaft, _)| *shaft)
}
