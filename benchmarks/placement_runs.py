"""Many random programs, built and run quickly: the serial ones of a batch are one program, what only a report needs is left out.

Only programs that are right in everything are told by it. One that is not is built and run again as `loopwright run` does it, for its words.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from loopwright.device.builder import Gcc, build_flags, find_gcc
from loopwright.device.findings import kinds
from loopwright.device.outputs import same_output
from loopwright.device.run import Limits, recorded

_MAIN = "int main(int argc, char **argv) {\n"
_SECONDS = 60
TOLERANCE = 1e-7


@dataclass(frozen=True)
class Batch:
    """Programs of one library in one folder, with the names of what runs them serially."""

    folder: Path
    suffix: str

    def outputs(self, library: str, codes: list[str]) -> list[str | None]:
        """What each program prints serially, ``None`` where that is not known: it does not build or does not end."""
        mains = [code.removeprefix(library).replace(_MAIN, f"static int main_{k}(int argc, char **argv) {{\n", 1)
                 for k, code in enumerate(codes)]  # fmt: skip
        cases = "".join(f"    case {k}: return main_{k}(argc - 1, argv + 1);\n" for k in range(len(codes)))
        text = f"{library}{''.join(mains)}{_MAIN}  switch (atoi(argv[1])) {{\n{cases}  }}\n  return 99;\n}}\n"
        source, program = self.folder / f"serial{self.suffix}", self.folder / "serial"
        source.write_text(text, "utf-8")
        driver = "gcc" if self.suffix == ".c" else "g++"
        built = subprocess.run([driver, "-O1", "-w", str(source), "-o", str(program), "-lm"], capture_output=True)
        if built.returncode:
            return [None] * len(codes)
        return [_printed([str(program), str(k)]) for k in range(len(codes))]

    def is_right(self, placed: bytes, library: str, expected: str) -> bool:
        """Whether a placed program builds, ends well, prints the same and has no finding."""
        source, program = self.folder / f"placed{self.suffix}", self.folder / "placed"
        source.write_bytes(placed)
        flags = build_flags(_gcc(), True)
        compile_flags = ["-O1", "-w", *(word for word in flags.compile if word != "-g")]
        driver = _gcc().driver("c" if self.suffix == ".c" else "c++")
        header = self._header(driver, compile_flags, library)
        command = [driver, *compile_flags, "-include", str(header), str(source), "-c", "-o", f"{program}.o"]
        if subprocess.run(command, capture_output=True).returncode:
            return False
        command = [driver, f"{program}.o", *flags.link, "-o", str(program)]
        if subprocess.run(command, capture_output=True).returncode:
            return False
        empty = self.folder / "empty"
        empty.mkdir(exist_ok=True)
        record, done = recorded(program, [], b"", empty, {}, Limits(seconds=_SECONDS))
        if record is None or done.ending != "exited" or done.code != 0 or not record.finished:
            return False
        told = [
            f for f in record.findings if f.kind >= len(kinds()) or kinds()[f.kind].severity in ("error", "warning")
        ]
        return not told and same_output(expected, done.stdout, TOLERANCE)

    def _header(self, driver: str, compile_flags: list[str], library: str) -> Path:
        """The library's headers, compiled before: they take longer than a program."""
        header = self.folder / "headers.h"
        if not header.exists():
            header.write_text(
                "".join(line for line in library.splitlines(True) if line.startswith("#include")), "utf-8"
            )
            kind = "c-header" if self.suffix == ".c" else "c++-header"
            subprocess.run(
                [driver, *compile_flags, "-x", kind, str(header), "-o", f"{header}.gch"],
                capture_output=True,
                check=True,
            )
        return header


@cache
def _gcc() -> Gcc:
    return find_gcc()


def _printed(command: list[str]) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS)
    except (subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return done.stdout if done.returncode == 0 else None
