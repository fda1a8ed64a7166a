//! Mesh files of Gmsh of any text give a mesh or an error, and never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| drop(halfshaft_model::meshes::read("a.msh", text)));
