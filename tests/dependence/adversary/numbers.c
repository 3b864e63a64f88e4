//: library.variable
extern int signgam;
int f(int n) { @for (int i = 0; i < n; i++) { x[i] = lgamma({{-0.5 - i|0.5 - i}}) > 0; a[i] = signgam; } return 0; }
//: library.variable.inside
int f(int n) { extern int signgam; @for (int i = 0; i < n; i++) { x[i] = lgamma(-0.5 - i) > 0; a[i] = {{signgam|signgam + 1}}; } return 0; }
//: division.of.numbers.twin
int f(int n) { @for (int i = 0; i < n; i++) { a[i + 5 + {{-7 / 2|-7 % 4|(-7 >> 1)|(-7 & 3)}}] = i; a[i + 100] = 2; } return 0; }
//: division.of.numbers
int f(int n) { @for (int i = 0; i < n; i++) { a[i + 5 + {{-7 / 2|-7 % 4|(-7 >> 1)|(-7 & 3)|~0 / 2|-9 / 4}}] = i; a[i + {{2|2|1|6|5|3}}] = 2; a[i + {{9|3|2|5|6|2}}] += 1; } return 0; }
//: left.alike
int f(int n) { int k = 5; @for (int i = 0; i < n; i++) { k = b[i]; if (k > 1) a[i] = k; else a[i] = -k; k = {{9|n}}; } return k; }
//: left.unlike
int f(int n) { int k = 5; @for (int i = 0; i < n; i++) { k = b[i]; a[i] = k; if (b[i] > {{0|1}}) k = 9; } return k; }
//: left.unlike.last
int f(int n) { int k = 5; @for (int i = 0; i < n; i++) { k = 9; a[i] = k; k = {{i|b[i]}}; } return k; }
//: table.of.ranges
int f(int n) { static int t[16] = {[0 ... 7] = 3, [8 ... 15] = {{4|3}}}; @for (int i = 0; i < 16; i++) { a[t[i]] = i; } return 0; }
//: table.of.ranges.twin
int f(int n) { static const int t[4] = {[0 ... 2] = {{1|5}}, [0] = 3, 2, [3] = 0}; @for (int i = 0; i < 4; i++) { a[t[i]] = i; } return 0; }
//: table.of.characters
int f(int n) { static const char t[] = "abc{{a|b}}"; @for (int i = 0; i < 4; i++) { a[t[i]] = i; } return 0; }
//: table.of.characters.twin
int f(int n) { static const char t[{{4|5}}] = "wxyz"; @for (int i = 0; i < {{4|5}}; i++) { a[t[i]] = i; } return 0; }
//: table.of.characters.end
int f(int n) { static const char t[8] = "{{abc|abcdef}}"; @for (int i = 0; i < 8; i++) { a[t[i]] = i; } return 0; }
