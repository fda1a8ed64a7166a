"""A model: read from a file, or built in a program."""

from __future__ import annotations

import json
import os
import re
import tomllib
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, overload

from halfshaft import _native, studies
from halfshaft.errors import Diagnostic, ModelError, Place, refuse_functions
from halfshaft.items import Amount, Item, Vector, amount_text, calling_place, toml_key, toml_value
from halfshaft.progress import Progress, shown
from halfshaft.results import Measure, Modes, Run, checked
from halfshaft.simulation import Simulation
from halfshaft.studies import Fit, Range, Sweep

__all__ = ["Check", "Model"]

T = TypeVar("T")
Functions: TypeAlias = dict[str, Callable[..., object]]
"""Functions of the program, by the names under which the text of a model refers to them."""
LAWS = ("function", "derivative")
"""The keys of a signal that are functions of the program."""
SINGLE = {"analysis", "parameters", "record", "solver"}
"""The sections that a model has once."""
IN_PROGRAM = "model.toml"
"""The name of a model that was built in a program."""


class Check:
    """What a check found: counts of unknowns, constraints and parts, and warnings."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.title: str = found["title"]
        self.counts: dict[str, int] = dict(found["counts"])
        """Unknowns of motion, constraints, degrees of freedom, channels, measures, expectations."""
        self.warnings: list[str] = found["remarks"] + found["warnings"]
        self.derived_values: list[str] = found["derived_values"]
        """Initial speeds and angles that follow from others."""
        given: dict[str, dict[str, Any]] = found["summary"].get("parameters") or {}
        self.parameters: dict[str, Measure | str] = {
            name: Measure(one["value"], one["unit"]) if "value" in one else one["word"] for name, one in given.items()
        }
        """The parameters of the model by name: numbers with units, and words for choices."""
        self.summary: dict[str, Any] = found["summary"]

    def __repr__(self) -> str:
        return f"<check of {self.title!r}: {self.counts}>"


class Model:
    """A model of a mechanism.

    `Model("file.toml", torque="125 N m")` reads a file and overrides parameters; a name with a dot is that of a submodel
    (`**{"front.stiffness": "2e5 N/m"}`) or a setting (`with_parameters({"solver.tolerance": 1e-6})`). `check().parameters` are those of the model.

    `Model()` is empty, to be built with `add` and the constructors of the package, whose docstrings name keys, units and channels:

    >>> import halfshaft
    >>> model = halfshaft.Model()
    >>> model.add(halfshaft.analysis(type="transient", end="2 s"))
    <analysis ...>
    >>> wheel = model.add(halfshaft.inertia("wheel", inertia="2 kg m^2"))
    >>> model.add(halfshaft.driveline.torque("motor", on=wheel, torque="10 N m"))
    <driveline 'motor' ...>
    >>> model.add(halfshaft.measure("speed", final="wheel.speed"))
    <measure 'speed' ...>
    >>> print(model.run().measures["speed"])
    10 rad/s
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, /, **parameters: Amount) -> None:
        self._name = IN_PROGRAM if path is None else os.fspath(path)
        self._is_file = path is not None
        self._base = "" if path is None else _native.Source(self._name).text
        self._top: dict[str, Any] = {} if path is not None else {"format": 1}
        self._items: list[Item] = []
        self._parameters: dict[str, Amount] = {}
        self._native: _native.Source | None = None
        self._lines: list[tuple[int, Place]] = []
        self._functions: Functions = {}
        self._set(parameters)

    @classmethod
    def from_toml(cls, text: str, /, name: str = IN_PROGRAM, **parameters: Amount) -> Model:
        """A model from the text of a file; `name` is where it would stand, and messages use it."""
        if not isinstance(text, str):
            raise TypeError(f"the text of a model is a str, not a {type(text).__name__}")
        model = cls(**parameters)
        model._base, model._name, model._top = text, name, {}
        return model

    def _set(self, parameters: Mapping[str, Amount]) -> None:
        for name, value in parameters.items():
            _parameter_text(name, value)
            self._parameters[name] = value

    # Building

    @property
    def title(self) -> str:
        """The title."""
        return str(self._top_value("title", ""))

    @title.setter
    def title(self, title: str) -> None:
        self._set_top("title", title)

    @property
    def gravity(self) -> Any:
        """The acceleration of gravity in the model frame; by default none."""
        return self._top_value("gravity", [0, 0, 0])

    @gravity.setter
    def gravity(self, gravity: Vector) -> None:
        toml_value(gravity, "gravity")
        self._set_top("gravity", gravity)

    @property
    def slow(self) -> bool:
        """Whether `halfshaft verify` skips the file in a folder, unless it is called with `--full`."""
        return bool(self._top_value("slow", False))

    @slow.setter
    def slow(self, slow: bool) -> None:
        self._set_top("slow", slow)

    def _top_value(self, key: str, default: Any) -> Any:
        return self._top.get(key, default) if self._top else tomllib.loads(self._base).get(key, default)

    def _set_top(self, key: str, value: Any) -> None:
        if not self._top:
            raise AttributeError(f"the {key} of a model from a file stands in the file; copy the file to change it")
        self._top[key], self._native = value, None

    @overload
    def add(self, item: Item, /) -> Item: ...
    @overload
    def add(self, item: Item, /, *items: Item) -> tuple[Item, ...]: ...
    def add(self, *items: Item) -> Item | tuple[Item, ...]:
        """Adds items, also to a model from a file; returns them, so that others can refer to them."""
        for item in items:
            if not isinstance(item, Item):
                raise TypeError(f"a model is made of items, not of {type(item).__name__}")
            named = [one for one in self._items if one.section == item.section and one.name == item.name]
            if item.name and named and "when" not in item.keys and item.section not in SINGLE:
                raise ModelError(
                    f"there is already a {item.section} {item.name!r}, made at {named[0].made_at}",
                    [Diagnostic("duplicate-name", f"{item.section} {item.name!r} twice", made_at=item.made_at)],
                )
            _warn_of_differences(item)
        self._items.extend(items)
        self._native = None
        return items[0] if len(items) == 1 else items

    def extend(self, items: Iterable[Item]) -> None:
        """Adds the items of a list or a generator."""
        for item in items:
            self.add(item)

    @property
    def items(self) -> tuple[Item, ...]:
        """The items that were added."""
        return tuple(self._items)

    @property
    def parameters(self) -> dict[str, Amount]:
        """The overrides of parameters."""
        return dict(self._parameters)

    def with_parameters(self, settings: Mapping[str, Amount] | None = None, /, **parameters: Amount) -> Model:
        """The same model with other parameters; those with a dot in their names come in a mapping."""
        model = Model.__new__(Model)
        model.__setstate__(self.__getstate__())
        model._set({**(settings or {}), **parameters})
        return model

    def to_toml(self) -> str:
        """The text of the model file. Overrides of parameters are not part of it, and functions of the program cannot be."""
        functions: Functions = {}
        text = self._written({}, "", functions)[0]
        refuse_functions(functions, "a model file")
        return text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model file, and beside it the files of submodels that were built in the program."""
        texts: dict[str, str] = {}
        functions: Functions = {}
        folder = os.path.dirname(os.fspath(path))
        text = self._written(texts, folder, functions)[0]
        refuse_functions(functions, "a model file")
        for name, content in {os.fspath(path): text, **texts}.items():
            with open(name, "w", encoding="utf-8") as file:
                file.write(content)

    def _written(
        self, texts: dict[str, str], folder: str, functions: Functions
    ) -> tuple[str, list[tuple[int, Place]]]:
        """The text, and the line at which each item begins with the line of the program.

        `texts` gets those of submodels, and `functions` those of the program under the names that the texts use.
        """
        lines = [*(f"{key} = {toml_value(value, key)}" for key, value in self._top.items())]
        if self._base:
            lines = self._base.rstrip("\n").split("\n")
        if not self._items:
            return "\n".join([*lines, ""]) if self._top else self._base, []
        places = []
        merged = [one for one in self._items if one.section not in SINGLE or one is self._first(one.section)]
        for item in merged:
            lines.append("")
            places.append((len(lines) + 1, item.made_at))
            single = item.section in SINGLE
            lines.append(f"[{item.section}]" if single else f"[[{item.section}]]")
            keys = self._merged(item.section) if single else item.keys
            for key, value in keys.items():
                if isinstance(value, Model):
                    value = value._as_file(item, texts, folder, functions)
                elif callable(value):
                    value = _named(value, item.name if key == "function" else f"{item.name} {key}", functions)
                lines.append(f"{toml_key(key)} = {toml_value(value, f'{key} of {item.section} {item.name!r}')}")
        return "\n".join([*lines, ""]), places

    def _first(self, section: str) -> Item:
        return next(item for item in self._items if item.section == section)

    def _merged(self, section: str) -> dict[str, Any]:
        """The keys of a section that the model has once, from all items of it."""
        keys: dict[str, Any] = {}
        for item in (item for item in self._items if item.section == section):
            twice = sorted(set(keys) & set(item.keys))
            if twice:
                message = f"[{section}] has {', '.join(twice)} twice"
                raise ModelError(
                    f"{message}; made at {item.made_at}", [Diagnostic("duplicate-key", message, made_at=item.made_at)]
                )
            keys.update(item.keys)
        return keys

    def _as_file(self, item: Item, texts: dict[str, str], folder: str, functions: Functions) -> str:
        """The name under which a submodel refers to this model."""
        if self._parameters:
            names = ", ".join(self._parameters)
            raise ValueError(f"submodel {item.name!r}: give {names} as parameters of the submodel, not of its model")
        if self._is_file and not self._items:
            return os.path.relpath(self._name, folder or ".")
        stem = "".join(c if c.isalnum() else "-" for c in item.name) or "submodel"
        own = self._written(texts, folder, functions)[0]
        name, count = f"{stem}.toml", 1
        while texts.get(os.path.join(folder, name), own) != own:
            name, count = f"{stem}-{count}.toml", count + 1
        texts[os.path.join(folder, name)] = own
        return name

    # What the native functions take

    def _source(self) -> _native.Source:
        if self._native is None:
            texts: dict[str, str] = {}
            self._functions = {}
            text, self._lines = self._written(texts, os.path.dirname(self._name), self._functions)
            self._native = _native.Source(self._name, text, list(texts.items()), list(self._functions.items()))
        return self._native

    def _overrides(self, more: Mapping[str, Amount]) -> list[tuple[str, str]]:
        return [(name, _parameter_text(name, value)) for name, value in {**self._parameters, **more}.items()]

    def _located(self, work: Callable[[], T]) -> T:
        """Does something, and adds the lines of the program to diagnostics."""
        try:
            return work()
        except ModelError as error:
            if not self._lines:
                raise
            raise error.located(self._place) from None

    def _place(self, diagnostic: Diagnostic) -> Place | None:
        if diagnostic.file != self._name or diagnostic.line is None:
            return None
        before = [place for line, place in self._lines if line <= diagnostic.line]
        return before[-1] if before else None

    def _in_program(self, texts: list[str]) -> list[str]:
        """Warnings with the lines of the program instead of those of its model."""
        if not self._lines:
            return texts

        def place(found: re.Match[str]) -> str:
            before = [place for line, place in self._lines if line <= int(found[1])]
            return f"--> {before[-1]}" if before else found[0]

        pattern = re.compile(rf"--> {re.escape(self._name)}:(\d+)(?::\d+)?")
        return [pattern.sub(place, text) for text in texts]

    def _with_analysis(self, analysis: Mapping[str, Any]) -> Model:
        """The same mechanism with another analysis, without the measures, expectations and plots of its own."""
        self._located(lambda: _native.check(self._source(), self._overrides({})))
        document = tomllib.loads(self._source().text)
        for section in ("analysis", "measure", "expect", "plot", "record"):
            document.pop(section, None)
        model = Model.__new__(Model)
        model.__setstate__(self.__getstate__())
        place = calling_place()
        items = [Item("analysis", analysis, place)]
        top: dict[str, Any] = {}
        for section, content in document.items():
            if section in SINGLE:
                items.append(Item(section, content, place))
            elif isinstance(content, list) and content and isinstance(content[0], dict):
                items.extend(Item(section, self._with_functions(section, one), place) for one in content)
            else:
                top[section] = content
        model._base, model._top, model._items, model._native = "", top, items, None
        return model

    def _with_functions(self, section: str, keys: dict[str, Any]) -> dict[str, Any]:
        """The keys of an item from the text of this model, with the functions of the program instead of their names."""
        if section != "signal" or keys.get("type") != "program":
            return keys
        return {key: self._functions.get(value, value) if key in LAWS else value for key, value in keys.items()}

    # Computing

    def run(
        self,
        directory: str | os.PathLike[str] | None = None,
        *,
        csv: bool = False,
        progress: bool | Progress | None = None,
        **parameters: Amount,
    ) -> Run:
        """Performs the analysis of the model: in a folder if one is given, otherwise in memory.

        Other threads of the program go on meanwhile. Ctrl-C ends the run after its present step; in a folder it can be resumed.
        """
        folder = None if directory is None else os.fspath(directory)
        overrides = self._overrides(parameters)
        call, close = shown(progress, "s")
        try:
            outcome = self._located(lambda: _native.run(self._source(), overrides, folder, csv, True, call))
        finally:
            close()
        modal = json.loads(outcome.summary).get("modes") is not None
        run = Modes(outcome) if modal else Run(outcome)
        run._warnings = self._in_program(run._warnings)
        return checked(run)

    def statics(self, directory: str | os.PathLike[str] | None = None, **parameters: Amount) -> Run:
        """Computes the static equilibrium; each channel has one row."""
        model = self if self._analysis_type() == "statics" else self._with_analysis({"type": "statics"})
        return model.with_parameters(parameters).run(directory)

    def response(
        self,
        frequencies: Sequence[Amount] | None = None,
        *,
        speeds: Sequence[Amount] | None = None,
        points: int | None = None,
        spacing: str | None = None,
        start: str | None = None,
        channels: Sequence[str] | None = None,
        directory: str | os.PathLike[str] | None = None,
        **parameters: Amount,
    ) -> Run:
        """Computes the steady response to harmonic loads over a range of frequencies or speeds.

        Without a range, the model itself has a response as its analysis. Each channel has its amplitude, and `…_phase` its phase.
        """
        given = {
            "frequencies": frequencies,
            "speeds": speeds,
            "points": points,
            "spacing": spacing,
            "start": start,
            "channels": channels,
        }
        if all(value is None for value in given.values()) and self._analysis_type() == "response":
            return self.with_parameters(parameters).run(directory)
        model = self._with_analysis({"type": "response", **given})
        return model.with_parameters(parameters).run(directory)

    def modes(self, directory: str | os.PathLike[str] | None = None, **parameters: Amount) -> Modes:
        """Computes natural frequencies, damping ratios and mode shapes about the initial state, whatever the analysis is."""
        folder = None if directory is None else os.fspath(directory)
        overrides = self._overrides(parameters)
        outcome = self._located(lambda: _native.modes(self._source(), overrides, folder))
        modes = Modes(outcome)
        modes._warnings = self._in_program(modes._warnings)
        checked(modes)
        return modes

    def check(self, **parameters: Amount) -> Check:
        """Reads, builds and assembles the model without running it."""
        overrides = self._overrides(parameters)
        check = Check(json.loads(self._located(lambda: _native.check(self._source(), overrides))))
        check.warnings = self._in_program(check.warnings)
        return check

    def simulation(self, **parameters: Amount) -> Simulation:
        """A simulation that the program advances piece by piece."""
        overrides = self._overrides(parameters)
        return self._located(lambda: Simulation(self._source(), overrides))

    def sweep(
        self,
        vary: Mapping[str, Range],
        *,
        plan: str = "grid",
        cases: int | None = None,
        seed: int = 1,
        directory: str | os.PathLike[str] | None = None,
        workers: int | None = None,
        progress: bool | Progress | None = None,
    ) -> Sweep:
        """Runs many cases: `sweep({"torque": "10:20 N m:5", "teeth": [20, 21]})` is a grid of ten.

        `plan` is `grid`, `list`, `lhs` or `random`; the last two need a number of `cases`.
        """
        return self._located(lambda: studies.sweep(self, vary, plan, cases, seed, directory, workers, progress))

    def fit(
        self,
        vary: Mapping[str, str | tuple[Amount, Amount]],
        to: Mapping[str, Amount | tuple[Amount, Amount]],
        *,
        also: Sequence[Model] = (),
        starts: int = 3,
        seed: int = 1,
        directory: str | os.PathLike[str] | None = None,
        workers: int | None = None,
        progress: bool | Progress | None = None,
    ) -> Fit:
        """Finds parameters within ranges so that measures match targets, by least squares from several starts.

        `fit({"stiffness": ("1 N/m", "9 N/m")}, {"period": "2.01 s"})`; a target may be a pair of value and standard deviation. `also` are
        other models with the same parameters.
        """
        return self._located(lambda: studies.fit([self, *also], vary, to, starts, seed, directory, workers, progress))

    def view(self, path: str | os.PathLike[str] | None = None, *, height: int = 560) -> Any:
        """The model at its design position: a widget in a notebook, or one HTML page written to `path`."""
        from halfshaft.viewer import show

        page = self._located(lambda: _native.model_page(self._source(), self._overrides({})))
        return show(page, path, height)

    def _analysis_type(self) -> str | None:
        try:
            analysis = tomllib.loads(self._source().text).get("analysis", {})
        except tomllib.TOMLDecodeError:
            return None
        return analysis.get("type") if isinstance(analysis, dict) else None

    def __repr__(self) -> str:
        parameters = "".join(f", {name}={value!r}" for name, value in self._parameters.items())
        return f"<model {self._name!r}{parameters}>"

    def __getstate__(self) -> dict[str, Any]:
        return {
            "name": self._name,
            "is_file": self._is_file,
            "base": self._base,
            "top": dict(self._top),
            "items": list(self._items),
            "parameters": dict(self._parameters),
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._name, self._is_file, self._base = state["name"], state["is_file"], state["base"]
        self._top, self._items, self._parameters = dict(state["top"]), list(state["items"]), dict(state["parameters"])
        self._native, self._lines, self._functions = None, [], {}


def _named(function: Callable[..., object], wanted: str, functions: Functions) -> str:
    """The name under which the text of a model refers to a function of the program."""
    name, count = wanted, 1
    while functions.setdefault(name, function) is not function:
        name, count = f"{wanted} {count + 1}", count + 1
    return name


def _warn_of_differences(item: Item) -> None:
    if item.keys.get("type") == "program" and item.keys.get("inputs") and "derivative" not in item.keys:
        message = f"the derivative of {item.section} {item.name!r} is taken by differences; `derivative` gives it exactly"
        warnings.warn(message, stacklevel=3)


def _parameter_text(name: str, value: Amount) -> str:
    """The value of a parameter as it would stand between quotes in a model file."""
    try:
        return amount_text(value)
    except (TypeError, ValueError) as error:
        raise type(error)(f"parameter {name!r}: {error}") from None
