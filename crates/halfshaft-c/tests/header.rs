//! The header compiles as C, its example runs against the library, and every function of the library is declared in it.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where cargo puts the library beside the test.
fn library() -> PathBuf {
    let exe = std::env::current_exe().unwrap();
    let folder = exe.parent().unwrap();
    let beside = |folder: &Path| folder.join("libhalfshaft_c.a");
    [beside(folder), beside(folder.parent().unwrap())]
        .into_iter()
        .find(|path| path.is_file())
        .expect("a static library")
}

#[test]
fn the_example_in_c_controls_a_motor() {
    let folder = std::env::temp_dir().join(format!("halfshaft-c-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("controller");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let compiled = Command::new(compiler)
        .args(["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O1", "-I"])
        .arg(root().join("include"))
        .arg(root().join("crates/halfshaft-c/tests/controller.c"))
        .arg(library())
        .args(["-o".as_ref(), program.as_os_str()])
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let ran = Command::new(&program).arg("examples/signals/external_torque.toml").current_dir(root()).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let (out, error) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success(), "{out}{error}");
    let words: Vec<&str> = out.split([' ', ',', '\n']).collect();
    let after = |word: &str| words.iter().position(|w| *w == word).map(|i| words[i + 1]).unwrap();
    let speed: f64 = words.iter().filter_map(|word| word.parse().ok()).nth(2).unwrap();
    assert!((speed - 200.0).abs() < 0.5, "{out}");
    assert_eq!((after("same"), after("states"), after("b"), after("named")), ("1", "4", "5.000000", "1"), "{out}");
    assert!(out.contains("codes -4 -5 -6"), "{out}");
}

#[test]
fn the_header_declares_every_function_of_the_library() {
    let [header, source] = ["include/halfshaft.h", "crates/halfshaft-c/src/lib.rs"]
        .map(|path| std::fs::read_to_string(root().join(path)).unwrap());
    let functions: Vec<&str> =
        source.split("pub unsafe extern \"C\" fn ").skip(1).map(|rest| rest.split('(').next().unwrap()).collect();
    assert!(functions.len() >= 12, "{functions:?}");
    for function in &functions {
        assert!(header.contains(&format!("{function}(")), "{function}");
    }
    assert_eq!(
        header.matches("\nint ").count() + header.matches("\ndouble ").count(),
        functions.len() - 3,
        "{functions:?}"
    );
    for (name, value) in
        [("BAD_ARGUMENT", -1), ("INVALID_MODEL", -2), ("FAILED", -3), ("UNKNOWN_NAME", -4), ("REFUSED", -5)]
    {
        assert!(header.contains(&format!("#define HALFSHAFT_{name} ({value})")), "{name}");
        assert!(source.contains(&format!("pub const {name}: c_int = {value};")), "{name}");
    }
}
