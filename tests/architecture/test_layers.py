"""Dependencies point one way, and each outside library is known to one package."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest

SERVER = Path(__file__).parents[2] / "server" / "loopwright"
LAYER = {
    "source": 1, "lang": 2, "openacc": 3, "dependence": 3, "cuda": 3, "residence": 4, "memory": 4, "toolchain": 4, "model": 5, "evidence": 5, "placement": 5,
    "check": 6, "suggest": 6, "translate": 6, "device": 6, "lsp": 7, "cli": 7,
}  # fmt: skip
OWNERS = {
    "lsprotocol": "lsp", "pygls": "lsp", "llama_cpp": "model", "subprocess": "toolchain", "tree_sitter": None,
}  # fmt: skip
FILES = sorted(SERVER.rglob("*.py"))


@functools.cache
def imports(path: Path) -> set[str]:
    """Modules that a file imports, at any depth of the file."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SERVER)))
def test_a_package_uses_only_what_is_below_it(path: Path) -> None:
    package = path.relative_to(SERVER).parts[0]
    for name in imports(path):
        if name.startswith("loopwright.") and package in LAYER:
            other = name.split(".")[1]
            if other in LAYER and other != package:
                # `cli` starts the server; otherwise layers never look sideways or up, but for reading the language.
                allowed = LAYER[other] < LAYER[package] or (package, other) == ("cli", "lsp")
                assert allowed, f"{path.name} imports {name}"
        owner = OWNERS.get(name.split(".")[0])
        if owner is not None:
            assert package == owner, f"only {owner}/ may import {name}"


@pytest.mark.parametrize("path", sorted((SERVER / "dependence").rglob("*.py")), ids=lambda path: path.name)
def test_the_walk_decides_nothing_and_decisions_read_no_text(path: Path) -> None:
    room = path.relative_to(SERVER / "dependence").parts[0]
    closed = {"model": ("walk", "decide", "pointsto"), "walk": ("decide",)}.get(room, ())
    for name in imports(path):
        assert not name.startswith(tuple(f"loopwright.dependence.{other}" for other in closed)), (
            f"{room} imports {name}"
        )
        assert room not in ("model", "decide") or name != "tree_sitter"


@pytest.mark.parametrize("path", sorted((SERVER / "cuda").rglob("*.py")), ids=lambda path: path.name)
def test_each_stage_of_a_translation_knows_only_earlier_ones(path: Path) -> None:
    below = {
        "spec": (),
        "read": ("spec",),
        "print": ("read", "ir"),
        "analyse": ("spec", "read"),
        "ir": ("read", "analyse"),
    }
    below["lower"] = (
        "spec",
        "read",
        "analyse",
        "ir",
    )  # what a kernel becomes is text when the file is put together, not before
    room = path.relative_to(SERVER / "cuda").parts[0]
    if room in below:  # the file as a whole stands above them
        for name in imports(path):
            if name.startswith("loopwright.cuda."):
                assert name.split(".")[2] in (room, *below[room]), f"{room} imports {name}"


def test_a_translation_is_text_once_in_one_place() -> None:
    users = {
        path.relative_to(SERVER / "cuda").as_posix()
        for path in (SERVER / "cuda").rglob("*.py")
        if any(name.startswith("loopwright.cuda.print") for name in imports(path))
    }
    assert {name for name in users if not name.startswith("print/")} == {"file.py"}


@pytest.mark.parametrize("path", sorted((SERVER / "cuda" / "lower").rglob("*.py")), ids=lambda path: path.name)
def test_the_lowering_makes_no_text_of_nodes(path: Path) -> None:
    taken = [
        alias.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("cuda.read.rewriting")
        for alias in node.names
    ]
    assert not {"rewritten", "inside"} & set(taken), "code is quoted, with holes: ir/code.py"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SERVER)))
def test_what_is_kept_with_a_file_is_kept_in_one_way(path: Path) -> None:
    text = path.read_text("utf-8")
    if "kept_answers" in text and path.name not in ("outline.py", "kept.py"):
        assert "kept_answers" not in {n.attr for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Attribute)}


def test_every_file_was_seen() -> None:
    assert len(FILES) > 40


def test_no_two_test_files_have_one_name() -> None:
    """pytest imports test files by their name alone."""
    names = [path.name for path in (SERVER.parents[1] / "tests").rglob("test_*.py")]
    assert sorted(set(names)) == sorted(names)
