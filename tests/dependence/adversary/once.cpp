//: once.constexpr
constexpr int one() { return {{1|2}}; } int f(int n) { @for (int i = 0; i < one(); ++i) { total = i + 1; } return total; }
//: once.range.array
int f(int n) { int one[{{1|2}}] = {3}; @for (int &v : one) { total = total * 3 + v; } return total; }
//: once.std.array
int f(int n) { std::array<int, {{1|2}}> one{}; @for (size_t i = 0; i < one.size(); ++i) { total = one[i] + (int)i; } return total; }
//: once.bool
int f(int n) { bool k = n > 3; @for (int i = 0; i < k; ++i) { total = i + 1; } return total; }
//: once.member.const
struct S { static constexpr int K = {{1|2}}; }; int f(int n) { @for (int i = 0; i < S::K; ++i) { total = i + 1; } return total; }
//: once.lambda
int f(int n) { auto go = [&](int k) { @for (int i = 0; i < k; ++i) { total = i + 1; } }; go({{1|2}}); return total; }
//: once.reference
int f(int n) { int &r = total; @for (int i = 0; i < {{1|2}}; ++i) { r = i + 1; } return total; }
//: once.reference.carried
int f(int n) { int &r = total; @for (int i = 0; i < {{1|2}}; ++i) { r = r * 2 + i + 1; } return total; }
