//! The system: nodes, elements, the layout of the unknowns and the sparsity pattern of the matrix. Immutable.

use super::connectivity::Connectivity;
use super::element::{Energy, EventHandling, Infeasibility};
use super::gauge::ConnectedGauge;
use super::input_port::InputPort;
use super::instrument::Instrument;
use super::layout::Layout;
use super::node::{
    Node, NodeId, NodeKind, POINT_UNKNOWNS, POSE_COORDINATES, POSE_UNKNOWNS, PointNode, Pose, Priority, ScalarKind,
    ScalarNode, ScalarStart, Twist,
};
use super::set::ElementSet;
use super::state::State;
use super::weights::Weights;
use crate::describe::Quantity;
use crate::laws::TimeEvents;
use crate::linalg::block::{BlockMatrix, BlockPattern};

/// The path of a channel, `pivot.angle`, with its quantity.
#[derive(Clone, Debug)]
pub struct ChannelPath {
    /// Name of the element, dot, name of the channel.
    pub path: String,
    /// Physical quantity of its values.
    pub quantity: Quantity,
    /// Whether a run of a large model stores it only on request.
    pub detail: bool,
    /// The set of the element, or the index of the instrument.
    pub(crate) set: usize,
    pub(crate) element: usize,
    /// Index among the channels of the element or instrument.
    pub(crate) index: usize,
}

/// A mechanical system ready for analysis.
///
/// Order of the unknowns: velocities of the pose nodes (six each), of the point nodes (three each) and of the scalar
/// nodes, then the multipliers of the elements.
pub struct System {
    pub(super) nodes: Nodes,
    pub(super) sets: Vec<Box<dyn ElementSet>>,
    gauges: Vec<ConnectedGauge>,
    pub(super) inputs: Vec<InputPort>,
    channels: Channels,
    /// Time events and periods of what elements prescribe over time; the times are sorted.
    time_events: TimeEvents,
    pattern: BlockPattern,
    layout: Layout,
    sizes: Sizes,
}

/// The nodes of a system; the first pose is the ground.
pub(crate) struct Nodes {
    pub poses: Vec<Node>,
    pub points: Vec<PointNode>,
    pub scalars: Vec<ScalarNode>,
    pub scalar_starts: Vec<ScalarStart>,
    /// The size of the largest reduced body, in metres.
    pub extent: f64,
}

/// The channels of a system: first those of the elements, then those of the instruments.
pub(crate) struct Channels {
    pub of_elements: usize,
    pub all: Vec<ChannelPath>,
    pub instruments: Vec<Instrument>,
}

impl EventFunction {
    /// The element it belongs to.
    pub fn element_key(&self) -> (usize, usize) {
        (self.set, self.element)
    }
}

/// Numbers of nodes, constraints, memory slots, modes and event functions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub multipliers: usize,
    pub memory: usize,
    pub modes: usize,
    pub event_functions: usize,
}

/// An event function of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EventFunction {
    set: usize,
    element: usize,
    event: usize,
}

impl System {
    #[allow(clippy::too_many_arguments)] // All that the builder has collected.
    pub(crate) fn new(
        nodes: Nodes,
        sets: Vec<Box<dyn ElementSet>>,
        gauges: Vec<ConnectedGauge>,
        inputs: Vec<InputPort>,
        channels: Channels,
        time_events: TimeEvents,
        sizes: Sizes,
        pattern: BlockPattern,
        layout: Layout,
    ) -> Self {
        System { nodes, sets, gauges, inputs, channels, time_events, pattern, layout, sizes }
    }

    /// Number of unknowns of motion.
    pub fn motion_unknowns(&self) -> usize {
        self.layout.velocities
    }

    /// Where the unknowns of the nodes are.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Index of the first scalar node among the velocities.
    pub(crate) fn first_scalar(&self) -> usize {
        self.layout.first_scalar
    }

    /// The amplitudes of reduced bodies among the velocities.
    pub(crate) fn amplitudes(&self) -> std::ops::Range<usize> {
        self.layout.first_amplitude..self.layout.velocities
    }

    /// Whether forces depend on multipliers beyond the reaction Φ_qᵀ λ.
    pub(crate) fn forces_depend_on_reactions(&self) -> bool {
        self.sets.iter().any(|set| set.traits().forces_depend_on_reactions)
    }

    /// The elements whose friction depends on one of the marked multipliers.
    pub(crate) fn elements_with_reaction_dependent_forces(&self, marked: &[bool]) -> Vec<String> {
        let elements_with_reaction_dependent_forces =
            self.sets.iter().filter(|set| set.traits().forces_depend_on_reactions);
        let wired = elements_with_reaction_dependent_forces
            .flat_map(|set| set.connectivity().iter().map(|w| (w, set.constraints_each())));
        let touched = wired.filter(|(w, own)| marked[w.multipliers..w.multipliers + own].contains(&true));
        touched.map(|(w, _)| w.name.clone()).collect()
    }

    /// Whether there are elements on meshes.
    pub(crate) fn has_meshes(&self) -> bool {
        self.sets.iter().any(|set| set.traits().on_mesh)
    }

    /// Number of pose nodes, without the ground.
    pub fn poses(&self) -> usize {
        self.layout.poses
    }

    /// Number of point nodes.
    pub fn points(&self) -> usize {
        self.layout.points
    }

    /// Number of constraints; each has one multiplier.
    pub fn constraints(&self) -> usize {
        self.sizes.multipliers
    }

    /// Number of unknowns of an iteration: motion and multipliers.
    pub fn unknowns(&self) -> usize {
        self.motion_unknowns() + self.constraints()
    }

    /// The sparsity pattern of the iteration matrix.
    pub fn pattern(&self) -> &BlockPattern {
        &self.pattern
    }

    /// The next time event after `time`: the first time at which a prescribed quantity or its slope jumps.
    pub fn next_time_event(&self, time: f64) -> Option<f64> {
        let times = &self.time_events.times;
        times.get(times.partition_point(|event| *event <= time)).copied()
    }

    /// The paths of all channels.
    pub fn channels(&self) -> &[ChannelPath] {
        &self.channels.all
    }

    /// The state as built: poses and velocities as given, everything else zero. It need not be consistent.
    pub fn state(&self) -> State {
        let motion_unknowns = self.motion_unknowns();
        let mut state = State {
            layout: self.layout,
            time: 0.0,
            q: Vec::with_capacity(self.layout.coordinates()),
            v: Vec::with_capacity(motion_unknowns),
            dv: vec![0.0; motion_unknowns],
            a: vec![0.0; motion_unknowns],
            multipliers: vec![0.0; self.sizes.multipliers],
            memory: vec![0.0; self.sizes.memory],
            modes: vec![0; self.sizes.modes],
        };
        for set in &self.sets {
            set.start(&mut state.memory, &mut state.modes);
        }
        for Node { pose: Pose { position, rotation }, twist: Twist { linear, angular }, .. } in &self.nodes.poses[1..] {
            state.q.extend(position.0.iter().chain(&rotation.0));
            state.v.extend(linear.0.iter().chain(&angular.0));
        }
        for point in &self.nodes.points {
            state.q.extend(point.position.0);
            state.v.extend(point.velocity.0);
        }
        state.q.extend(self.nodes.scalars.iter().map(|s| s.position));
        state.v.extend(self.nodes.scalars.iter().map(|s| s.velocity));
        state
    }

    /// Sets `r` to the equations of motion, inertia + internal − applied + Φ_qᵀ λ, followed by one row per constraint:
    /// the equation of an inactive constraint, or zero for an active one.
    pub fn residual(&self, state: &State, r: &mut [f64]) {
        r.fill(0.0);
        for set in &self.sets {
            set.residual(state, r);
        }
        self.residual_of_gauges(state, r);
    }

    /// Adds the equations of signals of forces, which come after those of all elements.
    pub(super) fn residual_of_gauges(&self, state: &State, r: &mut [f64]) {
        for gauge in &self.gauges {
            gauge.residual(state, &self.sets, r);
        }
    }

    /// Sets `sizes` to the sums of the absolute values that the elements add to each row of the residual. The round-off
    /// of the residual is judged against these sums.
    pub(crate) fn residual_sizes(&self, state: &State, sizes: &mut [f64]) {
        sizes.fill(0.0);
        for set in &self.sets {
            set.residual_sizes(state, sizes);
        }
    }

    /// Returns whether there are signals of forces. These are known only once accelerations and multipliers are.
    pub(crate) fn has_force_signals(&self) -> bool {
        !self.gauges.is_empty()
    }

    /// Adds to `r` the derivative of the equations with respect to the load that an element prescribes.
    pub(crate) fn unit_load(&self, element: &str, state: &State, r: &mut [f64]) {
        for set in &self.sets {
            for (i, _) in set.connectivity().iter().enumerate().filter(|(_, w)| w.name == element) {
                set.unit_load(i, state, r);
            }
        }
    }

    /// Sets for each constraint whether it is active in the present modes.
    pub fn active_constraints(&self, state: &State, active: &mut [bool]) {
        for set in &self.sets {
            set.active_constraints(state, active);
        }
    }

    /// Sets for each constraint whether it is nonholonomic, on velocities.
    pub(crate) fn on_velocities(&self, out: &mut [bool]) {
        for set in &self.sets {
            let (all, last) = (set.constraints_each(), set.velocity_constraints_each());
            for w in set.connectivity() {
                out[w.multipliers..][..all].iter_mut().enumerate().for_each(|(k, out)| *out = k >= all - last);
            }
        }
    }

    /// Number of event functions.
    pub(crate) fn event_functions(&self) -> usize {
        self.sizes.event_functions
    }

    /// Evaluates the event functions of the present modes.
    pub(crate) fn event_function_values(&self, state: &State, out: &mut [f64]) {
        for set in &self.sets {
            set.event_functions(state, out);
        }
    }

    /// The event function with an index.
    pub(crate) fn event(&self, place: usize) -> EventFunction {
        for (set, s) in self.sets.iter().enumerate().filter(|(_, s)| s.event_functions_each() > 0) {
            for (element, w) in s.connectivity().iter().enumerate() {
                if (w.event_functions..w.event_functions + s.event_functions_each()).contains(&place) {
                    return EventFunction { set, element, event: place - w.event_functions };
                }
            }
        }
        unreachable!("every exit function belongs to an element")
    }

    /// Whether a zero crossing of an event function is located, or deferred to the end of the step.
    pub(crate) fn event_handling(&self, state: &State, event: EventFunction) -> EventHandling {
        let set = &self.sets[event.set];
        set.event_handling(event.element, state.modes[set.connectivity()[event.element].mode], event.event)
    }

    /// Switches the mode of an element after a zero crossing of its event function.
    pub(crate) fn switch(&self, state: &mut State, event: EventFunction, scratch: &mut Vec<f64>) {
        self.sets[event.set].switch(event.element, event.event, state, scratch);
    }

    /// The index of the mode of an event function's element, and the range of its constraints.
    pub(crate) fn mode_and_constraints(&self, event: EventFunction) -> (usize, std::ops::Range<usize>) {
        let set = &self.sets[event.set];
        let w = &set.connectivity()[event.element];
        (w.mode, w.multipliers..w.multipliers + set.constraints_each())
    }

    /// The element of an event function, and the name of its mode.
    pub(crate) fn event_function_name(&self, state: &State, event: EventFunction) -> (String, &'static str) {
        let set = &self.sets[event.set];
        let w = &set.connectivity()[event.element];
        (w.name.clone(), set.modes_each()[state.modes[w.mode]])
    }

    /// Lets the elements update their memory after an accepted step.
    pub(crate) fn commit(&self, state: &mut State, scratch: &mut Vec<f64>) {
        for set in &self.sets {
            set.commit(state, scratch);
        }
    }

    /// Returns whether a state is feasible: every element has equations for it.
    pub fn is_feasible(&self, state: &State) -> bool {
        self.sets.iter().all(|set| set.first_infeasible(state).is_none())
    }

    /// The first element for which a state is infeasible, and why.
    pub(crate) fn infeasibility(&self, state: &State) -> Option<(String, Infeasibility)> {
        let infeasible = |set: &dyn ElementSet| {
            set.first_infeasible(state).map(|i| (set.connectivity()[i].name.clone(), set.infeasibility(i, state)))
        };
        self.sets.iter().find_map(|set| infeasible(&**set))
    }

    /// The largest step-size ratio of the step from the elements' memory to a state, and its element, in the order of
    /// [`System::element_names`]. Above one, the step is too long. Elements on meshes count only if `resolves_vibrations`.
    pub(crate) fn step_size_ratio(&self, state: &State, resolves_vibrations: bool) -> (f64, usize) {
        let (mut worst, mut first) = ((0.0, 0), 0);
        for set in &self.sets {
            let counts = resolves_vibrations || !set.traits().on_mesh;
            let (step_size_ratio, element) = if counts { set.step_size_ratio(state) } else { (0.0, 0) };
            if step_size_ratio > worst.0 {
                worst = (step_size_ratio, first + element);
            }
            first += set.connectivity().len();
        }
        worst
    }

    /// The shortest period that elements prescribe over time, in seconds.
    pub(crate) fn shortest_period(&self) -> f64 {
        self.time_events.shortest_period
    }

    /// Sets Φ and Φ̇ of the active constraints. For a nonholonomic constraint the function itself is stored as Φ̇, and
    /// Φ is zero.
    pub fn constraint_values(&self, state: &State, phi: &mut [f64], rate: &mut [f64]) {
        for set in &self.sets {
            set.constraints(state, phi, rate);
        }
    }

    /// Sets Φ̈ of the active constraints.
    pub fn constraint_second_rates(&self, state: &State, second: &mut [f64]) {
        for set in &self.sets {
            set.second_rates(state, second);
        }
    }

    /// Assembles the iteration matrix, the Jacobian. `increment` is the step's s, from which the poses were reached.
    pub fn tangent(&self, state: &State, increment: &[f64], weights: &Weights, matrix: &mut BlockMatrix) {
        matrix.clear();
        for set in &self.sets {
            set.tangent(state, increment, weights, matrix);
        }
        self.tangent_of_gauges(state, increment, weights, matrix);
    }

    /// Adds the rows of signals of forces, which come after those of all elements.
    pub(super) fn tangent_of_gauges(
        &self,
        state: &State,
        increment: &[f64],
        weights: &Weights,
        matrix: &mut BlockMatrix,
    ) {
        for gauge in &self.gauges {
            gauge.tangent(state, increment, weights, &self.sets, matrix);
        }
    }

    /// Energy and power of the whole system.
    pub fn energy(&self, state: &State) -> Energy {
        let mut total = Energy::default();
        for set in &self.sets {
            for i in 0..set.connectivity().len() {
                total += set.energy(i, state);
            }
        }
        total
    }

    /// The priority of the initial pose of each pose node, without the ground.
    pub fn priorities(&self) -> impl Iterator<Item = Priority> + '_ {
        self.nodes.poses[1..].iter().map(|node| node.priority)
    }

    /// The origin and priority of the initial values of each scalar node, in the order of their velocities.
    pub fn scalar_starts(&self) -> &[ScalarStart] {
        &self.nodes.scalar_starts
    }

    /// The names of the elements that connect a scalar node to others, or to the ground, by constraints for which
    /// `picked` is true.
    pub(crate) fn connections_of(&self, scalar: usize, picked: impl Fn(usize) -> bool) -> Vec<String> {
        let place = self.first_scalar() + scalar;
        let mut names = Vec::new();
        for set in self.sets.iter().filter(|set| set.constraints_each() > 0) {
            for w in set.connectivity() {
                let mut own = w.multipliers..w.multipliers + set.constraints_each();
                if w.scalars[..w.scalar_count].contains(&Some(place)) && own.any(&picked) {
                    names.push(w.name.clone());
                }
            }
        }
        names
    }

    /// The names of all elements, set by set.
    pub fn element_names(&self) -> impl Iterator<Item = &str> {
        self.sets.iter().flat_map(|set| set.connectivity().iter().map(|w| w.name.as_str()))
    }

    /// Sets the energy and power of each element, in the order of [`System::element_names`].
    pub fn element_energies(&self, state: &State, out: &mut [Energy]) {
        let mut rest = out;
        for set in &self.sets {
            let (own, others) = rest.split_at_mut(set.connectivity().len());
            set.energies(state, own);
            rest = others;
        }
    }

    /// Sets the values of all channels, in the order of [`System::channels`]; `out` must be as long.
    pub fn channel_values(&self, state: &State, out: &mut [f64]) {
        let Channels { of_elements, all, instruments } = &self.channels;
        let mut rest = &mut out[..*of_elements];
        for c in all[..*of_elements].iter().filter(|c| c.index == 0) {
            let set = &self.sets[c.set];
            let (mine, others) = rest.split_at_mut(set.channels_each().len());
            set.channels(c.element, state, mine);
            rest = others;
        }
        let mut first = *of_elements;
        for instrument in instruments {
            let (before, mine) = out.split_at_mut(first);
            let count = instrument.count();
            instrument.read(state, &self.sets, before, &mut mine[..count]);
            first += count;
        }
    }

    /// A channel, and whether it belongs to an element. Otherwise it belongs to an instrument.
    pub(crate) fn channel_owner(&self, channel: usize) -> (&ChannelPath, bool) {
        (&self.channels.all[channel], channel < self.channels.of_elements)
    }

    /// An instrument by its index.
    pub(crate) fn instrument(&self, number: usize) -> &Instrument {
        &self.channels.instruments[number]
    }

    /// The set, and the index in it, of each element that has channels, in the order of [`System::channels`].
    pub(crate) fn channel_owners(&self) -> impl Iterator<Item = (&dyn ElementSet, usize)> {
        let Channels { of_elements, all, .. } = &self.channels;
        all[..*of_elements].iter().filter(|c| c.index == 0).map(|c| (&*self.sets[c.set], c.element))
    }

    /// The work of the forces of all elements of a state over the size of the mechanism, or over one radian. The
    /// round-off of an energy balance is proportional to it.
    pub fn energy_of_forces(&self, state: &State) -> f64 {
        let scales = self.error_scales(state);
        let mut sum = 0.0;
        self.sets.iter().for_each(|set| set.add_energy_of_forces(state, &scales, &mut sum));
        sum
    }

    /// The size of the mechanism in metres: the diagonal of the box around the ground's origin and all nodes. Position
    /// errors are divided by it. It is one metre if all nodes coincide, within 1 nm.
    pub fn length(&self, state: &State) -> f64 {
        let (mut low, mut high) = ([0.0_f64; 3], [0.0_f64; 3]);
        let (of_poses, others) = state.q.split_at(self.poses() * POSE_COORDINATES);
        let points = others.chunks_exact(POINT_UNKNOWNS).take(self.points());
        for q in of_poses.chunks_exact(POSE_COORDINATES).chain(points) {
            for i in 0..3 {
                low[i] = low[i].min(q[i]);
                high[i] = high[i].max(q[i]);
            }
        }
        // The nodes of a reduced body may coincide, which makes it no smaller.
        let diagonal = (0..3).map(|i| (high[i] - low[i]).powi(2)).sum::<f64>().sqrt().max(self.nodes.extent);
        if diagonal > 1e-9 { diagonal } else { 1.0 }
    }

    /// The error scale of each unknown of motion: the size of the mechanism for positions, one radian for rotations,
    /// its own scale for a scalar node. Algebraic unknowns have no error of their own.
    pub fn error_scales(&self, state: &State) -> Vec<f64> {
        self.scales_of_size(self.length(state))
    }

    /// The same for a mechanism of a given size.
    pub(crate) fn scales_of_size(&self, length: f64) -> Vec<f64> {
        let of_poses = (0..self.poses()).flat_map(|_| [length, length, length, 1.0, 1.0, 1.0]);
        let of_points = (0..POINT_UNKNOWNS * self.points()).map(|_| length);
        let of_scalars = self.nodes.scalars.iter().map(|s| match s.kind {
            ScalarKind::Algebraic => f64::INFINITY,
            ScalarKind::Motion | ScalarKind::Flow => s.scale,
        });
        of_poses.chain(of_points).chain(of_scalars).collect()
    }

    /// The kinds of the scalar nodes, in the order of their velocities, which begin at [`System::first_scalar`].
    pub(crate) fn scalar_kinds(&self) -> impl Iterator<Item = ScalarKind> + '_ {
        self.nodes.scalars.iter().map(|scalar| scalar.kind)
    }

    /// The name and the number of velocities of each node, in the order of the velocities: poses, points, scalars.
    pub fn node_names(&self) -> impl Iterator<Item = (&str, usize)> {
        let poses = self.nodes.poses[1..].iter().map(|node| (node.name.as_str(), POSE_UNKNOWNS));
        let points = self.nodes.points.iter().map(|node| (node.name.as_str(), POINT_UNKNOWNS));
        poses.chain(points).chain(self.nodes.scalars.iter().map(|scalar| (scalar.name.as_str(), 1)))
    }

    /// The indices of first-order and algebraic unknowns among the velocities.
    pub(crate) fn signals(&self) -> impl Iterator<Item = usize> + '_ {
        let first = self.first_scalar();
        let kinds = self.scalar_kinds().enumerate();
        kinds.filter(|(_, kind)| *kind != ScalarKind::Motion).map(move |(i, _)| first + i)
    }

    /// The algebraic unknowns: their indices among the velocities, and their scales.
    pub fn algebraic(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.scalars_of(ScalarKind::Algebraic)
    }

    /// The unknowns of first order: their indices among the velocities, and their scales.
    pub fn first_order(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.scalars_of(ScalarKind::Flow)
    }

    fn scalars_of(&self, kind: ScalarKind) -> impl Iterator<Item = (usize, f64)> + '_ {
        let scalars = self.nodes.scalars.iter().zip(self.first_scalar()..);
        scalars.filter(move |(s, _)| s.kind == kind).map(|(s, i)| (i, s.scale))
    }

    /// The first element whose residual or constraint is not a finite number.
    pub fn non_finite_element(&self, state: &State) -> Option<String> {
        let mut r = vec![0.0; self.unknowns()];
        let (mut phi, mut rate) = (vec![0.0; self.sizes.multipliers], vec![0.0; self.sizes.multipliers]);
        for set in &self.sets {
            r.fill(0.0);
            set.residual(state, &mut r);
            set.constraints(state, &mut phi, &mut rate);
            for (element, w) in set.connectivity().iter().enumerate() {
                let own = w.multipliers..w.multipliers + set.constraints_each();
                if set.is_on_row(element, &self.layout, &|row| !r[row].is_finite())
                    || phi[own.clone()].iter().chain(&rate[own]).any(|x| !x.is_finite())
                {
                    return Some(w.name.clone());
                }
            }
        }
        None
    }

    /// The indices of the two bodies of every element that connects two bodies which can rotate by constraints; `None`
    /// for the ground.
    pub(crate) fn jointed(&self) -> impl Iterator<Item = (Option<usize>, Option<usize>)> + '_ {
        let ties = self.sets.iter().filter(|set| set.constraints_each() > 0).flat_map(|set| set.connectivity());
        let body = |node: NodeId| match node.0 {
            NodeKind::Pose(number) => Some(number as usize),
            _ => None,
        };
        let turning = |w: &&Connectivity| w.node_count == 2 && !w.nodes[..2].iter().any(|node| node.is_point());
        ties.filter(turning).map(move |w| (body(w.nodes[0]), body(w.nodes[1])))
    }

    pub(crate) fn sets(&self) -> &[Box<dyn ElementSet>] {
        &self.sets
    }
}
