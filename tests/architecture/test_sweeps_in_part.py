"""What of a sweep is always run (tests/parts.tsv): tests that are there, cases from all over their list, and whatever is asked for by name."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest
import whole

ROOT = Path(__file__).parents[2]


def test_what_stands_in_it_are_tests_with_cases() -> None:
    defined: dict[str, dict[str, bool]] = {}  # of each file: test → whether it has cases
    for file in {test.partition("::")[0] for test in whole.parts()}:
        functions = ast.parse((ROOT / file).read_text("utf-8")).body
        defined[file] = {
            node.name: any("parametrize" in ast.unparse(decorator) for decorator in node.decorator_list)
            for node in functions
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        }
    known = {f"{file}::{name}": cases for file, names in defined.items() for name, cases in names.items()}
    parts = whole.parts()
    assert [test for test in parts if test not in known] == []
    assert [test for test, always in parts.items() if always and not known[test]] == []


def test_it_is_in_order_and_nothing_stands_twice() -> None:
    rows = (ROOT / "tests" / "parts.tsv").read_text("utf-8").splitlines()
    assert [row.split("\t")[1] for row in rows] == sorted(whole.parts())


def test_cases_from_all_over_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "WHOLE", False)
    names = [str(number) for number in range(10)]
    part = whole.in_part(names, 3)
    assert [int(name) for name in part] == sorted(map(int, part))
    assert all(name in third for name, third in zip(part, (names[:3], names[3:6], names[6:]), strict=True))
    assert whole.in_part(names, 12) == names
    assert whole.in_part(names, 0) == []
    monkeypatch.setattr(whole, "WHOLE", True)
    assert whole.in_part(names, 3) == names


def test_a_case_that_is_named_runs_and_of_the_test_a_part() -> None:
    test = "tests/cuda/test_cuda_programs.py::test_it_prints_what_it_says"
    always = whole.parts()[test]

    def collected(asked: str, **environment: str) -> list[str]:
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "-o",
            "addopts=",
            "-n",
            "0",
            "--collect-only",
        ]
        told = subprocess.run([*command, "-q", asked], cwd=ROOT, env={**os.environ, "LOOPWRIGHT_WHOLE": "", **environment},
                              capture_output=True, text=True)  # fmt: skip
        return [line for line in told.stdout.splitlines() if line.startswith(test)]

    part, all_of_it = collected(test), collected(test, LOOPWRIGHT_WHOLE="1")
    assert len(part) == always < len(all_of_it)
    left = next(name for name in all_of_it if name not in part)
    assert collected(left) == [left]
