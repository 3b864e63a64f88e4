//: once.global
int f(int n) { @for (int i = 0; i < {{1|2|0}}; ++i) { total = n + i; } return total; }
//: once.global.reversed
int f(int n) { @for (int i = 1; i > {{0|-1|1}}; --i) { total = i; } return total; }
//: once.global.step
int f(int n) { @for (int i = 0; i < 8; i += {{8|4|9}}) { total = i; } return total; }
//: once.global.carried
int f(int n) { @for (int i = 0; i < {{1|2|0}}; ++i) { total = total * 2 + b[i] + 1; } return total; }
//: once.local.carried
int f(int n) { int t = 3; @for (int i = 0; i < {{1|2}}; ++i) { a[i] = t; t = b[i] + 7; } return t; }
//: once.element
int f(int n) { @for (int i = 0; i < {{1|2|0}}; ++i) { a[3] = i + n; } return 0; }
//: once.element.read
int f(int n) { @for (int i = 0; i < {{1|2}}; ++i) { a[i + 1] = a[i] + 1; } return 0; }
//: once.const
int f(int n) { const int k = {{1|2|0}}; @for (int i = 0; i < k; ++i) { total = i; } return total; }
//: once.macro
#define K {{1|2}}
int f(int n) { @for (int i = 0; i < K; ++i) { total = total * 3 + i + 1; } return total; }
//: once.enum
enum { K = {{1|2}} };
int f(int n) { @for (int i = 0; i < K; ++i) { total = i; } return total; }
//: once.guard
int f(int n) { int k = n / 7; if (k < {{2|5}}) { @for (int i = 0; i < k; ++i) { total = i; } } return total; }
//: once.guard.early
int f(int n) { int k = n / 7; if (k > {{1|4}}) return 0; @for (int i = 0; i < k; ++i) { total = i; } return total; }
//: once.guard.equal
int f(int n) { int k = n == 7 ? {{1|2}} : 0; if (k == {{1|2}}) { @for (int i = 0; i < k; ++i) { total = i; } } return total; }
//: once.guard.element
int f(int n) { int k = n / 7; if (k < {{2|5}}) { @for (int i = 0; i < k; ++i) { a[3] = i + 1; } } return 0; }
//: once.minimum
int f(int n) { int k = n < {{1|2}} ? n : {{1|2}}; @for (int i = 0; i < k; ++i) { total = i; } return total; }
//: once.inner.triangle
int f(int n) { for (int j = 0; j < {{2|3}}; ++j) { @for (int i = 0; i < j; ++i) { total = total * 2 + i + 1; } } return total; }
//: once.inner.same
int f(int n) { for (int j = 0; j < n; ++j) { @for (int i = j; i <= j + {{0|1}}; ++i) { total = i; } } return total; }
//: once.inner.blocked
int f(int n) { for (int j = 0; j < n; ++j) { @for (int i = j; i < j + {{1|2}}; ++i) { a[7] = a[7] * 3 + i; } } return 0; }
//: once.unsigned
int f(int n) { @for (unsigned i = 0; i < {{1u|2u}}; ++i) { total = (int)i; } return total; }
//: once.guard.inside
int f(int n) { @for (int i = 0; i < n; ++i) { if (i == {{0|3}}) total = b[i]; } return total; }
//: once.guard.inside.carried
int f(int n) { @for (int i = 0; i < n; ++i) { if (i == {{0|3}}) total = total * 2 + b[i] + 1; } return total; }
//: once.guard.inside.element
int f(int n) { @for (int i = 0; i < n; ++i) { if (i == {{0|3}}) a[3] = a[3] * 2 + b[i] + 1; } return 0; }
//: once.inner.empty
int f(int n) { @for (int i = 0; i < n; ++i) { for (int j = 0; j < {{0|1}}; ++j) total = total * 2 + i; total &= 255; } return total; }
//: once.inner.never
int f(int n) { @for (int i = 0; i < n; ++i) { for (int j = 3; j < {{3|4}}; ++j) { total = i; } a[i] = b[i]; } return total; }
//: once.never.if
int f(int n) { @for (int i = 0; i < n; ++i) { if ({{0|1}}) total = i; a[i] = b[i]; } return total; }
//: once.never.range
int f(int n) { @for (int i = 0; i < n; ++i) { if (i < {{0|2}}) a[5] = i; else c[i] = b[i]; } return 0; }
//: once.outer.never
int f(int n) { if (n < 0) { @for (int i = 0; i < n; ++i) { total = i; } } return total; }
//: once.bound.by.type
int f(int n) { _Bool k = n > 0; @for (int i = 0; i < k; ++i) { total = i + 1; } return total; }
//: once.bound.by.mask
int f(int n) { int k = n & {{1|3}}; @for (int i = 0; i < k; ++i) { total = i + 1; } return total; }
//: once.bound.by.modulo
int f(int n) { unsigned k = (unsigned)n % {{2|5}}; @for (unsigned i = 0; i < k; ++i) { total = (int)i + 1; } return total; }
//: once.bound.comparison
int f(int n) { @for (int i = 0; i < (n > 3); ++i) { total = i + 1; } return total; }
//: once.static.function
static void go(int k) { @for (int i = 0; i < k; ++i) { total = i; } } int f(int n) { go({{1|2}}); return total; }
//: once.static.element
static void go(int k) { @for (int i = 0; i < k; ++i) { a[3] = i + 1; } } int f(int n) { go({{1|2}}); return total; }
//: once.static.carried
static void go(int k) { @for (int i = 0; i < k; ++i) { a[i + 1] = a[i] * 2 + 1; } } int f(int n) { go({{1|2}}); return total; }
//: once.sizeof
int f(int n) { int one[{{1|2}}] = {3}; @for (unsigned i = 0; i < sizeof one / sizeof *one; ++i) { total = one[i]; } return total; }
//: once.struct.member
struct S { int v; }; int f(int n) { struct S s = {0}; @for (int i = 0; i < {{1|2}}; ++i) { s.v = i + 1; } return s.v; }
//: once.pointer
int f(int n) { int *p = &total; @for (int i = 0; i < {{1|2}}; ++i) { *p = i + 1; } return total; }
//: once.break
int f(int n) { @for (int i = 0; i < 1; ++i) { total = n; a[i] = total; } return total; }
//: once.stepped.element
int f(int n) { @for (int i = 0; i < 10; i += {{10|5}}) { a[0] = a[0] * 2 + i; } return 0; }
