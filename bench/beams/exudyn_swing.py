"""The swinging cantilever in Exudyn: exudyn_swing.py beam|cable|beam3d|cable3d ELEMENTS STEP END prints x, y of the tip and CPU seconds of the
solver; the first two are planar."""

import sys
from pathlib import Path

import exudyn as exu
import numpy as np
from exudyn.itemInterface import *

sys.path.append(str(Path(__file__).resolve().parent.parent))
from exudyn_solver import solved

KIND, ELEMENTS, STEP, END = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
LENGTH, EA, GA, EI, RHO_A, RHO_I, G = 2.0, 1e5, 4e4, 10.0, 1.0, 1e-4, 9.81

SC = exu.SystemContainer()
mbs = SC.AddSystem()
size = LENGTH / ELEMENTS
section = exu.BeamSection()
section.massPerLength = RHO_A
section.inertia = np.diag([2 * RHO_I, RHO_I, RHO_I])
section.stiffnessMatrix = np.diag([EA, GA, GA, 10.0, EI, EI])
# For each kind: its nodes, and which of the first node's coordinates are clamped.
NODES = {
    "beam": (lambda x: NodeRigidBody2D(referenceCoordinates=[x, 0, 0]), [0, 1, 2]),
    "cable": (lambda x: NodePoint2DSlope1(referenceCoordinates=[x, 0, 1, 0]), [0, 1, 3]),
    "beam3d": (lambda x: NodeRigidBodyRxyz(referenceCoordinates=[x, 0, 0, 0, 0, 0]), [0, 1, 2, 3, 4, 5]),
    "cable3d": (lambda x: NodePointSlope1(referenceCoordinates=[x, 0, 0, 1, 0, 0]), [0, 1, 2, 4, 5]),
}
make, clamped = NODES[KIND]
nodes = [mbs.AddNode(make(k * size)) for k in range(ELEMENTS + 1)]
numbers = dict(physicsLength=size, physicsMassPerLength=RHO_A, physicsBendingStiffness=EI, physicsAxialStiffness=EA)
for k in range(ELEMENTS):
    ends = nodes[k:k + 2]
    if KIND == "beam":
        element = mbs.AddObject(ObjectBeamGeometricallyExact2D(
            nodeNumbers=ends, physicsCrossSectionInertia=RHO_I, physicsShearStiffness=GA, includeReferenceRotations=False, **numbers))
    elif KIND == "beam3d":
        element = mbs.AddObject(ObjectBeamGeometricallyExact(nodeNumbers=ends, physicsLength=size, sectionData=section))
    else:
        cable = ObjectANCFCable2D if KIND == "cable" else ObjectANCFCable
        # Reduced integration: as exact here, in three quarters of the time.
        element = mbs.AddObject(cable(nodeNumbers=ends, useReducedOrderIntegration=2, **numbers))
    if KIND == "beam3d":
        # This element takes no load that is proportional to mass: half of its weight at each end.
        for node in ends:
            marker = mbs.AddMarker(MarkerNodePosition(nodeNumber=node))
            mbs.AddLoad(Force(markerNumber=marker, loadVector=[0, -0.5 * RHO_A * size * G, 0]))
    else:
        marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=element))
        mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, -G, 0]))
coordinate_ground = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
for coordinate in clamped:
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=coordinate))
    mbs.AddObject(ObjectConnectorCoordinate(markerNumbers=[coordinate_ground, marker]))
used = solved(mbs, STEP, END)
x, y, _ = mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position)
print(repr(float(x)), repr(float(y)), used)
