//: everyday.copy
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V f = q[i]; p[i].x = f.x + x[i]; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.temporary
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(x[i], y[i], 1); } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.braces
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V{x[i], y[i], 1}; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.named
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V f(x[i], y[i], 0); p[i] = f; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.default
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V f; f.x = x[i]; f.y = 1; f.z = 0; p[i] = f; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.sum
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] + p[i]; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.chain
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = (q[i] - p[i]) * 2.0 + V(x[i], 0, 0); } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.update
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] += q[i] * 0.5; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.two.updates
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] += q[i]; p[i] *= 2.0; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.dot
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V d = q[i] - p[i]; x[i] = d.dot(d); }  return 0; }
//: everyday.dot.temporary
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { x[i] = (q[i] - p[i]).dot(V(1, 2, 3)); }  return 0; }
//: everyday.inner.sum
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V f(0, 0, 0); for (int j = 0; j < n; j++) f += q[j] * y[j]; p[i] = f; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.nbody
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V f(0, 0, 0); for (int j = 0; j < n; j++) { V d = q[j] - q[i]; double r = d.dot(d) + 1; f += d * (1 / r); } p[i] = f; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.particle
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; struct P { V r, v; double m; }; P ps[400]; int f(int n) {  @for (int i = 0; i < n; i++) { ps[i].v += ps[i].r * 0.5; ps[i].r += ps[i].v * 0.5; } for (int i = 0; i < 99; i++) x[i] = ps[i].r.x; return 0; }
//: everyday.vector
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; int f(int n) { std::vector<V> p(n), q(n, V(1, 2, 3)); @for (int i = 0; i < n; i++) { p[i] = q[i] * x[i]; } for (int i = 0; i < n; i++) x[i] = p[i].x; return 0; }
//: everyday.pointer
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) { V *u = p; const V *v = q; @for (int i = 0; i < n; i++) { u[i] = v[i] + u[i]; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.members.begin
struct V { double x = 0, y = 0; V() {} V(double a, double b = 0) : x(a), y(b) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { x = o.x; y = o.y; return *this; } ~V() {} }; inline V operator+(const V &a, const V &b) { return V(a.x + b.x, a.y + b.y); } inline V operator*(double s, V a) { a.x *= s; a.y *= s; return a; } inline double operator*(const V &a, const V &b) { return a.x * b.x + a.y * b.y; } inline V &operator-=(V &a, const V &b) { a.x -= b.x; a.y -= b.y; return a; } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V f; f.x = x[i]; p[i] = f; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.own.copy
struct V { double x = 0, y = 0; V() {} V(double a, double b = 0) : x(a), y(b) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { x = o.x; y = o.y; return *this; } ~V() {} }; inline V operator+(const V &a, const V &b) { return V(a.x + b.x, a.y + b.y); } inline V operator*(double s, V a) { a.x *= s; a.y *= s; return a; } inline double operator*(const V &a, const V &b) { return a.x * b.x + a.y * b.y; } inline V &operator-=(V &a, const V &b) { a.x -= b.x; a.y -= b.y; return a; } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V f(q[i]); f.x = 2; p[i] = f; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.free.operators
struct V { double x = 0, y = 0; V() {} V(double a, double b = 0) : x(a), y(b) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { x = o.x; y = o.y; return *this; } ~V() {} }; inline V operator+(const V &a, const V &b) { return V(a.x + b.x, a.y + b.y); } inline V operator*(double s, V a) { a.x *= s; a.y *= s; return a; } inline double operator*(const V &a, const V &b) { return a.x * b.x + a.y * b.y; } inline V &operator-=(V &a, const V &b) { a.x -= b.x; a.y -= b.y; return a; } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = 2.0 * (p[i] + q[i]); } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.free.dot
struct V { double x = 0, y = 0; V() {} V(double a, double b = 0) : x(a), y(b) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { x = o.x; y = o.y; return *this; } ~V() {} }; inline V operator+(const V &a, const V &b) { return V(a.x + b.x, a.y + b.y); } inline V operator*(double s, V a) { a.x *= s; a.y *= s; return a; } inline double operator*(const V &a, const V &b) { return a.x * b.x + a.y * b.y; } inline V &operator-=(V &a, const V &b) { a.x -= b.x; a.y -= b.y; return a; } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { x[i] = p[i] * q[i]; }  return 0; }
//: everyday.free.update
struct V { double x = 0, y = 0; V() {} V(double a, double b = 0) : x(a), y(b) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { x = o.x; y = o.y; return *this; } ~V() {} }; inline V operator+(const V &a, const V &b) { return V(a.x + b.x, a.y + b.y); } inline V operator*(double s, V a) { a.x *= s; a.y *= s; return a; } inline double operator*(const V &a, const V &b) { return a.x * b.x + a.y * b.y; } inline V &operator-=(V &a, const V &b) { a.x -= b.x; a.y -= b.y; return a; } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] -= q[i]; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.default.argument
struct V { double x = 0, y = 0; V() {} V(double a, double b = 0) : x(a), y(b) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { x = o.x; y = o.y; return *this; } ~V() {} }; inline V operator+(const V &a, const V &b) { return V(a.x + b.x, a.y + b.y); } inline V operator*(double s, V a) { a.x *= s; a.y *= s; return a; } inline double operator*(const V &a, const V &b) { return a.x * b.x + a.y * b.y; } inline V &operator-=(V &a, const V &b) { a.x -= b.x; a.y -= b.y; return a; } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V f(x[i]); p[i] = f; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.implicit
struct V { double x = 0, y = 0; V() {} V(double a, double b = 0) : x(a), y(b) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { x = o.x; y = o.y; return *this; } ~V() {} }; inline V operator+(const V &a, const V &b) { return V(a.x + b.x, a.y + b.y); } inline V operator*(double s, V a) { a.x *= s; a.y *= s; return a; } inline double operator*(const V &a, const V &b) { return a.x * b.x + a.y * b.y; } inline V &operator-=(V &a, const V &b) { a.x -= b.x; a.y -= b.y; return a; } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = x[i]; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.complex
class V { public: double x, y; V(double r = 0, double i = 0) : x(r), y(i) {} V operator*(const V &o) const { return V(x * o.x - y * o.y, x * o.y + y * o.x); } friend V operator+(V a, const V &b) { a += b; return a; } V &operator+=(const V &o) { x += o.x; y += o.y; return *this; } V conj() const { return V(x, -y); } double norm() const { return x * x + y * y; } bool operator==(const V &o) const { return x == o.x && y == o.y; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = p[i] * q[i] + V(1, 2); } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.complex.method
class V { public: double x, y; V(double r = 0, double i = 0) : x(r), y(i) {} V operator*(const V &o) const { return V(x * o.x - y * o.y, x * o.y + y * o.x); } friend V operator+(V a, const V &b) { a += b; return a; } V &operator+=(const V &o) { x += o.x; y += o.y; return *this; } V conj() const { return V(x, -y); } double norm() const { return x * x + y * y; } bool operator==(const V &o) const { return x == o.x && y == o.y; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V z = q[i].conj(); x[i] = z.norm(); }  return 0; }
//: everyday.complex.compare
class V { public: double x, y; V(double r = 0, double i = 0) : x(r), y(i) {} V operator*(const V &o) const { return V(x * o.x - y * o.y, x * o.y + y * o.x); } friend V operator+(V a, const V &b) { a += b; return a; } V &operator+=(const V &o) { x += o.x; y += o.y; return *this; } V conj() const { return V(x, -y); } double norm() const { return x * x + y * y; } bool operator==(const V &o) const { return x == o.x && y == o.y; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { a[i] = p[i] == q[i]; }  return 0; }
//: everyday.complex.iterate
class V { public: double x, y; V(double r = 0, double i = 0) : x(r), y(i) {} V operator*(const V &o) const { return V(x * o.x - y * o.y, x * o.y + y * o.x); } friend V operator+(V a, const V &b) { a += b; return a; } V &operator+=(const V &o) { x += o.x; y += o.y; return *this; } V conj() const { return V(x, -y); } double norm() const { return x * x + y * y; } bool operator==(const V &o) const { return x == o.x && y == o.y; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V z(0, 0), c0(x[i] / 9, y[i] / 9); int k = 0; while (k < 20 && z.norm() < 4) { z = z * z + c0; k++; } a[i] = k; }  return 0; }
//: everyday.quaternion
struct V { double w{1}, x{0}, y{0}, z{0}; V() = default; V(double a, double b, double c, double d) : w(a), x(b), y(c), z(d) {} V operator*(const V &o) const { V r; r.w = w * o.w - x * o.x; r.x = w * o.x + x * o.w; r.y = w * o.y + y * o.w; r.z = w * o.z + z * o.w; return r; } V operator-() const { return V(w, -x, -y, -z); } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] * p[i]; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.quaternion.minus
struct V { double w{1}, x{0}, y{0}, z{0}; V() = default; V(double a, double b, double c, double d) : w(a), x(b), y(c), z(d) {} V operator*(const V &o) const { V r; r.w = w * o.w - x * o.x; r.x = w * o.x + x * o.w; r.y = w * o.y + y * o.w; r.z = w * o.z + z * o.w; return r; } V operator-() const { return V(w, -x, -y, -z); } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V r = -q[i]; p[i] = r * q[i]; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.quaternion.default
struct V { double w{1}, x{0}, y{0}, z{0}; V() = default; V(double a, double b, double c, double d) : w(a), x(b), y(c), z(d) {} V operator*(const V &o) const { V r; r.w = w * o.w - x * o.x; r.x = w * o.x + x * o.w; r.y = w * o.y + y * o.w; r.z = w * o.z + z * o.w; return r; } V operator-() const { return V(w, -x, -y, -z); } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V r; r.x = x[i]; p[i] = r; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.matrix
struct V { double m[9]; V() { for (int k = 0; k < 9; k++) m[k] = 0; } double &operator()(int r, int c) { return m[3 * r + c]; } double operator()(int r, int c) const { return m[3 * r + c]; } V operator*(const V &o) const { V t; for (int r = 0; r < 3; r++) for (int c = 0; c < 3; c++) for (int k = 0; k < 3; k++) t.m[3 * r + c] += m[3 * r + k] * o.m[3 * k + c]; return t; } V operator+(const V &o) const { V t(*this); for (int k = 0; k < 9; k++) t.m[k] += o.m[k]; return t; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = p[i] * q[i]; } for (int i = 0; i < 99; i++) x[i] = p[i].m[1]; return 0; }
//: everyday.matrix.sum
struct V { double m[9]; V() { for (int k = 0; k < 9; k++) m[k] = 0; } double &operator()(int r, int c) { return m[3 * r + c]; } double operator()(int r, int c) const { return m[3 * r + c]; } V operator*(const V &o) const { V t; for (int r = 0; r < 3; r++) for (int c = 0; c < 3; c++) for (int k = 0; k < 3; k++) t.m[3 * r + c] += m[3 * r + k] * o.m[3 * k + c]; return t; } V operator+(const V &o) const { V t(*this); for (int k = 0; k < 9; k++) t.m[k] += o.m[k]; return t; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t = p[i] + q[i]; x[i] = t(0, 1); }  return 0; }
//: everyday.matrix.set
struct V { double m[9]; V() { for (int k = 0; k < 9; k++) m[k] = 0; } double &operator()(int r, int c) { return m[3 * r + c]; } double operator()(int r, int c) const { return m[3 * r + c]; } V operator*(const V &o) const { V t; for (int r = 0; r < 3; r++) for (int c = 0; c < 3; c++) for (int k = 0; k < 3; k++) t.m[3 * r + c] += m[3 * r + k] * o.m[3 * k + c]; return t; } V operator+(const V &o) const { V t(*this); for (int k = 0; k < 9; k++) t.m[k] += o.m[k]; return t; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t; t(1, 1) = x[i]; p[i] = t; } for (int i = 0; i < 99; i++) x[i] = p[i].m[4]; return 0; }
//: everyday.interval
struct V { double x, y; V(double l, double h) { x = l; y = h; } V() { x = y = 0; } V operator+(const V &o) const { return V(x + o.x, y + o.y); } V operator*(double s) const { if (s < 0) return V(y * s, x * s); return V(x * s, y * s); } V &widen(double d) { x -= d; y += d; return *this; } bool holds(double v) const { return x <= v && v <= y; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = (p[i] + q[i]) * -2.0; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.interval.method
struct V { double x, y; V(double l, double h) { x = l; y = h; } V() { x = y = 0; } V operator+(const V &o) const { return V(x + o.x, y + o.y); } V operator*(double s) const { if (s < 0) return V(y * s, x * s); return V(x * s, y * s); } V &widen(double d) { x -= d; y += d; return *this; } bool holds(double v) const { return x <= v && v <= y; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(x[i], y[i]); t.widen(1); a[i] = t.holds(2); }  return 0; }
//: everyday.pixel
struct V { unsigned char r, g, b; V() : r(0), g(0), b(0) {} V(unsigned char r, unsigned char g, unsigned char b) : r(r), g(g), b(b) {} V operator+(const V &o) const { return V(r + o.r, g + o.g, b + o.b); } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = p[i] + V(u8[i], 1, 2); } for (int i = 0; i < 99; i++) a[i] = p[i].r; return 0; }
//: everyday.template
template <class T> struct Vec { T x, y; Vec() : x(0), y(0) {} Vec(T a, T b) : x(a), y(b) {} Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); } Vec<T> operator*(T s) const { return Vec<T>(x * s, y * s); } Vec &operator+=(const Vec &o) { x += o.x; y += o.y; return *this; } }; typedef Vec<double> V; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = (p[i] + q[i]) * 2.0; } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: everyday.template.update
template <class T> struct Vec { T x, y; Vec() : x(0), y(0) {} Vec(T a, T b) : x(a), y(b) {} Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); } Vec<T> operator*(T s) const { return Vec<T>(x * s, y * s); } Vec &operator+=(const Vec &o) { x += o.x; y += o.y; return *this; } }; typedef Vec<double> V; int f(int n) { std::vector<Vec<double>> p(n), q(n, Vec<double>(1, 2)); @for (int i = 0; i < n; i++) { p[i] += q[i]; } for (int i = 0; i < n; i++) x[i] = p[i].x; return 0; }
//: everyday.template.length
template <class T, int N> struct Vec { T e[N]; Vec() = default; T &operator[](int k) { return e[k]; } const T &operator[](int k) const { return e[k]; } Vec &operator+=(const Vec &o) { for (int k = 0; k < N; k++) e[k] += o.e[k]; return *this; } T dot(const Vec &o) const { T s = 0; for (int k = 0; k < N; k++) s += e[k] * o.e[k]; return s; } }; using V = Vec<double, 3>; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] += q[i]; } for (int i = 0; i < 99; i++) x[i] = p[i][1]; return 0; }
//: everyday.template.dot
template <class T, int N> struct Vec { T e[N]; Vec() = default; T &operator[](int k) { return e[k]; } const T &operator[](int k) const { return e[k]; } Vec &operator+=(const Vec &o) { for (int k = 0; k < N; k++) e[k] += o.e[k]; return *this; } T dot(const Vec &o) const { T s = 0; for (int k = 0; k < N; k++) s += e[k] * o.e[k]; return s; } }; using V = Vec<double, 3>; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t = q[i]; t[0] = x[i]; y[i] = t.dot(q[i]);  } for (int i = 0; i < 99; i++) x[i] = y[i]; return 0; }
//: everyday.typedef
typedef double real; struct V { real x, y; V() {} V(real a, real b) : x(a), y(b) {} V(V &&o) : x(o.x), y(o.y) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { if (this != &o) { this->x = o.x; this->y = o.y; } return *this; } V operator+(const V &o) const; real len() const; }; inline V V::operator+(const V &o) const { return V(x + o.x, y + o.y); } inline real V::len() const { return sqrt(x * x + y * y); } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(q[i] + p[i]); x[i] = t.len(); }  return 0; }
//: everyday.outside
typedef double real; struct V { real x, y; V() {} V(real a, real b) : x(a), y(b) {} V(V &&o) : x(o.x), y(o.y) {} V(const V &o) : x(o.x), y(o.y) {} V &operator=(const V &o) { if (this != &o) { this->x = o.x; this->y = o.y; } return *this; } V operator+(const V &o) const; real len() const; }; inline V V::operator+(const V &o) const { return V(x + o.x, y + o.y); } inline real V::len() const { return sqrt(x * x + y * y); } V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] + V(x[i], 1); } for (int i = 0; i < 99; i++) { x[i] = p[i].x; y[i] = p[i].y; } return 0; }
//: strange.constructor.counts
static int made; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) { y += made++; }  };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(x[i], 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.draws
static unsigned seed = 1; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) { seed = seed * 5 + 1; x += seed & 15; }  };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(x[i], 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.function
static int made; static int id() { return made++; } struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b + id()) {}  };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(x[i], 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.static
struct V { double x, y; static int made; V() = default; V(double a, double b) : x(a), y(b + made++) {}  };  V p[400], q[400]; int V::made; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(x[i], 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.local.static
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) { static int k; y += k++; }  };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(x[i], 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.logs
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) { printf("%g ", a); }  };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(x[i] + i, 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.registers
struct V; static V *latest; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) { latest = this; total = (int)a; }  };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(x[i] + i, 1); p[i] = t; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.argument
struct V { double x, y; V() = default; V(double &a, double b) : x(a), y(b) { a += b; }  };  V p[400], q[400]; int f(int n) { double k = 0; @for (int i = 0; i < n; i++) { V t(k, 1); p[i] = t; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.assigns.argument
struct V { double x, y; V() = default; V(double &a, double b) : x(a), y(b) { a = a + 1; }  };  V p[400], q[400]; int f(int n) { double k = 0; @for (int i = 0; i < n; i++) { p[i] = V(k, 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.constructor.reads.pointer
struct V { double x, y; V() = default; V(const double *a, double b) : x(a[0]), y(b) {}  };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(&x[i], 1); x[i + 1] = t.x + 1; }  return 0; }
//: strange.default.counts
static int made; struct V { double x, y; V() { x = made++; y = 0; } }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t; p[i] = t; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.member.counts
static int made; struct V { double x = made++, y = 0; V() {} }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t; p[i] = t; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.member.function
static int made; static int id() { return made++; } struct V { double x = id(), y = 0; V() {} }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.part.counts
static int made; struct I { int k; I() : k(made++) {} }; struct V { I k; double x, y; V(double a, double b) : x(a), y(b) {} V() {} }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(x[i], 1); a[i] = t.k.k; }  return 0; }
//: strange.base.counts
static int made; struct I { int k; I() : k(made++) {} }; struct V : I { double x, y; V(double a, double b) : x(a), y(b) {} V() {} }; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(x[i], 1); a[i] = t.k; }  return 0; }
//: strange.copy.counts
static int made; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V(const V &o) : x(o.x + made++), y(o.y) {} V &operator=(const V &) = default; };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t = q[i]; a[i] = t.x; }  return 0; }
//: strange.copy.shares
struct V { double *x; double y; V(double *a, double b) : x(a), y(b) {} V(const V &o) : x(o.x), y(o.y) {} void add(double d) { x[0] += d; } }; static double one; V s(&one, 0); int f(int n) { one = 0; @for (int i = 0; i < n; i++) { V t = s; t.add(x[i]); a[i] = one; }  return 0; }
//: strange.copy.forgets
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V(const V &o) : x(o.x), y(i0++) {} V &operator=(const V &) = default; static int i0; };  V p[400], q[400]; int V::i0; int f(int n) {  @for (int i = 0; i < n; i++) { V t = q[i]; a[i] = t.y; }  return 0; }
//: strange.assignment.counts
static int made; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V &operator=(const V &o) { x = o.x; y = made++; return *this; } V(const V &) = default; };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.assignment.part
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V &operator=(const V &o) { x = o.x; return *this; } V(const V &) = default; };  V p[400], q[400]; int f(int n) { V t(0, 0); @for (int i = 0; i < n; i++) { t = q[i]; a[i] = t.y; t.y = i; }  return 0; }
//: strange.assignment.number.part
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V &operator=(double s) { x = s; return *this; } };  V p[400], q[400]; int f(int n) { V t(0, 0); @for (int i = 0; i < n; i++) { t = x[i]; a[i] = t.y; t.y = i; }  return 0; }
//: strange.assignment.perhaps
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V &operator=(const V &o) { if (o.x > 3) { x = o.x; y = o.y; } return *this; } V(const V &) = default; };  V p[400], q[400]; int f(int n) { V t(0, 0); @for (int i = 0; i < n; i++) { t = V(x[i], i); a[i] = t.y; }  return 0; }
//: strange.assignment.right
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V &operator=(V &o) { x = o.x; y = o.y; o.x += 1; return *this; } V(const V &) = default; };  V p[400], q[400]; int f(int n) { V s(0, 0); @for (int i = 0; i < n; i++) { p[i] = s; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.destructor.counts
static int gone; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} ~V() { gone = 2 * gone + (int)x; gone &= 1023; } V(const V &) = default; V &operator=(const V &) = default; };  V p[400], q[400]; int f(int n) { gone = 0; @for (int i = 0; i < n; i++) { V t(b[i], 1); p[i].x = 1; } total = gone; return 0; }
//: strange.destructor.writes
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} ~V() { a[(int)x / 2] = (int)x; } V(const V &) = default; V &operator=(const V &) = default; };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(i, 1); c[i] = 1; }  return 0; }
//: strange.destructor.logs
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} ~V() { printf("%g ", x); } V(const V &) = default; V &operator=(const V &) = default; };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(i, 1); c[i] = 1; }  return 0; }
//: strange.virtual
static int made; struct V { double x, y; V(double a, double b) : x(a), y(b) {} virtual double get() const { return x; } }; struct W : V { W() : V(1, 2) {} double get() const override { return made++; } }; static W w; int f(int n) { V &r = w; @for (int i = 0; i < n; i++) { a[i] = (int)r.get(); }  return 0; }
//: strange.conversion.counts
static int used; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} operator double() const { return x + used++; } };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(x[i], 1); y[i] = t; a[i] = (int)y[i]; }  return 0; }
//: strange.conversion.in.operator
static int used; struct W { double k; operator double() const { return k + used++; } }; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V operator+(const W &w) const { return V(x + w, y); } };  V p[400], q[400]; W w{2}; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] + w; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.conversion.of.argument
static int made; struct W { double k; W(double a) : k(a + made++) {} }; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V plus(const W &w) const { return V(x + w.k, y); } V operator+(const V &o) const { return plus(o.x); } };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] + q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.right
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V operator+(V &o) const { o.x += 1; return V(x + o.x, y); } };  V p[400], q[400]; int f(int n) { V s(0, 0); @for (int i = 0; i < n; i++) { p[i] = q[i] + s; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.left
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V operator+(const V &o) { x += 1; return V(x + o.x, y); } };  V p[400], q[400]; int f(int n) { V s(0, 0); @for (int i = 0; i < n; i++) { p[i] = s + q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.counts
static int used; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V operator+(const V &o) const { used++; return V(x + o.x, y + used); } };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] + q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.by.another
static int used; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V operator-() const { V t(*this); t.x = used++; return t; } V operator-(const V &o) const { return *this + -o; } V operator+(const V &o) const { return V(x + o.x, y + o.y); } };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] - q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.by.method
static int used; struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} double len() const { return x + used++; } V operator*(const V &o) const { return V(o.len(), y); } };  V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] * q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.by.function
static int used; struct V; static double len(const V &); struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V operator*(const V &o) const { return V(len(o), y); } };  V p[400], q[400]; static double len(const V &o) { return o.x + used++; } int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] * q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.mutable
struct V { double x, y; mutable int used; V() = default; V(double a, double b) : x(a), y(b) {} V operator*(const V &o) const { used++; return V(x + used, y); } };  V p[400], q[400]; int f(int n) { V s(0, 0); s.used = 0; @for (int i = 0; i < n; i++) { p[i] = s * q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.cast
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V operator*(const V &o) const { const_cast<V &>(o).x += 1; return V(o.x, y); } };  V p[400], q[400]; int f(int n) { V s(0, 0); @for (int i = 0; i < n; i++) { p[i] = q[i] * s; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.operator.cast.of.c
struct V { double x, y; V() = default; V(double a, double b) : x(a), y(b) {} V operator*(const V &o) const { ((V &)o).x += 1; return V(o.x, y); } };  V p[400], q[400]; int f(int n) { V s(0, 0); @for (int i = 0; i < n; i++) { p[i] = q[i] * s; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.update.static
struct V { double x, y; static double all; V() = default; V(double a, double b) : x(a), y(b) {} V &operator+=(const V &o) { x += o.x; all += o.x; y = all; return *this; } };  V p[400], q[400]; double V::all; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] += V(1, 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.update.pointer
struct V { double *x; double y; V() = default; V(double *a, double b) : x(a), y(b) {} V &operator+=(double d) { x[0] += d; y = x[0]; return *this; } }; static double one; V p[400]; int f(int n) { one = 0; for (int i = 0; i < 99; i++) p[i] = V(&one, 0); @for (int i = 0; i < n; i++) { p[i] += x[i] + 1; } for (int i = 0; i < 99; i++) a[i] = p[i].y; return 0; }
//: strange.keeps.reference
struct V { double &x; double y; V(double &a, double b) : x(a), y(b) {} void add(double d) { x += d; } }; int f(int n) { double k = 0; @for (int i = 0; i < n; i++) { V t(k, 1); t.add(x[i]); a[i] = (int)k; }  return 0; }
//: strange.keeps.address
struct V { double *x; double y; V(double &a, double b) : x(&a), y(b) {} void add(double d) { *x += d; } }; int f(int n) { double k = 0; @for (int i = 0; i < n; i++) { V t(k, 1); t.add(x[i]); a[i] = (int)k; }  return 0; }
//: strange.template.counts
static int made; template <class T> struct Vec { T x, y; Vec() = default; Vec(T a, T b) : x(a), y(b) { y += made++; } }; typedef Vec<double> V; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(x[i], 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.template.of.a.class
static int made; struct K { int k; K(int v = 0) : k(v + made++) {} operator int() const { return k; } }; template <class T> struct Vec { T x, y; Vec() : x(0), y(0) {} Vec(int a, int b) : x(a), y(b) {} }; typedef Vec<K> V; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { V t(b[i], 1); a[i] = t.x.k; }  return 0; }
//: strange.template.adds.a.class
static int used; struct K { int k; K operator+(const K &o) const { return K{k + o.k + used++}; } }; template <class T> struct Vec { T x, y; Vec operator+(const Vec &o) const { return Vec{x + o.x, y + o.y}; } }; typedef Vec<K> V; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = q[i] + q[i]; } for (int i = 0; i < 99; i++) a[i] = p[i].x.k; return 0; }
//: strange.template.special
static int made; template <class T> struct Vec { T x, y; Vec() = default; Vec(T a, T b) : x(a), y(b) {} }; template <> struct Vec<int> { int x, y; Vec() = default; Vec(int a, int b) : x(a), y(b) { y += made++; } }; typedef Vec<int> V; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(b[i], 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.template.special.constructor
static int made; template <class T> struct Vec { T x, y; Vec() = default; Vec(T a, T b) : x(a), y(b) {} }; template <> Vec<int>::Vec(int a, int b) : x(a), y(b) { y += made++; } typedef Vec<int> V; V p[400], q[400]; int f(int n) {  @for (int i = 0; i < n; i++) { p[i] = V(b[i], 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.index.member
struct V { int k, j; V() = default; V(int a, int b) : k(a), j(b) {} V(int a) : k(a), j(0) {} }; int f(int n) { V s(1, 0); @for (int i = 0; i < n; i++) { V t = s; a[i + t.k] = a[i] + 1; }  return 0; }
//: strange.index.default.argument
struct V { int k, j; V(int a, int b = 0) : k(a), j(b) {} }; int f(int n) {  @for (int i = 0; i < n; i++) { V t(i < 5 ? i : 5); a[t.k] = i; }  return 0; }
//: strange.index.begin
struct V { int k = 3, j = 0; V() {} V(int a) : k(a) {} }; int f(int n) {  @for (int i = 0; i < n; i++) { V t; a[t.k] = i; }  return 0; }
//: strange.index.copy
struct V { int k, j; V(int a = 0, int b = 0) : k(a), j(b) {} V(const V &o) : k(o.k), j(o.j) {} }; int f(int n) { V s(2, 0); @for (int i = 0; i < n; i++) { V t(s); a[t.k] = i; }  return 0; }
//: strange.carried.object
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) { V s(0, 0, 0); @for (int i = 0; i < n; i++) { s += V(1, 1, 1) * x[i]; p[i] = s; } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.carried.neighbour
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) { for (int i = 0; i < 99; i++) p[i] = V(i, 1, 1); @for (int i = 0; i < n; i++) { p[i + 1] = p[i] + V(1, 1, 1); } for (int i = 0; i < 99; i++) a[i] = p[i].x + 2 * p[i].y; return 0; }
//: strange.carried.last
struct V { double x, y, z; V() = default; V(double a, double b, double c) : x(a), y(b), z(c) {} V operator+(const V &o) const { return V(x + o.x, y + o.y, z + o.z); } V operator-(const V &o) const { return {x - o.x, y - o.y, z - o.z}; } V operator*(double s) const { return V{x * s, y * s, z * s}; } V &operator+=(const V &o) { x += o.x; y += o.y; z += o.z; return *this; } V &operator*=(double s) { x *= s; y *= s; z *= s; return *this; } double dot(const V &o) const { return x * o.x + y * o.y + z * o.z; } }; V p[400], q[400]; int f(int n) { V s(0, 0, 0); @for (int i = 0; i < n; i++) { s = V(x[i] + i, 1, 1); } a[0] = (int)s.x; return 0; }
//: hidden.fp.param
static int cnt; static int step(int k) { return k + cnt++; } struct V { int x; V operator*(int (*g)(int)) const { V t = *this; t.x = g(x); return t; } }; V p[400], q[400]; int f(int n) { @for (int i = 0; i < n; i++) { p[i] = q[i] * step; } int s = 0; for (int i = 0; i < n; i++) s = s * 3 + p[i].x; return s; }
//: hidden.fp.member
static int cnt; static int step(int k) { return k + cnt++; } struct V { int x; int (*g)(int); int operator*(int s) const { return g(x) * s; } }; V q[400]; int f(int n) { for (int i = 0; i < n; i++) q[i].g = step; @for (int i = 0; i < n; i++) { a[i] = q[i] * 2; } return 0; }
//: hidden.fp.member.update
static int cnt; static int step(int k) { return k + cnt++; } struct V { int x; V &operator*=(int (*g)(int)) { x = g(x); return *this; } }; V q[400]; int f(int n) { @for (int i = 0; i < n; i++) { q[i] *= step; } int s = 0; for (int i = 0; i < n; i++) s = s * 3 + q[i].x; return s; }
//: hidden.scope.after
static int k; struct V { int x; int operator+(int s) const { int r = 0; { int k = 2; r = k; } return r + s + k++; } }; V q[400]; int f(int n) { k = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + i; } return 0; }
//: hidden.scope.if
static int k; struct V { int x; int operator+(int s) const { if (int k = s) return k; return k++; } }; V q[400]; int f(int n) { k = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + 0; } return 0; }
//: hidden.unnamed.param
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &o) : v(o.v) { cnt++; } }; struct V { int x; int operator+(K) const { return x; } }; V q[400]; K one; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = (q[i] + one) + cnt; } return cnt; }
//: hidden.array.param
struct V { int x; int operator*(const int t[2]) const { return x * t[0] + t[1]; } }; V q[400]; int f(int n) { for (int i = 0; i < 400; i++) q[i].x = 1; @for (int i = 0; i < n; i++) { a[i + 2] = q[i] * &a[i]; } return 0; }
//: hidden.ref.typedef
struct V; typedef V &VR; struct V { int x; int operator+(VR o) const { VR r = o; r.x = r.x * 3 + x; return x; } }; V q[400], s; int f(int n) { s.x = 0; for (int i = 0; i < n; i++) q[i].x = i; @for (int i = 0; i < n; i++) { a[i] = q[i] + s; } return s.x; }
//: hidden.ref.typedef.number
typedef int &IR; struct V { int x; int operator+(V &o) const { IR r = o.x; r = r * 3 + x; return x; } }; V q[400], s; int f(int n) { s.x = 0; for (int i = 0; i < n; i++) q[i].x = i; @for (int i = 0; i < n; i++) { a[i] = q[i] + s; } return s.x; }
//: hidden.auto.return
static int cnt; struct K { int v; K(int a = 0) : v(a) {} K(const K &o) : v(o.v) { cnt++; } }; struct V { K k; auto operator+(int s) const { return k; } }; V q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { q[i] + i; a[i] = cnt; } return cnt; }
//: hidden.assign.history.local
struct V { int x, y; V &operator=(int d) { y = x; x = d; return *this; } }; int f(int n) { V s; s.x = s.y = 0; @for (int i = 0; i < n; i++) { s = i; b[i] = s.y; } return 0; }
//: hidden.assign.returns.first
struct V { int x; V &operator=(const V &o) { if (this != &o) { return *this; } x = o.x; return *this; } }; V p[400], q[400]; int f(int n) { for (int i = 0; i < 400; i++) p[i].x = 0, q[i].x = i; V t; t.x = 7; @for (int i = 0; i < n; i++) { t = q[i]; a[i] = t.x; t.x = i; } return 0; }
//: hidden.assign.conversion
static int cnt; struct K { int v; K(int a = 0) : v(a) { cnt++; } }; struct V { K k; V &operator+=(int s) { k = s; return *this; } }; V p[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { p[i] += i; a[i] = cnt; } return 0; }
//: hidden.compare.conversion
static int cnt; struct K { int v; K(int a = 0) : v(a) { cnt++; } friend bool operator==(const K &a, const K &b) { return a.v == b.v; } }; struct V { K k; bool operator==(int s) const { return k == s; } }; V p[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { b[i] = p[i] == i; a[i] = cnt; } return 0; }
//: hidden.preproc.member.parens
static int cnt; struct V {
#if 1
  int x = (cnt = cnt + 1);
#endif
  V() {} };  int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { V t; a[i] = t.x; } return 0; }
//: hidden.anon.member
static int cnt; struct V { struct { int x = (cnt = cnt + 1); }; V() {} };  int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { V t; a[i] = t.x; } return 0; }
//: hidden.span.holder
struct G { std::span<int> v; }; struct V { int x; int operator*(const G &g) const { return x + g.v[x]; } }; V p[400]; int f(int n) { G g{std::span<int>(a, 400)}; for (int i = 0; i < 400; i++) p[i].x = i; @for (int i = 0; i < n; i++) { a[i + 1] = p[i] * g; } return 0; }
//: hidden.conv.member.same
static int cnt; struct K { int v; operator int() const { return v + cnt++; } }; struct V { K k; int operator*(int s) const { return k * s; } }; V p[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = p[i] * 2; } return 0; }
//: hidden.conv.conditional
static int cnt; struct K { int v; K(int a = 0) : v(a) { cnt++; } }; struct V { K k; int operator*(int s) const { return (s > 1 ? k : s).v; } }; V p[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { b[i] = p[i] * 1; a[i] = cnt; } return 0; }
//: hidden.conv.owner
static int cnt; struct V { int x; operator int() const { return x + cnt++; } int operator*(int s) const { return *this + s; } }; V p[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = p[i] * 2; } return 0; }
//: hidden.conv.bool
static int cnt; struct V { int x; explicit operator bool() const { return cnt++ & 1; } int operator!() const { return *this ? 1 : 2; } }; V p[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = !p[i]; } return 0; }
//: hidden.matrix.global
struct M { int m[400]; }; struct V { int x; int operator*(const M &o) const { return x + o.m[x]; } }; V p[400]; M g; int f(int n) { for (int i = 0; i < 400; i++) p[i].x = i, g.m[i] = 1; @for (int i = 0; i < n; i++) { g.m[i + 1] = p[i] * g; } int s = 0; for (int i = 0; i <= n; i++) s = s * 3 + g.m[i]; return s; }
//: hidden.matrix.global.ok
struct M { int m[400]; }; struct V { int x; int operator*(const M &o) const { return x + o.m[x]; } }; V p[400]; M g; int f(int n) { for (int i = 0; i < 400; i++) p[i].x = i, g.m[i] = 1; @for (int i = 0; i < n; i++) { a[i] = p[i] * g; } return 0; }
//: hidden.init.two
static int cnt; struct V { int y = 1, x = cnt++; }; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { V t; a[i] = t.x; } return 0; }
//: hidden.library.name.pointer
static int cnt; static int step(int k) { return k + cnt++; } namespace N { static int (*abs)(int) = step; struct V { int x; int operator+(int k) const { return abs(x) + k; } }; } N::V q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + i; } return 0; }
//: hidden.library.name.functor
struct F { double operator()(double k) const { return k + total++; } }; static F fabs; struct V { double x; double operator+(int k) const { return fabs(x) + k; } }; V q[400]; int f(int n) { @for (int i = 0; i < n; i++) { x[i] = q[i] + i; } return 0; }
//: hidden.library.name.template.param
template <double (*sqrt)(double)> struct V { double x; double operator+(int k) const { return sqrt(x) + k; } }; static double step(double k) { return k + total++; } V<step> q[400]; int f(int n) { @for (int i = 0; i < n; i++) { x[i] = q[i] + i; } return 0; }
//: hidden.abbreviated
static int cnt; struct K { int v; operator int() const { cnt++; return v; } }; struct V { int x; int operator+(const auto &k) const { return x + k; } }; V q[400]; int f(int n) { cnt = 0; K k{1}; @for (int i = 0; i < n; i++) { b[i] = q[i] + k; a[i] = cnt; } return cnt; }
//: hidden.swap.in.op
struct V { int x; int operator+(V &o) { std::swap(x, o.x); return x; } }; V p[400], s; int f(int n) { s.x = 0; for (int i = 0; i < n; i++) p[i].x = i; @for (int i = 0; i < n; i++) { a[i] = p[i] + s; } return s.x; }
//: hidden.result.set.chain
struct V { int x, y; V &operator+=(const V &o) { x += o.x; y += o.y; return *this; } }; V p[400], q[400]; int f(int n) { for (int i = 0; i < 400; i++) p[i] = {i, i}, q[i] = {1, 2}; @for (int i = 0; i < n; i++) { (p[i] += q[i]) += p[i + 1]; } int s = 0; for (int i = 0; i < n; i++) s = s * 3 + p[i].x + p[i].y; return s; }
//: hidden.nested.op.same
static int cnt; namespace A { struct I { int x; I operator+(int k) const { return I{x + k}; } }; } namespace B { struct J { int x; friend J operator+(J j, int k) { cnt++; return J{j.x + k}; } }; } B::J q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { q[i] = q[i] + 1; a[i] = cnt; } return 0; }
//: hidden.lib.typedef.local
struct S { double v; S(double k) : v(k + total++) {} operator double() const { return v; } }; int f(int n) { typedef S sqrt; @for (int i = 0; i < n; i++) { x[i] = sqrt(x[i]); } return 0; }
//: hidden.lib.using.local
struct S { double v; S(double k) : v(k + total++) {} operator double() const { return v; } }; int f(int n) { using sqrt = S; @for (int i = 0; i < n; i++) { x[i] = sqrt(x[i]); } return 0; }
//: hidden.lib.typedef.class
struct S { double v; S(double k) : v(k + total++) {} operator double() const { return v; } }; struct C { typedef S sqrt; double go(double k) const { return sqrt(k); } }; int f(int n) { C c; @for (int i = 0; i < n; i++) { x[i] = c.go(x[i]); } return 0; }
//: hidden.ns.adl.function
namespace u { struct K { int v; }; static int go(int) { return 0; } static int abs(int (*g)(K)) { return total++; } static int h(K) { return 1; } } int f(int n) { @for (int i = 0; i < n; i++) { a[i] = abs(u::h); } return 0; }
//: hidden.gen.ref.T
static int cnt; struct K { int v; operator int() const { return v + cnt++; } }; struct V { int x; template <class T> int operator+(const T &k) const { return x + k; } }; V q[400]; K k; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + k; } return 0; }
//: hidden.gen.own.T.minus
static int cnt; struct K { int v; operator int() const { return v + cnt++; } }; template <class T> struct V { T x; int operator-() const { return -x; } }; V<K> q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = -q[i]; } return 0; }
//: hidden.gen.nested.T
static int cnt; struct K { int v; operator int() const { return v + cnt++; } }; template <class T> struct V { struct I { T x; int operator+(int k) const { return x + k; } }; I in; }; V<K> q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = q[i].in + 1; } return 0; }
//: hidden.gen.typedef.member
static int cnt; struct K { int v; operator int() const { return v + cnt++; } }; template <class T> struct V { typedef T value; value x; int operator+(int k) const { return x + k; } }; V<K> q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + 1; } return 0; }
//: hidden.gen.inherited
static int cnt; struct K { int v; operator int() const { return v + cnt++; } }; template <class T> struct B { T x; int operator+(int k) const { return x + k; } }; struct V : B<K> {}; V q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + 1; } return 0; }
//: hidden.ptr.exit.b
static void quit(int k) { total++; } static void (*exit)(int) = quit; int f(int n) { int m = n > 6 ? 0 : 1; if (m == 0) exit(1); @for (int i = 0; i < n; i++) { a[i * m] = i; } return 0; }
//: hidden.ptr.abort
static void quit() { total++; } static void (*abort)() = quit; int f(int n) { int m = c[0] & 1; m = m * 0; if (m == 0) { abort(); } @for (int i = 0; i < n; i++) { a[i * m] = i; } return 0; }
//: hidden.type.exit
struct S { S(int k) { total++; } }; int f(int n) { typedef S exit; int m = n > 6 ? 0 : 1; if (m == 0) exit(1); @for (int i = 0; i < n; i++) { a[i * m] = i; } return 0; }
//: hidden.gen.number.ok
template <class T> struct V { T x; int operator+(const V &o) const { return x + o.x; } }; V<int> q[400]; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = q[i] + q[i]; } return 0; }
//: hidden.box.minmax
struct Box { double min, max; Box() : min(0), max(0) {} Box(double l, double h) : min(l), max(h) {} Box operator|(const Box &o) const { return Box(std::min(min, o.min), std::max(max, o.max)); } bool operator!=(const Box &o) const { return min != o.min; } }; Box p[400], q[400]; int f(int n) { for (int i = 0; i < n; i++) q[i] = Box(x[i], y[i]); @for (int i = 0; i < n; i++) { p[i] = p[i] | q[i]; } for (int i = 0; i < n; i++) x[i] = p[i].max; return 0; }
//: hidden.dflt.arg.decl
static int cnt; static int tick() { return cnt++; } struct V { int x; int get(int b = tick()) const; int operator+(int k) const { return get() + k; } }; int V::get(int b) const { return x + b; } V q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + 1; } return 0; }
//: hidden.dflt.arg.decl.ctor
static int cnt; static int tick() { return cnt++; } struct V { int x; V(int a, int b = tick()); }; V::V(int a, int b) : x(a + b) {} int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { V t(i); a[i] = t.x; } return 0; }
//: hidden.dflt.arg.decl.default
static int cnt; static int tick() { return cnt++; } struct V { int x; V(int b = tick()); }; V::V(int b) : x(b) {} int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { V t; a[i] = t.x; } return 0; }
//: hidden.dflt.arg.decl.free
static int cnt; static int tick() { return cnt++; } static int go(int k, int b = tick()); struct V { int x; int operator+(int k) const { return go(x) + k; } }; static int go(int k, int b) { return k + b; } V q[400]; int f(int n) { cnt = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + 1; } return 0; }
//: hidden.set.other.by.pick
struct V { int x; V &pick(V &o, int k) { return k ? o : *this; } V &operator+=(V &o) { pick(o, 1).x = o.x * 3 + x; return *this; } }; V s, q[400]; int f(int n) { s.x = 0; for (int i = 0; i < n; i++) q[i].x = i; @for (int i = 0; i < n; i++) { q[i] += s; } return s.x; }
//: hidden.set.second.param
struct V { int x; }; inline V &operator+=(V &p, V &q) { q.x = q.x * 3 + p.x; return p; } V s, q[400]; int f(int n) { s.x = 0; for (int i = 0; i < n; i++) q[i].x = i; @for (int i = 0; i < n; i++) { q[i] += s; } return s.x; }
//: hidden.set.first.by.call
struct V { int x; }; inline V &bump(V &p, int k) { p.x = p.x * 3 + k; return p; } inline V &operator+=(V &p, int k) { return bump(p, k); } V s; int f(int n) { s.x = 0; @for (int i = 0; i < n; i++) { s += i; } return s.x; }
//: hidden.data.call.of
struct V { int *p; int *data() const { return p; } int operator+(const V &o) const { return o.data()[0]; } }; V q[400]; int f(int n) { for (int i = 0; i < 400; i++) q[i].p = a + i; @for (int i = 0; i < n; i++) { a[i + 1] = (q[i] + q[i]) * 3 + i; } return 0; }
//: hidden.span.array
struct V { std::span<int> v[2]; int operator+(int k) const { return v[0][k]; } }; int f(int n) { static V q[400]; for (int i = 0; i < 400; i++) q[i].v[0] = std::span<int>(a + i, 2); @for (int i = 0; i < n; i++) { a[i + 1] = (q[i] + 0) * 3 + 1; } return 0; }
//: hidden.strlen
static char buf[400]; struct V { const char *s; int operator+(int k) const { return (int)strlen(s) + k; } }; V q[400]; int f(int n) { memset(buf, 'x', 399); for (int i = 0; i < 400; i++) q[i].s = buf; @for (int i = 0; i < n; i++) { a[i] = q[i] + 1; buf[100 - i] = 0; } return 0; }
//: hidden.strlen.param
static char buf[400]; struct V { int x; int operator+(const char *s) const { return (int)strlen(s) + x; } }; V q[400]; int f(int n) { memset(buf, 'x', 399); @for (int i = 0; i < n; i++) { a[i] = q[i] + buf; buf[100 - i] = 0; } return 0; }
//: hidden.string.view
static char buf[16]; struct V { std::string_view s; bool operator==(const V &o) const { return s == o.s; } }; V q[400]; int f(int n) { for (int i = 0; i < 400; i++) q[i].s = std::string_view(buf, 1); V o{"d"}; buf[0] = 'a'; @for (int i = 0; i < n; i++) { a[i] = q[i] == o; buf[0] = 'a' + i; } return 0; }
//: hidden.ref.wrapper
static int cur; struct V { std::reference_wrapper<int> r; int operator+(int k) const { return r + k; } }; int f(int n) { std::vector<V> q(400, V{cur}); cur = 0; @for (int i = 0; i < n; i++) { a[i] = q[i] + 1; cur = i; } return 0; }
//: hidden.pointer.compare
struct V { const int *s; int operator+(int k) const { return s == nullptr ? k : 2; } }; V q[400]; int f(int n) { @for (int i = 0; i < n; i++) { a[i] = q[i] + 1; } return 0; }
//: hidden.base.method
struct B { int v[400]; int &at(int k) { return v[k / 2]; } }; struct T : B { int &at(int k) { return v[k]; } }; static T t; int f(int n) { @for (int i = 0; i < n; i++) { t.B::at(i) = i; } int s = 0; for (int k = 0; k < n; k++) s = s * 3 + t.v[k]; return s; }
//: hidden.base.method.ptr
struct B { int v[400]; int &at(int k) { return v[k / 2]; } }; struct T : B { int &at(int k) { return v[k]; } }; static T t; int f(int n) { T *p = &t; @for (int i = 0; i < n; i++) { p->B::at(i) = i; } int s = 0; for (int k = 0; k < n; k++) s = s * 3 + t.v[k]; return s; }
//: hidden.base.method.value
struct B { int k = 0; int next(int i) { return k = k * 3 + i; } }; struct T : B { int next(int i) { return i; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[i] = t.B::next(i); } return 0; }
//: hidden.base.method.index
struct B { int at(int k) const { return k / 2; } }; struct T : B { int at(int k) const { return k; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[t.B::at(i)] = i; } return 0; }
//: hidden.base.method.this.arrow
struct B { int at(int k) const { return k / 2; } }; struct T : B { int at(int k) const { return k; } int run(int n) { @for (int i = 0; i < n; i++) { a[this->B::at(i)] = i; } return 0; } }; int f(int n) { T t; return t.run(n); }
//: hidden.own.qualified
struct T { int at(int k) const { return k; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[t.T::at(i)] = i; } return 0; }
//: hidden.base.data.carry
struct B { int k; }; struct T : B { int k; }; T t; int f(int n) { t.B::k = 1; @for (int i = 0; i < n; i++) { t.k = i; a[i] = t.B::k; t.B::k = t.k * 3; } return 0; }
//: hidden.alias.hides.class
struct C { int at(int k) const { return k; } }; struct B { int at(int k) const { return k / 2; } }; struct T : B { using C = B; int at(int k) const { return k; } int in(int k) const { return this->C::at(k); } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[t.in(i)] = i; } return 0; }
//: hidden.alias.hides.class.plain
struct C { int at(int k) const { return k; } }; struct B { int at(int k) const { return k / 2; } }; struct T : B { using C = B; int at(int k) const { return k; } int in(int k) const { return C::at(k); } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[t.in(i)] = i; } return 0; }
//: hidden.two.bases
struct B1 { int k = 0; void set(int i) { k = i; } int get() const { return k; } }; struct B2 { int k = 0; void set(int i) { k = i; } int get() const { return k; } }; struct T : B1, B2 {}; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[i] = t.B1::get(); t.B1::set(i); t.B2::set(3); } return 0; }
//: hidden.two.bases.apart
struct B1 { int k = 0; void set(int i) { k = i; } int get() const { return k; } }; struct B2 { int k = 0; void set(int i) { k = i; } int get() const { return k; } }; struct T : B1, B2 {}; int f(int n) { T t; @for (int i = 0; i < n; i++) { t.B2::set(i); a[i] = t.B2::get(); t.B1::set(i); } return 0; }
//: hidden.template.base.this
template <class D> struct B { int at(int k) const { return k / 2; } }; template <class D> struct T : B<D> { int at(int k) const { return k; } int in(int k) const { return this->B<D>::at(k); } }; int f(int n) { T<int> t; @for (int i = 0; i < n; i++) { a[t.in(i)] = i; } return 0; }
//: hidden.static.qualified
struct B { static int at(int k) { return k / 2; } }; struct T : B { static int at(int k) { return k; } }; int f(int n) { T t; @for (int i = 0; i < n; i++) { a[t.B::at(i)] = i; } return 0; }
