"""Whatever is given as a file: it is looked at, or it is said that it was not. Nothing hangs, nothing ends a run over many."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from loopwright.check.run import check
from loopwright.cli.main import main
from loopwright.openacc.findings import Finding
from loopwright.source import reading
from loopwright.source.nodes import MOST_DEPTH, exceeds
from loopwright.source.outline import Outline
from loopwright.source.reading import read_file
from loopwright.source.syntax import MOST_BYTES, Change, parse
from loopwright.source.text import Span
from loopwright.suggest.documents import analysis_document

from tests.clock import cost

sys.path.insert(0, str(Path(__file__).parents[1] / "lsp"))

from raw_client import RawClient

GOOD = "void g(int n, float *a) {\n#pragma acc parallel loop copy(a[0:n]) seqq\n  for (int i = 0; i < n; i++) a[i] = 0;\n}\n"
posix = pytest.mark.skipif(os.name != "posix", reason="POSIX files")
SECONDS = 60


def odd(kind: str, folder: Path) -> Path:
    """Something called like a C file that is none."""
    path = folder / "odd.c"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder link":
        (folder / "inner").mkdir()
        path.symlink_to(folder / "inner")
    elif kind == "dangling link":
        path.symlink_to(folder / "nowhere")
    elif kind == "link loop":
        (folder / "other").symlink_to(path)
        path.symlink_to(folder / "other")
    elif kind == "socket":
        os.chdir(folder)
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind("odd.c")
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "sparse":
        with path.open("wb") as file:
            file.truncate(3 << 30)
    return path


KINDS = ("pipe", "folder link", "dangling link", "link loop", "socket", "device", "sparse")


@posix
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("call", ["analyze", "suggest", "annotate", "translate", "check"])
def test_one_odd_file_is_one_sentence(
    tmp_path: Path, kind: str, call: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = odd(kind, tmp_path)
    if (kind, call) == ("folder link", "check"):
        return  # a folder is what check takes
    started = time.monotonic()
    assert main([call, str(path)]) == 2
    assert time.monotonic() - started < SECONDS
    (said,) = capsys.readouterr().err.strip().splitlines()
    assert said.startswith(f"loopwright {call}: {path}: ")


@posix
@pytest.mark.parametrize("kind", KINDS)
def test_a_run_over_a_folder_goes_on_after_it(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in range(10):  # enough for several processes
        (tmp_path / f"good{number}.c").write_text(GOOD)
    path = odd(kind, tmp_path)
    assert main(["check", "--json", str(tmp_path)]) == 1
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert len({d["file"] for d in found if d["code"] != "LW002"}) == 10
    if kind != "folder link":
        (told,) = [d for d in found if d["code"] == "LW002"]
        assert told["file"] == str(path)
        assert told["message"].startswith("This was not looked at: ")
    assert main(["check", str(tmp_path / "good1.c"), str(path), str(tmp_path / "good2.c")]) == (
        1 if kind == "folder link" else 2
    )
    run = capsys.readouterr()
    assert "good1.c:2" in run.out
    assert "good2.c:2" in run.out


@posix
def test_a_header_that_cannot_be_read_is_told_where_it_is_included(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "huge.h").open("wb") as file:
        file.truncate(3 << 30)
    os.mkfifo(tmp_path / "pipe.h")
    (tmp_path / "null.h").symlink_to("/dev/null")
    (tmp_path / "loop.h").symlink_to(tmp_path / "loop.h")
    (tmp_path / "nowhere.h").symlink_to(tmp_path / "not there")  # as if it were not there, as compilers take it
    (tmp_path / "folder.h").mkdir()
    (tmp_path / "good.h").write_text("#define N 4\n")
    names = ("huge.h", "pipe.h", "good.h", "null.h", "nowhere.h", "loop.h", "folder.h")
    path = tmp_path / "a.c"
    path.write_text("".join(f'#include "{name}"\n' for name in names) + GOOD)
    started = time.monotonic()
    assert main(["check", "--json", str(path)]) == 1
    assert time.monotonic() - started < SECONDS
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    told = {d["line"]: d["message"] for d in found if d["code"] == "LW002"}
    assert sorted(told) == [1, 2, 4, 6]
    assert told[1] == "This was not looked at: huge.h: it is larger than 1 MB."
    assert told[2] == "This was not looked at: pipe.h: it is a pipe, not a file."
    assert told[4] == "This was not looked at: null.h: it is a device, not a file."
    assert told[6].startswith("This was not looked at: loop.h: ")
    assert {d["code"] for d in found} > {"LW002"}


PROC = (
    "kmsg",
    "kcore",
    "self/mem",
    "self/pagemap",
    "self/maps",
    "self/environ",
    "sys/kernel/random/uuid",
    "sysrq-trigger",
)


@pytest.mark.skipif(sys.platform != "linux", reason="/proc of Linux")
@pytest.mark.parametrize("name", PROC)
def test_a_file_of_the_kernel_that_calls_itself_regular_never_waits(tmp_path: Path, name: str) -> None:
    kernel = Path("/proc", name)
    if not kernel.exists():
        pytest.skip("this kernel has none")
    odd_file, header = tmp_path / "odd.c", tmp_path / "a.c"
    odd_file.symlink_to(kernel)
    header.write_text('#include "odd.c"\n' + GOOD)
    started = time.monotonic()
    assert main(["check", str(odd_file)]) in (0, 1, 2)
    assert main(["check", str(header)]) == 1
    assert time.monotonic() - started < SECONDS


@posix
def test_a_file_that_ends_only_for_now_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As some of /sys/kernel/debug: called regular, and a read waits for what the kernel will say."""
    monkeypatch.setattr(reading, "_require_file", lambda status: None)
    path = tmp_path / "trace.h"
    os.mkfifo(path)
    writer = os.open(path, os.O_RDWR)
    try:
        for said in (b"", b"#define N 4\n"):
            os.write(writer, said)
            with pytest.raises(OSError, match="it has no end yet"):
                read_file(path)
    finally:
        os.close(writer)


def diagnostics_of(client: RawClient, uri: str) -> list[dict[str, object]]:
    answer = client.call("textDocument/diagnostic", {"textDocument": {"uri": uri}})
    return list(answer["result"]["items"])


def test_over_the_wire_what_was_not_looked_at_is_told(tmp_path: Path) -> None:
    uri = "file:///nowhere/a.c"
    with RawClient(tmp_path / "log") as client:
        client.start({"textDocument": {"diagnostic": {}}})
        for text in (GOOD + NESTED["loops"], GOOD + NESTED["a sum"]):
            client.open(uri, text)
            codes = [item["code"] for item in diagnostics_of(client, uri)]
            assert "LW002" in codes
            assert [code for code in codes if code not in ("LW002", "LW600")]
            at = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
            change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"range": at, "text": "int k;\n"}]}
            client.notify("textDocument/didChange", change)
            assert [item["code"] for item in diagnostics_of(client, uri)] == codes
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        client.open(uri, GOOD + "int f(int n) { return (n; }\n")
        assert "LW004" in [item["code"] for item in diagnostics_of(client, uri)]
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        client.open(uri, GOOD + " " * MOST_BYTES)
        assert [item["code"] for item in diagnostics_of(client, uri)] == ["LW002"]
        whole = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": GOOD}]}
        client.notify("textDocument/didChange", whole)
        assert "LW002" not in [item["code"] for item in diagnostics_of(client, uri)]
        assert diagnostics_of(client, uri)
        assert client.end() == 0


NESTED = {
    "loops": "void f(int n, float *a) {" + "for (int i = 0; i < n; i++) {" * 5_000 + "a[0] = 1;" + "}" * 5_000 + "}\n",
    "loops without braces": "void f(int n, float *a) {" + "for (int i = 0; i < n; i++) " * 5_000 + "a[0] = 1;}\n",
    "parentheses": "int x = " + "(" * 100_000 + "1" + ")" * 100_000 + ";\n",
    "braces": "void f(void) {" + "{" * 50_000 + "}" * 50_000 + "}\n",
    "open braces": "void f(void) {" + "{" * 50_000 + "\n",
    "a sum": "int s(int a) { return " + "a + " * 50_000 + "1; }\n",
    "conditions": "void f(int a) {" + "if (a) a = 1; else " * 20_000 + "a = 2; }\n",
    "pointers": "int " + "*" * 50_000 + "p;\n",
    "namespaces": "namespace q {" * 3_000 + "}" * 3_000 + "\n",
}


@pytest.mark.parametrize("shape", NESTED)
@pytest.mark.parametrize("language", ["cpp", "cuda"])
def test_what_is_too_deep_is_told_and_the_rest_looked_at(shape: str, language: str) -> None:
    text = GOOD + NESTED[shape]
    outline = Outline(parse(text, language=language))  # type: ignore[arg-type]
    found: list[Finding] = []
    assert cost(lambda: found.extend(check(outline))) < SECONDS
    codes = [finding.code for finding in found]
    assert analysis_document(outline, "a")["loops"][0]["function"] == "g"
    # The parser takes braces that are never closed side by side: nothing is nested, all is looked at.
    assert ("LW002" in codes) == (shape != "open braces")
    assert not exceeds(outline.source.tree.root_node, MOST_DEPTH + 10)
    assert {code for code in codes if code != "LW002"}
    assert all(finding.span.start >= len(GOOD) for finding in found if finding.code == "LW002")


def test_what_is_nearly_too_deep_is_looked_at() -> None:
    depth = MOST_DEPTH - 20
    outline = Outline(parse("void f(int n, float *a) { a[0] = " + "(" * depth + "n" + ")" * depth + "; }\n" + GOOD))
    assert outline.source.unseen == ()
    assert "LW002" not in [finding.code for finding in check(outline)]


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 200_000_000])
def test_a_file_that_is_too_large_is_told(tmp_path: Path, size: int, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.c"
    with path.open("wb") as file:
        file.write(GOOD.encode())
        file.truncate(size)
    assert main(["check", str(tmp_path)]) == 1
    assert "larger than 8 MB" in capsys.readouterr().out
    source = parse(b"x" * (MOST_BYTES + 1))
    assert [finding.code for finding in check(Outline(source))] == ["LW002"]
    small = source.edited([Change(Span(0, MOST_BYTES), GOOD.encode())])
    assert small.unseen == ()
    assert len(Outline(small).loops) == 1


def test_nothing_of_a_file_that_is_too_large_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large = tmp_path / "large.c"
    with large.open("wb") as file:
        file.truncate(3 << 30)
    monkeypatch.setattr(reading, "read_stream", lambda *words: pytest.fail("it was read"))
    with pytest.raises(OSError, match="larger than"):
        reading.read_file(large)


def look_at(text: str) -> None:
    check(Outline(parse(text)))


def test_a_long_line_costs_no_time_out_of_proportion() -> None:
    words = (
        "pragma acc ",
        "# pragma ",
        "/* ",
        "// ",
        '"',
        "#if ",
        "for (",
        "a[",
        "<",
        "\\",
        "__attribute__ ((",
        "*RESTRICT ",
    )
    for word in words:
        text = GOOD + word * (40_000 // len(word))
        assert cost(partial(look_at, text)) < SECONDS, word


@pytest.mark.parametrize(
    "data",
    [
        b"\0" * 50,
        GOOD.encode().replace(b"a[i]", b"a\0[i]"),
        b"\xff\xfe" + GOOD.encode("utf-16-le"),
        b"\xfe\xff" + GOOD.encode("utf-16-be"),
        b"\xef\xbb\xbf" + GOOD.encode(),
        GOOD.encode().replace(b"0;", b"'\xff\xfe\x80';"),
        GOOD.encode().replace(b"\n", b"\r"),
        GOOD.encode().replace(b"\n", b"\f\n\v"),
        GOOD.replace("a", "a\u0301").encode(),
        GOOD.replace("a", "𝛽").encode(),
        b"\xed\xa0\x80" + GOOD.encode(),
        GOOD.encode()[:-1] + b"\\",
        b"",
    ],
)
def test_every_encoding_is_read_by_every_call(tmp_path: Path, data: bytes) -> None:
    is_text = data.strip(b"\0") != b"" or not data
    for suffix in (".c", ".cu"):
        path = tmp_path / f"odd{suffix}"
        path.write_bytes(data)
        for call in ("check", "analyze", "translate"):
            ended = main([call, str(path)])
            assert ended in (0, 1) if is_text or call != "translate" else ended == 2, call


def test_a_half_typed_template_leaves_the_rest_of_the_file() -> None:
    functions = [f"void g{number}" + GOOD[6:] for number in range(6)]
    clean = {finding.span.start for finding in check(Outline(parse("".join(functions), language="cpp")))}
    for half in (
        "std::vector<float v\n",
        "std::vector<float v(n);\n",
        "template <class T\n",
        "std::map<int, std::vector<float\n",
    ):
        text = "".join(functions[:3]) + half + "".join(functions[3:])
        outline = Outline(parse(text, language="cpp"))
        kept = {function.name for function in outline.functions}
        assert kept >= {"g0", "g1", "g2", "g4", "g5"}, half
        after = {finding.span.start for finding in check(outline)}
        assert len(after) >= len(clean) - 1, half
