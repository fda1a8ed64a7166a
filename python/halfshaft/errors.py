"""What can go wrong: the model is invalid, or the computation failed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from halfshaft.results import Run

__all__ = ["Diagnostic", "ModelError", "Place", "SimulationError", "UnknownNameError"]


@dataclass(frozen=True)
class Place:
    """A line of a Python program."""

    file: str
    """The path of the program."""
    line: int
    """The line in it, from 1."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Diagnostic:
    """One thing that is wrong with a model, where, and what would be right."""

    code: str
    """A stable code, such as `unit-mismatch`."""
    message: str
    """What is wrong, in a line."""
    file: str | None = None
    """The model file, or the name of a model that was built in a program."""
    line: int | None = None
    """The line in that file, from 1."""
    column: int | None = None
    """The column in that line, from 1."""
    help: str | None = None
    """What to do."""
    made_at: Place | None = None
    """The line of the Python program that made the part, for a model that was built in a program."""


class ModelError(ValueError):
    """The model is invalid; nothing was computed. `diagnostics` has everything that is wrong with it."""

    diagnostics: list[Diagnostic]
    """Everything that is wrong, in the order of the model file."""

    def __init__(self, text: str, diagnostics: Sequence[Diagnostic | tuple[object, ...]] = ()) -> None:
        super().__init__(text)
        given = [one if isinstance(one, Diagnostic) else Diagnostic(*one) for one in diagnostics]  # type: ignore[arg-type]
        self.diagnostics = given

    def __reduce__(self) -> tuple[type[ModelError], tuple[object, ...]]:
        return (ModelError, (str(self), self.diagnostics))

    def located(self, find: Callable[[Diagnostic], Place | None]) -> ModelError:
        """The same error with the lines of the program that made the parts."""
        diagnostics = [replace(one, made_at=one.made_at or find(one)) for one in self.diagnostics]
        lines = [f"  = made at {one.made_at}: {one.message}" for one in diagnostics if one.made_at]
        return ModelError("\n".join([str(self), *lines]), diagnostics)


class SimulationError(RuntimeError):
    """The computation failed. Results up to the failure are in `run`, if there are any."""

    code: str
    """A stable code, as in the list of failures."""
    time: float | None
    """The simulated time in seconds; `None` if the analysis did not start."""
    element: str | None
    """The element concerned."""
    reason: str
    """What happened, in a sentence."""
    worst: str | None
    """The equation with the largest residual."""
    run: Run | None
    """The results up to the failure."""

    def __init__(
        self,
        text: str,
        code: str = "",
        time: float | None = None,
        element: str | None = None,
        reason: str = "",
        worst: str | None = None,
    ) -> None:
        super().__init__(text)
        self.code, self.time, self.element, self.reason, self.worst = code, time, element, reason, worst
        self.run = None

    def __reduce__(self) -> tuple[type[SimulationError], tuple[object, ...]]:
        return (SimulationError, (str(self), self.code, self.time, self.element, self.reason, self.worst))


class UnknownNameError(KeyError):
    """There is no input, output, channel or measure of this name."""

    def __str__(self) -> str:
        # A KeyError shows its argument in quotes.
        return str(self.args[0]) if self.args else ""


def refuse_functions(names: Iterable[str], where: str) -> None:
    """Raises if there are functions of the program, by their names."""
    listed = ", ".join(repr(name) for name in names)
    if listed:
        message = f"{where} cannot contain functions of a program: {listed}"
        raise ModelError(message, [Diagnostic("not-portable", message, help="write them as expressions or tables")])
