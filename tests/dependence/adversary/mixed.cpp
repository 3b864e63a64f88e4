//: p01
struct Logger { std::string all; void log(int v) { all += std::to_string(v); } }; int f(int n) { Logger l; @for (int i = 0; i < n; i++) { a[i] = b[i]; l.log(i); } std::cout << l.all; return 0; }
//: p02
struct Timer { static int &count() { static int c; return c; } Timer() { ++count(); } ~Timer() { a[300] = count(); } }; int f(int n) { @for (int i = 0; i < n; i++) { Timer t; a[i] = Timer::count(); } return 0; }
//: p03
struct Vec3 { double x, y, z; Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; } Vec3 operator*(double s) const { return {x * s, y * s, z * s}; } }; Vec3 pos[64], vel[64]; int f(int n) { @for (int i = 0; i < n; i++) { pos[i] = pos[i] + vel[i] * 0.5; } for (int i = 0; i < 64; i++) x[i] = pos[i].x; return 0; }
//: p04
template <class T> struct Grid { std::vector<T> d; int w; Grid(int w_, int h_) : d(w_ * h_), w(w_) {} T &operator()(int i, int j) { return d[i * w + j]; } }; int f(int n) { Grid<int> g(20, 20); @for (int i = 0; i < 20; i++) { for (int j = 0; j < 20; j++) g(i, j) = i + j; } for (int i = 0; i < 20; i++) a[i] = g(i, 3); return 0; }
//: p05
template <class T> struct Grid { std::vector<T> d; int w; Grid(int w_, int h_) : d(w_ * h_), w(w_) {} T &operator()(int i, int j) { return d[i * w + j]; } }; int f(int n) { Grid<int> g(20, 20); @for (int i = 1; i < 20; i++) { for (int j = 0; j < 20; j++) g(i, j) = g(i - 1, j) + j; } for (int i = 0; i < 20; i++) a[i] = g(i, 3); return 0; }
//: p06
class Counter { int n_ = 0; public: int operator()() { return n_++; } }; int f(int n) { Counter next; @for (int i = 0; i < n; i++) { a[next()] = b[i]; } return 0; }
//: p07
int f(int n) { auto counter = [c = 0]() mutable { return c++; }; @for (int i = 0; i < n; i++) { a[i] = counter(); } return 0; }
//: p08
int f(int n) { std::vector<int> out; out.reserve(40); @for (int i = 0; i < n; i++) { if (b[i] > 0) out.push_back(i); } for (size_t i = 0; i < out.size(); i++) a[i] = out[i]; return (int)out.size(); }
//: p09
int f(int n) { std::unordered_map<int, int> seen; @for (int i = 0; i < n; i++) { a[i] = seen[ix[i]]++; } return 0; }
//: p10
int f(int n) { const std::vector<int> t{1, 2, 3, 4}; @for (int i = 0; i < n; i++) { a[i] = t[i & 3] * b[i]; } return 0; }
//: p11
struct Shape { virtual ~Shape() = default; virtual double area() const = 0; }; struct Sq : Shape { double s; explicit Sq(double v) : s(v) {} double area() const override { return s * s; } }; int f(int n) { std::vector<std::unique_ptr<Shape>> v; for (int i = 0; i < n; i++) v.push_back(std::make_unique<Sq>(i)); @for (int i = 0; i < n; i++) { x[i] = v[i]->area(); } return 0; }
//: p12
struct Acc { int total = 0; void add(int v) { total = total * 3 + v; } }; int f(int n) { Acc acc; @for (int i = 0; i < 12; i++) { acc.add(b[i]); } return acc.total; }
//: p13
struct Acc { int total = 0; void add(int v) { total += v; } }; int f(int n) { Acc acc; @for (int i = 0; i < n; i++) { acc.add(b[i]); } return acc.total; }
//: p14
struct Acc { int total = 0; Acc &operator<<(int v) { total = total * 3 + v; return *this; } }; int f(int n) { Acc acc; @for (int i = 0; i < 12; i++) { acc << b[i] << i; } return acc.total; }
//: p15
namespace util { static int seq; int next() { return seq++; } } int f(int n) { util::seq = 0; @for (int i = 0; i < n; i++) { a[i] = util::next(); } return 0; }
//: p16
namespace util { inline int twice(int v) { return v + v; } } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = util::twice(b[i]); } return 0; }
//: p17
struct Cell { int v; Cell &operator=(int w) { v = v * 2 + w; return *this; } }; Cell cells[4]; int f(int n) { for (auto &c0 : cells) c0.v = 0; @for (int i = 0; i < 12; i++) { cells[i & 3] = b[i]; } for (int i = 0; i < 4; i++) a[i] = cells[i].v; return 0; }
//: p18
struct Cell { int v; Cell &operator=(int w) { v = w; return *this; } }; Cell cells[64]; int f(int n) { @for (int i = 0; i < n; i++) { cells[i] = b[i]; } for (int i = 0; i < 64; i++) a[i] = cells[i].v; return 0; }
//: p19
int f(int n) { std::string s = "hello"; @for (int i = 0; i < n; i++) { s[i % 5] = char('a' + (s[(i + 1) % 5] + i) % 26); } std::cout << s; return 0; }
//: p20
int f(int n) { std::array<int, 5> h{}; @for (int i = 0; i < n; i++) { h[ix[i] % 5] = i; } return h[0] + 100 * h[1]; }
//: p21
struct Scope { int *p; explicit Scope(int *q) : p(q) { *p = *p * 2 + 1; } ~Scope() { *p &= 255; } }; int f(int n) { int depth = 0; @for (int i = 0; i < n; i++) { Scope s(&depth); a[i] = depth + b[i]; } return 0; }
//: p22
struct Lazy { mutable bool ready = false; mutable int v = 0; int get(int w) const { if (!ready) { v = w; ready = true; } return v; } }; int f(int n) { Lazy l; @for (int i = 0; i < n; i++) { a[i] = l.get(b[i] + i); } return 0; }
//: p23
int f(int n) { std::vector<int> v(n + 1, 1); @for (auto it = v.begin(); it < v.end() - 1; it++) { *it = *(it + 1) + (int)(it - v.begin()); } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: p24
int f(int n) { std::vector<int> v(n), w(n, 2); @for (size_t i = 0; i < v.size(); i++) { v[i] = w[i] * (int)i; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: p25
static std::ostream &put(std::ostream &o, int v) { return o << v; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = b[i]; put(std::cout, i); } return 0; }
//: p26
struct Event { int id; Event() : id(next_++) {} static int next_; }; int Event::next_ = 0; int f(int n) { Event::next_ = 0; std::vector<Event> v; v.reserve(64); @for (int i = 0; i < n; i++) { v.emplace_back(); a[i] = v.back().id; } return 0; }
//: p27
enum class Mode { A, B }; int f(int n) { Mode mode = Mode::A; @for (int i = 0; i < n; i++) { a[i] = mode == Mode::A ? b[i] : c[i]; mode = b[i] > 0 ? Mode::B : Mode::A; } return 0; }
//: p28
enum class Mode { A, B }; int f(int n) { @for (int i = 0; i < n; i++) { Mode mode = b[i] > 0 ? Mode::B : Mode::A; a[i] = mode == Mode::A ? b[i] : c[i]; } return 0; }
//: p29
template <typename F> auto apply(F g, int v) { return g(v); } int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = apply([&](int v) { return v + k++; }, b[i]); } return 0; }
//: p30
template <typename F> auto apply(F g, int v) { return g(v); } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = apply([](int v) { return v * 2; }, b[i]); } return 0; }
//: p31
struct Matrix2 { double d[4]; double &at(int i, int j) { return d[2 * i + j]; } }; Matrix2 ms[64]; int f(int n) { @for (int i = 0; i < n; i++) { ms[i].at(0, 1) = b[i]; ms[i].at(1, 1) = ms[i].at(0, 1) + 1; } for (int i = 0; i < 64; i++) x[i] = ms[i].d[3]; return 0; }
//: p32
struct Matrix2 { double d[4]; double &at(int i, int j) { return d[2 * i + j]; } }; int f(int n) { Matrix2 q{}; @for (int i = 0; i < n; i++) { q.at(0, 1) = q.at(1, 1) + b[i]; q.at(1, 1) = i; } x[0] = q.d[1]; return 0; }
//: p33
int f(int n) { int best = -100, where = -1; @for (int i = 0; i < n; i++) { if (int v = b[i] * 3; v > best) { best = v; where = i; } } return best * 100 + where; }
//: p34
int f(int n) { std::pair<int, int> best{-100, -1}; @for (int i = 0; i < n; i++) { best = std::max(best, std::make_pair(b[i], i)); } return best.first * 100 + best.second; }
//: p35
int f(int n) { std::vector<int> v(b, b + n); @for (int i = 0; i < n; i++) { std::sort(v.begin(), v.end()); a[i] = v[i]; v[0] = c[i]; } return 0; }
//: p36
struct Base { int seq = 0; int nextId() { return seq++; } }; struct Sim : Base { void go(int n) { @for (int i = 0; i < n; i++) { a[i] = nextId(); } } }; int f(int n) { Sim s; s.go(n); return 0; }
//: p37
struct Sim { int cells[64]; int size; void step(int n) { @for (int i = 1; i < n; i++) { cells[i] = cells[i - 1] + b[i]; } } }; int f(int n) { Sim s{}; s.step(n); for (int i = 0; i < 64; i++) a[i] = s.cells[i]; return 0; }
//: p38
struct Sim { int cells[64], old[64]; void step(int n) { @for (int i = 1; i < n; i++) { cells[i] = old[i - 1] + b[i]; } } }; int f(int n) { Sim s{}; s.step(n); for (int i = 0; i < 64; i++) a[i] = s.cells[i]; return 0; }
//: p39
struct Sim { int *cells, *old; void step(int n) { @for (int i = 1; i < n; i++) { cells[i] = old[i - 1] + b[i]; } } }; int f(int n) { Sim s{a, a}; s.step(n); return 0; }
//: p40
struct Sim { std::vector<int> cells; void step() { @for (size_t i = 1; i < cells.size(); i++) { cells[i] += cells[i - 1]; } } }; int f(int n) { Sim s{std::vector<int>(b, b + n)}; s.step(); for (int i = 0; i < n; i++) a[i] = s.cells[i]; return 0; }
//: p41
static int depth; struct Guard { Guard() { depth++; } ~Guard() { depth--; } }; static int look() { return depth; } int f(int n) { @for (int i = 0; i < n; i++) { Guard g; a[i] = look() + b[i]; } return 0; }
//: p42
int f(int n) { int k = 1; auto twice = [&k](int v) { return v * k; }; @for (int i = 0; i < n; i++) { a[i] = twice(b[i]); } return 0; }
//: p43
int f(int n) { int k = 1; auto scale = [&k](int v) { return v * k; }; @for (int i = 0; i < n; i++) { a[i] = scale(b[i]); k = b[i]; } return 0; }
//: p44
int f(int n) { int t[3] = {1, 2, 3}; auto [u, v, w] = t; @for (int i = 0; i < n; i++) { a[i] = u + v * b[i] + w; } return 0; }
//: p45
int f(int n) { std::vector<int> v(40); int &r = v[5]; @for (int i = 1; i < n; i++) { v[i] = r + b[i] + i; } for (int i = 0; i < 40; i++) a[i] = v[i]; return 0; }
//: p46
static int w[64]; static int *begin_() { return w; } int f(int n) { int *p = begin_(); @for (int i = 1; i < n; i++) { p[i] = w[i - 1] + 1; } for (int i = 0; i < 64; i++) a[i] = w[i]; return 0; }
//: p47
struct Pool { int buf[64]; int used = 0; int *take() { return &buf[used++ & 63]; } }; int f(int n) { static Pool p; p.used = 0; @for (int i = 0; i < n; i++) { int *q = p.take(); *q = b[i]; } for (int i = 0; i < 64; i++) a[i] = p.buf[i]; return 0; }
//: p48
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s = std::max(s + b[i], 0); a[i] = s; } return s; }
//: p49
int f(int n) { long long s = 0; @for (int i = 0; i < n; i++) { s += static_cast<long long>(b[i]) * b[i]; } return (int)s; }
//: p50
int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { s += y[i] * 0.5; } return s; }
//: e01
int f(int n) { int k = 0; auto g = [&k]() -> int & { return k; }; @for (int i = 0; i < n; i++) { a[i] = g(); g() = b[i] + i; } return 0; }
//: e02
struct S { int v = 0; int &ref() { return v; } }; int f(int n) { S s; @for (int i = 0; i < n; i++) { a[i] = s.ref(); s.ref() = b[i] + i; } return 0; }
//: e03
struct S { int v = 0; int &ref() { return v; } }; int f(int n) { S s; int &r = s.ref(); @for (int i = 0; i < n; i++) { a[i] = s.v; r = b[i] + i; } return 0; }
//: e04
int f(int n) { int u = 0, v = 0; @for (int i = 0; i < n; i++) { (b[i] > 0 ? u : v) = i; a[i] = u + v; } return 0; }
//: e05
int f(int n) { int k = 0; auto r = std::ref(k); @for (int i = 0; i < n; i++) { a[i] = k; r.get() = b[i] + i; } return 0; }
//: e06
struct S { int *p; S(int *q) : p(q) {} int &operator*() { return *p; } }; int f(int n) { int k = 0; S s(&k); @for (int i = 0; i < n; i++) { a[i] = k; *s = b[i] + i; } return 0; }
//: e07
struct S { int k; void tick() { this->k = this->k * 2 + 1; this->k &= 255; } }; int f(int n) { S s{0}; @for (int i = 0; i < n; i++) { s.tick(); a[i] = s.k; } return 0; }
//: e08
struct A { int k = 0; }; struct S { A in; int bump() { return in.k++; } }; int f(int n) { S s; @for (int i = 0; i < n; i++) { a[i] = s.bump(); } return 0; }
//: e09
struct S { std::vector<int> v; void add(int w) { v.push_back(w); } }; int f(int n) { S s; @for (int i = 0; i < n; i++) { s.add(b[i]); } for (int i = 0; i < n; i++) a[i] = s.v[i]; return 0; }
//: e10
template <class T> T next(T &s) { s = s * 3 + 1; return s & 255; } int f(int n) { int s = 1; @for (int i = 0; i < n; i++) { s &= 255; a[i] = next(s); } return 0; }
//: e11
int f(int n) { std::vector<int> v(64); auto it = v.begin(); @for (int i = 0; i < n; i++) { *it = i; ++it; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: e12
struct T { int v; explicit T(int w) : v(w) { total += 2 * v + total; total &= 1023; } }; int f(int n) { @for (int i = 0; i < n; i++) { T t(b[i]); a[i] = t.v; } return 0; }
//: e13
struct T { int v; operator int() const { return v; } T &operator=(int w) { last = last * 2 + w; last &= 255; v = w; return *this; } }; T t[64]; int f(int n) { @for (int i = 0; i < n; i++) { t[i] = b[i]; } for (int i = 0; i < n; i++) a[i] = t[i]; return 0; }
//: e14
struct T { int v; T operator+(const T &o) const { last = last * 2 + v; last &= 255; return T{v + o.v}; } }; T t[64], u[64]; int f(int n) { for (int i = 0; i < 64; i++) u[i].v = i; @for (int i = 0; i < n; i++) { t[i] = u[i] + u[1]; } return last; }
//: e15
static std::string all; static void note(const char *s) { all += s; } int f(int n) { all.clear(); @for (int i = 0; i < n; i++) { a[i] = b[i]; note(b[i] > 0 ? "+" : "-"); } std::cout << all; return 0; }
//: e16
int f(int n) { int w[64] = {}; auto &v = w; int *p = v; @for (int i = 1; i < n; i++) { w[i] = p[i - 1] + 1; } for (int i = 0; i < n; i++) a[i] = w[i]; return 0; }
//: e17
struct M { int d[20][20]; int *operator[](int i) { return d[i]; } }; M q; int f(int n) { @for (int i = 1; i < 20; i++) { for (int j = 0; j < 20; j++) q[i][j] = q[i - 1][j] + j; } for (int i = 0; i < 20; i++) a[i] = q[i][3]; return 0; }
//: e18
struct M { int d[20][20]; int *operator[](int i) { return d[i]; } }; M q; int f(int n) { @for (int i = 1; i < 20; i++) { for (int j = 0; j < 20; j++) q[i][j] = i * j; } for (int i = 0; i < 20; i++) a[i] = q[i][3]; return 0; }
//: e19
int f(int n) { static std::mt19937 g; g.seed(1); auto draw = [&] { return (int)(g() % 7); }; @for (int i = 0; i < n; i++) { a[i] = draw(); } return 0; }
//: f01
int f(int n) { int k = 1; auto g = [k](int v) { return v * k; }; k = 2; @for (int i = 1; i < n; i++) { a[i] = a[i - g(1)] + k; } return 0; }
//: f02
int f(int n) { int k = 1; auto g = [=](int v) { return v + k; }; @for (int i = 1; i < n; i++) { a[g(i)] = a[i] + 1; } return 0; }
//: f03
int f(int n) { int k = 0; auto g = [&](int v) { int k2 = k; k = v; return k2; }; @for (int i = 1; i < n; i++) { a[i] = g(b[i]); } return k; }
//: f04
struct A { int v; int get() { return v; } }; struct B { int v; int get() { return v++; } }; int f(int n) { A p{1}; B q{1}; @for (int i = 0; i < n; i++) { a[i] = p.get() + q.get(); } return 0; }
//: f05
struct V { int &r; V(int &q) : r(q) {} void put(int v) { r = r * 2 + v; r &= 255; } }; int f(int n) { int k = 0; V v(k); @for (int i = 0; i < n; i++) { v.put(b[i]); a[i] = k; } return 0; }
//: f06
struct V { int *p; V(int *q) : p(q) {} int &at(int i) { return p[i]; } }; int f(int n) { V v(a), w(a); @for (int i = 1; i < n; i++) { v.at(i) = w.at(i - 1) + 1; } return 0; }
//: f07
struct V { int *p; V(int *q) : p(q + 1) {} int &at(int i) { return p[i]; } }; int f(int n) { V v(a); @for (int i = 1; i < n; i++) { v.at(i) = a[i] + 1; } return 0; }
//: f08
struct T { int v; bool operator<(const T &o) const { return v < o.v; } }; int f(int n) { T best{-9}; int where = -1; @for (int i = 0; i < n; i++) { T t{b[i]}; if (best < t) { best = t; where = i; } } return where; }
//: f09
struct T { int v; T &operator+=(int w) { v = v * 2 + w; v = v & 255; return *this; } }; int f(int n) { T t{0}; @for (int i = 0; i < n; i++) { t += b[i]; a[i] = t.v; } return 0; }
//: f10
struct T { int v; T operator-(const T &o) const { return {v - o.v}; } }; T ts[64]; int f(int n) { for (int i = 0; i < 64; i++) ts[i].v = i * i; @for (int i = 1; i < n; i++) { ts[i] = ts[i] - ts[i - 1]; } for (int i = 0; i < n; i++) a[i] = ts[i].v; return 0; }
//: f11
template <class T> struct Id { static int next; T v; }; template <class T> int Id<T>::next = 0; int f(int n) { Id<int>::next = 0; @for (int i = 0; i < n; i++) { a[i] = Id<int>::next++; } return 0; }
//: f12
int f(int n) { int k = 0; for (int r = 0; r < 2; r++) { auto g = [&] { return k++; }; @for (int i = 0; i < n; i++) { a[i] = g() + r; } } return 0; }
//: f13
struct S { int k; int next() { int k = 5; return k; } int real() { return k++; } }; int f(int n) { S s{0}; @for (int i = 0; i < n; i++) { a[i] = s.next() + s.real(); } return 0; }
//: f14
struct S { int w[4]; void set(int v) { for (int k = 0; k < 4; k++) w[k] = v + k; } int sum() const { int s = 0; for (int k = 0; k < 4; k++) s += w[k]; return s; } }; int f(int n) { S s; @for (int i = 0; i < n; i++) { s.set(b[i]); a[i] = s.sum(); } return 0; }
//: f15
struct S { int w[4] = {}; void set(int v) { w[v & 3] = v; } int sum() const { int s = 0; for (int k = 0; k < 4; k++) s += w[k]; return s; } }; int f(int n) { S s; @for (int i = 0; i < n; i++) { s.set(b[i]); a[i] = s.sum(); } return 0; }
//: f16
static void two(int &p, int &q) { p = q + 1; } int f(int n) { @for (int i = 1; i < n; i++) { two(a[i], a[i - 1]); } return 0; }
//: f17
static int &mx(int &p, int &q) { return p > q ? p : q; } int f(int n) { @for (int i = 1; i < n; i++) { mx(a[i], a[i - 1]) = i; } return 0; }
//: f18
int f(int n) { std::vector<int> v(64); std::vector<int> *p = &v; @for (int i = 1; i < n; i++) { (*p)[i] = v[i - 1] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: f19
int f(int n) { std::vector<int> v(64); auto g = [&v](int i) -> int & { return v[i]; }; @for (int i = 1; i < n; i++) { g(i) = v[i - 1] + 1; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: f20
int f(int n) { std::unique_ptr<int[]> p(new int[64]()); int *q = p.get(); @for (int i = 1; i < n; i++) { p[i] = q[i - 1] + 1; } for (int i = 0; i < n; i++) a[i] = p[i]; return 0; }
//: f21
struct B { int k = 0; }; struct S : B { int w[64]; void go(int n) { @for (int i = 0; i < n; i++) { w[k++] = b[i]; } } }; int f(int n) { S s; s.go(n); for (int i = 0; i < n; i++) a[i] = s.w[i]; return 0; }
//: f22
int f(int n) { int t[2][20] = {}; @for (int i = 0; i < n; i++) { auto &row = t[i & 1], &other = t[(i + 1) & 1]; for (int j = 0; j < 20; j++) row[j] = other[j] + i; } for (int j = 0; j < 20; j++) a[j] = t[0][j]; return 0; }
//: f23
enum Kind { A_, B_ }; int f(int n) { Kind kind = A_; @for (int i = 0; i < n; i++) { a[i] = kind; kind = b[i] > 0 ? B_ : A_; } return 0; }
//: f24
using Fn = int (*)(int); static int k; static int up(int v) { return v + k++; } int f(int n) { Fn g = up; @for (int i = 0; i < n; i++) { a[i] = g(b[i]); } return 0; }
