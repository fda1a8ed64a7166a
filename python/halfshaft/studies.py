"""Many runs of one model: sweeps, fits and batches."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from halfshaft import _native
from halfshaft.errors import ModelError, SimulationError, refuse_functions
from halfshaft.items import Amount, amount_text
from halfshaft.progress import Progress, shown
from halfshaft.results import Measure, Run, unknown

if TYPE_CHECKING:
    from halfshaft.model import Model

__all__ = ["Batch", "BatchResult", "Case", "Fit", "Residual", "Sweep"]

Array = NDArray[np.float64]
Range = Sequence[Amount] | NDArray[Any] | tuple[Amount, Amount, int] | str
"""The values of a parameter: a sequence of them, an array, or a text `A:B:N`."""


NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?: +(.+))?")
"""A number, and its unit if it has one."""


class Columns(Mapping[str, Array]):
    """Arrays by name, one entry for each case."""

    def __init__(self, what: str, of: Mapping[str, Array], units: Mapping[str, str] | None = None) -> None:
        self._what, self._of, self.units = what, dict(of), dict(units or {})

    def __getitem__(self, name: str) -> Array:
        try:
            return self._of[name]
        except (KeyError, TypeError):
            raise unknown(self._what, name, list(self._of)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __repr__(self) -> str:
        units = {name: "" if (unit := self.units.get(name, "1")) == "1" else f" {unit}" for name in self._of}
        return "\n".join(f"{name}: {values}{units[name]}" for name, values in self._of.items())


class Sweep:
    """The cases of a sweep: parameters as lists, measures as arrays; not a number where a case has no value."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.cases: list[dict[str, Any]] = found["cases"]
        """Each case: its number, status, parameters, measures, and the reason for missing results."""
        units = dict(found["measures"])
        self.measures = Columns("measure", {name: self._column(name) for name in units}, units)
        """The measures, each an array over the cases."""
        self.parameters: dict[str, list[Measure | str]] = {
            name: [_number(case["parameters"][name]) for case in self.cases] for name in found["parameters"]
        }
        """The varied parameters, each a list over the cases: numbers with units, and words for choices."""

    def _column(self, name: str) -> Array:
        values = (case["measures"].get(name) for case in self.cases)
        return np.array([np.nan if value is None else value for value in values], dtype=np.float64)

    @property
    def status(self) -> list[str]:
        """How each case ended: `done`, `failed`, `invalid` or `missing`."""
        return [case["status"] for case in self.cases]

    def __len__(self) -> int:
        return len(self.cases)

    def __repr__(self) -> str:
        return f"<sweep of {len(self)} cases, {self.status.count('done')} done>"


class Fit:
    """Parameters with which measures match their targets: `fit.parameters["name"]` in `.unit`."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.summary = found
        """Everything that was found: intervals, covariance, sensitivities, starts, curves."""
        self.parameters = {one["name"]: Measure(one["value"], one["unit"] or "1") for one in found["parameters"]}
        """The fitted values."""
        self.warnings: list[str] = found["warnings"]
        """What is doubtful: bounds, directions that the targets do not identify, other minima."""

    @property
    def sum_of_squares(self) -> float:
        """The sum of squares of the weighted differences."""
        value = self.summary.get("sum_of_squares")
        return float("nan") if value is None else float(value)

    @property
    def status(self) -> str:
        """`done` or `failed`."""
        return str(self.summary["status"])

    def __repr__(self) -> str:
        return f"<fit: {self.parameters}, sum of squares {self.sum_of_squares:.5g}>"


def _number(text: str) -> Measure | str:
    """A number with its unit; a word as it is."""
    found = NUMBER.fullmatch(text)
    return Measure(float(found[1]), found[2] or "1") if found else text


def range_text(values: Range) -> str:
    """The values of a parameter, as on the command line: `A:B:N` or a list."""
    if isinstance(values, str):
        return values
    return ",".join(amount_text(value) for value in values)


@dataclass(frozen=True)
class Case:
    """A case that has ended, in a form that goes to other processes."""

    parameters: dict[str, Any]
    """The parameters, as they were given."""
    status: str
    """How it ended: `done`, `failed` or `invalid`."""
    measures: dict[str, float]
    """The measures, in the units of those of a run."""
    channels: dict[str, Array]
    """The axis and the channels that were asked for, in SI units."""
    error: str = ""
    """Why it failed or is invalid; empty if it is done."""


class BatchResult:
    """The cases of a batch: measures as arrays, chosen channels as lists of arrays."""

    def __init__(self, cases: Sequence[Case], units: Mapping[str, str]) -> None:
        self.cases = list(cases)
        names = list(dict.fromkeys(name for case in self.cases for name in case.measures))
        column = {n: np.array([case.measures.get(n, np.nan) for case in self.cases], dtype=np.float64) for n in names}
        self.measures = Columns("measure", column, units)
        """The measures, each an array over the cases; not a number where a case has no value."""

    @property
    def status(self) -> list[str]:
        """How each case ended: `done`, `failed` or `invalid`."""
        return [case.status for case in self.cases]

    def channel(self, path: str) -> list[Array]:
        """A channel of every case; the steps of each are its own. `time` is the axis."""
        return [case.channels[path] for case in self.cases]

    def __len__(self) -> int:
        return len(self.cases)

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases)

    def __repr__(self) -> str:
        return f"<batch of {len(self)} cases, {self.status.count('done')} done>"


class Batch:
    """One model with many sets of parameters, on the threads of this process or as tasks of a scheduler.

    `parameters` is a mapping of names to sequences of one length, or a sequence of mappings. `channels` are kept with each case, and
    `*` in them stands for any letters; the measures always are.
    """

    def __init__(
        self,
        model: Model,
        parameters: Mapping[str, Sequence[Amount] | NDArray[Any]] | Sequence[Mapping[str, Amount]],
        *,
        channels: Sequence[str] = (),
    ) -> None:
        self.model, self.channels = model, [channels] if isinstance(channels, str) else list(channels)
        self.parameters: list[dict[str, Any]]
        if isinstance(parameters, Mapping):
            lengths = {name: len(values) for name, values in parameters.items()}
            if len(set(lengths.values())) > 1:
                raise ValueError(f"the parameters have different numbers of values: {lengths}")
            count = next(iter(lengths.values()), 0)
            self.parameters = [{name: values[i] for name, values in parameters.items()} for i in range(count)]
        else:
            self.parameters = [dict(one) for one in parameters]

    def __len__(self) -> int:
        return len(self.parameters)

    def run(self, workers: int | None = None, progress: bool | Progress | None = None) -> BatchResult:
        """Runs all cases on threads of this process; `workers` are by default as many as there are cores."""
        if workers is not None and workers < 1:
            raise ValueError(f"workers is {workers}; it is at least 1")
        overrides = [self._overrides(one) for one in self.parameters]
        call, close = shown(progress, "cases")
        try:
            source = self.model._source()
            found = _native.batch(source, overrides, bool(self.channels), workers, call)
        finally:
            close()
        cases, units = [], {}
        for parameters, outcome in zip(self.parameters, found, strict=True):
            if isinstance(outcome, Exception):
                cases.append(_without_results(parameters, outcome))
                continue
            run = Run(outcome)
            units.update({name: measure.unit for name, measure in run.measures.items()})
            cases.append(self._case(parameters, run))
        return BatchResult(cases, units)

    def run_case(self, index: int) -> Case:
        """Runs one case: a task for a scheduler such as Dask or Ray, for batch and result go to other processes."""
        return self(self.parameters[index])

    def __call__(self, parameters: Mapping[str, Amount]) -> Case:
        """Runs the model with these parameters."""
        source, overrides = self.model._source(), self._overrides(parameters)
        try:
            return self._case(dict(parameters), Run(_native.run(source, overrides, channels=bool(self.channels))))
        except (ModelError, SimulationError) as error:
            return _without_results(dict(parameters), error)

    def _overrides(self, parameters: Mapping[str, Amount]) -> list[tuple[str, str]]:
        overrides = self.model._overrides(parameters)
        if self.channels:
            overrides.append(("record.channels", "\n".join(self.channels)))
        return overrides

    def _case(self, parameters: dict[str, Any], run: Run) -> Case:
        patterns = [re.compile(".*".join(map(re.escape, path.split("*")))) for path in self.channels]
        matching = [path for path in run.channels if any(pattern.fullmatch(path) for pattern in patterns)]
        channels = {path: np.array(run[path]) for path in [run.axis.name, *matching]} if self.channels else {}
        measures = {name: float(value) for name, value in run.measures.items()}
        return Case(parameters, run.status, measures, channels, run._outcome.failure)


def _without_results(parameters: dict[str, Any], error: Exception) -> Case:
    """A case that an exception ended: of an invalid model, or of a function of the program."""
    return Case(parameters, "invalid" if isinstance(error, ModelError) else "failed", {}, {}, str(error))


class Residual:
    """Differences of measures from their targets as a function of parameters, for SciPy's `least_squares` and others.

    `vary` maps parameters to the units of their numbers, `to` measures to their targets, or to pairs of target and standard
    deviation. `residual(x)` is an array; `residual.cost(x)` is half the sum of its squares. It can be pickled.
    """

    def __init__(self, model: Model, vary: Mapping[str, str], to: Mapping[str, float | tuple[float, float]]) -> None:
        self.model, self.vary = model, dict(vary)
        self.to = {name: target if isinstance(target, tuple) else (target, 1.0) for name, target in to.items()}

    def __call__(self, x: Sequence[float] | Array) -> Array:
        values = np.asarray(x, dtype=np.float64)
        if values.shape != (len(self.vary),):
            raise ValueError(f"x has the shape {values.shape}; there are {len(self.vary)} parameters")
        named = {name: _with_unit(v, unit) for (name, unit), v in zip(self.vary.items(), values.tolist(), strict=True)}
        run = Run(_native.run(self.model._source(), self.model._overrides(named), channels=False))
        error = run._outcome.error()
        if isinstance(error, SimulationError):
            raise error
        return np.array([(float(run.measures[name]) - target) / sd for name, (target, sd) in self.to.items()])

    def cost(self, x: Sequence[float] | Array) -> float:
        """Half the sum of squares, for minimizers of a number such as Optuna."""
        return float(0.5 * np.sum(self(x) ** 2))


def _with_unit(value: float, unit: str) -> Amount:
    return amount_text(value) if unit in ("", "1") else f"{amount_text(value)} {unit}"


def sweep(
    model: Model,
    vary: Mapping[str, Range],
    plan: str,
    cases: int | None,
    seed: int,
    directory: str | os.PathLike[str] | None,
    workers: int | None,
    progress: bool | Progress | None,
) -> Sweep:
    """Runs the cases of a sweep."""
    ranges = [(name, range_text(values)) for name, values in vary.items()]
    folder = None if directory is None else os.fspath(directory)
    source = model._source()
    if folder is not None:
        # The cases of a folder are run from what it contains.
        refuse_functions(model._functions, "the folder of a sweep")
    call, close = shown(progress, "cases")
    choice = {"plan": plan, "cases": cases, "seed": seed}
    try:
        found = _native.sweep(source, model._overrides({}), ranges, choice, folder, workers, call)
    finally:
        close()
    return Sweep(json.loads(found))


def fit(
    models: Sequence[Model],
    vary: Mapping[str, str | tuple[Amount, Amount]],
    to: Mapping[str, Amount | tuple[Amount, Amount]],
    starts: int,
    seed: int,
    directory: str | os.PathLike[str] | None,
    workers: int | None,
    progress: bool | Progress | None,
) -> Fit:
    """Fits parameters of models to measures."""

    def ends(value: str | tuple[Amount, Amount]) -> str:
        return value if isinstance(value, str) else ":".join(amount_text(end) for end in value)

    def target(value: Amount | tuple[Amount, Amount]) -> str:
        return " ± ".join(amount_text(one) for one in value) if isinstance(value, tuple) else amount_text(value)

    ranges = [(name, ends(value)) for name, value in vary.items()]
    targets = [(name, target(value)) for name, value in to.items()]
    sources = [model._source() for model in models]
    folder = None if directory is None else os.fspath(directory)
    search = {"starts": starts, "seed": seed}
    call, close = shown(progress, "cases")
    try:
        found = _native.fit(sources, models[0]._overrides({}), ranges, targets, search, folder, workers, call)
    finally:
        close()
    return Fit(json.loads(found))
