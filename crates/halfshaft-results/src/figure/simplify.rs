//! Simplification of curves without a visible change.
//!
//! A curve of a million points is a few hundred pixels wide. First, points within one column of pixels are reduced to the
//! first, lowest, highest and last; if a curve goes back and forth in x, coinciding points are merged instead. Then points on
//! the line between their neighbours are removed.

/// Fewer points, in pixels, for the same line within `tolerance`.
pub(super) fn simplified(points: &[[f64; 2]], tolerance: f64) -> Vec<[f64; 2]> {
    let forward = points.is_sorted_by(|a, b| a[0] <= b[0]);
    straightened(&if forward { columns(points) } else { apart(points, tolerance / 4.0) }, tolerance)
}

/// The points farther than `least` from the previous remaining one.
fn apart(points: &[[f64; 2]], least: f64) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    for point in points {
        if kept.last().is_none_or(|last| (point[0] - last[0]).hypot(point[1] - last[1]) > least) {
            kept.push(*point);
        }
    }
    kept
}

/// First, lowest, highest and last of consecutive points in one column of pixels, in their order.
fn columns(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut kept: Vec<[f64; 2]> = Vec::new();
    for run in points.chunk_by(|a, b| a[0].floor() == b[0].floor()) {
        if run.len() <= 4 {
            kept.extend(run);
            continue;
        }
        let by_height = |&a: &usize, &b: &usize| run[a][1].total_cmp(&run[b][1]);
        let low = (0..run.len()).min_by(by_height).unwrap_or(0);
        let high = (0..run.len()).max_by(by_height).unwrap_or(0);
        let mut places = [0, low.min(high), low.max(high), run.len() - 1].to_vec();
        places.dedup();
        kept.extend(places.iter().map(|&i| run[i]));
    }
    kept
}

/// Ramer, Douglas and Peucker: an interval is replaced by a line if no point is farther from it than the tolerance.
fn straightened(points: &[[f64; 2]], tolerance: f64) -> Vec<[f64; 2]> {
    let Some(last) = points.len().checked_sub(1) else { return vec![] };
    let mut keep = vec![false; points.len()];
    (keep[0], keep[last]) = (true, true);
    let mut stretches = vec![(0, last)];
    while let Some((from, to)) = stretches.pop() {
        let farthest = (from + 1..to).map(|i| (i, distance(points[i], points[from], points[to])));
        if let Some((i, far)) = farthest.max_by(|a, b| a.1.total_cmp(&b.1))
            && far > tolerance
        {
            keep[i] = true;
            stretches.extend([(from, i), (i, to)]);
        }
    }
    points.iter().zip(keep).filter(|(_, keep)| *keep).map(|(point, _)| *point).collect()
}

/// The distance from a point to a line segment.
fn distance(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (d, e) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let length = d[0] * d[0] + d[1] * d[1];
    let along = if length > 0.0 { ((d[0] * e[0] + d[1] * e[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
    (e[0] - along * d[0]).hypot(e[1] - along * d[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_line_needs_two_points() {
        let line: Vec<_> = (0..1000).map(|i| [i as f64, 3.0 * i as f64]).collect();
        assert_eq!(simplified(&line, 0.1), [line[0], line[999]]);
    }

    #[test]
    fn a_spike_of_one_sample_in_a_million_survives() {
        let mut noise: Vec<_> = (0..1_000_000).map(|i| [i as f64 * 7e-4, (i % 7) as f64]).collect();
        noise[123_456][1] = 90.0;
        let drawn = simplified(&noise, 0.1);
        assert!(drawn.contains(&noise[123_456]) && drawn.len() <= 4 * 701, "{}", drawn.len());
    }

    #[test]
    fn what_is_drawn_stays_within_the_tolerance() {
        let wave: Vec<_> = (0..5000).map(|i| [i as f64 * 0.1, 80.0 * (i as f64 * 0.01).sin()]).collect();
        let drawn = straightened(&wave, 0.2);
        // Eight periods of 80 pixels' height, each with some thirty chords.
        assert!(drawn.len() < 400, "{}", drawn.len());
        for stretch in drawn.windows(2) {
            let inside = wave.iter().filter(|p| p[0] > stretch[0][0] && p[0] < stretch[1][0]);
            assert!(inside.map(|p| distance(*p, stretch[0], stretch[1])).all(|far| far <= 0.2));
        }
        assert!(simplified(&[], 0.1).is_empty());
    }
}
