//! Thickness and load of films.

use super::columns;
use crate::error::Error;
use crate::scene::Item;
use crate::stored::Stored;

/// The state of an oil film, or of the gap between rings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FilmState {
    /// Distance of the faces in metres.
    pub thickness: f64,
    /// Force carried by the oil, in newtons.
    pub oil_force: f64,
    /// Force carried by asperities and dry faces, in newtons.
    pub dry_force: f64,
}

impl FilmState {
    /// The pressure at a point where the oil has `oil` times its mean pressure.
    pub fn pressure(&self, oil: f64, area: f64) -> f64 {
        (oil * self.oil_force + self.dry_force) / area
    }
}

/// The states of a film or of rings; `None` for other items.
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
