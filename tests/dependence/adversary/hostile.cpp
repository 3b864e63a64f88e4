//: static.dynamic
static int seed(int v) { static int first = v; return first; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{seed(b[i] + i)|seed(i)|b[i]}}; } return 0; }
//: static.object
struct Id { int n; Id() : n(0) {} int next() { return ++n; } }; static Id &ids() { static Id one; return one; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{ids().next()|ids().next() + b[i]|b[i]}}; } return 0; }
//: lambda.by.reference
int f(int n) { int k = 0; auto g = [&](int v) { {{k += v; return k;|k = v; return k;|return v + 1;}} }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return k; }
//: lambda.by.copy
int f(int n) { int k = 3; auto g = [k](int v) { return v + k; }; {{|k = 7;|}} @for (int i = 0; i < n; i++) { a[i] = g(b[i]); {{k++;||a[i] += k;}} } return k; }
//: lambda.mutable
int f(int n) { auto g = [s = {{0|1|2}}](int v) mutable { s = s * 2 + v; return s & 255; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: lambda.captured.pointer
int f(int n) { int t = 0; int *p = {{&t|a + 50|&total}}; auto g = [p](int v) { *p = *p * 2 + v; }; @for (int i = 0; i < n; i++) { g(b[i] & 3); a[i] = {{t|i|total}}; } return t; }
//: lambda.inside
int f(int n) { @for (int i = 0; i < n; i++) { auto g = [&](int v) { {{a[i] = v;|total = total * 2 + v;|a[v & 3] = i;}} }; g(b[i]); } return 0; }
//: lambda.immediately
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { a[i] = [&] { {{return b[i] * 2;|s += b[i]; return s;|return s = b[i];}} }(); } return s; }
//: function.object
struct Next { int *p; int operator()(int v) const { {{*p = *p * 2 + v; return *p;|return v + *p;|return v;}} } }; int f(int n) { Next g{&total}; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: std.function
int f(int n) { int s = 0; std::function<int(int)> g = {{[&s](int v) { return s += v; }|[](int v) { return v + 1; }|[&s](int v) { return s = v; }}}; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return s; }
//: reference.member
struct View { int &r; int *p; }; int f(int n) { View v{total, a}; @for (int i = 0; i < n; i++) { {{v.r = v.r * 2 + b[i]|v.p[i] = b[i] + v.r|v.p[i] = b[i]; v.r = i}}; } return 0; }
//: reference.local
int f(int n) { int &r = a[{{0|3|399}}]; @for (int i = 0; i < n; i++) { a[i] = r + b[i]; } return 0; }
//: reference.returned
struct Box { int v[40]; int &at(int i) { return v[{{i|i & 3|0}}]; } }; int f(int n) { Box q{}; @for (int i = 0; i < n; i++) { q.at(i) = q.at(i) * 2 + b[i]; } for (int i = 0; i < 40; i++) a[i] = q.v[i]; return 0; }
//: reference.const
static int twice(const int &v) { {{total = total * 2 + v; return v;|return v * 2;|return const_cast<int &>(v) = 1;}} } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = twice({{b[i]|b[i]|c[i & 3]}}); c[i & 3] += 1; } return 0; }
//: range.index
int f(int n) { std::vector<int> v(n, 2); int k = 0; @for (auto &q : v) { {{q = k++|q = q * 2|k += q}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return k; }
//: range.alias
int f(int n) { std::vector<int> v(n, 2); @for (auto &q : v) { {{q = v[0] + 1|q += 3|v[1] = v[1] * 2 + q}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: range.pointers
int f(int n) { int *ps[12]; for (int i = 0; i < 12; i++) ps[i] = a + {{i|i / 2|11 - i}}; @for (int *q : ps) { *q = *q * 2 + 1 + (int)(q - a); } return 0; }
//: iterator.gap
int f(int n) { std::vector<int> v(n + 2); @for (int i = 0; i < n; i++) { auto it = v.begin() + i; {{*it = b[i]; *(it + 1) = i|*it = b[i]|it[2] = it[0] + 1}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: iterator.outer
int f(int n) { std::vector<int> v(n + 1); auto it = v.begin(); @for (int i = 0; i < n; i++) { {{*it++ = b[i]|*(it + i) = b[i]|*it = b[i]}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: container.grows
int f(int n) { std::vector<int> v; @for (int i = 0; i < n; i++) { {{v.push_back(b[i])|v.resize(i + 1); v[i] = b[i]|v.insert(v.begin(), b[i])}}; } for (size_t i = 0; i < v.size(); i++) a[i] = v[i]; return (int)v.size(); }
//: container.map
int f(int n) { std::map<int, int> q; @for (int i = 0; i < n; i++) { {{q[b[i]] = i|q[i] = b[i]; a[i] = (int)q.size()|a[i] = q.count(b[i]) ? 1 : 0; q[b[i]] = 1}}; } int s = 0; for (auto &p : q) s = s * 3 + p.second; return s; }
//: container.nested
int f(int n) { std::vector<std::vector<int>> g(n, std::vector<int>(4)); @for (int i = 0; i < n; i++) { {{g[i][0] = b[i]|g[i & 3][1] += b[i] * i; g[i & 3][1] &= 15; a[i] = g[i & 3][1]|g[0].push_back(i)}}; } for (int i = 0; i < n; i++) a[i] += g[i][0]; return (int)g[0].size(); }
//: string.appends
int f(int n) { std::string s; @for (int i = 0; i < n; i++) { {{s += char('a' + i % 26)|s.push_back('x'); a[i] = (int)s.size()|std::string t(i, 'x'); a[i] = (int)t.size()}}; } std::cout << s; return 0; }
//: shared.pointer
int f(int n) { auto p = std::make_shared<int>(1); std::vector<std::shared_ptr<int>> v(n, p); {{|for (auto &q : v) q = std::make_shared<int>(2);|v[0] = nullptr; v[0] = v[1];}} @for (int i = 0; i < n; i++) { *v[i] = *v[i] * 2 + b[i]; } for (int i = 0; i < n; i++) a[i] = *v[i]; return 0; }
//: atomic.order
int f(int n) { std::atomic<int> k{0}; @for (int i = 0; i < n; i++) { {{a[i] = k++|k += b[i]|a[k.fetch_add(1)] = b[i]}}; } return k; }
//: constructor.counts
struct Tick { static int made; int id; Tick() : id({{made++|made|0}}) {} }; int Tick::made = 0; int f(int n) { Tick::made = 0; @for (int i = 0; i < n; i++) { Tick t; a[i] = t.id + b[i]; } return Tick::made; }
//: constructor.keeps
struct Keep { int *p; explicit Keep(int *q) : p(q) { *p = {{*p * 2 + 1|1|*p + 1}}; } }; int f(int n) { @for (int i = 0; i < n; i++) { Keep k({{&total|&a[i]|&a[i & 3]}}); x[i] = *k.p; } return 0; }
//: destructor.writes
struct Undo { int *p; int v; ~Undo() { *p = {{v|*p * 2 + v|v}}; } }; int f(int n) { @for (int i = 0; i < n; i++) { Undo u{ {{a + i|&total|&last}}, b[i]}; x[i] = i; } return 0; }
//: copy.writes
struct Copy { int v; Copy(int w) : v(w) {} Copy(const Copy &o) : v(o.v) { {{total = total * 2 + v;||last++;}} } }; static int use(Copy q) { return q.v; } int f(int n) { @for (int i = 0; i < n; i++) { Copy q(b[i]); a[i] = use(q) + {{0|0|last}}; } return 0; }
//: conversion.writes
struct Meter { mutable int k = 0; operator int() const { return {{k++|k|7}}; } }; int f(int n) { Meter q; @for (int i = 0; i < n; i++) { a[i] = q + b[i]; } return 0; }
//: operator.comma
struct Log { int s = 0; Log &operator,(int v) { s = {{s * 2 + v|s + v|v}}; return *this; } }; int f(int n) { Log l; @for (int i = 0; i < n; i++) { l, b[i]; a[i] = b[i]; } return l.s; }
//: operator.arrow
struct Inner { int v; }; struct Ptr { Inner *q; int used = 0; Inner *operator->() { {{used = used * 2 + 1; used &= 255; return q + (used & 3);|return q;|used++; return q + used % 4;}} } }; static Inner store[8]; int f(int n) { Ptr p{store}; @for (int i = 0; i < n; i++) { p->v = b[i]; a[i] = {{p.used|b[i]|p.used}}; } for (int i = 0; i < 8; i++) b[i] = store[i].v; return 0; }
//: operator.index.shared
struct Ring { int d[8]; int &operator[](int i) { return d[{{i & 7|i & 1|(i * 2) & 7}}]; } }; int f(int n) { Ring r{}; @for (int i = 0; i < n; i++) { r[i] = r[i] * 3 + b[i]; } for (int i = 0; i < 8; i++) a[i] = r.d[i]; return 0; }
//: operator.call.matrix
struct Mat { int w; int *d; int &operator()(int i, int j) const { return d[i * {{w|0|1}} + j]; } }; int f(int n) { Mat q{20, a}; @for (int i = 0; i < 12; i++) { for (int j = 0; j < 4; j++) q(i, j) = i - j; } return 0; }
//: operator.plus.static
struct Num { int v; static int ops; friend Num operator+(Num p, Num q) { {{ops++; return {p.v + q.v + ops};|return {p.v + q.v};|ops = ops * 2 + p.v; return {p.v};}} } }; int Num::ops = 0; int f(int n) { Num::ops = 0; @for (int i = 0; i < n; i++) { Num t = Num{b[i]} + Num{i}; a[i] = t.v; } return Num::ops; }
//: virtual.override
struct Base { virtual ~Base() = default; virtual int go(int v) { return v; } }; struct Odd : Base { int k = 0; int go(int v) override { {{k += v; return k;|return v + 1;|return k++;}} } }; int f(int n) { Odd o; Base &q = o; @for (int i = 0; i < n; i++) { a[i] = q.go(b[i]); } return 0; }
//: inherited.member
struct P { int s = 0; void add(int v) { s = {{s * 2 + v|s + v|v}}; } }; struct C2 : P { int own = 0; }; int f(int n) { C2 q; @for (int i = 0; i < n; i++) { q.add(b[i]); a[i] = {{i|i|q.s}}; } return q.s; }
//: template.static
template <class T> T &slot() { static T one{}; return one; } int f(int n) { slot<int>() = 0; @for (int i = 0; i < n; i++) { {{slot<int>() = slot<int>() * 2 + b[i]|a[i] = slot<int>() + b[i]|slot<double>() = i; a[i] = (int)slot<double>()}}; } return slot<int>(); }
//: template.function
template <class T> void put(T *p, T v) { *p = {{v|*p * 2 + v|v}}; } int f(int n) { @for (int i = 0; i < n; i++) { put({{a + i|&total|a + (i & 3)}}, b[i]); } return 0; }
//: template.value
template <int K> struct Step { static int go(int v) { return v + K; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[{{Step<3>::go(i)|Step<0>::go(i & 3)|Step<1>::go(i)}}] = b[i]; } return 0; }
//: namespace.same.name
namespace p { int k = 0; int w[40]; } namespace q { int k = 0; int w[40]; } int f(int n) { p::k = q::k = 0; @for (int i = 0; i < n; i++) { {{p::k = q::k + b[i]; q::k = p::k * 2 & 255; a[i] = p::k|p::w[i] = q::w[i] + 1|p::w[i + 1] = p::w[i] + b[i]}}; } for (int i = 0; i < 40; i++) c[i] = p::w[i]; return 0; }
//: namespace.shadow
namespace p { static int total; static int bump(int v) { {{total = total * 2 + v; return total;|return v + 1;|::total = ::total * 2 + v; return v;}} } } int f(int n) { p::total = 0; @for (int i = 0; i < n; i++) { a[i] = p::bump(b[i]); } return p::total; }
//: namespace.constant
namespace cfg { constexpr int w = {{20|1|2}}; } namespace other { constexpr int w = 20; } int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * cfg::w + j] = i - j; } return 0; }
//: enum.class.constant
enum class A1 { w = {{1|20|2}} }; enum class B1 { w = 20 }; int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * (int)A1::w + j] = i - j; } return 0; }
//: class.constant
struct Cfg { static constexpr int w = {{20|1|2}}; }; struct Other { static constexpr int w = 20; }; int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * Cfg::w + j] = i - j; } return 0; }
//: template.constant
template <int W> static void rows() { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * W + j] = i - j; } } int f(int n) { rows<{{20|1|2}}>(); return 0; }
//: constexpr.function
constexpr int w(int k) { return k > 4 ? {{k|1|2}} : 2; } int f(int n) { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w(20) + j] = i - j; } return 0; }
//: overloads
static void put(int i, int v) { a[i] = v; } static void put(int i, double v) { {{total = total * 2 + (int)v;|a[i] = (int)v;|a[0] = (int)v;}} } int f(int n) { @for (int i = 0; i < n; i++) { put(i, {{b[i] + 0.5|b[i]|x[i]}}); } return 0; }
//: default.argument
static int bump(int v, int &k = total) { k = {{k * 2 + v|k + v|v}}; return k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = bump(b[i] & 3); } return 0; }
//: exceptions
static int may(int v) { if (v > 4) throw v; return v; } int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { try { t = may(b[i]); } catch (int v) { {{a[i] = t + v;|a[i] = v;|t += v; a[i] = t;}} } x[i] = {{t|i|t}}; } return 0; }
//: structured.binding
int f(int n) { std::pair<int, int> q{1, 2}; @for (int i = 0; i < n; i++) { auto {{&|&|}}[u, v] = q; {{u = u * 2 + b[i]; u &= 255; a[i] = u|a[i] = u + v|u = b[i]; a[i] = u}}; } return q.first; }
//: struct.own.pointer
struct Hold { int *p; }; int f(int n) { Hold h; @for (int i = 0; i < n; i++) { h.p = a + {{(i & 3)|i|i / 2}}; h.p[0] = {{h.p[0] * 2 + b[i]|b[i]|b[i]}}; } return 0; }
//: struct.inside.pointer
struct Hold { int *p; }; int f(int n) { @for (int i = 0; i < n; i++) { Hold h; h.p = {{&total|a + i|a + (i & 1)}}; *h.p = {{*h.p * 2 + b[i]|b[i]|*h.p + i * 2}}; h.p = nullptr; } return 0; }
//: array.of.pointers.private
int f(int n) { int *w[2]; @for (int i = 0; i < n; i++) { w[0] = a + {{i / 2|i|0}}; w[1] = b + i; *w[0] = {{*w[0] * 2 + *w[1]|*w[1]|*w[0] * 3 + *w[1]}}; } return 0; }
//: pointer.private.aliases
int f(int n) { int *p; int **q = &p; @for (int i = 0; i < n; i++) { p = a + {{i|(i & 3)|i}}; **q = {{b[i]|b[i] + i|p[1] + 1}}; } return 0; }
//: span.overlap
struct Span { int *p; int n; int &operator[](int i) { return p[i]; } }; int f(int n) { Span s{a, 100}, t{a + {{1|100|0}}, 100}; @for (int i = 0; i < n; i++) { s[i] = t[i] + 1; } return 0; }
//: move.from
int f(int n) { std::vector<int> v(n, 1), w; @for (int i = 0; i < n; i++) { {{if (i == 3) w = std::move(v); a[i] = (int)v.size()|w = v; a[i] = (int)w.size()|a[i] = v[i]}}; } return 0; }
//: valarray
int f(int n) { std::valarray<int> v(1, n + 1); @for (int i = 0; i < n; i++) { {{v[i + 1] = v[i] + b[i]|v[i] = b[i]|v *= i; v += 1; v &= 255}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: accumulate
int f(int n) { @for (int i = 0; i < n; i++) { {{a[i] = std::accumulate(b, b + 5, 0)|std::fill(a, a + 5, i + b[i])|std::swap(a[i + 1], a[i])}}; } return 0; }
//: generator
int f(int n) { std::mt19937 g(7); @for (int i = 0; i < n; i++) { {{a[i] = (int)(g() % 9)|std::mt19937 h(i); a[i] = (int)(h() % 9)|std::uniform_int_distribution<int> d(0, 9); a[i] = d(g)}}; } return 0; }
//: bind.this
struct Sim { int s = 0; int d[40] = {}; void step(int n) { @for (int i = 0; i < n; i++) { {{d[i] = b[i] + s|this->s = this->s * 2 + b[i]; s &= 255|d[i] = s; s = b[i]}}; } } }; int f(int n) { Sim q; q.step(n); for (int i = 0; i < 40; i++) a[i] = q.d[i]; return q.s; }
//: member.shadows.global
struct Sim { int *a; void step(int n) { @for (int i = 0; i < n; i++) { a[i] = ::a[i + {{1|0|1}}] + 1; } } }; int f(int n) { Sim q{::a + {{0|0|1}}}; q.step(n); return 0; }
//: member.pointer
struct Q { int u[20], v[20]; }; int f(int n) { Q q{}; int (Q::*w)[20] = {{&Q::u|&Q::v|&Q::u}}; @for (int i = 1; i < 12; i++) { (q.*w)[i] = {{q.u[i - 1] + 1|q.u[i - 1] + 1|b[i]}}; } for (int i = 0; i < 20; i++) a[i] = q.u[i] + q.v[i]; return 0; }
//: bitset
int f(int n) { std::bitset<64> s; @for (int i = 0; i < n; i++) { {{s.set(c[i] & 63); a[i] = (int)s.count()|s[i] = b[i] > 0|a[i] = s[c[i] & 7]; s.flip(c[i] & 7)}}; } return (int)s.count(); }
//: vector.bool
int f(int n) { std::vector<bool> v(n + 1); @for (int i = 0; i < n; i++) { {{v[i] = b[i] > 0|v[i + 1] = !v[i]|v[i & 3] = !v[i & 3]; a[i] = v[i & 3]}}; } int s = 0; for (int i = 0; i < n; i++) s = s * 2 % 1000 + v[i]; return s; }
//: optional
int f(int n) { std::optional<int> best; @for (int i = 0; i < n; i++) { {{if (!best) best = b[i]; a[i] = *best|if (!best \|\| *best < b[i]) best = b[i]|std::optional<int> q = b[i]; a[i] = q.value()}}; } return best.value_or(0); }
//: tie
int f(int n) { int u = 0, v = 1; @for (int i = 0; i < n; i++) { {{std::tie(u, v) = std::make_pair(v, (u + v) & 1023); a[i] = u|std::tie(u, v) = std::make_pair(b[i], i); a[i] = u + v|a[i] = u + v + b[i]}}; } return u; }
//: thread.local
static thread_local int slot; int f(int n) { slot = 1; @for (int i = 0; i < n; i++) { {{slot = slot * 2 + b[i]; slot &= 255; a[i] = slot|slot = b[i]; a[i] = slot|a[i] = slot + b[i]}}; } return slot; }
//: auto.copy
int f(int n) { std::vector<int> v(40, 1); auto {{&|&|}}w = v; @for (int i = 0; i < n; i++) { w[i + 1] = {{v[i] + 1|w[i] + b[i]|v[i] + 1}}; } for (int i = 0; i < 40; i++) a[i] = v[i] + w[i]; return 0; }
//: auto.reference.element
int f(int n) { for (int k = 0; k < 1; k++) { auto {{&|&|}}r = m[2][3]; @for (int i = 0; i < 12; i++) { {{r = r * 2 + b[i]; r &= 255; a[i] = r|m[2][i] = b[i]; a[i] = r|r = b[i]; a[i] = r}}; } } return 0; }
//: namespace.constant.own
namespace p { constexpr int w = 20; } namespace q { constexpr int w = {{1|20|2}}; static void g() { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w + j] = i - j; } } } int f(int n) { q::g(); return 0; }
//: class.constant.own
enum { w = 20 }; struct Q { enum { w = {{1|20|2}} }; void g() { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w + j] = i - j; } } }; int f(int n) { Q q; q.g(); return 0; }
//: class.static.own
static const int w = 20; struct Q { static const int w = {{1|20|2}}; void g() { @for (int i = 0; i < 10; i++) { for (int j = 0; j < 4; j++) a[i * w + j] = i - j; } } }; int f(int n) { Q q; q.g(); return 0; }
