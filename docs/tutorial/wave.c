/* The wave equation, fourth order in space. The host puts a source in and listens at three receivers each step.
   Arguments: side, steps. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int n;
static double *previous, *current, *following, *speed;

static void sponge(double *u) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      int edge = i < j ? i : j;
      if (n - 1 - i < edge) edge = n - 1 - i;
      if (n - 1 - j < edge) edge = n - 1 - j;
      if (edge < 8) u[i * n + j] *= 0.92 + 0.01 * edge;
    }
  }
}

static void advance(void) {
  for (int i = 2; i < n - 2; i++) {
    for (int j = 2; j < n - 2; j++) {
      int k = i * n + j;
      double lap = -5.0 * current[k] +
                   (4.0 / 3) * (current[k - 1] + current[k + 1] + current[k - n] + current[k + n]) -
                   (1.0 / 12) * (current[k - 2] + current[k + 2] + current[k - 2 * n] + current[k + 2 * n]);
      following[k] = 2.0 * current[k] - previous[k] + speed[k] * lap;
    }
  }
}

static double energy(const double *u) {
  double sum = 0.0;
  for (int k = 0; k < n * n; k++) sum += u[k] * u[k];
  return sum;
}

static double ricker(int t) {
  double a = 0.2 * (t - 12);
  return (1.0 - 2.0 * a * a) * exp(-a * a);
}

int main(int argc, char **argv) {
  n = argc > 1 ? atoi(argv[1]) : 48;
  int steps = argc > 2 ? atoi(argv[2]) : 30;
  previous = calloc((size_t)n * n, sizeof(double));
  current = calloc((size_t)n * n, sizeof(double));
  following = calloc((size_t)n * n, sizeof(double));
  speed = malloc((size_t)n * n * sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) speed[i * n + j] = i < n / 2 ? 0.20 : 0.12;
  int source = (n / 3) * n + n / 2;
  int receiver[3] = {(n / 2) * n + n / 4, (n / 2) * n + n / 2, (2 * n / 3) * n + n / 2};
  double *trace = malloc(3 * steps * sizeof(double));
  for (int t = 0; t < steps; t++) {
    advance();
    following[source] += ricker(t);
    sponge(current);
    sponge(following);
    double *oldest = previous;
    previous = current;
    current = following;
    following = oldest;
    for (int r = 0; r < 3; r++) {
      int k = receiver[r];
      trace[3 * t + r] = current[k];
    }
    if (t % 10 == 9) printf("step %d energy %.8e\n", t + 1, energy(current));
  }
  double sum = 0.0;
  for (int t = 0; t < 3 * steps; t++) sum += trace[t] * (1 + t % 7);
  printf("traces %.8e\n", sum);
  free(previous);
  free(current);
  free(following);
  free(speed);
  free(trace);
  return 0;
}
