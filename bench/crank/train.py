"""The crank train of this folder: its data, the positions and velocities at the start, and its model file."""

import math

CRANK, ROD, WIDTH, HEIGHT = 0.045, 0.150, 0.020, 0.010
SPEED = 300.0
FLYWHEEL, CRANK_MASS, PISTON = 0.02, 10.0, 0.4
PHASES = [0, 120, 240, 240, 120, 0]
DAMPING = 1e-6

BODY = """format = 1
analysis = {{ type = "modes" }}

[[superelement]]
name = "rod"
mesh = {{ type = "block", size = ["150 mm", "20 mm", "10 mm"], divisions = {divisions} }}
element = "hex8"
youngs_modulus = "210 GPa"
poisson_ratio = 0.3
density = "7800 kg/m^3"
modes = 182
boundary = [{{ name = "big end", on = "x-" }}, {{ name = "small end", on = "x+" }}]
"""

MODEL = """format = 1
title = "Crank train with six flexible connecting rods"
analysis = {{ type = "transient", end = {end!r} }}
solver = {{ step = {step!r}, spectral_radius = 0.8 }}
record = {{ fields = 0 }}

[[body]]
name = "crank"
mass = {mass}
inertia = {inertia}
angular_velocity = [0, 0, {speed}]

[[joint]]
name = "main bearing"
type = "hinge"
between = ["ground", "crank"]
axis = "z"
{cylinders}
[[measure]]
name = "amplitude"
final = "rod 1/mode 2.amplitude"

[[measure]]
name = "second amplitude"
final = "rod 2/mode 2.amplitude"

[[measure]]
name = "piston"
final = "piston 2.position_x"
"""

CYLINDER = """
[[superelement]]
name = "rod {k}"
file = "rod.npz"
boundary = [{{ name = "big end", on = "big end" }}, {{ name = "small end", on = "small end" }}]
position = {rod!r}
orientation = {{ axis = "z", angle = {angle!r} }}
angular_velocity = [0, 0, {spin!r}]
about = {pole!r}
damping = {damping}

[[body]]
name = "piston {k}"
mass = {piston}
inertia = 1e-4
position = {pin!r}
velocity = [{velocity!r}, 0, 0]

[[joint]]
name = "crank pin {k}"
type = "hinge"
between = ["crank", "rod {k}/big end"]
position = {crank_pin!r}
axis = "z"

[[joint]]
name = "piston pin {k}"
type = "spherical"
between = ["rod {k}/small end", "piston {k}"]
position = {pin!r}

[[joint]]
name = "cylinder {k}"
type = "prismatic"
between = ["ground", "piston {k}"]
position = {pin!r}
axis = "x"
"""


def cylinder(k):
    """Where crank pin, rod and piston pin are at the start, and how they move."""
    phase, z = math.radians(PHASES[k]), 0.05 * k
    angle = -math.asin(CRANK / ROD * math.sin(phase))
    spin = -CRANK * SPEED * math.cos(phase) / (ROD * math.cos(angle))
    crank_pin = [CRANK * math.cos(phase), CRANK * math.sin(phase), z]
    middle = [crank_pin[0] + 0.5 * ROD * math.cos(angle), crank_pin[1] + 0.5 * ROD * math.sin(angle), z]
    piston_pin = [crank_pin[0] + ROD * math.cos(angle), 0.0, z]
    velocity = [-SPEED * crank_pin[1] - spin * 0.5 * ROD * math.sin(angle), SPEED * crank_pin[0] + spin * 0.5 * ROD * math.cos(angle), 0.0]
    piston = -SPEED * crank_pin[1] - spin * ROD * math.sin(angle)
    # The pole of the velocity of the rod: v = spin × (x − pole).
    pole = [middle[0] - velocity[1] / spin, middle[1] + velocity[0] / spin, z]
    return {"crank_pin": crank_pin, "rod": middle, "pin": piston_pin, "angle": angle, "spin": spin, "velocity": velocity, "piston": piston, "pole": pole}


def model(step, end):
    """The model file."""
    text = ""
    for k in range(6):
        c = cylinder(k)
        text += CYLINDER.format(
            k=k + 1, rod=c["rod"], angle=c["angle"], spin=c["spin"], pole=c["pole"], damping=DAMPING, piston=PISTON, pin=c["pin"],
            velocity=c["piston"], crank_pin=c["crank_pin"],
        )
    return MODEL.format(end=end, step=step, mass=CRANK_MASS, inertia=FLYWHEEL, speed=SPEED, cylinders=text)
