/* How often each byte occurs: many iterations may add to one bin, so the update must be atomic. */
#include <stdio.h>

#define BINS 256

void count(const unsigned char *bytes, int n, int *bins) {
  for (int b = 0; b < BINS; b++) {
    bins[b] = 0;
  }
  for (int i = 0; i < n; i++) {
    bins[bytes[i]]++;
  }
}

int main(void) {
  static unsigned char bytes[65536];
  int bins[BINS];
  for (int i = 0; i < 65536; i++) bytes[i] = (unsigned char)(i * i >> 3);
  count(bytes, 65536, bins);
  printf("bin 0: %d, bin 17: %d\n", bins[0], bins[17]);
  return 0;
}
