"""Equilibria and modes of mechanisms in space, by differences of the reference's own forces.

With scaled coordinates u (lengths over the size of the mechanism, rotations in radians), P(u) the projection onto the free directions and Z₀ a basis
of these at one place, the reduced force is g(u) = (P Z₀)ᵀ f. Equilibrium is g = 0 on the constraints, by Newton's method; there its derivative
along the free directions is the stiffness, whatever basis is continued.
"""

import numpy as np
from scipy.linalg import eig, eigh

from .rotation import dot


def scales(m):
    return np.tile([m.length] * 3 + [1.0] * 3, m.n)


def gaps(m, y):
    """How far all constraints are open, row by row in the order of the Jacobian."""
    first, now = m.kinematics(m.start()), m.kinematics(y)
    parts = []
    for a, b in m.points:
        parts.append(now["p"][:, b] - now["p"][:, a])
    for a, b in m.dots:
        parts.append(dot(now["u"][:, a], now["u"][:, b])[:, None])
    for a, b, n, *_ in m.planes:
        travel = lambda g: dot(g["u"][:, n], g["p"][:, b] - g["p"][:, a])  # noqa: E731
        parts.append((travel(now) - travel(first))[:, None])
    for a, b in m.lengths:
        square = lambda g: 0.5 * np.sum((g["p"][:, b] - g["p"][:, a]) ** 2, axis=-1)  # noqa: E731
        parts.append((square(now) - square(first))[:, None])
    return np.concatenate(parts, axis=1)


def inverse(m, jac):
    """The pseudo-inverse of scaled Jacobians, by the rank at the start."""
    u, s, v = np.linalg.svd(jac, full_matrices=False)
    r = m.rank
    return np.swapaxes(v[:, :r], -1, -2) @ (np.swapaxes(u[:, :, :r], -1, -2) / s[:, :r, None])


def closed(m, y):
    """The pose brought back onto its constraints by least changes."""
    if not m.rows:
        return y
    scale = scales(m)
    for _ in range(6):
        *_, jac, _, _ = m.terms(0.0, y)
        step = -np.einsum("kim,km->ki", inverse(m, jac * scale), gaps(m, y)) * scale
        y = m.displaced(y, step.reshape(-1, m.n, 6))
        if np.max(np.abs(step / scale)) < 1e-14:
            break
    return y


def reduced(m, y, z):
    """g at all poses of a batch, in the basis z carried there by projection."""
    scale = scales(m)
    _, f, jac, _, _ = m.terms(0.0, y)
    f = f.reshape(len(y), -1) * scale
    if m.rows:
        js = jac * scale
        f = f - np.einsum("kmi,km->ki", js, np.einsum("kim,ki->km", inverse(m, js), f))
    return f @ z


def basis(m, y):
    return m.tangent(y) / scales(m)[:, None]


def stiffness(m, y, z, step=1e-4):
    """−dg/du by fourth-order central differences along the constraints."""
    scale, n = scales(m), z.shape[1]
    result = np.zeros((n, n))
    for factor, weight in ((1, 8 / 12), (2, -1 / 12)):
        moves = np.concatenate([z.T, -z.T]) * (factor * step) * scale
        poses = closed(m, m.displaced(np.repeat(y, 2 * n, axis=0), moves.reshape(-1, m.n, 6)))
        g = reduced(m, poses, z)
        result -= weight * (g[:n] - g[n:]).T / step
    return result


def damping(m, y, z):
    """−dg/dv by central differences; exact for linear dampers."""
    n, scale = z.shape[1], scales(m)
    rates = (np.concatenate([z.T, -z.T]) * scale).reshape(-1, m.n, 6)
    states = np.repeat(y, 2 * n, axis=0)
    states[:, 7 * m.n : 10 * m.n] = rates[..., :3].reshape(2 * n, -1)
    states[:, 10 * m.n : 13 * m.n] = rates[..., 3:].reshape(2 * n, -1)
    g = reduced(m, states, z)
    return -0.5 * (g[:n] - g[n:]).T


def masses(m, y, z):
    g, *_ = m.terms(0.0, y)
    full = np.zeros((6 * m.n, 6 * m.n))
    for i in range(m.n):
        full[6 * i : 6 * i + 3, 6 * i : 6 * i + 3] = m.m[i] * np.eye(3)
        full[6 * i + 3 : 6 * i + 6, 6 * i + 3 : 6 * i + 6] = g["iw"][0, i]
    zs = z * scales(m)[:, None]
    return zs.T @ full @ zs


def at_rest(m):
    m.at(1e-12)
    y = m.start()
    y[:, 7 * m.n : 13 * m.n] = 0.0
    return y


def pose(m, values):
    """A state at rest from positions and quaternions (bodies, 7), with the angles of its torsion springs within half a turn."""
    y = at_rest(m)
    first = m.kinematics(y)
    y[0, : 3 * m.n] = values[:, :3].ravel()
    y[0, 3 * m.n : 7 * m.n] = values[:, 3:].ravel()
    now = m.kinematics(y)
    for i, (axis, b, *_) in enumerate(m.torsions):
        a = m.vb[axis]
        z = now["u"][0, axis]
        turn_a = now["r"][0, a] @ first["r"][0, a].T
        turn_b = now["r"][0, b] @ first["r"][0, b].T
        side = np.cross(first["u"][0, axis], np.eye(3)[np.argmin(np.abs(first["u"][0, axis]))])
        on_a, on_b = turn_a @ side, turn_b @ side
        y[0, 13 * m.n + i] = np.arctan2(np.cross(on_a, on_b) @ z, on_a @ on_b)
    return y


def newton(m, y):
    """The equilibrium next to a pose, or none where Newton's method does not come to rest."""
    for _ in range(30):
        y = closed(m, y)
        z = basis(m, y)
        if not z.shape[1]:
            return y
        step = z @ np.linalg.solve(stiffness(m, y, z), reduced(m, y, z)[0])
        size = np.max(np.abs(step))
        step *= min(1.0, 0.1 / size) if size > 0 else 1.0
        y = m.displaced(y, (step * scales(m)).reshape(1, m.n, 6))
        if size < 1e-12:
            return closed(m, y)
    return y if size < 1e-10 else None


def distance(m, y, other):
    """The largest difference of two poses in the units of the tolerance."""
    from .rotation import between

    xa, qa, *_ = m.split(y)
    xb, qb, *_ = m.split(other)
    return max(float(np.max(np.abs(xa - xb))) / m.length, float(np.max(between(qa, qb))))


def frequencies(mass, c, k):
    """Undamped frequencies in Hz (negative squares as negative numbers), and the poles."""
    values = eigh(0.5 * (k + k.T), mass, eigvals_only=True)
    undamped = np.sign(values) * np.sqrt(np.abs(values)) / (2 * np.pi)
    n = len(mass)
    a = np.block([[np.zeros((n, n)), np.eye(n)], [-np.linalg.solve(mass, k), -np.linalg.solve(mass, c)]])
    return undamped, eig(a, right=False)
