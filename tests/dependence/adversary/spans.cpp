//: ctor
int f(int n) { std::span<int> s(a, 200), t({{a + 2|c + 2|a}}, 140); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: braces
int f(int n) { std::span<int> s{a, 200}, t = { {{a + 1|c}}, 150}; @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: vectors
int f(int n) { std::vector<int> v(400, 1), w(400, 2); std::span<int> s(v), t({{v|w}}); @for (int i = 0; i < n; i++) { t[i + 1] = s[i] + b[i]; } for (int i = 0; i < n; i++) a[i] = v[i] + w[i]; return 0; }
//: vector.pointer.size
int f(int n) { std::vector<int> v(400, 1), w(400, 2); std::span<int> s(v.data(), v.size()), t({{v|w}}.data() + 1, 200); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } for (int i = 0; i < n; i++) a[i] = v[i] + w[i]; return 0; }
//: std.array
int f(int n) { std::array<int, 400> v{}, w{}; std::span<int> s(v), t({{v|w}}); @for (int i = 0; i < n; i++) { t[i + 1] = s[i] + b[i]; } for (int i = 0; i < n; i++) a[i] = v[i] + w[i]; return 0; }
//: part
int f(int n) { std::span<int> s(a, 200), u(c, 200), t = {{s|u}}.subspan(1); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: part.first.last
int f(int n) { std::span<int> s(a, 200), u(c, 200), t = {{s|u}}.last(199), r = s.first(100); @for (int i = 0; i < n; i++) { t[i] = r[i] + b[i]; } return 0; }
//: maker
int f(int n) { std::span<int> s = std::span<int>(a, 200), t = std::span({{a|c}}).subspan(1); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: assigned.later
int f(int n) { std::span<int> s(a, 200), t(c, 200); {{t = s.subspan(1);|if (n > 5) t = s.subspan(1);|t = std::span<int>(a + 1, 100);|t = {a + 1, 100};|;}} @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: by.reference
static void set(std::span<int> &s) { s = std::span<int>(a + 1, 100); } static void keep(std::span<int> s) { s = std::span<int>(a + 1, 100); } int f(int n) { std::span<int> s(a, 200), t(c, 200); {{set|keep}}(t); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: by.pointer
static void set(std::span<int> *s) { *s = std::span<int>(a + 1, 100); } int f(int n) { std::span<int> s(a, 200), t(c, 200), u(c, 100); set(&{{t|u}}); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: swapped
int f(int n) { std::span<int> s(a, 200), t(c, 200), u(a + 1, 200), w(b, 3); std::swap({{t|w}}, u); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: lambda.sets
int f(int n) { std::span<int> s(a, 200), t(c, 200); auto g = [&] { {{t = s.subspan(1)|(void)t}}; }; g(); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: parameter.containers
static void go(std::span<int> s, std::span<const int> t) { @for (size_t i = 1; i < t.size(); i++) { s[i] = t[i - 1] + 1; } } int f(int n) { std::vector<int> v(n + 1, 1), w(n + 1, 2); go({{v|w}}, v); for (int i = 0; i < n; i++) a[i] = v[i] + w[i]; return 0; }
//: member.of.vector
struct V { std::span<int> s; int k; }; int f(int n) { std::vector<int> p(400, 1), q(400, 2); V v{p, 1}, w{ {{p|q}}, 2}; @for (int i = 0; i < n; i++) { w.s[i + 1] = v.s[i] + b[i]; } for (int i = 0; i < n; i++) a[i] = p[i] + q[i]; return 0; }
//: member.set
struct V { std::span<int> s; int k; }; int f(int n) { V v{std::span<int>(a, 200), 1}, w{std::span<int>(c, 200), 2}; {{w.s = v.s.subspan(1);|w = v;|;}} @for (int i = 0; i < n; i++) { w.s[i + 1] = v.s[i] + b[i]; } return 0; }
//: member.constructor
struct V { std::span<int> s; V(std::vector<int> &v) : s(v) {} }; int f(int n) { std::vector<int> p(400, 1), q(400, 2); V v(p), w({{p|q}}); @for (int i = 0; i < n; i++) { w.s[i + 1] = v.s[i] + b[i]; } for (int i = 0; i < n; i++) a[i] = p[i] + q[i]; return 0; }
//: rows.of.one
int f(int n) { std::vector<int> p(900, 1); std::span<int> w[3]; for (int k = 0; k < 3; k++) w[k] = std::span<int>(p.data() + {{1|300}} * k, 300); @for (int i = 0; i < n; i++) { w[1][i] = w[0][i] + b[i]; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: each.plain
int f(int n) { std::vector<int> p(40, 1), q(40, 2); std::span<int> s(p), t({{p|q}}); @for (int &x : s) { x = t[3] + 1; } for (int i = 0; i < 40; i++) a[i] = p[i] + q[i] + n * 0; return 0; }
//: kept.by.data
int f(int n) { std::vector<int> p(400, 1), q(400, 2); std::span<int> s(p), t({{p|q}}); int *u = t.data() + 1; @for (int i = 0; i < n; i++) { u[i] = s[i] + b[i]; } for (int i = 0; i < n; i++) a[i] = p[i] + q[i]; return 0; }
//: moved.container
int f(int n) { std::vector<int> p(400, 1), q(400, 2); std::span<int> s(p); {{q = std::move(p)|std::swap(p, q)|;}}; @for (int i = 0; i < n; i++) { q[i + 1] = s[i] + b[i]; } for (int i = 0; i < n; i++) a[i] = q[i]; return 0; }
//: of.structs
struct P { int x, y; }; static P ps[400], qs[400]; int f(int n) { std::span<P> s(ps), t({{ps|qs}}); @for (int i = 0; i < n; i++) { t[i + 1].x = s[i].x + b[i]; } for (int i = 0; i < n; i++) a[i] = ps[i].x + qs[i].x; return 0; }
//: bytes
int f(int n) { std::span<int> s(a, 200); std::span<unsigned char> t((unsigned char *){{(a + 1)|c}}, 400); @for (int i = 0; i < n; i++) { t[4 * i] = s[i] + b[i]; } return 0; }
//: chosen
int f(int n) { std::span<int> s(a, 200), u(c, 200); std::span<int> t = {{n > 3 ? s : u|n > 300 ? u : u}}; @for (int i = 0; i < n; i++) { t[i + 1] = s[i] + b[i]; } return 0; }
//: returned
static std::span<int> part(int *p, int k) { return {p + k, 50}; } static std::span<int> all(std::vector<int> &v) { return v; } static std::span<int> same(std::span<int> v) { return v; } int f(int n) { std::vector<int> v(400, 1); std::span<int> s(v), t(c, 50); t = {{same(s).subspan(1)|all(v).subspan(1)|part(v.data(), 1)|same(t)|part(c, 0)}}; @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: size.local
int f(int n) { std::span<int> s(a, 200), t(c, n); @for (size_t i = 0; i < t.size(); i++) { s[i] = t[i] + {{1|s[i + 1]}}; } return 0; }
//: size.shrinks
int f(int n) { std::span<int> s(a, 20), t(a + 1, 10); @for (size_t i = 0; i < s.size(); i++) { s = s.first(s.size() - 1); t[0] = i; } return n * 0 + s.size(); }
//: size.of.spans
int f(int n) { std::span<int> s(a, 20); std::span<std::span<int>> t(&s, 1); int k = 0; @for (int i = 0; i < n; i++) { c[i] = s.size(); {{t[0] = t[0].first(i % 7);|k = 0;}} } return k; }
//: size.by.bytes
int f(int n) { std::span<int> s(a, 20); std::size_t *q = reinterpret_cast<std::size_t *>(&s); @for (int i = 0; i < n; i++) { c[i] = s.size(); q[1] = i; } return 0; }
//: size.by.reference
static void cut(std::span<int> &s, int k) { s = s.first(k); } int f(int n) { std::span<int> s(a, 20); @for (int i = 0; i < n; i++) { c[i] = s.size(); cut(s, 19 - i % 9); } return 0; }
//: size.by.name
int f(int n) { std::span<int> s(a, 20); auto &r = s; @for (int i = 0; i < n; i++) { c[i] = s.size(); r = r.first(19 - i % 9); } return 0; }
//: size.by.lambda
int f(int n) { std::span<int> s(a, 20); auto g = [&](int k) { s = s.first(k); }; @for (int i = 0; i < n; i++) { c[i] = s.size(); g(19 - i % 9); } return 0; }
//: own.in.std
namespace lw { template <class T> struct span { T *p; span(T *q, int) : p(b) { (void)q; } T &operator[](int k) { return p[k]; } }; } namespace std { namespace inner { using lw::span; } } int f(int n) { lw::span<int> s(a, 4), t(c, 4); @for (int i = 0; i < n; i++) { t[i + 1] = s[i] + 1; } return 0; }
//: of.pointers.read
int f(int n) { int *q[4] = {c, c, c, c}; std::span<int *> s(q); s[{{1|0}}] = a; int *z = q[{{1|2}}]; @for (int i = 0; i < n; i++) { z[i + 1] = a[i] + 1; } return 0; }
//: of.structs.set
struct P { int *p; int k; }; int f(int n) { P q[3] = {{c, 1}, {c, 1}, {c, 1}}; std::span<P> s(q); {{s[0].p = a|for (P &x : s) x.p = a|P &x = s[1]; x.p = a|s.front() = P{a, 1}|s[2] = P{a, 1}|;}}; int *z = q[{{0|1|2}}].p; @for (int i = 0; i < n; i++) { z[i + 1] = a[i] + 1; } return 0; }
//: own.rows.kept
int f(int n) { std::vector<int *> q(3); for (int k = 0; k < 3; k++) q[k] = new int[400](); std::span<int *> s(q); {{s[1] = s[0]|for (int *&x : s) x = q[0]|std::span<int *> t = s.subspan(1); t[0] = q[0]|;}}; @for (int k = 0; k < 3; k++) { q[k][1] = q[k][0] + k + 1; } a[0] = q[0][1] + q[1][1]; return n * 0; }
//: loop.carried
int f(int n) { std::span<int> s(c, 200), t(a + 1, 200), w = s; for (int k = 0; k < 2; k++) { @for (int i = 0; i < n; i++) { s[i] = a[i] + b[i]; } {{std::swap(s, t);|w = t; s = w;|w = t;}} } return 0; }
//: template.span
template <class T> static void go(std::span<T> s, std::span<T> t) { @for (size_t i = 1; i < t.size(); i++) { s[i] = t[i - 1] + 1; } } int f(int n) { std::vector<int> v(n + 1, 1), w(n + 1, 2); go(std::span<int>({{v|w}}), std::span<int>(v)); for (int i = 0; i < n; i++) a[i] = v[i] + w[i]; return 0; }
//: copied.before
int f(int n) { std::span<int> s(a, 200), t = s; s = std::span<int>(c, 200); {{t = s;|;}} @for (int i = 0; i < n; i++) { s[i + 1] = t[i] + {{1|b[i]}}; } return 0; }
//: memcpy
int f(int n) { std::span<int> s(a, 200), t(c, 200), u(c, 100); std::memcpy(&{{t|u}}, &s, sizeof s); @for (int i = 0; i < n; i++) { t[i + 1] = s[i] + 1; } return 0; }
//: sorted.views
int f(int n) { std::array<std::span<int>, 2> w{std::span<int>(c, 200), std::span<int>(a, 200)}; {{std::reverse(w.begin(), w.end())|std::swap(w[0], w[1])|w[0] = w[1]|;}}; auto t = w[0]; std::span<int> u = w[0]; @for (int i = 0; i < n; i++) { u[i + 1] = a[i] + t[i] * 0 + 1; } return 0; }
//: pointer.arithmetic
int f(int n) { std::span<int> s(a, 200); int *p = s.data() + {{1|0}}, *q = &s[{{0|0}}], *r = &s.front(); @for (int i = 0; i < n; i++) { p[i] = q[i] + r[i] + 1; } return 0; }
//: goes.out
std::span<int> keep; int f(int n) { std::span<int> s(a, 200), t(c, 200); keep = {{s|t}}; @for (int i = 0; i < n; i++) { keep[i + 1] = s[i] + 1; } return 0; }
//: by.class.operator
struct H { std::span<int> s; operator std::span<int>() const { return s; } }; int f(int n) { H h{std::span<int>({{a|c}}, 200)}; std::span<int> t = h, s(a, 200); @for (int i = 0; i < n; i++) { t[i + 1] = s[i] + 1; } return 0; }
//: own.data
struct H { int *data() const { return {{a|c}}; } std::size_t size() const { return 200; } int *begin() const { return a; } int *end() const { return a + 200; } }; int f(int n) { H h; std::span<int> t(h.data(), h.size()), s(a, 200); @for (int i = 0; i < n; i++) { t[i + 1] = s[i] + 1; } return 0; }
//: container.member
int f(int n) { std::vector<std::vector<int>> q(2, std::vector<int>(400, 1)); std::span<std::vector<int>> s(q); int *z = q[0].data(); {{s[0].swap(s[1])|s.front().swap(s.back())|s.first(2)[0].swap(s.last(1)[0])|for (auto &r : s) r.swap(q[1])|auto t = s; t[0].swap(t[1])|std::swap(s.front(), s.back())|std::reverse(s.begin(), s.end())|std::ranges::reverse(s)|std::ranges::swap(s[0], s[1])|std::vector<int> keep = std::move(s[0]); q[1].swap(keep)|q[1] = std::exchange(s[0], {})|std::span<std::vector<int>> t = s.subspan(1); t[0].swap(q[0])|q[1] = std::move(s.front())|}}; @for (int i = 0; i < n; i++) { z[i + 1] = q[1][i] + 1; } for (int i = 0; i < n; i++) a[i] = z[i]; return 0; }
