/* Mean, variance and extremes of a sample. */
#include <math.h>
#include <stdio.h>

#define COUNT 100000

static double sample[COUNT];

double mean(const double *values, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    sum += values[i];
  }
  return sum / n;
}

double variance(const double *values, int n, double centre) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    double difference = values[i] - centre;
    sum += difference * difference;
  }
  return sum / (n - 1);
}

double largest(const double *values, int n) {
  double best = values[0];
  for (int i = 1; i < n; i++) {
    if (values[i] > best) best = values[i];
  }
  return best;
}

int main(void) {
  for (int i = 0; i < COUNT; i++) sample[i] = sin(0.001 * i);
  double centre = mean(sample, COUNT);
  printf("mean %g, variance %g, largest %g\n", centre, variance(sample, COUNT, centre), largest(sample, COUNT));
  return 0;
}
