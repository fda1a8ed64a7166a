#!/usr/bin/env python3
"""Random variations of the vehicles of examples/vehicles: every run finishes, or names the reason.

    studies/vehicles/variations.py [--program PATH] [--cases N] [--seed S] [--first K] [--whole]

Run it from the root of the project. Cases are drawn in turn from the four-wheel drive, the lane change and the slippery patches: masses, grips, torque, friction and
what the driver does within 20 % of their defaults, smooth and sticking friction in turn, and every hardpoint of the sedan within 5 mm, the same on both sides. Manoeuvres end early unless `--whole` is given: the drive after 3 of 5 s
with 7/8 of its torque, the lane change after 3.6 of 8 s in the other lane, the third model after 4.6 of 8 s behind the first patch. Prints the seed, one line a case and a summary; the exit
status is 1 where a run ended without a reason, or took longer than ten minutes of CPU time.
"""

import argparse
import json
import random
import resource
import signal
import subprocess
import sys
import tempfile
import tomllib

# Model, where its manoeuvre may end, and its parameters with their defaults and units.
MODELS = [
    ("four-wheel-drive", "3 s", {"torque": (300, "N m"), "mass": (1600, "kg"), "grip_fl": (0.1, ""), "grip_fr": (0.4, ""),
                          "grip_rl": (0.5, ""), "grip_rr": (1, ""), "regularisation": (1, "mm/s")}),
    ("sedan-elk", "3.6 s", {"speed": (10, "m/s"), "amplitude": (12.42, "mm"), "friction_scale": (1, ""), "car.sprung_mass": (1550, "kg"),
                   "car.grip": (1, "")}),
    ("sedan-slippery", "4.6 s", {"scale_1": (0.08, ""), "scale_2": (0.75, ""), "regularisation": (0.2, "mm/s"), "car.sprung_mass": (1550, "kg"),
                        "car.grip": (1, ""), "car.torque": (200, "N m")}),
]
SPREAD = 0.2
# Of hardpoints, in millimetres.
HARDPOINT_SPREAD = 5
# Seconds of CPU time after which a run counts as one that hangs: a busy machine may let it wait for long.
TIME_LIMIT = 600


def hardpoints():
    """The points of a front and a rear suspension of the sedan, in millimetres: those on body and knuckle that rods and coil-over connect."""
    with open("crates/halfshaft-model/library/five_link.toml", "rb") as file:
        front = tomllib.load(file)["parameters"]
    with open("examples/vehicles/sedan.toml", "rb") as file:
        suspensions = {part["name"]: part for part in tomllib.load(file)["submodel"]}
    rear = {**front, **suspensions["rear left"]["parameters"]}
    names = [name for name in front if name[-3:] in {f"_{end}{axis}" for end in "bk" for axis in "xyz"}]
    return [(axle, name, 1e3 * float(points[name].removesuffix(" m"))) for axle, points in (("front", front), ("rear", rear)) for name in names]


def draw(generator, case, whole):
    """Model and settings of a case."""
    name, end, parameters = MODELS[case % len(MODELS)]
    settings = [] if whole else ["--set", f"analysis.end={end}"]
    for parameter, (default, unit) in parameters.items():
        value = default * generator.uniform(1 - SPREAD, 1 + SPREAD)
        settings += ["--set", f"{parameter}={value:.6g} {unit}".strip()]
    if "regularisation" in parameters:
        settings += ["--set", f"friction={('smooth', 'stick')[case // len(MODELS) % 2]}"]
    moved = hardpoints() if name.startswith("sedan") else []
    for axle, point, default in moved:
        value = default + generator.uniform(-HARDPOINT_SPREAD, HARDPOINT_SPREAD)
        for side in ("left", "right"):
            settings += ["--set", f"car.{axle} {side}.{point}={value:.6g} mm"]
    return name, settings


def limit_time():
    """Ends a run that takes too long."""
    resource.setrlimit(resource.RLIMIT_CPU, (TIME_LIMIT, TIME_LIMIT + 5))


def run(program, name, settings, folder):
    """Status, reason of a failure, steps and CPU time of a case."""
    command = [program, "run", f"examples/vehicles/{name}.toml", "--json", "--out", folder, *settings]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit_time)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "hangs", f"no end after {TIME_LIMIT} s of CPU time", 0, cpu
    try:
        summary = json.loads(done.stdout)
    except json.JSONDecodeError:
        return "crashed", done.stderr.strip()[-200:], 0, cpu
    statistics = summary.get("statistics") or {"steps": 0}
    diagnostics = [diagnostic["message"] for diagnostic in summary.get("diagnostics") or []]
    reason = (summary.get("error") or {}).get("reason", "") or "; ".join(diagnostics)
    return summary["status"], reason, statistics["steps"], cpu


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--program", default="target/release/halfshaft")
    arguments.add_argument("--cases", type=int, default=200)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--first", type=int, default=1, help="the first case to run; those before it are drawn only")
    arguments.add_argument("--whole", action="store_true", help="run the manoeuvres to their ends")
    options = arguments.parse_args()
    generator = random.Random(options.seed)
    print(f"seed {options.seed}", flush=True)
    counts, unexplained = {}, 0
    for case in range(options.cases):
        name, settings = draw(generator, case, options.whole)
        if case + 1 < options.first:
            continue
        with tempfile.TemporaryDirectory() as folder:
            status, reason, steps, cpu = run(options.program, name, settings, folder)
        counts[status] = counts.get(status, 0) + 1
        unexplained += status not in ("done", "failed") or status == "failed" and not reason
        shown = " ".join(setting for setting in settings[1::2] if " left." not in setting and " right." not in setting)
        print(f"{case + 1:4} {name:17} {status:8} {steps:7} steps {cpu:7.1f} s  {reason} {shown}", flush=True)
    print(", ".join(f"{count} {status}" for status, count in sorted(counts.items())))
    sys.exit(1 if unexplained else 0)


if __name__ == "__main__":
    main()
