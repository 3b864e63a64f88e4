// Surface references, which CUDA had until 11: bound to arrays, written and read, through a function of the device, bound anew.
// prints: 2 3 4 5 6 7 8 9
// prints: 7 207 1007
// prints: 0 0 9 8
// prints: 3 30 2
// prints: 105 103
#include <cstdio>

surface<void, cudaSurfaceType2D> plane;
surface<void, 1> line;
static surface<void, cudaSurfaceType3D> cube;
surface<void, cudaSurfaceType2DLayered> layers;

__global__ void untouched(float *o) { o[threadIdx.x] = threadIdx.x + 2; }

__device__ void put(int x, int y, float v) { surf2Dwrite(v, plane, x * (int)sizeof(float), y); }

__global__ void fill(int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < width && y < height) put(x, y, 100.0f * y + x);
}

__global__ void ask(float *o) {
    float v;
    surf2Dread(&v, plane, 7 * sizeof(float), threadIdx.x == 0 ? 0 : threadIdx.x == 1 ? 2 : 3);
    o[threadIdx.x] = v + (threadIdx.x == 2 ? 700 : 0);
}

__global__ void turn(int *o) {
    surf1Dwrite((int)(9 - threadIdx.x % 2), line, (threadIdx.x + 2) * 4);
    __syncthreads();
    if (threadIdx.x < 2) o[threadIdx.x] = surf1Dread<int>(line, threadIdx.x * 4, cudaBoundaryModeZero), o[threadIdx.x + 2] = surf1Dread<int>(line, (threadIdx.x + 2) * 4);
}

__global__ void cubes(int *o) {
    surf3Dwrite((int)(threadIdx.x * 10), cube, 4, 1, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        int v;
        surf3Dread(&v, cube, 4, 1, 3);
        o[0] = surf3Dread<int>(cube, 4, 1, 3) / 10, o[1] = v, o[2] = surf3Dread<int>(cube, 4, 1, 2) / 10;
    }
}

__global__ void layered(int *o) {
    surf2DLayeredwrite((int)(103 + threadIdx.x), layers, 0, 0, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) o[0] = surf2DLayeredread<int>(layers, 0, 0, 2), o[1] = surf2DLayeredread<int>(layers, 0, 0, 0);
}

int main() {
    float *f;
    int *d;
    cudaMallocManaged(&f, 8 * sizeof *f), cudaMallocManaged(&d, 8 * sizeof *d);
    untouched<<<1, 8>>>(f);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; ++i) printf("%g%s", f[i], i < 7 ? " " : "\n");

    cudaChannelFormatDesc real = cudaCreateChannelDesc<float>(), whole = cudaCreateChannelDesc<int>();
    cudaArray *a;
    cudaMallocArray(&a, &real, 8, 4, cudaArraySurfaceLoadStore);
    cudaBindSurfaceToArray(plane, a, real);
    fill<<<dim3(1, 4), 8>>>(8, 4);
    ask<<<1, 3>>>(f);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", f[0], f[1], f[2]);

    cudaArray *b;
    cudaMallocArray(&b, &whole, 8, 0, cudaArraySurfaceLoadStore);
    int zeros[8] = {};
    cudaMemcpyToArray(b, 0, 0, zeros, sizeof zeros, cudaMemcpyHostToDevice);
    cudaBindSurfaceToArray(line, b);
    turn<<<1, 4>>>(d);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", d[0], d[1], d[2], d[3]);

    cudaArray *c;
    cudaMalloc3DArray(&c, &whole, make_cudaExtent(2, 2, 4), cudaArraySurfaceLoadStore);
    cudaBindSurfaceToArray(cube, c);
    cubes<<<1, 4>>>(d);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", d[0], d[1], d[2]);

    cudaArray *e;
    cudaMalloc3DArray(&e, &whole, make_cudaExtent(1, 1, 3), cudaArrayLayered | cudaArraySurfaceLoadStore);
    cudaBindSurfaceToArray(layers, e);
    layered<<<1, 3>>>(d);
    cudaDeviceSynchronize();
    printf("%d %d\n", d[0], d[1]);
}
