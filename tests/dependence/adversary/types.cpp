//: types.member.cast
typedef int nr;
struct S { typedef {{int|unsigned char}} nr; static int at(int i) { return (nr)(i * 32) / 4; } };
int f(int n) { @for (int i = 0; i < n; i++) { a[S::at(i)] = i; } return 0; }
//: types.member.using
typedef int nr;
struct S { using nr = {{int|unsigned char}}; int at(nr k) { return k / 4; } };
int f(int n) { S s; @for (int i = 0; i < n; i++) { a[s.at(i * 32)] = i; } return 0; }
//: types.base
typedef int nr;
struct B { typedef {{int|unsigned char}} nr; };
struct S : B { nr at(int i) { return i * 32; } };
int f(int n) { S s; @for (int i = 0; i < n; i++) { a[s.at(i) / 4] = i; } return 0; }
//: types.base.using
typedef int nr;
struct B { typedef {{int|unsigned char}} nr; };
struct S { using nr = B::nr; nr at(int i) { return i * 32; } };
int f(int n) { S s; @for (int i = 0; i < n; i++) { a[s.at(i) / 4] = i; } return 0; }
//: types.parameter
typedef int T;
template <class T> int at(int i) { T k = i * 32; return k / 4; }
int f(int n) { @for (int i = 0; i < n; i++) { a[at<{{int|unsigned char}}>(i)] = i; } return 0; }
//: types.parameter.class
typedef int T;
template <class T> struct S { int at(int i) { return T(i * 32) / 4; } };
int f(int n) { S<{{int|unsigned char}}> s; @for (int i = 0; i < n; i++) { a[s.at(i)] = i; } return 0; }
//: types.lambda
typedef int nr;
int f(int n) { auto at = [](int i) { using nr = {{int|unsigned char}}; nr k = i * 32; return k / 4; }; @for (int i = 0; i < n; i++) { a[at(i)] = i; } return 0; }
//: types.namespace
namespace o { typedef int nr; namespace p { typedef {{int|unsigned char}} nr; int f(int n) { @for (int i = 0; i < n; i++) { nr k = i * 32; a[k / 4] = i; } return 0; } } }
int f(int n) { return o::p::f(n); }
//: types.enumeration
int f(int n) { enum {{E : int|E : unsigned char}} {}; @for (int i = 0; i < n; i++) { E k = (E)(i * 32); a[(int)k / 4] = i; } return 0; }
//: types.deduced
int f(int n) { int k = n < 99 ? {{0|1 << 25}} : 3; @for (int i = 0; i < n; i++) { auto t = float(k + i); a[(int)t - k] = i; } return 0; }
//: types.halved
constexpr {{int|double}} two = 2;
int f(int n) { @for (int i = 0; i < n; i++) { a[i + (int)(two / 4 * 2)] = a[i] + 1; } return 0; }
//: types.halved.auto
constexpr auto two = {{2|2.0}};
int f(int n) { @for (int i = 0; i < n; i++) { a[i + (int)(two / 4 * 2)] = a[i] + 1; } return 0; }
//: types.halved.member
struct S { static constexpr {{int|float}} two = 2; };
int f(int n) { @for (int i = 0; i < n; i++) { a[i + (int)(S::two / 4 * 2)] = a[i] + 1; } return 0; }
