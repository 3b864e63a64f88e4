//: stream.cout
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[i]; std::cout << i {{<< ' '|<< "\n"|<< std::endl}}; } return 0; }
//: stream.string
int f(int n) { std::ostringstream o; @for (int i = 0; i < n; i++) { a[i] = b[i]; o << i{{| << ' '}}; } std::cout << o.str(); return 0; }
//: stream.reference
static void go(std::ostream &o, int n) { @for (int i = 0; i < n; i++) { a[i] = b[i]; o << i{{| << ' '}}; } } int f(int n) { go(std::cout, n); return 0; }
//: stream.input
int f(int n) { std::istringstream s("5 4 3 2 1 9 8 7"); @for (int i = 0; i < 7; i++) { s >> a[i]; c[i] = {{1|2}}; } return 0; }
//: string.append
int f(int n) { std::string s; @for (int i = 0; i < n; i++) { a[i] = b[i]; s {{+= char('a' + i % 26)|.push_back(char('a' + i % 26))|= s + char('a' + i % 26)}}; } std::cout << s; return 0; }
//: string.local.twin
int f(int n) { @for (int i = 0; i < n; i++) { std::string s(3, char('a' + i % 26)); a[i] = s[{{0|1}}]; } return 0; }
//: string.size
int f(int n) { std::string s; @for (int i = 0; i < n; i++) { a[i] = (int)s.size(); s += "x{{|y}}"; } return 0; }
//: vector.push
int f(int n) { std::vector<int> v; @for (int i = 0; i < n; i++) { v.{{push_back|emplace_back}}(b[i]); } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.size
int f(int n) { std::vector<int> v; @for (int i = 0; i < n; i++) { a[i] = (int)v.size(); v.push_back({{i|b[i]}}); } return 0; }
//: vector.resize
int f(int n) { std::vector<int> v(2); @for (int i = 0; i < n; i++) { v.resize(2 + i); a[i] = (int)v.size() + v[{{0|1}}]; v[0] = i; } return 0; }
//: vector.insert
int f(int n) { std::vector<int> v; @for (int i = 0; i < n; i++) { v.insert(v.begin(), b[i]{{| + i}}); } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.back
int f(int n) { std::vector<int> v(n, 1); @for (int i = 0; i < n; i++) { v.back() = 2 * v.back() % 251 + {{i|b[i]}}; } return v.back(); }
//: vector.front
int f(int n) { std::vector<int> v(n, 1); @for (int i = 0; i < n; i++) { a[i] = v.front(); v[0] = {{i|b[i]}}; } return 0; }
//: vector.twin
int f(int n) { std::vector<int> v(400), w(400); for (int i = 0; i < 400; i++) w[i] = i; @for (int i = 1; i < n; i++) { v[i] = w[i - 1] + {{1|i|b[i]}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.carried
int f(int n) { std::vector<int> v(400); @for (int i = 1; i < n; i++) { v[i] = v[i - 1] + {{1|i|b[i]}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.data
int f(int n) { std::vector<int> v(400); int *p = v.data(); @for (int i = 1; i < n; i++) { v[i] = p[i - 1] + {{1|i}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.address
int f(int n) { std::vector<int> v(400); int *p = &v[{{0|1}}]; @for (int i = 1; i < n; i++) { p[i] = v[i - 1 + {{0|1}}] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.begin
int f(int n) { std::vector<int> v(400); auto p = v.begin(); @for (int i = 1; i < n; i++) { p[i] = v[i - 1] + {{1|2}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.iterator.step
int f(int n) { std::vector<int> v(400); auto p = v.begin(); @for (int i = 1; i < n; i++) { *p++ = {{i|b[i]}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.reference
int f(int n) { std::vector<int> v(400); auto &w = v; @for (int i = 1; i < n; i++) { w[i] = v[i - 1] + {{1|2}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.parameters
static void go(std::vector<int> &v, const std::vector<int> &w, int n) { @for (int i = 1; i < n; i++) { v[i] = w[i - 1] + {{1|2}}; } } int f(int n) { std::vector<int> v(400); go(v, v, n); for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.copy.twin
int f(int n) { std::vector<int> v(400, 1); auto w = v; @for (int i = 1; i < n; i++) { w[i] = v[i - 1] + {{1|2}}; } for (int i = 0; i < n; i++) a[i] = w[i]; return 0; }
//: vector.pointers
int f(int n) { std::vector<int *> v(40, a); @for (int i = 0; i < n; i++) { *v[i] = {{i|b[i] + i}}; } return 0; }
//: vector.swap
int f(int n) { std::vector<int> v(40, 1), w(40, 2); @for (int i = 0; i < n; i++) { v[i] = w[i] + {{1|2}}; std::swap(v, w); } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: vector.assign
int f(int n) { std::vector<int> v(4, 1), w; @for (int i = 0; i < n; i++) { a[i] = (int)w.size(); w = v; w.push_back({{1|2}}); v = w; } return 0; }
//: vector.local.twin
int f(int n) { @for (int i = 0; i < n; i++) { std::vector<int> v(4); v[1] = b[i]; a[i] = v[1] + v[{{0|1}}]; } return 0; }
//: vector.of.vectors
int f(int n) { std::vector<std::vector<int>> v(20, std::vector<int>(20)); @for (int i = 1; i < 20; i++) { for (int j = 0; j < 20; j++) v[i][j] = v[i - 1][j] + {{1|j}}; } for (int j = 0; j < 20; j++) a[j] = v[19][j]; return 0; }
//: vector.of.vectors.twin
int f(int n) { std::vector<std::vector<int>> v(20, std::vector<int>(20)); @for (int i = 1; i < 20; i++) { for (int j = 0; j < 20; j++) v[i][j] = i * j + {{1|j}}; } for (int j = 0; j < 20; j++) a[j] = v[19][j]; return 0; }
//: array.twin
int f(int n) { std::array<int, 40> v{}, w{}; for (int i = 0; i < 40; i++) w[i] = i; @for (int i = 1; i < 40; i++) { v[i] = w[i - 1] + {{1|b[i]}}; } for (int i = 0; i < 40; i++) a[i] = v[i]; return 0; }
//: array.carried
int f(int n) { std::array<int, 40> v{}; @for (int i = 1; i < 40; i++) { v[i] = v[i - 1] + {{1|b[i]}}; } for (int i = 0; i < 40; i++) a[i] = v[i]; return 0; }
//: valarray
int f(int n) { std::valarray<int> v(1, 40); @for (int i = 0; i < 12; i++) { v = v * 2 - {{i|b[i]}}; } return v[3]; }
//: map.insert
int f(int n) { std::map<int, int> q; @for (int i = 0; i < n; i++) { q[ix[i]] = i{{| + 1}}; } for (auto &e : q) a[e.first] = e.second; return 0; }
//: map.size
int f(int n) { std::map<int, int> q; @for (int i = 0; i < n; i++) { q[i] = (int)q.size(){{| + 1}}; } for (auto &e : q) a[e.first] = e.second; return 0; }
//: map.find
int f(int n) { std::unordered_map<int, int> q; @for (int i = 0; i < n; i++) { auto e = q.emplace(ix[i], i); a[i] = e.first->second{{| + 1}}; } return 0; }
//: set.insert
int f(int n) { std::set<int> q; @for (int i = 0; i < n; i++) { a[i] = q.insert(ix[i]).second{{| + 1}}; } return 0; }
//: list.push
int f(int n) { std::list<int> q; @for (int i = 0; i < n; i++) { q.push_{{back|front}}(i); } int k = 0; for (int v : q) a[k++] = v; return 0; }
//: deque
int f(int n) { std::deque<int> q(4, 1); @for (int i = 0; i < n; i++) { a[i] = q.front(); q.pop_front(); q.push_back({{i|b[i]}}); } return 0; }
//: queue
int f(int n) { std::queue<int> q; q.push(3); @for (int i = 0; i < n; i++) { a[i] = q.front(); q.pop(); q.push({{i|b[i]}}); } return 0; }
//: stack
int f(int n) { std::stack<int> q; @for (int i = 0; i < n; i++) { q.push({{i|b[i]}}); } int k = 0; while (!q.empty()) { a[k++] = q.top(); q.pop(); } return 0; }
//: bitset
int f(int n) { std::bitset<400> v; @for (int i = 1; i < n; i++) { v[i] = !v[i - 1]; a[i] = v[i]{{| + 1}}; } return 0; }
//: shared
int f(int n) { auto p = std::make_shared<int>(3); @for (int i = 0; i < n; i++) { a[i] = *p; *p = {{i|b[i]}}; } return 0; }
//: shared.count
int f(int n) { auto p = std::make_shared<int>(3); std::vector<std::shared_ptr<int>> v; @for (int i = 0; i < n; i++) { v.push_back(p); a[i] = (int)p.use_count(){{| + 1}}; } return 0; }
//: unique
int f(int n) { auto p = std::make_unique<int>(3); @for (int i = 0; i < n; i++) { a[i] = *p; *p = {{i|b[i]}}; } return 0; }
//: unique.array.twin
int f(int n) { auto p = std::make_unique<int[]>(400); @for (int i = 0; i < n; i++) { p[i] = {{i|b[i]}}; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: unique.move
int f(int n) { auto p = std::make_unique<int>(3); @for (int i = 0; i < n; i++) { auto q = std::move(p); a[i] = q ? *q : -1; if (q) *q = {{i|b[i]}}; p = std::move(q); } return 0; }
//: optional
int f(int n) { std::optional<int> o; @for (int i = 0; i < n; i++) { a[i] = o.value_or(-1); o = {{i|b[i]}}; } return 0; }
//: random.mt
int f(int n) { std::mt19937 g(3); @for (int i = 0; i < n; i++) { a[i] = (int)(g() {{&|%}} 7u); } return 0; }
//: random.distribution
int f(int n) { std::mt19937 g(3); std::uniform_int_distribution<int> d(0, {{9|99}}); @for (int i = 0; i < n; i++) { a[i] = d(g); } return 0; }
//: random.normal
int f(int n) { std::default_random_engine g; std::normal_distribution<double> d; @for (int i = 0; i < n; i++) { x[i] = d(g){{| * 2}}; } return 0; }
//: random.rand
int f(int n) { std::srand(3); @for (int i = 0; i < n; i++) { a[i] = std::rand() {{&|%}} 7; } return 0; }
//: algorithm.sort
int f(int n) { @for (int i = 0; i < n; i++) { b[3] = i; std::sort(b, b + 8); a[i] = b[{{0|4}}]; } return 0; }
//: algorithm.foreach
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { std::for_each(b, b + 3, [&](int v) { k = 2 * k + v; k &= 255; }); a[i] = k{{| + 1}}; } return 0; }
//: algorithm.transform
int f(int n) { @for (int i = 0; i < n; i++) { std::transform(a, a + 8, a, [=](int v) { return 2 * v + i; }); c[i] = a[{{0|4}}] & 255; for (int k = 0; k < 8; k++) a[k] &= 255; } return 0; }
//: algorithm.rotate
int f(int n) { @for (int i = 0; i < n; i++) { std::rotate(a, a + 1, a + 8); c[i] = a[{{0|4}}]; } return 0; }
//: algorithm.accumulate.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = std::accumulate(b, b + {{3|i}}, 0); } return 0; }
//: algorithm.fill
int f(int n) { int w[8]; @for (int i = 0; i < n; i++) { std::fill(w, w + 8, b[i]); w[2] += i; a[i] = w[{{0|7}}] + w[2]; } return 0; }
//: algorithm.fill.short
int f(int n) { int w[8] = {0}; @for (int i = 0; i < n; i++) { std::fill(w, w + {{4|6}}, b[i]); w[7] += i; a[i] = w[7] + w[0]; } return 0; }
//: algorithm.copy
int f(int n) { @for (int i = 0; i < n; i++) { std::copy(a + i, a + i + 2, a + i + {{1|2}}); } return 0; }
//: algorithm.swap
int f(int n) { @for (int i = 0; i < n; i++) { std::swap(a[i], a[i + {{1|2}}]); } return 0; }
//: algorithm.swap.twin
int f(int n) { @for (int i = 0; i < 30; i++) { std::swap(a[i], {{b[i]|a[i + 100]}}); } return 0; }
//: algorithm.exchange
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = std::exchange(k, {{i|b[i]}}); } return 0; }
//: algorithm.max.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = std::{{max|min}}(b[i], c[i]); } return 0; }
//: algorithm.next.permutation
int f(int n) { int w[4] = {0, 1, 2, 3}; @for (int i = 0; i < 12; i++) { std::next_permutation(w, w + 4); a[i] = w[{{0|3}}]; } return 0; }
//: atomic.fetch
int f(int n) { std::atomic<int> k{0}; @for (int i = 0; i < n; i++) { a[i] = k{{.fetch_add(1)|++}}; } return 0; }
//: span.like
struct Span { int *p; int n; int *begin() { return p; } int *end() { return p + n; } int size() { return n; } }; int f(int n) { Span s{a, n}; int k = 0; @for (auto &v : s) { v = k; k += 2 + {{1|2}}; } return 0; }
//: thread.local.cpp
static thread_local int k; int f(int n) { k = 0; @for (int i = 0; i < n; i++) { k = 2 * k + b[i]; k &= 255; a[i] = k{{| + 1}}; } return 0; }
//: chrono.like
struct Clock { static int now() { static int t; return t++; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = Clock::now(){{| + 1}}; } return 0; }
//: inserter
int f(int n) { std::vector<int> v; auto o = std::back_inserter(v); @for (int i = 0; i < n; i++) { *o = {{i|b[i]}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: tuple
int f(int n) { std::tuple<int, int> t{1, 2}; @for (int i = 0; i < n; i++) { a[i] = std::get<0>(t); std::get<0>(t) = {{i|b[i]}}; } return 0; }
//: tie
int f(int n) { int u = 1, v = 2; @for (int i = 0; i < n; i++) { std::tie(u, v) = std::make_pair(v + b[i], u & 7); a[i] = u{{| + v}}; } return 0; }
//: complex.twin
int f(int n) { std::vector<std::complex<double>> u(400), v(400); @for (int i = 0; i < n; i++) { u[i] = v[i] * std::complex<double>(b[i], {{1|c[i]}}); } for (int i = 0; i < n; i++) x[i] = u[i].real(); return 0; }
//: assert.twin
int f(int n) { @for (int i = 0; i < n; i++) { assert(i >= 0); a[i] = b[i]{{| + 1}}; } return 0; }
//: cast.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = static_cast<int>(y[i]) {{+|-}} 1; } return 0; }
//: cast.reinterpret
int f(int n) { short *s = reinterpret_cast<short *>(a); @for (int i = 1; i < n; i++) { a[i] = s[2 * i - {{1|2}}] + 1; } return 0; }
//: cast.const
int f(int n) { const int *q = a; int *p = const_cast<int *>(q); @for (int i = 1; i < n; i++) { p[i] = a[i - 1] + {{1|2}}; } return 0; }
//: new.array.twin
int f(int n) { int *w = new int[400](), *v = new int[400](); @for (int i = 1; i < n; i++) { w[i] = v[i - 1] + {{1|i}}; } for (int i = 0; i < n; i++) a[i] = w[i]; delete[] w; delete[] v; return 0; }
//: new.placement
int f(int n) { @for (int i = 0; i < n; i++) { int *p = new (&a[i / 2]) int(i); c[i] = *p{{| + 1}}; } return 0; }
//: new.carried
int f(int n) { int *w = new int[400](); @for (int i = 1; i < n; i++) { w[i] = w[i - 1] + {{1|i}}; } for (int i = 0; i < n; i++) a[i] = w[i]; delete[] w; return 0; }
