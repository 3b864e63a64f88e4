"""Work arrays that one iteration fills on every way to their use are its own; those that one way leaves as they were are not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.dependence.decide.judge import judge
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse

HEAD = "void f(int n, int m, const double *restrict a, const int *restrict c, double *restrict o) {\n  double w[64] = {0};\n"
CODE = HEAD + "  for (int i = 0; i < n; i++) {\n    %s\n  }\n}\n"
EACH = "for (int k = 0; k < 8; k++)"
USE = "double s = 0; EACH s += w[k]; o[i] = s;"
FILLED = {
    "both arms": f"if (c[i]) {{ EACH w[k] = a[i]; }} else {{ EACH w[k] = k; }} {USE}",
    "more than is read": f"if (c[i]) {{ for (int k = 0; k < 9; k++) w[k] = a[i]; }} else {{ for (int k = 0; k < 12; k++) w[k] = k; }} {USE}",
    "element by element": "if (c[i]) { w[0] = 1; w[1] = a[i]; } else { w[1] = 2; w[0] = a[i]; } o[i] = w[0] * w[1];",
    "three ways": "if (c[i]) w[0] = 1; else if (a[i] > 2) w[0] = 2; else w[0] = 3; o[i] = w[0];",
    "within a loop": f"EACH {{ if (a[k] > i) w[k] = a[k]; else w[k] = 0; }} {USE}",
    "half in each": "for (int k = 0; k < 4; k++) w[k] = k;"
    + " if (c[i]) { for (int k = 4; k < 8; k++) w[k] = a[i]; } else { for (int k = 4; k < 8; k++) w[k] = 1; } "
    + USE,
    "in the arm alone": "if (c[i]) { w[0] = a[i]; w[1] = 2; o[i] = w[0] * w[1]; } else o[i] = 0;",
    "behind a way out": "if (c[i]) { o[i] = 0; continue; } if (a[i] > 1) { w[0] = 1; } else { w[0] = 2; } o[i] = w[0];",
    "the arms of a condition on i": "if (i < 5) { w[0] = 1; } else { w[0] = 2; } o[i] = w[0];",
}
LEFT = {
    "no else": "if (c[i]) { w[0] = a[i]; } o[i] = w[0];",
    "one arm fills less": f"if (c[i]) {{ EACH w[k] = a[i]; }} else {{ for (int k = 0; k < 7; k++) w[k] = k; }} {USE}",
    "other elements": "if (c[i]) { w[0] = 1; w[1] = a[i]; } else { w[1] = 2; w[2] = a[i]; } o[i] = w[0] * w[1];",
    "other places in a loop": f"EACH {{ if (c[k]) w[k] = 1; else w[2 * k] = 2; }} {USE}",
    "a loop that may end": f"if (c[i]) {{ EACH {{ if (a[k] > 3) break; w[k] = 1; }} }} else {{ EACH w[k] = 2; }} {USE}",
    "a loop that leaves some out": f"if (c[i]) {{ EACH {{ if (a[k] > 3) continue; w[k] = 1; }} }} else {{ EACH w[k] = 2; }} {USE}",
    "one way of three": "if (c[i]) w[0] = 1; else if (a[i] > 2) o[i] = 2; else w[0] = 3; o[i] += w[0];",
    "filled after": "o[i] = w[0]; if (c[i]) w[0] = 1; else w[0] = 2;",
    "in one arm, used behind": "if (c[i]) { w[0] = a[i]; o[i] = w[0]; } else o[i] = 0; o[i] += w[0];",
    "a number of elements that is not known": f"if (c[i]) {{ for (int k = 0; k < m; k++) w[k] = a[i]; }} else {{ EACH w[k] = k; }} {USE}",
    "an arm within an arm": "if (c[i]) { if (a[i] > 0) w[0] = 1; } else w[0] = 2; o[i] = w[0];",
    "a case": "switch (c[i]) { case 0: w[0] = 1; break; case 1: w[0] = 2; } o[i] = w[0];",
    "later iterations of the same loop": "EACH { o[i] += w[7 - k]; if (c[k]) w[k] = 1; else w[k] = 2; }",
}


def code(body: str) -> str:
    return CODE % body.replace("EACH", EACH)


@pytest.mark.parametrize("name", FILLED)
def test_filled_on_every_way_is_private(name: str) -> None:
    outline = Outline(parse(code(FILLED[name]), name="a.c"))
    found = judge(outline, outline.loops[0])
    assert (found.verdict, "w" in found.private) == ("proved", True)


@pytest.mark.parametrize("name", LEFT)
def test_what_one_way_leaves_is_not(name: str) -> None:
    outline = Outline(parse(code(LEFT[name]), name="a.c"))
    assert judge(outline, outline.loops[0]).verdict in ("refuted", "unknown")


@pytest.mark.parametrize("name", ["both arms", "element by element", "within a loop"])
def test_a_run_agrees(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    file.write_text(code(FILLED[name]))
    assert main(["suggest", str(file), "--line", "3", "--no-model", "--no-project", "--test", "--json"]) == 0
    (loop,) = json.loads(capsys.readouterr().out)["loops"]
    first = loop["candidates"][0]
    assert "private(w)" in first["pragma"]
    assert first["tested"]["agreed"]
