// The driver's interface beside kernels of the program: devices, contexts, memory, memory that is mapped at reserved addresses.
// prints: device 0 of at least one, warp 32
// prints: context 1
// prints: 3 6 9 12
// prints: filled 7 7, 258
// prints: mapped 0 1 2 3, again at 2: 2
// prints: grown, the old stays: 3 and 41
// prints: refused with CUDA_ERROR_INVALID_DEVICE
// prints: copied on 12 9 6 3
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void times(int *a, int by) { a[threadIdx.x] *= by; }
__global__ void count(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = i;
}
__global__ void turned(const int *a, int *b) { b[threadIdx.x] = a[3 - threadIdx.x]; }

int main() {
  CUdevice device;
  CUcontext context, current = nullptr;
  int devices = 0, warp = 0;
  cuInit(0);
  cuDeviceGetCount(&devices);
  cuDeviceGet(&device, 0);
  cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device);
  printf("device %d of %s, warp %d\n", (int)device, devices > 0 ? "at least one" : "none", warp);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  cuCtxGetCurrent(&current);
  printf("context %d\n", current == context);

  int host[4] = {1, 2, 3, 4};
  CUdeviceptr a, b;
  cuMemAlloc(&a, sizeof host), cuMemAlloc(&b, sizeof host);
  cuMemcpyHtoD(a, host, sizeof host);
  times<<<1, 4>>>((int *)a, 3);
  cuCtxSynchronize();
  cuMemcpyDtoH(host, a, sizeof host);
  printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
  int filled[3];
  cuMemsetD32(b, 7, 2), cuMemsetD8(b + 8, 2, 4), cuMemsetD8(b + 9, 1, 1), cuMemsetD16(b + 10, 0, 1);
  cuMemcpyDtoH(filled, b, sizeof filled);
  printf("filled %d %d, %d\n", filled[0], filled[1], filled[2]);

  size_t piece = 0;
  CUmemAllocationProp prop = {};
  prop.type = CU_MEM_ALLOCATION_TYPE_PINNED, prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE, prop.location.id = device;
  cuMemGetAllocationGranularity(&piece, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  CUdeviceptr range = 0;
  CUmemGenericAllocationHandle first, second;
  CUmemAccessDesc access = {};
  access.location = prop.location, access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  cuMemAddressReserve(&range, 2 * piece, 0, 0, 0);
  cuMemCreate(&first, piece, &prop, 0);
  cuMemMap(range, piece, 0, first, 0);
  cuMemSetAccess(range, piece, &access, 1);
  int n = (int)(piece / sizeof(int)), got[4], last = 0;
  count<<<(n + 255) / 256, 256>>>((int *)range, n);
  cuMemcpyDtoH(got, range, sizeof got);
  cuMemcpyDtoH(&last, range + 8, sizeof last);
  printf("mapped %d %d %d %d, again at 2: %d\n", got[0], got[1], got[2], got[3], last);
  cuMemCreate(&second, piece, &prop, 0);
  cuMemMap(range + piece, piece, 0, second, 0);
  cuMemSetAccess(range + piece, piece, &access, 1);
  count<<<1, 64>>>((int *)(range + piece), 64);
  cuMemcpyDtoH(&last, range + piece + 41 * sizeof(int), sizeof last);
  printf("grown, the old stays: %d and %d\n", got[3], last);
  cuMemUnmap(range, 2 * piece), cuMemRelease(first), cuMemRelease(second), cuMemAddressFree(range, 2 * piece);

  const char *name = nullptr;
  cuGetErrorName(cuDeviceGet(&device, 4096), &name);
  printf("refused with %s\n", name);
  turned<<<1, 4>>>((const int *)a, (int *)b);
  cuMemcpyDtoH(host, b, sizeof host);
  printf("copied on %d %d %d %d\n", host[0], host[1], host[2], host[3]);
  cuMemFree(a), cuMemFree(b);
  cuDevicePrimaryCtxRelease(0);
  return 0;
}
