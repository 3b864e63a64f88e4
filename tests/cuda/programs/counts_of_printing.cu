// On a GPU printf returns how many values it was given, not how many characters it wrote.
// prints: three 1 2 3
// prints: none
// prints: a text 4
// prints: 5 6 7
// prints: [3 0 1 0 3 8]
#include <cstdio>
template <typename... A> __device__ int all(const char *text, A... values) { return printf(text, values...); }
__global__ void work(int *n) {
  n[0] = printf("three %d %d %d\n", 1, 2, 3);
  if (!printf("none\n")) n[1] = 0;
  int first = (printf("a text ")), second = printf("%d\n", 4);
  n[2] = first + second;
  n[3] = first;
  n[4] = all("%d %d %d\n", 5, 6, 7);
  printf(""), n[5] = 8;
}
int main() {
  int *d, h[6];
  cudaMalloc(&d, sizeof h);
  work<<<1, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("[%d %d %d %d %d %d]\n", h[0], h[1], h[2], h[3], h[4], h[5]);
}
