"""Random programs of C and C++ with one loop whose iterations are run in other orders: what is `proved` must not notice.

Classes with operators, constructors and destructors, views, references, pointers that escape, calls, casts, structs, unions, bit
fields, macros and scalars that live on. A program is made from its number. Those that the analysis calls `proved` are compiled
together, run by one process that forks for each order, and compared by a sum over all that they can see.

python tests/dependence/shuffled.py FIRST COUNT [--batch 400]
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from loopwright.dependence.decide.judge import judge
from loopwright.dependence.model.verdict import LoopVerdict
from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from replay import runnable

ORDERS = 8  # in order, backwards, turned, odd ones first, four shuffles

GLOBALS = """#include <array>
#include <utility>
#include <vector>
int a[300], b[300], c[300], m[16][16];
int total, last;
struct Pair { int k, j; };
struct Box { int *p; int w[8]; int n; };
struct Bits { unsigned k : 3, j : 5; };
union Both { int i; short s[2]; };
Pair pairs[300];
Box box;
Bits bits[300];
"""
# What a program may use, by the word that shows that it does.
HELPERS = {
    "View": "struct View { int *p; int &operator()(int k) const { return p[k]; } int &operator[](int k) const { return p[k]; } };",
    "Counted": "struct Counted { int v; Counted(int k) : v(k) { {0} } };",
    "Ended": "struct Ended { int v; ~Ended() { {0} } };",
    "Held": "struct Held { int &v; Held(int &k) : v(k) {} ~Held() { total += v; } void add(int k) { v += k; } };",
    "Number": "struct Number { int v; Number operator+(const Number &o) const { {0} return {v + o.v}; }"
    " Number &operator+=(int k) { v += k; {1} return *this; } operator int() const { return v; } };",
    "Maker": "struct Maker { int s = 1; int next() { s = s * 5 + 1; return s & 15; } int look() const { return s; } };",
    "Stat": "struct Stat { static inline int n = 1; int v; Stat &operator=(int k) { v = k + n; {0} return *this; } };",
    "Tick": "struct Tick { static inline int n = 0; int v; Tick &operator=(int k) { v = k; n++; return *this; }"
    " Tick &operator+=(int k) { v += k; return *this; } };",
    "Trio": "struct Trio { int e[3]; int &operator[](int k) { return e[k]; } };",
    "Base": "struct Base { int k = 0; virtual int up(int j) { return j; } };",
    "Derived": "struct Derived : Base { int k = 0; int up(int j) override { {0} return j + k; } int both(int j) { Base::k += j; return k; } };",
    "same": "static int *same(int *p) { return p; }",
    "keep": "static int *kept; static void keep(int *p) { kept = p; }",
    "plus": "static int plus(int k, int j) { {0} return k + j; }",
    "narrow": "static int narrow(unsigned char k) { return k; }",
    "low": "static unsigned char low(int k) { return k; }",
    "put": "static void put(int *p, int k, int v) { p[k] = v; {0} }",
    "bump": "static int bump(int &k) { return ++k; }",
    "pick": "static int &pick(int k) { return a[k / {half}]; }",
    "state": "static int state() { static int s; return ++s & 7; }",
    "twice": "template <class T> static T twice(T k) { return k + k; }",
    "slot": "template <class T> static T &slot(T *p, int k) { return p[k]; }",
    "NEXT": "#define NEXT(v, k) v[(k) + {near}]",
    "SUM": "#define SUM(s, x) ((s) += (x))",
    "COPY": "#define COPY(p, q, k) do { int o_ = q[k]; p[k] = o_; } while (0)",
    "OFF": "static const int OFF[8] = {table};",
    "ops": "static int once(int k) { {0} return k + 1; } static int often(int k) { {1} return k * 2; }"
    " static int (*const ops[2])(int) = {once, often};",
    "moved": "static void moved(int *to, const int *from, int k) { to[k] = from[k] + 1; }",
    "EACH": "#define EACH(j, w) for (int j = 0; j < (w); j++)",
}
QUIET = ("", "", "", "total++;", "last = {i};", "total += {i};")

RUNNER = (Path(__file__).parent / "shuffled.h").read_text("utf-8")


class Program(NamedTuple):
    """One program: its number, and its text with `@for` at the loop in question."""

    number: int
    raw: str

    @property
    def text(self) -> str:
        """The file as a person would have it."""
        return GLOBALS + self.raw.replace("@for", "for")

    def verdict(self) -> LoopVerdict:
        """What the analysis says of the loop."""
        outline = Outline(parse(self.text, name="program.cpp"))
        loop = outline.loop_starting_at(len((GLOBALS + self.raw[: self.raw.index("@for")]).encode()))
        assert loop is not None, self.raw
        return judge(outline, loop)


def drawn(number: int) -> Program:
    """The program of a number."""
    return Program(number, _Maker(random.Random(number)).program())


class _Maker:
    def __init__(self, rng: random.Random) -> None:
        self.random = rng
        self.depth = 0
        # Few things a program, so that much can be known; tame ones write what others do not read.
        self.arrays = rng.sample(
            ["a", "b", "w", "v", "p", "q", "box.p", "box.w", "view", "heap", "ref", "kept", "vec", "it", "rit", "arr"],
            rng.randint(1, 3),
        )
        self.scalars = rng.sample(
            ["s", "t", "total", "last", "z.k", "z.j", "r", "o.v", "*ps", "u.i", "trio[1]"], rng.randint(1, 3)
        )
        self.tame = rng.random() < 0.6
        self.near = rng.choice((0, 0, 1))

    def one(self, *options: str) -> str:
        return self.random.choice(options)

    def index(self) -> str:
        if self.tame and self.random.random() < 0.8:
            return "i"
        return self.one(
            "i", "i", "i - 1", "i + 1", "2 * i", "i / 2", "i % 4", "(unsigned char)(i * 64)", "narrow(i * 32)", "low(i * 64)", "i & 7",
            "(i > 3)", "i + k", "k", "7", "bits[i].k", "i ^ 1", "(i * 3) % 16", "c[i]", "plus(i, 1)", "(short)i", "OFF[i & 7]", "OFF[i % 8] + i / 8 * 8",
            "2 * i + OFF[3]",
        )  # fmt: skip

    def small(self) -> str:
        return self.one("i & 7", "i % 8", "3", "0", "(i + 1) & 7")

    def element(self) -> str:
        name = self.random.choice(self.arrays)
        at = self.small() if name in ("box.w", "w", "arr") else self.index()
        if name == r"\bview\b":
            return self.one(f"view({at})", f"view[{at}]")
        if name in ("a", "b", "p"):
            return self.one(
                f"{name}[{at}]",
                f"{name}[{at}]",
                f"*({name} + ({at}))",
                f"NEXT({name}, {at})",
                f"slot(&{name}[0], {at})",
            )
        return f"{name}[{at}]"

    def place(self) -> str:
        if self.random.random() < 0.45:
            return self.element()
        if self.random.random() < 0.5:
            return self.random.choice(self.scalars)
        return self.one(
            f"pairs[{self.index()}].{self.one('k', 'j')}",
            f"m[{self.small()}][{self.small()}]",
            "m[i][2]",
            f"bits[{self.index()}].{self.one('k', 'j')}",
            "pick(i)",
            f"pairs[{self.index()}].*to",
            f"pairs[{self.index()}].*from",
        )

    def value(self) -> str:
        if self.tame and self.random.random() < 0.7:
            return self.one(
                "i", "c[i]", "3", "c[i] + i", "pairs[i].j", "m[i][1]", "twice(i)", "k", "u8(c[i])", "c[i + 1]"
            )
        left = self.one(
            "i",
            "c[i]",
            "5",
            self.element(),
            self.place(),
            self.random.choice(self.scalars),
            "state()",
            "maker.next()",
            "maker.look()",
            "number + number",
            "derived.both(i)",
            "derived.up(i)",
            "base->up(i)",
            "ops[i & 1](i)",
            "(*op)(i)",
            "pairs[i].*from",
            "pairs[i + 1].*to",
            "plus(i, 2)",
            "twice(i)",
        )
        return (
            f"{left} {self.one('+', '-', '*', '^')} {self.one('i', '1', 'c[i]', self.element())}"
            if self.random.random() < 0.5
            else left
        )

    def statement(self) -> str:
        kind = self.random.random()
        if kind < 0.42:
            return f"{self.place()} {self.one('=', '=', '=', '+=', '-=', '^=', '|=')} {self.value()};"
        if kind < 0.72 or self.depth > 1:
            v, s = self.value(), self.random.choice(self.scalars)
            return self.one(
                f"SUM({s}, {v});", f"{s} = {v};", f"{s} += {v};",
                f"if (c[i] > {self.one('9', '20', '31')}) {s} = {self.one('0', '1', '3')};", f"if ({v} > {s}) {s} = {v};", f"put(&{self.element()}, 0, {v});",
                f"bump({self.place_int()});", f"{{ Counted y({v}); {self.element()} = y.v; }}", f"{{ Ended y{{{v}}}; }}", f"number += {v};",
                f"held.add({v});", f"COPY(a, b, {self.index()});", f"int x{self.random.randrange(900)} = {v};",
                "keep(&a[i]);", f"moved(a + {self.small()}, {self.one('a', 'b', 'p')}, i);", f"moved(p, q + {self.near}, i);", f"bits[{self.index()}].k = {v};",
                f"stat = {v};", f"tick = {v};", f"tick += {v};", f"ticks[i] = {v};", f"{self.element()} = stat.v;", f"arr = {{{v}, i, 2}};",
                f"pr = std::make_pair(+({v}), i);", f"pr = {{{v}, i}};", f"{self.element()} = pr.first;", f"pr.second = {v};",
                f"std::swap({s}, {self.element()});",
                f"{{ auto h = [=](int j) {{ return {s} + j; }}; {self.element()} = h({v}); }}", f"{{ auto [x, y] = pr; {self.element()} = x; }}",
                f"for (int &x : arr) x += {v};", f"vec.push_back({v});" if self.random.random() < 0.2 else f"{s} = {v};",
                f"z = Pair{{{v}, i}};", f"z = pairs[{self.index()}];", f"pairs[{self.index()}] = z;", f"trio = Trio{{{{{v}, i, 1}}}};",
                f"{{ Pair y = z; {self.element()} = y.j; }}", f"trio[{self.one('0', '1', '2', 'i % 3')}] = {v};", f"{self.element()} = trio[1];",
                f"u.s[0] = (short)({v});", f"{{ auto g = [&](int j) {{ return {s} += j; }}; {self.element()} = g({v}); }}", f"{self.element()}++;",
            )  # fmt: skip
        self.depth += 1
        inside = " ".join(self.statement() for _ in range(self.random.randint(1, 2)))
        self.depth -= 1
        j = f"j{self.depth}"
        return self.one(
            f"if ({self.value()} > {self.one('0', '3', 'k')}) {{ {inside} }}",
            f"if ({self.value()} > 2) {{ {inside} }} else {{ {self.place()} = {self.value()}; }}",
            f"for (int {j} = 0; {j} < 3; {j}++) {{ {inside} }}",
            f"EACH({j}, 2) {{ {inside} }}",
            f"for (int {j} = 0; {j} < 8; {j}++) {{ w[{j}] = {self.value()}; }} {self.place()} = w[{self.small()}];",
            f"if (c[i] > 9) continue; {inside}",
            f"switch (c[i] & 1) {{ case 0: {{ {inside} }} break; default: {self.place()} = {self.value()}; }}",
            f"\n#if X\n{inside}\n#else\n{self.place()} = {self.value()};\n#endif\n"
            if self.random.random() < 0.3
            else f"{{ {inside} }}",
        )

    def place_int(self) -> str:
        return self.one(self.element(), self.random.choice([s for s in self.scalars if s != "u.i"] or ["s"]))

    def helper(self, word: str) -> str:
        text = HELPERS[word]
        for hole in ("{0}", "{1}"):
            argument = "v" if word in ("Counted", "Ended", "Number") else "j" if word in ("plus", "Derived") else "k"
            text = text.replace(hole, self.random.choice(QUIET).replace("{i}", argument))
        table = (
            self.random.sample(range(8), 8)
            if self.random.random() < 0.6
            else [self.random.randrange(8) for _ in range(8)]
        )
        text = text.replace("{table}", "{" + ", ".join(map(str, table)) + "}")
        return text.replace("{half}", self.one("1", "1", "2")).replace("{near}", str(self.near))

    def program(self) -> str:
        body = "\n".join(self.statement() for _ in range(self.random.randint(1, 4)))
        body = "\n".join(line if line.startswith("#") else "    " + line for line in body.splitlines())
        where = self.one("b", "b", "a", "a + 1", "same(a)", "same(b)", "box.p", "c")
        other = self.one("c", "b", "a", "p", "same(p)", "a + 8")
        declared = {
            r"\bs\b": f"int s = {self.one('0', 'n', '2')};",
            r"\bt\b": "int t = 1;",
            r"(?<!\.)\bk\b": f"int k = {self.one('1', '2', 'n')};",
            r"(?<!\.)\bw\b": "int w[8] = {0};",
            r"(?<!\.)\bv\b": f"int *v = {where};",
            r"(?<!\.)\bp\b": f"int *p = {where};",
            r"\bq\b": f"int *q = {other};",
            r"\bheap\b": "int *heap = new int[300]();",
            r"\bview\b": f"View view{{{where}}};",
            r"\bref\b": "int (&ref)[300] = {0};".replace("{0}", self.one("a", "b")),
            r"\bz\b": "Pair z{0, 0};",
            r"\b(vec|it|rit)\b": "std::vector<int> vec(300);",
            r"\bit\b": "auto it = vec.begin();",
            r"\brit\b": f"auto rit = {self.one('vec.rbegin()', 'vec.end() - 300', 'vec.data() + 1')};",
            r"\barr\b": "std::array<int, 8> arr{};",
            r"\bpr\b": "std::pair<int, int> pr{1, 2};",
            r"\bstat\b": "Stat stat;",
            r"\btick\b": "Tick tick{0};",
            r"\bticks\b": "static Tick ticks[300];",
            r"\btrio\b": "Trio trio{{1, 2, 3}};",
            r"\br\b": f"int &r = {self.one('total', 's', 'a[3]', 'last')};",
            r"\bo\b": "Number o{0};",
            r"\bps\b": f"int *ps = &{self.one('total', 's', 'a[2]', 'last')};",
            r"\bu\b": "Both u; u.i = 0;",
            r"\bmaker\b": "Maker maker;",
            r"\bnumber\b": "Number number{1};",
            r"\bderived\b": "Derived derived;",
            r"\bbase\b": "Derived below; Base *base = &below;",
            r"\bheld\b": f"Held held({self.one('total', 's', 'last')});",
            r"\*to\b": f"int Pair::*to = &Pair::{self.one('k', 'j')};",
            r"\*from\b": f"int Pair::*from = &Pair::{self.one('k', 'j')};",
            r"\*op\b": f"int (*op)(int) = {self.one('ops[0]', 'ops[1]', '&once')};",
            r"\bkept\b": f"keep({self.one('a', 'b', 'c')});",
        }
        after = self.one(
            "return 0;", "return 0;", "total = s; return 0;", "return t;", "last = t + s; return 0;", "for (int i = 0; i < 8; i++) b[i] = w[i]; return 0;",
            "return z.k;", "return z.j;",
            "return trio[1];", "return vec[3] + vec[9] + vec[2];", "return arr[1] + arr[3];", "return pr.first;", "return Tick::n;",
            "for (int i = 0; i < 100; i++) c[i] += vec[i]; return 0;", "total += heap[3]; return 0;", "return u.i;", "return o.v;",
            "return *ps;", "c[200] = r + 0; return maker.look();",
        )  # fmt: skip
        text = body + after
        lines: list[str] = []
        for word in reversed(declared):
            if re.search(word, text + "\n".join(lines)):
                lines.insert(0, "  " + declared[word])
        # What others are made of comes first.
        lines.sort(key=lambda line: not line.startswith(("  int s ", "  int k ", "  int t ")))
        pointers = [line for line in lines if line.startswith(("  int *p ", "  keep"))]
        lines = [line for line in lines if line not in pointers]
        first = 3 - sum(not any(line.startswith(f"  int {name} ") for line in lines) for name in "skt")
        lines[first:first] = pointers
        whole = "\n".join(lines) + text
        used = [word for word in HELPERS if word in whole]
        for word, needs in (("Derived", "Base"), ("NEXT", ""), ("Held", "")):
            if word in used and needs and needs not in used:
                used.insert(0, needs)
        used = [word for word in HELPERS if word in used]
        cast = "static int u8(int k) { return (unsigned char)k; }\n" if "u8(" in whole else ""
        helpers = "\n".join(self.helper(word) for word in used)
        bound = self.one("n", "n", "n - 1", "8")
        return (
            f"{cast}{helpers}\nint f(int n) {{\n"
            + "\n".join(lines)
            + f"\n  @for (int i = 1; i < {bound}; i++) {{\n{body}\n  }}\n  {after}\n}}\n"
        )


def disagreeing(programs: Sequence[Program]) -> list[int]:
    """Numbers of the programs whose result depends on the order. Those that do not compile raise."""
    if not programs:
        return []
    parts = []
    for place, program in enumerate(programs):
        words = [line.split("(")[0].split()[1] for line in program.raw.splitlines() if line.startswith("#define")]
        parts.append(
            f"namespace lw_{place} {{\n{runnable(program.raw)}\n}}\n" + "".join(f"#undef {word}\n" for word in words)
        )
    table = ", ".join(f"lw_{place}::f" for place in range(len(programs)))
    main = f"""int main() {{
  lw_f all[] = {{{table}}}; int count = {len(programs)};
  unsigned *out = (unsigned *)mmap(0, sizeof(unsigned) * {ORDERS} * count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < count; i++) for (int k = 0; k < {ORDERS}; k++) {{
    lw_one(all[i], k, out + {ORDERS} * i + k);
    if (out[{ORDERS} * i + k] != out[{ORDERS} * i]) {{ printf("%d\\n", i); break; }}
  }}
  return 0; }}
"""
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder) / "all.cpp", Path(folder) / "all"
        source.write_text(GLOBALS + RUNNER + "".join(parts) + main, "utf-8")
        command = [
            "g++",
            "-std=gnu++17",
            "-O0",
            "-w",
            "-fwrapv",
            "-fno-strict-aliasing",
            "-fno-exceptions",
            "-fpermissive",
        ]
        built = subprocess.run([*command, str(source), "-o", str(binary)], capture_output=True, text=True, check=False)
        if built.returncode:
            if len(programs) == 1:
                raise ValueError(f"program {programs[0].number}: {built.stderr[:800]}\n{programs[0].text}")
            half = len(programs) // 2
            return disagreeing(programs[:half]) + disagreeing(programs[half:])
        run = subprocess.run([str(binary)], capture_output=True, text=True, timeout=900, check=True)
    return [programs[int(line)].number for line in run.stdout.split()]


def objections(numbers: range, batch: int = 400) -> Iterator[tuple[Counter[str], list[tuple[Program, LoopVerdict]]]]:
    """For each batch how often each verdict was given, and the programs that are `proved` and should not be."""
    for start in range(numbers.start, numbers.stop, batch):
        programs = [drawn(number) for number in range(start, min(start + batch, numbers.stop))]
        verdicts = {program.number: program.verdict() for program in programs}
        proved = [program for program in programs if verdicts[program.number].verdict == "proved"]
        wrong = set(disagreeing(proved))
        yield (
            Counter(v.verdict for v in verdicts.values()),
            [(p, verdicts[p.number]) for p in proved if p.number in wrong],
        )


def _children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("first", type=int)
    options.add_argument("count", type=int)
    options.add_argument("--batch", type=int, default=400)
    chosen = options.parse_args()
    counts: Counter[str] = Counter()
    wrong = 0
    for found, objected in objections(range(chosen.first, chosen.first + chosen.count), chosen.batch):
        counts += found
        wrong += len(objected)
        for program, verdict in objected:
            print(f"\nprogram {program.number}: {verdict.reason}\n{program.raw}")
        print(
            f"{sum(counts.values())} programs, {dict(counts)}, {wrong} wrong, {time.process_time() + _children():.0f} s of CPU",
            flush=True,
        )


if __name__ == "__main__":
    main()
