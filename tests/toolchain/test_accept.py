from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import Compiler, Found, find_compilers
from loopwright.toolchain.flags import FileFlags, flags_for
from loopwright.toolchain.messages import read_messages

BEFORE = b"void f(int n, float *a) {\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
COMPILERS = find_compilers().compilers


def with_pragma(text: str, before: bytes = BEFORE) -> bytes:
    return before.replace(b"  for", f"  #pragma acc {text}\n  for".encode(), 1)


def flags(folder: Path) -> FileFlags:
    return flags_for(folder / "a.c")


def script(folder: Path, text: str) -> Path:
    path = folder / "compiler"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_gcc_and_clang_are_found() -> None:
    assert {compiler.kind for compiler in COMPILERS} >= {"gcc", "clang"}
    assert [c.kind for c in COMPILERS].index("clang") < [c.kind for c in COMPILERS].index("gcc")


@pytest.mark.parametrize("compiler", COMPILERS, ids=lambda compiler: compiler.name)
class TestEveryCompiler:
    def test_accepts_a_good_directive(self, compiler: Compiler, tmp_path: Path) -> None:
        answer = Acceptor(compiler).accepts(BEFORE, with_pragma("parallel loop copyout(a[0:n])"), "c", flags(tmp_path))
        assert (answer.status, answer.name, answer.version) == ("accepted", compiler.kind, compiler.version)

    def test_rejects_a_bad_one_and_says_why(self, compiler: Compiler, tmp_path: Path) -> None:
        answer = Acceptor(compiler).accepts(BEFORE, with_pragma("parallel loop copyin(nowhere)"), "c", flags(tmp_path))
        assert answer.status == "rejected"
        assert "nowhere" in answer.messages[0]
        assert compiler.version in answer.sentence

    def test_old_errors_are_not_blamed_on_the_candidate(self, compiler: Compiler, tmp_path: Path) -> None:
        broken = BEFORE + b"int g(void) { return undeclared; }\n"
        answer = Acceptor(compiler).accepts(broken, with_pragma("parallel loop", broken), "c", flags(tmp_path))
        assert answer.status == "accepted"

    def test_a_place_that_is_not_read_is_no_verdict(self, compiler: Compiler, tmp_path: Path) -> None:
        """gcc leaves the body out after an unknown type in the head; clang reads it."""
        text = b"void f(real *a, int n) {\n  real s = 0.0;\n  s += 1;\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
        for directive in ("parallel loop seq", "parallel loop"):
            answer = Acceptor(compiler).accepts(text, with_pragma(directive, text), "c", flags(tmp_path))
            assert answer.status == ("absent" if compiler.kind == "gcc" else "accepted"), answer
        if compiler.kind == "gcc":
            assert "real" in answer.sentence
        wrong = with_pragma("parallel loop gang(", text)
        answer = Acceptor(compiler).accepts(text, wrong, "c", flags(tmp_path))
        assert answer.status == ("absent" if compiler.kind == "gcc" else "rejected"), answer

    def test_what_follows_from_an_old_error_is_no_verdict(self, compiler: Compiler, tmp_path: Path) -> None:
        """clang calls a directive wrong where the statement below it uses something unknown."""
        text = b"void f(int n, const int *at) {\n  for (int i = 0; i < n; i++) {\n    unknown[at[i]] += 1;\n    (void)at;\n  }\n}\n"
        both = with_pragma("parallel loop", text).replace(b"    unknown", b"    #pragma acc atomic update\n    unknown")
        assert Acceptor(compiler).accepts(text, both, "c", flags(tmp_path)).status != "rejected"
        assert (
            Acceptor(compiler).accepts(text, with_pragma("parallel loop", text), "c", flags(tmp_path)).status
            != "rejected"
        )
        # It is about that statement alone.
        wrong = both.replace(b"    (void)", b"    #pragma acc atomic update\n    (void)")
        assert Acceptor(compiler).accepts(text, wrong, "c", flags(tmp_path)).status == "rejected"

    def test_an_unknown_bound_is_not_blamed_on_the_candidate(self, compiler: Compiler, tmp_path: Path) -> None:
        """As in a header that only stands between others; clang then finds no terminating condition."""
        text = BEFORE.replace(b"i < n", b"i < UNKNOWN").replace(b"a[i]", b"\n    for (int j = 0; j < OTHER; j++) a[i]")
        for directive in ("parallel loop tile(32,2)", "parallel loop"):
            answer = Acceptor(compiler).accepts(text, with_pragma(directive, text), "c", flags(tmp_path))
            assert answer.status != "rejected", answer

    def test_a_place_is_found_among_directives_of_the_same_words(self, compiler: Compiler, tmp_path: Path) -> None:
        loop = b"  for (int i = 0; i < n; i++) a[i] = 0;\n"
        text = b"void f(int n, float *a) {\n" + 3 * (b"#pragma acc parallel loop\n" + loop) + loop + b"}\nreal g;\n"
        after = text.replace(loop + loop, loop + b"#pragma acc parallel loop\n" + loop)
        assert Acceptor(compiler).accepts(text, after, "c", flags(tmp_path)).status == "accepted"

    def test_a_missing_header_is_no_verdict(self, compiler: Compiler, tmp_path: Path) -> None:
        text = b'#include "nowhere.h"\n' + BEFORE
        answer = Acceptor(compiler).accepts(text, with_pragma("parallel loop", text), "c", flags(tmp_path))
        assert answer.status == "absent"
        assert "nowhere.h" in answer.sentence

    def test_cxx(self, compiler: Compiler, tmp_path: Path) -> None:
        text = (
            b"#include <vector>\n#include <openacc.h>\n"
            b"int f(std::vector<int> &v) { int s = acc_on_device(acc_device_host);\n"
            b"  for (auto i = 0u; i < v.size(); ++i) s += v[i];\n return s; }\n"
        )
        answer = Acceptor(compiler).accepts(
            text, with_pragma("parallel loop reduction(+:s)", text), "cpp", flags(tmp_path)
        )
        assert answer.status == "accepted", answer


@pytest.mark.parametrize("compiler", COMPILERS, ids=lambda compiler: compiler.name)
def test_behind_a_missing_header_one_question_is_enough(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bytes] = []
    ask = Acceptor._ask

    def counted(self: Acceptor, text: bytes, *rest: Any) -> Any:
        asked.append(text)
        return ask(self, text, *rest)

    monkeypatch.setattr(Acceptor, "_ask", counted)
    acceptor = Acceptor(compiler)
    text = (
        BEFORE + b'#include "nowhere_to_be_found.h"\n' + BEFORE.replace(b" f(", b" g(") + BEFORE.replace(b" f(", b" h(")
    )
    first, second, third = (text.index(b"  for", text.index(name)) for name in (b" f(", b" g(", b" h("))
    for at in (second, third):
        for clause in ("seq", "gang", "vector", "gang("):
            after = text[:at] + f"  #pragma acc parallel loop {clause}\n".encode() + text[at:]
            answer = acceptor.accepts(text, after, "c", flags(tmp_path))
            assert answer.status == "absent"
            assert "nowhere_to_be_found.h" in answer.sentence
    assert len(asked) == 2
    wrong = text[:first] + b"  #pragma acc parallel loop gang(\n" + text[first:]
    assert acceptor.accepts(text, wrong, "c", flags(tmp_path)).status == "rejected"


def test_a_compiler_that_hangs_gives_no_verdict(tmp_path: Path) -> None:
    compiler = Compiler("gcc", "0", (str(script(tmp_path, "exec sleep 60")),))
    answer = Acceptor(compiler, timeout=0.3).accepts(BEFORE, with_pragma("loop"), "c", flags(tmp_path))
    assert answer.status == "absent"
    assert "no answer in 0.3 s" in answer.sentence


def test_a_compiler_that_crashes_gives_no_verdict(tmp_path: Path) -> None:
    compiler = Compiler("gcc", "0", (str(script(tmp_path, "echo internal trouble >&2; exit 4")),))
    answer = Acceptor(compiler).accepts(BEFORE, with_pragma("loop"), "c", flags(tmp_path))
    assert answer.status == "absent"
    assert "internal trouble" in answer.sentence


def test_answers_are_cached_by_content(tmp_path: Path) -> None:
    count = tmp_path / "count"
    compiler = Compiler("gcc", "0", (str(script(tmp_path, f"echo x >> {count}; cat > /dev/null")),))
    acceptor = Acceptor(compiler)
    for _ in range(3):
        acceptor.accepts(BEFORE, with_pragma("loop"), "c", flags(tmp_path))
    assert count.read_text() == "x\nx\n"


def test_a_configured_compiler_that_is_not_there() -> None:
    assert find_compilers("/nowhere/gcc") == Found((), ("/nowhere/gcc: no such compiler",))


def test_a_configured_compiler_comes_first() -> None:
    assert find_compilers("gcc").compilers[0].kind == "gcc"


def test_an_old_clang_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = script(tmp_path, 'echo "Debian clang version 14.0.6"')
    found = find_compilers(str(path))
    assert any("clang 14.0.6 does not know OpenACC" in reason for reason in found.refused)


def test_flags_come_from_the_database(tmp_path: Path) -> None:
    source = tmp_path / "src" / "a.c"
    source.parent.mkdir()
    command = "cc -O2 -c -I include -DN=4 -D_OPENACC=1 -std=c99 -o a.o src/a.c -Wall"
    entry = {"directory": str(tmp_path), "file": "src/a.c", "command": command}
    (tmp_path / "compile_commands.json").write_text(json.dumps([entry]))
    found = flags_for(source)
    own = ("-iquote", str(source.parent))
    assert found.flags == (*own, "-I", str(tmp_path / "include"), "-DN=4", "-std=c99")
    assert flags_for(source.parent / "new.c").flags == found.flags  # a neighbour's


@pytest.mark.parametrize("text", ["", "{", "[]", "[1]", '{"a": 1}'])
def test_a_bad_database_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "compile_commands.json").write_text(text)
    assert "-I" in flags_for(tmp_path / "a.c").flags


def test_messages() -> None:
    found = read_messages(
        "a.c:3:5: error: 'x' undeclared [-Wfoo]\n<stdin>:7: warning: odd\nnote\n"
        "/tmp/d e.c:1:2: fatal error: no.h: No such file or directory\n"
        "NVC++-S-0155-Invalid clause (a.cpp: 4)\n"
    )
    assert [(m.line, m.column, m.severity, m.text) for m in found] == [
        (3, 5, "error", "'x' undeclared"),
        (7, 0, "warning", "odd"),
        (1, 2, "error", "no.h: No such file or directory"),
        (4, 0, "error", "Invalid clause"),
    ]
