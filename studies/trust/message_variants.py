"""Classes of `variants` for what must be said and what must merely end: changed speeds, open meshes, default friction, redundant loops, rattling gearboxes, jamming guides.

A class returns a model and the words of its outcome: `says …` must be in the messages of the run, `silent on …` must not, and any other word
belongs to the failure that is allowed.
"""

import math
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPRODUCTIONS = ROOT / "crates/halfshaft-cli/tests/reproductions"


def decades(rng, low, high):
    """A number between two, evenly spread over the decades."""
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def with_parameters(text, values):
    """The model with other values of parameters."""
    for name, value in values.items():
        text, count = re.subn(rf"(?m)^{name} = .*$", f"{name} = {value}", text, count=1)
        assert count, name
    return text


def in_solver(text, key, value):
    """The model with a solver setting."""
    text = re.sub(rf"(?m)^{key} = .*\n", "", text)
    if "[solver]" in text:
        return text.replace("[solver]", f"[solver]\n{key} = {value!r}", 1)
    return text.replace("[analysis]", f"[solver]\n{key} = {value!r}\n\n[analysis]", 1)


def initial_speeds(rng):
    """A chain of stages whose speeds contradict it: the momentum along the chain remains, and every change is said."""
    count = rng.randint(2, 6)
    inertias = [decades(rng, 1e-3, 1e3) for _ in range(count)]
    given = [rng.choice([0.0, rng.uniform(-300, 300)]) for _ in range(count)]
    ratios = [rng.choice([-1, 1]) * decades(rng, 0.1, 10) for _ in range(count - 1)]
    lines = ["format = 1", 'analysis = { type = "transient", end = 0.01 }']
    for k, (inertia, speed) in enumerate(zip(inertias, given)):
        lines.append(f'[[inertia]]\nname = "n{k}"\ninertia = {inertia!r}\nspeed = {speed!r}')
    for k, ratio in enumerate(ratios):
        lines.append(f'[[driveline]]\nname = "s{k}"\ntype = "stage"\nbetween = ["n{k}", "n{k + 1}"]\nratio = {ratio!r}')
    # n_k turns at c_k times the speed of the first.
    part = [1.0]
    for ratio in ratios:
        part.append(part[-1] / ratio)
    speed = sum(j * c * w for j, c, w in zip(inertias, part, given)) / sum(j * c * c for j, c in zip(inertias, part))
    words = []
    largest = max(map(abs, given))
    for k, (c, before) in enumerate(zip(part, given)):
        tolerance = 1e-9 * max(1e-3, largest)
        lines.append(f'[[measure]]\nname = "n{k}"\nvalue = "n{k}.speed"\nat = 0')
        lines.append(f'[[expect]]\nmeasure = "n{k}"\nvalue = {c * speed!r}\ntolerance = {tolerance!r}\nsource = "closed form"')
        if abs(c * speed - before) > 1e-6 * largest:
            words.append(f'says the initial speed of "n{k}" is changed')
    return "\n".join(lines) + "\n", words


def open_meshes(rng):
    """The modes of wheels on bearings about an open mesh: it is said, and the mesh has no share."""
    mass = decades(rng, 0.1, 100)
    stiffness = decades(rng, 1e5, 1e9)
    backlash = decades(rng, 1e-6, 1e-3)
    text = (REPRODUCTIONS / "energy-shares-in-backlash.toml").read_text()
    text = text.replace('mass = "10 kg"', f"mass = {mass!r}").replace('"1e8 N/m"', repr(stiffness))
    text = text.replace('backlash = "0.1 mm"', f"backlash = {backlash!r}")
    return text, ['says "mesh" is open', 'no share of "mesh"']


def default_friction(rng):
    """A belt that is slow or fast against the default regularisation of friction: a warning, or none."""
    slow = rng.random() < 0.5
    belt = rng.uniform(0.02, 0.07) if slow else rng.uniform(2.0, 5.0)
    text = (REPRODUCTIONS / "belt-default-friction.toml").read_text()
    text = text[: text.index("[[measure]]")]
    text = with_parameters(text, {"belt": f'"{belt} m/s"', "m": f'"{rng.uniform(0.5, 2)} kg"', "k": f'"{rng.uniform(150, 400)} N/m"'})
    return text, ["says 100 mm/s", 'says "face"'] if slow else ["silent on 100 mm/s"]


def redundant_loops(rng):
    """Bricard's mechanism with six hinges of any size and mass: its energy error follows the tolerance."""
    length, mass = decades(rng, 0.08, 8), decades(rng, 0.1, 1000)
    tolerance = rng.choice([1e-4, 1e-5, 1e-6])
    text = (REPRODUCTIONS / "bricard-redundant.toml").read_text()
    text = with_parameters(text, {"m": f'"{mass} kg"', "L": f'"{length} m"', "a": f'"{length / 10} m"'})
    # The same motion on another scale of time.
    text = text.replace('end = "2.4 s"', f"end = {2.4 * math.sqrt(length / 0.8)!r}")
    bound = 2 * tolerance * (mass / 1.7) * (length / 0.8)
    expectation = f'\n[[expect]]\nmeasure = "energy error"\nvalue = 0\ntolerance = {bound!r}\nsource = "no losses"\n'
    return in_solver(text, "tolerance", tolerance) + expectation, []


def rattling_gearboxes(rng):
    """A two-stage gearbox and a dual-clutch gearbox with backlash, at any numerical damping: they end within the limit."""
    radius = rng.choice([0.0, 0.3, 0.5, 0.8])
    if rng.random() < 0.5:
        text = (ROOT / "bench/models/gearbox.toml").read_text()
        values = {
            "finish": '"0.1 s"',
            "torque": f'"{rng.uniform(20, 150)} N m"',
            "kr": f'"{decades(rng, 5e7, 1e9)} N/m"',
            "ka": f'"{decades(rng, 2e7, 4e8)} N/m"',
            "cr": f'"{rng.uniform(500, 8000)} N s/m"',
        }
        text += '\n[[expect]]\nmeasure = "ratio"\nvalue = 9\ntolerance = "0.5 %"\nsource = "63 · 57/(21 · 19)"\n'
    else:
        text = (ROOT / "bench/models/dual-clutch.toml").read_text()
        text = text[: text.index("[[measure]]")].replace('end = "3 s"', "end = 0.4")
        ratios = {"i2": rng.uniform(1.9, 2.6), "i3": rng.uniform(1.3, 1.7), "i4": rng.uniform(0.8, 1.2)}
        values = {"w0": f'"{rng.uniform(50, 200)} rad/s"', **ratios}
    return in_solver(with_parameters(text, values), "spectral_radius", radius), []


def jamming_guides(rng):
    """Guides in which friction increases its own reaction: the motion closes its energy, or friction is said to lock itself."""
    text = (REPRODUCTIONS / "friction-near-jam.toml").read_text()
    factor = rng.uniform(0.3, 1.4)
    for key in ("coefficient", "static_coefficient"):
        text = re.sub(rf"\b{key} = ([0-9.]+)", lambda found: f"{key} = {factor * float(found[1])!r}", text)
    text = re.sub(r"\bmass = ([0-9.]+)", lambda found: f"mass = {rng.uniform(0.7, 1.4) * float(found[1])!r}", text)
    return in_solver(text, "tolerance", rng.choice([1e-4, 1e-5, 1e-6])), ["the friction is self-locking"]


CLASSES = {
    "initial-speeds": initial_speeds,
    "open-meshes": open_meshes,
    "default-friction": default_friction,
    "redundant-loops": redundant_loops,
    "rattling-gearboxes": rattling_gearboxes,
    "jamming-guides": jamming_guides,
}
