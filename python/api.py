"""Writes the reference of the package from its docstrings.

python -P python/api.py > docs/python-api.md
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import halfshaft

HEAD = """# Reference of the Python package

Generated from the docstrings by `python -P python/api.py`; a test compares. `docs/python.md` is the introduction.
"""
NATIVE = ("linear", "control", "input_ports", "output_ports", "channel_list")
"""What the native class of a simulation has for the package alone."""
KINDS = """
## Constructors

Each takes the name of the item and the keys of the model file as keyword arguments (`docs/reference.md`), and returns an `Item` for
`Model.add`. Keys that Python reserves have an underscore at their end: `in_`.

"""


def fields(of: type) -> Iterator[tuple[str, str]]:
    """Attributes with a docstring below them, and what it says."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(of)))
    for parent in ast.walk(tree):
        body = getattr(parent, "body", None)
        for one, after in zip(body or [], (body or [])[1:], strict=False) if isinstance(body, list) else []:
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            if isinstance(one, (ast.Assign, ast.AnnAssign)) and is_text:
                target = one.target if isinstance(one, ast.AnnAssign) else one.targets[0]
                name = ast.unparse(target).removeprefix("self.")
                if not name.startswith("_"):
                    yield name, str(after.value.value)  # type: ignore[attr-defined]


def signature(of: Any) -> str:
    """The parameters, without `self` and without types."""
    parameters = []
    star = False
    for one in inspect.signature(of).parameters.values():
        if one.name == "self" or one.name == "cls":
            continue
        if one.kind is one.KEYWORD_ONLY and not star:
            parameters.append("*")
            star = True
        prefix = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "")
        star = star or one.kind is one.VAR_POSITIONAL
        default = "" if one.default is one.empty else f"={one.default!r}"
        parameters.append(f"{prefix}{one.name}{default}")
    return ", ".join(parameters)


def members(of: type) -> Iterator[tuple[str, str]]:
    """Fields, properties and methods, each with its docstring."""
    seen = set()
    bases = [base for base in of.__mro__ if base.__module__.split(".")[0] == "halfshaft"]
    for base in bases:
        for name, text in fields(base) if base.__module__ != "halfshaft._native" else ():
            if name not in seen:
                seen.add(name)
                yield f"`{name}`", text
    for base in bases:
        # The order of native members differs from run to run.
        for name, member in sorted(vars(base).items()):
            if name.startswith("_") or name in seen or (base.__module__ == "halfshaft._native" and name in NATIVE):
                continue
            seen.add(name)
            text = inspect.getdoc(member) or ""
            if isinstance(member, (classmethod, staticmethod)):
                yield f"`{name}({signature(member.__func__)})`", text
            elif callable(member):
                yield f"`{name}({signature(member)})`", text
            elif isinstance(member, property) or inspect.isgetsetdescriptor(member):
                yield f"`{name}`", text


def description(of: Any) -> str:
    """The docstring, with its examples as code."""
    paragraphs = (inspect.getdoc(of) or "").split("\n\n")
    return "\n\n".join(f"```pycon\n{one}\n```" if one.startswith(">>> ") else one for one in paragraphs)


def page() -> str:
    """The whole page."""
    text = HEAD
    for name in halfshaft.__all__:
        one = getattr(halfshaft, name)
        if name.startswith("_") or name in halfshaft.kinds.__all__:
            continue
        text += f"\n## `{name}`\n\n{description(one)}\n"
        if inspect.isclass(one):
            rows = [f"- {head}: {' '.join(body.split())}" for head, body in members(one) if body]
            text += "\n" + "\n".join(rows) + "\n" if rows else ""
        elif callable(one):
            text += f"\n`{name}({signature(one)})`\n"
    text += KINDS
    for name in halfshaft.kinds.__all__:
        one = getattr(halfshaft, name)
        types = [type_name for type_name in vars(one) if not type_name.startswith("_")] if inspect.isclass(one) else []
        text += f"- `{name}`" + (": " + ", ".join(f"`{type_name}`" for type_name in types) if types else "") + "\n"
    return text


if __name__ == "__main__":
    print(page(), end="")
