"""Statements of Fortran: what they say in columns and in free lines, without remarks and texts."""

from __future__ import annotations

from loopwright.toolchain.fortran import called, procedures, statements


def code(text: str, fixed: bool = False) -> list[str]:
    return [" ".join(statement.code.decode().split()) for statement in statements(text.encode(), fixed)]


def test_free_lines_go_on_behind_an_ampersand() -> None:
    assert code("A = 1 + & ! one\n\n  ! two\n  & 2\nB = 'it''s ! & ' // &\n\"x\" ! c\n") == ["a = 1 + 2", "b = //"]
    assert code("print *, 'a &\n  &b', x\ny = 1\n") == ["print *, , x", "y = 1"]
    assert code("! don't\nx = 1\n#error don't\ny = 2\n") == ["x = 1", "#error don", "y = 2"]


def test_columns_say_what_goes_on_and_what_is_a_remark() -> None:
    text = "C     call none\n* call none\n      CALL S(A,\n     1  B)\n\n   10 CONTINUE ! c\n      X = 'a\n     &b'\n"
    assert code(text, fixed=True) == ["call s(a, b)", "10 continue", "x ="]


def test_what_a_file_has() -> None:
    text = (
        "module m\ncontains\n  integer function f(x) result(r)\n  end function\n  recursive subroutine & \n g ! function h\nend\n"
        "interface\n subroutine i()\n end subroutine\nend interface\nabstract interface\n function j()\n end\nend interface\n"
        "print *, 'function k'\nprocedure(n), pointer :: o\n"
    )
    assert procedures(text.encode(), False) == {b"m", b"f", b"g"}
    assert procedures(b"      SUBROUTINE\n     & S(A)\nC     FUNCTION NONE\n", True) == {b"s"}


def test_what_a_file_may_call() -> None:
    text = "call a\n x = b (1) + c%d(2)\n external :: e, &\n f\n p => g\n call h('i', 'no name', k)\n! call none\n!$ call o\n"
    assert {b"a", b"b", b"d", b"e", b"f", b"g", b"h", b"i", b"o"} <= called(text.encode())
    assert not {b"none", b"k", b"no", b"name"} & called(text.encode())
