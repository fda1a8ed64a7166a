"""Many cases of the flyball governor: `halfshaft.Batch` against a pool of processes with Exudyn, at equal error.

    python bench/python/batch.py [--cases 1000]

Both vary the mass of the balls and the initial speed, and read the height of the slider at 5 s. The error is the largest of some cases
against halfshaft with a tolerance of 1e-9. Exudyn takes the largest step whose error is not above that of halfshaft at its tolerance,
which is found on the same cases. Its processes have imported it before the clock starts; building the models counts for both. CPU times
are printed too, which other work on the machine changes less than wall times.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import multiprocessing
import os
import resource
import sys
import time
from pathlib import Path

import numpy as np

import halfshaft

MODEL = Path(__file__).resolve().parents[2] / "examples" / "rigid" / "flyball_governor.toml"
FIRST_STEP = 1e-3
"""The step of Exudyn, in seconds, from whose error the step of the comparison follows."""
COMPARED = 5
"""Cases on which errors are measured."""

Case = tuple[float, float]
"""The mass of a ball in kg, and the initial speed in rad/s."""


def import_exudyn() -> None:
    """Exudyn without range checks and with vector instructions."""
    sys.exudynFast = True  # type: ignore[attr-defined]
    with contextlib.redirect_stdout(io.StringIO()):
        import exudyn  # noqa: F401
        import exudyn.utilities  # noqa: F401


def exudyn_height(arguments: tuple[Case, float]) -> float:
    """The height of the slider at 5 s, with a fixed step."""
    import exudyn as exu
    from exudyn.utilities import RigidBodyInertia

    (ball, speed), step = arguments
    edge, section, length, density, top, start = 0.1, 0.01, 1.0, 3000.0, 1.0, 0.5
    angle, gravity, spin = np.radians(30), [0, 0, -9.81], np.array([0, 0, speed])
    arm = edge / 2
    rod = density * length * section**2
    across, along = rod * (length**2 + section**2) / 12, rod * section**2 / 6
    slider_mass = density * edge**3
    mbs = exu.SystemContainer().AddSystem()

    def body(mass: float, inertia: np.ndarray, at: np.ndarray, axes: np.ndarray) -> object:
        return mbs.CreateRigidBody(
            referencePosition=list(at),
            referenceRotationMatrix=axes,
            initialVelocity=list(np.cross(spin, at)),
            initialAngularVelocity=list(spin),
            inertia=RigidBodyInertia(mass=mass, inertiaTensor=inertia),
            gravity=gravity,
            nodeType=exu.NodeType.RotationRotationVector,
        )

    ground = mbs.CreateGround()
    shaft = body(rod, np.diag([across, across, along]), np.array([0, 0, length / 2]), np.eye(3))
    cube = slider_mass * edge**2 / 6
    slider = body(slider_mass, np.diag([cube] * 3), np.array([0, 0, start]), np.eye(3))
    mbs.CreateRevoluteJoint(itemNumbers=[ground, shaft], position=[0, 0, 0], axis=[0, 0, 1])
    mbs.CreatePrismaticJoint(itemNumbers=[shaft, slider], position=[0, 0, start], axis=[0, 0, 1])
    # A rod with its ball, whose common centre of mass is this far from the middle of the rod.
    mass = rod + ball
    shift = ball * length / 2 / mass
    combined = across + rod * shift**2 + ball * (length / 2 - shift) ** 2
    for side in (1.0, -1.0):
        direction = np.array([side * np.cos(angle), 0, -np.sin(angle)])
        hinge = np.array([side * arm, 0, top])
        axes = np.column_stack([direction, [0, 1, 0], np.cross(direction, [0, 1, 0])])
        bar = body(mass, np.diag([along, combined, combined]), hinge + (length / 2 + shift) * direction, axes)
        mbs.CreateRevoluteJoint(itemNumbers=[shaft, bar], position=list(hinge), axis=[0, side, 0])
        mbs.CreateSpringDamper(
            itemNumbers=[bar, slider],
            localPosition0=[-shift, 0, 0],
            localPosition1=[side * arm, 0, 0],
            referenceLength=0.5,
            stiffness=8e5,
            damping=4e4,
        )
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime = 5
    settings.timeIntegration.numberOfSteps = round(5 / step)
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    settings.timeIntegration.newton.useModifiedNewton = True
    settings.parallel.numberOfThreads = 1
    settings.solution.file.write = False
    settings.solution.file.information = ""
    mbs.SolveDynamic(settings)
    return float(mbs.GetObjectOutputBody(slider, exu.OutputVariableType.Position, localPosition=[0, 0, 0])[2])


def cpu(who: int) -> float:
    """CPU seconds of this process, or of its children that have ended."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def heights(model: halfshaft.Model, cases: list[Case]) -> np.ndarray:
    """The same by a batch of halfshaft."""
    columns = {"ball_mass": [f"{mass!r} kg" for mass, _ in cases], "w0": [f"{speed!r} rad/s" for _, speed in cases]}
    result = halfshaft.Batch(model, columns).run()
    if set(result.status) != {"done"}:
        raise RuntimeError(f"not all cases ended: {set(result.status)}")
    return np.asarray(result.measures["height"])


def exudyn_error(some: list[Case], exact: np.ndarray, step: float) -> float:
    """The largest error of Exudyn with a step, which is printed."""
    error = max(abs(exudyn_height((case, step)) - height) for case, height in zip(some, exact, strict=True))
    print(f"Exudyn, step {step:.3e} s: largest error {error:.2e} m", flush=True)
    return error


def equal_step(some: list[Case], exact: np.ndarray, allowed: float) -> float:
    """The largest step of Exudyn whose error is allowed, within a percent: from one error by the second order of the method, then verified."""
    step = FIRST_STEP
    step *= math.sqrt(allowed / exudyn_error(some, exact, step))
    for _ in range(10):
        step = 5 / math.ceil(5 / step)
        if exudyn_error(some, exact, step) <= allowed:
            return step
        step *= 0.99
    raise RuntimeError(f"no step of Exudyn near {step:.2e} s has an error of {allowed:.2e} m")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=1000)
    count = parser.parse_args().cases
    random = np.random.default_rng(1)
    cases = list(zip(random.uniform(4, 6, count).tolist(), random.uniform(5.6, 6.9, count).tolist(), strict=True))
    model = halfshaft.Model(MODEL)
    model.add(halfshaft.measure("height", final="slider.position_z"))

    some = cases[:COMPARED]
    exact = heights(model.with_parameters({"solver.tolerance": 1e-9}), some)
    error = float(np.max(np.abs(heights(model, some) - exact)))
    print(f"halfshaft, tolerance 1e-5: largest error {error:.2e} m", flush=True)
    import_exudyn()
    step = equal_step(some, exact, error)

    cores = os.cpu_count() or 1
    begin, before = time.perf_counter(), cpu(resource.RUSAGE_SELF)
    ours = heights(model, cases)
    ours_took, ours_cpu = time.perf_counter() - begin, cpu(resource.RUSAGE_SELF) - before
    before = cpu(resource.RUSAGE_CHILDREN)
    with multiprocessing.Pool(cores, initializer=import_exudyn) as pool:
        # Every process has imported Exudyn and run one case.
        pool.map(exudyn_height, [(cases[0], step)] * cores, chunksize=1)
        begin = time.perf_counter()
        theirs = np.array(pool.map(exudyn_height, [(case, step) for case in cases]))
        theirs_took = time.perf_counter() - begin
        pool.close()
        pool.join()
    # The imports and first cases of the processes are in it.
    theirs_cpu = cpu(resource.RUSAGE_CHILDREN) - before
    print(f"{count} cases on {cores} cores: halfshaft {ours_took:.2f} s, Exudyn {theirs_took:.2f} s with steps of {step:.2e} s")
    print(f"CPU: halfshaft {ours_cpu:.2f} s, Exudyn {theirs_cpu:.2f} s, ratio {theirs_cpu / ours_cpu:.2f}")
    print(f"ratio {theirs_took / ours_took:.2f}; largest difference between the two {np.max(np.abs(ours - theirs)):.2e} m")


if __name__ == "__main__":
    main()
