"""The parts of a model that is built in a program, and how they are written as TOML."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from halfshaft.errors import Place
from halfshaft.results import Measure

__all__ = ["Amount", "Axis", "File", "Function", "Item", "Part", "Vector", "parameters", "toml_value"]


@runtime_checkable
class Quantity(Protocol):
    """A number with its unit, such as a quantity of pint."""

    @property
    def magnitude(self) -> Any: ...

    @property
    def units(self) -> Any: ...


class Text(Protocol):
    """What can be written as a model file: a model."""

    def to_toml(self) -> str: ...


Amount: TypeAlias = float | str | Quantity
"""A number in SI units, a text with a unit or an expression (`"5 mm"`, `"= 2 * radius"`), a measure, or a quantity of pint."""
Vector: TypeAlias = Sequence[Amount] | NDArray[np.floating[Any]] | Quantity
"""Three amounts, as a sequence or an array of NumPy."""
Axis: TypeAlias = str | Sequence[float] | NDArray[np.floating[Any]]
"""A direction: `"x"`, `"-y"`, … or three numbers."""
File: TypeAlias = str | Text
"""The path of a model file, or a model that was built in the program."""
Function: TypeAlias = Amount | Mapping[str, Any]
"""A constant, a function of time or of a signal as a table, or `{"signal": name}`."""

PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


def calling_place() -> Place:
    """The line of the program that called into the package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.abspath(frame.f_code.co_filename).startswith(PACKAGE):
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)


class Item:
    """A part of a model: a body, a joint, a measure, or a section such as the analysis."""

    __slots__ = ("keys", "made_at", "section")

    section: str
    """The section of the model file: `body`, `joint`, …"""
    keys: dict[str, Any]
    """Its keys, as in the model file."""
    made_at: Place
    """The line of the program that made it."""

    def __init__(self, section: str, keys: Mapping[str, Any], made_at: Place | None = None) -> None:
        self.section = section
        self.keys = {key: value for key, value in keys.items() if value is not None}
        self.made_at = made_at or calling_place()
        for key, value in self.keys.items():
            if not isinstance(value, (Item, str)) and not hasattr(value, "to_toml") and not callable(value):
                # What cannot be written is reported where it is given.
                toml_value(value, f"{key} of {section} {self.name!r}")

    @staticmethod
    def of(section: str, type_name: str | None, given: Mapping[str, Any]) -> Item:
        """An item from the arguments of its constructor."""
        keys: dict[str, Any] = {}
        if "name" in given:
            keys["name"] = given["name"]
        if type_name is not None:
            keys["type"] = type_name
        # A name that Python reserves has an underscore at its end.
        keys.update({key.rstrip("_"): value for key, value in given.items() if key != "name"})
        return Item(section, keys)

    @property
    def name(self) -> str:
        """Its name; empty for what has none."""
        return str(self.keys.get("name", ""))

    def __repr__(self) -> str:
        return f"<{self.section} {self.name!r} made at {self.made_at}>"

    def __str__(self) -> str:
        return self.name

    def __getstate__(self) -> tuple[str, dict[str, Any], Place]:
        return (self.section, self.keys, self.made_at)

    def __setstate__(self, state: tuple[str, dict[str, Any], Place]) -> None:
        self.section, self.keys, self.made_at = state


Part: TypeAlias = str | Item
"""An item, or its name."""


def parameters(**values: Amount | Mapping[str, Any]) -> Item:
    """Named amounts and choices for expressions: `parameters(torque="125 N m")`."""
    return Item("parameters", values)


def amount_text(value: Amount | bool) -> str:
    """An amount as it would stand between quotes in a model file."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Measure):
        return measure_text(value, "a measure")
    if isinstance(value, Quantity) and not isinstance(value, np.generic):
        return f"{number_text(value.magnitude, 'a quantity')} {unit_text(value.units)}"
    return number_text(value, "a number")


def number_text(value: Any, what: str) -> str:
    """A finite number with all its digits."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)) and abs(int(value)) < 2**53:
        return str(int(value))
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{what} is {value!r}, which is not a number") from None
    if not math.isfinite(number):
        raise ValueError(f"{what} is {number}, which is not a finite number")
    return repr(number)


def measure_text(measure: Measure, what: str) -> str:
    """A measure with all its digits and its unit."""
    number = number_text(float(measure), what)
    return number if measure.unit == "1" else f"{number} {measure.unit}"


def unit_text(units: Any) -> str:
    """A unit of pint as halfshaft writes it: `kg m^2/s` becomes `kg m^2 s^-1`."""
    registry = units._REGISTRY
    parts = []
    for name, exponent in units._units.items():
        if int(exponent) != exponent:
            raise ValueError(f"the unit {units} has the exponent {exponent}; halfshaft knows whole ones")
        symbol = {"degree": "deg", "revolutions_per_minute": "rpm"}.get(name) or registry.get_symbol(name)
        parts.append(symbol if exponent == 1 else f"{symbol}^{int(exponent)}")
    return " ".join(parts) or "1"


def toml_text(text: str) -> str:
    """A text as a basic string of TOML."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    each = (escapes.get(c) or (f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c) for c in text)
    return '"' + "".join(each) + '"'


def toml_key(key: str) -> str:
    """A key, in quotes where it needs them."""
    return key if BARE_KEY.fullmatch(key) else toml_text(key)


def toml_value(value: Any, what: str) -> str:
    """A value as TOML; `what` names it in errors."""
    if isinstance(value, Item):
        return toml_text(value.name)
    if isinstance(value, (str, os.PathLike)):
        return toml_text(os.fspath(value))
    if isinstance(value, Measure) and value.unit != "1":
        return toml_text(measure_text(value, what))
    if isinstance(value, (bool, np.bool_, int, float, np.number)):
        return number_text(value, what)
    if isinstance(value, Mapping):
        entries = (
            f"{toml_key(str(key))} = {toml_value(one, f'{key} in {what}')}"
            for key, one in value.items()
            if one is not None
        )
        return "{ " + ", ".join(entries) + " }"
    if isinstance(value, np.ndarray):
        return toml_value(value.tolist(), what)
    if isinstance(value, Quantity):
        magnitude = value.magnitude
        if isinstance(magnitude, np.ndarray):
            unit = unit_text(value.units)
            return "[" + ", ".join(toml_text(f"{number_text(one, what)} {unit}") for one in magnitude.tolist()) + "]"
        return toml_text(amount_text(value))
    if isinstance(value, Sequence) or hasattr(value, "__iter__"):
        return "[" + ", ".join(toml_value(one, what) for one in value) + "]"
    raise TypeError(f"{what} is a {type(value).__name__}; it is a number, a text, a sequence, a mapping or an item")
