/* Option pricing: Black and Scholes in closed form, then the implied volatility of each price by Newton's method, repeated for a
   falling interest rate. Arguments: options, repetitions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct book {
  size_t count;
  float *spot, *strike, *years;
  float *call, *put, *implied;
};

#pragma acc routine seq
static float normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float tail = 0.39894228f * expf(-0.5f * d * d) *
               (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

#pragma acc routine seq
static float call_price(float s, float x, float t, float rate, float sigma) {
  float root = sqrtf(t);
  float d1 = (logf(s / x) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root);
  return s * normal(d1) - x * expf(-rate * t) * normal(d1 - sigma * root);
}

static void price(struct book *b, float rate, float sigma) {
#ifdef _OPENACC
  size_t n = b->count;
  float *spot = b->spot, *strike = b->strike, *years = b->years, *call = b->call, *put = b->put;
#pragma acc parallel loop gang vector present(spot[0:n], strike[0:n], years[0:n], call[0:n], put[0:n])
  for (size_t i = 0; i < n; i++) {
    float c = call_price(spot[i], strike[i], years[i], rate, sigma);
    call[i] = c;
    put[i] = c - spot[i] + strike[i] * expf(-rate * years[i]);
  }
#else
  for (size_t i = 0; i < b->count; i++) {
    float c = call_price(b->spot[i], b->strike[i], b->years[i], rate, sigma);
    b->call[i] = c;
    b->put[i] = c - b->spot[i] + b->strike[i] * expf(-rate * b->years[i]);
  }
#endif
}

static void implied(struct book *b, float rate) {
#ifdef _OPENACC
  size_t n = b->count;
  float *spot = b->spot, *strike = b->strike, *years = b->years, *call = b->call, *out = b->implied;
#pragma acc parallel loop gang vector present(spot[0:n], strike[0:n], years[0:n], call[0:n], out[0:n])
  for (size_t i = 0; i < n; i++) {
    float sigma = 0.5f;
    for (int k = 0; k < 12; k++) {
      float error = call_price(spot[i], strike[i], years[i], rate, sigma) - call[i];
      float slope = (call_price(spot[i], strike[i], years[i], rate, sigma + 1e-2f) - call[i] - error) * 100.0f;
      if (slope > 1e-3f) sigma -= error / slope;
      if (sigma < 0.05f) sigma = 0.05f;
    }
    out[i] = sigma;
  }
#else
  for (size_t i = 0; i < b->count; i++) {
    float sigma = 0.5f;
    for (int k = 0; k < 12; k++) {
      float error = call_price(b->spot[i], b->strike[i], b->years[i], rate, sigma) - b->call[i];
      float slope =
          (call_price(b->spot[i], b->strike[i], b->years[i], rate, sigma + 1e-2f) - b->call[i] - error) * 100.0f;
      if (slope > 1e-3f) sigma -= error / slope;
      if (sigma < 0.05f) sigma = 0.05f;
    }
    b->implied[i] = sigma;
  }
#endif
}

static double total(const float *values, size_t n) {
  double sum = 0.0;
#pragma acc parallel loop gang vector reduction(+:sum) present(values[0:n])
  for (size_t i = 0; i < n; i++) sum += values[i];
  return sum;
}

static float drawn(unsigned *state, float low, float high) {
  *state = *state * 1664525u + 1013904223u;
  return low + (high - low) * ((*state >> 8) & 0xffff) / 65535.0f;
}

int main(int argc, char **argv) {
  size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
  int times = argc > 2 ? atoi(argv[2]) : 4;
  struct book b = {.count = n};
  float **fields[] = {&b.spot, &b.strike, &b.years, &b.call, &b.put, &b.implied};
  for (int k = 0; k < 6; k++) *fields[k] = malloc(n * sizeof(float));
  unsigned state = 7;
  for (size_t i = 0; i < n; i++) {
    b.spot[i] = drawn(&state, 80.0f, 120.0f);
    b.strike[i] = drawn(&state, 80.0f, 120.0f);
    b.years[i] = drawn(&state, 0.5f, 2.0f);
  }
#ifdef _OPENACC
  float *spot = b.spot, *strike = b.strike, *years = b.years, *call = b.call, *put = b.put, *out = b.implied;
#endif
#pragma acc data copyin(spot[0:n], strike[0:n], years[0:n]) copyout(out[0:n]) create(call[0:n], put[0:n])
  for (int t = 0; t < times; t++) {
    float rate = 0.05f - 0.005f * t;
    price(&b, rate, 0.3f);
    printf("rate %.3f calls %.4e puts %.4e", rate, total(b.call, n), total(b.put, n));
    implied(&b, rate);
    printf(" implied %.4e\n", total(b.implied, n));
  }
  printf("first %.3f last %.3f\n", b.implied[0], b.implied[n - 1]);
  for (int k = 0; k < 6; k++) free(*fields[k]);
  return 0;
}
