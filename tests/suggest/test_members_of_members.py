"""Arrays behind several members (`s->atoms->rx`): what is shown first brings the structs on the way and the array, at `loopwright suggest`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suggest.asked import asked

TYPES = """#define MOST 8
typedef struct { double *rx, *px; int *kind; double energy; } Atoms;
typedef struct { int *count; int total; } Boxes;
typedef struct { Atoms *atoms; Boxes *boxes; } Simulation;
typedef struct { Atoms atoms; Simulation *inner; } Whole;
"""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            """void f(Simulation *s, int n, double dt) {
  for (int b = 0; b < n; b++) // HERE
    for (int i = 0; i < MOST; i++) {
      if (i >= s->boxes->count[b]) continue;
      s->atoms->rx[MOST * b + i] += dt * s->atoms->px[MOST * b + i];
    }
}
""",
            (
                "copyin(s[0:1],s->atoms[0:1],s->atoms->px[0:n*MOST],s->boxes[0:1],s->boxes->count[0:n])",
                "copy(s->atoms->rx[0:n*MOST])",
            ),
        ),
        (
            """void f(Simulation s, int n) {
  for (int i = 0; i < n; i++) s.atoms->rx[i] = 2 * s.atoms->px[i]; // HERE
}
""",
            ("s.atoms[0:1]", "s.atoms->px[0:n]", "copyout(s.atoms->rx[0:n])"),
        ),
        (
            """void f(Whole *w, int n) {
  for (int i = 0; i < n; i++) w->inner->atoms->rx[i] = w->atoms.px[i]; // HERE
}
""",
            (
                "copyin(w[0:1],w->atoms.px[0:n],w->inner[0:1],w->inner->atoms[0:1])",
                "copyout(w->inner->atoms->rx[0:n])",
            ),
        ),
    ],
    ids=["pointers to structs", "a struct of its own", "a struct in a struct, three pointers"],
)
def test_every_struct_on_the_way_and_the_array_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, wanted: tuple[str, ...]
) -> None:
    first = asked(tmp_path, TYPES + text, capsys)[0]
    for clause in wanted:
        assert clause in first


@pytest.mark.parametrize(
    "text",
    [
        """void f(Simulation *s, int n, int m) {
  for (int b = 0; b < m; b++) // HERE
    for (int i = 0; i < n; i++) s[b].atoms->rx[i] = 0;
}
""",
        """void f(Simulation **s, int n, int m) {
  for (int b = 0; b < m; b++) // HERE
    for (int i = 0; i < n; i++) s[b]->atoms->rx[i] = 0;
}
""",
        """void f(Atoms *a, int n, int m) {
  for (int b = 0; b < m; b++) // HERE
    for (int i = 0; i < n; i++) a[b].rx[i] = a[0].rx[i];
}
""",
    ],
    ids=["an element of each", "pointers to each", "the first and each"],
)
def test_what_no_clause_can_name_is_not_named_as_if_it_were_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert "rx[" not in "\n".join(asked(tmp_path, TYPES + text, capsys))


def test_members_of_a_neighbour_are_not_carried_to_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """void near(Simulation s, int n) {
#pragma acc parallel loop copyin(s.atoms[0:1],s.atoms->px[0:n]) copyout(s.atoms->rx[0:n])
  for (int i = 0; i < n; i++) s.atoms->rx[i] = 2 * s.atoms->px[i];
}
void f(int n, const int *start, double *y) {
  for (int i = 0; i < n; i++) y[i] = 2 * start[i]; // HERE
}
"""
    found = asked(tmp_path, TYPES + text, capsys)
    assert found
    assert not any("atoms" in each for each in found)
