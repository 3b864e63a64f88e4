"""A size of a launch is what its variable begins with only where nothing gives it another value, under another name neither."""

from __future__ import annotations

import pytest
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

BEFORE = """#include <cstdio>
#include <iostream>
#include <utility>
#define BLOCKS(n, t) (((n) + (t) - 1) / (t))
#define SET(t) (t) = 32
struct Held { int &t; Held(int &t) : t(t) { t = 32; } };
void fix(int &t) { t = 32; }
void look(int t);
void look_too(const int &t);
template <typename T> void fix_any(T &&t) { t = 32; }
__global__ void k(float *a, int n) { __shared__ float s[64]; s[threadIdx.x] = a[threadIdx.x]; __syncthreads(); a[threadIdx.x] = s[63 - threadIdx.x]; }
"""
SETTLED = [
    "",
    "look(t);",
    "look_too(t);",
    "fix(n);",
    'printf("%d", t);',
    "std::cout << t << n;",
    "n = n << t;",
    "int u = t, v(t), w{t}; u = v = w = 3;",
    "int u[] = {t}; u[0] = 3;",
    "int *u = new int(t); *u = 3;",
    "n = BLOCKS(n, t);",
    "dim3 b(t, t); b.x = 3;",
    "n = std::min(n, t);",
    "n = std::max<std::size_t>(n, t);",
    "n = thrust::min<int>(n, t);",
    "auto l = [&t](int u) { return u + t; }; l(3);",
]
UNSETTLED = [
    "fix(t);",
    "fix((t));",
    "fix_any(t);",
    "SET(t);",
    "std::cin >> t;",
    "int &r = t; r = 32;",
    "auto &&r = t; r = 32;",
    "Held h(t);",
    "Held h{t};",
    "auto h = Held(t);",
    "Held *h = new Held(t);",
    "std::swap(t, n);",
    "auto l = [](int &u) { u = 32; }; l(t);",
    "elsewhere(t);",
    "other::max(t, n);",
    "other::max<int>(t, n);",
    "Scope<std::pair<int, int>>::min(t);",
    "int *p = &t; *p = 32;",
]


def is_constant(statements: str, declared: str = "int t = 64;") -> bool:
    text = f"{BEFORE}void f(float *a, int n) {{\n  {declared}\n  {statements}\n  k<<<1, t>>>(a, n);\n}}\n"
    (kernel,) = translate_file(parse(text, "a.cu")).kernels
    return kernel.shape.sizes is not None


@pytest.mark.parametrize("statements", SETTLED)
def test_what_nothing_changes_is_known(statements: str) -> None:
    assert is_constant(statements)


@pytest.mark.parametrize("statements", UNSETTLED)
def test_what_another_name_may_change_is_not(statements: str) -> None:
    assert not is_constant(statements)


@pytest.mark.parametrize("statements", ["elsewhere(t);", "const int &r = t;", "look_too(t);"])
def test_a_constant_is_known_wherever_it_goes(statements: str) -> None:
    assert is_constant(statements, "const int t = 64;")


def test_a_variable_that_a_branch_of_the_preprocessor_has_is_known_there_alone() -> None:
    branches = "#ifdef FEW\n  const int t = 32;\n#else\n  const int t = 64;\n{}#endif\n"
    assert not is_constant("", branches.format(""))
    assert is_constant("int t = 64;", branches.format("  { k<<<1, t>>>(a, n); }\n"))
