"""What two runs print, compared: words exactly, numbers as close as they have to be, and nothing that is no result."""

from __future__ import annotations

import struct

import pytest
from loopwright.translate.program.printed import COARSE, FINE, Mask, mask_of, unlike, unlike_files

NONE = Mask()
CLOSE = (
    ("sum 1.00001", "sum 1.00002"),
    ("0.1234567 -3", "0.1234568 -3"),
    ("a[3] = -0.00000", "a[3] = 0.00000"),
    ("nan inf", "-nan inf"),
    ("999999", "1e+06"),
    ("  padded\t1.5", "padded 1.5"),
)
APART = (
    ("sum 1.00", "sum 1.01"),
    ("count 1000000", "count 1000001"),
    ("PASSED", "FAILED"),
    ("1.5 2.5", "1.5"),
    ("0x10", "0x11"),
    ("1.5", "nan"),
    ("0.1", "0.2"),
    ("1e-5 2", "2e-5 2"),
    ("1.2345", "1.2345e-" + 5000 * "9"),
    (".", "1.5"),
)


@pytest.mark.parametrize(("one", "other"), CLOSE)
def test_close_enough(one: str, other: str) -> None:
    assert unlike(one, other, NONE, COARSE) is None


@pytest.mark.parametrize(("one", "other"), APART)
def test_not_close(one: str, other: str) -> None:
    found = unlike(f"begin\n{one}", f"begin\n{other}", NONE, COARSE)
    assert found is not None
    assert (found.line, found.expected, found.found) == (2, one, other)


def test_doubles_are_compared_finely() -> None:
    assert unlike("1.00000001234", "1.00000001334", NONE, COARSE) is None
    assert unlike("1.00000001234", "1.00000001334", NONE, FINE) is not None
    assert unlike("1.00000001234", "1.00000001235", NONE, FINE) is None  # the last digit may be rounded otherwise


def test_a_line_too_few_or_too_many() -> None:
    assert unlike("a\nb", "a", NONE, COARSE) is not None
    assert unlike("a", "a\nb", NONE, COARSE) is not None


def test_what_one_program_prints_in_two_ways_is_no_result() -> None:
    mask = mask_of("time 1.23 ms, sum 5\nat 0x7f00", "time 0.00 ms, sum 5\nat 0x7f10")
    assert mask is not None
    assert unlike("time 1.23 ms, sum 5\nat 0x7f00", "time 7.5 ms, sum 5\nat 0x55aa", mask, COARSE) is None
    assert unlike("time 1.23 ms, sum 5\nat 0x7f00", "time 7.5 ms, sum 6\nat 0x55aa", mask, COARSE) is not None
    assert mask_of("a\nb", "a") is None


def test_lines_of_threads_may_change_places() -> None:
    assert unlike("begin\nt 0\nt 1\nend", "begin\nt 1\nt 0\nend", NONE, COARSE) is not None
    assert unlike("begin\nt 0\nt 1\nend", "begin\nt 1\nt 0\nend", NONE, COARSE, any_order=True) is None
    assert unlike("begin\nt 0\nt 1\nend", "begin\nt 1\nt 1\nend", NONE, COARSE, any_order=True) is not None


def test_files() -> None:
    numbers, near, far = (struct.pack("3f", 1, 2, third) for third in (3, 3.00001, 3.1))
    expected = {"a.txt": b"1.5 x\n", "b.bin": numbers, "log": b"12:01"}
    again = {**expected, "log": b"12:02"}
    assert unlike_files(expected, again, {**expected, "b.bin": near, "log": b"12:03"}, COARSE) == ""
    assert unlike_files(expected, again, {**expected, "b.bin": far}, COARSE) == "the file b.bin holds something else"
    assert "line 1" in unlike_files(expected, again, {**expected, "a.txt": b"1.6 x\n"}, COARSE)
    assert "not written" in unlike_files(expected, again, {"a.txt": b"1.5 x\n"}, COARSE)
    assert "c.txt is written" in unlike_files(expected, again, {**expected, "c.txt": b""}, COARSE)
