//! Details of the modes of a torsional train: discs and connections, modal energy shares, nodal points.

use crate::error::Error;
use crate::summary::{ModeSummary, ShapeEntry};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The file in a run's folder.
pub const FILE: &str = "modes.json";

/// Discs and their connections.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Train {
    /// Names and moments of inertia in kg m², in the order of the model.
    pub discs: Vec<(String, f64)>,
    /// Their connections.
    pub links: Vec<Link>,
}

/// A connection of discs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Its path.
    pub name: String,
    /// Its type: `shaft`, `mesh` …
    pub kind: String,
    /// The indices of its discs; `None` for the ground.
    pub ends: Vec<Option<usize>>,
    /// Its stiffness in N m/rad, if it has one.
    pub stiffness: Option<f64>,
    /// The part each end plays: `sun`, `ring`, `carrier`; empty where the ends are just A and B.
    #[serde(default)]
    pub roles: Vec<String>,
    /// The ratio of a gear stage or a mesh, or the number of teeth of the ring over that of the sun; `None` if it has none.
    #[serde(default)]
    pub ratio: Option<f64>,
    /// The body that turns with the disc, for a connection to a body in space.
    #[serde(default)]
    pub body: Option<String>,
}

/// Energy shares and nodal points of one mode.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    /// Elements with their shares of the kinetic and the potential energy.
    pub shares: Vec<(String, f64, f64)>,
    /// Shafts with a nodal point, and its distance from their first end as a fraction of their length.
    pub nodes: Vec<(String, f64)>,
}

/// The details of the modes of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Details {
    /// The train.
    pub train: Train,
    /// One for each mode.
    pub modes: Vec<Parts>,
}

impl Parts {
    /// The largest shares of the kinetic or the potential energy, as `flywheel 62 %, car 30 %`.
    pub fn shares_text(&self, potential: bool, most: usize) -> String {
        let of = |entry: &(String, f64, f64)| if potential { entry.2 } else { entry.1 };
        let mut order: Vec<_> = self.shares.iter().filter(|entry| of(entry).abs() >= 5e-3).collect();
        order.sort_by(|a, b| of(b).abs().total_cmp(&of(a).abs()));
        let shares_text = order.iter().take(most).map(|entry| format!("{} {:.0} %", entry.0, 100.0 * of(entry)));
        shares_text.collect::<Vec<_>>().join(", ")
    }

    /// The nodal points, as `shaft 2 at 37 %`.
    pub fn nodal_points_text(&self) -> String {
        self.nodes.iter().map(|(name, part)| format!("{name} at {:.1} %", 100.0 * part)).collect::<Vec<_>>().join(", ")
    }
}

impl Details {
    /// Reads them from the folder of a run; `None` if there are none.
    pub fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join(FILE);
        match std::fs::read_to_string(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(Error::file(&path, "read", e)),
            Ok(text) => serde_json::from_str(&text).map(Some).map_err(|e| Error::file(&path, "read", e)),
        }
    }
}

impl Train {
    /// Whether there is something to draw: discs and their connections.
    pub fn is_drawn(&self) -> bool {
        self.discs.len() > 1 || !self.discs.is_empty() && !self.links.is_empty()
    }

    /// The grid position of each disc: along the train, by its distance from the first disc of its component; and its line. What leads
    /// on the farthest stays in the line of the disc before it; other branches take the nearest free line.
    pub fn layout(&self) -> Vec<[usize; 2]> {
        let n = self.discs.len();
        let neighbours = self.neighbours();
        let mut place: Vec<Option<[usize; 2]>> = vec![None; n];
        let mut base = 0;
        // The first disc with one neighbour is an end; rings start anywhere.
        let ends = (0..n).filter(|&k| neighbours[k].len() <= 1).chain(0..n).collect::<Vec<_>>();
        for start in ends {
            if place[start].is_some() {
                continue;
            }
            let levels = levels(start, &neighbours);
            let ahead = discs_ahead(&levels, n);
            let mut lines = vec![base; n];
            for (depth, level) in levels.iter().enumerate() {
                let mut order = level.clone();
                order.sort_by_key(|&(disc, _)| std::cmp::Reverse(ahead[disc]));
                let mut taken = vec![];
                for (disc, parent) in order {
                    let near = parent.map_or(base, |parent| lines[parent]);
                    let free = (base..=near + taken.len()).filter(|line| !taken.contains(line));
                    lines[disc] = free.min_by_key(|line| (line.abs_diff(near), *line)).unwrap_or(near);
                    taken.push(lines[disc]);
                    place[disc] = Some([depth, lines[disc]]);
                }
            }
            base = place.iter().flatten().map(|at| at[1] + 1).max().unwrap_or(0);
        }
        place.into_iter().map(Option::unwrap_or_default).collect()
    }

    /// The discs to which each one is connected.
    fn neighbours(&self) -> Vec<Vec<usize>> {
        let mut neighbours = vec![vec![]; self.discs.len()];
        for link in &self.links {
            let ends: Vec<usize> = link.ends.iter().flatten().copied().collect();
            for &a in &ends {
                neighbours[a].extend(ends.iter().copied().filter(|&b| b != a));
            }
        }
        neighbours
    }

    /// The entry of each disc in a mode shape.
    pub fn shape(&self, mode: &ModeSummary) -> Vec<f64> {
        let entry = |name: &str| mode.shape.0.iter().find(|(n, _)| n == name).map(|(_, moves)| moves);
        let of = |(name, _): &(String, f64)| match entry(name) {
            Some(ShapeEntry::Shaft(x)) => *x,
            _ => 0.0,
        };
        self.discs.iter().map(of).collect()
    }
}

/// The discs at each distance from the first one, each with the disc from which it was reached.
fn levels(start: usize, neighbours: &[Vec<usize>]) -> Vec<Vec<(usize, Option<usize>)>> {
    let mut seen = vec![false; neighbours.len()];
    seen[start] = true;
    let mut levels = vec![vec![(start, None)]];
    while let Some(last) = levels.last().filter(|level| !level.is_empty()) {
        let mut next = vec![];
        for &(disc, _) in last {
            for &other in &neighbours[disc] {
                if !std::mem::replace(&mut seen[other], true) {
                    next.push((other, Some(disc)));
                }
            }
        }
        levels.push(next);
    }
    levels
}

/// How far the train leads on behind each disc.
fn discs_ahead(levels: &[Vec<(usize, Option<usize>)>], count: usize) -> Vec<usize> {
    let mut ahead = vec![0; count];
    for &(disc, parent) in levels.iter().rev().flatten() {
        if let Some(parent) = parent {
            ahead[parent] = ahead[parent].max(ahead[disc] + 1);
        }
    }
    ahead
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_stands_in_a_line_of_its_own() {
        let disc = |name: &str| (name.to_string(), 1.0);
        let link = |a: usize, b: Option<usize>| Link {
            name: format!("{a}"),
            kind: "shaft".into(),
            ends: vec![Some(a), b],
            ..Link::default()
        };
        let train = Train {
            discs: ["engine", "gear", "left", "right", "other"].map(disc).to_vec(),
            links: vec![link(0, Some(1)), link(1, Some(2)), link(1, Some(3)), link(4, None)],
        };
        assert_eq!(train.layout(), [[0, 0], [1, 0], [2, 0], [2, 1], [0, 2]]);
    }

    #[test]
    fn what_leads_on_the_farthest_stays_in_line() {
        let disc = |name: &str| (name.to_string(), 1.0);
        let link = |a: usize, b: usize| Link { ends: vec![Some(a), Some(b)], ..Link::default() };
        let train = Train {
            discs: ["engine", "short branch", "gear", "axle", "wheel"].map(disc).to_vec(),
            links: vec![link(0, 1), link(0, 2), link(2, 3), link(3, 4)],
        };
        // From the first end, which is the short branch.
        assert_eq!(train.layout(), [[1, 0], [0, 0], [2, 0], [3, 0], [4, 0]]);
        let forked = Train { links: vec![link(0, 1), link(1, 2), link(1, 3), link(3, 4)], ..train };
        assert_eq!(forked.layout(), [[0, 0], [1, 0], [2, 1], [2, 0], [3, 0]]);
    }
}
