//: c01
struct Stack { int top; int items[64]; }; static struct Stack st; static void push(struct Stack *s, int v) { s->items[s->top++ & 63] = v; } int f(int n) { st.top = 0; @for (int i = 0; i < n; i++) { push(&st, b[i]); } for (int i = 0; i < 64; i++) a[i] = st.items[i]; return st.top; }
//: c02
int f(int n) { int prev = -1; @for (int i = 0; i < n; i++) { int cur = b[i]; if (cur != prev) a[i] = 1; else a[i] = 0; prev = cur; } return 0; }
//: c03
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { *p++ = b[i]; } return 0; }
//: c04
int f(int n) { int w = 0; @for (int i = 0; i < n; i++) { a[i] = w++; } return w; }
//: c05
static int lookup(const int *t, int k) { return t[k & 7]; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = lookup(b, c[i]); } return 0; }
//: c06
static void swap2(int *p, int *q) { int t = *p; *p = *q; *q = t; } int f(int n) { @for (int i = 0; i + 1 < n; i++) { if (a[i] > a[i + 1]) swap2(&a[i], &a[i + 1]); } return 0; }
//: c07
static void swap2(int *p, int *q) { int t = *p; *p = *q; *q = t; } int f(int n) { @for (int i = 0; i < n; i++) { swap2(&a[i], &b[i]); } return 0; }
//: c08
int f(int n) { int tmp[30]; @for (int i = 0; i < n; i++) { tmp[i] = a[i]; a[i] = b[i]; b[i] = tmp[i]; } return tmp[n - 1]; }
//: c09
int f(int n) { @for (int i = 0; i < n; i++) { int idx = ix[i]; if (idx >= 0 && idx < 5) a[idx] = i; } return 0; }
//: c10
int f(int n) { int lo = 0, hi = 0; @for (int i = 0; i < n; i++) { if (b[i] < 0) lo++; else hi++; } return lo * 100 + hi; }
//: c11
int f(int n) { double s = 0, s2 = 0; @for (int i = 0; i < n; i++) { s += y[i]; s2 += y[i] * y[i]; } x[0] = s; x[1] = s2; return 0; }
//: c12
int f(int n) { double mean = 0; @for (int i = 0; i < n; i++) { mean = mean + (y[i] - mean) / (i + 1); } x[0] = mean; return 0; }
//: c13
int f(int n) { @for (int i = 0; i < 20; i++) { for (int j = 0; j < i; j++) { int t = m[i][j]; m[i][j] = m[j][i]; m[j][i] = t; } } return 0; }
//: c14
int f(int n) { @for (int i = 0; i < 20; i++) { int s = 0; for (int j = 0; j < 20; j++) s += m[i][j]; a[i] = s; } return 0; }
//: c15
int f(int n) { @for (int j = 0; j < 20; j++) { for (int i = 1; i < 20; i++) m[i][j] += m[i - 1][j]; } return 0; }
//: c16
int f(int n) { @for (int i = 1; i < 20; i++) { for (int j = 0; j < 20; j++) m[i][j] += m[i - 1][j]; } return 0; }
//: c17
typedef struct { int key, val; } Entry; static Entry table[16]; int f(int n) { memset(table, 0, sizeof table); @for (int i = 0; i < n; i++) { int h = (b[i] * 7) & 15; while (table[h].key && table[h].key != b[i]) h = (h + 1) & 15; table[h].key = b[i]; table[h].val = i; if (i > 10) break; } for (int i = 0; i < 16; i++) a[i] = table[i].val; return 0; }
//: c18
int f(int n) { char buf[64]; int pos = 0; @for (int i = 0; i < n; i++) { buf[pos & 63] = (char)b[i]; pos += 2; } for (int i = 0; i < 64; i++) if (2 * i < pos) a[i] = buf[(2 * i) & 63]; return pos; }
//: c19
int f(int n) { int state = 0; @for (int i = 0; i < n; i++) { switch (state) { case 0: state = b[i] > 0; break; case 1: state = b[i] < 0 ? 0 : 2; break; default: state = 0; } a[i] = state; } return state; }
//: c20
int f(int n) { unsigned crc = ~0u; @for (int i = 0; i < n; i++) { crc ^= (unsigned)b[i]; for (int k = 0; k < 8; k++) crc = (crc >> 1) ^ (0xEDB88320u & (0u - (crc & 1u))); } return (int)crc; }
//: c21
int f(int n) { @for (int i = 0; i < n; i++) { unsigned h = (unsigned)b[i]; for (int k = 0; k < 8; k++) h = (h >> 1) ^ (0xEDB88320u & (0u - (h & 1u))); a[i] = (int)h; } return 0; }
//: c22
int f(int n) { int first = -1; @for (int i = 0; i < n; i++) { if (first < 0 && b[i] > 2) first = i; } return first; }
//: c23
int f(int n) { int any = 0; @for (int i = 0; i < n; i++) { if (b[i] > 2) any = 1; } return any; }
//: c24
int f(int n) { int any = 0; @for (int i = 0; i < n; i++) { any |= b[i] > 2; } return any; }
//: c25
static double poly(double v) { double r = 0; for (int k = 0; k < 5; k++) r = r * v + k; return r; } int f(int n) { @for (int i = 0; i < n; i++) { x[i] = poly(y[i]); } return 0; }
//: c26
static int fact(int v) { return v <= 1 ? 1 : v * fact(v - 1); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = fact(b[i] & 3); } return 0; }
//: c27
static int memo[10]; static int sq(int v) { if (!memo[v]) memo[v] = v * v + v; return memo[v]; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = sq(ix[i]); } return 0; }
//: c28
static int hits; static int sq(int v) { if (v > 2) hits++; return v * v; } int f(int n) { hits = 0; @for (int i = 0; i < n; i++) { a[i] = sq(b[i]); } return hits; }
//: c29
int f(int n) { int i; @for (i = 0; i < n; i++) { a[i] = b[i]; } if (i == n) return 1; return 0; }
//: c30
int f(int n) { int i, j = 0; @for (i = 0; i < n; i++) { a[i] = j; j = i; } return 0; }
//: c31
int f(int n) { int *end = a + n, *p; @for (p = a; p < end; p++) { *p = p[1]; } return 0; }
//: c32
int f(int n) { int *src = b; @for (int i = 0; i < n; i++) { a[i] = *src; src += 2; } return 0; }
//: c33
struct Node { int v; int left, right; }; static struct Node nodes[64]; int f(int n) { for (int i = 0; i < 64; i++) { nodes[i].left = i ? i - 1 : 0; nodes[i].v = i; } @for (int i = 1; i < n; i++) { nodes[i].v += nodes[nodes[i].left].v; } for (int i = 0; i < 64; i++) a[i] = nodes[i].v; return 0; }
//: c34
int f(int n) { static int scratch[64]; @for (int i = 0; i < n; i++) { for (int k = 0; k < 4; k++) scratch[k] = b[i] + k; a[i] = scratch[0] * scratch[3]; } return 0; }
//: c35
static int scratch[64]; int f(int n) { @for (int i = 0; i < n; i++) { for (int k = 0; k < 4; k++) scratch[k] = b[i] + k; a[i] = scratch[0] * scratch[3]; } return scratch[2]; }
//: c36
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = snprintf(0, 0, "%d", b[i]); } return 0; }
//: c37
int f(int n) { @for (int i = 0; i < 19; i++) { int *row = m[i], *next = m[i + 1]; for (int j = 0; j < 20; j++) row[j] = next[j] + 1; } return 0; }
//: c38
int f(int n) { @for (int i = 0; i < 19; i++) { int *row = m[i]; for (int j = 0; j < 20; j++) row[j] = i * j; } return 0; }
//: c39
int f(int n) { int acc[4] = {0}; @for (int i = 0; i < n; i++) { acc[i & 3] += b[i]; } return acc[0] + 10 * acc[1]; }
//: c40
int f(int n) { int acc[4] = {0}; @for (int i = 0; i < n; i++) { acc[i & 3] = acc[i & 3] * 2 + b[i]; } return acc[0] + 10 * acc[1]; }
//: c41
int f(int n) { volatile int flag = 0; @for (int i = 0; i < n; i++) { if (flag) a[i] = 1; else a[i] = 2; if (i == 3) flag = 1; } return 0; }
//: c42
static void *self; int f(int n) { int w[64]; void **pp = &self; *pp = w; for (int i = 0; i < 64; i++) w[i] = i; @for (int i = 1; i < n; i++) { w[i] = ((int *)self)[i - 1] + 1; } for (int i = 0; i < 64; i++) a[i] = w[i]; return 0; }
//: c43
static int *get(void) { static int store[64]; return store; } int f(int n) { int *p = get(), *q = get(); @for (int i = 1; i < n; i++) { p[i] = q[i - 1] + 1; } for (int i = 0; i < 64; i++) a[i] = p[i]; return 0; }
//: c44
struct Ring { int head; int data[8]; }; static void put(struct Ring *r, int v) { r->data[r->head] = v; r->head = (r->head + 1) % 8; } int f(int n) { struct Ring r = {0}; @for (int i = 0; i < n; i++) { put(&r, b[i]); } for (int i = 0; i < 8; i++) a[i] = r.data[i]; return r.head; }
//: c45
int f(int n) { int (*t)[20] = malloc(20 * sizeof *t); for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) t[i][j] = i; @for (int i = 1; i < 20; i++) { for (int j = 0; j < 20; j++) t[i][j] = t[i - 1][j] * 2 & 1023; } a[0] = t[19][3]; free(t); return a[0]; }
//: c46
int f(int n) { int (*t)[20] = malloc(20 * sizeof *t); @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) t[i][j] = i * j; } for (int i = 0; i < 20; i++) a[i] = t[i][3]; free(t); return 0; }
//: c47
int f(int n) { int **t = malloc(20 * sizeof *t); for (int i = 0; i < 20; i++) t[i] = a + 2 * i; @for (int i = 0; i < 19; i++) { for (int j = 0; j < 4; j++) t[i][j] = i + j; } free(t); return 0; }
//: c48
int f(int n) { unsigned char k = 250; @for (int i = 0; i < n; i++) { a[(unsigned char)(k + i) & 15] = i; } return 0; }
//: c49
int f(int n) { @for (int i = 0; i < n; i++) { int t = i; t <<= 1; t |= 1; a[t] = b[i]; } return 0; }
//: c50
int f(int n) { int done = 0; @for (int i = 0; i < n; i++) { if (!done) a[i] = b[i]; done = done || b[i] > 3; } return 0; }
//: d01
static int *cur; static void next(void) { cur = cur == a ? b : a; } int f(int n) { cur = a; @for (int i = 1; i < n; i++) { cur[i] = a[i - 1] + 1; next(); } return 0; }
//: d02
struct P { int *p; int n; }; static struct P make(int *q) { struct P r; r.p = q; r.n = 1; return r; } int f(int n) { struct P s = make(a); @for (int i = 1; i < n; i++) { a[i] = s.p[i - 1] + 1; } return 0; }
//: d03
struct P { int *p; }; int f(int n) { struct P s[2]; s[0].p = a; s[1].p = a; @for (int i = 1; i < n; i++) { s[0].p[i] = s[1].p[i - 1] + 1; } return 0; }
//: d04
int f(int n) { int u = 1, v = 2; @for (int i = 0; i < n; i++) { *(b[i] > 0 ? &u : &v) = i; a[i] = u + v; } return 0; }
//: d05
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++, k++) a[k] = i; } return 0; }
//: d06
int f(int n) { int j = 0; @for (int i = 0; i < n; i++) { while (j < i) j += 2; a[i] = j; } return 0; }
//: d07
int f(int n) { int w[3] = {0, 0, 0}; @for (int i = 0; i < n; i++) { int *p = w; p[0] = p[1]; p[1] = b[i] + i; a[i] = w[0]; } return 0; }
//: d08
static int w[8]; static int *pick(int i) { return i & 1 ? w : w + 1; } int f(int n) { @for (int i = 0; i < n; i++) { *pick(i) = i; a[i] = w[1]; } return 0; }
//: d09
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { if (i % 2) { t = b[i] + i; } else { a[i] = t; } } return 0; }
//: d10
int f(int n) { int i = 0; @for (i = 0; i < n; i++) { a[i] = 1; } for (int k = i - 1; k >= 0; k--) c[k] = 5; return 0; }
//: d11
static void fill(int *p, int n) { int i; @for (i = 0; i < n; i++) { p[i] = b[i]; } p[i] = -1; } int f(int n) { fill(a, n); return 0; }
//: d12
int f(int n) { char *s = (char *)a; @for (int i = 0; i < n; i++) { *(int *)(s + 4 * i) = a[i + 1] + i; } return 0; }
//: d13
int f(int n) { int *p = &a[1]; int *q = p - 1; @for (int i = 1; i < n; i++) { q[i] = p[i - 2] + 1; } return 0; }
//: d14
int f(int n) { @for (int i = 1; i < n; i++) { int *p = a + i; p[0] = p[-1] + 1; } return 0; }
//: d15
extern int f(int); static int depth; static int g(int v) { return v + (depth += 2); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[i] > 0 ? g(i) : 0; } return 0; }
//: d16
typedef int (*Op)(int); static int k; static int inc(int v) { return v + k++; } int f(int n) { Op op = inc; @for (int i = 0; i < n; i++) { a[i] = op(b[i]); } return 0; }
//: d17
int f(int n) { int k = 5; @for (int i = 0; i < n; i++) { a[i] = b[k]; k = (k + b[i] + 8) & 31; } return 0; }
//: d18
int f(int n) { long t = 0; @for (int i = 0; i < n; i++) { long o = t; t = b[i] * 3 + i; a[i] = (int)o; } return 0; }
//: d19
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = a[n - 1 - i] + i; } return 0; }
//: d20
int f(int n) { @for (int i = 0; i < n; i++) { a[2 * i] = a[i] + 1; } return 0; }
