"""`with_scipy.py statics|modes MATRICES.npz MODES GRAVITY` prints CPU seconds and the result of a block clamped at its smallest x as JSON."""

import json
import sys
import time

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla


def main():
    analysis, path, modes, gravity = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
    data = np.load(path)
    nodes, n = data["nodes"], 3 * len(data["nodes"])

    def matrix(name):
        rows = data[name]
        return sp.csc_matrix((rows[:, 2], (rows[:, 0].astype(int), rows[:, 1].astype(int))), shape=(n, n))

    free = np.repeat(nodes[:, 0] > nodes[:, 0].min() + 1e-9, 3)
    stiffness, mass = matrix("stiffness"), matrix("mass")
    weight = np.zeros(n)
    weight[2::3] = -gravity
    load = (mass @ weight)[free]
    k, m = stiffness[free][:, free].tocsc(), mass[free][:, free].tocsc()
    begin = time.process_time()
    factor = sla.splu(k, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    if analysis == "statics":
        result = float(np.linalg.norm(factor.solve(load).reshape(-1, 3), axis=1).max())
    else:
        inverse = sla.LinearOperator(k.shape, factor.solve)
        values = sla.eigsh(k, modes, m, sigma=0.0, OPinv=inverse, tol=1e-9, return_eigenvectors=True)[0]
        result = [float(f) for f in np.sqrt(np.sort(values)) / (2 * np.pi)]
    print(json.dumps({"seconds": time.process_time() - begin, "result": result}))


main()
