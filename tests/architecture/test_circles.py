"""Modules do not import one another in a circle, neither where they begin nor inside of functions."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"loopwright": ROOT / "server", "loopwright_training": ROOT / "training"}
# Imports for type annotations alone that close a circle. The list only gets shorter.
FOR_TYPES_ALONE = {
    ("loopwright.placement.boxes", "loopwright.placement.cplusplus"),
    ("loopwright.placement.calls", "loopwright.placement.pointers"),
    ("loopwright.placement.construction", "loopwright.placement.cplusplus"),
    ("loopwright.placement.container_calls", "loopwright.placement.cplusplus"),
    ("loopwright.placement.owners", "loopwright.placement.store"),
    ("loopwright.placement.statements", "loopwright.placement.pointers"),
    ("loopwright.placement.values", "loopwright.placement.pointers"),
    ("loopwright.placement.variables", "loopwright.placement.pointers"),
    ("loopwright.suggest.standing.callees", "loopwright.suggest.standing.mentions"),
}


def _modules(package: str) -> dict[str, Path]:
    root = PACKAGES[package]
    parts = {path: path.relative_to(root).with_suffix("").parts for path in (root / package).rglob("*.py")}
    return {".".join(part for part in said if part != "__init__"): path for path, said in parts.items()}


def _imported(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path.name} imports by dots"
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    within = {package for package in found if name.startswith(f"{package}.")}  # a package is read before what is in it
    return (found & known.keys()) - within - {name}


@cache
def _graph(package: str) -> dict[str, set[str]]:
    known = _modules(package)
    return {name: _imported(name, path, known) for name, path in known.items()}


def _circle(graph: dict[str, set[str]]) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_modules_import_one_another(package: str) -> None:
    graph = {
        name: {other for other in imported if (name, other) not in FOR_TYPES_ALONE}
        for name, imported in _graph(package).items()
    }
    assert len(graph) > 20
    assert _circle(graph) == []


def test_what_is_excused_is_there_and_for_types_alone() -> None:
    modules, graph = _modules("loopwright"), _graph("loopwright")
    for name, other in sorted(FOR_TYPES_ALONE):
        assert other in graph[name], f"{name} does not import {other} any more: take it off the list"
        text = modules[name].read_text("utf-8")
        at = text.index(f"    from {other} import")
        assert text.rindex("if TYPE_CHECKING:", 0, at) >= 0
        assert text.count(f"from {other} import") == 1


def test_a_circle_is_seen() -> None:
    assert _circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})
    assert not _circle({"a": {"b", "c"}, "b": {"c"}})
