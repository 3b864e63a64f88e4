//: macro.paste
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
#define CALL(p, q) p##q
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
int f(int n) { cnt = 0; go(1, n); CALL(g, o)(K(2), n); return cnt; }
#undef CALL
//: macro.var.hides
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
static double dd;
#define dd kkk
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
int f(int n) { cnt = 0; go(1, n); K kkk(2); go(dd, n); return cnt; }
#undef dd
//: other.nontype.hides
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
static double q;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
static K gk(3); template <K &q> void h(int n) { go(q, n); }
int f(int n) { cnt = 0; go(1, n); h<gk>(n); return cnt; }
//: number.ok
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
int f(int n) { cnt = 0; go(1, n); double d = 2; go(d, n); go(2.5f, n); go('c', n); return cnt; }
//: suffix.ok
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
int f(int n) { cnt = 0; go(1, n); go(3u, n); go(3ll, n); go(2.f, n); go(1e3, n); go(0x1p3, n); go(1'000, n); return cnt; }
//: udl
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
K operator""_k(unsigned long long q) { return K((int)q); }
int f(int n) { cnt = 0; go(1, n); go(3_k, n); return cnt; }
//: enum.minus
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
enum E { E1 }; K operator-(E e) { return K(e); }
int f(int n) { cnt = 0; go(1, n); go(-E1, n); return cnt; }
//: hide.nt.T
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
static double q;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
static K gk(3); template <class U, U &q> void h(int n) { go(q, n); }
int f(int n) { cnt = 0; go(1, n); h<K, gk>(n); return cnt; }
//: hide.nt.auto
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
static double q;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
static K gk(3); template <auto &q> void h(int n) { go(q, n); }
int f(int n) { cnt = 0; go(1, n); h<gk>(n); return cnt; }
//: hide.nt.class
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
static double q;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
static K gk(3); template <K &q> struct Z { static void h(int n) { go(q, n); } };
int f(int n) { cnt = 0; go(1, n); Z<gk>::h(n); return cnt; }
//: hide.macro.sub
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
static double dd[3]; static K gk[3];
#define dd gk
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
int f(int n) { cnt = 0; go(1, n); go(dd[1], n); return cnt; }
#undef dd
//: hide.macro.late
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
static double dd; static K gk(3);
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define dd gk
int f(int n) { cnt = 0; go(1, n); go(dd, n); return cnt; }
#undef dd
//: hide.macro.type
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
typedef double real;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define real K
int f(int n) { cnt = 0; go(1, n); real z(2); go(z, n); return cnt; }
#undef real
//: hide.macro.cast
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
typedef double real;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define real K
int f(int n) { cnt = 0; go(1, n); go((real)2, n); return cnt; }
#undef real
//: paste.mid
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define P3(x) g##x##o
int f(int n) { cnt = 0; go(1, n); P3()(K(2), n); return cnt; }
#undef P3
//: paste.tmpl
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define P4(x) x##o<K>
int f(int n) { cnt = 0; go(1, n); P4(g)(K(2), n); return cnt; }
#undef P4
//: paste.digraph
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define P5(x, y) x %:%: y
int f(int n) { cnt = 0; go(1, n); P5(g, o)(K(2), n); return cnt; }
#undef P5
//: macro.local.typedef
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
typedef double real;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define LOC typedef K real
int f(int n) { cnt = 0; go(1, n); LOC; real z(2); go(z, n); return cnt; }
#undef LOC
//: macro.local.typedef.arg
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
typedef double real;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define LOC(q) typedef K q
int f(int n) { cnt = 0; go(1, n); LOC(real); go<real>(2, n); return cnt; }
#undef LOC
//: macro.tmpl.head
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
static double q;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
static K gk(2);
#define TH template <K &q>
TH void h(int n) { go(q, n); }
int f(int n) { cnt = 0; go(1, n); h<gk>(n); return cnt; }
#undef TH
//: macro.struct
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
static double q;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
#define ST(x) struct S { K x; void h(int n)
ST(q) { go(q, n); } };
int f(int n) { cnt = 0; go(1, n); S().h(n); return cnt; }
#undef ST
//: macro.base
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &) = default; K &operator=(const K &o) { v = o.v + cnt++; return *this; } K &operator+=(int q) { v += q + cnt++; return *this; } K operator+(const K &o) const { return K(v + o.v + cnt++); } operator int() const { return v + cnt++; } };
static double q;
template <class T> void go(T v, int n) { @for (int i = 0; i < n; i++) { a[i] = v; } }
struct SB { K q; };
#define BASE : SB
struct S BASE { void h(int n) { go(q, n); } };
int f(int n) { cnt = 0; go(1, n); S().h(n); return cnt; }
#undef BASE
//: untold.parameter
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
void h({{auto|const auto}} q, int n) { @for (int i = 0; i < n; i++) { a[i] = q; } } int f(int n) { cnt = 0; h(K(3), n); return cnt; }
//: untold.global
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
static auto gk = K(3); int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = gk; } return cnt; }
//: untold.member
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
struct S { static inline auto gk = K(3); }; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = S::gk; } return cnt; }
//: untold.value
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
static K gk(3); template <auto &q> void h(int n) { @for (int i = 0; i < n; i++) { a[i] = q; } } int f(int n) { cnt = 0; h<gk>(n); return cnt; }
//: untold.value.hides
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
static double q; static K gk(3); template <auto &q> void h(int n) { @for (int i = 0; i < n; i++) { a[i] = q; } } int f(int n) { cnt = 0; h<gk>(n); return cnt; }
//: untold.reference
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
static K g0(3); static auto &gk = g0; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = gk; } return cnt; }
//: untold.parameter.reference
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
void h(const auto &q, int n) { @for (int i = 0; i < n; i++) { a[i] = q; } } int f(int n) { cnt = 0; h(K(3), n); return cnt; }
//: untold.parameter.initialises
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
void h(auto q, int n) { @for (int i = 0; i < n; i++) { int z = q; a[i] = z; } } int f(int n) { cnt = 0; h(K(3), n); return cnt; }
//: untold.parameter.asked
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
void h(auto q, int n) { @for (int i = 0; i < n; i++) { if (q) a[i] = i; b[i] = cnt; } } int f(int n) { cnt = 0; h(K(3), n); return cnt; }
//: untold.parameter.subscript
static int cnt; struct K { int v; K(int a = 0) : v(a) {} operator int() const { return v + cnt++; } };
void h(auto q, int n) { @for (int i = 0; i < n; i++) { a[i] = b[q]; } } int f(int n) { cnt = 0; h(K(3), n); return cnt; }
