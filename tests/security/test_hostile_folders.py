"""Folders with modules, programs and settings of their own: whoever starts Loopwright in one, nothing of it runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from loopwright.toolchain.process import own_python
from whole import sampled

ROOT = Path(__file__).parents[2]
SOURCE = "void f(int n, double *a) {\n  for (int i = 0; i < n; i++) a[i] = 2 * a[i];\n}\n"
SCRIPT = Path(sys.executable).parent / "loopwright"
# What a folder holds: name → where the trap is sprung. Each module is hostile, each program too.
FOLDERS = {
    "loopwright": ["loopwright/__init__.py", "loopwright/__main__.py", "loopwright.py"],
    "parts of loopwright": ["loopwright/cli/__init__.py", "loopwright/cli/main.py", "loopwright/__init__.py"],
    "queue": ["queue.py"],
    "threading": ["threading.py", "socket.py", "select.py"],
    "json": ["json/__init__.py", "json.py"],
    "encodings": ["encodings/__init__.py", "codecs.py"],
    "site": ["sitecustomize.py", "usercustomize.py", "site.py"],
    "ctypes": ["ctypes/__init__.py", "_ctypes.py"],
    "our requirements": ["pygls/__init__.py", "lsprotocol/__init__.py", "tree_sitter/__init__.py", "numpy/__init__.py", "islpy/__init__.py"],
    "the model": ["llama_cpp/__init__.py", "llama_cpp.py", "diskcache/__init__.py"],
    "pip": ["pip/__init__.py", "pip/__main__.py", "venv/__init__.py", "venv/__main__.py", "ensurepip/__init__.py"],
    "the launcher": ["marshal.py", "signal.py", "resource.py", "fcntl.py", "loopwright_training/__init__.py"],
    "platformdirs": ["platformdirs/__init__.py", "rich/__init__.py", "tomli.py", "tomllib.py"],
}  # fmt: skip
PROGRAMS = (
    "gcc",
    "g++",
    "cc",
    "clang",
    "clangd",
    "nvc",
    "python",
    "python3",
    "zig",
    "true",
    "nvidia-smi",
    "as",
    "ld",
    "collect2",
    "cc1",
)


def made(folder: Path, names: list[str], trap: Path) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open({str(trap)!r}, 'a').write({name!r} + '\\n')\n")
    for program in PROGRAMS:
        (folder / program).write_text(f"#!/bin/sh\necho {program} >> {trap}\n")
        (folder / program).chmod(0o755)
    (folder / "pyvenv.cfg").write_text(f"home = {folder}\n")
    (folder / "a.c").write_text(SOURCE)


def environment(folder: Path) -> dict[str, str]:
    """As somebody may have it: the current folder is on PATH, relative and empty."""
    path = os.pathsep.join([".", "", os.environ["PATH"]])
    return {**os.environ, "PATH": path, "XDG_CACHE_HOME": str(folder.parent / "cache")}


def wire(*messages: dict[str, object]) -> bytes:
    parts = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n" % len(part) + part for part in parts)


def session(folder: Path) -> bytes:
    uri = (folder / "a.c").as_uri()
    document = {"uri": uri, "languageId": "c", "version": 1, "text": SOURCE}
    return wire(
        {
            "id": 1,
            "method": "initialize",
            "params": {
                "processId": None,
                "capabilities": {},
                "rootUri": folder.as_uri(),
                "initializationOptions": {"trusted": True},
            },
        },
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": document}},
        {
            "id": 2,
            "method": "workspace/executeCommand",
            "params": {"command": "loopwright.server.suggest", "arguments": [uri, 2]},
        },
        {
            "id": 3,
            "method": "workspace/executeCommand",
            "params": {"command": "loopwright.server.doctor", "arguments": []},
        },
    )


# Command lines as people, editors and the extension start them.
ENTRIES = {
    "console script": ([str(SCRIPT), "analyze", "a.c"], False),
    "console script, suggest": ([str(SCRIPT), "suggest", "a.c"], False),
    "doctor": ([str(SCRIPT), "doctor"], False),
    "language server": ([str(SCRIPT), "lsp"], True),
    "extension's server": ([sys.executable, "-I", "-m", "loopwright", "lsp"], True),
    "extension's question": ([sys.executable, "-I", "-m", "loopwright", "--version"], False),
    "probe": (own_python("loopwright.model.probe", "/nowhere.gguf"), False),
    "runtime builder": (own_python("pip", "--version"), False),
}


def started(entry: str, folder: Path) -> None:
    command, serves = ENTRIES[entry]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        if not serves:
            process.communicate(b"")
            return
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(session(folder))
        process.stdin.flush()
        answered = set()
        while not {2, 3} <= answered:
            length = 0
            while (line := process.stdout.readline()).strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            assert length, process.stderr.read() if process.stderr else ""
            message = json.loads(process.stdout.read(length))
            if "method" not in message:
                answered.add(message["id"])
        process.kill()


@pytest.mark.parametrize("entry", ENTRIES)
def test_nothing_of_a_folder_runs(entry: str, tmp_path: Path) -> None:
    trap = tmp_path / "sprung"
    folder = tmp_path / "workspace"
    folder.mkdir()
    # All at once: which of them would run is seen where one does.
    for names in FOLDERS.values():
        made(folder, names, trap)
    started(entry, folder)
    assert not trap.exists(), trap.read_text()


@pytest.mark.parametrize("name", sampled(list(FOLDERS), 3, str))
def test_every_trap_alone(name: str, tmp_path: Path) -> None:
    trap = tmp_path / "sprung"
    folder = tmp_path / "workspace"
    folder.mkdir()
    made(folder, FOLDERS[name], trap)
    for entry in ("extension's question", "probe"):
        started(entry, folder)
    assert not trap.exists(), trap.read_text()


def test_the_traps_are_real(tmp_path: Path) -> None:
    sprung = set()
    for number, (name, names) in enumerate(FOLDERS.items()):
        folder, trap = tmp_path / str(number), tmp_path / f"sprung{number}"
        folder.mkdir()
        made(folder, names, trap)
        # Our own worker processes set PYTHONSAFEPATH for theirs; this is a Python as a user starts it.
        plain = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
        command = [sys.executable, "-m", "loopwright", "--version"]
        subprocess.run(command, cwd=folder, env=plain, capture_output=True)
        if trap.exists():
            sprung.add(name)
    assert {"loopwright", "queue", "threading"} & sprung, sprung
    assert len(sprung) >= 3
