/* k-means: assignment, sums by cluster, new centres on the host. Arguments: points, clusters, rounds. */
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIM 8

struct model {
  int points, clusters;
  double *at;      /* points × DIM */
  double *centre;  /* clusters × DIM */
  double *sum;     /* clusters × DIM */
  int *count, *owner;
};

static int assign(struct model *m) {
  int moved = 0;
#ifdef _OPENACC
  int points = m->points, clusters = m->clusters, *owner = m->owner;
  double *at = m->at, *centre = m->centre;
#pragma acc parallel loop gang vector reduction(+:moved) present(at[0:points * DIM], centre[0:clusters * DIM], owner[0:points])
  for (int i = 0; i < points; i++) {
    int best = 0;
    double nearest = DBL_MAX;
    for (int c = 0; c < clusters; c++) {
      double d2 = 0.0;
      for (int d = 0; d < DIM; d++) {
        double diff = at[i * DIM + d] - centre[c * DIM + d];
        d2 += diff * diff;
      }
      if (d2 < nearest) {
        nearest = d2;
        best = c;
      }
    }
    if (owner[i] != best) moved++;
    owner[i] = best;
  }
#else
  for (int i = 0; i < m->points; i++) {
    int best = 0;
    double nearest = DBL_MAX;
    for (int c = 0; c < m->clusters; c++) {
      double d2 = 0.0;
      for (int d = 0; d < DIM; d++) {
        double diff = m->at[i * DIM + d] - m->centre[c * DIM + d];
        d2 += diff * diff;
      }
      if (d2 < nearest) {
        nearest = d2;
        best = c;
      }
    }
    if (m->owner[i] != best) moved++;
    m->owner[i] = best;
  }
#endif
  return moved;
}

static void collect(struct model *m) {
  memset(m->sum, 0, m->clusters * DIM * sizeof(double));
  memset(m->count, 0, m->clusters * sizeof(int));
#ifdef _OPENACC
  int points = m->points, clusters = m->clusters, *owner = m->owner, *count = m->count;
  double *at = m->at, *sum = m->sum;
#pragma acc update device(sum[0:clusters * DIM], count[0:clusters])
#pragma acc parallel loop gang vector present(at[0:points * DIM], sum[0:clusters * DIM], owner[0:points], count[0:clusters])
  for (int i = 0; i < points; i++) {
#pragma acc atomic update
    count[owner[i]]++;
    for (int d = 0; d < DIM; d++) {
#pragma acc atomic update
      sum[owner[i] * DIM + d] += at[i * DIM + d];
    }
  }
#pragma acc update self(sum[0:clusters * DIM], count[0:clusters])
#else
  for (int i = 0; i < m->points; i++) {
    m->count[m->owner[i]]++;
    for (int d = 0; d < DIM; d++) m->sum[m->owner[i] * DIM + d] += m->at[i * DIM + d];
  }
#endif
}

static void centres(struct model *m) {
  for (int c = 0; c < m->clusters; c++)
    for (int d = 0; d < DIM; d++)
      if (m->count[c] > 0) m->centre[c * DIM + d] = m->sum[c * DIM + d] / m->count[c];
}

int main(int argc, char **argv) {
  struct model m = {.points = argc > 1 ? atoi(argv[1]) : 500, .clusters = argc > 2 ? atoi(argv[2]) : 6};
  int rounds = argc > 3 ? atoi(argv[3]) : 6;
  m.at = malloc((size_t)m.points * DIM * sizeof(double));
  m.centre = malloc(m.clusters * DIM * sizeof(double));
  m.sum = malloc(m.clusters * DIM * sizeof(double));
  m.count = malloc(m.clusters * sizeof(int));
  m.owner = malloc(m.points * sizeof(int));
  unsigned state = 3;
  for (int i = 0; i < m.points; i++) {
    m.owner[i] = -1;
    for (int d = 0; d < DIM; d++) {
      state = state * 1664525u + 1013904223u;
      m.at[i * DIM + d] = (i % 7) * (d % 3 + 1) + (state >> 8) / 16777216.0;
    }
  }
  for (int c = 0; c < m.clusters * DIM; c++) m.centre[c] = m.at[c];
#ifdef _OPENACC
  int points = m.points, clusters = m.clusters, *owner = m.owner, *count = m.count;
  double *at = m.at, *centre = m.centre, *sum = m.sum;
#endif
#pragma acc data copyin(at[0:points * DIM], centre[0:clusters * DIM], owner[0:points]) create(sum[0:clusters * DIM], count[0:clusters])
  for (int t = 0; t < rounds; t++) {
    int moved = assign(&m);
    collect(&m);
    centres(&m);
#ifdef _OPENACC
#pragma acc update device(centre[0:clusters * DIM])
#endif
    printf("round %d moved %d first %.6e\n", t, moved, m.centre[0]);
  }
  double total = 0.0;
  for (int c = 0; c < m.clusters * DIM; c++) total += m.centre[c];
  printf("total %.8e\n", total);
  free(m.at);
  free(m.centre);
  free(m.sum);
  free(m.count);
  free(m.owner);
  return 0;
}
