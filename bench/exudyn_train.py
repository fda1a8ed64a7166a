"""Runs the train of twenty inertias in Exudyn and prints where it ends and what it cost, as a line of JSON.

    exudyn_train.py <lash> <end> alpha <steps>
    exudyn_train.py <lash> <end> dopri5 <tolerance>

With the word rigid in place of a lash the teeth do not yield, which DOPRI5 cannot do.

The train is that of crates/halfshaft/examples/torsion.rs, from the same data. Everything in it is Exudyn's own compiled code: no
user functions.
"""

import contextlib
import io
import json
import sys
import time

sys.exudynFast = True
with contextlib.redirect_stdout(io.StringIO()):
    import exudyn as exu
    from exudyn.itemInterface import (
        CoordinateConstraint,
        CoordinateSpringDamper,
        CoordinateSpringDamperExt,
        LoadCoordinate,
        MarkerNodeCoordinate,
        Node1D,
        NodeGenericData,
        ObjectRotationalMass1D,
    )


def main():
    rigid = sys.argv[1] == "rigid"
    lash = 0.0 if rigid else float(sys.argv[1])
    end, method, setting = float(sys.argv[2]), sys.argv[3], float(sys.argv[4])
    start = time.process_time()
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    markers = []
    for i in range(20):
        speed = 10.0 if i < (11 if rigid else 10) else 0.0
        node = mbs.AddNode(Node1D(referenceCoordinates=[0], initialCoordinates=[0], initialVelocities=[speed]))
        mbs.AddObject(ObjectRotationalMass1D(nodeNumber=node, inertia=0.02 + 0.001 * i))
        markers.append(mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=node, coordinate=0)))
    for i in range(19):
        if i == 9:
            continue
        pair = [markers[i + 1], markers[i]]
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=pair, stiffness=2e4 + 500 * i, damping=2.0))
    pair = [markers[10], markers[9]]
    if rigid:
        mbs.AddObject(CoordinateConstraint(markerNumbers=pair))
    elif lash == 0:
        mbs.AddObject(CoordinateSpringDamper(markerNumbers=pair, stiffness=2e5, damping=5.0))
    else:
        data = mbs.AddNode(NodeGenericData(initialCoordinates=[0, 0, 0], numberOfDataCoordinates=3))
        mbs.AddObject(
            CoordinateSpringDamperExt(
                markerNumbers=pair,
                nodeNumber=data,
                useLimitStops=True,
                limitStopsLower=-lash / 2,
                limitStopsUpper=lash / 2,
                limitStopsStiffness=2e5,
                limitStopsDamping=5.0,
            )
        )
    mbs.AddLoad(LoadCoordinate(markerNumber=markers[0], load=30))
    mbs.AddLoad(LoadCoordinate(markerNumber=markers[19], load=-30))
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = end
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.endTime = end
    if method == "alpha":
        settings.timeIntegration.numberOfSteps = int(setting)
        settings.timeIntegration.newton.useModifiedNewton = True
        settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
        solver = exu.DynamicSolverType.GeneralizedAlpha
    else:
        settings.timeIntegration.numberOfSteps = 100
        settings.timeIntegration.automaticStepSize = True
        settings.timeIntegration.absoluteTolerance = setting
        settings.timeIntegration.relativeTolerance = setting
        solver = exu.DynamicSolverType.DOPRI5
    settings.timeIntegration.computeLoadsJacobian = False
    with contextlib.redirect_stdout(io.StringIO()):
        mbs.SolveDynamic(settings, solverType=solver)
    spent = time.process_time() - start
    angles = mbs.systemData.GetODE2Coordinates()
    print(json.dumps({"cpu": spent, "angles": [float(angles[0]), float(angles[19])]}))


main()
