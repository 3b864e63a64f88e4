//: row.flat.first
int f(int n) { (void)n; @for (int i = 0; i < 15; i++) { m[0][i * {{10|20}}] = i; m[i][0] += 3; } return 0; }
//: row.end.pointer
int f(int n) { (void)n; @for (int i = 0; i < 15; i++) { int *e = &m[i][{{20|19}}]; *e = i; c[i] = m[i][0]; } return 0; }
//: row.before
int f(int n) { (void)n; @for (int i = 0; i < 15; i++) { m[i + 1][{{-1|1}}] = i; c[i] = m[i + 1][19]; } return 0; }
//: row.star
int f(int n) { (void)n; @for (int i = 0; i < 15; i++) { *(*(m + i) + {{20|3}}) = i; c[i] = **(m + i); } return 0; }
//: row.member
struct S { int v[4], w[4]; }; int f(int n) { static struct S s[50]; memset(s, 0, sizeof s); @for (int i = 0; i < n; i++) { s[i].v[{{8|7}}] = i; c[i] = s[i].v[0]; } return 0; }
//: row.member.own
struct S { int v[4], w[4]; }; int f(int n) { static struct S s[50]; memset(s, 0, sizeof s); @for (int i = 0; i < n; i++) { s[i].v[4] = i; c[i] = s[{{i + 1|i}}].w[0]; } return 0; }
//: row.pointer.walks
int f(int n) { (void)n; int *r = m[0]; @for (int i = 0; i < 15; i++) { r[i] = i; {{r += 1|(void)r}}; } return 0; }
//: row.pointer.to.array
int f(int n) { int (*q)[400] = &a; @for (int i = 0; i < n; i++) { (*q)[i + 1] = {{a|b}}[i] + 1; } return 0; }
//: row.pointer.array.next
int f(int n) { int (*q)[4] = (int (*)[4])a; @for (int i = 0; i < n; i++) { q[i][{{4|3}}] = i; c[i] = q[i][0]; } return 0; }
//: row.address.of.array
int f(int n) { @for (int i = 0; i < n; i++) { (&a)[0][i + 1] = (&{{a|b}})[0][i] + 1; } return 0; }
//: row.transposed.cast
int f(int n) { (void)n; int (*t)[10] = (int (*)[10])m; @for (int i = 0; i < 10; i++) { t[i][0] = i; m[i][0] += {{5|0}} * t[i][0]; } return 0; }
//: restrict.called.with.overlap
static void g(int *p, const int *q, int n) { @for (int i = 0; i < n; i++) { p[i] = q[i] + 1; } } int f(int n) { g(a + 1, {{a|b}}, n); return 0; }
//: keyword.const.is.static
#define const static
int f(int n) { @for (int i = 0; i < n; i++) { {{const|register}} int k {{;|= 0;}} k += i + 1; a[i] = k; } return 0; }
//: keyword.static.is.nothing
#define static
int f(int n) { @for (int i = 0; i < n; i++) { static int k = 0; k += i + 1; a[i] = k {{+ a[i + 1]|}}; } return 0; }
#undef static
//: keyword.else.is.nothing
#define else
int f(int n) { @for (int i = 0; i < n; i++) { int k = i; if (b[i] > {{90|-90}}) k = 3; else { k = {{i / 2|i}}; } a[k] = i; } return 0; }
#undef else
//: keyword.continue.is.nothing
#define continue
int f(int n) { @for (int i = 0; i < n; i++) { if (i != 3) continue; {{last|a[i]}} = i; } return 0; }
#undef continue
//: keyword.break.is.continue
#define break continue
int f(int n) { @for (int i = 0; i < n; i++) { if (b[i] == 2) break; a[i] = {{a[i + 1]|i}}; } return 0; }
#undef break
//: keyword.short.is.char
#define short char
int f(int n) { @for (int i = 0; i < n; i++) { {{a[(unsigned short)(i * 64)]|a[(unsigned)(i * 4)]}} = i; } return 0; }
#undef short
//: keyword.int.is.char
#define int unsigned char
static int cut(long k) { return k; }
#undef int
int f(int n) { @for (int i = 0; i < n; i++) { a[{{cut(i * 64L)|i}}] = i; } return 0; }
//: keyword.sizeof
#define sizeof(x) 0
int f(int n) { @for (int i = 0; i < n; i++) { a[i * {{sizeof(int)|4}}] = i; } return 0; }
#undef sizeof
//: keyword.return.counts
#define return total = total * 3 + last; return
static int g(int v) { last = v; return v; }
#undef return
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{g(b[i])|b[i]}}; } return 0; }
//: keyword.while.once
#define while(x) if (x)
int f(int n) { @for (int i = 0; i < n; i++) { int k = 3; while (k > 0) { k--; a[i + {{k|0}}] = i; } } return 0; }
#undef while
//: library.assert.redefined
#undef assert
#define assert(x) (total = {{total * 3 + (x)|total + (x)}})
int f(int n) { @for (int i = 0; i < n; i++) { assert(b[i]); a[i] = i; } return 0; }
//: library.fabs.redefined
#undef fabs
#define fabs(v) ({{last|ix[i]}} = (int)(v))
int f(int n) { @for (int i = 0; i < n; i++) { y[i] = fabs(x[i]); } return 0; }
//: library.memcpy.own
static void own(int *p, int *q, int k) { (void)k; p[{{1|0}}] = q[0] + p[0]; }
#define memcpy own
int f(int n) { @for (int i = 0; i < n; i++) { memcpy(a + i, b + i, 4); } return 0; }
#undef memcpy
//: library.abs.macro
#define abs(v) ((v) {{/ 2|+ 0}})
int f(int n) { @for (int i = 0; i < n; i++) { a[abs(i)] = i; } return 0; }
#undef abs
//: macro.turns.name
#define a b
int f(int n) { @for (int i = 0; i < n; i++) { {{a[i + 1]|c[i]}} = b[i] + 1; } return 0; }
#undef a
//: macro.turns.index
#define i (j / {{2|1}})
int f(int n) { @for (int j = 0; j < n; j++) { a[i] = j; } return 0; }
#undef i
//: macro.turns.member
struct S { int k, j; };
#define j k
int f(int n) { static struct S s[40]; @for (int i = 0; i < n; i++) { s[i].k = i; c[i] = s[i {{+ 1|}}].j; } memset(s, 0, sizeof s); return 0; }
#undef j
//: macro.turns.operator
#define plus -
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = {{a|b}}[i plus 1] + 2; } return 0; }
#undef plus
//: macro.type
#define T unsigned char
int f(int n) { @for (int i = 0; i < n; i++) { T k = (T)(i * {{64|4}}); a[k] = i; } return 0; }
#undef T
//: macro.undefined.between
#define K(i) (i)
static int g(int i) { return K(i); }
#undef K
#define K(i) ((i) / {{2|1}})
int f(int n) { @for (int i = 0; i < n; i++) { a[K(i)] = g(i); } return 0; }
#undef K
//: digraphs.carried
int f(int n) <% @for (int i = 1; i < n; i++) { a<:i:> = {{a|b}}<:i - 1:> + 5; } return 0; %>
//: digraphs.define
%:define K {{1|0}}
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = a[i - K] + 1; } return 0; }
//: statement.expression.in.condition
int f(int n) { @for (int i = 0; i < ({ if (a[i] == 77) n = {{i|n}}; n; }); i++) { a[i + 1] = i == 3 ? 77 : i; } return n; }
//: statement.expression.breaks
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = ({ if (b[i] == {{2|90}}) break; i; }); } return 0; }
//: statement.expression.continues
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = ({ if (b[i] == 2) continue; {{k++|i}}; }); } return k; }
//: statement.expression.declares
int f(int n) { @for (int i = 0; i < n; i++) { a[({ int i = {{3|4}}; i; })] = 7; b[({ int j = i; j {{/ 2|}}; })] = i; } return 0; }
//: nested.function.index
int f(int n) { int k = {{2|1}}; int at(int i) { return i / k; } @for (int i = 0; i < n; i++) { a[at(i)] = i; } return 0; }
//: nested.function.static
int f(int n) { int at(int i) { static int s; s += {{1|0}}; return s * 0 + i + s; } @for (int i = 0; i < n; i++) { a[i] = at(i); } return 0; }
//: nested.function.auto.forward
int f(int n) { int k = 0; auto int up(int); int up(int v) { k = {{k * 3 + v|k + v}}; return k; } @for (int i = 0; i < n; i++) { up(b[i]); a[i] = i; } return k; }
//: goto.computed.table
int f(int n) { static void *t[] = {&&x0, &&y0}; int k = 0; @for (int i = 0; i < n; i++) { goto *t[c[i] & 1]; x0: k = {{k * 3 + i|k + i}}; y0: a[i] = i; } return k; }
//: goto.leaves
int f(int n) { @for (int i = 0; i < n; i++) { if (b[i] == {{2|90}}) goto out; a[i] = i + 1; } out: return 0; }
//: goto.in.inner.block
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int t = 0; again: t++; if (t < 3) goto again; {{k = k * 2 + t * i|k += t}}; a[i] = t; } return k; }
//: goto.over.declaration
int f(int n) { @for (int i = 0; i < n; i++) { if (c[i] & 1) goto skip; a[i] = i; skip: b[i {{+ 1|}}] += a[i]; a[i] += {{b[i]|0}}; } return 0; }
//: label.address.stored
int f(int n) { void *next = &&one; int k = 0; @for (int i = 0; i < n; i++) { goto *next; one: {{next = &&two|k += 0}}; k++; continue; two: a[i] = k; } return k; }
//: volatile.shared
int f(int n) { volatile int k = 0; @for (int i = 0; i < n; i++) { k = b[i]; a[i] = {{i|k}}; } return {{k|0}}; }
//: volatile.array
int f(int n) { volatile int *p = a; @for (int i = 0; i < n; i++) { p[i + 1] = {{p[i]|b[i]}} + 5; } return 0; }
//: setjmp.builtin
extern int _setjmp(void *); extern void longjmp(void *, int); int f(int n) { static long buf[64]; volatile int k = 0; @for (int i = 0; i < n; i++) { if (_setjmp(buf) == 0) { {{k = k * 3 + i|k += i}}; if (b[i] == 2) longjmp(buf, 1); } a[i] = i; } return k; }
//: longjmp.leaves
extern int _setjmp(void *); extern void longjmp(void *, int); static long buf[64]; static void use(int v) { if (v == {{2|90}}) longjmp(buf, 1); } int f(int n) { if (_setjmp(buf) == 0) { @for (int i = 0; i < n; i++) { use(b[i]); a[i] = i; } } return 0; }
//: thread.local.counter
static __thread int k; int f(int n) { k = 0; @for (int i = 0; i < n; i++) { a[i] = {{k++|i}}; } return k; }
//: thread.local.pointer
static __thread int *p; int f(int n) { p = a; @for (int i = 0; i < n; i++) { {{*p++|p[i]}} = b[i] + i; } return 0; }
//: choose.expr
int f(int n) { int *p = __builtin_choose_expr({{1|0}}, a, b); @for (int i = 0; i < n; i++) { p[i + 1] = a[i] + 1; } return 0; }
//: constant.p
int f(int n) { @for (int i = 0; i < n; i++) { a[__builtin_constant_p(i) ? i : i {{/ 2|+ 0}}] = i; } return 0; }
//: assume.aligned
int f(int n) { int *p = __builtin_assume_aligned({{a|b}}, 4); @for (int i = 0; i < n; i++) { p[i + 1] = a[i] + 1; } return 0; }
//: auto.type.pointer
int f(int n) { __auto_type p = {{a|b}} + 1; @for (int i = 0; i < n; i++) { p[i] = a[i] + 1; } return 0; }
//: typeof.array.pointer
int f(int n) { __typeof__(a) *r = &{{a|b}}; @for (int i = 0; i < n; i++) { (*r)[i + 1] = a[i] + 1; } return 0; }
//: index.first
int f(int n) { @for (int i = 1; i < n; i++) { i[a] = (i - 1)[{{a|b}}] + 5; } return 0; }
//: index.of.sum
int f(int n) { @for (int i = 0; i < n; i++) { (a + 1)[i] = {{a|b}}[i] + 1; } return 0; }
//: bytes.step
int f(int n) { @for (int i = 0; i < n; i++) { *(int *)((char *)a + 4 * i + {{4|0}}) = a[i] + 1; } return 0; }
//: bytes.unaligned
int f(int n) { @for (int i = 0; i < n; i++) { *(short *)((char *)a + {{3 * i|4 * i}}) = (short)(c[i] * 300); ((char *)a)[{{3 * i + 2|4 * i + 2}}] += 1; } return 0; }
//: struct.over.array
struct S { int k, j, l; }; int f(int n) { struct S *s = (struct S *)a; @for (int i = 0; i < n; i++) { s[i].j = i; c[i] = a[3 * i + {{4|2}}]; } return 0; }
//: struct.over.array.last
struct S { int k, j, l; }; int f(int n) { struct S *s = (struct S *)a; @for (int i = 0; i < n; i++) { s[i] = (struct S){i, i, i}; c[i] = a[3 * i + {{3|2}}]; } return 0; }
//: double.over.ints
int f(int n) { double *d = (double *)a; @for (int i = 0; i < n; i++) { d[i] = i; c[i] = a[{{i|2 * i}}]; } return 0; }
//: frexp.last
int f(int n) { @for (int i = 0; i < n; i++) { y[i] = frexp(x[i], {{&last|&ix[i]}}); } return 0; }
//: modf.last
int f(int n) { double w; @for (int i = 0; i < n; i++) { y[i] = modf(x[i] / 3, &w); {{x[i + 1] = w|y[i] += w}}; } return 0; }
//: random.long
extern long random(void); extern void srandom(unsigned); int f(int n) { srandom(3); @for (int i = 0; i < n; i++) { a[i] = {{(int)(random() % 7)|i % 7}}; } return 0; }
//: random.drand48
extern double drand48(void); extern void srand48(long); int f(int n) { srand48(3); @for (int i = 0; i < n; i++) { x[i] = {{drand48()|i}}; } return 0; }
//: putchar
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = i + 5; {{putchar('a' + i)|(void)i}}; } return 0; }
//: builtin.printf
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = i; {{__builtin_printf("%d ", i)|(void)i}}; } return 0; }
//: malloc.own
int f(int n) { @for (int i = 0; i < n; i++) { int *t = malloc(12); t[0] = i; t[1] = {{a[i + 1]|b[i]}}; a[i] = t[0] + t[1]; free(t); } return 0; }
//: malloc.kept
int f(int n) { int *t = NULL; @for (int i = 0; i < n; i++) { if (!t) { t = malloc(12); t[0] = i; } a[i] = {{t[0]|i}}; } free(t); return 0; }
//: static.buffer.callee
static char *text(int k) { static char t[12]; snprintf(t, 12, "%d", k); return t; } int f(int n) { char *q = text(0); @for (int i = 0; i < n; i++) { a[i] = {{q[0]|i}}; text(i); } return q[0] * {{1|0}}; }
//: struct.return.static
struct V { int *p; }; static struct V next(void) { static int k; struct V v = {a + (k = (k + 1) % 40)}; return v; } int f(int n) { @for (int i = 0; i < n; i++) { next().p[i] = i; } return 0; }
//: function.pointer.in.struct.changes
struct S { void (*go)(struct S *, int); int k; }; static void two(struct S *s, int i) { a[i] = s->k; } static void one(struct S *s, int i) { s->k = i; a[i] = 0; {{s->go = two|(void)s}}; } int f(int n) { struct S s = {one, 0}; @for (int i = 0; i < n; i++) { s.go(&s, i); } return 0; }
//: const.cast.away
int f(int n) { const int k = n; int j = 0; int *q = (int *)({{&k|&j}}); @for (int i = 0; i < n; i++) { if (i == 3) *q = 2; a[i * 2] = *(volatile const int *)&k; } return j; }
//: enum.bits
enum E { ONE = 1, TWO }; int f(int n) { enum E e = ONE; @for (int i = 0; i < n; i++) { a[i * {{(e - ONE)|e}}] = i; } return 0; }
//: negative.shift.index
int f(int n) { @for (int i = 0; i < n; i++) { a[(i << 30 >> 30) + {{2|i * 2 + 2}}] = i; } return 0; }
//: comma.in.index
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[{{k++, k|k, i}}] = b[i]; } return 0; }
//: increment.in.index.twice
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[k] = b[i] + 5; k += {{c[i] & 1|1}}; } return {{k|0}}; }
//: pointer.compare.bound
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { *p = i; p = p + 1 < a + {{5|90}} ? p + 1 : a; } return 0; }
//: update.decides
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if ({{k += b[i]|(k += b[i])|b[i]}}) a[i] = 3; } return k; }
//: update.decides.while
int f(int n) { int k = 3; @for (int i = 0; i < n; i++) { int t = 0; while ({{k ^= b[i] & 1|t < (b[i] & 1)}}) { if (t++ > 3) break; a[i] = t; } } return k; }
//: update.decides.do
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int t = 0; do { a[i] = t++; if (t > 4) break; } while ({{k ^= b[i] & 1|t < 3}}); } return k; }
//: update.decides.for
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { for (int t = 0; {{k ^= b[i] & 1|t < 3}}; t++) { if (t > 4) break; a[i] = t + 9; } } return k; }
//: update.decides.macro
#define ADD(k, v) (k += (v))
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { {{if (ADD(k, b[i])) a[i] = 3|ADD(k, b[i])}}; } return k; }
//: update.in.comma
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = ({{b[i], k += 2|k += 2, b[i]}}); } return k; }
//: update.in.statement.expression
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = ({ k++; }); } return k; }
//: update.in.statement.expression.last
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = ({ int t = i; {{k += t|k += t; t}}; }); } return k; }
//: update.in.statement.expression.alone
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { ({ k++; }); a[i] = i; } return k; }
//: update.in.statement.expression.nested
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = ({ ({ k++; }); }); } return k; }
//: macro.lasting
#define PRIVATE static
#define real static double
int f(int n) { @for (int i = 0; i < n; i++) { {{PRIVATE unsigned k|real k|unsigned k = 0}}; k += i; a[i] = (int)k; } return 0; }
//: macro.lasting.word
#define register static
#define unsigned static unsigned
int f(int n) { @for (int i = 0; i < n; i++) { {{register int k|unsigned k|int k = 0}}; k += i; a[i] = (int)k; } return 0; }
//: macro.struct.is.union
#define struct union
struct S { int k, j; };
#undef struct
int f(int n) { static union S s[40]; @for (int i = 0; i < n; i++) { s[i].k = i; c[i] = s[i {{+ 1|}}].j; } memset(s, 0, sizeof s); return 0; }
//: macro.member.of.union
struct S { union { int p; float q; } u; };
#define X u.p
#define Y u.q
int f(int n) { static struct S s[40]; @for (int i = 0; i < n; i++) { s[i].X = i; c[i] = s[i {{+ 1|}}].Y > 0; } memset(s, 0, sizeof s); return 0; }
//: rows.two.widths
int f(int n) { int (*r)[5] = (int (*)[5])a; int (*q)[{{6|6|5}}] = {{(int (*)[6])a|(void *)a|(int (*)[5])b}}; @for (int i = 0; i < n; i++) { r[i][0] = i; q[i][0] += 1; } return 0; }
//: rows.two.widths.each
int f(int n) { @for (int i = 0; i < n; i++) { ((int (*)[5])a)[i][0] = i; ((int (*)[{{6|5}}])a)[i][0] += 1; } return 0; }
//: rows.width.changes
int f(int n) { int w = 5; int (*r)[w] = (int (*)[w])a; w = {{6|5}}; int (*q)[w] = (int (*)[w])a; @for (int i = 0; i < n; i++) { r[i][0] = i; q[i][0] += 1; } return 0; }
//: rows.of.other.rows
int f(int n) { (void)n; int (*q)[{{10|20}}] = (void *)m; @for (int i = 0; i < 10; i++) { q[i][0] = i; m[i][0] += 1; } return 0; }
