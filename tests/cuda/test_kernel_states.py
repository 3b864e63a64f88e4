"""What is kept of kernels from edit to edit is what a fresh look at the whole file says."""

from __future__ import annotations

import gc
import random
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest
from loopwright.cancellation import Cancelled, CancelToken
from loopwright.cuda.translation import FileTranslation
from loopwright.source.syntax import Source, parse
from loopwright.translate import kernel_states
from loopwright.translate.kernel_states import KernelState, KernelStates
from whole import sampled

FILES = [f for folder in ("kernels", "programs") for f in sorted((Path(__file__).parent / folder).glob("*.cu"))]
TRIED = sampled(FILES, 25, lambda file: file.stem)
PART = """
__global__ void plain{n}(float *a) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = a[i] * {n};
}}
__device__ int helped{n}(int *s, int t) {{
  s[t] = t;
  __syncthreads();
  return s[t ^ 1];
}}
__global__ void calls{n}(int *a) {{
  __shared__ int s[64];
  a[threadIdx.x] = helped{n}(s, threadIdx.x);
}}
__global__ void refused{n}(int *a) {{
  a[0] = 1;
  asm("nop;");
}}
__global__ void warned{n}(int *a) {{
  if (a[threadIdx.x] > 0)
    __syncthreads();
  a[threadIdx.x] = {n};
}}
static void go{n}(int *a, float *f) {{
  plain{n}<<<4, 64>>>(f);
  calls{n}<<<1, 64>>>(a);
  refused{n}<<<1, 64>>>(a);
  warned{n}<<<1, 64>>>(a);
}}
"""


def source_of(text: str) -> Source:
    return parse(text.encode(), "k.cu", "cuda")


def fresh(text: str, path: Path) -> tuple[KernelState, ...]:
    return KernelStates().of(source_of(text), path, {}, 0)


@pytest.mark.parametrize("file", TRIED, ids=lambda f: f.stem)
def test_a_kernel_alone_is_as_in_its_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = parse(file.read_bytes(), file.name, "cuda")
    found = []
    for most in (0, 1000):
        monkeypatch.setattr(kernel_states, "_MOST_AT_ONCE", most)
        found.append(KernelStates().of(source, file, {}, 0))
    assert found[0] == found[1]


def test_reasons_and_warnings_are_told_on_their_lines(tmp_path: Path) -> None:
    text = "\n".join(PART.format(n=n) for n in range(3))
    lines = text.split("\n")
    for state in fresh(text, tmp_path / "k.cu"):
        if state.name.startswith("refused"):
            assert state.reason == "inline PTX is not translated: nop"
            assert 'asm("nop;")' in lines[state.line - 1]
        else:
            assert state.reason is None
        if state.name.startswith("warned"):
            assert ["if (a[threadIdx.x] > 0)" in lines[line - 1] for _, line, _ in state.doubts] == [True]
        else:
            assert not state.doubts


def test_edits_are_followed(tmp_path: Path) -> None:
    chance, path, states = random.Random(4), tmp_path / "k.cu", KernelStates()
    lines = "\n".join(PART.format(n=n) for n in range(4)).split("\n")
    for _ in range(40):
        at = chance.randrange(len(lines))
        form = chance.random()
        if form < 0.4:
            lines.insert(at, chance.choice(("", "// a remark", "#define N 3")))
        elif form < 0.6 and lines[at].strip().startswith("a["):
            lines[at] += ' asm("nop;");' if "asm" not in lines[at] else " a[1] = 2;"
        elif form < 0.8:
            lines[at] = lines[at].replace("64", "32").replace("a[i] * ", "a[i] + ")
        else:
            del lines[at]
        text = "\n".join(lines)
        assert states.of(source_of(text), path, {}, 0) == fresh(text, path)


def test_an_edit_costs_one_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    plain = kernel_states.translate_file

    def counted(source: Source, *given: object) -> FileTranslation:
        read.append(source.data.count(b"__global__"))
        return plain(source, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(kernel_states, "translate_file", counted)
    remarks = '// plain1 and calls2 are words\n/* helped5 */ static const char *said = "warned3";\n'
    text = remarks + "\n".join(PART.format(n=n) for n in range(8))
    states, path = KernelStates(), tmp_path / "k.cu"
    states.of(source_of(text), path, {}, 0)
    states.of(source_of(text), path, {}, 0)
    states.of(source_of(text.replace("a[i] * 5", "a[i] / 5")), path, {}, 0)
    states.of(source_of(text.replace("  int i", "\n\n  int i", 1)), path, {}, 0)
    assert read == [32, 1, 1]
    states.of(source_of(text), path, {}, 1)
    assert read[3:] == [32]


@pytest.mark.parametrize("parts", [4, 40])
def test_what_a_kernel_sees_is_written_out_for_the_edited_one_alone(
    parts: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All texts of all kernels are as long as the square of the file."""
    written: list[int] = []
    plain = kernel_states._without

    def counted(data: bytes, definitions: Sequence[object]) -> bytes:
        written.append(len(definitions))
        return plain(data, definitions)  # type: ignore[arg-type]

    text = "\n".join(PART.format(n=n) for n in range(parts)).replace('  asm("nop;");\n', "")
    states, path = KernelStates(), tmp_path / "k.cu"
    states.of(source_of(text), path, {}, 0)
    monkeypatch.setattr(kernel_states, "_without", counted)
    placed: list[int] = []
    own = kernel_states._own
    monkeypatch.setattr(kernel_states, "_own", lambda sight, view, line: placed.append(line) or own(sight, view, line))
    states.of(source_of(text.replace("a[i] * 3;", "a[i] / 3;")), path, {}, 0)
    assert len(written) == 2  # what is around all functions, and the kernel's own sight
    assert len(placed) == parts  # a line of each doubt: what a kernel does not see is counted for that alone
    assert sum(len(kernel.doubts) for kernel in states.of(source_of(text), path, {}, 0)) == parts


RACY = """
#define N 256
__device__ void plus{n}(float *p, float v) {{ *p += v; }}
__global__ void sum{n}(float *a, float *b) {{
  plus{n}(&b[{n}], a[threadIdx.x]);
}}
__global__ void mirror{n}(float *a, float *b) {{
  __shared__ float s[N];
  s[threadIdx.x] = a[threadIdx.x];
  b[threadIdx.x] = s[N - 1 - threadIdx.x];
}}
static void start{n}(float *a, float *b) {{
  sum{n}<<<1, N>>>(a, b);
  mirror{n}<<<1, N>>>(a, b);
}}
"""


def test_races_are_looked_for_once_and_move_with_the_text(tmp_path: Path) -> None:
    text = "\n".join((PART + RACY).format(n=n) for n in range(3))
    states, path, token = KernelStates(), tmp_path / "k.cu", CancelToken()

    def told(text: str) -> dict[str, list[str]]:
        lines = ["", *text.splitlines()]
        return {s.name: [lines[at] for _, at, _ in s.races] for s in states.of(source_of(text), path, {}, 0) if s.races}

    assert not told(text)
    assert states.find_races(source_of(text), path, {}, 0, token)
    expected = {f"sum{n}": [f"__device__ void plus{n}(float *p, float v) {{ *p += v; }}"] for n in range(3)}
    expected |= {f"mirror{n}": ["  s[threadIdx.x] = a[threadIdx.x];"] for n in range(3)}
    assert told(text) == expected
    assert not states.find_races(source_of(text), path, {}, 0, token)
    later = text.replace("  int i", "\n\n  int i", 1)
    assert told(later) == expected
    mended = text.replace("b[threadIdx.x] = s[N - 1", "__syncthreads();\n  b[threadIdx.x] = s[N - 1", 1)
    del expected["mirror0"]
    assert told(mended) == expected
    assert not states.find_races(source_of(mended), path, {}, 0, token)
    assert told(mended) == expected


def test_looking_for_races_ends_with_the_next_edit(tmp_path: Path) -> None:
    states, token = KernelStates(), CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        states.find_races(source_of(RACY.format(n=0)), tmp_path / "k.cu", {}, 0, token)
    assert states.count == 0


def test_what_is_kept_of_versions_holds_no_text_of_them(tmp_path: Path) -> None:
    states, path, token = KernelStates(), tmp_path / "k.cu", CancelToken()
    told = "\n".join(f"// {n}: what stands around the kernels is of another version each time" for n in range(200))
    for edit in range(4):
        text = f"{told}\nint edit{edit};\n{PART.format(n=edit)}"
        states.of(source_of(text), path, {}, 0)
        states.find_races(source_of(text), path, {}, 0, token)
    gc.collect()
    held, waiting = {id(states): states}, [states]
    for one in waiting:
        for inner in gc.get_referents(one):
            if id(inner) not in held and not isinstance(inner, (type, ModuleType)):
                held[id(inner)] = inner
                waiting.append(inner)
    texts = [one for one in held.values() if isinstance(one, (bytes, str)) and len(one) > 200]
    assert len(states.of(source_of(text), path, {}, 0)) == 4
    assert not texts
