//: base.member
struct B { int q; virtual int get() { return q; } virtual ~B() {} }; struct T : B { int s; };
int f(int n) { T t; t.q = 5; t.s = 1; @for (int i = 0; i < n; i++) { a[i] = t.get(); t.s = {{3|4}}; } return t.s; }
//: base.plain
struct B { int q; int get() const { return q; } }; struct T : B { int s; };
int f(int n) { T t; t.q = 5; t.s = 1; @for (int i = 0; i < n; i++) { a[i] = t.get(); t.s = {{3|4}}; } return t.s; }
//: base.plain.own
struct B { int q; int get(); }; int B::get() { return q; } struct T : B { int s; };
int f(int n) { T t; t.q = 5; t.s = 1; @for (int i = 0; i < n; i++) { a[i] = t.get(); t.s = 3{{| + 1}}; } return 0; }
//: class.operator
struct V { int x; V &operator*=(int k) { x *= k; return *this; } };
int f(int n) { V v; @for (int i = 0; i < n; i++) { v.x = i; v *= 2; a[i] = v.x{{| + 1}}; } return 0; }
//: class.operator.two
struct V { int x, y; V &operator+=(const V &o) { x += o.x; y += o.y; return *this; } };
int f(int n) { V v, w{1, 2}; @for (int i = 0; i < n; i++) { v.x = i; v.y = 2; v += w; a[i] = v.x + v.y{{| + 1}}; } return 0; }
