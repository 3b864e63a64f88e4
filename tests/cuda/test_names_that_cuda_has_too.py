"""Words that no translation is made of are only meant where the program gives the name to nothing of its own."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.spec import operations
from loopwright.source.syntax import parse

FORMS = {
    "a parameter": "__global__ void k(int *a, int {n}) {{ int i = threadIdx.x; if (i < {n}) a[i] = {n} + 1; }}\n",
    "a variable": "__global__ void k(int *a) {{ int {n} = a[threadIdx.x]; {n} += 2; a[threadIdx.x] = {n}; }}\n",
    "a pointer": "__global__ void k(int *{n}) {{ {n}[threadIdx.x] = 2; }}\n",
    "a member": "struct S {{ int {n}; }};\n__global__ void k(S *a) {{ a[threadIdx.x].{n} = 2; }}\n",
    "a constant of a namespace": "namespace own {{ const int {n} = 4; }}\n"
    "__global__ void k(int *a) {{ a[threadIdx.x] = own::{n}; }}\n",
    "a constant of a namespace without a name": "namespace {{ const int {n} = 4; }}\n"
    "__global__ void k(int *a) {{ a[threadIdx.x] = {n}; }}\n",
    "a constant that `using` brings": "namespace own {{ const int {n} = 4; }}\nusing namespace own;\n"
    "__global__ void k(int *a) {{ a[threadIdx.x] = {n}; }}\n",
    "an array of the block": "__global__ void k(int *a) {{ __shared__ int {n}[32]; {n}[threadIdx.x] = a[threadIdx.x];"
    " __syncthreads(); a[threadIdx.x] = {n}[31 - threadIdx.x]; }}\n",
}
WORDS = sorted(name for name in operations().unsupported if not name.startswith("_"))


def reason(text: str) -> str:
    """Why the kernel of a text is left out; empty if it is not."""
    (kernel,) = translate_file(parse(text.encode(), "k.cu", "cuda")).kernels
    return kernel.reason or ""


@pytest.mark.parametrize("form", FORMS)
def test_a_name_of_the_programs_own_is_no_word_of_cuda(form: str) -> None:
    assert {name: said for name in WORDS if (said := reason(FORMS[form].format(n=name)))} == {}


def test_the_word_itself_is_refused() -> None:
    text = "__global__ void k(int *a) {{ a[threadIdx.x] = (int)sizeof({n}); }}\n"
    assert {name for name in WORDS if not reason(text.format(n=name))} == set()


def test_what_another_namespace_declares_is_not_meant() -> None:
    text = "namespace own {{ const int {n} = 4; }}\n__global__ void k(int *a) {{ a[threadIdx.x] = {n}; }}\n"
    assert {name for name in WORDS if not reason(text.format(n=name))} == set()
