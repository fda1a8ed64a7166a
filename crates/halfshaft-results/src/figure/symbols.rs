//! Symbols of the connections of a torsional train.

/// The outline of a symbol about its centre, the shaft along x.
pub(super) struct Symbol {
    pub path: String,
    pub half_width: f64,
    pub half_height: f64,
}

fn symbol(path: &str, half_width: f64, half_height: f64) -> Symbol {
    Symbol { path: path.into(), half_width, half_height }
}

fn circle(x: f64, y: f64, r: f64) -> String {
    format!("M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {d:.1} 0a{r:.1} {r:.1} 0 1 0 -{d:.1} 0", x - r, d = 2.0 * r)
}

/// The symbol of a type of connection; a plain line for a shaft.
pub(super) fn of(kind: &str, ratio: Option<f64>) -> Symbol {
    match kind {
        "shaft" | "distributed_shaft" => symbol("", 0.0, 0.0),
        "damper" => symbol("M-9 0V-7H7M-9 0V7H7M1 -5V5M1 0H9", 9.0, 8.0),
        "staged_spring" | "dual_mass_flywheel" | "tyre" => {
            symbol("M-18 0l3 -7l6 14l6 -14l6 14l6 -14l6 14l3 -7", 18.0, 8.0)
        }
        "clutch" => symbol("M-4 -13V13M4 -13V13", 4.0, 14.0),
        "freewheel" => symbol("M-6 -13V13M6 -13V13M-6 -6L6 0L-6 6", 6.0, 14.0),
        "stage" | "mesh" => gear_pair(ratio.unwrap_or(1.0)),
        "planetary" => {
            let mut path = circle(0.0, 0.0, 16.0) + &circle(0.0, 0.0, 5.5);
            for third in 0..3 {
                let (sine, cosine) = (std::f64::consts::TAU * (third as f64 / 3.0 + 0.25)).sin_cos();
                path += &circle(10.7 * cosine, -10.7 * sine, 5.0);
            }
            symbol(&path, 16.0, 17.0)
        }
        "converter" => {
            symbol(&(circle(0.0, 0.0, 13.0) + "M-1.5 -13V13M1.5 -13V13M-8 -6q4 6 0 12M8 -6q-4 6 0 12"), 13.0, 14.0)
        }
        "belt" | "variator" => {
            symbol(&(circle(-10.0, 0.0, 7.0) + &circle(11.0, 0.0, 5.0) + "M-10 -7L11 -5M-10 7L11 5"), 17.0, 8.0)
        }
        "universal_joint" => symbol(&(circle(0.0, 0.0, 9.0) + "M-6.4 -6.4L6.4 6.4M-6.4 6.4L6.4 -6.4"), 9.0, 10.0),
        _ => symbol("M-9 -9H9V9H-9Z", 9.0, 10.0),
    }
}

/// Two pitch circles that touch, with radii by the ratio within what can be drawn.
fn gear_pair(ratio: f64) -> Symbol {
    let times = ratio.abs().clamp(0.35, 2.8);
    let small = 20.0 / (1.0 + times);
    let large = times * small;
    // The point of contact is at `small − large`, so that both together are centred.
    let path =
        circle(-large, 0.0, small) + &circle(small, 0.0, large) + &circle(-large, 0.0, 1.0) + &circle(small, 0.0, 1.0);
    symbol(&path, 20.0, small.max(large) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pitch_circles_of_a_pair_touch_and_fill_the_symbol() {
        for ratio in [-3.0, -1.0, 0.5, 100.0] {
            let Symbol { path, half_width, .. } = gear_pair(ratio);
            let left: f64 = path[1..].split(' ').next().unwrap().parse().unwrap();
            assert!((left + half_width).abs() < 0.051, "{ratio}: {left}");
        }
    }
}
