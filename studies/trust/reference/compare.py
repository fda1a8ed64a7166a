"""One random case: drawn, integrated by the reference, run by the program, compared."""

import numpy as np

from . import equilibria, families, rest_families, train_families
from .program import Failed, run
from .rotation import between
from .spatial import Drift
from .trains import Unresolved

# What an initial difference is, and what it may grow by before a case counts as chaotic.
PERTURBATION = 1e-10
CHAOTIC = 1e3
# An error above this multiple of the tolerance is wrong.
WRONG = 10.0
# Statics and modes are no matter of steps: what they are held to instead.
STATICS = 1e-9
MODES = 1e-8
# Times at which motions are compared.
SAMPLES = 12

DRAW = {
    "trees": (0.25, families.tree),
    "loops": (0.2, families.loop),
    "drives": (0.15, families.driven),
    "friction, regularised": (0.07, families.regularised),
    "friction, clutches": (0.06, train_families.clutch_train),
    "friction, blocks": (0.05, train_families.blocks),
    "trains": (0.08, train_families.train),
    "statics": (0.07, lambda rng: rest_families.resting(rng, "statics")),
    "modes": (0.07, lambda rng: rest_families.any_modes(rng)),
}


class Spatial:
    """A mechanism in space against the program's positions and quaternions."""

    def __init__(self, case, rng):
        self.m, self.end = case.model.m.freeze(), case.end
        self.solution = self.m.integrate(self.m.neighbours(rng, PERTURBATION), case.end)
        self.drift = self.m.openings(self.solution(case.end)) / min(self.m.length, 1.0)
        names = ("position_x", "position_y", "position_z", "rotation_w", "rotation_x", "rotation_y", "rotation_z")
        self.channels = [f"{case.model.name(i)}.{name}" for i in range(self.m.n) for name in names]

    def differences(self, t, row):
        x, q, *_ = self.m.split(self.solution(t))
        row = row.reshape(self.m.n, 7)
        error = max(np.max(np.abs(row[:, :3] - x[0])) / self.m.length, np.max(between(row[:, 3:], q[0])))
        return error, max(np.max(np.abs(x[1] - x[0])) / self.m.length, np.max(between(q[1], q[0])))


class Torsional:
    """A train, or blocks in a line, against the program's angles or displacements."""

    def __init__(self, case, rng):
        t = self.train = case.train
        self.channels, self.length, self.drift = case.channels, case.length, 0.0
        start = t.start()
        f = len(start) // 2
        move = rng.standard_normal((2, f))
        move = np.concatenate([m * PERTURBATION / np.max(np.abs(t.z @ m)) for m in move])
        # What rests at the start is not pushed: the friction that holds it takes the difference.
        move[f:] *= np.any(start[f:])
        # The neighbour has other steps, so that a short touch that one of them misses shows as growth; then both are repeated.
        step = case.end / (200 if t.clutches or t.meshes else 20)
        for _ in range(3):
            self.solution, self.events = t.integrate(start.copy(), case.end, step)
            self.other, _ = t.integrate(start + move, case.end, 0.7 * step)
            times = np.linspace(0, case.end, 50)
            apart = max(np.max(np.abs(t.angles(self.solution(x)) - t.angles(self.other(x)))) for x in times)
            if apart < CHAOTIC * PERTURBATION:
                break
            step /= 6

    def differences(self, t, row):
        angles = self.train.angles(self.solution(t))[: len(row)]
        others = self.train.angles(self.other(t))[: len(row)]
        return np.max(np.abs(row - angles)) / self.length, np.max(np.abs(others - angles))


def draw(seed, index):
    rng = np.random.default_rng([seed, index])
    names, weights = list(DRAW), np.array([weight for weight, _ in DRAW.values()])
    name = str(rng.choice(names, p=weights / weights.sum()))
    case = DRAW[name][1](rng)
    case.family = name
    return case, rng


def evaluate(program, seed, index, tolerance, limit):
    """The result of one case as a dictionary; `model` is its text."""
    case, rng = draw(seed, index)
    result = {"index": index, "family": case.family, "kind": case.kind, "model": case.text(tolerance)}
    try:
        if case.family == "statics":
            statics(program, case, rng, limit, result)
        elif case.family == "modes":
            modes(program, case, rng, limit, result)
        else:
            motion(program, case, rng, tolerance, limit, result)
    except Failed as failure:
        result |= {"status": "failed", "reason": str(failure)}
    except (Drift, Unresolved, np.linalg.LinAlgError) as failure:
        result |= {"status": "no reference", "reason": str(failure)}
    return result


def motion(program, case, rng, tolerance, limit, result):
    reference = Torsional(case, rng) if hasattr(case, "train") else Spatial(case, rng)
    if reference.drift > 0.1 * tolerance:
        raise Drift(f"the constraints of the reference drift by {reference.drift:.1e}")
    done = run(program, result["model"], limit)
    wanted = np.linspace(0, case.end, SAMPLES + 1)[1:]
    times, rows = done.sample(reference.channels, wanted)
    pairs = [reference.differences(min(t, case.end), row) for t, row in zip(times, rows)]
    error, growth = (float(max(values)) for values in zip(*pairs))
    statistics = done.summary["statistics"]
    result |= {
        "error": error / tolerance, "growth": growth / PERTURBATION, "cpu_s": done.cpu,
        "steps": statistics["steps"], "rejected": statistics["rejected"],
    }  # fmt: skip
    judge(result)


def judge(result):
    if result["growth"] >= CHAOTIC:
        result["status"] = "chaotic"
    else:
        result["status"] = "wrong" if not result["error"] <= WRONG else "right"
    if result["status"] == "wrong":
        result["reason"] = f"error {result['error']:.3g} of the tolerance, growth {result['growth']:.3g}"


def place(case, done):
    m = case.model.m.freeze()
    values = [done.summary["measures"][rest_families.measure_name(channel)] for channel in case.channels()]
    return m, equilibria.pose(m, np.array(values).reshape(m.n, 7))


def statics(program, case, rng, limit, result):
    """The program's equilibrium against Newton's method from a place a thousandth away from it."""
    done = run(program, result["model"], limit, channels=False)
    m, y = place(case, done)
    z = equilibria.basis(m, y)
    away = z @ rng.standard_normal(z.shape[1]) * 1e-3
    own = equilibria.newton(m, m.displaced(y, (equilibria.scales(m) * away).reshape(1, m.n, 6)))
    if own is None:
        raise Drift("the reference finds no equilibrium")
    result |= {"error": equilibria.distance(m, y, own) / STATICS, "growth": 0.0, "cpu_s": done.cpu}
    judge(result)


def modes(program, case, rng, limit, result):
    """Frequencies without damping and poles with it, each relative to itself."""
    if hasattr(case, "train"):
        mass, c, k = case.train.m, case.train.dz, case.train.kzz
    else:
        rest = run(program, case.text(None, "statics"), limit, channels=False)
        m, y = place(case, rest)
        own = equilibria.newton(m, y)
        if own is None:
            raise Drift("the reference finds no equilibrium")
        z = equilibria.basis(m, own)
        mass, c, k = (f(m, own, z) for f in (equilibria.masses, equilibria.damping, equilibria.stiffness))
    undamped, poles = equilibria.frequencies(mass, c, k)
    if np.min(undamped) < -1e-4 * np.max(undamped):
        result |= {"status": "unstable", "reason": "the equilibrium is unstable", "error": None}
        return
    result["model"] = case.text(None, "modes")
    done = run(program, result["model"], limit, channels=False)
    found = done.summary["modes"]
    result |= {"growth": 0.0, "cpu_s": done.cpu, "error": mode_error(found, undamped, poles) / MODES}
    judge(result)


def mode_error(found, undamped, poles):
    if len(found) != len(undamped):
        return np.inf
    most = np.max(np.abs(undamped))
    worst = 0.0
    for f, mine in zip(sorted(mode["frequency_hz"] for mode in found), undamped):
        # A rigid motion is zero to the round-off of the largest frequency's square.
        worst = max(worst, abs(f - max(mine, 0.0)) / max(mine, most) if mine < 1e-4 * most and f == 0 else abs(f - mine) / mine)
    for mode in found:
        f, ratio = mode["damped_frequency_hz"], mode["damping_ratio"]
        if not f or ratio >= 1:
            continue
        size = 2 * np.pi * f / np.sqrt(1 - ratio**2)
        pole = size * complex(-ratio, np.sqrt(1 - ratio**2))
        worst = max(worst, float(np.min(np.abs(poles - pole)) / size))
    return worst
