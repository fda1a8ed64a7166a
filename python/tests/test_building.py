"""Models that are built with the constructors."""

from __future__ import annotations

import inspect
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import EXAMPLES, rebuilt

import halfshaft as hs

LINE = "made at"


def swing() -> hs.Model:
    model = hs.Model()
    model.gravity = np.array([0.0, -9.81, 0.0])
    bob = hs.body("bob", mass="1 kg", inertia=0, position=["-1 m", 0, 0])
    model.add(hs.analysis(type="transient", end="0.2 s"), bob)
    model.add(hs.joint.hinge("pivot", between=["ground", bob], axis="z"))
    return model


def examples() -> list[Path]:
    """All examples that are models of their own."""
    found = sorted(EXAMPLES.rglob("*.toml"))
    assert len(found) > 100
    return [path for path in found if tomllib.loads(path.read_text())["analysis"]["type"] not in ("sweep", "fit")]


def without_files(document: dict[str, Any]) -> dict[str, Any]:
    """A document without the names of the files of submodels, which are others in a program."""
    for submodel in document.get("submodel", []):
        submodel.pop("file")
    return document


@pytest.mark.parametrize("path", examples(), ids=lambda path: path.relative_to(EXAMPLES).as_posix())
def test_every_example_can_be_built_in_code(path: Path) -> None:
    model = rebuilt(path)
    text = model.to_toml()
    assert hs.Model.from_toml(text).to_toml() == text
    assert without_files(tomllib.loads(text)) == without_files(tomllib.loads(path.read_text()))


@pytest.mark.parametrize(
    "name", ["torsen-c/film", "powertrain/orders", "beams/elastica", "gears/planetary", "forces/arm_support"]
)
def test_what_is_built_in_code_is_the_same_system(name: str) -> None:
    path = EXAMPLES / f"{name}.toml"
    built, read = rebuilt(path).check(), hs.Model(path).check()
    assert built.counts == read.counts and built.summary["parameters"] == read.summary["parameters"]


def test_the_type_c_vehicle_built_in_code_has_the_bits_of_the_file() -> None:
    path = EXAMPLES / "torsen-c" / "vehicle-film.toml"
    built, read = rebuilt(path).run(), hs.Model(path).run()
    assert list(built.channels) == list(read.channels) and len(built) == len(read) > 5_000
    assert all(
        np.array_equal(built[name].view(np.uint64), read[name].view(np.uint64)) for name in ["time", *read.channels]
    )
    assert dict(built.measures) == dict(read.measures) and all(one.ok for one in built.expectations)


def test_numbers_come_as_texts_as_arrays_and_as_quantities() -> None:
    pint = pytest.importorskip("pint")
    units = pint.UnitRegistry()
    model = swing()
    plain = model.run()
    other = hs.Model()
    other.gravity = np.array([0.0, -981.0, 0.0]) * units.cm / units.s**2
    other.add(hs.analysis(type="transient", end=200 * units.ms))
    other.add(hs.body("bob", mass=1000 * units.gram, inertia=0.0, position=np.array([-1, 0, 0])))
    other.add(hs.joint.hinge("pivot", between=("ground", "bob"), axis=[0, 0, 1]))
    assert np.allclose(other.run()["pivot.angle"][-1], plain["pivot.angle"][-1], rtol=1e-12)
    stiff = hs.driveline.shaft("s", between=["a", "b"], stiffness=10 * units.newton * units.meter / units.radian)
    assert stiff.name == "s"
    spin = hs.Model()
    spin.add(
        hs.analysis(type="transient", end="1 s"),
        hs.inertia("a", inertia=2 * units.kg * units.m**2, speed=60 * units.rpm),
    )
    assert spin.run()["a.speed"][0] == pytest.approx(2 * np.pi)


def test_measures_keep_their_units() -> None:
    model = hs.Model()
    model.add(hs.analysis(type="transient", end=hs.Measure(10.0, "ms")))
    model.add(hs.inertia("a", inertia="2 kg m^2", speed=hs.Measure(60.0, "rpm")))
    assert 'speed = "60.0 rpm"' in model.to_toml()
    run = model.run()
    assert run.time[-1] == 0.01 and run["a.speed"][0] == pytest.approx(2 * np.pi)
    with pytest.raises(ValueError, match="not a finite number"):
        hs.inertia("b", inertia=hs.Measure(float("nan"), "kg m^2"))


def test_what_is_wrong_is_reported_with_the_line_that_made_it() -> None:
    model = swing()
    line = inspect.currentframe().f_lineno + 1  # type: ignore[union-attr]
    model.add(hs.force.spring("spring", between=["ground", "bub"], stiffness="10 N m"))
    with pytest.raises(hs.ModelError) as caught:
        model.run()
    for code in ("unit-mismatch", "unknown-body"):
        found = next(one for one in caught.value.diagnostics if one.code == code)
        assert found.made_at is not None and (found.made_at.file, found.made_at.line) == (__file__, line)
    assert f"{__file__}:{line}" in str(caught.value)


def test_what_cannot_be_a_value_is_refused_at_once() -> None:
    for value in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="mass of body 'b'.*finite"):
            hs.body("b", mass=value, inertia=0)
        with pytest.raises(ValueError, match="finite"):
            hs.body("b", mass=1, inertia=0, position=np.array([0.0, value, 0.0]))
    with pytest.raises(TypeError, match="mass of body 'b'"):
        hs.body("b", mass=object(), inertia=0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="stifness"):
        hs.force.spring("s", between=["a", "b"], stifness=1)  # type: ignore[call-arg]
    model = swing()
    with pytest.raises(hs.ModelError, match="already a body 'bob'"):
        model.add(hs.body("bob", mass=1, inertia=0))
    with pytest.raises(TypeError):
        model.add("body")  # type: ignore[arg-type]
    model.add(hs.body("wrong", mass=1, inertia=0, position=np.array([1.0, 2.0])))
    with pytest.raises(hs.ModelError):
        model.check()


def test_a_model_from_a_file_can_be_extended() -> None:
    model = hs.Model(EXAMPLES / "rigid" / "pendulum.toml")
    before = model.check().counts
    model.add(hs.measure("highest", max="pivot.angle"))
    assert model.check().counts["measures"] == before["measures"] + 1
    line = inspect.currentframe().f_lineno + 1  # type: ignore[union-attr]
    model.add(hs.measure("wrong", max="pivot.angel"))
    with pytest.raises(hs.ModelError) as caught:
        model.check()
    assert caught.value.diagnostics[0].made_at.line == line  # type: ignore[union-attr]
    with pytest.raises(AttributeError):
        model.title = "another"


def test_submodels_are_models(tmp_path: Path) -> None:
    def disc(inertia: str) -> hs.Model:
        part = hs.Model()
        part.add(hs.analysis(type="transient", end="1 s"), hs.parameters(inertia=inertia))
        part.add(hs.inertia("disc", inertia="= inertia"), hs.port("hub", provides="disc"))
        return part

    train = hs.Model()
    train.add(hs.analysis(type="transient", end="1 s"))
    train.add(
        hs.submodel("a", file=disc("1 kg m^2")),
        hs.submodel("b", file=disc("3 kg m^2"), parameters={"inertia": "2 kg m^2"}),
    )
    train.add(hs.driveline.shaft("shaft", between=["a/hub", "b/hub"], stiffness="1000 N m/rad"))
    modes = train.modes()
    # √(k (1/J₁ + 1/J₂))/2π
    assert modes[1].frequency == pytest.approx(np.sqrt(1000 * 1.5) / (2 * np.pi))
    train.save(tmp_path / "train.toml")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.toml", "b.toml", "train.toml"]
    assert hs.Model(tmp_path / "train.toml").modes()[1].frequency == modes[1].frequency


def test_sections_that_a_model_has_once_are_merged() -> None:
    model = swing()
    model.add(hs.parameters(a=1), hs.parameters(b="= a + 1"))
    assert set(model.check().summary["parameters"]) == {"a", "b"}
    model.add(hs.parameters(a=2))
    with pytest.raises(hs.ModelError, match="a twice"):
        model.check()


def test_a_kind_without_its_section_names_the_section() -> None:
    with pytest.raises(AttributeError, match=r"did you mean halfshaft\.driveline\.stage\?"):
        getattr(hs, "stage")  # noqa: B009
    with pytest.raises(AttributeError, match=r"'nonsense'$"):
        getattr(hs, "nonsense")  # noqa: B009
    assert not hasattr(hs, "__path_of_something__")
