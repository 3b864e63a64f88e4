"""Functions that C has too keep their names in the host's code: only kernels call forms of our own."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.cuda.spec import operations
from loopwright.source.syntax import parse

KERNEL = "__global__ void k(float *a) {{ a[threadIdx.x] = {said}; }}\n"
HOST = {
    "a call": "float f(float a) {{ return {n}(a, 1); }}\n",
    "of the library": "float f(float a) {{ return std::{n}(a, 1); }}\n",
    "of the file's scope": "float f(float a) {{ return ::{n}(a, 1); }}\n",
    "brought by `using`": "float f(float a) {{ using std::{n}; return {n}(a, 1); }}\n",
    "brought for the file": "using std::{n};\nfloat f(float a) {{ return {n}(a, 1); }}\n",
    "kept in a pointer": "float (*f)(float, float) = {n};\n",
    "handed on": "float f(float a) {{ return fold(&{n}, a); }}\n",
    "a member of a class of a header": "float f(Band *b) {{ Band c; c.{n} = 1; return b->{n}; }}\n",
    "of another namespace, by a macro": "#define M(a) std::{n}(a, 1)\nfloat f(float a) {{ return M(a); }}\n",
    "a member, by a macro": "#define M(a) ((a).{n} + (a)->{n})\nfloat f(Band a) {{ return M(a); }}\n",
    "words in a macro": '#define M "{n}"\nconst char *f() {{ return M; }}\n',
}
OF_C = ("fmaxf", "fminf", "fmax", "fmin")


def translated(text: str) -> str:
    return translate_file(parse(text.encode(), "k.cu", "cuda")).text


def test_the_table_has_these() -> None:
    table = operations()
    assert set(table.renamed) - set(table.renamed_on_host) == set(OF_C)


@pytest.mark.parametrize("form", HOST)
@pytest.mark.parametrize("name", OF_C)
def test_the_host_calls_what_it_called(form: str, name: str) -> None:
    host = HOST[form].format(n=name)
    assert host in translated(KERNEL.format(said="1") + host)


@pytest.mark.parametrize("said", ["{n}(a[1], 2)", "std::{n}(a[1], 2)", "::{n}(a[1], 2)", "M(a[1])"])
@pytest.mark.parametrize("name", OF_C)
def test_a_kernel_calls_the_form_for_vectors(said: str, name: str) -> None:
    text = f"#define M(a) {name}(a, 2)\n" + KERNEL.format(said=said.format(n=name))
    assert f"inline_{name}(a" in translated(text)


@pytest.mark.parametrize("name", OF_C)
def test_a_kernel_may_bring_the_name_of_the_library(name: str) -> None:
    text = f"__global__ void k(float *a) {{ using std::{name}; a[threadIdx.x] = {name}(a[1], 2); }}\n"
    assert f"using std::{name};" in translated(text)


def test_what_only_a_gpu_has_is_named_for_the_host_too() -> None:
    assert "return __builtin_popcount(a);" in translated(
        KERNEL.format(said="1") + "int f(int a) { return __popc(a); }\n"
    )
