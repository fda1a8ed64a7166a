//! `[[signal]]`, and what reads signals.

use halfshaft::describe::Quantity;
use halfshaft::elements::signals::{
    ForceSignal, Formula, Input, Integral, Lag, Law, Logic, LogicLaw, LowPass, Pid, Sensed, SensedShaft,
};
use halfshaft::elements::torsional::distributed;
use halfshaft::math::Vec3;
use halfshaft::math::rotation::z_along;
use halfshaft::system::{AddTo, Between, Effort, Gauge, ScalarId};
use std::f64::consts::TAU;

use super::{Building, sensors};
use crate::diagnostic::Collector;
use crate::model::{BodyRef, Item, Model, Prescribed, ShaftRef, Value};

/// The node of a signal with a differential equation.
pub(super) fn state_node(building: &mut Building, item: &Item) -> ScalarId {
    let start = item.optional_amount("start").unwrap_or(0.0);
    building.builder.state_signal(&item.name, start, size(item))
}

/// The angle of B against A.
pub(crate) fn angle(building: &mut Building, item: &Item, value: ScalarId) {
    building.add(item, building.turning(item, "axis"), |[a, b]| Sensed::<true, false> { value, a, b });
}

/// The angular speed of B against A.
pub(crate) fn angular_speed(building: &mut Building, item: &Item, value: ScalarId) {
    building.add(item, building.turning(item, "axis"), |[a, b]| Sensed::<true, true> { value, a, b });
}

/// The travel of B against A.
pub(crate) fn displacement(building: &mut Building, item: &Item, value: ScalarId) {
    building.add(item, building.along(item, "axis"), |[a, b]| Sensed::<false, false> { value, a, b });
}

/// The speed of B against A.
pub(crate) fn speed(building: &mut Building, item: &Item, value: ScalarId) {
    building.add(item, building.along(item, "axis"), |[a, b]| Sensed::<false, true> { value, a, b });
}

/// The angle of a shaft.
pub(crate) fn shaft_angle(building: &mut Building, item: &Item, value: ScalarId) {
    let shaft = building.shaft(item.shaft("on"));
    SensedShaft::<false> { value, shaft }.add_to(&mut building.builder, &item.name);
}

/// The speed of a shaft.
pub(crate) fn shaft_speed(building: &mut Building, item: &Item, value: ScalarId) {
    let shaft = building.shaft(item.shaft("on"));
    SensedShaft::<true> { value, shaft }.add_to(&mut building.builder, &item.name);
}

/// A force that an item exerts on a body.
pub(crate) fn force(building: &mut Building, item: &Item, value: ScalarId) {
    let origin = building.model.origin(item.frame("on"));
    on_body(building, item, value, origin, false);
}

/// A torque that an item exerts on a body.
pub(crate) fn torque(building: &mut Building, item: &Item, value: ScalarId) {
    let origin = building.model.origin(item.frame("on"));
    let point = item.optional_vector("position").map_or(origin, Vec3);
    on_body(building, item, value, point, true);
}

fn on_body(building: &mut Building, item: &Item, value: ScalarId, point: Vec3, torque: bool) {
    let follows = item.choice("in") == "body";
    let axes = z_along(Vec3(item.axis("axis")));
    let mut at = building.frame(item.frame("on"), point, axes);
    if !follows {
        at.axes = axes;
    }
    let of = building.model.items[item.item("of")].name.clone();
    gauge(building, item, value, of, Effort::OnBody { at, follows, torque });
}

/// The torque that an item exerts on a shaft.
pub(crate) fn shaft_torque(building: &mut Building, item: &Item, value: ScalarId) {
    let (on, read) = (item.shaft("on"), &building.model.items[item.item("of")]);
    let of = if read.is(&distributed::KIND) {
        // Its pieces at the ends exert what it does.
        let at_a = read.shafts("between")[0] == on;
        format!("{} piece {}", read.name, if at_a { 1 } else { read.count("segments") })
    } else {
        read.name.clone()
    };
    let effort = Effort::OnShaft(building.shaft(on));
    gauge(building, item, value, of, effort);
}

/// Arithmetic on time and signals.
pub(crate) fn expression(building: &mut Building, item: &Item, value: ScalarId) {
    let formula = item.formula("value");
    let inputs = formula.inputs.iter().map(|&place| building.signals[place]).collect();
    let law = Law::Expression(formula.expression);
    Formula { value, inputs, law, quantity: quantity(item) }.add_to(&mut building.builder, &item.name);
}

/// A function of time or of a signal.
pub(crate) fn function(building: &mut Building, item: &Item, value: ScalarId) {
    let (inputs, law) = match item.input("value") {
        Prescribed::Time(function) => (vec![], function),
        Prescribed::Of(place, function) => (vec![building.signals[place]], function),
        Prescribed::Signal(place) => (vec![building.signals[place]], identity()),
    };
    let law = Law::Function(law);
    Formula { value, inputs, law, quantity: quantity(item) }.add_to(&mut building.builder, &item.name);
}

/// A function of the program that runs the model.
pub(crate) fn program(building: &mut Building, item: &Item, value: ScalarId) {
    let inputs = item.optional_list("inputs").unwrap_or_default();
    let place = |input: Value| if let Value::Signal(place) = input { Some(building.signals[place]) } else { None };
    let inputs = inputs.into_iter().filter_map(place).collect();
    let Some(law) = item.law.clone().map(Law::Program) else { return };
    Formula { value, inputs, law, quantity: quantity(item) }.add_to(&mut building.builder, &item.name);
}

/// What another program sets.
pub(crate) fn input(building: &mut Building, item: &Item, value: ScalarId) {
    let between = if item.choice("between") == "linear" { Between::Linear } else { Between::Hold };
    let default = item.optional_amount("default").unwrap_or(0.0);
    building.builder.input_on(&item.name, value, between, default, quantity(item));
}

/// A lag of first order.
pub(crate) fn lag(building: &mut Building, item: &Item, value: ScalarId) {
    let (input, time_constant) = (taken(building, item), item.number("time_constant"));
    Lag { value, input, time_constant, quantity: quantity(item) }.add_to(&mut building.builder, &item.name);
}

/// A low pass of second order.
pub(crate) fn low_pass(building: &mut Building, item: &Item, value: ScalarId) {
    let (name, frequency) = (&item.name, TAU * item.number("frequency"));
    let rate = building.builder.state_signal(format!("{name} rate"), 0.0, frequency * size(item));
    let (input, damping_ratio) = (taken(building, item), item.number("damping_ratio"));
    let filter = LowPass { value, rate, input, frequency, damping_ratio, quantity: quantity(item) };
    filter.add_to(&mut building.builder, name);
}

/// An integral over time.
pub(crate) fn integral(building: &mut Building, item: &Item, value: ScalarId) {
    let input = taken(building, item);
    Integral { value, input, quantity: quantity(item) }.add_to(&mut building.builder, &item.name);
}

/// A PID controller.
pub(crate) fn pid(building: &mut Building, item: &Item, value: ScalarId) {
    // Both are of the error, for which a size of the command stands through the gain.
    let proportional = item.optional_amount("proportional").unwrap_or(0.0);
    let of_error = size(item) / proportional.abs();
    let integral = building.builder.state_signal(format!("{} integral", item.name), 0.0, of_error);
    let filtered = building.builder.state_signal(format!("{} filtered", item.name), 0.0, of_error);
    let limits = match item.get("limits") {
        Some(_) => item.numbers("limits"),
        None => vec![f64::NEG_INFINITY, f64::INFINITY],
    };
    let gain = |key: &str| item.optional_amount(key).unwrap_or(0.0);
    let controller = Pid {
        value,
        integral,
        filtered,
        error: building.signals[item.signal("input")],
        gains: [proportional, gain("integral"), gain("derivative")],
        // Without a derivative nothing reads what this filters.
        lag: item.optional_number("derivative_lag").unwrap_or(1.0),
        limits: [limits[0], limits[1]],
        quantity: quantity(item),
    };
    controller.add_to(&mut building.builder, &item.name);
}

/// A relay.
pub(crate) fn hysteresis(building: &mut Building, item: &Item, value: ScalarId) {
    let [on, off] = ["on", "off"].map(|key| item.optional_amount(key).unwrap_or(0.0));
    logic(building, item, value, &["input"], LogicLaw::Hysteresis { on, off, starts_on: item.switch("on_at_start") });
}

/// A latch.
pub(crate) fn latch(building: &mut Building, item: &Item, value: ScalarId) {
    logic(building, item, value, &["set", "reset"], LogicLaw::Latch { starts_on: item.switch("on_at_start") });
}

/// A timer.
pub(crate) fn timer(building: &mut Building, item: &Item, value: ScalarId) {
    logic(building, item, value, &["input"], LogicLaw::Timer);
}

/// Sample and hold.
pub(crate) fn sampled(building: &mut Building, item: &Item, value: ScalarId) {
    logic(building, item, value, &["input"], LogicLaw::Sampled(item.number("period")));
}

/// Counted states.
pub(crate) fn states(building: &mut Building, item: &Item, value: ScalarId) {
    let (count, first, dwell) = (item.count("count"), item.count("first"), item.number("dwell"));
    logic(building, item, value, &["up", "down"], LogicLaw::States { count, first, dwell });
}

fn logic(building: &mut Building, item: &Item, value: ScalarId, inputs: &[&str], law: LogicLaw) {
    let inputs = inputs.iter().map(|key| building.signals[item.signal(key)]).collect();
    Logic { value, inputs, law, quantity: quantity(item) }.add_to(&mut building.builder, &item.name);
}

/// Checks that the levels of a relay differ.
pub(crate) fn check_hysteresis(_: &Model, item: &Item, out: &mut Collector) {
    if item.optional_amount("on") == item.optional_amount("off") {
        let message = format!("`on` and `off` of \"{}\" are the same level", item.name);
        out.push(item.error("out-of-range", message).help("between them the value stays as it is: leave a distance"));
    }
}

/// Checks that a state machine starts in one of its states.
pub(crate) fn check_states(_: &Model, item: &Item, out: &mut Collector) {
    let (count, first) = (item.count("count"), item.count("first"));
    if first > count {
        let message = format!("\"{}\" cannot start in state {first} of {count}", item.name);
        out.push(item.error("out-of-range", message).help("give `first` from 1 to `count`"));
    }
}

fn gauge(building: &mut Building, item: &Item, value: ScalarId, of: String, effort: Effort) {
    let torque = !matches!(effort, Effort::OnBody { torque: false, .. });
    building.builder.gauge(Gauge { value, of, effort });
    ForceSignal { value, torque }.add_to(&mut building.builder, &item.name);
}

fn taken(building: &Building, item: &Item) -> Input {
    Input::Signal(building.signals[item.signal("input")])
}

impl Building<'_> {
    /// What a key prescribes; a function of a signal becomes a signal of its own.
    pub(super) fn input(&mut self, item: &Item, key: &str, quantity: Quantity) -> Input {
        self.prescribed(item, key, item.input(key), quantity)
    }

    /// What is prescribed; a function of a signal becomes a signal of its own.
    pub(super) fn prescribed(&mut self, item: &Item, key: &str, given: Prescribed, quantity: Quantity) -> Input {
        match given {
            Prescribed::Time(function) => Input::Time(function),
            Prescribed::Signal(place) => Input::Signal(self.signals[place]),
            Prescribed::Of(place, function) => {
                let name = format!("{} {key}", item.name);
                let value = self.builder.signal(&name);
                let (inputs, law) = (vec![self.signals[place]], Law::Function(function));
                Formula { value, inputs, law, quantity }.add_to(&mut self.builder, &name);
                Input::Signal(value)
            }
        }
    }
}

/// What a signal is of.
fn quantity(item: &Item) -> Quantity {
    item.quantity.unwrap_or(Quantity::NUMBER)
}

fn identity() -> halfshaft::laws::Function {
    halfshaft::laws::Function::Polynomial(vec![0.0, 1.0])
}

/// A size of the signal's value that matters.
fn size(item: &Item) -> f64 {
    item.optional_amount("size").unwrap_or(1.0)
}

/// Checks that an item acts on the body on which its force or torque is taken.
pub(crate) fn check_on_body(model: &Model, item: &Item, out: &mut Collector) {
    let body = item.frame("on");
    if body == BodyRef::Ground {
        let message = format!("\"{}\" cannot be on the ground", item.name);
        out.push(item.error("on-ground", message).help("take the opposite of what acts on the other body"));
    }
    sensors::check_acting(model, item, body, out);
}

/// Checks that an item acts on the shaft on which its torque is taken.
pub(crate) fn check_on_shaft(model: &Model, item: &Item, out: &mut Collector) {
    let (acting, shaft) = (&model.items[item.item("of")], item.shaft("on"));
    if shaft == ShaftRef::Ground {
        let message = format!("\"{}\" cannot be on the ground", item.name);
        out.push(item.error("on-ground", message).help("take the opposite of what acts on the other shaft"));
    } else if !acting.turns(shaft) {
        let message = format!("\"{}\" does not act on the shaft of \"{}\"", acting.name, item.name);
        out.push(item.error("not-acting", message).help("name one of the shafts that it connects"));
    }
}

/// Checks gains and limits of a controller.
pub(crate) fn check_pid(model: &Model, item: &Item, out: &mut Collector) {
    let zero = item.optional_amount("proportional") == Some(0.0);
    let lags = ["derivative", "derivative_lag"].map(|key| item.get(key).is_some());
    if zero {
        let message = format!("the gain of \"{}\" must not be zero", item.name);
        out.push(item.error("out-of-range", message));
    }
    if lags[0] != lags[1] {
        let message = format!("\"{}\" needs both of `derivative`, `derivative_lag`, or none", item.name);
        out.push(item.error("missing-key", message));
    }
    if item.get("limits").is_some_and(|_| item.numbers("limits")[0] >= item.numbers("limits")[1]) {
        let message = format!("the limits of \"{}\" leave nothing between them", item.name);
        out.push(item.error("out-of-range", message).help("the first must be below the second"));
    }
    check_size(model, item, out);
}

/// Checks the size of a signal's value.
pub(crate) fn check_size(_: &Model, item: &Item, out: &mut Collector) {
    if item.optional_amount("size").is_some_and(|size| size <= 0.0) {
        out.push(item.error("out-of-range", format!("the size of \"{}\" must be positive", item.name)));
    }
}
