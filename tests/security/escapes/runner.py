"""Runs every attempt in `attempts.c` behind walls, as the user who starts it: `runner.py PROGRAM namespaces|landlock|copy|none`,
where `copy` is namespaces with a copy of the folder that the attempts are about.

Prints JSON: attempt → how it ended and what it touched.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

from loopwright.toolchain import confine
from loopwright.toolchain.confine import Confinement
from loopwright.toolchain.process import run

# Without walls these would use the machine up, or make it slower.
GREEDY = {
    "threads_without_end",
    "memory",
    "fills_disk",
    "cpu_time",
    "makes_files_without_end",
    "priority",
    "lowers_parent",
}


def facts(folder: Path) -> dict[str, object]:
    """What a folder holds, and how."""
    found: dict[str, object] = {"": folder.stat().st_mode}
    for path in folder.iterdir():
        state = path.lstat()
        text = path.read_text() if path.is_file() else ""
        found[path.name] = [text, state.st_mode, state.st_uid, state.st_mtime_ns, state.st_nlink, os.listxattr(path)]
    return found


def main(program: Path, walls: str) -> None:
    """Run them."""
    if walls == "none" and os.geteuid() == 0:
        raise SystemExit("without walls they would come through: never as root")
    os.environ.update(SECRET="token", LD_LIBRARY_PATH="/nowhere", XDG_RUNTIME_DIR="/run")
    names = run([str(program)]).stdout.split()
    inherited = os.open("/etc/passwd", os.O_RDONLY)
    os.set_inheritable(inherited, True)
    results = {}
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in names:
            if walls == "none" and name in GREEDY:
                continue
            victim = folder / "victim"
            victim.write_text("mine")
            victim.chmod(0o644)
            before = facts(folder)
            done = confine._run(
                {"none": None, "copy": "namespaces"}.get(walls, walls),  # type: ignore[arg-type]
                [str(program), name, str(victim), str(os.getpid())],
                Confinement(read_only=(program.parent,), copied=folder if walls == "copy" else None, cpu_seconds=1),
                stdin=b"",
                environment={},
                timeout=20.0,
                output_limit=1000,
                shared=(),
                token=None,
            )
            after = facts(folder)
            touched = sorted(k for k in {*before, *after} if before.get(k) != after.get(k))
            results[name] = {"code": done.code, "ending": done.ending, "touched": touched, "said": done.stderr[:200]}
            for path in folder.iterdir():
                path.rmdir() if path.is_dir() else path.unlink()
    print(json.dumps(results))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
