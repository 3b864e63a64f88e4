"""The table of library functions."""

from __future__ import annotations

import pytest
from loopwright.dependence.decide.judge import judge
from loopwright.lang.effects import Copy, Piece, effect_of, effects, is_known
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse


def test_words_of_the_table() -> None:
    """One function for each word."""
    assert effect_of("sqrt").pure
    assert effect_of("sqrt").keeps_nothing
    assert effect_of("calloc").gives == "zeroed"
    assert effect_of("realloc").gives == "moved"
    assert effect_of("free").releases
    assert effect_of("exit").ends
    assert effect_of("printf").order == "output"
    assert effect_of("printf").memory == "looks"
    assert effect_of("sincos").sets == (1, 2)
    assert effect_of("memcpy").copies == Copy(0, 1, 2)
    assert effect_of("fread").writes == (Piece(0, (1, 2)),)
    assert effect_of("getenv").returns_address
    assert not effect_of("my_function").known


def test_no_row_contradicts_itself() -> None:
    """What is pure has no order and allocates nothing; what keeps nothing is known."""
    for name, effect in effects().items():
        assert effect.known
        assert not (effect.pure and (effect.order or effect.allocates or effect.releases)), name
        assert not (effect.allocates and effect.releases), name


def test_which_arguments_may_be_written() -> None:
    """Pieces and single values that are named, else all of a function that fills."""
    assert [effect_of("memcpy").may_write(position) for position in range(3)] == [True, False, False]
    assert [effect_of("fread").may_write(position) for position in range(4)] == [True, False, False, False]
    assert [effect_of("sincos").may_write(position) for position in range(3)] == [False, True, True]
    assert effect_of("sscanf").may_write(2)
    assert effect_of("MPI_Comm_rank").may_write(1)
    assert effect_of("strtol").may_write(1)
    assert not effect_of("printf").may_write(1)


def test_of_which_functions_memory_is_known() -> None:
    assert all(is_known(name) for name in ("fread", "tanh", "free", "exit", "acc_copyin", "omp_get_wtime"))
    assert not any(is_known(name) for name in ("my_function", "printf_all", "qsort", "strtok"))


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("a[i] = tanh(a[i]);", "proved"),
        ("sincos(a[i], &s, &c); a[i] = s * c;", "proved"),
        ("memset(&a[i], 0, sizeof(double));", "proved"),
        ("bzero(a, sizeof(double));", "refuted"),
        ('printf("%f", a[i]);', "unknown"),
        ("a[i] = rand();", "unknown"),
        ("if (a[i] > 3) exit(1);", "unknown"),
    ],
)
def test_what_a_call_means_for_a_loop(statement: str, verdict: str) -> None:
    """Each kind of function in a loop."""
    text = f"void f(double *a, int n) {{ double s, c; for (int i = 0; i < n; i++) {{ {statement} }} }}"
    outline = Outline(parse(text, name="a.c"))
    assert judge(outline, outline.loops[0]).verdict == verdict
