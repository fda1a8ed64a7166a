"""SciPy on the matrices that the example `linalg` wrote: SuperLU and ARPACK, one thread, CPU seconds."""

import json
import resource
import sys
import time
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import LinearOperator, eigsh, splu


def read(folder, name):
    starts = np.fromfile(folder / f"{name}.starts.i32", dtype=np.int32)
    rows = np.fromfile(folder / f"{name}.rows.i32", dtype=np.int32)
    values = np.fromfile(folder / f"{name}.values.f64", dtype=np.float64)
    n = len(starts) - 1
    matrix = sp.csc_matrix((values, rows, starts), shape=(n, n))
    matrix.eliminate_zeros()
    return matrix


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


# Without column order of its own and with pivots on the diagonal: for matrices that are already ordered.
ORDERED = {"permc_spec": "NATURAL", "diag_pivot_thresh": 0.1, "options": {"SymmetricMode": True}}


def solve(folder, what):
    """The ordered factorization first: peak memory only grows, and the default one takes more."""
    matrix = read(folder, "a")
    order = np.fromfile(folder / "order.i32", dtype=np.int32)
    ordered = matrix[order][:, order].tocsc()
    answer = {}
    jobs = [("ordered", ordered, ORDERED)] + ([("default", matrix, {})] if what == "both" else [])
    for name, a, options in jobs:
        start, before = resident(), time.process_time()
        try:
            lu = splu(a, **options)
        except RuntimeError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        answer[f"{name}_s"] = time.process_time() - before
        answer[f"{name}_bytes"] = max(peak() - start, 0)
        b = np.cos(np.arange(a.shape[0]))
        x = lu.solve(b)
        answer[f"{name}_error"] = float(np.max(np.abs(b - a @ x) / (abs(a) @ abs(x) + abs(b))))
        del lu
    return answer


def modes(folder, count):
    """Shift and inversion at zero with SuperLU in its best order for symmetric matrices."""
    k, m = read(folder, "k"), read(folder, "m")
    before = time.process_time()
    lu = splu(k, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    inverse = LinearOperator(k.shape, matvec=lu.solve, dtype=float)
    values, vectors = eigsh(k, count, m, sigma=0.0, OPinv=inverse, tol=1e-9)
    seconds = time.process_time() - before
    own = np.fromfile(folder / "values.f64")
    own_vectors = np.fromfile(folder / "vectors.f64").reshape(count, -1).T

    def residual(values, vectors):
        r = k @ vectors - (m @ vectors) * values
        return float(np.max(np.linalg.norm(r, axis=0) / np.linalg.norm(k @ vectors, axis=0)))

    difference = float(np.max(np.abs(np.sort(values) / own - 1.0)))
    return {
        "seconds": seconds,
        "difference": difference,
        "own_residual": residual(own, own_vectors),
        "residual": residual(values, vectors),
    }


if __name__ == "__main__":
    folder = Path(sys.argv[2])
    answer = solve(folder, sys.argv[3]) if sys.argv[1] == "solve" else modes(folder, int(sys.argv[3]))
    print(json.dumps(answer))
