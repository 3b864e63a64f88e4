// Numbers of several words in inline PTX: the carry of one instruction goes to the next, within a statement and from one to another.
// prints: sums 64 of 64
// prints: differences 64 of 64
// prints: products 64 of 64
// prints: by statements 64 of 64
// prints: one first word for all 64 of 64
// prints: over a barrier 64 of 64
// prints: rounds 64 of 64
// prints: halves 64 of 64
// prints: in a lambda 64 of 64
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#define ADD_CC(c, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define ADDC_CC(c, a, b) asm volatile("addc.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define ADDC(c, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define ADD_TWO(r, a, b) { ADD_CC((r)[0], (a)[0], (b)[0]); ADDC_CC((r)[1], (a)[1], (b)[1]); }
__device__ void sum_of_four(const uint32_t *a, const uint32_t *b, uint32_t *r) {
  asm("add.cc.u32 %0, %4, %8;\n\t"  // each word with the carry of the one below
      "addc.cc.u32 %1, %5, %9;\n\t"
      "addc.cc.u32 %2, %6, %10;\n\t"
      "addc.u32 %3, %7, %11;\n\t"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}
__device__ void less_in_place(uint32_t *a, const uint32_t *b) {
  asm("sub.cc.u32 %0, %0, %4; subc.cc.u32 %1, %1, %5; subc.cc.u32 %2, %2, %6; subc.u32 %3, %3, %7;"
      : "+r"(a[0]), "+r"(a[1]), "+r"(a[2]), "+r"(a[3])
      : "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]));
}
__device__ void product(const uint32_t *a, const uint32_t *b, uint32_t *r) {
  asm("{\n\t"
      "mul.lo.u32 %0, %4, %6; mul.hi.u32 %1, %4, %6;\n\t"
      "mad.lo.cc.u32 %1, %5, %6, %1; madc.hi.u32 %2, %5, %6, 0;\n\t"
      "mad.lo.cc.u32 %1, %4, %7, %1; madc.hi.cc.u32 %2, %4, %7, %2; addc.u32 %3, 0, 0;\n\t"
      "mad.lo.cc.u32 %2, %5, %7, %2; madc.hi.u32 %3, %5, %7, %3;\n\t"
      "}" : "=&r"(r[0]), "=&r"(r[1]), "=&r"(r[2]), "=&r"(r[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]));
}
__device__ void by_statements(uint64_t *r, const uint64_t *a, const uint64_t *b) {
  ADD_TWO(r, a, b);
  ADDC(r[2], 0ull, 0ull);
}
__global__ void numbers(const uint32_t *a, const uint32_t *b, uint32_t *sum, uint32_t *less, uint32_t *by) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  sum_of_four(a + i, b + i, sum + i);
  for (int n = 0; n < 4; n++) less[i + n] = a[i + n];
  less_in_place(less + i, b + i);
  product(a + i, b + i, by + i);
}
__global__ void statements(const uint64_t *a, const uint64_t *b, uint64_t *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  by_statements(r + 3 * i, a + 2 * i, b + 2 * i);
}
__global__ void first_for_all(uint32_t low, uint32_t more, const uint32_t *a, uint32_t *r) {
  uint32_t first, second, third;
  asm("add.cc.u32 %0, %1, %2;" : "=r"(first) : "r"(low), "r"(more));
  asm("addc.cc.u32 %0, %1, %2;" : "=r"(second) : "r"(a[threadIdx.x]), "r"(a[threadIdx.x + 1]));
  asm("addc.u32 %0, 0, 0;" : "=r"(third));
  r[2 * threadIdx.x] = second + first;
  r[2 * threadIdx.x + 1] = third;
}
__global__ void over_a_barrier(const uint32_t *a, uint32_t *r) {
  __shared__ uint32_t s[64];
  uint32_t first, second;
  asm("sub.cc.u32 %0, %1, %2;" : "=r"(first) : "r"(a[threadIdx.x]), "r"(a[threadIdx.x + 1]));
  s[threadIdx.x] = first;
  __syncthreads();
  asm("subc.u32 %0, %1, %2;" : "=r"(second) : "r"(s[63 - threadIdx.x]), "r"(5));
  r[threadIdx.x] = second;
}
__global__ void rounds(const uint32_t *a, const uint32_t *b, uint32_t *r) {
  uint32_t own[4];
  for (int n = 0; n < 4; n++) own[n] = a[4 * threadIdx.x + n];
  asm("add.cc.u32 %0, %0, %1;" : "+r"(own[0]) : "r"(b[4 * threadIdx.x]));
  for (int n = 1; n < 4; n++) asm("addc.cc.u32 %0, %0, %1;" : "+r"(own[n]) : "r"(b[4 * threadIdx.x + n]));
  asm("{ .reg .pred p; setp.eq.u32 p, %1, 0; @!p addc.u32 %0, 0, 100; }" : "+r"(own[0]) : "r"(own[0] & 1));
  for (int n = 0; n < 4; n++) r[4 * threadIdx.x + n] = own[n];
}
__global__ void halves(const uint32_t *a, uint32_t *r) {
  int left = (int)a[threadIdx.x], high;
  uint32_t low;
  asm("add.cc.s32 %0, %2, %2;\n\taddc.s32 %1, %3, %3;" : "=r"(low), "=r"(high) : "r"(left), "r"(left >> 31));
  r[threadIdx.x] = low ^ (uint32_t)high * 7;
}
__global__ void in_a_lambda(const uint32_t *a, uint32_t *r) {
  auto doubled = [](uint32_t low, uint32_t high) {
    asm("add.cc.u32 %0, %0, %0;" : "+r"(low));
    asm("addc.u32 %0, %0, %0;" : "+r"(high));
    return high ^ low;
  };
  r[threadIdx.x] = doubled(a[threadIdx.x], a[threadIdx.x + 1]);
}
typedef unsigned __int128 wide;
static wide four(const uint32_t *a) { return (wide)a[3] << 96 | (wide)a[2] << 64 | (uint64_t)a[1] << 32 | a[0]; }
static uint64_t two(const uint32_t *a) { return (uint64_t)a[1] << 32 | a[0]; }
int main() {
  uint32_t *a, *b, *r[3];
  cudaMallocManaged(&a, 260 * 4); cudaMallocManaged(&b, 260 * 4);
  for (auto &each : r) cudaMallocManaged(&each, 512 * 4);
  uint32_t seed = 7;
  for (int i = 0; i < 260; i++) {
    seed = seed * 1664525u + 1013904223u;
    a[i] = seed >> 30 ? seed ^ seed << 16 : ~0u;  // many words are full
    seed = seed * 1664525u + 1013904223u;
    b[i] = seed >> 30 ? seed ^ seed << 16 : i % 3;
  }
  numbers<<<2, 32>>>(a, b, r[0], r[1], r[2]);
  cudaDeviceSynchronize();
  int sums = 0, differences = 0, products = 0, same = 0;
  for (int i = 0; i < 256; i += 4) {
    sums += four(r[0] + i) == four(a + i) + four(b + i);
    differences += four(r[1] + i) == four(a + i) - four(b + i);
    products += four(r[2] + i) == (wide)two(a + i) * two(b + i);
  }
  printf("sums %d of 64\ndifferences %d of 64\nproducts %d of 64\n", sums, differences, products);
  statements<<<2, 32>>>((uint64_t *)a, (uint64_t *)b, (uint64_t *)r[0]);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i++) {
    wide sum = four(a + 4 * i) + four(b + 4 * i);
    same += four(r[0] + 6 * i) == sum && two(r[0] + 6 * i + 4) == (sum < four(a + 4 * i));
  }
  printf("by statements %d of 64\n", same);
  first_for_all<<<1, 64>>>(0xffffffffu, 3, a, r[0]);
  over_a_barrier<<<1, 64>>>(a, r[1]);
  rounds<<<1, 64>>>(a, b, r[2]);
  cudaDeviceSynchronize();
  int ones = 0, barriers = 0, loops = 0, twice = 0, lambdas = 0;
  for (int i = 0; i < 64; i++) {
    uint64_t sum = (uint64_t)a[i] + a[i + 1] + 1;
    ones += r[0][2 * i] == (uint32_t)sum + 2 && r[0][2 * i + 1] == sum >> 32;
    barriers += r[1][i] == a[63 - i] - a[64 - i] - 5 - (a[i] < a[i + 1]);
    wide all = four(a + 4 * i) + four(b + 4 * i);
    uint32_t first = (uint32_t)all & 1 ? 100 + (all < four(a + 4 * i)) : (uint32_t)all;
    loops += four(r[2] + 4 * i) == ((all >> 32 << 32) | first);
  }
  printf("one first word for all %d of 64\nover a barrier %d of 64\nrounds %d of 64\n", ones, barriers, loops);
  halves<<<1, 64>>>(a, r[0]);
  in_a_lambda<<<1, 64>>>(a, r[1]);
  cudaDeviceSynchronize();
  for (int i = 0; i < 64; i++) {
    int64_t both = 2ll * (int)a[i];
    twice += r[0][i] == ((uint32_t)both ^ (uint32_t)(both >> 32) * 7);
    uint64_t pair = ((uint64_t)a[i + 1] << 32 | a[i]) * 2;
    lambdas += r[1][i] == ((uint32_t)pair ^ (uint32_t)(pair >> 32));
  }
  printf("halves %d of 64\nin a lambda %d of 64\n", twice, lambdas);
}
