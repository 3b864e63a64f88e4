//: exit.break
int f(int n) { @for (int i = 0; i < n; i++) { if (b[i] > {{1|2|0}}) break; a[i] = i; } return 0; }
//: exit.return
int f(int n) { @for (int i = 0; i < n; i++) { if (b[i] > {{1|2|0}}) return i; a[i] = i; } return -1; }
//: exit.goto
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = i; if (b[i] > {{1|2|0}}) goto out; } out: return 0; }
//: exit.nested.goto
int f(int n) { @for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) { if (b[i + j] > {{1|2|3}}) goto out; } a[i] = 1; } out: return 0; }
//: exit.call
static int k; static void stop(int i) { if (i == 5) exit({{1|2}}); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = i; printf("%d ", i); stop(i); } return k; }
//: exit.longjmp
#include <setjmp.h>
static jmp_buf jb; static void out(int i) { if (i == {{3|5}}) longjmp(jb, 1); } int f(int n) { if (setjmp(jb)) return 1; @for (int i = 0; i < n; i++) { out(i); a[i] = i; } return 0; }
//: continue.twin
int f(int n) { @for (int i = 0; i < n; i++) { if (b[i] > {{1|2|0}}) continue; a[i] = i; } return 0; }
//: goto.inside
int f(int n) { @for (int i = 0; i < n; i++) { if (b[i] > {{1|2}}) goto skip; a[i] = c[i]; skip: c[i] = i; } return 0; }
//: goto.carried
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { if (b[i] > {{1|2}}) goto skip; t = i; skip: a[i] = t; } return 0; }
//: switch.fallthrough
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { switch (i % 3) { case 0: t = i; case 1: a[i] = t; break; default: a[i] = {{-1|1}}; } } return 0; }
//: switch.twin
int f(int n) { @for (int i = 0; i < n; i++) { int t; switch (i % 3) { case 0: t = 1; break; case 1: t = 2; break; default: t = {{3|4}}; } a[i] = t; } return 0; }
//: switch.default.missing
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { switch (i % 4) { case 0: t = i; break; case 1: t = {{-i|2 * i}}; break; } a[i] = t; } return 0; }
//: branch.carried
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1}}) t = i; a[i] = t; } return 0; }
//: branch.both.twin
int f(int n) { int t; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1}}) t = i; else t = -i; a[i] = t; } return 0; }
//: effect.comma
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = (k++, b[i] + {{k|2 * k}}); } return 0; }
//: effect.ternary
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = b[i] > {{0|1}} ? k++ : 0; } return 0; }
//: effect.shortcircuit
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1}} && k++ > 2) a[i] = i; } return 0; }
//: effect.or
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = b[i] > {{0|1}} || k++ > 2; } return 0; }
//: effect.index
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[k++] = b[i] + {{1|i}}; } return 0; }
//: effect.argument
static int twice(int v) { return 2 * v; } int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = twice(k++){{| + 1}}; } return 0; }
//: effect.condition
int f(int n) { int k = 0, t; @for (int i = 0; i < n; i++) { if ((t = k++) > {{2|3}}) a[i] = t; } return 0; }
//: effect.assignment.value
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = k = k + b[i]{{| + 1}}; } return 0; }
//: effect.sizeof.twin
int f(int n) { int k = 3; @for (int i = 0; i < n; i++) { a[i] = (int)sizeof(k++) {{+|*}} b[i]; } return k; }
//: effect.typeof.twin
int f(int n) { int k = 3; @for (int i = 0; i < n; i++) { __typeof__(k++) t = b[i]; a[i] = t {{+|-}} 1; } return k; }
//: effect.statement.expression
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = ({ k += b[i]; k{{| * 2}}; }); } return 0; }
//: effect.statement.expression.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = ({ int t = b[i]; t {{+|*}} t; }); } return 0; }
//: effect.nested.function
int f(int n) { int k = 0; int next(void) { return k++; } @for (int i = 0; i < n; i++) { a[i] = next(){{| + 1}}; } return 0; }
//: effect.vla
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { int w[k++]; a[i] = (int)sizeof w{{| + 1}}; } return 0; }
//: effect.vla.twin
int f(int n) { @for (int i = 0; i < n; i++) { int w[n]; for (int j = 0; j < n; j++) w[j] = b[i] + j; a[i] = w[{{0|n / 2}}]; } return 0; }
//: effect.compound.literal
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = (int[]){k, 1}[0]; k = b[i] {{+|-}} i; } return 0; }
//: effect.compound.literal.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = (int[]){b[i], 1}[{{0|1}}]; } return 0; }
//: effect.generic
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = _Generic(k, int: k++, default: 0){{| + 1}}; } return 0; }
//: effect.elvis
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = (k += b[i]) ?: {{1|2}}; } return 0; }
//: effect.while.inside
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int t = b[i]; while (t-- > 0) k++; a[i] = k{{| + 1}}; } return 0; }
//: effect.while.twin
int f(int n) { @for (int i = 0; i < n; i++) { int t = abs(b[i]), s = 0; while (t-- > 0) s += {{2|3}}; a[i] = s; } return 0; }
//: effect.do
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int t = abs(b[i]); do { k += t; } while (--t > 0); a[i] = k {{+|-}} 1; } return 0; }
//: call.static.counter
static int id(void) { static int k; return ++k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = id(){{| + 1}}; } return 0; }
//: call.global.counter
static int k; static int id(void) { return ++k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = id(){{| + 1}}; } return 0; }
//: call.pure.twin
static int sq(int v) { return v * v; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = sq(b[i]){{| + 1| - i}}; } return 0; }
//: call.recursive
static int k; static int rec(int v) { k++; return v <= 0 ? k : rec(v - 1); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = rec(b[i]){{| + 1}}; } return 0; }
//: call.deep
static int k; static int h5(int v) { return v + k++; } static int h4(int v) { return h5(v); } static int h3(int v) { return h4(v); } static int h2(int v) { return h3(v); } static int h1(int v) { return h2(v); } static int h0(int v) { return h1(v); } static int hh(int v) { return h0(v); }
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = hh(b[i]){{| + 1}}; } return 0; }
//: call.pointer
static int k; static int id(int v) { return v + k++; } int f(int n) { int (*g)(int) = id; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: call.pointer.star
static int k; static int id(int v) { return v + k++; } int f(int n) { int (*g)(int) = id; @for (int i = 0; i < n; i++) { a[i] = (*g)(b[i]){{| + 1}}; } return 0; }
//: call.pointer.parameter
static int k; static void id(int *v) { *v = k++; } static void each(int n, void (*g)(int *)) { @for (int i = 0; i < n; i++) { g(&a[i]); c[i] = {{1|2}}; } } int f(int n) { each(n, id); return 0; }
//: call.pointer.member
struct O { int (*call)(int); }; static int k; static int id(int v) { return v + k++; } int f(int n) { struct O o = {id}; @for (int i = 0; i < n; i++) { a[i] = o.call(b[i]){{| + 1}}; } return 0; }
//: call.pointer.table
static int k; static int up(int v) { return v + k++; } static int down(int v) { return v - k++; } static int (*ops[2])(int) = {up, down}; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = ops[i & 1](b[i]){{| + 1}}; } return 0; }
//: call.pointer.global
static int k; static int up(int v) { return v + k++; } static int (*op)(int) = up; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = op(b[i]){{| + 1}}; } return 0; }
//: call.pointer.returned
static int k; static int up(int v) { return v + k++; } static int (*pick(void))(int) { return up; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = pick()(b[i]){{| + 1}}; } return 0; }
//: call.shadowed
static int k; static int up(int v) { return v + k++; } int f(int n) { int (*abs)(int) = up; @for (int i = 0; i < n; i++) { a[i] = abs(b[i]){{| + 1}}; } return 0; }
//: call.own.sqrt
static int k; static int max(int p, int q) { return p + q + k++; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = max(b[i], {{1|2}}); } return 0; }
//: call.macro.shadow
static int k; 
#define fabs(v) ((v) + k++)
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = fabs(b[i]){{| + 1}}; } return 0; }
#undef fabs
//: call.macro.object
static int k; static int id(int v) { return v + k++; }
#define sqrt id
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = sqrt(b[i]){{| + 1}}; } return 0; }
#undef sqrt
//: call.macro.statement
#define BUMP(v) do { total += (v); a[i] = total; } while (0)
int f(int n) { @for (int i = 0; i < n; i++) { BUMP(b[i]{{| + 1}}); } return 0; }
#undef BUMP
//: call.macro.twin
#define SQ(v) ((v) * (v))
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = SQ(b[i]{{| + 1}}); } return 0; }
#undef SQ
//: call.rand
int f(int n) { srand({{1|2}}); @for (int i = 0; i < n; i++) { a[i] = rand() & 7; } return 0; }
//: call.strtok
int f(int n) { char s[] = "1 2 3 4 5 6 7 8 9"; strtok(s, " "); @for (int i = 0; i < 6; i++) { char *t = strtok(NULL, " "); a[i] = t ? atoi(t) {{+|*}} 2 : 0; } return 0; }
//: call.printf
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[i]; printf("%d{{ |,}}", i); } return 0; }
//: call.logger
static void log_it(int i) { printf("%d{{ |,}}", i); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[i]; log_it(i); } return 0; }
//: call.fputs
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[i]; fputs(i % 2 ? "x" : "{{y|z}}", stdout); } return 0; }
//: call.errno
#include <errno.h>
int f(int n) { errno = 0; @for (int i = 0; i < n; i++) { a[i] = errno; errno = b[i] {{+|-}} i; } errno = 0; return 0; }
//: call.strcpy
int f(int n) { char s[64] = "abcdefgh"; @for (int i = 0; i < 5; i++) { char t[64]; strcpy(t, s + 1); strcpy(s, t); a[i] = s[{{0|1}}]; } return 0; }
//: call.memcpy
int f(int n) { @for (int i = 0; i < n; i++) { memcpy(a + i + 1, a + i, sizeof(int){{| * 2}}); } return 0; }
//: call.memcpy.twin
int f(int n) { @for (int i = 0; i < n; i++) { memcpy(a + i, b + {{i|2 * i}}, sizeof(int)); } return 0; }
//: call.memset.row.twin
int f(int n) { @for (int i = 0; i < 20; i++) { memset(m[i], {{0|1}}, sizeof m[i]); } return 0; }
//: call.memmove
int f(int n) { @for (int i = 0; i < 8; i++) { memmove(a, a + 1, {{40|80}}); a[3] += i; } return 0; }
//: call.qsort
static int less(const void *p, const void *q) { return *(const int *)p - *(const int *)q; } int f(int n) { @for (int i = 0; i < n; i++) { a[5] = i; qsort(a, 8, sizeof(int), less); c[i] = a[{{0|3}}]; } return 0; }
//: call.sqrt.twin
int f(int n) { @for (int i = 0; i < n; i++) { x[i] = {{sqrt(y[i] * y[i])|fabs(y[i])|floor(y[i])}}; } return 0; }
//: call.frexp
int f(int n) { int e = 0; @for (int i = 0; i < n; i++) { a[i] = e; x[i] = frexp(y[i] + i{{| + 1}}, &e); } return 0; }
//: call.frexp.twin
int f(int n) { @for (int i = 0; i < n; i++) { int e; x[i] = frexp(y[i], &e); a[i] = e{{| + 1}}; } return 0; }
//: call.sprintf
int f(int n) { char s[32] = "0"; @for (int i = 0; i < n; i++) { a[i] = atoi(s); sprintf(s, "%d", b[i] {{+|-}} i); } return 0; }
//: call.malloc.list
struct N { int v; struct N *next; }; int f(int n) { struct N *h = 0; @for (int i = 0; i < n; i++) { struct N *t = malloc(sizeof *t); t->v = i{{| + 1}}; t->next = h; h = t; } int k = 0; while (h) { a[k++] = h->v; h = h->next; } return 0; }
//: call.fegetround
#include <fenv.h>
int f(int n) { fesetround(FE_TONEAREST); @for (int i = 0; i < 6; i++) { a[i] = fegetround() == FE_TONEAREST; fesetround(i % 2 ? FE_TONEAREST : {{FE_UPWARD|FE_DOWNWARD}}); } fesetround(FE_TONEAREST); return 0; }
//: call.getenv
int f(int n) { @for (int i = 0; i < 6; i++) { char *s = getenv("LWX"); a[i] = s ? s[0] : 0; setenv("LWX", i % 2 ? "a" : "{{b|c}}", 1); } return 0; }
//: switch.pragma
int f(int n) { int s = {{0|3}}; @for (int i = 0; i < n; i++) { switch (b[i] & 1) { case 0:
#pragma GCC unroll 4
for (int k = 0; k < 4; k++) s += k; break; default: a[i] = s; } c[i] = i; } return 0; }
//: switch.pragma.twin
int f(int n) { @for (int i = 0; i < n; i++) { int s = 0; switch (b[i] & {{1|3}}) { case 0:
#pragma GCC unroll 4
#pragma acc loop seq
for (int k = 0; k < 4; k++) s += c[k]; break; case 1:
#pragma acc loop seq
for (int k = 1; k < 4; k++) s -= c[k]; break; default: s = 1; } a[i] = s; } return 0; }
//: switch.pragma.through
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { switch (i % 3) { case 0:
#pragma acc loop seq
for (int k = 0; k < 2; k++) t = i {{+ k|- k}}; case 1: a[i] = t; break; default:
#pragma acc loop seq
for (int k = 0; k < 2; k++) a[i] = k; } } return 0; }
//: switch.pragma.into
int f(int n) { @for (int i = 0; i < n; i++) { int j = 0; switch (b[i] & 1) { case 0:
#pragma acc loop seq
for (; j < 3; j++) { a[i * 3 + j] = j; case 1: {{total = total * 3 + j + i; total &= 255|c[i * 3 + j] = i}}; } } } return 0; }
//: switch.pragma.before
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { switch (b[i] & 1) {
#pragma acc loop seq
for (int k = 0; k < 2; k++) { case 0: s += {{k|i}}; } } a[i] = s; } return 0; }
//: switch.if
#define FAST {{0|1}}
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { switch (b[i] & 3) { case 0: s = i; break;
#if FAST
case 1: s += 2; break;
#endif
default:
#pragma acc loop seq
for (int k = 0; k < 2; k++) s = k; } a[i] = s; } return 0; }
