"""Rigid bodies in space: absolute coordinates, constraints at the level of accelerations.

    M a + Jᵀ λ = f(q, v, t),   J a = γ(q, v, t)                                   index 1

The state of a body is its position, its quaternion, its velocity and its angular velocity, all in world axes. SciPy's DOP853 integrates it with a
relative tolerance of 1e-9; what the constraints drift by is reported and bounds the error of the reference. Some neighbours of the
motion are integrated with it, in one batch (the first axis of all arrays), so that the growth of perturbations is known.

Constraints are of four kinds: points that coincide, products of vectors that stay zero, points that stay in a plane, points that keep a
distance; drives prescribe the rate of a turn or the travel along a direction. Where constraints are redundant, the multipliers of least norm are taken.
"""

import numpy as np
from scipy.integrate import solve_ivp

from .functions import pieces
from .rotation import cross, dot, exponential, logarithm, matrix, product, rate, skew

GROUND = -1


class Drift(Exception):
    """The constraints of the reference do not hold as closely as the comparison needs."""


class Mechanism:
    def __init__(self, gravity):
        self.gravity = np.array(gravity)
        self.mass, self.inertia, self.x, self.q, self.v, self.w = [], [], [], [], [], []
        self.markers, self.vectors = [], []
        self.points, self.dots, self.planes, self.lengths, self.turns = [], [], [], [], []
        self.springs, self.torsions, self.loads, self.thrusts, self.drags = [], [], [], [], []
        self.bushings, self.frictions, self.functions = [], [], []

    # Building: everything is given in the model frame at the design position.

    def body(self, mass, inertia, position, orientation, velocity, spin):
        for field, value in zip(
            (self.mass, self.inertia, self.x, self.q, self.v, self.w),
            (mass, inertia, position, orientation, velocity, spin),
        ):
            field.append(np.array(value, dtype=float))
        return len(self.mass) - 1

    def rotation(self, body):
        return np.eye(3) if body == GROUND else matrix(self.q[body])

    def marker(self, body, position):
        origin = np.zeros(3) if body == GROUND else self.x[body]
        self.markers.append((body, self.rotation(body).T @ (np.asarray(position) - origin)))
        return len(self.markers) - 1

    def vector(self, body, direction):
        self.vectors.append((body, self.rotation(body).T @ np.asarray(direction)))
        return len(self.vectors) - 1

    def function(self, function):
        self.functions.append(function)
        return len(self.functions) - 1

    def freeze(self):
        """Turns the lists into arrays and selects independent constraints at the start."""
        self.n = len(self.mass)
        self.m = np.array(self.mass)
        self.j = np.array(self.inertia)
        self.j_inverse = np.linalg.inv(self.j)
        self.mb = np.array([body for body, _ in self.markers], dtype=int)
        self.ml = np.array([local for _, local in self.markers]).reshape(-1, 3)
        self.vb = np.array([body for body, _ in self.vectors], dtype=int)
        self.vl = np.array([local for _, local in self.vectors]).reshape(-1, 3)
        for name in ("points", "dots", "planes", "lengths", "turns", "springs"):
            rows = getattr(self, name)
            setattr(self, name + "_", np.array(rows, dtype=float).reshape(len(rows), -1) if rows else None)
        if self.springs:
            self.spring_ends = self.springs_[:, :2].astype(int).T
        self.rows = 3 * len(self.points) + len(self.dots) + len(self.planes) + len(self.lengths) + len(self.turns)
        low = np.minimum(0, np.min(self.x, axis=0))
        high = np.maximum(0, np.max(self.x, axis=0))
        self.length = float(np.linalg.norm(high - low)) or 1.0
        self.at(0.0)
        *_, jacobian, _, _ = self.terms(0.0, self.start())
        scaled = jacobian[0] / np.linalg.norm(jacobian[0], axis=1, keepdims=True)
        self.rank = int(np.linalg.matrix_rank(scaled, tol=1e-9)) if self.rows else 0
        return self

    def at(self, t):
        """Selects the smooth branches of all functions around t."""
        self.branches = [function.piece(t) for function in self.functions]

    def start(self):
        """The state as given: one motion, velocities not yet consistent."""
        extra = np.zeros(len(self.torsions))
        parts = (self.x, self.q, self.v, self.w, extra)
        return np.concatenate([np.ravel(part) for part in parts])[None, :]

    def split(self, y):
        n, k = self.n, y.shape[0]
        x = y[:, : 3 * n].reshape(k, n, 3)
        q = y[:, 3 * n : 7 * n].reshape(k, n, 4)
        v = y[:, 7 * n : 10 * n].reshape(k, n, 3)
        w = y[:, 10 * n : 13 * n].reshape(k, n, 3)
        return x, q, v, w, y[:, 13 * n :]

    # The equations of motion.

    def kinematics(self, y):
        """Positions and velocities of all markers and vectors, the ground as the last body."""
        k = y.shape[0]
        x, q, v, w, extra = self.split(y)
        zero, one = np.zeros((k, 1, 3)), np.zeros((k, 1, 4))
        one[..., 0] = 1.0
        x, v, w = (np.concatenate([a, zero], axis=1) for a in (x, v, w))
        r = matrix(np.concatenate([q, one], axis=1))
        s = np.einsum("kmij,mj->kmi", r[:, self.mb], self.ml)
        ws = w[:, self.mb]
        swing = cross(ws, s)
        u = np.einsum("kmij,mj->kmi", r[:, self.vb], self.vl)
        return {
            "r": r, "x": x, "v": v, "w": w, "s": s, "p": x[:, self.mb] + s, "pv": v[:, self.mb] + swing,
            "pc": cross(ws, swing), "u": u, "uv": cross(w[:, self.vb], u), "extra": extra,
        }  # fmt: skip

    def constraints(self, g):
        """J over all bodies with the ground, what the rows' accelerations are without a, and the rows' rates."""
        k, n = g["x"].shape[0], self.n
        jac = np.zeros((k, self.rows, n + 1, 6))
        bias = np.zeros((k, self.rows))
        target = np.zeros((2, self.rows))
        row = 0
        if self.points_ is not None:
            row = self._points(g, jac, bias, row)
        if self.dots_ is not None:
            row = self._dots(g, jac, bias, row)
        if self.planes_ is not None:
            row = self._planes(g, jac, bias, target, row)
        if self.lengths_ is not None:
            row = self._lengths(g, jac, bias, row)
        if self.turns_ is not None:
            row = self._turns(g, jac, bias, target, row)
        return jac, bias, target

    def _points(self, g, jac, bias, row):
        a, b = self.points_.astype(int).T
        rows = row + np.arange(3 * len(a)).reshape(-1, 3)
        for i in range(3):
            jac[:, rows[:, i], self.mb[b], i] = 1.0
            jac[:, rows[:, i], self.mb[a], i] = -1.0
        self._put(jac, rows, self.mb[b], 3, -skew(g["s"][:, b]))
        self._put(jac, rows, self.mb[a], 3, skew(g["s"][:, a]))
        bias[:, rows] = g["pc"][:, b] - g["pc"][:, a]
        return row + 3 * len(a)

    @staticmethod
    def _put(jac, rows, bodies, first, blocks):
        for i in range(3):
            jac[:, rows[:, i], bodies, first : first + 3] = blocks[..., i, :]

    def _dots(self, g, jac, bias, row):
        a, b = self.dots_.astype(int).T
        rows = row + np.arange(len(a))
        ua, ub, va, vb = g["u"][:, a], g["u"][:, b], g["uv"][:, a], g["uv"][:, b]
        c = cross(ua, ub)
        jac[:, rows, self.vb[a], 3:] = c
        jac[:, rows, self.vb[b], 3:] = -c
        relative = g["w"][:, self.vb[a]] - g["w"][:, self.vb[b]]
        bias[:, rows] = dot(cross(va, ub) + cross(ua, vb), relative)
        return row + len(a)

    def _planes(self, g, jac, bias, target, row):
        """n·(p_B − p_A) = constant, or a function of time by its travel (level 0) or its speed (level 1)."""
        a, b, n, function, level = self.planes_.astype(int).T
        rows = row + np.arange(len(a))
        u, uv = g["u"][:, n], g["uv"][:, n]
        d, dv = g["p"][:, b] - g["p"][:, a], g["pv"][:, b] - g["pv"][:, a]
        body_a, body_b = self.mb[a], self.mb[b]
        jac[:, rows, body_b, :3] = u
        jac[:, rows, body_a, :3] = -u
        jac[:, rows, body_b, 3:] = cross(g["s"][:, b], u)
        jac[:, rows, body_a, 3:] = cross(u, d) - cross(g["s"][:, a], u)
        bias[:, rows] = (
            dot(cross(g["w"][:, body_a], uv), d) + 2 * dot(uv, dv) + dot(u, g["pc"][:, b] - g["pc"][:, a])
        )
        self._targets(target, rows, function, level)
        return row + len(a)

    def _lengths(self, g, jac, bias, row):
        a, b = self.lengths_.astype(int).T
        rows = row + np.arange(len(a))
        d, dv = g["p"][:, b] - g["p"][:, a], g["pv"][:, b] - g["pv"][:, a]
        jac[:, rows, self.mb[b], :3] = d
        jac[:, rows, self.mb[a], :3] = -d
        jac[:, rows, self.mb[b], 3:] = cross(g["s"][:, b], d)
        jac[:, rows, self.mb[a], 3:] = -cross(g["s"][:, a], d)
        bias[:, rows] = dot(dv, dv) + dot(d, g["pc"][:, b] - g["pc"][:, a])
        return row + len(a)

    def _turns(self, g, jac, bias, target, row):
        """The turn of body B about the axis of A, a function of time by its angle (level 0) or its speed (level 1)."""
        axis, body_b, function, level = self.turns_.astype(int).T
        rows = row + np.arange(len(axis))
        body_a = self.vb[axis]
        u = g["u"][:, axis]
        jac[:, rows, body_b, 3:] = u
        jac[:, rows, body_a, 3:] = -u
        bias[:, rows] = dot(g["uv"][:, axis], g["w"][:, body_b] - g["w"][:, body_a])
        self._targets(target, rows, function, level)
        return row + len(axis)

    def _targets(self, target, rows, function, level):
        for i, f, l in zip(rows, function, level):
            if f >= 0:
                value = self.values[f]
                target[0, i], target[1, i] = value[1 - l], value[2 - l]

    def forces(self, g):
        """Forces and torques on all bodies, in world axes, the ground as the last one."""
        k = g["x"].shape[0]
        f = np.zeros((k, self.n + 1, 6))
        w, iw = g["w"][:, :-1], g["iw"]
        f[:, :-1, :3] = self.m[:, None] * self.gravity
        f[:, :-1, 3:] = -cross(w, np.einsum("knij,knj->kni", iw, w))
        if self.springs_ is not None:
            self._springs(g, f)
        for i, (axis, b, stiffness, damping, free, function) in enumerate(self.torsions):
            a = self.vb[axis]
            u = g["u"][:, axis]
            speed = dot(u, g["w"][:, b] - g["w"][:, a])
            torque = -stiffness * (g["extra"][:, i] - free) - damping * speed
            if function >= 0:
                torque = torque + self.values[function][0]
            f[:, b, 3:] += torque[:, None] * u
            f[:, a, 3:] -= torque[:, None] * u
        for marker, force, torque, in_body, function in self.loads:
            body = self.mb[marker]
            factor = self.values[function][0] if function >= 0 else 1.0
            turn = g["r"][:, body] if in_body else np.eye(3)
            self._push(g, f, marker, factor * (turn @ force))
            f[:, body, 3:] += factor * (turn @ torque)
        for axis, a, b, function in self.thrusts:
            force = self.values[function][0] * g["u"][:, axis]
            self._push(g, f, b, force)
            # The reaction acts on A at the same place.
            f[:, self.mb[a], :3] -= force
            f[:, self.mb[a], 3:] -= cross(g["p"][:, b] - g["x"][:, self.mb[a]], force)
        for marker, factor in self.drags:
            v = g["pv"][:, marker]
            self._push(g, f, marker, -factor * np.sqrt(dot(v, v))[:, None] * v)
        for bushing in self.bushings:
            self._bushing(g, f, *bushing)
        return f

    def _push(self, g, f, marker, force):
        body = self.mb[marker]
        f[:, body, :3] += force
        f[:, body, 3:] += cross(g["s"][:, marker], force)

    def _springs(self, g, f):
        a, b = self.spring_ends
        _, _, stiffness, damping, free = self.springs_.T
        d, dv = g["p"][:, b] - g["p"][:, a], g["pv"][:, b] - g["pv"][:, a]
        length = np.sqrt(dot(d, d))
        e = d / length[..., None]
        force = (stiffness * (length - free) + damping * dot(e, dv))[..., None] * e
        on_b = np.concatenate([force, cross(g["s"][:, b], force)], axis=-1)
        on_a = np.concatenate([force, cross(g["s"][:, a], force)], axis=-1)
        for i in range(len(a)):
            f[:, self.mb[b[i]]] -= on_b[:, i]
            f[:, self.mb[a[i]]] += on_a[:, i]

    def _bushing(self, g, f, a, b, axes_a, axes_b, k, c, kr, cr):
        """Springs along A's axes at the point of B, and about the rotation vector of B against A.

        The potential of the rotation is ½ θᵀ K θ with θ = log(R_Aᵀ R_B); with θ̇ = D⁻¹(θ) R_Aᵀ (ω_B − ω_A), D the left tangent of
        the exponential, the torque is −R_A D⁻ᵀ (K θ + C θ̇).
        """
        body_a, body_b = self.mb[a], self.mb[b]
        ra, rb = g["r"][:, body_a] @ axes_a, g["r"][:, body_b] @ axes_b
        d = g["p"][:, b] - g["p"][:, a]
        wa, wb = g["w"][:, body_a], g["w"][:, body_b]
        dv = g["pv"][:, b] - g["pv"][:, a] - cross(wa, d)
        back = np.swapaxes(ra, -1, -2)
        turn = lambda m, v: np.einsum("kij,kj->ki", m, v)  # noqa: E731
        force = turn(ra, k * turn(back, d) + c * turn(back, dv))
        self._push(g, f, b, -force)
        f[:, body_a, :3] += force
        f[:, body_a, 3:] += cross(g["p"][:, b] - g["x"][:, body_a], force)
        theta = logarithm(back @ rb)
        angle = np.sqrt(dot(theta, theta))
        small = angle < 1e-4
        safe = np.where(small, 1.0, angle)
        factor = np.where(small, 1 / 12 + angle**2 / 720, (1 - 0.5 * safe / np.tan(0.5 * safe)) / safe**2)
        t = skew(theta)
        inverse = np.eye(3) - 0.5 * t + factor[:, None, None] * (t @ t)
        theta_rate = turn(inverse, turn(back, wb - wa))
        torque = turn(ra, turn(np.swapaxes(inverse, -1, -2), kr * theta + cr * theta_rate))
        f[:, body_b, 3:] -= torque
        f[:, body_a, 3:] += torque

    def terms(self, t, y):
        """Kinematics, M⁻¹ by bodies, forces, J, what J a must be, and what J v must be."""
        self.values = [branch(t) for branch in self.branches]
        g = self.kinematics(y)
        r = g["r"][:, :-1]
        back = np.swapaxes(r, -1, -2)
        g["iw"] = r @ self.j @ back
        g["iw_inverse"] = r @ self.j_inverse @ back
        f = self.forces(g)[:, :-1]
        jac, bias, target = self.constraints(g)
        k = y.shape[0]
        jac = jac[:, :, :-1].reshape(k, self.rows, 6 * self.n)
        return g, f, jac, target[1] - bias, target[0]

    def solve_mass(self, g, f):
        """M⁻¹ f, f with the shape (batch, …, bodies, 6)."""
        a = np.empty_like(f)
        a[..., :3] = f[..., :3] / self.m[:, None]
        inverse = g["iw_inverse"]
        if f.ndim == 4:
            inverse = inverse[:, None]
        a[..., 3:] = np.einsum("...nij,...nj->...ni", inverse, f[..., 3:])
        return a

    def solve(self, schur, right):
        """Multipliers; those of least norm where constraints are redundant, whose motion is the same for all of them."""
        if self.rank == self.rows:
            return np.linalg.solve(schur, right[..., None])[..., 0]
        values, vectors = np.linalg.eigh(schur)
        values, vectors = values[:, self.rows - self.rank :], vectors[:, :, self.rows - self.rank :]
        return np.einsum("kmr,kr->km", vectors, np.einsum("kmr,km->kr", vectors, right) / values)

    def accelerations(self, t, y):
        g, f, jac, gamma, _ = self.terms(t, y)
        k = y.shape[0]
        a = self.solve_mass(g, f)
        if not self.rows:
            return g, a
        mj = self.solve_mass(g, jac.reshape(k, -1, self.n, 6)).reshape(k, -1, 6 * self.n)
        schur = mj @ np.swapaxes(jac, -1, -2)
        right = np.einsum("kmi,ki->km", jac, a.reshape(k, -1)) - gamma
        if not self.frictions:
            multipliers = self.solve(schur, right)
            a = a - np.einsum("km,kmi->ki", multipliers, mj).reshape(a.shape)
            return g, a
        return g, self._with_friction(g, a, jac, mj, schur, right)

    def _with_friction(self, g, a, jac, mj, schur, right):
        """Friction follows the reaction that presses, which follows friction: fixed-point iteration to 1e-13."""
        k = a.shape[0]
        inverse = np.linalg.inv(schur)
        multipliers = np.einsum("kij,kj->ki", inverse, right)
        for _ in range(200):
            f = np.zeros((k, self.n + 1, 6))
            for friction in self.frictions:
                friction.apply(self, g, multipliers, f)
            extra = self.solve_mass(g, f[:, :-1])
            new = np.einsum("kij,kj->ki", inverse, right + np.einsum("kmi,ki->km", jac, extra.reshape(k, -1)))
            change = np.max(np.abs(new - multipliers))
            multipliers = new
            if change <= 1e-13 * (1 + np.max(np.abs(new))):
                break
        else:
            raise Drift("friction does not converge")
        return a + extra - np.einsum("km,kmi->ki", multipliers, mj).reshape(a.shape)

    def rate(self, t, y):
        y = y.reshape(self.batch, -1)
        g, a = self.accelerations(t, y)
        x, q, v, w, _ = self.split(y)
        k = y.shape[0]
        speeds = [
            dot(g["u"][:, axis], g["w"][:, b] - g["w"][:, self.vb[axis]])[:, None] for axis, b, *_ in self.torsions
        ]
        parts = [v.reshape(k, -1), rate(q, w).reshape(k, -1), a[..., :3].reshape(k, -1), a[..., 3:].reshape(k, -1)]
        return np.concatenate(parts + speeds, axis=1).ravel()

    # States.

    def consistent(self, y):
        """Velocities moved by M⁻¹Jᵀ so that they agree with the constraints."""
        g, _, jac, _, speed = self.terms(0.0, y)
        if not self.rows:
            return y
        k, n = y.shape[0], self.n
        velocity = np.concatenate([g["v"][:, :-1], g["w"][:, :-1]], axis=-1).reshape(k, -1)
        mj = self.solve_mass(g, jac.reshape(k, -1, n, 6)).reshape(k, -1, 6 * n)
        miss = np.einsum("kmi,ki->km", jac, velocity) - speed
        multipliers = self.solve(mj @ np.swapaxes(jac, -1, -2), miss)
        velocity = (velocity - np.einsum("km,kmi->ki", multipliers, mj)).reshape(k, n, 6)
        y = y.copy()
        y[:, 7 * n : 10 * n] = velocity[..., :3].reshape(k, -1)
        y[:, 10 * n : 13 * n] = velocity[..., 3:].reshape(k, -1)
        return y

    def displaced(self, y, step):
        """The state moved by displacements and rotations (batch, bodies, 6) in world axes; angles of torsions follow."""
        x, q, v, w, extra = self.split(y)
        n, k = self.n, y.shape[0]
        u = np.einsum("kmij,mj->kmi", self.kinematics(y)["r"][:, self.vb], self.vl)
        padded = np.concatenate([step, np.zeros((k, 1, 6))], axis=1)
        new = y.copy()
        new[:, : 3 * n] = (x + step[..., :3]).reshape(k, -1)
        new[:, 3 * n : 7 * n] = product(exponential(step[..., 3:]), q).reshape(k, -1)
        for i, (axis, b, *_) in enumerate(self.torsions):
            new[:, 13 * n + i] += dot(u[:, axis], padded[:, b, 3:] - padded[:, self.vb[axis], 3:])
        return new

    def tangent(self, y):
        """An orthonormal basis of the free directions in units of the mechanism's length and radians: (6 n, freedoms)."""
        *_, jac, _, _ = self.terms(0.0, y)
        scale = np.tile([self.length] * 3 + [1.0] * 3, self.n)
        if not self.rows:
            return np.diag(scale)
        *_, basis = np.linalg.svd(jac[0] * scale)
        return scale[:, None] * basis[self.rank :].T

    def neighbours(self, generator, size):
        """The consistent start, and beside it one start whose free coordinates and velocities differ by `size`."""
        self.at(1e-12)
        y = self.consistent(self.start())
        z = self.tangent(y)
        if not z.shape[1]:
            return np.concatenate([y, y])
        scale = np.tile([self.length] * 3 + [1.0] * 3, self.n)

        def direction():
            step = z @ generator.standard_normal(z.shape[1])
            return size * step / np.max(np.abs(step / scale))

        other = self.displaced(y, direction().reshape(1, self.n, 6))
        n, velocity = self.n, direction().reshape(self.n, 6)
        other[:, 7 * n : 10 * n] += velocity[:, :3].ravel()
        other[:, 10 * n : 13 * n] += velocity[:, 3:].ravel()
        return np.concatenate([y, self.consistent(other)])

    def integrate(self, y, end, limit=20_000):
        """The motion of all starts in `y`, as a function of time that returns states."""
        self.batch = y.shape[0]
        solutions, calls = [], [0]

        def right(t, y):
            calls[0] += 1
            if calls[0] > limit:
                raise Drift("the reference takes too many steps")
            return self.rate(t, y)

        state = y.ravel()
        for begin, stop in pieces(self.functions, end):
            self.at(0.5 * (begin + stop))
            result = solve_ivp(
                right, (begin, stop), state, method="DOP853", rtol=1e-9, atol=1e-10, dense_output=True
            )
            if not result.success:
                raise Drift(result.message)
            state = result.y[:, -1]
            solutions.append((stop, result.sol))
        return lambda t: next(s for stop, s in solutions if t <= stop or stop == end)(t).reshape(self.batch, -1)

    def openings(self, y):
        """How far points, products, planes and lengths are from where they were at the start: the drift."""
        first, now = self.kinematics(self.start()), self.kinematics(y)
        worst = [0.0]
        for a, b in self.points:
            worst.append(np.max(np.abs(now["p"][:, b] - now["p"][:, a])))
        for a, b in self.dots:
            worst.append(np.max(np.abs(dot(now["u"][:, a], now["u"][:, b]))))
        for a, b, n, function, _ in self.planes:
            if function < 0:
                travel = lambda g: dot(g["u"][:, n], g["p"][:, b] - g["p"][:, a])  # noqa: E731
                worst.append(np.max(np.abs(travel(now) - travel(first))))
        for a, b in self.lengths:
            d = lambda g: np.sqrt(np.sum((g["p"][:, b] - g["p"][:, a]) ** 2, axis=-1))  # noqa: E731
            worst.append(np.max(np.abs(d(now) - d(first))))
        return max(worst)
