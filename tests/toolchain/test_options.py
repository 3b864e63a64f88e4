"""Words of a command → options: what is taken, how each argument is read, what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from loopwright.toolchain.flags import FileFlags, given, paths_and_macros
from loopwright.toolchain.options import Place, is_macro, read_options


def words(folder: Path, *command: object, driver: str = "cc") -> list[str]:
    place = Place(folder, (folder,))
    return [word for option in read_options((driver, *command), place) for word in option.words]


@pytest.mark.parametrize(
    ("command", "wanted"),
    [
        (["-Iinc"], ["-I", "{}/inc"]),
        (["-I", "inc"], ["-I", "{}/inc"]),
        (["-I/usr/include"], ["-I", "/usr/include"]),
        (["--include-directory=inc"], ["-I", "{}/inc"]),
        (["--include-directory", "inc"], ["-I", "{}/inc"]),
        (["-isystem", "sys"], ["-isystem", "{}/sys"]),
        (["-isystemsys"], ["-isystem", "{}/sys"]),
        (["-iquote", "q", "-idirafter", "after"], ["-iquote", "{}/q", "-idirafter", "{}/after"]),
        (["--sysroot=/opt/sdk"], ["--sysroot=/opt/sdk"]),
        (["--sysroot", "sdk"], ["--sysroot={}/sdk"]),
        (["-DN=4", "-D", "M", "-UQ"], ["-DN=4", "-DM", "-UQ"]),
        (["-DMAX(a,b)=((a)>(b)?(a):(b))"], ["-DMAX(a,b)=((a)>(b)?(a):(b))"]),
        (['-DTEXT="a b"'], ['-DTEXT="a b"']),
        (["--define-macro=N=2"], ["-DN=2"]),
        (["-std=c99"], ["-std=c99"]),
        (["--std", "c++17"], ["-std=c++17"]),
        (["-I", "a b"], ["-I", "{}/a b"]),
        (["-fno-strict-aliasing", "-O2"], ["-fno-strict-aliasing"]),
        (
            ["-fno-strict-aliasing", "-fstrict-aliasing", "-fno-strict-aliasing"],
            ["-fstrict-aliasing", "-fno-strict-aliasing"],
        ),
        (["-no-ansi-alias"], ["-fno-strict-aliasing"]),
    ],
)
def test_what_is_taken(tmp_path: Path, command: list[str], wanted: list[str]) -> None:
    assert words(tmp_path, *command) == [word.format(tmp_path) for word in wanted]


@pytest.mark.parametrize(
    "command",
    [
        ["-I", "@evil"],
        ["-I@evil"],
        ["-I", "-fplugin=evil.so"],
        ["-D", "@evil"],
        ["-D", "-fplugin=evil.so"],
        ["-include", "@evil"],
        ["-isystem", "-fplugin=evil.so"],
        ["@evil"],
        ["-fplugin=evil.so"],
        ["-fplugin", "evil.so"],
        ["-specs=evil"],
        ["-specs", "evil"],
        ["-B", "evil"],
        ["-Bevil"],
        ["-wrapper", "evil"],
        ["-Xclang", "-load", "-Xclang", "evil.so"],
        ["-Xclang", "-Ievil"],
        ["-o", "-Ievil"],
        ["-MF", "-DX"],
        ["-MMD", "-MF", "a.d"],
        ["-fdump-tree-all"],
        ["-save-temps"],
        ["--config", "evil.cfg"],
        ["--config=evil.cfg"],
        ["-Wp,-MD,evil"],
        ["-imacros", "evil.h"],
        ["-std=../../evil"],
        ["-std=c99\n-fplugin=evil.so"],
        ["-I", "a\nb"],
        ["-I", "a\0b"],
        ["-DX=\n#include <evil>"],
        ["-D1X"],
        ["-D(x)=1"],
        ["-DF(x=1"],
        ["-DF(1)=1"],
        ["-DX=\\"],
        ["-DX=/*"],
        ["-D_OPENACC=1"],
        ["-U_OPENACC"],
        ["-Dint=long"],
        ["-Dmain=other"],
        ["-Dlw_say(x)=0"],
        ["-D__builtin_expect(a,b)=a"],
        ["-D__STDC_VERSION__=1"],
        ["-Dinline=evil"],
        ["-UX=1"],
        ["-I=/usr/include"],
        ["-I", "\ud800"],
        ["-I", "x" * 5000],
        ["-I"],
        ["-D"],
        [None, 4, ["-I"], {"-I": "x"}],
        ["-I", None],
        ["/Data/x.c", "/Include/y.c"],
        ["\\\\host\\share", "-I\\\\host\\share", "-I//host/share"],
    ],
    ids=repr,
)
def test_what_is_left_out(tmp_path: Path, command: list[object]) -> None:
    (tmp_path / "evil").write_text("-fplugin=evil.so")
    assert words(tmp_path, *command) == []


@pytest.mark.parametrize("name", ["const", "inline", "restrict"])
def test_words_that_build_systems_define_away(name: str) -> None:
    assert is_macro(f"{name}=")
    assert is_macro(f"{name}=__{name}__")
    assert not is_macro(name)


@pytest.mark.parametrize(
    "name", ["_GNU_SOURCE", "_FILE_OFFSET_BITS=64", "NDEBUG", "__STDC_LIMIT_MACROS", "__CUDA_ARCH__=800"]
)
def test_macros_of_ordinary_builds(name: str) -> None:
    assert is_macro(name)


def test_a_forced_header_is_a_regular_file_of_the_project_or_the_system(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "config.h").write_text("")
    (tmp_path / "secret").write_text("")
    (tmp_path / "project" / "link.h").symlink_to(tmp_path / "secret")
    os.mkfifo(tmp_path / "project" / "pipe.h")
    (tmp_path / "project" / "loop.h").symlink_to("loop.h")
    folder = tmp_path / "project"
    assert words(folder, "-include", "config.h") == ["-include", str(folder / "config.h")]
    assert words(folder, "-includeconfig.h") == ["-include", str(folder / "config.h")]
    assert words(folder, "-include", "/usr/include/stdio.h") == ["-include", "/usr/include/stdio.h"]
    for other in (
        "link.h",
        "pipe.h",
        "loop.h",
        "absent.h",
        "../secret",
        "/dev/zero",
        "/dev/stdin",
        "/proc/self/environ",
        ".",
    ):
        assert words(folder, "-include", other) == []


def test_what_cl_reads(tmp_path: Path) -> None:
    command = ("/I", "inc", "/Iother", "/DN=2", "/std:c++17", "/external:I", "ext", "/Zi", "/Fomain.obj", "/c")
    wanted = ["-fno-strict-aliasing"]  # which it does without being told
    wanted += ["-I", f"{tmp_path}/inc", "-I", f"{tmp_path}/other", "-DN=2", "-std=c++17", "-isystem", f"{tmp_path}/ext"]
    assert words(tmp_path, *command, driver="C:\\VS\\cl.exe") == wanted


def test_a_neighbour_of_the_other_language_gives_no_standard(tmp_path: Path) -> None:
    flags = given(["-std=c++17", "-DN"], tmp_path)
    assert flags.words("gcc", "c") == ("-DN",)
    assert flags.words("gcc", "c++") == ("-std=c++17", "-DN")


def test_what_only_clang_knows_is_not_told_to_gcc(tmp_path: Path) -> None:
    flags = given(["-Fframeworks", "-Iinc"], tmp_path)
    assert flags.words("gcc", "c") == ("-I", f"{tmp_path}/inc")
    assert flags.words("clang", "c") == ("-F", f"{tmp_path}/frameworks", "-I", f"{tmp_path}/inc")


def test_no_end_of_options(tmp_path: Path) -> None:
    assert len(read_options(["cc", *(f"-I{n}" for n in range(100_000))], Place(tmp_path, ()))) == 2000


def test_paths_and_macros(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    flags = given(["-Iinc", "-I", "loop", "-DN=4", "-UN", "--sysroot=/opt"], tmp_path)
    assert paths_and_macros(flags) == ((tmp_path / "inc", tmp_path / "loop"), ("N=4",))
    assert paths_and_macros(FileFlags((), "none")) == ((), ())
