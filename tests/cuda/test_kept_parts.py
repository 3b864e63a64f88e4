"""The parts of a judge that are the same for every kernel are built once, and what is kept of them is not believed too much."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.rooms import JUDGE
from loopwright.source.syntax import parse
from loopwright.toolchain.compilers import first_header
from loopwright.toolchain.kept_builds import identity, kept_build
from loopwright.toolchain.process import Completed, run
from loopwright.translate import faults, kept_parts
from loopwright.translate.faults import Asker
from loopwright.translate.kept_parts import ORACLE, NotBuilt, put_oracle, put_runner, standard_first, translation_first
from loopwright.translate.oracle import judge_program, new_space, standard_headers, translated_library
from loopwright.translate.verify import Judge
from loopwright.translate.watched import RUNNER

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """The commands that are started, with a cache that is empty."""
    started: list[Sequence[str]] = []

    def counted(command: Sequence[str], **options: Any) -> Completed:
        started.append(command)
        return run(command, **options)

    monkeypatch.setattr("platformdirs.user_cache_dir", lambda *_: str(tmp_path / "cache"))
    monkeypatch.setattr(kept_parts, "run", counted)
    return started


def test_each_part_is_built_once(tmp_path: Path, commands: list[Sequence[str]]) -> None:
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        put_runner(folder, "g++", None)
        put_oracle(folder, "g++", new_space(), None)
    assert len(commands) == 2
    assert (tmp_path / "2" / RUNNER).stat().st_mode & 0o111


def test_the_names_of_an_object_are_those_that_were_drawn_for_it(tmp_path: Path, commands: list[Sequence[str]]) -> None:
    """Nobody can guess them, although the object is kept."""
    for space in (new_space(), new_space()):
        put_oracle(tmp_path, "g++", space, None)
        names = {line.split()[-1] for line in run(["nm", str(tmp_path / ORACLE)]).stdout.splitlines()}
        assert any(f"{space}5touch" in name for name in names)
        own = {name for name in names if "lw" in name}
        assert all(space in name for name in own), own
        assert b"lw" + 24 * b"0" not in (tmp_path / ORACLE).read_bytes()


def test_another_compiler_or_another_text_is_another_build(tmp_path: Path, commands: list[Sequence[str]]) -> None:
    def make(work: Path) -> Path:
        (work / "a.o").write_text(str(work))
        return work / "a.o"

    first = kept_build(JUDGE, "a.o", ("text", identity("g++")), make)
    assert kept_build(JUDGE, "a.o", ("text", identity("g++")), make) == first
    assert kept_build(JUDGE, "a.o", ("other", identity("g++")), make) != first
    changed = tmp_path / "g++"
    shutil.copy(shutil.which("true") or "/bin/true", changed)
    assert kept_build(JUDGE, "a.o", ("text", identity(str(changed))), make) != first
    before = identity(str(changed))
    changed.write_bytes(b"#!/bin/sh\n")
    assert identity(str(changed)) != before


def test_what_is_not_built_is_not_kept(tmp_path: Path, commands: list[Sequence[str]]) -> None:
    refusing = tmp_path / "refusing"
    refusing.write_text("#!/bin/sh\necho 'k.cpp:1:1: error: not today' >&2\nexit 1\n")
    refusing.chmod(0o755)
    with pytest.raises(NotBuilt, match="not today"):
        put_runner(tmp_path, str(refusing), None)
    assert not [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    translation = translate_file(parse("__global__ void f(int *x) { x[threadIdx.x] = 1; }\n", "k.cu", "cuda"))
    with Judge(translation, translation.kernels, tmp_path / "k.cu", str(refusing)) as judge:
        found = judge.verify(translation.kernels[0])
    assert not found.agreed
    assert "not today" in found.reason


def test_standard_headers_are_compiled_once_for_their_options(tmp_path: Path, commands: list[Sequence[str]]) -> None:
    first = [standard_first("g++", ("-O1",), None) for _ in range(3)]
    assert len(set(first)) == 1
    assert first[0] != standard_first("g++", ("-O1", "-fPIC"), None)
    assert len(commands) == 4  # an image and a text that takes it, for both
    text = tmp_path / "a.cpp"
    text.write_text("std::vector<int> v;\n")
    own = ["g++", "-std=c++17", "-O1", "-fsyntax-only", "-Winvalid-pch", "-Werror=invalid-pch"]
    assert run([*own, *first[0], str(text)]).code == 0
    # Where another option makes it useless the header itself is read.
    assert run([*own[:-1], "-O2", "-D_GLIBCXX_DEBUG", *first[0], str(text)]).code == 0


def test_they_are_what_a_judge_begins_with() -> None:
    """So that they bring a text nothing that it does not bring itself."""
    translation = translate_file(parse("__global__ void f(int *x) { x[threadIdx.x] = 1; }\n", "k.cu", "cuda"))
    text = judge_program(translation, translation.kernels, new_space())
    assert text.startswith("\n".join(standard_headers()))
    assert "#include" in standard_headers()[0]


def test_a_translation_takes_those_that_all_translations_begin_with(
    tmp_path: Path, commands: list[Sequence[str]]
) -> None:
    source = "#define SIZE 3\n#include <map>\n__global__ void f(int *x) { x[threadIdx.x] = SIZE; }\nint main() { f<<<1, 1>>>(nullptr); }\n"
    translation = translate_file(parse(source, "k.cu", "cuda"))
    beside = ["-std=c++17", f"-iquote{tmp_path}", f"-idirafter{tmp_path}"]
    texts = (translation.text, f'#include "device.h"\nstatic int own;\n{translation.text}')
    for text in (*texts, translated_library(translation, translation.kernels)):
        first = translation_first("g++", text, ("-O1",), beside, None)
        assert first != first_header()
    assert len(commands) == 2  # one image for all
    (tmp_path / "a.cpp").write_text(translation.text)
    taken = ["-w", "-Winvalid-pch", "-Werror=invalid-pch", "-fsyntax-only", str(tmp_path / "a.cpp")]
    assert run(["g++", "-O1", *beside, *first, *taken]).code == 0
    # Its own text names them all, and what stands before them or on the command line may say what is in them.
    for text, asked in (
        (translation.text, ["-D_GLIBCXX_DEBUG"]),
        (translation.text, [f"-I{tmp_path}"]),
        (translation.text, ["-isystem", str(tmp_path)]),
        (translation.text, ["-ffast-math"]),
        (f"#define _GLIBCXX_DEBUG\n{translation.text}", []),
        (f"#ifdef SIZE\n#endif\n{translation.text}", []),
        (translation.text.replace("#include <cfloat>\n", ""), []),
        ("int x;\n", []),
    ):
        assert translation_first("g++", text, ("-O1",), [*beside, *asked], None) == first_header()


def test_one_with_host_code_takes_the_same(commands: list[Sequence[str]]) -> None:
    kernel = "__global__ void f(int *x) { x[threadIdx.x] = 3; }\n"
    host = "int main() { int *x; cudaEvent_t e; cudaEventCreate(&e); cudaMalloc(&x, 4); f<<<1, 1>>>(x); }\n"
    texts = [translate_file(parse(text, "k.cu", "cuda")).text for text in (kernel, kernel + host)]
    assert len({translation_first("g++", text, ("-O1",), [], None) for text in texts}) == 1
    assert len(commands) == 2  # one image for both, and a text that takes it


def test_what_a_compiler_has_against_a_translation_is_asked_with_them(
    tmp_path: Path, commands: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Sequence[str]] = []
    monkeypatch.setattr(faults, "run", lambda command, **options: (asked.append(command), run(command, **options))[1])
    source = "__global__ void f(int *x) { x[threadIdx.x] = 3; }\nint own = undeclared;\n"
    text = translate_file(parse(source, "k.cu", "cuda")).text
    (error,) = Asker(tmp_path / "k.cu", "g++").errors_in(text)
    assert text.splitlines()[error.lines[0] - 1] == "int own = undeclared;"
    (command,) = asked
    header = Path(command[command.index("-include") + 1])
    assert header.with_name(f"{header.name}.gch").is_file()
    # Flags of a project may say what stands in a header of the system.
    assert Asker(tmp_path / "k.cu", "g++", ["-Dundeclared=3"]).errors_in(text) == []
    assert tuple(asked[1][asked[1].index("-include") :][:2]) == first_header()


def test_a_compiler_that_takes_no_compiled_headers_is_asked_once(tmp_path: Path, commands: list[Sequence[str]]) -> None:
    plain = tmp_path / "plain"
    plain.write_text(
        '#!/bin/sh\ncase "$*" in *c++-header*) echo "error: no images" >&2; exit 1 ;; esac\nexec g++ "$@"\n'
    )
    plain.chmod(0o755)
    for _ in range(2):
        assert standard_first(str(plain), ("-O1",), None) == first_header()
    assert len(commands) == 1


def test_where_nothing_is_kept_headers_are_not_compiled(tmp_path: Path, commands: list[Sequence[str]]) -> None:
    """Once for each process would cost more than it gains; nor where the disk is full."""
    (tmp_path / "cache" / "judge").mkdir(parents=True)
    (tmp_path / "cache" / "judge").chmod(0o777)  # others could exchange it
    assert standard_first("g++", ("-O1",), None) == first_header()
    assert not commands


def test_a_full_disk_is_no_hindrance(commands: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("loopwright.toolchain.kept_builds.copy_whole", full)
    assert standard_first("g++", ("-O1", "-fno-plt"), None) == first_header()
    assert len(commands) == 2
    assert standard_first("g++", ("-O1", "-fno-plt"), None) == first_header()
    assert len(commands) == 2
