"""The same reduction with SciPy or Exudyn: `other.py scipy|exudyn MATRICES.npz MODES` prints seconds and frequencies as JSON."""

import json
import sys
import time

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla


def matrices(path):
    data = np.load(path)
    n = len(data["unknowns"])

    def matrix(name):
        array = data[name]
        if array.shape == (n, n):
            return sp.csc_matrix(array)
        return sp.csc_matrix((array[:, 2], (array[:, 0].astype(int), array[:, 1].astype(int))), shape=(n, n))

    return data["nodes"], matrix("stiffness"), matrix("mass")


def rigid_motions(nodes, mass):
    """Orthonormal with respect to mass."""
    n = len(nodes)
    motions = np.zeros((3 * n, 6))
    x = nodes - nodes.mean(axis=0)
    for k in range(3):
        motions[k::3, k] = 1
        turn = np.zeros(3)
        turn[k] = 1
        motions[:, 3 + k] = np.cross(turn, x).ravel()
    gram = motions.T @ (mass @ motions)
    return motions @ np.linalg.inv(np.linalg.cholesky(gram)).T


def frames(nodes):
    """Mean motions of the two end faces as rows: three displacements and three rotations each."""
    rows = []
    for end in (nodes[:, 0].min(), nodes[:, 0].max()):
        chosen = np.flatnonzero(abs(nodes[:, 0] - end) < 1e-9)
        arms = nodes[chosen] - nodes[chosen].mean(axis=0)
        gram = sum((a @ a) * np.eye(3) - np.outer(a, a) for a in arms)
        inverse = np.linalg.inv(gram)
        for k in range(3):
            row = np.zeros(3 * len(nodes))
            row[3 * chosen + k] = 1 / len(chosen)
            rows.append(row)
        turns = np.zeros((3, 3 * len(nodes)))
        for node, a in zip(chosen, arms):
            skew = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
            turns[:, 3 * node : 3 * node + 3] = inverse @ skew
        rows.extend(turns)
    return np.array(rows)


def with_scipy(nodes, stiffness, mass, modes):
    """Free-free modes by shift and inversion, residual shapes with the same factorization, projection."""
    begin = time.process_time()
    scale = stiffness.diagonal().mean() / mass.diagonal().mean()
    shift = -1e-7 * scale
    factor = sla.splu(stiffness - shift * mass, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    inverse = sla.LinearOperator(stiffness.shape, factor.solve)
    values, vectors = sla.eigsh(stiffness, modes + 6, mass, sigma=shift, OPinv=inverse, tol=1e-9)
    order = np.argsort(values)
    values, vectors = values[order], vectors[:, order]
    rigid = rigid_motions(nodes, mass)
    loads = frames(nodes).T
    loads = loads - mass @ (rigid @ (rigid.T @ loads))
    shapes = factor.solve(loads)
    basis = np.hstack([vectors[:, 6:], shapes / np.linalg.norm(shapes, axis=0)])
    basis -= rigid @ (rigid.T @ (mass @ basis))
    k, m = basis.T @ (stiffness @ basis), basis.T @ (mass @ basis)
    lower = np.linalg.inv(np.linalg.cholesky(m))
    np.linalg.eigh(lower @ k @ lower.T)
    seconds = time.process_time() - begin
    return seconds, np.sqrt(abs(values[6:])) / (2 * np.pi)


def with_exudyn(nodes, stiffness, mass, modes):
    """Free-free modes of Exudyn's FEMinterface."""
    from exudyn.FEM import FEMinterface

    fem = FEMinterface()
    fem.nodes = {"Position": nodes}
    fem.massMatrix, fem.stiffnessMatrix = mass.tocsr(), stiffness.tocsr()
    begin = time.process_time()
    fem.ComputeEigenmodes(modes, excludeRigidBodyModes=6, useSparseSolver=True)
    seconds = time.process_time() - begin
    return seconds, np.array(fem.GetEigenFrequenciesHz())[:modes]


def main():
    name, path, modes = sys.argv[1], sys.argv[2], int(sys.argv[3])
    nodes, stiffness, mass = matrices(path)
    found = {"unknowns": stiffness.shape[0]}
    try:
        seconds, frequencies = (with_scipy if name == "scipy" else with_exudyn)(nodes, stiffness, mass, modes)
        found |= {"seconds": seconds, "frequencies": sorted(float(f) for f in frequencies)}
    except ImportError as error:
        found["missing"] = f"not installed: {error}"
    print(json.dumps(found))


if __name__ == "__main__":
    main()
