// prints: 1 1
// prints: 100 1
// prints: 2 2
#include <cstdio>
#include <cuda_runtime.h>
// host functions and kernels as void*: a dispatcher
__global__ void k1(int *p) { p[threadIdx.x] = 1; }
__global__ void k2(int *p) { p[threadIdx.x] = 2; }
static void h1(int *p) { p[0] = 100; }
enum Side { device, host };
struct Task { Side side; void *what; };
int main() {
    int *p; cudaMallocManaged(&p, 16);
    Task tasks[] = {{device, (void *)k1}, {host, (void *)h1}, {device, (void *)k2}};
    for (Task &t : tasks) {
        void *args[] = {&p};
        if (t.side == device) cudaLaunchKernel(t.what, dim3(1), dim3(4), args, 0, 0), cudaDeviceSynchronize();
        else ((void (*)(int *))t.what)(p);
        printf("%d %d\n", p[0], p[3]);
    }
}
