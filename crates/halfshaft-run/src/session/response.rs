//! Frequency response of a prepared model to harmonic loads, over frequency or speed, with measures, expectations and a
//! summary as for a run.

use super::prepare::Prepared;
use super::response_settings::ResponseSettings;
use super::{
    InMemory, Job, RunOutcome, folder_error, perform, prepare_folder, stepless_outcome, with_warnings, write_summary,
};
use crate::invalid_input::InvalidInput;
use halfshaft::analysis::response::c64;
use halfshaft::analysis::{Failure, HarmonicLoad, Response};
use halfshaft::system::{State, System};
use halfshaft_model::Axis;
use halfshaft_model::excitation::Excited;
use halfshaft_results::Error;
use halfshaft_results::channel_writer::write_channels;
use halfshaft_results::channels::{Channels, write_csv};
use halfshaft_results::expectation::judge_all;
use halfshaft_results::measure::{ChannelInfo, Measure, OfResponse, What};
use halfshaft_results::parts::CHANNELS_FILE;
use halfshaft_results::pattern::matches_pattern;
use halfshaft_results::summary::{Statistics, Status, Summary};
use halfshaft_results::table::Table;
use std::f64::consts::TAU;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Maximum number of amplitudes of a response, of 16 bytes each.
const MAX_AMPLITUDES: usize = 100_000_000;

/// Computes the response, and stores it if the job has a folder.
pub(super) fn run(job: &Job, mut prepared: Prepared, started: Instant) -> Result<RunOutcome, InvalidInput> {
    let name = &job.source.name;
    check_size(job, &prepared)?;
    let _lock = match job.folder.map(|folder| prepare_folder(job, &mut prepared, folder)) {
        Some(Err(error)) => return Ok(folder_error(name, error)),
        entered => entered,
    };
    let Prepared { system, measures, expectations, response, .. } = &prepared;
    let Some(settings) = response else { unreachable!("a response was asked for") };
    let statistics = Statistics { unknowns: system.unknowns() as u64, ..Statistics::default() };
    let mut summary = Summary::new(name, Status::Done, statistics);
    summary.analysis = Some("response".into());
    let mut warnings = vec![];
    let mut values = vec![None; measures.len()];
    let computing = job.interrupt.computing();
    let computed = perform::start(&prepared).and_then(|perform::Start { state, warnings: changes, .. }| {
        warnings = changes;
        let selected = selected(system, settings, measures, job.folder.is_some() || job.in_memory);
        let mut sweep = ResponseSweep::new(system, state, settings, selected)?;
        let points = settings.over.points();
        for &place in &points {
            if job.interrupt.is_requested() {
                summary.status = Status::Interrupted;
                break;
            }
            sweep.compute(place)?;
            summary.statistics.steps += 1;
            summary.statistics.factorizations += sweep.orders.len() as u64;
        }
        for (value, measure) in values.iter_mut().zip(measures) {
            *value = sweep.measure(measure)?.map(|value| measure.in_unit(value));
        }
        Ok(sweep)
    });
    drop(computing);
    let mut channels = None;
    match computed {
        Ok(sweep) => {
            let stored = (job.folder.is_some() || job.in_memory).then(|| sweep.channels(name));
            if let (Some(folder), Some(stored)) = (job.folder, &stored)
                && let Err(error) = write(folder, stored, job.csv)
            {
                summary.fail(error.into());
            }
            channels = stored.filter(|_| job.folder.is_none());
        }
        Err(failure) => summary.fail(perform::run_error(&failure)),
    }
    let judgements = judge_all(measures, &values, expectations);
    summary.set_measures(measures, &values, &judgements);
    summary.statistics.set_times(0.0, started.elapsed().as_secs_f64());
    if let Some(folder) = job.folder
        && let Err(error) = write_summary(&summary, folder, &warnings, 0.0)
    {
        summary.fail(error.into());
    }
    let table = Table::of_measures(measures, &values, &judgements);
    let outcome = stepless_outcome(job, &prepared, summary, judgements, table, &warnings);
    let memory = channels.map(|channels| in_memory(prepared, channels, &warnings));
    Ok(RunOutcome { memory, ..outcome })
}

fn in_memory(prepared: Prepared, channels: Channels, warnings: &[String]) -> InMemory {
    let scene = with_warnings(prepared.scene, warnings, 0.0);
    InMemory { channels: Arc::new(channels), scene, accounts: vec![], files: prepared.files }
}

/// Writes the channels of a response.
fn write(folder: &Path, channels: &Channels, csv: bool) -> Result<(), Error> {
    write_channels(&folder.join(CHANNELS_FILE), channels)?;
    if csv { write_csv(&folder.join("channels.csv"), channels) } else { Ok(()) }
}

/// Rejects a response that would not fit in memory.
fn check_size(job: &Job, prepared: &Prepared) -> Result<(), InvalidInput> {
    let Prepared { system, measures, response: Some(settings), .. } = prepared else { return Ok(()) };
    let parts = settings.harmonics.iter().map(|excited| excited.harmonics.len()).sum::<usize>().max(1);
    let channels = selected(system, settings, measures, job.folder.is_some() || job.in_memory).len();
    if settings.over.count.saturating_mul(parts).saturating_mul(channels) > MAX_AMPLITUDES {
        let message = format!(
            "{} points of {parts} orders and {channels} channels exceed the limit of {MAX_AMPLITUDES:e} values of a response; \
            reduce `points`, or select `channels`",
            settings.over.count
        );
        return Err(InvalidInput::plain("too-large", message, Some(job.source.name.clone())));
    }
    Ok(())
}

/// Indices of the channels that are stored or measured.
fn selected(system: &System, settings: &ResponseSettings, measures: &[Measure], stored: bool) -> Vec<usize> {
    let measured =
        |path: &str| measures.iter().any(|m| matches!(&m.what, What::Response { channel, .. } if channel == path));
    let wanted = |path: &str| {
        settings.selected.is_empty() || settings.selected.iter().any(|pattern| matches_pattern(pattern, path))
    };
    let paths = system.channels().iter().enumerate();
    paths.filter(|(_, c)| measured(&c.path) || stored && wanted(&c.path)).map(|(i, _)| i).collect()
}

/// A response, computed point by point.
struct ResponseSweep<'a> {
    system: &'a System,
    state: State,
    settings: &'a ResponseSettings,
    response: Response<'a>,
    /// Indices of the channels.
    selected: Vec<usize>,
    /// The orders relative to the speed of the first torque's shaft; a single entry over frequency.
    orders: Vec<f64>,
    /// Speed ratio of the shaft of each torque with harmonics to the shaft of the first.
    ratios: Vec<f64>,
    points: Vec<f64>,
    /// Amplitudes by point, order and channel, in this nesting.
    amplitudes: Vec<c64>,
    x: Vec<c64>,
}

impl<'a> ResponseSweep<'a> {
    fn new(
        system: &'a System,
        state: State,
        settings: &'a ResponseSettings,
        selected: Vec<usize>,
    ) -> Result<Self, Failure> {
        let ratios = ratios(system, &state, &settings.harmonics);
        let mut orders: Vec<f64> = match settings.over.axis {
            Axis::Frequency => vec![1.0],
            Axis::Speed => {
                let each = settings.harmonics.iter().zip(&ratios);
                each.flat_map(|(e, ratio)| e.harmonics.iter().map(move |h| h.order * ratio)).collect()
            }
        };
        orders.sort_by(f64::total_cmp);
        orders.dedup_by(|a, b| (*a - *b).abs() <= 1e-12 * *b);
        let response = Response::about(system, &state)?;
        let (points, amplitudes, x) = (vec![], vec![], vec![]);
        Ok(ResponseSweep { system, state, settings, response, selected, orders, ratios, points, amplitudes, x })
    }

    /// The loads of one order at a point of the sweep.
    fn loads(&self, place: f64, order: f64) -> Vec<HarmonicLoad> {
        let load = |item: &str, amplitude: f64, phase: f64| HarmonicLoad {
            element: item.into(),
            amplitude: c64::from_polar(amplitude, phase),
        };
        match self.settings.over.axis {
            Axis::Frequency => self.settings.excitations.iter().map(|e| load(&e.item, e.amplitude, e.phase)).collect(),
            Axis::Speed => {
                let mut loads = vec![];
                for (Excited { item, harmonics, .. }, ratio) in self.settings.harmonics.iter().zip(&self.ratios) {
                    let own = harmonics.iter().filter(|h| (h.order * ratio - order).abs() <= 1e-12 * order);
                    loads.extend(own.map(|h| load(item, h.amplitude.at(place * ratio), h.phase)));
                }
                loads
            }
        }
    }

    fn frequency(&self, place: f64, order: f64) -> f64 {
        match self.settings.over.axis {
            Axis::Frequency => place,
            Axis::Speed => place * order / TAU,
        }
    }

    /// The amplitudes of the stored channels, order by order.
    fn at(&mut self, place: f64) -> Result<Vec<c64>, Failure> {
        let mut all = Vec::with_capacity(self.orders.len() * self.selected.len());
        for k in 0..self.orders.len() {
            let order = self.orders[k];
            let frequency = self.frequency(place, order);
            let forces = self.response.forces(&self.state, &self.loads(place, order));
            self.response.solve(frequency, &forces, &mut self.x)?;
            all.extend(self.selected.iter().map(|&channel| self.response.channel(channel, frequency, &self.x)));
        }
        Ok(all)
    }

    fn compute(&mut self, place: f64) -> Result<(), Failure> {
        let all = self.at(place)?;
        self.points.push(place);
        self.amplitudes.extend(all);
        Ok(())
    }

    /// The amplitudes of a channel at a point, order by order.
    fn parts(&self, row: &[c64], channel: usize) -> Vec<c64> {
        (0..self.orders.len()).map(|k| row[k * self.selected.len() + channel]).collect()
    }

    /// The amplitude of one order, or half the peak-to-peak value of all orders over a cycle.
    fn size(&self, parts: &[c64], order: Option<f64>) -> f64 {
        match order {
            Some(order) => self.part(parts, order).norm(),
            None => half_range(&self.orders, parts),
        }
    }

    fn part(&self, parts: &[c64], order: f64) -> c64 {
        let of = self.orders.iter().position(|o| (o - order).abs() <= 1e-9 * order);
        of.map_or(c64::new(0.0, 0.0), |k| parts[k])
    }

    fn measure(&mut self, measure: &Measure) -> Result<Option<f64>, Failure> {
        let What::Response { channel, order, of } = &measure.what else { return Ok(None) };
        let found = self.selected.iter().position(|&c| self.system.channels()[c].path == *channel);
        let Some(channel) = found else { return Ok(None) };
        Ok(match of {
            OfResponse::Amplitude(place) => {
                let row = self.at(*place)?;
                Some(self.size(&self.parts(&row, channel), *order))
            }
            OfResponse::Phase(place) => {
                let row = self.at(*place)?;
                Some(self.part(&self.parts(&row, channel), order.unwrap_or(1.0)).arg())
            }
            OfResponse::Peak | OfResponse::PeakAt => {
                let [from, to] = measure.over.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
                let width = self.orders.len() * self.selected.len();
                let rows = self.points.iter().zip(self.amplitudes.chunks_exact(width.max(1)));
                let inside = rows.filter(|(place, _)| (from..=to).contains(*place));
                let sizes = inside.map(|(place, row)| (self.size(&self.parts(row, channel), *order), *place));
                let best = sizes.max_by(|a, b| a.0.total_cmp(&b.0));
                best.map(|(size, place)| if *of == OfResponse::Peak { size } else { place })
            }
        })
    }

    /// The channels that are not zero everywhere: amplitude and phase over frequency; over speed, all orders together
    /// and each order.
    fn channels(&self, model: &str) -> Channels {
        let info = |name: String, unit: &str| ChannelInfo { name, unit: unit.into() };
        let axis = match self.settings.over.axis {
            Axis::Frequency => info("frequency".into(), "Hz"),
            Axis::Speed => info("speed".into(), "rad/s"),
        };
        let mut channels = Channels::over(axis, model, &[]);
        channels.time = self.points.clone();
        let width = self.orders.len() * self.selected.len();
        for (k, &place) in self.selected.iter().enumerate() {
            let channel = &self.system.channels()[place];
            let (path, unit) = (&channel.path, channel.quantity.unit);
            let rows = || self.amplitudes.chunks_exact(width).map(|row| self.parts(row, k));
            if rows().all(|parts| parts.iter().all(|part| *part == c64::new(0.0, 0.0))) {
                continue;
            }
            let mut add = |name: String, unit: &str, column: Vec<f64>| {
                channels.info.push(info(name, unit));
                channels.columns.push(column);
            };
            add(path.clone(), unit, rows().map(|parts| self.size(&parts, None)).collect());
            if self.settings.over.axis == Axis::Frequency {
                add(format!("{path}_phase"), "rad", rows().map(|parts| parts[0].arg()).collect());
                continue;
            }
            for (j, order) in self.orders.iter().enumerate() {
                let name = format!("{path}_order_{}", order.to_string().replace('.', "_"));
                add(name, unit, rows().map(|parts| parts[j].norm()).collect());
            }
        }
        channels
    }
}

/// Initial speed ratio of the shaft of each torque to the shaft of the first; 1 if it is not defined.
fn ratios(system: &System, state: &State, harmonics: &[Excited]) -> Vec<f64> {
    let speed = |shaft: &Option<String>| {
        let mut place = 0;
        for (name, count) in system.node_names() {
            if Some(name) == shaft.as_deref() {
                return state.v[place];
            }
            place += count;
        }
        0.0
    };
    let first = harmonics.first().map_or(0.0, |first| speed(&first.shaft));
    let ratio = |excited: &Excited| (speed(&excited.shaft) / first).abs();
    harmonics.iter().map(ratio).map(|ratio| if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 }).collect()
}

/// Half the peak-to-peak value of Σ Re(cₖ e^{i nₖ ψ}) over a cycle, sampled, with parabolic interpolation at the extrema.
fn half_range(orders: &[f64], parts: &[c64]) -> f64 {
    if let [only] = parts {
        return only.norm();
    }
    let whole = |base: f64| orders.iter().all(|order| (order / base).fract().abs() < 1e-9);
    let base = [1.0, 0.5, 0.25, 1.0 / 3.0].into_iter().find(|base| whole(*base)).unwrap_or(0.05);
    let highest = orders.iter().fold(base, |most, order| most.max(*order));
    let samples = ((64.0 * highest / base).ceil() as usize).clamp(256, 16_384);
    let step = TAU / base / samples as f64;
    let mut wave = vec![0.0; samples];
    for (part, order) in parts.iter().zip(orders) {
        let (mut turned, turn) = (*part, c64::from_polar(1.0, order * step));
        for sample in &mut wave {
            *sample += turned.re;
            turned *= turn;
        }
    }
    let top = |sign: f64| {
        let at = |i: usize| sign * wave[i % samples];
        let best = (0..samples).max_by(|&i, &j| at(i).total_cmp(&at(j))).unwrap_or(0);
        let [before, here, after] = [at(best + samples - 1), at(best), at(best + 1)];
        let bend = before - 2.0 * here + after;
        if bend < 0.0 { here - (after - before).powi(2) / (8.0 * bend) } else { here }
    };
    0.5 * (top(1.0) + top(-1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_together_range_over_what_their_sum_does() {
        let one = c64::new(1.0, 0.0);
        assert_eq!(half_range(&[2.0], &[c64::from_polar(3.0, 0.7)]), 3.0);
        // cos ψ + cos 2ψ: from −9/8 to 2.
        assert!((half_range(&[1.0, 2.0], &[one, one]) - 25.0 / 16.0).abs() < 1e-5);
        // In opposite phase; orders of one half need a cycle of two turns.
        assert!((half_range(&[0.5, 1.5], &[one, -one]) - 1.539_600_717_839_002).abs() < 1e-5);
    }
}
