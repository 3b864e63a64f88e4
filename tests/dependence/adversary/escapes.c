//: hidden.callee
static int s0;
static int g(int i) {
#ifdef NEVER
  if (i > 1) {
#else
  if (i > 2) { s0 += i;
#endif
    return s0;
  }
  return i;
}
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{g(i)|g(i) + 1}}; } return 0; }
//: hidden.read
int f(int n) { @for (int i = 1; i < n; i++) {
#ifdef NEVER
    if (b[i] > 0) {
#else
    if (a[i - 1] > {{0|1}}) {
#endif
      a[i] = b[i] + 1; }
  } return 0; }
//: hidden.live
int f(int n) { int i, t = 0; @for (i = 0; i < n; i++) { t = b[i]; a[i] = t; }
#ifdef NEVER
  if (n > 1) {
#else
  if (t > {{1|0}}) { total = i + t;
#endif
  }
  return 0; }
//: hidden.else
int f(int n) { @for (int i = 1; i < n; i++) {
#ifndef NEVER
    if (b[i] > 0) { a[i] = a[i - 1] {{+|-}} 1;
#else
    if (b[i] > 0) { a[i] = 2;
#endif
    } } return 0; }
//: hidden.none.if
int f(int n) { @for (int i = 1; i < n; i++) {
#ifdef NEVER
    a[i] = b[i];
#else
    a[i] = a[i - 1] {{+|-}} b[i];
#endif
  } return 0; }
//: hidden.callee.balanced
static int s1;
static int g(int i) {
#ifdef NEVER
  return i;
#else
  s1 {{+=|^=}} i; return s1;
#endif
}
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g(i); } return 0; }
//: hidden.macro.conditional
#ifdef NEVER
#define AT1(i) a[i]
#else
#define AT1(i) a[(i) - 1]
#endif
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = AT1(i) {{+|-}} 1; } return 0; }
//: hidden.macro.constant
#ifdef NEVER
#define OFF2 0
#else
#define OFF2 1
#endif
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = a[i - OFF2] {{+|-}} 1; } return 0; }
//: hidden.undef
#define D3 0
#undef D3
#define D3 1
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = a[i - D3] {{+|-}} 1; } return 0; }
//: hidden.if.zero
int f(int n) { @for (int i = 1; i < n; i++) {
#if 0
    a[i] = b[i]; }
#else
    a[i] = a[i - 1] {{+|-}} b[i]; }
#endif
  return 0; }
//: hidden.declaration
#ifdef NEVER
static int w5[400];
#else
#define w5 a
#endif
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = w5[i - 1] {{+|-}} 1; } return 0; }
//: hidden.restrict
#ifdef NEVER
#define R6 const
#else
#define R6
#endif
static void g(R6 int *p, int *q, int n) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 1; } }
int f(int n) { g(a, a, n); return 0; }
//: macro.for
#define EACH7(k, n) for (int k = 0; k < (n); k++)
int f(int n) { @for (int i = 1; i < n; i++) { EACH7(j, 3) { a[i + j] = b[j] {{+|-}} i; } } return 0; }
//: macro.swap
#define SWAP8(x, y) do { int t_ = (x); (x) = (y); (y) = t_; } while (0)
int f(int n) { @for (int i = 1; i < n; i++) { SWAP8(a[i], {{a[i - 1]|a[0]|b[0]}}); } return 0; }
//: macro.swap.twin
#define SWAP9(x, y) do { int t_ = (x); (x) = (y); (y) = t_; } while (0)
int f(int n) { @for (int i = 1; i < n; i++) { SWAP9(a[i], {{b[i]|c[i]}}); } return 0; }
//: macro.paste
#define NAME10(x, y) x##y
int f(int n) { int ta = 0; @for (int i = 0; i < n; i++) { a[i] = NAME10(t, a); NAME10(t, a) {{+=|-=}} b[i]; } return ta; }
//: macro.nested.args
#define CALL11(g, x) g(x)
static int cnt11; static int bump11(int x) { return cnt11 += x; }
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = CALL11(bump11, {{i|b[i]}}); } return 0; }
//: macro.varargs
#define SET12(p, ...) *(p) = (int[]){__VA_ARGS__}[0]
int f(int n) { @for (int i = 1; i < n; i++) { SET12(a + i, a[i - 1] + {{1|i}}, 0); } return 0; }
//: macro.name.like.function
#define sqrt13(x) (total += (x))
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = sqrt13({{i|b[i]}}); } return 0; }
//: macro.redefines.keyword.array
#define b (a - 1)
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = b[i] {{+|-}} 1; } return 0; }
#undef b
//: macro.returns
#define STEP15(i) (last = last * 3 + (i))
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = STEP15({{i|b[i]}}); } return 0; }
//: unsigned.below.zero
int f(int n) { unsigned k = 3; @for (unsigned i = 0; i < (unsigned)n; i++) { a[(i - k) & {{7|3}}] = i; } return 0; }
//: unsigned.char.index
int f(int n) { @for (int i = 0; i < n; i++) { a[(unsigned char)(i * {{64|128}})] = i; } return 0; }
//: short.cast
int f(int n) { @for (int i = 0; i < n; i++) { a[(short)(i * {{16384|32768}}) & 255] += b[i] * 2 - a[0]; } return 0; }
//: unsigned.difference
static int g(unsigned lo, unsigned n) { @for (unsigned i = 0; i < n; i++) { a[(lo - i) % {{4u|5u}}] = i; } return 0; }
int f(int n) { return g(2, n); }
//: unsigned.multiply
int f(int n) { unsigned s = {{0x80000000u|0xC0000000u}}; @for (unsigned i = 0; i < (unsigned)n; i++) { a[(i * s) >> 28] = i; } return 0; }
//: long.index.cut
int f(int n) { long s = 1l << {{32|33}}; @for (long i = 0; i < n; i++) { a[(int)(i * s + 3)] = i; } return 0; }
//: size_t.cut
static void g(size_t s, int n) { @for (int i = 0; i < n; i++) { a[(unsigned)(i * s) & 15] = i; } }
int f(int n) { g((size_t)1 << {{32|31}}, n); return 0; }
//: uint8.counter
int f(int n) { uint8_t k = {{250|253}}; @for (int i = 0; i < n; i++) { a[i] = k; k += {{3|5}}; } return 0; }
//: uint8.variable.index
int f(int n) { @for (int i = 0; i < n; i++) { uint8_t k = i * {{32|16}}; a[k] = i; } return 0; }
//: int8.signed
int f(int n) { @for (int i = 0; i < n; i++) { int8_t k = i * {{64|32}}; a[k + 128] = i; } return 0; }
//: bool.index
int f(int n) { @for (int i = 0; i < n; i++) { _Bool k = i; a[k] = {{i|b[i]}}; } return 0; }
//: enum.index
enum E31 { A31, B31 }; int f(int n) { @for (int i = 0; i < n; i++) { enum E31 e = i & 1; a[e] = {{i|b[i]}}; } return 0; }
//: bitfield.index
struct S32 { unsigned k : {{2|3}}; }; int f(int n) { @for (int i = 0; i < n; i++) { struct S32 s; s.k = i; a[s.k] = i; } return 0; }
//: float.index.cut
int f(int n) { @for (int i = 0; i < n; i++) { float q = 16777216.0f + i; a[(int)(q - 16777216.0f)] = {{i|b[i]}}; } return 0; }
//: float.half
int f(int n) { @for (int i = 0; i < n; i++) { a[(int)(i * 0.5)] = {{i|i * 3}}; } return 0; }
//: double.step
int f(int n) { double q = 0; @for (int i = 0; i < n; i++) { a[(int)q] = i; q += {{1|0.5}}; } return 0; }
//: row.negative
int f(int n) { @for (int i = 1; i < 18; i++) { m[i][0] = m[i + 1][-20] + m[i][-20] ; } return 0; }
//: struct.array.overrun
struct S40 { int v[2]; int w[2]; } s40[40]; int f(int n) { @for (int i = 1; i < n; i++) { s40[i].v[0] = s40[i - 1].v[4] + 1; } for (int i = 0; i < n; i++) a[i] = s40[i].v[0]; return 0; }
//: struct.member.overrun
struct S41 { int v[2]; int w[2]; } s41[40]; int f(int n) { @for (int i = 0; i < n; i++) { s41[i].w[0] = i; s41[i].v[2] += {{i|b[i]}}; s41[i + 1].w[0] = 3; } for (int i = 0; i < n; i++) a[i] = s41[i].w[0]; return 0; }
//: pointer.global.alias
static int *p42; static void set42(void) { p42 = a; }
int f(int n) { set42(); @for (int i = 1; i < n; i++) { p42[i] = a[i - 1] {{+|-}} 1; } return 0; }
//: pointer.end
int f(int n) { int *e = a + n; @for (int i = 1; i < n; i++) { e[-i] = a[n - i - 1] {{+|-}} 1; } return 0; }
//: pointer.member.of.param
struct P45 { int *x, *y; int n; }; static void g(struct P45 *p) { @for (int i = 1; i < p->n; i++) { p->x[i] = p->y[i - 1] {{+|-}} 1; } }
int f(int n) { struct P45 p = {a, a, n}; g(&p); return 0; }
//: pointer.member.heap
struct P46 { int *x; }; int f(int n) { struct P46 *p = malloc(sizeof *p); p->x = a; @for (int i = 1; i < n; i++) { p->x[i] = a[i - 1] {{+|-}} 1; } free(p); return 0; }
//: pointer.two.members.heap
struct P47 { int *x, *y; }; int f(int n) { struct P47 p; p.x = malloc(4000); p.y = p.x {{+ 1|- 0}}; for (int i = 0; i < 400; i++) p.x[i] = i; @for (int i = 1; i < n; i++) { p.x[i] = p.y[i - 1] + p.x[i - 1]; } for (int i = 0; i < n; i++) a[i] = p.x[i]; free(p.x); return 0; }
//: pointer.calloc.split
int f(int n) { int *w = calloc(800, 4); int *lo = w, *hi = w + {{1|2}}; @for (int i = 0; i < n; i++) { lo[i] = i; hi[i] += b[i]; } for (int i = 0; i < n; i++) a[i] = w[i]; free(w); return 0; }
//: pointer.alloca
int f(int n) { int *w = __builtin_alloca(1600), *v = w; for (int i = 0; i < 400; i++) w[i] = i; @for (int i = 1; i < n; i++) { w[i] = v[i - 1] {{+|-}} 3; } for (int i = 0; i < n; i++) a[i] = w[i]; return 0; }
//: pointer.realloc
int f(int n) { int *w = malloc(1600), *v; for (int i = 0; i < 400; i++) w[i] = i; v = realloc(w, 1600); w = v; @for (int i = 1; i < n; i++) { w[i] = v[i - 1] {{+|-}} 3; } for (int i = 0; i < n; i++) a[i] = w[i]; free(v); return 0; }
//: pointer.own.allocator
static char pool52[8000]; static char *at52 = pool52; static void *take52(int k) { char *p = at52; at52 += {{0|4}} * (k > 0); return p; }
int f(int n) { int *p = take52(1600), *q = take52(1600); for (int i = 0; i < 400; i++) p[i] = i; @for (int i = 1; i < n; i++) { p[i] = q[i - 1] + p[i - 1]; } for (int i = 0; i < n; i++) a[i] = p[i]; at52 = pool52; return 0; }
//: pointer.own.malloc
static int store53[400]; static void *malloc53(int k) { return store53; }
#define malloc malloc53
int f(int n) { int *p = malloc(1600), *q = malloc(1600); for (int i = 0; i < 400; i++) p[i] = i; @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 2; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
#undef malloc
//: pointer.string.literal.shared
static int *both54(int k) { static int w[400]; return w; }
int f(int n) { int *p = both54(0), *q = both54(1); for (int i = 0; i < 400; i++) p[i] = i; @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 2; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: pointer.loop.variable
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { *p = i; p += {{i & 1|b[i] > 0}}; } return 0; }
//: pointer.walk.twin
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { *p = {{i|b[i]}}; p += 1; } return 0; }
//: pointer.diff.index
int f(int n) { int *p = a; @for (int i = 1; i < n; i++) { a[&a[i] - p] = a[&a[i - 1] - p] {{+|-}} 1; } return 0; }
//: pointer.compare
int f(int n) { @for (int *p = a + 1; p < a + n; p++) { *p = p[-1] {{+|-}} 1; } return 0; }
//: pointer.compare.twin
int f(int n) { @for (int *p = a; p < a + n; p++) { *p = *p {{+|*}} 2; } return 0; }
//: pointer.compare.step
int f(int n) { @for (int *p = a; p < a + n; p += 1) { p[0] = 3; p[{{1|2}}] = b[p - a]; } return 0; }
//: pointer.of.pointer.rows
int f(int n) { int *r[20]; for (int k = 0; k < 20; k++) r[k] = m[k / 2]; @for (int k = 0; k < 20; k++) { for (int j = 0; j < 5; j++) r[k][j] = {{j|b[j]}} + k; } return 0; }
//: pointer.of.pointer.rows.swap
int f(int n) { int *r[3] = {a, b, c}; @for (int k = 0; k < n; k++) { int *t = r[0]; r[0] = r[1]; r[1] = t; r[0][k] = {{k|3}}; } return 0; }
//: pointer.array.param
static void g(int n, int p[n], int q[n]) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { g(n, a, a); return 0; }
//: pointer.array.static
static void g(int n, int p[static 2], const int q[static 2]) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { g(n, a, a); return 0; }
//: pointer.const.view
static void g(int n, int *p, const int *const q) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { g(n, a, a); return 0; }
//: restrict.one.twin
static void g(int n, int *restrict p, int *q) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { g(n, a, b); return 0; }
//: restrict.based
static void g(int n, int *restrict p) { int *q = p; @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { g(n, a); return 0; }
//: restrict.based.member
struct R72 { int *q; }; static void g(int n, int *restrict p) { struct R72 r; r.q = p; @for (int i = 1; i < n; i++) { p[i] = r.q[i - 1] {{+|-}} 1; } } int f(int n) { g(n, a); return 0; }
//: restrict.based.function
static int *id73(int *q) { return q; } static void g(int n, int *restrict p) { int *q = id73(p); @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { g(n, a); return 0; }
//: restrict.inner.pointer
static void g(int n, int *restrict *pp, int *restrict *qq) { @for (int i = 1; i < n; i++) { pp[0][i] = qq[1][i - 1] {{+|-}} 1; } }
int f(int n) { int *r[2] = {a, a}; g(n, r, r); return 0; }
//: longjmp.state
#include <setjmp.h>
static jmp_buf j75; int f(int n) { volatile int k = 0; @for (int i = 0; i < n; i++) { if (!setjmp(j75)) { if (b[i] > 0) longjmp(j75, 1); a[i] = {{i|2}}; } else k++; a[i] += k; } return k; }
//: goto.out.in
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1}}) goto skip; s = i; skip: a[i] = s; } return 0; }
//: goto.computed
int f(int n) { void *t[2] = {&&x, &&y}; int s = 0; @for (int i = 0; i < n; i++) { goto *t[i & 1]; x: s = {{i|b[i]}}; y: a[i] = s; } return 0; }
//: switch.duff
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { switch (i & 3) { case 0: do { s++; case 1: s {{+= 2|-= 1}}; } while (0); } a[i] = s; } return 0; }
//: switch.private.twin
int f(int n) { @for (int i = 0; i < n; i++) { int s; switch (b[i] & 1) { case 0: s = {{1|i}}; break; default: s = 2; } a[i] = s; } return 0; }
//: switch.partial
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { switch (b[i] & 3) { case 0: s = i; break; case {{1|2}}: s = 2; } a[i] = s; } return 0; }
//: switch.declared.above
int f(int n) { int s = 5; @for (int i = 0; i < n; i++) { switch (i) { int q; case 0: q = 3; s = q; break; default: s {{+=|^=}} i; } a[i] = s; } return 0; }
//: while.carried
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { while (k < c[i] % 9) k++; a[i] = k {{|+ 1}}; } return 0; }
//: while.own.twin
int f(int n) { @for (int i = 0; i < n; i++) { int k = 0; while (k < (b[i] & 7)) k++; a[i] = k {{|+ 1}}; } return 0; }
//: inner.bound.changed
int f(int n) { int w = 1; @for (int i = 0; i < n; i++) { for (int j = 0; j < w; j++) a[i] += j; w = {{(w * 5) % 7|(w + i) % 4}}; } return 0; }
//: inner.variable.outside
int f(int n) { int j; @for (int i = 0; i < n; i++) { for (j = 0; j < i % {{4|5}}; j++) a[i] += j; } return j; }
//: inner.variable.read.first
int f(int n) { int j = 0; @for (int i = 0; i < n; i++) { a[i] = j; for (j = 0; j < i % {{4|5}}; j++) a[i] += 1; } return 0; }
//: inner.continue
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) { if (b[i] > j) continue; t = j {{|+ i}}; } a[i] = t; } return 0; }
//: live.struct.field
struct S90 { int k, j; }; int f(int n) { struct S90 s = {0, 0}; @for (int i = 0; i < n; i++) { s.k = {{b[i]|i}}; a[i] = s.k; } return s.k; }
//: live.struct.copy
struct S91 { int k, j; } g91; int f(int n) { struct S91 s = {0, 0}; @for (int i = 0; i < n; i++) { s.k = {{b[i]|i}}; a[i] = s.k; } g91 = s; total = g91.k; return 0; }
//: live.array.private
int f(int n) { int w[4]; @for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) w[j] = b[i] * j + i; a[i] = w[{{3|2}}]; } return w[3]; }
//: live.array.copied
int f(int n) { int w[4]; @for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) w[j] = b[i] * j + i; a[i] = w[{{3|2}}]; } memcpy(c, w, sizeof w); return 0; }
//: live.array.passed
static int sum94(const int *p) { return p[0] + p[3]; } int f(int n) { int w[4]; @for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) w[j] = b[i] * j + i; a[i] = w[{{3|2}}]; } return sum94(w); }
//: live.macro
#define OUT95(x) (total = (x))
int f(int n) { int t; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } OUT95(t); return 0; }
//: live.sizeof.twin
int f(int n) { int t; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } return sizeof t; }
//: live.cleanup
static void done97(int *p) { total = *p; } int f(int n) { __attribute__((cleanup(done97))) int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } return 0; }
//: live.nested.function.block
int f(int n) { int t = 0; { @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } } { int *q = &t; total = *q; } return 0; }
//: live.loop.again
int f(int n) { int t = 7; for (int k = 0; k < 2; k++) { a[100 + k] = t; @for (int i = 0; i < n; i++) { t = b[i] + k; a[i] = t {{|+ 1}}; } } return 0; }
//: live.loop.again.twin
int f(int n) { for (int k = 0; k < 2; k++) { int t = 7; a[100 + k] = t; @for (int i = 0; i < n; i++) { t = b[i] + k; a[i] = t {{|+ 1}}; } } return 0; }
//: live.static.again
int f(int n) { static int t; a[100] = t; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } return 0; }
//: live.asm
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } __asm__("" : "+r"(t)); total = t; return 0; }
//: asm.body
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { __asm__("addl %1, %0" : "+r"(t) : "r"(b[i])); a[i] = t {{|+ 1}}; } return 0; }
//: atomic.builtin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = __sync_fetch_and_add(&total, {{1|b[i]}}); } return 0; }
//: atomic.builtin.exchange
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = __atomic_exchange_n(&last, {{i|b[i]}}, 5); } return 0; }
//: builtin.expect
int f(int n) { @for (int i = 1; i < n; i++) { if (__builtin_expect(a[i - 1] > {{0|1}}, 1)) a[i] = b[i]; } return 0; }
//: builtin.memcpy
int f(int n) { @for (int i = 1; i < n; i++) { __builtin_memcpy(&a[i], &a[i - 1], {{4|sizeof(int)}}); } return 0; }
//: builtin.overflow
int f(int n) { @for (int i = 1; i < n; i++) { __builtin_add_overflow(a[i - 1], {{1|b[i]}}, &a[i]); } return 0; }
//: builtin.choose
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = __builtin_choose_expr(1, a[i - 1], b[i]) + 1; } return 0; }
//: complex.parts
#include <complex.h>
static double complex z111[400]; int f(int n) { @for (int i = 1; i < n; i++) { __real__ z111[i] = __real__ z111[i - 1] + b[i]; } for (int i = 0; i < n; i++) x[i] = creal(z111[i]) {{|+ 1}}; return 0; }
//: vector.extension
typedef int v4 __attribute__((vector_size(16))); int f(int n) { v4 s = {0, 0, 0, 0}; @for (int i = 0; i < n; i++) { s[i & 3] = {{i|b[i]}}; a[i] = s[0]; } return 0; }
//: vector.pointer
typedef int v4b __attribute__((vector_size(16))); int f(int n) { v4b *s = (v4b *)(void *)b; memcpy(s, a, 1600); @for (int i = 0; i < 8; i++) { b[4 * i + 4] = i + {{1|2}}; s[i] += 1; } return 0; }
//: range.designator
int f(int n) { @for (int i = 0; i < n; i++) { int w[3] = {[0 ... 2] = i}; a[i / {{2|3}}] = w[1]; } return 0; }
//: case.range
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { switch (i) { case 0 ... 3: s = i; break; case 4 ... 90: s {{+=|-=}} 1; } a[i] = s; } return 0; }
//: generic.call
static int c116; static int gi(int x) { return c116 += x; } static double gd(double x) { return x; }
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = _Generic(i, int: gi, double: gd)({{i|1}}); } return 0; }
//: function.address.arithmetic
static int c117; static int up117(int x) { return c117 += x; } int f(int n) { int (*p)(int) = up117; @for (int i = 0; i < n; i++) { a[i] = {{(*p)(i)|p(i)}}; } return 0; }
//: function.typedef
typedef int fun118(int); static int c118; static int up118(int x) { return c118 += x; } static void g(fun118 *p, int n) { @for (int i = 0; i < n; i++) { a[i] = p({{i|1}}); } } int f(int n) { g(up118, n); return 0; }
//: function.conditional
static int c120; static int up120(int x) { return c120 += x; } static int id120(int x) { return x; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = (b[i] > {{0|1}} ? up120 : id120)(i); } return 0; }
//: function.local.declared
static int c121; int f(int n) { int up121(int); @for (int i = 0; i < n; i++) { a[i] = up121({{i|1}}); } return 0; } int up121(int x) { return c121 += x; }
//: function.name.of.library
static int c122; static int abs122(int x) { c122 += x; return c122; }
#define abs abs122
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = abs({{i|1}}); } return 0; }
#undef abs
//: function.pure.attribute
static int s124; __attribute__((noinline)) static int look124(int i) { return a[i] + s124; } int f(int n) { @for (int i = 1; i < n; i++) { a[i] = look124(i - 1) {{+|-}} 1; } return 0; }
//: function.const.attribute.reads
static int look125(const int *p) { return p[0]; } int f(int n) { @for (int i = 1; i < n; i++) { a[i] = look125(&a[i - 1]) {{+|-}} 1; } return 0; }
//: function.writes.through.const
static void set126(const int *p) { *(int *)p = 5; } int f(int n) { @for (int i = 1; i < n; i++) { set126(&a[i - 1]); a[i] {{+=|-=}} a[i - 1]; } return 0; }
//: function.returns.struct
struct R127 { int v; }; static int c127; static struct R127 mk127(int i) { struct R127 r = {c127 += i}; return r; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = mk127({{i|1}}).v; } return 0; }
//: function.recursive.even
static int odd129(int); static int even129(int k) { total += k; return k <= 0 ? total : odd129(k - 1); } static int odd129(int k) { return k <= 0 ? 0 : even129(k - 1); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{even129|odd129}}(i & 3); } return 0; }
//: stdio.tell
int f(int n) { FILE *o = tmpfile(); @for (int i = 0; i < n; i++) { fputc('a', o); a[i] = (int)ftell(o) {{|+ 1}}; } fclose(o); return 0; }
//: stdio.snprintf.offset
int f(int n) { char t[4000]; int at = 0; @for (int i = 0; i < n; i++) { at += snprintf(t + at, 20, "%d,", {{i|b[i]}}); } t[at] = 0; a[0] = at; for (int i = 0; i < at && i < 300; i++) u8[i] = t[i]; return 0; }
//: stdio.sscanf
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if (b[i] > 0) sscanf("42", "%d", &k); a[i] = k {{|+ i}}; k = i; } return 0; }
//: string.strcat
int f(int n) { char t[400] = ""; @for (int i = 0; i < n; i++) { strcat(t, i & 1 ? "x" : "y"); } for (int i = 0; i < 100; i++) u8[i] = t[i] {{|+ 1}}; return 0; }
//: string.strlen.grow
int f(int n) { char t[400] = ""; @for (int i = 0; i < n; i++) { t[strlen(t)] = 'a' + i; } for (int i = 0; i < 100; i++) u8[i] = t[i] {{|+ 1}}; return 0; }
//: library.modf.twin
int f(int n) { double w; @for (int i = 0; i < n; i++) { x[i] = modf(i * 0.3, &w) {{|+ 1}}; y[i] = w; } return 0; }
//: library.remquo
int f(int n) { int q = 0; @for (int i = 0; i < n; i++) { a[i] = q; x[i] = remquo(i * 1.7, 0.6, &q) {{|+ 1}}; } return 0; }
//: library.strtol.end
int f(int n) { char t[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31"; char *e = t; @for (int i = 0; i < n; i++) { a[i] = (int)strtol(e, &e, 10) {{|+ 1}}; } return 0; }
//: library.bsearch
static int cmp140(const void *p, const void *q) { total = total * 3 + *(const int *)q; return *(const int *)p - *(const int *)q; } int f(int n) { @for (int i = 0; i < n; i++) { int *r = bsearch(&i, px, 30, 4, cmp140); a[i] = r {{!= 0|== 0}}; } return 0; }
//: library.fma.twin
int f(int n) { @for (int i = 0; i < n; i++) { x[i] = {{fma(y[i], 2, 1)|hypot(y[i], 3)|copysign(y[i], -1)}}; } return 0; }
//: library.time
#include <locale.h>
int f(int n) { @for (int i = 0; i < n; i++) { if (i == {{3|5}}) setenv("LW_X", "1", 1); a[i] = getenv("LW_X") != 0; } unsetenv("LW_X"); return 0; }
//: reduction.unsigned.char
int f(int n) { unsigned char s = 0; @for (int i = 0; i < n; i++) { s += {{b[i]|i * 7}}; } return s; }
//: reduction.unsigned.char.multiply
int f(int n) { signed char s = 1; @for (int i = 0; i < n; i++) { s {{/=|%=}} b[i] + 4; s += 30; } return s; }
//: reduction.max.float
int f(int n) { double s = -99; @for (int i = 0; i < n; i++) { s = fmax(s, {{x[i]|y[i]}}); } x[0] = s; return 0; }
//: reduction.max.equal
int f(int n) { int s = -99, at = 0; @for (int i = 0; i < n; i++) { if (b[i] {{>=|>}} s) { s = b[i]; at = i; } } return at; }
//: reduction.condition.self
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { if (s < {{5|9}}) s += b[i]; } return s; }
//: reduction.while.self
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { for (int j = 0; j < (s & {{1|3}}) + 1; j++) s += j + b[i]; } return s; }
//: reduction.minus.reversed
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = b[i] {{- s|* 2 - s}}; } return s; }
//: reduction.logic
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { s = s && (b[i] > {{-3|-2}}); } return s; }
//: reduction.logic.effect
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { s = s && (a[i] = b[i] > {{-1|0}}); } return s; }
//: reduction.bits
int f(int n) { unsigned s = 0; @for (int i = 0; i < n; i++) { s |= 1u << {{i|(b[i] & 7)}}; } return s; }
//: reduction.average
int f(int n) { double s = 0; @for (int i = 0; i < n; i++) { s = (s + b[i]) / {{2|3}}; } x[0] = s; return 0; }
//: reduction.saturate.add
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = s + b[i] > {{4|6}} ? 6 : s + b[i]; } return s; }
//: reduction.pair
int f(int n) { int s = 0, t = 0; @for (int i = 0; i < n; i++) { s += b[i]; t {{+=|-=}} s; } return t; }
//: reduction.array.self
int f(int n) { @for (int i = 1; i < n; i++) { a[b[i] + 3] {{+=|-=}} a[b[i - 1] + 3]; } return 0; }
