"""The right-angle cantilever in Exudyn: exudyn_right_angle.py ELEMENTS STEP END prints x, y, z of the tip and CPU seconds of the solver."""

import math
import sys
from pathlib import Path

import exudyn as exu
import numpy as np
from exudyn.itemInterface import *

sys.path.append(str(Path(__file__).resolve().parent.parent))
from exudyn_solver import solved

ELEMENTS, STEP, END = int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
LENGTH = 10.0

SC = exu.SystemContainer()
mbs = SC.AddSystem()
size = LENGTH / ELEMENTS
section = exu.BeamSection()
section.massPerLength = 1.0
section.inertia = np.diag([20.0, 10.0, 10.0])
section.stiffnessMatrix = np.diag([1e6, 1e6, 1e6, 1e3, 1e3, 1e3])


def leg(origin, direction, turn):
    """Nodes and elements of one leg; its nodes are turned about z so that x is along it."""
    nodes = []
    for k in range(ELEMENTS + 1):
        at = [origin[i] + k * size * direction[i] for i in range(3)]
        nodes.append(mbs.AddNode(NodeRigidBodyRxyz(referenceCoordinates=at + [0, 0, turn])))
    for k in range(ELEMENTS):
        mbs.AddObject(ObjectBeamGeometricallyExact(nodeNumbers=nodes[k:k + 2], physicsLength=size, sectionData=section))
    return nodes


first = leg([0, 0, 0], [1, 0, 0], 0.0)
second = leg([LENGTH, 0, 0], [0, 1, 0], math.pi / 2)
ground = mbs.AddObject(ObjectGround())
clamp = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground))
root, elbow, other = [mbs.AddMarker(MarkerNodeRigid(nodeNumber=n)) for n in (first[0], first[-1], second[0])]
mbs.AddObject(GenericJoint(markerNumbers=[clamp, root], constrainedAxes=[1] * 6))
mbs.AddObject(GenericJoint(markerNumbers=[elbow, other], constrainedAxes=[1] * 6,
                           rotationMarker1=[[0, -1, 0], [1, 0, 0], [0, 0, 1]]))


def load(mbs, t, vector):
    factor = t if t < 1 else 2 - t if t < 2 else 0.0
    return [0, 0, 50.0 * factor]


mbs.AddLoad(Force(markerNumber=elbow, loadVector=[0, 0, 50.0], loadVectorUserFunction=load))
used = solved(mbs, STEP, END)
print(*[repr(float(x)) for x in mbs.GetNodeOutput(second[-1], exu.OutputVariableType.Position)], used)
