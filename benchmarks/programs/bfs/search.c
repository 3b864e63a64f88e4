#include "graph.h"

static int expand(const struct graph *g, int *level, int depth) {
  int found = 0;
#ifdef _OPENACC
  int nodes = g->nodes, edges = g->edges;
  const int *first = g->first, *target = g->target;
#pragma acc parallel loop gang vector reduction(|:found) present(first[0:nodes + 1], target[0:edges], level[0:nodes])
  for (int v = 0; v < nodes; v++) {
    if (level[v] == depth) {
      for (int k = first[v]; k < first[v + 1]; k++) {
        if (level[target[k]] < 0) {
          level[target[k]] = depth + 1; /* all that write here write the same */
          found |= 1;
        }
      }
    }
  }
#else
  for (int v = 0; v < g->nodes; v++) {
    if (level[v] == depth) {
      for (int k = g->first[v]; k < g->first[v + 1]; k++) {
        if (level[g->target[k]] < 0) {
          level[g->target[k]] = depth + 1;
          found |= 1;
        }
      }
    }
  }
#endif
  return found;
}

int search(const struct graph *g, int root, int *level) {
  int depth = 0;
#ifdef _OPENACC
  int nodes = g->nodes;
#pragma acc parallel loop gang vector present(level[0:nodes])
  for (int v = 0; v < nodes; v++) level[v] = v == root ? 0 : -1;
#else
  for (int v = 0; v < g->nodes; v++) level[v] = v == root ? 0 : -1;
#endif
  while (expand(g, level, depth)) depth++;
  return depth;
}
