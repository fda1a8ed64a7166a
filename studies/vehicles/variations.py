#!/usr/bin/env python3
"""Random variations of the vehicles of examples/vehicles: every run finishes, or names the reason.

    studies/vehicles/variations.py [--program PATH] [--cases N] [--seed S]

Run it from the root of the project. Cases are drawn in turn from the four-wheel drive, the lane change and the slippery patches, each
parameter within 20 % of its default. Prints one line a case and a summary; the exit status is 1 where a run ended without a reason.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile

# Model, and its parameters with their defaults and units.
MODELS = [
    ("four-wheel-drive", {"torque": (300, "N m"), "mass": (1600, "kg"), "grip_fl": (0.1, ""), "grip_fr": (0.4, ""),
                          "grip_rl": (0.5, ""), "grip_rr": (1, ""), "regularisation": (1, "mm/s")}),
    ("sedan-elk", {"speed": (10, "m/s"), "amplitude": (12.42, "mm"), "friction_scale": (1, "")}),
    ("sedan-slippery", {"scale_1": (0.08, ""), "scale_2": (0.75, ""), "regularisation": (0.2, "mm/s")}),
]
SPREAD = 0.2


def draw(generator, case):
    """Model and settings of a case."""
    name, parameters = MODELS[case % len(MODELS)]
    settings = []
    for parameter, (default, unit) in parameters.items():
        value = default * generator.uniform(1 - SPREAD, 1 + SPREAD)
        settings += ["--set", f"{parameter}={value:.6g} {unit}".strip()]
    return name, settings


def run(program, name, settings, folder):
    """Status, reason of a failure, steps and wall time of a case."""
    command = [program, "run", f"examples/vehicles/{name}.toml", "--json", "--out", folder, *settings]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        summary = json.loads(done.stdout)
    except json.JSONDecodeError:
        return "crashed", done.stderr.strip()[-200:], 0, 0.0
    statistics = summary["statistics"]
    reason = (summary.get("error") or {}).get("reason", "")
    return summary["status"], reason, statistics["steps"], statistics["wall_s"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="target/release/halfshaft")
    arguments.add_argument("--cases", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=1)
    options = arguments.parse_args()
    generator = random.Random(options.seed)
    counts, unexplained = {}, 0
    for case in range(options.cases):
        name, settings = draw(generator, case)
        with tempfile.TemporaryDirectory() as folder:
            status, reason, steps, wall = run(options.program, name, settings, folder)
        counts[status] = counts.get(status, 0) + 1
        unexplained += status not in ("done", "failed") or status == "failed" and not reason
        print(f"{case + 1:4} {name:17} {status:8} {steps:7} steps {wall:7.1f} s  {reason} {' '.join(settings[1::2])}", flush=True)
    print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
    sys.exit(1 if unexplained else 0)


if __name__ == "__main__":
    main()
