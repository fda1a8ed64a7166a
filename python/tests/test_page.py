"""The code on the pages `docs/python.md` and `docs/tutorial.md` runs, and prints what stands below it."""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import halfshaft
import pytest
from conftest import ROOT

PENDULUM = """
format = 1
title = "A rod that swings"
gravity = [0, "-9.81 m/s^2", 0]
analysis = { type = "transient", end = "1 s" }

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
name = "lowest"
min = "bob.position_y"
"""

TRAIN = """
format = 1
analysis = { type = "transient", end = "5 s" }

[[inertia]]
name = "rotor"
inertia = "1 kg m^2"

[[inertia]]
name = "load"
inertia = "2 kg m^2"

[[driveline]]
name = "shaft"
type = "shaft"
between = ["rotor", "load"]
stiffness = "1000 N m/rad"
damping = "2 N m s/rad"

[[input]]
name = "torque"
unit = "N m"

[[driveline]]
name = "motor"
type = "torque"
on = "rotor"
torque = { signal = "torque" }

[[output]]
name = "speed"
channel = "load.speed"
unit = "rpm"
"""


@contextlib.contextmanager
def folder(path: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(path)
    try:
        yield
    finally:
        os.chdir(before)


def blocks(page: str) -> list[tuple[str, str]]:
    """Pairs of code and what it prints."""
    found = re.findall(r"```python\n(.*?)```(?:\s*```text\n(.*?)```)?", page, re.DOTALL)
    assert len(found) > 1
    return [(code, printed) for code, printed in found]


def run_code_of(name: str, place: Path) -> None:
    """Runs the code of a page in a folder, and compares what it prints."""
    names: dict[str, object] = {"__name__": "page"}
    with folder(place):
        for code, expected in blocks((ROOT / "docs" / name).read_text()):
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(code, f"docs/{name}", "exec"), names)
            assert same(out.getvalue(), expected), f"{code}\nprints\n{out.getvalue()}"


def same(printed: str, expected: str) -> bool:
    """Whether both are the same texts, and their numbers agree to six digits."""
    number = r"-?\d+\.\d+(?:e-?\d+)?"
    values = [[float(one) for one in re.findall(number, text)] for text in (printed, expected)]
    texts = [re.sub(number, "#", text).split() for text in (printed, expected)]
    return texts[0] == texts[1] and values[0] == pytest.approx(values[1], rel=1e-6)


def test_the_code_of_the_page_prints_what_stands_below_it(tmp_path: Path) -> None:
    (tmp_path / "pendulum.toml").write_text(PENDULUM)
    (tmp_path / "train.toml").write_text(TRAIN)
    run_code_of("python.md", tmp_path)


def test_the_code_of_the_tutorial_prints_what_stands_below_it(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "tutorial.md").read_text()
    (tmp_path / "my-pendulum.toml").write_text(page.split("```toml\n")[1].split("```")[0])
    run_code_of("tutorial.md", tmp_path)


def test_the_reference_of_the_package_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "python" / "api.py"))["page"]()
    stored = (ROOT / "docs" / "python-api.md").read_text()
    assert page == stored, "run python -P python/api.py > docs/python-api.md"


def test_the_package_exports_every_constructor() -> None:
    assert set(halfshaft.kinds.__all__) <= set(halfshaft.__all__)
