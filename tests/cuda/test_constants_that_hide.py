"""A constant of an enumeration in a kernel hides the variable of its name until its block ends."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.read.variables import Variables
from loopwright.source.nodes import subtree
from loopwright.source.syntax import parse

KERNEL = "__global__ void k(int *a, int n, int step) {{ {} }}\n"
CASES = {
    "{ enum { step = 384 }; a[0] = step; } a[1] = step;": [False, True],
    "for (int i = 0; i < n; i += step) { enum E { one, step = 3 }; a[i] = step; }": [True, False],
    "{ enum { step } kind = step; a[0] = kind; } a[step] = 0;": [False, True],
    "{ enum { width = step }; a[width] = step; }": [True, True],
    "enum class S { step }; a[0] = step;": [True],
}


@pytest.mark.parametrize("text", CASES)
def test_a_constant_is_no_variable(text: str) -> None:
    root = parse(KERNEL.format(text), name="a.cu", language="cuda").tree.root_node
    function = next(node for node in subtree(root) if node.type == "function_definition")
    variables = Variables(function)
    step = next(each for each in variables.all if each.name == "step")
    body = list(subtree(function.child_by_field_name("body")))
    declared = [node.child_by_field_name("name") for node in body if node.type == "enumerator"]
    used = [node for node in body if (node.type, node.text) == ("identifier", b"step") and node not in declared]
    assert [variables.of(node) is step for node in used] == CASES[text]


BROUGHT = "namespace o { const int n = 11; }\nconst int n = 5;\n"
USES = {
    "a[0] = n; using o::n; a[threadIdx.x + 1] = n;": False,
    "{ using o::n; a[threadIdx.x] = n; __syncthreads(); } a[threadIdx.x] += n;": False,
    "using o::n; a[threadIdx.x] = n; __syncthreads(); a[threadIdx.x] += n;": True,
    "a[0] = o::n; using o::n; a[threadIdx.x + 1] = n;": True,
}


@pytest.mark.parametrize("body", USES)
def test_a_name_that_is_brought_means_nothing_else_before(body: str) -> None:
    text = f"{BROUGHT}__global__ void k(int *a) {{ {body} }}\nvoid f(int *a) {{ k<<<1, 32>>>(a); }}\n"
    (kernel,) = translate_file(parse(text.encode(), "k.cu", "cuda")).kernels
    assert (kernel.reason == "") is USES[body], kernel.reason
