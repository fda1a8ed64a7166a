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
            let stuck = &self.items[stuck].name;
            let (message, help) = match parts[..] {
                [_] => (format!("the ratio of {} is zero", names[0]), Some("give it the ratio of the two speeds")),
                _ => (format!("the ratios of {} contradict each other", names.join(", ")), None),
            };
            let error = Diagnostic::new("contradicting-ratios", &last.source, last.span.clone(), message);
            let error = error.label(format!("with this one, \"{stuck}\" cannot turn"));
            out.push(error.maybe_help(help.map(str::to_owned)));
        }
        self.massless(&ties, out);
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

/// The rigid ties of an item.
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
