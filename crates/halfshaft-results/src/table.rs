//! Aligned tables for the terminal.

use crate::expectation::Judgement;
use crate::measure::Measure;
use crate::number::significant;
use crate::summary::Summary;
use std::fmt;

/// Rows of cells; columns are as wide as their widest cell.
pub struct Table {
    headers: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

/// Alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For text.
    Left,
    /// For numbers.
    Right,
}

impl Table {
    /// A table without rows.
    pub fn new(headers: &[(&str, Align)]) -> Self {
        Table { headers: headers.iter().map(|(header, align)| (header.to_string(), *align)).collect(), rows: vec![] }
    }

    /// Appends a row with one cell per header.
    pub fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.headers.len());
        self.rows.push(cells);
    }

    /// The measures of a summary.
    pub fn of_values(summary: &Summary) -> Self {
        let mut table = Table::new(&[("measure", Align::Left), ("value", Align::Right), ("unit", Align::Left)]);
        for ((name, value), (_, unit)) in summary.measures.0.iter().zip(&summary.units.0) {
            table.row(vec![name.clone(), value.map_or("-".into(), |value| significant(value, 7)), unit.clone()]);
        }
        table
    }

    /// The measures of a run, with columns for expectations if there are any.
    pub fn of_measures(measures: &[Measure], values: &[Option<f64>], judgements: &[Judgement]) -> Self {
        let plain = [("measure", Align::Left), ("value", Align::Right), ("unit", Align::Left)];
        let judged = [("expected", Align::Right), ("tolerance", Align::Right), ("", Align::Left)];
        let columns = if judgements.is_empty() { plain.to_vec() } else { [plain, judged].concat() };
        let mut table = Table::new(&columns);
        for (measure, value) in measures.iter().zip(values) {
            let value = value.map_or("-".into(), |value| significant(value, 7));
            let mut row = |cells: [String; 3]| {
                let mut all = vec![measure.name.clone(), value.clone(), measure.unit.symbol.clone()];
                all.extend(cells);
                all.truncate(columns.len());
                table.row(all);
            };
            let mut judged = judgements.iter().filter(|judgement| judgement.measure == measure.name).peekable();
            if judged.peek().is_none() {
                row(Default::default());
            }
            for judgement in judged {
                let Judgement { bound, .. } = judgement;
                row([bound.expected_text(), bound.tolerance_text(), judgement.word().into()]);
            }
        }
        table
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<String> = self.headers.iter().map(|(header, _)| header.clone()).collect();
        let width = |column: usize| {
            let cells = std::iter::once(&headers).chain(&self.rows).map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..headers.len()).map(width).collect();
        for row in std::iter::once(&headers).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, &width), (_, align)) in row.iter().zip(&widths).zip(&self.headers) {
                match align {
                    Align::Left => line += &format!("{cell:<width$}  "),
                    Align::Right => line += &format!("{cell:>width$}  "),
                }
            }
            // A table with empty headers starts with its first row.
            if !line.trim_end().is_empty() {
                writeln!(f, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectation::judge_all;
    use crate::measure::{Bound, Expectation, Source, Statistic, Tolerance, Unit, What};

    #[test]
    fn words_stand_left_and_numbers_right() {
        let measure = |name: &str, unit: &str| Measure {
            name: name.into(),
            unit: Unit::si(unit),
            what: What::Statistic(Statistic::Max, "a.x".into()),
            over: None,
        };
        let measures = [measure("period", "s"), measure("top angle", "rad")];
        let values = [Some(2.006), None];
        let bound = Bound::Near(2.0, Tolerance::Relative(0.01));
        let expectations = [Expectation { measure: "period".into(), bound, source: Source::Regression }];
        let table = Table::of_measures(&measures, &values, &judge_all(&measures, &values, &expectations));
        let expected = "\
measure    value  unit  expected  tolerance
period     2.006  s            2        1 %  ok
top angle      -  rad
";
        assert_eq!(table.to_string(), expected);
        let expected = "\
measure    value  unit
period     2.006  s
top angle      -  rad
";
        assert_eq!(Table::of_measures(&measures, &values, &[]).to_string(), expected);
    }
}
