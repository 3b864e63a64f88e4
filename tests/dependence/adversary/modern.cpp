//: binding.reference.array
int f(int n) { int t[2] = {1, 2}; auto {{&|&|}}[u, v] = t; @for (int i = 0; i < n; i++) { {{a[i] = t[0]; u = b[i] + i|a[i] = u + v|a[i] = u; t[0] = b[i] + i}}; } return t[0]; }
//: binding.reference.member
struct P2 { int k, j; }; P2 ps[64]; int f(int n) { @for (int i = 0; i < n; i++) { auto {{&|&|}}[k, j] = ps[{{i & 3|i|i & 3}}]; k = k * 2 + b[i]; k &= 255; a[i] = k; } for (int i = 0; i < 64; i++) c[i] = ps[i].k; return 0; }
//: binding.of.map
int f(int n) { std::map<int, int> q; for (int i = 0; i < n; i++) q[i] = b[i]; int k = 1; @for (auto &[key, value] : q) { {{value = k; k = key * 2 + 1|value = key + 1|value = q[0]; q[0] += 1}}; } int s = 0; for (auto &p : q) s = s * 3 % 1009 + p.second; return s; }
//: binding.pair.of.references
static std::pair<int &, int &> both(int i) { return {a[i], a[i + {{1|100|0}}]}; } int f(int n) { @for (int i = 0; i < n; i++) { auto [u, v] = both(i); u = v + b[i]; } return 0; }
//: binding.tie
int f(int n) { int u = 1, v = 1; @for (int i = 0; i < n; i++) { {{std::tie(u, v) = std::make_pair(v, (u + v) & 255)|std::tie(u, v) = std::make_pair(b[i], i)|int w = u; std::tie(u, v) = std::make_tuple(v, w + b[i])}}; a[i] = u; } return 0; }
//: binding.tuple.get
int f(int n) { std::tuple<int, int> t{1, 2}; @for (int i = 0; i < n; i++) { {{a[i] = std::get<0>(t); std::get<0>(t) = b[i] + i|a[i] = std::get<1>(t) + b[i]|std::get<1>(t) = std::get<0>(t) + i; std::get<0>(t) = b[i]; a[i] = std::get<1>(t)}}; } return 0; }
//: exchange
int f(int n) { int prev = 7; @for (int i = 0; i < n; i++) { a[i] = {{std::exchange(prev, b[i] + i)|prev + b[i]|std::exchange(last, i)}}; } return 0; }
//: exchange.element
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = std::exchange({{b[i & 3]|b[i]|b[n - 1 - i]}}, i); } return 0; }
//: swap.neighbours
int f(int n) { @for (int i = 0; i < n; i++) { std::swap(a[i], a[{{i + 3|i + 100|0}}]); } return 0; }
//: iter.swap
int f(int n) { @for (int i = 0; i < n; i++) { std::iter_swap(a + i, {{a + i + 1|b + i|a}}); } return 0; }
//: minmax.reference
int f(int n) { @for (int i = 0; i < n; i++) { int &r = const_cast<int &>(std::max(a[i], a[{{i + 1|i|0}}])); r = {{r * 2 + 1|b[i]|i}}; } return 0; }
//: for_each.state
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { std::for_each(b + i, b + i + 2, [&](int v) { {{s = s * 3 + v; s &= 255;|a[i] = v;|s = v;}} }); {{a[i] = s|x[i] = i|a[i] = s + i}}; } return s; }
//: transform.functor
struct Acc { int *p; int operator()(int v) const { {{*p = (*p * 2 + v) & 255; return *p;|return v + 1;|return *p = v;}} } }; int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { std::transform(b + i, b + i + 1, a + {{i|i|i}}, Acc{&k}); } return k * 0 + {{0|0|k}}; }
//: transform.shift
int f(int n) { @for (int i = 0; i < n; i++) { std::transform(a + {{i|200 + i|i}}, a + {{i|200 + i|i}} + 2, a + {{i + 1|i|i}}, [](int v) { return (v * 3 + 1) & 255; }); } return 0; }
//: generate.state
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { std::generate(a + i, a + i + 1, [&k] { return {{k++|k + 5|k}}; }); {{||k = b[i] + i;}} } return 0; }
//: copy.overlap
int f(int n) { @for (int i = 0; i < n; i++) { std::copy({{a + i, a + i + 3, a + i + 1|b + i, b + i + 1, a + i|a + i, a + i + 1, a + n + i}}); } return 0; }
//: copy.n
int f(int n) { @for (int i = 0; i < n; i++) { std::copy_n({{a + i, 2, a + i + 2|b + 2 * i, 2, a + 2 * i|b + 2 * i, 2, a + i}}); } return 0; }
//: back.inserter
int f(int n) { std::vector<int> v; auto out = std::back_inserter(v); @for (int i = 0; i < n; i++) { {{*out++ = b[i] + i|out = b[i]|a[i] = b[i]}}; } for (size_t i = 0; i < v.size(); i++) c[i] = v[i]; return 0; }
//: pointer.walk.copy
int f(int n) { int *out = a; @for (int i = 0; i < n; i++) { {{out = std::copy_n(b + i, 1 + (i & 1), out)|std::copy_n(b + i, 1, a + i)|out = std::fill_n(out, b[i] & 1, i)}}; } return (int)(out - a) * 0; }
//: span.overlap.own
template <class T> struct Sp { T *p; size_t n; Sp sub(size_t o) const { return {p + o, n - o}; } T &operator[](size_t i) const { return p[i]; } }; int f(int n) { Sp<int> s{a, 200}; auto t = s.sub({{1|100|0}}); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: span.std
int f(int n) { std::span<int> s(a, 200); auto t = s.subspan({{1|100|0}}); @for (int i = 0; i < n; i++) { t[i] = s[i] + b[i]; } return 0; }
//: span.first.last
int f(int n) { std::span<int> s(a, 30); auto u = s.first(n), v = s.last(30 - {{1|2|3}}); @for (int i = 0; i < 20 && i < n - 1; i++) { v[i] = u[i] + 1; } return 0; }
//: span.two.views
static void go(std::span<int> u, std::span<const int> v, int n) { @for (int i = 0; i < n; i++) { u[i] = v[i] + 1; } } int f(int n) { go(std::span<int>(a + {{1|100|0}}, 50), std::span<const int>(a, 50), n); return 0; }
//: string.view
int f(int n) { std::string s(64, 'a'); std::string_view v = s; @for (int i = 1; i < n; i++) { s[i] = {{char(v[i - 1] + 1)|char('a' + i)|char(v[i + 1] + 2)}}; } std::cout << s; return 0; }
//: string.view.prefix
int f(int n) { std::string_view v("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"); @for (int i = 0; i < n; i++) { {{a[i] = v[0]; v.remove_prefix(1)|a[i] = v[i]|a[i] = (int)v.size(); v = v.substr(1)}}; } return 0; }
//: vector.bool.same.word
int f(int n) { std::vector<bool> v(64), w(64, true); @for (int i = 0; i < n; i++) { {{auto r = v[i / 2]; r = !r; a[i] = v[i / 2]|a[i] = v[i] + w[i]|v[i & 7].flip()}}; } int s = 0; for (int i = 0; i < 64; i++) s = s * 2 % 1009 + v[i]; return s; }
//: vector.bool.auto.proxy
int f(int n) { std::vector<bool> v(64); auto r = v[0]; @for (int i = 0; i < n; i++) { {{a[i] = v[0]; r = b[i] > 0|a[i] = r|a[i] = v[i]; v[i + 1] = b[i] > 1}}; } return 0; }
//: bitset.proxy
int f(int n) { std::bitset<64> s; auto r = s[3]; @for (int i = 0; i < n; i++) { {{a[i] = s[3]; r = b[i] > 0|a[i] = s[i]|a[i] = s.test(i); s.set(i + 1)}}; } return 0; }
//: bitset.shift
int f(int n) { std::bitset<64> s(1); @for (int i = 0; i < n; i++) { {{s <<= 1; s[0] = b[i] > 0|a[i] = (int)s.count()|s = (s << 1) \| std::bitset<64>(b[i] > 0)}}; } return (int)(s.to_ulong() % 100003); }
//: atomic_ref
int f(int n) { int k = 0; std::atomic_ref<int> r({{k|k|a[0]}}); @for (int i = 0; i < n; i++) { {{a[i] = r.fetch_add(1)|a[i] = b[i]|b[i] = r.exchange(i)}}; } return k * 0; }
//: atomic.flag
int f(int n) { std::atomic_flag g = ATOMIC_FLAG_INIT; @for (int i = 0; i < n; i++) { {{if (!g.test_and_set()) a[0] = i + 100|a[i] = i|a[i] = g.test_and_set()}}; } return 0; }
//: atomic.compare
int f(int n) { std::atomic<int> k{0}; @for (int i = 0; i < n; i++) { int e = {{0|0|b[i] & 1}}; a[i] = k.compare_exchange_strong(e, i + 1); } return {{k.load()|0|0}}; }
//: optional.cache
int f(int n) { std::optional<int> memo; @for (int i = 0; i < n; i++) { {{if (!memo.has_value()) memo.emplace(b[i] + i); a[i] = *memo|std::optional<int> q; if (b[i] > 0) q = b[i]; a[i] = q.value_or(3)|a[i] = memo.value_or(-1); memo = i}}; } return 0; }
//: variant.state
int f(int n) { std::variant<int, double> v = 1; @for (int i = 0; i < n; i++) { {{a[i] = (int)v.index(); if (b[i] > 0) v = 0.5; else v = 2|std::variant<int, double> w = i; a[i] = std::get<int>(w)|a[i] = std::visit([](auto q) { return (int)q; }, v); v = i}}; } return 0; }
//: any.value
int f(int n) { int s = 2; auto g = [&](auto v) { {{s = (s * 2 + (int)v) & 255; return s;|return (int)v;|return std::exchange(s, (int)v);}} }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]) + g(1.5); } return 0; }
//: placement.new
struct Cell2 { int v; int w; Cell2(int q) : v(q) {} }; alignas(8) static unsigned char store[1024]; int f(int n) { @for (int i = 0; i < n; i++) { Cell2 *p = new (store + {{4 * i|8 * i|0}}) Cell2(b[i] + i); p->w = i * {{3|1|1}}; a[i] = p->v; } int s = 0; for (int i = 0; i < 8 * n; i++) s = (s * 31 + store[i]) % 100003; return s; }
//: placement.new.array
int f(int n) { @for (int i = 0; i < n; i++) { int *p = new (a + {{i / 2|i|(i & 3)}}) int(b[i] + i); *p += 1; } return 0; }
//: new.pool
static int arena[256], top; static void *take(size_t k) { void *p = arena + top; top += {{(int)k / 4|0|1}}; return p; } struct Node { int v; static void *operator new(size_t k) { return take(k); } static void operator delete(void *) {} }; int f(int n) { top = 0; @for (int i = 0; i < n; i++) { Node *p = new Node; p->v = b[i] + i; } for (int i = 0; i < 100; i++) c[i] = arena[i]; return 0; }
//: new.address
int f(int n) { std::vector<int *> v; @for (int i = 0; i < n; i++) { {{v.push_back(new int(b[i]))|int *p = new int(b[i]); a[i] = *p; delete p|static int *old = nullptr; int *p = new int(b[i] + i); a[i] = old ? *old : 0; old = p}}; } for (size_t i = 0; i < v.size(); i++) c[i] = *v[i]; return 0; }
//: expression.template
struct Vec { int *d; template <class E> Vec &operator=(const E &e) { for (int k = 0; k < 4; k++) d[k] = e[k]; return *this; } int operator[](int k) const { return d[k]; } }; struct Sum { const Vec &l, &r; int operator[](int k) const { {{total = (total * 2 + k + l[k]) & 255; return l[k] + total;|return l[k] + r[k];|return l[k] + r[k];}} } }; static Sum operator+(const Vec &l, const Vec &r) { return {l, r}; } int f(int n) { @for (int i = 0; i < n; i++) { Vec p{a + {{4 * i|4 * i|2 * i}}}, q{b + 4 * i}, r{c + 4 * i}; p = q + r; } return 0; }
//: expression.template.alias
struct Row { int *d; int &operator[](int k) const { return d[k]; } }; struct Shift { Row r; int operator[](int k) const { return r[k + {{1|0|-1}}]; } }; int f(int n) { Row u{a + 1}; Shift s{u}; @for (int i = 0; i < n; i++) { u[i] = s[i] + b[i]; } return 0; }
//: expression.template.lazy
template <class F> struct Lazy2 { F g; int operator[](int i) const { return g(i); } }; template <class F> Lazy2(F) -> Lazy2<F>; int f(int n) { Lazy2 l{[&](int i) { return a[i] + {{a[i + 1]|b[i]|a[0]}}; }}; @for (int i = 0; i < n; i++) { a[i] = l[i]; } return 0; }
//: operator.star.proxy
struct Prox { int *p; Prox &operator=(int v) { *p = {{(*p * 2 + v) & 255|v|v}}; return *this; } }; struct It { int *p; Prox operator*() const { return {p}; } It operator+(int k) const { return {p + {{k / 2|k|(k & 3)}}}; } }; int f(int n) { It it{a}; @for (int i = 0; i < n; i++) { *(it + i) = b[i] + i; } return 0; }
//: operator.unary
struct Neg { int v; int operator-() { {{v = (v * 2 + 1) & 255; return v;|return 3;|return v++;}} } }; int f(int n) { Neg q{1}; @for (int i = 0; i < n; i++) { a[i] = -q + b[i]; } return 0; }
//: operator.bool
struct Once { bool done = false; explicit operator bool() { {{bool was = done; done = true; return !was;|return true;|return done = !done;}} } }; int f(int n) { Once q; @for (int i = 0; i < n; i++) { if (q) a[i] = b[i] + 50; } return 0; }
//: operator.equal
struct Seen { int k; bool operator==(int v) { {{bool same = k == v; k = v; return same;|return k == v;|k++; return k == v;}} } }; int f(int n) { Seen q{0}; @for (int i = 0; i < n; i++) { a[i] = q == b[i]; } return 0; }
//: operator.less.sort
struct Cmp { int *k; bool operator()(int p, int q) const { {{++*k;||total = p;}} return p < q; } }; int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int t[3] = {b[i], c[i], i}; std::sort(t, t + 3, Cmp{&k}); a[i] = t[0] + {{k|0|total}}; } return 0; }
//: operator.spaceship
struct Tr { int v; bool operator<(const Tr &o) const { {{last = (last * 2 + v) & 255;||last = v;}} return v < o.v; } }; int f(int n) { @for (int i = 0; i < n; i++) { Tr p{b[i]}, q{c[i]}; a[i] = p < q; {{a[i] += last||}}; } return last; }
//: operator.address
struct Adr { int v; int *operator&() { return {{a|b + 100|a + 5}}; } }; int f(int n) { Adr q{0}; @for (int i = 0; i < n; i++) { int *p = &q; p[{{0|i|0}}] = {{p[0] * 2 % 255 + b[i]|i|i}}; } return 0; }
//: operator.chain
struct St { int k; St &operator<<(int v) { k = {{(k * 2 + v) & 255|v|k + v}}; return *this; } }; int f(int n) { St s{0}; @for (int i = 0; i < n; i++) { s << b[i] << i; a[i] = {{s.k|i|s.k}}; } return s.k; }
//: operator.literal
static int operator""_k(unsigned long long v) { {{return total++ + (int)v;|return (int)v + 1;|return total = (int)v;}} } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = 5_k + b[i]; } return 0; }
//: virtual.through.base
struct Sh { int k = 0; virtual int area(int v) { return v; } virtual ~Sh() {} }; struct Sq : Sh { int area(int v) override { {{k = (k * 2 + v) & 255; return k;|return v * v;|return k = v;}} } }; static int call(Sh &s, int v) { return s.area(v); } int f(int n) { Sq q; @for (int i = 0; i < n; i++) { a[i] = call(q, b[i]); } return q.k; }
//: virtual.array
struct Op { virtual void go(int i) = 0; virtual ~Op() {} }; struct Put : Op { void go(int i) override { a[i] = b[i]; } }; struct Sum2 : Op { void go(int i) override { {{total = (total * 2 + i) & 255;|b[i] += 1;|a[i + 1] = a[i] + 1;}} } }; int f(int n) { Put p; Sum2 s; Op *ops[2] = {&p, &s}; @for (int i = 0; i < n; i++) { ops[{{i & 1|0|1}}]->go(i); } return total; }
//: virtual.default
struct Bs { virtual int go(int v, int k = 1) { return v + k; } virtual ~Bs() {} }; struct Dv : Bs { int s = 0; int go(int v, int k = 2) override { {{s += k; return s;|return v * k;|return s = k + v;}} } }; int f(int n) { Dv d; Bs *p = &d; @for (int i = 0; i < n; i++) { a[i] = p->go(b[i]); } return 0; }
//: crtp
template <class D> struct Crtp { int go(int v) { return static_cast<D *>(this)->impl(v); } }; struct Imp : Crtp<Imp> { int s = 0; int impl(int v) { {{s = (s * 3 + v) & 255; return s;|return v + 1;|return s++;}} } }; int f(int n) { Imp q; @for (int i = 0; i < n; i++) { a[i] = q.go(b[i]); } return 0; }
//: static.in.lambda
int f(int n) { auto g = [](int v) { static int s = 1; {{s = (s * 3 + v) & 255; return s;|return v + 1;|return std::exchange(s, v);}} }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: static.in.template
template <class T> static int ticks(T v) { static int s = 0; {{return s++ + (int)v;|return (int)v;|s = (int)v; return s;}} } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = ticks(b[i]) + ticks(0.5); } return 0; }
//: static.in.method
struct Ctr { int go() { static int s; {{return s++;|return 4;|return ++s & 1;}} } }; int f(int n) { @for (int i = 0; i < n; i++) { Ctr q; a[i] = q.go() + b[i]; } return 0; }
//: static.reference
static int &cell() { static int v; return v; } int f(int n) { int &r = cell(); r = 0; @for (int i = 0; i < n; i++) { {{a[i] = cell(); r = b[i] + i|a[i] = r + b[i]|a[i] = r; cell() = i}}; } return 0; }
//: thread.local
static thread_local int tl; static int up(int v) { {{tl = (tl * 2 + v) & 255; return tl;|return v;|int w = tl; tl = v; return w;}} } int f(int n) { tl = 0; @for (int i = 0; i < n; i++) { a[i] = up(b[i]); } return 0; }
//: thread.local.direct
thread_local int tls[8]; int f(int n) { for (int &q : tls) q = 1; @for (int i = 0; i < n; i++) { {{a[i] = tls[i & 3]++|a[i] = tls[i & 3]|tls[0] = b[i] + tls[0] * 2 % 9; a[i] = tls[0]}}; } return 0; }
//: generator.like
struct Gen { int k = 0; struct It2 { Gen *g; int operator*() const { return g->k; } It2 &operator++() { g->k = (g->k * 2 + 1) & 63; return *this; } bool operator!=(int) const { return true; } }; int next() { {{return k++;|return 5;|int v = k; k = (k * 3 + 1) & 63; return v;}} } }; int f(int n) { Gen g; @for (int i = 0; i < n; i++) { a[i] = g.next() + b[i]; } return 0; }
//: accumulate.state
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = std::accumulate(b, b + 4, 0, [&](int s, int v) { {{k = (k * 2 + v) & 255; return s + k;|return s + v * k;|k = s; return s + v;}} }); } return {{0|0|k}}; }
//: accumulate.output
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = std::accumulate(b + i, b + i + 2, {{s * 2 % 255|0|s}}); a[i] = s; } return {{s|0|s}}; }
//: partial.sum
int f(int n) { @for (int i = 1; i < n; i++) { std::partial_sum(a + {{i - 1|2 * i|i}}, a + {{i + 1|2 * i + 2|i + 2}}, a + {{i - 1|2 * i|i}}); } return 0; }
//: iota.overlap
int f(int n) { @for (int i = 0; i < n; i++) { std::iota(a + {{i|3 * i|2 * i}}, a + {{i|3 * i|2 * i}} + 3, i); } return 0; }
//: rotate.reverse
int f(int n) { @for (int i = 0; i < n; i++) { {{std::reverse(a, a + i + 1)|std::reverse(a + 2 * i, a + 2 * i + 2)|std::rotate(a, a + 1, a + n)}}; } return 0; }
//: remove.partition
int f(int n) { int k = n; @for (int i = 0; i < n; i++) { {{k = (int)(std::remove(a, a + k, i & 3) - a)|a[i] = (int)std::count(b, b + 4, i & 3)|k -= (int)std::count(b, b + i, 2); a[i] = k}}; } return k; }
//: mem.fn
struct Mf { int s = 0; int go(int v) { {{s = (s * 2 + v) & 255; return s;|return v;|return s++;}} } }; int f(int n) { Mf q; auto g = std::mem_fn(&Mf::go); @for (int i = 0; i < n; i++) { a[i] = g(q, b[i]); } return 0; }
//: member.function.pointer
struct Mp { int s = 0; int go(int v) { {{s = (s * 2 + v) & 255; return s;|return v;|return s++;}} } }; int f(int n) { Mp q; int (Mp::*g)(int) = &Mp::go; @for (int i = 0; i < n; i++) { a[i] = (q.*g)(b[i]); } return 0; }
//: std.bind
static int mix(int &s, int v) { {{s = (s * 2 + v) & 255; return s;|return s + v;|return s = v;}} } int f(int n) { int k = 1; auto g = std::bind(mix, std::ref(k), std::placeholders::_1); @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return k; }
//: std.invoke
int f(int n) { int k = 1; auto g = [&k](int v) { {{k = (k * 2 + v) & 255; return k;|return k + v;|return k = v;}} }; @for (int i = 0; i < n; i++) { a[i] = std::invoke(g, b[i]); } return k; }
//: lambda.init.reference
int f(int n) { int k = 1; auto g = [&r = k](int v) { {{r = (r * 2 + v) & 255; return r;|return r + v;|return r = v;}} }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return k; }
//: lambda.returns.lambda
int f(int n) { int k = 1; auto make = [&k](int w) { return [&k, w](int v) { {{k = (k * w + v) & 255; return k;|return w + v;|return k = v;}} }; }; @for (int i = 0; i < n; i++) { a[i] = make(3)(b[i]); } return k; }
//: lambda.recursive
int f(int n) { int depth = 0; std::function<int(int)> g = [&](int v) -> int { {{depth++;||depth = v;}} return v <= 0 ? depth : g(v - 1) + 1; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i] & 3); } return 0; }
//: lambda.captures.array
int f(int n) { int t[40] = {}; auto put = [&t](int i, int v) { t[i] = {{t[i > 0 ? i - 1 : 0] + v|v|v + t[0]}}; }; @for (int i = 0; i < n; i++) { put(i, b[i] + 1); } for (int i = 0; i < 40; i++) a[i] = t[i]; return 0; }
//: lambda.this
struct Lt { int s = 0; void go(int n) { auto g = [this](int v) { {{s = (s * 2 + v) & 255; return s;|return v + s;|return s = v;}} }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } } }; int f(int n) { Lt q; q.go(n); return q.s; }
//: lambda.star.this
struct Ls { int s = 1; void go(int n) { auto g = [*this](int v) mutable { {{s = (s * 2 + v) & 255; return s;|return v + s;|return s++;}} }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } } }; int f(int n) { Ls q; q.go(n); return q.s; }
//: lambda.default.argument
int f(int n) { auto g = [](int v, int &k = total) { k = {{(k * 2 + v) & 255|v|v + 1}}; return k; }; @for (int i = 0; i < n; i++) { a[i] = g(b[i] & 7); } return 0; }
//: lambda.function.pointer
int f(int n) { int (*g)(int) = [](int v) { {{total = (total * 2 + v) & 255; return total;|return v + 1;|return total = v;}} }; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
//: iterator.kept
int f(int n) { std::vector<int> v(64); auto it = v.begin(); @for (int i = 0; i < n; i++) { {{*it = i; if (b[i] > 0) ++it|v[i] = i|it = std::next(v.begin(), i); *it = *std::next(it) + 1}}; } for (int i = 0; i < 64; i++) a[i] = v[i]; return 0; }
//: iterator.reverse
int f(int n) { std::vector<int> v(64, 1); auto it = v.rbegin(); @for (int i = 0; i < n; i++) { it[i] = {{v[62 - i] + i + 1|i|v[63] + 1}}; } for (int i = 0; i < 64; i++) a[i] = v[i]; return 0; }
//: iterator.list
int f(int n) { std::list<int> l(b, b + n + 1); auto it = l.begin(); @for (int i = 0; i < n; i++) { {{a[i] = *it; ++it|a[i] = b[i]|*it += i; a[i] = *it++}}; } return 0; }
//: range.for.init
int f(int n) { std::vector<int> v(n, 2); int k = 0; for (auto &w = v; int &q : w) { q += k; } @for (int &q : v) { {{q = k; k += q + 1|q = q * 2|q += v.front(); v.front()++}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return k; }
//: range.for.view
int f(int n) { std::vector<int> v(n, 2); std::span<int> s(v); int i = 0; @for (int &q : s) { {{q = i++|q = q * 2|q = v[0] + 1}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: range.temporary
static std::vector<int> made(int n) { return std::vector<int>(b, b + n); } int f(int n) { auto v = made(n); int k = 0; @for (int q : v) { {{a[k++] = q|k += q|a[q & 3] = k++}}; } return k; }
//: range.array.of.struct
struct Pt { int px2, v; int prev; }; int f(int n) { Pt ps[12]; for (int i = 0; i < 12; i++) ps[i] = {i, b[i], i ? i - 1 : 0}; @for (auto &p : ps) { p.v = {{ps[p.prev].v + 1|p.px2 * 2|ps[0].v + p.px2 + 1}}; } for (int i = 0; i < 12; i++) a[i] = ps[i].v; return 0; }
//: range.references.wrapped
int f(int n) { std::vector<std::reference_wrapper<int>> v; for (int i = 0; i < n; i++) v.push_back(a[{{i & 3|i|i / 2}}]); @for (auto &q : v) { q.get() = q.get() * 2 + 1; {{q.get() = (q.get() + total++) & 255;||q.get() &= 63;}} } return 0; }
//: deque.front
int f(int n) { std::deque<int> q(b, b + n); @for (int i = 0; i < n; i++) { {{a[i] = q.front(); q.pop_front()|a[i] = q[i]|q.push_front(i); a[i] = q.back()}}; } return 0; }
//: queue.stack
int f(int n) { std::stack<int> q; q.push(1); @for (int i = 0; i < n; i++) { {{a[i] = q.top(); q.push(b[i])|std::stack<int> w; w.push(b[i]); a[i] = w.top()|q.top() = q.top() * 2 % 63 + b[i]; a[i] = q.top()}}; } return 0; }
//: set.insert
int f(int n) { std::set<int> q; @for (int i = 0; i < n; i++) { a[i] = {{q.insert(b[i]).second|(int)q.count(i)|(int)q.size(); q.insert(i)}}; } return 0; }
//: map.reference.kept
int f(int n) { std::map<int, int> q; int &r = q[3]; @for (int i = 0; i < n; i++) { {{a[i] = r; q[3] = b[i] + i|a[i] = r + b[i]|a[i] = q.at(3); r = i}}; } return 0; }
//: unordered.memo
static std::unordered_map<int, int> memo; static int slow(int v) { auto it = memo.find(v); if (it != memo.end()) return {{it->second|v * 2|it->second}}; return memo[v] = {{(int)memo.size()|v * 2|total++}}; } int f(int n) { memo.clear(); @for (int i = 0; i < n; i++) { a[i] = slow(b[i]); } return 0; }
//: string.find
int f(int n) { std::string s = "abcabcabcabcabcabcabcabc"; size_t at = 0; @for (int i = 0; i < n; i++) { {{at = s.find('b', at + 1); a[i] = at == std::string::npos ? -1 : (int)at|a[i] = (int)s.find('c')|s.replace(0, 1, "zz"); a[i] = (int)s.size()}}; } return 0; }
//: stringstream
int f(int n) { std::stringstream s("1 2 3 4 5 6 7 8 9 10 11 12 13"); int v = 0; @for (int i = 0; i < n; i++) { {{s >> v; a[i] = v|std::stringstream t; t << i; a[i] = (int)t.str().size()|s << i; a[i] = (int)s.tellp()}}; } return 0; }
//: reverse.condition
struct Rg { int n; mutable int asked = 0; int size() const { {{asked = (asked * 2 + 1) & 255;||asked++;}} return n; } }; int f(int n) { Rg r{n}; @for (int i = 0; i < n; i++) { a[i] = b[i] + r.size() + {{r.asked|0|r.asked}}; } return 0; }
//: using.enum
enum class Md { A, B, C2 }; int f(int n) { Md m2 = Md::A; @for (int i = 0; i < n; i++) { switch (m2) { case Md::A: a[i] = 1; {{m2 = b[i] > 0 ? Md::B : Md::C2;||m2 = Md::B;}} break; case Md::B: a[i] = 2; {{m2 = Md::C2;|break;|m2 = Md::A;}} break; default: a[i] = 3; } } return 0; }
//: if.init
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { if (int v = {{k++|b[i]|std::exchange(k, i)}}; v > 3) a[i] = v; else a[i] = -v; } return 0; }
//: switch.init
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { switch (int v = {{k = (k * 2 + b[i]) & 3|b[i] & 3|total++ & 3}}; v) { case 0: a[i] = 5; break; case 1: a[i] = 6; break; default: a[i] = v; } } return 0; }
//: constexpr.if
template <bool K> static int chosen(int v) { if constexpr (K) { {{total = (total * 2 + v) & 255; return total;|return v;|return total++;}} } else return v + 1; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = chosen<true>(b[i]) + chosen<false>(i); } return 0; }
//: fold.expression
template <class... T> static void each(T &&...t) { {{((total = (total * 2 + t) & 255), ...);|(void)(t + ...);|((t = total++), ...);}} } int f(int n) { @for (int i = 0; i < n; i++) { each(a[i], b[i]); } return total; }
//: pack.swap
template <class T, class... R> static void shift(T &t, R &...r) { if constexpr (sizeof...(r) > 0) { auto &n2 = std::get<0>(std::tie(r...)); {{t = n2 + 1;|t = 3;|n2 = t + 1;}} } } int f(int n) { @for (int i = 0; i < n; i++) { shift(a[i], a[i + {{1|1|1}}]); } return 0; }
//: reference.forward
template <class T> static void set(T &&t, int v) { std::forward<T>(t) = {{(t * 2 + v) & 255|v|v}}; } int f(int n) { @for (int i = 0; i < n; i++) { set({{total|a[i]|a[i / 2]}}, b[i] + i); x[i] = i; } return 0; }
//: auto.reference.return
static auto &where(int i) { return a[{{i / 2|i|i % 3}}]; } int f(int n) { @for (int i = 0; i < n; i++) { auto &r = where(i); r = r * 2 % 63 + b[i]; } return 0; }
//: decltype.auto
static decltype(auto) place(int i) { return ({{a[i & 1]|a[i]|a[0]}}); } int f(int n) { @for (int i = 0; i < n; i++) { place(i) = place(i) * 2 % 63 + i; } return 0; }
//: reference.of.conditional
int f(int n) { int u = 1, v = 1; @for (int i = 0; i < n; i++) { int &r = b[i] > 2 ? u : v; {{r = r * 2 % 63 + i; a[i] = u|a[i] = r + i|a[i] = u + v; r = i}}; } return 0; }
//: reference.rows
int f(int n) { int (&r)[20] = m[{{3|3|0}}]; @for (int i = 1; i < 12; i++) { m[{{i|19|i}}][2] = {{r[2] + 1|i|r[i] + 1}}; } return 0; }
//: reference.to.pointer
int f(int n) { int *p = a; int *&q = p; @for (int i = 0; i < n; i++) { {{*p = i + b[i]; q++|p[i] = b[i]|q[i] = i; if (b[i] > 3) p = b}}; } return 0; }
//: const.reference.changes
int f(int n) { const int &k = a[{{3|399|0}}]; @for (int i = 0; i < n; i++) { a[i] = k + b[i] + i; } return 0; }
//: const.member.reference
struct Cm { const int &k; int at(int i) const { return b[i] + k; } }; int f(int n) { int w = 1; Cm q{w}; @for (int i = 0; i < n; i++) { a[i] = q.at(i); {{w = i + b[i]||w++}}; } return 0; }
//: const.cast.this
struct Cc { int s = 0; int get(int v) const { {{auto *me = const_cast<Cc *>(this); me->s = (me->s * 2 + v) & 255; return s;|return s + v;|return const_cast<int &>(s) = v;}} } }; int f(int n) { Cc q; @for (int i = 0; i < n; i++) { a[i] = q.get(b[i]); } return q.s; }
//: reinterpret.cast.short
int f(int n) { short *p = reinterpret_cast<short *>(a); @for (int i = 0; i < n; i++) { {{p[i] = (short)(a[i / 4] + i)|p[2 * i] = (short)i|p[i + 1] = (short)(p[i] + 1)}}; } return 0; }
//: bit.cast.memcpy
int f(int n) { @for (int i = 0; i < n; i++) { double d = x[i]; long long w; std::memcpy(&w, &d, {{4|8|4}}); {{std::memcpy(a + i, &w, 12 > 8 ? 8 : 4)|a[i] = (int)(w & 255)|std::memcpy(a + i / 2, &b[i], 4)}}; } return 0; }
//: union.member
union Un { int k; unsigned char by[4]; }; int f(int n) { Un u{}; @for (int i = 0; i < n; i++) { {{u.by[i & 3] = (unsigned char)b[i]; a[i] = u.k|Un w; w.k = i; a[i] = w.by[0]|a[i] = u.k; u.by[1] = (unsigned char)i}}; } return 0; }
//: inherit.diamond
struct Rt { int s = 0; }; struct Lf : virtual Rt { void up(int v) { s = {{(s * 2 + v) & 255|v|s + v}}; } }; struct Rg2 : virtual Rt { int get() { return s; } }; struct Bt : Lf, Rg2 {}; int f(int n) { Bt q; @for (int i = 0; i < n; i++) { q.up(b[i]); a[i] = {{q.get()|i|q.get()}}; } return q.s; }
//: using.declaration
struct Us { int s = 0; int bump(int v) { {{s = (s * 2 + v) & 255; return s;|return v;|return s++;}} } }; struct Ud : private Us { using Us::bump; }; int f(int n) { Ud q; @for (int i = 0; i < n; i++) { a[i] = q.bump(b[i]); } return 0; }
//: friend.global
class Fr { int s = 0; friend int peek(Fr &q, int v) { {{q.s = (q.s * 2 + v) & 255; return q.s;|return q.s + v;|return q.s++;}} } }; int f(int n) { Fr q; @for (int i = 0; i < n; i++) { a[i] = peek(q, b[i]); } return 0; }
//: static.member.inline
struct Si { static inline int s = 0; static int up(int v) { {{s = (s * 2 + v) & 255; return s;|return v;|return s++;}} } }; int f(int n) { Si::s = 0; @for (int i = 0; i < n; i++) { a[i] = Si::up(b[i]); } return 0; }
//: inline.variable
namespace cf { inline int step = 1; } static int next(int v) { {{cf::step = (cf::step * 2 + v) & 255; return cf::step;|return v + cf::step;|return cf::step++;}} } int f(int n) { cf::step = 1; @for (int i = 0; i < n; i++) { a[i] = next(b[i]); } return 0; }
//: goto.retry
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { int v = b[i]; again: {{if (v < 3) { v += 2; k++; goto again; } a[i] = k|if (v < 3) { v += 2; goto again; } a[i] = v|if (k++ & 1) goto again; a[i] = k}}; } return 0; }
//: exception.state
struct Ex { int k; }; static int may2(int v, int &s) { if (v > 3) { s = {{s + 1|9|v}}; throw Ex{s}; } return v; } int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { try { a[i] = may2(b[i], s); } catch (const Ex &e) { a[i] = {{e.k * 100|50|e.k}}; } } return 0; }
//: destructor.order
struct Dt { int *s; int v; ~Dt() { *s = {{(*s * 2 + v) & 255|7|v}}; } }; static int use2(const Dt &d) { return d.v; } int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { a[i] = use2(Dt{&s, b[i] + i}) + {{s|0|s}}; } return 0; }
//: temporary.lifetime
struct Lk { int &d; Lk(int &q) : d(q) { {{d++;||d = d * 2 % 63 + 1;}} } ~Lk() { {{||}} } operator bool() const { return true; } }; int f(int n) { int d = 0; @for (int i = 0; i < n; i++) { if (Lk l{d}) a[i] = b[i] + d; } return 0; }
//: unique.pointer.reset
int f(int n) { std::unique_ptr<int> p(new int(1)); @for (int i = 0; i < n; i++) { {{a[i] = *p; p.reset(new int(b[i] + i))|a[i] = *p + b[i]|auto q = std::move(p); a[i] = *q; *q = i; p = std::move(q)}}; } return 0; }
//: weak.count
int f(int n) { auto p = std::make_shared<int>(1); std::vector<std::shared_ptr<int>> v; @for (int i = 0; i < n; i++) { {{v.push_back(p); a[i] = (int)p.use_count()|a[i] = *p + b[i]|auto q = p; *q = *q * 2 % 63 + b[i]; a[i] = *q}}; } return 0; }
//: complex.parts
int f(int n) { std::complex<double> z(0, 1); @for (int i = 0; i < n; i++) { {{z *= std::complex<double>(1, b[i]); z /= 2.0; x[i] = z.real()|x[i] = std::abs(z) + b[i]|z.real(z.imag() + i); z.imag(b[i]); x[i] = z.real()}}; } return 0; }
//: array.at
int f(int n) { std::array<std::array<int, 4>, 8> q{}; @for (int i = 0; i < 8; i++) { q.at({{i & 1|i|7 - i}}).at(i & 3) = {{q[0][0] + i + 1|b[i]|q.at(i & 1)[1] + b[i]}}; } for (int i = 0; i < 8; i++) a[i] = q[i][i & 3] + q[i & 1][0]; return 0; }
//: vector.data.alias
int f(int n) { std::vector<int> v(64, 1); int *p = v.data(), *q = &v[{{1|0|2}}]; @for (int i = 0; i < n; i++) { q[i] = {{p[i] + 1|p[i] + 1|p[0] + i}}; } for (int i = 0; i < 64; i++) a[i] = v[i]; return 0; }
//: vector.back
int f(int n) { std::vector<int> v(n, 1); @for (int i = 0; i < n; i++) { v[i] = {{v.back() + i|i|v.front() + b[i]}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.swap
int f(int n) { std::vector<int> u(n, 1), v(n, 2); @for (int i = 0; i < n; i++) { u[i] = {{v[n - 1 - i] + i|b[i]|v[i] + 1}}; {{u.swap(v)||std::swap(u, v)}}; } for (int i = 0; i < n; i++) a[i] = u[i]; return 0; }
//: vector.assign.whole
int f(int n) { std::vector<int> u(3, 1), w; @for (int i = 0; i < n; i++) { {{w = u; u[i % 3] += w[(i + 1) % 3] + b[i]; u[0] &= 63; a[i] = w[0]|std::vector<int> t = u; t[0] = b[i]; a[i] = t[0]|u.assign(3, u[0] % 7 + i); a[i] = u[1]}}; } return 0; }
//: initializer.list
int f(int n) { int k = 1; @for (int i = 0; i < n; i++) { a[i] = std::max({ {{k++, b[i], 3|b[i], c[i] & 3, 3|k = (k * 2 + i) & 15, b[i], 1}} }); } return 0; }
//: volatile.member
struct Vm { volatile int s; }; int f(int n) { Vm q{1}; @for (int i = 0; i < n; i++) { {{a[i] = q.s; q.s = b[i] + i|a[i] = b[i]|q.s = q.s * 2 % 63 + b[i]; a[i] = q.s}}; } return 0; }
//: numeric.limits
int f(int n) { int best = std::numeric_limits<int>::max(), at = 0; @for (int i = 0; i < n; i++) { {{if (b[i] < best) { best = b[i]; at = i; } a[i] = at|a[i] = std::min(best, b[i])|if (b[i] <= best) best = b[i], at = i}}; } return at; }
//: cin.like
struct In { int at = 0; In &operator>>(int &v) { v = b[{{at++|7|at++ & 3}}]; return *this; } }; int f(int n) { In in; @for (int i = 0; i < n; i++) { int v; in >> v; a[i] = v * 2 + {{i * 0|0|i}}; } return 0; }
//: scope.exit
template <class F> struct Fin { F g; ~Fin() { g(); } }; template <class F> Fin(F) -> Fin<F>; int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { Fin e{[&] { {{k = b[i] + i;|x[i] = i;|k++;}} }}; a[i] = k; } return 0; }
//: attribute.lambda
int f(int n) { @for (int i = 0; i < n; i++) { [[maybe_unused]] int v = [&]() noexcept { return {{total++|b[i]|last = i}}; }(); a[i] = v{{||+ total}}; } return {{0|0|last}}; }
//: comma.overload.for
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { for (int j = 0, w = {{k++|i|total += b[i]}}; j < 2; j++) a[i] = w + j; } return 0; }
//: nested.class.static
struct Ou { struct Nn { static int s; int go(int v) { {{s = (s * 2 + v) & 255; return s;|return v;|return s++;}} } }; Nn q; }; int Ou::Nn::s = 0; int f(int n) { Ou::Nn::s = 0; Ou o; @for (int i = 0; i < n; i++) { a[i] = o.q.go(b[i]); } return 0; }
//: local.class
int f(int n) { struct Lc { int *p; void up(int v) { *p = {{(*p * 2 + v) & 255|v|*p + v}}; } }; int s = 0; @for (int i = 0; i < n; i++) { Lc q{&s}; q.up(b[i]); a[i] = {{s|s|i}}; } return {{s|0|s}}; }
//: delegating.constructor
struct Dc { int v; Dc(int q) : v(q) { {{total = (total * 2 + q) & 255;||total++;}} } Dc() : Dc(3) {} }; int f(int n) { @for (int i = 0; i < n; i++) { Dc q; a[i] = q.v + b[i] + {{total|0|total}}; } return 0; }
//: member.initializer
struct Mi { int v = {{total++|3|total = 5}}; }; int f(int n) { @for (int i = 0; i < n; i++) { Mi q; a[i] = q.v + b[i]; } return 0; }
//: array.of.objects
struct Ao { int v; Ao() : v({{total++|3|b[0]++}}) {} }; int f(int n) { @for (int i = 0; i < n; i++) { Ao q[2]; a[i] = q[0].v + q[1].v; } return 0; }
//: assignment.returns
struct Ar { int v; Ar &operator=(const Ar &o) { v = o.v; {{total = (total * 2 + v) & 255;||total++;}} return *this; } }; Ar ars[64]; int f(int n) { @for (int i = 0; i < n; i++) { ars[i] = Ar{b[i]}; a[i] = {{total|i|total}}; } return 0; }
//: move.assignment
struct Ma { int v; Ma(int q) : v(q) {} Ma(Ma &&o) : v(o.v) { o.v = {{-1|o.v|-1}}; } }; int f(int n) { Ma q(5); @for (int i = 0; i < n; i++) { Ma w(std::move(q)); a[i] = w.v + b[i]; {{||q.v = i;}} } return 0; }
//: subscript.side.effect
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[{{k++|i|(k += 2) & 63}}] = {{i + b[i]|b[i]|i}}; } return 0; }
//: assignment.expression.value
int f(int n) { int p = 0, q = 0; @for (int i = 0; i < n; i++) { a[i] = {{(p = q) + (q = b[i] + i)|(p = b[i]) + (q = i)|(p += b[i]) * 2}}; } return 0; }
//: ternary.lvalue.array
int f(int n) { @for (int i = 1; i < n; i++) { (b[i] > 2 ? a : c)[{{i|i|i - 1}}] = {{a[i - 1] + 1|i|c[i] + 1}}; } return 0; }
//: view.of.vector
int f(int n) { std::vector<int> v(n + 1, 2); std::span<int> s{{(v)| = v|{v}}}; @for (int i = 0; i < n; i++) { s[i] = v[{{0|i|i + 1}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.of.array
int f(int n) { int v[40] = {0}; std::span<int> s{{(v)| = v|(v, 40)}}; @for (int i = 0; i < n; i++) { s[i] = v[{{0|i|i + 1}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.of.range.for
int f(int n) { std::array<int, 40> v{}; std::span<int> s(v); @for (int &q : s) { q = v[{{0|39|3}}] + 1; {{||v[2]++;}} } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.assigned
int f(int n) { std::vector<int> u(n + 1, 2), v(n + 1, 1); std::span<int> s = u; s = {{v|u|v}}; @for (int i = 0; i < n; i++) { s[i] = v[{{0|i|i + 1}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i] + u[i]; return 0; }
//: view.member
struct Sv { std::span<int> s; int *p; }; int f(int n) { std::vector<int> v(n + 1, 2); Sv q{v, nullptr}; @for (int i = 0; i < n; i++) { q.s[i] = v[{{0|i|i + 1}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.pushed
int f(int n) { std::vector<int> v(n + 1, 2); std::vector<std::span<int>> w; w.push_back(v); @for (int i = 0; i < n; i++) { w[0][i] = v[{{0|i|i + 1}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.wrapper
int f(int n) { int k = 1; std::vector<std::reference_wrapper<int>> w(4, std::ref({{k|k|a[0]}})); @for (int i = 0; i < n; i++) { {{w[0].get() = b[i] + i; a[i] = k|a[i] = w[0].get() + k|w[1].get() = i}}; } return k; }
//: view.nested
int f(int n) { std::vector<int> v(40, 1); std::vector<std::span<int>> w{std::span<int>(v), std::span<int>(v).subspan(1)}; @for (int i = 0; i < n; i++) { w[{{1|0|0}}][i] = w[{{0|0|1}}][i] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.range.of.views
int f(int n) { std::vector<int> v(40, 1); std::vector<std::span<int>> w(4, std::span<int>(v)); @for (auto &s : w) { s[{{0|1|2}}] = s[0] * 2 + {{1|0|v[3]}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.array.of.views
int f(int n) { int t[40] = {0}; std::span<int> w[2] = {std::span<int>(t, 20), std::span<int>(t + {{1|20|2}}, 18)}; @for (int i = 0; i < 17; i++) { w[1][i] = w[0][i] + b[i]; } for (int i = 0; i < 40; i++) a[i] = t[i]; return n * 0; }
//: view.string
int f(int n) { std::string s(64, 'a'); std::string_view v{{(s)| = s|{s}}}; @for (int i = 1; i < n; i++) { s[i] = char(v[{{i - 1|i|0}}] + 1); } std::cout << s; return 0; }
//: view.returned
static std::span<int> all(std::vector<int> &v) { return v; } int f(int n) { std::vector<int> v(40, 1); std::span<int> s = all(v); @for (int i = 0; i < n; i++) { s[i + 1] = v[{{i|i + 1|0}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.copied
int f(int n) { std::vector<int> v(40, 1); std::span<int> s(v), t = s; @for (int i = 0; i < n; i++) { t[i + 1] = v[{{i|i + 1|0}}] + s[{{i|i + 1|0}}]; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.own.class
template <class T> class Own { T *p; size_t n; public: Own(std::vector<T> &v) : p(v.data()), n(v.size()) {} T &operator[](size_t i) { return p[i]; } }; int f(int n) { std::vector<int> v(40, 1); Own<int> s(v); @for (int i = 0; i < n; i++) { s[i + 1] = v[{{i|i + 1|0}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.pair
int f(int n) { std::vector<int> v(40, 1); std::pair<std::span<int>, int> q{v, 1}; @for (int i = 0; i < n; i++) { q.first[i + 1] = v[{{i|i + 1|0}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: view.reference.tuple
int f(int n) { int k = 1; std::tuple<int &, int> q{k, 2}; @for (int i = 0; i < n; i++) { {{std::get<0>(q) = b[i] + i; a[i] = k|a[i] = k + std::get<1>(q)|a[i] = k; std::get<0>(q)++}}; } return 0; }
//: view.optional.reference
int f(int n) { int k = 1; std::optional<std::reference_wrapper<int>> q{std::ref(k)}; @for (int i = 0; i < n; i++) { {{q->get() = b[i] + i; a[i] = k|a[i] = k + b[i]|a[i] = q->get(); k = i}}; } return 0; }
//: view.pointer.pair
int f(int n) { int k = 1; std::pair<int *, int> q{&k, 2}; @for (int i = 0; i < n; i++) { {{*q.first = b[i] + i; a[i] = k|a[i] = k + q.second|k = b[i]; a[i] = *q.first + last; last = k}}; } return 0; }
//: view.iterators
int f(int n) { std::vector<int> v(40, 1); std::pair<std::vector<int>::iterator, int> q{v.begin(), 2}; @for (int i = 0; i < n; i++) { {{q.first[i + 1] = v[i] + 1|q.first[i] = v[i] + 1|*q.first = v[i]}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: setter.complex
int f(int n) { std::complex<double> z[40]; @for (int i = 0; i < n; i++) { {{z[0].real(b[i] + z[0].real() * 0.5)|z[i].real(b[i])|z[i & 3].imag(z[(i + 1) & 3].imag() * 0.5 + i)}}; } for (int i = 0; i < n; i++) x[i] = z[i].real() + z[i & 3].imag(); return 0; }
//: auto.iterator.output
int f(int n) { std::vector<int> v; auto out = std::{{back_inserter(v)|back_inserter(v)|front_inserter(*new std::deque<int>)}}; @for (int i = 0; i < n; i++) { {{out = b[i] + i|c[i] = b[i]|*out = i; a[i] = i}}; } for (size_t i = 0; i < v.size(); i++) c[i] = v[i]; return 0; }
//: auto.proxy
static std::vector<bool> bits(64); static auto slot(int i) { return bits[i]; } int f(int n) { for (int i = 0; i < 64; i++) bits[i] = false; auto q = slot(3); @for (int i = 0; i < n; i++) { {{q = b[i] > 2; a[i] = bits[3]|a[i] = bits[i]|q = !q; a[i] = bits[3]}}; } return 0; }
//: auto.own.proxy
struct Px { int *p; Px &operator=(int v) { *p = {{*p * 2 % 63 + v|v|*p + v}}; return *this; } }; template <class T> struct Bag { T t; auto get() { return Px{&t}; } }; int f(int n) { Bag<int> g{1}; auto q = g.get(); @for (int i = 0; i < n; i++) { q = {{b[i]|b[i]|i}}; x[i] = i; } a[0] = g.t; return 0; }
//: auto.compound
struct Cm { int *p; Cm &operator+=(int v) { *p = {{*p * 2 % 63 + v|v|(*p ^ v) + 1}}; return *this; } }; template <class T> auto made(T *t) { return Cm{t}; } int f(int n) { int k = 1; auto q = made(&k); @for (int i = 0; i < n; i++) { q += b[i] + i; x[i] = i; } return k; }
//: thread.local.block
int f(int n) { @for (int i = 0; i < n; i++) { thread_local int s; {{a[i] = s; s = b[i] + i|s = b[i]; a[i] = s|a[i] = s++}}; } return 0; }
//: thread.local.callee
static int go(int v) { thread_local int s = 0; {{s = s * 2 % 63 + v; return s;|return v;|return s++;}} } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = go(b[i]); } return 0; }
//: lambda.stride
int f(int n) { int s = 1; auto g = [&] { {{s = 0|(void)s|s ^= 1}}; }; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; g(); } return 0; }
//: lambda.stride.passed
template <class F> static void call(F g) { g(); } int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; call([&] { {{s = 0|(void)s|s ^= 1}}; }); } return 0; }
//: reference.stride
static void cut(int &s) { {{s = 0|(void)s|s ^= 1}}; } int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; cut(s); } return 0; }
//: reference.alias.stride
int f(int n) { int s = 1; int &r = s; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; {{r = 0|(void)r|r ^= 1}}; } return 0; }
//: method.stride
struct St { int s = 1; void cut() { {{s = 0|(void)s|s ^= 1}}; } }; int f(int n) { St q; @for (int i = 0; i < n; i++) { a[i * q.s] = b[i] + i; q.cut(); } return 0; }
//: exchange.stride
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; {{std::exchange(s, 0)|(void)s|std::exchange(s, s ^ 1)}}; } return 0; }
//: swap.stride
int f(int n) { int s = 1, t = {{0|1|2}}; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; {{std::swap(s, t)|(void)s|std::swap(s, t)}}; } return 0; }
//: tie.stride
int f(int n) { int s = 1, t = 0; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; {{std::tie(s, t) = std::make_pair(t, s)|(void)s|std::tie(s, t) = std::pair<int, int>(0, 0)}}; } return t * 0; }
//: stream.stride
int f(int n) { std::istringstream in("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"); int s = 1; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; {{in >> s|(void)s|in >> s >> s}}; } return 0; }
//: from.chars.stride
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; {{sscanf("0", "%d", &s)|(void)&s|memset(&s, 0, sizeof s)}}; } return 0; }
//: condition.stride
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; if ({{(s = 0) == 1|s == 5|!(s ^= 1)}}) c[i] = 1; } return 0; }
//: while.stride
int f(int n) { int s = 3; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; while ({{s > 1 && s--|s < 0|s > 2 && --s}}) c[i] = 1; } return 0; }
//: catch.stride
int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { a[i * s] = b[i] + i; try { if (b[i] > -9) throw 1; } catch (int v) { {{s = 0|(void)v|s ^= v}}; } } return 0; }
//: structured.stride
int f(int n) { std::pair<int, int> q{1, 2}; auto &[s, t] = q; @for (int i = 0; i < n; i++) { a[i * q.first] = b[i] + i; {{s = 0|(void)s|s ^= 1}}; } return t * 0; }
//: range.by.reference.stride
int f(int n) { int s[1] = {1}; @for (int i = 0; i < n; i++) { a[i * s[0]] = b[i] + i; for (int &v : s) {{v = 0|(void)v|v ^= 1}}; } return 0; }
//: captured.plain
int f(int n) { double *p = x; const double *q = y; auto k = [p, q](int j) { p[j] += q[j]; }; @for (int i = 0; i < n; i++) { k(i); } return 0; }
//: captured.copies
int f(int n) { double *p = x; const double *q = y; auto k = [=](int j) { p[j] += q[j]; }; @for (int i = 0; i < n; i++) { k(i); } return 0; }
//: captured.own.locals
int f(int n) { double *p = x; const double *q = y; auto k = [p, q, n](int j) { double r = 0; for (int m = 0; m < n; m++) r += q[m]; p[j] += r; }; @for (int i = 0; i < n; i++) { k(i); } return 0; }
//: captured.neighbour
int f(int n) { double *p = x; auto k = [p](int j) { p[j + 1] += p[j]; }; @for (int i = 0; i < n - 1; i++) { k(i); } return 0; }
//: captured.set.later
int f(int n) { double *p = y; auto k = [p](int j) { p[j + 1] = 2; }; p = x; double *q = y; @for (int i = 0; i < n - 1; i++) { k(i); p[i] = q[i]; } return 0; }
//: captured.by.reference
int f(int n) { double *p = x; double *&r = p; auto k = [p](int j) { p[j + 1] += x[j]; }; r = y; @for (int i = 0; i < n - 1; i++) { k(i); p[i] = 1; } return 0; }
//: captured.by.address
int f(int n) { double *p = x; double **r = &p; auto k = [p](int j) { p[j + 1] += x[j]; }; *r = y; @for (int i = 0; i < n - 1; i++) { k(i); p[i] = 1; } return 0; }
//: captured.swapped
int f(int n) { double *p = x, *q = y; auto k = [p](int j) { p[j + 1] += x[j]; }; std::swap(p, q); @for (int i = 0; i < n - 1; i++) { k(i); p[i] = 1; } return 0; }
//: captured.lambda.sets
int f(int n) { double *p = x; auto k = [p](int j) { p[j + 1] += x[j]; }; auto g = [&p]() { p = y; }; g(); @for (int i = 0; i < n - 1; i++) { k(i); p[i] = 1; } return 0; }
//: captured.lambda.takes
int f(int n) { double *p = x; auto k = [p](int j) { p[j + 1] += x[j]; }; auto g = [](double *&r) { r = y; }; g(p); @for (int i = 0; i < n - 1; i++) { k(i); p[i] = 1; } return 0; }
//: captured.macro.sets
#define GO p = y
int f(int n) { double *p = x; auto k = [p](int j) { p[j + 1] += x[j]; }; GO; @for (int i = 0; i < n - 1; i++) { k(i); p[i] = 1; } return 0; }
//: captured.copied.array
int f(int n) { double a[400]; for (int i = 0; i < 400; i++) a[i] = i; auto k = [=](int j) { return a[j]; }; @for (int i = 0; i < n - 1; i++) { a[i] = 2 * x[i]; x[i] = k(i + 1); } return 0; }
//: captured.ternary.store
int f(int n) { double *p = x, *q = y; auto k = [p](int j) { p[j + 1] += x[j]; }; (n > 3 ? p : q) = y; @for (int i = 0; i < n - 1; i++) { k(i); p[i] = 1; } return 0; }
//: of.a.list.pointer
int f(int n) { double *p{x}; const double *q{y}; @for (int i = 0; i < n; i++) { p[i] += q[i]; } return 0; }
//: of.a.list.pointer.round
int f(int n) { double *p(x); const double *q(y); @for (int i = 0; i < n; i++) { p[i] += q[i]; } return 0; }
//: of.a.list.shifted
int f(int n) { double *p{x}; const double *q{x + 1}; @for (int i = 0; i < n - 1; i++) { p[i] += q[i]; } return 0; }
//: of.a.list.number
int f(int n) { const int m{n - 1}, k{1}; @for (int i = 0; i < m; i++) { x[i + k] = x[i]; } return 0; }
//: of.a.list.number.apart
int f(int n) { const int m{n / 2}; @for (int i = 0; i < m; i++) { x[i + m] = x[i]; } return 0; }
//: of.a.list.scalar.in.loop
int f(int n) { @for (int i = 0; i < n - 1; i++) { double t{x[i]}, u(y[i]); x[i] = t + u; } return 0; }
//: of.a.list.table
int f(int n) { double *t[2]{x, x + 1}; double *p{t[0]}, *q{t[1]}; @for (int i = 0; i < n - 2; i++) { q[i] = p[i]; } return 0; }
//: of.a.list.conversion
struct W { double *d; operator double *() const { return d; } }; int f(int n) { W w{x}; double *p{w}, *q{x}; @for (int i = 0; i < n - 2; i++) { p[i + 1] = q[i]; } return 0; }
