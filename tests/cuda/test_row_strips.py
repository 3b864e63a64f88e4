"""Kernels that work out row and column of an index by division and go through loops with them: drawn ones, each beside the same body
gone through thread by thread."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from built import run_checked
from loopwright.cuda.file import translate_file
from loopwright.source.syntax import parse

KERNELS = 24
HEAD = """#include <cstdio>
#include <vector>
"""
ONE = """
static void expected_{n}({index} i, const float *a, const float *f, float *out, int n, {width} w, {width} h, int k, int pad) {{
  {{ {body} }}
}}
__global__ void k_{n}(const float *__restrict__ a, const float *__restrict__ f, float *__restrict__ out, int n, {width} w, {width} h, int k, int pad) {{
  {index} i = blockIdx.x * blockDim.x + threadIdx.x;
  {head}
}}
static int wrong_{n}(int w, int h, int n, int k, int pad) {{
  const int length = 4096;
  float *a, *f, *out;
  cudaMallocManaged(&a, length * sizeof(float));
  cudaMallocManaged(&f, length * sizeof(float));
  cudaMallocManaged(&out, (n + 1) * sizeof(float));
  for (int j = 0; j < length; ++j) a[j] = j * 7 % 23 - 11, f[j] = j * 5 % 17 - 8;
  for (int j = 0; j < n; ++j) out[j] = -1;
  std::vector<float> told(out, out + n + 1);
  k_{n}<<<{blocks}, 64>>>(a, f, out, n, w, h, k, pad);
  cudaDeviceSynchronize();
  for (int j = 0; j < n; ++j) expected_{n}(j, a, f, told.data(), n, w, h, k, pad);
  int bad = 0;
  for (int j = 0; j < n; ++j) bad += told[j] != out[j];
  cudaFree(a), cudaFree(f), cudaFree(out);
  return bad != 0;
}}
"""
MAIN = """
int main() {{
  const int widths[] = {{1, 2, 7, 64, 65, 200, 600}}, heights[] = {{1, 3}}, sizes[] = {{0, 1, 63, 1300}}, lengths[] = {{0, 1, 3}};
  for (int w : widths)
    for (int h : heights)
      for (int n : sizes)
        for (int k : lengths) {{
          {calls}
        }}
}}
"""


def drawn(n: int, chance: random.Random) -> str:
    """A kernel, its body for one thread, and the comparison of both."""
    index, width = chance.choice(("int", "int", "unsigned", "size_t")), chance.choice(("int", "int", "unsigned"))
    plain = "const int x = i % w, y = i / w % h, z = i / (w * h);"
    carried = "const int x = i % w; int rest = i / w; const int y = rest % h; rest /= h; const int z = rest;"
    local = "const int plane = w * h; const int x = i % w; const int y = (i / w) % h; const int z = i / plane;"
    body = [chance.choice((plain, carried, local)), f"float sum = {chance.choice(('0', 'f[z % 5]', 'a[x % 50]'))};"]
    if chance.random() < 0.5:
        body.append("int seen = 0;")
    body.append(nest(chance, chance.randint(1, 3), "seen" in body[-1]))
    if "seen" in body[-2]:
        body.append("sum += seen;")
    body.append(f"out[i] = {chance.choice(('sum', 'sum * 2', 'sum + x - y', 'sum > 3 ? sum : 3'))};")
    text = "\n    ".join(body)
    forms = (f"if (i >= n) return;\n  {text}", f"if (i < n) {{ {text} }}")
    loop = f"for (; i < n; i += blockDim.x * gridDim.x) {{ {text} }}"
    head, blocks = chance.choice((*((form, "(n + 63) / 64 + 1") for form in forms), (loop, "3")))
    return ONE.format(n=n, index=index, width=width, body=text, head=head, blocks=blocks)


def nest(chance: random.Random, depth: int, counts: bool) -> str:
    """Loops in loops, with what may stand between them."""
    names = "pqr"[:depth]
    place = " + ".join([f"(y + {names[0]} + z) * 29", "x", *names[1:]])
    inner = [f"const int at = ({place}) % 4096;", f"const int column = x + {names[-1]} - pad;"]
    condition = chance.choice(("column < 0 || column >= 90", "at % 3 == 0", f"(y + {names[0]}) % 2", "a[at] < -9"))
    taken = f"sum += a[at] * f[{' + '.join(f'{name} * {3**n}' for n, name in enumerate(names))}];"
    taken += " ++seen;" if counts else ""
    inner.append(chance.choice((taken, f"if ({condition}) continue; {taken}", f"if (!({condition})) {{ {taken} }}")))
    text = " ".join(inner)
    for name in reversed(names):
        before = chance.choice(
            ("", "", f"if ((z + {name}) % 4 == 3) continue;", "sum += y;", "if (x % 5 == 4) sum -= 1;")
        )
        after = chance.choice(("", "", "sum += 1;", f"sum -= f[{name}];"))
        first = chance.choice(("0", "0", "y % 2", "1"))
        text = f"for (int {name} = {first}; {name} < k; ++{name}) {{ {before} {text} {after} }}"
        if name != names[0] and chance.random() < 0.3:
            text = (
                f"if ({chance.choice(('(y + z) % 3', 'x % 3', 'f[y % 7] > 0', f'y + {names[0]} > pad'))}) {{ {text} }}"
            )
    return text


def test_strips_of_rows_fold_what_each_thread_folds(tmp_path: Path) -> None:
    if shutil.which("g++") is None:
        pytest.skip("needs g++")
    chance = random.Random(8)
    text = HEAD + "".join(drawn(n, chance) for n in range(KERNELS))
    calls = "\n".join(
        f'if (wrong_{n}(w, h, n, k, 1)) std::printf("{n} "), std::fflush(stdout);' for n in range(KERNELS)
    )
    translated = translate_file(parse(text + MAIN.format(calls=calls), name="k.cu"))
    assert all(kernel.text is not None for kernel in translated.kernels)
    assert sum("for (int first" in (kernel.text or "") for kernel in translated.kernels) > KERNELS // 5
    done = run_checked(translated.text, tmp_path, "undefined")
    assert (done.returncode, done.stdout) == (0, ""), (sorted(set(done.stdout.split())), done.stderr[:2000])
