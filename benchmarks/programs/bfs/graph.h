#ifndef GRAPH_H
#define GRAPH_H

struct graph {
  int nodes, edges;
  int *first;  /* nodes + 1 */
  int *target; /* edges */
};

void make_graph(struct graph *g, int nodes, int degree);
void free_graph(struct graph *g);
int search(const struct graph *g, int root, int *level);

#endif
