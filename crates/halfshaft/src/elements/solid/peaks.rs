//! The largest values of the fields of a solid and their places in the undeformed solid, as channels.

use crate::describe::{Channel, Quantity};
use crate::math::Vec3;

/// A largest value, and where it is in the undeformed solid.
#[derive(Clone, Copy, Debug)]
pub struct Peak {
    /// In SI units.
    pub value: f64,
    /// In metres.
    pub place: Vec3,
}

impl Default for Peak {
    fn default() -> Self {
        Peak { value: f64::NEG_INFINITY, place: Vec3::zero() }
    }
}

impl Peak {
    /// Keeps the larger one of two values; of equal ones the first.
    pub(super) fn take(&mut self, value: f64, place: impl FnOnce() -> Vec3) {
        if value > self.value {
            *self = Peak { value, place: place() };
        }
    }
}

/// The largest values of the fields of a solid: stresses and energy at integration points, displacements at nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Peaks {
    /// The equivalent stress of von Mises, in Pa.
    pub von_mises: Peak,
    /// The largest principal stress, in Pa.
    pub principal_1: Peak,
    /// The smallest principal stress with the other sign, in Pa: compression is positive.
    pub compression: Peak,
    /// The strain energy for each undeformed volume, in J/m³.
    pub strain_energy_density: Peak,
    /// The distance of a node from its undeformed position, in metres.
    pub displacement: Peak,
    /// The strain energy of the whole solid, in joules.
    pub strain_energy: f64,
}

impl Peaks {
    /// Takes the equivalent stress, the largest and the negative of the smallest principal stress, and the energy density of a point.
    pub(super) fn take(&mut self, values: [f64; 4], place: impl Fn() -> Vec3) {
        let peaks =
            [&mut self.von_mises, &mut self.principal_1, &mut self.compression, &mut self.strain_energy_density];
        peaks.into_iter().zip(values).for_each(|(peak, value)| peak.take(value, &place));
    }

    /// Writes the values of [`CHANNELS`].
    pub(super) fn write(&self, out: &mut [f64]) {
        let of = |Peak { value, place }: Peak| [value, place[0], place[1], place[2]];
        let mut third = of(self.compression);
        third[0] = -third[0];
        let (stress, displacement) = (of(self.von_mises), of(self.displacement));
        let others = [of(self.principal_1), third, of(self.strain_energy_density)];
        let values =
            stress.into_iter().chain(displacement).chain([self.strain_energy]).chain(others.into_iter().flatten());
        out.iter_mut().zip(values).for_each(|(out, value)| *out = value);
    }
}

/// The channels of a solid.
pub(super) const CHANNELS: &[Channel] = &[
    Channel {
        name: "von_mises",
        quantity: Quantity::PRESSURE,
        meaning: "largest equivalent stress at an integration point",
    },
    Channel {
        name: "von_mises_x",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest equivalent stress in the undeformed solid, x",
    },
    Channel {
        name: "von_mises_y",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest equivalent stress in the undeformed solid, y",
    },
    Channel {
        name: "von_mises_z",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest equivalent stress in the undeformed solid, z",
    },
    Channel {
        name: "displacement",
        quantity: Quantity::LENGTH,
        meaning: "largest displacement of a node from its undeformed position",
    },
    Channel {
        name: "displacement_x",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest displacement in the undeformed solid, x",
    },
    Channel {
        name: "displacement_y",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest displacement in the undeformed solid, y",
    },
    Channel {
        name: "displacement_z",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest displacement in the undeformed solid, z",
    },
    Channel { name: "strain_energy", quantity: Quantity::ENERGY, meaning: "strain energy" },
    Channel {
        name: "principal_1",
        quantity: Quantity::PRESSURE,
        meaning: "largest principal stress at an integration point, the largest tension",
    },
    Channel {
        name: "principal_1_x",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest principal stress in the undeformed solid, x",
    },
    Channel {
        name: "principal_1_y",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest principal stress in the undeformed solid, y",
    },
    Channel {
        name: "principal_1_z",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest principal stress in the undeformed solid, z",
    },
    Channel {
        name: "principal_3",
        quantity: Quantity::PRESSURE,
        meaning: "smallest principal stress at an integration point, the largest compression",
    },
    Channel {
        name: "principal_3_x",
        quantity: Quantity::LENGTH,
        meaning: "place of the smallest principal stress in the undeformed solid, x",
    },
    Channel {
        name: "principal_3_y",
        quantity: Quantity::LENGTH,
        meaning: "place of the smallest principal stress in the undeformed solid, y",
    },
    Channel {
        name: "principal_3_z",
        quantity: Quantity::LENGTH,
        meaning: "place of the smallest principal stress in the undeformed solid, z",
    },
    Channel {
        name: "strain_energy_density",
        quantity: Quantity::PRESSURE,
        meaning: "largest strain energy for each undeformed volume at an integration point",
    },
    Channel {
        name: "strain_energy_density_x",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest strain energy density in the undeformed solid, x",
    },
    Channel {
        name: "strain_energy_density_y",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest strain energy density in the undeformed solid, y",
    },
    Channel {
        name: "strain_energy_density_z",
        quantity: Quantity::LENGTH,
        meaning: "place of the largest strain energy density in the undeformed solid, z",
    },
];
