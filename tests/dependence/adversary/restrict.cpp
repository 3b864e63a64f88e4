//: members
struct V { int *p; int n; int run(const V &w) { int *__restrict__ q = p; const int *__restrict__ r = w.p; @for (int i = 1; i < n; i++) { q[i] = r[i - 1] {{+ 1|- 1}}; } return 0; } }; int f(int n) { V v{a, n}, w{b, n}; return v.run(w); }
//: template
template <class T> struct V { T *p; int n; void run(V &w) { T *__restrict q = p; T *__restrict r = w.p; @for (int i = 1; i < n; i++) { q[i] = r[i - 1] {{+ 1|- 1}}; } } }; int f(int n) { V<int> v{a, n}, w{b, n}; v.run(w); return 0; }
//: bound
struct V { int *p; }; static int f1(V &v, V &w, int n) { int *__restrict__ p = v.p; int &r = {{p[0]|*p|(p[0])|(p[0] = 1)|(n ? p[0] : p[1])}}; w.p = &r; @for (int i = 1; i < n; i++) { p[i] = w.p[i - 1] + 1; } return 0; } int f(int n) { V v{a}, w{b}; return f1(v, w, n); }
//: passed
struct V { int *p; }; static int *kept2; static int &keep2(int &k) { kept2 = &k; return k; } static int f1(V &v, V &w, int n) { int *__restrict__ p = v.p; {{w.p = &keep2(p[0])|keep2(p[0]); w.p = kept2|w.p = std::addressof(p[0])|w.p = &std::ref(p[0]).get()}}; @for (int i = 1; i < n; i++) { p[i] = w.p[i - 1] + 1; } return 0; } int f(int n) { V v{a}, w{b}; return f1(v, w, n); }
//: captured
struct V { int *p; }; static int f1(V &v, V &w, int n) { int *__restrict__ p = v.p; {{auto g = [&](int k) -> int & { return p[k]; }; w.p = &g(0)|auto g = [=] { return p; }; w.p = g()|auto g = [&r = p[0]] { return &r; }; w.p = g()|auto g = [p](V &u) { u.p = p; }; g(w)}}; @for (int i = 1; i < n; i++) { p[i] = w.p[i - 1] + 1; } return 0; } int f(int n) { V v{a}, w{b}; return f1(v, w, n); }
//: held
struct V { int *p; }; struct H { int &r; }; static int f1(V &v, V &w, int n) { int *__restrict__ p = v.p; {{H h{p[0]}; w.p = &h.r|H h = {p[0]}; w.p = &h.r|std::span<int> s(p, 9); w.p = s.data()|std::tuple<int &> t(p[0]); w.p = &std::get<0>(t)|auto &&r = p[0]; w.p = &r|w = V{p}}}; @for (int i = 1; i < n; i++) { p[i] = w.p[i - 1] + 1; } return 0; } int f(int n) { V v{a}, w{b}; return f1(v, w, n); }
//: operator
static int *kept6; struct N { int k; N &operator+=(int o) { kept6 = &k; k += o; return *this; } }; struct V { N *p; }; static int f1(V &v, int n) { N *__restrict__ p = v.p; p[0] += {{0|1}}; @for (int i = 1; i < n; i++) { p[i].k = kept6[i - 1] + 1; } return 0; } int f(int n) { static N e[400]; V v{e}; f1(v, n); for (int i = 0; i < n; i++) a[i] = e[i].k; return 0; }
//: returned
struct V { int *p; }; static int *at7(V &v) { int *__restrict__ p = v.p; return {{p|&p[0]}}; } static int f1(V &v, V &w, int n) { int *q = at7(v); @for (int i = 1; i < n; i++) { q[i] = w.p[i - 1] + 1; } return 0; } int f(int n) { V v{a}, w{a}; return f1(v, w, n); }
