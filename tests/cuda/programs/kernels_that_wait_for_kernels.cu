// Kernels that wait for those that they have launched, as CUDA 11 has it: what these store is there behind the call.
// prints: sum 10 26
// prints: all 32
// prints: rounds 1 2 4 8 16
// prints: nested 1110
// prints: checked 7
#include <cstdio>
__global__ void fill(int *a, int from) { a[threadIdx.x] = from + threadIdx.x; }
__global__ void summed(int *a, int *sums) {
    int *own = a + 4 * blockIdx.x;
    if (threadIdx.x == 0) {
        fill<<<1, 4>>>(own, 1 + 4 * blockIdx.x);
        cudaDeviceSynchronize();
        int sum = 0;
        for (int i = 0; i < 4; ++i) sum += own[i];
        sums[blockIdx.x] = sum;
    }
}
__global__ void add(int *a) { atomicAdd(a, 1); }
__global__ void all(int *a, int *seen) {
    add<<<1, 4>>>(a);
    __syncthreads();
    if (threadIdx.x == 0) cudaDeviceSynchronize();
    __syncthreads();
    if (threadIdx.x == 7) *seen = *a;
}
__global__ void twice(int *a, int i) { a[i] = 2 * a[i - 1]; }
__global__ void rounds(int *a, int n) {
    a[0] = 1;
    for (int i = 1; i < n; ++i) {
        twice<<<1, 1>>>(a, i);
        cudaDeviceSynchronize();
        if (a[i] != 1 << i) printf("round %d has %d\n", i, a[i]);
    }
}
__global__ void nested(int *a, int by) {
    if (by > 1000) return;
    nested<<<1, 1>>>(a, 10 * by);
    cudaDeviceSynchronize();
    *a += by;
}
#define CHECK(call) if ((call) != cudaSuccess) printf("failed\n")
__global__ void checked(int *a) {
    fill<<<1, 1>>>(a, 7);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    a[1] = a[0];
}
static void show(const char *what, const int *a, int n) {
    cudaDeviceSynchronize();
    printf("%s", what);
    for (int i = 0; i < n; ++i) printf(" %d", a[i]);
    printf("\n");
}
int main() {
    int *a, *b;
    cudaMallocManaged(&a, 256);
    cudaMallocManaged(&b, 256);
    summed<<<2, 32>>>(a, b);
    show("sum", b, 2);
    cudaMemset(a, 0, 256);
    all<<<1, 8>>>(a, b);
    show("all", b, 1);
    rounds<<<1, 1>>>(a, 5);
    show("rounds", a, 5);
    cudaMemset(a, 0, 256);
    nested<<<1, 1>>>(a, 10);
    show("nested", a, 1);
    checked<<<1, 1>>>(a);
    show("checked", a + 1, 1);
}
