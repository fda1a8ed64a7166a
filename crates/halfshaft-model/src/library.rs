//! The library: model files that come with the program, used as `file = "library:NAME"`.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::source::Source;
use crate::suggest::nearest;

/// What the name of a library file begins with.
const PREFIX: &str = "library:";

macro_rules! library {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../library/", $name, ".toml")))),*]
    };
}

/// Name and text of each file.
pub const FILES: &[(&str, &str)] = library![
    "anti_roll_bar",
    "brake",
    "braking",
    "clutch",
    "coil_over",
    "double_wishbone",
    "drag",
    "engine",
    "five_link",
    "gearbox",
    "half_shaft",
    "handling",
    "iso_3888_1",
    "iso_3888_2",
    "iso_4138",
    "iso_7401",
    "lane",
    "macpherson",
    "open_differential",
    "open_loop",
    "path_follower",
    "rack_steering",
    "speed_controller",
    "tip_in",
    "wheel_rig",
];

/// Returns whether a file is one of the library.
pub(crate) fn is_named(path: &str) -> bool {
    path.starts_with(PREFIX)
}

/// Opens a file of the library; `None` if the path is not one of the library.
pub(crate) fn open(path: &str) -> Option<Result<Source, Diagnostic>> {
    let name = path.strip_prefix(PREFIX)?;
    let found = FILES.iter().find(|(known, _)| *known == name);
    Some(found.map(|(_, text)| Source::new(path, *text)).ok_or_else(|| {
        let source = Arc::new(Source::new(path, ""));
        let error = Diagnostic::new("unreadable-file", &source, 0..0, format!("the library has no file \"{name}\""));
        let names: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        let near = nearest(name, names.iter().copied());
        error.help(match near {
            Some(near) => format!("did you mean \"{PREFIX}{near}\"?"),
            None => format!("it has {}", names.join(", ")),
        })
    }))
}
