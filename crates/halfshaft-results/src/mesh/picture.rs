//! A picture of a scene at its design position, as PNG: shaded bodies in parallel projection, the same on every machine.

use super::indexed::{Detail, encoded};
use super::sections::Outline;
use super::spans::{Affine, Kept, is_between_samples, spans, weights};
use super::{Mesh, add, cross, dot, meshes, subtract, unit};
use crate::scene::{Pose, Scene};

/// Samples per pixel along each axis.
const SAMPLES: usize = 2;
/// Shades of a colour between black and itself; few of them make a small file.
const SHADES: f64 = 14.0;
/// Shades of a colour with the brighter ones.
const LEVELS: usize = 16;
/// Margin around the mechanism, as a fraction of the picture.
const MARGIN: f64 = 0.05;
/// A body that contains so many of the others hides the mechanism, which is then cut open.
const INSIDE: f64 = 0.5;
/// A body so many times as long as wide is slender.
const SLENDER: f64 = 2.5;
/// The shade of a section.
const SECTION: f64 = 0.75;
const PAPER: [u8; 3] = [255, 255, 255];

/// The colours of bodies in the viewer.
const BODIES: [[u8; 3]; 8] = [
    [0x5b, 0x8d, 0xb8],
    [0xd9, 0x8a, 0x5b],
    [0x5f, 0xae, 0x95],
    [0xc7, 0x9a, 0xb5],
    [0xd9, 0xb4, 0x5b],
    [0x8c, 0xc3, 0xe6],
    [0x9a, 0xa3, 0xa8],
    [0x7f, 0x79, 0xb8],
];

/// A picture as PNG, and its width and height in pixels.
pub struct Picture {
    /// The file.
    pub png: Vec<u8>,
    /// Width and height in pixels.
    pub size: [u32; 2],
}

/// A picture of some width and height in pixels, with the surfaces of flexible bodies in the model frame by their names;
/// `None` if there are no bodies.
pub fn picture(scene: &Scene, flexible: &[(String, Mesh)], width: u32, height: u32) -> Option<Vec<u8>> {
    drawn(scene, flexible, [width, height], false).map(|picture| picture.png)
}

/// The same at most so wide and so high, without empty paper beside the mechanism.
pub fn cropped_picture(scene: &Scene, flexible: &[(String, Mesh)], most: [u32; 2]) -> Option<Picture> {
    drawn(scene, flexible, most, true)
}

fn drawn(scene: &Scene, flexible: &[(String, Mesh)], most: [u32; 2], cropped: bool) -> Option<Picture> {
    // Nodes of beams and attachments of solids are on what is drawn itself.
    let is_node = |name: &str| {
        flexible.iter().any(|(of, _)| name.strip_prefix(of.as_str()).is_some_and(|rest| rest.starts_with('/')))
    };
    let rigid = scene.bodies.iter().zip(meshes(scene)).filter(|(body, _)| !is_node(&body.name));
    let mut bodies: Vec<Placed> = rigid.map(|(body, mesh)| place(mesh, body.pose)).collect();
    bodies.extend(flexible.iter().map(|(_, Mesh { points, triangles, .. })| Placed {
        points: points.clone(),
        triangles: triangles.clone(),
        pixels: vec![],
    }));
    let all = || bodies.iter().flat_map(|body| &body.points);
    all().next()?;
    let view = View::of(scene, all().copied(), !flexible.is_empty(), most, cropped);
    view.project(&mut bodies);
    let cut = hidden(&bodies, &view).then(|| view.cut(&bodies));
    let mut canvas = Canvas::new(view.size.map(|n| n as usize * SAMPLES));
    for (k, body) in bodies.iter().enumerate() {
        canvas.body(body, k % BODIES.len(), &view, cut);
    }
    if let Some(cut) = cut {
        canvas.sections(&bodies, &view, cut);
    }
    let detail = if cropped { Detail::Small } else { Detail::All };
    Some(Picture { png: canvas.png(view.size, detail)?, size: view.size })
}

/// A mesh in the model frame.
struct Placed {
    points: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    /// Pixels and depths of the points, once there is a view.
    pixels: Vec<[f64; 3]>,
}

fn place(mut mesh: Mesh, Pose { position, rotation: [w, x, y, z] }: Pose) -> Placed {
    let v = [x, y, z];
    let turn = |p: [f64; 3]| {
        // p + 2 w (v × p) + 2 v × (v × p)
        let once = cross(v, p);
        let twice = cross(v, once);
        std::array::from_fn(|i| p[i] + 2.0 * (w * once[i] + twice[i]))
    };
    mesh.points.iter_mut().for_each(|p| *p = add(turn(*p), position));
    Placed { points: mesh.points, triangles: mesh.triangles, pixels: vec![] }
}

fn bounds<'a>(points: impl Iterator<Item = &'a [f64; 3]>) -> [[f64; 3]; 2] {
    points.fold([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]], |[low, high], p| {
        [std::array::from_fn(|i| low[i].min(p[i])), std::array::from_fn(|i| high[i].max(p[i]))]
    })
}

/// Returns whether one body contains most of the others and these are covered.
fn hidden(bodies: &[Placed], view: &View) -> bool {
    let boxes: Vec<[[f64; 3]; 2]> = bodies.iter().map(|body| bounds(body.points.iter())).collect();
    let middle = |[low, high]: &[[f64; 3]; 2]| std::array::from_fn(|i| 0.5 * (low[i] + high[i]));
    let within = |[low, high]: &[[f64; 3]; 2], other: &[[f64; 3]; 2]| {
        let centre: [f64; 3] = middle(other);
        (0..3).all(|i| {
            let half = 0.4 * (other[1][i] - other[0][i]);
            low[i] < centre[i] - half && centre[i] + half < high[i]
        })
    };
    let enough = |count: usize| count as f64 >= INSIDE * (boxes.len() - 1) as f64;
    bodies.len() > 3
        && boxes.iter().enumerate().any(|(outer, one)| {
            let inside: Vec<usize> = (0..boxes.len()).filter(|&k| k != outer && within(one, &boxes[k])).collect();
            // Another body is the first that one sees toward its middle.
            let covered = |k: &&usize| nearest(bodies, view, middle(&boxes[**k])).is_some_and(|first| first != **k);
            enough(inside.len()) && enough(inside.iter().filter(covered).count())
        })
}

/// The body that one sees first toward a point, before it.
fn nearest(bodies: &[Placed], view: &View, point: [f64; 3]) -> Option<usize> {
    let at = view.pixel(point);
    let mut first = (at[2], None);
    for (k, body) in bodies.iter().enumerate() {
        for triangle in &body.triangles {
            let [a, b, c] = triangle.map(|i| body.pixels[i as usize]);
            // Most triangles are beside the point.
            if (0..2).any(|i| a[i].min(b[i]).min(c[i]) > at[i] || a[i].max(b[i]).max(c[i]) < at[i]) {
                continue;
            }
            let side = |p: [f64; 3], q: [f64; 3]| (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0]);
            let shares = [side(b, c), side(c, a), side(a, b)];
            let area: f64 = shares.iter().sum();
            let depth = (shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2]) / area;
            if shares.iter().all(|share| share * area > 0.0) && depth > first.0 {
                first = (depth, Some(k));
            }
        }
    }
    first.1
}

/// The direction of view, and how points become pixels.
struct View {
    right: [f64; 3],
    above: [f64; 3],
    toward: [f64; 3],
    centre: [f64; 3],
    scale: f64,
    middle: [f64; 2],
    /// Width and height of the picture in pixels.
    size: [u32; 2],
    /// The farthest and the nearest point, along the direction of view.
    depths: [f64; 2],
}

impl View {
    /// A flat mechanism is seen nearly square to its plane, a slender one with flexible bodies from its side, any other from a
    /// corner, as in the viewer.
    fn of(
        scene: &Scene,
        points: impl Iterator<Item = [f64; 3]>,
        flexible: bool,
        most: [u32; 2],
        cropped: bool,
    ) -> Self {
        let gravity = scene.gravity;
        let up = if dot(gravity, gravity) > 0.0 { unit(gravity.map(|g| -g)) } else { [0.0, 0.0, 1.0] };
        let list: Vec<[f64; 3]> = points.collect();
        let [low, high] = bounds(list.iter());
        let size = subtract(high, low);
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| size[*a].total_cmp(&size[*b]));
        let flat = size[order[0]] < 0.25 * size[order[1]];
        let level = |v: [f64; 3]| unit(subtract(v, up.map(|u| u * dot(v, up))));
        let aside = level([1.0, 0.35, 0.8]);
        let normal: [f64; 3] = std::array::from_fn(|i| f64::from(u8::from(i == order[0])));
        let along: [f64; 3] = std::array::from_fn(|i| f64::from(u8::from(i == order[2])));
        let slender = flexible && size[order[2]] > SLENDER * size[order[1]] && dot(along, up).abs() < 0.5;
        let toward = if slender {
            let level = unit(cross(along, up));
            add(add(level, along.map(|a| 0.45 * a)), up.map(|u| 0.4 * u))
        } else if !flat {
            add(aside, up.map(|u| 0.45 * u))
        } else if dot(normal, up).abs() > 0.9 {
            add(aside.map(|a| 0.7 * a), up)
        } else {
            let side = cross(up, normal);
            add(add(normal, up.map(|u| 0.25 * u)), side.map(|s| 0.35 * s))
        };
        let toward = unit(toward);
        let right = unit(cross(up, toward));
        let above = cross(toward, right);
        let centre = std::array::from_fn(|i| 0.5 * (low[i] + high[i]));
        let reach = |axis: [f64; 3]| {
            list.iter()
                .map(|p| dot(subtract(*p, centre), axis))
                .fold([f64::INFINITY, f64::NEG_INFINITY], |[l, h], x| [l.min(x), h.max(x)])
        };
        let (x, y) = (reach(right), reach(above));
        let extent = [x, y].map(|[low, high]| (high - low).max(1e-12));
        let [w, h] = most.map(|n| f64::from(n) * SAMPLES as f64);
        let room = 1.0 - 2.0 * MARGIN;
        let scale = (room * w / extent[0]).min(room * h / extent[1]);
        let margin = 2.0 * MARGIN * w.min(h);
        let needed = extent.map(|extent| ((scale * extent + margin) / SAMPLES as f64).ceil() as u32);
        let size = if cropped { [needed[0].min(most[0]), needed[1].min(most[1])] } else { most };
        let [w, h] = size.map(|n| f64::from(n) * SAMPLES as f64);
        let middle = [w / 2.0 - scale * 0.5 * (x[0] + x[1]), h / 2.0 + scale * 0.5 * (y[0] + y[1])];
        View { right, above, toward, centre, scale, middle, size, depths: reach(toward) }
    }

    /// Gives bodies the pixels of their points.
    fn project(&self, bodies: &mut [Placed]) {
        for body in bodies {
            body.pixels = body.points.iter().map(|point| self.pixel(*point)).collect();
        }
    }

    /// Column, row and depth, which is 1 for the farthest point and 2 for the nearest.
    fn pixel(&self, p: [f64; 3]) -> [f64; 3] {
        let d = subtract(p, self.centre);
        [
            self.middle[0] + self.scale * dot(d, self.right),
            self.middle[1] - self.scale * dot(d, self.above),
            1.0 + (dot(d, self.toward) - self.depths[0]) / self.depth_range(),
        ]
    }

    /// The depth of the plane of a cut over the picture.
    fn depth_of_plane(&self, (axis, place, _): (usize, f64, f64)) -> Affine {
        let per_column = -self.right[axis] / (self.scale * self.toward[axis]);
        let per_row = self.above[axis] / (self.scale * self.toward[axis]);
        let constant =
            (place - self.centre[axis]) / self.toward[axis] - per_column * self.middle[0] - per_row * self.middle[1];
        let range = self.depth_range();
        let constant = 1.0 + (constant - self.depths[0]) / range;
        Affine { per_column: per_column / range, per_row: per_row / range, constant }
    }

    fn depth_range(&self) -> f64 {
        (self.depths[1] - self.depths[0]).max(f64::MIN_POSITIVE)
    }

    /// A plane through the middle across the axis that points most toward the viewer: its axis, its place, and the side to
    /// leave out.
    fn cut(&self, bodies: &[Placed]) -> (usize, f64, f64) {
        let [low, high] = bounds(bodies.iter().flat_map(|body| &body.points));
        let axis = (0..3).max_by(|a, b| self.toward[*a].abs().total_cmp(&self.toward[*b].abs())).unwrap_or(0);
        (axis, 0.5 * (low[axis] + high[axis]), self.toward[axis].signum())
    }
}

fn behind(corners: [[f64; 3]; 3], (axis, place, side): (usize, f64, f64)) -> Kept {
    let distances = corners.map(|corner| (place - corner[axis]) * side);
    match [|d: &f64| *d >= 0.0, |d: &f64| *d <= 0.0].map(|keeps| distances.iter().all(keeps)) {
        [true, _] => Kept::All,
        [_, true] => Kept::Nothing,
        _ => Kept::Part(distances),
    }
}

/// The index in the palette of a shade of a colour.
fn shaded(colour: usize, shade: f64) -> i32 {
    (1 + colour * LEVELS + ((shade * SHADES).round() as usize).min(LEVELS - 1)) as i32
}

/// Samples: the depth of what is nearest, and below it, in [`COLOUR_BITS`], its colour by the index in the palette.
struct Canvas {
    width: usize,
    height: usize,
    samples: Vec<i32>,
}

const COLOUR_BITS: u32 = 8;

/// A sample of a depth between 1 and 2, without its colour: the fraction of a number in single precision, in order of depth.
fn sample_at(depth: f32) -> i32 {
    const NEAREST: f32 = 2.0 - f32::EPSILON;
    // Nothing has the depth of the paper, which is zero.
    const FARTHEST: f32 = 1.0 + f32::EPSILON;
    (depth.clamp(FARTHEST, NEAREST).to_bits() << COLOUR_BITS) as i32 & i32::MAX
}

/// The index in the palette of the colour of a sample.
fn colour_of(sample: i32) -> usize {
    sample as usize % (1 << COLOUR_BITS)
}

/// The index of the paper in the palette; the shades of bodies follow.
const PAPER_INDEX: i32 = 0;

/// The paper, then all levels of the first colour, of the second, and so on.
fn palette() -> Vec<[u8; 3]> {
    let shades = BODIES.iter().flat_map(|colour| {
        (0..LEVELS).map(|level| colour.map(|c| (f64::from(c) * level as f64 / SHADES).min(255.0) as u8))
    });
    std::iter::once(PAPER).chain(shades).collect()
}

impl Canvas {
    fn new([width, height]: [usize; 2]) -> Self {
        // Zero is the paper, and behind everything: memory comes zeroed, and where nothing is drawn it is not touched.
        Canvas { width, height, samples: vec![PAPER_INDEX; width * height] }
    }

    /// Draws a body in a colour, given by its number: the fronts of its surface behind the cut, if there is one.
    fn body(&mut self, body: &Placed, colour: usize, view: &View, cut: Option<(usize, f64, f64)>) {
        let light = unit([0.4, 0.8, 1.0]);
        for triangle in &body.triangles {
            let corners = triangle.map(|i| body.points[i as usize]);
            let kept = cut.map_or(Kept::All, |cut| behind(corners, cut));
            if matches!(kept, Kept::Nothing) {
                continue;
            }
            let p = triangle.map(|i| body.pixels[i as usize]);
            if is_between_samples(p) {
                continue;
            }
            let area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[2][0] - p[0][0]) * (p[1][1] - p[0][1]);
            // Rows count downwards: a triangle that shows its front turns the other way.
            if area >= 0.0 {
                continue;
            }
            let normal = unit(cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0])));
            let seen = [dot(normal, view.right), dot(normal, view.above), dot(normal, view.toward)];
            self.triangle(p, area, &kept, shaded(colour, 0.42 + 0.62 * dot(seen, light).max(0.0)));
        }
    }

    /// Closes the bodies where they are cut.
    fn sections(&mut self, bodies: &[Placed], view: &View, cut: (usize, f64, f64)) {
        let (width, height) = (self.width, self.height);
        let depth = view.depth_of_plane(cut);
        let boxes = bodies.iter().map(|body| bounds(body.points.iter()));
        let (axis, place, side) = cut;
        let through = boxes.enumerate().filter(|(_, [low, high])| low[axis] < place && place < high[axis]);
        // Of bodies that overlap, the smaller ones are drawn over the larger ones.
        let size = |[low, high]: [[f64; 3]; 2]| subtract(high, low).iter().product::<f64>();
        let mut order: Vec<(usize, f64)> = through.map(|(k, bounds)| (k, size(bounds))).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut outline = Outline::default();
        for (k, _) in order {
            let body = &bodies[k];
            for triangle in &body.triangles {
                let distances = triangle.map(|i| (place - body.points[i as usize][axis]) * side);
                outline.add(triangle.map(|i| body.pixels[i as usize]), distances, height);
            }
            let colour = shaded(k % BODIES.len(), SECTION);
            outline.fill(width, |y, columns| {
                for x in columns {
                    let here = sample_at(depth.value(x as f64 + 0.5, y as f64 + 0.5) as f32);
                    let nearest = &mut self.samples[y * width + x];
                    if here + i32::from(u8::MAX) >= *nearest {
                        *nearest = here + colour;
                    }
                }
            });
        }
    }

    /// Draws a triangle row by row: in each, the samples that are inside its edges and behind the cut, if there is one.
    fn triangle(&mut self, p: [[f64; 3]; 3], area: f64, kept: &Kept, colour: i32) {
        let weights = weights(p, area);
        let depth = Affine::interpolating(&weights, p.map(|q| q[2]));
        let per_column = depth.per_column as f32;
        let size = [self.width, self.height];
        spans(p, &weights, kept, size, |y, columns| {
            let first = depth.value(columns.start as f64 + 0.5, y as f64 + 0.5) as f32;
            let row = y * self.width;
            // Without a branch, so that several samples are drawn at once.
            for (i, nearest) in self.samples[row + columns.start..row + columns.end].iter_mut().enumerate() {
                let here = sample_at(first + per_column * i as i32 as f32);
                *nearest = if here > *nearest { here + colour } else { *nearest };
            }
        });
    }

    /// The mean of the samples of each pixel, in few levels of each colour, so that the file is small.
    fn png(&self, size: [u32; 2], detail: Detail) -> Option<Vec<u8>> {
        let palette = palette();
        let level = |sum: u32| {
            let mean = (sum / (SAMPLES * SAMPLES) as u32 + 2).min(255) & !3;
            if mean >= 252 { 255 } else { mean as u8 }
        };
        let even: Vec<[u8; 3]> =
            palette.iter().map(|colour| colour.map(|c| level((SAMPLES * SAMPLES) as u32 * u32::from(c)))).collect();
        let mut pixels = Vec::with_capacity(self.samples.len() / (SAMPLES * SAMPLES));
        for rows in self.samples.chunks_exact(SAMPLES * self.width) {
            let (upper, lower) = rows.split_at(self.width);
            let (upper, lower) = (upper.as_chunks::<SAMPLES>().0, lower.as_chunks::<SAMPLES>().0);
            for (upper, lower) in upper.iter().zip(lower) {
                let colours = [upper[0], upper[1], lower[0], lower[1]].map(colour_of);
                if colours[1..].iter().all(|colour| *colour == colours[0]) {
                    pixels.push(even[colours[0]]);
                    continue;
                }
                let mut sum = [0; 3];
                for colour in colours {
                    sum.iter_mut().zip(palette[colour]).for_each(|(all, one)| *all += u32::from(one));
                }
                pixels.push(sum.map(level));
            }
        }
        encoded(&pixels, size, detail).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Body, Solid};
    use tiny_skia::Pixmap;

    fn ball(name: &str, x: f64, radius: f64) -> Body {
        let pose = Pose { position: [x, 0.0, 0.0], rotation: [1.0, 0.0, 0.0, 0.0] };
        Body { name: name.into(), pose, mass: 1.0, shape: Some(Solid::Sphere { radius }), shapes: vec![] }
    }

    fn decoded(scene: &Scene) -> Pixmap {
        Pixmap::decode_png(&picture(scene, &[], 120, 80).unwrap()).unwrap()
    }

    fn coloured(pixels: &Pixmap) -> usize {
        pixels.pixels().iter().filter(|pixel| pixel.red() < 250).count()
    }

    #[test]
    fn a_ball_fills_the_circle_that_it_should() {
        let scene = Scene { bodies: vec![ball("ball", 3.0, 0.5)], ..Scene::default() };
        // Its diameter is nine tenths of the height: 72 pixels. Facets take away less than 3 %.
        let wanted = std::f64::consts::PI * 36.0 * 36.0;
        let found = coloured(&decoded(&scene)) as f64;
        assert!(found < 1.02 * wanted && found > 0.96 * wanted, "{found} {wanted}");
        assert_eq!(picture(&Scene::default(), &[], 10, 10), None);
        // Without the paper beside it, it is a square with the margins of the height, but for the facets.
        let cropped = cropped_picture(&scene, &[], [120, 80]).unwrap();
        assert!(cropped.size[0].abs_diff(80) <= 2 && cropped.size[1] == 80, "{:?}", cropped.size);
        let same = coloured(&Pixmap::decode_png(&cropped.png).unwrap()) as f64;
        assert!((same - found).abs() < 0.02 * found, "{same} {found}");
    }

    #[test]
    fn a_shell_around_the_others_is_cut_open() {
        // Along y, across which it is not cut, so that the section goes through all of them.
        let inner = |i: usize| {
            let mut ball = ball("inner", 0.0, 0.05);
            ball.pose.position[1] = 0.2 * i as f64 - 0.3;
            ball
        };
        let mut bodies = vec![ball("shell", 0.0, 1.0), inner(0), inner(1), inner(2), inner(3)];
        let green = |pixels: &Pixmap| pixels.pixels().iter().any(|p| p.green() > p.blue() && p.green() > p.red());
        assert!(green(&decoded(&Scene { bodies: bodies.clone(), ..Scene::default() })));
        // With one ball inside it is not worth it.
        bodies.truncate(2);
        assert!(!green(&decoded(&Scene { bodies, ..Scene::default() })));
    }

    #[test]
    fn a_cut_body_is_closed_by_its_section() {
        // Three balls inside a solid one of the first colour: its section hides what is behind the plane.
        let inner = |i: usize| ball("inner", 0.2 * i as f64 - 0.2, 0.05);
        let pixels =
            decoded(&Scene { bodies: vec![ball("shell", 0.0, 1.0), inner(0), inner(1), inner(2)], ..Scene::default() });
        let section = BODIES[0].map(|c| (f64::from(c) * (SECTION * SHADES).round() / SHADES) as u8);
        let near = |p: &&tiny_skia::PremultipliedColorU8| {
            [p.red(), p.green(), p.blue()].iter().zip(section).all(|(a, b)| a.abs_diff(b) < 8)
        };
        let even = pixels.pixels().iter().filter(near).count() as f64;
        // The disc of the cut is seen obliquely, nearly all of it: more than half of what is drawn has its colour.
        assert!(even > 0.5 * coloured(&pixels) as f64, "{even} of {}", coloured(&pixels));
        // The first of the three, in orange, is behind it.
        assert!(!pixels.pixels().iter().any(|p| p.red() > p.green()));
    }

    #[test]
    fn a_ring_that_hides_nothing_is_not_cut() {
        let disc = |name: &str, x: f64, outer_radius: f64, inner_radius: f64| Body {
            shape: Some(Solid::Tube { outer_radius, inner_radius, length: 0.1, axis: [0.0, 0.0, 1.0] }),
            ..ball(name, x, 1.0)
        };
        let inner = |i: usize| disc("inner", 0.4 * i as f64 - 0.4, 0.1, 0.0);
        // One in the middle, which hides a small one behind it and the middle of the ring.
        let bodies = vec![disc("ring", 0.0, 1.0, 0.9), inner(0), inner(1), inner(2), disc("small", 0.0, 0.05, 0.0)];
        let scene = Scene { bodies, ..Scene::default() };
        let mut placed: Vec<Placed> = scene.bodies.iter().zip(meshes(&scene)).map(|(b, m)| place(m, b.pose)).collect();
        let points = placed.iter().flat_map(|body| &body.points).copied().collect::<Vec<_>>().into_iter();
        let view = View::of(&scene, points, false, [120, 80], false);
        view.project(&mut placed);
        assert!(!hidden(&placed, &view));
    }

    #[test]
    fn the_surface_of_a_flexible_body_is_drawn_and_its_nodes_are_not() {
        let node = Scene { bodies: vec![ball("arm/tip", 0.0, 5.0)], ..Scene::default() };
        let surface = meshes(&Scene { bodies: vec![ball("", 0.0, 0.5)], ..Scene::default() }).remove(0);
        let alone = picture(&Scene::default(), &[("arm".into(), surface.clone())], 120, 80).unwrap();
        assert_eq!(picture(&node, &[("arm".into(), surface)], 120, 80).unwrap(), alone);
        assert!(coloured(&Pixmap::decode_png(&alone).unwrap()) > 3000);
    }
}
