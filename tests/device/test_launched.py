"""What an async construct takes when it is reached, and where pointers lead that change while they are attached.

Right programs print what they print on the host, and nothing is found in them; what is still wrong is still found."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from loopwright.device import Report
from loopwright.device.builder import build, find_gcc
from loopwright.device.run import Limits, run_built
from whole import sampled

from tests.device.asked import asked
from tests.device.cases import PRELUDE, Case, read_cases

CASES = read_cases("launched.txt") + read_cases("pointers.txt")
AS_ON_THE_HOST = [case for case in CASES if not case.codes or case.expected]
Run = Callable[[Case, bool], Report]
MAIN = "\nint main(int count, char **words) {{\n{}  return count;\n}}\n"


def sources(folder: Path, cases: list[Case]) -> list[Path]:
    """A file for each program, and one that calls the program that is named."""
    (folder / "prelude.h").write_text(PRELUDE, "utf-8")
    found = []
    for case in cases:
        found.append(folder / f"{case.name}.c")
        found[-1].write_text(f'#include "prelude.h"\n{case.body}void {case.name}(void) {{ program(); }}\n', "utf-8")
    heads = "".join(f"void {case.name}(void);\n" for case in cases)
    calls = "".join(f'  if (!strcmp(words[1], "{case.name}")) return {case.name}(), 0;\n' for case in cases)
    (folder / "main.c").write_text(f"#include <string.h>\n{heads}{MAIN.format(calls)}", "utf-8")
    return [*found, folder / "main.c"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("launched")


@pytest.fixture(scope="module")
def built(request: pytest.FixtureRequest) -> list[Case]:
    return asked(request, CASES)


@pytest.fixture(scope="module")
def run(folder: Path, built: list[Case]) -> Run:
    files = sources(folder, built)
    programs = {True: folder / "watched", False: folder / "fast"}
    for watched, program in programs.items():
        build(files, program, find_gcc(), watched=watched)
    return lambda case, watched: run_built(programs[watched], [case.name], b"", folder, {}, Limits())


@pytest.fixture(scope="module")
def on_the_host(folder: Path, built: list[Case], run: Run) -> Callable[[Case], str]:
    """What a program prints where its directives are comments: `acc_malloc` is the host's `malloc` there."""
    files = [*(folder / f"{case.name}.c" for case in built if case in AS_ON_THE_HOST), folder / "main.c"]
    renamed = ["-Dacc_malloc=malloc", "-Dacc_free=free", "-Wno-unknown-pragmas"]
    missing = [f"-Wl,--defsym={case.name}=0" for case in built if case not in AS_ON_THE_HOST]
    subprocess.run(["gcc", "-O1", *renamed, *files, *missing, "-lm", "-o", folder / "host"], check=True)
    return lambda case: subprocess.run([folder / "host", case.name], capture_output=True, text=True, check=True).stdout


RUNS = [(case, True) for case in AS_ON_THE_HOST] + [
    (case, False) for case in sampled(AS_ON_THE_HOST, 10, lambda case: case.name)
]


@pytest.mark.parametrize(("case", "watched"), RUNS, ids=[f"{case.name}-{watched}" for case, watched in RUNS])
def test_it_prints_what_it_prints_on_the_host(
    case: Case, watched: bool, run: Run, on_the_host: Callable[[Case], str]
) -> None:
    report = run(case, watched)
    assert report.exit == 0, report.stderr
    assert report.stdout == on_the_host(case)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_is_wrong_is_found_and_nothing_else(case: Case, run: Run) -> None:
    report = run(case, True)
    assert {f.code for f in report.findings} == set(case.codes), [f"{f.code} {f.message}" for f in report.findings]
