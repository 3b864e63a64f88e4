//: escape.saved
static int *saved; int f(int n) { int w[400]; saved = w; for (int i = 0; i < 400; i++) w[i] = i; @for (int i = 1; i < n; i++) { w[i] = saved[i - 1] + {{1|2|3}}; } for (int i = 0; i < 400; i++) a[i] = w[i]; return 0; }
//: escape.member
struct S { int *p; }; int f(int n) { int w[400]; struct S s; s.p = w; for (int i = 0; i < 400; i++) w[i] = i; @for (int i = 1; i < n; i++) { w[i] = s.p[i - 1] + {{1|2|3}}; } for (int i = 0; i < 400; i++) a[i] = w[i]; return 0; }
//: escape.member.global
struct S { int *p; } g; int f(int n) { g.p = a; @for (int i = 1; i < n; i++) { a[i] = g.p[i - {{1|1|1}}] + {{1|b[i]|i}}; } return 0; }
//: escape.initializer
struct S { int k; int *p; }; int f(int n) { int w[400]; struct S s = {0, w}; for (int i = 0; i < 400; i++) w[i] = i; @for (int i = 1; i < n; i++) { w[i] = s.p[i - 1] + {{1|2}}; } for (int i = 0; i < 400; i++) a[i] = w[i]; return 0; }
//: escape.initializer.array
int f(int n) { int *t[2] = {a, b}; @for (int i = 1; i < n; i++) { a[i] = t[{{0|0}}][i - 1] + {{1|2}}; } return 0; }
//: escape.initializer.designated
struct S { int k; int *p; }; int f(int n) { struct S s = {.p = a}; @for (int i = 1; i < n; i++) { a[i] = s.p[i - 1] {{+|-}} 1; } return 0; }
//: escape.compound.literal
struct S { int k; int *p; }; int f(int n) { struct S s; s = (struct S){1, a}; @for (int i = 1; i < n; i++) { a[i] = s.p[i - 1] {{+|-}} 1; } return 0; }
//: escape.outparameter
static void give(int **o, int *w) { *o = w; }
int f(int n) { int *q; give(&q, a); @for (int i = 1; i < n; i++) { a[i] = q[i - 1] + {{1|2|3}}; } return 0; }
//: escape.returned
static int *same(int *w) { return w{{| + 0| + 1 - 1}}; }
int f(int n) { int *q = same(a); @for (int i = 1; i < n; i++) { a[i] = q[i - 1] + 1; } return 0; }
//: escape.kept.by.callee
static int *kept; static void keep(int *w) { kept = w; }
int f(int n) { int w[400]; for (int i = 0; i < 400; i++) w[i] = i; keep(w); @for (int i = 1; i < n; i++) { w[i] = kept[i - 1] + {{1|2}}; } for (int i = 0; i < 400; i++) a[i] = w[i]; return 0; }
//: escape.kept.then.read
static int *kept; static void keep(int *w) { kept = w; } static int look(int i) { return kept[i]; }
int f(int n) { int w[400]; for (int i = 0; i < 400; i++) w[i] = i; keep(w); @for (int i = 1; i < n; i++) { w[i] = look(i - 1) + {{1|2}}; } for (int i = 0; i < 400; i++) a[i] = w[i]; return 0; }
//: escape.struct.byvalue
struct V { int *p; int n; }; static void run(struct V u, struct V v) { @for (int i = 1; i < u.n; i++) { u.p[i] = v.p[i - 1] + {{1|2}}; } }
int f(int n) { struct V v = {a, n}; run(v, v); return 0; }
//: escape.pointers.array
static int *rows[4]; int f(int n) { for (int k = 0; k < 4; k++) rows[k] = a; @for (int k = 0; k < 4; k++) { rows[k][{{0|1|2}}] = b[k] + k; } return 0; }
//: escape.pointers.array.apart
static int *rows[4]; int f(int n) { for (int k = 0; k < 4; k++) rows[k] = a + 10 * k; @for (int k = 0; k < 4; k++) { rows[k][{{0|1|2}}] = b[k] + k; } return 0; }
//: escape.global.pointer
static int *g; int f(int n) { g = a; @for (int i = 1; i < n; i++) { g[i] = a[i - 1] + {{1|2|b[i]}}; } return 0; }
//: escape.pointer.to.pointer
int f(int n) { int *p = a; int **pp = &p; @for (int i = 1; i < n; i++) { (*pp)[i] = a[i - 1] + {{1|2|b[i]}}; } return 0; }
//: escape.conditional
int f(int n) { int *p = n > 3 ? a : b; @for (int i = 1; i < n; i++) { p[i] = a[i - 1] + {{1|2}}; } return 0; }
//: escape.comma
int f(int n) { int *p = (b, a); @for (int i = 1; i < n; i++) { p[i] = a[i - 1] + {{1|2}}; } return 0; }
//: escape.swapped
int f(int n) { int *p = a, *q = b, *t = p; p = q; q = t; @for (int i = 1; i < n; i++) { a[i] = q[i - 1] + {{1|2}}; } return 0; }
//: escape.scalar.address
int f(int n) { int k = 0; int *p = &k; @for (int i = 0; i < n; i++) { *p = *p + i; a[i] = k {{|+ 1}}; } return 0; }
//: escape.memcpy.pointer
int f(int n) { int *p, *q = a; memcpy(&p, &q, sizeof p); @for (int i = 1; i < n; i++) { p[i] = a[i - 1] + {{1|2}}; } return 0; }
//: escape.integer
int f(int n) { uintptr_t u = (uintptr_t)a; int *p = (int *)u; @for (int i = 1; i < n; i++) { p[i] = a[i - 1] + {{1|2}}; } return 0; }
//: twin.two.arrays
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = b[i - 1] + {{1|2|c[i]|i}}; } return 0; }
//: twin.restrict
static void g(int n, int *restrict p, const int *restrict q) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|*|-|&}} 3; } } int f(int n) { g(n, a, b); return 0; }
//: twin.malloc
int f(int n) { int *w = malloc(400 * sizeof *w), *v = malloc(400 * sizeof *v); for (int i = 0; i < 400; i++) v[i] = i; @for (int i = 1; i < n; i++) { w[i] = v[i - 1] + {{1|2|i}}; } for (int i = 1; i < n; i++) a[i] = w[i]; free(w); free(v); return 0; }
//: twin.local
int f(int n) { int w[400], v[400]; for (int i = 0; i < 400; i++) v[i] = i; @for (int i = 1; i < n; i++) { w[i] = v[i - 1] + {{1|2|i}}; } for (int i = 1; i < n; i++) a[i] = w[i]; return 0; }
//: view.cast.short
int f(int n) { short *s = (short *)a; @for (int i = 1; i < n; i++) { a[i] = s[2 * i - {{2|1|2}}] + {{1|1|i}}; } return 0; }
//: view.cast.char
int f(int n) { unsigned char *s = (unsigned char *)a; @for (int i = 1; i < n; i++) { s[4 * i] = a[i - 1] {{+ 1|* 3}}; } return 0; }
//: view.cast.long
int f(int n) { long long *s = (long long *)a; @for (int i = 0; i < n; i++) { s[i] = a[i + {{1|2}}] + i; } return 0; }
//: view.cast.halves
int f(int n) { long long *s = (long long *)a; @for (int i = 0; i < n; i++) { s[i] = {{i|b[i]}}; a[i] += 1; } return 0; }
//: view.cast.twin
int f(int n) { unsigned *s = (unsigned *)a; @for (int i = 0; i < n; i++) { s[i] = {{i|b[i]|2 * i}}; } return 0; }
//: view.union
union U { int i[8]; short s[16]; } u; int f(int n) { @for (int i = 1; i < 8; i++) { u.i[i] = u.s[2 * i - {{1|2}}] + 1; } for (int i = 0; i < 8; i++) a[i] = u.i[i]; return 0; }
//: view.union.scalar
union U { int i; float r; }; int f(int n) { union U u; @for (int i = 0; i < n; i++) { u.i = b[i]; x[i] = u.r; a[i] = u.i {{|+ 1}}; } return 0; }
//: view.union.carried
union U { int i; short s[2]; }; int f(int n) { union U u; u.i = 0; @for (int i = 0; i < n; i++) { a[i] = u.s[0]; u.i = b[i] + {{i|2 * i}}; } return 0; }
//: view.rows
int f(int n) { int *flat = &m[0][0]; @for (int i = 1; i < 19; i++) { m[i][{{0|1|19}}] = flat[20 * i - 20 + {{0|1|19}}] + 1; } return 0; }
//: view.row.decay
int f(int n) { int *r = m[0]; @for (int i = 1; i < 19; i++) { r[20 * i] = m[i - 1][{{0|0}}] {{+ 1|- 1}}; } return 0; }
//: view.row.pointer
int f(int n) { int (*r)[20] = m + 1; @for (int i = 1; i < 18; i++) { r[i][0] = m[i][{{0|0|0}}] + {{1|2|i}}; } return 0; }
//: view.row.pointer.twin
int f(int n) { int (*r)[20] = m; @for (int i = 1; i < 18; i++) { r[i][0] = m[i][{{1|2|0}}] + {{1|2|i}}; } return 0; }
//: view.row.cast
int f(int n) { int (*r)[{{10|5|40}}] = (int (*)[{{10|5|40}}])m; @for (int i = 1; i < 9; i++) { r[i][0] = m[i - 1][0] + m[i / 2][0] + 1; } return 0; }
//: view.offset
int f(int n) { int *p = a + {{1|2|3}}; @for (int i = 0; i < n; i++) { p[i] = a[i] + 1; } return 0; }
//: view.offset.same
int f(int n) { int *p = a + {{1|2|3}}; @for (int i = 0; i < n; i++) { p[i] = a[i + {{1|2|3}}] + 1; } return 0; }
//: view.offset.negative
int f(int n) { int *p = a + n; @for (int i = 1; i < n; i++) { p[-i] = a[n - i {{+ 1|- 1}}] + 1; } return 0; }
//: view.overrun
int f(int n) { @for (int i = 0; i < 18; i++) { m[i][{{20|21|22}}] = m[i][{{0|1|2}}] + 1; } return 0; }
//: view.overrun.index
int f(int n) { int k = {{20|21}}; int *q = &m[0][0]; @for (int i = 0; i < 18; i++) { m[i][k] = q[20 * i] + 1; m[i][0] += 2; } return 0; }
//: view.flat2d
int f(int n) { @for (int i = 0; i < 12; i++) { for (int j = 0; j < {{12|11|10}}; j++) a[i * {{10|10|9}} + j] = b[i] + i * j; } return 0; }
//: view.flat2d.twin
int f(int n) { @for (int i = 0; i < 12; i++) { for (int j = 0; j < {{10|9|12}}; j++) a[i * {{10|10|12}} + j] = b[i] + i * j; } return 0; }
//: view.void
static void w(void *o, int i) { ((int *)o)[i] = {{i|7}} + ((int *)o)[i - 1]; } int f(int n) { @for (int i = 1; i < n; i++) { w(a, i); } return 0; }
//: view.struct.first
struct P { int x, y; } ps[100]; int f(int n) { int *q = &ps[0].x; @for (int i = 1; i < n; i++) { ps[i].x = q[2 * i - 2] + {{1|2}}; } for (int i = 0; i < 99; i++) a[i] = ps[i].x; return 0; }
//: view.struct.second
struct P { int x, y; } ps[100]; int f(int n) { int *q = (int *)ps; @for (int i = 1; i < n; i++) { q[2 * i + 1] = ps[i - 1].y + {{1|2}}; } for (int i = 0; i < 99; i++) a[i] = ps[i].y; return 0; }
//: view.struct.copy
struct P { int x, y; } ps[400]; int f(int n) { @for (int i = 1; i < n; i++) { ps[i] = ps[i - 1]; ps[i].x += {{1|2}}; } for (int i = 0; i < 99; i++) a[i] = ps[i].x; return 0; }
//: view.struct.whole
struct P { int x, y; } ps[400]; int f(int n) { @for (int i = 1; i < n; i++) { ps[i].x = i; struct P t = ps[i - 1]; a[i] = t.x {{+|-}} t.y; } return 0; }
//: view.struct.twin
struct P { int x, y; } ps[400]; int f(int n) { @for (int i = 1; i < n; i++) { struct P t = ps[i]; t.x += {{1|2|b[i]}}; ps[i] = t; a[i] = t.x; } return 0; }
//: view.struct.members
struct P { int x, y; } ps[400]; int f(int n) { @for (int i = 1; i < n; i++) { ps[i].x = ps[i - 1].y + {{1|2|b[i]}}; } for (int i = 0; i < 99; i++) a[i] = ps[i].x; return 0; }
//: view.struct.flexible
struct F { int n; int v[]; }; int f(int n) { static int store[400]; struct F *s = (struct F *)store; @for (int i = 1; i < n; i++) { s->v[i] = store[i] + {{1|i}}; } for (int i = 0; i < 99; i++) a[i] = store[i]; return 0; }
//: bits.fields
struct B { unsigned u : 4, v : 4; }; static struct B bs; int f(int n) { @for (int i = 0; i < n; i++) { bs.u = i & 15; a[i] = bs.{{u|v}}; } return bs.u; }
//: bits.fields.carried
struct B { unsigned u : 4, v : 4; }; int f(int n) { struct B s = {1, 2}; @for (int i = 0; i < n; i++) { s.u = s.v + 1; s.v = i; a[i] = s.u {{|+ 1}}; } return 0; }
//: bits.array.byte
int f(int n) { unsigned char w[64] = {0}; @for (int i = 0; i < n; i++) { w[i / 8] = (unsigned char)(w[i / 8] * 2 + (b[i] > {{0|1|2}})); } for (int i = 0; i < 64; i++) a[i] = w[i]; return 0; }
//: bits.array.or
int f(int n) { unsigned char w[64] = {0}; @for (int i = 0; i < n; i++) { w[i / 8] |= (unsigned char)((b[i] > {{0|1|2}}) << (i % 8)); } for (int i = 0; i < 64; i++) a[i] = w[i]; return 0; }
//: alias.parameters
static void g(int n, int *p, int *q) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] + {{1|2|3}}; } } int f(int n) { g(n, a, a); return 0; }
//: alias.parameters.global
static void g(int n, int *p) { @for (int i = 1; i < n; i++) { p[i] = a[i - 1] + {{1|2|3}}; } } int f(int n) { g(n, a); return 0; }
//: alias.through.double.pointer
static void g(int n, int **p) { @for (int i = 1; i < n; i++) { p[0][i] = p[1][i - 1] + {{1|2|3}}; } } int f(int n) { int *t[2] = {a, a}; g(n, t); return 0; }
//: alias.size.parameter
static void g(int *n, int *p) { @for (int i = 0; i < 9; i++) { p[i] = *n + {{1|2}}; } } int f(int n) { a[4] = 5; g(a + 4, a); return 0; }
//: alias.register.written
static int k; int f(int n) { int *p = &k; @for (int i = 0; i < n; i++) { *p = i; a[i] = k {{|+ 1}}; } return k; }
//: alias.index.changes
static int at = 2; static void bump(void) { at++; } int f(int n) { int *p = a + at; bump(); @for (int i = 1; i < n; i++) { p[i] = a[at + i - {{2|3}}] + 1; } at = 2; return 0; }
//: alias.index.stored
static int at = 2; int f(int n) { int *p = a + at; int *q = &at; *q = 3; @for (int i = 1; i < n; i++) { p[i] = a[at + i - {{2|3}}] + 1; } at = 2; return 0; }
//: alias.index.kept.twin
static int at = 2; int f(int n) { int *p = a + at; @for (int i = 1; i < n; i++) { p[i] = a[at + i] + {{1|2}}; } return 0; }
//: volatile.pointer
int f(int n) { volatile int *p = a; @for (int i = 1; i < n; i++) { p[i] = p[i - 1] + {{1|2}}; } return 0; }
//: volatile.asm
int f(int n) { @for (int i = 1; i < n; i++) { __asm__ volatile("" ::: "memory"); a[i] = a[i - 1] + {{1|2}}; } return 0; }
//: atomic.qualifier
static _Atomic int k; int f(int n) { @for (int i = 0; i < n; i++) { a[k] = {{i|b[i] + i}}; k = k + 1; } k = 0; return 0; }
//: thread.local
static _Thread_local int k; int f(int n) { @for (int i = 0; i < n; i++) { k = k * 2 + b[i]; a[i] = k {{|+ 1}}; } return 0; }
//: member.behind.whole
#define SETK(s, v) s.k = v
#define SETALL(s, v) s = v
struct I { int k, m; }; static void fill(struct I *p, struct I v) { *p = v; } static struct I made(int i) { struct I r; r.k = -5 * i; r.m = 0; return r; }
int f(int n) { struct I t[40], s, u; for (int j = 0; j < 40; j++) { t[j].k = -5 * j; t[j].m = j; } @for (int i = 0; i < n; i++) { {{s = t[i]|s = (struct I){-5 * i, 1}|u = t[i]; s = u|s = made(i)|fill(&s, t[i])|memcpy(&s, &t[i], sizeof s)|s = i % 2 ? t[i] : t[i]|u = s = t[i]|SETK(s, -5 * i)|SETALL(s, t[i])}}; a[s.k + 5 * i] = i; } return 0; }
//: member.behind.whole.twin
struct I { int k, m; }; static void fill(struct I *p, struct I v) { *p = v; }
int f(int n) { struct I t[40], s; for (int j = 0; j < 40; j++) { t[j].k = -5 * j; t[j].m = j; } @for (int i = 0; i < n; i++) { {{s = t[i]|s = (struct I){-5 * i, 1}|fill(&s, t[i])}}; a[i] = s.k + s.m; } return 0; }
//: member.behind.part
struct I { int k, m; }; struct O { struct I in; int z; }; struct A { int k[3]; };
int f(int n) { struct O t[40], s; struct A q[40], r; for (int j = 0; j < 40; j++) { t[j].in.k = q[j].k[1] = -5 * j; t[j].z = j; } @for (int i = 0; i < n; i++) { {{s.in = t[i].in; a[s.in.k + 5 * i] = i|s = t[i]; a[s.in.k + 5 * i] = i|r = q[i]; a[r.k[1] + 5 * i] = i}}; } return 0; }
//: member.between
struct I { int k, m; };
int f(int n) { struct I t[40]; for (int j = 0; j < 40; j++) { t[j].k = j * j; t[j].m = j; } @for (int i = 0; i < n; i++) { struct I s = t[i]; int w = s.k; s = t[{{i + 1|i}}]; a[s.k - w] = i; } return 0; }
//: member.inner
struct I { int k, m; };
int f(int n) { struct I t[40]; for (int j = 0; j < 40; j++) { t[j].k = j; t[j].m = j; } @for (int i = 0; i < n; i++) { struct I s = t[i]; int w = s.k; for (int j = 0; j < 3; j++) { a[s.k - w + {{100 + 3 * i|100}}] = j; s = t[j]; } } return 0; }
//: member.before
struct I { int k, m; };
int f(int n) { struct I s = {3, 4}, t = {5, 6}; int w = s.k; s = t; @for (int i = 0; i < n; i++) { a[{{i + s.k - w|i % (s.k - w)}}] = i; } return 0; }
