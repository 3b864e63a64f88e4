"""A `compile_commands.json` that somebody has made large costs a bounded amount of memory, whatever it is large by."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from loopwright.toolchain.database import _LARGEST, find_database

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="memory is asked of Unix")
ROOM = _LARGEST - 100
SHAPES: dict[str, Callable[[], str]] = {
    "commands": lambda: "[" + ",".join(['{"file":"a"}'] * (ROOM // 13)) + "]",
    "words": lambda: '[{"file":"a.c","arguments":[' + '"ab",' * (ROOM // 5) + '""]}]',
    "lists": lambda: '[{"file":"a.c","arguments":[' + "[]," * (ROOM // 3) + "[]]}]",
    "lists in many commands": lambda: (
        "[" + ",".join(['{"file":"a.c","arguments":[' + "[]," * 3000 + "[]]}"] * (ROOM // 9100)) + "]"
    ),
    "depth": lambda: "[" * ROOM,
    "one word": lambda: '["' + "x" * ROOM + '"]',
}
READ = """import resource, sys
from pathlib import Path
from loopwright.toolchain.database import find_database
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = find_database(Path(sys.argv[1]))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) >> (20 if sys.platform == "darwin" else 10))
print(found.complaint)
"""


@pytest.mark.parametrize("shape", SHAPES)
def test_memory_is_bounded(tmp_path: Path, shape: str) -> None:
    (tmp_path / ".git").mkdir()
    script = tmp_path / "read.py"
    script.write_text(READ)
    (tmp_path / "compile_commands.json").write_text(SHAPES[shape]())
    done = subprocess.run([sys.executable, script, tmp_path / "a.c"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    megabytes, complaint = done.stdout.splitlines()
    assert int(megabytes) < 8 * _LARGEST >> 20
    assert "is ignored" in complaint or shape == "lists in many commands"
    (tmp_path / "compile_commands.json").unlink()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[{"file": "a.c"},]', "is not JSON"),
        ('[{"file": "a.c"} {"file": "b.c"}]', "line 1 is not JSON"),
        ('[\n{"file": "a.c"},\n{"file": }]', "line 3 is not JSON"),
        ('[{"file": "a.c"}] []', "is not JSON"),
        ('[{"file": "a.c"}', "is not JSON"),
        ("[", "is not JSON"),
        ("", "is not JSON"),
        ('{"file": "a.c"}', "is not a list"),
        ("nonsense", "is not JSON"),
        ("[]", ""),
        (" [ ] ", ""),
        ('[1, null, "x", [], {"file": "a.c", "command": "cc -DA"} ]\n', ""),
        ('[{"file": "a.c", "command": "cc ' + "-DA " * 3000 + '"}]', ""),
    ],
)
def test_it_is_read_as_json_is(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "compile_commands.json").write_text(text)
    found = find_database(tmp_path / "a.c")
    assert found is not None
    assert said in found.complaint
    assert bool(said) == bool(found.complaint)
    command = found.command_for(tmp_path / "a.c")
    assert (command is not None and "-DA" in command.words) == ("-DA" in text)
