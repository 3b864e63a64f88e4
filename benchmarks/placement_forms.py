"""Loops as people write them for the random programs of placement_fuzz.py: their headers are rewritten before the data are placed.

A form is a function whose loop stands below a comment with the clauses that are right for it; once the loop has a header that OpenACC
takes, the comment becomes a directive. Loops that keep their header stay on the host.
"""

from __future__ import annotations

import random

from loopwright.source.outline import Outline
from loopwright.source.syntax import parse
from loopwright.suggest.headers.canonical import canonical

_MARK = "// kernel: "
_BOTH, _ONE = "copy(v[0:n]) copyin(w[0:n])", "copy(v[0:n])"
_WALKED = "copy(p[0:n]) copyin(q[0:n])"  # as the loop names them once it has its header

WALKS = (
    ("for (double *p = v; p != v + n; ++p)", "*p = 0.5 * *p + 0.25;", "", _ONE),
    ("for (double *p = v, *e = v + n; p < e; p++)", "{ if (*p > 3) continue; *p += 0.5; }", "", _ONE),
    (
        "for (double *p = v, *e = p + n; p != e; ++p, ++q)",
        "*p = 0.5 * *p + *q;",
        "q - w",
        "copy(v[0:n]) copyin(q[0:n])",
    ),
    ("for (const double *r = w; r < w + n; r++, p++)", "*p += 0.125 * *r;", "p - v", "copy(p[0:n]) copyin(w[0:n])"),
    ("while (m--)", "*p++ += *q++;", "p - v", _WALKED),
    ("while (m > 0)", "{ *p = *p * 0.5 + *q; p++; q++; m--; }", "(p - v) * 100 + m", _WALKED),
    ("while (p < v + n)", "{ *p = 0.25 + *p / 2; p++; }", "p - v", "copy(p[0:n])"),
)
COUNTS = (
    "int i = {a}; while (i < n) {{ BODY i++; }}",
    "int i = {a}; while (i != n) {{ BODY ++i; }}",
    "for (size_t i = {a}; i + {c} < (size_t)n; i++) {{ BODY }}",
    "for (size_t i = m; i-- > {z};) {{ BODY }}",
    "for (int i = n; i-- > {z};) {{ BODY }}",
    "for (int i = {a}; i + {c} <= n; i += {s}) {{ BODY }}",
    "for (int i = n - 1; i != -1; i--) {{ BODY }}",
    "int i; for (i = {a}; n > i; ++i) {{ BODY }}",
    "for (int i = {a}, h = n - {c}; i < h; i++) {{ BODY }}",
    "for (int i = 0, j = n - 1; i < n; i++, j--) {{ BODY v[i] += w[j]; }}",
    "int j = {c}; for (int i = 0; i != n; i++, j += {s}) {{ BODY v[i] += j; }}",
    "long j = {c}; for (unsigned i = 0; i != m; ++i, ++j) {{ BODY v[i] -= j; }}",
    "unsigned i; for (i = m; i > 0; i--) {{ v[i - 1] = 0.5 * v[i - 1] + w[i - 1]; }}",
)
BODIES = (
    "v[i] = 0.5 * v[i] + w[i];",
    "if (w[i] > 1) v[i] += 0.5; else v[i] *= 0.5;",
    "double t = w[i] * 0.25; v[i] -= t;",
    "v[i] = i % 3 + 0.5 * w[i];",
)


def form(draw: random.Random) -> tuple[str, str]:
    """A function and its name: `static double NAME(double *v, const double *w, int n)`, which says what its loop leaves."""
    name = f"form{draw.randrange(10**9)}"
    if draw.random() < 0.45:
        header, body, left, clauses = draw.choice(WALKS)
        before = "double *p = v; const double *q = w; size_t m = n; (void)p; (void)q; (void)m;"
        loop = f"{header} {body}"
    else:
        count = draw.choice(COUNTS)
        numbers = {"a": draw.choice("012"), "c": draw.choice("123"), "s": draw.choice("12"), "z": "0"}
        loop = count.format(**numbers).replace("BODY", draw.choice(BODIES))
        before, clauses, left = "size_t m = n; (void)m;", _BOTH, ""
        if loop.startswith(("int j", "long j")):
            left = "j"  # what a kernel leaves in its own variable is lost
        first, _, rest = loop.partition("; ")
        if not loop.startswith(("for", "while")):
            before, loop = f"{before} {first};", rest
    if draw.random() < 0.25:
        clauses = ""  # it stays on the host
    mark = f"{_MARK}{clauses}\n" if clauses else ""
    result = f"return v[0] + ({left});" if left else "return v[n - 1];"
    if draw.random() < 0.4:
        left, result = "", "return v[n / 2];"
    return name, (f"static double {name}(double *v, const double *w, int n) {{\n{before}\n{mark}{loop}\n{result}\n}}\n")


def with_kernels(code: str, suffix: str) -> str:
    """The program with its loops in the form that OpenACC takes, and the directives of those that have it."""
    name = f"drawn{suffix}"
    text = canonical(Outline(parse(code, name=name))).outline.source.data.decode("utf-8")
    lines = text.split("\n")
    found: list[str] = []
    clauses = ""
    for line in lines:
        if line.startswith(_MARK):
            clauses = line.removeprefix(_MARK)
            continue
        if clauses:
            before, word, after = line.partition("for (")
            if word:
                found += [*([before] if before else ()), f"#pragma acc parallel loop {clauses}"]
                line = word + after
            clauses = ""
        found.append(line)
    return "\n".join(found)


def kernels_in(code: str, suffix: str) -> tuple[int, int]:
    """How many forms are kernels of all that may be."""
    return with_kernels(code, suffix).count("#pragma acc") - code.count("#pragma acc"), code.count(_MARK)
