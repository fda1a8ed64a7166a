"""The crank train in Exudyn: exudyn_crank.py REDUCED.npz FULL.npz STEP END SOLVER prints two amplitudes, a position and CPU seconds of the solver.

The rods are `ObjectFFRFreducedOrder` (floating frame, reduced order) with the shapes that halfshaft found, so that both programs have
the same unknowns. SOLVER is `sparse` or `dense`.
"""

import json
import sys
from pathlib import Path

import exudyn as exu
import numpy as np
import scipy.sparse as sp
from exudyn.FEM import FEMinterface, ObjectFFRFreducedOrderInterface
from exudyn.itemInterface import *
from exudyn.rigidBodyUtilities import RotationMatrixZ

sys.path.append(str(Path(__file__).resolve().parent.parent))
from exudyn_solver import solved
from train import CRANK_MASS, DAMPING, FLYWHEEL, PISTON, SPEED, cylinder

reduced, full = np.load(sys.argv[1]), np.load(sys.argv[2])
STEP, END, SOLVER = float(sys.argv[3]), float(sys.argv[4]), sys.argv[5]


def matrix(name):
    array, n = full[name], 3 * len(full["nodes"])
    if array.shape == (n, n):
        return sp.csr_matrix(array)
    return sp.csr_matrix((array[:, 2], (array[:, 0].astype(int), array[:, 1].astype(int))), shape=(n, n))


fem = FEMinterface()
nodes = reduced["nodes"]
fem.nodes = {"Position": nodes}
fem.massMatrix, fem.stiffnessMatrix = matrix("mass"), matrix("stiffness")
shapes = reduced["shapes"]
fem.modeBasis = {"matrix": shapes.reshape(len(shapes), -1).T.copy(), "type": "HCBmodes"}
cms = ObjectFFRFreducedOrderInterface(fem)


def end_face(x):
    """The nodes of an end, with the weights of their part of its area."""
    chosen = np.flatnonzero(abs(nodes[:, 0] - x) < 1e-9)
    weights = np.ones(len(chosen))
    for axis in (1, 2):
        y = nodes[chosen, axis]
        weights[(abs(y - y.min()) < 1e-9) | (abs(y - y.max()) < 1e-9)] *= 0.5
    return chosen, weights / weights.sum()


ends = [end_face(nodes[:, 0].min()), end_face(nodes[:, 0].max())]
SC = exu.SystemContainer()
mbs = SC.AddSystem()
ground = mbs.AddObject(ObjectGround())


def rigid_body(mass, inertia, position, velocity, spin):
    node = mbs.AddNode(NodeRigidBodyRxyz(referenceCoordinates=[*position, 0, 0, 0], initialVelocities=[*velocity, 0, 0, spin]))
    return node, mbs.AddObject(ObjectRigidBody(mass=mass, inertia=[inertia] * 3 + [0] * 3, nodeNumber=node))


def joint(first, second, axes):
    mbs.AddObject(GenericJoint(markerNumbers=[first, second], constrainedAxes=axes))


_, crank = rigid_body(CRANK_MASS, FLYWHEEL, [0, 0, 0], [0, 0, 0], SPEED)
joint(mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground)), mbs.AddMarker(MarkerBodyRigid(bodyNumber=crank)), [1, 1, 1, 1, 1, 0])
rods, pistons = [], []
for k in range(6):
    c = cylinder(k)
    turn = RotationMatrixZ(c["angle"])
    rod = cms.AddObjectFFRFreducedOrder(
        mbs, positionRef=c["rod"], initialVelocity=c["velocity"], rotationMatrixRef=turn, initialAngularVelocity=[0, 0, c["spin"]],
        stiffnessProportionalDamping=DAMPING,
    )
    rods.append(rod)
    big, small = [
        mbs.AddMarker(MarkerSuperElementRigid(bodyNumber=rod["oFFRFreducedOrder"], meshNodeNumbers=chosen, weightingFactors=weights))
        for chosen, weights in ends
    ]
    node, piston = rigid_body(PISTON, 1e-4, c["pin"], [c["piston"], 0, 0], 0.0)
    pistons.append(node)
    pin = mbs.AddMarker(MarkerBodyRigid(bodyNumber=crank, localPosition=c["crank_pin"]))
    joint(pin, big, [1, 1, 1, 1, 1, 0])
    joint(small, mbs.AddMarker(MarkerBodyRigid(bodyNumber=piston)), [1, 1, 1, 0, 0, 0])
    bore = mbs.AddMarker(MarkerBodyRigid(bodyNumber=ground, localPosition=c["pin"]))
    joint(bore, mbs.AddMarker(MarkerBodyRigid(bodyNumber=piston)), [0, 1, 1, 1, 1, 1])

used = solved(mbs, STEP, END, exu.LinearSolverType.EigenSparse if SOLVER == "sparse" else exu.LinearSolverType.EXUdense)
amplitude = lambda k: float(mbs.GetNodeOutput(rods[k]["nGenericODE2"], exu.OutputVariableType.Coordinates)[1])
piston = float(mbs.GetNodeOutput(pistons[1], exu.OutputVariableType.Position)[0])
print(json.dumps({"amplitude": amplitude(0), "second amplitude": amplitude(1), "piston": piston, "seconds": used}))
