//: lambda.reference
int f(int n) { int k = 0; auto g = [&](int v) { k += v; return k; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: lambda.value.mutable
int f(int n) { int k = 0; auto g = [k](int v) mutable { k += v; return k; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: lambda.twin
int f(int n) { auto g = [](int v) { return v * v; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: lambda.write
int f(int n) { auto g = [&](int i) { a[i] = a[i - 1] + 1; }; @for (int i = 1; i < n; i++) { g(i); c[i] = {{i|2}}; } return 0; }
//: lambda.static
int f(int n) { auto g = [](int v) { static int k; return v + k++; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: lambda.immediate
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = [&] { return k++; }(){{| + 1}}; } return 0; }
//: lambda.this
struct S { int k = 0; int go(int n) { auto g = [this] { return k++; }; @for (int i = 0; i < n; i++) { a[i] = g(){{| + 1}}; } return k; } }; int f(int n) { S s; return s.go(n); }
//: lambda.init.capture
int f(int n) { auto g = [k = 0](int v) mutable { return v + k++; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: lambda.body
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { auto g = [&] { k = 2 * k + b[i]; }; g(); a[i] = k & {{7|15}}; } return 0; }
//: function
int f(int n) { int k = 0; std::function<int(int)> g = [&](int v) { return v + k++; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: function.parameter
static void each(int n, const std::function<void(int)> &g) { @for (int i = 0; i < n; i++) { g(i); c[i] = {{1|2}}; } } int f(int n) { int k = 0; each(n, [&](int i) { a[i] = k++; }); return 0; }
//: function.template
template <class G> void each(int n, G g) { @for (int i = 0; i < n; i++) { g(i); c[i] = {{1|2}}; } } int f(int n) { int k = 0; each(n, [&](int i) { a[i] = k++; }); return 0; }
//: function.template.value
template <class G> void each(int n, G g) { @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } } int f(int n) { int k = 0; each(n, [&](int v) { return v + k++; }); return 0; }
//: function.member
struct O { std::function<int(int)> call; }; int f(int n) { int k = 0; O o; o.call = [&](int v) { return v + k++; }; @for (int i = 0; i < n; i++) { a[i] = o.call(b[i]){{| + 1}}; } return 0; }
//: functor
struct G { int k = 0; int operator()(int v) { return v + k++; } }; int f(int n) { G g; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: functor.reference
struct G { int &k; int operator()(int v) const { return v + k++; } }; int f(int n) { int k = 0; G g{k}; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: functor.twin
struct G { int k; int operator()(int v) const { return v + k; } }; int f(int n) { G g{2}; @for (int i = 0; i < n; i++) { a[i] = g(b[i]){{| + 1}}; } return 0; }
//: functor.temporary
static int k; struct G { int operator()(int v) { return v + k++; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = G()(b[i]){{| + 1}}; } return 0; }
//: functor.matrix.name
struct Matrix { int k = 0; int &operator()(int i, int j) { k++; return a[k]; } }; int f(int n) { Matrix q; @for (int i = 0; i < 20; i++) { q(i, {{0|1}}) = i; } return 0; }
//: functor.view.name
struct View { int *p; int &operator()(int i) { return p[i / 2]; } }; int f(int n) { View q{a}; @for (int i = 0; i < n; i++) { q(i{{| + 1}}) = i; } return 0; }
//: functor.view.twin
struct View { int *p; int &operator()(int i) const { return p[i]; } }; int f(int n) { View q{a}; @for (int i = 0; i < n; i++) { q(i{{| + 1}}) = i; } return 0; }
//: functor.view.two
struct View { int *p; int &operator()(int i) const { return p[i]; } }; int f(int n) { View q{a}, r{a}; @for (int i = 1; i < n; i++) { q(i) = r(i - 1) + {{1|2}}; } return 0; }
//: virtual
struct B { virtual int go(int v) { return v; } virtual ~B() {} }; struct D : B { int k = 0; int go(int v) override { return v + k++; } }; int f(int n) { D d; B &q = d; @for (int i = 0; i < n; i++) { a[i] = q.go(b[i]){{| + 1}}; } return 0; }
//: virtual.pointer
struct B { virtual int go(int v) { return v; } virtual ~B() {} }; struct D : B { int k = 0; int go(int v) override { return v + k++; } }; int f(int n) { D d; B *q = &d; @for (int i = 0; i < n; i++) { a[i] = q->go(b[i]){{| + 1}}; } return 0; }
//: method
struct C { int k = 0; int next() { return k++; } }; int f(int n) { C q; @for (int i = 0; i < n; i++) { a[i] = q.next(){{| + 1}}; } return 0; }
//: method.pointer
struct C { int k = 0; int next() { return k++; } }; int f(int n) { C q; int (C::*g)() = &C::next; @for (int i = 0; i < n; i++) { a[i] = (q.*g)(){{| + 1}}; } return 0; }
//: method.this
struct C { int k = 0; int next() { return k++; } void go(int n) { @for (int i = 0; i < n; i++) { a[i] = next(){{| + 1}}; } } }; int f(int n) { C q; q.go(n); return 0; }
//: method.this.member
struct C { int k = 0; void go(int n) { @for (int i = 0; i < n; i++) { k = 2 * k + b[i]; a[i] = k & {{7|15}}; } } }; int f(int n) { C q; q.go(n); return q.k; }
//: method.this.live
struct C { int k = 0; void go(int n) { @for (int i = 0; i < n; i++) { k = b[i] + i; a[i] = k{{| + 1}}; } } }; int f(int n) { C q; q.go(n); return q.k; }
//: method.this.array
struct C { int w[400]; void go(int n) { @for (int i = 1; i < n; i++) { w[i] = w[i - 1] + {{1|2}}; } } }; int f(int n) { static C q; q.go(n); return q.w[5]; }
//: method.this.array.twin
struct C { int w[400]; void go(int n) { @for (int i = 1; i < n; i++) { w[i] = b[i - 1] + {{1|2|i}}; } } }; int f(int n) { static C q; q.go(n); return q.w[5]; }
//: method.out.of.class
struct C { int k = 0; int next(); void go(int n); }; int C::next() { return k++; } void C::go(int n) { @for (int i = 0; i < n; i++) { a[i] = next(){{| + 1}}; } } int f(int n) { C q; q.go(n); return 0; }
//: method.out.of.class.member
struct C { int k = 0; void go(int n); }; void C::go(int n) { @for (int i = 0; i < n; i++) { k = b[i] - k; a[i] = {{i|1}}; } } int f(int n) { C q; q.go(n); return q.k; }
//: method.base.member
struct B { int k = 0; }; struct C : B { void go(int n) { @for (int i = 0; i < n; i++) { k = b[i] - k; a[i] = {{i|1}}; } } }; int f(int n) { C q; q.go(n); return q.k; }
//: method.twin
struct C { int k = 2; int get(int v) const { return v * k; } }; int f(int n) { C q; @for (int i = 0; i < n; i++) { a[i] = q.get(b[i]){{| + 1}}; } return 0; }
//: method.named.size
struct C { int k = 0; int size() { return k++; } }; int f(int n) { C q; @for (int i = 0; i < n; i++) { a[i] = q.size(){{| + 1}}; } return 0; }
//: method.named.data
struct C { int k = 0; int *data() { k++; return a + k; } }; int f(int n) { C q; @for (int i = 0; i < n; i++) { *q.data() = i{{| + 1}}; } return 0; }
//: method.named.at
struct C { int &at(int i) { return a[i / 2]; } }; int f(int n) { C q; @for (int i = 0; i < n; i++) { q.at(i) = i{{| + 1}}; } return 0; }
//: method.named.front
struct C { int k = 0; int front() { return k++; } bool empty() { return k++ > 3; } }; int f(int n) { C q; @for (int i = 0; i < n; i++) { a[i] = q.{{front|empty}}(); } return 0; }
//: method.static
struct C { static int next() { static int k; return k++; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C::next(){{| + 1}}; } return 0; }
//: method.chained
struct C { int k = 0; C &add(int v) { k = 2 * k + v; return *this; } }; int f(int n) { C q; @for (int i = 0; i < n; i++) { a[i] = q.add(b[i]).add({{1|2}}).k & 255; } return 0; }
//: method.overload
static int k; static int go(double v) { return (int)v; } static int go(int v) { return v + k++; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = go(b[i]){{| + 1}}; } return 0; }
//: method.default.argument
static int k; static int go(int v, int w = k++) { return v + w; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = go(b[i]){{| + 1}}; } return 0; }
//: callback.member
struct L { void (*on)(int); void fire(int v) { on(v); } }; static int k; static void note(int v) { a[k++] = v; } int f(int n) { L l{note}; k = 0; @for (int i = 0; i < n; i++) { l.fire(i); c[i] = {{1|2}}; } return 0; }
//: reference.scalar
int f(int n) { int t = 0; int &r = t; @for (int i = 0; i < n; i++) { r = 2 * r + b[i]; a[i] = t & {{7|15}}; } return 0; }
//: reference.element
int f(int n) { int &r = a[{{0|3|5}}]; @for (int i = 1; i < n; i++) { a[i] = r + b[i]; } return 0; }
//: reference.element.written
int f(int n) { int &r = a[{{0|3|5}}]; @for (int i = 1; i < n; i++) { r = 2 * r + b[i]; } return 0; }
//: reference.parameter
static void bump(int &v) { v = 2 * v + 1; } int f(int n) { unsigned t = 0; int k = 0; @for (int i = 0; i < 8; i++) { bump(k); a[i] = k{{| + 1}}; } return (int)t; }
//: reference.parameter.twin
static void put(int &v, int w) { v = w; } int f(int n) { @for (int i = 0; i < n; i++) { put(a[i], b[i]{{| + 1}}); } return 0; }
//: reference.returned
static int &slot(int i) { return a[i / 2]; } int f(int n) { @for (int i = 0; i < n; i++) { slot(i) = i{{| + 1}}; } return 0; }
//: reference.returned.twin
static int &slot(int i) { return a[i + 1]; } int f(int n) { @for (int i = 0; i < n; i++) { slot(i) = i{{| + 1}}; } return 0; }
//: reference.array
int f(int n) { int (&r)[400] = a; @for (int i = 1; i < n; i++) { r[i] = a[i - 1] + {{1|2}}; } return 0; }
//: reference.const
int f(int n) { const int &r = a[{{2|4}}]; @for (int i = 0; i < n; i++) { a[i] = r + b[i] + 1; } return 0; }
//: reference.conditional
int f(int n) { @for (int i = 1; i < n; i++) { int &r = b[i] > 0 ? a[i] : a[0]; r = r + {{i|2 * i}} - c[i] * r; } return 0; }
//: reference.member
struct S { int &r; }; int f(int n) { S s{a[0]}; @for (int i = 1; i < n; i++) { a[i] = s.r + b[i]; s.r = a[i] {{+|-}} 1; } return 0; }
//: binding.pair
int f(int n) { std::pair<int, int> p{1, 2}; auto &[u, v] = p; @for (int i = 0; i < n; i++) { u = v + b[i]; v = u & 7; a[i] = p.first{{| + 1}}; } return 0; }
//: binding.array
int f(int n) { int w[2] = {1, 2}; auto &[u, v] = w; @for (int i = 0; i < n; i++) { u = v + b[i]; v = u & 7; a[i] = w[0]{{| + 1}}; } return 0; }
//: binding.twin
int f(int n) { @for (int i = 0; i < n; i++) { auto [u, v] = std::pair<int, int>(b[i], i); a[i] = u {{+|-}} v; } return 0; }
//: range.reference
int f(int n) { @for (auto &v : a) { v = {{1|2}}; } return 0; }
//: range.carried
int f(int n) { int k = 0; @for (auto &v : a) { v = k; k += v + {{1|2}}; } return 0; }
//: range.index
int f(int n) { int k = 0; @for (int v : ix) { a[k++] = v{{| + 1}}; } return 0; }
//: range.neighbour
int f(int n) { @for (auto &v : a) { if (&v != a) v = (&v)[-1] + {{1|2}}; } return 0; }
//: range.read
int f(int n) { @for (auto &v : a) { v = a[0] + {{1|2}}; } return 0; }
//: template.value.twin
template <class T> void add(T *p, const T *q, int n, T v) { @for (int i = 0; i < n; i++) { p[i] = q[i] + v{{| * v}}; } } int f(int n) { add(a, b, n, 2); return 0; }
//: template.restrict.twin
template <class T> void add(T *__restrict p, const T *__restrict q, int n) { @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+|*}} 2; } } int f(int n) { add(a, b, n); return 0; }
//: template.class.value
struct W { int v; W operator+(const W &o) const { static int k; return W{v + o.v + k++}; } }; W p[400], q[400]; template <class T> void add(T *r, const T *s, int n) { @for (int i = 0; i < n; i++) { r[i] = s[i] + s[0]; } } int f(int n) { add(p, q, n); for (int i = 0; i < 99; i++) a[i] = p[i].v{{| + 1}}; return 0; }
//: template.carried
template <class T> void add(T *p, int n) { @for (int i = 1; i < n; i++) { p[i] = p[i - 1] + T({{1|2}}); } } int f(int n) { add(a, n); return 0; }
//: template.size
template <int N> void add(int *p) { @for (int i = N; i < 40; i++) { p[i] = p[i - N] + 1; } } int f(int n) { add<{{1|2|3}}>(a); return 0; }
//: constexpr.if
template <bool D> void go(int *p, int n) { @for (int i = 1; i < n; i++) { if constexpr (D) p[i] = p[i - 1] + {{1|2}}; else p[i] = i; } } int f(int n) { go<true>(a, n); return 0; }
//: constexpr.value
constexpr int OFF = {{1|2|3}}; int f(int n) { @for (int i = OFF; i < n; i++) { a[i] = a[i - OFF] + 1; } return 0; }
//: constexpr.value.twin
constexpr int OFF = {{50|100|150}}; int f(int n) { @for (int i = 0; i < n; i++) { a[i + OFF] = a[i] + 1; } return 0; }
//: exception.thrown
int f(int n) { try { @for (int i = 0; i < n; i++) { a[i] = i; if (b[i] > {{2|3}}) throw i; } } catch (int i) { return i; } return 0; }
//: exception.caught
static int risky(int v) { if (v > 2) throw v; return v; } int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { try { a[i] = risky(b[i]); } catch (int v) { a[i] = k++ {{+|-}} 1; } } return 0; }
//: exception.called
static int risky(int v) { if (v > {{2|3}}) throw v; return v; } int f(int n) { try { @for (int i = 0; i < n; i++) { a[i] = risky(b[i]); } } catch (int) { return 1; } return 0; }
//: exception.at
int f(int n) { std::vector<int> v(5); try { @for (int i = 0; i < n; i++) { a[i] = i; v.at(b[i] + {{3|4}}) = i; } } catch (std::out_of_range &) { return 1; } return 0; }
