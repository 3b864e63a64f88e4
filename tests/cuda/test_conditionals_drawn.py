"""Drawn files of conditionals: what is decided leaves the text that nvcc's preprocessor leaves, told by gcc's with nvcc's macros."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest
from loopwright.cuda.read.conditionals import decided
from loopwright.cuda.spec import predefined
from loopwright.translate.macros import headers_beside, macros_of

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
NAMES = ("A", "B", "C", "__CUDACC__", "CUDART_VERSION", "_OPENMP")
OWN = NAMES[:3]


class Drawn:
    """One file: pieces of functions under conditionals, definitions between them."""

    def __init__(self, seed: int) -> None:
        self.chance, self.count = random.Random(seed), 0

    def text(self) -> str:
        parts = [self.function() if self.chance.random() < 0.6 else self.directives(2) for _ in range(6)]
        return "".join(parts)

    def condition(self) -> str:
        name, own = self.chance.choice(NAMES), self.chance.choice(OWN)
        return self.chance.choice(
            [f"#ifdef {name}", f"#ifndef {name}", f"#if {own} > 2", f"#if defined({name}) && {own} + 0 < 4",
             f"#if !defined {name} || {own} == 1", f"#if CUDART_VERSION >= {self.chance.choice((9000, 13000))}"]
        )  # fmt: skip

    def directives(self, depth: int) -> str:
        kind = self.chance.random()
        if kind < 0.5 or not depth:
            name = self.chance.choice(OWN)
            return (
                f"#undef {name}\n"
                if self.chance.random() < 0.3
                else f"#undef {name}\n#define {name} {self.chance.randrange(5)}\n"
            )
        if kind < 0.6:
            return self.chance.choice(('#include "one.h"\n', '#include "two.h"\n'))
        return self.around(lambda: self.directives(depth - 1))

    def around(self, inner) -> str:  # type: ignore[no-untyped-def]
        other = (
            f"#elif {self.chance.choice(OWN)} == {self.chance.randrange(4)}\n{inner()}"
            if self.chance.random() < 0.4
            else ""
        )
        last = f"#else\n{inner()}" if self.chance.random() < 0.7 else ""
        return f"{self.condition()}\n{inner()}{other}{last}#endif\n"

    def number(self) -> int:
        self.count += 1
        return self.count

    def function(self) -> str:
        """A function whose head of a statement stands under a conditional."""
        heads = [f"  if (x > {self.number()}) {{\n" for _ in range(2)]
        piece = f"{self.condition()}\n{heads[0]}#else\n{heads[1]}#endif\n"
        whole = self.around(lambda: f"  x += {self.number()};\n")
        side = self.chance.choice(("__global__ void", "void", "static __device__ void"))
        return f"{side} f{self.number()}(int x) {{\n{whole}{piece}  x++; }}\n{self.directives(1)}}}\n"


HEADERS = {
    "one.h": "#ifndef ONE\n#define ONE\n#ifdef A\n#undef B\n#else\n#define A 3\n#endif\n#endif\n",
    "two.h": '#pragma once\n#include "one.h"\n#undef C\n#define C (A + 1)\n',
}


@pytest.mark.parametrize("first", range(0, 120, 40))
def test_the_text_is_what_the_preprocessor_leaves(first: int, tmp_path: Path) -> None:
    for name, text in HEADERS.items():
        (tmp_path / name).write_text(text)
    for seed in range(first, first + 40):
        text = Drawn(seed).text()
        given = [
            f"-D{name}={random.Random(seed).randrange(4)}"
            for name in OWN
            if random.Random(f"{seed}{name}").random() < 0.5
        ]
        after = decided(text, macros_of(given), headers_beside(tmp_path, ())).text
        nvcc = [f"-D{name}={value}" for name, value in predefined().always.items()]
        assert preprocessed(after, tmp_path, *given) == preprocessed(text, tmp_path, *given, *nvcc), (
            f"seed {seed}\n{text}"
        )


def preprocessed(text: str, folder: Path, *macros: str) -> str:
    """What gcc leaves, without blanks."""
    (folder / "k.c").write_text(text)
    command = ["gcc", "-E", "-P", "-w", "-x", "c++", *macros, str(folder / "k.c")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return " ".join(done.stdout.split())


GOES_ON = {
    "else in braces": "if (x > 1) {{ x = 2; }}\n{begin}\nelse {{ x = 3; }}\n{end}",
    "else without braces": "if (x > 1)\n x = 2;\n{begin}\nelse\n x = 3;\n{end}",
    "else if": "if (x > 1) x = 2;\n{begin}\nelse if (x > 0) x = 3;\n{end}",
    "else of both parts": "if (x > 1) x = 2;\n{begin}\nelse x = 3;\n#else\nelse x = 4;\n{end}",
    "else behind them": "{begin}\nif (x > 1) x = 2;\n#else\nif (x > 4) x = 5;\n{end}\n\nelse x = 3;",
    "else behind another conditional": "{begin}\nif (x > 1) x = 2;\n#else\nif (x > 4) x = 5;\n{end}\n#ifdef __CUDACC__\nelse x = 3;\n#endif",
}


@pytest.mark.parametrize("begin", ["#if W == 1", "#ifdef W", "#ifndef W"])
@pytest.mark.parametrize("form", GOES_ON.values(), ids=GOES_ON)
def test_what_goes_on_with_a_statement_is_decided(form: str, begin: str, tmp_path: Path) -> None:
    body = form.format(begin=begin, end="#endif")
    text = f"#define W 0\n__global__ void k(int *a) {{\nint x = *a;\n{body}\n*a = x;\n}}\n"
    after = decided(text).text
    nvcc = [f"-D{name}={value}" for name, value in predefined().always.items()]
    assert preprocessed(after, tmp_path) == preprocessed(text, tmp_path, *nvcc)
    assert "#if" not in after
    assert after.count("\n") == text.count("\n")
