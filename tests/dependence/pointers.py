"""Random programs that move pointers about, with one loop whose function they call: does a caller ever pass overlapping memory?

`/*check*/` stands where the running program looks for it.
"""

from __future__ import annotations

import random

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { double *x, *y; int n; } S;
static double area[4096], other[4096];
static double *g0, *g1, *table[3];
static S gs;
static int hit;
static double *fresh(void) { return calloc(4096, sizeof(double)); }
static void shift(double *x, double *y, int n) {
  /*check*/
  for (int i = 0; i < n; i++) y[i] = x[i] + 1.0;
}
static void run(S *s) { shift(s->x, s->y, s->n); }
static void both(S *s, double *p) { shift(s->x, p, 4); }
static void tie(double **p, double *q) { *p = q; }
static double *pick(double *p, double *q, int k) { if (k > 1) return p; return q; }
static void turn(S *s) { double *o = s->x; s->x = s->y; s->y = o; }
static void set(S *s, double *q) { s->y = q; }
static S made(double *p, double *q) { S s = {p, q, 4}; return s; }
static void later(double *p, int k) { if (k > 0) tie(&g0, p); else g1 = p; }
#define SWAP(a, b) do { double *o = a; a = b; b = o; } while (0)
"""
POINTERS = (
    "p",
    "q",
    "r",
    "g0",
    "g1",
    "s.x",
    "s.y",
    "gs.x",
    "gs.y",
    "t.x",
    "table[1]",
    "table[2]",
    "ps->x",
    "ps->y",
    "ss[0].x",
    "ss[1].y",
)
STRUCTS = ("&s", "&gs", "&t", "ps", "&ss[1]")


class Maker:
    """One program from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.deep = 0

    def program(self) -> str:
        """The whole text."""
        # Few pointers make programs in which much is known.
        self.pointers = self.random.sample(POINTERS, self.random.randint(2, 6))
        self.structs = self.random.sample(STRUCTS, self.random.randint(1, 3))
        begin = " ".join(f"{name} = fresh();" for name in POINTERS)
        body = "\n".join(self.statement() for _ in range(self.random.randint(2, 9)))
        return f"""{HEAD}
int main(int argc, char **argv) {{
  double *p, *q, *r; S s, t, ss[2]; S *ps = &t; double **pp = &r; int k = argc;
  s.n = t.n = gs.n = ss[0].n = ss[1].n = 4; table[0] = fresh(); t.y = fresh(); ss[0].y = fresh(); ss[1].x = fresh();
  {begin}
{body}
  {self.use()}
  printf("%d\\n", hit);
  return 0;
}}
"""

    def pointer(self) -> str:
        """An lvalue of a pointer."""
        return self.random.choice(self.pointers)

    def address(self) -> str:
        """An expression that is an address."""
        p, q = self.pointer(), self.pointer()
        return self.random.choice(
            [p, p, f"{p} + 1", f"{p} + k", "fresh()", "area + 8", "&other[k]", f"pick({p}, {q}, k)", f"(k > 2 ? {p} : {q})",
             "malloc(4096 * sizeof(double))", f"(double *)(void *){p}", f"({p} = {q})"]
        )  # fmt: skip

    def use(self) -> str:
        """A call of the loop."""
        a, b, s = self.pointer(), self.pointer(), self.random.choice(self.structs)
        return self.random.choice(
            [
                f"shift({a}, {b}, 4);",
                f"shift({a}, {b}, 4);",
                f"run({s});",
                f"both({s}, {a});",
                f"shift({self.address()}, {b}, 4);",
            ]
        )

    def statement(self) -> str:
        """Anything."""
        p, q, s = self.pointer(), self.pointer(), self.random.choice(self.structs)
        simple = [
            f"{p} = {self.address()};", f"{p} = {self.address()};", f"SWAP({p}, {q});", f"{{ double *o = {p}; {p} = {q}; {q} = o; }}",
            f"tie(&{p}, {self.address()});", f"turn({s});", f"set({s}, {self.address()});", "ps = &s;", "ps = &gs;", "ps = k > 1 ? &s : &t;",
            "t = s;", "gs = t;", "ss[1] = s;", "s = ss[0];", f"pp = &{p}; *pp = {q};", "*pp = g0;", f"{p}++;", f"{p} += 1;",
            "memcpy(&t, &s, sizeof s);", f"memcpy(&{p}, &{q}, sizeof {p});", f"s = made({self.address()}, {self.address()});",
            f"later({p}, k);", "table[k % 3] = p;", "q = table[(k + 1) % 3];", f"ps->y = {self.address()};", self.use(), self.use(),
        ]  # fmt: skip
        if self.deep > 2 or self.random.random() < 0.75:
            return "  " + self.random.choice(simple)
        self.deep += 1
        inside = "\n".join(self.statement() for _ in range(self.random.randint(1, 3)))
        jump = self.random.choice(["", "if (k == 2) break;", "if (k == 1) continue;"])
        more = self.statement()
        self.deep -= 1
        return self.random.choice(
            [
                f"  for (int a{self.deep} = 0; a{self.deep} < 3; a{self.deep}++) {{ {jump}\n{inside}\n  k++; }}",
                f"  if (k > 1) {{\n{inside}\n  }} else {{\n{more}\n  }}",
                f"  if (k > 3) {{\n{inside}\n  }}",
                f"  switch (k) {{ case 1:\n{inside}\n  break; case 2:\n{more}\n  default: k++; }}",
                f"  do {{ {jump.replace('continue', 'break')}\n{inside}\n  }} while (k++ < 4);",
            ]
        )
