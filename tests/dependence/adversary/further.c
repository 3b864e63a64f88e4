//: nested.function
int f(int n) { int k = 1; void step(int i) { {{k = k * 3 + b[i]; k &= 255; a[i] = k|a[i] = b[i] + n|a[i] = k + i}}; } @for (int i = 0; i < n; i++) { step(i); } return k; }
//: nested.function.returns
int f(int n) { int k = 1; int up(int v) { return {{k++ + v|v * 2}}; } @for (int i = 0; i < n; i++) { a[i] = up(b[i]); } return 0; }
//: nested.function.pointer
int f(int n) { int k = 0; void put(int i) { {{k = i; a[i] = k|a[i] = i}}; } void (*p)(int) = put; @for (int i = 0; i < n; i++) { p(i); } return k; }
//: generic.selection
#define UP(v) _Generic((v), int: total++, double: 1)
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = UP({{i|x[0]|(double)i}}) + i; } return 0; }
//: generic.function
static int one(int v) { return {{total += v|v * 2}}; } static int two(double v) { return (int)v; }
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = _Generic(b[i], int: one, double: two)(b[i]); } return 0; }
//: generic.place
int f(int n) { int k = 0; double d = 0; @for (int i = 0; i < n; i++) { _Generic({{k|d}}, int: a, double: c)[{{i / 2|i}}] = i + b[i]; } return 0; }
//: statement.expression
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = ({ {{k = k * 3 + i; k &= 255; k|int k = b[i]; k + 1|int t = b[i]; t += n; t}}; }); } return k; }
//: statement.expression.place
int f(int n) { @for (int i = 0; i < n; i++) { *({ int *p = a + {{i / 2|i|(i & 3)}}; p; }) = b[i] + i; } return 0; }
//: statement.expression.index
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[({ {{k += b[i] > 0; k|i + 1|k++ ; k / 2}}; })] = i + 1; } return 0; }
//: vla.row
int f(int n) { int w = {{3|0|1}}; int (*p)[w] = (int (*)[w])a; @for (int i = 0; i < n; i++) { p[i][{{0|4|0}}] = b[i] + i; } return 0; }
//: vla.parameter
static void go(int w, int n, int p[][w]) { @for (int i = 0; i < n; i++) { p[i][{{2|1}}] = p[0][2] + i + 1; p[i][0] = 1; } } int f(int n) { go(3, n, (int (*)[3])a); return 0; }
//: vla.size.changes
int f(int n) { int w = 3; int t[w * n]; for (int j = 0; j < w * n; j++) t[j] = j; w = {{0|3|1}}; @for (int i = 0; i < n; i++) { t[i * w] = b[i] + i; } int s = 0; for (int j = 0; j < 3 * n; j++) s = (s * 3 + t[j]) & 65535; return s; }
//: vla.in.body
int f(int n) { @for (int i = 0; i < n; i++) { int t[i + 1]; for (int j = 0; j <= i; j++) t[j] = b[j]; a[i] = t[{{0|i|i / 2}}]; } return 0; }
//: vla.typedef
int f(int n) { int w = {{2|1}}; typedef int row[w]; w = 5; row *p = (row *)a; @for (int i = 0; i < n; i++) { p[i][{{2|0}}] = p[i][{{0|1}}] + i; } return 0; }
//: designated
struct P { int k, *p; }; int f(int n) { struct P q[3] = { [2] = { .p = a, .k = 1 }, [0] = { .p = {{a + 1|c}} }, [1].p = a }; @for (int i = 0; i < n; i++) { q[0].p[i] = q[2].p[i] + 1; } return 0; }
//: designated.range
int f(int n) { int w[8] = { [0 ... 3] = {{1|0}}, [4 ... 7] = 2 }; @for (int i = 0; i < n; i++) { a[i * w[1]] = b[i] + i; } return 0; }
//: designated.order
int f(int n) { int w[] = { [1] = 0, [0] = {{0|1|2}} }; @for (int i = 0; i < n; i++) { a[i * w[0]] = b[i] + i; } return 0; }
//: restrict.misuse
static void go(int *restrict p, int *q, int n) { int *r = p; @for (int i = 0; i < n; i++) { r[i + {{1|0}}] = p[i] + q[i]; } } int f(int n) { go(a, b, n); return 0; }
//: restrict.derived
static void go(int *restrict p, int n) { int *restrict q = p + {{1|200}}; @for (int i = 0; i < n; i++) { q[i] = p[i] + b[i]; } } int f(int n) { go(a, n); return 0; }
//: restrict.member
struct V { int *restrict p, *restrict q; }; static void go(struct V v, int n) { @for (int i = 0; i < n; i++) { v.p[i] = v.p[{{i + 1|i}}] + i; } } int f(int n) { struct V v = {a, c}; go(v, n); return 0; }
//: bit.tricks.low
int f(int n) { @for (int i = 0; i < n; i++) { int *p = (int *)((uintptr_t)(a + i) & ~(uintptr_t){{7|3|0}}); *p = b[i] + i; } return 0; }
//: bit.tricks.tag
int f(int n) { uintptr_t t = (uintptr_t)a | 1; @for (int i = 0; i < n; i++) { int *p = (int *)(t & ~(uintptr_t)1); p[{{i + 1|i}}] = a[i] + i; } return 0; }
//: bit.tricks.xor
int f(int n) { uintptr_t t = (uintptr_t)a ^ (uintptr_t)c; @for (int i = 0; i < n; i++) { int *p = (int *)((uintptr_t)c ^ t); p[{{i + 1|i + 200}}] = a[i] + 1; } return 0; }
//: bit.tricks.index
int f(int n) { @for (int i = 0; i < n; i++) { a[{{i ^ (i & 1)|i ^ 1|i & ~1|(i << 1) \| 1|~i & 7}}] = b[i] + i; } return 0; }
//: bit.tricks.average
int f(int n) { @for (int i = 0; i < n; i++) { a[(i & {{4|i}}) + ((i ^ {{4|i}}) >> 1)] = b[i] + i; } return 0; }
//: bit.tricks.rotate
int f(int n) { @for (int i = 0; i < n; i++) { unsigned v = (unsigned)i; a[(v >> {{1|0}} + (v << 31)) & 255] = b[i] + i; } return 0; }
//: member.pointer.offset
struct P { int k[4], j; }; int f(int n) { struct P q[40]; for (int j = 0; j < 40; j++) q[j].j = j; @for (int i = 0; i < n; i++) { *(int *)((char *)&q[i] + __builtin_offsetof(struct P, j)) = {{i ? q[i - 1].j : 1|b[i]}}; } int s = 0; for (int j = 0; j < 40; j++) s = s * 3 + q[j].j; return s; }
//: container.of
struct N { int v; struct { int w; } in; }; int f(int n) { static struct N q[40]; @for (int i = 0; i < n; i++) { struct N *p = (struct N *)((char *)&q[{{i / 2|i}}].in - __builtin_offsetof(struct N, in)); p->v = b[i] + i; } int s = 0; for (int j = 0; j < 40; j++) s = (s * 3 + q[j].v) & 65535; return s; }
//: comma.operator
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = ({{k++|0|b[i]}}, b[i]) + ({{k|n|1}}); } return 0; }
//: comma.header
int f(int n) { int j = 0; @for (int i = 0; i < n; i++) { a[{{(j++, j / 2)|(0, i)}}] = b[i] + i; } return 0; }
//: comma.subscript
int f(int n) { int k = 3; @for (int i = 0; i < n; i++) { (k = {{i|3}}, a)[{{k / 2|i}}] = b[i] + 1 + i; } return 0; }
//: goto.tail
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { if (b[i] > 0) goto tail; t = {{i|0}}; a[i] = t; tail: c[i] = t; } return 0; }
//: goto.into.tail
int f(int n) { int t; @for (int i = 0; i < n; i++) { if (b[i] > 0) { goto inside; } { t = i; inside: a[i] = {{t|b[i]}}; } } return 0; }
//: goto.back
int f(int n) { @for (int i = 0; i < n; i++) { int k = 0; again: a[i] += k; if (++k < {{3|1}}) goto again; {{total = total * 2 + k; total &= 255|c[i] = k}}; } return 0; }
//: goto.computed
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { void *to[] = { &&one, &&two }; goto *to[b[i] & 1]; one: {{s = s * 3 + 1; s &= 255|a[i] = 1}}; two: c[i] = {{s|2}}; } return 0; }
//: switch.into.loop
int f(int n) { @for (int i = 0; i < n; i++) { int j = 0; switch (b[i] & 1) { case 0: for (; j < 3; j++) { a[i * 3 + j] = j; case 1: {{total = total * 3 + j + i; total &= 255|c[i * 3 + j] = i}}; } } } return 0; }
//: asm.nothing
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { __asm__ volatile("" : "+r"(k)); {{a[i] = k; k = b[i]|a[i] = i}}; } return 0; }
//: asm.memory
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { __asm__ volatile("" : : "r"(p) : "memory"); a[{{i + 1|i}}] = p[i] + b[i]; } return 0; }
//: asm.register.output
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int t; __asm__("movl %1, %0" : "=r"(t) : "r"({{k|b[i]}})); a[i] = t; k = i; } return 0; }
//: volatile.counter
int f(int n) { volatile int k = 0; @for (int i = 0; i < n; i++) { {{k++; a[i] = k|a[i] = i|k = i; a[i] = b[i]}}; } return k; }
//: thread.local.file
static __thread int tl; int f(int n) { tl = 0; @for (int i = 0; i < n; i++) { {{tl = tl * 2 + b[i]; tl &= 255; a[i] = tl|a[i] = b[i]|tl = i; a[i] = tl}}; } return tl; }
//: thread.local.function
static int g(int v) { static __thread int k; {{k += v; return k|return v}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: union.pun.index
union U { float v; int k; }; int f(int n) { @for (int i = 0; i < n; i++) { union U u = { .v = (float){{(i / 2)|i}} }; a[(u.k >> 20) & 255] = i + b[i]; } return 0; }
//: bool.collapse
int f(int n) { @for (int i = 0; i < n; i++) { _Bool k = i; a[k {{+ 0|* i}}] = b[i] + i; } return 0; }
//: char.sign
int f(int n) { @for (int i = 0; i < n; i++) { signed char k = (signed char)(i * {{64|4}}); a[200 + k] = b[i] + i; } return 0; }
//: enum.arithmetic
enum E { e0, e1, e2, e3 }; int f(int n) { enum E e = e0; @for (int i = 0; i < n; i++) { {{e = (enum E)((e + 1) % 4); a[i] = e|a[i] = (enum E)(i % 4)}}; } return 0; }
//: recursion.total
static int deep(int v) { if (v <= 0) return 0; {{total = total * 3 + v; total &= 255; return deep(v - 1) + total|return deep(v - 1) + v}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = deep(i & 3); } return 0; }
//: recursion.memory
static void deep(int *p, int v) { if (v < 0) return; p[{{v|0}}] = p[0] + v; deep(p, v - 1); } int f(int n) { @for (int i = 0; i < n; i++) { deep(a + {{i|i * 5}}, 2); } return 0; }
//: recursion.mutual
static int odd(int v); static int even(int v) { return v <= 0 ? 1 : odd(v - 1); } static int odd(int v) { {{total++|}}; return v <= 0 ? total & 0 : even(v - 1); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = even(b[i]) + {{total|i}}; } return 0; }
//: setjmp.like
static int state; static int gen(void) { switch (state) { case 0: state = 1; return 1; case 1: state = 2; return 5; default: state = 0; return 9; } } int f(int n) { state = 0; @for (int i = 0; i < n; i++) { a[i] = {{gen()|9}}; } return 0; }
//: generator.in.struct
struct G { int at, step; }; static int next(struct G *g) { {{g->at += g->step; return g->at|return g->step}}; } int f(int n) { struct G g = {0, 3}; @for (int i = 0; i < n; i++) { a[i] = next(&g) + b[i]; } return 0; }
//: generator.copy
struct G { int at; }; static int next(struct G g) { return ++g.at; } static int nextp(struct G *g) { return ++g->at; } int f(int n) { struct G g = {4}; @for (int i = 0; i < n; i++) { a[i] = {{nextp(&g)|next(g)}} + b[i]; } return 0; }
//: compound.literal
int f(int n) { int *p = (int[]){1, 2, 3}; @for (int i = 0; i < n; i++) { {{p[i & 1] = b[i]; a[i] = p[0]|int *q = (int[]){i, 2}; a[i] = q[0]; q[0] = 3|a[i] = p[i & 1]}}; } return 0; }
//: compound.literal.struct
struct P { int *p; }; int f(int n) { @for (int i = 0; i < n; i++) { (struct P){ a + {{i / 2|i}} }.p[0] = b[i] + i; } return 0; }
//: array.backwards
int f(int n) { @for (int i = 0; i < n; i++) { {{i[a + 1]|i[c]}} = i[a] + b[i]; } return 0; }
//: pointer.difference
int f(int n) { int *p = a, *q = a + {{1|3}}; @for (int i = 0; i < n; i++) { a[i * (q - p) {{/ 2 * 0 + i / 2|+ 0}}] = b[i] + i; } return 0; }
//: pointer.walk.two
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { {{*p = b[i] + i; p += i & 1|*(p + i) = b[i]}}; } return 0; }
//: pointer.swap.each
int f(int n) { int *p = a, *q = c; @for (int i = 0; i < n; i++) { {{q[i] = p[i] + b[i]; int *t = p; p = q; q = t|q[i] = p[i] + b[i]}}; } return 0; }
//: array.parameter.static
static void go(int p[static 4], int q[const], int n) { @for (int i = 0; i < n; i++) { p[i] = q[i] + b[i]; } } int f(int n) { go({{a + 1, a|c, a}}, n); return 0; }
//: function.array
static void s1(int i) { {{total = total * 3 + i; total &= 255; a[i] = total|a[i] = i}}; } static void s2(int i) { c[i] = i; } static void (*const table[2])(int) = { s1, s2 }; int f(int n) { @for (int i = 0; i < n; i++) { table[b[i] & 1](i); } return 0; }
//: builtin.overflow
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { {{__builtin_add_overflow(k, b[i], &k); a[i] = k|int t; __builtin_add_overflow(i, b[i], &t); a[i] = t}}; } return 0; }
//: builtin.prefetch
int f(int n) { @for (int i = 0; i < n; i++) { __builtin_prefetch(a + i + 8); a[i{{ + 1|}}] = a[i] + b[i]; } return 0; }
//: sync.builtin
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { {{a[i] = __sync_fetch_and_add(&k, 1) + b[i]|__sync_fetch_and_add(&k, b[i]); a[i] = i}}; } return k; }
//: memmove.self
int f(int n) { @for (int i = 0; i < n; i++) { memmove(a + i * {{1|4}} , a + i * {{1|4}} + 1, 2 * sizeof *a); } return 0; }
//: memcpy.struct
struct P { int k, j; }; int f(int n) { struct P p = {1, 2}; @for (int i = 0; i < n; i++) { {{memcpy(&p, b + i, sizeof p); a[i] = p.j; if (i & 1) p.k = 3|struct P q; memcpy(&q, b + i, sizeof q); a[i] = q.j|a[i] = p.k; memcpy(&p.k, b + i, 4)}}; } return 0; }
//: strtok.like
int f(int n) { char s[64] = "a b c d e f g h i j"; char *save = s; @for (int i = 0; i < n; i++) { {{char *t = save; while (*save && *save != ' ') save++; if (*save) save++; a[i] = *t|a[i] = s[i]}}; } return 0; }
//: cleanup.attribute
static void done(int *p) { {{total = total * 3 + *p; total &= 255|a[*p] = 1}}; } int f(int n) { @for (int i = 0; i < n; i++) { int k __attribute__((cleanup(done))) = i; c[i] = k; } return 0; }
//: attribute.pure.lie
static int g(int v) __attribute__((pure)); static int g(int v) { return {{total += v|v + 1}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: vector.type
typedef int v4 __attribute__((vector_size(16))); int f(int n) { v4 k = {1, 2, 3, 4}; @for (int i = 0; i < n; i++) { {{k = k * 3 + i; a[i] = k[1] & 255|v4 t = {i, 2, 3, 4}; a[i] = t[0] + k[1]|k[i & 3] = i; a[i] = k[0]}}; } return 0; }
//: complex.parts
int f(int n) { double _Complex z = 1; @for (int i = 0; i < n; i++) { {{__real__ z = x[i]; y[i] = __imag__ z; __imag__ z = x[i] + 1|y[i] = __real__ z + i}}; } return 0; }
//: elvis
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = {{k++ ?: b[i]|b[i] ?: i + 3}}; } return 0; }
//: case.range
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { switch (b[i]) { case -3 ... 0: {{k++|}}; a[i] = 1; break; default: a[i] = k; } } return 0; }
//: auto.type
int f(int n) { @for (int i = 0; i < n; i++) { __auto_type p = a + {{i / 2|i}}; *p = b[i] + i; } return 0; }
//: typeof.pointer
int f(int n) { typeof(&a[0]) p = {{a + 1|c}}; @for (int i = 0; i < n; i++) { p[i] = a[i] + b[i]; } return 0; }
//: zero.length
struct Z { int n; int v[0]; int w[40]; }; int f(int n) { static struct Z z; @for (int i = 0; i < n; i++) { z.v[i{{ + 1|}}] = {{z.w[i]|i}} + 1; } return z.w[0] + z.w[1]; }
//: flexible.member
struct Z { int n; int v[]; }; int f(int n) { struct Z *z = malloc(sizeof *z + 60 * sizeof(int)); for (int j = 0; j < 60; j++) z->v[j] = j; @for (int i = 0; i < n; i++) { z->v[i{{ + 1|}}] = z->v[i] + b[i]; } int s = 0; for (int j = 0; j < 60; j++) s = (s * 3 + z->v[j]) & 65535; free(z); return s; }
//: anonymous.union
struct S { union { int k; struct { short lo, hi; }; }; int w; }; int f(int n) { struct S s = {0}; @for (int i = 0; i < n; i++) { {{s.lo = (short)b[i]; a[i] = s.k; s.hi = (short)i|s.w = i; a[i] = s.w|a[i] = s.hi}}; } return 0; }
//: macro.counter
#define TICK (tick_++)
int f(int n) { int tick_ = 0; @for (int i = 0; i < n; i++) { a[i] = {{TICK|i}} + b[i]; } return 0; }
//: macro.loop.body
#define STEP(k) do { {{sum_ = sum_ * 3 + (k); sum_ &= 255; a[i] = sum_|a[i] = (k)}}; } while (0)
int f(int n) { int sum_ = 1; @for (int i = 0; i < n; i++) { STEP(b[i] + i); } return 0; }
//: macro.paste
#define AT(n, i) n##s[i]
int as[60], cs[60]; int f(int n) { for (int j = 0; j < 60; j++) as[j] = cs[j] = j; @for (int i = 0; i < n; i++) { AT({{a|c}}, i + 1) = AT(a, i) + b[i]; } int s = 0; for (int j = 0; j < 60; j++) s = (s * 3 + as[j] + cs[j]) & 65535; return s; }
//: extern.in.body
int f(int n) { @for (int i = 0; i < n; i++) { extern int total; {{total = total * 3 + b[i]; total &= 255; a[i] = total|a[i] = i + total}}; } return 0; }
//: knr.function
static int g(v, p) int v; int *p; { {{*p += v; return *p|return v}}; } int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = g(b[i], &k); } return 0; }
//: shadow.in.body
int f(int n) { int k = 3; @for (int i = 0; i < n; i++) { {{a[i] = k; k = b[i]; int k = i; k++; c[i] = k|int k = b[i]; k++; a[i] = k}}; } return k; }
//: const.cast.away
static const int kk[4] = {1, 2, 3, 4}; static int mm[4] = {1, 2, 3, 4}; int f(int n) { const int *p = {{mm|kk}}; @for (int i = 0; i < n; i++) { a[i] = p[0]; {{((int *)p)[0] = b[i]|c[i] = 1}}; } return 0; }
