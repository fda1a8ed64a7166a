//! Deviations of flanks from the involute helicoid: reliefs, crowning, errors of lead and pitch.

/// What is taken off a flank, along its normal; lengths in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Modification {
    /// Relief at the tip, C_a.
    pub tip_relief: f64,
    /// Length of the tip relief along the path of contact, from the tip.
    pub tip_relief_length: f64,
    /// Relief at the form circle, C_f.
    pub root_relief: f64,
    /// Length of the root relief along the path of contact, from the form circle.
    pub root_relief_length: f64,
    /// Crowning across the face, C_β: taken off at both ends.
    pub crowning: f64,
    /// Lead deviation over the whole face: half of it is taken off at the end +z, and half added at −z.
    pub lead: f64,
    /// Pitch deviation of the tooth in the middle of the analysis, tooth 1 of a mesh: taken off the whole flank; negative is added.
    pub pitch: f64,
}

impl Modification {
    /// What is taken off at a distance from the tip and from the form circle, both along the path of contact, and at a place across the
    /// face from −1 to 1. Reliefs are linear, crowning is parabolic. `first` is true of the tooth with the pitch deviation.
    pub fn at(&self, from_tip: f64, from_form: f64, across: f64, first: bool) -> f64 {
        let linear = |amount: f64, length: f64, distance: f64| match amount != 0.0 && length > 0.0 {
            true => amount * (1.0 - distance.max(0.0) / length).max(0.0),
            false => 0.0,
        };
        linear(self.tip_relief, self.tip_relief_length, from_tip)
            + linear(self.root_relief, self.root_relief_length, from_form)
            + self.crowning * across * across
            + 0.5 * self.lead * across
            + if first { self.pitch } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reliefs_begin_where_their_length_ends() {
        let flank = Modification {
            tip_relief: 20e-6,
            tip_relief_length: 2e-3,
            crowning: 5e-6,
            lead: 8e-6,
            ..Default::default()
        };
        assert_eq!(flank.at(2e-3, 5e-3, 0.0, true), 0.0);
        assert!((flank.at(1e-3, 6e-3, 0.0, false) - 10e-6).abs() < 1e-18);
        assert!((flank.at(0.0, 7e-3, 1.0, false) - 29e-6).abs() < 1e-18);
        assert!((flank.at(5e-3, 2e-3, -1.0, false) - 1e-6).abs() < 1e-18);
    }
}
