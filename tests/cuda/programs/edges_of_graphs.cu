// Which nodes of a graph wait for which.
// prints: 3 edges: 0-2 1-2 2-3
// prints: 1: 0-2
#include <cstdio>
#include <vector>
__global__ void add(int *a) { a[threadIdx.x] += 1; }
int main() {
    cudaGraph_t graph;
    cudaGraphNode_t nodes[4];
    cudaGraphCreate(&graph, 0);
    for (int i = 0; i < 2; ++i) cudaGraphAddEmptyNode(&nodes[i], graph, nullptr, 0);
    cudaGraphAddEmptyNode(&nodes[2], graph, nodes, 2);
    cudaGraphAddEmptyNode(&nodes[3], graph, nodes + 2, 1);
    size_t count = 0;
#if CUDART_VERSION >= 13000
#define EDGES(from, to, count) cudaGraphGetEdges(graph, from, to, NULL, count)
#else
#define EDGES(from, to, count) cudaGraphGetEdges(graph, from, to, count)
#endif
    EDGES(nullptr, nullptr, &count);
    std::vector<cudaGraphNode_t> from(count), to(count);
    EDGES(from.data(), to.data(), &count);
    auto at = [&](cudaGraphNode_t node) { for (int i = 0; i < 4; ++i) if (nodes[i] == node) return i; return -1; };
    printf("%zu edges:", count);
    for (size_t i = 0; i < count; ++i) printf(" %d-%d", at(from[i]), at(to[i]));
    size_t one = 1;
    EDGES(from.data(), to.data(), &one);
    printf("\n%zu: %d-%d\n", one, at(from[0]), at(to[0]));
    cudaGraphDestroy(graph);
}
