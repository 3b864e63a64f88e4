// Memory: copies of every direction and shape, set by bytes in two dimensions, mapped memory of the host, its own addresses.
// prints: 20 27 68 82 96 55 2 9 16
// prints: .........
// prints: ..####...
// prints: ..####...
// prints: ..###abc.
// prints: .....def.
// prints: 200 230 116
// prints: 1998 1000
// prints: 2 118 cudaSuccess
#include <cstdio>
__global__ void twice(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= 2;
}
int main() {
    int host[60], back[60], *a, *b, *mapped, *seen, *registered = (int *)malloc(4096);
    for (int i = 0; i < 60; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host), cudaMalloc(&b, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    twice<<<1, 60>>>(a + 30, 20);
    cudaMemcpy(b, a + 20, 40 * sizeof(int), cudaMemcpyDeviceToDevice), cudaMemcpy(b + 40, host, 20 * sizeof(int), cudaMemcpyDefault);
    cudaMemcpy(back, b, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 60; i += 7) printf("%d ", back[i]);
    size_t pitch;
    char *p, flat[5][9];
    cudaMallocPitch(&p, &pitch, 9, 5);
    cudaMemset2D(p, pitch, '.', 9, 5), cudaMemset2D(p + pitch + 2, pitch, '#', 4, 3);
    cudaMemcpy2D(p + 3 * pitch + 5, pitch, "abcdef", 3, 3, 2, cudaMemcpyHostToDevice);
    cudaMemcpy2D(flat, 9, p, pitch, 9, 5, cudaMemcpyDeviceToHost);
    printf("\n");
    for (int y = 0; y < 5; ++y) printf("%.9s\n", flat[y]);
    cudaHostAlloc(&mapped, 80, cudaHostAllocMapped | cudaHostAllocWriteCombined);
    for (int i = 0; i < 20; ++i) mapped[i] = i + 100;
    cudaHostGetDevicePointer(&seen, mapped, 0);
    twice<<<2, 8>>>(seen, 20);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", mapped[0], mapped[15], mapped[16]);
    for (int i = 0; i < 1024; ++i) registered[i] = i;
    cudaHostRegister(registered, 4096, cudaHostRegisterMapped), cudaHostGetDevicePointer(&seen, registered, 0);
    twice<<<4, 256>>>(seen, 1000), cudaDeviceSynchronize(), cudaHostUnregister(registered);
    printf("%d %d\n", registered[999], registered[1000]);
    cudaStream_t s;
    cudaStreamCreate(&s);
    int *pooled;
    cudaMallocAsync(&pooled, 240, s), cudaMemcpyAsync(pooled, host, 240, cudaMemcpyHostToDevice, s);
    twice<<<1, 64, 0, s>>>(pooled, 60), cudaMemcpyAsync(back, pooled, 240, cudaMemcpyDeviceToHost, s), cudaFreeAsync(pooled, s);
    cudaStreamSynchronize(s);
    printf("%d %d %s\n", back[1], back[59], cudaGetErrorName(cudaGetLastError()));
}
