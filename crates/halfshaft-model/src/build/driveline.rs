//! `[[inertia]]` and `[[driveline]]`: shafts, and what connects them.

use std::f64::consts::PI;

use halfshaft::describe::Quantity;
use halfshaft::elements::signals::{Input, Lag};
use halfshaft::elements::torsional::clutch::Slip;
use halfshaft::elements::torsional::torque::{Amplitude, Harmonic};
use halfshaft::elements::torsional::{ArcSprings, DualMassFlywheel, Torque};
use halfshaft::elements::{
    Belt, Clutch, Converter, Cylinder, DistributedShaft, Engine, Freewheel, Inertia, Losses, Lossy, Mesh, Planetary,
    Road, Shaft, ShaftOnBody, ShaftPiece, Stage, StagedSpring, Tyre, UniversalJoint, Variator,
};
use halfshaft::laws::function::Table;
use halfshaft::laws::{Function, SpringLaw};
use halfshaft::math::Vec3;
use halfshaft::math::rotation::z_along;
use halfshaft::system::{AddTo, Priority, ScalarId, ScalarKind, ScalarNode, ScalarStart};

use super::Building;
use crate::diagnostic::Collector;
use crate::model::{Analysis, Item, Model, Prescribed, ShaftRef, Values};

/// The shaft of an inertia. Its angle is compared with a radian.
pub(crate) fn inertia(building: &mut Building, item: &Item) -> ScalarId {
    let shaft = building.builder.scalar_node(ScalarNode {
        name: item.name.clone(),
        kind: ScalarKind::Motion,
        position: item.optional_number("angle").unwrap_or(0.0),
        velocity: item.optional_number("speed").unwrap_or(0.0),
        scale: 1.0,
    });
    let [position_given, velocity_given] = ["angle", "speed"].map(|key| item.optional_number(key).is_some());
    let priority = match item.optional_choice("start") {
        Some("fixed") => Priority::Fixed,
        Some("free") => Priority::Free,
        Some(_) => Priority::Guess,
        None if velocity_given => Priority::Guess,
        None => Priority::Free,
    };
    building.builder.set_start(shaft, ScalarStart { priority, velocity_given, position_given });
    Inertia { shaft, inertia: item.number("inertia") }.add_to(&mut building.builder, &item.name);
    shaft
}

/// A torsional spring with damping.
pub(crate) fn shaft(building: &mut Building, item: &Item) {
    let law = SpringLaw::linear(item.number("stiffness"), item.number("damping"));
    Shaft { between: building.shafts(item), law }.add_to(&mut building.builder, &item.name);
}

/// A viscous damper.
pub(crate) fn damper(building: &mut Building, item: &Item) {
    let law = SpringLaw::linear(0.0, item.number("damping"));
    Shaft { between: building.shafts(item), law }.add_to(&mut building.builder, &item.name);
}

/// A rigid gear stage.
pub(crate) fn stage(building: &mut Building, item: &Item) {
    let (between, carrier, ratio) =
        (building.shafts(item), building.shaft(item.shaft("carrier")), item.number("ratio"));
    let offset = building.meshed(item, ratio);
    let [a, _] = item.shafts("between");
    building.add_teeth(item, [a, item.shaft("carrier")], Stage { between, carrier, ratio, offset });
}

/// A gear stage with elastic teeth and backlash.
pub(crate) fn mesh(building: &mut Building, item: &Item) {
    let (between, carrier) = (building.shafts(item), building.shaft(item.shaft("carrier")));
    let (ratio, radius, lash) = (item.number("ratio"), item.number("radius"), item.number("lash"));
    let law = SpringLaw::linear(item.number("stiffness"), item.number("damping"));
    let two_sided = item.choice("flanks") == "both";
    let start = Mesh::mode_at(radius * building.meshed(item, ratio), lash, two_sided);
    let [a, _] = item.shafts("between");
    let mesh = Mesh { between, carrier, ratio, radius, law, lash, two_sided, start };
    building.add_teeth(item, [a, item.shaft("carrier")], mesh);
}

/// A torque from outside.
pub(crate) fn torque(building: &mut Building, item: &Item) {
    // A response takes them for what excites it, and is about the mean motion.
    let swings = matches!(building.model.analysis, Analysis::Response { .. });
    let harmonics = if swings { vec![] } else { harmonics(item) };
    let (on, angle) = (building.shaft(item.shaft("on")), building.angle(item.shaft("on")));
    let torque = building.input(item, "torque", Quantity::TORQUE);
    let torque = Torque { on, torque, harmonics, angle };
    torque.add_to(&mut building.builder, &item.name);
}

/// A belt.
pub(crate) fn belt(building: &mut Building, item: &Item) {
    let ratio = building.input(item, "ratio", Quantity::NUMBER);
    let capacity = building.input(item, "capacity", Quantity::TORQUE);
    let belt = Belt { between: building.shafts(item), ratio, capacity, creep: item.number("creep") };
    belt.add_to(&mut building.builder, &item.name);
}

/// An engine by its map.
pub(crate) fn engine(building: &mut Building, item: &Item) {
    // The reader has seen that x increases, and the driveline's check that positions do.
    let curve = |values: &Values| Some((values.number("throttle"), Table::new(&values.curve("torque"), false).ok()?));
    let map = item.list("map").iter().filter_map(|value| curve(value.as_group())).collect();
    let throttle = building.input(item, "throttle", Quantity::NUMBER);
    Engine { on: building.shaft(item.shaft("on")), map, throttle }.add_to(&mut building.builder, &item.name);
}

/// A cylinder with its crank.
pub(crate) fn cylinder(building: &mut Building, item: &Item) {
    let pressure = item.optional_curve("pressure").and_then(|points| Table::new(&points, true).ok());
    let cylinder = Cylinder {
        on: building.shaft(item.shaft("on")),
        lengths: ["crank_radius", "rod_length"].map(|key| item.number(key)),
        area: item.optional_number("bore").map_or(0.0, Cylinder::area_of),
        mass: item.number("oscillating_mass"),
        top: item.number("top_dead_centre"),
        pressure,
        cycle: item.count("strokes") as f64 * PI,
        load: item.function("load"),
    };
    cylinder.add_to(&mut building.builder, &item.name);
}

/// A variator.
pub(crate) fn variator(building: &mut Building, item: &Item) {
    let law = SpringLaw::linear(item.number("stiffness"), item.number("damping"));
    let radii = ["radius_a", "radius_b"].map(|key| item.function(key));
    // A deflection of a millimetre is much.
    let deflection = building.inner(item, "deflection", ScalarKind::Motion, 0.0, 1e-3);
    let variator = Variator { between: building.shafts(item), deflection, radii, law };
    variator.add_to(&mut building.builder, &item.name);
}

/// A universal joint between shafts.
pub(crate) fn universal_joint(building: &mut Building, item: &Item) {
    let [a, b] = item.shafts("between").map(|shaft| building.angle(shaft));
    let (between, angle, phase) = (building.shafts(item), item.number("angle"), item.number("phase"));
    let mut joint = UniversalJoint { between, angle, phase, offset: 0.0 };
    joint.offset = b - joint.passed(a);
    joint.add_to(&mut building.builder, &item.name);
}

/// A torsional spring with stages and friction.
pub(crate) fn staged_spring(building: &mut Building, item: &Item) {
    let points = item.curve("torque");
    let softest = stages(&points).filter(|k| *k > 0.0).fold(f64::INFINITY, f64::min);
    let stiff = if softest.is_finite() { 100.0 * softest } else { 1.0 };
    let law = StagedSpring::law(&points, item.number("damping"));
    let spring = StagedSpring {
        between: building.shafts(item),
        law: law.expect("the check has seen that the points increase"),
        friction: item.number("friction"),
        centrifugal: 0.0,
        holding_stiffness: item.optional_number("holding_stiffness").unwrap_or(stiff),
        start: building.apart(item).0,
    };
    spring.add_to(&mut building.builder, &item.name);
}

/// A dual-mass flywheel.
pub(crate) fn dual_mass_flywheel(building: &mut Building, item: &Item) {
    let springs = ArcSprings {
        free_angle: item.number("free_angle"),
        stages: item.curve("stages"),
        friction: item.number("friction"),
        coefficient: item.number("friction_coefficient"),
        mass: item.number("spring_mass"),
        radius: item.number("spring_radius"),
    };
    let flywheel = DualMassFlywheel {
        between: building.shafts(item),
        inertias: pair(item, "inertias"),
        springs,
        damping: item.number("damping"),
        start: building.apart(item).0,
    };
    flywheel.add_to(&mut building.builder, &item.name);
}

/// A torque converter.
pub(crate) fn converter(building: &mut Building, item: &Item) {
    let between = ["pump", "turbine"].map(|key| building.shaft(item.shaft(key)));
    let table = |key| Table::new(&item.curve(key), false).expect("the reader has seen that x increases");
    let converter = Converter { between, capacity: table("capacity"), torque_ratio: table("torque_ratio") };
    converter.add_to(&mut building.builder, &item.name);
}

/// A tyre.
pub(crate) fn tyre(building: &mut Building, item: &Item) {
    let between = ["wheel", "vehicle"].map(|key| building.shaft(item.shaft(key)));
    let slip = building.inner(item, "slip", ScalarKind::Flow, 0.0, 1.0);
    let tyre = Tyre {
        between,
        slip,
        radius: item.number("radius"),
        slip_stiffness: item.number("slip_stiffness"),
        grip: item.number("coefficient") * item.number("load"),
        relaxation_length: item.number("relaxation_length"),
    };
    tyre.add_to(&mut building.builder, &item.name);
}

/// What the road and the air do to a vehicle.
pub(crate) fn road_load(building: &mut Building, item: &Item) {
    let weight = item.number("mass") * item.number("gravity");
    let road = Road {
        on: building.shaft(item.shaft("on")),
        radius: item.number("radius"),
        rolling: weight * item.number("rolling_resistance"),
        weight,
        grade: item.function("grade"),
        drag: 0.5 * item.number("air_density") * item.number("drag_area"),
        slow: Road::SLOW,
    };
    road.add_to(&mut building.builder, &item.name);
}

/// A shaft that turns with a body.
pub(crate) fn shaft_on_body(building: &mut Building, item: &Item) {
    let axes = z_along(Vec3(item.axis("axis")));
    let [a, b] = item.between("between").map(|body| building.frame(body, building.model.origin(body), axes));
    ShaftOnBody { shaft: building.shaft(item.shaft("shaft")), a, b }.add_to(&mut building.builder, &item.name);
}

/// A freewheel.
pub(crate) fn freewheel(building: &mut Building, item: &Item) {
    let (angle, slip) = building.apart(item);
    let start = Freewheel::mode_at(slip);
    Freewheel { between: building.shafts(item), angle, start }.add_to(&mut building.builder, &item.name);
}

/// A clutch.
pub(crate) fn clutch(building: &mut Building, item: &Item) {
    let prescribed = building.prescribed(item, "torque", clutch_torque(item), Quantity::TORQUE);
    let (angle, slip) = building.apart(item);
    // By a signal, it starts open and closes at once where it should.
    let (start, open_below) = (Clutch::mode_at(slip, &prescribed), Clutch::open_below(&prescribed));
    let capacity = match item.optional_number("lag") {
        None => prescribed,
        Some(lag) => {
            let name = format!("{} actuator", item.name);
            Input::Signal(Lag::following(&mut building.builder, &name, prescribed, lag, Quantity::TORQUE))
        }
    };
    let friction = Slip {
        static_ratio: item.number("static_ratio"),
        stribeck_speed: item.optional_number("stribeck_speed"),
        slope: item.number("slope"),
        // The reader has seen that x increases.
        table: item.optional_curve("friction").and_then(|points| Table::new(&points, false).ok()),
    };
    let drag = item.optional_curve("drag").and_then(|points| Table::new(&points, false).ok());
    Clutch { between: building.shafts(item), capacity, open_below, friction, drag, angle, start }
        .add_to(&mut building.builder, &item.name);
}

/// Pieces in a row with nodes between them that start on the straight line from A to B, and what shows their ends.
pub(crate) fn distributed_shaft(building: &mut Building, item: &Item) {
    let count = item.count("segments") as usize;
    let pieces = count as f64;
    let ends = item.shafts("between");
    let [a, b] = ends.map(|shaft| [building.angle(shaft), building.speed(shaft)]);
    let mut along = vec![building.shaft(ends[0])];
    for k in 1..count {
        let part = k as f64 / pieces;
        let [position, velocity] = [0, 1].map(|i| a[i] + part * (b[i] - a[i]));
        let name = format!("{} at {k} of {count}", item.name);
        let kind = ScalarKind::Motion;
        along.push(building.builder.scalar_node(ScalarNode { name, kind, position, velocity, scale: 1.0 }));
    }
    along.push(building.shaft(ends[1]));
    let [stiffness, damping] = ["stiffness", "damping"].map(|key| pieces * item.number(key));
    let (law, inertia) = (SpringLaw::linear(stiffness, damping), item.number("inertia") / pieces);
    for (k, pair) in along.windows(2).enumerate() {
        let piece = ShaftPiece { between: [pair[0], pair[1]], law: law.clone(), inertia };
        piece.add_to(&mut building.builder, &format!("{} piece {}", item.name, k + 1));
    }
    let ends = [along[0], along[1], along[count - 1], along[count]];
    let shown = DistributedShaft { along: ends, law, inertia };
    shown.add_to(&mut building.builder, &item.name);
}

/// A planetary set.
pub(crate) fn planetary(building: &mut Building, item: &Item) {
    let ends = ["sun", "ring", "carrier"].map(|key| item.shaft(key));
    let [sun, ring] = pair(item, "teeth");
    let planet_teeth = 0.5 * (ring - sun);
    let planets = item.count("planets") as f64;
    // The planets start with the speed that the sun and the carrier give them.
    let [of_sun, _, of_carrier] = ends.map(|shaft| building.speed(shaft));
    let speed = of_carrier - sun / planet_teeth * (of_sun - of_carrier);
    let planet = building.inner(item, "planets", ScalarKind::Motion, speed, 1.0);
    let [a, b, c] = ends.map(|shaft| building.shaft(shaft));
    let mut set = Planetary {
        shafts: [a, b, c, planet],
        teeth: [sun, ring],
        planet_inertia: planets * item.number("planet_inertia"),
        carried_inertia: planets * item.number("planet_mass") * item.number("carrier_radius").powi(2),
        offset: [0.0; 2],
    };
    let [a, b, c] = ends.map(|shaft| building.angle(shaft));
    set.offset = set.rows([a, b, c, 0.0]);
    let [sun, _, carrier] = ends;
    building.add_teeth(item, [sun, carrier], set);
}

impl Building<'_> {
    /// Adds teeth, with the losses that the item gives. A is their first shaft, C their carrier.
    fn add_teeth<T: AddTo>(&mut self, item: &Item, [a, c]: [ShaftRef; 2], teeth: T)
    where
        Lossy<T>: AddTo,
    {
        if ["efficiency", "bearing_friction"].iter().all(|key| item.get(key).is_none()) {
            return teeth.add_to(&mut self.builder, &item.name);
        }
        let efficiency = item.get("efficiency").map_or([1.0; 2], |_| pair(item, "efficiency"));
        // The reader has seen that x increases.
        let friction = item.optional_curve("bearing_friction").and_then(|points| Table::new(&points, false).ok());
        let losses = Losses { efficiency, bearing_friction: friction };
        let [angle, speed] = [self.angle(a) - self.angle(c), self.speed(a) - self.speed(c)];
        Lossy { teeth, losses, angle, speed }.add_to(&mut self.builder, &item.name);
    }

    /// An unknown of the item's own.
    pub(super) fn inner(&mut self, item: &Item, what: &str, kind: ScalarKind, velocity: f64, scale: f64) -> ScalarId {
        let name = format!("{} {what}", item.name);
        let node = self.builder.scalar_node(ScalarNode { name, kind, position: 0.0, velocity, scale });
        // What is inside follows its shafts.
        self.builder.set_start(node, ScalarStart { priority: Priority::Free, ..ScalarStart::default() });
        node
    }

    /// Angle and speed of A less those of B at the start.
    fn apart(&self, item: &Item) -> (f64, f64) {
        let [a, b] = item.shafts("between");
        (self.angle(a) - self.angle(b), self.speed(a) - self.speed(b))
    }

    /// How far A is ahead of B, seen from the carrier, at the start.
    fn meshed(&self, item: &Item, ratio: f64) -> f64 {
        let [a, b] = item.shafts("between").map(|shaft| self.angle(shaft));
        let c = self.angle(item.shaft("carrier"));
        (a - c) - ratio * (b - c)
    }

    fn shafts(&self, item: &Item) -> [ScalarId; 2] {
        item.shafts("between").map(|shaft| self.shaft(shaft))
    }

    pub(super) fn shaft(&self, shaft: ShaftRef) -> ScalarId {
        match shaft {
            ShaftRef::Ground => ScalarId::GROUND,
            ShaftRef::Shaft(place) => self.shafts[place],
        }
    }

    /// The angle of a shaft at the start.
    fn angle(&self, shaft: ShaftRef) -> f64 {
        self.at_start(shaft, "angle")
    }

    /// The speed of a shaft at the start.
    fn speed(&self, shaft: ShaftRef) -> f64 {
        self.at_start(shaft, "speed")
    }

    fn at_start(&self, shaft: ShaftRef, key: &str) -> f64 {
        match shaft {
            ShaftRef::Ground => 0.0,
            ShaftRef::Shaft(place) => self.model.items[place].optional_number(key).unwrap_or(0.0),
        }
    }
}

/// Two numbers.
fn pair(item: &Item, key: &str) -> [f64; 2] {
    let list = item.list(key);
    [list[0].as_number(), list[1].as_number()]
}

/// The stiffness of each stage.
fn stages(points: &[[f64; 2]]) -> impl Iterator<Item = f64> + '_ {
    points.windows(2).map(|pair| (pair[1][1] - pair[0][1]) / (pair[1][0] - pair[0][0]))
}

/// The harmonics of a torque.
pub(crate) fn harmonics(item: &Item) -> Vec<Harmonic> {
    let harmonic = |values: &Values| {
        let amplitude = match values.optional_curve("amplitudes") {
            // The reader has seen that x increases.
            Some(points) => Amplitude::OverSpeed(Table::new(&points, false).expect("x increases")),
            None => Amplitude::Constant(values.optional_number("amplitude").unwrap_or(0.0)),
        };
        Harmonic { order: values.number("order"), amplitude, phase: values.number("phase") }
    };
    item.optional_list("harmonics").unwrap_or_default().iter().map(|value| harmonic(value.as_group())).collect()
}

/// The sliding torque of a clutch: as given, or n μ p (2π/3)(r_o³ − r_i³), the pressure being even over the lining.
fn clutch_torque(item: &Item) -> Prescribed {
    if let Some(torque) = item.optional_input("torque") {
        return torque;
    }
    let [inner, outer] = pair(item, "radii");
    let lining = 2.0 * PI / 3.0 * (outer.powi(3) - inner.powi(3));
    let torque = item.count("surfaces") as f64 * item.number("coefficient") * lining;
    let times = |function| Function::Product(vec![function, Function::Constant(torque)]);
    match item.input("pressure") {
        Prescribed::Time(pressure) => Prescribed::Time(times(pressure)),
        Prescribed::Of(signal, pressure) => Prescribed::Of(signal, times(pressure)),
        Prescribed::Signal(signal) => Prescribed::Of(signal, Function::Polynomial(vec![0.0, torque])),
    }
}

/// The stages of a dual-mass flywheel begin with the first touch, and are springs; both its flywheels are heavy.
pub(crate) fn check_flywheel(_: &Model, flywheel: &Item, out: &mut Collector) {
    let (name, stages) = (&flywheel.name, flywheel.curve("stages"));
    if stages.first().is_none_or(|first| first[0] != 0.0) {
        let message = format!("the first stage of \"{name}\" does not begin at 0");
        out.push(flywheel.error("out-of-range", message).help("give the play before it as `free_angle`"));
    }
    if stages.iter().any(|[_, stiffness]| *stiffness <= 0.0) {
        out.push(flywheel.error("out-of-range", format!("a stage of \"{name}\" has no stiffness")));
    }
    if flywheel.list("inertias").iter().any(|inertia| inertia.as_number() <= 0.0) {
        out.push(flywheel.error("out-of-range", format!("a flywheel of \"{name}\" has no inertia")));
    }
}

/// Each harmonic of a torque has one amplitude.
pub(crate) fn check_harmonics(_: &Model, torque: &Item, out: &mut Collector) {
    for value in torque.optional_list("harmonics").unwrap_or_default() {
        let given = |key: &str| value.as_group().get(key).is_some();
        if given("amplitude") == given("amplitudes") {
            let message = format!("each harmonic of \"{}\" needs one of `amplitude`, `amplitudes`", torque.name);
            out.push(torque.error("missing-key", message));
        }
    }
}

/// The curves of a map are in rising order of the throttle.
pub(crate) fn check_engine(_: &Model, engine: &Item, out: &mut Collector) {
    let positions: Vec<f64> = engine.list("map").iter().map(|value| value.as_group().number("throttle")).collect();
    if positions.windows(2).any(|pair| pair[0] >= pair[1]) {
        let message = format!("the curves of \"{}\" are not in rising order of `throttle`", engine.name);
        out.push(engine.error("not-increasing", message));
    }
}

/// A piston must come through its bore, and its pressure over the whole cycle.
pub(crate) fn check_cylinder(_: &Model, cylinder: &Item, out: &mut Collector) {
    let name = &cylinder.name;
    if cylinder.number("rod_length") <= cylinder.number("crank_radius") {
        let message = format!("the rod of \"{name}\" is not longer than its crank");
        out.push(
            cylinder.error("out-of-range", message).help("`rod_length` is some three to four times `crank_radius`"),
        );
    }
    let Some(points) = cylinder.optional_curve("pressure") else { return };
    if cylinder.get("bore").is_none() {
        out.push(cylinder.error("missing-key", format!("cylinder \"{name}\" with `pressure` needs `bore`")));
    }
    let cycle = cylinder.count("strokes") as f64 * std::f64::consts::PI;
    let (first, last) = (points.first().copied().unwrap_or_default(), points.last().copied().unwrap_or_default());
    let closed = (first[1] - last[1]).abs() <= 1e-6 * first[1].abs().max(last[1].abs());
    if first[0] != 0.0 || (last[0] - cycle).abs() > 1e-9 * cycle || !closed {
        let message = format!("the pressure of \"{name}\" does not cover its cycle");
        let turns = cycle.to_degrees();
        out.push(
            cylinder
                .error("out-of-range", message)
                .help(format!("let it go from 0 to {turns:.0} deg and end as it begins")),
        );
    }
}

/// What presses a clutch.
pub(crate) fn check_clutch(_: &Model, clutch: &Item, out: &mut Collector) {
    let name = &clutch.name;
    if let Some(drag) = clutch.optional_curve("drag")
        && (drag.first() != Some(&[0.0, 0.0]) || drag.iter().any(|[_, torque]| *torque < 0.0))
    {
        let message =
            format!("the drag of clutch \"{name}\" must begin at no torque at no slip, and must not be negative");
        out.push(clutch.error("out-of-range", message).help("write [[0, 0], [\"50 rad/s\", \"2 N m\"]]"));
    }
    match (clutch.get("torque"), clutch.get("pressure")) {
        (Some(_), Some(_)) => {
            let message = format!("clutch \"{name}\" has both `torque` and `pressure`");
            out.push(clutch.error("conflicting-keys", message).help("keep one of them"));
        }
        (None, None) => {
            let message = format!("nothing presses clutch \"{name}\"");
            out.push(
                clutch.error("missing-key", message).help("add `torque`, or `pressure` with `radii` and `coefficient`"),
            );
        }
        (None, Some(_)) => {
            for key in ["radii", "coefficient"].into_iter().filter(|key| clutch.get(key).is_none()) {
                out.push(clutch.error("missing-key", format!("clutch \"{name}\" with `pressure` needs `{key}`")));
            }
            let radii = clutch.optional_list("radii").unwrap_or_default();
            if let [inner, outer] = &radii[..]
                && inner.as_number() >= outer.as_number()
            {
                let message = format!("the linings of clutch \"{name}\" have no width");
                out.push(clutch.error("out-of-range", message).help("give `radii` as inner and outer radius"));
            }
        }
        (Some(_), None) => {}
    }
}

/// Checks the losses of teeth.
pub(crate) fn check_losses(_: &Model, item: &Item, out: &mut Collector) {
    if item.get("efficiency").is_some_and(|_| pair(item, "efficiency")[0] <= 0.0) {
        let message = format!("the first efficiency of \"{}\" must be positive", item.name);
        out.push(
            item.error("out-of-range", message)
                .help("only the second, against the first direction, is zero or less where teeth are self-locking"),
        );
    }
    if let Some(friction) = item.optional_curve("bearing_friction")
        && friction.iter().any(|[speed, torque]| *speed < 0.0 || *torque < 0.0)
    {
        let message =
            format!("the bearing friction of \"{}\" must be over speeds and torques that are not negative", item.name);
        out.push(item.error("out-of-range", message).help("it holds for both directions"));
    }
}

/// Checks the teeth of a planetary set.
pub(crate) fn check_planetary(model: &Model, item: &Item, out: &mut Collector) {
    check_losses(model, item, out);
    let [sun, ring] = pair(item, "teeth");
    if sun >= ring {
        let message = format!("the ring of \"{}\" has no more teeth than its sun", item.name);
        out.push(item.error("out-of-range", message).help("give `teeth` of the sun first, then of the ring"));
    }
}

/// Checks the points of a spring with stages.
pub(crate) fn check_staged_spring(_: &Model, item: &Item, out: &mut Collector) {
    let points = item.curve("torque");
    if points.len() < 2 || points.windows(2).any(|pair| pair[0][0] >= pair[1][0]) {
        let message = format!("the stages of \"{}\" need two points or more, each further on", item.name);
        out.push(item.error("out-of-range", message));
    }
}
