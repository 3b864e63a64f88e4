"""What is gone through to know who is linked with a file, counted: a question is asked with every version of a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from loopwright.lang import linkage
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain import flags, glance
from loopwright.toolchain.checkout import checkout_at, is_of_library, root_of
from loopwright.toolchain.linked import linked_files

SHIFT = "void shift(double *x, int n) {\n  for (int i = 0; i < n; i++) x[i] += 1.0;\n}\n"
MAIN = '#include "shift.h"\nint main(void) { double a[9]; shift(a, 9); return step(); }\n'
SCRIPT = "def shift(x, n):\n    return {'shift': (x, n)}\n"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    files = {
        "shift.c": SHIFT,
        "shift.h": "void shift(double *x, int n);\n",
        "main.c": MAIN,
        "step.c": "int step(void) { return 0; }\n",
    }
    files |= {f"tools/tool{number}.py": SCRIPT for number in range(30)}
    files |= {
        f"include/part{number}.h": f"static inline int part{number}(void) {{ return 0; }}\n" for number in range(20)
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def asked(path: Path) -> tuple[tuple[str, ...], list[str]]:
    """The files that are linked with one, and which were parsed for that."""
    parsed: list[str] = []

    def outline_of(name: str) -> Outline:
        parsed.append(Path(name).name)
        return Outline(parse(Path(name).read_bytes(), name))

    return tuple(Path(name).name for name in linked_files(path, outline_of)), parsed


def test_only_what_may_define_or_use_a_name_is_parsed(made: Path) -> None:
    found, parsed = asked(made / "shift.c")
    assert found == ("main.c", "step.c")
    assert sorted(parsed) == ["main.c", "shift.c", "shift.h", "step.c"]


def test_a_file_is_read_once_for_what_is_asked_of_it(made: Path) -> None:
    for kept in (glance.glance, glance.heads, glance.included_at):
        kept.cache_clear()
    asked(made / "shift.c")
    before = [kept.cache_info().misses for kept in (glance.glance, glance.heads, glance.included_at)]
    (made / "main.c").write_text(MAIN + "\n")
    asked(made / "shift.c")
    after = [kept.cache_info().misses for kept in (glance.glance, glance.heads, glance.included_at)]
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1, 1]  # that of the file that changed


def test_paths_are_those_of_the_files_themselves(made: Path) -> None:
    elsewhere = made / "kept"
    elsewhere.mkdir()
    (elsewhere / "real.c").write_text("int real(void) { return 1; }\n")
    (made / "link.c").symlink_to(elsewhere / "real.c")
    (made / "data.txt").write_text("1, 2\n")
    (made / "table.c").write_text('int table[] = {\n#include "data.txt"\n};\n')
    found = checkout_at(made.resolve())
    assert found is not None
    assert sorted(Path(file).name for file in found.sources) == ["main.c", "real.c", "shift.c", "step.c", "table.c"]
    assert str(elsewhere.resolve() / "real.c") in found.sources
    assert str(made.resolve() / "data.txt") in found.headers


def test_a_library_is_told_by_its_build(made: Path) -> None:
    file = str((made / "shift.c").resolve())
    root = root_of(made / "shift.c")
    assert root == made.resolve()
    (made / "Makefile").write_text("all: program\n\tcc -o program main.c shift.c\n")
    plain = checkout_at(made.resolve())
    assert plain is not None
    assert not is_of_library(file, plain)
    (made / "tools/Makefile").write_text("libs.so: ../shift.c\n\tcc -shared -o libs.so ../shift.c\n")
    shared = checkout_at(made.resolve())
    assert shared is not None
    assert is_of_library(file, shared)
    assert not is_of_library(str(made.resolve() / "main.c"), shared)


def test_what_a_header_says_is_asked_once_for_all_that_include_it(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With many files in a checkout nothing is parsed again at the next version of one: all that a search may read is kept."""
    for number in range(150):
        (made / f"step{number}.c").write_text(
            f'#include "shift.h"\nint step{number}(void) {{ return {number}; }}\nint use{number}(void) {{ return step(); }}\n'
        )
    told: list[str] = []
    says = linkage._says
    monkeypatch.setattr(linkage, "_says", lambda source, word: told.append(source.name) or says(source, word))
    flags._read_unit.cache_clear()

    def found() -> tuple[str, ...]:
        text = MAIN.encode()
        own = Outline(parse(text, "main.c"), flags.headers_for(made / "main.c"))
        return tuple(linked_files(made / "main.c", flags._unit, own))

    assert found() == found()
    assert 0 < flags._read_unit.cache_info().misses <= 160
    assert 0 < told.count("shift.h") <= 4  # two words of the header, by the file in question and by the others
