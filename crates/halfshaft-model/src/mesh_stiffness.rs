//! Mesh stiffness files: the stiffness of a gear pair over a pitch, as `halfshaft gear ltca --stiffness` writes it.
//!
//! One JSON object in SI units. Samples have equal distances over the base pitch; the first is at `first` on the path of contact, from the
//! pitch point.

use std::sync::Arc;

use halfshaft::laws::MeshCurve;
use serde_json::{Value, json};

use crate::diagnostic::{Collector, Diagnostic};
use crate::text::Source;

/// The version of the format.
const FORMAT: u64 = 1;
/// Samples over a pitch: fewer do not show teeth that enter and leave.
const SAMPLES: std::ops::RangeInclusive<usize> = 4..=10_000;
/// Base pitches of file and pair agree within this part.
const PITCH_TOLERANCE: f64 = 1e-3;

/// The stiffness of a mesh over a pitch.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshStiffnessFile {
    /// Base pitch in the transverse section, in metres.
    pub base_pitch: f64,
    /// Place of the first sample on the path of contact from the pitch point, in metres.
    pub first: f64,
    /// Stiffness along the normal of the flanks, in N/m.
    pub stiffness: Vec<f64>,
    /// Pairs of teeth in contact.
    pub pairs: Vec<f64>,
}

impl MeshStiffnessFile {
    /// The text of the file.
    pub fn text(&self) -> String {
        let object = json!({ "format": FORMAT, "what": "mesh stiffness over a pitch", "base_pitch": self.base_pitch,
            "first": self.first, "stiffness": self.stiffness, "pairs": self.pairs });
        object.to_string() + "\n"
    }

    /// From its text; what is wrong with it otherwise.
    fn parse(text: &str) -> Result<Self, String> {
        let object: Value = serde_json::from_str(text).map_err(|error| format!("this is no JSON: {error}"))?;
        match object["format"].as_u64() {
            Some(FORMAT) => (),
            Some(other) => return Err(format!("its format is {other}, and {FORMAT} can be read")),
            None => return Err("it has no `format`".to_owned()),
        }
        let number = |name: &str| {
            let found = object[name].as_f64().filter(|x| x.is_finite());
            found.ok_or_else(|| format!("`{name}` is not a number"))
        };
        let list = |name: &str| {
            let all =
                object[name].as_array().and_then(|all| all.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>());
            all.ok_or_else(|| format!("`{name}` is not a list of numbers"))
        };
        let file = MeshStiffnessFile {
            base_pitch: number("base_pitch")?,
            first: number("first")?,
            stiffness: list("stiffness")?,
            pairs: list("pairs")?,
        };
        if file.base_pitch <= 0.0 {
            return Err("`base_pitch` is not positive".to_owned());
        }
        if !SAMPLES.contains(&file.stiffness.len()) || !SAMPLES.contains(&file.pairs.len()) {
            let (fewest, most) = (SAMPLES.start(), SAMPLES.end());
            return Err(format!("`stiffness` and `pairs` need {fewest} to {most} samples over a pitch"));
        }
        if let Some(bad) = file.stiffness.iter().find(|k| **k <= 0.0) {
            return Err(format!("a stiffness of {bad} N/m is not positive"));
        }
        match file.pairs.iter().all(|count| *count >= 0.0) {
            true => Ok(file),
            false => Err("`pairs` must not be negative".to_owned()),
        }
    }

    /// The curve of a pair with a base pitch, of which a pair of teeth is at `start` at the design position; the file's pitch if it is of
    /// other wheels.
    pub(crate) fn curve(&self, base_pitch: f64, start: f64) -> Result<MeshCurve, f64> {
        if (self.base_pitch / base_pitch - 1.0).abs() > PITCH_TOLERANCE {
            return Err(self.base_pitch);
        }
        Ok(MeshCurve {
            stiffness: self.stiffness.clone(),
            pairs: self.pairs.clone(),
            pitch: base_pitch,
            first: self.first,
            start,
        })
    }
}

/// Reads a mesh stiffness file; `None` if it cannot be used, which has been reported.
pub(crate) fn read(source: &Arc<Source>, out: &mut Collector) -> Option<MeshStiffnessFile> {
    match MeshStiffnessFile::parse(&source.text) {
        Ok(file) => Some(file),
        Err(message) => {
            let error = Diagnostic::new("bad-stiffness-file", source, 0..0, message);
            out.push(error.help("write it with `halfshaft gear ltca PAIR.toml --torque … --stiffness FILE`"));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> MeshStiffnessFile {
        MeshStiffnessFile {
            base_pitch: 0.013,
            first: -0.004,
            stiffness: vec![1.6e8, 2.3e8, 1.7e8, 1.6e8],
            pairs: vec![1.0, 2.0, 1.0, 1.0],
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        assert_eq!(MeshStiffnessFile::parse(&file().text()), Ok(file()));
        assert_eq!(file().curve(0.013, 0.002).map(|curve| curve.first), Ok(-0.004));
        assert_eq!(file().curve(0.014, 0.0).map(|curve| curve.first), Err(0.013));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (from, to, message) in [
            ("\"format\":1", "\"format\":7", "its format is 7"),
            ("160000000.0", "-1", "a stiffness of -1 N/m"),
            ("0.013", "\"x\"", "`base_pitch` is not a number"),
            ("{", "", "this is no JSON"),
        ] {
            let text = file().text().replacen(from, to, 1);
            let found = MeshStiffnessFile::parse(&text).expect_err(&text);
            assert!(found.starts_with(message), "{found}");
        }
    }
}
