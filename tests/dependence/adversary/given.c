//: table.of.functions
static int keep(int k) { {{total = total / 2 + k; return total;|k = k / 2 + 1; return k;|last = k; return last;}} } static int twice(int k) { return 2 * k; } static int (*const ops[2])(int) = {twice, keep}; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = ops[i % 2](b[i]); } return 0; }
//: table.in.a.function
static int keep(int k) { {{total = total / 2 + k; return total;|k = k / 2 + 1; return k;}} } static int twice(int k) { return 2 * k; } int f(int n) { static int (*ops[])(int) = {twice, keep}; @for (int i = 0; i < n; i++) { a[i] = (*ops[i & 1])(b[i]); } return 0; }
//: pointer.to.a.function
static int keep(int k) { {{total = total / 2 + k; return total;|return k / 2;}} } int f(int n) { int (*op)(int) = &keep; @for (int i = 0; i < n; i++) { a[i] = op(b[i]); } return 0; }
//: struct.of.functions
static int keep(int k) { {{total = total / 2 + k; return total;|return k / 2;}} } static const struct { int (*get)(int); int k; } op = {.get = keep, .k = 3}; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = op.get(b[i]) + op.k; } return 0; }
//: cleanup
static void leave(int *p) { {{total += *p|*p = 0|last = *p}}; } int f(int n) { @for (int i = 0; i < n; i++) { __attribute__((cleanup(leave))) int g = i; a[i] = {{total|b[i]|last}} + g; } return 0; }
//: argument.element
static void scale(int n, int *v, const int *k) { @for (int i = 0; i < n; i++) { v[i] = v[i] * *k % 31 + 1; } } int f(int n) { scale(n, a, {{&a[4]|&b[4]|a + 100}}); return 0; }
//: argument.shift
static void shift(int n, int *to, const int *from) { @for (int i = 0; i < n; i++) { to[i] = from[i] + 1; } } int f(int n) { shift(n, a{{ + 1| + 100|}}, a); return 0; }
//: argument.halves
static void add(int n, int *to, const int *from) { @for (int i = 0; i < n; i++) { to[i] += from[n - 1 - i]; } } int f(int n) { int *x = a, *y = a + {{n|n / 2|0}}; add(n, x, y); return 0; }
//: argument.of.two.calls
static void shift(int n, int *to, const int *from) { @for (int i = 0; i < n; i++) { to[i] = from[i] + 1; } } static void both(int n, int *p, int *q) { shift(n, p, q); } int f(int n) { both(n, a + 1, {{a|b|a + 200}}); return 0; }
//: bound.in.the.array
static void clear(int *p, const int *k) { @for (int i = 0; i < *k; i++) { p[i] = i % 3; } } int f(int n) { {{a[3]|b[3]|a[300]}} = n; clear(a, &{{a[3]|b[3]|a[300]}}); return 0; }
//: context.designated
struct ctx { const int *in; int *out; int n; }; static void step(const struct ctx *k) { @for (int i = 0; i < k->n; i++) { k->out[i] = k->in[i] + 1; } } int f(int n) { struct ctx k = {.out = {{a + 1|b|a}}, .in = a, .n = n}; step(&k); return 0; }
//: context.by.value
struct ctx { const int *in; int *out; }; static void step(struct ctx k, int n) { @for (int i = 0; i < n; i++) { k.out[i] = k.in[i] + 1; } } int f(int n) { struct ctx k = {a, {{a + 1|b|a}}}; step(k, n); return 0; }
//: constant.table
static const int at[8] = { {{3, 1, 4, 0, 5, 7, 2, 6|0, 1, 2, 3, 3, 5, 6, 7|9, 1, 2}} }; int f(int n) { @for (int i = 0; i < 8; i++) { a[at[i]] = b[i] + n + i; } return 0; }
//: constant.table.of.rows
static const unsigned char at[] = {0, {{20|15|20}}, 40, {{60|60|40}}}; int f(int n) { @for (int i = 0; i < 4; i++) { for (int k = 0; k < 20; k++) a[at[i] + k] = b[k] + i * n; } return 0; }
//: constant.table.read
int f(int n) { static const int way[4] = {1, {{2|-1|2}}, 3, 4}; @for (int i = {{1|1|0}}; i < n; i++) { c[i] = {{b[i + way[i & 3]]|c[i + way[i & 3]]|b[way[3]]}}; } return 0; }
//: table.that.changes
static int at[4] = {0, 1, 2, 3}; int f(int n) { at[3] = {{n % 2 + 1|3|0}}; @for (int i = 0; i < 4; i++) { a[at[i]] = i; } return 0; }
//: flipped
int f(int n) { @for (int i = 0; i < n; i++) { a[i{{ ^ 2| ^ 4|}}] = {{b[i]|a[i + 100]|a[i ^ 1]}} + i; } return 0; }
//: flipped.pairs
int f(int n) { @for (int i = 0; i < 32; i++) { if ((i ^ {{4|4|8}}) > i{{| - 5|}}) { int t = a[i]; a[i] = a[i ^ {{4|4|8}}] + n; a[i ^ {{4|4|8}}] = t; } } return 0; }
//: bumped.twice
static int wt[3] = {2, 3, 5}; int f(int n) { for (int k = 0; k < 3; k++) { @for (int w = wt[k]; w < 60; w++) { int v = {{a|b}}[w - wt[k]] + 1; if (v > a[w]) a[w] = v; } } return n; }
