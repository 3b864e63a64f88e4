"""A call of a CUDA operation that is being typed has too few arguments, or too many: the file is translated as far as it goes."""

from __future__ import annotations

import sys
from dataclasses import fields
from pathlib import Path

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.spec import operations
from loopwright.source.syntax import parse

sys.path.insert(0, str(Path(__file__).parents[1] / "lsp"))

from raw_client import RawClient
from whole import WHOLE

ARGUMENTS = ("", "1", "x", "x,", "x, y", ", y", "x, y, 3", "x, y, 3, 4", "x, y, 3, 4, 5", "&x", "&x, y", "*")
BESIDE = "__global__ void whole(float *a) { a[threadIdx.x] = __fadd_rn(a[0], 1.0f); }\n"


def kernel(call: str) -> str:
    return (
        f"__device__ float helper(float x, float y) {{ return {call}; }}\n"
        "__global__ void k(float *a, int n) {\n  float x = a[0], y = 2;\n  int i = threadIdx.x;\n"
        "  auto t = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());\n"
        f"  {call};\n  a[i] = {call};\n  a[i] = helper(x, y);\n}}\n"
    )


def names() -> list[str]:
    """Every operation of the table: the keys of its parts, or the parts where they are lists."""
    found = {"atomicAdd", "atomicCAS", "__ldg", "tex2D", "cudaMalloc", "dim3"}
    for part in fields(operations()):
        value = getattr(operations(), part.name)
        found |= set(value) if isinstance(value, (dict, list, tuple, set, frozenset)) else set()
    return sorted(name for name in found if isinstance(name, str) and name.isidentifier())


@pytest.mark.parametrize("arguments", ARGUMENTS if WHOLE else ("", "x"))
def test_the_rest_of_the_file_is_translated(arguments: str) -> None:
    assert len(names()) > 80
    for name in names() if WHOLE else names()[::6]:
        for call in (f"{name}({arguments})", f"{name}({arguments}", f"g.{name}({arguments})", f"t.{name}({arguments})"):
            source = parse(BESIDE + kernel(call), "a.cu")
            translated = {unit.name: unit for unit in translate_file(source, None).kernels}
            assert "whole" in translated, call


def test_the_lenses_of_a_half_typed_operation(tmp_path: Path) -> None:
    uri = "file:///nowhere/a.cu"
    with RawClient(tmp_path / "log") as client:
        client.start()
        for version, call in enumerate(("__fadd_rn(x)", "__fadd_rn()", "__fmaf_rn(x, y)", "__frcp_rn(x, y)")):
            client.open(uri, BESIDE + kernel(call), "cuda-cpp", version)
            answer = client.call("textDocument/codeLens", {"textDocument": {"uri": uri}})
            lines = {lens["range"]["start"]["line"] for lens in answer["result"]}
            assert 0 in lines, call
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert client.end() == 0
    assert "Traceback" not in (tmp_path / "log").read_text("utf-8")
