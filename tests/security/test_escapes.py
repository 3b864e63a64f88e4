"""A program behind the walls changes nothing, reaches nobody and uses up nothing, for root and for an ordinary user.

The attempts are C (`escapes/attempts.c`), built once and run one by one. That they are real is shown beside: most come
through where there are no walls.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from people import as_nobody

ESCAPES = Path(__file__).parent / "escapes"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the walls are Linux'")
CAME_THROUGH = 77
ROOT = hasattr(os, "getuid") and os.getuid() == 0
# What the owner of a folder may do in it.
IN_A_COPY = {
    *(
        "appends",
        "makes_file",
        "makes_folder",
        "opens_to_truncate",
        "opens_to_write",
        "removes",
        "removes_by_folder",
        "renames",
    ),
    *(
        "climbs",
        "lists_folder",
        "reads",
        "constructor",
        "own_filter",
        "preinit_array",
    ),  # each opens the file in the end
}
USERS = ("root", "nobody") if ROOT else ("own",)


@pytest.fixture(scope="module")
def program() -> Iterator[Path]:
    # Not pytest's folder for temporary files: that is closed to other users.
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        built = folder / "attempts"
        subprocess.run(["gcc", "-w", "-O1", "-o", built, ESCAPES / "attempts.c", "-lpthread"], check=True)
        yield built


def outcomes(program: Path, user: str, walls: str) -> dict[str, Any]:
    arguments = [str(ESCAPES / "runner.py"), str(program), walls]
    if user == "nobody":
        done = as_nobody(arguments)
    else:
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("walls", ["namespaces", "landlock"])
@pytest.mark.parametrize("user", USERS)
def test_nothing_comes_through(program: Path, user: str, walls: str) -> None:
    found = outcomes(program, user, walls)
    assert len(found) > 100
    assert found.pop("succeeds")["code"] == CAME_THROUGH, "what may be done is done"
    through = {name for name, end in found.items() if end["code"] == CAME_THROUGH or end["touched"]}
    assert not through
    # Refused, or ended by the kernel for the gate, the architecture or the time it took; none was left to hang.
    assert {end["code"] for end in found.values()} <= {0, -31, -9, -24}
    assert {end["ending"] for end in found.values()} == {"exited"}
    assert found["cpu_time"]["code"] in (-9, -24)


@pytest.mark.parametrize("user", USERS)
def test_what_is_done_to_a_copy_of_a_folder_is_not_done_to_the_folder(program: Path, user: str) -> None:
    found = outcomes(program, user, "copy")
    assert not {name for name, end in found.items() if end["touched"]}
    through = {name for name, end in found.items() if end["code"] == CAME_THROUGH}
    assert through <= {"succeeds", *IN_A_COPY}, through


@pytest.mark.skipif(ROOT and not Path("/usr/bin/setpriv").exists(), reason="it is never tried as root")
def test_without_walls_they_come_through(program: Path) -> None:
    found = outcomes(program, USERS[-1], "none")
    through = {name for name, end in found.items() if end["code"] == CAME_THROUGH}
    assert len(through) > 60, through
    assert {"constructor", "own_filter", "parent_memory", "truncates", "forks", "internet", "shell"} <= through
    assert {name for name, end in found.items() if end["touched"]} >= {"truncates", "renames", "removes", "makes_file"}
