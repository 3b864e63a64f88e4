// Blur of a grey image held in std::vector.
#include <cstddef>
#include <iostream>
#include <vector>

using Image = std::vector<float>;

void blur(const Image &in, Image &out, int width, int height) {
  for (int y = 1; y < height - 1; ++y) {
    for (int x = 1; x < width - 1; ++x) {
      float sum = 0.0f;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          sum += in[static_cast<std::size_t>((y + dy) * width + x + dx)];
        }
      }
      out[static_cast<std::size_t>(y * width + x)] = sum / 9.0f;
    }
  }
}

int main() {
  const int width = 640, height = 480;
  Image in(width * height), out(width * height);
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<float>(i % 256);
  }
  blur(in, out, width, height);
  std::cout << out[width + 1] << '\n';
}
