/* y becomes a * x + y, on the device; but it does not arrive, and the compiler says nothing. */
void scale_and_add(int n, double a, const double *restrict x, double *restrict y) {
  #pragma acc parallel loop copyin(x[0:n], y[0:n]) vector_lenght(128)
  for (int i = 0; i < n; i++) {
    y[i] += a * x[i];
  }
}
