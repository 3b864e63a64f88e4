//: word.bitor
enum E { A, B }; E operator|(E l, E r) { total = total * 2 % 31 + l; return l; }
int f(int n) { @for (int i = 0; i < n; i++) { E e = i % 2 ? A : B; a[i] = e {{\||bitor}} A; } return 0; }
//: word.not
enum E { A, B }; E operator!(E l) { total = total * 2 % 31 + l; return l; }
int f(int n) { @for (int i = 0; i < n; i++) { E e = i % 2 ? A : B; a[i] = {{!|not }}e; } return 0; }
//: word.compl
enum E { A, B }; E operator~(E l) { total = total * 2 % 31 + l; return l; }
int f(int n) { @for (int i = 0; i < n; i++) { E e = i % 2 ? A : B; a[i] = {{~|compl }}e; } return 0; }
//: word.and
enum E { A, B }; bool operator&&(E l, E r) { total = total * 2 % 31 + l; return l; }
int f(int n) { @for (int i = 0; i < n; i++) { E e = i % 2 ? A : B; if (e {{&&|and}} B) a[i] = 1; } return 0; }
//: word.eq
enum E { A, B }; bool operator!=(E l, E r) { total = total * 2 % 31 + l; return (int)l; }
int f(int n) { @for (int i = 0; i < n; i++) { E e = i % 2 ? A : B; if (e {{!=|not_eq}} B) a[i] = 1; } return 0; }
//: word.assign
enum E { A, B }; E &operator|=(E &l, E r) { total = total * 2 % 31 + l; return l; }
int f(int n) { @for (int i = 0; i < n; i++) { E e = i % 2 ? A : B; e {{\|=|or_eq}} B; a[i] = e; } return 0; }
//: word.class
struct V { int k; }; V operator^(V l, V r) { total = total * 2 % 31 + l.k; return l; }
int f(int n) { @for (int i = 0; i < n; i++) { V e{i}; a[i] = (e {{^|xor}} e).k; } return 0; }
//: typedef.enum
typedef enum { A, B } E; E operator+(E l, E r) { total = total * 2 % 31 + l; return l; }
int f(int n) { @for (int i = 0; i < n; i++) { E e = (E)(i % 2); a[i] = e + {{e|A}}; } return 0; }
//: stream
enum E { A, B }; std::ostream &operator<<(std::ostream &o, E r) { total = total * 2 % 31 + r; return o; }
int f(int n) { @for (int i = 0; i < n; i++) { std::ostringstream o; E e = i % 2 ? A : B; o << {{e|B}}; a[i] = 2; } return 0; }
//: word.named
enum E { A, B }; bool operator and(E l, E r) { total = total * 2 % 31 + l; return l; }
int f(int n) { @for (int i = 0; i < n; i++) { E e = i % 2 ? A : B; if (e {{&&|and}} B) a[i] = 1; } return 0; }
//: word.pure
int f(int n) { @for (int i = 0; i < n; i++) { if (a[i] > 1 and not (b[i] bitand 1) or a[i] not_eq 3) { a[i] = b[i] xor 3; c[i] and_eq 7; } {{|a[i + 1] or_eq 1;}} } return 0; }
