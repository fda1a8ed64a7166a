//! Campbell diagram and waterfall.

use super::paper::{COLOURS, Paper, WIDTH};
use crate::campbell::Campbell;
use crate::number::significant;

const RPM: f64 = 30.0 / std::f64::consts::PI;

/// Frequencies over speed with the order lines, the critical speeds, and the shaded operating range.
pub fn campbell(diagram: &Campbell) -> String {
    let top = 1.05 * diagram.highest_shown();
    let [from, to] = [diagram.speeds[0], diagram.speeds[diagram.speeds.len() - 1]].map(|speed| speed * RPM);
    let labels = ["speed in rpm", "frequency in Hz"];
    let mut paper = Paper::new("Campbell diagram", labels, [from, to], [0.0, top], 460.0);
    if let Some([low, high]) = diagram.operating {
        let [a, b] = [low, high].map(|speed| paper.x.pixel((speed * RPM).clamp(from, to)).unwrap_or(0.0));
        let [y, bottom] = [top, 0.0].map(|f| paper.y.pixel(f).unwrap_or(0.0));
        paper.body += &format!(
            "<rect x=\"{a:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#0072b2\" fill-opacity=\"0.08\"/>",
            b - a,
            bottom - y
        );
    }
    for order in &diagram.orders {
        let at = |rpm: f64| [rpm, order * rpm / 60.0];
        paper.line_inside(&[at(from), at(to)], "stroke=\"#888\" stroke-dasharray=\"5 3\"");
        // The label is where the line leaves the frame.
        let end = if order * to / 60.0 <= top { to } else { 60.0 * top / order };
        if let (Some(x), Some(y)) = (paper.x.pixel(end), paper.y.pixel(order * end / 60.0)) {
            let beside = end == to;
            let (x, y, anchor) = if beside { (x + 5.0, y + 4.0, "start") } else { (x, y - 4.0, "middle") };
            paper.text(x, y, anchor, &format!("order {}", significant(*order, 4)));
        }
    }
    for (k, curve) in diagram.curves().into_iter().enumerate() {
        let points: Vec<[f64; 2]> = curve.iter().map(|[speed, f]| [speed * RPM, *f]).collect();
        paper.line_inside(&points, &format!("stroke=\"{}\" stroke-width=\"1.8\"", COLOURS[k % COLOURS.len()]));
    }
    for critical in &diagram.critical {
        let place = (paper.x.pixel(critical.speed * RPM), paper.y.pixel(critical.frequency));
        if let (Some(x), Some(y)) = place
            && critical.frequency <= top
        {
            let rpm = significant(critical.speed * RPM, 4);
            paper.body += &format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"#fff\" stroke=\"#222\"><title>order {} excites mode {} at {rpm} rpm</title></circle>",
                critical.order, critical.mode
            );
        }
    }
    paper.svg()
}

/// Spectra over order, stacked by speed: rows of speed in rad/s and amplitudes over the orders.
pub fn waterfall(title: &str, orders: &[f64], rows: &[(f64, Vec<f64>)]) -> String {
    let speeds = || rows.iter().map(|row| row.0 * RPM);
    let (low, high) = speeds().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    let largest = rows.iter().flat_map(|row| &row.1).fold(0.0_f64, |most, a| most.max(*a));
    let last = orders.last().copied().unwrap_or(1.0);
    let room = 0.12 * (high - low).max(1e-9);
    let height = if largest > 0.0 { room / largest } else { 0.0 };
    let mut paper = Paper::new(title, ["order", "speed in rpm"], [0.0, last], [low, high + room], 560.0);
    // From back to front, each hiding those behind it.
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|&i, &j| rows[j].0.total_cmp(&rows[i].0));
    for i in order {
        let (speed, amplitudes) = (&rows[i].0, &rows[i].1);
        let points: Vec<[f64; 2]> =
            orders.iter().zip(amplitudes).map(|(n, a)| [*n, speed * RPM + height * a]).collect();
        paper.line(&points, "stroke=\"#0072b2\" stroke-width=\"0.8\" style=\"fill:#fff;fill-opacity:0.75\"");
    }
    paper.text(WIDTH - 4.0, 20.0, "end", &format!("highest peak {}", significant(largest, 4)));
    paper.svg()
}
