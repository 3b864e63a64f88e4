#include "timed.h"
static void blur(int w, int h, int rounds, float *restrict from, float *restrict to, const float *restrict weight) {
  for (int r = 0; r < rounds; r++) {
    for (int y = 2; y < h - 2; y++)
      for (int x = 2; x < w - 2; x++) {
        float sum = 0;
        for (int dy = -2; dy <= 2; dy++)
          for (int dx = -2; dx <= 2; dx++) sum += weight[(dy + 2) * 5 + dx + 2] * from[(y + dy) * w + x + dx];
        to[y * w + x] = sum;
      }
    for (int y = 2; y < h - 2; y++)
      for (int x = 2; x < w - 2; x++) from[y * w + x] = to[y * w + x];
  }
}
int main(void) {
  int w = 4096, h = 4096;
  float *from = malloc(4l * w * h), *to = calloc((size_t)w * h, 4), weight[25];
  for (int i = 0; i < w * h; i++) from[i] = i % 255;
  for (int i = 0; i < 25; i++) weight[i] = 0.04f;
  double start = seconds();
  blur(w, h, 5, from, to, weight);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < w * h; i += 1013) sum += to[i];
  report("convolution", took, sum);
  free(from); free(to);
}
