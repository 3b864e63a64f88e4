"""clangd as a front end: what it prints, and how it is asked."""

from __future__ import annotations

import stat
from pathlib import Path

from loopwright.check.frontends import CODE, merge
from loopwright.check.run import check
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.toolchain.accept import Acceptor
from loopwright.toolchain.compilers import Compiler, find_compilers
from loopwright.toolchain.flags import given
from loopwright.toolchain.messages import Message, read_messages

TEXT = "void f(int n, float *a) {\n#pragma acc paralel loop\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"


def fake_clangd(folder: Path) -> Path:
    """Prints its flags as a message, so that the test sees what it was given."""
    path = folder / "clangd"
    path.write_text(
        "#!/bin/sh\ncase $* in *--version*) echo 'clangd version 22.1.1'; exit;; esac\n"
        'for word in "$@"; do case $word in --check=*) file=${word#--check=};; esac; done\n'
        'echo "E[07:10:10.949] [acc_invalid_directive] Line 2: $(tr "\\n" " " < "$(dirname "$file")/compile_flags.txt")" >&2\n'
    )
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


def test_its_messages_have_lines() -> None:
    output = "E[07:10:10.949] [acc_clause_cannot_combine] Line 4: OpenACC clause 'gang' may not appear\nI[1] done\n"
    assert read_messages(output) == (Message(4, 0, "error", "OpenACC clause 'gang' may not appear"),)


def test_it_is_asked_with_flags_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    found = find_compilers(str(fake_clangd(tmp_path)))
    assert found.best is not None
    assert (found.best.kind, found.best.version) == ("clangd", "22.1.1")
    flags = given(["-I", "inc", "-DSIZE=4", "-std=c11"], tmp_path)
    answer = Acceptor(found.best).errors(TEXT.encode(), "c", flags)
    assert not isinstance(answer, str)
    (message,) = answer
    assert message.line == 2
    assert "-fopenacc" in message.text
    assert f"-I {tmp_path / 'inc'}" in message.text
    assert "-DSIZE=4" in message.text


def test_each_message_is_one_finding() -> None:
    text = TEXT.replace("paralel loop", "parallel loop gang seq copy(nope)")
    outline = Outline(parse(text, name="x.c"))
    own = check(outline)
    assert [f.code for f in own] == ["LW203", "LW301"]
    clangd = Compiler("clangd", "22.1.1", ("clangd",))
    messages = (Message(2, 0, "error", "one"), Message(2, 0, "error", "two"), Message(2, 0, "error", "three"))
    merged = merge(outline, own, messages, clangd)
    assert [f.code for f in merged if "clangd 22.1.1" in f.origin] == [CODE, "LW203", "LW301"]
    gcc = Compiler("gcc", "12.2", ("gcc",))
    alone = merge(outline, (), (Message(2, 26, "error", "what"),), gcc)
    assert [(f.code, f.severity, f.span.start) for f in alone] == [(CODE, "information", text.index("#pragma") + 25)]
