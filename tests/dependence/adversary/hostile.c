//: volatile.member
struct dev { volatile int reg; int plain; } d; int f(int n) { d.reg = 0; @for (int i = 0; i < n; i++) { {{d.reg = i|d.reg += b[i] * i, d.reg ^= i|a[i] = d.reg; d.reg = b[i]}}; } return d.reg; }
//: volatile.pointer
int f(int n) { volatile int *p = &total; @for (int i = 0; i < n; i++) { {{*p = b[i]|a[i] = *p; *p = i|a[i] = b[i] + *p}}; } return 0; }
//: static.local
static int step(int v) { static int state = 3; state = {{state * 2 + v|(state + v) % 7|state + 1}}; return state; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = step(b[i]); } return 0; }
//: static.local.table
static int memo(int v) { static int cache[16]; int k = v & 15; {{cache[k] = cache[k] * 2 + v|cache[k]++|if (cache[k] == 0) cache[k] = v + 1}}; return cache[k]; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = memo(c[i]); } return 0; }
//: static.local.twin
static int scaled(int v) { static const int table[4] = {1, 2, 3, 4}; return v * table[v & {{3|1|2}}]; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = scaled(b[i]); } return 0; }
//: errno
#include <errno.h>
int f(int n) { errno = 0; @for (int i = 0; i < n; i++) { {{x[i] = sqrt(y[i] - 1); a[i] = errno|x[i] = log(y[i]); if (errno) b[i] = i|errno = i; a[i] = errno + b[i]}}; } return errno != 0; }
//: varargs
#include <stdarg.h>
static int sum(int k, ...) { va_list l; va_start(l, k); int s = 0; for (int j = 0; j < k; j++) s += va_arg(l, int); va_end(l); {{total = total * 3 + s; |last = s; | }} return s; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = sum(2, b[i], i); } return 0; }
//: varargs.out
#include <stdarg.h>
static void put(int k, ...) { va_list l; va_start(l, k); int *p = va_arg(l, int *); va_end(l); *p = {{*p * 2 + k|k}}; } int f(int n) { @for (int i = 0; i < n; i++) { put(b[i], {{&total|&a[i]}}); } return total; }
//: recursion.global
static int depth; static int down(int v) { depth = depth * 2 + v; return v <= 0 ? depth : down(v - 1); } int f(int n) { depth = 0; @for (int i = 0; i < n; i++) { a[i] = down({{b[i]|b[i] & 1|2}}); depth &= 1023; } return depth; }
//: recursion.twin
static int fib(int v) { return v < 2 ? v : fib(v - 1) + fib(v - 2); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = fib({{b[i]|3|b[i] & 3}}); } return 0; }
//: recursion.array
static void fill(int *p, int k) { if (k > 0) { p[k] = p[k - 1] + 1; fill(p, k - 1); } } int f(int n) { @for (int i = 0; i < n; i++) { fill({{a + i|a + 4 * i|a + 2 * i}}, {{3|2|1}}); } return 0; }
//: function.pointer.table
static void one(int i) { a[i] = b[i]; } static void two(int i) { total = total * 2 + b[i]; } static void three(int i) { a[i + 1] = a[i] + 1; } int f(int n) { void (*t[3])(int) = {{{one, two, three}|{one, one, two}|{one, three, one}}}; @for (int i = 0; i < n; i++) { t[c[i] % 3](i); } return 0; }
//: function.pointer.member
struct ops { int (*get)(int); }; static int seen; static int get(int v) { return seen++ + v; } static int pure(int v) { return v + 1; } int f(int n) { struct ops o = {{{get}|{pure}|{n > 8 ? get : pure}}}; seen = 0; @for (int i = 0; i < n; i++) { a[i] = o.get(b[i]); } return 0; }
//: function.pointer.changed
static int up(int v) { return v + 1; } static int no(int v) { return -v; } int f(int n) { int (*g)(int) = up; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); {{if (b[i] > 2) g = no|g = g == up ? no : up|if (i == 4) g = no}}; } return 0; }
//: goto.back
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { k = {{b[i] & 3|2|i & 1}}; again: a[i] += k; if (k-- > 0) goto again; {{total = k|x[i] = k|y[i] += k}}; } return 0; }
//: goto.over
int f(int n) { int t = 5; @for (int i = 0; i < n; i++) { if (b[i] > 1) goto skip; t = {{b[i]|i|t + 1}}; skip: a[i] = t; } return t; }
//: continue.leaves
int f(int n) { int t = 5; @for (int i = 0; i < n; i++) { if (b[i] < 0) continue; {{t = b[i]; a[i] = t|a[i] = t; t = b[i]|t += b[i]; a[i] = t}}; } return 0; }
//: continue.array
int f(int n) { int w[4] = {1, 2, 3, 4}; @for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) { if (b[i] < j) continue; w[j] = b[i] + j; } a[i] = w[{{0|1|3}}]; } return 0; }
//: break.inner
int f(int n) { int w[8] = {0}; @for (int i = 0; i < n; i++) { int k; for (k = 0; k < 8; k++) { if (b[i] == k) break; w[k] = b[i]; } a[i] = w[{{k & 7|2|7}}]; } return 0; }
//: break.inner.index
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { for ({{k = 0|k = i & 1|k = b[i] & 1}}; k < 8; k++) { if (b[i] == k) break; } a[i] = k; {{|k &= 3;|}} } return 0; }
//: switch.falls
int f(int n) { int t = 1; @for (int i = 0; i < n; i++) { switch (c[i] & 3) { case 0: t = b[i]; case 1: a[i] = t; break; {{default: a[i] = 0;|case 2: t = 2; default: a[i] = t;|default: t = 4; a[i] = t;}} } } return 0; }
//: switch.all
int f(int n) { @for (int i = 0; i < n; i++) { int t; switch (c[i] & 3) { case 0: t = b[i]; break; case 1: t = 1; break; default: t = {{2|c[i]|i}}; } a[i] = t; } return 0; }
//: unsigned.wraps
int f(int n) { @for (unsigned i = 0; i < (unsigned)n; i++) { a[{{(unsigned char)(i * 64)|(i * 1073741824u) >> 28|i & 3u}}] = b[i]; } return 0; }
//: unsigned.wraps.index
int f(int n) { unsigned k = {{0u - 4u|4294967290u|0u - 1u}}; @for (int i = 0; i < n; i++) { a[k + 10 + i] = b[i]; a[(k + 10) + i] += 1; } return 0; }
//: unsigned.below
int f(int n) { @for (unsigned i = 1; i < (unsigned)n; i++) { a[i] = {{i - 2 < 100 ? a[i - 2] : 0|a[(i - 1) & 7]|a[i - 1u]}} + 1; } return 0; }
//: short.counter
int f(int n) { short k = 0; @for (int i = 0; i < n; i++) { a[(unsigned char)({{i * 32|i * 128|i * 16}})] = b[i]; k++; } return 0; }
//: char.index
int f(int n) { @for (int i = 0; i < n; i++) { signed char k = (signed char)({{i * 32|i * 37|i * 64}}); a[k + 128] = b[i]; } return 0; }
//: size.countdown
int f(int n) { @for (size_t i = {{20|30|25}}; i > 0; i--) { a[i - 1] = a[i] + b[i]; } return 0; }
//: size.countdown.twin
int f(int n) { @for (size_t i = {{20|30|25}}; i > 0; i--) { a[i - 1] = b[i] + c[i - 1]; } return 0; }
//: float.counter
int f(int n) { @for (int i = 0; i < n; i++) { for (float t = 0; t < 4; t += {{1|0.5f|2}}) { {{a[(int)t] = i|a[i] += (int)t|x[(int)t] += t}}; } } return 0; }
//: float.index
int f(int n) { @for (int i = 0; i < n; i++) { a[(int)(i * {{0.5|0.25|1.0}})] = b[i]; } return 0; }
//: bits.neighbours
struct flags { unsigned lo : 4, hi : 4; int rest; } fl[8]; int f(int n) { memset(fl, 0, sizeof fl); @for (int i = 0; i < n; i++) { {{fl[i >> 2].lo = b[i]|fl[i & 7].hi += 1; fl[i & 7].lo = fl[i & 7].hi + i|fl[i & 3].rest = i}}; } for (int i = 0; i < 8; i++) a[i] = fl[i].lo + 16 * fl[i].hi + 256 * fl[i].rest; return 0; }
//: bits.own
struct flags { unsigned lo : 4, hi : 4; } fl[64]; int f(int n) { memset(fl, 0, sizeof fl); @for (int i = 0; i < n; i++) { fl[i].lo = b[i]; fl[i].hi = {{c[i]|i|fl[i].lo}}; } for (int i = 0; i < 64; i++) a[i] = fl[i].lo + 16 * fl[i].hi; return 0; }
//: union.views
union word { int whole; unsigned char part[4]; } u; int f(int n) { u.whole = 0; @for (int i = 0; i < n; i++) { {{u.part[i & 3] = (unsigned char)b[i]; a[i] = u.whole|u.whole = b[i]; a[i] = u.part[0]; |u.part[0] = (unsigned char)i; u.whole += 256; a[i] = u.whole}}; } return u.whole; }
//: union.array
union both { int i[40]; float fl[40]; } ub; int f(int n) { for (int i = 0; i < 40; i++) ub.i[i] = i; @for (int i = {{1|0|0}}; i < n; i++) { ub.i[i] = {{(int)ub.fl[i - 1] + 1|(int)ub.fl[i]|ub.i[i] + 1}}; } for (int i = 0; i < 40; i++) a[i] = ub.i[i]; return 0; }
//: struct.alias
struct holder { int *p, *q; }; int f(int n) { struct holder h = {a, {{a + 1|b|a}}}; @for (int i = 0; i < n; i++) { h.p[i] = h.q[i] + 1; } return 0; }
//: struct.alias.copied
struct holder { int *p; int k; }; int f(int n) { struct holder h = {a, 1}, g = h; g.p += {{1|0|100}}; @for (int i = 0; i < n; i++) { h.p[i] = g.p[i] + 1; } return 0; }
//: struct.alias.pointer
struct holder { int *p; }; int f(int n) { struct holder h = {a}, *r = &h; r->p = {{b|a + 1|a}}; @for (int i = 0; i < n; i++) { h.p[i] = a[i] + 1; } return 0; }
//: struct.written.through
struct box { int v; int pad[3]; } box; static void set(struct box *q, int v) { q->v = {{q->v * 2 + v|v|q->v + v}}; } int f(int n) { box.v = 0; @for (int i = 0; i < n; i++) { set(&box, b[i]); a[i] = box.v; } return box.v; }
//: pointer.to.pointer
int f(int n) { int *p = a, **pp = &p; @for (int i = 0; i < n; i++) { {{*pp = a + (i & 3); *p = b[i]|**pp = b[i]|(*pp)[i] = b[i]; *pp = i & 1 ? b : a}}; } return 0; }
//: pointer.kept
static int *kept; static void keep(int *p) { kept = p; } int f(int n) { int t = 0; keep({{&t|&total|a}}); @for (int i = 0; i < n; i++) { t = b[i]; *kept = *kept * 2 + i; a[i + 1] = t; } return t; }
//: cast.struct.array
struct pt { int x, y; }; int f(int n) { struct pt *p = (struct pt *)a; @for (int i = 0; i < n; i++) { p[i].x = {{a[i] + 1|b[i]|p[i].y + 1}}; } return 0; }
//: cast.offset
int f(int n) { char *raw = (char *)a; @for (int i = 0; i < n; i++) { *(int *)(raw + {{4 * (i / 2)|4 * i|2 * i - 2 * (i & 1)}}) = b[i]; } return 0; }
//: cast.integer
int f(int n) { uintptr_t at = (uintptr_t)a; @for (int i = 0; i < n; i++) { *(int *)(at + {{4u * (unsigned)(i & 3)|4u * (unsigned)i|8u}}) = b[i]; } return 0; }
//: cast.short
int f(int n) { short *s = (short *)a; @for (int i = 0; i < n; i++) { {{s[i] = (short)b[i]; a[i + 50] = s[i]|s[2 * i] = (short)a[i / 2]|a[i] = s[i] + 1}}; } return 0; }
//: flexible
struct tail { int len; int data[]; }; int f(int n) { struct tail *t = (struct tail *)malloc(sizeof(struct tail) + 64 * sizeof(int)); t->len = 0; for (int i = 0; i < 64; i++) t->data[i] = i; @for (int i = 0; i < n; i++) { {{t->data[i] = b[i]|t->data[t->len++] = b[i]|t->data[i + 1] = t->data[i]}}; } for (int i = 0; i < 64; i++) a[i] = t->data[i]; int l = t->len; free(t); return l; }
//: negative.array
struct two { int head[10]; int tail[10]; } tw; int f(int n) { memset(&tw, 0, sizeof tw); @for (int i = 0; i < 10; i++) { tw.tail[{{i|9 - i|i / 2}}] = b[i]; {{tw.head[i] = tw.tail[i]|tw.head[i] = i|tw.head[i] = 1}}; } for (int i = 0; i < 10; i++) a[i] = tw.head[i] + 100 * tw.tail[i]; return 0; }
//: macro.hides
#define PUSH(v) (a[last++] = (v))
#define NEXT() (total = total * 5 + 1)
#define SAME(v) (v)
int f(int n) { last = 0; @for (int i = 0; i < n; i++) { {{PUSH(b[i])|a[i] = NEXT()|a[i] = SAME(b[i])}}; } return last; }
//: macro.statement
#define SWAP(p, q) do { int t_ = p; p = q; q = t_; } while (0)
int f(int n) { @for (int i = 0; i < n; i++) { {{SWAP(a[i], a[i + 1])|SWAP(a[i], b[i])|SWAP(a[i], total)}}; } return 0; }
//: macro.loop
#define EACH(j, m) for (int j = 0; j < (m); j++)
int f(int n) { @for (int i = 0; i < n; i++) { EACH(k, 4) { {{a[i] += k * b[i]|a[k] = b[i] + k|total += k}}; } } return 0; }
//: macro.name.of.array
#define cell a[i & 3]
#define own a[i]
int f(int n) { @for (int i = 0; i < n; i++) { {{cell = b[i]|own = b[i]|own = cell + 1}}; } return 0; }
//: omp.inside
int f(int n) { @for (int i = 0; i < n; i++) { {{
#pragma omp atomic
 total += b[i]|
#pragma omp critical
 total = total * 2 + b[i]|
#pragma omp simd
 for (int j = 0; j < 2; j++) a[i + j] = b[i] + j}}; } return 0; }
//: acc.inside
int f(int n) { @for (int i = 0; i < n; i++) { {{
#pragma acc atomic capture
 { a[i] = total; total = total + 1; }|
#pragma acc atomic update
 total += 2|
#pragma acc loop seq
 for (int j = 1; j < 4; j++) m[i % 2][j] = m[i % 2][j - 1] + i}}; } return 0; }
//: compare.pointers
int f(int n) { int *p = a, *end = a + n; @for (int i = 0; i < n; i++) { {{if (p < end) *p++ = b[i]|*(end - 1 - i) = b[i]|a[i] = (int)(end - p) + b[i]; p += b[i] > 3}}; } return 0; }
//: string.functions
static char text[64]; int f(int n) { text[0] = 0; @for (int i = 0; i < 12; i++) { {{strcat(text, i & 1 ? "x" : "y")|text[i] = (char)('a' + i)|a[i] = (int)strlen(text); text[i % 8] = 'q'; text[i % 8 + 1] = 0}}; } text[63] = 0; for (int i = 0; i < 12; i++) b[i] = text[i]; return 0; }
//: strtok
static char line[64]; int f(int n) { strcpy(line, "1 22 3 44 5 66 7 88 9 10 11 12"); char *w = strtok(line, " "); @for (int i = 0; i < 10; i++) { a[i] = w ? atoi(w) : -1; w = strtok(NULL, " "); } return 0; }
//: rand
int f(int n) { srand(7); @for (int i = 0; i < n; i++) { a[i] = {{rand() % 9|b[i] + (int)(rand() % 2)|rand() & 7}}; } return 0; }
//: realloc
int f(int n) { int *p = (int *)malloc(sizeof(int)); p[0] = 1; @for (int i = 0; i < 12; i++) { p = (int *)realloc(p, (i + 2) * sizeof(int)); p[i + 1] = {{p[i] * 2|p[i] + b[i]|p[i] + i}}; {{a[i] = p[i]|a[i] = p[i / 2]|a[i] = p[i + 1]}}; } free(p); return 0; }
//: qsort
static int less(const void *p, const void *q) { return *(const int *)p - *(const int *)q; } int f(int n) { @for (int i = 0; i < {{12|6|4}}; i++) { qsort({{a|a + 5 * i|m[i]}}, 5, sizeof(int), less); c[40 + i] = b[{{i|0|1}}]; } return 0; }
//: memcpy.overlap
int f(int n) { @for (int i = 0; i < n; i++) { memcpy(a + {{i|4 * i|2 * i}}, b + 3 * i, {{2|4|3}} * sizeof(int)); } return 0; }
//: memmove.self
int f(int n) { @for (int i = 0; i < n; i++) { memmove(a + {{i + 1|4 * i|i}}, a + {{i|4 * i + 1|i}}, {{1|2|1}} * sizeof(int)); } return 0; }
//: comma.and.order
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { a[i] = ({{t = b[i], t + 1|t = b[i] - 1, t * 2|t += b[i], t}}); } return 0; }
//: shortcut
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { a[i] = b[i] > 1 && {{(t = b[i])|(t += 1)|b[i] < 3}}; c[i] = t; } return 0; }
//: ternary.target
int f(int n) { @for (int i = 0; i < n; i++) { *(b[i] > 1 ? {{&a[i]|&total|&a[i & 7]}} : &c[i]) = i; } return 0; }
//: nested.array.shared
int f(int n) { int w[3][4] = {{0}}; @for (int i = 0; i < n; i++) { for (int j = 0; j < 4; j++) w[{{0|i % 3|1}}][j] = b[i] + j; a[i] = w[{{0|i % 3|1}}][{{3|2|c[i] & 3}}]; } return 0; }
//: nested.array.partial
int f(int n) { int w[8] = {0}; @for (int i = 0; i < n; i++) { for (int j = 0; j < {{8|(c[i] & 7)|8}}; j++) w[j] = b[i] * j + 1; a[i] = w[0] + w[{{7|7|5}}]; } return 0; }
//: vla.shared
int f(int n) { int w[n]; for (int i = 0; i < n; i++) w[i] = 0; @for (int i = 0; i < n; i++) { w[{{i|c[i] % n|0}}] += b[i]; {{a[i] = w[i]|a[i] = w[c[i] % n]|a[i] = w[0]}}; } return 0; }
//: extern.order
static int log_[64], used; static void note(int v) { if (used < 64) log_[used++] = v; } int f(int n) { used = 0; @for (int i = 0; i < n; i++) { {{note(b[i])|if (b[i] > 100) note(i)|a[i] = used; if (b[i] > 2) note(1)}}; } for (int i = 0; i < 64; i++) c[i] = i < used ? log_[i] : 0; return used; }
//: last.value
int f(int n) { int at = -1; @for (int i = 0; i < n; i++) { {{if (b[i] == 3) at = i|if (b[i] > total) { total = b[i]; at = i; }|at = b[i]}}; } return at; }
//: argmin.tie
int f(int n) { int at = 0, best = 99; @for (int i = 0; i < n; i++) { if (b[i] {{<|<=|>}} best) { best = b[i]; at = i; } } return at * 100 + best; }
//: counter.alive
int f(int n) { int i; @for (i = 0; i < n; i++) { a[i] = b[i]; } return {{i|a[i]|i > 3}}; }
//: saturating
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s += b[i]; if (s > {{6|4|3}}) s = {{6|3|0}}; } return s; }
//: float.sum.int
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s += {{b[i] * 3|b[i]|b[i] - c[i]}}; } return s; }
//: sum.read.between
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s += b[i]; {{a[i] = s + 1|a[i] = b[i]|if (s > 4) a[i] = 1}}; } return s; }
//: two.operators
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { {{s += b[i]; s *= 2; s &= 0xffffff|s += b[i]; s -= c[i]|s = s - b[i]}}; } return s; }
//: prefix.through.alias
int f(int n) { int *s = &total; @for (int i = 0; i < n; i++) { {{*s += b[i]; a[i] = total|*s = b[i]; a[i] = *s|a[i] = *s + b[i]}}; } return 0; }
//: row.overrun
int f(int n) { @for (int i = 0; i < 19; i++) { for (int j = 0; j < {{20|21|40}}; j++) (&m[0][0])[i * {{20|20|20}} + j] = i + j; } return 0; }
//: alias.rows
int f(int n) { int *r[20]; for (int i = 0; i < 20; i++) r[i] = m[{{i / 2|i|19 - i}}]; @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) r[i][j] = i + j; } return 0; }
//: setjmp
#include <setjmp.h>
static jmp_buf env; int f(int n) { volatile int t = 0; @for (int i = 0; i < n; i++) { if (setjmp(env) == 0) { {{if (b[i] > 2) longjmp(env, 1); a[i] = 1|t = b[i]; longjmp(env, 1)|a[i] = b[i]}}; } else a[i] = t; } return 0; }
//: shadowed.macro
#define w 5
int f(int n) { @for (int i = 0; i < n; i++) { a[i + {{w|w * 20|0}}] = a[i] + 1; } return 0; }
//: enum.hides
enum { A0, A1, A7 = 7 }; int f(int n) { @for (int i = 0; i < n; i++) { a[{{i * A1|i * A0|A7 * i}}] = b[i]; } return 0; }
//: constant.stride
static const int W = {{20|1|2}}; int f(int n) { @for (int i = 0; i < {{10|12|12}}; i++) { for (int j = 0; j < {{20|2|2}}; j++) a[i * W + j] = i - j; } return 0; }
//: constant.local.changes
int f(int n) { int W = 20; W = {{20|1|2}}; @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * W + j] = i - j; } return 0; }
//: constant.looks.like
static int W = {{20|1|20}}; int f(int n) { {{|W = 1;|W = 2;}} @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * W + j] = i - j; } W = 20; return 0; }
//: constant.shadowed
enum { W = 20 }; int f(int n) { int W = {{1|2|20}}; @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * W + j] = i - j; } return 0; }
//: constant.redefined
#define W 20
#undef W
#define W {{1|2|20}}
int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * W + j] = i - j; } return 0; }
//: constant.later
#define W {{1|2|20}}
int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * W + j] = i - j; } return 0; }
#undef W
#define W 20
int g(void) { return W; }
//: constant.pointer
static int store = 1; static int *const W = &store; int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * *W + j] = i - j; {{*W = 1|store = 1|}}; } return 0; }
//: constant.cast.away
static const int w0 = {{20|20|20}}; int f(int n) { @for (int i = 0; i < {{10|12|12}}; i++) { a[i * w0 % {{7|400|11}}] = i; } return 0; }
//: atomic.order
int f(int n) { @for (int i = 0; i < n; i++) {
#pragma acc atomic {{update|write|update}}
 total {{+= b[i]|= b[i]|+= b[i] & 1}};
#pragma acc atomic read
 a[i] = {{total|b[0]|b[0]}}; } return 0; }
//: enum.local
enum { w = 20 }; int f(int n) { enum { w = {{1|20|2}} }; @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w + j] = i - j; } return 0; }
//: enum.local.later
enum { w = 20 }; int f(int n) { { enum { w = {{1|2|3}} }; total = w; } @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w + j] = i - j; } return 0; }
//: constant.conditional
#if {{0|1|0}}
static const int w = 20;
#else
static const int w = {{1|2|20}};
#endif
int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w + j] = i - j; } return 0; }
//: constant.parameter
static const int w = 20; static void g(int w) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w + j] = i - j; } } int f(int n) { g({{1|20|2}}); return 0; }
