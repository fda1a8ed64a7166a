//! Mistakes that show outside the model's text: names of files, paths that leave the folder, lines of failures.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, pendulum};

#[test]
fn a_file_name_nearly_right_is_suggested() {
    let folder = Folder::new("suggested");
    folder.write("pendulum.toml", &pendulum());
    for (asked, meant) in
        [("pendulm.toml", "pendulum.toml"), ("pendulum", "pendulum.toml"), ("./pendulum.tml", "./pendulum.toml")]
    {
        let ran = folder.run(&["run", asked]);
        assert!(ran.status == 2 && ran.err.contains(&format!("did you mean {meant}?")), "{}", ran.err);
    }
    assert!(!folder.run(&["run", "quite other.toml"]).err.contains("did you mean"));
}

#[test]
fn a_file_that_is_not_a_model_is_never_shown() {
    let folder = Folder::new("not-a-model");
    folder
        .write("notes.txt", "secret: 1\n")
        .write("model.toml", &(pendulum() + "\n[[submodel]]\nname = \"s\"\nfile = \"notes.txt\"\n"));
    for arguments in [["check", "notes.txt"], ["check", "model.toml"], ["run", "notes.txt"]] {
        let ran = folder.run(&arguments);
        assert!(ran.status == 2 && ran.err.contains("not-a-model") && !ran.err.contains("secret"), "{}", ran.err);
    }
}

#[test]
fn files_outside_the_root_need_to_be_allowed() {
    let folder = Folder::new("outside");
    let part = "format = 1\n\n[[body]]\nname = \"bob\"\nmass = 1\ninertia = 1\n";
    folder
        .write("secret/part.toml", part)
        .write("work/parts/part.toml", part)
        .write("work/near.toml", &using("parts/part.toml"));
    folder
        .write("work/deep/up.toml", &using("../parts/part.toml"))
        .write("work/deep/above.toml", &using("../../secret/part.toml"));
    let absolute = folder.path().join("secret/part.toml").display().to_string();
    folder.write("work/absolute.toml", &using(&absolute)).write("work/link.toml", &using("link"));
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret/part.toml", folder.path().join("work/link")).unwrap();
    let check = |arguments: &[&str]| {
        let mut command = folder.command(&[&["check"], arguments].concat());
        let output = command.current_dir(folder.path().join("work")).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(check(&["near.toml"]).0, 0);
    assert_eq!(check(&["deep/up.toml"]).0, 0);
    let mut leaving = vec!["deep/above.toml", "absolute.toml"];
    if cfg!(unix) {
        leaving.push("link.toml");
    }
    for model in leaving {
        let (status, err) = check(&[model]);
        assert!(status == 2 && err.contains("outside-root") && err.contains(model), "{model}: {err}");
        assert!(err.contains("--allow-outside") && err.contains("--root"), "{err}");
        assert_eq!(check(&[model, "--allow-outside"]).0, 0, "{model}");
        assert_eq!(check(&[model, "--root", ".."]).0, 0, "{model}");
        assert_eq!(check(&["--root", "deep", model]).0, 2, "{model}");
    }
    // A model elsewhere may name what is beside it, and no more.
    let from_above = |model: &str| folder.run(&["check", model, "--root", "work"]).status;
    assert_eq!((from_above("work/near.toml"), from_above("work/deep/above.toml")), (0, 2));
    let elsewhere = Folder::new("elsewhere");
    let near = folder.path().join("work/near.toml").display().to_string();
    let above = folder.path().join("work/deep/above.toml").display().to_string();
    assert_eq!((elsewhere.run(&["check", &near]).status, elsewhere.run(&["check", &above]).status), (0, 2));
}

fn using(file: &str) -> String {
    format!(
        "format = 1\nanalysis = {{ type = \"transient\", end = 1 }}\n\n[[submodel]]\nname = \"part\"\nfile = \"{file}\"\n"
    )
}

#[test]
fn redundant_and_contradicting_parts_are_told_with_their_lines() {
    let folder = Folder::new("lines");
    let joint = "\n[[joint]]\nname = \"second pivot\"\ntype = \"hinge\"\nbetween = [\"ground\", \"bob\"]\naxis = \"z\"\nposition = [0, 0, 1]\n";
    let heavy = pendulum().replace("0 kg m^2", "1 kg m^2");
    folder.write("redundant.toml", &(heavy.clone() + joint));
    let line = |name: &str, text: &str| text.lines().position(|line| line == format!("name = \"{name}\"")).unwrap() + 1;
    let text = folder.read("redundant.toml");
    for command in ["check", "run"] {
        let err = folder.run(&[command, "redundant.toml"]).err;
        for name in ["pivot", "second pivot"] {
            assert!(err.contains(&format!("--> redundant.toml:{}  \"{name}\"", line(name, &text))), "{command}: {err}");
        }
    }
    let drive = |name: &str, speed: u32| {
        format!(
            "\n[[drive]]\nname = \"{name}\"\ntype = \"rotation\"\nbetween = [\"ground\", \"bob\"]\naxis = \"z\"\nspeed = {speed}\n"
        )
    };
    folder.write("contradicting.toml", &(heavy + &drive("motor", 1) + &drive("brake", 2)));
    let text = folder.read("contradicting.toml");
    for command in ["check", "run"] {
        let ran = folder.run(&[command, "contradicting.toml"]);
        assert_eq!(ran.status, 1);
        for name in ["motor", "brake"] {
            let place = format!("--> contradicting.toml:{}  \"{name}\"", line(name, &text));
            assert!(ran.err.contains(&place), "{command}: {}", ran.err);
        }
    }
}

#[test]
fn a_warning_of_the_model_comes_with_its_line_in_check_run_and_report() {
    let folder = Folder::new("floating");
    let wheel = "\n[[body]]\nname = \"wheel\"\nmass = 1\ninertia = 1\nposition = [\"60 mm\", 0, 0]\n\
                 \n[[gear]]\nname = \"mesh\"\ntype = \"external\"\nbetween = [\"bob\", \"wheel\"]\nposition_a = [0, 0, 0]\n\
                 axis = \"z\"\nteeth = [20, 40]\nmodule = \"2 mm\"\nstiffness = 1e6\n";
    folder.write("model.toml", &(pendulum() + wheel));
    for command in ["check", "run"] {
        let ran = folder.run(&[command, "model.toml"]);
        let line = folder.read("model.toml").lines().position(|line| line == "name = \"wheel\"").unwrap() + 1;
        assert!(
            ran.err.contains("warning[no-bearing]") && ran.err.contains(&format!("model.toml:{line}:8")),
            "{}",
            ran.err
        );
        assert!(ran.err.contains("help: add a [[joint]]"), "{}", ran.err);
    }
    assert!(folder.read("runs/model/report.html").contains("has no bearing"));
}

#[test]
fn what_does_not_move_is_no_error_of_the_energy() {
    let folder = Folder::new("locked-mechanism");
    let locked = pendulum()
        .replace("type = \"hinge\"", "type = \"rigid\"")
        .replace("axis = \"z\"\n", "")
        .replace("step = \"1 ms\"", "");
    folder.write("locked.toml", &locked).write("swinging.toml", &pendulum());
    let ran = folder.run(&["run", "locked.toml"]);
    assert!(ran.status == 0 && ran.out.contains("No energy was transferred"), "{}", ran.out);
    assert!(!ran.out.contains("more than 2 %"), "{}", ran.out);
    assert!(folder.run(&["run", "swinging.toml"]).out.contains("Energy balance error"));
}
