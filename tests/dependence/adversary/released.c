//: released.plain
int f(int n) { @for (int i = 0; i < n; i++) { int *t = malloc(4 * sizeof(int)); for (int k = 0; k < 4; k++) { t[k] = b[i] * k; } a[i] = t[1] + {{t[3]|total++}}; free(t); } return 0; }
//: released.zeroed
int f(int n) { @for (int i = 0; i < n; i++) { int *t = calloc(4, sizeof(int)); t[b[i] & 3]++; a[i] = t[1] + {{t[3]|a[0]}}; free(t); } return 0; }
//: released.checked
int f(int n) { @for (int i = 0; i < n; i++) { int *t = malloc(4 * sizeof(int)); if (!t) { continue; } t[0] = b[i]; a[{{i|i / 2}}] = t[0]; free(t); } return 0; }
//: released.outer
int f(int n) { int *t = 0; @for (int i = 0; i < n; i++) { t = malloc(4 * sizeof(int)); t[0] = b[i]; a[i] = t[0] + {{1|total++}}; free(t); } return 0; }
//: released.later
int f(int n) { int *t = malloc(4 * sizeof(int)); t[0] = 5; @for (int i = 0; i < n; i++) { int *u = malloc(4 * sizeof(int)); u[0] = b[i]; a[i] = {{u[0]|t[0]}}; free({{u|t}}); t = u; {{t = 0;|}} } return 0; }
//: released.before
int f(int n) { int *t = malloc(sizeof(int)), s = 0; t[0] = n; @for (int i = 0; i < n; i++) { if (i == 3) { s = t[0]; t[0] = {{n|0}}; } a[i] = {{i|t[0]}}; } free(t); return s; }
//: released.own
static int k; static void release(int *p) { {{(void)p|b[20] = b[20] * 2 + *p}}; free(p); }
int f(int n) { @for (int i = 0; i < n; i++) { int *t = malloc(sizeof(int)); t[0] = i; a[i] = t[0] + k; release(t); } return 0; }
//: released.inner
int f(int n) { @for (int i = 0; i < n; i++) { int *t = malloc(8 * sizeof(int)); for (int j = 0; j < 3; j++) { int *u = malloc(sizeof(int)); u[0] = j; t[j] = u[0] + i; free(u); } a[i] = t[{{1|2}}] + {{0|a[5]}}; free(t); } return 0; }
