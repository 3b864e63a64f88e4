//: loose.product
#define TWO 1 + 1
int f(int n) { @for (int i = 0; i < n; i++) { a[TWO * i] = i; a[TWO * i + 1] = {{5|6}}; } return 0; }
//: loose.turned
#define TWO 1 + 1
int f(int n) { @for (int i = 0; i < n; i++) { a[i * TWO] = i; a[i * TWO + {{1|- 1}}] = 5; } return 0; }
//: loose.size
#define N 4 + 4
int f(int n) { int t[2 * N + 20] = {0}; @for (int i = 0; i < 10; i++) { t[i] = i; t[i + N / {{2|4}}] = 3; } memcpy(a, t, sizeof t); return 0; }
//: loose.bound
#define N 4 + 4
int f(int n) { @for (int i = 0; i < 2 * N; i++) { a[i] = i; a[{{12|13}}] = 7; } return 0; }
//: loose.minus
#define K 3 - 1
int f(int n) { @for (int i = 0; i < n; i++) { a[i + 10 - K] = i; a[i + {{6|8}}] = 5; } return 0; }
//: loose.shift
#define K 1 << 1
int f(int n) { @for (int i = 0; i < n; i++) { a[K + i % {{3|4}}] = i; } return 0; }
//: loose.ternary
#define K n > 99 ? 0 : 1
int f(int n) { @for (int i = 0; i < n; i++) { a[K + {{i|2 * i}}] = i; } return 0; }
//: loose.of.macro
#define A 1 + 1
#define B A * 2
int f(int n) { @for (int i = 0; i < n; i++) { a[B * i] = i; a[B * i + {{2|4}}] = 4; } return 0; }
//: loose.function
#define TWICE(k) k + k
int f(int n) { @for (int i = 0; i < n; i++) { a[TWICE(1) * i] = i; a[TWICE(1) * i + {{1|2}}] = 4; } return 0; }
//: loose.variable
#define K i + 1
int f(int n) { @for (int i = 0; i < n; i++) { a[2 * K] = i; a[2 * K + {{1|2}}] = 4; } return 0; }
//: loose.unary
#define K i - 3
int f(int n) { @for (int i = 0; i < n; i++) { a[40 + -K] = i; a[{{37|40}} - i] += 4; } return 0; }
//: loose.cast
#define K i * 64
int f(int n) { @for (int i = 0; i < n; i++) { a[(unsigned char)K] = i; b[(unsigned char)i * {{1|2}}] = 4; } return 0; }
//: loose.sizeof
#define K sizeof(int) + 4
int f(int n) { @for (int i = 0; i < n; i++) { a[i * K] = i; a[i * K + {{4|8}}] = 4; } return 0; }
//: loose.compare
#define K 2 + 1
int f(int n) { @for (int i = 0; i < n; i++) { if (i * K == {{7|i + 6}}) a[3] = i; a[i] += 1; } return 0; }
//: loose.closed.twin
#define K (1 + 1)
int f(int n) { @for (int i = 0; i < n; i++) { a[K * i] = i; a[K * i + 1] = {{4|5}}; } return 0; }
//: loose.whole.twin
#define K 1 + 1
int f(int n) { @for (int i = 0; i < n; i++) { a[K] = b[0]; a[i + {{10 + K|K}}] += 1; } return 0; }
//: loose.pointer
static int *q[3];
#define P *q
int f(int n) { q[0] = a; q[1] = a + 1; q[2] = a; @for (int i = 0; i < n; i++) { P[i & {{1|2}}] = i; } return 0; }
//: loose.address.twin
struct s { int v; }; static struct s s[40];
#define P &s[i]
int f(int n) { @for (int i = 0; i < n; i++) { struct s *p = P; p->v = {{i|2 * i}}; } for (int i = 0; i < n; i++) a[i] = s[i].v; return 0; }
//: loose.alias
#define A 1 + 1
#define B A
int f(int n) { @for (int i = 0; i < n; i++) { a[B * i] = i; a[B * i + {{1|2}}] = 4; } return 0; }
//: loose.flags.twin
#define A 1 | 2
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[i] | A | {{4|8}}; } return 0; }
//: loose.sum.twin
#define A 3 + 1 - 2
int f(int n) { @for (int i = 0; i < n; i++) { a[i + A] = b[i + A] + {{4|8}}; } return 0; }
//: loose.negative.twin
#define A -1
int f(int n) { @for (int i = 2; i < n; i++) { a[i - A] = b[i * 2 + A * {{4|2}} + 4]; } return 0; }
//: loose.comma
#define A k++, 1
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int t; t = {{(A)|A}}; a[i] = t + k; } return 0; }
//: loose.list
#define A 1, 2
int f(int n) { @for (int i = 0; i < n; i++) { int t[] = {A, 3}; a[t[1]] = i; a[i + {{3|9}}] = 5; } return 0; }
//: loose.argument
#define A i, 2
static int g(int p, int q, int r) { return q; }
int f(int n) { @for (int i = 0; i < n; i++) { a[g(A, i)] = {{i|i + 1}}; } return 0; }
//: loose.condition
#define IS b[i] > 0 || c[i] > 80
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if (i > 2 && IS) k = i; a[i] = k + {{1|2}}; } return 0; }
//: loose.not
#define IS i == 3
int f(int n) { @for (int i = 0; i < n; i++) { if ({{!IS|- IS}}) a[5] = i; a[i + 20] = 1; } return 0; }
//: loose.enum
#define BASE 2 + 1
enum { E = BASE * 2, F = 2 * BASE };
int f(int n) { @for (int i = 0; i < n; i++) { a[E * i] = i; a[E * i + {{3|1}}] = 4; a[F * i] = 1; } return 0; }
//: loose.const
#define BASE 2 + 1
static const int E = BASE * 2;
int f(int n) { @for (int i = 0; i < n; i++) { a[E * i] = i; a[E * i + {{5|4}}] = 4; } return 0; }
//: loose.extent
#define W 4 + 1
static int t[20][2 * W];
int f(int n) { @for (int i = 0; i < 10; i++) { t[i][9] = i; t[i + 1][{{0|3}}] += 2; a[i] = t[0][i * 9]; } memcpy(b, t, 800); return 0; }
//: loose.init
#define A 1 + 1
int f(int n) { int k = 2 * A; @for (int i = 0; i < n; i++) { a[k * i] = i; a[k * i + {{3|6}}] = 4; } return 0; }
//: loose.constant.table
#define A 1 + 1
int f(int n) { static const int t[4] = {A * 2, 2 * A, 4, {{6|9}}}; @for (int i = 0; i < 4; i++) { a[t[i]] = i; } return 0; }
