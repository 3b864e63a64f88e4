// What libcu++ has for whole numbers, also where a constant is needed.
// prints: 3032106 4
#include <cstdio>
#include <cuda/cmath>

__global__ void numbers(int *out, int n) {
  int i = cuda::ceil_div(blockIdx.x * blockDim.x + threadIdx.x, 1u);
  if (i < n)
    out[i] = cuda::ceil_div(i, 7) * 1000000 + cuda::round_up(i, 16) * 1000 + cuda::round_down(i, 5) + cuda::ilog2(i + 1) +
             cuda::ilog10(i + 1) + cuda::isqrt(i) + cuda::next_power_of_two(i + 1) + cuda::prev_power_of_two(i) +
             cuda::is_power_of_two(i) + cuda::uabs(-i) + cuda::neg(-i);
}

int main() {
  const int n = 1000;
  int *a;
  cudaMallocManaged(&a, n * sizeof(int));
  constexpr int threads = cuda::round_up(100, 32);
  numbers<<<cuda::ceil_div(n, threads), threads>>>(a, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int root = 0, digits = 0, power = 1, below = i ? 1 : 0, bits = 0;
    while ((root + 1) * (root + 1) <= i) ++root;
    for (int rest = i + 1; rest >= 10; rest /= 10) ++digits;
    for (int rest = i + 1; rest > 1; rest /= 2) ++bits;
    while (power < i + 1) power *= 2;
    while (below * 2 <= i && below) below *= 2;
    const int one = i > 0 && below == i;
    const int sum = (i + 6) / 7 * 1000000 + (i + 15) / 16 * 16000 + i / 5 * 5 + bits + digits + root + power + below + one + i + i;
    if (a[i] != sum) printf("%d: %d, not %d\n", i, a[i], sum);
  }
  printf("%d %zu\n", a[17], cuda::ceil_div(size_t(10), 3));
}
