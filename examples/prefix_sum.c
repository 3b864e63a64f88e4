/* Running total: every element needs the one before it. This loop must not be made parallel as it stands. */
#include <stdio.h>

void running_total(const int *values, int *total, int n) {
  total[0] = values[0];
  for (int i = 1; i < n; i++) {
    total[i] = total[i - 1] + values[i];
  }
}

int main(void) {
  int values[8] = {3, 1, 4, 1, 5, 9, 2, 6}, total[8];
  running_total(values, total, 8);
  printf("%d\n", total[7]);
  return 0;
}
