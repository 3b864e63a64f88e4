#include <algorithm>
#include <cmath>

#include "image.hpp"

#ifdef _OPENACC
void blur(const Image<float> &in, Image<float> &out, Image<float> &scratch, const std::vector<float> &kernel) {
  const int w = in.width(), h = in.height(), radius = (int)kernel.size() / 2;
  const float *source = in.data(), *k = kernel.data();
  float *target = out.data(), *between = scratch.data();
#pragma acc parallel loop gang vector collapse(2) present(source[0:w * h], between[0:w * h]) copyin(k[0:2 * radius + 1])
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int d = -radius; d <= radius; d++) {
        int at = x + d < 0 ? 0 : x + d >= w ? w - 1 : x + d;
        sum += k[d + radius] * source[y * w + at];
      }
      between[y * w + x] = sum;
    }
#pragma acc parallel loop gang vector collapse(2) present(between[0:w * h], target[0:w * h]) copyin(k[0:2 * radius + 1])
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int d = -radius; d <= radius; d++) {
        int at = y + d < 0 ? 0 : y + d >= h ? h - 1 : y + d;
        sum += k[d + radius] * between[at * w + x];
      }
      target[y * w + x] = sum;
    }
}

void gradient(const Image<float> &in, Image<float> &magnitude) {
  const int w = in.width(), h = in.height();
  const float *p = in.data();
  float *m = magnitude.data();
#pragma acc parallel loop gang vector collapse(2) present(p[0:w * h], m[0:w * h])
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      float gx = p[y * w + x + 1] - p[y * w + x - 1], gy = p[(y + 1) * w + x] - p[(y - 1) * w + x];
      m[y * w + x] = sqrtf(gx * gx + gy * gy);
    }
}

void histogram(const Image<float> &in, std::vector<int> &bins, float scale) {
  const int n = (int)in.size(), many = (int)bins.size();
  const float *p = in.data();
  int *b = bins.data();
#pragma acc parallel loop gang vector copyout(b[0:many])
  for (int k = 0; k < many; k++) b[k] = 0;
#pragma acc parallel loop gang vector present(p[0:n]) copy(b[0:many])
  for (int i = 0; i < n; i++) {
    int k = (int)(p[i] * scale);
    if (k >= many) k = many - 1;
#pragma acc atomic update
    b[k]++;
  }
}

int mark(const Image<float> &in, Image<unsigned char> &out, float threshold) {
  const int n = (int)in.size();
  const float *p = in.data();
  unsigned char *o = out.data();
  int count = 0;
#pragma acc parallel loop gang vector reduction(+:count) present(p[0:n], o[0:n])
  for (int i = 0; i < n; i++) {
    o[i] = p[i] > threshold ? 255 : 0;
    if (p[i] > threshold) count++;
  }
  return count;
}
#else
void blur(const Image<float> &in, Image<float> &out, Image<float> &scratch, const std::vector<float> &kernel) {
  const int radius = (int)kernel.size() / 2;
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++) {
      float sum = 0;
      for (int d = -radius; d <= radius; d++)
        sum += kernel[d + radius] * in(std::min(std::max(x + d, 0), in.width() - 1), y);
      scratch(x, y) = sum;
    }
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++) {
      float sum = 0;
      for (int d = -radius; d <= radius; d++)
        sum += kernel[d + radius] * scratch(x, std::min(std::max(y + d, 0), in.height() - 1));
      out(x, y) = sum;
    }
}

void gradient(const Image<float> &in, Image<float> &magnitude) {
  for (int y = 1; y < in.height() - 1; y++)
    for (int x = 1; x < in.width() - 1; x++) {
      float gx = in(x + 1, y) - in(x - 1, y), gy = in(x, y + 1) - in(x, y - 1);
      magnitude(x, y) = std::sqrt(gx * gx + gy * gy);
    }
}

void histogram(const Image<float> &in, std::vector<int> &bins, float scale) {
  for (int &bin : bins) bin = 0;
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++) {
      int k = (int)(in(x, y) * scale);
      if (k >= (int)bins.size()) k = (int)bins.size() - 1;
      bins[k]++;
    }
}

int mark(const Image<float> &in, Image<unsigned char> &out, float threshold) {
  int count = 0;
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++) {
      bool edge = in(x, y) > threshold;
      out(x, y) = edge ? 255 : 0;
      if (edge) count++;
    }
  return count;
}
#endif

int threshold_of(const std::vector<int> &bins, int wanted) {
  int seen = 0;
  for (int k = (int)bins.size() - 1; k > 0; k--) {
    seen += bins[k];
    if (seen >= wanted) return k;
  }
  return 0;
}
