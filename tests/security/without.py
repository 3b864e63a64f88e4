"""Takes a mechanism of SECURITY.md out, runs the tests that are to notice, puts it back: `without.py [NAME…]`, all by default.

Prints a line for each; ends with 1 if one was missed by nobody. The mechanisms are in `mechanisms.toml`. The files of the checkout are
edited while it runs: nothing else should run there.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1] / "server" / "loopwright"
_SECONDS = 900
_NONE_CHOSEN = 5  # pytest's: nobody has looked


@dataclass(frozen=True)
class Mechanism:
    """Lines of a file, what stands there without the mechanism, and the tests that are to fail then."""

    name: str
    file: Path
    old: str
    new: str
    tests: str

    def noticed(self) -> str:
        """The first test that fails without it, empty for none."""
        text = self.file.read_text("utf-8")
        try:
            self.file.write_text(text.replace(self.old, self.new), "utf-8")
            return _first_failure(self.tests)
        finally:
            self.file.write_text(text, "utf-8")


def mechanisms() -> tuple[Mechanism, ...]:
    """All that are listed."""
    table = tomllib.loads((HERE / "mechanisms.toml").read_text("utf-8"))
    return tuple(
        Mechanism(name, PACKAGE / row["file"], row["old"], row["new"], row["tests"]) for name, row in table.items()
    )


def _first_failure(tests: str) -> str:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as base:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--basetemp", f"{base}/t"]
        try:
            done = subprocess.run(
                [*command, *shlex.split(tests)],
                cwd=HERE,
                env={**os.environ, "LOOPWRIGHT_WHOLE": "1"},
                capture_output=True,
                text=True,
                timeout=_SECONDS,
            )
        except subprocess.TimeoutExpired:
            return "they hang"
    if done.returncode in (0, _NONE_CHOSEN):
        return ""
    found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
    return found[1].rpartition("/")[2] if found else f"pytest ended with {done.returncode}"


def main(names: list[str]) -> int:
    """Take out those named."""
    chosen = [one for one in mechanisms() if not names or one.name in names]
    missed = 0
    for one in chosen:
        found = one.noticed()
        missed += not found
        print(f"{one.name:32} {found or 'NOBODY NOTICES'}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} are noticed by a test")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
