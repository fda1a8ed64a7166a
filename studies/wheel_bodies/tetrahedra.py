"""Tetrahedra of 10 nodes inside the outline of a wheel: tetrahedra.py WHEEL.npz OUT.inp BORE WIDTH SIZE writes a model of CalculiX for 48 frequencies."""

import json
import math
import sys
from collections import Counter

import gmsh
import numpy as np

EDGES = [(0, 1, 8), (1, 2, 9), (2, 3, 10), (3, 0, 11), (4, 5, 12), (5, 6, 13), (6, 7, 14), (7, 4, 15), (0, 4, 16), (1, 5, 17), (2, 6, 18), (3, 7, 19)]


def outline(wheel):
    """The points of the outline in order, from the faces of hexahedra of 20 nodes at one side."""
    header, nodes, cells = json.loads(wheel["header.json"]), wheel["nodes"], wheel["cells_1"].astype(int)
    low = abs(nodes[:, 2] - nodes[:, 2].min()) < 1e-9
    faces = wheel[f"surface_{header['surfaces'].index('z-') + 1}"].astype(int)
    count, middle = Counter(), {}
    for _, cell, _ in faces:
        for i, j, m in EDGES:
            a, b = cells[cell][i], cells[cell][j]
            if low[a] and low[b]:
                edge = tuple(sorted((a, b)))
                count[edge] += 1
                middle[edge] = cells[cell][m]
    next_to = {}
    for a, b in (edge for edge, times in count.items() if times == 1):
        next_to.setdefault(a, []).append(b)
        next_to.setdefault(b, []).append(a)
    radius = np.hypot(nodes[:, 0], nodes[:, 1])
    loop, before = [max(next_to, key=lambda k: radius[k])], None
    while len(loop) < 2 or loop[-1] != loop[0]:
        following = [k for k in next_to[loop[-1]] if k != before]
        before = loop[-1]
        loop.append(following[0])
    points = [k for a, b in zip(loop, loop[1:]) for k in (a, middle[tuple(sorted((a, b)))])]
    return nodes[points, :2]


def mesh(points, bore, width, size):
    gmsh.initialize()
    gmsh.option.setNumber("General.Terminal", 0)
    geometry = gmsh.model.geo
    corners = [geometry.addPoint(x, y, 0) for x, y in points]
    lines = [geometry.addLine(a, b) for a, b in zip(corners, corners[1:] + corners[:1])]
    centre = geometry.addPoint(0, 0, 0)
    quarter = [geometry.addPoint(bore * math.cos(k * math.pi / 2), bore * math.sin(k * math.pi / 2), 0) for k in range(4)]
    arcs = [geometry.addCircleArc(quarter[k], centre, quarter[(k + 1) % 4]) for k in range(4)]
    face = geometry.addPlaneSurface([geometry.addCurveLoop(lines), geometry.addCurveLoop(arcs)])
    geometry.extrude([(2, face)], 0, 0, width)
    geometry.synchronize()
    gmsh.option.setNumber("Mesh.MeshSizeMax", size)
    gmsh.option.setNumber("Mesh.MeshSizeExtendFromBoundary", 0)
    gmsh.model.mesh.generate(3)
    gmsh.model.mesh.setOrder(2)
    tags, positions, _ = gmsh.model.mesh.getNodes()
    _, _, cells = gmsh.model.mesh.getElements(3)
    return tags, positions.reshape(-1, 3), cells[0].reshape(-1, 10)


def main():
    path, out, bore, width, size = sys.argv[1], sys.argv[2], *map(float, sys.argv[3:6])
    tags, positions, cells = mesh(outline(np.load(path)), bore, width, size)
    with open(out, "w") as file:
        file.write("*NODE, NSET=NALL\n")
        file.writelines(f"{tag}, {x:.12e}, {y:.12e}, {z:.12e}\n" for tag, (x, y, z) in zip(tags, positions))
        file.write("*ELEMENT, TYPE=C3D10, ELSET=EALL\n")
        # The last two nodes of Gmsh are the other way round.
        order = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8]
        file.writelines(f"{k + 1}, {', '.join(str(cell[i]) for i in order)}\n" for k, cell in enumerate(cells))
        file.write("*MATERIAL, NAME=STEEL\n*ELASTIC\n2.1e11, 0.3\n*DENSITY\n7800.\n*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n")
        file.write("*STEP\n*FREQUENCY\n48\n*NODE FILE\nU\n*END STEP\n")


if __name__ == "__main__":
    main()
