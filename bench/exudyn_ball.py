"""Runs the bouncing ball of the benchmark in Exudyn and prints where it ends and what it cost, as a line of JSON.

    exudyn_ball.py fixed <step> <end>            generalized-α with fixed steps
    exudyn_ball.py controlled <tolerance> <end>  Dormand and Prince's explicit pair with error control

Exudyn's law between a sphere and a plane of triangles has no other exponents; on a fixed sphere the motion along the line of
centres is the same. The data are those of crates/halfshaft/examples/ball.rs.
"""

import contextlib
import io
import json
import sys
import time

# The module without range checks and with vector instructions, which Exudyn recommends for speed.
sys.exudynFast = True
with contextlib.redirect_stdout(io.StringIO()):
    import exudyn as exu
    from exudyn.itemInterface import MarkerBodyRigid, NodeGenericData, ObjectContactSphereSphere
    from exudyn.utilities import InertiaSphere

RADIUS = 0.2
HEIGHT = 1.001


def main():
    kind, number, end = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    ground = mbs.CreateGround()
    ball = mbs.CreateRigidBody(
        referencePosition=[0, 0, RADIUS + HEIGHT],
        inertia=InertiaSphere(1.0, RADIUS),
        gravity=[0, 0, -9.81],
        nodeType=exu.NodeType.RotationRotationVector,
    )
    markers = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=body)) for body in (ground, ball)]
    data = mbs.AddNode(NodeGenericData(initialCoordinates=[HEIGHT - RADIUS, 0, 0, 0], numberOfDataCoordinates=4))
    mbs.AddObject(
        ObjectContactSphereSphere(
            markerNumbers=markers,
            nodeNumber=data,
            spheresRadii=[RADIUS, RADIUS],
            contactStiffness=1e9,
            contactStiffnessExponent=1.5,
            restitutionCoefficient=0.7,
            minimumImpactVelocity=1e-3,
            impactModel=1,
        )
    )
    mbs.Assemble()

    s = exu.SimulationSettings()
    t = s.timeIntegration
    t.endTime = end
    t.verboseMode = 0
    s.parallel.numberOfThreads = 1
    s.solution.file.write = False
    s.solution.file.information = ""
    s.show.statistics = False
    s.show.computationTime = False
    if kind == "fixed":
        solver = exu.DynamicSolverType.GeneralizedAlpha
        t.numberOfSteps = round(end / number)
        t.generalizedAlpha.spectralRadius = 0.8
        # The step that it recommends at first contact ends in its smallest step.
        t.discontinuous.useRecommendedStepSize = False
    else:
        solver = exu.DynamicSolverType.DOPRI5
        t.numberOfSteps = round(end / 1e-2)
        t.automaticStepSize = True
        t.absoluteTolerance = t.relativeTolerance = number
        t.minimumStepSize = 1e-12
    before = time.process_time()
    mbs.SolveDynamic(s, solverType=solver)
    cpu = time.process_time() - before
    assert abs(mbs.systemData.GetTime() - end) < 1e-9, "Exudyn did not reach the end"
    height = mbs.GetObjectOutputBody(ball, exu.OutputVariableType.Position)[2] - RADIUS
    print(json.dumps({"height": float(height), "cpu": cpu, "steps": mbs.sys["dynamicSolver"].it.currentStepIndex - 1}))


if __name__ == "__main__":
    main()
