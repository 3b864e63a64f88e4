"""Whatever a database says: nothing is raised, and no word reaches a compiler that is not on the list.

The judge is written apart from the parser: it reads the words that come out as gcc would.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.flags import FileFlags, flags_for, headers_for, paths_and_macros
from whole import swept

_FOLDERS = {"-I", "-isystem", "-iquote", "-idirafter", "-F", "-iframework", "-isysroot"}
_MANY = swept("FUZZ_EXAMPLES", always=150, whole=2000)

_tokens = st.sampled_from(
    [
        *(
            "-I",
            "-D",
            "-U",
            "-include",
            "-isystem",
            "-iquote",
            "-std=",
            "--sysroot=",
            "-F",
            "/I",
            "/D",
            "-Xclang",
            "-o",
            "-x",
            "-B",
        ),
        *(
            "@",
            "@f",
            "-",
            "--",
            "=",
            "(",
            ")",
            ",",
            "X",
            "int",
            "main",
            "_OPENACC",
            "c99",
            "c++17",
            "..",
            "/",
            "\\",
            "'",
            '"',
            " ",
            "$(touch x)",
        ),
        *(
            "-fplugin=x.so",
            "-specs=x",
            "-wrapper",
            "-load",
            "-MF",
            "-fdump-tree-all",
            "\n",
            "\0",
            "\ud800",
            "é",
            "a.h",
            "dir",
        ),
    ]
)
_word = st.one_of(_tokens, st.lists(_tokens, min_size=1, max_size=4).map("".join), st.text(max_size=8))
_anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _word,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_word, inner, max_size=4),
    max_leaves=8,
)
_words = st.lists(_word | _word | _word | _anything, max_size=12)
_entry = st.fixed_dictionaries(
    {},
    optional={
        "file": st.sampled_from(["a.c", "./a.c", "b.c", "../x/a.c"]) | _anything,
        "directory": st.sampled_from([".", "", "/", "dir"]) | _anything,
        "arguments": _words.map(lambda words: ["cc", *words]) | _anything,
        "command": _words.map(lambda words: " ".join(["cl.exe", *map(str, words)])) | _anything,
    },
)
_documents = st.lists(_entry | _anything, max_size=4) | _anything


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="loopwright-fuzz-") as name:
        (Path(name) / "f").write_text("-fplugin=evil.so")
        (Path(name) / "a.h").write_text("")
        (Path(name) / "dir").mkdir()
        yield Path(name)


def assert_harmless(words: tuple[str, ...], folder: Path) -> None:
    """Every word is a flag of the list or the argument of one."""
    rest = iter(words)
    for word in rest:
        assert "\0" not in word
        assert "\n" not in word
        word.encode("utf-8")
        if word in _FOLDERS:
            assert os.path.isabs(next(rest))
        elif word == "-include":
            assert Path(os.path.realpath(next(rest))).is_file()
        elif word.startswith("--sysroot="):
            assert os.path.isabs(word.removeprefix("--sysroot="))
        elif word.startswith(("-D", "-U")):
            name = word[2:].partition("=")[0].partition("(")[0]
            assert name.isidentifier()
            assert name not in ("_OPENACC", "main", "int")
        else:
            assert word in ("-std=c99", "-std=c++17", "-fstrict-aliasing", "-fno-strict-aliasing"), word


def asked(folder: Path, text: bytes) -> FileFlags:
    """All that a request does with a database."""
    (folder / "compile_commands.json").write_bytes(text)
    flags = flags_for(folder / "a.c")
    for kind in ("gcc", "clang", "clangd", "nvc"):
        for language in ("c", "c++"):
            assert_harmless(flags.words(kind, language), folder)
    paths_and_macros(flags)
    outline = Outline(parse("#include <a.h>\nX main(int x);\n", "a.c"), headers_for(folder / "a.c"))
    assert outline.headers is not None
    return flags


@settings(max_examples=_MANY, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(document=_documents)
def test_any_json(folder: Path, document: object) -> None:
    asked(folder, json.dumps(document).encode())


@settings(max_examples=_MANY, deadline=None)
@given(words=_words)
def test_any_words(folder: Path, words: list[object]) -> None:
    entry = {"directory": str(folder), "file": "a.c", "arguments": ["cc", *words]}
    asked(folder, json.dumps([entry]).encode())


@settings(max_examples=_MANY, deadline=None)
@given(command=st.lists(_word, max_size=12).map(" ".join))
def test_any_command(folder: Path, command: str) -> None:
    asked(folder, json.dumps([{"directory": str(folder), "file": "a.c", "command": f"cc {command}"}]).encode())


@settings(max_examples=_MANY, deadline=None)
@given(data=st.binary(max_size=200))
def test_any_bytes(folder: Path, data: bytes) -> None:
    assert asked(folder, data).origin == "the file's folder"
