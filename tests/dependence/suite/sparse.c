/* Index arrays, graphs, rows of different length. */
#include <stddef.h>

void rows(int n, const int *restrict start, const int *restrict column, const double *restrict value,
          const double *restrict x, double *restrict y, double *restrict out, int *restrict count, const int *restrict key) {
  for (int i = 0; i < n; i++) { // parallel
    double sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++) sum += value[k] * x[column[k]]; // parallel reduction(+:sum)
    y[i] = sum;
  }
  for (int i = 0; i < n; i++) // parallel
    for (int k = start[i]; k < start[i + 1]; k++) y[i] += value[k] * x[column[k]]; // parallel reduction(+:y[i])
  for (int i = 0; i < n; i++) // assumed
    for (int k = start[i]; k < start[i + 1]; k++) out[k] = value[k] * x[i]; // parallel
  for (int i = 0; i < n; i++) // assumed
    for (int k = start[i]; k < start[i + 1]; k++) y[column[k]] += value[k] * x[i]; // assumed
  for (int i = 0; i < n; i++) count[key[i]]++; // assumed
  for (int i = 0; i < n; i++) out[key[i]] = x[i]; // assumed
  for (int i = 0; i < n; i++) out[i] = x[key[i]]; // parallel
  for (int i = 0; i < n; i++) out[i] = out[key[i]]; // unclear
  for (int i = 0; i < n; i++) out[key[i]] = out[i]; // unclear
  for (int i = 0; i < n; i++) { int k = key[i]; out[k] = x[k]; } // assumed
  for (int i = 0; i < n; i++) out[2 * key[i] + 1] = x[i]; // assumed
  for (int i = 1; i < n; i++) count[i] += count[i - 1]; // serial
  for (int i = 0; i < n; i++) { // parallel
    int k = key[i];
    double v = x[k];
    if (v > 0) y[i] = v;
  }
  for (int i = 0; i < n; i++) { // parallel
    double r = 0;
    int k = key[i];
    while (k < n) { r += x[k]; k += 3; }
    y[i] = r;
  }
  for (int i = 0; i < n; i++) { // unclear
    int k = i;
    while (k > 0) { out[k] = 1; k /= 2; }
  }
  for (int i = 0; i < n; i++) { // parallel
    int lo = 0, hi = n;
    while (lo < hi) { int mid = (lo + hi) / 2; if (x[mid] < y[i]) lo = mid + 1; else hi = mid; }
    count[i] = lo;
  }
}

typedef struct Node { struct Node *next; int value; int *slots; } Node;

void lists(Node *head, Node *pool, int n, int **matrix) {
  for (Node *p = head; p; p = p->next) p->value = 0; // unclear
  for (int i = 0; i < n; i++) pool[i].value = i; // parallel
  for (int i = 0; i < n; i++) pool[i].next = &pool[i + 1]; // parallel
  for (int i = 0; i < n; i++) pool[i].slots[0] = i; // assumed
  for (int i = 0; i < n; i++) pool[0].slots[i] = i; // parallel
  for (int i = 0; i < n; i++) // assumed
    for (int j = 0; j < n; j++) matrix[i][j] = i * j; // parallel
  for (int i = 1; i < n; i++) // serial
    for (int j = 0; j < n; j++) matrix[i][j] = matrix[i - 1][j]; // assumed
}
