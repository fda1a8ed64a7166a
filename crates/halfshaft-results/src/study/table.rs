//! The table of a study, with one row per case: parameters, measures, status and reason.

use super::case::CaseEnd;
use super::plan::Plan;
use crate::atomic;
use crate::error::Error;
use crate::number::significant;
use crate::summary::{Named, Status};
use crate::table::{Align, Table};
use serde::{Serialize, Serializer};
use std::io::Write;
use std::path::Path;

/// The file in a study's folder.
pub const TABLE_FILE: &str = "cases.csv";

/// The cases of a study, finished or not.
#[derive(Clone, Debug)]
pub struct CaseTable {
    /// The varied parameters.
    pub parameters: Vec<String>,
    /// The measures: name and unit.
    pub measures: Vec<(String, String)>,
    /// The cases, in their order.
    pub rows: Vec<Row>,
}

/// One case.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its number, from 1.
    pub case: usize,
    /// Its status.
    pub status: CaseStatus,
    /// The parameter values.
    pub parameters: Named<String>,
    /// The values of the measures.
    pub measures: Named<Option<f64>>,
    /// Why results are missing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
}

/// The status of a case, if it has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseStatus {
    /// It has finished.
    Finished(Status),
    /// It has not finished.
    Missing,
}

impl CaseStatus {
    /// The status as a word.
    pub fn word(self) -> &'static str {
        match self {
            CaseStatus::Finished(Status::Done) => "done",
            CaseStatus::Finished(Status::Failed) => "failed",
            CaseStatus::Finished(Status::Interrupted) => "interrupted",
            CaseStatus::Finished(Status::Invalid) => "invalid",
            CaseStatus::Missing => "missing",
        }
    }
}

impl Serialize for CaseStatus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl Row {
    /// The number of a parameter, in its unit; `None` for an expression or a word.
    pub fn number(&self, parameter: usize) -> Option<f64> {
        split(&self.parameters.0.get(parameter)?.1)?.0.parse().ok()
    }

    /// The value of a measure.
    pub fn measure(&self, name: &str) -> Option<f64> {
        self.measures.0.iter().find(|(known, _)| known == name).and_then(|(_, value)| *value)
    }
}

impl CaseTable {
    /// Reads these cases of a study, counted from 1.
    pub fn read(study: &Path, plan: &Plan, cases: impl IntoIterator<Item = usize>) -> Self {
        let ends = cases.into_iter().map(|case| (case, CaseEnd::read(study, plan, case)));
        CaseTable::of(plan, ends)
    }

    /// The table of these cases.
    pub fn of(plan: &Plan, ends: impl IntoIterator<Item = (usize, Option<CaseEnd>)>) -> Self {
        let mut measures: Vec<(String, String)> = vec![];
        let mut rows = vec![];
        for (case, end) in ends {
            let mut row = Row {
                case,
                status: end.as_ref().map_or(CaseStatus::Missing, |end| CaseStatus::Finished(end.summary.status)),
                parameters: Named(plan.parameters.iter().cloned().zip(plan.cases[case - 1].iter().cloned()).collect()),
                measures: Named(vec![]),
                reason: end.as_ref().map_or(String::new(), CaseEnd::reason),
            };
            if let Some(end) = end {
                for (name, unit) in &end.summary.units.0 {
                    if !measures.iter().any(|(known, _)| known == name) {
                        measures.push((name.clone(), unit.clone()));
                    }
                }
                row.measures = end.summary.measures;
            }
            rows.push(row);
        }
        CaseTable { parameters: plan.parameters.clone(), measures, rows }
    }

    /// Number of cases with this status.
    pub fn count(&self, ending: CaseStatus) -> usize {
        self.rows.iter().filter(|row| row.status == ending).count()
    }

    /// The table as comma-separated values, with all digits.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let exact = |value: f64| serde_json::to_string(&value).unwrap_or_default();
        for cells in self.cells(&exact, "") {
            let quoted: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
            text += &quoted.join(",");
            text.push('\n');
        }
        text
    }

    /// Writes `cases.csv` to the folder of the study.
    pub fn write(&self, study: &Path) -> Result<(), Error> {
        atomic::write(&study.join(TABLE_FILE), |file| file.write_all(self.csv().as_bytes()))
    }

    /// The table for the terminal.
    pub fn table(&self) -> Table {
        let mut lines = self.cells(&|value| significant(value, 6), "-").into_iter();
        let headers = lines.next().unwrap_or_default();
        let right = headers.len() - 2;
        let align = |i: usize| if i < right { Align::Right } else { Align::Left };
        let headers: Vec<(&str, Align)> =
            headers.iter().enumerate().map(|(i, header)| (header.as_str(), align(i))).collect();
        let mut table = Table::new(&headers);
        lines.for_each(|line| table.row(line));
        table
    }

    /// The table for the terminal before any case has been run: only the parameter values.
    pub fn planned(&self) -> Table {
        let columns = 1 + self.parameters.len();
        let mut lines = self.cells(&|value| significant(value, 6), "-").into_iter();
        let headers = lines.next().unwrap_or_default();
        let headers: Vec<(&str, Align)> =
            headers[..columns].iter().map(|header| (header.as_str(), Align::Right)).collect();
        let mut table = Table::new(&headers);
        lines.for_each(|line| table.row(line[..columns].to_vec()));
        table
    }

    /// A row of headers, and one row per case.
    pub(crate) fn cells(&self, number: &dyn Fn(f64) -> String, none: &str) -> Vec<Vec<String>> {
        let units: Vec<Option<String>> = (0..self.parameters.len()).map(|i| self.unit(i)).collect();
        let titled = |name: &String, unit: &str| match unit {
            "" | "1" => name.clone(),
            unit => format!("{name} [{unit}]"),
        };
        let mut headers = vec!["case".to_string()];
        headers
            .extend(self.parameters.iter().zip(&units).map(|(name, unit)| titled(name, unit.as_deref().unwrap_or(""))));
        headers.extend(self.measures.iter().map(|(name, unit)| titled(name, unit)));
        headers.extend(["status".into(), "reason".into()]);
        let mut lines = vec![headers];
        for row in &self.rows {
            let mut cells = vec![row.case.to_string()];
            for ((_, value), unit) in row.parameters.0.iter().zip(&units) {
                cells.push(match unit {
                    Some(_) => split(value).map_or_else(|| value.clone(), |(number, _)| number.to_string()),
                    None => value.clone(),
                });
            }
            for (name, _) in &self.measures {
                cells.push(row.measure(name).map_or(none.to_string(), number));
            }
            cells.extend([row.status.word().to_string(), row.reason.clone()]);
            lines.push(cells);
        }
        lines
    }

    /// The common unit of all values of a parameter; `None` if they have several units or are not numbers.
    pub(crate) fn unit(&self, parameter: usize) -> Option<String> {
        let mut units = self.rows.iter().map(|row| split(&row.parameters.0[parameter].1).map(|(_, unit)| unit));
        let first = units.next()??;
        units.all(|unit| unit == Some(first)).then(|| first.to_string())
    }
}

/// The number and the unit of a value; `None` for an expression or a word.
fn split(value: &str) -> Option<(&str, &str)> {
    let (number, unit) = value.trim().split_once(' ').unwrap_or((value.trim(), ""));
    number.parse::<f64>().is_ok().then_some((number, unit.trim()))
}

/// Quotes a cell as in RFC 4180.
fn quoted(cell: &str) -> String {
    match cell.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::Design;
    use crate::summary::{RunError, Statistics, Summary};

    #[test]
    fn failures_have_their_row_and_their_reason() {
        let plan = Plan {
            halfshaft: "0".into(),
            model: "a.toml".into(),
            design: Design::Grid,
            seed: None,
            overrides: vec![],
            parameters: vec!["length".into(), "start".into()],
            cases: [["1.5 mm", "given"], ["2 mm", "given"], ["3 mm", "given"]]
                .map(|c| c.map(String::from).to_vec())
                .into(),
            text: String::new(),
            files: vec![],
        };
        let end = |case: usize, status: Status, value: Option<f64>| {
            let mut summary = Summary::new("a.toml", status, Statistics::default());
            summary.measures = Named(vec![("period".into(), value)]);
            summary.units = Named(vec![("period".into(), "s".into())]);
            CaseEnd { case, fingerprint: plan.fingerprint_of(case), summary }
        };
        let mut failed = end(2, Status::Done, None);
        let reason = "no convergence, sadly".to_string();
        failed.summary.fail(RunError {
            code: "chattering".into(),
            time_s: Some(0.5),
            element: Some("pin".into()),
            reason,
            worst: None,
        });
        let table = CaseTable::of(&plan, [(1, Some(end(1, Status::Done, Some(0.1)))), (2, Some(failed)), (3, None)]);
        let expected = "\
case,length [mm],start,period [s],status,reason
1,1.5,given,0.1,done,
2,2,given,,failed,\"at 0.5 s: \"\"pin\"\": no convergence, sadly\"
3,3,given,,missing,
";
        assert_eq!(table.csv(), expected);
        assert_eq!(table.count(CaseStatus::Missing), 1);
        assert!(table.table().to_string().starts_with("case  length [mm]  start  period [s]  status   reason\n"));
    }
}
