"""No test depends on the speed of the machine: what a test waits for has as long as a test may take, unless a hang is meant.

Twice as many workers as cores, or a build beside them, make ten seconds of two.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
LEAST = 100.0  # seconds
NAMED = ("timeout", "seconds")
WAITING = ("result", "wait", "wait_for")
# What is to run out of time: it hangs or is asked again and again.
MEANT = {
    "dependence/test_callers_in_turns.py": 1,
    "device/test_programs.py": 1,
    "model/test_endpoint.py": 3,
    "model/test_secured_endpoint.py": 1,
    "security/escapes/runner.py": 1,
    "toolchain/test_accept.py": 1,
    "toolchain/test_other_systems.py": 1,
}


def short_limits(text: str) -> Iterator[int]:
    """Lines of calls that give something less time than ``LEAST``."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            limits = [word.value for word in node.keywords if word.arg in NAMED]
            if isinstance(node.func, ast.Attribute) and node.func.attr in WAITING:
                limits += node.args[-1:]
            if any(0 < seconds < LEAST for limit in limits if (seconds := _number(limit)) is not None):
                yield node.lineno


def _number(limit: ast.expr) -> float | None:
    is_number = isinstance(limit, ast.Constant) and type(limit.value) in (int, float)
    return float(limit.value) if is_number else None  # type: ignore[attr-defined, arg-type]


def test_what_is_waited_for_has_time() -> None:
    found = {
        str(path.relative_to(TESTS)): lines
        for path in TESTS.rglob("*.py")
        if "node_modules" not in path.parts  # what VS Code's tests install
        and (lines := list(short_limits(path.read_text("utf-8"))))
    }
    assert {name: len(lines) for name, lines in found.items()} == MEANT, found


@pytest.mark.parametrize(
    ("text", "is_short"),
    [
        ("subprocess.run(command, timeout=20)", True),
        ("subprocess.run(command)", False),
        ("future.result(60)", True),
        ("future.result(200)", False),
        ("asyncio.wait_for(answer, 30)", True),
        ("process.wait()", False),
        ("process.wait(5.5)", True),
        ("Limits(seconds=2)", True),
        ("run(command, timeout=limit)", False),
    ],
)
def test_limits_are_seen(text: str, is_short: bool) -> None:
    assert bool(list(short_limits(text))) == is_short
