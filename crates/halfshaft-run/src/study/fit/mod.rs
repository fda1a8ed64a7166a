//! Fitting parameters to measures: [`target`] parses the target values, [`least_squares`] searches from several starts,
//! [`identify`] computes covariances and identifiability.

pub mod definition;
pub mod dense;
pub mod identify;
pub mod least_squares;
mod models;
pub mod target;

use super::random::{Random, latin_hypercube};
use super::vary::{Over, Vary};
use crate::interrupt::Interrupt;
use crate::invalid_input::InvalidInput;
use definition::FitDefinition;
use halfshaft_results::number::significant;
use halfshaft_results::report;
use halfshaft_results::study::fit::{CostCurve, Fit, FitStatistics, FittedParameter, Search, TargetResult};
use halfshaft_results::summary::{Named, Status};
use identify::{Identifiability, UnidentifiedDirection};
use least_squares::{Found, Settings, cost, minimise};
pub use models::{Common, Member, Models};
use std::time::Instant;
use target::Target;

/// Two searches end at different points if they differ by more than this fraction of a range.
const ELSEWHERE: f64 = 0.01;
/// Number of points of the curve of a fit of one parameter.
const DEFAULT_CURVE_POINTS: usize = 11;

/// Options of a fit.
pub struct SearchOptions<'a> {
    /// Number of searches; the first starts in the middle of the ranges, the others in a Latin hypercube.
    pub starts: usize,
    /// Seed of the starting points.
    pub seed: u64,
    /// Number of points of the curve over each parameter; 0 for no curve.
    pub curve: usize,
    /// Settings of each search.
    pub settings: Settings,
    /// Stops the fit.
    pub interrupt: &'a Interrupt,
}

/// Parses the ranges of a fit, which have no number of values.
pub fn ranges(options: &[(String, String)]) -> Result<Vec<Vary>, InvalidInput> {
    let vary = super::read(options)?;
    let wrong = vary.iter().filter(|vary| !matches!(vary.over, Over::Range { count: None, .. }));
    let errors: Vec<_> = wrong
        .map(|vary| vary.error("bad-range", "a fit needs the two ends of a range").help("write NAME=A:B"))
        .collect();
    super::unless(errors).map(|()| vary)
}

/// The default number of curve points: a curve is drawn if only one parameter varies.
pub fn default_curve(parameters: usize) -> usize {
    if parameters == 1 { DEFAULT_CURVE_POINTS } else { 0 }
}

/// Performs a fit; writes its result and its report if `common` has a folder.
pub fn perform(definition: &FitDefinition, common: Common, search_options: &SearchOptions) -> Fit {
    let FitDefinition { members, vary, targets } = definition;
    let folder = common.folder;
    let models = Models::new(members, vary, targets, common);
    let mut found = fit(&models, vary, targets, search_options);
    if let Some(folder) = folder
        && let Err(error) = found.save(folder).and_then(|()| report::study::write_fit(folder, &found).map(drop))
    {
        (found.status, found.reason) = (Status::Failed, Some(error.to_string()));
    }
    found
}

/// Fits the parameters `vary` of the models to the targets.
pub fn fit(models: &Models, vary: &[Vary], targets: &[Target], search_options: &SearchOptions) -> Fit {
    let began = Instant::now();
    let weights: Vec<f64> = targets.iter().map(|target| target.deviation.unwrap_or(1.0)).collect();
    let evaluate = |points: &[Vec<f64>]| -> Vec<Result<Vec<f64>, String>> {
        let residuals = |values: Vec<f64>| {
            let all = values.iter().zip(targets).zip(&weights);
            all.map(|((value, target), weight)| (value - target.value) / weight).collect()
        };
        models.values(points).into_iter().map(|values| values.map(residuals)).collect()
    };
    let starts = starts(search_options, vary.len());
    // Each search waits for its own cases; all cases share the threads of the models.
    let mut searches: Vec<Result<Found, String>> = std::thread::scope(|scope| {
        let running: Vec<_> =
            starts.iter().map(|start| scope.spawn(|| minimise(start, &evaluate, &search_options.settings))).collect();
        let joined = running.into_iter().map(|thread| thread.join());
        joined.map(|ended| ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    });
    let interrupted = search_options.interrupt.is_requested();
    searches.iter_mut().flatten().for_each(|found| found.converged &= !interrupted);
    let named = |point: &[f64]| {
        Named(vary.iter().zip(point).map(|(vary, &u)| (vary.name.clone(), vary.number_at(u))).collect::<Vec<_>>())
    };
    let mut fit = Fit::without_results(models.names());
    fit.status = Status::Failed;
    fit.starts =
        starts.iter().zip(&searches).map(|(start, search)| search_record(named(start), search, &named)).collect();
    let found = searches.iter().filter_map(|search| search.as_ref().ok());
    let best = found.min_by(|a, b| a.cost().total_cmp(&b.cost()));
    match best {
        None => fit.reason = searches.iter().find_map(|search| search.as_ref().err().cloned()),
        Some(best) => {
            fit.status = Status::Done;
            evaluate_best(&mut fit, best, vary, targets, &weights);
            warn_of_other_minima(&mut fit, best, &searches, vary);
            fit.curves = curves(&best.at, vary, search_options.curve, &evaluate);
            warn_of_lower_points(&mut fit, best);
        }
    }
    if search_options.interrupt.is_requested() {
        fit.status = Status::Interrupted;
    }
    if let Some(error) = models.storage_error() {
        fit.warnings.push(format!("cases could not be stored: {error}"));
    }
    fit.statistics = FitStatistics { wall_s: began.elapsed().as_secs_f64(), ..models.statistics() };
    fit
}

fn starts(search_options: &SearchOptions, parameters: usize) -> Vec<Vec<f64>> {
    let more =
        latin_hypercube(search_options.starts.saturating_sub(1), parameters, &mut Random::new(search_options.seed));
    std::iter::once(vec![0.5; parameters]).chain(more).collect()
}

fn search_record(start: Named<f64>, search: &Result<Found, String>, named: &dyn Fn(&[f64]) -> Named<f64>) -> Search {
    match search {
        Ok(found) => Search {
            start,
            end: Some(named(&found.at)),
            sum_of_squares: Some(found.cost()),
            steps: found.iterations,
            converged: found.converged,
            reason: String::new(),
        },
        Err(reason) => {
            Search { start, end: None, sum_of_squares: None, steps: 0, converged: false, reason: reason.clone() }
        }
    }
}

/// Values, covariance, sensitivities and warnings, from the best search.
fn evaluate_best(fit: &mut Fit, best: &Found, vary: &[Vary], targets: &[Target], weights: &[f64]) {
    let given = targets.iter().all(|target| target.deviation.is_some());
    let known = Identifiability::of(&best.jacobian, vary.len(), best.cost(), given);
    let slopes: Vec<f64> = vary.iter().zip(&best.at).map(|(vary, &u)| vary.slope_at(u)).collect();
    fit.sum_of_squares = Some(best.cost());
    for (k, vary) in vary.iter().enumerate() {
        let Over::Range { from, to, ref unit, .. } = vary.over else { continue };
        let at_bound = best.at[k] <= 0.0 || best.at[k] >= 1.0;
        let identified = !known.is_unidentified(k);
        let deviation = known.covariance.as_ref().map(|c| c[k][k].sqrt() * slopes[k].abs());
        let deviation = deviation.filter(|_| identified && !at_bound);
        let value = vary.number_at(best.at[k]);
        let interval = deviation.map(|deviation| {
            let (low, high) = (from.min(to), from.max(to));
            [(value - known.factor * deviation).max(low), (value + known.factor * deviation).min(high)]
        });
        if at_bound {
            fit.warnings.push(format!(
                "`{}` is at a bound of its range, {}; the best value may lie outside",
                vary.name,
                super::vary::with_unit(value, unit)
            ));
        }
        let (name, unit) = (vary.name.clone(), unit.clone());
        fit.parameters.push(FittedParameter { name, unit, from, to, value, deviation, interval, identified, at_bound });
    }
    fit.covariance = known.covariance.as_ref().map(|c| {
        let scaled = |i: usize| (0..vary.len()).map(move |j| (i, j)).map(|(i, j)| c[i][j] * slopes[i] * slopes[j]);
        (0..vary.len()).map(|i| scaled(i).collect()).collect()
    });
    fit.warnings.extend(known.unknown.iter().map(|unknown| unidentified(unknown, vary)));
    for &k in &best.blind {
        fit.warnings.push(format!(
            "no sensitivity to `{}`: the neighbouring cases on both sides of the best value failed",
            vary[k].name
        ));
    }
    for (i, target) in targets.iter().enumerate() {
        let per_range = |k: usize| best.jacobian[i][k] * weights[i];
        let by_name =
            |of: &dyn Fn(usize) -> f64| Named((0..vary.len()).map(|k| (vary[k].name.clone(), of(k))).collect());
        fit.targets.push(TargetResult {
            model: fit.models[target.model].clone(),
            measure: target.measure.clone(),
            unit: target.unit.clone(),
            target: target.value,
            deviation: target.deviation,
            value: target.value + best.residuals[i] * weights[i],
            sensitivities: by_name(&|k| per_range(k) / slopes[k]),
            over_range: by_name(&per_range),
        });
    }
}

/// A warning about an unidentified direction.
fn unidentified(unknown: &UnidentifiedDirection, vary: &[Vary]) -> String {
    let members = &unknown.members;
    let names: Vec<String> = members.iter().map(|&k| format!("`{}`", vary[k].name)).collect();
    if let [name] = &names[..] {
        return match unknown.flat {
            true => format!("{name} is not identifiable: the targets hardly change with it"),
            false => format!("{name} is not identifiable within its range: the targets are too uncertain"),
        };
    }
    let parts: Vec<String> =
        members.iter().map(|&k| format!("{} {:+.2}", vary[k].name, unknown.direction[k])).collect();
    format!(
        "{} are not separately identifiable: the targets hardly change along {} (relative to the ranges)",
        names.join(" and "),
        parts.join(", ")
    )
}

/// Warns about failed searches, other minima of equal quality, and missing convergence.
fn warn_of_other_minima(fit: &mut Fit, best: &Found, searches: &[Result<Found, String>], vary: &[Vary]) {
    let failed = searches.iter().filter(|search| search.is_err()).count();
    if failed > 0 {
        fit.warnings.push(format!("{failed} of {} starts failed", searches.len()));
    }
    let unidentified = fit.parameters.iter().any(|parameter| !parameter.identified);
    let as_good = |found: &&Found| found.cost() <= 1.01 * best.cost();
    let away = |found: &Found| found.at.iter().zip(&best.at).any(|(a, b)| (a - b).abs() > ELSEWHERE);
    // Along an unidentified direction every search ends elsewhere; a warning covers that already.
    let elsewhere = searches.iter().flatten().filter(as_good).find(|found| away(found) && !unidentified);
    if let Some(found) = elsewhere {
        let values = vary.iter().zip(&found.at);
        let values: Vec<_> = values.map(|(v, &u)| format!("{} = {}", v.name, significant(v.number_at(u), 6))).collect();
        fit.warnings.push(format!("another start reached an equally good minimum: {}", values.join(", ")));
    }
    if !best.converged {
        fit.warnings.push("the search ended without convergence".into());
    }
}

/// The sum of squares over each parameter, with the others at their best values.
fn curves(best: &[f64], vary: &[Vary], count: usize, evaluate: &least_squares::Evaluate) -> Vec<CostCurve> {
    if count < 2 {
        return vec![];
    }
    let place = |i: usize| i as f64 / (count - 1) as f64;
    let points: Vec<Vec<f64>> = (0..vary.len())
        .flat_map(|k| (0..count).map(move |i| (k, i)))
        .map(|(k, i)| {
            let mut point = best.to_vec();
            point[k] = place(i);
            point
        })
        .collect();
    let values = evaluate(&points);
    let curve = |(k, values): (usize, &[Result<Vec<f64>, String>])| {
        let unit = if let Over::Range { unit, .. } = &vary[k].over { unit.clone() } else { String::new() };
        let cost = |residuals: &Result<Vec<f64>, String>| residuals.as_ref().ok().map(|r| cost(r));
        let points = values.iter().enumerate().map(|(i, r)| (vary[k].number_at(place(i)), cost(r))).collect();
        CostCurve { parameter: vary[k].name.clone(), unit, points }
    };
    values.chunks(count).enumerate().map(curve).collect()
}

/// Warns if a curve has a lower point than the search.
fn warn_of_lower_points(fit: &mut Fit, best: &Found) {
    for curve in &fit.curves {
        let least = curve.points.iter().filter_map(|(x, cost)| Some((*x, (*cost)?))).min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((x, cost)) = least.filter(|(_, cost)| *cost < 0.999 * best.cost()) {
            fit.warnings.push(format!(
                "the sum of squares is lower, {}, at {} = {}; increase --starts",
                significant(cost, 4),
                curve.parameter,
                significant(x, 6)
            ));
        }
    }
}
