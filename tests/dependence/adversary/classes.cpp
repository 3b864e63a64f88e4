//: constructor.counts
struct T { static int made; int id; T() : id(made++) {} }; int T::made = 0; int f(int n) { @for (int i = 0; i < n; i++) { T t; a[i] = t.id{{| + 1}}; } return 0; }
//: constructor.argument
static int made; struct T { int id; T(int v) : id(v + made++) {} }; int f(int n) { @for (int i = 0; i < n; i++) { T t{{(b[i])|{b[i]}| = b[i]}}; a[i] = t.id; } return 0; }
//: constructor.temporary
static int made; struct T { int id; T(int v) : id(v + made++) {} }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = T{{(b[i])|{b[i]}}}.id; } return 0; }
//: constructor.implicit
static int made; struct T { int id; T(int v) : id(v + made++) {} }; static int take(T t) { return t.id; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = take(b[i]){{| + 1}}; } return 0; }
//: constructor.twin
struct T { int id; T(int v) : id(v * 2) {} }; int f(int n) { @for (int i = 0; i < n; i++) { T t(b[i]); a[i] = t.id{{| + 1}}; } return 0; }
//: constructor.member
static int made; struct I { int id; I() : id(made++) {} }; struct T { I i; int v; }; int f(int n) { @for (int i = 0; i < n; i++) { T t; t.v = {{1|2}}; a[i] = t.i.id + t.v; } return 0; }
//: constructor.base
static int made; struct I { int id; I() : id(made++) {} }; struct T : I { int v = {{1|2}}; }; int f(int n) { @for (int i = 0; i < n; i++) { T t; a[i] = t.id + t.v; } return 0; }
//: constructor.default.member
static int made; struct T { int id = made++; }; int f(int n) { @for (int i = 0; i < n; i++) { T t; a[i] = t.id{{| + 1}}; } return 0; }
//: constructor.array
static int made; struct T { int id; T() : id(made++) {} }; int f(int n) { @for (int i = 0; i < n; i++) { T t[2]; a[i] = t[{{0|1}}].id; } return 0; }
//: constructor.new
static int made; struct T { int id; T() : id(made++) {} }; int f(int n) { @for (int i = 0; i < n; i++) { T *t = new T; a[i] = t->id{{| + 1}}; delete t; } return 0; }
//: destructor.counts
static int gone; struct T { int v; ~T() { gone = 2 * gone + v; gone &= 1023; } }; int f(int n) { gone = 0; @for (int i = 0; i < n; i++) { T t{b[i]}; a[i] = t.v{{| + 1}}; } return gone; }
//: destructor.writes
struct T { int i; ~T() { a[i / 2] = i; } }; int f(int n) { @for (int i = 0; i < n; i++) { T t{i}; c[i] = {{1|2}}; } return 0; }
//: destructor.logs
struct T { ~T() { printf("."); } int v; }; int f(int n) { @for (int i = 0; i < n; i++) { T t; t.v = b[i]; printf("%d", t.v{{| + 1}}); a[i] = t.v; } return 0; }
//: destructor.delete
static int gone; struct T { int v; ~T() { gone = 2 * gone + v; gone &= 1023; } }; int f(int n) { gone = 0; @for (int i = 0; i < n; i++) { T *t = new T{b[i]}; a[i] = t->v{{| + 1}}; delete t; } return gone; }
//: copy.counts
static int made; struct T { int v; T(int w) : v(w) {} T(const T &o) : v(o.v + made++) {} }; int f(int n) { T s(3); @for (int i = 0; i < n; i++) { T t = s; a[i] = t.v{{| + 1}}; } return 0; }
//: copy.assign
static int made; struct T { int v; T &operator=(const T &o) { v = o.v + made++; return *this; } }; T p[400], q[400]; int f(int n) { @for (int i = 0; i < n; i++) { p[i] = q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].v{{| + 1}}; return 0; }
//: copy.twin
struct T { int v, w; }; T p[400], q[400]; int f(int n) { @for (int i = 0; i < n; i++) { p[i] = q[i]; p[i].v = {{i|b[i]}}; } for (int i = 0; i < 99; i++) a[i] = p[i].v; return 0; }
//: copy.byvalue
static int made; struct T { int v; T(int w) : v(w) {} T(const T &o) : v(o.v + made++) {} }; static int take(T t) { return t.v; } int f(int n) { T s(3); @for (int i = 0; i < n; i++) { a[i] = take(s){{| + 1}}; } return 0; }
//: copy.return
static int made; struct T { int v; T(int w) : v(w + made++) {} }; static T make(int v) { return T(v); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = make(b[i]).v{{| + 1}}; } return 0; }
//: conversion.int
struct T { int k = 0; operator int() { return k++; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[i] = {{t|t + 1|(int)t}}; } return 0; }
//: conversion.bool
struct T { int k = 0; operator bool() { return k++ % 2; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { if (t) a[i] = i; else a[i] = {{-1|0}}; } return 0; }
//: conversion.index
struct T { int k = 0; operator int() { return k++; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[t] = i{{| + 1}}; } return 0; }
//: operator.plus
static int k; struct T { int v; }; static int operator+(const T &t, int w) { return t.v + w + k++; } int f(int n) { T t{3}; @for (int i = 0; i < n; i++) { a[i] = t + {{i|b[i]}}; } return 0; }
//: operator.plus.member
struct T { int v; int operator+(int w) { return w + v++; } }; int f(int n) { T t{3}; @for (int i = 0; i < n; i++) { a[i] = t + {{i|b[i]}}; } return 0; }
//: operator.plus.twin
struct T { int v; int operator+(int w) const { return w + v; } }; int f(int n) { T t{3}; @for (int i = 0; i < n; i++) { a[i] = t + {{i|b[i]}}; } return 0; }
//: operator.vector.twin
struct V { double p, q; }; static V operator+(const V &l, const V &r) { return V{l.p + r.p, l.q + r.q}; } V vs[400], ws[400]; int f(int n) { @for (int i = 0; i < n; i++) { vs[i] = ws[i] + ws[i{{| + 1}}]; } for (int i = 0; i < 99; i++) x[i] = vs[i].p; return 0; }
//: operator.increment
struct T { int v; T &operator++() { a[v / 2] = v; ++v; return *this; } }; int f(int n) { T t{0}; @for (int i = 0; i < n; i++) { ++t; a[i] = a[i] * 2 + {{1|i}}; } return 0; }
//: operator.plus.assign
struct T { int v = 1; T &operator+=(int w) { v = 2 * v - w; return *this; } }; int f(int n) { T t; @for (int i = 0; i < 12; i++) { t += b[i]; } return t.v{{| + 1}}; }
//: operator.plus.assign.twin
struct T { int v; T &operator+=(int w) { v += w; return *this; } }; T ts[400]; int f(int n) { @for (int i = 0; i < n; i++) { ts[i] += b[i]; } for (int i = 0; i < 99; i++) a[i] = ts[i].v{{| + 1}}; return 0; }
//: operator.minus
struct T { int v; int operator-() { return v++; } int operator!() { return v++; } int operator~() { return v++; } }; int f(int n) { T t{3}; @for (int i = 0; i < n; i++) { a[i] = {{-|!|~}}t; } return 0; }
//: operator.star
struct T { int k = 0; int &operator*() { return a[k++ / 2]; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { *t = i{{| + 1}}; } return 0; }
//: operator.arrow
struct U { int v; }; struct T { U u; int k = 0; U *operator->() { u.v = k++; return &u; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[i] = t->v{{| + 1}}; } return 0; }
//: operator.comma
struct T { int k = 0; int operator,(int v) { return v + k++; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[i] = (t, b[i]){{| + 1}}; } return 0; }
//: operator.compare
struct T { int k = 0; bool operator<(int v) { return k++ < v; } bool operator==(int v) { return k++ == v; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[i] = t {{<|==}} 5; } return 0; }
//: operator.compare.condition
struct T { int k = 0; bool operator<(int v) { return k++ < v; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { if (t < {{5|3}}) a[i] = i; } return 0; }
//: operator.shift
struct T { int k = 0; T &operator<<(int v) { a[k++] = v; return *this; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { t << i{{| << b[i]}}; } return 0; }
//: operator.logical
struct T { int k = 0; bool operator&&(bool v) { return k++ % 2 && v; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[i] = t && b[i] > {{0|1}}; } return 0; }
//: operator.address
struct T { int k = 0; int *operator&() { return a + k++; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { *&t = i{{| + 1}}; } return 0; }
//: subscript.halves
struct T { int *p; int &operator[](int i) { return p[i / 2]; } }; int f(int n) { T t{a}; @for (int i = 0; i < n; i++) { t[i{{| + 1}}] = i; } return 0; }
//: subscript.counts
struct T { int *p; int k = 0; int &operator[](int) { return p[k++]; } }; int f(int n) { T t{a}; @for (int i = 0; i < n; i++) { t[i{{| + 1}}] = i; } return 0; }
//: subscript.twin
struct T { int *p; int &operator[](int i) { return p[i]; } }; int f(int n) { T t{a}; @for (int i = 0; i < n; i++) { t[i{{| + 1}}] = i; } return 0; }
//: subscript.twin.array
struct T { int p[400]; int &operator[](int i) { return p[i]; } const int &operator[](int i) const { return p[i]; } }; T t; int f(int n) { @for (int i = 0; i < n; i++) { t[i{{| + 1}}] = i; } for (int i = 0; i < 99; i++) a[i] = t[i]; return 0; }
//: subscript.carried
struct T { int p[400]; int &operator[](int i) { return p[i]; } }; T t; int f(int n) { @for (int i = 1; i < n; i++) { t[i] = t[i - 1] + {{1|2}}; } for (int i = 0; i < 99; i++) a[i] = t[i]; return 0; }
//: subscript.shared
struct T { int *p; int &operator[](int i) { return p[i]; } }; int f(int n) { T t{a}, u{a}; @for (int i = 1; i < n; i++) { t[i] = u[i - 1] + {{1|2}}; } return 0; }
//: subscript.twodimensional
struct R { int *p; int &operator[](int j) { return p[j]; } }; struct T { int *p; R operator[](int i) { return R{p + i}; } }; int f(int n) { T t{a}; @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) t[i][j] = i{{| - j}}; } return 0; }
//: proxy
struct P { int *p, i; P &operator=(int v) { p[i / 2] = v; return *this; } }; struct T { int *p; P operator[](int i) { return P{p, i}; } }; int f(int n) { T t{a}; @for (int i = 0; i < n; i++) { t[i] = i{{| + 1}}; } return 0; }
//: proxy.vector.bool
int f(int n) { std::vector<bool> v(400); int k = 0; @for (int i = 1; i < n; i++) { v[i] = !v[i - 1]; a[i] = v[i]{{| + k}}; } return 0; }
//: iterator.own
struct I { int *p; int &operator*() { return *p; } I &operator++() { p += 1; a[350]++; return *this; } bool operator!=(const I &o) const { return p != o.p; } }; int f(int n) { I q{a}; @for (int i = 0; i < n; i++) { *q = i; ++q; c[i] = {{1|2}}; } return 0; }
//: raii.lock
static int depth; struct L { L() { depth = 2 * depth + 1; } ~L() { depth &= 255; } }; int f(int n) { depth = 0; @for (int i = 0; i < n; i++) { L l; a[i] = depth {{+|-}} b[i]; } return 0; }
//: raii.guard
static std::vector<int> stack; struct G { G(int v) { stack.push_back(v); } ~G() { stack.pop_back(); } }; int f(int n) { stack.assign(1, 3); @for (int i = 0; i < n; i++) { G g(i); a[i] = (int)stack.size() + stack[0]{{| + 1}}; } return 0; }
//: raii.mutex
static std::mutex mu; static int k; int f(int n) { k = 0; @for (int i = 0; i < n; i++) { std::lock_guard<std::mutex> g(mu); k = 2 * k + b[i]; k &= 255; a[i] = k{{| + 1}}; } return 0; }
//: inherit.members
struct B { int v = 0; }; struct D : B { int w = 0; }; int f(int n) { D d; B &r = d; @for (int i = 0; i < n; i++) { a[i] = d.v; r.v = b[i] {{+|-}} i; } return 0; }
//: static.member
struct T { static int k; }; int T::k = 0; int f(int n) { T::k = 0; @for (int i = 0; i < n; i++) { a[i] = T::k; T::k = b[i] {{+|-}} i; } return 0; }
//: static.member.object
struct T { static int k; }; int T::k = 0; int f(int n) { T p, q; p.k = 0; @for (int i = 0; i < n; i++) { a[i] = p.k; q.k = b[i] {{+|-}} i; } return 0; }
//: mutable.member
struct T { mutable int k = 0; int get() const { return k++; } }; int f(int n) { const T t; @for (int i = 0; i < n; i++) { a[i] = t.get(){{| + 1}}; } return 0; }
//: singleton
struct T { int k = 0; static T &get() { static T t; return t; } int next() { return k++; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = T::get().next(){{| + 1}}; } return 0; }
//: id.generator
struct Id { int next() { return ++last_; } private: int last_ = 0; }; static Id ids; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = ids.next(){{| + 1}}; } return 0; }
//: generator.member
struct Rng { unsigned s = 1; unsigned operator()() { s = s * 1103515245u + 12345u; return s >> 16; } }; int f(int n) { Rng r; @for (int i = 0; i < n; i++) { a[i] = (int)(r() {{&|%}} 7); } return 0; }
//: generator.member.object
struct Rng { unsigned s = 1; unsigned next() { s = s * 1103515245u + 12345u; return s >> 16; } }; struct Sim { Rng rng; void go(int n) { @for (int i = 0; i < n; i++) { a[i] = (int)(rng.next() {{&|%}} 7); } } }; int f(int n) { Sim s; s.go(n); return 0; }
//: user.literal
static int k; static int operator""_t(unsigned long long v) { return (int)v + k++; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{5|6}}_t; } return 0; }
//: accumulate.twin
struct V { double p, q; }; int f(int n) { V s{0, 0}; @for (int i = 0; i < n; i++) { s.p += b[i]; s.q += {{c[i]|1}}; } x[0] = s.p; x[1] = s.q; return 0; }
//: vectors.of.struct.twin
struct V { double p, q; }; int f(int n) { std::vector<V> v(400); @for (int i = 0; i < n; i++) { v[i].p = b[i]; v[i].q = {{c[i]|1}}; } for (int i = 0; i < 99; i++) x[i] = v[i].p; return 0; }
//: member.by.method
struct O { int k; O &operator+=(int d) { k += d; return *this; } void set(int v) { k = v; } void all(const O &o) { *this = o; } void reset() { k = 0; } };
inline void put(O &r, O v) { r = v; } inline O &same(O &r) { return r; } struct H { O o; void set(int v) { o.set(v); } };
int f(int n) { O t[40], s{0}; H h{}; std::pair<int, int> p, q[40]; std::vector<O> v(40); for (int j = 0; j < 40; j++) { t[j].k = v[j].k = q[j].first = -5 * j; } @for (int i = 0; i < n; i++) { {{s.set(-5 * i); a[s.k + 5 * i] = i|s.all(t[i]); a[s.k + 5 * i] = i|s.reset(); s += -5 * i; a[s.k + 5 * i] = i|put(s, t[i]); a[s.k + 5 * i] = i|same(s) = t[i]; a[s.k + 5 * i] = i|s = v[i]; a[s.k + 5 * i] = i|s = {-5 * i}; a[s.k + 5 * i] = i|p = q[i]; a[p.first + 5 * i] = i|h.set(-5 * i); a[h.o.k + 5 * i] = i|O &r = s; r = t[i]; a[s.k + 5 * i] = i|std::swap(s, t[i]); a[s.k + 5 * i] = i}}; } return 0; }
//: member.by.method.twin
struct O { int k; void set(int v) { k = v; } void all(const O &o) { *this = o; } };
int f(int n) { O t[40], s{0}; for (int j = 0; j < 40; j++) { t[j].k = -5 * j; } @for (int i = 0; i < n; i++) { {{s.set(-5 * i)|s.all(t[i])|s = t[i]}}; a[i] = s.k; } return 0; }
//: member.kept.twin
struct G { int w, h; int *p; int &at(int i, int j) { return p[i * w + j]; } int size() const { return w * h; } };
int f(int n) { G g{3, n, a}; @for (int i = 0; i < n; i++) { {{for (int j = 0; j < g.w; j++) g.at(i, j) = j|int w = g.w; g.at(i, 1) = w|if (i < g.size()) g.at(i, 0) = i}}; } return 0; }
//: size.of.each
struct H { std::vector<int> v; void take(const std::vector<int> &o) { v = o; } }; inline void put(std::vector<int> &r, const std::vector<int> &o) { r = o; }
int f(int n) { std::vector<std::vector<int>> q; for (int j = 0; j < 40; j++) q.push_back(std::vector<int>(5 * (39 - j))); std::vector<int> w; H h; @for (int i = 0; i < n; i++) { {{a[q[i].size() + 5 * i] = i|w = q[i]; a[w.size() + 5 * i] = i|std::vector<int> v = q[i]; a[v.size() + 5 * i] = i|std::vector<int> v(5 * (39 - i)); a[v.size() + 5 * i] = i|const std::vector<int> &v = q[i]; a[v.size() + 5 * i] = i|h.v = q[i]; a[h.v.size() + 5 * i] = i|h.take(q[i]); a[h.v.size() + 5 * i] = i|put(w, q[i]); a[w.size() + 5 * i] = i|for (unsigned j = q[i].size(); j < q[i].size() + 1; j++) a[j + 5 * i] = i}}; } return 0; }
//: size.of.one.twin
int f(int n) { std::vector<std::vector<int>> q(40, std::vector<int>(7)); std::vector<int> w(9); @for (int i = 0; i < n; i++) { {{a[w.size() + i] = i|a[q[3].size() + i] = i|for (unsigned j = 0; j < q[i].size(); j++) q[i][j] = i|w[i % 9]; a[i + w.size()] = 3}}; } return q[1][2]; }
//: filled.index
int f(int n) { int t[40], s[3]; @for (int i = 0; i < n; i++) { for (int j = 0; j < 40; j++) t[j] = 5 * (39 - i); for (int j = 0; j < 3; j++) s[j] = t[j]; {{a[t[1] + 5 * i] = i|a[s[1] + 5 * i] = i|int *u[2] = {s, t}; a[u[1][0] + 5 * i] = i}}; } return 0; }
