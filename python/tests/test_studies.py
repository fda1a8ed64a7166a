"""Batches on threads and as tasks."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import halfshaft as hs


def test_a_batch_gives_measures_as_arrays_in_the_order_of_its_cases(pendulum: hs.Model) -> None:
    batch = hs.Batch(pendulum, {"length": ["0.5 m", "0.6 m", "0.7 m"]}, channels=["bob.position_*"])
    result = batch.run(workers=2)
    alone = [pendulum.run(length=length) for length in ("0.5 m", "0.6 m", "0.7 m")]
    assert result.measures["fall"].tolist() == [run.measures["fall"] for run in alone]
    assert result.measures.units["fall"] == "m"
    with pytest.raises(KeyError):
        result.measures["fell"]


def test_chosen_channels_are_kept(pendulum: hs.Model) -> None:
    result = hs.Batch(pendulum, [{"length": "0.5 m"}, {"length": "0.6 m"}], channels=["pivot.angle"]).run()
    for case, length in zip(result, ("0.5 m", "0.6 m"), strict=True):
        run = pendulum.run(length=length)
        assert np.array_equal(case.channels["pivot.angle"], run["pivot.angle"]) and np.array_equal(
            case.channels["time"], run.time
        )
    assert len(result.channel("time")) == 2


def test_an_invalid_case_does_not_end_the_others(pendulum: hs.Model) -> None:
    result = hs.Batch(pendulum, [{"length": "0.5 m"}, {"length": "1 kg"}, {"lenght": "1 m"}]).run()
    assert result.status == ["done", "invalid", "invalid"] and np.isnan(result.measures["fall"][1:]).all()
    assert "length" in result.cases[1].error
    with pytest.raises(ValueError, match="different numbers"):
        hs.Batch(pendulum, {"a": [1, 2], "b": [1]})
    with pytest.raises(ValueError, match="workers"):
        hs.Batch(pendulum, [{}]).run(workers=0)


def test_a_batch_is_a_task_of_another_process(pendulum: hs.Model) -> None:
    batch = hs.Batch(pendulum, {"length": ["0.5 m", "0.6 m"]}, channels=["pivot.angle"])
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        cases = list(pool.map(batch.run_case, range(2)))
    here = batch.run()
    assert [case.measures["fall"] for case in cases] == [case.measures["fall"] for case in here]
    assert all(
        np.array_equal(a.channels["pivot.angle"], b.channels["pivot.angle"]) for a, b in zip(cases, here, strict=True)
    )


def test_a_residual_is_what_scipy_takes(pendulum: hs.Model) -> None:
    optimize = pytest.importorskip("scipy.optimize")
    target = pendulum.run(length="0.8 m").measures["fall"]
    residual = pickle.loads(
        pickle.dumps(hs.Residual(pendulum, vary={"length": "m"}, to={"fall": (float(target), 0.001)}))
    )
    found = optimize.least_squares(residual, [0.6], bounds=([0.5], [1.0]), diff_step=1e-4)
    assert found.x[0] == pytest.approx(0.8, rel=1e-4) and residual.cost([0.8]) < 1e-12
    with pytest.raises(ValueError, match="shape"):
        residual([1.0, 2.0])
    with pytest.raises(KeyError):
        hs.Residual(pendulum, vary={"length": "m"}, to={"fell": 1.0})([0.6])
