//: check
struct F { int *p; int &at(int i) { assert(i >= 0); return p[i]; } }; int f(int n) { F v{a}; @for (int i = 1; i < n; i++) { v.at(i) = v.at(i {{|- 1}}) + 3; } return 0; }
//: check.conditional
struct F { int *p; int &operator[](int i) {
#ifdef DEBUG
assert(i >= 0);
#endif
return p[i]; } }; int f(int n) { F v{a}; @for (int i = 1; i < n; i++) { v[i] = v[i {{|- 1}}] + 3; } return 0; }
//: check.const
struct F { int *p; int &operator()(int i) { assert(i >= 0); return p[i]; } int const &operator()(int i) const { assert(i >= 0); return p[i]; } }; int f(int n) { F v{a}; const F w{b}; @for (int i = 1; i < n; i++) { v(i) = w(i) + v(i {{|- 1}}); } return 0; }
//: index
struct F { int *p; int w; int &at(int i, int j) { const int k = j * w; return p[i + k]; } }; int f(int n) { F v{a, 7}; @for (int i = 1; i < n / 8; i++) { v.at({{3, i|i % 2, 1}}) += i; v.at(0, 0) ^= {{0|i}}; } return 0; }
//: index.halved
struct F { int *p; int &at(int i) { int k = i {{/ 2|+ 2|* 2}}; return p[k]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n / 2; i++) { v.at(i) = i; } return 0; }
//: index.clamped
struct F { int *p; int &at(int i) { if (i > {{7|900}}) i = 7; return p[i]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: index.clamped.macro
#define CLAMP(i) if (i > 7) return p[7]
struct F { int *p; int &at(int i) { {{CLAMP(i)|(void)i}}; return p[i]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: index.stored
struct F { int *p; int k; int &at(int i) { k = {{i|i / 2}}; return p[i]; } }; int f(int n) { F v{a, 0}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return v.k; }
//: index.kept
struct F { int *p; int k; int &next(int i) { k += {{1|0}}; return p[k]; } }; int f(int n) { F v{a, 0}; @for (int i = 0; i < n; i++) { v.next(i) = i; } return 0; }
//: index.parameter
struct F { int *p; int &at(int &i) { i += {{1|0}}; return p[i]; } }; int f(int n) { F v{a}; int k = 0; @for (int i = 0; i < n; i++) { v.at(k) = i; } return k; }
//: index.parameter.own
struct F { int *p; int &at(int i) { i += 1; return p[i]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { int k = i; v.at(k) = k {{|+ v.at(k - 1)}}; } return 0; }
//: count
struct F { int *p; int c; int &at(int i) { c++; return p[i]; } }; int f(int n) { F v{a, 0}; @for (int i = 0; i < n; i++) { v.at(i) = {{i|v.c}}; } return v.c; }
//: count.static
struct F { int *p; int &at(int i) { static int c; c = c * 3 + i; last = c {{|/ 2}}; return p[i]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: count.global
struct F { int *p; int &at(int i) { total = total {{+ i|* 3 + i}}; return p[i]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: filled
struct F { int *p; int &at(int i) { for (int k = 0; k < 3; k++) p[k] = {{i|i + 1}}; return p[i]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { v.at(i + 4) = i; } return 0; }
//: moved
struct F { int *p; int &at(int i) { p = p {{+ 1|+ 0}}; return p[i]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n / 4; i++) { v.at(i) = i; } return v.p == a; }
//: chosen
struct F { int *p, *q; int &at(int i) { int *r = i % 2 ? p : q; return r[i]; } }; int f(int n) { F v{a, {{b|a + 1}}}; @for (int i = 0; i < n; i++) { v.at(i) = i + v.at(i); } return 0; }
//: chosen.place
struct F { int *p; int &at(int i) { assert(i < 400); return i % 2 ? p[i] : p[{{i|0}}]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: reference
struct F { int *p; int &at(int i) { int &r = p[i {{|/ 2}}]; return r; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: printed
struct F { int *p; int &at(int i) { {{printf("%d ", i)|(void)i}}; return p[i]; } }; int f(int n) { F v{a}; @for (int i = 0; i < n; i++) { v.at(i) = i; } return 0; }
//: free
static int &at(int *p, int i) { assert(i >= 0); int k = i + 1; return p[k]; } int f(int n) { @for (int i = 1; i < n; i++) { at(a, i) = at(a, i {{|- 1}}) + 1; } return 0; }
//: free.global
static int cursor; static int &at(int *p, int i) { cursor = {{cursor + 1|i}}; return p[cursor]; } int f(int n) { cursor = 0; @for (int i = 1; i < n; i++) { at(a, i) = i; } return cursor; }
//: free.hidden
static int &at(int *p, int i) { int last = {{i|3}}; last += 1; return p[last]; } int f(int n) { @for (int i = 1; i < n; i++) { at(a, i) = i; } return 0; }
//: overloads
struct F { int *p; int &at(int i) { int k = {{0|i}}; return p[k]; } int &at(long i) { int k = i; return p[k]; } }; int f(int n) { F v{a}; @for (int i = 1; i < n; i++) { v.at(i) = i; } return 0; }
//: overloads.const
struct F { int *p; int &at(int i) { total += 3; total *= {{1|2}}; return p[i]; } int const &at(int i) const { return p[i]; } }; int f(int n) { F v{a}; @for (int i = 1; i < n; i++) { v.at(i) = total; } return 0; }
//: derived
struct B { int *p; virtual int &at(int i) { int k = i; return p[k]; } }; struct D : B { int &at(int i) override { int k = {{0|i}}; return p[k]; } }; int f(int n) { D d; d.p = a; B &v = d; @for (int i = 1; i < n; i++) { v.at(i) = i; } return 0; }
//: shadowed
struct F { int *p; int w; int &at(int i) { int w = {{0|1}}; return p[i * w]; } }; int f(int n) { F v{a, 1}; @for (int i = 1; i < n; i++) { v.at(i) = i; } return 0; }
//: twice
struct F { int *p; int &at(int i) { int k = i + 1; return p[k]; } int &over(int i) { int k = i {{* 2|/ 2}}; return at(k); } }; int f(int n) { F v{a}; @for (int i = 1; i < n / 2; i++) { v.over(i) = i; } return 0; }
//: recursive
struct F { int *p; int &at(int i) { int k = i - 20; return k > {{0|400}} ? at(k) : p[i]; } }; int f(int n) { F v{a}; @for (int i = 1; i < n; i++) { v.at(i) = i; } return 0; }
