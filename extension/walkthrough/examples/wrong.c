/* y becomes a * x + y, on the device; but it does not arrive, and the compiler says nothing. */
void scale_and_add(int n, double a, const double *restrict x, double *restrict y) {
  #pragma acc parallel loop vector_lenght(128) copyin(x[0:n], y[0:n])
  for (int i = 0; i < n; i++) {
    y[i] += a * x[i];
  }
}
