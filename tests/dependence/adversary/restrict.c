//: two.members
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { int *restrict p = v->p, *restrict q = w->p; @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+ 1|- 1}}; } return 0; } int f(int n) { struct V v = {a}, w = {b}; return f1(&v, &w, n); }
//: one.member
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { int *restrict p = v->p; @for (int i = 1; i < n; i++) { p[i] = {{w->p[i - 1]|w->p[0] + i}}; } return 0; } int f(int n) { struct V v = {a}, w = {b}; return f1(&v, &w, n); }
//: kept.read
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { const int *restrict q = v->p; @for (int i = 1; i < n; i++) { w->p[i] = q[i - 1] {{+ 1|* 2}}; } return 0; } int f(int n) { struct V v = {a}, w = {b}; return f1(&v, &w, n); }
//: same.object
struct V { int *p; }; static int f1(struct V *v, int n) { int *restrict p = v->p; @for (int i = 1; i < n; i++) { p[i] = p[i - 1] {{+ 1|- 1}}; } return 0; } int f(int n) { struct V v = {a}; return f1(&v, n); }
//: copied
struct V { int *p; }; static int f1(struct V *v, int n) { int *restrict p = v->p; int *q = {{p|p + 0|n ? p : 0|(int *)p|&p[0]|&*p|(0, p)}}; struct V w = {q}; @for (int i = 1; i < n; i++) { p[i] = w.p[i - 1] + 1; } return 0; } int f(int n) { struct V v = {a}; return f1(&v, n); }
//: copied.later
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { int *restrict p = v->p; {{w->p = p|*w = (struct V){p}|w->p = &p[0]|memcpy(w, &(struct V){p}, sizeof *w)}}; @for (int i = 1; i < n; i++) { p[i] = w->p[i - 1] + 1; } return 0; } int f(int n) { struct V v = {a}, w = {b}; return f1(&v, &w, n); }
//: given.away
struct V { int *p; }; static int *kept3; static void keep3(int *p) { kept3 = p; } static int f1(struct V *v, int n) { int *restrict p = v->p; keep3({{p|&p[0]|p + 1 - 1}}); @for (int i = 1; i < n; i++) { p[i] = kept3[i - 1] + 1; } return 0; } int f(int n) { struct V v = {a}; return f1(&v, n); }
//: by.macro
#define Q4 (p {{+ 0|+ 1 - 1}})
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { int *restrict p = v->p; w->p = Q4; @for (int i = 1; i < n; i++) { p[i] = w->p[i - 1] + 1; } return 0; } int f(int n) { struct V v = {a}, w = {b}; return f1(&v, &w, n); }
//: pasted
#define GIVE5(w, k) w->p = k##p {{+ 0|}}
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { int *restrict p = v->p; GIVE5(w,); @for (int i = 1; i < n; i++) { p[i] = w->p[i - 1] + 1; } return 0; } int f(int n) { struct V v = {a}, w = {b}; return f1(&v, &w, n); }
//: of.iteration
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { @for (int i = 1; i < n; i++) { int *restrict p = v->p; p[i] = w->p[i - 1] {{+ 1|- 1}}; } return 0; } int f(int n) { struct V v = {a}, w = {a}; return f1(&v, &w, n); }
//: of.iteration.both
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { @for (int i = 1; i < n; i++) { int *restrict p = v->p; const int *restrict q = w->p; p[i] = q[i - 1] {{+ 1|- 1}}; } return 0; } int f(int n) { struct V v = {a}, w = {a}; return f1(&v, &w, n); }
//: of.callee
struct V { int *p; }; static void step8(struct V *v, struct V *w, int i) { int *restrict p = v->p; const int *restrict q = w->p; p[i] = q[i - 1] {{+ 1|- 1}}; } static int f1(struct V *v, struct V *w, int n) { @for (int i = 1; i < n; i++) { step8(v, w, i); } return 0; } int f(int n) { struct V v = {a}, w = {a}; return f1(&v, &w, n); }
//: of.inner.loop
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { @for (int i = 1; i < n; i++) { int *restrict p = v->p + 4 * i; for (int j = 0; j < 4; j++) { p[j] = w->p[4 * i - 4 + j] {{+ 1|- 1}}; } } return 0; } int f(int n) { struct V v = {a}, w = {a}; return f1(&v, &w, n); }
//: of.outer.loop
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { for (int k = 0; k < 3; k++) { int *restrict p = v->p; @for (int i = 1; i < n; i++) { p[i] = w->p[i - 1] {{+ 1|- 1}} * k; } } return 0; } int f(int n) { struct V v = {a}, w = {b}; return f1(&v, &w, n); }
//: erased
#define restrict {{|const}}
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { int *restrict p = v->p; @for (int i = 1; i < n; i++) { p[i] = w->p[i - 1] + 1; } return 0; } int f(int n) { struct V v = {a}, w = {a}; return f1(&v, &w, n); }
//: erased.of.parameters
#define {{restrict|RESTRICT|MY_RESTRICT|__RESTRICT}}
static int f1(int *{{restrict|RESTRICT|MY_RESTRICT|__RESTRICT}} p, const int *{{restrict|RESTRICT|MY_RESTRICT|__RESTRICT}} q, int n) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] + 1; } return 0; } int f(int n) { return f1(a, a, n); }
//: erased.on.a.condition
#if {{defined(_MSC_VER)|0}}
#define RESTRICT __restrict
#else
#define RESTRICT
#endif
static int f1(int *RESTRICT p, const int *RESTRICT q, int n) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] + 1; } return 0; } int f(int n) { return f1(a, a, n); }
//: spelled
#define RESTRICT {{__restrict|__restrict__|restrict}}
static int f1(int *RESTRICT p, const int *RESTRICT q, int n) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] + 1; } return 0; } int f(int n) { return f1(a, b, n); }
//: set.again
struct V { int *p; }; static int f1(struct V *v, struct V *w, int n) { int *restrict p = v->p; p = {{w->p|w->p + 0}}; @for (int i = 1; i < n; i++) { p[i] = w->p[i - 1] + 1; } return 0; } int f(int n) { struct V v = {a}, w = {b}; return f1(&v, &w, n); }
//: rows
typedef int row15[4]; struct V { row15 *p; }; static int f1(struct V *v, int n) { row15 *restrict p = v->p; int *q = p[0]; struct V w = {(row15 *)q}; @for (int i = 1; i < n; i++) { p[i][0] = w.p[i - 1][{{0|0 * 2}}] + 1; } return 0; } int f(int n) { struct V v = {(row15 *)a}; return f1(&v, n); }
//: members.of.elements
struct E { int k[2]; }; struct V { struct E *p; }; static int f1(struct V *v, int n) { struct E *restrict p = v->p; int *q = p[0].k; struct V w = {(struct E *)q}; @for (int i = 1; i < n; i++) { p[i].k[0] = w.p[i - 1].k[{{0|0 * 2}}] + 1; } return 0; } int f(int n) { struct V v = {(struct E *)a}; return f1(&v, n); }
