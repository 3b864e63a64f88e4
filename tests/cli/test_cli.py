from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from loopwright.cli.main import main

LOOP = "void f(int n, float *a, const float *b) {\n  for (int i = 0; i < n; i++) {\n    a[i] = b[i];\n  }\n}\n"


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_suggest_json_has_the_shape_of_the_contract(capsys: pytest.CaptureFixture[str], examples: Path) -> None:
    code, out, _ = output(capsys, "suggest", str(examples / "reduction.c"), "--json", "--no-project")
    document = json.loads(out)
    assert code == 0
    assert {"file", "loops", "elapsed_ms"} <= document.keys()
    assert {"parse", "analysis", "model", "compiler", "total"} == document["elapsed_ms"].keys()
    for loop in document["loops"]:
        for candidate in loop["candidates"]:
            assert {"pragma", "origin", "score", "dependence", "compiler", "tested", "preferred"} <= candidate.keys()
            assert {"name", "version", "status", "messages"} == candidate["compiler"].keys()
            assert candidate["origin"] in ("model", "analysis", "both")
    assert document["loops"][0]["candidates"][0]["pragma"].startswith("#pragma acc parallel loop ")
    assert "reduction(+:sum) copyin(values[0:n])" in document["loops"][0]["candidates"][0]["pragma"]


def test_analyze_json_has_the_shape_of_the_contract(capsys: pytest.CaptureFixture[str], examples: Path) -> None:
    _, out, _ = output(capsys, "analyze", str(examples / "prefix_sum.c"), "--json")
    (loop,) = json.loads(out)["loops"]
    wanted = {"line", "end_line", "depth", "function", "verdict", "reason", "assumptions", "dependences", "reductions"}
    assert wanted | {"private", "data", "existing_pragma", "pattern", "header"} == loop.keys()
    assert loop["verdict"] == "refuted"
    assert {"array", "kind", "source_line", "sink_line", "distance"} == loop["dependences"][0].keys()
    _, out, _ = output(capsys, "analyze", str(examples / "vector_add.cu"), "--json")
    (kernel,) = json.loads(out)["kernels"]
    assert (kernel["name"], kernel["launches"][0]["block"]) == ("add", "256")


def test_headers_of_the_build_are_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "at.h").write_text("#define AT(i) a[(i) / 2]\n")
    text = "#include <at.h>\nvoid f(int n, double *a) { for (int i = 0; i < n; i++) AT(i) = i; }\n"
    (tmp_path / "a.c").write_text(text)
    database = [{"directory": str(tmp_path), "file": "a.c", "command": "cc -Iinc a.c"}]
    (tmp_path / "compile_commands.json").write_text(json.dumps(database))
    _, out, _ = output(capsys, "analyze", str(tmp_path / "a.c"), "--json")
    assert json.loads(out)["loops"][0]["reason"] == "iteration i=0 writes a[0], iteration i=1 writes it"


def test_suggest_follows_the_project(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    directive = "#pragma acc kernels loop independent present(a[0:n],b[0:n]) async(2)"
    (tmp_path / "solver.c").write_text(LOOP.replace("  for", f"{directive}\n  for", 1), "utf-8")
    other = LOOP.replace("a", "target").replace("flotarget", "float").replace("b", "source")
    (tmp_path / "other.c").write_text(other, "utf-8")
    _, out, _ = output(capsys, "suggest", str(tmp_path / "other.c"), "--no-model", "--json")
    first = json.loads(out)["loops"][0]["candidates"][0]
    assert first["pragma"] == "#pragma acc kernels loop independent present(target[0:n],source[0:n]) async(2)"
    assert first["origin"] == "project"
    assert first["like"] == {"file": "solver.c", "line": 2}
    _, out, _ = output(capsys, "suggest", str(tmp_path / "other.c"), "--no-model")
    assert "from the project, as in solver.c:2" in out
    _, out, _ = output(capsys, "suggest", str(tmp_path / "other.c"), "--no-model", "--no-project", "--json")
    assert all(c["origin"] != "project" for c in json.loads(out)["loops"][0]["candidates"])


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LOOP.encode("utf-16"))))
    code, out, _ = output(capsys, "suggest", "-", "--no-model", "--line", "3")
    assert code == 0
    assert "#pragma acc parallel loop" in out
    assert "accepts it" in out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["suggest", "/nowhere.c"], 2, "No such file"),
        (["suggest", "EXAMPLE", "--line", "999"], 2, "lines, not 999"),
        (["suggest", "EXAMPLE", "--line", "1"], 2, "no loop at line 1"),
        (["suggest", "EXAMPLE", "--compiler", "/nowhere/gcc"], 2, "no such compiler"),
        (["suggest", "EXAMPLE", "--model", "nowhere"], 3, "no model called"),
        (["model", "use", "nowhere"], 2, "no model called"),
        (["model", "import", "EXAMPLE"], 2, "not a GGUF file"),
        (["nonsense"], 2, "invalid choice"),
    ],
)
def test_errors_are_one_line_with_the_right_code(
    capsys: pytest.CaptureFixture[str], examples: Path, arguments: list[str], code: int, words: str
) -> None:
    given = [str(examples / "prefix_sum.c") if a == "EXAMPLE" else a for a in arguments]
    found, _, err = output(capsys, *given)
    assert found == code
    assert words in err
    assert "Traceback" not in err


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = output(capsys, "doctor", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["model"]["name"] == "loopwright-95m"
    assert {"gcc", "clang"} <= {compiler["name"] for compiler in document["compilers"]}
    assert document["missing"] == []


def test_every_example_is_answered_and_stays_valid(examples: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(file for file in examples.iterdir() if file.suffix != ".toml")
    assert len(files) == 10
    for file in files:
        code, out, _ = output(capsys, "suggest", str(file), "--no-model", "--json")
        assert code == 0
        for loop in json.loads(out)["loops"]:
            assert all(c["compiler"]["status"] != "rejected" for c in loop["candidates"]), file.name


def test_starting_the_command_does_not_load_the_server() -> None:
    code = "import sys; import loopwright.cli.main; assert not {'pygls', 'llama_cpp', 'lsprotocol'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
