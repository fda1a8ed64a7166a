//! Where the energy goes: stored, turned into heat, put in, step by step.

use serde::{Deserialize, Serialize};

use crate::system::{Energy, State, System};

/// Where the energy went since the start, in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Audit {
    /// Stored at the start, kinetic and potential.
    pub initial: f64,
    /// In motion now.
    pub kinetic: f64,
    /// Stored now, the kinetic energy in it.
    pub stored: f64,
    /// Turned into heat since the start.
    pub dissipated: f64,
    /// Put in by drives and loads since the start.
    pub supplied: f64,
}

impl Audit {
    /// The audit at the start of a motion.
    pub(super) fn at_start(system: &System, start: &State) -> Self {
        let energy = system.energy(start);
        let stored = energy.kinetic + energy.potential;
        Audit { initial: stored, kinetic: energy.kinetic, stored, ..Audit::default() }
    }

    /// What the other numbers leave unexplained: the integrator's own dissipation, or a mistake.
    pub fn closing_error(&self) -> f64 {
        self.stored + self.dissipated - self.initial - self.supplied
    }
}

/// Where the energy of one element went since the start, in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// Kinetic energy now.
    pub kinetic: f64,
    /// Potential energy now.
    pub potential: f64,
    /// Turned into heat since the start. What is lost at once where modes switch is in the audit of the run alone.
    pub dissipated: f64,
    /// Put in since the start.
    pub supplied: f64,
}

/// The audit of a run and the account of each element; part of a checkpoint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Ledger {
    pub audit: Audit,
    pub accounts: Vec<Account>,
}

impl Ledger {
    pub fn new(system: &System, audit: Audit) -> Self {
        Ledger { audit, accounts: vec![Account::default(); system.element_names().count()] }
    }

    /// Integrates the powers over a step by the trapezoidal rule, of the same order as the scheme.
    pub fn add_step(&mut self, h: f64, before: &[Energy], now: &[Energy]) {
        let audit = &mut self.audit;
        (audit.kinetic, audit.stored) = (0.0, 0.0);
        for ((account, before), now) in self.accounts.iter_mut().zip(before).zip(now) {
            let dissipated = 0.5 * h * (before.dissipated + now.dissipated);
            let supplied = 0.5 * h * (before.supplied + now.supplied);
            account.dissipated += dissipated;
            account.supplied += supplied;
            audit.dissipated += dissipated;
            audit.supplied += supplied;
            audit.kinetic += now.kinetic;
            audit.stored += now.kinetic + now.potential;
        }
    }

    /// Takes what impulses have done at the end of a step: the work of loads over the correction of positions, and the loss.
    pub fn add_impulses(&mut self, supplied: &[f64], lost: &[f64], now: &[Energy]) {
        let audit = &mut self.audit;
        (audit.kinetic, audit.stored) = (0.0, 0.0);
        for (((account, supplied), lost), now) in self.accounts.iter_mut().zip(supplied).zip(lost).zip(now) {
            account.supplied += supplied;
            account.dissipated += lost;
            audit.supplied += supplied;
            audit.dissipated += lost;
            audit.kinetic += now.kinetic;
            audit.stored += now.kinetic + now.potential;
        }
    }

    /// Takes what a switch of modes has lost at once, as an impact does, for heat.
    pub fn restart(&mut self, now: &[Energy]) {
        let stored: f64 = now.iter().map(|energy| energy.kinetic + energy.potential).sum();
        self.audit.kinetic = now.iter().map(|energy| energy.kinetic).sum();
        self.audit.dissipated += self.audit.stored - stored;
        self.audit.stored = stored;
    }

    /// Sets what each element stores at the end.
    pub fn close(&mut self, now: &[Energy]) {
        for (account, now) in self.accounts.iter_mut().zip(now) {
            (account.kinetic, account.potential) = (now.kinetic, now.potential);
        }
    }
}

/// What impulses at the end of a step do, for each element.
pub(super) struct ImpulseWork {
    /// Energy and power before the impulses.
    pub smooth: Vec<Energy>,
    /// Work of loads over the correction of the positions.
    pub supplied: Vec<f64>,
    /// Energy lost.
    pub lost: Vec<f64>,
}

impl ImpulseWork {
    pub fn new(system: &System) -> Self {
        let count = system.element_names().count();
        ImpulseWork { smooth: vec![Energy::default(); count], supplied: vec![0.0; count], lost: vec![0.0; count] }
    }
}

/// Energy and power of each element at the present state, and a buffer for those at the next.
pub(super) struct Powers {
    pub now: Vec<Energy>,
    next: Vec<Energy>,
}

impl Powers {
    pub fn new(system: &System, state: &State) -> Self {
        let mut now = vec![Energy::default(); system.element_names().count()];
        system.element_energies(state, &mut now);
        Powers { next: now.clone(), now }
    }

    /// Evaluates them after a step of `h`, and adds the step to the ledger.
    pub fn step(&mut self, system: &System, state: &State, h: f64, ledger: &mut Ledger) {
        system.element_energies(state, &mut self.next);
        ledger.add_step(h, &self.now, &self.next);
        std::mem::swap(&mut self.now, &mut self.next);
    }

    /// The same for a step that ends with impulses: up to them the motion is that of the energies and powers `smooth`.
    pub fn step_with_impulses(
        &mut self,
        system: &System,
        state: &State,
        h: f64,
        impulses: &ImpulseWork,
        ledger: &mut Ledger,
    ) {
        ledger.add_step(h, &self.now, &impulses.smooth);
        system.element_energies(state, &mut self.now);
        ledger.add_impulses(&impulses.supplied, &impulses.lost, &self.now);
    }

    /// Evaluates them where modes have switched.
    pub fn restart(&mut self, system: &System, state: &State, ledger: &mut Ledger) {
        system.element_energies(state, &mut self.now);
        ledger.restart(&self.now);
    }
}
