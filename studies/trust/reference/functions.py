"""Functions of time: their text in a model file, and their value with two derivatives.

Where a function or one of its derivatives jumps it has a corner. The reference integrates from corner to corner; within such a piece a
function is smooth, and `piece(t)` gives the smooth branch that holds around t.
"""

from math import cos, pi, sin


class Constant:
    def __init__(self, value):
        self.value = value

    def text(self):
        return repr(self.value)

    def corners(self):
        return []

    def piece(self, _):
        value = self.value
        return lambda _t: (value, 0.0, 0.0)


class Harmonic:
    """mean + amplitude sin(2π frequency t + phase)."""

    def __init__(self, amplitude, frequency, phase=0.0, mean=0.0):
        self.amplitude, self.frequency, self.phase, self.mean = amplitude, frequency, phase, mean

    def text(self):
        return (
            f'{{ type = "harmonic", mean = {self.mean!r}, amplitude = {self.amplitude!r}, '
            f"frequency = {self.frequency!r}, phase = {self.phase!r} }}"
        )

    def corners(self):
        return []

    def piece(self, _):
        a, w, p, m = self.amplitude, 2 * pi * self.frequency, self.phase, self.mean

        def value(t):
            s, c = sin(w * t + p), cos(w * t + p)
            return m + a * s, a * w * c, -a * w * w * s

        return value


class Ramp:
    """From one value to another in a straight line, or with two continuous derivatives where it is smooth."""

    def __init__(self, start, end, before, after, smooth=False):
        self.start, self.end, self.before, self.after, self.smooth = start, end, before, after, smooth

    def text(self):
        kind = "smooth_step" if self.smooth else "ramp"
        return (
            f'{{ type = "{kind}", from = {self.before!r}, to = {self.after!r}, '
            f"start = {self.start!r}, end = {self.end!r} }}"
        )

    def corners(self):
        return [self.start, self.end]

    def piece(self, t):
        if t < self.start:
            return lambda _t: (self.before, 0.0, 0.0)
        if t >= self.end:
            return lambda _t: (self.after, 0.0, 0.0)
        t0, h, d, b = self.start, self.end - self.start, self.after - self.before, self.before
        if not self.smooth:
            return lambda t: (b + d * (t - t0) / h, d / h, 0.0)

        def value(t):
            s = (t - t0) / h
            return (
                b + d * s**3 * (10 - 15 * s + 6 * s * s),
                d / h * 30 * s * s * (1 - s) ** 2,
                d / h**2 * 60 * s * (1 - s) * (1 - 2 * s),
            )

        return value


class Table:
    """Straight between points, constant outside."""

    def __init__(self, points):
        self.points = points

    def text(self):
        inside = ", ".join(f"[{x!r}, {y!r}]" for x, y in self.points)
        return f'{{ type = "table", points = [{inside}] }}'

    def corners(self):
        return [x for x, _ in self.points]

    def piece(self, t):
        points = self.points
        if t < points[0][0]:
            return Constant(points[0][1]).piece(t)
        for (x0, y0), (x1, y1) in zip(points, points[1:]):
            if x0 <= t < x1:
                slope = (y1 - y0) / (x1 - x0)
                return lambda t: (y0 + slope * (t - x0), slope, 0.0)
        return Constant(points[-1][1]).piece(t)


class Sum:
    def __init__(self, *terms):
        self.terms = terms

    def text(self):
        return f'{{ type = "sum", terms = [{", ".join(term.text() for term in self.terms)}] }}'

    def corners(self):
        return [corner for term in self.terms for corner in term.corners()]

    def piece(self, t):
        parts = [term.piece(t) for term in self.terms]
        return lambda t: tuple(sum(values) for values in zip(*(part(t) for part in parts)))


def pieces(functions, end):
    """The times between which all functions are smooth."""
    corners = {corner for function in functions for corner in function.corners() if 0 < corner < end}
    times = [0.0, *sorted(corners), end]
    return list(zip(times, times[1:]))
