//: static.reference.in.body
int f(int n) { @for (int i = 0; i < n; i++) { {{static int &r = a[i]|int &r = a[i]|static int *const q = a + i; int &r = *q}}; r = b[i] + i; } return 0; }
//: static.const.in.body
int f(int n) { @for (int i = 0; i < n; i++) { {{static const int first = b[i] + i|const int first = b[i] + i|static constexpr int first = 3}}; a[i] = first; } return 0; }
//: static.const.of.variable
static int g(int i) { static const int first = i * 3 + 1; return first; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g(i); } return 0; }
//: static.lambda.captures
int f(int n) { @for (int i = 0; i < n; i++) { static auto g = [k = i](int v) { return v + k; }; a[i] = g(b[i]); } return 0; }
//: template.static.per.type
template <class T> struct C { static int k; static int next() { return k++; } }; template <class T> int C<T>::k = 0; int f(int n) { C<int>::k = C<long>::k = 0; @for (int i = 0; i < n; i++) { {{a[i] = C<int>::next()|a[i] = C<int>::k|a[i] = C<long>::next() + C<int>::k}}; } return 0; }
//: proxy.kept
struct P { int *p; operator int() const { return *p; } P &operator=(int v) { *p = v; return *this; } }; struct M { int *p; P operator[](int i) { return {p + i}; } }; int f(int n) { M v{a}; auto q = v[0]; @for (int i = 0; i < n; i++) { {{a[i + 1] = q; q = b[i]|c[i] = q|q = b[i] + i}}; } return 0; }
//: member.reference.bound
struct R { int &v; void put(int k) { v = k; } }; int f(int n) { R r{a[{{0|3|5}}]}; @for (int i = 0; i < n; i++) { r.put(b[i] + i); c[i] = {{i|a[3]|i + 1}}; } return 0; }
//: member.reference.each
struct R { int &v; R &operator=(int k) { v = k; return *this; } }; int f(int n) { @for (int i = 0; i < n; i++) { R r{a[{{i / 2|i|i & 1}}]}; r = b[i] + i; } return 0; }
//: narrow.subscript
struct V { int *p; int &operator[]({{signed char|int|bool}} k) const { return p[k < 0 ? 300 + k : k]; } }; int f(int n) { V v{a}; @for (int i = 0; i < n; i++) { v[i * 64] = b[i] + i; } return 0; }
//: ref.qualified.temporary
struct Q { int *p; int &at(int i) & { return p[i]; } int &at(int i) && { return p[i / {{2|1|4}}]; } }; int f(int n) { @for (int i = 0; i < n; i++) { Q{a}.at(i) = b[i] + i; } return 0; }
//: using.hides.base
struct B { int *p; int &at(int i) { return p[i]; } }; struct D : B { int &at(long i) { return p[i / {{2|1|4}}]; } }; int f(int n) { D d; d.p = a; @for (int i = 0; i < n; i++) { d.at(i) = b[i] + i; } return 0; }
//: static.pointer.const
int f(int n) { @for (int i = 0; i < n; i++) { static int *const q = a + i; q[0] = b[i] + i; } return 0; }
//: static.pointer.to.const
int f(int n) { @for (int i = 0; i < n; i++) { static const int *q = b + i; a[i] = *q + i; } return 0; }
//: static.const.array
int f(int n) { @for (int i = 0; i < n; i++) { static const int q[2] = {b[i] + i, i}; a[i] = q[{{0|1}}]; } return 0; }
//: static.const.struct
struct P { int k, j; }; int f(int n) { @for (int i = 0; i < n; i++) { static const P q = {b[i] + i, i}; a[i] = q.{{k|j}}; } return 0; }
//: static.const.inner.loop
int f(int n) { @for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) { static const int q = j + i; a[3 * i + j] = q; } } return 0; }
//: static.const.callee.array
static int g(int i) { static const int t[2] = {i * 3 + 1, 5}; return t[{{0|1}}]; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g(i); } return 0; }
//: static.const.callee.global
static int g(int i) { static const int t = total; return t + i; } int f(int n) { @for (int i = 0; i < n; i++) { total = b[i] + i; a[i] = g(i); } return 0; }
//: static.const.method
struct S { int go(int i) { static const int t = i; return t; } }; int f(int n) { S s; @for (int i = 0; i < n; i++) { a[i] = s.go(i); } return 0; }
//: static.const.template
template <class T> static T g(T i) { static const T t = i; return t; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g(i); } return 0; }
//: static.const.constructor
struct S { int v; S(int i) { static const int t = i; v = t; } }; int f(int n) { @for (int i = 0; i < n; i++) { S s(i); a[i] = s.v; } return 0; }
//: static.reference.callee
static int &g(int i) { static int &r = a[i]; return r; } int f(int n) { @for (int i = 0; i < n; i++) { c[i] = b[i]; g(i) = i; } return 0; }
//: static.reference.accessor
struct V { int *p; int &at(int i) { static int &r = p[i]; return r; } }; int f(int n) { V v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: static.index.accessor
struct V { int *p; int &at(int i) { static const int k = i; return p[k]; } }; int f(int n) { V v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: static.constant.twin
int f(int n) { static const int w = 3; static constexpr int z[2] = {1, 2}; @for (int i = 0; i < n; i++) { static const int k = 4; static const int t[] = {1, 2, 3}; a[i] = b[i] * k + t[i % 3] + w + z[1]; } return 0; }
//: static.const.call
static int up() { return total++; } int f(int n) { @for (int i = 0; i < n; i++) { static const int k = up(); a[i] = k + i; } return 0; }
//: static.const.outer
int f(int n) { static const int k = n; @for (int i = 0; i < n; i++) { a[i * k / {{k|1|(k + 1)}}] = b[i] + i; } return 0; }
//: static.const.outer.stride
static int g(int w) { static const int k = w; @for (int i = 0; i < 7; i++) { a[i * k] = b[i] + i; } return 0; } int f(int n) { return g({{0|1|2}}); }
//: static.const.outer.assumed.same
static void g(int w) { static const int k = w; if (w > 0) { @for (int i = 0; i < 7; i++) { a[i * k] = b[i] + i; } } } static void h(int w) { static const int k = w; (void)k; } int f(int n) { h(0); g(1); return 0; }
//: static.const.first.call
static void go(int w, int n) { static const int k = w; if (w == 1) { @for (int i = 0; i < n; i++) { a[i * k] = b[i] + i; } } } int f(int n) { go(0, n); go(1, n); return 0; }
//: static.reference.outer
static void go(int *p, int n) { static int *const q = p; @for (int i = 0; i < n; i++) { q[i] = p[i + 1] + b[i]; } } int f(int n) { go(a, 0); go(a + 1, n); return 0; }
//: static.auto
int f(int n) { @for (int i = 0; i < n; i++) { static const auto k = b[i] + i; a[i] = k; } return 0; }
//: static.east.const
int f(int n) { @for (int i = 0; i < n; i++) { int const static k = b[i] + i; a[i] = k; } return 0; }
//: static.thread.local
int f(int n) { @for (int i = 0; i < n; i++) { thread_local const int k = b[i] + i; a[i] = k; } return 0; }
//: static.const.lambda
int f(int n) { auto g = [](int i) { static const int k = i; return k; }; @for (int i = 0; i < n; i++) { a[i] = g(i); } return 0; }
//: static.volatile
int f(int n) { @for (int i = 0; i < n; i++) { static volatile int k = b[i] + i; a[i] = k; } return 0; }
//: conversion.reference.write
struct Q { int k = 0; operator int &() { return k; } }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { {{int &r = q; r = i|int &r = static_cast<int &>(q); r = i|int &r(q); r = i|int &r{q}; r = i|auto &r = (int &)q; r = i|static_cast<int &>(q) = i}}; } return q.k; }
//: conversion.reference.element
struct Q { int k; operator int &() { return a[k / {{2|1|4}}]; } }; int f(int n) { @for (int i = 0; i < n; i++) { Q q{i}; int &r = q; r = b[i] + i; } return 0; }
//: conversion.reference.parameter
struct Q { int k = 0; operator int &() { return k; } }; static void put(int &r, int v) { r = v; } int f(int n) { Q q; @for (int i = 0; i < n; i++) { put(q, i); } return q.k; }
//: conversion.reference.returned
struct Q { int k = 0; operator int &() { return k; } }; static Q qq; static int &got() { return qq; } int f(int n) { @for (int i = 0; i < n; i++) { got() = i; } return qq.k; }
//: conversion.reference.wrapper
int f(int n) { std::reference_wrapper<int> q(total); @for (int i = 0; i < n; i++) { int &r = q; r = i; } return 0; }
//: conversion.reference.read
struct Q { int k = 0; operator const int &() { {{k++|k + 1}}; return k; } }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { const int &r = q; a[i] = r; } return 0; }
//: conversion.reference.struct
struct P { int v; }; struct Q { P p{0}; operator P &() { return p; } }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { P &r = q; r.v = i; } return q.p.v; }
//: base.reference.write
struct P { int v; }; struct Q : P { int w; }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { P &r = q; r.v = i; } return q.v; }
//: template.static.method
template <class T> struct C { static int k; static int next() { return {{k++|3|k = k * 2 + 1, k &= 255}}; } }; template <class T> int C<T>::k = 0; int f(int n) { C<int>::k = 0; @for (int i = 0; i < n; i++) { a[i] = C<int>::next(); } return 0; }
//: template.static.method.arguments
template <class T> struct C { static int next(int v) { return total += v * total + 1; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C<int>::next(b[i]); } return 0; }
//: template.static.method.inline
template <class T> struct C { static inline int k = 0; static int next() { return k++; } }; int f(int n) { C<int>::k = 0; @for (int i = 0; i < n; i++) { a[i] = C<int>::next(); } return 0; }
//: plain.static.method
struct C { static inline int k = 0; static int next() { return k++; } }; int f(int n) { C::k = 0; @for (int i = 0; i < n; i++) { a[i] = C::next(); } return 0; }
//: template.static.method.void
template <class T> struct C { static void put(int v) { total = total * 2 + v; total &= 255; } }; int f(int n) { @for (int i = 0; i < n; i++) { C<int>::put(i); a[i] = i; } return 0; }
//: template.static.namespace
namespace ns { template <class T> struct C { static inline int k = 0; static int next() { return k++; } }; } int f(int n) { ns::C<int>::k = 0; @for (int i = 0; i < n; i++) { a[i] = ns::C<int>::next(); } return 0; }
//: template.static.pointer
template <class T> struct C { static int *p; static int &at(int i) { return p[i / {{2|1|4}}]; } }; template <class T> int *C<T>::p = a; int f(int n) { @for (int i = 0; i < n; i++) { C<int>::at(i) = b[i] + i; } return 0; }
//: template.static.value
template <int N> struct C { static int at(int i) { return i * N; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[C<{{0|1|2}}>::at(i)] = b[i] + i; } return 0; }
//: template.static.alias
template <class T> struct C { static inline int k = 0; static int next() { return k++; } }; using D = C<int>; int f(int n) { D::k = 0; @for (int i = 0; i < n; i++) { a[i] = D::next(); } return 0; }
//: template.static.parameter
template <class P> static void go(int n) { @for (int i = 0; i < n; i++) { a[i] = P::next(); } } struct C { static inline int k = 0; static int next() { return k++; } }; int f(int n) { C::k = 0; go<C>(n); return 0; }
//: template.typename.nested
template <class P> struct W { struct I { static inline int k = 0; static int next() { return k++; } }; }; int f(int n) { W<int>::I::k = 0; @for (int i = 0; i < n; i++) { a[i] = W<int>::I::next(); } return 0; }
//: template.function.explicit
template <class T> static T nxt() { return total++; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = nxt<int>(); } return 0; }
//: template.variable.function
template <class T> static T add(T k) { return total += k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = add<int>(i); } return 0; }
//: template.constructor.static
template <class T> struct C { static inline int k = 0; int v; C() : v(k++) {} }; int f(int n) { C<int>::k = 0; @for (int i = 0; i < n; i++) { a[i] = C<int>().v; } return 0; }
//: template.constructor.brace
template <class T> struct C { static inline int k = 0; int v; C() : v(k++) {} }; int f(int n) { C<int>::k = 0; @for (int i = 0; i < n; i++) { a[i] = C<int>{}.v; } return 0; }
//: template.functor.temporary
template <class T> struct C { int operator()(T v) const { return total += v; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C<int>()(b[i]); } return 0; }
//: template.method.temporary
template <class T> struct C { int go(T v) const { return total += v; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C<int>{}.go(b[i]); } return 0; }
//: auto.proxy.call
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; static P at(int i) { return {a + i}; } int f(int n) { auto q = at(3); @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: auto.proxy.method
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; struct M { int *p; P at(int i) { return {p + i}; } }; int f(int n) { M v{a}; auto q = v.at(0); @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: auto.proxy.inside
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; struct M { int *p; P operator[](int i) { return {p + i / 2}; } }; int f(int n) { M v{a}; @for (int i = 0; i < n; i++) { auto q = v[i]; q = b[i] + i; } return 0; }
//: auto.proxy.add
struct P { int *p; P &operator+=(int v) { *p = *p * 2 + v; return *this; } }; struct M { int *p; P operator[](int i) { return {p + i}; } }; int f(int n) { M v{a}; auto q = v[0]; @for (int i = 0; i < n && i < 20; i++) { q += b[i]; } return 0; }
//: auto.proxy.increment
struct P { int *p; P &operator++() { *p = *p * 2 + 1; return *this; } }; struct M { int *p; P operator[](int i) { return {p + i}; } }; int f(int n) { M v{a}; auto q = v[0]; @for (int i = 0; i < n && i < 20; i++) { ++q; a[i + 1] = i; } return 0; }
//: auto.proxy.reference
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; struct M { int *p; P operator[](int i) { return {p + i}; } }; int f(int n) { M v{a}; auto &&q = v[0]; @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: proxy.named
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; struct M { int *p; P operator[](int i) { return {p + i}; } }; int f(int n) { M v{a}; P q = v[0]; @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: auto.proxy.conditional
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; struct M { int *p; P operator[](int i) { return {p + i}; } }; int f(int n) { M v{a}; auto q = n > 3 ? v[0] : v[1]; @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: auto.proxy.operator
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; struct M { int *p; P operator+(int i) { return {p + i}; } P operator*() { return {p}; } P operator()(int i) { return {p + i}; } }; int f(int n) { M v{a}; auto q = {{v + 1|*v|v(1)}}; @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: decltype.proxy
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; struct M { int *p; P operator[](int i) { return {p + i}; } }; int f(int n) { M v{a}; decltype(v[0]) q = v[0]; @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: auto.proxy.template
template <class T> struct P { T *p; P &operator=(T v) { *p = v; return *this; } }; template <class T> struct M { T *p; P<T> operator[](int i) { return {p + i}; } }; int f(int n) { M<int> v{a}; auto q = v[0]; @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: template.parameter.proxy
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; template <class Q> static void go(Q q, int n) { @for (int i = 0; i < n; i++) { q = b[i] + i; } } int f(int n) { go(P{a}, n); return 0; }
//: auto.parameter.proxy
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; static void go(auto q, int n) { @for (int i = 0; i < n; i++) { q = b[i] + i; } } int f(int n) { go(P{a}, n); return 0; }
//: typedef.proxy
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; typedef P Cell; int f(int n) { Cell q{a}; @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: member.type.proxy
struct P { int *p; P &operator=(int v) { *p = v; return *this; } }; struct M { using cell = P; }; int f(int n) { M::cell q{a}; @for (int i = 0; i < n; i++) { q = b[i] + i; } return 0; }
//: auto.vector.bool
int f(int n) { std::vector<bool> v(60); auto q = v[3]; @for (int i = 0; i < n; i++) { q = b[i] > 0; } return v[3]; }
//: auto.ostream.iterator
int f(int n) { std::vector<int> v; auto q = std::back_inserter(v); @for (int i = 0; i < n; i++) { q = b[i]; } for (size_t i = 0; i < v.size(); i++) c[i] = v[i]; return 0; }
//: qualified.same.name
namespace lib { static int next(int) { return total++; } } static int next(int i) { return i; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{lib::next(i)|next(i)}}; } return 0; }
//: qualified.same.name.class
namespace lib { struct C { static int next(int) { return total++; } }; } struct C { static int next(int i) { return i; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{lib::C::next(i)|C::next(i)}}; } return 0; }
//: qualified.inner.class
struct O { struct C { static int next(int) { return total++; } }; }; static int next(int i) { return i; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{O::C::next(i)|next(i)}}; } return 0; }
//: qualified.using.other
namespace lib { static int next(int) { return total++; } } namespace own { using lib::next; static int f2(int i) { return next(i); } } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = own::f2(i); } return 0; }
//: qualified.alias.namespace
namespace lib { static int next(int) { return total++; } } namespace l = lib; static int next(double i) { return i; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = l::next(i); } return 0; }
//: template.method.explicit
struct C { template <class T> int go(T v) { return total += v; } }; int f(int n) { C c; @for (int i = 0; i < n; i++) { a[i] = c.go<int>(b[i]); } return 0; }
//: template.method.explicit.static
struct C { template <class T> static int go(T v) { return total += v; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C::go<int>(b[i]); } return 0; }
//: template.both
template <class U> struct C { template <class T> static int go(T v) { return total += v; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C<long>::go<int>(b[i]); } return 0; }
//: template.both.dependent
template <class U> struct C { template <class T> static int go(T v) { return total += v; } }; template <class U> static void run(int n) { @for (int i = 0; i < n; i++) { a[i] = C<U>::template go<int>(b[i]); } } int f(int n) { run<int>(n); return 0; }
//: template.namespace.argument
namespace q { struct W {}; } template <class U> struct C { static int go(int v) { return total += v; } }; static int go(int v) { return v; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C<q::W>::go(b[i]); } return 0; }
//: template.nested.argument
template <class U> struct D {}; template <class U> struct C { static int go(int v) { return total += v; } }; static int go(int v) { return v; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C<D<int>>::go(b[i]); } return 0; }
//: template.static.member.data
template <class T> struct C { static inline int k = 0; static inline int w[4]; }; int f(int n) { C<int>::k = 0; @for (int i = 0; i < n; i++) { {{a[i] = C<int>::k; C<int>::k = b[i]|a[i] = C<int>::w[i & 3]; C<int>::w[0] = b[i]|a[i] = C<int>::k}}; } return 0; }
//: template.static.member.two.types
template <class T> struct C { static inline int k = 0; }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C<int>::k; C<int>::k = b[i]; C<long>::k = 3; } return 0; }
//: template.static.member.nested.scope
template <class T> struct C { struct I { static inline int k = 0; }; }; struct I { static constexpr int k = 1; }; int f(int n) { C<int>::I::k = 0; @for (int i = 0; i < n; i++) { {{a[i] = C<int>::I::k; C<int>::I::k = b[i]|a[i] = I::k}}; } return 0; }
//: namespace.class.static.same
namespace l { struct C { static inline int k = 0; }; } struct C { static inline int k = 0; }; int f(int n) { l::C::k = 0; @for (int i = 0; i < n; i++) { {{a[i] = l::C::k; l::C::k = b[i]; C::k = 0|a[i] = C::k}}; } return 0; }
//: function.try.conversion
struct Q { int k = 1; operator int() { return k++; } }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { {{int v = q; a[i] = v|int v(q); a[i] = v|int v{q}; a[i] = v|auto v = int(q); a[i] = v|int v = static_cast<int>(q); a[i] = v|a[i] = q + 0|a[i] = b[q & 15]|if (q > 3) a[i] = 1|switch (q) { case 3: a[i] = 3; }|int w[2] = {q, 1}; a[i] = w[0]|a[i] = -q|a[i] = (q, 1) + q|for (int j = q; j < 4; j++) a[i] += j|double v = q; x[i] = v|a[i] = (int)(double)(int)q|const int &v = q; a[i] = v}}; } return 0; }
//: conversion.bool.uses
struct Q { int k = 1; operator bool() { return k++ & 1; } }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { {{while (!q) {} a[i] = q.k|a[i] = q ? 1 : 2|if (!q) a[i] = 1|if (q && b[i]) a[i] = 1|bool v = q \|\| 0; a[i] = v|do { a[i]++; } while (q)|if (bool v{q}; v) a[i] = 2|if (q; b[i] > 0) a[i] = q|a[i] = !q|assert((q, true)); a[i] = q}}; } return 0; }
//: conversion.argument
struct Q { int k = 1; operator int() { return k++; } }; static int take(int v) { return v; } static int take2(const int &v) { return v; } int f(int n) { Q q; @for (int i = 0; i < n; i++) { a[i] = {{take(q)|take2(q)|std::max(int(q), 0)|std::abs(q)}}; } return 0; }
//: conversion.lambda.argument
struct Q { int k = 1; operator int() { return k++; } }; int f(int n) { Q q; auto g = [](int v) { return v; }; @for (int i = 0; i < n; i++) { a[i] = g(q); } return 0; }
//: conversion.member.object
struct Q { int k = 1; operator int() { return k++; } }; struct W { Q q; }; int f(int n) { W w; @for (int i = 0; i < n; i++) { a[i] = w.q; } return 0; }
//: conversion.element
struct Q { int k; operator int() { {{return k++|return k}}; } }; int f(int n) { Q q[4]{}; @for (int i = 0; i < n; i++) { a[i] = q[i & 3]; } return 0; }
//: conversion.returned
struct Q { int k; operator int() { return total += k; } }; static Q got(int i) { return {i}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = got(i); } return 0; }
//: conversion.temporary
struct Q { int k; operator int() { return total += k; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = {{Q{i}|Q({i})|(Q{i})|+Q{i}}}; } return 0; }
//: conversion.inherited
struct P { int k = 1; operator int() { return k++; } }; struct Q : P {}; int f(int n) { Q q; @for (int i = 0; i < n; i++) { a[i] = q; } return 0; }
//: conversion.template
struct Q { int k = 1; template <class T> operator T() { return k++; } }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { a[i] = q; } return 0; }
//: conversion.template.class
template <class T> struct Q { T k = 1; operator T() { return k++; } }; int f(int n) { Q<int> q; @for (int i = 0; i < n; i++) { a[i] = q; } return 0; }
//: conversion.to.class
struct P { int v; }; struct Q { int k = 1; operator P() { return {k++}; } }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { P p = q; a[i] = p.v; } return 0; }
//: conversion.to.class.argument
struct P { int v; }; struct Q { int k = 1; operator P() { return {k++}; } }; static int take(P p) { return p.v; } static int take2(const P &p) { return p.v; } int f(int n) { Q q; @for (int i = 0; i < n; i++) { a[i] = {{take(q)|take2(q)|take(static_cast<P>(q))}}; } return 0; }
//: constructor.from.class
struct Q { int k = 1; }; struct P { int v; P(Q &q) : v(q.k++) {} }; static int take(P p) { return p.v; } int f(int n) { Q q; @for (int i = 0; i < n; i++) { a[i] = {{take(q)|P(q).v|P{q}.v}}; } return 0; }
//: constructor.from.class.named
struct Q { int k = 1; }; struct P { int v; P(Q &q) : v(q.k++) {} }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { {{P p = q|P p(q)|P p{q}|P p = {q}|const P &p = q|P &&p = q|auto p = P(q)}}; a[i] = p.v; } return 0; }
//: assignment.from.class
struct Q { int k = 1; }; struct P { int v; void operator=(Q &q) { v = q.k++; } }; int f(int n) { Q q; @for (int i = 0; i < n; i++) { P p; p = q; a[i] = p.v; } return 0; }
//: reference.parameter.class
struct P { int v; }; static void put(P &p, int k) { p.v = p.v * 2 + k; } int f(int n) { P p{1}; @for (int i = 0; i < n && i < 20; i++) { put(p, b[i]); } return p.v; }
//: const.reference.bound.to.temp.each
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { const int &r = k + 0; {{k = k * 2 + i; k &= 255; a[i] = r|a[i] = r|k = i; a[i] = r}}; } return k; }
//: const.double.reference.of.int
int f(int n) { int k = 1; const double &r = k; @for (int i = 0; i < n; i++) { x[i] = r; {{k = i|c[i] = i}}; } return k; }
//: static.const.zero.init
int f(int n) { @for (int i = 0; i < n; i++) { static int k; a[i] = k; {{k = i|c[i] = i|k += 1}}; } return 0; }
//: static.const.pointer.value
int f(int n) { @for (int i = 0; i < n; i++) { static int *q = {{a|b + i|&c[3]}}; q[i] = i + b[i]; } return 0; }
//: static.reference.file
int f(int n) { @for (int i = 0; i < n; i++) { static int &r = {{total|last|a[3]}}; {{c[i] = r|r = i|c[i] = r}}; } return 0; }
//: static.const.uses.parameter
static int scale(int v, int w) { static const int s = w; return v * s; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = scale(b[i], {{i + 1|3}}); } return 0; }
//: static.const.of.const
int f(int n) { const int w = 3; @for (int i = 0; i < n; i++) { const int v = {{i|4}}; static const int k = v; a[i] = k + w; } return 0; }
//: static.constexpr.function
constexpr int sq(int v) { return v * v; } int f(int n) { @for (int i = 0; i < n; i++) { static constexpr int k = sq(3); static const int l = sq({{i|2}}); a[i] = k + l; } return 0; }
//: static.const.double
int f(int n) { @for (int i = 0; i < n; i++) { static const double k = {{x[i]|0.5|1.0 / 3}}; x[i] = y[i] * k + i; } return 0; }
//: static.const.string
int f(int n) { @for (int i = 0; i < n; i++) { static const char *const k = "abc"; a[i] = k[i % 3]; } return 0; }
//: static.const.enum
enum E { e1 = 3 }; int f(int n) { @for (int i = 0; i < n; i++) { static const E k = e1; static const int w = sizeof(int) + e1; static const unsigned z = 1u << 4; static const bool t = true; static const long g = -3L; a[i] = k + w + z + t + g; } return 0; }
//: static.const.math
int f(int n) { @for (int i = 0; i < n; i++) { static const double pi = 4 * std::atan(1.0); x[i] = pi * i; } return 0; }
//: static.const.shadowed.constant
const int v = 4; int f(int n) { @for (int i = 0; i < n; i++) { {{int v = b[i]; static const int k = v|static const int k = v|int v = b[i]; static const double k = v * 0.5|static const double k = (double)v / 3}}; a[i] = (int)(k * 2); } return 0; }
//: static.const.own.pure
static double sin(int v) { return total++ + v; } int f(int n) { @for (int i = 0; i < n; i++) { static const double k = {{sin(3)|sqrt(2.0)|x[0]}}; x[i] = k + i; } return 0; }
//: sizeof.brackets
int f(int n) { int t = 0; @for (int i = 0; i < n; i++) { t = c[i]; a[i] = t + 1; } total = sizeof(int[{{(t + 1)|t /* (x) */ + 1|(int)t + 1|(n + 1)}}]); return 0; }
