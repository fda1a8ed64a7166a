//! The simulation handle of halfshaft for C: the functions of `include/halfshaft.h`.
//!
//! Every function that can fail returns [`OK`] or a code below zero, and `halfshaft_error` returns the message of the last
//! failure on the same handle. Panics do not cross into C: they become [`PANICKED`], and the handle refuses all further
//! work.

use halfshaft_run::{FileAccess, Simulation, SimulationError, open};
use std::ffi::{CStr, CString, c_char, c_double, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::ptr;

/// Success.
pub const OK: c_int = 0;
/// An argument is null or no UTF-8, or a buffer is too small.
pub const BAD_ARGUMENT: c_int = -1;
/// The model is invalid.
pub const INVALID_MODEL: c_int = -2;
/// The computation failed; the simulation stays where its last step ended.
pub const FAILED: c_int = -3;
/// There is no input, output or channel of this name.
pub const UNKNOWN_NAME: c_int = -4;
/// A time that has passed or is too late, or a number that is not finite.
pub const REFUSED: c_int = -5;
/// A saved state of another version or model.
pub const UNRESTORABLE: c_int = -6;
/// An internal error; the handle can only be freed.
pub const PANICKED: c_int = -7;

/// A simulation and the message of its last failure.
pub struct Handle {
    simulation: Option<Simulation>,
    error: CString,
}

fn code(error: &SimulationError) -> c_int {
    match error {
        SimulationError::Invalid(_) => INVALID_MODEL,
        SimulationError::Failed(_) => FAILED,
        SimulationError::UnknownName { .. } => UNKNOWN_NAME,
        SimulationError::Refused(_) => REFUSED,
        SimulationError::Unrestorable(_) => UNRESTORABLE,
    }
}

impl Handle {
    fn note(&mut self, message: &str) {
        // A message has no null characters; should it have one, it ends there.
        let text = message.split('\0').next().unwrap_or_default();
        self.error = CString::new(text).unwrap_or_default();
    }

    /// Does something with the simulation, and turns its outcome into a code and a message.
    fn attempt(&mut self, work: impl FnOnce(&mut Simulation) -> Result<(), Problem>) -> c_int {
        let Some(mut simulation) = self.simulation.take() else { return PANICKED };
        match catch_unwind(AssertUnwindSafe(|| (work(&mut simulation), simulation))) {
            Ok((outcome, simulation)) => {
                self.simulation = Some(simulation);
                match outcome {
                    Ok(()) => OK,
                    Err(Problem::Argument(message)) => {
                        self.note(message);
                        BAD_ARGUMENT
                    }
                    Err(Problem::Simulation(error)) => {
                        self.note(&error.to_string());
                        code(&error)
                    }
                }
            }
            Err(_) => {
                self.note("internal error of halfshaft; please report it");
                PANICKED
            }
        }
    }
}

/// Why a call does nothing.
enum Problem {
    Argument(&'static str),
    Simulation(SimulationError),
}

impl From<SimulationError> for Problem {
    fn from(error: SimulationError) -> Self {
        Problem::Simulation(error)
    }
}

/// A text from C.
///
/// # Safety
/// `text` is null or ends with a null character.
unsafe fn text<'a>(text: *const c_char) -> Result<&'a str, Problem> {
    if text.is_null() {
        return Err(Problem::Argument("a name is null"));
    }
    // SAFETY: it ends with a null character, as the caller promises.
    unsafe { CStr::from_ptr(text) }.to_str().map_err(|_| Problem::Argument("a name is not valid UTF-8"))
}

/// Reads and assembles a model file. `overrides` are `count` pairs of name and value. Returns null where memory or arguments
/// make no handle; otherwise a handle that must be freed, also where the model is invalid: `halfshaft_error` is then not
/// empty.
///
/// # Safety
/// `path` and the texts of `overrides` end with null characters; there are 2 × `count` of the latter.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_open(
    path: *const c_char,
    overrides: *const *const c_char,
    count: usize,
) -> *mut Handle {
    let mut handle = Box::new(Handle { simulation: None, error: CString::default() });
    // SAFETY: the texts are as the caller promises.
    let given = unsafe { (text(path), pairs(overrides, count)) };
    let (Ok(path), Ok(overrides)) = given else { return ptr::null_mut() };
    let read = || -> Result<Simulation, SimulationError> {
        let source = open(Path::new(path))?;
        let files = FileAccess::default().disk(&[path]);
        Simulation::new(&source, &files, &overrides)
    };
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(Ok(simulation)) => handle.simulation = Some(simulation),
        Ok(Err(error)) => handle.note(&error.to_string()),
        Err(_) => handle.note("internal error of halfshaft; please report it"),
    }
    Box::into_raw(handle)
}

/// # Safety
/// There are 2 × `count` texts, each with a null character at its end.
unsafe fn pairs(texts: *const *const c_char, count: usize) -> Result<Vec<(String, String)>, Problem> {
    if count == 0 {
        return Ok(vec![]);
    }
    if texts.is_null() {
        return Err(Problem::Argument("the overrides are null"));
    }
    // SAFETY: there are so many, as the caller promises.
    let all = unsafe { std::slice::from_raw_parts(texts, 2 * count) };
    all.chunks_exact(2)
        // SAFETY: each ends with a null character, as the caller promises.
        .map(|pair| unsafe { Ok((text(pair[0])?.to_owned(), text(pair[1])?.to_owned())) })
        .collect()
}

/// The message of the last failure; empty if there was none. It is valid until the next call with the handle.
///
/// # Safety
/// `handle` is null or from `halfshaft_open`, and not freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_error(handle: *const Handle) -> *const c_char {
    // SAFETY: as the caller promises.
    unsafe { handle.as_ref() }.map_or(c"the handle is null".as_ptr(), |handle| handle.error.as_ptr())
}

/// Frees a handle; null is allowed.
///
/// # Safety
/// `handle` is null or from `halfshaft_open`, and not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_free(handle: *mut Handle) {
    if !handle.is_null() {
        // SAFETY: it was made by `Box::into_raw`, and is not used again.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Does something with a handle from C.
///
/// # Safety
/// `handle` is null or from `halfshaft_open`, not freed, and not used by another thread meanwhile.
unsafe fn with(handle: *mut Handle, work: impl FnOnce(&mut Simulation) -> Result<(), Problem>) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { handle.as_mut() }.map_or(BAD_ARGUMENT, |handle| handle.attempt(work))
}

/// Writes a number where C asks for it.
///
/// # Safety
/// `to` is null or points to a double.
unsafe fn write(to: *mut c_double, value: f64) -> Result<(), Problem> {
    // SAFETY: as the caller promises.
    let to = unsafe { to.as_mut() }.ok_or(Problem::Argument("the place for a value is null"))?;
    *to = value;
    Ok(())
}

/// Sets an input, in the unit of the model file.
///
/// # Safety
/// `handle` is from `halfshaft_open`; `name` ends with a null character.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_set_input(handle: *mut Handle, name: *const c_char, value: c_double) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { with(handle, |simulation| Ok(simulation.set_input(text(name)?, value)?)) }
}

/// Advances to a time in seconds, where a step ends.
///
/// # Safety
/// `handle` is from `halfshaft_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_advance_to(handle: *mut Handle, time: c_double) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { with(handle, |simulation| Ok(simulation.advance_to(time)?)) }
}

/// Takes one step; `time`, unless null, is set to the time at which it ends.
///
/// # Safety
/// `handle` is from `halfshaft_open`; `time` is null or points to a double.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_step(handle: *mut Handle, time: *mut c_double) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        with(handle, |simulation| {
            let now = simulation.step()?;
            if time.is_null() { Ok(()) } else { write(time, now) }
        })
    }
}

/// The time at which the last step ended, in seconds; not a number where there is no simulation.
///
/// # Safety
/// `handle` is null or from `halfshaft_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_time(handle: *const Handle) -> c_double {
    // SAFETY: as the caller promises.
    let simulation = unsafe { handle.as_ref() }.and_then(|handle| handle.simulation.as_ref());
    simulation.map_or(f64::NAN, Simulation::time)
}

/// The value of an output now, in the unit of the model file.
///
/// # Safety
/// `handle` is from `halfshaft_open`; `name` ends with a null character; `value` points to a double.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_output(handle: *mut Handle, name: *const c_char, value: *mut c_double) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { with(handle, |simulation| write(value, simulation.output(text(name)?)?)) }
}

/// The value of a channel now, in its SI unit.
///
/// # Safety
/// `handle` is from `halfshaft_open`; `path` ends with a null character; `value` points to a double.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_channel(handle: *mut Handle, path: *const c_char, value: *mut c_double) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { with(handle, |simulation| write(value, simulation.channel(text(path)?)?)) }
}

/// The value of an output at a time, from inside a step: no step ends there for it.
///
/// # Safety
/// `handle` is from `halfshaft_open`; `name` ends with a null character; `value` points to a double.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_sample(
    handle: *mut Handle,
    time: c_double,
    name: *const c_char,
    value: *mut c_double,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe { with(handle, |simulation| write(value, simulation.sample(time, &[text(name)?])?[0])) }
}

/// Saves the simulation. `length` is set to the number of bytes, and so many are written to `bytes`, if `capacity` is large
/// enough; with `bytes` null only the length is found out, which is then valid until the next step.
///
/// # Safety
/// `handle` is from `halfshaft_open`; `bytes` is null or has room for `capacity` bytes; `length` points to a size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_save(
    handle: *mut Handle,
    bytes: *mut u8,
    capacity: usize,
    length: *mut usize,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        with(handle, |simulation| {
            let saved = simulation.save();
            *length.as_mut().ok_or(Problem::Argument("the place for the length is null"))? = saved.len();
            if bytes.is_null() {
                return Ok(());
            }
            if capacity < saved.len() {
                return Err(Problem::Argument("the buffer for the saved state is too small"));
            }
            ptr::copy_nonoverlapping(saved.as_ptr(), bytes, saved.len());
            Ok(())
        })
    }
}

/// Goes to a saved state, of the same model and the same version of halfshaft.
///
/// # Safety
/// `handle` is from `halfshaft_open`; `bytes` has `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn halfshaft_restore(handle: *mut Handle, bytes: *const u8, length: usize) -> c_int {
    if bytes.is_null() {
        return BAD_ARGUMENT;
    }
    // SAFETY: as the caller promises.
    unsafe { with(handle, |simulation| Ok(simulation.restore(std::slice::from_raw_parts(bytes, length))?)) }
}

/// Linearizes about the present state, from one input to one output: ẋ = A x + B u, y = C x + D u. `states` is set to the
/// number of states n. A (n², by rows), B and C (n each) and D (1) are written where they are not null; with `capacity` below
/// n nothing is.
///
/// # Safety
/// `handle` is from `halfshaft_open`; the names end with null characters; `states` points to a size; A has room for
/// `capacity`² numbers, B and C for `capacity`, D for one, each unless it is null.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments)] // C has no slices.
pub unsafe extern "C" fn halfshaft_linearize(
    handle: *mut Handle,
    input: *const c_char,
    output: *const c_char,
    capacity: usize,
    states: *mut usize,
    a: *mut c_double,
    b: *mut c_double,
    c: *mut c_double,
    d: *mut c_double,
) -> c_int {
    // SAFETY: as the caller promises.
    unsafe {
        with(handle, |simulation| {
            let linear = simulation.linearize(&[text(input)?], &[text(output)?])?;
            let n = linear.states.len();
            *states.as_mut().ok_or(Problem::Argument("the place for the number of states is null"))? = n;
            if capacity < n {
                return if capacity == 0 { Ok(()) } else { Err(Problem::Argument("the matrices are too small")) };
            }
            for (from, to) in [(&linear.a, a), (&linear.b, b), (&linear.c, c), (&linear.d, d)] {
                if !to.is_null() {
                    ptr::copy_nonoverlapping(from.as_ptr(), to, from.len());
                }
            }
            Ok(())
        })
    }
}
