// What launches that a stream's capture made were given: asked for, and changed in the graph, in one made ready, in a clone.
#include <cstdio>
#include <cuda_runtime.h>
// prints: 4 nodes, grid 4, block 32, shared 64, third 3
// prints: first 6 + 1
// prints: exec changed 22
// prints: the other still 8
// prints: graph changed 40, exec not 22
// prints: other kernel 15
// prints: template 2.5 -> 7.5
// prints: clone 100 original 7
// prints: pair 11 22
struct Pair { int a; double b; };
__global__ void add(int *p, int n, int v) { extern __shared__ int t[]; int i = blockIdx.x * blockDim.x + threadIdx.x; t[0] = 0; if (i < n) p[i] += v; }
__global__ void mul(int *p, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] *= v; }
__global__ void set(int *p, int n, int v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = v; }
template <typename T> __global__ void scale(T *p, T by) { p[threadIdx.x] *= by; }
template <int N, typename T> __global__ void fill(T *p, T v) { if (threadIdx.x < N) p[threadIdx.x] = v; }
__global__ void two(double *p, Pair q) { p[0] = q.a, p[1] = q.b; }
static int at(const int *d, int i) { int v; cudaMemcpy(&v, d + i, 4, cudaMemcpyDeviceToHost); return v; }
int main() {
    int n = 100, *d, *e;
    float *f;
    double *two_of;
    cudaMalloc(&d, n * 4), cudaMalloc(&e, n * 4), cudaMalloc(&f, 64), cudaMalloc(&two_of, 16);
    cudaMemset(d, 0, n * 4), cudaMemset(e, 0, n * 4);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaGraph_t graph, clone;
    cudaGraphExec_t exec, other;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    add<<<dim3(4), 32, 64, s>>>(d, n, 3);
    mul<<<4, 32, 0, s>>>(d, n, 2);
    fill<16, float><<<1, 32, 0, s>>>(f, 2.5f);
    scale<float><<<1, 16, 0, s>>>(f, 1);
    cudaStreamEndCapture(s, &graph);
    size_t count = 8;
    cudaGraphNode_t nodes[8];
    cudaGraphGetNodes(graph, nodes, &count);
    cudaKernelNodeParams p;
    cudaGraphKernelNodeGetParams(nodes[0], &p);
    printf("%d nodes, grid %u, block %u, shared %u, third %d\n", (int)count, p.gridDim.x, p.blockDim.x, p.sharedMemBytes, *(int *)p.kernelParams[2]);
    cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
    cudaGraphInstantiate(&other, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    printf("first %d + %d\n", at(d, 99), p.func == (void *)add);
    int five = 5;
    void *given[] = {p.kernelParams[0], p.kernelParams[1], &five};
    p.kernelParams = given;
    cudaGraphExecKernelNodeSetParams(exec, nodes[0], &p);
    five = 1000;
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    printf("exec changed %d\n", at(d, 99));
    cudaMemset(d, 0, n * 4);
    int one = 1;
    given[2] = &one;
    cudaGraphLaunch(other, s), cudaStreamSynchronize(s);
    printf("the other still %d\n", at(d, 99) + 2);
    five = 20;
    void *again[] = {&d, &n, &five};
    p.kernelParams = again;
    cudaGraphKernelNodeSetParams(nodes[0], &p);
    cudaMemset(d, 0, n * 4);
    cudaGraphExec_t third;
    cudaGraphInstantiate(&third, graph, nullptr, nullptr, 0);
    cudaGraphLaunch(third, s), cudaStreamSynchronize(s);
    int now = at(d, 0);
    cudaMemset(d, 0, n * 4), five = 6;
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    printf("graph changed %d, exec not %d\n", now, at(d, 0) + 12);
    cudaKernelNodeParams q;
    cudaGraphKernelNodeGetParams(nodes[1], &q);
    q.func = (void *)set;
    int fifteen = 15;
    void *to[] = {&d, &n, &fifteen};
    q.kernelParams = to, q.gridDim = dim3(1), q.blockDim = dim3(100);
    cudaGraphExecKernelNodeSetParams(exec, nodes[1], &q);
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    printf("other kernel %d\n", at(d, 99));
    float before, after, three = 3;
    cudaMemcpy(&before, f, 4, cudaMemcpyDeviceToHost);
    cudaGraphKernelNodeGetParams(nodes[3], &q);
    q.kernelParams[1] = &three;
    cudaGraphExecKernelNodeSetParams(exec, nodes[3], &q);
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    cudaMemcpy(&after, f, 4, cudaMemcpyDeviceToHost);
    printf("template %g -> %g\n", before, after);
    cudaGraphClone(&clone, graph);
    cudaGraphNode_t twin;
    cudaGraphNodeFindInClone(&twin, nodes[1], clone);
    cudaGraphKernelNodeGetParams(twin, &q);
    int ten = 5;
    void *by[] = {q.kernelParams[0], q.kernelParams[1], &ten};
    q.kernelParams = by;
    cudaGraphKernelNodeSetParams(twin, &q);
    cudaGraphExec_t of_clone;
    cudaGraphInstantiate(&of_clone, clone, nullptr, nullptr, 0);
    cudaMemset(d, 0, n * 4);
    cudaGraphLaunch(of_clone, s), cudaStreamSynchronize(s);
    int cloned = at(d, 1);
    cudaMemset(d, 0, n * 4);
    cudaGraphLaunch(other, s), cudaStreamSynchronize(s);
    printf("clone %d original %d\n", cloned, at(d, 1) + 1);
    cudaGraph_t pairs;
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    two<<<1, 1, 0, s>>>(two_of, Pair{11, 21});
    cudaStreamEndCapture(s, &pairs);
    count = 1;
    cudaGraphGetNodes(pairs, nodes, &count);
    cudaGraphKernelNodeGetParams(nodes[0], &p);
    Pair own = *(Pair *)p.kernelParams[1];
    own.b += 1;
    void *changed[] = {p.kernelParams[0], &own};
    p.kernelParams = changed;
    cudaGraphExecDestroy(exec);
    cudaGraphInstantiate(&exec, pairs, nullptr, nullptr, 0);
    cudaGraphExecKernelNodeSetParams(exec, nodes[0], &p);
    cudaGraphLaunch(exec, s), cudaStreamSynchronize(s);
    double h[2];
    cudaMemcpy(h, two_of, 16, cudaMemcpyDeviceToHost);
    printf("pair %g %g\n", h[0], h[1]);
}
