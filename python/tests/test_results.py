"""Results: pickles, fields, the report in a notebook."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import pytest
from conftest import EXAMPLES

import halfshaft as hs


def same(a: hs.Run, b: hs.Run) -> bool:
    return (
        list(a.channels) == list(b.channels)
        and all(np.array_equal(a[path], b[path]) for path in [a.axis.name, *a.channels])
        and [*map(repr, a.measures.values())] == [*map(repr, b.measures.values())]
        and (a.title, a.status, a.warnings) == (b.title, b.status, b.warnings)
    )


def test_a_run_in_memory_is_pickled_with_its_results(pendulum: hs.Model, tmp_path: Path) -> None:
    run = pendulum.run()
    again = pickle.loads(pickle.dumps(run))
    assert same(run, again) and again.directory is None
    # It is a whole run: it can be pickled again, reported and saved.
    assert same(run, pickle.loads(pickle.dumps(again)))
    assert again.report() == run.report()
    again.save(tmp_path / "saved")
    assert same(run, hs.open(tmp_path / "saved"))


def test_a_run_in_a_folder_is_pickled_as_its_path(pendulum: hs.Model, tmp_path: Path) -> None:
    run = pendulum.run(tmp_path / "run")
    data = pickle.dumps(run)
    assert len(data) < 1000
    again = pickle.loads(data)
    assert same(run, again) and again.directory == str(tmp_path / "run")
    modes = hs.Model(EXAMPLES / "modes" / "load_cell.toml").modes()
    assert pickle.loads(pickle.dumps(modes)).frequencies.tolist() == modes.frequencies.tolist()


def test_a_run_is_the_result_of_a_task_of_another_process(pendulum: hs.Model) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert same(pool.submit(pendulum.run).result(), pendulum.run())


def test_fields_of_solids_are_arrays(tmp_path: Path) -> None:
    model = hs.Model(EXAMPLES / "solids" / "curved_bar.toml")
    with pytest.raises(RuntimeError, match="use run"):
        _ = model.run().fields
    run = model.run(tmp_path / "run")
    (name,) = run.fields
    field = run.fields[name]
    frames, nodes = len(field.times), field.positions.shape[1]
    assert field.displacements.shape == field.positions.shape == (frames, nodes, 3)
    tensors = {"stress", "strain"}
    assert all(field[one].shape == (frames, nodes) for one in set(field) - tensors) and field.units["von_mises"] == "Pa"
    assert all(field[one].shape == (frames, nodes, 6) for one in tensors) and field.units["strain"] == "1"
    xx, yy, zz, xy, yz, zx = np.moveaxis(field["stress"][-1], -1, 0)
    principal = np.linalg.eigvalsh(np.moveaxis(np.array([[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]]), -1, 0))
    # The formula of the eigenvalues has half of the digits where two are equal.
    assert field["principal_1"][-1] == pytest.approx(principal[:, 2], abs=1e-6 * np.abs(principal).max())
    # The largest displacement and stress are those of the channels at the end.
    largest = np.max(np.linalg.norm(field.displacements[-1], axis=1))
    assert largest == pytest.approx(run[f"{name}.displacement"][-1], rel=1e-6)
    kind, of_cell = field.cells[0]
    assert kind in (12, 24, 25, 26) and of_cell.max() < nodes
    with pytest.raises(KeyError, match="von_mises"):
        field["mises"]
    with pytest.raises(KeyError, match=name):
        run.fields["other"]


def test_mode_shapes_of_solids_are_fields(tmp_path: Path) -> None:
    modes = hs.Model(EXAMPLES / "solids" / "block_modes.toml").modes(tmp_path / "modes")
    shapes = next(iter(modes.fields.values()))
    assert shapes.times.tolist() == [1.0 + i for i in range(len(shapes.times))]
    assert 0 < len(shapes.times) <= len(modes) and np.abs(shapes.displacements[0]).max() > 0


def test_a_rigid_model_has_no_fields(pendulum: hs.Model, tmp_path: Path) -> None:
    assert len(pendulum.run(tmp_path / "run").fields) == 0


def test_the_report_is_a_text_that_a_notebook_shows(pendulum: hs.Model) -> None:
    report = pendulum.run().report()
    assert isinstance(report, str) and report.startswith("<!")
    assert "<iframe srcdoc=" in report._repr_html_() and "allow-scripts" in report._repr_html_()
