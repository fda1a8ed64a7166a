//! How thick films are and what they carry.

use super::columns;
use crate::error::Error;
use crate::scene::Item;
use crate::stored::Stored;

/// A film of oil, or the gap between rings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FilmState {
    /// Distance of the faces in metres.
    pub thickness: f64,
    /// What the oil carries, in newtons.
    pub oil_force: f64,
    /// What asperities and dry faces carry, in newtons.
    pub dry_force: f64,
}

impl FilmState {
    /// The pressure where the oil has so many times its mean one.
    pub fn pressure(&self, oil: f64, area: f64) -> f64 {
        (oil * self.oil_force + self.dry_force) / area
    }
}

/// The states of a film or of rings; none where the item is neither.
pub(super) fn of(item: &Item, stored: &Stored, rows: &[usize]) -> Result<Option<Vec<FilmState>>, Error> {
    if let Some([thickness, oil, dry]) =
        columns(stored, &item.name, ["film_thickness", "film_force", "asperity_force"], rows)?
    {
        let state = |i: usize| FilmState { thickness: thickness[i], oil_force: oil[i], dry_force: dry[i] };
        return Ok(Some((0..rows.len()).map(state).collect()));
    }
    if item.kind != "rings" {
        return Ok(None);
    }
    let Some([gap, force]) = columns(stored, &item.name, ["gap", "normal_force"], rows)? else { return Ok(None) };
    let state = |i: usize| FilmState { thickness: gap[i], oil_force: 0.0, dry_force: force[i] };
    Ok(Some((0..rows.len()).map(state).collect()))
}
