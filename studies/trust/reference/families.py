"""Random mechanisms in space: trees, loops, drives, friction."""

import numpy as np

from .functions import Harmonic, Ramp, Sum, Table
from .spatial import GROUND
from .writer import SpatialModel


def unit(rng):
    v = rng.standard_normal(3)
    return v / np.linalg.norm(v)


def log_uniform(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def solver(tolerance):
    return f"[solver]\ntolerance = {tolerance!r}\n"


def transient(end):
    return f'[analysis]\ntype = "transient"\nend = {end!r}\n'


class Case:
    """A model text, its reference and the end of the run."""

    def __init__(self, family, kind, model, end):
        self.family, self.kind, self.model, self.end = family, kind, model, end

    def text(self, tolerance):
        return self.model.write(f"{self.family}: {self.kind}", transient(self.end), solver(tolerance))


def add_tree(model, bodies, kinds, speed, branch=0.3):
    """Bodies one after another, each held by a joint to an earlier one or to the ground."""
    rng = model.rng
    tips = {GROUND: np.zeros(3)}
    joints = []
    for i in range(bodies):
        parent = GROUND if i == 0 else (i - 1 if rng.random() > branch else int(rng.integers(-1, i)))
        at = tips[parent] + (0.1 * unit(rng) if parent == GROUND and i else 0.0)
        reach = rng.uniform(0.1, 0.4)
        away = unit(rng)
        centre = at + 0.5 * reach * away
        body = model.body(centre, size=reach, spin=speed * rng.standard_normal(3))
        tips[body] = at + reach * away
        kind = str(rng.choice(list(kinds), p=np.array(list(kinds.values())) / sum(kinds.values())))
        axis = None if kind in ("spherical", "rigid") else unit(rng)
        joint = model.joint(kind, parent, body, at, axis)
        joints.append((kind, joint))
        mass = float(model.m.mass[body])
        if kind in ("prismatic", "cylindrical", "inline", "planar"):
            # A spring holds what would slide away.
            stiffness = mass * (2 * np.pi * rng.uniform(0.8, 2.5)) ** 2
            root = at + 0.3 * (axis if kind != "planar" else np.cross(axis, away))
            model.spring(parent, body, root, centre, float(stiffness), float(0.05 * np.sqrt(stiffness * mass)), 0.3)
    return joints, tips


TREE_JOINTS = {
    "hinge": 5, "spherical": 2, "universal": 2, "prismatic": 2, "cylindrical": 1, "planar": 0.7, "inline": 0.7, "rigid": 0.5,
}  # fmt: skip


def sprinkle(model, joints, tips, rng):
    """Springs, dampers and drag on what is there."""
    for kind, joint in joints:
        if kind == "hinge" and rng.random() < 0.5:
            model.torsion(joint, log_uniform(rng, 0.05, 5), log_uniform(rng, 1e-3, 0.1), float(rng.uniform(-0.5, 0.5)))
    bodies = [body for body in tips if body != GROUND]
    for _ in range(int(rng.integers(0, 3))):
        body = int(rng.choice(bodies))
        far = tips[body] + rng.uniform(0.2, 0.5) * unit(rng)
        model.spring(GROUND, body, far, tips[body], log_uniform(rng, 5, 200), log_uniform(rng, 0.05, 3), float(rng.uniform(0.1, 0.3)))
    if rng.random() < 0.2:
        body = int(rng.choice(bodies))
        model.drag(body, tips[body], 1.0, log_uniform(rng, 0.01, 0.1))


def tree(rng):
    model = SpatialModel(rng, 9.81 * unit(rng) * (rng.random() > 0.1))
    bodies = int(rng.integers(1, 5))
    joints, tips = add_tree(model, bodies, TREE_JOINTS, rng.choice([0.0, 1.0, 4.0]))
    sprinkle(model, joints, tips, rng)
    if rng.random() < 0.15:
        place = 0.3 * unit(rng)
        body = model.body(place, size=0.15, velocity=rng.standard_normal(3), spin=3 * rng.standard_normal(3))
        model.bushing(
            GROUND, body, place, rng.uniform(0.3, 1.0) * unit(rng), rng.uniform(50, 400, 3), rng.uniform(0.1, 2, 3),
            rng.uniform(0.5, 4, 3), rng.uniform(0.001, 0.05, 3),
        )  # fmt: skip
    kinds = "+".join(kind for kind, _ in joints)
    return Case("trees", kinds, model, float(rng.uniform(0.4, 1.0)))


# Closed loops.


class Plane:
    """A plane in space in which points have two coordinates."""

    def __init__(self, rng):
        self.z = unit(rng)
        self.x = np.cross(self.z, unit(rng))
        self.x /= np.linalg.norm(self.x)
        self.y = np.cross(self.z, self.x)
        self.o = 0.2 * rng.standard_normal(3)

    def at(self, p):
        return self.o + p[0] * self.x + p[1] * self.y


def close(a, b, ra, rb, side):
    """The point at the distance ra from a and rb from b, on the given side; none where the circles do not meet well."""
    d = b - a
    length = np.linalg.norm(d)
    s = (ra**2 - rb**2 + length**2) / (2 * length)
    square = ra**2 - s**2
    if square < (0.25 * ra) ** 2:
        return None
    e = d / length
    return a + s * e + side * np.sqrt(square) * np.array([-e[1], e[0]])


def four_bar_points(rng):
    """Joints of a four-bar linkage away from its flat positions, and not near a change point."""
    while True:
        base, crank, coupler, rocker = rng.uniform(0.3, 0.7), *rng.uniform(0.15, 0.6, 3)
        lengths = np.sort([base, crank, coupler, rocker])
        if abs(lengths[0] + lengths[3] - lengths[1] - lengths[2]) < 0.06:
            continue
        angle = rng.uniform(0, 2 * np.pi)
        a, d = np.zeros(2), np.array([base, 0.0])
        b = crank * np.array([np.cos(angle), np.sin(angle)])
        c = close(b, d, coupler, rocker, rng.choice([-1, 1]))
        if c is not None:
            return a, b, c, d


def bar(model, p, q):
    return model.body(0.5 * (p + q), size=float(np.linalg.norm(q - p)))


def four_bar(model, rng, joints=("hinge", "hinge", "hinge", "hinge")):
    plane = Plane(rng)
    a, b, c, d = (plane.at(p) for p in four_bar_points(rng))
    crank, coupler, rocker = bar(model, a, b), bar(model, b, c), bar(model, c, d)
    # The arms of a universal joint stand across the coupler, so that it may turn in the plane and does not spin.
    axes = [{"hinge": plane.z, "spherical": None, "universal": c - b}[kind] for kind in joints]
    first = model.joint(joints[0], GROUND, crank, a, axes[0])
    model.joint(joints[1], crank, coupler, b, axes[1])
    model.joint(joints[2], coupler, rocker, c, axes[2])
    model.joint(joints[3], GROUND, rocker, d, axes[3])
    return first, plane, (crank, coupler, rocker), c


def slider_crank(model, rng):
    plane = Plane(rng)
    crank_length, rod = rng.uniform(0.08, 0.2), rng.uniform(0.3, 0.6)
    angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(-0.05, 0.05)
    b2 = crank_length * np.array([np.cos(angle), np.sin(angle)])
    c2 = np.array([b2[0] + np.sqrt(rod**2 - (offset - b2[1]) ** 2), offset])
    a, b, c = (plane.at(p) for p in (np.zeros(2), b2, c2))
    crank, coupler = bar(model, a, b), bar(model, b, c)
    slider = model.body(c, size=0.08)
    first = model.joint("hinge", GROUND, crank, a, plane.z)
    style = rng.choice(["planar", "spatial", "balls"])
    model.joint("hinge" if style == "planar" else "spherical", crank, coupler, b, plane.z if style == "planar" else None)
    if style == "spatial":
        model.joint("universal", coupler, slider, c, c - b)
    elif style == "planar":
        model.joint("hinge", coupler, slider, c, plane.z)
    else:
        model.joint("spherical", coupler, slider, c)
    model.joint("prismatic", GROUND, slider, c, plane.x)
    return first, plane, (crank, coupler, slider), c


def rssr(model, rng):
    """Two cranks about skew axes and a coupler with balls at both ends, or a massless rod in its place."""
    while True:
        a, d = np.zeros(3), 0.5 * unit(rng)
        za, zd = unit(rng), unit(rng)
        arm_a, arm_d = np.cross(za, unit(rng)), np.cross(zd, unit(rng))
        b = a + 0.15 * arm_a / np.linalg.norm(arm_a)
        c = d + 0.35 * arm_d / np.linalg.norm(arm_d)
        e = (c - b) / np.linalg.norm(c - b)
        # Away from where the coupler meets the axis of a crank: there the loop folds.
        levers = [abs(np.dot(np.cross(za, b - a), e)) / 0.15, abs(np.dot(np.cross(zd, c - d), e)) / 0.35]
        if min(levers) > 0.35:
            break
    crank, rocker = bar(model, a, b), bar(model, d, c)
    first = model.joint("hinge", GROUND, crank, a, za)
    model.joint("hinge", GROUND, rocker, d, zd)
    if rng.random() < 0.5:
        model.joint("distance", crank, rocker, (b, c))
    else:
        coupler = bar(model, b, c)
        model.joint("spherical", crank, coupler, b)
        if rng.random() < 0.5:
            model.joint("universal", coupler, rocker, c, c - b)
        else:
            model.joint("spherical", coupler, rocker, c)
    return first, None, (crank, rocker), c


def parallelogram(model, rng):
    """A parallelogram with a third rod that repeats the other two, held away from its flat positions by a spring."""
    plane = Plane(rng)
    base, arm, angle = rng.uniform(0.3, 0.6), rng.uniform(0.2, 0.4), rng.uniform(1.0, 2.1)
    swing = arm * np.array([np.cos(angle), np.sin(angle)])
    feet = [np.array([s * base, 0.0]) for s in (0.0, 1.0, rng.uniform(0.3, 0.7))]
    heads = [foot + swing for foot in feet]
    coupler = model.body(plane.at(0.5 * (heads[0] + heads[1])), size=base)
    rods = []
    first = None
    for foot, top in zip(feet[: 2 if rng.random() < 0.5 else 3], heads):
        rod = bar(model, plane.at(foot), plane.at(top))
        joint = model.joint("hinge", GROUND, rod, plane.at(foot), plane.z)
        first = first or joint
        model.joint("hinge", rod, coupler, plane.at(top), plane.z)
        rods.append(rod)
    weight = 9.81 * (float(sum(model.m.mass)))
    model.torsion(first, 6 * weight * arm, 0.02 * weight * arm)
    return first, plane, rods, plane.at(heads[1])


def mixed_four_bar(model, rng):
    """Four bars in a plane whose joints leave no redundancy: hinge, ball, universal joint, hinge."""
    joints = [("hinge", "spherical", "universal", "hinge"), ("hinge", "spherical", "spherical", "hinge")][int(rng.integers(2))]
    return four_bar(model, rng, joints)


LOOPS = {
    "four-bar": four_bar, "four-bar without redundancy": mixed_four_bar, "slider-crank": slider_crank, "RSSR": rssr,
    "parallelogram": parallelogram,
}  # fmt: skip


def loop(rng):
    model = SpatialModel(rng, 9.81 * unit(rng))
    kind = str(rng.choice(list(LOOPS)))
    first, _, bodies, tip = LOOPS[kind](model, rng)
    spins = rng.choice([0.0, 3.0]) * rng.standard_normal()
    crank = first["b"]
    model.m.w[crank] = spins * np.asarray(first["z"])
    model.text = [text_with_spin(text, model, crank) for text in model.text]
    if rng.random() < 0.6:
        body = bodies[-1]
        far = tip + rng.uniform(0.2, 0.5) * unit(rng)
        model.spring(GROUND, body, far, tip, log_uniform(rng, 5, 150), log_uniform(rng, 0.05, 2), float(rng.uniform(0.1, 0.3)))
    if rng.random() < 0.3:
        model.torque(first, time_function(rng, log_uniform(rng, 0.1, 2), 1.0))
    return Case("loops", kind, model, float(rng.uniform(0.4, 0.9)))


def text_with_spin(text, model, body):
    """The text of a body with the angular velocity that it was given afterwards."""
    if f'name = "{model.name(body)}"\nmass' not in text:
        return text
    lines = text.splitlines()
    values = ", ".join(repr(float(v)) for v in model.m.w[body])
    return "\n".join(f"angular_velocity = [{values}]" if line.startswith("angular_velocity") else line for line in lines) + "\n"


# Drives and loads over time.


def time_function(rng, size, end):
    """A load over time: harmonic, ramp, smooth step, table, or a sum of two."""
    kind = int(rng.integers(5))
    if kind == 0:
        return Harmonic(size, float(rng.uniform(0.5, 4)), float(rng.uniform(0, 6)), float(rng.uniform(-0.5, 0.5) * size))
    if kind in (1, 2):
        start = float(rng.uniform(0, 0.4 * end))
        return Ramp(start, start + float(rng.uniform(0.1, 0.5) * end), 0.0, float(size), smooth=kind == 2)
    if kind == 3:
        times = np.sort(rng.uniform(0, end, 4))
        values = size * rng.uniform(-1, 1, 4)
        return Table([(float(x), float(y)) for x, y in zip(times, values)])
    return Sum(
        Harmonic(0.5 * size, float(rng.uniform(0.5, 4)), 0.3, 0.0), Ramp(0.1 * end, 0.4 * end, 0.0, float(size), smooth=False)
    )


def motion_function(rng, size, end, level):
    """A prescribed angle or travel that starts at zero, smooth in its rate; or a prescribed speed."""
    kind = int(rng.integers(3))
    if level == 1 and kind == 0:
        return Ramp(float(rng.uniform(0, 0.2)), float(rng.uniform(0.4, 0.8) * end), 0.0, 2 * size)
    if kind == 1:
        start = float(rng.uniform(0, 0.2))
        return Ramp(start, start + float(rng.uniform(0.4, 0.9) * end), 0.0, size * (1 + level), smooth=True)
    return Harmonic(size, float(rng.uniform(0.5, 2.5)))


def driven(rng):
    model = SpatialModel(rng, 9.81 * unit(rng))
    end = float(rng.uniform(0.5, 1.0))
    kind = str(rng.choice(["tree", "tree", "slide", "four-bar", "slider-crank", "RSSR", "loaded tree"]))
    level = int(rng.integers(2))
    if kind in ("four-bar", "slider-crank", "RSSR"):
        first, _, bodies, tip = LOOPS[kind](model, rng)
        if rng.random() < 0.6:
            model.drive_turn(first, motion_function(rng, float(rng.uniform(0.1, 0.3)), end, level), level)
        else:
            model.torque(first, time_function(rng, log_uniform(rng, 0.1, 3), end))
            model.load(bodies[-1], tip, 5 * unit(rng), np.zeros(3), False, time_function(rng, 1.0, end))
        return Case("drives", kind, model, end)
    if kind == "slide":
        axis = unit(rng)
        body = model.body(0.2 * unit(rng), size=0.2)
        joint = model.joint("prismatic", GROUND, body, model.m.x[body], axis)
        model.drive_slide(joint, motion_function(rng, float(rng.uniform(0.05, 0.2)), end, level), level)
        add_to(model, body, rng)
        return Case("drives", kind, model, end)
    joints, tips = add_tree(model, int(rng.integers(2, 5)), TREE_JOINTS, 0.0)
    hinges = [joint for joint_kind, joint in joints if joint_kind == "hinge"]
    if hinges and kind == "tree":
        model.drive_turn(hinges[0], motion_function(rng, float(rng.uniform(0.3, 2.5)), end, level), level)
        hinges = hinges[1:]
    for joint in hinges:
        model.torque(joint, time_function(rng, log_uniform(rng, 0.05, 1.0), end))
    body = int(rng.integers(len(model.m.mass)))
    model.load(
        body, tips[body], 4 * unit(rng), 0.2 * unit(rng), bool(rng.random() < 0.5), time_function(rng, 1.0, end)
    )
    return Case("drives", kind, model, end)


def add_to(model, parent, rng):
    """A double pendulum on a body."""
    at = np.array(model.m.x[parent])
    for _ in range(2):
        away = unit(rng)
        body = model.body(at + 0.12 * away, size=0.24)
        model.joint("hinge", parent, body, at, unit(rng))
        parent, at = body, at + 0.24 * away


def regularised(rng):
    """Hinges and slides with regularised friction that follows their reaction."""
    model = SpatialModel(rng, 9.81 * unit(rng))
    end = float(rng.uniform(0.5, 1.0))

    def law(radius):
        coefficient = float(rng.uniform(0.05, 0.3))
        velocity = log_uniform(rng, 0.02, 0.1)
        static = coefficient * float(rng.choice([1.0, 1.0, 1.3]))
        return {"coefficient": coefficient, "static": static, "velocity": velocity, "stribeck": 10 * velocity, "radius": radius}

    at, parent = np.zeros(3), GROUND
    for i in range(int(rng.integers(1, 4))):
        away = unit(rng)
        body = model.body(at + 0.15 * away, size=0.3, spin=2 * rng.standard_normal(3))
        kind = "prismatic" if i == 0 and rng.random() < 0.4 else "hinge"
        axis = unit(rng)
        model.joint(kind, parent, body, at, axis, friction=law(log_uniform(rng, 0.005, 0.03) if kind == "hinge" else None))
        if kind == "prismatic":
            mass = float(model.m.mass[body])
            model.spring(parent, body, at + 0.4 * axis, at + 0.15 * away, 60.0 * mass, 0.5 * mass, 0.3)
        parent, at = body, at + 0.3 * away
    return Case("friction", "regularised", model, end)
