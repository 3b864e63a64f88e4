// The header cutil.h of the first samples, which programs of that time include and do not bring.
// prints: 1 0 1 1 3 6.5 0 1 1
#include <cstdio>
#include <cutil.h>
__global__ void twice(float *a, int n) {
  int i = threadIdx.x;
  __shared__ float s[64];
  CUT_BANK_CHECKER(s, i) = a[i];
  __syncthreads();
  if (i < n) a[i] = 2 * CUT_BANK_CHECKER(s, i);
}
int main(int argc, char **argv) {
  CUT_DEVICE_INIT(argc, argv);
  float h[64], expected[64], *d, *read = NULL;
  for (int i = 0; i < 64; ++i) h[i] = i, expected[i] = 2 * i;
  unsigned timer = 0, n = 0;
  CUT_SAFE_CALL(cutCreateTimer(&timer));
  CUT_SAFE_CALL(cutStartTimer(timer));
  CUDA_SAFE_CALL(cudaMalloc((void **)&d, sizeof h));
  CUDA_SAFE_CALL(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
  twice<<<1, 64>>>(d, 64);
  CUT_CHECK_ERROR("twice failed");
  CUDA_SAFE_CALL(cudaThreadSynchronize());
  CUDA_SAFE_CALL(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
  CUT_SAFE_CALL(cutStopTimer(timer));
  CUTBoolean same = cutComparefe(expected, h, 64, 1e-6f);
  expected[7] += 1;
  FILE *file = fopen("numbers.txt", "w");
  fprintf(file, "1 2.5\n3\n"), fclose(file);
  CUTBoolean has_read = cutReadFilef("numbers.txt", &read, &n, true);
  float sum = 0;
  for (unsigned i = 0; i < n; ++i) sum += read[i];
  unsigned other = 5;
  printf("%d %d %d %d %u %g %d %d %d\n", same, cutComparef(expected, h, 64), cutCompareL2fe(expected, h, 64, 0.1f), has_read, n, sum,
         cutReadFilef("numbers.txt", &read, &other), cutGetTimerValue(timer) > 0, cutDeleteTimer(timer));
  remove("numbers.txt");
  CUT_EXIT(argc, argv);
}
