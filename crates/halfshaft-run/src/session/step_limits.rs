//! Which part of a model limits the step size, as text.

use halfshaft::analysis::{Limit, LimitKind};
use halfshaft_results::number::significant;

/// Runs with fewer steps get no warning.
const MIN_STEPS: u64 = 20_000;
/// A cause is reported if it limits more than this fraction of the steps.
const MIN_SHARE: f64 = 0.2;

/// Vibrations of many parts are reported together if they limit more than this fraction of the steps.
const MIN_SHARE_TOGETHER: f64 = 0.5;

/// A warning about a run with many steps: the part that limits the step size, its frequency, and what to change.
pub fn step_size_warning(limits: &[Limit], steps: u64) -> Option<String> {
    if steps < MIN_STEPS {
        return None;
    }
    let Some(most) = limits.first().filter(|limit| limit.steps as f64 > MIN_SHARE * steps as f64) else {
        return vibrations_of_many_parts(limits, steps);
    };
    let share = significant(100.0 * most.steps as f64 / steps as f64, 2);
    Some(format!(
        "{steps} steps: in {share} % of them the step size is limited to about {} s by {}; {}",
        significant(most.step, 2),
        describe(most),
        remedy(most)
    ))
}

/// A warning about vibrations of which none limits many steps by itself, as the modes of flexible wheels in mesh or of a beam.
fn vibrations_of_many_parts(limits: &[Limit], steps: u64) -> Option<String> {
    let vibrating = |limit: &&Limit| limit.frequency.is_some() || limit.kind == LimitKind::Force;
    let limited = |owner: &str| -> u64 {
        limits.iter().filter(vibrating).filter(|limit| limit.element.starts_with(owner)).map(|limit| limit.steps).sum()
    };
    let most = limits.iter().find(vibrating).filter(|_| limited("") as f64 > MIN_SHARE_TOGETHER * steps as f64)?;
    let (count, parts) = match most.element.rsplit_once('/').map(|(owner, _)| (owner, limited(&format!("{owner}/")))) {
        Some((owner, count)) if count as f64 > MIN_SHARE_TOGETHER * steps as f64 => {
            (count, format!("parts of \"{owner}\""))
        }
        _ => (limited(""), "many parts".into()),
    };
    let share = significant(100.0 * count as f64 / steps as f64, 2);
    Some(format!(
        "{steps} steps: in {share} % of them the step size is limited by vibrations of {parts}, most often by {}; damp them, or set solver.spectral_radius = 0 to damp fast vibrations numerically",
        describe(most)
    ))
}

/// What limits the step size.
pub fn describe(limit: &Limit) -> String {
    let Limit { element, kind, frequency, .. } = limit;
    let near = frequency.map_or(String::new(), |f| format!(" near {} Hz", significant(f, 2)));
    match kind {
        LimitKind::Motion if frequency.is_some() => format!("a vibration of \"{element}\"{near}"),
        LimitKind::Motion => format!("the motion of \"{element}\""),
        LimitKind::Force => format!("the force of \"{element}\"{near}"),
        LimitKind::Contact => format!("impacts of \"{element}\""),
        LimitKind::Convergence => "Newton's method, which does not converge with longer steps".into(),
    }
}

fn remedy(limit: &Limit) -> &'static str {
    match limit.kind {
        LimitKind::Motion if limit.frequency.is_some() => {
            "damp it, make it rigid, or set solver.spectral_radius = 0 to damp fast vibrations numerically"
        }
        LimitKind::Motion => {
            "a larger solver.tolerance needs fewer steps, as does solver.spectral_radius = 0 where it spins or vibrates fast"
        }
        LimitKind::Force => {
            "damp it, set a larger solver.force_tolerance, or set solver.spectral_radius = 0 to damp fast vibrations numerically"
        }
        LimitKind::Contact => "a softer contact law or more damping reduces the number of impacts",
        LimitKind::Convergence => "check for friction with a very small transition speed and for very stiff contacts",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(kind: LimitKind, steps: u64, frequency: Option<f64>) -> Limit {
        Limit { element: "wheel".into(), kind, steps, step: 1.23e-5, frequency }
    }

    #[test]
    fn many_steps_name_what_vibrates_and_its_frequency() {
        let text = step_size_warning(&[limit(LimitKind::Motion, 30_000, Some(4210.0))], 40_000).unwrap();
        assert_eq!(
            text,
            "40000 steps: in 75 % of them the step size is limited to about 1.2e-5 s by a vibration of \"wheel\" near 4200 Hz; \
             damp it, make it rigid, or set solver.spectral_radius = 0 to damp fast vibrations numerically"
        );
    }

    #[test]
    fn vibrations_of_many_parts_are_reported_together() {
        let limits: Vec<Limit> = (0..10).map(|_| limit(LimitKind::Motion, 4000, Some(98_000.0))).collect();
        assert_eq!(
            step_size_warning(&limits, 50_000).unwrap(),
            "50000 steps: in 80 % of them the step size is limited by vibrations of many parts, most often by a vibration of \"wheel\" near 98000 Hz; \
             damp them, or set solver.spectral_radius = 0 to damp fast vibrations numerically"
        );
        assert_eq!(step_size_warning(&limits[..5], 50_000), None);
    }

    #[test]
    fn vibrations_of_the_nodes_of_a_beam_name_the_beam() {
        let node = |name: &str| Limit { element: name.into(), ..limit(LimitKind::Motion, 4000, Some(98_000.0)) };
        let limits: Vec<Limit> = (0..10).map(|k| node(&format!("shaft/{k}"))).chain([node("wheel")]).collect();
        assert_eq!(
            step_size_warning(&limits, 50_000).unwrap(),
            "50000 steps: in 80 % of them the step size is limited by vibrations of parts of \"shaft\", most often by a vibration of \"shaft/0\" near 98000 Hz; \
             damp them, or set solver.spectral_radius = 0 to damp fast vibrations numerically"
        );
    }

    #[test]
    fn few_steps_and_scattered_causes_are_not_explained() {
        assert_eq!(step_size_warning(&[limit(LimitKind::Force, 900, None)], 1000), None);
        assert_eq!(step_size_warning(&[limit(LimitKind::Force, 4000, None)], 40_000), None);
        assert_eq!(step_size_warning(&[], 40_000), None);
    }
}
