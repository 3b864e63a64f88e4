//: conversion
int f(int n) { @for (int i = 0; i < 300; i++) { a[({{unsigned char|unsigned short|signed char}})(i{{||/ 3}})] = i + b[i]; } return 0; }
//: conversion.asked
static void g(int n, int *p) { if (n > 260) { @for (int i = 0; i < n; i++) { p[({{unsigned char|unsigned short}})i] = i; } } }
int f(int n) { g(n + 270, a); return 0; }
//: stride.none
static void g(int n, int s, int *p) { if (s {{!= 0|!= 2|== 0}}) return; @for (int i = 0; i < n; i++) { p[i * s] = i; } }
int f(int n) { g(n, {{0|2|3}}, a); return 0; }
//: filled
int f(int n) { int *k = calloc(n + 4, sizeof(int)); {{for (int i = 0; i < n; i++) k[i] = i / 2;|for (int i = 0; i < n; i++) k[i] = n - i;|memset(k, 0, n * sizeof(int));|}} @for (int i = 0; i < n; i++) { a[k[i]] = i; } free(k); return 0; }
//: filled.inside
int f(int n) { @for (int i = 0; i < n; i++) { c[i] = {{0|i / 2|n - i|i}}; a[c[i]] = i; } return 0; }
//: filled.table
int f(int n) { static int k[8] = {0, 1, {{1|2}}, 3, 4, 5, 6, 7}; @for (int i = 0; i < 8; i++) { a[k[i]] = i; } return 0; }
//: equal
static void g(int n, int *p, int *q) { if (p == q{{| + 1| - 1}}) { @for (int i = 1; i < n; i++) { p[i] = q[i] * 2 + 1; } } }
int f(int n) { g(n, a + 2, a + {{2|1|3}}); return 0; }
//: equal.or.gone
static void g(int n, int *p, int *q) { if (!(p {{==|!=}} q)) return; @for (int i = 1; i < n; i++) { p[i] = q[i] * 2 + 1; } }
int f(int n) { g(n, a + 2, a + {{2|3}}); return 0; }
//: equal.some.way
static void g(int n, int *p, int *q) { if ({{p == q \|\| n > 1|p == q && n > 1|!(p != q \|\| n < 1)}}) { @for (int i = 1; i < n; i++) { p[i] = q[i] * 2 + 1; } } }
int f(int n) { g(n, a + 2, a + {{3|2|2}}); return 0; }
//: equal.bytes
static void g(int n, int *p, unsigned char *q) { if ((void *)p == (void *)q) { @for (int i = 0; i < n; i++) { p[i] = q[i{{| + 1}}] + i; } } }
int f(int n) { g(n, a, (unsigned char *)a); return 0; }
//: equal.rows
static void g(int n, int (*p)[4], int (*q)[{{4|8}}]) { if ((void *)p == (void *)q) { @for (int i = 0; i < n; i++) { p[i][0] = q[i][0] + 1; } } }
int f(int n) { g(n, (int (*)[4])a, (int (*)[{{4|8}}])a); return 0; }
//: equal.before
static void g(int n, int *p, int *q) { if (p == q) { {{p = p + 1|p = q|q = b}}; @for (int i = 0; i < n; i++) { p[i] = q[i] * 2 + 1; } } }
int f(int n) { g(n, a, a); return 0; }
//: equal.members
struct two { int *p, *q; };
static void g(int n, struct two *s) { if (s->p == s->q) { {{|s->p = s->q + 1;}} @for (int i = 0; i < n; i++) { s->p[i] = s->q[i] * 2 + 1; } } }
int f(int n) { struct two s = {a, a}; g(n, &s); return 0; }
//: flag.of.bytes
int f(int n) { int k = {{1|0|1}}; @for (int i = 0; i < n; i++) { if (b[i] > 1) { memset(&k, {{0|1|b[i]}}, sizeof k); } } return k; }
