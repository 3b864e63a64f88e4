// C++: vectors, arrays, spans, references, templates, range-based loops, overloaded access.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>
using Row = std::vector<double>;
struct Matrix {
  std::vector<double> data;
  std::size_t rows, cols;
};
static std::array<int, 64> global;

void vectors(std::vector<double> &a, const std::vector<double> &b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) a[i] *= 2.0; // parallel
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = b[i]; // parallel
  for (std::size_t i = 1; i < n; ++i) a[i] = a[i - 1]; // serial
  for (std::size_t i = 0; i + 1 < n; ++i) a.at(i) = 1; // unclear
  std::vector<double> c(n), d(n);
  for (std::size_t i = 0; i < n; ++i) c[i] = d[i] + a[i]; // parallel
  for (std::size_t i = 0; i < n; ++i) { const double v = std::sqrt(d[i]); c[i] = std::max(v, 0.5); } // parallel
  double sum = 0, top = 0;
  for (std::size_t i = 0; i < n; ++i) sum += c[i]; // parallel reduction(+:sum)
  for (std::size_t i = 0; i < n; ++i) top = std::max(top, c[i]); // parallel reduction(max:top)
  for (auto &v : c) v = 0; // parallel
  for (auto v : c) sum += v; // parallel reduction(+:sum)
  for (const auto &v : c) top = std::max(top, v); // parallel reduction(max:top)
  for (std::size_t i = 0; i < n; ++i) { auto &x = c[i]; x += d[i]; } // parallel
  for (std::size_t i = 0; i < n; ++i) { auto &x = c[0]; x = d[i]; } // serial
  for (std::size_t i = 0; i < n; ++i) c.push_back(d[i]); // assumed
  double *p = c.data();
  for (std::size_t i = 0; i < n; ++i) p[i] = i; // parallel
  std::vector<std::vector<double>> m(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) // parallel
    for (std::size_t j = 0; j < n; ++j) m[i][j] = m[i][j] + 1; // parallel
  for (std::size_t i = 1; i < n; ++i) // serial
    for (std::size_t j = 0; j < n; ++j) m[i][j] = m[i - 1][j]; // parallel
  std::vector<bool> flags(n);
  for (std::size_t i = 0; i < n; ++i) flags[i] = true; // unclear
  for (int i = 0; i < 64; ++i) global[i] = i; // parallel
  for (int i = 1; i < 64; ++i) global[i] = global[i - 1]; // serial
  a[0] = sum + top;
}

void views(std::span<float> s, std::span<const float> t, float *__restrict__ r, Matrix &m) {
  for (std::size_t i = 0; i < s.size(); i++) s[i] = 0; // parallel
  for (std::size_t i = 0; i < s.size(); i++) s[i] = t[i]; // assumed
  for (std::size_t i = 0; i < s.size(); i++) r[i] = t[i]; // parallel
  for (std::size_t i = 0; i < m.rows; i++) // parallel
    for (std::size_t j = 0; j < m.cols; j++) m.data[i * m.cols + j] = 1; // parallel
}

template <typename T>
void scale(T *__restrict__ a, const T *__restrict__ b, int n, T factor) {
  for (int i = 0; i < n; i++) a[i] = factor * b[i]; // parallel
  for (int i = 0; i < n; i++) a[i] = static_cast<T>(i) * factor; // parallel
  for (int i = n - 1; i > 0; --i) a[i] = a[i - 1]; // serial
}

namespace inner {
inline double weight(double x) { return x > 0 ? x : -x; }
void use(double *__restrict__ a, const double *__restrict__ b, int n) {
  for (int i = 0; i < n; i++) a[i] = weight(b[i]); // parallel
  for (int i = 0; i < n; i++) a[i] = std::min(std::max(b[i], 0.0), 1.0); // parallel
  for (int i = 0, m = n; i < m; i++) a[i] = 0; // unclear
}
}

template <class T>
struct Field {
  T *data;
  int ny;
  T &operator()(int i, int j) { return data[i * ny + j]; }
};

void views_of_ones_own(int n, Field<float> g, Field<float> h, std::vector<int> &a, std::vector<int> b) {
  for (int i = 0; i < n; i++) g(i, 0) = h(i, 1); // assumed
  for (int i = 0; i < n; i++) g(i, 0) = g(i, 1); // parallel
  for (int i = 1; i < n; i++) g(i, 0) = g(i - 1, 0); // serial
  for (int &x : b) x += 1; // parallel
  for (int x : b) a[x] = 1; // assumed
  for (int i = 0; i < n; i++) { int &r = a[0]; r = b[i]; } // serial
  for (int i = 0; i < n; i++) std::swap(a[i], a[n - 1 - i]); // serial
  for (int i = 0; i < n / 2; i++) std::swap(b[i], b[n - 1 - i]); // parallel
  b = a;
}

void pointers_out_of_lists(double *x, const double *y, int n) {
  double *p{x};
  const double *__restrict__ q{y}, *r = {y};
  double *s(x + 1);
  const int m{n / 2};
  for (int i = 0; i < n; i++) p[i] += q[i]; // parallel
  for (int i = 0; i < n; i++) p[i] *= 2; // parallel
  for (int i = 0; i < n; i++) s[i] = p[i]; // serial
  for (int i = 0; i < m; i++) p[i + m] = p[i]; // parallel
  for (int i = 0; i < n; i++) p[i] += r[i]; // assumed
}

double copied_by_lambdas(double *x, const double *y, int n) {
  double *p = x;
  double total = 0;
  auto scaled = [p](int j) { p[j] *= 2; };
  auto shifted = [=](int j) { p[j + 1] = p[j]; };
  auto row = [y, n](int j) {
    double sum = 0;
    for (int k = j + 1; k < n; k++) sum += y[k];
    return sum;
  };
  for (int i = 0; i < n; i++) scaled(i); // parallel
  for (int i = 0; i < n; i++) shifted(i); // serial
  for (int i = 0; i < n; i++) total += row(i); // parallel
  return total;
}
