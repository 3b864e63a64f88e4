"""Whole CUDA programs of drawn kernels, each with host code that prints a number for everything that a kernel leaves; the same
program for the oracle's header, in which a thread is a fiber."""

from __future__ import annotations

import random
from dataclasses import dataclass

from drawn_expressions import FLOAT, INT, KINDS, UNSIGNED, Draw, Kind, Value, fitted, literal
from drawn_kernels import Buffer, Drawn, Kernel

HEAD = """#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
"""
HOST = """
template <typename T> static void fill(T *to, int count, unsigned seed, int low, int high) {
  for (int i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    to[i] = (T)(low + (int)((seed >> 8) % (unsigned)(high - low + 1)));
  }
}
static unsigned long long mixed(unsigned long long h, double v) { return h * 1099511628211ULL + (unsigned long long)(long long)(v * 64.0); }
static unsigned long long mixed(unsigned long long h, float v) { return mixed(h, (double)v); }
template <typename T> static unsigned long long mixed(unsigned long long h, T v) { return h * 1099511628211ULL + (unsigned long long)v; }
template <typename T> static void told(const char *name, const T *from, int count) {
  unsigned long long h = 14695981039346656037ULL;
  for (int i = 0; i < count; ++i) h = mixed(h, from[i]);
  printf("%s %016llx\\n", name, h);
}
"""


@dataclass(frozen=True)
class Program:
    """``cuda``: the text for nvcc; ``oracle``: for a C++ compiler with the oracle's header before it."""

    cuda: str
    oracle: str
    names: tuple[str, ...]


def drawn_program(seed: int, count: int) -> Program:
    """``count`` kernels with all that runs them."""
    chance = random.Random(seed)
    helpers = [_helper(chance, i) for i in range(chance.randrange(1, 5))]
    known = [(name, kind, kinds) for name, kind, kinds, _ in helpers]
    kernels = [Kernel(random.Random(f"{seed}/{i}"), f"k{i}", known).draw() for i in range(count)]
    groups = any(k.groups for k in kernels)
    parts = ["__constant__ int table[64];", *(text for *_, text in helpers)]
    for kernel in kernels:
        parts += [*_options(kernel), *kernel.before, _kernel_text(kernel)]
    hosts = [_host(random.Random(f"{seed}/{i}/host"), k) for i, k in enumerate(kernels)]
    calls = "\n".join(f"  run_{k.name}();" for k in kernels)
    main = f"int main() {{\n  int numbers[64];\n  fill(numbers, 64, 7u, -100, 100);\n  cudaMemcpyToSymbol(table, numbers, sizeof numbers);\n{calls}\n}}\n"
    body = "\n".join([*parts, HOST, *hosts, main])
    head = HEAD + ("#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n" if groups else "")
    return Program(head + in_cuda(body), in_oracle(body), tuple(k.name for k in kernels))


def _helper(chance: random.Random, number: int) -> tuple[str, Kind, tuple[Kind, ...], str]:
    """A function of the device, a value of others."""
    kinds = tuple(chance.choice(KINDS[:-1]) for _ in range(chance.randrange(1, 4)))
    names = [f"a{i}" for i in range(len(kinds))]
    result = chance.choice(KINDS[:-1])

    def leaf(level: int) -> Value:
        if chance.random() < 0.3:
            return literal(chance.choice((INT, UNSIGNED, FLOAT)), chance.randrange(20))
        i = chance.randrange(len(kinds))
        return Value(names[i], kinds[i], kinds[i].low, kinds[i].high, 2, kinds[i].places)

    draw = Draw(chance, leaf)
    given = ", ".join(f"{k.name} {n}" for k, n in zip(kinds, names))
    lines = []
    if chance.random() < 0.5:
        lines.append(f"  if ({draw.condition().text}) return {fitted(draw.value(), result).text};")
    if chance.random() < 0.4:
        lines.append(
            f"  for (int i = 0; i < {chance.randrange(1, 4)}; ++i) a0 = {fitted(draw.value(), kinds[0]).text};"
        )
    lines += [f"  return {fitted(draw.value(), result).text};", "}"]
    body = "\n".join(lines)
    heads = ["__device__ ", "__device__ __forceinline__ ", "static __device__ inline "]
    heads += ["__host__ __device__ "] if "__" not in body else []
    head = f"{chance.choice(heads)}{result.name} help{number}({given}) {{"
    return f"help{number}", result, kinds, f"{head}\n{body}"


def _options(kernel: Drawn) -> list[str]:
    fields = "".join(f" {kind.name} {name};" for name, kind, _ in kernel.scalars if name != "n")
    return [f"struct Options_{kernel.name} {{{fields} }};"] if kernel.packed else []


def _kernel_text(kernel: Drawn) -> str:
    given = [
        f"{'const ' if b.role == 'input' else ''}{b.type} *{b.name}" for b in kernel.buffers if b.role != "constant"
    ]
    given += [f"{kind.name} {name}" for name, kind, _ in kernel.scalars if not kernel.packed or name == "n"]
    given += [f"Options_{kernel.name} p"] if kernel.packed else []
    template = "template <int K> " if kernel.template else ""
    return "\n".join([f"{template}__global__ void {kernel.name}({', '.join(given)}) {{", *kernel.lines, "}"])


class _Host:
    """The host code of one kernel."""

    def __init__(self, chance: random.Random, kernel: Drawn) -> None:
        self.chance, self.kernel = chance, kernel
        self.lines: list[str] = []
        self.hosts: dict[str, tuple[str, int]] = {}  # buffer → the host's copy of it and its length
        self.stream = chance.random() < 0.3

    def text(self) -> str:
        """A function that runs the kernel and prints what it leaves."""
        buffers = [b for b in self.kernel.buffers if b.role != "constant"]
        if self.stream:
            self.lines += ["cudaStream_t stream;", "cudaStreamCreate(&stream);"]
        managed = {b.name for b in buffers if self.chance.random() < 0.15}
        for i, b in enumerate(buffers):
            self._made(b, i, b.name in managed)
        if self.kernel.packed:
            fields = ", ".join(f"({kind.name}){number}" for name, kind, number in self.kernel.scalars if name != "n")
            self.lines.append(f"Options_{self.kernel.name} p = {{{fields}}};")
        turns = self.chance.choice((1, 1, 1, 2, 3))
        if turns > 1:
            self.lines.append(f"for (int turn = 0; turn < {turns}; ++turn)")
        self.lines.append(self._launch())
        self.lines.append("cudaStreamSynchronize(stream);" if self.stream else "cudaDeviceSynchronize();")
        for b in buffers:
            self._told(b, b.name in managed)
        if self.stream:
            self.lines.append("cudaStreamDestroy(stream);")
        return "\n".join([f"static void run_{self.kernel.name}() {{", *(f"  {line}" for line in self.lines), "}"])

    def _count(self, b: Buffer) -> int:
        return b.size * max(len(b.fields), 1)

    def _made(self, b: Buffer, number: int, managed: bool) -> None:
        base, count, name = b.kind.name, self._count(b), b.name
        low, high = (0, 100) if not b.kind.signed else (-100, 100)
        fill = f"{self.chance.randrange(1, 10**6)}u, {low}, {high}"
        size = f"{b.size} * sizeof({b.type})"
        if managed:
            self.lines += [
                f"{b.type} *{name};",
                f"cudaMallocManaged(&{name}, {size});",
                f"fill(({base} *){name}, {count}, {fill});",
            ]
            return
        form = self.chance.random()
        if form < 0.4:
            self.lines.append(f"std::vector<{base}> host{number}({count});")
            host = f"host{number}.data()"
        elif form < 0.7:
            self.lines.append(f"{base} *host{number} = ({base} *)malloc({count} * sizeof({base}));")
            host = f"host{number}"
        else:
            self.lines.append(f"static {base} host{number}[{count}];")
            host = f"host{number}"
        self.lines += [
            f"fill({host}, {count}, {fill});",
            f"{b.type} *{name};",
            f"cudaMalloc({self.chance.choice(('', '(void **)'))}&{name}, {size});",
        ]
        if b.role == "grid" and self.chance.random() < 0.5:
            self.lines.append(f"cudaMemset({name}, 0, {size});")
        elif self.stream and self.chance.random() < 0.5:
            self.lines += [
                f"cudaMemcpyAsync({name}, {host}, {size}, cudaMemcpyHostToDevice, stream);",
                "cudaStreamSynchronize(stream);",
            ]
        else:
            self.lines.append(f"cudaMemcpy({name}, {host}, {size}, cudaMemcpyHostToDevice);")
        if self.chance.random() < 0.4:
            # What the host writes now is not what the kernel sees.
            repeated = self.chance.random() < 0.5
            loop = f"for (int i = 0; i < 3 && i < {count}; ++i) " if repeated else ""
            self.lines.append(f"{loop}host{number}[{'i' if repeated else '0'}] = ({base})1;")
        self.hosts[name] = host, count

    def _launch(self) -> str:
        kernel = self.kernel
        grid, block = (self._sides(s) for s in (kernel.grid, kernel.block))
        given = [b.name for b in kernel.buffers if b.role != "constant"]
        given += [f"({kind.name}){number}" for name, kind, number in kernel.scalars if not kernel.packed or name == "n"]
        given += ["p"] if kernel.packed else []
        name = f"{kernel.name}<{kernel.template}>" if kernel.template else kernel.name
        return f"@launch {name}|{grid}|{block}|{kernel.dynamic}|{'stream' if self.stream else ''}|{', '.join(given)}@"

    def _sides(self, sides: tuple[int, ...]) -> str:
        return (
            str(sides[0]) if len(sides) == 1 and self.chance.random() < 0.7 else f"dim3({', '.join(map(str, sides))})"
        )

    def _told(self, b: Buffer, managed: bool) -> None:
        base, name = b.kind.name, b.name
        if managed:
            self.lines += [
                f'told("{self.kernel.name}.{name}", ({base} *){name}, {self._count(b)});',
                f"cudaFree({name});",
            ]
            return
        host, count = self.hosts[name]
        if self.chance.random() < 0.3:
            self.lines.append(f'told("{self.kernel.name}.{name} on the host", {host}, {count});')
        self.lines += [
            f"cudaMemcpy({host}, {name}, {b.size} * sizeof({b.type}), cudaMemcpyDeviceToHost);",
            f'told("{self.kernel.name}.{name}", {host}, {count});',
            f"cudaFree({name});",
        ]


def _host(chance: random.Random, kernel: Drawn) -> str:
    return _Host(chance, kernel).text()


def _lines(text: str, launch: str, dynamic: str) -> str:
    """The text with its launches and its pieces of dynamic memory in one of the two spellings."""
    found = []
    for line in text.split("\n"):
        bare = line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        if bare.startswith("@launch "):
            name, grid, block, size, stream, given = bare[8:-1].split("|")
            sizes = f", {size}, {stream}" if stream else f", {size}" if size != "0" else ""
            line = indent + launch.format(name=name, grid=grid, block=block, size=size, sizes=sizes, given=given)
        elif bare.startswith("@dynamic "):
            line = indent + dynamic.format(name=bare[9:-1])
        found.append(line)
    return "\n".join(found)


def in_cuda(text: str) -> str:
    return _lines(
        text, "{name}<<<{grid}, {block}{sizes}>>>({given});", "extern __shared__ __align__(16) unsigned char {name}[];"
    )


def in_oracle(text: str) -> str:
    return _lines(
        text,
        "lw::launch(dim3({grid}), dim3({block}), {size}, [=]() {{ {name}({given}); }});",
        "unsigned char *{name} = lw::dynamic_memory;",
    )
