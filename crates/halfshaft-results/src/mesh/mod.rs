//! Meshes of bodies: triangles, in metres, about the centre of mass of each body, in its axes.
//!
//! The viewer and the exported files use the same meshes.

mod bevels;
mod bodies;
mod films;
mod gears;
mod indexed;
mod picture;
mod racks;
mod sections;
mod solids;
mod spans;
mod wheels;

pub use bodies::{extent, extent_with, meshes};
pub use films::{Film, films};
pub use picture::{cropped_picture, picture};

/// Triangles with the outward normals of their vertices.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The vertices.
    pub points: Vec<[f64; 3]>,
    /// Unit normals, one per vertex.
    pub normals: Vec<[f64; 3]>,
    /// Vertex indices, anticlockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Appends another mesh.
    pub fn append(&mut self, other: &Mesh) {
        let begin = self.points.len() as u32;
        self.points.extend(&other.points);
        self.normals.extend(&other.normals);
        self.triangles.extend(other.triangles.iter().map(|triangle| triangle.map(|corner| corner + begin)));
    }

    /// The same mesh with its z axis along `axis`, then moved by `offset`.
    pub(crate) fn placed(mut self, axis: [f64; 3], offset: [f64; 3]) -> Mesh {
        let columns = axes_along(axis);
        let turn = |p: &[f64; 3]| std::array::from_fn::<f64, 3, _>(|i| (0..3).map(|j| columns[j][i] * p[j]).sum());
        self.points.iter_mut().for_each(|p| *p = add(turn(p), offset));
        self.normals.iter_mut().for_each(|n| *n = turn(n));
        self
    }

    /// The same mesh, moved by `offset`.
    pub(crate) fn moved(mut self, offset: [f64; 3]) -> Mesh {
        self.points.iter_mut().for_each(|p| *p = add(*p, offset));
        self
    }

    /// The enclosed volume.
    pub fn volume(&self) -> f64 {
        let corner = |i: u32| self.points[i as usize];
        self.triangles.iter().map(|&[a, b, c]| dot(corner(a), cross(corner(b), corner(c))) / 6.0).sum()
    }
}

/// x, y and z axes, with z in the direction of a vector.
fn axes_along(axis: [f64; 3]) -> [[f64; 3]; 3] {
    let z = unit(axis);
    let helper = if z[0].abs() < 0.9 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let y = unit(cross(z, helper));
    [cross(y, z), y, z]
}

pub(crate) fn add(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub(crate) fn subtract(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(crate) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub(crate) fn unit(a: [f64; 3]) -> [f64; 3] {
    let length = dot(a, a).sqrt();
    if length > 0.0 { a.map(|x| x / length) } else { [0.0, 0.0, 1.0] }
}

/// A vector rotated by a unit quaternion w, x, y, z.
pub(crate) fn rotated([w, x, y, z]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let q = [x, y, z];
    let t = cross(q, v).map(|c| 2.0 * c);
    add(add(v, t.map(|c| w * c)), cross(q, t))
}

/// A vector rotated by the inverse of a unit quaternion.
pub(crate) fn rotated_back([w, x, y, z]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    rotated([w, -x, -y, -z], v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quaternion_turns_there_and_back() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let q = [half, 0.0, 0.0, half];
        let v = rotated(q, [1.0, 2.0, 3.0]);
        // A few roundings of numbers up to 3.
        assert!(subtract(v, [-2.0, 1.0, 3.0]).iter().all(|d| d.abs() < 3e-15));
        assert!(subtract(rotated_back(q, v), [1.0, 2.0, 3.0]).iter().all(|d| d.abs() < 3e-15));
    }

    #[test]
    fn axes_are_right_handed_whatever_z_is() {
        for axis in [[0.0, 0.0, 2.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [1.0, 2.0, -3.0]] {
            let [x, y, z] = axes_along(axis);
            assert!(subtract(cross(x, y), z).iter().all(|d| d.abs() < 1e-15), "{axis:?}");
            assert!((dot(z, axis) - dot(axis, axis).sqrt()).abs() < 1e-15);
        }
    }
}
