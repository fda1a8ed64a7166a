#!/usr/bin/env python3
"""Why the lane change of examples/vehicles/sedan-elk.toml differs from the nonlinear single-track model: parts of the car switched off one at a time.

    studies/vehicles/lane_change.py [--program PATH]

Run it from the root of the project. Runs sedan-parts.toml, the car without its differential, whose friction has no part in the path, and prints for each variant the three peaks and
their differences from the reference, from the single-track model computed here with the steering of the wheels of that variant, and from the row above. No other packages are needed.
"""

import argparse
import json
import math
import subprocess
import tempfile

# Peaks of the reference: lateral offset in m, yaw rate in rad/s, lateral acceleration in m/s².
REFERENCE = (2.932, 0.3232, 3.309)
MEASURES = ("max_offset", "peak_yaw_rate", "peak_lateral_acceleration")
MASS = 1738.0
ROAD_LEVEL, STIFF_BARS, HELD = "height=0.02 m", "roll_bars=100", "hold=1e5 s/m"
# From the single-track model to the car: each row has one thing more.
CASES = [
    ("car at constant speed, without load transfer and roll", [HELD, ROAD_LEVEL]),
    ("and load transfer", [HELD, STIFF_BARS]),
    ("and roll, with roll steer and camber", [HELD]),
    ("and loss of speed: the whole car, coasting", []),
]


def run(program, settings):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", "studies/vehicles/sedan-parts.toml", "--json", "--out", folder]
        for setting in settings:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["measures"]


def side_force(load, slip):
    """The 1987 formula: newtons from newtons and radians."""
    a = (1.3, -22.1, 1011.0, 1078.0, 1.82, 0.208, 0.0, -0.354, 0.707)
    fz, x = 1e-3 * load, math.degrees(slip)
    c, d, e = a[0], a[1] * fz * fz + a[2] * fz, a[6] * fz * fz + a[7] * fz + a[8]
    b = a[3] * math.sin(a[4] * math.atan(a[5] * fz)) / (c * d)
    return d * math.sin(c * math.atan(b * x - e * (b * x - math.atan(b * x))))


def single_track(amplitude, speed=10.0, relaxation=0.45, height=0.0, step=1e-4):
    """Peaks of the nonlinear single-track model at constant speed; with `height` the loads of each axle differ by the lateral acceleration."""
    mass, inertia, to_axles, loads, track = 1738.0, 2750.0, (1.27935, 1.56365), (4688.69, 3836.20), 1.61
    v = r = y = heading = 0.0
    slips, peaks, acceleration = [0.0, 0.0], [0.0, 0.0, 0.0], 0.0
    for k in range(int(8.0 / step)):
        t = k * step
        wave = math.sin(2 * math.pi * (t - 1) / 2.4) if 1 < t < 3.4 else -math.sin(2 * math.pi * (t - 4) / 2.4) if 4 < t < 6.4 else 0.0
        angles = (amplitude * wave - (v + to_axles[0] * r) / speed, -(v - to_axles[1] * r) / speed)
        forces = []
        for i in (0, 1):
            shift = mass * (loads[i] / sum(loads)) * acceleration * height / track
            slips[i] += step * speed / relaxation * (math.tan(angles[i]) - slips[i])
            forces.append(sum(side_force(loads[i] + sign * shift, math.atan(slips[i])) for sign in (1, -1)))
        acceleration = sum(forces) / mass
        v += step * (acceleration - speed * r)
        r += step * (to_axles[0] * forces[0] - to_axles[1] * forces[1]) / inertia
        heading += step * r
        y += step * (speed * math.sin(heading) + v * math.cos(heading))
        peaks = [max(peaks[0], y), max(peaks[1], abs(r)), max(peaks[2], abs(acceleration))]
    return tuple(peaks)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="target/release/halfshaft")
    options = arguments.parse_args()
    rows = [("reference: nonlinear single-track model", REFERENCE, {})]
    rows.append(("the same, computed here", single_track(0.095), {}))
    rows.append(("the same without relaxation of the tyres", single_track(0.095, relaxation=0.01), {}))
    rows.append(("the same with load transfer in proportion to the axle loads", single_track(0.095, height=0.57), {}))
    for name, settings in CASES:
        measures = run(options.program, settings)
        rows.append((name, tuple(measures[measure] for measure in MEASURES), measures))
    print("| model | offset, m | yaw rate, rad/s | lateral acceleration, m/s² | side force over mass, m/s² | road wheels, rad | speed at 3 s, m/s |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, values, measures in rows:
        cells = [f"{value:.4g} ({100 * (value / reference - 1):+.1f} %)" for value, reference in zip(values, REFERENCE)]
        if measures:
            side = measures["peak_side_force"] / MASS
            cells += [f"{side:.4g} ({100 * (side / REFERENCE[2] - 1):+.1f} %)", f"{measures['steering']:.4f}", f"{measures['speed_at_3_s']:.3f}"]
        else:
            cells += [cells[2], "0.0950", "10.000"]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
