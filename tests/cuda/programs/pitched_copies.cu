// Memory with a pitch and volumes: parts copied in and out, set, and used by kernels through pitch and slice.
// prints: 6 compared, wrong: 0
#include <cuda_runtime.h>
#include <cstring>
#include <cstdio>
static int wrong = 0, compared = 0;
static void same(const char *what, long long got, long long wanted) {
  ++compared;
  if (got != wanted && wrong++ < 5) printf("%s: %lld, not %lld\n", what, got, wanted);
}
const int W = 37, H = 9, D = 5;
__global__ void scaled(char *base, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) ((float *)(base + y * pitch))[x] *= 2;
}
__global__ void volume(cudaPitchedPtr p, int w, int h, int d) {
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  char *slice = (char *)p.ptr + z * p.pitch * h;
  int *row = (int *)(slice + y * p.pitch);
  if (x < w) row[x] += x + 100 * y + 10000 * z;
}
int main() {
  static float in[H][W], out[H][W], part[3][8];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) in[y][x] = y * 100 + x;
  float *d;
  size_t pitch;
  cudaMallocPitch(&d, &pitch, W * sizeof(float), H);
  same("pitch", pitch >= W * sizeof(float), 1);
  cudaMemcpy2D(d, pitch, in, W * 4, W * 4, H, cudaMemcpyHostToDevice);
  scaled<<<dim3(5, 3), dim3(8, 4)>>>((char *)d, pitch, W, H);
  cudaMemcpy2D(out, W * 4, d, pitch, W * 4, H, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) bad += out[y][x] != 2 * in[y][x];
  same("rows", bad, 0), bad = 0;
  cudaMemcpy2D(part, 8 * 4, (char *)d + 2 * pitch + 5 * 4, pitch, 8 * 4, 3, cudaMemcpyDeviceToHost);
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 8; ++x) bad += part[y][x] != 2 * in[y + 2][x + 5];
  same("part", bad, 0), bad = 0;
  cudaMemset2D((char *)d + pitch, pitch, 0, 10 * 4, 4);
  cudaMemcpy2DAsync(out, W * 4, d, pitch, W * 4, H, cudaMemcpyDeviceToHost, 0);
  cudaDeviceSynchronize();
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) bad += out[y][x] != (y >= 1 && y < 5 && x < 10 ? 0 : 2 * in[y][x]);
  same("set", bad, 0), bad = 0;
  cudaPitchedPtr v;
  cudaExtent whole = make_cudaExtent(W * sizeof(int), H, D);
  cudaMalloc3D(&v, whole);
  cudaMemset3D(v, 0, whole);
  volume<<<dim3(H, D), 64>>>(v, W, H, D);
  static int back[D][H][W];
  memset(back, 0xff, sizeof back);
  cudaMemcpy3DParms c = {};
  c.srcPtr = v, c.dstPtr = make_cudaPitchedPtr(back, W * sizeof(int), W, H), c.extent = whole, c.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&c);
  for (int z = 0; z < D; ++z)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x) bad += back[z][y][x] != x + 100 * y + 10000 * z;
  same("volume", bad, 0), bad = 0;
  static int small[2][3][4];
  cudaMemcpy3DParms p = {};
  p.srcPtr = v, p.srcPos = make_cudaPos(6 * sizeof(int), 2, 1);
  p.dstPtr = make_cudaPitchedPtr(small, 4 * sizeof(int), 4, 3), p.extent = make_cudaExtent(4 * sizeof(int), 3, 2), p.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&p);
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x) bad += small[z][y][x] != back[z + 1][y + 2][x + 6];
  same("box", bad, 0);
  cudaFree(d), cudaFree(v.ptr);
  printf("%d compared, wrong: %d\n", compared, wrong);
}
