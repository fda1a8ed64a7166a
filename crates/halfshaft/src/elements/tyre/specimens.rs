//! Laws for the generic check, with forces of size one at its states.

use crate::laws::tyre::pacejka::Mode;
use crate::laws::tyre::{Bakker, Coefficients, Pacejka, TyreLaw, Version};

/// Slips of size one are far beyond a peak in percent: the curves are wide and low.
pub(super) fn bakker() -> TyreLaw {
    TyreLaw::Bakker(Box::new(Bakker {
        lateral: [1.3, -20.0, 1000.0, 0.28, 1.8, 100.0, 0.0, -0.35, -1.0],
        longitudinal: [1.65, -20.0, 1100.0, 3.0, 12.0, 0.07, -0.006, 0.05, 0.5],
        aligning: Some([2.2, -2.0, 50.0, 0.3, 0.5, 0.05, 0.0, -0.3, -1.0]),
        camber_thrust: 0.3,
        rolling_arm: 0.2,
    }))
}

/// Every term that the specimen can reach has a coefficient.
pub(super) fn pacejka() -> TyreLaw {
    let mut coefficients = Coefficients::default();
    let values = "FNOMIN 3 UNLOADED_RADIUS 0.4 LONGVL 2 NOMPRES 2 INFLPRES 2.3 BREFF 2 DREFF 0.3 FREFF 0.1 \
        PCX1 1.5 PDX1 1.1 PDX2 -0.1 PDX3 0.2 PEX1 0.3 PEX2 0.1 PEX3 0.05 PEX4 0.02 PKX1 2.2 PKX2 0.3 PKX3 0.2 PHX1 0.01 \
        PVX1 0.02 PPX1 0.1 PPX3 0.2 RBX1 1.2 RBX2 0.7 RBX3 0.2 RCX1 1.1 REX1 -0.2 RHX1 0.05 \
        PCY1 1.3 PDY1 1.0 PDY2 -0.1 PDY3 0.3 PEY1 -0.4 PEY2 0.1 PEY3 0.05 PEY4 0.1 PEY5 0.2 PKY1 -3 PKY2 1.6 PKY3 0.2 \
        PKY4 1.8 PKY5 0.1 PKY6 -0.4 PKY7 -0.1 PHY1 0.02 PVY1 0.03 PVY3 -0.2 PVY4 -0.1 PPY1 0.1 PPY2 0.2 PPY3 -0.1 PPY5 0.3 \
        RBY1 1.4 RBY2 0.6 RBY3 0.1 RBY4 0.2 RCY1 1.05 REY1 -0.1 RHY1 0.02 RVY1 0.05 RVY2 0.1 RVY3 0.2 RVY4 0.8 RVY5 1.2 \
        RVY6 0.9 QSX1 0.02 QSX2 0.5 QSX3 0.1 QSX4 0.2 QSX5 0.7 QSX6 0.6 QSX7 0.5 QSX8 0.4 QSX9 0.3 QSX10 0.2 QSX11 0.8 \
        QSY1 0.1 QSY2 0.05 QSY3 0.02 QSY4 0.01 QSY5 0.03 QSY6 0.02 QSY7 0.9 QSY8 -0.4 QBZ1 1.5 QBZ2 0.2 QBZ5 0.1 QBZ6 0.2 \
        QBZ9 1.2 QBZ10 0.3 QCZ1 1.1 QDZ1 0.2 QDZ2 0.05 QDZ3 0.1 QDZ4 0.2 QDZ6 0.05 QDZ7 0.02 QDZ8 0.1 QDZ9 0.05 QDZ10 0.03 \
        QDZ11 0.02 QEZ1 -0.5 QEZ2 0.1 QEZ4 0.2 QEZ5 0.1 QHZ1 0.02 QHZ3 0.1 SSZ1 0.05 SSZ2 0.1 SSZ3 0.2 SSZ4 0.1";
    let words: Vec<&str> = values.split_whitespace().collect();
    for pair in words.chunks(2) {
        let known = pair[1].parse().is_ok_and(|value| coefficients.set(pair[0], value));
        assert!(known, "{} is a coefficient", pair[0]);
    }
    TyreLaw::Pacejka(Box::new(Pacejka { coefficients, version: Version::V61, mode: Mode::Combined, mirrored: false }))
}
