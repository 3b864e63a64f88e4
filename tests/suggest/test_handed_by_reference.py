"""What a function out of sight may write through a reference is given back; code in assembly stays with the host."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.asked import asked_in

DECLARED = """struct P { double x, y; };
void move(P &p); void set(double &x); double peek(const P &p); double norm(P p);
"""


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("move(particles[i]);", "copy(particles[0:n])"),
        ("set(particles[i].x);", "copy(particles[0:n])"),
        ("set(a[2 * i]);", "copy(a[0:2*n-1])"),
        ("out[i] = peek(particles[i]);", "copyin(particles[0:n])"),
        ("out[i] = norm(particles[i]);", "copyin(particles[0:n])"),
    ],
)
def test_it_is_moved_both_ways(tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str, wanted: str) -> None:
    text = f"{DECLARED}void f(int n, P *particles, double *a, double *out) {{\n  for (int i = 0; i < n; i++) // HERE\n    {body}\n}}\n"
    assert wanted in asked_in(tmp_path, {"a.cpp": text}, "a.cpp", capsys)[0]


@pytest.mark.parametrize("body", ['__asm__ volatile("nop");', "pause(i);"])
def test_assembly_is_for_the_host(tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str) -> None:
    text = f"""static void pause(int n) {{ while (n--) __asm__ volatile("nop"); }}
void f(int n, double *a) {{
  for (int i = 0; i < n; i++) {{ // HERE
    a[i] = i;
    {body}
  }}
}}
"""
    assert asked_in(tmp_path, {"a.c": text}, "a.c", capsys) == []
