//: bound.through.pointer
int f(int n) { int *q = {{&n|&last}}; @for (int i = 0; i < n; i++) { a[i] = b[i] + i; if (b[i] == 3) *q -= 1; } return n; }
//: bound.in.struct
struct S { int n; int *v; }; int f(int n) { struct S s = {n, a}, t = {n, b}, *q = {{&s|&t}}; @for (int i = 0; i < s.n; i++) { s.v[i] = i; if (c[i] % 3 == 1) q->n -= 1; } return s.n + t.n; }
//: bound.is.element
int f(int n) { a[0] = n; @for (int i = 0; i < a[0]; i++) { a[i {{|+ 1}}] = b[i]; } return 0; }
//: bound.is.element.float
int f(int n) { x[0] = n; @for (int i = 0; i < x[0]; i++) { y[i] = i; {{x[0] -= 0.5|x[i + 1] = 1}}; } return 0; }
//: bound.behind.macro
static int limit;
#define LIMIT (limit)
static void use(int v) { if (v == 3) {{limit--|total++}}; } int f(int n) { limit = n; @for (int i = 0; i < LIMIT; i++) { a[i] = i; use(b[i]); } return limit; }
//: bound.in.union
union U { int n; unsigned char c[4]; }; int f(int n) { union U u, w; u.n = n; w.n = 0; @for (int i = 0; i < u.n; i++) { a[i] = i; if (i == 3) {{u|w}}.c[0] = 5; } return u.n + w.n; }
//: bound.by.callee
static void cut(int *p, int v) { if (v == 3) *p -= 1; } int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = i; cut({{&n|&k}}, b[i]); } return n + k; }
//: bound.by.callee.stored
static int *kept; static void cut(int v) { if (v == 3) *kept -= 1; } int f(int n) { int k = 0; kept = {{&n|&k}}; @for (int i = 0; i < n; i++) { a[i] = i; cut(b[i]); } return n + k; }
//: bound.by.callee.in.struct
struct S { int *p; }; static void cut(struct S s, int v) { if (v == 3) *s.p -= 1; } int f(int n) { int k = 0; struct S s = { {{&n|&k}} }; @for (int i = 0; i < n; i++) { a[i] = i; cut(s, b[i]); } return n + k; }
//: bound.by.array.of.pointers
int f(int n) { int k = 0; int *t[2] = {&k, {{&n|&k}}}; @for (int i = 0; i < n; i++) { a[i] = i; if (b[i] == 3) *t[i % 2] -= 1; } return n + k; }
//: bound.by.memcpy
int f(int n) { int k = 0, j = 5; @for (int i = 0; i < n; i++) { a[i] = i; if (i == 2) memcpy({{&n|&k}}, &j, sizeof j); } return n + k; }
//: bound.by.sscanf
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = i; if (i == 2) sscanf("5", "%d", {{&n|&k}}); } return n + k; }
//: bound.by.nested.function
int f(int n) { int k = 0; void cut(int v) { if (v == 3) {{n--|k--}}; } @for (int i = 0; i < n; i++) { a[i] = i; cut(b[i]); } return n + k; }
//: bound.by.variadic
static void cut(int v, ...) { __builtin_va_list l; __builtin_va_start(l, v); int *p = __builtin_va_arg(l, int *); if (v == 3) *p -= 1; __builtin_va_end(l); } int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = i; cut(b[i], {{&n|&k}}); } return n + k; }
//: bound.by.cleanup
static int *kept; static void up(int *z) { if (*z == 3) *kept -= 1; } int f(int n) { int k = 0; kept = {{&n|&k}}; @for (int i = 0; i < n; i++) { __attribute__((cleanup(up))) int z = b[i]; a[i] = z; } return n + k; }
//: bound.of.pointer.moves
int f(int n) { int *e = a + n, *o = b + n, **q = {{&e|&o}}; @for (int *p = a; p < e; p++) { *p = (int)(p - a); if (*p == 4) *q -= 2; } return 0; }
//: bound.in.callee.state
static int left; static int more(void) { {{left--|total++}}; return left; } int f(int n) { left = n; @for (int i = 0; i < left; i++) { a[i] = i; b[i] = more() > 0; } return left; }
//: variable.by.pointer
int f(int n) { int i, k = 0, *q = {{&i|&k}}; @for (i = 0; i < n; i++) { a[i] = i + 1; if (c[i] % 3 == 0) *q += 1; } return k; }
//: variable.by.struct.returned
struct R { int *p; }; static struct R make(int *p) { struct R r = {p}; return r; } int f(int n) { int i, k = 0; struct R r = make({{&i|&k}}); @for (i = 0; i < n; i++) { a[i] = i + 1; *r.p += c[i] % 3 == 0; } return k; }
//: variable.by.callee.stored
static int *kept; static void keep(int *p) { kept = p; } static void bump(void) { *kept += 1; } int f(int n) { int i, k = 0; keep({{&i|&k}}); @for (i = 0; i < n; i++) { a[i] = i + 1; if (c[i] % 3 == 0) bump(); } return k; }
//: variable.by.sscanf
int f(int n) { int i, k = 0; @for (i = 0; i < n; i++) { a[i] = i + 1; if (i == 2) sscanf("4", "%d", {{&i|&k}}); } return k; }
//: variable.by.memset
int f(int n) { int i, k = 0, done = 0; @for (i = 0; i < n; i++) { a[i] += i + 1; if (i == 3 && !done++) memset({{&i|&k}}, 0, sizeof i); } return k; }
//: signal.handler
extern void (*signal(int, void (*)(int)))(int); extern int raise(int); static void h(int s) { total = {{total * 3 + last|total + s}}; } int f(int n) { signal(10, h); @for (int i = 0; i < n; i++) { last = b[i]; raise(10); } last = 0; return 0; }
//: signal.handler.flag
extern void (*signal(int, void (*)(int)))(int); extern int raise(int); static volatile int flag; static void h(int s) { flag = s; } int f(int n) { flag = 0; signal(10, h); @for (int i = 0; i < n; i++) { a[i] = {{flag|i}}; if (i == 4) raise(10); } return flag; }
//: returned.struct.view
struct V { int *p; int n; }; static struct V part(int *p, int k) { struct V v = {p + k, 10}; return v; } int f(int n) { struct V v = part(a, 1), w = part({{a, 0|b, 0}}); @for (int i = 0; i < n; i++) { v.p[i] = w.p[i] + 1; } return 0; }
//: returned.struct.two.pointers
struct P { int *from, *to; }; static struct P pair(void) { return (struct P){a, {{a + 1|b}}}; } int f(int n) { struct P q = pair(); @for (int i = 0; i < n; i++) { q.to[i] = q.from[i] + 3; } return 0; }
//: returned.struct.nested
struct V { int *p; }; struct W { struct V from, to; }; static struct W pair(int *p, int *q) { struct W w = { {p}, {q} }; return w; } int f(int n) { struct W w = pair(a, {{a + 1|b}}); @for (int i = 0; i < n; i++) { w.to.p[i] = w.from.p[i] + 3; } return 0; }
//: returned.struct.direct
struct V { int *p; }; static struct V at(int *p) { struct V v = {p}; return v; } int f(int n) { @for (int i = 0; i < n; i++) { at(a + 1).p[i] = at({{a|b}}).p[i] + 3; } return 0; }
//: returned.pointer.to.member
struct V { int h, v[40]; } g; static int *rest(struct V *s) { return s->v + 1; } int f(int n) { @for (int i = 0; i < n; i++) { rest(&g)[i] = {{g.v[i]|b[i]}} + 3; } for (int i = 0; i < 40; i++) total += g.v[i] * i; memset(&g, 0, sizeof g); return 0; }
//: pointer.chosen
static int *choose(int k) { return k > {{0|90}} ? a : b; } int f(int n) { int *p = choose(n); @for (int i = 0; i < n; i++) { p[i + 1] = a[i] + 1; } return 0; }
//: struct.copied.by.memcpy
struct V { int *p; }; int f(int n) { struct V v = {b}, w = {a}; {{memcpy(&v, &w, sizeof v)|(void)w}}; @for (int i = 0; i < n; i++) { v.p[i + 1] = a[i] + 1; } return 0; }
//: struct.assigned.through.pointer
struct V { int *p; }; int f(int n) { struct V v = {b}, w = {a}, *q = {{&v|&w}}; *q = w; @for (int i = 0; i < n; i++) { v.p[i + 1] = a[i] + 1; } return 0; }
//: struct.assigned.in.array
struct V { int *p; }; int f(int n) { struct V t[3] = { {b}, {b}, {a} }; t[n > {{3|90}}] = t[2]; @for (int i = 0; i < n; i++) { t[1].p[i + 1] = a[i] + 1; } return 0; }
//: pointer.in.union
union U { int *p; unsigned long z; }; int f(int n) { union U u; u.p = {{a|b}}; u.z += sizeof(int); @for (int i = 0; i < n; i++) { u.p[i] = a[i] + 1; } return 0; }
//: pointer.set.by.callee
static void set(int **p) { *p = a; } int f(int n) { int *q = b; {{set(&q)|(void)set}}; @for (int i = 0; i < n; i++) { q[i + 1] = a[i] + 1; } return 0; }
//: pointer.printed.and.read
int f(int n) { char t[40]; int *q = b; sprintf(t, "%p", (void *){{a|b}}); sscanf(t, "%p", (void **)&q); @for (int i = 0; i < n; i++) { q[i + 1] = a[i] + 1; } return 0; }
//: pointer.through.bytes
int f(int n) { int *q = b, *r = {{a|b}}; for (unsigned k = 0; k < sizeof q; k++) ((char *)&q)[k] = ((char *)&r)[k]; @for (int i = 0; i < n; i++) { q[i + 1] = a[i] + 1; } return 0; }
//: pointer.exchanged.by.macro
#define EXCHANGE(p, q) do { __typeof__(p) t_ = p; p = q; q = t_; } while (0)
int f(int n) { int *p = a, *q = b; @for (int i = 0; i < n; i++) { p[i] = q[i] + 1; {{EXCHANGE(p, q)|(void)p}}; } return 0; }
//: pointer.from.table
static int *const table[2] = {a, b}; int f(int n) { @for (int i = 0; i < n; i++) { table[{{i % 2|1}}][i / 2 * {{1|2}} + {{0|i % 2}}] = i; } return 0; }
//: pointer.from.table.same
static int *table[2]; int f(int n) { table[0] = a + 1; table[1] = {{a|b}}; @for (int i = 0; i < n; i++) { table[0][i] = table[1][i] + 2; } return 0; }
//: vla.two.widths
int f(int n) { int w = 5; int (*r)[w] = (int (*)[w])a; int (*q)[w + 1] = (int (*)[w + 1])a; @for (int i = 0; i < n; i++) { r[i][0] = i; {{q[i][0]|c[i]}} += 1; } return 0; }
//: vla.typedef.keeps
int f(int n) { int w = 3; typedef int row[w]; w = 1; row *r = (row *)a; @for (int i = 0; i < n; i++) { for (int j = 0; j < {{4|3}}; j++) r[i][j] = i + j * 2; } return w; }
//: vla.parameter.evaluates
static void g(int w, int n, int r[][w]) { w = {{1|w}}; @for (int i = 0; i < n; i++) { r[i][0] = i; r[i][{{2|1}}] = i; } } int f(int n) { g(2, n, (int (*)[2])a); return 0; }
//: vla.parameter.width.changed
static void g(int w, int n, int r[][w]) { w = 1; @for (int i = 0; i < n; i++) { r[i][0] = i; r[i][{{2|1}}] = i + 5; } } int f(int n) { g(2, n, (int (*)[2])a); return 0; }
//: vla.flat.beside.rows
int f(int n) { int w = n / 2 + 1; int (*r)[w] = (int (*)[w])a; @for (int i = 0; i < 5; i++) { r[i][1] = i; {{a[i * w + w + 1]|a[i * w + 2]}} += r[i][1]; } return 0; }
//: flexible.neighbour
struct H { int n; int v[]; }; int f(int n) { struct H *s = (struct H *)a; @for (int i = 0; i < n; i++) { s->v[i] = {{a[i]|b[i]}} + 1; } return 0; }
//: flexible.size
struct H { int n; int v[]; }; int f(int n) { struct H *s = (struct H *)a; s->n = n; @for (int i = 0; i < s->n; i++) { s->v[i {{- 1|+ 0}}] = c[i]; } return 0; }
//: flexible.zero
struct H { int n; int v[0]; }; int f(int n) { struct H *s = (struct H *)a; @for (int i = 0; i < n; i++) { s[i].v[0] = i; c[i] = s[i{{ + 1|}}].n; } return 0; }
//: bitfield.array
struct B { unsigned lo : 4, hi : 4; }; int f(int n) { static struct B t[40]; memset(t, 0, sizeof t); @for (int i = 0; i < n; i++) { t[i {{/ 2|}}].lo = i; t[i].hi = 3; } for (int i = 0; i < 40; i++) total += (t[i].lo + t[i].hi) * i; return 0; }
//: bitfield.overlaid
union B { struct { unsigned lo : 4, hi : 4; } f; unsigned char c; }; int f(int n) { static union B t[40]; memset(t, 0, sizeof t); @for (int i = 0; i < n; i++) { t[i].f.hi = i; t[{{i + 1|i}}].c |= 1; c[i] = t[i].c; } return 0; }
//: union.array.halves
union U { int i; short s[2]; }; int f(int n) { union U u[40]; memset(u, 0, sizeof u); @for (int i = 0; i < n; i++) { u[i].s[1] = i; c[i] = u[{{i / 2|i}}].i; } return 0; }
//: union.array.flat
union U { int i; short s[2]; }; int f(int n) { union U u[40]; memset(u, 1, sizeof u); short *q = (short *)u; @for (int i = 0; i < n; i++) { q[i + 2] += 1; u[i].s[0] += q[i]; } for (int i = 0; i < 40; i++) total += u[i].i * i; return 0; }
//: union.array.members
union U { struct { int k, j; } p; int v[2]; }; int f(int n) { static union U t[50]; memset(t, 0, sizeof t); @for (int i = 0; i < n; i++) { t[i].p.j = i; c[i] = t[i {{+ 1|}}].v[1]; } return 0; }
//: union.array.overrun
union U { struct { int k, j; } p; int v[2]; }; int f(int n) { static union U t[50]; memset(t, 0, sizeof t); @for (int i = 0; i < n; i++) { t[i].p.k = i; c[i] = t[i].v[{{2|0}}]; } return 0; }
//: memmove.next
int f(int n) { @for (int i = 0; i < n; i++) { memmove(a + i + 1, {{a|b}} + i, sizeof(int)); } return 0; }
//: memcpy.wide
int f(int n) { @for (int i = 0; i < n; i++) { memcpy(a + i, c + 2 * i, {{8|4}}); } return 0; }
//: memcpy.rows
int f(int n) { (void)n; @for (int i = 0; i < 10; i++) { memcpy(m[i], m[i + {{1|10}}], sizeof m[0]); m[i][0] += i; } return 0; }
//: memcpy.member.reaches
struct S { int h[2], t; }; int f(int n) { static struct S s[50]; memset(s, 0, sizeof s); @for (int i = 0; i < n; i++) { memcpy(s[i].h + 1, c + i, {{12|8}}); b[i] = s[i].h[0]; } return 0; }
//: memset.wide
int f(int n) { @for (int i = 0; i < n; i++) { memset(a + 2 * i, i, 4 * {{3|2}}); } return 0; }
//: memset.count.variable
int f(int n) { @for (int i = 0; i < n; i++) { memset(a + 2 * i, i, sizeof(int) * (size_t)({{c[i] % 4|c[i] % 3}})); } return 0; }
//: strcpy.next
int f(int n) { char t[64] = {0}; @for (int i = 0; i < n; i++) { {{strcpy(t + i, "ab")|t[i] = 'a'}}; } for (int i = 0; i < 64; i++) total += t[i] * i; return 0; }
//: snprintf.next
int f(int n) { char t[400] = {0}; @for (int i = 0; i < n; i++) { snprintf(t + i * {{2|12}}, 12, "%d", i + 95); } for (int i = 0; i < 400; i++) total += t[i] * i; return 0; }
//: strncat.grows
int f(int n) { char t[400] = {0}; @for (int i = 0; i < n; i++) { char w[3] = {(char)('a' + i), 0}; {{strncat(t, w, 2)|t[i] = w[0]}}; } for (int i = 0; i < 400; i++) total += t[i] * i; return 0; }
//: fread.like.block
static void put(void *to, const void *from, int k) { unsigned char *p = to; const unsigned char *q = from; while (k--) *p++ = *q++; } int f(int n) { @for (int i = 0; i < n; i++) { put(a + i, c + 2 * i, {{8|4}}); } return 0; }
