"""`with_scipy.py statics|modes MATRICES.npz MODES GRAVITY ORDERING` prints as JSON CPU seconds and the result of a block that is clamped
at its smallest x; `with_scipy.py ordering …` the CPU seconds of a factorization with each ordering."""

import json
import sys
import time

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as sla
from scipy.sparse.csgraph import reverse_cuthill_mckee

# What SuperLU documents: minimum degree on Kᵀ + K with its symmetric mode, which it recommends for symmetric patterns; the default, approximate
# minimum degree of columns; and the natural order after reverse Cuthill-McKee.
ORDERINGS = {
    "MMD_AT_PLUS_A": {"permc_spec": "MMD_AT_PLUS_A", "diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}},
    "COLAMD": {"permc_spec": "COLAMD"},
    "reverse Cuthill-McKee": {"permc_spec": "NATURAL", "diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}},
}


def factorization(k, name):
    """CPU seconds of a factorization with one of the orderings, and a function that solves with it."""
    begin = time.process_time()
    if name != "reverse Cuthill-McKee":
        factor = sla.splu(k, **ORDERINGS[name])
        return time.process_time() - begin, factor.solve
    order = reverse_cuthill_mckee(k, symmetric_mode=True)
    factor = sla.splu(k[order][:, order].tocsc(), **ORDERINGS[name])
    inverse = np.argsort(order)
    return time.process_time() - begin, lambda b: factor.solve(b[order])[inverse]


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
    if analysis == "ordering":
        print(json.dumps({name: factorization(k, name)[0] for name in ORDERINGS}))
        return
    begin = time.process_time()
    _, solve = factorization(k, sys.argv[5])
    if analysis == "statics":
        result = float(np.linalg.norm(solve(load).reshape(-1, 3), axis=1).max())
    else:
        inverse = sla.LinearOperator(k.shape, solve)
        values = sla.eigsh(k, modes, m, sigma=0.0, OPinv=inverse, tol=1e-9, return_eigenvectors=True)[0]
        result = [float(f) for f in np.sqrt(np.sort(values)) / (2 * np.pi)]
    print(json.dumps({"seconds": time.process_time() - begin, "result": result}))


main()
