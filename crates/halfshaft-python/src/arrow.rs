//! The Arrow C data interface, written out: a table of doubles as a struct array whose columns stay where they are.
//!
//! Source: Apache Arrow, "The Arrow C data interface", "The Arrow C stream interface" and "The Arrow PyCapsule interface".
//! Each structure owns a reference to the channels, released by its own callback, so that consumers may keep any column as
//! long as they want.

use halfshaft_results::channels::Channels;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

/// `struct ArrowSchema`.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    children_count: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private: *mut c_void,
}

/// `struct ArrowArray`.
#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    buffers_count: i64,
    children_count: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private: *mut c_void,
}

/// `struct ArrowArrayStream`.
#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private: *mut c_void,
}

/// A column of a table; the first is the axis.
pub fn column(table: &Channels, index: usize) -> &[f64] {
    if index == 0 { &table.time } else { &table.columns[index - 1] }
}

fn width(table: &Channels) -> usize {
    table.columns.len() + 1
}

/// What a schema owns.
struct SchemaOwner {
    _name: CString,
    _metadata: Vec<u8>,
    children: Vec<*mut Schema>,
}

/// Pairs of key and value as Arrow encodes them: counts and lengths as 32-bit integers of the machine.
fn metadata(pairs: &[(&str, &str)]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Names and units are far shorter than what 32 bits can count.
    let count = |bytes: &mut Vec<u8>, n: usize| bytes.extend((n as i32).to_ne_bytes());
    count(&mut bytes, pairs.len());
    for (key, value) in pairs {
        for text in [key, value] {
            count(&mut bytes, text.len());
            bytes.extend(text.as_bytes());
        }
    }
    bytes
}

fn schema_of(format: &'static CStr, name: &str, pairs: &[(&str, &str)], children: Vec<Schema>) -> Schema {
    // A name has no null characters: the reader of models refuses them.
    let name = CString::new(name.replace('\0', "")).unwrap_or_default();
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let mut owner = Box::new(SchemaOwner { _name: name, _metadata: metadata(pairs), children });
    Schema {
        format: format.as_ptr(),
        name: owner._name.as_ptr(),
        metadata: owner._metadata.as_ptr().cast(),
        flags: 0,
        children_count: owner.children.len() as i64,
        children: owner.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_schema),
        private: Box::into_raw(owner).cast(),
    }
}

fn schema(table: &Channels) -> Schema {
    let infos = std::iter::once(&table.axis).chain(&table.info);
    let children = infos.map(|info| schema_of(c"g", &info.name, &[("unit", &info.unit)], vec![])).collect();
    schema_of(c"+s", "", &[("model", &table.model)], children)
}

/// # Safety
/// `schema` is one of ours, and not released.
unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: as the interface demands; `private` is from `schema_of`.
    unsafe {
        let owner = Box::from_raw((*schema).private.cast::<SchemaOwner>());
        for &child in &owner.children {
            let mut child = Box::from_raw(child);
            // A consumer may have moved a child out, and then marks it as released.
            if let Some(release) = child.release {
                release(&mut *child);
            }
        }
        (*schema).release = None;
    }
}

/// What an array owns.
struct ArrayOwner {
    _table: Arc<Channels>,
    buffers: [*const c_void; 2],
    children: Vec<*mut Array>,
}

fn array_of(table: &Arc<Channels>, values: Option<*const c_void>, children: Vec<Array>) -> Array {
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    // No validity bitmap: no value is missing.
    let buffers = [ptr::null(), values.unwrap_or(ptr::null())];
    let mut owner = Box::new(ArrayOwner { _table: table.clone(), buffers, children });
    Array {
        length: table.rows() as i64,
        null_count: 0,
        offset: 0,
        buffers_count: if values.is_some() { 2 } else { 1 },
        children_count: owner.children.len() as i64,
        buffers: owner.buffers.as_mut_ptr(),
        children: owner.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_array),
        private: Box::into_raw(owner).cast(),
    }
}

fn array(table: &Arc<Channels>) -> Array {
    let child = |i: usize| array_of(table, Some(column(table, i).as_ptr().cast()), vec![]);
    array_of(table, None, (0..width(table)).map(child).collect())
}

/// # Safety
/// `array` is one of ours, and not released.
unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: as the interface demands; `private` is from `array_of`.
    unsafe {
        let owner = Box::from_raw((*array).private.cast::<ArrayOwner>());
        for &child in &owner.children {
            let mut child = Box::from_raw(child);
            if let Some(release) = child.release {
                release(&mut *child);
            }
        }
        (*array).release = None;
    }
}

/// A stream of one batch; `None` after it.
struct StreamOwner {
    table: Arc<Channels>,
    given: bool,
}

fn stream(table: &Arc<Channels>) -> Stream {
    Stream {
        get_schema: Some(stream_schema),
        get_next: Some(stream_next),
        get_last_error: Some(stream_error),
        release: Some(release_stream),
        private: Box::into_raw(Box::new(StreamOwner { table: table.clone(), given: false })).cast(),
    }
}

/// # Safety
/// `stream` is one of ours, and `out` has room for a schema.
unsafe extern "C" fn stream_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: as the interface demands.
    unsafe {
        let owner = &*(*stream).private.cast::<StreamOwner>();
        out.write(schema(&owner.table));
    }
    0
}

/// # Safety
/// `stream` is one of ours, and `out` has room for an array.
unsafe extern "C" fn stream_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: as the interface demands; an array without a release callback ends the stream.
    unsafe {
        let owner = &mut *(*stream).private.cast::<StreamOwner>();
        let mut next = array(&owner.table);
        if std::mem::replace(&mut owner.given, true) {
            release_array(&mut next);
        }
        out.write(next);
    }
    0
}

/// # Safety
/// None needed: no call of the stream fails.
unsafe extern "C" fn stream_error(_: *mut Stream) -> *const c_char {
    ptr::null()
}

/// # Safety
/// `stream` is one of ours, and not released.
unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: as the interface demands; `private` is from `stream`.
    unsafe {
        drop(Box::from_raw((*stream).private.cast::<StreamOwner>()));
        (*stream).release = None;
    }
}

/// A structure that is released by a callback, unless a consumer took it and marked it as released.
trait Releasable {
    /// The name of its capsules.
    const NAME: &'static CStr;
    /// Releases it, if that is still to be done.
    ///
    /// # Safety
    /// It is a valid structure of the interface.
    unsafe fn release(&mut self);
}

macro_rules! releasable {
    ($($kind:ty, $name:literal;)*) => {$(
        impl Releasable for $kind {
            const NAME: &'static CStr = $name;
            unsafe fn release(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: it is valid and not released.
                    unsafe { release(self) };
                }
            }
        }
    )*};
}

releasable! {
    Schema, c"arrow_schema";
    Array, c"arrow_array";
    Stream, c"arrow_array_stream";
}

/// A capsule that owns a structure.
fn capsule<'py, T: Releasable>(py: Python<'py>, value: T) -> PyResult<Bound<'py, PyCapsule>> {
    /// # Safety
    /// Called by the interpreter with a capsule from `capsule`.
    unsafe extern "C" fn destroy<T: Releasable>(capsule: *mut ffi::PyObject) {
        // SAFETY: the pointer is from `Box::into_raw` below, and the capsule is destroyed once.
        unsafe {
            let value = ffi::PyCapsule_GetPointer(capsule, T::NAME.as_ptr()).cast::<T>();
            if !value.is_null() {
                Box::from_raw(value).release();
            }
        }
    }
    let value = Box::into_raw(Box::new(value));
    // SAFETY: the pointer is not null, the name lives forever, and the destructor fits both. A new reference, or null with an
    // exception set, is what `from_owned_ptr_or_err` takes.
    unsafe {
        let capsule = ffi::PyCapsule_New(value.cast(), T::NAME.as_ptr(), Some(destroy::<T>));
        match Bound::from_owned_ptr_or_err(py, capsule) {
            Ok(capsule) => capsule.cast_into::<PyCapsule>().map_err(PyErr::from),
            Err(error) => {
                Box::from_raw(value).release();
                Err(error)
            }
        }
    }
}

/// The schema of a table.
pub fn schema_capsule<'py>(py: Python<'py>, table: &Channels) -> PyResult<Bound<'py, PyCapsule>> {
    capsule(py, schema(table))
}

/// A table as one record batch.
pub fn array_capsule<'py>(py: Python<'py>, table: &Arc<Channels>) -> PyResult<Bound<'py, PyCapsule>> {
    capsule(py, array(table))
}

/// A table as a stream of one record batch.
pub fn stream_capsule<'py>(py: Python<'py>, table: &Arc<Channels>) -> PyResult<Bound<'py, PyCapsule>> {
    capsule(py, stream(table))
}
