// Many kernels one after the other on the same memory: pointers exchanged, parts of arrays, sizes that shrink, until it is settled.
// prints: 400 142 3887173 2509 | 508
#include <cstdio>
#include <utility>
__global__ void relaxed(const float *a, float *b, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x < w - 1 && y < h - 1) b[y * w + x] = floorf((a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]) * 0.25f);
}
__global__ void differs(const float *a, const float *b, int n, int *many) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && a[i] != b[i]) atomicAdd(many, 1);
}
__global__ void halves(const int *a, int *b, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2) b[i] = max(a[2 * i], a[2 * i + 1]);
}
int main() {
    const int w = 34, h = 20, n = 512;
    float *a, *b, *host = new float[w * h];
    int *many, left = 1, rounds = 0, *c, *d, most;
    cudaMalloc(&a, w * h * 4), cudaMalloc(&b, w * h * 4), cudaMalloc(&many, 4);
    for (int i = 0; i < w * h; ++i) host[i] = i < w ? 4096.f : i % w == 0 ? 512.f : 0.f;
    cudaMemcpy(a, host, w * h * 4, cudaMemcpyHostToDevice), cudaMemcpy(b, host, w * h * 4, cudaMemcpyHostToDevice);
    while (left && rounds < 400) {
        relaxed<<<dim3(4, 5), dim3(8, 4)>>>(a, b, w, h);
        cudaMemset(many, 0, 4);
        differs<<<(w * h + 127) / 128, 128>>>(a, b, w * h, many);
        cudaMemcpy(&left, many, 4, cudaMemcpyDeviceToHost);
        std::swap(a, b), ++rounds;
    }
    cudaMemcpy(host, a, w * h * 4, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < w * h; ++i) sum += host[i] * (i % 7 + 1);
    cudaMallocManaged(&c, n * 4), cudaMalloc(&d, n * 4);
    for (int i = 0; i < n; ++i) c[i] = i * 331 % 509;
    int size = n;
    for (int *from = c, *to = d; size > 1; size /= 2, std::swap(from, to)) halves<<<(size / 2 + 63) / 64, 64>>>(from, to, size), cudaDeviceSynchronize();
    cudaMemcpy(&most, d, 4, cudaMemcpyDeviceToHost);
    printf("%d %d %.0f %g | %d\n", rounds, left, sum, host[5 * w + 9], most);
    delete[] host;
}
