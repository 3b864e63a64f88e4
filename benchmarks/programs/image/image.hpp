#pragma once
#include <memory>
#include <vector>

template <typename T>
class Image {
 public:
  Image(int width, int height) : width_(width), height_(height), pixels_(new T[(std::size_t)width * height]()) {}
  int width() const { return width_; }
  int height() const { return height_; }
  std::size_t size() const { return (std::size_t)width_ * height_; }
  T &operator()(int x, int y) { return pixels_[(std::size_t)y * width_ + x]; }
  const T &operator()(int x, int y) const { return pixels_[(std::size_t)y * width_ + x]; }
  T *data() { return pixels_.get(); }
  const T *data() const { return pixels_.get(); }

 private:
  int width_, height_;
  std::unique_ptr<T[]> pixels_;
};

void blur(const Image<float> &in, Image<float> &out, Image<float> &scratch, const std::vector<float> &kernel);
void gradient(const Image<float> &in, Image<float> &magnitude);
void histogram(const Image<float> &in, std::vector<int> &bins, float scale);
int threshold_of(const std::vector<int> &bins, int wanted);
int mark(const Image<float> &in, Image<unsigned char> &out, float threshold);
