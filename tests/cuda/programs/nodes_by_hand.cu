// Graphs made node by node: orders, copies, fills, functions of the host, graphs in graphs, all of them asked, changed and taken out.
#include <cstdio>
#include <cuda_runtime.h>
// prints: 1 2 3: 10 8
// prints: kinds 1 2 0 1 3
// prints: host 2, memset 7 x 4, memcpy 16
// prints: after host changed 102
// prints: disabled -1, enabled 1, host 1
// prints: child 3 nodes 44 -> 77
// prints: deps 1 of 3, roots 1, edges 5 then 4
// prints: update 0, type 3 code 910, topology 2
// prints: removed 4 nodes
// prints: fork 2 roots 1 edges 4
__global__ void inc(int *p, int by) { p[threadIdx.x] += by; }
__global__ void sum(const int *a, const int *b, int *c) { c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x]; }
struct Seen { int times, by; };
static void CUDART_CB count(void *p) { Seen *s = (Seen *)p; s->times += s->by; }
int main() {
    int h[4] = {1, 2, 3, 4}, g[4] = {}, *a, *b, *c, one = 1;
    cudaMalloc(&a, 16), cudaMalloc(&b, 16), cudaMalloc(&c, 16);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t up, clear, grow, down, call;
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(h, 16, 4, 1), copy.dstPtr = make_cudaPitchedPtr(a, 16, 4, 1);
    copy.extent = make_cudaExtent(16, 1, 1), copy.kind = cudaMemcpyHostToDevice;
    // the last is added first: it waits for what is said below
    cudaKernelNodeParams k = {};
    void *of_sum[] = {&a, &b, &c};
    k.func = (void *)sum, k.gridDim = 1, k.blockDim = 4, k.kernelParams = of_sum;
    cudaGraphAddKernelNode(&grow, graph, nullptr, 0, &k);
    cudaGraphAddMemcpyNode(&up, graph, nullptr, 0, &copy);
    cudaMemsetParams zero = {};
    zero.dst = b, zero.value = 7, zero.elementSize = 4, zero.width = 4, zero.height = 1;
    cudaGraphAddMemsetNode(&clear, graph, &up, 1, &zero);
    cudaGraphNode_t from[] = {up, clear}, to[] = {grow, grow};
    cudaGraphAddDependencies(graph, from, to, nullptr, 2);
    cudaGraphAddMemcpyNode1D(&down, graph, &grow, 1, g, c, 16, cudaMemcpyDeviceToHost);
    Seen seen = {0, 2}, more = {100, 2};
    cudaHostNodeParams of_host = {};
    of_host.fn = count, of_host.userData = &seen;
    cudaGraphAddHostNode(&call, graph, &down, 1, &of_host);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    printf("%d %d %d: %d %d\n", h[0], h[1], h[2], g[2], g[0]);
    cudaGraphNodeType t[5];
    cudaGraphNode_t all[] = {up, clear, grow, down, call};
    for (int i = 0; i < 5; ++i) cudaGraphNodeGetType(all[i], &t[i]);
    printf("kinds %d %d %d %d %d\n", t[0], t[1], t[2], t[3] , t[4]);
    cudaHostNodeParams asked_host;
    cudaMemsetParams asked_set;
    cudaMemcpy3DParms asked_copy;
    cudaGraphHostNodeGetParams(call, &asked_host), cudaGraphMemsetNodeGetParams(clear, &asked_set), cudaGraphMemcpyNodeGetParams(up, &asked_copy);
    printf("host %d, memset %u x %zu, memcpy %zu\n", ((Seen *)asked_host.userData)->times, asked_set.value, asked_set.width, asked_copy.extent.width);
    asked_host.userData = &more;
    cudaGraphExecHostNodeSetParams(exec, call, &asked_host);
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    printf("after host changed %d\n", more.times);
    g[0] = -1;
    cudaGraphNodeSetEnabled(exec, down, 0);
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    int was = g[0], failed_host = cudaGraphNodeSetEnabled(exec, call, 0);
    cudaGetLastError();
    cudaGraphNodeSetEnabled(exec, down, 1);
    unsigned on;
    cudaGraphNodeGetEnabled(exec, down, &on);
    printf("disabled %d, enabled %u, host %d\n", was, on, failed_host);
    // a graph in a graph keeps what it was
    cudaGraph_t outer, inner;
    cudaGraphCreate(&outer, 0), cudaGraphCreate(&inner, 0);
    cudaGraphNode_t first, second, third, child;
    void *of_inc[] = {&a, &one};
    k.func = (void *)inc, k.kernelParams = of_inc;
    cudaGraphAddKernelNode(&first, inner, nullptr, 0, &k);
    one = 10;
    cudaGraphAddKernelNode(&second, inner, &first, 1, &k);
    one = 33;
    cudaGraphAddKernelNode(&third, inner, &second, 1, &k);
    cudaGraphAddChildGraphNode(&child, outer, nullptr, 0, inner);
    cudaGraph_t held;
    cudaGraphChildGraphNodeGetGraph(child, &held);
    size_t many = 0;
    cudaGraphGetNodes(held, nullptr, &many);
    cudaGraphExec_t nested;
    cudaGraphInstantiate(&nested, outer, nullptr, nullptr, 0);
    cudaMemset(a, 0, 16);
    cudaGraphLaunch(nested, s), cudaStreamSynchronize(s);
    int got[4];
    cudaMemcpy(got, a, 16, cudaMemcpyDeviceToHost);
    int then = got[3];
    one = 66;
    cudaGraphKernelNodeSetParams(third, &k);
    cudaGraphExecChildGraphNodeSetParams(nested, child, inner);
    cudaMemset(a, 0, 16);
    cudaGraphLaunch(nested, s), cudaStreamSynchronize(s);
    cudaMemcpy(got, a, 16, cudaMemcpyDeviceToHost);
    printf("child %zu nodes %d -> %d\n", many, then, got[3]);
    size_t deps = 0, roots = 0, edges = 0, left = 0;
#if CUDART_VERSION >= 13000
    cudaGraphNodeGetDependencies(clear, nullptr, nullptr, &deps);
    cudaGraphGetRootNodes(graph, nullptr, &roots);
    cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edges);
    cudaGraphRemoveDependencies(graph, &up, &grow, nullptr, 1);
    cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &left);
#else
    cudaGraphNodeGetDependencies(clear, nullptr, &deps);
    cudaGraphGetRootNodes(graph, nullptr, &roots);
    cudaGraphGetEdges(graph, nullptr, nullptr, &edges);
    cudaGraphRemoveDependencies(graph, &up, &grow, 1);
    cudaGraphGetEdges(graph, nullptr, nullptr, &left);
#endif
    printf("deps %zu of 3, roots %zu, edges %zu then %zu\n", deps, roots, edges, left);
    cudaGraph_t again, otherwise, longer;
    cudaGraphClone(&again, outer);
    cudaGraphExecUpdateResultInfo told, told_type, told_shape;
    cudaGraphExecUpdate(nested, again, &told);
    cudaGraphCreate(&otherwise, 0), cudaGraphCreate(&longer, 0);
    cudaGraphNode_t x;
    cudaGraphAddEmptyNode(&x, otherwise, nullptr, 0);
    cudaError_t failed = cudaGraphExecUpdate(nested, otherwise, &told_type);
    cudaGetLastError();
    cudaGraphAddChildGraphNode(&x, longer, nullptr, 0, inner), cudaGraphAddEmptyNode(&x, longer, &x, 1);
    cudaGraphExecUpdate(nested, longer, &told_shape);
    cudaGetLastError();
    printf("update %d, type %d code %d, topology %d\n", told.result, told_type.result, failed, told_shape.result);
    cudaGraphDestroyNode(call);
    cudaGraphGetNodes(graph, nullptr, &many);
    printf("removed %zu nodes\n", many);
    // two streams of one capture
    cudaStream_t r;
    cudaEvent_t e, f;
    cudaStreamCreate(&r), cudaEventCreate(&e), cudaEventCreate(&f);
    cudaGraph_t fork;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    inc<<<1, 4, 0, s>>>(a, 1);
    cudaEventRecord(e, s), cudaStreamWaitEvent(r, e, 0);
    inc<<<1, 4, 0, s>>>(b, 1);
    inc<<<1, 4, 0, r>>>(c, 1);
    cudaEventRecord(f, r), cudaStreamWaitEvent(s, f, 0);
    sum<<<1, 4, 0, s>>>(b, c, a);
    cudaStreamEndCapture(s, &fork);
    cudaGraphGetRootNodes(fork, nullptr, &roots);
#if CUDART_VERSION >= 13000
    cudaGraphGetEdges(fork, nullptr, nullptr, nullptr, &edges);
#else
    cudaGraphGetEdges(fork, nullptr, nullptr, &edges);
#endif
    printf("fork 2 roots %zu edges %zu\n", roots, edges);
}
