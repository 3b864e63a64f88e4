//: types.mode.variable
int f(int n) { @for (int i = 0; i < n; i++) { unsigned k{{| __attribute__((mode(QI)))| __attribute((mode(QI)))| __attribute__((aligned(8)))}} = i * 32; a[k / 4] = i; } return 0; }
//: types.mode.front
int f(int n) { @for (int i = 0; i < n; i++) { {{|__attribute__((__mode__(__QI__)))|__attribute__((unused))}} unsigned k = i * 32; a[k / 4] = i; } return 0; }
//: types.mode.typedef
typedef unsigned nr{{| __attribute__((mode(QI)))| __attribute((__mode__(QI)))| __attribute__((aligned(8)))}};
int f(int n) { @for (int i = 0; i < n; i++) { nr k = i * 32; a[k / 4] = i; } return 0; }
//: types.mode.cast
typedef unsigned nr{{| __attribute__((mode(QI)))}};
int f(int n) { @for (int i = 0; i < n; i++) { a[(nr)(i * 32) / 4] = i; } return 0; }
//: types.mode.parameter
static int at(unsigned k{{| __attribute__((mode(QI)))}}) { return k / 4; }
int f(int n) { @for (int i = 0; i < n; i++) { a[at(i * 32)] = i; } return 0; }
//: types.mode.member
struct s { unsigned k{{| __attribute__((mode(QI)))}}; };
int f(int n) { struct s t; @for (int i = 0; i < n; i++) { t.k = i * 32; a[t.k / 4] = i; } return 0; }
//: types.vector.cast
typedef int four __attribute__((vector_size(16), aligned(4)));
int f(int n) { @for (int i = 0; i < n; i++) { four v = {i, i, i, i}; *(four *)(a + {{4 * i|i}}) = v; } return 0; }
//: types.vector.passed
typedef int four __attribute__((__vector_size__(16), aligned(4)));
static void put(four *q, int i) { four v = {i, i, i, i}; *q = v; }
int f(int n) { @for (int i = 0; i < n; i++) { put((four *)&a[{{4 * i|i}}], i); } return 0; }
//: types.vector.first
typedef int four __attribute__((vector_size(16), aligned(4)));
int f(int n) { @for (int i = 0; i < n; i++) { four *q = (four *)&a[{{4 * i|i}}]; q[0] = (four){i, i, i, i}; } return 0; }
//: types.cleanup
static void done(int *p) { b[*p] = {{*p|total++}}; }
int f(int n) { @for (int i = 0; i < n; i++) { int t __attribute__((cleanup(done))) = i; a[i] = t; } return 0; }
//: types.cleanup.named
#define at_end cleanup
static void done(int *p) { b[*p] = {{*p|total++}}; }
int f(int n) { @for (int i = 0; i < n; i++) { int t __attribute__((at_end(done))) = i; a[i] = t; } return 0; }
//: types.cleanup.standard
static void done(int *p) { b[*p] = {{*p|total++}}; }
int f(int n) { @for (int i = 0; i < n; i++) { [[gnu::cleanup(done)]] int t = i; a[i] = t; } return 0; }
//: types.cleanup.behind
static void done(int *p) { b[*p] = {{*p|total++}}; }
int f(int n) { @for (int i = 0; i < n; i++) { int t [[gnu::cleanup(done)]] = i; a[i] = t; } return 0; }
//: types.label
#define NAMED(x) __asm__(x)
int cells[40];
extern int view[40] NAMED("{{cells|others}}"); int others[40];
int f(int n) { @for (int i = 0; i < n; i++) { cells[i + 1] = view[i] + 1; } for (int i = 0; i <= n; i++) a[i] = cells[i]; return 0; }
//: types.inner.variable
typedef int nr;
int f(int n) { typedef {{int|unsigned char}} nr; @for (int i = 0; i < n; i++) { nr k = i * 32; a[k / 4] = i; } return 0; }
//: types.inner.cast
typedef int nr;
int f(int n) { typedef {{int|unsigned char}} nr; @for (int i = 0; i < n; i++) { a[(nr)(i * 32) / 4] = i; } return 0; }
//: types.inner.pointer
typedef int cell;
int f(int n) { typedef {{int|long}} cell; @for (int i = 0; i < n; i++) { *(cell *)(void *)(a + i) = i + 1; } return 0; }
//: types.inner.filled
typedef int cell;
int f(int n) { typedef {{int|long}} cell; @for (int i = 0; i < n; i++) { memset(a + i, i, sizeof(cell)); } return 0; }
//: types.inner.sum
typedef double real;
int f(int n) { typedef {{double|int}} real; real s = 0; @for (int i = 0; i < n; i++) { s += y[i] * 0.75; } return (int)s; }
//: types.inner.member
typedef int nr;
int f(int n) { typedef {{int|unsigned char}} nr; struct s { nr k; } t; @for (int i = 0; i < n; i++) { t.k = i * 32; a[t.k / 4] = i; } return 0; }
//: types.inner.block
typedef unsigned char nr;
int f(int n) { typedef int nr; { {{|typedef unsigned char nr;}} @for (int i = 0; i < n; i++) { nr k = i * 32; a[k / 4] = i; } } return 0; }
//: types.inner.tag
struct s { int k; };
int f(int n) { struct s { {{int|unsigned char}} k; }; @for (int i = 0; i < n; i++) { struct s t = {i * 32}; a[t.k / 4] = i; } return 0; }
//: types.size.counted
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { typedef char T[{{k|k++}}]; a[i] = sizeof(T); } return 0; }
//: types.size.called
static int next(void) { return {{3|++total}}; }
int f(int n) { @for (int i = 0; i < n; i++) { typedef char T[next()]; T t; a[i] = sizeof t; } return 0; }
//: types.part.stored
int f(int n) { double _Complex s = n, *z = &s; @for (int i = 0; i < n; i++) { {{double t|__real__ *z}} = __imag__ *z + i; x[i] = {{t|__real__ *z}}; {{|__imag__ *z = i;}} } return 0; }
//: types.part.added
int f(int n) { double _Complex s = n, *z = &s; @for (int i = 0; i < n; i++) { {{y[i]|__imag__ z[0]}} += i; x[i] = __imag__ z[0]; } return 0; }
//: types.rounded.float
int f(int n) { int k = n < 99 ? {{0|1 << 25}} : 3; @for (int i = 0; i < n; i++) { float t = k + i; a[(int)t - k] = i; } return 0; }
//: types.rounded.double
int f(int n) { long k = n < 99 ? {{0|1L << 55}} : 3; @for (int i = 0; i < n; i++) { double t = k + i; a[(long)t - k] = i; } return 0; }
//: types.rounded.sum
int f(int n) { @for (int i = 0; i < n; i++) { float t = i + {{0|16777216}}; a[(int)(t - {{0|16777216}})] = i; } return 0; }
//: types.rounded.passed
static int whole(float t) { return (int)t; }
int f(int n) { int k = n < 99 ? {{0|1 << 25}} : 3; @for (int i = 0; i < n; i++) { a[whole(k + i) - k] = i; } return 0; }
//: types.rounded.member
struct s { {{double|float}} t; };
int f(int n) { int k = n < 99 ? 1 << 25 : 3; struct s s; @for (int i = 0; i < n; i++) { s.t = k + i; a[(int)s.t - k] = i; } return 0; }
//: types.halved
int f(int n) { double two = 2; @for (int i = 0; i < n; i++) { a[i + {{0|(int)(two / 4 * 2)}}] = a[i] + 1; } return 0; }
//: types.halved.constant
static const double two = 2;
int f(int n) { @for (int i = 0; i < n; i++) { a[i + {{0|(int)(two / 4 * 2)}}] = a[i] + 1; } return 0; }
//: types.halved.macro
#define TWO {{4.0|2.0}}
int f(int n) { @for (int i = 0; i < n; i++) { a[i + (int)(TWO / 4 * 2) - 1] = a[i + 1] + 1; } return 0; }
//: types.halved.literal
int f(int n) { @for (int i = 0; i < n; i++) { a[i + (int)({{1.0|2.}} / 4 * 2)] = a[i] + 1; } return 0; }
