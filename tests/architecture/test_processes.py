"""One module starts programs, one workers of our own; everything else asks these."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STARTS = [ROOT / "server" / "loopwright" / "toolchain" / name for name in ("children.py", "workers.py")]
LAUNCHER = ROOT / "server" / "loopwright" / "toolchain" / "launcher"
FILES = [
    path
    for part in ("server/loopwright", "training/loopwright_training")
    for path in sorted((ROOT / part).rglob("*.py"))
    if path not in STARTS and LAUNCHER not in path.parents
]
MODULES = {"subprocess", "multiprocessing", "pty", "_posixsubprocess", "popen2", "commands"}
CALLS = ("exec", "spawn", "fork", "posix_spawn", "system", "popen", "startfile")


def starters(source: str) -> list[str]:
    """What in a module starts, or may start, a process."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.split(".")[0] in MODULES]
        elif isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".")[0]
            found += [module] if module in MODULES else []
            if module in ("os", "asyncio", "concurrent"):
                found += [a.name for a in node.names if _starts(a.name)]
        elif isinstance(node, ast.Attribute) and _starts(node.attr):
            if isinstance(node.value, ast.Name) and node.value.id in ("os", "posix", "asyncio", "futures"):
                found.append(node.attr)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "__import__":
            found.append("__import__")
    return found


def _starts(name: str) -> bool:
    return name.startswith(CALLS) or name.startswith("create_subprocess") or name == "ProcessPoolExecutor"


def test_nothing_else_starts_processes() -> None:
    found = {str(path.relative_to(ROOT)): starters(path.read_text("utf-8")) for path in FILES}
    assert {path: ways for path, ways in found.items() if ways} == {}


def test_the_launcher_starts_programs_by_fork_alone() -> None:
    for path in LAUNCHER.glob("*.py"):
        assert set(starters(path.read_text("utf-8"))) <= {"fork", "execve"}


@pytest.mark.parametrize(
    "source",
    [
        "import subprocess",
        "import multiprocessing.pool",
        "from subprocess import run",
        "import os\nos.system('x')",
        "import os\nos.execvp('x', [])",
        "import os\nos.posix_spawn('x', [], {})",
        "from os import fork",
        "import asyncio\nasyncio.create_subprocess_exec('x')",
        "from concurrent.futures import ProcessPoolExecutor",
        "import pty",
        "def f():\n    import subprocess",
        "__import__('subprocess')",
    ],
)
def test_every_way_is_seen(source: str) -> None:
    assert starters(source)


def test_every_file_was_seen() -> None:
    assert len(FILES) > 150


# What takes a name or a folder of the caller and makes a file beside it.
BESIDE = {"device/builder.py", "evidence/memory.py", "source/writing.py", "toolchain/scratch.py"}
SERVER = ROOT / "server" / "loopwright"


def calls_of_the_library(text: str) -> set[str]:
    """`shutil.which`, `tempfile.mkdtemp` and the like, as far as the module is asked by its name."""
    if "shutil" not in text and "tempfile" not in text:
        return set()
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def test_folders_and_programs_have_one_place() -> None:
    """Temporary folders are those of `scratch`, programs are found by `find_program`: neither lies in the current folder."""
    names = {
        path.relative_to(SERVER).as_posix(): calls_of_the_library(path.read_text("utf-8"))
        for path in SERVER.rglob("*.py")
    }
    assert [path for path, called in names.items() if "shutil.which" in called] == []
    making = {path for path, called in names.items() if any(name.startswith("tempfile.") for name in called)}
    assert making - BESIDE == set()
