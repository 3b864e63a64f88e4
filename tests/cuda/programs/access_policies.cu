// A stream may be told what of the cache to keep; what its kernels compute is the same.
#include <cstdio>
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
int main() {
  int *a;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocManaged(&a, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) a[i] = i;
  cudaAccessPolicyWindow window = {0};
  window.base_ptr = a;
  window.num_bytes = 64 * sizeof(int);
  window.hitRatio = 1.f;
  window.hitProp = cudaAccessPropertyPersisting;
  window.missProp = cudaAccessPropertyStreaming;
  cudaStreamAttrValue value;
  value.accessPolicyWindow = window;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value);
  twice<<<1, 64, 0, stream>>>(a);
  cudaStreamSynchronize(stream);
  cudaCtxResetPersistingL2Cache();
  printf("%d\n", a[63]);
  cudaStreamDestroy(stream);
}
// prints: 126
