//! The reader as its users call it.

use halfshaft_model::model::{Analysis, BodyRef, Model};
use halfshaft_model::{Diagnostics, Item, Source, Style, read};
use halfshaft_results::measure::{Bound, Source as Origin, Statistic, Tolerance, Unit, What};
use std::f64::consts::TAU;

const PENDULUM: &str = include_str!("pendulum.toml");

fn pendulum(overrides: &[(&str, &str)]) -> Result<Model, Diagnostics> {
    let overrides: Vec<(String, String)> = overrides.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
    read(&Source::new("pendulum.toml", PENDULUM), &overrides)
}

#[test]
fn the_pendulum_resolves_to_si_values() {
    let model = pendulum(&[]).unwrap();
    assert_eq!(model.gravity, [0.0, -9.81, 0.0]);
    assert_eq!(
        (model.analysis, model.solver.step),
        (Analysis::Transient { end: 10.0, from_equilibrium: false }, Some(1e-3))
    );
    let [bob, pivot] = &model.items[..] else { panic!("two items") };
    assert_eq!((bob.name.as_str(), bob.kind.section), ("bob", "body"));
    assert_eq!((bob.number("mass"), bob.inertia("inertia")), (1.0, [0.0; 6]));
    assert_eq!((bob.vector("position"), bob.vector("velocity")), ([-1.0, 0.0, 0.0], [0.0; 3]));
    assert_eq!(bob.optional_rotation("orientation"), None);
    assert_eq!(pivot.between("between"), [BodyRef::Ground, BodyRef::Body(0)]);
    assert_eq!(pivot.axis("axis"), [0.0, 0.0, 1.0]);
    assert_eq!(&PENDULUM[pivot.span.clone()], "\"pivot\"");
}

#[test]
fn measures_and_expectations_carry_the_unit_of_their_channel() {
    let model = pendulum(&[]).unwrap();
    let [at, lowest, share] = &model.measures[..] else { panic!("three measures") };
    assert_eq!((&at.what, at.unit.symbol.as_str()), (&What::At("bob.position_x".into(), 1.0), "m"));
    assert_eq!(lowest.what, What::Statistic(Statistic::Min, "bob.position_y".into()));
    assert_eq!(lowest.over, Some([0.0, 2.0]));
    assert_eq!(share.unit, Unit::si("1"));
    let [near, least] = &model.expectations[..] else { panic!("two expectations") };
    assert_eq!((near.bound, &near.source), (Bound::Near(0.5, Tolerance::Relative(0.05)), &Origin::Regression));
    assert_eq!(least.bound, Bound::AtLeast(-1.0001));
    assert_eq!(least.source, Origin::Reference("the rod's length".into()));
}

#[test]
fn slopes_frequencies_and_times_have_their_own_units() {
    let more = |key: &str| format!("\n[[measure]]\nname = \"more\"\n{key}\n");
    let read_one = |key: &str| {
        let text = format!("{PENDULUM}{}", more(key));
        let measure = read(&Source::new("a.toml", text), &[]).unwrap().measures.pop().unwrap();
        (measure.what, measure.unit.symbol)
    };
    let y = || "bob.position_y".to_owned();
    let statistic = |statistic, unit: &str| (What::Statistic(statistic, y()), unit.to_owned());
    assert_eq!(read_one("slope = \"bob.position_y\""), statistic(Statistic::Slope, "m/s"));
    assert_eq!(read_one("frequency = \"bob.position_y\""), statistic(Statistic::Frequency, "Hz"));
    assert_eq!(read_one("range = \"bob.position_y\""), statistic(Statistic::Range, "m"));
    assert_eq!(read_one("slope = \"pivot.force_y\"").1, "N/s");
    assert_eq!(
        read_one("time_of = \"bob.position_y\"\ncrosses = \"-5 cm\""),
        (What::TimeOf(y(), -0.05, 1), "s".into())
    );
    let difference = What::Difference(y(), "bob.position_x".into());
    assert_eq!(read_one("difference = [\"bob.position_y\", \"bob.position_x\"]"), (difference, "m".into()));
}

#[test]
fn a_measure_in_another_unit_has_its_expectation_in_it() {
    let expected = |expect: &str| {
        let more = "\n[[measure]]\nname = \"more\"\nmax = \"pivot.speed\"\nunit = \"rpm\"\n";
        let text = format!("{PENDULUM}{more}\n[[expect]]\nmeasure = \"more\"\n{expect}\nsource = \"regression\"\n");
        let mut model = read(&Source::new("a.toml", text), &[]).unwrap();
        assert_eq!(model.measures.pop().unwrap().unit, Unit { symbol: "rpm".into(), size: TAU / 60.0 });
        model.expectations.pop().unwrap().bound
    };
    let near = |value, tolerance| Bound::Near(value, Tolerance::Absolute(tolerance));
    assert_eq!(expected("value = 30\ntolerance = 2"), near(30.0, 2.0));
    assert_eq!(expected("at_most = \"2 rad/s\""), Bound::AtMost(2.0 / (TAU / 60.0)));
    assert_eq!(expected("value = \"90 rpm\"\ntolerance = \"1 %\""), Bound::Near(90.0, Tolerance::Relative(0.01)));
}

#[test]
fn an_override_reaches_parameters_and_settings() {
    let model = pendulum(&[("length", "50 cm"), ("solver.step", "0.1 ms"), ("analysis.end", "= 2 * 3 s")]).unwrap();
    assert_eq!(model.items[0].vector("position"), [-0.5, 0.0, 0.0]);
    assert_eq!(
        (model.solver.step, model.analysis),
        (Some(1e-4), Analysis::Transient { end: 6.0, from_equilibrium: false })
    );
}

#[test]
fn a_wrong_override_is_pointed_at_in_its_own_text() {
    let cases = [
        (("length", "2"), "override-without-unit", 8),
        (("lenght", "2 m"), "unknown-parameter", 1),
        (("solver.stop", "2 s"), "unknown-parameter", 1),
        (("solver.step", "2 m"), "unit-mismatch", 13),
        (("analysis.end", "-1 s"), "out-of-range", 14),
        (("length", "2 mn"), "unknown-unit", 10),
    ];
    for ((name, value), code, column) in cases {
        let diagnostics = pendulum(&[(name, value)]).unwrap_err();
        let [one] = diagnostics.as_slice() else { panic!("{name}: {diagnostics:?}") };
        assert_eq!((one.code, one.file(), one.column()), (code, "--set", column), "{name}={value}");
    }
}

#[test]
fn a_diagnostic_of_an_override_comes_after_those_of_the_file() {
    let text = PENDULUM.replace("mass = \"1 kg\"", "mass = \"1 m\"");
    let diagnostics = read(&Source::new("a.toml", text), &[("solver.step".into(), "1 kg".into())]).unwrap_err();
    let files: Vec<&str> = diagnostics.as_slice().iter().map(|d| d.file()).collect();
    assert_eq!(files, ["a.toml", "--set"]);
}

#[test]
fn reading_stops_after_a_hundred_errors() {
    let text = format!("{PENDULUM}{}", "[[body]]\n".repeat(100_000));
    let diagnostics = read(&Source::new("a.toml", text), &[]).unwrap_err();
    assert_eq!((diagnostics.as_slice().len(), diagnostics.complete()), (100, false));
}

#[test]
fn the_last_of_two_overrides_of_one_name_counts() {
    let model = pendulum(&[("length", "7"), ("length", "3 m")]).unwrap();
    assert_eq!(model.items[0].vector("position"), [-3.0, 0.0, 0.0]);
}

#[test]
#[should_panic(expected = "the description has no key `maas`")]
fn asking_for_a_key_the_description_lacks_is_a_bug() {
    pendulum(&[]).unwrap().items[0].number("maas");
}

#[test]
fn large_broken_files_are_refused() {
    // Anything quadratic in the size of the text would show here as a hang.
    let many = |line: &str| line.repeat(4_000_000 / line.len());
    let texts = [
        many("= "),
        many("[["),
        many("x = [\n"),
        format!("[[body]]\nname = '{}{{i}}'\nrepeat = {{ count = 99999 }}\n", "a".repeat(3_000_000)),
        many("[[body]]\nname = 'a'\n"),
        format!("{}{}", "#\n".repeat(900_000), "[[body]]\nname = 'a'\n".repeat(100_000)),
        (0..150_000).map(|i| format!("p{i:06} = '= q{i}'\n")).fold("[parameters]\n".to_owned(), |a, b| a + &b),
        (0..120_000).map(|i| format!("[[joint]]\nname = 'j{i}'\n")).collect(),
    ];
    for text in texts {
        assert!(read(&Source::new("a.toml", text), &[]).is_err());
    }
}

/// Discs in a row, as many as `n`, tied by elastic shafts or by rigid stages.
const ROW: &str = r#"
format = 1
analysis = { type = "transient", end = "= 0.1 s * n", start = "= start" }
solver = { redundant = "= redundant" }
[parameters]
n = 3
ties = { choice = "stage", of = ["stage", "shaft"] }
start = { choice = "given", of = ["given", "equilibrium"] }
redundant = { choice = "allow", of = ["allow", "error"] }
[[inertia]]
name = "disc {i}"
inertia = "= 1 kg m^2 * (1 + (i > 1))"
repeat = { count = 4 }
when = "= i <= n"
[[driveline]]
name = "tie {i}"
type = "shaft"
between = ["disc {i}", "disc {i + 1}"]
stiffness = "100 N m/rad"
repeat = { count = 3 }
when = "= i < n and ties != 'stage'"
[[driveline]]
name = "tie {i}"
type = "= ties"
between = ["disc {i}", "disc {i + 1}"]
ratio = 2
repeat = { count = 3 }
when = "= i < n and not ties == 'shaft'"
[[measure]]
name = "disc {i}"
final = "disc {i}.speed"
repeat = { count = 4 }
when = "= i <= n"
"#;

#[test]
fn each_copy_has_its_own_condition_and_one_name_stands_for_one_of_two_kinds() {
    let items = |overrides: &[(&str, &str)]| {
        let overrides: Vec<(String, String)> = overrides.iter().map(|(n, v)| (n.to_string(), v.to_string())).collect();
        let model =
            read(&Source::new("row.toml", ROW), &overrides).unwrap_or_else(|d| panic!("{}", d.render(Style::Plain)));
        model.build();
        let kind = |item: &Item| (item.name.clone(), item.kind.type_name.unwrap_or("disc"));
        (model.items.iter().map(kind).collect::<Vec<_>>(), model.measures.len(), model.solver.redundancy_allowed)
    };
    let row = |discs: usize, ties: &'static str| {
        let tied = (1..discs).map(|i| (format!("tie {i}"), ties));
        (1..=discs).map(|i| (format!("disc {i}"), "disc")).chain(tied).collect::<Vec<_>>()
    };
    assert_eq!(items(&[]), (row(3, "stage"), 3, true));
    assert_eq!(items(&[("ties", "shaft")]), (row(3, "shaft"), 3, true));
    assert_eq!(items(&[("n", "4"), ("redundant", "error")]), (row(4, "stage"), 4, false));
    assert_eq!(items(&[("n", "1")]), (row(1, "stage"), 1, true));
    assert!(read(&Source::new("row.toml", ROW), &[("n".into(), "5".into())]).is_ok_and(|model| model.items.len() == 7));
}
