//! Files of the diagrams of a torsional train: data, tables and drawings.

use crate::campbell::{self, Campbell};
use crate::summary::ModeSummary;
use crate::train::{self, Details};
use crate::{Error, atomic, figure};
use std::io::Write;
use std::path::Path;

impl Campbell {
    /// Writes data, tables and the diagram to the folder of a run.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        let text = serde_json::to_string(self).map_err(|e| Error::file(folder, "write", e))?;
        atomic::write(&folder.join(campbell::FILE), |file| writeln!(file, "{text}"))?;
        let mut table = String::from("speed [rad/s]");
        (0..self.modes()).for_each(|k| table += &format!(",mode {} [Hz]", k + 1));
        for (speed, all) in self.speeds.iter().zip(&self.frequencies) {
            table += &format!("\n{speed:?}");
            all[..self.modes()].iter().for_each(|f| table += &format!(",{f:?}"));
        }
        atomic::write(&folder.join("campbell.csv"), |file| writeln!(file, "{table}"))?;
        let mut table = String::from("order,mode,speed [rad/s],frequency [Hz],margin");
        for c in &self.critical {
            let margin = c.margin.map_or(String::new(), |margin| format!("{margin:?}"));
            table += &format!("\n{:?},{},{:?},{:?},{margin}", c.order, c.mode, c.speed, c.frequency);
        }
        atomic::write(&folder.join("critical-speeds.csv"), |file| writeln!(file, "{table}"))?;
        let drawing = figure::campbell(self);
        atomic::write(&folder.join("campbell.svg"), |file| writeln!(file, "{drawing}"))
    }
}

impl Details {
    /// Writes data, the table of shares and the diagrams to the folder of a run.
    pub fn write(&self, folder: &Path, modes: &[ModeSummary]) -> Result<(), Error> {
        let text = serde_json::to_string(self).map_err(|e| Error::file(folder, "write", e))?;
        atomic::write(&folder.join(train::FILE), |file| writeln!(file, "{text}"))?;
        let mut table = String::from(
            "mode,frequency [Hz],element,kinetic share,potential share,change of frequency by stiffness,change of frequency by inertia",
        );
        for (k, (parts, mode)) in self.modes.iter().zip(modes).enumerate() {
            for (name, kinetic, potential) in parts.shares.iter().filter(|(_, t, u)| *t != 0.0 || *u != 0.0) {
                let name = name.replace('"', "\"\"");
                let (f, number) = (mode.frequency_hz, k + 1);
                let [by_stiffness, by_inertia] = [0.5 * potential, -0.5 * kinetic];
                table +=
                    &format!("\n{number},{f:?},\"{name}\",{kinetic:?},{potential:?},{by_stiffness:?},{by_inertia:?}");
            }
        }
        atomic::write(&folder.join("mode-shares.csv"), |file| writeln!(file, "{table}"))?;
        if self.train.is_drawn() {
            let drawing = figure::mass_elastic(&self.train, figure::Direction::Across);
            atomic::write(&folder.join("mass-elastic.svg"), |file| writeln!(file, "{drawing}"))?;
            let drawing = figure::mode_shapes(&self.train, modes);
            atomic::write(&folder.join("mode-shapes.svg"), |file| writeln!(file, "{drawing}"))?;
        }
        Ok(())
    }
}
