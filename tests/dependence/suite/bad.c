/* What must never be called proved, each for a reason of its own. */
#include <stdio.h>
#include <stdint.h>
volatile int port;
int box[100];

int leave(int n, int *restrict a, const int *restrict b, unsigned u, unsigned char small, size_t big) {
  for (int i = 0;; i++) { if (i == n) break; a[i] = 1; } // unclear unbounded
  for (int i = 0; i < n; i++) { if (b[i]) break; a[i] = 1; } // unclear early break
  for (int i = 0; i < n; i++) { if (b[i]) return i; a[i] = 1; } // unclear early return
  for (int i = 0; i < n; i++) { if (b[i]) goto out; a[i] = 1; } // unclear goto
out:
  for (int i = 0; i < n; i++) a[i] = port; // unclear volatile
  for (int i = 0; i < n; i++) { a[i] = b[i]; printf("%d", a[i]); } // unclear output
  for (int i = 0; i < n; i++) a[a[i]] = 0; // unclear the index reads the array
  for (int i = 0; i < n; i++) { a[i] = 1; i++; } // unclear the variable changes
  for (int i = 0; i < n; i++) { a[i] = 1; n--; } // unclear the bound changes
  for (int i = 0; i < *a; i++) a[i + 1] = 1; // unclear
  for (int i = 0; i < *a; i++) a[i] = 1; // unclear the bound is overwritten
  for (unsigned i = 0; i < u; i++) a[i - 1] = 0; // unclear unsigned wrap-around
  for (unsigned i = 0; i <= u; i++) a[i] = 0; // unclear may never end
  for (unsigned char i = 0; i < 300; i++) a[i] = 0; // unclear overflowing bound
  for (uint8_t i = 0; i < n; i++) a[i] = 0; // unclear narrow variable
  for (unsigned i = 0; i < u; i++) a[i * u] = 0; // unclear products wrap
  for (size_t i = 0; i < big - 1; i++) { if (b[i]) break; a[i] = 1; } // unclear the bound may wrap around
  for (unsigned i = 0; i < u - 1; i++) a[i] = 0; // assumed the bound may wrap around
  for (size_t i = 0; i < big - u; i++) a[i] = 0; // assumed the bound may wrap around to a little less
  for (int i = 0; i > n; i++) a[i] = 0; // unclear runs away
  for (int i = n; i < n; i--) a[i] = 0; // unclear runs away
  for (int i = 0; i < n; i += 0) a[i] = 0; // unclear never moves
  for (int i = 0; i < n; i *= 2) a[i] = 0; // unclear not a fixed step
  for (int i = 0; i < n; i++) { int *p = a + b[i]; *p = 1; } // assumed
  for (int i = 0; i < n; i++) { int *p = pick(i); *p = 1; } // unclear unknown pointer
  for (int i = 0; i < n; i++) { __asm__("nop"); a[i] = 1; } // unclear assembly
  for (int i = 0; i < n; i++) { static int last; a[i] = last; last = i; } // serial
  for (int i = 0; i < n; i++) a[i] = getc(stdin); // unclear input
  for (double t = 0; t < 1; t += 0.1) a[(int)(t * 10)] = 1; // unclear floating variable
  return 0;
}

void overlapping(int n, float *a, float *b, int *c) {
  for (int i = 0; i < n; i++) a[i] = b[i]; // assumed
  for (int i = 0; i < n; i++) a[i] = c[i]; // parallel
  for (int i = 0; i < n; i++) a[i] = a[i] + 1; // parallel
  for (int i = 0; i < n; i++) c[i] = box[i]; // assumed
  for (int i = 0; i < *c; i++) a[i] = 1; // parallel
}
