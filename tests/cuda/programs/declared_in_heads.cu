// Variables that the head of an `if`, `while` or `switch` declares end with it; what macros write is what it means where they stand.
// prints: 0 11 11 11
// prints: 1 3 5 12
// prints: 2 505 517 509
// prints: 3 18 18 18
// prints: 4 4123 4122 4118
// prints: 5 14 14 14
// prints: 6 123 123 123
// prints: 7 18 17 19
#include <cstdio>

__constant__ int n = 4;
const int A = 1;
#define PLUS(x) ((x) + n)
#define SIZE (A + 7)

__global__ void in_a_head(int* o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  s[i] = n;
  __syncthreads();
  if (int n = 3; blockDim.x > 4) {
    s[i] += n;
    __syncthreads();
    o[i] = s[7 - i];
  }
  o[i] += n;
}
__global__ void of_the_function(int* o) {
  int i = threadIdx.x, m = 2;
  if (int m = i * 2; m > 4)
    o[i] = m;
  else if (int q = m + 1)
    o[i] = q;
  __syncthreads();
  o[i] += m;
}
__global__ void in_other_heads(int* o) {
  int i = threadIdx.x;
  int m = 5;
  while (int m = o[i] / 2) o[i] = m - 1;
  o[i] += m;
  __syncthreads();
  if (auto v = i % 2) o[i] += v;
  switch (int m = i % 3) {
    case 1:
      o[i] += 10;
      break;
    case 2:
      o[i] += m;
  }
  __syncthreads();
  o[i] += 100 * m;
}
__global__ void one_in_another(int* o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  s[i] = n;
  __syncthreads();
  if (int b = blockDim.x; b > 100)
    o[i] = 1;
  else if (int c = gridDim.x) {
    if (int n = c + 1; n > 1) {
      s[i] += n + b;
      __syncthreads();
      o[i] += s[7 - i];
    }
  }
  o[i] += n;
}
__global__ void by_a_macro(int* o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  s[i] = PLUS(i) + n;
  __syncthreads();
  {
    int n = i + 50;
    s[i] += PLUS(1);
    __syncthreads();
    o[i] = s[7 - i] + n;
  }
  __syncthreads();
  o[i] += 1000 * n;
}
__global__ void sizes_by_a_macro(int* o) {
  int i = threadIdx.x;
  __shared__ int s[SIZE];
  s[i] = A;
  __syncthreads();
  constexpr int A = 3;
  __shared__ int t[SIZE];
  t[i] = A + SIZE;
  __syncthreads();
  o[i] = s[7 - i] + t[7 - i];
}
__global__ void listed_by_a_macro(int* o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  s[i] = SIZE;
  __syncthreads();
  {
    enum { A = 100 };
    s[i] += SIZE;
    __syncthreads();
    o[i] = s[7 - i];
  }
  o[i] += SIZE;
}
__global__ void of_the_file(int* o) {
  int i = threadIdx.x;
  __shared__ int s[8];
  s[i] = n;
  __syncthreads();
  if (int n = i % 3; n > 0) s[i] += n;
  __syncthreads();
  switch (n) {
    case 4: {
      int n = 9;
      s[i] += n;
    }
  }
  __syncthreads();
  o[i] = s[7 - i] + n;
}

typedef void (*Kernel)(int*);

int main() {
  Kernel all[] = {in_a_head, of_the_function, in_other_heads, one_in_another, by_a_macro, sizes_by_a_macro, listed_by_a_macro, of_the_file};
  int* p;
  cudaMallocManaged(&p, 8 * sizeof(int));
  for (int i = 0; i < 8; ++i) p[i] = 0;
  for (int k = 0; k < 8; ++k) {
    if (k == 3)
      for (int i = 0; i < 8; ++i) p[i] = 0;
    all[k]<<<1, 8>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", k, p[0], p[1], p[5]);
  }
  cudaFree(p);
}
