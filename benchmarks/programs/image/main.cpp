// An image pipeline: blur, gradient, histogram, a threshold that the host chooses, edges; frame by frame.
// Arguments: width, height, frames.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "image.hpp"

static void draw(Image<float> &frame, int t) {
  for (int y = 0; y < frame.height(); y++)
    for (int x = 0; x < frame.width(); x++) {
      double dx = x - frame.width() * (0.3 + 0.05 * t), dy = y - frame.height() * 0.5;
      frame(x, y) = (float)((x * 31 + y * 17 + t * 7) % 64) / 640.0f + (dx * dx + dy * dy < 60.0 ? 0.8f : 0.1f);
    }
}

static std::vector<float> gaussian(int radius) {
  std::vector<float> k(2 * radius + 1);
  float sum = 0;
  for (int d = -radius; d <= radius; d++) sum += k[d + radius] = std::exp(-2.0f * d * d / (radius * radius));
  for (float &value : k) value /= sum;
  return k;
}

int main(int argc, char **argv) {
  int w = argc > 1 ? std::atoi(argv[1]) : 40, h = argc > 2 ? std::atoi(argv[2]) : 30, frames = argc > 3 ? std::atoi(argv[3]) : 3;
  Image<float> frame(w, h), smooth(w, h), scratch(w, h), magnitude(w, h);
  Image<unsigned char> edges(w, h);
  std::vector<float> kernel = gaussian(4);
  std::vector<int> bins(256);
#ifdef _OPENACC
  float *f = frame.data(), *s = smooth.data(), *b = scratch.data(), *m = magnitude.data();
  unsigned char *e = edges.data();
  const int n = w * h;
#endif
#pragma acc data create(f[0:n], s[0:n], b[0:n], e[0:n]) copyin(m[0:n])
  for (int t = 0; t < frames; t++) {
    draw(frame, t);
#pragma acc update device(f[0:n])
    blur(frame, smooth, scratch, kernel);
    gradient(smooth, magnitude);
    histogram(magnitude, bins, 512.0f);
    int level = threshold_of(bins, w * h / 20);
    int count = mark(magnitude, edges, level / 512.0f);
#pragma acc update self(e[0:n])
    long where = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        if (edges(x, y)) where += x + 3 * y;
    std::printf("frame %d level %d edges %d where %ld\n", t, level, count, where);
  }
  return 0;
}
