// Grids and blocks of three dimensions that do not divide what they work on.
// prints: 0 21 26002 d318affd
// prints: 0 17 11981 a988c9a2
#include <cstdio>
__global__ void volume(int *a, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    int inside = threadIdx.z * blockDim.y * blockDim.x + threadIdx.y * blockDim.x + threadIdx.x;
    int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    a[(z * ny + y) * nx + x] = block * 1000 + inside;
}
__global__ void neighbours(const int *a, int *b, int nx, int ny, int nz) {
    __shared__ int tile[4][5][6];
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 3 + threadIdx.y, z = blockIdx.z * 2 + threadIdx.z;
    bool in = x < nx && y < ny && z < nz;
    tile[threadIdx.z + 1][threadIdx.y + 1][threadIdx.x + 1] = in ? a[(z * ny + y) * nx + x] : 0;
    if (threadIdx.x == 0) tile[threadIdx.z + 1][threadIdx.y + 1][0] = x > 0 && y < ny && z < nz ? a[(z * ny + y) * nx + x - 1] : 0;
    if (threadIdx.y == 0) tile[threadIdx.z + 1][0][threadIdx.x + 1] = y > 0 && x < nx && z < nz ? a[(z * ny + y - 1) * nx + x] : 0;
    if (threadIdx.z == 0) tile[0][threadIdx.y + 1][threadIdx.x + 1] = z > 0 && x < nx && y < ny ? a[((z - 1) * ny + y) * nx + x] : 0;
    __syncthreads();
    if (in) {
        int i = threadIdx.x + 1, j = threadIdx.y + 1, k = threadIdx.z + 1;
        b[(z * ny + y) * nx + x] = tile[k][j][i] * 3 - tile[k][j][i - 1] - tile[k][j - 1][i] - tile[k - 1][j][i];
    }
}
int main() {
    const int nx = 11, ny = 7, nz = 5, n = nx * ny * nz;
    int *a, *b;
    cudaMallocManaged(&a, n * 4), cudaMallocManaged(&b, n * 4);
    dim3 block(4, 3, 2), grid((nx + 3) / 4, (ny + 2) / 3, (nz + 1) / 2);
    volume<<<grid, block>>>(a, nx, ny, nz);
    neighbours<<<grid, block>>>(a, b, nx, ny, nz);
    cudaDeviceSynchronize();
    unsigned ha = 0, hb = 0;
    for (int i = 0; i < n; ++i) ha = ha * 31 + a[i], hb = hb * 31 + b[i];
    printf("%d %d %d %08x\n%d %d %d %08x\n", a[0], a[100], a[n - 1], ha, b[0], b[100], b[n - 1], hb);
}
