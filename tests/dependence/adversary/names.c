//: names.suffix
int f(int n) { int i_0 = 3, i_1 = 4; @for (int i = 0; i < n; i++) { a[i + i_0] = a[i + i_1] {{+|-}} 1; } return 0; }
//: names.suffix.twin
int f(int n) { int i_0 = 3, i_1 = 4; @for (int i = 0; i < n; i++) { a[i + i_0] = b[i + i_1] {{+|-}} 1; } return 0; }
//: names.at
int f(int n) { int n_1 = n, x_1 = 0; @for (int i = 1; i < n_1; i++) { a[i + x_1] = a[i - 1] {{+|-}} 1; } return 0; }
//: names.P
int f(int n) { int P = 2, P_n_n = 3; @for (int i = 1; i < n; i++) { a[i * P + P_n_n] = a[i * P + P_n_n - {{2|4}}]; } return 0; }
//: names.product
static void g(int n, int m_, int *restrict p) { int P_m_n = n * m_; @for (int i = 0; i < 5; i++) { p[n * m_ + i] = p[P_m_n + i {{+ 1|+ 2}}]; } } int f(int n) { g(6, 7, a); return 0; }
//: names.keyword
int f(int n) { int exists = 1, and_ = 0, mod = 2, floor_ = 0, ceild = 1, infty = 3; @for (int i = 1; i < n; i++) { a[i + exists - 1] = a[i - mod + exists + floor_ + and_] + ceild + infty{{| + 1}}; } return 0; }
//: names.keyword.twin
int f(int n) { int exists = 1, mod = 2, infty = 3; @for (int i = 1; i < n; i++) { a[i + exists] = b[i + mod] + infty{{| + 1}}; } return 0; }
//: names.lw
int f(int n) { int lw_order = 1, lw_i = 0; @for (int i = 1; i < n; i++) { a[i] = a[i - lw_order] + lw_i{{| + 1}}; } return 0; }
//: names.shadowed
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { { int k = 5; k++; } a[i] = k; k = b[i] {{+|-}} i; } return 0; }
//: names.shadowed.twin
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int k = b[i]; k++; a[i] = k{{| + 1}}; } return k; }
//: names.shadowed.array
int f(int n) { @for (int i = 1; i < n; i++) { int b[2] = {1, 2}; a[i] = a[i - 1] + b[{{0|1}}]; } return 0; }
//: names.shadowed.index
int f(int n) { @for (int i = 1; i < n; i++) { for (int i = 0; i < 3; i++) c[{{0|1}}] = c[{{0|1}}] * 2 + i; a[i] = c[{{0|1}}]; } return 0; }
//: names.shadowed.parameter
static int g(int a, int n) { return a + n; } int f(int n) { @for (int i = 1; i < n; i++) { a[i] = g(a[i - 1], {{1|2}}); } return 0; }
//: names.macro.array
#define A(i) a[(i) / {{2|3}}]
int f(int n) { @for (int i = 0; i < n; i++) { A(i) = i; } return 0; }
#undef A
//: names.macro.array.twin
#define A(i) a[(i) + {{2|3}}]
int f(int n) { @for (int i = 0; i < n; i++) { A(i) = i; } return 0; }
#undef A
//: names.macro.index
#define NEXT k++
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[NEXT] = i{{| + 1}}; } return 0; }
#undef NEXT
//: names.macro.constant
#define OFF {{1|2|3}}
int f(int n) { @for (int i = OFF; i < n; i++) { a[i] = a[i - OFF] + 1; } return 0; }
#undef OFF
//: names.constant
static const int off = {{1|2|3}}; int f(int n) { @for (int i = off; i < n; i++) { a[i] = a[i - off] + 1; } return 0; }
//: names.constant.twin
static const int off = {{100|120|130}}; int f(int n) { @for (int i = 0; i < n; i++) { a[i + off] = a[i] + 1; } return 0; }
//: names.enum
enum { OFF = {{1|2|3}} }; int f(int n) { @for (int i = OFF; i < n; i++) { a[i] = a[i - OFF] + 1; } return 0; }
//: names.enum.twin
enum { BASE = 50, OFF }; int f(int n) { @for (int i = 0; i < n; i++) { a[i + OFF] = a[i] + {{1|2}}; } return 0; }
//: names.comment.twin
int f(int n) { @for (int i = 0; i < n; i++) { /* printf("x"); */ a[i] = b[i]; {{// goto out; break;
|// rand()
|/* asm("") */}} } return 0; }
//: names.comment.inside
int f(int n) { @for (int i = 1; i < n; i++) { a[i /* 0 */] = a[i {{- 1 /* + 1 */|/* + 1 */ - 1}}] + 1; } return 0; }
//: names.string.twin
static const char *msg; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = "printf(break)"[{{i % 5|2}}]; } return 0; }
//: names.typedef
typedef int *ptr; int f(int n) { ptr p = a, q = a; @for (int i = 1; i < n; i++) { p[i] = q[i - 1] + {{1|2}}; } return 0; }
//: names.typedef.array
typedef int row[20]; int f(int n) { row *r = m; @for (int i = 1; i < 20; i++) { r[i][0] = m[i - 1][{{0|0}}] {{+|-}} 1; } return 0; }
//: names.goto.label
int f(int n) { @for (int i = 1; i < n; i++) { a: a[i] = a[i - 1] + {{1|2}}; if (0) goto a; } return 0; }
//: names.member.same
struct S { int a[400]; int i; } s; int f(int n) { s.i = 1; @for (int i = 1; i < n; i++) { s.a[i] = s.a[i - s.i] + {{1|2}}; } for (int k = 0; k < 99; k++) a[k] = s.a[k]; return 0; }
//: names.member.same.twin
struct S { int a[400]; int i; } s; int f(int n) { @for (int i = 1; i < n; i++) { s.a[i] = a[i - 1] + {{1|2}}; } for (int k = 0; k < 99; k++) b[k] = s.a[k]; return 0; }
//: names.digits
int f(int n) { int v0 = 1, v_1 = 2, v__2 = 3; @for (int i = 3; i < n; i++) { a[i - v0] = a[i - v_1] + v__2{{| + 1}}; } return 0; }
