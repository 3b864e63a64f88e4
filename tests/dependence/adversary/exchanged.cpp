// The same of what C++ has for it.
//: clamped
int f(int n) { int t = -100; @for (int i = 0; i < n; i++) { t = {{std::min(std::max(t, a[i]), 4)|std::max(a[i], std::min(t, 4))|std::min(std::max(t, a[i]), b[i])|std::clamp(a[i], t, 100)}}; } return t; }
//: in.parentheses
int f(int n) { int t = -100; @for (int i = 0; i < n; i++) { t = (std::max)(t, {{a[i]|t + a[i]}}); } return t; }
//: numbered
int f(int n) { int w[8]; std::iota(w, w + 8, 1); @for (int i = 0; i < n; i++) { std::iota(w, w + {{8|8|7|8}}, a[i]); {{;|w[3] += w[2];|;|b[i] = w[1]; w[1] = 0;}} int s = 0; for (int j = 0; j < 8; j++) s += w[j]; x[i] = s; } {{;|;|;|total = w[0];}} return 0; }
//: numbered.behind
int f(int n) { int w[8]; std::iota(w, w + 8, 1); @for (int i = 0; i < n; i++) { int s = 0; for (int j = 0; j < 8; j++) s += w[j]; x[i] = s; std::iota(w, w + 8, {{a[i]|1}}); } return 0; }
//: ordered
int f(int n) { int w[8]; std::iota(w, w + 8, -20); @for (int i = 0; i < n; i++) { for (int j = 0; j < {{8|7}}; j++) w[j] = a[i + j]; std::sort(w, w + 8); b[i] = w[3]; } return 0; }
//: through.reference
static void add(int &k, int v) { k = v > 2 ? k + v : k; }
int f(int n) { int k = 0; int &r = k; @for (int i = 0; i < n; i++) { {{add(k, a[i])|add(k, a[i]); b[i] = k|k = a[i] > 2 ? r + a[i] : k|k = a[i] > 2 ? r + a[i] : k; b[i] = r}}; } return k; }
//: operators
struct V { int v; V operator+(int o) const { return {v * 2 + o}; } };
int f(int n) { V k{1}; @for (int i = 0; i < n; i++) { k = a[i] > 2 ? k + a[i] : k; } return k.v; }
//: joined
int f(int n) { std::string k; @for (int i = 0; i < n; i++) { k = a[i] > 2 ? k + char('a' + i) : k; } return (int)k.size() + k[0]; }
//: small
int f(int n) { bool k = false; unsigned char s = 0; @for (int i = 0; i < n; i++) { {{k = a[i] > 2 ? k \|\| b[i] > 0 : k|s = a[i] > 2 ? s + 100 : s}}; } return k + s; }
