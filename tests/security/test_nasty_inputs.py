"""Shapes of input that hang, crash or silence tools (`nasty.py`): every call comes to its end within a budget of processor time, with
an exit code of the contract and valid JSON; what was not looked at is said; a healthy file after it is looked at as ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nasty
import pytest
from loopwright.source.text import decode

sys.path.insert(0, str(Path(__file__).parents[1] / "lsp"))

from raw_client import RawClient
from whole import sampled

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and /proc of Linux")
HERE = Path(__file__).parent
SECONDS = 10  # of processor time; on a machine of 2023 the worst takes 3
HEALTHY = nasty.wrong("healthy")
ALL = "LOOPWRIGHT_ALL_SHAPES" in os.environ
NOT_LOOKED_AT = "not looked at"
Call = Callable[[list[str], Path], dict[str, Any]]
LANGUAGES = {".c": "c", ".cpp": "cpp", ".cu": "cuda-cpp"}


@pytest.fixture(scope="module")
def call() -> Iterator[Call]:
    """Make a call in a process of its own."""
    with subprocess.Popen(
        [sys.executable, str(HERE / "limited.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin
        assert server.stdout

        def made(arguments: list[str], folder: Path) -> dict[str, Any]:
            assert server.stdin
            assert server.stdout
            words = {"arguments": arguments, "folder": str(folder), "seconds": SECONDS}
            print(json.dumps(words), file=server.stdin, flush=True)
            done: dict[str, Any] = json.loads(server.stdout.readline())
            assert done["code"] in (0, 1, 2), (arguments, done["code"], done["err"][-1500:])
            assert "Traceback" not in done["err"], done["err"][-1500:]
            assert done["code"] == 2 or json.loads(done["out"]) is not None
            return done

        yield made
        server.stdin.close()


GROUPS = sorted({name.partition(":")[0] for name in nasty.SHAPES})
TRIED = [
    name
    for group in GROUPS
    for is_heavy, always in ((False, 9), (True, 1))
    for name in sampled(
        [n for n in nasty.SHAPES if n.startswith(f"{group}:") and (n in nasty.HEAVY) == is_heavy], always, str
    )
]


@pytest.mark.parametrize("name", nasty.SHAPES if ALL else TRIED)
def test_a_shape_is_looked_at_or_it_is_said(tmp_path: Path, name: str, call: Call) -> None:
    shape = nasty.SHAPES[name]
    path = nasty.write(name, tmp_path)
    (tmp_path / "healthy.c").write_text(HEALTHY)
    done = call(["check", "--json", path.name, "healthy.c"], tmp_path)
    found = json.loads(done["out"])["diagnostics"]
    wrong = [d["file"] for d in found if "seqq" in d["message"]]
    assert wrong.count("healthy.c") == 1
    is_said = NOT_LOOKED_AT in done["err"] or any(d["code"] == "LW002" for d in found)
    assert is_said or wrong.count(path.name) >= len(shape.expected)
    if name in nasty.HEAVY and not ALL:
        return
    is_turn = ALL or TRIED.index(name) % 3 == 0
    calls = [["suggest", "--no-model", "--no-compiler"]] if is_turn or "launch" in name or "template" in name else []
    if shape.suffix == ".cu":
        calls.append(["translate"])
    for words in calls:
        done = call([*words, "--json", path.name], tmp_path)
        if words[0] == "suggest" and done["code"] != 2:
            loops = json.loads(done["out"])["loops"]
            assert NOT_LOOKED_AT in done["err"] or len(loops) >= len(shape.expected)
        assert done["code"] != 2 or NOT_LOOKED_AT in done["err"]


@pytest.mark.parametrize("name", ["a deep #if", "nots in #if", "a number in #if", "a long #if", "#if that is open"])
def test_a_condition_that_is_not_understood_hides_nothing(tmp_path: Path, name: str, call: Call) -> None:
    path = nasty.write(f"preprocessed: {name}", tmp_path)
    done = call(["check", "--json", path.name], tmp_path)
    assert sum("seqq" in d["message"] for d in json.loads(done["out"])["diagnostics"]) == 2


def used(process: int) -> float:
    """Seconds of the processor that a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_an_editor_opens_all_of_them_one_after_another(tmp_path: Path) -> None:
    slow, silent = {}, []
    with RawClient(tmp_path / "log") as client:
        client.start({"textDocument": {"diagnostic": {}}})

        def codes(uri: str, text: str, language: str) -> tuple[list[str], int]:
            client.open(uri, text, language)
            answer = client.call("textDocument/diagnostic", {"textDocument": {"uri": uri}}, seconds=200)
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
            items = answer["result"]["items"]
            return [item["code"] for item in items], sum("seqq" in item["message"] for item in items)

        for number, (name, shape) in enumerate(nasty.SHAPES.items()):
            if (name in nasty.HEAVY or number % 9) and not ALL:  # the command takes all of them through the same code
                continue
            before = used(client.process.pid)
            uri = f"file:///nowhere/{number}{shape.suffix}"
            found, wrong = codes(uri, decode(shape.data), LANGUAGES[shape.suffix])
            taken = used(client.process.pid) - before
            if taken > SECONDS:
                slow[name] = taken
            if wrong < len(shape.expected) and "LW002" not in found:
                silent.append(name)
        assert (slow, silent) == ({}, [])
        assert codes("file:///nowhere/healthy.c", HEALTHY, "c")[1] == 1
        assert client.end() == 0
    assert "Traceback" not in (tmp_path / "log").read_text(errors="replace")
