/* Small loops as race detectors are tested with: what looks harmless and is not, and the other way round. */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
int g[1000], h[1001], total;
double field[100][100];
static int table[256];

void shared(int n, int *a, int *restrict r, const int *restrict index, int **rows) {
  int tmp, k = 0, sum = 0, i;
  for (i = 0; i < n; i++) g[i] = i; // parallel
  for (i = 0; i < n - 1; i++) g[i] = g[i + 1] + 1; // serial
  for (i = 0; i < n; i++) { tmp = g[i] + i; g[i] = tmp; } // parallel private(tmp)
  for (i = 0; i < n; i++) tmp = g[i]; // serial
  printf("%d\n", tmp);
  for (i = 0; i < n; i++) total += g[i]; // parallel reduction(+:total)
  for (i = 0; i < n; i++) total = g[i]; // serial
  for (i = 0; i < n; i++) { a[i] = g[i]; } // assumed
  for (i = 0; i < n; i++) { r[i] = g[i]; } // parallel
  for (i = 0; i < n; i++) r[index[i]] = i; // assumed
  for (i = 0; i < n; i++) r[index[i]] += i; // assumed
  for (i = 0; i < n; i++) table[r[i] & 255]++; // assumed
  for (i = 0; i < n; i++) r[i] = r[index[i]]; // unclear
  for (i = 0; i < n; i++) rows[i][0] = i; // assumed
  for (i = 0; i < n; i++) rows[0][i] = i; // parallel
  for (i = 1; i < n; i++) rows[0][i] = rows[0][i - 1]; // serial
  for (i = 0; i < n; i++) { g[i] = k; k++; } // serial
  for (i = 0; i < n; i++) { if (g[i] > 10) sum = sum + g[i]; } // parallel reduction(+:sum)
  for (i = 0; i < n; i++) { if (sum > 10) g[i] = 0; sum += g[i]; } // serial
  for (i = 0; i < n; i++) // parallel
    for (int j = 0; j < n; j++) field[i][j] = field[i][j] + 1; // parallel
  int j;
  for (i = 0; i < n; i++) // parallel private(j)
    for (j = 0; j < n; j++) field[i][j] += 1; // parallel
  for (i = 0; i < n; i++) // serial
    for (j = 1; j < n; j++) field[i][j] = field[i + 1][j - 1]; // parallel
  for (i = 0; i < n; i++) // parallel
    for (j = 0; j < n - 1; j++) field[i][j] = field[i][j + 1]; // serial
  for (i = 0; i < n / 2; i++) g[i] = g[n - 1 - i]; // parallel
  for (i = 0; i < n; i++) { g[i] = h[i]; h[i + 1] = g[i]; } // serial
  for (i = 0; i < n; i++) { h[i] = g[i]; if (i < 1) h[i + 1] = 0; } // serial
  for (i = 0; i < n; i++) // serial
    for (j = 0; j < 4; j++) g[i + j] = i; // parallel
  for (i = 0; i < n; i += 4) // parallel
    for (j = 0; j < 4; j++) g[i + j] = i; // parallel
  total = sum + k;
}

static int square(int v) { return v * v; }
static void store(int *to, int at, int v) { to[at] = v; }
static int at(int row, int column) { return row * 100 + column; }
static double clampf(double v, double low, double high) { if (v < low) return low; if (v > high) return high; return v; }
static void bump(void) { total++; }
static int counter(void) { static int n; return n++; }
#define AT(i, j) ((i) * 100 + (j))
#define SQUARE(x) ((x) * (x))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

void calls(int n, int *restrict p, double *restrict q) {
  int top = 0;
  for (int i = 0; i < n; i++) p[i] = square(g[i]); // parallel
  for (int i = 0; i < n; i++) store(p, i, i); // parallel
  for (int i = 0; i < n; i++) store(p, 0, i); // serial
  for (int i = 0; i < n; i++) store(p + i, 1, p[i]); // serial
  for (int i = 0; i < 10; i++) // parallel
    for (int j = 0; j < 100; j++) p[at(i, j)] = j; // parallel
  for (int i = 0; i < 10; i++) // parallel
    for (int j = 0; j < 100; j++) p[AT(i, j)] = j; // parallel
  for (int i = 1; i < 10; i++) // serial
    for (int j = 0; j < 100; j++) p[AT(i, j)] = p[AT(i - 1, j)]; // parallel
  for (int i = 0; i < n; i++) q[i] = clampf(q[i], 0, 1); // parallel
  for (int i = 0; i < n; i++) bump(); // unclear no reduction reaches what a called function changes
  for (int i = 0; i < n; i++) p[i] = counter(); // serial
  for (int i = 0; i < n; i++) top = MAX(top, p[i]); // parallel reduction(max:top)
  for (int i = 0; i < n; i++) q[i] = SQUARE(q[i]) + fabs(q[i]); // parallel
  for (int i = 0; i < n; i++) p[i] = rand(); // unclear
  for (int i = 0; i < n; i++) printf("%d\n", p[i]); // unclear
  for (int i = 0; i < n; i++) q[i] = elsewhere(q[i]); // assumed
  total = top;
}

void pointers(int n, float *restrict a, float *restrict b) {
  float *p = a, *end = a + n;
  for (int i = 0; i < n; i++) *(a + i) = *(b + i); // parallel
  for (int i = 0; i < n; i++) *p++ = b[i]; // serial
  float *q = a + 1;
  for (int i = 0; i < n; i++) q[i] = b[i]; // parallel
  for (int i = 0; i < n; i++) q[i] = a[i]; // serial
  for (int i = 0; i < n; i++) q[i - 1] = a[i] + 1; // parallel
  float *half = a + n;
  for (int i = 0; i < n; i++) half[i] = a[i]; // parallel
  float *own = malloc(n * sizeof *own), *other = malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) own[i] = a[i]; // parallel
  for (int i = 0; i < n; i++) own[i] = other[i]; // parallel
  for (int i = 1; i < n; i++) own[i] = own[i - 1]; // serial
  for (float *s = a; s < end; s++) *s = 0; // parallel
  float two[2][50];
  for (int i = 0; i < 50; i++) two[0][i] = two[1][i]; // parallel
  for (int i = 0; i < 49; i++) two[0][i] = two[0][i + 1]; // serial
  free(own);
  free(other);
}
