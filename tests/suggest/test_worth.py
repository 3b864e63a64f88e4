from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.source.outline import Loop, Outline
from loopwright.source.syntax import parse
from loopwright.suggest.worth import profile, worth_of

SMALL = "void f(double *a) { for (int i = 0; i < 64; i++) a[i] = 0; }"
HEAVY = (
    "void f(float (*restrict a)[2000], float (*restrict b)[2000]) { for (int i = 0; i < 2000; i++)"
    " for (int j = 0; j < 2000; j++) { float s = 0; for (int k = 0; k < 2000; k++) s += b[i][k] * b[k][j]; a[i][j] = s; } }"
)
STREAM = "void f(int n, double *restrict a, const double *restrict b) { for (int i = 0; i < n; i++) a[i] = b[i]; }"
CUBIC = (
    "void f(int n, float *restrict a, float *restrict b) { for (int i = 0; i < n; i++)"
    " for (int j = 0; j < n; j++) { float s = 0; for (int k = 0; k < n; k++) s += b[i * n + k]; a[i * n + j] = s; } }"
)


def worth(outline, code: str, device: str = "desktop"):
    found = outline(code)
    return worth_of(found, found.loops[0], profile(device))


def test_a_short_loop_never_pays(outline) -> None:
    found = worth(outline, SMALL)
    assert found.sentence.startswith("never: 64 iterations")
    assert (found.size, found.resident) == (None, None)


def test_the_iterations_of_a_nest_that_can_be_one_loop_run_at_once(outline) -> None:
    """One of 8 x 4000 x 250 fills a device as well as one of 8,000,000."""
    nest = worth(
        outline,
        "void f(float (*restrict a)[4000][250]) { for (int i = 0; i < 8; i++) for (int j = 0; j < 4000; j++)"
        " for (int k = 0; k < 250; k++) a[i][j][k] = a[i][j][k] * a[i][j][k] + 2; }",
    )
    flat = worth(outline, "void f(float *restrict a) { for (int i = 0; i < 8000000; i++) a[i] = a[i] * a[i] + 2; }")
    assert nest.sentence == flat.sentence
    assert nest.sentence.startswith("pays: about ")
    small = worth(
        outline,
        "void f(float (*restrict a)[3]) { for (int i = 0; i < 30; i++) for (int j = 0; j < 3; j++) a[i][j] = 0; }",
    )
    assert small.sentence.startswith("never: 90 iterations")


def test_much_work_on_little_data_pays(outline) -> None:
    found = worth(outline, HEAVY)
    assert found.gain > 5
    assert found.sentence.startswith("pays: about ")


def test_copying_does_not_pay_for_its_transfers_but_does_where_the_data_is(outline) -> None:
    found = worth(outline, STREAM)
    assert found.resident is not None
    assert found.size is None or found.size > 10 * found.resident
    assert "n ≈" in found.sentence


def test_more_work_for_each_element_pays_sooner(outline) -> None:
    stream, cubic = worth(outline, STREAM), worth(outline, CUBIC)
    assert cubic.size < 1000 < stream.resident


def test_a_profile_of_ones_own(outline, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[mine]\ntitle = "a very slow bus"\nlaunch_us = 1e6\ntransfer_us = 1e6\ntransfer_gb_s = 0.001\n'
        "gflops = 1.0\nmemory_gb_s = 1.0\nthreads = 1000\n"
    )
    assert worth(outline, HEAVY, str(path)).sentence.endswith("a very slow bus")
    assert worth(outline, HEAVY, str(path)).gain < 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("[mine\n", "cannot be read"), ("[mine]\ntitle = 'x'\n", "not complete"), (None, "cannot be read")],
)
def test_a_bad_profile_is_one_sentence(tmp_path: Path, text: str | None, sentence: str) -> None:
    path = tmp_path / "bad.toml"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ValueError, match=sentence):
        profile(str(path))


def test_an_unknown_profile_names_the_known() -> None:
    with pytest.raises(ValueError, match="desktop, server"):
        profile("toaster")


def test_a_keystroke_costs_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every loop of a file is asked about at every keystroke: what has not changed is not worked out again."""
    from loopwright.suggest import worth

    asked: list[str | None] = []
    real = worth._worth

    def counted(outline: Outline, loop: Loop, device: worth.Profile) -> worth.Worth | None:
        asked.append(loop.function.name if loop.function else None)
        return real(outline, loop, device)

    monkeypatch.setattr(worth, "_worth", counted)
    one = "void f{0}(int n, float *restrict a) {{\n  for (int i = 0; i < n; i++) a[i] = {1};\n}}\n"
    before = "".join(one.format(k, 7) for k in range(5))
    for text in (before, before.replace(one.format(2, 7), one.format(2, 8))):
        outline = Outline(parse(text.encode(), name="kept.c"))
        for loop in outline.loops:
            worth.worth_of(outline, loop, profile())
    assert asked == ["f0", "f1", "f2", "f3", "f4", "f2"]


ESTIMATED = {
    "const int n = 1000; for (int i = 0; i < n; i++) a[i] = 2 * a[i];": "never",
    "for (int t = 0; t < steps; t++) for (int i = 0; i < 1000; i++) a[i] = t * a[i];": "never",
    "for (int t = 0; t < steps; t++) for (int i = 0; i < size; i++) a[i] = t * a[i];": "size ≈",
    "for (int i = 0; i < 4; i++) for (int j = 0; j < size; j++) a[i * size + j] = 2;": "size ≈",
}


@pytest.mark.parametrize("body", ESTIMATED)
def test_sizes_are_called_as_the_program_calls_them(body: str) -> None:
    outline = Outline(parse(f"void f(int size, int steps, double *restrict a) {{ {body} }}", language="c"))
    worth = worth_of(outline, outline.loops[1 if "steps" in body else 0], profile("desktop"))
    assert worth is not None
    assert ESTIMATED[body] in worth.sentence
    assert "n ≈" not in worth.sentence


def test_no_statement_stands_where_a_size_is_named() -> None:
    text = """#include <vector>
void f(const std::vector<int> &sizes, double *a) {
  for (int n : sizes) {
    for (int i = 0; i < n; i++) a[i] = 2 * a[i];
  }
}"""
    outline = Outline(parse(text, language="cpp"))
    worth = worth_of(outline, outline.loops[-1], profile("desktop"))
    assert worth is not None
    assert "for (" not in worth.sentence


@pytest.mark.parametrize(
    ("bounds", "plain"),
    [
        ("int i = pad; i < n - pad", "int i = 1; i < n - 1"),
        ("int i = 2 * pad; i < n - 2 * pad", "int i = 2; i < n - 2"),
        ("int i = lo; i < n", "int i = 1; i < n"),
        ("int i = 0; i < n - pad + 1", "int i = 0; i < n"),
    ],
)
def test_the_width_of_a_halo_is_small_beside_the_size(outline, bounds: str, plain: str) -> None:
    code = (
        "void f(int n, int pad, int lo, double *restrict a, double *restrict b) {{ for ({}; i++) a[i] = b[i] * b[i]; }}"
    )
    found, expected = (worth(outline, code.format(text)) for text in (bounds, plain))
    assert found.resident is not None
    assert 0.5 < found.resident / expected.resident < 2  # the header itself is work, too
    assert "n ≈" in found.sentence


def test_a_size_that_other_loops_run_to_is_no_halo(outline) -> None:
    code = (
        "void f(int n, int m, double *restrict a) { for (int i = 0; i < m; i++)"
        " for (int j = m; j < n; j++) a[i * n + j] = 2 * a[i * n + j]; }"
    )
    assert "m ≈" in worth(outline, code).sentence


def test_a_loop_over_tiles_runs_once_for_each_of_them(outline) -> None:
    code = (
        "void f(int n, {}, double *restrict a) {{ for (int ii = 0; ii < n; ii += {})"
        " for (int i = ii; i < ii + {}; i++) {{ double s = 0; for (int k = 0; k < n; k++) s += a[n + k]; a[i] = s; }} }}"
    )
    named, known = (worth(outline, code.format(*words)) for words in (("int t", "t", "t"), ("int m", "32", "32")))
    assert named.resident is not None
    assert named == known
