//! `verify` and the ways in which it ends.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, missing, misspelt, pendulum, undetermined};
use serde_json::{Value, json};

/// What differs from run to run.
fn without_times(mut object: Value) -> Value {
    for case in object["cases"].as_array_mut().unwrap() {
        let statistics = case["statistics"].as_object_mut().unwrap();
        statistics.remove("wall_s");
        statistics.remove("real_time_factor");
    }
    object
}

#[test]
fn all_models_in_a_folder_are_run_in_the_order_of_their_paths() {
    let folder = Folder::new("verify-ok");
    folder.write("models/b.toml", &pendulum()).write("models/a/c.toml", &pendulum()).write("models/notes.md", "");
    folder.write("models/.hidden/d.toml", &misspelt());
    // A folder of an earlier run holds a copy of its model.
    assert_eq!(folder.run(&["run", "models/b.toml", "--quiet", "--out", "models/run"]).status, 0);
    let ran = folder.run(&["verify", "models", "models/b.toml"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lines: Vec<_> = ran.out.lines().collect();
    assert!(lines[0].starts_with("ok      models/a/c.toml  1 of 1 met  "), "{}", ran.out);
    assert!(lines[1].starts_with("ok      models/b.toml  1 of 1 met  "));
    assert!(lines[2].starts_with("2 of 2 models ok; 2 of 2 expectations met, and 0 of 0 regressions; "));
    assert_eq!(lines.len(), 3);
    assert!(!folder.path().join("runs").exists());
}

#[test]
fn a_slow_file_of_a_folder_is_skipped_unless_it_is_named_or_everything_is_run() {
    let folder = Folder::new("verify-slow");
    folder.write("models/a.toml", &pendulum()).write("models/b.toml", &format!("slow = true\n{}", pendulum()));
    let quick = folder.run(&["verify", "models"]);
    assert_eq!(quick.status, 0);
    assert!(quick.out.contains("skipped models/b.toml  slow, run with --full\n1 of 1 models ok"), "{}", quick.out);
    assert_eq!(folder.run(&["verify", "models", "--json"]).json()["skipped"], json!(["models/b.toml"]));
    assert!(folder.run(&["verify", "models", "--full"]).out.contains("2 of 2 models ok"));
    assert!(folder.run(&["verify", "models/b.toml"]).out.contains("1 of 1 models ok"));
}

#[test]
fn a_miss_or_a_failure_is_status_one_and_an_invalid_model_status_two() {
    let folder = Folder::new("verify-bad");
    folder.write("ok.toml", &pendulum()).write("miss.toml", &missing());
    folder.write("loose.toml", &undetermined()).write("misspelt.toml", &misspelt());
    let miss = folder.run(&["verify", "ok.toml", "miss.toml"]);
    assert!(miss.status == 1 && miss.err.contains("fall: -0.04"), "{}", miss.err);
    assert_eq!(folder.run(&["verify", "loose.toml"]).status, 1);
    assert_eq!(folder.run(&["verify", "."]).status, 2);
    let json = folder.run(&["verify", "ok.toml", "miss.toml", "--json"]);
    let object = json.json();
    assert_eq!((json.status, &object["status"]), (1, &json!("failed")));
    assert_eq!(object["validation"], json!({"met": 1, "all": 2, "not_evaluated": 0}));
}

#[test]
fn overrides_hold_for_every_model_and_what_they_cut_off_is_counted_apart() {
    let folder = Folder::new("verify-set");
    folder.write("a.toml", &pendulum()).write("b.toml", &pendulum());
    let late = "[[measure]]\nname = \"late\"\nmean = \"pivot.angle\"\nover = [\"0.05 s\", \"0.1 s\"]\n\
                [[expect]]\nmeasure = \"late\"\nvalue = 100\ntolerance = 1\nsource = \"wrong\"\n";
    folder.write("b.toml", &(pendulum() + late));
    let whole = folder.run(&["verify", "a.toml", "b.toml"]);
    assert!(whole.status == 1 && whole.out.contains("miss    b.toml  1 of 2 met  "), "{}", whole.out);
    // The run ends before the window does: neither met nor missed.
    let cut = folder.run(&["verify", "a.toml", "b.toml", "--set", "analysis.end=0.08 s"]);
    assert!(cut.out.contains(" not evaluated"), "{}", cut.out);
    assert!(!cut.err.contains("late"), "{}", cut.err);
    let object = folder.run(&["verify", "b.toml", "--set", "analysis.end=0.08 s", "--json"]).json();
    let late = &object["cases"][0]["expectations"][1];
    assert_eq!((&late["value"], &late["ok"]), (&Value::Null, &Value::Null));
    assert!(object["validation"]["not_evaluated"].as_u64().unwrap() >= 1, "{object}");
    // An override that a model does not have is an error, as in a run.
    assert_eq!(folder.run(&["verify", "a.toml", "--set", "nothing=1"]).status, 2);
}

#[test]
fn no_file_is_status_two() {
    let folder = Folder::new("verify-none");
    folder.write("empty/notes.md", "");
    for path in ["empty", "absent", "absent.toml"] {
        let ran = folder.run(&["verify", path, "--json"]);
        assert_eq!((ran.status, &ran.json()["status"]), (2, &json!("invalid")), "{path}");
        assert_eq!(folder.run(&["verify", path]).status, 2);
    }
    assert_eq!(folder.run(&["verify"]).status, 2);
}

#[test]
fn the_number_of_threads_changes_nothing_but_the_times() {
    let folder = Folder::new("verify-jobs");
    for (i, model) in [pendulum(), missing(), undetermined(), misspelt(), pendulum()].iter().enumerate() {
        folder.write(&format!("{i}.toml"), model);
    }
    let with = |jobs: &str| without_times(folder.run(&["verify", ".", "--json", "--jobs", jobs]).json());
    let one = with("1");
    assert_eq!(one["cases"].as_array().unwrap().len(), 5);
    assert_eq!((with("2"), with("7")), (one.clone(), one));
    assert_eq!(folder.run(&["verify", ".", "--jobs", "0"]).status, 2);
}

#[test]
fn the_page_of_expectations_has_no_times_and_repeats_itself() {
    let folder = Folder::new("verify-page");
    let regression = pendulum().replace("free fall over 0.1 s", "regression");
    folder.write("m/a.toml", &pendulum()).write("m/b.toml", &regression);
    let write = || {
        assert_eq!(folder.run(&["verify", "m", "--markdown", "validation.md"]).status, 0);
        folder.read("validation.md")
    };
    let page = write();
    assert_eq!(page, write());
    assert!(page.contains("1 of 1 expectations with a source are met. Model files: 2."));
    assert!(page.contains("| free fall over 0.1 s | ok |") && page.contains("| *regression* | ok |"));
    assert_eq!(folder.run(&["verify", "m", "--markdown", "no such folder/page.md"]).status, 2);
}
