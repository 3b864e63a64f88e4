// A class gives its base the base's own name: nvcc takes it, in every namespace.
// prints: 3 4
// prints: 5 6
// prints: 7
#include <cstdio>
#include <cuda_runtime.h>

template <typename T> struct Pair {
  T a, b;
  Pair(T a, T b) : a(a), b(b) {}
};
namespace outer {
template <typename T, int N> struct Row {
  T data[N];
  T first() const { return data[0]; }
};
namespace inner {
template <typename T> struct Own : public Row<T, 2> {
  using Row = Row<T, 2>;
  T last() const { return Row::data[1]; }
};
}  // namespace inner
}  // namespace outer
using outer::Row;
template <typename T> class Open : public Pair<T> {
 public:
  using Pair = Pair<T>;
  using Pair::Pair;
  T sum() const { return Pair::a + Pair::b; }
};
template <typename T> struct Seven : public Row<T, 1> {
  using Row = Row<T, 1>;
  T value() const { return Row::first(); }
};

__global__ void more(int *a) { a[threadIdx.x] += 2; }

int main() {
  int *p;
  cudaMallocManaged(&p, 2 * sizeof(int));
  Open<int> pair(1, 2);
  p[0] = pair.a, p[1] = pair.b;
  more<<<1, 2>>>(p);
  cudaDeviceSynchronize();
  printf("%d %d\n", p[0], p[1]);
  more<<<1, 2>>>(p);
  cudaDeviceSynchronize();
  outer::inner::Own<int> own;
  own.data[0] = p[0], own.data[1] = p[1];
  printf("%d %d\n", own.first(), own.last());
  Seven<int> seven;
  seven.data[0] = own.last() + 1;
  printf("%d\n", seven.value());
  return 0;
}
