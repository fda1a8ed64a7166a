"""Torsional trains and blocks in a line: minimal coordinates, with a stick-slip and lash automaton of their own.

    θ = θ₀ + Z y,   ZᵀJZ ÿ = Zᵀ (applied − springs − teeth − Σ w λ),   W y' = 0 for what sticks

Z spans the null space of the rigid stages. A clutch slips forward or backward with λ = ± C(t) f(|ω|), or it is stuck, and λ is the multiplier of
its constraint; it sticks where the slip comes to zero and the torque it would need is not above ρ C, and breaks away where it is. Teeth are on
the drive flank, on the coast flank or between them; they part where their force comes to zero and meet where the deflection has closed
the lash. SciPy's `solve_ivp` locates these events on its dense output.
"""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import null_space

from .functions import pieces


class Unresolved(Exception):
    """The automaton finds no modes that fit, or takes too many events."""


def march(right, begin, stop, y, events, max_step):
    """Integrates to the first event; again with smaller steps where an event function was negative within a step."""
    for _ in range(4):
        result = solve_ivp(
            right, (begin, stop), y, method="DOP853", rtol=1e-10, atol=1e-12, dense_output=True, events=events, max_step=max_step
        )
        times = np.interp(np.arange(0, len(result.t) - 1, 0.25), np.arange(len(result.t)), result.t)
        states = result.sol(times).T
        for event in events:
            values = np.array([event(t, state) for t, state in zip(times, states)])
            if np.any((values[:-1] > 0) & (values[1:] < 0)):
                break
        else:
            return result
        max_step /= 6
    return result


class Clutch:
    def __init__(self, row, capacity, ratio=1.0, stribeck=None, slope=0.0):
        self.row, self.capacity, self.ratio, self.stribeck, self.slope = row, capacity, ratio, stribeck, slope

    def factor(self, speed):
        peak = (self.ratio - 1) * np.exp(-((speed / self.stribeck) ** 2)) if self.stribeck else 0.0
        return 1 + peak + self.slope * speed


class Train:
    def __init__(self, inertias):
        self.inertia = list(inertias)
        self.rows, self.springs, self.meshes, self.clutches, self.torques, self.linear = [], [], [], [], [], []

    def row(self, **entries):
        """A row over the shafts; the ground's entries are left out by the caller."""
        row = np.zeros(len(self.inertia))
        for index, value in entries.items():
            row[int(index[1:])] += value
        return row

    def freeze(self, angle, speed):
        n = len(self.inertia)
        pad = lambda row: np.concatenate([row, np.zeros(n - len(row))])  # noqa: E731
        rows = np.array([pad(row) for row in self.rows])
        self.z = null_space(rows) if len(rows) else np.eye(n)
        self.m = self.z.T @ np.diag(self.inertia) @ self.z
        self.m_inverse = np.linalg.inv(self.m)
        self.angle, self.speed = pad(np.array(angle)), pad(np.array(speed))
        self.k = sum((s * np.outer(pad(r), pad(r)) for r, s, _ in self.springs), np.zeros((n, n)))
        self.d = sum((c * np.outer(pad(r), pad(r)) for r, _, c in self.springs), np.zeros((n, n)))
        self.kz, self.dz = self.z.T @ self.k, self.z.T @ self.d @ self.z
        self.k0 = self.kz @ self.angle
        self.kzz = self.kz @ self.z
        self.cw = np.array([pad(c.row) @ self.z for c in self.clutches]).reshape(-1, self.z.shape[1])
        self.mw = np.array([pad(r) @ self.z for r, *_ in self.meshes]).reshape(-1, self.z.shape[1])
        self.m0 = np.array([pad(r) @ self.angle for r, *_ in self.meshes])
        self.tz = np.array([self.z[index] for index, _ in self.torques]).reshape(-1, self.z.shape[1])
        self.functions = [f for _, f in self.torques] + [c.capacity for c in self.clutches]
        return self

    def start(self):
        f = self.z.shape[1]
        rates = np.linalg.lstsq(self.z, self.speed, rcond=None)[0]
        return np.concatenate([np.zeros(f), rates])

    def angles(self, y):
        return self.angle + self.z @ y[: self.z.shape[1]]

    # Equations of motion for given modes.

    def flank(self, i, y):
        """Deflection, and the forces that the drive and the coast flank would have."""
        f = self.z.shape[1]
        _, k, d, lash = self.meshes[i]
        x, rate = self.m0[i] + self.mw[i] @ y[:f], self.mw[i] @ y[f:]
        return x, k * (x - lash / 2) + d * rate, k * (x + lash / 2) + d * rate

    def solve(self, t, y, modes, flanks):
        """Accelerations, and the torques of all clutches."""
        f = self.z.shape[1]
        q, v = y[:f], y[f:]
        force = -self.k0 - self.kzz @ q - self.dz @ v
        count = len(self.torques)
        for i in range(count):
            force = force + self.branches[i](t)[0] * self.tz[i]
        for i, mode in enumerate(flanks):
            if mode:
                _, drive, coast = self.flank(i, y)
                force = force - (drive if mode > 0 else coast) * self.mw[i]
        torques = np.zeros(len(self.clutches))
        stuck = []
        for i, mode in enumerate(modes):
            if mode == 0:
                stuck.append(i)
                continue
            slip = self.cw[i] @ v
            torques[i] = mode * self.branches[count + i](t)[0] * self.clutches[i].factor(max(mode * slip, 0.0))
            force = force - torques[i] * self.cw[i]
        a = self.m_inverse @ force
        if stuck:
            w = self.cw[stuck]
            mw = self.m_inverse @ w.T
            multipliers = np.linalg.lstsq(w @ mw, w @ a, rcond=1e-12)[0]
            torques[stuck] = multipliers
            a = a - mw @ multipliers
        return a, torques

    def limit(self, i, t):
        return self.clutches[i].ratio * self.branches[len(self.torques) + i](t)[0]

    # Modes.

    def choose(self, t, y, modes, resting):
        """Modes at an instant: what rests or was stuck stays so unless that would need more than it can hold."""
        f = self.z.shape[1]
        modes = [0 if i in resting else mode for i, mode in enumerate(modes)]
        for _ in range(20):
            _, torques = self.solve(t, y, modes, self.flanks)
            excess = [
                (abs(torques[i]) - self.limit(i, t), i) for i, mode in enumerate(modes) if mode == 0
            ]
            if not excess or max(excess)[0] <= 1e-10 * (1 + np.max(np.abs(torques))):
                break
            _, i = max(excess)
            modes[i] = 1 if torques[i] > 0 else -1
        else:
            raise Unresolved("modes do not settle")
        return modes, f

    def events(self, modes, flanks):
        """Functions that fall through zero where a mode ends, with what ends."""
        f = self.z.shape[1]
        list_of = []
        for i, mode in enumerate(modes):
            if mode:
                list_of.append((lambda t, y, i=i, s=mode: s * (self.cw[i] @ y[f:]), ("rest", i)))
            else:
                list_of.append(
                    (lambda t, y, i=i: self.limit(i, t) - abs(self.solve(t, y, modes, flanks)[1][i]), ("break", i))
                )
        for i, mode in enumerate(flanks):
            k, lash = self.meshes[i][1], self.meshes[i][3]
            if mode > 0:
                list_of.append((lambda t, y, i=i: self.flank(i, y)[1], ("part", i)))
            elif mode < 0:
                list_of.append((lambda t, y, i=i: -self.flank(i, y)[2], ("part", i)))
            else:
                up = lambda t, y, i=i, k=k, h=lash / 2: -min(self.flank(i, y)[0] - h, self.flank(i, y)[1] / k)  # noqa: E731
                down = lambda t, y, i=i, k=k, h=lash / 2: -min(-self.flank(i, y)[0] - h, -self.flank(i, y)[2] / k)  # noqa: E731
                list_of += [(up, ("drive", i)), (down, ("coast", i))]
        for function, _ in list_of:
            function.terminal, function.direction = True, -1
        return list_of

    def integrate(self, y, end, max_step, limit=400):
        """The motion as a function of time, and the number of events."""
        f = self.z.shape[1]
        at = lambda t: [function.piece(t) for function in self.functions]  # noqa: E731
        self.branches = at(1e-12)
        self.flanks = []
        for i in range(len(self.meshes)):
            x, lash = self.flank(i, y)[0], self.meshes[i][3]
            self.flanks.append(1 if x > lash / 2 else -1 if x < -lash / 2 else 0)
        slips = [self.cw[i] @ y[f:] for i in range(len(self.clutches))]
        modes = [0 if abs(s) < 1e-13 else int(np.sign(s)) for s in slips]
        modes, _ = self.choose(0.0, y, modes, [])
        solutions, count = [], 0
        for begin, stop in pieces(self.functions, end):
            self.branches = at(0.5 * (begin + stop))
            modes, _ = self.choose(begin, y, modes, [])
            while begin < stop:
                modes_now, flanks_now = list(modes), list(self.flanks)
                events = self.events(modes_now, flanks_now)

                def right(t, y, modes_now=modes_now, flanks_now=flanks_now):
                    return np.concatenate([y[f:], self.solve(t, y, modes_now, flanks_now)[0]])

                result = march(right, begin, stop, y, [function for function, _ in events], max_step)
                y, begin = result.y[:, -1].copy(), result.t[-1]
                solutions.append((begin, result.sol))
                if result.status != 1:
                    break
                count += 1
                if count > limit:
                    raise Unresolved("too many events")
                modes = self.switch(begin, y, modes, [what for (_, what), t in zip(events, result.t_events) if len(t)])
        if not np.all(np.isfinite(y)):
            raise Unresolved("not finite")
        return (lambda t: next(s for stop, s in solutions if t <= stop or stop == end)(t)), count

    def switch(self, t, y, modes, what):
        resting = [i for kind, i in what if kind == "rest"]
        for kind, i in what:
            if kind == "part":
                self.flanks[i] = 0
            elif kind == "drive":
                self.flanks[i] = 1
            elif kind == "coast":
                self.flanks[i] = -1
            elif kind == "break":
                _, torques = self.solve(t, y, modes, self.flanks)
                modes = list(modes)
                modes[i] = 1 if torques[i] > 0 else -1
        modes, f = self.choose(t, y, modes, resting)
        for i, mode in enumerate(modes):
            if mode == 0 or i in resting:
                # What rests has no slip left: round-off must not start it again.
                slip = self.cw[i] @ y[f:]
                push = self.m_inverse @ self.cw[i]
                y[f:] -= push * slip / (self.cw[i] @ push)
        return modes
