//! Downsampling of a channel for a player.

/// At most about `points` samples between two times, as times and values: minimum and maximum of each of half as many
/// intervals, in their order.
pub fn peaks(time: &[f64], values: &[f64], [from, to]: [f64; 2], points: usize) -> (Vec<f64>, Vec<f64>) {
    let window = window(time, from, to);
    let (time, values) = (&time[window.clone()], &values[window]);
    let stretches = (points / 2).max(1);
    if values.len() <= points.max(2) {
        return (time.to_vec(), values.to_vec());
    }
    let mut kept = vec![0];
    for i in 0..stretches {
        let (begin, end) = (i * values.len() / stretches, (i + 1) * values.len() / stretches);
        let by_value = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]);
        if let (Some(low), Some(high)) = ((begin..end).min_by(by_value), (begin..end).max_by(by_value)) {
            kept.extend([low.min(high), low.max(high)]);
        }
    }
    kept.push(values.len() - 1);
    kept.dedup();
    (kept.iter().map(|i| time[*i]).collect(), kept.iter().map(|i| values[*i]).collect())
}

/// At most `points` samples between two times, at rows that depend only on the times, including the first and the last.
pub fn even(time: &[f64], values: &[f64], [from, to]: [f64; 2], points: usize) -> (Vec<f64>, Vec<f64>) {
    let window = window(time, from, to);
    let (time, values) = (&time[window.clone()], &values[window]);
    let points = points.max(2);
    if values.len() <= points {
        return (time.to_vec(), values.to_vec());
    }
    let rows = (0..points).map(|i| i * (values.len() - 1) / (points - 1));
    rows.map(|row| (time[row], values[row])).unzip()
}

fn window(time: &[f64], from: f64, to: f64) -> std::ops::Range<usize> {
    let begin = time.partition_point(|t| *t < from);
    begin..time.partition_point(|t| *t <= to).max(begin)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

    #[test]
    fn a_peak_of_one_sample_survives() {
        let time: Vec<f64> = (0..100_000).map(f64::from).collect();
        let mut values = vec![0.0; time.len()];
        (values[77_777], values[3]) = (5.0, -5.0);
        let (times, kept) = peaks(&time, &values, ALL, 1000);
        assert!(times.len() <= 1002 && times.is_sorted());
        assert!(kept.contains(&5.0) && kept.contains(&-5.0) && times.contains(&77_777.0));
        assert_eq!((times[0], times[times.len() - 1]), (0.0, 99_999.0));
    }

    #[test]
    fn few_samples_stay_as_they_are_and_a_window_takes_its_own() {
        let time = [0.0, 1.0, 2.0, 3.0];
        assert_eq!(peaks(&time, &time, ALL, 10).0, time);
        assert_eq!(peaks(&time, &time, [0.5, 2.0], 10).0, [1.0, 2.0]);
        assert_eq!(even(&time, &time, ALL, 2).0, [0.0, 3.0]);
        assert!(peaks(&[], &[], ALL, 10).0.is_empty() && even(&time, &time, [9.0, 8.0], 10).0.is_empty());
    }
}
