// Overloads of functions in which threads wait, of which a template's arguments choose one: what goes in and comes out has the types of that one.
// prints: 48 88 288
// prints: 24 4 4 -8
#include <cstdio>
__device__ int told(int v, int d) { return __shfl_up_sync(~0u, v, d) * 2; }
__device__ int told(float v, int d) { return (int)(__shfl_up_sync(~0u, v, d) * 10); }
__device__ int told(double v, int d) { return (int)(__shfl_up_sync(~0u, v, d) * 100); }
template <class T> __global__ void asked(T *a, int *o) { T v = a[threadIdx.x]; o[threadIdx.x] += told(v, 1); }
static void by_results() {
    int *a, *o; float *f; double *d; int h[32]; float hf[32]; double hd[32];
    for (int i = 0; i < 32; ++i) h[i] = i * 3, hf[i] = i * 0.5f, hd[i] = i * 0.25;
    cudaMalloc(&a, sizeof h), cudaMalloc(&o, sizeof h), cudaMalloc(&f, sizeof hf), cudaMalloc(&d, sizeof hd);
    cudaMemset(o, 0, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaMemcpy(f, hf, sizeof hf, cudaMemcpyHostToDevice), cudaMemcpy(d, hd, sizeof hd, cudaMemcpyHostToDevice);
    asked<<<1, 32>>>(a, o); cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); printf("%d ", h[9]);
    asked<<<1, 32>>>(f, o); cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); printf("%d ", h[9]);
    asked<<<1, 32>>>(d, o); cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost); printf("%d\n", h[9]);
}
struct Affine { int a, b; };
__device__ Affine up(Affine v, int d) { return {__shfl_up_sync(~0u, v.a, d), __shfl_up_sync(~0u, v.b, d)}; }
__device__ int up(int v, int d) { return __shfl_up_sync(~0u, v, d); }
__device__ float up(float v, int d) { return __shfl_up_sync(~0u, v, d); }
__device__ double up(double v, int d) { return __shfl_up_sync(~0u, v, d) * 2; }
template <class T> __global__ void k(T *a) { T v = a[threadIdx.x]; T u = up(v, 1); a[threadIdx.x] = u; }
int main() {
    by_results();
    int *a; float *f; double *d; Affine *x; int h[32]; float hf[32]; double hd[32]; Affine hx[32];
    for (int i = 0; i < 32; ++i) h[i] = i * 3, hf[i] = i * 0.5f, hd[i] = i * 0.25, hx[i] = {i, -i};
    cudaMalloc(&a, sizeof h), cudaMalloc(&f, sizeof hf), cudaMalloc(&d, sizeof hd), cudaMalloc(&x, sizeof hx);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaMemcpy(f, hf, sizeof hf, cudaMemcpyHostToDevice), cudaMemcpy(d, hd, sizeof hd, cudaMemcpyHostToDevice), cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(a), k<<<1, 32>>>(f), k<<<1, 32>>>(d);

    k<<<1, 32>>>(x);

    cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost), cudaMemcpy(hf, f, sizeof hf, cudaMemcpyDeviceToHost), cudaMemcpy(hd, d, sizeof hd, cudaMemcpyDeviceToHost), cudaMemcpy(hx, x, sizeof hx, cudaMemcpyDeviceToHost);
    printf("%d %g %g %d\n", h[9], hf[9], hd[9], hx[9].b);
}
