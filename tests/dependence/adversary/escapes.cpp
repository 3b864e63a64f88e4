//: hidden.operator
struct Q1 { int v; Q1 operator+(const Q1 &o) const {
#ifdef NEVER
    if (o.v > 0) {
#else
    if (o.v > -9) { total += {{1|o.v}};
#endif
    } Q1 r; r.v = v + o.v + total; return r; } };
int f(int n) { @for (int i = 0; i < n; i++) { Q1 p, q; p.v = i; q.v = b[i]; a[i] = (p + q).v; } return 0; }
//: hidden.constructor
struct Q2 { int v; Q2(int k) {
#ifdef NEVER
    if (k > 0) {
#else
    if (k > -9) { total += {{1|k}};
#endif
    } v = k + total; } };
int f(int n) { @for (int i = 0; i < n; i++) { Q2 q(i); a[i] = q.v; } return 0; }
//: hidden.member.balanced
struct Q3 { int v;
  int get() const {
#ifdef NEVER
    return v;
#else
    return total {{+=|-=}} v;
#endif
  } };
int f(int n) { @for (int i = 0; i < n; i++) { Q3 q; q.v = i; a[i] = q.get(); } return 0; }
//: hidden.base
struct Base4 { Base4() { total++; } };
struct Q4
#ifndef NEVER
 : Base4
#endif
{ int v; };
int f(int n) { @for (int i = 0; i < n; i++) { Q4 q; q.v = {{i|b[i]}}; a[i] = q.v + total; } return 0; }
//: hidden.overload
#ifdef NEVER
static int h5(int k) { return k; }
#else
static int h5(int k) { return total += k; }
#endif
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = h5({{i|1}}); } return 0; }
//: macro.operator
#define PLUS6 +=
int f(int n) { @for (int i = 1; i < n; i++) { a[i] PLUS6 a[i - 1]; } return 0; }
//: macro.class.method
#define GET7 int get() { return total += v; }
struct Q7 { int v; GET7 }; int f(int n) { @for (int i = 0; i < n; i++) { Q7 q; q.v = {{i|1}}; a[i] = q.get(); } return 0; }
//: lambda.stored.auto
int f(int n) { int s = 0; auto g = [&s](int k) { s += k; return s; }; @for (int i = 0; i < n; i++) { a[i] = g({{i|b[i]}}); } return 0; }
//: lambda.returns.lambda
int f(int n) { int s = 0; auto mk = [&] { return [&](int k) { return s += k; }; }; auto g = mk(); @for (int i = 0; i < n; i++) { a[i] = g({{i|b[i]}}); } return 0; }
//: lambda.generic
int f(int n) { auto g = [](auto &v, auto k) { return v += k; }; @for (int i = 0; i < n; i++) { a[i] = g(total, {{i|b[i]}}); } return 0; }
//: lambda.struct.member
struct L11 { std::function<int(int)> g; }; int f(int n) { int s = 0; L11 l; l.g = [&](int k) { return s += k; }; @for (int i = 0; i < n; i++) { a[i] = l.g({{i|b[i]}}); } return 0; }
//: lambda.pointer
int f(int n) { int (*g)(int) = [](int k) { return total += k; }; @for (int i = 0; i < n; i++) { a[i] = g({{i|b[i]}}); } return 0; }
//: lambda.passed.template
template <class F> static void each13(int n, F g) { @for (int i = 0; i < n; i++) { g(i); } } int f(int n) { int s = 0; each13(n, [&](int i) { s = s * 3 + {{b[i]|i}}; a[i] = s; }); return 0; }
//: lambda.this.copy
struct L15 { int s = 0; void run(int n) { auto g = [this](int k) { return s += k; }; @for (int i = 0; i < n; i++) { a[i] = g({{i|b[i]}}); } } }; int f(int n) { L15 l; l.run(n); return 0; }
//: lambda.array.of
int f(int n) { int s = 0; std::function<int(int)> t[2] = {[&](int k) { return s += k; }, [&](int k) { return s; }}; @for (int i = 0; i < n; i++) { a[i] = t[i & 1]({{i|b[i]}}); } return 0; }
//: lambda.default.capture.ref.array
int f(int n) { int *p = a; auto g = [=](int i) { p[i] = p[i - 1] {{+|-}} 1; }; @for (int i = 1; i < n; i++) { g(i); } return 0; }
//: lambda.shadow
int f(int n) { int k = 0; auto k2 = [&k]() -> int & { return k; }; @for (int i = 0; i < n; i++) { k2() = k2() {{+|-}} b[i]; a[i] = k; } return 0; }
//: bind.member.function
struct B19 { int s = 0; int up(int k) { return s += k; } }; int f(int n) { B19 o; auto g = std::mem_fn(&B19::up); @for (int i = 0; i < n; i++) { a[i] = g(o, {{i|b[i]}}); } return 0; }
//: member.pointer.call
struct B20 { int s = 0; int up(int k) { return s += k; } }; int f(int n) { B20 o; int (B20::*g)(int) = &B20::up; @for (int i = 0; i < n; i++) { a[i] = (o.*g)({{i|b[i]}}); } return 0; }
//: member.pointer.data
struct B21 { int s, t; }; int f(int n) { B21 o{0, 0}; int B21::*g = &B21::s; @for (int i = 0; i < n; i++) { a[i] = o.s; o.*g = {{i|b[i]}}; } return 0; }
//: reference.wrapper
int f(int n) { int s = 0; auto r = std::ref(s); @for (int i = 0; i < n; i++) { r.get() = r {{+|-}} b[i]; a[i] = s; } return 0; }
//: reference.wrapper.array
int f(int n) { std::reference_wrapper<int> r[2] = {a[0], a[0]}; @for (int i = 0; i < n; i++) { r[i & 1].get() = {{i|b[i]}}; } return 0; }
//: reference.rebound.struct
struct V24 { int *p; int &at(int i) const { return p[i / 2]; } }; int f(int n) { V24 v{a}; @for (int i = 0; i < n; i++) { v.at(i) = {{i|b[i]}}; } return 0; }
//: reference.const.alias
static void g25(int *p, const int &k, int n) { @for (int i = 0; i < n; i++) { p[i] = k {{+|-}} 1; } } int f(int n) { g25(a, a[3], n); return 0; }
//: reference.const.alias.twin
static void g26(int *p, int k, int n) { @for (int i = 0; i < n; i++) { p[i] = k {{+|-}} 1; } } int f(int n) { g26(a, a[3], n); return 0; }
//: reference.array.of.rows
static void g28(int (&r)[20], int (&s)[20]) { @for (int i = 1; i < 20; i++) { r[i] = s[i - 1] {{+|-}} 1; } } int f(int n) { g28(m[1], m[1]); return 0; }
//: reference.array.rows.shift
static void g29(int (&r)[20][20]) { auto &q = r; @for (int i = 1; i < 20; i++) { r[i][0] = q[i - 1][0] {{+|-}} 1; } } int f(int n) { g29(m); return 0; }
//: reference.forward
template <class T> static void put30(T &&t, int k) { std::forward<T>(t) = k; } int f(int n) { @for (int i = 0; i < n; i++) { put30(a[i / {{2|3}}], i); } return 0; }
//: auto.reference.chain
int f(int n) { auto &r = a; auto *p = r; @for (int i = 1; i < n; i++) { r[i] = p[i - 1] {{+|-}} 1; } return 0; }
//: decltype.auto
static decltype(auto) at32(int i) { return (a[i / 2]); } int f(int n) { @for (int i = 0; i < n; i++) { at32(i) = {{i|b[i]}}; } return 0; }
//: conversion.operator.reference
struct C33 { operator int &() const { return total; } }; int f(int n) { C33 q; @for (int i = 0; i < n; i++) { int &r = q; r {{+=|-=}} b[i]; a[i] = r; } return 0; }
//: conversion.explicit
struct C34 { int v; explicit operator bool() const { return (total += v) > 3; } }; int f(int n) { @for (int i = 0; i < n; i++) { C34 q{b[i]}; if (q) a[i] = {{1|2}}; } return 0; }
//: conversion.constructor.argument
struct C35 { int v; C35(int k) : v(total += k) {} }; static int take35(C35 q) { return q.v; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = take35({{i|b[i]}}); } return 0; }
//: conversion.return
struct C36 { int v; C36(int k) : v(total += k) {} }; static C36 mk36(int k) { return k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = mk36({{i|b[i]}}).v; } return 0; }
//: operator.new.own
struct N37 { int v; static void *operator new(size_t k) { total++; return ::operator new(k); } }; int f(int n) { @for (int i = 0; i < n; i++) { N37 *q = new N37; a[i] = total {{|+ 1}}; delete q; } return 0; }
//: operator.new.pool
static int pool38[400]; struct N38 { int v[2]; static void *operator new(size_t) { return pool38; } static void operator delete(void *) {} }; int f(int n) { N38 *p = new N38, *q = new N38; @for (int i = 0; i < n; i++) { a[i] = p->v[0]; q->v[0] = {{i|b[i]}}; } return 0; }
//: operator.delete.own
struct N39 { int v; static void operator delete(void *p) { total = total * 3 + ((int *)p)[0]; ::operator delete(p); } }; int f(int n) { @for (int i = 0; i < n; i++) { N39 *q = new N39; q->v = {{i|b[i]}}; delete q; } return 0; }
//: operator.assign.element
struct N40 { int v; N40 &operator=(const N40 &o) { v = o.v + total++; return *this; } }; int f(int n) { static N40 p[400], q[400]; @for (int i = 0; i < n; i++) { q[i].v = i; p[i] = q[i]; } for (int i = 0; i < n; i++) a[i] = p[i].v {{|+ 1}}; return 0; }
//: operator.assign.member
struct M41 { int v; M41 &operator=(int k) { v = total += k; return *this; } }; struct N41 { M41 m; }; int f(int n) { static N41 p[400]; @for (int i = 0; i < n; i++) { p[i].m = {{i|b[i]}}; } for (int i = 0; i < n; i++) a[i] = p[i].m.v; return 0; }
//: operator.implicit.copy.member
struct M42 { int v; M42() : v(0) {} M42(const M42 &o) : v(total += 1) {} }; struct N42 { M42 m; }; int f(int n) { N42 o; @for (int i = 0; i < n; i++) { N42 q = o; a[i] = q.m.v {{|+ 1}}; } return 0; }
//: operator.implicit.assign.member
struct M43 { int v; M43 &operator=(const M43 &o) { v = total += 1; return *this; } }; struct N43 { M43 m; }; int f(int n) { static N43 o, p[400]; @for (int i = 0; i < n; i++) { p[i] = o; } for (int i = 0; i < n; i++) a[i] = p[i].m.v {{|+ 1}}; return 0; }
//: operator.call.const
struct H44 { int operator()(int k) const { static int s; return s += k; } }; int f(int n) { H44 h; @for (int i = 0; i < n; i++) { a[i] = h({{i|b[i]}}) & 7; } return 0; }
//: operator.subscript.const
struct H45 { int v[40]; mutable int hits = 0; int operator[](int k) const { return v[k] + hits++; } }; int f(int n) { H45 h{}; @for (int i = 0; i < n; i++) { a[i] = h[i] {{|+ 1}}; } return 0; }
//: operator.subscript.free.view
struct H46 { int *p; int s; int &operator[](int k) { return p[k * s]; } }; int f(int n) { H46 h{a, 0}; @for (int i = 0; i < n; i++) { h[i] = i; } return 0; }
//: operator.two.views
struct H48 { int *p; int &operator()(int k) const { return p[k]; } }; int f(int n) { H48 h{a}, g{a + {{1|2}}}; @for (int i = 0; i < n; i++) { h(i) = g(i) + h(i); } return 0; }
//: operator.view.copied
struct H49 { int *p; int &operator()(int k) const { return p[k]; } }; int f(int n) { H49 h{a}; H49 g = h; @for (int i = 1; i < n; i++) { h(i) = g(i - 1) {{+|-}} 1; } return 0; }
//: operator.view.assigned
struct H50 { int *p; int &operator()(int k) const { return p[k]; } }; int f(int n) { H50 h{a}, g{b}; g = h; @for (int i = 1; i < n; i++) { h(i) = g(i - 1) {{+|-}} 1; } return 0; }
//: operator.view.swapped
struct H51 { int *p; int &operator()(int k) const { return p[k]; } }; int f(int n) { H51 h{a}, g{b}; std::swap(h, g); @for (int i = 1; i < n; i++) { a[i] = g(i - 1) {{+|-}} 1; } return 0; }
//: operator.view.member.of.class
struct V52 { int *p; int &at(int k) { return p[k]; } }; struct W52 { V52 u, v; void run(int n) { @for (int i = 1; i < n; i++) { u.at(i) = v.at(i - 1) {{+|-}} 1; } } }; int f(int n) { W52 w{{a}, {a}}; w.run(n); return 0; }
//: container.matrix.own
class M53 { std::vector<int> d; int w; public: M53(int r, int c) : d(r * c, 1), w(c) {} int &operator()(int r, int c) { return d[r * w + c]; } }; int f(int n) { M53 q(40, 1); @for (int i = 0; i < n; i++) { for (int j = 0; j < {{2|3}}; j++) q(i, j) = i * 3 + j; } for (int i = 0; i < n; i++) a[i] = q(i, 0); return 0; }
//: container.vector.alias
static void g54(std::vector<int> &p, const std::vector<int> &q) { @for (int i = 1; i < (int)p.size(); i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { std::vector<int> p(b, b + n); g54(p, p); for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: container.vector.moved
int f(int n) { std::vector<int> p(b, b + n); int *q = p.data(); std::vector<int> r = std::move(p); @for (int i = 1; i < n; i++) { r[i] = q[i - 1] {{+|-}} 1; } for (int i = 0; i < n; i++) a[i] = r[i]; return 0; }
//: container.vector.swap.pointer
int f(int n) { std::vector<int> p(b, b + n), r(c, c + n); int *q = p.data(); p.swap(r); @for (int i = 1; i < n; i++) { r[i] = q[i - 1] {{+|-}} 1; } for (int i = 0; i < n; i++) a[i] = r[i]; return 0; }
//: container.vector.pointer
int f(int n) { std::vector<int> p(b, b + n); std::vector<int> *q = &p; @for (int i = 1; i < n; i++) { p[i] = (*q)[i - 1] {{+|-}} 1; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: container.vector.of.pointers
int f(int n) { std::vector<int *> p(n, a); @for (int i = 0; i < n; i++) { *p[i] = {{i|b[i]}}; } return 0; }
//: container.vector.emplace.reserve
int f(int n) { std::vector<int> p; p.reserve(n); @for (int i = 0; i < n; i++) { p.emplace_back({{i|b[i]}}); } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: container.array.alias
static void g61(std::array<int, 40> &p, std::array<int, 40> &q) { @for (int i = 1; i < 40; i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { std::array<int, 40> p{}; g61(p, p); for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: container.array.copied.twin
int f(int n) { std::array<int, 40> p{}, q = p; @for (int i = 1; i < 40; i++) { p[i] = q[i - 1] {{+|-}} 1; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: container.map.subscript.read
int f(int n) { std::map<int, int> p; @for (int i = 0; i < n; i++) { a[i] = p[i / {{2|3}}]++; } return 0; }
//: container.unordered
int f(int n) { std::unordered_map<int, int> p; @for (int i = 0; i < n; i++) { a[i] = ++p[b[i] {{|+ 1}}]; } return 0; }
//: container.string.index
int f(int n) { std::string p(40, 'a'); @for (int i = 1; i < n; i++) { p[i] = p[i - 1] {{+|-}} 1; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: container.string.plus.twin
int f(int n) { @for (int i = 0; i < n; i++) { std::string q = "x"; q += 'a' + {{i|b[i]}}; a[i] = q[1]; } return 0; }
//: container.stringstream
int f(int n) { std::stringstream q; @for (int i = 0; i < n; i++) { q << i; a[i] = (int)q.str().size() {{|+ 1}}; } return 0; }
//: container.valarray.slice
int f(int n) { std::valarray<int> p(40); std::slice_array<int> q = p[std::slice(0, 10, 1)]; @for (int i = 0; i < 10; i++) { a[i] = p[{{0|1}}]; q = i; } return 0; }
//: container.list.front
int f(int n) { std::list<int> p(b, b + n); @for (int i = 0; i < n; i++) { a[i] = p.front(); p.pop_front(); p.push_back({{i|1}}); } return 0; }
//: container.bitset.flip
int f(int n) { std::bitset<64> p; @for (int i = 0; i < n; i++) { p.flip(b[i] & 7); a[i] = p.count() {{|+ 1}}; } return 0; }
//: container.pair.shared
int f(int n) { std::pair<int, int> p{0, 0}; @for (int i = 0; i < n; i++) { a[i] = p.first; p.second = i; p.first = {{p.second|b[i]}}; } return 0; }
//: container.optional.state
int f(int n) { std::optional<int> p; @for (int i = 0; i < n; i++) { a[i] = p.value_or(7); p = {{i|b[i]}}; } return 0; }
//: container.initializer.list
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { for (int k : {1, 2, b[i]}) s = s * 3 + k; a[i] = s {{|+ 1}}; } return 0; }
//: container.span.own
template <class T> struct span74 { T *p; size_t n; T *begin() const { return p; } T *end() const { return p + n; } T &operator[](size_t k) const { return p[k]; } };
static void g74(span74<int> p, span74<int> q) { @for (size_t i = 1; i < p.n; i++) { p[i] = q[i - 1] {{+|-}} 1; } } int f(int n) { g74({a, (size_t)n}, {a, (size_t)n}); return 0; }
//: range.own.iterator
struct It75 { int k; int operator*() const { return total += k; } It75 &operator++() { ++k; return *this; } bool operator!=(const It75 &o) const { return k != o.k; } }; struct R75 { int n; It75 begin() const { return {0}; } It75 end() const { return {n}; } };
int f(int n) { int at = 0; R75 r{n}; for (int k : r) { a[at++] = k; } @for (int i = 0; i < n; i++) { It75 it{i}; b[i] = *it {{|+ 1}}; } return 0; }
//: range.map.value
int f(int n) { int w[30]; for (int i = 0; i < 30; i++) w[i] = i; @for (int &v : w) { v = w[{{0|1}}] + 1; } for (int i = 0; i < 30; i++) a[i] = w[i]; return 0; }
//: range.vector.pointers
int f(int n) { int *w[30]; for (int i = 0; i < 30; i++) w[i] = a + i / {{2|3}}; int k[30]; for (int i = 0; i < 30; i++) k[i] = i; @for (int q : k) { *w[q] = q; } return 0; }
//: static.local.in.method
struct S78 { int next() { static int k; return ++k; } }; int f(int n) { S78 s; @for (int i = 0; i < n; i++) { a[i] = s.next() {{& 3|& 7}}; } return 0; }
//: static.local.template
template <int K> static int next79() { static int k = K; return k = k * 3 + 1; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = next79<{{1|2}}>(); } return 0; }
//: static.inline.member
struct S80 { static inline int k = 0; int v = ++k; }; int f(int n) { @for (int i = 0; i < n; i++) { S80 s; a[i] = s.v {{|+ 1}}; } return 0; }
//: static.member.function.pointer
struct S81 { static int up(int k) { return total += k; } }; int f(int n) { auto g = &S81::up; @for (int i = 0; i < n; i++) { a[i] = g({{i|b[i]}}); } return 0; }
//: member.initializer.this
struct S82 { int *p; S82() : p(&total) {} }; int f(int n) { @for (int i = 0; i < n; i++) { S82 s; a[i] = *s.p; *s.p = {{i|b[i]}}; } return 0; }
//: member.array.decay
struct S83 { int v[40]; int *at(int k) { return v + k; } }; int f(int n) { S83 s{}; @for (int i = 1; i < n; i++) { *s.at(i) = *s.at(i - 1) {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = s.v[i]; return 0; }
//: member.array.decay.twin
struct S84 { int v[40]; int *at(int k) { return v + k; } }; int f(int n) { S84 s{}; @for (int i = 1; i < n; i++) { *s.at(i) = {{i|b[i]}}; } for (int i = 0; i < n; i++) a[i] = s.v[i]; return 0; }
//: member.shadowed.base
struct A85 { int k = 0; }; struct B85 : A85 { int k = 0; int up(int j) { A85::k += j; return A85::k; } }; int f(int n) { B85 o; @for (int i = 0; i < n; i++) { a[i] = o.up({{i|b[i]}}); } return 0; }
//: member.base.reference
struct A86 { int k = 0; }; struct B86 : A86 { int j = 0; }; int f(int n) { B86 o; A86 &r = o; @for (int i = 0; i < n; i++) { a[i] = o.k; r.k = {{i|b[i]}}; } return 0; }
//: member.base.pointer
struct A87 { int k = 0; }; struct B87 : A87 { int j = 0; }; int f(int n) { B87 o; A87 *r = &o; @for (int i = 0; i < n; i++) { a[i] = o.k; r->k = {{i|b[i]}}; } return 0; }
//: virtual.destructor
struct A88 { virtual ~A88() {} }; struct B88 : A88 { int v; B88(int k) : v(k) {} ~B88() { total = total * 3 + v; } }; int f(int n) { @for (int i = 0; i < n; i++) { std::unique_ptr<A88> q(new B88({{i|b[i]}})); } return 0; }
//: virtual.call.reference
struct A89 { virtual int up(int k) { return k; } }; struct B89 : A89 { int s = 0; int up(int k) override { return s += k; } }; static void g89(A89 &o, int n) { @for (int i = 0; i < n; i++) { a[i] = o.up({{i|b[i]}}); } } int f(int n) { B89 o; g89(o, n); return 0; }
//: virtual.template.method
struct A90 { virtual int up(int k) = 0; int twice(int k) { return up(k) + up(k); } }; struct B90 : A90 { int s = 0; int up(int k) override { return s += k; } }; int f(int n) { B90 o; A90 *p = &o; @for (int i = 0; i < n; i++) { a[i] = p->twice({{i|b[i]}}); } return 0; }
//: crtp
template <class D> struct A91 { int go(int k) { return static_cast<D *>(this)->up(k); } }; struct B91 : A91<B91> { int s = 0; int up(int k) { return s += k; } }; int f(int n) { B91 o; @for (int i = 0; i < n; i++) { a[i] = o.go({{i|b[i]}}); } return 0; }
//: template.specialised
template <class T> static T up92(T k) { return k; } template <> int up92<int>(int k) { return total += k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = up92({{i|b[i]}}); } return 0; }
//: template.specialised.class
template <class T> struct U93 { static T up(T k) { return k; } }; template <> struct U93<int> { static int up(int k) { return total += k; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = U93<int>::up({{i|b[i]}}); } return 0; }
//: template.overload.pointer
template <class T> static int h94(T k) { return k; } template <class T> static int h94(T *k) { return *k = *k + 1; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = h94(&total) {{|+ 1}}; } return 0; }
//: template.variadic
template <class... T> static int all95(int &s, T... k) { return ((s += k), ...), s; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = all95(total, i, {{1|b[i]}}); } return 0; }
//: template.parameter.offset
template <int O> static void g96(int *p, int n) { @for (int i = 2; i < n; i++) { p[i] = p[i - O] {{+|-}} 1; } } int f(int n) { g96<1>(a, n); return 0; }
//: template.parameter.zero.twin
template <int O> static void g97(int *p, int *q, int n) { @for (int i = 2; i < n; i++) { p[i] = q[i - O] {{+|-}} 1; } } int f(int n) { g97<1>(a, b, n); return 0; }
//: template.type.cut
template <class T> static void g98(int n) { @for (int i = 0; i < n; i++) { a[(T)(i * {{64|32}})] = i; } } int f(int n) { g98<unsigned char>(n); return 0; }
//: using.cut
using tiny99 = unsigned char; int f(int n) { @for (int i = 0; i < n; i++) { tiny99 k = i * {{64|32}}; a[k] = i; } return 0; }
//: static_cast.cut
int f(int n) { @for (int i = 0; i < n; i++) { a[static_cast<uint8_t>(i * {{64|32}})] = i; } return 0; }
//: functional.cast.cut
typedef unsigned char byte101; int f(int n) { @for (int i = 0; i < n; i++) { a[byte101(i * {{64|32}})] = i; } return 0; }
//: brace.cast.bool
int f(int n) { @for (int i = 0; i < n; i++) { a[bool(b[i] > {{0|1}})] = i; } return 0; }
//: enum.class.cast
enum class E103 : unsigned char { A }; int f(int n) { @for (int i = 0; i < n; i++) { a[(int)static_cast<E103>(i * {{64|32}})] = i; } return 0; }
//: reinterpret.reference
int f(int n) { auto &w = reinterpret_cast<int (&)[100]>(a[1]); @for (int i = 0; i < n; i++) { w[i] = a[i] {{+|-}} 1; } return 0; }
//: reinterpret.struct
struct P105 { int u, v; }; int f(int n) { P105 *p = reinterpret_cast<P105 *>(a); @for (int i = 1; i < n; i++) { p[i].u = a[2 * i - 1] {{+|-}} 1; a[2 * i + 1] = p[i - 1].u; } return 0; }
//: union.class
union U106 { int k; struct { short lo, hi; } s; }; int f(int n) { U106 u; u.k = 0; @for (int i = 0; i < n; i++) { a[i] = u.s.lo; u.k = {{i|b[i]}}; } return 0; }
//: union.anonymous
int f(int n) { union { int p; int q; }; p = 0; @for (int i = 0; i < n; i++) { a[i] = p; q = {{i|b[i]}}; } return 0; }
//: union.anonymous.member
struct S108 { union { int p; unsigned q; }; }; int f(int n) { S108 s{}; @for (int i = 0; i < n; i++) { a[i] = s.p; s.q = {{i|b[i]}}; } return 0; }
//: struct.anonymous.member
struct S109 { struct { int p, q; }; }; int f(int n) { S109 s{}; @for (int i = 0; i < n; i++) { a[i] = s.p; s.p = {{i|b[i]}}; } return 0; }
//: bitfield.class
struct S110 { int p : 4, q : 4; }; static S110 s110[400]; int f(int n) { @for (int i = 1; i < n; i++) { s110[i].p = s110[i - 1].p {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = s110[i].p; return 0; }
//: initializer.if
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { if (int k = s + b[i]; k > {{0|1}}) s = k; a[i] = s; } return 0; }
//: initializer.switch
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { switch (int k = s & 3; k) { case 0: s += 1; break; default: s {{+= 2|-= 1}}; } a[i] = s; } return 0; }
//: condition.declared
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { if (int k = b[i]) s += k; a[i] = s {{|+ 1}}; } return 0; }
//: try.body
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { try { if (b[i] > {{0|1}}) throw i; s = i; } catch (int k) { s += k; } a[i] = s; } return 0; }
//: try.function
static int g115(int k) try { if (k > 2) throw k; return total; } catch (int j) { return total += j; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g115(b[i] {{|+ 1}}); } return 0; }
//: noexcept.query
static int g116(int k) noexcept { return total += k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = noexcept(g116(i)) ? g116({{i|b[i]}}) : 0; } return 0; }
//: sizeof.expression.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = sizeof(total += 1) + {{i|b[i]}}; } return 0; }
//: comma.overloaded
struct K119 { int v; }; static K119 operator,(K119 p, K119 q) { total += p.v; return {q.v + total}; } int f(int n) { @for (int i = 0; i < n; i++) { K119 p{i}, q{b[i]}; a[i] = (p, q).v {{|+ 1}}; } return 0; }
//: logical.overloaded
struct K120 { int v; }; static bool operator&&(K120 p, K120 q) { return (total += p.v) > q.v; } int f(int n) { @for (int i = 0; i < n; i++) { K120 p{i}, q{b[i]}; a[i] = (p && q) {{|+ 1}}; } return 0; }
//: not.overloaded
struct K121 { int v; bool operator!() const { return ++total & 1; } }; int f(int n) { @for (int i = 0; i < n; i++) { K121 p{i}; a[i] = !p {{|+ 1}}; } return 0; }
//: address.overloaded
struct K122 { int v; int *operator&() { return &total; } }; int f(int n) { @for (int i = 0; i < n; i++) { K122 p{i}; a[i] = *&p; *&p = {{i|b[i]}}; } return 0; }
//: enum.operator
enum E123 { Z123 }; static E123 operator++(E123 &e) { total++; return e; } int f(int n) { @for (int i = 0; i < n; i++) { E123 e = Z123; ++e; a[i] = total {{|+ 1}}; } return 0; }
//: enum.operator.or
enum E124 { Z124 }; static int operator&(E124 p, E124 q) { return ++total; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = (Z124 & Z124) {{+|-}} 1; } return 0; }
//: literal.operator.state
static int operator""_k125(unsigned long long k) { return total += (int)k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{3_k125|5_k125}}; } return 0; }
//: spaceship.like
struct K126 { int v; friend bool operator<(const K126 &p, const K126 &q) { ++total; return p.v < q.v; } }; int f(int n) { @for (int i = 0; i < n; i++) { K126 p{i}, q{b[i]}; const K126 &r = std::min(p, q); a[i] = r.v + total {{|+ 1}}; } return 0; }
//: max.element
int f(int n) { @for (int i = 1; i < n; i++) { a[i] = *std::max_element(a, a + i) {{+|-}} 1; } return 0; }
//: partial.sum
int f(int n) { @for (int i = 1; i < n; i++) { std::partial_sum(a + i - 1, a + i + 1, a + i - 1); a[i] {{+=|-=}} 1; } return 0; }
//: iota
int f(int n) { @for (int i = 0; i < n; i++) { std::iota(a + i, a + i + {{3|2}}, i * 7); } return 0; }
//: iter_swap
int f(int n) { @for (int i = 1; i < n; i++) { std::iter_swap(a + i, a + {{i - 1|0}}); } return 0; }
//: fill.overlap
int f(int n) { @for (int i = 1; i < n; i++) { std::fill(a + i, a + i + {{2|3}}, i); } return 0; }
//: copy.backward
int f(int n) { @for (int i = 1; i < n; i++) { std::copy_backward(a + i - 1, a + i, a + i + 1); a[i] {{+=|-=}} 1; } return 0; }
//: generate
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { std::generate(a + i, a + i + 1, [&] { return s += {{1|b[i]}}; }); } return 0; }
//: for_each.state
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { std::for_each(b + i, b + i + 2, [&](int k) { s = s * 3 + k; }); a[i] = s {{|+ 1}}; } return 0; }
//: back.inserter
int f(int n) { std::vector<int> p; auto o = std::back_inserter(p); @for (int i = 0; i < n; i++) { *o = {{i|b[i]}}; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: cerr.clog
int f(int n) { @for (int i = 0; i < n; i++) { std::printf("%d", {{i|b[i]}}); a[i] = i; } return 0; }
//: stream.state.width
int f(int n) { std::ostringstream o; @for (int i = 0; i < n; i++) { if (i == {{3|5}}) o.width(7); o << i; } a[0] = (int)o.str().size(); const std::string t = o.str(); for (size_t i = 0; i < t.size() && i < 300; i++) u8[i] = t[i]; return 0; }
//: minstd.local.shared
int f(int n) { std::minstd_rand g(7); @for (int i = 0; i < n; i++) { std::uniform_int_distribution<int> d(0, 99); a[i] = d(g) {{|+ 1}}; } return 0; }
//: engine.reference
static double draw142(std::mt19937 &g) { return g() % 100; } int f(int n) { std::mt19937 g(7); @for (int i = 0; i < n; i++) { x[i] = draw142(g) {{|+ 1}}; } return 0; }
//: engine.own.class
struct G143 { unsigned s = 7; unsigned operator()() { return s = s * 1664525u + 1013904223u; } }; int f(int n) { G143 g; @for (int i = 0; i < n; i++) { a[i] = g() >> {{24|25}}; } return 0; }
//: engine.member
struct P144 { std::mt19937 g{7}; int next() { return (int)(g() % 100); } }; int f(int n) { P144 p; @for (int i = 0; i < n; i++) { a[i] = p.next() {{|+ 1}}; } return 0; }
//: engine.global.static
static std::mt19937 &gen145() { static std::mt19937 g; return g; } int f(int n) { gen145().seed(7); @for (int i = 0; i < n; i++) { a[i] = (int)(gen145()() % {{100|77}}); } return 0; }
//: thread.local.counter
static thread_local int t146; int f(int n) { t146 = 0; @for (int i = 0; i < n; i++) { a[i] = t146 += {{i|b[i]}}; } return 0; }
//: atomic.load.store
int f(int n) { std::atomic<int> s{0}; @for (int i = 0; i < n; i++) { a[i] = s.load(); s.store({{i|b[i]}}); } return 0; }
//: atomic.operator
int f(int n) { std::atomic<int> s{0}; @for (int i = 0; i < n; i++) { a[i] = s += {{1|b[i]}}; } return 0; }
//: atomic.flag
int f(int n) { std::atomic_flag s = ATOMIC_FLAG_INIT; @for (int i = 0; i < n; i++) { a[i] = s.test_and_set() {{|+ 1}}; } return 0; }
//: once
int f(int n) { std::once_flag s; int k = 0; @for (int i = 0; i < n; i++) { std::call_once(s, [&] { k = i + 1; }); a[i] = k {{|+ 1}}; } return 0; }
//: live.reference
int f(int n) { int t = 0; int &r = t; @for (int i = 0; i < n; i++) { r = b[i]; a[i] = r {{|+ 1}}; } return t; }
//: live.capture
int f(int n) { int t = 0; auto g = [&t] { return t; }; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } return g(); }
//: live.destructor
struct D153 { int t = 0; ~D153() { total = t; } }; int f(int n) { D153 d; @for (int i = 0; i < n; i++) { d.t = b[i]; a[i] = d.t {{|+ 1}}; } return 0; }
//: live.destructor.reference
struct D154 { int &t; ~D154() { total = t; } }; int f(int n) { int t = 0; D154 d{t}; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } return 0; }
//: live.return.struct
struct D155 { int t; }; static D155 g155(int n) { D155 d{0}; @for (int i = 0; i < n; i++) { d.t = b[i]; a[i] = d.t {{|+ 1}}; } return d; } int f(int n) { total = g155(n).t; return 0; }
//: live.this
struct D156 { int t = 0; void run(int n) { @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } } }; int f(int n) { D156 d; d.run(n); total = d.t; return 0; }
//: live.catch
int f(int n) { int t = 0; try { @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } throw 1; } catch (int) { total = t; } return 0; }
//: live.structured
int f(int n) { int w[2] = {0, 0}; auto &[p, q] = w; @for (int i = 0; i < n; i++) { p = b[i]; a[i] = p {{|+ 1}}; } total = w[0]; return 0; }
//: live.tie
int f(int n) { int p = 0, q = 0; @for (int i = 0; i < n; i++) { a[i] = q; std::tie(p, q) = std::make_tuple(i, {{b[i]|i}}); } return p; }
//: placement.new.alias
struct N160 { int v; }; int f(int n) { @for (int i = 0; i < n; i++) { N160 *q = new (&a[i / {{2|3}}]) N160; q->v = i; } return 0; }
//: unique.alias
int f(int n) { std::unique_ptr<int[]> p(new int[400]()); int *q = p.get(); @for (int i = 1; i < n; i++) { p[i] = q[i - 1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: shared.alias
int f(int n) { std::shared_ptr<int> p(new int[400](), std::default_delete<int[]>()); auto q = p; @for (int i = 1; i < n; i++) { p.get()[i] = q.get()[i - 1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = p.get()[i]; return 0; }
//: launder.alias
int f(int n) { int *q = std::addressof(a[0]); @for (int i = 1; i < n; i++) { a[i] = q[i - 1] {{+ 1|- 1}}; } return 0; }
//: data.free.function
int f(int n) { int *q = std::data(a); @for (int i = 1; i < n; i++) { a[i] = q[i - 1] {{+ 1|- 1}}; } return 0; }
//: begin.next
int f(int n) { auto q = std::next(std::begin(a), 1); @for (int i = 0; i < n; i++) { q[i] = a[i] + 1; } return 0; }
//: reverse.iterator
int f(int n) { auto q = std::make_reverse_iterator(a + n); @for (int i = 0; i < n - 1; i++) { a[i] = q[n - i - 2] {{+ 1|- 1}}; } return 0; }
//: exchange.member
struct X167 { int *p; }; int f(int n) { X167 o{a}; int *q = std::exchange(o.p, b); @for (int i = 1; i < n; i++) { a[i] = q[i - 1] {{+ 1|- 1}}; } return 0; }
//: aggregate.nested.pointer
struct X168 { struct { int *p; } in; int k; }; int f(int n) { X168 o{{a}, 1}; @for (int i = 1; i < n; i++) { a[i] = o.in.p[i - 1] {{+ 1|- 1}}; } return 0; }
//: tuple.pointer
int f(int n) { auto t = std::make_tuple(a, n); @for (int i = 1; i < n; i++) { a[i] = std::get<0>(t)[i - 1] {{+ 1|- 1}}; } return 0; }
//: pair.pointer
int f(int n) { std::pair<int *, int> t(a, n); @for (int i = 1; i < n; i++) { a[i] = t.first[i - 1] {{+ 1|- 1}}; } return 0; }
//: variant.like.any
int f(int n) { void *t = a; auto q = static_cast<int *>(t); @for (int i = 1; i < n; i++) { a[i] = q[i - 1] {{+ 1|- 1}}; } return 0; }
//: constructor.keeps.pointer
struct X172 { int *p; X172(int *q) : p(q) {} int at(int k) const { return p[k]; } }; int f(int n) { X172 o(a); @for (int i = 1; i < n; i++) { a[i] = o.at(i - 1) {{+ 1|- 1}}; } return 0; }
//: constructor.keeps.reference
struct X173 { int (&p)[400]; int at(int k) const { return p[k]; } }; int f(int n) { X173 o{a}; @for (int i = 1; i < n; i++) { a[i] = o.at(i - 1) {{+ 1|- 1}}; } return 0; }
//: default.argument.effect
static int up174(int k, int j = ++total) { return k + j; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = up174({{i|b[i]}}); } return 0; }
//: default.member.effect
struct Y175 { int v = total++; }; int f(int n) { @for (int i = 0; i < n; i++) { Y175 y; a[i] = y.v {{|+ 1}}; } return 0; }
//: delegating.constructor
struct Y176 { int v; Y176() : Y176(3) {} Y176(int k) : v(total += k) {} }; int f(int n) { @for (int i = 0; i < n; i++) { Y176 y; a[i] = y.v {{|+ 1}}; } return 0; }
//: inherited.constructor
struct Y177 { int v; Y177(int k) : v(total += k) {} }; struct Z177 : Y177 { using Y177::Y177; }; int f(int n) { @for (int i = 0; i < n; i++) { Z177 y({{i|b[i]}}); a[i] = y.v; } return 0; }
//: array.of.objects
struct Y178 { int v; Y178() : v(++total) {} }; int f(int n) { @for (int i = 0; i < n; i++) { Y178 y[2]; a[i] = y[1].v {{|+ 1}}; } return 0; }
//: heap.array.of.objects
struct Y179 { int v; Y179() : v(++total) {} }; int f(int n) { @for (int i = 0; i < n; i++) { auto y = std::make_unique<Y179[]>(2); a[i] = y[1].v {{|+ 1}}; } return 0; }
//: vector.of.objects
struct Y180 { int v; Y180() : v(++total) {} }; int f(int n) { @for (int i = 0; i < n; i++) { std::vector<Y180> y(2); a[i] = y[1].v {{|+ 1}}; } return 0; }
//: temporary.lifetime
struct Y181 { int k; Y181(int j) : k(j) {} ~Y181() { total = total * 3 + k; } operator int() const { return k; } }; int f(int n) { @for (int i = 0; i < n; i++) { const Y181 &y = Y181({{i|b[i]}}); a[i] = y; } return 0; }
//: friend.function
struct Y182 { int v; friend int up182(Y182 &y, int k) { return total += y.v + k; } }; int f(int n) { @for (int i = 0; i < n; i++) { Y182 y{i}; a[i] = up182(y, {{1|b[i]}}); } return 0; }
//: namespace.adl
namespace N183 { struct Y { int v; }; static int sqrt(Y y) { return total += y.v; } } int f(int n) { @for (int i = 0; i < n; i++) { N183::Y y{ {{i|1}} }; a[i] = sqrt(y); } return 0; }
//: namespace.using
namespace N184 { static int max(int p, int q) { return total += p + q; } } using N184::max; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = max({{i|b[i]}}, 2); } return 0; }
//: namespace.alias
namespace N186 { namespace D { static int up(int k) { return total += k; } } } namespace Q186 = N186::D; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = Q186::up({{i|b[i]}}); } return 0; }
//: anonymous.namespace
namespace { int s187; int up187(int k) { return s187 += k; } } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = up187({{i|b[i]}}) & 7; } return 0; }
//: extern.variable.alias
extern int (&r188)[400]; int f(int n) { @for (int i = 1; i < n; i++) { a[i] = r188[i - 1] {{+ 1|- 1}}; } return 0; } int (&r188)[400] = a;
//: constexpr.table.offset
constexpr int o189[] = {1, 2}; int f(int n) { @for (int i = 2; i < n; i++) { a[i] = a[i - o189[{{0|1}}]] + 1; } return 0; }
//: constexpr.function.offset
constexpr int o190(int k) { return k > 1 ? k : 1; } int f(int n) { @for (int i = 2; i < n; i++) { a[i] = a[i - o190({{0|2}})] + 1; } return 0; }
//: const.reference.bound
int f(int n) { int w = 1; const int &r = w; @for (int i = 1; i < n; i++) { w = i % {{3|4}}; a[i] = a[i - r] + 1; } return 0; }
