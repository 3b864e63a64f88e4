//: lambda.stored.reference
int f(int n) { int k = 0; auto up = [&k](int v) { k = {{k * 3 + v|k + v}}; }; @for (int i = 0; i < n; i++) { up(b[i]); a[i] = i; } return k; }
//: lambda.stored.function
int f(int n) { int k = 0; std::function<void(int)> up = [&k](int v) { k = {{k * 3 + v|k + v}}; }; @for (int i = 0; i < n; i++) { up(b[i]); a[i] = i; } return k; }
//: lambda.stored.struct
template <class F> struct G { F go; }; int f(int n) { int k = 0; auto l = [&](int v) { k = {{k * 3 + v|k + v}}; }; G<decltype(l)> g{l}; @for (int i = 0; i < n; i++) { g.go(b[i]); a[i] = i; } return k; }
//: lambda.cuts.bound
int f(int n) { int k = 0; auto cut = [&](int v) { if (v == 3) {{n--|k--}}; }; @for (int i = 0; i < n; i++) { a[i] = i; cut(b[i]); } return n + k; }
//: lambda.cuts.bound.function
int f(int n) { int k = 0; std::function<void(int)> cut = [&](int v) { if (v == 3) {{n--|k--}}; }; @for (int i = 0; i < n; i++) { a[i] = i; cut(b[i]); } return n + k; }
//: lambda.cuts.passed
template <class F> static void each(int v, F go) { go(v); } int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = i; each(b[i], [&](int v) { if (v == 3) {{n--|k--}}; }); } return n + k; }
//: lambda.variable
int f(int n) { int i, k = 0; auto up = [&] { {{i|k}}++; }; @for (i = 0; i < n; i++) { a[i] = i + 1; if (c[i] % 3 == 0) up(); } return k; }
//: lambda.returns.reference
int f(int n) { auto at = [&](int i) -> int & { return a[i {{/ 2|}}]; }; @for (int i = 0; i < n; i++) { at(i) = b[i] + i; } return 0; }
//: lambda.pointer.of.lambda
int f(int n) { int k = 0; auto up = [&k](int v) { k = {{k * 3 + v|k + v}}; }; auto *q = &up; @for (int i = 0; i < n; i++) { (*q)(b[i]); a[i] = i; } return k; }
//: lambda.array
int f(int n) { int k = 0; std::function<void(int)> t[2] = {[&](int v) { k = {{k * 3 + v|k + v}}; }, [&](int) {}}; @for (int i = 0; i < n; i++) { t[i % 2](b[i]); a[i] = i; } return k; }
//: bound.const.reference
int f(int n) { int k = n; const int &e = {{n|k}}; @for (int i = 0; i < e; i++) { a[i] = i; if (b[i] == 3) n--; } return n; }
//: bound.forwarding.reference
int f(int n) { int k = n; auto &&e = {{n|k}}; @for (int i = 0; i < e; i++) { a[i] = i; if (b[i] == 3) n--; } return n; }
//: bound.min.reference
int f(int n) { int k = 90, j = n; const int &e = std::min({{n|j}}, k); @for (int i = 0; i < e; i++) { a[i] = i; if (b[i] == 3) n--; } return n; }
//: bound.reference.member
struct C { int &n; void cut() { n--; } }; int f(int n) { int k = n; C c0{ {{n|k}} }; @for (int i = 0; i < n; i++) { a[i] = i; if (b[i] == 3) c0.cut(); } return n + k; }
//: bound.structured.binding
struct P { int k, j; }; int f(int n) { P p{n, n}; auto &[e, o] = p; @for (int i = 0; i < e; i++) { a[i] = i; if (b[i] == 3) p.{{k|j}}--; } return p.k + p.j; }
//: bound.reference.wrapper
int f(int n) { int k = n; std::reference_wrapper<int> r = {{n|k}}; @for (int i = 0; i < n; i++) { a[i] = i; if (b[i] == 3) r.get()--; } return n + k; }
//: bound.tie
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = i; if (i == 3) std::tie({{n|k}}, c[i]) = std::pair(5, 6); } return n + k; }
//: bound.exchange
int f(int n) { int k = n; @for (int i = 0; i < n; i++) { a[i] = i; if (i == 3) c[i] = std::exchange({{n|k}}, 5); } return n + k; }
//: bound.vector.alias
int f(int n) { std::vector<int> v(n), w(n); auto &r = {{v|w}}; @for (int i = 0; i < (int)v.size(); i++) { a[i] = i; if (b[i] == 3) r.pop_back(); } return (int)v.size(); }
//: bound.vector.grows
int f(int n) { std::vector<int> v(n), w; auto grow = [&](std::vector<int> &t) { if (t.size() < 40) t.push_back(1); }; @for (int i = 0; i < (int)v.size(); i++) { a[i] = i; grow({{v|w}}); } return 0; }
//: bound.operator.less
struct E { int n; bool operator>(int i) { return n {{--|}} > i; } }; int f(int n) { E e{n}; @for (int i = 0; e > i; i++) { a[i] = i; } return e.n; }
//: bound.conversion
struct E { int n; operator int() { return n {{--|}}; } }; int f(int n) { E e{n}; @for (int i = 0; i < e; i++) { a[i] = i; } return e.n; }
//: index.class.converts
struct I { int v; I(int k) : v(k) {} operator int() const { return v {{/ 2|}}; } I &operator++() { v++; return *this; } bool operator<(int n) const { return v < n; } }; int f(int n) { @for (I i = 0; i < n; ++i) { a[i] = i.v; } return 0; }
//: index.class.plus
struct I { int v; I(int k) : v(k) {} int operator+(int k) const { return v {{/ 2|+ k}}; } I &operator++() { v++; return *this; } bool operator<(int n) const { return v < n; } }; int f(int n) { @for (I i = 0; i < n; ++i) { a[i + 1] = i.v; } return 0; }
//: index.enum.plus
enum E : int {}; static int operator+(E e, int k) { return int(e) {{/ 2|* 1}} + k; } static E operator+(E e, long k) { return E(int(e) + int(k)); } static E &operator++(E &e) { return e = E(int(e) + 1); } int f(int n) { @for (E i = E(0); i < n; ++i) { a[i + 1] = int(i); } return 0; }
//: index.enum.minus
enum class E : int {}; static int operator-(E e, int k) { return int(e) {{|+ 0}} {{- k|* 1}}; } static E operator+(E e, long k) { return E(int(e) + int(k)); } static E &operator++(E &e) { return e = E(int(e) + 1); } static bool operator<(E e, int k) { return int(e) < k; } int f(int n) { @for (E i = E(1); i < n; ++i) { a[int(i)] = a[i - 1] + 2; } return 0; }
//: index.from.int
struct I { int v; I(int k) : v(k {{/ 2|}}) {} }; struct V { int *p; int &operator[](I i) { return p[i.v]; } }; int f(int n) { V v{a}; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } return 0; }
//: index.from.int.function
struct I { int v; I(int k) : v(k {{/ 2|}}) {} }; static int &at(I i) { return a[i.v]; } int f(int n) { @for (int i = 0; i < n; i++) { at(i) = b[i] + i; } return 0; }
//: pointer.conversion
struct P { operator int *() const { return {{a|b}} + 1; } }; int f(int n) { P p; @for (int i = 0; i < n; i++) { p[i] = a[i] + 1; } return 0; }
//: pointer.conversion.counts
struct P { int k = 0; operator int *() { return a + k {{++|}}; } }; int f(int n) { P p; @for (int i = 0; i < n; i++) { {{*p|p[i]}} = b[i] + i; } return 0; }
//: pointer.conversion.passed
struct P { operator int *() const { return a + 1; } }; static void put(int *p, int i, int v) { p[i] = v; } int f(int n) { P p; @for (int i = 0; i < n; i++) { put(p, i, {{a|b}}[i] + 1); } return 0; }
//: iterator.star.moves
struct It { int *p; int &operator*() { return *p {{++|}}; } }; int f(int n) { It t{a}; @for (int i = 0; i < n; i++) { {{*t|a[i]}} = b[i] + i; } return 0; }
//: iterator.offset
int f(int n) { std::vector<int> v(a, a + 40); auto it = v.begin() + 1; std::vector<int> w(40); @for (int i = 0; i < n; i++) { it[i] = {{v|w}}[i] + 1; } for (int i = 0; i < 40; i++) a[i] = v[i]; return 0; }
//: iterator.reverse.index
int f(int n) { std::vector<int> v(a, a + n); auto r = v.rbegin(); @for (int i = 0; i < n; i++) { r[i] = {{v[i]|c[i]}} + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: iterator.next
int f(int n) { std::vector<int> v(a, a + 40); @for (int i = 0; i < n; i++) { *std::next(v.begin(), i + 1) = {{v[i]|c[i]}} + 1; } for (int i = 0; i < 40; i++) a[i] = v[i]; return 0; }
//: iterator.advance.free
int f(int n) { std::list<int> v(a, a + 40); auto it = v.begin(); @for (int i = 0; i < n; i++) { *it = b[i] + i; std::advance(it, 1); } int k = 0; for (int e : v) a[k++] = e; return 0; }
//: iterator.to.address
int f(int n) { std::vector<int> v(a, a + 40), w(40); int *p = std::to_address({{v|w}}.begin()) + 1; @for (int i = 0; i < n; i++) { p[i] = v[i] + 1; } for (int i = 0; i < 40; i++) a[i] = v[i] + w[i]; return 0; }
//: address.of
int f(int n) { int *p = std::addressof({{a|b}}[1]); @for (int i = 0; i < n; i++) { p[i] = a[i] + 1; } return 0; }
//: begin.of.array
int f(int n) { auto p = std::begin({{a|b}}) + 1; @for (int i = 0; i < n; i++) { p[i] = a[i] + 1; } return 0; }
//: end.of.array
int f(int n) { auto p = std::prev(std::end({{a|b}}), 399); @for (int i = 0; i < n; i++) { p[i] = a[i] + 1; } return 0; }
//: data.of.vector
int f(int n) { std::vector<int> v(a, a + 40), w(40); auto p = std::data({{v|w}}) + 1; @for (int i = 0; i < n; i++) { p[i] = v[i] + 1; } for (int i = 0; i < 40; i++) a[i] = v[i] + w[i]; return 0; }
//: span.two
int f(int n) { std::span<int> s(a + 1, 60), t({{a|b}}, 60); @for (int i = 0; i < n; i++) { s[i] = t[i] + 1; } return 0; }
//: span.in.struct
struct V { std::span<int> s; }; int f(int n) { V v{std::span<int>(a, 60)}, w{v.s.subspan(1)}, u{std::span<int>(b, 60)}; @for (int i = 0; i < n; i++) { w.s[i] = {{v|u}}.s[i] + 1; } return 0; }
//: span.returned
static std::span<int> part(int *p, int k) { return {p + k, 50}; } int f(int n) { @for (int i = 0; i < n; i++) { part(a, 1)[i] = part({{a|b}}, 0)[i] + 1; } return 0; }
//: span.assigned
int f(int n) { std::span<int> s(b, 60), t(a, 60); {{s = t|(void)t}}; @for (int i = 0; i < n; i++) { s[i + 1] = a[i] + 1; } return 0; }
//: span.bytes
int f(int n) { auto s = std::as_writable_bytes(std::span<int>({{a|b}}, 60)); @for (int i = 0; i < n; i++) { s[4 * i + 4] = std::byte(a[i] + 1); } return 0; }
//: span.fixed.rows
int f(int n) { (void)n; @for (int i = 0; i < 15; i++) { std::span<int, 20> s(m[i]); s.data()[{{20|19}}] = i; c[i] = s[0]; } return 0; }
//: span.reference.alias
int f(int n) { std::span<int> s(a, 60), u(b, 60); auto &r = s; {{r = r.subspan(1)|(void)u}}; @for (int i = 0; i < n; i++) { s[i] = a[i] + 1; } return 0; }
//: view.of.string
int f(int n) { std::string t(60, 'a'), w(60, 'b'); std::string_view v = {{t|w}}; @for (int i = 0; i < n; i++) { t[i + 1] = char(v[i] % 40 + 3); } for (char k : t) total = total * 3 + k; return 0; }
//: view.of.string.prefix
int f(int n) { std::string t(60, 'a'); std::string_view v = t; @for (int i = 0; i < n; i++) { {{v.remove_prefix(1)|(void)v}}; t[i] = char(3 + i); a[i] = (int)v.size(); } return 0; }
//: string.data
int f(int n) { std::string t(60, 'a'), w(60, 'b'); char *p = {{t|w}}.data(); @for (int i = 0; i < n; i++) { p[i + 1] = char(t[i] + 1); } for (char k : t) total += k; for (char k : w) total = total * 3 + k; return 0; }
//: string.plus
int f(int n) { std::string t; @for (int i = 0; i < n; i++) { {{t += char('a' + i)|a[i] = i}}; } for (char k : t) total = total * 3 + k; return 0; }
//: valarray.alias
int f(int n) { std::valarray<int> v(a, 60); {{auto &w = v|auto w = v}}; @for (int i = 0; i < n; i++) { w[i + 1] = v[i] + 1; } for (int i = 0; i < 60; i++) a[i] = v[i] + w[i]; return 0; }
//: valarray.slice.writes
int f(int n) { std::valarray<int> v(a, 90); @for (int i = 0; i < n; i++) { v[std::slice(2 * i, {{3|2}}, 1)] = i; } for (int i = 0; i < 90; i++) a[i] = v[i]; return 0; }
//: range.custom
struct R { int *p; int n; int *begin() { return p; } int *end() { return p + n; } }; int f(int n) { R r{a, n}; int k = 0; @for (int &v : r) { v = {{k++|3}}; } return 0; }
//: range.custom.reads.next
struct R { int *p; int n; int *begin() { return p; } int *end() { return p + n; } }; int f(int n) { R r{a, n}; @for (int &v : r) { v = {{(&v)[1]|v}} + 1; } return 0; }
//: range.custom.same.element
struct It { int *p; int k; int &operator*() const { return p[k {{/ 2|}}]; } It &operator++() { k++; return *this; } bool operator!=(It o) const { return k != o.k; } using iterator_category = std::forward_iterator_tag; using value_type = int; using difference_type = long; using pointer = int *; using reference = int &; }; struct R { int *p; int n; It begin() { return {p, 0}; } It end() { return {p, n}; } }; int f(int n) { R r{a, n}; @for (int &v : r) { v = v * 3 + 1; last = v * {{1|0}}; } return 0; }
//: ranges.transform.place
int f(int n) { auto at = [](int i) -> int & { return a[i {{/ 2|}}]; }; auto w = std::views::iota(0, n) | std::views::transform(at); @for (int &v : w) { v = v * 3 + int(&v - a); last = v * {{1|0}}; } return 0; }
//: ranges.filter.counts
int f(int n) { int k = 0; std::vector<int> t(c, c + n); auto w = t | std::views::filter([&](int v) { k += {{v|0}}; return v % 2 == 0; }); @for (int &v : w) { v = k; } for (int i = 0; i < n; i++) a[i] = t[i]; return 0; }
//: ranges.drop.overlap
int f(int n) { std::vector<int> t(c, c + n); auto w = t | std::views::drop(1); int *p = t.data(); @for (int &v : w) { v += {{(&v)[-1]|3}}; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: coroutine.generator
struct Gen { struct promise_type { int v; Gen get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() { return {}; } std::suspend_always final_suspend() noexcept { return {}; } std::suspend_always yield_value(int k) { v = k; return {}; } void return_void() {} void unhandled_exception() {} }; std::coroutine_handle<promise_type> h; int next() { h.resume(); return h.promise().v; } }; static Gen count() { for (int k = 0;; k++) co_yield k; } int f(int n) { Gen g = count(); @for (int i = 0; i < n; i++) { a[i] = {{g.next()|i}}; } g.h.destroy(); return 0; }
//: coroutine.effect
struct Task { struct promise_type { Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() { return {}; } std::suspend_always final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() {} }; std::coroutine_handle<promise_type> h; void go() { h.resume(); h.destroy(); } }; static Task work(int i) { total = {{total * 3 + i|total + i}}; co_return; } int f(int n) { @for (int i = 0; i < n; i++) { work(i).go(); a[i] = i; } return 0; }
//: throw.leaves
static void use(int v) { if (v == {{2|90}}) throw v; } int f(int n) { try { @for (int i = 0; i < n; i++) { use(b[i]); a[i] = i; } } catch (int) {} return 0; }
//: throw.inside.counts
static int k0; static void use(int v) { k0 = {{k0 * 3 + v|k0 + v}}; if (v == 2) throw v; } int f(int n) { k0 = 0; @for (int i = 0; i < n; i++) { try { use(b[i]); a[i] = i; } catch (int v) { a[i] = v; } } return k0; }
//: guard.pushes
struct Guard { std::vector<int> &v; int k; ~Guard() { v.push_back(k); } }; int f(int n) { std::vector<int> v; @for (int i = 0; i < n; i++) { {{Guard g{v, i}|int g = i}}; a[i] = i; } for (int k : v) total = total * 3 + k; return 0; }
//: default.member.counts
struct T { int k = {{total++|3}}; }; int f(int n) { @for (int i = 0; i < n; i++) { T t; a[i] = t.k; } return 0; }
//: default.argument.counts
static int next(int v = {{total++|3}}) { return v; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = next(); } return 0; }
//: member.initialiser.counts
struct T { int k; T() : k({{total++|3}}) {} }; int f(int n) { @for (int i = 0; i < n; i++) { T t; a[i] = t.k; } return 0; }
//: base.constructor.counts
struct B { int k; B() { k = {{total++|3}}; } }; struct T : B {}; int f(int n) { @for (int i = 0; i < n; i++) { T t; a[i] = t.k; } return 0; }
//: member.constructor.counts
struct B { int k; B() { k = {{total++|3}}; } }; struct T { B b0; }; int f(int n) { @for (int i = 0; i < n; i++) { T t; a[i] = t.b0.k; } return 0; }
//: array.of.objects.counts
struct B { int k; B() { k = {{total++|3}}; } }; int f(int n) { @for (int i = 0; i < n; i++) { B t[2]; a[i] = t[1].k; } return 0; }
//: assignment.writes.shared
struct T { int k; T &operator=(int v) { k = v; last = {{v|last}}; return *this; } }; int f(int n) { static T t[40]; @for (int i = 0; i < n; i++) { t[i] = b[i] + i; } return t[3].k; }
//: conversion.to.shared
struct T { int k; operator int &() { return {{a[3]|a[k]}}; } }; int f(int n) { @for (int i = 0; i < n; i++) { T t{i}; int &r = t; r = b[i] + i; } return 0; }
//: own.vector
namespace own { struct vector { int *p; int n; int &operator[](int i) { return p[i {{/ 2|}}]; } int size() const { return n; } }; } int f(int n) { own::vector v{a, n}; @for (int i = 0; i < v.size(); i++) { v[i] = b[i] + i; } return 0; }
//: own.span.using
namespace own { template <class T> struct span { T *p; T &operator[](int i) const { return p[i {{/ 2|}}]; } }; } using own::span; int f(int n) { span<int> v{a}; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } return 0; }
//: own.array
template <class T, int N> struct array { T v[N]; T &operator[](int i) { return v[i {{/ 2|}}]; } }; int f(int n) { static array<int, 40> v; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } for (int i = 0; i < 40; i++) a[i] = v.v[i]; return 0; }
//: own.unique_ptr
template <class T> struct unique_ptr { T *p; T &operator[](int i) { return p[i {{/ 2|}}]; } T *get() { return p; } }; int f(int n) { unique_ptr<int> v{a}; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } return 0; }
//: own.begin.end
struct R { int v[30]; }; static int *begin(R &r) { return r.v; } static int *end(R &r) { total += 0; return r.v + 20; } int f(int n) { static R r; int k = n; for (int i = 0; i < 30; i++) r.v[i] = i; { @for (int i = 0; i < 20; i++) { r.v[i] = {{k++|k}}; } } for (int &v : r) total += v; a[0] = *begin(r) + end(r)[-1]; return 0; }
//: derived.vector
struct V : std::vector<int> { using std::vector<int>::vector; int &operator[](int i) { return std::vector<int>::operator[](i {{/ 2|}}); } }; int f(int n) { V v(40); @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } for (int i = 0; i < 20; i++) a[i] = v.at(i); return 0; }
//: own.swap
struct T { int k; }; static void swap(T &p, T &q) { {{last = p.k|p.k += q.k}}; } int f(int n) { static T t[90]; @for (int i = 0; i < n; i++) { t[2 * i].k = i; swap(t[2 * i], t[2 * i + 1]); } return 0; }
//: own.min
namespace w { static int min(int p, int q) { total = {{total * 3 + p|total + p}}; return p < q ? p : q; } } int f(int n) { using w::min; @for (int i = 0; i < n; i++) { a[i] = min(b[i], 3); } return 0; }
//: own.sqrt.class
struct D { double v; }; static double sqrt(D d) { total = {{total * 3 + (int)d.v|total + (int)d.v}}; return d.v; } int f(int n) { @for (int i = 0; i < n; i++) { D d{x[i]}; y[i] = sqrt(d); } return 0; }
//: own.move
namespace w { template <class T> static T &move(T &v) { {{last = v|(void)v}}; return v; } } int f(int n) { using namespace w; @for (int i = 0; i < n; i++) { a[i] = w::move(b[i]); } return 0; }
//: fill_n.wide
int f(int n) { @for (int i = 0; i < n; i++) { std::fill_n(a + 2 * i, {{3|2}}, i); } return 0; }
//: move.wide
int f(int n) { @for (int i = 0; i < n; i++) { std::move(b + i, b + i + {{3|2}}, a + 2 * i); } return 0; }
//: partial_sum.wide
int f(int n) { @for (int i = 0; i < n; i++) { std::partial_sum(b + i, b + i + {{3|2}}, a + 2 * i); } return 0; }
//: swap_ranges.wide
int f(int n) { @for (int i = 0; i < n / 2; i++) { std::swap_ranges(a + 2 * i, a + 2 * i + {{3|2}}, b + 2 * i); } return 0; }
//: rotate_copy.wide
int f(int n) { @for (int i = 0; i < n; i++) { std::rotate_copy(b + i, b + i + 1, b + i + {{3|2}}, a + 2 * i); } return 0; }
//: iota.wide
int f(int n) { @for (int i = 0; i < n; i++) { std::iota(a + 2 * i, a + 2 * i + {{3|2}}, i + 5); } return 0; }
//: swap_ranges.next
int f(int n) { @for (int i = 0; i < n; i++) { std::swap_ranges(a + i, a + i + 1, {{a + i + 1|b + i}}); } return 0; }
//: copy_backward.next
int f(int n) { @for (int i = 1; i < n; i++) { std::copy_backward({{a + i - 1|b + i - 1}}, {{a + i|b + i}}, a + i + 1); } return 0; }
//: ranges.fill
int f(int n) { @for (int i = 0; i < n; i++) { std::ranges::fill(std::span<int>(a + 2 * i, {{3|2}}), i); } return 0; }
//: ranges.copy
int f(int n) { @for (int i = 0; i < n; i++) { std::ranges::copy(std::span<int>(c + 2 * i, {{2|1}}), a + i); } return 0; }
//: construct.at
int f(int n) { @for (int i = 0; i < n; i++) { std::construct_at(&a[i {{/ 2|}}], i); } return 0; }
//: launder
int f(int n) { int *p = std::launder({{a|b}} + 1); @for (int i = 0; i < n; i++) { p[i] = a[i] + 1; } return 0; }
//: adjacent.difference
int f(int n) { @for (int i = 0; i < n; i++) { std::adjacent_difference(c + 2 * i, c + 2 * i + {{3|2}}, a + 2 * i); } return 0; }
//: for.each.n.shared
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { std::for_each_n(b + i, 2, [&](int v) { k = {{k * 3 + v|k + v}}; }); } return k; }
//: transform.reduce
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = std::inner_product({{a + i + 1|b + i}}, {{a + i + 3|b + i + 2}}, c + i, 0); } return 0; }
//: atomic.ticket
int f(int n) { std::atomic<int> k{5}; @for (int i = 0; i < n; i++) { {{a[i] = k++|k.fetch_add(b[i])}}; } return k; }
//: engine
int f(int n) { std::mt19937 g(3); @for (int i = 0; i < n; i++) { a[i] = {{(int)(g() % 7)|i}}; } return 0; }
//: stream.out
int f(int n) { std::ostringstream s; @for (int i = 0; i < n; i++) { {{s << i << ' '|a[i] = i}}; } for (char k : s.str()) total = total * 3 + k; return 0; }
//: shared.pointer.alias
int f(int n) { auto p = std::make_shared<std::array<int, 60>>(); std::shared_ptr<int> q(p, p->data() + 1); std::shared_ptr<int[]> o(new int[60]()); (*p)[0] = 1; @for (int i = 0; i < n; i++) { {{q|o}}.get()[i] = (*p)[i] + 1; } for (int i = 0; i < 60; i++) a[i] = (*p)[i]; return 0; }
//: tuple.of.references
int f(int n) { int k = 0; auto t = std::tie(k, total); @for (int i = 0; i < n; i++) { std::get<0>(t) = {{k * 3 + b[i]|k + b[i]}}; a[i] = i; } return k; }
//: pair.of.pointers
int f(int n) { auto p = std::make_pair(a + 1, {{a|b}}); @for (int i = 0; i < n; i++) { p.first[i] = p.second[i] + 1; } return 0; }
//: returned.pair
static std::pair<int *, int *> both(int *p, int *q) { return {p, q}; } int f(int n) { auto [p, q] = both(a + 1, {{a|b}}); @for (int i = 0; i < n; i++) { p[i] = q[i] + 1; } return 0; }
//: returned.reference.struct
struct S { int (&v)[400]; }; static S of(int (&v)[400]) { return {v}; } int f(int n) { S s = of({{a|b}}); @for (int i = 0; i < n; i++) { s.v[i + 1] = a[i] + 1; } return 0; }
//: returned.optional.pointer
static std::optional<int *> find(int k) { if (k < 0) return {}; return {{a|b}} + 1; } int f(int n) { auto p = find(n); @for (int i = 0; i < n; i++) { (*p)[i] = a[i] + 1; } return 0; }
//: array.of.variant
int f(int n) { std::variant<int, double> t[40]; @for (int i = 0; i < n; i++) { t[i {{/ 2|}}] = b[i] + i; } for (int i = 0; i < 40; i++) a[i] = std::get<0>(t[i]); return 0; }
//: virtual.unknown.type
struct B { virtual void put(int i, int v) { a[i] = v; } virtual ~B() = default; }; struct D : B { void put(int i, int v) override { a[i / 2] = v; } }; static B *make(int n) { static B p; static D q; return n > {{0|90}} ? &q : &p; } int f(int n) { B *p = make(n); @for (int i = 0; i < n; i++) { p->put(i, b[i] + i); } return 0; }
//: virtual.reference.slot
struct B { virtual int &at(int i) { return a[i]; } }; struct D final : B { int &at(int i) override { return a[i {{/ 2|}}]; } }; static void fill(B &v, int n) { @for (int i = 0; i < n; i++) { v.at(i) = b[i] + i; } } int f(int n) { D d; fill(d, n); return 0; }
//: mutable.const.method
struct V { int *p; mutable int k = 0; int at(int i) const { k = {{k * 3 + i|k + i}}; return p[i]; } }; int f(int n) { const V v{b}; @for (int i = 0; i < n; i++) { a[i] = v.at(i); } return v.k; }
//: member.function.static.local
struct V { int at(int i) const { static int k; k += i; return {{k|i}}; } }; int f(int n) { V v; @for (int i = 0; i < n; i++) { a[i] = v.at(i); } return 0; }
//: template.alias.stateful
template <class T> struct Al { T *p; T &operator[](int i) { return p[i {{/ 2|}}]; } }; template <class T> using vec = Al<T>; int f(int n) { vec<int> v{a}; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } return 0; }
//: template.specialised.bool
template <class T> struct V { int *p; int &operator[](int i) { return p[i]; } }; template <> struct V<bool> { int *p; int &operator[](int i) { return p[i / 2]; } }; int f(int n) { V<{{bool|char}}> v{a}; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } return 0; }
//: template.partial.pointer
template <class T> struct V { int *p; int &operator[](int i) { return p[i]; } }; template <class T> struct V<T *> { int *p; int &operator[](int i) { return p[i / 2]; } }; int f(int n) { V<{{int *|int}}> v{a}; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } return 0; }
//: overload.by.constness
struct V { int *p; int &operator[](int i) { return p[i {{/ 2|}}]; } const int &operator[](int i) const { return p[i]; } }; int f(int n) { V v{a}; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } return 0; }
//: overload.by.type
struct V { int *p; int &at(long i) { return p[i {{/ 2|}}]; } int &at(char i) { return p[i + 90]; } }; int f(int n) { V v{a}; @for (int i = 0; i < n; i++) { v.at(long(i)) = b[i] + i; } return 0; }
//: subscript.two.arguments.proxy
struct Row { int *p; int &operator[](int j) { return p[j]; } }; struct M { int *p; Row operator[](int i) { return {p + i * {{2|5}}}; } }; int f(int n) { M v{a}; @for (int i = 0; i < n; i++) { for (int j = 0; j < 5; j++) v[i][j] = i + j * 3; } return 0; }
//: comma.in.brackets
struct V { int *p; int &operator[](std::pair<int, int> k) { return p[k.first * {{2|5}} + k.second]; } }; int f(int n) { V v{a}; @for (int i = 0; i < n; i++) { for (int j = 0; j < 5; j++) v[{i, j}] = i + j * 3; } return 0; }
//: arrow.chain
struct S { int k; }; struct P { S *s; int *c0; S *operator->() { ++*c0; return s {{|+ *c0}}; } }; int f(int n) { static S t[90]; int k = 0; P p{t, &k}; @for (int i = 0; i < n; i++) { p->k = b[i] + i; } for (int i = 0; i < 90; i++) total = total * 3 + t[i].k, t[i].k = 0; return k; }
//: union.in.array.member.call
union U { int i; unsigned char c0[4]; void put(int k) { c0[0] = (unsigned char)k; } }; int f(int n) { static U u[40]; @for (int i = 0; i < n; i++) { u[i].put(i); c[i] = u[{{i + 1|i}}].i & 255; } for (auto &k : u) k.i = 0; return 0; }
//: bitfield.reference.proxy
struct B { unsigned k : 4, j : 4; void put(int v) { k = v & 15; } }; int f(int n) { static B t[40]; @for (int i = 0; i < n; i++) { t[i {{/ 2|}}].put(i); } for (int i = 0; i < 40; i++) total += t[i].k * i; return 0; }
//: thread_local.object
struct C { int k = 0; int next() { return {{k++|3}}; } }; static thread_local C counter; int f(int n) { counter.k = 0; @for (int i = 0; i < n; i++) { a[i] = counter.next(); } return 0; }
//: memmove.std
int f(int n) { @for (int i = 0; i < n; i++) { std::memmove(a + i + 1, {{a|b}} + i, sizeof(int)); } return 0; }
//: pointer.reference.changes
int f(int n) { int *p = a; int *&r = p; @for (int i = 0; i < n; i++) { p[i] = b[i] + i; {{r++|(void)r}}; } return 0; }
//: pointer.reference.parameter
static void step(int *&p) { p++; } int f(int n) { int *p = a; @for (int i = 0; i < n; i++) { {{*p = b[i]; step(p)|a[i] = b[i]}}; } return 0; }
//: reference.rebinding.view
struct Ref { int *p; void bind(int *q) { p = q; } int &get() { return *p; } }; int f(int n) { Ref r{a}; @for (int i = 0; i < n; i++) { r.get() = b[i] + i; r.bind(a + i {{/ 2|+ 1}}); } return 0; }
//: const.member.reference.changes
struct V { const int &k; }; int f(int n) { int j = 1; V v{j}; @for (int i = 0; i < n; i++) { a[i] = v.k; {{j = b[i]|(void)j}}; } return 0; }
//: initializer.list.pointers
int f(int n) { @for (int i = 0; i < n; i++) { for (int *p : {a + i, {{a + i + 1|b + i}}}) *p = *p * 3 + i; } return 0; }
//: fold.places
template <class... T> static void put(int v, T &...p) { ((p = p * 3 + v), ...); } int f(int n) { @for (int i = 0; i < n; i++) { put(i, a[i], {{a[i + 1]|b[i]}}); } return 0; }
//: goto.range
int f(int n) { int k = 0; std::vector<int> t(c, c + n); @for (int &v : t) { if (v % 5 == 1) goto next; v = {{k++|1}}; next:; } for (int i = 0; i < n; i++) a[i] = t[i]; return 0; }
//: view.in.body
int f(int n) { @for (int i = 0; i < n; i++) { std::span<int> s(a {{|+ i}}, 1); {{s.data()[0]|s[0]}} = b[i] + i; } return 0; }
//: view.in.body.front
int f(int n) { @for (int i = 0; i < n; i++) { std::span<int> s(a {{|+ i}}, 1); s.front() = b[i] + i; } return 0; }
//: view.in.body.each
int f(int n) { @for (int i = 0; i < n; i++) { std::span<int> s(a {{+ i|+ 2 * i}}, 2); for (int &v : s) v = v * 3 + i; } return 0; }
//: view.in.body.pointer
int f(int n) { @for (int i = 0; i < n; i++) { std::span<int> s{a + i, 2}; int *p = s.data(); p[{{i % 2|0}}] = b[i] + i; } return 0; }
//: view.in.body.copied
int f(int n) { std::span<int> t(a, 40); @for (int i = 0; i < n; i++) { std::span<int> s = t; s[{{0|i}}] = b[i] + i; } return 0; }
//: view.in.body.text
int f(int n) { std::string t(60, 'a'); @for (int i = 0; i < n; i++) { std::string_view s(t.data() + {{i + 1|i}}, 1); t[i] = char(s[0] % 40 + i); } for (char k : t) total = total * 3 + k; return 0; }
//: own.name.of.library
template <class T> struct {{vector|span|valarray}} { T *p; T &operator[](int i) { return p[i / 2]; } }; int f(int n) { {{vector|span|valarray}}<int> v{a}; @for (int i = 0; i < n; i++) { v[i] = b[i] + i; } return 0; }
