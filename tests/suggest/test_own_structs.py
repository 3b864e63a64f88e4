"""A struct that is declared in front of a loop and that each iteration sets anew is `private`, and moved by no clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.asked import asked

STRUCTS = """typedef struct { double x, y; } P;
typedef struct { P first; int n; } Q;
typedef union { double x; int n; } U;
"""
OWN = {
    "members that are read": "p.x = a[i]; p.y = 2 * a[i]; out[i].x = p.x + p.y;",
    "members, then the whole": "p.x = a[i]; p.y = 2 * a[i]; out[i] = p;",
    "the whole, then members": "p = out[i]; p.x += a[i]; out[i] = p;",
}
OTHER = """void other(int n, double *restrict b, const double *restrict a) {
#pragma acc parallel loop copyin(a[0:n]) copyout(b[0:n])
  for (int i = 0; i < n; i++) b[i] = a[i];
}
"""
SHARED = {
    "a member that is never set": "p.x = a[i]; out[i] = p;",
    "a member that is set last": "p.x = a[i]; out[i] = p; p.y = a[i];",
    "a member that is set now and then": "p.x = a[i]; if (a[i] > 0) p.y = a[i]; out[i] = p;",
    "a member of an earlier iteration": "out[i].x = p.y; p.x = a[i]; p.y = a[i];",
    "a part of a member": "q.first.x = a[i]; q.n = i; all[i] = q;",
}


def shown(folder: Path, capsys: pytest.CaptureFixture[str], body: str, behind: str = "", above: str = "") -> list[str]:
    text = f"""{STRUCTS}{above}P f(int n, P *restrict out, Q *restrict all, const double *restrict a) {{
  P p; Q q; U u; q.first.y = 0; p.y = 1;
  for (int i = 0; i < n; i++) {{ {body} }} // HERE
  {behind}
  return out[0];
}}
"""
    return asked(folder, text, capsys)


@pytest.mark.parametrize("body", OWN)
def test_it_is_private(tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str) -> None:
    first = shown(tmp_path, capsys, OWN[body])[0]
    assert "private(p)" in first
    assert "p" not in first.partition("copy")[2].replace("(", " ").replace(")", " ").replace(",", " ").split()


@pytest.mark.parametrize("body", SHARED)
def test_it_is_not_where_an_iteration_needs_another_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str
) -> None:
    assert not any("private" in directive for directive in shown(tmp_path, capsys, SHARED[body]))


def test_nor_where_it_is_read_later(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = shown(tmp_path, capsys, OWN["members, then the whole"], "out[0] = p;")
    assert not any("private" in directive for directive in found)


@pytest.mark.parametrize("body", OWN)
def test_a_directive_of_the_project_gets_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str) -> None:
    found = shown(tmp_path, capsys, OWN[body], above=OTHER)
    assert found
    assert all("private(p)" in directive for directive in found)


@pytest.mark.parametrize(("kept", "wanted"), [("v", ["parallel loop private(v)"]), ("keep", [])])
def test_an_address_may_be_stored_where_only_the_iteration_looks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kept: str, wanted: list[str]
) -> None:
    text = f"""void f(int n, const int (*at)[4], double **from, double *restrict s, double **keep) {{
  double *v[4];
  for (int e = 0; e < n; ++e) {{ // HERE
    for (int i = 0; i < 4; ++i) {kept}[i] = from[at[e][i]];
    s[e] = {kept}[0][0] + {kept}[1][0] + {kept}[2][0] + {kept}[3][0];
  }}
}}
"""
    assert asked(tmp_path, text, capsys) == wanted
