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
