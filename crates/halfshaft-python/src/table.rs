//! The channels of a run: columns that NumPy and other libraries read where they are.

use crate::arrow;
use crate::errors;
use halfshaft_results::channels::Channels;
use halfshaft_results::measure::ChannelInfo;
use halfshaft_results::stored::Stored;
use pyo3::exceptions::{PyBufferError, PyIndexError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Arc, OnceLock};

/// Numbers by rows, read-only, for the buffer protocol: `numpy.asarray(column)` shares them.
#[pyclass(frozen, module = "halfshaft._native")]
pub struct Column {
    numbers: Numbers,
    shape: Vec<ffi::Py_ssize_t>,
    strides: Vec<ffi::Py_ssize_t>,
}

enum Numbers {
    /// A column of a table; the first is the axis.
    Of(Arc<Channels>, usize),
    Own(Vec<f64>),
}

impl Column {
    fn of(table: &Arc<Channels>, column: usize) -> Self {
        Column::with(Numbers::Of(table.clone(), column), None)
    }

    /// Numbers of its own.
    pub fn own(numbers: Vec<f64>) -> Self {
        Column::with(Numbers::Own(numbers), None)
    }

    /// A matrix of this many rows, by rows.
    pub fn matrix(numbers: Vec<f64>, rows: usize, columns: usize) -> Self {
        Column::with(Numbers::Own(numbers), Some((rows, columns)))
    }

    fn with(numbers: Numbers, matrix: Option<(usize, usize)>) -> Self {
        // No slice has more than `isize::MAX` bytes.
        let size = size_of::<f64>() as ffi::Py_ssize_t;
        let (shape, strides) = match matrix {
            Some((rows, columns)) => (vec![rows as _, columns as _], vec![size * columns as ffi::Py_ssize_t, size]),
            None => (vec![numbers.slice().len() as _], vec![size]),
        };
        Column { numbers, shape, strides }
    }
}

impl Numbers {
    fn slice(&self) -> &[f64] {
        match self {
            Numbers::Of(table, column) => arrow::column(table, *column),
            Numbers::Own(numbers) => numbers,
        }
    }
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        usize::try_from(self.shape[0]).unwrap_or(0)
    }

    /// # Safety
    /// Called by the interpreter with a view to fill.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("the view is null"));
        }
        if (flags & ffi::PyBUF_WRITABLE) == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("results are read-only; copy them to change them"));
        }
        let column = slf.get();
        let numbers = column.numbers.slice();
        let asked = |flag: c_int| (flags & flag) == flag;
        // SAFETY: the interpreter gives a valid view. Numbers, shape and strides live as long as `slf`, which the view holds.
        unsafe {
            (*view).buf = numbers.as_ptr() as *mut c_void;
            (*view).len = size_of_val(numbers) as ffi::Py_ssize_t;
            (*view).readonly = 1;
            (*view).itemsize = size_of::<f64>() as ffi::Py_ssize_t;
            (*view).format = if asked(ffi::PyBUF_FORMAT) { c"d".as_ptr().cast_mut() } else { ptr::null_mut() };
            (*view).ndim = column.shape.len() as c_int;
            (*view).shape = if asked(ffi::PyBUF_ND) { column.shape.as_ptr().cast_mut() } else { ptr::null_mut() };
            (*view).strides =
                if asked(ffi::PyBUF_STRIDES) { column.strides.as_ptr().cast_mut() } else { ptr::null_mut() };
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = ptr::null_mut();
            (*view).obj = slf.clone().into_any().into_ptr();
        }
        Ok(())
    }
}

/// The channels of a run, in memory or in its folder. The first column is the axis: the time, or the frequency or speed.
#[pyclass(frozen, module = "halfshaft._native")]
pub struct Table {
    head: Vec<ChannelInfo>,
    rows: usize,
    whole: OnceLock<Arc<Channels>>,
    stored: Option<Stored>,
}

impl Table {
    /// Channels in memory.
    pub fn in_memory(channels: &Arc<Channels>) -> Self {
        let head = std::iter::once(&channels.axis).chain(&channels.info).cloned().collect();
        let whole = OnceLock::from(channels.clone());
        Table { head, rows: channels.rows(), whole, stored: None }
    }

    /// Channels in a folder; each is read when it is asked for.
    pub fn stored(stored: Stored) -> Self {
        let head = std::iter::once(&stored.axis).chain(&stored.info).cloned().collect();
        Table { head, rows: stored.time.len(), whole: OnceLock::new(), stored: Some(stored) }
    }

    /// All channels, which are read from the folder if they are not in memory yet.
    fn all(&self) -> PyResult<&Arc<Channels>> {
        if let (None, Some(stored)) = (self.whole.get(), &self.stored) {
            let mut channels = Channels::over(stored.axis.clone(), "", &stored.info);
            channels.time = stored.time.clone();
            for (i, column) in channels.columns.iter_mut().enumerate() {
                *column = stored.column(i).map_err(|error| errors::of_results(&error))?;
            }
            // If another thread was faster, its copy is kept.
            let _ = self.whole.set(Arc::new(channels));
        }
        self.whole.get().ok_or_else(errors::internal)
    }
}

#[pymethods]
impl Table {
    /// Names and units of the columns.
    #[getter]
    fn columns(&self) -> Vec<(&str, &str)> {
        self.head.iter().map(|info| (info.name.as_str(), info.unit.as_str())).collect()
    }

    /// Number of rows.
    #[getter]
    fn rows(&self) -> usize {
        self.rows
    }

    /// A column by its index.
    fn column(&self, py: Python<'_>, index: usize) -> PyResult<Column> {
        if index >= self.head.len() {
            return Err(PyIndexError::new_err("there is no such column"));
        }
        match (self.whole.get(), &self.stored) {
            (Some(whole), _) => Ok(Column::of(whole, index)),
            (None, Some(stored)) if index == 0 => Ok(Column::own(stored.time.clone())),
            (None, Some(stored)) => {
                let values = py.detach(|| stored.column(index - 1));
                values.map(Column::own).map_err(|error| errors::of_results(&error))
            }
            (None, None) => Err(errors::internal()),
        }
    }

    /// The Arrow C data interface: schema and array of one record batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // There is one representation of doubles; a consumer that asks for another one casts.
        drop(requested_schema);
        let all = self.all()?;
        let (schema, array): (Bound<PyCapsule>, Bound<PyCapsule>) =
            (arrow::schema_capsule(py, all)?, arrow::array_capsule(py, all)?);
        PyTuple::new(py, [schema, array])
    }

    /// The Arrow C stream interface: a stream of one record batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        arrow::stream_capsule(py, self.all()?)
    }
}
