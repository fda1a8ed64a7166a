"""The type C differential with oil films in a vehicle, built in Python: the model of `examples/torsen-c/vehicle-film.toml`.

    python python/examples/torsen_c.py

runs its four modes and prints the torque distribution ratios. Tables and loops take the place of repeated sections.
"""

from __future__ import annotations

from collections.abc import Callable

import halfshaft as hs

MODES = {
    "drive_rear": ("rear", "17.8 s", "18.4 s", 4.02),
    "coast_front": ("front", "5.8 s", "6.4 s", 1.62),
    "drive_front": ("front", "9.8 s", "10.4 s", 1.57),
    "coast_rear": ("rear", "13.8 s", "14.4 s", 2.82),
}
"""The bias of each mode, its window, and the measured torque distribution ratio (Virlez 2014, table 3.5)."""

# Name, mass in kg, moments of inertia across and along the axis in kg m², height in mm, and the part it turns with.
BODIES = [
    ("housing", "1.7951", "2.8849e-3", "4.8461e-3", "-3.621", "housing"),
    ("case", "0.5863", "6.9173e-4", "1.3772e-3", "36.1", "housing"),
    ("screw ring", "0.1059", "1.9134e-4", "3.8205e-4", "43.1", "housing"),
    ("washer 7", "0.0248", "1.0171e-5", "2.0332e-5", "-15.975", "housing"),
    ("washer 8", "0.0238", "8.3433e-6", "1.6678e-5", "15.875", "sun"),
    ("washer 9", "0.0306", "2.6761e-5", "5.3510e-5", "14.8", "housing"),
    ("washer 10", "0.0238", "8.3433e-6", "1.6678e-5", "17.475", "coupling"),
    ("washer 11", "0.1116", "1.0248e-4", "2.0489e-4", "31.1", "housing"),
    ("sun", "0.6478", "2.8453e-4", "4.7027e-4", "0", "sun"),
    ("internal", "1.1010", "1.5340e-3", "2.7052e-3", "11.471", "coupling"),
    ("coupling", "0.5667", "2.9123e-4", "4.2361e-4", "32.269", "coupling"),
]
RIGID = [
    ("case on housing", "housing", "case"),
    ("ring on case", "case", "screw ring"),
    ("7 on housing", "housing", "washer 7"),
    ("11 on case", "case", "washer 11"),
    ("8 on sun", "sun", "washer 8"),
    ("10 on coupling", "coupling", "washer 10"),
]
# Name, parts, height in mm, normal, radii in mm, clearance, roughness, friction.
FILMS = [
    ("sun-7", "w1", "sun", "-15.225", "z", "23", "33", "= clearance", "= roughness", "= mu_washer"),
    ("8-10", "w2", "w4", "16.625", "z", "20", "31.5", "= clearance", "= roughness_low", "= mu_low"),
    ("internal-11", "w5", "internal", "30.1", "-z", "44", "53.5", "= clearance", "= roughness", "= mu_washer"),
    ("coupling-11", "w5", "coupling", "30.1", "-z", "27", "38.5", "= clearance", "= roughness", "= mu_washer"),
    ("internal-9", "w3", "internal", "15.55", "z", "37.5", "45.5", "= clearance", "= roughness", "= mu_washer"),
    (
        "planet-housing {i}",
        "housing",
        "planet {i}",
        "-14.05",
        "z",
        "3",
        "7.8",
        "= clearance",
        "= roughness",
        "= mu_washer",
    ),
    ("planet-9 {i}", "w3", "planet {i}", "14.05", "-z", "1.5", "7", "= clearance", "= roughness", "= mu_washer"),
    ("9-housing", "housing", "w3", "14", "z", "37", "46", "= clearance / 2", "= roughness", "= mu_washer"),
]
AROUND = {"count": 4, "around": "z", "radius": "= distance"}
SPEEDS = {"omega_housing": "0 rad/s", "omega_sun": "0 rad/s", "omega_coupling": "0 rad/s"}


def core() -> hs.Model:
    """Bodies, bearings and gear train."""
    model = hs.Model()
    model.title = "Type C differential: bodies, bearings and gear train"
    model.add(hs.analysis(type="transient", end="0.1 ms"))
    model.add(hs.parameters(mu_tooth=0.1, screw_lead="200 mm", distance="40.66 mm", **SPEEDS))
    for name, mass, across, along, height, turns_with in BODIES:
        inertia = [f"{value} kg m^2" for value in (across, across, along)]
        spin: list[float | str] = [0, 0, f"= omega_{turns_with}"]
        model.add(
            hs.body(name, mass=f"{mass} kg", inertia=inertia, position=[0, 0, f"{height} mm"], angular_velocity=spin)
        )
    model.add(
        hs.body(
            "planet {i}",
            repeat=AROUND,
            mass="0.0294 kg",
            inertia=["2.2234e-6 kg m^2", "2.2234e-6 kg m^2", "6.3227e-7 kg m^2"],
            velocity=[0, "= omega_housing * distance / (1 rad)", 0],
            angular_velocity=[0, 0, "= omega_housing - (omega_sun - omega_housing) * 26 / 5"],
        )
    )
    model.extend(hs.joint.rigid(name, between=[a, b]) for name, a, b in RIGID)
    for part in ("sun", "coupling"):
        model.add(hs.joint.cylindrical(f"{part} bearing", between=["housing", part], axis="z"))
    model.add(hs.joint.screw("screw", between=["internal", "coupling"], axis="z", lead="= screw_lead", hand="left"))
    for i in range(1, 5):
        mesh = hs.gear.external
        model.add(
            gear(mesh, f"sun-planet {i}", ["sun", f"planet {i}"], [26, 5], "27.9", "left", ("5.58e8", "847", "1.372"))
        )
    for i in range(1, 5):
        mesh = hs.gear.internal
        model.add(
            gear(
                mesh,
                f"planet-internal {i}",
                [f"planet {i}", "internal"],
                [5, 36],
                "27.4",
                "right",
                ("4.20e8", "733", "1.296"),
            )
        )
    for part in ("housing", "case", "sun", "coupling", "internal"):
        model.add(hs.port(f"{part} port", provides=part))
    model.extend(hs.port(f"planet {i} port", provides=f"planet {i}") for i in range(1, 5))
    model.extend(hs.port(f"w{i} port", provides=f"washer {i + 6}") for i in range(1, 6))
    return model


def gear(
    kind: Callable[..., hs.Item],
    name: str,
    between: list[str],
    teeth: list[int],
    face_width: str,
    hand: str,
    mesh: tuple[str, str, str],
) -> hs.Item:
    """A pair of wheels of module 2.2 mm; the mesh has stiffness, damping and the arm of friction."""
    stiffness, damping, arm = mesh
    return kind(
        name,
        between=between,
        axis="z",
        plane=[0, 0, 0],
        teeth=teeth,
        module="2.2 mm",
        face_width=f"{face_width} mm",
        helix_angle="33 deg",
        hand=[hand, "right"],
        pressure_angle="30 deg",
        backlash="0.06 mm",
        stiffness=f"{stiffness} N/m",
        damping=f"{damping} N s/m",
        friction={"type": "mean", "coefficient": "= mu_tooth", "arm": f"{arm} mm", "velocity": "1 mm/s"},
    )


def film() -> hs.Model:
    """The differential with oil films in 14 contacts; the planets and washer 9 are free to slide."""
    model = hs.Model()
    model.title = "Type C differential with oil films in 14 contacts, planets and washer 9 free to slide"
    model.add(hs.analysis(type="transient", end="0.1 ms"))
    model.add(
        hs.parameters(mu_hinge=0.17, mu_washer=0.1, mu_low=0.03, mu_tooth=0.1, screw_lead="200 mm", distance="40.66 mm")
    )
    model.add(
        hs.parameters(velocity="10 mm/s", **SPEEDS, viscous_torque=1, viscosity="0.0741 Pa s", stiffness="1e14 N/m")
    )
    model.add(hs.parameters(clearance="0.1 mm", roughness="1.6 um", roughness_low="0.5 um"))
    passed = {name: f"= {name}" for name in ("mu_tooth", "screw_lead", *SPEEDS)}
    model.add(hs.submodel("core", file=core(), parameters=passed))
    model.add(hs.joint.prismatic("9 on housing", between=["core/housing port", "core/w3 port"], axis="z"))
    friction = {"coefficient": "= mu_hinge", "radius": "5.7 mm", "velocity": "= velocity"}
    pins = ["core/housing port", "core/planet {i} port"]
    model.add(hs.joint.cylindrical("planet {i} in housing", repeat=AROUND, between=pins, axis="z", friction=friction))
    for name, a, b, height, normal, inner, outer, clearance, roughness, coefficient in FILMS:
        model.add(
            hs.contact.film(
                name,
                repeat=AROUND if "{i}" in name else None,
                between=[f"core/{a} port", f"core/{b} port"],
                position=[0, 0, f"{height} mm"],
                normal=normal,
                clearance=clearance,
                inner_radius=f"{inner} mm",
                outer_radius=f"{outer} mm",
                viscosity="= viscosity",
                viscous_torque="= viscous_torque",
                roughness=roughness,
                stiffness="= stiffness",
                friction={"coefficient": coefficient, "velocity": "= velocity"},
            )
        )
    model.extend(hs.port(part, provides=f"core/{part} port") for part in ("housing", "sun", "coupling"))
    return model


def torque() -> list[list[object]]:
    """The torque on the housing: drive and coast, twice, and drive once more."""
    points: list[list[object]] = [[0.0, "0 N m"]]
    for cycle in range(5):
        sign = "-" if cycle % 2 == 0 else ""
        for time, size in ((0.5, 450), (1.0, 450), (1.5, 900), (2.5, 900), (3.0, 450), (3.5, 450)):
            points.append([4 * cycle + time, f"{sign}{size} N m"])
        points.append([4 * cycle + 4.0, "0 N m"])
    return [*points, [21, "0 N m"]]


def speed(first: str, second: str) -> dict[str, object]:
    """The speed of an axle: it changes at 8 s and back at 16 s."""
    times = (0, 7.6, 8.4, 15.6, 16.4, 21)
    values = (first, first, second, second, first, first)
    return {"type": "table", "smooth": True, "points": [[t, f"{v} rad/s"] for t, v in zip(times, values, strict=True)]}


def vehicle() -> hs.Model:
    """A torque turns the housing, the speeds of both outputs are prescribed."""
    model = hs.Model()
    model.title = "Type C differential in the vehicle, oil films (geometry calibrated)"
    # A scheme that annihilates high frequencies steps over the squeal of internal gear and coupling.
    model.add(hs.analysis(type="transient", end="20 s"), hs.solver(spectral_radius=0))
    model.add(
        hs.parameters(mu_hinge=0.17, mu_washer=0.1, mu_low=0.03, mu_tooth=0.1, screw_lead="200 mm", viscous_torque=1)
    )
    passed = {
        name: f"= {name}" for name in ("mu_hinge", "mu_washer", "mu_low", "mu_tooth", "screw_lead", "viscous_torque")
    }
    speeds = {"omega_housing": "-30 rad/s", "omega_sun": "-31.2161 rad/s", "omega_coupling": "-29.1217 rad/s"}
    model.add(hs.submodel("differential", file=film(), parameters={**passed, **speeds}))
    model.add(hs.joint.hinge("housing bearing", between=["ground", "differential/housing"], axis="z"))
    engine = {"type": "table", "smooth": True, "points": torque()}
    model.add(hs.force.torque("engine", between=["ground", "differential/housing"], axis="z", torque=engine))
    front, rear = speed("-31.2161", "-28.7839"), speed("-29.1217", "-30.8783")
    model.add(hs.drive.rotation("front axle", between=["ground", "differential/sun"], axis="z", speed=front))
    model.add(hs.drive.rotation("rear axle", between=["ground", "differential/coupling"], axis="z", speed=rear))
    for mode, (bias, begin, end, measured) in MODES.items():
        other = "front" if bias == "rear" else "rear"
        model.add(hs.measure(f"tdr_{mode}", ratio=[f"{bias} axle.torque", f"{other} axle.torque"], over=[begin, end]))
        source = "Virlez 2014, table 3.5 (experiment); geometry calibrated"
        model.add(hs.expect(measure=f"tdr_{mode}", value=measured, tolerance="5 %", source=source))
    return model


if __name__ == "__main__":
    run = vehicle().run()
    for expectation in run.expectations:
        print(f"{expectation.measure:<16} {run.measures[expectation.measure]:.3f}  measured {expectation.expected}")
