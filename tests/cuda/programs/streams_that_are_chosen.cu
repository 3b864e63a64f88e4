// What a launch says of its bytes and its stream is done also where the function takes neither.
// prints: 384 12 101 1 1
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *a) { atomicAdd(a, 1); }
static cudaStream_t streams[3];
static int asked;
static cudaStream_t following() { return streams[asked++ % 3]; }
static size_t none() { asked += 100; return 0; }
struct Pool { int at = 0; cudaStream_t stream() { return streams[at++ % 3]; } cudaStream_t first() const { return streams[0]; } };
int main() {
  int *a; cudaMallocManaged(&a, 4); *a = 0;
  for (auto &s : streams) cudaStreamCreate(&s);
  int next = 0; cudaStream_t s;
  for (int i = 0; i < 5; i++) k<<<1, 32, 0, streams[next++ % 3]>>>(a);
  if (*a >= 0) k<<<1, 32, 0, following()>>>(a); else k<<<2, 32, none()>>>(a);
  k<<<1, 32, none(), s = streams[1]>>>(a);
  k<<<1, 32, (next += 7, 0)>>>(a), k<<<1, 32>>>(a);
  k<<<1, 32, 0, streams[1]>>>(a);
  Pool pool;
  k<<<1, 32, 0, pool.stream()>>>(a); k<<<1, 32, 0, pool.first()>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d %d %d %d\n", *a, next, asked, s == streams[1], pool.at);
}
