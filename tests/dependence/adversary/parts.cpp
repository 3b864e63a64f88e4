//: parts.copy
struct P { int u, v; }; P p[40], q;
int f(int n) { for (int i = 0; i < 40; i++) { p[i] = {i, c[i]}; } @for (int i = 1; i < n; i++) { auto [u, v] = p[{{i|i - 1}}]; p[i].u = u + v; a[i] = u; } return p[3].u; }
//: parts.copied.once
struct P { int u, v; }; P q;
int f(int n) { q = {n, 2}; @for (int i = 0; i < n; i++) { auto [u, v] = q; {{a[i]|q.u}} = u * 2 + v + i; u = 0; } return q.u + a[2]; }
//: parts.changed.copy
struct P { int u, v; }; P q;
int f(int n) { q = {n, 2}; @for (int i = 0; i < n; i++) { auto {{|&}}[u, v] = q; u += i; a[i] = u + v; } return q.u; }
//: parts.reference
struct P { int u, v; }; P p[400];
int f(int n) { for (int i = 0; i < 40; i++) { p[i] = {i, c[i]}; } @for (int i = 0; i < n; i++) { auto &[u, v] = p[{{i|i / 2|0}}]; u += v * i; v = u; } for (int i = 0; i < n; i++) { a[i] = p[i].u; } return 0; }
//: parts.before
struct P { int u, v; }; P q;
int f(int n) { q = {n, 2}; auto {{|&}}[u, v] = q; {{int w = 0;|int &w = q.u;}} @for (int i = 0; i < n; i++) { a[i] = u + v; q.u = {{u|i}}; } return q.u + w; }
//: parts.pair
std::pair<int, int> p[40];
int f(int n) { for (int i = 0; i < 40; i++) { p[i] = {i, c[i]}; } @for (int i = 1; i < n; i++) { auto [u, v] = p[{{i|i - 1}}]; p[i].first = u + v; } for (int i = 0; i < n; i++) { a[i] = p[i].first; } return 0; }
//: parts.pair.vector
int f(int n) { std::vector<std::pair<int, double>> p(40, {3, 1.0}); @for (int i = 1; i < n; i++) { auto &[u, v] = p[{{i|i - 1|i & 1}}]; u = u + i * 3 + b[i]; v += u * i; } for (int i = 0; i < n; i++) { a[i] = p[i].first; x[i] = p[i].second; } return 0; }
//: parts.pointers
struct P { int *u, *v; };
int f(int n) { P q{a, {{b|a}}}; @for (int i = 1; i < n; i++) { auto [u, v] = q; u[i] = v[i - 1] + 1; } return 0; }
//: parts.pair.pointers
int f(int n) { std::pair<int *, int *> q{a, {{b|a}}}; @for (int i = 1; i < n; i++) { auto [u, v] = q; u[i] = v[i - 1] + 1; } return 0; }
//: parts.called
static std::pair<int, int> both(int k) { return {k * 2, k + {{1|total++}}}; }
int f(int n) { @for (int i = 0; i < n; i++) { auto [u, v] = both(i); a[i] = u; b[i] = v; } return 0; }
//: parts.called.reference
struct P { int u, v; }; P q; static P &one() { return q; }
int f(int n) { q = {n, 1}; @for (int i = 0; i < n; i++) { auto {{|&}}[u, v] = one(); u = u * 2 + i; a[i] = u + v; } return q.u; }
//: parts.called.subscript
static std::pair<int, int> both(int k) { return {k, k / {{1|2}}}; }
int f(int n) { @for (int i = 0; i < n; i++) { auto [u, v] = both(i); a[v] = u; } return 0; }
//: parts.narrow
struct P { int u; {{int|unsigned char}} v; };
int f(int n) { P q{1, 0}; @for (int i = 0; i < n; i++) { auto [u, v] = q; v = i * 32; a[v / 4] = i + u; } return 0; }
//: parts.bits
struct P { unsigned u : {{9|3}}, v : 4; };
int f(int n) { @for (int i = 0; i < n; i++) { P q{(unsigned)i, 1}; auto [u, v] = q; a[u] = i + v; } return 0; }
//: parts.union
struct P { int u; int v; }; union U { P p; int k[2]; }; U g[40];
int f(int n) { @for (int i = 0; i < n; i++) { auto &[u, v] = g[i].p; u = i; v = {{i|g[0].k[0]++}}; } for (int i = 0; i < n; i++) { a[i] = g[i].k[1]; } return g[0].k[0]; }
//: parts.copies
struct P { int u; P(int k) : u(k) {} P(const P &o) : u(o.u + {{1|total++}}) {} };
int f(int n) { P p(n); @for (int i = 0; i < n; i++) { auto [u] = p; a[i] = u; } return 0; }
//: parts.base
struct B { int u, v; }; struct P : B { static int w; }; int P::w;
int f(int n) { P p; p.u = n; p.v = 1; @for (int i = 0; i < n; i++) { auto &[u, v] = p; a[i] = u; {{b[i]|v}} = i + v; } return p.v; }
//: parts.static
struct P { static int w; int u, v; }; int P::w; P p[40];
int f(int n) { @for (int i = 0; i < n; i++) { auto &[u, v] = p[i]; u = i; v = {{u|P::w++}}; } for (int i = 0; i < n; i++) { a[i] = p[i].v; } return 0; }
//: parts.array
int f(int n) { @for (int i = 1; i < n; i++) { auto {{|&}}[p, q, r] = *reinterpret_cast<int (*)[3]>(&a[i]); p = i; q = r + p; } return 0; }
//: parts.stepped
struct P { int u, v; }; P p[80];
int f(int n) { int k = 0; for (int i = 0; i < 80; i++) { p[i] = {i, c[i]}; } @for (int i = 0; i < n; i++) { auto [u, v] = p[{{i|k++}}]; a[i] = u * 2 + v; } return k; }
//: parts.stepped.pointer
struct P { int u, v; }; P p[80];
int f(int n) { P *k = p; for (int i = 0; i < 80; i++) { p[i] = {i, c[i]}; } @for (int i = 0; i < n; i++) { auto [u, v] = *{{(k + i)|k++}}; a[i] = u * 2 + v; } return 0; }
//: parts.lambda
struct P { int u, v; };
int f(int n) { P q{n, 1}; auto &[u, v] = q; auto go = [&](int i) { {{total += 0;|q.u += i;}} return u + v; }; @for (int i = 0; i < n; i++) { a[i] = go(i); } return 0; }
//: parts.hidden
struct P { int u, v; };
int f(int n) { P q{n, 1}; int u = 3; @for (int i = 0; i < n; i++) { { auto [u, v] = q; a[i] = u + v; } {{b[i]|u}} = u * 2 + i; } return u; }
