"""Laws of the program: functions of Python that Newton's method calls."""

from __future__ import annotations

import itertools
import pickle
import time as clock
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import halfshaft as hs

DRAG = 0.01


def drag(time: float, speed: float) -> float:
    return -DRAG * speed * abs(speed)


def slope(time: float, speed: float) -> float:
    return -2 * DRAG * abs(speed)


def fan(function: Callable[..., Any], derivative: Callable[..., Any] | None = slope) -> hs.Model:
    model = hs.Model()
    model.add(hs.analysis(type="transient", end="5 s"))
    model.add(hs.inertia("wheel", inertia="2 kg m^2", speed="100 rad/s"))
    model.add(hs.signal.shaft_speed("speed", on="wheel"))
    model.add(hs.signal.program("drag", unit="N m", function=function, inputs=["speed"], derivative=derivative))
    model.add(hs.driveline.torque("fan", on="wheel", torque={"signal": "drag"}))
    model.add(hs.measure("last", final="wheel.speed"))
    return model


def by_expression() -> hs.Model:
    model = fan(drag)
    with_law = model.items
    model = hs.Model()
    model.extend(item for item in with_law if item.name != "drag")
    model.add(hs.signal.expression("drag", unit="N m", value=f"= -{DRAG} N m s^2/rad^2 * 'speed' * abs('speed')"))
    return model


def test_a_law_gives_what_an_expression_gives() -> None:
    run, exact = fan(drag).run(), by_expression().run()
    assert run.measures["last"] == pytest.approx(100 / (1 + DRAG * 100 * 5 / 2), rel=1e-4)
    assert run["wheel.speed"].shape == exact["wheel.speed"].shape
    np.testing.assert_allclose(run["wheel.speed"], exact["wheel.speed"], rtol=1e-12)


def test_without_a_derivative_differences_are_taken_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="'drag' is taken by differences"):
        model = fan(drag, None)
    assert model.run().measures["last"] == pytest.approx(fan(drag).run().measures["last"], rel=1e-9)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        fan(drag)


def test_laws_work_in_other_analyses_and_in_a_simulation() -> None:
    model = fan(drag)
    # J dω' = −2 c |ω| dω
    assert model.modes()[0].frequency == 0.0
    model.add(hs.output("speed", channel="wheel.speed"))
    simulation = model.simulation()
    linear = simulation.linearize([], ["speed"])
    assert np.min(np.linalg.eigvals(linear.A).real) == pytest.approx(-2 * DRAG * 100 / 2, rel=1e-9)
    simulation.advance_to(5.0)
    assert simulation.output("speed") == pytest.approx(100 / 3.5, rel=1e-4)
    results = hs.Batch(model, {"analysis.end": ["1 s", "2 s"]}).run()
    assert list(results.measures["last"]) == pytest.approx([100 / 1.5, 100 / 2.0], rel=1e-4)


def test_a_force_between_bodies_is_a_function() -> None:
    model = hs.Model()
    model.add(hs.analysis(type="transient", end="1 s"))
    model.add(hs.body("slider", mass="2 kg", inertia="1 kg m^2", start="fixed"))
    model.add(hs.joint.prismatic("guide", between=["ground", "slider"], axis="x"))
    model.add(hs.signal.displacement("travel", between=["ground", "slider"], axis="x"))
    law = hs.signal.program(
        "spring",
        unit="N",
        function=lambda time, x: 4.0 - 100.0 * x - 5e3 * x**3,
        inputs=["travel"],
        derivative=lambda time, x: -100.0 - 1.5e4 * x**2,
    )
    model.add(law, hs.force.thrust("force", between=["ground", "slider"], axis="x", force={"signal": law}))
    run = model.run()
    # ½ m v² + ½ k x² + ¼ c x⁴ = F x
    x, v = run["slider.position_x"], run["slider.velocity_x"]
    assert np.max(np.abs(v**2 + 50 * x**2 + 1250 * x**4 - 4 * x)) < 1e-6 and np.max(x) > 0.05


def raises(time: float, speed: float) -> float:
    if time > 0.5:
        raise ZeroDivisionError("the fan is broken")
    return 0.0


@pytest.mark.parametrize("work", [lambda m: m.run(), lambda m: m.simulation().advance_to(5.0)])
def test_an_exception_of_a_law_is_the_cause_of_the_failure(work: Callable[[hs.Model], object]) -> None:
    model = fan(raises)
    for _ in range(2):
        with pytest.raises(hs.SimulationError, match='function "drag" of the program failed') as failed:
            work(model)
        error = failed.value
        assert error.element == "drag" and error.time is not None and error.time > 0.5
        assert isinstance(error.__cause__, ZeroDivisionError) and "broken" in error.reason


@pytest.mark.parametrize(
    ("result", "cause"),
    [("fast", TypeError), (None, TypeError), (float("nan"), ValueError), (float("inf"), ValueError), ([1, 2], ValueError)],
)
def test_what_is_no_number_is_refused(result: Any, cause: type[Exception]) -> None:
    with pytest.raises(hs.SimulationError) as failed:
        fan(lambda time, speed: result).run()
    assert isinstance(failed.value.__cause__, cause)
    with pytest.raises(hs.SimulationError, match="drag derivative"):
        fan(drag, lambda time, speed: result).run()


def test_an_impure_law_is_found() -> None:
    count = itertools.count()
    with pytest.raises(hs.SimulationError, match="not pure"):
        fan(lambda time, speed: 1e-9 * next(count)).run()
    # One that becomes impure later is found too.
    def late(time: float, speed: float) -> float:
        return 1e-9 * next(count) if time > 1 else drag(time, speed)

    with pytest.raises(hs.SimulationError, match="not pure"):
        fan(late).with_parameters({"solver.step": "10 ms"}).run()


def test_a_failing_case_of_a_batch_leaves_the_others_alone() -> None:
    batch = hs.Batch(fan(raises), {"analysis.end": ["0.2 s", "2 s", "0.3 s"]})
    result = batch.run()
    assert result.status == ["done", "failed", "done"] and "broken" in result.cases[1].error
    assert batch.run_case(1) == result.cases[1]


def test_a_failing_run_leaves_others_of_the_same_model_alone() -> None:
    model = fan(raises)
    simulation = model.simulation()
    with pytest.raises(hs.SimulationError, match="broken"):
        model.run()
    simulation.advance_to(0.2)
    with pytest.raises(hs.SimulationError, match="broken"):
        simulation.advance_to(5.0)


def test_sweeps_and_fits_call_laws(tmp_path: Path) -> None:
    model = fan(drag)
    sweep = model.sweep({"analysis.end": ["1 s", "2 s"]})
    assert list(sweep.measures["last"]) == pytest.approx([100 / 1.5, 100 / 2.0], rel=1e-4)
    with pytest.raises(hs.ModelError, match="'drag', 'drag derivative'") as refused:
        model.sweep({"analysis.end": ["1 s", "2 s"]}, directory=tmp_path / "sweep")
    assert refused.value.diagnostics[0].code == "not-portable" and not (tmp_path / "sweep").exists()
    with pytest.raises(hs.SimulationError, match="broken"):
        fan(raises).sweep({"analysis.end": ["0.2 s", "2 s"]})


def test_a_model_with_laws_is_not_portable(tmp_path: Any) -> None:
    model = fan(drag)
    for export in (model.to_toml, lambda: model.save(tmp_path / "fan.toml")):
        with pytest.raises(hs.ModelError, match="'drag', 'drag derivative'") as refused:
            export()
        assert refused.value.diagnostics[0].code == "not-portable"
    # Its results are written; another program reads them, and cannot run the model.
    run = model.run(tmp_path / "run")
    assert hs.open(tmp_path / "run").measures["last"] == run.measures["last"]
    with pytest.raises(hs.ModelError) as unknown:
        hs.Model(tmp_path / "run" / "model.toml").run()
    assert {one.code for one in unknown.value.diagnostics} == {"program-function"}


def test_a_run_with_laws_is_resumed_where_they_are(tmp_path: Path) -> None:
    model = fan(drag).with_parameters({"solver.step": "2e-5 s", "record.every": "1000"})

    def stop(at: float, of: float) -> None:
        if at > 0.5:
            raise LookupError("stopped")

    with pytest.raises(LookupError, match="stopped"):
        model.run(tmp_path / "run", progress=stop)
    with pytest.raises(hs.ModelError) as refused:
        hs.resume(tmp_path / "run")
    assert all(f"'{name}'" in str(refused.value).replace('"', "'") for name in ("drag", "drag derivative"))
    resumed, whole = hs.resume(tmp_path / "run", model=model), model.run()
    assert resumed.status == "done" and np.array_equal(resumed["wheel.speed"], whole["wheel.speed"])


def test_laws_of_submodels_and_of_pickled_models_are_found() -> None:
    part = hs.Model()
    part.add(hs.inertia("wheel", inertia="2 kg m^2", speed="100 rad/s"))
    part.add(hs.signal.shaft_speed("speed", on="wheel"))
    part.add(hs.signal.program("drag", unit="N m", function=drag, inputs=["speed"], derivative=slope))
    part.add(hs.driveline.torque("fan", on="wheel", torque={"signal": "drag"}))
    model = hs.Model()
    model.add(hs.analysis(type="transient", end="5 s"))
    model.add(hs.submodel("left", file=part), hs.submodel("right", file=part))
    model.add(hs.measure("last", final="right/wheel.speed"))
    last = model.run().measures["last"]
    assert last == pytest.approx(100 / 3.5, rel=1e-4)
    assert pickle.loads(pickle.dumps(model)).run().measures["last"] == last


def test_a_call_costs_little() -> None:
    calls = itertools.count()

    def counted(time: float, speed: float) -> float:
        next(calls)
        return -DRAG * speed * abs(speed)

    model = fan(counted).with_parameters({"solver.step": "1e-4 s"})
    begin = clock.perf_counter()
    model.run()
    elapsed = clock.perf_counter() - begin
    # Generous: the time of whole steps is in it, and the machine may be busy. It is below 5 µs when it is quiet.
    assert elapsed / next(calls) < 1e-3
