"""The viewer in a notebook, or as one page."""

from __future__ import annotations

import html
import os
from typing import Any

__all__ = ["Page", "Report", "show"]


class Page:
    """A page that a notebook shows in a frame; it needs neither a server nor a network."""

    def __init__(self, page: str, height: int) -> None:
        self.page, self.height = page, height

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.page, quote=True)}" width="100%" height="{self.height}" '
            'style="border: 0" sandbox="allow-scripts"></iframe>'
        )


class Report(str):
    """The HTML page of a report, which a notebook shows in a frame."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return Page(self, 700)._repr_html_()


# The page runs in a frame of its own, so that its style and its keys do not meet those of the notebook.
MODULE = """
export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    frame.style.cssText = `border: 0; width: 100%; height: ${model.get("height")}px`;
    frame.setAttribute("sandbox", "allow-scripts");
    const fill = () => { frame.srcdoc = model.get("page"); };
    model.on("change:page", fill);
    fill();
    el.appendChild(frame);
  },
};
"""


def show(page: str, path: str | os.PathLike[str] | None, height: int) -> Any:
    """Writes a page to a file, or makes a widget of it: by anywidget where that is installed, in a plain frame otherwise."""
    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        return os.fspath(path)
    try:
        import anywidget
        import traitlets
    except ImportError:
        return Page(page, height)
    traits = {"page": traitlets.Unicode().tag(sync=True), "height": traitlets.Int().tag(sync=True)}
    viewer: Any = type("Viewer", (anywidget.AnyWidget,), {"_esm": MODULE, **traits})
    return viewer(page=page, height=height)
