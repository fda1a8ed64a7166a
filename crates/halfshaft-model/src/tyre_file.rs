//! Tyre property files (`.tir`) of the Magic Formula 5.2 (PAC2002) and 6.1.
//!
//! Sections in brackets, lines `KEY = value`, comments after `$` or `!`. Tables (load curves, shapes) are skipped. Units
//! are SI or an error: coefficients in other units would need a rule for each.

use std::ops::Range;
use std::sync::Arc;

use halfshaft::laws::tyre::pacejka::Mode;
use halfshaft::laws::tyre::{Coefficients, Pacejka, Version};

use crate::diagnostic::{Collector, Diagnostic, Diagnostics};
use crate::suggest::nearest;
use crate::text::Source;

/// A tyre as its file describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct TyreFile {
    /// Its law, as measured.
    pub law: Pacejka,
    /// Whether it was measured on the left side; `None` for symmetric tyres and files that do not say.
    pub left: Option<bool>,
    /// Whether forces follow the slip with relaxation (USE_MODE of 10 and more).
    pub relaxes: bool,
    /// Names of given coefficients, in lower case.
    given: Vec<String>,
}

impl TyreFile {
    /// Whether the file gives a coefficient.
    pub fn gives(&self, name: &str) -> bool {
        self.given.iter().any(|given| given == name)
    }
}

/// Coefficients without which there is no force.
const REQUIRED: [&str; 10] =
    ["fnomin", "unloaded_radius", "pcx1", "pdx1", "pkx1", "pcy1", "pdy1", "pky1", "pky2", "vertical_stiffness"];

/// Keys besides the coefficients that change what the file means.
const SETTINGS: [&str; 4] = ["FITTYP", "PROPERTY_FILE_FORMAT", "USE_MODE", "TYRESIDE"];

/// How the coefficients of turn slip begin; they are not used.
const TURN_SLIP: [&str; 9] = ["PDXP", "PKYP", "PDYP", "PHYP", "PECP", "QDTP", "QCRP", "QBRP", "QDRP"];

/// One line `KEY = value`.
struct Entry<'t> {
    key: &'t str,
    value: &'t str,
    key_span: Range<usize>,
    value_span: Range<usize>,
    section: &'t str,
}

/// Reads a tyre property file by itself, with warnings about it.
pub fn read(source: &Source) -> Result<(TyreFile, Vec<Diagnostic>), Diagnostics> {
    let mut out = Collector::default();
    let file = read_tyre_file(&Arc::new(source.clone()), &mut out);
    let warnings = out.take_warnings();
    out.finish(file.map(|file| (file, warnings)))
}

/// Reads a tyre property file; `None` if it cannot be used, which has been reported with its line and key.
pub(crate) fn read_tyre_file(source: &Arc<Source>, out: &mut Collector) -> Option<TyreFile> {
    let mut reading = Reading { source, out, good: true };
    let entries = reading.entries();
    let find = |name: &str| entries.iter().find(|entry| entry.key.eq_ignore_ascii_case(name));
    reading.check_units(&entries);
    reading.check_repeated(&entries);
    let version = reading.version(&entries);
    let (mode, relaxes) = reading.use_mode(find("USE_MODE"));
    let left = match find("TYRESIDE").map(|entry| (entry, unquoted(entry.value).to_ascii_lowercase())) {
        None => None,
        Some((_, side)) if side == "left" => Some(true),
        Some((_, side)) if side == "right" => Some(false),
        Some((_, side)) if ["symmetric", "unknown", ""].contains(&side.as_str()) => None,
        Some((entry, side)) => {
            reading.wrong(entry, format!("TYRESIDE is \"{side}\""), "write 'LEFT', 'RIGHT' or 'SYMMETRIC'");
            None
        }
    };
    let mut coefficients = Coefficients::default();
    let (mut given, mut numbers) = (Vec::new(), Vec::new());
    for entry in &entries {
        let name = entry.key.to_ascii_lowercase();
        if !Coefficients::NAMES.contains(&name.as_str()) {
            continue;
        }
        if given.contains(&name) {
            let message = format!("{} is given twice", entry.key);
            reading.wrong(entry, message, "keep one of them");
        }
        match entry.value.parse::<f64>().ok().filter(|value| value.is_finite() && value.abs() <= LARGEST) {
            Some(value) => {
                coefficients.set(&name, value);
                numbers.push(name.clone());
            }
            None => reading.wrong(entry, format!("{} needs a number", entry.key), "write it as 1.23 or 1.23e-4"),
        }
        given.push(name);
    }
    reading.check_missing(&entries, &given);
    reading.check_unused(&entries, &given);
    reading.check_values(&coefficients, &numbers);
    let law = Pacejka { coefficients, version: version?, mode: mode?, mirrored: false };
    reading.good.then_some(TyreFile { law, left, relaxes, given })
}

/// The largest magnitude of a coefficient.
const LARGEST: f64 = 1e9;

struct Reading<'r> {
    source: &'r Arc<Source>,
    out: &'r mut Collector,
    good: bool,
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(['\'', '"', ' '])
}

impl<'r> Reading<'r> {
    fn wrong(&mut self, entry: &Entry, message: String, help: &str) {
        self.good = false;
        let error = Diagnostic::new("tyre-file", self.source, entry.value_span.clone(), message);
        self.out.push(error.label(format!("in [{}]", entry.section)).help(help));
    }

    fn entries(&mut self) -> Vec<Entry<'r>> {
        let text: &'r str = &self.source.text;
        let (mut section, mut start) = ("", 0);
        let mut entries = Vec::new();
        for line in text.split_inclusive('\n') {
            let begin = start;
            start += line.len();
            let content = line.split(['$', '!']).next().unwrap_or_default();
            let trimmed = content.trim();
            if let Some(rest) = trimmed.strip_prefix('[') {
                match rest.split_once(']') {
                    Some((name, _)) => section = name.trim(),
                    None => {
                        self.good = false;
                        let error = Diagnostic::new(
                            "tyre-file",
                            self.source,
                            begin..begin + content.len(),
                            "a section has no closing bracket",
                        );
                        self.out.push(error.help("write [NAME]"));
                    }
                }
                continue;
            }
            // A line without "=" is a row of a table, or its heading.
            let Some((key, value)) = content.split_once('=') else { continue };
            let span = |part: &str| {
                let at = part.as_ptr() as usize - text.as_ptr() as usize;
                at..at + part.len()
            };
            let (key, value) = (key.trim(), value.trim());
            entries.push(Entry { key, value, key_span: span(key), value_span: span(value), section });
        }
        entries
    }

    fn check_units(&mut self, entries: &[Entry]) {
        let si: [(&str, &[&str]); 7] = [
            ("LENGTH", &["meter", "metre", "m"]),
            ("FORCE", &["newton", "n"]),
            ("ANGLE", &["radians", "radian", "rad"]),
            ("MASS", &["kg", "kilogram"]),
            ("TIME", &["second", "sec", "s"]),
            ("PRESSURE", &["pascal", "pa"]),
            ("SPEED", &["m/s", "mps", "meter/second", "meter/sec"]),
        ];
        for entry in entries.iter().filter(|entry| entry.section.eq_ignore_ascii_case("UNITS")) {
            let Some((_, units)) = si.iter().find(|(key, _)| entry.key.eq_ignore_ascii_case(key)) else { continue };
            let unit = unquoted(entry.value).to_ascii_lowercase();
            if !units.contains(&unit.as_str()) {
                let help = format!("halfshaft reads tyre files in SI units: '{}'", units[0]);
                self.wrong(entry, format!("{} is in '{unit}'", entry.key), &help);
            }
        }
    }

    /// Of two values of a unit or of a setting, neither is preferred.
    fn check_repeated(&mut self, entries: &[Entry]) {
        for (i, entry) in entries.iter().enumerate() {
            let unit = entry.section.eq_ignore_ascii_case("UNITS");
            let counts = unit || SETTINGS.iter().any(|key| entry.key.eq_ignore_ascii_case(key));
            let same = |other: &Entry| {
                other.key.eq_ignore_ascii_case(entry.key) && (!unit || other.section.eq_ignore_ascii_case("UNITS"))
            };
            if counts && entries[..i].iter().any(same) {
                self.wrong(entry, format!("{} is given twice", entry.key), "keep one of them");
            }
        }
    }

    /// Warns of a key beside the coefficients that no rule reads and that is one letter off a coefficient that the file lacks.
    fn check_unused(&mut self, entries: &[Entry], given: &[String]) {
        let lacking = || Coefficients::NAMES.iter().copied().filter(|name| !given.iter().any(|given| given == name));
        for entry in entries.iter().filter(|entry| entry.section.to_ascii_uppercase().contains("COEFFICIENTS")) {
            let key = entry.key.to_ascii_lowercase();
            let known = Coefficients::NAMES.contains(&key.as_str())
                || TURN_SLIP.iter().any(|begin| entry.key.to_ascii_uppercase().starts_with(begin));
            // A required coefficient is an error already.
            let near = nearest(&key, lacking()).filter(|near| !known && !REQUIRED.contains(near));
            if let Some(near) = near {
                let message = format!("the tyre file gives {}, which has no effect", entry.key);
                let warning = Diagnostic::new("tyre-file", self.source, entry.key_span.clone(), message);
                self.out.warn(warning.help(format!("is it meant to be {}?", near.to_ascii_uppercase())));
            }
        }
    }

    /// The heading of the section in which a coefficient is expected, if the file has it.
    fn heading(&self, name: &str) -> Range<usize> {
        let section = match name.as_bytes() {
            b"unloaded_radius" => "[DIMENSION",
            [b'p', .., b'x', _] => "[LONG",
            [b'p', .., b'y', _] => "[LAT",
            _ => "[VERTICAL",
        };
        let text = self.source.text.to_ascii_uppercase();
        text.find(section).map_or(0..0, |at| at..at + text[at..].find(['\n', '\r']).unwrap_or(text.len() - at))
    }

    /// The version, from FITTYP or PROPERTY_FILE_FORMAT.
    fn version(&mut self, entries: &[Entry]) -> Option<Version> {
        let find = |name: &str| entries.iter().find(|entry| entry.key.eq_ignore_ascii_case(name));
        let fit = find("FITTYP").map(|entry| (entry, unquoted(entry.value)));
        let format = find("PROPERTY_FILE_FORMAT").map(|entry| (entry, unquoted(entry.value).to_ascii_uppercase()));
        let help = "halfshaft reads PAC2002 and MF 5.2 (FITTYP 5, 6, 21, 51 or 52) and MF 6.1 (FITTYP 61)";
        if let Some((entry, text)) = fit {
            return match text.parse::<f64>().ok() {
                Some(number) if [5.0, 6.0, 21.0, 51.0, 52.0].contains(&number) => Some(Version::V52),
                Some(61.0) => Some(Version::V61),
                _ => {
                    self.wrong(entry, format!("FITTYP {text} is not supported"), help);
                    None
                }
            };
        }
        match format {
            Some((_, name)) if ["PAC2002", "MF_05", "MF-TYRE", "MF52"].contains(&name.as_str()) => Some(Version::V52),
            Some((_, name)) if ["MF61", "MF_61"].contains(&name.as_str()) => Some(Version::V61),
            Some((entry, name)) => {
                self.wrong(entry, format!("PROPERTY_FILE_FORMAT '{name}' is not supported"), help);
                None
            }
            None => {
                self.good = false;
                let message = format!("{} says no version of the Magic Formula", self.source.name);
                self.out.push(Diagnostic::new("tyre-file", self.source, 0..0, message).help(help));
                None
            }
        }
    }

    /// Which forces the file asks for, and whether they relax.
    fn use_mode(&mut self, entry: Option<&Entry>) -> (Option<Mode>, bool) {
        let Some(entry) = entry else { return (Some(Mode::Combined), true) };
        let number = entry.value.parse::<i64>().ok();
        let mode = match number.map(|number| number % 10) {
            Some(0) => Mode::Vertical,
            Some(1) => Mode::Longitudinal,
            Some(2) => Mode::Lateral,
            Some(3) => Mode::Uncombined,
            _ => Mode::Combined,
        };
        match number {
            Some(0..=4 | 10..=14) => (Some(mode), number >= Some(10)),
            Some(5 | 15 | 25) => {
                let message = format!("USE_MODE {} asks for turn slip, which halfshaft does not have", entry.value);
                self.wrong(entry, message, "USE_MODE = 14 is combined slip with relaxation, without turn slip");
                (None, true)
            }
            _ => {
                let message = format!("USE_MODE {} is not supported", entry.value);
                self.wrong(entry, message, "use 0 to 4 for steady slip, or 10 to 14 with relaxation");
                (None, true)
            }
        }
    }

    fn check_missing(&mut self, entries: &[Entry], given: &[String]) {
        for name in REQUIRED.into_iter().filter(|name| !given.iter().any(|given| given == name)) {
            if name == "vertical_stiffness" && given.iter().any(|given| given == "qfz1") {
                continue;
            }
            self.good = false;
            let capital = name.to_ascii_uppercase();
            let unknown = |key: &&str| !Coefficients::NAMES.contains(&key.to_ascii_lowercase().as_str());
            let near = nearest(&capital, entries.iter().map(|entry| entry.key).filter(unknown));
            let misspelt = entries.iter().find(|entry| Some(entry.key) == near);
            let span = misspelt.map_or_else(|| self.heading(name), |entry| entry.key_span.clone());
            let error = Diagnostic::new("tyre-file", self.source, span, format!("the tyre file needs {capital}"));
            let help = match misspelt {
                Some(entry) => format!("is `{}` meant to be {capital}?", entry.key),
                None => format!("add `{capital} = …`"),
            };
            self.out.push(error.help(help));
        }
    }

    /// Checks values without which the formula has no curve.
    fn check_values(&mut self, c: &Coefficients, given: &[String]) {
        let positive = [
            ("fnomin", c.fnomin),
            ("unloaded_radius", c.unloaded_radius),
            ("pcx1", c.pcx1),
            ("pcy1", c.pcy1),
            ("pdx1", c.pdx1),
            ("pdy1", c.pdy1),
            ("lfzo", c.lfzo),
            ("nompres", c.nompres),
            ("longvl", c.longvl),
            ("pky2", c.pky2),
            ("pkx1", c.pkx1),
            ("vertical_stiffness", c.vertical_stiffness),
            ("lmux", c.lmux),
            ("lmuy", c.lmuy),
        ];
        let wrong = positive.iter().filter(|(name, value)| *value <= 0.0 && given.iter().any(|given| given == name));
        let mut wrong: Vec<(&str, &str)> = wrong.map(|(name, _)| (*name, "positive")).collect();
        if c.pky1 >= 0.0 && given.iter().any(|given| given == "pky1") {
            wrong.push(("pky1", "negative: in the ISO axes a positive slip angle gives a negative side force"));
        }
        for (name, how) in wrong {
            self.good = false;
            let capital = name.to_ascii_uppercase();
            let at = self.source.text.to_ascii_uppercase().find(&capital).unwrap_or(0);
            let error =
                Diagnostic::new("tyre-file", self.source, at..at + capital.len(), format!("{capital} must be {how}"));
            self.out.push(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[MDI_HEADER]\nFILE_TYPE = 'tir'\n[UNITS]\nLENGTH = 'meter'\nFORCE = 'newton'\n[MODEL]\n\
        PROPERTY_FILE_FORMAT = 'PAC2002'\nUSE_MODE = 14 $ combined\nTYRESIDE = 'LEFT'\n[DIMENSION]\nUNLOADED_RADIUS = 0.31\n\
        [VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n[SHAPE]\n{radial width}\n1.0 0.0\n[LONG]\nPCX1 = 1.6\nPDX1 = 1.1\n\
        PKX1 = 22\n[LAT]\nPCY1 = 1.3\nPDY1 = 1.0\nPKY1 = -15\nPKY2 = 1.7\n";

    fn reading(text: &str) -> Result<TyreFile, Vec<(usize, String)>> {
        let (source, mut out) = (Arc::new(Source::new("a.tir", text)), Collector::default());
        let file = read_tyre_file(&source, &mut out);
        file.ok_or_else(|| out.into_list().into_iter().map(|d| (d.line(), d.message)).collect())
    }

    #[test]
    fn a_file_gives_its_coefficients_side_and_mode() {
        let file = reading(GOOD).unwrap();
        assert_eq!((file.law.version, file.law.mode, file.left), (Version::V52, Mode::Combined, Some(true)));
        assert_eq!((file.law.coefficients.pkx1, file.law.coefficients.lmux), (22.0, 1.0));
        assert!(file.relaxes && file.gives("pkx1") && !file.gives("pkx2"));
    }

    #[test]
    fn a_misspelt_coefficient_that_is_not_required_is_a_warning() {
        let text = GOOD.replace("[LAT]", "[LATERAL_COEFFICIENTS]") + "PDYY2 = -0.1\nPDYP2 = 0.4\n";
        let (source, mut out) = (Arc::new(Source::new("a.tir", text.as_str())), Collector::default());
        assert!(read_tyre_file(&source, &mut out).is_some());
        let warnings: Vec<_> = out.take_warnings().into_iter().map(|d| (d.warning, d.line(), d.message)).collect();
        assert_eq!(warnings, [(true, 27, "the tyre file gives PDYY2, which has no effect".to_owned())]);
    }

    #[test]
    fn errors_name_the_line_and_the_key() {
        let cases = [
            ("PDX1 = 1.1", "PDX1 = 1.1.0", 20, "PDX1 needs a number"),
            ("USE_MODE = 14", "USE_MODE = 15", 8, "USE_MODE 15 asks for turn slip, which halfshaft does not have"),
            ("'meter'", "'mm'", 4, "LENGTH is in 'mm'"),
            ("'PAC2002'", "'FTIRE'", 7, "PROPERTY_FILE_FORMAT 'FTIRE' is not supported"),
            ("PKY1 = -15", "PKZ1 = -15", 25, "the tyre file needs PKY1"),
            ("PCY1 = 1.3", "PCY1 = -1.3", 23, "PCY1 must be positive"),
            ("PCY1 = 1.3\n", "", 22, "the tyre file needs PCY1"),
            ("FNOMIN = 4000\n", "", 12, "the tyre file needs FNOMIN"),
            ("USE_MODE = 14", "USE_MODE = 14\nUSE_MODE = 4", 9, "USE_MODE is given twice"),
            ("LENGTH = 'meter'", "LENGTH = 'meter'\nSPEED = 'kph'", 5, "SPEED is in 'kph'"),
        ];
        for (from, to, line, message) in cases {
            let found = reading(&GOOD.replace(from, to)).unwrap_err();
            assert!(found.contains(&(line, message.to_owned())), "{found:?}");
        }
    }
}
