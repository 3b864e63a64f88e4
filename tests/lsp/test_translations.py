"""CUDA kernels in the editor: lenses, the text of a translation, verification, what it showed; over the real wire."""

from __future__ import annotations

import asyncio
import json
import re
import shutil

import pytest
from lsp_editor import Editor, settled
from lsprotocol import types
from pygls.exceptions import JsonRpcException

TEXT = """#include <cuda_runtime.h>
__global__ void add(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] += a[i];
}
__global__ void race(const int *a, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  out[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void assembled(unsigned *b) { asm("mov.u32 %0, %%envreg3;" : "=r"(b[threadIdx.x])); }
void go() { race<<<1, 64>>>(0, 0); }
"""
pytestmark = [
    pytest.mark.parametrize("client", ["vscode"], indirect=True),
    pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++"),
]


async def lenses(editor: Editor, uri: str) -> dict[int, list[str]]:
    found = await editor.client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    titles: dict[int, list[str]] = {}
    for lens in found or []:
        assert lens.command is not None
        titles.setdefault(lens.range.start.line, []).append(lens.command.title)
    return titles


async def test_a_lens_above_each_kernel(editor: Editor) -> None:
    uri = editor.open("k.cu", TEXT, "cuda-cpp")
    found = await lenses(editor, uri)
    assert found[1] == ["CPU preview · not run yet", "verify", "benchmark"]
    assert found[10] == ["no CPU translation: inline PTX is not translated: the operand %%envreg3"]


OF_ONE_NAME = """__global__ void k(float *a) { a[threadIdx.x] += 1; }
__global__ void k(unsigned *b) { asm("mov.u32 %0, %%envreg3;" : "=r"(b[threadIdx.x])); }
namespace other {
__global__ void k(int *a) { a[threadIdx.x] += 2; }
}
"""


async def test_kernels_of_one_name_have_each_their_own_lens(editor: Editor) -> None:
    uri = editor.open("k.cu", OF_ONE_NAME, "cuda-cpp")
    plain = ["CPU preview · not run yet", "verify", "benchmark"]
    refused = ["no CPU translation: inline PTX is not translated: the operand %%envreg3"]
    assert await lenses(editor, uri) == {0: plain, 1: refused, 3: plain}
    last = await editor.client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    labels = [lens.command.arguments[1] for lens in last or [] if lens.command and lens.command.arguments]
    assert list(dict.fromkeys(labels)) == ["k", "k#2", "k#3"]
    found = await editor.command("loopwright.server.translate", uri, "k#3")
    assert isinstance(found, dict)
    assert found["original"].startswith("__global__ void k(int *a)")
    assert "int *a" in found["text"]
    assert "+= 2" in found["text"]
    assert (await editor.command("loopwright.server.translate", uri, "k#4")) is None
    assert [await editor.command("loopwright.server.kernel", uri, line) for line in (1, 2, 3, 4, 99)] == (
        ["k", "k#2", "k#2", "k#3", "k#3"]
    )
    below = editor.open(
        "below.cu", "void host(); // __global__ void no() {}\n__global__ void late(int *a) { *a = 1; }\n", "cuda-cpp"
    )
    assert await editor.command("loopwright.server.kernel", below, 1) == "late"
    none = editor.open("none.cu", "__global__ void declared(int *a);\n", "cuda-cpp")
    assert await editor.command("loopwright.server.kernel", none, 1) is None
    await editor.command("loopwright.server.verify", uri, "k#3")
    after = await lenses(editor, uri)
    assert (after[0], after[3][0].startswith("CPU preview · tested")) == (plain, True)


async def test_the_preview_follows_edits(editor: Editor) -> None:
    uri = editor.open("k.cu", TEXT, "cuda-cpp")
    found = await editor.command("loopwright.server.translate", uri, "add")
    assert isinstance(found, dict)
    assert found["original"].startswith("__global__ void add(")
    assert found["text"].startswith("// add for the CPU · not run yet\nstatic void add(dim3 gridDim, dim3 blockDim,")
    assert "#pragma omp parallel for simd" in found["text"]
    shown = found["text"].splitlines()
    assert found["lines"]
    assert found["lines"][0][0] == found["line"]
    for line, other in found["lines"]:
        assert set(re.findall(r"[a-z]\w*", TEXT.splitlines()[line - 1])) & set(
            re.findall(r"[a-z]\w*", shown[other - 1])
        )
    editor.insert(uri, 2, 3, 13, "2 * ")
    after = await editor.command("loopwright.server.translate", uri, "add")
    assert isinstance(after, dict)
    assert after["text"] != found["text"]
    assert after["version"] == 2
    assert await editor.command("loopwright.server.translate", uri, "nothing") is None
    refused = await editor.command("loopwright.server.translate", uri, "assembled")
    assert isinstance(refused, dict)
    assert refused["text"].splitlines()[0] == (
        "// assembled for the CPU · no translation: line 11: inline PTX is not translated: the operand %%envreg3"
    )


async def test_the_whole_file(editor: Editor) -> None:
    uri = editor.open("k.cu", TEXT, "cuda-cpp")
    found = await editor.command("loopwright.server.translate", uri, None)
    assert isinstance(found, dict)
    assert "cuda_runtime.h" not in found["text"]
    assert {k["name"]: k["status"] for k in found["kernels"]}["assembled"] == "unsupported"


async def test_the_models_loops_are_said_where_they_are_taken(editor: Editor) -> None:
    """Whether they are faster is the machine's to say: the sentence and the text must say the same."""
    uri = editor.open("k.cu", TEXT, "cuda-cpp")
    said = str(await editor.command("loopwright.server.verify", uri, "add"))  # a busy machine asks slowly
    told = re.fullmatch(r"add: tested on \d inputs( · the model's loops, \d+\.\d× the rule's)?\.", said)
    assert told, said
    after = await editor.command("loopwright.server.translate", uri, "add")
    assert isinstance(after, dict)
    assert ("static bool add_direct(" in after["text"]) == (told[1] is not None)


@pytest.mark.settings.with_args(lambda folder: {"model": {"enable": False}})
async def test_verification_is_kept_until_the_kernel_changes(editor: Editor) -> None:
    uri = editor.open("k.cu", TEXT, "cuda-cpp")
    said = await editor.command("loopwright.server.verify", uri, "add")
    assert said == "add: tested on 6 inputs."
    assert (await lenses(editor, uri))[1][0] == "CPU preview · tested on 6 inputs"
    editor.insert(uri, 2, 3, 0, " ")
    assert (await lenses(editor, uri))[1][0] == "CPU preview · not run yet"


LAUNCHED = """__global__ void fill(float *a) { a[threadIdx.x] = 1; }
void run(float *a) {
  fill<<<1, 2048>>>(a);
}
"""


async def test_a_launch_that_a_gpu_refuses_has_its_own_code(editor: Editor) -> None:
    uri = editor.open("k.cu", LAUNCHED, "cuda-cpp")
    assert [(d.code, d.range.start.line) for d in await editor.diagnostics(uri)] == [("LW907", 2)]


async def test_a_race_is_marked_on_its_line(editor: Editor) -> None:
    uri = editor.open("k.cu", TEXT, "cuda-cpp")
    assert "LW900" in [d.code for d in await editor.diagnostics(uri)]
    said = await editor.command("loopwright.server.verify", uri, "race")
    assert "without a barrier between" in str(said)
    marked = {d.range.start.line for d in await editor.diagnostics(uri) if d.code == "LW901"}
    assert marked & {7, 8}
    assert "racy" in (await lenses(editor, uri))[5][0]


async def test_a_race_that_the_text_proves_is_told_while_one_writes(editor: Editor) -> None:
    """Nothing is run and nobody asks: it is looked for when the last edit has rested, and taken back when the barrier is there."""
    uri = editor.open("k.cu", TEXT, "cuda-cpp")

    async def lines() -> set[int]:
        return {d.range.start.line for d in await editor.diagnostics(uri) if d.code == "LW901"}

    async def marked(wanted: bool) -> set[int]:
        return await settled(lines, lambda told: bool(told) == wanted)

    assert await marked(True) == {7}
    editor.insert(uri, 2, 7, 0, "  ")
    editor.insert(uri, 3, 8, 0, "  __syncthreads();")
    await marked(False)
    await asyncio.sleep(2)
    assert not await marked(False)
    assert "not run yet" in (await lenses(editor, uri))[5][0]


async def test_an_untrusted_workspace_runs_no_kernel(editor: Editor) -> None:
    editor.client.protocol.notify("loopwright/trust", {"trusted": False})
    uri = editor.open("k.cu", TEXT, "cuda-cpp")
    found = await editor.client.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri)))
    assert {lens.command.title for lens in found if lens.command and lens.range.start.line == 1} == {
        "CPU preview · not run: this workspace is not trusted"
    }
    assert {lens.command.command for lens in found if lens.command} == {""}, "what would be refused is not offered"
    with pytest.raises(JsonRpcException, match="untrusted"):
        await editor.command("loopwright.server.verify", uri, "add")


async def test_what_is_not_there_is_not_run(editor: Editor) -> None:
    uri = editor.open("k.cu", TEXT, "cuda-cpp")
    said = str(await editor.command("loopwright.server.verify", uri, "nothing"))
    assert said.startswith("k.cu has no kernel nothing (kernels: add, ")
    assert await editor.command("loopwright.server.benchmark", uri, "nothing") == said
    empty = editor.open("empty.cu", "int x;\n", "cuda-cpp")
    assert await editor.command("loopwright.server.verify", empty, None) == "empty.cu has no kernels."
    assert await editor.command("loopwright.server.test", empty, 1) == "There is no loop at this line."


ENDLESS = """__global__ void wait(volatile int *flag, int *out) {
  while (flag[0] >= 0 || flag[0] < 0) out[threadIdx.x] += flag[0];
}
"""


async def test_cancelled_progress_ends_a_verification(editor: Editor) -> None:
    """It would take a minute at least, however fast the machine is."""
    uri = editor.open("k.cu", ENDLESS, "cuda-cpp")
    asked = asyncio.ensure_future(editor.command("loopwright.server.verify", uri, "wait"))
    while not editor.client.progress_reports:
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.3)
    (token,) = editor.client.progress_reports
    editor.client.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
    assert await asked == "Stopped."
    assert (await lenses(editor, uri))[0][0] == "CPU preview · not run yet"


async def test_the_preview_is_of_the_build_that_the_project_says(editor: Editor) -> None:
    text = """#include "settings.h"
__global__ void k(int *a) {
#ifdef FAST
  if (threadIdx.x < LIMIT) {
#else
  {
#endif
    a[threadIdx.x] = 1; } }
"""
    build = [{"directory": str(editor.folder), "file": "k.cu", "arguments": ["nvcc", "-DFAST", "-c", "k.cu"]}]
    (editor.folder / "compile_commands.json").write_text(json.dumps(build))
    (editor.folder / "settings.h").write_text("#ifdef __CUDACC__\n#define LIMIT 5\n#else\n#define LIMIT 6\n#endif\n")
    uri = editor.open("k.cu", text, "cuda-cpp")
    found = await editor.command("loopwright.server.translate", uri, "k")
    assert isinstance(found, dict)
    assert "LIMIT" in found["text"]
    whole = await editor.command("loopwright.server.translate", uri)
    assert isinstance(whole, dict)
    assert "#define LIMIT 5" in whole["text"]
    assert "#define LIMIT 6" not in whole["text"]


PLAINER = """#define SIZE 64
template <int N>
__global__ void turned(const float *a, float *b, int n) {
  __shared__ float s[SIZE];
  int i = blockIdx.x * SIZE + threadIdx.x;
  s[threadIdx.x] = i < n ? a[i] : 0;
  __syncthreads();
  i = blockIdx.x * SIZE + SIZE - 1 - threadIdx.x;
  float sum = 0; // of a row
  for (int k = 0; k < n; ++k) sum += a[k];
  if (i < n) b[i] = s[threadIdx.x] + sum + N;
}
void run(const float *a, float *b, int n) { turned<2><<<n / SIZE, SIZE>>>(a, b, n); }
"""


async def test_the_preview_says_what_is_assumed_beside_the_kernel_as_it_is_written(editor: Editor) -> None:
    uri = editor.open("p.cu", PLAINER, "cuda-cpp")
    found = await editor.command("loopwright.server.translate", uri, "turned")
    assert isinstance(found, dict)
    assert found["original"] == "".join(PLAINER.splitlines(keepends=True)[1:12])
    shown = found["text"].splitlines()
    assert shown[:2] == [
        "// turned for the CPU · not run yet",
        "// assumed: blocks of SIZE threads, as all launches in sight have",
    ]
    pairs = {line: shown[other - 1].strip() for line, other in found["lines"]}
    assert pairs[6] == "s[tx] = i < n ? a[i] : 0;"
    assert pairs[9].endswith("// of a row")
