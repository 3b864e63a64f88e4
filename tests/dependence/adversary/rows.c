// The last member of a struct stands for as many as there is room for, but not in a row of structs.
//: zero
struct z { int head; int tail[0]; };
int f(int n) { struct z *p = (struct z *)a; @for (int i = 0; i < n; i++) { p[i].tail[{{0|1}}] = p[i].head + 1; } return 0; }
//: one
struct z { int head; int tail[1]; };
int f(int n) { struct z *p = (struct z *)a; @for (int i = 0; i < n; i++) { p[i].tail[{{0|1|2}}] = p[i].head + 1; } return 0; }
//: flexible
struct z { int head; int tail[]; };
int f(int n) { struct z *p = (struct z *)a; @for (int i = 0; i < n; i++) { p[i].tail[0] = p[i].head + 1; } return 0; }
//: several
struct z { int head; int tail[2]; int end; };
int f(int n) { struct z *p = (struct z *)a; @for (int i = 0; i < n; i++) { p[i].tail[{{0|1|3}}] = p[i].head + 1; } return 0; }
//: address
struct z { int head; int tail[0]; };
int f(int n) { struct z *p = (struct z *)a; @for (int i = 0; i < n; i++) { int *t = p[i].tail; t[{{0|1}}] = p[i].head + 1; } return 0; }
//: walk
struct z { int head; int tail[0]; };
int f(int n) { struct z *e = (struct z *)a + n; @for (struct z *p = (struct z *)a; p < e; p++) { p->tail[{{0|1}}] = p->head + 1; } return 0; }
//: whole
struct z { int mark[0]; int v; };
int f(int n) { struct z p[40] = {0}; @for (int i = 0; i < n; i++) { p[i].mark[1] = p[i].v + i; } return p[3].v + p[9].v * 3; }
//: nested
struct in { int h, tail[1]; }; struct z { int u; struct in s; };
int f(int n) { struct z *p = (struct z *)a; @for (int i = 0; i < n; i++) { p[i].s.tail[{{0|1|2}}] = p[i].u + 1; p[i].s.h = i; } return 0; }
//: alone
struct z { int head; int tail[{{0|1|}}]; };
int f(int n) { struct z *p = (struct z *)a; @for (int i = 0; i < n; i++) { p->tail[i] = i; } return 0; }
//: chosen
struct z { int head; int tail[{{0|1|}}]; };
int f(int n) { struct z *p = (struct z *)a; int k = n / 3; @for (int i = 0; i < n; i++) { p[k].tail[i] = i; } return 0; }
//: table
struct z { int head; int tail[1]; };
int f(int n) { struct z *t[30]; for (int i = 0; i < n; i++) t[i] = (struct z *)(a + {{3|1}} * i); @for (int i = 0; i < n; i++) { t[i]->tail[1] = t[i]->head + 1; } return 0; }
//: second.iteration
int f(int n) { @for (int i = 1; i < n; i++) { m[i][{{1|2}}] = {{(*m)[20 * i - 19]|m[0][20 * i - 18]}}; } return 0; }
//: second.iteration.written
int f(int n) { @for (int i = 1; i < n; i++) { m[0][20 * i {{- 20|+ 1}}] = m[i{{ - 1|}}][{{1|0}}] + 1; a[i] = m[i][{{0|1}}]; } return 0; }
//: second.iteration.symbolic
static void g(int n, int w, int (*p)[w]) { @for (int i = 1; i < n; i++) { p[i][1] = p[0][w * i - w + {{1|w + 1}}]; } }
int f(int n) { g(n, 20, m); return 0; }
//: second.iteration.member
struct s { int k[16]; int e[4]; }; static struct s q[20];
int f(int n) { @for (int i = 1; i < 20; i++) { q[i].k[{{0|1}}] = q[0].k[20 * i - {{20|19}}] + i; } for (int i = 0; i < 20; i++) a[i] = q[i].k[0] + q[i].k[1] * 3; return 0; }
//: second.iteration.inner
int f(int n) { @for (int i = 1; i < 19; i++) { for (int j = 0; j < 2; j++) m[i][20 * j] = i + {{j|2 * j}}; } return 0; }
//: one.row.twin
int f(int n) { @for (int i = 0; i < n; i++) { m[0][{{20 * i|i}}] = i; } return 0; }
//: one.row.flat.twin
int f(int n) { @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) m[0][20 * i + j] = {{i + j|i * j}}; } return 0; }
//: one.column.twin
int f(int n) { @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j += 20) m[i][j] = {{i + j|2 * i}}; } return 0; }
//: one.iteration.twin
int f(int n) { static int t[40][1]; @for (int i = 0; i < n; i++) { for (int j = 0; j < 1; j++) t[i][j] = {{i + j|2 * i}}; } for (int i = 0; i < n; i++) a[i] = t[i][0]; return 0; }
//: rows.set.twin
int f(int n) { @for (int i = 0; i < 20; i++) { memset({{m + i, i, sizeof *m|&m[i], i, sizeof m[0]|m[i], i, sizeof *m|&m[i][0], i, sizeof m[i]}}); } return 0; }
//: rows.set
int f(int n) { @for (int i = 0; i < 19; i++) { memset({{m + i, i, 2 * sizeof *m|&m[i], i, sizeof m[0] + 4|m[i], i, 2 * sizeof *m|&m[i][1], i, sizeof m[i]}}); } return 0; }
//: rows.copy.twin
int f(int n) { int t[20][20] = {{{0}}}; @for (int i = 0; i < 20; i++) { memcpy({{m + i, t + 19 - i, sizeof *m|&m[i], &t[i], sizeof t[0]|m + i, t[i], sizeof m[0]}}); } return 0; }
//: rows.copy
int f(int n) { @for (int i = 1; i < 20; i++) { memcpy({{m + i, m + i - 1, sizeof *m|&m[i], &m[i - 1], sizeof m[0]|m + i, m[i - 1], sizeof m[0]}}); } return 0; }
//: rows.mixed
int f(int n) { @for (int i = 1; i < 20; i++) { memset(m + i, i, sizeof *m); a[i] = m[{{i - 1|20 - i}}][3]; } return 0; }
//: rows.mixed.twin
int f(int n) { @for (int i = 1; i < 20; i++) { memset(m + i, i, sizeof *m); a[i] = m[i][{{3|i}}]; } return 0; }
