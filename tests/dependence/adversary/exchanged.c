// What iterations make of a variable that they all change: in any order the same, told as a reduction or not, or another in another order.
//: choice.arms
int f(int n) { int k = 3; @for (int i = 0; i < n; i++) { k = c[i] > 40 ? {{k + a[i]|k - a[i]|k * 2|a[i] - k|k \| a[i]|k + 1|k + a[i]}} : {{k|k * a[i]|k + b[i]|k|k \| b[i]|a[i]|k + b[i]}}; } return k; }
//: choice.kept.first
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { k = a[i] > 2 ? k : k + 2; } return k; }
//: choice.asks
int f(int n) { int k = 3; @for (int i = 0; i < n; i++) { k = {{a[i] > k|k % 2|k > 4 && a[i] > 2}} ? k + a[i] : {{k|k|k + b[i]}}; } return k; }
//: choice.used
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { {{b[i] = k = a[i] > 2 ? k + 1 : k|k = a[i] > 2 ? k + 1 : k; b[i] = k|k = a[i] > 2 ? k + 1 : k; if (k > 3) b[i] = 1}}; } return k; }
//: choice.one
int f(int n) { @for (int i = 0; i < n; i++) { total = i == 5 ? total + 1 : total; } return 0; }
//: choice.mixed
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { k = a[i] > 2 ? k + 1 : k; k = b[i] > 2 ? k * 2 : k; } return k; }
//: choice.nested
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { k = a[i] > 2 ? k + 1 : b[i] > 1 ? k + a[i] : {{c[i] > 20 ? k : k + 4|c[i] > 20 ? k * 2 : k + 4|c[i] > k ? k : k + 4}}; } return k; }
//: choice.side
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { k = a[i] > 2 ? k + last++ : k; b[i] = last; } return k; }
//: choice.max
int f(int n) { int t = -9; @for (int i = 0; i < n; i++) { t = a[i] > 2 ? (b[i] > t ? b[i] : t) : {{t|(a[i] > t ? a[i] : t)|(a[i] < t ? a[i] : t)|t + 1|0}}; } return t; }
//: choice.fmax
int f(int n) { double t = -9; @for (int i = 0; i < n; i++) { t = a[i] > 2 ? fmax(t, x[i]) : {{t|fmax(y[i], t)|fmin(y[i], t)|y[i]}}; } return (int)t; }
//: choice.address
int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { p = c[i] > 30 ? p + 1 : p; b[i] = *p; } return 0; }
//: choice.element
int f(int n) { @for (int i = 0; i < n; i++) { b[i] = a[i] > 2 ? b[i] + 1 : b[{{i|i + 1}}]; } return 0; }
//: once
int f(int n) { int t = {{-9|0}}; @for (int i = 0; i < n; i++) { t = {{fmin(fmax(t, a[i]), 4)|fmin(fmax(t, a[i]), b[i])|a[i] - t|t / 2 + a[i]|t > 5 ? 0 : t + a[i]|t * 31 + a[i]|(t + c[i]) % 7|(t << 1) ^ a[i]|t > a[i] ? t - 1 : t + 1|t > 0 ? t - a[i] : t + a[i]|fmax(t - 1, a[i])|!t + a[i]}}; } return t; }
//: twice
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { {{t += a[i]; t = fmax(t, 0)|t = fmax(t, a[i]); t = fmin(t, 4)|t = fmax(t, a[i]); t = fmin(t, c[i] - 40)|t += a[i]; t *= b[i]|t -= a[i]; t = t < 0 ? 0 : t|t += a[i]; t += t > 3}}; } return t; }
//: clamped.and.read
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = fmin(fmax(t, a[i]), 4); {{b[i] = t|total += t|if (t > 2) b[i] = 3}}; } return t; }
//: clamped.within
int f(int n) { int t = 0, hi = 3; @for (int i = 0; i < n; i++) { t = fmin(fmax(t, a[i]), hi); {{hi = c[i] % 5|hi++|;}}; } return t; }
//: clamped.by.place
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = fmin(fmax(t, a[i]), i); } return t; }
//: clamped.by.own
static int most(int p, int q) { return p > q ? p : q; }
static int least(int p, int q) { return p < q ? p : q; }
int f(int n) { int t = -100; @for (int i = 0; i < n; i++) { t = least(most(a[i], t), {{4|b[i]}}); } return t; }
//: recurrence
int f(int n) { double t = 9; unsigned h = 5381; @for (int i = 0; i < n; i++) { {{t = 0.9 * t + 0.1 * x[i]|t = t * 1.5 + x[i]|h = (h << 5) + h + a[i]|h = h * 33 ^ a[i]|h = (h ^ a[i]) * 16777619u}}; } return (int)(t * 1000) + (int)(h & 1023); }
//: state
int f(int n) { int on = 0; @for (int i = 0; i < n; i++) { on = {{a[i] > 3 ? 1 : a[i] < 0 ? 0 : on|on \|\| a[i] > 3|on ? a[i] > 0 : a[i] > 3|on && a[i] > -3}}; } return on; }
//: signs
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { s = a[i] < 0 ? -s : s; } return s; }
//: multiplied
int f(int n) { int t = -100; @for (int i = 0; i < n; i++) { t += (a[i] > t) * {{(a[i] - t)|(b[i] - t)}}; } return t; }
//: same.value
int f(int n) { int z = 7; @for (int i = 0; i < n; i++) { z = {{0; z += 3|i; z -= i|a[i]; z += 3|0; z += a[i]|0; z++}}; b[i] = a[i]; } return z; }
//: folded
typedef int (*op2)(int, int);
static int add(int p, int q) { return p + q; }
static int hashed(int p, int q) { return p * 31 + q; }
static int fold(const int *v, int n, op2 g, int z) { int s = z; @for (int i = 0; i < n; i++) { s = g(s, v[i]); } return s; }
int f(int n) { return fold(a, n, {{add|hashed}}, 0); }
//: divisor
static int gcd(int p, int q) { while (q) { int t = p % q; p = q; q = t; } return p; }
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = gcd(s, {{c[i]|a[i] + s}}); } return s; }
//: by.function
static int add(int p, int q) { return p + q; }
static int hashed(int p, int q) { return p * 31 + q; }
static int low(int p, int q) { return p + q > 9 ? 9 - q : hashed(p, q); }
static int set(int p, int q) { return p | 1 << (q & 7); }
static int two(int p, int q) { int r = p + q; return r; }
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = {{add|hashed|low|set|two}}(s, {{c|c|c|c|c}}[i]); } return s; }
//: step
static int step(int p) { return p * 5 + 3; }
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { s = step(s); b[i] = s; } return s; }
