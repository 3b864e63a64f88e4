#include "matrix.hpp"

#ifdef _OPENACC
void Matrix::to_device() const {
  const int *column = column_.data();
  const double *value = value_.data();
  std::size_t size = column_.size();
#pragma acc enter data copyin(column[0:size], value[0:size])
}

void Matrix::from_device() const {
  const int *column = column_.data();
  const double *value = value_.data();
  std::size_t size = column_.size();
#pragma acc exit data delete(column[0:size], value[0:size])
}
#endif

void Matrix::multiply(const std::vector<double> &x, std::vector<double> &y) const {
#ifdef _OPENACC
  const int rows = rows_, width = width_;
  const int *column = column_.data();
  const double *value = value_.data(), *in = x.data();
  double *out = y.data();
#pragma acc parallel loop gang vector present(column[0:rows * width], value[0:rows * width], in[0:rows], out[0:rows])
  for (int i = 0; i < rows; i++) {
    double sum = 0.0;
    for (int s = 0; s < width; s++) sum += value[s * rows + i] * in[column[s * rows + i]];
    out[i] = sum;
  }
#else
  for (int i = 0; i < rows_; i++) {
    double sum = 0.0;
    for (int s = 0; s < width_; s++) sum += value_[s * rows_ + i] * x[column_[s * rows_ + i]];
    y[i] = sum;
  }
#endif
}

void Matrix::inverse_diagonal(std::vector<double> &d) const {
  for (int i = 0; i < rows_; i++)
    for (int s = 0; s < width_; s++)
      if (column_[s * rows_ + i] == i && value_[s * rows_ + i] != 0.0) d[i] = 1.0 / value_[s * rows_ + i];
}

double dot(const std::vector<double> &x, const std::vector<double> &y) {
  double sum = 0.0;
#ifdef _OPENACC
  const double *a = x.data(), *b = y.data();
  std::size_t n = x.size();
#pragma acc parallel loop gang vector reduction(+:sum) present(a[0:n], b[0:n])
  for (std::size_t i = 0; i < n; i++) sum += a[i] * b[i];
#else
  for (std::size_t i = 0; i < x.size(); i++) sum += x[i] * y[i];
#endif
  return sum;
}
