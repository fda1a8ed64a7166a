"""Random models for statics and modes."""

import numpy as np

from .families import LOOPS, TREE_JOINTS, Case, add_tree, log_uniform, unit
from .spatial import GROUND
from .train_families import train
from .writer import SpatialModel, head


def measure_name(channel):
    return channel.replace(".", " ")


class RestCase(Case):
    def text(self, _tolerance, analysis="statics"):
        start = 'start = "equilibrium"\n' if analysis == "modes" else ""
        body = self.model.write(f"{self.family}: {self.kind}", f'[analysis]\ntype = "{analysis}"\n{start}', "")
        if analysis == "modes":
            return body
        pairs = [(measure_name(channel), channel) for channel in self.channels()]
        return body + "\n" + "\n".join(f'[[measure]]\nname = "{name}"\nfinal = "{channel}"\n' for name, channel in pairs)

    def channels(self):
        names = ("position_x", "position_y", "position_z", "rotation_w", "rotation_x", "rotation_y", "rotation_z")
        return [f"{self.model.name(i)}.{name}" for i in range(len(self.model.m.mass)) for name in names]


def resting(rng, family):
    """A tree or a loop that springs hold in every direction, under gravity and constant loads."""
    model = SpatialModel(rng, 9.81 * unit(rng))
    if rng.random() < 0.3:
        kind = str(rng.choice(["four-bar", "slider-crank", "parallelogram", "four-bar without redundancy"]))
        first, _, bodies, tip = LOOPS[kind](model, rng)
        if kind != "parallelogram":
            weight = 9.81 * float(sum(model.m.mass))
            model.torsion(first, float(weight * rng.uniform(0.3, 1.5)), float(weight * 0.01))
        if kind in ("slider-crank", "four-bar without redundancy"):
            # Nothing but its own friction would hold a coupler with two balls against spinning.
            hold_spin(model, GROUND, 1, rng)
        model.load(bodies[-1], tip, 5 * unit(rng), np.zeros(3), False, None)
        return RestCase(family, kind, model, None)
    joints, tips = add_tree(model, int(rng.integers(1, 5)), TREE_JOINTS, 0.0)
    for kind, joint in joints:
        weight = 9.81 * float(sum(model.m.mass)) * 0.3
        if kind == "hinge":
            model.torsion(joint, float(weight * rng.uniform(0.4, 3)), float(weight * rng.uniform(0, 0.03)), float(rng.uniform(-0.3, 0.3)))
        elif kind not in ("rigid", "prismatic"):
            hold_spin(model, joint["a"], joint["b"], rng, weight)
    bodies = list(range(len(model.m.mass)))
    for _ in range(int(rng.integers(0, 3))):
        body = int(rng.choice(bodies))
        far = tips[body] + rng.uniform(0.2, 0.5) * unit(rng)
        model.spring(GROUND, body, far, tips[body], log_uniform(rng, 20, 500), log_uniform(rng, 0.05, 3), float(rng.uniform(0.1, 0.3)))
    body = int(rng.choice(bodies))
    model.load(body, tips[body], 4 * unit(rng), 0.2 * unit(rng), bool(rng.random() < 0.3 and family == "statics"), None)
    return RestCase(family, "+".join(kind for kind, _ in joints), model, None)


def hold_spin(model, a, b, rng, weight=3.0):
    """A bushing that resists rotation, and displacement a little."""
    model.bushing(
        a, b, model.m.x[b], rng.uniform(0.3, 1.0) * unit(rng), weight * rng.uniform(3, 30, 3), weight * rng.uniform(0.01, 0.1, 3),
        weight * rng.uniform(0.4, 3, 3), weight * rng.uniform(0.001, 0.02, 3),
    )  # fmt: skip


def any_modes(rng):
    """Modes of a mechanism in space, or of a torsional train."""
    if rng.random() < 0.6:
        return resting(rng, "modes")
    case = train(rng, linear=True)
    case.text = lambda _tolerance, _analysis="modes": (
        head(f"modes: {case.kind}", '[analysis]\ntype = "modes"\n', "") + "\n" + case.body[1]
    )
    return case
