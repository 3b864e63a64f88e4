"""Drawn CUDA programs of loops down columns: in a kernel or in a function that it calls, behind barriers, conditions and returns.

Every thread has columns of its own, so nothing races; every number is whole and small, so that the order of a sum does not matter.
"""

from __future__ import annotations

import random

from drawn_programs import HEAD, HOST, Program, in_cuda, in_oracle

_NAMES = ("s", "i", "at", "d", "x", "k", "left", "col", "v", "w")
_TYPES = ("int", "float", "double", "long", "short", "unsigned char")
_BLOCKS = (32, 48, 64, 100, 128)
_LINE = "blockIdx.x * blockDim.x + threadIdx.x"
_INDICES = (
    _LINE,
    _LINE,
    "threadIdx.x + blockDim.x * blockIdx.x",
    "blockDim.x * (blockIdx.x + gridDim.x * blockIdx.y) + threadIdx.x",
    "(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x",
)


class _Columns:
    """One kernel, the functions that it calls and the host's part."""

    def __init__(self, chance: random.Random, name: str) -> None:
        self.chance, self.name = chance, name
        self.of, self.to, self.index = chance.choice(_TYPES), chance.choice(_TYPES), chance.choice(_INDICES)
        self.block = chance.choice(_BLOCKS)
        self.whole = chance.random() < 0.2  # as many columns as threads: no guard
        self.functions: list[str] = []
        self.lines: list[str] = []
        self.known = ["n", "m"]  # whole numbers that a statement may ask

    def pick(self, *of: str) -> str:
        return self.chance.choice(of)

    def loop(self, counter: str, first: str = "0") -> str:
        """The head of a loop over rows."""
        kind = self.pick("int", "int", "long", "int")
        low = self.pick(first, first, "1", "n / 3")
        return self.pick(
            f"for ({kind} {counter} = {low}; {counter} < n; {counter}++)",
            f"for ({kind} {counter} = {low}; {counter} < n; ++{counter})",
            f"for ({kind} {counter} = {low}; {counter} <= n - 1; {counter} += {self.pick('1', '2', '3')})",
            f"for ({kind} {counter} = n - 1; {counter} >= {low}; --{counter})",
        )

    def element(self, row: str, column: str, array: str = "") -> str:
        array = array or self.pick("b", "b", "b", "c")
        return self.pick(
            f"{array}[{row} * m + {column}]",
            f"{array}[{column} + {row} * m]",
            f"{array}[({row}) * m + ({column})]",
            f"{array}[m * {row} + {column}]",
        )

    def stored(self, value: str) -> str:
        """A value as an element takes it: small, as sums of what was stored would else grow beyond their types."""
        return f"({self.to})((long long)({value}) % 101)"

    def round(self, own: str, row: str, column: str, other: str = "") -> str:
        """What a round of a loop does with a sum; ``other``: a name that it may not take."""
        one, number = self.element(row, column), self.chance.randrange(1, 4)
        free = self.pick(*(n for n in _NAMES if n not in (own, row, column, other)))
        # What a negative floating number is without a sign nobody says (C++17 7.10, 1).
        kind = "int" if self.of == "unsigned char" and self.to in ("float", "double") else self.of
        return self.pick(
            f"{own} += {one};",
            f"{own} += {number} * {one} - {row};",
            f"{own} = {one} + {own} / 4;",
            f"if ({one} > {number}) {own} += {one}; else {own} -= {number};",
            f"if ({row} % 2 == 0) {{ {own} += {one}; }}",
            f"{kind} {free} = {one}; {own} += {free} > 0 ? {free} : -{free} / 2;",
            f"{own} += {one}; c[{row} * m + {column}] = {self.stored(own)};",
            f"c[{row} * m + {column}] += {self.stored(f'{one} + {number}')}; {own} += c[{row} * m + {column}] / 2;",
            f"const {kind} {free} = {one} * {number}; {own} += {free}; c[{column} + m * {row}] = {self.stored(f'{free} / 2')};",
            f"{own} += ends[{column}] + {one};",
        )

    def function(self) -> tuple[str, list[str], str, bool]:
        """A new function: its name, its parameters, the one of them that is the column, and whether it reads only what nobody writes."""
        name = f"of_{self.name}_{len(self.functions)}"
        own, row, at = self.chance.sample(_NAMES, 3)
        result, kind = self.pick("float", "double", "int", "long"), self.pick("float", "double", "int", "long")
        extra = next(n for n in _NAMES if n not in (own, row, at))
        parameters = [f"const {self.of} *b", f"{self.to} *c", f"{self.pick('int', 'int', 'long')} {at}"]
        parameters += ["int n", self.pick("int m", "const int m", "long m"), "const int *ends"]
        parameters += [f"{self.pick('int', 'float', 'short')} {extra}"] if self.chance.random() < 0.4 else []
        self.chance.shuffle(parameters)
        has = any(p.endswith(f" {extra}") for p in parameters)
        start = self.pick("0", "1", "n", *([extra] if has else []))
        body = [f"{kind} {own} = {start};"]
        if has and self.chance.random() < 0.5:
            body.append(f"{extra} {self.pick('+=', '-=', '=')} {self.pick('2', 'n')};")
        loops = 1 if self.chance.random() < 0.8 else 2
        for _ in range(loops):
            inside = self.round(own, row, at, extra)
            inside += f" {{ {self.round(own, row, at, extra)} }}" if self.chance.random() < 0.5 else ""
            more = f" {extra}++;" if has and self.chance.random() < 0.3 else ""
            body.append(f"{self.loop(row)} {{ {inside}{more} }}")
        given = self.pick(own, own, f"{own} + {start}", f"{own} * 2", *([f"{own} + {extra}"] if has else []))
        body.append(f"return {given};")
        head = self.pick("__device__", "__device__ __forceinline__", "static __device__ inline", "__host__ __device__")
        listed = ", ".join(parameters)
        self.functions.append(f"{head} {result} {name}({listed}) {{\n  " + "\n  ".join(body) + "\n}")
        return name, [p.split()[-1].lstrip("*") for p in parameters], at, "c[" not in "".join(body)

    def call(self) -> str:
        """A call of a new function; another thread's column is only asked for where nobody writes."""
        name, parameters, column, reads = self.function()
        numbers = self.pick("3", "n", "col % 5", "2", *self.known)
        columns = self.pick("col", "col", "col", "m - 1 - col" if reads else "col")
        rows = self.pick("n", "n", "n - 1", "n / 2")
        given = {"b": "b", "c": "c", "n": rows, "m": "m", "ends": "ends", column: columns}
        return f"{name}({', '.join(given.get(p, numbers) for p in parameters)})"

    def statement(self, number: int) -> str:
        """One of the kernel's own, which makes a variable that later ones may ask."""
        own = f"{self.pick(*_NAMES[:5])}{number}" if self.chance.random() < 0.5 else f"r{number}"
        kind = self.pick("int", "float", "long", "double")
        turn = self.chance.random()
        if turn < 0.55:
            told = self.pick("", " + 1", " * 2", f" - {self.pick(*self.known)}")
            text = f"{kind} {own} = {self.call()}{told};"
        elif turn < 0.65:
            return f"c[col] = {self.stored(self.call())};"
        elif turn < 0.9:
            row = self.pick("i", "k", "x")
            inside = self.round(own, row, "col")
            inside += f" {{ {self.round(own, row, 'col')} }}" if self.chance.random() < 0.5 else ""
            text = f"{kind} {own} = {self.pick('0', '1', *self.known)}; {self.loop(row)} {{ {inside} }}"
        else:
            text = f"{kind} {own} = {self.pick('b', 'c')}[col] + {self.pick(*self.known)};"
        self.known.append(own)
        return text

    def text(self) -> str:
        """The kernel."""
        body = [f"{self.pick('int', 'const int', 'int', 'long')} col = {self.index};"]
        barrier = self.chance.random() < 0.35
        if barrier:
            tile = [f"__shared__ {self.of} tile[{self.block}];"]
            tile += [f"tile[threadIdx.x] = {'' if self.whole else 'col < m ? '}b[col]{'' if self.whole else ' : 0'};"]
            body += [*tile, "__syncthreads();"]
            self.known.append(f"tile[{self.pick('0', f'{self.block} - 1 - threadIdx.x', 'threadIdx.x')}]")
        count = self.chance.randint(1, 3)
        inside = [self.statement(i) for i in range(count)]
        last = " + ".join(dict.fromkeys(self.known[2:])) or "1"
        place = self.pick("col", "0 * m + col", "(n - 1) * m + col")
        inside.append(f"c[{place}] {self.pick('=', '+=')} {self.stored(last)};")
        condition = self.pick("col < m", "col < m && col % 3 != 1", "col < m && ends[col] > 1", "!(col >= m)")
        if self.whole:
            body += inside
        elif self.chance.random() < 0.4 and not barrier:
            body += [f"if (!({condition})) return;", *inside]
        else:
            body += [f"if ({condition}) {{", *(f"  {line}" for line in inside), "}"]
        taken = f"const {self.of} *b, {self.to} *c, int n, int m, const int *ends"
        kernel = "\n".join([f"__global__ void {self.name}({taken}) {{", *(f"  {line}" for line in body), "}"])
        return "\n".join([*self.functions, kernel])

    def host(self) -> str:
        """What runs it for tables of some sizes."""
        grid = self.chance.randint(1, 4)
        threads = grid * self.block
        columns = threads if self.whole else self.chance.randrange(1, threads + 1)
        rows = self.pick("1", "2", "7", "20", "33")
        shape = f"dim3({grid}, 1)" if grid % 2 or "blockIdx.y" not in self.index else f"dim3(2, {grid // 2})"
        size = f"{int(rows) * columns}"
        return "\n".join(
            (
                f"static void run_{self.name}() {{",
                f"  std::vector<{self.of}> hb({size}); std::vector<{self.to}> hc({size}); std::vector<int> he({columns});",
                f"  fill(hb.data(), {size}, {self.chance.randint(1, 999)}u, 0, 9); fill(hc.data(), {size}, 5u, 0, 9);",
                f"  fill(he.data(), {columns}, 9u, 0, 4);",
                f"  {self.of} *b; {self.to} *c; int *ends;",
                f"  cudaMalloc(&b, {size} * sizeof({self.of})); cudaMalloc(&c, {size} * sizeof({self.to})); cudaMalloc(&ends, {columns} * 4);",
                f"  cudaMemcpy(b, hb.data(), {size} * sizeof({self.of}), cudaMemcpyHostToDevice);",
                f"  cudaMemcpy(c, hc.data(), {size} * sizeof({self.to}), cudaMemcpyHostToDevice);",
                f"  cudaMemcpy(ends, he.data(), {columns} * 4, cudaMemcpyHostToDevice);",
                f"  @launch {self.name}|{shape}|{self.block}|0||b, c, {rows}, {columns}, ends@",
                f"  cudaMemcpy(hc.data(), c, {size} * sizeof({self.to}), cudaMemcpyDeviceToHost);",
                f'  told("{self.name}.c", hc.data(), {size}); cudaFree(b); cudaFree(c); cudaFree(ends);',
                "}",
            )
        )


def drawn_columns(seed: int, count: int) -> Program:
    """``count`` kernels with all that runs them."""
    kernels = [_Columns(random.Random(f"{seed}/{i}"), f"k{i}") for i in range(count)]
    parts = [kernel.text() for kernel in kernels]
    calls = "\n".join(f"  run_{kernel.name}();" for kernel in kernels)
    body = "\n".join([*parts, HOST, *(kernel.host() for kernel in kernels), f"int main() {{\n{calls}\n}}\n"])
    return Program(HEAD + in_cuda(body), in_oracle(body), tuple(kernel.name for kernel in kernels))
