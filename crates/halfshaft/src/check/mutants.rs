//! Elements with one deliberate error each, which the checks must find.

use std::sync::atomic::{AtomicU64, Ordering};

use super::specimens::{between_frames, on_one_node};
use super::{Check, findings};
use crate::elements::{Gravity, Hinge};
use crate::math::{Dual, Mat3, Scalar, Vec3};
use crate::system::{At, Element, Energy, Motion, NodeId, Place, Placement, Residual};

#[derive(Clone, Copy, PartialEq)]
enum Mistake {
    FlippedSign,
    DroppedDerivative,
    MissingReaction,
    WorldAxes,
    RememberedDuringSolve,
    EnergyFromNowhere,
    GapWithoutItsRate,
}

/// A hinge with an error.
struct Mutant {
    hinge: Hinge,
    mistake: Mistake,
    evaluations: AtomicU64,
}

impl Element for Mutant {
    type Tangent = Dual<20>;
    const CONSTRAINTS: usize = Hinge::CONSTRAINTS;

    fn nodes(&self) -> Vec<NodeId> {
        self.hinge.nodes()
    }

    fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
        match self.mistake {
            Mistake::FlippedSign => {
                let multipliers: Vec<S> = at.multipliers.iter().map(|&l| -l).collect();
                self.hinge.residual(&At { multipliers: &multipliers, ..*at }, r);
            }
            Mistake::DroppedDerivative => {
                let frozen: Vec<_> = at
                    .nodes
                    .iter()
                    .map(|n| Motion {
                        at: Placement { x: n.at.x, r: Mat3(n.at.r.0.map(|row| row.map(|x| S::constant(x.value())))) },
                        ..*n
                    })
                    .collect();
                self.hinge.residual(&At { nodes: &frozen, ..*at }, r);
            }
            Mistake::MissingReaction => {
                let mut rows = vec![S::zero(); 17];
                self.hinge.residual(at, &mut Residual::new(&mut rows, 2, 0));
                r.force(1, Vec3([rows[6], rows[7], rows[8]]));
                r.torque(1, Vec3([rows[9], rows[10], rows[11]]));
            }
            Mistake::WorldAxes => {
                let force = Vec3([at.multipliers[0], at.multipliers[1], at.multipliers[2]]);
                let (a, b) = (&at.nodes[0].at, &at.nodes[1].at);
                let middle = (a.x + b.x) * 0.5;
                r.wrench_at(1, b, middle, force, Vec3::zero());
                r.wrench_at(0, a, middle, -force, Vec3::zero());
            }
            Mistake::RememberedDuringSolve => {
                self.hinge.residual(at, r);
                let count = self.evaluations.fetch_add(1, Ordering::Relaxed) as f64;
                r.force(0, Vec3([S::constant(1e-3 * count), S::zero(), S::zero()]));
            }
            Mistake::EnergyFromNowhere | Mistake::GapWithoutItsRate => self.hinge.residual(at, r),
        }
    }

    fn constraints<S: Scalar>(&self, at: &Place<S>, phi: &mut [S]) {
        self.hinge.constraints(at, phi);
        if self.mistake == Mistake::GapWithoutItsRate {
            phi[3] = S::constant(phi[3].value());
        }
    }

    fn energy(&self, at: &At<f64>) -> Energy {
        match self.mistake {
            Mistake::EnergyFromNowhere => Energy { potential: at.nodes[0].at.x[0], ..Energy::default() },
            _ => self.hinge.energy(at),
        }
    }
}

fn found_in(mistake: Mistake) -> Vec<Check> {
    let system = between_frames(|a, b| Mutant { hinge: Hinge { a, b }, mistake, evaluations: AtomicU64::new(0) });
    findings(&system).iter().map(|f| f.check).collect()
}

#[test]
fn a_flipped_sign_is_found() {
    assert!(found_in(Mistake::FlippedSign).contains(&Check::Reaction));
}

#[test]
fn a_dropped_derivative_is_found() {
    assert_eq!(found_in(Mistake::DroppedDerivative), [Check::Tangent]);
}

#[test]
fn a_missing_reaction_is_found() {
    let found = found_in(Mistake::MissingReaction);
    assert!(found.contains(&Check::ActionReaction) && found.contains(&Check::Reaction));
}

#[test]
fn forces_in_the_wrong_axes_are_found() {
    assert!(found_in(Mistake::WorldAxes).contains(&Check::FrameIndifference));
}

#[test]
fn memory_written_during_a_solve_is_found() {
    assert!(found_in(Mistake::RememberedDuringSolve).contains(&Check::SameBits));
}

#[test]
fn energy_from_nowhere_is_found() {
    assert!(found_in(Mistake::EnergyFromNowhere).contains(&Check::Energy));
}

#[test]
fn a_constraint_without_its_rate_is_found() {
    assert!(found_in(Mistake::GapWithoutItsRate).contains(&Check::ConstraintRates));
}

#[test]
fn the_checks_see_gravity_that_falls_upwards() {
    struct Upwards(Gravity);
    impl Element for Upwards {
        type Tangent = Dual<8>;
        const INTERNAL: bool = false;
        const FRAME_INDIFFERENT: bool = false;
        fn nodes(&self) -> Vec<NodeId> {
            self.0.nodes()
        }
        fn residual<S: Scalar>(&self, at: &At<S>, r: &mut Residual<S>) {
            self.0.residual(at, r);
        }
        fn energy(&self, at: &At<f64>) -> Energy {
            Energy { potential: -self.0.energy(at).potential, ..Energy::default() }
        }
    }
    let system = on_one_node(|node| Upwards(Gravity { node, mass: 2.0, field: Vec3([0.0, 0.0, -9.81]) }));
    assert_eq!(findings(&system).iter().map(|f| f.check).collect::<Vec<_>>(), [Check::Energy]);
}
