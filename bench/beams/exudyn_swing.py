"""The swinging cantilever in Exudyn: exudyn_swing.py beam|cable ELEMENTS STEP END prints x, y of the tip and CPU seconds of the solver."""

import sys
from pathlib import Path

import exudyn as exu
from exudyn.itemInterface import *

sys.path.append(str(Path(__file__).resolve().parent.parent))
from exudyn_solver import solved

KIND, ELEMENTS, STEP, END = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
LENGTH, EA, GA, EI, RHO_A, RHO_I, G = 2.0, 1e5, 4e4, 10.0, 1.0, 1e-4, 9.81

SC = exu.SystemContainer()
mbs = SC.AddSystem()
size = LENGTH / ELEMENTS
ground = mbs.AddObject(ObjectGround())
clamp = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)) if KIND == "beam" else None
nodes = []
for k in range(ELEMENTS + 1):
    if KIND == "beam":
        nodes.append(mbs.AddNode(NodeRigidBody2D(referenceCoordinates=[k * size, 0, 0])))
    else:
        nodes.append(mbs.AddNode(NodePoint2DSlope1(referenceCoordinates=[k * size, 0, 1, 0])))
for k in range(ELEMENTS):
    common = dict(physicsLength=size, physicsMassPerLength=RHO_A, physicsBendingStiffness=EI, physicsAxialStiffness=EA)
    if KIND == "beam":
        element = mbs.AddObject(ObjectBeamGeometricallyExact2D(
            nodeNumbers=nodes[k:k + 2], physicsCrossSectionInertia=RHO_I, physicsShearStiffness=GA,
            includeReferenceRotations=False, **common))
    else:
        element = mbs.AddObject(ObjectANCFCable2D(nodeNumbers=nodes[k:k + 2], **common))
    marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=element))
    mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, -G, 0]))
coordinate_ground = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=mbs.AddNode(NodePointGround()), coordinate=0))
for coordinate in ([0, 1, 2] if KIND == "beam" else [0, 1, 3]):
    marker = mbs.AddMarker(MarkerNodeCoordinate(nodeNumber=nodes[0], coordinate=coordinate))
    mbs.AddObject(ObjectConnectorCoordinate(markerNumbers=[coordinate_ground, marker]))
used = solved(mbs, STEP, END)
x, y, _ = mbs.GetNodeOutput(nodes[-1], exu.OutputVariableType.Position)
print(repr(float(x)), repr(float(y)), used)
