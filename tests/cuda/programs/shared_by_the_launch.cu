// Shared memory of a launch: as several arrays, of a template, more than 48 KB, beside a static one.
// prints: 3045170 54001082 42164 51004088
// prints: 3.5 0 11.25 TSRQPONMLKJIHGFEDCBANMLKJIHGFEDCBAZYXWVUHGFEDCBAZYXWVUTSRQPO
// prints: no error 184320
// prints: 27 0
#include <cstdio>
extern __shared__ double pool[];
__global__ void carved(const int *in, long long *out, int n) {
    double *a = pool;
    int *b = (int *)(a + n);
    short *c = (short *)&b[n];
    __shared__ int offset;
    int t = threadIdx.x;
    if (t == 0) offset = n / 2;
    a[t] = in[t] * 0.5, b[t] = in[t] + 1, c[t] = (short)(in[t] * 2);
    __syncthreads();
    int o = (t + offset) % n;
    out[t] = (long long)(a[o] * 2) * 1000000 + b[(o + 1) % n] * 1000 + c[(o + 2) % n];
}
template <typename T> __global__ void turned(T *data) {
    extern __shared__ unsigned char raw[];
    T *tile = reinterpret_cast<T *>(raw);
    int t = threadIdx.x, n = blockDim.x, base = blockIdx.x * n;
    tile[n - 1 - t] = data[base + t];
    __syncthreads();
    data[base + t] = tile[t];
}
__global__ void large(int *out, int words) {
    extern __shared__ int big[];
    for (int i = threadIdx.x; i < words; i += blockDim.x) big[i] = i * 7;
    __syncthreads();
    int sum = 0;
    for (int i = threadIdx.x; i < words; i += blockDim.x) sum += big[words - 1 - i] % 10;
    atomicAdd(out, sum);
}
// `Parts parts(pool);` looks like the declaration of a function.
struct Parts {
    double *at;
    __device__ explicit Parts(double *from) : at(from) {}
    __device__ int *numbers(int count) const { return (int *)(at + count); }
};
__global__ void by_parts(int *out) {
    Parts parts(pool);
    int *numbers = parts.numbers(2), t = threadIdx.x;
    numbers[t] = t * 3;
    __syncthreads();
    out[t] = numbers[9 - t];
}
int main() {
    int *in, *total;
    long long *out;
    cudaMallocManaged(&in, 100 * 4), cudaMallocManaged(&out, 100 * 8), cudaMallocManaged(&total, 4);
    for (int i = 0; i < 100; ++i) in[i] = (i * 41) % 89;
    carved<<<1, 100, 100 * (8 + 4 + 2)>>>(in, out, 100);
    cudaDeviceSynchronize();
    printf("%lld %lld %lld %lld\n", out[0], out[49], out[50], out[99]);
    float *f;
    char *s;
    cudaMallocManaged(&f, 60 * 4), cudaMallocManaged(&s, 60);
    for (int i = 0; i < 60; ++i) f[i] = i * 0.25f, s[i] = 'A' + i % 26;
    turned<<<4, 15, 15 * sizeof(float)>>>(f);
    turned<char><<<3, 20, 20>>>(s);
    cudaDeviceSynchronize();
    printf("%g %g %g %.60s\n", f[0], f[14], f[59], s);
    cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 80 * 1024);
    *total = 0;
    large<<<2, 256, 80 * 1024>>>(total, 80 * 256);
    printf("%s ", cudaGetErrorString(cudaGetLastError()));
    cudaDeviceSynchronize();
    printf("%d\n", *total);
    by_parts<<<1, 10, 2 * 8 + 10 * 4>>>(in);
    cudaDeviceSynchronize();
    printf("%d %d\n", in[0], in[9]);
}
