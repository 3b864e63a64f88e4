//: generator.member
struct G { int at = 0; bool next() { return ++at < 1000; } int value() const { return at * 3; } }; int f(int n) { G g; @for (int i = 0; i < n; i++) { {{if (g.next()) a[i] = g.value()|a[i] = g.value()|G h; if (h.next()) a[i] = h.value()}}; } return 0; }
//: generator.state
struct G { int state = 0, k = 0; int operator()() { switch (state) { case 0: for (k = 0; k < 4; k++) { state = 1; return k; case 1:; } } state = 0; return 9; } }; int f(int n) { G g; @for (int i = 0; i < n; i++) { a[i] = {{g()|G{}()|g.k}}; } return 0; }
//: generator.function.member
struct G { std::function<int()> step; int k = 1; G() { step = [this] { return k = k * 3 & 255; }; } }; int f(int n) { G g; @for (int i = 0; i < n; i++) { a[i] = {{g.step()|g.k}}; } return 0; }
//: optional.last
int f(int n) { std::optional<int> last_; @for (int i = 0; i < n; i++) { {{if (last_) a[i] = *last_; last_ = b[i]|std::optional<int> t = b[i]; a[i] = *t|a[i] = last_.value_or(i)}}; } return 0; }
//: optional.emplace
int f(int n) { std::optional<int> o = 3; @for (int i = 0; i < n; i++) { {{a[i] = *o; o.emplace(b[i])|a[i] = o.value()|if (b[i] > 0) o.reset(); a[i] = o.has_value()|*o += b[i]; a[i] = *o}}; } return 0; }
//: optional.reference
int f(int n) { std::optional<std::reference_wrapper<int>> o = total; @for (int i = 0; i < n; i++) { {{o->get() = i + b[i]|a[i] = o->get()}}; } return 0; }
//: variant.switch
int f(int n) { std::variant<int, double> v = 1; @for (int i = 0; i < n; i++) { {{if (b[i] > 0) v = 2.5; else v = i; a[i] = (int)v.index()|a[i] = (int)v.index(); v = 2.5|a[i] = std::get<int>(v)}}; } return (int)v.index(); }
//: variant.visit
struct T { int operator()(int k) const { return {{total += k|k + 1}}; } int operator()(double k) const { return (int)k; } }; int f(int n) { @for (int i = 0; i < n; i++) { std::variant<int, double> v = b[i]; a[i] = std::visit(T{}, v); } return 0; }
//: expected.like
struct E { bool ok; int v; int &value() { return v; } explicit operator bool() const { return ok; } }; int f(int n) { E e{true, 0}; @for (int i = 0; i < n; i++) { {{if (e) e.value() = e.value() * 3 + b[i] & 255; a[i] = e.v|E t{b[i] > 0, i}; if (t) a[i] = t.value()}}; } return 0; }
//: iterator.vector
int f(int n) { std::vector<int> v(400); auto it = v.begin(); @for (int i = 0; i < n; i++) { {{*it = b[i] + i; it += b[i] > 0|*(it + i) = b[i]|it[i] = b[i]|it[i + 1] = it[i] + 1}}; } int s = 0; for (int k : v) s = (s * 3 + k) & 65535; return s; }
//: iterator.advance
int f(int n) { auto it = std::begin(a); @for (int i = 0; i < n; i++) { {{*it++ = b[i] + i; if (b[i] > 0) --it|*std::next(it, i) = b[i]|*std::next(it, i / 2) = b[i] + i}}; } return 0; }
//: iterator.two
int f(int n) { auto p = std::begin(a), q = std::begin({{a|c}}) + 1; @for (int i = 0; i < n; i++) { q[i] = p[i] + b[i]; } return 0; }
//: iterator.list
int f(int n) { std::list<int> l(60, 1); auto it = l.begin(); @for (int i = 0; i < n; i++) { {{*it = b[i] + i; a[i] = l.front(); ++it|a[i] = *it + i}}; } return l.back(); }
//: iterator.map
int f(int n) { std::map<int, int> m_; @for (int i = 0; i < n; i++) { {{m_[b[i]] = i|m_.insert({b[i], i})|a[i] = (int)m_.count(b[i])|auto it = m_.find(b[i]); if (it == m_.end()) m_.emplace(b[i], i)}}; } int s = 0; for (auto &e : m_) s = s * 3 + e.first + e.second; return s & 65535; }
//: iterator.reverse
int f(int n) { std::vector<int> v(a, a + 60); auto it = v.rbegin(); @for (int i = 0; i < n; i++) { {{it[i + 1] = it[i] + b[i]|it[i] = b[i]|it[i] = v[59 - i - 1]}}; } int s = 0; for (int k : v) s = (s * 3 + k) & 65535; return s; }
//: bindings.reference
int f(int n) { std::pair<int, int> p{1, 2}; auto &[k, j] = p; @for (int i = 0; i < n; i++) { {{k = k * 3 + b[i] & 255; a[i] = k|a[i] = k + j|a[i] = p.first; k = b[i]}}; } return p.first; }
//: bindings.each
struct P { int k, j; }; int f(int n) { P q[60]{}; @for (int i = 0; i < n; i++) { auto &[k, j] = q[{{i / 2|i}}]; k = b[i] + i; j = i; } int s = 0; for (P &p : q) s = (s * 3 + p.k) & 65535; return s; }
//: bindings.copy
struct P { int k, j; }; int f(int n) { P p{1, 2}; @for (int i = 0; i < n; i++) { {{auto &[k, j] = p|auto [k, j] = p}}; k = k * 3 + b[i] & 255; a[i] = k + j; } return 0; }
//: bindings.array
int f(int n) { int w[2] = {1, 2}; auto &[k, j] = w; @for (int i = 0; i < n; i++) { {{k = j + b[i] & 255; w[1] = k; a[i] = w[0]|a[i] = k + j}}; } return 0; }
//: bindings.range
int f(int n) { std::array<std::pair<int, int>, 9> w{}; int k_ = 0; @for (auto &[k, j] : w) { k = {{total; total = total * 3 + 1 & 255|3}}; j = k; } int s = 0; for (auto &e : w) s = s * 3 + e.first + e.second; return s; }
//: volatile.reference
int f(int n) { volatile int &r = total; @for (int i = 0; i < n; i++) { {{r = r + b[i] * r + 1; a[i] = r & 255; r = r & 255|a[i] = i}}; } return 0; }
//: thread.local
thread_local int tl = 0; static int up() { return {{tl++|tl + 1}}; } int f(int n) { tl = 0; @for (int i = 0; i < n; i++) { a[i] = up(); } return tl; }
//: thread.local.member
struct C { static thread_local int k; static int up() { return {{++k|k}}; } }; thread_local int C::k = 0; int f(int n) { C::k = 0; @for (int i = 0; i < n; i++) { a[i] = C::up(); } return C::k; }
//: mutable.const
struct C { int v = 1; mutable int seen = 0; int get() const { return {{v + seen++|v}}; } }; int f(int n) { const C c_; @for (int i = 0; i < n; i++) { a[i] = c_.get(); } return c_.seen; }
//: mutable.cache
struct C { const int *p; mutable int at = -1, value = 0; int get(int i) const { {{if (at < i) { at = i; value = p[i]; } return value|return p[i]}}; } }; int f(int n) { const C c_{b}; @for (int i = 0; i < n; i++) { a[i] = c_.get({{n - 1 - i|i}}); } return 0; }
//: mutable.lambda
int f(int n) { int k = 1; auto g = [k](int v) mutable { return {{k = k * 3 + v & 255|k + v}}; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: capture.move
int f(int n) { auto p = std::make_unique<int>(1); auto g = [p = std::move(p)](int v) { return {{*p = *p * 3 + v & 255|*p + v}}; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: capture.init.reference
int f(int n) { int k = 1; auto g = [&r = {{k|b[3]}}](int v) { r = r * 3 + v & 255; return r; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return k; }
//: capture.this
struct C { int k = 1; void go(int n) { auto g = [{{this|*this}}](int v) { return k + v; }; @for (int i = 0; i < n; i++) { k = {{b[i]|i}}; a[i] = g(b[i]); } } }; int f(int n) { C c_; c_.go(n); return c_.k; }
//: capture.vector.moved
int f(int n) { std::vector<int> v(60, 1); @for (int i = 0; i < n; i++) { {{auto w = std::move(v); a[i] = (int)w.size(); v = std::vector<int>(i)|auto w = v; a[i] = (int)w.size()}}; } return 0; }
//: placement.new
int f(int n) { @for (int i = 0; i < n; i++) { int *p = new (a + {{i / 2|i}}) int(b[i] + i); c[i] = *p; } return 0; }
//: placement.new.class
struct C { int v; C(int k) : v(k + {{total++|0}}) {} }; int f(int n) { @for (int i = 0; i < n; i++) { new (a + i) C(b[i]); } return 0; }
//: placement.buffer
struct C { int v; }; int f(int n) { alignas(C) unsigned char buf[sizeof(C)]; @for (int i = 0; i < n; i++) { {{C *p = std::launder(reinterpret_cast<C *>(buf)); a[i] = i ? p->v : 0; new (buf) C{b[i]}|C *p = new (buf) C{b[i]}; a[i] = p->v}}; } return 0; }
//: operator.comma
struct C { int k = 0; C &operator,(int v) { {{k = k * 3 + v & 255|a[v & 15] = 1}}; return *this; } }; int f(int n) { C c_; @for (int i = 0; i < n; i++) { c_, i, b[i]; } return c_.k; }
//: operator.comma.value
struct C { int v; }; static int operator,(C x_, int k) { return {{total += k * total + 1|x_.v + k}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = (C{i}, b[i]) & 255; total &= 255; } return 0; }
//: operator.address
struct C { int v; int *operator&() { return a + {{3|v}}; } }; int f(int n) { @for (int i = 0; i < n; i++) { C c_{i}; *&c_ = b[i] + i; } return 0; }
//: operator.arrow.star
struct C { int *p; int &operator->*(int k) { return p[{{k / 2|k}}]; } }; int f(int n) { C c_{a}; @for (int i = 0; i < n; i++) { c_->*i = b[i] + i; } return 0; }
//: operator.arrow.chain
struct D { int *p; int v; D *operator->() { {{p[0] = p[0] * 3 + v & 255|}}; return this; } }; int f(int n) { D d{a, 3}; @for (int i = 0; i < n; i++) { c[i] = d->v + {{a[0]|i}}; } return 0; }
//: operator.not
struct C { int k = 0; bool operator!() { return {{++k & 1|k & 1}}; } }; int f(int n) { C c_; @for (int i = 0; i < n; i++) { if (!c_) a[i] = i; } return c_.k; }
//: operator.new.class
struct C { int v; static void *operator new(size_t k) { total += {{total + 1|0}}; total &= 255; return std::malloc(k); } }; int f(int n) { @for (int i = 0; i < n; i++) { C *p = new C; p->v = i; a[i] = p->v + total; delete p; } return 0; }
//: operator.less
struct C { int v; bool operator<(const C &o) const { return {{total++ & 1|v < o.v}}; } }; int f(int n) { @for (int i = 0; i < n; i++) { C s{i}, t{b[i]}; a[i] = s < t; } return 0; }
//: operator.spaceship
struct C { int v; auto operator<=>(const C &o) const { {{total++|}}; return v <=> o.v; } bool operator==(const C &) const = default; }; int f(int n) { @for (int i = 0; i < n; i++) { C s{i}, t{b[i]}; a[i] = (s < t) + {{total|0}}; } return 0; }
//: operator.shift.assign
struct C { int k = 1; C &operator<<=(int v) { k = k * 3 + v & 255; return *this; } int get() const { return k; } }; int f(int n) { C c_; @for (int i = 0; i < n; i++) { {{c_ <<= b[i]; a[i] = c_.get()|a[i] = c_.get()}}; } return 0; }
//: operator.subscript.two
struct M { int *p; int &operator()(int i, int j) { return p[i * {{1|3}} + j]; } }; int f(int n) { M m_{a}; @for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) { m_(i, j) = b[i] + i * j; } } return 0; }
//: literal.user
static int operator""_k(unsigned long long v) { return {{total += (int)v|(int)v + 1}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = 3_k + b[i]; } return 0; }
//: literal.string
static int operator""_len(const char *, size_t k) { return {{total = total * 3 + (int)k & 255|(int)k}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = "abc"_len + b[i]; } return 0; }
//: virtual.reference
struct B { virtual int go(int v) { return v; } virtual ~B() {} }; struct D : B { int k = 1; int go(int v) override { return {{k = k * 3 + v & 255|k + v}}; } }; static void run(B &r, int n) { @for (int i = 0; i < n; i++) { a[i] = r.go(b[i]); } } int f(int n) { D d; run(d, n); return 0; }
//: virtual.place
struct B { virtual int &at(int i) { return a[i]; } virtual ~B() {} }; struct D : B { int &at(int i) override { return a[{{i / 2|i + 1}}]; } }; static void run(B &r, int n) { @for (int i = 0; i < n; i++) { r.at(i) = b[i] + i; } } int f(int n) { D d; run(d, n); return 0; }
//: virtual.final
struct B { virtual int go(int v) = 0; }; struct D final : B { int k = 1; int go(int v) final { return {{k = k * 3 + v & 255|v + 1}}; } }; int f(int n) { D d; @for (int i = 0; i < n; i++) { a[i] = d.go(b[i]); } return 0; }
//: virtual.base.cast
struct B { int v = 0; virtual ~B() {} }; struct D : B { int w = 0; }; int f(int n) { D d; B &r = d; @for (int i = 0; i < n; i++) { {{static_cast<D &>(r).w = d.w * 3 + b[i] & 255; a[i] = d.w|a[i] = static_cast<D &>(r).w + i}}; } return d.w; }
//: exception.state
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { try { if (b[i] > 2) throw {{k++|i}}; a[i] = i; } catch (int v) { a[i] = v; } } return k; }
//: exception.counter
struct X { X() { {{total++|}}; } }; int f(int n) { @for (int i = 0; i < n; i++) { try { if (b[i] > 0) throw X(); } catch (const X &) { a[i] = {{total|1}}; } } return 0; }
//: exception.leaves
static void g(int v) { if (v > 5) throw v; } int f(int n) { try { @for (int i = 0; i < n; i++) { g(c[i] % {{7|5}}); a[i] = i + 100; } } catch (int) {} return 0; }
//: function.try
struct C { int v; C(int k) try : v(k) { if (k > 2) throw k; } catch (int) { {{total = total * 3 + k & 255|}}; } }; int f(int n) { @for (int i = 0; i < n; i++) { try { C c_(b[i]); a[i] = c_.v; } catch (int k) { a[i] = k; } } return 0; }
//: function.try.plain
static int g(int v) try { if (v > 2) throw v; return v; } catch (int k) { return {{total += k|k + 1}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: asm.cpp
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { asm volatile("addl %1, %0" : "+r"(k) : "r"({{i|0}})); a[i] = {{k|i}}; } return 0; }
//: member.pointer
struct P { int k, j; }; int f(int n) { P p{1, 2}; int P::*w = &P::{{k|j}}; @for (int i = 0; i < n; i++) { a[i] = p.k; p.*w = b[i] + i; } c[0] = p.j; return 0; }
//: member.pointer.computed
struct P { int k, j; }; int f(int n) { P p{1, 2}; int P::*w[2] = {&P::k, &P::j}; @for (int i = 0; i < n; i++) { {{p.*w[i & 1] = b[i]; a[i] = p.k|a[i] = p.*w[i & 1]}}; } return 0; }
//: member.pointer.method
struct P { int k = 1; int up(int v) { return k = k * 3 + v & 255; } int get(int v) { return k + v; } }; int f(int n) { P p; int (P::*w)(int) = &P::{{up|get}}; @for (int i = 0; i < n; i++) { a[i] = (p.*w)(b[i]); } return 0; }
//: member.pointer.invoke
struct P { int k = 1; int up(int v) { return {{k = k * 3 + v & 255|k + v}}; } }; int f(int n) { P p; @for (int i = 0; i < n; i++) { a[i] = std::invoke(&P::up, p, b[i]); } return 0; }
//: bits.pointer
int f(int n) { @for (int i = 0; i < n; i++) { auto p = reinterpret_cast<int *>(reinterpret_cast<std::uintptr_t>(a + i) & ~std::uintptr_t{{{7|0}}}); *p = b[i] + i; } return 0; }
//: bits.bit.cast
int f(int n) { @for (int i = 0; i < n; i++) { unsigned k = __builtin_bit_cast(unsigned, (float){{(i / 2)|i}}); a[(k >> 20) & 255] = b[i] + i; } return 0; }
//: ranges.iota
int f(int n) { @for (int k : std::views::iota(0, n)) { a[{{k / 2|k}}] = b[k] + k; } return 0; }
//: ranges.reverse
int f(int n) { std::vector<int> v(b, b + n); int k_ = 0; @for (int k : v) { {{a[k_++] = k|total = k|a[0] = std::max(a[0], k)}}; } return 0; }
//: span.overlap
int f(int n) { std::span<int> s(a, 200), t({{a + 1|c}}, 150); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: span.subspan
int f(int n) { std::span<int> s(a, 200); auto t = s.subspan({{1|0}}, 100); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: span.parameter
static void go(std::span<int> s, std::span<const int> t) { @for (size_t i = 0; i < t.size(); i++) { s[i] = t[i] + 1; } } int f(int n) { go(std::span<int>({{a + 1|c}}, n), std::span<const int>(a, n)); return 0; }
//: span.first
int f(int n) { std::span<int> s(a, 200); @for (int i = 0; i < n; i++) { s.subspan(i)[{{n - i|0}}] = b[i] + i; } return 0; }
//: pack.fold
template <class... T> static int sum(T &...v) { return (... + {{(v = v * 2 + 1 & 255)|v}}); } int f(int n) { int k = 1, j = 2; @for (int i = 0; i < n; i++) { a[i] = sum(k, j) + b[i]; } return k; }
//: pack.places
template <class... I> static int &at(int *p, I... i) { int k = 0; ((k += {{i / 2|i}}), ...); return p[k]; } int f(int n) { @for (int i = 0; i < n; i++) { at(a, i, 2) = b[i] + i; } return 0; }
//: pack.comma
template <class... T> static void each(T... v) { {{((total = total * 3 + v & 255), ...)|((a[v] = 1), ...)}}; } int f(int n) { @for (int i = 0; i < n; i++) { each(i, i); } return 0; }
//: pack.forward
template <class F, class... T> static auto call(F g, T &&...v) { return g(std::forward<T>(v)...); } static int up(int &v) { return {{v = v * 3 + 1 & 255|v + 1}}; } int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = call(up, k) + b[i]; } return k; }
//: constexpr.if
template <bool W> static int g(int v) { if constexpr (W) { return total = total * 3 + v & 255; } else { return v + 1; } } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g<{{true|false}}>(b[i]); } return 0; }
//: constexpr.if.type
template <class T> static void put(T v, int i) { if constexpr (std::is_integral_v<T>) { a[{{0|i}}] = v + i; } else { c[i] = (int)v; } } int f(int n) { @for (int i = 0; i < n; i++) { put(b[i], i); } return 0; }
//: concept.overload
template <class T> concept Big = sizeof(T) > 4; template <class T> static int g(T v) { return total = total * 3 + (int)v & 255; } template <Big T> static int g(T v) { return (int)v + 1; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g({{b[i]|x[i]}}); } return 0; }
//: requires.clause
template <class T> requires (sizeof(T) == 4) static int g(T v) { return {{total += (int)v|(int)v}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: consteval.lambda
int f(int n) { constexpr auto g = [](int v) { return v / {{2|1}}; }; @for (int i = 0; i < n; i++) { a[g(i)] = b[i] + i; } return 0; }
//: lambda.recursive
int f(int n) { auto g = [&](auto &&self, int v) -> int { {{total = total * 3 + v & 255|}}; return v <= 0 ? 0 : 1 + self(self, v - 1); }; @for (int i = 0; i < n; i++) { a[i] = g(g, b[i]); } return 0; }
//: lambda.template
int f(int n) { int k = 1; auto g = [&]<class T>(T v) { return {{k = k * 3 + (int)v & 255|k + (int)v}}; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return k; }
//: lambda.in.member
struct C { std::function<void(int)> g; }; int f(int n) { int k = 1; C c_{[&](int i) { {{k = k * 3 + i & 255; a[i] = k|a[i] = i}}; }}; @for (int i = 0; i < n; i++) { c_.g(i); } return k; }
//: lambda.decayed
int f(int n) { int (*g)(int) = [](int v) { return {{total = total * 3 + v & 255|v + 2}}; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: lambda.immediately
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = [&] { {{k = k * 3 + i & 255; return k|int t = b[i]; return t + k}}; }(); } return k; }
//: unique.array
int f(int n) { auto p = std::make_unique<int[]>(400); auto *q = p.get(){{ + 1|}}; @for (int i = 0; i < n; i++) { q[i] = p[i] + b[i]; } int s = 0; for (int j = 0; j < 60; j++) s = (s * 3 + p[j]) & 65535; return s; }
//: shared.aliases
int f(int n) { auto p = std::make_shared<int>(1); auto q = {{p|std::make_shared<int>(2)}}; @for (int i = 0; i < n; i++) { *q = i; a[i] = *p; c[i] = *q; } return 0; }
//: unique.release
int f(int n) { auto p = std::make_unique<int>(1); @for (int i = 0; i < n; i++) { {{p.reset(new int(*p * 3 + b[i] & 255)); a[i] = *p|auto q = std::make_unique<int>(b[i]); a[i] = *q}}; } return 0; }
//: reference.member.container
struct H { std::vector<int> &v; void put(int i, int k) { v[{{i / 2|i}}] = k; } }; int f(int n) { std::vector<int> v(60); H h{v}; @for (int i = 0; i < n; i++) { h.put(i, b[i] + i); } int s = 0; for (int k : v) s = (s * 3 + k) & 65535; return s; }
//: tuple.get
int f(int n) { std::tuple<int, int> t{1, 2}; @for (int i = 0; i < n; i++) { {{std::get<0>(t) = std::get<0>(t) * 3 + b[i] & 255; a[i] = std::get<0>(t)|a[i] = std::get<1>(t)}}; } return 0; }
//: tuple.tie
int f(int n) { int k = 1, j = 2; @for (int i = 0; i < n; i++) { {{std::tie(k, j) = std::make_pair(j, k * 3 + b[i] & 255); a[i] = k|int p, q; std::tie(p, q) = std::make_pair(b[i], i); a[i] = p + q}}; } return k; }
//: exchange
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { {{a[i] = std::exchange(k, b[i])|int t = 3; a[i] = std::exchange(t, b[i])}}; } return 0; }
//: accumulate.inside
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = std::accumulate(b, b + i, {{a[i ? i - 1 : 0]|7}}); } return 0; }
//: transform.inside
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { std::transform(b, b + 3, {{a|a + 3 * i}}, [&](int v) { return v + i; }); } return 0; }
//: for.each.inside
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { std::for_each(b, b + 3, [&](int v) { {{k = k * 3 + v + i & 255|a[i] += v}}; }); } return k; }
//: sort.inside
int f(int n) { @for (int i = 0; i < n; i++) { std::sort(c + {{i|4 * i}}, c + {{i|4 * i}} + 4); } return 0; }
//: swap.elements
int f(int n) { @for (int i = 0; i < n; i++) { std::swap(a[{{2 * i + 1|2 * i}}], a[{{2 * i + 3|2 * i + 1}}]); } return 0; }
//: bitset.bits
int f(int n) { std::bitset<64> s; @for (int i = 0; i < n; i++) { {{s[i / 2] = b[i] > 0; a[i] = s[0]|a[i] = (int)s[i]}}; } return (int)s.count(); }
//: vector.bool.auto
int f(int n) { std::vector<bool> v(60); @for (int i = 0; i < n; i++) { {{auto r = v[3]; r = b[i] > 0; a[i] = v[3]|a[i] = v[i]}}; } return 0; }
//: valarray.slice
int f(int n) { std::valarray<int> v(1, 60); @for (int i = 0; i < n; i++) { {{v[std::slice(0, 3, 1)] = b[i] + i; a[i] = v[i & 3]; v[1] = i|a[i] = v[i]}}; } return v[1]; }
//: string.view
int f(int n) { std::string s = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnop"; std::string_view w = s; @for (int i = 0; i < n; i++) { {{a[i] = w[0]; s[i & 1] = (char)('a' + i % 20)|a[i] = w[i]}}; } return s[0]; }
//: initializer.list
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { for (int v : {b[i], i}) { {{k = k * 3 + v & 255|a[i] += v}}; } c[i] = {{k|i}}; } return 0; }
//: range.for.init
int f(int n) { int k_ = 0; @for (int i = 0; i < n; i++) { for (int j = 0; int &v : m[{{i & 1|i % 20}}]) { v = {{v * 3 + i & 255|j++}}; } if (i > 18) break; } return 0; }
//: range.for.converts
struct Q { int v; operator int() const { return {{total = total * 3 + v & 255|v}}; } }; int f(int n) { Q q[4] = {{1}, {2}, {3}, {4}}; @for (int i = 0; i < n; i++) { for (int v : q) { a[i] += v; } } return 0; }
//: enum.class.flags
enum class F { none, one = 1, two = 2 }; static F operator|(F s, F t) { {{total++|}}; return F(int(s) + int(t)); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = int(F::one | F::two) + {{total|i}}; } return 0; }
//: union.member.class
union U { int k; float v; U() : k(0) {} }; int f(int n) { U u; @for (int i = 0; i < n; i++) { {{a[i] = u.k; u.v = (float)b[i]|U t; t.v = (float)b[i]; a[i] = t.k}}; } return 0; }
//: aggregate.nested
struct P { struct { int k; } in; int w[2]; }; int f(int n) { P p{ {1}, {2, 3} }; @for (int i = 0; i < n; i++) { {{p.in.k = p.w[i & 1] + b[i]; p.w[0] = p.in.k & 255; a[i] = p.w[0]|P q = p; q.w[0] = i; a[i] = q.in.k + q.w[0]}}; } return 0; }
//: inherited.constructor
struct B { int v; B(int k) : v(k) { {{total = total * 3 + k & 255|}}; } }; struct D : B { using B::B; }; int f(int n) { @for (int i = 0; i < n; i++) { D d(b[i]); a[i] = d.v; } return 0; }
//: delegating.constructor
struct C { int v; C() : C({{total++|3}}) {} C(int k) : v(k) {} }; int f(int n) { @for (int i = 0; i < n; i++) { C c_; a[i] = c_.v; } return 0; }
//: default.member
struct C { int v = {{total++|3}}; }; int f(int n) { @for (int i = 0; i < n; i++) { C c_; a[i] = c_.v; } return 0; }
//: default.argument
static int g(int v = {{total++|3}}) { return v; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = g() + b[i]; } return 0; }
//: friend.function
class C { int k = 1; friend int up(C &c_, int v); }; int up(C &c_, int v) { return {{c_.k = c_.k * 3 + v & 255|c_.k + v}}; } int f(int n) { C c_; @for (int i = 0; i < n; i++) { a[i] = up(c_, b[i]); } return 0; }
//: crtp
template <class D> struct B { int get(int v) { return static_cast<D *>(this)->go(v); } }; struct D : B<D> { int k = 1; int go(int v) { return {{k = k * 3 + v & 255|k + v}}; } }; int f(int n) { D d; @for (int i = 0; i < n; i++) { a[i] = d.get(b[i]); } return 0; }
//: specialisation
template <class T> struct C { static int go(int v) { return v; } }; template <> struct C<int> { static int go(int v) { return total = total * 3 + v & 255; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = C<{{int|long}}>::go(b[i]); } return 0; }
//: specialisation.function
template <class T> static int go(T v) { return (int)v; } template <> int go<int>(int v) { return total = total * 3 + v & 255; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = go({{b[i]|x[i]}}); } return 0; }
//: overload.reference
static int g(int &v) { return v++; } static int g(const int &&v) { return v; } int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = g({{k|k + 0|b[i] + 1}}); } return k; }
//: overload.const
struct C { int k = 1; int go() { return k++; } int go() const { return k; } }; int f(int n) { C c_; const C &r = c_; @for (int i = 0; i < n; i++) { a[i] = {{c_|r}}.go(); } return 0; }
//: argument.dependent
namespace q { struct V { int v; }; static int size(V &v) { return {{v.v++|v.v}}; } } int f(int n) { q::V v{1}; @for (int i = 0; i < n; i++) { a[i] = size(v); } return 0; }
//: using.namespace
namespace q { int total_ = 0; static void tick(int v) { {{total_ = total_ * 3 + v & 255; a[v & 31] = total_|a[v] = v}}; } } int f(int n) { using namespace q; total_ = 1; @for (int i = 0; i < n; i++) { tick(i); } return total_; }
//: inline.variable
inline int iv = 0; int f(int n) { iv = 0; @for (int i = 0; i < n; i++) { a[i] = {{iv; iv = b[i]|i + iv}}; } return 0; }
//: reinterpret.rows
int f(int n) { auto p = reinterpret_cast<int(*)[{{1|2}}]>(a); @for (int i = 0; i < n; i++) { p[i][0] = b[i]; p[i][1] = i + 9; } return 0; }
//: decltype.auto
static decltype(auto) at(int i) { return (a[{{i / 2|i}}]); } int f(int n) { @for (int i = 0; i < n; i++) { at(i) = b[i] + i; } return 0; }
//: ternary.place
int f(int n) { int k = 0, j = 0; @for (int i = 0; i < n; i++) { ({{b[i] > 0 ? k : j|b[i] > 0 ? a[i] : c[i]}}) = i; } return k * 100 + j; }
//: assignment.chain
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { {{a[i] = k = k * 3 + b[i] & 255|a[i] = c[i] = b[i]|(k = b[i]) += i; a[i] = k}}; } return 0; }
