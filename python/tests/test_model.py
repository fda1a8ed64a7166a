"""Models from files and texts, parameters, and what is wrong with them."""

from __future__ import annotations

import doctest
import inspect
import math
import pickle
import tomllib
from pathlib import Path

import numpy as np
import pytest
from conftest import EXAMPLES, PENDULUM

import halfshaft as hs
from halfshaft import viewer


def test_a_run_has_measures_with_units_and_channels_as_arrays(pendulum: hs.Model) -> None:
    run = pendulum.run()
    fall = run.measures["fall"]
    # g t²/2 = 49 mm, less 1 % because the arm turns.
    assert isinstance(fall, float) and fall.unit == "m" and abs(fall + 0.04905) < 0.0006
    assert str(fall) == f"{float(fall):.7g} m" and repr(fall) == f"{float(fall)!r} m" and f"{fall:.2f}" == "-0.05"
    assert math.isnan(run.measures["never"])
    angle = run["pivot.angle"]
    assert isinstance(angle, np.ndarray) and angle.dtype == np.float64 and angle.shape == run.time.shape
    assert not angle.flags.writeable and not angle.flags.owndata
    assert run.channels["pivot.angle"].unit == "rad" and "pivot.angle" in run.channels and "pivot.angle" in run
    assert run.status == "done" and run.statistics["steps"] > 5 and run.time[-1] == 0.2


def test_an_array_outlives_its_run(pendulum: hs.Model) -> None:
    angle = pendulum.run()["pivot.angle"]
    copy = angle.copy()
    for _ in range(20):
        pendulum.run()
    assert np.array_equal(angle, copy)


def test_parameters_override_and_are_checked(pendulum: hs.Model) -> None:
    short = hs.Model.from_toml(PENDULUM, length="0.5 m").run()
    assert abs(short["bob.position_x"][0] + 0.5) < 1e-12
    assert np.array_equal(pendulum.run(length="50 cm")["pivot.angle"], short["pivot.angle"])
    assert np.array_equal(pendulum.with_parameters(length="0.5 m").run()["pivot.angle"], short["pivot.angle"])
    assert pendulum.with_parameters({"analysis.end": "0.15 s"}).run().time[-1] == 0.15
    with pytest.raises(hs.ModelError) as caught:
        pendulum.run(lenght="1 m")
    assert caught.value.diagnostics[0].code == "unknown-parameter"
    with pytest.raises(hs.ModelError):
        pendulum.run(length=2.0)
    with pytest.raises(ValueError, match="'length'.*not a finite number"):
        pendulum.run(length=float("nan"))
    with pytest.raises(TypeError, match="'length'"):
        pendulum.run(length=[1])


def test_everything_that_is_wrong_comes_as_diagnostics_with_places() -> None:
    text = PENDULUM.replace('"1 kg"', '"1 kN"').replace("axis", "axes")
    with pytest.raises(hs.ModelError) as caught:
        hs.Model.from_toml(text, name="wrong.toml").check()
    codes = {one.code: one for one in caught.value.diagnostics}
    assert {"unit-mismatch", "unknown-key"} <= set(codes)
    mismatch = codes["unit-mismatch"]
    assert (mismatch.file, mismatch.line, mismatch.column) == ("wrong.toml", 15, 8) and "mass" in mismatch.message
    assert "wrong.toml:15:8" in str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.diagnostics == caught.value.diagnostics and str(again) == str(caught.value)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(hs.ModelError) as caught:
        hs.Model("no such file.toml")
    assert caught.value.diagnostics[0].code == "unreadable-file"


def test_a_failure_has_time_element_reason_and_the_results_so_far() -> None:
    text = PENDULUM.replace('type = "hinge"', 'type = "hinge"\nfriction = { coefficient = 0.1 }')
    with pytest.raises(hs.ModelError):
        hs.Model.from_toml(text).run()
    blown = PENDULUM.replace(
        "[[measure]]",
        '[[signal]]\nname = "s"\ntype = "expression"\nvalue = "= 1 / (time - 0.05 s) * 1 s"\n\n[[measure]]',
        1,
    )
    with pytest.raises(hs.SimulationError) as caught:
        hs.Model.from_toml(blown).with_parameters({"solver.step": "0.01 s"}).run()
    error = caught.value
    assert error.reason and error.code and error.run is not None
    assert error.time is not None and error.time <= 0.06


def test_modes_have_frequencies_and_shapes() -> None:
    modes = hs.Model(EXAMPLES / "modes" / "load_cell.toml").modes()
    assert modes[0].frequency > 0 and len(modes) == len(modes.frequencies)
    assert modes.frequencies[-1] == modes[-1].frequency == max(mode.frequency for mode in modes)
    assert max(np.max(np.abs(entry)) for entry in modes[0].shape.values()) == pytest.approx(1.0)


def test_mode_shapes_have_motions_and_no_signals() -> None:
    model = hs.Model(EXAMPLES / "modes" / "load_cell.toml")
    signals = {item["name"] for item in tomllib.loads(model.to_toml())["signal"]}
    assert signals
    for mode in model.modes():
        assert mode.shape and not signals & set(mode.shape)


def test_errors_of_parameters_name_the_argument(pendulum: hs.Model) -> None:
    with pytest.raises(hs.ModelError) as caught:
        pendulum.run(lenght="2 m")
    assert "--> parameters:1:1" in str(caught.value) and "lenght=2 m" in str(caught.value)
    assert caught.value.diagnostics[0].file == "parameters" and "length" in (caught.value.diagnostics[0].help or "")
    with pytest.raises(hs.ModelError) as caught:
        pendulum.sweep({"length": ["1 kg", "2 kg"]})
    assert caught.value.diagnostics[0].file == "vary"
    # As for every option that stands for an argument.
    assert "--" not in str(caught.value).replace("-->", "")


def test_statics_and_response_of_a_model_with_another_analysis() -> None:
    path = EXAMPLES / "response" / "two_masses.toml"
    whole = hs.Model(path).run()
    assert whole.axis.name == "frequency" and whole.axis.unit == "Hz"
    part = hs.Model(path).response(["1 Hz", "3 Hz"], points=11)
    assert part.time.shape == (11,) and set(part.channels) <= set(whole.channels)
    at_rest = hs.Model(path).statics()
    assert len(at_rest) == 1 and at_rest.summary["analysis"] == "statics"


def test_the_example_of_the_docstring_prints_what_it_says() -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    found = doctest.DocTestFinder().find(hs.Model, "Model", globs={})
    examples = [one for one in found if one.examples]
    assert len(examples) == 1
    assert doctest.DocTestRunner(optionflags=flags).run(examples[0]).failed == 0


def test_a_check_has_the_parameters(pendulum: hs.Model) -> None:
    length = pendulum.check(length="50 cm").parameters["length"]
    assert isinstance(length, hs.Measure) and (float(length), length.unit) == (0.5, "m")
    rod = hs.Model(EXAMPLES / "superelements" / "rod.toml").check().parameters
    assert any(isinstance(value, str) for value in rod.values())


def test_warnings_name_the_lines_of_the_program() -> None:
    model = hs.Model()
    model.add(hs.analysis(type="transient", end="0.1 s"))
    door = model.add(hs.body("door", mass=1, inertia=1))
    line = inspect.currentframe().f_lineno + 1  # type: ignore[union-attr]
    model.add(hs.joint.hinge("upper", between=["ground", door], axis="z", position=[0, 0, 1]))
    model.add(hs.joint.hinge("lower", between=["ground", door], axis="z", position=[0, 0, 0]))
    for found in (model.check(), model.run(), model.modes()):
        assert any(f"{__file__}:{line}  \"upper\"" in text for text in found.warnings), found.warnings
    assert "1 warning>" in repr(model.run())


def test_an_unknown_channel_gets_those_of_its_item(pendulum: hs.Model) -> None:
    with pytest.raises(KeyError, match=r"no channel 'pivot.rpm'; .*'pivot' has angle, speed"):
        pendulum.run()["pivot.rpm"]
    with pytest.raises(KeyError, match=r"did you mean 'pivot.angle'\?"):
        pendulum.run()["pivto.angle"]


def test_check_counts(pendulum: hs.Model) -> None:
    found = pendulum.check()
    assert found.counts["degrees of freedom"] == 1 and found.counts["measures"] == 2


def test_a_model_can_be_pickled(pendulum: hs.Model) -> None:
    again = pickle.loads(pickle.dumps(pendulum.with_parameters(length="0.7 m")))
    assert np.array_equal(again.run()["pivot.angle"], pendulum.run(length="0.7 m")["pivot.angle"])


def test_a_run_in_a_folder_equals_one_in_memory(pendulum: hs.Model, tmp_path: Path) -> None:
    stored, kept = pendulum.run(tmp_path / "stored"), pendulum.run()
    kept.save(tmp_path / "kept")
    runs = [stored, kept, hs.open(tmp_path / "stored"), hs.open(tmp_path / "kept")]
    for run in runs:
        assert list(run.channels) == list(stored.channels)
        assert all(np.array_equal(run[path], stored[path]) for path in ["time", *stored.channels])
        assert run.measures["fall"] == stored.measures["fall"]
    names = ("scene.json", "energy.csv", "recipe.json", "model.toml", "channels.parquet")
    assert all((tmp_path / "stored" / n).read_bytes() == (tmp_path / "kept" / n).read_bytes() for n in names)
    assert "<html" in kept.report() and stored.report(tmp_path / "page.html") == (tmp_path / "page.html").read_text()


def test_a_folder_with_something_else_is_refused(pendulum: hs.Model, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(hs.ModelError):
        pendulum.run(tmp_path)
    with pytest.raises(OSError):
        pendulum.run().save(tmp_path)
    with pytest.raises(FileNotFoundError):
        hs.open(tmp_path)


def test_the_viewer_is_one_page(pendulum: hs.Model, tmp_path: Path) -> None:
    page = tmp_path / "view.html"
    try:
        pendulum.run().view(page, frames=5)
    except RuntimeError as error:
        assert "without its viewer" in str(error)
        pytest.skip("the wheel was built without Node.js")
    assert "halfshaft-data" in page.read_text()
    widget = pendulum.view(height=300)
    assert "halfshaft-data" in widget.page and widget.height == 300
    assert "<iframe" in viewer.Page(widget.page, 300)._repr_html_()


def test_names_that_do_not_exist_are_named_with_the_nearest(pendulum: hs.Model) -> None:
    run = pendulum.run()
    for what in (lambda: run["pivot.angel"], lambda: run.channels["pivot.angel"]):
        with pytest.raises(KeyError, match="did you mean 'pivot.angle'"):
            what()
    with pytest.raises(KeyError, match="did you mean 'fall'"):
        run.measures["falls"]
    with pytest.raises(TypeError):
        run[3]  # type: ignore[index]


def test_a_sweep_and_a_fit(pendulum: hs.Model, tmp_path: Path) -> None:
    sweep = pendulum.sweep({"length": "0.5:1 m:3"})
    assert len(sweep) == 3 and sweep.status == ["done"] * 3
    assert [*map(repr, sweep.parameters["length"])] == ["0.5 m", "0.75 m", "1.0 m"]
    stored = pendulum.sweep({"length": ["0.5 m", "0.75 m", "1 m"]}, directory=tmp_path / "sweep")
    assert np.array_equal(stored.measures["fall"], sweep.measures["fall"]) and sweep.measures.units["fall"] == "m"
    target = pendulum.run(length="0.8 m").measures["fall"]
    fit = pendulum.fit({"length": ("0.5 m", "1 m")}, {"fall": target}, starts=1)
    assert fit.parameters["length"].unit == "m" and abs(fit.parameters["length"] - 0.8) < 1e-4
    # What was found is given back with its unit.
    assert abs(pendulum.run(**fit.parameters).measures["fall"] - target) < 1e-6
    words = hs.Model.from_toml(PENDULUM.replace('"1 m"', '"1 m"\nwhich = { choice = "a", of = ["a", "2b"] }'))
    assert words.sweep({"which": ["a", "2b"]}).parameters["which"] == ["a", "2b"]
    with pytest.raises(hs.ModelError):
        pendulum.sweep({"lenght": ["1 m"]})
    with pytest.raises(ValueError, match="plan"):
        pendulum.sweep({"length": ["1 m"]}, plan="all")
