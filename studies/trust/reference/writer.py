"""One model written twice: as text for the program, and as a `Mechanism` for the reference."""

import numpy as np

from .rotation import exponential, perpendicular
from .spatial import GROUND, Mechanism


def vec(values):
    return "[" + ", ".join(repr(float(v)) for v in values) + "]"


def head(title, analysis, solver=""):
    return f'format = 1\ntitle = "{title}"\n{analysis}\n{solver}\n'


class Friction:
    """Regularised friction of a hinge or of a prismatic joint, by the law of docs/theory.md (53)-(56)."""

    def __init__(self, kind, rows, axis, a, b, marker, coefficient, static, velocity, stribeck, radius):
        self.kind, self.rows, self.axis, self.a, self.b, self.marker = kind, rows, axis, a, b, marker
        self.coefficient, self.static, self.velocity, self.stribeck = coefficient, static, velocity, stribeck
        self.radius = radius

    def _coefficient(self, slip):
        full = self.coefficient + (self.static - self.coefficient) * np.exp(-((slip / self.stribeck) ** 2))
        s = np.minimum(slip / self.velocity, 1.0)
        return full * s * (2 - s)

    def apply(self, mechanism, g, multipliers, f):
        u = g["u"][:, self.axis]
        force = multipliers[:, self.rows(mechanism)]
        if self.kind == "hinge":
            force = force - np.sum(force * u, axis=-1, keepdims=True) * u
            speed = self.radius * np.sum(u * (g["w"][:, self.b] - g["w"][:, self.a]), axis=-1)
        else:
            body_b = mechanism.mb[self.marker]
            d = g["p"][:, self.marker] - g["x"][:, self.a]
            carried = g["v"][:, self.a] + np.cross(g["w"][:, self.a], d)
            speed = np.sum(u * (g["pv"][:, self.marker] - carried), axis=-1)
        size = self._coefficient(np.abs(speed)) * np.linalg.norm(force, axis=-1) * np.sign(speed)
        if self.kind == "hinge":
            torque = (self.radius * size)[:, None] * u
            f[:, self.b, 3:] -= torque
            f[:, self.a, 3:] += torque
            return
        push = size[:, None] * u
        f[:, body_b, :3] -= push
        f[:, body_b, 3:] -= np.cross(g["s"][:, self.marker], push)
        f[:, self.a, :3] += push
        f[:, self.a, 3:] += np.cross(d, push)


class SpatialModel:
    def __init__(self, generator, gravity):
        self.rng, self.m = generator, Mechanism(gravity)
        self.gravity, self.names, self.text = gravity, ["ground"], []
        self.count = 0

    def name(self, body):
        return "ground" if body == GROUND else f"body {body + 1}"

    def item(self, kind, prefix, **keys):
        self.count += 1
        name = f"{prefix} {self.count}"
        lines = [f"[[{kind}]]", f'name = "{name}"'] + [f"{key} = {value}" for key, value in keys.items()]
        self.text.append("\n".join(lines) + "\n")
        return name

    def between(self, a, b):
        return f'["{self.name(a)}", "{self.name(b)}"]'

    def body(self, position, mass=None, size=0.15, velocity=None, spin=None):
        """A box-like body of random shape and attitude; its moments follow from its edges."""
        rng = self.rng
        mass = mass if mass is not None else float(np.exp(rng.uniform(np.log(0.2), np.log(4.0))))
        edges = size * rng.uniform(0.4, 1.6, 3)
        squares = edges**2
        inertia = mass / 12 * (squares.sum() - squares)
        axis, angle = rng.standard_normal(3), float(rng.uniform(0, 3))
        axis /= np.linalg.norm(axis)
        velocity = np.zeros(3) if velocity is None else velocity
        spin = np.zeros(3) if spin is None else spin
        q = exponential(angle * axis)
        index = self.m.body(mass, np.diag(inertia), position, q, velocity, spin)
        lines = [
            "[[body]]",
            f'name = "{self.name(index)}"',
            f"mass = {mass!r}",
            f"inertia = {vec(inertia)}",
            f"position = {vec(position)}",
            f"orientation = {{ axis = {vec(axis)}, angle = {angle!r} }}",
            f"velocity = {vec(velocity)}",
            f"angular_velocity = {vec(spin)}",
        ]
        self.text.append("\n".join(lines) + "\n")
        return index

    def joint(self, kind, a, b, position, axis=None, friction=None):
        """A joint; returns what `turn` and `slide` need to act on it."""
        m = self.m
        keys = {"type": f'"{kind}"', "between": self.between(a, b)}
        if kind == "distance":
            pa, pb = position
            keys |= {"position_a": vec(pa), "position_b": vec(pb)}
            m.lengths.append((m.marker(a, pa), m.marker(b, pb)))
            self.item("joint", kind, **keys)
            return None
        keys["position"] = vec(position)
        ma, mb = m.marker(a, position), m.marker(b, position)
        first_point, first_plane = len(m.points), len(m.planes)
        if kind in ("hinge", "spherical", "universal", "rigid"):
            m.points.append((ma, mb))
        if axis is not None:
            z = np.asarray(axis) / np.linalg.norm(axis)
            x, y = perpendicular(z)
            on_a = [m.vector(a, e) for e in (x, y, z)]
            on_b = [m.vector(b, e) for e in (x, y, z)]
            keys["normal" if kind == "planar" else "axis"] = vec(z)
        if kind in ("hinge", "cylindrical", "planar"):
            m.dots += [(on_a[0], on_b[2]), (on_a[1], on_b[2])]
        if kind in ("prismatic", "rigid"):
            if kind == "rigid":
                on_a, on_b = ([m.vector(body, e) for e in np.eye(3)] for body in (a, b))
            m.dots += [(on_a[0], on_b[1]), (on_a[1], on_b[2]), (on_a[2], on_b[0])]
        if kind in ("prismatic", "cylindrical", "inline"):
            m.planes += [(ma, mb, on_a[0], -1, 0), (ma, mb, on_a[1], -1, 0)]
        if kind == "planar":
            m.planes.append((ma, mb, on_a[2], -1, 0))
        if kind == "universal":
            keys.pop("axis")
            keys |= {"axis_a": vec(x), "axis_b": vec(y)}
            m.dots.append((on_a[0], on_b[1]))
        if friction:
            self._friction(kind, keys, friction, a, b, mb, on_a[2], first_point, first_plane)
        self.item("joint", kind, **keys)
        return {"a": a, "b": b, "ma": ma, "mb": mb, "axis": on_a[2] if axis is not None else None, "z": axis, "at": position}

    def _friction(self, kind, keys, law, a, b, marker, axis, point, plane):
        radius = law.get("radius")
        text = {
            "coefficient": law["coefficient"], "static_coefficient": law["static"],
            "velocity": law["velocity"], "stribeck_velocity": law["stribeck"],
        }  # fmt: skip
        if radius is not None:
            text["radius"] = radius
        keys["friction"] = "{ " + ", ".join(f"{key} = {value!r}" for key, value in text.items()) + " }"
        if kind == "hinge":
            rows = lambda m: np.arange(3) + 3 * point  # noqa: E731
        else:
            rows = lambda m: np.arange(2) + plane + 3 * len(m.points) + len(m.dots)  # noqa: E731
        self.m.frictions.append(
            Friction(kind, rows, axis, a, b, marker, law["coefficient"], law["static"], law["velocity"], law["stribeck"], radius)
        )

    def spring(self, a, b, pa, pb, stiffness, damping, free):
        m = self.m
        m.springs.append((m.marker(a, pa), m.marker(b, pb), stiffness, damping, free))
        self.item(
            "force", "spring", type='"spring"', between=self.between(a, b), position_a=vec(pa), position_b=vec(pb),
            stiffness=repr(stiffness), damping=repr(damping), free_length=repr(free),
        )  # fmt: skip

    def torsion(self, joint, stiffness, damping, free=0.0):
        """A spring and damper against the rotation in a hinge."""
        self.m.torsions.append((joint["axis"], joint["b"], stiffness, damping, free, -1))
        self.item(
            "force", "torsion", type='"rotational_spring"', between=self.between(joint["a"], joint["b"]),
            axis=vec(joint["z"]), stiffness=repr(stiffness), damping=repr(damping), free_angle=repr(free),
        )  # fmt: skip

    def torque(self, joint, function):
        index = self.m.function(function)
        self.m.torsions.append((joint["axis"], joint["b"], 0.0, 0.0, 0.0, index))
        self.item(
            "force", "torque", type='"torque"', between=self.between(joint["a"], joint["b"]), axis=vec(joint["z"]),
            torque=function.text(),
        )  # fmt: skip

    def thrust(self, a, b, position, axis, function):
        m = self.m
        m.thrusts.append((m.vector(a, axis), m.marker(a, position), m.marker(b, position), m.function(function)))
        self.item(
            "force", "thrust", type='"thrust"', between=self.between(a, b), position=vec(position), axis=vec(axis),
            force=function.text(),
        )  # fmt: skip

    def load(self, body, position, force, torque, in_body, function):
        """A force and a torque with a factor over time; `function` is None for a constant load."""
        m = self.m
        index = -1 if function is None else m.function(function)
        m.loads.append((m.marker(body, position), np.asarray(force), np.asarray(torque), in_body, index))
        keys = {"type": '"load"', "on": f'"{self.name(body)}"', "position": vec(position), "force": vec(force), "torque": vec(torque)}
        keys["in"] = '"body"' if in_body else '"model"'
        if function is not None:
            keys["factor"] = function.text()
        self.item("force", "load", **keys)

    def drag(self, body, position, coefficient, area):
        self.m.drags.append((self.m.marker(body, position), 0.5 * 1.2 * coefficient * area))
        self.item(
            "force", "drag", type='"drag"', on=f'"{self.name(body)}"', position=vec(position),
            coefficient=repr(coefficient), area=repr(area),
        )  # fmt: skip

    def bushing(self, a, b, position, axes, stiffness, damping, rotational_stiffness, rotational_damping):
        """`axes` is a rotation vector that turns the bushing's axes from the model frame's."""
        from .rotation import matrix

        m = self.m
        turn = matrix(exponential(np.asarray(axes)))
        angle = float(np.linalg.norm(axes))
        m.bushings.append(
            (
                m.marker(a, position), m.marker(b, position), m.rotation(a).T @ turn, m.rotation(b).T @ turn,
                *(np.asarray(v) for v in (stiffness, damping, rotational_stiffness, rotational_damping)),
            )
        )  # fmt: skip
        self.item(
            "force", "bushing", type='"bushing"', between=self.between(a, b), position=vec(position),
            orientation=f"{{ axis = {vec(np.asarray(axes) / angle)}, angle = {angle!r} }}",
            stiffness=vec(stiffness), damping=vec(damping), rotational_stiffness=vec(rotational_stiffness),
            rotational_damping=vec(rotational_damping),
        )  # fmt: skip

    def drive_turn(self, joint, function, level):
        """Prescribes the angle (level 0) or the speed (level 1) of a hinge."""
        self.m.turns.append((joint["axis"], joint["b"], self.m.function(function), level))
        key = ("angle", "speed")[level]
        self.item(
            "drive", "drive", type='"rotation"', between=self.between(joint["a"], joint["b"]), axis=vec(joint["z"]),
            **{key: function.text()},
        )  # fmt: skip

    def drive_slide(self, joint, function, level):
        """Prescribes the travel (level 0) or the speed (level 1) of a prismatic joint."""
        self.m.planes.append((joint["ma"], joint["mb"], joint["axis"], self.m.function(function), level))
        key = ("displacement", "speed")[level]
        self.item(
            "drive", "drive", type='"translation"', between=self.between(joint["a"], joint["b"]), position=vec(joint["at"]),
            axis=vec(joint["z"]), **{key: function.text()},
        )  # fmt: skip

    def write(self, title, analysis, solver):
        top = f"gravity = {vec(self.gravity)}\n"
        return head(title, top + analysis, solver) + "\n" + "\n".join(self.text)
