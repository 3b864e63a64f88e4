"""A file of CUDA that becomes twice as long costs no more than about twice the work to translate. Calls are counted, no clock is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

from tests import clock

SMALL = 24
MOST = 2.3  # twice the size, twice the logarithm's share


def each(form: Callable[[int], str], count: int, between: str = "\n  ") -> str:
    return between.join(map(form, range(count)))


def kernel(body: str) -> str:
    head = "__global__ void k(float *a, const float *b, int n) {\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    return f"{head}  {body}\n}}\n"


def waiting(body: str) -> str:
    return kernel(f"__shared__ float s[256];\n  s[threadIdx.x] = b[i];\n  __syncthreads();\n  {body}")


def steps(count: int) -> str:
    return each(lambda j: f"const int c{j} = {f'c{j - 1}' if j else 'n'} + {j}; a[i + c{j}] = s[{j}];", count)


def sums(count: int) -> str:
    return "(" * count + "b[i]" + each(lambda j: f" + b[{j}])", count, "")


DOUBLED: dict[str, Callable[[int], str]] = {
    "constants of a block in which threads wait": lambda n: waiting(f"if (n > 3) {{ {steps(n)} __syncthreads(); }}"),
    "statements": lambda n: waiting(each(lambda j: f"a[i] += s[{j}] * {j};", n)),
    "barriers": lambda n: waiting(each(lambda j: f"s[threadIdx.x] += s[{j}]; __syncthreads();", n)),
    "values across barriers": lambda n: waiting(
        each(lambda j: f"float d{j} = s[{j}]; __syncthreads(); s[threadIdx.x] += d{j};", n)
    ),
    "shuffles": lambda n: kernel(
        "float v = b[i];" + each(lambda j: f"v += __shfl_xor_sync(~0u, v, {j % 5});", n) + " a[i] = v;"
    ),
    "methods outside of their classes": lambda n: (
        kernel("a[i] = b[i];")
        + each(
            lambda j: f"class C{j} {{ float x; void set(float y); }};\nvoid C{j}::set(float y) {{ x = y + {j}; }}", n
        )
    ),
    "sums of sums": lambda n: kernel(f"int x = {sums(3 * n // 2)}; a[i] = x;"),
    "variables that loops set": lambda n: waiting(
        each(lambda j: f"int u{j} = 0;", n)
        + f"for (int r = 0; r < n; ++r) {{ {each(lambda j: f'u{j} = r + {j}; a[i] += u{j};', n)} __syncthreads(); }}"
    ),
    "kernels": lambda n: each(lambda j: waiting("a[i] = s[0];").replace("void k", f"void k{j}"), n),
}


def work(text: str) -> int:
    return clock.calls(lambda: translate_file(parse(text.encode(), "k.cu", "cuda")))


@pytest.mark.parametrize("form", DOUBLED.values(), ids=DOUBLED)
def test_twice_as_long_is_twice_the_work(form: Callable[[int], str]) -> None:
    work(form(3))  # what is read once for all
    small, large = work(form(SMALL)), work(form(2 * SMALL))
    assert large <= MOST * small
