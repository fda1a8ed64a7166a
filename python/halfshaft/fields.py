"""Fields on flexible bodies: displacements and stresses at the nodes of their meshes, and mode shapes."""

from __future__ import annotations

import base64
import html
import os
import re
from collections.abc import Iterator, Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from halfshaft.errors import UnknownNameError

__all__ = ["Field", "Fields"]

Array = NDArray[np.float64]

LISTS = ("fields.pvd", "mode_shapes.pvd")
"""The lists of frames in the folder of a run: over time, and of modes."""
FRAME = re.compile(r'<DataSet timestep="([^"]*)" part="(\d+)" file="([^"]*)"')
ARRAY = re.compile(r'<DataArray type="(\w+)" Name="([^"]*)" NumberOfComponents="(\d+)"[^>]*>([^<]*)<')
BODY = re.compile(r"<!-- (.*?) -->")
DTYPES = {"Float64": "<f8", "Int64": "<i8", "UInt8": "u1"}
GEOMETRY = ("position", "displacement", "connectivity", "offsets", "types")


class Field(Mapping[str, Array]):
    """The fields of one flexible body: `field["von_mises"]` has a row for each frame and a column for each node.

    `field["stress"]` and `field["strain"]` of a solid have six numbers behind them: xx, yy, zz, xy, yz, zx.

    Everything is read when it is first used.
    """

    def __init__(self, name: str, times: Array, files: list[str]) -> None:
        self.name = name
        """The name of the body."""
        self.times = times
        """The times of the frames in seconds; for mode shapes, the numbers of the modes from 1."""
        self._files = files

    @cached_property
    def _frames(self) -> list[dict[str, NDArray[np.generic]]]:
        return [_arrays(file) for file in self._files]

    def _stacked(self, key: str) -> Array:
        return np.array([frame[key] for frame in self._frames], dtype=np.float64)

    @cached_property
    def _names(self) -> dict[str, tuple[str, str]]:
        """The key in the files and the unit of each field, by name."""
        names = {}
        for key in (key for key in self._frames[0] if key not in GEOMETRY):
            name, _, unit = key.partition(" [")
            names[name] = (key, unit.rstrip("]") or "1")
        return names

    @property
    def positions(self) -> Array:
        """Positions of the nodes in m: frames × nodes × 3."""
        return self._stacked("position")

    @property
    def displacements(self) -> Array:
        """Displacements of the nodes in m: frames × nodes × 3. Those of a mode shape have an arbitrary size."""
        return self._stacked("displacement")

    @property
    def units(self) -> dict[str, str]:
        """The units of the fields, by name."""
        return {name: unit for name, (_, unit) in self._names.items()}

    @cached_property
    def cells(self) -> list[tuple[int, NDArray[np.int64]]]:
        """The cells of the mesh: VTK's number of the type, and the nodes."""
        first = self._frames[0]
        parts = np.split(first["connectivity"].astype(np.int64), first["offsets"].astype(np.int64)[:-1])
        return list(zip((int(one) for one in first["types"]), parts, strict=True))

    def __getitem__(self, name: str) -> Array:
        if name not in self._names:
            known = ", ".join(self._names) or "none"
            raise UnknownNameError(f"there is no field {name!r} on {self.name!r}; there are {known}")
        return self._stacked(self._names[name][0])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<fields of {self.name!r}: {len(self.times)} frames of {', '.join(self) or 'displacements'}>"


class Fields(Mapping[str, Field]):
    """The fields in the folder of a run, by the names of flexible bodies; empty without such bodies."""

    def __init__(self, directory: str) -> None:
        frames: dict[int, list[tuple[float, str]]] = {}
        for name in LISTS:
            path = os.path.join(directory, name)
            if not os.path.exists(path):
                continue
            with open(path, encoding="utf-8") as file:
                found = FRAME.findall(file.read())
            for time, part, of_frame in found:
                frames.setdefault(int(part), []).append((float(time), os.path.join(directory, of_frame)))
            break
        self._of: dict[str, Field] = {}
        for part in sorted(frames):
            times, files = zip(*frames[part], strict=True)
            name = _name(files[0])
            self._of[name] = Field(name, np.array(times), list(files))

    def __getitem__(self, name: str) -> Field:
        if name not in self._of:
            known = ", ".join(map(repr, self._of)) or "none"
            raise UnknownNameError(f"there is no flexible body {name!r}; there are {known}")
        return self._of[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self._of.values())) or "<no fields>"


def _name(file: str) -> str:
    """The name of the body in a file, whose comment has hyphens of its own because XML allows no others there."""
    with open(file, encoding="utf-8") as opened:
        found = BODY.search(opened.read(4096))
    return html.unescape(found[1]).replace("‐", "-") if found else ""


def _arrays(file: str) -> dict[str, NDArray[np.generic]]:
    with open(file, encoding="utf-8") as opened:
        text = opened.read()
    arrays = {}
    for kind, name, components, data in ARRAY.findall(text):
        # Eight bytes are the length.
        values: NDArray[np.generic] = np.frombuffer(base64.b64decode(data), dtype=DTYPES[kind], offset=8)
        arrays[html.unescape(name)] = values.reshape(-1, int(components)) if int(components) > 1 else values
    return arrays
