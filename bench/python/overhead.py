"""What a call of the simulation handle costs from Python, beyond the steps it takes.

    python bench/python/overhead.py

Prints microseconds per call: the least of several repetitions. The budget is 3 µs.
"""

from __future__ import annotations

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
COUNT, REPETITIONS = 20_000, 7


def microseconds(call: Callable[[], object]) -> float:
    return min(timeit.repeat(call, number=COUNT, repeat=REPETITIONS)) / COUNT * 1e6


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


if __name__ == "__main__":
    main()
