// Models of flexible bodies for the browser tests.

// A cantilever of hexahedra under a load at its end.
export const CANTILEVER = `format = 1
title = "a cantilever of hexahedra"

[analysis]
type = "statics"

[[solid]]
name = "arm"
mesh = { type = "block", size = ["200 mm", "20 mm", "10 mm"], divisions = [16, 2, 1] }
element = "hex20"
youngs_modulus = "210 GPa"
poisson_ratio = 0.3
density = "7800 kg/m^3"
attachments = [{ name = "root", on = "x-" }, { name = "tip", on = "x+" }]

[[joint]]
name = "weld"
type = "rigid"
between = ["ground", "arm/root"]

[[force]]
name = "load"
type = "load"
on = "arm/tip"
force = [0, 0, "-50 N"]
`;

// An arm that swings down from a hinge.
export const SWINGING = `format = 1
title = "a swinging arm"
gravity = [0, 0, "-9.81 m/s^2"]

[analysis]
type = "transient"
end = "0.4 s"

[[solid]]
name = "arm"
mesh = { type = "block", size = ["0.5 m", "40 mm", "10 mm"], divisions = [8, 1, 1] }
position = ["0.25 m", 0, 0]
material = "aluminium"
damping = "1e-4 s"
attachments = [{ name = "root", on = "x-" }, { name = "tip", on = "x+" }]

[[joint]]
name = "pivot"
type = "hinge"
between = ["ground", "arm/root"]
axis = "y"
`;

// A clamped bar that a load at its end bends down.
export const BEAM = `format = 1
title = "a clamped bar"

[analysis]
type = "transient"
end = "20 ms"

[[beam]]
name = "bar"
start = "ground"
points = [{ position = [0, 0, 0] }, { name = "tip", position = ["1 m", 0, 0] }]
elements = 8
section = { type = "circle", diameter = "20 mm" }
material = "steel"

[[force]]
name = "load"
type = "load"
on = "bar/tip"
force = [0, 0, "-100 N"]
`;
