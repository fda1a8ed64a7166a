#!/usr/bin/env python3
"""Eigenvalues of the yaw motion of a rolling car, from its response to a step of the steering.

    studies/vehicles/eigenvalues.py [--program PATH] [--model sedan-single-track] [SPEED …]

Run it from the root of the project. `modes` keeps the slips of rolling tyres constant, so it has no such eigenvalues. Here the state x of a response in time (lateral
velocity and yaw rate of the car in its own axes, lateral forces of both axles) is fitted by the linear system ẋ = A x + b that fits it best after the step,

    x(t₊) − x(t) = A ∫ x dt + b (t₊ − t)      for every step, the integral by Simpson's rule on cubic interpolation, in the sense of least squares

and the eigenvalues of A are printed beside those of the linear single-track model with relaxation of the tyres (data of the sedan, chosen). No other packages are needed.
"""

import argparse
import csv
import subprocess
import tempfile
from pathlib import Path

# Upper half of the linear single-track model with a relaxation length of 0.45 m, by speed in m/s.
REFERENCE = {10: [-12.3810 + 13.5897j, -9.8412 + 16.3387j], 20: [-9.6925 + 4.3779j, -34.7519 + 1.5776j], 30: [-5.5949 + 3.4086j, -61.0717 + 0.5648j]}
# Time after the step, which takes a millisecond at 0.5 s, and the end of the fit.
WINDOW = (0.502, 1.5)


def response(program, model, speed):
    """Times and states of a run."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", f"examples/vehicles/{model}.toml", "--csv", "--quiet", "--out", folder, "--set", f"speed={speed} m/s"]
        command += ["--set", "solver.tolerance=1e-7"]
        for channel in ("car.*", "tyre*.fy"):
            command += ["--record", channel]
        subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
        with open(Path(folder) / "channels.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    names = {name.split(" [")[0]: name for name in rows[0]}
    times, states = [], []
    for row in rows:
        value = lambda name: float(row[names[name]])
        if not WINDOW[0] <= value("time") <= WINDOW[1] or times and value("time") <= times[-1]:
            continue
        # The heading, from the quaternion of a rotation about z.
        w, z = value("car.rotation_w"), value("car.rotation_z")
        cosine, sine = w * w - z * z, 2 * w * z
        lateral = cosine * value("car.velocity_y") - sine * value("car.velocity_x")
        front, rear = (value(f"tyre {i}.fy") + value(f"tyre {i + 1}.fy") for i in (1, 3))
        times.append(value("time"))
        states.append([lateral, value("car.angular_velocity_z"), front, rear])
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


def fit(times, states):
    """A of the linear system."""
    n = len(states[0])
    scales = [max(abs(state[i]) for state in states) for i in range(n)]
    scaled = [[x / scale for x, scale in zip(state, scales)] for state in states]
    left, right = [], []
    for k in range(1, len(times) - 2):
        h = times[k + 1] - times[k]
        left.append([integral(times[k - 1:k + 3], [x[i] for x in scaled[k - 1:k + 3]]) for i in range(n)] + [h])
        right.append([b - a for a, b in zip(scaled[k], scaled[k + 1])])
    size = n + 1
    normal = [[sum(row[i] * row[j] for row in left) for j in range(size)] for i in range(size)]
    columns = [solve(normal, [sum(row[i] * value[k] for row, value in zip(left, right)) for i in range(size)]) for k in range(n)]
    return [[columns[i][j] * scales[i] / scales[j] for j in range(n)] for i in range(n)]


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
    arguments.add_argument("--model", default="sedan-single-track")
    arguments.add_argument("speeds", nargs="*", type=int, default=[10, 20, 30])
    options = arguments.parse_args()
    print("speed, m/s   fitted, 1/s                               single-track model, 1/s                   largest difference")
    for speed in options.speeds:
        times, states = response(options.program, options.model, speed)
        upper = [root for root in eigenvalues(fit(times, states)) if root.imag > -1e-9]
        reference = sorted(REFERENCE.get(speed, []), key=abs)
        show = lambda roots: ", ".join(f"{root.real:8.3f} {root.imag:+8.3f}i" for root in roots)
        worst = max((min(abs(root - other) for other in upper) / abs(root) for root in reference), default=float("nan"))
        print(f"{speed:10}   {show(upper):40}  {show(reference):40}  {100 * worst:6.2f} %")


if __name__ == "__main__":
    main()
