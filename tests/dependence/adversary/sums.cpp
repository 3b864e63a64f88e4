//: sum.reference.member
struct H { int &v; H(int &k) : v(k) {} void add(int k) { v += k; } }; int f(int n) { H held(last); @for (int i = 0; i < n; i++) { held.add(i); last ^= {{5|3}}; } return 0; }
//: sum.reference.member.twin
struct H { int &v; H(int &k) : v(k) {} void add(int k) { v += k; } }; int f(int n) { H held(total); @for (int i = 0; i < n; i++) { held.add(i); last ^= {{5|3}}; } return 0; }
//: sum.reference.field
struct H { int &v; }; int f(int n) { H held{last}; @for (int i = 0; i < n; i++) { held.v += i; last ^= {{5|3}}; } return 0; }
//: sum.reference.local
struct H { int &v; void add(int k) { v += k; } }; int f(int n) { int t = 0; H held{t}; @for (int i = 0; i < n; i++) { t ^= {{5|i}}; held.add(3); } return t; }
//: sum.reference.local.field
struct H { int &v; }; int f(int n) { int t = 0; H held{t}; @for (int i = 0; i < n; i++) { t ^= {{5|i}}; held.v += 3; } return t; }
//: sum.reference.local.equals
struct H { int &v; }; int f(int n) { int t = 0; H held = {t}; @for (int i = 0; i < n; i++) { t ^= {{5|i}}; held.v += 3; } return t; }
//: sum.reference.local.constructor
struct H { int &v; H(int &k) : v(k) {} }; int f(int n) { int t = 0; H held(t); @for (int i = 0; i < n; i++) { t ^= {{5|i}}; held.v += 3; } return t; }
//: sum.reference.read
struct H { int &v; int get() const { return v; } }; int f(int n) { int t = 0; H held{t}; @for (int i = 0; i < n; i++) { t += {{5|i}}; a[i] = held.get(); } return t; }
//: sum.reference.apart
struct H { int &v; int get() const { return v; } }; int f(int n) { int t = 0, u = 4; H held{u}; @for (int i = 0; i < n; i++) { t += {{5|i}}; a[i] = held.get(); } return t; }
//: temporary.reference.read
struct H { int &v; int get() const { return v; } }; int f(int n) { int t = 0; H held{t}; @for (int i = 0; i < n; i++) { a[i] = held.get(); t = {{5 + i|c[i]}}; b[i] = t; } return 0; }
//: sum.lambda
int f(int n) { int t = 0; auto add = [&t](int k) { t += k; }; @for (int i = 0; i < n; i++) { add(i); t ^= {{5|3}}; } return t; }
//: sum.class.static
struct H { static int s; }; int H::s = 0; static int go(int n, int &v) { @for (int i = 0; i < n; i++) { H::s += i; v ^= {{5|3}}; } total = H::s; return 0; } int f(int n) { H::s = 0; return go(n, H::s); }
//: sum.class.own
struct H { int s = 0; void go(int n, int *v) { @for (int i = 0; i < n; i++) { s += i; *v ^= {{5|3}}; } } }; int f(int n) { H h; h.go(n, &h.s); return h.s; }
//: sum.class.own.read
struct H { int s = 0; void go(int n, int *v) { @for (int i = 0; i < n; i++) { s += i; a[i] = v[0]{{| + 1}}; } } }; int f(int n) { H h; h.go(n, &h.s); return h.s; }
//: sum.class.own.vector
struct H { int s = 0; std::vector<int> w; void go(int n) { @for (int i = 0; i < n; i++) { s += w[i]{{| + 1}}; } } }; int f(int n) { H h; h.w.assign(a, a + 400); h.go(n); return h.s; }
//: sum.vector.pointer
static int go(int n, std::vector<int> &w, int *v) { @for (int i = 0; i < n; i++) { *v += w[i]; last ^= {{5|3}}; } return 0; } int f(int n) { std::vector<int> w(b, b + 400); return go(n, w, &last); }
