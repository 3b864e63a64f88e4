//: held.reference.member
struct R1 { int &s; R1(int &k) : s(k) {} void up(int j) { s += j; } }; int f(int n) { int t = 0; R1 c(t); @for (int i = 0; i < n; i++) { c.up({{b[i]|i}}); a[i] = t; } return 0; }
//: held.pointer.member
struct R2 { int *s; R2(int *k) : s(k) {} void up(int j) { *s += j; } }; int f(int n) { int t = 0; R2 c(&t); @for (int i = 0; i < n; i++) { c.up({{b[i]|i}}); a[i] = t; } return 0; }
//: held.aggregate.brace
struct R4 { int &s; }; int f(int n) { int t = 0; R4 c = {t}; @for (int i = 0; i < n; i++) { c.s = {{b[i]|i}}; a[i] = t; } total = t; return 0; }
//: held.nested.class
struct R6 { int &s; }; struct Q6 { R6 r; int k; }; int f(int n) { int t = 0; Q6 c{{t}, 1}; @for (int i = 0; i < n; i++) { c.r.s = b[i]; a[i] = t; } return t; }
//: held.new
struct R7 { int &s; R7(int &k) : s(k) {} ~R7() { total = s; } }; int f(int n) { int t = 0; R7 *c = new R7(t); @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } delete c; return 0; }
//: held.unique
struct R8 { int &s; R8(int &k) : s(k) {} ~R8() { total = s; } }; int f(int n) { int t = 0; auto c = std::make_unique<R8>(t); @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } return 0; }
//: held.function.reference
static int *kept9; static void keep9(int &k) { kept9 = &k; } int f(int n) { int t = 0; keep9(t); @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } total = *kept9; return 0; }
//: held.lambda.later
int f(int n) { int t = 0; std::function<void()> g = [&t] { total = t; }; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } g(); return 0; }
//: held.scope.guard
struct G11 { std::function<void()> g; ~G11() { g(); } }; int f(int n) { int t = 0; G11 c{[&] { total = t; }}; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } return 0; }
//: held.reference.wrapper
int f(int n) { int t = 0; std::vector<std::reference_wrapper<int>> v{t}; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } total = v[0]; return 0; }
//: held.pointer.vector
int f(int n) { int t = 0; std::vector<int *> v{&t}; @for (int i = 0; i < n; i++) { t = b[i]; a[i] = t {{|+ 1}}; } total = *v[0]; return 0; }
//: held.counter.reference
int f(int n) { int i; int &r = i; @for (i = 0; i < n; i++) { a[i] = {{b[i]|3}}; } return r; }
//: held.counter.pointer
int f(int n) { int i; int *r = &i; @for (i = 0; i < n; i++) { a[i] = {{b[i]|3}}; } total = *r; return 0; }
//: reference.local.static
int f(int n) { static int &r = a[3]; @for (int i = 4; i < n; i++) { a[i] = r; r = {{i|b[i]}}; } return 0; }
//: reference.file.scalar
static int &r18 = a[3]; int f(int n) { @for (int i = 4; i < n; i++) { a[i] = {{i|b[i]}}; c[i] = r18; r18 = i; } return 0; }
//: reference.file.twice
static int &r19 = total; int f(int n) { @for (int i = 0; i < n; i++) { r19 += b[i]; a[i] = total {{|+ 1}}; } return 0; }
//: reference.namespace
namespace n20 { int (&r)[400] = a; } int f(int n) { @for (int i = 1; i < n; i++) { a[i] = n20::r[i - 1] {{+ 1|- 1}}; } return 0; }
//: reference.class.static
struct S21 { static inline int (&r)[400] = a; }; int f(int n) { @for (int i = 1; i < n; i++) { a[i] = S21::r[i - 1] {{+ 1|- 1}}; } return 0; }
//: pointer.namespace
namespace n22 { int *r = a; } int f(int n) { @for (int i = 1; i < n; i++) { a[i] = n22::r[i - 1] {{+ 1|- 1}}; } return 0; }
//: pointer.class.static
struct S23 { static inline int *r = a; }; int f(int n) { @for (int i = 1; i < n; i++) { a[i] = S23::r[i - 1] {{+ 1|- 1}}; } return 0; }
//: pointer.const.file
static int *const r24 = a; int f(int n) { @for (int i = 1; i < n; i++) { a[i] = r24[i - 1] {{+ 1|- 1}}; } return 0; }
//: pointer.const.offset
static int *const r25 = a + 1; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = r25[i] {{+ 1|- 1}}; } return 0; }
//: pointer.table.const
static int *const t26[] = {a, b, a}; int f(int n) { @for (int i = 1; i < n; i++) { t26[0][i] = t26[2][i - 1] {{+ 1|- 1}}; } return 0; }
//: pointer.array.view
static int (*const v27)[20] = m; int f(int n) { @for (int i = 1; i < 19; i++) { m[i][0] = v27[i - 1][0] {{+ 1|- 1}}; } return 0; }
//: template.class.specialised.partial
template <class T, int K> struct P28 { static int up(int k) { return k; } }; template <class T> struct P28<T, 1> { static int up(int k) { return total += k; } }; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = P28<int, 1>::up({{i|b[i]}}); } return 0; }
//: template.method.specialised
struct P29 { template <class T> static int up(T k) { return k; } }; template <> int P29::up<int>(int k) { return total += k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = P29::up({{i|b[i]}}); } return 0; }
//: template.alias.member
template <class T> struct P30 { T v; P30() : v(T(++total)) {} }; using Q30 = P30<int>; int f(int n) { @for (int i = 0; i < n; i++) { Q30 q; a[i] = q.v {{|+ 1}}; } return 0; }
//: template.base.code
template <class B> struct P31 : B { int k = 0; }; struct B31 { int v; B31() : v(++total) {} }; int f(int n) { @for (int i = 0; i < n; i++) { P31<B31> q; a[i] = q.v {{|+ 1}}; } return 0; }
//: template.operator
template <class T> struct V32 { T v; }; template <class T> V32<T> operator+(V32<T> p, V32<T> q) { total += (int)p.v; return {p.v + q.v + total}; } int f(int n) { @for (int i = 0; i < n; i++) { V32<int> p{i}, q{b[i]}; a[i] = (p + q).v {{|+ 1}}; } return 0; }
//: template.friend.operator
template <class T> struct V33 { T v; friend V33 operator*(V33 p, V33 q) { total += p.v; return {p.v * q.v + total}; } }; int f(int n) { @for (int i = 0; i < n; i++) { V33<int> p{i}, q{b[i]}; a[i] = (p * q).v {{|+ 1}}; } return 0; }
//: template.default.argument
template <class T = int> static int up34(T k, int d = total++) { return k + d; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = up34({{i|b[i]}}); } return 0; }
//: template.variable
template <class T> static T w35 = 0; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = w35<int> += {{i|b[i]}}; } return 0; }
//: template.lambda.parameter
template <class F> static int twice36(F g, int k) { return g(k) + g(k); } int f(int n) { int s = 0; @for (int i = 0; i < n; i++) { a[i] = twice36([&](int k) { return s += k; }, {{i|b[i]}}); } return 0; }
//: typedef.class.constructor
struct T37 { int v; T37() : v(++total) {} }; typedef T37 U37; int f(int n) { @for (int i = 0; i < n; i++) { U37 q; a[i] = q.v {{|+ 1}}; } return 0; }
//: using.class.destructor
struct T38 { int v; ~T38() { total = total * 3 + v; } }; using U38 = T38; int f(int n) { @for (int i = 0; i < n; i++) { U38 q; q.v = {{i|b[i]}}; } return 0; }
//: macro.class
#define MAKE39(N) struct N { int v; N() : v(++total) {} }
MAKE39(T39); int f(int n) { @for (int i = 0; i < n; i++) { T39 q; a[i] = q.v {{|+ 1}}; } return 0; }
//: macro.type
#define TYPE40 std::vector<int>::iterator
int f(int n) { std::vector<int> v(b, b + 400); @for (int i = 1; i < n; i++) { TYPE40 q = v.begin() + i; *q = q[-1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = v[i]; return 0; }
//: macro.empty.before
#define FAST41
int f(int n) { @for (int i = 1; i < n; i++) { FAST41 a[i] = a[i - 1] {{+ 1|- 1}}; } return 0; }
//: macro.empty.scalar
#define FAST42
int f(int n) { int s = 0; @for (int i = 1; i < n; i++) { FAST42 s = s {{+|-}} b[i]; a[i] = s; } return 0; }
//: macro.loop.unbraced
#define EACH43(k, n) for (int k = 0; k < (n); k++)
int f(int n) { @for (int i = 1; i < n; i++) { EACH43(j, 3) a[i + j] = b[j] {{+|-}} i; } return 0; }
//: macro.if
#define WHEN44(c) if (c)
int f(int n) { @for (int i = 1; i < n; i++) { WHEN44(b[i] > 0) { a[i] = a[i - 1] {{+|-}} i; } } return 0; }
//: macro.block.open
#define BEGIN45 {
#define END45 }
int f(int n) { @for (int i = 1; i < n; i++) { BEGIN45 a[i] = a[i - 1] {{+|-}} i; END45 } return 0; }
//: macro.assignment.hidden
#define COUNT46 total++
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = COUNT46 {{+ 1|- 1}}; } return 0; }
//: macro.comma.hidden
#define TICK47(x) (total += 1, x)
int f(int n) { @for (int i = 0; i < n; i++) { a[i] = TICK47(total) {{+ 1|- 1}}; } return 0; }
//: macro.array.argument
#define PUT48(v, i, x) v[i] = v[(i) - 1] + (x)
int f(int n) { @for (int i = 1; i < n; i++) { PUT48(a, i, {{b[i]|1}}); } return 0; }
//: macro.argument.twice
#define SQ49(x) ((x) * (x))
int f(int n) { int k = 0; @for (int i = 0; i < n; i++) { a[i] = SQ49(k++) {{+ 1|- 1}}; } return 0; }
//: macro.name.of.local
#define t50 total
int f(int n) { int t50; t50 = 0; @for (int i = 0; i < n; i++) { t50 = t50 * 3 + {{i|b[i]}}; a[i] = t50; } return 0; }
#undef t50
//: macro.keyword.const
#define const51
int f(int n) { int const51 s = 0; @for (int i = 0; i < n; i++) { a[i] = s; s = {{i|b[i]}}; } return 0; }
//: enum.operator.assign
enum E52 { Z52 }; static E52 &operator+=(E52 &e, int k) { total += k; return e; } int f(int n) { @for (int i = 0; i < n; i++) { E52 e = Z52; e += i; a[i] = total {{|+ 1}}; } return 0; }
//: enum.class.operator
enum class E53 { Z }; static int operator*(E53 p, int k) { return total += k; } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = E53::Z * {{i|b[i]}}; } return 0; }
//: enum.class.shift
enum class E54 { Z }; static int operator<<(E54 p, int k) { return total += k; } int f(int n) { E54 e = E54::Z; @for (int i = 0; i < n; i++) { a[i] = e << {{i|b[i]}}; } return 0; }
//: bool.sum
int f(int n) { bool s = false; @for (int i = 0; i < n; i++) { s += b[i] {{|- 1}}; } return s; }
//: bool.member
struct B56 { bool k; }; int f(int n) { @for (int i = 0; i < n; i++) { B56 q{b[i] > 0}; a[q.k] = {{i|b[i]}}; } return 0; }
//: bool.parameter
static void put57(bool k, int v) { a[k] = v; } int f(int n) { @for (int i = 0; i < n; i++) { put57(i, {{i|b[i]}}); } return 0; }
//: bool.return
static bool odd58(int k) { return k; } int f(int n) { @for (int i = 0; i < n; i++) { a[odd58(i)] = {{i|b[i]}}; } return 0; }
//: return.cut
static unsigned char low59(int k) { return k * {{64|32}}; } int f(int n) { @for (int i = 0; i < n; i++) { a[low59(i)] = i; } return 0; }
//: parameter.cut
static int low60(unsigned char k) { return k; } int f(int n) { @for (int i = 0; i < n; i++) { a[low60(i * {{64|32}})] = i; } return 0; }
//: parameter.cut.method
struct L61 { int at(unsigned char k) { return k; } }; int f(int n) { L61 l; @for (int i = 0; i < n; i++) { a[l.at(i * {{64|32}})] = i; } return 0; }
//: parameter.cut.lambda
int f(int n) { auto at = [](unsigned char k) { return k; }; @for (int i = 0; i < n; i++) { a[at(i * {{64|32}})] = i; } return 0; }
//: return.cut.lambda
int f(int n) { auto at = [](int k) -> unsigned char { return k; }; @for (int i = 0; i < n; i++) { a[at(i * {{64|32}})] = i; } return 0; }
//: reference.cut
int f(int n) { @for (int i = 0; i < n; i++) { int k = i * {{64|32}}; const unsigned char &r = k; a[r] = i; } return 0; }
//: brace.cut.auto
int f(int n) { @for (int i = 0; i < n; i++) { auto k = (unsigned char)(i * {{64|32}}); a[k] = i; } return 0; }
//: member.cut
struct M66 { unsigned char k; }; int f(int n) { @for (int i = 0; i < n; i++) { M66 q; q.k = i * {{64|32}}; a[q.k] = i; } return 0; }
//: member.cut.init
struct M67 { unsigned char k; M67(int v) : k(v) {} }; int f(int n) { @for (int i = 0; i < n; i++) { M67 q(i * {{64|32}}); a[q.k] = i; } return 0; }
//: array.cut
int f(int n) { unsigned char w[40]; for (int i = 0; i < 40; i++) w[i] = i * {{64|32}}; @for (int i = 0; i < n; i++) { a[w[i]] = i; } return 0; }
//: array.cut.private
int f(int n) { @for (int i = 0; i < n; i++) { unsigned char w[1]; w[0] = i * {{64|32}}; a[w[0]] = i; } return 0; }
//: compound.cut
int f(int n) { @for (int i = 0; i < n; i++) { unsigned char k = 0; k += i * {{64|32}}; a[k] = i; } return 0; }
//: ternary.cut
int f(int n) { @for (int i = 0; i < n; i++) { unsigned char k = i > 90 ? 7 : i * {{64|32}}; a[k] = i; } return 0; }
//: increment.cut
int f(int n) { unsigned char k = 0; @for (int i = 0; i < n; i++) { a[k] = i; k += {{64|128}}; } return 0; }
//: vector.view.pointer.swap
int f(int n) { std::vector<int> p(b, b + 40), q(c, c + 40); int *r = &p[0]; std::swap(p, q); @for (int i = 1; i < n; i++) { q[i] = r[i - 1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = q[i]; return 0; }
//: vector.view.reference.swap
int f(int n) { std::vector<int> p(b, b + 40), q(c, c + 40); int &r = p[3]; std::swap(p, q); @for (int i = 4; i < n; i++) { q[i] = {{i|b[i]}}; a[i] = r; r = i; } return 0; }
//: vector.iterator.swap
int f(int n) { std::vector<int> p(b, b + 40), q(c, c + 40); auto r = p.begin(); p.swap(q); @for (int i = 1; i < n; i++) { q[i] = r[i - 1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = q[i]; return 0; }
//: vector.move.assign
int f(int n) { std::vector<int> p(b, b + 40), q(c, c + 40); int *r = p.data(); q = std::move(p); @for (int i = 1; i < n; i++) { q[i] = r[i - 1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = q[i]; return 0; }
//: vector.move.function
static std::vector<int> own79(std::vector<int> v) { return v; } int f(int n) { std::vector<int> p(b, b + 40); int *r = p.data(); auto q = own79(std::move(p)); @for (int i = 1; i < n; i++) { q[i] = r[i - 1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = q[i]; return 0; }
//: vector.move.member
struct H80 { std::vector<int> v; }; int f(int n) { std::vector<int> p(b, b + 40); int *r = p.data(); H80 h{std::move(p)}; @for (int i = 1; i < n; i++) { h.v[i] = r[i - 1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = h.v[i]; return 0; }
//: vector.swap.in.loop
int f(int n) { std::vector<int> p(b, b + 40), q(c, c + 40); int *r = p.data(); for (int k = 0; k < 2; k++) { @for (int i = 1; i < n; i++) { q[i] = r[i - 1] {{+ 1|- 1}}; } std::swap(p, q); } for (int i = 0; i < n; i++) a[i] = q[i]; return 0; }
//: unique.move.pointer
int f(int n) { std::unique_ptr<int[]> p(new int[400]()); int *r = p.get(); auto q = std::move(p); @for (int i = 1; i < n; i++) { q[i] = r[i - 1] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = q[i]; return 0; }
//: struct.copy.pointer
struct C83 { int *p; }; int f(int n) { C83 x1{a}; C83 x2 = x1; @for (int i = 1; i < n; i++) { x1.p[i] = x2.p[i - 1] {{+ 1|- 1}}; } return 0; }
//: struct.assigned.pointer
struct C84 { int *p; }; int f(int n) { C84 x1{a}, x2{b}; x2 = x1; @for (int i = 1; i < n; i++) { x1.p[i] = x2.p[i - 1] {{+ 1|- 1}}; } return 0; }
//: struct.returned.pointer
struct C85 { int *p; }; static C85 mk85() { return {a}; } int f(int n) { C85 x1 = mk85(); @for (int i = 1; i < n; i++) { x1.p[i] = a[i - 1] {{+ 1|- 1}}; } return 0; }
//: struct.row.member
struct C86 { int w[20][20]; } s86; int f(int n) { int *q = s86.w[0]; @for (int i = 1; i < 19; i++) { s86.w[i][0] = q[20 * i - 20] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = s86.w[i % 20][0]; return 0; }
//: struct.member.address
struct C87 { int k, w[40]; } s87; int f(int n) { int *q = &s87.k; @for (int i = 1; i < n; i++) { s87.w[i] = q[i] {{+ 1|- 1}}; } for (int i = 0; i < n; i++) a[i] = s87.w[i]; return 0; }
//: array.two.dims.pointer
int f(int n) { int (*q)[20] = &m[1]; @for (int i = 0; i < 18; i++) { m[i][0] = q[i][0] {{+ 1|- 1}}; } return 0; }
//: array.param.row
static void g91(int w[][20], int *q) { @for (int i = 1; i < 19; i++) { w[i][0] = q[20 * i - 20] {{+ 1|- 1}}; } } int f(int n) { g91(m, m[0]); return 0; }
//: built.named.with.arguments
// C++17
template <typename T> struct B21 { T v; B21<T>(T k) : v(k) { total = total * 3 + k; } }; int f(int n) { @for (int i = 0; i < n; i++) { B21<int> c({{i|b[i]}}); a[i] = c.v; } return 0; }
//: ended.named.with.arguments
// C++17
template <typename T> struct B22 { T v; B22(T k) : v(k) {} ~B22<T>() { total = total * 3 + v; } }; int f(int n) { @for (int i = 0; i < n; i++) { B22<int> c({{i|b[i]}}); a[i] = c.v; } return 0; }
