//! `report.html`, `report` and `plot`.

#[expect(dead_code, reason = "not every test needs every model")]
mod common;

use common::{Folder, missing, misspelt, pendulum, undetermined};
use serde_json::Value;

#[test]
fn every_run_leaves_a_report_that_says_what_was_met() {
    let folder = Folder::new("report");
    folder.write("good.toml", &pendulum()).write("miss.toml", &missing()).write("fails.toml", &undetermined());
    assert!(folder.run(&["run", "good.toml"]).out.ends_with("report: runs/good/report.html\n"));
    let good = folder.read("runs/good/report.html");
    assert!(good.contains("<h1>A pendulum</h1>") && good.contains("1 of 1 expectation met"));
    assert!(good.contains("free fall over 0.1 s") && good.contains("badge good\">ok<"));
    let scene: Value = serde_json::from_str(&folder.read("runs/good/scene.json")).unwrap();
    let hash = scene["hash"].as_str().unwrap();
    assert!(hash.len() == 16 && good.contains(hash));

    folder.run(&["run", "miss.toml"]);
    assert!(folder.read("runs/miss/report.html").contains("badge bad\">miss<"));
    let ran = folder.run(&["run", "fails.toml", "--json"]);
    assert_eq!(ran.json()["status"], "failed");
    let failed = folder.read("runs/fails/report.html");
    assert!(failed.contains(">failed<") && failed.contains("The analysis stopped"));
    folder.write("wrong.toml", &misspelt()).run(&["run", "wrong.toml"]);
    assert!(!folder.path().join("runs/wrong").exists());
}

#[test]
fn a_body_called_script_is_shown_and_not_run() {
    let folder = Folder::new("report-hostile");
    // A name holds no slash; an opening tag is enough to do harm.
    let name = "<script>alert(1)";
    let text = pendulum().replace("\"bob\"", &format!("\"{name}\"")).replace("\"bob.", &format!("\"{name}."));
    folder.write("m.toml", &text.replace("A pendulum", "<img src=x onerror=alert(2)>"));
    let ran = folder.run(&["run", "m.toml"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = folder.read("runs/m/report.html");
    // The page's own script, which its policy names by its digest, and its own picture; no other.
    assert!(page.contains("script-src 'sha256-"));
    assert_eq!((page.matches("<script").count(), page.matches("<img").count()), (1, 1));
    assert!(page.contains("<script>function start(){") && page.contains("src=\"data:image/png;base64,"));
    assert!(page.contains("&lt;script&gt;alert(1)") && page.contains("&lt;img src=x"));
    let ran = folder.run(&["plot", "runs/m", "*.position_y"]);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("&lt;script&gt;alert(1).position_y in mm") && !ran.out.contains("<script"));
}

#[test]
fn the_model_says_what_is_plotted() {
    let folder = Folder::new("report-plots");
    let plot =
        "[[plot]]\ntitle = \"Fall & swing\"\nchannels = [\"bob.position_y\", \"pivot.angle\"]\nunits = [\"cm\"]\n";
    folder.write("m.toml", &(pendulum() + plot));
    folder.run(&["run", "m.toml", "--quiet"]);
    let page = folder.read("runs/m/report.html");
    assert!(page.contains("<h3>Fall &amp; swing</h3>") && page.contains("bob.position_y in cm"));
    assert!(page.contains("pivot.angle in mrad"));
    assert!(page.contains("channels without a plot"));
}

#[test]
fn a_report_can_be_made_again_and_elsewhere() {
    let folder = Folder::new("report-again");
    folder.write("m.toml", &pendulum());
    folder.run(&["run", "m.toml", "--quiet"]);
    let first = folder.read("runs/m/report.html");
    std::fs::remove_file(folder.path().join("runs/m/report.html")).unwrap();
    assert_eq!(folder.run(&["report", "runs/m", "-o", "copy.html"]).out, "copy.html\n");
    assert_eq!(folder.read("copy.html"), first);
    // Killed before its end: no summary.
    std::fs::remove_file(folder.path().join("runs/m/summary.json")).unwrap();
    assert_eq!(folder.run(&["report", "runs/m"]).status, 0);
    assert!(folder.read("runs/m/report.html").contains("not finished"));
    let ran = folder.run(&["report", "runs"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("error[not-a-run]"));
}

#[test]
fn a_plot_is_a_drawing_of_what_is_asked() {
    let folder = Folder::new("plot");
    folder.write("m.toml", &pendulum());
    folder.run(&["run", "m.toml", "--quiet"]);
    let options = ["--unit", "deg", "--over", "0.05:100 ms", "--title", "Swing"];
    let ran = folder.run(&[&["plot", "runs/m", "pivot.angle", "-o", "a.svg"], &options[..]].concat());
    assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let drawing = folder.read("a.svg");
    assert!(drawing.starts_with("<svg") && drawing.contains("pivot.angle in deg") && drawing.contains("time in ms"));
    let ran = folder.run(&["plot", "runs/m", "pivot.angel"]);
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("did you mean \"pivot.angle\"?"));
    assert_eq!(folder.run(&["plot", "runs/m", "pivot.angle", "--unit", "smoot"]).status, 2);
    assert_eq!(folder.run(&["plot", "runs/m", "pivot.angle", "-o", "a.jpg"]).status, 2);
    // What would be left out in silence is reported.
    let ran = folder.run(&["plot", "runs/m", "pivot.angle", "--unit", "rpm"]);
    assert!(ran.status == 2 && ran.err.contains("none of these channels can be shown in \"rpm\""), "{}", ran.err);
    let ran = folder.run(&["plot", "runs/m", "pivot.angle", "--over", "100:101"]);
    assert!(ran.status == 2 && ran.err.contains("the run extends from 0 to"), "{}", ran.err);
    let ran = folder.run(&["plot", "runs/m"]);
    assert!(
        ran.status == 0 && ran.out.lines().any(|line| line.split_whitespace().eq(["pivot.angle", "rad"])),
        "{}",
        ran.out
    );
    let ran = folder.run(&["view", "runs/m", "--export", "a.pdf"]);
    assert!(ran.status == 2 && ran.err.starts_with("error[bad-arguments]"), "{}", ran.err);
    let ran = folder.run(&["plot", "runs/m", "pivot.angle", "-o", "a.png"]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert!(std::fs::read(folder.path().join("a.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_study_has_its_report_written_anew_also_before_it_has_ended() {
    let folder = Folder::new("report-study");
    folder.write("p.toml", &pendulum());
    let vary = ["--vary", "g=5:10 m/s^2"];
    folder.run(&[&["fit", "p.toml", "--to", "fall=-40 mm", "--out", "fit", "--quiet"], &vary[..]].concat());
    folder.run(&["sweep", "plan", "p.toml", "--vary", "g=1:3 m/s^2:3", "--out", "sweep"]);
    folder.run(&["sweep", "run", "sweep", "--case", "2", "--quiet"]);
    let study = "format = 1\n[analysis]\ntype = \"sweep\"\nmodels = \"p.toml\"\nvary = { g = [\"8 m/s^2\"] }\n";
    folder.write("study.toml", study).run(&["run", "study.toml", "--quiet"]);
    for (study, says) in [
        ("fit", &["Fit of p.toml", "Sensitivities", "sum of squares"][..]),
        ("sweep", &["1 of 3 cases done", "missing"]),
        ("runs/study", &["1 of 1 cases done"]),
    ] {
        let before = std::fs::read_to_string(folder.path().join(study).join("report.html")).ok();
        let ran = folder.run(&["report", study, "--output", "page.html"]);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{study}");
        let page = folder.read("page.html");
        assert!(says.iter().all(|words| page.contains(words)), "{study}: {page}");
        assert!(before.is_none_or(|before| page == before), "{study}");
    }
}
