/* Loops over one index, in the shapes that vectoriser suites collect: each `for` says what it is. */
#include <math.h>
#define N 32000
double A[N], B[N], C[N], D[N], E[N];
double AA[256][256], BB[256][256], CC[256][256];
double FLAT[65536];
int IP[N];

void plain(void) {
  for (int i = 0; i < N; i++) A[i] = B[i] + C[i]; // parallel
  for (int i = 0; i < N - 1; i++) A[i] = A[i + 1] + B[i]; // serial
  for (int i = 1; i < N; i++) A[i] = A[i - 1] + B[i]; // serial
  for (int i = 0; i < N; i += 2) A[i] = A[i + 1] + B[i]; // parallel
  for (int i = 1; i < N; i += 2) A[i] = A[i - 1] + B[i]; // parallel
  for (int i = 0; i < N / 2; i++) A[i] = A[i + N / 2] * 2; // parallel
  for (int i = 0; i < N / 2 + 1; i++) A[i] = A[i + N / 2] * 2; // serial
  for (int i = 0; i < N - 5; i++) A[i] = A[i + 5] - 1; // serial
  for (int i = 0; i < N; i++) A[i] = A[i] * A[i] + D[i]; // parallel
  for (int i = N - 1; i >= 0; i--) A[i] = B[i] - 1; // parallel
  for (int i = N - 2; i >= 0; i--) A[i + 1] = A[i] + B[i]; // serial
  for (int i = 0; i < N / 2; i++) A[2 * i] = A[2 * i + 1]; // parallel
  for (int i = 0; i < N / 2; i++) A[2 * i] = B[i], A[2 * i + 1] = C[i]; // parallel
  for (int i = 0; i < N / 4; i++) A[4 * i] = A[2 * i + 1]; // parallel
  for (int i = 0; i < N / 4; i++) A[4 * i + 2] = A[2 * i]; // serial
  for (int i = 0; i < N; i++) A[N - 1 - i] = B[i]; // parallel
  for (int i = 0; i < N; i++) A[N - 1 - i] = A[i]; // serial
  for (int i = 0; i < N / 2; i++) A[N - 1 - i] = A[i]; // parallel
  for (int i = 0; i < N; i++) A[i / 2] = B[i]; // serial
  for (int i = 0; i < N; i += 2) A[i / 2] = B[i]; // parallel
  for (int i = 0; i < N; i++) A[i % 8] = B[i]; // serial
  for (int i = 0; i < 8; i++) A[i % 8] = B[i]; // parallel
  for (int i = 0; i < N; i++) A[0] = B[i]; // serial
  for (int i = 1; i < N; i++) A[i] = A[0] + B[i]; // parallel
  for (int i = 0; i < N; i++) A[i] = A[0] + B[i]; // serial
  for (int i = 0; i < N; i++) A[i] = A[N / 2] + B[i]; // serial
  for (int i = 3; i < N; i += 7) A[i] = A[i - 3] * 2; // parallel
  for (int i = 0; i < 16; i++) A[i * 100] = A[i * 100 + 16]; // parallel
  for (int i = 0; i < 16; i++) A[i * 4] = A[i * 4 + 16]; // serial
  for (int i = 0; i <= N - 1; ++i) B[i] = i; // parallel
  for (int i = 0; N > i; i++) B[i] = i; // parallel
  for (int i = 0; i != N; i++) B[i] = sin(C[i]) * exp(D[i]); // parallel
}

void statements(int n) {
  for (int i = 0; i < n; i++) { A[i] = B[i]; C[i] = A[i] + 1; } // parallel
  for (int i = 1; i < n; i++) { A[i] = B[i]; C[i] = A[i - 1] + 1; } // serial
  for (int i = 0; i < n - 1; i++) { C[i] = A[i + 1]; A[i] = B[i]; } // serial
  for (int i = 1; i < n; i++) { A[i] = B[i]; B[i] = A[i - 1]; } // serial
  for (int i = 0; i < n; i++) { A[i] += B[i]; B[i] += C[i]; C[i] += A[i]; } // parallel
  for (int i = 1; i < n - 1; i++) { A[i] = B[i - 1] + C[i]; B[i] = B[i + 1] - E[i]; } // serial
  for (int i = 0; i < n; i++) { A[i] = 1; A[i + n] = 2; } // parallel
  for (int i = 0; i < n; i++) { A[i] = 1; A[i + n - 1] = 2; } // serial
  for (int i = 0; i < n; i++) { A[2 * i] = 1; A[2 * i + 1] = A[2 * i]; } // parallel
  for (int i = 0; i < n; i++) { A[3 * i] = 1; A[3 * i + 2] = 2; A[3 * i + 1] = A[3 * i] + A[3 * i + 2]; } // parallel
  for (int i = 0; i < n; i++) { A[i] = 0; for (int j = 0; j < 8; j++) A[i] += BB[i][j]; } // parallel
  for (int i = 0; i < n; i++) { int k = i + 1; A[k] = B[k]; } // parallel
  for (int i = 0; i < n; i++) { int k = i + 1; A[k] = A[i]; } // serial
  for (int i = 0; i < n; i++) { int lo = 2 * i, hi = lo + 1; A[lo] = B[hi]; A[hi] = B[lo]; } // parallel
}

void guards(int n, int m) {
  for (int i = 0; i < n; i++) if (B[i] > 0) A[i] = B[i]; // parallel
  for (int i = 0; i < n; i++) { if (B[i] > 0) A[i] = B[i]; else A[i] = -B[i]; } // parallel
  for (int i = 1; i < n; i++) if (B[i] > 0) A[i] = A[i - 1]; // unclear
  for (int i = 1; i < n; i++) if (i % 2) A[i] = A[i - 1]; // parallel
  for (int i = 1; i < n; i++) if (i % 3) A[i] = A[i - 1]; // serial
  for (int i = 0; i < n; i++) if (i < m) A[i] = A[i + m]; // parallel
  for (int i = 0; i < n; i++) if (i != 0) A[i] = A[0]; // parallel
  for (int i = 0; i < n; i++) if (i == 0) A[i] = 1; else B[i] = A[i]; // parallel
  for (int i = 0; i < n; i++) if (i > 3) A[i] = A[3]; // parallel
  for (int i = 0; i < n; i++) if (i > 3) A[i] = A[4]; // serial
  for (int i = 0; i < n; i++) { if (C[i] < 0) continue; A[i] = sqrt(C[i]); } // parallel
  for (int i = 0; i < n; i++) A[i] = B[i] > 0 ? B[i] : C[i]; // parallel
  for (int i = 0; i < n; i++) { switch (i % 3) { case 0: A[i] = 1; break; case 1: A[i] = 2; break; default: A[i] = 3; } } // parallel
  for (int i = 0; i < n; i++) if (i >= 1 && i < n - 1) A[i] = B[i - 1] + B[i + 1]; // parallel
  for (int i = 0; i < n; i++) if (i < 1 || i > n - 2) A[i] = 0; // parallel
  for (int i = 0; i < n; i++) if (!(i & 1)) A[i] = A[i + 1]; // parallel
}

void symbolic(int n, int k, int s) {
  for (int i = 0; i < n; i++) A[i] = A[i + n]; // parallel
  for (int i = 0; i < n; i++) A[i + k] = B[i]; // parallel
  for (int i = 0; i < n; i++) A[i + k] = A[i]; // assumed
  for (int i = 0; i < n; i++) A[i] = A[k]; // assumed
  for (int i = 0; i < n; i += s) A[i] = B[i]; // parallel
  for (int i = k; i < n; i++) A[i] = A[i - k]; // assumed
  for (int i = 0; i < k; i++) A[i] = A[i + k]; // parallel
  for (int i = 0; i < n; i++) A[i * s] = B[i]; // assumed
  for (int i = k + 1; i < n; i++) A[i] = A[k] * 2; // parallel
  for (int i = 0; i < n; i++) A[i - k] = B[i + k]; // parallel
}

void scalars(int n) {
  double t, s = 0, last = 0, p = 1, top = A[0], low = A[0];
  int j, count = 0, all = 1, any = 0;
  unsigned bits = 0, mask = ~0u, odd = 0;
  for (int i = 0; i < n; i++) { t = B[i]; A[i] = t * t; } // parallel private(t)
  for (int i = 0; i < n; i++) { double u = B[i]; A[i] = u * u; } // parallel
  for (int i = 0; i < n; i++) s += B[i]; // parallel reduction(+:s)
  for (int i = 0; i < n; i++) s = s + B[i] * C[i]; // parallel reduction(+:s)
  for (int i = 0; i < n; i++) s = B[i] + s; // parallel reduction(+:s)
  for (int i = 0; i < n; i++) s -= B[i]; // parallel reduction(+:s)
  for (int i = 0; i < n; i++) s = s - B[i]; // parallel reduction(+:s)
  for (int i = 0; i < n; i++) s = B[i] - s; // serial
  for (int i = 0; i < n; i++) p *= B[i]; // parallel reduction(*:p)
  for (int i = 0; i < n; i++) p = p / B[i]; // serial
  for (int i = 0; i < n; i++) if (B[i] > top) top = B[i]; // parallel reduction(max:top)
  for (int i = 0; i < n; i++) top = fmax(top, B[i]); // parallel reduction(max:top)
  for (int i = 0; i < n; i++) low = B[i] < low ? B[i] : low; // parallel reduction(min:low)
  for (int i = 0; i < n; i++) low = low < B[i] ? low : B[i]; // assumed
  for (int i = 0; i < n; i++) if (B[i] > 0) count++; // parallel reduction(+:count)
  for (int i = 0; i < n; i++) if (B[i] > 0) s += B[i]; else s += C[i]; // parallel reduction(+:s)
  for (int i = 0; i < n; i++) all = all && B[i] > 0; // parallel reduction(&&:all)
  for (int i = 0; i < n; i++) any = any || B[i] > 0; // parallel reduction(||:any)
  for (int i = 0; i < n; i++) bits |= IP[i]; // parallel reduction(|:bits)
  for (int i = 0; i < n; i++) mask &= IP[i]; // parallel reduction(&:mask)
  for (int i = 0; i < n; i++) odd ^= IP[i]; // parallel reduction(^:odd)
  for (int i = 0; i < n; i++) { s += B[i]; A[i] = s; } // serial
  for (int i = 0; i < n; i++) { A[i] = s; s += B[i]; } // serial
  for (int i = 0; i < n; i++) { A[i] = last; last = B[i]; } // serial
  for (int i = 0; i < n; i++) { if (B[i] > 0) last = B[i]; A[i] = last; } // unclear
  for (int i = 0; i < n; i++) { s += B[i]; s *= 2; } // serial
  for (int i = 0; i < n; i++) { s += B[i]; p *= C[i]; } // parallel reduction(+:s) reduction(*:p)
  for (int i = 0; i < n; i++) { if (B[i] > top) { top = B[i]; count = i; } } // unclear
  for (int i = 0; i < n; i++) { j = i + 1; A[j] = B[i]; } // parallel private(j)
  j = 0;
  for (int i = 0; i < n; i++) { A[j] = B[i]; j++; } // serial
  for (int i = 0; i < n; i++) if (B[i] > 0) A[j++] = B[i]; // serial
  j = -1;
  for (int i = 0; i < n; i++) { j += 2; A[j] = B[i]; } // serial
  for (int i = 0; i < n; i++) { t = B[i]; if (t < 0) t = -t; A[i] = t; } // parallel private(t)
  for (int i = 0; i < n; i++) { for (j = 0; j < 4; j++) A[4 * i + j] = B[i]; } // parallel private(j)
  for (int i = 0; i < n; i++) { t = A[i]; A[i] = B[i]; B[i] = t; } // parallel private(t)
  for (int i = 0; i < n; i++) { s += B[i] * 2 + C[i] * 3; } // parallel reduction(+:s)
  for (int i = 0; i < n; i++) t = B[i]; // serial
  A[0] = s + p + t + top + low + last + bits + mask + odd + all + any + count;
}

void rows(void) {
  for (int i = 0; i < 256; i++) // parallel
    for (int j = 0; j < 256; j++) AA[i][j] = BB[i][j]; // parallel
  for (int i = 1; i < 256; i++) // serial
    for (int j = 0; j < 256; j++) AA[i][j] = AA[i - 1][j] + BB[i][j]; // parallel
  for (int j = 0; j < 256; j++) // parallel
    for (int i = 1; i < 256; i++) AA[i][j] = AA[i - 1][j] + BB[i][j]; // serial
  for (int i = 1; i < 256; i++) // serial
    for (int j = 1; j < 256; j++) AA[i][j] = AA[i - 1][j - 1] + BB[i][j]; // parallel
  for (int i = 0; i < 256; i++) // parallel
    for (int j = 0; j < i; j++) AA[i][j] = AA[j][i] + 1; // parallel
  for (int i = 0; i < 256; i++) // serial
    for (int j = 0; j < 256; j++) AA[i][j] = AA[j][i] + 1; // parallel
  for (int i = 0; i < 256; i++) // parallel
    for (int j = 0; j <= i; j++) AA[i][j] = AA[i][j] * BB[j][i]; // parallel
  for (int i = 0; i < 256; i++) FLAT[i * 256] = AA[i][i]; // parallel
  for (int i = 0; i < 256; i++) // parallel
    for (int j = 0; j < 256; j++) FLAT[i * 256 + j] = AA[i][j]; // parallel
  for (int i = 0; i < 255; i++) // serial
    for (int j = 0; j < 257; j++) FLAT[i * 256 + j] = AA[i][0]; // parallel
  for (int i = 1; i < 256; i++) // parallel
    for (int j = 0; j < 256; j++) FLAT[i * 256 + j] = FLAT[j] * 2; // parallel
  for (int i = 0; i < 256; i++) // parallel
    for (int j = 0; j < 256; j++) // serial
      for (int k = 0; k < 256; k++) AA[i][k] += BB[i][j] * CC[j][k]; // parallel
  for (int i = 0; i < 256; i++) // parallel
    for (int j = i + 1; j < 256; j++) { AA[i][j] = BB[j][i]; AA[j][i] = BB[i][j]; } // parallel
  for (int i = 0; i < 256; i++) // parallel
    for (int j = 0; j < 256; j++) A[i] += AA[i][j]; // parallel reduction(+:A[i])
  for (int i = 0; i < 256; i++) // serial
    for (int j = 0; j < 256; j++) A[j] = AA[i][j]; // parallel
  for (int j = 0; j < 256; j++) AA[0][j] = AA[255][j]; // parallel
  for (int j = 0; j < 255; j++) AA[0][j] = AA[0][j + 1]; // serial
}
