//! The fillet between a flank and the root circle.

/// Points of the table of lengths.
const SAMPLES: usize = 400;
/// Iterations of bisections: to round-off.
const BISECTIONS: usize = 60;

/// The fillet of a tooth, from the root circle to the form circle.
#[derive(Clone, Debug)]
pub(super) struct Fillet {
    curve: Curve,
    /// π/z.
    half_pitch: f64,
    /// Parameter of the curve at its end; it begins at zero.
    end: f64,
    /// Length of the curve up to each of equally spaced parameters.
    lengths: Vec<f64>,
}

/// Curves by a parameter that is zero at the root circle, with angles from the middle of the space.
#[derive(Clone, Copy, Debug)]
enum Curve {
    /// The envelope of the edge of a rack: a circle whose centre is the distance `depth` below the rolling line, which is tangent to the
    /// reference circle, and `centre` from the middle of the rack's tooth. The parameter is the place of the circle's centre along the
    /// rolling line from the pitch point, through which each normal of the envelope passes.
    Trochoid { reference: f64, depth: f64, centre: f64, edge: f64 },
    /// An arc about a centre in polar coordinates; the parameter is the angle from the radial direction.
    Arc { radius: f64, angle: f64, edge: f64 },
}

impl Curve {
    /// Radius, and angle from the middle of the space.
    fn at(&self, x: f64) -> [f64; 2] {
        match *self {
            Curve::Trochoid { reference, depth, centre, edge } => {
                let scale = edge * depth.signum() / x.hypot(depth);
                let [u, v] = [x + scale * x, reference - depth - scale * depth];
                [u.hypot(v), u.atan2(v) - (x - centre) / reference]
            }
            Curve::Arc { radius, angle, edge } => {
                let [u, v] = [edge * x.sin(), radius + edge * x.cos()];
                [u.hypot(v), angle + u.atan2(v)]
            }
        }
    }
}

impl Fillet {
    fn new(curve: Curve, half_pitch: f64, end: f64) -> (Fillet, f64) {
        let cartesian = |k: usize| {
            let [radius, angle] = curve.at(end * k as f64 / SAMPLES as f64);
            [radius * angle.cos(), radius * angle.sin()]
        };
        let (mut lengths, mut last) = (vec![0.0], cartesian(0));
        for k in 1..=SAMPLES {
            let next = cartesian(k);
            lengths.push(lengths[k - 1] + (next[0] - last[0]).hypot(next[1] - last[1]));
            last = next;
        }
        (Fillet { curve, half_pitch, end, lengths }, curve.at(end)[0])
    }

    /// The trochoid of a rack whose tip line is `height` below the rolling line, and the form radius; `None` if the rack has no width at
    /// its tip. `base_half` and `half` are the half angles of a tooth at the base and at the reference circle.
    #[allow(clippy::too_many_arguments)]
    pub fn trochoid(
        reference: f64,
        base: f64,
        alpha: f64,
        height: f64,
        edge: f64,
        half_pitch: f64,
        base_half: f64,
        half: f64,
    ) -> Option<(Fillet, f64)> {
        let space = reference * (half_pitch - half);
        let width = space - height * alpha.tan();
        if width <= 0.0 {
            return None;
        }
        // An edge that is fully round has its centre in the middle of the rack's tooth.
        let edge = edge.min(width / (1.0 / alpha.cos() - alpha.tan()));
        let depth = height - edge;
        let depth = if depth.abs() < 1e-6 * reference { 1e-6 * reference } else { depth };
        let centre = (space - depth * alpha.tan() - edge / alpha.cos()).max(0.0);
        let curve = Curve::Trochoid { reference, depth, centre, edge };
        let tangent = depth / alpha.tan();
        if depth + edge * alpha.sin() <= reference * alpha.sin().powi(2) {
            return Some(Fillet::new(curve, half_pitch, tangent));
        }
        // Undercut: the trochoid crosses the involute above the base circle.
        let inside = |x: f64| {
            let [radius, angle] = curve.at(x);
            let roll = ((radius / base).powi(2) - 1.0).max(0.0).sqrt();
            radius < base || half_pitch - angle < base_half - (roll - roll.atan())
        };
        let place = |k: usize| 2.0 * tangent * k as f64 / SAMPLES as f64;
        let crossing = (1..=SAMPLES).find(|&k| inside(place(k - 1)) && !inside(place(k)))?;
        let (mut low, mut high) = (place(crossing - 1), place(crossing));
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (low + high);
            if inside(middle) { low = middle } else { high = middle }
        }
        Some(Fillet::new(curve, half_pitch, high))
    }

    /// The arc between the involute and the root circle of a ring, and the form radius; `None` if the space has no width at its root.
    /// `base_half` is the half angle of a space at the base circle.
    pub fn arc(base: f64, root: f64, edge: f64, half_pitch: f64, base_half: f64) -> Option<(Fillet, f64)> {
        // The centre is on the involute that is parallel to the flank at the distance of the edge radius.
        let angle = |edge: f64| {
            let roll = (((root - edge) / base).powi(2) - 1.0).max(0.0).sqrt();
            base_half - (roll - roll.atan()) - edge / base
        };
        if angle(0.0) <= 0.0 {
            return None;
        }
        let mut edge = edge.max(1e-4 * root);
        if angle(edge) < 0.0 {
            let (mut low, mut high) = (0.0, edge);
            for _ in 0..BISECTIONS {
                let middle = 0.5 * (low + high);
                if angle(middle) > 0.0 { low = middle } else { high = middle }
            }
            edge = low;
        }
        let radius = root - edge;
        let curve = Curve::Arc { radius, angle: angle(edge), edge };
        let along = (radius * radius - base * base).max(0.0).sqrt() + edge;
        let form = base.hypot(along);
        // From the radial direction to the normal of the flank, by the triangle of both centres and the tangent point.
        let cosine = (form * form - radius * radius - edge * edge) / (2.0 * radius * edge);
        Some(Fillet::new(curve, half_pitch, cosine.clamp(-1.0, 1.0).acos()))
    }

    pub fn length(&self) -> f64 {
        self.lengths[SAMPLES]
    }

    /// Radius and half angle of the tooth at a fraction of the length.
    pub fn at(&self, fraction: f64) -> [f64; 2] {
        let place = match fraction {
            f if f <= 0.0 => 0.0,
            f if f >= 1.0 => self.end,
            _ => {
                let length = fraction * self.length();
                let k = self.lengths.partition_point(|l| *l <= length).clamp(1, SAMPLES);
                let [from, to] = [self.lengths[k - 1], self.lengths[k]];
                let part = if to > from { (length - from) / (to - from) } else { 0.0 };
                self.end * ((k - 1) as f64 + part) / SAMPLES as f64
            }
        };
        let [radius, angle] = self.curve.at(place);
        [radius, self.half_pitch - angle]
    }

    /// The half angle of the tooth at a radius; beyond the ends that of the nearer end.
    pub fn half_angle(&self, radius: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        let rises = self.at(1.0)[0] > self.at(0.0)[0];
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (low + high);
            if (self.at(middle)[0] < radius) == rises { low = middle } else { high = middle }
        }
        self.at(high)[1]
    }
}
