#!/usr/bin/env python3
"""Why the torques on the second slippery patch of examples/vehicles/sedan-slippery.toml are not in the ratio of the grips: the car yaws, and toe-in holds it.

    studies/vehicles/slippery.py [--program PATH]

Run it from the root of the project. Runs the car with a locked differential (sticking friction) over patches of two grips, with its toe-in and without, and prints its ratios with both axles on the
patch and with the rear axle alone on it, beside those of a linear single-track model in steady motion,

    0 = k Σ g (s ∓ r t/2v) − T/R,   m v r = −Σ c g α,   0 = −Σ x c g α + (F_right − F_left) t/2,   α = β + x r/v ± toe-in,   F = k g (s ± r t/2v) on the left and the right

with the grips g of the four wheels, the slip stiffnesses k of a rear wheel and c of each wheel from the formula of 1987 at the loads in the run, the slip s, the slip angle β at the centre of mass
and the yaw rate r. Both rear wheels turn at one speed; the wheel with more grip is on the outside of the bend. No other packages are needed.
"""

import argparse
import json
import math
import subprocess
import tempfile

MASS, TO_AXLES, TRACK, RADIUS = 1738.0, (1.27935, -1.56365), 1.618, 0.316
TOE_IN = (math.radians(0.1), math.radians(0.15))
# Under 200 N m 62 N go from each front wheel to a rear one; 1.2 % of the torque accelerate wheels and housing.
LOADS, TORQUE = (4627.0, 3898.0), 0.988 * 200.0
# Speed with both axles on the patch, and with the rear one alone.
SPEEDS = (6.9, 7.2)


def stiffnesses(load):
    """Of a wheel: side force per slip angle in N/rad, longitudinal force per slip in N."""
    fz = 1e-3 * load
    lateral = 1078.0 * math.sin(1.82 * math.atan(0.208 * fz)) * math.degrees(1.0)
    return lateral, (49.6 * fz * fz + 226.0 * fz) * math.exp(-0.069 * fz) * 100.0


def solve(matrix, right):
    """Cramer's rule for three unknowns."""

    def determinant(a):
        return sum(a[0][i] * (a[1][(i + 1) % 3] * a[2][(i + 2) % 3] - a[1][(i + 2) % 3] * a[2][(i + 1) % 3]) for i in range(3))

    return [determinant([[right[i] if j == k else matrix[i][j] for j in range(3)] for i in range(3)]) / determinant(matrix) for k in range(3)]


def model(front_grip, rear_grip, speed, toe_in):
    """Ratio of the rear longitudinal forces and yaw rate, the grip on the left being 1."""
    k = stiffnesses(LOADS[1])[1]
    arm = TRACK / 2 / speed
    # Unknowns: slip angle of the car, yaw rate, slip of a wheel in the middle.
    along = [0.0, k * arm * (1 - rear_grip), k * (1 + rear_grip)]
    across, about = [0.0, -MASS * speed, 0.0], [0.0, -k * (1 + rear_grip) * arm * TRACK / 2, -k * (1 - rear_grip) * TRACK / 2]
    side, moment = 0.0, 0.0
    for x, load, grip, toe in zip(TO_AXLES, LOADS, (front_grip, rear_grip), toe_in):
        c = stiffnesses(load)[0]
        for row, factor in ((across, 1.0), (about, x)):
            row[0] -= factor * c * (1 + grip)
            row[1] -= factor * c * (1 + grip) * x / speed
        # The left wheel pushes to the right, the right one with less grip to the left.
        side += c * (1 - grip) * toe
        moment += x * c * (1 - grip) * toe
    _, yaw_rate, slip = solve([along, across, about], [TORQUE / RADIUS, side, moment])
    return (slip + arm * yaw_rate) / (rear_grip * (slip - arm * yaw_rate)), yaw_rate


def car(program, scale, toe_in):
    """Ratios with both axles on the patch and with the rear one alone."""
    settings = [f"scale_2={scale}", "friction=stick", f"car.front_toe_in={toe_in[0]} rad", f"car.rear_toe_in={toe_in[1]} rad"]
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", "examples/vehicles/sedan-slippery.toml", "--json", "--out", folder]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    measures = json.loads(done.stdout)["measures"]
    return measures["ratio_2"], measures["ratio_2_rear"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="target/release/halfshaft")
    program = parser.parse_args().program
    print("| grip | toe-in | axles on the patch | yaw rate, rad/s | model | car |\n| ---: | --- | --- | ---: | ---: | ---: |")
    for scale in (0.75, 0.85):
        for toe_in in (TOE_IN, (0.0, 0.0)):
            measured = car(program, scale, toe_in)
            for axles, front, speed, ratio in (("both", scale, SPEEDS[0], measured[0]), ("rear", 1.0, SPEEDS[1], measured[1])):
                expected, yaw_rate = model(front, scale, speed, toe_in)
                print(f"| {scale} | {'yes' if any(toe_in) else 'no'} | {axles} | {yaw_rate:.5f} | {expected:.4f} ({100 * (expected * scale - 1):+.1f} %) | {ratio:.4f} ({100 * (ratio * scale - 1):+.1f} %) |")


main()
