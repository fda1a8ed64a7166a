//! Damping of a reduced body by the modes that it has while one of its frames is held.

use faer::Mat;

use super::boundary_form::dense_modes;
use crate::elements::superelement::{AmplitudeDamping, ReducedBody};
use crate::math::Vec3;

/// The body with modal damping 2 ζ_k ω_k by number and ω_k² of the mode.
///
/// The modes are the shapes, those of the floating frame; or with `frame` those of the body while this boundary frame is held:
///
/// ```text
/// K̄ y_k = ω_k² M_F y_k,   Yᵀ M_F Y = 1,   D = M_F Y diag(2 ζ_k ω_k) Yᵀ M_F
/// ```
///
/// M_F is the inertia of the displacements relative to the frame, u_F = Σ (Ψ_i − τ_i − θ_i × X) η_i with the rigid motion τ_i, θ_i of the frame in
/// shape i. Where ζ_k = α/(2 ω_k) + β ω_k/2, D = α M_F + β K̄: Rayleigh's damping of the motion relative to the frame. No rigid motion is damped.
/// `None` if numbers are not finite.
pub fn with_damping(
    body: &ReducedBody,
    frame: Option<usize>,
    damping: impl Fn(usize, f64) -> f64,
) -> Option<ReducedBody> {
    let each = |squares: &[f64]| squares.iter().enumerate().map(|(k, x)| damping(k, x.max(0.0))).collect::<Vec<f64>>();
    let damping = match frame {
        None => AmplitudeDamping::Diagonal(each(&body.stiffness)),
        Some(frame) => {
            let n = body.count();
            let mass = relative_mass(body, frame);
            let stiffness = Mat::from_fn(n, n, |i, j| if i == j { body.stiffness[i] } else { 0.0 });
            let modes = dense_modes(&stiffness, &mass)?;
            let (momenta, each) = (&mass * &modes.vectors, each(&modes.values));
            let scaled = Mat::from_fn(n, n, |i, k| momenta[(i, k)] * each[k]);
            let matrix = scaled * momenta.transpose();
            let entry = |k: usize| 0.5 * (matrix[(k / n, k % n)] + matrix[(k % n, k / n)]);
            AmplitudeDamping::Coupled((0..n * n).map(entry).collect())
        }
    };
    Some(ReducedBody { damping, ..body.clone() })
}

/// M_F: ∫ρ (Ψ_i − τ_i − θ_i × X)·(Ψ_j − τ_j − θ_j × X) dV.
fn relative_mass(body: &ReducedBody, frame: usize) -> Mat<f64> {
    let (i, frame) = (&body.invariants, &body.frames[frame]);
    // The motion of the frame in a shape, at the origin of the floating frame.
    let motions = frame.translations.iter().zip(&frame.rotations);
    let motions: Vec<[Vec3; 2]> = motions.map(|(u, phi)| [*u - phi.cross(frame.position), *phi]).collect();
    let with_shape = |a: usize, [shift, turn]: [Vec3; 2]| i.translations[a].dot(shift) + i.rotations[a].dot(turn);
    let rigid = |[u, phi]: [Vec3; 2], [v, psi]: [Vec3; 2]| {
        let coupled = u.dot(psi.cross(i.first_moment)) + v.dot(phi.cross(i.first_moment));
        u.dot(v) * i.mass + coupled + phi.dot(i.inertia * psi)
    };
    let entry = |a: usize, b: usize| {
        let own = f64::from(u8::from(a == b));
        own - with_shape(a, motions[b]) - with_shape(b, motions[a]) + rigid(motions[a], motions[b])
    };
    Mat::from_fn(body.count(), body.count(), entry)
}
