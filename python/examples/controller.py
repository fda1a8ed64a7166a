"""A speed controller for a train with an elastic shaft, designed on its linearization.

python python/examples/controller.py
"""

from __future__ import annotations

import numpy as np

import halfshaft as hs


def train() -> hs.Model:
    """A motor and a load on an elastic shaft; the torque of the motor is an input."""
    model = hs.Model()
    model.title = "Motor and load"
    model.add(hs.analysis(type="transient", end="5 s"))
    rotor = model.add(hs.inertia("rotor", inertia="0.5 kg m^2"))
    load = model.add(hs.inertia("load", inertia="2 kg m^2"))
    model.add(hs.driveline.shaft("shaft", between=[rotor, load], stiffness="500 N m/rad", damping="5 N m s/rad"))
    torque = model.add(hs.input("torque", unit="N m"))
    model.add(hs.driveline.torque("motor", on=rotor, torque={"signal": torque}))
    model.add(hs.output("speed", channel="load.speed", unit="rad/s"))
    return model


def gain(linear: hs.StateSpace) -> float:
    """The proportional gain with which the loop has half the gain at the resonance of the shaft that would make it unstable."""
    identity = np.eye(len(linear.states))
    frequencies = np.geomspace(10.0, 200.0, 4000)
    answers = [
        (linear.C @ np.linalg.solve(1j * w * identity - linear.A, linear.B) + linear.D)[0, 0] for w in frequencies
    ]
    return float(0.5 / np.max(np.abs(answers)))


def main() -> None:
    period = 0.01
    simulation = train().simulation()
    k = gain(simulation.linearize(["torque"], ["speed"]))
    simulation.controller(period, lambda time, speed: k * (10.0 - speed), outputs=["speed"], inputs=["torque"])
    simulation.advance_to(5.0)
    print(f"gain {k:.3f} N m s/rad, speed after 5 s: {simulation.output('speed'):.3f} rad/s")


if __name__ == "__main__":
    main()
