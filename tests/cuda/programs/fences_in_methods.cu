// Fences, loads and stores with a hint, where no kernel says them itself: in methods, templates of classes and macros. A lock of all blocks.
// prints: 17 3 64
#include <cstdio>

#define FENCE __threadfence()
#define FENCE_OF_BLOCK() __threadfence_block()
#define LOAD(p) __ldg(p)
#define STORE(p, v) __stcg(p, v)
#define ADD(a, b) __fadd_rn(a, b)

struct Held {
  const int *a;
  float f;
  __device__ int get(int i) const { return __ldg(&a[i]) + __ldcg(a + i) + __popc(i) + (int)__fadd_rn(f, 1.f); }
  __device__ void put(int *o) {
    __stcg(o, 3);
    __threadfence_system();
    __nanosleep(10);
    __threadfence_block();
  }
};

template <typename T>
struct Reader {
  T *p;
  __device__ T operator()(int i) {
    T v = __ldg(p + i);
    __threadfence();
    return v;
  }
};

struct Lock {
  int *mutex;
  __device__ void lock() {
    while (atomicCAS(mutex, 0, 1) != 0)
      ;
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(mutex, 0);
  }
};

__global__ void all(Held held, Reader<int> read, int *o) {
  int i = threadIdx.x;
  o[i] = held.get(i) + read(i);
  FENCE;
  FENCE_OF_BLOCK();
  STORE(o + i, LOAD(o + i) + (int)ADD(1.f, 2.f));
  if (i == 0) held.put(o + 7);
}

__global__ void locked(Lock l, int *o) {
  if (threadIdx.x == 0) {
    l.lock();
    *o += 1;
    l.unlock();
  }
}

int main() {
  int *p;
  cudaMallocManaged(&p, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) p[i] = i < 16 && i > 7 ? i - 8 : 0;
  all<<<1, 7>>>(Held{p + 8, 2.f}, Reader<int>{p + 8}, p);
  locked<<<64, 32>>>(Lock{p + 16}, p + 17);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", p[3], p[7], p[17]);
  cudaFree(p);
}
