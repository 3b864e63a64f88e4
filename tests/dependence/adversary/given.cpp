//: member.pointer
struct P2 { int u, v; }; static P2 p[64]; static void run(int n, int P2::*to, int P2::*from) { @for (int i = 1; i < n; i++) { p[i].*to = p[{{i - 1|i|i}}].*from + b[i]; } } int f(int n) { run(n, &P2::u, &P2::{{u|u|v}}); for (int i = 0; i < n; i++) c[i] = p[i].u; return 0; }
//: member.pointer.apart
struct P2 { int u, v; }; static P2 p[64]; int f(int n) { int P2::*to = &P2::u; @for (int i = 1; i < n; i++) { p[i].*to = p[i - 1].{{u|v|*to}} + b[i]; } for (int i = 0; i < n; i++) c[i] = p[i].u; return 0; }
//: object.twice
class Mat { int n_; std::vector<int> d_; public: explicit Mat(int n) : n_(n), d_(n * n) {} int& operator()(int i, int j) { return d_[i * n_ + j]; } int operator()(int i, int j) const { return d_[i * n_ + j]; } int n() const { return n_; } }; static void turn(Mat& to, const Mat& from) { @for (int i = 0; i < from.n(); i++) { for (int j = 0; j < from.n(); j++) to(i, j) = from(j, i) * 2 + 1; } } int f(int n) { Mat p(8), q(8); for (int i = 0; i < 64; i++) p(i / 8, i % 8) = q(i / 8, i % 8) = i + n; turn(p, {{p|q}}); for (int i = 0; i < 64; i++) a[i] = p(i / 8, i % 8); return 0; }
//: object.itself
class Grid { int w_, h_; std::vector<int> d_; public: Grid(int w, int h) : w_(w), h_(h), d_(w * h) {} int& at(int x, int y) { return d_[y * w_ + x]; } int at(int x, int y) const { return d_[y * w_ + x]; } void blur(const Grid& s) { @for (int y = 1; y < h_ - 1; y++) { for (int x = 1; x < w_ - 1; x++) at(x, y) = s.at(x - 1, y) + s.at(x, y - 1); } } }; int f(int n) { Grid p(9, 8), q(9, 8); for (int i = 0; i < 72; i++) p.at(i % 9, i / 9) = q.at(i % 9, i / 9) = i % n; p.blur({{p|q}}); for (int i = 0; i < 72; i++) a[i] = p.at(i % 9, i / 9); return 0; }
//: reference.to.an.element
static void add(std::vector<int>& v, const int& k) { @for (std::size_t i = 0; i < v.size(); i++) { v[i] += k; } } int f(int n) { std::vector<int> v(n), w(n); for (int i = 0; i < n; i++) { v[i] = i + 1; w[i] = 2; } add(v, {{v[2]|w[2]}}); for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: span.of.one
static void run(std::span<const int> s, std::span<int> t) { @for (std::size_t i = 0; i < s.size(); i++) { t[i] = s[i] + 1; } } int f(int n) { std::vector<int> v(65), w(65); std::span<int> all(v), other(w); run(all.first(n), {{all.subspan(1)|other.subspan(1)|other}}); for (int i = 0; i < 64; i++) a[i] = v[i] + w[i]; return 0; }
//: shallow.copy
class Img { int n_; int* d_; public: explicit Img(int n) : n_(n), d_(new int[n]()) {} {{Img(const Img&) = default;|Img(const Img& o) : n_(o.n_), d_(new int[o.n_]()) {}|}} int& at(int i) { return d_[i]; } }; int f(int n) { Img p(65); p.at(0) = 1; Img q = p; @for (int i = 0; i < n; i++) { q.at(i + 1) = p.at(i) + 2; } for (int i = 0; i < n; i++) a[i] = q.at(i); return 0; }
//: shallow.copy.then.own
struct Img { int n; int* d; }; int f(int n) { Img p{65, new int[65]()}; Img q = p; q.d = {{p.d|new int[65]()|p.d + 32}}; @for (int i = 0; i < n; i++) { q.d[i + 1] = p.d[i] + 2; } for (int i = 0; i < n; i++) a[i] = q.d[i]; return 0; }
//: variable.template
template <class T> T carried{}; template <class T> T smooth(T k) { {{carried<T> = carried<T> / 2 + k; return carried<T>;|return carried<T> + k;}} } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = smooth(b[i]); } carried<int> = 0; return 0; }
//: qualified.state
namespace st { int acc = 1; int of(int k) { int t = k; {{st::acc = st::acc * 3 % 101; t += st::acc;|t += st::acc;}} return t; } int of(double k) { return (int)k; } } int f(int n) { st::acc = 1; @for (int i = 0; i < n; i++) { a[i] = st::of(b[i]); } return 0; }
//: own.address.operator
struct Slot { int v = 0; int* operator&() { return {{&shared|&v}}; } static inline int shared = 0; }; static Slot s[64]; int f(int n) { Slot::shared = 0; for (auto& k : s) k.v = 0; @for (int i = 0; i < n; i++) { int* p = {{&s[i]|&s[i]}}; *p += i; a[i] = *p; } return 0; }
//: engine
int f(int n) { std::minstd_rand g(n + 1); @for (int i = 0; i < n; i++) { {{a[i] = (int)(g() % 100);|std::minstd_rand h(i + 1); a[i] = (int)(h() % 100);}} } return 0; }
