"""The results of a run: channels, measures, expectations, modes; as NumPy arrays, as an Arrow table, as a report."""

from __future__ import annotations

import difflib
import html
import io
import json
import os
import shutil
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, overload

import numpy as np
from numpy.typing import NDArray

from halfshaft import _native
from halfshaft.errors import SimulationError, UnknownNameError
from halfshaft.fields import Fields
from halfshaft.viewer import Report

__all__ = ["Channel", "Channels", "Expectation", "Measure", "Measures", "Mode", "Modes", "Run", "open_run"]

Array = NDArray[np.float64]


class Measure(float):
    """A number with its unit: `float(measure)` in `measure.unit`. Not a number where the measure has no value.

    Printed, it has seven digits, as in the report; `repr` has all of them.
    """

    __slots__ = ("_unit",)
    _unit: str

    def __new__(cls, value: float, unit: str = "1") -> Self:
        new = super().__new__(cls, value)
        new._unit = unit
        return new

    @property
    def unit(self) -> str:
        """The unit; `1` for a pure number."""
        return self._unit

    def __repr__(self) -> str:
        return f"{float(self)!r} {self._unit}" if self._unit != "1" else repr(float(self))

    def __str__(self) -> str:
        return f"{float(self):.7g} {self._unit}" if self._unit != "1" else f"{float(self):.7g}"

    def __reduce__(self) -> tuple[type[Measure], tuple[float, str]]:
        return (Measure, (float(self), self._unit))


def unknown(what: str, name: object, known: Sequence[str]) -> UnknownNameError:
    """The error for a name that does not exist, with the nearest one, or the others of the same item."""
    item, dot, _ = str(name).rpartition(".")
    siblings = [one for one in known if dot and one.startswith(f"{item}.")]
    near = difflib.get_close_matches(str(name), siblings or known, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    if siblings:
        hint += f"{' ' if near else '; '}{item!r} has {', '.join(one[len(item) + 1 :] for one in siblings)}"
    elif not near:
        hint = f"; there are {len(known)}" if known else "; there are none"
    return UnknownNameError(f"there is no {what} {name!r}{hint}")


class Measures(Mapping[str, Measure]):
    """The measures of a run, by name, in the order of the model."""

    def __init__(self, values: Mapping[str, float | None], units: Mapping[str, str]) -> None:
        nan = float("nan")
        self._of = {name: Measure(nan if v is None else v, units.get(name, "1")) for name, v in values.items()}

    def __getitem__(self, name: str) -> Measure:
        try:
            return self._of[name]
        except (KeyError, TypeError):
            raise unknown("measure", name, list(self._of)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __repr__(self) -> str:
        return "\n".join(f"{name}: {value!s}" for name, value in self._of.items())


@dataclass(frozen=True)
class Channel:
    """A stored time series: its path and its SI unit."""

    name: str
    """The path, such as `shaft.torque`."""
    unit: str
    """The SI unit; `1` for a pure number."""

    def __str__(self) -> str:
        return self.name


class Channels(Mapping[str, Channel]):
    """The stored channels of a run, by path. Iterating gives the paths; `run[path]` the values."""

    def __init__(self, columns: Sequence[tuple[str, str]]) -> None:
        self._of = {name: Channel(name, unit) for name, unit in columns}

    def __getitem__(self, path: str) -> Channel:
        try:
            return self._of[path]
        except (KeyError, TypeError):
            raise unknown("channel", path, list(self._of)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __repr__(self) -> str:
        return "\n".join(f"{channel.name} [{channel.unit}]" for channel in self._of.values())


@dataclass(frozen=True)
class Expectation:
    """What a measure should be, and whether it is."""

    measure: str
    """The name of the measure."""
    value: float | None
    """Its value, in its unit; `None` where it has none."""
    expected: float
    """What it should be, in the same unit."""
    tolerance: float | str
    """The largest difference in the unit of the measure, or `at_most` or `at_least`."""
    ok: bool
    """Whether the measure is within the tolerance."""


class Run:
    """A run that has ended: `run["path"]` is a channel as a read-only NumPy array, shared with the run without a copy.

    It can be pickled: one in memory with all its results, one in a folder as the path of the folder.
    """

    _temporary: tempfile.TemporaryDirectory[str] | None = None
    """Where a run that came from a pickle has its results."""

    def __init__(self, outcome: _native.Outcome) -> None:
        self._outcome, self._table = outcome, outcome.table
        self._arrays: dict[str, Array] = {}
        self._warnings = outcome.warnings
        self._columns = {name: i for i, (name, _) in enumerate(self._table.columns)}
        self.summary: dict[str, Any] = json.loads(outcome.summary)
        """The summary, as in `summary.json`."""
        self.channels = Channels(self._table.columns[1:])
        """Paths and units of the stored channels."""
        self.measures = Measures(self.summary["measures"], self.summary["units"])
        """The measures, by name."""
        self.expectations = [Expectation(**one) for one in self.summary["expectations"]]
        """The expectations, and whether they are met."""

    @property
    def title(self) -> str:
        """The title of the model."""
        return self._outcome.title

    @property
    def status(self) -> str:
        """`done`, `failed` or `interrupted`."""
        return str(self.summary["status"])

    @property
    def warnings(self) -> list[str]:
        """Warnings of the analysis and remarks about the model."""
        return self._warnings

    @property
    def statistics(self) -> dict[str, Any]:
        """Steps, iterations, wall time, unknowns."""
        return dict(self.summary["statistics"])

    @property
    def directory(self) -> str | None:
        """The folder of the run; `None` for one in memory."""
        return None if self._temporary is not None else self._folder

    @property
    def _folder(self) -> str | None:
        return None if self._outcome.folder is None else str(self._outcome.folder)

    @property
    def axis(self) -> Channel:
        """What the channels are over: the time, or the frequency or speed of a response."""
        return Channel(*self._table.columns[0])

    @property
    def time(self) -> Array:
        """The times of the rows in seconds; for a response, its frequencies or speeds."""
        return self[self.axis.name]

    def __getitem__(self, path: str) -> Array:
        if not isinstance(path, str):
            raise TypeError(f"a channel is named by a text, not by {type(path).__name__}")
        if path not in self._arrays:
            if path not in self._columns:
                raise unknown("channel", path, list(self._columns))
            self._arrays[path] = np.asarray(self._table.column(self._columns[path]))
        return self._arrays[path]

    def __contains__(self, path: object) -> bool:
        return path in self._columns

    def __len__(self) -> int:
        return self._table.rows

    def to_arrow(self) -> _native.Table:
        """The table of axis and channels, by the Arrow C data interface and without copies.

        `polars.DataFrame(run.to_arrow())`, `pyarrow.table(run.to_arrow())` and other libraries take it; each column has its
        unit in the metadata of its field.
        """
        return self._table

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)

    def plot(self, *paths: str, x: str | None = None, axes: Any = None) -> Any:
        """Draws channels with Matplotlib over the axis of the run, or over the channel `x`; returns the axes.

        Channels of one unit share a panel. Without paths, the plotted ones are those of the first `[[plot]]` of the model, or
        else the first channel.
        """
        import matplotlib.pyplot as plt

        chosen = list(paths) or self._first_plot() or list(self.channels)[:1]
        units = list(dict.fromkeys(self.channels[path].unit for path in chosen))
        if axes is None:
            _, axes = plt.subplots(len(units), 1, sharex=True, squeeze=False)
        panels = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        if len(panels) < len(units):
            raise ValueError(f"{len(units)} units need as many axes; there are {len(panels)}")
        over = self.axis if x is None else self.channels[x]
        for path in chosen:
            unit = self.channels[path].unit
            panel = panels[units.index(unit)]
            panel.plot(self[over.name], self[path], label=path)
            panel.set_ylabel(unit)
            panel.legend()
        panels[len(units) - 1].set_xlabel(f"{over.name} [{over.unit}]")
        if self.title and not panels[0].get_title():
            panels[0].set_title(self.title)
        return axes

    def _first_plot(self) -> list[str]:
        """The channels of the first plot of the model, as far as they are stored."""
        plots = tomllib.loads(self._outcome.model_text).get("plot") or [{}]
        channels = plots[0].get("channels", [])
        return [path for path in ([channels] if isinstance(channels, str) else channels) if path in self.channels]

    def save(self, directory: str | os.PathLike[str]) -> str:
        """Writes a run that is in memory to a folder, with its report; returns the folder."""
        if self._temporary is not None:
            shutil.copytree(str(self._folder), directory)
        else:
            self._outcome.save(os.fspath(directory))
        return os.fspath(directory)

    @property
    def fields(self) -> Fields:
        """Displacements and stresses at the nodes of flexible bodies, by the names of bodies. They are in the folder of a run only."""
        if self._folder is None:
            raise RuntimeError("the fields of a run are in its folder, and this run is in memory; use run(directory)")
        return Fields(self._folder)

    def __reduce__(self) -> tuple[Any, ...]:
        if self.directory is not None:
            return (open_run, (os.path.abspath(self.directory),))
        with _Folder(self) as folder:
            return (_unpacked, (_packed(folder),))

    def report(self, path: str | os.PathLike[str] | None = None) -> Report:
        """The report of the run: a text with one HTML page without scripts, which a notebook shows; written to `path` if that is given."""
        with _Folder(self) as folder, open(_native.write_report(folder), encoding="utf-8") as file:
            page = file.read()
        if path is not None:
            with open(path, "w", encoding="utf-8") as file:
                file.write(page)
        return Report(page)

    def view(self, path: str | os.PathLike[str] | None = None, *, frames: int = 600, height: int = 560) -> Any:
        """The run in three dimensions: a widget in a notebook, or one HTML page written to `path`."""
        from halfshaft.viewer import show

        with _Folder(self) as folder:
            page = _native.viewer_page([folder], frames)
        return show(page, path, height)

    def __repr__(self) -> str:
        count = len(self.warnings)
        warned = f", {count} warning{'s' if count > 1 else ''}" if count else ""
        return f"<run of {self.title!r}: {self.status}, {len(self)} rows of {len(self.channels)} channels{warned}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td>{float(value):.6g}</td><td>{html.escape(value.unit)}</td></tr>"
            for name, value in self.measures.items()
        )
        head = "<tr><th>measure</th><th>value</th><th>unit</th></tr>" if rows else ""
        return f"<p>{html.escape(repr(self)[1:-1])}</p><table>{head}{rows}</table>"


class _Folder:
    """The folder of a run; a temporary one for a run in memory."""

    def __init__(self, run: Run) -> None:
        self._run, self._made = run, None if run._folder else tempfile.TemporaryDirectory(prefix="halfshaft-")

    def __enter__(self) -> str:
        if self._made is None:
            return str(self._run._folder)
        return self._run.save(os.path.join(self._made.name, "run"))

    def __exit__(self, *_: object) -> None:
        if self._made is not None:
            self._made.cleanup()


def _packed(folder: str) -> bytes:
    """The files in the folder of a run."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for parent, _, names in os.walk(folder):
            for name in sorted(names):
                path = os.path.join(parent, name)
                archive.write(path, os.path.relpath(path, folder))
    return packed.getvalue()


def _unpacked(packed: bytes) -> Run:
    """The run in memory that was pickled. Its files are in a temporary folder as long as it lives."""
    temporary = tempfile.TemporaryDirectory(prefix="halfshaft-")
    folder = os.path.join(temporary.name, "run")
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        archive.extractall(folder)
    run = open_run(folder)
    run._temporary = temporary
    return run


@dataclass(frozen=True)
class Mode:
    """A natural mode."""

    frequency: float
    """The undamped natural frequency in Hz; zero for a rigid-body mode."""
    damped_frequency: float
    """The damped frequency in Hz."""
    damping_ratio: float
    """−Re s/|s| of its pole."""
    shape: dict[str, float | Array]
    """An angle for each shaft, six numbers for each body (three displacements, three rotations); the largest entry is 1."""

    @property
    def is_rigid(self) -> bool:
        """Whether it is a rigid-body mode."""
        return self.frequency == 0.0 and self.damping_ratio == 0.0


class Modes(Run, Sequence[Mode]):
    """The natural modes of a model, in the order of rising frequency: `modes[0].frequency`."""

    def __init__(self, outcome: _native.Outcome) -> None:
        super().__init__(outcome)
        self._modes = [_mode(one) for one in self.summary.get("modes") or []]

    @overload  # type: ignore[override]
    def __getitem__(self, index: int) -> Mode: ...
    @overload
    def __getitem__(self, index: slice) -> list[Mode]: ...
    def __getitem__(self, index: int | slice) -> Mode | list[Mode]:
        return self._modes[index]

    def __len__(self) -> int:
        return len(self._modes)

    def __iter__(self) -> Iterator[Mode]:
        return iter(self._modes)

    def __contains__(self, mode: object) -> bool:
        return mode in self._modes

    @property
    def frequencies(self) -> Array:
        """All undamped natural frequencies, in Hz."""
        return np.array([mode.frequency for mode in self._modes])

    @property
    def damping_ratios(self) -> Array:
        """All damping ratios."""
        return np.array([mode.damping_ratio for mode in self._modes])

    def __repr__(self) -> str:
        return f"<{len(self)} modes of {self.title!r}>"


def _mode(one: dict[str, Any]) -> Mode:
    shape = {name: np.array(entry) if isinstance(entry, list) else float(entry) for name, entry in one["shape"].items()}
    return Mode(one["frequency_hz"], one["damped_frequency_hz"], one["damping_ratio"], shape)


def checked(run: Run) -> Run:
    """The run, or the exception of its failure."""
    if run.status == "failed":
        error = run._outcome.error()
        if isinstance(error, SimulationError):
            error.run = run
            raise error
    if run.status == "interrupted":
        raise KeyboardInterrupt
    return run


def open_run(directory: str | os.PathLike[str]) -> Run:
    """The run in a folder, which may be one of the command line; also one that was interrupted or is still running."""
    outcome = _native.open_run(os.fspath(directory))
    return Modes(outcome) if json.loads(outcome.summary).get("modes") is not None else Run(outcome)
