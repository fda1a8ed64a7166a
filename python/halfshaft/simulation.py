"""A model that a program advances piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from halfshaft import _native

__all__ = ["Simulation", "StateSpace"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class StateSpace:
    """ẋ = A x + B u, y = C x + D u about a state, with names. Inputs and outputs are in their units, states in SI units."""

    A: Array
    """States × states."""
    B: Array
    """States × inputs."""
    C: Array
    """Outputs × states."""
    D: Array
    """Outputs × inputs."""
    states: list[str]
    """The names of the states."""
    inputs: list[str]
    """The names of the inputs."""
    outputs: list[str]
    """The names of the outputs."""

    def __repr__(self) -> str:
        return f"<state space of {len(self.states)} states {self.states}, inputs {self.inputs}, outputs {self.outputs}>"

    def poles(self) -> NDArray[np.complex128]:
        """The eigenvalues of A, in 1/s."""
        return np.linalg.eigvals(self.A).astype(np.complex128)

    def sparse(self) -> tuple[Any, Any, Any, Any]:
        """The matrices in compressed rows of SciPy."""
        from scipy.sparse import csr_array

        return csr_array(self.A), csr_array(self.B), csr_array(self.C), csr_array(self.D)

    def control(self) -> Any:
        """The system for python-control, with its names."""
        import control

        return control.ss(self.A, self.B, self.C, self.D, states=self.states, inputs=self.inputs, outputs=self.outputs)


class Simulation(_native.Simulation):
    """A model under way: `set_input`, `advance_to`, `output`, `save`, `restore`, `linearize`.

    Inputs and outputs are those of the model, by name and in their units; channels are in SI units. `Model.simulation()` makes
    one. Each is independent of the others; one is used by one thread at a time.
    """

    @property
    def inputs(self) -> Mapping[str, str]:
        """Names and units of the inputs."""
        return dict(self.input_ports)

    @property
    def outputs(self) -> Mapping[str, str]:
        """Names and units of the outputs."""
        return dict(self.output_ports)

    @property
    def channels(self) -> Mapping[str, str]:
        """Paths and SI units of the channels."""
        return dict(self.channel_list)

    def linearize(self, inputs: Sequence[str] | None = None, outputs: Sequence[str] | None = None) -> StateSpace:
        """Linearizes about the present state, from inputs to outputs; by default from all to all."""
        chosen = [_names(given, known) for given, known in ((inputs, self.inputs), (outputs, self.outputs))]
        a, b, c, d, states, of_inputs, of_outputs = self.linear(*chosen)
        return StateSpace(np.array(a), np.array(b), np.array(c), np.array(d), states, of_inputs, of_outputs)

    def __repr__(self) -> str:
        ports = [f"{name} [{unit}]" for name, unit in (*self.inputs.items(), *self.outputs.items())]
        return f"<simulation at {self.time:g} s with {', '.join(ports) or 'no inputs and outputs'}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a simulation cannot be pickled; pickle its model and the bytes of save(), and restore them there")

    def controller(
        self,
        period: float,
        function: Callable[..., float | Sequence[float] | None],
        outputs: Sequence[str] = (),
        inputs: Sequence[str] = (),
    ) -> None:
        """Calls `function(time, *outputs)` at the times 0, `period`, 2 `period` …, where steps end.

        The inputs are set to what it returns: a number for one, a sequence for several, `None` to leave them. An exception that it
        raises ends the advance.
        """
        self.control(period, function, _names(outputs, {}), _names(inputs, {}))


def _names(given: Sequence[str] | None, known: Mapping[str, str]) -> list[str]:
    if given is None:
        return list(known)
    return [given] if isinstance(given, str) else list(given)
