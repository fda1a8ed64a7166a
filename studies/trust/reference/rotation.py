"""Vectors and rotations on arrays whose last axes are the components."""

import numpy as np


NEXT, LAST = np.array([1, 2, 0]), np.array([2, 0, 1])


def cross(a, b):
    """a × b over the last axis."""
    return a.take(NEXT, -1) * b.take(LAST, -1) - a.take(LAST, -1) * b.take(NEXT, -1)


def dot(a, b):
    """a · b over the last axis."""
    return np.einsum("...i,...i->...", a, b)


def skew(a):
    """The matrix with skew(a) b = a × b."""
    s = np.zeros(a.shape + (3,))
    s[..., 0, 1], s[..., 0, 2] = -a[..., 2], a[..., 1]
    s[..., 1, 0], s[..., 1, 2] = a[..., 2], -a[..., 0]
    s[..., 2, 0], s[..., 2, 1] = -a[..., 1], a[..., 0]
    return s


def matrix(q):
    """The rotation matrix of a quaternion (w, x, y, z) of any length."""
    w, x, y, z = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    s = 2.0 / (w * w + x * x + y * y + z * z)
    r = np.empty(q.shape[:-1] + (3, 3))
    r[..., 0, 0] = 1 - s * (y * y + z * z)
    r[..., 0, 1] = s * (x * y - w * z)
    r[..., 0, 2] = s * (x * z + w * y)
    r[..., 1, 0] = s * (x * y + w * z)
    r[..., 1, 1] = 1 - s * (x * x + z * z)
    r[..., 1, 2] = s * (y * z - w * x)
    r[..., 2, 0] = s * (x * z - w * y)
    r[..., 2, 1] = s * (y * z + w * x)
    r[..., 2, 2] = 1 - s * (x * x + y * y)
    return r


def rate(q, w):
    """q̇ of a body that turns with w in world axes."""
    q0, q1, q2, q3 = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    w0, w1, w2 = w[..., 0], w[..., 1], w[..., 2]
    d = np.empty_like(q)
    d[..., 0] = -0.5 * (w0 * q1 + w1 * q2 + w2 * q3)
    d[..., 1] = 0.5 * (w0 * q0 + w1 * q3 - w2 * q2)
    d[..., 2] = 0.5 * (w1 * q0 + w2 * q1 - w0 * q3)
    d[..., 3] = 0.5 * (w2 * q0 + w0 * q2 - w1 * q1)
    return d


def product(p, q):
    """The quaternion of first q, then p."""
    w = p[..., 0] * q[..., 0] - dot(p[..., 1:], q[..., 1:])
    v = p[..., :1] * q[..., 1:] + q[..., :1] * p[..., 1:] + cross(p[..., 1:], q[..., 1:])
    return np.concatenate([w[..., None], v], axis=-1)


def exponential(turn):
    """The quaternion of a rotation vector."""
    angle = np.sqrt(dot(turn, turn))
    half = 0.5 * angle
    factor = np.where(angle > 1e-9, np.sin(half) / np.where(angle > 1e-9, angle, 1.0), 0.5)
    return np.concatenate([np.cos(half)[..., None], factor[..., None] * turn], axis=-1)


def between(p, q):
    """The angle of the rotation that takes q to p."""
    p = p / np.linalg.norm(p, axis=-1, keepdims=True)
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    q = np.where(np.sum(p * q, axis=-1, keepdims=True) < 0, -q, q)
    return 4 * np.arcsin(np.clip(0.5 * np.linalg.norm(p - q, axis=-1), 0, 1))


def logarithm(r):
    """The rotation vector of a rotation matrix, for angles below π."""
    axis = 0.5 * np.stack([r[..., 2, 1] - r[..., 1, 2], r[..., 0, 2] - r[..., 2, 0], r[..., 1, 0] - r[..., 0, 1]], axis=-1)
    sine = np.sqrt(dot(axis, axis))
    angle = np.arctan2(sine, 0.5 * (np.trace(r, axis1=-2, axis2=-1) - 1))
    return axis * np.where(sine > 1e-12, angle / np.where(sine > 1e-12, sine, 1.0), 1.0)[..., None]


def perpendicular(z):
    """Two unit vectors that make a right-handed frame with the unit vector z."""
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    return x, np.cross(z, x)
