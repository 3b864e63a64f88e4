#include "graph.h"

#include <stdlib.h>

void make_graph(struct graph *g, int nodes, int degree) {
  unsigned state = 99;
  g->nodes = nodes;
  g->edges = nodes * degree;
  g->first = malloc((nodes + 1) * sizeof(int));
  g->target = malloc(g->edges * sizeof(int));
  for (int v = 0; v < nodes; v++) {
    g->first[v] = v * degree;
    for (int k = 0; k < degree; k++) {
      state = state * 1664525u + 1013904223u;
      g->target[v * degree + k] = k == 0 ? (v + 1) % nodes : (int)((v + (state >> 10) % (nodes / 8 + 1)) % nodes);
    }
  }
  g->first[nodes] = g->edges;
}

void free_graph(struct graph *g) {
  free(g->first);
  free(g->target);
}
