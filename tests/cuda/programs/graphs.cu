// Graphs: a captured stream does nothing until its graph is launched, with the arguments of the capture; nodes by hand run behind what they
// wait for, whatever the order in which they were added; what is changed in a graph that is ready holds from the next launch on.
// prints: captured, nothing happened: 0
// prints: nodes 5, status 1
// prints: first launch 11 12 13 14
// prints: host saw 50 (1)
// prints: three more 23 24 25 26
// prints: host saw 98 (4)
// prints: fork and join 207
// prints: by hand 2 4 6 8, sum 20, filled 7 7
// prints: other arguments 3 6 9 12, sum 30
// prints: updated 5 5 5 5
// prints: child 40
// prints: of a template 1.5 3.0
// prints: while 0 after 10
// prints: allocated 6
// prints: plain launch 100
#include <cstdio>
#include <cuda_runtime.h>
#if CUDART_VERSION >= 13000  // they have data there
#define EDGES , nullptr
#else
#define EDGES
#endif

__global__ void add(int *a, int by, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += by;
}
__global__ void fill(int *a, int value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] = value;
}
__global__ void scale(const int *a, int *b, int by) { b[threadIdx.x] = a[threadIdx.x] * by; }
__global__ void total(const int *a, int *sum, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x < n ? a[threadIdx.x] : 0;
  __syncthreads();
  for (int k = 16; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) *sum = s[0];
}
template <typename T> __global__ void grow(T *a, T by) { a[threadIdx.x] *= by; }
__global__ void down(int *left, int *times, cudaGraphConditionalHandle handle) {
  *left -= 1, *times += 1;
  cudaGraphSetConditional(handle, *left > 0);
}

struct Seen { int *data; int sum, calls; };
void look(void *given) {
  Seen *seen = (Seen *)given;
  seen->sum = 0, seen->calls++;
  for (int i = 0; i < 4; ++i) seen->sum += seen->data[i];
}

int main() {
  int *a, *b, *sum, host[8] = {10, 11, 12, 13};
  cudaMalloc(&a, 8 * sizeof(int)), cudaMalloc(&b, 8 * sizeof(int)), cudaMalloc(&sum, sizeof(int));
  cudaMemset(a, 0, 8 * sizeof(int));
  cudaStream_t stream, other;
  cudaStreamCreate(&stream), cudaStreamCreate(&other);

  int back[8] = {0}, by = 1;
  Seen seen = {back, 0, 0};
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCaptureStatus status;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemcpyAsync(a, host, 4 * sizeof(int), cudaMemcpyHostToDevice, stream);
  add<<<1, 32, 0, stream>>>(a, by, 4);
  cudaMemcpyAsync(back, a, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, look, &seen);
  cudaMemcpyAsync(host, a, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamIsCapturing(stream, &status);
  cudaStreamEndCapture(stream, &graph);
  by = 1000;
  size_t nodes = 0;
  cudaGraphGetNodes(graph, nullptr, &nodes);
  printf("captured, nothing happened: %d\n", seen.calls);
  printf("nodes %d, status %d\n", (int)nodes, (int)status);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  printf("first launch %d %d %d %d\n", back[0], back[1], back[2], back[3]);
  printf("host saw %d (%d)\n", seen.sum, seen.calls);
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 4; ++i) host[i] += 3;
    cudaGraphLaunch(ready, stream);
    cudaStreamSynchronize(stream);
  }
  printf("three more %d %d %d %d\n", back[0], back[1], back[2], back[3]);
  printf("host saw %d (%d)\n", seen.sum, seen.calls);
  cudaGraphExecDestroy(ready), cudaGraphDestroy(graph);

  // A second stream joins the capture by an event, and comes back by one.
  cudaEvent_t fork, join;
  cudaEventCreate(&fork), cudaEventCreate(&join);
  cudaMemset(a, 0, 8 * sizeof(int));
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  fill<<<1, 1, 0, stream>>>(a, 100, 1);
  cudaEventRecord(fork, stream);
  cudaStreamWaitEvent(other, fork, 0);
  fill<<<1, 1, 0, other>>>(a + 1, 107, 1);
  cudaEventRecord(join, other);
  cudaStreamWaitEvent(stream, join, 0);
  total<<<1, 32, 0, stream>>>(a, sum, 2);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, 0);
  cudaMemcpy(back, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("fork and join %d\n", back[0]);
  cudaGraphExecDestroy(ready), cudaGraphDestroy(graph);

  // By hand, the sum first.
  int start[4] = {1, 2, 3, 4}, factor = 2, count = 4;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t sums, scales, copies, fills;
  void *sum_args[] = {&b, &sum, &count}, *scale_args[] = {&a, &b, &factor};
  cudaKernelNodeParams p = {0};
  p.func = (void *)total, p.gridDim = dim3(1), p.blockDim = dim3(32), p.sharedMemBytes = 0, p.kernelParams = sum_args, p.extra = nullptr;
  cudaGraphAddKernelNode(&sums, graph, nullptr, 0, &p);
  p.func = (void *)scale, p.blockDim = dim3(4), p.kernelParams = scale_args;
  cudaGraphAddKernelNode(&scales, graph, nullptr, 0, &p);
  cudaGraphAddMemcpyNode1D(&copies, graph, nullptr, 0, a, start, sizeof start, cudaMemcpyHostToDevice);
  cudaMemsetParams set = {0};
  set.dst = a + 4, set.value = 7, set.elementSize = 4, set.width = 2, set.height = 1, set.pitch = 8;
  cudaGraphAddMemsetNode(&fills, graph, &copies, 1, &set);
  cudaGraphAddDependencies(graph, &copies, &scales EDGES, 1);
  cudaGraphAddDependencies(graph, &scales, &sums EDGES, 1);
  factor = 1000;
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  int filled[2], all;
  cudaMemcpy(back, b, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(filled, a + 4, sizeof filled, cudaMemcpyDeviceToHost);
  cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost);
  printf("by hand %d %d %d %d, sum %d, filled %d %d\n", back[0], back[1], back[2], back[3], all, filled[0], filled[1]);
  factor = 3;
  cudaGraphExecKernelNodeSetParams(ready, scales, &p);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(back, b, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost);
  printf("other arguments %d %d %d %d, sum %d\n", back[0], back[1], back[2], back[3], all);
  cudaGraphExecDestroy(ready), cudaGraphDestroy(graph);

  // The same shape captured again takes the old one's place.
  for (int value = 4; value <= 5; ++value) {
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<1, 4, 0, stream>>>(a, value, 4);
    cudaStreamEndCapture(stream, &graph);
    if (value == 4) cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
    else {
      cudaGraphExecUpdateResultInfo told;
      cudaGraphExecUpdate(ready, graph, &told);
    }
    cudaGraphDestroy(graph);
  }
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(back, a, 4 * sizeof(int), cudaMemcpyDeviceToHost);
  printf("updated %d %d %d %d\n", back[0], back[1], back[2], back[3]);
  cudaGraphExecDestroy(ready);

  // A graph within a graph.
  cudaGraph_t inner;
  cudaGraphNode_t node;
  cudaGraphCreate(&inner, 0), cudaGraphCreate(&graph, 0);
  int ten = 10, one = 1;
  void *add_args[] = {&sum, &ten, &one};
  p.func = (void *)add, p.blockDim = dim3(1), p.kernelParams = add_args;
  cudaGraphAddKernelNode(&node, inner, nullptr, 0, &p);
  cudaMemset(sum, 0, sizeof(int));
  cudaGraphNode_t before = nullptr;
  for (int k = 0; k < 2; ++k) {
    cudaGraphAddChildGraphNode(&node, graph, &before, k, inner);
    before = node;
  }
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, stream), cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost);
  printf("child %d\n", all);
  cudaGraphExecDestroy(ready), cudaGraphDestroy(graph), cudaGraphDestroy(inner);

  float *f, floats[2] = {0.5f, 1.0f};
  cudaMalloc(&f, sizeof floats);
  cudaMemcpy(f, floats, sizeof floats, cudaMemcpyHostToDevice);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  grow<<<1, 2, 0, stream>>>(f, 3.0f);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(floats, f, sizeof floats, cudaMemcpyDeviceToHost);
  printf("of a template %.1f %.1f\n", floats[0], floats[1]);
  cudaGraphExecDestroy(ready), cudaGraphDestroy(graph);

  // A body that goes on while a kernel says so.
  int left = 10, times = 0;
  cudaMemcpy(a, &left, sizeof left, cudaMemcpyHostToDevice), cudaMemcpy(b, &times, sizeof times, cudaMemcpyHostToDevice);
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandle handle;
  cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
  cudaGraphNodeParams c = {cudaGraphNodeTypeConditional};
  c.conditional.handle = handle, c.conditional.type = cudaGraphCondTypeWhile, c.conditional.size = 1;
#if CUDART_VERSION >= 13000
  cudaGraphAddNode(&node, graph, nullptr, nullptr, 0, &c);
#else
  cudaGraphAddNode(&node, graph, nullptr, 0, &c);
#endif
  void *down_args[] = {&a, &b, &handle};
  p.func = (void *)down, p.kernelParams = down_args;
  cudaGraphAddKernelNode(&node, c.conditional.phGraph_out[0], nullptr, 0, &p);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&left, a, sizeof left, cudaMemcpyDeviceToHost), cudaMemcpy(&times, b, sizeof times, cudaMemcpyDeviceToHost);
  printf("while %d after %d\n", left, times);
  cudaGraphExecDestroy(ready), cudaGraphDestroy(graph);

  // Memory that belongs to a graph.
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  int *own;
  cudaMallocAsync(&own, sizeof(int), stream);
  fill<<<1, 1, 0, stream>>>(own, 6, 1);
  cudaMemcpyAsync(sum, own, sizeof(int), cudaMemcpyDeviceToDevice, stream);
  cudaFreeAsync(own, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  cudaGraphLaunch(ready, stream), cudaGraphLaunch(ready, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(&all, sum, sizeof all, cudaMemcpyDeviceToHost);
  printf("allocated %d\n", all);

  // A stream that is not captured goes on as ever.
  fill<<<1, 1, 0, other>>>(a, 100, 1);
  cudaStreamSynchronize(other);
  cudaMemcpy(&all, a, sizeof all, cudaMemcpyDeviceToHost);
  printf("plain launch %d\n", all);
  return 0;
}
