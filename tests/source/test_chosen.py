"""Which branches of a fragment are taken: what is decided is what a compiler's preprocessor decides."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.source.chosen import decided, including_lines, names_defined

QUIET = [
    '"#undef A\\\n#undef A\\\n"',
    'R"(\n#undef A\n#define B\n)"',
    'u8R"x(\n#define B )"\n)x"',
    "/*\n#undef A\n*/",
    "// \\\n#undef A\n",
    "1'000'0",
    "'\\''",
    "é",
]
LINES = [
    "#define {}",
    "#undef {}",
    "# define {} /* a \n remark */ 1",
    "/* one\n line */ #undef {}",
    "\f#\tdefine {} \\\n 2",
    "%:undef {}",
    "#define {}(x) x",
    "#ifdef {}\n#undef {}\n#endif",
    "#if 0\n#define {}\n#endif",
    "#if defined NOBODY || 1\n#define {}\n#else\n#undef {}\n#endif",
]
ASKED = [
    "#ifdef {}",
    "#ifndef {}",
    "#if defined({})",
    "#if !defined {} // of them",
    "#if /* is it */ defined ( {} )",
    "#if {} + 0",
]
NAMES = ["A", "B", "größe"]


def texts(draw: random.Random) -> tuple[str, str, str]:
    """What stands in front of an include line, the fragment, and what stands behind."""

    def some(most: int) -> str:
        parts = [draw.choice(QUIET) if draw.random() < 0.4 else draw.choice(LINES) for _ in range(draw.randrange(most))]
        return "\n".join(part.replace("{}", draw.choice(NAMES)) for part in parts) + "\n"

    def group(number: int) -> str:
        asked = draw.choice(ASKED).replace("{}", draw.choice(NAMES))
        return f"{asked}\nyes{number};\n{some(3)}#else\nno{number};\n#endif\n"

    return some(6), some(2) + group(1) + some(3) + group(2), some(4)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no preprocessor to ask")
@pytest.mark.parametrize("seed", range(4))
def test_a_branch_that_is_left_out_is_one_that_the_compiler_leaves_out(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    left_out = wrong = 0
    for number in range(40):
        before, fragment, behind = texts(draw)
        file = tmp_path / f"{number}.cpp"
        file.write_text(before + fragment + behind)
        ran = subprocess.run(
            ["gcc", "-E", "-P", "-std=c++17", "-pedantic-errors", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
        found = decided(fragment.encode(), before.encode(), behind.encode(), frozenset())
        assert found is not None
        if ran.returncode:  # a macro that is defined twice
            continue
        for mark in ("yes1", "no1", "yes2", "no2"):
            gone = mark.encode() not in found
            left_out += gone
            wrong += gone and mark in ran.stdout
    assert wrong == 0
    assert left_out > 5


@pytest.mark.parametrize("quiet", QUIET)
@pytest.mark.parametrize("asked", ["#ifdef A", "#if defined(A)"])
def test_what_is_no_line_of_the_preprocessor_decides_nothing(quiet: str, asked: str) -> None:
    fragment = f"{asked}\nyes;\n#else\nno;\n#endif\n".encode()
    assert decided(fragment, f"#define A\nx = {quiet}\n;\n".encode(), b"", frozenset()) == b"yes;\n"


def test_names_are_whole_words_in_any_alphabet() -> None:
    assert names_defined("#define größe 1\n#undef grün\n#define B(größer) 2\n".encode()) == {"größe", "grün", "B"}
    fragment = "#ifdef grö\nyes;\n#endif\n".encode()
    assert decided(fragment, "#define größe\n".encode(), b"", frozenset()) == fragment


def test_lines_that_include_are_placed_in_bytes() -> None:
    first, second = '/* ü\n */ # include "a.h" // é\r\n', "#import <c.h>"
    quiet = 'x = "\\\n#include <b.h>\\\n"; /* ü\n */ # include <d.h>\n'
    data = f"größe;\n{first}{quiet}{second}".encode()
    assert [data[span.start : span.end].decode() for span in including_lines(data)] == [first, second]


@pytest.mark.parametrize("fragment", ["#endif\n", "#if A\n", "#else\n", "#if A\n#endif\n#endif\n"])
def test_groups_that_do_not_close_are_no_fragment(fragment: str) -> None:
    assert decided(fragment.encode(), b"", b"", frozenset()) is None
