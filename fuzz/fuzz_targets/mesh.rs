//! Mesh files of any bytes give a mesh or an error, and never a panic. The first byte chooses the format.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let name = ["a.msh", "a.inp", "a.bdf"][*first as usize % 3];
    if let Ok(text) = std::str::from_utf8(rest) {
        drop(halfshaft_model::meshes::read(name, text));
    }
});
