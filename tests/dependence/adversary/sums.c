//: sum.global.pointer
static int go(int n, int *v) { int k = 0; @for (int i = 0; i < n; i++) { *v += i; last ^= {{5|3}}; } return k; } int f(int n) { return go(n, &last); }
//: sum.global.pointer.twin
static int go(int n, int *v) { int k = 0; @for (int i = 0; i < n; i++) { *v += i; last ^= {{5|3}}; } return k; } int f(int n) { return go(n, &total); }
//: sum.global.element
static int go(int n, int *v) { @for (int i = 0; i < n; i++) { v[0] += b[i]; total ^= {{5|i}}; } return 0; } int f(int n) { return go(n, &total); }
//: sum.global.written
static int go(int n, int *v) { @for (int i = 0; i < n; i++) { v[i] = i + 40; total += {{2|b[i]}}; } return 0; } int f(int n) { go(1, &total); return go(n, a); }
//: sum.global.written.same
static int go(int n, int *v) { @for (int i = 0; i < n; i++) { v[0] += i; if (total < 90) total += {{2|b[i]}}; } return 0; } int f(int n) { return go(n, &total); }
//: sum.global.read
static int go(int n, int *v) { @for (int i = 0; i < n; i++) { a[i] = *v; total += {{2|i}}; } return 0; } int f(int n) { return go(n, &total); }
//: sum.global.read.twin
static int go(int n, int *v) { @for (int i = 0; i < n; i++) { a[i] = *v; total += {{2|i}}; } return 0; } int f(int n) { return go(n, &last); }
//: sum.global.member
struct P { int *p; int k; }; static int go(int n, struct P *s) { @for (int i = 0; i < n; i++) { *s->p += i; last ^= {{5|3}}; } return 0; } int f(int n) { struct P s = {&last, 1}; return go(n, &s); }
//: sum.global.member.read
struct P { int *p; int k; }; static int go(int n, struct P *s) { @for (int i = 0; i < n; i++) { a[i] = s->p[0]; last += {{5|b[i]}}; } return 0; } int f(int n) { struct P s = {&last, 1}; return go(n, &s); }
//: sum.global.row
static int go(int n, int **v) { @for (int i = 0; i < n; i++) { v[i & 1][0] += i; last ^= {{5|3}}; } return 0; } int f(int n) { int *v[2] = {&last, a}; return go(n, v); }
//: sum.local.kept
static int *kept; static void keep(int *p) { kept = p; } int f(int n) { int s = 0; keep(&s); @for (int i = 0; i < n; i++) { *kept += i; s ^= {{5|3}}; } return s; }
//: sum.local.kept.read
static int *kept; static void keep(int *p) { kept = p; } int f(int n) { int s = 0; keep(&s); @for (int i = 0; i < n; i++) { a[i] = *kept; s += {{5|b[i]}}; } return s; }
//: sum.local.kept.later
static int *kept; static void keep(int *p) { kept = p; } int f(int n) { int s = 0; kept = a; @for (int i = 0; i < n; i++) { b[i] = *kept; s += {{5|c[i]}}; } keep(&s); return *kept; }
//: sum.local.kept.around
static int *kept; static void keep(int *p) { kept = p; } int f(int n) { int s = 0; kept = a; for (int r = 0; r < 2; r++) { @for (int i = 0; i < n; i++) { b[i] = *kept; s += {{5|c[i]}}; } keep(&s); } return *kept; }
//: sum.local.kept.back
static int *kept; static void keep(int *p) { kept = p; } int f(int n) { int s = 0, r = 0; kept = a; again:; @for (int i = 0; i < n; i++) { b[i] = *kept; s += {{5|c[i]}}; } keep(&s); if (r++ < 1) goto again; return *kept; }
//: temporary.local.kept
static int *kept; static void keep(int *p) { kept = p; } int f(int n) { int s = 0; keep(&s); @for (int i = 0; i < n; i++) { b[i] = *kept; s = {{i|c[i]}}; a[i] = s; } return 0; }
//: temporary.static.kept
static int *kept; static void keep(int *p) { kept = p; } int f(int n) { static int s; s = 0; keep(&s); @for (int i = 0; i < n; i++) { b[i] = *kept; s = {{i|c[i]}}; a[i] = s; } return 0; }
//: sum.atomic.pointer
static int go(int n, int *v) { @for (int i = 0; i < n; i++) { a[i] = *v;
#pragma acc atomic update
 total += {{2|i}}; } return 0; } int f(int n) { return go(n, &total); }
//: flag.global.pointer
static int go(int n, int *v) { total = 0; @for (int i = 0; i < n; i++) { a[i] = *v; if (b[i] > {{0|2}}) total = 1; } return total; } int f(int n) { b[n / 2] = 9; return go(n, &total); }
//: loop.variable.global
static int gi; static int go(int n, int *v) { @for (gi = 0; gi < n; gi++) { a[gi] = *v {{|+ 1}}; } return 0; } int f(int n) { return go(n, &last); }
//: sum.static.pointer
static int *find(void) { static int s; return &s; } static int go(int n, int *v, int *w) { @for (int i = 0; i < n; i++) { *v += i; *w ^= {{5|3}}; } return *v; } int f(int n) { return go(n, find(), find()); }
//: sum.extreme.pointer
static int go(int n, int *v) { total = -9; @for (int i = 0; i < n; i++) { if (b[i] > total) total = b[i]; *v += {{1|2}}; } return 0; } int f(int n) { return go(n, &total); }
//: sum.struct.pointer
struct S { int s, t; } box; static int go(int n, int *v) { @for (int i = 0; i < n; i++) { box.s += i; *v ^= {{5|3}}; } total = box.s; return 0; } int f(int n) { box.s = 0; return go(n, &box.s); }
//: sum.array.pointer
static int go(int n, int *v) { @for (int i = 0; i < n; i++) { c[3] += i; *v ^= {{5|3}}; } return 0; } int f(int n) { return go(n, &c[3]); }
//: sum.found.inside
static int *find(int k) { return k & 1 ? &last : &total; } int f(int n) { @for (int i = 0; i < n; i++) { int *q = find(i); *q += i; last ^= {{5|3}}; } return 0; }
//: sum.loaded.inside
struct P { int *p; int k; }; static int go(int n, struct P *s) { @for (int i = 0; i < n; i++) { int *q = s->p; *q += i; last ^= {{5|3}}; } return 0; } int f(int n) { struct P s = {&last, 1}; return go(n, &s); }
