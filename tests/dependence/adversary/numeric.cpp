//: matrix.class
class Matrix { int rows_, cols_; std::vector<double> data_; public: Matrix(int r, int k) : rows_(r), cols_(k), data_(r * k) {} double &operator()(int i, int j) { return data_[i * cols_ + j]; } double operator()(int i, int j) const { return data_[i * cols_ + j]; } int rows() const { return rows_; } int cols() const { return cols_; } };
int f(int n) { Matrix p(n, 8), q(n, 8); for (int i = 0; i < n; i++) for (int j = 0; j < 8; j++) { p(i, j) = x[i + j]; q(i, j) = 0; } @for (int i = 1; i < n; i++) { for (int j = 0; j < 8; j++) {{q|p}}(i, j) = p(i - 1, j) + 1; } for (int i = 0; i < n; i++) x[i] = q(i, 3) + p(i, 2); return 0; }
//: matrix.product
struct Matrix { int n; std::vector<double> v; explicit Matrix(int k) : n(k), v(k * k) {} double *operator[](int i) { return &v[i * n]; } const double *operator[](int i) const { return &v[i * n]; } };
int f(int n) { int k = n < 12 ? n : 12; Matrix p(k), q(k), r(k); for (int i = 0; i < k; i++) for (int j = 0; j < k; j++) { p[i][j] = m[i][j]; q[i][j] = m[j][i]; r[i][j] = i + j; } @for (int i = 0; i < k; i++) { for (int j = 0; j < k; j++) { double s = 0; for (int l = 0; l < k; l++) s += p[i][l] * {{q|r}}[l][j]; r[i][j] = s; } } for (int i = 0; i < k; i++) x[i] = r[i][k - 1 - i]; return 0; }
//: vector.of.vectors
int f(int n) { std::vector<std::vector<double>> u(n, std::vector<double>(10)), w = u; for (int i = 0; i < n; i++) for (int j = 0; j < 10; j++) u[i][j] = x[i + j]; @for (int i = 1; i < n - 1; i++) { for (int j = 1; j < 9; j++) {{w|u}}[i][j] = u[i - 1][j] + u[i + 1][j]; } for (int i = 0; i < n; i++) x[i] = w[i][4] + u[i][5]; return 0; }
//: vector.rows.by.reference
int f(int n) { std::vector<std::vector<double>> u(n, std::vector<double>(10, 1.0)); @for (int i = 0; i < n; i++) { std::vector<double> &r = u[{{i|i / 2}}]; for (std::size_t j = 1; j < r.size(); j++) r[j] += r[j - 1] * 0.5 + i; } for (int i = 0; i < n; i++) x[i] = u[i][9]; return 0; }
//: vector.sizes
int f(int n) { std::vector<double> v(x, x + n), w(n); @for (std::size_t i = 0; i < v.size(); i++) { w[i] = std::sqrt(v[i]) * 2; {{|if (i + 1 < v.size()) v[i + 1] = w[i];}} } for (int i = 0; i < n; i++) x[i] = w[i]; return 0; }
//: array.members
struct Vec3 { double x, y, z; Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; } Vec3 operator*(double s) const { return {x * s, y * s, z * s}; } double dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; } };
int f(int n) { std::vector<Vec3> pos(n), vel(n); for (int i = 0; i < n; i++) { pos[i] = {x[i], y[i], 1}; vel[i] = {1, 2, 3}; } @for (int i = 0; i < n; i++) { pos[i] = pos[i] + vel[{{i|0}}] * 0.5; {{|vel[0] = pos[i];}} } for (int i = 0; i < n; i++) x[i] = pos[i].dot(pos[i]); return 0; }
//: vector.operators.added
struct Vec2 { double u, v; Vec2 &operator+=(const Vec2 &o) { u += o.u; v += o.v; return *this; } }; inline Vec2 operator-(const Vec2 &p, const Vec2 &q) { return {p.u - q.u, p.v - q.v}; }
int f(int n) { std::vector<Vec2> p(n), g(n); for (int i = 0; i < n; i++) p[i] = {x[i], y[i]}; @for (int i = 0; i < n; i++) { Vec2 s{0, 0}; for (int j = 0; j < n; j++) if (j != i) s += p[j] - p[i]; {{g[i] = s;|p[i] = s;}} } for (int i = 0; i < n; i++) x[i] = g[i].u + p[i].v; return 0; }
//: particles.class
class Particle { double q_ = 0, v_ = 0; public: void set(double q, double v) { q_ = q; v_ = v; } void kick(double a) { v_ += a; } void drift(double dt) { q_ += dt * v_; } double q() const { return q_; } };
int f(int n) { std::vector<Particle> p(n); for (int i = 0; i < n; i++) p[i].set(x[i], y[i]); @for (int i = 0; i < n; i++) { p[i].kick(-0.5 * p[{{i|(i + 1) % n}}].q()); p[i].drift(0.25); } for (int i = 0; i < n; i++) x[i] = p[i].q(); return 0; }
//: range.for.elements
struct Cell { double u, f; };
int f(int n) { std::vector<Cell> cells(n); int k = 0; for (auto &e : cells) { e.u = x[k++]; e.f = 0; } double sum = 0; @for (auto &e : cells) { e.f = e.u * e.u; sum {{+=|= 0.5 * sum +}} e.f; } for (int i = 0; i < n; i++) x[i] = cells[i].f; x[n] = sum; return 0; }
//: range.for.carried
int f(int n) { std::vector<double> v(x, x + n); double before = 0; @for (double &e : v) { {{double now = e; e = now * 2;|double now = e; e = now + before; before = now;}} } for (int i = 0; i < n; i++) x[i] = v[i]; return before > 100; }
//: lambda.kernel
int f(int n) { auto flux = [](double l, double r) { return 0.5 * (l + r); }; std::vector<double> u(x, x + n + 1), w(n); @for (int i = 0; i < n; i++) { {{w[i]|u[i + 1]}} = flux(u[i], u[i + 1]); } for (int i = 0; i < n; i++) x[i] = w[i] + u[i]; return 0; }
//: lambda.index
int f(int n) { const int nx = 10; auto id = [=](int i, int j) { return i * nx + j; }; std::vector<double> u(400), w(400); for (int k = 0; k < 400; k++) u[k] = x[k]; @for (int i = 1; i < 9; i++) { for (int j = 1; j < 9; j++) {{w|u}}[id(i, j)] = u[id(i - 1, j)] + u[id(i, j + 1)]; } for (int k = 0; k < 100; k++) x[k] = w[k] + u[k]; return 0; }
//: lambda.reference
int f(int n) { int count = 0; auto note = [&](int v) { if (v > 0) {{count++;|count = count * 2 % 31 + v;}} }; @for (int i = 0; i < n; i++) { note(b[i]); } return count; }
//: template.stencil
template <typename T, int R> void blur(const T *in, T *out, int n) { @for (int i = R; i < n - R; i++) { T s = 0; for (int k = -R; k <= R; k++) s += in[i + k]; out[i] = s / (2 * R + 1); } }
int f(int n) { std::vector<double> v(x, x + n), w(n); blur<double, 2>(v.data(), {{w.data()|v.data()}}, n); for (int i = 0; i < n; i++) x[i] = w[i] + v[i]; return 0; }
//: template.grid
template <typename T> class Grid { int w_; std::vector<T> v_; public: Grid(int h, int w) : w_(w), v_(h * w) {} T &at(int i, int j) { return v_[i * w_ + j]; } };
int f(int n) { Grid<double> g(n, 6), h(n, 6); for (int i = 0; i < n; i++) for (int j = 0; j < 6; j++) g.at(i, j) = x[i + j]; @for (int i = 1; i < n; i++) { for (int j = 0; j < 6; j++) {{h|g}}.at(i, j) = g.at(i - 1, j) * 0.5 + j; } for (int i = 0; i < n; i++) x[i] = h.at(i, 2) + g.at(i, 3); return 0; }
//: template.saxpy
template <class T> T axpy(T s, T p, T q) { return s * p + q; }
int f(int n) { @for (int i = 0; i < n; i++) { x[i] = axpy<double>(0.5, x[i], {{y[i]|i ? x[i - 1] : 0.0}}); } return 0; }
//: policy.functor
struct Square { double operator()(double v) const { return v * v; } }; struct Count { int *n; double operator()(double v) const { *n = *n * 2 % 61 + 1; return v + *n; } };
template <class F> void each(double *v, int n, F g) { @for (int i = 0; i < n; i++) { v[i] = g(v[i]); } }
int f(int n) { int k = 0; each(x, n, {{Square()|Count{&k}}}); return k; }
//: std.array.fields
int f(int n) { std::array<double, 32> u{}, w{}; for (int i = 0; i < n; i++) u[i] = x[i]; @for (int i = 1; i < n - 1; i++) { {{w|u}}[i] = 0.5 * (u[i - 1] + u[i + 1]); } for (int i = 0; i < n; i++) x[i] = w[i] + u[i]; return 0; }
//: std.array.local
int f(int n) { @for (int i = 0; i < n; i++) { {{std::array<double, 4> s{};|static std::array<double, 4> s{};}} for (int k = 0; k < 4; k++) s[k] {{=|+=}} x[i] * k; double t = 0; for (double v : s) t += v; y[i] = t; } for (int i = 0; i < n; i++) x[i] = y[i]; return 0; }
//: unique.buffer
int f(int n) { std::unique_ptr<double[]> u(new double[n]), w(new double[n]); for (int i = 0; i < n; i++) { u[i] = x[i]; w[i] = 0; } @for (int i = 1; i < n; i++) { {{w|u}}[i] = u[i - 1] * 0.5; } for (int i = 0; i < n; i++) x[i] = w[i] + u[i]; return 0; }
//: new.buffer
int f(int n) { double *u = new double[n], *w = new double[n]; for (int i = 0; i < n; i++) { u[i] = x[i]; w[i] = 0; } @for (int i = 1; i < n; i++) { {{w|u}}[i] = u[i - 1] * 0.5; } for (int i = 0; i < n; i++) x[i] = w[i] + u[i]; delete[] u; delete[] w; return 0; }
//: owner.of.fields
class Solver { int size_; std::vector<double> h_, hu_, flux_; public: explicit Solver(int n) : size_(n), h_(n + 1), hu_(n + 1), flux_(n + 1) { for (int i = 0; i <= n; i++) { h_[i] = x[i]; hu_[i] = y[i]; } } void step(double dt) { for (int i = 1; i <= size_; i++) flux_[i] = 0.5 * (hu_[i - 1] + hu_[i]); @for (int i = 1; i < size_; i++) { h_[i] -= dt * (flux_[i + 1] - flux_[i]); {{hu_[i] *= 0.5;|flux_[i + 1] = h_[i];}} } } double h(int i) const { return h_[i] + hu_[i]; } };
int f(int n) { Solver s(n); for (int t = 0; t < 3; t++) s.step(0.25); for (int i = 0; i < n; i++) x[i] = s.h(i); return 0; }
//: owner.of.pointers
class Field { int size_; double *now_, *then_; public: explicit Field(int n) : size_(n), now_(new double[n]), then_(new double[n]) { for (int i = 0; i < n; i++) { now_[i] = x[i]; then_[i] = 0; } } ~Field() { delete[] now_; delete[] then_; } void relax() { @for (int i = 1; i < size_ - 1; i++) { {{then_|now_}}[i] = 0.5 * (now_[i - 1] + now_[i + 1]); } std::swap(now_, then_); } double at(int i) const { return now_[i] + then_[i]; } };
int f(int n) { Field g(n); g.relax(); g.relax(); for (int i = 0; i < n; i++) x[i] = g.at(i); return 0; }
//: inherited.mesh
struct Mesh { int n; std::vector<int> left, right; }; struct Flow : Mesh { std::vector<double> q, flux; };
int f(int n) { Flow s; s.n = n; for (int i = 0; i < n; i++) { s.left.push_back(i); s.right.push_back((i + 2) % n); s.q.push_back(x[i]); s.flux.push_back(0); } @for (int e = 0; e < s.n; e++) { double fl = 0.5 * (s.q[s.left[e]] - s.q[s.right[e]]); {{s.flux[e] = fl;|s.q[s.right[e]] = s.q[s.right[e]] * 0.5 + fl;}} } for (int i = 0; i < n; i++) x[i] = s.flux[i] + s.q[i]; return 0; }
//: sparse.class
struct Csr { std::vector<int> row, col; std::vector<double> val; void multiply(const std::vector<double> &in, std::vector<double> &out) const { @for (int i = 0; i < (int)row.size() - 1; i++) { double s = 0; for (int k = row[i]; k < row[i + 1]; k++) s += val[k] * in[col[k]]; out[i] = s; } } };
int f(int n) { Csr s; s.row.push_back(0); for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) { s.col.push_back((i * 5 + j) % n); s.val.push_back(b[i + j]); } s.row.push_back((int)s.col.size()); } std::vector<double> v(x, x + n), w(n); s.multiply(v, {{w|v}}); for (int i = 0; i < n; i++) x[i] = w[i] + v[i]; return 0; }
//: sparse.rows
int f(int n) { std::vector<int> row(1, 0), col; std::vector<double> val; for (int i = 0; i < n; i++) { for (int j = 0; j < 3; j++) { col.push_back((i * 5 + j) % n); val.push_back(b[i + j]); } row.push_back((int)col.size()); } std::vector<double> v(x, x + n), w(n); @for (int i = 0; i < n; i++) { double s = 0; for (int k = row[i]; k < row[i + 1]; k++) s += val[k] * v[col[k]]; {{w|v}}[i] = s; } for (int i = 0; i < n; i++) x[i] = w[i] + v[i]; return 0; }
//: histogram.vector
int f(int n) { std::vector<int> bins(9); @for (int i = 0; i < n; i++) { {{bins[ix[i]] += 1;|bins[ix[i]] = bins[ix[i]] * 2 + i;}} } for (int k = 0; k < 9; k++) a[k] = bins[k]; return 0; }
//: accumulate.inner
int f(int n) { std::vector<double> w(n); @for (int i = 0; i < n; i++) { w[{{i|i / 2}}] = std::accumulate(x, x + i, 0.0); } for (int i = 0; i < n; i++) y[i] = w[i]; for (int i = 0; i < n; i++) x[i] = y[i]; return 0; }
//: transform.inner
int f(int n) { @for (int i = 0; i < 20; i++) { std::transform(m[i], m[i] + 20, m[{{i|(i + 1) % 20}}], [i](int v) { return v * 2 + i; }); } return 0; }
//: fill.inner
int f(int n) { std::vector<double> work(20); @for (int i = 0; i < n; i++) { std::fill(work.begin(), work.end(), 0.0); for (int k = 0; k < 20; k++) work[k] += x[i + k] * k; double s = 0; for (int k = {{0|1}}; k < 20; k++) s += work[k]; y[i] = s; {{|work[0] = s;}} } for (int i = 0; i < n; i++) x[i] = y[i]; return 0; }
//: minmax.inner
int f(int n) { @for (int i = 0; i < n; i++) { double lo = std::min(x[i], 4.0), hi = std::max(x[i], {{2.0|x[(i + 1) % n]}}); x[i] = std::clamp(x[i] * 2, lo, hi) + std::abs(y[i]); } return 0; }
//: complex.signal
int f(int n) { std::vector<std::complex<double>> z(n); for (int i = 0; i < n; i++) z[i] = {x[i], y[i]}; std::complex<double> w(0, 1); @for (int i = 0; i < n; i++) { {{z[i] = z[i] * w + std::conj(z[i]);|w = w * std::complex<double>(0, 1); z[i] *= w;}} } for (int i = 0; i < n; i++) x[i] = z[i].real() + z[i].imag(); return 0; }
//: pair.best
int f(int n) { std::vector<std::pair<double, int>> best(n); @for (int i = 0; i < n; i++) { best[i] = {1e9, -1}; for (int j = 0; j < n; j++) { double d = std::fabs(x[i] - y[j]); if (d < best[i].first) best[i] = std::make_pair(d, j); } {{|y[i] = best[i].first;}} } for (int i = 0; i < n; i++) a[i] = best[i].second; return 0; }
//: tuple.ties
int f(int n) { @for (int i = 0; i < n; i++) { auto [q, r] = std::div(c[i], 7); a[{{i|q % 5}}] = q * 10 + r + i; } return 0; }
//: optional.value
static std::optional<int> half(int v) { if (v % 2) return std::nullopt; return v / 2; }
int f(int n) { int lost = 0; @for (int i = 0; i < n; i++) { if (auto h = half(c[i])) a[i] = *h; else {{lost++;|a[i] = lost = lost * 3 % 17 + i;}} } return lost; }
//: constants.of.class
struct Params { static constexpr int width = 4; static constexpr double dt = 0.5; };
int f(int n) { std::vector<double> w(n * Params::width); @for (int i = 0; i < n; i++) { for (int k = 0; k < Params::width; k++) w[i * {{Params::width|(Params::width - 1)}} + k] = x[i] * Params::dt + k; } for (int i = 0; i < n; i++) x[i] = w[i * 3]; return 0; }
//: enum.states
enum class State { dry, wet };
int f(int n) { std::vector<State> s(n, State::dry); @for (int i = 1; i < n; i++) { if (x[i] > 3) s[i] = State::wet; {{a[i] = s[i] == State::wet;|a[i] = s[i - 1] == State::wet;}} } return 0; }
//: bool.mask
int f(int n) { std::vector<{{char|bool}}> mask(n); @for (int i = 0; i < n; i++) { mask[i] = x[i] > 3; } for (int i = 0; i < n; i++) a[i] = mask[i]; return 0; }
//: namespace.functions
namespace phys { const double g = 9.5; inline double head(double h, double u) { return h + u * u / (2 * g); } static double worst = 0; inline double noted(double h, double u) { double v = head(h, u); worst = worst * 0.5 + v; return v + worst; } }
int f(int n) { phys::worst = 0; @for (int i = 0; i < n; i++) { x[i] = phys::{{head|noted}}(x[i], y[i]); } return 0; }
//: using.alias
using Real = double; using Column = std::vector<Real>;
int f(int n) { Column u(x, x + n), w(n); const Real c0 = 0.25; @for (int i = 1; i < n - 1; i++) { {{w|u}}[i] = c0 * u[i - 1] + c0 * u[i + 1]; } for (int i = 0; i < n; i++) x[i] = w[i] + u[i]; return 0; }
//: references.to.rows
int f(int n) { @for (int i = 0; i < 20; i++) { auto &row = m[{{i|19 - i / 2}}]; for (auto &v : row) v = v * 2 + i; } return 0; }
//: pointers.to.const
static double weight(const double *w, int i, int n) { double s = 0; for (int k = 0; k < n; k++) s += w[k] * (k == i ? 2 : 1); return s; }
int f(int n) { @for (int i = 0; i < n; i++) { {{y|x}}[i] = weight(x, i, n); } for (int i = 0; i < n; i++) x[i] = x[i] + y[i] - std::floor(y[i] / 7) * 7; return 0; }
//: strategy.virtual
struct Law { virtual double of(double v) const = 0; virtual ~Law() = default; }; struct Linear final : Law { double s = 2; double of(double v) const override { return s * v; } };
int f(int n) { Linear law; @for (int i = 0; i < n; i++) { x[i] = law.of(x[{{i|(i + 1) % n}}]); } return 0; }
//: stack.of.block
template <int N> struct Block { double v[N]; double sum() const { double s = 0; for (int k = 0; k < N; k++) s += v[k]; return s; } };
int f(int n) { std::vector<Block<4>> p(n); for (int i = 0; i < n; i++) for (int k = 0; k < 4; k++) p[i].v[k] = x[i + k]; @for (int i = 0; i < n; i++) { Block<4> t = p[i]; for (int k = 0; k < 4; k++) t.v[k] *= 0.5; p[i] = t; x[i] = p[{{i|(i + n - 1) % n}}].sum(); } return 0; }
//: span.views
int f(int n) { std::span<double> v(x, n), w(y, n); @for (int i = 1; i < n; i++) { {{w[i] = v[i - 1] + 1;|v[i] = v[i - 1] + 1;}} } for (int i = 0; i < n; i++) x[i] += y[i]; return 0; }
//: valarray.fields
int f(int n) { std::valarray<double> u(x, n), w(0.0, n); @for (int i = 1; i < n; i++) { {{w|u}}[i] = u[i] * 0.5 + u[i - 1]; } for (int i = 0; i < n; i++) x[i] = u[i] + w[i]; return 0; }
//: random.each
int f(int n) { {{|std::minstd_rand shared(7);}} @for (int i = 0; i < n; i++) { {{std::minstd_rand mine(7 + i); a[i] = (int)(mine() % 100);|a[i] = (int)(shared() % 100);}} } return 0; }
//: exceptions.never
static double checked(double v) { if (v < -1000) throw std::runtime_error("low"); return v * 2; }
int f(int n) { @for (int i = 0; i < n; i++) { x[i] = checked({{x[i]|i ? x[i - 1] : 1.0}}); } return 0; }
//: time.steps
int f(int n) { std::vector<double> u(x, x + n), w(n); for (int t = 0; t < 3; t++) { @for (int i = 1; i < n - 1; i++) { w[i] = 0.5 * (u[i - 1] + u[i + 1]); {{|u[i] = w[i];}} } std::swap(u, w); } for (int i = 0; i < n; i++) x[i] = u[i]; return 0; }
//: block.sums
int f(int n) { int blocks = (n + 7) / 8; std::vector<double> part(blocks + 1); @for (int k = 0; k < blocks; k++) { double s = {{0|k ? part[k - 1] : 0}}; for (int i = k * 8; i < std::min(n, k * 8 + 8); i++) s += x[i]; part[k] = s; } for (int k = 0; k < blocks; k++) x[k] = part[k]; return 0; }
//: columns.of.plane
int f(int n) { std::vector<double> p(20 * 20); for (int k = 0; k < 400; k++) p[k] = x[k]; @for (int j = 0; j < 20; j++) { double s = 0; for (int i = 0; i < 20; i++) { s += p[i * 20 + j]; p[i * 20 + {{j|(j + 1) % 20}}] = s; } } for (int k = 0; k < 400; k++) x[k] = p[k]; return 0; }
