"""Models and helpers of the tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import halfshaft as hs

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"

PENDULUM = """
format = 1
title = "Pendulum"
gravity = [0, "-9.81 m/s^2", 0]

[analysis]
type = "transient"
end = "0.2 s"

[parameters]
length = "1 m"

[[body]]
name = "bob"
mass = "1 kg"
inertia = "0 kg m^2"
position = ["= -length", 0, 0]

[[joint]]
name = "pivot"
type = "hinge"
between = ["ground", "bob"]
axis = "z"

[[measure]]
name = "fall"
value = "bob.position_y"
at = "0.1 s"

[[measure]]
name = "never"
time_of = "bob.position_y"
crosses = "5 m"
"""

FLYWHEEL = """
format = 1
analysis = { type = "transient", end = "10 s" }

[parameters]
inertia = "2 kg m^2"

[[inertia]]
name = "flywheel"
inertia = "= inertia"

[[input]]
name = "torque"
unit = "N m"

[[driveline]]
name = "motor"
type = "torque"
on = "flywheel"
torque = { signal = "torque" }

[[output]]
name = "speed"
channel = "flywheel.speed"
unit = "rpm"

[[measure]]
name = "speed"
final = "flywheel.speed"
"""


@pytest.fixture
def pendulum() -> hs.Model:
    """A rod of 1 m that is released horizontally."""
    return hs.Model.from_toml(PENDULUM)


@pytest.fixture
def flywheel() -> hs.Model:
    """A flywheel with a torque from outside."""
    return hs.Model.from_toml(FLYWHEEL)


def constructed(section: str, table: dict[str, Any], folder: Path) -> hs.Item:
    """An item of a model file, by its constructor."""
    keys = {f"{key}_" if key in ("in", "from") else key: value for key, value in table.items()}
    constructor = getattr(hs, section)
    if isinstance(constructor, type):
        if keys["type"].startswith("="):
            # In a program this would be a choice of the constructor.
            return hs.Item(section, table)
        constructor = getattr(constructor, keys.pop("type").replace("-", "_"))
    if section == "submodel" and not keys["file"].startswith("library:"):
        keys["file"] = rebuilt(folder / keys["file"])
    return constructor(**keys)  # type: ignore[no-any-return]


def rebuilt(path: Path, **changes: dict[str, Any]) -> hs.Model:
    """A model file, built again with the constructors, submodels too."""
    document = tomllib.loads(path.read_text())
    model = hs.Model()
    for section, content in document.items():
        content = changes.get(section, content)
        if section in ("title", "gravity", "slow"):
            setattr(model, section, content)
        elif section in ("parameters", "analysis", "solver", "record"):
            model.add(getattr(hs, section)(**content))
        elif section != "format":
            model.extend(constructed(section, table, path.parent) for table in content)
    return model
