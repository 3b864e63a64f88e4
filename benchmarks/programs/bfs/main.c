/* Breadth-first search from several roots, level by level. Arguments: nodes, degree, roots. */
#include <stdio.h>
#include <stdlib.h>

#include "graph.h"

static long long closeness(const int *level, int nodes) {
  long long sum = 0;
#pragma acc parallel loop gang vector reduction(+:sum) present(level[0:nodes])
  for (int v = 0; v < nodes; v++)
    if (level[v] >= 0) sum += level[v];
  return sum;
}

int main(int argc, char **argv) {
  int nodes = argc > 1 ? atoi(argv[1]) : 400, degree = argc > 2 ? atoi(argv[2]) : 4, roots = argc > 3 ? atoi(argv[3]) : 4;
  struct graph g;
  make_graph(&g, nodes, degree);
  int *level = malloc(nodes * sizeof *level);
#ifdef _OPENACC
  int edges = g.edges, *first = g.first, *target = g.target;
#endif
#pragma acc data copyin(first[0:nodes + 1], target[0:edges]) create(level[0:nodes])
  for (int r = 0; r < roots; r++) {
    int root = (int)((long long)r * nodes / roots);
    int depth = search(&g, root, level);
    printf("root %d depth %d sum %lld\n", root, depth, closeness(level, nodes));
  }
  free(level);
  free_graph(&g);
  return 0;
}
