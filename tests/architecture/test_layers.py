"""Dependencies point one way, and each outside library is known to one package."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

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


def imported(folder: Path) -> Iterator[tuple[str, str, str]]:
    """(file, the room of the folder that it stands in, a module) for whatever a file of a folder imports."""
    for path in sorted(folder.rglob("*.py")):
        within = path.relative_to(folder)
        for name in sorted(imports(path)):
            yield within.as_posix(), within.parts[0], name


def test_a_package_uses_only_what_is_below_it() -> None:
    upward, others = [], []
    for file, package, name in imported(SERVER):
        if name.startswith("loopwright.") and package in LAYER:
            other = name.split(".")[1]
            # `cli` starts the server; otherwise layers never look sideways or up, but for reading the language.
            if other in LAYER and other != package and (package, other) != ("cli", "lsp"):
                upward += [(file, name)] if LAYER[other] >= LAYER[package] else []
        owner = OWNERS.get(name.split(".")[0])
        others += [(file, name)] if owner not in (None, package) else []
    assert upward == []
    assert others == [], OWNERS


def test_the_walk_decides_nothing_and_decisions_read_no_text() -> None:
    closed = {"model": ("walk", "decide", "pointsto"), "walk": ("decide",)}
    wrong = [
        (file, name)
        for file, room, name in imported(SERVER / "dependence")
        if name.startswith(tuple(f"loopwright.dependence.{other}" for other in closed.get(room, ())))
        or (room in ("model", "decide") and name == "tree_sitter")
    ]
    assert wrong == []


def test_each_stage_of_a_translation_knows_only_earlier_ones() -> None:
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
    wrong = [
        (file, name)
        for file, room, name in imported(SERVER / "cuda")
        if room in below  # the file as a whole stands above them
        and name.startswith("loopwright.cuda.")
        and name.split(".")[2] not in (room, *below[room])
    ]
    assert wrong == []


def test_a_translation_is_text_once_in_one_place() -> None:
    users = {
        path.relative_to(SERVER / "cuda").as_posix()
        for path in (SERVER / "cuda").rglob("*.py")
        if any(name.startswith("loopwright.cuda.print") for name in imports(path))
    }
    printing = {"file.py", "translation.py"}  # the other says only what a printed file is
    assert {name for name in users if not name.startswith("print/")} == printing


def test_the_lowering_makes_no_text_of_nodes() -> None:
    """Code is quoted, with holes: ir/code.py."""
    taken = [
        (path.name, alias.name)
        for path in sorted((SERVER / "cuda" / "lower").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith("cuda.read.rewriting")
        for alias in node.names
    ]
    assert taken
    assert [each for each in taken if each[1] in ("rewritten", "inside")] == []


def test_what_is_kept_with_a_file_is_kept_in_one_way() -> None:
    others = [
        path
        for path in FILES
        if path.name not in ("outline.py", "kept.py") and "kept_answers" in (text := path.read_text("utf-8"))
        if "kept_answers" in {n.attr for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Attribute)}
    ]
    assert others == []


def test_every_file_was_seen() -> None:
    assert len(FILES) > 40


def test_no_two_test_files_have_one_name() -> None:
    """pytest imports test files by their name alone."""
    names = [path.name for path in (SERVER.parents[1] / "tests").rglob("test_*.py")]
    assert sorted(set(names)) == sorted(names)
