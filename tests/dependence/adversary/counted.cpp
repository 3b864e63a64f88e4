//: counted.plain
int f(int n) { @for (int i : std::views::iota({{0|1}}, n)) { a[i] = {{b[i]|a[i - 1]}} + 1; } return 0; }
//: counted.shifted
int f(int n) { @for (auto i : std::views::iota(3, n + 3)) { a[i] = a[i {{+ 0|- 1|+ n}}] + 1; } return 0; }
//: counted.unsigned
int f(int n) { @for (unsigned i : std::ranges::iota_view(0u, (unsigned)n)) { a[{{i|i / 2|i % 4}}] = (int)i; } return 0; }
//: counted.narrow
int f(int n) { @for ({{int|unsigned char|auto}} i : std::views::iota(250, n + 250)) { a[i] = (int)i + 1; } return 0; }
//: counted.constant
int f(int n) { @for (auto const i : std::views::iota(0, 8)) { a[{{i|i & 3}}] = i + n; } return 0; }
//: counted.reference
int f(int n) { @for (auto &&i : std::views::iota(0, n)) { a[i] = total{{|++}} + i; } return 0; }
//: counted.carried
int f(int n) { int t = 3; @for (int i : std::ranges::views::iota(0, n)) { a[i] = {{i|t}}; t = b[i]; } return {{0|0|t}}; }
//: counted.changed
int f(int n) { @for (int i : std::views::iota(0, n)) { i += {{2|-i}}; a[i] = i + b[i]; total = total + {{0|i}}; } return 0; }
//: counted.inner
int f(int n) { @for (int i : std::views::iota(0, n)) { for (int j : std::views::iota(0, {{4|i}})) { x[4 * i + j] = j; } } return 0; }
//: counted.wide
int f(int n) { @for (auto i : std::views::iota(0L, (long)n)) { a[{{i|i >> 1}}] = (int)i; } return 0; }
//: counted.own
namespace mine { struct V { int k; int *begin() const { return b; } int *end() const { return b + k; } }; V iota(int, int k) { return {k}; } }
int f(int n) { @for (int i : mine::iota(0, n)) { a[(i + 9) % 9] += i * {{2|total++}}; } return 0; }
//: counted.bound
int f(int n) { int k = n; @for (int i : std::views::iota(0, k)) { {{b[i] = k|k = i}}; a[i] = i; } return k; }
