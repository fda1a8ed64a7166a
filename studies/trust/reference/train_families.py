"""Random torsional trains and blocks with friction that sticks."""

import numpy as np

from .families import log_uniform, solver, transient, unit
from .functions import Constant, Harmonic, Ramp, Sum
from .trains import Clutch, Train
from .writer import head, vec


class TrainCase:
    """A model text, its reference and which channel each coordinate is."""

    def __init__(self, family, kind, text, train, end, angle, speed, channels, length=1.0):
        self.family, self.kind, self.body, self.train, self.end = family, kind, text, train, end
        self.channels, self.length = channels, length
        train.freeze(angle, speed)

    def text(self, tolerance):
        top, rest = self.body
        return head(f"{self.family}: {self.kind}", top + transient(self.end), solver(tolerance)) + "\n" + rest


class Writer:
    """Shafts and what is between them, as text and as rows; −1 is the ground."""

    def __init__(self):
        self.lines, self.count = [], 0
        self.inertia, self.angle, self.speed = [], [], []
        self.train = Train([])

    def shaft(self, inertia, speed=0.0, angle=0.0):
        self.inertia.append(inertia)
        self.speed.append(speed)
        self.angle.append(angle)
        self.train.inertia.append(inertia)
        return len(self.inertia) - 1

    def name(self, i):
        return "ground" if i < 0 else f"inertia {i + 1}"

    def pair(self, a, b):
        return f'["{self.name(a)}", "{self.name(b)}"]'

    def row(self, *entries):
        row = np.zeros(len(self.inertia))
        for i, value in entries:
            if i >= 0:
                row[i] += value
        return row

    def item(self, kind, **keys):
        self.count += 1
        lines = ["[[driveline]]", f'name = "{kind} {self.count}"', f'type = "{kind}"']
        self.lines.append("\n".join(lines + [f"{key} = {value}" for key, value in keys.items()]) + "\n")

    def spring(self, a, b, stiffness, damping):
        self.train.springs.append((self.row((a, 1), (b, -1)), stiffness, damping))
        self.item("shaft", between=self.pair(a, b), stiffness=repr(stiffness), damping=repr(damping))

    def damper(self, a, b, damping):
        self.train.springs.append((self.row((a, 1), (b, -1)), 0.0, damping))
        self.item("damper", between=self.pair(a, b), damping=repr(damping))

    def torque(self, a, function):
        self.train.torques.append((a, function))
        self.item("torque", on=f'"{self.name(a)}"', torque=function.text())

    def stage(self, a, b, ratio, carrier=-1):
        self.train.rows.append(self.row((a, 1), (b, -ratio), (carrier, ratio - 1)))
        keys = {} if carrier < 0 else {"carrier": f'"{self.name(carrier)}"'}
        self.item("stage", between=self.pair(a, b), ratio=repr(ratio), **keys)

    def mesh(self, a, b, ratio, radius, stiffness, damping, lash):
        self.train.meshes.append((radius * self.row((a, 1), (b, -ratio)), stiffness, damping, lash))
        self.item(
            "mesh", between=self.pair(a, b), ratio=repr(ratio), radius=repr(radius), stiffness=repr(stiffness),
            damping=repr(damping), lash=repr(lash),
        )  # fmt: skip

    def planetary(self, sun, ring, carrier, teeth, inertia, mass, radius):
        """Three planets: their spin is a coordinate of its own, their mass belongs to the carrier."""
        zs, zr = teeth
        zp = (zr - zs) / 2
        planet = len(self.inertia)
        self.train.inertia.append(3 * inertia)
        self.train.inertia[carrier] += 3 * mass * radius**2

        def full(*entries):
            row = np.zeros(planet + 1)
            for i, value in entries:
                if i >= 0:
                    row[i] += value
            return row

        self.train.rows.append(full((sun, zs), (planet, zp), (carrier, -zs - zp)))
        self.train.rows.append(full((ring, zr), (planet, -zp), (carrier, zp - zr)))
        self.item(
            "planetary", sun=f'"{self.name(sun)}"', ring=f'"{self.name(ring)}"', carrier=f'"{self.name(carrier)}"',
            teeth=f"[{zs}, {zr}]", planet_inertia=repr(inertia), planet_mass=repr(mass), carrier_radius=repr(radius),
        )  # fmt: skip

    def clutch(self, a, b, capacity, ratio, stribeck=None, slope=0.0):
        self.train.clutches.append(Clutch(self.row((a, 1), (b, -1)), capacity, ratio, stribeck, slope))
        keys = {"between": self.pair(a, b), "torque": capacity.text(), "static_ratio": repr(ratio), "slope": repr(slope)}
        if stribeck:
            keys["stribeck_speed"] = repr(stribeck)
        self.item("clutch", **keys)

    def case(self, family, kind, end):
        # Speeds that agree with the stages: the given ones, moved by the least amount.
        n = len(self.inertia)
        rows = [np.concatenate([row, np.zeros(len(self.train.inertia) - len(row))]) for row in self.train.rows]
        speed = np.concatenate([self.speed, np.zeros(len(self.train.inertia) - n)])
        if rows:
            rows = np.array(rows)
            speed = speed - np.linalg.pinv(rows) @ (rows @ speed)
        text = []
        for i in range(n):
            text.append(
                f'[[inertia]]\nname = "{self.name(i)}"\ninertia = {self.inertia[i]!r}\n'
                f"angle = {self.angle[i]!r}\nspeed = {float(speed[i])!r}\n"
            )
        channels = [f"{self.name(i)}.angle" for i in range(n)]
        angle = np.concatenate([self.angle, np.zeros(len(self.train.inertia) - n)])
        return TrainCase(family, kind, ("", "\n".join(text + self.lines)), self.train, end, angle, speed, channels)


def drive(rng, size):
    kind = int(rng.integers(4))
    if kind == 0:
        return Constant(float(size * rng.uniform(-1, 1)))
    if kind == 1:
        return Harmonic(float(size), float(rng.uniform(0.5, 6)), float(rng.uniform(0, 6)), float(0.5 * size * rng.uniform(-1, 1)))
    if kind == 2:
        start = float(rng.uniform(0, 0.4))
        return Ramp(start, start + float(rng.uniform(0.1, 0.5)), 0.0, float(size), smooth=bool(rng.random() < 0.5))
    return Sum(Harmonic(0.6 * size, float(rng.uniform(1, 5))), Harmonic(0.4 * size, float(rng.uniform(5, 12)), 1.0))


def chain(w, rng, count, speed=0.0):
    """Inertias in a row with shafts between them."""
    shafts = [w.shaft(log_uniform(rng, 0.02, 1.0), float(speed + rng.normal(0, 2))) for _ in range(count)]
    for a, b in zip(shafts, shafts[1:]):
        smaller = min(w.inertia[a], w.inertia[b])
        stiffness = smaller * (2 * np.pi * log_uniform(rng, 2, 15)) ** 2
        w.spring(a, b, float(stiffness), float(2 * log_uniform(rng, 0.003, 0.1) * np.sqrt(stiffness * smaller)))
    return shafts


def train(rng, linear=False):
    """Chains joined by stages, planetary sets or teeth with lash; without lash where it must be linear."""
    w = Writer()
    kinds = ["chain", "stage", "stage on a carrier", "planetary", "two paths", "lash", "lash"]
    kind = str(rng.choice(kinds[:5] if linear else kinds))
    speed = float(rng.uniform(-20, 60))
    first = chain(w, rng, int(rng.integers(2, 4)), speed)
    if kind == "chain":
        if rng.random() < 0.5:
            w.spring(first[0], -1, log_uniform(rng, 1, 100), log_uniform(rng, 0.01, 0.5))
    elif kind == "stage":
        ratio = float(rng.choice([-1, 1]) * rng.uniform(0.3, 4))
        second = chain(w, rng, int(rng.integers(1, 4)), speed / ratio)
        w.stage(first[-1], second[0], ratio)
        first = first + second
    elif kind == "stage on a carrier":
        second, carrier = chain(w, rng, 2), w.shaft(log_uniform(rng, 0.05, 0.5))
        w.stage(first[-1], second[0], float(rng.choice([-1.0, -0.6, 1.7, -2.5])), carrier)
        w.damper(carrier, -1, log_uniform(rng, 0.05, 0.5))
        first = first + second + [carrier]
    elif kind == "planetary":
        ring, carrier = w.shaft(log_uniform(rng, 0.05, 0.5)), w.shaft(log_uniform(rng, 0.05, 0.5))
        zs = int(rng.integers(18, 40))
        zr = zs + 2 * int(rng.integers(12, 30))
        w.planetary(first[-1], ring, carrier, (zs, zr), log_uniform(rng, 1e-4, 1e-2), log_uniform(rng, 0.1, 1), 0.05)
        w.spring(ring, -1, log_uniform(rng, 100, 2000), log_uniform(rng, 0.1, 3))
        w.damper(carrier, -1, log_uniform(rng, 0.05, 0.5))
        first = first + [ring, carrier]
    elif kind == "two paths":
        a, b = float(rng.uniform(1.5, 3)), float(rng.uniform(-2, -0.5))
        middle, out = w.shaft(log_uniform(rng, 0.05, 0.3)), w.shaft(log_uniform(rng, 0.05, 0.3))
        w.stage(first[0], middle, a)
        w.stage(middle, out, b)
        smaller = min(w.inertia[out], w.inertia[first[-1]])
        w.spring(out, first[-1], float(smaller * (2 * np.pi * rng.uniform(2, 6)) ** 2), log_uniform(rng, 0.05, 0.5))
        first = first + [middle, out]
    else:
        ratio, radius = float(rng.choice([-1, 1]) * rng.uniform(0.5, 3)), 0.05
        second = chain(w, rng, int(rng.integers(1, 3)), speed / ratio)
        effective = min(w.inertia[first[-1]], w.inertia[second[0]] / ratio**2) / radius**2
        stiffness = float(effective * (2 * np.pi * log_uniform(rng, 10, 60)) ** 2)
        damping = float(2 * rng.uniform(0.05, 0.3) * np.sqrt(stiffness * effective))
        w.mesh(first[-1], second[0], ratio, radius, stiffness, damping, log_uniform(rng, 5e-5, 1e-3))
        w.damper(second[-1], -1, log_uniform(rng, 0.02, 0.3))
        first = first + second
    for shaft in rng.choice(first, size=2, replace=False):
        w.torque(int(shaft), drive(rng, log_uniform(rng, 1, 20)))
    if rng.random() < 0.5:
        w.damper(first[0], -1, log_uniform(rng, 0.01, 0.5))
    return w.case("trains", kind, float(rng.uniform(0.5, 1.5)))


def clutch_train(rng):
    """Brakes and clutches that stick and break away."""
    w = Writer()
    kind = str(rng.choice(["brake", "clutch", "two clutches", "clutch and stage"]))
    size = log_uniform(rng, 2, 20)
    ratio = float(rng.choice([1.0, 1.0, 1.1, 1.4]))
    stribeck = float(rng.uniform(0.5, 5)) if rng.random() < 0.3 and ratio > 1 else None
    slope = float(rng.choice([0.0, 0.0, 0.01]))

    def capacity(level):
        which = int(rng.integers(4))
        value = level * size
        if which == 0:
            return Constant(float(value))
        if which == 1:
            return Ramp(0.0, float(rng.uniform(0.2, 0.8)), 0.2 * value, float(value))
        if which == 2:
            return Ramp(float(rng.uniform(0.2, 0.5)), float(rng.uniform(0.6, 1.0)), float(value), 0.3 * value)
        return Harmonic(0.4 * value, float(rng.uniform(0.5, 3)), 0.0, float(value))

    first = chain(w, rng, int(rng.integers(1, 3)), float(rng.uniform(5, 30)))
    if kind == "brake":
        w.clutch(first[-1], -1, capacity(1.0), ratio, stribeck, slope)
    else:
        second = chain(w, rng, int(rng.integers(1, 3)))
        w.clutch(first[-1], second[0], capacity(1.0), ratio, stribeck, slope)
        if kind == "two clutches":
            w.clutch(second[-1], -1, capacity(0.6), ratio, stribeck, slope)
        if kind == "clutch and stage":
            out = w.shaft(log_uniform(rng, 0.1, 1.0))
            w.stage(second[-1], out, float(rng.choice([-1, 1]) * rng.uniform(0.5, 3)))
            w.damper(out, -1, log_uniform(rng, 0.05, 0.5))
        first = first + second
    w.torque(first[0], Harmonic(float(size * rng.uniform(0.5, 2)), float(rng.uniform(0.7, 4)), float(rng.uniform(0, 6))))
    if len(first) > 1:
        w.torque(first[-1], drive(rng, 0.5 * size))
    w.damper(first[0], -1, log_uniform(rng, 0.02, 0.3))
    return w.case("friction", f"{kind} that sticks", float(rng.uniform(0.8, 1.5)))


def blocks(rng):
    """One to three blocks on guides with friction that sticks, springs between them, loads along the line."""
    axis, across = unit(rng), unit(rng)
    across = across - (across @ axis) * axis
    gravity = 9.81 * across / np.linalg.norm(across) + float(rng.uniform(-2, 2)) * axis
    count = int(rng.integers(1, 4))
    masses = [log_uniform(rng, 0.3, 3) for _ in range(count)]
    t = Train(masses)
    text, speeds = [], []
    places = [0.4 * (i + 1) * axis for i in range(count)]
    for i, (mass, place) in enumerate(zip(masses, places)):
        speed = float(rng.choice([0.0, rng.uniform(-1, 1), rng.uniform(-1, 1)]))
        speeds.append(speed)
        coefficient = float(rng.uniform(0.05, 0.5))
        static = coefficient * float(rng.choice([1.0, 1.0, 1.2, 1.5]))
        text.append(
            f'[[body]]\nname = "block {i + 1}"\nmass = {mass!r}\ninertia = 0.01\nposition = {vec(place)}\nvelocity = {vec(speed * axis)}\n\n'
            f'[[joint]]\nname = "guide {i + 1}"\ntype = "prismatic"\nbetween = ["ground", "block {i + 1}"]\nposition = {vec(place)}\n'
            f"axis = {vec(axis)}\n"
            f'friction = {{ law = "stick", coefficient = {coefficient!r}, static_coefficient = {static!r} }}\n'
        )
        row = np.eye(count)[i]
        normal = mass * float(np.linalg.norm(gravity - (gravity @ axis) * axis))
        t.clutches.append(Clutch(row, Constant(coefficient * normal), static / coefficient))
        t.torques.append((i, Constant(mass * float(gravity @ axis))))
        if rng.random() < 0.8:
            load = Harmonic(float(mass * rng.uniform(2, 10)), float(rng.uniform(0.5, 4)), float(rng.uniform(0, 6)))
            t.torques.append((i, load))
            text.append(
                f'[[force]]\nname = "load {i + 1}"\ntype = "thrust"\nbetween = ["ground", "block {i + 1}"]\nposition = {vec(place)}\n'
                f"axis = {vec(axis)}\nforce = {load.text()}\n"
            )
        stiffness = float(mass * (2 * np.pi * rng.uniform(1, 4)) ** 2)
        damping = float(0.02 * np.sqrt(stiffness * mass))
        before = row - (np.eye(count)[i - 1] if i else 0)
        t.springs.append((before, stiffness, damping))
        other = f"block {i}" if i else "ground"
        root = places[i - 1] if i else np.zeros(3)
        text.append(
            f'[[force]]\nname = "spring {i + 1}"\ntype = "spring"\nbetween = ["{other}", "block {i + 1}"]\nposition_a = {vec(root)}\n'
            f"position_b = {vec(place)}\nstiffness = {stiffness!r}\ndamping = {damping!r}\n"
        )
    channels = [f"guide {i + 1}.displacement" for i in range(count)]
    low = np.minimum(0, np.min(places, axis=0))
    high = np.maximum(0, np.max(places, axis=0))
    case = ("gravity = " + vec(gravity) + "\n", "\n".join(text))
    return TrainCase(
        "friction", "blocks that stick", case, t, float(rng.uniform(0.8, 1.5)), np.zeros(count), np.array(speeds), channels,
        float(np.linalg.norm(high - low)),
    )  # fmt: skip
