//: unseen.variable.callee
#include <unistd.h>
static int g1(int i) { optind = (optind + i) & 255; return optind; } int f(int n) { optind = 0; @for (int i = 0; i < n; i++) { a[i] = g1({{i|b[i]}}); } return 0; }
//: unseen.variable
#include <unistd.h>
int f(int n) { optind = 0; @for (int i = 0; i < n; i++) { a[i] = optind; optind = {{i|b[i]}}; } return 0; }
//: unseen.variable.live
#include <unistd.h>
int f(int n) { @for (int i = 0; i < n; i++) { optind = b[i]; a[i] = optind {{|+ 1}}; } total = optind; return 0; }
//: unseen.array
#include <time.h>
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = (int)timezone; timezone = {{i|b[i]}}; } timezone = 0; return 0; }
//: cleanup.array
static void done5(int (*p)[4]) { total = (*p)[0]; } int f(int n) { __attribute__((cleanup(done5))) int w[4] = {0}; @for (int i = 0; i < n; i++) { w[0] = b[i]; a[i] = w[0] {{|+ 1}}; } return 0; }
//: cleanup.inside
static void done6(int *p) { total = total * 3 + *p; } int f(int n) { @for (int i = 0; i < n; i++) { __attribute__((cleanup(done6))) int w = {{i|b[i]}}; a[i] = w; } return 0; }
//: cleanup.macro
#define AUTO7 __attribute__((cleanup(done7)))
static void done7(int *p) { total = total * 3 + *p; } int f(int n) { @for (int i = 0; i < n; i++) { AUTO7 int w = {{i|b[i]}}; a[i] = w; } return 0; }
//: cleanup.after
static void done8(int *p) { total = total * 3 + *p; } int f(int n) { @for (int i = 0; i < n; i++) { int w __attribute__((cleanup(done8))) = {{i|b[i]}}; a[i] = w; } return 0; }
//: real.part
#include <complex.h>
static double complex z9[400]; int f(int n) { @for (int i = 1; i < n; i++) { __imag__ z9[i] = creal(z9[i - 1]) + b[i]; __real__ z9[i] = cimag(z9[i - 1]) {{+ 1|- 1}}; } for (int i = 0; i < n; i++) x[i] = creal(z9[i]); return 0; }
//: extension
int f(int n) { @for (int i = 1; i < n; i++) { __extension__ a[i] = a[i - 1] {{+ 1|- 1}}; } return 0; }
//: typeof.declared
int f(int n) { @for (int i = 1; i < n; i++) { __typeof__(a[0]) *q = &a[i - 1]; a[i] = *q {{+ 1|- 1}}; } return 0; }
//: auto.type
int f(int n) { __auto_type q = &a[0]; @for (int i = 1; i < n; i++) { a[i] = q[i - 1] {{+ 1|- 1}}; } return 0; }
//: nested.function
int f(int n) { int s = 0; int up(int k) { return s += k; } @for (int i = 0; i < n; i++) { a[i] = up({{i|b[i]}}); } return 0; }
//: nested.function.live
int f(int n) { int s = 0; int up(void) { return s; } @for (int i = 0; i < n; i++) { s = b[i]; a[i] = s {{|+ 1}}; } return up(); }
//: block.pragma
int f(int n) { @for (int i = 1; i < n; i++) {
#pragma GCC ivdep
  for (int j = 0; j < 3; j++) a[i + j] = b[j] {{+|-}} i; } return 0; }
//: hash.line
int f(int n) { @for (int i = 1; i < n; i++) {
# 12 "x.c"
  a[i] = a[i - 1] {{+ 1|- 1}}; } return 0; }
//: trigraph.like.continuation
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = a[i \
- 1] {{+ 1|- 1}}; } return 0; }
//: comment.line.continued
int f(int n) { int s = 0; @for (int i = 1; i < n; i++) { // note \
  s = 3;
  a[i] = s; s = {{i|b[i]}}; } return 0; }
//: comment.inside.index
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = a[i /* at */ - 1 /* before */] {{+ 1|- 1}}; } return 0; }
//: digraphs
int f(int n) <% @for (int i = 1; i < n; i++) { a<:i:> = a<:i - 1:> {{+ 1|- 1}}; } return 0; %>
//: string.concatenated
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = "abc" "def"[0] + a[i - 1] {{+ 1|- 1}}; } return 0; }
//: index.reversed
int f(int n) { @for (int i = 1; i < n; i++) { i[a] = (i - 1)[a] {{+ 1|- 1}}; } return 0; }
//: index.double.negative
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = a[-(-i + 1)] {{+ 1|- 1}}; } return 0; }
//: index.not
int f(int n) { @for (int i = 0; i < n; i++) { a[!i] = {{i|b[i]}}; } return 0; }
//: index.complement
int f(int n) { @for (int i = 0; i < n; i++) { a[~i & 3] = {{i|b[i]}}; } return 0; }
//: index.compare
int f(int n) { @for (int i = 0; i < n; i++) { a[i > 3] = {{i|b[i]}}; } return 0; }
//: index.logical
int f(int n) { @for (int i = 0; i < n; i++) { a[i && 1] = {{i|b[i]}}; } return 0; }
//: index.comma
int f(int n) { @for (int i = 0; i < n; i++) { a[i, 3] = {{i|b[i]}}; } return 0; }
//: index.assign
int f(int n) { int k; @for (int i = 0; i < n; i++) { a[k = i / {{2|3}}] = i; } return 0; }
//: index.shift.negative
int f(int n) { @for (int i = 0; i < n; i++) { a[(i - 40 >> {{1|2}}) + 40] = i; } return 0; }
//: index.divide.negative
int f(int n) { @for (int i = 0; i < n; i++) { a[(i - 5) / {{2|3}} + 40] = i; } return 0; }
//: index.modulo.negative
int f(int n) { @for (int i = 0; i < n; i++) { a[(i - 5) % {{3|4}} + 40] = i; } return 0; }
//: index.long.product
int f(int n) { long s = 4294967296l; @for (int i = 0; i < n; i++) { a[(unsigned)(s * i + {{3|4}})] = i; } return 0; }
//: index.size.minus
int f(int n) { size_t k = 2; @for (size_t i = 0; i < (size_t)n; i++) { a[(i - k) % {{4|8}}] = i; } return 0; }
//: counter.unsigned.down
int f(int n) { @for (unsigned i = n; i > 0; i -= 1) { a[i] = a[i - 1] {{+ 1|- 1}}; } return 0; }
//: counter.size.down
int f(int n) { @for (size_t i = n; i > 0; i--) { a[i - 1] = a[i] {{+ 1|- 1}}; } return 0; }
//: counter.short
int f(int n) { @for (short i = 1; i < n; i++) { a[i] = a[i - 1] {{+ 1|- 1}}; } return 0; }
//: counter.step.variable
int f(int n) { int s = 2; @for (int i = 0; i < n; i += s) { a[i] = i; a[i + {{2|4}}] += 3; } return 0; }
//: counter.step.zero.parameter
static void g41(int n, int s) { @for (int i = 0; i < n; i++) { a[i * s] = i; } } int f(int n) { g41(n, 0); return 0; }
//: counter.step.long.parameter
static void g42(long n, long s) { @for (long i = 0; i < n; i++) { a[i * s] = i; } } int f(int n) { g42(n, 0); return 0; }
//: counter.step.size.parameter
static void g43(size_t n, size_t s) { @for (size_t i = 0; i < n; i++) { a[i * s] = i; } } int f(int n) { g43(n, 0); return 0; }
//: counter.offset.parameter
static void g44(int n, int s) { @for (int i = 2; i < n; i++) { a[i] = a[i - s] {{+ 1|- 1}}; } } int f(int n) { g44(n, 1); return 0; }
//: counter.offset.long
static void g45(long n, long s) { @for (long i = 2; i < n; i++) { a[i] = a[i - s] {{+ 1|- 1}}; } } int f(int n) { g45(n, 1); return 0; }
//: counter.offset.size
static void g46(size_t n, size_t s) { @for (size_t i = 2; i < n; i++) { a[i] = a[i - s] {{+ 1|- 1}}; } } int f(int n) { g46(n, 1); return 0; }
//: counter.offset.global
static long s47; static void g47(long n) { @for (long i = 2; i < n; i++) { a[i] = a[i - s47] {{+ 1|- 1}}; } } int f(int n) { s47 = 1; g47(n); return 0; }
//: counter.offset.struct
struct Z48 { int n, s; }; static void g48(struct Z48 *z) { @for (int i = 2; i < z->n; i++) { a[i] = a[i - z->s] {{+ 1|- 1}}; } } int f(int n) { struct Z48 z = {n, 1}; g48(&z); return 0; }
//: counter.offset.struct.value
struct Z49 { size_t n, s; }; static void g49(struct Z49 z) { @for (size_t i = 2; i < z.n; i++) { a[i] = a[i - z.s] {{+ 1|- 1}}; } } int f(int n) { struct Z49 z = {n, 1}; g49(z); return 0; }
//: counter.rows.parameter
static void g50(int w, int n) { @for (int i = 0; i < n; i++) { for (int j = 0; j < w; j++) a[i * 3 + j] = i * 10 + j; } } int f(int n) { g50({{5|4}}, n); return 0; }
//: counter.rows.long
static void g51(long w, long n) { @for (long i = 0; i < n; i++) { for (long j = 0; j < w; j++) a[i * 3 + j] = i * 10 + j; } } int f(int n) { g51({{5|4}}, n); return 0; }
//: counter.rows.two
static void g52(int w, int k, int n) { @for (int i = 0; i < n; i++) { for (int j = 0; j < w; j++) a[i * k + j] = i * 10 + j; } } int f(int n) { g52({{5|4}}, 3, n); return 0; }
//: counter.rows.stored
static int w53, k53; static void g53(int n) { @for (int i = 0; i < n; i++) { for (int j = 0; j < w53; j++) a[i * k53 + j] = i * 10 + j; } } int f(int n) { w53 = {{5|4}}; k53 = 3; g53(n); return 0; }
//: counter.rows.struct
struct Z54 { int w, k; }; static void g54(struct Z54 *z, int n) { @for (int i = 0; i < n; i++) { for (int j = 0; j < z->w; j++) a[i * z->k + j] = i * 10 + j; } } int f(int n) { struct Z54 z = { {{5|4}}, 3}; g54(&z, n); return 0; }
//: assert.wrong.scope
static void g55(int s, int n) { if (n > 100) { assert(s > 0); } @for (int i = 0; i < n; i++) { a[i * s] = i; } } int f(int n) { g55(0, n); return 0; }
//: assert.changed.later
static void g56(int s, int n) { assert(s > 0); s -= 1; @for (int i = 0; i < n; i++) { a[i * s] = i; } } int f(int n) { g56(1, n); return 0; }
//: exit.changed.later
static void g57(int s, int n) { if (s <= 0) exit(1); s--; @for (int i = 0; i < n; i++) { a[i * s] = i; } } int f(int n) { g57(1, n); return 0; }
//: exit.other.variable
static void g58(int s, int t, int n) { if (t <= 0) exit(1); @for (int i = 0; i < n; i++) { a[i * s] = i; } } int f(int n) { g58(0, 1, n); return 0; }
//: return.guard.loop
static void g59(int s, int n) { if (s == 0 && n > 100) return; @for (int i = 0; i < n; i++) { a[i * s] = i; } } int f(int n) { g59(0, n); return 0; }
//: memory.size.changed
int f(int n) { int *k = &total; *k = 0; @for (int i = 0; i < n; i++) { a[i * total] = {{i|b[i]}}; } return 0; }
//: memory.size.char
int f(int n) { unsigned char *k = (unsigned char *)&last; last = 1; @for (int i = 1; i < n; i++) { a[i] = a[i - last] {{+ 1|- 1}}; k[1] = 0; } return 0; }
//: memory.size.in.array
int f(int n) { c[0] = 1; @for (int i = 1; i < n; i++) { a[i] = a[i - c[0]] {{+ 1|- 1}}; } return 0; }
//: block.memmove.rows
int f(int n) { @for (int i = 1; i < 19; i++) { memmove(m[i], m[i - 1], {{4|8}}); } return 0; }
//: block.memcpy.struct
struct Z64 { int k[4]; } z64[40]; int f(int n) { @for (int i = 1; i < n; i++) { memcpy(&z64[i], &z64[i - 1], sizeof(struct Z64)); z64[i].k[{{0|1}}] += 1; } for (int i = 0; i < n; i++) a[i] = z64[i].k[0] + z64[i].k[1]; return 0; }
//: block.struct.assign
struct Z65 { int k[4]; } z65[40]; int f(int n) { @for (int i = 1; i < n; i++) { z65[i] = z65[i - 1]; z65[i].k[{{0|1}}] += 1; } for (int i = 0; i < n; i++) a[i] = z65[i].k[0] + z65[i].k[1]; return 0; }
//: block.memset.wide
int f(int n) { @for (int i = 0; i < n; i++) { memset(&a[i], i, {{8|12}}); } return 0; }
//: block.memset.count
int f(int n) { @for (int i = 0; i < n; i++) { memset(a + i, i, b[i] > 0 ? {{8|12}} : 4); } return 0; }
//: block.bzero
#include <strings.h>
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = a[i - 1] + i; bzero(&a[i - 1], 4); } return 0; }
//: call.callback.qsort
static int cmp69(const void *p, const void *q) { return *(const int *)p - *(const int *)q; } int f(int n) { @for (int i = 0; i < n; i++) { qsort(a + i, {{2|3}}, 4, cmp69); } return 0; }
//: call.pure.reads.global
static int s70; static int look70(void) { return s70; } int f(int n) { s70 = 0; @for (int i = 0; i < n; i++) { a[i] = look70(); s70 = {{i|b[i]}}; } return 0; }
//: call.pure.reads.array
static int sum71(int k) { int s = 0; for (int j = 0; j < k; j++) s += a[j]; return s; } int f(int n) { @for (int i = 1; i < n; i++) { a[i] = sum71(i) % {{7|9}}; } return 0; }
//: call.static.array
static int *buf72(int k) { static int w[4]; w[0] = k; return w; } int f(int n) { @for (int i = 0; i < n; i++) { int *q = buf72(i); a[i] = last; last = *q {{+ 1|- 1}}; } return 0; }
//: call.returns.parameter
static int *pick73(int *p, int *q, int k) { return k ? p : q; } int f(int n) { @for (int i = 1; i < n; i++) { int *q = pick73(a, b, {{1|i > 0}}); a[i] = q[i - 1] + 1; } return 0; }
//: call.struct.pointer.parameter
struct Z74 { int *p; int k; }; static void step74(struct Z74 *z) { z->p[z->k] = z->p[z->k - 1] {{+ 1|- 1}}; z->k++; } int f(int n) { struct Z74 z = {a, 1}; @for (int i = 1; i < n; i++) { step74(&z); b[i] = z.k; } return 0; }
//: call.variadic.macro
#define LOG75(...) (total = total * 3 + (int)sizeof((int[]){__VA_ARGS__}))
int f(int n) { @for (int i = 0; i < n; i++) { LOG75(i, 1); a[i] = total {{|+ 1}}; } return 0; }
//: call.inline.keyword
static inline __attribute__((always_inline)) int up76(int k) { static int s; return s += k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = up76({{i|b[i]}}) & 7; } return 0; }
//: call.weak
__attribute__((weak)) int up77(int k) { return total += k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = up77({{i|b[i]}}); } return 0; }
//: call.old.style
static int up78(k) int k; { return total += k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = up78({{i|b[i]}}); } return 0; }
//: call.before.declared
int f(int n) { extern int up79(); @for (int i = 0; i < n; i++) { a[i] = up79({{i|b[i]}}); } return 0; } int up79(k) int k; { return total += k; }
//: live.goto.back
int f(int n) { int t = 0, k = 0; again: c[k] = t; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } if (++k < 2) goto again; return 0; }
//: live.while.around
int f(int n) { int t = 0, k = 0; while (k < 2) { c[k++] = t; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } } return 0; }
//: live.for.step
int f(int n) { int t = 0; for (int k = 0; k < 40; k += t + 5) { @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } total = k; } return 0; }
//: live.switch
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } switch (t) { case 0: total = 4; break; case 1: total = 5; break; default: total = 7 + t; } return 0; }
//: live.condition.only
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } total = t > 0 ? 1 : 2 + t; return 0; }
//: live.index.only
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } u8[t] = 1; return 0; }
//: live.bound.only
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } for (int k = 0; k < t; k++) u8[k] = 1; return 0; }
//: live.vla.size
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } int w[t + 1]; total = sizeof w; return 0; }
//: live.compound.update
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } total += t; return 0; }
//: live.increment
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } t++; total = t; return 0; }
//: live.partial.overwrite
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } if (n > 100) t = 3; total = t; return 0; }
//: live.array.whole
int f(int n) { int w[2] = {0, 0}, v[2]; @for (int i = 0; i < n; i++) { w[0] = c[i]; w[1] = i; a[i] = w[0] + w[1] {{|+ 1}}; } v[0] = w[1]; total = v[0]; return 0; }
//: live.struct.whole
struct Z94 { int k, j; }; int f(int n) { struct Z94 s = {0, 0}, t; @for (int i = 0; i < n; i++) { s.k = c[i]; s.j = i; a[i] = s.k + s.j {{|+ 1}}; } t = s; total = t.j; return 0; }
//: live.pointer.to.it
int f(int n) { int t = 0; int *q = &t; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } total = q[0]; return 0; }
//: live.static.variable
static int f96(int n) { static int t; int r = t; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } return r; } int f(int n) { f96(n); total = f96(n); return 0; }
//: live.register
int f(int n) { register int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } return t; }
//: live.argument
static void put98(int k) { total = k; } int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } put98(t); return 0; }
//: live.sizeof.vla
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } total = sizeof(int[t + 1]); return 0; }
//: live.longjmp
#include <setjmp.h>
static jmp_buf j100; int f(int n) { int volatile t = 0; if (setjmp(j100)) { total = t; return 0; } @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t {{|+ 1}}; } longjmp(j100, 1); }
