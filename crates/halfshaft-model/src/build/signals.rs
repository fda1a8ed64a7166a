//! `[[signal]]`, and what reads signals.

use halfshaft::describe::Quantity;
use halfshaft::elements::signals::{
    ForceSignal, Formula, Input, Integral, Lag, Law, LowPass, Pid, Sensed, SensedShaft,
};
use halfshaft::math::Vec3;
use halfshaft::math::rotation::z_along;
use halfshaft::system::{AddTo, Effort, Gauge, ScalarId};
use std::f64::consts::TAU;

use super::Building;
use crate::model::{Item, Prescribed};

impl Building<'_> {
    /// The node of a signal; its equation comes once all signals have nodes.
    pub(super) fn signal_node(&mut self, item: &Item) -> ScalarId {
        match item.type_name() {
            "lag" | "low_pass" | "integral" => {
                let start = item.optional_amount("start").unwrap_or(0.0);
                self.builder.state_signal(&item.name, start, size(item))
            }
            _ => self.builder.signal(&item.name),
        }
    }

    pub(super) fn signal(&mut self, place: usize, item: &Item) {
        let (value, name) = (self.signals[place], item.name.as_str());
        let quantity = item.quantity.unwrap_or(Quantity::NUMBER);
        match item.type_name() {
            "angle" => self.add(item, self.turning(item, "axis"), |[a, b]| Sensed::<true, false> { value, a, b }),
            "angular_speed" => {
                self.add(item, self.turning(item, "axis"), |[a, b]| Sensed::<true, true> { value, a, b })
            }
            "displacement" => self.add(item, self.along(item, "axis"), |[a, b]| Sensed::<false, false> { value, a, b }),
            "speed" => self.add(item, self.along(item, "axis"), |[a, b]| Sensed::<false, true> { value, a, b }),
            "shaft_angle" => {
                SensedShaft::<false> { value, shaft: self.shaft(item.shaft("on")) }.add_to(&mut self.builder, name);
            }
            "shaft_speed" => {
                SensedShaft::<true> { value, shaft: self.shaft(item.shaft("on")) }.add_to(&mut self.builder, name);
            }
            "force" | "torque" => {
                let torque = item.type_name() == "torque";
                let body = item.frame("on");
                let origin = self.model.origin(body);
                let point = if torque { item.optional_vector("position").map_or(origin, Vec3) } else { origin };
                let follows = item.choice("in") == "body";
                let axes = z_along(Vec3(item.axis("axis")));
                let mut at = self.frame(body, point, axes);
                if !follows {
                    at.axes = axes;
                }
                let of = self.model.items[item.item("of")].name.clone();
                self.gauge(place, item, of, Effort::OnBody { at, follows, torque });
            }
            "shaft_torque" => {
                let (on, read) = (item.shaft("on"), &self.model.items[item.item("of")]);
                let of = if read.type_name() == "distributed_shaft" {
                    // Its pieces at the ends exert what it does.
                    let at_a = read.shafts("between")[0] == on;
                    format!("{} piece {}", read.name, if at_a { 1 } else { read.count("segments") })
                } else {
                    read.name.clone()
                };
                self.gauge(place, item, of, Effort::OnShaft(self.shaft(on)));
            }
            "expression" => {
                let formula = item.formula("value");
                let inputs = formula.inputs.iter().map(|&place| self.signals[place]).collect();
                let law = Law::Expression(formula.expression);
                Formula { value, inputs, law, quantity }.add_to(&mut self.builder, name);
            }
            "function" => {
                let (inputs, law) = match item.input("value") {
                    Prescribed::Time(function) => (vec![], function),
                    Prescribed::Of(place, function) => (vec![self.signals[place]], function),
                    Prescribed::Signal(place) => (vec![self.signals[place]], identity()),
                };
                Formula { value, inputs, law: Law::Function(law), quantity }.add_to(&mut self.builder, name);
            }
            "lag" => {
                let (input, time_constant) = (self.taken(item), item.number("time_constant"));
                Lag { value, input, time_constant, quantity }.add_to(&mut self.builder, name);
            }
            "low_pass" => {
                let frequency = TAU * item.number("frequency");
                let rate = self.builder.state_signal(format!("{name} rate"), 0.0, frequency * size(item));
                let (input, damping_ratio) = (self.taken(item), item.number("damping_ratio"));
                LowPass { value, rate, input, frequency, damping_ratio, quantity }.add_to(&mut self.builder, name);
            }
            "integral" => Integral { value, input: self.taken(item), quantity }.add_to(&mut self.builder, name),
            "pid" => {
                // Both are of the error, for which a size of the command stands through the gain.
                let proportional = item.optional_amount("proportional").unwrap_or(0.0);
                let of_error = size(item) / proportional.abs();
                let integral = self.builder.state_signal(format!("{name} integral"), 0.0, of_error);
                let filtered = self.builder.state_signal(format!("{name} filtered"), 0.0, of_error);
                let limits = match item.get("limits") {
                    Some(_) => item.numbers("limits"),
                    None => vec![f64::NEG_INFINITY, f64::INFINITY],
                };
                let gain = |key: &str| item.optional_amount(key).unwrap_or(0.0);
                Pid {
                    value,
                    integral,
                    filtered,
                    error: self.signals[item.signal("input")],
                    gains: [proportional, gain("integral"), gain("derivative")],
                    // Without a derivative nothing reads what this filters.
                    lag: item.optional_number("derivative_lag").unwrap_or(1.0),
                    limits: [limits[0], limits[1]],
                    quantity,
                }
                .add_to(&mut self.builder, name);
            }
            other => unreachable!("signal {other} is in the registry, but nothing builds it"),
        }
    }

    fn gauge(&mut self, place: usize, item: &Item, of: String, effort: Effort) {
        let value = self.signals[place];
        let torque = !matches!(effort, Effort::OnBody { torque: false, .. });
        self.builder.gauge(Gauge { value, of, effort });
        ForceSignal { value, torque }.add_to(&mut self.builder, &item.name);
    }

    fn taken(&self, item: &Item) -> Input {
        Input::Signal(self.signals[item.signal("input")])
    }

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

fn identity() -> halfshaft::laws::Function {
    halfshaft::laws::Function::Polynomial(vec![0.0, 1.0])
}

/// A size of the signal's value that matters.
fn size(item: &Item) -> f64 {
    item.optional_amount("size").unwrap_or(1.0)
}
