"""Runs one mechanism of the benchmark in Exudyn and prints where it ends and what it cost, as a line of JSON.

    exudyn_mechanism.py chain <bodies> <step> <end> [options]
    exudyn_mechanism.py slider-crank <step> <end> [options]

    --newton <tolerance>   relative tolerance of Newton's method; Exudyn's own 1e-8 otherwise
    --euler                rotations by Euler parameters instead of a Lie group

The mechanisms are those of crates/halfshaft/examples/mechanism.rs, from the same data.
"""

import argparse
import contextlib
import io
import json
import sys
import time

# The module without range checks and with vector instructions, which Exudyn recommends for speed.
sys.exudynFast = True
with contextlib.redirect_stdout(io.StringIO()):
    import exudyn as exu
    from exudyn.utilities import RigidBodyInertia

import numpy as np



def body(mbs, at, axes, velocity, angular_velocity, mass, moments, gravity):
    """A rigid body with its weight; velocities in world axes, moments of inertia in its own."""
    return mbs.CreateRigidBody(
        referencePosition=at,
        referenceRotationMatrix=axes,
        initialVelocity=velocity,
        initialAngularVelocity=angular_velocity,
        inertia=RigidBodyInertia(mass=mass, inertiaTensor=np.diag(moments)),
        gravity=gravity,
        nodeType=mbs.variables["node type"],
    )


def chain(mbs, bodies):
    """Steel boxes along x from the origin, hinged to each other about z and y in turn, released from rest."""
    length, width = 0.2, 0.04
    mass = 7800 * length * width * width
    along, across = mass * (width**2 + width**2) / 12, mass * (length**2 + width**2) / 12
    last = mbs.CreateGround()
    for i in range(bodies):
        box = body(
            mbs, [length * (i + 0.5), 0, 0], np.eye(3), [0, 0, 0], [0, 0, 0], mass, [along, across, across], [0, -6, -7.7]
        )
        axis = [0, 0, 1] if i % 2 == 0 else [0, 1, 0]
        mbs.CreateRevoluteJoint(itemNumbers=[last, box], position=[length * i, 0, 0], axis=axis)
        last = box
    return last, [0.5 * length, 0, 0]


def slider_crank(mbs):
    """Haug's spatial slider-crank, started with the crank upright."""
    x, z = np.eye(3)[0], np.eye(3)[2]
    pivot, crank_length, rod_length, speed = np.array([0, 0.1, 0.12]), 0.08, 0.3, 6.0
    gravity = [0, 0, -9.81]
    pin = pivot + crank_length * z
    end = np.sqrt(rod_length**2 - pin @ pin) * x
    along = (end - pin) / rod_length
    arm = np.cross(z, along) / np.linalg.norm(np.cross(z, along))
    axes = np.column_stack([np.cross(along, arm), along, arm])

    v_pin = speed * crank_length * np.cross(x, z)
    v_end = (v_pin @ along) / along[0] * x
    across = np.cross(along, v_end - v_pin) / rod_length
    w_rod = across - along * (z @ np.cross(across, arm)) / (z @ np.cross(along, arm))

    ground = mbs.CreateGround()
    still = [0, 0, 0]
    crank = body(mbs, pivot, np.eye(3), still, speed * x, 0.12, [1e-4, 1e-4, 1e-5], gravity)
    rod = body(mbs, (pin + end) / 2, axes, (v_pin + v_end) / 2, w_rod, 0.5, [4e-3, 4e-4, 4e-3], gravity)
    slider = body(mbs, end, np.eye(3), v_end, still, 2.0, [1e-4, 1e-4, 1e-4], gravity)
    mbs.CreateRevoluteJoint(itemNumbers=[ground, crank], position=pivot, axis=x)
    mbs.CreateSphericalJoint(itemNumbers=[crank, rod], position=pin)
    # With one rotation constrained, the x axis on the first body stays at right angles to the y axis on the second.
    mbs.CreateGenericJoint(
        itemNumbers=[slider, rod],
        position=end,
        rotationMatrixAxes=np.column_stack([z, arm, np.cross(z, arm)]),
        constrainedAxes=[1, 1, 1, 0, 0, 1],
    )
    mbs.CreatePrismaticJoint(itemNumbers=[ground, slider], position=end, axis=x)
    return crank, list(pin - pivot)


def settings(step, end, newton):
    """Generalized-α with halfshaft's spectral radius, and what makes Exudyn fast."""
    s = exu.SimulationSettings()
    s.timeIntegration.endTime = end
    s.timeIntegration.numberOfSteps = round(end / step)
    s.timeIntegration.verboseMode = 0
    s.timeIntegration.generalizedAlpha.spectralRadius = 0.8
    s.timeIntegration.newton.useModifiedNewton = True
    s.timeIntegration.newton.relativeTolerance = newton
    s.linearSolver.solverType = exu.LinearSolverType.EigenSparse
    s.parallel.numberOfThreads = 1
    s.solution.file.write = False
    s.solution.file.information = ""
    s.show.statistics = False
    s.show.computationTime = False
    return s


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["chain", "slider-crank"])
    parser.add_argument("numbers", type=float, nargs="+")
    parser.add_argument("--newton", type=float, default=1e-8)
    parser.add_argument("--euler", action="store_true")
    arguments = parser.parse_args()
    *bodies, step, end = arguments.numbers

    container = exu.SystemContainer()
    mbs = container.AddSystem()
    types = exu.NodeType
    mbs.variables["node type"] = types.RotationEulerParameters if arguments.euler else types.RotationRotationVector
    last, point = chain(mbs, int(bodies[0])) if arguments.kind == "chain" else slider_crank(mbs)
    mbs.Assemble()
    options = settings(step, end, arguments.newton)

    before = time.process_time()
    mbs.SolveDynamic(options)
    cpu = time.process_time() - before

    solver = mbs.sys["dynamicSolver"]
    assert abs(mbs.systemData.GetTime() - end) < 1e-9, "Exudyn did not reach the end"
    place = mbs.GetObjectOutputBody(last, exu.OutputVariableType.Position, localPosition=point)
    result = {
        "point": list(map(float, place)),
        "cpu": cpu,
        "steps": solver.it.currentStepIndex - 1,
        "iterations": solver.it.newtonStepsCount,
        "factorizations": solver.it.newtonJacobiCount,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
