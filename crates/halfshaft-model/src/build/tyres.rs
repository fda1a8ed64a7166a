//! `[[tyre]]`.

use halfshaft::describe::Quantity;
use halfshaft::elements::tyre::{KIND, Patch, Road, RollingRadius, Standstill, Tyre};
use halfshaft::laws::TyreLaw;
use halfshaft::laws::function::Table;
use halfshaft::laws::tyre::pacejka::Mode;
use halfshaft::laws::tyre::{Bakker, Version};
use halfshaft::math::rotation::z_along;
use halfshaft::math::{Mat3, Vec3};
use halfshaft::system::{AddTo, ScalarKind};
use halfshaft_results::scene;

use super::{Building, RIGHT_ANGLE_TOLERANCE};
use crate::diagnostic::Collector;
use crate::model::{Item, Model, Value, Values};

/// Relaxation lengths along and across where neither the model nor the file gives them, in metres.
const RELAXATION: [f64; 2] = [0.15, 0.45];
/// Shortest relaxation length, in metres: a tenth of a contact. Without USE_MODE ≥ 10 slip is followed over this length.
const SHORTEST_RELAXATION: f64 = 0.02;
/// Load for the behaviour at standstill where no file gives a nominal load, in newtons.
const TYPICAL_LOAD: f64 = 4000.0;
/// A slip of this size matters.
const SLIP_SIZE: f64 = 0.1;

/// A tyre.
pub(crate) fn tyre(building: &mut Building, item: &Item) {
    let law = law(item);
    let file = item.tyre.as_deref();
    let load = file.map_or(TYPICAL_LOAD, |file| file.law.coefficients.nominal_load());
    let relaxation = relaxation(item, &law, load);
    let [road, wheel] = item.between("between");
    let normal = Vec3(item.axis("normal"));
    let along = Vec3(item.axis("along"));
    let across = normal.cross(along);
    let across = across * (1.0 / across.norm());
    let axes = Mat3::from_columns([across.cross(normal), across, normal]);
    let centre = item.optional_vector("centre").map_or_else(|| building.model.origin(wheel), Vec3);
    let coefficient = |key: &str, of_file: fn(&halfshaft::laws::tyre::Coefficients) -> f64| {
        let given = item.optional_number(key);
        given.or_else(|| file.map(|file| of_file(&file.law.coefficients))).unwrap_or_default()
    };
    let names = ["longitudinal slip", "lateral slip"];
    let slips = names.map(|what| building.inner(item, what, ScalarKind::Flow, 0.0, SLIP_SIZE));
    let tyre = Tyre {
        road_frame: building.frame(road, Vec3(item.vector("position")), axes),
        wheel_frame: building.frame(wheel, centre, z_along(Vec3(item.axis("axis")))),
        road: road_of(item),
        slips,
        radius: coefficient("radius", |c| c.unloaded_radius),
        crown_radius: item.number("crown_radius"),
        rolling_radius: match (item.optional_number("rolling_radius"), file) {
            (Some(radius), _) => RollingRadius::Constant(radius),
            (None, Some(file)) if file.gives("dreff") || file.gives("freff") => RollingRadius::OfLaw,
            (None, _) => RollingRadius::Third,
        },
        stiffness: coefficient("vertical_stiffness", |c| c.radial_stiffness()),
        damping: coefficient("vertical_damping", |c| c.vertical_damping),
        relaxation,
        grip: building.input(item, "grip", Quantity::NUMBER),
        peak_only: item.choice("grip_acts_on") == "peak",
        standstill: Standstill::new(
            &law,
            load,
            relaxation,
            item.number("standstill_speed"),
            item.number("standstill_damping"),
        ),
        law,
    };
    tyre.add_to(&mut building.builder, &item.name);
}

/// The law, mounted on its side.
fn law(item: &Item) -> TyreLaw {
    if let Some(file) = &item.tyre {
        let mut law = file.law.clone();
        let side = item.optional_choice("side").map(|side| side == "left");
        law.mirrored = side.zip(file.left).is_some_and(|(mounted, measured)| mounted != measured);
        if let Some(pressure) = item.optional_number("pressure") {
            law.coefficients.inflpres = pressure;
        }
        if let Some(resistance) = item.optional_number("rolling_resistance") {
            law.coefficients.qsy1 = resistance;
            (law.coefficients.qsy2, law.coefficients.qsy3, law.coefficients.qsy4) = (0.0, 0.0, 0.0);
        }
        return TyreLaw::Pacejka(Box::new(law));
    }
    let group = item.group("magic_formula");
    let radius = item.optional_number("radius").unwrap_or_default();
    TyreLaw::Bakker(Box::new(Bakker {
        lateral: nine(&group, "lateral"),
        longitudinal: nine(&group, "longitudinal"),
        aligning: group.get("aligning").map(|_| nine(&group, "aligning")),
        camber_thrust: group.number("camber_thrust"),
        rolling_arm: item.optional_number("rolling_resistance").unwrap_or_default() * radius,
    }))
}

/// The check has seen that there are nine.
fn nine(group: &Values, key: &str) -> [f64; 9] {
    group.numbers(key).try_into().unwrap_or([0.0; 9])
}

fn relaxation(item: &Item, law: &TyreLaw, load: f64) -> [f64; 2] {
    if let Some(group) = item.optional_group("relaxation_length") {
        return ["longitudinal", "lateral"].map(|key| group.number(key));
    }
    match (law, &item.tyre) {
        (_, Some(file)) if !file.relaxes => [SHORTEST_RELAXATION; 2],
        (TyreLaw::Pacejka(law), _) => {
            law.relaxation_lengths(load).unwrap_or(RELAXATION).map(|length| length.max(SHORTEST_RELAXATION))
        }
        _ => RELAXATION,
    }
}

fn road_of(item: &Item) -> Road {
    let patch = |values: &Values| Patch {
        x: [values.number("from"), values.number("to")],
        y: [
            values.optional_number("right").unwrap_or(f64::NEG_INFINITY),
            values.optional_number("left").unwrap_or(f64::INFINITY),
        ],
        scale: values.number("scale"),
        transition: values.number("transition"),
    };
    Road {
        // The reader has seen that x increases.
        profile: item.optional_curve("profile").and_then(|points| Table::new(&points, true).ok()),
        half_contact: 0.5 * item.number("contact_length"),
        patches: item
            .optional_list("patches")
            .unwrap_or_default()
            .iter()
            .map(|value| patch(value.as_group()))
            .collect(),
    }
}

/// The road of a tyre, as it is drawn; `None` for other items.
pub(crate) fn road(item: &Item) -> Option<scene::Road> {
    if item.kind.section != KIND.section {
        return None;
    }
    let patch = |value: &Value| {
        let patch = value.as_group();
        scene::Patch {
            from: patch.number("from"),
            to: patch.number("to"),
            right: patch.optional_number("right"),
            left: patch.optional_number("left"),
            scale: patch.number("scale"),
        }
    };
    Some(scene::Road {
        position: item.vector("position"),
        normal: item.axis("normal"),
        along: item.axis("along"),
        patches: item.optional_list("patches").unwrap_or_default().iter().map(patch).collect(),
    })
}

/// Checks that a tyre has one law, a size and a road.
pub(crate) fn check(_: &Model, item: &Item, out: &mut Collector) {
    let name = &item.name;
    let mut report = |code, message: String, help: &str| out.push(item.error(code, message).help(help));
    let [formula, file] = ["magic_formula", "file"].map(|key| item.get(key).is_some());
    match (formula, file) {
        (false, false) => {
            let message = format!("tyre \"{name}\" needs `magic_formula` or `file`");
            report("missing-key", message, "add `file = \"tyre.tir\"`, or the coefficients of 1987");
        }
        (true, true) => {
            let message = format!("tyre \"{name}\" cannot have both `magic_formula` and `file`");
            report("conflicting-keys", message, "keep one of them");
        }
        _ => {}
    }
    if let Some(group) = item.optional_group("magic_formula") {
        for key in ["lateral", "longitudinal", "aligning"] {
            let count = group.get(key).map_or(9, |_| group.numbers(key).len());
            if count != 9 {
                let message = format!("`{key}` of tyre \"{name}\" has {count} coefficients instead of 9");
                report("wrong-form", message, "give those of the orders 0 to 8");
            } else if group.get(key).is_some() && has_no_curve(&group.numbers(key)) {
                let message = format!("`{key}` of tyre \"{name}\" has no peak: C and D must be positive");
                report("out-of-range", message, "coefficients 0 (C) and 2 (D per load) must be positive");
            }
        }
        for key in ["radius", "vertical_stiffness"].into_iter().filter(|key| item.get(key).is_none()) {
            let message = format!("tyre \"{name}\" needs `{key}`");
            report("missing-key", message, "without a tyre file nothing else gives it");
        }
    }
    if let Some(file) = &item.tyre
        && item.get("pressure").is_some()
        && file.law.version == Version::V52
    {
        let message = format!("`pressure` of tyre \"{name}\" has no effect: its file is of MF 5.2");
        report("conflicting-keys", message, "remove it, or use a file of MF 6.1");
    }
    if let Some(file) = &item.tyre
        && file.law.mode == Mode::Vertical
        && item.get("relaxation_length").is_some()
    {
        let message = format!("the file of tyre \"{name}\" asks for the load only (USE_MODE 0 or 10)");
        report("conflicting-keys", message, "remove `relaxation_length`, or set another USE_MODE");
    }
    let (normal, along) = (Vec3(item.axis("normal")), Vec3(item.axis("along")));
    if normal.cross(along).norm() <= RIGHT_ANGLE_TOLERANCE {
        report("not-across", format!("`along` of tyre \"{name}\" is along its normal"), "give a direction in the road");
    }
    if normal.cross(Vec3(item.axis("axis"))).norm() <= 0.1 {
        report(
            "not-across",
            format!("tyre \"{name}\" lies on its side"),
            "its `axis` must be about parallel to the road",
        );
    }
    if item.optional_number("radius").is_some_and(|radius| item.number("crown_radius") >= radius) {
        let message = format!("the crown radius of tyre \"{name}\" is not below its radius");
        report("out-of-range", message, "a crown radius is about half the width of the tread");
    }
    for value in item.optional_list("patches").unwrap_or_default() {
        let patch = value.as_group();
        let sides = ["right", "left"].map(|key| patch.optional_number(key));
        let wide = sides[0].zip(sides[1]).is_none_or(|(right, left)| right < left);
        if patch.number("from") >= patch.number("to") || !wide {
            let message = format!("a patch of tyre \"{name}\" ends before it begins");
            report("out-of-range", message, "`to` must be beyond `from`, and `left` above `right`");
        }
    }
}

/// Whether a list of coefficients has no curve at small loads.
fn has_no_curve(c: &[f64]) -> bool {
    c[0] <= 0.0 || c[2] <= 0.0
}
