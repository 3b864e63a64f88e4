"""Directives drawn from the whole grammar, legal and not, each in a function of its own."""

from __future__ import annotations

import random
from dataclasses import dataclass

PRELUDE = """#define N 100
typedef struct { int x; double y; double *p; double arr[10]; } S;
extern int n, m; extern double g[100]; extern double table[100][200];
"""
PARAMETERS = (
    "double *a, double *b, double c[100], double d[10][20], int i, int j, int k, int n, double s, float f, S st, "
    "S *sp, int *idx, unsigned u, long q"
)
DATA = ("copy", "copyin", "copyout", "create", "no_create", "present", "deviceptr", "attach")
ALIASES = ("pcopy", "present_or_copyin", "pcopyout", "present_or_create", "dtype")
MODIFIERS = ("readonly", "zero", "always", "alwaysin", "alwaysout", "capture")
LEGAL = {
    "parallel": (
        "async",
        "wait",
        "num_gangs",
        "num_workers",
        "vector_length",
        "device_type",
        "if",
        "self",
        "reduction",
        *DATA,
        "private",
        "firstprivate",
        "default",
    ),
    "serial": ("async", "wait", "device_type", "if", "self", "reduction", *DATA, "private", "firstprivate", "default"),
    "kernels": (
        "async",
        "wait",
        "num_gangs",
        "num_workers",
        "vector_length",
        "device_type",
        "if",
        "self",
        *DATA,
        "default",
    ),
    "loop": (
        "collapse",
        "gang",
        "worker",
        "vector",
        "seq",
        "independent",
        "auto",
        "tile",
        "device_type",
        "private",
        "reduction",
    ),
    "data": ("if", "async", "wait", "device_type", *DATA, "default"),
    "enter data": ("if", "async", "wait", "copyin", "create", "attach"),
    "exit data": ("if", "async", "wait", "copyout", "delete", "detach", "finalize"),
    "host_data": ("use_device", "if", "if_present"),
    "cache": (),
    "atomic": ("read", "write", "update", "capture", "if"),
    "declare": ("copy", "copyin", "copyout", "create", "present", "deviceptr", "device_resident", "link"),
    "init": ("device_type", "device_num", "if"),
    "shutdown": ("device_type", "device_num", "if"),
    "set": ("default_async", "device_num", "device_type", "if"),
    "update": ("self", "host", "device", "async", "wait", "device_type", "if", "if_present"),
    "wait": ("async", "if"),
    "routine": ("gang", "worker", "vector", "seq", "bind", "device_type", "nohost"),
}
LEGAL["parallel loop"] = LEGAL["parallel"] + LEGAL["loop"]
LEGAL["serial loop"] = LEGAL["serial"] + LEGAL["loop"]
LEGAL["kernels loop"] = LEGAL["kernels"] + LEGAL["loop"]
EVERY_CLAUSE = tuple(sorted({clause for clauses in LEGAL.values() for clause in clauses} | set(ALIASES)))
NAMES = ("a", "b", "c", "d", "s", "f", "n", "i", "idx", "st", "sp", "g", "u", "table")
SECTIONS = (
    "a[0:n]",
    "b[0:100]",
    "c[0:100]",
    "c[10:20]",
    "d[0:10][0:20]",
    "d[0:10]",
    "a[i]",
    "idx[0:n]",
    "g[0:n]",
    "c[:]",
    "c[:50]",
    "a[0:n-1]",
    "sp->p[0:n]",
    "st.arr[0:10]",
    "c[0:N]",
)
ODD_SECTIONS = (
    "a[0:]",
    "a[:]",
    "s[0:n]",
    "c[0:101]",
    "c[-1:5]",
    "a[0:n:2]",
    "a[1.5:3]",
    "nope",
    "nope[0:n]",
    "a[0:nope]",
    "3",
    "a+1",
    "a[]",
    "f[3]",
    "&a",
    "*a",
    "main",
    "a[0:-1]",
    "c[100:1]",
    "d[0:10][0:21]",
    "c(0:10)",
)
INTEGERS = (
    "1",
    "4",
    "128",
    "n",
    "n * 2",
    "N",
    "(int)s",
    "u",
    "q + 1",
    "idx[0]",
    "st.x",
    "n > 3 ? 4 : 8",
    "sizeof(int)",
    "'a'",
    "1u",
)
ODD_INTEGERS = ("s", "2.5", "a", "nope", "", "st", "f + 1", "c", "1, 2", "n +", '"x"', "sp", "*")
CONDITIONS = ("n > 10", "1", "a", "flagged", "s > 0.5", "n && i", "!n")
ODD_CONDITIONS = ("st", "nope", "", "n >", "n, 1")
OPERATORS = ("+", "*", "max", "min", "&", "|", "^", "&&", "||")
ODD_OPERATORS = ("-", "/", "sum", "", "plus", "==", "%", "<<", "+ +")
COMPUTE = ("parallel", "serial", "kernels")


@dataclass(frozen=True)
class Case:
    """``text`` holds whole top-level declarations; ``directive`` is the line that was drawn."""

    text: str
    directive: str


class Generator:
    """The same seed gives the same cases."""

    def __init__(self, seed: int, wildness: float = 0.12) -> None:
        self.random = random.Random(seed)
        self.wildness = wildness
        self.count = 0

    def odd(self, factor: float = 1.0) -> bool:
        return self.random.random() < self.wildness * factor

    def pick(self, usual: tuple[str, ...], odd: tuple[str, ...]) -> str:
        return self.random.choice(odd if odd and self.odd(0.7) else usual)

    def case(self) -> Case:
        """The next case."""
        self.count += 1
        name = self.random.choice(tuple(LEGAL))
        number = f"f{self.count}"
        if name == "routine":
            return self._routine(number)
        if name == "declare":
            return self._declare(number)
        directive = self._directive(name)
        follows = self._following(name)
        body = f"#pragma acc {directive}\n{follows}"
        if name == "loop" and not self.odd():
            outer = self.random.choice((*COMPUTE, *COMPUTE, "parallel num_gangs(8)", "kernels vector_length(32)"))
            body = f"#pragma acc {outer}\n{{\n{body}\n}}"
        elif (name == "cache" and not self.odd()) or (name == "atomic" and self.random.random() < 0.7):
            body = f"#pragma acc parallel loop\nfor (int t = 0; t < n; t++) {{\n{body}\n}}"
        return Case(f"void {number}({PARAMETERS}) {{\nint flagged = n, x, y, z;\n{body}\n}}\n", directive)

    def _directive(self, name: str) -> str:
        written = name
        if self.odd(0.2):
            written = self._misspelt(name)
        parts = [written]
        if name == "cache" or (name == "wait" and self.random.random() < 0.5):
            parts[0] += self._own_list(name)
        elif self.odd(0.1):
            parts[0] += "(a)"
        clauses = self._clauses(name)
        separator = self.random.choice((" ", " ", ", "))
        text = parts[0] + (" " + separator.join(clauses) if clauses else "")
        return self._damaged(text) if self.odd(0.35) else text

    def _clauses(self, name: str) -> list[str]:
        legal = LEGAL[name]
        wanted = self.random.choice((0, 1, 1, 1, 2, 2, 2, 3, 3, 4))
        required = {
            "data": DATA,
            "enter data": ("copyin", "create"),
            "exit data": ("copyout", "delete"),
            "host_data": ("use_device",),
            "set": ("device_num", "default_async"),
            "update": ("self", "host", "device"),
        }.get(name)
        chosen = []
        if required and not self.odd():
            chosen.append(self.random.choice(required))
        for _ in range(wanted):
            if legal and not self.odd(0.6):
                clause = self.random.choice(legal)
            elif self.odd(3):
                clause = self.random.choice(EVERY_CLAUSE)
            else:
                continue
            if clause not in chosen or self.odd():
                chosen.append(clause)
        self.random.shuffle(chosen)
        if name == "atomic":
            chosen.sort(key=lambda clause: clause == "if")
        if "device_type" in chosen and not self.odd(2):
            late = (
                "async",
                "wait",
                "num_gangs",
                "num_workers",
                "vector_length",
                "collapse",
                "gang",
                "worker",
                "vector",
                "seq",
                "independent",
                "auto",
                "tile",
            )
            chosen.sort(key=lambda clause: 1 if clause == "device_type" else 2 if clause in late else 0)
        return [self._clause(name, clause) for clause in chosen]

    def _clause(self, directive: str, name: str) -> str:
        written = self._misspelt(name) if self.odd(0.15) else name
        argument = self._argument(directive, name)
        if self.odd(0.15):
            argument = "" if argument else f"({self.random.choice(INTEGERS)})"
        return written + argument

    def _argument(self, directive: str, name: str) -> str:
        choose = self.random.choice
        if name in (
            "seq",
            "independent",
            "auto",
            "finalize",
            "if_present",
            "read",
            "write",
            "update",
            "capture",
            "nohost",
        ):
            return ""
        if (name == "self" and directive == "update") or name in ("host", "device", *DATA, "delete", *ALIASES[:4]):
            if name in ("deviceptr", "attach"):
                return f"({self._list(('a', 'b', 'idx', 'sp'), ('a[0:n]', 's', 'st', 'nope', 'c'))})"
            modifier = ""
            takes = {
                "copy": ("always", "alwaysin", "alwaysout", "capture"),
                "copyin": ("always", "alwaysin", "readonly", "capture"),
                "copyout": ("always", "alwaysout", "zero", "capture"),
                "create": ("zero", "capture"),
            }.get(name, ())
            if takes and self.random.random() < 0.15:
                modifier = choose(takes) + ": "
            elif self.odd(0.3):
                modifier = choose(MODIFIERS) + ": "
            return f"({modifier}{self._list((*SECTIONS, *NAMES), ODD_SECTIONS)})"
        if name in ("private", "firstprivate", "use_device", "device_resident", "link", "detach"):
            return f"({self._list(('a', 'b', 's', 'c', 'f') if name != 'detach' else ('a', 'b'), ('nope', '3', 's+1', 'a b'))})"
        if name in ("if",):
            return f"({self.pick(CONDITIONS, ODD_CONDITIONS)})"
        if name == "self":
            return "" if self.random.random() < 0.4 else f"({self.pick(CONDITIONS, ODD_CONDITIONS)})"
        if name == "reduction":
            operator = self.pick(OPERATORS, ODD_OPERATORS)
            colon = "" if self.odd(0.2) else ":"
            integral = operator in ("&", "|", "^")
            usual = ("n", "i", "u", "k") if integral and not self.odd(0.5) else ("s", "f", "n", "i", "c[0:10]", "u")
            return f"({operator}{colon}{self._list(usual, ('a', 'st.x', 'nope', 'sp', 's + 1', '', 'st', 'g[0:n]'))})"
        if name in ("device_type", "dtype"):
            return f"({self.pick(('*', 'nvidia', 'host', 'nvidia, radeon', 'multicore', 'default'), ('cuda', 'gpu', '4', '', '*, nvidia', 'nvidia nvidia'))})"
        if name == "default":
            return f"({self.pick(('none', 'present'), ('shared', 'private', '', 'none, present', 'None'))})"
        if name == "collapse":
            return f"({self.pick(('1', '2', '2', '3', 'force:2', 'N - 98'), ('0', '-1', 'n', '2.0', '', '2, 2', 'a', 'nope', 'forced:2'))})"
        if name == "tile":
            return (
                f"({self.pick(('4', '*', '8, 8', '*, 16', '4, *', 'N'), ('0', '-2', 'n', '', '4,', '2.5', 'force:4'))})"
            )
        if name == "gang":
            return self._gang(directive)
        if name in ("worker", "vector"):
            tag = "num" if name == "worker" else "length"
            allowed = directive == "kernels loop" or (name == "vector" and directive in ("parallel loop", "loop"))
            if self.random.random() < (0.4 if allowed else 0.08):
                return f"({self.pick((f'{tag}:4', '4', '32', 'n'), (f'{tag}:s', 'size:4', '', '1.5', 'nope', 'a', '4, 4'))})"
            return ""
        if name == "num_gangs":
            usual = INTEGERS if directive.startswith("kernels") else (*INTEGERS, "4, 4", "2, 2, 2")
            return f"({self.pick(usual, (*ODD_INTEGERS, '1, 2, 3, 4'))})"
        if name == "async":
            return "" if self.random.random() < 0.4 else f"({self.pick((*INTEGERS, '1'), ODD_INTEGERS)})"
        if name == "wait":
            return "" if self.random.random() < 0.4 else f"({self._wait_list()})"
        if name == "bind":
            return "(" + self.pick(("other", '"other"'), ("4", "", "a b", "other, more")) + ")"
        return f"({self.pick(INTEGERS, ODD_INTEGERS)})"

    def _gang(self, directive: str) -> str:
        if self.random.random() < 0.6:
            return ""
        if directive.startswith("kernels"):
            usual = ("num:8", "8", "static:4", "static:*", "num:8, static:4")
        else:
            usual = ("static:4", "static:*", "dim:1", "dim:2", "dim:1, static:4")
        return f"({self.pick(usual, ('8', 'num:8', 'dim:4', 'dim:n', 'static:s', 'size:3', '', 'static:4, static:8', 'nope', '*'))})"

    def _wait_list(self) -> str:
        usual = ("1", "n", "1, 2", "devnum: 1: 2", "queues: 1, 2", "devnum: 0: queues: 1")
        return self.pick(usual, ("s", "nope", "", "1,", "devnum: s: 1", "a", "1 2", "devnum 1: 2"))

    def _own_list(self, name: str) -> str:
        if name == "wait":
            return f"({self._wait_list()})"
        lead = "readonly: " if self.random.random() < 0.2 else ""
        return f"({lead}{self._list(('a[t]', 'a[0:n]', 'c[0:10]', 'd[i][0:20]', 'b[i:4]'), ('a', 's', 'nope[0:1]', '', 'zero: a[0:n]', 'c', 's[0:1]'))})"

    def _list(self, usual: tuple[str, ...], odd: tuple[str, ...]) -> str:
        count = self.random.choice((1, 1, 1, 2, 3))
        return ", ".join(self.pick(usual, odd) for _ in range(count))

    def _misspelt(self, word: str) -> str:
        at = self.random.randrange(len(word))
        kind = self.random.randrange(3)
        if kind == 0:
            return word[:at] + word[at + 1 :]
        if kind == 1:
            return word[:at] + word[at] + word[at:]
        return word.capitalize()

    def _damaged(self, text: str) -> str:
        kind = self.random.randrange(6)
        brackets = [i for i, letter in enumerate(text) if letter in "()[]"]
        if kind == 0 and brackets:
            at = self.random.choice(brackets)
            return text[:at] + text[at + 1 :]
        if kind == 1 and brackets:
            at = self.random.choice(brackets)
            return text[:at] + text[at] + text[at:]
        if kind == 2:
            return text + self.random.choice((";", ",", " {", " xyz", ")", " 4"))
        if kind == 3 and "," in text:
            return text.replace(",", ",,", 1)
        if kind == 4 and "," in text:
            return text.replace(",", ";", 1)
        return text[: self.random.randrange(len(text)) + 1]

    # --- what follows

    def _following(self, name: str) -> str:
        if self.odd(0.4):
            return self.random.choice(
                (
                    "{ a[0] = 1; }",
                    "a[0] = 1;",
                    self._loops(),
                    "",
                    "int late;",
                    "while (n) n--;",
                    "if (n) a[0] = 1;",
                    ";",
                )
            )
        if name.endswith("loop"):
            return self._loops()
        if name in (*COMPUTE, "data", "host_data"):
            return self.random.choice(("{ a[0] = 1; }", "{\na[0] = s;\nb[0] = 2;\n}", "a[0] = 1;", self._loops()))
        if name == "atomic":
            return self._atomic_statement()
        return self.random.choice(("", "a[0] = 1;", "n++;"))

    def _loops(self) -> str:
        depth = self.random.choice((1, 1, 2, 2, 3))
        text = self.random.choice(("a[(int)x] = 0;", "{ a[(int)x] = b[i] + s; }", "c[(int)x] += 1;")).replace(
            "x", "xyz"[depth - 1]
        )
        if self.odd(0.3):
            text = self.random.choice(
                ("{ if (s > 1) break; }", "{ if (s > 1) return; }", "{ if (s > 1) continue; }", "{ goto out; out:; }")
            )
        for level in reversed(range(depth)):
            variable = "xyz"[level]
            header = self._header(variable)
            if level and self.odd(0.7):
                text = self.random.choice(
                    (
                        f"{{ s = 0;\n{header}\n{text}\n}}",
                        f"{{\n{header}\n{text}\nb[0] = 1;\n}}",
                        f"{{\n{header}\n{text}\n{header}\n{text}\n}}",
                    )
                )
                header = ""
            text = f"{header}\n{text}" if level == 0 or self.random.random() < 0.5 else f"{{\n{header}\n{text}\n}}"
        return text

    def _header(self, v: str) -> str:
        usual = (
            f"for (int {v} = 0; {v} < n; {v}++)",
            f"for (int {v} = 0; {v} < n; ++{v})",
            f"for (int {v} = n; {v} > 0; {v}--)",
            f"for (long {v} = 1; {v} <= n; {v} += 2)",
            "for (i = 0; i < n; i++)",
            f"for (unsigned {v} = 0; {v} < u; {v} = {v} + 1)",
            f"for (int {v} = 0; n > {v}; {v}++)",
            f"for (int {v} = 0; {v} != n; {v}++)",
        )
        odd = (
            "for (;;)",
            f"for (int {v} = 0; ; {v}++)",
            f"for (int {v} = 0; {v} < n; )",
            f"for (int {v} = 0; {v} < n; {v} *= 2)",
            f"for (double {v} = 0; {v} < s; {v}++)",
            f"for (int {v} = 0; n; {v}++)",
            f"for (int {v} = 0, w = 0; {v} < n; {v}++)",
            f"for (int {v}; {v} < n; {v}++)",
            f"while ({v} < n)",
            f"for (int {v} = 0; {v} < n && s; {v}++)",
            f"for (int {v} = 0; {v} < n; {v}++, k++)",
            f"for (int {v} = 0; {v} * 2 < n; {v}++)",
            "for (st.x = 0; st.x < n; st.x++)",
            f"for (int {v} = 0; {v} < n; {v} <<= 1)",
            f"for (int {v} = 0; {v} == n; {v}++)",
            f"for (int {v} = 0; {v} < n; {v} = k)",
        )
        return self.random.choice(odd if self.odd(0.35) else usual)

    def _atomic_statement(self) -> str:
        usual = (
            "s += 1;",
            "s = s + a[i];",
            "a[i]++;",
            "--n;",
            "n = i + n;",
            "s = f;",
            "a[i] = s;",
            "a[idx[i]] += s;",
            "n <<= 1;",
            "k = n++;",
            "s = c[i] += 1;",
            "{ k = n; n += 2; }",
            "{ n++; k = n; }",
            "st.x++;",
            "s = s * (f + 1);",
            "n = n | k;",
            "*a += 1;",
            "n = n - 1;",
            "n = k;",
            "{ k = n; n = 4; }",
        )
        odd = (
            "s = f + 1;",
            "{ s = 1; }",
            "s %= 2;",
            "n %= 2;",
            "if (n) s = 1;",
            "k = j = i;",
            "{ k = n; }",
            "n;",
            "a[i] += b[i], s += 1;",
            "{ k = n; n++; j = n; }",
            "n = 2 * (n + 1);",
            "n = (n + 1);",
            ";",
            "for (int t = 0; t < 3; t++) n++;",
            "s = -s;",
            "n = n && k;",
        )
        return self.random.choice(odd if self.odd(2) else usual)

    def _routine(self, number: str) -> Case:
        levels = ("gang", "worker", "vector", "seq")
        clauses = [] if self.odd() else [self.random.choice(levels)]
        if clauses and clauses[0] == "gang" and self.random.random() < 0.3:
            clauses[0] = self.random.choice(("gang(dim:1)", "gang(dim:2)", "gang(dim:5)", "gang(static:2)", "gang(4)"))
        for _ in range(self.random.choice((0, 0, 1, 2))):
            clause = self.random.choice(
                (
                    "bind(other)",
                    "nohost",
                    "nohost",
                    "device_type(nvidia) bind(other)",
                    "copy(a)",
                    "seq",
                    "worker(4)",
                    "bind(4)",
                    "async",
                )
                if self.odd(2)
                else ("bind(other)", "nohost", 'bind("other")')
            )
            clauses.append(clause)
        named = self.random.random() < 0.4
        target = self.pick((number,), ("nope", "n", "3", f"{number}, n")) if named else ""
        directive = "routine" + (f"({target})" if named else "") + (" " + " ".join(clauses) if clauses else "")
        if self.odd(0.3):
            directive = self._damaged(directive)
        function = f"void {number}({PARAMETERS})"
        body = self.random.choice((";", "{ a[0] = 1; }", "{ static int z; z++; }" if self.odd(0.5) else "{ n++; }"))
        if named:
            return Case(f"{function} {body}\n#pragma acc {directive}\n", directive)
        follows = f"{function} {body}\n" if not self.odd(0.5) else f"int v{number};\n"
        return Case(f"#pragma acc {directive}\n{follows}", directive)

    def _declare(self, number: str) -> Case:
        clauses = []
        for _ in range(self.random.choice((1, 1, 2)) if not self.odd(0.5) else 0):
            legal = ("create", "copyin", "deviceptr", "device_resident", "link")
            name = self.random.choice(("copy", "copyout", "present", "private", "no_create") if self.odd() else legal)
            modifier = self.random.choice(("readonly: ", "zero: ", "always: ", "capture: ")) if self.odd(0.4) else ""
            local = self.pick((f"v{number}", f"w{number}[0:10]", f"w{number}"), ("nope", "3", "main", "p"))
            if name == "deviceptr":
                local = f"p{number}"
            clauses.append(f"{name}({modifier}{local})")
        directive = "declare" + (" " + " ".join(clauses) if clauses else "")
        if self.odd(0.3):
            directive = self._damaged(directive)
        names = f"double v{number}; double w{number}[10]; double *p{number};\n"
        if self.random.random() < 0.6:
            return Case(f"{names}#pragma acc {directive}\n", directive)
        return Case(f"void {number}({PARAMETERS}) {{\n{names}#pragma acc {directive}\n}}\n", directive)


def generate(seed: int, count: int, wildness: float = 0.12) -> list[Case]:
    """``count`` cases of one seed."""
    generator = Generator(seed, wildness)
    return [generator.case() for _ in range(count)]
