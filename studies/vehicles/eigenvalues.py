#!/usr/bin/env python3
"""Eigenvalues of the yaw motion of a rolling car, from its response to a step of the steering.

    studies/vehicles/eigenvalues.py [--program PATH] [--model single-track|flat|sedan] [SPEED …]

Run it from the root of the project. `modes` keeps the slips of rolling tyres constant, so it has no such eigenvalues. Models: `single-track` is sedan-single-track.toml, without suspension; `flat` the
whole sedan with its centre of mass at road level, so that it neither rolls nor transfers load (sedan-parts.toml); `sedan` the whole sedan. Here the state x of a response in time (lateral
velocity and yaw rate of the car in its own axes, lateral forces of both axles, and for `sedan` roll angle and roll rate) is fitted by the linear system ẋ = A x + b that fits it best after the step,

    x(t₊) − x(t) = A ∫ x dt + b (t₊ − t)      for every step, the integral by Simpson's rule on cubic interpolation, in the sense of least squares

where entries of A that are zero or known by kinematics are not fitted, and the eigenvalues of A are printed beside those of the linear single-track model with relaxation of the tyres (data of the sedan, chosen). No other packages are needed.
"""

import argparse
import csv
import subprocess
import tempfile
from pathlib import Path

# Upper half of the linear single-track model with a relaxation length of 0.45 m, by speed in m/s.
REFERENCE = {10: [-12.3810 + 13.5897j, -9.8412 + 16.3387j], 20: [-9.6925 + 4.3779j, -34.7519 + 1.5776j], 30: [-5.5949 + 3.4086j, -61.0717 + 0.5648j]}
CORNERS = ["car/front left tyre", "car/front right tyre", "car/rear left tyre", "car/rear right tyre"]
# The end of the fit. It begins 2 ms after the step, which takes 1 ms from 0.5 s on without suspension and otherwise 60 ms, so that it does not excite the wheels on their rods.
END = 1.5
# Of each model: its file, settings, the car, its tyres from front left to rear right, and whether it rolls.
MODELS = {
    "single-track": ("examples/vehicles/sedan-single-track.toml", [], "car", [f"tyre {i}" for i in (1, 2, 3, 4)], False),
    "flat": ("studies/vehicles/sedan-parts.toml", ["height=0.02 m"], "car/body", CORNERS, False),
    "sedan": ("studies/vehicles/sedan-parts.toml", [], "car/body", CORNERS, True),
}
# A step of 0.3 mm of the rack, 2.3 mrad of the road wheels, at a speed that is held, without damping of high frequencies.
STEP = ["steering=step", "amplitude=-0.3 mm", "rise=60 ms", "hold=1e5 s/m", "analysis.end=1.6 s", "solver.spectral_radius=0.8"]


def response(program, model, speed):
    """Times and states of a run."""
    file, settings, car, tyres, rolls = MODELS[model]
    begin, step = (0.562, STEP) if "parts" in file else (0.502, [])
    settings = settings + step + [f"speed={speed} m/s", "solver.tolerance=1e-7"]
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", file, "--csv", "--quiet", "--out", folder]
        command += [word for setting in settings for word in ("--set", setting)]
        for channel in (f"{car}.*", "*tyre*.fy"):
            command += ["--record", channel]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        with open(Path(folder) / "channels.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    names = {name.split(" [")[0]: name for name in rows[0]}
    times, states = [], []
    for row in rows:
        value = lambda name: float(row[names[name]])
        if not begin <= value("time") <= END or times and value("time") <= times[-1]:
            continue
        # The heading, from the quaternion of a rotation about z; a small roll besides.
        w, x, z = value(f"{car}.rotation_w"), value(f"{car}.rotation_x"), value(f"{car}.rotation_z")
        cosine, sine = w * w - z * z, 2 * w * z
        along = lambda of: cosine * value(f"{car}.{of}_y") - sine * value(f"{car}.{of}_x")
        front, rear = (value(f"{tyres[i]}.fy") + value(f"{tyres[i + 1]}.fy") for i in (0, 2))
        roll = [2 * x, cosine * value(f"{car}.angular_velocity_x") + sine * value(f"{car}.angular_velocity_y")]
        times.append(value("time"))
        states.append([along("velocity"), value(f"{car}.angular_velocity_z"), front, rear, *(roll if rolls else [])])
    return times, states


def solve(matrix, right):
    """The solution of a linear system, by Gauss elimination with row exchanges."""
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(n):
            if i != k:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return [row[n] / row[i] for i, row in enumerate(rows)]


# Unknown entries of A by row, for the states v, r, F_front, F_rear and roll angle φ, roll rate p. Known ones: v̇ has −V r, φ̇ = p.
V, R, FRONT, REAR, PHI, P = range(6)
ENTRIES = [[FRONT, REAR], [FRONT, REAR], [V, R, FRONT], [V, R, REAR]]
ROLLING_ENTRIES = [[FRONT, REAR, PHI, P], [FRONT, REAR, PHI, P], [V, R, FRONT, PHI, P], [V, R, REAR, PHI, P], [], [FRONT, REAR, PHI, P]]


def fit(times, states, speed):
    """A of the linear system."""
    n = len(states[0])
    scales = [max(abs(state[i]) for state in states) for i in range(n)]
    spans = range(1, len(times) - 2)
    integrals = [[integral(times[k - 1:k + 3], [x[i] for x in states[k - 1:k + 3]]) for i in range(n)] for k in spans]
    matrix = [[0.0] * n for _ in range(n)]
    matrix[V][R] = -speed
    if n > PHI:
        matrix[PHI][P] = 1.0
    for i, entries in enumerate(ROLLING_ENTRIES if n > PHI else ENTRIES):
        if not entries:
            continue
        known = [sum(matrix[i][j] * row[j] for j in range(n)) for row in integrals]
        left = [[row[j] / scales[j] for j in entries] + [times[k + 1] - times[k]] for k, row in zip(spans, integrals)]
        right = [states[k + 1][i] - states[k][i] - part for k, part in zip(spans, known)]
        size = len(entries) + 1
        normal = [[sum(row[a] * row[b] for row in left) for b in range(size)] for a in range(size)]
        solution = solve(normal, [sum(row[a] * value for row, value in zip(left, right)) for a in range(size)])
        for j, value in zip(entries, solution):
            matrix[i][j] = value / scales[j]
    return matrix


def integral(times, values):
    """The integral from the second to the third of four points of the cubic polynomial through them, by Simpson's rule, which is exact for it."""
    def cubic(t):
        total = 0.0
        for i, value in enumerate(values):
            for j, other in enumerate(times):
                if j != i:
                    value *= (t - other) / (times[i] - other)
            total += value
        return total

    return (times[2] - times[1]) / 6 * (values[1] + 4 * cubic(0.5 * (times[1] + times[2])) + values[2])


def eigenvalues(matrix):
    """Roots of the characteristic polynomial (Faddeev and LeVerrier), by the method of Durand and Kerner."""
    n = len(matrix)
    coefficients, power = [1.0], [[0.0] * n for _ in range(n)]
    for k in range(1, n + 1):
        shifted = [[power[i][j] + (coefficients[-1] if i == j else 0.0) for j in range(n)] for i in range(n)]
        power = [[sum(matrix[i][l] * shifted[l][j] for l in range(n)) for j in range(n)] for i in range(n)]
        coefficients.append(-sum(power[i][i] for i in range(n)) / k)
    size = max(abs(c) ** (1 / i) for i, c in enumerate(coefficients) if i)
    roots = [size * (0.4 + 0.9j) ** i for i in range(n)]
    for _ in range(500):
        for i, root in enumerate(roots):
            value = sum(c * root ** (n - k) for k, c in enumerate(coefficients))
            for j, other in enumerate(roots):
                if j != i:
                    value /= root - other
            roots[i] = root - value
    return sorted(roots, key=lambda root: (abs(root), root.imag))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="target/release/halfshaft")
    arguments.add_argument("--model", choices=MODELS, default="single-track")
    arguments.add_argument("speeds", nargs="*", type=int, default=[10, 20, 30])
    options = arguments.parse_args()
    print(f"speed, m/s   {'fitted, 1/s':62}  {'single-track model, 1/s':40}  differences")
    for speed in options.speeds:
        times, states = response(options.program, options.model, speed)
        upper = [root for root in eigenvalues(fit(times, states, speed)) if root.imag > -1e-9]
        reference = sorted(REFERENCE.get(speed, []), key=abs)
        show = lambda roots: ", ".join(f"{root.real:8.3f} {root.imag:+8.3f}i" for root in roots)
        differences = [min(abs(root - other) for other in upper) / abs(root) for root in reference]
        print(f"{speed:10}   {show(upper):62}  {show(reference):40}  " + ", ".join(f"{100 * x:.2f} %" for x in differences))


if __name__ == "__main__":
    main()
