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

// A pinion and a wheel with helical teeth; the pinion's shaft in two bearings that are springs.
export const GEARBOX = `format = 1
title = "a helical pair"

[analysis]
type = "transient"
end = "2 ms"

[parameters]
m = "2 mm"

[[body]]
name = "pinion"
shape = { cylinder = { radius = "15 mm", length = "100 mm", axis = "x", material = "steel" } }
position = ["50 mm", 0, 0]

[[body]]
name = "wheel"
shape = { cylinder = { radius = "20 mm", length = "60 mm", axis = "x", material = "steel" } }
position = ["50 mm", "= 38 * m / cos(20 deg)", 0]

[[force]]
name = "left"
type = "bushing"
between = ["ground", "pinion"]
position = [0, 0, 0]
stiffness = ["8e7 N/m", "2e8 N/m", "2e8 N/m"]

[[force]]
name = "right"
type = "bushing"
between = ["ground", "pinion"]
position = ["100 mm", 0, 0]
stiffness = [0, "2e8 N/m", "2e8 N/m"]

[[joint]]
name = "wheel bearing"
type = "hinge"
between = ["ground", "wheel"]
axis = "x"

[[gear]]
name = "stage"
type = "external"
between = ["pinion", "wheel"]
axis = "x"
teeth = [19, 57]
module = "= m"
helix_angle = "20 deg"
hand = ["right", "left"]
face_width = "28 mm"
damping = "2000 N s/m"

[[force]]
name = "motor"
type = "torque"
between = ["ground", "pinion"]
axis = "x"
torque = "10 N m"

[[plot]]
title = "Mesh"
channels = ["stage.normal_force"]
`;

// Four balls in a housing.
export const NESTED = `format = 1
title = "balls in a housing"

[analysis]
type = "transient"
end = "1 s"

[[body]]
name = "housing"
shape = { cylinder = { radius = "0.2 m", length = "0.5 m", axis = "z", material = "steel" } }

[[body]]
name = "ball {i}"
repeat = { count = 4, index = "i" }
mass = "1 kg"
inertia = "1e-3 kg m^2"
position = ["= (i - 2.5) * 60 mm", 0, 0]
look = { outline = [[0, "-20 mm"], ["20 mm", "-20 mm"], ["20 mm", "20 mm"], [0, "20 mm"]] }
`;

// A motor drives a load through a stage and a shaft.
export const TRAIN = `format = 1
title = "a motor and its load"

[analysis]
type = "transient"
end = "1 s"

[[inertia]]
name = "motor"
inertia = "0.1 kg m^2"
speed = "60 rpm"

[[inertia]]
name = "gear"
inertia = "0.05 kg m^2"
speed = "20 rpm"

[[inertia]]
name = "load"
inertia = "2 kg m^2"
speed = "20 rpm"

[[driveline]]
name = "stage"
type = "stage"
between = ["motor", "gear"]
ratio = 3

[[driveline]]
name = "shaft"
type = "shaft"
between = ["gear", "load"]
stiffness = "500 N m/rad"
damping = "1 N m s/rad"

[[driveline]]
name = "gas"
type = "torque"
on = "motor"
torque = "5 N m"

[[plot]]
title = "Speeds"
channels = ["motor.speed", "load.speed"]
units = ["rpm"]
`;

// A motor on shafts turns a wheel in space, and another wheel drives away.
export const MIXED = `format = 1
title = "a motor turns a wheel"

[analysis]
type = "transient"
end = "4 s"

[[inertia]]
name = "motor"
inertia = "0.1 kg m^2"
speed = "120 rpm"

[[inertia]]
name = "output"
inertia = "0.05 kg m^2"
speed = "60 rpm"

[[driveline]]
name = "stage"
type = "stage"
between = ["motor", "output"]
ratio = 2

[[body]]
name = "wheel"
shape = { cylinder = { radius = "0.2 m", length = "50 mm", axis = "y", material = "steel" } }
angular_velocity = [0, "60 rpm", 0]

[[joint]]
name = "bearing"
type = "hinge"
between = ["ground", "wheel"]
axis = "y"

[[driveline]]
name = "hub"
type = "shaft_on_body"
shaft = "output"
between = ["ground", "wheel"]
axis = "y"

[[plot]]
title = "Speeds"
channels = ["motor.speed", "output.speed"]
units = ["rpm"]
`;

// A ball that flies 120 m in 4 s.
export const AWAY = `format = 1
title = "a ball flies away"

[analysis]
type = "transient"
end = "4 s"

[[body]]
name = "ball"
shape = { sphere = { radius = "0.2 m", material = "steel" } }
velocity = ["30 m/s", 0, 0]

[[body]]
name = "light ball"
shape = { sphere = { radius = "0.1 m", material = "steel" } }
position = [0, "0.5 m", 0]
velocity = ["30 m/s", 0, 0]
`;

// A ring around four discs hides none of them.
export const OPEN_RING = `format = 1
title = "discs in a ring"

[analysis]
type = "transient"
end = "1 s"

[[body]]
name = "ring"
shape = { tube = { outer_radius = "0.5 m", inner_radius = "0.45 m", length = "60 mm", axis = "z", material = "steel" } }

[[body]]
name = "disc {i}"
repeat = { count = 4, index = "i" }
shape = { cylinder = { radius = "50 mm", length = "40 mm", axis = "z", material = "steel" } }
position = ["= (i - 2.5) * 150 mm", 0, 0]
`;
