"""What a machine takes for what decides which lowering is picked: each pick at both sides of where it turns."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.cli.main import main
from loopwright.cuda.file import again, translate_file
from loopwright.cuda.spec.machine import Machine, Measured, any_machine
from loopwright.source.syntax import parse
from loopwright.translate import machine as kept

needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
LINE = """__global__ void line(float *y, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 0.5f * x[i] + y[i];
}
"""
# A runtime of OpenMP that says how many threads a loop asks for: 1, or 0 for all there are.
TEAM = """
#include <cstdio>
static unsigned asked = 9;
extern "C" void GOMP_parallel(void (*work)(void *), void *data, unsigned threads, unsigned) { asked = threads; work(data); }
extern "C" int omp_get_num_threads() { return 1; }
extern "C" int omp_get_thread_num() { return 0; }
static float x[1 << 20], y[1 << 20];
int main() {
  for (int n : {SIZES}) { line<<<(n + 255) / 256, 256>>>(y, x, n); printf("%d:%u ", n, asked); }
}
"""


def text_for(source: str, machine: Machine) -> str:
    return translate_file(parse(source, "k.cu", "cuda"), machine=machine).text


def printed(text: str, folder: Path, *link: str) -> str:
    (folder / "k.cpp").write_text(text, "utf-8")
    compiled = ["g++", "-std=c++17", "-O1", "-w", "-fopenmp", "-c", "k.cpp"]
    linked = ["g++", "-o", "k", "k.o", *link]
    for command in (compiled, linked):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    return subprocess.run([str(folder / "k")], capture_output=True, text=True).stdout.strip()


def test_a_machine_that_nobody_measured() -> None:
    assert (any_machine().worth, any_machine().least_columns) == (65536, 8)


@needs_compiler
@pytest.mark.parametrize(("wake", "turns"), [(256.0, 1 << 9), (4096.0, 1 << 13), (65536.0, 1 << 17)])
def test_threads_are_woken_where_a_launch_takes_longer(wake: float, turns: int, tmp_path: Path) -> None:
    """Six operations an element: a power of two of them is at least a half of what pays."""
    machine = replace(any_machine(), wake=wake)
    assert machine.worth // 2 < turns * 6 <= machine.worth
    source = LINE + TEAM.replace("SIZES", f"{turns - 1}, {turns}, {turns + 1}")
    assert printed(text_for(source, machine), tmp_path) == f"{turns - 1}:1 {turns}:1 {turns + 1}:0"


ROWS = """#include <cstdio>
__global__ void table(int *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = i / WIDTH * 100 + i % WIDTH;
}
int main() {
  static int y[1000];
  table<<<4, 256>>>(y, 1000);
  long sum = 0;
  for (int i = 0; i < 1000; ++i) sum += (long)y[i] * (i + 1);
  printf("%ld", sum);
}
"""


@needs_compiler
@pytest.mark.parametrize(("division", "least"), [(4, 8), (16, 2), (2, 16)])
def test_rows_are_loops_where_divisions_take_longer(division: int, least: int, tmp_path: Path) -> None:
    machine = replace(any_machine(), division=division)
    texts = {width: text_for(ROWS.replace("WIDTH", str(width)), machine) for width in (least - 1, least) if width > 1}
    assert {width: "row" in text for width, text in texts.items()} == {width: width >= least for width in texts}
    for width, text in texts.items():
        found = sum((i // width * 100 + i % width) * (i + 1) for i in range(1000))
        assert printed(text, tmp_path, "-fopenmp") == str(found)


def test_divisions_that_go_are_no_work() -> None:
    """A loop over rows has none: the dearest division wakes no thread there, and does where it stays."""
    cheap, dear = (replace(any_machine(), division=division) for division in (4, 400))
    rows, flat = ROWS.replace("WIDTH", "40"), ROWS.replace("i / WIDTH * 100 + i % WIDTH", "(i + n) / 40")
    condition = re.compile(r"if\(parallel: .*\)")
    assert condition.findall(text_for(rows, cheap)) == condition.findall(text_for(rows, dear))
    assert condition.findall(text_for(flat, cheap)) != condition.findall(text_for(flat, dear))


def test_a_row_that_begins_is_work() -> None:
    """Of short rows fewer elements are worth a team."""
    machine = replace(any_machine(), row=320, division=200)
    turns = [re.search(r"parallel: .* > (\d+)\)", text_for(ROWS.replace("WIDTH", w), machine)) for w in ("4", "400")]
    assert [turn and turn[1] for turn in turns] == ["512", "8192"]


def test_pieces_and_chunks_are_the_machines() -> None:
    machine = replace(any_machine(), piece=512, chunk=7)
    assert "+= 512)" in text_for(ROWS.replace("WIDTH", "40"), machine)
    uneven = LINE.replace("y[i] = 0.5f * x[i] + y[i]", "{ float v = x[i]; while (v > 1) v *= 0.5f; y[i] = v; }")
    assert "schedule(dynamic, 7)" in text_for(uneven, machine)


def test_a_translation_is_made_again_for_its_machine() -> None:
    machine = replace(any_machine(), wake=128.0)
    translation = translate_file(parse(LINE, "k.cu", "cuda"), machine=machine)
    assert again(translation).text == translation.text
    assert translation.text != text_for(LINE, any_machine())


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


LIKELY = Measured(operation=0.01, wake=900.0, division=70.0, call=30.0, row=90.0)


@needs_compiler
def test_what_measures_is_built_and_comes_to_its_end() -> None:
    """On a machine that has other things to do the figures may be none."""
    told = "time for them"
    try:
        kept.figures("g++")
    except kept.NotMeasured as reason:
        told = str(reason)
    assert "time for them" in told


@needs_compiler
def test_a_machine_is_measured_once_and_kept(
    own_cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "figures", lambda compiler: LIKELY)
    assert main(["doctor", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["machine"]["measured"] is False
    assert main(["doctor", "--measure", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["machine"]
    found = kept.machine()
    assert (told["measured"], told["worth"]) == (True, found.worth)
    assert [path.suffix for path in own_cache.rglob("machines/*")] == [".json"]
    (tmp_path / "k.cu").write_text(LINE + "int main() {}\n")
    assert main(["translate", str(tmp_path / "k.cu"), "-o", str(tmp_path / "k.cpp")]) == 0
    turns = 1 << (found.worth // 6).bit_length() - 1
    assert f"if(parallel: std::min<long long>(n, total_x) > {turns})" in (tmp_path / "k.cpp").read_text().replace(
        "total_x > ", "std::min<long long>(n, total_x) > "
    )
    assert main(["doctor"]) == 0
    assert "measured" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize(
    "told", ["", "{}", "[1]", '{"operation": "x"}', json.dumps({**vars(LIKELY), "wake": 0}), json.dumps({**vars(LIKELY), "wake": 1e12})]
)  # fmt: skip
def test_what_is_kept_and_cannot_be_is_not_believed(told: str, own_cache: Path) -> None:
    place = kept._place()
    place.write_text(json.dumps(vars(LIKELY)))
    assert kept.measured() == LIKELY
    place.write_text(told)
    assert kept.measured() is None
    assert kept.machine() == any_machine()
