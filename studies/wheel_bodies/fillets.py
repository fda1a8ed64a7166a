"""First, second and hundredth frequency of a wheel whose flanks are held in the mean together with their fillets.

    fillets.py MATRICES.npz MESH.msh TEETH ROOT_RADIUS

The matrices of all unknowns and the mesh with its surfaces are those of `halfshaft reduce --matrices full` and `halfshaft gear mesh`. The bore and each flank with its
fillet have a mean displacement and a mean rotation of zero. All nodes count the same, which is how the independent rows seem to be computed; the program weights nodes by area.
"""

import sys
from pathlib import Path

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spl

QUADRILATERALS = (3, 16)


def read_mesh(path):
    lines = Path(path).read_text().split("\n")

    def block(name):
        start = lines.index(f"${name}") + 1
        return [line.split(None, 2) if name == "PhysicalNames" else line.split() for line in lines[start + 1 : start + 1 + int(lines[start])]]

    names = {int(tag): name.strip('"') for _, tag, name in block("PhysicalNames")}
    nodes = np.array([[float(x) for x in row[1:]] for row in block("Nodes")])
    surfaces = {}
    for row in block("Elements"):
        _, kind, tags, tag, *rest = (int(x) for x in row)
        if kind in QUADRILATERALS:
            surfaces.setdefault(names[tag], []).append([node - 1 for node in rest[tags - 1 :]])
    return nodes, surfaces


def symmetric(rows, n):
    first = int(rows[:, :2].min())
    i, j = (rows[:, k].astype(int) - first for k in (0, 1))
    matrix = sp.coo_matrix((rows[:, 2], (i, j)), shape=(n, n)).tocsc()
    is_half = sp.triu(matrix, 1).nnz == 0 or sp.tril(matrix, -1).nnz == 0
    return (matrix + matrix.T - sp.diags(matrix.diagonal())).tocsc() if is_half else matrix


def with_fillet(flank, nodes, root, teeth, root_radius):
    """The nodes of a flank and of its fillet: of the faces of the root within a quarter of a pitch, those nodes that are above the root circle. The nodes on it belong to the root."""
    held = {node for face in flank for node in face}
    middle = np.arctan2(*nodes[list(held)].mean(axis=0)[1::-1])
    for face in root:
        centre = nodes[face].mean(axis=0)
        apart = (np.arctan2(centre[1], centre[0]) - middle + np.pi) % (2 * np.pi) - np.pi
        if abs(apart) < 0.5 * np.pi / teeth:
            held.update(node for node in face if np.hypot(*nodes[node][:2]) > root_radius + 1e-6)
    return sorted(held)


def mean_motion(nodes, held, n):
    """Rows of the mean displacement and the mean rotation of nodes."""
    held, rows = np.array(held), np.zeros((6, n))
    arms = nodes[held] - nodes[held].mean(axis=0)
    second = sum(x @ x * np.eye(3) - np.outer(x, x) for x in arms)
    for k in range(3):
        rows[k, 3 * held + k] = 1.0 / len(held)
    for node, x in zip(held, arms):
        rows[3:, 3 * node : 3 * node + 3] = np.linalg.solve(second, np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0]]))
    return rows / np.linalg.norm(rows, axis=1)[:, None]


def main():
    matrices, mesh, teeth, root_radius = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
    nodes, surfaces = read_mesh(mesh)
    stored, n = np.load(matrices), 3 * len(nodes)
    assert np.abs(stored["nodes"] - nodes).max() < 1e-9, "the mesh is not that of the matrices"
    stiffness, mass = symmetric(stored["stiffness"], n), symmetric(stored["mass"], n)
    flanks = [surfaces[f"tooth_{k}_{side}"] for k in range(1, teeth + 1) for side in ("left", "right")]
    groups = [sorted({node for face in surfaces["bore"] for node in face})]
    groups += [with_fillet(flank, nodes, surfaces["root"], teeth, root_radius) for flank in flanks]
    rows = sp.csc_matrix(np.vstack([mean_motion(nodes, held, n) for held in groups]))
    scale = stiffness.diagonal().mean()
    factor = spl.splu(sp.bmat([[stiffness, scale * rows.T], [scale * rows, None]]).tocsc())
    inverse = spl.LinearOperator((n, n), lambda b: factor.solve(np.append(np.ravel(b), np.zeros(rows.shape[0])))[:n], dtype=float)
    squares = np.sort(spl.eigsh(stiffness, k=100, M=mass, sigma=0, OPinv=inverse, return_eigenvectors=False))
    print(" ".join(f"{x:.0f}" for x in np.sqrt(squares[[0, 1, 99]]) / (2 * np.pi)))


if __name__ == "__main__":
    main()
