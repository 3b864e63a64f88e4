// A sparse matrix in ELLPACK form and its incomplete solver; a class, as a library would offer it.
#pragma once
#include <cstddef>
#include <vector>

class Matrix {
 public:
  Matrix(int rows, int width) : rows_(rows), width_(width), column_((std::size_t)rows * width, 0), value_((std::size_t)rows * width, 0.0) {}

  int rows() const { return rows_; }
  void set(int row, int slot, int column, double value) {
    column_[(std::size_t)slot * rows_ + row] = column;
    value_[(std::size_t)slot * rows_ + row] = value;
  }
  void multiply(const std::vector<double> &x, std::vector<double> &y) const;
  void inverse_diagonal(std::vector<double> &d) const;
#ifdef _OPENACC
  void to_device() const;
  void from_device() const;
#endif

 private:
  int rows_, width_;
  std::vector<int> column_;
  std::vector<double> value_;
};

double dot(const std::vector<double> &x, const std::vector<double> &y);
