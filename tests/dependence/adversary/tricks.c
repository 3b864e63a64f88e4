//: setjmp
#include <setjmp.h>
static jmp_buf jb; static int may(int v) { if (v > 3) longjmp(jb, v); return v; } int f(int n) { volatile int k = 0; @for (int i = 0; i < n; i++) { if (setjmp(jb)) { {{k = k * 2 + 1; k &= 63; a[i] = k|a[i] = 50|k = i; a[i] = 1}}; } else a[i] = may(b[i]); } return k; }
//: vla.row
int f(int n) { int g[n + 2][n + 1]; memset(g, 0, sizeof g); @for (int i = 0; i < n; i++) { {{g[i + 1][0] = g[i][0] + b[i]|g[i][0] = b[i]|g[0][i] = g[0][0] + 1 + i}}; } for (int i = 0; i < n; i++) a[i] = g[i + 1][0] + g[0][i] + g[i][0]; return 0; }
//: vla.row.overrun
int f(int n) { int g[2 * n][4]; memset(g, 0, sizeof g); @for (int i = 0; i < n; i++) { g[i][{{4|3|5}}] = g[i][{{0|0|1}}] + b[i] + 1; } for (int i = 0; i < n; i++) a[i] = g[i][0] + g[i][1] + g[i][3]; return 0; }
//: vla.pointer
static void go(int n, int (*g)[n]) { @for (int i = 1; i < n; i++) { for (int j = 0; j < n; j++) g[i][j] = {{g[i - 1][j] + 1|i + j|g[i][n - 1 - j] + 1}}; } } int f(int n) { go(n, (int (*)[n])m == 0 ? 0 : (int (*)[n])a); return 0; }
//: vla.size.changes
int f(int n) { int k = 3; int g[k][k]; memset(g, 0, sizeof g); int *p = &g[0][0]; @for (int i = 0; i < 3; i++) { {{k = 1; p[i * k + 1] = p[i] + 1 + b[i]|p[i * k] = b[i]|p[(i * k) % 3] = i}}; } for (int i = 0; i < 9; i++) a[i] = p[i]; return n * 0; }
//: flexible.array
struct Flex { int n; int d[]; }; int f(int n) { struct Flex *q = calloc(1, sizeof *q + 64 * sizeof(int)), *r = {{q|calloc(1, sizeof *q + 64 * sizeof(int))|q}}; @for (int i = 0; i < n; i++) { q->d[i + 1] = r->d[i] + {{b[i]|b[i]|1}}; } for (int i = 0; i < n; i++) a[i] = q->d[i]; return 0; }
//: flexible.header
struct Flex2 { int n; int d[]; }; int f(int n) { struct Flex2 *q = calloc(1, sizeof *q + 64 * sizeof(int)); int *p = (int *)q; @for (int i = 0; i < n; i++) { {{p[i + 2] = q->d[i] + b[i]|p[i + 1] = q->d[i] + b[i]|p[i] = q->n + 1}}; } for (int i = 0; i < n; i++) a[i] = q->d[i]; return q->n; }
//: struct.hack
struct Hack { int n; int d[1]; }; int f(int n) { struct Hack *q = calloc(1, sizeof *q + 64 * sizeof(int)); @for (int i = 1; i < n; i++) { q->d[i] = {{q->d[i - 1] + b[i]|b[i]|q->d[0]++ + b[i]}}; } for (int i = 0; i < n; i++) a[i] = q->d[i]; return 0; }
//: compound.literal.loop
int f(int n) { int *old = (int[]){0, 0}; @for (int i = 0; i < n; i++) { int *p = (int[]){b[i], i}; {{a[i] = old[0]; old[0] = p[0] + i|a[i] = p[0] + old[1]|a[i] = old[1]; old[1] = i}}; } return 0; }
//: compound.literal.static
static int *kept2 = (int[]){1, 2, 3}; int f(int n) { kept2[0] = 1; @for (int i = 0; i < n; i++) { {{kept2[0] = (kept2[0] * 2 + b[i]) & 63; a[i] = kept2[0]|a[i] = kept2[1]|a[i] = kept2[i % 3]++}}; } return kept2[0]; }
//: compound.literal.argument
struct Arg { int *p; int v; }; static void apply(struct Arg q) { *q.p = {{(*q.p * 2 + q.v) & 63|q.v|q.v}}; } int f(int n) { @for (int i = 0; i < n; i++) { apply((struct Arg){.p = {{&total|a + i|a + i / 2}}, .v = b[i] + i}); } return 0; }
//: designated.order
struct Des { int u, v; }; int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { struct Des q = {.v = {{k++|b[i]|k = i}}, .u = {{k|i|i}}}; a[i] = q.u + q.v; } return k; }
//: designated.array
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { int t[4] = {[2] = {{k = (k * 2 + b[i]) & 63|b[i]|k++}}, [0] = i}; a[i] = t[2] + t[0]; } return 0; }
//: union.pun
union Pun { int k; short s[2]; unsigned char c[4]; }; union Pun pun[64]; int f(int n) { memset(pun, 0, sizeof pun); @for (int i = 0; i < n; i++) { {{pun[i].k = pun[i / 2].s[0] + b[i] + 1|pun[i].s[1] = (short)b[i]|pun[0].c[i & 3] = (unsigned char)(pun[0].k + i)}}; } for (int i = 0; i < 64; i++) a[i] = pun[i].k; return 0; }
//: union.pointer.int
union Pi { int *p; size_t n; }; int f(int n) { union Pi u; u.p = a; @for (int i = 0; i < n; i++) { {{u.n += 4; *u.p = i|u.p = a + i; *u.p = b[i]|*u.p = i + b[i]}}; } return 0; }
//: restrict.lie
static void add(int *restrict p, const int *restrict q, int n) { @for (int i = 0; i < n; i++) { p[{{i + 1|i|i}}] = {{p[i] + 1|q[i] + 1|p[0] + q[i]}}; } } int f(int n) { add(a, b, n); return 0; }
//: restrict.local
int f(int n) { int *restrict p = a; { int *q = p + {{1|100|0}}; @for (int i = 0; i < n; i++) { q[i] = p[i] + 1; } } return 0; }
//: restrict.derived
static void go2(int *restrict p, int n) { int *q = p + {{1|100|2}}; @for (int i = 0; i < n; i++) { q[i] = p[i] + 1 + b[i]; } } int f(int n) { go2(a, n); return 0; }
//: generic.selection
#define PUT(p, v) _Generic((v), double: put_double, default: put_int)(p, v)
static void put_int(int *p, int v) { *p = v; } static void put_double(int *p, double v) { total = (total * 2 + (int)v) & 255; *p = {{total|7|total}}; } int f(int n) { @for (int i = 0; i < n; i++) { PUT(a + i, {{x[i]|b[i]|y[i]}}); } return 0; }
//: generic.constant
#define STRIDE(v) _Generic((v), double: {{1|20|0}}, default: 20)
int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * STRIDE(x[0]) + j] = i - j; } return n * 0; }
//: statement.expression
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = ({ int t = b[i]; {{k = (k * 2 + t) & 63; k|t *= 2; t|k = t; k + i}}; }); } return k; }
//: statement.expression.address
int f(int n) { @for (int i = 0; i < n; i++) { int *p = ({ static int s[2]; {{s|a + i|b + i}}; }); p[0] = p[0] * 2 % 63 + c[i]; x[i] = p[0]; } return 0; }
//: nested.function
int f(int n) { int k = 1; int up(int v) { {{k = (k * 2 + v) & 63; return k;|return v + k;|return k++;}} } @for (int i = 0; i < n; i++) { a[i] = up(b[i]); } return 0; }
//: nested.function.array
int f(int n) { int t[64] = {0}; void put(int i, int v) { t[{{i / 2|i|i & 3}}] = v; } @for (int i = 0; i < n; i++) { put(i, b[i] + i); } for (int i = 0; i < 64; i++) a[i] = t[i]; return 0; }
//: computed.goto
int f(int n) { static void *to[] = {&&one, &&two}; int k = 0; @for (int i = 0; i < n; i++) { goto *to[{{k|b[i] & 1|(k++) & 1}}]; one: a[i] = 1; {{k = 1;||k++;}} continue; two: a[i] = 2; {{k = 0;||k++;}} } return 0; }
//: switch.fall
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { switch (b[i] & 3) { case 0: {{k = i|a[i] = 1|k++}}; case 1: a[i] = {{k|2|k}}; break; default: a[i] = 9; } } return 0; }
//: duff
int f(int n) { @for (int i = 0; i < n; i++) { int j = b[i] & 1; switch (j) { do { case 1: {{total = (total * 2 + j) & 63|a[i] += j|last++}}; case 0: j++; } while (j < 3); } {{a[i] = total|x[i] = j|a[i] = last}}; } return 0; }
//: volatile.pointer
int f(int n) { volatile int *p = a; @for (int i = 0; i < n; i++) { {{p[0] = p[0] * 2 % 63 + b[i]|p[i] = b[i]|p[i + 1] = p[i] + 1}}; } return 0; }
//: volatile.local
int f(int n) { volatile int k = 1; @for (int i = 0; i < n; i++) { {{a[i] = k; k = b[i] + i|a[i] = b[i]|k = (k * 2 + 1) & 63; a[i] = k}}; } return 0; }
//: errno
#include <errno.h>
int f(int n) { errno = 0; @for (int i = 0; i < n; i++) { {{a[i] = errno; x[i] = sqrt(b[i])|x[i] = sqrt(b[i] + 9)|a[i] = errno; errno = b[i]}}; } return 0; }
//: errno.left
#include <errno.h>
int f(int n) { errno = 0; @for (int i = 0; i < n; i++) { {{errno = i|x[i] = i|errno += b[i]; a[i] = errno}}; } return errno; }
//: strtok
int f(int n) { char s[] = "a b cc d ee f ggg h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6"; strtok(s, " "); @for (int i = 0; i < n; i++) { {{char *p = strtok(0, " "); a[i] = p ? (int)strlen(p) + p[0] : 0|a[i] = s[0]|a[i] = strtok(0, " ") != 0; b[i] = s[3]}}; } return 0; }
//: strtol
int f(int n) { char s[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33"; char *p = s; @for (int i = 0; i < n; i++) { {{a[i] = (int)strtol(p, &p, 10)|a[i] = (int)strtol(s, 0, 10)|a[i] = atoi(p); p += 2}}; } return 0; }
//: rand
int f(int n) { srand(7); @for (int i = 0; i < n; i++) { a[i] = {{rand() % 100|b[i] % 100|i * (rand() & 1)}}; } return 0; }
//: rand_r
int f(int n) { unsigned s = 1; @for (int i = 0; i < n; i++) { {{a[i] = rand_r(&s) % 100|unsigned t = (unsigned)i; a[i] = rand_r(&t) % 100|s = s * 7 + 1; a[i] = (int)(s % 100)}}; } return 0; }
//: qsort.global
static int asked; static int compare(const void *p, const void *q) { {{asked++;||asked = 3;}} return *(const int *)p - *(const int *)q; } int f(int n) { asked = 0; @for (int i = 0; i < n; i++) { int t[3] = {b[i], c[i], i}; qsort(t, 3, sizeof *t, compare); a[i] = t[0] + {{asked|0|asked}}; } return 0; }
//: qsort.shared
static int compare(const void *p, const void *q) { return *(const int *)p - *(const int *)q; } int f(int n) { @for (int i = 0; i < n; i++) { qsort({{a, (size_t)i + 2|a + 2 * i, 2|a + i, 2}}, sizeof *a, compare); } return 0; }
//: bsearch.pointer
static int compare(const void *p, const void *q) { return *(const int *)p - *(const int *)q; } int f(int n) { int t[8] = {0, 1, 2, 3, 4, 5, 6, 7}; @for (int i = 0; i < n; i++) { int key = b[i] & 7; int *p = bsearch(&key, t, 8, sizeof *t, compare); {{if (p) *p = *p; a[i] = p ? (int)(p - t) : -1; t[7] = i + 8|a[i] = p ? *p : -1|if (p && i > 3) t[i & 1] = t[0]; a[i] = t[1]}}; } return t[7]; }
//: static.callee
static int seq(int v) { static int s; {{s = (s * 2 + v) & 63; return s;|return v;|return s++;}} } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = seq(b[i]); } return 0; }
//: static.array.callee
static int *scratch(void) { static int w[4]; return w; } int f(int n) { @for (int i = 0; i < n; i++) { int *w = scratch(); {{a[i] = w[0]; w[0] = b[i] + i|a[i] = w[1] + b[i]|w[i & 1] = i; a[i] = w[0]}}; } return 0; }
//: static.pointer.kept
static int *at; static void reset(int *p) { at = p; } static void push(int v) { *at{{++|| }} = v; } int f(int n) { reset(a); @for (int i = 0; i < n; i++) { {{push(b[i] + i)|a[i] = b[i]|push(i)}}; } return 0; }
//: variadic
#include <stdarg.h>
static int sum(int k, ...) { va_list p; va_start(p, k); int s = 0; while (k--) s += va_arg(p, int); va_end(p); {{total = (total * 2 + s) & 63; return total;|return s;|return total = s;}} } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = sum(2, b[i], i); } return 0; }
//: variadic.pointer
#include <stdarg.h>
static void put(int k, ...) { va_list p; va_start(p, k); int *q = va_arg(p, int *); *q = {{(*q * 2 + k) & 63|k|k}}; va_end(p); } int f(int n) { @for (int i = 0; i < n; i++) { put(b[i] + i, {{&total|a + i|a + (i & 3)}}); } return 0; }
//: snprintf
static char text[400]; int f(int n) { int at2 = 0; memset(text, 0, sizeof text); @for (int i = 0; i < n; i++) { {{at2 += snprintf(text + at2, 8, "%d", b[i])|snprintf(text + 8 * i, 8, "%d", b[i])|snprintf(text + i, 8, "%d", i)}}; } int s = 0; for (int i = 0; i < 400; i++) s = (s * 31 + text[i]) % 100003; return s; }
//: sscanf.place
int f(int n) { @for (int i = 0; i < n; i++) { char s[16]; snprintf(s, 16, "%d", b[i] + i); sscanf(s, "%d", {{&total|a + i|a + i / 2}}); x[i] = {{total|i|a[0]}}; } return 0; }
//: comma.bound
int f(int n) { int k = 0; @for (int i = 0; {{k++, |(void)0, |}}i < n; i++) { a[i] = {{k|b[i]|k++}}; } return 0; }
//: side.effect.condition
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if (b[i] > 2 {{&& k++ < 3|&& c[i] > 3|\|\| ++k}}) a[i] = i + 50; } return {{0|0|k * 0}}; }
//: short.circuit.state
int f(int n) { int seen = 0; @for (int i = 0; i < n; i++) { {{b[i] > 2 && (seen = i)|b[i] > 2 && (a[i] = i)|seen \|\| (seen = b[i] > 3)}}; {{a[i] = seen|x[i] = i|a[i] = seen * 2}}; } return 0; }
//: comma.assign
int f(int n) { int u = 0, v = 1; @for (int i = 0; i < n; i++) { {{a[i] = (u = v, v = (u + b[i]) & 63, u)|a[i] = (u = b[i], v = u + i, v)|a[i] = (v++, b[i] + v)}}; } return u; }
//: callee.changes.variable
static void skip(int *p) { {{if (*p & 1) ++*p;|(void)p;|last = *p;}} } int f(int n) { int j = 0; @for (int i = 0; i < n; i++) { j = i; skip(&j); a[j] = b[i] + i; } return j; }
//: callee.changes.bound
static int lim; static void shrink(int v) { {{if (v > 3) lim--;||lim = 9;}} } int f(int n) { lim = n + 5; @for (int i = 0; i < n; i++) { if (i < lim) a[i] = lim + i; shrink(b[i]); } return 0; }
//: unsigned.wrap.index
int f(int n) { @for (unsigned i = 0; i < (unsigned)n; i++) { a[(unsigned char)(i * {{128|1|64}})] = (int)i + b[i]; } return 0; }
//: unsigned.minus
int f(int n) { unsigned k = 3; @for (int i = 0; i < n; i++) { {{a[(i - k) & 7u] = i|a[i + k] = i|a[(unsigned short)(i * 32768u) >> 8] = i}}; } return 0; }
//: narrow.variable
int f(int n) { unsigned char k = 250; @for (int i = 0; i < n; i++) { unsigned char j = (unsigned char)(k + i); a[j & {{3|255|7}}] = i + b[i]; } return 0; }
//: narrow.assigned
int f(int n) { @for (int i = 0; i < n; i++) { {{char|int|signed char}} j = i * {{64|2|128}}; a[(j & 255)] = i + b[i]; } return 0; }
//: narrow.returned
static unsigned char low(int v) { return v; } static int all(int v) { return v; } int f(int n) { @for (int i = 0; i < n; i++) { a[{{low|all|low}}(i * {{128|8|64}})] = i; } return 0; }
//: narrow.parameter
static void set(unsigned char k, int v) { a[k] = v; } static void set2(int k, int v) { a[k] = v; } int f(int n) { @for (int i = 0; i < n; i++) { {{set|set2|set}}(i * {{128|8|64}}, b[i] + i); } return 0; }
//: narrow.bitfield
struct Nb { unsigned k : 3; }; int f(int n) { struct Nb q; @for (int i = 0; i < n; i++) { q.k = i; a[{{q.k|i|q.k + 1}}] = b[i] + i; } return 0; }
//: narrow.member
struct Nm { unsigned char k; int w; }; int f(int n) { struct Nm q; @for (int i = 0; i < n; i++) { q.k = i * {{128|1|64}}; q.w = i * 8; a[{{q.k|q.w|q.k}}] = b[i] + i; } return 0; }
//: narrow.compound
int f(int n) { @for (int i = 0; i < n; i++) { unsigned char k = 0; k += i * {{128|1|64}}; a[k] = b[i] + i; } return 0; }
//: narrow.enum
enum __attribute__((packed)) Ne { NE0 = 0, NE1 = 200 }; int f(int n) { @for (int i = 0; i < n; i++) { enum Ne k = (enum Ne)(i * {{128|1|64}}); a[k] = b[i] + i; } return 0; }
//: bool.index
int f(int n) { @for (int i = 0; i < n; i++) { _Bool k = i; a[{{k|i|k + 1}}] = b[i] + i; } return 0; }
//: shift.index
int f(int n) { @for (int i = 0; i < n; i++) { a[{{i >> 1|i << 2|(i << 31) >> 31 & 1}}] = b[i] + i; } return 0; }
//: shift.wrap
int f(int n) { @for (int i = 0; i < n; i++) { a[{{(i << 30 >> 30) & 3|i << 1|(unsigned)(i << 31) >> 28}}] = b[i] + i; } return 0; }
//: multiply.wrap
int f(int n) { @for (int i = 0; i < n; i++) { a[{{(unsigned)(i * 0x40000000u) >> 26|i * 4|(unsigned)(i * 0x80000000u) >> 25}}] = b[i] + i; } return 0; }
//: long.truncated
int f(int n) { @for (int i = 0; i < n; i++) { long long k = (long long)i << {{32|2|31}}; a[(int)k & 255] = b[i] + i; } return 0; }
//: xor.index
int f(int n) { @for (int i = 0; i < n; i++) { a[i ^ {{1|0|3}}] = a[{{i|i|i & 3}}] + b[i]; } return 0; }
//: modulo.variable
int f(int n) { int w = {{5|400|3}}; @for (int i = 0; i < n; i++) { a[i % w] = b[i] + i; } return 0; }
//: modulo.negative
int f(int n) { @for (int i = 0; i < n; i++) { a[10 + (i - 6) % {{4|40|3}}] = b[i] + i; } return 0; }
//: divide.negative
int f(int n) { @for (int i = 0; i < n; i++) { a[10 + (i - 5) / {{2|1|3}}] = b[i] + i; } return 0; }
//: negative.stride
int f(int n) { int s = {{-1|-2|0}}; @for (int i = 0; i < n; i++) { a[200 + i * s] = {{a[200 + (i + 1) * s]|b[i]|b[i]}} + i; } return 0; }
//: negative.step
int f(int n) { @for (int i = n - 1; i >= 0; i--) { a[{{i|i|i / 2}}] = {{a[i + 1] + b[i]|b[i]|b[i]}}; } return 0; }
//: step.in.variable
int f(int n) { int s = {{2|1|3}}; @for (int i = 0; i < n; i += s) { a[i] = i; a[i + {{2|0|3}}] = b[i]; } return 0; }
//: step.sizes
static int step_of(int v) { return v + 1; } int f(int n) { int s = step_of({{0|0|1}}); @for (int i = 0; i < n; i++) { a[i * s] = {{a[(i + 1) * s]|b[i]|a[i * s + 2]}} + 1; } return 0; }
//: zero.stride
static int none(void) { return 0; } int f(int n) { int s = {{none()|1|none() + none()}}; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; } return 0; }
//: stride.product
int f(int n) { int w = n {{- n|+ 1|/ 40}}; @for (int i = 0; i < 10; i++) { for (int j = 0; j < n && j < 12; j++) a[(i * w + j) % 400] = b[i] + j; } return 0; }
//: overlap.rows
static void rows(int *p, int w, int n) { @for (int i = 0; i < 8; i++) { for (int j = 0; j < n; j++) p[i * w + j] = {{p[(i + 1) * w + j - 1] + 1|i * j|i + b[j]}}; } } int f(int n) { rows(a, {{n - 1|n|n - 1}}, n); return 0; }
//: index.array.square
int f(int n) { @for (int i = 0; i < n; i++) { a[{{ix[i]|px[i]|ix[px[i]]}}] = b[i] + i; } return 0; }
//: index.array.filled
int f(int n) { int k[64]; for (int j = 0; j < 64; j++) k[j] = {{j / 2|j|63 - j / 3}}; @for (int i = 0; i < n; i++) { a[k[i]] = b[i] + i; } return 0; }
//: index.array.changed
int f(int n) { int k[64]; for (int j = 0; j < 64; j++) k[j] = j; {{k[3] = 4;||k[n - 1] = 0;}} @for (int i = 0; i < n; i++) { a[k[i]] = b[i] + i; } return 0; }
//: index.array.row.pointer
int f(int n) { int row[65]; row[0] = 0; for (int j = 0; j < 64; j++) row[j + 1] = row[j] + {{0|1|(j & 1)}}; @for (int i = 0; i < n; i++) { for (int j = row[i]; j <= row[i + 1]; j++) a[j] = {{i|j|i}}; } return 0; }
//: pointer.array
int f(int n) { int *p[64]; for (int j = 0; j < 64; j++) p[j] = a + {{j / 2|j|(j & 3)}}; @for (int i = 0; i < n; i++) { *p[i] = b[i] + i; } return 0; }
//: pointer.difference
int f(int n) { int *p = a, *q = a + {{1|0|2}}; @for (int i = 0; i < n; i++) { p[i + (q - p)] = {{p[i] + 1|p[i] + 1|q[i - 1] + 1}}; } return 0; }
//: pointer.compare.loop
int f(int n) { @for (int *p = a; p < a + n; p++) { *p = {{p[1] + 1|*p + 1|*a + 1}}; } return 0; }
//: pointer.struct.cast
struct Pq { int u, v; }; int f(int n) { struct Pq *p = (struct Pq *)a; @for (int i = 0; i < n; i++) { p[i].v = {{a[2 * i + 2] + 1|b[i]|a[2 * i - (i > 0)] + b[i]}}; } return 0; }
//: pointer.char.view
int f(int n) { unsigned char *p = (unsigned char *)a; @for (int i = 0; i < n; i++) { {{p[4 * i + 4] = (unsigned char)(a[i] + 1)|p[4 * i] = (unsigned char)b[i]|p[i] = (unsigned char)(a[i / 3] + 1)}}; } return 0; }
//: pointer.integer
int f(int n) { uintptr_t w = (uintptr_t)a; @for (int i = 0; i < n; i++) { *(int *)(w + {{4u * (i + 1)|4u * i|2u * (i & ~1)}}) = a[{{i|i + 200|0}}] + b[i]; } return 0; }
//: pointer.null.offset
int f(int n) { int *p = 0; p = a + (p == 0 ? {{1|0|0}} : 0); @for (int i = 0; i < n; i++) { p[i] = a[{{i|i|0}}] + 1; } return 0; }
//: pointer.out
static void where(int **p, int i) { *p = a + {{i / 2|i|(i & 3)}}; } int f(int n) { @for (int i = 0; i < n; i++) { int *q; where(&q, i); *q = b[i] + i; } return 0; }
//: pointer.in.struct.array
struct Pw { int *p; }; int f(int n) { struct Pw w[64]; for (int j = 0; j < 64; j++) w[j].p = {{a|a + j|a + j / 2}}; @for (int i = 0; i < n; i++) { w[i].p[0] = b[i] + i; } return 0; }
//: pointer.swapped
int f(int n) { int *p = a, *q = c; @for (int i = 1; i < n; i++) { p[i] = {{q[i - 1] + 1|b[i]|q[i] + 1}}; int *t = p; {{p = q; q = t|t = 0|p = q}}; } return 0; }
//: bitfield.neighbours
struct Bn { unsigned u : 4, v : 4; }; struct Bn bn[64]; int f(int n) { memset(bn, 0, sizeof bn); @for (int i = 0; i < n; i++) { {{bn[0].u = bn[0].v + i; bn[0].v = (unsigned)b[i]|bn[i].u = (unsigned)b[i]|bn[i / 2].u += (unsigned)i * bn[i / 2].u + 1}}; } for (int i = 0; i < 64; i++) a[i] = (int)bn[i].u; return 0; }
//: bit.set
int f(int n) { unsigned w[8] = {0}; @for (int i = 0; i < n; i++) { {{w[i / 32] = w[i / 32] * 2 + (b[i] & 1)|w[i >> 2] = (unsigned)i|w[i % 8] ^= w[(i + 1) % 8] + (unsigned)i}}; } for (int i = 0; i < 8; i++) a[i] = (int)w[i]; return 0; }
//: float.counter
int f(int n) { double t = 0; @for (int i = 0; i < n; i++) { {{x[i] = t; t += 0.1|x[i] = i * 0.1|t = t * 1.5 + i; x[i] = t}}; } return 0; }
//: float.index
int f(int n) { @for (int i = 0; i < n; i++) { a[(int)(i * {{0.5|1.0|0.25}})] = b[i] + i; } return 0; }
//: float.sum.order
int f(int n) { double s = 0; @for (int i = 0; i < n; i++) { {{s = s * 0.5 + x[i]|x[i] = y[i]|s = x[i] - s}}; } x[0] = s; return 0; }
//: minus.sum
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = {{b[i] - s + 1|s - b[i]|s * b[i] + 1}}; } return s; }
//: or.flag
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = {{s ? s : b[i] > 2 ? i + 1 : 0|s \|\| b[i] > 2|s ^ (s << 1) ^ b[i]}}; } return s; }
//: last.writer
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { if (b[i] > 2) {{s = i|s = 1|s = b[i]}}; } return s; }
//: first.writer
int f(int n) { int s = -1; @for (int i = 0; i < n; i++) { if ({{s < 0 && b[i] > 2|s == -5|s < b[i]}}) s = {{i|7|i}}; } return s; }
//: flag.two.values
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { if (b[i] > 2) s = 1; {{if (b[i] < 0) s = 0;||if (s) a[i] = 5;}} } return s; }
//: break.search
int f(int n) { int at = -1; for (int r = 0; r < 2; r++) { @for (int i = 0; i < n; i++) { {{if (at >= 0) continue; if (b[i] > 3) at = i|a[i] = b[i] + r|at = b[i]; a[i] = at + r}}; } } return at; }
//: counter.guarded
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if (b[i] > 1) { {{c[k++] = i|c[i] = i|k++; a[k] = i}}; } } return k; }
//: counter.inner
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) { {{a[k++] = i + j|a[3 * i + j] = i|a[k] = i; k = k + (j & 1)}}; } } return k; }
//: macro.hidden.state
#define TICK(v) {{(k = (k * 2 + (v)) & 63)|((v) * 2)|(k++ + (v))}}
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = TICK(b[i]); } return 0; }
//: macro.index
#define AT(i) a[(i) {{/ 2|* 2|& 3}}]
int f(int n) { @for (int i = 0; i < n; i++) { AT(i) = b[i] + i; } return 0; }
//: macro.precedence
#define DOUBLE(i) i {{/ 2|* 1|% 3}}
int f(int n) { @for (int i = 0; i < n; i++) { a[DOUBLE(i + 0)] = {{a[DOUBLE(i + 1)] + 1|b[i]|i}}; } return 0; }
//: macro.paste
#define FIELD(n) v##n
int f(int n) { int v1 = 0, v2 = 0; @for (int i = 0; i < n; i++) { FIELD(1) = {{v1 * 2 % 63|b[i]|v2}} + i; FIELD(2) = {{v1|i|v1 + b[i]}}; a[i] = v1; } return v2 * 0; }
//: macro.redefined
#define WIDTH 20
static int first(void) { return WIDTH; }
#undef WIDTH
#define WIDTH {{1|20|2}}
int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * WIDTH + j] = i - j; } return first() * 0 + n * 0; }
//: macro.return
#define CHECK(v) do { if ((v) > 4) { {{total = (total * 2 + 1) & 63|x[i] = 1|total++}}; } } while (0)
int f(int n) { @for (int i = 0; i < n; i++) { CHECK(b[i]); a[i] = {{total|i|total * 2}}; } return 0; }
//: alloca
int f(int n) { char *old = 0; int s = 0; @for (int i = 0; i < n; i++) { {{char *p = __builtin_alloca(16); a[i] = old ? (int)(old - p) * 0 + *old : -1; *p = (char)b[i]; old = p|char *p = __builtin_alloca(16); *p = (char)b[i]; a[i] = *p|s += b[i]; a[i] = s}}; } return 0; }
//: realloc
int f(int n) { int *p = 0; @for (int i = 0; i < n; i++) { {{p = realloc(p, (size_t)(i + 1) * sizeof *p); p[i] = b[i]; a[i] = p[0]|int *q = malloc(4); *q = b[i]; a[i] = *q; free(q)|p = p ? p : calloc(8, 4); p[0] += b[i] * i; p[0] &= 63; a[i] = p[0]}}; } return 0; }
//: memmove.overlap
int f(int n) { @for (int i = 0; i < n; i++) { memmove({{a + i + 1, a + i|a + 2 * i, b + i|a + i / 2, b + i}}, 4); } return 0; }
//: memmove.row
int f(int n) { @for (int i = 1; i < 19; i++) { memcpy(m[i], m[{{i - 1|19|i + 1}}], sizeof m[0] / {{1|1|2}}); } return n * 0; }
//: memcpy.size.bytes
int f(int n) { @for (int i = 0; i < n; i++) { memcpy(a + {{i|4 * i|i}}, b + 4 * i, {{8|16|16}}); } return 0; }
//: memset.rows
int f(int n) { @for (int i = 0; i < n; i++) { memset(a + {{i|i|3 * i}}, i, {{8|4|16}}); } return 0; }
//: struct.copy.whole
struct Sw { int d[8]; }; struct Sw sw[16]; int f(int n) { memset(sw, 0, sizeof sw); @for (int i = 1; i < 12; i++) { sw[i] = sw[{{i - 1|15|i / 2}}]; sw[i].d[0] += b[i]; } for (int i = 0; i < 16; i++) a[i] = sw[i].d[0]; return n * 0; }
//: struct.returned
struct Sr { int d[4]; }; static struct Sr given(int v) { {{static struct Sr s|struct Sr s = {0}|static struct Sr s}}; s.d[0] = {{(s.d[0] * 2 + v) & 63|v|v}}; {{||s.d[1]++;}} return s; } int f(int n) { @for (int i = 0; i < n; i++) { struct Sr q = given(b[i]); a[i] = q.d[0] + q.d[1]; } return 0; }
//: array.in.struct.decay
struct Ad { int d[8], e[8]; }; int f(int n) { struct Ad q = {{0}}; int *p = q.d; @for (int i = 0; i < 8; i++) { {{p[i + 8] = q.e[(i + 1) & 7] + b[i] + 1|p[i] = q.e[i] + b[i]|q.e[i] = p[15 - i] + b[i]}}; } for (int i = 0; i < 8; i++) a[i] = q.d[i] + q.e[i] * 3; return n * 0; }
//: row.overrun
int f(int n) { @for (int i = 0; i < 12; i++) { m[i][{{20|19|21}}] = m[i][{{0|0|1}}] + b[i] + 1; } return n * 0; }
//: row.negative
int f(int n) { @for (int i = 1; i < 12; i++) { m[i][{{-1|0|-20}}] = m[i][{{19|1|3}}] + b[i] + 1; {{||m[i][0]++;}} } return n * 0; }
//: row.pointer.step
int f(int n) { int (*p)[20] = m; @for (int i = 0; i < 12; i++) { (*p)[2] = {{b[i] + i; p++|b[i]; p = m + i|i; if (b[i] > 0) p++}}; } return n * 0; }
//: address.of.loop.variable
int f(int n) { int *p = 0; @for (int i = 0; i < n; i++) { int j = i; {{if (p == 0) p = &total; *p = *p * 2 % 63 + j; p = &last|p = &j; a[i] = *p|a[i] = total; p = &total; *p = j}}; } return last; }
//: static.local.loop
int f(int n) { @for (int i = 0; i < n; i++) { static int s; {{a[i] = s; s = b[i] + i|s = b[i]; a[i] = s|s += 1; a[i] = s}}; } return 0; }
//: extern.inside
int f(int n) { @for (int i = 0; i < n; i++) { extern int total; {{a[i] = total; total = b[i] + i|a[i] = b[i]|total = i}}; } return 0; }
//: shadow.inner
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { int w = k; { int k = b[i]; w += k; } {{k = w & 63|w++|k++}}; a[i] = w; } return 0; }
//: shadow.loop.variable
int f(int n) { @for (int i = 0; i < n; i++) { int s = 0; for (int i = 0; i < 2; i++) { {{s += a[i]; a[i] = s & 63|s += b[i]|s ^= c[i]|a[i] = s + c[i]|a[i] = c[i]}}; } x[i] = s; } return 0; }
//: label.block
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if (b[i] > 2) goto skip; {{k++;|a[i] = 1;|k = i;}} skip: x[i] = {{k|i|k}}; } return 0; }
//: do.while
int f(int n) { int k = 5; @for (int i = 0; i < n; i++) { do { {{k = (k + 3) & 63|a[i] = b[i]|k--}}; } while ({{k & 4|0|k > 3}}); {{a[i] = k + b[i]||a[i] = k}}; } return 0; }
//: while.pointer
int f(int n) { int *p = b; @for (int i = 0; i < n; i++) { {{while (*p > 3) p++; a[i] = *p++|int *q = b + i; while (*q < -9) q++; a[i] = *q|a[i] = *p; p += b[i] & 1}}; } return 0; }
//: inner.bound.state
int f(int n) { int w = 1; @for (int i = 0; i < n; i++) { for (int j = 0; j < w; j++) a[{{j|i|i + j}}] = i + b[i]; {{w = (b[i] & 3) + 1||w++}}; } return 0; }
//: function.pointer.table
static int one(int v) { {{total = (total * 2 + v) & 63; return total;|return v;|return total++;}} } static int two(int v) { return v + 1; } int f(int n) { static int (*const table[])(int) = {one, two}; @for (int i = 0; i < n; i++) { a[i] = table[i & 1](b[i]); } return 0; }
//: function.pointer.struct
struct Fs { int (*go)(struct Fs *, int); int s; }; static int up(struct Fs *q, int v) { {{q->s = (q->s * 2 + v) & 63; return q->s;|return v + q->s;|return q->s++;}} } int f(int n) { struct Fs q = {up, 1}; @for (int i = 0; i < n; i++) { a[i] = q.go(&q, b[i]); } return 0; }
//: attribute.pure.lie
__attribute__((noinline)) {{|__attribute__((const))|__attribute__((unused))}} static int quiet(int v) { {{total = (total * 2 + v) & 63; return total;|return v * 2;|return total++;}} } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = quiet(b[i]); } return 0; }
//: inline.assembly
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { {{__asm__ volatile("addl %1, %0" : "+r"(k) : "r"(b[i])); a[i] = k|a[i] = b[i]|__asm__ volatile("" : "+m"(total)); total = total * 2 % 63 + i; a[i] = total}}; } return 0; }
//: builtin.overflow
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { {{if (__builtin_add_overflow(s, b[i], &s)) s = 0; a[i] = s|int t; if (!__builtin_add_overflow(b[i], c[i], &t)) a[i] = t|a[i] = __builtin_mul_overflow(i, 3, &s) + s; a[i] = s}}; } return {{0|0|s}}; }
//: builtin.atomic
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = {{__sync_fetch_and_add(&k, 1)|b[i]|__atomic_exchange_n(&k, i, __ATOMIC_SEQ_CST)}}; } return 0; }
//: complex.c
#include <complex.h>
int f(int n) { double complex z = 1; @for (int i = 0; i < n; i++) { {{z = z * (b[i] + 1.0 * I) / 3.0; x[i] = creal(z)|double complex w = b[i] * I; x[i] = cimag(w)|__imag__ z = i; __real__ z = __imag__ z + b[i] + __real__ z; x[i] = __real__ z}}; } return 0; }
//: vector.extension
typedef int v4 __attribute__((vector_size(16))); int f(int n) { v4 w = {1, 2, 3, 4}; @for (int i = 0; i < n; i++) { {{w[i & 3] = w[(i + 1) & 3] + b[i]; a[i] = w[0]|v4 q = {i, i, i, i}; a[i] = q[i & 3] + b[i]|w = w * 3 + i; a[i] = w[1] & 63}}; } return 0; }
//: case.range
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { switch (b[i]) { case 0 ... 3: {{k++|a[i] = 1|k = i}}; break; default: {{a[i] = k|a[i] = 2|a[i] = k * 2}}; } } return 0; }
//: elvis
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = {{(k = (k + b[i]) & 63) ?: i|b[i] ?: i|k++ ?: 3}}; } return 0; }
//: sizeof.no.effect
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = (int)sizeof({{k++|k++|k}}) + {{k++|b[i]|(k = i)}}; } return 0; }
//: sizeof.vla.effect
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = (int)sizeof(int[{{k++|3|++k}}]) + b[i]; } return 0; }
//: typeof.effect
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { {{__typeof__(int[k++]) t; a[i] = (int)sizeof t|__typeof__(b[i]) t = b[i]; a[i] = t|__typeof__(k) *t = &k; *t = *t * 2 % 63 + i; a[i] = k}}; } return 0; }
//: cleanup.attribute
static void done(int *p) { {{total = (total * 2 + *p) & 63;|(void)p;|total++;}} } int f(int n) { @for (int i = 0; i < n; i++) { __attribute__((cleanup(done))) int t = b[i]; a[i] = t + {{total|i|total}}; } return 0; }
//: tentative.alias
static int w1[64]; static int *const w2 = w1 + {{1|0|2}}; int f(int n) { @for (int i = 0; i < n; i++) { w2[i] = w1[{{i|i|i + 1}}] + b[i]; } for (int i = 0; i < 64; i++) a[i] = w1[i]; return 0; }
//: anonymous.union
struct Au { union { int k; int w[2]; }; int z; }; int f(int n) { struct Au q = {{0}}; @for (int i = 0; i < n; i++) { {{a[i] = q.w[0]; q.k = b[i] + i|q.w[1] = b[i]; a[i] = i|q.k = q.w[0] * 2 % 63 + b[i]; a[i] = q.k}}; } return 0; }
//: global.by.pointer
static int *const g = &total; int f(int n) { @for (int i = 0; i < n; i++) { {{a[i] = *g; total = b[i] + i|a[i] = *g + b[i]|*g = i; a[i] = total + last; last = *g}}; } return 0; }
//: recursion
static int deep(int v) { {{total++;||last = v;}} return v <= 0 ? {{total|1|last}} : deep(v - 1) + 1; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = deep(b[i] & 3) + {{0|0|total++}}; } return 0; }
//: parameter.array.static
static void go3(int p[static 4], int q[], int n) { @for (int i = 0; i < n; i++) { p[i] = q[i] + 1; } } int f(int n) { go3(a + {{1|100|2}}, a, n); return 0; }
//: huge.index.overflow
int f(int n) { @for (int i = 0; i < n; i++) { size_t k = (size_t)i * {{0x8000000000000000u|3u|0x4000000000000000u}}; a[k >> 60] = b[i] + i; } return 0; }
//: size.wraps
static int area(unsigned char w, unsigned char h) { unsigned char s = (unsigned char)(w * h); return s; } int f(int n) { int w = area(16, {{16|5|32}}); @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w + j] = i - j; } return n * 0; }
//: sign.extension
int f(int n) { @for (int i = 0; i < n; i++) { signed char k = (signed char)(i * {{85|1|128}}); a[100 + k % {{4|128|2}}] = b[i] + i; } return 0; }
//: hex.char
int f(int n) { @for (int i = 0; i < n; i++) { a["{{\1\1\2\2|\0\1\2\3|aaaa}}"[i & 3] & 7] {{= i|+= 1|= b[i]}}; } return 0; }
//: literal.index.swapped
int f(int n) { @for (int i = 0; i < n; i++) { {{(i + 1)[a] = i[a] + 1|i[a] = b[i]|0[a] = i}}; } return 0; }
//: octal.hex
int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 12; j++) a[i * {{010|0x10|0b11}} + j] = i - j; } return n * 0; }
//: trigraph.continued
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = b[i]; // it goes on \
{{k++;|a[i] = 1;|k = 2;}}
k {{+= a[i]; a[i] = k|= i; a[i] = k|= k * 2 % 63 + 1; a[i] = k}}; } return {{0|0|k}}; }
//: extern.block
int f(int n) { { extern int total; @for (int i = 0; i < n; i++) { {{a[i] = total; total = b[i] + i|a[i] = total|total = i}}; } } return 0; }
//: extern.array
int f(int n) { @for (int i = 0; i < n; i++) { extern int a[]; a[{{0|i|i & 3}}] = {{b[i] + a[0] * 2 % 63|b[i]|i}}; } return 0; }
//: extern.callee
static void bump(int v) { extern int last; last = {{last * 2 % 63 + v|v|v}}; } int f(int n) { @for (int i = 0; i < n; i++) { {{bump(b[i])|a[i] = b[i]|bump(i)}}; } return 0; }
//: extern.shadows.local
int f(int n) { int total2 = 3; { int total = 5; { extern int total; @for (int i = 0; i < n; i++) { {{a[i] = total; total = i + 1|a[i] = total + total2|total += b[i]}}; } } a[399] = total; } return 0; }
//: extern.undeclared
int lw_other; int f(int n) { @for (int i = 0; i < n; i++) { extern int lw_other; {{a[i] = lw_other; lw_other = b[i] + i|a[i] = lw_other|lw_other = i}}; } return lw_other; }
//: thread.local.block
int f(int n) { @for (int i = 0; i < n; i++) { static _Thread_local int s; {{a[i] = s; s = b[i] + i|s = b[i]; a[i] = s|a[i] = s++}}; } return 0; }
//: typeof.size
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { {{int t[k++]; a[i] = (int)sizeof t|int t[3]; a[i] = (int)sizeof t|typeof(int[++k]) *t; a[i] = (int)sizeof *t}}; } return 0; }
//: cast.size
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = (int)sizeof(*({{int (*)[k++]|int (*)[3]|int (*)[k += 2]}})0); } return {{k|0|k}}; }
//: pointer.size
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { int (*p)[{{k++|3|k++}}] = 0; a[i] = (int)sizeof *p; } return {{k|0|0}}; }
//: member.overrun
struct Mo { int d[4], e[8]; } mo; int f(int n) { memset(&mo, 0, sizeof mo); @for (int i = 0; i < 8; i++) { mo.d[{{i + 4|i & 3|i + 5}}] = {{mo.e[0]|b[i]|mo.e[i]}} + 1; } for (int i = 0; i < 8; i++) a[i] = mo.e[i] + mo.d[i & 3]; return n * 0; }
//: member.negative
struct Mn { int d[4], e[8]; } mn; int f(int n) { memset(&mn, 0, sizeof mn); @for (int i = 0; i < 4; i++) { mn.e[{{i - 4|i|-1 - i}}] = {{mn.d[0] + b[i]|b[i]|mn.d[(i + 1) & 3]}} + 1; } for (int i = 0; i < 4; i++) a[i] = mn.d[i] + mn.e[i]; return n * 0; }
//: member.matrix
struct Mm { int g[4][4]; int h[4]; } mm; int f(int n) { memset(&mm, 0, sizeof mm); @for (int i = 0; i < 3; i++) { mm.g[i][{{4|3|5}}] = mm.g[i][{{0|0|1}}] + b[i] + 1; } for (int i = 0; i < 4; i++) a[i] = mm.g[i][0] + mm.g[i][1]; return n * 0; }
//: member.inner
struct In { int d[4]; }; struct Ou { struct In in[4]; int z[16]; } ou; int f(int n) { memset(&ou, 0, sizeof ou); @for (int i = 0; i < 3; i++) { ou.in[i].d[{{4|3|6}}] = ou.in[i].d[{{0|0|2}}] + b[i] + 1; } for (int i = 0; i < 4; i++) a[i] = ou.in[i].d[0] + ou.in[i].d[2]; return n * 0; }
//: member.pointer.past
struct Mp { int d[4], e[8]; } mp; int f(int n) { memset(&mp, 0, sizeof mp); int *p = mp.d + {{4|0|5}}; @for (int i = 0; i < {{8|4|7}}; i++) { p[i] = mp.e[{{0|i|i + 1}}] + b[i] + 1; } for (int i = 0; i < 8; i++) a[i] = mp.e[i]; return n * 0; }
//: member.last.open
struct Mo1 { int n; int d[1]; }; int f(int n) { struct Mo1 *q = calloc(1, 400); @for (int i = 0; i < n; i++) { q->d[i {{+ 1||& 3}}] = q->d[i {{||& 1}}] + b[i]; } for (int i = 0; i < n; i++) a[i] = q->d[i]; return 0; }
//: shift.far
int f(int n) { @for (int i = 0; i < n; i++) { a[{{((unsigned)(i << 30)) >> 29|(unsigned)i << 1|(i << 31) < 0}}] = b[i] + i; } return 0; }
//: shift.far.long
int f(int n) { @for (int i = 0; i < n; i++) { long k = (long)i << {{62|2|63}}; a[(unsigned long)k >> {{61|0|62}}] = b[i] + i; } return 0; }
//: shift.whole
int f(int n) { @for (int i = 0; i < n; i++) { unsigned long k = (unsigned long)i * {{40|1|90}}; a[k >> {{32|0|33}}] = b[i] + i; } return 0; }
//: size.large
int f(int n) { @for (int i = 0; i < n; i++) { size_t k = (size_t)i * {{6148914691236517206u|2u|9223372036854775808u}}; a[k / {{3000000000000000000u|1u|4611686018427387904u}}] = b[i] + i; } return 0; }
//: size.large.sum
int f(int n) { @for (int i = 0; i < n; i++) { size_t k = (size_t)i + {{18446744073709551606u|3u|18446744073709551610u}}; a[k & 255] = b[i] + {{a[i + 246]|i|a[i]}}; } return 0; }
//: hash.index
int f(int n) { @for (int i = 0; i < n; i++) { size_t k = (size_t)i * {{11400714819323198485u|7u|14029467366897019727u}}; a[k >> {{61|0|60}}] += b[i] + {{a[0] * 2 % 7|i|a[1] % 5}}; } return 0; }
//: uint64.hash
int f(int n) { @for (int i = 0; i < n; i++) { uint64_t k = (uint64_t)i; k *= {{11400714819323198485u|7u|14029467366897019727u}}; k >>= {{61|0|60}}; a[k] = b[i] + i; } return 0; }
//: macro.assigns.free
#define BUMP() {{(k = 0)|(void)0|(k = k * 2 & 1)}}
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i * k] = b[i] + i; BUMP(); } return 0; }
//: macro.assigns.free.statement
#define BUMP(v) do { {{k = 0;|(void)(v);|k -= (v) > -9;}} } while (0)
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i * (k > 0)] = b[i] + i; BUMP(i); } return 0; }
//: macro.object.statement
#define BUMP {{k = 0;|;|k ^= 1;}}
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i * k] = b[i] + i; BUMP } return 0; }
//: macro.object.expression
#define BUMP {{(k = 0)|0|(k ^= 1)}}
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i * k] = b[i] + i; c[i] = BUMP; } return 0; }
//: macro.assigns.pointer
#define NEXT() {{(p = b)|(void)0|(p = a + 1)}}
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { p[i] = {{b[i + 1]|i|a[i + 2]}} + 1; NEXT(); } return 0; }
//: macro.in.macro
#define INNER() {{(k = 0)|(void)0|(k ^= 1)}}
#define OUTER() INNER()
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i * k] = b[i] + i; OUTER(); } return 0; }
//: macro.by.name
#define CLEAR(v) {{v = 0|(void)v|v ^= 1}}
#define RESET(v) CLEAR(v)
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i * k] = b[i] + i; RESET(k); } return 0; }
//: macro.exchange
#define EXCHANGE(u, v, t) (t = u, u = v, v = t)
int f(int n) { int *p = a, *q = c, *t; @for (int i = 1; i < n; i++) { p[i] = {{q[i - 1] + 1|b[i]|q[i + 1]}}; {{EXCHANGE(p, q, t)|t = 0|EXCHANGE(p, q, t)}}; } return 0; }
//: macro.exchange.around
#define EXCHANGE(u, v, t) (t = u, u = v, v = t)
int f(int n) { int *p = a, *q = {{a + 1|c|a}}, *t; for (int r = 0; r < 3; r++) { @for (int i = 0; i < n; i++) { p[i] = q[i] + {{1|r|b[i] + p[i + 1]}}; } EXCHANGE(p, q, t); } return 0; }
//: macro.exchange.kept
#define EXCHANGE(u, v, t) (t = u, u = v, v = t)
int f(int n) { int *p = a, *q = c, *t, *kept = {{c|b|a}}; for (int r = 0; r < 3; r++) { @for (int i = 0; i < n; i++) { p[i] = kept[{{i + 1|i|i + 2}}] + r; } EXCHANGE(p, q, t); } return 0; }
//: macro.exchange.twisted
#define EXCHANGE(u, v, t) (t = u, u = v, v = t {{+ 1||+ 2}})
int f(int n) { int *p = a, *q = c, *t; for (int r = 0; r < 4; r++) { @for (int i = 0; i < n; i++) { p[i] = q[i] + {{a[i + 1]|b[i]|c[i + 1]}}; } EXCHANGE(p, q, t); } return 0; }
//: macro.inner.bound
#define LESS() {{(w--)|(void)w|(w = 1)}}
int f(int n) { int w = 5; @for (int i = 0; i < n; i++) { for (int j = 0; j < w; j++) a[5 * i + j] = j + w; LESS(); } return 0; }
//: macro.stride
#define GROW() {{(s -= 1)|(void)s|(s = 2)}}
int f(int n) { int s = 3; @for (int i = 0; i < 12; i++) { a[i * s + 150] = b[i] + i; GROW(); } return n * 0; }
//: function.by.pointer.stride
static void shrink(int *s) { {{*s = 0|(void)s|--*s}}; } int f(int n) { int s = 3; @for (int i = 0; i < 12; i++) { a[i * s + 130] = b[i] + i; shrink(&s); } return n * 0; }
//: nested.function.stride
int f(int n) { int s = 3; void less(void) { {{s = 0|(void)s|s--}}; } @for (int i = 0; i < 12; i++) { a[i * s + 130] = b[i] + i; less(); } return n * 0; }
//: statement.expression.stride
int f(int n) { int s = 1; @for (int i = 0; i < 12; i++) { a[i * s + 60] = ({ int v = b[i]; {{s = 0|v++|s ^= 1}}; v + i; }); } return n * 0; }
//: assembly.stride
int f(int n) { int s = 1; @for (int i = 0; i < 12; i++) { a[i * s] = b[i] + i; {{__asm__("xorl %0, %0" : "+r"(s))|(void)s|__asm__ volatile("movl $0, %0" : "=r"(s))}}; } return n * 0; }
