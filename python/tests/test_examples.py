"""The programs in `python/examples`."""

from __future__ import annotations

import runpy

import numpy as np
import pytest
from conftest import EXAMPLES, ROOT

import halfshaft as hs

PROGRAMS = ROOT / "python" / "examples"


def test_the_vehicle_built_with_loops_has_the_bits_of_the_file() -> None:
    vehicle = runpy.run_path(str(PROGRAMS / "torsen_c.py"))["vehicle"]
    built, read = vehicle().run(), hs.Model(EXAMPLES / "torsen-c" / "vehicle-film.toml").run()
    assert len(built) == len(read) > 5_000
    # The file plots some channels more, which are stored for that.
    names = ["time", *built.channels]
    assert len(names) > 100 and all(
        np.array_equal(built[name].view(np.uint64), read[name].view(np.uint64)) for name in names
    )
    assert all(one.ok for one in built.expectations) and len(built.expectations) == 4


def test_the_controller_holds_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(PROGRAMS / "controller.py"), run_name="__main__")
    assert "speed after 5 s: 10.0" in capsys.readouterr().out.replace(": 9.99", ": 10.0")
