"""Loops judged by running them: their iterations in order, backwards and shuffled, and everything that can be seen afterwards.

`adversary/*.c` and `*.cpp` hold small programs, cut by lines `//: name`. `@for` marks the loop in question, `{{x|y}}` makes one
program for each alternative. A program defines `int f(int n)`; the arrays of `PRELUDE` are filled before each call and shown
after it, and what a program prints is part of the result. A loop is ``serial`` if some order of its iterations shows another
result than the text does, else ``parallel``. Which iterations there are is told before the loop runs; the files of `AS_WRITTEN` hold
loops that change that, so their programs are run as they stand, too.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "adversary"
LABELS = FOLDER / "labels.json"
AS_WRITTEN = ("paths.c", "forms.c", "ways.cpp")
ORDERS = 9  # in order, backwards, turned, odd ones first, five shuffles

_C = ("assert.h", "math.h", "stdint.h", "stdio.h", "stdlib.h", "string.h")
_CPP = tuple(
    """
    algorithm array atomic bitset cassert cmath complex coroutine cstdint cstdio cstdlib cstring deque functional iostream iterator limits
    list map memory mutex new numeric optional queue random ranges set span sstream stack stdexcept string string_view tuple unordered_map
    utility valarray variant vector
    """.split()  # noqa: SIM905
)
PRELUDE = """int a[400], b[400], c[400], ix[400], px[400], m[20][20];
double x[400], y[400];
unsigned char u8[400];
int total, last;
"""
_RUNNER = """
static int lw_kind;
struct lw_it { long n, k, now; int order[512]; };
static struct lw_it lw_start(long n) {
  struct lw_it it;
  unsigned s = 12345u + 77u * (unsigned)lw_kind;
  it.n = n < 512 ? n : 512; it.k = 0; it.now = 0;
  for (int i = 0; i < it.n; i++) it.order[i] = lw_kind == 1 ? (int)it.n - 1 - i : lw_kind == 2 ? (int)((i + it.n / 2) % it.n) : i;
  if (lw_kind == 3) { int k = 0; for (int i = 1; i < it.n; i += 2) it.order[k++] = i; for (int i = 0; i < it.n; i += 2) it.order[k++] = i; }
  if (lw_kind > 3)
    for (int i = (int)it.n - 1; i > 0; i--) {
      s = s * 1664525u + 1013904223u;
      int j = (int)((s >> 8) % (unsigned)(i + 1)), t = it.order[i];
      it.order[i] = it.order[j]; it.order[j] = t;
    }
  return it;
}
static int lw_next(struct lw_it *it) { if (it->k >= it->n) return 0; it->now = it->order[it->k++]; return 1; }
static unsigned lw_seed;
static int lw_random(int n) { lw_seed = lw_seed * 1664525u + 1013904223u; return (int)((lw_seed >> 8) % (unsigned)n); }
static void lw_fill(unsigned seed) {
  lw_seed = seed;
  for (int i = 0; i < 400; i++) {
    a[i] = lw_random(9) - 2; b[i] = lw_random(9) - 3; c[i] = lw_random(90); ix[i] = lw_random(9); px[i] = i;
    x[i] = lw_random(9); y[i] = lw_random(9) - 4; u8[i] = 0; m[i / 20][i % 20] = lw_random(9);
  }
  for (int i = 29; i > 0; i--) { int j = lw_random(i + 1), t = px[i]; px[i] = px[j]; px[j] = t; }
  total = last = 0;
}
static void lw_show(void) {
  for (int i = 0; i < 400; i++) printf("%d %d %d %.9g %d %d ", a[i], b[i], c[i], x[i], u8[i], m[i / 20][i % 20]);
  printf("%d %d\\n", total, last);
}
static void lw_run(int (*f)(int), int kind) {
  static const int sizes[] = {12, 7, 30};
  lw_kind = kind;
  for (int s = 0; s < 3; s++) { lw_fill(99u + 7u * (unsigned)s); int r = f(sizes[s]); printf("= %d\\n", r); lw_show(); }
}
"""


class Program(NamedTuple):
    """One program: its name, its text before the language's includes, and where its marked loop begins in :attr:`text`."""

    name: str
    language: str
    raw: str

    @property
    def standard(self) -> str:
        """Which of the compilers takes it: a program that is none in C++20 begins with `// C++17`."""
        return "cpp17" if self.raw.startswith(_BEFORE_20) else self.language

    @property
    def prefix(self) -> str:
        """What stands before the program in a file."""
        headers = _C if self.language == "c" else _CPP
        return "".join(f"#include <{header}>\n" for header in headers) + PRELUDE

    @property
    def text(self) -> str:
        """The file as a person would have it."""
        return self.prefix + self.raw.replace("@for", "for")

    @property
    def loop(self) -> int:
        """Offset of the marked loop in :attr:`text`, in bytes."""
        return len((self.prefix + self.raw[: self.raw.index("@for")]).encode())


def programs(folder: Path = FOLDER) -> list[Program]:
    """All programs of the folder."""
    found: list[Program] = []
    for path in sorted(folder.glob("*.c*")):
        for part in re.split(r"^//: ?", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
            name, _, body = part.partition("\n")
            found += _variants(f"{path.name}/{name.strip()}", path.suffix[1:], body)
    return found


def _variants(name: str, language: str, body: str) -> Iterator[Program]:
    holes = [match[1] for match in _HOLE.finditer(body)]
    count = max((len(_options(hole)) for hole in holes), default=1)
    for number in range(count):

        def chosen(match: re.Match[str], number: int = number) -> str:
            options = _options(match[1])
            return options[number % len(options)]

        yield Program(f"{name}/{number}", language, _HOLE.sub(chosen, body))


_HOLE = re.compile(r"\{\{((?:[^{}]|\{[^{}|]*\}|\{[^{}]*\}|\}(?!\}))*\|(?:[^{}]|\{[^{}]*\}|\}(?!\}))*)\}\}", re.DOTALL)


def _options(hole: str) -> list[str]:
    # `\|` is a bar of the language.
    return [option.replace("\0", "|") for option in hole.replace("\\|", "\0").split("|")]


def runnable(raw: str) -> str:
    """The text with the marked loop's iterations in the order that the runner says. The loop variable belongs to each iteration;
    one that is declared before the loop keeps what the last one to run left."""
    start = raw.index("@for")
    opened = raw.index("(", start)
    closed = _closing(raw, opened)
    header, rest = raw[opened + 1 : closed], raw[closed + 1 :]
    assert rest.lstrip().startswith("{"), raw
    body = rest.lstrip()[1:]
    parts = _split(header)
    if len(parts) == 1:
        declared, _, container = header.partition(" : ")
        count = f"({{ long n_ = 0; for (auto &&v_ : {container}) {{ (void)v_; n_++; }} n_; }})"
        head = f"for (struct lw_it lw_ = lw_start({count}); lw_next(&lw_);) {{ {declared} = *std::next(std::begin({container}), lw_.now); "
        return raw[:start] + head + body
    first, condition, step = (part.strip() for part in parts)
    declared, variable, value = re.fullmatch(r"(.*?)(\w+)\s*=\s*(.*)", first, re.DOTALL).groups()  # type: ignore[union-attr]
    name = re.escape(variable)
    if re.fullmatch(rf"{name}\+\+|\+\+{name}", step):
        by = "1"
    elif re.fullmatch(rf"{name}--|--{name}", step):
        by = "-1"
    else:
        amount = re.fullmatch(rf"{name}\s*([+-])=\s*(.*)", step)
        assert amount, step
        by = f"{amount[1]}({amount[2]})"
    count = f"({{ long n_ = 0; for ({first}; {condition}; {step}) if (++n_ > 511) break; {'' if declared else first + '; '}n_; }})"
    after = "" if declared else step
    head = f"for (struct lw_it lw_ = lw_start({count}); lw_next(&lw_); {after}) {{ {declared}{variable} = ({value}) + lw_.now * ({by}); "
    return raw[:start] + head + body


def _closing(text: str, opened: int) -> int:
    depth = 0
    for position in range(opened, len(text)):
        depth += (text[position] == "(") - (text[position] == ")")
        if depth == 0:
            return position
    raise ValueError(text)


def _split(header: str) -> list[str]:
    parts, depth = [""], 0
    for character in header:
        depth += (character in "([{") - (character in ")]}")
        if character == ";" and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def labels(chosen: Sequence[Program], together: int = 40) -> dict[str, str]:
    """``serial`` or ``parallel`` for each program, by its name. Raises if one does not compile or run."""
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for standard in _COMPILERS:
            mine = [program for program in chosen if program.standard == standard]
            size = 1 if standard == "c" else together
            for start in range(0, len(mine), size):
                found.update(_judged(mine[start : start + size], standard, Path(folder)))
    return found


def _judged(batch: list[Program], standard: str, folder: Path) -> Iterator[tuple[str, str]]:
    binary = _compiled(batch, standard, folder / "reordered", [runnable(program.raw) for program in batch])
    written = [program for program in batch if program.name.startswith(AS_WRITTEN)]
    texts = [program.raw.replace("@for", "for") for program in written]
    plain = _compiled(written, standard, folder / "plain", texts) if written else binary
    for number, program in enumerate(batch):
        results = [_result(binary, number, kind) for kind in range(ORDERS)]
        if results[0].startswith("-"):  # a signal
            raise ValueError(f"{program.name} does not run: {results[0][-200:]}\n{program.raw}")
        if _result(binary, number, 0) != results[0]:
            raise ValueError(f"{program.name} shows another result each time")
        if program in written:
            results.append(_result(plain, written.index(program), 0))
        yield program.name, "parallel" if all(result == results[0] for result in results) else "serial"


def _compiled(batch: list[Program], standard: str, folder: Path, texts: list[str]) -> Path:
    language = batch[0].language
    folder.mkdir(exist_ok=True)
    source, binary = folder / f"all.{language}", folder / "all"
    if language == "cpp":
        texts = [f"namespace lw_{number} {{\n{text}\n}}" for number, text in enumerate(texts)]
        calls = "".join(f"case {number}: lw_run(lw_{number}::f, kind); break;\n" for number in range(len(batch)))
    else:
        calls = "default: lw_run(f, kind);"
    main = f"int main(int argc, char **argv) {{ int kind = atoi(argv[2]); switch (atoi(argv[1])) {{ {calls} }} return 0; }}"
    source.write_text(batch[0].prefix + _RUNNER + "\n".join(texts) + "\n" + main, encoding="utf-8")
    command = [
        *_COMPILERS[standard],
        "-O0",
        "-w",
        "-ffp-contract=off",
        "-fno-strict-aliasing",
        str(source),
        "-o",
        str(binary),
        "-lm",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(f"{[program.name for program in batch]}: {done.stderr[:3000]}")
    return binary


_BEFORE_20 = "// C++17"
_COMPILERS = {
    "c": ("gcc", "-std=gnu11"),
    "cpp": ("g++", "-std=gnu++20"),
    "cpp17": ("g++", "-std=gnu++17", "-fcoroutines"),
}


def _result(binary: Path, number: int, kind: int) -> str:
    done = subprocess.run(
        [str(binary), str(number), str(kind)], capture_output=True, text=True, errors="replace", check=False
    )
    return f"{done.returncode}\n{done.stdout}"


def recorded() -> dict[str, str]:
    """The labels that a run of all programs gave."""
    table: dict[str, str] = json.loads(LABELS.read_text("utf-8"))
    return table


if __name__ == "__main__":
    LABELS.write_text(json.dumps(labels(programs()), indent=0, sort_keys=True) + "\n", encoding="utf-8")
