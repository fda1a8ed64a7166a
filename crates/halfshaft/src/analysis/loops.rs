//! The loop of parts that a constraint closes, for the message of a contradiction.

use std::collections::{BTreeMap, VecDeque};

use crate::system::System;

/// The names of the elements in the shortest loop through the element of a constraint, that element first; only that
/// element if it closes no loop.
pub(crate) fn through(system: &System, multiplier: usize) -> Vec<String> {
    let links: Vec<Link> = links(system);
    let Some(closing) = links.iter().position(|link| link.multipliers.contains(&multiplier)) else { return Vec::new() };
    let [from, to] = links[closing].ends;
    // How each end was first reached: by which link, from which end.
    let mut reached: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    let mut open = VecDeque::from([from]);
    while let Some(end) = open.pop_front() {
        for (i, link) in links.iter().enumerate().filter(|(i, _)| *i != closing) {
            let other = match link.ends {
                [a, b] if a == end => b,
                [a, b] if b == end => a,
                _ => continue,
            };
            if other != from && !reached.contains_key(&other) {
                reached.insert(other, (i, end));
                open.push_back(other);
            }
        }
    }
    let mut names = vec![links[closing].name.to_owned()];
    let mut end = to;
    while let Some(&(link, before)) = reached.get(&end) {
        names.push(links[link].name.to_owned());
        end = before;
    }
    names
}

/// An element with constraints, between two ends.
struct Link<'s> {
    name: &'s str,
    ends: [usize; 2],
    multipliers: std::ops::Range<usize>,
}

/// The ground is zero, every other node one plus the index of its first velocity. The second end of an element with one
/// end is the ground.
fn links(system: &System) -> Vec<Link<'_>> {
    let mut links = Vec::new();
    for set in system.sets().iter().filter(|set| set.constraints_each() > 0) {
        for w in set.connectivity() {
            let placed = w.nodes[..w.node_count].iter().map(|node| system.layout().velocity(*node));
            let all = placed.chain(w.scalars[..w.scalar_count].iter().copied());
            let ends: Vec<usize> = all.map(|first| first.map_or(0, |first| first + 1)).collect();
            let multipliers = w.multipliers..w.multipliers + set.constraints_each();
            let [first, last] = [ends.first(), ends.last()].map(|end| end.copied().unwrap_or(0));
            let last = if ends.len() > 1 { last } else { 0 };
            links.push(Link { name: &w.name, ends: [first, last], multipliers });
        }
    }
    links
}

/// Quoted names for a message.
pub(crate) fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}
