"""llama.cpp for real: the shipped model, and files that are not what they should be."""

from __future__ import annotations

import json
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from loopwright.cancellation import Cancelled, CancelToken
from loopwright.cli.main import main
from loopwright.cuda.file import translate_file
from loopwright.cuda.lower.direct import objection
from loopwright.lang.symbols import visible_names
from loopwright.model.manifest import (
    Adapter,
    ModelError,
    choose_model,
    import_model,
    list_models,
    read_manifest,
    shipped_folder,
    use_model,
    verify,
)
from loopwright.model.prompt import FillIn, fill_in
from loopwright.model.runtime import Runtime, loops_runtime
from loopwright.openacc.directive import parse_directive
from loopwright.openacc.grammar import LOOP_DIRECTIVES, loop_grammar
from loopwright.openacc.spec import load_spec
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.translate.candidate import proposals

TEXT = "void f(int n, float *a, const float *b) {\n  for (int i = 0; i < n; i++) {\n    a[i] = 2 * b[i];\n  }\n}\n"


@pytest.fixture(scope="module")
def runtime() -> Iterator[Runtime]:
    runtime = Runtime(read_manifest(shipped_folder())[0])
    yield runtime
    runtime.close()


def failure(future: Future[object]) -> str:
    with pytest.raises(ModelError) as error:
        future.result(200)
    return str(error.value)


def test_grammar_bound_proposals_are_legal_and_name_what_is_there(runtime: Runtime) -> None:
    outline = Outline(parse(TEXT, language="c"))
    loop = outline.loops[0]
    grammar = loop_grammar(visible_names(outline, loop))
    answer = runtime.propose(fill_in(outline, loop), grammar, 6).result(200)
    assert 2 <= len(answer.proposals) <= 6
    assert len({p.text for p in answer.proposals}) == len(answer.proposals)
    for proposal in answer.proposals:
        directive = parse_directive(proposal.text)
        assert directive.name in LOOP_DIRECTIVES
        assert not directive.rest
        assert {c.name for c in directive.clauses} <= set(load_spec().directives[directive.name].clauses)


def test_a_second_request_reuses_the_prompt(runtime: Runtime) -> None:
    fill = FillIn("void g(int n) {\n" + "  int x = 0;\n" * 60 + "  #pragma acc", "\n  for (;;) ;\n")
    first = runtime.propose(fill, None, 1).result(200)
    second = runtime.propose(fill, None, 1).result(200)
    assert first.prompt_tokens == second.prompt_tokens
    assert second.reused >= first.prompt_tokens - 1
    assert [p.text for p in first.proposals] == [p.text for p in second.proposals]


def test_cancelling_while_the_prompt_is_read(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    """llama.cpp asks between two batches whether it should stop: it is told so in the middle of the first answer's prompt."""
    runtime.load().result(200)
    asked = 0

    class InTheMiddle(CancelToken):
        @property
        def cancelled(self) -> bool:
            nonlocal asked
            asked += 1
            return asked > 3

    fill = FillIn("".join(f"int v{i} = {i * 7919};\n" for i in range(400)) + "#pragma acc", "\nfor (;;) ;\n")
    with pytest.raises(Cancelled):
        runtime.propose(fill, None, 4, InTheMiddle()).result(200)
    assert (
        runtime.propose(FillIn("#pragma acc", "\nfor (i = 0; i < n; i++) a[i] = 0;\n"), None, 1).result(200).proposals
    )


LOADING = """
import os, sys, threading
from loopwright.model.manifest import read_manifest, shipped_folder
from loopwright.model.runtime import Runtime

stream, place, model = sys.stdout, os.fstat(1), read_manifest(shipped_folder())[0]
taken, over = [], threading.Event()

def watch():
    while not over.is_set():
        if sys.stdout is not stream or os.fstat(1) != place:
            taken.append(True)

watching = threading.Thread(target=watch)
watching.start()
runtimes = [Runtime(model, threads=1) for _ in range(3)]
for loaded in [runtime.load() for runtime in runtimes]:
    loaded.result(120)
over.set()
watching.join()
print("taken" if taken else "left alone")
"""


def test_models_that_load_at_once_leave_the_standard_streams_alone() -> None:
    """A report was lost for good where two were freed from silence in the order in which they had been silenced."""
    run = subprocess.run([sys.executable, "-c", LOADING], capture_output=True, text=True, timeout=240)
    assert run.stdout == "left alone\n", run.stderr


def test_a_missing_file(tmp_path: Path) -> None:
    model = replace(read_manifest(shipped_folder())[0], folder=tmp_path)
    assert "cannot be read" in failure(Runtime(model).load())


def test_a_truncated_file(tmp_path: Path) -> None:
    model = read_manifest(shipped_folder())[0]
    (tmp_path / model.file).write_bytes(model.path.read_bytes()[:3_000_000])
    unchecked = replace(model, folder=tmp_path, sha256="", adapters=())
    for cut in (replace(model, folder=tmp_path), unchecked):
        told = failure(Runtime(cut).load())
        assert "cannot be loaded" in told
        assert "cut short" in told


def test_a_wrong_hash(tmp_path: Path) -> None:
    model = replace(read_manifest(shipped_folder())[0], sha256="0" * 64)
    with pytest.raises(ModelError, match="damaged or was replaced"):
        verify(model)


def test_a_file_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "notes.gguf"
    path.write_text("not a model")
    with pytest.raises(ModelError, match="not a GGUF file"):
        import_model(path)


def test_an_adapter_for_another_base(tmp_path: Path) -> None:
    model = read_manifest(shipped_folder())[0]
    shutil.copy(model.path, tmp_path)
    _foreign_adapter(tmp_path / "foreign.gguf")
    foreign = replace(model, folder=tmp_path, adapters=(Adapter("foreign", "foreign.gguf", ""),))
    assert "made for another base" in failure(Runtime(foreign).load())


def _foreign_adapter(path: Path) -> None:
    import gguf
    import numpy as np

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 16.0)
    writer.add_tensor("blk.0.attn_q.weight.lora_a", np.zeros((8, 512), dtype=np.float32))
    writer.add_tensor("blk.0.attn_q.weight.lora_b", np.zeros((512, 8), dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def test_import_list_and_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shipped = choose_model()
    copy = tmp_path / "mine.gguf"
    shutil.copy(shipped.path, copy)
    assert main(["model", "import", str(copy), "--licence", "MIT"]) == 0
    assert [m.name for m in list_models()] == ["mine", shipped.name]
    assert use_model("mine").licence == "MIT"
    capsys.readouterr()
    assert main(["model", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["models"]
    assert [(row["name"], row["in_use"]) for row in rows] == [("mine", True), (shipped.name, False)]
    assert choose_model(shipped.name) == shipped


def test_no_write_permission_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file stands where the folder should be")
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(blocked))
    with pytest.raises(ModelError, match="cannot be kept"):
        use_model(read_manifest(shipped_folder())[0].name)


def test_an_unknown_model_and_a_broken_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ModelError, match="no model called 'nowhere'"):
        choose_model("nowhere")
    monkeypatch.setenv("LOOPWRIGHT_MODELS", str(tmp_path))
    (tmp_path / "manifest.json").write_text('{"models": [{}]}')
    with pytest.raises(ModelError, match="cannot be read"):
        list_models()


KERNEL = """__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
"""


def test_the_shipped_adapter_writes_loops_for_a_kernel() -> None:
    translation = translate_file(parse(KERNEL, "k.cu", "cuda"))
    runtime = loops_runtime(threads=1)
    assert runtime is not None
    try:
        (first, *_) = proposals(translation, translation.kernels[0], runtime)
    finally:
        runtime.close()
    assert objection(first) == ""
    assert "y[i] = a * x[i] + y[i];" in first


def test_the_shipped_files_are_small_and_whole() -> None:
    model = read_manifest(shipped_folder())[0]
    assert {adapter.task for adapter in model.adapters} == {"openacc", "translate"}
    for adapter in model.adapters:
        verify(model, adapter.task)
        assert model.path.stat().st_size + (model.folder / adapter.file).stat().st_size <= 80_000_000
    files = [model.path, *(model.folder / adapter.file for adapter in model.adapters)]
    assert all(file.stat().st_mode & stat.S_IRUSR for file in files)
