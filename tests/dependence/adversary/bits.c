//: bits
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { struct s s; s.hi = 3; s.lo = 1; @for (int i = 0; i < n; i++) { s.lo = i & 7; a[i] = s.hi + s.lo; s.hi = i & {{7|3}}; } return 0; }
//: bits.outer
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { struct s s = {1, 2}; @for (int i = 0; i < n; i++) { s.lo = i & 7; a[i] = s.hi + s.lo; {{s.hi = b[i] & 7|if (b[i] > 1) s.hi++}}; } return 0; }
//: bits.copy
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { struct s s = {1, 2}, t; @for (int i = 0; i < n; i++) { s.lo = i & 7; t = s; a[i] = t.hi + t.lo; s.hi = b[i] & {{7|3}}; } return 0; }
//: union.short
union u { int i; unsigned char c; };
int f(int n) { union u u; u.i = 0; @for (int i = 0; i < n; i++) { u.c = i & 7; a[i] = u.i; u.i = b[i] << {{4|8}}; } return 0; }
//: union.long.twin
union u { int i; unsigned char c; };
int f(int n) { union u u; u.i = 0; @for (int i = 0; i < n; i++) { u.i = b[i]; a[i] = u.c; u.c = i & {{4|8}}; } return 0; }
//: parts.copy.twin
struct p { int x, y; };
int f(int n) { struct p p, q; @for (int i = 0; i < n; i++) { p.x = i; p.y = b[i]; q = p; a[i] = q.x + q.y{{| + 1}}; } return 0; }
//: parts.copy.one
struct p { int x, y; };
int f(int n) { struct p p = {0, 0}, q; @for (int i = 0; i < n; i++) { p.x = i; q = p; a[i] = q.x + q.y; p.y = b[i]{{| + 1}}; } return 0; }
//: parts.branch
struct p { int x, y; };
int f(int n) { struct p p = {0, 0}, q = {0, 0}; @for (int i = 0; i < n; i++) { if (b[i] > {{0|1}}) { p.x = i; } a[i] = p.x; q.x = 1; p = q; p.x = i; } return 0; }
//: bits.difference
struct s { unsigned lo : 4, hi : 4; };
static struct s q[40];
int f(int n) { for (int i = 0; i < n; i++) { q[i].lo = b[i]; q[i].hi = c[i]; } @for (int i = 0; i < n; i++) { a[2 * i + 20 + q[i].lo - q[i].hi] = i{{| + 1}}; } return 0; }
//: bits.guard
struct s { unsigned lo : 4, hi : 4; };
static struct s q[40];
int f(int n) { for (int i = 0; i < n; i++) { q[i].lo = b[i]; q[i].hi = c[i]; } @for (int i = 0; i < n; i++) { if (q[i].lo {{<|!=}} q[i].hi) a[5] = i; } return 0; }
//: bits.same.value
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { struct s s = {1, 2}; @for (int i = 0; i < n; i++) { s.lo = 1; s.hi = i & {{3|7}}; } return s.hi; }
//: bits.narrow
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { struct s s = {1, 2}; @for (int i = 0; i < n; i++) { struct s t; t.lo = i; a[t.lo] = i{{| + 1}}; } return 0; }
//: bits.narrow.init
struct s { unsigned lo : {{4|3}}; };
int f(int n) { @for (int i = 0; i < n; i++) { struct s t = {i}; a[t.lo] = i; } return 0; }
//: bits.narrow.literal
struct s { unsigned lo : {{4|3}}; };
int f(int n) { @for (int i = 0; i < n; i++) { a[((struct s){.lo = i}).lo] = i; } return 0; }
//: bits.narrow.global
struct s { unsigned lo : {{4|3}}; unsigned hi : 20; }; static struct s q[40];
int f(int n) { @for (int i = 0; i < n; i++) { q[i].lo = i; a[q[i].lo] = i; } return 0; }
//: bits.narrow.value
struct s { unsigned lo : {{4|3}}; unsigned hi : 20; }; static struct s q[40];
int f(int n) { @for (int i = 0; i < n; i++) { a[q[i].lo = i] = i; } return 0; }
//: bits.narrow.chain
struct s { unsigned lo : {{4|3}}; unsigned hi : 20; }; static struct s q[40];
int f(int n) { @for (int i = 0; i < n; i++) { int k = q[i].lo = i; a[k] = i; } return 0; }
//: bits.narrow.update
struct s { unsigned lo : 3; unsigned hi : 20; }; static struct s q[40];
int f(int n) { for (int i = 0; i < n; i++) q[i].lo = 7; @for (int i = 0; i < n; i++) { int k = {{++q[i].lo|(q[i].lo += i)}}; a[k] = i; } return 0; }
//: bits.signed
struct s { int lo : {{3|4}}; }; 
int f(int n) { struct s t; @for (int i = 0; i < n; i++) { t.lo = i; if (t.lo < 0) a[3] = i; } return 0; }
//: bits.bool
struct s { _Bool on : 1; unsigned w : {{1|2}}; }; static struct s q[40];
int f(int n) { @for (int i = 0; i < n; i++) { q[i].on = i; q[i].w = i; a[q[i].on + q[i].w] = i; } return 0; }
//: bits.promoted
struct s { unsigned lo : 4, hi : 4; }; static struct s q[40];
int f(int n) { for (int i = 0; i < n; i++) { q[i].lo = b[i]; q[i].hi = c[i]; } @for (int i = 0; i < n; i++) { if (q[i].lo - {{q[i].hi|5}} < 0) a[3] = i; } return 0; }
//: bits.private.twin
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { @for (int i = 0; i < n; i++) { struct s t; t.lo = i; t.hi = b[i]; a[i] = t.lo {{+|-}} t.hi; } return 0; }
//: bits.read.twin
struct s { unsigned lo : 4, hi : 4; }; static struct s q[40];
int f(int n) { for (int i = 0; i < n; i++) { q[i].lo = b[i]; q[i].hi = c[i]; } @for (int i = 0; i < n; i++) { a[i] = q[i].lo << 4 {{+|-}} q[i].hi; } return 0; }
//: bits.pack.twin
struct s { unsigned lo : 4, hi : 4; }; static struct s q[40];
int f(int n) { @for (int i = 0; i < n; i++) { q[i].lo = b[i]; q[i].hi = c[i]; a[i] = q[i].lo {{+|-}} q[i].hi; } return 0; }
//: bits.array
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { struct s t[4] = {{{0}}}; @for (int i = 0; i < n; i++) { t[1].lo = i; a[i] = t[1].hi + t[1].lo; t[1].hi = i{{| + 1}}; } return 0; }
//: bits.array.whole
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { struct s t[4] = {{{0}}}; @for (int i = 0; i < n; i++) { for (int k = 0; k < 4; k++) t[k].lo = i; for (int k = 0; k < 4; k++) a[4 * i + k] = t[k].lo + t[k].hi; for (int k = 0; k < 4; k++) t[k].hi = b[i] + {{1|k}}; } return 0; }
//: bits.union
union u { struct { unsigned lo : 4, hi : 4; }; unsigned char c; };
int f(int n) { union u u; u.c = 0; @for (int i = 0; i < n; i++) { u.lo = i; a[i] = u.{{c|hi}}; u.hi = b[i]; } return 0; }
//: bits.union.index
union u { struct { unsigned lo : 3, hi : 5; }; unsigned char c; };
int f(int n) { union u u[40]; @for (int i = 0; i < n; i++) { a[{{u[i].lo = i|(u[i].c = 0, ++u[i].lo)}}] = i; } return 0; }
//: bits.set
struct s { unsigned lo : 4, hi : 4; };
int f(int n) { struct s s = {0}; @for (int i = 0; i < n; i++) { {{s.lo = i; s.hi = b[i] & 7; a[i] = s.lo|s.lo = i; a[i] = s.lo|s.lo = i; a[i] = s.hi|a[i] = s.lo; s.lo = i}}; } return 0; }
//: union.within
struct s { int k; union { int i; unsigned char c[4]; float g; } v; };
int f(int n) { struct s s = {0}; @for (int i = 0; i < n; i++) { {{s.v.i = i; a[i] = s.v.c[0]|s.k = i; s.v.i = s.k; a[i] = s.v.c[2]|s.v.g = i; a[i] = s.v.c[3] + s.v.c[2]|a[i] = s.v.c[0]; s.v.i = i|if (b[i] > 0) s.v.i = i; a[i] = s.v.c[0]|a[i] = s.v.i; s.v.c[0] = i}}; } return 0; }
//: union.bits
union u { struct { unsigned lo : 4, hi : 4; } f; unsigned char c; unsigned w; };
int f(int n) { union u u; u.w = 0; @for (int i = 0; i < n; i++) { {{u.w = i; a[i] = u.f.lo|u.f.lo = i; a[i] = u.w|u.f.lo = i; u.f.hi = i; a[i] = u.c|a[i] = u.f.hi; u.c = i * 5}}; } return 0; }
//: left.replaced
static int g;
int f(int n) { @for (int i = 0; i < n; i++) { g = i; a[i] = g{{| + 1}}; } g = 0; return g; }
