#!/usr/bin/env python3
"""Ride frequencies of the sedan: the half car, and what it leaves out, one term at a time.

    studies/vehicles/ride.py        needs NumPy; runs nothing

The half car is a beam on two quarter cars (per axle: wheel rate k, mass of the wheels, stiffness of the tyres). This adds, for small motions x (forward), z, pitch θ of the body about its centre of mass and travels
u of the wheels in the body's frame, from the tables of an independent five-link solver (camber γ, sideways and forward motion of the wheel over u):

- heights: a wheel's centre, Z above and X ahead of the body's centre of mass (Z < 0), is lifted by z − X θ + u − Z θ²/2 − x' u θ. The sprung part S of the wheel load works on the terms of second order: stiffnesses S Z in θ and S x' between u and θ;
- camber: the tyre is compressed by R₀ − h/cos γ, for a wheel's centre at the height h, so that its load F works on R tan γ dγ too. To the second order in the lift l of the wheel's centre and u: the tyre has the travel
  l + R γ₀ γ' u, and F adds stiffnesses −F R (γ'² + γ₀ γ'') in u and −F γ₀ γ' between l and u;
- motion of the wheels forward, Z θ + x' u, and sideways, y' + R γ', with the car free to move forward; rotation of knuckle and wheel by camber;
- arms of the anti-roll bars, which swing by u/0.25 m.
"""

import numpy as np

G, RADIUS, TYRE = 9.81, 0.316, 2.2e5
SPRUNG_MASS, PITCH_INERTIA, CENTRE = 1550.0, 2450.0, (-1.26578, 0.57838)
CORNER_INERTIA = 0.9  # knuckle and wheel, about an axis along the car
ARM, ARM_MASS, ARM_INERTIA = 0.25, 0.4, 0.01
# Travel in m, camber in degrees, change of half-track at the ground, forward motion of the wheel's centre.
FRONT = [
    (-0.08, 0.514, -0.01243, -0.00113), (-0.06, 0.466, -0.00839, -0.00072), (-0.04, 0.275, -0.00498, -0.00039), (-0.02, -0.048, -0.00219, -0.00015), (0.0, -0.5, 0.0, 0.0),
    (0.02, -1.084, 0.00163, 0.00006), (0.04, -1.808, 0.00274, 0.00003), (0.06, -2.686, 0.00338, -0.00009), (0.08, -3.741, 0.00361, -0.00028),
]  # fmt: skip
REAR = [
    (-0.08, -0.117, -0.01376, 0.00611), (-0.06, -0.198, -0.00926, 0.00423), (-0.04, -0.375, -0.00549, 0.00257), (-0.02, -0.642, -0.00242, 0.00115), (0.0, -1.0, 0.0, 0.0),
    (0.02, -1.449, 0.0018, -0.00088), (0.04, -1.993, 0.00302, -0.00147), (0.06, -2.637, 0.00367, -0.00175), (0.08, -3.387, 0.0038, -0.00172),
]  # fmt: skip
# Per wheel: axle ahead of the origin, unsprung mass, wheel rate by virtual work, wheel load, table.
AXLES = [(0.0, 48.0, 27254.2, 4688.69, FRONT), (-2.843, 46.0, 31275.3, 3836.20, REAR)]
TERMS = ["heights", "camber", "motion of the wheels", "bars"]


def derivatives(travel, values):
    """Value and first two derivatives at zero travel."""
    fit = np.polynomial.Polynomial.fit(travel, values, 6)
    return fit(0.0), fit.deriv()(0.0), fit.deriv(2)(0.0)


def frequencies(terms):
    """The four highest of the frequencies in Hz, for q = (x, z, θ, front travel, rear travel)."""
    mass, stiffness = np.diag([SPRUNG_MASS, SPRUNG_MASS, PITCH_INERTIA, 0.0, 0.0]), np.zeros((5, 5))
    for j, (axle, unsprung, rate, load, table) in enumerate(AXLES, start=3):
        travel, camber, track, forward = np.array(table).T
        gamma, slope, curvature = derivatives(travel, np.radians(camber))
        x_rate = derivatives(travel, forward)[1]
        y_rate = derivatives(travel, track)[1] + RADIUS * slope
        ahead, above, sprung = axle - CENTRE[0], RADIUS - CENTRE[1], load - unsprung * G
        unit = np.eye(5)[j]
        lift = np.array([0.0, 1.0, -ahead, 0.0, 0.0]) + unit
        mass += 2 * unsprung * np.outer(lift, lift)
        pressed = lift + RADIUS * gamma * slope * unit if "camber" in terms else lift
        stiffness += 2 * TYRE * np.outer(pressed, pressed) + 2 * rate * np.outer(unit, unit)
        if "heights" in terms:
            stiffness[2, 2] += 2 * sprung * above
            stiffness[2, j] += 2 * sprung * x_rate
            stiffness[j, 2] += 2 * sprung * x_rate
        if "camber" in terms:
            stiffness[j, j] -= 2 * load * RADIUS * (slope**2 + gamma * curvature)
            stiffness -= 2 * load * gamma * slope * (np.outer(lift, unit) + np.outer(unit, lift))
        if "motion of the wheels" in terms:
            along = np.array([1.0, 0.0, above, 0.0, 0.0]) + x_rate * unit
            mass += 2 * unsprung * np.outer(along, along)
            mass[j, j] += 2 * (unsprung * y_rate**2 + CORNER_INERTIA * slope**2)
        if "bars" in terms:
            # The arms' masses belong to the body; what they have more by their swing.
            body, swing, turn = np.array([0.0, 1.0, ARM / 2 - ahead, 0.0, 0.0]), unit / 2, np.array([0.0, 0.0, 1.0, 0.0, 0.0])
            moved, turned = body + swing, turn - unit / ARM
            mass += 2 * ARM_MASS * (np.outer(moved, moved) - np.outer(body, body)) + 2 * ARM_INERTIA * (np.outer(turned, turned) - np.outer(turn, turn))
    squares = np.linalg.eigvals(np.linalg.solve(mass, stiffness)).real
    return np.sqrt(np.sort(np.abs(squares))[-4:]) / (2 * np.pi)


def main():
    plain = frequencies([])
    rows = [("half car", plain), *((f"with {term}", frequencies([term])) for term in TERMS), ("with all", frequencies(TERMS))]
    print("| | heave, Hz | pitch | wheel hop, front | rear |\n| --- | ---: | ---: | ---: | ---: |")
    for name, values in rows:
        print(f"| {name} | " + " | ".join(f"{value:.4f} ({100 * (value / base - 1):+.2f} %)" for value, base in zip(values, plain)) + " |")


main()
