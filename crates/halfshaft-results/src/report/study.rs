//! The reports of sweeps and fits.

use super::{REPORT_FILE, document, plotted, table};
use crate::atomic;
use crate::error::Error;
use crate::figure::{Curve, Figure, Panel, escaped};
use crate::number::significant;
use crate::study::fit::FIT_FILE;
use crate::study::plan::PLAN_FILE;
use crate::study::table::{CaseStatus, Row};
use crate::study::{CaseTable, Fit, Plan};
use crate::summary::Status;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Maximum number of cases in the page; `cases.csv` has all of them.
const MOST_ROWS: usize = 500;
/// Maximum number of curves in a panel.
const MOST_CURVES: usize = 7;
/// Minimum number of cases for a correlation.
const FEWEST: usize = 5;

/// The kind of a study, with the folder of the plan of a sweep; the run of a study file has it in a subfolder.
enum Kind {
    Fit,
    Sweep(PathBuf),
}

fn kind(folder: &Path) -> Option<Kind> {
    let plan = [folder.to_owned(), folder.join("sweep")].into_iter().find(|place| place.join(PLAN_FILE).is_file());
    if folder.join(FIT_FILE).is_file() { Some(Kind::Fit) } else { plan.map(Kind::Sweep) }
}

/// Returns whether a folder contains a study.
pub fn is_study(folder: &Path) -> bool {
    kind(folder).is_some()
}

/// Writes the page of the study in `folder`, by default to `report.html` there, and returns its path.
///
/// Unfinished cases are shown as missing.
pub fn write(folder: &Path, to: Option<&Path>) -> Result<PathBuf, Error> {
    let path = to.map_or_else(|| folder.join(REPORT_FILE), Path::to_owned);
    match kind(folder) {
        Some(Kind::Fit) => save(&path, fit_page(&Fit::read(folder)?)),
        Some(Kind::Sweep(place)) => {
            let (_, plan) = Plan::read(&place)?;
            save(&path, sweep_page(&plan, &CaseTable::read(&place, &plan, 1..=plan.cases.len())))
        }
        None => Err(Error::NotAStudy(folder.to_owned())),
    }
}

/// Writes the page of a sweep to its folder.
pub fn write_sweep(folder: &Path, plan: &Plan, cases: &CaseTable) -> Result<PathBuf, Error> {
    save(&folder.join(REPORT_FILE), sweep_page(plan, cases))
}

/// Writes the page of a fit to its folder.
pub fn write_fit(folder: &Path, fit: &Fit) -> Result<PathBuf, Error> {
    save(&folder.join(REPORT_FILE), fit_page(fit))
}

fn sweep_page(plan: &Plan, cases: &CaseTable) -> String {
    let mut body = String::new();
    let done = cases.count(CaseStatus::Finished(Status::Done));
    let all = cases.rows.len();
    let class = if done == all { "good" } else { "bad" };
    body += &format!(
        "<header><h1>Sweep of {}</h1>\n<p><span class=\"badge {class}\">{done} of {all} cases done</span></p></header>\n",
        escaped(&plan.model)
    );
    correlations(cases, &mut body);
    measure_plots(cases, &mut body);
    let mut lines = cases.cells(&|value| significant(value, 6), "–").into_iter();
    let headers: Vec<String> = lines.next().unwrap_or_default();
    let words = headers.len() - 2;
    let headers: Vec<String> =
        headers.into_iter().enumerate().map(|(i, h)| if i < words { format!("#{h}") } else { h }).collect();
    let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
    let rows: Vec<Vec<String>> =
        lines.take(MOST_ROWS).map(|line| line.iter().map(|cell| escaped(cell)).collect()).collect();
    body += "<h2>Cases</h2>\n";
    table(&mut body, &headers, &rows);
    if all > MOST_ROWS {
        body += &format!("<p class=\"soft\">{} more in cases.csv</p>\n", all - MOST_ROWS);
    }
    document(&format!("Sweep of {}", plan.model), &body)
}

fn fit_page(fit: &Fit) -> String {
    let title = format!("Fit of {}", fit.models.join(", "));
    let (class, word) = match fit.status {
        Status::Done => ("good", "done"),
        Status::Interrupted => ("bad", "interrupted"),
        Status::Failed | Status::Invalid => ("bad", "failed"),
    };
    let mut body =
        format!("<header><h1>{}</h1>\n<p><span class=\"badge {class}\">{word}</span></p></header>\n", escaped(&title));
    if let Some(reason) = &fit.reason {
        body += &format!("<div class=\"box\">{}</div>\n", escaped(reason));
    }
    for warning in &fit.warnings {
        body += &format!("<p class=\"note\">{}</p>\n", escaped(warning));
    }
    let number = |value: Option<f64>| value.map_or("–".to_string(), |value| significant(value, 6));
    body += "<h2>Parameters</h2>\n";
    let rows: Vec<Vec<String>> = fit
        .parameters
        .iter()
        .map(|p| {
            let range = format!("{} … {}", significant(p.from, 6), significant(p.to, 6));
            let [low, high] = [0, 1].map(|i| number(p.interval.map(|interval| interval[i])));
            let value = significant(p.value, 7);
            vec![escaped(&p.name), value, escaped(&p.unit), number(p.deviation), low, high, range]
        })
        .collect();
    table(&mut body, &["parameter", "#value", "unit", "#deviation", "#95 % from", "#to", "#range"], &rows);
    body += "<h2>Targets</h2>\n";
    let rows: Vec<Vec<String>> = fit
        .targets
        .iter()
        .map(|t| {
            let numbers = [significant(t.target, 7), number(t.deviation), significant(t.value, 7)];
            let difference = significant(t.value - t.target, 3);
            let names = vec![escaped(&t.model), escaped(&t.measure)];
            [names, numbers.to_vec(), vec![difference, escaped(&t.unit)]].concat()
        })
        .collect();
    table(&mut body, &["model", "measure", "#target", "#±", "#value", "#difference", "unit"], &rows);
    let influences = fit.targets.iter().flat_map(|target| {
        let weight = target.deviation.unwrap_or(1.0);
        let name = &target.measure;
        target.over_range.0.iter().map(move |(parameter, change)| (name.clone(), parameter.clone(), change / weight))
    });
    let unit = if fit.targets.iter().all(|target| target.deviation.is_some()) { "deviations" } else { "its unit" };
    tornado(influences.collect(), &format!("change over the range, in {unit}"), &mut body);
    for curve in &fit.curves {
        let points = curve.points.iter().filter_map(|(x, cost)| Some([*x, (*cost)?])).collect();
        let label = titled(&curve.parameter, &curve.unit);
        let line = Curve { label: String::new(), points };
        let panel = Panel { label: "sum of squares".into(), log: false, curves: vec![line] };
        plotted(&mut body, &Figure { x_label: label, panels: vec![panel], dots: true, ..Figure::default() });
    }
    document(&title, &body)
}

fn save(path: &Path, page: String) -> Result<PathBuf, Error> {
    atomic::write(path, |file| file.write_all(page.as_bytes())).map(|()| path.to_owned())
}

fn titled(name: &str, unit: &str) -> String {
    if unit.is_empty() || unit == "1" { name.to_string() } else { format!("{name} in {unit}") }
}

/// Measures over the first parameter that is a number, one curve for each combination of the others, if there are few.
fn measure_plots(cases: &CaseTable, out: &mut String) {
    if cases.rows.is_empty() {
        return;
    }
    let numbers = (0..cases.parameters.len()).find_map(|place| Some((place, cases.unit(place)?)));
    let Some((over, unit)) = numbers else { return };
    let rows: Vec<&Row> = cases.rows.iter().filter(|row| row.status == CaseStatus::Finished(Status::Done)).collect();
    let others = |row: &Row| {
        let others = row.parameters.0.iter().enumerate().filter(|(place, _)| *place != over);
        let others = others.map(|(_, (name, value))| format!("{name} = {value}"));
        others.collect::<Vec<_>>().join(", ")
    };
    let mut groups: Vec<String> = vec![];
    for row in &rows {
        if !groups.contains(&others(row)) {
            groups.push(others(row));
        }
        if groups.len() > MOST_CURVES {
            return;
        }
    }
    if rows.len() < 2 * groups.len().max(1) {
        return;
    }
    *out += "<h2>Measures</h2>\n";
    for (measure, measure_unit) in &cases.measures {
        let curve = |group: &String| {
            let mut points: Vec<[f64; 2]> = rows
                .iter()
                .filter(|row| others(row) == *group)
                .filter_map(|row| Some([row.number(over)?, row.measure(measure)?]))
                .collect();
            points.sort_by(|a, b| a[0].total_cmp(&b[0]));
            Curve { label: group.clone(), points }
        };
        let curves: Vec<Curve> = groups.iter().map(curve).collect();
        let panel = Panel { label: titled(measure, measure_unit), log: false, curves };
        let x_label = titled(&cases.parameters[over], &unit);
        plotted(out, &Figure { x_label, panels: vec![panel], dots: true, ..Figure::default() });
    }
}

/// Spearman's rank correlation of each measure with each parameter, if there are several.
fn correlations(cases: &CaseTable, out: &mut String) {
    let rows: Vec<&Row> = cases.rows.iter().filter(|row| row.status == CaseStatus::Finished(Status::Done)).collect();
    if cases.parameters.len() < 2 || rows.len() < FEWEST {
        return;
    }
    let mut found = vec![];
    for (measure, _) in &cases.measures {
        for (k, parameter) in cases.parameters.iter().enumerate() {
            let pairs = rows.iter().filter_map(|row| Some((row.number(k)?, row.measure(measure)?)));
            let (x, y): (Vec<f64>, Vec<f64>) = pairs.unzip();
            if let Some(correlation) = correlation(&ranks(&x), &ranks(&y)) {
                found.push((measure.clone(), parameter.clone(), correlation));
            }
        }
    }
    tornado(found, "rank correlation", out);
}

/// A tornado chart: influences by measure, the largest first.
fn tornado(mut influences: Vec<(String, String, f64)>, what: &str, out: &mut String) {
    if influences.is_empty() {
        return;
    }
    let most = influences.iter().fold(0.0, |most: f64, (_, _, x)| most.max(x.abs())).max(f64::MIN_POSITIVE);
    let order: Vec<String> = influences.iter().map(|(measure, _, _)| measure.clone()).collect();
    let place = |measure: &str| order.iter().position(|other| other == measure);
    influences.sort_by(|a, b| place(&a.0).cmp(&place(&b.0)).then(b.2.abs().total_cmp(&a.2.abs())));
    *out += "<h2>Sensitivities</h2>\n";
    let rows: Vec<Vec<String>> = influences
        .iter()
        .map(|(measure, parameter, x)| {
            let width = 50.0 * x.abs() / most;
            let left = if *x < 0.0 { 50.0 - width } else { 50.0 };
            let colour = if *x < 0.0 { "#d55e00" } else { "#0072b2" };
            let bar = format!(
                "<div style=\"width:16rem\"><div style=\"margin-left:{left:.1}%;width:{width:.1}%;height:1em;\
                 background:{colour}\"></div></div>"
            );
            vec![escaped(measure), escaped(parameter), significant(*x, 4), bar]
        })
        .collect();
    table(out, &["measure", "parameter", &format!("#{what}"), ""], &rows);
}

/// The rank of each value; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let first = |x: &f64| sorted.partition_point(|y| y.total_cmp(x).is_lt());
    let after = |x: &f64| sorted.partition_point(|y| y.total_cmp(x).is_le());
    values.iter().map(|x| (first(x) + after(x)) as f64 / 2.0).collect()
}

/// Pearson's correlation; `None` if one of them is constant.
fn correlation(x: &[f64], y: &[f64]) -> Option<f64> {
    let mean = |v: &[f64]| v.iter().sum::<f64>() / v.len() as f64;
    let (mx, my) = (mean(x), mean(y));
    let sum = |f: &dyn Fn(f64, f64) -> f64| x.iter().zip(y).map(|(a, b)| f(a - mx, b - my)).sum::<f64>();
    let size = (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt();
    (size > 0.0).then(|| sum(&|a, b| a * b) / size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_share_their_places_and_correlate_whatever_the_curve() {
        assert_eq!(ranks(&[3.0, 1.0, 1.0, 9.0]), [2.5, 1.0, 1.0, 3.5]);
        let x = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(correlation(&ranks(&x), &ranks(&x.map(f64::exp))), Some(1.0));
        assert_eq!(correlation(&ranks(&x), &ranks(&x.map(|x| -x * x))), Some(-1.0));
        assert_eq!(correlation(&x, &[2.0; 4]), None);
    }

    #[test]
    fn names_in_a_tornado_are_shown_and_not_run() {
        let mut page = String::new();
        tornado(vec![("<script>".into(), "<b>".into(), -0.5), ("a".into(), "b".into(), 1.0)], "<i>", &mut page);
        assert!(!page.contains("<script>") && !page.contains("<b>") && !page.contains("<i>"));
        assert!(page.contains("margin-left:25.0%;width:25.0%"), "{page}");
    }
}
