#include <cstdio>
__global__ void k(int *a, float lim) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < lim) a[i] = 1; }
__global__ void k2(int *a, double lim) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i > lim) return; a[i] = 1; }
__global__ void k3(int *a, size_t n) { size_t i = blockIdx.x * blockDim.x + threadIdx.x; if (i <= n - 1) a[i] = 1; }
#define LIM 4.5f
__global__ void k4(int *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < LIM) a[i] = 1; }
__global__ void later(int *a, int w, int h) {
 int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
 if (x >= w || y >= h) return;
 w = 2;
 a[y * 8 + x] = w;
}
__global__ void inside(int *a, int w) { int x = blockIdx.x * blockDim.x + threadIdx.x; if (x < w) { w /= 2; a[x] = w; } }
int main() { int *a; cudaMallocManaged(&a, 64*4); 
 auto show=[&]{ cudaDeviceSynchronize(); int s=0; for(int i=0;i<32;i++){s+=a[i];a[i]=0;} printf("%d\n",s);};
 k<<<1,32>>>(a,2.5f); show(); k2<<<1,32>>>(a,2.5); show(); k3<<<1,32>>>(a,0); show(); k4<<<1,32>>>(a); show();
 later<<<dim3(2, 2), dim3(4, 2)>>>(a, 7, 3); show(); inside<<<2, 8>>>(a, 10); show(); }
// prints: 3
// prints: 3
// prints: 32
// prints: 5
// prints: 42
// prints: 50
