//: live.variable.return
int f(int n) { int i; @for (i = {{0|1|2|0}}; i < n; i{{++|++|++| += 3}}) { a[i] = b[i] + {{1|2|c[i]|i}}; } return i; }
//: live.variable.down
int f(int n) { int i; @for (i = n - 1; i >= {{0|1|2}}; i--) { a[i] = b[i]; } return i; }
//: live.variable.later
int f(int n) { int i; @for (i = 0; i < n; i++) { a[i] = b[i]; } {{last = i;|a[300] = i;|if (i > 3) last = 1;|last = i * 2;}} return 0; }
//: live.variable.goto
int f(int n) { int i; @for (i = 0; i < n; i++) { a[i] = b[i]; } goto end; end: return i {{+ 1|* 2|- 1}}; }
//: live.variable.loop
int f(int n) { int i; @for (i = 0; i < n / 2; i++) { a[i] = b[i]; } for (; i < n; i++) a[i] = {{c[i]|1|i}}; return 0; }
//: live.variable.call
static void put(int v) { last = v; }
int f(int n) { int i; @for (i = 0; i < n; i++) { a[i] = b[i] * {{2|3}}; } put(i); return 0; }
//: live.variable.subscript
int f(int n) { int i; @for (i = 0; i < n; i++) { a[i] = b[i]; } a[i] = {{-1|7}}; return 0; }
//: live.variable.pointer
int f(int n) { int i, *p = &i; @for (i = 0; i < n; i++) { a[i] = b[i]; } return *p {{|+ 1}}; }
//: live.variable.global
static int g; int f(int n) { @for (g = 0; g < n; g++) { a[g] = b[g] + {{1|2|3}}; } return 0; } 
void show(void) { printf("%d\n", g); }
//: live.variable.outparameter
static void fill(int n, int *end) { int i; @for (i = 0; i < n; i++) { a[i] = b[i]; } *end = i; }
int f(int n) { int e = 0; fill(n, &e); return e {{|+ 2}}; }
//: live.variable.pointerloop
int f(int n) { int *p; @for (p = a; p < a + n; p++) { *p = {{1|2}}; } return (int)(p - a); }
//: live.variable.dead
int f(int n) { int i; @for (i = 0; i < n; i++) { a[i] = b[i] + {{1|2|3}}; } for (i = 0; i < n; i++) c[i] = a[i]; return 0; }
//: live.variable.dead.block
int f(int n) { int i; { @for (i = {{0|1}}; i < n; i++) { a[i] = b[i]; } } i = 3; return i; }
//: live.variable.dead.shadow
int f(int n) { int i = {{5|6|7}}; for (int k = 0; k < 1; k++) { int i; @for (i = 0; i < n; i++) { a[i] = b[i]; } } return i; }
//: live.variable.inner
int f(int n) { int i, j; @for (i = 0; i < 20; i++) { for (j = 0; j < 20; j++) m[i][j] = i + j; } return {{j|j + 1}}; }
//: live.variable.inner.dead
int f(int n) { int i, j; @for (i = 0; i < 20; i++) { for (j = 0; j < 20; j++) m[i][j] = i {{+|-|*}} j; } return 0; }
//: live.scalar.return
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i] {{+ 1|* 2|- i}}; a[i] = t; } return t; }
//: live.scalar.global
int f(int n) { @for (int i = 0; i < n; i++) { last = b[i] + i; a[i] = last {{|+ 1|* 2}}; } return 0; }
//: live.scalar.static
int f(int n) { static int t; @for (int i = 0; i < n; i++) { t = b[i] + i; a[i] = t {{|+ 1}}; } return 0 * n; }
void more(void); 
//: live.scalar.static.read
int f(int n) { static int t; a[350] = t; @for (int i = 0; i < n; i++) { t = b[i] + i; a[i] = t {{|+ 1}}; } return 0; }
//: live.scalar.dead
int f(int n) { int t; @for (int i = 0; i < n; i++) { t = b[i] {{+ 1|* 2|- i}}; a[i] = t; } return 0; }
//: live.scalar.dead.overwritten
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = b[i] {{+ 1|* 2|- i}}; a[i] = t; } t = 5; return t; }
//: live.scalar.guarded
int f(int n) { int t = -1; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1|2}}) t = i; } return t; }
//: live.scalar.outparameter
static void g(int n, int *restrict out) { @for (int i = 0; i < n; i++) { *out = b[i] + i; a[i] = {{i|2 * i}}; } }
int f(int n) { int o = 0; g(n, &o); return o; }
//: live.scalar.member
struct S { int v, w; }; int f(int n) { struct S s = {0, 0}; @for (int i = 0; i < n; i++) { s.v = b[i] + i; a[i] = s.v; } return {{s.v|s.v + s.w|2 * s.v}}; }
//: live.scalar.member.dead
struct S { int v, w; }; int f(int n) { struct S s = {0, 0}; @for (int i = 0; i < n; i++) { s.v = b[i] + {{i|1}}; a[i] = s.v; } return s.w; }
//: live.scalar.nextcall
static int carry; static int step(int n) { int got = carry; @for (int i = 0; i < n; i++) { carry = b[i] + {{i|2 * i}}; } return got; }
int f(int n) { step(n); return step(n); }
//: live.pointer.last
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { p = a + i; *p = {{i|b[i]}}; } return (int)(p - a); }
//: live.pointer.dead
int f(int n) { int *p; @for (int i = 0; i < n; i++) { p = a + i; *p = {{i|b[i]|i * i}}; } return 0; }
//: live.array.element
int f(int n) { int w[4] = {0}; @for (int i = 0; i < n; i++) { w[{{0|1|3}}] = b[i] + i; a[i] = w[{{0|1|3}}]; } return w[{{0|1|3}}]; }
//: live.array.element.dead
int f(int n) { int w[4]; @for (int i = 0; i < n; i++) { w[{{0|1|3}}] = b[i] + i; a[i] = w[{{0|1|3}}]; } return 0; }
//: live.work.array
int f(int n) { int w[8]; @for (int i = 0; i < n; i++) { for (int k = 0; k < 8; k++) w[k] = b[i] + k; a[i] = w[{{0|3|7}}]; } return w[{{0|3|7}}]; }
//: live.work.array.dead
int f(int n) { int w[8]; @for (int i = 0; i < n; i++) { for (int k = 0; k < 8; k++) w[k] = b[i] + k; a[i] = w[{{0|3|7}}]; } return 0; }
//: live.work.guarded
int f(int n) { int w[8]; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1|-1}}) { for (int k = 0; k < 8; k++) w[k] = b[i] * k; a[i] = w[5] + w[2]; } } return 0; }
//: live.work.guarded.carried
int f(int n) { int w[8] = {0}; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1|-1}}) { for (int k = 0; k < 8; k++) w[k] = b[i] * k + i; } a[i] = w[5] + w[2]; } return 0; }
//: live.work.nested
int f(int n) { int w[8][8]; @for (int i = 0; i < n; i++) { for (int k = 0; k < 8; k++) for (int l = 0; l < 8; l++) w[k][l] = b[i] + k {{*|-}} l; int s = 0; for (int k = 0; k < 8; k++) s += w[k][7 - k]; a[i] = s; } return 0; }
//: live.work.partly
int f(int n) { int w[8] = {0}; @for (int i = 0; i < n; i++) { for (int k = 0; k < {{7|6|4}}; k++) w[k] = b[i] + k; w[7] += {{1|2|3}}; a[i] = w[7] + w[0]; } return 0; }
//: live.work.memset
int f(int n) { int w[8]; @for (int i = 0; i < n; i++) { memset(w, 0, sizeof w); w[b[i] & 7] = i; a[i] = w[{{0|3|7}}]; } return 0; }
//: live.work.memset.short
int f(int n) { int w[8] = {0}; @for (int i = 0; i < n; i++) { memset(w, 0, {{4|8|16}}); w[b[i] & 7] = i; a[i] = w[7] + w[4]; } return 0; }
//: live.work.memcpy
int f(int n) { int w[8]; @for (int i = 0; i < n; i++) { memcpy(w, b + i, sizeof(w)); w[0] = {{i|1}}; a[i] = w[0] + w[7]; } return 0; }
//: live.work.byrow
int f(int n) { int w[20]; @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) { w[j] = b[i] + j; } for (int j = 0; j < 20; j++) m[i][j] = w[{{j|19 - j}}]; } return 0; }
//: live.work.inner.order
int f(int n) { int w[20] = {0}; @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) { m[i][j] = w[j]; w[j] = b[i] + {{i|j}}; } } return 0; }
//: live.work.addressed
static void set(int *p, int v) { *p = v; }
int f(int n) { int t; @for (int i = 0; i < n; i++) { set(&t, b[i]); a[i] = t {{+ 1|* 2}}; } return 0; }
//: live.work.addressed.once
int f(int n) { int t = 0; int *p = &t; *p = 3; @for (int i = 0; i < n; i++) { int t2 = b[i]; a[i] = t2 {{+|-}} 1; } return t; }
