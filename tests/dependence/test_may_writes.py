"""What may be left unwritten is never copied out or created: random loops are run with the memory that their clauses give."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cli.main import main
from test_sections import facts_of
from whole import swept

COUNT = swept("MAY_WRITE_LOOPS", always=50, whole=150)
FIRST = int(os.environ.get("MAY_WRITE_SEED", "7000"))

HEAD = """#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#define N 12
double a[3 * N], b[3 * N], c[3 * N];
int s[3 * N];
"""
MAIN = """
static void reset(int seed) {
    for (int k = 0; k < 3 * N; k++) { a[k] = 100 + k; b[k] = (k * 7 + seed) % 5 - 2; c[k] = 200 + k; s[k] = (k * 5 + seed) % 4 - 1; }
}
int main(void) {
    for (int n = 0; n <= N; n += 4) for (int m = -1; m <= 3; m++) for (int seed = 0; seed < 3; seed++) {
        double first[6 * N];
        reset(seed); plain(n, m, a, b, c, s);
        memcpy(first, a, sizeof a); memcpy(first + 3 * N, c, sizeof c);
        reset(seed); moved(n, m, a, b, c, s);
        if (memcmp(first, a, sizeof a) || memcmp(first + 3 * N, c, sizeof c)) { printf("n=%d m=%d seed=%d\\n", n, m, seed); return 0; }
    }
    puts("same"); return 0;
}
"""
SIGNATURE = "(int n, int m, double *restrict a, const double *restrict b, double *restrict c, const int *restrict s)"
EVERY = ("a", "c", "w")


class Maker:
    """One loop over ``i`` that writes and reads a, c and the local w under conditions, in inner loops and by memcpy."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._inner = 0

    def body(self) -> str:
        return " ".join(self._statement(2) for _ in range(self._random.randint(1, 4)))

    def _one(self, *texts: str) -> str:
        return self._random.choice(texts)

    def _element(self) -> str:
        return self._one(*EVERY) + self._one("[i]", "[i]", "[i]", "[2 * i]", "[2 * i + 1]", "[3]", "[n]", "[i + 2]")

    def _condition(self) -> str:
        return self._one(
            "s[i]", "s[i] > 1", "b[i] > 0.5", "m > 0", "m", "n > 6", "i > 3", "i < 3", "s[0]", "i % 2 == 0"
        )

    def _statement(self, depth: int) -> str:
        kind = self._random.randrange(10 if depth else 3)
        if kind < 3:
            return f"{self._element()} = {self._one('b[i]', '1', self._element(), self._element())};"
        inner = self._statement(depth - 1)
        if kind == 3:
            return f"if ({self._condition()}) {{ {inner} }}"
        if kind == 4:
            return f"if ({self._condition()}) {{ {inner} }} else {{ {self._statement(depth - 1)} }}"
        if kind == 5:
            self._inner += 1
            k = f"k{self._inner}"
            return f"for (int {k} = 0; {k} < {self._one('m', 's[i]', '2', 'n', 'i')}; {k}++) {{ {inner} }}"
        if kind == 6:
            self._inner += 1
            k = f"k{self._inner}"
            start = self._one("m", "s[i]", "1", "i % 2")
            return f"{{ int {k} = {start}; while ({k}-- > 0) {{ {inner} }} }}"
        if kind == 7:
            return f"switch (s[i]) {{ case 0: {inner} break; case 1: {self._statement(depth - 1)} }}"
        if kind == 8:
            into, out = self._random.sample(EVERY, 2)
            copied = f"memcpy({into} + {self._one('i', '2 * i', '0')}, {out} + i, {self._one('1', '2', 'm > 0')} * sizeof(double));"
            if "m > 0" in copied:
                copied = copied.replace("m > 0", "1")
                return f"if ({self._condition()}) {copied}"
            return copied
        self._inner += 1
        k = f"k{self._inner}"
        jump = f"if ({self._condition().replace('i', k)}) {self._one('break', 'continue')};"
        jump = jump.replace(f"{k}f (", "if (")
        stored = f"{self._one(*EVERY)}[{k}] = b[{k}];"
        content = self._one(f"{jump} {stored}", f"{stored} {jump}")
        return f"for (int {k} = 0; {k} < {self._one('n', '12', 'm')}; {k}++) {{ {content} }}"


def emulated(facts, loop: str) -> str:
    """The loop with each array as its clause leaves it, on the device and on the host."""
    before, after = [], []
    for number, fact in enumerate(facts):
        if fact.clause == "copy" or fact.variable not in EVERY:
            continue
        low, length = (fact.lower, fact.length) if fact.length else ("0", "3 * N")
        save = f"double saved{number}[9 * N]; int low{number} = {low}, length{number} = {length};"
        inside = f"for (int q = 0; q < length{number}; q++) if (low{number} + q >= 0 && low{number} + q < 3 * N)"
        element = f"{fact.variable}[low{number} + q]"
        before.append(f"{save} {inside} saved{number}[q] = {element};")
        if fact.clause in ("copyout", "create"):
            before.append(f"{inside} {element} = -77777;")
        if fact.clause in ("copyin", "create"):
            after.append(f"{inside} {element} = saved{number}[q];")
    return "{ " + " ".join(before) + f" {loop} " + " ".join(after) + " }"


def program(seed: int) -> str | None:
    """A program that says `same` if the clauses change nothing, ``None`` where there are none."""
    loop = f"for (int i = 0; i < n; i++) {{ {Maker(seed).body()} }}"
    start = "double w[3 * N]; for (int j = 0; j < 3 * N; j++) w[j] = 300 + j;"
    rest = random.Random(seed).choice(("for (int j = 0; j < 3 * N; j++) c[j] += w[j];", "c[0] += w[3];", ""))
    text = f"{HEAD}void plain{SIGNATURE} {{ {start} {loop} {rest} }}"
    found = {number: facts for number, facts, _ in facts_of(text)}
    facts = found.get(1, ())
    if not any(fact.clause in ("copyout", "create") and fact.variable in EVERY for fact in facts):
        return None
    moved = f"void moved{SIGNATURE} {{ {start} {emulated(facts, loop)} {rest} }}"
    return f"{text}\n{moved}\n{MAIN}"


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_clauses_change_nothing(tmp_path: Path) -> None:
    """Each is built and run for loops of 0 to 12 iterations."""
    tried = 0
    for seed in range(FIRST, FIRST + COUNT):
        text = program(seed)
        if text is None:
            continue
        tried += 1
        (tmp_path / "a.c").write_text(text, "utf-8")
        built = ["gcc", "-w", "-O0", "-o", str(tmp_path / "a"), str(tmp_path / "a.c")]
        subprocess.run(built, check=True, capture_output=True, text=True)
        done = subprocess.run([str(tmp_path / "a")], capture_output=True, text=True)
        assert done.stdout.strip() == "same", f"seed {seed}: {done.stdout}\n{text}"
    assert tried >= COUNT // 20


UNSURE = (
    "if (s[i]) memcpy(w + i, b + i, sizeof(double));",
    "if (m > 0) memcpy(w + i, b + i, sizeof(double));",
    "if (b[i] > 0) w[i] = 0; if (b[n - i] > 0) a[i] = w[i];",
    "for (int k = 0; k < m; k++) w[i] = b[k];",
    "int k = s[i]; while (k-- > 0) w[i] = b[k];",
    "switch (s[i]) { case 1: w[i] = 0; break; case 2: a[i] = w[i]; }",
)


@pytest.mark.parametrize("body", UNSURE)
def test_analyze_does_not_copy_out_what_may_stay(body: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = (
        "#include <string.h>\nvoid f(int n, int m, double *restrict a, const double *restrict b, const int *restrict s) {"
        f"double w[64]; for (int j = 0; j < 64; j++) w[j] = b[j]; for (int i = 0; i < n; i++) {{ {body} }} a[0] = w[3]; }}"
    )
    (tmp_path / "a.c").write_text(code, "utf-8")
    assert main(["analyze", "--json", str(tmp_path / "a.c")]) == 0
    loops = json.loads(capsys.readouterr().out)["loops"]
    outer = [loop for loop in loops if loop["depth"] == 0][1]
    assert [fact["clause"] for fact in outer["data"] if fact["variable"] == "w"] == ["copy"]
