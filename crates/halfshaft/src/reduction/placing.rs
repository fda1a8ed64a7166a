//! A reduced body at another place: its axes, its boundary frames and the points at which results are recovered.

use std::sync::Arc;

use super::Reduction;
use crate::elements::superelement::{ReducedBody, ReducedFrame, ReducedPoint, ShapesOnMesh};
use crate::math::{Mat3, Vec3};

impl Reduction {
    /// The same body with its mesh at another place: a point x of the mesh is at origin + axes x. Points are left out.
    pub fn placed(&self, origin: Vec3, axes: &Mat3) -> Reduction {
        let turned = |list: &[Vec3]| list.iter().map(|x| *axes * *x).collect::<Vec<Vec3>>();
        let turned_pair = |own: &[f64; 6]| {
            let [u, phi] = [0, 3].map(|k| *axes * Vec3::from_slice(&own[k..]));
            std::array::from_fn(|k| if k < 3 { u[k] } else { phi[k - 3] })
        };
        let body = &self.body;
        let frame = |frame: &ReducedFrame| ReducedFrame {
            name: frame.name.clone(),
            position: *axes * frame.position,
            translations: turned(&frame.translations),
            rotations: turned(&frame.rotations),
            second_order: frame.second_order.iter().map(turned_pair).collect(),
        };
        let shapes: Vec<Vec<Vec3>> = self.shapes.iter().map(|shape| turned(shape)).collect();
        let shown = body.shown.as_ref().map(|shown| {
            let stress = |own: &[f64; 6]| {
                let [xx, yy, zz, xy, yz, zx] = *own;
                let m = *axes * Mat3([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]]) * axes.transpose();
                [m.0[0][0], m.0[1][1], m.0[2][2], m.0[0][1], m.0[1][2], m.0[2][0]]
            };
            Arc::new(ShapesOnMesh {
                positions: turned(&shown.positions),
                origin: origin + *axes * shown.origin,
                blocks: shown.blocks.clone(),
                known: shown.known.clone(),
                displacements: shapes.clone(),
                stresses: shown.stresses.iter().map(|shape| shape.iter().map(stress).collect()).collect(),
                ..ShapesOnMesh::default()
            })
        });
        Reduction {
            body: ReducedBody {
                invariants: body.invariants.rotated(axes),
                frames: body.frames.iter().map(frame).collect(),
                points: vec![],
                shown,
                ..body.clone()
            },
            centre: origin + *axes * self.centre,
            shapes,
            unknowns: vec![],
            mode_frequencies: self.mode_frequencies.clone(),
            dropped: self.dropped.clone(),
            dependent_frames: self.dependent_frames.clone(),
            ..*self
        }
    }

    /// Recovers displacements and stresses at nodes with names, the displacements relative to a boundary frame if there is one.
    pub fn recover(&mut self, points: &[(String, u32)], reference: Option<usize>) {
        let Some(shown) = self.body.shown.clone() else { return };
        let reference = reference.and_then(|frame| self.body.frames.get(frame));
        let mut found = Vec::with_capacity(points.len());
        for (name, node) in points {
            let node = *node as usize;
            let position = shown.positions[node];
            let shapes: Vec<Vec3> = self.shapes.iter().map(|shape| shape[node]).collect();
            let relative = |(i, u): (usize, &Vec3)| match reference {
                Some(frame) => *u - frame.translations[i] - frame.rotations[i].cross(position - frame.position),
                None => *u,
            };
            found.push(ReducedPoint {
                name: name.clone(),
                position,
                displacements: shapes.iter().enumerate().map(relative).collect(),
                shapes,
                stresses: shown.stresses.iter().map(|of_shape| of_shape[node]).collect(),
            });
        }
        self.body.points = found;
    }
}
