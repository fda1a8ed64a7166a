// A double pendulum with a hostile name, a shape, a frame and a plot.

export const HOSTILE = '<script>alert(1)';

export const MODEL = `format = 1
title = "<img src=x onerror=alert(2)> two rods"
gravity = [0, "-9.81 m/s^2", 0]

[analysis]
type = "transient"
end = "2 s"

[solver]
step = "1 ms"

[[body]]
name = "upper"
position = ["0.5 m", 0, 0]
shape = { box = { size = ["1 m", "60 mm", "60 mm"], material = "aluminium" } }

[[body]]
name = "${HOSTILE}"
position = ["1.5 m", 0, 0]
shape = { cylinder = { radius = "40 mm", length = "1 m", axis = "x", material = "steel" } }

[[frame]]
name = "tip"
on = "${HOSTILE}"
position = ["2 m", 0, 0]

[[joint]]
name = "pivot"
type = "hinge"
between = ["ground", "upper"]
axis = "z"

[[joint]]
name = "elbow"
type = "hinge"
between = ["upper", "${HOSTILE}"]
position = ["1 m", 0, 0]
axis = "z"

[[plot]]
title = "Angles"
channels = ["pivot.angle", "elbow.angle"]
units = ["deg"]

[[plot]]
title = "Path"
x = "${HOSTILE}.position_x"
channels = ["${HOSTILE}.position_y"]
`;

// A disc that a couple spins up about z from 1 rad/s, 3 rad/s² more each second, with a force at its rim that keeps its direction and
// a thruster that turns with the disc; the speed against the angle on logarithmic axes.
export const SPUN = `format = 1
title = "a disc with loads"

[analysis]
type = "transient"
end = "1 s"

[solver]
step = "1 ms"

[[body]]
name = "disc"
shape = { cylinder = { radius = "0.5 m", length = "50 mm", axis = "z", material = "steel" } }
angular_velocity = [0, 0, "1 rad/s"]

[[joint]]
name = "bearing"
type = "hinge"
between = ["ground", "disc"]
axis = "z"

[[force]]
name = "couple"
type = "load"
on = "disc"
torque = [0, 0, "100 N m"]

[[force]]
name = "weight"
type = "load"
on = "disc"
position = ["0.5 m", 0, 0]
force = [0, 0, "-50 N"]

[[force]]
name = "thruster"
type = "load"
on = "disc"
position = ["0.5 m", 0, 0]
force = ["20 N", 0, 0]
in = "body"

[[plot]]
title = "Speed over angle"
x = "bearing.angle"
channels = ["bearing.speed"]
log = "both"

[[plot]]
title = "Angle"
channels = ["bearing.angle"]
log = "both"
`;

// A mass of 1 kg on a slide along y with a spring of 100 N/m: one mode at 10 rad/s.
export const SPRUNG = `format = 1
title = "a mass on a spring"

[analysis]
type = "modes"

[[body]]
name = "mass"
mass = "1 kg"
inertia = "1e-3 kg m^2"
look = { outline = [[0, "-20 mm"], ["50 mm", "-20 mm"], ["50 mm", "20 mm"], [0, "20 mm"]] }

[[joint]]
name = "slide"
type = "prismatic"
between = ["ground", "mass"]
axis = "y"

[[force]]
name = "spring"
type = "spring"
between = ["ground", "mass"]
position_a = [0, "-0.5 m", 0]
stiffness = "100 N/m"
`;
