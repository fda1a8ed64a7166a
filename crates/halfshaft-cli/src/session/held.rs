//! Why a run takes as many steps as it does, in words.

use halfshaft::analysis::{Limit, LimitKind};
use halfshaft_results::number::significant;

/// Runs with fewer steps need no explanation.
const MANY: u64 = 20_000;
/// A cause is named where it held down more than this part of the steps.
const SHARE: f64 = 0.2;

/// What held the step size down, where there are many steps: which part, which frequency, what to change.
pub fn explained(limits: &[Limit], steps: u64) -> Option<String> {
    let most = limits.first().filter(|limit| steps >= MANY && limit.steps as f64 > SHARE * steps as f64)?;
    let share = significant(100.0 * most.steps as f64 / steps as f64, 2);
    Some(format!(
        "{steps} steps: {share} % of them are held to about {} s by {}; {}",
        significant(most.step, 2),
        named(most),
        remedy(most)
    ))
}

/// What held the step size down.
pub fn named(limit: &Limit) -> String {
    let Limit { element, kind, frequency, .. } = limit;
    let near = frequency.map_or(String::new(), |f| format!(" near {} Hz", significant(f, 2)));
    match kind {
        LimitKind::Motion if frequency.is_some() => format!("a vibration of \"{element}\"{near}"),
        LimitKind::Motion => format!("the motion of \"{element}\""),
        LimitKind::Force => format!("the force of \"{element}\"{near}"),
        LimitKind::Contact => format!("impacts of \"{element}\""),
        LimitKind::Convergence => "the Newton iteration, which does not converge with longer ones".into(),
    }
}

fn remedy(limit: &Limit) -> &'static str {
    match limit.kind {
        LimitKind::Motion if limit.frequency.is_some() => {
            "damp it, make it rigid, or set solver.spectral_radius = 0 to step over what vibrates fast"
        }
        LimitKind::Motion => "a larger solver.tolerance takes fewer steps",
        LimitKind::Force => {
            "damp it, set a larger solver.force_tolerance, or solver.spectral_radius = 0 to step over what vibrates fast"
        }
        LimitKind::Contact => "a softer contact law or more damping has fewer impacts",
        LimitKind::Convergence => "look for friction with a very small transition speed and for very stiff contacts",
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
        let text = explained(&[limit(LimitKind::Motion, 30_000, Some(4210.0))], 40_000).unwrap();
        assert_eq!(
            text,
            "40000 steps: 75 % of them are held to about 1.2e-5 s by a vibration of \"wheel\" near 4200 Hz; \
             damp it, make it rigid, or set solver.spectral_radius = 0 to step over what vibrates fast"
        );
    }

    #[test]
    fn few_steps_and_scattered_causes_are_not_explained() {
        assert_eq!(explained(&[limit(LimitKind::Force, 900, None)], 1000), None);
        assert_eq!(explained(&[limit(LimitKind::Force, 4000, None)], 40_000), None);
        assert_eq!(explained(&[], 40_000), None);
    }
}
