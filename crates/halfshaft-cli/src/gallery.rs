//! The models that come with the program, each with what it shows and questions to try.

use halfshaft_run::Embedded;

/// An embedded model.
pub(crate) struct Entry {
    /// The name on the command line.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub sentence: &'static str,
    /// Questions, each with overrides that answer it.
    pub questions: &'static [Question],
    /// The model file.
    pub text: &'static str,
    /// The files that it refers to.
    pub files: Embedded<'static>,
}

/// A question, and the overrides of a run that answers it.
pub(crate) struct Question {
    /// The question.
    pub text: &'static str,
    /// `NAME=VALUE`, as after `--set`.
    pub overrides: &'static [&'static str],
}

const fn question(text: &'static str, overrides: &'static [&'static str]) -> Question {
    Question { text, overrides }
}

macro_rules! example {
    ($path:literal) => {
        include_str!(concat!("../../../examples/", $path))
    };
}

const NO_FILES: Embedded<'static> = Embedded(&[]);

/// The models; the first one is the default.
pub(crate) const ENTRIES: [Entry; 6] = [
    Entry {
        name: "differential",
        sentence: "A torque-sensing differential in its four modes: friction on washers and oil films biases the torque.",
        questions: &[
            question("How much of the bias comes from friction in the housing?", &["mu_hinge=0.05"]),
            question("Does a shorter run agree in its first mode?", &["analysis.end=4 s"]),
        ],
        text: example!("torsen-c/vehicle-film.toml"),
        files: Embedded(&[
            ("film.toml", example!("torsen-c/film.toml")),
            ("core.toml", example!("torsen-c/core.toml")),
        ]),
    },
    Entry {
        name: "six-speed",
        sentence: "A six-speed automatic (Lepelletier) moves off and shifts 1-2-3 under power, clutch to clutch.",
        questions: &[
            question("Is a faster shift harsher on the half shafts?", &["overlap=0.04 s"]),
            question("How does a loaded car shift?", &["mass=2600 kg"]),
        ],
        text: example!("powertrain/six-speed.toml"),
        files: NO_FILES,
    },
    Entry {
        name: "tip-in",
        sentence: "The driver steps on the pedal and off it: the car shuffles, and the final drive clonks through its lash.",
        questions: &[
            question("Does three times the lash clonk harder?", &["train.lash=0.0012"]),
            question("Are the steps short enough?", &["solver.tolerance=1e-4"]),
        ],
        text: example!("powertrain/car/tip-in.toml"),
        files: Embedded(&[("train.toml", example!("powertrain/car/train.toml"))]),
    },
    Entry {
        name: "rattle",
        sentence: "Loose gears at idle: the one with little drag leaves its flank and strikes back, the other stays quiet.",
        questions: &[question("Does a smoother engine silence it?", &["order_2=15 N m"])],
        text: example!("powertrain/idle-rattle.toml"),
        files: NO_FILES,
    },
    Entry {
        name: "rotor",
        sentence: "A rotor in elastic bearings: spinning splits its tilting modes into forward and backward whirl.",
        questions: &[
            question("Do the two modes agree at rest?", &["spin=0 rad/s"]),
            question("How far apart are they at twice the speed?", &["spin=600 rad/s"]),
        ],
        text: example!("modes/whirling_rotor.toml"),
        files: NO_FILES,
    },
    Entry {
        name: "andrews",
        sentence: "Andrews' squeezing mechanism, a planar linkage that many solvers are tested with.",
        questions: &[question("How much do ten times longer steps change the result?", &["solver.step=1e-5 s"])],
        text: example!("rigid/andrews.toml"),
        files: NO_FILES,
    },
];

/// The model of a name.
pub(crate) fn find(name: &str) -> Option<&'static Entry> {
    ENTRIES.iter().find(|entry| entry.name == name)
}
