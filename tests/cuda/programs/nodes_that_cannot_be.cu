// Nodes of kernels whose launch no GPU carries out: a graph refuses them when it is given them, and keeps what it had.
// prints: a block of too many: 1
// prints: no blocks: 1
// prints: a deep block: 1
// prints: too many rows of blocks: 1
// prints: more memory than it may have: 1
// prints: by a node of any kind: 1
// prints: well: 0
// prints: nodes: 1
// prints: a node that gets too many: 1
// prints: an instance that gets none: 1
// prints: sum: 64
#include <cstdio>

__global__ void add(int *a, int by) { atomicAdd(a, by); }

void told(const char *what, cudaError_t error) { printf("%s: %d\n", what, (int)error); }

int main(int argc, char **) {
  int *a, h = 0, by = 1;
  cudaMalloc(&a, sizeof h);
  cudaMemset(a, 0, sizeof h);
  void *given[] = {&a, &by};
  cudaKernelNodeParams p = {};
  p.func = (void *)add, p.kernelParams = given;
  p.gridDim = dim3(2), p.blockDim = dim3(1024 + argc);
  cudaGraph_t graph;
  cudaGraphNode_t node = nullptr;
  cudaGraphCreate(&graph, 0);
  told("a block of too many", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.gridDim = dim3(argc - 1), p.blockDim = dim3(32);
  told("no blocks", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.gridDim = dim3(1), p.blockDim = dim3(1, 1, 64 + argc);
  told("a deep block", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.gridDim = dim3(1, 65535 + argc), p.blockDim = dim3(1);
  told("too many rows of blocks", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.gridDim = dim3(1), p.blockDim = dim3(32), p.sharedMemBytes = 48 * 1024 + argc;
  told("more memory than it may have", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  p.sharedMemBytes = 0;
  cudaGraphNodeParams any = {};
  any.type = cudaGraphNodeTypeKernel;
  any.kernel.func = p.func, any.kernel.kernelParams = given;
  any.kernel.gridDim = dim3(1), any.kernel.blockDim = dim3(0);
  told("by a node of any kind", cudaGraphAddNode(&node, graph, nullptr, 0, &any));
  p.gridDim = dim3(2), p.blockDim = dim3(32);
  told("well", cudaGraphAddKernelNode(&node, graph, nullptr, 0, &p));
  size_t count = 0;
  cudaGraphGetNodes(graph, nullptr, &count);
  printf("nodes: %d\n", (int)count);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  p.blockDim = dim3(1024 + argc);
  told("a node that gets too many", cudaGraphKernelNodeSetParams(node, &p));
  p.blockDim = dim3(0);
  told("an instance that gets none", cudaGraphExecKernelNodeSetParams(exec, node, &p));
  cudaGetLastError();
  cudaGraphLaunch(exec, 0);
  cudaMemcpy(&h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("sum: %d\n", h);
}
