"""What calls cost in Python: of the simulation handle beyond the steps it takes, and of a law beyond its body.

    python bench/python/overhead.py

Prints microseconds of CPU time per call: the least of several repetitions, so that other work on the machine counts little. The budgets are 3 µs for the handle and 5 µs for a law.
"""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable

import halfshaft

TEXT = """
format = 1
analysis = { type = "transient", end = "1e6 s" }
[[inertia]]
name = "flywheel"
inertia = "2 kg m^2"
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
"""
COUNT, REPETITIONS = 20_000, 15


def microseconds(call: Callable[[], object]) -> float:
    return min(timeit.repeat(call, timer=time.process_time, number=COUNT, repeat=REPETITIONS)) / COUNT * 1e6


def forced_step() -> float:
    """Microseconds of an advance by one step of fixed size, beyond those of a step inside a long advance."""
    step, count = 2.0**-10, 5_000
    model = halfshaft.Model.from_toml(TEXT).with_parameters({"solver.step": f"{step!r} s"})
    times = [(i + 2) * step for i in range(count)]

    def advance(ends: list[float]) -> tuple[float, int]:
        """CPU seconds and steps."""
        simulation = model.simulation()
        simulation.advance_to(step)
        begin = time.process_time()
        for end in ends:
            simulation.advance_to(end)
        return time.process_time() - begin, simulation.statistics[0]

    one_by_one, at_once = (min(advance(ends) for _ in range(REPETITIONS)) for ends in (times, times[-1:]))
    if one_by_one[1] != at_once[1]:
        raise RuntimeError("both must take the same steps")
    return (one_by_one[0] - at_once[0]) / count * 1e6


def law() -> tuple[float, float]:
    """Microseconds of a law per evaluation: of all, against the same motion with an expression, and of its body alone."""
    calls = 0

    def drag(time: float, speed: float) -> float:
        nonlocal calls
        calls += 1
        return -0.01 * speed * abs(speed)

    def slope(time: float, speed: float) -> float:
        nonlocal calls
        calls += 1
        return -0.02 * abs(speed)

    def model(item: halfshaft.Item) -> halfshaft.Model:
        fan = halfshaft.Model()
        fan.add(halfshaft.analysis(type="transient", end="5 s"), halfshaft.solver(step="1e-3 s"))
        fan.add(halfshaft.inertia("wheel", inertia="2 kg m^2", speed="100 rad/s"))
        fan.add(halfshaft.signal.shaft_speed("speed", on="wheel"), item)
        fan.add(halfshaft.driveline.torque("fan", on="wheel", torque={"signal": "drag"}))
        return fan

    called = model(halfshaft.signal.program("drag", unit="N m", function=drag, inputs=["speed"], derivative=slope))
    formula = "= -0.01 N m s^2/rad^2 * 'speed' * abs('speed')"
    plain = model(halfshaft.signal.expression("drag", unit="N m", value=formula))
    called.run()
    each = calls
    spent = min(timeit.repeat(called.run, timer=time.process_time, number=1, repeat=REPETITIONS))
    without = min(timeit.repeat(plain.run, timer=time.process_time, number=1, repeat=REPETITIONS))
    return (spent - without) / each * 1e6, microseconds(lambda: drag(0.0, 50.0))


def main() -> None:
    simulation = halfshaft.Model.from_toml(TEXT).simulation()
    simulation.advance_to(1.0)
    empty = microseconds(lambda: None)
    calls: dict[str, Callable[[], object]] = {
        # The time has been reached: no step is taken, and what is left is the call.
        "advance_to": lambda: simulation.advance_to(1.0),
        "set_input": lambda: simulation.set_input("torque", 0.0),
        "output": lambda: simulation.output("speed"),
        "channel": lambda: simulation.channel("flywheel.speed"),
        "time": lambda: simulation.time,
    }
    for name, call in calls.items():
        print(f"{name:<12} {microseconds(call) - empty:6.3f} µs")
    print(f"{'advance_to':<12} {forced_step():6.3f} µs for one step, beyond the step")
    whole, body = law()
    print(f"{'law':<12} {whole - body:6.3f} µs beyond its body of {body:.3f} µs")


if __name__ == "__main__":
    main()
