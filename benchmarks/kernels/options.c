#include "timed.h"
static float normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float p = 0.39894228f * expf(-0.5f * d * d) * k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  return d > 0 ? 1.0f - p : p;
}
static void price(int n, const float *restrict spot, const float *restrict strike, const float *restrict years, float *restrict call, float *restrict put) {
  for (int i = 0; i < n; i++) {
    float root = sqrtf(years[i]);
    float d1 = (logf(spot[i] / strike[i]) + (0.02f + 0.5f * 0.09f) * years[i]) / (0.3f * root);
    float d2 = d1 - 0.3f * root;
    float discount = strike[i] * expf(-0.02f * years[i]);
    float c1 = normal(d1), c2 = normal(d2);
    call[i] = spot[i] * c1 - discount * c2;
    put[i] = discount * (1.0f - c2) - spot[i] * (1.0f - c1);
  }
}
int main(void) {
  int n = 20000000;
  float *s = malloc(4l * n), *k = malloc(4l * n), *t = malloc(4l * n), *c = malloc(4l * n), *p = malloc(4l * n);
  for (int i = 0; i < n; i++) { s[i] = 5 + i % 25; k[i] = 1 + i % 99; t[i] = 0.25f + i % 10; }
  double start = seconds();
  price(n, s, k, t, c, p);
  double took = seconds() - start, sum = 0;
  for (int i = 0; i < n; i += 101) sum += c[i] + p[i];
  report("options", took, sum);
  free(s); free(k); free(t); free(c); free(p);
}
