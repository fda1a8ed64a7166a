"""The simulation handle in Python."""

from __future__ import annotations

import pickle
import signal
import threading
import time

import numpy as np
import pytest

import halfshaft as hs
from halfshaft.progress import shown


def test_an_input_drives_the_model(flywheel: hs.Model) -> None:
    simulation = flywheel.simulation()
    assert dict(simulation.inputs) == {"torque": "N m"} and dict(simulation.outputs) == {"speed": "rpm"}
    simulation.set_input("torque", 10.0)
    simulation.advance_to(1.0)
    assert simulation.time == 1.0
    assert simulation.output("speed") == pytest.approx(5.0 * 30 / np.pi, rel=1e-9)
    assert simulation.channel("flywheel.speed") == pytest.approx(5.0, rel=1e-9)
    assert simulation.step() > 1.0
    between = 0.5 * (1.0 + simulation.time)
    assert simulation.sample(between, "speed", "speed") == pytest.approx([5.0 * between * 30 / np.pi] * 2, rel=1e-9)


def test_a_saved_state_gives_the_same_bits(flywheel: hs.Model) -> None:
    first, second = flywheel.simulation(), flywheel.simulation()
    first.set_input("torque", 3.0)
    first.advance_to(0.5)
    saved = first.save()
    assert isinstance(saved, bytes)
    first.advance_to(0.9)
    second.restore(saved)
    assert second.time == 0.5
    second.advance_to(0.9)
    assert first.output("speed") == second.output("speed") and first.save() == second.save()


def test_what_cannot_be_restored_is_refused(flywheel: hs.Model, pendulum: hs.Model) -> None:
    simulation = flywheel.simulation()
    saved = simulation.save()
    for wrong in (
        b"",
        b"nonsense",
        saved[:40],
        pendulum.simulation().save(),
        flywheel.simulation(inertia="3 kg m^2").save(),
    ):
        with pytest.raises(ValueError):
            simulation.restore(wrong)
    simulation.restore(saved)
    with pytest.raises(TypeError):
        simulation.restore("text")  # type: ignore[arg-type]


def test_a_simulation_goes_to_other_processes_as_its_model_and_state(flywheel: hs.Model) -> None:
    simulation = flywheel.simulation()
    with pytest.raises(TypeError, match="pickle its model and the bytes of save"):
        pickle.dumps(simulation)


def test_the_linearization_has_names_and_units(flywheel: hs.Model) -> None:
    linear = flywheel.simulation().linearize()
    assert (linear.A.shape, linear.B.shape, linear.C.shape, linear.D.shape) == ((2, 2), (2, 1), (1, 2), (1, 1))
    assert linear.inputs == ["torque"] and linear.outputs == ["speed"] and len(linear.states) == 2
    # From torque to speed: 1/(J s), in rpm per N m.
    s = 2.0j
    gain = linear.C @ np.linalg.inv(s * np.eye(2) - linear.A) @ linear.B + linear.D
    assert gain[0, 0] == pytest.approx(1 / (2.0 * s) * 30 / np.pi, rel=1e-6)
    assert np.array_equal(flywheel.simulation().linearize(["torque"], ["speed"]).A, linear.A)


def test_bad_input_raises_with_a_cause_and_the_handle_goes_on(flywheel: hs.Model) -> None:
    simulation = flywheel.simulation()
    with pytest.raises(KeyError, match='did you mean "torque"'):
        simulation.set_input("torqe", 1.0)
    with pytest.raises(hs.UnknownNameError, match="output"):
        simulation.output("sped")
    with pytest.raises(KeyError, match="channel"):
        simulation.channel("flywheel.sped")
    for value in (float("nan"), float("inf")):
        with pytest.raises(ValueError, match="finite"):
            simulation.set_input("torque", value)
        with pytest.raises(ValueError, match="finite"):
            simulation.advance_to(value)
    for work in (simulation.advance_to, simulation.sample):
        with pytest.raises(ValueError, match="1e308 s is too late: the latest time that can be given is 1e12 s"):
            work(1e308)
        with pytest.raises(ValueError, match="-1 s has passed"):
            work(-1)
    simulation.advance_to(0.2)
    with pytest.raises(ValueError, match="has passed"):
        simulation.advance_to(0.1)
    with pytest.raises(TypeError):
        simulation.advance_to("1 s")  # type: ignore[arg-type]
    simulation.advance_to(0.3)
    assert simulation.time == 0.3


def test_a_controller_is_called_at_its_rate_and_sets_inputs(flywheel: hs.Model) -> None:
    simulation, times = flywheel.simulation(), []

    def hold(t: float, speed: float) -> float:
        times.append(t)
        return 2.0 * (100.0 - speed)

    simulation.controller(0.1, hold, outputs=["speed"], inputs=["torque"])
    simulation.advance_to(1.0)
    assert times == pytest.approx([0.1 * i for i in range(11)])
    assert 50 < simulation.output("speed") < 101


@pytest.mark.parametrize(
    ("returned", "error"), [(float("nan"), ValueError), ([1.0, 2.0], ValueError), ("text", TypeError)]
)
def test_what_a_controller_returns_is_checked(flywheel: hs.Model, returned: object, error: type[Exception]) -> None:
    simulation = flywheel.simulation()
    simulation.controller(0.1, lambda t: returned, inputs=["torque"])  # type: ignore[arg-type, return-value]
    with pytest.raises(error):
        simulation.advance_to(1.0)


def test_an_exception_of_a_controller_ends_the_advance(flywheel: hs.Model) -> None:
    simulation = flywheel.simulation()

    def breaks(t: float) -> float:
        if t > 0.25:
            raise ArithmeticError(f"at {t:.1f}")
        return 0.0

    simulation.controller(0.1, breaks, inputs=["torque"])
    with pytest.raises(ArithmeticError, match="at 0.3"):
        simulation.advance_to(1.0)
    assert simulation.time == pytest.approx(0.3)


def test_a_controller_cannot_use_the_handle_that_calls_it(flywheel: hs.Model) -> None:
    simulation = flywheel.simulation()
    simulation.controller(0.1, lambda t: simulation.output("speed"), inputs=["torque"])
    with pytest.raises(RuntimeError, match="in use"):
        simulation.advance_to(1.0)


LONG = {"solver.step": "1e-6 s"}


def interrupt_soon() -> threading.Timer:
    # A shell starts commands in the background with this signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    return timer


@pytest.mark.parametrize("work", ["advance_to", "sample"])
def test_ctrl_c_ends_an_advance_and_the_handle_goes_on(flywheel: hs.Model, work: str) -> None:
    simulation = flywheel.with_parameters(LONG).simulation()
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        getattr(simulation, work)(1e6)
    now = simulation.time
    simulation.advance_to(now + 1e-5)
    assert simulation.time == now + 1e-5


def test_ctrl_c_ends_a_run(flywheel: hs.Model) -> None:
    started = time.monotonic()
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        flywheel.with_parameters({**LONG, "analysis.end": "1000 s", "record.every": "1000000"}).run()
    assert time.monotonic() - started < 5.0


def test_other_threads_go_on_during_a_run(flywheel: hs.Model) -> None:
    counts, running = [0], threading.Event()

    def count() -> None:
        while not running.is_set():
            counts[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    flywheel.with_parameters({"solver.step": "2e-4 s"}).run()
    running.set()
    thread.join()
    assert counts[0] > 20


def test_progress_is_reported_and_may_raise(flywheel: hs.Model) -> None:
    seen: list[tuple[float, float]] = []

    def show(at: float, of: float) -> None:
        seen.append((at, of))
        if len(seen) == 3:
            raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        flywheel.with_parameters(LONG).run(progress=show)
    assert [of for _, of in seen] == [10.0] * 3 and seen[2][0] > seen[0][0] >= 0.0


def test_sweeps_and_fits_report_their_progress(flywheel: hs.Model) -> None:
    model = flywheel.with_parameters({"solver.step": "1e-4 s"})
    seen: list[tuple[float, float]] = []
    model.sweep({"inertia": "1:2 kg m^2:12"}, workers=1, progress=lambda *numbers: seen.append(numbers))
    assert {of for _, of in seen} <= {0.0, 12.0} and max(at for at, _ in seen) > 0.0


def test_the_line_counts_where_the_end_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    call, close = shown(True, "cases")
    assert call is not None
    time.sleep(0.25)
    call(12, 0)
    close()
    assert "12 cases" in capsys.readouterr().err
