// Pictures that are written, read, changed and compared by the samples' header, which the program does not bring.
// prints: 100.00(%) of bytes mismatched (count=12)
// prints: 4 3 245 1 0 / 2 2 9 4 1
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_image.h>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

__global__ void negative(unsigned char *all, int n) {
  int i = threadIdx.x;
  if (i < n) all[i] = 255 - all[i];
}
__global__ void greener(uchar4 *all) { all[threadIdx.x].y = 9; }

int main() {
  const std::string name = std::string(getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp") + "/pictures_of_samples." + std::to_string((long)getpid());
  unsigned char grey[12], coloured[16], *on_device;
  for (int i = 0; i < 12; ++i) grey[i] = 10 * i;
  for (int i = 0; i < 16; ++i) coloured[i] = i;
  unsigned w = 0, h = 0;
  unsigned char *read = NULL;
  sdkSavePGM(name.c_str(), grey, 4, 3);
  sdkLoadPGM(name.c_str(), &read, &w, &h);
  checkCudaErrors(cudaMalloc(&on_device, w * h));
  checkCudaErrors(cudaMemcpy(on_device, read, w * h, cudaMemcpyHostToDevice));
  negative<<<1, 32>>>(on_device, w * h);
  checkCudaErrors(cudaMemcpy(read, on_device, w * h, cudaMemcpyDeviceToHost));
  printf("%u %u %d %d %d / ", w, h, read[1], compareData(read, read, 12, 0.1f, 0.0f), compareData(read, grey, 12, 0.1f, 0.15f));
  checkCudaErrors(cudaFree(on_device));
  free(read);
  read = NULL;
  sdkSavePPM4ub(name.c_str(), coloured, 2, 2);
  sdkLoadPPM4(name.c_str(), &read, &w, &h);
  uchar4 *pixels;
  checkCudaErrors(cudaMalloc((void **)&pixels, w * h * sizeof(uchar4)));
  checkCudaErrors(cudaMemcpy(pixels, read, w * h * sizeof(uchar4), cudaMemcpyHostToDevice));
  greener<<<1, 4>>>(pixels);
  getLastCudaError("greener");
  checkCudaErrors(cudaMemcpy(read, pixels, w * h * sizeof(uchar4), cudaMemcpyDeviceToHost));
  printf("%u %u %d %d %d\n", w, h, read[1], read[4], sdkComparePPM(name.c_str(), name.c_str(), 0.0f, 0.0f));
  checkCudaErrors(cudaFree(pixels));
  free(read);
  remove(name.c_str());
}
