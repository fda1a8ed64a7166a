//! What a run stores: the channels and steps of `[record]`, or what is usual.

use super::prepare::Prepared;
use halfshaft::system::{ChannelPath, System};
use halfshaft_results::measure::ChannelInfo;
use halfshaft_results::pattern::matches_pattern;
use halfshaft_results::recorder::RecordingPlan;
use halfshaft_results::{Error, Recorder, energy, motion};
use std::collections::HashSet;
use std::path::Path;

/// A model with at most this many channels stores all of them by default; a larger one stores no details that nobody asks
/// for.
const SMALL_MODEL: usize = 256;

/// The channels of a system and the energy channels of the run.
pub fn channels(system: &System) -> Vec<ChannelInfo> {
    let info = |channel: &halfshaft::system::ChannelPath| ChannelInfo {
        name: channel.path.clone(),
        unit: channel.quantity.unit.into(),
    };
    system.channels().iter().map(info).chain(energy::channels()).collect()
}

/// The recorder of a run that stores in a folder.
pub(super) fn recorder(prepared: &Prepared, model: &str, folder: &Path) -> Result<Recorder, Error> {
    let channels = channels(&prepared.system);
    let plan = plan(prepared, &channels);
    Recorder::storing_part(&channels, &prepared.measures, plan, model, folder)
}

/// The recorder of a run that keeps in memory what it would store in a folder.
pub(super) fn in_memory(prepared: &Prepared, model: &str) -> Result<Recorder, Error> {
    let channels = channels(&prepared.system);
    let plan = plan(prepared, &channels);
    Recorder::in_memory(&channels, &prepared.measures, plan, model)
}

/// What is stored. The energy of the run always is, for its balance, and so are the motion of the bodies and what measures
/// and plots show.
fn plan(prepared: &Prepared, channels: &[ChannelInfo]) -> RecordingPlan {
    let record = &prepared.record;
    let of_items = prepared.system.channels();
    let wanted = |channel: &ChannelPath| match &record.channels {
        Some(patterns) => patterns.iter().any(|pattern| matches_pattern(pattern, &channel.path)),
        None => of_items.len() <= SMALL_MODEL || !channel.detail,
    };
    let shown = shown(prepared);
    let stored = |(i, channel): (usize, &ChannelPath)| (wanted(channel) || shown.contains(&channel.path)).then_some(i);
    let of_run = of_items.len()..channels.len();
    let channels = of_items.iter().enumerate().filter_map(stored).chain(of_run).collect();
    RecordingPlan { channels, every: record.every.unwrap_or(1), interval: record.interval.unwrap_or(0.0) }
}

/// The channels that measures, plots and the motion use.
fn shown(prepared: &Prepared) -> HashSet<String> {
    let moving = prepared.scene.bodies.iter().flat_map(|body| motion::channels_of(&body.name));
    let measured = prepared.measures.iter().flat_map(|measure| measure.what.channels());
    let plotted = prepared.scene.plots.iter().flat_map(|plot| plot.lines.iter().chain(&plot.x));
    measured.chain(plotted.map(|line| line.channel.as_str())).map(str::to_owned).chain(moving).collect()
}
